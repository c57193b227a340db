"""What stands behind a battle in the Advanced Game: headquarters, and aircraft. [18.2.1] [23.5]"""

from __future__ import annotations

from grognard.players.staff.nextwar.chances import THOUSAND, passage
from grognard.players.staff.nextwar.estimate import Estimate
from grognard.players.staff.nextwar.prices import Prices
from grognard.systems.nextwar.aircraft import AIR, SUPPORT
from grognard.systems.nextwar.airpower.ranges import reaches
from grognard.systems.nextwar.airpower.wings import aloft, rating, ready, weasel
from grognard.systems.nextwar.combat import air_support, support
from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.support import Commitment
from grognard.systems.nextwar.command.support import ATTACKING, DEFENDING
from grognard.systems.nextwar.defenses.package import SUPPORT as MISSION
from grognard.systems.nextwar.defenses.package import Package

Flight = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Those who support, those who escort them, and Wild Weasels. [23.5-p1]"""
NOBODY: Flight = ((), (), ())


class Behind:
    """What could support a side in a battle, and what that costs; reckoned once for a hex."""

    def __init__(self, estimate: Estimate) -> None:
        self.estimate, self.seat = estimate, estimate.seat
        self.game, self.prices = estimate.seat.table, Prices(estimate.seat)
        self.house = estimate.seat.doctrine.support
        self._flown: dict[tuple[int, Flight], tuple[int, int]] = {}

    def staffs(self, battle: Battle, side: str) -> list[tuple[str, ...]]:
        """The headquarters that could support: none, the best, the best two. [18.2.1]"""
        if not self.seat.scenario.advanced:
            return [()]
        most = ATTACKING if side == battle.side else DEFENDING
        able = support.hqs(self.game, battle, side)
        able.sort(key=lambda n: (-self.seat.strength_of(n), n))
        return [tuple(able[:count]) for count in range(min(most, len(able)) + 1)]

    def flights(self, battle: Battle, side: str) -> list[Flight]:
        """The missions worth a thought: nobody, the best one, the best two, and guarded."""
        if not self.game.scenario.air_units:
            return [NOBODY]
        able = air_support.supporters(self.game, battle, side)
        most, found = air_support.cap(battle, side), [NOBODY]
        for count in range(1, min(most, len(able)) + 1):
            found.append((tuple(able[:count]), (), ()))
        escorts, weasels = self.guards(battle, side)
        if able and (escorts or weasels):
            found.append((tuple(able[:most]), escorts, weasels))
        return found

    def guards(self, battle: Battle, side: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """A Wild Weasel if there is one, and an escort if the enemy has fighters up. [23.1]"""
        game, h = self.game, battle.hex
        with_them = [n for n in ready(game, side) if weasel(game, n) and reaches(game, n, h)]
        up = [n for n in aloft(game, side) if reaches(game, n, h)]
        up.sort(key=lambda n: (-rating(game, n, AIR), n))
        wanted = bool(aloft(game, game.scenario.other(side)))
        return tuple(up[:1]) if wanted else (), tuple(with_them[:1])

    def brought(self, battle: Battle, side: str, flight: Flight) -> tuple[int, int]:
        """The points that a flight brings on the mean, and what it risks, both in thousandths.
        [23.5-p2]"""
        key = battle.hex, flight
        if key not in self._flown:
            self._flown[key] = self._fly(battle, side, flight)
        return self._flown[key]

    def _fly(self, battle: Battle, side: str, flight: Flight) -> tuple[int, int]:
        names, escorts, weasels = flight
        package = Package(side, MISSION, battle.hex, names, escorts, weasels)
        points = price = 0
        for name in names:
            found = passage(self.seat, package, name)
            value = rating(self.game, name, SUPPORT)
            points += sum(
                likely * max(0, value - drm) for drm, likely in found.through.items()
            )  # fmt: skip
            price += self.prices.step(name) * found.steps // THOUSAND
            price += self.prices.abort(name) * found.back // THOUSAND + self.house.sortie * value
        return points, price + self.house.weasel * len(weasels)


def ordered(order: Commitment, hqs: tuple[str, ...], flight: Flight) -> Commitment:
    """A commitment with headquarters and aircraft."""
    names, escorts, weasels = flight
    return Commitment(
        order.guns, order.air, order.helicopters, order.ships, hqs, "", names, escorts, weasels
    )  # fmt: skip
