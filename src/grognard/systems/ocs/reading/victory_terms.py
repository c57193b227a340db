"""Reading the terms of victory: ground, losses, those who got away, early ends, the scale."""

from __future__ import annotations

from typing import Any

from grognard.engine.reader import Reader
from grognard.systems.ocs.scenario import Count, Ending, Grade, Objective, Victory

TERMS = ("side", "objectives", "losses", "saved", "ends", "scale")
OBJECTIVES = ("label", "vp", "hexes", "area", "by", "each", "owner")
COUNTS = ("label", "of", "vp", "per", "nations", "most")
SAVED = (*COUNTS, "hexes", "area", "box")
ENDS = ("label", "side", "hexes", "area", "clear", "winner", "degree")


def read_victory(read: Reader) -> Victory:
    """The terms of victory; a scenario without any ends without a winner."""
    given = read.need(read.spec, "victory", dict, {})
    read.only(given, TERMS, "victory")
    side = read.side(given, "side", given["side"]) if "side" in given else ""
    if given and not side:
        raise read.fail(given, None, "'side' is missing: whose points are counted?")
    rows = read.rows(given, "objectives", OBJECTIVES, "an objective")
    return Victory(
        side,
        tuple(_objective(read, row) for row in rows),
        _scale(read, given),
        tuple(_count(read, row) for row in read.rows(given, "losses", COUNTS, "losses")),
        tuple(_saved(read, row) for row in read.rows(given, "saved", SAVED, "those saved")),
        tuple(_ending(read, row) for row in read.rows(given, "ends", ENDS, "an early end")),
    )


def _hexes(read: Reader, row: Any) -> tuple[int, ...]:
    """The hexes of a row: listed, or those of an area."""
    hexes = read.hexes(row, "hexes", row.get("hexes", ()))
    return hexes + (read.area(row, "area", row["area"]) if "area" in row else ())


def _objective(read: Reader, row: Any) -> Objective:
    """Ground that counts, at the end or by the end of a turn."""
    hexes = _hexes(read, row)
    if not hexes:
        raise read.fail(row, None, "an objective has hexes, or an area")
    label = str(row.get("label", ", ".join(map(read.board.label, hexes))))
    by, each = read.need(row, "by", int, 0), row.get("each") is True
    if by and each:
        raise read.fail(row, "each", "what is held by a turn counts as a whole")
    if by > read.spec["turns"] or by < 0:
        raise read.fail(row, "by", f"the game has {read.spec['turns']} turns; there is no {by}")
    owner = read.side(row, "owner", row["owner"]) if "owner" in row else ""
    return Objective(label, read.need(row, "vp", int, 1), hexes, by, each, owner)


def _count(read: Reader, row: Any) -> Count:
    """Steps that count, so many points for so many."""
    per = read.need(row, "per", int, 1)
    if per < 1:
        raise read.fail(row, "per", f"points are given for one step or more, not for {per}")
    of = read.side(row, "of", row.get("of"))
    most = read.need(row, "most", int) if "most" in row else None
    vp = read.need(row, "vp", int)
    if most is not None and most * vp < 0:
        raise read.fail(row, "most", f"{vp} points each never come to {most}")
    label = str(row.get("label", f"steps of {of}"))
    return Count(label, of, vp, per, tuple(read.words(row, "nations")), most)


def _saved(read: Reader, row: Any) -> Count:
    """Steps that have come to safety by the end: in hexes, in an area, in a box."""
    found, box = _count(read, row), str(row.get("box", ""))
    if box and box not in read.need(read.spec, "boxes", dict, {}):
        raise read.fail(row, "box", f"there is no box {box!r}")
    hexes = _hexes(read, row)
    if not hexes and not box:
        raise read.fail(row, None, "where are they safe? In hexes, an area or a box")
    return Count(found.label, found.of, found.vp, found.per, found.nations, found.most, hexes, box)


def _ending(read: Reader, row: Any) -> Ending:
    """What ends the game before its time."""
    side = read.side(row, "side", row.get("side"))
    clear = read.area(row, "clear", row["clear"]) if "clear" in row else ()
    hexes = _hexes(read, row)
    if not hexes and not clear:
        raise read.fail(row, None, "an early end needs ground to hold or to clear")
    winner = read.side(row, "winner", row["winner"]) if "winner" in row else ""
    degree = str(row.get("degree", "victory" if winner else ""))
    return Ending(read.need(row, "label", str), side, hexes, clear, winner, degree)


def _scale(read: Reader, given: Any) -> tuple[Grade, ...]:
    """The classes of victory, the best first; a class without a winner is a draw."""
    grades: list[Grade] = []
    for row in read.rows(given, "scale", ("least", "winner", "degree"), "a grade"):
        winner = read.side(row, "winner", row["winner"]) if row.get("winner") else ""
        grades.append(Grade(read.need(row, "least", int), winner, str(row.get("degree", ""))))
    return tuple(sorted(grades, key=lambda grade: -grade.least))
