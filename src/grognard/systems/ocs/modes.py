"""Modes: Combat, Move, Reserve, Strat, Exploitation and Disorganised. [5.0]

A unit is in one mode at a time; under a marker it keeps the side of its counter, its orientation,
to which it returns. [5.2]
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from grognard.engine.decision import Action, Ask, Offer, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs import fog, stacks, zones
from grognard.systems.ocs.phases import (
    EXPLOITATION,
    EXPLOITATION_ATTACK,
    EXPLOITATION_BARRAGE,
    MOVEMENT,
    MOVES,
    REACTING,
    OcsDeed,
    actor,
    deed,
    kind,
    on_leave,
    phase_start,
    policies,
)
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT, Transport
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
from grognard.systems.ocs.values import counter_of, exerts, unit_of

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
    if unit.worked == phase_start(game) and "rail-repair" not in counter.traits:
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
        if transport.reserve and transport.side == stacks.holder(game, h):
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


def strip_reserve(game: Ocs, h: int, rule: str = "5.7d") -> None:
    """Reserve markers in a hex come off: its units fall to their orientation. [5.7d] [5.7g]

    The enemy notices if one showed. [4.9a]
    """
    names = [n for n in stacks.units_at(game, h) if unit_of(game, n).mode == RESERVE]
    hidden = None if fog.reserve_on_show(game, h) else (stacks.holder(game, h) or actor(game),)
    for name in names:
        unit = unit_of(game, name)
        game.put(UNITS, name, replace(unit, mode=oriented(unit)))
    for key in stacks.transport_at(game, h):
        if game.state[TRANSPORT][key].reserve:
            game.put(TRANSPORT, key, replace(game.state[TRANSPORT][key], reserve=False))
            names.append(key)
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
        boxed = [
            name
            for name, unit in sorted(game.state[UNITS].items())
            if unit.place == BOX and counter_of(game, name).side == player
        ]
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


# ---- releasing Reserves


@deed(*REACTING, EXPLOITATION, EXPLOITATION_BARRAGE, EXPLOITATION_ATTACK)
class Release(OcsDeed):
    """Release Reserves, one by one or stack by stack, in the midst of moves too. [5.7b(A)] [7.0]

    The whole phase is open to it, so that one may see how things go. [11.0b] They fall to the
    orientation chosen when they entered the mode. [5.7a] [5.7b(B)] Released Reserves are no
    exploiting units: they keep their full allowance. [11.0b]
    """

    do = "release"
    rule = "5.7b(A)"
    form = {"units": "texts"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Only Reserves are released, and only one's own. [7.0a]

        By the option not after the Movement Segment.
        """
        if _too_late(game):
            return [Refusal("5.7b(A)", "Reserves are released in the Movement Segment")]
        known = set(reserves(game, player))
        wrong = [name for name in action["units"] if name not in known]
        if wrong or not action["units"] or len(set(action["units"])) != len(action["units"]):
            return [Refusal("5.7b(A)", f"{', '.join(wrong) or 'nobody'} is no Reserve of {player}")]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each Reserve alone."""
        for name in () if _too_late(game) else reserves(game, player):
            yield {"do": self.do, "units": [name]}

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there are Reserves that could still do something: move, fire or attack."""
        found = [] if _too_late(game) else reserves(game, player)
        if kind(game) in MOVES:
            return bool(found)
        units = [name for name in found if name in game.state[UNITS]]
        if kind(game) != EXPLOITATION_ATTACK:
            return any(counter_of(game, name).artillery for name in units)
        enemies = stacks.stacks(game).held[game.scenario.other(player)]
        return any(b in enemies for n in units for b in game.board.around(unit_of(game, n).hex))

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """The marker comes off. [5.7b(A)] [5.7b(B)]"""
        now = phase_start(game)
        for name in action["units"]:
            if name in game.state[TRANSPORT]:
                transport = game.state[TRANSPORT][name]
                game.put(TRANSPORT, name, replace(transport, reserve=False, released=now))
                continue
            unit = unit_of(game, name)
            game.put(UNITS, name, replace(unit, mode=oriented(unit), released=now))
        hexes = sorted({_hex_of(game, name) for name in action["units"]})
        labels = [game.board.label(h) for h in hexes]
        text = f"{player} releases Reserves in {', '.join(labels)}"
        others = Event("release", text, "5.7b(A)", {"hexes": labels})
        facts = {"hexes": labels, "units": action["units"]}
        game.emit(Event("release", text, "5.7b(A)", facts, seen_by=(player,), others=others))
        yield from ()


def _too_late(game: Ocs) -> bool:
    return game.options["reserve-release"] != "phase" and kind(game) not in MOVES


def _hex_of(game: Ocs, name: str) -> int:
    transport = game.state[TRANSPORT].get(name)
    return transport.hex if transport is not None else unit_of(game, name).hex


def reserves(game: Ocs, side: str) -> list[str]:
    """A side's units and Organic Trucks in Reserve Mode on the map."""

    def compute() -> list[str]:
        units = [n for n in stacks.on_map(game, side) if unit_of(game, n).mode == RESERVE]
        trucks = [
            key
            for key, transport in sorted(game.state[TRANSPORT].items())
            if transport.side == side and transport.reserve and transport.place == MAP
        ]
        return units + trucks

    return game.cached(("reserves", side), (UNITS.name, TRANSPORT.name), compute)


def released(game: Ocs, name: str) -> bool:
    """Whether a unit has been released from Reserve in this phase. [5.7b(A)]"""
    return unit_of(game, name).released == phase_start(game)


# ---- at the end of a Movement Segment

MARKERS = "reserve markers"
policies(MARKERS, "first hexes")


@on_leave(*MOVES, order=30)
def no_reserve_in_hedgehogs(game: Ocs) -> Procedure:
    """No Reserve of either side stays in a hedgehog when any Movement Segment ends. [5.7g]"""
    for side in game.scenario.sides:
        for h in reserve_hexes(game, side):
            if stacks.hedgehog(game, h):
                strip_reserve(game, h, "5.7g")
    yield from ()


@on_leave(MOVEMENT, order=40)
def marker_limit(game: Ocs) -> Procedure:
    """Reserve markers are few: what they do not cover falls to its orientation. [5.4a]

    They are laid when units have done moving, so that the limit counts at the segment's end.
    """
    side = actor(game)
    most = game.scenario.limits[side].reserve_markers
    hexes = reserve_hexes(game, side)
    needed = [_markers_in(game, h) for h in hexes]
    if sum(needed) <= most:
        return
    offer = KeepMarkers({game.board.label(h): n for h, n in zip(hexes, needed, strict=True)}, most)
    answer = yield Ask(
        side, MARKERS, f"there are {most} Reserve markers; where do they stay?", "5.4a",
        (offer,),
        default=lambda: offer.laid(offer.needed),
        policies={"first hexes": lambda: offer.laid(offer.needed)},
    )  # fmt: skip
    for h in hexes:
        if game.board.label(h) not in answer["hexes"]:
            strip_reserve(game, h, "5.4a")


class KeepMarkers(Offer[Ocs]):
    """Choosing the hexes that keep their Reserve markers. [5.4a]

    `needed` are the markers that each hex takes, `most` those that there are.
    """

    do = "keep-markers"
    rule = "5.4a"
    form = {"hexes": "texts"}

    def __init__(self, needed: Mapping[str, int], most: int) -> None:
        self.needed, self.most = needed, most

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Hexes with Reserves, each once, and no more markers than there are. [5.4a]"""
        chosen: list[str] = action["hexes"]
        wrong = [label for label in chosen if label not in self.needed]
        if wrong or len(set(chosen)) != len(chosen):
            known = ", ".join(self.needed)
            text = f"{', '.join(wrong) or 'a hex named twice'}: Reserves are in {known}"
            return [Refusal("5.4a", text)]
        total = sum(self.needed[label] for label in chosen)
        if total > self.most:
            return [Refusal("5.4a", f"there are {self.most} Reserve markers, not {total}")]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """As many as go round: the first hexes, or another before them. Other choices are open."""
        seen = []
        for label in self.needed:
            action = self.laid([label, *(other for other in self.needed if other != label)])
            if action not in seen:
                seen.append(action)
                yield action

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """As many as go round, in an order of chance."""
        return self.laid(rng.sample(list(self.needed), len(self.needed)))

    def laid(self, order: Iterable[str]) -> Action:
        """Markers on one hex after the other while they last."""
        chosen, left = set(), self.most
        for label in order:
            if self.needed[label] <= left:
                chosen.add(label)
                left -= self.needed[label]
        return {"do": self.do, "hexes": [label for label in self.needed if label in chosen]}


def reserve_hexes(game: Ocs, side: str) -> list[int]:
    """The hexes of a side with Reserves."""
    return sorted({_hex_of(game, name) for name in reserves(game, side)})


def _markers_in(game: Ocs, h: int) -> int:
    """The Reserve markers that a hex takes: one, or by the option one for each unit. [5.4a]"""
    if game.options["reserve-markers"] == "hexes":
        return 1
    return sum(unit_of(game, n).mode == RESERVE for n in stacks.units_at(game, h)) or 1
