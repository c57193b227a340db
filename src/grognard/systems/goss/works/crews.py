"""Roads that engineers keep in order for the columns of supply. [17.7.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfMany
from grognard.systems.goss.ground import SECONDARY, TRAIL
from grognard.systems.goss.observation.observing import observed
from grognard.systems.goss.pieces.stacks import on_map, own_at, present
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import OOS, ROAD_CREW, TAC
from grognard.systems.goss.words import called
from grognard.systems.goss.works.building import (
    CONSTRUCTION,
    against_hands,
    engineer_steps,
    gang,
    gangs,
    halted,
    sapper,
    set_to,
)

CREW_STEPS = 2
"""The least steps of a road crew. [17.7.1]"""
POOR = frozenset({TRAIL, SECONDARY})
"""Roads that can be improved; railways are trails. [17.7.1]"""


def improvable(game: Gs, h: int) -> bool:
    """Whether a trail, railway or secondary road runs in a hex. [17.7.1]"""
    return bool(POOR.intersection(game.scenario.ground.roads[h * 6 : h * 6 + 6]))


def against_crew(game: Gs, name: str) -> list[Refusal]:
    """Why engineers may not mend roads: in Tac mode, supplied, and at nothing else. [17.7.1]
    [15.6.0-4]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    barred = (
        (not sapper(counter), "17.7.1", "are no engineers"),
        (unit.mode != TAC, "17.7.1", f"is in {unit.mode} mode"),
        (unit.supply == OOS, "15.6.0-4", "is out of supply"),
        (bool(unit.task), "17.3.0", "is at work"),
        (unit.worked == game.turn, "17.3.0", "has been at work in this game turn"),
    )
    return [Refusal(rule, f"{called(game, name)} {why}") for holds, rule, why in barred if holds]


class RoadCrew(Verb[Gs, OfMany]):
    """Engineers become a road crew. [17.7.1]"""

    do, rule, order = "road-crew", "17.7.1", OfMany
    title = "Mend roads"
    phrase = ("{sole_units} mends the roads", "{units} mend the roads")

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The first engineers of each hex with a road."""
        found: dict[int, str] = {}
        for name in on_map(game, player):
            h = unit_of(game, name).hex
            if improvable(game, h) and not against_crew(game, name):
                found.setdefault(h, name)
        return [*found.values()]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfMany]:
        """All engineers of the hex."""
        there = own_at(game, unit_of(game, actor).hex, player)
        yield OfMany(tuple(n for n in there if not against_crew(game, n)))

    def against(self, game: Gs, player: str, order: OfMany) -> list[Refusal]:
        """Two steps in a hex with a road, unseen by the enemy. [17.7.1]"""
        wrong = against_hands(game, player, order.units)
        wrong = wrong or [one for n in order.units for one in against_crew(game, n)]
        if wrong:
            return wrong
        h = unit_of(game, order.units[0]).hex
        if not improvable(game, h):
            return [Refusal("17.7.1", f"no road in {game.board.label(h)} can be improved")]
        if engineer_steps(game, (*order.units, *gang(game, h, ROAD_CREW))) < CREW_STEPS:
            return [Refusal("17.7.1", "a road crew has two steps of engineers")]
        if any(observed(game, n) for n in order.units):
            return [Refusal("17.7.1", "the enemy observes them")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfMany) -> None:
        """They stay and mend the roads, as long as nothing ends it. [17.7.0] [17.7.1]"""
        set_to(game, order.units, ROAD_CREW)
        label = game.board.label(unit_of(game, order.units[0]).hex)
        game.emit(Event("road-crew", "17.7.1", {"units": list(order.units), "hex": label}))


def disbanded(game: Gs) -> None:
    """A crew that enemies on the ground observe, or that has less than two steps, is at once none
    any more. [17.7.1]"""
    for h, task, at in [*gangs(game)]:
        if task != ROAD_CREW:
            continue
        names = gang(game, h, task, at)
        if engineer_steps(game, names) < CREW_STEPS or any(observed(game, n) for n in names):
            halted(game, h, task, at, "17.7.1")


class StopWork(Verb[Gs, OfMany]):
    """The owner ends a work before its time: its builders are free for anything else. [17.3.0-2]
    [17.7.1]"""

    do, rule, order = "stop-work", "17.3.0-2", OfMany
    title = "Stop work"
    phrase = ("{sole_units} stops work", "{units} stop work")

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The first of each gang."""
        found: dict[tuple[int, str, int], str] = {}
        for name, _, unit in present(game, player):
            if unit.task and self._may(game, unit.task):
                found.setdefault((unit.hex, unit.task, unit.task_at), name)
        return [*found.values()]

    def _may(self, game: Gs, task: str) -> bool:
        """Road crews end in a Movement Phase. [17.7.1]"""
        return task in CONSTRUCTION or game.segment.kind in phases.MOVEMENT

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfMany]:
        """All who are at it."""
        unit = unit_of(game, actor)
        yield OfMany(gang(game, unit.hex, unit.task, unit.task_at))

    def against(self, game: Gs, player: str, order: OfMany) -> list[Refusal]:
        """They must be at one work. [17.3.0-2]"""
        wrong = against_hands(game, player, order.units)
        if wrong:
            return wrong
        unit = unit_of(game, order.units[0])
        if not unit.task or {*order.units} != {*gang(game, unit.hex, unit.task, unit.task_at)}:
            return [Refusal("17.3.0-2", "these are not all who are at one work")]
        if not self._may(game, unit.task):
            return [Refusal("17.7.1", "road crews end in a Movement Phase")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfMany) -> None:
        """What was done is lost. [17.3.0-2]"""
        unit = unit_of(game, order.units[0])
        rule = "17.7.1" if unit.task == ROAD_CREW else "17.3.0-2"
        halted(game, unit.hex, unit.task, unit.task_at, rule)
