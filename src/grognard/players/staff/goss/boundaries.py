"""Boundaries: what an army takes over from its neighbour. [9.2.0-draw]

The staff keeps everybody in his zone, so what is to be taken has to lie in the zone of those who
can take it; and who was driven out of his zone is in command again once it is drawn around him.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from grognard.engine.decision import Action
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.objectives import to_take
from grognard.systems.goss.command.boundaries import Drawing, HandOver

NOBODY = 1 << 20
"""How far somebody is who is nowhere."""


def redrawn(seat: GossSeat) -> Iterator[Action]:
    """First around those who stand outside, then to objectives that the army whose they are is too
    far from. Nothing is taken over in which the neighbour's own stand. [9.2.0-draw]"""
    zones = seat.zones()
    if not zones:
        return
    own: dict[str, list[int]] = {}
    for name in seat.mine():
        own.setdefault(seat.zone(name), []).append(seat.unit(name).hex)
    for key, hexes in own.items():
        for h in sorted({*hexes}) if key in zones else ():
            if h not in zones[key]:
                yield from _over(seat, zones, own, key, {h})
    for goal in to_take(seat.situation):
        key = nearest(seat, zones, goal.hex)
        if key:
            yield from _over(seat, zones, own, key, {goal.hex, *seat.board.around(goal.hex)})


def nearest(seat: GossSeat, zones: dict[str, Collection[int]], h: int) -> str:
    """The zone that should take a hex over: its own fighters are near, and those whose it is are
    much farther; empty if there is none."""
    distance, found = seat.board.distance, dict[str, int]()
    for name, piece in seat.situation.pieces.items():
        key = seat.zone(name)
        if piece.fights and key in zones:
            found[key] = min(found.get(key, NOBODY), distance(piece.hex, h))
    owners = min((found.get(key, NOBODY) for key in zones if h in zones[key]), default=NOBODY)
    best = min(found, key=lambda key: (found[key], key), default="")
    house = seat.doctrine.lines
    near = best and found[best] <= house.at_hand and found[best] + house.farther <= owners
    return best if near and h not in zones[best] else ""


def _over(
    seat: GossSeat, zones: dict[str, Collection[int]], own: dict[str, list[int]], key: str,
    hexes: set[int],
) -> Iterator[Action]:  # fmt: skip
    """Some hexes go over to a zone, with those on the way to it."""
    board = seat.board
    start = min(hexes)
    gate = min(zones[key], key=lambda h: (board.distance(h, start), h))
    more = {*hexes, *board.line(start, gate)} - {*zones[key]}
    others = {h for other, there in own.items() if other != key for h in there}
    if more and not more & others:
        yield seat.write(HandOver, Drawing(key, tuple(sorted(more))))
