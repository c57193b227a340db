"""Setting up: where a printed set-up leaves the owner a choice. [S1.3] [S1.6] [S2.4] [S2.6]

Most counters begin in a hex that the scenario prints. Some are to stand in a city, or in any of
several hexes: before the first turn their owner is asked. As printed is one answer, `ready`; who
has nothing to choose is not asked.

The book does not say who sets up first. Here the side that moves second does, so that the side
with the initiative answers what it sees; the option turns it round. Until a side is ready the
other sees its units where they stand by default. Who places a unit next to a closed stack is told
of it, as in play, and somebody stays there. [16.1.4]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.fork import fork
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.orders import ManyAt
from grognard.kit.setup import SET_UP, Step, until_ready
from grognard.systems.wb95.masking.masking import masked_game, out_of_sight, sighted, vacated
from grognard.systems.wb95.movement import stacking
from grognard.systems.wb95.pieces.stacks import STACKING_LIMIT, holder, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, HEXES
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.works.bridges import bridges_of, first_controller

Choices = Mapping[str, tuple[int, ...]]


def set_up(game: Wb) -> Procedure:
    """Each side that has a choice makes it, one side after the other. [S2.4]"""
    if not in_use(game):
        return
    for side in order(game):
        if next(PLACE.legal(game, side), None) is not None:
            yield from _set_up_side(game, side)


def _set_up_side(game: Wb, side: str) -> Procedure:
    """One side places its units until it is ready; then the other sees where they stand."""
    prompt = "place the units that the set-up leaves to you, then say ready"
    rule = rule_of(game, side)
    yield from until_ready(game, side, prompt, rule, (PLACE,), lambda: _context(game, side))
    _dig_in(game, side)
    _hand_over(game, side)
    game.emit(Event(SET_UP, rule, {"side": side}))


def in_use(game: Wb) -> bool:
    """Whether players are asked at all: the option is on, and nothing has been played."""
    begun = (game.scenario.start_turn, game.scenario.start_phase) != (1, 1)
    return game.options["free-setup"] == "on" and not begun


def order(game: Wb) -> tuple[str, ...]:
    """Who sets up first: the side without the initiative, or by the option the one with it."""
    second = game.options["setup-order"] == "second-player-first"
    return game.scenario.sides[::-1] if second else game.scenario.sides


def choices(game: Wb, side: str) -> Choices:
    """The units that a side may place, and the hexes among which it may place each. [S2.4]"""
    units, counters = game.scenario.units, game.scenario.counters
    return {
        name: hexes
        for name, hexes in game.scenario.choices.items()
        if counters[name].side == side and units[name].place == MAP
    }


def rule_of(game: Wb, side: str) -> str:
    """The rule that prints a side's set-up."""
    return game.scenario.setup_rules.get(side, "T.setup-aid")


def _context(game: Wb, side: str) -> dict[str, Any]:
    """For each unit to place, where it stands and where it may stand."""
    label = game.board.label
    return {
        name: {"hex": label(unit_of(game, name).hex), "any_of": [label(h) for h in hexes]}
        for name, hexes in choices(game, side).items()
    }


class Place(Step[Wb, ManyAt]):
    """Placing units in one of the hexes that the set-up names for them. [S1.6] [S2.4]"""

    do, rule, order = "place", "T.setup-aid", ManyAt
    title, phrase = "Place", "{units} in {hex}"
    few = True

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """The units that are left to the player."""
        return tuple(choices(game, player))

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[ManyAt]:
        """A unit alone, to every hex of its choice."""
        for h in choices(game, player)[actor]:
            yield ManyAt((actor,), h)

    def against(self, game: Wb, player: str, order: ManyAt) -> list[Refusal]:
        """Own units, each free to stand there, and room for all of them. [3.2.1]"""
        names, h = order.units, order.hex
        refusals = stacking.company(game, player, names)
        refusals = refusals or [r for n in names for r in _cannot_stand(game, player, n, h)]
        if not refusals and all(unit_of(game, name).hex == h for name in names):
            text = f"they stand in {game.board.label(h)} already"
            refusals = [Refusal(rule_of(game, player), text)]
        return refusals or _crowds(game, player, names, h) or _told(game, player, names, h)

    def carry_out(self, game: Wb, side: str, order: ManyAt) -> None:
        """Put units on top of the stack in a hex, in the order they are named. [16.1.1]"""
        h, label = order.hex, game.board.label(order.hex)
        before = {name: unit_of(game, name).hex for name in order.units}
        for name in order.units:
            top = max((unit_of(game, other).order for other in units_at(game, h)), default=0)
            game.put(UNITS, name, replace(unit_of(game, name), hex=h, order=top + 1))
        facts = {"units": list(order.units), "hex": label}
        rule = rule_of(game, side)
        game.emit(Event(self.do, rule, facts, seen_by=(side,)))
        for name in order.units if masked_game(game) else ():
            sighted(game, name, before[name])


PLACE = Place()


def _cannot_stand(game: Wb, player: str, name: str, h: int) -> list[Refusal]:
    """Why the set-up does not let a unit stand in a hex. [S2.4]"""
    free, rule, counter = choices(game, player), rule_of(game, player), counter_of(game, name)
    if name not in free:
        return [Refusal(rule, f"{counter.name} ({name}) is not left to you; it stands as printed")]
    if h in free[name]:
        return []
    hexes, here = ", ".join(map(game.board.label, free[name])), game.board.label(h)
    return [Refusal(rule, f"{counter.name} ({name}) may stand in {hexes}, not {here}")]


def _crowds(game: Wb, player: str, names: tuple[str, ...], h: int) -> list[Refusal]:
    """Nobody places more levels in a hex than may stand there. [3.2.1]"""
    levels = stacking.levels_after(game, player, names, h)
    if levels <= STACKING_LIMIT:
        return []
    text = f"{game.board.label(h)} would hold {levels} CELs; at most {STACKING_LIMIT} may stand"
    return [Refusal("3.2.1", f"{text} in a hex")]


def _told(game: Wb, player: str, names: tuple[str, ...], h: int) -> list[Refusal]:
    """Who was placed next to a closed stack has been told of it, and stays there. [16.1.4]

    Otherwise one counter could be shown to every stack in turn. Where the set-up prints a unit it
    has seen what there is to see from the start, and goes as it likes.
    """
    units = game.scenario.units
    placed = [n for n in names if unit_of(game, n).hex != units[n].hex] if masked_game(game) else []
    lost = out_of_sight(game, player, placed, h)
    if not lost:
        return []
    where = ", ".join(map(game.board.label, lost))
    text = f"you have been told what stands in {where}: somebody you placed next to it stays there"
    return [Refusal("16.1.4", text)]


def _sites(game: Wb, side: str) -> list[int]:
    """Every hex in which the set-up leaves a side's units a choice."""
    return sorted({h for hexes in choices(game, side).values() for h in hexes})


def _dig_in(game: Wb, side: str) -> None:
    """Units that start in field fortifications have them where they are placed. [S2.4] [7.1.1]

    None is left where nobody stands, and a mask goes with the stack it covered. [16.1.2]
    """
    printed = {n: game.scenario.units[n].hex for n in choices(game, side)}
    for h in _sites(game, side):
        status, there = game.state[HEXES][h], units_at(game, h)
        dug = any(printed.get(n, h) in game.scenario.fortified for n in there)
        fortified = side if dug and game.board.terrain[h] != "swamp" else ""
        if status.fortified != fortified:
            game.put(HEXES, h, replace(status, fortified=fortified))
        vacated(game, h)


def _hand_over(game: Wb, side: str) -> None:
    """Bridges at the hexes in question belong to whoever now stands at them. [14.1.3]"""
    ground = game.scenario.ground
    for key in sorted({key for h in _sites(game, side) for key in bridges_of(game, h)}):
        held = {h: holder(game, h) for h in ground.side_hexes(key)}
        holders = {h: str(side) for h, side in held.items() if side is not None}
        bridge = game.state[BRIDGES][key]
        controller = first_controller(game.scenario, key, holders)
        if bridge.controller != controller:
            game.put(BRIDGES, key, replace(bridge, controller=controller))


def as_seen(game: Wb, player: str | None) -> Wb:
    """The game as one player may look at it: who is setting up is seen as printed until ready."""
    asked = game.decisions
    side = next((one.player for one in asked if one.ask.name == SET_UP), None)
    if side is None or player in (None, side):
        return game
    screened = fork(game)
    for name in choices(game, side):
        screened.put(UNITS, name, game.scenario.units[name])
    return screened
