"""Where units can go in this segment: all hexes within their points, by the cheapest way. [7.2.0]

The search runs compiled over the nodes of a network; only what must be looked at hex by hex (the
way of supply, hexes that enemies observe, crowded roads) is looked at afterwards, for the hexes
that it has found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from grognard.board.search import hexes_of, numbers_at, path_to, plain, reach_paths
from grognard.engine.record import replace
from grognard.kit.ways import POINT
from grognard.systems.goss.halts.front import NOBODY
from grognard.systems.goss.movement.allowance import LEG, ROAD
from grognard.systems.goss.movement.land import Land, land, net_of, prices
from grognard.systems.goss.movement.marching import leap, limit, start_nodes, unseen_and_supplied
from grognard.systems.goss.movement.parties import Course, Party, courses, kind_of, parties
from grognard.systems.goss.movement.registers import OBSERVED, TRACES
from grognard.systems.goss.movement.roadspace import JAM, JOINS, MOST, jams, room
from grognard.systems.goss.pieces.stacks import holder
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import other

ANY_DISTANCE = 1000 * POINT
"""More points than any way across a map costs."""


class Folded(Mapping[int, int]):
    """What a search over nodes has found, by hexes: each by its cheapest node. It is worked out
    when somebody looks: nodes come in the order of rising cost."""

    def __init__(self, costs: Mapping[int, int], reached: Any, hexes: Any) -> None:
        self._found, self._reached, self._hexes = costs, reached, hexes

    @cached_property
    def by_hex(self) -> dict[int, int]:
        """The cheapest node of each hex."""
        found, first = np.unique(self._hexes[self._reached], return_index=True)
        return dict(zip(found.tolist(), self._reached[first].tolist(), strict=True))

    @cached_property
    def costs(self) -> dict[int, int]:
        """What each hex costs."""
        nodes = self.by_hex
        paid = numbers_at(self._found, [*nodes.values()])
        return dict(zip(nodes, paid, strict=True))

    def __getitem__(self, h: int) -> int:
        return self.costs[h]

    def __contains__(self, h: object) -> bool:
        return h in self.by_hex

    def __iter__(self) -> Iterator[int]:
        return iter(self.by_hex)

    def __len__(self) -> int:
        return len(self.by_hex)


@dataclass(frozen=True, eq=False)
class Trip:
    """What one search has found: the cost of each hex, and the way there through the nodes."""

    costs: Mapping[int, int]
    before: Mapping[int, int]
    hexes: Any
    folded: Folded | None = None
    """The same by hexes, where they have several nodes."""
    further: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    dear: frozenset[int] = frozenset()
    """The next hexes that cost more than the party has."""

    def path(self, h: int) -> tuple[int, ...]:
        """The way to a hex, from the first step on."""
        if h in self.further:
            return self.further[h]
        node = h if self.folded is None else self.folded.by_hex.get(h, h)
        return tuple(int(self.hexes[one]) for one in path_to(self.before, node))


@dataclass(frozen=True, eq=False)
class Reach:
    """Where units can go together: what each hex costs, and the way there."""

    trips: tuple[Trip, ...]
    costs: Mapping[int, int]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reach) and dict(self.costs) == dict(other.costs)

    def __hash__(self) -> int:
        return len(self.costs)

    def path(self, h: int) -> tuple[int, ...]:
        """The way to a hex by the trip on which it is cheapest; empty if it is out of reach."""
        found = [trip for trip in self.trips if h in trip.costs]
        return min(found, key=lambda trip: trip.costs[h]).path(h) if found else ()


NOWHERE = Reach((), {})


class Merged(Mapping[int, int]):
    """What each hex costs on the cheapest of several trips; worked out when somebody looks."""

    def __init__(self, trips: Sequence[Trip]) -> None:
        self._trips = trips

    @cached_property
    def costs(self) -> dict[int, int]:
        """What each hex costs."""
        found: dict[int, int] = {}
        for trip in self._trips:
            for h, cost in _plain(trip.costs).items():
                found[h] = min(cost, found.get(h, cost))
        return found

    def __getitem__(self, h: int) -> int:
        return self.costs[h]

    def __iter__(self) -> Iterator[int]:
        return iter(self.costs)

    def __len__(self) -> int:
        return len(self.costs)


def reach(
    game: Gs, names: Sequence[str], viewer: str | None, by_road: bool = False,
    ignored: frozenset[str] = NOBODY,
) -> Reach:  # fmt: skip
    """Where units can go as one from here with what they have left. [7.2.0]"""
    key = "reach", tuple(names), viewer, by_road, ignored
    return game.cached(
        key, game.journal.every, lambda: _reach(game, names, viewer, by_road, ignored)
    )


def _reach(
    game: Gs, names: Sequence[str], viewer: str | None, by_road: bool, ignored: frozenset[str]
) -> Reach:
    found = [_of(game, party, viewer) for party in parties(game, names, by_road, ignored)]
    if len(found) == 1:
        return found[0]
    common = [h for h in found[0].costs if all(h in one.costs for one in found)]
    slow = min(found, key=lambda one: len(one.costs))
    return Reach(slow.trips, {h: max(one.costs[h] for one in found) for h in common})


def _of(game: Gs, party: Party, viewer: str | None) -> Reach:
    open_ = courses(game, party, viewer)
    trips = [_trip(game, party, course, viewer) for course in open_]
    leaps = dict(_leaps(game, party, viewer, trips, open_[-1]))
    if leaps:
        most = {h: cost for h, (cost, _) in leaps.items()}
        ways = {h: way for h, (_, way) in leaps.items()}
        trips.append(Trip(most, {}, None, None, ways))
    if len(trips) == 1:
        return Reach((trips[0],), trips[0].costs)
    return Reach(tuple(trips), Merged(trips))


def _leaps(
    game: Gs, party: Party, viewer: str | None, trips: Sequence[Trip], course: Course
) -> Iterator[tuple[int, tuple[int, tuple[int, ...]]]]:
    """The next hexes that only one hex for all leads to. [7.3.0] [7.11.3]"""
    net = net_of(game, kind_of(game, party, course))
    if not party.fresh or not (net.tight[party.hex] or any(trip.dear for trip in trips)):
        return
    price = prices(game, party, course)
    here = price.narrow(party.hex) or price.foreign(party.hex)
    for b in game.board.around(party.hex):
        if any(b in trip.costs for trip in trips) or holder(game, b) == other(party.side):
            continue
        dear = any(b in trip.dear for trip in trips)
        if dear or here or price.narrow(b) or price.foreign(b):
            made = leap(game, party, b, viewer)
            if made is not None:
                yield b, (made.paid, (b,))


def _trip(game: Gs, party: Party, course: Course, viewer: str | None) -> Trip:
    there = land(game, party, course, viewer)
    nodes = start_nodes(game, party, there.net)
    first = [
        (into, cost + int(there.extra[into]))
        for node in nodes
        for into, cost in there.steps[node]
        if not there.shut[into]
    ]
    shut = there.shut.copy()
    shut[list(there.net.nodes(party.hex))] = 1
    dear = frozenset(int(there.net.hexes[into]) for into, cost in first if cost > course.left)
    while True:
        costs, before = _search(game, party, course, there, first, shut)
        barred = _barred(game, party, course, there, costs, before) if TRACES or OBSERVED else []
        if not barred:
            break
        shut[barred] = 1
    made = _ended(game, party, course, there, costs, before)
    return replace(made, dear=dear) if dear else made


def route(
    game: Gs, names: Sequence[str], viewer: str | None, to: int, by_road: bool = False
) -> tuple[int, ...]:
    """The cheapest way to a hex however many game turns it takes, as the ground and the enemies lie
    now; empty if there is none."""
    party = parties(game, names, by_road, NOBODY)[0]
    course = replace(courses(game, party, viewer)[0], left=ANY_DISTANCE)
    there = land(game, party, course, viewer)
    nodes = start_nodes(game, party, there.net)
    first = [(b, cost) for a in nodes for b, cost in there.steps[a] if not there.shut[b]]
    shut = there.shut.copy()
    shut[list(there.net.nodes(party.hex))] = 1
    costs, before = _search(game, party, course, there, first, shut)
    ends = [node for node in there.net.nodes(to) if node in costs]
    if not ends:
        return ()
    node = min(ends, key=lambda one: costs[one])
    return tuple(int(there.net.hexes[one]) for one in path_to(before, node))


def _search(
    game: Gs, party: Party, course: Course, there: Land, first: list[tuple[int, int]], shut: Any
) -> tuple[Mapping[int, int], Mapping[int, int]]:
    left = course.left
    near = [(into, cost) for into, cost in first if cost <= left]
    stop = np.ones_like(there.stop) if limit(game, party) else there.stop
    return reach_paths(there.steps, near, left, shut.data, stop.data, there.extra)


def _barred(
    game: Gs, party: Party, course: Course, there: Land, costs: Mapping[int, int],
    before: Mapping[int, int],
) -> list[int]:  # fmt: skip
    """The nodes among those found where a party could not be supplied, or would be seen."""
    hexes, wrong = there.net.hexes, []
    for node in costs:
        last = before[node]
        a = int(hexes[last]) if last >= 0 else party.hex
        if unseen_and_supplied(game, party, course, a, int(hexes[node])) is not None:
            wrong.append(node)
    return wrong


def _ended(
    game: Gs, party: Party, course: Course, there: Land, costs: Mapping[int, int],
    before: Mapping[int, int],
) -> Trip:  # fmt: skip
    """Nodes as hexes, and the crowded hexes at the end of a way that special stacking opens."""
    hexes, reached = there.net.hexes, hexes_of(costs)
    if not there.net.more:
        trip = Trip(costs, before, hexes)
    else:
        folded = Folded(costs, reached, hexes)
        trip = Trip(folded, before, hexes, folded)
    if party.gait == LEG:
        return trip
    return _joining(game, party, course, there, costs, trip, reached)


def _joining(
    game: Gs, party: Party, course: Course, there: Land, costs: Mapping[int, int], trip: Trip,
    reached: Any,
) -> Trip:  # fmt: skip
    """A trip with the crowded hexes that its units may join at the end of their way. [7.10.3]"""
    crowded, net = _crowded(game, party), there.net
    near = {party.hex, *net.hexes[reached].tolist()} if crowded else set()
    further: dict[int, tuple[int, ...]] = {}
    more: dict[int, int] = {}
    for h in crowded:
        sides = [a for a in game.board.around(h) if a in near] if h not in near else ()
        if not sides or room(game, party, h) != JOINS:
            continue
        toll = JAM if party.gait == ROAD else 0
        for a in sides:
            for node, paid in _paid(game, party, there, costs, a):
                for into, cost in there.steps[node]:
                    total = paid + cost + int(there.extra[into]) + toll
                    if int(net.hexes[into]) != h or total > more.get(h, course.left):
                        continue
                    way = path_to(trip.before, node) if a != party.hex else ()
                    more[h] = total
                    further[h] = (*(int(net.hexes[one]) for one in way), h)
    if not more:
        return trip
    return replace(trip, costs={**_plain(trip.costs), **more}, further=further)


def _paid(
    game: Gs, party: Party, there: Land, costs: Mapping[int, int], a: int
) -> Iterator[tuple[int, int]]:
    """The nodes of a hex from which a party may go on, and what it has paid there."""
    if a == party.hex:
        yield from ((node, 0) for node in start_nodes(game, party, there.net))
        return
    for node in there.net.nodes(a):
        if node in costs and not there.stop[node]:
            yield node, costs[node]


def _crowded(game: Gs, party: Party) -> list[int]:
    """The hexes that Mech units close unless special stacking opens them. [7.10.3] [5.5.5]"""
    full = jams(game, party.side)
    least = 1 if party.strat else MOST if party.gait == ROAD else MOST + 1
    return sorted(h for h, count in full.items() if count >= least)


def _plain(costs: Mapping[int, int]) -> Mapping[int, int]:
    """What each hex costs, as a dict."""
    return costs.costs if isinstance(costs, Folded) else plain(costs)
