"""Results of combat in a line: a battle, a result, and answers to what it asks."""

from __future__ import annotations

from typing import Any

from grognard.engine.decision import Ask, Procedure, asks_of
from grognard.systems.ocs.combat import outcome
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.pieces.stacks import units_at
from grognard.systems.ocs.pieces.values import side_of, unit_of
from grognard.systems.ocs.results import Part, Result
from grognard.systems.ocs.scenario import Ocs

Answer = dict[str, Any]


def drive(game: Ocs, procedure: Procedure, *answers: Answer | None) -> list[Ask]:
    """Run a procedure; answer its questions in order, by default where None or nothing is given.

    Every answer must be legal. Gives back the questions.
    """
    asked: list[Ask] = []
    left = list(answers)
    try:
        question = next(procedure)
        while True:
            (ask,) = asks_of(question)
            asked.append(ask)
            answer = left.pop(0) if left else None
            if answer is None:
                answer = ask.default or next(ask.offers[0].legal(game, ask.player))
            assert ask.why(game, answer) == [], (ask.name, answer, ask.why(game, answer))
            question = procedure.send(answer)
    except StopIteration:
        assert not left, f"never asked for: {left}"
    return asked


def result(attacker: Answer | None = None, defender: Answer | None = None) -> Result:
    """A result from its parts: losses, options, exploit, dg."""
    return Result("", Part(**attacker or {}), Part(**defender or {}), bool(defender), "house")


def battle(game: Ocs, attackers: str, target: str, **more: Any) -> Battle:
    """A battle of some units, the first with the Action Rating, against a hex.

    `lead` is the defender with the Action Rating.
    """
    names = tuple(attackers.split())
    h = game.board.hex(target)
    side, lead = side_of(game, names[0]), more.pop("lead", "")
    defenders = sorted(units_at(game, h), key=lambda n: (n != lead, n))
    other = game.scenario.other(side)
    return Battle(side, other, h, names, tuple(defenders), **more)


def suffer(
    game: Ocs, attackers: str, target: str, outcome_: Result, *answers: Answer | None, **more: Any
) -> list[Ask]:
    """Carry out a result of a battle."""
    return drive(
        game, outcome.apply(game, battle(game, attackers, target, **more), outcome_), *answers
    )


def wrong(game: Ocs, ask: Ask, answer: Answer) -> list[str]:
    """The rules against an answer."""
    return [refusal.rule for refusal in ask.why(game, answer)]


def steps(game: Ocs) -> dict[str, int]:
    """The steps that units still have, by name, of those on the map."""
    counters = game.scenario.counters
    return {
        name: counters[unit.counter].steps - unit.lost
        for name, unit in sorted(game.state.maps["units"].items())
        if unit.place == "map"
    }


def option(losses: int) -> Answer:
    """So many of the options as losses."""
    return {"do": "option", "losses": losses}


def take(**steps: int) -> Answer:
    """A share-out of losses."""
    return {"do": "losses", "take": steps}


def flee(*lost: str, **paths: str) -> Answer:
    """Paths of a retreat, hexes with blanks between; those lost by name."""
    answer: Answer = {"do": "retreat", "paths": {n: p.split() for n, p in paths.items()}}
    return {**answer, "lost": list(lost)} if lost else answer


def go(*units: str) -> Answer:
    """An advance."""
    return {"do": "advance", "units": list(units)}


def mode_of(game: Ocs, name: str) -> str:
    """A unit's mode."""
    return unit_of(game, name).mode
