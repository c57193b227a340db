"""What single scenarios bring along: calendars, musters, closed ground, withdrawals, surrender."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.mapwriter import dump
from grognard.board.sketch import sketch
from grognard.engine.located import ScenarioError
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.proof import laws
from grognard.systems.ocs.results import ocs_charts
from grognard.systems.ocs.status import AIR, SHIPS, SIDES, TRANSPORT
from grognard.systems.ocs.system import OCS
from tests.systems.ocs.field import at, end, field, move, rig, rules, told, unit
from tests.systems.ocs.reading.test_loader import SHEET, YAML, read

# ---- the calendar


def test_half_weeks_have_three_and_four_days_by_turns() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0808"), start="1943-07-10", days=[3, 4])
    days = [game.scenario.date(turn) for turn in (1, 2, 3, 8, 12)]
    assert days == ["1943-07-10", "1943-07-13", "1943-07-17", "1943-08-03", "1943-08-17"]


def test_without_a_calendar_there_is_no_day() -> None:
    assert field(unit("a1", "0303"), unit("s1", "0808")).scenario.date(3) == ""


@pytest.mark.parametrize("days", [[], [3, 5], ["x"], 0])
def test_a_turn_has_one_to_four_days(days: Any) -> None:
    with pytest.raises(ScenarioError, match="days"):
        field(unit("a1", "0303"), days=days)


# ---- who takes part


def test_only_those_take_part_whom_the_scenario_names() -> None:
    game = field(
        unit("a1", "0303"), unit("a2", None), unit("a3", None), unit("s1", "0808"),
        fuelled=False, muster="named",
        arrivals=[{"side": "axis", "turn": 2, "units": ["a2"], "hexes": ["0101"]}],
    )  # fmt: skip
    assert {"a1", "a2", "s1"} <= set(game.scenario.counters)
    assert "a3" not in game.scenario.counters
    with pytest.raises(ScenarioError, match="all or named"):
        field(unit("a1", "0303"), muster="some")


def test_supply_may_come_every_turn_until_a_later_one() -> None:
    row = {"side": "axis", "turn": 2, "until": 4, "sp": 1, "hexes": ["0101"]}
    game = field(unit("a1", "0303"), unit("s1", "0808"), arrivals=[row])
    assert [(a.turn, a.tokens) for a in game.scenario.arrivals] == [(2, 4), (3, 4), (4, 4)]
    with pytest.raises(ScenarioError, match="units come once"):
        field(unit("a1", "0303"), unit("a2", None), arrivals=[{**row, "units": ["a2"]}])


# ---- areas and closed ground


def test_an_area_may_be_an_island() -> None:
    board = sketch(4, 4, terrain={"0103": "sea", "0203": "sea", "0303": "sea", "0403": "sea"})
    scenario = OCS.position(
        board, {"counters": [], "areas": {"west": {"land": "0101"}}, "victory": {}}
    )
    labels = {board.label(h) for h in scenario.areas["west"]}
    assert labels == {f"0{row}0{column}" for row in range(1, 5) for column in (1, 2)}


def test_ground_outside_the_campaign_is_not_entered() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0808"), closed={"axis": ["0304"]})
    assert rules(game, "axis", move("a1", to="0304")) == ["house"]
    assert not rules(game, "axis", move("a1", to="0302"))
    open_ = {action["path"][-1] for action in game.legal("axis") if action["do"] == "move"}
    assert "0302" in open_
    assert "0304" not in open_


# ---- withdrawals


def test_who_is_called_away_goes_and_is_not_lost() -> None:
    game = field(
        unit("a1", "0303"), unit("a2", "0303", re=3, lost=1), unit("s1", "0808"),
        segment="clean-up", player="allied", fixed_first=True,
        planes=[{"id": "p", "side": "axis", "nation": "German", "name": "p", "types": "F",
                 "range": 9, "full": "1/1/0", "reduced": "1/1/0"}],
        bases=[{"hex": "0303", "side": "axis", "level": 1}],
        air=[{"id": "p1", "plane": "p", "hex": "0303"}],
        transport=[{"id": "t", "side": "axis", "hex": "0303", "points": 2, "load": 3}],
        withdrawals=[{"side": "axis", "turn": 2, "units": ["a2", "p1", "t"]}],
    )  # fmt: skip
    watch = laws.Watch(game)
    while game.turn == 1:
        end(game, game.to_act)
    assert at(game, "a2").place == "removed"
    assert at(game, "a1").place == "map"
    assert game.state[AIR]["p1"].place == "removed"
    assert game.state[TRANSPORT]["t"].place == "removed"
    assert stacks.dump_at(game, game.board.hex("0303"), "axis") == 3  # its load stays
    assert game.state[SIDES]["axis"].steps_lost == 0
    assert not watch()
    (event,) = (event for event in game.events if event.kind == "withdrawal")
    assert event.facts["units"] == ["a2", "p1", "t"]
    assert event.told("allied").facts == {"side": "axis"}


def test_a_ship_with_cargo_goes_when_it_is_empty() -> None:
    ship = {"id": "lc", "side": "allied", "nation": "Soviet", "name": "lc", "type": "lc"}
    board = sketch(9, 9, terrain={"0909": "sea"})
    game = field(
        unit("a1", "0303"), unit("s1", None), unit("s2", "0101"), board=board,
        segment="attack", player="axis", ships=[ship],
        naval=[{"id": "full", "ship": "lc", "hex": "0909", "points": 2, "aboard": ["s1"]},
               {"id": "empty", "ship": "lc", "hex": "0909", "points": 2}],
        withdrawals=[{"side": "allied", "turn": 1, "units": ["full", "empty"]}],
    )  # fmt: skip
    places = {key: ship.place for key, ship in game.state[SHIPS].items()}
    assert places == {"full": "map", "empty": "removed"}


def flotilla(turn: int) -> Any:
    """Four points that are called away and two that stay, off a shore, as their owner moves."""
    ship = {"id": "lc", "side": "allied", "nation": "Soviet", "name": "lc", "type": "lc"}
    board = sketch(9, 9, terrain={"0909": "sea", "0908": "sea"})
    return field(
        unit("a1", "0303"), unit("s1", "0101"), board=board,
        segment="movement", player="allied", first="allied", fixed_first=True, ships=[ship],
        naval=[{"id": "home", "ship": "lc", "hex": "0909", "points": 4},
               {"id": "stay", "ship": "lc", "hex": "0909", "points": 2}],
        withdrawals=[{"side": "allied", "turn": turn, "units": ["home"]}],
    )  # fmt: skip


def left_at_sea(game: Any) -> dict[str, int]:
    """The craft on the map after the next Reinforcement Phase has begun, with their points."""
    while game.turn == 1:
        end(game, game.to_act)
    return {key: s.size // 4 for key, s in game.state[SHIPS].items() if s.place == "map"}


def test_the_parts_of_craft_that_were_split_are_called_away_too() -> None:
    game = flotilla(turn=2)
    game.play("allied", {"do": "split-craft", "ship": "home", "points": 3})
    part = next(key for key in game.state[SHIPS] if key not in ("home", "stay"))
    game.play("allied", {"do": "split-craft", "ship": part, "points": 1})
    game.play("allied", {"do": "split-craft", "ship": "stay", "points": 1})
    assert len(game.state[SHIPS]) == 5
    assert sorted(left_at_sea(game).values()) == [1, 1]
    (event,) = (event for event in game.events if event.kind == "withdrawal")
    assert len(event.facts["units"]) == 3


@pytest.mark.parametrize("ships", [["home", "stay"], ["stay", "home"]])
def test_craft_joined_with_those_called_away_go_with_them(ships: list[str]) -> None:
    game = flotilla(turn=2)
    game.play("allied", {"do": "join-craft", "ships": ships})
    assert len(game.state[SHIPS]) == 1
    assert left_at_sea(game) == {}


def test_parts_of_dukws_are_called_away_from_the_land() -> None:
    dukw = {"id": "dukw", "side": "allied", "nation": "Soviet", "name": "dukw", "type": "dukw"}
    game = field(
        unit("a1", "0303"), unit("s1", "0101"), board=sketch(9, 9, terrain={"0909": "sea"}),
        segment="attack", player="axis", ships=[dukw],
        naval=[{"id": "home", "ship": "dukw", "hex": "0909", "points": 1}],
        transport=[{"id": key, "side": "allied", "hex": "0808", "kind": "dukw", "points": 1}
                   for key in ("home-1", "stay")],
        withdrawals=[{"side": "allied", "turn": 1, "units": ["home"]}],
    )  # fmt: skip
    places = {key: found.place for key, found in game.state[TRANSPORT].items()}
    assert places == {"home-1": "removed", "stay": "map"}
    assert game.state[SHIPS]["home"].place == "removed"


def test_craft_stay_until_the_turn_in_which_they_are_called() -> None:
    game = flotilla(turn=3)
    game.play("allied", {"do": "split-craft", "ship": "home", "points": 3})
    assert sorted(left_at_sea(game).values()) == [1, 2, 3]


# ---- surrender

WHITE_FLAG = {"side": "axis", "label": "the coast", "causes": ["beset"], "roll": 3}


def coast(**more: Any) -> Any:
    terms = {**WHITE_FLAG, **more.pop("terms", {})}
    return field(
        unit("a1", "0303", combat="(2):0 leg", move="(1):2 leg", nation="Italian"),
        unit("s1", more.pop("hex", "0304")),
        segment="attack", player="allied", first="allied",
        surrender=[terms], **more,
    )  # fmt: skip


@pytest.mark.parametrize(("roll", "place"), [(3, "dead"), (4, "map")])
def test_troops_beside_the_enemy_may_lay_down_their_arms(roll: int, place: str) -> None:
    game = coast()
    rig(game, roll)
    end(game, "allied")
    assert at(game, "a1").place == place
    (event,) = (event for event in game.events if event.kind == "surrender")
    assert event.facts["cause"] == "beset"
    assert event.dice == (roll,)
    assert "unit" not in event.told("allied").facts  # which of them it was is not told [4.9a]


@pytest.mark.parametrize(
    "more",
    [
        {"hex": "0808"},  # nobody is beside them
        {"terms": {"turn": 2}},  # not yet
        {"terms": {"nations": ["German"]}},  # not they
        {"options": {"surrender": "off"}},
    ],
)
def test_nobody_surrenders_without_a_cause(more: Any) -> None:
    game = coast(**more)
    if game.to_act == "allied":
        end(game, "allied")
    assert at(game, "a1").place == "map"
    assert not told(game, "surrender")


@pytest.mark.parametrize(
    ("terms", "wrong"),
    [
        ({"causes": ["fear"]}, "nobody surrenders for 'fear'"),
        ({"roll": 7}, "a roll of 1 to 6"),
        ({"units": ["s1"]}, "no unit 's1' of axis"),
    ],
)
def test_a_surrender_that_makes_no_sense_is_refused(terms: Any, wrong: str) -> None:
    with pytest.raises(ScenarioError, match=wrong):
        coast(terms=terms)


# ---- files


def test_a_scenario_may_have_several_sheets() -> None:
    head, *rows = SHEET.splitlines(keepends=True)
    more = {"one.csv": head + rows[0] + rows[1], "two.csv": head + rows[2]}
    _, found = read(YAML.replace("sample.csv", "[one.csv, two.csv]"), **more)
    assert {"a1", "a2", "s1"} <= set(found.counters)
    twice = {"one.csv": head + "".join(rows), "two.csv": head + rows[2]}
    with pytest.raises(ScenarioError, match=r"two.csv:2: counter 's1' stands here a second time"):
        read(YAML.replace("sample.csv", "[one.csv, two.csv]"), **twice)


def test_scenarios_share_a_part() -> None:
    lines = YAML.splitlines(keepends=True)
    at_ = next(i for i, line in enumerate(lines) if line.startswith("dumps:"))
    own, part = "".join(lines[:at_]), "".join(lines[at_:])
    _, whole = read()
    _, found = read(own + "include: rest.part\n", **{"rest.part": part + "turns: 9\n"})
    assert found.dumps == whole.dumps
    assert found.turns == 4  # the scenario's own key counts
    with pytest.raises(ScenarioError, match=r"rest.part:1: 'dumbs' is not part of a scenario"):
        read(own + "include: rest.part\n", **{"rest.part": part.replace("dumps:", "dumbs:")})
    with pytest.raises(ScenarioError, match=r"a file \.part"):
        read(own + "include: rest.yml\n")
    with pytest.raises(ScenarioError, match=r"rest.part:1: a part includes no other"):
        read(own + "include: rest.part\n", **{"rest.part": "include: more.part\n" + part})


def test_a_scenario_lays_overlays_over_the_map() -> None:
    line = "grognard overlay 1\n0101: terrain woods  # for this game alone\n"
    board = sketch(9, 9, terrain={"0909": "woods"})
    texts = {"sample.map": dump(board), "more.overlay": line}
    _, found = read(YAML.replace("map: sample\n", "map: sample\noverlays: [more]\n"), **texts)
    assert found.board.terrain[found.board.hex("0101")] == "woods"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("map: sample\n", "map: sample\noverlays: [../more]\n", "'overlays' should be the name"),
        ("map: sample\n", "map: sample\noverlays: more\n", "'overlays' should be a list"),
        ("map: sample\n", "map: sample\noverlays: [more]\n", "there is no overlay 'more'"),
        ("map: sample\n", "map: ../sample\n", "'map' should be the name"),
        ("sample.csv", "../sample.csv", "'counters' should be the name"),
        ("sample.csv", "[sample.csv, 7]", "'counters' should be the name"),
        ("map: sample\n", "map: sample\ninclude: ../rest.part\n", "'include' should be the name"),
    ],
)
def test_a_scenario_names_files_by_their_bare_names(old: str, new: str, says: str) -> None:
    assert old in YAML
    with pytest.raises(ScenarioError, match=rf"^sample\.yaml:\d+: {says}"):
        read(YAML.replace(old, new))


def test_a_scenario_brings_a_landing_table_of_its_own() -> None:
    chart = ocs_charts()["landing"].replace("2-,S2 C1", "2-,S1")
    text = YAML.replace("map: sample\n", "map: sample\ntables: [landing]\n")
    _, found = read(text, **{"landing.csv": chart})
    assert found.tables["landing"].cell(2, "open").value == "S1"
