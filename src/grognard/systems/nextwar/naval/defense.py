"""Air defenses of ships: the values of each type, and close-in weapons. [17.1.4]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.tally import Tally
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.naval.detecting import together
from grognard.systems.nextwar.pieces.ships import hull, kind
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import CARRIERS, CVN, SAG

TABLE = "naval-adf"
CLOSE_IN, AMERICAN = -1, -1
"""What close-in weapons take from the roll, and what American ones take besides. [17.1.4-4]"""
MISSED = ("A", "X")
"""The results that spoil an attack by missiles. [17.1.4-4]"""
COLUMNS = {0: "track-0-1", 1: "track-0-1", 2: "track-2", 3: "track-3"}


@dataclass(frozen=True, slots=True)
class Screen:
    """The air defense values of a type of ship. [17.1.4-1]"""

    detection: int
    sam: int
    aaa: int
    drm: int


def screen(game: Nw, name: str) -> Screen:
    """The values of a ship: of its navy and type. [17.1.4-1] [17.1.4-4]"""
    table, navy = game.scenario.tables[TABLE], navy_of(game, name)
    type_ = kind(game, name)
    if type_ in CARRIERS and (navy != "USN" or type_ != CVN):
        type_ = SAG  # the chart has no carriers but the Americans'
    row = next(row for row in table.rows if row.startswith(f"{navy} {type_}"))
    detection, sam, aaa = (int(table.cell(row, c).value) for c in ("detection", "sam", "aaa"))
    return Screen(detection, sam, aaa, CLOSE_IN + (AMERICAN if navy == "USN" else 0))


def navy_of(game: Nw, name: str) -> str:
    """Whose rows of the chart a ship uses; allies of the Koreans use theirs. [17.1.4-1]"""
    counter = hull(game, name)
    if counter.nation == "US":
        return "USN"
    return "ROK" if game.scenario.powers[counter.side].allied else "DPRK"


def screened(game: Nw, name: str) -> Screen:
    """The values that defend a ship: one set, the best of those in its location. [17.1.4-1]"""
    present = {name, *together(game, name, hull(game, name).side)}
    found = [screen(game, one) for one in sorted(present)]
    return max(found, key=lambda one: (one.aaa, -one.drm, one.sam, one.detection))


def ciws(game: Nw, name: str) -> str:
    """Close-in weapons fire at what comes for a ship, seen or not: what they do to it.
    [17.1.4-4]"""
    values = screened(game, name)
    tally = Tally().add("close-in weapons", CLOSE_IN, "17.1.4-4")
    if values.drm < CLOSE_IN:
        tally = tally.add("American", AMERICAN, "17.1.4-4")
    shown, result = dice.on_table(game, "adf-aaa", COLUMNS[values.aaa], tally)
    side, missed = hull(game, name).side, result in MISSED
    facts = {"unit": name, "side": side, "result": result, "missed": missed}
    dice.show(game, "ciws", "17.1.4-4", facts, shown, tally)
    return result
