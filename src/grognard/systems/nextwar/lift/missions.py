"""A mission that carries troops: who may go, what air defenses do to it, how it ends. [6.6]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.among import OneOf
from grognard.kit.deeds import Questions, Verb
from grognard.kit.forms import Hex, Pieces
from grognard.systems.nextwar.air.defense_fire import Flak, Flight, fire, way
from grognard.systems.nextwar.air.rebasing import why_not_escorted
from grognard.systems.nextwar.damage.steps import lose_step
from grognard.systems.nextwar.lift import points
from grognard.systems.nextwar.lift.company import met, why_not_along
from grognard.systems.nextwar.movement.eligible import ELITE_REACTION, unable, unfit
from grognard.systems.nextwar.movement.entering import arrive, raise_alarms
from grognard.systems.nextwar.pieces.ships import standpoint
from grognard.systems.nextwar.pieces.stacks import lay
from grognard.systems.nextwar.pieces.values import er, unit_of
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES, STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import ABOARD, MAP, UNITS
from grognard.systems.nextwar.words import called
from grognard.table.worded import Hand

AIRMOBILE, AIRBORNE = "airmobile", "airborne"
"""How units land that go into cities with a penalty this turn. [8.4.1.1-4]"""
TRANSPORT, LIFT, DROP = "transport", "airmobile", "drop"
"""The kinds of mission as air defenses see them."""


@dataclass(frozen=True, slots=True)
class Sortie:
    """Units of one hex, where they land, and the Air Points that escort them [6.2.2], or the air
    units. [25.1]"""

    units: Pieces
    hex: Hex
    escorts: int = 0
    along: Pieces = ()


class Together(Verb[Nw, Sortie]):
    """Flying units that are in one hex."""

    order, stakes = Sortie, "dice"

    def towards(self, game: Nw, player: str, hand: Hand, h: int) -> Iterator[Sortie]:
        """All in hand together."""
        yield Sortie(tuple(hand), h)


def planes_fly(game: Nw) -> bool:
    """Whether troops may go by plane in this segment: not in Elite Reaction, by the chart. [8.5.2]
    [8.5.3]"""
    return game.segment.kind != ELITE_REACTION or game.options["elite-flights"] == "on"


def why_not_flown(game: Nw, name: str, rule: str, aboard: bool = False) -> Refusal | None:
    """Why a unit cannot be flown in this segment, whatever it flies in; of those
    who are not on the map only some aboard a ship can. [8.5.2] [8.5.4.3-p1] [8.5.5]"""
    unit = unit_of(game, name)
    if weather(game) == STORM:
        return Refusal("4.1.3-b1", "nothing is moved by air in a storm")
    if not planes_fly(game):
        return Refusal(rule, "nobody flies in Elite Reaction")
    if unit.place != MAP and not aboard:
        return Refusal(rule, f"{called(game, name)} is not on the map")
    why = unable(game, name) if unit.place == MAP else unfit(game, name)
    if why is not None:
        return why
    if unit.moved == game.serial:
        return Refusal(rule, f"{called(game, name)} has moved: it flies instead of that")
    if unit.clearing:
        return Refusal("8.4.1.3", f"{called(game, name)} is clearing: it leaves the hex on foot")
    return None


def why_not_hit(game: Nw, name: str) -> Refusal | None:
    """Why a unit goes neither by helicopter nor by parachute: it is too badly hit. Air Transport
    takes it all the same. [27.3.2]"""
    if unit_of(game, name).strike < 2:
        return None
    return Refusal("27.3.2", f"{called(game, name)} has a Strike 2 marker: it is not flown")


# ---- air defenses


class TakeHit(OneOf[Nw]):
    """Choosing who loses a step to air defenses. [6.6.1.1-p4]"""

    do, rule, title = "take-hit", "6.6.1.1-p4", "Choose who loses a step"


def escorted(game: Nw, side: str, escorts: int) -> None:
    """Air Points that escort a mission are spent; nothing can happen to them. [6.2.2]"""
    if escorts:
        status = game.state[SIDES][side]
        game.put(SIDES, side, replace(status, air=status.air - escorts))


def why_not_covered(
    game: Nw, side: str, escorts: int, along: Sequence[str], h: int
) -> list[Refusal]:
    """Why a mission cannot have such an escort. [6.2.2] [25.1]"""
    return why_not_escorted(game, side, escorts) or why_not_along(game, side, along, h)


def exposed(game: Nw, side: str, start: int) -> bool:
    """Whether helicopters are fired at where they pick troops up: in an enemy country, or in an
    enemy zone. [6.6-p2] [8.5.4.3-p3]"""
    return game.scenario.hostile(side, start) or in_zone(game, start, game.scenario.other(side))


def braved(
    game: Nw, flight: Flight, names: Sequence[str], *, along: Sequence[str] = (), own: bool = False,
    heedless: bool = False,
) -> Questions[tuple[str, ...]]:  # fmt: skip
    """Who comes through air defenses: they fire once at a stack that goes together, and at
    helicopters perhaps where they start, too. [6.6] [6.6-b3] [6.6-p2] [24.3]

    `along` are air units. [25.1] `own` are helicopters that cannot be lost [8.5.5], `heedless`
    those who cannot turn back. [9.8.2-p3]
    """
    places, start, left = [flight.target], flight.path[0], tuple(names)
    if flight.kind == LIFT and game.scenario.ground.land(start):
        places = [start, *places] if exposed(game, flight.side, start) else places
    for at in places:
        if game.scenario.air_units:
            company = along if at == flight.target else ()
            through = yield from met(game, flight, left, at, company, own)
        else:
            through = yield from fired_at(game, flight, left, at, own)
        left = _alive(game, left) if heedless else through
        if not left:
            break
    return left


def _alive(game: Nw, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if unit_of(game, name).steps)


def fired_at(
    game: Nw, flight: Flight, names: Sequence[str], at: int, own: bool
) -> Questions[tuple[str, ...]]:
    """Who comes through the fire of the Standard Game at a place: all together, or nobody. [6.6.1]

    What is lost is lost by those who turn back, too. [6.6.1.1]
    """
    flak = fire(game, flight, names, None if at == flight.target else at)
    yield from suffered(game, flight, names, flak, own)
    return () if flak.abort else _alive(game, names)


def suffered(game: Nw, flight: Flight, names: Sequence[str], flak: Flak, own: bool) -> Procedure:
    """One step of those who are carried is lost, and a point if one carries them.

    [6.6.1.1-p4] [8.5.4.2]
    """
    alive = [name for name in names if unit_of(game, name).steps]
    side = flight.side
    if not flak.lost or not alive:
        return
    who = max(alive, key=lambda name: (unit_of(game, name).steps, -er(game, name)))
    prompt = "Who loses a step?"
    who = yield from TakeHit.picked(game, side, alive, "take-hit", prompt, {"strongest": who})
    carried = flight.kind == LIFT and not own and points.by_points(game, who)
    lose_step(game, who, "6.6.1.1-p4")
    if carried and points.used(game, side) > points.downed(game, side):
        points.destroy(game, side, "8.5.4.2")


# ---- how it ends


def turned_back(game: Nw, names: Sequence[str]) -> None:
    """Whoever is sent back is where he began, and moves no more in this segment. [6.6.1.1-p2]"""
    for name in names:
        unit = unit_of(game, name)
        if unit.place in (MAP, ABOARD):
            back = replace(unit, moved=game.serial, halted=True, spent=0, start=unit.hex)
            game.put(UNITS, name, back)


def set_down(game: Nw, names: Sequence[str], h: int, side: str, landing: str) -> Procedure:
    """Units land and go no further, unless into a city next to them. [8.5.3] [8.5.4.3]"""
    for name in names:
        lay(
            game, name, h, where="", moved=game.serial, spent=0, halted=True,
            start=standpoint(game, name), landed=game.turn, landing=landing,
        )  # fmt: skip
    arrive(game, tuple(names), h, side)
    yield from raise_alarms(game, h, side)


def flown(
    game: Nw, side: str, order: Sortie, mission: str, told: str, rule: str
) -> Questions[tuple[str, ...]]:
    """Who comes through air defenses by plane, on any way; the mission is told of. [8.5.2]
    [8.5.3-p3]"""
    start = unit_of(game, order.units[0]).hex
    escorted(game, side, order.escorts)
    path = way(game, side, start, order.hex, game.board.n)
    flight = Flight(side, order.hex, mission, path, order.escorts)
    through = yield from braved(game, flight, order.units, along=order.along)
    concluded(game, told, rule, side, order.units, through, start, order.hex)
    return through


def concluded(
    game: Nw, kind: str, rule: str, side: str, names: Sequence[str], through: Sequence[str],
    start: int, end: int,
) -> None:  # fmt: skip
    """Tell of a mission, and leave those where they began who did not come through."""
    label = game.board.label
    back = [name for name in names if name not in through]
    for some, aborted in ((through, False), (back, True)):
        if some:
            facts = {
                "side": side, "units": list(some), "from": label(start), "to": label(end),
                "aborted": aborted,
            }  # fmt: skip
            game.emit(Event(kind, rule, facts, outcome=True))
    turned_back(game, back)
