"""Air Bases: levels, refitting, strips, building and reducing. [15.0]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SITES
from grognard.systems.ocs.works import air_bases
from tests.systems.ocs.field import at, end, field, move, rig, rules, serial, told, unit, where

rule = pytest.mark.rule
PLANE = {"id": "p", "side": "axis", "types": "F", "range": 30, "full": "3/10/0", "reduced": "2/5/0"}
DUMP = [{"side": "axis", "hex": "0504", "sp": 5}]
H = "0505"


def base(level: int, hex: str = H, side: str = "axis") -> dict[str, Any]:
    return {"side": side, "hex": hex, "level": level}


def wing(count: int, hex: str = H, **more: Any) -> list[dict[str, Any]]:
    """Inactive aircraft on a base."""
    facts = {"plane": "p", "hex": hex, "active": False, **more}
    return [{**facts, "id": f"p{i}"} for i in range(1, count + 1)]


def aerodrome(level: int, count: int, *units: dict[str, Any], **more: Any) -> Ocs:
    """A base in the Refit Phase, with Inactive aircraft and a dump beside it."""
    more.setdefault("dumps", DUMP)
    more.setdefault("air", wing(count))
    more.setdefault("bases", [base(level)])
    return field(*units, unit("a9", "0909"), planes=[PLANE], segment="refit", **more)


def refit(*names: str, hex: str = H, **more: Any) -> dict[str, Any]:
    return {"do": "refit", "hex": hex, "aircraft": list(names), **more}


def sapper(name: str = "a1", hex: str = H, **more: Any) -> dict[str, Any]:
    faces = {"combat": "2:3 leg", "move": "1:5 leg", "size": "battalion", "traits": "engineer"}
    return unit(name, hex, "engineer", **{**faces, **more})


def do(what: str, *names: str, hex: str = H) -> dict[str, Any]:
    return {"do": what, "hex": hex, "units": list(names or ("a1",))}


def level(game: Ocs, hex: str = H) -> int:
    return air_bases.level(game, game.board.hex(hex))


# ---- levels


@rule("ocs", "15.0")
@rule("ocs", "15.0b(A)")
@rule("ocs", "15.0b(B)")
@rule("ocs", "15.0b(C)")
@rule("ocs", "15.0b(D)")
@rule("ocs", "15.2(A)")
@rule("ocs", "15.2(B)")
@rule("ocs", "15.2(C)")
@rule("ocs", "15.2(F)")
@pytest.mark.parametrize(
    ("size", "refits", "flak", "unload", "active"),
    [(0, 1, 0, 2, 4), (1, 2, 1, 2, 5), (2, 4, 2, 4, 6), (3, 6, 3, 6, 7)],
)
def test_what_a_base_can_do(size: int, refits: int, flak: int, unload: int, active: int) -> None:
    game = field(unit("a1", H), bases=[base(size)])
    h = game.board.hex(H)
    assert air_bases.refits(game, h) == refits
    assert air_bases.flak(game, h) == flak
    assert air_bases.unloading(game, h) == air_bases.unloading_left(game, h) == unload
    assert air_bases.capacity(game, h) == air_bases.room(game, h, "axis") == active
    assert air_bases.operational(game, h, "axis")
    assert not air_bases.operational(game, h, "allied")


@rule("ocs", "15.0")
def test_a_hex_without_a_base_can_do_nothing() -> None:
    game = field(unit("a1", H))
    h = game.board.hex(H)
    assert (air_bases.level(game, h), air_bases.capacity(game, h), air_bases.flak(game, h)) == (
        -1,
        0,
        0,
    )
    assert air_bases.owner(game, h) == ""


@rule("ocs", "15.0c")
@rule("ocs", "15.2(E)")
@pytest.mark.parametrize(
    ("before", "hits", "after"), [(3, 1, 2), (3, 2, 1), (2, 2, 1), (1, 2, 1), (0, 2, 0)]
)
def test_hits_take_levels_but_never_the_first(before: int, hits: int, after: int) -> None:
    game = field(unit("a1", H), bases=[base(before)])
    assert air_bases.reduce(game, game.board.hex(H), hits, "10.0c(A)") == before - after
    assert level(game) == after
    assert len(told(game, "base-reduced")) == int(before != after)


@rule("ocs", "15.0d")
@rule("ocs", "15.0a")
def test_bases_and_aircraft_need_no_trace() -> None:
    """The Axis has no source: its unit withers, the base and its aircraft suffer nothing."""
    units, sources = (unit("a1", H), unit("a2", "0101")), [{"side": "allied", "edge": "east"}]
    game = field(*units, unit("s1", "0909"), planes=[PLANE], bases=[base(2)], air=wing(3),
                 sources=sources)  # fmt: skip
    rig(game, 6, 6, 6, 6)
    end(game, "axis", until="artillery")
    assert where(game, "a1") == where(game, "a2") == "dead"
    assert level(game) == 2
    assert all(game.state[AIR][f"p{i}"].place == "map" for i in (1, 2, 3))
    assert not any(game.state[AIR][f"p{i}"].reduced for i in (1, 2, 3))


@rule("ocs", "15.5")
def test_each_base_has_its_list_of_aircraft() -> None:
    game = field(unit("a1", H), planes=[PLANE], bases=[base(1), base(1, "0503")],
                 air=[*wing(2), {"plane": "p", "id": "q", "hex": "0503"}])  # fmt: skip
    assert air_bases.based(game, game.board.hex(H), "axis") == ["p1", "p2"]
    assert game.view("axis")["air"]["q"]["hex"] == "0503"


# ---- refitting


@rule("ocs", "15.1(B)")
@rule("ocs", "14.1d")
@rule("ocs", "2.3-refit")
def test_a_token_refits_up_to_two_aircraft_a_level() -> None:
    game = aerodrome(2, 5)
    assert rules(game, "axis", refit(*(f"p{i}" for i in range(1, 6)))) == ["15.0b(A)"]
    game.play("axis", refit("p1", "p2", "p4", "p5"))
    assert dump_at(game, game.board.hex("0504"), "axis") == 20 - 1
    assert [game.state[AIR][f"p{i}"].active for i in range(1, 6)] == [True, True, False, True, True]


@rule("ocs", "15.1(A)")
def test_a_base_refits_once_a_phase() -> None:
    game = aerodrome(2, 4, bases=[base(2), base(1, "0303")],
                     air=[*wing(4), {"plane": "p", "id": "q", "hex": "0303", "active": False}],
                     dumps=[*DUMP, {"side": "axis", "hex": "0303", "sp": 1}])  # fmt: skip
    game.play("axis", refit("p1"))
    assert rules(game, "axis", refit("p2")) == ["15.1(A)"]
    assert rules(game, "axis", refit("q", hex="0303")) == []
    assert rules(game, "axis", refit("q", hex="0404")) == ["15.1(A)"]


@rule("ocs", "15.1(B)")
def test_a_reduced_aircraft_counts_one_and_active_ones_need_none() -> None:
    game = aerodrome(1, 3, air=[*wing(3, reduced=True)[:2], *wing(3)[2:],
                                {"plane": "p", "id": "up", "hex": H}])  # fmt: skip
    assert rules(game, "axis", refit("p1", "p2", "p3")) == ["15.0b(A)"]
    assert rules(game, "axis", refit("up")) == ["15.1(B)"]
    assert rules(game, "axis", refit("p1", "p2")) == []
    assert rules(game, "axis", refit()) == ["form"]
    assert rules(game, "axis", refit("p1", "p1")) == ["form"]


@rule("ocs", "15.1(B)")
@rule("ocs", "12.9c")
def test_without_a_token_nothing_is_refitted() -> None:
    game = aerodrome(1, 1, dumps=[])
    assert rules(game, "axis", refit("p1")) == ["12.9c"]


@rule("ocs", "15.1(C)")
@rule("ocs", "4.5a(H)")
def test_a_base_in_an_enemy_zone_refits_nothing_unless_it_is_negated() -> None:
    game = aerodrome(1, 1, unit("s1", "0506"))
    assert rules(game, "axis", refit("p1")) == ["15.1(C)"]
    held = aerodrome(1, 1, unit("s1", "0506"), unit("a1", H, mode="strat"))
    assert rules(held, "axis", refit("p1")) == []
    held.play("axis", refit("p1"))
    assert at(held, "a1").locked == serial("refit")


@rule("ocs", "15.1(D)")
@rule("ocs", "14.1f")
def test_weather_never_forbids_it() -> None:
    effects = field(unit("a1", H)).scenario.tables["weather-effects"]
    assert any(effects.cell(name, "flight").value == "no" for name in effects.rows)
    for name in effects.rows:
        assert rules(aerodrome(1, 1, weather=name), "axis", refit("p1")) == []


@rule("ocs", "15.0b(D)")
@rule("ocs", "14.2a")
@rule("ocs", "15.2(C)")
@pytest.mark.parametrize(("size", "up", "rule_"), [(1, 4, "15.0b(D)"), (0, 4, "15.2(C)")])
def test_no_more_are_active_than_the_base_holds(size: int, up: int, rule_: str) -> None:
    standing = [{"plane": "p", "id": f"u{i}", "hex": H} for i in range(up)]
    game = aerodrome(size, 2, air=[*wing(2), *standing])
    names = ["p1", "p2"][: 2 if size else 1]
    assert rules(game, "axis", refit(*names)) == [rule_]
    assert rules(game, "axis", refit("p1")) == ([] if size else [rule_])


@rule("ocs", "15.2(A)")
def test_a_strip_refits_one() -> None:
    game = aerodrome(0, 2)
    assert rules(game, "axis", refit("p1", "p2")) == ["15.2(A)"]
    assert rules(game, "axis", refit("p1")) == []


@rule("ocs", "15.1(A)")
def test_nobody_refits_on_the_enemys_base() -> None:
    game = aerodrome(1, 1, bases=[base(1), base(1, "0303", "allied")])
    assert rules(game, "axis", refit("p1", hex="0303")) == ["15.1(A)"]
    assert rules(game, "axis", refit("p1", hex="nowhere")) == ["form"]


@rule("ocs", "4.9a")
def test_the_enemy_is_not_told_what_is_refitted() -> None:
    game = aerodrome(2, 3)
    game.play("axis", refit("p1", "p2"))
    assert [e.kind for e in game.events_for("axis") if e.kind == "refit"] == ["refit"]
    assert not [e for e in game.events_for("allied") if e.kind in ("refit", "supply")]


@rule("ocs", "15.1(B)")
def test_refits_are_listed_and_a_phase_without_any_is_passed_over() -> None:
    game = aerodrome(1, 3)
    listed = [a for a in game.legal("axis") if a["do"] == "refit"]
    assert refit("p1", "p2") in listed
    assert refit("p3") in listed
    assert all(rules(game, "axis", action) == [] for action in listed)
    idle = aerodrome(1, 0, air=[])
    assert idle.segment.kind != "refit"  # type: ignore[attr-defined]


# ---- building


@rule("ocs", "15.3")
@rule("ocs", "13.8d")
def test_engineers_build_a_base_and_improve_it_for_an_sp_a_level() -> None:
    game = field(sapper(), dumps=DUMP)
    game.play("axis", do("build-base"))
    site = game.state[SITES][game.board.hex(H)]
    assert (site.base, site.base_owner) == (1, "axis")
    assert dump_at(game, game.board.hex("0504"), "axis") == 20 - 4
    assert told(game, "base") == [{"hex": H, "level": 1, "side": "axis"}]
    better = field(sapper(), dumps=DUMP, bases=[base(2)])
    better.play("axis", do("build-base"))
    assert (level(better), dump_at(better, better.board.hex("0504"), "axis")) == (3, 16)


@rule("ocs", "15.3")
def test_three_levels_at_most_and_one_a_phase() -> None:
    game = field(sapper(), sapper("a2"), dumps=DUMP, bases=[base(1)])
    game.play("axis", do("build-base"))
    assert rules(game, "axis", do("build-base", "a2")) == ["15.3"]
    full = field(sapper(), dumps=DUMP, bases=[base(3)])
    assert rules(full, "axis", do("build-base")) == ["15.3"]


@rule("ocs", "15.3")
@rule("ocs", "13.8")
def test_ordinary_units_build_no_bases() -> None:
    game = field(unit("a1", H, re=3), dumps=DUMP)
    assert rules(game, "axis", do("build-base")) == ["13.8a"]


@rule("ocs", "15.0a")
@rule("ocs", "15.3")
def test_there_is_one_base_a_hex() -> None:
    limits = {"axis": {"strips": True}}
    game = field(sapper(), dumps=DUMP, bases=[base(1)], limits=limits)
    assert rules(game, "axis", do("build-strip")) == ["15.0a"]
    theirs = field(sapper("a1", "0504"), dumps=DUMP, bases=[base(1, side="allied")])
    assert rules(theirs, "axis", do("build-base")) == ["13.8d"]


@rule("ocs", "13.8d")
def test_a_new_base_is_used_at_once() -> None:
    game = field(sapper(), dumps=DUMP)
    game.play("axis", do("build-base", hex="0506"))
    assert air_bases.operational(game, game.board.hex("0506"), "axis")
    assert air_bases.room(game, game.board.hex("0506"), "axis") == 5


# ---- strips


@rule("ocs", "15.2(D)")
def test_a_strip_costs_a_token_and_three_more_make_it_a_base() -> None:
    limits = {"axis": {"strips": True}}
    game = field(sapper(), dumps=DUMP, limits=limits)
    game.play("axis", do("build-strip"))
    assert (level(game), dump_at(game, game.board.hex("0504"), "axis")) == (0, 19)
    later = field(sapper(), dumps=DUMP, limits=limits, bases=[base(0)])
    later.play("axis", do("build-base"))
    assert (level(later), dump_at(later, later.board.hex("0504"), "axis")) == (1, 17)


@rule("ocs", "15.2(A)")
def test_strips_are_for_games_that_allow_them() -> None:
    game = field(sapper(), dumps=DUMP)
    assert rules(game, "axis", do("build-strip")) == ["15.2(A)"]


# ---- reducing


@rule("ocs", "15.4")
def test_one_re_in_combat_mode_or_an_engineer_reduces_it_for_nothing() -> None:
    game = field(unit("a1", H), sapper("a2", "0506"), unit("a3", H, mode="move"),
                 unit("a4", H, size="battalion"), bases=[base(3)])  # fmt: skip
    for name in ("a1", "a2"):
        assert rules(game, "axis", do("reduce-base", name)) == []
    for name in ("a3", "a4"):
        assert rules(game, "axis", do("reduce-base", name)) == ["15.4"]
    game.play("axis", do("reduce-base", "a1"))
    assert level(game) == 2
    assert rules(game, "axis", do("reduce-base", "a2")) == ["15.4"]
    assert rules(game, "axis", move("a1", to="0506")) == ["16.0b"]


@rule("ocs", "15.4")
@rule("ocs", "15.2(E)")
def test_it_is_not_reduced_below_the_first_level_nor_a_strip_at_all() -> None:
    for size, why in ((1, "15.4"), (0, "15.2(E)")):
        game = field(unit("a1", H), bases=[base(size)])
        assert rules(game, "axis", do("reduce-base")) == [why]
    assert rules(field(unit("a1", H)), "axis", do("reduce-base")) == ["15.4"]


@rule("ocs", "15.4")
def test_who_has_moved_reduces_nothing() -> None:
    game = field(unit("a1", "0506"), bases=[base(3)])
    game.play("axis", move("a1", to=H))
    assert rules(game, "axis", do("reduce-base")) == ["15.4"]


@rule("ocs", "15.3")
def test_works_are_listed_and_sampled() -> None:
    limits = {"axis": {"strips": True}}
    game = field(sapper(), unit("a2", "0303"), dumps=DUMP, bases=[base(2, "0303"), base(2)],
                 limits=limits)  # fmt: skip
    works = [a for a in game.legal("axis") if "base" in a["do"] or "strip" in a["do"]]
    assert {a["do"] for a in works} == {"build-base", "build-strip", "reduce-base"}
    assert all(rules(game, "axis", action) == [] for action in works)
    deed = air_bases.BuildBase()
    found = [deed.sample(game, "axis", random.Random(seed)) for seed in range(20)]
    assert all(rules(game, "axis", action) == [] for action in found if action)
    assert any(found)


@rule("ocs", "14.2a")
@rule("ocs", "15.0b(D)")
def test_a_base_that_has_lost_a_level_holds_fewer_active_aircraft() -> None:
    """Seven on level 3; on level 2 six, and the owner says who stands down."""
    game = field(
        sapper(), unit("a9", "0909"), planes=[PLANE], air=wing(7, active=True), bases=[base(3)]
    )
    game.play("axis", {"do": "reduce-base", "hex": H, "units": ["a1"]})
    assert len(air_bases.active(game, game.board.hex(H), "axis")) == 7
    game.play("axis", {"do": "end"})
    ask = game.decisions[0].ask
    assert (ask.player, ask.name) == ("axis", "crowded base")
    game.play("axis", {"do": "stand-down", "plane": "p4"})
    assert not game.state[AIR]["p4"].active
    assert len(air_bases.active(game, game.board.hex(H), "axis")) == 6
