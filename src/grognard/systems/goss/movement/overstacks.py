"""Overstacks at the end of a phase: the owner eliminates what is too much. [6.7.0] [7.5.0]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer
from grognard.kit.forms import Piece
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.pieces.stacking import grouping, overstacked, stacked
from grognard.systems.goss.pieces.stacks import held, own_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import active, inactive
from grognard.systems.goss.words import called


@dataclass(frozen=True, slots=True)
class Surplus:
    """A unit that is given up."""

    unit: Piece


class GiveUp(Answer[Gs, Surplus]):
    """A unit of an overstack is eliminated. [6.7.0]"""

    do, rule, order = "give-up", "6.7.0", Surplus
    title, phrase = "Eliminate", "{unit}"

    def __init__(self, h: int) -> None:
        self.hex = h

    def against(self, game: Gs, player: str, order: Surplus) -> list[Refusal]:
        """It must be of that hex, and make it better. [6.7.0]"""
        if order.unit not in own_at(game, self.hex, player):
            text = f"{called(game, order.unit)} is not in {game.board.label(self.hex)}"
            return [Refusal("6.7.0", text)]
        left = [n for n in own_at(game, self.hex, player) if n != order.unit]
        now, then = stacked(game, self.hex), grouping(game, self.hex, left)
        if (then.excess, then.z_excess) == (now.excess, now.z_excess):
            return [Refusal("6.7.0", f"{called(game, order.unit)} is not in excess")]
        return []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Surplus]:
        """Each unit of the hex, the weakest first."""
        names = own_at(game, self.hex, player)
        yield from (Surplus(n) for n in sorted(names, key=lambda n: _worth(game, n)))


def _worth(game: Gs, name: str) -> tuple[int, int, str]:
    counter = counter_of(game, name)
    return (unit_of(game, name).steps, counter.attack + counter.defence, name)


def overstacks_end(game: Gs) -> Procedure:
    """At the end of a Movement or Exploit Phase whoever has moved in it eliminates what is too
    much in any hex. [6.7.0]"""
    mine = inactive(game) if game.segment.kind in INACTIVE else active(game)
    for h in sorted(held(game, mine)):
        while overstacked(game, h) and not _excused(game, h, mine):
            answer = GiveUp(h)
            first = next(
                w for w in answer.ways(game, mine, "") if not answer.against(game, mine, w)
            )
            prompt = f"{game.board.label(h)} is overstacked: eliminate a unit"
            action = yield answer.ask(game, mine, "overstack", prompt, {"weakest": first})
            eliminate(game, answer.order_of(game, action).unit, "6.7.0")


INACTIVE = (
    phases.INACTIVE_RELEASE,
    phases.INACTIVE_COUPS,
    phases.INACTIVE_ROAD,
    phases.INACTIVE_MOVES,
)


def _excused(game: Gs, h: int, side: str) -> bool:
    """An overstack of retreats is mended at the end of the next phase in which units may move; in
    their own Exploit Phase units that are not in Exploit mode may not. [6.0] [6.7.0]"""
    if game.options["retreat-overstack"] != "next-move" or game.segment.kind not in phases.EXPLOITS:
        return False
    return not any(this_phase(game, unit_of(game, n).moved) for n in own_at(game, h, side))
