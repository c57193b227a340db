"""Axial coordinates: a hex is a pair (q, r), and everything is whole-number arithmetic.

The six directions are numbered 0 to 5 clockwise, beginning with the first one to the right of
the top of the sheet: north-east on a pointy-top grid, north on a flat-top grid. The direction
opposite d is d + 3, modulo 6. What a direction is called depends on the grid: see
`grognard.hexes.layout.COMPASS`.
"""

from __future__ import annotations

Axial = tuple[int, int]

# On a pointy-top grid q grows to the right and r down and to the right, so direction 0 is up and
# to the right. A flat-top grid lists the same six steps one place earlier, from its own north.
DIRECTIONS: dict[str, tuple[Axial, ...]] = {
    "pointy": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
}


def opposite(direction: int) -> int:
    """The direction that leads back."""
    return (direction + 3) % 6


def neighbour(at: Axial, direction: int, orientation: str = "pointy") -> Axial:
    """The hex one step away in a direction."""
    step = DIRECTIONS[orientation][direction]
    return at[0] + step[0], at[1] + step[1]


def neighbours(at: Axial, orientation: str = "pointy") -> tuple[Axial, ...]:
    """The six hexes round a hex, in the order of the directions."""
    return tuple((at[0] + q, at[1] + r) for q, r in DIRECTIONS[orientation])


def direction(a: Axial, b: Axial, orientation: str = "pointy") -> int:
    """The direction from a to its neighbour b, or -1 if they do not adjoin."""
    step = (b[0] - a[0], b[1] - a[1])
    steps = DIRECTIONS[orientation]
    return steps.index(step) if step in steps else -1


def distance(a: Axial, b: Axial) -> int:
    """How many steps lead from a to b; the hex itself is at distance 0."""
    q = a[0] - b[0]
    r = a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def ring(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """All hexes at exactly this distance, clockwise; radius 0 is the centre alone."""
    if radius < 0:
        raise ValueError(f"a ring's radius is 0 or more, not {radius}")
    if radius == 0:
        return (centre,)
    steps = DIRECTIONS["pointy"]
    q, r = centre[0] + steps[5][0] * radius, centre[1] + steps[5][1] * radius
    found = []
    for side in range(6):
        dq, dr = steps[(side + 1) % 6]
        for _ in range(radius):
            found.append((q, r))
            q, r = q + dq, r + dr
    return tuple(found)


def disk(centre: Axial, radius: int) -> tuple[Axial, ...]:
    """All hexes at this distance or nearer, ring after ring from the centre."""
    return tuple(at for steps in range(radius + 1) for at in ring(centre, steps))


def line_choices(a: Axial, b: Axial) -> tuple[tuple[Axial, ...], ...]:
    """The straight line from a to b, step by step, both ends included.

    A step is one hex, or two where the line runs exactly along the hexside between them; then
    the higher one (smaller r) comes first, and of two in one row the left one (smaller q). What
    a step holds depends on the point alone, so the line from b to a is this line reversed.
    """
    steps = distance(a, b)
    return tuple(_nearest(a, b, done, steps) for done in range(steps + 1))


def line(a: Axial, b: Axial) -> tuple[Axial, ...]:
    """The straight line from a to b as single hexes, the first of `line_choices` at each step.

    It is the same set of hexes from either end.
    """
    return tuple(choice[0] for choice in line_choices(a, b))


def _nearest(a: Axial, b: Axial, done: int, steps: int) -> tuple[Axial, ...]:
    """The hex or the two hexes nearest to the point `done` of `steps` of the way from a to b.

    One of the three coordinates q, r and s = -q - r changes by one at every step, so it is
    whole; only one other has to be rounded, and a tie is always between two hexes.
    """
    if steps == 0:
        return (a,)
    dq, dr = b[0] - a[0], b[1] - a[1]
    if abs(dr) == steps:
        r = a[1] + (done if dr > 0 else -done)
        return tuple((q, r) for q in _rounded(a[0] * steps + dq * done, steps))
    if abs(dq) == steps:
        q = a[0] + (done if dq > 0 else -done)
        return tuple((q, r) for r in _rounded(a[1] * steps + dr * done, steps))
    total = a[0] + a[1] + (done if dq + dr > 0 else -done)
    return tuple((total - r, r) for r in _rounded(a[1] * steps + dr * done, steps))


def _rounded(numerator: int, denominator: int) -> tuple[int, ...]:
    """The whole number nearest to a fraction, or both if it lies halfway."""
    whole, rest = divmod(numerator, denominator)
    if 2 * rest == denominator:
        return (whole, whole + 1)
    return (whole + 1,) if 2 * rest > denominator else (whole,)
