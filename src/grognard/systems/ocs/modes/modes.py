"""Modes: Combat, Move, Reserve, Strat, Exploitation and Disorganised. [5.0]

A unit is in one mode at a time; under a marker it keeps the side of its counter, its orientation,
to which it returns. [5.2]
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.pieces import rolls, stacks, zones
from grognard.systems.ocs.pieces.values import counter_of, exerts, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT, Transport
from grognard.systems.ocs.turn.phases import MOVEMENT, OcsDeed, actor, deed, phase_start
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
        game.emit(Event("dg", f"the units in {label} are disorganised", rule, {"hex": label}))
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
        text = f"the Reserve marker in {label} comes off"
        game.emit(Event("reserve-lost", text, rule, {"hex": label}, seen_by=hidden))


# ---- choosing a mode


@deed(MOVEMENT)
class ChangeMode(OcsDeed):
    """Change units to another voluntary mode as they start to move. [5.3] [5.4] [2.3-move]

    `up` is the side shown under a Reserve marker, or to which a DG unit turns. It costs nothing.
    """

    do = "mode"
    rule = "5.4"
    form = {"units": "texts", "mode": "text", "up": "text?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Each unit must be able to change into it, here and now."""
        names, mode, up = action["units"], action["mode"], action.get("up", "")
        if mode not in (*VOLUNTARY, DG) or up not in ("", COMBAT_UP, MOVE_UP):
            known = ", ".join(VOLUNTARY)
            return [Refusal("5.3", f"modes to choose are {known}; sides are combat and move")]
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one unit, and none twice")]
        refusals = []
        for name in names:
            if name in game.state[TRANSPORT]:
                refusals += _transport_refusals(game, player, name, mode)
            else:
                refusals += why_not_mode(game, player, name, mode, up)
        return refusals

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every change of every single unit, and of Organic Trucks."""
        for name in self._names(game, player):
            yield from self._changes(game, player, name)

    def _names(self, game: Ocs, player: str) -> list[str]:
        """Units on the map and in boxes, and the trucks that have more modes than one. [5.7f]"""
        boxed = rolls.off_map(game, player, BOX)
        trucks = [
            key
            for key, transport in sorted(game.state[TRANSPORT].items())
            if transport.formation and transport.side == player
        ]
        return [*stacks.on_map(game, player), *boxed, *trucks]

    def _changes(self, game: Ocs, player: str, name: str) -> Iterator[Action]:
        if name in game.state[TRANSPORT]:
            for mode in (MOVE, RESERVE):
                if not _transport_refusals(game, player, name, mode):
                    yield {"do": self.do, "units": [name], "mode": mode}
            return
        for mode, up in CHANGES:
            if not why_not_mode(game, player, name, mode, up):
                action: Action = {"do": self.do, "units": [name], "mode": mode}
                yield {**action, "up": up} if up else action

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A change of a unit by chance."""
        names = self._names(game, player)
        for name in rng.sample(names, min(4, len(names))):
            actions = list(self._changes(game, player, name))
            if actions:
                return rng.choice(actions)
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether the player has units."""
        return bool(stacks.stacks(game).own[player])

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Turn the counters, lay or lift the markers; the enemy sees those that lie on top."""
        now, mode, up = phase_start(game), action["mode"], action.get("up", "")
        for name in action["units"]:
            if name in game.state[TRANSPORT]:
                transport = game.state[TRANSPORT][name]
                game.put(TRANSPORT, name, replace(transport, reserve=mode == RESERVE))
                continue
            unit = unit_of(game, name)
            side_up = {COMBAT: True, MOVE: False, STRAT: False}.get(mode, up == COMBAT_UP)
            was = now if may_work(game, name) else unit.engineered  # [13.8b] [13.8c]
            changed = replace(unit, mode=mode, combat_up=side_up, changed=now, engineered=was)
            game.put(UNITS, name, changed)
        facts = {"units": action["units"], "mode": mode}
        text = f"{len(action['units'])} of {player}: {mode} mode"
        game.emit(Event("mode", text, "5.4", facts, seen_by=(player,)))
        yield from ()


CHANGES = (
    (COMBAT, ""), (MOVE, ""), (STRAT, ""),
    (RESERVE, COMBAT_UP), (RESERVE, MOVE_UP), (DG, COMBAT_UP), (DG, MOVE_UP),
)  # fmt: skip


def why_not_mode(game: Ocs, player: str, name: str, mode: str, up: str) -> list[Refusal]:
    """Why a unit cannot change into a mode now. [5.1] [5.4]"""
    unit = game.state[UNITS].get(name)
    known = unit is not None and unit.place in (MAP, BOX)
    if unit is None or not known or counter_of(game, name).side != player:
        return [Refusal("5.1", f"{name!r} is no unit of {player} on the map or in a box")]
    counter, now = counter_of(game, name), phase_start(game)
    if now in (unit.moved, unit.finished, unit.changed):
        text = f"{counter.name} has begun to move or changed its mode already in this phase"
        return [Refusal("5.4", text)]
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
    side_up = {COMBAT: True, MOVE: False, STRAT: False}.get(mode, up == COMBAT_UP)
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
