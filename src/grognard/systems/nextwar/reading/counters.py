"""Counter sheets: a row for each ground unit, as printed. [2.3] [UIC-counters]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.reader import Reader
from grognard.kit.reading import Cells, Fail, Sheet
from grognard.systems.nextwar.ground import Ground
from grognard.systems.nextwar.units import (
    ARMS,
    FLAGS,
    MAP,
    MOBILITIES,
    SIZES,
    TYPES,
    Counter,
    Face,
    Unit,
)

COLUMNS = (
    "id", "side", "nation", "name", "size", "type", "arm", "mobility", "flags", "formation",
    "attack", "defense", "bracketed", "ma", "er", "sp", "reduced_attack", "reduced_defense",
    "reduced_er", "reduced_sp", "range", "source", "certainty", "note",
)  # fmt: skip
OPTIONAL = frozenset(
    {
        "flags", "formation", "bracketed", "reduced_attack", "reduced_defense", "reduced_er",
        "reduced_sp", "range", "source", "certainty", "note",
    }
)  # fmt: skip
SHEET = Sheet(COLUMNS, OPTIONAL)


def read_counter(row: Mapping[str, Any], fail: Fail) -> Counter:
    """A row of a sheet as a counter; a reduced side is one that has an efficiency. [9.7.1]"""
    cells = Cells(row, COLUMNS, fail)
    faces = [_face(cells, "")]
    if row.get("reduced_er"):
        faces.append(_face(cells, "reduced_"))
    return Counter(
        id=cells.id,
        side=cells.text("side"),
        nation=cells.text("nation"),
        name=cells.text("name", cells.id),
        size=cells.one_of("size", SIZES),
        type=cells.one_of("type", TYPES),
        arm=cells.one_of("arm", ARMS),
        mobility=cells.one_of("mobility", MOBILITIES),
        faces=tuple(faces),
        ma=cells.whole("ma"),
        formation=cells.text("formation"),
        flags=cells.words("flags", FLAGS, "the flag"),
        bracketed=cells.flag("bracketed"),
        range=cells.whole("range"),
        source=cells.text("source", "house"),
    )


def _face(cells: Cells, side: str) -> Face:
    """The values printed on one side: strengths, efficiency, stacking. [2.3]"""
    attack, defense, er = (cells.whole(f"{side}{key}") for key in ("attack", "defense", "er"))
    sp = halves(cells, f"{side}sp")
    if min(attack, defense, er, sp) < 0:
        raise cells.wrong("strengths, efficiency and stacking points are never negative")
    return Face(attack, defense, er, sp)


def halves(cells: Cells, key: str) -> int:
    """Stacking points in halves: `1/2` is 1, `2` is 4, `1.5` is 3. [2.3.7]"""
    text = cells.text(key, "0")
    known = {"1/2": 1, "0.5": 1}
    if text in known:
        return known[text]
    whole, _, rest = text.partition(".")
    if rest in ("", "0", "5") and whole.isdecimal():
        return 2 * int(whole) + (rest == "5")
    raise cells.wrong(f"{key!r} should be stacking points such as 1/2, 1 or 2, not {text!r}")


def check_outposts(
    read: Reader, counters: Mapping[str, Counter], units: Mapping[str, Unit], ground: Ground
) -> None:
    """Outposts are set up along a border, one in a hex. [30.4]"""
    board, taken = read.board, set[int]()
    for name, unit in units.items():
        if unit.place != MAP or not counters[name].outpost:
            continue
        here = ground.country[unit.hex]
        beyond = {ground.country[b] for b in board.around(unit.hex)} - {here, ""}
        if unit.hex in taken or not beyond:
            text = f"{name} stands alone in a hex beside a border, not in {board.label(unit.hex)}"
            raise read.fail(read.spec, "setup", text)
        taken.add(unit.hex)
