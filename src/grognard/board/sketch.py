"""Small maps drawn in a line of code, for tests, examples and generated positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from grognard.board.board import Board, Box
from grognard.board.chance_map import generate
from grognard.board.draft import Draft
from grognard.hexes import Layout, Numbering, Orientation, Shifted

HEXSIDE_KINDS = ("river", "stream", "big_river", "canal", "bridge", "fp")
LINK_KINDS = ("main", "secondary", "rail")

__all__ = ["HEXSIDE_KINDS", "LINK_KINDS", "generate", "sketch"]


def sketch(
    rows: int,
    cols: int,
    *,
    terrain: Mapping[str, str] | None = None,
    sides: Iterable[str] = (),
    links: Iterable[str] = (),
    places: Mapping[str, str] | None = None,
    exits: Mapping[str, str] | None = None,
    areas: Mapping[str, str] | None = None,
    boxes: Iterable[Box] = (),
    attributes: Mapping[str, Mapping[str, str]] | None = None,
    numbering: str = "RRCC",
    orientation: Orientation = "pointy",
    shifted: Shifted = "odd",
    default: str = "clear",
    name: str = "sketch",
) -> Board:
    """A board in a few strings.

    Terrain is `{"0203": "forest"}`; a hexside is `"0203-0204 river bridge"`; a link runs along a
    chain, `"0203-0204-0205 main"`; a place is `{"Klin": "city 0203 0204"}`; an exit is
    `{"0101": "main"}`; an area is `{"Bridgehead": "0203 0204"}`; an attribute is
    `{"base_terrain": {"0203": "forest"}}`, empty elsewhere. Kinds beyond the usual ones are
    added as they are used.
    """
    side_rows = [_row(text) for text in sides]
    link_rows = [_row(text) for text in links]
    draft = Draft(
        name,
        Layout(rows, cols, orientation, shifted),
        Numbering.read(numbering),
        _with_used(HEXSIDE_KINDS, side_rows),
        _with_used(LINK_KINDS, link_rows),
    )
    draft.terrain = dict.fromkeys(range(draft.grid.n), default)
    for label, ground in (terrain or {}).items():
        draft.terrain[draft.hex(label)] = ground
    for chain, kinds in side_rows + link_rows:
        for a, b in pairwise(chain):
            for kind in kinds:
                draft.add(a, b, kind)
    for label, kinds_text in (exits or {}).items():
        for kind in kinds_text.split():
            draft.add_exit(label, kind)
    for title, text in (places or {}).items():
        place_kind, *labels = text.split()
        draft.add_place(place_kind, title, labels)
    for title, text in (areas or {}).items():
        draft.add_area(title, text.split())
    for box in boxes:
        draft.add_box(box)
    for column, values in (attributes or {}).items():
        by_hex = {draft.hex(label): value for label, value in values.items()}
        draft.attributes[column] = tuple(by_hex.get(h, "") for h in range(draft.grid.n))
    return draft.finish()


def _row(text: str) -> tuple[list[str], list[str]]:
    """Cut `0203-0204 river bridge` into its hexes and its kinds."""
    chain, *kinds = text.split()
    hexes = chain.split("-")
    if len(hexes) < 2 or not kinds:
        raise ValueError(f"{text!r} is not understood: write it like '0203-0204 river'")
    return hexes, kinds


def _with_used(usual: tuple[str, ...], rows: list[tuple[list[str], list[str]]]) -> tuple[str, ...]:
    used = [kind for _, kinds in rows for kind in kinds]
    return tuple(dict.fromkeys((*usual, *used)))
