"""Guesses: what the enemy may have, for all that a player knows. [8.4.0]

He sees the top of every stack outside works, that there is more under it, and what his units on
vantage points must be told. [8.4.2] Who else is where is drawn anew; of armies, headquarters and
air points, of which he is told nothing, the guess is what the scenario began with.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grognard.engine.beginnings import first_state
from grognard.engine.hunch import Hunch, Sighting
from grognard.engine.record import Register, replace
from grognard.kit.guessing import assigned, drawn, likeliest, shuffled, strength
from grognard.systems.goss.command.zones import side_of_zone
from grognard.systems.goss.observation.cover import FT_AREA, work_at
from grognard.systems.goss.observation.reveals import Told, armor_of, overlooked
from grognard.systems.goss.pieces.quiet import disclosed
from grognard.systems.goss.pieces.sight import seen, sees_leader
from grognard.systems.goss.pieces.stacks import stacks, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import PERIODS, Gs
from grognard.systems.goss.status import (
    AIR_TRACKS,
    ARMIES,
    HEXES,
    HQS,
    LEADERS,
    LULLS,
    RESTS,
    SIDES,
    ZONES,
    AirTrack,
    Army,
    Headquarters,
    Rest,
    SideStatus,
)
from grognard.systems.goss.units import GENERIC, GENS, HELD, MAP, TAC, UNITS, Unit

CROWD = 5
"""House: no more covered units than this are thought to be in a hex, if there is room elsewhere."""
DELAYS = 4
"""The values that a delay marker may have: 0 to 3. [7.13.0]"""
SOON = 3
"""House: an enemy's lull is thought to end within so many game turns."""
OF_ARMY = ("adv", "amp", "fp", "tp", "ammo", "fuel", "motor", "used", "made", "lost_ammo",
           "lost_fuel")  # fmt: skip
OF_STAFF = ("value", "adv", "ohs", "fp", "amp", "trucks", "bought", "assaults", "level", "paid",
            "fuel", "option", "supported", "legs_ride")  # fmt: skip
OF_SIDE = ("inf", "arm", "recycle_inf", "recycle_arm", "atp", "wants")
OF_AIR = ("gs", "gi", "si", "asup")
"""What is noted on the enemy's own sheets. [8.4.0] [16.3.2] [20.1.1] [22.1.0]"""
NOTES: dict[str, Any] = {
    "extended": False, "bridged": False, "raised": 0, "checks": 0, "surplus": False, "granted": 0,
    "emergency": 0, "waiting": 0, "replaced": 0, "earned": 0, "attached": "",
}  # fmt: skip
"""What is noted of a unit and lies on no counter. [8.4.0]"""


def in_sight(game: Gs, player: str | None) -> dict[str, Sighting]:
    """The enemy's units and leaders that a player sees. [8.4.0]"""
    units = [n for n in game.state[UNITS] if counter_of(game, n).side != player]
    leaders = [n for n in game.state[LEADERS] if game.scenario.leaders[n].side != player]
    shown = {n: unit_of(game, n) for n in units if seen(game, player, n)}
    found = {n: Sighting(unit.hex, unit.steps) for n, unit in shown.items()}
    seeing = [n for n in leaders if sees_leader(game, player, n)]
    return found | {n: Sighting(game.state[LEADERS][n].hex) for n in seeing}


def redraw(game: Gs, player: str, rng: random.Random, known: Collection[str], hunch: Hunch) -> None:
    """Draw anew all that a player does not see of the enemy. [8.4.0]"""
    _Stacks(game, player, rng, known, hunch).redraw()
    _leaders(game, player, rng, known, hunch)
    _sheets(game, player)
    _secrets(game, player, rng)


# ---- units


@dataclass
class _Hex:
    """A hex in which a player sees that there is more than he sees, or nobody at all."""

    hex: int
    shown: list[str]
    told: Told | None
    sheltered: bool
    hidden: list[str] = field(default_factory=list)
    steps: int = -1
    """How many steps there are besides those on show, if that is told. [8.4.1]"""


class _Stacks:
    """The enemy's stacks, as they are drawn anew."""

    def __init__(
        self, game: Gs, player: str, rng: random.Random, known: Collection[str], hunch: Hunch
    ) -> None:
        self.game, self.rng, self.hunch = game, rng, hunch
        told = {one.hex: one for one in overlooked(game, player)}
        tops = {one.top for one in told.values()}
        names = [n for n in sorted(game.state[UNITS]) if counter_of(game, n).side != player]
        self.enemies = [n for n in names if unit_of(game, n).place == MAP]
        self.covered = {n for n in self.enemies if not seen(game, player, n)}
        self.hidden = [n for n in sorted(self.covered) if n not in known and n not in tops]
        unseen = set(self.hidden)
        self.hexes = {
            h: self._hex(h, [n for n in units_at(game, h) if n not in unseen], told.get(h))
            for h in sorted({unit_of(game, n).hex for n in self.covered})
        }

    def _hex(self, h: int, shown: list[str], told: Told | None) -> _Hex:
        game = self.game
        side = counter_of(game, units_at(game, h)[0]).side
        outside = [n for n in shown if not unit_of(game, n).inside]
        sheltered = not outside or work_at(game, side, h) not in ("", FT_AREA)
        found = _Hex(h, shown, told, sheltered)
        if told is not None and told.steps >= 0:
            found.steps = told.steps - sum(unit_of(game, n).steps for n in shown)
        return found

    def redraw(self) -> None:
        """Put everybody who is hidden somewhere, and forget what is only noted of the others."""
        hexes = [
            found for found in self.hexes.values() if not self.covered.intersection(found.shown)
        ]
        begun = assigned(
            self.hidden, hexes, self._begins, lambda found: found.hex, self.hunch, self.rng
        )
        for n, name in begun.items():
            hexes[n].hidden.append(name)
        placed = {name for found in hexes for name in found.hidden}
        left = shuffled((name for name in self.hidden if name not in placed), self.rng)
        exact = [found for found in self.hexes.values() if found.steps >= 0]
        for found in exact:
            self._fill(found, left)
        loose = [found for found in self.hexes.values() if found.steps < 0]
        while left:
            name = left.pop()
            fits = [found for found in loose if self._fits(found, name)] or loose or exact
            free = [found for found in fits if len(found.hidden) < CROWD] or fits
            h = drawn(name, [found.hex for found in free], self.hunch, self.rng)
            self.hexes[h].hidden.append(name)
        for name in self.enemies:
            self.game.put(UNITS, name, replace(unit_of(self.game, name), **NOTES))
        for found in self.hexes.values():
            self._settle(found)

    def _most(self, name: str) -> int:
        """How many steps a unit may have; a Z-step unit has none. [4.1.3]"""
        unit = unit_of(self.game, name)
        return 0 if unit.z else max(1, counter_of(self.game, name).steps - unit.out)

    def _armored(self, name: str) -> bool:
        return armor_of(counter_of(self.game, name), unit_of(self.game, name)) != "none"

    def _fits(self, found: _Hex, name: str) -> bool:
        """Whether a unit may be in a hex for all that is told and shown of it."""
        if found.told is not None and not found.told.armor and self._plainly_armored(name):
            return False
        outside = [n for n in found.shown if not unit_of(self.game, n).inside]
        staff = bool(outside) and all(counter_of(self.game, n).hq for n in outside)
        return found.sheltered or not staff or counter_of(self.game, name).hq

    def _plainly_armored(self, name: str) -> bool:
        return counter_of(self.game, name).type.armor != "none"

    def _begins(self, name: str, found: _Hex) -> bool:
        """Whether a unit may be the one without whom there were no more than shows."""
        if found.steps >= 0 and min(1, self._most(name)) > found.steps:
            return False
        armored = self._plainly_armored(name) or not self._wanting(found)
        return armored and self._fits(found, name)

    def _wanting(self, found: _Hex) -> bool:
        """Whether there must be armor in a hex besides what shows. [8.4.1]"""
        there = any(map(self._armored, found.shown))
        return found.told is not None and found.told.armor and not there

    def _fill(self, found: _Hex, left: list[str]) -> None:
        """As many are in a hex as make up the steps that are told of it. [8.4.1]"""
        while found.steps > sum(map(self._most, found.hidden)):
            room = found.steps - len(found.hidden)
            fits = [n for n in left if room and self._most(n) and self._fits(found, n)]
            if not fits:
                return
            name = likeliest(fits, found.hex, self.hunch, self.rng)[0]
            left.remove(name)
            found.hidden.append(name)

    def _settle(self, found: _Hex) -> None:
        """Who is hidden lies under who shows, within works where there are any."""
        game, steps = self.game, self._steps(found)
        for order, name in enumerate((*sorted(found.hidden), *found.shown)):
            unit = unit_of(game, name)
            if name in steps:
                unit = _plain(unit, found.hex, steps[name], found.sheltered)
                unit = replace(unit, battery=counter_of(game, name).artillery)
            game.put(UNITS, name, replace(unit, order=order))

    def _steps(self, found: _Hex) -> dict[str, int]:
        """How many steps each has who is hidden in a hex."""
        most = {name: self._most(name) for name in sorted(found.hidden)}
        if found.steps < 0:
            known = {name: self.hunch.strength(name) for name in most}
            return {n: strength(m, self.rng, min(1, m), known[n]) for n, m in most.items()}
        steps = {name: min(1, n) for name, n in most.items()}
        for name, n in most.items():
            steps[name] += max(0, min(n - steps[name], found.steps - sum(steps.values())))
        return steps


def _plain(unit: Unit, h: int, steps: int, inside: bool) -> Unit:
    """A unit of which nothing is known but that it is there."""
    return Unit(
        MAP, h, steps, z=unit.z, out=unit.out, due=unit.due, group=unit.group,
        returned=unit.returned, replaces=unit.replaces, arrived=unit.arrived,
        mode=TAC, supply=GENS, inside=inside,
    )  # fmt: skip


# ---- leaders, sheets and notes


def _leaders(
    game: Gs, player: str, rng: random.Random, known: Collection[str], hunch: Hunch
) -> None:
    """Leaders in stacks of the enemy, and what panzer battalions are made of. [8.4.0] [4.6.1]"""
    for name, leader in sorted(game.state[LEADERS].items()):
        side = game.scenario.leaders[name].side
        if side != player and name not in known and not sees_leader(game, player, name):
            h = drawn(name, sorted(stacks(game).held[side]), hunch, rng)
            game.put(LEADERS, name, replace(leader, hex=h, rides=False, at_hq=False))
    for name, unit in sorted(game.state[UNITS].items()):
        theirs = unit.place == HELD and counter_of(game, name).side != player
        if theirs and counter_of(game, unit.where).is_(GENERIC):
            z = strength(2, rng) == 1
            game.put(UNITS, name, replace(unit, z=z, steps=int(not z)))


def _sheets(game: Gs, player: str) -> None:
    """Armies, headquarters, replacements and air points: as the scenario began. [8.4.0]"""
    hqs = [n for n in game.state[HQS] if counter_of(game, n).side != player]
    armies = [n for n in game.state[ARMIES] if game.scenario.armies[n].side != player]
    sides = [n for n in game.state[SIDES] if n != player]
    tracks = [n for n in game.state[AIR_TRACKS] if n.partition(" ")[0] != player]
    _as_begun(game, HQS, hqs, OF_STAFF, Headquarters())
    _as_begun(game, ARMIES, armies, OF_ARMY, Army())
    _as_begun(game, SIDES, sides, OF_SIDE, SideStatus())
    _as_begun(game, AIR_TRACKS, tracks, OF_AIR, AirTrack())


def _as_begun(
    game: Gs, register: Register[str, Any], keys: Sequence[str], fields: Sequence[str], bare: Any
) -> None:
    begun: Mapping[str, Any] = first_state(game.system, game.scenario)[register]
    for key in sorted(keys):
        first = begun.get(key, bare)
        changed = {name: getattr(first, name) for name in fields}
        game.put(register, key, replace(game.state[register][key], **changed))


def _secrets(game: Gs, player: str, rng: random.Random) -> None:
    """Delay markers, rests, lulls and boundaries. [3.5.2] [7.13.0] [9.2.0] [24.1.2]"""
    for h, one in sorted(game.state[HEXES].items()):
        if one.delayer not in ("", player) and one.delay >= 0:
            game.put(HEXES, h, replace(one, delay=rng.randrange(DELAYS)))
        if one.builder not in ("", player):
            game.put(HEXES, h, replace(game.state[HEXES][h], starved=False))
    for key, rest in sorted(game.state[RESTS].items()):
        if not rest.shown and _whose(game, key) != player:
            game.put(RESTS, key, Rest(rng.choice(PERIODS)))
    for key, lull in sorted(game.state[LULLS].items()):
        if lull.one not in ("", player) and not lull.mandated and not lull.ended:
            until = max(game.turn, lull.since) + 1 + rng.randrange(SOON)
            game.put(LULLS, key, replace(lull, until=until, postponed=0))
    for key in sorted(game.state[ZONES]):
        if side_of_zone(game, key) != player and not disclosed(game, key):
            game.drop(ZONES, key)


def _whose(game: Gs, key: str) -> str:
    """Who has noted a rest. [3.5.2]"""
    return key if key in game.scenario.sides else side_of_zone(game, key)
