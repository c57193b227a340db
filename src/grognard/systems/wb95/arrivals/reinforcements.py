"""Reinforcements: coming onto the map, changing the entry zone, leaving the map. [11.0]

Units that have entered go on as others do, with what they have left. In a Strategic Movement Phase
they come in by its rules: fewer points, and never into an enemy zone of control. [12.2.2] [12.2.3]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Path, Pieces, Word
from grognard.kit.orders import OfMany
from grognard.systems.wb95.arrivals.entry_zones import (
    apart,
    column,
    entry,
    road,
    strategic_entry,
    zone_by_id,
    zones_at,
)
from grognard.systems.wb95.masking.masking import masked_game, touched, zone_known
from grognard.systems.wb95.movement import strategic
from grognard.systems.wb95.movement.advancing import advance
from grognard.systems.wb95.movement.marching import step_into, step_off
from grognard.systems.wb95.movement.movement import (
    SECONDARY,
    ZONE_EXIT,
    March,
    budget,
    class_of,
    initial,
    stride,
    unable,
    without_points,
)
from grognard.systems.wb95.movement.stacking import keeps_room
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT, holder, in_zone, roster, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.units import EXPECTED, UNITS
from grognard.table.worded import Hand

SHIFT = 3
"""Zones a unit may be moved along the edge while it waits a turn. [11.2.2]"""

MOVEMENT_TO_STRATEGIC = 2
"""Phases from a side's Movement Phase to its Strategic Movement Phase."""


def expected(game: Wb, side: str) -> list[str]:
    """A side's reinforcements that may come now, in the order of the counters. [11.1.1]"""
    return [
        name
        for name in roster(game, EXPECTED)
        if unit_of(game, name).due <= game.turn and counter_of(game, name).side == side
    ]


def cels_of(game: Wb, names: Sequence[str]) -> int:
    """The CELs of some units together."""
    return sum(unit_of(game, name).cel for name in names)


def in_order(game: Wb, names: Sequence[str]) -> list[str]:
    """Units in the order of the counters."""
    chosen = set(names)
    return [name for name in game.scenario.counters if name in chosen]


def not_due(game: Wb, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why these are no reinforcements of the player's that may come now. [11.1.1]"""
    if not names or len(set(names)) != len(names):
        return [Refusal("11.1.1", "name at least one reinforcement, and each only once")]
    refusals = []
    for name in names:
        unit = game.state[UNITS].get(name)
        if unit is None or unit.place != EXPECTED or counter_of(game, name).side != player:
            text = f"{name!r} is none of {player}'s reinforcements still to come"
            refusals.append(Refusal("11.1.1", text))
        elif unit.due > game.turn:
            text = f"{name} comes on turn {unit.due}; it is turn {game.turn}"
            refusals.append(Refusal("11.1.1", text))
    return refusals


def unknown_zone(game: Wb, player: str, zone: str) -> list[Refusal]:
    """Why there is no such entry zone for the player. [11.1.2]"""
    if zone_by_id(game, player, zone) is not None:
        return []
    known = ", ".join(found.id for found in game.scenario.zones[player]) or "none"
    return [Refusal("11.1.2", f"{player} has no entry zone {zone!r}; there are: {known}")]


def closed(game: Wb, player: str, h: int) -> list[Refusal]:
    """Why nobody of a side may come in through a hex now."""
    enemy, label = game.scenario.other(player), game.board.label(h)
    if holder(game, h) == enemy:
        return [Refusal("3.1.8", f"enemy units stand in {label}")]
    if game.state[HEXES][h].control == enemy:
        return [Refusal("11.1.4", f"{enemy} controls {label}; nobody enters there")]
    if strategic_entry(game) and zone_known(game, player)[h]:
        text = f"{label} lies in an enemy zone of control; strategic movement stays out of it"
        return [Refusal("12.2.2", text)]
    return []


def too_far(game: Wb, player: str, name: str, zone: str) -> list[Refusal]:
    """Why a unit may not enter through a zone: neither its own nor the next one to it. [11.2.1]"""
    own = unit_of(game, name).zone
    distance = apart(game, player, own, zone)
    if distance > 1:
        text = f"{name} waits at {own}, {distance} zones from {zone}; it may shift there first"
        return [Refusal("11.2.1", text)]
    if distance == 1 and strategic_entry(game):
        return [Refusal("11.2.1", f"{name} changes its zone in a Movement Phase only")]
    return []


@dataclass(frozen=True, slots=True)
class Arrival:
    """Reinforcements come in through a hex of an entry zone, and may go on along a path."""

    units: Pieces
    zone: Word
    hex: Hex
    path: Path = ()


class Enter(Verb[Wb, Arrival]):
    """Bringing reinforcements onto the map, in one stack. [11.1.3] [11.1.5]

    They stop in the entry hex, from where they may be moved as others are; with `path` they go on
    at once, which lets them pass through an entry hex that is full. [3.1.10]
    """

    do, rule, order = "enter", "11.1.3", Arrival
    title, phrase = "Enter the map", "{units} enters at {hex}"
    sure, few = True, True

    def against(self, game: Wb, player: str, order: Arrival) -> list[Refusal]:
        """Due units, a zone that is theirs or next to it, an open hex, room, and enough points."""
        refusals = not_due(game, player, order.units) or unknown_zone(game, player, order.zone)
        if refusals:
            return refusals
        found = zone_by_id(game, player, order.zone)
        if found is None or order.hex not in found.hexes:
            label = game.board.label(order.hex)
            return [Refusal("11.1.2", f"{label!r} is no hex of the entry zone {order.zone}")]
        return self.barred(game, player, order)

    def barred(self, game: Wb, player: str, order: Arrival) -> list[Refusal]:
        """The reasons against due units entering through one hex of a zone, and going on."""
        if strategic_entry(game) and not strategic.in_use(game):
            return [Refusal("12.1.1", "strategic movement is not played in this game")]
        names, zone, h, path = order.units, order.zone, order.hex, order.path
        refusals = [r for name in names for r in too_far(game, player, name, zone)]
        refusals += closed(game, player, h)
        if refusals:
            return refusals
        nth = column(game, player, h, cels_of(game, names))
        refusals = _unaffordable(game, names, zone, h, nth)
        refusals = refusals or [r for name in names for r in onward(game, name, zone, h, nth, path)]
        return refusals or keeps_room(game, player, names, path[-1] if path else h)

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Arrival]:
        """Every group of due units that may enter together, hex by hex.

        Where the hex is full, each unit that may pass on to the next one.
        """
        due = expected(game, player)
        for zone in game.scenario.zones[player] if due else ():
            for h in zone.hexes:
                singly = [Arrival((name,), zone.id, h) for name in due]
                able = [one for one in singly if not self.barred(game, player, one)]
                yield from able
                names = [name for one in able for name in one.units]
                for group in groups(names, 2):
                    together = Arrival(group, zone.id, h)
                    if not self.barred(game, player, together):
                        yield together
                for one in singly:
                    if one not in able:
                        yield from self._passing(game, player, one)

    def _passing(self, game: Wb, player: str, order: Arrival) -> Iterator[Arrival]:
        """One unit's ways through a full entry hex."""
        for b in game.board.around(order.hex):
            onward = Arrival(order.units, order.zone, order.hex, (b,))
            if not self.barred(game, player, onward):
                yield onward

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """A few due units through one of the hexes open to them."""
        due = expected(game, player)
        ways = [(z, h) for z in game.scenario.zones[player] for h in z.hexes] if due else []
        rng.shuffle(due)
        rng.shuffle(ways)
        for zone, h in ways:
            names: tuple[str, ...] = ()
            for name in due:
                more = Arrival((*names, name), zone.id, h)
                if not self.barred(game, player, more):
                    names = more.units
                    if rng.randrange(2):
                        break
            if names:
                return self.written(game, Arrival(tuple(in_order(game, names)), zone.id, h))
        return None

    def own(self, game: Wb, player: str, piece: str) -> Iterator[Action]:
        """A reinforcement by itself, at each hex of an entry zone. [11.1.3]"""
        for zone in game.scenario.zones[player]:
            for h in zone.hexes:
                yield self.written(game, Arrival((piece,), zone.id, h))

    def carry_out(self, game: Wb, player: str, order: Arrival) -> None:
        """Pay for the hex, stand in it, go on; one after another as the counters come. [11.1.5]"""
        names, h, path = in_order(game, order.units), order.hex, order.path
        nth = column(game, player, h, cels_of(game, names))
        tell_arrival(game, player, names, "entry", "11.1.3", [h, *path])
        for name in names:
            _bring(game, player, name, order.zone, h, nth)
            if path:
                advance(game, name, path)


def groups(names: Sequence[str], least: int = 1) -> Iterator[tuple[str, ...]]:
    """Every group of units, the small ones first."""
    for size in range(least, len(names) + 1):
        yield from combinations(names, size)


def _unaffordable(game: Wb, names: Sequence[str], zone: str, h: int, nth: int) -> list[Refusal]:
    """One stack enters at a time, and each one after the first waits and pays. [11.1.5]"""
    label, cels, refusals = game.board.label(h), cels_of(game, names), []
    if cels > STACKING_LIMIT:
        text = f"{cels} CEL are more than one stack of {STACKING_LIMIT}; let them come in turn"
        return [Refusal("11.1.5", text)]
    for name in names:
        price = entry(game, name, zone, h, nth)
        if price is None:
            ground = game.board.terrain[h]
            refusals.append(Refusal("3.1.11", f"{label} is {ground}, closed to {name}"))
        elif price.points == 0:
            refusals.append(without_points(game, name))
        elif price.cost > price.points:
            text = f"{name}: {label} as stack {nth} of the column {price.text()}"
            refusals.append(Refusal("11.1.5", text))
    return refusals


def onward(game: Wb, name: str, zone: str, h: int, nth: int, path: Sequence[int]) -> list[Refusal]:
    """Why a unit that enters through a hex may not go on along a path in the same move."""
    price, side = entry(game, name, zone, h, nth), counter_of(game, name).side
    if price is None or not path:
        return []
    left = price.points - price.cost
    routed = road(game.scenario.ground, h) == SECONDARY
    m = March(name, side, class_of(game, name), h, initial(game, name), left, routed)
    for b in path:
        if zone_known(game, side)[m.hex]:
            label = game.board.label(m.hex)
            text = f"a unit stops on entering an enemy zone of control, here in {label}"
            return [Refusal("4.2.1", text)]
        found = stride(game, m, b)
        if isinstance(found, Refusal):
            return [found]
        m = found.after
    return []


def _bring(game: Wb, player: str, name: str, zone: str, h: int, nth: int) -> None:
    """One unit comes in: what it has not got for its entry counts as used up. [11.2.1]"""
    price = entry(game, name, zone, h, nth)
    assert price is not None
    spent = initial(game, name) - price.points + price.cost
    step_into(game, name, h)
    halted = in_zone(game, h, game.scenario.other(player))  # [4.2.1]
    routed = game.serial if road(game.scenario.ground, h) == SECONDARY else -1  # [T.terrain.n2]
    came = replace(
        unit_of(game, name),
        moved=game.serial, spent=spent, start=-1, halted=halted, routed=routed,
        entered=game.serial, entry=h,
    )  # fmt: skip
    if strategic_entry(game):
        came = replace(came, marked=game.serial - MOVEMENT_TO_STRATEGIC)  # [12.1.3]
    game.put(UNITS, name, came)


def tell_arrival(
    game: Wb, player: str, names: list[str], kind: str, rule: str, path: list[int]
) -> None:
    """Tell what comes where; of closed stacks the enemy learns the place only. [16.1.1]

    Units that come next to the enemy learn what is there, so it cannot be taken back.
    """
    labels = [game.board.label(h) for h in path]
    facts = {"side": player, "hex": labels[0], "path": labels[1:]}
    told = Event(kind, rule, {**facts, "units": names})
    if masked_game(game):
        others = Event(kind, rule, facts)
        told = replace(told, seen_by=(player,), others=others)
        if any(touched(game, game.scenario.other(player), h) for h in path):
            game.reveal(player)
    game.emit(told)


@dataclass(frozen=True, slots=True)
class Transfer:
    """Reinforcements go to another entry zone."""

    units: Pieces
    zone: Word


class Shift(Verb[Wb, Transfer]):
    """Waiting a turn, and moving along the edge to another entry zone meanwhile. [11.2.2]"""

    do, rule, order = "shift", "11.2.2", Transfer
    title, phrase = "Change entry zone", "{units} goes to {zone}"

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """The reinforcements that may come now."""
        return expected(game, player)

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Transfer]:
        """To every zone in reach, alone, and then with those that come after it in the list."""
        due = expected(game, player)
        rest = due[due.index(actor) + 1 :]
        zones = {zone.id: None for zone in game.scenario.zones[player]}
        near = [zone for zone in zones if not self._distant(game, player, actor, zone)]
        for zone in near:
            yield Transfer((actor,), zone)
        for zone in near:
            able = [name for name in rest if not self._distant(game, player, name, zone)]
            for group in groups(able):
                yield Transfer((actor, *group), zone)

    def against(self, game: Wb, player: str, order: Transfer) -> list[Refusal]:
        """Units that could enter now, and a zone not more than three from theirs. [11.2.2]"""
        refusals = not_due(game, player, order.units) or unknown_zone(game, player, order.zone)
        if refusals:
            return refusals
        return [r for name in order.units for r in self._distant(game, player, name, order.zone)]

    def _distant(self, game: Wb, player: str, name: str, zone: str) -> list[Refusal]:
        own = unit_of(game, name).zone
        distance = apart(game, player, own, zone)
        if 1 <= distance <= SHIFT:
            return []
        text = f"{name} waits at {own}; it may shift by 1 to {SHIFT} zones, not by {distance}"
        return [Refusal("11.2.2", text)]

    def carry_out(self, game: Wb, player: str, order: Transfer) -> None:
        """They come next turn, from the new zone, with all their points. [11.2.2]"""
        names, zone = in_order(game, order.units), order.zone
        for name in names:
            unit = unit_of(game, name)
            game.put(UNITS, name, replace(unit, zone=zone, due=game.turn + 1))
        facts = {"side": player, "units": names, "zone": zone}
        game.emit(Event("shift", "11.2.2", facts))


class Exit(Verb[Wb, OfMany]):
    """Leaving the map through an entry zone, to come back as a reinforcement. [11.2.3]

    The step off the map costs nothing itself, but it is movement: the unit must be able to move,
    have something left, and pay for leaving an enemy zone of control. [4.2.6]
    """

    do, rule, order = "exit", "11.2.3", OfMany
    title, phrase = "Leave the map", "{units} leaves the map"

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """The units in entry hexes."""
        hexes = {h: None for zone in game.scenario.zones[player] for h in zone.hexes}
        held = [h for h in hexes if holder(game, h) == player]
        return [name for h in held for name in in_order(game, units_at(game, h))]

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[OfMany]:
        """Alone, and with those in its hex that come after it in the list."""
        yield OfMany((actor,))
        here = in_order(game, units_at(game, unit_of(game, actor).hex))
        for group in groups(here[here.index(actor) + 1 :]):
            yield OfMany((actor, *group))

    def against(self, game: Wb, player: str, order: OfMany) -> list[Refusal]:
        """Own units together in a hex of an own entry zone, each able to move."""
        names = order.units
        if not names or len(set(names)) != len(names):
            return [Refusal("11.2.3", "name at least one unit, and each only once")]
        for name in names:
            known = game.state[UNITS].get(name)
            if known is None or known.hex < 0 or counter_of(game, name).side != player:
                return [Refusal("11.2.3", f"{name!r} is none of {player}'s units on the map")]
        if len({unit_of(game, name).hex for name in names}) > 1:
            return [Refusal("11.2.3", "units that leave together stand in one hex")]
        return [r for name in names for r in self._kept(game, player, name)]

    def _kept(self, game: Wb, player: str, name: str) -> list[Refusal]:
        """Why one unit may not leave."""
        h = unit_of(game, name).hex
        if not zones_at(game, player, h):
            text = f"{game.board.label(h)} belongs to no entry zone of {player}"
            return [Refusal("11.2.3", text)]
        refusal = unable(game, name)
        if refusal is not None:
            return [refusal]
        zoned = in_zone(game, h, game.scenario.other(player))
        left = budget(game, name)
        if left <= 0:
            return [Refusal("3.1.5", f"{name} has no MPs left to leave the map with")]
        if zoned and left < ZONE_EXIT:
            return [Refusal("4.2.6", f"leaving an enemy zone of control takes 1 MP of {name}")]
        return []

    def likely(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """What units are told to do where they stand."""
        return not hexes

    def carry_out(self, game: Wb, player: str, order: OfMany) -> None:
        """Off the map; from the next Movement Phase they may come back there. [11.2.3]"""
        names = in_order(game, order.units)
        h = unit_of(game, names[0]).hex
        zone = zones_at(game, player, h)[0].id
        for name in names:
            step_off(game, name, zone, game.turn + 1)
        facts = {"side": player, "units": names, "hex": game.board.label(h), "zone": zone}
        game.emit(Event("exit", "11.2.3", facts))
