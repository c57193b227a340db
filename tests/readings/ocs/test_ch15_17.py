"""A second reading of Air Bases, hedgehogs and weather. [15.0] [16.0] [17.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.combat import odds
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SITES, TURN
from grognard.systems.ocs.supply.supply_fields import fields
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import at, end, field, mode, move, play, rig, rules, told, unit, where

reading = pytest.mark.reading
H = "0505"
DUMP = [{"side": "axis", "hex": "0504", "sp": 5}]
FOE = unit("s9", "0909")


def site(game: Ocs, hex: str = H) -> Any:
    return game.state[SITES][game.board.hex(hex)]


def left(game: Ocs) -> int:
    return dump_at(game, game.board.hex("0504"), "axis")


def base(level: int, side: str = "axis", hex: str = H) -> list[dict[str, Any]]:
    return [{"side": side, "hex": hex, "level": level}]


def work(do: str, *names: str, hex: str = H) -> dict[str, Any]:
    return {"do": do, "hex": hex, "units": list(names)}


def refit(*names: str, hex: str = "0303") -> dict[str, Any]:
    return {"do": "refit", "hex": hex, "aircraft": list(names)}


def wing(inactive: int, active: int = 0) -> list[dict[str, Any]]:
    down = [craft(f"a{i}", "0303", active=False) for i in range(1, inactive + 1)]
    return down + [craft(f"a{i}", "0303") for i in range(11, 11 + active)]


def aerodrome(level: int, *things: dict[str, Any], tokens: int = 4, **more: Any) -> Ocs:
    more.setdefault("segment", "refit")
    dumps = [{"side": "axis", "hex": "0303", "tokens": tokens}]
    return sky(*things, unit("a99", "0909"), levels={"0303": level}, dumps=dumps, **more)


# ---- Air Bases


@reading("ocs", "15-01")
def test_a_second_base_only_improves_the_first_which_never_fights() -> None:
    limits = {"axis": {"strips": True}}
    game = field(unit("a1", H, "hq"), FOE, bases=base(1), dumps=DUMP, limits=limits)
    assert rules(game, "axis", work("build-strip", "a1")) == ["15.0a"]
    play(game, "axis", work("build-base", "a1"))
    assert site(game).base == 2
    strengths = []
    for bases in ([], base(3, "allied")):
        fight = field(unit("a1", "0504"), unit("s1", H), bases=bases, segment="attack")
        battle = Battle("axis", "allied", fight.board.hex(H), ("a1",), ("s1",))
        strengths.append(odds.reckon(fight, battle).defence.total)
    assert strengths[0] == strengths[1]


@reading("ocs", "15-02")
def test_one_token_refits_two_a_level_whatever_their_strength() -> None:
    crowd = [*wing(4), craft("a5", "0303", active=False, lost=True)]
    game = aerodrome(2, *crowd)
    assert rules(game, "axis", refit("a1", "a2", "a3", "a4", "a5")) == ["15.0b(A)"]
    play(game, "axis", refit("a2", "a3", "a4", "a5"))
    assert dump_at(game, game.board.hex("0303"), "axis") == 3
    assert (bird(game, "a5").reduced, perch(game, "a1")) == (True, "0303-")
    one = aerodrome(2, *crowd)
    play(one, "axis", refit("a1"))
    assert dump_at(one, one.board.hex("0303"), "axis") == 3


@reading("ocs", "15-03")
@pytest.mark.parametrize(("before", "after"), [(3, 1), (2, 1), (1, 1), (0, 0)])
def test_two_hits_take_levels_down_to_the_first(before: int, after: int) -> None:
    bombers = [craft(f"a{i}", "0303", "T") for i in (1, 2, 3)]
    game = sky(*bombers, unit("a9", "0909"), levels={"s0312": before}, segment="barrage",
               limits={"allied": {"strips": True}})  # fmt: skip
    rig(game, 1, 1, 5)
    play(game, "axis", fly("air-barrage", "a1", "a2", "a3", to="0312", aim="base"))
    assert told(game, "barrage")[0]["hits"] == 2
    assert site(game, "0312").base == after


@reading("ocs", "15-04")
def test_a_base_cut_off_suffers_nothing() -> None:
    game = sky(craft("a1", "0303"), unit("a9", "1010"), unit("s9", "1530"),
               sources=[{"side": "allied", "edge": "east"}])  # fmt: skip
    end(game, "axis", until="movement")
    assert at(game, "a9").oos or where(game, "a9") == "dead"
    assert (site(game, "0303").base, perch(game, "a1"), bird(game, "a1").reduced) == (
        1, "0303+", False,
    )  # fmt: skip


@reading("ocs", "15-05")
def test_a_base_refits_once_even_if_it_could_have_refitted_more() -> None:
    game = aerodrome(3, *wing(6), craft("a20", "0306", active=False))
    play(game, "axis", refit("a1", "a2"))
    assert rules(game, "axis", refit("a3", "a4", "a5", "a6")) == ["15.1(A)"]


@reading("ocs", "15-06")
@pytest.mark.parametrize(
    ("things", "allowed"),
    [
        ([unit("s1", "0304")], False),
        ([unit("s1", "0304", mode="move")], True),
        ([unit("s1", "0304"), unit("a8", "0303", mode="dg", up="combat")], True),
        ([unit("s1", "0304"), unit("a8", "0303", mode="strat")], True),
    ],
)
def test_any_combat_unit_negates_a_zone_for_refit(things: list[Any], allowed: bool) -> None:
    game = aerodrome(1, *wing(1), *things)
    assert rules(game, "axis", refit("a1")) == ([] if allowed else ["15.1(C)"])


@reading("ocs", "15-06")
def test_a_truck_does_not_negate() -> None:
    lorry = [{"side": "axis", "kind": "truck", "points": 1, "hex": "0303", "id": "t1"}]
    game = aerodrome(1, *wing(1), unit("s1", "0304"), transport=lorry)
    assert rules(game, "axis", refit("a1")) == ["15.1(C)"]


@reading("ocs", "15-07")
def test_a_strip_refits_one_holds_four_unloads_two() -> None:
    assert rules(aerodrome(0, *wing(2, 4)), "axis", refit("a1")) == ["15.2(C)"]
    game = aerodrome(0, *wing(2, 3))
    assert rules(game, "axis", refit("a1", "a2")) == ["15.2(A)"]
    assert rules(game, "axis", refit("a1")) == []
    planes = [craft(f"a{i}", "0303", "Tpt", range=12) for i in (1, 2)]
    air = sky(*planes, levels={"0312": 0}, dumps=[{"side": "axis", "hex": "0303", "sp": 2}])
    load = {"to": "0312", "tokens": {"0303": 2}}
    play(air, "axis", fly("air-transport", "a1", **load))
    assert rules(air, "axis", fly("air-transport", "a2", **load)) == ["14.9f"]
    assert rules(air, "axis", fly("air-transport", "a2", stay=["a2"], **load)) == []


@reading("ocs", "15-08")
def test_a_strip_costs_one_token_and_three_more_make_a_base() -> None:
    limits = {"axis": {"strips": True}}
    game = field(unit("a1", H, "hq"), FOE, dumps=DUMP, limits=limits)
    play(game, "axis", work("build-strip", "a1"))
    assert (site(game).base, left(game)) == (0, 19)
    later = field(unit("a1", H, "hq"), FOE, dumps=DUMP, limits=limits, bases=base(0))
    play(later, "axis", work("build-base", "a1"))
    assert (site(later).base, left(later)) == (1, 17)
    never = field(unit("a1", H, "hq"), FOE, dumps=DUMP)
    assert rules(never, "axis", work("build-strip", "a1")) != []


@reading("ocs", "15-09")
def test_a_strip_is_not_pulled_down() -> None:
    game = field(unit("a1", H), FOE, bases=base(0))
    assert rules(game, "axis", work("reduce-base", "a1")) == ["15.2(E)"]


@reading("ocs", "15-10")
def test_engineers_alone_build_one_level_a_base_and_phase() -> None:
    crew = [unit("a1", "0504", "hq"), unit("a2", "0506", "hq"), unit("a3", H, re=3), FOE]
    game = field(*crew, bases=base(1), dumps=DUMP)
    assert rules(game, "axis", work("build-base", "a3")) == ["13.8a"]
    play(game, "axis", work("build-base", "a1"))
    assert (site(game).base, left(game)) == (2, 16)
    assert rules(game, "axis", work("build-base", "a2")) == ["15.3"]
    full = field(*crew, bases=base(3), dumps=DUMP)
    assert rules(full, "axis", work("build-base", "a1")) == ["15.3"]
    late = field(*crew, unit("a4", "0101", mode="exploit"), bases=base(1), dumps=DUMP,
                 segment="exploitation")  # fmt: skip
    assert rules(late, "axis", work("build-base", "a1")) != []


SMALL = {"size": "battalion"}


@reading("ocs", "15-11")
def test_one_re_in_combat_mode_that_stays_reduces_a_base() -> None:
    crew = [unit("a1", H, **SMALL), unit("a2", H, **SMALL), unit("a3", H, mode="move"),
            unit("a4", "0506"), unit("a5", H, mode="dg", up="combat"), FOE]  # fmt: skip
    game = field(*crew, bases=base(2))
    play(game, "axis", move("a4", to=H))
    refused = {names: rules(game, "axis", work("reduce-base", *names))
               for names in (("a1",), ("a3",), ("a4",), ("a5",))}  # fmt: skip
    assert set(map(tuple, refused.values())) == {("15.4",)}
    play(game, "axis", work("reduce-base", "a1", "a2"))
    assert site(game).base == 1
    three = field(unit("a1", H), unit("a2", H), FOE, bases=base(3))
    play(three, "axis", work("reduce-base", "a1"))
    assert rules(three, "axis", work("reduce-base", "a2")) == ["15.4"]
    last = field(unit("a1", H), FOE, bases=base(1))
    assert rules(last, "axis", work("reduce-base", "a1")) == ["15.4"]


@reading("ocs", "15-12")
def test_who_has_reduced_a_base_does_not_march() -> None:
    game = field(unit("a1", H), FOE, bases=base(2))
    play(game, "axis", work("reduce-base", "a1"))
    assert rules(game, "axis", move("a1", to="0506")) != []


# ---- hedgehogs


def hog(level: int, side: str = "axis", hex: str = H) -> list[dict[str, Any]]:
    return [{"side": side, "hex": hex, "level": level}]


@reading("ocs", "16-01")
def test_no_reserve_stays_in_a_hedgehog_and_it_changes_hands() -> None:
    game = field(unit("a1", H, mode="reserve", up="move"), unit("a2", "0101"), FOE,
                 hedgehogs=hog(2))  # fmt: skip
    end(game, "axis")
    assert at(game, "a1").mode == "move"
    taken = field(unit("a1", "0504"), FOE, hedgehogs=hog(3, "allied"))
    play(taken, "axis", move("a1", to=H))
    assert (site(taken).hog, site(taken).hog_owner) == (3, "axis")


@reading("ocs", "16-02")
def test_the_fourth_level_costs_as_much_as_the_first_and_is_the_last() -> None:
    game = field(unit("a1", H), FOE, hedgehogs=hog(3), dumps=DUMP)
    play(game, "axis", work("build-hedgehog", "a1"))
    assert (site(game).hog, left(game)) == (4, 12)
    full = field(unit("a1", H), FOE, hedgehogs=hog(4), dumps=DUMP)
    assert rules(full, "axis", work("build-hedgehog", "a1")) == ["16.0a"]


@reading("ocs", "16-03")
def test_two_battalions_dig_for_two_sp_and_one_level_a_phase() -> None:
    crew = [unit("a1", H, **SMALL), unit("a2", H, **SMALL), unit("a3", H), FOE]
    game = field(*crew, dumps=DUMP)
    assert rules(game, "axis", work("build-hedgehog", "a1")) == ["16.0b"]
    play(game, "axis", work("build-hedgehog", "a1", "a2"))
    assert (site(game).hog, left(game)) == (1, 12)
    assert rules(game, "axis", work("build-hedgehog", "a3")) == ["16.0b"]
    poor = field(*crew, dumps=[{"side": "axis", "hex": "0504", "tokens": 7}])
    assert rules(poor, "axis", work("build-hedgehog", "a3")) != []


@reading("ocs", "16-04")
def test_of_the_disorganised_only_engineers_dig() -> None:
    crew = [unit("a1", "0506"), unit("a2", H, mode="move"), unit("a3", H, mode="dg", up="combat"),
            unit("a4", "0503", "hq", mode="dg", up="combat"), FOE]  # fmt: skip
    game = field(*crew, dumps=DUMP)
    play(game, "axis", move("a1", to=H))
    found = [rules(game, "axis", work("build-hedgehog", name)) for name in ("a1", "a2", "a3", "a4")]
    assert found == [["16.0b"], ["16.0b"], ["16.0b"], []]
    late = field(unit("a5", H, mode="exploit"), FOE, dumps=DUMP, segment="exploitation")
    assert rules(late, "axis", work("build-hedgehog", "a5")) != []


@reading("ocs", "16-05")
def test_a_change_of_mode_is_no_move_but_work_rules_out_moving() -> None:
    game = field(unit("a1", H, mode="move"), FOE, dumps=DUMP)
    play(game, "axis", mode("a1", to="combat"))
    play(game, "axis", work("build-hedgehog", "a1"))
    assert rules(game, "axis", move("a1", to="0506")) == ["16.0b"]
    assert rules(game, "axis", mode("a1", to="move")) == ["5.4"]


@reading("ocs", "16-09")
@pytest.mark.rule("ocs", "5.4")
@pytest.mark.parametrize(
    ("option", "after", "before"),
    [("free", [], []), ("before", ["5.4"], []), ("apart", ["5.4"], ["5.4"])],
)
def test_whether_builders_change_their_mode_is_a_switch(
    option: str, after: list[str], before: list[str]
) -> None:
    options = {"mode-and-work": option}
    game = field(unit("a1", H), FOE, dumps=DUMP, options=options)
    play(game, "axis", work("build-hedgehog", "a1"))
    assert rules(game, "axis", mode("a1", to="move")) == after
    for type_ in ("infantry", "hq"):
        late = field(unit("a1", H, type_, mode="move"), FOE, dumps=DUMP, options=options)
        play(late, "axis", mode("a1", to="combat"))
        assert rules(late, "axis", work("build-hedgehog", "a1")) == before


@reading("ocs", "16-06")
def test_a_level_is_pulled_down_for_nothing_and_fire_leaves_it() -> None:
    for before, after in ((2, 1), (1, 0)):
        game = field(unit("a1", H), unit("a2", H), FOE, hedgehogs=hog(before), dumps=DUMP)
        play(game, "axis", work("reduce-hedgehog", "a1"))
        assert (site(game).hog, left(game)) == (after, 20)
        assert rules(game, "axis", work("reduce-hedgehog", "a2")) == ["16.0c"]
    fired = field(unit("a1", "0503", "artillery"), unit("a2", "0504"), unit("s1", H),
                  hedgehogs=hog(2, "allied"), dumps=DUMP, segment="artillery")  # fmt: skip
    rig(fired, 6, 6, 6)
    play(fired, "axis", {"do": "barrage", "guns": ["a1"], "target": H, "aim": "units"})
    assert (where(fired, "s1"), site(fired).hog) == ("dead", 2)


@reading("ocs", "16-07")
def test_its_level_on_the_combat_roll_and_one_for_surprise() -> None:
    game = field(unit("a1", "0504", ar=4), unit("s1", H, ar=3), hedgehogs=hog(3, "allied"),
                 segment="attack")  # fmt: skip
    reckoned = odds.reckon(game, Battle("axis", "allied", game.board.hex(H), ("a1",), ("s1",)))
    assert (reckoned.roll.total, reckoned.surprise.total) == (-2, 0)


@reading("ocs", "16-08")
@pytest.mark.parametrize(
    ("hogs", "points"), [([], 24), (hog(1, "allied"), 18), (hog(4, hex="0504"), 24)]
)
def test_armour_meets_heavy_anti_tank(hogs: list[Any], points: int) -> None:
    game = field(unit("a1", "0504", "armor"), unit("s1", H), hedgehogs=hogs, segment="attack")
    battle = Battle("axis", "allied", game.board.hex(H), ("a1",), ("s1",))
    assert odds.attack_of(game, battle, "a1").total == points


# ---- weather


@reading("ocs", "17-01")
def test_one_roll_before_the_order_of_play_holds_for_the_turn() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0707"), segment="pre-turn", turn=2, first="",
                 season="autumn", weather="", started=False)  # fmt: skip
    rig(game, 1, 2, 6, 6, 1, 1)
    game._enter("engine", {"do": "begin"}, root=True, auto=False)
    assert told(game, "weather") == [{"weather": "mud_storm"}]
    play(game, "axis", {"do": "choose-order", "choice": "first"})
    while game.turn == 2 and not game.over:
        assert game.state[TURN]["now"].weather == "mud_storm"
        end(game, game.to_act or "axis")


def served(game: Ocs) -> frozenset[int]:
    return fields(game).toward("axis", game.board.hex("0301")).served


@reading("ocs", "17-02")
def test_mud_slows_the_march_and_not_the_draw_and_frost_opens_the_swamp() -> None:
    dry, mud = (field(unit("a1", "0301", "mech"), FOE, weather=w) for w in ("dry", "mud"))
    assert mud.board.hex("0307") in served(mud)  # five points, and next to it
    assert mud.board.hex("0308") not in served(mud)
    assert served(dry) == served(mud)
    a, b = dry.board.hex("0301"), dry.board.hex("0302")
    assert movement.step_price(mud, "axis", "truck", a, b) == 4 * 12
    wall = {f"{row:02d}03": "swamp" for row in range(1, 10)}
    wet, frozen = (
        field(unit("a1", "0301", "mech"), FOE, board=sketch(9, 9, terrain=wall), weather=w)
        for w in ("dry", "snow")
    )
    assert wet.board.hex("0304") not in served(wet)
    assert frozen.board.hex("0304") in served(frozen)
