"""Random boards with everything a map file can hold."""

from __future__ import annotations

from hypothesis import strategies as st

from grognard.board import Board, Box, Draft
from grognard.hexes import Layout, Numbering

TERRAIN = ["clear", "forest", "town", "city", "lake", "sea", "flat_woods", "open", "flat", "f"]
HEXSIDES = ["river", "canal", "bridge"]
LINKS = ["main", "rail"]

names = st.text(
    st.characters(codec="utf-8", exclude_characters=":;|#>,", exclude_categories=["C", "Z"]),
    min_size=1,
    max_size=12,
)
long_names = st.lists(names, min_size=1, max_size=3).map(" ".join)
notes = st.lists(
    st.text(
        st.characters(codec="utf-8", exclude_characters="#", exclude_categories=["C", "Z"]),
        min_size=1,
        max_size=30,
    ),
    max_size=8,
).map(" ".join)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board of up to 36 hexes, now and then with holes."""
    layout = draw(
        st.builds(
            Layout,
            st.integers(1, 6),
            st.integers(2, 6),
            st.sampled_from(["pointy", "flat"]),
            st.sampled_from(["odd", "even"]),
        )
    )
    numbering = draw(
        st.builds(
            Numbering,
            st.sampled_from(["RRCC", "CCRR", "CC.RR", "B{CC}.{RR}"]),
            st.integers(0, 9),
            st.integers(0, 9),
            st.booleans(),
            st.booleans(),
        )
    )
    holes = draw(st.sets(st.integers(0, layout.size - 1), max_size=3)) if layout.size > 4 else set()
    cells = tuple(cell for cell in range(layout.size) if cell not in holes)
    about = draw(st.lists(st.tuples(st.sampled_from(["title", "credit"]), notes), max_size=2))
    draft = Draft(
        draw(long_names),
        layout,
        numbering,
        HEXSIDES,
        LINKS,
        cells if holes else (),
        [(key, value) for key, value in about if value],
    )
    n = draft.grid.n
    draft.terrain = dict(enumerate(draw(_columns(st.sampled_from(TERRAIN), n))))
    _draw_between(draw, draft)
    _draw_names(draw, draft)
    return draft.finish()


def _columns(values, n):
    return st.lists(values, min_size=n, max_size=n)


def _draw_between(draw, draft):
    grid = draft.grid
    pairs = [(a, b) for a in range(grid.n) for b in grid.around(a) if a < b]
    if pairs:
        chosen = st.tuples(
            st.sampled_from(pairs),
            st.sampled_from(HEXSIDES + LINKS),
            st.sampled_from(["", "Lama", "Kiev Highway"]),
        )
        for (a, b), kind, name in draw(st.lists(chosen, max_size=25, unique=True)):
            layer = draft.sides if kind in HEXSIDES else draft.links
            if name or kind not in layer.get((a, b), ()):
                draft.add(grid.label(a), grid.label(b), kind, name)
    edge = [h for h in range(grid.n) if len(grid.around(h)) < 6]
    for h in draw(st.sets(st.sampled_from(edge), max_size=3)):
        draft.add_exit(grid.label(h), draw(st.sampled_from(LINKS)))


def _draw_names(draw, draft):
    labels = st.lists(st.sampled_from(draft.grid.labels), unique=True, max_size=4)
    for name in draw(st.sets(long_names, max_size=3)):
        some = draw(labels) or [draft.grid.labels[0]]
        draft.add_place(draw(st.sampled_from(["town", "airfield"])), name, some, draw(notes))
    for name in draw(st.sets(long_names, max_size=2)):
        draft.add_area(name, draw(labels))
    boxes = sorted(draw(st.sets(long_names, max_size=3)))
    for name in boxes:
        beside = tuple(other for other in boxes if other != name)
        draft.add_box(Box(name, "sea", draft.hexes(draw(labels)), beside, draw(notes)))
    for column in draw(st.sets(st.sampled_from(["country", "base_terrain"]))):
        values = st.one_of(st.just(""), st.sampled_from(["ROK", "forest", "two words"]))
        draft.attributes[column] = tuple(draw(_columns(values, draft.grid.n)))
