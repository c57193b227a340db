"""The chart: a window on the map in coloured characters.

Hexes are set like bricks, every second row (or column) shoved by half a hex, so that each hexside
has its place: a river between two hexes is painted where they touch. Near, a hex is six characters
by three lines and carries its number; farther off it is smaller and says less. Colours are those of
the ground; whoever sees none still has letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby

from rich.style import Style
from rich.text import Text

from grognard.board.board import Board
from grognard.table.tabletop import AnyGame, Face, Ground, Player, Tabletop

WATERS = {
    "big_river": "#1d4f91", "river": "#3f7fc1", "canal": "#3f7fc1", "stream": "#7db2e0",
    "lake_shore": "#7fb0d6",
}  # fmt: skip
ROADS = {"main": ("#9c1c1c", True), "secondary": ("#7a4b1e", False), "rail": ("#3c3c3c", False)}
"""Colour of a road, and whether it is a strong one; the best comes first."""
SETTLED = ("city", "town", "village")
"""The places whose names are written on the map."""
INK, FAINT, LIT, DIM, LABEL = "#2b2b20", "#7d7659", "#ffe04a", "#9aa39e", "#57523b"
MARGIN = 5
"""Room for numbers at the side of a map that has none in its hexes."""
SHADES = (0, 3, 6)
"""How much darker three neighbours are, in hundredths, so that hexes can be told apart."""
BEYOND = Ground("?", "#d0d0d0")
"""Ground that a system has no colour for."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """How large a hex is, in characters and lines."""

    name: str
    width: int
    height: int


ZOOMS: dict[str, tuple[Zoom, ...]] = {
    "pointy": (Zoom("near", 6, 3), Zoom("far", 4, 2), Zoom("whole", 2, 1)),
    "flat": (Zoom("near", 6, 4), Zoom("far", 4, 2), Zoom("whole", 2, 2)),
}


@dataclass(frozen=True, slots=True)
class Paint:
    """What is laid over the map: hexes that are lit, and words written into hexes."""

    lit: frozenset[int] = frozenset()
    words: Mapping[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class Spot:
    """One character of the chart."""

    char: str = " "
    ink: str = INK
    paper: str = ""
    bold: bool = False

    def style(self) -> Style:
        """How it is painted; of what is blank only the paper shows."""
        return _style("" if self.char == " " else self.ink, self.paper, self.bold)


@cache
def _style(ink: str, paper: str, bold: bool) -> Style:
    return Style(color=ink or None, bgcolor=paper or None, bold=bold)


class Chart:
    """The map of one game as one player may see it, ready to be looked at through a window."""

    def __init__(self, game: AnyGame, player: Player, table: Tabletop, zoom: str = "near") -> None:
        self.game, self.player, self.table = game, player, table
        board: Board = game.board
        self.board, layout = board, board.layout
        zooms = ZOOMS[layout.orientation]
        self.zoom = next((z for z in zooms if z.name == zoom), zooms[0])
        self.pointy = layout.orientation == "pointy"
        self.shoved = 1 if layout.shifted == "odd" else 0
        self.faces = table.faces(game, player)
        self.spots: list[list[Spot]] = []
        self.left = self.top = 0

    def corner(self, h: int) -> tuple[int, int]:
        """The top left character of a hex on the whole chart."""
        row, col = divmod(self.board.cells[h], self.board.layout.cols)
        x, y = col * self.zoom.width, row * self.zoom.height
        if self.pointy:
            return x + (self.zoom.width // 2 if row % 2 == self.shoved else 0), y
        return x, y + (self.zoom.height // 2 if col % 2 == self.shoved else 0)

    def size(self) -> tuple[int, int]:
        """The size of the whole chart, in characters and lines."""
        rows, cols = self.board.layout.rows, self.board.layout.cols
        wide = cols * self.zoom.width + (self.zoom.width // 2 if self.pointy else 0)
        high = rows * self.zoom.height + (0 if self.pointy else self.zoom.height // 2)
        return wide, high

    def window(self, centre: int, width: int, height: int) -> tuple[int, int, int, int]:
        """Left, top, width and height of a window on the chart around a hex, within the chart."""
        x, y = self.corner(centre)
        wide, high = self.size()
        width = min(width, wide)
        rows = max(height // self.zoom.height, 1)
        height = high if height >= high else rows * self.zoom.height
        left = max(0, min(x + self.zoom.width // 2 - width // 2, wide - width))
        top = max(0, min(y - (height - self.zoom.height) // 2, high - height))
        return left - left % self.zoom.width, top - top % self.zoom.height, width, height

    def draw(self, centre: int, width: int, height: int, paint: Paint | None = None) -> Text:
        """The map around a hex, as large as the window allows."""
        margin = 0 if self.zoom.name == "near" else MARGIN
        left, top, wide, high = self.window(centre, width - margin, height)
        self.spots = [[Spot() for _ in range(wide)] for _ in range(high)]
        self.left, self.top = left, top
        shown = [h for h in range(self.board.n) if self._inside(h)]
        over = paint or Paint()
        for h in shown:
            self._ground(h, h in over.lit)
        for h in shown:
            self._sides(h)
            self._roads(h)
            self._label(h)
            self._content(h, over.words.get(h, ""))
        return self._text()

    # ---- painting

    def _inside(self, h: int) -> bool:
        x, y = self.corner(h)
        across = x + self.zoom.width > self.left and x < self.left + len(self.spots[0])
        return across and y + self.zoom.height > self.top and y < self.top + len(self.spots)

    def _spot(self, x: int, y: int) -> Spot | None:
        """A character of the window, by its place on the whole chart."""
        column, line = x - self.left, y - self.top
        if 0 <= line < len(self.spots) and 0 <= column < len(self.spots[0]):
            return self.spots[line][column]
        return None

    def _write(
        self, x: int, y: int, text: str, ink: str, paper: str = "", bold: bool = False
    ) -> None:
        for i, char in enumerate(text):
            spot = self._spot(x + i, y)
            if spot is not None:
                spot.char, spot.ink, spot.bold = char, ink, bold
                spot.paper = paper or spot.paper

    def _ground(self, h: int, lit: bool) -> None:
        ground = self.table.grounds.get(self.board.terrain[h], BEYOND)
        x, y = self.corner(h)
        shade = SHADES[(self.board.q[h] - self.board.r[h]) % 3]
        paper = blend(blend(ground.colour, LIT, 60), "#000000", shade) if lit else ""
        paper = paper or blend(ground.colour, "#000000", shade)
        for line in range(self.zoom.height):
            self._write(x, y + line, " " * self.zoom.width, INK, paper)
        middle = y + (1 if self.zoom.height > 1 else 0)
        self._write(x + self.zoom.width // 2, middle, ground.glyph, FAINT)

    def _slots(self, direction: int) -> list[tuple[int, int]]:
        """The characters of a hex that lie along one of its upper or left hexsides."""
        w, h = self.zoom.width, self.zoom.height
        if h == 1 or w == 2:
            return []
        if self.pointy:
            places = {
                5: [(i, 0) for i in range(w // 2)],
                0: [(i, 0) for i in range(w // 2, w)],
                4: [(0, line) for line in range(1, h)],
            }
        else:
            places = {
                0: [(i, 0) for i in range(1, w)],
                5: [(0, line) for line in range(h // 2)],
                4: [(0, line) for line in range(h // 2, h)],
            }
        return places.get(direction, [])

    def _sides(self, h: int) -> None:
        """The water on the hexsides that are painted with this hex."""
        x, y = self.corner(h)
        for direction in range(6):
            other = self.board.neighbours[6 * h + direction]
            if other < 0:
                continue
            kinds = self.board.hexside(h, other)
            water = next((colour for kind, colour in WATERS.items() if kind in kinds), None)
            for dx, dy in self._slots(direction) if water else ():
                self._write(x + dx, y + dy, "~", "#dcebf7", water or "")

    def _roads(self, h: int) -> None:
        """The roads to the neighbours on whose hexsides this hex is painted, and its own middle."""
        x, y = self.corner(h)
        w = self.zoom.width
        if self.zoom.height == 1 or w == 2:
            return
        marks = (
            {5: (0, 0, "╲"), 0: (w - 1, 0, "╱"), 4: (0, 1, "─"), 1: (w - 1, 1, "─")}
            if self.pointy
            else {0: (w - 1, 0, "│"), 5: (0, 0, "╲"), 4: (0, self.zoom.height - 1, "╱")}
        )
        for direction, (dx, dy, char) in marks.items():
            road = self._road(h, direction)
            if road is not None:
                colour, strong = road
                reach = range(w // 2) if dx == 0 else range(0, -w // 2, -1)
                for step in reach if char == "─" else (0,):
                    line = {"─": "━", "│": "┃"}.get(char, char) if strong else char
                    self._write(x + dx + step, y + dy, line, colour, bold=strong)

    def _road(self, h: int, direction: int) -> tuple[str, bool] | None:
        """The best road from a hex in a direction."""
        other = self.board.neighbours[6 * h + direction]
        kinds = self.board.link(h, other) if other >= 0 else frozenset[str]()
        return next((look for kind, look in ROADS.items() if kind in kinds), None)

    def _label(self, h: int) -> None:
        """The number of a hex, and the mark of what stands there."""
        if self.zoom.name != "near":
            return
        x, y = self.corner(h)
        for i, char in enumerate(self.board.labels[h][: self.zoom.width - 2], 1):
            spot = self._spot(x + i, y)
            wet = spot is not None and spot.paper in WATERS.values()
            self._write(x + i, y, char, "#ffffff" if wet else INK if h in self.faces else LABEL)
        face = self.faces.get(h)
        if face is not None and face.mark:
            self._write(x + self.zoom.width - 1, y, face.mark, "#b00000", bold=True)

    def _content(self, h: int, word: str) -> None:
        """The stack in a hex, else what is written there, else its place."""
        x, y = self.corner(h)
        face = self.faces.get(h)
        if face is not None:
            self._counter(x, y, face)
        elif word:
            line = y + (1 if self.zoom.height > 1 else 0)
            room = self.zoom.width - 1
            self._write(x + 1, line, word[:room].center(room)[:room], "#7a0000", bold=True)
        elif self.zoom.name == "near":
            for place in self.board.place_at(h):
                if place.kind in SETTLED:
                    self._write(x, y + 2, place.name[: self.zoom.width], INK, bold=True)

    def _counter(self, x: int, y: int, face: Face) -> None:
        """A stack as a counter in its side's colours, paler when it has acted."""
        paper, ink = self.table.livery(self.game, face.side)
        ink = DIM if face.done else ink
        if self.zoom.name == "near":
            count = face.count or "+"
            self._write(x + 1, y + 1, f"{face.title:<3} {count:>1}"[:5], ink, paper, bold=True)
            self._write(x + 1, y + 2, f"{face.strength:^5}"[:5], ink, paper, bold=not face.done)
        elif self.zoom.name == "far":
            attack = face.strength.split("-")[0][:2]
            self._write(x + 1, y + 1, f"{face.letter}{attack:>2}", ink, paper, bold=True)
        else:
            text = f"{face.letter}{face.count or '+'}"[:2]
            self._write(x, y, text, ink, paper, bold=True)

    def _text(self) -> Text:
        text = Text(no_wrap=True, overflow="crop", end="")
        for y, line in enumerate(self.spots, self.top):
            if self.zoom.name != "near":
                text.append(self._first(y).ljust(MARGIN), "dim")
            for style, run in groupby(line, key=Spot.style):
                text.append("".join(spot.char for spot in run), style)
            text.append("\n")
        return text

    def _first(self, y: int) -> str:
        """The number of the first hex of a line, where numbers are not in the hexes."""
        for h in range(self.board.n):
            corner = self.corner(h)
            if corner[1] == y and corner[0] >= self.left:
                return self.board.labels[h]
        return ""


@cache
def blend(colour: str, other: str, share: int) -> str:
    """A colour with so many hundredths of another."""
    if not colour:
        return colour
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes((a * (100 - share) + b * share) // 100 for a, b in pairs).hex()


def middle(board: Board, hexes: Iterable[int]) -> int:
    """The hex of a group that is nearest to all others."""
    group: Sequence[int] = list(hexes)
    if not group:
        return board.n // 2
    sample = group[:: max(1, len(group) // 40)]
    return min(group, key=lambda h: (sum(board.distance(h, b) for b in sample), h))
