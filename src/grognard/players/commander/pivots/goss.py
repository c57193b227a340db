"""What is thought over at a GOSS table."""

from __future__ import annotations

from grognard.engine.decision import Action
from grognard.players.commander.pivots import Pivots
from grognard.players.seat import Seat
from grognard.players.staff.goss.commander import Commander
from grognard.systems.goss.assault.assaulting import GroundAssault
from grognard.systems.goss.assault.designation import Designate


def overlook(commander: Commander, seat: Seat, action: Action) -> None:
    """Those who would have been marked are meant for no assault."""
    names = tuple(sorted(action["units"]))
    for h in [h for h, meant in commander.meant.items() if meant == names]:
        del commander.meant[h]


PIVOTS = Pivots(
    actions=frozenset({GroundAssault.do}),
    attacks=frozenset({Designate.do}),
    overlook=overlook,
)
