"""Aiming: how somebody points at what is struck, and what he is told of it first. [23.2]

Targets are counters, places, bridges, hexes and tracks; one points at the hex where they are, or
takes from a list what lies nowhere on the map.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar, Generic, Protocol, TypeVar

from grognard.engine.decision import Action
from grognard.kit.deeds import SEARCHED, Verb
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.outlook import chances
from grognard.systems.nextwar.strikes.reckoning import Blow
from grognard.systems.nextwar.strikes.targets import (
    AAA,
    BALLISTIC,
    BEACHHEAD,
    BRIDGE,
    CRUISE,
    DETECTION,
    INTERDICTION,
    LAUNCHERS,
    SAM,
    SITE,
    TRACK,
    UNIT,
    VESSEL,
    Target,
    sort_of,
    spot,
)
from grognard.systems.nextwar.words import called
from grognard.table.cards import Labels, Reach, ReachCell
from grognard.table.worded import Hand

SORTS = {
    UNIT: "units", BEACHHEAD: "units", VESSEL: "ships", SITE: "bases and installations",
    BRIDGE: "bridges", INTERDICTION: "movement through a hex", TRACK: "air defenses",
    LAUNCHERS: "missile launchers",
}  # fmt: skip
"""What sorts of target are called where one chooses among them."""
NAMED = {
    DETECTION: "the enemy's radars (detection)", SAM: "the enemy's missiles (SAM)",
    AAA: "the enemy's guns (AAA)", BALLISTIC: "launchers of ballistic missiles",
    CRUISE: "launchers of cruise missiles",
}  # fmt: skip
"""What has no counter and no place. [23.3] [26.1.3]"""


def target_words(game: Nw, name: str, hexes: Sequence[str], names: Mapping[str, str]) -> str:
    """A target in words."""
    if name == BRIDGE and len(hexes) > 1:
        return f"the bridge {hexes[0]}–{hexes[1]}"
    if name == INTERDICTION and hexes:
        return f"movement through {hexes[0]}"
    return NAMED.get(name) or names.get(name) or called(game, name)


class Order(Protocol):
    """An order that names what is struck; hexes tell which bridge, or which hex to interdict."""

    @property
    def target(self) -> str: ...
    @property
    def hexes(self) -> tuple[int, ...]: ...


O = TypeVar("O", bound=Order)  # noqa: E741 (an order)


class Aimed(Verb[Nw, O], Generic[O]):
    """A kind of action that strikes at something."""

    errand: ClassVar[bool] = True
    by_card: ClassVar[bool] = True
    shows_reach: ClassVar[bool] = True

    def aim(self, order: O) -> Target:
        """What an order strikes at."""
        return Target(order.target, order.hexes)

    @abstractmethod
    def blows(self, game: Nw, player: str, order: O) -> Sequence[Blow]:
        """The rolls that it makes, as far as they are known before."""

    def spots(self, game: Nw, part: O) -> Sequence[str]:
        """The hex of what is struck; of a bridge that from which one sees it."""
        h = spot(game, self.aim(part)) if self.aim(part).name else -1
        return (game.board.label(h),) if h >= 0 else ()

    def touched(self, game: Nw, action: Action) -> tuple[Labels, Labels]:
        """The hexes and counters that an action names, and the hex of its target."""
        hexes, pieces = super().touched(game, action)
        there = self.spots(game, self.order_of(game, action))
        return tuple(dict.fromkeys((*hexes, *there))), tuple(filter(None, pieces))

    def reached(self, game: Nw, player: str, hand: Hand) -> Reach | None:
        """The hexes with something in them that those in hand could strike together."""
        if not hand or not {*hand} <= {*self.at_hand(game, player, None)}:
            return None
        found = self.additions(game, player, None, hand, None)
        labels = dict.fromkeys(label for one in found for label in self.spots(game, one))
        return Reach(tuple(ReachCell(label, "", None) for label in labels))

    def sort(self, game: Nw, part: O) -> str:
        """What sort of target it is."""
        return SORTS.get(sort_of(game, self.aim(part)), "")

    def said(self, game: Nw, action: Action, names: Mapping[str, str]) -> Mapping[str, str]:
        """The target by its name, with the hexes that belong to it."""
        hexes = action.get("hexes", ())
        words = target_words(game, str(action.get("target", "")), hexes, names)
        return {**super().said(game, action, names), "target": words, "hexes": ""}

    def additions(
        self, game: Nw, player: str, order: O | None, hand: Hand, h: int | None
    ) -> Iterator[O]:
        """Whatever is in a hex; without one, all that may be struck."""
        found = super().additions(game, player, order, hand, h)
        if h is not None:
            yield from found
            return
        yield from (one for one in islice(found, SEARCHED) if not self.against(game, player, one))

    def at_hand(self, game: Nw, player: str, order: O | None) -> Sequence[str]:
        """Those who could strike something; worked out again when anything has changed."""

        def found() -> list[str]:
            actors = [name for name in self.actors(game, player) if name]
            return [name for name in actors if self._aims(game, player, name)]

        return game.cached(("aims", self.do, player), tuple(game.state.maps), found)

    def _aims(self, game: Nw, side: str, name: str) -> bool:
        """Whether anything is open to somebody."""
        return any(not self.against(game, side, one) for one in self.ways(game, side, name))

    def at(self, game: Nw, player: str, h: int) -> Iterator[O]:
        """All that anybody could strike in a hex."""
        return self._there(game, player, self.actors(game, player), h)

    def towards(self, game: Nw, player: str, hand: Hand, h: int) -> Iterator[O]:
        """Whoever is in hand at everything in a hex."""
        able = [one for one in self.actors(game, player) if one in hand]
        return self._there(game, player, able, h)

    def _there(self, game: Nw, player: str, actors: Sequence[str], h: int) -> Iterator[O]:
        for actor in actors:
            for order in self.ways(game, player, actor):
                if spot(game, self.aim(order)) == h:
                    yield order

    def worth(self, game: Nw, player: str, part: O) -> Sequence[str]:
        """What each roll may do."""
        if not sort_of(game, self.aim(part)):
            return ()
        return tuple(dict.fromkeys(chances(game, blow) for blow in self.blows(game, player, part)))
