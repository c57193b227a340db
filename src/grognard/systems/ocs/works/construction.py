"""Construction: what the builders of bases and hedgehogs have in common. [13.8d] [15.3] [16.0b]

The work is done at once, in its player's Movement Segment, by one Engineer-Capable unit within two
hexes, or for some tasks by ordinary units in the hex: one RE of them in Combat Mode. Who works does
not move in the phase, neither before nor afterwards. Building costs supply, pulling down nothing.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex
from grognard.systems.ocs import forms
from grognard.systems.ocs.forms import Party
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.values import counter_of, size_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.supply.expenses import PaidVerb
from grognard.systems.ocs.supply.paying import Payment, Source
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.works import engineers
from grognard.table.worded import Hand

LABOUR = Fraction(1)
"""The regimental equivalents of ordinary units that a task takes. [15.4] [16.0b] [16.0c]"""


@dataclass(frozen=True, slots=True)
class Work:
    """A hex and the workers: one engineer within two hexes, or ordinary units in the hex."""

    hex: Hex
    units: Party
    pay: forms.Payment | None = None


class Construction(PaidVerb[Work]):
    """Building up or pulling down one thing in a hex."""

    order = Work
    labour = True
    """Whether ordinary units can do it too."""

    @abstractmethod
    def why_site(self, game: Ocs, player: str, h: int) -> list[Refusal]:
        """What speaks against the work in a hex, whoever does it."""

    @abstractmethod
    def finish(self, game: Ocs, player: str, h: int) -> None:
        """What the work changes."""

    def price(self, game: Ocs, player: str, h: int) -> int:
        """The tokens it costs; pulling down costs none. [13.8d]"""
        return 0

    def common(self, game: Ocs, player: str, h: int) -> bool:
        """Whether ordinary units can do it in this hex."""
        return self.labour

    def hexes(self, game: Ocs, player: str) -> list[int]:
        """Where it might be done."""
        near = set(stacks.stacks(game).held[player]) if self.labour else set()
        for name in engineers.companies(game, player):
            near.update(game.board.disk(unit_of(game, name).hex, engineers.REACH))
        return sorted(near)

    # ---- may I

    def against(self, game: Ocs, player: str, order: Work) -> list[Refusal]:
        """The site, the workers, and what they pay. [13.8d]"""
        h = order.hex
        refusals = why_strange(game, player, h) or self.why_site(game, player, h)
        refusals = refusals or self.why_workers(game, player, h, order.units)
        if not refusals:
            found = self.payment(game, player, order)
            refusals = [found] if isinstance(found, Refusal) else []
        return refusals

    def why_workers(self, game: Ocs, player: str, h: int, names: Sequence[str]) -> list[Refusal]:
        """Why these cannot do the work: one engineer, or one RE of ordinary units."""
        refusal = engineers.why_not(game, player, names[0], h)
        if len(names) == 1 and refusal is None:
            return []
        alone = len(names) == 1 and names[0] in game.state[UNITS]
        if (alone and engineers.capable(game, names[0])) or not self.common(game, player, h):
            return [refusal or Refusal("13.8d", "one engineer does the work, name it alone")]
        return self.why_labour(game, player, h, names)

    def why_labour(self, game: Ocs, player: str, h: int, names: Sequence[str]) -> list[Refusal]:
        """Ordinary units: in the hex, in Combat Mode outright, not moving, one RE at least."""
        label = game.board.label(h)
        for name in names:
            if name not in game.state[UNITS] or counter_of(game, name).side != player:
                return [Refusal(self.rule, f"{name!r} is no unit of {player}")]
            called = counter_of(game, name).name
            if unit_of(game, name).hex != h:
                text = f"{called} is not in {label}; ordinary units work where they are"
                return [Refusal(self.rule, text)]
            if not fit_for_labour(game, name):
                idle = engineers.stayed(game, name)
                what = "is not in Combat Mode" if idle else "has moved in this phase"
                return [Refusal(self.rule, f"{called} {what}")]
            if engineers.turned(game, name):
                text = f"{called} has changed its mode in this phase and builds nothing"
                return [Refusal("5.4", text)]
            if engineers.capable(game, name) and unit_of(game, name).worked == phase_start(game):
                return [Refusal("13.8d", f"{called} has done its work of this turn")]
        if sum(size_of(game, name) for name in names) < LABOUR:
            return [Refusal(self.rule, f"the workers are less than {LABOUR} RE")]
        return []

    def purse(self, game: Ocs, player: str, names: Sequence[str]) -> tuple[Source, ...]:
        """The supply within reach of where the workers are. [12.3]"""
        start = unit_of(game, names[0]).hex
        return paying.sources(game, player, start, paying.BUILD, tuple(names))

    def payment(self, game: Ocs, player: str, order: Work) -> Payment | Refusal:
        """Who pays what; a refusal if it does not suffice. [12.4]"""
        tokens = self.price(game, player, order.hex)
        if not tokens:
            return ()
        purse = self.purse(game, player, order.units)
        wish = paying.as_wished(game, player, order.pay)
        return paying.choose(game, purse, tokens, paying.BUILD, wish)

    # ---- what may I

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Whoever is on the map."""
        return ("",) if stacks.stacks(game).own[player] else ()

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Work]:
        """Every hex with every engineer, and with every unit or group that is just enough."""
        for h in self.hexes(game, player):
            yield from self._in(game, player, h)

    def _in(self, game: Ocs, player: str, h: int) -> Iterator[Work]:
        if not why_strange(game, player, h) and not self.why_site(game, player, h):
            yield from (Work(h, tuple(names)) for names in self.crews(game, player, h))

    def crews(self, game: Ocs, player: str, h: int) -> Iterator[list[str]]:
        """Who might work in a hex: each engineer, each unit of one RE, or the smaller together."""
        able = engineers.able(game, player, h)
        for name in able:
            yield [name]
        if not self.common(game, player, h):
            return
        here = [n for n in stacks.own_at(game, h, player) if n not in able]
        here = [
            n for n in here if not self.why_labour(game, player, h, [n]) or self._small(game, n)
        ]
        large = [n for n in here if size_of(game, n) >= LABOUR]
        for name in large:
            yield [name]
        if not large and not able and here:
            yield sorted(here)

    def _small(self, game: Ocs, name: str) -> bool:
        """A unit too small to work alone, but fit for it."""
        fit = fit_for_labour(game, name) and not engineers.turned(game, name)
        return fit and size_of(game, name) < LABOUR

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A few hexes by chance."""
        hexes = self.hexes(game, player)
        few = rng.sample(hexes, min(4, len(hexes)))
        orders = (order for h in few for order in self._in(game, player, h))
        return next(self.open(game, player, orders), None)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Work]:
        """Units at work in a hex: engineers within two, others in it."""
        if grouped(game, player, hand).hexes != (h,):
            yield from self._by(game, player, hand, h)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Work]:
        """At work where they are."""
        h = grouped(game, player, hand).hex
        if h >= 0:
            yield from self._by(game, player, hand, h)

    def _by(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Work]:
        group = grouped(game, player, hand)
        if group.units and group.units == group.names:
            yield Work(h, group.units)

    # ---- doing it

    def carry_out(self, game: Ocs, player: str, order: Work) -> None:
        """Pay, work, and use it at once. [13.8d]"""
        payment = self.payment(game, player, order)
        assert not isinstance(payment, Refusal)
        if payment:
            by = self.purse(game, player, order.units)
            paying.pay(game, player, payment, paying.BUILD, self.rule, by)
        engineers.work(game, order.units)
        self.finish(game, player, order.hex)


def fit_for_labour(game: Ocs, name: str) -> bool:
    """Whether a unit is in Combat Mode outright and has not moved. [5.5b] [5.10e] [16.0b]"""
    return modes.may_work(game, name, specialist=False) and engineers.stayed(game, name)


def why_strange(game: Ocs, side: str, h: int) -> list[Refusal]:
    """Nobody builds among the enemy or his belongings, nor where no foot can tread. [13.8d]"""
    enemy, label = game.scenario.other(side), game.board.label(h)
    if stacks.holder(game, h) == enemy:
        return [Refusal("13.8d", f"enemy combat units are in {label}")]
    found = next(stacks.belongings(game, h, enemy), "")
    if found and stacks.holder(game, h) != side:
        return [Refusal("13.8d", f"there is an enemy {found} in {label}")]
    if not game.scenario.ground.enterable("leg", h):
        return [Refusal("13.8d", f"{label} is no ground to build on")]
    return []
