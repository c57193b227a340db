"""Two armies, and lulls between them, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LULLS, Lull
from tests.systems.goss.field import at, position, unit

AXIS_CHAIN = {"army": "5", "corps": "GC"}
ALLIED_CHAIN = {"army": "1", "corps": "UC"}
ARMIES: Mapping[str, Any] = {
    "5": {"side": "axis", "adv": 4, "amp": 4, "pss": [at(12, 0)]},
    "1": {"side": "allied", "adv": 4, "amp": 4, "pss": [at(-12, 0)]},
}
END = {"do": "end"}
Axial = tuple[int, int]


def g(
    name: str, hex: tuple[int, int] | None, kind: str = "inf", values: str = "", **more: Any
) -> Any:
    """A unit of the German division 1, unless it says otherwise."""
    return unit(name, hex, kind, values, **{"formation": "1", **AXIS_CHAIN, **more})


def u(
    name: str, hex: tuple[int, int] | None, kind: str = "inf", values: str = "", **more: Any
) -> Any:
    """A unit of the American division 9, unless it says otherwise."""
    return unit(name, hex, kind, values, **{"formation": "9", **ALLIED_CHAIN, **more})


STAFFS = (g("gh", (8, 0), "hq:div"), u("uh", (-8, 0), "hq:div"))


def field(*units: Any, staffs: tuple[Any, ...] = STAFFS, **more: Any) -> Gs:
    """Both armies, with the headquarters of a division each."""
    return position(*units, *staffs, **{"armies": ARMIES, "days": 20, **more})


def hush(game: Gs, one: str = "axis", **facts: Any) -> Gs:
    """A lull of that side's army, since the GT before."""
    key = "5" if one == "axis" else "1"
    lull = Lull(**{"one": one, "since": game.turn - 1, "until": game.turn + 30, **facts})
    game.put(LULLS, key, lull)
    return game


def lull(game: Gs, one: str = "axis") -> Lull:
    """The lull of a side's army."""
    return game.state[LULLS]["5" if one == "axis" else "1"]
