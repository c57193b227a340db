"""Breakout: units out of trace steal away through the enemy, or are lost. [12.8e]

A die for each: most fail and go to the dead pile; who succeeds leaves the map and comes back as a
reinforcement some turns later. [12.8e-roll]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.board.search import reach
from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex, Piece, Word
from grognard.systems.ocs.arrivals import entering
from grognard.systems.ocs.forms import Crowd, Mode, Points
from grognard.systems.ocs.pieces import rolls
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.stacking import eliminate
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TOKENS, TRANSPORT
from grognard.systems.ocs.supply import dumps, supply_paths
from grognard.systems.ocs.supply.network import DEPENDS
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.transport.transport import book_lost
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.turn.pre_turn import weather
from grognard.systems.ocs.units import BREAKOUT as AWAY
from grognard.systems.ocs.units import COMBAT, DEAD, MAP, MOVE, TRUCK, UNITS
from grognard.table.worded import Hand

FARTHEST = 15
"""Hexes, as the crow flies, to a friend in trace. [12.8e(B)]"""


# ---- who may try


def first_chance(game: Ocs, key: str) -> bool:
    """Whether this is the first turn that finds a unit or transport out of trace. [12.8e(C)]

    It had trace, and not merely food, at its last own Supply Phase, or has come since.
    """
    if key in game.state[UNITS]:
        return unit_of(game, key).traced
    return game.state[TRANSPORT][key].traced


def why_not(game: Ocs, player: str, name: str) -> Refusal | None:
    """Why a unit cannot attempt a breakout; None if it can. [12.8e]"""
    unit = game.state[UNITS].get(name)
    if unit is None or unit.place != MAP or counter_of(game, name).side != player:
        return Refusal("12.8e", f"{name!r} is no combat unit of {player} on the map")
    counter = counter_of(game, name)
    if max(counter.combat.ma, counter.move.ma) < 1:
        return Refusal("12.8e", f"{counter.name} has no printed allowance of 1 or more")
    if supply_paths.in_trace(game, name):
        return Refusal("12.8e", f"{counter.name} is in trace supply; breakouts are for others")
    if first_chance(game, name):  # neither way nor distance matter [12.8e(C)]
        return None
    friends = rescuers(game, player)
    if not any(game.board.distance(unit.hex, h) <= FARTHEST for h in friends):
        text = f"{counter.name} is more than {FARTHEST} hexes from any friend in trace supply"
        return Refusal("12.8e(B)", text)
    if not way_out(game, name, friends):
        text = f"no way free of the enemy leads {counter.name} to a friend in trace supply"
        return Refusal("12.8e(A)", text)
    return None


def rescuers(game: Ocs, side: str) -> frozenset[int]:
    """The hexes with a side's combat units in trace. [12.8e(A)] [12.8e(B)]"""

    def compute() -> frozenset[int]:
        found = supply_paths.traced(game, side)
        return frozenset(unit_of(game, name).hex for name, ok in found.items() if ok)

    return game.cached(("rescuers", side), (*DEPENDS, "clock", "formations"), compute)


def way_out(game: Ocs, name: str, friends: frozenset[int]) -> bool:
    """Whether a way of any length leads to a friend in trace: no enemy, no prohibited ground.

    For trucks, by the Move side, no enemy zones that are not negated either. [12.8e(A)]
    """
    counter, start = counter_of(game, name), unit_of(game, name).hex
    side, move = counter.side, counter.move.move
    if start in friends:  # one who stands here, such as a formation's other part [12.6f]
        return True
    ground, condition = game.scenario.ground, weather(game, side).ground
    free = _leading_to(game, side, move, friends)
    return any(
        b in free and ground.cost(condition, move, start, b) is not None
        for b in game.board.around(start)
    )


def _leading_to(game: Ocs, side: str, move: str, friends: frozenset[int]) -> frozenset[int]:
    """The hexes from which a way leads to a friend in trace: no step is open one way only.

    [12.8e(A)] [6.1d]
    """

    def compute() -> frozenset[int]:
        index = fields(game)
        walls = index.shut[side] if move == TRUCK else index.foes[side]
        passages = game.scenario.ground.passages(weather(game, side).ground, move)
        return frozenset(reach(passages, [(h, 0) for h in friends], 0, walls))

    return game.cached(("ways out", side, move), DEPENDS, compute, friends)


def why_not_transport(game: Ocs, player: str, key: str, points: int) -> Refusal | None:
    """Why Transport Points cannot attempt a breakout: only with the first chance. [12.8e(C)]"""
    found = game.state[TRANSPORT].get(key)
    if found is None or found.place != MAP or found.side != player:
        return Refusal("12.8e(C)", f"{key!r} is no transport of {player} on the map")
    if found.extender:
        return Refusal("12.7", f"{key} is an Extender and does nothing else")
    if supply_paths.connected(game, key, found.hex):
        return Refusal("12.8e(C)", f"{key} is where supply can be traced; breakouts are for others")
    if not first_chance(game, key):
        text = f"{key} was cut off before; transport breaks out in the first turn only"
        return Refusal("12.8e(C)", text)
    whole = found.size // TOKENS
    if not 1 <= points <= whole:
        return Refusal("12.8e(C)", f"{key} has {whole} whole points; 1 to {whole} may try")
    return None


# ---- the deed


@dataclass(frozen=True, slots=True)
class Sortie:
    """Units that try to break out, or so many points of one transport."""

    units: Crowd = ()
    transport: Piece | None = None
    points: Points | None = None

    @property
    def count(self) -> int:
        """How many points of transport try."""
        return 1 if self.points is None else self.points


class Break(OcsVerb[Sortie]):
    """Attempt a breakout with units, or with Transport Points, one by one. [12.8e-roll]"""

    do, rule, order = "breakout", "12.8e-roll", Sortie
    title, stakes = "Break out", "dice"
    phrase = ("{units} try to break out", "{transport} try to break out")
    sure = True
    rare = True

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Sortie]:
        """Each unit, and each point of transport, alone."""
        for name, traced in supply_paths.traced(game, player).items():
            if not traced and why_not(game, player, name) is None:
                yield Sortie((name,))
        for key in sorted(game.state[TRANSPORT]):
            if why_not_transport(game, player, key, 1) is None:
                yield Sortie(transport=key, points=1)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Rarely, and then by chance: it is always a gamble."""
        return None if rng.random() < 0.7 else super().sample(game, player, rng)

    def against(self, game: Ocs, player: str, order: Sortie) -> list[Refusal]:
        """Each must fulfil the conditions now. [12.8e]"""
        if bool(order.units) == (order.transport is not None):
            return [Refusal("12.8e", "name units, or one transport and how many points of it")]
        if order.transport is not None:
            found = [why_not_transport(game, player, order.transport, order.count)]
        elif len(set(order.units)) != len(order.units):
            return [Refusal("form", "name no unit twice")]
        else:
            found = [why_not(game, player, name) for name in order.units]
        return [refusal for refusal in found if refusal is not None]

    def carry_out(self, game: Ocs, player: str, order: Sortie) -> None:
        """Roll for each. [12.8e-roll]"""
        for name in order.units:
            first, label = first_chance(game, name), game.board.label(unit_of(game, name).hex)
            if attempt(game, player, counter_of(game, name).name, label, first):
                slip_away(game, name)
            else:
                eliminate(game, name, self.rule, "its breakout fails")
        if order.transport is not None:
            for _ in range(order.count):
                _one_point(game, player, order.transport)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Sortie]:
        """The units in hand together, and a point of each transport."""
        group = grouped(game, player, hand)
        if group.units:
            yield Sortie(group.units)
        yield from (Sortie(transport=key, points=1) for key in group.transport)


def attempt(game: Ocs, side: str, called: str, label: str, first: bool) -> bool:
    """Roll for one breakout; one more on the die with the first chance. [12.8e-roll] [12.8e(C)]"""
    dice = game.roll(1)
    roll = dice[0] + first
    won = game.scenario.tables["breakout"].cell(roll, "result", clamp=True).value == "succeeds"
    facts = {"side": side, "hex": label, "roll": roll, "succeeds": won}
    plain = Event("breakout", "12.8e-roll", facts, dice)
    own = {**facts, "what": called}
    game.emit(Event("breakout", "12.8e-roll", own, dice, (side,), plain))
    return won


def turns_away(game: Ocs, side: str, called: str) -> int:
    """Roll for when somebody comes back, and say the turn. [12.8e-roll]"""
    dice = game.roll(1)
    due = game.turn + dice[0]
    plain = Event("comes back", "12.8e-roll", {"side": side}, dice)
    facts = {"side": side, "what": called, "due": due}
    game.emit(Event("comes back", "12.8e-roll", facts, dice, (side,), plain))
    return due


def slip_away(game: Ocs, name: str) -> None:
    """A unit leaves the map: step losses stay, all other markers come off. [12.8e-roll]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    due = turns_away(game, counter.side, counter.name)
    up = not counter.traits & {"pax", "eq"}
    mode = COMBAT if up else MOVE
    away = replace(unit, place=AWAY, hex=-1, due=due, mode=mode, combat_up=up, **entering.UNMARKED)
    game.put(UNITS, name, away)


def _one_point(game: Ocs, side: str, key: str) -> None:
    """One Transport Point tries; what it carries stays where it was. [12.8e(C)]

    Organic Trucks put nothing on the ground: what the others cannot take is lost. [13.2g(A)]
    """
    found = game.state[TRANSPORT][key]
    label, called = game.board.label(found.hex), f"a {found.kind} point"
    left = max(0, found.load - (found.size - TOKENS))
    if left:  # more than the others can hold
        game.put(TRANSPORT, key, replace(found, load=found.load - left))
        if found.formation:
            dumps.book(game, side, "blown", left)
        else:
            dumps.add(game, side, found.hex, left)
    rest, last = game.state[TRANSPORT][key], found.size == TOKENS
    one = replace(found, size=TOKENS, load=0, hex=-1, reserve=False)
    if attempt(game, side, called, label, True):
        due = turns_away(game, side, called)
        game.put(TRANSPORT, key if last else _new_key(game, key), replace(one, place=AWAY, due=due))
    else:
        book_lost(game, side, found.kind, TOKENS)
        if last:
            game.put(TRANSPORT, key, replace(one, place=DEAD))
    if not last:
        game.put(TRANSPORT, key, replace(rest, size=rest.size - TOKENS))


def _new_key(game: Ocs, key: str) -> str:
    """A key for points that part from others."""
    number = 1
    while f"{key}-out{number}" in game.state[TRANSPORT]:
        number += 1
    return f"{key}-out{number}"


# ---- coming back


def returning(game: Ocs, side: str) -> list[str]:
    """Units and transport of a side that have broken out and are due. [12.8e-roll]"""

    def compute() -> list[str]:
        away = rolls.off_map(game, side, AWAY)
        units = [name for name in away if unit_of(game, name).due <= game.turn]
        trucks = [
            key
            for key, transport in sorted(game.state[TRANSPORT].items())
            if (transport.place, transport.side) == (AWAY, side) and transport.due <= game.turn
        ]
        return units + trucks

    return game.cached(("returning", side), (UNITS.name, TRANSPORT.name, "clock"), compute)


def gates(game: Ocs, side: str) -> list[int]:
    """Where those who broke out come back: a side's entries, or its sources if it has none."""
    arrivals = {h for a in game.scenario.arrivals if a.side == side and not a.port for h in a.hexes}
    sources = {source.hex for source in game.scenario.sources if source.side == side}
    ground = game.scenario.ground
    every = [h for h in sorted(arrivals or sources) if not ground.sea[h]]
    return entering.open_hexes(game, side, every)


@dataclass(frozen=True, slots=True)
class Rejoining:
    """Who comes back where, in which mode and with which side up."""

    unit: Piece
    hex: Hex
    mode: Mode = ""
    up: Word = ""


class Return(OcsVerb[Rejoining]):
    """Place who has broken out as a reinforcement. [12.8e-roll]"""

    do, rule, order = "rejoin", "12.8e-roll", Rejoining
    title, role, rank = "Come back", "march", 39
    phrase = ("{unit} comes back in {hex}, {mode} Mode, {up} side up",
              "{unit} comes back in {hex}, {mode} Mode", "{unit} comes back in {hex}")  # fmt: skip

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Who is due, if there is a way in."""
        due = returning(game, player)
        return due if due and gates(game, player) else ()

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Rejoining]:
        """In each hex, in each mode it might have."""
        for h in gates(game, player):
            for mode, up in entering.modes_for(game, actor):
                yield Rejoining(actor, h, mode, up)

    def against(self, game: Ocs, player: str, order: Rejoining) -> list[Refusal]:
        """It is due, and enters where reinforcements do, in a mode it can have. [13.6b]"""
        key, label = order.unit, game.board.label
        if key not in returning(game, player):
            return [Refusal("12.8e-roll", f"{key!r} is not due back from a breakout")]
        if order.hex not in gates(game, player):
            known = ", ".join(map(label, gates(game, player))) or "none"
            return [Refusal("13.6b", f"{key} enters in {known}, not {label(order.hex)}")]
        return entering.wrong_posture(game, key, order.hex, order.mode, order.up)

    def carry_out(self, game: Ocs, player: str, order: Rejoining) -> None:
        """It is on the map again."""
        key, h, label = order.unit, order.hex, game.board.label(order.hex)
        if key in game.state[UNITS]:
            entering.bring(game, key, h, order.mode, order.up, entered=game.turn, due=0)
        else:
            found: Any = game.state[TRANSPORT][key]
            game.put(TRANSPORT, key, replace(found, place=MAP, hex=h, due=0, entered=game.turn))
        plain = Event("reinforcements", self.rule, {"side": player, "hex": label})
        facts = {"side": player, "hex": label, "units": [key]}
        game.emit(Event("reinforcements", self.rule, facts, (), (player,), plain))

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Rejoining]:
        """As it is, and in each mode."""
        if len(hand) == 1:
            yield Rejoining(hand[0], h)
            if hand[0] in game.state[UNITS]:
                for mode, up in entering.modes_for(game, hand[0]):
                    yield Rejoining(hand[0], h, mode, up)


def must_return(game: Ocs, player: str) -> list[Refusal]:
    """Reinforcements are not held back: who is due and can enter does. [12.8e-roll] [13.6]"""
    if not gates(game, player):
        return []
    due = returning(game, player)
    return [Refusal("12.8e-roll", f"{key} is due back") for key in due if gates(game, player)]
