"""Retreat after combat, and the levels lost by those who do not go all the way. [5.3]

The owner answers once for all his units of the battle: a path for each (none: it stays), and who
bears the levels for the hexes not retreated. Movement points play no part. [3.1.2]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from grognard.engine.decision import Action, Ask, Offer
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.wb95.combat.force import left_to_the_enemy
from grognard.systems.wb95.combat.routes import Path, Routes, read_path
from grognard.systems.wb95.fighting.casualties import lose_levels
from grognard.systems.wb95.fighting.force import Force
from grognard.systems.wb95.fighting.losses import (
    Lost,
    Prices,
    Questions,
    bear,
    cheapest,
    drawn,
    shares,
    too_much,
    unpaid,
    wrong_total,
)
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import MAP, UNITS

Paths = dict[str, Path]


@dataclass(frozen=True)
class Order:
    """A result that sends a side back: how far, what a fixed position spares, prices still open."""

    force: Force
    hexes: int
    spared: int
    prices: Prices


class Retreat(Offer[Wb]):
    """The answer of the side that must retreat. [5.3.1]"""

    do = "retreat"
    rule = "5.3.1"
    form = {"paths": "map", "take": "counts?"}

    def __init__(self, game: Wb, order: Order, tried: frozenset[int] = frozenset()) -> None:
        self.order = order
        self.units = order.force.alive(game)
        self.routes = Routes(game, order.force, self.units, tried)

    # ---- may I?

    def check(self, game: Wb, player: str, action: Action) -> list[Refusal]:
        """Paths first, then what is owed for the hexes not retreated. [5.3.7]"""
        paths, refusals = self.read(game, action["paths"])
        return (
            refusals or self.unsound(paths) or self.unsettled(game, paths, action.get("take", {}))
        )

    def read(self, game: Wb, written: Mapping[str, Any]) -> tuple[Paths, list[Refusal]]:
        """The paths as hexes; units that stay are left out."""
        paths: Paths = {}
        refusals: list[Refusal] = []
        for name, labels in written.items():
            if name not in self.units:
                known = ", ".join(self.units)
                refusals.append(Refusal("5.3.1", f"{name!r} does not retreat here; {known} may"))
                continue
            path, wrong = read_path(game, name, labels)
            refusals += wrong
            if path:
                paths[name] = path
        return paths, refusals

    def unsound(self, paths: Paths) -> list[Refusal]:
        """What is wrong with the paths, each by itself and all together."""
        pinned = self.order.force.pinned
        refusals = [
            Refusal(pinned[name], f"{name} cannot retreat; it must stay where it is")
            for name in paths
            if name in pinned
        ]
        return refusals or self.routes.refusals(paths, self.order.hexes)

    def unsettled(self, game: Wb, paths: Paths, take: Lost) -> list[Refusal]:
        """What is wrong with the levels given for the hexes not retreated. [5.3.7]"""
        levels, due = self.payers(game, paths), self.due(game, paths)
        lost = {name: take.get(name, 0) + self.routes.toll(p) for name, p in self.all(paths)}
        return (
            too_much(levels, take, "5.3.7")
            or wrong_total(take, due, "5.3.7")
            or self.routes.overstacked(paths, lost)
            or unpaid(self.order.prices, lost)
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
            if len(path) < self.order.hexes
            and (left := unit_of(game, name).cel - self.routes.toll(path)) > 0
        }

    def due(self, game: Wb, paths: Paths) -> int:
        """The levels owed: once for the whole side, by its greatest shortfall. [5.3.7] [5.3.8]

        Guns and headquarters that cannot move are left behind by those who can, and then owe
        nothing [6.2.4]; when nobody can retreat they owe it all [5.1.9]. A fixed position spares
        one level [7.2.6]. Who has no more levels cannot lose more.
        """
        shortfall = max(
            (
                self.order.hexes - len(path)
                for name, path in self.all(paths)
                if self.counts(game, name)
            ),
            default=self.order.hexes,
        )
        owed = max(0, shortfall - self.order.spared)  # [7.2.6]
        return min(owed, sum(self.payers(game, paths).values()))

    def counts(self, game: Wb, name: str) -> bool:
        """Whether a unit's shortfall is held against its side: not if it is bound to be left."""
        return name not in self.order.force.pinned or not left_to_the_enemy(game, name)

    # ---- what may I?

    def written(self, game: Wb, paths: Paths, take: Lost) -> Action:
        """The answer as plain data: only those who go, only those who lose."""
        label = game.board.label
        labels = {name: [label(h) for h in path] for name, path in self.all(paths) if path}
        return {"do": self.do, "paths": labels, "take": take}

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Every combination of paths, and for each every way to bear what is owed."""
        free = [name for name in self.units if name not in self.order.force.pinned]
        choices = [[(), *self.routes.every(name, self.order.hexes)] for name in free]
        for chosen in product(*choices):
            paths = {name: path for name, path in zip(free, chosen, strict=True) if path}
            if self.routes.refusals(paths, self.order.hexes):
                continue
            levels = list(self.payers(game, paths).items())
            for take in shares(levels, self.due(game, paths)):
                if not self.unsettled(game, paths, take):
                    yield self.written(game, paths, take)

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """A distance, a path for each unit as far as it can, and losses by lot."""
        hexes = rng.randint(0, self.order.hexes)
        paths: Paths = {}
        for name in self.units:
            if name not in self.order.force.pinned:
                found = self.routes.some(name, paths, hexes)
                if found:
                    paths[name] = rng.choice(found)
        take = drawn(self.payers(game, paths), self.due(game, paths), self.order.prices, rng)
        action = self.written(game, paths, take)
        return action if not self.check(game, player, action) else self.stand(game)

    def only(self, game: Wb) -> Action | None:
        """The answer, if there is just one: nobody can go and nothing is to choose."""
        free = [name for name in self.units if name not in self.order.force.pinned]
        if any(next(self.routes.ways(name, 1, {}, True), None) for name in free):
            return None
        found = list(islice(self.legal(game, self.order.force.side), 2))
        return found[0] if len(found) == 1 else None

    # ---- standing answers

    def stand(self, game: Wb) -> Action:
        """Nobody goes; the side bears everything. [5.3.7]"""
        return self.settled(game, {})

    def settled(self, game: Wb, paths: Paths) -> Action:
        """These paths, with the cheapest losses that settle them."""
        due = self.due(game, paths)
        take = cheapest(game, self.payers(game, paths), due, self.order.prices)
        return self.written(game, paths, take)

    def best(self, game: Wb) -> Action:
        """All the way if that can be done, else as far as possible, with the fewest losses."""
        found = []
        for through in (False, True):
            paths: Paths = {}
            for name in self.units:
                if name not in self.order.force.pinned:
                    path = self.routes.farthest(name, paths, self.order.hexes, through)
                    if path:
                        paths[name] = path
            action = self.settled(game, paths)
            if not self.check(game, self.order.force.side, action):
                tolls = sum(self.routes.toll(path) for path in paths.values())
                found.append((sum(action["take"].values()) + tolls, action))
        return min(found, key=lambda pair: pair[0])[1] if found else self.stand(game)

    def unless_in_town(self, game: Wb) -> Action:
        """Towns are held at any price; elsewhere the side retreats."""
        urban, origin = game.scenario.ground.urban, self.order.force.origin
        return self.stand(game) if any(urban[origin[u]] for u in self.units) else self.best(game)


def retreat(game: Wb, order: Order) -> Questions[Paths]:
    """The side decides who goes where and who pays; gives back the paths taken. [5.3.1]

    A way that leads into a zone of control he could not know of is not taken: he is told, and
    decides again. [5.3.3] [16.1.1]
    """
    force = order.force
    if not force.alive(game):
        return {}
    tried: frozenset[int] = frozenset()
    while True:
        offer = Retreat(game, order, tried)
        answer = offer.only(game)
        if answer is None:
            answer = yield _ask(game, order, offer)
        paths, _ = offer.read(game, answer["paths"])
        found = offer.routes.surprises(paths)
        if not found:
            break
        tried |= found
        _tell_surprises(game, force.side, found)
    tolls = {name: offer.routes.toll(path) for name, path in paths.items()}
    bear(game, force, answer.get("take", {}), "5.3.7")
    gone = {
        name: path for name, path in offer.all(paths) if path and unit_of(game, name).place == MAP
    }
    for name, path in gone.items():
        withdraw(game, name, path, tolls[name])
    return gone


def _ask(game: Wb, order: Order, offer: Retreat) -> Ask:
    """The question to the side that must retreat. [5.3.1]"""
    return Ask(
        order.force.side,
        "retreat",
        f"retreat {order.hexes} hexes, or lose a CEL for each hex not retreated",
        "5.3.1",
        (offer,),
        default=lambda: offer.best(game),
        policies={
            "retreat": lambda: offer.best(game),
            "stand": lambda: offer.stand(game),
            "retreat unless in town": lambda: offer.unless_in_town(game),
        },
        context=lambda: {
            "units": list(offer.units),
            "hexes": order.hexes,
            "spared": order.spared,
        },
    )


def _tell_surprises(game: Wb, side: str, hexes: frozenset[int]) -> None:
    """Say that the way back is not open, and where; that cannot be unlearned. [16.1.1]"""
    labels = [game.board.label(h) for h in sorted(hexes)]
    text = f"{', '.join(labels)} cannot be retreated through: an enemy zone of control is there"
    game.reveal(side)
    game.emit(Event("zone found", text, "5.3.3", {"side": side, "hexes": labels}))


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
    counter, labels = counter_of(game, name), [game.board.label(h) for h in path]
    way = f"{kind}s to {labels[-1]}" if kind == "retreat" else f"pursues to {labels[-1]}"
    full = Event(kind, f"{counter.name} {way}", rule, {"unit": name, "path": labels})
    if masking.sight(game, game.scenario.other(counter.side), name) == masking.FULL:
        game.emit(full)
        return
    others = Event(kind, f"a {counter.side} unit {way}", rule, {"path": labels})
    game.emit(replace(full, seen_by=(counter.side,), others=others))
