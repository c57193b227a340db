"""Barrages: the guns fire where an attack will follow, or where an attacker gathers. [10.0]

A barrage costs supply, so it must raise what the attack promises by more than that; in Reaction it
must be likely to spoil what the enemy has in hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Action
from grognard.players.staff.ocs.assault import Draft, beside, drafts
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.estimate import THOUSAND, Estimate
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.situation import Foe
from grognard.systems.ocs.barrage import artillery
from grognard.systems.ocs.barrage.artillery import Barrage, Shelling
from grognard.systems.ocs.barrage.weight import AT_UNITS
from grognard.systems.ocs.pieces.values import barrage_strength
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.units import DG


class Barrages:
    """The barrages of one segment, the most useful first."""

    def __init__(self) -> None:
        self.done: set[int] = set()

    def order(self, seat: OcsSeat) -> Action | None:
        """The next barrage that is worth its supply."""
        guns = artillery.ready(seat.table, seat.side)
        if not guns or not seat.situation.foes:
            return None
        planned = {draft.target: draft for draft in drafts(seat, beside(seat))}
        found = []
        for h, foe in seat.situation.foes.items():
            if h in self.done:
                continue
            bearing = self.bearing(seat, guns, h)
            if bearing:
                found += self.fires(seat, foe, planned.get(h), bearing)
        for gain, h, chosen in sorted(found, key=lambda row: (-row[0], row[1], row[2])):
            action = seat.write(Barrage, Shelling(chosen, h, AT_UNITS))
            if gain > 0 and seat.may(action):
                self.done.add(h)
                return action
        return None

    def bearing(self, seat: OcsSeat, guns: Sequence[str], h: int) -> list[str]:
        """The guns in range of a hex, the strongest first. [10.1a]"""
        near = [
            name
            for name in guns
            if 1 <= seat.board.distance(seat.unit(name).hex, h) <= seat.counter(name).range
        ]
        return sorted(near, key=lambda n: (-barrage_strength(seat.table, n).total, n))

    def fires(
        self, seat: OcsSeat, foe: Foe, draft: Draft | None, guns: Sequence[str]
    ) -> list[tuple[int, int, tuple[str, ...]]]:
        """What it would gain to fire with the strongest gun, with two, and so on."""
        estimate, budget = Estimate(seat), Budget(seat)
        spotted = any(b in seat.situation.at for b in seat.board.around(foe.hex))
        found = []
        points = 0
        for count, name in enumerate(guns, 1):
            points += int(barrage_strength(seat.table, name).total)
            if points < 1:
                continue
            price = estimate.barrage_price(points)
            if not budget.affords(price):
                break
            shaken, steps = estimate.barrage(foe.hex, points, spotted)
            gain = self.gain(seat, foe, draft, shaken, steps) - price * budget.price
            found.append((gain, foe.hex, tuple(guns[:count])))
            if shaken >= seat.doctrine.fire.sure:
                break
        return found

    def gain(self, seat: OcsSeat, foe: Foe, draft: Draft | None, shaken: int, steps: int) -> int:
        """What disorder and losses of a stack are worth now."""
        seen = seat.sightings[foe.hex]
        foe_step = max(2, foe.attack, foe.defence) / foe.steps
        value = int(steps * foe_step)
        if seen.mode == DG:
            return value
        if draft is not None and seat.kind != phases.REACTION_BARRAGE and draft.shaken > 0:
            better = draft.shaken - max(0, draft.score)
            return value + shaken * better // THOUSAND
        return value + shaken * foe.attack * seat.doctrine.fire.harass // THOUSAND
