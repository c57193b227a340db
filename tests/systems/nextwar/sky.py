"""Air units in a line each: `5**-3-3*`, letters and skill; games of the Advanced kind."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, TypeVar

from grognard.board.board import Board
from grognard.systems.nextwar.airpower.wings import WINGS, Wing
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import SIDE_OF, field, plain

T = TypeVar("T")
BOX_OF = {"n": "DPRK", "r": "ROK", "u": "ROK"}
ADVANCED = {"game": "advanced"}


def wing(name: str, values: str = "4-2-2", letters: str = "", **more: Any) -> dict[str, Any]:
    """An air unit; names beginning with n are northern, r and u allied.

    `values` are air-to-air, support and strike as they are printed; in `letters` A is for all
    weather, T for stealth, and one of S, M, L, U for the range. `at` is where it is on the Air
    Display, Ready unless it says otherwise. Keys of the sheet go through.
    """
    side, nation = SIDE_OF[name[0]]
    air, support, strike = values.split("-")
    state = {key: more.pop(key) for key in ("place", "due") if key in more}
    if "left" in more:
        state["steps"] = more.pop("left")
    row = {
        "id": name, "side": side, "nation": nation, "aircraft": name, "air": air,
        "support": support, "strike": strike, "all_weather": "yes" if "A" in letters else "",
        "stealth": "yes" if "T" in letters else "", "skill": 0, "steps": 2,
        "range": next((c for c in letters if c in "SMLU"), "L"), "box": BOX_OF[name[0]], **more,
    }  # fmt: skip
    return {"row": row, "state": state}


def sky(
    *units: Any,
    wings: Any = (),
    board: Board | None = None,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> Nw:
    """A position of the Advanced Game with air units: the northern half is the DPRK's."""
    return field(
        *units, board=board if board is not None else plain(north=4),
        aircraft=[one["row"] for one in wings],
        sorties={one["row"]["id"]: one["state"] for one in wings if one["state"]},
        options={**ADVANCED, **(options or {})}, **more.pop("extra", {}), **more,
    )  # fmt: skip


def flies(game: Nw, name: str) -> Wing:
    """What has become of an air unit."""
    return game.state[WINGS][name]


def places(game: Nw, *names: str) -> list[str]:
    """Where air units are on the Air Display."""
    return [flies(game, name).place for name in names]


def drive(game: Nw, steps: Generator[Any, Any, T], *answers: dict[str, Any] | None) -> T:
    """Run a procedure by itself, with the answers given; None, or nothing more: the default.

    Every answer is checked as the engine would. One that is not asked for is an error.
    """
    given, answer = list(answers), None
    while True:
        try:
            ask = steps.send(answer)
        except StopIteration as end:
            assert not given, f"nobody asked for {given}"
            found: T = end.value
            return found
        answer = given.pop(0) if given else None
        if answer is None:
            answer = ask.default
        assert not ask.why(game, answer), (ask.prompt, ask.why(game, answer))


def asked(steps: Generator[Any, Any, Any]) -> Any:
    """The first question of a procedure."""
    return next(steps)
