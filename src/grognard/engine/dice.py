"""Dice: a cryptographic stream that anyone can check afterwards.

Each die is drawn from SHA-256 over the game's secret seed and the die's place in the stream. The
hash of the seed is published before the first roll and the seed after the last, so that everybody
can recompute every roll, and nobody can change one once the hash is known. Whoever draws the seed
could have drawn several and kept the one he liked: where people play each other on a server the
dice come from secrets of them all (see `pact`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from grognard.engine.record import Register
from grognard.engine.refusal import Refusal, Refused

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

Faces = tuple[int, ...]
Key = Callable[[Faces], Any]


@dataclass(frozen=True, slots=True)
class Stream:
    """How many dice of the stream have been drawn so far."""

    drawn: int = 0


STREAM: Register[str, Stream] = Register("dice", str, Stream)


def seed_from(seed: int | str | None) -> str:
    """The secret of a game: given for games that must repeat, drawn from the system otherwise."""
    if seed is None:
        return secrets.token_hex(32)
    return sha256(f"grognard seed {seed}".encode()).hexdigest()


def commitment(seed: str) -> str:
    """What is published of the seed before the game."""
    return sha256(bytes.fromhex(seed)).hexdigest()


@lru_cache(maxsize=64)
def _keyed(seed: str) -> tuple[Hash, Hash]:
    """The inner and the outer hash of HMAC, as far as the key goes: the same for all dice."""
    key = bytes.fromhex(seed).ljust(64, b"\0")
    return sha256(bytes(b ^ 0x36 for b in key)), sha256(bytes(b ^ 0x5C for b in key))


def face(seed: str, place: int, sides: int) -> int:
    """The die at one place of the stream: HMAC-SHA-256 of the place, keyed with the seed."""
    inner, outer = (half.copy() for half in _keyed(seed))
    inner.update(f"die {place}".encode())
    outer.update(inner.digest())
    return int.from_bytes(outer.digest(), "big") % sides + 1


class Chance(Protocol):
    """Where the faces come from."""

    def draw(self, place: int, count: int, sides: int, key: Key) -> Faces:
        """The next dice of the stream."""


class Dice:
    """The dice of a real game: the faces on record, and beyond them the seed's stream."""

    def __init__(self, seed: str | None) -> None:
        self.seed = seed
        self.on_record: dict[int, int] = {}
        self.sides: dict[int, int] = {}
        self.pledged = False
        """Whether the seed alone gives no more dice: those to come are from the steps of a pact."""
        self.due: Mapping[str, Any] | None = None
        """What the line of the step under way says of the pact."""
        self._key, self._start = "", 0

    def begin(self, key: str, start: int, due: Mapping[str, Any]) -> None:
        """Begin a step: the dice from a place on come from its key, counted from there."""
        place = start
        while self.on_record.pop(place, None) is not None:  # rolled for what came to nothing
            place += 1
        self._key, self._start, self.due = key, start, due

    def end(self) -> None:
        """End a step: nobody can roll before the next one."""
        self._key, self.due = "", None

    def remember(self, place: int, faces: Iterable[int]) -> None:
        """Put faces on record, from a place of the stream on: so they fell, so they fall again."""
        for i, shown in enumerate(faces, place):
            self.on_record[i] = shown
            self.sides.pop(i, None)

    def draw(self, place: int, count: int, sides: int, key: Key) -> Faces:
        """The faces at the given places; `key` plays no part in a real roll."""
        places = range(place, place + count)
        faces = tuple([self._face(i, sides) for i in places])
        self.sides.update(dict.fromkeys(places, sides))
        return faces

    def _face(self, place: int, sides: int) -> int:
        """A die that has fallen falls the same, unless it was one with other sides."""
        if place in self.on_record and self.sides.get(place, sides) == sides:
            return self.on_record[place]
        if self._key and place >= self._start:
            fell = face(self._key, place - self._start, sides)
        elif self.seed is None or self.pledged:
            raise Refused([Refusal("dice", "the secret of the dice is not with this game")])
        else:
            fell = face(self.seed, place, sides)
        self.on_record[place] = fell
        return fell


class Unrolled(Exception):
    """A roll that nobody has decided."""

    def __init__(self, count: int, sides: int, key: Key) -> None:
        super().__init__("a roll is open")
        self.count, self.sides, self.key = count, sides, key


Settle = Callable[[int, int, Key], Faces]
"""Decides how so many dice of so many sides fall, of which the key says what matters."""


class Supposed:
    """Dice that fall as supposed, and ask when the supposition ends."""

    def __init__(self, faces: Iterable[Faces], settle: Settle, used: int = 0) -> None:
        self.faces = list(faces)
        self.settle = settle
        self.used = used

    def draw(self, place: int, count: int, sides: int, key: Key) -> Faces:
        """The next supposed faces; beyond them, those that are settled upon."""
        if self.used == len(self.faces):
            self.faces.append(self.settle(count, sides, key))
        self.used += 1
        return self.faces[self.used - 1]
