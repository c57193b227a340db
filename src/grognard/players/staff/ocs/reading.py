"""Reading an OCS position from one side's seat: own units, the enemy as far as seen, goals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from grognard.board.search import Adjacency
from grognard.engine.decision import Action
from grognard.kit.ways import NOWHERE, Routes
from grognard.players.seat import Seat
from grognard.players.staff.directing import Directing
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.ocs.doctrine import DOCTRINE, OcsDoctrine
from grognard.players.staff.ocs.goals import goals, treasures
from grognard.players.staff.ocs.sightings import Hidden, Sighting, hidden_share, known_foe
from grognard.players.staff.situation import Piece, Situation
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.movement import movement, reach
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import (
    counter_of,
    printed_strength,
    quarters,
    showing,
    steps_of,
    unit_of,
)
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.supply import paying, supply_paths
from grognard.systems.ocs.supply.paying import Source
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.units import (
    DEAD,
    DG,
    EXPLOIT,
    LEG,
    REMOVED,
    RESERVE,
    STRAT,
    TRUCK,
    UNITS,
    Counter,
    Face,
    Unit,
)


class OcsSeat(Seat):
    """A seat at an OCS table: the general questions, and those of these rules."""

    _game: Ocs

    def __init__(self, game: Ocs, side: str, doctrine: OcsDoctrine = DOCTRINE) -> None:
        super().__init__(game, side)
        self.doctrine = doctrine
        self.attack: Action = {}
        """The attack that its side has just declared, if one is under way."""

    @property
    def scenario(self) -> OcsScenario:
        """What was printed and lies open."""
        return self._game.scenario

    @property
    def table(self) -> Ocs:
        """The game, for the chapters that answer what its player may know. [4.9]"""
        return self._game

    @property
    def enemy(self) -> str:
        """The other side."""
        return self._game.scenario.other(self.side)

    @cached_property
    def kind(self) -> str:
        """The kind of the segment under way."""
        return phases.kind(self._game)

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self._game.turn

    @property
    def turns_left(self) -> int:
        """The turns that are still to be played, this one included."""
        return max(1, self._game.scenario.turns - self._game.turn + 1)

    def still(self, weight: int) -> int:
        """What counts of something that matters only if there is an enemy turn to come."""
        return weight * self.doctrine.last // WHOLE if self.last_word else weight

    @property
    def attacking(self) -> bool:
        """Whether the side has to gain ground to win, as the situation has it."""
        told = self.doctrine.gaining
        return self.scenario.victory.side == self.side if told is None else told

    @property
    def goes_first(self) -> bool:
        """Whether the side's Player Turn is the first of this Game Turn."""
        return phases.turn_status(self._game).first == self.side

    @property
    def last_word(self) -> bool:
        """Whether the enemy has no more Player Turn after this one."""
        return self.turns_left == 1 and self.phasing and not self.goes_first

    @property
    def phasing(self) -> bool:
        """Whether it is the side's own Player Turn."""
        return phases.phasing(self._game) == self.side

    # ---- own units

    def unit(self, name: str) -> Unit:
        """An own unit as it stands."""
        return unit_of(self._game, name)

    def counter(self, name: str) -> Counter:
        """What is printed on an own unit."""
        return counter_of(self._game, name)

    @cached_property
    def own(self) -> list[str]:
        """The own combat units on the map."""
        return stacks.on_map(self._game, self.side)

    def garrison(self, name: str) -> bool:
        """Whether a unit hardly moves: coastal guns, the garrison of a port, fortress troops.

        What it is good for it is where it was put; on the road it would only be caught.
        """
        counter = self.counter(name)
        return max(counter.combat.ma, counter.move.ma) <= self.doctrine.sight.settled

    def can_turn(self, name: str) -> bool:
        """Whether a unit may still choose the side of its counter in this phase. [5.4]"""
        if self.kind != phases.MOVEMENT:
            return False
        unit, now = self.unit(name), self.phase_start
        return now not in (unit.moved, unit.finished, unit.changed) and unit.mode != EXPLOIT

    @cached_property
    def phase_start(self) -> int:
        """The serial of the first segment of the phase under way."""
        return phases.phase_start(self._game)

    def marching(self, name: str, combat_up: bool | None = None) -> Routes:
        """Where a unit could go with fuel, on the side that is up or on another. [6.1b] [5.4]

        Reserves are looked at as if they had been released. [5.7b(A)] Garrisons go nowhere.
        """
        if self.garrison(name):
            return NOWHERE
        key = name, combat_up
        if key not in self._routes:
            self._routes[key] = self._march(name, combat_up)
        return self._routes[key]

    @cached_property
    def _routes(self) -> dict[tuple[str, bool | None], Routes]:
        return {}

    def _march(self, name: str, combat_up: bool | None) -> Routes:
        unit, counter = self.unit(name), self.counter(name)
        up = unit.combat_up if combat_up is None else combat_up
        face = counter.combat if up else counter.move
        begun = movement.march(self._game, name).begun
        start = movement.March(name, self.side, face.move, unit.hex, self.left(name, up), begun)
        able = face.strength is not None and not face.defends_only
        return self.search(start, able)

    def left(self, name: str, combat_up: bool) -> int:
        """The twelfths of a point that a unit could use on a side of its counter, with fuel."""
        unit, counter = self.unit(name), self.counter(name)
        reserve = unit.mode == RESERVE and self.kind != phases.MOVEMENT
        refusal = movement.unable(self._game, name)
        ignored = ("12.5a", "6.1b", "7.0a", "11.0a") if reserve else ("12.5a", "6.1b")
        if refusal is not None and refusal.rule not in ignored:
            return 0
        turns = self.can_turn(name)
        if combat_up != unit.combat_up and not turns:
            return 0
        if not turns and not reserve:
            return movement.left(self._game, name)
        face = counter.combat if combat_up else counter.move
        whole = face.ma * POINT
        return whole // 2 if unit.mode == DG or self.kind == phases.REACTION else whole

    def piece(self, name: str, combat_up: bool) -> Piece:
        """An own unit as it would be on a side of its counter."""
        unit, counter = self.unit(name), self.counter(name)
        face = counter.combat if combat_up else counter.move
        return replace(
            self.situation.pieces[name],
            attack=_power(counter, unit, face, True),
            defence=_power(counter, unit, face, False),
        )

    def search(self, m: movement.March, able: bool) -> Routes:
        """Where somebody on the march can go, minimum moves included. [6.1b] [6.1c]"""
        if m.left <= 0:
            return NOWHERE
        land = reach.country(self._game, m.side, m.move, able, False)
        return reach.onward(land, m, land.out_of(m.hex))

    def value(self, name: str) -> int:
        """What a step of a unit is worth, in points of strength, whatever side of it is up."""
        house = self.doctrine.sight
        key = "staff's value", self.unit(name).counter, house.headquarters, house.gun
        return self.scenario.once(key, lambda: self._value(self.counter(name)))

    def _value(self, counter: Counter) -> int:
        house = self.doctrine.sight
        if counter.hq:
            return house.headquarters
        strength = max(counter.combat.strength or 0, house.gun * bool(counter.combat.barrage))
        return max(1, -(-strength // counter.steps))

    # ---- supply

    def sources(self, name: str, h: int, purpose: str) -> tuple[Source, ...]:
        """The supply that a unit could draw or be thrown if it stood in a hex. [12.3]"""
        return paying.sources(self._game, self.side, h, purpose, (name,))

    @cached_property
    def stock(self) -> int:
        """All own tokens on the map."""
        return sum(store.tokens for store in paying.stores(self._game, self.side))

    @cached_property
    def linked(self) -> frozenset[int]:
        """The hexes in which an own unit would be in trace supply. [12.6]"""
        net = supply_paths.network(self._game, self.side)
        drawn, thrown, active = net.drawn(TRUCK).bits, net.throws.bits, net.active
        return frozenset(
            h for h, (a, b) in enumerate(zip(drawn, thrown, strict=True)) if a or b & active
        )  # fmt: skip

    # ---- the ground and the enemy

    @cached_property
    def walks(self) -> Adjacency:
        """What every step costs on foot in this weather."""
        return self.scenario.ground.steps(movement.condition(self._game, self.side), LEG)

    @cached_property
    def drives(self) -> Adjacency:
        """What every step costs by truck in this weather."""
        return self.scenario.ground.steps(movement.condition(self._game, self.side), TRUCK)

    @cached_property
    def enemy_zone(self) -> Sequence[int]:
        """Where the enemy's zones of control lie: they are open. [4.8b(D)]"""
        return list(zones.zones(self._game).counts[self.enemy])

    @cached_property
    def sightings(self) -> dict[int, Sighting]:
        """Every enemy stack as it shows, and no more of it. [4.9a]"""
        game, found = self._game, {}
        for h in sorted(stacks.stacks(game).held[self.enemy]):
            name = fog.on_show(game, h)
            unit = unit_of(game, name)
            found[h] = Sighting(
                h, name, counter_of(game, name), unit.mode, unit.combat_up, unit.oos,
                fog.reserve_on_show(game, h), stacks.hedgehog(game, h),
            )  # fmt: skip
        return found

    @cached_property
    def dead(self) -> list[str]:
        """The enemy's dead pile, which lies on the table. [IV.K]"""
        units, lost = self._game.state[UNITS], (DEAD, REMOVED)
        counters = self.scenario.counters
        found = sorted((n, counters[u.counter]) for n, u in units.items() if u.place in lost)
        return [counter.name for _, counter in found if counter.side == self.enemy]

    @cached_property
    def enemy_ships(self) -> dict[int, Mapping[str, Any]]:
        """The enemy's ships as they show, by their hexes."""
        if not self.scenario.ship_counters:
            return {}
        rows = (row for row in self.view["enemy"] if row["ships"])
        return {self.board.hex(row["hex"]): row["ships"] for row in rows}

    @cached_property
    def hidden(self) -> Hidden:
        """What is thought to lie under the unit that shows of an enemy stack."""
        return hidden_share(self)

    @cached_property
    def situation(self) -> Situation:
        """The situation as this seat sees it, weighed by its doctrine."""
        return self.doctrine.weighed(read(self))

    @cached_property
    def sizes(self) -> dict[int, int]:
        """How much stands in each own hex, in quarters of a regimental equivalent."""
        found: dict[int, int] = {}
        for piece in self.situation.pieces.values():
            found[piece.hex] = found.get(piece.hex, 0) + piece.size
        return found

    @cached_property
    def directing(self) -> Directing:
        """What its units are told."""
        return Directing(self.situation, self.doctrine)


def read(seat: OcsSeat) -> Situation:
    """The whole situation."""
    return Situation(
        board=seat.board,
        side=seat.side,
        pieces={name: piece_of(seat, name) for name in seat.own},
        foes={h: known_foe(seat, seen) for h, seen in sorted(seat.sightings.items())},
        goals=goals(seat),
        enemy_zone=seat.enemy_zone,
        enemy_steps=seat.walks,
        bases=treasures(seat),
        attacking=seat.attacking,
        bearing=seat.doctrine.sight.bearing,
    )


# --- Own units --------------------------------------------------------------------------------


def piece_of(seat: OcsSeat, name: str) -> Piece:
    """An own unit with what it is good for on its Combat side, if it may still turn it up.

    Who stands as before is known.
    """
    known: dict[str, tuple[Unit, bool, Piece]] = seat.scenario.once(
        ("staff's pieces", seat.doctrine.sight.rides), dict
    )
    unit, turns = seat.unit(name), seat.can_turn(name)
    found = known.get(name)
    if found is None or found[0] is not unit or found[1] != turns:
        found = known[name] = unit, turns, _piece_of(seat, name, unit, turns)
    return found[2]


def _piece_of(seat: OcsSeat, name: str, unit: Unit, turns: bool) -> Piece:
    counter = seat.counter(name)
    face = counter.combat if turns else showing(counter, unit)
    fights = face.strength is not None and not face.defends_only and bool(face.strength)
    if not turns:
        fights = fights and unit.mode != STRAT
    return Piece(
        id=name,
        hex=unit.hex,
        attack=_power(counter, unit, face, True) if fights else 0,
        defence=_power(counter, unit, face, False),
        steps=steps_of(seat.table, name),
        size=quarters(counter, unit),
        fights=fights and not counter.artillery and not counter.hq,
        bars=fights and not unit.oos and unit.mode != DG,
        formation=counter.formation,
        mobile=counter.move.move != LEG or counter.move.ma >= seat.doctrine.sight.rides,
    )


def _power(counter: Counter, unit: Unit, face: Face, attacking: bool) -> int:
    """What a unit fights with, rounded up: losses, disorder, hunger. [9.11d] [5.10b(A)] [9.5a]"""
    if face.strength is None:
        return printed_strength(counter, unit)[0] if not attacking else 0
    halves = bool(unit.lost and (attacking or 2 * unit.lost >= counter.steps))
    below = 1 << (halves + (unit.mode == DG) + unit.oos)
    return -(-face.strength // below)
