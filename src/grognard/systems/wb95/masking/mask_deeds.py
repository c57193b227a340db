"""Masks on stacks, and the order of the counters in them. [16.1.1] [16.1.2]

A player does this in his own Movement Phase, as often as he likes, and it disturbs nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Pieces
from grognard.kit.orders import At
from grognard.systems.wb95.masking.masking import masked_game
from grognard.systems.wb95.pieces.stacks import POSITIONS, Stacks, holder, on_map, units_at
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.words import call
from grognard.table.composition import Ordering
from grognard.table.worded import Hand


def own_stacks(game: Wb, player: str) -> list[int]:
    """The hexes a player's units stand in, in the order of the counters; none if all is open."""
    if not masked_game(game):
        return []

    def compute() -> list[int]:
        units = game.state[UNITS]
        return list(dict.fromkeys([units[name].hex for name in on_map(game, player)]))

    return game.cached(("own stacks", player), (POSITIONS,), compute)


def not_own(game: Wb, player: str, h: int) -> list[Refusal]:
    """Why a hex holds no stack that this player could mask or look through. [16.1.2]"""
    if not masked_game(game):
        return [Refusal("16.1.2", "stacks are open and nothing is masked: chapter 16 is off")]
    if holder(game, h) != player:
        text = f"{player} has no units in {game.board.label(h)}; name a hex of your own"
        return [Refusal("16.1.2", text)]
    return []


class Mask(Verb[Wb, At]):
    """Covering a stack with a masking marker, so that its top counter does not show. [16.1.2]"""

    do, rule, order = "mask", "16.1.2", At
    title, phrase = "Cover a stack", "cover the stack in {hex}"
    masks = True

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """Every own stack that is not so already."""
        hexes, labels, masks = game.state[HEXES], game.board.labels, self.masks
        return [labels[h] for h in own_stacks(game, player) if hexes[h].masked != masks]

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[At]:
        """Where it is."""
        yield At(game.board.hex(actor))

    def against(self, game: Wb, player: str, order: At) -> list[Refusal]:
        """An own stack that is not so already."""
        refusals = not_own(game, player, order.hex)
        if not refusals and game.state[HEXES][order.hex].masked == self.masks:
            state = "masked already" if self.masks else "not masked"
            text = f"the stack in {game.board.label(order.hex)} is {state}"
            refusals = [Refusal(self.rule, text)]
        return refusals

    def carry_out(self, game: Wb, player: str, order: At) -> None:
        """Everybody sees that the marker comes or goes."""
        h, label = order.hex, game.board.label(order.hex)
        game.put(HEXES, h, replace(game.state[HEXES][h], masked=self.masks))
        game.emit(Event(self.do, self.rule, {"side": player, "hex": label}))


class Unmask(Mask):
    """Taking a masking marker off. [16.1.2]"""

    do, masks = "unmask", False
    title, phrase = "Uncover a stack", "uncover the stack in {hex}"


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The counters of a stack in another order, bottom to top."""

    hex: Hex
    order: Pieces


class Arrange(Verb[Wb, Arrangement]):
    """Choosing which counter of a stack lies on top and shows. [16.1.1]"""

    do, rule, order = "arrange", "16.1.1", Arrangement
    title, phrase = "Rearrange a stack", ("Lay {top} on top of {below}",)
    parts = ()
    arranges = True

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """Every own stack of several counters."""
        there, labels = Stacks.of(game).at, game.board.labels
        return [labels[h] for h in own_stacks(game, player) if len(there[h]) > 1]

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Arrangement]:
        """Every order of its counters."""
        h = game.board.hex(actor)
        for order in permutations(units_at(game, h)):
            yield Arrangement(h, order)

    def against(self, game: Wb, player: str, order: Arrangement) -> list[Refusal]:
        """All counters of an own stack, bottom to top, in another order than now."""
        refusals = not_own(game, player, order.hex)
        if refusals:
            return refusals
        there, label = units_at(game, order.hex), game.board.label(order.hex)
        if sorted(order.order) != sorted(there):
            text = f"name each counter in {label} once, bottom to top: {', '.join(there)}"
            return [Refusal(self.rule, text)]
        if order.order == there:
            return [Refusal(self.rule, f"the stack in {label} lies in that order already")]
        return []

    def ordering(self, game: Wb, player: str, h: int) -> Ordering | None:
        """An own stack of several counters lies as its player likes. [16.1.1]"""
        if not_own(game, player, h) or len(units_at(game, h)) < 2:
            return None
        there = units_at(game, h)
        order = self.written(game, Arrangement(h, there))
        return Ordering(order, "order", tuple(reversed(there)), whole=True)

    def towards(self, game: Wb, player: str, hand: Hand, h: int) -> Iterator[Arrangement]:
        """Who is sent to a hex is not laid on top of his own."""
        return iter(())

    def own(self, game: Wb, player: str, piece: str) -> Iterator[Action]:
        """The unit on top; the whole order is another matter."""
        yield from (self.written(game, order) for order in self.here(game, player, (piece,)))

    def here(self, game: Wb, player: str, hand: Hand) -> Iterator[Arrangement]:
        """A unit laid on top of its stack, where all can see it. [16.1.1]"""
        units = game.state[UNITS]
        for name in hand if len(hand) == 1 and hand[0] in units and units[hand[0]].hex >= 0 else ():
            h = units[name].hex
            yield Arrangement(h, (*(n for n in units_at(game, h) if n != name), name))

    def at(self, game: Wb, player: str, h: int) -> Iterator[Arrangement]:
        """Who is to lie on top is taken in hand first."""
        return iter(())

    def details(self, game: Wb, order: Arrangement) -> Mapping[str, str]:
        """Who lies on top, and on whom."""
        return {"top": call(game, order.order[-1:]), "below": call(game, order.order[-2::-1])}

    def carry_out(self, game: Wb, player: str, order: Arrangement) -> None:
        """The enemy sees only that another counter lies on top, if he can see that one."""
        h, label = order.hex, game.board.label(order.hex)
        top = units_at(game, h)[-1]
        for place, name in enumerate(order.order, 1):
            game.put(UNITS, name, replace(unit_of(game, name), order=place))
        facts = {"side": player, "hex": label}
        shows = not game.state[HEXES][h].masked and units_at(game, h)[-1] != top
        others = Event(self.do, self.rule, facts) if shows else None
        full = {**facts, "order": list(order.order)}
        game.emit(Event(self.do, self.rule, full, seen_by=(player,), others=others))
