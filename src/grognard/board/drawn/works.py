"""What stands along hexsides and is no water: banks with teeth, and escarpments."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.board import Board
from grognard.board.drawn.style import Style
from grognard.board.drawn.tracing import Sheet, chains, straight

Pair = tuple[int, int]
QUIET = ("bridge", "trail_bridge", "rail_bridge", "ford", "lake_shore", "sea", "water")
"""Kinds of hexside that are no lines: bridges are marks, lake and sea draw their own shores."""
SCARP = "escarpment"
TEETH = 9
"""How many teeth a hexside of it has."""


def pairs_of(kinds: Sequence[str], masks: Sequence[int], board: Board, kind: str) -> list[Pair]:
    """The pairs of hexes between which a kind runs, lower hex first."""
    bit = 1 << kinds.index(kind)
    found = []
    for slot, mask in enumerate(masks):
        if mask & bit and slot // 6 < board.neighbours[slot]:
            found.append((slot // 6, board.neighbours[slot]))
    return found


def works(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """Any other kind of hexside, such as a fortified line: a bank with teeth."""
    board, near = sheet.board, frozenset(visible)
    path = ""
    for kind in board.hexside_kinds:
        if kind in QUIET or kind in style.waters or kind in style.boundaries or kind == SCARP:
            continue
        pairs = pairs_of(board.hexside_kinds, board.hexsides, board, kind)
        showing = [sheet.side(a, b) for a, b in pairs if a in near or b in near]
        path += "".join(straight([sheet.place(s) for s in line]) for line in chains(showing))
    if not path:
        return ""
    return (
        f'<g fill="none" stroke="{style.ink}"><path d="{path}" stroke-width="1.6"/>'
        f'<path d="{path}" stroke-width="6" stroke-dasharray="1.4 4"/></g>'
    )


def scarps(sheet: Sheet, style: Style, visible: Sequence[int]) -> str:
    """Escarpments: an edge with its teeth toward the lower side."""
    board, near = sheet.board, frozenset(visible)
    if SCARP not in board.hexside_kinds:
        return ""
    heights = board.attributes.get("height", ("",) * board.n)
    edge, teeth = "", ""
    for a, b in pairs_of(board.hexside_kinds, board.hexsides, board, SCARP):
        if a not in near and b not in near:
            continue
        one, other = (sheet.bent(spot) for spot in sheet.side(a, b))
        low = a if int(heights[a] or 0) < int(heights[b] or 0) else b
        x, y = sheet.centre(low)
        edge += straight([one, other])
        for i in range(TEETH):
            share = (i + 0.5) / TEETH
            px, py = one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
            reach = (0.2, 0.13)[i % 2]
            teeth += straight([(px, py), (px + reach * (x - px), py + reach * (y - py))])
    return (
        f'<g fill="none" stroke="{style.region_ink}" stroke-linecap="round">'
        f'<path d="{edge}" stroke-width="2"/><path d="{teeth}" stroke-width="1.3"/></g>'
    )
