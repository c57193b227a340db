"""Reading the terms of victory: automatic, by points, and the scale. [S1.9] [S1.10] [S1.11]"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.systems.wb95.ground import Ground
from grognard.systems.wb95.scenario import Automatic, Grade, Objective, Victory

if TYPE_CHECKING:
    from grognard.systems.wb95.loader import Reader


def read_victory(read: Reader, ground: Ground) -> Victory:
    """The terms of victory; a scenario without any ends without a winner."""
    terms = read.spec.get("victory")
    if not terms:
        return Victory()
    points = read.need(terms, "points", dict, {})
    side = read.side(points, "side", points["side"]) if points else ""
    objectives = tuple(_objective(read, row, ground) for row in points.get("objectives", ()))
    return Victory(side, objectives, _scale(read, terms), _automatic(read, terms))


def _objective(read: Reader, row: Any, ground: Ground) -> Objective:
    vp = read.need(row, "vp", int)
    if "each_hex_of" in row:
        name = row["each_hex_of"]
        return Objective(f"each hex of {name}", vp, read.area(row, "each_hex_of", name), False)
    if "whole" in row:
        return Objective(
            f"the whole of {row['whole']}", vp, read.area(row, "whole", row["whole"]), True
        )
    if row.get("each") == "single-town-hex":
        return Objective("each village", vp, villages(ground), False)
    raise read.fail(row, None, "an objective is each_hex_of, whole, or each: single-town-hex")


def villages(ground: Ground) -> tuple[int, ...]:
    """Every town of a single hex: adjoining town hexes are a city. [S1.10] [T.terrain.n1]"""
    board = ground.board
    return tuple(
        h
        for h in range(board.n)
        if board.terrain[h] == "town" and not any(ground.urban[b] for b in board.around(h))
    )


def _automatic(read: Reader, terms: Any) -> Automatic | None:
    row = terms.get("automatic")
    if not row:
        return None
    names = read.need(row, "hold", list)
    hexes = tuple(h for name in names for h in read.area(row, "hold", name))
    until = read.need(row, "until", dict)
    return Automatic(
        read.side(row, "side", row.get("side")),
        ", ".join(names),
        hexes,
        read.side(until, "side", until.get("side")),
    )


def _scale(read: Reader, terms: Any) -> tuple[Grade, ...]:
    """The classes of victory; they must meet without a gap. [S1.11]"""
    grades = []
    expected: int | None = 0
    for row in terms.get("scale", ()):
        least, most = read.need(row, "min", int), row.get("max")
        if least != expected:
            raise read.fail(
                row, "min", f"the scale has a gap or an overlap: {expected} should follow"
            )
        grades.append(
            Grade(least, most, read.side(row, "winner", row["winner"]), str(row["degree"]))
        )
        expected = None if most is None else most + 1
    if grades and expected is not None:
        raise read.fail(
            terms, "scale", "the last class of the scale has no upper limit (max: null)"
        )
    return tuple(grades)
