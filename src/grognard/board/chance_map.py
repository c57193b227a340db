"""Maps made by chance: plausible ground for benches, fuzzing and first games, from a seed.

The numbers come from an integer hash of the seed, so the same seed gives the same map on every
machine and no generator's state is touched.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from grognard.board.board import Board
from grognard.board.draft import Draft
from grognard.board.search import Adjacency, path_to, reach_paths
from grognard.hexes import Layout, Numbering

_HEXSIDES = ("river", "stream", "big_river", "bridge", "fp")
_LINKS = ("main", "secondary", "rail")
_WORD = (1 << 64) - 1
_FAR = 6000
_GROUND_COST = {"clear": 4, "town": 1, "city": 1, "forest": 7, "swamp": 30}


def chance(*keys: int) -> int:
    """A number from 0 to 2**32 - 1 that depends on the keys alone (splitmix64, upper half)."""
    state = 0
    for key in keys:
        state = (state + 0x9E3779B97F4A7C15 + key) & _WORD
        state = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & _WORD
        state = ((state ^ state >> 27) * 0x94D049BB133111EB) & _WORD
        state ^= state >> 31
    return state >> 32


def generate(rows: int, cols: int, seed: int) -> Board:
    """A map of forests, swamps, lakes, towns, rivers, roads with bridges, and a fortified line."""
    digits = max(2, len(str(rows)), len(str(cols)))
    draft = Draft(
        f"chance-{rows}x{cols}-{seed}",
        Layout(rows, cols),
        Numbering("R" * digits + "C" * digits),
        _HEXSIDES,
        _LINKS,
    )
    _lay_ground(draft, seed)
    towns = _lay_towns(draft, seed)
    _lay_rivers(draft, seed)
    _lay_roads(draft, towns)
    _lay_bridges(draft)
    return draft.finish()


def _lay_ground(draft: Draft, seed: int) -> None:
    """Forest in clumps, from smoothed coin tosses; swamps and lakes grown from a few seeds."""
    grid = draft.grid
    wooded = [chance(seed, 1, h) % 100 < 43 for h in range(grid.n)]
    for _ in range(2):
        wooded = [
            2 * sum(wooded[b] for b in grid.around(h)) + wooded[h] > len(grid.around(h))
            for h in range(grid.n)
        ]
    draft.terrain = {h: "forest" if wooded[h] else "clear" for h in range(grid.n)}
    for ground, salt, every in (("swamp", 2, 90), ("lake", 3, 200)):
        for h in range(grid.n):
            if chance(seed, salt, h) % every == 0:
                for b in (h, *grid.around(h)):
                    if b == h or chance(seed, salt, h, b) % 5 < 2:
                        draft.terrain[b] = ground


def _lay_towns(draft: Draft, seed: int) -> list[int]:
    """Towns three hexes apart or more, the first of every twelve a city of two hexes."""
    grid = draft.grid
    order = sorted(range(grid.n), key=lambda h: (chance(seed, 4, h), h))
    wanted = max(2, grid.n // 40)
    towns: list[int] = []
    for h in order:
        if len(towns) == wanted:
            break
        if draft.terrain[h] != "lake" and all(grid.distance(h, t) > 3 for t in towns):
            towns.append(h)
    for number, h in enumerate(towns):
        kind, hexes = "town", [h]
        dry = [b for b in grid.around(h) if draft.terrain[b] != "lake"]
        if number % 12 == 0 and dry:
            kind, hexes = "city", [h, dry[chance(seed, 5, h) % len(dry)]]
            draft.add(grid.label(h), grid.label(hexes[1]), "main")
        for b in hexes:
            draft.terrain[b] = kind
        draft.add_place(kind, f"{kind.title()} {number + 1}", map(grid.label, hexes))
    return towns


def _lay_rivers(draft: Draft, seed: int) -> None:
    """Rivers and a fortified line as unbroken chains of hexsides from one map edge to another."""
    grid = draft.grid
    edges = grid.edges
    count = max(1, (draft.layout.rows + draft.layout.cols) // 13)
    kinds = ["big_river", "fp"] + ["river", "stream"] * count
    for number, kind in enumerate(kinds[: 2 + count]):
        start, goal = ("west", "east") if number % 2 else ("north", "south")
        source = edges[start][chance(seed, 7, number) % len(edges[start])]
        mouth = edges[goal][chance(seed, 8, number) % len(edges[goal])]
        _, before = reach_paths(_rough(grid, seed, number), [(source, 0)], _FAR)
        name = f"{kind.replace('_', ' ').title()} {number + 1}"
        for pair in _bank(grid, path_to(before, mouth)):
            if kind == "fp" or not draft.sides.get(pair):  # a river ends where it meets another
                draft.add(grid.label(pair[0]), grid.label(pair[1]), kind, name)


def _rough(grid: Board, seed: int, number: int) -> Adjacency:
    """Chance costs for a river's way, high on the map's edge, where it would lose its bank."""
    rim = {h for hexes in grid.edges.values() for h in hexes}
    return [
        tuple(
            (b, 1 + 40 * (b in rim) + chance(seed, 9, number, min(h, b), max(h, b)) % 9)
            for b in grid.around(h)
        )
        for h in range(grid.n)
    ]


def _bank(grid: Board, way: tuple[int, ...]) -> list[tuple[int, int]]:
    """The hexsides along the left bank of a way, which hang together as one chain."""
    sides: dict[tuple[int, int], None] = {}
    on_way = set(way)
    for before, here, after in zip(way, way[1:], way[2:], strict=False):
        back, ahead = grid.direction(here, before), grid.direction(here, after)
        turn = (back + 1) % 6
        while turn != ahead:
            outer = grid.neighbours[6 * here + turn]
            if outer not in on_way and outer >= 0:
                sides[min(here, outer), max(here, outer)] = None
            turn = (turn + 1) % 6
    return list(sides)


def _lay_roads(draft: Draft, towns: list[int]) -> None:
    """Each town joined to its two nearest, cities to each other by main road and railway."""
    grid = draft.grid
    ground: Adjacency = [
        tuple(
            (b, _GROUND_COST[draft.terrain[b]] + 6 * bool(draft.sides.get((min(h, b), max(h, b)))))
            for b in grid.around(h)
            if draft.terrain[b] != "lake"
        )
        for h in range(grid.n)
    ]
    cities = [h for h in towns if draft.terrain[h] == "city"]
    for number, h in enumerate(cities):
        _, before = reach_paths(ground, [(h, 0)], _FAR)
        for other in cities[number + 1 : number + 3]:
            _lay_link(draft, path_to(before, other), "main")
        _lay_link(draft, path_to(before, cities[(number + 1) % len(cities)]), "rail")
    for h in towns:
        costs, before = reach_paths(ground, [(h, 0)], _FAR)
        near = sorted((costs[t], t) for t in towns if t != h and t in costs)
        for _, other in near[:2]:
            _lay_link(draft, path_to(before, other), "secondary")
    for name in sorted(grid.edges):
        gate = min(grid.edges[name], key=lambda e: (min(grid.distance(e, t) for t in towns), e))
        town = min(towns, key=lambda t: (grid.distance(gate, t), t))
        _, before = reach_paths(ground, [(town, 0)], _FAR)
        if path_to(before, gate):
            _lay_link(draft, path_to(before, gate), "main")
            draft.exits.setdefault(gate, set()).add("main")


def _lay_link(draft: Draft, way: Iterable[int], kind: str) -> None:
    """Lay a link along a way; a main road takes the place of a secondary one, never the reverse."""
    for a, b in pairwise(way):
        there = draft.links.setdefault((min(a, b), max(a, b)), set())
        if kind == "main":
            there.discard("secondary")
        if not (kind == "secondary" and "main" in there):
            there.add(kind)


def _lay_bridges(draft: Draft) -> None:
    """A bridge wherever a road or railway crosses water."""
    for pair, kinds in draft.sides.items():
        if draft.links.get(pair) and kinds & {"river", "stream", "big_river"}:
            kinds.add("bridge")
