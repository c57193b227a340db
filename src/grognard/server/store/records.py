"""The records of the store, as the rest of the server reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from grognard.engine.entries import PUBLIC

PLAYER, SPECTATOR, UMPIRE_ROLE = "player", "spectator", "umpire"
ROLES = (PLAYER, SPECTATOR, UMPIRE_ROLE)
PERSON, PROGRAM = "person", "ai"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays; without a name a guest."""

    id: str
    name: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def guest(self) -> bool:
        """Whether nobody can come back as this person from another device."""
        return self.name is None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: who sits there, what he may see, and whether he plays.

    `player` is the program that sits there, or the deputy of the person who does.
    """

    id: str
    game_id: str
    role: str
    side: str | None
    kind: str
    player: str | None
    person_id: str | None
    name: str
    delay_lines: int = 0
    delay_turns: int = 0
    seen: int = 0
    guest: bool = False
    """Whether who sits there has no name of his own: what he is called, anybody may be called."""

    @property
    def audience(self) -> str | None:
        """Whose knowledge it has: a side's, what all may know (PUBLIC), or everything (None)."""
        return None if self.role == UMPIRE_ROLE else self.side or PUBLIC

    @property
    def taken(self) -> bool:
        """Whether somebody sits there."""
        return self.kind == PROGRAM or self.person_id is not None

    @property
    def delayed(self) -> bool:
        """Whether it is shown the game later than it happens."""
        return bool(self.delay_lines or self.delay_turns)

    def to_json(self, person_id: str | None) -> dict[str, Any]:
        """The seat as everybody at the table may know it."""
        data = asdict(self)
        for private in ("game_id", "person_id", "seen"):
            del data[private]
        if self.kind != PROGRAM:
            data["player"] = None  # a person's deputy is his own affair
        mine = person_id is not None and self.person_id == person_id
        return {**data, "taken": self.taken, "mine": mine}


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat as it is wished for: `mine` is taken by whoever wishes it."""

    role: str = PLAYER
    side: str | None = None
    kind: str = PERSON
    player: str | None = None
    name: str = ""
    mine: bool = False
    delay_lines: int = 0
    delay_turns: int = 0


@dataclass(frozen=True, slots=True)
class GameRow:
    """What the store knows of a game without replaying it."""

    id: str
    owner: str | None
    title: str
    head: Mapping[str, Any]
    seed: str
    inherited: int
    commitment: str
    settings: Mapping[str, Any]
    listed: bool
    parent: str | None
    created: int
    length: int
    matters: int
    link: str
    waiting: tuple[str, ...]
    waiting_since: int
    turn: int
    over: bool
    result: str | None
    winner: str | None
    told: Mapping[str, int] | None = None
    bytes: int = 0
    leaves: int | None = None
    revealed: bool = False
    """Whether all that was hidden in it may be shown: it is over, and so is each game out of which
    it has grown."""
