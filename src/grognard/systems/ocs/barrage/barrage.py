"""Barrage: by artillery, aircraft and ships, at units, facilities and trains. [10.0]

A **Fire** says who fires at what with how many points. `refusals` says why it may not be fired,
`weigh` finds column and shifts without a die, `resolve` fires it. Aircraft come here when flak and
interception are over [10.2], ships as they are [10.3]; only artillery pays [10.1b(A)]. Fire at
single ships has its own chapter. [18.3c(A)]
"""

from __future__ import annotations

from typing import Any

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.barrage.results import AIR_POWER, ARTILLERY, NAVAL, Impact, thrown
from grognard.systems.ocs.barrage.weight import (
    AIMS,
    AT_BASE,
    AT_PORT,
    AT_TRAINS,
    AT_UNITS,
    MOST_AIRCRAFT,
    RULE,
    Fire,
    Weight,
    cost,
    density,
    far,
    manner,
    near,
    odds,
    presume,
    prospects,
    range_shifts,
    shifts,
    spotted,
    spotters,
    weigh,
)
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.pieces import losses, planes, stacks
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, SHIPS, HexStatus
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.turn.phases import BARRAGES, MOVES, kind, peaceful, phase, phase_start
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.works import air_bases

__all__ = [
    "AIMS",
    "AIR_POWER",
    "ARTILLERY",
    "AT_BASE",
    "AT_PORT",
    "AT_TRAINS",
    "AT_UNITS",
    "NAVAL",
    "Fire",
    "Weight",
    "announce",
    "cost",
    "declare",
    "density",
    "far",
    "fired",
    "limited",
    "manner",
    "near",
    "odds",
    "presume",
    "prospects",
    "range_shifts",
    "refusals",
    "resolve",
    "roll",
    "shifts",
    "spotted",
    "spotters",
    "suffer",
    "weigh",
    "words",
]  # fmt: skip

# ---- who may fire at what


def refusals(game: Ocs, fire: Fire) -> list[Refusal]:
    """Why a barrage may not be fired now; what its firers lack by themselves is not looked at."""
    # dumps and transport are no aims any more [CT-dump]
    if fire.aim not in AIMS or not fire.firers or len(set(fire.firers)) != len(fire.firers):
        known = ", ".join(AIMS)
        return [Refusal("10.0f", f"name firers, each once, and one aim of {known}")]
    found = [*_not_now(game, fire), *_not_there(game, fire), *_not_again(game, fire)]
    if fire.by == AIR_POWER and len(fire.firers) > MOST_AIRCRAFT:
        found.append(Refusal("10.0", f"at most {MOST_AIRCRAFT} aircraft barrage together"))
    if fire.strength < 1:
        text = f"{fire.points.total} points do not make a barrage; it takes at least one"
        found.append(Refusal("10.0", text))
    if fire.hip and not fire.spotted:
        found.append(Refusal("10.0b", "a hip shoot needs a friendly combat unit next to it"))
    return found


def _not_now(game: Ocs, fire: Fire) -> list[Refusal]:
    """Each type in its phases [10.0e(C)] [10.0e(D)] [10.0e(E)], and never in a simulcast.

    Aircraft barrage in Barrage Segments, but for hip shoots. [10.2a]
    """
    if peaceful(game):
        return [Refusal("2.4(2)", "nobody barrages in a simulcast turn")]
    rows, row = game.scenario.tables["barrage-phasing"], phase(game).lower()
    column = "hip_shoot" if fire.hip else fire.by
    now = kind(game) in (MOVES if fire.hip else BARRAGES)
    if now and row in rows.rows and rows.cell(row, column).value != "no":
        return []
    rule = {"movement": "10.0e(C)", "combat": "10.0e(D)"}.get(row, "10.0e(E)")
    words = "hip shoots are" if fire.hip else f"{fire.by} barrages are"
    return [Refusal(rule, f"{words} not for this segment of the {phase(game)} Phase")]


def _not_there(game: Ocs, fire: Fire) -> list[Refusal]:
    """There must be what the barrage is aimed at. [10.0a] [10.0c(A)] [10.0d] [10.0f]"""
    h, enemy, label = fire.target, game.scenario.other(fire.side), game.board.label(fire.target)
    site = stacks.site_at(game, h)
    if fire.aim == AT_TRAINS:
        air = fire.by == AIR_POWER
        return [] if air else [Refusal("10.0c(C)", "only aircraft bust trains")]
    there = {
        AT_UNITS: stacks.holder(game, h) == enemy,
        AT_BASE: site.base >= 0 and site.base_owner == enemy,
        AT_PORT: site.port_owner == enemy,
    }[fire.aim]
    if there:
        return []
    what = {AT_UNITS: "combat unit", AT_BASE: "Air Base"}.get(fire.aim, fire.aim)
    text = f"there is no enemy {what} in {label}; dumps and transport are no targets [10.0d]"
    return [Refusal(RULE[fire.aim], text)]


def limited(game: Ocs, fire: Fire) -> bool:
    """Whether it is the one barrage that a hex takes in a phase; hip shoots are not. [10.0e(A)]

    Busting trains is a barrage of its hex like others, unless an option keeps it apart.
    """
    apart = game.options["trainbusting-limit"] == "apart"
    return not fire.hip and not (apart and fire.aim == AT_TRAINS)


def _not_again(game: Ocs, fire: Fire) -> list[Refusal]:
    """One barrage a hex [10.0e(A)] and one a firer [10.0e(B)] in a phase."""
    now, found = phase_start(game), []
    if limited(game, fire) and _status(game, fire.target).barraged == now:
        label = game.board.label(fire.target)
        found.append(Refusal("10.0e(A)", f"{label} has been barraged in this phase already"))
    for name in fire.firers:
        record: Any = _firer(game, fire, name)
        if record is not None and record.fired == now:
            found.append(Refusal("10.0e(B)", f"{name} has barraged in this phase already"))
    return found


def fired(game: Ocs, name: str) -> bool:
    """Whether a gun has barraged in this phase. [10.0e(B)]"""
    return unit_of(game, name).fired == phase_start(game)


def _firer(game: Ocs, fire: Fire, name: str) -> Any:
    """A gun or a ship; aircraft have their own account of missions. [14.2e]"""
    if fire.by == AIR_POWER:
        return None
    return game.state[UNITS].get(name) or game.state[SHIPS].get(name)


def _status(game: Ocs, h: int) -> HexStatus:
    return game.state[HEXES].get(h) or HexStatus()


# ---- firing


def declare(game: Ocs, fire: Fire) -> None:
    """A barrage that has been declared counts for its hex and its firers. [10.0e(A)] [10.0e(B)]

    Aircraft whose mission never gets through have used the hex up all the same, so they declare
    when they set out.
    """
    now, h = phase_start(game), fire.target
    if limited(game, fire) and _status(game, h).barraged != now:
        game.put(HEXES, h, replace(_status(game, h), barraged=now))
    for name in fire.firers:
        record = _firer(game, fire, name)
        if record is not None and record.fired != now:
            register: Any = UNITS if name in game.state[UNITS] else SHIPS
            game.put(register, name, replace(record, fired=now))


def resolve(game: Ocs, fire: Fire) -> Procedure:
    """Weigh, roll and let the target suffer. [10.0] Whatever it costs has been paid. [10.1b(A)]"""
    declare(game, fire)
    weight = weigh(game, fire)
    announce(game, fire, weight)
    impact = roll(game, fire, weight)
    yield from suffer(game, fire, impact)


def announce(game: Ocs, fire: Fire, weight: Weight) -> None:
    """Tell both sides points, shifts and column; who fires only the firer knows. [4.9c]"""
    label = game.board.label(fire.target)
    facts = {
        "hex": label, "aim": fire.aim, "by": fire.by, "strength": fire.points.to_json(),
        "shifts": weight.shifts.to_json(), "table": fire.table, "column": weight.label,
        "initial": game.scenario.tables[fire.table].columns[weight.initial],
    }  # fmt: skip
    plain = {**facts, "strength": {"total": fire.strength, "parts": []}}
    others = Event("reckoning", "10.0", plain)
    game.emit(Event("reckoning", "10.0", facts, seen_by=(fire.side,), others=others))


def roll(game: Ocs, fire: Fire, weight: Weight) -> Impact:
    """The dice, and what they say. [10.0] [10.0c(A)]"""
    dice, impact = thrown(game, fire.table, weight.column, manner(game, fire))
    label = game.board.label(fire.target)
    facts = {
        "hex": label, "side": fire.side, "aim": fire.aim, "by": fire.by, "result": words(impact),
        "steps": impact.steps, "dg": impact.dg, "hits": impact.hits, "aircraft": impact.aircraft,
        "trains": impact.trains,
    }  # fmt: skip
    game.emit(Event("barrage", RULE[fire.aim], facts, dice, outcome=True))
    return impact


def words(impact: Impact) -> str:
    """An impact in words."""
    parts = []
    if impact.steps:
        parts.append(f"{impact.steps} step{'s' * (impact.steps > 1)}")
    if impact.dg:
        parts.append("DG")
    if impact.hits:
        parts.append(f"{impact.hits} hit{'s' * (impact.hits > 1)}")
    if impact.aircraft:
        parts.append(f"aircraft lose a step on {impact.aircraft} or more")
    if impact.trains:
        parts.append("trains busted")
    return ", ".join(parts) or "no effect"


# ---- suffering


def suffer(game: Ocs, fire: Fire, impact: Impact) -> Procedure:
    """The one aim suffers, nothing else in the hex. [10.0f]

    A port takes hits and nothing else. [10.0c(B)]
    """
    h = fire.target
    if fire.aim == AT_UNITS:
        yield from _units_suffer(game, fire, impact)
    elif fire.aim == AT_BASE:
        yield from _base_suffers(game, fire, impact)
    elif fire.aim == AT_PORT and impact.hits:
        ports.hit(game, h, impact.hits)
    elif fire.aim == AT_TRAINS and impact.trains:
        _bust_trains(game, fire)


def _units_suffer(game: Ocs, fire: Fire, impact: Impact) -> Procedure:
    """The owner picks who loses steps, as he likes; then all that are left are DG. [10.0a]

    DG takes the place of Reserve; a barrage without effect leaves it. [5.7d] [5.10a(A)]
    """
    h, owner = fire.target, game.scenario.other(fire.side)
    if impact.steps:
        names = stacks.own_at(game, h, owner)
        yield from losses.choose(game, owner, names, impact.steps, "10.0a")
        if not stacks.own_at(game, h, owner):  # landing craft may find nobody there [18.6b(C)]
            game.put(HEXES, h, replace(_status(game, h), cleared=phase_start(game)))
    if impact.dg:
        modes.disorganise(game, h, "5.10a(A)")
    elif game.options["contact-by-barrage"] == "any":
        modes.strip_reserve(game, h)


def _base_suffers(game: Ocs, fire: Fire, impact: Impact) -> Procedure:
    """Levels go, and each aircraft there is in danger, Active or not. [10.0c(A)] [15.0c]

    The result says with which die; it once was 5 or 6 for all. [CT-airreduce]
    """
    h, owner = fire.target, game.scenario.other(fire.side)
    if impact.hits:
        air_bases.reduce(game, h, impact.hits, "10.0c(A)")
    if not impact.aircraft:
        return
    shown, found = fog.aircraft_on_show(game, h, owner), air_bases.based(game, h, owner)
    dice = {key: game.roll(1, key=lambda d: d[0] >= impact.aircraft)[0] for key in found}
    label, rolls = game.board.label(h), tuple(dice.values())
    facts = {"hex": label, "aircraft": len(found), "least": impact.aircraft}
    game.emit(Event("base-raid", "10.0c(A)", facts, rolls))
    for key, die in dice.items():
        if die >= impact.aircraft:
            planes.lose_step(game, key, "10.0c(A)", f"caught on its base by a {die}", key == shown)
    yield from ()


def _bust_trains(game: Ocs, fire: Fire) -> None:
    """A marker lies in the hex until the enemy cleans up; a second adds nothing. [10.0c(C)]"""
    status, label = _status(game, fire.target), game.board.label(fire.target)
    game.put(HEXES, fire.target, replace(status, busted=fire.side))
    game.emit(Event("trains-busted", "10.0c(C)", {"hex": label, "side": fire.side}))
