"""Belief: what a player remembers of what he saw, and a few worlds that he goes on believing in.

A unit that was seen is near where it was seen: as far off as it may have gone since. What was never
seen is thought to have set out from where the scenario prints it. Of each turn the belief keeps a
handful of worlds, each imagined out of the one before and what has been seen since, so that what is
thought to be in one place this turn is near it in the next.

Everything here is made of what a seat sees and is told, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from grognard.board.board import Board
from grognard.engine.event import Event
from grognard.engine.imagining import Imagined
from grognard.players.seat import Seat

WORLDS = 8
"""House: how many worlds are believed in."""
SURE = 10_000
"""House: how much the hex weighs in which somebody was seen; others weigh less by the square of
how far off they are."""
PLACES = ("to", "path", "hex")
"""The facts of an event that say where somebody is, the surest first."""


class Memory(NamedTuple):
    """Where something was, in which turn, and how strong (0: nobody knows)."""

    hex: int
    turn: int
    strength: int = 0


class World:
    """What weighs in one of the worlds: see `grognard.engine.hunch.Hunch`."""

    def __init__(self, board: Board, stride: int) -> None:
        self.board, self.stride = board, stride
        self.turn = 0
        self.last: dict[str, Memory] = {}

    def weight(self, name: str, hex: int) -> int:
        """How likely something is in a hex: near where it was, and no farther than it can go."""
        memory = self.last.get(name)
        if memory is None or memory.hex < 0:
            return 1
        far = self.board.distance(memory.hex, hex)
        if far > self.stride * (1 + self.turn - memory.turn):
            return 0
        return max(1, SURE // (1 + far) ** 2)

    def strength(self, name: str) -> int:
        """How strong it was."""
        memory = self.last.get(name)
        return 0 if memory is None else memory.strength


class Belief:
    """What one side believes; `look` whenever it is asked something, and once a turn at least."""

    def __init__(self, worlds: int = WORLDS) -> None:
        self.count = worlds
        self.worlds: list[World] = []
        self.heard = 0
        """How many events have been told already."""

    def look(self, seat: Seat) -> None:
        """Take in what has been told since the last look, and what is seen now."""
        turn = seat.segment[0]
        if not self.worlds:
            self._begin(seat, turn)
        elif turn != self.worlds[0].turn:
            self._carry(seat, turn)
        told = seat.told(self.heard)
        self.heard += len(told)
        for event in told:
            for name, h in _named(event, self.worlds[0].last, seat.board):
                self._note(name, Memory(h, turn, self.worlds[0].strength(name)))
        for name, seen in seat.in_sight.items():
            self._note(name, Memory(seen.hex, turn, seen.strength))

    def imagine(self, seat: Seat, seed: int | str, world: int = 0) -> Imagined[Any]:
        """A game to try things in, out of one of the worlds."""
        return seat.imagine(seed, self.worlds[world % self.count])

    def _begin(self, seat: Seat, turn: int) -> None:
        """Everybody begins where the scenario prints him."""
        self.worlds = [World(seat.board, seat.stride) for _ in range(self.count)]
        for name, seen in seat.printed().items():
            self._note(name, Memory(seen.hex, turn - 1))
        for world in self.worlds:
            world.turn = turn

    def _carry(self, seat: Seat, turn: int) -> None:
        """Go on to another turn: what each world thought of those who were not seen stays."""
        for n, world in enumerate(self.worlds):
            world.turn = turn
            thought = seat.imagine(f"belief {n}", world)
            for name, at in thought.system.in_sight(thought, None).items():
                world.last[name] = Memory(at.hex, turn, world.strength(name))

    def _note(self, name: str, memory: Memory) -> None:
        for world in self.worlds:
            world.last[name] = memory


def _named(event: Event, known: Mapping[str, Memory], board: Board) -> Iterator[tuple[str, int]]:
    """The pieces that an event names, with where it says that they are."""
    h = _place(event.facts, board)
    if h >= 0:
        for fact in event.facts.values():
            for word in fact if isinstance(fact, list | tuple) else (fact,):
                if isinstance(word, str) and word in known:
                    yield word, h


def _place(facts: Mapping[str, Any], board: Board) -> int:
    """Where an event leaves those whom it names; -1 if it does not say."""
    for key in PLACES:
        found = facts.get(key)
        label = found[-1] if isinstance(found, list | tuple) and found else found
        if isinstance(label, str) and label in board.index:
            return board.index[label]
    return -1
