"""Words: what those who put orders and questions into words want to know of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from grognard.engine.decision import Action, Decision, Offer
from grognard.engine.game import Game
from grognard.table.cards import CounterCard, OrderCard, Reckoned
from grognard.table.worded import Worded

AnyGame = Game[Any]
Player = str | None


class Words(Protocol):
    """What a table calls counters and actions, and what it says of an action's price."""

    @property
    def listed(self) -> int:
        """How many orders of a kind it proposes at most."""

    @property
    def reticent(self) -> bool:
        """Whether it proposes as little as possible."""

    def names(self, game: AnyGame) -> Mapping[str, str]:
        """The id of every counter with what it is called."""

    def offer(self, game: AnyGame, do: str, player: Player = None) -> Offer[Any] | None:
        """The kind of action of a name that is offered now."""

    def verbs(self, game: AnyGame) -> Sequence[Worded[Any, Any]]:
        """The kinds of action of the whole sequence of play."""

    def deed(self, game: AnyGame, do: str) -> str:
        """What a kind of action is called."""

    def sentence(self, game: AnyGame, player: Player, action: Action) -> str:
        """An action as a sentence."""

    def button(self, game: AnyGame, player: Player, action: Action) -> str:
        """An action where its counters are in hand."""

    def meant(self, game: AnyGame, action: Action) -> Sequence[str]:
        """The counters that an action is about without naming them."""

    def dear(self, game: AnyGame, action: Action) -> bool:
        """Whether an action should be weighed before it is done."""

    def cost(self, game: AnyGame, player: str, action: Action) -> Sequence[Reckoned]:
        """What an action costs."""

    def warnings(self, game: AnyGame, player: str, action: Action) -> Sequence[str]:
        """What a player should know before he does it."""


class Composing(Words, Protocol):
    """What a table also says where an answer is put together."""

    def part(self, key: str) -> str:
        """What a detail of an action is called."""

    def tokens(self, game: AnyGame, player: str) -> Mapping[str, CounterCard]:
        """How that looks which can be at hand and does not lie on the table."""


class Questions(Words, Protocol):
    """What a table also says where a player is asked something."""

    def ends(self, offer: Offer[Any]) -> bool:
        """Whether a kind of action ends a phase."""

    def general(self, game: AnyGame, player: str) -> Iterator[Action]:
        """What is about no counter and no hex."""

    def own_ways(
        self, game: AnyGame, player: str, offer: Offer[Any], piece: str | None, at: int | None
    ) -> Iterator[Action]:
        """What a counter could do by itself, or what could be done about a hex."""

    def about(self, game: AnyGame, decision: Decision) -> Sequence[int]:
        """The hexes that a question is about."""

    def explained(self, key: str) -> str:
        """What a part of a reckoning is called."""

    def hint(self, game: AnyGame, decision: Decision) -> str:
        """How an answer may be typed."""

    def meaning(self, game: AnyGame, decision: Decision) -> str:
        """What a question or a phase is for."""

    def idle(self, game: AnyGame, decision: Decision) -> bool:
        """Whether nothing can be done in a phase but to end it."""


class Commanding(Questions, Protocol):
    """What a table also says where counters are in hand."""

    def orders(
        self, game: AnyGame, player: str, pieces: Sequence[str], hexes: Sequence[int]
    ) -> Sequence[OrderCard]:
        """What counters could be told to do to hexes, or where they stand."""
