"""Rehearsal: a plan tried in imagined worlds, staff against staff, and what came of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.imagining import Imagined
from grognard.engine.refusal import Refused
from grognard.players.commander.crew import Told
from grognard.players.commander.value import appraise
from grognard.players.seat import Seat
from grognard.players.staff.command import Command
from grognard.players.staff.doctrine import Doctrine
from grognard.players.staff.player import command


@dataclass(frozen=True)
class Script:
    """What is rehearsed: an answer to the question of the moment, if one is tried, and the doctrine
    by which the own staff goes on."""

    doctrine: Doctrine | None
    first: Action | None = None


@dataclass(frozen=True)
class Outcome:
    """What came of a rehearsal: the share of a victory, the margin, goals that the enemy has."""

    win: float
    margin: float
    lost: tuple[int, ...] = ()


class OutOfTime(Exception):
    """There is no time left to go on with a rehearsal."""


@dataclass
class Stage:
    """Where rehearsals begin and how far they go.

    Take number n is played in one of the worlds, with dice of its own and against one of the
    enemy's doctrines; these are the same for everything that is rehearsed.
    """

    side: str
    worlds: Sequence[Imagined[Any]]
    enemies: Sequence[Doctrine | None]
    until: int
    """The segment, counted since the game began, with which it ends; 0: the end of the game."""
    watching: bool = False
    """Whether it is noted which ground is the enemy's in the end."""

    def rehearse(self, script: Script, take: int, over: Callable[[], bool]) -> Outcome:
        """One rehearsal, from here on to its end."""
        world = self.worlds[take % len(self.worlds)]
        game = world.again(f"{world.dice.seed} {take}")
        enemy = self.enemies[take % len(self.enemies)]
        system = game.system.name
        staffs = {
            side: command(system, script.doctrine if side == self.side else enemy)
            for side in game.scenario.sides
        }
        chance = random.Random(take)
        if script.first is not None:
            game.play(self.side, script.first)
        while (side := game.to_act) is not None and not (0 < self.until <= game.serial):
            if over():
                raise OutOfTime
            _answer(game, side, staffs[side], chance)
        found = appraise(game, self.side)
        lost = self._lost(game, staffs[self.side]) if self.watching else ()
        return Outcome(found.win, found.margin, lost)

    def _lost(self, game: Imagined[Any], staff: Command[Any]) -> tuple[int, ...]:
        """The goals that are the enemy's in the end."""
        goals = staff.view(Seat(game, self.side)).situation.goals
        return tuple(goal.hex for goal in goals if not goal.ours)


def _answer(game: Imagined[Any], side: str, staff: Command[Any], chance: random.Random) -> None:
    """One answer of a staff; one that is refused is given by chance."""
    seat = Seat(game, side)
    try:
        game.play(side, staff.choose(seat))
    except Refused:
        game.play(side, seat.sample(chance))


def told(outcome: Outcome) -> Told:
    """An outcome in figures, as the crew hands it on."""
    return [outcome.win, outcome.margin, *map(float, outcome.lost)]


def heard(figures: list[float]) -> Outcome:
    """An outcome out of its figures."""
    win, margin, *lost = figures
    return Outcome(win, margin, tuple(map(int, lost)))
