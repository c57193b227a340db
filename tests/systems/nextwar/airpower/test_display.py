"""The Air Display: ratings in weather, ranges, maintenance, rebasing, carriers, reinforcements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import grognard.scenarios
from grognard import library
from grognard.engine.located import ScenarioError
from grognard.systems.nextwar.aircraft import Rating
from grognard.systems.nextwar.airpower.arriving import deploy
from grognard.systems.nextwar.airpower.carriers import set_aside
from grognard.systems.nextwar.airpower.placing import fighters, why_not
from grognard.systems.nextwar.airpower.ranges import patrols, reaches
from grognard.systems.nextwar.airpower.sorties import service, weather_bound
from grognard.systems.nextwar.airpower.wings import (
    WINGS,
    abort,
    based,
    box_of,
    destroy,
    flown,
    lose_step,
    marked,
    rating,
    ready,
)
from grognard.systems.nextwar.combat.air_support import supporters
from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.damage.strikes import hit_ship
from grognard.systems.nextwar.reading.wings import AIR_SHEET, read_aircraft
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import plain, rig, rules, side, told, unit
from tests.systems.nextwar.sea import IN1, SEA1, coast, ship
from tests.systems.nextwar.sky import asked, drive, flies, places, sky, wing

UP = {"place": "superiority"}
ALLIES = {
    "ROK": {"side": "allied", "nations": ["ROK", "US"]},
    "Japan": {"side": "allied", "nations": ["US"]},
}


def ratings(game: Nw, name: str) -> tuple[int, int, int]:
    """Its three ratings now."""
    air, support, strike = (rating(game, name, kind) for kind in ("air", "support", "strike"))
    return air, support, strike


@pytest.mark.rule("nextwar", "22.2.1", "22.2.1.1", "22.2.1.2", "22.2", "15.2.6")
def test_weather_halves_ratings_and_grounds_who_is_left_with_none() -> None:
    planes = [
        wing("u1", "5-3-2", "A"),
        wing("n1", "5-3-2"),
        wing("n2", "1-1-1"),
        wing("n3", "1-0-2"),
    ]
    overcast = sky(wings=planes, begin={"weather": "overcast"})
    assert ratings(overcast, "u1") == (5, 3, 2)
    assert ratings(overcast, "n1") == (2, 1, 1)
    weather_bound(overcast)
    assert places(overcast, "u1", "n1", "n2", "n3") == ["ready", "ready", "flown", "ready"]
    assert why_not(overcast, "dprk", "n3") == "it has no air-to-air rating in this weather"
    storm = sky(wings=planes, begin={"weather": "storm"})
    assert ratings(storm, "u1") == (2, 1, 1)
    assert ratings(storm, "n1") == (0, 0, 0)
    weather_bound(storm)
    assert places(storm, "u1", "n1", "n2") == ["ready", "flown", "flown"]
    clear = sky(wings=planes)
    weather_bound(clear)
    assert places(clear, "n2") == ["ready"]


@pytest.mark.reading("nextwar", "nw-15-02")
@pytest.mark.rule("nextwar", "15.2.9", "22.2.1.2")
def test_a_storm_grounds_who_lacks_the_letter_and_weasels_support_nobody() -> None:
    game = sky(
        unit("n1", "0504"), unit("r1", "0505"), begin={"weather": "storm"},
        wings=[wing("uw", "(4)-WW-WW", "A"), wing("u2", "4-2-2")],
    )  # fmt: skip
    weather_bound(game)
    assert ready(game, "allied") == ["uw"]
    battle = Battle(game.board.hex("0504"), "allied", "dprk", ("r1",), ("n1",))
    assert supporters(game, battle, "allied") == []
    cruise = sky(wings=[wing("uc", "(1)-0-4**")])
    assert marked(cruise, "uc", "strike") == Rating(4, 2)


@pytest.mark.rule("nextwar", "22.2", "23.1")
def test_a_fighter_without_other_ratings_only_fights_for_the_air() -> None:
    game = sky(unit("n1", "0504"), unit("r1", "0505"), wings=[wing("u1", "5*-0-0")])
    battle = Battle(game.board.hex("0504"), "allied", "dprk", ("r1",), ("n1",))
    assert supporters(game, battle, "allied") == []
    assert fighters(game, "allied") == ["u1"]


@pytest.mark.rule("nextwar", "22.4", "22.1.3", "22.4-p4", "22.4-p1", "22.4-p2")
def test_who_has_flown_is_ready_and_who_aborted_is_tried() -> None:
    game = sky(
        wings=[
            wing("r1", place="flown"), wing("r2", place="abort"), wing("r3", place="abort"),
            wing("r4", **UP), wing("u1", box="Japan", place="recovery"), wing("n1", place="abort"),
            wing("u2", box="Japan", **UP),
        ],
        basing={**ALLIES, "Japan": {"side": "allied", "recovery": True}},
    )  # fmt: skip
    rig(game, 1, 2, 3, 1, 4)
    service(game)
    assert places(game, "r1", "r2", "r3", "r4") == ["ready", "ready", "flown", "ready"]
    assert places(game, "u1", "n1", "u2") == ["ready", "flown", "flown"]
    assert [fact["needed"] for fact in told(game, "maintenance")] == [1, 1, 3, 0, 3]


@pytest.mark.rule("nextwar", "22.1.3", "22.4-p1")
def test_units_come_back_to_recovery_where_there_is_such_an_area() -> None:
    game = sky(wings=[wing("u1"), wing("n1")], basing={"ROK": {"side": "allied", "recovery": True}})
    flown(game, "u1")
    flown(game, "n1")
    assert places(game, "u1", "n1") == ["recovery", "flown"]
    abort(game, "u1")
    assert places(game, "u1") == ["abort"]


@pytest.mark.reading("nextwar", "nw-25-03")
@pytest.mark.rule("nextwar", "25.2", "22.1.2")
def test_aircraft_change_bases_before_they_are_serviced() -> None:
    game = sky(
        unit("n9", "0101"), unit("r9", "0909"), segment="rebasing", basing=ALLIES,
        begin={"first": "allied", "ruler": "dprk", "level": 3},
        wings=[
            wing("u1", box="Japan"), wing("u2", box="Japan", place="flown"),
            wing("u3", box="Japan", place="abort"), wing("r4"),
            wing("u5", box="Japan", place="recovery"),
        ],
    )  # fmt: skip
    move = {"do": "transfer", "box": "ROK"}
    assert rules(game, "allied", {**move, "unit": "u3"}) == ["25.2"]
    assert rules(game, "allied", {"do": "transfer", "unit": "r4", "box": "Japan"}) == ["22.1.2"]
    for name in ("u1", "u2", "u5"):
        game.play("allied", {**move, "unit": name})
    assert places(game, "u1", "u2", "u5") == ["flown", "abort", "abort"]
    assert {flies(game, name).box for name in ("u1", "u2", "u5")} == {"ROK"}
    rig(game, 9, 9, 9, 0)
    game.play("allied", {"do": "end"})
    assert places(game, "u1") == ["ready"]
    assert told(game, "detection") == []


@pytest.mark.rule("nextwar", "22.3", "22.6.1-p3", "15.2.5")
def test_range_bounds_where_aircraft_fly() -> None:
    game = sky(
        board=plain(rows=16, north=9),
        wings=[
            wing("r1", letters="S"), wing("r2", letters="M"), wing("u3", letters="M", box="Japan"),
            wing("u4", letters="L", box="Japan"), wing("n5", letters="S"),
        ],
    )  # fmt: skip
    near, far = game.board.hex("0505"), game.board.hex("0504")
    assert [reaches(game, name, near) for name in ("r1", "r2", "u3", "u4")] == [True] * 4
    assert [reaches(game, name, far) for name in ("r1", "r2", "u3", "u4")] == [
        False, True, False, True,
    ]  # fmt: skip
    assert [patrols(game, name) for name in ("r1", "u3", "u4", "n5")] == [True, False, True, True]
    assert reaches(game, "n5", game.board.hex("0514"))
    assert not reaches(game, "n5", game.board.hex("0516"))
    assert reaches(game, "r1")


@pytest.mark.rule("nextwar", "22.2.2", "22.4-p3", "22.3")
def test_a_carriers_aircraft_go_with_it_and_stay_down_in_port() -> None:
    def wings_of(at: str, letters: str = "M", **more: Any) -> Nw:
        found = ship("u9", at, "CVN")
        return sky(
            board=coast(), ships=[found["row"]], fleet=[found["fleet"]],
            sites=[{"hex": "0405", "kind": "port"}], wings=[wing("uf", letters=letters, box="u9")],
            **more,
        )  # fmt: skip

    port = wings_of("0405")
    assert ready(port, "allied") == []
    assert not reaches(port, "uf", port.board.hex("0905"))
    inshore, out = wings_of(IN1), wings_of(SEA1)
    assert ready(inshore, "allied") == ready(out, "allied") == ["uf"]
    assert fighters(inshore, "allied") == ["uf"]
    assert fighters(out, "allied") == []
    assert reaches(out, "uf", out.board.hex("0805"))
    assert not reaches(out, "uf", out.board.hex("0905"))
    assert fighters(wings_of(SEA1, "L"), "allied") == ["uf"]
    assert not reaches(wings_of(SEA1, "S"), "uf")


@pytest.mark.rule("nextwar", "27.6", "12.1")
def test_steps_and_what_a_lost_unit_is_worth() -> None:
    game = sky(wings=[wing("u1", "5-3-3"), wing("n1"), wing("r1", steps=1)])
    lose_step(game, "u1", "27.6")
    assert ratings(game, "u1") == (4, 2, 2)
    lose_step(game, "u1", "27.6")
    assert flies(game, "u1").place == "eliminated"
    assert side(game, "dprk").gained == 5
    lose_step(game, "r1", "27.6")
    assert side(game, "dprk").gained == 7
    destroy(game, "n1", "27.6")
    assert (side(game, "allied").gained, side(game, "allied").halves) == (0, 1)


@pytest.mark.rule("nextwar", "22.4-p5", "15.2.4")
def test_reinforcements_are_drawn_among_their_type() -> None:
    game = sky(
        turn=3,
        wings=[
            wing("u1", aircraft="F-16C", turn=3), wing("u2", aircraft="F-16C", turn=5),
            wing("u3", aircraft="F-15E", turn=4), wing("u4", aircraft="F-16C"),
        ],
    )  # fmt: skip
    assert places(game, "u1", "u2", "u3", "u4") == ["expected", "expected", "expected", "ready"]
    rig(game, 2)
    deploy(game)
    assert places(game, "u1", "u2", "u3") == ["expected", "ready", "expected"]
    assert flies(game, "u1").due == 5


@pytest.mark.rule("nextwar", "22.1", "22.1.4")
def test_bases_belong_to_the_box_of_their_country() -> None:
    game = sky(
        wings=[wing("r1", **UP), wing("u2", box="Japan"), wing("n1", place="abort")],
        sites=[{"hex": "0509", "kind": "airbase"}, {"hex": "0501", "kind": "airfield"}],
    )  # fmt: skip
    boxes = [box_of(game, site) for site in game.scenario.sites.values()]
    assert boxes == ["ROK", "DPRK"]
    assert based(game, "ROK") == ["r1"]


@pytest.mark.rule("nextwar", "15.2", "15.2.3", "15.2.8", "15.2.9")
def test_the_sheet_of_korea_reads_as_it_is_printed() -> None:
    path = Path(grognard.scenarios.__path__[0]) / "nextwar" / "korea-air.csv"
    rows = AIR_SHEET.read(path.read_text(), path.name)

    def fail(text: str) -> ScenarioError:
        return ScenarioError(path.name, 1, text)

    planes = {row["id"]: read_aircraft(row, fail) for row in rows}
    assert len(planes) == 83
    raptor, bomber, weasel = planes["ua-f22-1"], planes["ua-b52"], planes["ua-f16cj-1"]
    assert [getattr(raptor.faces[0], k).printed for k in ("air", "support", "strike")] == [
        "6**", "3", "3*",
    ]  # fmt: skip
    assert raptor.stealth
    assert raptor.skill == -2
    assert (bomber.faces[0].air.printed, bomber.range) == ("(1)", "U")
    assert weasel.weasel
    assert planes["ua-cw1-f35c"].box == "un-gw"
    assert all(plane.source == "house" for plane in planes.values())
    with pytest.raises(ScenarioError, match="rating"):
        read_aircraft({**rows[0], "air": "lots"}, fail)


@pytest.mark.rule("nextwar", "27.4.1")
def test_a_lost_carrier_takes_an_air_wing_with_it() -> None:
    """The book's example: two wings in one box, of which a mixed one is set aside."""
    kinds = ("F/A-18E", "F-35C", "F/A-18F", "EA-18G")
    flying = [
        wing(f"u{n}-{i}", aircraft=kind, box=f"u{n}", **({"left": 1} if (n, i) in HURT else {}))
        for n in (8, 9)
        for i, kind in enumerate(kinds)
    ]
    ships = [ship("u8", SEA1, "CVN"), ship("u9", SEA1, "CVN")]
    game = sky(
        board=coast(), ships=[one["row"] for one in ships], fleet=[o["fleet"] for o in ships],
        wings=flying,
    )  # fmt: skip
    question = asked(set_aside(game, "u8", "27.4"))
    few = {"do": "set-aside", "units": ["u8-0", "u8-1", "u8-2"]}
    assert [refusal.rule for refusal in question.why(game, few)] == ["27.4.1"]
    mixed = {"do": "set-aside", "units": ["u8-0", "u9-1", "u8-2", "u8-3"]}
    drive(game, hit_ship(game, "u8", 3, "27.4"), mixed)
    assert sorted(ready(game, "allied")) == ["u8-1", "u9-0", "u9-2", "u9-3"]
    assert flies(game, "u9-1").box == "u8"
    assert flies(game, "u8-1").box == "u9"
    alone = sky(board=coast(), ships=[ships[0]["row"]], fleet=[ships[0]["fleet"]], wings=flying[:4])
    drive(alone, hit_ship(alone, "u8", 3, "27.4"))
    assert ready(alone, "allied") == []


HURT = {(9, 1), (8, 2)}


@pytest.mark.rule("nextwar", "22.4-p1", "22.1.2")
def test_a_scenario_says_which_air_units_are_in_play_and_where() -> None:
    planes = [wing("u1"), wing("u2", turn=4), wing("n1")]
    rows = [{"units": ["u1"], "box": "Japan"}, {"units": ["u2"], "turn": 2}]
    game = sky(wings=planes, extra={"wings": rows}, turn=1)
    assert sorted(game.scenario.aircraft) == ["u1", "u2"]
    assert (flies(game, "u1").box, flies(game, "u2").due) == ("Japan", 2)
    for wrong, why in (
        ([{"units": ["u3"]}], "is none"), ([*rows, {"units": ["u1"]}], "twice"),
        ([{"units": ["u1"], "box": "Mars"}], "no base 'Mars'"),
    ):  # fmt: skip
        with pytest.raises(ScenarioError, match=why):
            sky(wings=planes, extra={"wings": wrong})
    for state, why in (({"place": "moon"}, "no place"), ({"speed": 3}, "speed")):
        with pytest.raises(ScenarioError, match=why):
            sky(wings=[{"row": planes[0]["row"], "state": state}])
    with pytest.raises(ScenarioError, match="steps"):
        sky(wings=[wing("u1", steps=3)])


@pytest.mark.rule("nextwar", "22.1", "22.0")
def test_the_whole_war_in_korea_has_its_air_forces() -> None:
    game = library.new("nextwar/korea", 1, options={"game": "advanced"})
    wings_ = game.state[WINGS]
    assert len(wings_) == 83
    assert {wing_.box for wing_ in wings_.values()} == {
        "ROK", "DPRK", "Japan", "Guam", "un-gw", "un-cv2", "un-cv3",
    }  # fmt: skip
    assert len(ready(game, "dprk")) == 31
    assert not any(name.startswith("ua-cw") for name in ready(game, "allied"))
    bases = game.scenario.sites.values()
    assert all(box_of(game, site) for site in bases if site.flying)
    assert not library.new("nextwar/korea", 1).state[WINGS]
