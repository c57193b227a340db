"""Heat maps: how much of something there was in each hex, over the drawn map of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from grognard.board.board import Board
from grognard.board.drawn.drawing import Drawing, draw_board, named_once, neatline, rectangle
from grognard.board.drawn.legend import credits
from grognard.board.drawn.lettering import SANS
from grognard.board.drawn.tracing import fixed, straight
from grognard.lab.pictures import mixed

ROOM = 3
"""So many hexes round those that count are shown, too."""
FAINTEST, STRONGEST = 0.3, 0.88
"""How much of a hex's ground the colour hides."""
VEIL = 0.42
"""How much the ground fades, so that the colours stand out."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A colour for one kind of heat, from little to much."""

    little: str
    much: str


BATTLE = Tint("#e9a23b", "#8e1b12")
HUNGER = Tint("#8e7cc3", "#3b1f6b")


def window_of(board: Board, labels: Iterable[str]) -> list[int]:
    """The hexes to show: those round where something was; all of them if nothing was anywhere."""
    everything = list(range(board.n))
    spots = [divmod(board.cells[board.hex(label)], board.layout.cols) for label in labels]
    if not spots:
        return everything
    rows, cols = [row for row, _ in spots], [col for _, col in spots]
    found = []
    for h in everything:
        row, col = divmod(board.cells[h], board.layout.cols)
        if (
            min(rows) - ROOM <= row <= max(rows) + ROOM
            and min(cols) - ROOM <= col <= max(cols) + ROOM
        ):
            found.append(h)
    return found


class Ground:
    """The drawn ground of a page's maps: what it is made of stands in the first of them, and the
    others show it again."""

    def __init__(self, board: Board, labels: Iterable[str]) -> None:
        self.board = board
        self.drawing: Drawing = draw_board(board, window=window_of(board, labels))
        self.shown = 0

    def map(self, heat: Mapping[str, float], tint: Tint, unit: str) -> str:
        """A map with the heat of its hexes; the hottest have their numbers written in."""
        drawing = self.drawing
        left, top, right, bottom = drawing.box
        edge = 12
        whole = (left - edge, top - edge, right + edge, bottom + edge)
        much = drawing.print_size
        lines = credits(self.board, drawing.foot_room, drawing.style)
        foot = 17 * much * len(lines)
        feet = "".join(
            f'<g transform="translate({fixed(left)} {fixed(bottom + edge + much * (17 * i + 9))}) '
            f'scale({much:.2f})">{line}</g>'
            for i, line in enumerate(lines)
        )
        ground, names = self._again()
        paper = drawing.style.paper
        return named_once(
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{fixed(whole[0])} '
            f'{fixed(whole[1])} {fixed(whole[2] - whole[0])} {fixed(whole[3] - whole[1] + foot)}">'
            f'{ground}<g clip-path="url(#heat-window)"><path d="{rectangle(drawing.box)}" '
            f'fill="{paper}" fill-opacity="{VEIL}"/>{self._hexes(heat, tint, unit)}{names}</g>'
            f"{neatline(drawing.box, drawing.style.ink)}{feet}</svg>"
        )

    def _again(self) -> tuple[str, str]:
        """The ground and the names; the first time as they are drawn, then as a copy of that."""
        self.shown += 1
        if self.shown > 1:
            return '<use href="#heat-ground"/>', '<use href="#heat-names"/>'
        drawing = self.drawing
        clip = f'<clipPath id="heat-window"><path d="{rectangle(drawing.box)}"/></clipPath>'
        ground = (
            f'<defs>{clip}{drawing.defs}</defs><g id="heat-ground" clip-path="url(#heat-window)">'
            f"{drawing.ground}</g>"
        )
        return ground, f'<g id="heat-names">{drawing.lettering}</g>'

    def _hexes(self, heat: Mapping[str, float], tint: Tint, unit: str) -> str:
        """The hexes with their colours, the hottest last, so that their edges show."""
        sheet, most = self.drawing.sheet, max(heat.values(), default=0.0)
        parts = []
        for label, value in sorted(heat.items(), key=lambda item: (item[1], item[0])):
            h = self.board.hex(label)
            if h not in self.drawing.shown or not value:
                continue
            much = sqrt(value / most)
            colour = mixed(tint.little, tint.much, much)
            path = straight(
                [sheet.place(s) for s in sheet.corners((self.board.q[h], self.board.r[h]))],
                closed=True,
            )
            x, y = sheet.centre(h)
            parts.append(
                f'<path d="{path}" fill="{colour}" stroke="{colour}" stroke-width="1.6" '
                f'fill-opacity="{FAINTEST + (STRONGEST - FAINTEST) * much:.2f}">'
                f"<title>{label}: {value:.2f} {unit}</title></path>"
                f'<text x="{fixed(x)}" y="{fixed(y + 6)}" font-family="{SANS}" font-size="17" '
                f'font-weight="bold" text-anchor="middle" fill="#fffaf0" stroke="#2b1a12" '
                f'stroke-width="2.6" paint-order="stroke">{written(value)}</text>'
            )
        return f'<g data-layer="heat">{"".join(parts)}</g>'


def scale(tint: Tint, most: float, unit: str) -> str:
    """What the colours mean, from nearly nothing to the most."""
    steps = 5
    boxes = "".join(
        f'<span style="background:{mixed(tint.little, tint.much, sqrt(step / steps))}"></span>'
        for step in range(1, steps + 1)
    )
    return f'<p class="scale">few {boxes} {written(most)} {unit}</p>'


def written(value: float) -> str:
    """A number in few letters."""
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 0.095 else f"{value:.2f}"
