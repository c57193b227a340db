"""Two US corps side by side, the enemy in the east, and how zones are written in tests."""

from __future__ import annotations

from typing import Any

from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import position, unit

V = {"corps": "V", "army": "First"}
VII = {"corps": "VII", "army": "First"}
ONE = {"formation": "1 Div", "nation": "US", **V}
NINE = {"formation": "9 Div", **VII}
FIRST = {"First": {"side": "allied", "adv": 4}}


def spot(col: int, row: int) -> tuple[int, int]:
    """The axial hex of a column and a row, each counted from the middle of the map."""
    return col, row - col // 2


def box(west: int, east: int, north: int, south: int) -> list[str]:
    """The hexes of some columns and rows, as labels."""
    return [
        f"{col + 13:02}{row + 13:02}"
        for col in range(west, east + 1)
        for row in range(north, south + 1)
    ]


NORTH, SOUTH = box(-12, 5, -12, 0), box(-12, 5, 0, 12)
"""The zones of VII Corps and of V Corps: the boundary runs along row 0, from the western edge to
column 5, ten hexes and more past the front line in column -5."""
FRONT = tuple(unit(f"u{n}", spot(-5, row), **VII) for n, row in enumerate((-10, -6, -2), 90))
"""Units of VII Corps along its front line."""
ENEMIES = tuple(unit(f"g{n}", spot(9, row)) for n, row in enumerate(range(-12, 13, 3), 90))


def corps_and_divisions(*more: Any, **spec: Any) -> Gs:
    """First Army with V and VII Corps, a division each; V Corps in the south."""
    at_seven, at_nine = spec.pop("at_seven", spot(-10, -4)), spec.pop("at_nine", spot(-8, -4))
    return position(
        unit("uA", spot(-12, 0), "hq:army", army="First"),
        unit("uV", spot(-10, 4), "hq:corps", **V),
        unit("uVII", at_seven, "hq:corps", **VII),
        unit("uD1", spot(-8, 4), "hq:div", **ONE),
        unit("uD9", at_nine, "hq:div", **NINE),
        *more,
        **{
            "armies": FIRST, "side": "allied", "segment": "command",
            "zones": {"uV": SOUTH, "uVII": NORTH}, **spec,
        },
    )  # fmt: skip
