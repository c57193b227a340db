"""Advance after a ground assault. [13.12.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import Path, Piece
from grognard.kit.orders import Nothing
from grognard.systems.goss.assault.battle import Assault, alive
from grognard.systems.goss.assault.retreat import stops_mech
from grognard.systems.goss.assault.suffering import Aftermath
from grognard.systems.goss.assault.terrain import terrains
from grognard.systems.goss.ground import CLEAR, GOOD_ROADS, MAJOR
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.leaders.benefits import farther
from grognard.systems.goss.movement.going import settled
from grognard.systems.goss.observation.cover import entrenched
from grognard.systems.goss.pieces.chain import fuel_state
from grognard.systems.goss.pieces.crossing import class_of, closed_to, crossing, road_for
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import held, units_at
from grognard.systems.goss.pieces.values import attack_designated, counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import EMPTY, LOW, MUD
from grognard.systems.goss.turn.calendar import dark, weather
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import AT, DISMOUNTED, LEG, MECH, PA, UNITS
from grognard.systems.goss.works.collapse import collapses
from grognard.systems.goss.works.garrison import seize

LEG_REACH, MECH_REACH, OTHERS = 2, 4, 1
"""How far prepared units advance, and all others. [13.12.3]"""
WORST = 1
"""How many hexes more a leader gives by night and in mud, at most. [13.12.5b] [13.12.5c]"""


@dataclass(frozen=True, slots=True)
class Pursuit:
    """A unit and the hexes that it advances through, that of the defender first."""

    unit: Piece
    path: Path


@dataclass(frozen=True, slots=True)
class Trail:
    """Where an advance may lead: the hexes that were left behind one after the other, from that of
    the defender; how many hexes may be entered at all; and from which on the way is free.
    [13.12.2] [13.12.3] [13.12.4]"""

    hexes: Path
    most: int
    free: int


def trail(game: Gs, assault: Assault, theirs: Aftermath) -> Trail:
    """The path of advance: that of the retreat; or a free one, as long as there are hits that
    nobody was left to take. [13.12.2] [13.12.3-2] [13.12.4]"""
    left = (assault.hex, *theirs.path[:-1])
    dead = not alive(game, assault.defence.everybody)
    if not dead:
        return Trail(left, len(left), len(left))
    if not theirs.path:
        least = int(game.options["advance-on-death"] == "one")
        return Trail((assault.hex,), max(theirs.unresolved, least), 1)
    left = (assault.hex, *theirs.path)
    return Trail(left, len(left) + theirs.unresolved, len(left))


# ---- who, and how far [13.12.1] [13.12.3]


def reach(game: Gs, name: str) -> int:
    """How many hexes a unit may advance, whatever lies before it: by mode and class, by fuel, one
    at night. [13.12.3] [13.12.5c] [13.12.5d] [7.12.4b] [5.1.2-no-b] [5.2.4]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    mech = class_of(counter, unit) == MECH
    most = OTHERS if unit.mode != PA else MECH_REACH if mech else LEG_REACH
    fuel = fuel_state(game, name)
    if fuel == EMPTY:
        return 0
    on_foot = counter.type.code == AT and unit.transport == DISMOUNTED
    if dark(game) or fuel == LOW or on_foot:
        most = min(most, 1)
    return most


def farthest(game: Gs, name: str, most: int) -> int:
    """How many hexes a unit advances at most, where the path has so many: a leader's hexes come
    after all that fuel, night and mud take off, one by night, but none for those without fuel.
    [23.2.1f] [13.12.5b] [13.12.5c] [13.12.5d]"""
    found, more = min(most, reach(game, name)), farther(game, name)
    return found + (min(more, WORST) if dark(game) else more) if found else 0


def may_advance(game: Gs, assault: Assault) -> list[str]:
    """Attackers who may: those left who have not fallen back, nor into works, did not stand off,
    and did not ferry others over a major river. [13.12.1] [13.5.2] [17.2.2-2]"""
    force = assault.attack
    found = []
    for name in alive(game, force.names):
        start = force.hex_of(name)
        ferries = name in assault.ferries and crossing(game, start, assault.hex).water == MAJOR
        unit = unit_of(game, name)
        stays = unit.hex == start and attack_designated(unit)
        if stays and name not in force.standoff and not ferries:
            found.append(name)
    return found


# ---- which way [13.12.4] [13.12.5]


def ways(
    game: Gs, name: str, assault: Assault, along: Trail, gone: Sequence[Pursuit] = ()
) -> list[Path]:
    """Every way that a unit may advance after others have gone theirs, the short ones first: where
    it ends there must be room, and into or through a constricted hex go no more than it holds.
    [13.12.2] [13.4.3]"""
    start = unit_of(game, name).hex
    paths = [
        path
        for path in _grown(game, name, assault, along, start, ())
        if _room(game, name, path[-1]) and not any(_choked(game, name, h, gone) for h in path)
    ]
    return sorted(paths, key=lambda path: (len(path), path))


def _choked(game: Gs, name: str, h: int, gone: Sequence[Pursuit]) -> bool:
    """Whether as many as it holds have gone into or through a constricted hex. [13.4.3]"""
    if not game.scenario.ground.constricted[h]:
        return False
    before = [one.unit for one in gone if h in one.path]
    return bool(grouping(game, h, (*before, name)).excess)


def _grown(
    game: Gs, name: str, assault: Assault, along: Trail, start: int, path: Path
) -> Iterator[Path]:
    here = path[-1] if path else start
    if path and stops(game, name, path[-2] if len(path) > 1 else start, here):
        return
    around = (assault.hex,) if not path else game.board.around(here)
    for b in around:
        longer = (*path, b)
        ferried = not path and name in assault.ferried  # [17.2.2-2]
        if b in path or b == start or not (ferried or _open(game, name, here, b)):
            continue
        if along_trail(game, name, start, longer, along):
            yield longer
            yield from _grown(game, name, assault, along, start, longer)


def _open(game: Gs, name: str, a: int, b: int) -> bool:
    """Not into enemies, nor where it is prohibited but for a road. [13.12.5]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if b in held(game, other(counter.side)):
        return False
    return not closed_to(game, counter, unit, a, b)


def along_trail(game: Gs, name: str, start: int, path: Path, along: Trail) -> bool:
    """Whether a way is of those that an advance may take: not too long; along the path of retreat,
    or free beyond its end; Mech units may leave it over clear ground and roads, and Recon goes a
    hex farther so. [13.12.3] [13.12.3-3] [13.12.4] [13.12.5b]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    mech = class_of(counter, unit) == MECH
    easy = mech and _easy(game, start, path)
    recon = int(mech and counter.recon and easy and _dry_clear(game, start, path))
    free = easy and game.options["advance-off-path"] == "own"
    if len(path) > farthest(game, name, MECH_REACH if free else along.most + recon):
        return False
    if len(path) > 1 + min(farther(game, name), WORST) and _mired(game, start, path):
        return False
    followed = path[: along.free] == along.hexes[: len(path)]
    return followed or easy


def _easy(game: Gs, start: int, path: Path) -> bool:
    """Whether all hexes of a way are clear, or joined by roads. [13.12.4]"""
    steps = zip((start, *path), path, strict=False)
    return all(
        bool(crossing(game, a, b).road) or set(terrains(game, b)) == {CLEAR} for a, b in steps
    )


def _dry_clear(game: Gs, start: int, path: Path) -> bool:
    """Whether Recon units may go farther: off the road no stream is crossed, and there is nothing
    but vantage points, locations and villages. [13.12.3-3]"""
    ground = game.scenario.ground
    for a, b in zip((start, *path), path, strict=False):
        between = crossing(game, a, b)
        if between.road:
            continue
        built = ground.population[b] not in ("", "location", "village")
        if between.water or built or ground.constricted[b]:
            return False
    return True


def _mired(game: Gs, start: int, path: Path) -> bool:
    """In mud nobody advances more than a hex, unless all of it is along good roads, as the option
    has it. [13.12.5b] [19.4.3]"""
    if weather(game, start).ground != MUD:
        return False
    steps = zip((start, *path), path, strict=False)
    good = all(crossing(game, a, b).road in GOOD_ROADS for a, b in steps)
    return not (good and game.options["mud-advance"] == "roads")


def stops(game: Gs, name: str, a: int, h: int) -> bool:
    """Whether an advance ends in a hex: beside entrenchments, where movement halts, Mech in close
    terrain off the road, Leg behind a river without a bridge. [13.12.5] [13.12.5a] [13.12.3-4]
    [17.4.1e(h)]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    enemy, between = other(counter.side), crossing(game, a, h)
    if any(entrenched(game, enemy, b) for b in game.board.around(h)):
        return True
    if h in front(game, counter.side, counter.side).halts:
        return True
    if class_of(counter, unit) == LEG:
        return not between.dry and between.bridge is None
    return not road_for(game, counter, a, h) and stops_mech(game, h)


def _room(game: Gs, name: str, h: int) -> bool:
    """Whether a unit may stay where its advance ends. [13.12.2] [6.0]"""
    there = [n for n in units_at(game, h) if n != name]
    return grouping(game, h, (*there, name)).fits


# ---- the advance itself


class Advance(Answer[Gs, Pursuit]):
    """A unit advances. [13.12.0]"""

    do, rule, order = "advance", "13.12.0", Pursuit
    title, phrase = "Advance", "{unit} to {end}"

    def __init__(
        self, assault: Assault, along: Trail, able: Sequence[str], gone: Sequence[Pursuit] = ()
    ) -> None:
        self.assault, self.along, self.able = assault, along, tuple(able)
        self.gone = tuple(gone)

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Whoever may still advance."""
        return self.able

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Pursuit]:
        """Its ways, the longest first."""
        for path in reversed(self.trails(game, actor)):
            yield Pursuit(actor, path)

    def trails(self, game: Gs, name: str) -> Sequence[tuple[int, ...]]:
        """All ways of a unit: each order is looked up in them, so they are found once."""
        key = ("advance", name, self.assault.hex, self.along, self.gone)
        maps = ("units", "hexes", "bridges", "hqs")
        return game.cached(key, maps, lambda: ways(game, name, self.assault, self.along, self.gone))

    def against(self, game: Gs, player: str, order: Pursuit) -> list[Refusal]:
        """Who may, which way, and whether there is room. [13.12.1] [13.12.2]"""
        if order.unit not in self.able:
            return [Refusal("13.12.1", f"{order.unit!r} does not advance")]
        if order.path in self.trails(game, order.unit):
            return []
        if order.path and not _room(game, order.unit, order.path[-1]):
            return [Refusal("13.12.2", "there is no room where it would end")]
        return [Refusal(_why(game, order, self.assault, self.along), "no advance goes that way")]


def _why(game: Gs, order: Pursuit, assault: Assault, along: Trail) -> str:
    """The rule that closes a way."""
    if not order.path or order.path[0] != assault.hex:
        return "13.12.2"
    if len(order.path) > farthest(game, order.unit, along.most):
        return "13.12.3"
    return "13.12.4"


class StayBack(Among[Gs, Nothing]):
    """Nobody else advances. [13.12.1]"""

    do, rule, order = "stay-back", "13.12.1", Nothing
    title = phrase = "No further advance"


def advance(game: Gs, assault: Assault, theirs: Aftermath) -> Questions[None]:
    """Attackers advance one by one, as the owner likes. [13.12.0] [13.12.1] [13.12.2]"""
    if units_at(game, assault.hex):
        return
    along, able = trail(game, assault, theirs), may_advance(game, assault)
    gone: list[Pursuit] = []
    while along.most:
        able = [n for n in able if ways(game, n, assault, along, gone)]
        choice, stay = Advance(assault, along, able, gone), StayBack([Nothing()])
        if not able:
            return
        answer = yield stay.ask(
            game, assault.attack.side, "advance", f"Advance into {game.board.label(assault.hex)}?",
            {"nobody": Nothing()}, also=(choice,), slight=True,
        )  # fmt: skip
        if answer["do"] == StayBack.do:
            return
        order = choice.order_of(game, answer)
        able.remove(order.unit)
        gone.append(order)
        enter(game, order)


def enter(game: Gs, order: Pursuit) -> None:
    """A unit goes its way, over bridges that may break, and no further than enemies let it whom it
    could not know: once it is in the defenders' hex it halts as units that move do. A fortified
    area that it enters is lost, and an IP of its side stands there. [13.12.1] [13.12.3-4]
    [17.3.2a] [17.4.1f]"""
    start = here = unit_of(game, order.unit).hex
    side, halt = counter_of(game, order.unit).side, ""
    for h in order.path:
        if collapses(game, (order.unit,), here, h):
            break
        here = h
        seize(game, side, h)
        halt = front(game, side).halts.get(h, "")
        if halt:
            break
    if here == start:
        return
    unit, label = unit_of(game, order.unit), game.board.label
    top = 1 + max((unit_of(game, n).order for n in units_at(game, here)), default=0)
    moved = replace(unit, hex=here, advanced=game.serial, inside=False, order=top)
    game.put(UNITS, order.unit, moved)
    facts = {"unit": order.unit, "side": side, "from": label(start), "to": label(here)}
    game.emit(Event("advance", "13.12.0", facts))
    if halt and here != order.path[-1]:
        told = {"side": side, "units": [order.unit], "hex": label(here)}
        game.emit(Event("halted", halt, told))
    settled(game, (order.unit,))
