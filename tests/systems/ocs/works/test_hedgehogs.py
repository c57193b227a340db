"""Hedgehogs: building, pulling down, and what they do. [16.0]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.combat import odds
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SITES
from grognard.systems.ocs.works import hedgehogs
from tests.systems.ocs.field import at, end, field, move, rig, rules, told, unit, where

rule = pytest.mark.rule
DUMP = [{"side": "axis", "hex": "0504", "sp": 20}]


def sapper(name: str = "a9", hex: str = "0505", **more: Any) -> dict[str, Any]:
    faces = {"combat": "2:3 leg", "move": "1:5 leg", "size": "battalion", "traits": "engineer"}
    return unit(name, hex, "engineer", **{**faces, **more})


def dig(*names: str, hex: str = "0505", **more: Any) -> dict[str, Any]:
    return {"do": "build-hedgehog", "hex": hex, "units": list(names or ("a1",)), **more}


def raze(*names: str, hex: str = "0505") -> dict[str, Any]:
    return {**dig(*names, hex=hex), "do": "reduce-hedgehog"}


def hog(level: int, hex: str = "0505", side: str = "axis") -> list[dict[str, Any]]:
    return [{"side": side, "hex": hex, "level": level}]


def level(game: Ocs, hex: str = "0505") -> int:
    return hedgehogs.level(game, game.board.hex(hex))


def left(game: Ocs) -> int:
    return dump_at(game, game.board.hex("0504"), "axis")


# ---- building


@rule("ocs", "16.0b")
@rule("ocs", "16.0")
@rule("ocs", "2.3-move")
def test_one_re_in_combat_mode_digs_a_level_for_two_sp() -> None:
    game = field(unit("a1", "0505"), dumps=DUMP)
    game.play("axis", dig("a1"))
    site = game.state[SITES][game.board.hex("0505")]
    assert (site.hog, site.hog_owner) == (1, "axis")
    assert left(game) == 80 - 8
    assert told(game, "hedgehog") == [{"hex": "0505", "level": 1, "side": "axis"}]


@rule("ocs", "16.0b")
@pytest.mark.parametrize("mode", ["move", "reserve", "strat", "dg"])
def test_ordinary_units_dig_in_combat_mode_outright(mode: str) -> None:
    more = {"up": "combat"} if mode in ("dg", "reserve") else {}
    game = field(unit("a1", "0505", mode=mode, **more), dumps=DUMP)
    assert rules(game, "axis", dig("a1")) == ["16.0b"]


@rule("ocs", "5.10e")
@rule("ocs", "16.0b")
def test_dg_engineers_dig_and_other_dg_units_do_not() -> None:
    game = field(
        unit("a1", "0505", mode="dg", up="combat"), sapper(mode="dg", up="combat"), dumps=DUMP
    )
    assert rules(game, "axis", dig("a1")) == ["16.0b"]
    assert rules(game, "axis", dig("a9")) == []


@rule("ocs", "16.0b")
def test_it_takes_one_re_of_ordinary_units() -> None:
    small = [unit(f"a{i}", "0505", size="battalion") for i in (1, 2)]
    game = field(*small, dumps=DUMP)
    assert rules(game, "axis", dig("a1")) == ["16.0b"]
    assert rules(game, "axis", dig("a1", "a2")) == []
    assert [a for a in game.legal("axis") if a["do"] == "build-hedgehog"] == [dig("a1", "a2")]


@rule("ocs", "16.0b")
@rule("ocs", "13.8d")
def test_an_engineer_of_any_size_digs_also_from_a_distance() -> None:
    game = field(sapper(), dumps=DUMP)
    assert rules(game, "axis", dig("a9", hex="0507")) == []
    ordinary = field(unit("a1", "0505"), dumps=DUMP)
    assert rules(ordinary, "axis", dig("a1", hex="0506")) == ["16.0b"]


@rule("ocs", "16.0b")
def test_diggers_do_not_move_before_or_after() -> None:
    game = field(unit("a1", "0505"), unit("a2", "0506"), dumps=DUMP)
    game.play("axis", move("a2", to="0505"))
    assert rules(game, "axis", dig("a2")) == ["16.0b"]
    game.play("axis", dig("a1"))
    assert rules(game, "axis", move("a1", to="0404")) == ["16.0b"]
    assert where(game, "a1") == "0505"


@rule("ocs", "16.0b")
def test_rail_repair_units_that_have_dug_neither_move_nor_ride() -> None:
    game = field(unit("a1", "0505", traits="rail-repair"), dumps=DUMP)
    game.play("axis", dig("a1"))
    assert rules(game, "axis", move("a1", to="0404")) == ["16.0b"]
    refusal = modes.may_ride(game, "a1", rail=True)
    assert refusal is not None
    assert refusal.rule == "13.8d"


@rule("ocs", "16.0b")
@rule("ocs", "16.0a")
def test_one_level_a_phase_and_four_at_most() -> None:
    game = field(unit("a1", "0505"), unit("a2", "0505"), dumps=DUMP)
    game.play("axis", dig("a1"))
    assert rules(game, "axis", dig("a2")) == ["16.0b"]
    full = field(unit("a1", "0505"), dumps=DUMP, hedgehogs=hog(4))
    assert rules(full, "axis", dig("a1")) == ["16.0a"]


@rule("ocs", "16.0b")
@rule("ocs", "12.0")
def test_without_two_sp_nothing_is_dug() -> None:
    game = field(unit("a1", "0505"), dumps=[{"side": "axis", "hex": "0504", "tokens": 7}])
    assert rules(game, "axis", dig("a1")) == ["13.8d"]


@rule("ocs", "16.0b")
@rule("ocs", "4.8")
def test_there_is_one_hedgehog_a_hex() -> None:
    game = field(unit("a1", "0505"), dumps=DUMP, hedgehogs=hog(2))
    game.play("axis", dig("a1"))
    assert level(game) == 3
    assert [h for h, site in game.state[SITES].items() if site.hog] == [game.board.hex("0505")]


@rule("ocs", "16.0b")
def test_the_player_may_say_who_pays() -> None:
    dumps = [*DUMP, {"side": "axis", "hex": "0404", "sp": 2}]
    game = field(unit("a1", "0505"), dumps=dumps)
    key = f"axis@{game.board.hex('0404')}"
    game.play("axis", dig("a1", pay={key: 8}))
    assert (left(game), dump_at(game, game.board.hex("0404"), "axis")) == (80, 0)


@rule("ocs", "21.11a")
def test_by_an_option_big_hogs_need_engineers_and_more_supply() -> None:
    options = {"big-hogs": "on"}
    game = field(unit("a1", "0505"), sapper(), dumps=DUMP, options=options)
    assert rules(game, "axis", dig("a1")) == []
    game.play("axis", dig("a1"))
    assert left(game) == 80 - 8
    for before, points in ((1, 3), (2, 4), (3, 5)):
        big = field(
            unit("a1", "0505"), sapper(), dumps=DUMP, options=options, hedgehogs=hog(before)
        )
        assert rules(big, "axis", dig("a1")) == ["13.8a"]
        big.play("axis", dig("a9"))
        assert (level(big), left(big)) == (before + 1, 80 - 4 * points)


# ---- pulling down


@rule("ocs", "16.0c")
def test_a_level_goes_for_nothing_and_below_the_first_it_is_gone() -> None:
    game = field(unit("a1", "0505"), hedgehogs=hog(2))
    game.play("axis", raze("a1"))
    assert level(game) == 1
    assert rules(game, "axis", raze("a1")) == ["16.0c"]
    last = field(unit("a1", "0505"), hedgehogs=hog(1))
    last.play("axis", raze("a1"))
    site = last.state[SITES][last.board.hex("0505")]
    assert (site.hog, site.hog_owner) == (0, "")


@rule("ocs", "16.0c")
def test_the_same_people_pull_it_down() -> None:
    game = field(
        unit("a1", "0505", mode="move"),
        unit("a2", "0505", size="battalion"),
        sapper("a9", "0506"),
        hedgehogs=hog(2),
    )
    assert rules(game, "axis", raze("a1")) == ["16.0c"]
    assert rules(game, "axis", raze("a2")) == ["16.0c"]
    assert rules(game, "axis", raze("a9")) == []
    assert rules(game, "axis", raze("a9", hex="0506")) == ["16.0c"]


@rule("ocs", "16.0c")
def test_neither_barrage_nor_combat_harm_it() -> None:
    gun = unit("a1", "0503", "artillery")
    game = field(
        gun,
        unit("a2", "0504"),
        unit("s1", "0505"),
        dumps=DUMP,
        hedgehogs=hog(2, side="allied"),
        segment="artillery",
    )
    rig(game, 6, 6, 4)  # 1/2 in 8-11, and 4 makes it a step
    game.play("axis", {"do": "barrage", "guns": ["a1"], "target": "0505", "aim": "units"})
    assert where(game, "s1") == "dead"
    assert level(game) == 2


# ---- what they do


@rule("ocs", "16.0d")
@pytest.mark.parametrize("depth", [1, 3, 4])
def test_in_combat_it_counts_its_level_and_for_surprise_one(depth: int) -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"), hedgehogs=hog(depth, side="allied"),
                 segment="attack")  # fmt: skip
    fight = Battle("axis", "allied", game.board.hex("0505"), ("a1",), ("s1",))
    reckoning = odds.reckon(game, fight)
    assert (reckoning.roll.total, reckoning.surprise.total) == (-depth, -1)


@rule("ocs", "16.0e")
@rule("ocs", "9.4e")
def test_it_gives_heavy_anti_tank_to_the_defender() -> None:
    bare = field(unit("a1", "0504", "armor"), unit("s1", "0505"), segment="attack")
    dug = field(unit("a1", "0504", "armor"), unit("s1", "0505"), segment="attack",
                hedgehogs=hog(1, side="allied"))  # fmt: skip
    fight = Battle("axis", "allied", bare.board.hex("0505"), ("a1",), ("s1",))
    assert odds.attack_of(bare, fight, "a1").total == 24
    assert odds.attack_of(dug, fight, "a1").total == 18


@rule("ocs", "16.0")
@rule("ocs", "3.3(C)")
def test_it_is_no_combat_unit() -> None:
    game = field(
        unit("a1", "0504"), hedgehogs=hog(3, side="allied"), segment="attack", started=False
    )
    h = game.board.hex("0505")
    assert barrage.density(game, h) == 0
    found = barrage.Fire("axis", h, "units", _points(), "artillery", ("a1",), True)
    assert "10.0a" in [r.rule for r in barrage.refusals(game, found)]


def _points() -> Any:
    from grognard.engine.tally import Tally

    return Tally().add("guns", 10, "10.0")


@rule("ocs", "16.0")
@rule("ocs", "5.7g")
def test_reserves_do_not_stay_in_it() -> None:
    game = field(
        unit("a1", "0505", mode="reserve", up="combat"), unit("a2", "0101"), hedgehogs=hog(1)
    )
    end(game, "axis")
    assert at(game, "a1").mode == "combat"


@rule("ocs", "MK")
def test_the_state_knows_every_marker() -> None:
    """Turn, modes, losses, supply, stocks, hedgehog, base, railhead, fuel, OOS, Trainbusting."""
    game = field(unit("a1", "0505"), dumps=DUMP, hedgehogs=hog(3), bases=hog(2, "0503"))
    view = game.view("axis")
    own, site = view["units"]["a1"], view["sites"]["0505"]
    assert {"mode", "lost", "internals", "oos", "fuelled", "hq_fuelled"} <= set(own)
    assert (site["hog"], view["sites"]["0503"]["base"]) == (3, 2)
    assert next(iter(view["dumps"].values()))["tokens"] == 80
    from grognard.systems.ocs.status import HexStatus

    assert (HexStatus().busted, HexStatus().gauge, game.turn) == ("", "", 1)


# ---- programs


@rule("ocs", "16.0b")
def test_what_is_legal_is_accepted_and_sampled() -> None:
    game = field(
        unit("a1", "0505"),
        unit("a2", "0606", re=3),
        sapper("a9", "0404"),
        unit("s1", "0406"),
        dumps=DUMP,
        hedgehogs=hog(2),
    )
    works = [a for a in game.legal("axis") if "hedgehog" in a["do"]]
    assert {"build-hedgehog", "reduce-hedgehog"} == {a["do"] for a in works}
    assert all(rules(game, "axis", action) == [] for action in works)
    assert dig("a9", hex="0505") in works
    deed = hedgehogs.BuildHedgehog()
    found = [deed.sample(game, "axis", random.Random(seed)) for seed in range(20)]
    assert any(found)
    assert all(rules(game, "axis", action) == [] for action in found if action)
