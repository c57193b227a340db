"""PA movement: by hexes, not by points. [5.2.3]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import Along
from grognard.systems.goss.charts import number
from grognard.systems.goss.ground import GOOD_ROADS, ROUGH, ROUGH2
from grognard.systems.goss.halts.crossings import lay, road
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.modes.entering import PA_TABLE, pa_hexes
from grognard.systems.goss.movement.allowance import ANY, LEG, OFF
from grognard.systems.goss.movement.eligible import moved_now, unable
from grognard.systems.goss.movement.going import settled
from grognard.systems.goss.movement.land import forbidden
from grognard.systems.goss.movement.marching import unseen_and_supplied
from grognard.systems.goss.movement.network import Kind, Prices
from grognard.systems.goss.movement.parties import Course, Party, company, parties
from grognard.systems.goss.movement.roadspace import CLOSED, room
from grognard.systems.goss.movement.scouting import scouts_stop
from grognard.systems.goss.pieces.stacking import together
from grognard.systems.goss.pieces.stacks import holder, on_map, units_at
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import FREEZE, MUD, SNOW
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import AT, ATLEG, UNITS
from grognard.systems.goss.words import called
from grognard.systems.goss.works.collapse import collapses
from grognard.systems.goss.works.garrison import passed

PASSABLE = frozenset({"clear", ROUGH, ROUGH2})
"""The terrain in which vehicles need not stop off the roads. [5.2.3]"""
NO_COURSE = Course(ANY, 0, 0, 0)


class PreparedMove(Verb[Gs, Along]):
    """Units in PA mode move by hexes, until they come next to an enemy. [5.2.3]"""

    do, rule, order = "move", "5.2.3", Along
    title, phrase, plural = "Move", "{units} to {end}", "moves"
    button = "Move to {end}"
    role, rank, shows_reach, alone = "march", 20, True, True

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether it is in PA mode and may still move."""
        return unable(game, actor) is None and _left(game, actor) > 0

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Along]:
        """A unit, with those that it is one with or alone, to each hex."""
        group = together(game, actor)
        for names in dict.fromkeys((group if group[0] == actor else (actor,), (actor,))):
            if not against_setting_out(game, player, names):
                for path in prepared_paths(game, names, player):
                    yield Along(names, path)

    def against(self, game: Gs, player: str, order: Along) -> list[Refusal]:
        """Who goes together, how many hexes, and each of them. [5.2.3]"""
        wrong = against_setting_out(game, player, order.units)
        if wrong or not order.path:
            return wrong or [Refusal("form", "a path names at least the hex to go to")]
        found = against_path(game, order.units, order.path, player)
        return [] if found is None else [found]

    def carry_out(self, game: Gs, player: str, order: Along) -> Procedure | None:
        """Go as far as nothing unknown stops them. [5.2.3]"""
        start, gone = unit_of(game, order.units[0]).hex, 0
        vehicles = [n for n in order.units if mech(counter_of(game, n), unit_of(game, n))]
        for place in range(len(order.path)):
            a = order.path[place - 1] if place else start
            barred = against_path(game, order.units, order.path[: place + 1], None)
            if barred is not None or collapses(game, vehicles, a, order.path[place]):
                break
            gone = place + 1
        placed(game, order.units, start, order.path[:gone])
        label = game.board.label
        facts = {
            "side": player, "units": list(order.units), "from": label(start),
            "to": label(order.path[gone - 1]) if gone else label(start),
            "path": [label(h) for h in order.path[:gone]],
        }  # fmt: skip
        game.emit(Event("move", "5.2.3", facts))
        settled(game, order.units)
        scouts_stop(game, order.units)
        return None


def _left(game: Gs, name: str) -> int:
    """How many hexes a unit has left. [5.2.3]"""
    unit = unit_of(game, name)
    return most(game, name) - (unit.hexes if moved_now(game, unit) else 0)


def most(game: Gs, name: str) -> int:
    """How many hexes a unit moves in PA mode; AT guns on foot or that are Leg class one. [5.2.3]
    [7.12.4a] [7.12.4b]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    slow = counter.type.code == ATLEG or (counter.type.code == AT and unit.transport)
    return 1 if slow else pa_hexes(game, name)


def against_setting_out(game: Gs, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why units may not move together in PA mode. [5.2.3] [6.2.0]"""
    wrong = company(game, player, names)
    return wrong or [r for n in names if (r := unable(game, n)) is not None]


def against_path(
    game: Gs, names: Sequence[str], path: Sequence[int], viewer: str | None
) -> Refusal | None:
    """The first reason against a path. [5.2.3] [5.2.3-leg] [5.2.3-mech] [5.2.3-stop]"""
    name = called(game, names[0])
    if len(path) > min(_left(game, n) for n in names):
        return Refusal("5.2.3", f"{name} has no more hexes to go in PA mode")
    start = unit_of(game, names[0]).hex
    ways = list(zip((start, *path), path, strict=False))
    vehicles = [n for n in names if mech(counter_of(game, n), unit_of(game, n))]
    gone = unit_of(game, names[0]).hexes if moved_now(game, unit_of(game, names[0])) else 0
    mud = weather(game, start).ground == MUD and bool(vehicles)
    far = number(game.scenario.tables, PA_TABLE, "Mech in mud off good roads", "hexes")
    if mud and len(path) + gone > far:
        good = [road(game, a, b) in GOOD_ROADS for a, b in ways]
        if not all(good) or (gone and unit_of(game, names[0]).course != "good"):
            return Refusal("5.2.3-mech", f"in mud {name} goes a second hex on good roads only")
    for party in parties(game, names):
        for place, (a, b) in enumerate(ways):
            found = _against_step(game, party, a, b, viewer, place > 0)
            if found is not None:
                return found
    return None


def _against_step(
    game: Gs, party: Party, a: int, b: int, viewer: str | None, on: bool
) -> Refusal | None:
    """Why a step of PA movement cannot be made; `on` if it is not the first. [5.2.3]"""
    board, name = game.board, called(game, party.names[0])
    if not board.adjacent(a, b):
        return Refusal("7.5.0", f"{board.label(b)} does not adjoin {board.label(a)}")
    if holder(game, b) == other(party.side):
        return Refusal("7.5.0", f"an enemy unit is in {board.label(b)}")
    near = front(game, party.side, viewer, party.ignored)
    if on and (a in near.beside or a in near.halts):
        return Refusal("5.2.3", f"{name} must stop in {board.label(a)}, next to an enemy")
    if on and party.gait != LEG and not _open(game, a):
        came = unit_of(game, party.names[0]).hex
        if not road(game, came, a):
            return Refusal("5.2.3-stop", f"{name} must stop in {board.label(a)}, off the road")
    rule = forbidden(game, party, near, a, b)
    if rule:
        return Refusal(rule, f"{name} cannot go from {board.label(a)} to {board.label(b)}")
    if not passable(game, party, a, b):
        return Refusal("5.2.3", f"{board.label(b)} is closed to {name} from there")
    if room(game, party, b) == CLOSED:
        return Refusal("5.5.5", f"a Mech unit in Strat mode is in {board.label(b)}")
    return unseen_and_supplied(game, party, NO_COURSE, a, b)


def passable(game: Gs, party: Party, a: int, b: int) -> bool:
    """Whether units could go from hex to hex by tactical movement. [5.2.3]"""
    frozen = weather(game, a).ground in (SNOW, FREEZE)
    gait = LEG if party.gait == LEG else OFF
    price = Prices(game.scenario.ground, lay(game), Kind(gait, ANY, party.side, frozen=frozen))
    by_road = bool(price.road(a, b))
    if party.gait != LEG and party.heavy and price.road(a, b) == "trail":
        by_road = not (price.narrow(a) or price.narrow(b))
    return by_road or (price.entry(b) is not None and price.side(a, b) is not None)


def _open(game: Gs, h: int) -> bool:
    """Terrain in which vehicles may go on off the road. [5.2.3]"""
    ground = game.scenario.ground
    narrow = ground.constricted[h] or ground.embanked[h]
    return not narrow and {*ground.terrains[h]} <= PASSABLE


def prepared_paths(game: Gs, names: Sequence[str], viewer: str | None) -> Iterator[tuple[int, ...]]:
    """Every way of PA movement, one for each hex, the short ones first. [5.2.3]"""
    start = unit_of(game, names[0]).hex
    seen, layer = {start}, [tuple[int, ...]()]
    for _ in range(max(0, min(_left(game, n) for n in names))):
        longer = []
        for path in layer:
            for b in game.board.around(path[-1] if path else start):
                way = (*path, b)
                if b not in seen and against_path(game, names, way, viewer) is None:
                    seen.add(b)
                    longer.append(way)
                    yield way
        layer = longer


def could_prepare(game: Gs, name: str) -> bool:
    """Whether PA movement brings a unit next to an enemy. [5.2.1]"""
    side = counter_of(game, name).side
    near = front(game, side, side)
    if unit_of(game, name).hex in near.beside:
        return True
    return any(path[-1] in near.beside for path in prepared_paths(game, (name,), side))


def placed(game: Gs, names: Sequence[str], start: int, gone: Sequence[int]) -> None:
    """Put units at the end of their way: prepared ones count hexes and spend no MP. [5.2.3]
    [7.0]"""
    if not gone:
        return
    for h in gone:
        passed(game, names, h)
    good = all(road(game, a, b) in GOOD_ROADS for a, b in zip((start, *gone), gone, strict=False))
    height = 1 + max((unit_of(game, n).order for n in units_at(game, gone[-1])), default=0)
    near, by_road = (
        front(game, counter_of(game, names[0]).side),
        road(game, (start, *gone)[-2], gone[-1]),
    )
    for name in names:
        unit = unit_of(game, name)
        rough = mech(counter_of(game, name), unit) and not by_road and not _open(game, gone[-1])
        halted = gone[-1] in near.beside or gone[-1] in near.halts or rough
        fresh = not moved_now(game, unit)
        game.put(
            UNITS,
            name,
            replace(
                unit, hex=gone[-1], moved=game.serial, start=start if fresh else unit.start,
                spent=0, hexes=len(gone) + (0 if fresh else unit.hexes), order=height,
                inside=False, halted=halted, road=False, course="good" if good else "any",
                came=(start, *gone)[-2],
            ),
        )  # fmt: skip
