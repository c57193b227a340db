"""Hip shoots: one aircraft bombs what is about to be overrun. [14.7d(A)]

They come before the overruns: disorder halves the defence, and turns an overrun that is not worth
trying into one that is.
"""

from __future__ import annotations

from grognard.engine.decision import Action
from grognard.players.staff.attack_planner import Force
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.estimate import Estimate
from grognard.players.staff.ocs.overruns import Overruns, floor_of
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.strikes import Targets
from grognard.players.staff.ocs.wings import THOUSAND, Wing, ready
from grognard.systems.ocs.air.air_barrage import Bombing, HipShoot
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.pieces import planes
from grognard.systems.ocs.units import DG


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
        floor, part, board = floor_of(seat), Overruns(), seat.board
        estimate, budget = Estimate(seat), Budget(seat)
        foes = [
            foe
            for h, foe in seat.situation.foes.items()
            if seat.sightings[h].mode != DG and any(b in seat.situation.at for b in board.around(h))
        ]
        chances: dict[int, list[tuple[Force, bool]]] = {}
        for names, up in part.groups(seat) if foes else ():
            for foe, force in part.chances(seat, names, up, foes):
                chances.setdefault(foe.hex, []).append((force, up))
        found: dict[int, int] = {}
        for h, ways in chances.items():
            foe = seat.situation.foes[h]
            scores = [part.score(seat, estimate, budget, foe, *way, shaken=True) for way in ways]
            if max(scores) <= floor:
                continue
            paid = [i for i, (force, _) in enumerate(ways) if budget.can_pay(force) is not None]
            shaken = max((scores[i] for i in paid), default=floor)
            if shaken > floor:
                plain = max(part.score(seat, estimate, budget, foe, *ways[i]) for i in paid)
                found[h] = shaken - max(0, plain)
        return found

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
