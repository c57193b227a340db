"""Masks on stacks, and the order of the counters in them. [16.1.1] [16.1.2]

A player does this in his own Movement Phase, as often as he likes, and it disturbs nobody.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations

from grognard.engine.decision import Action, Deed, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.wb95.masking.masking import masked_game
from grognard.systems.wb95.pieces.stacks import holder, on_map, stacks, units_at
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.sampling import shuffled
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import UNITS


def own_stacks(game: Wb, player: str) -> list[int]:
    """The hexes a player's units stand in, in the order of the counters."""
    return list(dict.fromkeys(unit_of(game, name).hex for name in on_map(game, player)))


def not_own(game: Wb, player: str, label: str) -> list[Refusal]:
    """Why a hex holds no stack that this player could mask or look through. [16.1.2]"""
    if not masked_game(game):
        return [Refusal("16.1.2", "stacks are open and nothing is masked: chapter 16 is off")]
    h = game.board.index.get(label, -1)
    if h < 0 or holder(game, h) != player:
        return [Refusal("16.1.2", f"{player} has no units in {label!r}; name a hex of your own")]
    return []


class Mask(Deed[Wb]):
    """Covering a stack with a masking marker, so that its top counter does not show. [16.1.2]"""

    do = "mask"
    rule = "16.1.2"
    form = {"hex": "text"}
    masks = True

    def check(self, game: Wb, player: str, action: Action) -> list[Refusal]:
        """An own stack that is not so already."""
        refusals = not_own(game, player, action["hex"])
        if not refusals and game.state[HEXES][game.board.hex(action["hex"])].masked == self.masks:
            state = "masked already" if self.masks else "not masked"
            refusals = [Refusal(self.rule, f"the stack in {action['hex']} is {state}")]
        return refusals

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Every own stack that is not so already."""
        if masked_game(game):
            for h in own_stacks(game, player):
                if game.state[HEXES][h].masked != self.masks:
                    yield {"do": self.do, "hex": game.board.label(h)}

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """An own stack picked at random that is not so already."""
        hexes = game.state[HEXES]
        for h in shuffled(sorted(stacks(game).held[player]), rng) if masked_game(game) else ():
            if hexes[h].masked != self.masks:
                return {"do": self.do, "hex": game.board.label(h)}
        return None

    def perform(self, game: Wb, player: str, action: Action) -> Procedure:
        """Everybody sees that the marker comes or goes."""
        h = game.board.hex(action["hex"])
        game.put(HEXES, h, replace(game.state[HEXES][h], masked=self.masks))
        text = f"{player} {'masks' if self.masks else 'unmasks'} the stack in {action['hex']}"
        game.emit(Event(self.do, text, self.rule, {"side": player, "hex": action["hex"]}))
        yield from ()


class Unmask(Mask):
    """Taking a masking marker off. [16.1.2]"""

    do = "unmask"
    masks = False


class Arrange(Deed[Wb]):
    """Choosing which counter of a stack lies on top and shows. [16.1.1]"""

    do = "arrange"
    rule = "16.1.1"
    form = {"hex": "text", "order": "texts"}

    def check(self, game: Wb, player: str, action: Action) -> list[Refusal]:
        """All counters of an own stack, bottom to top, in another order than now."""
        refusals = not_own(game, player, action["hex"])
        if refusals:
            return refusals
        there = units_at(game, game.board.hex(action["hex"]))
        if sorted(action["order"]) != sorted(there):
            text = f"name each counter in {action['hex']} once, bottom to top: {', '.join(there)}"
            return [Refusal(self.rule, text)]
        if tuple(action["order"]) == there:
            return [Refusal(self.rule, f"the stack in {action['hex']} lies in that order already")]
        return []

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Every other order of every own stack."""
        if masked_game(game):
            for h in own_stacks(game, player):
                there = units_at(game, h)
                for order in permutations(there):
                    if order != there:
                        yield self._written(game, h, order)

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """A stack of several counters, shuffled."""
        if not masked_game(game):
            return None
        for h in shuffled(sorted(stacks(game).held[player]), rng):
            there = units_at(game, h)
            order = tuple(shuffled(there, rng))
            while order == there and len(there) > 1:
                order = tuple(shuffled(there, rng))
            if order != there:
                return self._written(game, h, order)
        return None

    def _written(self, game: Wb, h: int, order: tuple[str, ...]) -> Action:
        return {"do": self.do, "hex": game.board.label(h), "order": list(order)}

    def perform(self, game: Wb, player: str, action: Action) -> Procedure:
        """The enemy sees only that another counter lies on top, if he can see that one."""
        h = game.board.hex(action["hex"])
        top = units_at(game, h)[-1]
        for place, name in enumerate(action["order"], 1):
            game.put(UNITS, name, replace(unit_of(game, name), order=place))
        facts = {"side": player, "hex": action["hex"]}
        text = f"{player} rearranges the stack in {action['hex']}"
        shows = not game.state[HEXES][h].masked and units_at(game, h)[-1] != top
        others = Event(self.do, text, self.rule, facts) if shows else None
        full = {**facts, "order": list(action["order"])}
        game.emit(Event(self.do, text, self.rule, full, seen_by=(player,), others=others))
        yield from ()
