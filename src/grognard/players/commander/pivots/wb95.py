"""What is thought over at a WB-95 table."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.commander.pivots import Pivots
from grognard.players.seat import Seat
from grognard.players.staff.wb95.assault import AssaultPhase
from grognard.players.staff.wb95.commander import Commander
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.systems.wb95.air.orders import Assign
from grognard.systems.wb95.combat.attack import Attack


def drafts(seat: Wb95Seat) -> Iterator[Action]:
    """The staff's drafts of attacks, one for each target."""
    seen: set[tuple[int, ...]] = set()
    for _, action, targets in AssaultPhase(seat).drafts() if seat.offered(Attack) else ():
        if targets not in seen:
            seen.add(targets)
            yield action


def overlook(commander: Commander, seat: Seat, action: Action) -> None:
    """The staff declines to attack some hexes."""
    hexes = [seat.board.hex(label) for label in action["targets"]]
    if commander.assault is not None:
        commander.assault.declined.update(hexes)
        commander.assault.battles = [h for h in commander.assault.battles if h not in hexes]


PIVOTS = Pivots(
    actions=frozenset({Attack.do, Assign.do}),
    trivial=frozenset({"losses"}),
    drafts=drafts,
    openings=frozenset({"air"}),
    last=frozenset({Attack.do}),
    attacks=frozenset({Attack.do}),
    overlook=overlook,
)
