"""Reinforcements: what comes by schedule and by the tables, where it enters, in what mode. [13.6]

What the schedule brings waits in the pool, what the tables bring waits in the side's account; both
must be placed in the Reinforcement Phase in which they come, and nobody may hold them back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex, Piece, Word
from grognard.systems.ocs.air import (
    bases,
    rebasing,
)
from grognard.systems.ocs.air.missions import by_air
from grognard.systems.ocs.arrivals import (
    entering,
    revised_rebuilds,
    tempo,
)
from grognard.systems.ocs.barrage.aims import aims_at
from grognard.systems.ocs.forms import Crowd, Mode, Tokens
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces.groups import GROUND, WHEELS, WINGS, grouped
from grognard.systems.ocs.pieces.stacking import gain
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SHIPS, SIDES, TRANSPORT, Consignment
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import (
    REINFORCEMENT,
    OcsVerb,
    deed,
    kind,
    obligation,
    on_enter,
    phasing,
)
from grognard.systems.ocs.units import FULL, MAP, MOVE, POOL, UNITS, Unit
from grognard.table.cards import Labels
from grognard.table.worded import Hand

SUPPLY, PAX, EQ, AIR_STEPS = "supply", "pax", "eq", "air"
REPLACEMENTS = (PAX, EQ)


# ---- the rolls


@on_enter(REINFORCEMENT, order=20)
def what_comes(game: Ocs) -> Procedure:
    """The schedule's supply, then the rolls for supply and replacements. [2.3-reinf] [13.5]"""
    side = phasing(game)
    game.put(SIDES, side, replace(game.state[SIDES][side], received=(0, 0), used=(0, 0)))
    for arrival in game.scenario.arrivals:
        if (arrival.side, arrival.turn) == (side, game.turn) and arrival.tokens:
            tokens = tempo.arriving(game, arrival.tokens)
            _await(game, side, Consignment(SUPPLY, tokens, arrival.hexes, arrival.port))
    roll_supply(game, side)
    for _ in range(tempo.rolls(game)):
        roll_replacements(game, side)
    yield from ()


def _column(game: Ocs, table: str, side: str, name: str) -> str:
    """The column of a table for a side: its own, if the game's table has one."""
    own = f"{side}-{name}"
    return own if own in game.scenario.tables[table].columns else name


def roll_supply(game: Ocs, side: str) -> None:
    """Roll for the Supply Points that arrive, where the game has places for them. [MT-sparrival]"""
    hexes = game.scenario.limits[side].supply_hexes
    if not hexes:
        return
    dice = game.roll(2)
    column = _column(game, "supply-arrivals", side, "tokens")
    tokens = number(game.scenario.tables, "supply-arrivals", sum(dice), column)
    tokens = tempo.arriving(game, tokens)
    _await(game, side, Consignment(SUPPLY, tokens, hexes))
    _tell_roll(game, side, f"{dumps.amount(tokens)} arrive", {"tokens": tokens}, dice)


def roll_replacements(game: Ocs, side: str) -> None:
    """Roll for variable reinforcements: men, equipment, aircraft. [13.5] [MT-varreinf]"""
    hexes, tables = game.scenario.limits[side].repl_hexes, game.scenario.tables
    if not hexes:
        return
    dice = game.roll(2)
    came: dict[str, int] = {}
    for what in (PAX, EQ, AIR_STEPS):
        column = _column(game, "variable-reinforcements", side, what)
        if column in tables["variable-reinforcements"].columns:
            came[what] = number(tables, "variable-reinforcements", sum(dice), column)
            _await(game, side, Consignment(what, came[what], hexes if what != AIR_STEPS else ()))
    status = game.state[SIDES][side]
    pax, eq = status.received
    received = (pax + came.get(PAX, 0), eq + came.get(EQ, 0))
    game.put(SIDES, side, replace(status, received=received))
    text = ", ".join(f"{count} {what}" for what, count in came.items())
    _tell_roll(game, side, f"replacements: {text}", came, dice)


def _await(game: Ocs, side: str, came: Consignment) -> None:
    """Put what has come on the side's account until it is placed."""
    if came.amount:
        status = game.state[SIDES][side]
        game.put(SIDES, side, replace(status, arriving=(*status.arriving, came)))


def _tell_roll(
    game: Ocs, side: str, text: str, facts: dict[str, int], dice: tuple[int, ...]
) -> None:
    """The rolls are made in the open, unless both players want them secret. [4.9e]"""
    found: dict[str, Any] = {"side": side, **facts}
    event = Event("arrivals", f"{side}: {text}", "2.3-reinf", found, dice)
    if game.options["secret-rolls"] == "on":
        others = Event("arrivals", f"{side} rolls for arrivals in secret", "4.9e", {"side": side})
        event = replace(event, seen_by=(side,), others=others)
    game.emit(event)


# ---- placing what the schedule brings


def due(game: Ocs, side: str) -> list[str]:
    """The keys of everything of a side that is due and still in the pool. [13.6] [MT-arrival]"""

    def compute() -> list[str]:
        return [
            key
            for arrival in game.scenario.arrivals
            if arrival.side == side and arrival.turn <= game.turn
            for key in arrival.ids
            if entering.place_of(game, key) == POOL
        ]

    depends = (UNITS.name, TRANSPORT.name, AIR.name, SHIPS.name, "clock")
    return game.cached(("due", side), depends, compute)


@dataclass(frozen=True, slots=True)
class Entry:
    """Reinforcements, where they enter, in which mode and with which side up; `load` is what
    transport takes of the supply that arrives in the same hex."""

    units: Crowd
    hex: Hex
    mode: Mode = ""
    up: Word = ""
    load: Tokens = 0


@deed(REINFORCEMENT)
class Arrive(OcsVerb[Entry]):
    """Place reinforcements of the schedule in a hex of their entry, in any legal mode. [13.6]"""

    do, rule, order = "arrive", "13.6", Entry
    title, rank = "Arrive", 2
    phrase = ("{units} arrive in {hex}, {mode} Mode, {up} side up",
              "{units} arrive in {hex}, {mode} Mode", "{units} arrive in {hex} with {load}",
              "{units} arrive in {hex}")  # fmt: skip

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """What is due."""
        return due(game, player)

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether anything is due and can enter."""
        return next(self.legal(game, player), None) is not None

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Entry]:
        """Alone, in each hex and mode, with all it can load and empty."""
        for h in entering.entries(game, player, actor):
            most = entering.loadable(game, player, actor, h)
            for mode, up in entering.modes_for(game, actor):
                for load in (most, 0) if most else (0,):
                    yield Entry((actor,), h, mode, up, load)

    def against(self, game: Ocs, player: str, order: Entry) -> list[Refusal]:
        """They are due, the hex is theirs to enter by, and the mode is one they can have."""
        names, waiting, h = order.units, due(game, player), order.hex
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one reinforcement, and none twice")]
        wrong = [name for name in names if name not in waiting]
        if wrong:
            return [Refusal("13.6", f"{', '.join(wrong)} is no reinforcement of {player} now")]
        refusals = [
            r for n in names for r in entering.refusals(game, player, n, h, order.mode, order.up)
        ]
        refusals = refusals or entering.too_many(game, player, names, h)
        return refusals or entering.overloaded(game, player, names, h, order.load)

    def carry_out(self, game: Ocs, player: str, order: Entry) -> Procedure:
        """Put them there; Organic Trucks come loaded. [13.6] [13.6c]"""
        h, mode = order.hex, order.mode
        for name in order.units:
            if name in game.state[UNITS]:
                up = entering.side_up(game, name, mode, order.up)
                mode_ = mode or (entering.usual_mode(game, name))
                put_into(game, name, h, mode=mode_, combat_up=up, entered=game.turn)
            elif name in game.state[TRANSPORT]:
                _bring_transport(game, name, h, order.load)
            else:
                ship = game.state[SHIPS][name]
                game.put(SHIPS, name, replace(ship, place=MAP, hex=h))
        entering.count(game, player, order.units, h)
        _tell_entry(game, player, order.units, game.board.label(h))
        yield from ()

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Entry]:
        """Those in hand together, first as usual, then in each mode or with a load. [13.6]"""
        group = grouped(game, player, hand)
        names = (*group.units, *group.transport, *group.ships)
        if not names or any(entering.place_of(game, name) != POOL for name in names):
            return
        yield Entry(names, h)
        if group.units == group.names:
            for mode, up in entering.modes_for(game, group.units[0]):
                yield Entry(names, h, mode, up)
        elif len(names) == 1 and group.transport:
            most = entering.loadable(game, player, names[0], h)
            if most:
                yield Entry(names, h, load=most)

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With units or transport in hand, where no enemy is."""
        kinds = grouped(game, player, hand).kinds
        if not hexes or kinds == {GROUND, WINGS} or any(aims_at(game, player, h) for h in hexes):
            return False
        return bool(kinds & {GROUND, WHEELS})


def _bring_transport(game: Ocs, key: str, h: int, load: int) -> None:
    """Organic Trucks come loaded; others load what arrives where they do. [13.6c]"""
    found = game.state[TRANSPORT][key]
    if found.formation:
        dumps.book(game, found.side, "delivered", found.size - found.load)
        load = found.size
    elif load:
        dumps.take(game, found.side, h, load)
        load += found.load
    else:
        load = found.load
    game.put(TRANSPORT, key, replace(found, place=MAP, hex=h, load=load, entered=game.turn))


@dataclass(frozen=True, slots=True)
class Landing:
    """An aircraft, and the base it comes to: by its hex, or by the ship."""

    plane: Piece
    base: Word


@deed(REINFORCEMENT)
class ArriveByAir(OcsVerb[Landing]):
    """Place reinforcing aircraft on any friendly base with room for them, Active. [13.6]"""

    do, rule, order = "arrive-by-air", "13.6", Landing
    title, phrase, rank = "Arrive at a base", "{plane} arrives at {base}", 38

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The aircraft that are due."""
        return [key for key in due(game, player) if key in game.state[AIR]]

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether an aircraft is due and has a base."""
        return next(self.legal(game, player), None) is not None

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Landing]:
        """On each base."""
        for base in bases.bases(game, player):
            yield Landing(actor, bases.name_of(game, base))

    def against(self, game: Ocs, player: str, order: Landing) -> list[Refusal]:
        """It is due, and the base can take it: new aircraft stack like others. [13.6a]"""
        key = order.plane
        if key not in game.state[AIR] or key not in due(game, player):
            return [Refusal("13.6", f"{key!r} is no aircraft of {player} that is due")]
        base = bases.named(game, player, order.base)
        if base is None:
            return [Refusal("13.6", f"{order.base!r} is no base of {player}")]
        named = entering.arrival_of(game, key).hexes
        if named and base.hex not in named:
            return [Refusal("13.6", f"{key} arrives on another base")]
        return no_room(game, base, key)

    def carry_out(self, game: Ocs, player: str, order: Landing) -> Procedure:
        """It lands. [13.6]"""
        base = bases.named(game, player, order.base)
        assert base is not None
        bring_aircraft(game, order.plane, base)
        _tell_entry(game, player, [order.plane], game.board.label(base.hex))
        yield from ()

    def touched(self, game: Ocs, action: Action) -> tuple[Labels, Labels]:
        """The aircraft, and the hex or the carrier."""
        plane, base = (action["plane"],), (action["base"],)
        return (base, plane) if action["base"] in game.board.index else ((), (*plane, *base))

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Landing]:
        """The aircraft in hand, at the base there."""
        group = grouped(game, player, hand)
        if len(group.air) == len(group.names) == 1 and group.hexes != (h,):
            yield Landing(group.air[0], game.board.label(h))

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With aircraft in hand, where no enemy is."""
        foe = any(aims_at(game, player, h) for h in hexes)
        return bool(hexes) and not foe and by_air(game, player, hand)


def no_room(game: Ocs, base: bases.Base, key: str) -> list[Refusal]:
    """Why a base cannot take one more Active aircraft. [13.6a]"""
    refusal = bases.admits(game, base, key)
    if refusal is None and bases.room(game, base) <= 0:
        text = f"{bases.name_of(game, base)} holds no more Active aircraft"
        refusal = Refusal("13.6a", text)
    return [refusal] if refusal is not None else []


def bring_aircraft(game: Ocs, key: str, base: bases.Base) -> None:
    """An aircraft comes to a base, Active, unless the option has enough there. [13.6] [21.5]

    A carrier has no level that would limit it.
    """
    active = bool(base.carrier) or rebasing.may_come_active(game, base.hex)
    game.put(AIR, key, replace(game.state[AIR][key], place=MAP))
    bases.land(game, key, base, active)
    if active and not base.carrier:
        rebasing.count(game, base.hex)


def _tell_entry(game: Ocs, side: str, names: Sequence[str], label: str) -> None:
    """The owner is told who comes, the enemy that somebody does. [4.9a]"""
    text = f"reinforcements of {side} in {label}"
    others = Event("reinforcements", text, "13.6", {"side": side, "hex": label})
    facts = {"side": side, "hex": label, "units": list(names)}
    game.emit(Event("reinforcements", f"{text}: {', '.join(names)}", "13.6", facts,
                    seen_by=(side,), others=others))  # fmt: skip


# ---- placing what the tables bring


def places_for(game: Ocs, side: str, came: Consignment) -> list[int]:
    """The hexes in which a consignment may be placed: those of it that the enemy leaves open.

    What comes by sea comes to no port in an enemy zone of control. [13.6a]
    """
    hexes = came.hexes
    if came.what in REPLACEMENTS:
        hexes = (*hexes, *revised_rebuilds.arrival_hexes(game, side))
    found = entering.open_hexes(game, side, tuple(dict.fromkeys(hexes)))
    return [h for h in found if not (came.port and entering.port_shut(game, side, h))]


@dataclass(frozen=True, slots=True)
class Placing:
    """So much of what has come, and where; replacements in a mode, with a side up."""

    what: Word
    hex: Hex
    amount: int
    mode: Mode | None = None
    up: Word = ""


@deed(REINFORCEMENT)
class Place(OcsVerb[Placing]):
    """Place supply or replacements that have come. [2.3-reinf] [13.5]"""

    do, rule, order = "place", "2.3-reinf", Placing
    title, phrase, rank = "Place", "Place {goods} in {hex}", 1
    sure = True

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether anything has come that can be placed."""
        return next(self.ways(game, player, ""), None) is not None

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Placing]:
        """Everything of a kind in each hex, and a single one."""
        every = {
            (came.what, h): None
            for came in _distinct(game.state[SIDES][player].arriving)
            for h in (places_for(game, player, came) if came.what != AIR_STEPS else ())
        }
        for what, h in every:
            for amount in dict.fromkeys((placeable(game, player, what, h), 1)):
                yield Placing(what, h, amount)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """As a rule everything of a kind at once."""
        found = list(self.legal(game, player))
        whole = [action for action in found if action["amount"] > 1]
        return rng.choice(whole if whole and rng.random() < 0.8 else found) if found else None

    def against(self, game: Ocs, player: str, order: Placing) -> list[Refusal]:
        """As much as has come, where it comes; replacements never in Combat Mode. [13.5]"""
        what, amount, h = order.what, order.amount, order.hex
        if what not in (SUPPLY, *REPLACEMENTS):
            return [Refusal("2.3-reinf", f"{what!r} is not placed: {SUPPLY}, {PAX} or {EQ} are")]
        here = placeable(game, player, what, h)
        if not 0 < amount <= here:
            label = game.board.label(h)
            text = f"{here} of {what} may be placed in {label}, not {amount}"
            return [Refusal("2.3-reinf", text)]
        if what == SUPPLY:
            return []
        mode = MOVE if order.mode is None else order.mode
        counter = game.scenario.counters[generic(game, player, what)]
        return entering.wrong_mode(game, counter, h, mode, order.up)

    def carry_out(self, game: Ocs, player: str, order: Placing) -> Procedure:
        """Put it there; supply may be loaded on transport that comes to the same hex. [13.6c]"""
        h, what, amount = order.hex, order.what, order.amount
        _take_from_account(game, player, what, amount, h)
        if what == SUPPLY:
            dumps.add(game, player, h, amount, fresh=True)
            dumps.book(game, player, "delivered", amount)
        else:
            for _ in range(amount):
                recruit(game, player, what, h, order.mode or MOVE)
        label = game.board.label(h)
        others = Event(
            "placed", f"{player} places arrivals in {label}", "2.3-reinf", {"hex": label}
        )
        told = dumps.amount(amount) if what == SUPPLY else f"{amount} {what}"
        facts = {"what": what, "hex": label, "amount": amount}
        game.emit(Event("placed", f"{player} places {told} in {label}", "2.3-reinf", facts,
                        seen_by=(player,), others=others))  # fmt: skip
        yield from ()

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Placing]:
        """Whatever may be placed there."""
        yield from (order for order in self.ways(game, player, "") if order.hex == h)

    def details(self, game: Ocs, order: Placing) -> Mapping[str, str]:
        """What it is, and how much."""
        return {"goods": consignment(order.what, order.amount)}


def placeable(game: Ocs, side: str, what: str, h: int) -> int:
    """How much of a kind may be placed in a hex."""
    came = game.state[SIDES][side].arriving
    return sum(c.amount for c in came if c.what == what and h in places_for(game, side, c))


def consignment(what: str, number: int) -> str:
    """What the tables have brought, in words. [13.6]"""
    words = {SUPPLY: dumps.amount(number), PAX: f"{number} Pax", EQ: f"{number} Eq"}
    return words.get(what, what)


def _distinct(came: Sequence[Consignment]) -> list[Consignment]:
    """The consignments by kind and places, one of each."""
    return list({(c.what, c.hexes, c.port): c for c in came}.values())


def _take_from_account(game: Ocs, side: str, what: str, amount: int, h: int) -> None:
    rest: list[Consignment] = []
    for came in game.state[SIDES][side].arriving:
        fits = came.what == what and (h < 0 or h in places_for(game, side, came))
        taken = min(amount, came.amount) if fits else 0
        amount -= taken
        if came.amount > taken:
            rest.append(replace(came, amount=came.amount - taken))
    game.put(SIDES, side, replace(game.state[SIDES][side], arriving=tuple(rest)))


def air_steps(game: Ocs, side: str) -> int:
    """The steps of aircraft that the game's own table has brought. [13.5f]"""
    return sum(c.amount for c in game.state[SIDES][side].arriving if c.what == AIR_STEPS)


def use_air_steps(game: Ocs, side: str, steps: int) -> None:
    """Use steps of aircraft that the table has brought. [13.5f]"""
    _take_from_account(game, side, AIR_STEPS, steps, -1)


def generic(game: Ocs, side: str, what: str) -> str:
    """The counter of a side's replacements of a kind; there are as many as are needed. [13.5]"""
    return next(
        counter.id
        for counter in game.scenario.counters.values()
        if counter.side == side and what in counter.traits
    )


def recruit(game: Ocs, side: str, what: str, h: int, mode: str) -> str:
    """A replacement of a kind comes into a hex: one that is idle, or one more. [13.5]"""
    counter = generic(game, side, what)
    units, booked = game.state[UNITS], entering.booked(game)
    idle = [n for n, u in units.items() if u.counter == counter and u.place == POOL]
    name = next((n for n in sorted(idle) if n not in booked), "")
    if not name:
        name = next(n for i in range(1, len(units) + 2) if (n := f"{counter}-{i}") not in units)
    fresh = Unit(counter, POOL, mode=MOVE, combat_up=False, internals=FULL)
    game.put(UNITS, name, fresh)
    put_into(game, name, h, mode=mode, entered=game.turn)
    gain(game, side, 1)
    assert counter_of(game, name).side == side
    return name


@obligation(order=10)
def nobody_is_held_back(game: Ocs, player: str) -> list[Refusal]:
    """The Reinforcement Phase does not end before everything that can enter has. [13.6]"""
    if kind(game) != REINFORCEMENT or phasing(game) != player:
        return []
    deeds = (Arrive(), ArriveByAir(), Place())
    waiting = next((a for d in deeds for a in d.legal(game, player)), None)
    if waiting is None:
        return []
    what = ", ".join(waiting.get("units", [])) or waiting.get("plane") or waiting["what"]
    return [Refusal("13.6", f"reinforcements cannot be delayed: {what} must be placed")]
