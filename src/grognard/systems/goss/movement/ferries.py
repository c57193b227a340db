"""Ferries: engineers take Leg units over water. [17.2.0]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece, Pieces
from grognard.systems.goss.ground import GREAT, MAJOR, RIVER, STREAM
from grognard.systems.goss.halts.crossings import bridged, road
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.movement.allowance import LEG
from grognard.systems.goss.movement.eligible import moved_now, unable
from grognard.systems.goss.movement.going import settled, went
from grognard.systems.goss.movement.land import prices, toll_beside
from grognard.systems.goss.movement.marching import Stride, Walk, closed
from grognard.systems.goss.movement.pa import against_setting_out as against_prepared
from grognard.systems.goss.movement.pa import placed
from grognard.systems.goss.movement.parties import Course, Party, company, courses, parties
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.units import OOS, PA, TAC, UNITS, Unit
from grognard.systems.goss.words import called

FERRIED = {STREAM: "stream ferried", RIVER: "river ferried", MAJOR: "major river ferried"}
"""The rows of the terrain effects chart for those who are ferried. [17.2.1] [17.2.2]"""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Units, the engineers who ferry them, and the hex beyond the water."""

    units: Pieces
    engineer: Piece
    hex: Hex


class Ferry(Verb[Gs, Crossing]):
    """Engineers ferry a Leg unit over a stream or a river. [17.2.1] [17.2.2]"""

    do, rule, order = "ferry", "17.2.1", Crossing
    title, phrase = "Ferry", "{engineer} ferries {units} to {hex}"
    mode = TAC

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether it is a Leg unit beside water with engineers at hand."""
        return any(True for _ in self.ways(game, player, actor))

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Crossing]:
        """Over each water next to it, by each engineer who began the phase beside it. [17.2.1]"""
        here, mode = unit_of(game, actor).hex, unit_of(game, actor).mode
        posts = posted(game, player, mode) if mode == self.mode else {}
        near = [h for h in (here, *game.board.around(here)) if h in posts] if posts else []
        if not near:
            return
        wet = [b for b in game.board.around(here) if ferried_over(game, here, b)]
        for _, name, begun in sorted((place, n, h) for h in near for place, n in posts[h]):
            yield from (Crossing((actor,), name, b) for b in wet if begun in (here, b))

    def against(self, game: Gs, player: str, order: Crossing) -> list[Refusal]:
        """The unit, the engineers, and the water. [17.2.0]"""
        wrong = self.against_units(game, player, order.units)
        wrong = wrong or against_engineer(game, player, order, self.mode)
        if wrong:
            return wrong
        found = crossed(game, player, order)
        return [found] if isinstance(found, Refusal) else []

    def against_units(self, game: Gs, player: str, names: Sequence[str]) -> list[Refusal]:
        """Leg units that may move as one. [17.2.0]"""
        wrong = company(game, player, names)
        return wrong or [r for n in names if (r := unable(game, n)) is not None]

    def carry_out(self, game: Gs, player: str, order: Crossing) -> Procedure:
        """They are over the water. [17.2.1]"""
        made = crossed(game, player, order)
        assert isinstance(made, Walk)
        start = unit_of(game, order.units[0]).hex
        _worked(game, order, start)
        yield from went(game, player, order.units, (order.hex,), (made,))


def ferried_over(game: Gs, a: int, b: int) -> str:
    """The water that engineers ferry over between two neighbours: a great river only by an option,
    and then as a major one. [17.2.1] [17.2.2] [17.2.3]"""
    water = game.scenario.ground.water(a, b)
    if water == GREAT and game.options["great-river-ferry"] == "yes":
        return MAJOR
    return water if water in FERRIED else ""


def engineers(game: Gs, side: str, mode: str) -> Sequence[str]:
    """Engineers who could ferry: supplied, fresh, in the right mode, and at no work. [17.2.0]"""
    key = "ferrying", side, mode
    return game.cached(
        key, (UNITS.name,), lambda: [n for n in on_map(game, side) if ferrier(game, n, mode)]
    )


def posted(game: Gs, side: str, mode: str) -> Mapping[int, Sequence[tuple[int, str]]]:
    """Where they began the phase, each with their place among all. [17.2.1]"""

    def compute() -> dict[int, list[tuple[int, str]]]:
        found: dict[int, list[tuple[int, str]]] = {}
        for place, name in enumerate(engineers(game, side, mode)):
            found.setdefault(begun_at(game, unit_of(game, name)), []).append((place, name))
        return found

    return game.cached(("ferries posted", side, mode), (UNITS.name, "clock"), compute)


def ferrier(game: Gs, name: str, mode: str) -> bool:
    """Whether a unit is such engineers. [17.2.0]"""
    counter = counter_of(game, name)
    if not counter.engineer or counter.afv:
        return False
    unit = unit_of(game, name)
    return unit.supply != OOS and not unit.fatigue and unit.mode == mode and not unit.task


def begun_at(game: Gs, unit: Unit) -> int:
    """Where a unit began the phase."""
    return unit.start if moved_now(game, unit) and unit.start >= 0 else unit.hex


def ferried_by(game: Gs, unit: Unit) -> int:
    """How many a unit of engineers has taken over in this phase. [17.2.1]"""
    return abs(unit.ferries) if this_phase(game, unit.ferried) else 0


def against_engineer(game: Gs, player: str, order: Crossing, mode: str) -> list[Refusal]:
    """Why engineers cannot ferry: they began the phase beside the water, have not moved, and each
    of their steps takes one unit over; over a major river both began in one hex. [17.2.1]
    [17.2.2]"""
    name = order.engineer
    if name not in on_map(game, player) or not ferrier(game, name, mode):
        return [Refusal("17.2.0", f"{called(game, name)} cannot ferry anybody")]
    unit, here = unit_of(game, name), unit_of(game, order.units[0]).hex
    begun, itself = begun_at(game, unit), name in order.units
    water = ferried_over(game, here, order.hex) if _beside(game, here, order.hex) else ""
    barred = (
        (begun not in (here, order.hex), "did not begin the phase beside that water"),
        (moved_now(game, unit) and not itself, "has moved"),
        (ferried_by(game, unit) >= max(unit.steps, 1), "has taken over as many as it can"),
        (itself and ferried_by(game, unit) > 0, "has ferried others, and not itself"),
        (water == MAJOR and begun != begun_at(game, unit_of(game, order.units[0])),
         "did not begin the phase with them"),
    )  # fmt: skip
    return [
        Refusal("17.2.2" if water == MAJOR else "17.2.1", f"{called(game, name)} {why}")
        for holds, why in barred
        if holds
    ]


def _beside(game: Gs, a: int, b: int) -> bool:
    return game.board.adjacent(a, b)


def crossed(game: Gs, player: str, order: Crossing) -> Walk | Refusal:
    """The step over the water and what it costs: streams nothing, rivers one MP, a major river the
    whole MA; nobody is ferried over a great one. [17.2.1] [17.2.2] [17.2.3]"""
    bands = parties(game, order.units)
    if len(bands) > 1 or bands[0].gait != LEG:
        return Refusal("17.2.0", "engineers ferry Leg units")
    party = bands[0]
    a, b = party.hex, order.hex
    course = courses(game, party, player)[-1]
    shut = closed(game, party, course, a, b, player)
    if shut is not None:
        return shut
    water = ferried_over(game, a, b)
    if not water:
        rule = "17.2.3" if game.scenario.ground.water(a, b) == GREAT else "17.2.0"
        return Refusal(rule, f"nobody is ferried to {game.board.label(b)}")
    if bridged(game, a, b) and road(game, a, b):
        return Refusal("17.2.0", "there is a bridge")
    return _priced(game, player, party, course, b, water)


def _priced(
    game: Gs, player: str, party: Party, course: Course, b: int, water: str
) -> Walk | Refusal:
    price, a = prices(game, party, course), party.hex
    terrain = price.entry(b)
    if terrain is None:
        return Refusal("7.2.0", f"{game.board.label(b)} is closed to Leg units")
    if water == MAJOR:
        if not party.fresh:
            return Refusal("17.2.2", "a major river takes the whole MA")
        return Walk(course, (Stride(b, b, course.whole, "17.2.2"),), None, True)
    near = front(game, party.side, player, party.ignored)
    narrow = (price.cost("constricted") or 0) * (price.narrow(a) + price.narrow(b))
    foreign = (price.cost("enemy Ft Area") or 0) * (price.foreign(a) + price.foreign(b))
    cost = terrain + (price.cost(FERRIED[water]) or 0) + narrow + foreign + course.toll
    cost += toll_beside(game, party, near, b)
    if cost > course.left:
        return Refusal("7.2.0", f"{called(game, party.names[0])} has not enough MP")
    truth = front(game, party.side, None, party.ignored).halts
    halt = "" if party.cdo else truth.get(b, "")
    return Walk(course, (Stride(b, b, cost, halt),), None, False, True)


def _worked(game: Gs, order: Crossing, start: int) -> None:
    """Engineers have taken somebody over, with whom others that stack with him for free count as
    one; over a major river they do not move any more in this player turn. [17.2.1] [17.2.2]
    [6.2.0]"""
    unit = unit_of(game, order.engineer)
    count = ferried_by(game, unit) + bool({*order.units} - {order.engineer})
    major = ferried_over(game, start, order.hex) == MAJOR
    changed = replace(unit, ferried=game.serial, ferries=-count if major else count)
    game.put(UNITS, order.engineer, changed)
    facts = {"units": list(order.units), "by": order.engineer, "hex": game.board.label(order.hex)}
    game.emit(Event("ferried", "17.2.2" if major else "17.2.1", facts))


class PreparedFerry(Ferry):
    """Engineers in PA mode ferry Leg units that move in PA mode. [5.2.3] [17.2.1]"""

    rule = "5.2.3"
    mode = PA

    def against_units(self, game: Gs, player: str, names: Sequence[str]) -> list[Refusal]:
        """Units in PA mode that have not moved. [5.2.3]"""
        wrong = against_prepared(game, player, names)
        if wrong or not any(moved_now(game, unit_of(game, n)) for n in names):
            return wrong
        return [Refusal("5.2.3", "they have moved")]

    def carry_out(self, game: Gs, player: str, order: Crossing) -> Procedure:
        """They are over the water. [17.2.1]"""
        start = unit_of(game, order.units[0]).hex
        _worked(game, order, start)
        placed(game, order.units, start, (order.hex,))
        label = game.board.label
        facts = {
            "side": player, "units": list(order.units), "from": label(start),
            "to": label(order.hex), "path": [label(order.hex)],
        }  # fmt: skip
        game.emit(Event("move", "5.2.3", facts))
        settled(game, order.units)
        yield from ()
