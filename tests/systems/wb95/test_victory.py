"""Victory on small fields: holding, points, the scale, the calendar. [S1.9] [S1.10] [S1.11]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95 import victory
from grognard.systems.wb95.reading.victory_terms import villages
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import SIDES
from tests.systems.wb95.course import go_to, pass_on
from tests.systems.wb95.field import MOVE_A, MOVE_B, field, told, unit

TOWNS = {"0505": "town", "0506": "town", "0308": "town", "0708": "town", "0108": "city"}
TERMS: dict[str, Any] = {
    "automatic": {
        "side": "german",
        "hold": ["twin"],
        "until": {"side": "soviet", "phase": "supply"},
    },
    "points": {
        "side": "german",
        "objectives": [
            {"each_hex_of": "twin", "vp": 4},
            {"whole": "twin", "vp": 5},
            {"each": "single-town-hex", "vp": 1},
        ],
    },
    "scale": [
        {"min": 0, "max": 8, "winner": "soviet", "degree": "victory"},
        {"min": 9, "max": 12, "winner": "german", "degree": "small"},
        {"min": 13, "max": None, "winner": "german", "degree": "great"},
    ],
}


def contest(german: list[str], turns: int = 3, **spec: Any) -> Wb:
    """Two towns of one hex and one of two; the Germans control the hexes named, nobody the rest."""
    return field(
        unit("g1", "0101"),
        unit("s1", "0901"),
        board=sketch(9, 9, terrain=TOWNS),
        areas={"twin": ["0505", "0506"]},
        control={"soviet": [label for label in TOWNS if label not in german], "german": german},
        turns=turns,
        **{"victory": TERMS, **spec},
    )


def give(game: Wb, side: str, *labels: str) -> None:
    """Hand control of hexes over, by the umpire's leave."""
    changes = [{"map": "hexes", "key": label, "set": {"control": side}} for label in labels]
    game.edit(changes, "for the test")


# ---- points


@pytest.mark.rule("wb95", "S1.10")
def test_points_are_counted_objective_by_objective() -> None:
    tally = victory.points(contest(["0505", "0506", "0308"]))
    assert [(part.label, part.value, part.rule) for part in tally.parts] == [
        ("each hex of twin (2)", 8, "S1.10"),
        ("the whole of twin", 5, "S1.10"),
        ("each village (1)", 1, "S1.10"),
    ]


@pytest.mark.rule("wb95", "S1.10")
def test_half_a_town_is_not_the_whole_of_it() -> None:
    assert victory.points(contest(["0505"])).total == 4
    assert victory.points(contest([])).total == 0


@pytest.mark.rule("wb95", "S1.10")
def test_a_village_is_a_town_of_a_single_hex() -> None:
    game = contest([])
    labels = [game.board.label(h) for h in villages(game.scenario.ground)]
    assert labels == ["0308", "0708"]


# ---- the end


@pytest.mark.rule("wb95", "2.1.3")
@pytest.mark.rule("wb95", "S1.11")
@pytest.mark.parametrize(
    ("german", "result"),
    [
        (["0505", "0506", "0308"], "german: great (14 VP)"),
        (["0505", "0506"], "german: great (13 VP)"),
        (["0505", "0308", "0708"], "soviet: victory (6 VP)"),
        ([], "soviet: victory (0 VP)"),
    ],
)
def test_after_the_last_turn_the_scale_decides(german: list[str], result: str) -> None:
    terms = {key: TERMS[key] for key in ("points", "scale")}
    game = contest(german, turns=2, victory=terms)
    go_to(game, MOVE_B, turn=2)
    assert not game.over
    while not game.over:
        pass_on(game)
    assert game.turn == 2
    assert game.result == result
    (event,) = told(game, "victory")
    assert event["points"] == victory.points(game).to_json()


@pytest.mark.rule("wb95", "S1.11")
@pytest.mark.parametrize(
    ("vp", "grade"),
    [(8, ("soviet", "victory")), (9, ("german", "small")), (12, ("german", "small"))],
)
def test_the_classes_include_their_limits(vp: int, grade: tuple[str, str]) -> None:
    objectives = [{"each_hex_of": "twin", "vp": vp}]
    terms = {"points": {"side": "german", "objectives": objectives}, "scale": TERMS["scale"]}
    found = victory.grade(contest(["0505"], victory=terms))
    assert found is not None
    assert (found.winner, found.degree) == grade


def test_a_class_without_a_winner_is_a_draw() -> None:
    scale: list[dict[str, Any]] = [
        {"min": 0, "max": 3, "winner": "soviet", "degree": "victory"},
        {"min": 4, "max": None, "degree": "draw"},
    ]
    terms = {"points": TERMS["points"], "scale": scale}
    game = contest(["0505"], turns=1, victory=terms)
    assert victory.standing(game)["grade"] == "draw"
    go_to(game, MOVE_A, turn=2)
    assert game.result == "draw (4 VP)"
    assert told(game, "victory")[0]["winner"] == ""


@pytest.mark.parametrize(("rule", "source"), [("house", "house"), ("S2.10", "rulebook")])
def test_terms_of_our_own_are_marked_as_ours(rule: str, source: str) -> None:
    game = contest(["0505"], victory={**TERMS, "rules": {"points": rule}})
    (part,) = victory.points(game).parts
    assert (part.rule, part.source) == (rule, source)


def test_without_terms_nobody_wins() -> None:
    game = field(unit("g1", "0101"), turns=1)
    go_to(game, MOVE_A, turn=2)
    assert game.over
    assert game.result == "no terms of victory"


# ---- victory at once


@pytest.mark.rule("wb95", "S1.9")
@pytest.mark.rule("wb95", "S2.9")
def test_who_holds_everything_until_the_enemys_supply_phase_ends_wins_at_once() -> None:
    game = contest(["0505", "0506"], turns=9)
    go_to(game, MOVE_B)
    assert not game.over
    assert game.state[SIDES]["german"].holding == 5, "noted in the German Supply Phase"
    pass_on(game)
    go_to(game, MOVE_A, turn=2)
    assert game.over
    assert (game.turn, game.clock.step + 1) == (1, 12), "at the end of the Soviet Supply Phase"
    assert game.result == "german: automatic victory"


@pytest.mark.rule("wb95", "S1.9")
def test_one_hex_missing_is_not_everything() -> None:
    game = contest(["0505"], turns=9)
    go_to(game, MOVE_A, turn=3)
    assert not game.over
    assert game.state[SIDES]["german"].holding == -1


@pytest.mark.rule("wb95", "S1.9")
def test_a_hex_lost_in_between_ends_the_holding() -> None:
    game = contest(["0505", "0506"], turns=9)
    go_to(game, MOVE_B)
    give(game, "soviet", "0506")
    go_to(game, MOVE_A, turn=2)
    assert not game.over
    assert game.state[SIDES]["german"].holding == -1
    assert [facts["holds"] for facts in told(game, "holding")] == [True, False]
    give(game, "german", "0506")
    go_to(game, MOVE_B, turn=2)
    assert not game.over, "it begins again in the German Supply Phase"
    go_to(game, MOVE_A, turn=3)
    assert game.result == "german: automatic victory"


@pytest.mark.rule("wb95", "S1.9")
def test_what_is_taken_after_the_own_supply_phase_is_held_from_the_next() -> None:
    game = contest(["0505"], turns=9)
    go_to(game, MOVE_B)
    give(game, "german", "0506")
    go_to(game, MOVE_A, turn=2)
    assert not game.over
    assert game.state[SIDES]["german"].holding == -1
    go_to(game, MOVE_A, turn=3)
    assert game.result == "german: automatic victory"


@pytest.mark.rule("wb95", "S1.9")
def test_the_scenario_says_whose_supply_phase_must_end() -> None:
    until = {"automatic": {**TERMS["automatic"], "until": {"side": "german", "phase": "supply"}}}
    game = contest(["0505", "0506"], turns=9, victory={**TERMS, **until})
    go_to(game, MOVE_A, turn=2)
    assert not game.over, "the Soviet Supply Phase is over, but not a German one"
    go_to(game, MOVE_B, turn=2)
    assert game.result == "german: automatic victory"


# ---- for the screen


@pytest.mark.rule("wb95", "2.1.6")
@pytest.mark.parametrize(("turn", "day"), [(1, "1941-11-29"), (2, "1941-11-30"), (3, "1941-12-01")])
def test_a_turn_is_a_day(turn: int, day: str) -> None:
    game = contest([], start="1941-11-29")
    go_to(game, MOVE_A, turn)
    assert victory.date_of(game) == day


@pytest.mark.rule("wb95", "2.1.6")
def test_a_position_without_a_calendar_has_no_date() -> None:
    assert victory.date_of(contest([])) == ""


def test_how_victory_stands_is_plain_data() -> None:
    game = contest(["0505", "0308"], start="1941-11-15")
    assert victory.standing(game) == {
        "date": "1941-11-15",
        "turns": 3,
        "side": "german",
        "points": victory.points(game).to_json(),
        "grade": "soviet: victory",
        "automatic": {"side": "german", "of": 2, "held": 1, "since": -1, "until": "soviet"},
    }
