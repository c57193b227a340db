"""Next War as the engine sees it: its maps, options, sequence of play, views and edits."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from grognard.board.board import Board
from grognard.engine.decision import Action, Procedure, nothing
from grognard.engine.event import Event
from grognard.engine.hunch import NO_HUNCH, Hunch, Sighting
from grognard.engine.record import Register
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK, Clock, Segment
from grognard.engine.sources import Sources
from grognard.engine.state import Index, State
from grognard.engine.table import Table
from grognard.kit.edits import EditedSystem, Edits
from grognard.kit.indexes import kept
from grognard.kit.turn import DONE
from grognard.systems.nextwar import chapters, edits, guesses, sequence, views
from grognard.systems.nextwar.air.helos import HELOS, Helo
from grognard.systems.nextwar.airpower.wings import WINGS, muster
from grognard.systems.nextwar.arrivals.status import POOLS, Pool
from grognard.systems.nextwar.charts import nextwar_charts, nextwar_tables
from grognard.systems.nextwar.command.bridges import irradiated
from grognard.systems.nextwar.ending.victory import award, lead
from grognard.systems.nextwar.nations.status import COUNCIL, UN, Council
from grognard.systems.nextwar.naval.status import HARBOURS, MINES, SEAS, at_sea
from grognard.systems.nextwar.options import OPTIONS
from grognard.systems.nextwar.pieces import sight
from grognard.systems.nextwar.pieces.stacks import Stacks, Zones
from grognard.systems.nextwar.pieces.values import counter_of
from grognard.systems.nextwar.policies import IN_OWN_TIME, STANDING_POLICIES
from grognard.systems.nextwar.raids.status import BANDS, TASKS, ashore
from grognard.systems.nextwar.reading.loader import build, read
from grognard.systems.nextwar.scenario import NextWarScenario, Nw, Spec
from grognard.systems.nextwar.status import (
    BRIDGES,
    ENGINEERS,
    HEXES,
    NOW,
    SIDES,
    SITES,
    WAR,
    Bridge,
    HexStatus,
    SiteStatus,
)
from grognard.systems.nextwar.strikes.status import MISSIONS
from grognard.systems.nextwar.supply.status import AIRLIFT, RELIEF
from grognard.systems.nextwar.table.picture import draw
from grognard.systems.nextwar.table.poster import PRINTER
from grognard.systems.nextwar.table.telling import PHRASES
from grognard.systems.nextwar.units import ABOARD, BOX, EXPECTED, MAP, SHIPS, UNITS

chapters.fill()
REGISTERS: tuple[Register[Any, Any], ...] = (
    UNITS, WAR, SIDES, HEXES, SITES, BRIDGES, POOLS, HELOS, SHIPS, SEAS, MINES,
    HARBOURS, WINGS, DONE, COUNCIL, BANDS, TASKS, AIRLIFT, RELIEF, ENGINEERS, MISSIONS,
)  # fmt: skip
EDITS: Edits[Nw] = Edits(REGISTERS, edits.against, edits.FIELDS)


class NextWar(EditedSystem[NextWarScenario]):
    """The rulebook of the Next War series."""

    name = "nextwar"
    title = "Next War"
    open_rolls = True
    registers = REGISTERS
    edits = EDITS
    options = OPTIONS
    standing_policies = STANDING_POLICIES
    in_own_time = IN_OWN_TIME
    phrases = PHRASES

    def read(
        self, sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
    ) -> NextWarScenario:
        """Read a scenario with its counters, sites and map, and a player's packs over them."""
        return read(sources, options, packs)

    def charts(self) -> Mapping[str, str]:
        """The texts of the charts."""
        return nextwar_charts()

    def tables(self) -> Mapping[str, Table]:
        """The charts."""
        return nextwar_tables()

    def position(
        self, board: Board, spec: Spec, options: Mapping[str, Any] | None = None
    ) -> NextWarScenario:
        """A scenario from plain data: for tests, generated positions and programs."""
        defaults: dict[str, Any] = {
            "id": "nextwar/position",
            "turns": 10,
            "sides": {
                "dprk": {"name": "North", "countries": ["DPRK"], "edge": "north"},
                "allied": {"name": "Allies", "countries": ["ROK"], "edge": "south", "allied": True},
            },
            "initiative": {"side": "dprk", "guaranteed": 1, "vps": 5},
        }
        return build({**defaults, **spec}, board, "position", options or {})

    def initial(self, scenario: NextWarScenario) -> State:
        """The State before the first phase."""
        state = State.empty(REGISTERS)
        state.maps[UNITS.name].update(scenario.units)
        state.maps[WAR.name][NOW] = scenario.opening.war
        state.maps[SIDES.name].update(scenario.assets)
        state.maps[HEXES.name].update(
            {h: HexStatus(side) for h, side in enumerate(scenario.control)}
        )
        state.maps[SITES.name].update(dict.fromkeys(scenario.sites, SiteStatus()))
        state.maps[BRIDGES.name].update(dict.fromkeys(scenario.ground.bridges, Bridge()))
        state.maps[POOLS.name].update(dict.fromkeys(scenario.replacements, Pool()))
        state.maps[HELOS.name].update(
            {
                name: Helo(MAP, scenario.bases[name], counter.steps, order)
                if name in scenario.bases
                else Helo(EXPECTED, -1, counter.steps, order, due=scenario.due.get(name, 99))
                for order, (name, counter) in enumerate(scenario.helicopters.items())
            }
        )
        boxes = scenario.board.boxes
        state.maps[HELOS.name].update(
            {
                name: replace(
                    state.maps[HELOS.name][name], place=BOX if at in boxes else ABOARD, where=at
                )
                for name, at in scenario.afar.items()
            }
        )
        at_sea(state, scenario)
        muster(state, scenario)
        ashore(state, scenario)
        state.maps[COUNCIL.name][UN] = Council()
        begins = scenario.opening
        step = sequence.turn_of(scenario).place(begins.segment)
        state.maps[CLOCK.name] = {"now": Clock(begins.turn, step)}
        return state

    def segments(self, scenario: NextWarScenario) -> Sequence[Segment[Any]]:
        """The phases of a turn. [3.0]"""
        return sequence.turn_of(scenario).segments(scenario.sides)

    def indexes(self, scenario: NextWarScenario) -> Mapping[str, Index]:
        """The stacks and the zones of control."""
        return kept(Stacks(scenario), Zones(scenario))

    def view(self, game: Nw, player: str | None) -> dict[str, Any]:
        """What one player may see. [8.1.2]"""
        return views.view(game, player)

    def sees(self, game: Nw, player: str | None, piece: str) -> bool:
        """Whether a player may see a counter. [13.2]"""
        return sight.seen(game, player, piece)

    def told(self, game: Nw, event: Event) -> Event:
        """Who is covered is not named. [13.2]"""
        return sight.veiled(game, event)

    def open(self, scenario: NextWarScenario) -> bool:
        """Without fog of war, on the ground and in the air, nothing is hidden. [8.1.2] [13.2]
        [29.2]"""
        veiled = scenario.air_units and scenario.options["air-fog"] == "on"
        return not sight.foggy(scenario) and not veiled

    def redraw(
        self,
        game: Nw,
        player: str,
        rng: random.Random,
        known: Collection[str],
        hunch: Hunch = NO_HUNCH,
    ) -> None:
        """What lies under others."""
        guesses.redraw(game, player, rng, known, hunch)

    def in_sight(self, game: Nw, player: str | None) -> Mapping[str, Sighting]:
        """The enemy's things that show."""
        return guesses.in_sight(game, player)

    def unknowns(self, game: Nw, player: str, action: Action) -> list[Refusal]:
        """What the fog hides from a player who asks for odds. [13.2]"""
        return views.unknowns(game, player, action)

    def picture(self, game: Nw, player: str | None) -> str:
        """The board in text."""
        return draw(game, player)

    def svg(self, game: Nw, player: str | None, window: Sequence[int] | None = None) -> str:
        """The board and its counters as SVG."""
        return PRINTER.drawn(game, player, window)

    def poster(
        self, game: Nw, player: str | None, window: Sequence[int] | None, units: bool, width: int
    ) -> str:
        """The map as a sheet to print."""
        return PRINTER.printed(game, player, window, units, width)

    def account(self, game: Nw) -> dict[str, Any]:
        """The lead of the side that began, and how many units each side has lost for good."""
        gone = (counter_of(game, n).side for n, u in game.state[UNITS].items() if not u.steps)
        return {
            "points": lead(game, game.scenario.sides[0]),
            "gone": dict(sorted(Counter(gone).items())),
        }

    def end_turn(self, game: Nw) -> Procedure:
        """The last turn ends the game. [12.3]"""
        if game.turn >= game.scenario.turns:
            award(game)
        return nothing()

    def apply_edit(self, game: Nw, changes: list[Action]) -> None:
        """Replace the records as agreed. What a Nuclear Attack does is done at once. [18.2.5-e]"""
        super().apply_edit(game, changes)
        irradiated(game)


NEXTWAR = NextWar()
