"""State: what changes in a game, and the Journal of every change.

A State is a handful of maps from an id to an immutable record. A change replaces a record. So a
clone is a few dict copies, two States compare by content, and nothing changes behind the engine's
back: every replacement goes through the Journal, which can roll back to any mark, keeps derived
indexes in step, and tells caches when they are stale.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from grognard.engine.record import K, R, RecordError, Register, decode, encode, written

T = TypeVar("T")


class State:
    """The whole truth about a game at one moment, as plain data."""

    __slots__ = ("maps",)

    def __init__(self, maps: dict[str, dict[Any, Any]]) -> None:
        self.maps = maps

    @classmethod
    def empty(cls, registers: Sequence[Register[Any, Any]]) -> State:
        """A State in which every map of the system is there and empty."""
        return cls({register.name: {} for register in registers})

    def __getitem__(self, register: Register[K, R]) -> Mapping[K, R]:
        return self.maps[register.name]

    def clone(self) -> State:
        """A copy that shares the records, which never change, and nothing else."""
        return State({name: entries.copy() for name, entries in self.maps.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.maps == other.maps

    __hash__ = None  # type: ignore[assignment]

    def to_json(self) -> dict[str, dict[str, Any]]:
        """The State as JSON data, in an order that does not depend on how it came about."""
        return {
            name: {str(key): encode(entries[key]) for key in sorted(entries)}
            for name, entries in sorted(self.maps.items())
        }

    @classmethod
    def from_json(cls, registers: Sequence[Register[Any, Any]], data: Any) -> State:
        """Read a State back, refusing unknown maps, bad keys and bad records."""
        known = {register.name: register for register in registers}
        if not isinstance(data, dict) or set(data) != set(known):
            raise RecordError(f"a State holds exactly these maps: {', '.join(sorted(known))}")
        maps: dict[str, dict[Any, Any]] = {}
        for name, register in known.items():
            maps[name] = {
                register.key(key): decode(register.record, value, f"{name}.{key}")
                for key, value in data[name].items()
            }
        return cls(maps)

    def fingerprint(self) -> str:
        """A hash that two States share exactly when they are the same."""
        maps = {
            name: {str(key): record for key, record in entries.items()}
            for name, entries in self.maps.items()
        }
        return sha256(written(maps).encode("ascii")).hexdigest()


class Index(Protocol):
    """Something derived from the State and kept in step with it, change by change.

    Indexes are told in their order, so that one may look at those before it. An index may say in
    `follows` of which maps it wants to be told; without it, it is told of all.
    """

    def rebuild(self, state: State) -> None:
        """Work it out afresh from the whole State."""

    def change(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Follow the replacement of one record (None: there was or is none)."""

    def content(self) -> Any:
        """What it says, in a form that can be compared."""


class Hallmarked(Protocol):
    """An index that also keeps hallmarks: a number for each of its names, equal exactly when what
    it stands for is equal. Caches may hang on a hallmark where a whole map changes too often."""

    hallmarks: dict[str, int]


Change = tuple[str, Any, Any, Any, int]
"""One replacement: the map, the key, the record before and after, and the map's stamp before."""


Hanger = tuple[dict[str, int], str, int]
"""What a cached value hangs on: stamps or hallmarks, one of their names, its number then."""


class Cached(Protocol):
    """How a cached value is asked for: see `Journal.cached`."""

    def __call__(
        self, key: Any, names: tuple[str, ...], compute: Callable[[], T], detail: Any = None
    ) -> T: ...


class Kept:
    """A cached value: what it hangs on, which of many it is, and when it was last known to hold."""

    __slots__ = ("compute", "detail", "hangers", "value", "when")

    def __init__(
        self, hangers: list[Hanger], value: Any, detail: Any, compute: Callable[[], Any], when: int
    ) -> None:
        self.hangers, self.value, self.detail = hangers, value, detail
        self.compute, self.when = compute, when

    def holds(self) -> bool:
        """Whether all that it hangs on is as it was."""
        for numbers, name, number in self.hangers:  # noqa: SIM110 (asked at every turn)
            if numbers[name] != number:
                return False
        return True


LAST = "last change"


class Journal:
    """The only hand that changes a State; it remembers every replacement."""

    def __init__(self, state: State, indexes: Mapping[str, Index]) -> None:
        self.state = state
        self.indexes = dict(indexes)
        self.changes: list[Change] = []
        self.stamps = dict.fromkeys(state.maps, 0)
        self.every = tuple(state.maps)
        """The names of all maps, for caches that may hang on any of them."""
        self._next_stamp = 1
        self._moment = {LAST: 0}
        """The stamp of the last change: as long as it is the same, nothing at all has changed."""
        self._cache: dict[Any, Kept] = {}
        self._hangers = dict.fromkeys(self.stamps, self.stamps)
        self._pairs: dict[tuple[str, ...], list[tuple[dict[str, int], str]]] = {
            self.every: [(self._moment, LAST)]
        }
        for index in self.indexes.values():
            index.rebuild(state)
            kept: dict[str, int] = getattr(index, "hallmarks", {})
            self._hangers.update(dict.fromkeys(kept, kept))
        self._followers = {
            name: [
                index.change
                for index in self.indexes.values()
                if name in getattr(index, "follows", state.maps)
            ]
            for name in state.maps
        }

    def put(self, register: Register[K, R], key: K, record: R) -> None:
        """Replace one record by another, or put the first one there."""
        entries = self.state.maps[register.name]
        old = entries.get(key)
        if old is record:
            return
        entries[key] = record
        name, stamp = register.name, self._next_stamp
        self.changes.append((name, key, old, record, self.stamps[name]))
        self.stamps[name] = self._moment[LAST] = stamp
        self._next_stamp = stamp + 1
        for follow in self._followers[name]:
            follow(name, key, old, record)

    def drop(self, register: Register[K, R], key: K) -> None:
        """Take one record away."""
        name = register.name
        old = self.state.maps[name].pop(key)
        self.changes.append((name, key, old, None, self.stamps[name]))
        self.stamps[name] = self._moment[LAST] = self._next_stamp
        self._next_stamp += 1
        for follow in self._followers[name]:
            follow(name, key, old, None)

    def mark(self) -> int:
        """A point to which the Journal can roll back."""
        return len(self.changes)

    def rollback(self, mark: int) -> None:
        """Take back every change since the mark, in time proportional to their number."""
        changes, maps, stamps = self.changes, self.state.maps, self.stamps
        self._next_stamp += 1  # so that nobody takes it for the same moment
        while len(changes) > mark:
            name, key, old, new, stamp = changes.pop()
            if old is None:
                del maps[name][key]
            else:
                maps[name][key] = old
            stamps[name] = stamp
            for follow in self._followers[name]:
                follow(name, key, new, old)
        self._moment[LAST] = max(stamps.values(), default=0)

    def settle(self) -> None:
        """Forget what was before: there is no way back, and of what was worked out only what holds
        is kept."""
        self.changes.clear()
        self._cache = {key: kept for key, kept in self._cache.items() if kept.holds()}

    def cached(
        self, key: Any, names: tuple[str, ...], compute: Callable[[], T], detail: Any = None
    ) -> T:
        """A value worked out from the named maps, worked out again only when one has changed.

        Of many values that differ in some detail only the last one asked for is kept.
        """
        hit = self._cache.get(key)
        if (
            hit is not None
            and hit.detail == detail
            and (hit.when == self._next_stamp or hit.holds())
        ):
            hit.when = self._next_stamp
            return hit.value  # type: ignore[no-any-return]
        when, pairs = self._next_stamp, self._pairs.get(names)
        if pairs is None:
            pairs = self._pairs[names] = [(self._hangers[name], name) for name in names]
        hangers = [(numbers, name, numbers[name]) for numbers, name in pairs]
        value = compute()
        self._cache[key] = Kept(hangers, value, detail, compute, when)
        return value

    def lies(self) -> list[str]:
        """The names of caches and indexes that differ from what the State says. [law 5]"""
        wrong = []
        for name, index in self.indexes.items():
            kept = index.content()
            index.rebuild(self.state)
            if index.content() != kept:
                wrong.append(name)
        for key, kept in list(self._cache.items()):
            if kept.holds() and kept.compute() != kept.value:
                wrong.append(str(key))
        return wrong
