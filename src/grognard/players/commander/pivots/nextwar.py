"""What is thought over at a Next War table."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.commander.pivots import Pivots
from grognard.players.seat import Seat
from grognard.players.staff.nextwar.assault import best_attack
from grognard.players.staff.nextwar.commander import Commander
from grognard.players.staff.nextwar.estimate import Estimate
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.combat.attack import Attack, Declaration


def drafts(seat: NwSeat) -> Iterator[Action]:
    """The staff's drafts of attacks, one for each target."""
    if not seat.offered(Attack):
        return
    estimate = Estimate(seat)
    found = [draft for h in seat.targets() if (draft := best_attack(estimate, h)) is not None]
    for _, battle in sorted(found, key=lambda draft: (-draft[0], draft[1].hex)):
        yield seat.write(Attack, Declaration(battle.attackers, battle.hex))


def overlook(commander: Commander, seat: Seat, action: Action) -> None:
    """The staff has no draft for a hex."""
    if commander.assault is not None:
        commander.assault.kept[seat.board.hex(action["hex"])] = None


PIVOTS = Pivots(
    actions=frozenset({Attack.do}),
    trivial=frozenset({"support", "losses"}),
    drafts=drafts,
    last=frozenset({Attack.do}),
    attacks=frozenset({Attack.do}),
    overlook=overlook,
)
