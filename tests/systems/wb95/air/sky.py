"""Air positions in a line or two: grants, missions, orders of both sides, their end."""

from __future__ import annotations

from typing import Any

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import AIR, MISSIONS, Mission
from tests.systems.wb95.field import AIR_A, AIR_B, field, unit

GERMAN, SOVIET, WESTERN = "german", "soviet", "western"
ALLIES = {"german": {"nation": "German"}, "western": {"nation": "American"}}


def wings(side: str, *strengths: int, **more: Any) -> list[dict[str, Any]]:
    """Grants of one counter for each strength."""
    return [{"side": side, "counters": 1, "sp": sp, **more} for sp in strengths]


def sky(*units: dict[str, Any], air: list[dict[str, Any]], **spec: Any) -> Wb:
    """A game at the first Air Phase with these air units, or passed on to the second."""
    later = spec.pop("phase", AIR_A) == AIR_B
    game = field(*units, air=air, phase=AIR_A, **spec)
    if later:
        pass_on(game, f"Air Phase of {game.scenario.sides[1]}")
    return game


def mission(kind: str, where: str | dict[str, int], *air: str) -> dict[str, Any]:
    """One mission: `where` is its hexes in a text, or the attacks on a river crossing by hex."""
    if isinstance(where, dict):
        return {"mission": kind, "air": list(air), "attacks": where}
    return {"mission": kind, "air": list(air), "hexes": where.split()}


def orders(*missions: dict[str, Any]) -> dict[str, Any]:
    """The orders of one side."""
    return {"do": "assign", "missions": list(missions)}


def fly(game: Wb, **missions: list[dict[str, Any]]) -> None:
    """Give the orders of every side that is asked; those not named fly nothing."""
    for side in game.scenario.sides:
        decision = game.decision(side)
        if decision is not None and decision.ask.name == "air":
            game.play(side, orders(*missions.get(side, [])))


def end(game: Wb, times: int = 1) -> None:
    """End phases, whoever is asked."""
    for _ in range(times):
        assert game.to_act is not None
        game.play(game.to_act, {"do": "end"})


def pass_on(game: Wb, phase: str) -> None:
    """Let both sides do nothing until a phase begins."""
    while phase not in game.phase:
        fly(game) if game.decisions[0].ask.name == "air" else end(game)


def in_force(game: Wb) -> list[Mission]:
    """The missions in force."""
    return list(game.state[MISSIONS].values())


def used(game: Wb, name: str) -> bool:
    """Whether an air unit is used this turn."""
    return game.state[AIR][name].used == game.turn


def raid(*strengths: int, side: str = GERMAN, **spec: Any) -> Wb:
    """A German unit in 0303, a Soviet one in 0505, and air units of one side."""
    units = spec.pop("units", (unit("g1", "0303"), unit("s1", "0505")))
    return sky(*units, air=spec.pop("air", wings(side, *strengths)), **spec)


def names(count: int, side: str = GERMAN) -> list[str]:
    """The names of the first air units of a side."""
    return [f"{side}-air-{i + 1}" for i in range(count)]


def river() -> Board:
    """A big river between columns 4 and 5 of rows 3 to 5, with a bridge at 0404-0405 in forest."""
    return sketch(
        9,
        9,
        sides=["0304-0305 big_river", "0404-0405 big_river bridge", "0504-0505 big_river"],
        terrain={"0404": "forest", "0405": "forest"},
    )


def allied(*strengths: int, nation: str = "British", **spec: Any) -> Wb:
    """Germans against the western Allies, who have two units out of supply in 0505."""
    side = {"side": WESTERN, "nation": "American"}
    units = (
        unit("g1", "0303"),
        unit("s1", "0505", **side, at={"oos": 3}),
        unit("s2", "0505", **side, at={"oos": 1}),
    )
    grants = spec.pop("air", wings(WESTERN, *strengths, nation=nation))
    return sky(*units, air=grants, sides=ALLIES, **spec)
