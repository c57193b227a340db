"""Strike markers: how hits add up on units, sites, ships, bridges and beachheads. [27.1] [27.2]

A hit is 1, 2 or `X`; what it makes of the marker that is there stands in one table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.kit.among import OneOf
from grognard.kit.deeds import Questions
from grognard.kit.turn import played
from grognard.systems.nextwar.damage.steps import eliminate, lose_step
from grognard.systems.nextwar.movement.bridgework import destroy
from grognard.systems.nextwar.pieces.ships import aboard, hull, ship_of
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import Site
from grognard.systems.nextwar.status import BRIDGES, HEXES, SITES, SiteStatus
from grognard.systems.nextwar.turn.points import gain, prize
from grognard.systems.nextwar.units import MAP, SHIPS, UNITS

X = 3
"""The result that destroys, or takes a step. [27.3.3]"""
DESTROYED = 3
"""The damage of what is destroyed, one more than Strike 2. [27.2]"""
HEAVIEST = 2
"""The heaviest marker. [23.4.4] [27.3.2]"""
STEP, GONE, FLIPPED = "step", "gone", "flipped"
RESULTS = {1: "Strike 1", 2: "Strike 2", X: "X"}

SUNK: list[Callable[[Nw, str, str], Procedure | None]] = []
"""What becomes of a ship that is eliminated; higher chapters put it here. [27.4-p3]"""
RUINED: list[Callable[[Nw, Site], Procedure]] = []
"""What follows when an installation or airfield is destroyed; higher chapters put it here.
[27.7.2]"""


def added(game: Nw, kind: str, marker: int, hit: int) -> str:
    """What a hit makes of the marker that is there: the new marker, or what happens instead.

    [27.1] [27.1.1] [27.2] [27.4-p2] [27.7.3]
    """
    return game.scenario.tables["strike-accumulation"].cell(f"{kind} {marker}", RESULTS[hit]).value


def phase_of(game: Nw) -> int:
    """The phase under way, by the serial of its first segment. [27.7.4]"""
    return game.serial - played(game).offset


# ---- ground units


def hit_unit(game: Nw, name: str, hit: int, rule: str) -> None:
    """A hit on a ground unit: its marker, a step, or all of it. [27.1] [27.1.1] [27.3.3]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if not unit.steps:
        return
    if counter.beachhead:
        hit_beachhead(game, name, hit, rule)
        return
    facts: dict[str, Any] = {"unit": name}
    if unit.place == MAP:
        facts["hex"] = game.board.label(unit.hex)
    after = added(game, "supply" if counter.supply else "unit", unit.strike, hit)
    marker = int(after) if after.isdigit() else 0
    _tell(game, rule, facts, hit, after)
    game.put(UNITS, name, replace(unit, strike=marker))
    if counter.hq or counter.artillery:
        impair(game, name)
    if after == STEP:
        lose_step(game, name, rule)
    elif after == GONE:
        eliminate(game, name, rule)


def impair(game: Nw, name: str) -> None:
    """A headquarters or guns lose one of their two capabilities for the turn.

    [18.2.6-p3] [27.3.1] [27.3.2] [27.3.3]
    """
    unit = unit_of(game, name)
    used = unit.used if unit.used_in == game.turn else 0
    game.put(UNITS, name, replace(unit, used=used + 1, used_in=game.turn))


def hit_beachhead(game: Nw, name: str, hit: int, rule: str) -> None:
    """A hit on a Beachhead: its capacity falls, and it shows its side without supply. [27.7.3]"""
    unit = unit_of(game, name)
    after = added(game, "beachhead", unit.strike, hit)
    _tell(game, rule, {"unit": name, "hex": game.board.label(unit.hex)}, hit, after)
    flipped = after == FLIPPED
    marker = HEAVIEST if flipped else int(after)
    game.put(UNITS, name, replace(unit, strike=marker, oos=unit.oos or flipped))


# ---- installations, airfields, bridges


def level(status: SiteStatus) -> int:
    """The damage of a site as a number: 0 to 2 as its marker, 3 when it is destroyed."""
    return DESTROYED if status.destroyed else status.strike


def hit_site(game: Nw, name: str, hit: int, rule: str, deliberate: bool = False) -> Procedure:
    """A hit on an installation or airfield; nothing more happens to what is destroyed.

    Its owner earns his enemy nothing who damages it himself. [27.2] [27.7] [27.2.1]
    """
    status, site = game.state[SITES][name], game.scenario.sites[name]
    if status.destroyed:
        return
    after = added(game, "site", status.strike, hit)
    gone, now = after == GONE, phase_of(game)
    marker = 0 if gone else int(after)
    fresh = status.phase != now
    before = status.strike if fresh else status.before
    new = replace(status, strike=marker, destroyed=gone, phase=now, before=before)
    due = 0 if deliberate else status.due + level(new) - status.strike
    ruined = game.serial if gone and not status.mending else new.ruined  # [27.9.1]
    game.put(SITES, name, replace(new, due=due, ruined=ruined))
    _tell(game, rule, {"site": name, "hex": game.board.label(site.hex)}, hit, after)
    if gone:
        yield from _ruin(game, site, deliberate)


def _ruin(game: Nw, site: Site, deliberate: bool) -> Procedure:
    """A site is destroyed: worth points once, until it is whole again. [12.1.2] [27.2]"""
    status, owner = game.state[SITES][site.id], controller(game, site.hex)
    if owner and not deliberate and not status.scored:
        enemy = game.scenario.other(owner)
        gain(game, enemy, prize(game, site), "12.1.2", f"{site.kind} {site.name} destroyed")
        game.put(SITES, site.id, replace(status, scored=True))
    for consequence in RUINED:
        yield from consequence(game, site)


def hit_bridge(game: Nw, key: int, hit: int, rule: str, side: str) -> None:
    """A hit of a side on a bridge, which serves until it is destroyed. [27.10] [27.10.1]"""
    bridge = game.state[BRIDGES][key]
    if not bridge.stands:
        return
    hexes = game.scenario.ground.side_hexes(key)
    after = added(game, "site", bridge.strike, hit)
    _tell(game, rule, {"bridge": [game.board.label(h) for h in hexes]}, hit, after)
    if after == GONE:
        destroy(game, hexes, side)
    else:
        game.put(BRIDGES, key, replace(bridge, strike=int(after)))


def interdict(game: Nw, h: int, hit: int, rule: str) -> None:
    """A hex is interdicted, up to Interdiction 2. [23.4.4]"""
    status = game.state[HEXES][h]
    now = min(HEAVIEST, status.interdiction + hit)
    game.put(HEXES, h, replace(status, interdiction=now))
    facts = {"hex": game.board.label(h), "result": hit, "interdiction": now}
    game.emit(Event("interdicted", rule, facts, outcome=True))


# ---- ships


class LoseAboard(OneOf[Nw]):
    """Choosing who loses a step aboard a ship that was hit. [27.4-p4]"""

    do, rule, title = "lose-aboard", "27.4-p4", "Choose who loses a step"


def hit_ship(game: Nw, name: str, hit: int, rule: str) -> Procedure:
    """A hit on a naval unit, and on whoever is aboard. [27.4-p2] [27.4-p4]"""
    ship = ship_of(game, name)
    after = added(game, "ship", ship.strike, hit)
    _tell(game, rule, {"unit": name, "side": hull(game, name).side}, hit, after)
    if after == GONE:
        game.put(SHIPS, name, replace(ship, strike=0, detected=0))
        for consequence in SUNK:
            yield from consequence(game, name, rule) or ()
        return
    game.put(SHIPS, name, replace(ship, strike=int(after), hit=game.serial))
    for _ in range(hit):
        troops = aboard(game, name)
        if troops:
            victim = yield from _victim(game, name, troops)
            lose_step(game, victim, "27.4-p4")


def _victim(game: Nw, ship: str, troops: list[str]) -> Questions[str]:
    """Who of those aboard loses a step: his owner chooses. [27.4-p4]"""
    side, prompt = hull(game, ship).side, f"Who loses a step aboard {hull(game, ship).name}?"
    least = min(troops, key=lambda n: (-unit_of(game, n).steps, counter_of(game, n).faces[0].sp))
    who = LoseAboard.picked(game, side, troops, "lose-aboard", prompt, {"least": least})
    return (yield from who)


def _tell(game: Nw, rule: str, facts: dict[str, Any], hit: int, after: str) -> None:
    told = {**facts, "result": RESULTS[hit], "after": after}
    game.emit(Event("strike-hit", rule, told, outcome=True))
