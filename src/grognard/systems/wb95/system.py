"""WB-95 as the engine sees it: its maps, options, sequence of play, views and edits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from grognard.board.board import Board
from grognard.engine.decision import Action, Procedure
from grognard.engine.record import RecordError, Register, decode, encode
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK, Clock, Segment
from grognard.engine.state import Index, State
from grognard.engine.system import System
from grognard.systems.wb95 import masking, phases, victory, views
from grognard.systems.wb95.barriers import Barriers
from grognard.systems.wb95.bridges import first_controller, first_holders
from grognard.systems.wb95.drawing import draw_game
from grognard.systems.wb95.loader import build, load
from grognard.systems.wb95.options import OPTIONS
from grognard.systems.wb95.picture import draw
from grognard.systems.wb95.scenario import Spec, Wb, Wb95Scenario
from grognard.systems.wb95.spans import Spans
from grognard.systems.wb95.stacks import Forts, Movements, Neighbours, Roster, Stacks, Zones
from grognard.systems.wb95.status import (
    AIR,
    BRIDGES,
    HEXES,
    MISSIONS,
    SIDES,
    WORKS,
    Air,
    Bridge,
    HexStatus,
    SideStatus,
)
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.vicinity import Presumed, Vicinity

REGISTERS: tuple[Register[Any, Any], ...] = (UNITS, HEXES, BRIDGES, WORKS, MISSIONS, AIR, SIDES)


class Wb95(System[Wb95Scenario]):
    """The WB-95 rulebook."""

    name = "wb95"
    title = "WB-95 (Moscow 1941)"
    registers = REGISTERS
    options = OPTIONS
    standing_policies = phases.STANDING_POLICIES

    def load(
        self, path: Path, options: Mapping[str, Any], packs: Sequence[Path] = ()
    ) -> Wb95Scenario:
        """Read a scenario file with its counters and its map, and a player's packs over them."""
        return load(path, options, packs)

    def position(
        self, board: Board, spec: Spec, options: Mapping[str, Any] | None = None
    ) -> Wb95Scenario:
        """A scenario from plain data: for tests, generated positions and programs."""
        defaults: dict[str, Any] = {
            "id": "wb95/position",
            "turns": 10,
            "sides": {"german": {"nation": "German"}, "soviet": {"nation": "Soviet"}},
            "initiative": "german",
        }
        return build({**defaults, **spec}, board, "position", options or {})

    def initial(self, scenario: Wb95Scenario) -> State:
        """The State before the first phase: set-up, control, bridges, air and stores."""
        state = State.empty(REGISTERS)
        state.maps[UNITS.name].update(scenario.units)
        state.maps[HEXES.name].update(_hexes(scenario))
        state.maps[BRIDGES.name].update(_bridges(scenario))
        state.maps[AIR.name].update(_air(scenario))
        for side in scenario.sides:
            stores = sum(g.ammunition for g in scenario.barrage if g.side == side)
            state.maps[SIDES.name][side] = SideStatus(ammunition=stores)
        start = Clock(scenario.start_turn, scenario.start_phase - 1)
        state.maps[CLOCK.name] = {"now": start}
        return state

    def segments(self, scenario: Wb95Scenario) -> Sequence[Segment[Any]]:
        """The twelve phases of a turn. [2.2]"""
        return phases.sequence(scenario)

    def indexes(self, scenario: Wb95Scenario) -> Mapping[str, Index]:
        """The stacks and the zones of control, and what is derived from them."""
        stacks, zones = Stacks(scenario.counters, scenario.sides), Zones(scenario)
        neighbours = Neighbours(scenario)
        presumed = Presumed(scenario, stacks, zones, neighbours)
        barriers = Barriers(scenario)
        return {
            "stacks": stacks,
            "zones": zones,
            "neighbours": neighbours,
            "presumed": presumed,
            "barriers": barriers,
            "movements": Movements((stacks, barriers), (zones, neighbours, presumed)),
            "vicinity": Vicinity(scenario.board),
            "roster": Roster(scenario.counters),
            "forts": Forts(),
            "spans": Spans(scenario.ground),
        }

    def view(self, game: Wb, player: str | None) -> dict[str, Any]:
        """What one player may see. [16.1]"""
        return views.view(game, player)

    def picture(self, game: Wb, player: str | None) -> str:
        """The board in text."""
        return draw(game, player)

    def svg(self, game: Wb, player: str | None) -> str:
        """The board and its counters as SVG. [16.1]"""
        return draw_game(game, player)

    def end_turn(self, game: Wb) -> Procedure:
        """The last turn ends the game. [2.1.3]"""
        return victory.end_turn(game)

    def unknowns(self, game: Wb, player: str, action: Action) -> list[Refusal]:
        """What masking [16.1.1] and secret orders [8.1.7] hide from a player who asks for odds."""
        return masking.unknowns(game, player, action)

    def presume(self, game: Wb, player: str, action: Action) -> Sequence[Mapping[str, Any]]:
        """Odds leave out what stands in closed stacks. [16.1.1]"""
        return masking.presume(game, player, action)

    def check_edit(self, game: Wb, changes: list[Action]) -> list[Refusal]:
        """An edit replaces fields of records that are there; nothing else."""
        registers = {register.name: register for register in REGISTERS}
        refusals = []
        for change in changes:
            register = registers.get(str(change.get("map")))
            if register is None or set(change) != {"map", "key", "set"}:
                known = ", ".join(registers)
                text = f'a change is {{"map", "key", "set"}} with a map of {known}'
                refusals.append(Refusal("form", text))
                continue
            try:
                _edited(game, register, change)
            except (RecordError, KeyError, ValueError, TypeError) as error:
                refusals.append(Refusal("form", f"{change['map']} {change['key']}: {error}"))
        return refusals

    def apply_edit(self, game: Wb, changes: list[Action]) -> None:
        """Replace the records as agreed."""
        registers = {register.name: register for register in REGISTERS}
        for change in changes:
            register = registers[change["map"]]
            key, record = _edited(game, register, change)
            game.put(register, key, record)


def _edited(game: Wb, register: Register[Any, Any], change: Action) -> tuple[Any, Any]:
    """The record as an edit would have it."""
    key = _key(game, register, change["key"])
    old = game.state[register].get(key)
    if old is None and register is not HEXES:
        raise RecordError("there is no such record to edit")
    if not isinstance(change["set"], dict):
        raise RecordError("set should be a map of fields")
    data = encode(old if old is not None else HexStatus())
    known = {field.name for field in fields(register.record)}
    for name, value in change["set"].items():
        if name not in known:
            raise RecordError(f"there is no field {name!r}; known: {', '.join(sorted(known))}")
        if name == "hex" and isinstance(value, str):
            value = game.board.hex(value)
        data[name] = value
    return key, decode(register.record, data, str(change["key"]))


def _key(game: Wb, register: Register[Any, Any], key: Any) -> Any:
    return game.board.hex(key) if register is HEXES and isinstance(key, str) else register.key(key)


def _hexes(scenario: Wb95Scenario) -> dict[int, HexStatus]:
    """Control [4.3.1], field fortifications [7.1.1] and masks [16.1.2] at the start."""
    masked = set(scenario.masked)
    return {
        h: HexStatus(control, scenario.fortified.get(h, ""), h in masked)
        for h, control in enumerate(scenario.control)
    }


def _bridges(scenario: Wb95Scenario) -> dict[int, Bridge]:
    """The bridges: the printed ones stand unless the scenario says otherwise. [14.1.1]"""
    ground = scenario.ground
    down, holders = set(scenario.bridges_down), first_holders(scenario)
    bridges = {}
    for key in sorted({*ground.printed_bridges, *scenario.bridges_built}):
        controller = first_controller(scenario, key, holders)
        bridges[key] = Bridge(key not in down, key in ground.printed_bridges, controller)
    return bridges


def _air(scenario: Wb95Scenario) -> dict[str, Air]:
    """The air counters; a pool of points is as many counters of one point. [8.1.1]"""
    counters: dict[str, Air] = {}
    for grant in scenario.air:
        count, strength = (grant.sp, 1) if grant.pool else (grant.counters, grant.sp)
        for _ in range(count):
            name = f"{grant.side}-air-{len(counters) + 1}"
            counters[name] = Air(
                grant.side, grant.nation, strength, grant.from_turn, grant.to_turn, pool=grant.pool
            )
    return counters


WB95 = Wb95()
