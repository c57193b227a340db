"""Strikes by headquarters, artillery, ships and missiles, from the second reader's cases."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.naval.sailing import unable
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SITES
from tests.systems.nextwar import sea
from tests.systems.nextwar.field import at, field, hex_status, plain, rig, rules, side, told, unit

ADVANCED = {"options": {"game": "advanced"}}
TARGET, NEAR = "0505", "0503"
SEEN = {"detected": 3}


def hq(name: str, hex: str, **more: Any) -> dict[str, Any]:
    return unit(name, hex, "0-1-4", type="headquarters", range=more.pop("range", 4), **more)


def guns(name: str, hex: str, **more: Any) -> dict[str, Any]:
    return unit(name, hex, "0-1-4", type="artillery", arm="artillery", range=4, **more)


def firing(*units: Any, **more: Any) -> Nw:
    """The step of the guns in the First Strike Phase, the North first."""
    more = {"segment": "strike-1-fire", **ADVANCED, **more}
    return field(*units, **more)


def shell(name: str, target: str, *hexes: str) -> dict[str, Any]:
    action: dict[str, Any] = {"do": "shell", "unit": name, "target": target}
    return {**action, "hexes": list(hexes)} if hexes else action


@pytest.mark.reading("nextwar", "nw-23-02")
@pytest.mark.rule("nextwar", "18.2.2", "18.6.1", "23.2")
def test_one_headquarters_and_one_artillery_strike_a_target() -> None:
    board = plain(default="rough")
    game = firing(
        hq("n1", NEAR), hq("n2", NEAR), guns("n3", NEAR), guns("n4", NEAR),
        hq("r1", TARGET, at=SEEN), unit("r2", TARGET, at=SEEN), board=board,
    )  # fmt: skip
    rig(game, 9, 9)
    game.play("dprk", shell("n1", "r1"))
    assert rules(game, "dprk", shell("n2", "r1")) == ["18.2.2"]
    assert rules(game, "dprk", shell("n2", "r2")) == []
    game.play("dprk", shell("n3", "r1"))
    assert rules(game, "dprk", shell("n4", "r1")) == ["18.6.1"]
    assert rules(game, "dprk", shell("n1", "r2")) == ["18.2.6-p2"]


@pytest.mark.rule("nextwar", "18.2.2", "18.6.1", "18.4", "23.4.1", "23.4.3-1")
@pytest.mark.parametrize(
    ("who", "terrain", "column", "total"),
    [
        (hq("n1", NEAR), "flat", "c5", 0),
        (hq("n1", NEAR, at={"steps": 1}), "highland", "c3", 1),
        (hq("n1", NEAR, flags="supreme", range=9), "rough_woods", "c3", 0),
        (guns("n1", NEAR), "mountain", "c2", 0),
    ],
)
def test_the_column_is_by_who_strikes_and_the_ground(
    who: Any, terrain: str, column: str, total: int
) -> None:
    game = firing(who, unit("r1", TARGET, at=SEEN), board=plain(terrain={TARGET: terrain}))
    rig(game, 0)
    game.play("dprk", shell("n1", "r1"))
    facts = told(game, "strike")[-1]
    assert (facts["column"], facts["tally"]["total"]) == (column, total)
    assert (at(game, "n1").used, at(game, "n1").used_in) == (1, 3)
    us = firing(hq("u1", NEAR), unit("n2", TARGET, at=SEEN), segment="strike-1-second-fire")
    rig(us, 1)
    us.play("allied", shell("u1", "n2"))
    assert told(us, "strike")[-1]["column"] == "c6"
    assert at(us, "n2").strike == 2


@pytest.mark.rule("nextwar", "18.2.2", "18.2.6-p1", "23.2-air-1", "21.0")
def test_who_may_strike_and_whom() -> None:
    game = firing(
        hq("n1", NEAR), hq("n2", "0101", range=3), hq("n3", NEAR, at={"clearing": True}),
        unit("n4", NEAR), unit("r1", TARGET, at=SEEN), unit("r2", "0706"), unit("r3", "0909"),
        sites=[{"hex": TARGET, "kind": "airbase"}], board=plain(terrain={"0706": "highland"}),
    )  # fmt: skip
    assert rules(game, "dprk", shell("n1", "r2")) == ["23.2-air-1"]  # not detected
    assert rules(game, "dprk", shell("n1", f"airbase-{TARGET}")) == ["18.2.2"]
    assert rules(game, "dprk", shell("n1", "sam")) == ["18.2.2"]
    assert rules(game, "dprk", shell("n2", "r1")) == ["18.2.2"]  # too far
    assert rules(game, "dprk", shell("n3", "r1")) == ["18.2.6-p1"]
    assert rules(game, "dprk", shell("n4", "r1")) == ["18.2.2"]
    assert rules(game, "dprk", shell("n1", "n4")) == ["23.2-air-1"]


@pytest.mark.rule("nextwar", "18.2.2", "18.6.1", "23.4.4")
@pytest.mark.parametrize(
    ("who", "terrain", "die", "column", "level"),
    [
        (hq("n1", NEAR), "flat", 2, "c2", 1),
        (guns("n1", NEAR), "highland", 5, "c4", 0),
        (hq("n1", NEAR, flags="supreme"), "mountain", 0, "c5", 2),
    ],
)
def test_interdiction_by_headquarters_and_guns(
    who: Any, terrain: str, die: int, column: str, level: int
) -> None:
    game = firing(who, board=plain(terrain={TARGET: terrain}))
    rig(game, die)
    game.play("dprk", shell("n1", "interdiction", TARGET))
    assert told(game, "strike")[-1]["column"] == column
    assert hex_status(game, TARGET).interdiction == level


@pytest.mark.rule("nextwar", "23.4.1", "20.2.3")
def test_modifiers_of_the_strike_table() -> None:
    """City +1, storm +3, a Target marker -2, over-stacking -2."""
    crowd = [unit(f"r{n}", TARGET, sp=3, at=SEEN) for n in (1, 2, 3)]
    marked = unit("r4", TARGET, at={"targeted": 3, "target": 2})
    game = firing(
        guns("n1", NEAR), *crowd, marked, sites=[{"hex": TARGET, "kind": "city"}],
        begin={"weather": "storm"},
    )  # fmt: skip
    rig(game, 5)
    game.play("dprk", shell("n1", "r4"))
    parts = told(game, "strike")[-1]["tally"]["parts"]
    assert sorted(part["value"] for part in parts) == [-2, -2, 1, 3]
    assert at(game, "r4").strike == 1


def shore(*, far: str = "", weather: str = "overcast", crowd: int = 1) -> Nw:
    """A ship before a coast with a division in the open, for the Allies to bombard."""
    foes = [sea.ship("n9", far)] if far else []
    units = [
        unit(f"n{i}", "0404", sp=3, at={"targeted": 3, "target": 2}) for i in range(1, crowd + 1)
    ]
    return sea.at_sea(
        *units, hq("u7", "0505"),
        ships=[sea.ship("u1", "0304", range=3), sea.ship("u2", "0305", range=3), *foes],
        segment="strike-1-second-fire", begin={"weather": weather}, **ADVANCED,
    )  # fmt: skip


@pytest.mark.reading("nextwar", "nw-17-08")
@pytest.mark.rule("nextwar", "17.5", "17.1.2-3")
@pytest.mark.parametrize(("crowd", "strike"), [(1, 0), (3, 1)])
def test_ships_bombard_the_shore(crowd: int, strike: int) -> None:
    game = shore(crowd=crowd)
    rig(game, 6)
    game.play("allied", {"do": "bombard", "unit": "u1", "target": "n1"})
    facts = told(game, "strike")[-1]
    assert (facts["column"], facts["tally"]["total"]) == ("c4", -2 if crowd > 1 else 0)
    assert at(game, "n1").strike == strike
    assert sea.at(game, "u1").detected == 1
    assert rules(game, "allied", {"do": "bombard", "unit": "u2", "target": "n1"}) == ["17.5"]
    assert rules(game, "allied", {"do": "bombard", "unit": "u2", "target": "aaa"}) == ["17.5"]
    assert rules(game, "allied", {"do": "bombard", "unit": "u1", "target": "n1"}) == ["17.5"]


@pytest.mark.reading("nextwar", "nw-17-08")
@pytest.mark.rule("nextwar", "17.5", "17.0")
def test_enemy_ships_within_ten_hexes_silence_guns() -> None:
    near = shore(far="0101")
    assert rules(near, "allied", {"do": "bombard", "unit": "u1", "target": "n1"}) == ["17.5"]
    board = sea.coast()
    port = sea.at_sea(
        unit("n1", "0505", at=SEEN), hq("u7", "0506"), ships=[sea.ship("u1", "0404")], board=board,
        sites=[{"hex": "0404", "kind": "port"}], segment="strike-1-second-fire", **ADVANCED,
    )  # fmt: skip
    assert rules(port, "allied", {"do": "bombard", "unit": "u1", "target": "n1"}) == ["17.0"]


# ---- missiles


def launch(weapon: str, target: str, *hexes: str, **more: Any) -> dict[str, Any]:
    action = {"do": "launch", "weapon": weapon, "target": target, **more}
    return {**action, "hexes": list(hexes)} if hexes else action


def battery(*units: Any, ours: Any = None, theirs: Any = None, **more: Any) -> Nw:
    """The step of the theater weapons, the North first."""
    assets = {"dprk": {"cruise": 3, "ballistic": 3, **(ours or {})}, "allied": theirs or {}}
    return sea.at_sea(*units, segment="strike-1-missiles", assets=assets, **{**ADVANCED, **more})


BASE = [{"hex": TARGET, "kind": "airbase"}, {"hex": "0707", "kind": "port"}]


@pytest.mark.reading("nextwar", "nw-26-04")
@pytest.mark.rule("nextwar", "26.1", "26.1.2")
@pytest.mark.parametrize(("die", "strike"), [(6, 0), (5, 1)])
def test_a_cruise_missile_meets_no_defense_ashore(die: int, strike: int) -> None:
    game = battery(
        theirs={"detection": 10, "sam": 10, "aaa": 3}, sites=BASE,
        board=sea.coast(terrain={TARGET: "rough"}),
    )  # fmt: skip
    game.play("dprk", launch("cruise", f"airbase-{TARGET}"))
    assert side(game, "dprk").cruise == 2
    rig(game, die)
    game.play("dprk", {"do": "end"})
    facts = told(game, "strike")[-1]
    assert (facts["column"], facts["tally"]["total"], facts["roll"]) == ("c9", 1, die)
    assert game.state[SITES][f"airbase-{TARGET}"].strike == strike


@pytest.mark.reading("nextwar", "nw-26-03", "nw-17-01")
@pytest.mark.rule("nextwar", "26.1", "17.1", "17.1.1", "17.0")
def test_what_missiles_may_strike() -> None:
    ships = [
        sea.ship("u1", "0404"), sea.ship("u2", "0101"), sea.ship("u3", "0202"),
        sea.ship("n1", "0407"), sea.ship("n2", "0309"),
    ]  # fmt: skip
    sites = [*BASE, {"hex": "0404", "kind": "port"}, {"hex": "0407", "kind": "port"}]
    game = battery(
        unit("u4", TARGET, at=SEEN), hq("u5", TARGET, flags="supreme", at=SEEN), ships=ships,
        sites=sites, control={"dprk": ["0407"]},
    )  # fmt: skip
    game.edit([{"map": "ships", "key": "u2", "set": {"detected": 1}}], "seen")
    game.edit([{"map": "ships", "key": "u1", "set": {"detected": 1}}], "seen")
    assert rules(game, "dprk", launch("cruise", "u1")) == ["17.1"]
    assert rules(game, "dprk", launch("cruise", "u2")) == []
    assert rules(game, "dprk", launch("cruise", "u3")) == ["17.1.1"]
    assert rules(game, "dprk", launch("cruise", "u2", ship="n1")) == ["17.0"]
    assert rules(game, "dprk", launch("cruise", "u2", ship="n2")) == []
    assert rules(game, "dprk", launch("ballistic", "u2")) == ["17.1"]
    assert rules(game, "dprk", launch("ballistic", "sam")) == ["26.1"]
    assert rules(game, "dprk", launch("cruise", "sam")) == []
    assert rules(game, "dprk", launch("ballistic", "u4")) == ["26.1"]
    assert rules(game, "dprk", launch("ballistic", "u5")) == []
    assert rules(game, "dprk", launch("cruise", "interdiction", TARGET)) == ["26.1"]
    assert rules(game, "dprk", launch("nuclear", "u5")) == ["26.1"]


@pytest.mark.rule("nextwar", "26.1.2")
def test_players_announce_missiles_by_turns_and_all_results_come_together() -> None:
    board = sea.coast(country={"0606": "DPRK"})
    game = battery(
        theirs={"cruise": 1}, ours={"cruise": 2, "ballistic": 0}, board=board,
        sites=[*BASE, {"hex": "0606", "kind": "airbase", "owner": "dprk"}],
        control={"dprk": ["0606"]},
    )  # fmt: skip
    one = launch("cruise", f"airbase-{TARGET}")
    game.play("dprk", one)
    assert rules(game, "dprk", one) == ["turn"]
    assert game.to_act == "allied"
    game.play("allied", launch("cruise", "airbase-0606"))
    rig(game, 0, 4, 0)
    game.play("dprk", one)
    kinds = [event.kind for event in game.events if event.kind in ("strike", "strike-hit")]
    assert kinds == ["strike"] * 3 + ["strike-hit"] * 2  # what is destroyed is hit once
    assert game.state[SITES][f"airbase-{TARGET}"].destroyed
    assert game.state[SITES]["airbase-0606"].strike == 1


@pytest.mark.rule("nextwar", "23.4.1", "27.8", "23.4.3-4")
def test_tracks_fall_when_the_phase_ends_and_ports_are_hard_for_missiles() -> None:
    game = battery(theirs={"detection": 7, "cruise": 0}, sites=BASE)
    game.play("dprk", launch("cruise", "detection"))
    game.play("dprk", launch("ballistic", "port-0707"))
    rig(game, 2, 9)
    game.play("dprk", {"do": "end"})
    assert [facts["column"] for facts in told(game, "strike")] == ["c3", "c3"]
    assert told(game, "track") == [{"side": "allied", "track": "detection", "level": 6}]
    assert side(game, "allied").detection == 6
    kinds = [event.kind for event in game.events]
    assert kinds.index("track") > max(i for i, kind in enumerate(kinds) if kind == "strike")


@pytest.mark.rule("nextwar", "17.1.3", "17.1.4-1", "17.1.4-4")
@pytest.mark.parametrize(
    ("ship", "ciws", "result", "struck"),
    [("u2", 4, "A", False), ("r2", 3, "A", False), ("r2", 4, "+2", True), ("u2", 9, "-", True)],
)
def test_only_close_in_weapons_stop_a_cruise_missile(
    ship: str, ciws: int, result: str, struck: bool
) -> None:
    game = battery(ships=[sea.ship(ship, "0101")])
    game.edit([{"map": "ships", "key": ship, "set": {"detected": 2}}], "seen")
    game.play("dprk", launch("cruise", ship))
    rig(game, ciws, 0)
    game.play("dprk", {"do": "end"})
    assert told(game, "ciws")[-1]["result"] == result
    strikes = told(game, "strike")
    assert bool(strikes) == struck
    if struck:
        assert strikes[-1]["column"] == "c4"
        assert strikes[-1]["tally"]["total"] == 1 + 1 - 1 + (2 if result == "+2" else 0)


@pytest.mark.reading("nextwar", "nw-27-11")
@pytest.mark.rule("nextwar", "27.4-p1", "27.4-p2")
def test_a_ship_that_was_hit_may_fall_back_when_the_phase_ends() -> None:
    port = {"hex": "0404", "kind": "port"}
    game = battery(ships=[sea.ship("r2", "0101")], sites=[port], seas=sea.ruled("allied"))
    game.edit([{"map": "ships", "key": "r2", "set": {"detected": 2}}], "seen")
    game.play("dprk", launch("cruise", "r2"))
    rig(game, 9, 3)
    while game.decisions[0].ask.name != "fall-back":
        game.play(game.to_act, {"do": "end"})
    assert (game.to_act, game.decisions[0].ask.name) == ("allied", "fall-back")
    assert rules(game, "allied", {"do": "give-sea", "unit": "r2", "to": sea.IN1}) == []
    assert rules(game, "allied", {"do": "give-sea", "unit": "r2", "to": sea.SEA2}) == ["27.4-p1"]
    game.play("allied", {"do": "give-sea", "unit": "r2", "to": "0404"})
    assert (sea.lies(game, "r2"), sea.at(game, "r2").strike) == ("0404", 1)
    berthed = unable(game, "allied", "r2")
    assert berthed is not None
    assert berthed.rule == "27.4-p1"
    stays = battery(ships=[sea.ship("r2", "0101")])
    stays.edit([{"map": "ships", "key": "r2", "set": {"detected": 2}}], "seen")
    stays.play("dprk", launch("cruise", "r2"))
    rig(stays, 9, 3)
    while stays.segment.kind.startswith("strike-1"):
        stays.play(stays.to_act, {"do": "end"})
    assert (sea.lies(stays, "r2"), sea.at(stays, "r2").strike) == ("0101", 1)
    assert unable(stays, "allied", "r2") is None


@pytest.mark.rule("nextwar", "26.1")
def test_a_scenario_may_limit_the_missiles_of_a_phase() -> None:
    game = battery(sites=BASE, salvos={"dprk": {"cruise": 1}})
    game.play("dprk", launch("cruise", f"airbase-{TARGET}"))
    assert side(game, "dprk").cruise == 2
    assert rules(game, "dprk", launch("cruise", f"airbase-{TARGET}")) == ["26.1.2"]
    assert rules(game, "dprk", launch("ballistic", f"airbase-{TARGET}")) == []
