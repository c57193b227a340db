"""Bridges: which stand, who controls them, and how they fall. [14.1]

Blowing up and rebuilding are in `demolition`, building across big rivers in `bridge_building`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from grognard.board.search import Adjacency
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal, Refused
from grognard.kit.forms import Field
from grognard.systems.wb95.pieces.stacks import holder, on_map, stacks
from grognard.systems.wb95.scenario import Wb, Wb95Scenario
from grognard.systems.wb95.status import BRIDGES, HEXES, NEUTRAL, WORKS
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.works.spans import SPANS, spans


def standing(game: Wb) -> Mapping[int, bool]:
    """Every hexside that is bridged now."""
    return spans(game).standing


def bridged(game: Wb, a: int, b: int) -> bool:
    """Whether a bridge stands between two hexes."""
    return game.scenario.ground.side_key(a, b) in spans(game).standing


def water_in_combat(game: Wb, a: int, b: int) -> tuple[str, ...]:
    """The water that an attack from one hex on the next comes across, the greatest first. [5.5.4]

    It counts bridged or not, for a bridge is a way to move, not ground to attack on; the option
    lets a bridge carry an attack too.
    """
    if game.options["bridged-water"] == "ignored" and bridged(game, a, b):
        return ()
    return game.scenario.ground.water(a, b)


def steps(game: Wb, move: str) -> Adjacency:
    """The steps of a class of movement over the bridges that stand now."""

    def compute() -> Adjacency:
        return game.scenario.ground.steps(move, altered(game))

    return game.cached(("steps", move), (SPANS,), compute)


def altered(game: Wb) -> frozenset[int]:
    """The hexsides where a printed bridge is down, or one stands that is not printed."""
    return game.scenario.ground.bridges_as_printed.symmetric_difference(standing(game))


def in_use(game: Wb) -> bool:
    """Whether the chapter is in use; without it nobody destroys or builds a bridge. [14.1.1]"""
    return game.options["bridges"] == "on"


def label(game: Wb, key: int) -> str:
    """How a bridge is written: its two ends, `0203-0204`."""
    a, b = game.scenario.ground.side_hexes(key)
    return f"{game.board.label(a)}-{game.board.label(b)}"


class SpanField(Field):
    """A hexside that a bridge may cross, by its two ends from either of them."""

    def read(self, game: Wb, value: str) -> int:
        """The hexside."""
        ends = value.split("-")
        if len(ends) != 2:
            text = f"a bridge is written by its two hexes, 0203-0204, not {value!r}"
            raise Refused([Refusal("form", text)])
        a, b = (game.board.hex(end) for end in ends)
        if not game.board.adjacent(a, b):
            raise Refused([Refusal("form", f"{ends[0]} and {ends[1]} are not adjacent")])
        return game.scenario.ground.side_key(a, b)

    def write(self, game: Wb, value: int) -> str:
        """Its two ends."""
        return label(game, value)

    def hexes(self, value: str) -> Iterable[str]:
        """Its two ends."""
        return value.split("-")


Span = Annotated[int, SpanField()]


def destroy(game: Wb, key: int, rule: str) -> None:
    """A bridge falls, whatever did it: units, guns or aircraft. [14.1.1]

    One that is down already, or was never there, is left as it is.
    """
    bridge = game.state[BRIDGES].get(key)
    if bridge is None or not bridge.intact or not in_use(game):
        return
    game.put(BRIDGES, key, replace(bridge, intact=False))
    name = label(game, key)
    game.emit(Event("bridge down", rule, {"bridge": name}))


def fair_game(game: Wb, side: str, key: int) -> bool:
    """Whether a side's guns and aircraft may aim at a bridge: at any, or by the option at its own.

    That only its controller destroys a bridge is read of demolition by units. [14.1.4]
    """
    bridge = game.state[BRIDGES].get(key)
    return game.options["bridges-under-fire"] == "any-bridge" or (
        bridge is not None and bridge.controller == side
    )


def bridges_of(game: Wb, h: int) -> tuple[int, ...]:
    """The bridges, standing or not, that begin in a hex."""
    return spans(game).at.get(h, ())


def update_control(game: Wb, h: int) -> None:
    """Settle who controls the bridges of a hex that units have come to or gone from. [14.1.3]

    Who is alone at a bridge controls it. With both sides at it, whoever was there first keeps it;
    with nobody at it, it stays with whoever was there last.
    """
    for key in bridges_of(game, h):
        a, b = game.scenario.ground.side_hexes(key)
        present = {holder(game, a), holder(game, b)} - {None}
        if len(present) == 1:
            _hand_over(game, key, str(present.pop()))


def settle_unattended(game: Wb) -> None:
    """At the end of a Supply Phase bridges without units follow the control of both ends. [14.1.3]

    An end that is the enemy's or nobody's leaves the bridge with whoever had it.
    """
    hexes, held = game.state[HEXES], stacks(game).at
    found, ends = dict[int, str](), game.scenario.ground.side_hexes
    for key, bridge in game.state[BRIDGES].items():
        a, b = ends(key)
        side = hexes[a].control
        if side in (NEUTRAL, bridge.controller) or a in held or b in held:
            continue
        if side == hexes[b].control:
            found[key] = side
    for key, side in sorted(found.items()):
        _hand_over(game, key, side)


def _hand_over(game: Wb, key: int, side: str) -> None:
    bridge = game.state[BRIDGES][key]
    if bridge.controller != side:
        game.put(BRIDGES, key, replace(bridge, controller=side))


def first_controller(scenario: Wb95Scenario, key: int, holders: Mapping[int, str]) -> str:
    """Who controls a bridge at the start. [14.1.3]

    Whoever alone has units at it; without units, whoever controls both ends. With both sides at
    it nobody is known to have been first, so nobody controls it until one side leaves.
    """
    ends = scenario.ground.side_hexes(key)
    present = {holders[h] for h in ends if h in holders}
    claims = present or {scenario.control[h] for h in ends}
    return claims.pop() if len(claims) == 1 else NEUTRAL


def first_holders(scenario: Wb95Scenario) -> dict[int, str]:
    """The side whose units stand in each hex at the start."""
    return {
        unit.hex: scenario.counters[name].side
        for name, unit in scenario.units.items()
        if unit.place == MAP
    }


def note_builders(game: Wb, side: str) -> None:
    """At the end of a side's Supply Phase, note its headquarters beside a big river. [14.3.2a]"""
    if not in_use(game):
        return
    banks, counters, units = game.scenario.ground.banks, game.scenario.counters, game.state[UNITS]
    for name in on_map(game, side):
        if counters[name].hq and units[name].hex in banks:
            game.put(UNITS, name, replace(units[name], banked=game.serial))


def building(game: Wb, name: str) -> bool:
    """Whether a headquarters is at work on a bridge and must stay where it is. [14.3.4]"""
    return name in game.state[WORKS]
