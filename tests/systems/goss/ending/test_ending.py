"""Victory: places, losses and exits, their points, levels, and the end of a game. [3.3.4]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.goss.ending.standing import lead, level, points, standings
from grognard.systems.goss.proof.laws import Watch
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.table.tabletop import TABLETOP
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, position, rules, told, unit

TURNS = ["16 AM", "16 PM", "16 Night", "17 AM", "17 PM", "17 Night", "18 AM"]
END = {"do": "end"}


def field(victory: dict[str, Any], *units: Any, **more: Any) -> Gs:
    units = units or (unit("g1", (0, 0)), unit("u1", (-6, 0)))
    return position(*units, **{"turns": TURNS, "victory": victory, **more})


def lose(game: Gs, name: str, turn: int = 4) -> None:
    gone = replace(now(game, name), place="eliminated", hex=-1, steps=0, gone_in=turn)
    game.put(UNITS, name, gone)


def finish(game: Gs) -> None:
    while not game.over:
        game.play(game.open_asks()[0].player, END)


# ---- holding places


@pytest.mark.rule("goss", "3.3.4")
def test_who_was_last_in_a_place_holds_it() -> None:
    terms = {"axis": [{"hold": at(1, 0), "vp": 4}], "allied": [{"hold": at(1, 0), "vp": 3}]}
    game = field(terms, control={"allied": [at(1, 0)]})
    assert points(game) == {"allied": 3, "axis": 0}
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(1, 0), at(2, 0)]})
    assert told(game, "taken") == [{"side": "axis", "hex": at(1, 0)}]
    assert points(game) == {"allied": 0, "axis": 4}, "though it has only passed through"
    assert game.state[HEXES][game.board.hex(at(1, 0))].taken == 4


@pytest.mark.rule("goss", "3.3.4")
def test_a_place_of_several_hexes_is_held_as_a_whole() -> None:
    terms = {"axis": [{"hold": [at(0, 0), at(1, 0)], "vp": 5}]}
    assert lead(field(terms)) == 0
    assert lead(field(terms, unit("g1", (0, 0)), unit("g2", (1, 0)), unit("u1", (-6, 0)))) == 5


@pytest.mark.rule("goss", "3.3.4")
@pytest.mark.parametrize(
    ("taken", "fades", "worth"), [(3, 0, 8), (4, 0, 0), (3, 1, 8), (4, 1, 7), (7, 1, 6), (7, 5, 0)]
)
def test_what_comes_late_is_worth_less(taken: int, fades: int, worth: int) -> None:
    award = {"hold": at(3, 0), "vp": 8, "by": "16 Night", **({"fades": fades} if fades else {})}
    game = field({"axis": [award]})
    game.put(HEXES, game.board.hex(at(3, 0)), HexStatus(control="axis", taken=taken))
    assert lead(game) == worth


# ---- losses


@pytest.mark.rule("goss", "3.3.4")
def test_losses_count_by_kind_and_up_to_a_limit() -> None:
    terms = {
        "axis": [{"eliminated": "battalion", "vp": 2, "max": 2}],
        "allied": [{"eliminated": "panzer company or battalion", "vp": 1}],
    }
    units = [unit(f"u{n}", (-6, n)) for n in range(1, 5)]
    game = field(
        terms, *units, unit("g1", (0, 0)), unit("g2", (0, 1), "pz4"), unit("g3", (0, 2), "eng"),
        unit("g4", (2, 0)),
    )  # fmt: skip
    lose(game, "u1")
    assert points(game) == {"allied": 0, "axis": 2}
    for name in ("u2", "u3"):
        lose(game, name)
    assert points(game) == {"allied": 0, "axis": 4}
    for name in ("g1", "g2", "g3"):
        lose(game, name)
    assert points(game) == {"allied": 2, "axis": 4}, "engineers count nothing"


# ---- leaving


EXIT = {
    "axis": [{"exit": [at(1, 0)], "vp": 2, "max": 1, "each": "Mech battalion", "supplied": True}]
}


@pytest.mark.rule("goss", "3.3.4")
def test_units_leave_the_map_for_points() -> None:
    game = field(
        EXIT, unit("g1", (1, 0), "motinf"), unit("g2", (1, 0), "motinf"), unit("g3", (1, 0)),
        unit("g4", (1, 1), "motinf"), unit("u1", (-6, 0)),
    )  # fmt: skip
    assert rules(game, "axis", {"do": "exit-map", "unit": "g3"}) == ["3.3.4"], "no Mech battalion"
    assert rules(game, "axis", {"do": "exit-map", "unit": "g4"}) == ["3.3.4"], "not there"
    game.put(UNITS, "g2", replace(now(game, "g2"), supply="OhS"))
    assert rules(game, "axis", {"do": "exit-map", "unit": "g2"}) == ["3.3.4"]
    game.put(UNITS, "g2", replace(now(game, "g2"), supply="GenS"))
    watch = Watch(game)
    game.play("axis", {"do": "exit-map", "unit": "g1"})
    assert watch() == [], "its steps have not vanished, they have left"
    assert (now(game, "g1").place, now(game, "g1").exited) == ("gone", 4)
    assert told(game, "exited") == [{"side": "axis", "unit": "g1", "hex": at(1, 0)}]
    game.play("axis", {"do": "exit-map", "unit": "g2"})
    assert points(game)["axis"] == 2, "it counts once at most"


@pytest.mark.rule("goss", "3.3.4")
def test_who_has_spent_all_cannot_leave() -> None:
    game = field(EXIT, unit("g1", (1, 0), "motinf"), unit("u1", (-6, 0)))
    spent = replace(now(game, "g1"), moved=game.serial, spent=12 * 12, hexes=1, course="any")
    game.put(UNITS, "g1", spent)
    assert rules(game, "axis", {"do": "exit-map", "unit": "g1"}) == ["3.3.4"]


# ---- the end


LEVELS = [
    {"lead": 5, "side": "axis", "title": "a breakthrough"},
    {"lead": 2, "title": "a bulge"},
    {"lead": -9, "side": "allied", "title": "sealed off"},
]


@pytest.mark.rule("goss", "3.3.4")
@pytest.mark.parametrize(
    ("worth", "result"), [(5, "axis: a breakthrough"), (4, "a bulge"), (1, "allied: sealed off")]
)
def test_the_last_game_turn_decides_by_levels(worth: int, result: str) -> None:
    terms = {"axis": [{"hold": at(0, 0), "vp": worth}], "levels": LEVELS}
    game = field(terms, turn=7, segment="supply", side="axis")
    assert not game.over
    finish(game)
    assert game.clock.result == result
    (facts,) = told(game, "victory")
    assert (facts["winner"], facts["points"]) == (level(game)[0], {"allied": 0, "axis": worth})


@pytest.mark.rule("goss", "3.3.4")
def test_without_levels_who_is_ahead_wins_and_before_the_end_nobody_does() -> None:
    game = field({"axis": [{"hold": at(0, 0), "vp": 1}]}, turn=6, segment="supply", side="axis")
    while game.turn == 6:
        game.play(game.open_asks()[0].player, END)
    assert not game.over
    finish(game)
    assert game.clock.result == "axis: more points"
    assert level(field({}))[0] == ""


@pytest.mark.rule("goss", "3.3.4")
@pytest.mark.parametrize(
    ("sudden", "over"),
    [
        ({"lead": 4}, True), ({"lead": 5}, False), ({"hold": at(0, 0)}, True),
        ({"hold": [at(0, 0), at(1, 0)]}, False), ({"lead": 4, "exits": 1}, False),
    ],
)  # fmt: skip
def test_sudden_death_ends_the_game_after_any_game_turn(sudden: dict[str, Any], over: bool) -> None:
    terms = {
        "axis": [{"hold": at(0, 0), "vp": 4}, {"exit": [at(9, 0)], "vp": 1}],
        "sudden": [{"side": "axis", "title": "at once", **sudden}],
    }
    game = field(terms, turn=4, segment="supply", side="axis")
    while not game.over and game.turn == 4:
        game.play(game.open_asks()[0].player, END)
    assert game.over is over
    if over:
        assert game.clock.result == "axis: at once"


@pytest.mark.rule("goss", "3.3.4")
def test_everybody_sees_where_the_sides_stand() -> None:
    terms = {
        "axis": [{"hold": at(0, 0), "vp": 4, "place": "Clervaux"}], "levels": LEVELS,
        "sudden": [{"side": "axis", "title": "at once", "hold": [at(0, 0), at(1, 0)]}],
    }  # fmt: skip
    game = field(terms)
    seen = game.view("allied")["standing"]
    assert (seen["lead"], seen["level"]) == (4, {"side": "", "title": "a bulge"})
    assert seen["awards"][0] == {
        "side": "axis", "kind": "hold", "title": "Clervaux", "hexes": [at(0, 0)], "each": 4,
        "count": 1, "points": 4,
    }  # fmt: skip
    assert [one.points for one in standings(game)] == [4]
    card = TABLETOP.terms(game)
    assert card is not None
    assert [degree.title for degree in card.degrees if degree.here] == ["a bulge"]
    assert (card.prizes[0].stand, card.conditions[0].held) == ("won", 1)
    assert game.system.account(game)["points"] == {"allied": 0, "axis": 4}


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        ({"axis": [{"eliminated": "batalion"}]}, "batalion"),
        ({"sudden": [{"side": "axis", "title": "x"}]}, "a lead, exits or places"),
    ],
)
def test_terms_that_mean_nothing_are_refused(terms: dict[str, Any], text: str) -> None:
    with pytest.raises(ScenarioError, match=text):
        field(terms)
