"""Fairness: where people play each other, nobody gets at a side without those who play it.

From the first action on, and until the whole game is revealed, whoever has played a side is the
one who says who else may see it: the owner of the table neither empties his seat, nor fills it,
nor adds a seat that sees it. A player for whom the others have waited for longer than was agreed
when the game began may be replaced by a program, which tells nobody what it sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grognard.server.errors import Forbidden
from grognard.server.live_games import Hold
from grognard.server.store.records import PLAYER, SPECTATOR, UMPIRE_ROLE, GameRow, Person, Seat
from grognard.server.stream import Matter

DAY = 24 * 3600
ABSENCE, LONGEST_ABSENCE = 14, 366
"""After how many days a player who is waited for may be replaced, if nothing else was agreed."""


@dataclass(frozen=True, slots=True)
class Bond:
    """Who has played which side of a game since its first action."""

    held: Mapping[str, frozenset[str]]
    begun: bool
    revealed: bool

    @property
    def tied(self) -> bool:
        """Whether people play each other, and some of them have something to lose."""
        everybody = frozenset[str]().union(*self.held.values())
        return self.begun and not self.revealed and len(self.held) > 1 and len(everybody) > 1

    def of(self, side: str | None) -> frozenset[str]:
        """Those who have played a side."""
        return self.held.get(side or "", frozenset())


def bond(row: GameRow, at_table: Sequence[Seat], past: Sequence[Matter]) -> Bond:
    """Who has played which side, by those who sit there and those who have got up."""
    held: dict[str, set[str]] = {}
    for seat in at_table:
        if seat.role == PLAYER and seat.side and seat.person_id:
            held.setdefault(seat.side, set()).add(seat.person_id)
    for one in past:
        gone = one.data.get("_person")
        if gone and one.side and one.data.get("role") == PLAYER and one.n > 1:
            held.setdefault(one.side, set()).add(gone)
    return Bond({s: frozenset(p) for s, p in held.items()}, row.length > 1, row.revealed)


def bond_at(hold: Hold, at_table: Sequence[Seat]) -> Bond:
    """The same for a table that is being written to."""
    return bond(hold.row, at_table, hold.kept.matters)


def may_empty(hold: Hold, at_table: Sequence[Seat], seat: Seat, now: int) -> None:
    """Nobody is sent away from his side, nor an umpire from a game that people play each other; but
    a player for whom the others have waited longer than was agreed."""
    if not bond_at(hold, at_table).tied or seat.person_id is None or seat.role == SPECTATOR:
        return
    if seat.role == PLAYER and _overdue(hold.row, seat.side, now):
        return
    days = absence(hold.row)
    raise Forbidden(
        "nobody is sent away from a game that people play each other",
        f"wait until the others have waited for him for {days} days",
    )


def _overdue(row: GameRow, side: str | None, now: int) -> bool:
    return side in row.waiting and now - row.waiting_since >= absence(row) * DAY


def absence(row: GameRow) -> int:
    """After how many days a player may be replaced, as was agreed when the game began."""
    return int(row.settings.get("absence") or ABSENCE)


def may_open(found: Bond, role: str, side: str | None, by: str | None) -> None:
    """Whoever lets others see a side has played it; nobody becomes umpire once it has begun. Who
    looks on without a side sees nobody's secrets."""
    if not found.tied or (role == SPECTATOR and side is None):
        return
    if role == UMPIRE_ROLE:
        raise Forbidden("an umpire is chosen before the first action", "a seat without a side")
    if found.of(side) and by not in found.of(side):
        raise Forbidden("only who plays a side lets others see it", "one's own side, or a program")


def may_fill(found: Bond, role: str, side: str | None, person: Person, by: str | None) -> None:
    """A seat that was somebody's is taken by himself, or by whom he has invited."""
    if person.id not in found.of(side):
        may_open(found, role, side, by)
