"""Ground support missions: aircraft in place of artillery. [11.4.3] [20.2.0] [20.2.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Questions, Verb
from grognard.kit.forms import Hex, Piece
from grognard.systems.goss.air.strikes import en_route
from grognard.systems.goss.air.tracks import grounded, left, may_fly, sector_of, spend
from grognard.systems.goss.charts import number
from grognard.systems.goss.fire.barrage import spotters
from grognard.systems.goss.fire.capacity import capacity, most_flights
from grognard.systems.goss.fire.conducting import conduct
from grognard.systems.goss.fire.mission import AIR, Mission, sub_segment, undeclared
from grognard.systems.goss.fire.picking import FROM_AIR
from grognard.systems.goss.fire.spotting import (
    against_spotter,
    against_target,
    note_spotter,
    sight_of,
)
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.weather.effects import effective_points

PER_POINT = 2
"""The mission points of an air point. [11.4.3]"""


@dataclass(frozen=True, slots=True)
class Flight:
    """A hex, the air points of a mission, and of a second one; the spotter (none: from the air);
    the escorts of each."""

    hex: Hex
    ap: int
    second: int = 0
    spotter: Piece = FROM_AIR
    escort: int = 0
    second_escort: int = 0

    @property
    def missions(self) -> tuple[int, ...]:
        """The air points of each mission."""
        return (self.ap, self.second) if self.second else (self.ap,)

    @property
    def escorts(self) -> tuple[int, ...]:
        """The escorts of each mission."""
        return (self.escort, self.second_escort) if self.second else (self.escort,)


def limit(game: Gs, side: str) -> int:
    """How many effective air points one mission may have. [11.4.3]"""
    return number(game.scenario.tables, "ground-support-limit", side, "ap")


def best(game: Gs, side: str, points: int) -> int:
    """The fewest air points, of so many, that make the most of one mission today; 0 if they are
    worth nothing. [11.4.3] [19.3.2]"""
    worth = min(effective_points(game, points), limit(game, side))
    if not worth:
        return 0
    return next(n for n in range(points + 1) if effective_points(game, n) == worth)


class GroundSupport(Verb[Gs, Flight]):
    """Aircraft attack a hex that is observed, however far. [11.4.3] [11.3.3] [20.2.0] [20.2.1]"""

    do, rule, title, order = "ground-support", "11.4.3", "Ground support mission", Flight
    phrase = ("{ap} AP at {hex}, observed by {spotter}", "{ap} AP at {hex}")
    stakes, rank = "dice", 20

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Whoever can spot, while there are air points."""
        sectors = game.scenario.ground.sectors
        able = any(best(game, player, left(game, player, "gs", one)) for one in sectors)
        if not able or grounded(game, player) is not None:
            return []
        return list(spotters(game, player))

    def possible(self, game: Gs, player: str) -> bool:
        """Whether there is a target, and there are aircraft today: that none are left for it the
        enemy is not to see. [20.1.1]"""
        return may_fly(game, player) and bool(spotters(game, player))

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Flight]:
        """At every hex in sight."""
        for h in spotters(game, player).get(actor, ()):
            yield from self.aimed(game, player, actor, h)

    def aimed(self, game: Gs, player: str, spotter: str, h: int) -> Iterator[Flight]:
        """One mission as strong as may be, or two; with escorts or without."""
        points = left(game, player, "gs", sector_of(game, h))
        one = best(game, player, points)
        two = best(game, player, points - one)
        if not one:
            return
        yield Flight(h, one, spotter=spotter)
        guards = left(game, player, "asup", sector_of(game, h))
        if guards:
            yield Flight(h, one, spotter=spotter, escort=min(2, guards))
        if two:
            yield Flight(h, one, two, spotter)

    def against(self, game: Gs, player: str, order: Flight) -> list[Refusal]:
        """Target, spotter, capacity and air points. [11.2.4] [11.4.3]"""
        found = against_target(game, player, order.hex)
        found = found or against_spotter(game, player, order.spotter, order.hex)
        found = found or out_of_command(game, order.spotter)
        return found or self._hex(game, player, order)

    def _hex(self, game: Gs, player: str, order: Flight) -> list[Refusal]:
        """Once in a phase; and the inactive player sends no aircraft where his ships have fired.
        [11.2.3]"""
        label, found = game.board.label(order.hex), status(game, order.hex)
        if this_phase(game, found.bombed):
            return [Refusal("11.2.3", f"aircraft have attacked {label} in this phase")]
        if one_or_other(game) and this_phase(game, found.shelled):
            return [Refusal("11.2.3", f"ships have fired at {label} in this phase")]
        undone = undeclared(game, order.hex, AIR)
        if undone:
            return undone
        sight = sight_of(game, player, order.spotter, order.hex)
        most = most_flights(game, capacity(game, order.spotter, sight))
        return against_flight(game, player, order, most)

    def carry_out(self, game: Gs, player: str, order: Flight) -> Procedure:
        """The missions are flown. [20.2.1]"""
        yield from fly(game, player, order, sight_of(game, player, order.spotter, order.hex))


def one_or_other(game: Gs) -> bool:
    """Whether a hex gets aircraft or ships, and not both: from the inactive player. [11.2.3]"""
    return sub_segment(game) == 2 and game.options["air-or-naval"] == "one"


def out_of_command(game: Gs, spotter: str) -> list[Refusal]:
    """A unit that is OoC does not observe for aircraft and ships. [9.8.0]"""
    if not spotter or not unit_of(game, spotter).ooc:
        return []
    text = f"{spotter} is out of command, and observes for no aircraft and ships"
    return [Refusal("9.8.0", text)]


def against_flight(game: Gs, player: str, order: Flight, most: int) -> list[Refusal]:
    """What speaks against the points of missions, where there is room for so many; how far they fly
    does not matter, but points of a sector stay in it. [11.2.4] [11.3.3] [11.4.3] [20.1.2]
    [20.2.1]"""
    why = grounded(game, player)
    if why is not None:
        return [why]
    if len(order.missions) > most:
        return [Refusal("11.4.3", f"there is room for {most}, not for {len(order.missions)}")]
    if min(order.missions) <= 0 or min(order.escort, order.second_escort) < 0:
        return [Refusal("form", "air points are counted from one")]
    sector = sector_of(game, order.hex)
    there, guards = left(game, player, "gs", sector), left(game, player, "asup", sector)
    if sum(order.missions) > there:
        return [Refusal("11.4.3", f"there are {there} AP for ground support")]
    if sum(order.escorts) > guards:
        return [Refusal("20.2.1", f"there are {guards} AP for escorts")]
    worth = [effective_points(game, ap) for ap in order.missions]
    if min(worth) < 1:
        return [Refusal("11.4.3", "so few AP come to nothing in this sky")]
    if max(worth) > limit(game, player):
        text = f"a mission has {limit(game, player)} effective AP at most"
        return [Refusal("11.4.3", text)]
    return []


def fly(game: Gs, player: str, order: Flight, sight: str) -> Questions[None]:
    """The points are used, whatever comes of it; each mission that arrives is one volley, and those
    that go astray hit another hex, whoever is in it. [11.4.3] [20.1.2] [20.2.1] [20.2.3-2]"""
    sector = sector_of(game, order.hex)
    spend(game, player, sector, gs=sum(order.missions), asup=sum(order.escorts))
    note_spotter(game, order.spotter, order.hex)
    game.put(HEXES, order.hex, replace(status(game, order.hex), bombed=game.serial))
    worth = tuple(effective_points(game, ap) for ap in order.missions)
    found = yield from en_route(game, player, order.hex, worth, order.escorts)
    on_target = tuple(PER_POINT * ap for h, ap in found if h == order.hex)
    astray = [(h, (PER_POINT * ap,)) for h, ap in found if h not in (order.hex, -1)]
    for h, volleys in ([(order.hex, on_target)] if on_target else []) + astray:
        yield from conduct(game, Mission(AIR, player, h, order.spotter, sight, volleys=volleys))
