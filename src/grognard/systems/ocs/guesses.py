"""Guesses: what the enemy may have under what shows, for all that a player knows. [4.9a]

He sees the unit on show of every stack, zones of control, markers, bases and what lies bare. Which
units lie under others, steps and stocks, supply and loads, and aircraft that do not show are drawn
anew; of supply the guess is what the scenario gave.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence

from grognard.engine.beginnings import first_state
from grognard.engine.hunch import Hunch, Sighting
from grognard.engine.record import replace
from grognard.kit.guessing import assigned, shuffled, strength
from grognard.kit.guessing import drawn as draw
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.naval import ships
from grognard.systems.ocs.pieces import formations, stacks
from grognard.systems.ocs.pieces.values import (
    attack_capable,
    counter_of,
    exerts,
    quarters,
    side_of,
    unit_of,
)
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import (
    AIR,
    DUMPS,
    FORMATIONS,
    SHIPS,
    SIDES,
    SITES,
    TOKENS,
    TRANSPORT,
    Dump,
    dump_key,
)
from grognard.systems.ocs.units import COMBAT, FULL, MAP, MOVE, UNITS, Unit


def in_sight(game: Ocs, player: str | None) -> dict[str, Sighting]:
    """The enemy's units that a player sees. [4.9a]"""
    names = (name for name in game.state[UNITS] if side_of(game, name) != player)
    seen = [name for name in names if fog.sees(game, player, name)]
    return {name: Sighting(unit_of(game, name).hex) for name in seen}


def redraw(
    game: Ocs, player: str, rng: random.Random, known: Collection[str], hunch: Hunch
) -> None:
    """Draw anew all that a player does not see of the enemy. [4.9a]"""
    for side in sorted(side for side in game.scenario.sides if side != player):
        seen = _markers(game, side)
        _units(game, side, rng, known, seen, hunch)
        _formations(game, side, seen)
        _columns(game, side, rng, known)
        _dumps(game, side, rng)
        _planes(game, side, rng)
        _fleet(game, side)
        game.put(SIDES, side, replace(game.state[SIDES][side], plans=()))  # [14.10b]


# ---- units


def _units(
    game: Ocs,
    side: str,
    rng: random.Random,
    known: Collection[str],
    marked: Mapping[str, int],
    hunch: Hunch,
) -> None:
    """Who lies under others, and everybody's steps and stocks. [4.8b] [4.9a]"""
    held = sorted(stacks.stacks(game).held[side])
    tops = {h: fog.on_show(game, h) for h in held}
    strong = {h: any(_exerts(game, n) for n in stacks.units_at(game, h)) for h in held}
    names = sorted(stacks.on_map(game, side))
    hidden = [n for n in names if n not in known and tops[unit_of(game, n).hex] != n]
    for name in names:
        if name not in known:
            lost = counter_of(game, name).steps
            lost -= strength(lost, rng)
            changed = replace(unit_of(game, name), lost=lost, internals=FULL, fuelled=-1)
            game.put(UNITS, name, changed)
    room, covered = _Room(game, held, marked, hunch), set(hidden)
    for name in names:
        if name not in covered:
            room.take(name, unit_of(game, name).hex)
    needed = [h for h in held if strong[h] and not _exerts(game, tops[h])]
    taken = assigned(
        hidden, needed, lambda name, h: _fights(game, name, h), lambda h: h, hunch, rng
    )
    drawn = {name: needed[n] for n, name in taken.items()}
    for name in drawn:
        room.take(name, drawn[name])
    for name in shuffled((n for n in hidden if n not in drawn), rng):
        drawn[name] = room.found(name, rng)
        room.take(name, drawn[name])
    _stack(game, held, drawn, {h: strong[h] and _combat(game, tops[h]) for h in held}, needed)


class _Room:
    """Where in held hexes somebody may lie under others."""

    def __init__(
        self, game: Ocs, held: Sequence[int], marked: Mapping[str, int], hunch: Hunch
    ) -> None:
        self.game, self.held, self.marked, self.hunch = game, held, marked, hunch
        self.left = dict.fromkeys(held, stacks.LIMIT)
        self._able: dict[tuple[str, str], list[int]] = {}

    def take(self, name: str, h: int) -> None:
        """A unit is in a hex."""
        self.left[h] -= _size(self.game, name)

    def found(self, name: str, rng: random.Random) -> int:
        """A hex for a unit: with its formation's marker, or anywhere."""
        able, there = self._hexes(name), self.marked.get(counter_of(self.game, name).formation, -1)
        if there in able:
            return there
        size = _size(self.game, name)
        hexes = [h for h in able if self.left[h] >= size] or able
        return draw(name, hexes or list(self.held), self.hunch, rng)

    def _hexes(self, name: str) -> list[int]:
        """The held hexes in which a unit can stand, worked out once for all of its classes."""
        counter = counter_of(self.game, name)
        classes = counter.combat.move, counter.move.move
        if classes not in self._able:
            self._able[classes] = [h for h in self.held if _can_stand(self.game, name, h)]
        return self._able[classes]


def _stack(
    game: Ocs,
    held: Sequence[int],
    drawn: dict[str, int],
    fighting: dict[int, bool],
    needed: Collection[int],
) -> None:
    """Stack them: who is hidden lies under who shows, in a mode in which he would not show."""
    over = {h: [n for n in stacks.units_at(game, h) if n not in drawn] for h in held}
    for h in held:
        under = [name for name in sorted(drawn) if drawn[name] == h]
        for order, name in enumerate((*under, *over[h])):
            unit = unit_of(game, name)
            if name in drawn:
                mode = COMBAT if fighting[h] or h in needed else MOVE
                unit = Unit(
                    unit.counter, MAP, h, mode=mode, combat_up=mode == COMBAT, lost=unit.lost,
                    due=unit.due, entered=unit.entered,
                )  # fmt: skip
            game.put(UNITS, name, replace(unit, order=order))


def _size(game: Ocs, name: str) -> int:
    return quarters(counter_of(game, name), unit_of(game, name))


def _exerts(game: Ocs, name: str) -> bool:
    return exerts(counter_of(game, name), unit_of(game, name))


def _combat(game: Ocs, name: str) -> bool:
    """Whether a unit on show fights, so that others that fight may lie under it. [4.8b(C)]"""
    unit = unit_of(game, name)
    return unit.mode == COMBAT and attack_capable(counter_of(game, name), unit)


def _fights(game: Ocs, name: str, h: int) -> bool:
    """Whether a unit would have a zone of control in a hex. [4.4b]"""
    counter = counter_of(game, name)
    plain = Unit(unit_of(game, name).counter, MAP, h, mode=COMBAT)
    return exerts(counter, plain) and _can_stand(game, name, h)


def _can_stand(game: Ocs, name: str, h: int) -> bool:
    counter = counter_of(game, name)
    classes = (counter.combat.move, counter.move.move)
    return all(game.scenario.ground.enterable(move, h) for move in classes)


# ---- formations and their markers [13.7]


def _markers(game: Ocs, side: str) -> dict[str, int]:
    """Where the enemy sees markers of formations: they lie with most of their units. [13.7]"""
    held = sorted(stacks.stacks(game).held[side])
    return {name: h for h in held for name in fog.markers_seen(game, h, side)}


def _formations(game: Ocs, side: str, marked: Collection[str]) -> None:
    """Who has been fuelled is not told, nor where markers lie that do not show. [12.5c(A)]"""
    for name, status in sorted(game.state[FORMATIONS].items()):
        if formations.side_of(game, name) == side:
            bare = replace(status, fuelled=False, unfuelled=(), marked=name in marked)
            game.put(FORMATIONS, name, bare)


# ---- supply and transport


def _columns(game: Ocs, side: str, rng: random.Random, known: Collection[str]) -> None:
    """Where transport lies under combat units, and every load. [4.9a]"""
    held = sorted(stacks.stacks(game).held[side])
    for key, found in sorted(game.state[TRANSPORT].items()):
        if found.side != side or key in known:
            continue
        load = 0 if found.extender else rng.randint(0, found.size)
        h = found.hex
        if h >= 0 and stacks.holder(game, h) == side:
            move = game.scenario.kinds[found.kind].move
            h = rng.choice([b for b in held if game.scenario.ground.enterable(move, b)] or [h])
        game.put(TRANSPORT, key, replace(found, hex=h, load=load))


def _dumps(game: Ocs, side: str, rng: random.Random) -> None:
    """What lies on the ground: bare dumps are seen, but not their size; of the others, as many as
    the scenario began with lie under combat units. [4.9a]"""
    begun = [d for d in first_state(game.system, game.scenario)[DUMPS].values() if d.side == side]
    most = max(TOKENS, 2 * sum(dump.tokens for dump in begun) // max(1, len(begun)))
    bare = [d.hex for d in game.state[DUMPS].values() if d.side == side and d.hex >= 0]
    bare = sorted(h for h in bare if stacks.holder(game, h) != side)
    held = sorted(stacks.stacks(game).held[side])
    for key, dump in sorted(game.state[DUMPS].items()):
        if dump.side == side and dump.hex >= 0:
            game.drop(DUMPS, key)
    covered = rng.sample(held, min(len(held), max(0, len(begun) - len(bare))))
    for h in sorted((*bare, *covered)):
        game.put(DUMPS, dump_key(side, h), Dump(side, h, rng.randint(1, most)))


# ---- aircraft and ships


def _planes(game: Ocs, side: str, rng: random.Random) -> None:
    """Where aircraft are that do not show, and who is reduced. [4.9a] [4.9d]"""
    flying = {
        key: air
        for key, air in sorted(game.state[AIR].items())
        if air.side == side and air.place == MAP and not air.carrier
    }
    sites = game.state[SITES].items()
    bases = {h for h, site in sites if site.base >= 0 and site.base_owner == side}
    shown = {key for key, air in flying.items() if fog.aircraft_on_show(game, air.hex, side) == key}
    homes = sorted(bases | {flying[key].hex for key in shown})
    for key, air in flying.items():  # nobody stands in the way of others
        if key not in shown:
            game.put(AIR, key, replace(air, active=False, hex=-1))
    for key in flying:
        air = game.state[AIR][key]
        if key in shown:
            game.put(AIR, key, replace(air, reduced=False))
            continue
        h = rng.choice(homes) if homes else flying[key].hex
        top = fog.aircraft_on_show(game, h, side)
        game.put(AIR, key, replace(air, hex=h, active=True, reduced=strength(2, rng) == 1))
        if fog.aircraft_on_show(game, h, side) != top:
            game.put(AIR, key, replace(game.state[AIR][key], active=False))


def _fleet(game: Ocs, side: str) -> None:
    """Who is damaged where it does not show, and what is aboard. [4.9a] [18.3c(A)]"""
    for key, ship in sorted(game.state[SHIPS].items()):
        if ship.side != side:
            continue
        craft = ships.is_craft(game, key)
        shown = fog.ship_on_show(game, ship.hex, side) == key
        damaged = ship.damaged and (craft or shown)
        game.put(SHIPS, key, replace(ship, damaged=damaged, load=0))
