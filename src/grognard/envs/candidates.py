"""Candidates: at each question a list of whole actions, of which a program picks one by number.

The list is a fair sample of what is legal: in turn one of each kind, one of each counter, until it
is full or there is no more; so a short one is complete. It hangs on nothing but what the side may
know. With `advice` the staff's own answer comes first.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from grognard.engine.decision import Action, Offer
from grognard.engine.game import Game
from grognard.engine.record import canonical, digest
from grognard.engine.refusal import Refusal
from grognard.kit.chance import shuffled
from grognard.kit.deeds import Kind
from grognard.players.registry import player
from grognard.players.seat import Seat

MOST = 256
TRIED = 60
"""How many ways of one counter are looked at."""
KINDS = 32
"""Into how many bins the name of a kind falls."""
COLUMNS = ("listed", "advised", "units", "hexes", "from_x", "from_y", "to_x", "to_y")
"""What is told of each candidate, before the bin of its kind: whether it is one, whether the staff
would do it, how many counters and hexes it names, and the first and the last of these."""


class Candidates:
    """The list of one side, made anew at each question."""

    nvec: tuple[int, ...] = ()

    def __init__(self, game: Game[Any], most: int = MOST, advice: bool = False) -> None:
        self.size, self.advice = most, advice
        self.actions: list[Action] = []
        self._advised = False
        board = game.board
        self._places = np.array([board.q, board.r], dtype=np.float32).T
        self._places = (self._places - self._places.min(0)) / np.maximum(1, np.ptp(self._places, 0))

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """What it adds to what is seen."""
        return {"candidates": (self.size, len(COLUMNS) + KINDS)}

    def unasked(self, game: Game[Any], side: str) -> Action | None:
        """Everything is asked."""
        return None

    def ask(self, game: Game[Any], side: str) -> None:
        """Look at the question that is put to a side."""
        rng = random.Random(digest([side, game.system.view(game, side), game.turn, game.serial]))
        found: dict[str, Action] = {}
        advised = self._advice(game, side)
        if advised is not None:
            found[canonical(advised)] = advised
        for action in fair(game, side, rng):
            if len(found) == self.size:
                break
            found.setdefault(canonical(action), action)
        self.actions, self._advised = list(found.values()), advised is not None

    def _advice(self, game: Game[Any], side: str) -> Action | None:
        if not self.advice:
            return None
        return player("staff", 0, game.system.name).choose(Seat(game, side))

    def mask(self) -> NDArray[np.int8]:
        """Which numbers stand for an action."""
        mask = np.zeros(self.size, dtype=np.int8)
        mask[: len(self.actions)] = 1
        return mask

    def take(self, said: Any) -> Action | list[Refusal]:
        """The action of a number, or why there is none."""
        n = int(said)
        if 0 <= n < len(self.actions):
            return self.actions[n]
        text = f"there is no candidate {n}: there are {len(self.actions)}, from 0 on"
        return [Refusal("form", text)]

    def seen(self, game: Game[Any], side: str) -> dict[str, NDArray[np.float32]]:
        """What each candidate is about."""
        table = np.zeros(self.shapes["candidates"], dtype=np.float32)
        asks = game.open_asks(side)
        for n, action in enumerate(self.actions):
            offer = next((o for ask in asks if (o := ask.offer(action["do"])) is not None), None)
            hexes, units = self._about(game, offer, action)
            table[n, :4] = (1, self._advised and n == 0, len(units), len(hexes))
            if hexes:
                table[n, 4:6], table[n, 6:8] = self._places[hexes[0]], self._places[hexes[-1]]
            table[n, len(COLUMNS) + crc32(action["do"].encode()) % KINDS] = 1
        return {"candidates": table}

    def _about(
        self, game: Game[Any], offer: Offer[Any] | None, action: Action
    ) -> tuple[list[int], Sequence[str]]:
        if not isinstance(offer, Kind):
            return [], ()
        labels, units = offer.touched(game, action)
        index = game.board.index
        return [index[label] for label in labels if label in index], units

    def told(self) -> dict[str, Any]:
        """The actions themselves, as plain data."""
        return {"actions": list(self.actions)}

    def freeze(self) -> Any:
        """What must be kept beside the game: nothing, the list is made again."""
        return None

    def thaw(self, data: Any, game: Game[Any], side: str) -> None:
        """Look at the question again."""
        self.ask(game, side)


def fair(game: Game[Any], side: str, rng: random.Random) -> Iterator[Action]:
    """The legal actions, in turn one of each kind and one of each counter."""
    offers = [offer for ask in game.open_asks(side) for offer in ask.offers]
    yield from in_turn([_of_kind(game, side, offer, rng) for offer in offers])


def _of_kind(game: Game[Any], side: str, offer: Offer[Any], rng: random.Random) -> Iterator[Action]:
    """Those of one kind; a kind that lists its actions in a way of its own is taken at its word."""
    if not isinstance(offer, Kind) or type(offer).legal is not Kind.legal:
        yield from offer.legal(game, side)
        return
    actors = shuffled(list(offer.actors(game, side)), rng)
    yield from in_turn([_of_actor(game, side, offer, actor, rng) for actor in actors])


def _of_actor(
    game: Game[Any], side: str, offer: Kind[Any, Any], actor: str, rng: random.Random
) -> Iterator[Action]:
    """Those of one counter: of the likeliest, any first; the others as they come."""
    ways = offer.ways(game, side, actor)
    yield from offer.open(game, side, shuffled(list(islice(ways, TRIED)), rng))
    yield from offer.open(game, side, ways)


def in_turn(sources: Sequence[Iterator[Action]]) -> Iterator[Action]:
    """One of each, round after round, until all are at their end."""
    left = list(sources)
    while left:
        going = []
        for source in left:
            action = next(source, None)
            if action is not None:
                going.append(source)
                yield action
        left = going
