"""A mission from its first step to its last. [11.1.0-steps]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Words
from grognard.systems.goss.command.status import driven_out
from grognard.systems.goss.fatigue.hits import exert
from grognard.systems.goss.fire.advance import advance
from grognard.systems.goss.fire.ammunition import spend
from grognard.systems.goss.fire.depletion import deplete
from grognard.systems.goss.fire.guns import auxiliary, factor, missions, used
from grognard.systems.goss.fire.mission import AIR, ARTILLERY, FULL, Mission
from grognard.systems.goss.fire.modifiers import Choice, choices, common, in_fort, net, target
from grognard.systems.goss.fire.resolving import heavy, resolve
from grognard.systems.goss.fire.spotting import note_spotter
from grognard.systems.goss.fire.suffering import suffer
from grognard.systems.goss.leaders.following import take_stock
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.pieces.stacks import holder
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES
from grognard.systems.goss.supply.states import after_mission
from grognard.systems.goss.units import UNITS


@dataclass(frozen=True, slots=True)
class Cover:
    """The modifiers that the defender uses, by their names."""

    use: Words = ()


class UseCover(Among[Gs, Cover]):
    """Choosing which of terrain, works and armor to use against fire. [11.5.3]"""

    do, rule, order = "use-cover", "11.5.3", Cover
    title, phrase = "Modifiers against fire", "use {use}"


def volleys(points: int, intensive: int = 0, drop: bool = False) -> tuple[int, ...]:
    """Points in volleys of eight; what is left is one more, if it is wanted; intensive fire adds
    whole ones. [11.4.1a] [11.4.1g]"""
    whole, rest = divmod(points, FULL)
    small = (rest,) if rest and not drop else ()
    return (*(FULL,) * (whole + intensive), *small)


def conduct(game: Gs, mission: Mission) -> Questions[None]:
    """Steps 4 to 9 of a mission. [11.1.0-steps] [11.6.0]"""
    if not game.supposing:
        _declare(game, mission)
    only = mission.only
    side = counter_of(game, only[0]).side if only else holder(game, mission.hex)
    if side:
        yield from _strike(game, mission, side)
        if game.supposing:  # odds are those of the table: how hits are taken is decided afterwards
            return
        if side != mission.side:
            yield from advance(game, mission.side, mission.hex)
        driven_out(game)
        take_stock(game)
    if mission.kind == ARTILLERY:
        yield from deplete(game, mission)
        after_mission(game, mission.guns)


def _declare(game: Gs, mission: Mission) -> None:
    """The mission is on: spotter, guns and points are used; more than half of a gun's points tire
    it in a rest GT, any in an ENA period. [11.2.1a] [11.4.1] [3.5.4-d] [3.4.6]"""
    if mission.kind != AIR:  # of aircraft it was noted when they set out, wherever they are now
        note_spotter(game, mission.spotter, mission.hex)
        found, now = status(game, mission.hex), game.serial
        guns = mission.kind == ARTILLERY
        changed = replace(found, fired_on=now) if guns else replace(found, shelled=now)
        game.put(HEXES, mission.hex, changed)
    for name, points in mission.guns.items():
        total, count = used(game, name) + points, missions(game, name) + 1
        strained = 2 * total > factor(game, name) >= 2 * (total - points)
        unit = replace(unit_of(game, name), fired=game.serial, volleys=total, missions=count)
        game.put(UNITS, name, unit)
        if not auxiliary(game, name):
            exert(game, (name,), "3.5.4-d" if strained else "", "3.4.6" if count == 1 else "")
    if mission.intensive:
        spend(game, next(iter(mission.guns)), mission.intensive)
    facts = {
        "mission": mission.kind, "side": mission.side, "hex": game.board.label(mission.hex),
        "units": list(mission.guns), "points": mission.points, "sight": mission.sight,
        "intensive": mission.intensive,
    }  # fmt: skip
    game.emit(Event("fire-mission", "11.2.0", facts))


def _strike(game: Gs, mission: Mission, side: str) -> Questions[None]:
    """Modifiers, volleys, and the result. [11.5.0] [11.6.0]"""
    found = target(game, side, mission.hex, mission.only)
    ways = choices(game, mission.hex, found)
    choice = yield from _chosen(game, side, ways)
    tally = common(game, mission, found, choice)
    drms = net(game, mission, tally, ways)
    hard = in_fort(game, found) and not heavy(game, mission)
    if game.supposing:
        game.emit(Event("reckoning", "11.5.0", {"drm": tally.to_json()}))
    result = resolve(game, mission, tally, drms, hard)
    if not game.supposing:
        yield from suffer(game, side, mission.hex, found, result)


def _chosen(game: Gs, side: str, ways: list[Choice]) -> Questions[Choice]:
    """Which of terrain, works and armor the defender uses. [11.5.3]"""
    if len(ways) < 2:
        return ways[0] if ways else ()
    orders = {Cover(tuple(one.title for one in way)): way for way in ways}
    question = UseCover(orders)
    answer = yield question.ask(
        game, side, "use-cover", "Which modifiers count?", {"best": next(iter(orders))},
        slight=True,
    )  # fmt: skip
    return orders[question.order_of(game, answer)]
