"""Setting up: what a scenario leaves to the owner of the units. [IV.A]

Units, transport and supply with a radius or an area are placed in it, one by one, so that a stack
may spread out, by sending out Breakdowns too; every unit may be in any mode [IV.B]; transport that
starts beside supply may start loaded with it [IV.C]. `ready` at once is as the scenario has it.

The rulebook does not say who sets up first. Here the side that goes second does, so that the other
answers what it sees; the option turns it round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Piece, Word
from grognard.kit.orders import OfOne
from grognard.kit.setup import Step, until_ready
from grognard.systems.ocs.arrivals.first_places import (
    Place,
    PlaceSupply,
    ToldStep,
    near_enemy,
    on_wheels,
    why_not_own,
    why_not_reserve,
)
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.forms import Crowd, Loading, Mode
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.movement import breakdowns
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.groups import grouped, hex_of
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, TRANSPORT, amount, dump_key
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.supply.expenses import Measured
from grognard.systems.ocs.units import COMBAT, MAP, MOVE, RESERVE, STRAT, UNITS, VOLUNTARY
from grognard.table.worded import Hand


def set_up(game: Ocs) -> Procedure:
    """Both sides set up, one after the other, in a game that begins at its beginning. [IV.A]"""
    if game.scenario.position or game.options["free-setup"] != "on":
        return
    for side in order(game):
        yield from _set_up_side(game, side)


def order(game: Ocs) -> tuple[str, ...]:
    """Who sets up first: the side that goes second, or by the option the other."""
    first = game.scenario.first or game.scenario.sides[0]
    sides = (game.scenario.other(first), first)
    return sides if game.options["setup-order"] == "second-player-first" else sides[::-1]


def _set_up_side(game: Ocs, side: str) -> Procedure:
    """One side takes the steps it likes, until it is ready. [IV.A]"""
    steps: tuple[Step[Ocs, Any], ...] = (
        Place(), PlaceSupply(), SetMode(), OnTop(), Load(), SendOut(),
    )  # fmt: skip
    prompt = "place your units, choose their modes, then say ready"
    yield from until_ready(game, side, prompt, "IV.A", steps)
    game.emit(Event("set-up", "IV.A", {"side": side}))


@dataclass(frozen=True, slots=True)
class Posture:
    """Units, and the mode they begin in, with a side up."""

    units: Crowd
    mode: Mode
    up: Word = ""


class SetMode(ToldStep[Posture]):
    """Set units up in any mode that a player may choose, Organic Trucks in Reserve too. [IV.B]"""

    do, rule, order = "mode", "IV.B", Posture
    title, rank = "Change mode", 5
    phrase = ("{units}: {mode} Mode, {up} side up", "{units}: {mode} Mode")

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Every unit, and transport."""
        keys = [key for key in sorted(game.state[TRANSPORT]) if on_wheels(game, player, key)]
        return (*stacks.on_map(game, player), *keys)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Posture]:
        """Every other mode it can be in."""
        wheels = game.state[TRANSPORT].get(actor)
        if wheels is not None:
            yield Posture((actor,), MOVE if wheels.reserve else RESERVE)
            return
        for mode, up in modes.CHANGES:
            if mode in VOLUNTARY and (mode, up == modes.COMBAT_UP) != _lies(game, actor, up):
                yield Posture((actor,), mode, up)

    def against(self, game: Ocs, player: str, order: Posture) -> list[Refusal]:
        """Neither in Reserve nor in Strat Mode next to an enemy that could attack. [IV.B]"""
        names, mode, up = order.units, order.mode, order.up
        units = [name for name in names if not on_wheels(game, player, name)]
        refusals = why_not_own(game, player, units) if units or not names else []
        if refusals or len(set(names)) != len(names):
            return refusals or [Refusal("form", "name nobody twice")]
        sides = (modes.COMBAT_UP, modes.MOVE_UP)
        if mode not in VOLUNTARY or (units and (mode == RESERVE) != (up in sides)):
            known = ", ".join(VOLUNTARY)
            return [Refusal("5.3", f"modes are {known}; in Reserve say which side is up")]
        for name in names:
            refusal = _unfit(game, name, mode, up)
            if refusal is not None:
                return [refusal]
            if mode in (RESERVE, STRAT) and near_enemy(game, player, hex_of(game, name)):
                called = counter_of(game, name).name if name in units else name
                text = f"{called} is next to an enemy and does not set up in {mode} mode"
                return [Refusal("IV.B", text)]
        places = {name: hex_of(game, name) for name in names}
        return why_not_reserve(game, player, places) if mode == RESERVE else []

    def carry_out(self, game: Ocs, side: str, order: Posture) -> None:
        """Turn the counters."""
        mode = order.mode
        up = mode == COMBAT or order.up == modes.COMBAT_UP
        for name in order.units:
            if name in game.state[TRANSPORT]:
                wheels = replace(game.state[TRANSPORT][name], reserve=mode == RESERVE)
                game.put(TRANSPORT, name, wheels)
            else:
                game.put(UNITS, name, replace(unit_of(game, name), mode=mode, combat_up=up))
        self.tell(game, side, order)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Posture]:
        """Every mode that those in hand can begin in together."""
        group = grouped(game, player, hand)
        names = (*group.units, *group.transport)
        for mode, up in modes.CHANGES if names else ():
            yield Posture(names, mode, up)


def _unfit(game: Ocs, name: str, mode: str, up: str) -> Refusal | None:
    """Why something is never in a mode; of transport, Organic Trucks wait in Reserve. [5.7f]"""
    wheels = game.state[TRANSPORT].get(name)
    if wheels is None:
        if modes.COMBAT_UP in (mode, up) and not modes.has_combat_side(counter_of(game, name)):
            return Refusal("5.5c", f"{counter_of(game, name).name} has no Combat Mode side")
        return None
    if mode == MOVE or (mode == RESERVE and wheels.formation):
        return None
    rule = {COMBAT: "5.5c", STRAT: "5.8c"}.get(mode, "5.7f")
    return Refusal(rule, f"{name} is transport, which does not set up in {mode} mode")


def _lies(game: Ocs, name: str, up: str) -> tuple[str, bool]:
    unit = unit_of(game, name)
    return unit.mode, unit.combat_up and bool(up)


class OnTop(fog.LayOnTop, Step[Ocs, OfOne]):
    """Lay a unit on top of its stack, where the enemy sees it. [4.8b(C)]"""


class Load(Measured[Loading], ToldStep[Loading]):
    """Load transport with supply that sets up in its hex, or unload it. [IV.C]

    Organic Trucks may be loaded so too. [IV.D]
    """

    do, rule, order = "load", "IV.C", Loading
    title, phrase, rank = "Load", "Load {tokens} on {transport}", 6

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Each counter."""
        return [key for key in sorted(game.state[TRANSPORT]) if on_wheels(game, player, key)]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Loading]:
        """All that it can take, or nothing."""
        found = game.state[TRANSPORT][actor]
        there = stacks.dump_at(game, found.hex, player)
        for tokens in dict.fromkeys((min(found.size, found.load + there), 0)):
            yield Loading(actor, tokens)

    def against(self, game: Ocs, player: str, order: Loading) -> list[Refusal]:
        """As much as it holds and as lies there; `tokens` is the load it starts with. [IV.C]"""
        key, tokens = order.transport, order.tokens
        found = game.state[TRANSPORT].get(key)
        if found is None or found.side != player or found.place != MAP or found.extender:
            return [Refusal("IV.C", f"{key!r} is no transport of {player}")]
        there = stacks.dump_at(game, found.hex, player)
        if tokens == found.load or not 0 <= tokens <= found.size:
            return [Refusal("IV.C", f"it holds {found.size} tokens and has {found.load}")]
        if tokens - found.load > there:
            return [Refusal("IV.C", f"only {there} tokens set up in its hex")]
        return []

    def carry_out(self, game: Ocs, side: str, order: Loading) -> None:
        """Between the ground and the transport."""
        key, tokens = order.transport, order.tokens
        found = game.state[TRANSPORT][key]
        if tokens > found.load:
            dumps.take(game, side, found.hex, tokens - found.load)
        else:
            dumps.add(game, side, found.hex, found.load - tokens)
        game.put(TRANSPORT, key, replace(found, load=tokens))
        assert dump_key(side, found.hex) in game.state[DUMPS] or tokens
        self.tell(game, side, order)

    def details(self, game: Ocs, order: Loading) -> Mapping[str, str]:
        """Nothing is an amount, too."""
        return {"tokens": amount(order.tokens)}


@dataclass(frozen=True, slots=True)
class Sending:
    """A division, the Breakdowns it sends out, and how many."""

    unit: Piece
    into: Word
    count: int = 1


class SendOut(Step[Ocs, Sending]):
    """Send Breakdowns out of a division that may spread out. [IV.A]"""

    do, rule, order = "break-down", "IV.A", Sending
    title = "Break down"
    phrase = ("Break {count} of {unit} down into {into}", "Break {unit} down into {into}")

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The units that may spread out."""
        return [name for name in game.scenario.choices if name in game.scenario.units]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Sending]:
        """Each counter, one at a time."""
        yield from (Sending(actor, kind) for kind in breakdowns.kinds(game, actor))

    def against(self, game: Ocs, player: str, order: Sending) -> list[Refusal]:
        """A division with a radius or a zone, that could send out so many. [20.0a]"""
        refusals = why_not_own(game, player, [order.unit])
        if not refusals and not game.scenario.choices.get(order.unit):
            refusals = [Refusal("IV.A", f"{counter_of(game, order.unit).name} cannot spread out")]
        if refusals:
            return refusals
        refusal = breakdowns.why_not(game, order.unit, order.into, order.count)
        return [refusal] if refusal is not None else []

    def carry_out(self, game: Ocs, side: str, order: Sending) -> None:
        """They stand with the division, until they are placed elsewhere. [IV.A]"""
        breakdowns.detach(game, order.unit, order.into, order.count)
