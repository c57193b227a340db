"""Worded offers: what a kind of action says of itself to somebody at a screen.

An Offer knows its rules. A Worded one also knows what it is called, how it reads as a sentence,
what is at stake, what it costs, and what somebody means by it who points with counters in hand at
a hex. Screens, terminals and stories ask the action itself and keep no lists of their own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from grognard.engine.decision import Action, G, Offer
from grognard.engine.refusal import Refusal
from grognard.table.cards import Extra, Labels, Reach, ReachCell, Reckoned, Sum
from grognard.table.composed import Composed
from grognard.table.composed import Hand as Hand
from grognard.table.composition import Ordering

O = TypeVar("O")  # noqa: E741 (an order)

Stakes = Literal["none", "price", "dice"]
"""What is at stake: nothing, a price that is shown before it is paid, or what the dice decide."""
Role = Literal["", "march", "assault"]
"""What a kind of action is for, where a table wants one for a purpose: to go to a hex, or to strike
at one."""

SOON, LATE = 10, 90
"""Ranks: what is listed early and late; the rest lies between."""


class Worded(Composed[G, O], Generic[G, O]):
    """One kind of action with its words, and its meaning for whoever points. `O` is its order:
    the action read into typed values."""

    title: ClassVar[str] = ""
    """What it is called, as `Dig in`."""
    phrase: ClassVar[str | Sequence[str]] = ()
    """It as a sentence with gaps for its details; of several the first that can be filled."""
    button: ClassVar[str | Sequence[str]] = ()
    """The same where its counters are in hand and need not be named, as `Move to {end}`."""
    added: ClassVar[Sequence[str]] = ()
    """What is said after its phrase, each that can be filled, as `led by {lead}`."""
    stakes: ClassVar[Stakes] = "none"
    ends: ClassVar[bool] = False
    """Whether it ends a phase."""
    alone: ClassVar[bool] = False
    """Whether each counter does it by itself: its own ways are all there is."""
    arranges: ClassVar[bool] = False
    """Whether it lays the counters of a stack in another order: see `ordering`."""
    rank: ClassVar[int] = 50
    """How early it is listed among others."""
    parts: ClassVar[Sequence[str]] = ()
    """Those of its details that list who takes part."""
    called: ClassVar[Mapping[str, str]] = {}
    """What such lists, and numbers that can be added, are called, where their names do not say."""
    role: ClassVar[Role] = ""
    shows_reach: ClassVar[bool] = False
    """Whether the hexes that it reaches light up when counters are taken in hand."""
    plural: ClassVar[str] = ""
    """What several of it are called, as `moves`, where it is said that there are none now."""
    aside: ClassVar[str] = ""
    """What follows its words where it is proposed instead of what was meant: `, next to {hex}`."""
    hint: ClassVar[str] = ""
    """How it may be typed in few words."""
    aliases: ClassVar[Sequence[str]] = ()
    """The words, besides its name, that begin it where it is typed in few words."""

    @abstractmethod
    def order_of(self, game: G, action: Action) -> O:
        """A well-formed action as an order; Refused if it names what is not there."""

    @abstractmethod
    def written(self, game: G, order: O) -> Action:
        """An order as an action."""

    @abstractmethod
    def touched(self, game: G, action: Action) -> tuple[Labels, Labels]:
        """The hexes and the counters that an action is about, in the order it names them."""

    # ---- pointing

    def meant(self, game: G, player: str, hand: Hand, hexes: Sequence[int]) -> Iterator[Action]:
        """What somebody may mean who points with counters in hand at hexes.

        Without hexes it is what the counters do where they are, without counters what is done
        about the hexes, and without either what is about nobody. The rules judge each.
        """
        if hand and hexes:
            found = self.towards_all(game, player, hand, hexes)
        elif hand:
            found = self.here(game, player, hand)
        elif hexes:
            found = self.at_all(game, player, hexes)
        else:
            found = self.by_itself(game, player)
        for order in found:
            yield self.written(game, order)

    def towards_all(self, game: G, player: str, hand: Hand, hexes: Sequence[int]) -> Iterator[O]:
        """What counters could do to several hexes at once: mostly nothing."""
        if len(hexes) == 1:
            yield from self.towards(game, player, hand, hexes[0])

    def at_all(self, game: G, player: str, hexes: Sequence[int]) -> Iterator[O]:
        """What could be done about several hexes at once: mostly nothing."""
        if len(hexes) == 1:
            yield from self.at(game, player, hexes[0])

    def own(self, game: G, player: str, piece: str) -> Iterator[Action]:
        """All that one counter could do of it by itself, here and elsewhere."""
        yield from self.meant(game, player, (piece,), ())

    def about(self, game: G, player: str, h: int) -> Iterator[Action]:
        """All that could be done of it about a hex, by each who can."""
        yield from self.meant(game, player, (), (h,))

    @abstractmethod
    def towards(self, game: G, player: str, hand: Hand, h: int) -> Iterator[O]:
        """What counters in hand could do to a hex."""

    @abstractmethod
    def here(self, game: G, player: str, hand: Hand) -> Iterator[O]:
        """What counters in hand could do where they are."""

    @abstractmethod
    def at(self, game: G, player: str, h: int) -> Iterator[O]:
        """What could be done about a hex, by whoever can."""

    def by_itself(self, game: G, player: str) -> Iterator[O]:
        """What can be done that is about no counter and no hex."""
        return iter(())

    def ordering(self, game: G, player: str, h: int) -> Ordering | None:
        """How the stack in a hex lies, if it lays its counters in another order."""
        return None

    def likely(self, game: G, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Whether it is what one means who points so: then it says why it cannot be."""
        return False

    def refused(self, game: G, player: str, hand: Hand, hexes: Sequence[int]) -> Sequence[Refusal]:
        """Why just what one means who points so cannot be, whatever else is open instead; nothing
        where the orders that are tried say it themselves."""
        return ()

    def late(self, game: G, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Whether one means it who points so in a phase that does not know it."""
        return self.likely(game, player, hand, hexes)

    def instead(self, game: G, player: str, hand: Hand, hexes: Sequence[int]) -> Iterator[O]:
        """What would bring one nearer to what he means who points so and can do nothing of it."""
        return iter(())

    def nearer(self, game: G, player: str, hand: Hand, h: int) -> Iterator[O]:
        """What brings counters that cannot get to a hex as near to it as they come, the nearest
        first."""
        return iter(())

    def heading(self, game: G, player: str, hand: Hand, hexes: Sequence[int]) -> str:
        """What it is called that one means who points so, where there is no order to tell."""
        return self.title

    def reach(self, game: G, player: str, hand: Hand) -> Mapping[int, str]:
        """The hexes that counters in hand could do it to, each with what that costs."""
        return {}

    def reached(self, game: G, player: str, hand: Hand) -> Reach | None:
        """The same as a screen shows it, with what keeps the counters from going on; None if it is
        not for these counters."""
        label, found = game.board.label, self.reach(game, player, hand)
        return Reach(tuple(ReachCell(label(h), cost, None) for h, cost in found.items()))

    # ---- before it is done

    def risk(self, game: G, player: str, order: O) -> Stakes:
        """What is at stake with this order."""
        return self.stakes

    def cost(self, game: G, player: str, order: O) -> Sequence[Reckoned]:
        """What it costs, with its reasons."""
        return ()

    def path(self, game: G, player: str, order: O) -> Labels:
        """The way it goes over the map, the first hex included."""
        return ()

    def warnings(self, game: G, player: str, order: O) -> Sequence[str]:
        """What a player should know before he does it, though he may."""
        return ()

    def spare(self, game: G, player: str, order: O) -> Mapping[str, Sequence[str]]:
        """Who and what could be added to it, by the key that takes it."""
        return {}

    def amounts(self, game: G, player: str, order: O) -> Mapping[str, int]:
        """What can be added to it by number, by the key that takes it, and how much."""
        return {}

    def changes(self, game: G, player: str, order: O) -> Sequence[Extra]:
        """What could be otherwise in it that is not a matter of who takes part."""
        return ()

    def mendable(self, game: G, player: str, order: O) -> bool:
        """Whether it is whole enough, though refused, to say what could be added to it."""
        return False

    def estimate(self, game: G, player: str, order: O) -> Sequence[Sum]:
        """What a player knows of it where its odds hang on what he may not know."""
        return ()

    def implied(self, game: G, order: O) -> Sequence[str]:
        """The counters that it is about without naming them, as those of a formation."""
        return ()

    # ---- in words

    def said(self, game: G, action: Action, names: Mapping[str, str]) -> Mapping[str, str]:
        """Those details of an action that are told otherwise than they are written."""
        return {}

    def details(self, game: G, order: O) -> Mapping[str, str]:
        """What fills the gaps of its phrase, besides the details as they are written."""
        return {}

    def typed(self, game: G, player: str, words: Sequence[str]) -> O | None:
        """The order that few words mean; None if these are none, Refused if they are wrong."""
        return None


def words_of(offer: Offer[Any] | None) -> Worded[Any, Any] | None:
    """An offer that has words of its own."""
    return offer if isinstance(offer, Worded) else None
