"""The board and its counters drawn as SVG, as one player may see them. [16.1]

Everything that changes in a game is taken from the player's View, so a drawing can tell no more
than that does: a closed stack shows its top counter, a masked one its back, and their thickness
only where the number of counters is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from xml.sax.saxutils import escape

from grognard.board.drawing import Drawing, draw_board
from grognard.board.legend import Item, laid_out, map_items
from grognard.board.style import PLAIN
from grognard.board.tracing import Sheet, chains, fixed, flowing, rounded, straight, xy
from grognard.systems.wb95 import counter_art as art
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.victory import date_of
from grognard.systems.wb95.views import view

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
DEEP = 4
"""No more cards of a stack are drawn than this; the number on it tells the rest."""
LEAN = 2.4
"""How far each card of a stack lies from the one above it."""
FRONT = 'stroke="#7a1f16" stroke-width="2.6" stroke-opacity=".55" stroke-dasharray="9 5"'
TRENCH = "M0-3h13"
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


def draw_game(game: Wb, player: str | None = None, window: Iterable[int] | None = None) -> str:
    """The game as one player may see it (None: the umpire), or the part of it in a window."""
    known = view(game, player)
    sheet = Sheet(game.board, PLAIN.size)
    wash = _control(game, sheet, known)
    drawing = draw_board(game.board, PLAIN, window, _bridges(game, known), wash)
    piles = [pile for pile in _piles(game, player, known) if pile.hex in drawing.shown]
    pieces = [
        _front(sheet, known),
        _works(game, drawing, known),
        *(_pile(game, drawing.sheet, known, pile) for pile in piles),
    ]
    items = [*_items(game, known, piles), *map_items(game.board, drawing.shown, PLAIN)]
    return drawing.svg(
        f"<g {art.FONT}>{''.join(pieces)}</g>",
        art.symbols(),
        escape(heading(game, player)),
        laid_out(items, drawing.foot_room),
    )


def heading(game: Wb, player: str | None) -> str:
    """The scenario, the turn and its day, the phase, and whose view this is."""
    day = date_of(game)
    parts = [game.scenario.title, f"turn {game.turn} of {game.scenario.turns}"]
    if day:
        when = date.fromisoformat(day)
        parts.append(f"{when.day} {MONTHS[when.month - 1]} {when.year}")
    parts.append(game.phase)
    if player is not None:
        parts.append(f"as the {game.scenario.nations[player]} player sees it")
    return " · ".join(parts)


def _bridges(game: Wb, known: Mapping[str, Any]) -> dict[tuple[int, int], bool]:
    """The bridges there are, and whether they stand. [14.1.1]"""
    ends = {name: tuple(map(game.board.hex, name.split("-"))) for name in known["bridges"]}
    return {
        (min(pair), max(pair)): bool(known["bridges"][name]["intact"])
        for name, pair in ends.items()
    }


# ---- stacks


def _piles(game: Wb, player: str | None, known: Mapping[str, Any]) -> list[Pile]:
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
            strategic=_strategic(known, units),
        )
        for label, units in at.items()
    ]


def _enemy(game: Wb, player: str | None, known: Mapping[str, Any]) -> list[Pile]:
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
                side=game.scenario.other(player),
                units=units,
                top=stack["top"] or next(reversed(units), None),
                count=None if told is None else len(told),
                told=told or (),
                disorganised="disorganised" in stack["markers"],
                oos=max(levels, default=0),
                strategic=_strategic(known, units),
            )
        )
    return piles


def _strategic(known: Mapping[str, Any], units: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether a unit seen is marked to move in the Strategic Movement Phase ahead. [12.1.4]"""
    serial = known["serial"]
    return any(0 <= facts["marked"] <= serial <= facts["marked"] + 2 for facts in units.values())


def _pile(game: Wb, sheet: Sheet, known: Mapping[str, Any], pile: Pile) -> str:
    """A stack: the cards beneath, the counter on top, and its markers."""
    rank = game.scenario.sides.index(pile.side)
    nation = game.scenario.nations[pile.side]
    beneath = min((pile.count or 1), DEEP) - 1
    lean = LEAN * beneath / 2
    x, y = sheet.centre(pile.hex)
    cards = []
    for depth in range(beneath, 0, -1):
        colours = _colours(known, pile, depth, rank, nation)
        cards.append(art.card(colours, -LEAN * depth, LEAN * depth))
    if pile.top is not None:
        face = _face(game, known, pile, pile.top)
        top = art.face(face, art.livery(face.counter, rank))
    else:
        top = art.back(art.nation_livery(nation, rank), nation)
    return (
        f'<g class="counter" transform="translate({xy((x + lean, y - lean))})">'
        f"<title>{escape(_told(game, known, pile))}</title>{_shadow(beneath)}{''.join(cards)}{top}"
        f"{_badges(pile)}</g>"
    )


def _colours(
    known: Mapping[str, Any], pile: Pile, depth: int, rank: int, nation: str
) -> art.Livery:
    """The card at a depth of the stack: its own colours if it is known, else its nation's."""
    names = list(pile.units)
    if len(names) == pile.count:
        return art.livery(known["counters"][names[-1 - depth]], rank)
    return art.nation_livery(nation, rank)


def _shadow(beneath: int) -> str:
    reach = LEAN * beneath
    return (
        f'<rect x="{fixed(-19.5 - reach)}" y="{fixed(-19.2 + reach)}" width="43" height="43" '
        'rx="5" fill="#2f2a24" fill-opacity=".28"/>'
    )


def _face(game: Wb, known: Mapping[str, Any], pile: Pile, name: str) -> art.Face:
    """A counter seen in full."""
    counter, facts = known["counters"][name], pile.units[name]
    parents = _parents(game, pile.side)
    field = art.FORMATIONS[parents.index(counter["parent"]) % len(art.FORMATIONS)]
    house = game.scenario.counters[name].source == "house"
    return art.Face(counter, facts["cel"], facts["transport"], field, house)


def _parents(game: Wb, side: str) -> list[str]:
    """The corps or armies of a side, in the order of the counter sheet."""
    counters = game.scenario.counters.values()
    return list(dict.fromkeys(c.parent for c in counters if c.side == side))


def _badges(pile: Pile) -> str:
    """The markers on a stack [5.6.6] [10.2.1], and how many counters it has where that is known."""
    badges = ""
    if pile.count is not None and pile.count > 1:
        badges += art.badge(-22, -21, str(pile.count), "#fffaf0", "#1d1a17")
    if pile.disorganised:
        badges += art.badge(-23, -3, "D", DISORGANISED)
    if pile.oos:
        badges += art.badge(-23, 12, str(pile.oos), OUT_OF_SUPPLY)
    if pile.strategic:
        badges += art.badge(23, 12, "»", STRATEGIC)
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


# ---- what lies under the counters


def _works(game: Wb, drawing: Drawing, known: Mapping[str, Any]) -> str:
    """Field fortifications in their side's colour [7.1.1], fixed positions in black. [7.2.1]"""
    sheet = drawing.sheet
    rings = []
    for label, side in known["fortified"].items():
        h = game.board.hex(label)
        rank = game.scenario.sides.index(side)
        colours = art.nation_livery(game.scenario.nations[side], rank)
        rings.append((h, colours.edge))
    rings += [(h, PLAIN.ink) for h in game.scenario.fixed_positions]
    return "".join(_ring(sheet, h, ink) for h, ink in sorted(rings) if h in drawing.shown)


def _ring(sheet: Sheet, h: int, ink: str) -> str:
    """A trench round a hex, its teeth outward."""
    x, y = sheet.centre(h)
    corners = [sheet.place(s) for s in sheet.corners((sheet.board.q[h], sheet.board.r[h]))]
    ring = [(x + (cx - x) * 0.83, y + (cy - y) * 0.83) for cx, cy in corners]
    return _trench(straight(ring, closed=True), ink)


def _trench(path: str, ink: str) -> str:
    return (
        f'<g fill="none" stroke="{ink}"><path d="{path}" stroke-width="1.3"/>'
        f'<path d="{path}" stroke-width="4.6" stroke-dasharray="1.2 4.2"/></g>'
    )


def _control(game: Wb, sheet: Sheet, known: Mapping[str, Any]) -> str:
    """A faint wash over what each side controls. [4.3]"""
    washes = []
    for rank, side in enumerate(game.scenario.sides):
        hexes = [h for h, mark in enumerate(known["control"]) if mark == str(rank)]
        colours = art.nation_livery(game.scenario.nations[side], rank)
        path = "".join(
            rounded([sheet.bent(s) for s in loop]) for loop in sheet.outline(hexes, overlap=True)
        )
        washes.append(f'<path d="{path}" fill="{colours.card}" fill-rule="evenodd"/>')
    return f'<g fill-opacity=".09">{"".join(washes)}</g>'


def _front(sheet: Sheet, known: Mapping[str, Any]) -> str:
    """The front: where the ground of one side adjoins the other's. [4.3]"""
    board, control = sheet.board, known["control"]
    lines = chains(
        sheet.side(a, b)
        for a in range(board.n)
        for b in board.around(a)
        if a < b and {control[a], control[b]} == {"0", "1"}
    )
    path = "".join(flowing([sheet.bent(spot) for spot in line]) for line in lines)
    return f'<path d="{path}" fill="none" {FRONT}/>' if path else ""


# ---- legend


def _items(game: Wb, known: Mapping[str, Any], piles: Sequence[Pile]) -> list[Item]:
    """What the marks on the counters mean, as far as they occur here."""
    items = []
    for rank, side in enumerate(game.scenario.sides):
        nation = game.scenario.nations[side]
        items.append(Item(_swatch(art.nation_livery(nation, rank)), nation))
    items.append(Item("", "strength-movement; guns: attack/defence-movement"))
    if any(game.scenario.counters[name].source == "house" for p in piles for name in p.units):
        sign = '<text x="4" font-size="10" font-style="italic">h</text>'
        items.append(Item(sign, "house values, not the publisher's"))
    marks = (
        (any((p.count or 0) > 1 for p in piles), "2", "#fffaf0", "#1d1a17", "counters in a stack"),
        (any(p.disorganised for p in piles), "D", DISORGANISED, "#fffdf5", "disorganised"),
        (any(p.oos for p in piles), "1", OUT_OF_SUPPLY, "#fffdf5", "out of supply, with its level"),
        (any(p.strategic for p in piles), "»", STRATEGIC, "#fffdf5", "strategic movement"),
    )
    items += [
        Item(art.badge(6, -3, text, fill, ink), words)
        for here, text, fill, ink, words in marks
        if here
    ]
    if any(_reduced(known, p) for p in piles):
        stripe = '<path d="M0-3h12v4h-12z" fill="#fffaf0"/>'
        items.append(Item(_swatch(art.OTHERS[1]) + stripe, "reduced"))
    if known["fortified"]:
        items.append(Item(_trench(TRENCH, PLAIN.ink), "field fortification"))
    return [*items, Item(f'<path d="M0-3h14" {FRONT}/>', "front")]


def _reduced(known: Mapping[str, Any], pile: Pile) -> bool:
    """Whether the counter on top has lost levels."""
    if pile.top is None:
        return False
    return bool(pile.units[pile.top]["cel"] < len(known["counters"][pile.top]["levels"]))


def _swatch(colours: art.Livery) -> str:
    return (
        f'<rect y="-9" width="12" height="12" rx="2" fill="{colours.card}" '
        f'stroke="{colours.edge}"/>'
    )
