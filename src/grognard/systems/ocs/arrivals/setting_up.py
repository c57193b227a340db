"""Setting up: what a scenario leaves to the owner of the units. [IV.A]

Units, transport and supply with a radius or an area are placed in it, one by one, so that a stack
may spread out, by sending out Breakdowns too; every unit may be in any mode [IV.B]; transport that
starts beside supply may start loaded with it [IV.C]. `ready` at once is as the scenario has it.

The rulebook does not say who sets up first. Here the side that goes second does, so that the other
answers what it sees; the option turns it round.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from grognard.engine.decision import Action, Ask, Offer, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.hexes import HexError
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.modes import modes, reserves
from grognard.systems.ocs.movement import breakdowns
from grognard.systems.ocs.pieces import stacking, stacks
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.pieces.values import can_attack, counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SHIPS, TRANSPORT, dump_key
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import policies
from grognard.systems.ocs.units import ABOARD, COMBAT, MAP, MOVE, RESERVE, STRAT, UNITS, VOLUNTARY

SET_UP = "set-up"
AS_PRINTED = "as printed"
READY: Action = {"do": "ready"}
policies(SET_UP, AS_PRINTED)


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
    offers = (Place(), PlaceSupply(), Mode(), OnTop(), Load(), SendOut(), Ready())
    while True:
        answer = yield Ask(
            side, SET_UP, "place your units, choose their modes, then say ready", "IV.A", offers,
            default=READY,
            policies={AS_PRINTED: lambda: READY},
        )  # fmt: skip
        if answer == READY:
            break
        offer = next(offer for offer in offers if offer.do == answer["do"])
        offer.carry_out(game, side, answer)
    game.emit(Event(SET_UP, f"{side} is set up", "IV.A", {"side": side}))


def choices(game: Ocs, name: str) -> tuple[int, ...]:
    """The hexes in which the set-up lets a unit or some transport stand. [IV.A]

    A Breakdown may stand where the divisions that have sent some out may.
    """
    if name in game.scenario.units or name in game.scenario.transport:
        return game.scenario.choices.get(name, ())
    nation, found = counter_of(game, name).nation, set[int]()
    for other, hexes in game.scenario.choices.items():
        first = game.scenario.units.get(other)
        sent = first is not None and unit_of(game, other).lost > first.lost
        if sent and counter_of(game, other).nation == nation:
            found.update(hexes)
    return tuple(sorted(found))


def near_enemy(game: Ocs, side: str, h: int) -> bool:
    """Whether an enemy Attack-Capable unit stands next to a hex. [IV.B]"""
    enemy = game.scenario.other(side)
    around = (n for b in game.board.around(h) for n in stacks.own_at(game, b, enemy))
    return any(can_attack(game, name) for name in around)


class Step(Offer[Ocs]):
    """One step of a set-up."""

    def carry_out(self, game: Ocs, side: str, action: Action) -> None:
        """Do it."""


def _own(game: Ocs, player: str, names: Sequence[str]) -> list[Refusal]:
    for name in names:
        unit = game.state[UNITS].get(name)
        if unit is None or unit.place != MAP or counter_of(game, name).side != player:
            return [Refusal("IV.A", f"{name!r} is no unit of {player} that sets up")]
    if not names or len(set(names)) != len(names):
        return [Refusal("form", "name at least one unit, and none twice")]
    return []


def _reserve(game: Ocs, player: str, places: dict[str, int]) -> list[Refusal]:
    """Why units do not set up in Reserve in some hexes: there are too few markers. [5.4a]

    Where the scenario itself has more than there are, no more come to them.
    """
    if not places:
        return []
    before = {name: _at(game, name) for name in reserves.in_reserve(game, player)}
    now, then = (_markers(game, found) for found in (before, before | places))
    most = game.scenario.limits[player].reserve_markers
    if then > max(now, most):
        return [Refusal("5.4a", f"{player} has {most} Reserve markers, and would need {then}")]
    return []


def _markers(game: Ocs, places: dict[str, int]) -> int:
    """The Reserve markers for units and trucks in hexes: one each, by the option one a unit."""
    units = [h for name, h in places.items() if name in game.state[UNITS]]
    hexes = set(places.values())
    if game.options["reserve-markers"] == "hexes":
        return len(hexes)
    return len(units) + len(hexes - set(units))


def _at(game: Ocs, name: str) -> int:
    """The hex of a unit or of transport; aboard landing craft that of the craft."""
    found = game.state[TRANSPORT].get(name) or unit_of(game, name)
    return int(game.state[SHIPS][found.at].hex) if found.place == ABOARD else int(found.hex)


def _waiting(game: Ocs, name: str) -> bool:
    """Whether a unit or transport lies in Reserve."""
    wheels = game.state[TRANSPORT].get(name)
    return wheels.reserve if wheels is not None else unit_of(game, name).mode == RESERVE


def _near(game: Ocs, player: str, h: int) -> list[Refusal]:
    """Nobody sets up among what the enemy has. [4.8c(A)]"""
    enemy = game.scenario.other(player)
    if stacks.holder(game, h) == enemy or any(True for _ in stacks.belongings(game, h, enemy)):
        return [Refusal("4.8", f"the enemy is in {game.board.label(h)}")]
    return []


class Place(Step):
    """Place units and transport anywhere within their radius or zone. [IV.A] [IV.H]"""

    do = "place"
    rule = "IV.A"
    form = {"units": "texts", "hex": "text"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Own units, hexes of their choice, room for all, and no enemy there. [IV.E]"""
        names, label = action["units"], action["hex"]
        units = [name for name in names if not _wheels(game, player, name)]
        refusals = _own(game, player, units) if units or not names else []
        if refusals or len(set(names)) != len(names):
            return refusals or [Refusal("form", "name nobody twice")]
        try:
            h = game.board.hex(label)
        except HexError as error:
            return [Refusal("form", str(error))]
        for name in names:
            if h not in choices(game, name):
                return [Refusal("IV.A", f"{name} does not set up in {label}")]
            held = name in units and unit_of(game, name).mode == STRAT
            if (held or _waiting(game, name)) and near_enemy(game, player, h):
                text = f"{label} is next to an enemy: nobody sets up there in that mode"
                return [Refusal("IV.B", text)]
        refusals = _near(game, player, h)
        if not refusals and stacking.size_with(game, h, units) * 4 > LIMIT:
            return [Refusal("IV.E", f"{label} would hold more than ten RE")]
        return refusals or _reserve(game, player, {n: h for n in names if _waiting(game, n)})

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every unit alone, to every other hex that it may stand in."""
        for name in self._movable(game, player):
            for h in choices(game, name):
                action = {"do": self.do, "units": [name], "hex": game.board.label(h)}
                if h != _at(game, name) and not self.check(game, player, action):
                    yield action

    def _movable(self, game: Ocs, player: str) -> list[str]:
        keys = [key for key in sorted(game.scenario.transport) if _wheels(game, player, key)]
        return [name for name in (*stacks.on_map(game, player), *keys) if choices(game, name)]

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A unit by chance, to a hex by chance."""
        names = self._movable(game, player)
        for name in rng.sample(names, min(4, len(names))):
            label = game.board.label(rng.choice(choices(game, name)))
            action = {"do": self.do, "units": [name], "hex": label}
            if not self.check(game, player, action):
                return action
        return None

    def carry_out(self, game: Ocs, side: str, action: Action) -> None:
        """Put them on top of the stack there."""
        h = game.board.hex(action["hex"])
        for name in action["units"]:
            if name in game.state[TRANSPORT]:
                game.put(TRANSPORT, name, replace(game.state[TRANSPORT][name], hex=h))
                continue
            top = max((unit_of(game, other).order for other in stacks.units_at(game, h)), default=0)
            game.put(UNITS, name, replace(unit_of(game, name), hex=h, order=top + 1))
        _tell(game, side, action)


def _wheels(game: Ocs, player: str, name: str) -> bool:
    """Whether a name is that of a player's transport on the map."""
    found = game.state[TRANSPORT].get(name)
    return found is not None and found.side == player and found.place == MAP


class PlaceSupply(Step):
    """Spread supply over the hexes within the radius or zone of its dump. [IV.A]"""

    do = "place-supply"
    rule = "IV.A"
    form = {"from": "text", "hex": "text", "tokens": "count"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """As much as lies there, to a hex in which the same dump may be. [IV.A]"""
        try:
            start, h = game.board.hex(action["from"]), game.board.hex(action["hex"])
        except HexError as error:
            return [Refusal("form", str(error))]
        if start == h or not any({start, h} <= set(free) for free in self._zones(game, player)):
            return [Refusal("IV.A", f"no supply of {player} sets up in either hex as it likes")]
        there = stacks.dump_at(game, start, player)
        if not 0 < action["tokens"] <= there:
            return [Refusal("IV.A", f"{there} tokens are in {action['from']}")]
        return _near(game, player, h)

    def _zones(self, game: Ocs, player: str) -> list[tuple[int, ...]]:
        keys = [key for key, dump in sorted(game.scenario.dumps.items()) if dump.side == player]
        return [game.scenario.choices[key] for key in keys if key in game.scenario.choices]

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """All of a dump, to each hex."""
        for free in self._zones(game, player):
            for start in free:
                tokens = stacks.dump_at(game, start, player)
                for h in free if tokens else ():
                    where = {"from": game.board.label(start), "hex": game.board.label(h)}
                    action = {"do": self.do, **where, "tokens": tokens}
                    if not self.check(game, player, action):
                        yield action

    def carry_out(self, game: Ocs, side: str, action: Action) -> None:
        """From one hex to the other."""
        dumps.take(game, side, game.board.hex(action["from"]), action["tokens"])
        dumps.add(game, side, game.board.hex(action["hex"]), action["tokens"])
        _tell(game, side, action)


class Mode(Step):
    """Set units up in any mode that a player may choose, Organic Trucks in Reserve too. [IV.B]"""

    do = "mode"
    rule = "IV.B"
    form = {"units": "texts", "mode": "text", "up": "text?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Neither in Reserve nor in Strat Mode next to an enemy that could attack. [IV.B]"""
        names, mode, up = action["units"], action["mode"], action.get("up", "")
        units = [name for name in names if not _wheels(game, player, name)]
        refusals = _own(game, player, units) if units or not names else []
        if refusals or len(set(names)) != len(names):
            return refusals or [Refusal("form", "name nobody twice")]
        sides = (modes.COMBAT_UP, modes.MOVE_UP)
        if mode not in VOLUNTARY or (units and (mode == RESERVE) != (up in sides)):
            known = ", ".join(VOLUNTARY)
            return [Refusal("5.3", f"modes are {known}; in Reserve say which side is up")]
        for name in names:
            refusal = self._unfit(game, name, mode, up)
            if refusal is not None:
                return [refusal]
            if mode in (RESERVE, STRAT) and near_enemy(game, player, _at(game, name)):
                called = counter_of(game, name).name if name in units else name
                text = f"{called} is next to an enemy and does not set up in {mode} mode"
                return [Refusal("IV.B", text)]
        places = {name: _at(game, name) for name in names}
        return _reserve(game, player, places) if mode == RESERVE else []

    def _unfit(self, game: Ocs, name: str, mode: str, up: str) -> Refusal | None:
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

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every other mode of every unit, and of Organic Trucks."""
        actions: list[Action] = []
        for name in stacks.on_map(game, player):
            for mode, up in modes.CHANGES:
                if mode in VOLUNTARY and (mode, up == "combat") != _lies(game, name, up):
                    action: Action = {"do": self.do, "units": [name], "mode": mode}
                    actions.append({**action, "up": up} if up else action)
        for key, wheels in sorted(game.state[TRANSPORT].items()):
            if _wheels(game, player, key):
                mode = MOVE if wheels.reserve else RESERVE
                actions.append({"do": self.do, "units": [key], "mode": mode})
        yield from (action for action in actions if not self.check(game, player, action))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A unit and a mode by chance."""
        names = stacks.on_map(game, player)
        name = rng.choice(names) if names else ""
        mode, up = rng.choice([found for found in modes.CHANGES if found[0] in VOLUNTARY])
        action: Action = {"do": self.do, "units": [name], "mode": mode} | ({"up": up} if up else {})
        return action if name and not self.check(game, player, action) else None

    def carry_out(self, game: Ocs, side: str, action: Action) -> None:
        """Turn the counters."""
        mode = action["mode"]
        up = mode == "combat" or action.get("up", "") == modes.COMBAT_UP
        for name in action["units"]:
            if name in game.state[TRANSPORT]:
                wheels = replace(game.state[TRANSPORT][name], reserve=mode == RESERVE)
                game.put(TRANSPORT, name, wheels)
            else:
                game.put(UNITS, name, replace(unit_of(game, name), mode=mode, combat_up=up))
        _tell(game, side, action)


def _lies(game: Ocs, name: str, up: str) -> tuple[str, bool]:
    unit = unit_of(game, name)
    return unit.mode, unit.combat_up and bool(up)


class OnTop(Step):
    """Lay a unit on top of its stack, where the enemy sees it. [4.8b(C)]"""

    do = "arrange"
    rule = "4.8b(C)"
    form = {"unit": "text"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """A unit of one's own that lies under others."""
        return fog.why_not_on_top(game, player, action["unit"])

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every unit that is not on top."""
        for name in fog.covered(game, player):
            yield {"do": self.do, "unit": name}

    def carry_out(self, game: Ocs, side: str, action: Action) -> None:
        """It lies on top."""
        fog.lay_on_top(game, action["unit"])


class Load(Step):
    """Load transport with supply that sets up in its hex, or unload it. [IV.C]

    Organic Trucks may be loaded so too. [IV.D]
    """

    do = "load"
    rule = "IV.C"
    form = {"transport": "text", "tokens": "count"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """As much as it holds and as lies there; `tokens` is the load it starts with. [IV.C]"""
        found = game.state[TRANSPORT].get(action["transport"])
        if found is None or found.side != player or found.place != MAP or found.extender:
            return [Refusal("IV.C", f"{action['transport']!r} is no transport of {player}")]
        there = stacks.dump_at(game, found.hex, player)
        if action["tokens"] == found.load or not 0 <= action["tokens"] <= found.size:
            return [Refusal("IV.C", f"it holds {found.size} tokens and has {found.load}")]
        if action["tokens"] - found.load > there:
            return [Refusal("IV.C", f"only {there} tokens set up in its hex")]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """All that it can take, or nothing."""
        for key, found in sorted(game.state[TRANSPORT].items()):
            if found.side == player and found.place == MAP:
                there = stacks.dump_at(game, found.hex, player)
                for tokens in dict.fromkeys((min(found.size, found.load + there), 0)):
                    action = {"do": self.do, "transport": key, "tokens": tokens}
                    if not self.check(game, player, action):
                        yield action

    def carry_out(self, game: Ocs, side: str, action: Action) -> None:
        """Between the ground and the transport."""
        key, tokens = action["transport"], action["tokens"]
        found = game.state[TRANSPORT][key]
        if tokens > found.load:
            dumps.take(game, side, found.hex, tokens - found.load)
        else:
            dumps.add(game, side, found.hex, found.load - tokens)
        game.put(TRANSPORT, key, replace(found, load=tokens))
        assert dump_key(side, found.hex) in game.state[DUMPS] or tokens
        _tell(game, side, action)


class SendOut(Step):
    """Send Breakdowns out of a division that may spread out. [IV.A]"""

    do = "break-down"
    rule = "IV.A"
    form = {"unit": "text", "into": "text", "count": "count?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """A division with a radius or a zone, that could send out so many. [20.0a]"""
        name = action["unit"]
        refusals = _own(game, player, [name])
        if not refusals and not game.scenario.choices.get(name):
            refusals = [Refusal("IV.A", f"{counter_of(game, name).name} cannot spread out")]
        if refusals:
            return refusals
        refusal = breakdowns.why_not(game, name, action["into"], action.get("count", 1))
        return [refusal] if refusal is not None else []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each division, each counter, one at a time."""
        for name in game.scenario.choices:
            for kind in breakdowns.kinds(game, name) if name in game.scenario.units else ():
                action = {"do": self.do, "unit": name, "into": kind}
                if not self.check(game, player, action):
                    yield action

    def carry_out(self, game: Ocs, side: str, action: Action) -> None:
        """They stand with the division, until they are placed elsewhere. [IV.A]"""
        breakdowns.detach(game, action["unit"], action["into"], action.get("count", 1))


class Ready(Step):
    """Being done with the set-up."""

    do = "ready"
    rule = "IV.A"

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Whatever could not stay so has been refused before."""
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """The one way to say so."""
        yield dict(READY)


def _tell(game: Ocs, side: str, action: Action) -> None:
    """The owner alone is told of the steps of his set-up. [4.9a]"""
    facts: dict[str, Any] = {key: value for key, value in action.items() if key != "do"}
    listed = ", ".join(f"{key} {value}" for key, value in facts.items())
    game.emit(Event("set-up-step", f"{side}: {listed}", "IV.A", facts, seen_by=(side,)))
