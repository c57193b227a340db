"""Out of army reserve: of one's own accord, or because the enemy comes. [25.2.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer, Questions, Verb
from grognard.kit.orders import At, OfOne
from grognard.systems.goss.charts import PROHIBITED
from grognard.systems.goss.lulls.reserve import reserved
from grognard.systems.goss.pieces.chain import above, army, headquarters, superior
from grognard.systems.goss.pieces.crossing import class_of
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import beside_enemy, enemy_within, holder, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import SIDES, Gs
from grognard.systems.goss.status import HQS, LEADERS
from grognard.systems.goss.supply.links import any_length
from grognard.systems.goss.supply.ways import HQ_PATH, LEG_PATH, MECH_PATH
from grognard.systems.goss.turn.calendar import box, day
from grognard.systems.goss.turn.roles import active, other
from grognard.systems.goss.units import LEG as ON_FOOT
from grognard.systems.goss.units import MAP, RESERVE, STATIC, UNITS
from grognard.systems.goss.words import called

SPREAD, ALARM, EARNED = 7, 5, 9
"""Within how many hexes of its area a formation is put down, how near an enemy drives it out, and
after how many GTs it has a bonus period. [25.2.0]"""
PLACE = "place-released"


def units_in(game: Gs, hq: str) -> list[str]:
    """The units of a formation in reserve, its headquarters first. [25.0]"""
    units = sorted(game.state[UNITS].items())
    there = [n for n, unit in units if unit.place == RESERVE]
    mine = [n for n in there if n == hq or superior(game, n) == hq]
    return sorted(mine, key=lambda name: name != hq)


# ---- where they are put [25.2.0]


def against_place(game: Gs, name: str, area: int, h: int) -> list[Refusal]:
    """Why a unit cannot be put into a hex: too far, closed to it, next to enemies, no room, or no
    path of its own from its headquarters. [25.2.0]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    title, label = called(game, name), game.board.label(h)
    if game.board.distance(area, h) > SPREAD:
        return [Refusal("25.2.0", f"{label} is more than {SPREAD} hexes from the reserve area")]
    cls = class_of(counter, unit)
    cost = game.scenario.ground.to_enter(ON_FOOT if cls == STATIC else cls, False)[h]
    if cost.word == PROHIBITED:
        return [Refusal("25.2.0", f"{title} cannot enter {label}")]
    if holder(game, h) == other(counter.side) or beside_enemy(game, counter.side, h):
        return [Refusal("25.2.0", f"{label} is next to an enemy")]
    if not grouping(game, h, (*units_at(game, h), name)).fits:
        return [Refusal("6.1.0", f"there is no room in {label}")]
    if not supplied(game, name, h):
        return [Refusal("25.2.0", f"no path of its own would lead to {title} in {label}")]
    return []


def supplied(game: Gs, name: str, h: int) -> bool:
    """Whether a path of any length leads to a unit in a hex from its own headquarters, and to a
    headquarters from the next above it or its army's sources. [25.2.0]"""
    side, hq = counter_of(game, name).side, superior(game, name)
    if hq != name:
        start = unit_of(game, hq).hex if hq else -1
        return start < 0 or any_length(game, side, start, h, [MECH_PATH, LEG_PATH])
    up = above(game, name)
    while up and unit_of(game, up).place != MAP:
        up = above(game, up)
    plan = game.scenario.armies.get(army(game, name))
    starts = (unit_of(game, up).hex,) if up else plan.pss if plan is not None else ()
    return not starts or any(any_length(game, side, one, h, [HQ_PATH]) for one in starts)


def places(game: Gs, name: str, area: int) -> list[int]:
    """Where a unit may be put, the nearest first. [25.2.0]"""
    distance = game.board.distance
    near = sorted(game.board.disk(area, SPREAD), key=lambda h: (distance(area, h), h))
    return [h for h in near if not against_place(game, name, area, h)]


class PlaceReleased(Answer[Gs, At]):
    """Where a unit that leaves reserve is put. [25.2.0]"""

    do, rule, order = PLACE, "25.2.0", At
    title, phrase = "Out of army reserve", "{hex}"

    def __init__(self, name: str, area: int, able: Sequence[int]) -> None:
        self.name, self.area, self.able = name, area, tuple(able)

    def against(self, game: Gs, player: str, order: At) -> list[Refusal]:
        """As the rules of placement have it. [25.2.0]"""
        return against_place(game, self.name, self.area, order.hex)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[At]:
        """The hexes, the nearest first."""
        for h in self.able:
            yield At(h)


# ---- release [25.2.0]


def release(game: Gs, hq: str, *, forced: bool) -> Procedure:
    """A formation is put onto the map, the headquarters first; after nine GTs in reserve it has an
    MR bonus period, though it be driven out. [25.2.0]"""
    status, side = headquarters(game, hq), counter_of(game, hq).side
    earned = game.turn - status.reserved >= EARNED
    bonus = day(game) if earned else status.bonus
    done = replace(
        status, reserve=-1, reserved=0, released=game.turn, bonus=bonus, left=status.reserve
    )  # fmt: skip
    game.put(HQS, hq, done)
    facts = {"side": side, "forced": forced, "bonus": earned}
    game.emit(Event("reserve-left", "25.2.0", facts))
    yield from _put_down(game, hq, earned)


def _put_down(game: Gs, hq: str, earned: bool) -> Procedure:
    """Whoever is still in reserve is put onto the map, if there is a hex for it; its leader comes
    with the headquarters. [25.2.0]"""
    side, area = counter_of(game, hq).side, headquarters(game, hq).left
    for name in units_in(game, hq):
        yield from _placed(game, side, name, area, earned)
    for leader, one in sorted(game.state[LEADERS].items()):
        back = one.place == RESERVE and game.scenario.leaders[leader].hq == hq
        if back and unit_of(game, hq).place == MAP:
            game.put(LEADERS, leader, replace(one, place=MAP, hex=unit_of(game, hq).hex))
    if not units_in(game, hq):
        game.put(HQS, hq, replace(headquarters(game, hq), left=-1))


def stragglers(game: Gs) -> Procedure:
    """Units for which there was no hex when their formation left reserve wait: when their side's
    player turn begins they are put down, if there is one now. [25.2.0]"""
    for hq, status in sorted(game.state[HQS].items()):
        if status.left >= 0 and counter_of(game, hq).side == active(game):
            earned = status.bonus == box(game, status.released).day
            yield from _put_down(game, hq, earned)


def _placed(game: Gs, side: str, name: str, area: int, earned: bool) -> Procedure:
    able = places(game, name, area)
    if not able:
        return
    answer = PlaceReleased(name, area, able)
    action = yield answer.ask(
        game, side, PLACE, f"Where does {called(game, name)} leave reserve?",
        {"nearest": At(able[0])}, slight=True,
    )  # fmt: skip
    h = answer.order_of(game, action).hex
    unit = unit_of(game, name)
    top = 1 + max((unit_of(game, n).order for n in units_at(game, h)), default=0)
    bonus = game.serial if earned else unit.bonus
    game.put(UNITS, name, replace(unit, place=MAP, hex=h, where="", order=top, bonus=bonus))
    game.emit(Event("placed", "25.2.0", {"unit": name, "hex": game.board.label(h)}))


class LeaveReserve(Verb[Gs, OfOne]):
    """A formation leaves army reserve. [25.2.0]"""

    do, rule, title, order = "leave-reserve", "25.2.0", "Out of army reserve", OfOne
    phrase = "{unit} leaves army reserve"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The formations in reserve."""
        return [hq for hq in reserved(game, player) if not self._against(game, hq)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """It must be in reserve, and its headquarters find a place. [25.2.0]"""
        if order.unit not in reserved(game, player):
            return [Refusal("25.2.0", f"{order.unit!r} is no formation of yours in reserve")]
        return self._against(game, order.unit)

    def _against(self, game: Gs, hq: str) -> list[Refusal]:
        status = headquarters(game, hq)
        if status.reserved == game.turn:
            return [Refusal("25.2.0", f"{called(game, hq)} has only just entered reserve")]
        if not places(game, hq, status.reserve):
            return [Refusal("25.2.0", f"there is no place for {called(game, hq)}")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfOne) -> Procedure:
        """It comes back onto the map. [25.2.0]"""
        yield from release(game, order.unit, forced=False)


def driven_out(game: Gs) -> Procedure:
    """Formations leave an area at once when an enemy is within five hexes of it; those in other
    areas stay. [25.2.0]"""
    for side in SIDES:
        for hq in reserved(game, side):
            if enemy_within(game, side, headquarters(game, hq).reserve, ALARM):
                yield from release(game, hq, forced=True)


def alarmed(
    game: Gs, names: tuple[str, ...], h: int, cost: int, by_road: bool
) -> Questions[bool | str]:
    """A unit that moves comes within five hexes of a reserve area: those in it are put onto the
    map before it goes on. [25.2.0]"""
    enemy, found = other(counter_of(game, names[0]).side), False
    for hq in reserved(game, enemy):
        if game.board.distance(headquarters(game, hq).reserve, h) <= ALARM:
            found = True
            yield from release(game, hq, forced=True)
    return "25.2.0" if found else False
