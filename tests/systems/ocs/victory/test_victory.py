"""Terms of victory: ground, in time or at the end, losses, those who got away, early ends."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces.stacking import eliminate
from grognard.systems.ocs.victory import control, victory
from tests.systems.ocs.field import end, field, move, play, told, unit

SCALE = [
    {"least": 3, "winner": "axis", "degree": "victory"},
    {"least": 0, "degree": "draw"},
    {"least": -99, "winner": "allied", "degree": "victory"},
]


def won_by(*units: dict[str, Any], turns: int = 1, **terms: Any) -> Any:
    terms = {"side": "axis", "scale": SCALE, **terms}
    return field(*units, turns=turns, fixed_first=True, victory=terms)


def city(**more: Any) -> dict[str, Any]:
    return {"label": "Gorod", "vp": 3, "hexes": ["0404"], "owner": "allied", **more}


def test_a_city_is_held_by_the_last_who_was_there() -> None:
    game = won_by(unit("a1", "0303"), unit("s1", "0808"), objectives=[city()])
    h = game.board.hex("0404")
    assert control.controller(game, h) == "allied"
    play(game, "axis", move("a1", to="0304 0404"))
    assert control.controller(game, h) == "axis"
    put_into(game, "a1", game.board.hex("0505"))
    assert control.controller(game, h) == "axis"
    put_into(game, "s1", h)
    assert control.controller(game, h) == "allied"


def test_who_comes_otherwise_than_by_moving_holds_it_when_the_phase_ends() -> None:
    game = won_by(unit("a1", "0303"), unit("s1", "0808"), objectives=[city()])
    put_into(game, "a1", game.board.hex("0404"))
    end(game, "axis", until="movement")
    put_into(game, "a1", game.board.hex("0505"))
    assert control.controller(game, game.board.hex("0404")) == "axis"


def test_guns_that_pass_through_take_no_city() -> None:
    game = won_by(
        unit("a1", "0303", "artillery", combat="-:5 leg"), unit("s1", "0808"), objectives=[city()]
    )
    play(game, "axis", move("a1", to="0304 0404 0405"))
    assert control.controller(game, game.board.hex("0404")) == "allied"


def test_each_hex_counts_or_all_of_them() -> None:
    whole = city(hexes=["0303", "0404"])
    game = won_by(unit("a1", "0303"), unit("s1", "0808"), objectives=[whole])
    assert victory.points(game).total == 0
    game = won_by(unit("a1", "0303"), unit("s1", "0808"), objectives=[{**whole, "each": True}])
    assert str(victory.points(game)) == "3 (+3 Gorod (1) [house])"


def test_what_was_held_in_time_counts_for_good() -> None:
    game = won_by(unit("a1", "0404"), unit("s1", "0808"), turns=3, objectives=[city(by=1)])
    assert victory.points(game).total == 0  # the turn has not ended
    while game.turn == 1:
        end(game, game.to_act)
    assert told(game, "objective")
    put_into(game, "a1", game.board.hex("0505"))
    put_into(game, "s1", game.board.hex("0404"))
    assert str(victory.points(game)) == "3 (+3 Gorod by turn 1 [house])"


def test_what_is_taken_too_late_does_not_count() -> None:
    game = won_by(unit("a1", "0303"), unit("s1", "0808"), turns=3, objectives=[city(by=1)])
    while game.turn == 1:
        end(game, game.to_act)
    put_into(game, "a1", game.board.hex("0404"))
    while game.turn == 2:
        end(game, game.to_act)
    assert victory.points(game).total == 0


def test_steps_lost_count_by_nation_and_never_beyond_the_most() -> None:
    lost = {"label": "Romanians", "of": "axis", "nations": ["Romanian"], "vp": -2, "per": 2}
    units = [unit(f"a{i}", "0303", nation="Romanian") for i in range(5)] + [unit("a9", "0303")]
    game = won_by(*units, unit("s1", "0808"), losses=[lost])
    for name in ("a9", "a1"):
        eliminate(game, name, "9.11", "for the test")
    assert victory.points(game).total == 0  # one Romanian: not yet two
    eliminate(game, "a2", "9.11", "for the test")
    assert str(victory.points(game)) == "-2 (-2 Romanians (2 steps) [house])"
    game = won_by(*units, unit("s1", "0808"), losses=[{**lost, "most": -2}])
    for name in ("a1", "a2", "a3", "a4"):
        eliminate(game, name, "9.11", "for the test")
    assert victory.points(game).total == -2


def test_steps_that_were_lacking_from_the_start_are_no_losses() -> None:
    lost = {"of": "allied", "vp": 1}
    game = won_by(unit("a1", "0303"), unit("s1", "0808", re=4, lost=2), losses=[lost])
    assert victory.points(game).total == 0
    eliminate(game, "s1", "9.11", "for the test")
    assert victory.points(game).total == 2


def test_those_who_got_away_count_where_they_are_at_the_end() -> None:
    saved = {"label": "saved", "of": "allied", "vp": -1, "hexes": ["0808"]}
    boxed = {"label": "boxed", "of": "allied", "vp": -5, "box": "Mainland"}
    game = field(
        unit("a1", "0303"), unit("s1", "0808", re=3), unit("s2", "0707"),
        unit("s3", None, at={"place": "box", "at": "Mainland"}),
        boxes={"Mainland": {"hexes": ["0909"]}},
        victory={"side": "axis", "scale": SCALE, "saved": [saved, boxed]},
    )  # fmt: skip
    assert str(victory.points(game)) == (
        "-8 (-3 saved (3 steps) [house], -5 boxed (1 steps) [house])"
    )
    assert victory.open_points(game).total == 0  # nobody sees into the stacks yet


def test_the_end_tells_who_has_won_and_why() -> None:
    game = won_by(unit("a1", "0404"), unit("s1", "0808"), objectives=[city()])
    while not game.over:
        end(game, game.to_act)
    (facts,) = told(game, "victory")
    assert (facts["winner"], facts["degree"]) == ("axis", "victory")
    assert facts["points"]["parts"][0]["label"] == "Gorod"
    assert game.result == "axis: victory"


def test_a_draw_has_no_winner() -> None:
    game = won_by(unit("a1", "0303"), unit("s1", "0808"), objectives=[city()])
    while not game.over:
        end(game, game.to_act)
    assert told(game, "victory")[0]["winner"] == ""
    assert game.result == "draw"


def test_a_game_ends_when_the_ground_is_held_and_the_rest_is_clear() -> None:
    ending = {"label": "all is over", "side": "axis", "hexes": ["0404"], "clear": "east"}
    east = ["0707", "0808", "0909"]
    sources = [{"side": "axis", "hex": "0404"}] + [{"side": "allied", "hex": h} for h in east]
    data: dict[str, Any] = {
        "turns": 5, "fixed_first": True, "areas": {"east": east[:2]}, "sources": sources,
    }  # fmt: skip
    terms: dict[str, Any] = {
        "side": "axis",
        "scale": SCALE,
        "objectives": [city()],
        "ends": [ending],
    }
    game = field(unit("a1", "0404"), unit("s1", "0707"), victory=terms, **data)
    while game.turn == 1:
        end(game, game.to_act)
    assert not game.over  # somebody is left in the east
    put_into(game, "s1", game.board.hex("0909"))
    while game.turn == 2 and not game.over:
        end(game, game.to_act)
    assert game.over
    assert "all is over" in game.sentence(game.events[-1])
    terms["ends"] = [{**ending, "winner": "allied", "degree": "a scandal"}]
    game = field(unit("a1", "0404"), unit("s1", "0909"), victory=terms, **data)
    while not game.over:
        end(game, game.to_act)
    assert (game.turn, game.result) == (1, "allied: a scandal")


def test_how_it_stands_is_plain() -> None:
    game = won_by(unit("a1", "0404"), unit("s1", "0808"), objectives=[city()])
    found = victory.standing(game)
    assert (found["side"], found["points"]["total"], found["grade"]) == (
        "axis", 3, "axis: victory",
    )  # fmt: skip
    assert found["date"] == ""


@pytest.mark.parametrize(
    ("terms", "wrong"),
    [
        ({"objectives": []}, "whose points"),
        ({"side": "axis", "objectives": [{"label": "x"}]}, "has hexes"),
        ({"side": "axis", "objectives": [city(by=9)]}, "has 1 turns"),
        ({"side": "axis", "objectives": [city(by=1, each=True)]}, "as a whole"),
        ({"side": "axis", "losses": [{"of": "axis", "vp": 1, "per": 0}]}, "one step or more"),
        ({"side": "axis", "losses": [{"of": "axis", "vp": -1, "most": 3}]}, "never come to 3"),
        ({"side": "axis", "saved": [{"of": "axis", "vp": 1}]}, "where are they safe"),
        ({"side": "axis", "saved": [{"of": "axis", "vp": 1, "box": "x"}]}, "no box 'x'"),
        ({"side": "axis", "ends": [{"label": "x", "side": "axis"}]}, "to hold or to clear"),
        ({"side": "axis", "scale": [{"least": 0, "winner": "nobody"}]}, "no side 'nobody'"),
    ],
)
def test_terms_that_nobody_could_meet_are_refused(terms: Any, wrong: str) -> None:
    with pytest.raises(ScenarioError, match=wrong):
        field(unit("a1", "0303"), unit("s1", "0808"), turns=1, victory=terms)
