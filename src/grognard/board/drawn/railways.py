"""Railways on a drawn map."""

from __future__ import annotations

from grognard.board.board import Board
from grognard.board.drawn.style import Style

RAIL = "rail"
NARROW = "narrow_rail"
RAILS = (NARROW, RAIL, "rail_multi")
"""The railways, each laid over those before it."""


def quiet(board: Board) -> frozenset[str]:
    """The kinds of link that a map asks to be drawn lightly, as its game does not use them.

    It says so by `quiet: rail rail_multi`.
    """
    return frozenset(kind for key, said in board.about if key == "quiet" for kind in said.split())


def railway(style: Style, kind: str, path: str, light: bool = False) -> str:
    """A railway with its sleepers: wider where it has two tracks, lighter on a narrow gauge."""
    line = f'<path d="{path}" stroke="{style.rail}"'
    if light:
        thick = ".8" if kind == RAIL else "1.5"
        return (
            f'<path d="{path}" stroke="{style.bank}" stroke-width="3" stroke-opacity=".4"/>'
            f'{line} stroke-width="{thick}" stroke-opacity=".62"/>{line} stroke-width="3.6" '
            'stroke-opacity=".62" stroke-dasharray=".8 7" stroke-linecap="butt"/>'
        )
    if kind == NARROW:
        return (
            f'<path d="{path}" stroke="{style.bank}" stroke-width="3" stroke-opacity=".45"/>'
            f'{line} stroke-width=".8"/>{line} stroke-width="3.4" '
            'stroke-dasharray=".8 8" stroke-linecap="butt"/>'
        )
    wide = (1.25, 4.6) if kind == RAIL else (2.6, 6.4)
    return (
        f'<path d="{path}" stroke="{style.bank}" stroke-width="4" stroke-opacity=".55"/>'
        f'{line} stroke-width="{wide[0]}"/>{line} stroke-width="{wide[1]}" '
        'stroke-dasharray="1 5" stroke-linecap="butt"/>'
    )
