"""Fog of war: what of a stack its enemy may see. [4.8b] [4.9]

He sees one ground unit of each stack: the top one in Combat Mode that is Attack-Capable, or simply
the top one; its mode and whether it is out of supply, but neither its steps nor its stocks. He sees
hedgehogs, bases and ports, and one Active aircraft, a fighter if there is one; of ships the one on
top, and all of them only when he fires at them [18.3c]. Zones of control are never hidden. [4.9a]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Kind
from grognard.kit.orders import OfOne
from grognard.systems.ocs.pieces import formations, stacks
from grognard.systems.ocs.pieces.values import attack_capable, counter_of, exerts, unit_of
from grognard.systems.ocs.scenario import FIGHTER, LANDING_CRAFT, Ocs
from grognard.systems.ocs.status import AIR, FORMATIONS, SHIPS
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.units import COMBAT, RESERVE, UNITS
from grognard.table.composition import Ordering


def shown_of(game: Ocs, names: Sequence[str]) -> str:
    """The one of some units, from the bottom to the top, that an enemy sees. [4.8b(C)] [4.9a]

    [CT-stacking]
    """
    for name in reversed(names):
        unit = unit_of(game, name)
        if unit.mode == COMBAT and attack_capable(counter_of(game, name), unit):
            return name
    for name in reversed(names):
        if exerts(counter_of(game, name), unit_of(game, name)):  # an exploiter's zone [4.8b(D)]
            return name
    return names[-1]


def on_show(game: Ocs, h: int) -> str:
    """The combat unit of a hex that its enemy sees; empty if there is none. [4.9a]"""
    names = stacks.units_at(game, h)
    return shown_of(game, names) if names else ""


def aircraft_on_show(game: Ocs, h: int, side: str) -> str:
    """The Active aircraft that lies on top: a fighter if there is one. [4.8b(E)] [4.9a]"""
    active = [key for key in stacks.air_at(game, h, side) if game.state[AIR][key].active]
    fighters = [
        key for key in active if FIGHTER in game.scenario.planes[game.state[AIR][key].counter].types
    ]
    return (fighters or active or [""])[0]


def top_ship(game: Ocs, keys: Sequence[str]) -> str:
    """The one of some ships that lies on top: landing craft lie below; empty if there is none."""
    counters, ships = game.scenario.ship_counters, game.state[SHIPS]
    fighting = [key for key in keys if counters[ships[key].counter].type not in LANDING_CRAFT]
    return (fighting or list(keys) or [""])[0]


def ship_on_show(game: Ocs, h: int, side: str) -> str:
    """The ship of a stack that its enemy sees; the others he sees if he fires at them. [4.9a]

    [18.3c(A)]
    """
    return top_ship(game, stacks.ships_at(game, h, side))


def reserve_on_show(game: Ocs, h: int) -> bool:
    """Whether a Reserve marker shows: it lies on its units, and under those on top of it.

    So it is hidden under a unit in Combat Mode. [4.8b(A)] [4.8b(C)] [4.9a]
    """
    top = on_show(game, h)
    return bool(top) and unit_of(game, top).mode == RESERVE


def sees(game: Ocs, player: str | None, name: str) -> bool:
    """Whether a player may look at a unit's counter. [4.9a]

    On the map the enemy's are covered but for the one on show; the umpire (None) sees all.
    """
    if player is None or counter_of(game, name).side == player:
        return True
    unit = unit_of(game, name)
    return unit.hex >= 0 and on_show(game, unit.hex) == name


def markers_seen(game: Ocs, h: int, side: str) -> list[str]:
    """The formations of a side whose markers the enemy sees in a hex. [13.7] [13.7b]

    By the option they may lie under others: seen is the one alone whose unit is on show. [4.9a]
    """
    here = [
        name
        for name in sorted(game.state[FORMATIONS])
        if formations.side_of(game, name) == side and formations.marker(game, name) == h
    ]
    if game.options["formation-fog"] == "on":
        top = on_show(game, h)
        here = [name for name in here if top and counter_of(game, top).formation == name]
    return here


# ---- the order of a stack


def why_not_on_top(game: Ocs, player: str, name: str) -> list[Refusal]:
    """Why a unit cannot be laid on top of its stack: it is another's, or lies there. [4.8b(C)]"""
    if name not in game.state[UNITS] or counter_of(game, name).side != player:
        return [Refusal("4.8b(C)", f"{name!r} is no unit of {player}")]
    names = stacks.units_at(game, unit_of(game, name).hex)
    if name not in names or names[-1] == name:
        return [Refusal("4.8b(C)", f"{counter_of(game, name).name} lies under no other unit")]
    return []


def covered(game: Ocs, player: str) -> Iterator[str]:
    """A side's units that lie under others."""
    for h in sorted(stacks.stacks(game).held[player]):
        yield from stacks.units_at(game, h)[:-1]


class LayOnTop(Kind[Ocs, OfOne]):
    """Laying a unit on top of its stack, in the set-up or later. [4.8b(C)]

    What the enemy must be shown he is shown in any order. [4.9a]
    """

    do, rule, order = "arrange", "4.8b(C)", OfOne
    title, phrase = "Rearrange a stack", "Lay {unit} on top"
    sure, arranges = True, True

    def against(self, game: Ocs, player: str, order: OfOne) -> list[Refusal]:
        """A unit of one's own that lies under others."""
        return why_not_on_top(game, player, order.unit)

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Every unit that is not on top."""
        return list(covered(game, player))

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[OfOne]:
        """Onto the top."""
        yield OfOne(actor)

    def ordering(self, game: Ocs, player: str, h: int) -> Ordering | None:
        """Any unit of an own stack may lie on top. [4.8b(C)]"""
        names = stacks.units_at(game, h)
        if len(names) < 2 or counter_of(game, names[-1]).side != player:
            return None
        lying = tuple(reversed(names))
        return Ordering(self.written(game, OfOne(lying[0])), "unit", lying, whole=False)

    def carry_out(self, game: Ocs, player: str, order: OfOne) -> None:
        """It lies on top. [4.8b(C)]"""
        unit = unit_of(game, order.unit)
        top = unit_of(game, stacks.units_at(game, unit.hex)[-1])
        game.put(UNITS, order.unit, replace(unit, order=top.order + 1))


class Arrange(LayOnTop, OcsVerb[OfOne]):
    """Lay a unit on top of its stack, in a Movement Segment. [4.8b(C)]"""

    stops = False
