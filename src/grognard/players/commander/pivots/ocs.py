"""What is thought over at an OCS table."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.commander.pivots import Pivots
from grognard.players.staff.ocs import assault
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.systems.ocs.combat.attack import Attack
from grognard.systems.ocs.combat.overrun import Overrun
from grognard.systems.ocs.naval.beach_assault import BeachAssault
from grognard.systems.ocs.pieces.losses import LOSSES


def drafts(seat: OcsSeat) -> Iterator[Action]:
    """The staff's drafts of attacks, one for each target."""
    if seat.offered(Attack):
        phase = assault.AssaultPhase()
        for draft in assault.drafts(seat):
            yield phase.written(seat, draft)


PIVOTS = Pivots(
    actions=frozenset({Attack.do, Overrun.do, BeachAssault.do}),
    trivial=frozenset({LOSSES}),
    drafts=drafts,
    last=frozenset({Attack.do}),
    attacks=frozenset({Attack.do}),  # each is thought of once, so that the next comes by itself
)
