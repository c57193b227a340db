"""What was read once about air units, strikes and their damage, as a further reader reads it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.airpower.arriving import deploy
from grognard.systems.nextwar.airpower.wings import aloft, ready
from grognard.systems.nextwar.damage.strikes import hit_site
from grognard.systems.nextwar.naval.sailing import unable
from grognard.systems.nextwar.naval.surface import surface_combat
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, SITES
from tests.systems.nextwar import sea
from tests.systems.nextwar.airpower.test_melee import duel, over
from tests.systems.nextwar.airpower.test_superiority import at_air_war, engage, patrol
from tests.systems.nextwar.damage.test_bases import based, settled
from tests.systems.nextwar.field import plain, rig, rules, side, told, unit
from tests.systems.nextwar.naval.test_surface import answer, fire, set_ship
from tests.systems.nextwar.naval.test_surface import war as at_war
from tests.systems.nextwar.sky import flies, places, sky, wing
from tests.systems.nextwar.strikes.test_firing import battery, launch
from tests.systems.nextwar.strikes.test_missions import SEEN, TARGET, air, flown, strike

UP = ("u80", "u90")
"""Aircraft of two carriers that are in the Air Superiority Box."""
ALLIED: dict[str, Any] = {"begin": {"first": "allied"}, "segment": "strike-1-announce"}


@pytest.mark.reading("nextwar", "nw-15-81")
@pytest.mark.parametrize("skill", [-1, 0])
def test_skill_counts_in_the_air_and_over_a_target(skill: int) -> None:
    above = over(wing("n1", "4-0-0", skill=skill), wing("u1", "4-0-0"))
    duel(above, "n1", "u1", dice=(9, 9))
    totals = {shot["unit"]: shot["tally"]["total"] for shot in told(above, "air-shot")}
    assert totals == {"n1": skill, "u1": 0}
    game = air(unit("n1", "0703", at=SEEN), wings=[wing("u1", "4-3-4", skill=skill)])
    flown(game, strike("u1", "n1"), dice=(9, 9, 9))
    assert told(game, "strike")[-1]["tally"]["total"] == skill


@pytest.mark.reading("nextwar", "nw-15-82")
def test_which_of_its_type_comes_is_drawn() -> None:
    came = set()
    for seed in range(12):
        game = sky(
            wings=[wing("u1", aircraft="F-16", turn=3), wing("u2", aircraft="F-16", turn=9),
                   wing("u3", aircraft="F-16")], seed=seed,
        )  # fmt: skip
        before = {name for name in ("u1", "u2", "u3") if flies(game, name).place == "ready"}
        deploy(game)
        after = {name for name in ("u1", "u2", "u3") if flies(game, name).place == "ready"}
        assert before == {"u3"}
        (new,) = after - before
        came.add(new)
    assert came == {"u1", "u2"}


@pytest.mark.reading("nextwar", "nw-17-81")
def test_ships_that_stay_are_looked_for_too() -> None:
    game = sea.at_sea(
        unit("n9", "0909"), ships=[sea.ship("n1", sea.SEA1), sea.ship("u1", sea.SEA2)],
        segment="air-naval", options={"game": "advanced"},
    )  # fmt: skip
    while game.segment.kind == "air-naval":
        game.play(game.to_act or "", next(iter(game.legal(game.to_act or ""))))
    sought = {facts["unit"]: facts for facts in told(game, "ship-sought")}
    assert {*sought} == {"n1", "u1"}
    for facts in sought.values():
        roll = facts["roll"] + facts["tally"]["total"]
        assert facts["result"] == ("point" if roll <= 2 else "area" if roll <= 6 else "none")


@pytest.mark.reading("nextwar", "nw-17-82")
@pytest.mark.parametrize(("box", "column"), [("ROK", "c2"), ("u9", "c5")])
def test_a_carriers_pilots_know_ships(box: str, column: str) -> None:
    game = sea.at_sea(
        ships=[sea.ship("n8", sea.IN1), sea.ship("n7", sea.IN1), sea.ship("u9", sea.SEA1, "CVN")],
        aircraft=[wing("u1", "4-3-3", "U", box=box)["row"]], options={"game": "advanced"}, **ALLIED,
    )  # fmt: skip
    set_ship(game, "n8", detected=2)
    set_ship(game, "n7", detected=0)
    assert rules(game, "allied", strike("u1", "n7")) == ["17.1.1"]
    flown(game, strike("u1", "n8"), dice=(9, 9, 9))
    assert told(game, "strike")[-1]["column"] == column


@pytest.mark.reading("nextwar", "nw-17-83")
def test_in_port_the_country_defends_a_ship() -> None:
    def met(where: str) -> tuple[str, list[str]]:
        game = sea.at_sea(
            ships=[sea.ship("n8", where)], sites=[{"hex": "0403", "kind": "port"}],
            aircraft=[wing("u1", "4-3-3", "U")["row"]], options={"game": "advanced"},
            assets={"dprk": {"detection": 7, "sam": 6, "aaa": 3}, "allied": {}},
            board=sea.coast(north=9), **ALLIED,
        )  # fmt: skip
        set_ship(game, "n8", detected=1)
        rig(game, 0, 9, 9, 9)
        game.play("allied", strike("u1", "n8"))
        while not told(game, "detection"):
            game.play(game.to_act or "", {"do": "end"})
        return told(game, "detection")[-1]["column"], [
            one["weapon"] for one in told(game, "air-defense-fire")
        ]

    assert met("0403") == ("track-7", ["SAM", "AAA"])
    assert met(sea.IN1)[0] == "track-4"  # a northern surface group's own


@pytest.mark.reading("nextwar", "nw-17-84")
def test_ships_fall_back_after_all_have_fired() -> None:
    game = at_war(
        sea.ship("r1", sea.IN1, support=3), sea.ship("n1", sea.IN1, support=3),
        sites=[{"hex": "0403", "kind": "port"}], seas=sea.ruled("allied"),
    )  # fmt: skip
    for name in ("r1", "n1"):
        set_ship(game, name, detected=2)
    rig(game, 9, 3, 9, 9)  # both point-detected (-1): naval 3 is c5, and 2 gives 1
    procedure = surface_combat(game)
    asked = answer(
        game, procedure, fire("n1", "r1"), fire("r1", "n1"),
        {"do": "give-sea", "unit": "r1", "to": "0403"},
    )  # fmt: skip
    assert [(f["unit"], f["result"]) for f in told(game, "surface-fire")] == [
        ("n1", "1"), ("r1", "-"),
    ]  # fmt: skip
    assert asked == ["dprk", "allied", "allied"]
    assert sea.lies(game, "r1") == "0403"
    berthed = unable(game, "allied", "r1")
    assert berthed is not None
    assert berthed.rule == "27.4-p1"


def open_skies(**more: Any) -> Nw:
    """Every sort of feature in the mountains of the North, far from anybody."""
    board = sea.coast(
        default="mountain", north=9, sides=["0702-0703 minor_river"], links=["0702-0703 primary"],
        terrain={"0404": "flat"},
    )  # fmt: skip
    sites = [
        {"hex": h, "kind": kind, "owner": "dprk"}
        for h, kind in (("0901", "airfield"), ("0903", "airbase"), ("0907", "port"))
    ]
    return sea.at_sea(
        ships=[sea.ship("n9", "0304", "AMPH")], landings={"dprk": ["0404"]}, board=board,
        sites=sites, aircraft=[wing("u1", "4-3-4", "U")["row"]], options={"game": "advanced"},
        **ALLIED, **more,
    )  # fmt: skip


@pytest.mark.reading("nextwar", "nw-21-82")
def test_what_is_built_is_always_seen() -> None:
    game = open_skies()
    for target, *hexes in (
        ("airfield-0901",), ("airbase-0903",), ("port-0907",), ("dprk-beachhead-1",),
        ("bridge", "0702", "0703"),
    ):  # fmt: skip
        assert rules(game, "allied", strike("u1", target, *hexes)) == []


def hangars(owner: str = "allied", **more: Any) -> Nw:
    """Two Basing Boxes, and an airbase in the South."""
    return sky(
        wings=[wing("r1", "4-3-4"), wing("n1", "4-3-4"), wing("n2", "4-3-6", "U")],
        sites=[{"hex": "0707", "kind": "airbase", "owner": owner}],
        segment="strike-1-announce", assets={"allied": {}, "dprk": {}}, **more,
    )  # fmt: skip


@pytest.mark.reading("nextwar", "nw-22-81")
def test_collateral_damage_is_in_the_box_of_the_base() -> None:
    game = hangars()
    flown(game, strike("n2", "airbase-0707"), dice=(9, 4, 9, 3), player="dprk")
    order = [e.kind for e in game.events if e.kind in ("strike", "strike-hit", "collateral")]
    assert order == ["strike", "strike-hit", "collateral"]
    assert told(game, "collateral")[-1]["result"] == "Air"
    assert [flies(game, name).steps for name in ("r1", "n1", "n2")] == [1, 2, 2]
    raided = sky(
        wings=[wing("r1"), wing("n1")], sites=[{"hex": "0707", "kind": "airbase"}],
        segment="sof-1", raiders={"DPRK": {"side": "dprk", "markers": 5}},
    )  # fmt: skip
    raided.play("dprk", {"do": "assign", "nation": "DPRK", "mission": "raid",
                         "target": "airbase-0707"})  # fmt: skip
    rig(raided, 1, 2, 9)
    raided.play("dprk", {"do": "resolve-raid", "task": told(raided, "raid-assigned")[-1]["task"]})
    kinds = [e.kind for e in raided.events]
    assert kinds.index("collateral") < kinds.index("raiders-return")
    assert flies(raided, "r1").steps == 1


@pytest.mark.reading("nextwar", "nw-22-81")
def test_a_captured_base_hurts_nobody() -> None:
    game = sky(
        wings=[wing("r1", "4-3-6", "U"), wing("n1", "4-3-4")], control={"dprk": ["0707"]},
        sites=[{"hex": "0707", "kind": "airbase"}], begin={"first": "allied"},
        segment="strike-1-announce", assets={"allied": {}, "dprk": {}},
    )  # fmt: skip
    flown(game, strike("r1", "airbase-0707"), dice=(9, 3, 9, 2))
    assert game.state[SITES]["airbase-0707"].strike == 2
    assert [flies(game, name).steps for name in ("r1", "n1")] == [2, 2]


@pytest.mark.reading("nextwar", "nw-22-82")
def test_aircraft_are_ready_at_the_start_and_abort_to_their_own_base() -> None:
    game = at_air_war(wing("u1", "4-0-0"), wing("u2", "4-0-0", box="Japan"),
                      begin={"watching": "allied", "awacs": 1})  # fmt: skip
    assert places(game, "u1", "u2") == ["ready", "ready"]
    down = at_air_war(wing("u1", place="flown"), wing("u2"), wing("n9"))
    assert rules(down, "allied", patrol("u1")) == ["22.6.1-p3"]
    sortie = air(
        unit("n1", TARGET, at=SEEN), wings=[wing("u1", "4-3-4", box="Japan"), wing("u2")],
        tracks={"detection": 10, "sam": 10, "aaa": 0},
    )  # fmt: skip
    rig(sortie, 0, 3, 9)
    sortie.play("allied", strike("u1", "n1"))
    while not told(sortie, "air-defense-fire"):
        sortie.play(sortie.to_act or "", {"do": "end"})
    sortie.play("allied", {"do": "under-fire", "resolve": "turn back"})
    assert (flies(sortie, "u1").place, flies(sortie, "u1").box) == ("abort", "Japan")


@pytest.mark.reading("nextwar", "nw-22-83")
def test_a_carrier_takes_its_aircraft_along() -> None:
    carrier = sea.ship("u9", sea.SEA1, "CVN")
    states = {"u1": "ready", "u2": "flown", "u3": "abort"}
    game = sky(
        board=sea.coast(), ships=[carrier["row"]], fleet=[carrier["fleet"]], segment="init-move",
        wings=[wing(name, box="u9", place=place) for name, place in states.items()],
        seas=sea.ruled("allied"), begin={"first": "allied"},
    )  # fmt: skip
    game.play("allied", sea.sail("u9", by=sea.SEA2))
    assert sea.lies(game, "u9") == sea.SEA2
    assert places(game, *states) == [*states.values()]
    assert {flies(game, name).box for name in states} == {"u9"}


@pytest.mark.reading("nextwar", "nw-22-84")
@pytest.mark.parametrize(
    ("begin", "who"),
    [({"watching": "allied", "awacs": 2}, "aada"), ({"first": "dprk"}, "dada")],
)
def test_who_chooses_his_enemy_when(begin: dict[str, Any], who: str) -> None:
    flying = [wing(f"{side}{i}", "4-0-0") for side in "un" for i in range(4)]
    game = at_air_war(*flying, begin=begin)
    for player, letter in (("dprk", "n"), ("allied", "u")):
        game.play(player, patrol(*(f"{letter}{i}" for i in range(4))))
    order = ""
    for i in range(4):
        player = game.to_act or ""
        order += player[0]
        mine, theirs = ("u", "n") if player == "allied" else ("n", "u")
        assert not told(game, "air-shot")
        game.play(player, engage(f"{mine}{i}", f"{theirs}{i}"))
        if i == 2:  # the last pairing is no choice
            break
    assert order == who[:3]
    assert told(game, "air-shot")


@pytest.mark.reading("nextwar", "nw-22-85")
def test_escorts_come_from_the_battle_for_the_air() -> None:
    game = air(
        unit("n1", "0703", at=SEEN),
        wings=[wing("u1", "4-3-4"), wing("u2", "5-0-0", place="superiority"), wing("u3", "5-0-0")],
    )  # fmt: skip
    assert rules(game, "allied", strike("u1", "n1", escorts=["u2"])) == []
    assert rules(game, "allied", strike("u1", "n1", escorts=["u3"])) == ["23.1"]


@pytest.mark.reading("nextwar", "nw-27-81")
def test_the_owner_chooses_the_wing_that_goes_with_a_carrier() -> None:
    ships = [sea.ship("u8", sea.SEA1, "CVN"), sea.ship("u9", sea.SEA1, "CVN")]
    names = [f"u{n}{i}" for n in (8, 9) for i in range(4)]
    game = battery(
        ships=ships,
        aircraft=[wing(name, box=name[:2], aircraft=f"type {name[2]}")["row"] for name in names],
        ours={"cruise": 1, "ballistic": 0}, sorties={n: {"place": "superiority"} for n in UP},
    )  # fmt: skip
    set_ship(game, "u8", detected=2, strike=2)
    rig(game, 9, 0)
    game.play("dprk", launch("cruise", "u8"))
    chosen = ["u80", "u91", "u82", "u93"]
    assert rules(game, "allied", {"do": "set-aside", "units": chosen[:3]}) == ["27.4.1"]
    game.play("allied", {"do": "set-aside", "units": chosen})
    assert {name for name in names if flies(game, name).box == "u8"} == {*chosen}
    assert {*ready(game, "allied")} | {*aloft(game, "allied")} == {*names} - {*chosen}
    assert aloft(game, "allied") == ["u90"]


@pytest.mark.reading("nextwar", "nw-27-82")
@pytest.mark.parametrize(("steps", "left", "place"), [(2, 1, "ready"), (1, 0, "eliminated")])
def test_a_step_is_all_that_some_have(steps: int, left: int, place: str) -> None:
    game = sky(
        wings=[wing("r1", steps=steps), wing("n2", "4-3-6", "U")],
        sites=[{"hex": "0707", "kind": "airbase"}], segment="strike-1-announce",
        assets={"allied": {}, "dprk": {}},
    )  # fmt: skip
    flown(game, strike("n2", "airbase-0707"), dice=(9, 3, 9, 3), player="dprk")
    assert game.state[SITES]["airbase-0707"].strike == 2
    assert (flies(game, "r1").steps, flies(game, "r1").place) == (left, place)


@pytest.mark.reading("nextwar", "nw-27-85")
def test_a_bridge_serves_until_it_is_destroyed() -> None:
    board = plain(north=4, sides=["0503-0502 minor_river"], links=["0503-0502 primary"])
    game = air(wings=[wing("u1", "4-3-5"), wing("u2", "4-3-5")], board=board, tracks={})
    flown(game, strike("u1 u2", "bridge", "0503", "0502"), dice=(9, 0, 9, 0, 9))
    blows = [(f["column"], f["tally"]["total"], f["hit"]) for f in told(game, "strike")]
    (bridge,) = game.state[BRIDGES].values()
    assert blows == [("c7", 2, 2), ("c7", 2, 2)]
    assert [facts["after"] for facts in told(game, "strike-hit")] == ["2", "gone"]
    assert not bridge.stands


@pytest.mark.reading("nextwar", "nw-29-81")
@pytest.mark.parametrize(("level", "die", "result"), [(1, 2, "Air"), (2, 1, "Air* AmPt")])
def test_collateral_damage_costs_an_air_point_for_good(level: int, die: int, result: str) -> None:
    game = based("airbase")
    for _ in hit_site(game, "airbase-0505", level, "27.2"):
        raise AssertionError
    assert not settled(game, "airbase-0505", die)
    assert told(game, "collateral")[-1]["result"] == result
    assert side(game, "allied").air_lost == 1
