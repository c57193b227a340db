"""Consignments: supply and replacements that the tables bring, by a roll. [13.5] [2.3-reinf]

They wait in the side's account until they are placed in the same phase.
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
from grognard.kit.forms import Hex, Word
from grognard.systems.ocs.arrivals import entering, revised_rebuilds, tempo
from grognard.systems.ocs.forms import Mode
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces.stacking import gain
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES, Consignment
from grognard.systems.ocs.status import amount as in_points
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import OcsVerb, phasing
from grognard.systems.ocs.units import FULL, MOVE, POOL, UNITS, Unit

SUPPLY, PAX, EQ, AIR_STEPS = "supply", "pax", "eq", "air"
REPLACEMENTS = (PAX, EQ)


# ---- the rolls


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
    _tell_roll(game, side, {"tokens": tokens}, dice)


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
    _tell_roll(game, side, came, dice)


def _await(game: Ocs, side: str, came: Consignment) -> None:
    """Put what has come on the side's account until it is placed."""
    if came.amount:
        status = game.state[SIDES][side]
        game.put(SIDES, side, replace(status, arriving=(*status.arriving, came)))


def _tell_roll(game: Ocs, side: str, facts: dict[str, int], dice: tuple[int, ...]) -> None:
    """The rolls are made in the open, unless both players want them secret. [4.9e]"""
    found: dict[str, Any] = {"side": side, **facts}
    event = Event("arrivals", "2.3-reinf", found, dice)
    if game.options["secret-rolls"] == "on":
        others = Event("arrivals", "4.9e", {"side": side})
        event = replace(event, seen_by=(side,), others=others)
    game.emit(event)


# ---- placing it


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


class Place(OcsVerb[Placing]):
    """Place supply or replacements that have come. [2.3-reinf] [13.5]"""

    do, rule, order = "place", "2.3-reinf", Placing
    title, phrase, rank = "Place", "Place {goods} in {hex}", 1
    sure = True
    rare = True
    errand = True

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

    def carry_out(self, game: Ocs, player: str, order: Placing) -> None:
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
        game.emit(Event("placed", "2.3-reinf", {"hex": label}).to(player, what=what, amount=amount))

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Placing]:
        """Whatever may be placed there."""
        yield from (order for order in self.ways(game, player, "") if order.hex == h)

    def counted(self, game: Ocs, player: str, order: Placing) -> Mapping[str, tuple[int, int]]:
        """From one to all that may come there."""
        return {"amount": (1, placeable(game, player, order.what, order.hex))}

    def stake(self, game: Ocs, player: str, order: Placing | None) -> Sequence[str]:
        """What has come, and where it may go."""
        label = game.board.label
        return [
            f"{consignment(came.what, came.amount)} for "
            + " or ".join(label(h) for h in places_for(game, player, came))
            for came in game.state[SIDES][player].arriving
            if came.what != AIR_STEPS
        ]

    def details(self, game: Ocs, order: Placing) -> Mapping[str, str]:
        """What it is, and how much."""
        return {"goods": consignment(order.what, order.amount)}


def placeable(game: Ocs, side: str, what: str, h: int) -> int:
    """How much of a kind may be placed in a hex."""
    came = game.state[SIDES][side].arriving
    return sum(c.amount for c in came if c.what == what and h in places_for(game, side, c))


def consignment(what: str, number: int) -> str:
    """What the tables have brought, in words. [13.6]"""
    words = {SUPPLY: in_points(number), PAX: f"{number} Pax", EQ: f"{number} Eq"}
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
