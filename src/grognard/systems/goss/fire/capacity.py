"""Mission capacity, and which formations may take part. [11.2.4] [11.2.5]"""

from __future__ import annotations

from collections.abc import Collection

from grognard.engine.refusal import Refusal
from grognard.systems.goss.charts import number
from grognard.systems.goss.fire.guns import auxiliary, flak
from grognard.systems.goss.fire.mission import BLIND
from grognard.systems.goss.fire.spotting import fires_blind, sight_of
from grognard.systems.goss.logistics.support import adv_of
from grognard.systems.goss.pieces.chain import army, corps, formation, superior
from grognard.systems.goss.pieces.values import battalion, counter_of, in_works, unit_of
from grognard.systems.goss.scenario import ALLIED, Gs
from grognard.systems.goss.units import ARMY, CORPS, PA
from grognard.systems.goss.words import called
from grognard.systems.goss.works.forts import fort_unit

LIGHT, MEDIUM, HEAVY = "light", "medium", "heavy"
"""Capacities of missions, from the least. [11.2.4]"""
TABLE = "mission-capacity"
UNSEEN_GUNS = 3
"""How many guns fire unobserved at the end of a lull, or by surprise. [24.4.0(a)] [11.4.1e]"""
SHIPS = {
    LIGHT: (("DD",),),
    MEDIUM: (("DD",), ("DD", "DD")),
    HEAVY: (
        ("BB",), ("MN",), ("CA",), ("CL",), ("DD",), ("CA", "CL"), ("CA", "DD"), ("CL", "DD"),
        ("DD", "DD"),
    ),
}  # fmt: skip
"""Which ships may fire at one hex. [11.2.4a] [11.2.4b] [11.2.4c]"""


def capacity(game: Gs, spotter: str, sight: str) -> str:
    """The capacity of a mission by its spotter. [11.2.4a] [11.2.4b] [11.2.4c] [17.4.1d(a)]

    Light if nothing is observed; medium from the air. An asset that is not attached spots for
    light ones. A battalion in PA mode or in an ET, fort or fortified area spots for heavy ones,
    any other, and a company in such works, for medium ones. [5.1.2-no-c] [5.2.4]
    """
    if sight == BLIND:
        return LIGHT
    if not spotter:
        return MEDIUM
    counter, unit = counter_of(game, spotter), unit_of(game, spotter)
    large, dug_in = battalion(counter, unit), in_works(game, spotter)
    prepared = large and unit.mode == PA
    if not formation(game, spotter):
        spared = prepared and game.options["asset-pa-capacity"] == HEAVY
        return HEAVY if spared else LIGHT
    if large:
        return HEAVY if prepared or dug_in else MEDIUM
    return MEDIUM if dug_in else LIGHT


def most_guns(game: Gs, side: str, spotter: str, level: str, h: int = -1) -> int:
    """How many artillery units may take part, one more for a spotter on a vantage point; the Free
    French count as US, other Allies as one. In the GT in which a side has ended a lull, or
    surprises the enemy, three may fire at what nobody sees. [11.2.4] [11.2.4d] [24.4.0(a)]
    [11.4.1e]"""
    us = side == ALLIED and (not spotter or counter_of(game, spotter).us)
    column = "US" if us else "Allied" if side == ALLIED else "Axis"
    most = number(game.scenario.tables, TABLE, level, column)
    if h >= 0 and spotter and fires_blind(game, spotter):
        blind = sight_of(game, side, spotter, h) == BLIND
        most = UNSEEN_GUNS if blind else most
    vantage = spotter and game.scenario.ground.vantage[unit_of(game, spotter).hex]
    return most + 1 if vantage else most


def most_flights(game: Gs, level: str) -> int:
    """How many GS missions may be flown against the hex. [11.2.4] [11.4.3]"""
    return number(game.scenario.tables, TABLE, level, "gs")


def free_of_limits(game: Gs, name: str, h: int) -> bool:
    """Whether a unit does not count: artillery next to the target, heavy Flak, tank destroyers, and
    forts with guns. [11.2.4d]"""
    near = game.board.distance(unit_of(game, name).hex, h) == 1
    return near or auxiliary(game, name) or fort_unit(game, name)


def against_number(
    game: Gs, side: str, spotter: str, level: str, guns: Collection[str], h: int
) -> list[Refusal]:
    """Why there are too many of them. [11.2.4]"""
    counted = [n for n in guns if not free_of_limits(game, n, h)]
    most = most_guns(game, side, spotter, level, h)
    if len(counted) <= most:
        return []
    rule = {LIGHT: "11.2.4a", MEDIUM: "11.2.4b", HEAVY: "11.2.4c"}[level]
    text = f"{len(counted)} artillery units; a {level} mission has room for {most}"
    return [Refusal(rule, text)]


def against_formations(game: Gs, spotter: str, level: str, guns: Collection[str]) -> list[Refusal]:
    """Why guns may not fire for the spotter. [11.2.5]

    In medium and heavy missions on the ground one is of his own formation; the others, too, or of
    his corps' or army's own artillery, or of one other formation of his corps. Guns without
    ammunition behind them fire for their own formation only.
    """
    if not spotter:
        return []
    own = formation(game, spotter)
    bound = [n for n in guns if not flak(game, n)]
    found = [
        Refusal(
            "11.2.5", f"{called(game, n)} has an ADV of zero and fires for its own formation only"
        )
        for n in bound
        if not auxiliary(game, n)
        and not adv_of(game, n, firing=True)
        and (not own or formation(game, n) != own)
    ]
    found += _out_of_command(game, spotter, bound)
    if level == LIGHT:
        return found
    mine = [n for n in bound if formation(game, n) == own and not auxiliary(game, n)]
    if not mine:
        found.append(Refusal("11.2.5", "no artillery of the spotter's formation takes part"))
    strangers = [n for n in bound if not _eligible(game, spotter, own, n)]
    found += [
        Refusal("11.2.5", f"{called(game, n)} belongs to another corps or army") for n in strangers
    ]
    others = {formation(game, n) for n in bound} - {own, ""}
    if len(others) > 1:
        found.append(Refusal("11.2.5", "only one other formation may contribute artillery"))
    return found


def _out_of_command(game: Gs, spotter: str, guns: Collection[str]) -> list[Refusal]:
    """Who is out of command spots for artillery of its own headquarters alone, and guns that are
    fire for nobody else's spotter. [9.8.0]"""
    lost, hq = unit_of(game, spotter).ooc, superior(game, spotter)
    apart = [n for n in guns if (lost or unit_of(game, n).ooc) and superior(game, n) != hq]
    text = "are not of one formation, and one is out of command"
    return [Refusal("9.8.0", f"{called(game, n)} and its spotter {text}") for n in apart]


def _eligible(game: Gs, spotter: str, own: str, name: str) -> bool:
    hq = superior(game, name)
    level = counter_of(game, hq).level if hq else ""
    if formation(game, name) == own:
        return True
    if level == ARMY:
        return army(game, name) == army(game, spotter)
    if level == CORPS:
        return hq == corps(game, spotter)
    return bool(hq) and corps(game, name) == corps(game, spotter)
