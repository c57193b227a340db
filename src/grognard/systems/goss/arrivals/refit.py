"""Formations in refit: how they enter it, what it gives them, and how they leave. [22.4.0]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces
from grognard.kit.orders import OfOne
from grognard.systems.goss.arrivals.prices import Points
from grognard.systems.goss.arrivals.purse import grant
from grognard.systems.goss.charts import number
from grognard.systems.goss.modes.changing import put_mode
from grognard.systems.goss.movement.eligible import moved_now, unable
from grognard.systems.goss.movement.reach import reach
from grognard.systems.goss.pieces.chain import (
    above,
    assigned,
    formation,
    headquarters,
    headquarters_of,
    leads_formation,
    mech_formation,
    subordinates,
)
from grognard.systems.goss.pieces.stacks import enemy_within, held, on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.pieces.values import on_map as there
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.scenario import SIDES as BOTH
from grognard.systems.goss.status import HQS
from grognard.systems.goss.supply.tracing import traces
from grognard.systems.goss.turn.calendar import day, morning
from grognard.systems.goss.turn.roles import active, other
from grognard.systems.goss.units import ARMY, CORPS, DIV, GENS, TAC, UNITS, Counter
from grognard.systems.goss.words import called

AWAY = 20
"""How far from the enemy every unit must be. [22.4.1]"""
TOO_NEAR = 8
"""How near an enemy ends a refit. [22.4.4]"""
GUNS = 2
"""How many artillery units may stay out of it. [22.4.1(1)]"""
BETWEEN = 7
"""How many full GDs lie between two refits. [22.4.0]"""
LEAST = 5
"""How many Joint Command Phases a refit lasts at least. [22.4.5]"""
ARMORED = frozenset({"hybrid", "arminf"})
"""The units by which an Allied armored formation is known. [22.4.3]"""


def in_refit(game: Gs, hq: str) -> bool:
    """Whether a formation is in refit. [22.4.0]"""
    return bool(hq) and headquarters(game, hq).since > 0


def refitting(game: Gs, side: str) -> list[str]:
    """The formations of a side that are in refit. [22.4.0]"""
    if not any(status.since for status in game.state[HQS].values()):
        return []  # as in most game turns
    return [hq for hq in headquarters_of(game, side) if in_refit(game, hq)]


def members(game: Gs, hq: str) -> list[str]:
    """The units on the map that belong to a formation, assigned or attached. [22.4.1]"""
    side = counter_of(game, hq).side
    mine = {*subordinates(game, hq)}
    scenario = game.scenario
    return [
        n for n in on_map(game, side) if n in mine or assigned(scenario, counter_of(game, n)) == hq
    ]


def far_from_enemies(game: Gs, name: str, hexes: int = AWAY) -> bool:
    """Whether a unit is at least so many hexes from every enemy. [22.4.1]"""
    return not enemy_within(game, counter_of(game, name).side, unit_of(game, name).hex, hexes - 1)


def barred(game: Gs, name: str) -> Refusal | None:
    """Units in refit do not move; those that were cut off and come back do. [22.4.0]
    [22.4.1(2)]"""
    hq = formation(game, name)
    if not in_refit(game, hq) or name in headquarters(game, hq).strays:
        return None
    return Refusal("22.4.0", f"{called(game, name)} is in refit")


def stays(game: Gs, name: str, to: str) -> Refusal | None:
    """Units in refit stay with their formation; all assigned to it are in refit. Guns that were
    spared it go under no formation until it is over. [22.4.1] [22.4.1(1)]"""
    out = any(
        name in headquarters(game, one).spared
        for one in refitting(game, counter_of(game, name).side)
    )
    if out and leads_formation(game, to):
        text = f"{called(game, name)} belongs to a corps or an army while others refit"
        return Refusal("22.4.1(1)", text)
    hq = formation(game, name)
    status = headquarters(game, hq) if hq else None
    if status is None or not status.since or name in (*status.spared, *status.strays):
        return None
    return Refusal("22.4.1", f"{called(game, name)} is in refit with its formation")


def no_assignment(game: Gs, hq: str) -> Refusal | None:
    """While units of a formation in refit are cut off nobody is assigned to it in place of lost
    ones. [22.4.1(2)]"""
    if any(unit_of(game, n).isolated for n in headquarters(game, hq).strays):
        return Refusal("22.4.1(2)", f"units of {called(game, hq)}, in refit, are cut off")
    return None


def no_reserve(game: Gs, hq: str) -> Refusal | None:
    """A formation in refit is in no maneuver reserve. [22.4.0]"""
    if in_refit(game, hq):
        return Refusal("22.4.0", f"{called(game, hq)} is in refit")
    return None


# ---- entering it [22.4.1]


@dataclass(frozen=True, slots=True)
class Refit:
    """A formation that enters refit, and the guns that stay out of it."""

    hq: Piece
    guns: Pieces = ()


class EnterRefit(Verb[Gs, Refit]):
    """A division or an independent brigade enters refit. [22.4.0]"""

    do, rule, title, order = "refit", "22.4.0", "Enter refit", Refit
    phrase = "{hq} enters refit"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Headquarters of formations that are not in refit. [22.4.0]"""
        if game.options["replacements"] != "on":
            return []
        return [
            hq
            for hq in headquarters_of(game, player)
            if counter_of(game, hq).leads_formation
            and not in_refit(game, hq)
            and far_from_enemies(game, hq)
        ]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Refit]:
        """All of it; or without the guns that could not join it."""
        yield Refit(actor)
        unfit = [n for n in members(game, actor) if counter_of(game, n).artillery]
        unfit = [n for n in unfit if _unfit(game, n)]
        if unfit:
            yield Refit(actor, tuple(unfit[:GUNS]))

    def against(self, game: Gs, player: str, order: Refit) -> list[Refusal]:
        """Every unit far from the enemy, in command and supplied, but two guns and whoever is cut
        off; seven full days after the last time. [22.4.0] [22.4.1]"""
        counter = game.scenario.counters.get(order.hq)
        own = order.hq in {*headquarters_of(game, player)}
        if counter is None or not own or not counter.leads_formation:
            return [Refusal("22.4.0", f"{order.hq!r} is no formation's headquarters of yours")]
        if game.options["replacements"] != "on" or in_refit(game, order.hq):
            return [Refusal("22.4.0", f"{counter.name} enters no refit")]
        last = headquarters(game, order.hq).refitted
        if last and day(game) - last <= BETWEEN:
            text = f"{counter.name} left refit on GD {last}: not again before {last + BETWEEN + 1}"
            return [Refusal("22.4.0", text)]
        wrong = against_guns(game, order)
        if wrong:
            return wrong
        units = [n for n in members(game, order.hq) if n not in order.guns]
        return [why for n in units if (why := _unfit(game, n)) is not None]

    def carry_out(self, game: Gs, player: str, order: Refit) -> None:
        """It is in refit, in Tac mode and without a bonus; guns that can go to the corps at once.
        [22.4.0] [22.4.1(1)]"""
        units = members(game, order.hq)
        strays = tuple(n for n in units if unit_of(game, n).isolated)
        status = headquarters(game, order.hq)
        inside = replace(status, since=day(game), spared=order.guns, strays=strays)
        game.put(HQS, order.hq, replace(inside, refit_inf=0, refit_arm=0))
        for name in units:
            if name not in order.guns:
                put_mode(game, name, TAC)
                game.put(UNITS, name, replace(unit_of(game, name), bonus=-1))
        corps = above(game, order.hq)
        for name in order.guns:
            unit = unit_of(game, name)
            if corps and not away(game, name) and not unit.ooc and traces(game, name, unit.hex):
                game.put(UNITS, name, replace(unit, attached=corps))
        game.emit(Event("refit", "22.4.0", {"hq": order.hq}, seen_by=(player,)))


def against_guns(game: Gs, order: Refit) -> list[Refusal]:
    """Two artillery units of the formation at most stay out of its refit. [22.4.1(1)]"""
    own = {n for n in members(game, order.hq) if counter_of(game, n).artillery}
    if len(order.guns) > GUNS or not {*order.guns} <= own or len({*order.guns}) < len(order.guns):
        text = f"{GUNS} artillery units of the formation at most stay out of its refit"
        return [Refusal("22.4.1(1)", text)]
    return []


def _unfit(game: Gs, name: str) -> Refusal | None:
    """Why a unit cannot enter refit; who is isolated need not. [22.4.1] [22.4.1(2)]"""
    unit = unit_of(game, name)
    if unit.isolated or away(game, name):
        return None
    title = called(game, name)
    if not far_from_enemies(game, name):
        return Refusal("22.4.1", f"{title} is not {AWAY} hexes from every enemy")
    if unit.ooc:
        return Refusal("22.4.1", f"{title} is out of command")
    if unit.supply != GENS:
        return Refusal("22.4.1", f"{title} is not in general supply")
    return None


def away(game: Gs, name: str) -> bool:
    """Whether artillery is attached to a corps or an army. [22.4.1(1)]"""
    hq = unit_of(game, name).attached
    guns = counter_of(game, name).artillery
    return guns and bool(hq) and counter_of(game, hq).level in (CORPS, ARMY)


def guns_with_corps(game: Gs, player: str) -> list[Refusal]:
    """The guns that stay out of a refit are with the corps or the army by the Command Phase after
    the formation has entered it, and until it leaves. [22.4.1(1)]"""
    found = []
    for hq in refitting(game, player):
        status = headquarters(game, hq)
        for name in status.spared if status.since < day(game) else ():
            if there(game, name) and not away(game, name):
                text = f"{called(game, name)} belongs to a corps or an army while others refit"
                found.append(Refusal("22.4.1(1)", text))
    return found


# ---- leaving it [22.4.4] [22.4.5]


class LeaveRefit(Verb[Gs, OfOne]):
    """A formation is released from refit. [22.4.5]"""

    do, rule, title, order = "leave-refit", "22.4.5", "Leave refit", OfOne
    phrase = "{unit} leaves refit"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Formations in refit."""
        return refitting(game, player)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """After five Joint Command Phases, that of entry among them. [22.4.5]"""
        if order.unit not in refitting(game, player):
            return [Refusal("22.4.5", f"{order.unit!r} is not in refit")]
        spent = day(game) - headquarters(game, order.unit).since
        if spent < LEAST:
            text = f"{called(game, order.unit)} has been in refit for {spent} Command Phases"
            return [Refusal("22.4.5", f"{text}, of {LEAST} at least")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """It is released. [22.4.5]"""
        release(game, order.unit, "22.4.5")


def release(game: Gs, hq: str, rule: str) -> None:
    """A formation is in refit no more; what it had of it is lost. [22.4.0] [22.4.4]"""
    booked = grant(game, hq, Points())
    free = replace(headquarters(game, hq), since=0, refitted=day(game), spared=(), strays=())
    game.put(HQS, hq, free)
    facts = {"hq": hq, "booked": booked}
    game.emit(Event("refit-left", rule, facts, seen_by=(counter_of(game, hq).side,)))


def enemies_near(game: Gs) -> None:
    """A formation is released at once when an enemy is within eight hexes of one of its units in
    refit; who was cut off does not count, nor do guns that were spared. [22.4.4] [22.4.1(1)]
    [22.4.1(2)]"""
    for side in BOTH:
        for hq in refitting(game, side):
            status = headquarters(game, hq)
            others = (*status.strays, *status.spared)
            units = [n for n in subordinates(game, hq) if n not in others]
            if not all(far_from_enemies(game, n, TOO_NEAR + 1) for n in units):
                release(game, hq, "22.4.4")


def enemies_came(game: Gs, names: tuple[str, ...], h: int) -> None:
    """The same, as soon as units have moved. [22.4.4]"""
    if refitting(game, other(counter_of(game, names[0]).side)):
        enemies_near(game)


# ---- who was cut off [22.4.1(2)]


def strays_home(game: Gs) -> None:
    """Who is no longer cut off, and far enough from enemies, is in refit with the others.
    [22.4.1(2)]"""
    for hq in refitting(game, active(game)):
        status = headquarters(game, hq)
        left = tuple(n for n in status.strays if there(game, n) and not _home(game, n))
        if left != status.strays:
            game.put(HQS, hq, replace(status, strays=left))


def strays_come(game: Gs, player: str) -> list[Refusal]:
    """Who is no longer cut off must move at once, away from the enemy. [22.4.1(2)]"""
    found = []
    for hq in refitting(game, player):
        for name in headquarters(game, hq).strays:
            if there(game, name) and not unit_of(game, name).isolated and _stays(game, name):
                text = f"{called(game, name)} is cut off no more, and must move away from enemies"
                found.append(Refusal("22.4.1(2)", text))
    return found


def _stays(game: Gs, name: str) -> bool:
    """Whether a unit has not moved though it could go farther from every enemy."""
    if moved_now(game, unit_of(game, name)) or unable(game, name) is not None:
        return False
    enemies = held(game, other(counter_of(game, name).side))

    def distance(h: int) -> int:
        return min((game.board.distance(h, b) for b in enemies), default=AWAY)

    now = distance(unit_of(game, name).hex)
    side = counter_of(game, name).side
    return now < AWAY and any(distance(h) > now for h in reach(game, (name,), side).costs)


def _home(game: Gs, name: str) -> bool:
    return not unit_of(game, name).isolated and far_from_enemies(game, name)


# ---- what it gives [22.4.3]


def refit_points(game: Gs) -> None:
    """In its first Replacement Segment of a day a side's formations in refit get their points; what
    is left of yesterday's is lost. By an option they get them in each. [22.4.3]"""
    if not morning(game) and game.options["refit-points"] == "first":
        return
    side = active(game)
    for hq in refitting(game, side):
        row = refit_row(game, hq)
        inf, arm = (number(game.scenario.tables, "refit", row, kind) for kind in ("inf", "arm"))
        booked = grant(game, hq, Points(2 * inf, 2 * arm))
        facts = {"hq": hq, "inf": inf, "arm": arm, "booked": booked}
        game.emit(Event("refit-points", "22.4.3", facts, seen_by=(side,)))


def refit_row(game: Gs, hq: str) -> str:
    """What a formation counts as: division or less, German Mech or Allied armored, or not.
    [22.4.3(a)] [22.4.3(b)] [22.4.3(c)] [22.4.3(d)]"""
    counter = counter_of(game, hq)
    heavy = armored(game, counter) if counter.side == ALLIED else mech_formation(game, hq)
    return f"{'mech' if heavy else 'leg'} {'division' if counter.level == DIV else 'BG'}"


def armored(game: Gs, hq: Counter) -> bool:
    """Whether an Allied formation is an armored one: by the units it is made of. [22.4.3]"""
    return any(
        c.type.code in ARMORED and c.formation == hq.formation and c.side == hq.side
        for c in list(game.scenario.counters.values())
    )
