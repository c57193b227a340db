"""A lesson at a table: dice and answers that fit its text, and nobody who could lose by them."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard import box
from grognard.engine.game import Game
from grognard.players.registry import player
from grognard.players.rehearsed import Rehearsed, answers
from grognard.players.seat import Seat
from grognard.server import commands, games, lessons, people, seating
from grognard.server.ai import due_in
from grognard.server.ai_process import Thinker
from grognard.server.club import Club
from grognard.server.errors import Forbidden, Invalid
from grognard.server.http.shelf import _scenario
from grognard.server.store.records import SeatPlan
from tests.server.wire import on_either

CATANIA = "ocs/catania-plain"
ALONE = (
    SeatPlan(side="axis", kind="ai", player="random"),
    SeatPlan(side="allied", mine=True),
)


def begun(club: Club, **more: Any) -> tuple[Any, dict[str, Any]]:
    person, _ = people.guest(club)
    settings = {"lesson": True}
    game = games.create_game(club, person, CATANIA, seats=ALONE, settings=settings, **more)
    return person, game


def script() -> list[tuple[str, Any]]:
    lesson = box.lesson(CATANIA)
    assert lesson is not None
    return [play for step in lesson.steps for play in step.rehearsal.get("play", ())]


@on_either
def test_a_lesson_has_the_dice_that_its_text_was_written_for(club: Club) -> None:
    lesson = box.lesson(CATANIA)
    assert lesson is not None
    _person, taken = begun(club)
    person, _ = people.guest(club)
    plain = games.create_game(club, person, CATANIA, seats=ALONE)
    seed = Game(*grognard.library.find_scenario(CATANIA), lesson.seed).dice.seed
    assert games.row(club, taken["id"]).seed == seed
    assert games.row(club, plain["id"]).seed != seed


def test_the_enemy_of_a_pupil_answers_as_was_rehearsed() -> None:
    """Whoever does as the text says sees happen what it says, whatever the program would do."""
    lesson = box.lesson(CATANIA)
    assert lesson is not None
    game: Game[Any] = grognard.new(CATANIA, seed=lesson.seed)
    enemy = Rehearsed(player("random", 5))
    for side, action in script():
        if side != lesson.side:
            assert enemy.choose(Seat(game, side)) == action
        game.play(side, action)
    assert len(answers(CATANIA)) == sum(side != lesson.side for side, _ in script())


def test_off_the_lesson_the_program_plays_as_it_would() -> None:
    game: Game[Any] = grognard.new(CATANIA, seed=3)
    for _ in range(60):
        side = game.to_act or ""
        chosen = Rehearsed(player("random", 5)).choose(Seat(game, side))
        assert game.why(side, chosen) == []
        if game.turn > 1:
            assert chosen == player("random", 5).choose(Seat(game, side))
        game.play(side, chosen)


@on_either
def test_a_thinker_is_told_that_it_plays_in_a_lesson(club: Club) -> None:
    _person, game = begun(club)
    mine = seating.seat(club, _person, next(s["id"] for s in game["seats"] if s["mine"]))
    for n, (side, action) in enumerate(script()):
        if side != "allied":
            break
        commands.act(club, mine, action, None, f"pupil-{n}")
    due = due_in(club, game["id"])
    assert due is not None
    assert due.lesson
    task = {
        "game": "g", "scenario": CATANIA, "options": dict(due.options), "side": due.side,
        "player": "random", "lesson": True,
    }  # fmt: skip
    thinker = Thinker()
    with club.live.reading(game["id"]) as (kept, _row):
        lines = [
            {"by": line.by, "do": line.action, "standing": line.auto, "chance": list(line.chance)}
            for line in kept.game.history
        ]
    thinker.begin(task)
    thinker.catch_up(task, lines)
    assert thinker.answer(task) == {"action": {"do": "supply"}}
    assert isinstance(thinker.held["g"].programs["axis", "random"], Rehearsed)


@pytest.mark.parametrize(
    ("scenario", "seats", "more", "says"),
    [
        ("wb95/typhoon", ALONE, {}, "has no lesson"),
        (CATANIA, (SeatPlan(side="axis"), SeatPlan(side="allied", mine=True)), {}, "alone"),
        (CATANIA, (SeatPlan(side="axis", mine=True), SeatPlan(side="allied")), {}, "alone"),
        (CATANIA, (), {}, "alone"),
        (CATANIA, ALONE, {"listed": True}, "alone"),
    ],
)
@on_either
def test_a_lesson_is_taken_alone(
    club: Club, scenario: str, seats: Any, more: Any, says: str
) -> None:
    person, _ = people.guest(club)
    with pytest.raises(Invalid, match=says):
        games.create_game(club, person, scenario, seats=seats, settings={"lesson": True}, **more)


@on_either
def test_nobody_is_invited_to_dice_that_somebody_knows(club: Club) -> None:
    pupil, game = begun(club)
    stranger, _ = people.guest(club)
    enemy = next(s["id"] for s in game["seats"] if s["side"] == "axis")
    seating.kick(club, pupil, enemy)
    with pytest.raises(Forbidden, match="a lesson, whose dice are known"):
        seating.join(club, stranger, seating.invite(club, pupil, enemy))


def test_who_begins_is_told_on_the_box() -> None:
    """The Allies begin in Sicily, though the Axis is named first."""
    assert _scenario(CATANIA).first_player == "allied"
    assert _scenario("wb95/red-snow").first_player == "soviet"


def taught(club: Club, plays: int) -> tuple[Any, Any, list[int]]:
    """A pupil who has done so much of the lesson; his seat, and the moment after each order."""
    person, game = begun(club)
    mine = seating.seat(club, person, next(s["id"] for s in game["seats"] if s["mine"]))
    done = [
        commands.act(club, mine, action, None, f"pupil-{n}")["moment"]
        for n, (_side, action) in enumerate(script()[:plays])
    ]
    return person, mine, done


def lying(club: Club, mine: Any) -> tuple[str, Any]:
    """The phase, and every counter as the pupil sees it."""
    with club.live.reading(mine.game_id) as (kept, _row):
        table = grognard.library.tabletop(kept.game)
        return kept.game.phase, table.counters(kept.game, "allied")


@on_either
def test_a_pupil_begins_a_step_again_from_the_table_as_it_lay_then(club: Club) -> None:
    _person, mine, moments = taught(club, 3)
    before = lying(club, mine)
    overrun = script()[3][1]
    commands.act(club, mine, overrun, None, "overrun")  # dice fall, and the enemy is asked
    answer = lessons.begin_again(club, mine, moments[-1], "again")
    assert any(item["type"] == "taken-back" for item in answer["events"])
    assert lying(club, mine) == before
    commands.act(club, mine, overrun, None, "overrun once more")


@on_either
def test_what_was_taken_back_since_is_not_begun_from(club: Club) -> None:
    _person, mine, moments = taught(club, 3)
    commands.undo(club, mine, "undo fuel")
    before = lying(club, mine)
    lessons.begin_again(club, mine, moments[-1], "again")
    assert lying(club, mine) == before
    lessons.begin_again(club, mine, moments[0], "from the first placement")
    assert lying(club, mine) != before


@on_either
def test_no_other_game_is_begun_again(club: Club) -> None:
    person, _ = people.guest(club)
    game = games.create_game(club, person, CATANIA, seats=ALONE)
    mine = seating.seat(club, person, next(s["id"] for s in game["seats"] if s["mine"]))
    with pytest.raises(Forbidden, match="no lesson"):
        lessons.begin_again(club, mine, 1, "again")
