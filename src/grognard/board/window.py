"""The window: a part of a map as a map of its own, under the same printed numbers.

Its border is an edge of the map: nobody goes beyond it, a road that runs on outside leaves the map
there, and water along the border divides nothing any more.
"""

from __future__ import annotations

from dataclasses import replace

from grognard.board.board import Board, Box, Course
from grognard.hexes import Layout, Numbering, Shifted

Rectangle = tuple[int, int, int, int]
"""Top row, left column, bottom row and right column, all of them inside."""


def window(board: Board, one: str, other: str) -> Board:
    """The rectangle of rows and columns that has two hexes in opposite corners."""
    rectangle = _rectangle(board, one, other)
    layout, kept = _layout(board.layout, rectangle), _kept(board, rectangle)
    new = {h: place for place, h in enumerate(kept)}
    cells = tuple(_cell(board, rectangle, h) for h in kept)
    places = {
        name: replace(place, hexes=_within(new, place.hexes))
        for name, place in board.places.items()
        if _within(new, place.hexes)
    }
    return Board(
        board.name,
        layout,
        _numbering(board, rectangle),
        tuple(board.terrain[h] for h in kept),
        board.hexside_kinds,
        _masks(board, new, board.hexsides),
        board.link_kinds,
        _masks(board, new, board.links),
        places,
        _exits(board, new),
        {name: _within(new, hexes) for name, hexes in board.areas.items()},
        _boxes(board, new),
        {key: tuple(values[h] for h in kept) for key, values in board.attributes.items()},
        _courses(board, new),
        cells if len(cells) < layout.size else (),
        board.about,
    )


def _rectangle(board: Board, one: str, other: str) -> Rectangle:
    spots = [divmod(board.cells[board.hex(label)], board.layout.cols) for label in (one, other)]
    (top, bottom), (left, right) = (sorted(numbers) for numbers in zip(*spots, strict=True))
    return top, left, bottom, right


def _kept(board: Board, rectangle: Rectangle) -> list[int]:
    """The hexes inside, in their order."""
    top, left, bottom, right = rectangle
    spots = (divmod(cell, board.layout.cols) for cell in board.cells)
    return [
        h
        for h, (row, col) in enumerate(spots)
        if top <= row <= bottom and left <= col <= right
    ]  # fmt: skip


def _layout(layout: Layout, rectangle: Rectangle) -> Layout:
    """The smaller sheet; cut at an odd row (or column), the even ones are shoved instead."""
    top, left, bottom, right = rectangle
    cut = top if layout.orientation == "pointy" else left
    flipped: Shifted = "even" if layout.shifted == "odd" else "odd"
    shifted = flipped if cut % 2 else layout.shifted
    return Layout(bottom - top + 1, right - left + 1, layout.orientation, shifted)


def _cell(board: Board, rectangle: Rectangle, h: int) -> int:
    top, left, _, right = rectangle
    row, col = divmod(board.cells[h], board.layout.cols)
    return (row - top) * (right - left + 1) + col - left


def _numbering(board: Board, rectangle: Rectangle) -> Numbering:
    """The same numbers, which begin where the window does."""
    top, left, bottom, right = rectangle
    rows = (board.numbering.row_number(row, board.layout) for row in (top, bottom))
    cols = (board.numbering.col_number(col, board.layout) for col in (left, right))
    return replace(board.numbering, first_row=min(rows), first_col=min(cols))


def _within(new: dict[int, int], hexes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(new[h] for h in hexes if h in new)


def _masks(board: Board, new: dict[int, int], masks: tuple[int, ...]) -> tuple[int, ...]:
    """What hexsides or steps carry, but for those that lead out of the window."""
    slots = (slot for h in new for slot in range(6 * h, 6 * h + 6))
    return tuple(masks[slot] if board.neighbours[slot] in new else 0 for slot in slots)


def _exits(board: Board, new: dict[int, int]) -> dict[int, frozenset[str]]:
    """Where links leave the window: off the whole map, or to a hex outside."""
    exits = {}
    for h, place in new.items():
        outside = (board.link(h, b) for b in board.around(h) if b not in new)
        kinds = board.exits(h).union(*outside)
        if kinds:
            exits[place] = kinds
    return exits


def _boxes(board: Board, new: dict[int, int]) -> dict[str, Box]:
    """The boxes that open on the window, or on no hex at all."""
    boxes = {
        name: replace(box, hexes=_within(new, box.hexes))
        for name, box in board.boxes.items()
        if not box.hexes or _within(new, box.hexes)
    }
    return {
        name: replace(box, boxes=tuple(beside for beside in box.boxes if beside in boxes))
        for name, box in boxes.items()
    }


def _courses(board: Board, new: dict[int, int]) -> tuple[Course, ...]:
    courses = (
        replace(
            course, pairs=tuple((new[a], new[b]) for a, b in course.pairs if {a, b} <= new.keys())
        )
        for course in board.courses
    )
    return tuple(course for course in courses if course.pairs)
