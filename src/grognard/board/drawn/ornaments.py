"""The ornaments of a drawn map: bridges and the marks of places.

All are symbols, drawn once and used again; a `§` in an id is filled in by the drawing.
"""

from __future__ import annotations

from grognard.board.drawn.style import PLAIN, Style


def symbols(style: Style = PLAIN) -> str:
    """Bridges and the marks of places, to be put where they belong."""
    drawn = {**_BRIDGES, **_MARKS, **_VARIANTS}
    for owner, colour in style.owners.items():
        drawn |= {f"{kind}-{owner}": _MARKS[kind].replace("OWNER", colour) for kind in OWNED}
    shapes = "".join(f'<g id="{name}§">{shape}</g>' for name, shape in drawn.items())
    for word, colour in (
        ("PLATE", style.plate),
        ("BLOWN", style.blown),
        ("RIDGE", style.region_ink),
        ("LANDING", style.landing),
        ("INK", style.mark),
        ("OWNER", style.mark),
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
    "ford": '<path d="M-8-3.4h16M-8 3.4h16" fill="none" stroke="PLATE" stroke-width="3.4"/>'
    '<path d="M-8-3.4h16M-8 3.4h16" fill="none" stroke="INK" stroke-width="1.5" '
    'stroke-dasharray="2.2 2"/>',
}
_JET = "M0-5L1-1.6L4.8 1.3V2.5L1 1.5L.8 3.2L2 4.4H-2L-.8 3.2L-1 1.5L-4.8 2.5V1.3L-1-1.6z"
_MARKS = {
    "airfield": '<circle r="5.5" fill="PLATE" stroke="INK" stroke-width=".8"/>'
    '<path d="M0-4.2V3.6M-4.2-.4H4.2M-1.8 3.4H1.8" stroke="INK" '
    'stroke-width="1.5" fill="none"/>',
    "airbase": '<circle r="7.2" fill="PLATE" stroke="INK" stroke-width="1.4"/>'
    f'<path d="{_JET}" fill="INK"/>',
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
    "harbour": '<path d="M0-3.6v6.6M-1.8-1.8h3.6M-3.2.8q.4 2.4 3.2 2.5q2.8-.1 3.2-2.5" '
    'fill="none" stroke="INK" stroke-width=".9" stroke-opacity=".7"/>',
    "fortification": '<path d="M-7 4.6V-1.4h2.4v-3.4h3v2.6h3.2v-2.6h3v3.4H7v6z" '
    'fill="OWNER" stroke="PLATE" stroke-width="1.3" paint-order="stroke" '
    'stroke-linejoin="round"/><path d="M-4 2.2h3M1 2.2h3" stroke="PLATE" stroke-width="1.2"/>',
    "strongpoint": '<path d="M0-6l1.7 4.1l4.3 1.9l-4.3 1.9l-1.7 4.1l-1.7-4.1'
    'l-4.3-1.9l4.3-1.9z" fill="PLATE" stroke="INK"/>',
    "fortified_area": '<path d="M-8.4 4.4l2.9-7.4l2.9 7.4zM-2.9 4.4l2.9-9l2.9 9zM2.6 4.4l2.9-7.4'
    'l2.9 7.4z" fill="OWNER" stroke="PLATE" stroke-width="1.5" paint-order="stroke" '
    'stroke-linejoin="round"/>',
    "vantage_point": '<path d="M-5.2 4L0-5.2L5.2 4z" fill="PLATE" stroke="RIDGE" '
    'stroke-width="1.5" stroke-linejoin="round"/><circle cy="1" r="1.2" fill="RIDGE"/>',
    "high_vantage_point": '<path d="M-7 5.2L0-7L7 5.2z" fill="RIDGE" stroke="PLATE" '
    'stroke-width="1.2" stroke-linejoin="round"/>',
    "village": '<circle r="2.6" fill="PLATE" stroke="INK" stroke-width="1.1"/>',
}
MARKS = tuple(_MARKS)
"""The kinds of place that have a mark of their own."""
_VARIANTS = {
    "airbase-hardened": '<circle r="7.6" fill="INK" stroke="PLATE" stroke-width="1.2"/>'
    f'<path d="{_JET}" fill="PLATE"/>',
    "capital": '<path d="M0-8l1.9 5.4h5.7l-4.6 3.4l1.7 5.6L0 3l-4.7 3.4L-3 .8l-4.6-3.4h5.7z" '
    'fill="BLOWN" stroke="PLATE" stroke-width="1.3" paint-order="stroke" '
    'stroke-linejoin="round"/>',
}
OWNED = tuple(kind for kind, shape in _MARKS.items() if "OWNER" in shape)
"""The kinds whose marks are in the colours of their owners."""
VARIANTS = tuple(_VARIANTS)
"""Marks that the words of a place's note call for."""
