"""Country for tests of supply: swamps, in which only roads lead anywhere."""

from __future__ import annotations

from typing import Any

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply.tracing import Trace
from tests.systems.goss.field import position, unit

Axial = tuple[int, int]
CORPS = {"corps": "VII", "army": "First"}
DIV = {"formation": "1 Div", **CORPS}
FAR = unit("g9", (0, -12))
"""An enemy that is in nobody's way."""
SWAMP = {
    (q, r): "swamp" for q in range(-12, 13) for r in range(-18, 19) if 0 <= r + q // 2 + 12 < 25
}
"""Nothing but swamp, which no Mech path enters off the roads."""


def line(length: int, start: int = -12) -> list[Axial]:
    """A row of hexes from west to east."""
    return [(q, 0) for q in range(start, start + length + 1)]


def snake(length: int) -> list[Axial]:
    """A road of so many hexes after the first, back and forth, never next to itself."""
    hexes: list[Axial] = []
    for turn, row in enumerate(range(-4, 6, 2)):
        west_to_east = [(q, row - q // 2) for q in range(-12, 13)]
        hexes += west_to_east if turn % 2 == 0 else west_to_east[::-1]
        q = hexes[-1][0]
        hexes.append((q, row + 1 - q // 2))
    return hexes[: length + 1]


def division(hex: Axial, *more: Any, hq: Any = (-12, 0), kind: str = "inf", **facts: Any) -> Gs:
    """A US division: its headquarters in the west, one unit u1 somewhere."""
    own = {key: facts.pop(key) for key in ("attached", "transport", "arrived") if key in facts}
    return position(
        unit("uhq", hq, "hq:div", **DIV),
        unit("u1", hex, kind, **DIV, **own),
        *more,
        *([] if facts.pop("alone", False) else [FAR]),
        **{"side": "allied", "segment": "moves", **facts},
    )


def far(trace: Trace | None) -> str:
    """How somebody is supplied, in a word."""
    return "none" if trace is None else "extended" if trace.extended else "normal"


def settle(game: Gs, side: str, *draws: bool) -> None:
    """From the Air Resupply Segment on through Supply Determination; each headquarters on hand
    spends a point or not, in the order in which they are asked."""
    answers = [*draws]
    while game.segment.kind in ("air-supply", "supply"):
        ask = next(iter(game.open_asks()))
        if any(offer.do == "draw-on-hand" for offer in ask.offers):
            game.play(side, {"do": "draw-on-hand", "spend": answers.pop(0) if answers else True})
        else:
            game.play(side, {"do": "end"})
