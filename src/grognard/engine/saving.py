"""Writing saves: a header, then one line an action, each chained to the one before by its hash.

What stands in them, and how they are read again, is in `saves`.
"""

from __future__ import annotations

import json
import os
from importlib.metadata import version
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from grognard.engine.entries import Line
from grognard.engine.record import canonical, digest

if TYPE_CHECKING:
    from grognard.engine.game import Game

FORMAT = "grognard-save"
VERSION = 1
FINGERPRINT_EVERY = 25


def header(game: Game[Any], secret: bool) -> dict[str, Any]:
    """The first line of a save."""
    inherited = {"inherited": game.inherited} if game.inherited else {}
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": version("grognard"),
        "system": game.system.name,
        "scenario": game.scenario.id,
        "scenario_hash": game.scenario.fingerprint,
        "options": dict(game.scenario.options),
        "commitment": game.commitment,
        "seed": game.dice.seed if secret or game.over else None,
        **inherited,
    }


def _line_data(n: int, line: Line, state: str | None) -> dict[str, Any]:
    data: dict[str, Any] = {"n": n, "by": line.by, "do": line.action}
    if line.auto:
        data["standing"] = True
    if line.chance:
        data["chance"] = list(line.chance)
    if state is not None:
        data["state"] = state
    return data


def chain(previous: str, data: dict[str, Any]) -> str:
    """The hash that ties a line to the one before."""
    return digest([previous, data])


def _text(previous: str, data: dict[str, Any]) -> tuple[str, str]:
    """One line of the file, with its chain hash, and the hash for the next."""
    link = chain(previous, data)
    return canonical({**data, "chain": link}) + "\n", link


def text_of(game: Game[Any], secret: bool = True) -> str:
    """The whole save as text; the last line carries the fingerprint of the State."""
    text, link = _text("", header(game, secret))
    lines = [text]
    for n, line in enumerate(game.history):
        state = game.state.fingerprint() if n == len(game.history) - 1 else None
        text, link = _text(link, _line_data(n, line, state))
        lines.append(text)
    return "".join(lines)


def save(game: Game[Any], path: Path, secret: bool = True) -> None:
    """Write the whole game; the file appears complete or not at all."""
    partial = path.with_name(path.name + ".part")
    with partial.open("w", encoding="ascii", newline="\n") as out:
        out.write(text_of(game, secret))
        out.flush()
        os.fsync(out.fileno())
    partial.replace(path)


class Recorder:
    """Writes a game to a file as it is played: a crash loses at most the line being written."""

    def __init__(self, game: Game[Any], path: Path, secret: bool = True) -> None:
        save(game, path, secret)
        self.game = game
        self._link = _last_link(path)
        self._out: IO[str] = path.open("a", encoding="ascii", newline="\n")
        game.follow(self._write)

    def _write(self, line: Line) -> None:
        n = len(self.game.history) - 1
        state = self.game.state.fingerprint() if n % FINGERPRINT_EVERY == 0 else None
        text, self._link = _text(self._link, _line_data(n, line, state))
        self._out.write(text)
        self._out.flush()
        os.fsync(self._out.fileno())

    def close(self) -> None:
        """Stop writing."""
        self.game.unfollow(self._write)
        self._out.close()


def _last_link(path: Path) -> str:
    last = path.read_text(encoding="ascii").splitlines()[-1]
    link: str = json.loads(last)["chain"]
    return link
