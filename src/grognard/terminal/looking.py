"""Looking at the game: the map, counters, hexes, the past, supply, victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table as Grid
from rich.text import Text

from grognard.engine.located import nearest
from grognard.terminal import showing
from grognard.terminal.chart import ROADS, WATERS, ZOOMS, Paint
from grognard.terminal.notation import Unreadable

if TYPE_CHECKING:
    from grognard.terminal.terminal import Terminal

COMPASS = {"n": (0, -1), "s": (0, 1), "w": (-1, 0), "e": (1, 0)}
LOGGED = 30
"""How many events the log goes back."""


def show_map(desk: Terminal, words: list[str]) -> None:
    """The map: where it is, around a hex, farther on, larger or smaller."""
    lit: frozenset[int] = frozenset()
    for word in words:
        if word in ("in", "out"):
            _zoom(desk, -1 if word == "in" else 1)
        elif word in ("n", "e", "s", "w", "north", "east", "south", "west"):
            _scroll(desk, *COMPASS[word[0]])
        else:
            desk.focus = desk.hex(word)
            lit = frozenset([desk.focus])
    desk.show_map(Paint(lit))


def _zoom(desk: Terminal, step: int) -> None:
    names = [zoom.name for zoom in ZOOMS[desk.game.board.layout.orientation]]
    place = names.index(desk.zoom) + step
    desk.zoom = names[max(0, min(place, len(names) - 1))]


def _scroll(desk: Terminal, across: int, down: int) -> None:
    """Half a screen farther on, as far as the map goes."""
    board = desk.game.board
    zoom = next(z for z in ZOOMS[board.layout.orientation] if z.name == desk.zoom)
    row, col = divmod(board.cells[max(desk.focus, 0)], board.layout.cols)
    row += down * max(1, desk.console.height // zoom.height // 2)
    col += across * max(1, desk.console.width // zoom.width // 2)
    row = max(0, min(row, board.layout.rows - 1))
    col = max(0, min(col, board.layout.cols - 1))
    goal = board.layout.axial(row, col)
    cells = (board.layout.cell((q, r)) for q, r in zip(board.q, board.r, strict=True))
    far = [board.layout.distance(cell, board.layout.cell(goal)) for cell in cells]
    desk.focus = far.index(min(far))


def show_legend(desk: Terminal) -> None:
    """What the colours and marks of the map mean."""
    line = Text("On the map: ")
    for name, ground in desk.table.grounds.items():
        if name in desk.game.board.terrain:
            line.append(f" {ground.glyph} {name} ", f"#2b2b20 on {ground.colour}")
    for side in desk.game.scenario.sides:
        paper, ink = desk.table.livery(desk.game, side)
        line.append(f" {side} ", f"{ink} on {paper}")
    line.append(" ~ water ", f"#dcebf7 on {WATERS['river']}")
    line.append(" ━ main road ", ROADS["main"][0])
    line.append(" ─ secondary road ", ROADS["secondary"][0])
    desk.console.print(line)
    faces = desk.table.faces(desk.game, desk.side).values()
    letters = sorted({f"{face.letter} {face.title}" for face in faces if face.title != "?"})
    desk.console.print(Text(f"From farther off: {', '.join(letters)}", "dim"))
    desk.console.print(
        "A stack shows its best arm and how many counters, then attack-defence; + more that is not "
        "seen, ? nothing is. ! out of supply, * disorganised, ⌂ fortified; pale: has acted.",
        style="dim",
        highlight=False,
    )


def units(desk: Terminal, words: list[str]) -> None:
    """Counters in a list: all that the person knows, or those that fit a word."""
    found = desk.table.pieces(desk.game, desk.side)
    own = desk.table.own(desk.game, desk.side)
    if not words:
        found = [piece for piece in found if piece.id in own]
    for word in words:
        low = word.lower()
        found = [p for p in found if low in (p.hex, p.id) or low in f"{p.id} {p.name}".lower()]
    if not found:
        raise Unreadable(f"there is no such counter: {' '.join(words)}" if words else "none")
    grid = Grid(box=None, pad_edge=False, show_header=False)
    for piece in found:
        note = ", ".join(piece.notes)
        style = "" if piece.id in own else "dim"
        grid.add_row(piece.hex, piece.id, piece.name, piece.values, Text(note), style=style)
    desk.console.print(grid)


def unit(desk: Terminal, words: list[str]) -> None:
    """One counter: where it is, and every value with its reasons."""
    known = {piece.id: piece for piece in desk.table.pieces(desk.game, desk.side)}
    if len(words) != 1 or words[0] not in known:
        hint = nearest(words[0], known) if words else "units lists them"
        raise Unreadable(f"which counter? {hint}")
    piece = known[words[0]]
    where = f" in {piece.hex}" if piece.hex else ""
    line = Text.assemble((f"{piece.name}", "bold"), f" ({piece.id}){where}: {piece.values}")
    desk.console.print(Text.assemble(line, f"  {', '.join(piece.notes)}"))
    showing.show_sums(desk.console, desk.table.details(desk.game, desk.side, piece.id))
    if piece.hex:
        desk.focus = desk.game.board.hex(piece.hex)


def stack(desk: Terminal, words: list[str]) -> None:
    """A hex: ground, place, roads and water, notes, counters."""
    if len(words) != 1:
        raise Unreadable("which hex? as stack 2716")
    board, h = desk.game.board, desk.hex(words[0])
    desk.focus = h
    places = ", ".join(place.described for place in board.place_at(h))
    title = f"{board.label(h)}: {board.terrain[h]}{', ' + places if places else ''}"
    desk.console.print(Text(title, "bold"))
    for direction in range(6):
        other = board.neighbours[6 * h + direction]
        features = sorted({*board.hexside(h, other), *board.link(h, other)}) if other >= 0 else []
        if features:
            way = board.layout.compass(direction)
            desk.console.print(f"  {way} to {board.label(other)}: {', '.join(features)}")
    for note in desk.table.notes(desk.game, desk.side, h):
        desk.console.print(Text(f"  {note}"))
    label = board.label(h)
    if any(piece.hex == label for piece in desk.table.pieces(desk.game, desk.side)):
        units(desk, [label])


def reach(desk: Terminal, words: list[str]) -> None:
    """Where units can go, painted on the map with what it costs them."""
    names = desk.mine(words)
    if not names:
        raise Unreadable("whose reach? as reach de-2-pz")
    costs = [desk.table.reach(desk.game, desk.side, name) for name in names]
    common = {h: cost for h, cost in costs[0].items() if all(h in other for other in costs)}
    own = desk.table.own(desk.game, desk.side)
    start = [desk.game.board.hex(own[name]) for name in names if own[name]]
    desk.focus = start[0] if start else desk.focus
    desk.show_map(Paint(frozenset([*start, *common]), common))
    count = f"{len(common)} hexes can be reached" if common else "it can go nowhere now"
    desk.console.print(f"{', '.join(names)}: {count}", highlight=False)
    if not common and start:
        straight = desk.game.board.around(start[0])[0]
        desk.table.march(desk.game, desk.side, names, straight)


def log(desk: Terminal, words: list[str]) -> None:
    """What has happened lately."""
    count = int(words[0]) if words and words[0].isdigit() else LOGGED
    events = desk.game.events_for(desk.side)[-count:]
    showing.show_tales(desk.console, desk.table.tell(desk.game, desk.side, events))
    if not events:
        desk.console.print("nothing has happened yet")


def supply(desk: Terminal, words: list[str]) -> None:
    """Who is supplied."""
    for line in desk.table.supply(desk.game, desk.side) or ["this game knows no supply"]:
        desk.console.print(Text(line))


def victory(desk: Terminal, words: list[str]) -> None:
    """How victory stands."""
    showing.show_sums(desk.console, desk.table.victory(desk.game))
