"""Reading scenarios: what stands in one, and what is refused, with file and line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard import library
from grognard.engine.located import ScenarioError
from grognard.systems.goss.pieces.chain import army, corps, formation, superior
from grognard.systems.goss.pieces.stacking import overstacked
from grognard.systems.goss.pieces.stacks import stacks
from grognard.systems.goss.turn import phases
from tests.systems.goss.field import pass_to, position, unit

SHELF = library.BOOKS["goss"].shelf


@pytest.fixture(scope="module")
def game() -> Any:
    return library.new("goss/skyline-drive", seed=1)


def test_the_learning_scenario_is_as_it_was_drawn_up(game: Any) -> None:
    scenario = game.scenario
    assert len(scenario.units) == 34
    assert [f"{box.date[-2:]} {box.period}" for box in scenario.calendar] == [
        "17 AM", "17 PM", "18 AM", "18 PM",
    ]  # fmt: skip
    assert scenario.units["u-28-110-1"].steps == 2
    assert scenario.units["u-28-110-1"].inside
    assert scenario.units["u-9a-ccr1"].due == 2
    assert [game.board.label(h) for h in scenario.entries["g-2p-p3"]] == ["3337"]
    assert (scenario.weather[1].atmosphere, scenario.weather[2].atmosphere) == ("Ovr", "POvr")
    assert {box.ground for box in scenario.weather.values()} == {"Mud"}
    assert not [h for h in stacks(game).at if overstacked(game, h)]


@pytest.mark.rule("goss", "9.1.0", "9.3.6")
def test_whom_units_obey(game: Any) -> None:
    assert superior(game, "g-2p-304-i") == "g-2p" == formation(game, "g-2p-p5")
    assert (army(game, "g-2p-304-i"), corps(game, "g-2p-304-i")) == ("5 Pz Army", "")
    assert (superior(game, "u-fa687"), formation(game, "u-fa687")) == ("", "")


@pytest.mark.rule("goss", "9.6.0", "9.3.0", "16.4.2", "16.4.3b")
def test_the_chain_of_command() -> None:
    game = position(
        unit("ga", (0, 5), "hq:army", army="A"),
        unit("gc", (0, 4), "hq:corps", army="A", corps="C"),
        unit("gd", (0, 3), "hq:div", army="A", corps="C", formation="D"),
        unit("g1", (0, 0), formation="D", corps="C", army="A"),
        unit("g2", (0, 1), "art", corps="C", army="A", traits="asset"),
        unit("g3", (0, 2), army="A", traits="asset", attached="gd"),
        armies={"A": {"side": "axis", "adv": 4}},
    )  # fmt: skip
    assert [superior(game, f"g{n}") for n in (1, 2, 3)] == ["gd", "gc", "gd"]
    assert [formation(game, f"g{n}") for n in (1, 2, 3)] == ["gd", "", "gd"]
    assert [corps(game, f"g{n}") for n in (1, 2, 3)] == ["gc", "gc", "gc"]
    assert {army(game, n) for n in ("g1", "g2", "g3", "gd", "gc", "ga")} == {"A"}


def broken(tmp_path: Path, change: Callable[[str], str], sheet: str = "") -> str:
    """What is said against the learning scenario with a change in it."""
    target = tmp_path / (sheet or "skyline-drive.yaml")
    for name in {"skyline-drive.yaml", target.name}:
        shutil.copy(SHELF / name, tmp_path)
    before = target.read_text(encoding="utf-8")
    assert change(before) != before
    target.write_text(change(before), encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        library.find_scenario(tmp_path / "skyline-drive.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("units: [u-28-110-2]", "units: [u-28-110-9]", "there is no counter 'u-28-110-9'"),
        ("mode: Exploit", "mode: Exploits", "there is no mode 'Exploits'; did you mean 'Exploit'"),
        ("works: ET-2", "works: ET-4", "there is no work 'ET-4'"),
        ("stance: IB", "stance: in", "a stance is IB or OoB"),
        ("turn: 17 PM", "turn: 19 PM", "there is no game turn '19 PM'"),
        ("[3137-3138]", "[2636-2637]", "there is no water between the hexes of 2636-2637"),
        ("17 AM: Ovr", "17 AM: Over", "there is no atmosphere 'Over'"),
        ("hold: \"2636\"", "keep: \"2636\"", "'keep' is not part of an award"),
        ("{hold: \"2636\"", "{corps: g-47k, hold: \"2636\"", "no corps headquarters 'g-47k'"),
        ("{u-28-110-1: 1}", "{u-28-110-1: 3}", "u-28-110-1 has 1 to 3 steps, not 0"),
        ("turns: [17 AM, 17 PM", "turns: [17 PM, 17 AM", "game turns stand in their order"),
        ("voluntary-lulls", "voluntary-lull", "there is no option 'voluntary-lull'"),
        ("5 Pz Army: {side: axis", "5 Pz Army: {side: axes", "axes"),
        ("armies:", 'zones: {5 Pz Army: {around: "2636", lines: [["2535", "2737"]]}}\narmies:',
         "a zone lies around a hex that is on none of its lines"),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_file_and_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = broken(tmp_path, lambda text: text.replace(old, new, 1))
    assert said in text
    assert "skyline-drive.yaml:" in text


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (",hq,Bn,2,", ",hq,Bn,4,", "a unit has 1 to 3 steps, not 4"),
        (",hybrid,Bn,3,", ",hybrid,Bn,2,", "a hybrid names the type of each of its companies"),
        ("mech formation", "mech", "there is no trait 'mech'"),
        (",hq,Bn,", ",hqs,Bn,", "type 'hqs' is unknown"),
    ],
)
def test_so_are_those_in_the_sheets(tmp_path: Path, old: str, new: str, said: str) -> None:
    name = "ardennes-counters.csv"
    text = broken(tmp_path, lambda text: text.replace(old, new, 1), name)
    assert said in text
    assert f"{name}:" in text


def test_every_counter_of_the_order_of_battle_can_be_read() -> None:
    scenario = library.find_scenario("goss/skyline-drive")[1]
    rows = (SHELF / "ardennes-counters.csv").read_text(encoding="utf-8").count("\n") - 1
    assert rows == 1164
    assert scenario.counters["u-9a-ccr1"].mix == ("m4", "arminf", "m4")


def test_the_campaign_is_set_up_whole_and_nobody_is_overstacked() -> None:
    game = library.new("goss/wacht-am-rhein", seed=1)
    scenario = game.scenario
    assert (len(scenario.units), scenario.turns, len(scenario.leaders)) == (1101, 36, 35)
    assert len([one for one in scenario.units.values() if one.place == "map"]) == 511
    assert not [h for h in stacks(game).at if overstacked(game, h)]
    assert (scenario.flights["allied"][8].ap, scenario.flights["allied"][8].atp) == (40, 6)
    pass_to(game, phases.MODES)
    assert (game.to_act, game.turn) == ("axis", 1), "on the first morning only the Germans act"
