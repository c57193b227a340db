"""Air strikes, Wild Weasels, helicopters and aerial mining, from the second reader's cases."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.helos import HELOS
from grognard.systems.nextwar.naval.status import MINES
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, SITES
from grognard.systems.nextwar.strikes.status import MISSIONS
from tests.systems.nextwar import sea
from tests.systems.nextwar.field import at, field, hex_status, plain, rig, rules, side, told, unit
from tests.systems.nextwar.sky import flies, places, sky, wing

TARGET = "0503"
SEEN = {"detected": 3}
ALLIED = {"begin": {"first": "allied"}, "segment": "strike-1-announce"}


def air(*units: Any, wings: Any, **more: Any) -> Nw:
    """The Allies announce; the northern half of the map is the enemy's."""
    begin = {"first": "allied", **more.pop("begin", {})}
    assets = {"dprk": more.pop("tracks", {"detection": 7, "sam": 6, "aaa": 3}), "allied": {}}
    return sky(
        *units, wings=wings, begin=begin, assets=assets, **{"segment": "strike-1-announce", **more}
    )  # fmt: skip


def strike(units: str, target: str, *hexes: str, **more: Any) -> dict[str, Any]:
    order = {"do": "announce-strike", "units": units.split(), "target": target, **more}
    return {**order, "hexes": list(hexes)} if hexes else order


def weasels(units: str, tracks: str, **more: Any) -> dict[str, Any]:
    return {
        "do": "announce-weasels", "units": units.split(), "targets": tracks.split(), **more
    }  # fmt: skip


def flown(game: Nw, *orders: Any, dice: tuple[int, ...] = (), player: str = "allied") -> None:
    """Missions are announced, and flown with these dice."""
    rig(game, *dice)
    for order in orders:
        game.play(player, order)
    while game.decisions and game.segment.kind.endswith("announce"):
        game.play(game.to_act, {"do": "end"})


F16 = "4-3-4"
WW = {"support": "WW", "strike": "WW"}


def growler(name: str, **more: Any) -> dict[str, Any]:
    return wing(name, "3-0-0", **{**WW, **more})


@pytest.mark.reading("nextwar", "nw-23-04")
@pytest.mark.rule("nextwar", "23.3", "23.4.1", "27.8", "23.2-p4")
def test_wild_weasels_come_first_and_count_at_once() -> None:
    game = air(
        wings=[growler("u1"), growler("u2"), wing("u3", "3-3-5"), wing("u4", F16)],
        sites=[{"hex": TARGET, "kind": "airbase", "owner": "dprk"}],
    )  # fmt: skip
    # the weasels: detection 9 (unseen), then u1 strikes 6, guns after it 9, u2 4, guns 9;
    # detection of S 9 and of T 6 (seen); S strikes 2, guns 9; T: SAM 9, AAA 9, strike 9
    flown(
        game, weasels("u1 u2", "sam aaa"), strike("u3", "detection"),
        strike("u4", f"airbase-{TARGET}"), dice=(9, 6, 9, 4, 9, 9, 6, 2, 9, 9, 9, 9),
    )  # fmt: skip
    found = told(game, "detection")
    assert [facts["column"] for facts in found] == ["track-7"] * 3
    blows = {facts["unit"]: facts for facts in told(game, "strike")}
    assert (blows["u1"]["column"], blows["u1"]["hit"]) == ("c5", 1)
    assert (blows["u2"]["column"], blows["u2"]["tally"]["total"], blows["u2"]["hit"]) == (
        "c5",
        3,
        0,
    )
    assert (blows["u3"]["column"], blows["u3"]["hit"]) == ("c4", 1)
    fired = [facts for facts in told(game, "air-defense-fire") if facts["weapon"] == "SAM"]
    assert [(facts["unit"], facts["column"]) for facts in fired] == [("u4", "track-5-6")]
    assert (side(game, "dprk").sam, side(game, "dprk").detection) == (5, 6)
    order = [
        (e.kind, e.facts.get("track")) for e in game.events if e.kind in ("track", "detection")
    ]
    assert order == [
        ("detection", None), ("track", "sam"), ("detection", None), ("detection", None),
        ("track", "detection"),
    ]  # fmt: skip


@pytest.mark.reading("nextwar", "nw-23-05")
@pytest.mark.rule("nextwar", "23.3", "23.2", "23.0")
def test_any_number_of_weasels_but_one_air_strike_at_a_track() -> None:
    game = air(
        unit("n1", TARGET, at=SEEN),
        wings=[*(growler(f"u{n}") for n in (1, 2, 3)), wing("u4", F16), wing("u5", F16)],
    )  # fmt: skip
    for name in ("u1", "u2"):
        game.play("allied", weasels(name, "sam"))
    game.play("allied", strike("u4", "sam"))
    assert rules(game, "allied", weasels("u3", "sam")) == []
    assert rules(game, "allied", strike("u5", "sam")) == ["23.2"]
    assert rules(game, "allied", strike("u3", "n1")) == ["23.3"]
    assert rules(game, "allied", weasels("u5", "sam")) == ["23.3"]
    assert rules(game, "allied", weasels("u3", "radar")) == ["23.3"]
    assert places(game, "u1", "u4", "u5") == ["mission", "mission", "ready"]


@pytest.mark.rule("nextwar", "15.2.1")
@pytest.mark.parametrize(
    ("printed", "column", "found"),
    [("4", "c5", []), ("2", "c3", []), ("4*", "c5", []), ("4**", "", ["15.2.1"])],
)
def test_strikes_count_the_strike_rating_and_some_carry_cruise_missiles_only(
    printed: str, column: str, found: list[str]
) -> None:
    game = air(
        unit("n1", "0705", at=SEEN), wings=[wing("u1", f"1-0-{printed}")],
        board=plain(north=4, default="rough"), tracks={},
    )  # fmt: skip
    assert rules(game, "allied", strike("u1", "n1")) == found
    if not found:
        flown(game, strike("u1", "n1"), dice=(9, 9))
        assert [facts["column"] for facts in told(game, "strike")] == [column]


@pytest.mark.reading("nextwar", "nw-23-06")
@pytest.mark.rule("nextwar", "23.4.1", "27.1")
def test_two_strikers_roll_each_and_hits_count_at_once() -> None:
    game = air(
        unit("n1", "0705", at=SEEN), wings=[wing("u1", F16), wing("u2", F16)],
        board=plain(north=4, default="rough"), tracks={},
    )  # fmt: skip
    flown(game, strike("u1 u2", "n1"), dice=(9, 5, 1))  # local detection fails: nobody fires
    assert [facts["column"] for facts in told(game, "strike")] == ["c5", "c5"]
    assert (at(game, "n1").steps, at(game, "n1").strike) == (1, 0)
    assert [facts["after"] for facts in told(game, "strike-hit")] == ["1", "step"]
    assert places(game, "u1", "u2") == ["flown", "flown"]


@pytest.mark.reading("nextwar", "nw-23-02", "nw-23-03")
@pytest.mark.rule("nextwar", "23.2", "23.2-air-1", "23.2-air-2", "23.2-helo-1", "23.2-helo-3")
def test_one_air_and_one_helicopter_strike_a_target() -> None:
    board = sea.coast(sides=("0606-0605 minor_river",), links=("0606-0605 primary",))
    apache = {"side": "allied", "nation": "US", "support": 2, "range": 16, "steps": 2}
    helos = [{"id": n, "name": n, **apache} for n in ("u8", "u9")]
    theirs = {"hex": "0808", "kind": "airbase", "owner": "dprk"}
    hq = unit("n1", "0505", "0-1-4", type="headquarters", at=SEEN)
    msu = unit(
        "n3", "0507", "0-1-8", type="supply unit", steps=1, at={**SEEN, "mobile": True}
    )  # fmt: skip
    game = sea.at_sea(
        hq, unit("n2", "0505", at=SEEN), msu, ships=[sea.ship("n9", "0101")],
        aircraft=[wing(f"u{n}", F16)["row"] for n in (1, 2, 3)], helicopters=helos,
        bases={"u8": "0707", "u9": "0707"}, landings={"dprk": ["0404"]}, board=board,
        sites=[{"hex": "0707", "kind": "airbase"}, theirs],
        control={"dprk": ["0808", "0606"]}, options={"game": "advanced"}, **ALLIED,
    )  # fmt: skip
    game.edit([{"map": "ships", "key": "n9", "set": {"detected": 2}}], "seen")

    def hunt(name: str, target: str, *hexes: str) -> dict[str, Any]:
        order = {"do": "announce-helicopter", "unit": name, "target": target}
        return {**order, "hexes": list(hexes)} if hexes else order

    assert rules(game, "allied", hunt("u8", "dprk-beachhead-1")) == []
    assert rules(game, "allied", hunt("u8", "n3")) == []
    for target in ("airbase-0808", "n9", "sam"):
        assert rules(game, "allied", hunt("u8", target)) == ["23.2-helo-1"]
    assert rules(game, "allied", hunt("u8", "bridge", "0606", "0605")) == ["23.2-helo-1"]
    assert rules(game, "allied", strike("u1", "bridge", "0606", "0605")) == []
    assert rules(game, "allied", strike("u1", "n9")) == []
    game.play("allied", strike("u1", "n1"))
    game.play("allied", hunt("u8", "n1"))
    assert rules(game, "allied", strike("u2", "n2")) == []
    assert rules(game, "allied", strike("u2", "n1")) == ["23.2"]
    assert rules(game, "allied", hunt("u9", "n1")) == ["23.2-helo-1"]
    assert game.state[HELOS]["u8"].used == 1
    assert rules(game, "allied", hunt("u8", "n2")) == ["23.4.2"]


@pytest.mark.reading("nextwar", "nw-23-08")
@pytest.mark.rule("nextwar", "23.4.4", "15.2.8", "24.6")
def test_interdiction_is_flown_low() -> None:
    board = plain(north=4, terrain={TARGET: "highland"})
    game = air(wings=[wing("u1", "4-3-3*")], board=board)
    game.edit([{"map": "hexes", "key": TARGET, "set": {"interdiction": 2}}], "before")
    low = strike("u1", "interdiction", TARGET)
    assert rules(game, "allied", {**low, "standoff": ["u1"]}) == ["15.2.8"]
    flown(game, low, dice=(6, 9, 5, 3))
    facts = told(game, "strike")[-1]
    assert (facts["column"], facts["tally"]["total"], facts["hit"]) == ("c4", 1, 1)
    assert hex_status(game, TARGET).interdiction == 2


@pytest.mark.reading("nextwar", "nw-23-11")
@pytest.mark.rule("nextwar", "23.2-helo-2", "23.4.2", "23.4.4", "24.3.2")
def test_a_helicopter_interdicts_alone() -> None:
    apache = {"id": "u1", "side": "allied", "nation": "US", "name": "AH-64", "support": 2}
    game = air(
        wings=[growler("u2")], board=plain(north=4, terrain={TARGET: "highland"}),
        helicopters=[{**apache, "range": 16, "steps": 2}], bases={"u1": "0707"},
        sites=[{"hex": "0707", "kind": "airbase"}],
    )  # fmt: skip
    order = {
        "do": "announce-helicopter", "unit": "u1", "target": "interdiction", "hexes": [TARGET]
    }  # fmt: skip
    assert rules(game, "allied", {**order, "suppressors": ["u2"]}) != []
    flown(game, order, dice=(9, 5))
    assert not told(game, "air-defense-fire")
    facts = told(game, "strike")[-1]
    assert (facts["column"], facts["tally"]["total"]) == ("c4", -1)
    assert hex_status(game, TARGET).interdiction == 1
    assert game.state[HELOS]["u1"].used == 1


@pytest.mark.reading("nextwar", "nw-27-28")
@pytest.mark.rule("nextwar", "27.10.1", "27.10.1.2")
def test_a_bridge_is_struck_in_one_of_its_hexes() -> None:
    board = plain(
        north=4, terrain={"0605": "highland"}, sides=("0606-0605 minor_river",),
        links=("0606-0605 primary",),
    )  # fmt: skip
    game = air(wings=[wing("u1", F16)], board=board, control={"dprk": ["0605", "0606"]})
    key = next(iter(game.state[BRIDGES]))
    game.put(BRIDGES, key, game.state[BRIDGES][key].__class__(strike=1))
    flown(game, strike("u1", "bridge", "0606", "0605"), dice=(9, 4))
    facts = told(game, "strike")[-1]
    assert (facts["column"], facts["tally"]["total"]) == ("c6", 2)
    assert (game.state[BRIDGES][key].strike, game.state[BRIDGES][key].stands) == (2, True)


@pytest.mark.rule("nextwar", "23.1")
def test_who_flies_in_a_mission() -> None:
    """Example 26: without a Strike Rating nobody strikes; escorts come from the box above."""
    game = air(
        unit("n1", "0703", at=SEEN),
        wings=[
            wing("u1", "5*-0-0"), wing("u2", F16), wing("u3", F16), wing("u4", F16),
            wing("u5", "5*-0-0", place="superiority"), growler("u6"), growler("u7"),
        ],
    )  # fmt: skip
    assert rules(game, "allied", strike("u1", "n1")) == ["23.1"]
    assert rules(game, "allied", strike("u2 u3 u4", "n1")) == ["23.1"]
    assert rules(game, "allied", strike("u2", "n1", escorts=["u1"])) == ["23.1"]
    assert rules(game, "allied", strike("u2", "n1", suppressors=["u3"])) == ["23.1"]
    both = strike("u2 u3", "n1", escorts=["u5"], suppressors=["u6"])
    assert rules(game, "allied", both) == []
    assert rules(game, "allied", {**both, "suppressors": ["u6", "u7"]}) == ["23.1"]
    assert rules(game, "allied", strike("u2", "n1", standoff=["u2"])) == ["15.2.8"]
    flown(game, both, dice=(9, 9, 9, 9, 9))
    assert places(game, "u2", "u3", "u5", "u6") == ["flown"] * 4
    assert not game.state[MISSIONS]


@pytest.mark.rule("nextwar", "15.2.4", "15.2.8", "23.4.1", "24.6")
def test_what_a_striker_brings_to_its_roll() -> None:
    """Pilots, stand-off at infantry, overcast; nobody fires at who stays away."""
    game = air(
        unit("n1", "0703", at=SEEN), wings=[wing("u1", "4-3-4*", "A", skill=-1)],
        begin={"weather": "overcast"},
    )  # fmt: skip
    flown(game, strike("u1", "n1", standoff=["u1"]), dice=(2, 9, 0))
    (facts,) = told(game, "strike")
    assert sorted(part["value"] for part in facts["tally"]["parts"]) == [-1, 2, 3]
    assert [facts["weapon"] for facts in told(game, "air-defense-fire")] == ["SAM"]


@pytest.mark.reading("nextwar", "nw-17-03")
@pytest.mark.rule("nextwar", "17.1.3", "17.1.4-3", "17.1.4-4")
@pytest.mark.parametrize(
    ("ship", "standoff", "die", "aborted"),
    [("r9", True, 3, False), ("u9", True, 4, False), ("u9", False, 4, True)],
)
def test_close_in_weapons_fire_at_whatever_comes(
    ship: str, standoff: bool, die: int, aborted: bool
) -> None:
    game = sea.at_sea(
        ships=[sea.ship(ship, sea.IN1)], segment="strike-1-announce", options={"game": "advanced"},
        aircraft=[wing("n1", "4-3-4*", box="DPRK", range="U")["row"]],
    )  # fmt: skip
    game.edit([{"map": "ships", "key": ship, "set": {"detected": 1}}], "seen")
    order = strike("n1", ship, **({"standoff": ["n1"]} if standoff else {}))
    flown(game, order, dice=(9, die), player="dprk")
    while game.decisions and game.decisions[0].ask.name == "under fire":
        game.play("dprk", {"do": "under-fire", "resolve": "turn back"})
    fired = told(game, "air-defense-fire")
    assert [(facts["weapon"], facts["result"]) for facts in fired] == [("AAA", "A")]
    assert not told(game, "strike")
    assert flies(game, "n1").place == ("abort" if aborted else "flown")


@pytest.mark.rule("nextwar", "17.1.4-3")
@pytest.mark.parametrize(("standoff", "drms"), [(False, [-1]), (True, [])])
def test_who_comes_close_to_a_ship_strikes_better(standoff: bool, drms: list[int]) -> None:
    game = sea.at_sea(
        ships=[sea.ship("r9", sea.IN1)], segment="strike-1-announce",
        options={"game": "advanced"},
        aircraft=[wing("n1", "4-3-4*", box="DPRK", range="U")["row"]],
    )  # fmt: skip
    game.edit([{"map": "ships", "key": "r9", "set": {"detected": 1}}], "seen")
    order = strike("n1", "r9", **({"standoff": ["n1"]} if standoff else {}))
    flown(game, order, dice=(9, 9, 5), player="dprk")
    (facts,) = told(game, "strike")
    parts = facts["tally"]["parts"]
    assert [part["value"] for part in parts if part["rule"] == "17.1.4-3"] == drms


@pytest.mark.reading("nextwar", "nw-23-15")
@pytest.mark.rule("nextwar", "23.6")
@pytest.mark.parametrize(("dice", "density"), [((2, 4), 0), ((2, 9), 1), ((9,), 1)])
def test_mines_from_the_air(dice: tuple[int, ...], density: int) -> None:
    game = sea.at_sea(
        ships=[sea.ship("n9", sea.SEA2)], sites=[{"hex": "0404", "kind": "port"}],
        options={"game": "advanced"}, **ALLIED,
    )  # fmt: skip
    order = {"do": "mine-by-air", "hex": "0404"}
    flown(game, order, dice=dice)
    (mine,) = game.state[MINES].values()
    assert (mine.side, mine.density) == ("allied", density)
    assert all(facts["weapon"] == "SAM" for facts in told(game, "air-defense-fire"))


@pytest.mark.rule("nextwar", "29.1", "29.1.2")
def test_air_points_strike_where_those_fly() -> None:
    game = field(
        unit("n1", "0703", at=SEEN), board=plain(north=4), segment="strike-1-announce",
        begin={"first": "allied"}, assets={"allied": {"air": 7}},
        options={"game": "advanced", "airpower": "points"},
    )  # fmt: skip
    order = {"do": "strike-with-points", "points": 4, "target": "n1", "escorts": 2}
    assert rules(game, "allied", {**order, "points": 5}) == ["29.1.2"]
    assert rules(game, "allied", {**order, "escorts": 3}) == ["29.1.2"]
    game.play("allied", order)
    assert side(game, "allied").air == 1
    assert rules(game, "allied", {**order, "points": 2, "escorts": 0, "target": "sam"}) == ["6.2"]
    flown(game, dice=(9, 1))
    facts = told(game, "strike")[-1]
    assert (facts["row"], facts["column"]) == ("air 4", "c6")
    assert at(game, "n1").strike == 2


@pytest.mark.rule("nextwar", "27.7.4-p3", "27.7.4.1", "23.4.1", "27.2")
def test_a_base_is_destroyed_from_the_air() -> None:
    game = air(
        wings=[wing("u1", "4-3-6"), wing("n5", F16), wing("n6", F16)], tracks={"lift": 2},
        sites=[{"hex": TARGET, "kind": "airbase", "owner": "dprk"}],
    )  # fmt: skip
    flown(game, strike("u1", f"airbase-{TARGET}"), dice=(9, 0, 9, 2))
    assert game.state[SITES][f"airbase-{TARGET}"].destroyed
    assert told(game, "collateral")[-1]["result"] == "Air* AmPt"
    game.play("allied", {"do": "lose-wing", "unit": "n6"})
    assert flies(game, "n6").steps == 1
    assert side(game, "dprk").lift == 1
    assert side(game, "allied").gained == 2
