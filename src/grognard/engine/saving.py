"""Writing saves: a header, then one line an action, each chained to the one before by its hash.

What stands in them, and how they are read again, is in `saves`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from grognard.engine import release
from grognard.engine.consent import named
from grognard.engine.editions import fold
from grognard.engine.entries import Line
from grognard.engine.record import canonical, digest

if TYPE_CHECKING:
    from grognard.engine.game import Game

FORMAT = "grognard-save"
VERSION = 2
FINGERPRINT_EVERY = 25
Parts = dict[str, str]
"""The parts of a line by their names, each written canonically."""


def header(game: Game[Any], secret: bool) -> dict[str, Any]:
    """The first line of a save: of the scenario, as it was when the game began."""
    if game.forgotten:
        raise ValueError("this game was thawed: what came before is not in it, and it has no save")
    first = game.mends.first
    inherited = {"inherited": game.inherited} if game.inherited else {}
    texts = {"texts": fold(first.texts)} if first.texts else {}
    return {
        "format": FORMAT,
        "version": VERSION,
        "engine": release.engine(),
        "rules": game.began,
        "system": game.system.name,
        "scenario": first.id,
        "scenario_hash": first.fingerprint,
        "options": dict(first.options),
        "commitment": game.commitment,
        "seed": game.dice.seed if secret or game.over else None,
        **inherited,
        **texts,
    }


def _written(game: Game[Any], n: int, state: str | None) -> Parts:
    line, wake = game.history[n], game.wakes[n]
    parts = {
        "n": str(n), "by": canonical(line.by), "do": canonical(line.action), **wake.written(),
        **{name: canonical(part) for name, part in _mended_texts(game, n).items()},
    }  # fmt: skip
    if line.auto:
        parts["standing"] = "true"
    if line.chance:
        parts["chance"] = canonical(list(line.chance))
    if line.pact is not None:
        parts["pact"] = canonical(line.pact)
    if state is not None:
        parts["state"] = canonical(state)
    return parts


def _mended_texts(game: Game[Any], n: int) -> dict[str, Any]:
    """The texts of a mended scenario, with the first line that names it."""
    to = named(game.history[n].action)
    edition = None if to is None else game.mends.edition(to)
    earlier = to is not None and any(named(line.action) == to for line in game.history[:n])
    return {} if edition is None or earlier or not edition.texts else {"texts": fold(edition.texts)}


def chain(previous: str, data: dict[str, Any]) -> str:
    """The hash that ties a line to the one before."""
    return digest([previous, data])


def _text(previous: str, parts: Parts) -> tuple[str, str]:
    """One line of the file, with its chain hash, and the hash for the next.

    The hash is that of `chain`; no part is written twice for it.
    """
    link = sha256(f'["{previous}",{_joined(parts)}]'.encode("ascii")).hexdigest()
    return _joined({**parts, "chain": f'"{link}"'}) + "\n", link


def _joined(parts: Parts) -> str:
    """A map whose values are written already, as `canonical` writes it."""
    return "{" + ",".join([f'"{name}":{parts[name]}' for name in sorted(parts)]) + "}"


def text_of(game: Game[Any], secret: bool = True, players: Mapping[str, str] | None = None) -> str:
    """The whole save as text; the last line carries the fingerprint of the State.

    `players` are the programs that play, by side: who goes on with the game finds them again.
    """
    head = header(game, secret) | ({"players": dict(players)} if players else {})
    text, link = _text("", {name: canonical(part) for name, part in head.items()})
    lines = [text]
    for n in range(len(game.history)):
        state = game.state.fingerprint() if n == len(game.history) - 1 else None
        text, link = _text(link, _written(game, n, state))
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
        text, self._link = _text(self._link, _written(self.game, n, state))
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
