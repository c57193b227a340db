"""OCS as the engine sees it: its maps, options, sequence of play, views and edits."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.board.board import Board
from grognard.engine.decision import Action, Deed, Procedure
from grognard.engine.hunch import NO_HUNCH, Hunch, Sighting
from grognard.engine.record import Register
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK, Clock, Segment
from grognard.engine.sources import Sources
from grognard.engine.state import Index, State
from grognard.engine.table import Table
from grognard.kit.edits import EditedSystem, Edits
from grognard.kit.indexes import kept
from grognard.systems.ocs import chapters as chapters  # their rules count once they are imported
from grognard.systems.ocs import edits, guesses, views
from grognard.systems.ocs.arrivals import setting_up
from grognard.systems.ocs.fog import foresight
from grognard.systems.ocs.options import OPTIONS
from grognard.systems.ocs.pieces.rolls import Rolls
from grognard.systems.ocs.pieces.stacks import Beside, Stacks
from grognard.systems.ocs.pieces.zones import Zones
from grognard.systems.ocs.policies import IN_OWN_TIME, STANDING_POLICIES
from grognard.systems.ocs.reading.loader import build, read
from grognard.systems.ocs.results import ocs_charts, ocs_tables
from grognard.systems.ocs.scenario import Ocs, OcsScenario, Spec
from grognard.systems.ocs.sequence import GAME_TURN
from grognard.systems.ocs.status import (
    AIR,
    DUMPS,
    FORMATIONS,
    HEXES,
    SHIPS,
    SIDES,
    SITES,
    TRANSPORT,
    TURN,
    FormationStatus,
    HexStatus,
    SideStatus,
    TurnStatus,
)
from grognard.systems.ocs.supply.supply_fields import SupplyFields
from grognard.systems.ocs.table.picture import draw
from grognard.systems.ocs.table.poster import PRINTER
from grognard.systems.ocs.table.telling import PHRASES
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.victory import victory
from grognard.systems.ocs.victory.account import account

REGISTERS: tuple[Register[Any, Any], ...] = (
    UNITS, DUMPS, TRANSPORT, SITES, AIR, SHIPS, HEXES, FORMATIONS, SIDES, TURN,
)  # fmt: skip
EDITS: Edits[Ocs] = Edits(REGISTERS, edits.against, edits.FIELDS)


class OcsSystem(EditedSystem[OcsScenario]):
    """The OCS series rulebook, v4.1a."""

    name = "ocs"
    title = "OCS v4.1a (Operational Combat Series)"
    registers = REGISTERS
    edits = EDITS
    options = OPTIONS
    standing_policies = STANDING_POLICIES
    in_own_time = IN_OWN_TIME
    phrases = PHRASES
    stride = 15

    def read(
        self, sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
    ) -> OcsScenario:
        """Read a scenario with its counters, tables and map, and a player's packs over them."""
        return read(sources, options, packs)

    def charts(self) -> Mapping[str, str]:
        """The texts of the rulebook's charts."""
        return ocs_charts()

    def tables(self) -> Mapping[str, Table]:
        """The charts of the rulebook, and those that stand in for a game's own."""
        return ocs_tables()

    def position(
        self,
        board: Board,
        spec: Spec,
        options: Mapping[str, Any] | None = None,
        packs: Sequence[Path] = (),
    ) -> OcsScenario:
        """A scenario from plain data: for tests, generated positions and programs."""
        defaults: dict[str, Any] = {
            "id": "ocs/position",
            "turns": 10,
            "sides": {"axis": {"nation": "German"}, "allied": {"nation": "Soviet"}},
        }
        return build({**defaults, **spec}, board, "position", options or {}, packs)

    def initial(self, scenario: OcsScenario) -> State:
        """The State before the first segment; nothing is fuelled. [IV.J]"""
        state = State.empty(REGISTERS)
        for register, records in (
            (UNITS, scenario.units), (DUMPS, scenario.dumps), (TRANSPORT, scenario.transport),
            (SITES, scenario.sites), (AIR, scenario.air), (SHIPS, scenario.ships),
        ):  # fmt: skip
            state.maps[register.name].update(records)
        state.maps[HEXES.name].update({h: HexStatus(gauge=g) for h, g in scenario.gauges.items()})
        unfuelled = {f: FormationStatus(fuelled=False) for f in scenario.formations}  # [IV.J]
        state.maps[FORMATIONS.name].update(unfuelled)
        for side in scenario.sides:
            stock = sum(d.tokens for d in scenario.dumps.values() if d.side == side)
            stock += sum(t.load for t in scenario.transport.values() if t.side == side)
            stock += sum(s.load for s in scenario.ships.values() if s.side == side)
            state.maps[SIDES.name][side] = SideStatus(
                gliders=scenario.gliders.get(side, ()),
                plans=tuple(p for p in scenario.plans if scenario.counters[p.unit].side == side),
                delivered=stock,
            )
        weather = scenario.start_weather or scenario.tables["weather-effects"].rows[0]
        first = scenario.first or scenario.sides[0]
        state.maps[TURN.name]["now"] = TurnStatus(weather, first)
        state.maps[CLOCK.name] = {"now": Clock(scenario.start_turn, scenario.start_step)}
        return state

    def segments(self, scenario: OcsScenario) -> Sequence[Segment[Any]]:
        """The Pre-Turn Phase and two Player Turns. [2.2]"""
        return GAME_TURN.segments(scenario.sides)

    def indexes(self, scenario: OcsScenario) -> Mapping[str, Index]:
        """Stacks, rolls, zones of control, what else lies where, and how far supply goes."""
        stacks, zones = Stacks(scenario), Zones(scenario)
        supply = SupplyFields(scenario, stacks, zones)
        return kept(stacks, Rolls(scenario), zones, Beside(), supply)

    def view(self, game: Ocs, player: str | None) -> dict[str, Any]:
        """What one player may see. [4.9]"""
        return views.view(game, player)

    def picture(self, game: Ocs, player: str | None) -> str:
        """The board in text."""
        return draw(game, player)

    def svg(self, game: Ocs, player: str | None, window: Sequence[int] | None = None) -> str:
        """The board and its counters as SVG. [4.9]"""
        return PRINTER.drawn(game, player, window)

    def poster(
        self,
        game: Ocs,
        player: str | None,
        window: Sequence[int] | None,
        units: bool,
        width: int,
    ) -> str:
        """The map as a sheet to print. [4.9]"""
        return PRINTER.printed(game, player, window, units, width)

    def set_up(self, game: Ocs) -> Procedure:
        """What a scenario leaves to the owners of the units. [IV.A]"""
        return setting_up.set_up(game)

    def asides(self, game: Ocs, player: str) -> tuple[Deed[Any], ...]:
        """Either player may end a simulcast turn, whoever acts. [2.4(4)]"""
        return (phases.CancelSimulcast(),) if phases.peaceful(game) else ()

    def end_turn(self, game: Ocs) -> Procedure:
        """The last turn ends the game. [2.3-end]"""
        return victory.end_turn(game)

    def account(self, game: Ocs) -> dict[str, Any]:
        """Points, when cities fell, losses and those saved, for whoever plays many games."""
        return account(game)

    def redraw(
        self,
        game: Ocs,
        player: str,
        rng: random.Random,
        known: Collection[str],
        hunch: Hunch = NO_HUNCH,
    ) -> None:
        """What the enemy has under what shows."""
        guesses.redraw(game, player, rng, known, hunch)

    def in_sight(self, game: Ocs, player: str | None) -> Mapping[str, Sighting]:
        """The enemy's things that show."""
        return guesses.in_sight(game, player)

    def unknowns(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """What odds hang on that the enemy has not announced yet. [4.9b]"""
        return foresight.unknowns(game, player, action)

    def presume(self, game: Ocs, player: str, action: Action) -> Sequence[Mapping[str, Any]]:
        """For odds, take what shows of the enemy for all there is, and say so. [4.9a]"""
        return foresight.presume(game, player, action)


OCS = OcsSystem()
