"""Saves: text, append-only, one line an action, each chained to the one before by its hash.

The first line says what the file is: format, engine, system, scenario and its hash, options, and
the commitment to the dice. Each further line is an action or an answer with the dice it drew, and
now and then the fingerprint of the State. A save that does not replay is refused, with the line.

A game that branched off another, or came in from a file, goes on under a secret of its own; the
lines it began with are `inherited`: their dice are on record, and no seed of this save gives them.

They are written in `saving`; here they are read, played again and checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from grognard.engine.dice import STREAM, commitment, face
from grognard.engine.entries import Line
from grognard.engine.game import Game
from grognard.engine.refusal import Refused
from grognard.engine.saving import FORMAT, VERSION, chain
from grognard.engine.system import Scenario, System

MOST_SIDES_OF_A_DIE = 100


class SaveError(ValueError):
    """A save that cannot be trusted; says at which line."""

    def __init__(self, path: Path, line: int, text: str) -> None:
        super().__init__(f"{path.name}:{line}: {text}")
        self.path, self.line, self.text = path, line, text


Resolve = Callable[[dict[str, Any]], tuple[System[Any], Scenario]]


@dataclass(frozen=True)
class SavedLine:
    """One line as read, with its number in the file."""

    number: int
    data: dict[str, Any]


def read_lines(path: Path, raw: bytes, salvage: bool = False) -> Iterator[SavedLine]:
    """The lines of a save, each checked against the chain."""
    previous = ""
    lines = raw.split(b"\n")
    torn = lines.pop()
    for number, content in enumerate(lines, 1):
        data = _parse(path, number, content)
        link = data.pop("chain", None)
        if not _linked(previous, content, link) and link != chain(previous, data):
            raise SaveError(
                path, number, "this line is not the one that was written here: its chain is broken"
            )
        previous = link
        yield SavedLine(number, data)
    if torn and not salvage:
        raise SaveError(
            path, len(lines) + 1, "this line was not written to its end; salvage drops it"
        )


def _linked(previous: str, content: bytes, link: Any) -> bool:
    """Whether a line is, letter for letter, what its link was made of: as nearly all are, which
    then need not be written again to see it."""
    if not isinstance(link, str) or not link.isalnum():
        return False
    rest = content.replace(f'"chain":"{link}",'.encode(), b"", 1)
    return sha256(f'["{previous}",'.encode() + rest + b"]").hexdigest() == link


def _parse(path: Path, number: int, content: bytes) -> dict[str, Any]:
    try:
        data = json.loads(content.decode("ascii"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise SaveError(path, number, f"this line cannot be read: {error}") from None
    if not isinstance(data, dict):
        raise SaveError(path, number, "this line should be a map")
    return data


def read_header(path: Path, line: SavedLine) -> dict[str, Any]:
    """The first line, refused if it is not one of ours or of a version we do not know."""
    data = line.data
    if data.get("format") != FORMAT:
        raise SaveError(path, 1, f"this is not a Grognard save (format {data.get('format')!r})")
    if data.get("version") != VERSION:
        raise SaveError(
            path, 1, f"version {data.get('version')!r} is unknown here; this reads {VERSION}"
        )
    needed = {"system": str, "scenario": str, "scenario_hash": str, "options": dict}
    for name, kind in needed.items():
        if not isinstance(data.get(name), kind):
            raise SaveError(path, 1, f"{name!r} is missing or not as it should be")
    inherited = data.get("inherited", 0)
    if type(inherited) is not int or inherited < 0:
        raise SaveError(path, 1, "'inherited' is a number of lines")
    return data


def read_entry(path: Path, saved: SavedLine, n: int) -> Line:
    """One line of the history, which must be the n-th; who acts, what he does, how dice fell."""
    data, chance = saved.data, saved.data.get("chance", [])
    if data.get("n") != n:
        raise SaveError(path, saved.number, f"entry {n} should stand here")
    if not isinstance(data.get("by"), str) or not isinstance(data.get("do"), dict):
        text = f"entry {n} should stand here: who acts, and what he does"
        raise SaveError(path, saved.number, text)
    if not isinstance(chance, list) or not all(
        type(face) is int and 1 <= face <= MOST_SIDES_OF_A_DIE for face in chance
    ):
        text = f"dice should stand here, each 1 to {MOST_SIDES_OF_A_DIE}"
        raise SaveError(path, saved.number, text)
    standing = data.get("standing", False)
    if type(standing) is not bool:
        raise SaveError(path, saved.number, f"'standing' should be true or false, not {standing!r}")
    return Line(data["by"], data["do"], standing, tuple(chance))


def load(path: Path, resolve: Resolve, salvage: bool = False) -> Game[Any]:
    """Read a save and play it again; every line must be legal and every fingerprint right."""
    return load_text(_bytes(path), resolve, path, salvage)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SaveError(path, 0, f"cannot be read: {error.strerror}") from None


def load_text(
    raw: bytes, resolve: Resolve, path: Path = Path("save"), salvage: bool = False
) -> Game[Any]:
    """Read a save from its text; `path` only names it in errors."""
    played = _played(raw, resolve, path, salvage)
    game, _header = next(played)
    for _ in played:
        pass
    return game


def _played(
    raw: bytes, resolve: Resolve, path: Path, salvage: bool
) -> Iterator[tuple[Game[Any], SavedLine]]:
    """The game of a save after its header, and after each line."""
    lines = read_lines(path, raw, salvage)
    first = next(lines, None)
    if first is None:
        raise SaveError(path, 1, "the file is empty")
    head = read_header(path, first)
    system, scenario = resolve(head)
    if scenario.fingerprint != head["scenario_hash"]:
        raise SaveError(
            path, 1, f"scenario {scenario.id} is not the one this game was played with (other hash)"
        )
    game = _start(system, scenario, head, path)
    yield game, first
    for line in lines:
        _replay(game, path, line)
        yield game, line
    if game.inherited > len(game.history):
        text = f"{game.inherited} lines cannot be inherited where there are {len(game.history)}"
        raise SaveError(path, 1, text)


def _start(system: System[Any], scenario: Scenario, head: dict[str, Any], path: Path) -> Game[Any]:
    seed = head.get("seed")
    if seed is not None and (not isinstance(seed, str) or commitment(seed) != head["commitment"]):
        raise SaveError(path, 1, "the seed is not the one that was committed to")
    game: Game[Any] = Game(system, scenario, started=False)
    game.commitment = head["commitment"]
    game.dice.seed = seed
    game.inherited = head.get("inherited", 0)
    return game


def _replay(game: Game[Any], path: Path, saved: SavedLine) -> None:
    number, line = saved.number, read_entry(path, saved, len(game.history))
    place = game.state[STREAM]["now"].drawn
    game.dice.on_record.update(enumerate(line.chance, place))
    try:
        game.replay(line)
    except Refused as refused:
        raise SaveError(path, number, f"this action is refused: {refused}") from None
    if game.history[-1].chance != line.chance:
        raise SaveError(path, number, "the dice on record are not the ones this action rolls")
    state = saved.data.get("state")
    if state is not None and state != game.state.fingerprint():
        raise SaveError(path, number, "the game does not come out as it was saved")


def verify(path: Path, resolve: Resolve) -> list[str]:
    """Check a save from end to end, every roll against the seed; say what was checked."""
    played = _played(_bytes(path), resolve, path, salvage=False)
    game, _header = next(played)
    seed, recomputed, born_with = game.dice.seed, 0, dict[int, int]()
    for _, saved in played:
        rolls = _rolls(game)
        if len(game.history) <= game.inherited:
            born_with.update((place, shown) for place, _, shown in rolls)
        elif seed is not None:
            for place, sides, shown in rolls:
                recomputed += place not in born_with
                if shown != (born_with.get(place) or face(seed, place, sides)):
                    text = f"die {place} shows {shown}, the seed gives another face"
                    raise SaveError(path, saved.number, text)
    checked = [f"{len(game.history)} lines replayed, every action legal"]
    if seed is None:
        checked.append("the seed is not revealed yet: the rolls cannot be recomputed")
    else:
        checked.append(f"{recomputed} dice recomputed from the revealed seed")
    if game.inherited:
        checked.append(
            f"the first {game.inherited} lines come from an earlier game: their {len(born_with)} "
            "dice are as recorded there, and cannot be recomputed from this one"
        )
    return checked


def _rolls(game: Game[Any]) -> list[tuple[int, int, int]]:
    """The dice of the last line: the place of each in the stream, its sides, what it shows."""
    chance = game.history[-1].chance
    first = game.state[STREAM]["now"].drawn - len(chance)
    return [(place, game.dice.sides[place], shown) for place, shown in enumerate(chance, first)]
