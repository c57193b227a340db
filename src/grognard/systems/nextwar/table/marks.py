"""What lies on the map besides counters: markers, sites that are worth points, mines, bridges."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.nextwar.ending.control import (
    CAPTURE_CAPITAL,
    CAPTURE_URBAN,
    RECAPTURE,
    prizes,
)
from grognard.systems.nextwar.naval.status import MINES
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.raids.missions import goal_of
from grognard.systems.nextwar.raids.status import TASKS
from grognard.systems.nextwar.raids.targets import spot as goal_spot
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import AIRBASE, AIRFIELD, FORTIFICATION, PORT
from grognard.systems.nextwar.status import BRIDGES, HEXES, SITES
from grognard.systems.nextwar.strikes.aiming import target_words
from grognard.systems.nextwar.strikes.status import MISSILE, announced
from grognard.systems.nextwar.strikes.targets import Target, spot
from grognard.systems.nextwar.table.names import called, names, title
from grognard.systems.nextwar.units import EXPECTED, UNITS
from grognard.table.cards import Mark, SideMark
from grognard.table.tabletop import Player

CLEARING, MINED, OBJECTIVE, ENTRY = (
    "clearing", "mine", "objective", "entry",
)  # fmt: skip
KINDS = {AIRBASE: "airfield", AIRFIELD: "airfield", PORT: "port", FORTIFICATION: "fort"}
RULES = {AIRBASE: "8.3.1.3", AIRFIELD: "8.3.1.4", PORT: "8.3.1.9", FORTIFICATION: "8.3.1.10"}
URBAN = {
    CAPTURE_URBAN: "urban hex", CAPTURE_CAPITAL: "urban hex of the capital",
    RECAPTURE: "urban hex of one's own capital",
}  # fmt: skip
"""What the rows of the chart are called on the map. [12.1]"""
DOWN, BUILT = "bridge-down", "bridge-built"


def marks(game: Nw, player: Player) -> list[Mark]:
    """Clearing markers, installations and works, what is worth points, mines, entry hexes."""
    return [
        *_clearing(game), *_sites(game), *_objectives(game), *_mines(game), *_entries(game),
        *_missions(game), *_interdiction(game), *_raids(game),
    ]  # fmt: skip


def _clearing(game: Nw) -> Iterator[Mark]:
    """Hexes that a side is clearing; the number is drawn when the marker is turned up. [8.4.1]"""
    for h, status in game.state[HEXES].items():
        if status.clearing:
            number = f", number {status.number}" if status.number else ""
            words = f"{title(game, status.clearing)} is clearing this hex{number}"
            short = f"C{status.number or ''}"
            yield Mark(game.board.label(h), CLEARING, short, status.clearing, words, "8.4.1")


def _sites(game: Nw) -> Iterator[Mark]:
    """What has become of bases, ports and works; the map itself has them whole. [8.3.1] [27.2]"""
    for site in game.scenario.sites.values():
        if site.kind not in KINDS:
            continue
        state, side = game.state[SITES][site.id], controller(game, site.hex) or None
        if state.destroyed or state.strike:
            harm = "destroyed" if state.destroyed else f"Strike {state.strike}"
            words = f"{site.kind.capitalize()} {site.name}: {harm}"
            short = "×" if state.destroyed else f"S{state.strike}"
            rule = RULES[site.kind]
            yield Mark(game.board.label(site.hex), KINDS[site.kind], short, side, words, rule)


def worth(game: Nw, h: int) -> list[tuple[str, str]]:
    """What taking a hex from its holder would be worth now: words, and points. [12.1]"""
    side = controller(game, h)
    if not side:
        return []
    other = game.scenario.other(side)
    return [(URBAN.get(what, what), str(amount)) for what, amount in prizes(game, h, other)]


def prized(game: Nw) -> list[int]:
    """The hexes with something in them that is worth points."""
    board = game.board
    urban = [h for h in range(board.n) if board.terrain[h] == "urban"]
    return sorted({*urban, *game.scenario.ground.at})


def _objectives(game: Nw) -> Iterator[Mark]:
    """What is worth Victory Points to whoever takes it, and who has it. [12.1]"""
    for h in prized(game):
        found = worth(game, h)
        total = sum(float(points) if "/" not in points else 0.5 for _, points in found)
        if total:
            side = controller(game, h)
            said = ", ".join(f"{what}: {points} VP" for what, points in found)
            words = f"{said}; held by {title(game, side)}"
            yield Mark(game.board.label(h), OBJECTIVE, f"{total:g}", side, words, "12.1")


def _mines(game: Nw) -> Iterator[Mark]:
    """Mines, which lie open. [7.5]"""
    for mine in game.state[MINES].values():
        if mine.density:
            words = f"mines of {title(game, mine.side)}, density {mine.density}"
            label = game.board.label(mine.hex)
            yield Mark(label, MINED, str(mine.density), mine.side, words, "7.5")


def _missions(game: Nw) -> Iterator[Mark]:
    """What missions and missiles are aimed at that are not over yet. [23.2] [26.1.2]"""
    for _, mission in announced(game):
        h = spot(game, Target(mission.target, mission.hexes))
        if mission.done or h < 0:
            continue
        labels = [game.board.label(one) for one in mission.hexes]
        aim = target_words(game, mission.target, labels, names(game))
        missile = mission.kind == MISSILE
        what = f"{mission.weapon} missile" if missile else "mission"
        words = f"{what} of {title(game, mission.side)} against {aim}"
        kind = "fire" if missile else "air"
        yield Mark(game.board.label(h), kind, "", mission.side, words, "23.2-p4")


def _interdiction(game: Nw) -> Iterator[Mark]:
    """Hexes where moving costs more. [23.4.4]"""
    for h, status in game.state[HEXES].items():
        if status.interdiction:
            words = f"Interdiction {status.interdiction}: moving here costs more"
            short = str(status.interdiction)
            yield Mark(game.board.label(h), "interdiction", short, None, words, "23.4.4")


def _raids(game: Nw) -> Iterator[Mark]:
    """Special operations forces on their missions. [20.1.2]"""
    for task in game.state[TASKS].values():
        h = goal_spot(game, goal_of(task))
        if h >= 0 and not task.done:
            words = f"{task.nation}: {task.mission} against {called(game, task.target)}"
            yield Mark(game.board.label(h), "raid", "SOF", task.side, words, "20.1.2")


def _entries(game: Nw) -> Iterator[Mark]:
    """Where reinforcements come that are still expected. [10.0]"""
    hexes: dict[tuple[str, int], int] = {}
    for name, found in game.scenario.entries.items():
        unit = game.state[UNITS].get(name)
        if unit is not None and unit.place == EXPECTED:
            for h in found:
                key = game.scenario.counters[name].side, h
                hexes[key] = min(unit.due, hexes.get(key, unit.due))
    for (side, h), turn in hexes.items():
        words = f"{title(game, side)} reinforcements come here, from turn {turn}"
        yield Mark(game.board.label(h), ENTRY, f"T{turn}", side, words, "10.0")


def side_marks(game: Nw, player: Player) -> list[SideMark]:
    """Bridges that are down, damaged, or laid by a headquarters. [8.3.4] [18.2.5]"""
    found = []
    for key, bridge in game.state[BRIDGES].items():
        a, b = map(game.board.label, game.scenario.ground.side_hexes(key))
        if not bridge.stands:
            found.append(SideMark(a, b, DOWN, "bridge destroyed [8.3.4]", None))
        elif bridge.strike:
            found.append(SideMark(a, b, DOWN, f"bridge: Strike {bridge.strike} [27.6]", None))
        elif bridge.builder:
            words = f"bridge laid by {bridge.builder} [18.2.5]"
            found.append(SideMark(a, b, BUILT, words, None))
    return found
