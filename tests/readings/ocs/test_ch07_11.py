"""The second reading plays chapters 7, 8 and 11: Reaction, overruns, Exploitation."""

from __future__ import annotations

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.status import HEXES, HexStatus
from tests.readings.ocs.clash import (
    QUIET,
    attack,
    does,
    drive,
    field_of,
    moving,
    options,
    overrun,
    points,
    release,
    until,
)
from tests.systems.ocs.air.sky import craft, fly, sky
from tests.systems.ocs.field import at, end, field, move, play, rules, told, unit, where
from tests.systems.ocs.naval.sea import ship, waters

reading = pytest.mark.reading
FOOT = {"combat": "8:6 leg", "move": "8:6 leg"}
WEAK = {"combat": "1:3 leg", "move": "1:5 leg"}
LOSE = options(1)


def foot(ma: int, strength: int = 8) -> dict[str, str]:
    return {"combat": f"{strength}:{ma} leg", "move": f"{strength}:{ma} leg"}


# ---- 7: the Reaction Phase


@reading("ocs", "7-01")
def test_only_released_reserves_act_in_the_reaction_phase() -> None:
    game = field(
        unit("a1", "0202"), unit("s1", "0707"), unit("s2", "0707", mode="move"),
        unit("s3", "0707", mode="reserve", up="move"), segment="reaction",
    )  # fmt: skip
    assert game.to_act == "allied"
    for name in ("s1", "s2", "s3"):
        assert rules(game, "allied", move(name, to="0706")) == ["7.0a"]
    assert rules(game, "axis", move("a1", to="0203")) != []
    game.play("allied", release("s3"))
    game.play("allied", move("s3", to="0706"))
    assert where(game, "s3") == "0706"


@reading("ocs", "7-02")
def test_half_of_seven_is_three_and_a_half() -> None:
    game = field(
        unit("a1", "0202"), unit("s3", "0708", mode="reserve", up="move", **foot(7)),
        segment="reaction",
    )  # fmt: skip
    game.play("allied", release("s3"))
    assert points(game, "s3") == 3.5
    assert rules(game, "allied", move("s3", to="0707 0706 0705 0704")) != []
    game.play("allied", move("s3", to="0707 0706 0705"))
    assert rules(game, "allied", move("s3", to="0704")) != []


@reading("ocs", "7-03")
@reading("ocs", "11-03")
@pytest.mark.parametrize(("segment", "side", "n"), [("reaction", "allied", "s"),
                                                    ("exploitation", "axis", "a")])  # fmt: skip
def test_reserves_are_released_one_by_one_or_not_at_all(segment: str, side: str, n: str) -> None:
    game = field(
        unit("a1", "0202", mode="reserve", up="move"),
        unit("a2", "0204", mode="reserve", up="move"),
        unit("s1", "0707", mode="reserve", up="move"),
        unit("s2", "0708", mode="reserve", up="move"),
        segment=segment,
    )
    assert {"do": "end"} in list(game.legal(side))
    game.play(side, release(f"{n}1"))
    game.play(side, move(f"{n}1", to={"s": "0706", "a": "0203"}[n]))
    assert rules(game, side, release(f"{n}2")) == []
    game.play(side, release(f"{n}2"))
    assert rules(game, side, move(f"{n}2", to={"s": "0709", "a": "0205"}[n])) == []


@reading("ocs", "7-04")
def test_the_reaction_phase_has_no_combat_segment() -> None:
    game = field_of(
        "reaction", unit("a1", "0404"), unit("s1", "0505", mode="reserve", up="combat"),
        unit("s2", "0606", "artillery", mode="reserve", up="combat"),
    )  # fmt: skip
    game.play("allied", release("s1", "s2"))
    assert "attack" not in does(game, "allied")
    kinds = []
    while not kinds or kinds[-1] not in ("attack", "artillery"):
        play(game, game.to_act or "allied", {"do": "end"})
        kinds.append(game.segment.kind)  # type: ignore[attr-defined]
    assert kinds == ["reaction-barrage", "attack"]
    assert game.to_act == "axis"


@reading("ocs", "7-05")
@pytest.mark.parametrize(("ma", "wrong"), [(6, []), (5, ["8.1a"])])
def test_an_overrun_in_reaction_takes_three_of_half_the_points(ma: int, wrong: list[str]) -> None:
    game = field_of(
        "reaction", unit("a1", "0404", **WEAK),
        unit("s1", "0505", mode="reserve", up="combat", **foot(ma, 30)),
    )  # fmt: skip
    game.play("allied", release("s1"))
    assert rules(game, "allied", overrun("s1", on="0404")) == wrong


@reading("ocs", "7-06")
def test_guns_fire_in_reaction_once_released() -> None:
    game = field_of(
        "reaction",
        unit("a1", "0404"),
        unit("s1", "0606", "artillery", mode="reserve", up="combat"),
        unit("s2", "0606", "artillery"),
        unit("s3", "0606", "artillery", mode="reserve", up="combat"),
    )
    game.play("allied", release("s1"))
    end(game, "allied", until="reaction-barrage")
    shells = {
        n: {"do": "barrage", "guns": [n], "target": "0404", "aim": "units"}
        for n in ("s1", "s2", "s3")
    }
    assert rules(game, "allied", shells["s1"]) == []
    assert rules(game, "allied", shells["s2"]) == ["7.0a"]
    assert rules(game, "allied", shells["s3"]) == ["13.4a"]


@reading("ocs", "7-07")
@pytest.mark.parametrize(
    ("segment", "phasing"), [("reaction-barrage", "allied"), ("exploitation-barrage", "axis")]
)
def test_aircraft_and_ships_need_no_marker(segment: str, phasing: str) -> None:
    game = sky(
        craft("a1", "0303", "T"), craft("a2", "0303", "T", active=False), unit("s1", "0312"),
        segment=segment, player=phasing,
    )  # fmt: skip
    assert rules(game, "axis", fly("air-barrage", "a1", to="0312", aim="units")) == []
    assert rules(game, "axis", fly("air-barrage", "a2", to="0312", aim="units")) == ["14.1a"]
    fleet = waters(ship("a1", "0303"), unit("s1", "0404"), unit("a9", "0808"),
                   segment=segment, player=phasing)  # fmt: skip
    fire = {"do": "bombard", "by": ["a1"], "target": "0404", "aim": "units"}
    assert rules(fleet, "axis", fire) == []


# ---- 8: overruns


@reading("ocs", "8-01")
def test_two_overruns_of_a_hex_of_two_points_cost_six_in_all() -> None:
    board = sketch(9, 9, terrain={"0505": "hill"})
    game = moving(
        unit("a1", "0404", re=6, **foot(7, 16)), unit("s1", "0505", re=2, **foot(3)), board=board
    )
    drive(game, "axis", overrun("a1"), *QUIET, 3, 4, option=LOSE)  # 2:1 close, 7: AL1o1 Do1
    assert (where(game, "a1"), points(game, "a1")) == ("0404", 4)
    assert at(game, "s1").lost == 1
    drive(game, "axis", overrun("a1"), *QUIET, 6, 6, option=LOSE)
    assert (where(game, "a1"), points(game, "a1")) == ("0505", 1)


@reading("ocs", "8-02")
def test_all_overrunners_enter_without_being_asked() -> None:
    game = moving(
        unit("a1", "0404", **foot(6, 9)), unit("a2", "0404", **foot(6, 9)),
        unit("s1", "0505", **WEAK),
    )  # fmt: skip
    asked = drive(game, "axis", overrun("a1", "a2", lead="a1"), *QUIET, 6, 6)
    assert "advance after combat" not in {ask.name for ask in asked}
    assert (where(game, "a1"), where(game, "a2")) == ("0505", "0505")


@reading("ocs", "8-03")
def test_an_unguarded_dump_is_walked_into() -> None:
    dumps = [{"side": "allied", "hex": "0505", "sp": 2}, {"side": "axis", "hex": "0404", "sp": 2}]
    game = field(unit("a1", "0404", **FOOT), unit("s9", "0909"), dumps=dumps)
    assert rules(game, "axis", overrun("a1")) == ["8.0"]
    play(game, "axis", move("a1", to="0505"))
    assert (where(game, "a1"), points(game, "a1")) == ("0505", 5)
    combat = field(unit("a1", "0404"), unit("s1", "0305"), dumps=dumps, segment="attack")
    assert rules(combat, "axis", attack("a1")) == ["9.0"]


@reading("ocs", "8-04")
def test_who_met_on_the_way_does_not_overrun_together() -> None:
    game = moving(unit("a1", "0303", **FOOT), unit("a2", "0404", **FOOT), unit("s1", "0505"))
    game.play("axis", move("a1", to="0304 0404"))
    assert rules(game, "axis", overrun("a1", "a2")) == ["8.1"]
    assert rules(game, "axis", overrun("a2")) == []


@reading("ocs", "8-05")
@pytest.mark.parametrize(
    ("mode", "wrong"), [("dg", ["8.1"]), ("strat", ["8.1"]), ("reserve", ["8.1"]), ("move", [])]
)
def test_modes_that_overrun(mode: str, wrong: list[str]) -> None:
    up = {} if mode == "move" else {"up": "move"}
    game = moving(unit("a1", "0404", mode=mode, **up, **foot(24)), unit("s1", "0505"))
    assert rules(game, "axis", overrun("a1")) == wrong


@reading("ocs", "8-06")
def test_every_overrunner_has_three_points_left() -> None:
    game = moving(
        unit("a1", "0401", **foot(6)),
        unit("a2", "0401", **foot(5)),
        unit("s1", "0505", mode="move"),
        unit("s2", "0304", mode="move"),
    )
    game.play("axis", move("a1", "a2", to="0402 0403"))
    assert rules(game, "axis", overrun("a1", "a2", on="0304")) == []
    game.play("axis", move("a1", "a2", to="0404"))
    assert rules(game, "axis", overrun("a1", "a2")) == ["8.1a"]
    assert rules(game, "axis", overrun("a1")) == []


@reading("ocs", "8-07")
def test_three_points_for_hex_hexside_and_busted_trains_are_the_limit() -> None:
    board = sketch(
        9, 9, terrain={"0505": "hill", "0405": "mountain"},
        sides=["0404-0505 minor_river", "0404-0405 minor_river", "0404-0305 lake_side"],
    )  # fmt: skip
    units = [
        unit("a1", "0404", **foot(12)),
        unit("a2", "0404", combat="8:12 tracked"),
        unit("s1", "0505"),
        unit("s2", "0405"),
        unit("s3", "0305"),
        unit("s4", "0504"),
    ]
    game = moving(*units, board=board)
    assert rules(game, "axis", overrun("a1")) == []  # 2 + 1
    assert rules(game, "axis", overrun("a1", on="0405")) == ["8.1b"]  # 3 + 1
    assert rules(game, "axis", overrun("a1", on="0305")) == ["8.1b"]  # prohibited
    river = sketch(9, 9, sides=["0404-0504 major_river"])
    every = moving(*units, board=river)
    assert rules(every, "axis", overrun("a2", on="0504")) == ["8.1b"]  # "All"
    game.put(HEXES, game.board.hex("0505"), HexStatus(busted="allied"))
    assert rules(game, "axis", overrun("a1")) == ["8.1b"]


@reading("ocs", "8-08")
def test_a_road_does_not_make_a_hex_fit_for_an_overrun() -> None:
    board = sketch(
        9, 9, terrain={"0505": "rough"}, sides=["0404-0505 minor_river"],
        links=["0404-0505 primary"],
    )  # fmt: skip
    game = moving(unit("a1", "0404", combat="8:12 truck"), unit("s1", "0505"), board=board)
    assert rules(game, "axis", overrun("a1")) == ["8.1c"]


@reading("ocs", "8-09")
def test_three_overruns_of_two_hexes_in_a_row() -> None:
    game = moving(
        unit("a1", "0404", re=9, **foot(9)), unit("s1", "0505", re=9), unit("s2", "0405", re=9)
    )
    for target, left in (("0505", 6), ("0405", 3), ("0505", 0)):
        drive(game, "axis", overrun("a1", on=target), *QUIET, 4, 3, option=LOSE)
        assert (where(game, "a1"), points(game, "a1")) == ("0404", left)
    assert [fact["target"] for fact in told(game, "overrun")] == ["0505", "0405", "0505"]


@reading("ocs", "8-10")
def test_an_overrun_never_exploits() -> None:
    game = moving(unit("a1", "0404", ar=5, **foot(6, 40)), unit("s1", "0505", ar=0, **WEAK))
    drive(game, "axis", overrun("a1"), 1, 1, 6, 6)
    assert told(game, "combat")[0]["result"] == "Ae2 DL2o3DG"
    assert at(game, "a1").mode == "combat"


@reading("ocs", "8-11")
def test_who_goes_back_from_an_overrun_moves_no_more_and_who_bleeds_moves_on() -> None:
    units = (unit("a1", "0404", **foot(12)), unit("a2", "0404", **foot(12)),
             unit("s1", "0505", re=9, **foot(3)))  # fmt: skip
    back = moving(*units)
    drive(back, "axis", overrun("a1", "a2", lead="a1"), *QUIET, 4, 4, option=options(0))
    assert told(back, "combat")[0]["result"] == "Ao1 Do1"  # 2:1, an 8
    assert {where(back, n) for n in ("a1", "a2")}.isdisjoint({"0404", "0505"})
    assert rules(back, "axis", move("a2", to=_step(back, "a2"))) == ["6.1g"]
    stay = moving(*units)
    drive(stay, "axis", overrun("a1", "a2", lead="a1"), *QUIET, 4, 4,
          option=[LOSE, options(1)])  # fmt: skip
    assert at(stay, "a1").place == "dead"
    assert points(stay, "a2") == 9
    assert rules(stay, "axis", move("a2", to="0304")) == []


def _step(game: object, name: str) -> str:
    """Some hex beside a unit that nobody holds."""
    board = game.board  # type: ignore[attr-defined]
    near = [board.label(h) for h in board.around(at(game, name).hex)]  # type: ignore[arg-type]
    return next(label for label in near if label not in ("0404", "0505"))


@reading("ocs", "8-12")
def test_supports_do_not_go_along_in_an_overrun() -> None:
    trucks = [{"id": "t1", "side": "axis", "hex": "0404", "points": 1}]
    game = moving(
        unit("a1", "0404", **foot(6, 30)), unit("a2", "0404", "artillery"),
        unit("s1", "0505", **WEAK), transport=trucks,
    )  # fmt: skip
    assert rules(game, "axis", overrun("a1", "a2")) == ["4.4a"]
    assert rules(game, "axis", overrun("a1", "t1")) != []
    drive(game, "axis", overrun("a1"), *QUIET, 6, 6)
    assert (where(game, "a1"), where(game, "a2")) == ("0505", "0404")
    assert game.board.label(game.state.maps["transport"]["t1"].hex) == "0404"


@reading("ocs", "8-13")
@pytest.mark.parametrize(("size", "wrong"), [(9, []), (10, ["4.8a"])])
def test_bystanders_crowd_the_hex_and_suffer_nothing(size: int, wrong: list[str]) -> None:
    game = moving(
        unit("a1", "0403", ar=0, **foot(6, 1)), unit("a2", "0404", re=size, **FOOT),
        unit("s1", "0505", re=6, combat="30:3 leg"),
    )  # fmt: skip
    game.play("axis", move("a1", to="0404"))
    assert rules(game, "axis", overrun("a1")) == wrong
    if not wrong:
        before = at(game, "a2")
        drive(game, "axis", overrun("a1"), 1, 1, 6, 1, 1)
        assert told(game, "odds")[0]["attack"] == "1"
        assert told(game, "combat")[0]["result"] == "AL2"
        assert (at(game, "a1").place, at(game, "a2")) == ("dead", before)


# ---- 11: the Exploitation Phase


@reading("ocs", "11-01")
def test_exploiters_and_released_reserves_move_and_attack_and_nobody_else() -> None:
    game = field_of(
        "exploitation", unit("a1", "0404", mode="exploit", **FOOT), unit("a2", "0404", **FOOT),
        unit("a3", "0404", mode="reserve", up="combat", **FOOT), unit("s1", "0505", re=9),
        unit("a4", "0303", "artillery", mode="exploit"),
    )  # fmt: skip
    assert rules(game, "axis", move("a1", to="0304")) == []
    assert rules(game, "axis", move("a2", to="0304")) == ["11.0a"]
    assert rules(game, "axis", move("a3", to="0304")) == ["11.0a"]
    game.play("axis", release("a3"))
    assert rules(game, "axis", move("a3", to="0304")) == []
    kinds = []
    while "exploitation-attack" not in kinds:
        play(game, "axis", {"do": "end"})
        kinds.append(game.segment.kind)  # type: ignore[attr-defined]
    assert kinds == ["exploitation-barrage", "exploitation-attack"]
    assert rules(game, "axis", attack("a1", "a3")) == []
    assert rules(game, "axis", attack("a2")) == ["11.0a"]


@reading("ocs", "11-02")
def test_exploiters_have_half_and_released_reserves_all_their_points() -> None:
    game = field(
        unit("a1", "0101", mode="exploit", **foot(9)), unit("s1", "0909"),
        unit("a2", "0301", mode="reserve", up="move", **foot(9)), segment="exploitation",
        board=sketch(9, 12),
    )  # fmt: skip
    game.play("axis", release("a2"))
    assert (points(game, "a1"), points(game, "a2")) == (4.5, 9)
    five = " ".join(f"01{c:02d}" for c in range(2, 7))
    assert rules(game, "axis", move("a1", to=five)) != []
    assert rules(game, "axis", move("a1", to=five[:-5])) == []
    nine = " ".join(f"03{c:02d}" for c in range(2, 11))
    assert rules(game, "axis", move("a2", to=nine)) == []


@reading("ocs", "11-04")
@pytest.mark.parametrize(("ma", "wrong"), [(6, []), (5, ["8.1a"])])
def test_exploiters_overrun_with_three_of_half_their_points(ma: int, wrong: list[str]) -> None:
    game = field_of(
        "exploitation", unit("a1", "0404", mode="exploit", **foot(ma)), unit("s1", "0505")
    )
    assert rules(game, "axis", overrun("a1")) == wrong


@reading("ocs", "8-16")
def test_bystanders_do_not_join_the_retreat_of_an_overrun() -> None:
    game = moving(
        unit("a1", "0404", re=2, **foot(6)), unit("a2", "0404", **FOOT), unit("s1", "0505", re=2)
    )
    ask = until(game, "axis", overrun("a1"), "retreat", *QUIET, 4, 5, option=options(0))
    assert ask.context()["may_join"] == []
    way = ask.default["paths"]["a1"]
    assert rules(game, "axis", {"do": "retreat", "paths": {"a1": way, "a2": way}}) == ["9.12d"]
