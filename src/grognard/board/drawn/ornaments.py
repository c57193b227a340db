"""The ornaments of a drawn map: bridges and the marks of places.

All are symbols, drawn once and used again; a `§` in an id is filled in by the drawing.
"""

from __future__ import annotations

from grognard.board.drawn.style import PLAIN, Style


def symbols(style: Style = PLAIN) -> str:
    """Bridges and the marks of places, to be put where they belong."""
    shapes = "".join(
        f'<g id="{name}§">{shape}</g>' for name, shape in {**_BRIDGES, **_MARKS}.items()
    )
    for word, colour in (
        ("PLATE", style.plate),
        ("BLOWN", style.blown),
        ("RIDGE", style.region_ink),
        ("LANDING", style.landing),
        ("INK", style.mark),
    ):
        shapes = shapes.replace(word, colour)
    return shapes


_RAILS = "M-9-5.5l2.5 2h13l2.5-2M-9 5.5l2.5-2h13l2.5 2"
_BRIDGES = {
    "bridge": f'<path d="{_RAILS}" fill="none" stroke="PLATE" stroke-width="3.6"/>'
    f'<path d="{_RAILS}" fill="none" stroke="INK" stroke-width="1.5"/>',
    "down": f'<path d="{_RAILS}" fill="none" stroke="PLATE" stroke-width="3.6"/>'
    f'<path d="{_RAILS}" fill="none" stroke="INK" stroke-width="1.3" '
    'stroke-dasharray="5 4"/>'
    '<path d="M-4-6l8 12M-4 6l8-12" stroke="BLOWN" stroke-width="2.4"/>',
}
_MARKS = {
    "airfield": '<circle r="5.5" fill="PLATE" stroke="INK" stroke-width=".8"/>'
    '<path d="M0-4.2V3.6M-4.2-.4H4.2M-1.8 3.4H1.8" stroke="INK" '
    'stroke-width="1.5" fill="none"/>',
    "port": '<path d="M0-5v9M-2.5-2.6h5M-4.5 1q.6 3.4 4.5 3.6q3.9-.2 4.5-3.6" '
    'fill="none" stroke="INK" stroke-width="1.2"/>'
    '<circle cy="-5.8" r="1.3" fill="none" stroke="INK"/>',
    "fortress": '<path d="M0-6l1.7 4.1l4.3 1.9l-4.3 1.9l-1.7 4.1l-1.7-4.1'
    'l-4.3-1.9l4.3-1.9z" fill="PLATE" stroke="INK"/>',
    "airstrip": '<circle r="5" fill="PLATE" fill-opacity=".6" stroke="INK" stroke-width=".8" '
    'stroke-dasharray="2 1.6"/><path d="M0-3.6V3M-3.6-.4H3.6" stroke="INK" fill="none"/>',
    "seaplane_base": '<circle r="5.5" fill="PLATE" stroke="INK" stroke-width=".8"/>'
    '<path d="M0-4.2V2M-4.2-1.2H4.2M-4 3.4q1-1.4 2 0t2 0t2 0t2 0" stroke="INK" '
    'stroke-width="1.1" fill="none"/>',
    "peak": '<path d="M-5.5 4L0-5.5L5.5 4z" fill="RIDGE" stroke="PLATE" stroke-width="1.1"/>',
    "pass": '<path d="M-4.5-5q3.6 5 0 10M4.5-5q-3.6 5 0 10" fill="none" stroke="PLATE" '
    'stroke-width="3.4"/><path d="M-4.5-5q3.6 5 0 10M4.5-5q-3.6 5 0 10" fill="none" '
    'stroke="RIDGE" stroke-width="1.5"/>',
    "beach": '<path d="M-3-1h6v9h-6zM-7 0L0-9L7 0z" fill="LANDING" stroke="PLATE" '
    'stroke-width="1.2" stroke-linejoin="round" paint-order="stroke"/>',
    "village": '<circle r="2.6" fill="PLATE" stroke="INK" stroke-width="1.1"/>',
}
MARKS = tuple(_MARKS)
"""The kinds of place that have a mark of their own."""
