"""Collateral damage: aircraft on the ground when their base is hit. [27.7.4]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.kit.among import OneOf
from grognard.kit.orders import OneAt
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.air.helos import (
    HELOS,
    MISSIONS,
    based_at,
    helo_of,
    printed,
    room,
    turn_counter,
)
from grognard.systems.nextwar.air.rebasing import Flee, destroy
from grognard.systems.nextwar.air.rebasing import lose_step as lose_helo_step
from grognard.systems.nextwar.aircraft import AIR
from grognard.systems.nextwar.airpower.wings import WINGS, based, box_of, lose_step, marked, wing_of
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.damage.strikes import phase_of
from grognard.systems.nextwar.pieces.stacks import holder
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import Site
from grognard.systems.nextwar.status import SIDES, SITES

TABLE = "collateral-damage"
COLUMNS = {1: "1", 2: "2", 3: "X"}
OWN_CHOICE, ENEMY_CHOICE, AIRMOBILE = "Air", "Air*", "AmPt"
STEP, ELIMINATED_BY = "Step", "Elim"
SPARED = 2
"""The damage from an earlier phase that leaves nothing to be hit. [27.7.4-p4]"""


class LoseWing(OneOf[Nw]):
    """Choosing the air unit that is hit on the ground. [27.7.4.1]"""

    do, rule, title = "lose-wing", "27.7.4.1", "Choose the air unit that loses a step"


def settle(game: Nw) -> Procedure:
    """At the end of a Strike Phase: one roll for each base that was hit in it. [27.7.4-p3]"""
    for name in [n for n, status in game.state[SITES].items() if status.due]:
        yield from roll_now(game, name)


def roll_now(game: Nw, name: str) -> Procedure:
    """Roll for what a base has suffered and is not rolled for yet, by what was inflicted.

    [27.7.4-p1] [27.7.4-p3] Not where it bore Strike 2 from an earlier phase [27.7.4-p4], nor while
    it is being mended. [27.9.1]
    """
    status, site = game.state[SITES][name], game.scenario.sites[name]
    game.put(SITES, name, replace(status, due=0))
    if not site.flying or not status.due:
        return
    if status.before < SPARED and not status.mending:
        yield from air_losses(game, site, status.due)
        helicopter_losses(game, site, status.due)
    if status.destroyed:
        yield from fly_out(game, site)


def captured(game: Nw, site: Site, loser: str) -> Procedure:
    """A base that was its loser's from the start falls: as if Strike 1 had met it, unless it is
    worse damaged. [27.7.4-p2]"""
    status = game.state[SITES][site.id]
    if site.flying and site.owner == loser and not status.destroyed and status.strike < SPARED:
        yield from air_losses(game, site, 1, captured=True)


def modifiers(game: Nw, site: Site) -> Tally:
    """A hardened base protects. [27.7.4.1]"""
    if not site.hardened:
        return Tally()
    value = drm(game.scenario.tables, "collateral-damage-drms", "hardened base")
    return Tally().add("hardened base", value, "27.7.4.1", "chart")


def _rolled(game: Nw, site: Site, what: str, hit: int, unit: str = "") -> str:
    """One roll in the column of the target and the result inflicted. [27.7.4.1]"""
    column, tally = f"{what}_{COLUMNS[hit]}", modifiers(game, site)
    shown, found = dice.on_table(game, TABLE, column, tally)
    facts = {
        "site": site.id, "hex": game.board.label(site.hex), "column": column, "result": found,
        **({"unit": unit} if unit else {}),
    }  # fmt: skip
    dice.show(game, "collateral", "27.7.4.2" if unit else "27.7.4.1", facts, shown, tally)
    return found


# ---- air units and airmobile points


def air_losses(game: Nw, site: Site, hit: int, *, captured: bool = False) -> Procedure:
    """What aircraft and airmobile points of the base's first owner suffer. [27.7.4.1]

    A base that he has lost is his no more. [27.7.1]
    """
    side = site.owner
    if controller(game, site.hex) != side and not captured:
        return
    for result in _rolled(game, site, site.kind, hit).split():
        if result == AIRMOBILE:
            _lose_lift(game, side)
        elif result in (OWN_CHOICE, ENEMY_CHOICE):
            chooser = side if result == OWN_CHOICE else game.scenario.other(side)
            yield from _lose_wing(game, site, side, chooser)


def _lose_lift(game: Nw, side: str) -> None:
    """An Airmobile Point is gone for good. [27.7.4.1]"""
    status = game.state[SIDES][side]
    if status.lift:
        game.put(SIDES, side, replace(status, lift=status.lift - 1))
        facts = {"side": side, "left": status.lift - 1}
        game.emit(Event("airmobile-lost", "27.7.4.1", facts, outcome=True))


def _lose_wing(game: Nw, site: Site, side: str, chooser: str) -> Procedure:
    """An air unit of the base's box loses a step, each but once in a phase. [27.7.4.1]

    Where the Standard rules of the air are played, an Air Point is gone for good. [29.1.3]
    """
    if not game.scenario.air_units:
        status = game.state[SIDES][side]
        left = max(0, status.air - 1)
        game.put(SIDES, side, replace(status, air=left, air_lost=status.air_lost + 1))
        game.emit(Event("air-point-lost", "29.1.3", {"side": side}, outcome=True))
        return
    since = phase_of(game)
    found = [n for n in based(game, box_of(game, site)) if wing_of(game, n).hurt < since]
    if not found:
        return
    worth = sorted(found, key=lambda one: (_worth(game, one), one))
    weakest, strongest = {"weakest": worth[0]}, {"strongest": worth[-1]}
    likely = weakest | strongest if chooser == side else strongest | weakest
    prompt = f"{site.name} is hit: which air unit suffers?"
    name = yield from LoseWing.picked(game, chooser, found, "lose-wing", prompt, likely)
    game.put(WINGS, name, replace(wing_of(game, name), hurt=game.serial))
    lose_step(game, name, "27.7.4.1")


def _worth(game: Nw, name: str) -> int:
    """What a unit is worth to who chooses: its ratings, most of all against aircraft."""
    return 2 * marked(game, name, AIR).value + marked(game, name, "strike").value


# ---- helicopters


def helicopter_losses(game: Nw, site: Site, hit: int) -> None:
    """Each helicopter at the base has a roll of its own. [27.7.4.2] [27.5]"""
    for name in based_at(game, site.hex):
        fate = _rolled(game, site, "helicopter", hit, name)
        if fate == ELIMINATED_BY:
            destroy(game, name, "27.7.4.2")
        elif fate == STEP:
            lose_helo_step(game, name, "27.7.4.2")


def fly_out(game: Nw, site: Site) -> Procedure:
    """Helicopters leave a base that is destroyed, for the nearest with room, and fly no more this
    turn; who has none is lost. [27.7.1] [27.7.4.2]"""
    if room(game, site.hex):
        return
    for name in based_at(game, site.hex):
        side, found = printed(game, name).side, havens(game, name)
        if not found:
            destroy(game, name, "27.7.1")
            continue
        order = yield from Flee([OneAt(name, h) for h in found], "27.7.4.2").chosen(
            game, side, "flee", f"{site.name} is destroyed: choose a new base",
            {"nearest": OneAt(name, found[0])}, slight=True, sole=True,
        )  # fmt: skip
        game.put(HELOS, name, replace(helo_of(game, name), hex=order.hex))
        turn_counter(game, name, MISSIONS)
        facts = {"side": side, "unit": name, "from": game.board.label(site.hex)}
        game.emit(Event("rebase", "27.7.4.2", {**facts, "to": game.board.label(order.hex)}))


def havens(game: Nw, name: str) -> list[int]:
    """The nearest bases with room; instead of a city, an airfield or airbase farther away.

    [27.7.4.2] [6.5.1.1]
    """
    side, start = printed(game, name).side, helo_of(game, name).hex
    enemy, board = game.scenario.other(side), game.board
    open_ = [
        h
        for h in range(board.n)
        if h != start
        and room(game, h) > len(based_at(game, h))
        and controller(game, h) == side
        and holder(game, h) != enemy
    ]
    open_.sort(key=lambda h: (board.distance(start, h), h))
    nearest = [h for h in open_ if board.distance(start, h) == board.distance(start, open_[0])]
    flying = [h for h in open_ if _flying(game, h)]
    if any(h in flying for h in nearest):
        return nearest
    return [*nearest, *flying]


def _flying(game: Nw, h: int) -> bool:
    """Whether there is an airbase or airfield in a hex that is not destroyed."""
    sites = game.scenario.ground.at.get(h, ())
    return any(site.flying and not game.state[SITES][site.id].destroyed for site in sites)
