"""Modes: Combat, Move, Reserve, Strat, Exploitation and Disorganised. [5.0]

A unit is in one mode at a time; under a marker it keeps the side of its counter, its orientation,
to which it returns. [5.2]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Word
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.forms import Mode, Party
from grognard.systems.ocs.pieces import rolls, stacks, zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.values import counter_of, exerts, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT, Transport
from grognard.systems.ocs.turn.phases import OcsVerb, actor, foretold, phase_start
from grognard.systems.ocs.units import (
    BOX,
    COMBAT,
    DG,
    EXPLOIT,
    MAP,
    MOVE,
    RESERVE,
    STRAT,
    UNITS,
    VOLUNTARY,
    Counter,
    Unit,
)
from grognard.table.worded import Hand

COMBAT_UP, MOVE_UP = "combat", "move"
"""The two sides of a counter, as an action names them."""


def oriented(unit: Unit) -> str:
    """The mode of a unit without a marker: the side that is up. [5.2]"""
    return COMBAT if unit.combat_up else MOVE


def has_combat_side(counter: Counter) -> bool:
    """Replacements have no Combat side. [5.5c] [5.6b]"""
    return not counter.traits & {"pax", "eq"}


def may_ride(game: Ocs, name: str, rail: bool = False) -> Refusal | None:
    """Why a unit's mode keeps it off trains, aircraft and ships; None if it does not. [5.6a] [5.8d]

    Rail Repair units go by rail in Combat Mode too. [5.5a] [5.10d] [13.3g(B)]
    """
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.worked == phase_start(game):
        return Refusal("13.8d", f"{counter.name} has been at work and stays in this phase")
    if unit.mode == MOVE or (rail and unit.mode == COMBAT and "rail-repair" in counter.traits):
        return None
    rule = {COMBAT: "5.5a", RESERVE: "5.7e", STRAT: "5.8d", DG: "5.10d"}.get(unit.mode, "5.6a")
    text = f"{counter.name} is in {unit.mode} mode; transport takes units in Move Mode"
    return Refusal(rule, text)


def may_land(game: Ocs, name: str) -> bool:
    """Landings are for units in Combat or Move Mode. [5.5d] [5.6c]"""
    return unit_of(game, name).mode in (COMBAT, MOVE)


def may_work(game: Ocs, name: str, specialist: bool = True) -> bool:
    """Work needs Combat Mode; specialists work disorganised too, on the Combat side. [5.5b] [5.10e]

    Hedgehogs that are built by others than engineers need it outright: not `specialist`.
    """
    unit = unit_of(game, name)
    return unit.mode == COMBAT or (specialist and unit.mode == DG and unit.combat_up)


# ---- what happens to units


def disorganise(game: Ocs, h: int, rule: str = "5.10a(A)") -> list[str]:
    """DG for all combat units of a hex, whatever they did there; give back who was not yet.

    It takes the place of any other mode, the orientation stays [5.10] [5.10a(D)]. Transport is
    exempt, but Organic Trucks lose their Reserve. [5.10c]
    """
    struck = [n for n in stacks.units_at(game, h) if unit_of(game, n).mode != DG]
    for name in struck:
        game.put(UNITS, name, replace(unit_of(game, name), mode=DG, kept_zoc=False))
    for key in stacks.transport_at(game, h):
        transport = game.state[TRANSPORT][key]
        if transport.reserve and stacks.holder(game, h) in (None, transport.side):
            game.put(TRANSPORT, key, replace(transport, reserve=False))
    if struck:
        label = game.board.label(h)
        game.emit(Event("dg", rule, {"hex": label}))
    return struck


def exploit(game: Ocs, name: str) -> None:
    """Exploitation Mode: the orientation stays, and so does a zone of control. [5.9] [5.9c]

    DG units and headquarters never enter it. [5.10b(C)] [13.1a]
    """
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.mode == DG or counter.hq:
        return
    kept = exerts(counter, unit)
    game.put(UNITS, name, replace(unit, mode=EXPLOIT, kept_zoc=kept))


def strip_reserve(game: Ocs, h: int, rule: str = "5.7d", aboard: Iterable[str] = ()) -> None:
    """Reserve markers in a hex come off: its units fall to their orientation. [5.7d] [5.7g]

    The enemy notices if one showed. [4.9a] Landing craft keep theirs, but for those `aboard` named.
    """
    names = [n for n in stacks.units_at(game, h) if unit_of(game, n).mode == RESERVE]
    names += [key for key in stacks.transport_at(game, h) if game.state[TRANSPORT][key].reserve]
    names += [name for name in aboard if name not in names]
    hidden = None if fog.reserve_on_show(game, h) else (stacks.holder(game, h) or actor(game),)
    for name in names:
        if name in game.state[TRANSPORT]:
            game.put(TRANSPORT, name, replace(game.state[TRANSPORT][name], reserve=False))
        else:
            unit = unit_of(game, name)
            game.put(UNITS, name, replace(unit, mode=oriented(unit)))
    if names:
        label = game.board.label(h)
        game.emit(Event("reserve-lost", rule, {"hex": label}, seen_by=hidden))


# ---- choosing a mode


CHANGES = (
    (COMBAT, ""), (MOVE, ""), (STRAT, ""),
    (RESERVE, COMBAT_UP), (RESERVE, MOVE_UP), (DG, COMBAT_UP), (DG, MOVE_UP),
)  # fmt: skip
UP = {COMBAT: True, MOVE: False, STRAT: False}
"""The modes that have a side of the counter to themselves, and whether it is the Combat side."""


@dataclass(frozen=True, slots=True)
class Posture:
    """Units and the mode they change into.

    `up` is the side shown under a Reserve marker, or to which a DG unit turns.
    """

    units: Party
    mode: Mode
    up: Word = ""


class ChangeMode(OcsVerb[Posture]):
    """Change units to another voluntary mode as they start to move. [5.3] [5.4] [2.3-move]

    It costs nothing.
    """

    do, rule, order = "mode", "5.4", Posture
    title = "Change mode"
    phrase = ("{units}: {mode} Mode, {up} side up", "{units}: {mode} Mode")
    rank = 5
    sure = True

    def against(self, game: Ocs, player: str, order: Posture) -> list[Refusal]:
        """Each unit must be able to change into it, here and now."""
        names, mode, up = order.units, order.mode, order.up
        if mode not in (*VOLUNTARY, DG) or up not in ("", COMBAT_UP, MOVE_UP):
            known = ", ".join(VOLUNTARY)
            return [Refusal("5.3", f"modes to choose are {known}; sides are combat and move")]
        return [refusal for name in names for refusal in _why_not(game, player, name, mode, up)]

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Units on the map and in boxes, and the trucks that have more modes than one. [5.7f]"""
        boxed = rolls.off_map(game, player, BOX)
        trucks = [
            key
            for key, transport in sorted(game.state[TRANSPORT].items())
            if transport.formation and transport.side == player
        ]
        return [*stacks.on_map(game, player), *boxed, *trucks]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Posture]:
        """Every change of a single unit, or of Organic Trucks."""
        changes = ((MOVE, ""), (RESERVE, "")) if actor in game.state[TRANSPORT] else CHANGES
        for mode, up in changes:
            if not _why_not(game, player, actor, mode, up):
                yield Posture((actor,), mode, up)

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether the player has units."""
        return bool(stacks.stacks(game).own[player])

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Posture]:
        """Every mode that those in hand could change into together."""
        group = grouped(game, player, hand)
        names = (*group.units, *group.transport)
        for mode, up in CHANGES if names else ():
            yield Posture(names, mode, up)

    def warnings(self, game: Ocs, player: str, order: Posture) -> Sequence[str]:
        """Headquarters throw farther in Combat Mode than on the move, and not at all in Strat."""

        def turned() -> None:
            for name in order.units:
                unit = game.state[UNITS].get(name)
                if unit is not None:
                    up = UP.get(order.mode, unit.combat_up)
                    game.put(UNITS, name, replace(unit, mode=order.mode, combat_up=up))

        return foretold(game, player, order.units, turned)

    def carry_out(self, game: Ocs, player: str, order: Posture) -> None:
        """Turn the counters, lay or lift the markers; the enemy sees those that lie on top."""
        now, mode = phase_start(game), order.mode
        for name in order.units:
            if name in game.state[TRANSPORT]:
                transport = game.state[TRANSPORT][name]
                game.put(TRANSPORT, name, replace(transport, reserve=mode == RESERVE))
                continue
            unit = unit_of(game, name)
            side_up = UP.get(mode, order.up == COMBAT_UP)
            was = now if may_work(game, name) else unit.engineered  # [13.8b] [13.8c]
            changed = replace(unit, mode=mode, combat_up=side_up, changed=now, engineered=was)
            game.put(UNITS, name, changed)
        facts = {"units": list(order.units), "mode": mode}
        game.emit(Event("mode", "5.4", facts, seen_by=(player,)))


def _why_not(game: Ocs, player: str, name: str, mode: str, up: str) -> list[Refusal]:
    if name in game.state[TRANSPORT]:
        return _transport_refusals(game, player, name, mode)
    return why_not_mode(game, player, name, mode, up)


def why_not_mode(game: Ocs, player: str, name: str, mode: str, up: str) -> list[Refusal]:
    """Why a unit cannot change into a mode now. [5.1] [5.4]"""
    unit = game.state[UNITS].get(name)
    known = unit is not None and unit.place in (MAP, BOX)
    if unit is None or not known or counter_of(game, name).side != player:
        return [Refusal("5.1", f"{name!r} is no unit of {player} on the map or in a box")]
    counter, now = counter_of(game, name), phase_start(game)
    if now in (unit.moved, unit.finished, unit.flown, unit.changed):  # by air too [14.9d]
        text = f"{counter.name} has begun to move or changed its mode already in this phase"
        return [Refusal("5.4", text)]
    if unit.worked == now and game.options["mode-and-work"] != "free":
        return [Refusal("5.4", f"{counter.name} has been at work and stays in its mode")]
    refusals = _why_not_marker(unit, counter, mode, up)
    zoned = unit.place == MAP and zones.enemy_zone(game, unit.hex, player)
    if not refusals and zoned and mode != unit.mode:
        action = {RESERVE: zones.INTO_RESERVE, STRAT: zones.STRAT_MODE}.get(mode, "")
        if action and zones.barred(game, action, unit.hex, player):  # [4.5a(I)] [4.5a(J)]
            rule = "5.7c" if mode == RESERVE else "5.8a"
            text = f"{counter.name} is in an enemy zone of control and cannot enter {mode} mode"
            refusals = [Refusal(rule, text)]
    return refusals


def _why_not_marker(unit: Unit, counter: Counter, mode: str, up: str) -> list[Refusal]:
    """What a unit's own state says against a mode. [5.3] [5.4]"""
    if (unit.mode == DG) != (mode == DG) or unit.mode == EXPLOIT:
        text = f"{counter.name} is in {unit.mode} mode, which is not chosen and not left by choice"
        return [Refusal("5.3", text)]
    if (up or mode == DG) and mode not in (RESERVE, DG):
        return [Refusal("5.2", f"{mode} mode has its own side of the counter")]
    if mode in (RESERVE, DG) and not up:
        return [Refusal("5.7a", "say which side is up under the marker, combat or move")]
    if COMBAT_UP in (mode, up) and not has_combat_side(counter):
        return [Refusal("5.5c", f"{counter.name} has no Combat Mode side")]
    side_up = UP.get(mode, up == COMBAT_UP)
    if unit.mode == mode and unit.combat_up == side_up:
        return [Refusal("5.4", f"{counter.name} is in that mode already")]
    return []


def _transport_refusals(game: Ocs, player: str, key: str, mode: str) -> list[Refusal]:
    """Transport is always in Move Mode; Organic Trucks may be in Reserve. [5.6b] [5.7f] [5.8c]

    [13.2d]
    """
    transport: Transport = game.state[TRANSPORT][key]
    if transport.side != player or transport.place != MAP:
        return [Refusal("5.1", f"{key!r} is no transport of {player} on the map")]
    if mode == STRAT:
        return [Refusal("5.8c", "transport never enters Strat Mode")]
    if mode == COMBAT:
        return [Refusal("5.5c", "transport has no Combat Mode side")]
    if mode == RESERVE and not transport.formation:
        return [Refusal("5.7f", "of transport, only Organic Trucks enter Reserve Mode")]
    if mode == DG or (mode == RESERVE) == transport.reserve:
        return [Refusal("5.4", f"{key} cannot change into {mode} mode")]
    if mode == RESERVE and zones.enemy_zone(game, transport.hex, player):
        return [Refusal("5.7c", f"{key} is in an enemy zone of control")]
    if phase_start(game) in (transport.moved, transport.finished):
        return [Refusal("5.4", f"{key} has begun to move already")]
    return []
