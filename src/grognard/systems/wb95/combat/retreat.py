"""Retreat after combat, and the levels lost by those who do not go all the way. [5.3]

The owner answers once for all his units of the battle: a path for each (none: it stays), and who
bears the levels for the hexes not retreated. Movement points play no part. [3.1.2]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Annotated

from grognard.engine.decision import Action, Ask
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal, Refused
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import CountsField
from grognard.kit.losses import Burden
from grognard.kit.retreat import Path, Paths
from grognard.systems.wb95.combat.force import left_to_the_enemy
from grognard.systems.wb95.combat.routes import (
    Goals,
    Going,
    Routes,
    concerned,
    first,
    goals_of,
    overstacked,
    room_for,
    told,
)
from grognard.systems.wb95.fighting import losses
from grognard.systems.wb95.fighting.casualties import lose_levels
from grognard.systems.wb95.fighting.force import Force
from grognard.systems.wb95.fighting.losses import LEVELS, Prices, bear, cheapest, drawn, unpaid
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.words import levels
from grognard.table.worded import Hand


@dataclass(frozen=True)
class Setback:
    """A result that sends a side back: how far, what a fixed position spares, prices still open."""

    force: Force
    hexes: int
    spared: int
    prices: Prices


class TakenField(CountsField):
    """Levels lost, which are written even if there are none."""

    kept = True


@dataclass(frozen=True, slots=True)
class Withdrawal(Going):
    """A path for each unit that goes back, and who bears the levels for hexes not retreated."""

    take: Annotated[Mapping[str, int], TakenField()] = field(default_factory=dict)


class Retreat(Answer[Wb, Withdrawal]):
    """The answer of the side that must retreat. [5.3.1]"""

    do, rule, order = "retreat", "5.3.1", Withdrawal
    title, phrase = "Retreat", "{told}"
    hint = "retreat ID HEX …, the others as in the first answer"
    few = True

    def __init__(self, game: Wb, setback: Setback, tried: frozenset[int] = frozenset()) -> None:
        self.setback, self.force = setback, setback.force
        self.units = setback.force.alive(game)
        self.free = tuple(name for name in self.units if name not in setback.force.pinned)
        self.routes = Routes(game, setback.force, self.units, tried)

    # ---- may I?

    def against(self, game: Wb, player: str, order: Withdrawal) -> list[Refusal]:
        """Paths first, then what is owed for the hexes not retreated. [5.3.7]"""
        known, paths = ", ".join(self.units), order.gone
        refusals = [
            Refusal("5.3.1", f"{name!r} does not retreat here; {known} may")
            for name in order.paths
            if name not in self.units
        ]
        return refusals or self.unsound(paths) or self.unsettled(game, paths, order.take)

    def unsound(self, paths: Paths) -> list[Refusal]:
        """What is wrong with the paths, each by itself and all together."""
        pinned = self.force.pinned
        refusals = [
            Refusal(pinned[name], f"{name} cannot retreat; it must stay where it is")
            for name in paths
            if name in pinned
        ]
        return refusals or self.routes.refusals(paths, self.setback.hexes)

    def unsettled(self, game: Wb, paths: Paths, take: Mapping[str, int]) -> list[Refusal]:
        """What is wrong with the levels given for the hexes not retreated. [5.3.7]"""
        lost = {name: take.get(name, 0) + self.routes.toll(p) for name, p in self.all(paths)}
        return (
            self.due(game, paths).refusals(take, "5.3.7")
            or overstacked(game, room_for(game, self.force.side, lost), paths, "5.3.6")
            or unpaid(self.setback.prices, lost)
        )

    # ---- what is owed

    def all(self, paths: Paths) -> list[tuple[str, Path]]:
        """Every unit with its path."""
        return [(name, paths.get(name, ())) for name in self.units]

    def payers(self, game: Wb, paths: Paths) -> dict[str, int]:
        """The units that do not go all the way, with the levels they could lose. [5.3.7] [5.3.8]"""
        return {
            name: left
            for name, path in self.all(paths)
            if len(path) < self.setback.hexes
            and (left := unit_of(game, name).cel - self.routes.toll(path)) > 0
        }

    def due(self, game: Wb, paths: Paths) -> Burden:
        """The levels owed: once for the whole side, by its greatest shortfall. [5.3.7] [5.3.8]

        A fixed position spares one level [7.2.6]. Who has no more levels cannot lose more.
        """
        shortfall = max(
            (
                self.setback.hexes - len(path)
                for name, path in self.all(paths)
                if self.counts(game, name)
            ),
            default=self.setback.hexes,
        )
        owed = max(0, shortfall - self.setback.spared)  # [7.2.6]
        return Burden(self.payers(game, paths), owed, LEVELS)

    def counts(self, game: Wb, name: str) -> bool:
        """Whether a unit's shortfall is held against its side. [5.3.7]

        Guns and headquarters that cannot move are left to the enemy by those of their hex who can,
        and then owe nothing [6.2.4]; where nobody can they owe it all [5.1.9] [6.6.4]. Guns that
        support from another hex owe only if nobody else is left. [6.3.5]
        """
        force = self.force
        if name not in force.pinned or not left_to_the_enemy(game, name):
            return True
        here = force.origin[name]
        return name not in force.aside and here not in {force.origin[n] for n in self.free}

    # ---- what may I?

    def withdrawal(self, paths: Paths, take: Mapping[str, int]) -> Withdrawal:
        """The order of these paths: only those who go, as they stand in the battle."""
        return Withdrawal({name: path for name, path in self.all(paths) if path}, take)

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Every combination of paths, and for each every way to bear what is owed."""
        choices = [[(), *self.routes.every(name, self.setback.hexes)] for name in self.free]
        for chosen in product(*choices):
            paths = {name: path for name, path in zip(self.free, chosen, strict=True) if path}
            if self.routes.refusals(paths, self.setback.hexes):
                continue
            for take in self.due(game, paths).shares():
                if not self.unsettled(game, paths, take):
                    yield self.written(game, self.withdrawal(paths, take))

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """A distance, a path for each unit as far as it can, and losses by lot."""
        hexes = rng.randint(0, self.setback.hexes)
        paths: dict[str, Path] = {}
        for name in self.free:
            found = self.routes.some(name, paths, hexes)
            if found:
                paths[name] = rng.choice(found)
        take = drawn(self.due(game, paths), self.setback.prices, rng)
        order = self.withdrawal(paths, take)
        fits = not self.against(game, player, order)
        return self.written(game, order if fits else self.stand(game))

    def only(self, game: Wb, player: str) -> Action | None:
        """The answer, if there is just one: nobody can go and nothing is to choose."""
        if any(next(self.routes.ways(name, 1, {}, True), None) for name in self.free):
            return None
        return super().only(game, player)

    # ---- pointing

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """The units of the battle."""
        return self.units

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Withdrawal]:
        """A unit to each hex it can retreat to, the others as by default. [5.3.1]"""
        paths = self.routes.every(actor, self.setback.hexes)
        for h in dict.fromkeys(path[-1] for path in paths):
            yield from self.towards(game, player, (actor,), h)

    def towards(self, game: Wb, player: str, hand: Hand, h: int) -> Iterator[Withdrawal]:
        """Units to a hex, the others as by default."""
        with suppress(Refused):
            yield self.sent(game, [(name, h) for name in hand])

    def at(self, game: Wb, player: str, h: int) -> Iterator[Withdrawal]:
        """Each that can retreat to a hex."""
        for name in self.units:
            yield from self.towards(game, player, (name,), h)

    def sent(self, game: Wb, goals: Goals) -> Withdrawal:
        """Everybody as by default, but those named to their hexes; losses as cheap as may be."""
        concerned(self.units, goals, "5.3.1")
        paths = dict(self.best(game).paths)
        for name, to in goals:
            paths = {key: path for key, path in paths.items() if key != name}
            ways = [p for p in self.routes.every(name, self.setback.hexes) if p[-1] == to]
            ways.sort(key=lambda path: (self.routes.toll(path), -len(path)))
            fitting = [p for p in ways if not self.unsound({**paths, name: p})]
            if unit_of(game, name).hex != to:
                paths[name] = first(game, fitting or ways, name, to, "5.3.2")
        return self.settled(game, paths)

    def stake(self, game: Wb, player: str, order: Withdrawal | None) -> Sequence[str]:
        """What the way back costs so far."""
        if order is None:
            return ()
        tolls = sum(self.routes.toll(path) for path in order.gone.values())
        return (f"as it stands it costs {levels(sum(order.take.values()) + tolls)}",)

    def additions(
        self, game: Wb, player: str, order: Withdrawal | None, hand: Hand, h: int | None
    ) -> Iterator[Withdrawal]:
        """Each on every way back, the cheapest first, and then the longest."""
        for name in self.units:
            if name in self.free and (not hand or name in hand):
                paths = self.routes.every(name, self.setback.hexes)
                for path in sorted(paths, key=lambda p: (self.routes.toll(p), -len(p))):
                    if h in (None, path[-1]):
                        yield Withdrawal({name: path})

    def joined(
        self, game: Wb, player: str, order: Withdrawal | None, part: Withdrawal
    ) -> Withdrawal:
        """Another way for some; what is owed then is borne as cheaply as may be."""
        paths = {**(order.gone if order else {}), **part.gone}
        settled = self.settled(game, paths)
        wanted = Withdrawal(settled.paths, part.take)
        return wanted if part.take and not self.against(game, player, wanted) else settled

    def without(
        self, game: Wb, player: str, order: Withdrawal, part: Withdrawal
    ) -> Withdrawal | None:
        """Some stay after all, at the price of that; what is borne is not left out by itself."""
        if not part.gone:
            return None
        return self.settled(game, {n: p for n, p in order.gone.items() if n not in part.gone})

    def part_words(self, game: Wb, part: Withdrawal, names: Mapping[str, str]) -> str:
        """Who goes where, or who bears how much."""
        return "; ".join(told(game, part.paths, "retreats")) or losses.told(game, part.take)

    def typed(self, game: Wb, player: str, words: Sequence[str]) -> Withdrawal:
        """Names and hexes by turns."""
        return self.sent(game, goals_of(game, words))

    def details(self, game: Wb, order: Withdrawal) -> Mapping[str, str]:
        """Who goes where, and what that costs."""
        gone = told(game, order.paths, "retreats") or ["nobody retreats"]
        return {"told": "; ".join([*gone, *filter(None, [losses.told(game, order.take)])])}

    # ---- standing answers

    def stand(self, game: Wb) -> Withdrawal:
        """Nobody goes; the side bears everything. [5.3.7]"""
        return self.settled(game, {})

    def settled(self, game: Wb, paths: Paths) -> Withdrawal:
        """These paths, with the cheapest losses that settle them."""
        take = cheapest(game, self.due(game, paths), self.setback.prices)
        return self.withdrawal(paths, take)

    def best(self, game: Wb) -> Withdrawal:
        """All the way if that can be done, else as far as possible, with the fewest losses."""
        found = []
        for through in (False, True):
            paths: dict[str, Path] = {}
            for name in self.free:
                path = self.routes.farthest(name, paths, self.setback.hexes, through)
                if path:
                    paths[name] = path
            order = self.settled(game, paths)
            if not self.against(game, self.force.side, order):
                tolls = sum(self.routes.toll(path) for path in paths.values())
                found.append((sum(order.take.values()) + tolls, order))
        return min(found, key=lambda pair: pair[0])[1] if found else self.stand(game)

    def unless_in_town(self, game: Wb) -> Withdrawal:
        """Towns are held at any price; elsewhere the side retreats."""
        urban, origin = game.scenario.ground.urban, self.force.origin
        return self.stand(game) if any(urban[origin[u]] for u in self.units) else self.best(game)


def retreat(game: Wb, setback: Setback) -> Questions[Paths]:
    """The side decides who goes where and who pays; gives back the paths taken. [5.3.1]

    A way that leads into a zone of control he could not know of is not taken: he is told, and
    decides again. [5.3.3] [16.1.1]
    """
    force = setback.force
    if not force.alive(game):
        return {}
    tried: frozenset[int] = frozenset()
    while True:
        offer = Retreat(game, setback, tried)
        answer = offer.only(game, force.side) or (yield _ask(game, offer))
        order = offer.order_of(game, answer)
        paths = order.gone
        found = offer.routes.surprises(paths)
        if not found:
            break
        tried |= found
        _tell_surprises(game, force.side, found)
    tolls = {name: offer.routes.toll(path) for name, path in paths.items()}
    bear(game, force, order.take, "5.3.7")
    gone = {
        name: path for name, path in offer.all(paths) if path and unit_of(game, name).place == MAP
    }
    for name, path in gone.items():
        withdraw(game, name, path, tolls[name])
    return gone


def _ask(game: Wb, offer: Retreat) -> Ask:
    """The question to the side that must retreat. [5.3.1]"""
    setback = offer.setback
    return offer.ask(
        game,
        offer.force.side,
        offer.do,
        f"retreat {setback.hexes} hexes, or lose a CEL for each hex not retreated",
        {
            offer.do: lambda: offer.best(game),
            "stand": lambda: offer.stand(game),
            "retreat unless in town": lambda: offer.unless_in_town(game),
        },
        context=lambda: {
            "units": list(offer.units),
            "hexes": setback.hexes,
            "spared": setback.spared,
        },
    )


def _tell_surprises(game: Wb, side: str, hexes: frozenset[int]) -> None:
    """Say that the way back is not open, and where; that cannot be unlearned. [16.1.1]"""
    labels = [game.board.label(h) for h in sorted(hexes)]
    game.reveal(side)
    game.emit(Event("zone found", "5.3.3", {"side": side, "hexes": labels, "to": "retreat"}))


def withdraw(game: Wb, name: str, path: Path, toll: int) -> None:
    """Take a unit back along its path; friends in enemy zones cost it levels. [5.3.4]

    That it retreated is remembered: it will not dig in in its next Movement Phase. [5.3.10]
    """
    for h in path:
        step_into(game, name, h)
    game.put(UNITS, name, replace(unit_of(game, name), retreated=game.serial))  # [5.3.10]
    tell_way(game, "retreat", name, path, "5.3.2")
    if toll:
        lose_levels(game, name, toll, "5.3.4")


def tell_way(game: Wb, kind: str, name: str, path: Path, rule: str) -> None:
    """Tell who went where; a unit the enemy may not know goes without its name. [16.1.1]"""
    facts = {"path": [game.board.label(h) for h in path]}
    masking.befalls(game, name, Event(kind, rule, facts))
