"""Control of hexes: who takes what at the end of a turn, and what it is worth. [8.4] [12.1]"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.table import Table
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.air.rebasing import overrun
from grognard.systems.nextwar.airpower.collateral import captured
from grognard.systems.nextwar.ground import URBAN
from grognard.systems.nextwar.movement.clearing import must_clear
from grognard.systems.nextwar.naval.levels import lose_port
from grognard.systems.nextwar.pieces.stacks import holder, units_at
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import AIRBASE, CITY, FORTIFICATION, PORT
from grognard.systems.nextwar.status import HEXES, SIDES, SITES
from grognard.systems.nextwar.turn.points import gain, prize, worth
from grognard.systems.nextwar.units import UNITS

CAPTURE_URBAN = "capture enemy Urban hex"
CAPTURE_CAPITAL = "capture Urban hex of the enemy capital"
RECAPTURE = "recapture of a capital Urban hex"


def determine_control(game: Nw) -> Procedure:
    """Hexes change hands at the end of the turn: to whoever entered them last in it. [8.4]

    What must be cleared is not had by walking in. [8.4.1]
    """
    for h, status in list(game.state[HEXES].items()):
        side = status.entered
        if status.entered_in != game.turn or not side or side == status.control:
            continue
        if holder(game, h) == game.scenario.other(side) or must_clear(game, h, side):
            continue
        yield from take(game, h, side)


def take(game: Nw, h: int, side: str) -> Procedure:
    """A side takes control of a hex, and earns what there is to earn. [8.4] [12.1]

    Nobody is under a Clearing marker there any more, even if what was to be cleared is destroyed.
    [8.4.1]
    """
    status, before = game.state[HEXES][h], controller(game, h)
    for name in units_at(game, h):
        if unit_of(game, name).clearing:
            game.put(UNITS, name, replace(unit_of(game, name), clearing=False))
    game.put(HEXES, h, replace(status, control=side, clearing="", number=0, taken=game.turn))
    game.emit(Event("control", "8.4", {"side": side, "hex": game.board.label(h), "from": before}))
    if before != game.scenario.other(side):
        return
    for what, amount in prizes(game, h, side):
        gain(game, side, amount, "12.1", f"{what} in {game.board.label(h)}")
    yield from overrun(game, h, side)
    for site in game.scenario.ground.at.get(h, ()):
        if site.kind == PORT and site.owner == game.scenario.other(side):
            lose_port(game, site.owner)  # [7.4.3-b4]
        if game.scenario.advanced:
            yield from captured(game, site, game.scenario.other(side))
    if not game.scenario.advanced and game.scenario.hostile(side, h):
        for site in game.scenario.ground.at.get(h, ()):
            if site.kind == AIRBASE:
                lose_air(game, h, game.scenario.other(side))


def lose_air(game: Nw, h: int, side: str) -> None:
    """An Airbase of a side is taken: it may lose an Air Point, and an Airmobile Point, for good.

    [6.3.1] [8.5.4.2]
    """
    table = game.scenario.tables["loss-of-airbase"]
    for what, rule in (("Air Points", "6.3.1"), ("Airmobile Points", "8.5.4.2")):
        row = f"{what} (Standard)"
        shown, fate = dice.roll(game, partial(_read, table, row))
        lost = fate != "-"
        status = game.state[SIDES][side]
        if lost and rule == "6.3.1":
            game.put(SIDES, side, replace(status, air_lost=status.air_lost + 1))
        elif lost and status.lift:
            game.put(SIDES, side, replace(status, lift=status.lift - 1))
        dice.show(game, "base-taken", rule, {"side": side, "what": what, "lost": lost}, shown)


def prizes(game: Nw, h: int, side: str) -> list[tuple[str, Fraction]]:
    """What a side would earn for a hex that it takes from its enemy. [12.1]

    Destroyed sites are worth nothing more. [12.1.2]
    """
    found = []
    if game.board.terrain[h] == URBAN:
        found.append((_urban(game, h, side), worth(game, _urban(game, h, side))))
    for site in game.scenario.ground.at.get(h, ()):
        if game.state[SITES][site.id].destroyed or site.kind == FORTIFICATION:
            continue
        if site.kind == CITY and game.board.terrain[h] == URBAN:
            continue  # the hex itself is worth more
        found.append((f"{site.kind} {site.name}", prize(game, site)))
    return found


def _urban(game: Nw, h: int, side: str) -> str:
    """Which row an urban hex is: a capital is worth more to the enemy than to its own. [12.1]"""
    capital = any(h in hexes for hexes in game.scenario.terms.capital.values())
    if not capital:
        return CAPTURE_URBAN
    return RECAPTURE if game.scenario.home(side, h) else CAPTURE_CAPITAL


def _read(table: Table, row: str, pips: int) -> str:
    return table.cell(row, pips).value
