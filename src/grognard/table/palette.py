"""The colours of counters: what nations are printed in, and what tells formations apart."""

from __future__ import annotations

from collections.abc import Iterable

NATIONS = {
    "German": ("#46564f", "#ffffff"),
    "Italian": ("#a3b3a6", "#16201a"),
    "Soviet": ("#a3352a", "#ffeeb0"),
    "American": ("#5c6b2f", "#ffffff"),
    "British": ("#b08d57", "#1c1c1c"),
    "Canadian": ("#8f5a3c", "#ffffff"),
    "Polish": ("#8a4f6d", "#ffffff"),
}
"""Paper and ink of the counters, by nation."""
FORMATIONS = (
    "#e8dfae", "#c9d8b4", "#b9d0d6", "#d9c3d6", "#edc9a6", "#e6e6e0", "#c6cfe6", "#dcb7ac",
    "#cfe0cf", "#e3d3b8",
)  # fmt: skip
"""The colours that tell formations of a side apart."""


def stripes(formations: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """A colour for each side's formation, one after the other as they come."""
    found: dict[tuple[str, str], str] = {}
    count: dict[str, int] = {}
    for side, formation in formations:
        if (side, formation) not in found:
            place = count.get(side, 0)
            found[side, formation] = FORMATIONS[place % len(FORMATIONS)]
            count[side] = place + 1
    return found
