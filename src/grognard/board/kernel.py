"""The search compiled: the same answers as the plain one, several times as fast on large boards.

numba is not needed to play; where it is installed (the `fast` extra), large boards use it. The
bench shows the ratio, and a test holds both to the same answers, ways included.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from importlib.util import find_spec
from itertools import count
from typing import Any, TypeVar

import numpy as np

LARGE = 400
"""Boards of fewer hexes are searched sooner than the compiled search is loaded."""
MANY = 2000
"""Searches of smaller boards after which loading it has paid, too: whoever rehearses makes them."""

MOST_KEPT = 64
"""So many things that hang on the same steps are kept at most."""

T = TypeVar("T")


def available() -> bool:
    """Whether numba is installed."""
    return find_spec("numba") is not None


_small = count(1)


def pays(hexes: int) -> bool:
    """Whether the compiled search is the quicker for a board of so many hexes: the answers are the
    same. It is not loaded for a game or two on a small board."""
    return hexes >= LARGE or next(_small) > MANY


class Steps(list[tuple[tuple[int, int], ...]]):
    """For each hex the steps out of it, with the same steps as flat arrays for the kernel."""

    __slots__ = ("_flat", "_known")

    def __init__(self, steps: Iterable[tuple[tuple[int, int], ...]]) -> None:
        super().__init__(steps)
        self._flat: tuple[Any, Any, Any] | None = None
        self._known: dict[Any, Any] = {}

    def once(self, key: Any, work_out: Callable[[], T]) -> T:
        """What hangs on nothing but these steps and its key: worked out once, and kept a while."""
        if key not in self._known:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[key] = work_out()
        found: T = self._known[key]
        return found

    def flat(self) -> tuple[Any, Any, Any]:
        """Where each hex's steps begin, where they lead, and what they cost."""
        if self._flat is None:
            counts = [len(out) for out in self]
            begin = np.zeros(len(self) + 1, dtype=np.int32)
            begin[1:] = np.cumsum(counts)
            ends = np.array([b for out in self for b, _ in out], dtype=np.int32)
            costs = np.array([cost for out in self for _, cost in out], dtype=np.int32)
            self._flat = begin, ends, costs
        return self._flat

    def altered(self, changes: Mapping[int, tuple[tuple[int, int], ...]]) -> Steps:
        """The same steps with others out of some hexes; what can be kept of the arrays is."""
        steps = Steps(self)
        for h, out in changes.items():
            steps[h] = out
        begin, ends, costs = self.flat()
        alike = [h for h, out in changes.items() if len(out) == len(self[h])]
        ends, costs = ends.copy(), costs.copy()
        if alike:
            places = [i for h in alike for i in range(begin[h], begin[h + 1])]
            ends[places] = [b for h in alike for b, _ in changes[h]]
            costs[places] = [cost for h in alike for _, cost in changes[h]]
        steps._flat = begin, ends, costs
        return steps._resized({h: out for h, out in changes.items() if len(out) != len(self[h])})

    def _resized(self, changes: Mapping[int, tuple[tuple[int, int], ...]]) -> Steps:
        """Make room in the arrays for hexes with more or fewer steps than they had."""
        if not changes:
            return self
        begin, ends, costs = self.flat()
        counts = np.diff(begin)
        pieces, prices, done = [], [], 0
        for h, out in sorted(changes.items()):
            pieces += [ends[done : begin[h]], [b for b, _ in out]]
            prices += [costs[done : begin[h]], [cost for _, cost in out]]
            counts[h], done = len(out), begin[h + 1]
        shifted = np.zeros(len(self) + 1, dtype=np.int32)
        np.cumsum(counts, out=shifted[1:])
        ends = np.concatenate([*pieces, ends[done:]]).astype(np.int32)
        self._flat = shifted, ends, np.concatenate([*prices, costs[done:]]).astype(np.int32)
        return self


def search(
    steps: Steps,
    first: Iterable[tuple[int, int]],
    budget: int,
    blocked: Sequence[int] | None,
    stop: Sequence[int] | None,
    extra: Sequence[int] | None,
    bonds: tuple[Sequence[int], Any] | None = None,
) -> tuple[Found, Found]:
    """What `reach_paths` finds: costs in the order found, and the hex before each.

    Hexes that `bonds` mark lead at no cost to those marked that they are linked to.
    """
    starts = list(first)
    pair = _pair(starts) if len(starts) <= FEW else _columns(starts)
    one = _DESK.one
    one[0, LEFT], one[0, UNTIL] = budget, len(starts)
    return _found(steps, pair, one, blocked, stop, extra, bonds)[0]


def searches(
    steps: Steps,
    setting_out: Sequence[tuple[int, int, bool]],
    blocked: Sequence[int] | None,
    stop: Sequence[int] | None,
    extra: Sequence[int] | None,
) -> list[tuple[Found, Found]]:
    """What `reach_paths_each` finds: many searches in one go."""
    several = np.zeros((len(setting_out), 4), dtype=np.int32)
    several[:, (HOME, LEFT, LEAST)] = setting_out
    return _found(steps, _DESK.pair, several, blocked, stop, extra, None)


NEVER = 2**31 - 1
"""What a hex costs that has not been found."""
HOME, LEFT, UNTIL, LEAST = range(4)
"""What is said of a search: the hex that it sets out from by any step, -1 if its first steps are
given; what may be spent; where its first steps end, which begin where the last one's end; and 1 if
what is to be spent is enough for any one step."""


def _found(
    steps: Steps,
    first: Any,
    marches: Any,
    blocked: Sequence[int] | None,
    stop: Sequence[int] | None,
    extra: Sequence[int] | None,
    bonds: tuple[Sequence[int], Any] | None,
) -> list[tuple[Found, Found]]:
    """Searches, each as a row of `marches` says."""
    order, until, numbers, paid, before = _searched(
        steps, first, marches, blocked, stop, extra, bonds, _none(len(steps))
    )
    if len(marches) == 1:
        budget = int(marches[0, LEFT])
        return [(Found(order, paid, paid, budget), Found(order, before, paid, budget))]
    found: list[tuple[Found, Found]] = []
    begun, (paid, before) = 0, numbers
    for end in until.tolist():
        found.append((Listed(order, paid, begun, end), Listed(order, before, begun, end)))
        begun = end
    return found


def _searched(
    steps: Steps,
    first: Any,
    marches: Any,
    blocked: Sequence[int] | None,
    stop: Sequence[int] | None,
    extra: Sequence[int] | None,
    bonds: tuple[Sequence[int], Any] | None,
    goals: Any,
) -> Any:
    """What the compiled search gives; it goes no farther than the nearest of the goals."""
    n = len(steps)
    begin, ends, costs = steps.flat()
    bound, links = _bound(bonds, n)
    return _compiled()(
        begin, ends, costs, first, marches, _mask(blocked, n), _mask(stop, n), _amounts(extra, n),
        bound, links, goals, _DESK.notes(len(ends) + len(links) + first.shape[1] + 1),
    )  # fmt: skip


def ways_to(
    goals: set[int],
    steps: Steps,
    starts: list[tuple[int, int]],
    budget: int,
    blocked: Sequence[int] | None,
) -> Iterator[tuple[int, ...]]:
    """What `search.ways_to` finds: as far as the nearest goals first, then all the others."""
    n = len(steps)
    first = np.array([[h for h, _ in starts], [cost for _, cost in starts]], dtype=np.int32)
    march = np.array([[-1, budget, len(starts), 0]], dtype=np.int32)
    left = np.zeros(n, dtype=np.uint8)
    left[list(goals)] = 1
    for until in (left, _none(n)):
        order, _, _, paid, before = _searched(steps, first, march, blocked, None, None, None, until)
        there: list[int] = order[left[order] != 0].tolist()
        for h in sorted(there, key=lambda h: (paid.item(h), h)):
            left[h] = 0
            yield Found(order, before, paid, budget).way(h)
        if not left.any():
            return


class Found(Mapping[int, int]):
    """Hexes in the order found, and a row with a number for each hex of the board.

    A hex has been found if what is `paid` for it is not more than the `budget`; of others the row
    tells nothing.
    """

    __slots__ = ("_budget", "_paid", "_row", "hexes")

    def __init__(self, hexes: Any, row: Any, paid: Any, budget: int) -> None:
        self.hexes, self._row, self._paid, self._budget = hexes, row, paid, budget

    @property
    def item(self) -> Callable[[int], int]:
        """A function that tells the number of a hex that was found."""
        number: Callable[[int], int] = self._row.item
        return number

    def plain(self) -> dict[int, int]:
        """The same as a dict."""
        return dict(zip(self.hexes.tolist(), self._row[self.hexes].tolist(), strict=True))

    def one(self, h: int) -> int:
        """The number of a hex of the board, -1 if it was not found."""
        return self.item(h) if self._paid.item(h) <= self._budget else -1

    def way(self, goal: int) -> tuple[int, ...]:
        """The hexes to a goal, where the number of each is the hex before it; -1 is the first."""
        if goal not in self:
            return ()
        found, before = [goal], self.item
        while (goal := before(goal)) >= 0:
            found.append(goal)
        found.reverse()
        return tuple(found)

    def at(self, hexes: Sequence[int]) -> list[int]:
        """The numbers of some hexes, -1 for those not found."""
        wanted = np.array(hexes, dtype=np.int32)
        there = self._paid[wanted] <= self._budget
        found: list[int] = np.where(there, self._row[wanted], -1).tolist()
        return found

    def items(self) -> ItemsView[int, int]:
        """Every hex with its number."""
        return self.plain().items()

    def __getitem__(self, h: int) -> int:
        if h in self:
            return self.item(h)
        raise KeyError(h)

    def __contains__(self, h: object) -> bool:
        paid = self._paid
        return isinstance(h, int) and 0 <= h < len(paid) and paid.item(h) <= self._budget

    def __iter__(self) -> Iterator[int]:
        return iter(self.hexes.tolist())

    def __len__(self) -> int:
        return len(self.hexes)


class Listed(Found):
    """The same with the numbers in the order of the hexes, for searches of which many are made at
    once and few are looked at hex by hex."""

    __slots__ = ("_begun", "_dict", "_end", "_numbers", "_order")

    def __init__(self, order: Any, numbers: Any, begun: int, end: int) -> None:
        """One search among those whose hexes and numbers stand one after another."""
        self._order, self._numbers, self._begun, self._end = order, numbers, begun, end
        self._dict: dict[int, int] | None = None

    @property
    def hexes(self) -> Any:
        """The hexes in the order found."""
        return self._order[self._begun : self._end]

    def plain(self) -> dict[int, int]:
        """The same as a dict."""
        if self._dict is None:
            numbers = self._numbers[self._begun : self._end]
            self._dict = dict(zip(self.hexes.tolist(), numbers.tolist(), strict=True))
        return self._dict

    def one(self, h: int) -> int:
        """The number of a hex of the board, -1 if it was not found."""
        return self.plain().get(h, -1)

    @property
    def item(self) -> Callable[[int], int]:
        """A function that tells the number of a hex that was found."""
        return self.plain().__getitem__

    def at(self, hexes: Sequence[int]) -> list[int]:
        """The numbers of some hexes, -1 for those not found."""
        return [self.plain().get(h, -1) for h in hexes]

    def __contains__(self, h: object) -> bool:
        return h in self.plain()


FEW = 8


class _Desk(threading.local):
    """Arrays that are there already, for each thread its own."""

    def __init__(self) -> None:
        self.pair: Any = np.zeros((2, FEW), dtype=np.int32)
        self.one: Any = np.full((1, 4), -1, dtype=np.int32)
        self._notes: Any = np.zeros((3, 0), dtype=np.int32)

    def notes(self, size: int) -> Any:
        """Room for a search to take notes in, with so many places at least."""
        if self._notes.shape[1] < size:
            self._notes = np.zeros((3, size), dtype=np.int32)
        return self._notes


_DESK = _Desk()


def _pair(starts: list[tuple[int, int]]) -> Any:
    """A few first steps, written into the thread's arrays."""
    pair = _DESK.pair
    for i, (h, cost) in enumerate(starts):
        pair[0, i] = h
        pair[1, i] = cost
    return pair


def _columns(starts: list[tuple[int, int]]) -> Any:
    """Many first steps as two rows: their hexes, and what each has cost."""
    return np.array(starts, dtype=np.int32).T.copy()


@cache
def _none(n: int) -> Any:
    return np.zeros(n, dtype=np.uint8)


def _mask(mask: Sequence[int] | None, n: int) -> Any:
    """A mask as an array that can be written to, whatever it was: so the search is compiled once,
    and called without much ado."""
    if mask is None:
        return _none(n)
    if isinstance(mask, (bytes, bytearray)):
        return np.frombuffer(bytearray(mask), dtype=np.uint8)
    flags = getattr(mask, "flags", None)  # of an array
    fit = flags is not None and flags.writeable
    return np.asarray(mask, np.uint8) if fit else np.array(mask, np.uint8)


@cache
def _nothing(n: int) -> Any:
    return np.zeros(n, dtype=np.int32)


def _amounts(extra: Sequence[int] | None, n: int) -> Any:
    return _nothing(n) if extra is None else np.asarray(extra, dtype=np.int32)


def _bound(bonds: tuple[Sequence[int], Any] | None, n: int) -> tuple[Any, Any]:
    """Which hexes are bound, and the six links of each; -1 is none."""
    if bonds is None:
        return _none(n), _nothing(0)
    return _mask(bonds[0], n), np.asarray(bonds[1], dtype=np.int32)


@cache
def _compiled() -> Any:
    from numba import njit  # type: ignore[import-not-found, import-untyped, unused-ignore]

    return njit(cache=True)(_search)


def load() -> None:
    """Load the search, or compile it where it never was: so that nobody waits for it later."""
    if available():
        search(Steps([()]), (), 0, None, None, None)


@cache
def _compiled_rim() -> Any:
    from numba import njit  # type: ignore[import-not-found, import-untyped, unused-ignore]

    return njit(cache=True)(_rim)


def rim(neighbours: Any, hexes: Any, start: int, walls: Any, passed: Any) -> Any:
    """What `search.rim` gives."""
    return _compiled_rim()(neighbours, hexes, start, walls, passed)


@cache
def _compiled_counted() -> Any:
    from numba import njit  # type: ignore[import-not-found, import-untyped, unused-ignore]

    return njit(cache=True)(_counted)


def counted(
    steps: Steps, start: int, budget: int, most: int, marked: Any, blocked: Any, stop: Any
) -> tuple[Any, Any, Any]:
    """What `counted.reach_counted` finds: what each hex costs by how many marked ones are entered,
    the way one step shorter, and which hexes were looked at."""
    begin, ends, costs = steps.flat()
    found: tuple[Any, Any, Any] = _compiled_counted()(
        begin, ends, costs, start, budget, most, marked, blocked, stop
    )
    return found


def _counted(  # type: ignore[no-untyped-def]
    begin, ends, costs, start, budget, most, marked, blocked, stop
):
    n, wide = begin.shape[0] - 1, most + 1
    paid = np.full((n, wide), -1, dtype=np.int32)
    before = np.full(n * wide, -1, dtype=np.int32)
    looked = np.zeros(n, dtype=np.uint8)
    fewest = np.full(n, wide, dtype=np.int32)
    looked[start] = 1
    heap = [(0, 0, start, -1)]
    while len(heap) > 0:
        cost, count, h, last = heappop(heap)
        if count >= fewest[h]:
            continue
        at = h * wide + count
        fewest[h] = count
        paid[h, count] = cost
        before[at] = last
        if h != start and stop[h] != 0:
            continue
        for k in range(begin[h], begin[h + 1]):
            b = np.int64(ends[k])
            total = cost + np.int64(costs[k])
            if 0 <= budget < total:
                continue
            looked[b] = 1
            entered = count + np.int64(marked[b])
            if entered < fewest[b] and blocked[b] == 0:
                heappush(heap, (total, entered, b, at))  # type: ignore[misc]
    return paid, before, looked


def _rim(neighbours, hexes, start, walls, passed):  # type: ignore[no-untyped-def]
    marks = np.zeros(neighbours.shape[0] // 6, dtype=np.uint8)
    for i in range(-1, hexes.shape[0]):
        h = start if i < 0 else hexes[i]
        only = 16 if passed[h] != 0 and h != start else 0
        near = 1 if only else 5
        marks[h] |= 2 | near | only
        for k in range(6 * h, 6 * h + 6):
            b = neighbours[k]
            if b >= 0:
                marks[b] |= near
    for h in range(marks.shape[0]):
        if walls[h] != 0 and marks[h] != 0:
            marks[h] |= 8
    return marks


def _search(  # type: ignore[no-untyped-def]
    begin, ends, costs, first, marches, blocked, stop, extra, bound, links, goals, notes
):
    """Bucket by bucket, each in the order of its hexes, what comes in at no cost last; none after
    the one in which a goal was found."""
    n, searches = begin.shape[0] - 1, marches.shape[0]
    best = np.full(n, NEVER, dtype=np.int32)
    before = np.empty(n, dtype=np.int32)
    until = np.empty(searches, dtype=np.int32)
    heads = np.empty(marches[:, 1].max() + 1, dtype=np.int32)
    order = np.empty(n if searches == 1 else n + 100 * searches, dtype=np.int32)
    numbers = np.empty((2, 0 if searches == 1 else order.shape[0]), dtype=np.int32)
    held, following, bucket = notes[0], notes[1], notes[2]
    found = begun = 0
    for m in range(searches):
        home, budget = marches[m, 0], marches[m, 1]
        heads[: budget + 1] = -1
        used = 0
        there = False
        if home >= 0:
            best[home] = -1  # nobody comes back to it
            for k in range(begin[home], begin[home + 1]):
                h = ends[k]
                cost = costs[k] + extra[h]
                if cost > budget and marches[m, 3] == 1:
                    cost = budget
                if cost < best[h] and cost <= budget and blocked[h] == 0:
                    best[h] = cost
                    before[h] = -1
                    held[used] = h
                    following[used] = heads[cost]
                    heads[cost] = used
                    used += 1
        for i in range(marches[m - 1, 2] if m else 0, marches[m, 2]):
            h, cost = first[0, i], first[1, i]
            if cost < best[h] and cost <= budget and blocked[h] == 0:
                best[h] = cost
                before[h] = -1
                held[used] = h
                following[used] = heads[cost]
                heads[cost] = used
                used += 1
        for cost in range(budget + 1):
            count = 0
            entry = heads[cost]
            while entry >= 0:
                bucket[count] = held[entry]
                count += 1
                entry = following[entry]
            for i in range(count // 2):  # first in, first out: that is nearly the order wanted
                h = bucket[i]
                bucket[i] = bucket[count - 1 - i]
                bucket[count - 1 - i] = h
            for i in range(1, count):
                h = bucket[i]
                j = i - 1
                while j >= 0 and bucket[j] > h:
                    bucket[j + 1] = bucket[j]
                    j -= 1
                bucket[j + 1] = h
            i = 0
            while i < count:
                h = bucket[i]
                i += 1
                if best[h] < cost:
                    continue
                order[found] = h
                found += 1
                if goals[h] != 0:
                    there = True
                if stop[h] != 0:
                    continue
                if bound[h] != 0:
                    for k in range(6 * h, 6 * h + 6):
                        b = links[k]
                        if b >= 0 and bound[b] != 0 and cost < best[b] and blocked[b] == 0:
                            best[b] = cost
                            before[b] = h
                            bucket[count] = b
                            count += 1
                for k in range(begin[h], begin[h + 1]):
                    b = ends[k]
                    total = cost + costs[k] + extra[b]
                    if total > budget:
                        continue
                    if total < best[b]:
                        if blocked[b] == 0:
                            best[b] = total
                            before[b] = h
                            if total == cost:
                                bucket[count] = b
                                count += 1
                            else:
                                held[used] = b
                                following[used] = heads[total]
                                heads[total] = used
                                used += 1
                    elif total == best[b] and cost < total and h < before[b]:
                        before[b] = h
            if there:
                break
        if home >= 0:
            best[home] = NEVER
        until[m] = found
        if searches > 1:
            for i in range(begun, found):
                h = order[i]
                numbers[0, i] = best[h]
                numbers[1, i] = before[h]
                best[h] = NEVER
            begun = found
            if order.shape[0] - found < n:
                more = n + 100 * (searches - m)
                order = np.concatenate((order, np.empty(more, dtype=np.int32)))
                numbers = np.concatenate((numbers, np.empty((2, more), dtype=np.int32)), axis=1)
    return order[:found].copy(), until, numbers, best, before
