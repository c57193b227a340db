"""The ornaments of a drawn map: woods, reeds, built-up blocks, bridges, the marks of places.

All are patterns and symbols, drawn once and used again; a `§` in an id is filled in by the drawing.
"""

from __future__ import annotations

from grognard.board.chance_map import chance

INK = "#2f2a24"

_TREE = "m-4.2 2.6a2.9 2.9 0 0 1 .6-5.2a3.6 3.6 0 0 1 6.8-.4a3 3 0 0 1 .8 5.6z"
_BUSH = "m-2.8 1.7a2 2 0 0 1 .4-3.5a2.4 2.4 0 0 1 4.6-.2a2.1 2.1 0 0 1 .4 3.7z"
_REED = "m-6 0h12m-8.6-1.2l-1.6-3.6m3.6 3.6v-5m2.4 5l1.8-3.8"
_HACHURE = "m-5 3q1-6 5-6.5q4 .5 5 6.5m-6.5-.5l1-3m3 0l1 3"


def _scatter(columns: int, rows: int, cell: int, salt: int) -> list[tuple[int, int, int]]:
    """Points strewn over a tile, one in each cell, with a number by chance."""
    points = []
    for i in range(columns * rows):
        row, col = divmod(i, columns)
        x = col * cell + cell // 2 + chance(salt, i, 1) % (cell // 2 + 1) - cell // 4
        y = row * cell + cell // 2 + chance(salt, i, 2) % (cell // 2 + 1) - cell // 4
        points.append((x, y, chance(salt, i, 3)))
    return sorted(points, key=lambda point: point[1])


def _tile(name: str, width: int, height: int, content: str) -> str:
    return (
        f'<pattern id="{name}§" width="{width}" height="{height}" '
        f'patternUnits="userSpaceOnUse">{content}</pattern>'
    )


def woods(leaf: str, shade: str) -> str:
    """A wood: crowns of trees, large and small, with their shade."""
    crowns, shadows = [], []
    for x, y, number in _scatter(7, 6, 15, 11):
        if number % 7 == 0:
            continue
        shape = _TREE if number % 3 else _BUSH
        crowns.append(f"M{x} {y}{shape}")
        shadows.append(f"M{x - 3} {y + 4}h7")
    return _tile(
        "forest",
        105,
        90,
        f'<path d="{"".join(shadows)}" stroke="{shade}" stroke-width="1.2" opacity=".45"/>'
        f'<path d="{"".join(crowns)}" fill="{leaf}" stroke="{shade}" stroke-width=".7"/>',
    )


def reeds(ink: str) -> str:
    """A swamp: tufts of reed on flat water."""
    marks = "".join(f"M{x} {y}{_REED}" for x, y, number in _scatter(4, 4, 22, 12) if number % 5)
    return _tile(
        "swamp", 88, 88, f'<path d="{marks}" fill="none" stroke="{ink}" stroke-width=".9"/>'
    )


def hachures(name: str, ink: str) -> str:
    """High ground: little brows with their slopes."""
    marks = "".join(f"M{x} {y}{_HACHURE}" for x, y, _ in _scatter(4, 4, 20, 13))
    return _tile(name, 80, 80, f'<path d="{marks}" fill="none" stroke="{ink}" stroke-width=".9"/>')


def blocks(brick: str, edge: str) -> str:
    """A city: blocks of houses with streets between them."""
    shape = ""
    for i in range(16):
        row, col = divmod(i, 4)
        wide, high = 6 + chance(14, i, 1) % 5, 6 + chance(14, i, 2) % 5
        x, y = col * 12 + 1 + chance(14, i, 3) % 2, row * 12 + 1 + chance(14, i, 4) % 2
        shape += f"M{x} {y}h{wide}v{high}h-{wide}z"
    return _tile(
        "city", 48, 48, f'<path d="{shape}" fill="{brick}" stroke="{edge}" stroke-width=".5"/>'
    )


HOUSES = (
    "M-13-6h7v5h-7zM-4-9h6v7h-6zM4-7h9v4h-9zM-10 1h6v7h-6zM-2 1h8v4h-8zM8-1h5v6h-5zM-1 7h6v4h-6z",
    "M-9-11h5v6h-5zM-2-8h9v5h-9zM9-5h5v7h-5zM-14-3h6v5h-6zM-6-2h5v5h-5zM1 0h6v6h-6zM-9 5h8v5h-8z",
    "M-12-8h8v4h-8zM-2-10h5v6h-5zM5-8h7v6h-7zM-13-1h5v6h-5zM-6 0h6v4h-6zM2 1h9v4h-9zM-5 6h6v5h-6z",
)
"""Three small towns seen from above."""


def symbols(brick: str, edge: str) -> str:
    """Towns, bridges and the marks of places, to be put where they belong."""
    towns = "".join(
        f'<path id="town{i}§" d="{houses}" fill="{brick}" stroke="{edge}" stroke-width=".6"/>'
        for i, houses in enumerate(HOUSES)
    )
    return towns + "".join(
        f'<g id="{name}§">{shape}</g>' for name, shape in {**_BRIDGES, **_MARKS}.items()
    )


_RAILS = "M-9-5.5l2.5 2h13l2.5-2M-9 5.5l2.5-2h13l2.5 2"
_BRIDGES = {
    "bridge": f'<path d="{_RAILS}" fill="none" stroke="#f6edd8" stroke-width="3.6"/>'
    f'<path d="{_RAILS}" fill="none" stroke="{INK}" stroke-width="1.5"/>',
    "down": f'<path d="{_RAILS}" fill="none" stroke="#f6edd8" stroke-width="3.6"/>'
    f'<path d="{_RAILS}" fill="none" stroke="{INK}" stroke-width="1.3" '
    'stroke-dasharray="5 4"/>'
    '<path d="M-4-6l8 12M-4 6l8-12" stroke="#b3261e" stroke-width="2.4"/>',
}
_MARKS = {
    "airfield": f'<circle r="5.5" fill="#f6edd8" stroke="{INK}" stroke-width=".8"/>'
    f'<path d="M0-4.2V3.6M-4.2-.4H4.2M-1.8 3.4H1.8" stroke="{INK}" '
    'stroke-width="1.5" fill="none"/>',
    "port": f'<path d="M0-5v9M-2.5-2.6h5M-4.5 1q.6 3.4 4.5 3.6q3.9-.2 4.5-3.6" '
    f'fill="none" stroke="{INK}" stroke-width="1.2"/>'
    f'<circle cy="-5.8" r="1.3" fill="none" stroke="{INK}"/>',
    "fortress": f'<path d="M0-6l1.7 4.1l4.3 1.9l-4.3 1.9l-1.7 4.1l-1.7-4.1'
    f'l-4.3-1.9l4.3-1.9z" fill="#f6edd8" stroke="{INK}"/>',
    "village": f'<circle r="2.6" fill="#f6edd8" stroke="{INK}" stroke-width="1.1"/>',
}
MARKS = tuple(_MARKS)
"""The kinds of place that have a mark of their own."""
