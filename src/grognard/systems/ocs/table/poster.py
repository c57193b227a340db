"""The map with its counters as a sheet to print, as one player may see it. [4.9]

Counters, stacks and marks are those of the table, so the print tells no more than the table does:
of the enemy what lies open, and the thickness of one's own stacks only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from xml.sax.saxutils import escape

from grognard.board.drawn.cardboard import DEEP, LEAN, Livery, badge, card, shadow, star, swatch
from grognard.board.drawn.drawing import Drawing, draw_board
from grognard.board.drawn.legend import Item, laid_out, map_items
from grognard.board.drawn.lettering import SANS, width
from grognard.board.drawn.margin import Day, Margin
from grognard.board.drawn.margin import poster as sheet_of
from grognard.board.drawn.style import PLAIN
from grognard.board.drawn.tracing import fixed, xy
from grognard.engine.calendar import MONTHS
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.table import cards, marks, standing, telling
from grognard.systems.ocs.table import counter_art as art
from grognard.table.cards import CounterCard, Mark, StackCard, State
from grognard.table.palette import NATIONS
from grognard.table.tabletop import Player

OTHERS = (("#6f7a4a", "#ffffff"), ("#b08d57", "#1c1c1c"))
"""Paper and ink of a nation without colours of its own, by its side."""
NUMBER = ("#fffaf0", "#1d1a17")
WORTH = (0.69, -0.22)
"""Where an objective's star stands in its hex, beside the counters, as shares of the radius."""
TAGS = {marks.HEDGEHOG: "H", marks.BASE: "A", marks.PORT: "P", marks.BUSTED: "×", marks.PLAN: "D"}
WORDS = {
    marks.HEDGEHOG: "hedgehog, with its level",
    marks.BASE: "Air Base, with its level",
    marks.PORT: "port, with the Supply Points it handles",
    marks.BUSTED: "trains busted",
    marks.PLAN: "planned drop, with its turn",
}
"""The marks that are printed as tags beside the counters of their hex."""
BESIDE = (0.7, 0.16, 11)
"""Where the first tag stands, as shares of the radius, and how far the next is below it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A map with all that lies on it, as one player may see it, and what it all means."""

    drawing: Drawing
    pieces: str
    legend: Sequence[tuple[str, Sequence[Item]]]


def draw_game(game: Ocs, player: Player = None, window: Iterable[int] | None = None) -> str:
    """The game as one player may see it (None: the umpire), or the part of it in a window."""
    table = _laid(game, player, window, units=True)
    items = [item for _, group in reversed(table.legend) for item in group]
    lines = laid_out(items, table.drawing.foot_room)
    heading = " · ".join([game.scenario.title, *_moment(game, player)])
    return table.drawing.svg(table.pieces, "", escape(heading), lines)


def poster(game: Ocs, player: Player, window: Sequence[int] | None, units: bool, width: int) -> str:
    """The same as a sheet to print, with title, legend, compass, scale and calendar; or the map
    alone, without what changes in a game."""
    table = _laid(game, player, window, units)
    lines = _subtitles(game, player, units)
    margin = Margin(game.scenario.title, lines, table.legend, _calendar(game, units))
    return sheet_of(table.drawing, margin, table.pieces, "", width)


def _laid(game: Ocs, player: Player, window: Iterable[int] | None, units: bool) -> Table:
    """Draw the map and lay on it what lies there."""
    piles = cards.stack_cards(game, player) if units else []
    index, known = game.board.index, {c.id: c for c in cards.counters(game, player)}
    drawing = draw_board(game.board, PLAIN, window, covered=[index[p.hex] for p in piles])
    piles = [pile for pile in piles if index[pile.hex] in drawing.shown]
    shown = [
        mark
        for mark in marks.marks(game, player)
        if index[mark.hex] in drawing.shown and (units or mark.kind == marks.OBJECTIVE)
    ]
    parts = [
        *(_objective(drawing, index[m.hex], m) for m in shown if m.kind == marks.OBJECTIVE),
        *_tags(game, drawing, shown),
        *(_pile(game, drawing, pile, known) for pile in _spread(game, piles)),
    ]
    legend = [("Map", map_items(game.board, drawing.shown, PLAIN))]
    if shown:
        legend.append(("Marks", _mark_items(shown)))
    if piles:
        seen = [known[name] for pile in piles for name in pile.counters]
        legend.append(("Counters", _counter_items(game, piles, seen)))
        legend.append(("Arms", _arm_items(seen)))
    return Table(drawing, f'<g font-family="{SANS}">{"".join(parts)}</g>', legend)


# ---- counters


def livery(game: Ocs, counter: CounterCard) -> Livery:
    """A counter's colours: its nation's, its formation's behind the symbol."""
    own = _side_colours(game, counter.side)
    paper, ink = counter.paper or own[0], counter.ink or own[1]
    return Livery(paper, art.INK, ink, counter.stripe or art.FIELD)


def _side_colours(game: Ocs, side: str) -> tuple[str, str]:
    """The colours of the nation that leads a side."""
    rank = game.scenario.sides.index(side)
    return NATIONS.get(game.scenario.nations[side], OTHERS[rank % len(OTHERS)])


def _spread(game: Ocs, piles: Iterable[StackCard]) -> list[StackCard]:
    """The stacks from the top of the map down, so that none hides one behind it."""
    return sorted(piles, key=lambda pile: (game.board.cells[game.board.index[pile.hex]], pile.side))


def _pile(game: Ocs, drawing: Drawing, pile: StackCard, known: Mapping[str, CounterCard]) -> str:
    """A stack: the cards beneath, the counter on top, and how many there are where one knows."""
    counters = [known[name] for name in pile.counters]
    beneath = min(len(counters), DEEP) - 1
    lean = LEAN * beneath / 2
    x, y = drawing.sheet.centre(game.board.index[pile.hex])
    below = "".join(
        card(livery(game, counters[depth]), -LEAN * depth, LEAN * depth)
        for depth in range(beneath, 0, -1)
    )
    top = art.face(counters[0], livery(game, counters[0]))
    number = badge(-22, -21, pile.count, *NUMBER) if pile.count not in ("", "1") else ""
    lines = [f"{pile.hex}, {telling.title(game, pile.side)}", *(c.title for c in counters)]
    return (
        f'<g class="counter" transform="translate({xy((x + lean, y - lean))})">'
        f"<title>{escape(chr(10).join([*lines, *pile.notes]))}</title>"
        f"{shadow(beneath)}{below}{top}{number}</g>"
    )


# ---- marks


def _objective(drawing: Drawing, h: int, mark: Mark) -> str:
    """A star with the points that ground is worth."""
    x, y = drawing.sheet.centre(h)
    size = drawing.sheet.size
    at = x + WORTH[0] * size, y + WORTH[1] * size
    return (
        f'<g class="objective" transform="translate({xy(at)})"><title>{escape(mark.title)}</title>'
        f"{star(mark.short)}</g>"
    )


def _tags(game: Ocs, drawing: Drawing, shown: Iterable[Mark]) -> list[str]:
    """Works and facilities: tags one below the other, right of the counters of their hex."""
    parts, count = [], dict[str, int]()
    right, down, step = BESIDE
    for mark in shown:
        if mark.kind in TAGS:
            x, y = drawing.sheet.centre(game.board.index[mark.hex])
            place = count.get(mark.hex, 0)
            count[mark.hex] = place + 1
            size = drawing.sheet.size
            parts.append(_tag(game, mark, (x + right * size, y + down * size + step * place)))
    return parts


def _tag(game: Ocs, mark: Mark, at: tuple[float, float]) -> str:
    """A mark by its letter and its number, in the colours of its owner."""
    paper, ink = _side_colours(game, mark.side) if mark.side else NUMBER
    text = f"{TAGS[mark.kind]}{mark.short.removeprefix('T')}"
    room = width(text, 7.5) + 5
    return (
        f'<g class="mark" transform="translate({xy(at)})"><title>{escape(mark.title)}</title>'
        f'<rect x="{fixed(-room / 2)}" y="-5" width="{fixed(room)}" height="10" rx="2.5" '
        f'fill="{paper}" stroke="{art.INK}" stroke-width=".6"/>'
        f'<text y="2.7" font-size="7.5" font-weight="bold" text-anchor="middle" fill="{ink}">'
        f"{escape(text)}</text></g>"
    )


# ---- margin


def _subtitles(game: Ocs, player: Player, units: bool) -> list[str]:
    """What stands under the title: the place and time of the game, and of the picture."""
    lines = [text for key, text in game.board.about if key == "title"]
    first = standing.day(game, 1)
    if first:
        last = standing.day(game, game.scenario.turns)
        lines.append(f"{first.removesuffix(last[-5:])} – {last}")
    return [*lines, *_moment(game, player)] if units else lines


def _moment(game: Ocs, player: Player) -> list[str]:
    """The turn, its first day and the phase; and whose view this is."""
    day = standing.day(game, game.turn)
    when = f" · from {day}" if day else ""
    lines = [f"Turn {game.turn} of {game.scenario.turns}{when} · {game.phase}"]
    if player is not None:
        seat = player in game.scenario.sides
        whose = f"as the {telling.title(game, player)} player sees it" if seat else ""
        lines.append(whose or "as it lies open to all")
    return lines


def _calendar(game: Ocs, units: bool) -> list[Day]:
    """A box for every turn: its first day, or its number."""
    days = []
    for turn in range(1, game.scenario.turns + 1):
        when = "now" if turn == game.turn else "over" if turn < game.turn else "ahead"
        large, small, first = str(turn), "", game.scenario.date(turn)
        if first:
            day = date.fromisoformat(first)
            large, small = f"{day.day} {MONTHS[day.month - 1][:3]}", f"turn {turn}"
        days.append(Day(large, small, when if units else "ahead"))
    return days


def _mark_items(shown: Sequence[Mark]) -> list[Item]:
    """What the marks mean, as far as they occur here."""
    items = []
    if any(mark.kind == marks.OBJECTIVE for mark in shown):
        sign = f'<g transform="translate(8 -3)">{star("1")}</g>'
        items.append(Item(sign, "victory points"))
    for kind, text in TAGS.items():
        if any(mark.kind == kind for mark in shown):
            letter = f'<text x="4" font-size="10" font-weight="bold">{text}</text>'
            items.append(Item(letter, WORDS[kind]))
    return items


def _counter_items(
    game: Ocs, piles: Sequence[StackCard], counters: Sequence[CounterCard]
) -> list[Item]:
    """What the numbers on the counters and the markers on them mean."""
    nations: dict[str, Livery] = {}
    for counter in counters:
        colours = livery(game, counter)
        nation = next((n for n, pair in NATIONS.items() if pair[0] == colours.card), "")
        nations.setdefault(nation or telling.title(game, counter.side), colours)
    items = [Item(swatch(colours), nation) for nation, colours in nations.items()]
    bold = '<text font-size="9" font-weight="bold">'
    items.append(Item(f"{bold}4-3-5</text>", "strength-Action Rating-movement"))
    items.append(Item(f"{bold}9(3)</text>", "barrage (range)"))
    if any(pile.count not in ("", "1") for pile in piles):
        items.append(Item(badge(7, -3, "2", *NUMBER), "counters in a stack"))
    states: dict[str, State] = {s.id: s for counter in counters for s in counter.states[:3]}
    items += [
        Item(badge(7, -3, s.short[:2], art.TONES.get(s.tone, art.PLAIN_TONE)), s.title)
        for s in states.values()
    ]
    return items


def _arm_items(counters: Sequence[CounterCard]) -> list[Item]:
    """The symbols that are to be seen, each once."""
    seen: dict[str, str] = {}
    for counter in counters:
        _, _, icon, below = art.read(counter.symbol)
        seen.setdefault(f"{counter.symbol[4:6]}{icon}{below}", counter.symbol)
    named = [(code, art.NAMES.get((code[4:6], code[10:16]), "")) for code in seen.values()]
    words = {text: code for code, text in reversed(named) if text}
    return [Item(art.sign(code), text) for text, code in sorted(words.items())]
