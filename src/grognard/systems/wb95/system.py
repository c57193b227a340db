"""WB-95 as the engine sees it: its maps, options, sequence of play, views and edits."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.board.board import Board
from grognard.engine.decision import Action, Procedure
from grognard.engine.hunch import NO_HUNCH, Hunch, Sighting
from grognard.engine.record import Register
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK, Clock, Segment
from grognard.engine.sources import Sources
from grognard.engine.state import Index, State
from grognard.engine.table import Table
from grognard.kit.edits import EditedSystem, Edits
from grognard.kit.indexes import kept
from grognard.systems.wb95 import edits, guesses, phases, victory, views
from grognard.systems.wb95.arrivals import setting_up
from grognard.systems.wb95.charts import wb95_charts, wb95_tables
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.masking.vicinity import Presumed, Vicinity
from grognard.systems.wb95.options import OPTIONS
from grognard.systems.wb95.pieces.control import Domains
from grognard.systems.wb95.pieces.stacks import Forts, Movements, Neighbours, Roster, Stacks, Zones
from grognard.systems.wb95.reading.loader import build, read
from grognard.systems.wb95.scenario import Spec, Wb, Wb95Scenario
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
from grognard.systems.wb95.supply.barriers import Barriers
from grognard.systems.wb95.table.drawing import PRINTER
from grognard.systems.wb95.table.picture import draw
from grognard.systems.wb95.telling import PHRASES
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.works.bridges import first_controller, first_holders
from grognard.systems.wb95.works.spans import Spans

REGISTERS: tuple[Register[Any, Any], ...] = (UNITS, HEXES, BRIDGES, WORKS, MISSIONS, AIR, SIDES)
EDITS: Edits[Wb] = Edits(REGISTERS, edits.against, edits.FIELDS)


class Wb95(EditedSystem[Wb95Scenario]):
    """The WB-95 rulebook."""

    name = "wb95"
    title = "WB-95 (Moscow 1941)"
    open_rolls = True
    registers = REGISTERS
    edits = EDITS
    options = OPTIONS
    standing_policies = phases.STANDING_POLICIES
    in_own_time = phases.IN_OWN_TIME
    phrases = PHRASES

    def read(
        self, sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
    ) -> Wb95Scenario:
        """Read a scenario with its counters and its map, and a player's packs over them."""
        return read(sources, options, packs)

    def charts(self) -> Mapping[str, str]:
        """The texts of the rulebook's charts."""
        return wb95_charts()

    def tables(self) -> Mapping[str, Table]:
        """The charts of the rulebook."""
        return wb95_tables()

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
        return phases.TURN.segments(scenario.sides)

    def indexes(self, scenario: Wb95Scenario) -> Mapping[str, Index]:
        """The stacks and the zones of control, and what is derived from them."""
        stacks, zones = Stacks(scenario), Zones(scenario)
        neighbours = Neighbours(scenario)
        presumed = Presumed(scenario, stacks, zones, neighbours)
        barriers = Barriers(scenario)
        return kept(
            stacks,
            zones,
            neighbours,
            presumed,
            barriers,
            Movements((stacks, barriers), (zones, neighbours, presumed)),
            Vicinity(scenario.board),
            Roster(scenario),
            Forts(),
            Domains(scenario),
            Spans(scenario.ground),
        )

    def view(self, game: Wb, player: str | None) -> dict[str, Any]:
        """What one player may see. [16.1]"""
        return views.view(setting_up.as_seen(game, player), player)

    def picture(self, game: Wb, player: str | None) -> str:
        """The board in text."""
        return draw(setting_up.as_seen(game, player), player)

    def svg(self, game: Wb, player: str | None, window: Sequence[int] | None = None) -> str:
        """The board and its counters as SVG. [16.1]"""
        return PRINTER.drawn(setting_up.as_seen(game, player), player, window)

    def poster(
        self,
        game: Wb,
        player: str | None,
        window: Sequence[int] | None,
        units: bool,
        width: int,
    ) -> str:
        """The map as a sheet to print. [16.1]"""
        return PRINTER.printed(setting_up.as_seen(game, player), player, window, units, width)

    def open(self, scenario: Wb95Scenario) -> bool:
        """Without masking [16.1.1], secret works [14.3.2b] and a set-up of one's own. [S2.4]"""
        options = scenario.options
        works = options["bridges"] == "on" and bool(scenario.ground.banks)
        set_up = options["free-setup"] == "on" and bool(scenario.choices)
        return options["masking"] == "off" and not works and not set_up

    def set_up(self, game: Wb) -> Procedure:
        """What the printed set-up leaves to the players. [S2.4]"""
        return setting_up.set_up(game)

    def end_turn(self, game: Wb) -> Procedure:
        """The last turn ends the game. [2.1.3]"""
        return victory.end_turn(game)

    def unknowns(self, game: Wb, player: str, action: Action) -> list[Refusal]:
        """What masking [16.1.1] and secret orders [8.1.7] hide from a player who asks for odds."""
        return masking.unknowns(game, player, action)

    def presume(self, game: Wb, player: str, action: Action) -> Sequence[Mapping[str, Any]]:
        """Odds leave out what stands in closed stacks. [16.1.1]"""
        return masking.presume(game, player, action)

    def redraw(
        self,
        game: Wb,
        player: str,
        rng: random.Random,
        known: Collection[str],
        hunch: Hunch = NO_HUNCH,
    ) -> None:
        """What lies in closed stacks, and works in hand."""
        guesses.redraw(game, player, rng, known, hunch)

    def in_sight(self, game: Wb, player: str | None) -> Mapping[str, Sighting]:
        """The enemy's units that show."""
        return guesses.in_sight(game, player)


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
