"""The sequence of play as data: roles, kinds of turn, hooks, and what is owed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.decision import Action, Procedure, nothing
from grognard.engine.game import Game
from grognard.engine.record import Register
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.sequence import Segment
from grognard.engine.sources import Sources
from grognard.engine.state import Index, State
from grognard.engine.system import Scenario, System
from grognard.kit.deeds import Verb
from grognard.kit.orders import Nothing
from grognard.kit.turn import EVERY, Hook, Part, Turn


@dataclass(frozen=True, slots=True)
class Page:
    """What happened, in the order it did, and who goes first."""

    lines: tuple[str, ...] = ()
    first: str = "red"


DIARY: Register[str, Page] = Register("diary", str, Page)
Toy = Game[Scenario]


def write(game: Toy, line: str) -> None:
    page = game.state[DIARY]["now"]
    game.put(DIARY, "now", Page((*page.lines, line), page.first))


def noted(line: str) -> Any:
    def hook(game: Toy) -> Procedure:
        write(game, f"{line} {game.turn}")
        yield from ()

    return hook


class Write(Verb[Toy, Nothing]):
    """Write a line."""

    do, rule, order, when = "write", "T1", Nothing, ("act",)
    title = "Write"

    def against(self, game: Toy, player: str, order: Nothing) -> list[Refusal]:
        return []

    def ways(self, game: Toy, player: str, actor: str) -> Iterator[Nothing]:
        yield Nothing()

    def carry_out(self, game: Toy, player: str, order: Nothing) -> Procedure:
        write(game, player)
        yield from ()


def roles(game: Toy) -> Mapping[str, str]:
    first = game.state[DIARY]["now"].first
    return {"first": first, "second": "blue" if first == "red" else "red"}


def owed(game: Toy, player: str) -> list[Refusal]:
    done = game.state[DIARY]["now"].lines[-1:] == (player,)
    return [] if done else [Refusal("T1", "write a line first")]


def change_places(game: Toy) -> Procedure:
    page = game.state[DIARY]["now"]
    game.put(DIARY, "now", Page(page.lines, "blue" if page.first == "red" else "red"))
    yield from ()


TURN: Turn[Toy] = Turn(
    parts=[
        Part("dawn", "Dawn", "T2"),
        Part("act", "Acting", "T1", "write", role="first", phase="Day"),
        Part("act", "Acting", "T1", "write", role="second", phase="Day"),
        Part("storm", "Storm", "T3", turns=("even",)),
        Part("dusk", "Dusk", "T4"),
    ],
    roles=roles,
    verbs=[Write()],
    hooks=[
        Hook("enter", ("dawn",), noted("dawn")),
        Hook("enter", ("storm",), noted("storm begins")),
        Hook("leave", ("storm",), noted("storm ends")),
        Hook("phase-end", ("act",), noted("day ends")),
        Hook("leave", ("dusk",), change_places, order=60),
        Hook("leave", ("dusk",), noted("dusk"), order=40),
        Hook("enter", (EVERY,), noted("any"), order=10),
    ],
    owed=[owed],
    kind=lambda game: "even" if game.turn % 2 == 0 else "odd",
)


class ToySystem(System[Scenario]):
    """A diary."""

    name, title = "toy", "Toy"
    registers: tuple[Register[Any, Any], ...] = (DIARY,)
    options = ()

    def read(
        self, sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
    ) -> Scenario:
        raise NotImplementedError

    def initial(self, scenario: Scenario) -> State:
        return State({DIARY.name: {"now": Page()}})

    def segments(self, scenario: Scenario) -> Sequence[Segment[Any]]:
        return TURN.segments(scenario.sides)

    def indexes(self, scenario: Scenario) -> Mapping[str, Index]:
        return {}

    def view(self, game: Toy, player: str | None) -> dict[str, Any]:
        return {}

    def picture(self, game: Toy, player: str | None) -> str:
        return ""

    def end_turn(self, game: Toy) -> Procedure:
        return nothing()

    def check_edit(self, game: Toy, changes: list[Action]) -> list[Refusal]:
        return []

    def apply_edit(self, game: Toy, changes: list[Action]) -> None: ...


@pytest.fixture
def toy() -> Toy:
    board = sketch(2, 2)
    return Game(ToySystem(), Scenario("toy/one", "One", "toy", board, ("red", "blue"), {}, ""), 1)


def lines(game: Toy) -> list[str]:
    return [line for line in game.state[DIARY]["now"].lines if not line.startswith("any")]


def day(game: Toy) -> None:
    """Both write and end."""
    for _ in range(2):
        side = game.to_act
        assert side is not None
        game.play(side, {"do": "write"})
        game.play(side, {"do": "end"})


def test_a_segment_without_a_role_passes_by_itself(toy: Toy) -> None:
    assert lines(toy) == ["dawn 1"]
    assert toy.phase == "Acting of red"
    assert [ask.prompt for ask in toy.open_asks("red")] == ["write"]


def test_a_phase_ends_once_after_its_last_segment(toy: Toy) -> None:
    toy.play("red", {"do": "write"})
    toy.play("red", {"do": "end"})
    assert lines(toy) == ["dawn 1", "red"]
    toy.play("blue", {"do": "write"})
    toy.play("blue", {"do": "end"})
    assert lines(toy)[:4] == ["dawn 1", "red", "blue", "day ends 1"]


def test_a_segment_that_does_not_occur_runs_no_hook(toy: Toy) -> None:
    """In odd turns there is no storm, and not even the hooks of all segments run for it."""
    day(toy)
    assert lines(toy) == ["dawn 1", "red", "blue", "day ends 1", "dusk 1", "dawn 2"]
    before = len(toy.state[DIARY]["now"].lines)
    day(toy)
    assert "storm begins 2" in lines(toy)
    assert "storm ends 2" in lines(toy)
    every = [line for line in toy.state[DIARY]["now"].lines[before:] if line.startswith("any")]
    assert every == ["any 2", "any 2", "any 2", "any 3", "any 3"]


def test_roles_are_mapped_to_sides_each_turn(toy: Toy) -> None:
    day(toy)
    assert toy.turn == 2
    assert toy.phase == "Acting of blue"


def test_what_is_owed_keeps_a_segment_open(toy: Toy) -> None:
    with pytest.raises(Refused, match="write a line first"):
        toy.play("red", {"do": "end"})
    assert {"do": "end"} not in list(toy.legal("red"))
    toy.play("red", {"do": "write"})
    assert {"do": "end"} in list(toy.legal("red"))


def test_the_places_of_segments_in_their_phase(toy: Toy) -> None:
    segments = TURN.segments(("red", "blue"))
    assert [segment.offset for segment in segments] == [0, 0, 1, 0, 0]
    assert [segment.last for segment in segments] == [True, False, True, True, True]
