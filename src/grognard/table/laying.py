"""Laying out: the cards of a table on its map, to be printed, with what they mean.

Counters, stacks and marks are those of the table, so the print tells no more than the table does.
A system adds the letters of its marks and the words of its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from grognard.board.drawn.cardboard import (
    FIELD,
    INK,
    NUMBER,
    Livery,
    badge,
    number,
    objective,
    pile,
    pinned,
    star,
    swatch,
)
from grognard.board.drawn.drawing import Drawing, draw_board
from grognard.board.drawn.legend import Item, map_items
from grognard.board.drawn.lettering import SANS, width
from grognard.board.drawn.style import PLAIN
from grognard.board.drawn.tracing import Point, fixed
from grognard.table import counter_art as art
from grognard.table.cards import CounterCard, Mark, StackCard
from grognard.table.palette import NATIONS
from grognard.table.printing import Spread
from grognard.table.tabletop import AnyGame, Player, Tabletop

OBJECTIVE = "objective"
"""The kind of mark that is worth victory points."""
BESIDE = (0.7, 0.16, 11)
"""Where the first tag stands, as shares of the radius, and how far the next is below it."""
ROOM = 22
"""How wide a value in the legend may be."""
VICTORY = Item(f'<g transform="translate(8 -3)">{star("1")}</g>', "victory points")


@dataclass(frozen=True, slots=True)
class Layout:
    """How the cards of a table are laid on its map."""

    table: Tabletop
    tags: Mapping[str, tuple[str, str]]
    """The kinds of mark that are printed as tags beside the counters of their hex: the letter of
    each, and what it means."""
    values: Sequence[tuple[str, str]]
    """Values as they stand on a counter, each with what it means."""

    def lay(
        self, game: AnyGame, player: Player, window: Iterable[int] | None, units: bool
    ) -> Spread:
        """Draw the map and lay on it what lies there."""
        piles = self.table.stacks(game, player) if units else ()
        index, known = game.board.index, {c.id: c for c in self.table.counters(game, player)}
        drawing = draw_board(game.board, PLAIN, window, covered=[index[p.hex] for p in piles])
        piles = [found for found in piles if index[found.hex] in drawing.shown]
        shown = [
            mark
            for mark in self.table.marks(game, player)
            if index[mark.hex] in drawing.shown and (units or mark.kind == OBJECTIVE)
        ]
        parts = [
            *(
                objective(drawing.sheet, index[mark.hex], mark.short, mark.title, OBJECTIVE)
                for mark in shown
                if mark.kind == OBJECTIVE
            ),
            *self._tags(game, drawing, shown),
            *(self._pile(game, drawing, found, known) for found in _spread(game, piles)),
        ]
        legend = [("Map", map_items(game.board, drawing.shown, PLAIN))]
        if shown:
            legend.append(("Marks", self._mark_items(shown)))
        if piles:
            seen = [known[name] for found in piles for name in found.counters]
            legend.append(("Counters", self._counter_items(game, piles, seen)))
            legend.append(("Arms", arm_items(seen)))
        return Spread(drawing, f'<g font-family="{SANS}">{"".join(parts)}</g>', legend)

    # ---- counters

    def _pile(
        self, game: AnyGame, drawing: Drawing, found: StackCard, known: Mapping[str, CounterCard]
    ) -> str:
        """A stack: the cards beneath, the counter on top, and how many there are if one knows."""
        counters = [known[name] for name in found.counters]
        top, *beneath = (livery(self.table, game, counter) for counter in counters)
        count = number(found.count) if found.count not in ("", "1") else ""
        whose = f"{found.hex}, {self.table.side_title(game, found.side)}"
        lines = [whose, *(counter.title for counter in counters), *found.notes]
        at = drawing.sheet.centre(game.board.index[found.hex])
        return pile(at, "\n".join(lines), beneath, art.face(counters[0], top) + count)

    # ---- marks

    def _tags(self, game: AnyGame, drawing: Drawing, shown: Iterable[Mark]) -> list[str]:
        """Works and facilities: tags one below the other, right of the counters of their hex."""
        parts, count = [], dict[str, int]()
        right, down, step = BESIDE
        for mark in shown:
            if mark.kind in self.tags:
                x, y = drawing.sheet.centre(game.board.index[mark.hex])
                place = count.get(mark.hex, 0)
                count[mark.hex] = place + 1
                size = drawing.sheet.size
                at = x + right * size, y + down * size + step * place
                parts.append(_tag(self.table, game, mark, self.tags[mark.kind][0], at))
        return parts

    # ---- legend

    def _mark_items(self, shown: Sequence[Mark]) -> list[Item]:
        """What the marks mean, as far as they occur here."""
        kinds = {mark.kind for mark in shown}
        return [
            *([VICTORY] if OBJECTIVE in kinds else []),
            *(
                Item(f'<text x="4" font-size="10" font-weight="bold">{letter}</text>', words)
                for kind, (letter, words) in self.tags.items()
                if kind in kinds
            ),
        ]

    def _counter_items(
        self, game: AnyGame, piles: Sequence[StackCard], counters: Sequence[CounterCard]
    ) -> list[Item]:
        """What the numbers on the counters and the markers on them mean."""
        nations: dict[str, Livery] = {}
        for counter in counters:
            colours = livery(self.table, game, counter)
            known = next((n for n, pair in NATIONS.items() if pair[0] == colours.card), "")
            nations.setdefault(known or self.table.side_title(game, counter.side), colours)
        items = [Item(swatch(colours), title) for title, colours in nations.items()]
        items += [value_item(text, words) for text, words in self.values]
        if any(found.count not in ("", "1") for found in piles):
            items.append(Item(badge(7, -3, "2", *NUMBER), "counters in a stack"))
        states = {s.id: s for counter in counters for s in counter.states[: art.SHOWN]}
        items += [
            Item(badge(7, -3, s.short[:2], art.TONES.get(s.tone, art.PLAIN_TONE)), s.title)
            for s in states.values()
        ]
        return items


def value_item(text: str, words: str) -> Item:
    """A value as it stands on a counter, and what it means."""
    size = fixed(min(9, ROOM / max(width(text, 1), 0.1)))
    return Item(f'<text font-size="{size}" font-weight="bold">{text}</text>', words)


def livery(table: Tabletop, game: AnyGame, counter: CounterCard) -> Livery:
    """A counter's colours: its nation's or its side's, its formation's behind the symbol."""
    paper, ink = table.livery(game, counter.side)
    return Livery(counter.paper or paper, INK, counter.ink or ink, counter.stripe or FIELD)


def _spread(game: AnyGame, piles: Iterable[StackCard]) -> list[StackCard]:
    """The stacks from the top of the map down, so that none hides one behind it."""
    return sorted(piles, key=lambda pile: (game.board.cells[game.board.index[pile.hex]], pile.side))


def _tag(table: Tabletop, game: AnyGame, mark: Mark, letter: str, at: Point) -> str:
    """A mark by its letter and its number, in the colours of its owner."""
    paper, ink = table.livery(game, mark.side) if mark.side else NUMBER
    text = f"{letter}{mark.short.removeprefix('T')}"
    room = width(text, 7.5) + 5
    tag = (
        f'<rect x="{fixed(-room / 2)}" y="-5" width="{fixed(room)}" height="10" rx="2.5" '
        f'fill="{paper}" stroke="{INK}" stroke-width=".6"/>'
        f'<text y="2.7" font-size="7.5" font-weight="bold" text-anchor="middle" fill="{ink}">'
        f"{escape(text)}</text>"
    )
    return pinned(at, mark.title, tag, "mark")


def arm_items(counters: Sequence[CounterCard]) -> list[Item]:
    """The symbols that are to be seen, each once."""
    seen: dict[str, str] = {}
    for counter in counters:
        set_, _, icon, below = art.read(counter.symbol)
        seen.setdefault(f"{set_}{icon}{below}", counter.symbol)
    named = [(code, art.NAMES.get((code[4:6], code[10:16]), "")) for code in seen.values()]
    words = {text: code for code, text in reversed(named) if text}
    return [Item(art.sign(code), text) for text, code in sorted(words.items())]
