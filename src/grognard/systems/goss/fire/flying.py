"""Ground support missions: aircraft in place of artillery. [11.4.3] [20.2.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece
from grognard.systems.goss.air.strikes import en_route
from grognard.systems.goss.charts import number
from grognard.systems.goss.fire.barrage import FROM_AIR, spotters
from grognard.systems.goss.fire.capacity import capacity, most_flights
from grognard.systems.goss.fire.conducting import conduct
from grognard.systems.goss.fire.mission import AIR, Mission
from grognard.systems.goss.fire.spotting import (
    against_lost_spotter,
    against_spotter,
    against_target,
    sight_of,
)
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import SIDES, SideStatus
from grognard.systems.goss.turn.calendar import dark
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.weather.effects import effective_points

PER_POINT = 2
"""The mission points of an air point. [11.4.3]"""


@dataclass(frozen=True, slots=True)
class Flight:
    """A hex, the air points of a mission, and of a second one; the spotter (none: from the air);
    escorts of each."""

    hex: Hex
    ap: int
    second: int = 0
    spotter: Piece = FROM_AIR
    escort: int = 0

    @property
    def missions(self) -> tuple[int, ...]:
        """The air points of each mission."""
        return (self.ap, self.second) if self.second else (self.ap,)


def limit(game: Gs, side: str) -> int:
    """How many effective air points one mission may have. [11.4.3]"""
    return number(game.scenario.tables, "ground-support-limit", side, "ap")


def stock(game: Gs, side: str) -> SideStatus:
    """What a side has in the air today. [20.1.1]"""
    return game.state[SIDES].get(side) or SideStatus()


def best(game: Gs, side: str, points: int) -> int:
    """The fewest air points, of so many, that make the most of one mission today; 0 if they are
    worth nothing. [11.4.3] [19.3.2]"""
    worth = min(effective_points(game, points), limit(game, side))
    if not worth:
        return 0
    return next(n for n in range(points + 1) if effective_points(game, n) == worth)


class GroundSupport(Verb[Gs, Flight]):
    """Aircraft attack a hex that is observed. [11.4.3] [20.2.1]"""

    do, rule, title, order = "ground-support", "11.4.3", "Ground support mission", Flight
    phrase = ("{ap} AP at {hex}, observed by {spotter}", "{ap} AP at {hex}")
    stakes, rank = "dice", 20

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Whoever can spot, while there are air points."""
        if dark(game) or not best(game, player, stock(game, player).gs):
            return []
        return list(spotters(game, player))

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Flight]:
        """One mission as strong as may be, or two."""
        points = stock(game, player).gs
        one = best(game, player, points)
        two = best(game, player, points - one)
        for h in spotters(game, player).get(actor, ()):
            yield Flight(h, one, spotter=actor)
            if two:
                yield Flight(h, one, two, actor)

    def against(self, game: Gs, player: str, order: Flight) -> list[Refusal]:
        """Target, spotter, capacity and air points. [11.2.4] [11.4.3]"""
        found = against_target(game, player, order.hex)
        found = found or against_spotter(game, player, order.spotter, order.hex)
        found = found or against_lost_spotter(game, order.spotter)
        return found or self._points(game, player, order)

    def _points(self, game: Gs, player: str, order: Flight) -> list[Refusal]:
        label = game.board.label(order.hex)
        if dark(game):
            return [Refusal("20.1.0", "nobody flies at night")]
        if this_phase(game, status(game, order.hex).bombed):
            return [Refusal("11.2.3", f"aircraft have attacked {label} in this phase")]
        level = capacity(game, order.spotter, sight_of(game, player, order.spotter, order.hex))
        most = most_flights(game, level)
        if len(order.missions) > most:
            text = f"a {level} mission has room for {most}, not for {len(order.missions)}"
            return [Refusal("11.4.3", text)]
        spent = sum(order.missions)
        if order.escort < 0 or min(order.missions) <= 0:
            return [Refusal("form", "air points are counted from one")]
        if spent > stock(game, player).gs:
            return [Refusal("11.4.3", f"there are {stock(game, player).gs} AP for ground support")]
        if order.escort * len(order.missions) > stock(game, player).asup:
            return [Refusal("20.2.1", f"there are {stock(game, player).asup} AP for escorts")]
        worth = [effective_points(game, ap) for ap in order.missions]
        if min(worth) < 1:
            return [Refusal("11.4.3", "so few AP come to nothing in this sky")]
        if max(worth) > limit(game, player):
            text = f"a mission has {limit(game, player)} effective AP at most"
            return [Refusal("11.4.3", text)]
        return []

    def carry_out(self, game: Gs, player: str, order: Flight) -> Procedure:
        """The points are used, whatever comes of it; each mission that arrives is one volley.
        [11.4.3] [20.2.1]"""
        mine = stock(game, player)
        escorts = order.escort * len(order.missions)
        left = replace(mine, gs=mine.gs - sum(order.missions), asup=mine.asup - escorts)
        game.put(SIDES, player, left)
        sight = sight_of(game, player, order.spotter, order.hex)
        worth = tuple(effective_points(game, ap) for ap in order.missions)
        h, arrived = yield from en_route(game, player, order.hex, worth, order.escort)
        volleys = tuple(PER_POINT * ap for ap in arrived if ap)
        if h >= 0 and volleys:
            mission = Mission(AIR, player, h, order.spotter, sight, volleys=volleys)
            yield from conduct(game, mission)
