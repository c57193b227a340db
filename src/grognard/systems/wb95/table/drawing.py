"""The board and its counters drawn as SVG, as one player may see them. [16.1]

Everything that changes in a game is taken from the player's View, so a drawing can tell no more
than that does: a closed stack shows its top counter, a masked one its back, and their thickness
only where the number of counters is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.board.drawn.cardboard import NUMBER, badge, number, pile, swatch
from grognard.board.drawn.drawing import Drawing, draw_board
from grognard.board.drawn.legend import Item, map_items
from grognard.board.drawn.style import PLAIN
from grognard.board.drawn.tracing import Sheet
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.table import counter_art as art
from grognard.systems.wb95.table import map_marks as marks
from grognard.systems.wb95.table.counters import strategic, stripe
from grognard.systems.wb95.table.tabletop import TABLETOP
from grognard.systems.wb95.views import view
from grognard.table.laying import VICTORY, value_item
from grognard.table.printing import Printer, Spread
from grognard.table.tabletop import Player

GUNS = ("ART", "AT", "AA")
ARMS = "Arms"
"""The part of the legend that only a sheet has room for."""
OUT_OF_SUPPLY, DISORGANISED, STRATEGIC = "#b3261e", "#d98a1f", "#2f5f8a"


@dataclass(frozen=True, slots=True)
class Pile:
    """A stack as far as it may be seen.

    `units` are the counters seen in full, bottom to top; `told` is what must be told of the others
    [16.1.4]; `count` is None where the number of counters is not known. [16.1.1]
    """

    hex: int
    side: str
    units: Mapping[str, Mapping[str, Any]]
    top: str | None
    count: int | None
    told: Sequence[Mapping[str, Any]]
    disorganised: bool
    oos: int
    strategic: bool


def _lay(game: Wb, player: Player, window: Iterable[int] | None, units: bool) -> Spread:
    """Draw the map and lay on it what lies there."""
    known = view(game, player)
    if not units:
        drawing = draw_board(game.board, PLAIN, window)
        ground = map_items(game.board, drawing.shown, PLAIN)
        legend = [("Map", ground), ("Marks", _printed_items(game))]
        return _spread(drawing, [marks.printed(game, drawing)], legend)
    sheet = Sheet(game.board, PLAIN.size)
    hexes = None if window is None else sorted(window)
    box = sheet.box(range(game.board.n) if hexes is None else hexes)
    wash = marks.control(game, sheet, box, known)
    piles = _piles(game, player, known)
    covered = [pile.hex for pile in piles]
    drawing = draw_board(game.board, PLAIN, hexes, _bridges(game, known), wash, covered)
    piles = [pile for pile in piles if pile.hex in drawing.shown]
    pieces = [
        marks.printed(game, drawing),
        marks.front(sheet, known),
        marks.works(game, drawing, known),
        *(_pile(game, drawing.sheet, known, pile) for pile in piles),
    ]
    legend = [
        ("Map", map_items(game.board, drawing.shown, PLAIN)),
        ("Marks", [*_printed_items(game), *_mark_items(known)]),
        ("Counters", _unit_items(game, known, piles)),
        (ARMS, _arm_items(known, piles)),
    ]
    return _spread(drawing, pieces, legend)


def _spread(
    drawing: Drawing, pieces: Iterable[str], legend: Sequence[tuple[str, Sequence[Item]]]
) -> Spread:
    return Spread(drawing, f"<g {art.FONT}>{''.join(pieces)}</g>", legend, art.symbols())


def _moment(game: Wb) -> list[str]:
    """The turn, its day, and the phase."""
    day = TABLETOP.day(game, game.turn)
    when = [day] if day else []
    return [f"turn {game.turn} of {game.scenario.turns}", *when, _phase(game)]


def _phase(game: Wb) -> str:
    """The phase and whose it is, as one says it."""
    for side, nation in game.scenario.nations.items():
        if game.phase.endswith(f" of {side}"):
            return f"{nation} {game.phase.removesuffix(f' of {side}')}"
    return game.phase


def _bridges(game: Wb, known: Mapping[str, Any]) -> dict[tuple[int, int], bool]:
    """The bridges there are, and whether they stand. [14.1.1]"""
    ends = {name: tuple(map(game.board.hex, name.split("-"))) for name in known["bridges"]}
    return {
        (min(pair), max(pair)): bool(known["bridges"][name]["intact"])
        for name, pair in ends.items()
    }


# ---- stacks


def _piles(game: Wb, player: Player, known: Mapping[str, Any]) -> list[Pile]:
    """Every stack, from the top of the map down, so that none hides one behind it."""
    piles = [*_own(game, known), *_enemy(game, player, known)]
    return sorted(piles, key=lambda pile: pile.hex)


def _own(game: Wb, known: Mapping[str, Any]) -> list[Pile]:
    """The viewer's own stacks, known in full."""
    at: dict[str, dict[str, Mapping[str, Any]]] = {}
    for name, facts in sorted(known["units"].items(), key=lambda item: (item[1]["order"], item[0])):
        if facts["place"] == "map":
            at.setdefault(facts["hex"], {})[name] = facts
    return [
        Pile(
            hex=game.board.hex(label),
            side=known["counters"][next(iter(units))]["side"],
            units=units,
            top=next(reversed(units)),
            count=len(units),
            told=(),
            disorganised=any(facts["disorganised"] >= 0 for facts in units.values()),
            oos=max(facts["oos"] for facts in units.values()),
            strategic=any(strategic(known["serial"], facts) for facts in units.values()),
        )
        for label, units in at.items()
    ]


def _enemy(game: Wb, player: Player, known: Mapping[str, Any]) -> list[Pile]:
    """The other side's stacks, closed and masked as they are. [16.1.1] [16.1.2]"""
    if player is None:
        return []
    piles = []
    for stack in known["enemy"]:
        levels = [int(word.split()[-1]) for word in stack["markers"] if word != "disorganised"]
        told = stack["counters"]
        units = stack["units"]
        piles.append(
            Pile(
                hex=game.board.hex(stack["hex"]),
                side=stack["side"],
                units=units,
                top=stack["top"] or next(reversed(units), None),
                count=None if told is None else len(told),
                told=told or (),
                disorganised="disorganised" in stack["markers"],
                oos=max(levels, default=0),
                strategic=any(strategic(known["serial"], facts) for facts in units.values()),
            )
        )
    return piles


def _pile(game: Wb, sheet: Sheet, known: Mapping[str, Any], found: Pile) -> str:
    """A stack: the cards beneath, the counter on top, and its markers."""
    rank = game.scenario.sides.index(found.side)
    nation = game.scenario.nations[found.side]
    colours = art.nation_livery(nation, rank)
    if found.top is not None:
        face = _face(game, known, found, found.top)
        top = art.face(face, art.livery(face.counter, rank))
    else:
        top = art.back(colours, nation)
    names = list(found.units)
    beneath = [colours] * ((found.count or 1) - 1)
    if len(names) == found.count:  # who lies there is known
        beneath = [art.livery(known["counters"][name], rank) for name in names[-2::-1]]
    title = _told(game, known, found)
    return pile(sheet.centre(found.hex), title, beneath, top + _badges(found))


def _face(game: Wb, known: Mapping[str, Any], pile: Pile, name: str) -> art.Face:
    """A counter seen in full."""
    counter, facts = known["counters"][name], pile.units[name]
    printed = game.scenario.counters[name]
    house = printed.source == "house"
    return art.Face(counter, facts["cel"], facts["transport"], stripe(game, printed), house)


def _badges(pile: Pile) -> str:
    """The markers on a stack [5.6.6] [10.2.1], and how many counters it has where that is known."""
    badges = ""
    if pile.count is not None and pile.count > 1:
        badges += number(str(pile.count))
    if pile.disorganised:
        badges += badge(-23, -3, "D", DISORGANISED)
    if pile.oos:
        badges += badge(-23, 12, str(pile.oos), OUT_OF_SUPPLY)
    if pile.strategic:
        badges += badge(23, 12, "»", STRATEGIC)
    return badges


def _told(game: Wb, known: Mapping[str, Any], pile: Pile) -> str:
    """What is known of a stack, in words, for whoever points at it."""
    lines = [f"{game.board.label(pile.hex)}, {game.scenario.nations[pile.side]}"]
    for name, facts in reversed(list(pile.units.items())):
        face = _face(game, known, pile, name)
        counter = face.counter
        words = (str(counter[key]) for key in ("type", "name", "formation", "parent"))
        state = [f"{facts['cel']} of {len(counter['levels'])} CEL"]
        if facts["disorganised"] >= 0:
            state.append("disorganised")
        if facts["oos"]:
            state.append(f"out of supply {facts['oos']}")
        lines.append(f"{' '.join(filter(None, words))}: {art.values(face)}, {', '.join(state)}")
    if not pile.units or (pile.count or 0) > len(pile.units):
        lines += [
            f"{row['type']}, {row['move']}" + (f", {row['cels']} CEL" if "cels" in row else "")
            for row in pile.told
        ] or ["masked"]
    return "\n".join(lines)


# ---- legend


def _unit_items(game: Wb, known: Mapping[str, Any], piles: Sequence[Pile]) -> list[Item]:
    """What the counters and the marks on them mean, as far as they occur here."""
    items = [
        Item(swatch(marks.colours(game, side)), game.scenario.nations[side])
        for side in game.scenario.sides
    ]
    items.append(value_item("3-4", "strength-movement"))
    if any(counter["type"] in GUNS for counter in known["counters"].values()):
        items.append(value_item("4/2-7", "attack/defence-movement"))
    if any(game.scenario.counters[name].source == "house" for p in piles for name in p.units):
        sign = '<text x="4" font-size="12" font-style="italic">h</text>'
        items.append(Item(sign, "house values, not the publisher's"))
    signs = (
        (any((p.count or 0) > 1 for p in piles), "2", *NUMBER, "counters in a stack"),
        (any(p.disorganised for p in piles), "D", DISORGANISED, "#fffdf5", "disorganised"),
        (any(p.oos for p in piles), "1", OUT_OF_SUPPLY, "#fffdf5", "out of supply, with its level"),
        (any(p.strategic for p in piles), "»", STRATEGIC, "#fffdf5", "strategic movement"),
    )
    items += [
        Item(badge(7, -3, text, fill, ink), words) for here, text, fill, ink, words in signs if here
    ]
    if any(_reduced(known, p) for p in piles):
        stripe = '<path d="M0-3h12v4h-12z" fill="#fffaf0"/>'
        items.append(Item(swatch(art.OTHERS[1]) + stripe, "reduced"))
    return items


def _arm_items(known: Mapping[str, Any], piles: Sequence[Pile]) -> list[Item]:
    """The symbols of the arms and sizes that are to be seen."""
    seen = [known["counters"][name] for pile in piles for name in pile.units]
    kinds = {str(counter["type"]) for counter in seen}
    sizes = {str(counter["size"]) for counter in seen}
    return [
        *(Item(art.sign(kind), words) for kind, words in art.ARMS.items() if kind in kinds),
        *(
            Item(f'<text x="8" text-anchor="middle" font-weight="bold">{mark}</text>', words)
            for size, mark, words in art.SIZES
            if size in sizes
        ),
    ]


def _mark_items(known: Mapping[str, Any]) -> list[Item]:
    """What the front and the works look like."""
    trench = Item(marks.trench("M0-3h16", PLAIN.ink), "field fortification")
    front = Item(f'<path d="M0-3h18" fill="none" {marks.FRONT}/>', "front")
    return [trench, front] if known["fortified"] else [front]


def _printed_items(game: Wb) -> list[Item]:
    """What the marks of the scenario mean."""
    items = []
    if game.scenario.victory.objectives:
        items.append(VICTORY)
    for side in game.scenario.sides:
        paint, nation = marks.colours(game, side), game.scenario.nations[side]
        if game.scenario.zones[side]:
            arrow = (
                f'<path d="{marks.ARROW}" transform="translate(10 -3) scale(.58)" '
                f'fill="{paint.card}" stroke="{paint.edge}" stroke-width="1.6"/>'
            )
            items.append(Item(arrow, f"{nation} entry zone"))
        if game.scenario.supply[side]:
            band = f'<path d="M0-6h16v6h-16z" fill="{paint.card}" fill-opacity=".75"/>'
            items.append(Item(band, f"{nation} supply edge"))
    return items


def _reduced(known: Mapping[str, Any], pile: Pile) -> bool:
    """Whether the counter on top has lost levels."""
    if pile.top is None:
        return False
    return bool(pile.units[pile.top]["cel"] < len(known["counters"][pile.top]["levels"]))


PRINTER = Printer(TABLETOP, _lay, _moment, unlisted=(ARMS,))
