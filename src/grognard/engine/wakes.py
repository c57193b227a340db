"""Wakes: what each line of a record left behind it.

A line says what somebody did; its wake says what came of it: which records of the State it changed,
what was told, and whether a procedure waits for an answer. Mended rules may make something else of
a line, but not of its wake. So a game that was begun under other rules is never lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from grognard.engine.beginnings import first_state
from grognard.engine.dice import STREAM
from grognard.engine.entries import RENEW, Entry
from grognard.engine.event import Event
from grognard.engine.record import canonical, encode
from grognard.engine.sequence import Clock
from grognard.engine.state import Change, State

if TYPE_CHECKING:
    from grognard.engine.game import Game
    from grognard.engine.mending import Mended
    from grognard.engine.system import Scenario, System

USUAL = 6
"""The sides of a die, unless a line says otherwise."""
LEFT = ("changed", "position")
"""What of a wake is about the State; the rest tells of it."""
Raw = dict[str, dict[str, dict[str, Any]]]
"""A State as it stands in a record: map by map, record by record, as whoever wrote it had them."""


class Wake:
    """What a line left behind it; it is written out only when somebody wants to read it."""

    __slots__ = (
        "_changes", "_data", "_dated", "_edition", "_position", "_sides", "_text", "_told", "open",
    )  # fmt: skip

    def __init__(
        self,
        changes: Sequence[Change],
        told: Sequence[Event],
        dated: Sequence[Clock],
        open: bool,
        position: Callable[[], State] | None = None,
        sides: Sequence[int] = (),
        edition: str = "",
    ) -> None:
        """`edition` is that of the scenario where a mended one is taken over."""
        self.open = open
        self._sides, self._edition = sides, edition
        self._changes, self._position = changes, position
        self._told, self._dated = told, dated
        self._data: dict[str, Any] | None = None
        self._text: dict[str, str] | None = None

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Wake:
        """A wake that was written before."""
        wake = cls((), (), (), bool(data.get("open")))
        wake._data = dict(data)
        return wake

    def left(self) -> dict[str, Any]:
        """What has become of the State: the fields that changed, or the whole of it."""
        if self._data is not None:
            return {part: self._data[part] for part in LEFT if part in self._data}
        if self._position is not None:
            return {"position": self._position().to_json()}
        changed = _net(self._changes)
        return {"changed": changed} if changed else {}

    def to_json(self) -> dict[str, Any]:
        """The wake as a record has it, without what there is nothing to say about."""
        if self._data is not None:
            return self._data
        data = self.left()
        if self._told:
            data["told"] = [
                _event(event, clock) for event, clock in zip(self._told, self._dated, strict=True)
            ]
        if any(sides != USUAL for sides in self._sides):
            data["sides"] = list(self._sides)
        if self.open:
            data["open"] = True
        if self._edition:
            data["edition"] = self._edition
        return data

    def written(self) -> dict[str, str]:
        """The same, each part written canonically: a game may be saved many times."""
        if self._text is None:
            self._text = {name: canonical(part) for name, part in self.to_json().items()}
        return self._text


def wake_of(game: Game[Any], entry: Entry, mended: Mended | None = None) -> Wake:
    """What an entry has left behind; where rules begin to count, the whole position.

    So it is where it was `mended`: the position is then that from which the game goes on.
    """
    told, dated = game.events[entry.events :], game.dated[entry.events :]
    if mended is not None:
        whole, edition = mended.journal.state.clone().clone, mended.scenario.fingerprint
        return Wake((), told, dated, False, whole, (), edition)
    position: Callable[[], State] | None = None
    sides: Sequence[int] = ()
    if entry.chance:
        drawn = game.state[STREAM]["now"].drawn
        sides = list(map(game.dice.sides.__getitem__, range(drawn - len(entry.chance), drawn)))
    changes = game.journal.changes[entry.mark :]
    if entry.action["do"] == "begin":  # most games are looked at, and few are saved
        position = partial(_after, game.system, game.scenario, changes)
    elif entry.action["do"] == RENEW:
        position = game.state.clone().clone
    return Wake(changes, told, dated, not game.at_checkpoint, position, sides)


def _after(system: System[Any], scenario: Scenario, changes: Sequence[Change]) -> State:
    """The State of the beginning after some changes."""
    state = first_state(system, scenario)
    for name, key, _, new, _ in changes:
        if new is None:
            del state.maps[name][key]
        else:
            state.maps[name][key] = new
    return state


# ---- what changed


def _net(changes: Sequence[Change]) -> dict[str, Any]:
    """Of every record that changed the fields that did; a record that is gone is null."""
    first: dict[tuple[str, Any], Any] = {}
    last: dict[tuple[str, Any], Any] = {}
    for name, key, old, new, _ in changes:
        first.setdefault((name, key), old)
        last[name, key] = new
    found: dict[str, Any] = {}
    for (name, key), old in first.items():
        new = last[name, key]
        if new != old:
            found.setdefault(name, {})[str(key)] = _fields(old, new)
    return found


def _fields(old: Any, new: Any) -> dict[str, Any] | None:
    if new is None:
        return None
    after: dict[str, Any] = encode(new)
    if old is None:
        return after
    before = encode(old)
    return {name: value for name, value in after.items() if value != before.get(name)}


def between(before: State, after: State) -> list[Change]:
    """What is otherwise in one State than in another."""
    return [
        (name, key, before.maps[name].get(key), entries.get(key), 0)
        for name, entries in after.maps.items()
        for key in {**before.maps[name], **entries}
        if before.maps[name].get(key) is not entries.get(key)
    ]


def lay(raw: Raw, wake: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Bring a State up to date by a wake; which of its records are others now."""
    if "position" in wake:
        raw.clear()
        raw.update({name: dict(entries) for name, entries in wake["position"].items()})
        return [(name, key) for name, entries in raw.items() for key in entries]
    touched = []
    for name, entries in wake.get("changed", {}).items():
        for key, fields in entries.items():
            touched.append((name, key))
            if fields is None:
                raw[name].pop(key, None)
            else:
                raw[name][key] = {**raw[name].get(key, {}), **fields}
    return touched


# ---- what was told


def _event(event: Event, clock: Clock) -> dict[str, Any]:
    return {**_plain(event), "turn": clock.turn, "step": clock.step}


def _plain(event: Event) -> dict[str, Any]:
    """An event with all that it tells to whom, without what it has nothing to say about."""
    data: dict[str, Any] = {"kind": event.kind, "rule": event.rule}
    if event.facts:
        data["facts"] = dict(event.facts)
    if event.dice:
        data["dice"] = list(event.dice)
    if event.seen_by is not None:
        data["to"] = list(event.seen_by)
    if event.others is not None:
        data["others"] = _plain(event.others)
    if event.outcome:
        data["outcome"] = True
    return data


def told(wake: Mapping[str, Any]) -> list[tuple[Event, Clock]]:
    """What a line told, and when."""
    return [
        (_read(data), Clock(int(data["turn"]), int(data["step"]))) for data in wake.get("told", ())
    ]


def _read(data: Mapping[str, Any]) -> Event:
    to, others = data.get("to"), data.get("others")
    return Event(
        str(data["kind"]),
        str(data["rule"]),
        dict(data.get("facts", {})),
        tuple(data.get("dice", ())),
        None if to is None else tuple(to),
        None if others is None else _read(others),
        bool(data.get("outcome")),
    )
