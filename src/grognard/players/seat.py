"""A seat at the table: what one player may see and ask, and nothing else.

A player program is given a seat, never a game. Everything here is a function of what the player may
know: two games that differ only in hidden facts are one and the same from this seat.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Protocol, TypeVar

from grognard.board.board import Board
from grognard.engine.decision import Action, Ask, Offer
from grognard.engine.event import Event
from grognard.engine.game import Game
from grognard.engine.hunch import NO_HUNCH, Hunch, Sighting
from grognard.engine.imagining import Imagined, imagine, written
from grognard.engine.odds import Odds
from grognard.engine.refusal import Refusal
from grognard.engine.system import Scenario
from grognard.kit.deeds import Kind
from grognard.kit.forms import O

T = TypeVar("T")
Named = str | Offer[Any] | type[Offer[Any]]
"""A kind of action: by its name, as it is offered, or by its class."""


class Seat:
    """One side's seat at one moment of a game; after an action has been taken, take a new one."""

    def __init__(self, game: Game[Any], side: str) -> None:
        self._game, self.side = game, side

    def taken_as(self, kind: Callable[..., T], *more: Any) -> T:
        """The same seat, as one of a kind that knows a rulebook: what that makes of it."""
        return kind(self._game, self.side, *more)

    @property
    def board(self) -> Board:
        """The map, which lies open."""
        return self._game.board

    @property
    def system(self) -> str:
        """Which rulebook is played by, by its name."""
        return self._game.system.name

    @property
    def scenario(self) -> Scenario:
        """What was printed and lies open."""
        scenario: Scenario = self._game.scenario
        return scenario

    @property
    def phase(self) -> str:
        """The name of the segment under way."""
        return self._game.phase

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """The position as the player may see it; what he is asked is in `question`."""
        return self._game.system.view(self._game, self.side)

    @property
    def segment(self) -> tuple[int, int]:
        """Which turn and which segment of it is under way."""
        return self._game.turn, self._game.serial

    @property
    def stretch(self) -> tuple[int, str]:
        """Which turn is under way, and which player's turn in it, where a turn has several."""
        return self._game.turn, self._game.segment.stretch

    @property
    def operates(self) -> bool:
        """Whether it is his own player's turn; a turn that is not so divided is everybody's."""
        game = self._game
        if game.segment.stretch:
            return game.segment.whose(game) == self.side
        return not any(segment.stretch for segment in game.segments)

    @property
    def midway(self) -> bool:
        """Whether he is asked in the middle of what somebody's action has set off."""
        return not self._game.at_checkpoint

    @property
    def segments(self) -> int:
        """How many segments a turn has."""
        return len(self._game.segments)

    @property
    def open(self) -> bool:
        """Whether the rules hide nothing from anybody."""
        return self._game.system.open(self._game.scenario)

    @cached_property
    def question(self) -> Ask:
        """What the player is asked."""
        decision = self._game.decision(self.side)
        if decision is None:
            raise ValueError(f"{self.side} is not asked anything now")
        return decision.ask

    def offered(self, kind: Named) -> bool:
        """Whether a kind of action is among the answers."""
        return self._offer(kind) is not None

    def write(self, kind: type[Kind[Any, O]], order: O) -> Action:
        """An order of one kind as an action."""
        return kind.action(self._game, order)

    def why(self, action: Action) -> list[Refusal]:
        """Every reason against an action."""
        return self._game.why(self.side, action)

    def may(self, action: Action) -> bool:
        """Whether an action is legal."""
        return not self._game.why(self.side, action)

    def legal(self, kind: Named) -> Iterator[Action]:
        """The legal actions of one kind, one after another."""
        offer = self._offer(kind)
        return iter(()) if offer is None else offer.legal(self._game, self.side)

    def sample(self, rng: random.Random) -> Action:
        """One legal action: a kind first, all kinds alike, then one of that kind."""
        action = self._game.sample(self.side, rng)
        if action is None:
            raise RuntimeError(f"{self.side} is asked something and has no legal answer")
        return action

    def odds(self, action: Action) -> Odds:
        """The exact odds of an action, as far as the player may know them."""
        return self._game.odds(action, self.side)

    def imagine(self, seed: int | str, hunch: Hunch = NO_HUNCH) -> Imagined[Any]:
        """A game to try things in: what the player sees is as it is, what he does not see is drawn
        anew, the dice are others, and nothing that is played in it happens.

        What he remembers weighs as a `hunch`: see `grognard.players.belief`.
        """
        return imagine(self._game, self.side, seed, self._seen, hunch)

    def told(self, since: int = 0) -> list[Event]:
        """What has been told to the player, from so many events on."""
        return self._game.events_for(self.side)[since:]

    @property
    def in_sight(self) -> Mapping[str, Sighting]:
        """The enemy's things that the player sees in full."""
        return self._game.system.in_sight(self._game, self.side)

    @property
    def stride(self) -> int:
        """About how many hexes a unit goes in a turn."""
        return self._game.system.stride

    def printed(self) -> Mapping[str, Sighting]:
        """Where everything begins by the scenario, for all to read."""
        system = self._game.system
        begun: Game[Any] = Game(system, self._game.scenario, 0, started=False)
        return system.in_sight(begun, None)

    @cached_property
    def _seen(self) -> str:
        return written(self._game, self.side)

    def _offer(self, kind: Named) -> Offer[Any] | None:
        return self.question.offer(kind if isinstance(kind, str) else kind.do)


class Player(Protocol):
    """A program that plays a side: asked something, it answers."""

    def choose(self, seat: Seat) -> Action:
        """One legal action for a side that is asked something."""
