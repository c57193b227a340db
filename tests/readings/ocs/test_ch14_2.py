"""A second reading of chapter 14: flak, interception, sweeps, barrage, Trainbusting. [14.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.status import HEXES, HexStatus
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.transport import rail
from grognard.systems.ocs.turn.phases import phasing
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.combat.aftermath import result, suffer
from tests.systems.ocs.field import at, end, field, move, play, rig, rules, told, unit, where

reading = pytest.mark.reading
TARGET = [unit("s9", "0312"), unit("a9", "0512")]
SUPPLY = [{"side": "axis", "hex": "0303", "sp": 5}]
GERMANS = {"axis": {"hip_shooters": ["German"]}}


def bomb(*planes: str, to: str = "0312", aim: str = "units", **more: Any) -> dict[str, Any]:
    return fly("air-barrage", *planes, to=to, aim=aim, **more)


def hip(*planes: str, to: str = "0312", aim: str = "units") -> dict[str, Any]:
    return fly("hip-shoot", *planes, to=to, aim=aim)


def lift(*planes: str, to: str = "0312", **more: Any) -> dict[str, Any]:
    return fly("air-transport", *planes, to=to, **more)


def shifts(game: Any) -> dict[str, int]:
    parts = told(game, "reckoning")[-1]["shifts"]["parts"]
    return {part["rule"]: part["value"] for part in parts}


def tokens(game: Any, hex: str, side: str = "axis") -> int:
    return stacks.dump_at(game, game.board.hex(hex), side)


# ---- flak


@reading("ocs", "14-29")
@pytest.mark.parametrize("patrolled", [True, False])
@pytest.mark.parametrize(
    ("action", "segment", "always"),
    [
        (bomb("a1", to="0310"), "barrage", True),
        (hip("a1", to="0310"), "movement", True),
        (fly("trainbust", "a1", to="0310"), "barrage", True),
        (lift("a2", tokens={"0303": 1}), "movement", False),
        (fly("air-drop", "a2", to="0312", tokens={"0303": 1}), "movement", False),
        (fly("transfer", "a1", to="0312"), "movement", False),
    ],
)
def test_who_is_shot_at(
    patrolled: bool, action: dict[str, Any], segment: str, always: bool
) -> None:
    game = sky(
        craft("a1", "0303", "T"), craft("a2", "0303", "Tpt"), craft("s1", "0319", active=patrolled),
        unit("a9", "0311"), unit("s9", "0310"), levels={"0312": 3}, dumps=SUPPLY, limits=GERMANS,
        segment=segment,
    )  # fmt: skip
    rig(game, *[1] * 12)
    play(game, "axis", action)
    assert len(told(game, "flak")) == (always or patrolled)


@reading("ocs", "14-30")
@pytest.mark.parametrize(
    ("hex", "active", "zone"), [("0322", True, True), ("0323", True, False), ("0322", False, False)]
)
def test_a_patrol_zone_is_ten_hexes_wide_whoever_flies_it(
    hex: str, active: bool, zone: bool
) -> None:
    patrol = craft("s1", hex, range=3, lost=True, active=active)
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303"), patrol, *TARGET, segment="barrage")
    game.play("axis", bomb("a1", "a2"))
    asked = [decision.ask.name for decision in game.decisions] == ["intercept"]
    assert asked is zone
    rig(game, 1, 1, 1, 1)
    while not game.at_checkpoint:
        game.play(game.decisions[0].player, game.decisions[0].ask.default)
    parts = told(game, "flak")[0]["modifier"]["parts"]
    assert [(part["rule"], part["value"]) for part in parts] == [("14.4c", 1)] * zone


@reading("ocs", "14-31")
def test_who_is_based_there_fights_beside_the_mission_and_meets_no_flak() -> None:
    game = sky(craft("a1", "0303", "Tpt"), craft("a2", "0312", "T"), craft("s1", "0320"),
               craft("s2", "0320"), dumps=SUPPLY)  # fmt: skip
    game.play("axis", lift("a1", tokens={"0303": 2}))
    game.play("allied", {"do": "intercept", "plane": "s1"})
    assert told(game, "air-combat")[0]["aircraft"] == {"allied": ["s1"], "axis": ["a1", "a2"]}
    game.play("axis", {"do": "abort", "planes": []})
    rig(game, 1, 1, 1, 6, 6)  # the interceptor aborts, then flak hits
    play(game, "axis", {"do": "fight", "plane": "a2"})
    assert [fact["hit"] for fact in told(game, "flak")] == [True]
    assert (bird(game, "a1").reduced, bird(game, "a2").reduced) == (True, False)
    assert perch(game, "a2") == "0312+"


@reading("ocs", "14-32")
@pytest.mark.parametrize(
    ("level", "dice", "hit"), [(3, (3, 4), False), (3, (4, 4), True), (0, (5, 5), False),
                               (0, (5, 6), True)],
)  # fmt: skip
def test_eleven_hits_and_the_level_of_the_base_is_added(
    level: int, dice: tuple[int, int], hit: bool
) -> None:
    game = sky(craft("a1", "0303", "T"), unit("a9", "0505"), levels={"s0312": level},
               segment="barrage")  # fmt: skip
    rig(game, *dice, 1)
    play(game, "axis", bomb("a1", aim="base"))
    assert bird(game, "a1").reduced is hit


@reading("ocs", "14-33")
def test_the_books_stuka_bombs_at_its_reduced_strength() -> None:
    brigades = [unit(f"s{i}", "0316", "armor") for i in (1, 2, 3)]
    game = sky(craft("a1", "0303", "T", full="(1)/18/0"), *brigades, unit("s9", "0316", "hq"),
               unit("a9", "0315"), segment="barrage")  # fmt: skip
    rig(game, 5, 5, 5, 6, 4)
    play(game, "axis", bomb("a1", to="0316"))
    assert told(game, "flak")[0]["roll"] == 11
    reckoned = told(game, "reckoning")[0]
    assert (reckoned["initial"], reckoned["column"]) == ("8-11", "12-16")
    assert told(game, "barrage")[0]["steps"] == 1


@reading("ocs", "14-34")
@pytest.mark.parametrize(
    ("full", "reduced", "reach", "sent", "arrived"),
    [("2", "1", 12, 2, 1), ("1", "1/2", 12, 1, 1), ("2", "1", 18, 4, 2)],
)
def test_what_arrives_of_a_load_when_the_transport_is_hit(
    full: str, reduced: str, reach: int, sent: int, arrived: int
) -> None:
    plane = craft("a1", "0303", "Tpt", full=f"(0)/0/{full}", reduced=f"(0)/0/{reduced}",
                  range=reach)  # fmt: skip
    game = sky(plane, craft("s1", "0321"), levels={"0312": 3}, dumps=SUPPLY)
    rig(game, 6, 6)
    play(game, "axis", lift("a1", tokens={"0303": sent}))
    assert (tokens(game, "0303"), tokens(game, "0312")) == (20 - sent, arrived)


@reading("ocs", "14-35")
def test_a_unit_survives_by_rounding() -> None:
    planes = [craft(f"a{i}", "0303", "Tpt", full="(0)/0/1", reduced="(0)/0/1/2", range=12)
              for i in (1, 2)]  # fmt: skip
    game = sky(*planes, craft("s1", "0321"), unit("a9", "0303", mode="move", move="4:6 leg"),
               levels={"0312": 3})  # fmt: skip
    rig(game, 6, 6, 1)
    play(game, "axis", lift("a1", "a2", units=["a9"]))
    assert told(game, "flak")[0]["hit"]
    assert where(game, "a9") == "0312"


# ---- interception and sweeps


@reading("ocs", "14-36")
def test_one_fighter_of_a_near_base_may_intercept() -> None:
    game = sky(craft("a1", "0303", "T"), craft("s1", "0318"), craft("s2", "0318"),
               craft("s3", "0323"), *TARGET, segment="barrage")  # fmt: skip
    game.play("axis", bomb("a1"))
    assert [action["plane"] for action in game.legal("allied")] == ["", "s1", "s2"]
    rig(game, 1, 1, 1, 1)
    play(game, "allied", {"do": "intercept", "plane": ""})
    assert told(game, "air-combat") == []


@reading("ocs", "14-37")
@pytest.mark.parametrize(("dice", "perched"), [((1, 1), "0320-"), ((6, 6), "0320+")])
def test_an_interceptor_goes_where_it_came_from(dice: tuple[int, int], perched: str) -> None:
    game = sky(craft("a1", "0303", "F+T"), craft("s1", "0320"), levels={"s0312": 1},
               segment="barrage")  # fmt: skip
    game.play("axis", bomb("a1", aim="base"))
    rig(game, *dice, 1, 1, 1, 1)
    play(game, "allied", {"do": "intercept", "plane": "s1"})
    assert perch(game, "s1") == perched


@reading("ocs", "14-38")
def test_a_sweep_meets_neither_interceptors_nor_flak() -> None:
    game = sky(craft("a1", "0303"), craft("s1", "0312", "T"), craft("s2", "0314"))
    rig(game, 6, 6, 1)
    play(game, "axis", fly("sweep", "a1", to="0312"))
    assert (told(game, "interception"), told(game, "flak")) == ([], [])


@reading("ocs", "14-39")
def test_whom_and_when_fighters_sweep() -> None:
    things = [craft("a1", "0303"), craft("a2", "0303"), craft("a3", "0303", "T"),
              craft("s1", "0312", "T"), craft("s2", "0312", "T"), craft("s3", "0314", active=False),
              unit("a9", "0909"), unit("s9", "0315")]  # fmt: skip
    game = sky(*things, levels={"0309": 1})
    assert rules(game, "axis", fly("sweep", "a1", to="0314")) == ["14.6"]
    assert rules(game, "axis", fly("sweep", "a3", to="0312")) == ["14.6"]
    game.play("axis", fly("sweep", "a1", to="0312"))
    rig(game, *[6, 6, 1] * 2)
    game.play("allied", {"do": "abort", "planes": ["s2"]})
    assert rules(game, "axis", {"do": "return", "to": {"a1": "0309"}}) == []
    play(game, "axis", {"do": "return", "to": {"a1": "0309"}})
    assert (perch(game, "a1"), perch(game, "s1")) == ("0309-", "0312-")
    twice = sky(*things)
    rig(twice, 1, 1, 1)
    twice.play("axis", fly("sweep", "a1", to="0312"))
    play(twice, "allied", {"do": "abort", "planes": []})
    assert perch(twice, "s1")[-1] + perch(twice, "s2")[-1] != "--"
    assert rules(twice, "axis", fly("sweep", "a2", to="0312")) == []
    late = sky(*things, segment="barrage")
    assert rules(late, "axis", fly("sweep", "a1", to="0312")) != []


# ---- barrage and hip shoots


@reading("ocs", "14-40")
@reading("ocs", "14-41")
def test_one_barrage_for_a_hex_whatever_is_aimed_at_and_in_barrage_segments() -> None:
    things = [craft("a1", "0303", "T"), craft("a2", "0303", "T"), *TARGET]
    game = sky(*things, levels={"s0312": 1}, dumps=SUPPLY, segment="barrage")
    rig(game, 1, 1, 1, 1)
    play(game, "axis", bomb("a1"))
    assert tokens(game, "0303") == 20
    assert rules(game, "axis", bomb("a2", aim="base")) == ["10.0e(A)"]
    end(game, "axis", until="exploitation")
    end(game, "axis", until="exploitation-barrage")
    assert rules(game, "axis", bomb("a2", aim="base")) == []
    for segment in ("movement", "artillery", "exploitation"):
        other = sky(*things, unit("a8", "0311", "artillery"), segment=segment, dumps=SUPPLY,
                    limits=GERMANS)  # fmt: skip
        assert rules(other, "axis", bomb("a1")) != []


@reading("ocs", "14-42")
@pytest.mark.parametrize(("hex", "near"), [("0302", 1), ("0301", None)])
def test_all_of_them_have_to_be_near(hex: str, near: int | None) -> None:
    game = sky(craft("a1", "0302", "T"), craft("a2", hex, "T"), unit("s9", "0312"),
               unit("a9", "0311"), levels={"s0312": 1}, segment="barrage")  # fmt: skip
    facility = bomb("a1", "a2", aim="base")
    assert rules(game, "axis", facility) == []
    rig(game, *[1] * 5)
    play(game, "axis", bomb("a1", "a2"))
    assert shifts(game).get("10.2b") == near
    other = sky(craft("a1", "0302", "T"), unit("a9", "0311"), levels={"s0312": 1},
                segment="barrage")  # fmt: skip
    rig(other, *[1] * 5)
    play(other, "axis", bomb("a1", aim="base"))
    assert shifts(other) == {}


@reading("ocs", "14-43")
def test_hip_shoots_leave_the_hex_its_barrage() -> None:
    game = sky(*(craft(f"a{i}", "0303", "T") for i in (1, 2, 3)), unit("s9", "0312"),
               unit("a9", "0311"), limits=GERMANS)  # fmt: skip
    for name in ("a1", "a2"):
        rig(game, *[1] * 5)
        play(game, "axis", hip(name))
    end(game, "axis")
    assert rules(game, "axis", bomb("a3")) == []


@reading("ocs", "14-44")
def test_a_hip_shoot_is_flown_by_one_plane_of_a_nation_that_can() -> None:
    game = sky(craft("a1", "0303", "T"), craft("a2", "0303", "T"),
               craft("a3", "0303", "T", nation="Italian"), unit("s9", "0312"), unit("a9", "0311"),
               limits=GERMANS)  # fmt: skip
    found = [rules(game, "axis", hip(*crew)) for crew in (("a1", "a2"), ("a3",), ("a1",))]
    assert found == [["14.7d(B)"], ["14.7d(B)"], []]


@reading("ocs", "14-45")
@reading("ocs", "14-46")
def test_hip_shoots_at_a_base_need_a_combat_unit_next_to_it() -> None:
    trucks = [{"side": "axis", "hex": "0311", "kind": "truck", "points": 1, "id": "a7"}]
    game = sky(craft("a1", "0303", "T"), unit("a9", "0309", "hq", mode="move"), transport=trucks,
               levels={"s0312": 1}, limits=GERMANS)  # fmt: skip
    assert rules(game, "axis", hip("a1", aim="base")) == ["14.7d(C)"]
    play(game, "axis", move("a9", to="0310 0311"))
    assert rules(game, "axis", hip("a1", aim="base")) == []
    assert "trainbust" not in {action["do"] for action in game.legal("axis")}
    assert rules(game, "axis", fly("trainbust", "a1", to="0312")) != []


# ---- Trainbusting


@reading("ocs", "14-47")
def test_a_failed_trainbusting_has_used_the_hex() -> None:
    game = sky(*(craft(f"a{i}", "0303", "T") for i in (1, 2)), *TARGET, segment="barrage")
    rig(game, 1, 1, 1)
    play(game, "axis", fly("trainbust", "a1", to="0312"))
    assert perch(game, "a1") == "0303-"
    assert not game.state[HEXES][game.board.hex("0312")].busted
    assert rules(game, "axis", fly("trainbust", "a2", to="0312")) == ["14.8"]
    assert rules(game, "axis", bomb("a2")) == ["10.0e(A)"]
    assert rules(game, "axis", fly("trainbust", "a2", to="0314")) == []


def mark(game: Any, hex: str, side: str = "allied") -> None:
    game.put(HEXES, game.board.hex(hex), HexStatus(busted=side))


def price(game: Any, name: str, a: str, b: str) -> int:
    found = movement.step_cost(game, name, game.board.hex(a), game.board.hex(b))
    assert found is not None
    return int(found.total)


@reading("ocs", "14-48")
def test_leg_units_pay_in_the_markers_hex_alone() -> None:
    kinds = {"a1": "mech", "a2": "armor", "a3": "infantry"}
    game = field(*(unit(name, "0503", kind, mode="move") for name, kind in kinds.items()),
                 unit("s9", "0909"))  # fmt: skip
    plain = {n: (price(game, n, "0503", "0504"), price(game, n, "0504", "0505")) for n in kinds}
    mark(game, "0505")
    dear = {n: (price(game, n, "0503", "0504"), price(game, n, "0504", "0505")) for n in kinds}
    more = {n: tuple(b - a for a, b in zip(plain[n], dear[n], strict=True)) for n in kinds}
    assert more == {"a1": (1, 1), "a2": (1, 1), "a3": (0, 1)}


@reading("ocs", "14-49")
def test_markers_do_not_add_up_nor_touch_friends_supply_or_retreats() -> None:
    game = field(unit("a1", "0503", "mech", mode="move"), unit("s1", "0501", "mech", mode="move"),
                 unit("s8", "0904"), unit("a8", "0804"))  # fmt: skip
    served = fields(game).toward("axis", game.board.hex("0503")).served
    plain, theirs = price(game, "a1", "0503", "0504"), price(game, "s1", "0502", "0503")
    for hex in ("0403", "0505", "0602"):
        mark(game, hex)
    assert price(game, "a1", "0503", "0504") == plain + 1
    assert price(game, "s1", "0502", "0503") == theirs
    assert fields(game).toward("axis", game.board.hex("0503")).served == served
    mark(game, "0704")
    suffer(game, "s8", "0804", result({"losses": 0}, {"options": 1}))
    assert at(game, "a8").hex != game.board.hex("0804")


@reading("ocs", "14-50")
def test_rail_cap_is_doubled_once() -> None:
    line = [f"05{c:02d}" for c in range(1, 10)]
    game = field(unit("a1", "0501"), unit("s9", "0909"), gauges={"axis": line},
                 board=sketch(9, 9, links=[f"{'-'.join(line)} rail"]))  # fmt: skip
    path = [game.board.hex(label) for label in line]
    assert rail.share(game, "axis", path) == 1
    mark(game, "0403")
    mark(game, "0507")
    assert rail.share(game, "axis", path) == 2


@reading("ocs", "14-51")
@pytest.mark.parametrize("segment", ["barrage", "reaction-barrage"])
def test_markers_go_in_the_victims_clean_up(segment: str) -> None:
    """Of the Axis in its own turn, or as it reacts in the Allied one."""
    reacting = segment == "reaction-barrage"
    game = sky(
        craft("a1", "0303", "T"),
        unit("a9", "0404"),
        unit("s9", "1430"),
        segment=segment,
        first="allied" if reacting else "axis",
        player="allied" if reacting else "axis",
    )
    rig(game, 1, 1, 6)
    play(game, "axis", fly("trainbust", "a1", to="0312"))
    h, seen = game.board.hex("0312"), []
    while game.state[HEXES][h].busted and not game.over:
        seen.append((phasing(game), game.segment.kind))  # type: ignore[attr-defined]
        end(game, game.to_act or "axis")
    assert [fact["side"] for fact in told(game, "clean-up")] == (
        ["allied"] if reacting else ["axis", "allied"]
    )
    assert (("allied", "movement") in seen) is not reacting
