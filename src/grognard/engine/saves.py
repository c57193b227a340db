"""Saves: text, append-only, one line an action, each chained to the one before by its hash.

The first line says what the file is: format, engine, rules, system, scenario, options, the texts
it is played on and the commitment to the dice. Each further line is an action or an answer with the
dice it drew and its wake, and now and then the fingerprint of the State. A save that was written
under the rules of today and does not replay is refused, with the line; one that was written under
others goes on from what it says (see `following`).

A game that branched off another, or came in from a file, goes on under a secret of its own; the
lines it began with are `inherited`: their dice are on record, and no seed of this save gives them.

They are written in `saving`; here they are read, played again and checked.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from grognard.engine.consent import named
from grognard.engine.dice import STREAM, commitment, face
from grognard.engine.editions import another, unfold
from grognard.engine.entries import RENEW, Line
from grognard.engine.following import Following, Unlike
from grognard.engine.game import Game
from grognard.engine.pact import Pact, Unpledged, from_seed, goes_along
from grognard.engine.record import RecordError
from grognard.engine.refusal import Refused
from grognard.engine.saving import FORMAT, VERSION, chain
from grognard.engine.system import Scenario, System

MOST_SIDES_OF_A_DIE = 100
VERSIONS = (1, VERSION)
"""The formats that can be read; the first had neither wakes nor texts."""
WAKE = {
    "position": dict, "changed": dict, "told": list, "sides": list, "open": bool, "edition": str,
}  # fmt: skip
"""What a line says of what it left behind, and as what."""


class SaveError(ValueError):
    """A save that cannot be trusted; says at which line."""

    def __init__(self, path: Path, line: int, text: str) -> None:
        super().__init__(f"{path.name}:{line}: {text}")
        self.path, self.line, self.text = path, line, text


Resolve = Callable[[dict[str, Any]], tuple[System[Any], Scenario]]


class Played(NamedTuple):
    """A game as far as its save has been read, and the line that was read last."""

    game: Game[Any]
    following: Following
    line: SavedLine


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
    except ValueError as error:  # no text, no JSON, or a number of thousands of digits
        raise SaveError(path, number, f"this line cannot be read: {error}") from None
    if not isinstance(data, dict):
        raise SaveError(path, number, "this line should be a map")
    return data


def read_header(path: Path, line: SavedLine) -> dict[str, Any]:
    """The first line, refused if it is not one of ours or of a version we do not know."""
    data = line.data
    if data.get("format") != FORMAT:
        raise SaveError(path, 1, f"this is not a Grognard save (format {data.get('format')!r})")
    if data.get("version") not in VERSIONS:
        raise SaveError(
            path, 1, f"version {data.get('version')!r} is unknown here; this reads {VERSION}"
        )
    needed = {"system": str, "scenario": str, "scenario_hash": str, "options": dict}
    needed |= {name: str for name in ("rules", "texts") if name in data}
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
    pact = data.get("pact")
    if pact is not None and not isinstance(pact, dict):
        raise SaveError(path, saved.number, "'pact' should say what was pledged and shown")
    standing = data.get("standing", False)
    if type(standing) is not bool:
        raise SaveError(path, saved.number, f"'standing' should be true or false, not {standing!r}")
    return Line(data["by"], data["do"], standing, tuple(chance), pact)


def read_wake(path: Path, saved: SavedLine, version: int) -> dict[str, Any] | None:
    """What a line left behind it; nothing is known of that in the first format."""
    if version == 1:
        return None
    wake = {name: saved.data[name] for name in WAKE if name in saved.data}
    for name, value in wake.items():
        if not isinstance(value, WAKE[name]):
            raise SaveError(path, saved.number, f"{name!r} is not as it should be")
    return wake


def read_texts(path: Path, saved: SavedLine) -> dict[str, str] | None:
    """The texts of a mended scenario, with the first line that names it."""
    word = saved.data.get("texts")
    try:
        return None if word is None else unfold(word)
    except (ValueError, TypeError) as error:
        raise SaveError(path, saved.number, str(error)) from None


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
    game = next(played).game
    for _ in played:
        pass
    return game


def _played(raw: bytes, resolve: Resolve, path: Path, salvage: bool) -> Iterator[Played]:
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
    following = Following(game, head.get("rules", ""))
    yield Played(game, following, first)
    for line in lines:
        _replay(following, path, line, head["version"])
        yield Played(game, following, line)
    following.end()
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


def _replay(following: Following, path: Path, saved: SavedLine, version: int) -> None:
    game, number = following.game, saved.number
    line = read_entry(path, saved, len(game.history))
    _learn(game, path, saved, line)
    try:
        following.line(line, read_wake(path, saved, version))
    except Refused as refused:
        raise SaveError(path, number, f"this action is refused: {refused}") from None
    except (Unlike, RecordError, Unpledged) as error:
        raise SaveError(path, number, str(error)) from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        if not game.recorded:
            raise
        reason = f"{type(error).__name__}: {error}"
        text = f"what came of this line cannot be read ({reason})"
        raise SaveError(path, number, text) from None
    state = saved.data.get("state")
    if state is not None and following.strict and state != game.state.fingerprint():
        raise SaveError(path, number, "the game does not come out as it was saved")


def _learn(game: Game[Any], path: Path, saved: SavedLine, line: Line) -> None:
    """Know the mended scenario that a line is the first to name, by the texts that come with it."""
    to, texts = named(line.action), read_texts(path, saved)
    if to is not None and texts is not None:
        try:
            game.mends.keep(another(game, to, texts))
        except ValueError as error:
            raise SaveError(path, saved.number, str(error)) from None


def verify(path: Path, resolve: Resolve, earlier: Path | None = None) -> list[str]:
    """Check a save from end to end, every roll against the seed; say what was checked."""
    return verified(path, resolve, earlier)[1]


def verified(
    path: Path, resolve: Resolve, earlier: Path | None = None
) -> tuple[Game[Any], list[str]]:
    """The game of a save that was checked from end to end, and what was checked; with the save of
    the game that it grew out of, the lines that it inherited as well."""
    game, checked = _verified(path, resolve)
    if earlier is None:
        return game, checked
    if not game.inherited:
        raise SaveError(path, 1, "this game inherited nothing: it grew out of no other")
    parent, proven = _verified(earlier, resolve)
    _same_past(path, game, earlier, parent)
    told = f"the first {game.inherited} lines are those of {earlier.name}, of which was checked:"
    return game, [*checked, told, *(f"  {line}" for line in proven)]


def _same_past(path: Path, game: Game[Any], earlier: Path, parent: Game[Any]) -> None:
    """What a game inherited is, line by line, what was played and rolled in the earlier one."""
    if game.mends.first.fingerprint != parent.mends.first.fingerprint:
        raise SaveError(path, 1, f"{earlier.name} was begun in another scenario, or with others")
    for n in range(game.inherited):
        if n >= len(parent.history) or game.history[n][:4] != parent.history[n][:4]:
            text = f"entry {n} is not the one of {earlier.name}: it was not inherited from there"
            raise SaveError(path, n + 2, text)


def _verified(path: Path, resolve: Resolve) -> tuple[Game[Any], list[str]]:
    played = _played(_bytes(path), resolve, path, salvage=False)
    game, following, _header = next(played)
    proof = Proof(path, game)
    for _, _, saved in played:
        proof.line(saved)
    if game.over and game.dice.seed is None:
        text = "the game is over, and its seed is not here: it was taken out, and proves nothing"
        raise SaveError(path, 1, text)
    return game, _checked(game, following, proof)


class Proof:
    """What is checked of the dice of a save, line by line."""

    def __init__(self, path: Path, game: Game[Any]) -> None:
        self.path, self.game = path, game
        self.born_with: dict[int, int] = {}
        """The dice that were inherited, by their place."""
        self.by_seed = self.by_pact = 0
        self.own: Counter[str] = Counter()
        """By side, how many steps had the player's own link in them."""
        self.proxy: Counter[str] = Counter()
        """By who acted, how many steps were by proxy."""
        self._drawn = self._start = 0
        self._pact = Pact()

    def line(self, saved: SavedLine) -> None:
        """Check the dice of a line that has just been played again."""
        game, line = self.game, self.game.history[-1]
        before, self._pact = self._pact, game.pact
        rolls = list(enumerate(line.chance, self._drawn))
        if line.pact is not None:
            self._start = self._drawn
            self._pledged(saved, line, before)
        self._drawn = game.state[STREAM]["now"].drawn
        if len(game.history) <= game.inherited:
            self.born_with.update(rolls)
        elif game.pact.begun:
            self._in_step(saved, rolls)
        elif game.dice.seed is not None:
            for place, shown in rolls:
                known = self.born_with.get(place)
                self.by_seed += known is None
                self._check(saved, "seed gives", game.dice.seed, place, place, shown, known)

    def _pledged(self, saved: SavedLine, line: Line, before: Pact) -> None:
        """What a line says of its pact is what the seed gives, as far as that is known."""
        seed, told = self.game.dice.seed, line.pact or {}
        if len(self.game.history) <= self.game.inherited:
            raise SaveError(self.path, saved.number, "a pact is of this game, and not inherited")
        if seed is not None and not from_seed(before, told, seed, self.game.commitment):
            raise SaveError(
                self.path, saved.number, "what the server adds to this step is not from its seed"
            )
        if "step" in told:
            (self.own if "pledge" in told["step"] else self.proxy)[line.by] += 1

    def _in_step(self, saved: SavedLine, rolls: Sequence[tuple[int, int]]) -> None:
        """The dice of a line come from the step that it opens, or to which it belongs."""
        game, line = self.game, self.game.history[-1]
        if "step" not in (line.pact or {}):
            before = game.history[-2] if len(game.history) > 1 else None
            if not goes_along(line, before):
                text = "nobody has shown a secret for this line: its dice could have been chosen"
                raise SaveError(self.path, saved.number, text)
        for place, shown in rolls:
            self.by_pact += 1
            at = place - self._start
            self._check(saved, "secrets give", game.pact.key, place, at, shown, None)

    def _check(
        self,
        saved: SavedLine,
        who: str,
        key: str,
        place: int,
        at: int,
        shown: int,
        known: int | None,
    ) -> None:
        """A die shows what its place gives, or what it showed when it first fell."""
        right = face(key, at, self.game.dice.sides[place]) if known is None else known
        if shown != right:
            text = f"die {place} shows {shown}, the {who} another face"
            raise SaveError(self.path, saved.number, text)


def _checked(game: Game[Any], following: Following, proof: Proof) -> list[str]:
    """What was checked, in words."""
    lines = len(game.history) - (game.history[-1].action["do"] == RENEW)
    if following.since is None:
        checked = [f"{lines} lines replayed, every action legal"]
    else:
        checked = [
            f"{following.since} lines replayed, every action legal",
            f"from line {following.since} on the rules of today differ from those it was played "
            "by: what follows stands as it was recorded",
        ]
    if following.forced:
        checked.append(
            f"{len(following.forced)} lines would be refused today and were legal then: "
            f"{', '.join(map(str, following.forced))}"
        )
    checked += _of_the_dice(game, proof)
    if game.inherited:
        checked.append(
            f"the first {game.inherited} lines come from an earlier game: their "
            f"{len(proof.born_with)} dice are as recorded there, and cannot be recomputed from "
            "this one"
        )
    if not game.over:
        checked.append(
            "the game is not over: whether lines were cut off at its end a file cannot show"
        )
    return checked


def _of_the_dice(game: Game[Any], proof: Proof) -> list[str]:
    """Whose secrets the dice came from, and what of it could be recomputed."""
    pact, seed = game.pact, game.dice.seed
    told = []
    if pact.begun:
        told.append(f"{proof.by_pact} dice recomputed from the secrets of all who pledged theirs")
        sides = sorted({pledge.side for pledge in pact.pledges})
        told += [
            f"{side}: {proof.own[side]} steps with a secret of that player's own, which nobody "
            f"else knew before; {proof.proxy[side]} by proxy"
            for side in sides
        ]
        anew = sum(pledge.replaced for pledge in pact.pledges)
        if anew:
            told.append(f"{anew} pledges were replaced by others in the course of the game")
        others = sum(proof.proxy.values()) - sum(proof.proxy[side] for side in sides)
        if others:
            told.append(f"{others} more steps by proxy, of others: programs, an umpire, or all")
        if seed is None:
            told.append(
                "the seed is not revealed yet: that the server's secrets come from it is seen then"
            )
    elif seed is None:
        told.append("the seed is not revealed yet: the rolls cannot be recomputed")
    if seed is not None and (proof.by_seed or not pact.begun):
        told.append(
            f"{proof.by_seed} dice recomputed from the revealed seed, the secret of whoever ran "
            "the game alone: he changed no roll, but could draw seeds until he liked one"
        )
    return told
