"""Hip shoots: one aircraft bombs what is about to be overrun. [14.7d(A)]

They come before the overruns: disorder halves the defence, and turns an overrun that is not worth
trying into one that is.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action
from grognard.players.staff.attack_planner import Force
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.estimate import Estimate
from grognard.players.staff.ocs.overruns import Charge, Overruns, floor_of
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.strikes import Targets
from grognard.players.staff.ocs.wings import THOUSAND, Wing, ready
from grognard.players.staff.situation import Foe
from grognard.systems.ocs.air.air_barrage import Bombing, HipShoot
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.pieces import planes
from grognard.systems.ocs.units import DG


class Shaken(Overruns):
    """Overruns as they would be against an enemy in disorder."""

    def score(
        self, seat: OcsSeat, estimate: Estimate, budget: Budget, foe: Foe, force: Force, up: bool
    ) -> int:
        """What an overrun promises after a hip shoot."""
        plain = super().score(seat, estimate, budget, foe, force, up)
        better = estimate.score(foe, force, overrun=True, shaken=True)
        return plain + better - estimate.score(foe, force, overrun=True)


class HipShoots:
    """The hip shoots of one Movement Segment, each before the overrun it helps."""

    def __init__(self) -> None:
        self.tried: set[tuple[str, int]] = set()

    def order(self, seat: OcsSeat) -> Action | None:
        """The next hip shoot that is worth its risk."""
        wings = self.able(seat)
        if not wings or len(self.tried) >= seat.doctrine.bombs.hips:
            return None
        targets = Targets(seat)
        found = [
            (gain, one.key, h)
            for h, better in self.gains(seat).items()
            for one in wings
            if (gain := self.gain(targets, one, h, better)) > 0 and (one.key, h) not in self.tried
        ]
        for _, key, h in sorted(found, key=lambda row: (-row[0], row[1], row[2])):
            action = seat.write(HipShoot, Bombing(planes=(key,), hex=h, aim=barrage.AT_UNITS))
            if seat.may(action):
                self.tried.add((key, h))
                return action
        return None

    def able(self, seat: OcsSeat) -> list[Wing]:
        """The aircraft that fly hip shoots: of nations that do, no Strat Bombers. [14.7d(B)]"""
        nations = seat.scenario.limits[seat.side].hip_shooters
        if not nations:
            return []
        return [
            one for one in ready(seat)
            if one.points() and not one.strategic
            and planes.plane_of(seat.table, one.key).nation in nations
        ]  # fmt: skip

    def gains(self, seat: OcsSeat) -> dict[int, int]:
        """For each enemy next to own units what disorder would add to the best overrun of him."""
        floor = floor_of(seat)
        plain = best_of(self.charges(seat, Overruns()))
        found = {}
        for h, score in best_of(self.charges(seat, Shaken())).items():
            seen = seat.sightings[h]
            spotted = any(b in seat.situation.at for b in seat.board.around(h))
            if seen.mode != DG and spotted and score > floor:
                found[h] = score - max(0, plain.get(h, 0))
        return found

    def charges(self, seat: OcsSeat, part: Overruns) -> Iterator[Charge]:
        """Every overrun that could be tried."""
        estimate, budget = Estimate(seat), Budget(seat)
        for names, combat_up in part.groups(seat):
            yield from part.charges(seat, estimate, budget, names, combat_up)

    def gain(self, targets: Targets, one: Wing, h: int, better: int) -> int:
        """What one aircraft is worth over a hex, less what it risks. [14.7d(C)]"""
        house = targets.seat.doctrine.bombs
        if targets.seat.board.distance(one.hex, h) > one.range:
            return 0
        value = sum(
            chance * targets.shaken(h, one.points(), True, left)[0] // THOUSAND
            for chance, left in targets.sky.through([one], h)
            if left
        )
        if value < house.hip_least:
            return 0
        price = house.fly + targets.patience + house.hip_rather * one.points()
        return value * better // THOUSAND - targets.sky.danger([one], h) - price


def best_of(charges: Iterator[Charge]) -> dict[int, int]:
    """The best score against each enemy."""
    found: dict[int, int] = {}
    for charge in charges:
        found[charge.target] = max(charge.score, found.get(charge.target, charge.score))
    return found
