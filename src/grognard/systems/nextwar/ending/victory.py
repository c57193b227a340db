"""Victory: points are banked, a side may surrender, and the last turn decides. [12.2] [12.3]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.event import Event
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.nations.ceasefire import in_force
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, INITIATIVE, NOW, SIDES, WAR
from grognard.systems.nextwar.turn.initiative import FIRST, SECOND, side_of

COLUMNS = ((1, "roll_1"), (3, "rolls_2_3"), (5, "rolls_4_5"))
LAST_COLUMN = "rolls_6_up"


def victory_phase(game: Nw) -> None:
    """Bank the points of the turn; then whoever may rolls, the first player first. [12.1] [12.2]"""
    for side, status in game.state[SIDES].items():
        game.put(SIDES, side, replace(status, vp=status.vp + status.gained))
    for role in (FIRST, SECOND):
        side = side_of(game, role)
        for why in chances(game, side):
            if not game.over:
                roll(game, side, why)
    if in_force(game) and not game.over:
        award(game)  # [28.1]


def lead(game: Nw, side: str) -> int:
    """By how many points a side is ahead. [12.2]"""
    sides = game.state[SIDES]
    return sides[side].vp - sides[game.scenario.other(side)].vp


def chances(game: Nw, side: str) -> list[str]:
    """For what a side may roll for automatic victory: its lead, the enemy capital. [12.2]"""
    war, terms = game.state[WAR][NOW], game.scenario.terms
    # [12.2.1]
    if game.options["initiative-for-victory"] == "on" and (
        war.kind != INITIATIVE or war.first != side
    ):
        return []
    found = []
    if terms.automatic and lead(game, side) >= terms.automatic:
        found.append("lead")
    capital = terms.capital.get(side, ())
    if capital and all(_held(game, h, side) for h in capital):
        found.append("capital")
    return found


def _held(game: Nw, h: int, side: str) -> bool:
    return controller(game, h) == side and not game.state[HEXES][h].clearing


def roll(game: Nw, side: str, why: str) -> None:
    """One roll on the table, in the column of how often the side has rolled. [12.2]"""
    status = game.state[SIDES][side]
    tries = status.tries + 1
    column = next((name for most, name in COLUMNS if tries <= most), LAST_COLUMN)
    shown, result = dice.on_table(game, "automatic-victory", column)
    won = result == "victory"
    game.put(SIDES, side, replace(status, tries=tries))
    facts = {"side": side, "why": why, "tries": tries, "won": won}
    dice.show(game, "surrender-roll", "12.2", facts, shown)
    if won:
        declare(game, "12.2", side, "automatic victory")


def level(game: Nw) -> tuple[str, str]:
    """Who would have won, and how, if the game ended now. [12.3]"""
    first = game.scenario.sides[0]
    ahead = lead(game, first)
    for least, side, title in game.scenario.terms.levels:
        if ahead >= least:
            return side, title
    best = first if ahead > 0 else game.scenario.other(first)
    return (best, "more points") if ahead else ("", "a draw")


def award(game: Nw) -> None:
    """The last turn is over. [12.0] [12.3]"""
    declare(game, "12.3", *level(game))


def declare(game: Nw, rule: str, side: str, title: str) -> None:
    """Say who has won, and how, and end the game."""
    points = {name: status.vp for name, status in game.state[SIDES].items()}
    facts = {"side": side, "title": title, "points": points, "winner": side, "degree": title}
    game.emit(Event("victory", rule, facts))
    game.finish(f"{side}: {title}" if side else title)
