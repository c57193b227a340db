"""Mending: a game takes over an edition of its scenario in which something was mended.

A game keeps the texts that it was begun with. Where its scenario was mended since, the players are
offered the mend as an edit, whose one change is `{"mend": fingerprint}`. It is agreed like any
other. From then on the game is set in the newer edition: what of the State still is as it was when
the game began becomes what it is in the new beginning, and everything else stays. Nothing before
can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from grognard.engine.beginnings import first_state
from grognard.engine.consent import MENDED, UNDER_WAY
from grognard.engine.differences import differences
from grognard.engine.entries import PUBLIC, Entry
from grognard.engine.record import encode
from grognard.engine.refusal import Refusal
from grognard.engine.state import Journal, State
from grognard.engine.system import S, Scenario, System

if TYPE_CHECKING:
    from grognard.engine.game import Game

RULE = "mend"


class Mended(NamedTuple):
    """A game as it goes on when a mend is taken over."""

    scenario: Scenario
    journal: Journal

    def settle(self, game: Game[Any]) -> None:
        """Go on so."""
        game.set_in(self.scenario)
        game.adopt(self.journal)
        game.floor = len(game.entries)


class Offered(NamedTuple):
    """A mend that could be taken over: which, what was mended, and what stands in the way."""

    to: str
    told: list[str]
    refused: list[Refusal]


@dataclass
class Mends(Generic[S]):
    """The editions of its scenario that a game knows.

    `first` is the one it was begun on, `newer` what the shelf has today if that is another.
    """

    first: S
    newer: S | None = None
    _known: dict[str, S] = field(default_factory=dict)
    _told: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def keep(self, *editions: S) -> None:
        """Know further editions."""
        self._known |= {edition.fingerprint: edition for edition in editions}

    def known(self) -> Iterator[S]:
        """Every edition but the first."""
        yield from self._known.values()
        if self.newer is not None and self.newer.fingerprint not in self._known:
            yield self.newer

    def edition(self, to: str) -> S | None:
        """An edition by its fingerprint."""
        known = (self.first, *self.known())
        return next((edition for edition in known if edition.fingerprint == to), None)

    def told(self, game: Game[S], to: str) -> list[str]:
        """What was mended in an edition, in words."""
        found, key = self.edition(to), (game.scenario.fingerprint, to)
        if found is None:
            return []
        if key not in self._told:
            named = {*_named(game.system, game.scenario), *_named(game.system, found)}
            self._told[key] = differences(game.scenario, found, named)
        return self._told[key]

    def offered(self, game: Game[S]) -> Offered | None:
        """What the players are offered now; nothing where nothing that counts was mended."""
        newer = self.newer
        if newer is None or newer.fingerprint == game.scenario.fingerprint or game.over:
            return None
        told = self.told(game, newer.fingerprint)
        return Offered(newer.fingerprint, told, self._against(game, newer)) if told else None

    def _against(self, game: Game[S], newer: S) -> list[Refusal]:
        """What speaks against a mend, as far as all may know it."""
        found = self.why(game, newer.fingerprint)
        open_to_all = not found and game.system.open(game.scenario)
        return self.unfit(game, newer.fingerprint) if open_to_all else found

    def why(self, game: Game[S], to: str) -> list[Refusal]:
        """Why a mend cannot be taken over; nothing if it can."""
        found = self.edition(to)
        if found is None:
            return [Refusal(RULE, "no such edition of the scenario is known here")]
        if to == game.scenario.fingerprint:
            return [Refusal(RULE, "the game is set in this edition already")]
        if game.over:
            return [Refusal(RULE, "the game is over")]
        return _unlike(game, found) if game.at_checkpoint else [UNDER_WAY]

    def unfit(self, game: Game[S], to: str) -> list[Refusal]:
        """Why a mend that could be taken over cannot be as the game stands; nothing if it can."""
        found = self.edition(to)
        maps = tuple(game.state.maps)
        return [] if found is None else game.cached("mend", maps, lambda: _stuck(game, found), to)

    def made(self, game: Game[S], entry: Entry) -> Mended | None:
        """The game as an entry lets it go on, if it was the one by which a mend is taken over."""
        if entry.action["do"] not in ("edit", "consent") or game.recorded:
            return None
        told = (event for event in game.events[entry.events :] if event.kind == MENDED)
        found = next((self.edition(event.facts["to"]) for event in told), None)
        return None if found is None else mended(game, found)


def mended(game: Game[Any], scenario: Scenario) -> Mended:
    """A game as it goes on in another edition of its scenario."""
    system, state = game.system, game.state.clone()
    old, new = first_state(system, game.scenario), first_state(system, scenario)
    for register in system.registers:
        was, will, now = (part.maps[register.name] for part in (old, new, state))
        for key in [key for key in {**was, **will} if now.get(key) == was.get(key)]:
            if key in will:
                now[key] = will[key]
            else:
                now.pop(key, None)
    return Mended(scenario, Journal(state, system.indexes(scenario)))


# ---- what stands in the way


def _unlike(game: Game[Any], scenario: Scenario) -> list[Refusal]:
    """What no edit can make up for: other sides, other hexes, another turn, other counters."""
    system = game.system
    if scenario.sides != game.scenario.sides:
        return [Refusal(RULE, "the mended scenario has other sides")]
    if scenario.board.labels != game.board.labels:
        return [Refusal(RULE, "the mended scenario has another map, with other hexes")]
    if _sequence(system.segments(scenario)) != _sequence(game.segments):
        return [Refusal(RULE, "the mended scenario has another sequence of play")]
    old, new = first_state(system, game.scenario), first_state(system, scenario)
    for register in system.registers:
        was, will = old.maps[register.name], new.maps[register.name]
        gone = [str(key) for key in was if key not in will]
        come = [str(key) for key in will if key not in was]
        if register.key is str and (gone or come):
            told = [f"{', '.join(gone[:3])} gone"] * bool(gone)
            told += [f"{', '.join(come[:3])} come"] * bool(come)
            text = f"the mended scenario has other {register.name}: {' and '.join(told)}"
            return [Refusal(RULE, text)]
    return []


def _sequence(segments: Any) -> list[tuple[Any, ...]]:
    return [(type(s), s.number, s.name, s.kind, s.phase) for s in segments]


def _stuck(game: Game[Any], scenario: Scenario) -> list[Refusal]:
    """Whether the game could not go on: as no game can stand, or with nobody to act.

    Where the rules hide something, nobody is told where.
    """
    try:
        twin = _tried(game, scenario)
        before = _against(game)
        found = [refusal.text for refusal in _against(twin) if refusal not in before]
        if not found and not twin.segment.asks(twin):
            found = ["nobody would be asked anything"]
        for player in (None, PUBLIC, *scenario.sides):
            twin.view(player)
            next(iter(twin.legal(player or PUBLIC)), None)
    except Exception as error:  # editions of other times may fail together in any way at all
        found = [f"{type(error).__name__}: {error}"]
    if not found:
        return []
    why = f": {found[0]}" if game.system.open(game.scenario) else ""
    return [Refusal(RULE, f"with the mended scenario the game could not stand as it does{why}")]


def _tried(game: Game[Any], scenario: Scenario) -> Game[Any]:
    """A second game as this one would go on."""
    twin = type(game)(game.system, scenario, seed=0, started=False)
    twin.adopt(mended(game, scenario).journal)
    return twin


def _against(game: Game[Any]) -> list[Refusal]:
    """What speaks against the position as it stands, were it the work of an edit."""
    changes = [
        {"map": register.name, "key": key, "set": encode(record)}
        for register in game.system.registers
        for key, record in sorted(game.state[register].items())
    ]
    refusals: list[Refusal] = game.system.check_edit(game, changes)
    return refusals


# ---- what a scenario names


def _named(system: System[Any], scenario: Scenario) -> Iterator[str]:
    """Every counter that a game of a scenario has, or may come to have."""
    yield from getattr(scenario, "counters", ())
    yield from _words(first_state(system, scenario))


def _words(state: State) -> Iterator[str]:
    todo: list[Any] = [state.to_json()]
    while todo:
        data = todo.pop()
        if isinstance(data, str):
            yield data
        elif isinstance(data, dict):
            todo += [*data, *data.values()]
        elif isinstance(data, list):
            todo += data
