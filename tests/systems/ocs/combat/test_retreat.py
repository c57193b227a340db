"""Retreats: distance, direction, disorganisation, zones, company, and who does not get away. [9.12]

0505 has around it, from the east: 0506, 0605, 0604, 0504, 0404, 0405.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.combat import retreat
from grognard.systems.ocs.combat.ways_back import Flight, WaysBack
from grognard.systems.ocs.options import OPTIONS
from tests.systems.ocs.combat.aftermath import drive, flee, mode_of, steps, take, wrong
from tests.systems.ocs.field import at, field, told, unit, where

rule = pytest.mark.rule
WALL = {"terrain": dict.fromkeys(("0506", "0605", "0604", "0404", "0405"), "lake")}


def back(
    game: Any, names: str, hexes: int, *answers: Any, enemies: str = "0504", side: str = "allied"
) -> list[Any]:
    """Units retreat from enemies in some hexes."""
    near = [game.board.hex(label) for label in enemies.split()]
    return drive(game, retreat.retreat(game, side, names.split(), hexes, "9.12", near), *answers)


def question(game: Any, names: str, hexes: int, enemies: str = "0504") -> Any:
    near = [game.board.hex(label) for label in enemies.split()]
    return next(retreat.retreat(game, "allied", names.split(), hexes, "9.12", near))


@rule("ocs", "9.12")
@rule("ocs", "9.12c")
def test_units_end_the_full_distance_from_where_they_began() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"), unit("s2", "0505"))
    ask = question(game, "s1 s2", 2)
    assert (ask.player, ask.name, ask.rule) == ("allied", "retreat", "9.12c")
    assert wrong(game, ask, flee(s1="0506", s2="0506")) == ["9.12c"]  # too short
    assert wrong(game, ask, flee(s1="0506 0507")) == ["9.12"]  # all must go
    assert wrong(game, ask, flee(s1="0506 0605", s2="0506 0605")) == ["9.12c"]  # zigzag
    assert wrong(game, ask, flee(s1="0506 0505", s2="0506 0505")) == ["9.12c"]  # yo-yo
    assert wrong(game, ask, flee(s1="0507 0508", s2="0507 0508")) == ["9.12c"]  # a leap
    assert wrong(game, ask, flee(s1="0506 0507 0508", s2="0506 0507 0508")) == ["9.12c"]
    assert wrong(game, ask, flee(s1="0506 0606", s2="0506 0507")) == []  # not in a line, apart
    assert wrong(game, ask, flee(s1="9999", s2="0506 0507")) == ["form"]
    assert wrong(game, ask, flee(a1="0506 0507", s1="0506 0507", s2="0506 0507")) == ["9.12d"]
    back(game, "s1 s2", 2, flee(s1="0506 0606", s2="0405 0406"))
    assert (where(game, "s1"), where(game, "s2")) == ("0606", "0406")


@rule("ocs", "9.12c")
def test_away_from_the_enemy_unless_that_costs_steps() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"))
    ask = question(game, "s1", 1)
    assert wrong(game, ask, flee(s1="0404")) == ["9.12c"]  # beside the attacker
    assert wrong(game, ask, flee(s1="0506")) == []


def _zone(game: Any, label: str) -> bool:
    from grognard.systems.ocs.pieces import zones

    return zones.enemy_zone(game, game.board.hex(label), "allied")


@rule("ocs", "9.12c")
def test_the_way_bends_where_every_way_to_the_rear_costs_a_step() -> None:
    ring = [unit("a2", "0507"), unit("a3", "0406"), unit("a4", "0606")]
    shaken = unit("s1", "0505", mode="dg", up="combat")
    game = field(unit("a1", "0504", mode="move"), shaken, *ring)
    ask = question(game, "s1", 1)
    assert all(_zone(game, h) for h in ("0506", "0605", "0405"))
    assert not any(_zone(game, h) for h in ("0604", "0404"))
    assert wrong(game, ask, flee(s1="0604")) == []
    assert ask.default == flee(s1="0404")
    sound = field(unit("a1", "0504", mode="move"), unit("s1", "0505"), *ring)
    ask = question(sound, "s1", 1)  # it would only be disorganised
    assert wrong(sound, ask, flee(s1="0604")) == ["9.12c"]
    free = field(
        unit("a1", "0504", mode="move"), unit("s1", "0505"), *ring,
        options={"retreat-direction": "free"},
    )  # fmt: skip
    assert wrong(free, question(free, "s1", 1), flee(s1="0604")) == []


@rule("ocs", "9.12f")
def test_never_through_enemy_combat_units() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"), unit("a2", "0506", mode="move"))
    ask = question(game, "s1", 2)
    assert wrong(game, ask, flee(s1="0506 0507")) == ["9.12f"]


@rule("ocs", "9.12f")
@rule("ocs", "4.8c(A)")
def test_only_attack_capable_units_retreat_onto_what_the_enemy_has() -> None:
    dumps = [{"side": "axis", "hex": "0506", "sp": 2}]
    game = field(unit("a1", "0504"), unit("s1", "0505"), unit("s2", "0505", "hq"), dumps=dumps)
    ask = question(game, "s1 s2", 1)
    assert wrong(game, ask, flee(s1="0506", s2="0506")) == ["9.12f"]
    assert wrong(game, ask, flee(s1="0506", s2="0605")) == []
    back(game, "s1 s2", 1, flee(s1="0506", s2="0605"))
    assert told(game, "dump-captured")  # [9.14b]


@rule("ocs", "9.12a")
@rule("ocs", "5.10a(B)")
def test_disorganised_in_the_second_hex_and_not_before() -> None:
    game = field(
        unit("a1", "0504"), unit("s1", "0505"), unit("s2", "0506"), unit("s3", "0507"),
        unit("s4", "0508"),
    )  # fmt: skip
    back(game, "s1", 1, flee(s1="0506"))
    assert [mode_of(game, n) for n in ("s1", "s2")] == ["combat", "combat"]
    game = field(
        unit("a1", "0504"), unit("s1", "0505"), unit("s2", "0506"), unit("s3", "0507"),
        unit("s4", "0508"),
    )  # fmt: skip
    back(game, "s1", 3, flee(s1="0506 0507 0508"))
    found = {n: mode_of(game, n) for n in ("s1", "s2", "s3", "s4")}
    # friends in the second hex are struck with it [5.10a(D)], in the first and third not
    assert found == {"s1": "dg", "s2": "combat", "s3": "dg", "s4": "combat"}
    assert steps(game)["s1"] == 1


@rule("ocs", "5.10a(D)")
@rule("ocs", "9.12e")
@rule("ocs", "5.10a(C)")
@rule("ocs", "4.5c")
def test_a_zone_disorganises_the_stack_and_all_friends_there() -> None:
    game = field(unit("a1", "0504"), unit("a2", "0507"), unit("s1", "0505"), unit("s2", "0506"))
    back(game, "s1", 1, flee(s1="0506"))  # s2 negates nothing
    assert [mode_of(game, n) for n in ("s1", "s2")] == ["dg", "dg"]
    assert steps(game)["s1"] == 1  # it was not DG before it came there


@rule("ocs", "9.12e")
@rule("ocs", "5.10a(C)")
def test_a_stack_that_was_disorganised_before_loses_one_step_in_a_zone() -> None:
    def setting() -> Any:
        return field(
            unit("a1", "0504"), unit("a2", "0507"),
            unit("s1", "0505", re=3, mode="dg", up="combat"), unit("s2", "0505", mode="dg"),
            unit("s3", "0505"), unit("s4", "0506", re=2, mode="dg", up="combat"),
        )  # fmt: skip

    game = setting()
    near = [game.board.hex("0504")]
    procedure = retreat.retreat(game, "allied", ["s1", "s2", "s3"], 1, "9.12", near)
    ask = next(procedure)
    path = flee(s1="0506", s2="0506", s3="0506")
    ask = procedure.send(path)
    assert (ask.name, ask.rule) == ("step losses", "9.12e")  # type: ignore[union-attr]
    for answer in (take(s1=1), take(s2=1), take(s3=1)):  # any of the involved units [9.6]
        assert wrong(game, ask, answer) == []  # type: ignore[arg-type]
    assert wrong(game, ask, take(s4=1)) == ["9.11a"]  # type: ignore[arg-type]
    game = setting()
    back(game, "s1 s2 s3", 1, path, take(s1=1))
    assert steps(game) == {"a1": 1, "a2": 1, "s1": 2, "s2": 1, "s3": 1, "s4": 2}


@rule("ocs", "9.12e")
@rule("ocs", "9.6")
@rule("ocs", "5.10a(C)")
def test_who_became_disorganised_only_now_may_bear_the_loss_of_his_stack() -> None:
    """One of them was DG before: the stack loses one step, and all that retreat are DG by then."""
    game = field(
        unit("a1", "0504"), unit("a2", "0507"), unit("s1", "0505", re=3, mode="dg", up="combat"),
        unit("s2", "0505"),
    )  # fmt: skip
    back(game, "s1 s2", 1, flee(s1="0506", s2="0506"), take(s2=1))
    assert (steps(game)["s1"], at(game, "s2").place) == (3, "dead")


@rule("ocs", "9.12a")
@rule("ocs", "9.12e")
def test_the_second_hex_in_a_zone_costs_no_step_the_third_does() -> None:
    def setting(*more: Any) -> Any:
        return field(unit("a1", "0504"), unit("s1", "0505", re=3), *more)

    game = setting(unit("a2", "0407"))
    assert [_zone(game, h) for h in ("0506", "0507", "0508")] == [False, True, True]
    back(game, "s1", 2, flee(s1="0506 0507"))
    assert steps(game)["s1"] == 3  # DG and zone at once: it was not DG before
    game = setting(unit("a2", "0407"))
    back(game, "s1", 3, flee(s1="0506 0507 0508"))
    assert steps(game)["s1"] == 2


@rule("ocs", "9.12e")
def test_the_loss_is_once_for_a_stack_and_for_each_that_goes_alone() -> None:
    def setting() -> Any:
        pair = (unit(n, "0505", re=3, mode="dg", up="combat") for n in ("s1", "s2"))
        ring = (unit("a2", "0507"), unit("a3", "0406"), unit("a4", "0606"))
        return field(unit("a1", "0504"), *pair, *ring)

    game = setting()
    back(game, "s1 s2", 1, flee(s1="0506", s2="0506"), take(s2=1))
    assert (steps(game)["s1"], steps(game)["s2"]) == (3, 2)
    game = setting()
    back(game, "s1 s2", 1, flee(s1="0506", s2="0605"))
    assert (steps(game)["s1"], steps(game)["s2"]) == (2, 2)


@rule("ocs", "9.12b")
@rule("ocs", "13.1c")
def test_who_has_no_allowance_turns_over_first_and_who_has_none_at_all_dies() -> None:
    game = field(
        unit("a1", "0504"),
        unit("s1", "0505", combat="5:0 leg", move="2:4 leg"),
        unit("s2", "0505", combat="5:0 leg", move="2:0 leg"),
        unit("s3", "0505", "hq"),
        unit("s4", "0505", combat="5:0 leg", move="2:4 leg", mode="dg", up="combat"),
        unit("s5", "0505"),
    )  # fmt: skip
    path = dict.fromkeys(("s1", "s3", "s4", "s5"), "0506")
    back(game, "s1 s2 s3 s4 s5", 1, flee(**path))
    assert where(game, "s2") == "dead"
    assert {n: (mode_of(game, n), at(game, n).combat_up) for n in ("s1", "s3", "s4", "s5")} == {
        "s1": ("move", False),
        "s3": ("move", False),  # headquarters always
        "s4": ("dg", False),
        "s5": ("combat", True),
    }


@rule("ocs", "12.5b")
def test_retreats_need_no_fuel_and_no_points() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505", "mech", combat="5:1 truck"), fuelled=False)
    back(game, "s1", 3, flee(s1="0506 0507 0508"))
    assert where(game, "s1") == "0508"


@rule("ocs", "9.12d")
def test_bystanders_may_join_the_retreat_of_others() -> None:
    game = field(
        unit("a1", "0504"), unit("s1", "0505"), unit("s2", "0505"), unit("s3", "0505"),
        unit("s4", "0506"),
    )  # fmt: skip
    ask = question(game, "s1", 2)
    assert wrong(game, ask, flee(s1="0506 0507", s2="0605 0606")) == ["9.12d"]  # not its own way
    assert wrong(game, ask, flee(s1="0506 0507", s4="0506 0507")) == ["9.12d"]  # of another hex
    back(game, "s1", 2, flee(s1="0506 0507", s2="0506 0507"))
    assert [where(game, n) for n in ("s1", "s2", "s3")] == ["0507", "0507", "0505"]
    assert [mode_of(game, n) for n in ("s1", "s2", "s3")] == ["dg", "dg", "combat"]


TRUCKS = [
    {"id": "org", "side": "allied", "hex": "0505", "kind": "truck", "points": 1,
     "formation": "5 Tank", "load": 1},
    {"id": "reg", "side": "allied", "hex": "0505", "kind": "truck", "points": 2},
]  # fmt: skip


@rule("ocs", "9.12d")
@rule("ocs", "13.2g(E)")
@rule("ocs", "9.14c")
@rule("ocs", "9.14b")
def test_organic_trucks_join_and_nothing_else_does() -> None:
    def setting(**more: Any) -> Any:
        tank = unit("s1", "0505", "armor", formation="5 Tank")
        dumps = [{"side": "allied", "hex": "0505", "sp": 3}]
        return field(unit("a1", "0504"), tank, transport=TRUCKS, dumps=dumps, **more)

    game = setting()
    ask = question(game, "s1", 1)
    assert wrong(game, ask, flee(s1="0506", reg="0506")) == ["9.12d"]
    assert wrong(game, ask, flee(s1="0506", org="0605")) == ["9.12d"]
    assert wrong(game, ask, flee(s1="0506", org="0506")) == []
    assert ask.default["paths"].get("org") == ask.default["paths"]["s1"]
    assert "org" not in ask.policies["safest way, nobody joins"]()["paths"]
    back(game, "s1", 1, flee(s1="0506", org="0506"))
    hexes = {key: game.board.label(t.hex) for key, t in game.state.maps["transport"].items()}
    assert hexes == {"org": "0506", "reg": "0505"}
    (dump,) = game.state.maps["dumps"].values()
    assert dump.hex == game.board.hex("0505")


@rule("ocs", "13.2g(E)")
def test_trucks_do_not_go_on_alone() -> None:
    tank = unit("s1", "0505", "armor", formation="5 Tank", mode="dg", up="combat")
    game = field(unit("a1", "0504"), tank, unit("a2", "0406"), transport=TRUCKS)
    back(game, "s1", 2, flee(s1="0506 0507", org="0506 0507"))
    assert where(game, "s1") == "dead"  # in the first hex, which lies in a zone
    assert game.board.label(game.state.maps["transport"]["org"].hex) == "0506"


@rule("ocs", "9.12e")
def test_what_a_way_costs_is_foreseen() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505", re=3), unit("a2", "0407"))
    start, labels = game.board.hex("0505"), ("0506", "0507", "0508")
    ways = WaysBack(game, Flight("allied", start, 3, ("s1",)))
    path = tuple(game.board.hex(label) for label in labels)
    assert [ways.toll(["s1"], path[:n]) for n in (1, 2, 3)] == [0, 0, 1]


WALL_BUT: dict[str, Any] = {"terrain": dict.fromkeys(("0605", "0604", "0404", "0405"), "lake")}


@rule("ocs", "9.12")
def test_who_cannot_retreat_is_eliminated() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505", re=3), board=sketch(9, 9, **WALL))
    assert back(game, "s1", 1) == []  # nothing to ask
    assert where(game, "s1") == "dead"
    (dead,) = told(game, "eliminated")
    assert dead["steps"] == 3
    around = [unit(f"a{i}", h) for i, h in enumerate(("0506", "0605", "0604", "0404", "0405"), 2)]
    game = field(unit("a1", "0504"), unit("s1", "0505"), *around)
    back(game, "s1", 1)
    assert where(game, "s1") == "dead"


@rule("ocs", "9.12")
@rule("ocs", "6.2c")
def test_prohibited_ground_is_so_for_each_class_by_itself() -> None:
    swamp = sketch(9, 9, terrain={**WALL_BUT["terrain"], "0506": "swamp"})
    game = field(unit("a1", "0504"), unit("s1", "0505"), unit("s2", "0505", "armor"), board=swamp)
    flight = Flight("allied", game.board.hex("0505"), 1, ("s1", "s2"))
    offer = retreat.Retreat(game, flight)
    for answer, found in (
        (flee(s1="0506", s2="0506"), ["9.12"]),
        (flee("s1", s1="0506", s2="0506"), ["9.12"]),
        (flee("s1", "s2", s1="0506"), ["9.12"]),
        (flee("s2", s1="0506"), []),
    ):
        assert [r.rule for r in offer.why(game, "allied", answer)] == found
    back(game, "s1 s2", 1)
    assert (where(game, "s1"), where(game, "s2")) == ("0506", "dead")


@rule("ocs", "9.12")
@rule("ocs", "4.8")
def test_nobody_ends_overstacked_if_there_is_room_elsewhere() -> None:
    full = [unit(f"s{i}", "0506", re=3) for i in (3, 4, 5)]
    game = field(unit("a1", "0504"), unit("s1", "0505"), unit("s2", "0505"), *full)
    ask = question(game, "s1 s2", 1)
    assert wrong(game, ask, flee(s1="0506", s2="0506")) == ["9.12"]  # eleven RE
    assert wrong(game, ask, flee(s1="0506", s2="0605")) == []
    assert wrong(game, ask, flee("s2", s1="0506", s2="0506")) == ["9.12"]  # it need not die
    # through a full hex one may pass
    ask = question(game, "s1 s2", 2)
    assert wrong(game, ask, flee(s1="0506 0507", s2="0506 0507")) == []


@rule("ocs", "9.12")
def test_who_must_overstack_at_the_end_is_eliminated_there() -> None:
    full = [unit(f"s{i}", "0506", re=3) for i in (3, 4, 5)]
    game = field(
        unit("a1", "0504"), unit("s1", "0505"), unit("s2", "0505"), *full,
        board=sketch(9, 9, **WALL_BUT),
    )  # fmt: skip
    ask = question(game, "s1 s2", 1)
    assert wrong(game, ask, flee("s1", "s2", s1="0506", s2="0506")) == ["9.12"]
    assert wrong(game, ask, flee("s2", s1="0506")) == ["9.12"]  # it goes as far as it can
    assert wrong(game, ask, flee("s2", s1="0506", s2="0506")) == []
    back(game, "s1 s2", 1, flee("s2", s1="0506", s2="0506"))
    assert (where(game, "s1"), where(game, "s2")) == ("0506", "dead")


@rule("ocs", "9.12")
@rule("ocs", "5.10a(D)")
@pytest.mark.parametrize(
    ("switch", "mode"), [("effects-first", "dg"), ("eliminated-at-once", "combat")]
)
def test_a_retreat_that_is_stopped_disorganises_whom_it_met(switch: str, mode: str) -> None:
    pocket = {**WALL_BUT["terrain"], **dict.fromkeys(("0406", "0407", "0507", "0606"), "lake")}
    game = field(
        unit("a1", "0504"), unit("s1", "0505"), unit("s2", "0506"), unit("a2", "0605", "armor"),
        board=sketch(9, 9, terrain={h: t for h, t in pocket.items() if h != "0605"}),
        options={"stopped-retreat": switch},
    )  # fmt: skip
    assert _zone(game, "0506")
    back(game, "s1", 2)
    assert where(game, "s1") == "dead"
    assert mode_of(game, "s2") == mode


@rule("ocs", "9.12")
@rule("ocs", "I.C")
def test_the_edge_of_the_map_is_the_end() -> None:
    game = field(unit("a1", "0102"), unit("s1", "0101", re=2), unit("a2", "0201"))
    back(game, "s1", 1, enemies="0102")
    assert where(game, "s1") == "dead"


@rule("ocs", "9.12c")
def test_stacks_of_several_hexes_go_one_after_the_other_and_make_room() -> None:
    near = [unit(f"s{i}", "0505", re=3) for i in (1, 2, 3)]
    far = [unit(f"s{i}", "0506", re=3) for i in (4, 5, 6)]
    walls = dict.fromkeys(("0605", "0604", "0404", "0405"), "lake")
    game = field(unit("a1", "0504"), *near, *far, board=sketch(9, 9, terrain=walls))
    back(game, "s1 s2 s3 s4 s5 s6", 1)
    assert {where(game, f"s{i}") for i in (1, 2, 3)} == {"0506"}  # the others were about to leave
    assert {where(game, f"s{i}") for i in (4, 5, 6)}.isdisjoint({"0506", "0505"})


@rule("ocs", "20.0a")
@rule("ocs", "9.12c")
def test_divisions_may_break_down_as_they_retreat() -> None:
    division = unit("s1", "0505", re=3, traits="infantry")
    regiment = unit("s-bd", None, traits="breakdown", ar=3)
    game = field(unit("a1", "0504"), division, regiment)
    back(
        game, "s1", 1, {"do": "break-down", "unit": "s1", "into": "s-bd"},
        {"do": "retreat", "paths": {"s1": ["0506"], "s-bd#1": ["0605"]}},
    )  # fmt: skip
    assert (where(game, "s1"), where(game, "s-bd#1")) == ("0506", "0605")
    assert (at(game, "s1").lost, at(game, "s-bd#1").lost) == (1, 0)


@rule("ocs", "4.9a")
def test_the_enemy_sees_one_counter_of_a_stack_that_retreats() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"), unit("s2", "0505"))
    back(game, "s1 s2", 1, flee(s1="0506", s2="0506"))
    (own,) = [e for e in game.events_for("allied") if e.kind == "retreat"]
    (seen,) = [e for e in game.events_for("axis") if e.kind == "retreat"]
    assert own.facts["units"] == ["s1", "s2"]
    assert (seen.facts["units"], seen.facts["path"]) == (["s2"], ["0506"])


def test_what_is_listed_or_drawn_is_legal_and_lists_hold_every_common_way() -> None:
    game = field(
        unit("a1", "0504"), unit("s1", "0505", re=3),
        unit("s2", "0505", "armor", formation="5 Tank"), transport=TRUCKS,
    )  # fmt: skip
    ask = question(game, "s1 s2", 2)
    offer = ask.offers[0]
    listed = list(offer.legal(game, "allied"))
    assert all(wrong(game, ask, action) == [] for action in listed)
    together = {tuple(a["paths"]["s1"]) for a in listed if a["paths"]["s1"] == a["paths"]["s2"]}
    ends = {path[-1] for path in together}  # all that are farther from 0504 than 0505 is
    assert " ".join(sorted(ends)) == "0304 0305 0306 0406 0507 0606 0704 0705 0706"
    for seed in range(40):
        action = offer.sample(game, "allied", random.Random(seed))
        assert wrong(game, ask, action) == []


def test_the_switches_are_options() -> None:
    known = {option.id for option in OPTIONS}
    assert {"stopped-retreat", "retreat-direction"} <= known


@rule("ocs", "5.8a")
def test_strat_mode_units_do_not_retreat_into_a_zone_and_die_if_they_must() -> None:
    strat = unit("s1", "0505", mode="strat")
    game = field(unit("a1", "0504"), unit("a2", "0507"), strat, unit("s2", "0505"))
    zoned = {h for h in ("0506", "0605", "0405") if _zone(game, h)}
    assert zoned == {"0506"}
    ask = question(game, "s1 s2", 1)
    assert wrong(game, ask, flee(s1="0506", s2="0506")) == ["5.8a"]
    assert wrong(game, ask, flee(s1="0605", s2="0506")) == []
    ring = [unit("a2", "0507"), unit("a3", "0406"), unit("a4", "0606"), unit("a5", "0403")]
    game = field(unit("a1", "0504"), strat, unit("s2", "0505"), unit("a6", "0703"), *ring)
    assert all(_zone(game, game.board.label(h)) for h in game.board.around(game.board.hex("0505")))
    back(game, "s1 s2", 1)
    assert where(game, "s1") == "dead"
    assert (at(game, "s2").mode, at(game, "s2").place) == ("dg", "map")


@rule("ocs", "5.8a")
@rule("ocs", "9.12a")
def test_a_strat_unit_is_so_until_it_has_come_into_the_second_hex() -> None:
    board = {"terrain": dict.fromkeys(("0605", "0604", "0404", "0405", "0606", "0406"), "lake")}
    game = field(unit("a1", "0504"), unit("a2", "0508"), unit("s1", "0505", mode="strat"),
                 board=sketch(9, 9, **board))  # fmt: skip
    assert [_zone(game, h) for h in ("0506", "0507")] == [False, True]
    back(game, "s1", 2)
    assert where(game, "s1") == "dead"
    third = field(unit("a1", "0504"), unit("a2", "0509"), unit("s1", "0505", mode="strat", re=2),
                  board=sketch(9, 9, **board))  # fmt: skip
    assert [_zone(third, h) for h in ("0507", "0508")] == [False, True]
    back(third, "s1", 3, flee(s1="0506 0507 0508"))  # DG by now, it loses a step
    assert (where(third, "s1"), mode_of(third, "s1"), at(third, "s1").lost) == ("0508", "dg", 1)


@rule("ocs", "9.12")
def test_nobody_retreats_onto_ground_that_the_scenario_closes_to_him() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"), closed={"allied": ["0506"]})
    ask = question(game, "s1", 1)
    assert wrong(game, ask, flee(s1="0506")) == ["house"]
    assert wrong(game, ask, flee(s1="0605")) == []
