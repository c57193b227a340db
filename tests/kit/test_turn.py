"""The sequence of play as data: who acts, what happens by itself, kinds of turn, what is owed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.decision import Action, Ask, Choice, Procedure, nothing
from grognard.engine.fork import fork
from grognard.engine.game import Game
from grognard.engine.record import Register
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.sequence import Segment
from grognard.engine.sources import Sources
from grognard.engine.state import Index, State
from grognard.engine.system import Scenario, System
from grognard.kit.deeds import Verb
from grognard.kit.orders import Nothing
from grognard.kit.turn import DONE, Part, Turn, played, player_turn


@dataclass(frozen=True, slots=True)
class Page:
    """What happened, in the order it did, and who goes first."""

    lines: tuple[str, ...] = ()
    first: str = "red"
    dry: bool = False
    """Whether nobody has anything to write with."""


DIARY: Register[str, Page] = Register("diary", str, Page)
Toy = Game[Scenario]


def page(game: Toy) -> Page:
    return game.state[DIARY]["now"]


def write(game: Toy, line: str) -> None:
    game.put(DIARY, "now", replace(page(game), lines=(*page(game).lines, line)))


def noted(line: str) -> Callable[[Toy], None]:
    """A step that is no procedure: it asks nobody anything."""
    return lambda game: write(game, f"{line} {game.turn}")


class Write(Verb[Toy, Nothing]):
    """Write a line."""

    do, rule, order = "write", "T1", Nothing
    title = "Write"

    def against(self, game: Toy, player: str, order: Nothing) -> list[Refusal]:
        return []

    def actors(self, game: Toy, player: str) -> Sequence[str]:
        return () if page(game).dry else ("",)

    def ways(self, game: Toy, player: str, actor: str) -> Iterator[Nothing]:
        yield Nothing()

    def carry_out(self, game: Toy, player: str, order: Nothing) -> Procedure:
        write(game, player)
        yield from ()


def roles(game: Toy, role: str) -> str:
    first = page(game).first
    return {"first": first, "second": "blue" if first == "red" else "red"}[role]


def owed(game: Toy, player: str) -> list[Refusal]:
    done = page(game).lines[-1:] == (player,)
    return [] if done else [Refusal("T1", "write a line first")]


def change_places(game: Toy) -> Procedure:
    game.put(DIARY, "now", replace(page(game), first=roles(game, "second")))
    yield from ()


def acting(role: str | tuple[str, ...], **more: Any) -> Part[Toy]:
    return Part("act", "Acting", "T1", "write", role, verbs=[Write], **more)


TURN: Turn[Toy] = Turn(
    parts=[
        Part("dawn", "Dawn", "T2", begins=[noted("dawn")]),
        acting("first", phase="Day", owed=[owed], phase_ends=[noted("day ends")]),
        acting("second", phase="Day", owed=[owed], phase_ends=[noted("day ends")]),
        Part(
            "storm", "Storm", "T3", phase="Day", turns=("even",),
            begins=[noted("storm begins")], ends=[noted("storm ends")],
            phase_ends=[noted("day ends")],
        ),
        Part("dusk", "Dusk", "T4", ends=[noted("dusk"), change_places]),
    ],
    roles=roles,
    kind=lambda game: "even" if game.turn % 2 == 0 else "odd",
)  # fmt: skip


class ToySystem(System[Scenario]):
    """A diary."""

    name, title = "toy", "Toy"
    registers: tuple[Register[Any, Any], ...] = (DIARY, DONE)
    options = ()

    def __init__(self, turn: Turn[Toy]) -> None:
        self.turn = turn

    def read(
        self, sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
    ) -> Scenario:
        raise NotImplementedError

    def initial(self, scenario: Scenario) -> State:
        return State({DIARY.name: {"now": Page()}, DONE.name: {}})

    def segments(self, scenario: Scenario) -> Sequence[Segment[Any]]:
        return self.turn.segments(scenario.sides)

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


def play(turn: Turn[Toy]) -> Toy:
    scenario = Scenario("toy/one", "One", "toy", sketch(2, 2), ("red", "blue"), {}, "")
    return Game(ToySystem(turn), scenario, 1)


def of(*parts: Part[Toy], **more: Any) -> Toy:
    return play(Turn(parts, roles, **more))


@pytest.fixture
def toy() -> Toy:
    return play(TURN)


def lines(game: Toy) -> list[str]:
    return list(page(game).lines)


def day(game: Toy) -> None:
    """Both write and end."""
    for _ in range(2):
        side = game.to_act
        assert side is not None
        game.play(side, {"do": "write"})
        game.play(side, {"do": "end"})


# ---- parts in their order


def test_a_segment_without_a_role_passes_by_itself(toy: Toy) -> None:
    assert lines(toy) == ["dawn 1"]
    assert toy.phase == "Acting of red"
    assert [ask.prompt for ask in toy.open_asks("red")] == ["write"]


def test_what_happens_by_itself_does_so_in_the_order_of_the_list(toy: Toy) -> None:
    day(toy)
    assert lines(toy) == ["dawn 1", "red", "blue", "day ends 1", "dusk 1", "dawn 2"]
    assert page(toy).first == "blue"


def test_what_is_owed_keeps_a_segment_open(toy: Toy) -> None:
    with pytest.raises(Refused, match="write a line first"):
        toy.play("red", {"do": "end"})
    assert {"do": "end"} not in list(toy.legal("red"))
    toy.play("red", {"do": "write"})
    assert {"do": "end"} in list(toy.legal("red"))


def test_a_segment_without_choices_is_passed_over_unless_it_stops_for_its_player() -> None:
    sharpen = [lambda game: game.put(DIARY, "now", replace(page(game), dry=True))]
    dawn: Part[Toy] = Part("dawn", "Dawn", "T2", begins=sharpen)
    game = of(dawn, acting("first"), acting("second", stops=True))
    assert game.phase == "Acting of blue"


def test_a_segment_is_over_when_nothing_is_left_to_do() -> None:
    class Once(Write):
        def actors(self, game: Toy, player: str) -> Sequence[str]:
            return () if player in lines(game) else ("",)

    once: Part[Toy] = Part("once", "Once", "T1", "write", "first", verbs=[Once])
    game = of(once, replace(once, verbs=[]), acting("second"))
    assert [len(segment.asks(game)) for segment in game.segments] == [1, 0, 1]
    game.play("red", {"do": "write"})
    assert game.phase == "Acting of blue"


def test_the_places_of_segments_in_their_phase_and_turn(toy: Toy) -> None:
    segments = TURN.segments(("red", "blue"))
    assert [segment.offset for segment in segments] == [0, 0, 1, 2, 0]
    assert [segment.kind for segment in segments] == ["dawn", "act", "act", "storm", "dusk"]
    assert [TURN.place("act", nth) for nth in (0, 1)] == [1, 2]
    assert [TURN.place("dawn", nth) for nth in (0, 1)] == [0, 0]


# ---- kinds of turn


def test_a_segment_that_does_not_occur_is_as_if_it_were_not_there(toy: Toy) -> None:
    """In odd turns there is no storm."""
    day(toy)
    assert not [line for line in lines(toy) if "storm" in line]
    before = len(lines(toy))
    day(toy)
    assert lines(toy)[before:][2:5] == ["storm begins 2", "storm ends 2", "day ends 2"]


def test_a_phase_ends_once_after_the_last_segment_that_occurs(toy: Toy) -> None:
    toy.play("red", {"do": "write"})
    toy.play("red", {"do": "end"})
    assert lines(toy) == ["dawn 1", "red"]
    toy.play("blue", {"do": "write"})
    toy.play("blue", {"do": "end"})
    assert lines(toy)[:4] == ["dawn 1", "red", "blue", "day ends 1"]
    day(toy)
    assert lines(toy).count("day ends 2") == 1


def test_in_a_quiet_turn_nobody_is_asked_but_all_happens() -> None:
    truce = acting("first", quiet=("odd",), begins=[noted("begins")], ends=[noted("ends")])
    game = of(truce, acting("second"), kind=TURN.kind)
    assert lines(game) == ["begins 1", "ends 1"]
    assert game.to_act == "blue"
    game.play("blue", {"do": "end"})
    assert (game.turn, game.to_act) == (2, "red")


def test_of_which_kind_a_turn_is_may_be_decided_in_it() -> None:
    """Who wins the roll acts twice in a turn that he has won; so it is until the next roll."""

    def roll(game: Toy) -> None:
        write(game, "won" if game.turn == 1 else "contested")

    def kind(game: Toy) -> str:
        return next(line for line in reversed(lines(game)) if line in ("won", "contested"))

    game = of(
        Part("roll", "Roll", "T2", begins=[roll]),
        acting("first", turns=("won",), begins=[noted("bonus")]),
        acting("first"),
        acting("second"),
        kind=kind,
    )
    seen = []
    while game.turn < 3:
        seen.append((game.turn, game.to_act))
        game.play(str(game.to_act), {"do": "end"})
    assert seen == [(1, "red"), (1, "red"), (1, "blue"), (2, "red"), (2, "blue")]
    assert "bonus 2" not in lines(game)


def test_a_day_of_several_turns_begins_with_what_belongs_to_its_first() -> None:
    hours = ("morning", "noon", "night")
    game = of(
        Part("orders", "Orders", "T2", turns=("morning",), begins=[noted("orders")]),
        acting("first"),
        Part("rest", "Rest", "T3", turns=("night",), ends=[noted("rest")]),
        kind=lambda game: hours[(game.turn - 1) % 3],
    )
    while game.turn < 7:
        game.play("red", {"do": "end"})
    assert lines(game) == ["orders 1", "rest 3", "orders 4", "rest 6", "orders 7"]


# ---- roles


def test_roles_are_mapped_to_sides_each_turn(toy: Toy) -> None:
    day(toy)
    assert toy.turn == 2
    assert toy.phase == "Acting of blue"


PLAYER = (
    Part[Toy]("move", "Moving", "T1", "write", "active", verbs=[Write]),
    Part[Toy]("react", "Reacting", "T1", "write", "inactive", verbs=[Write], phase="Answer"),
    Part[Toy]("strike", "Striking", "T1", "write", "active", verbs=[Write], phase="Answer"),
)
CAST = (
    *player_turn(PLAYER, active="first", inactive="second"),
    *player_turn(PLAYER, active="second", inactive="first"),
)


def test_a_players_turn_is_written_once_and_the_other_may_act_in_it() -> None:
    game, seen = of(*CAST), []
    while game.turn == 1:
        segment = played(game)
        seen.append((segment.called(game), segment.side(game, "active"), segment.after("move")))
        game.play(str(game.to_act), {"do": "end"})
    assert seen == [
        ("Moving of red", "red", 0), ("Reacting of blue", "red", 1), ("Striking of red", "red", 2),
        ("Moving of blue", "blue", 0), ("Reacting of red", "blue", 1),
        ("Striking of blue", "blue", 2),
    ]  # fmt: skip


def test_phases_of_two_players_turns_are_two_though_they_follow_each_other() -> None:
    ends = [replace(part, phase="War", phase_ends=[noted("over")]) for part in PLAYER]
    game = of(*player_turn(ends, active="first", inactive="second"),
              *player_turn(ends, active="second", inactive="first"))  # fmt: skip
    assert [segment.offset for segment in game.segments] == [0, 1, 2, 0, 1, 2]
    while game.turn == 1:
        game.play(str(game.to_act), {"do": "end"})
    assert lines(game) == ["over 1", "over 1"]


# ---- several at once


JOINT = acting(("first", "second"), owed=[owed], ends=[noted("both done")])


def test_several_act_at_once_in_any_order_until_each_has_done() -> None:
    game = of(JOINT, acting("second"))
    assert game.phase == "Acting"  # nobody's alone
    assert {ask.player for ask in game.open_asks()} == {"red", "blue"}
    game.play("blue", {"do": "write"})
    game.play("red", {"do": "write"})
    game.play("red", {"do": "end"})
    assert [ask.player for ask in game.open_asks()] == ["blue"]
    with pytest.raises(Refused, match="red is not asked anything now"):
        game.play("red", {"do": "write"})
    with pytest.raises(Refused, match="write a line first"):  # each owes for himself
        game.play("blue", {"do": "end"})
    game.play("blue", {"do": "write"})
    game.play("blue", {"do": "end"})
    assert lines(game) == ["blue", "red", "blue", "both done 1"]
    assert game.phase == "Acting of blue"


def test_who_has_done_is_in_the_state_and_for_this_segment_only() -> None:
    game = of(Part("dawn", "Dawn", "T2"), acting(("first", "second"), stops=True))
    game.play("red", {"do": "end"})
    twin = fork(game)
    assert [ask.player for ask in twin.open_asks()] == ["blue"]
    game.undo("red")
    assert {ask.player for ask in game.open_asks()} == {"red", "blue"}
    twin.play("blue", {"do": "end"})
    assert twin.turn == 2
    assert {ask.player for ask in twin.open_asks()} == {"red", "blue"}


def test_who_has_nothing_to_do_is_not_waited_for() -> None:
    class Speak(Write):
        do = "speak"

        def actors(self, game: Toy, player: str) -> Sequence[str]:
            return ("",) if player == "red" else ()

    talk: Part[Toy] = Part("talk", "Talk", "T1", "speak", ("first", "second"), verbs=[Speak])
    game = of(talk, acting("second"))
    assert [ask.player for ask in game.open_asks()] == ["red"]
    game.play("red", {"do": "end"})
    assert game.phase == "Acting of blue"


def test_a_step_may_ask_several_under_seal() -> None:
    """What both decide in secret is one question to each, and open when both have answered."""

    def designate(game: Toy) -> Procedure:
        answers = yield tuple(
            Ask(side, "rest", "which?", "T2", (
                Choice("rest", "T2", [{"do": "rest", "in": hour} for hour in ("am", "pm")]),
            ), sealed=True)
            for side in game.scenario.sides
        )  # fmt: skip
        for side in game.scenario.sides:
            write(game, f"{side} {answers[side]['in']}")

    game = of(Part("orders", "Orders", "T2", begins=[designate]), acting("first"))
    game.play("blue", {"do": "rest", "in": "pm"})
    assert lines(game) == []
    game.play("red", {"do": "rest", "in": "am"})
    assert lines(game) == ["red am", "blue pm"]
    assert game.to_act == "red"
