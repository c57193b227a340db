"""The guns of the fleet: at ships in every Barrage Segment, at the shore once a turn. [18.3a]

Coastal artillery fires at ships as if it were one, without supply; it is the only ground unit that
can. [18.3g(A)] Landing craft have no guns. [18.4]
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic

from grognard.engine.decision import Action, Procedure
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.forms import Hex, O, Word
from grognard.systems.ocs.barrage import artillery, barrage
from grognard.systems.ocs.barrage.aims import aims_at, enemy_hexes, on_the_ground, other_aims
from grognard.systems.ocs.barrage.results import NAVAL
from grognard.systems.ocs.barrage.weight import AT_BASE, AT_PORT, AT_UNITS, Fire
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.fog.foresight import presumes
from grognard.systems.ocs.forms import Aim, Crowd
from grognard.systems.ocs.naval.ship_fire import AT_GUNS, AT_SHIPS, Volley, engage, fresh, presume
from grognard.systems.ocs.naval.ships import face, fleet, is_craft, printed, ship_of
from grognard.systems.ocs.pieces import rolls, stacks
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.values import barrage_strength, counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS
from grognard.systems.ocs.turn.phases import (
    BARRAGE,
    EXPLOITATION_BARRAGE,
    REACTION_BARRAGE,
    OcsVerb,
    peaceful,
    phase_start,
)
from grognard.systems.ocs.units import MAP, RESERVE, STRAT, UNITS
from grognard.table.cards import Extra, Reach
from grognard.table.worded import Hand

NAVAL_BARRAGES = (BARRAGE, REACTION_BARRAGE, EXPLOITATION_BARRAGE)
"""The segments in which ships fire: all but that of the Combat Phase. [18.3a(A)] [10.0e(D)]"""
SHORE_AIMS = (AT_UNITS, AT_BASE, AT_PORT)


# ---- who can fire


def strength(game: Ocs, name: str) -> Tally:
    """What a ship fires with, or coastal artillery in its mode. [18.3a(A)] [18.3g(A)]"""
    if name in game.state[UNITS]:
        return barrage_strength(game, name)
    counter = printed(game, name)
    return Tally().add(counter.name, face(game, name).barrage, "18.3a(A)", counter.source)


def place(game: Ocs, name: str) -> tuple[int, int]:
    """Where a ship or a gun is, and its range."""
    if name in game.state[UNITS]:
        return unit_of(game, name).hex, counter_of(game, name).range
    return ship_of(game, name).hex, face(game, name).range


def why_not_fire(game: Ocs, player: str, name: str) -> Refusal | None:
    """Why a ship, or coastal artillery, cannot fire now; None if it can. [18.3a(A)]"""
    if name in game.state[UNITS]:
        unit, counter = unit_of(game, name), counter_of(game, name)
        if counter.side != player or unit.place != MAP or "coastal" not in counter.traits:
            text = f"{name!r} is no coastal artillery of {player}; no other gun fires at ships"
            return Refusal("18.3g(A)", text)
        fired, called = unit.fired, counter.name
    else:
        ship = game.state[SHIPS].get(name)
        if ship is None or ship.side != player or ship.place != MAP:
            return Refusal("18.3a(A)", f"{name!r} is no ship of {player} on the map")
        if is_craft(game, name):
            return Refusal("18.4", f"{printed(game, name).name} has no combat value")
        fired, called = ship.fired, printed(game, name).name
    if fired == phase_start(game):
        return Refusal("18.3a(A)", f"{called} has fired in this segment already")
    if strength(game, name).total < 1:
        if name in game.state[UNITS] and unit_of(game, name).mode in (RESERVE, STRAT):
            return Refusal("13.4a", f"{called} is in {unit_of(game, name).mode} mode and silent")
        return Refusal("10.0", f"{called} has no barrage strength")
    return None


def in_range(game: Ocs, name: str, h: int) -> bool:
    """Whether a hex is within the range of a ship or a gun."""
    here, reach = place(game, name)
    return game.board.distance(here, h) <= reach


def _why_not_all(game: Ocs, player: str, names: Sequence[str], h: int) -> list[Refusal]:
    """Why some of them cannot fire at a hex; they need not lie together. [18.3b]"""
    if not names or len(set(names)) != len(names):
        return [Refusal("form", "name those who fire, and none twice")]
    refusals = [found for name in names if (found := why_not_fire(game, player, name)) is not None]
    for name in () if refusals else names:
        if not in_range(game, name, h):
            text = f"{game.board.label(h)} is beyond the range of {name}, {place(game, name)[1]}"
            refusals.append(Refusal("18.3a(A)", text))
    return refusals


def able(game: Ocs, player: str, guns: bool = True) -> list[str]:
    """The ships, and the coastal artillery, that can fire now."""
    names = fleet(game, player)
    if guns:
        names = [*names, *rolls.with_trait(game, player, "coastal")]
    return [name for name in names if why_not_fire(game, player, name) is None]


def _groups(game: Ocs, names: Sequence[str], h: int) -> list[tuple[str, ...]]:
    """Each of those in range alone, and all of them."""
    near = tuple(name for name in names if in_range(game, name, h))
    return [*((name,) for name in near), *((near,) if len(near) > 1 else ())]


# ---- at ships


class Firing(OcsVerb[O], Generic[O]):
    """Ships fire, each by itself or several together; they need not lie together. [18.3b]"""

    stakes = "dice"
    guns: ClassVar[bool]
    """Whether coastal artillery takes part."""

    @abstractmethod
    def targets(self, game: Ocs, player: str) -> list[tuple[str, int]]:
        """What may be fired at, and where."""

    def firers(self, game: Ocs, player: str) -> list[str]:
        """Who can fire now."""
        return able(game, player, self.guns)

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether anybody can fire at anything."""
        names = self.firers(game, player)
        return bool(names) and any(
            in_range(game, name, h) for _, h in self.targets(game, player) for name in names
        )

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With ships in hand, at the enemy."""
        foe = any(aims_at(game, player, h) for h in hexes)
        return foe and bool(grouped(game, player, hand).ships)

    def reached(self, game: Ocs, player: str, hand: Hand) -> Reach | None:
        """What ships could fire at."""
        ships = grouped(game, player, hand).ships
        return super().reached(game, player, hand) if ships else None

    def reach(self, game: Ocs, player: str, hand: Hand) -> Mapping[int, str]:
        """The hexes with something to hit within the range of all in hand."""
        keys, hexes = grouped(game, player, hand).ships, enemy_hexes(game, player)
        return {h: "" for h in hexes if all(in_range(game, key, h) for key in keys)}

    def joining(
        self, game: Ocs, player: str, by: Sequence[str], h: int
    ) -> Mapping[str, Sequence[str]]:
        """Who else could fire at a hex."""
        names = [name for name in able(game, player, self.guns) if in_range(game, name, h)]
        return {"by": [name for name in names if name not in by]}


@dataclass(frozen=True, slots=True)
class Engagement:
    """Who fires at the ships of a hex, or at its coastal artillery."""

    by: Crowd
    target: Hex
    at: Word | None = None

    @property
    def aim(self) -> str:
        """What is fired at."""
        return AT_SHIPS if self.at is None else self.at


def ships_that_show(game: Ocs, player: str, action: Action) -> str:
    """Odds against ships take the one that shows for all there is; guns are what shows too."""
    h, enemy = game.board.hex(action["target"]), game.scenario.other(player)
    if stacks.holder(game, h) == enemy:
        barrage.presume(game, h)
    return presume(game, h, enemy)


@presumes(ships_that_show)
class Engage(Firing[Engagement]):
    """Fire at the ships of a hex, or at coastal artillery as if it were one. [18.3a(A)]

    Targets are picked once the ships have been seen. [18.3c(A)] Any number of barrages may go at
    one hex. Costs no supply. [18.3g(A)]
    """

    do, rule, order = "engage", "18.3a(A)", Engagement
    title, rank = "Fire at ships", 29
    phrase = ("Engage the {guns} in {target} with {by}", "Engage {target} with {by}")
    guns = True
    sure = True

    def targets(self, game: Ocs, player: str) -> list[tuple[str, int]]:
        """Hexes with ships that have not been hit in this phase, or with a gun that shows."""
        enemy = game.scenario.other(player)
        hexes = sorted({ship_of(game, key).hex for key in fleet(game, enemy)})
        found = [h for h in hexes if fresh(game, h, enemy)]
        shown = []
        for h in sorted(stacks.stacks(game).held[enemy]):
            if "coastal" in counter_of(game, fog.on_show(game, h)).traits:
                shown.append(h)
        return [(AT_SHIPS, h) for h in found] + [(AT_GUNS, h) for h in shown]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Engagement]:
        """Each firer alone, and all in range, at each hex with ships or a gun that shows."""
        for at, h in self.targets(game, player) if not peaceful(game) else ():
            for names in _groups(game, able(game, player, at == AT_SHIPS), h):
                yield Engagement(names, h, at)

    def against(self, game: Ocs, player: str, order: Engagement) -> list[Refusal]:
        """Firers in range, and something there to fire at."""
        h, at, label = order.target, order.aim, game.board.label(order.target)
        enemy = game.scenario.other(player)
        if peaceful(game):
            return [Refusal("2.4(2)", "nobody barrages in a simulcast turn")]
        if at not in (AT_SHIPS, AT_GUNS):
            return [Refusal("form", f"fire is at {AT_SHIPS} or at {AT_GUNS}, not at {at!r}")]
        if at == AT_SHIPS and not stacks.ships_at(game, h, enemy):
            return [Refusal("18.3c(A)", f"there are no enemy ships in {label}")]
        if at == AT_GUNS and stacks.holder(game, h) != enemy:
            return [Refusal("18.3g(B)", f"there are no enemy combat units in {label}")]
        refusals = _why_not_all(game, player, order.by, h)
        if not refusals and at == AT_GUNS and any(n in game.state[UNITS] for n in order.by):
            text = "only ships fire at coastal artillery so; guns barrage its hex"
            refusals = [Refusal("18.3g(B)", text)]
        if not refusals and at == AT_SHIPS and not fresh(game, h, enemy):
            text = "every ship there has been barraged in this phase"
            refusals = [Refusal("18.3c(A)", text)]
        return refusals

    def carry_out(self, game: Ocs, player: str, order: Engagement) -> Procedure:
        """They have fired; then the targets. [18.3c(A)]"""
        now = phase_start(game)
        strengths = {name: strength(game, name) for name in order.by}
        for name in order.by:
            if name in game.state[UNITS]:
                game.put(UNITS, name, replace(unit_of(game, name), fired=now))
            else:
                game.put(SHIPS, name, replace(ship_of(game, name), fired=now))
        yield from engage(game, Volley(player, order.target, strengths, at=order.aim))

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Engagement]:
        """Ships and coastal guns at ships, or ships at coastal guns. [18.3a(A)] [18.3g]"""
        group = grouped(game, player, hand)
        guns = (name for name in group.units if "coastal" in counter_of(game, name).traits)
        by = (*group.ships, *guns)
        if by and group.hexes != (h,):
            shown = (AT_GUNS, h) in self.targets(game, player)
            yield from (Engagement(by, h, at) for at in (AT_SHIPS, *((AT_GUNS,) if shown else ())))

    def details(self, game: Ocs, order: Engagement) -> Mapping[str, str]:
        """That guns are meant."""
        return {"guns": "coastal guns" if order.aim == AT_GUNS else ""}

    def spare(self, game: Ocs, player: str, order: Engagement) -> Mapping[str, Sequence[str]]:
        """Who else could fire."""
        return self.joining(game, player, order.by, order.target)


# ---- at the shore


@dataclass(frozen=True, slots=True)
class Bombardment:
    """Ships that fire at the shore, and what they aim at there."""

    by: Crowd
    target: Hex
    aim: Aim | None = None

    @property
    def at(self) -> str:
        """What is aimed at."""
        return AT_UNITS if self.aim is None else self.aim


@presumes(artillery.what_shows)
class Bombard(Firing[Bombardment]):
    """Barrage units, a port or an Air Base on shore, once in a Game Turn. [18.3a(B)] [18.3b]"""

    do, rule, order = "bombard", "18.3b", Bombardment
    title, rank, shows_reach = "Fire at the shore", 28, True
    phrase = ("Fire at {aim} in {target} with {by}", "Fire at {target} with {by}")
    guns = False

    def targets(self, game: Ocs, player: str) -> list[tuple[str, int]]:
        """Enemy units, Air Bases and ports."""
        return on_the_ground(game, player)

    def firers(self, game: Ocs, player: str) -> list[str]:
        """Ships that have not fired at the shore in this turn. [18.3a(B)]"""
        ships = super().firers(game, player)
        return [key for key in ships if ship_of(game, key).shore_turn != game.turn]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Bombardment]:
        """Each ship alone, and all in range, at each target on shore."""
        ships = self.firers(game, player)
        for aim, h in self.targets(game, player):
            for names in _groups(game, ships, h):
                yield Bombardment(names, h, aim)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A ship and a target in its range by chance."""
        ships = self.firers(game, player)
        if not ships:
            return None
        name = rng.choice(ships)
        near = [(aim, h) for aim, h in self.targets(game, player) if in_range(game, name, h)]
        few = rng.sample(near, min(3, len(near)))
        orders = (Bombardment((name,), h, aim) for aim, h in few)
        return next(self.open(game, player, orders), None)

    def against(self, game: Ocs, player: str, order: Bombardment) -> list[Refusal]:
        """Ships in range that have not fired at the shore this turn, and a target."""
        names = order.by
        if order.at not in SHORE_AIMS:
            known = ", ".join(SHORE_AIMS)
            return [Refusal("10.0f", f"aim at one of {known}, not at {order.at!r}")]
        for name in names:
            if name not in game.state[SHIPS]:
                return [Refusal("18.3b", f"{name!r} is no ship; other guns have their own rules")]
        refusals = _why_not_all(game, player, names, order.target)
        for name in () if refusals else names:
            if ship_of(game, name).shore_turn == game.turn:
                text = (
                    f"{printed(game, name).name} has fired at the shore in this Game Turn already"
                )
                refusals.append(Refusal("18.3a(B)", text))
        return refusals or barrage.refusals(game, _fire(game, player, order))

    def carry_out(self, game: Ocs, player: str, order: Bombardment) -> Procedure:
        """Fire, with less effect on units than other guns have. [18.3b]"""
        fire = _fire(game, player, order)
        for name in order.by:
            game.put(SHIPS, name, replace(ship_of(game, name), shore_turn=game.turn))
        yield from barrage.resolve(game, fire)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Bombardment]:
        """Ships at whatever there is in a hex; at its units if there is nothing else. [18.3b]"""
        group = grouped(game, player, hand)
        if group.ships and group.hexes != (h,):
            aims = [aim for aim in aims_at(game, player, h) if aim in SHORE_AIMS]
            yield from (Bombardment(group.ships, h, aim) for aim in aims or (AT_UNITS,))

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Bombardment]:
        """All ships in range."""
        near = tuple(k for k in able(game, player, guns=False) if in_range(game, k, h))
        if near and aims_at(game, player, h):
            yield Bombardment(near, h)

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With ships in hand, or nobody, at the enemy."""
        if not hand:
            return any(aims_at(game, player, h) for h in hexes)
        return super().likely(game, player, hand, hexes)

    def spare(self, game: Ocs, player: str, order: Bombardment) -> Mapping[str, Sequence[str]]:
        """Who else could fire."""
        return self.joining(game, player, order.by, order.target)

    def changes(self, game: Ocs, player: str, order: Bombardment) -> Sequence[Extra]:
        """What else could be aimed at."""
        if order.aim is None:
            return ()
        return list(other_aims(game, player, order.target, self.written(game, order)))


def _fire(game: Ocs, player: str, order: Bombardment) -> Fire:
    """The barrage that this would be."""
    points, names = Tally(), order.by
    for name in names:
        points = points + strength(game, name)
    seen = barrage.spotted(game, player, order.target, NAVAL, names)
    return Fire(player, order.target, order.at, points, NAVAL, tuple(names), seen)
