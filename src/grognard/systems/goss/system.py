"""GOSS as the engine sees it: its maps, options, sequence of play, views and edits."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
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
from grognard.systems.goss import chapters, edits, guesses, sequence, views
from grognard.systems.goss.air import foresight as air
from grognard.systems.goss.assault import foresight as assault
from grognard.systems.goss.charts import goss_charts, goss_tables
from grognard.systems.goss.ending import standing
from grognard.systems.goss.ending.winning import end_of_turn
from grognard.systems.goss.fire import foresight as fire
from grognard.systems.goss.fire.naval import fleet
from grognard.systems.goss.options import OPTIONS
from grognard.systems.goss.pieces import sight
from grognard.systems.goss.pieces.chain import Chains, Subordinates
from grognard.systems.goss.pieces.marked import Marked
from grognard.systems.goss.pieces.stacks import Stacks
from grognard.systems.goss.pieces.values import counter_of
from grognard.systems.goss.reading.loader import build, read
from grognard.systems.goss.scenario import Flights, GossScenario, Gs, Spec
from grognard.systems.goss.status import (
    AIR_TRACKS,
    ARMIES,
    BRIDGES,
    DEPOTS,
    FRONTS,
    HEXES,
    HQS,
    LEADERS,
    LULLS,
    NOW,
    RESTS,
    SHIPS,
    SIDES,
    TRACK,
    WEATHER,
    ZONES,
    AirTrack,
    Lull,
    SideStatus,
    Track,
    Zone,
)
from grognard.systems.goss.table.picture import draw
from grognard.systems.goss.table.telling import PHRASES
from grognard.systems.goss.units import LOST, UNITS
from grognard.systems.goss.weather.determining import weather_at

chapters.fill()
REGISTERS: tuple[Register[Any, Any], ...] = (
    UNITS, TRACK, WEATHER, SIDES, AIR_TRACKS, RESTS, ARMIES, HQS, ZONES, FRONTS, DEPOTS, LEADERS,
    LULLS, SHIPS, HEXES, BRIDGES, DONE,
)  # fmt: skip
EDITS: Edits[Gs] = Edits(REGISTERS, edits.against, edits.FIELDS)


class Goss(EditedSystem[GossScenario]):
    """The rulebook of the Grand Operational Simulation Series."""

    name = "goss"
    title = "GOSS"
    registers = REGISTERS
    edits = EDITS
    options = OPTIONS
    standing_policies = chapters.standing_policies()
    in_own_time = chapters.in_own_time()
    phrases = PHRASES
    stride = 10

    def read(
        self, sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
    ) -> GossScenario:
        """Read a scenario with its counters and map, and a player's packs over them."""
        return read(sources, options, packs)

    def charts(self) -> Mapping[str, str]:
        """The texts of the charts."""
        return goss_charts()

    def tables(self) -> Mapping[str, Table]:
        """The charts."""
        return goss_tables()

    def position(
        self, board: Board, spec: Spec, options: Mapping[str, Any] | None = None
    ) -> GossScenario:
        """A scenario from plain data: for tests, generated positions and programs."""
        defaults: dict[str, Any] = {
            "id": "goss/position",
            "start": "1944-12-16",
            "days": 12,
            "sides": {"allied": {"name": "Allied"}, "axis": {"name": "Axis"}},
        }
        return build({**defaults, **spec}, board, "position", options or {})

    def initial(self, scenario: GossScenario) -> State:
        """The State before the first segment."""
        state = State.empty(REGISTERS)
        maps = state.maps
        maps[UNITS.name].update(scenario.units)
        maps[TRACK.name][NOW] = Track(scenario.opening.ena)
        maps[WEATHER.name].update(weather_at(scenario, scenario.opening.turn))
        day = scenario.calendar[scenario.opening.turn - 1].day
        maps[SIDES.name].update({side: _aloft(scenario, side, day) for side in scenario.sides})
        maps[AIR_TRACKS.name].update(
            {
                key: scenario.tracks.get(key, AirTrack())
                for side in scenario.sides
                for key in (f"{side} {sector}" for sector in scenario.ground.sectors)
            }
        )
        maps[SHIPS.name].update(fleet(scenario, day))
        maps[ARMIES.name].update(scenario.stocks)
        maps[HQS.name].update(scenario.staffs)
        maps[ZONES.name].update({name: Zone(hexes) for name, hexes in scenario.zones.items()})
        maps[DEPOTS.name].update(scenario.depots)
        if scenario.options["leaders"] == "on":
            maps[LEADERS.name].update(scenario.leading)
        maps[LULLS.name].update(dict.fromkeys(scenario.armies, Lull()))
        maps[HEXES.name].update(scenario.hexes)
        maps[BRIDGES.name].update(scenario.bridges)
        maps[CLOCK.name] = {NOW: Clock(scenario.opening.turn, sequence.opening_step(scenario))}
        return state

    def segments(self, scenario: GossScenario) -> Sequence[Segment[Any]]:
        """The segments of a GT. [3.3.0]"""
        return sequence.segments(scenario)

    def indexes(self, scenario: GossScenario) -> Mapping[str, Index]:
        """The stacks, who is subordinate to whom, and what the chapters keep."""
        more = [make(scenario) for chapter in chapters.CHAPTERS for make in chapter.indexes]
        return kept(Stacks(scenario), Subordinates(scenario), Chains(), Marked(), *more)

    def view(self, game: Gs, player: str | None) -> dict[str, Any]:
        """What one player may see. [8.4.0]"""
        return views.view(game, player)

    def sees(self, game: Gs, player: str | None, piece: str) -> bool:
        """Whether a player may see a counter. [8.4.0]"""
        return sight.seen(game, player, piece)

    def told(self, game: Gs, event: Event) -> Event:
        """Who is covered is not named. [8.4.0]"""
        return sight.veiled(game, event)

    def open(self, scenario: GossScenario) -> bool:
        """Armies, headquarters and rest are hidden with fog of war and without. [3.5.2] [16.3.2]"""
        return False

    def redraw(
        self,
        game: Gs,
        player: str,
        rng: random.Random,
        known: Collection[str],
        hunch: Hunch = NO_HUNCH,
    ) -> None:
        """What lies under others, and what is the enemy's own business."""
        guesses.redraw(game, player, rng, known, hunch)

    def in_sight(self, game: Gs, player: str | None) -> Mapping[str, Sighting]:
        """The enemy's things that show."""
        return guesses.in_sight(game, player)

    def unknowns(self, game: Gs, player: str, action: Action) -> list[Refusal]:
        """What cannot be told to a player who asks for odds."""
        chapters = (fire.unknown, air.unknown)
        more = [refusal for one in chapters for refusal in one(game, player, action)]
        return [*views.unknowns(game, player, action), *more]

    def presume(self, game: Gs, player: str, action: Action) -> Sequence[Mapping[str, Any]]:
        """For odds, what shows of the enemy is taken for all there is. [8.4.0]"""
        return [*fire.presume(game, player, action), *assault.presume(game, player, action)]

    def picture(self, game: Gs, player: str | None) -> str:
        """The board in text."""
        return draw(game, player)

    def account(self, game: Gs) -> dict[str, Any]:
        """How many units each side has lost, and where the sides stand."""
        lost = (counter_of(game, n).side for n, u in game.state[UNITS].items() if u.place in LOST)
        gone = Counter(lost)
        return {
            "gone": {side: gone[side] for side in game.scenario.sides},
            **standing.account(game),
        }

    def end_turn(self, game: Gs) -> Procedure:
        """The last GT ends the game, or a sudden death. [3.3.4]"""
        end_of_turn(game)
        return nothing()


def _aloft(scenario: GossScenario, side: str, day: int) -> SideStatus:
    """A side with the air points of the first day, and its replacement points. [20.1.0] [22.1.0]"""
    points = scenario.flights.get(side, {}).get(day) or Flights()
    inf, arm = scenario.points.get(side, (0, 0))
    return SideStatus(ap=points.ap, atp=points.atp, inf=2 * inf, arm=2 * arm)


GOSS = Goss()
