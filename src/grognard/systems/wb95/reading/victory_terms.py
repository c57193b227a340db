"""Reading the terms of victory: automatic, by points, and the scale. [S1.9] [S1.10] [S1.11]"""

from __future__ import annotations

from typing import Any

from grognard.engine.reader import Reader
from grognard.systems.wb95.ground import Ground
from grognard.systems.wb95.scenario import Automatic, Grade, Objective, Victory

RULES = {"automatic": "S1.9", "points": "S1.10", "scale": "S1.11"}
"""The rule each part of the terms stands in; a scenario of its own names its own."""


def read_victory(read: Reader, ground: Ground) -> Victory:
    """The terms of victory; a scenario without any ends without a winner."""
    terms = read.need(read.spec, "victory", dict, {})
    if not terms:
        return Victory()
    read.only(terms, (*RULES, "rules"), "the terms of victory")
    given = read.need(terms, "rules", dict, {})
    read.only(given, RULES, "the rules of victory")
    rules = {**RULES, **{part: read.need(given, part, str) for part in given}}
    points = read.need(terms, "points", dict, {})
    read.only(points, ("side", "objectives"), "points")
    side = read.side(points, "side", points.get("side")) if points else ""
    rows = read.rows(points, "objectives", ("vp", *OBJECTIVES), "an objective")
    objectives = tuple(_objective(read, row, ground, rules["points"]) for row in rows)
    scale = _scale(read, terms, rules["scale"])
    return Victory(side, objectives, scale, _automatic(read, terms, rules["automatic"]))


OBJECTIVES = ("each_hex_of", "whole", "each")


def _objective(read: Reader, row: Any, ground: Ground, rule: str) -> Objective:
    """Ground that counts: each hex of an area, the whole of one, each village. [S1.10] [S2.10]"""
    vp = read.need(row, "vp", int)
    kinds = [key for key in OBJECTIVES if key in row]
    if kinds == ["each_hex_of"]:
        name = row["each_hex_of"]
        hexes = read.area(row, "each_hex_of", name)
        return Objective(f"each hex of {name}", vp, hexes, False, rule)
    if kinds == ["whole"]:
        hexes = read.area(row, "whole", row["whole"])
        return Objective(f"the whole of {row['whole']}", vp, hexes, True, rule)
    if kinds == ["each"] and row["each"] == "single-town-hex":
        return Objective("each village", vp, villages(ground), False, rule)
    raise read.fail(row, None, "an objective is each_hex_of, whole, or each: single-town-hex")


def villages(ground: Ground) -> tuple[int, ...]:
    """Every town of a single hex: adjoining town hexes are a city. [S1.10] [T.terrain.n1]"""
    board = ground.board
    return tuple(
        h
        for h in range(board.n)
        if board.terrain[h] == "town" and not any(ground.urban[b] for b in board.around(h))
    )


def _automatic(read: Reader, terms: Any, rule: str) -> Automatic | None:
    """What a side must hold to win at once, and until when. [S1.9] [S2.9]"""
    if "automatic" not in terms:
        return None
    row = read.need(terms, "automatic", dict)
    read.only(row, ("side", "hold", "until", "line"), "an automatic victory")
    names = read.words(row, "hold")
    hexes = tuple(h for name in names for h in read.area(row, "hold", name))
    until = read.need(row, "until", dict)
    if until.get("phase") != "supply":
        raise read.fail(until, "phase", "the ground is held until a Supply Phase (phase: supply)")
    side = read.side(row, "side", row.get("side"))
    last = read.side(until, "side", until.get("side"))
    return Automatic(side, ", ".join(names), hexes, last, rule)


def _scale(read: Reader, terms: Any, rule: str) -> tuple[Grade, ...]:
    """The classes of victory; from 0 upward they must meet without a gap. [S1.11] [S2.11]

    A class without a winner is a draw.
    """
    grades: list[Grade] = []
    expected: int | None = 0
    for row in read.rows(terms, "scale", ("min", "max", "winner", "degree"), "a class"):
        least = read.need(row, "min", int)
        most = None if row.get("max") is None else read.need(row, "max", int)
        if least != expected:
            follow = "nothing" if expected is None else expected
            text = f"the scale has a gap or an overlap: {follow} should follow, not {least}"
            raise read.fail(row, "min", text)
        if most is not None and most < least:
            raise read.fail(row, "max", f"the class ends at {most}, before it begins at {least}")
        winner = read.side(row, "winner", row["winner"]) if "winner" in row else ""
        grades.append(Grade(least, most, winner, read.need(row, "degree", str), rule))
        expected = None if most is None else most + 1
    if grades and expected is not None:
        text = "the last class of the scale has no upper limit (max: null)"
        raise read.fail(terms, "scale", text)
    return tuple(grades)
