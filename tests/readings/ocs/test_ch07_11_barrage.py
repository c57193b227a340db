"""The second reading plays chapter 10: barrages by guns, aircraft and ships."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.barrage.weight import density_shift
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, SITES, TURN
from tests.readings.ocs.clash import drive, tokens, until
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.combat.aftermath import take
from tests.systems.ocs.field import at, end, field, play, rules, told, unit
from tests.systems.ocs.naval.sea import coast, port, ship, waters

reading = pytest.mark.reading
GERMANS = {"axis": {"hip_shooters": ["German"]}}
SUPPLY = [{"side": "axis", "hex": "0503", "sp": 5}]


def gun(name: str, hex: str, strength: int = 20, **more: Any) -> dict[str, Any]:
    return unit(name, hex, "artillery", barrage=f"{strength}/{min(strength, 5)}", **more)


def shell(*guns: str, at: str = "0505", aim: str = "units") -> dict[str, Any]:
    return {"do": "barrage", "guns": list(guns), "target": at, "aim": aim}


def battery(*units: dict[str, Any], **spec: Any) -> Ocs:
    return field(*units, **{"segment": "artillery", "dumps": SUPPLY, **spec})


def bomb(*planes: str, to: str = "0312", aim: str = "units", do: str = "air-barrage") -> Any:
    return fly(do, *planes, to=to, aim=aim)


def column(game: Ocs) -> str:
    text: str = told(game, "reckoning")[-1]["column"]
    return text


# ---- in general


@reading("ocs", "10-01")
def test_there_is_no_barrage_without_a_point() -> None:
    game = sky(
        craft("a1", "0303", "Tpt"),
        craft("a2", "0303", "T", torpedo=True),
        craft("a3", "0303", "T"),
        unit("s1", "0312", mode="strat"),
        unit("a9", "0313"),
        segment="barrage",
    )
    assert rules(game, "axis", bomb("a1")) == ["10.0"]
    assert rules(game, "axis", bomb("a2")) == ["18.3e"]  # a torpedo bomber has none by that rule
    assert rules(game, "axis", bomb("a3")) == []


@reading("ocs", "10-31")
def test_half_a_point_is_rounded_up_to_a_barrage() -> None:
    game = battery(gun("a1", "0504", 1, mode="dg", up="combat"), unit("s1", "0505"))
    drive(game, "axis", shell("a1"), 6, 6)
    assert told(game, "reckoning")[-1]["initial"] == "1-"
    assert at(game, "s1").mode == "dg"


@reading("ocs", "10-02")
def test_four_aircraft_together_and_any_number_of_guns() -> None:
    crowd = [craft(f"a{i}", "0303", "T") for i in range(1, 6)]
    game = sky(*crowd, unit("s1", "0312"), segment="barrage")
    names = [f"a{i}" for i in range(1, 6)]
    assert rules(game, "axis", bomb(*names)) != []
    assert rules(game, "axis", bomb(*names[:4])) == []
    guns = [gun(f"a{i}", "0504", 1) for i in range(1, 7)]
    assert (
        rules(battery(*guns, unit("s1", "0505")), "axis", shell(*(g["row"]["id"] for g in guns)))
        == []
    )


BRIGADE, BATTALION = {}, {"size": "battalion"}  # type: ignore[var-annotated]


@reading("ocs", "10-03")
@pytest.mark.parametrize(
    ("stack", "shift"),
    [([{"re": 4}], 0), ([{"re": 4}, BRIGADE], 1), ([{"formation": "9"}] * 5, 0), ([BRIGADE], -1),
     ([BRIGADE, BATTALION], 0)],
)  # fmt: skip
def test_a_division_counts_for_three_at_most(stack: list[dict[str, Any]], shift: int) -> None:
    foes = [unit(f"s{i}", "0505", **more) for i, more in enumerate(stack)]
    game = battery(gun("a1", "0504"), *foes)
    assert density_shift(game, game.board.hex("0505")) == shift


@reading("ocs", "10-04")
@pytest.mark.parametrize(("strength", "dice", "count"), [(17, (6, 6), 1), (60, (6, 6), 2)])
def test_the_owner_shares_out_losses_as_he_likes(
    strength: int, dice: tuple[int, int], count: int
) -> None:
    game = battery(
        gun("a1", "0504", strength), unit("s1", "0505", re=3), unit("s2", "0505", size="battalion"),
        unit("s3", "0505", size="company"),
    )  # fmt: skip
    ask = until(game, "axis", shell("a1"), "step losses", *dice)
    assert ask.player == "allied"
    for answer in ({"s1": 1}, {"s2": 1}) if count == 1 else ({"s1": 2}, {"s2": 1, "s3": 1}):
        assert rules(game, "allied", take(**answer)) == []
    drive(game, "allied", take(s1=count))
    assert [at(game, n).mode for n in ("s1", "s2", "s3")] == ["dg"] * 3


SPOTTERS = {
    "nobody": [],
    "hq": [unit("a2", "0605", "hq")],
    "strat": [unit("a2", "0605", mode="strat")],
}


@reading("ocs", "10-05")
@pytest.mark.parametrize(
    ("who", "printed"), [("nobody", "2"), ("truck", "2"), ("hq", "8-11"), ("strat", "8-11")]
)
def test_any_combat_unit_spots_and_transport_does_not(who: str, printed: str) -> None:
    trucks = [{"id": "t1", "side": "axis", "hex": "0605", "points": 1}] if who == "truck" else []
    game = battery(
        gun("a1", "0503", 10), *SPOTTERS.get(who, []), unit("s1", "0505"),
        unit("s2", "0505", size="battalion"), transport=trucks,
    )  # fmt: skip
    drive(game, "axis", shell("a1"), 1, 1)
    assert column(game) == printed


@reading("ocs", "10-06")
@pytest.mark.parametrize("aim", ["units", "base"])
def test_a_hip_shoot_needs_a_spotter_whatever_it_is_aimed_at(aim: str) -> None:
    game = sky(
        craft("a1", "0303", "T"), unit("s1", "0312"), unit("a9", "0315"), levels={"s0312": 1},
        limits=GERMANS,
    )  # fmt: skip
    assert rules(game, "axis", bomb("a1", aim=aim, do="hip-shoot")) != []


# ---- facilities


@reading("ocs", "10-07")
@pytest.mark.parametrize(("level", "left"), [(2, 1), (1, 1), (0, 0)])
def test_bases_are_reduced_to_the_first_level_and_strips_not_at_all(level: int, left: int) -> None:
    game = sky(
        craft("a1", "0303", "T", full="(1)/90/0"), unit("s9", "0315"), levels={"s0312": level},
        segment="barrage",
    )  # fmt: skip
    drive(game, "axis", bomb("a1", aim="base"), 1, 1, 4)
    assert told(game, "barrage")[0]["hits"] == 2
    assert game.state[SITES][game.board.hex("0312")].base == left


@reading("ocs", "10-08")
def test_every_aircraft_of_a_base_is_rolled_for() -> None:
    game = sky(
        craft("a1", "0303", "T", full="(1)/12/0"), craft("s1", "0312", "T"),
        craft("s2", "0312", "T", active=False), craft("s3", "0312", "T", active=False),
        segment="barrage",
    )  # fmt: skip
    rolled = [5, 4, 6]
    drive(game, "axis", bomb("a1", aim="base"), 1, 1, 3, *rolled)
    assert told(game, "barrage")[0]["aircraft"] == 5
    assert sorted(bird(game, s).reduced for s in ("s1", "s2", "s3")) == [False, True, True]
    assert told(game, "base-raid")[0]["aircraft"] == 3


@reading("ocs", "10-09")
def test_a_port_has_four_hits_at_most() -> None:
    game = waters(
        ship("a1", "0303", sound="90/6/2/3"), unit("s1", "0404"), unit("a9", "0808"),
        ports=[port("0404", "allied", hits=3)], segment="barrage", board=coast(),
    )  # fmt: skip
    h = game.board.hex("0404")
    assert game.state[SITES][h].hits == 3
    drive(game, "axis", {"do": "bombard", "by": ["a1"], "target": "0404", "aim": "port"}, 4)
    assert told(game, "barrage")[0]["hits"] == 2
    assert game.state[SITES][h].hits == 4


@reading("ocs", "10-10")
def test_a_trainbusting_marker_lies_until_the_enemy_cleans_up() -> None:
    game = sky(
        craft("a1", "0303", "T"), craft("a2", "0303", "T"), unit("s1", "0311", "mech", mode="move"),
        unit("a9", "0330"), segment="barrage",
        sources=[{"side": "axis", "edge": "west"}, {"side": "allied", "edge": "east"}],
    )  # fmt: skip
    drive(game, "axis", fly("trainbust", "a1", to="0312"), 1, 1, 6)
    h, board = game.board.hex("0312"), game.board
    cost = movement.step_cost(game, "s1", board.hex("0311"), h)
    beside = movement.step_cost(game, "s1", board.hex("0315"), board.hex("0313"))
    assert cost is not None
    assert cost.total == 2
    assert beside is None or beside.total == 2
    while game.to_act != "allied" or game.segment.kind != "movement":  # type: ignore[attr-defined]
        play(game, game.to_act or "axis", {"do": "end"})
    assert game.state[HEXES][h].busted == "axis"  # after the axis has cleaned up
    turn = game.turn
    while game.turn == turn and not game.over:
        play(game, game.to_act or "axis", {"do": "end"})
    assert game.state[HEXES][h].busted == ""


@reading("ocs", "10-11")
def test_dumps_and_transport_are_no_targets() -> None:
    trucks = [{"id": "t1", "side": "allied", "hex": "0505", "points": 1}]
    dumps = [*SUPPLY, {"side": "allied", "hex": "0505", "sp": 5}]
    game = battery(gun("a1", "0504"), unit("s1", "0506"), transport=trucks, dumps=dumps)
    for aim in ("units", "base", "port", "trains", "dump"):
        assert rules(game, "axis", shell("a1", aim=aim)) != []
    assert {a["target"] for a in game.legal("axis") if a["do"] == "barrage"} == {"0506"}


# ---- limits


@reading("ocs", "10-12")
def test_one_barrage_a_hex_and_phase_at_one_thing_in_it() -> None:
    game = sky(
        craft("a1", "0303", "T", full="(1)/90/0"),
        craft("a2", "0303", "T"),
        unit("s1", "0312"),
        craft("a3", "0303", "T"),
        unit("s2", "0316"),
        levels={"s0312": 2},
        ports=[port("0312", "allied")],
        segment="barrage",
        sources=[{"side": "axis", "edge": "west"}],
    )
    before = at(game, "s1")
    drive(game, "axis", bomb("a1", aim="port"), 1, 1, 4)
    assert at(game, "s1") == before
    assert game.state[SITES][game.board.hex("0312")].base == 2
    for aim in ("units", "base", "port"):
        assert "10.0e(A)" in rules(game, "axis", bomb("a2", aim=aim))
    end(game, "axis", until="exploitation-barrage")
    assert rules(game, "axis", bomb("a2")) == []


@reading("ocs", "10-13")
def test_a_mission_shot_down_has_used_the_hex_up() -> None:
    game = sky(
        craft("a1", "0303", "T", lost=True), craft("a2", "0303", "T"), unit("s1", "0312"),
        unit("s2", "0315"), segment="barrage",
    )  # fmt: skip
    drive(game, "axis", bomb("a1"), 6, 5)
    assert perch(game, "a1") == "dead-"
    assert told(game, "barrage") == []
    assert rules(game, "axis", bomb("a2")) == ["10.0e(A)"]


@reading("ocs", "10-14")
def test_hip_shoots_come_on_top() -> None:
    game = sky(
        craft("a1", "0303", "T"), craft("a2", "0303", "T"), craft("a3", "0303", "T"),
        unit("s1", "0312", re=3), unit("a9", "0313"), limits=GERMANS,
    )  # fmt: skip
    for plane in ("a1", "a2"):
        drive(game, "axis", bomb(plane, do="hip-shoot"), 1, 1, 1, 1)
    end(game, "axis", until="barrage")
    assert rules(game, "axis", bomb("a3")) == []


@reading("ocs", "10-15")
def test_a_gun_fires_once_with_all_it_has() -> None:
    game = battery(gun("a1", "0504"), gun("a2", "0504"), unit("s1", "0505"), unit("s2", "0405"))
    drive(game, "axis", shell("a1"), 1, 1)
    assert told(game, "reckoning")[-1]["strength"]["total"] == 20
    assert rules(game, "axis", shell("a1", at="0405")) == ["10.0e(B)"]
    assert rules(game, "axis", {**shell("a2", at="0405"), "strength": 10}) != []


@reading("ocs", "10-16")
@pytest.mark.parametrize(
    ("segment", "phasing", "who"),
    [("barrage", "axis", {"air-barrage", "bombard"}),
     ("reaction-barrage", "allied", {"air-barrage", "bombard", "barrage"}),
     ("artillery", "axis", {"barrage"}),
     ("exploitation-barrage", "axis", {"air-barrage", "bombard", "barrage"})],
)  # fmt: skip
def test_which_barrages_in_which_phase(segment: str, phasing: str, who: set[str]) -> None:
    from tests.systems.ocs.field import serial

    now = serial(segment, int(phasing != "axis"))
    released = {"released": now} if segment != "artillery" else {}
    items = [
        ship("a1", "0303"),
        gun("a2", "0505", at=released),
        unit("s1", "0504"),
        unit("a9", "0808"),
    ]
    plane = craft("a3", "0707", "T")
    game = waters(
        *items, segment=segment, player=phasing, planes=[plane["plane"]], air=[plane["state"]],
        bases=[{"side": "axis", "hex": "0707", "level": 1}],
        dumps=[{"side": "axis", "hex": "0505", "sp": 3}],
    )  # fmt: skip
    deeds = {
        "barrage": shell("a2", at="0504"),
        "bombard": {"do": "bombard", "by": ["a1"], "target": "0504", "aim": "units"},
        "air-barrage": bomb("a3", to="0504"),
    }
    if game.to_act != "axis" or game.segment.kind != segment:  # type: ignore[attr-defined]
        raise AssertionError("the segment has been passed over")
    assert {name for name, deed in deeds.items() if not rules(game, "axis", deed)} == who


@reading("ocs", "10-17")
def test_types_never_mix() -> None:
    game = sky(
        craft("a1", "0303", "T"), gun("a2", "0310", mode="exploit"), unit("s1", "0312"),
        segment="exploitation-barrage", dumps=[{"side": "axis", "hex": "0310", "sp": 5}],
    )  # fmt: skip
    assert rules(game, "axis", shell("a2", at="0312")) == []
    assert rules(game, "axis", shell("a2", "a1", at="0312")) != []
    assert rules(game, "axis", bomb("a1", "a2")) != []
    assert rules(game, "axis", {"do": "bombard", "by": ["a1", "a2"], "target": "0312"}) != []


# ---- guns


@reading("ocs", "10-18")
def test_ground_and_weather_do_not_shorten_the_range() -> None:
    hard = {"0503": "mountain", "0504": "mountain", "0505": "woods"}
    game = battery(
        gun("a1", "0502", range=3), unit("s1", "0505"), unit("s2", "0506"),
        board=sketch(9, 9, terrain=hard), dumps=[{"side": "axis", "hex": "0502", "sp": 5}],
    )  # fmt: skip
    game.put(TURN, "now", replace(game.state[TURN]["now"], weather="mud_storm"))
    assert rules(game, "axis", shell("a1", at="0506")) == ["10.1a"]
    drive(game, "axis", shell("a1"), 1, 1)
    assert told(game, "reckoning")[-1]["strength"]["total"] == 20


@reading("ocs", "10-19")
@reading("ocs", "10-24")
@pytest.mark.parametrize(("hog", "die", "steps"), [(1, 3, 0), (1, 4, 1), (3, 6, 0)])
def test_the_books_example_of_a_barrage(hog: int, die: int, steps: int) -> None:
    """16 points at 8 RE in a hedgehog and close terrain: 25-40 at the price of 12-16."""
    game = battery(
        gun("a1", "0503", 8), gun("a2", "0503", 8), unit("a3", "0504"),
        *(unit(f"s{i}", "0505") for i in range(8)), board=sketch(9, 9, terrain={"0505": "woods"}),
        hedgehogs=[{"side": "allied", "hex": "0505", "level": hog}],
        dumps=[{"side": "axis", "hex": "0503", "tokens": 3}],
    )  # fmt: skip
    drive(game, "axis", shell("a1", "a2"), 4, 4, die)
    assert (column(game), tokens(game, "axis")) == ("25-40", 0)
    dead = [n for n in (f"s{i}" for i in range(8)) if at(game, n).place == "dead"]
    assert len(dead) == steps
    assert {at(game, f"s{i}").mode for i in range(8) if f"s{i}" not in dead} == {"dg"}


@reading("ocs", "10-20")
def test_a_barrage_without_supply_is_not_fired_and_costs_nothing() -> None:
    game = battery(
        gun("a1", "0503", 16), gun("a2", "0503", 4), unit("s1", "0505"), unit("s2", "0405"),
        dumps=[{"side": "axis", "hex": "0503", "tokens": 2}],
    )  # fmt: skip
    assert rules(game, "axis", shell("a1")) == ["10.1b(A)"]
    assert (tokens(game, "axis"), at(game, "a1").fired) == (2, -1)
    drive(game, "axis", shell("a2"), 1, 1)
    assert tokens(game, "axis") == 0
    assert at(game, "a1").fired == -1


@reading("ocs", "10-21")
def test_guns_together_draw_from_one_point() -> None:
    board = sketch(12, 30)
    game = battery(
        gun("a1", "0510", 6, range=9), gun("a2", "0526", 6, range=9), unit("s1", "0518"),
        dumps=[{"side": "axis", "hex": h, "tokens": 2} for h in ("0508", "0528")], board=board,
    )  # fmt: skip
    assert rules(game, "axis", shell("a1", "a2", at="0518")) == ["10.1b(A)"]
    assert rules(game, "axis", shell("a1", at="0518")) == []


@reading("ocs", "10-22")
def test_guns_out_of_supply_fire_in_full() -> None:
    game = battery(
        gun("a1", "0504", 12, at={"oos": True}), unit("s1", "0505", re=2),
        dumps=[{"side": "axis", "hex": "0503", "tokens": 3}],
    )  # fmt: skip
    drive(game, "axis", shell("a1"), 1, 1)
    assert (column(game), tokens(game, "axis")) == ("12-16", 0)


@reading("ocs", "10-23")
def test_guns_never_fire_from_internal_stocks() -> None:
    game = battery(gun("a1", "0504"), unit("s1", "0505"), dumps=[], started=False)
    assert rules(game, "axis", shell("a1")) == ["10.1b(A)"]
    assert at(game, "a1").internals == 0


# ---- aircraft and ships


@reading("ocs", "10-25")
def test_flak_the_barrage_the_way_home_and_no_supply() -> None:
    game = sky(
        craft("a1", "0303", "T", full="(1)/12/0"), unit("s1", "0312", re=2), unit("a9", "0313"),
        craft("a2", "0303", "T"), segment="barrage",
    )  # fmt: skip
    start = len(game.events)
    drive(game, "axis", bomb("a1"), 1, 1, 6, 1)
    kinds = [event.kind for event in game.events[start:]]
    assert kinds.index("flak") < kinds.index("barrage")
    assert at(game, "s1").mode == "dg"
    assert perch(game, "a1") == "0303-"


@reading("ocs", "10-26")
@pytest.mark.parametrize(
    ("planes", "printed"),
    [([("0302", "T", 8)], "12-16"), ([("0302", "T", 8), ("0301", "T", 1)], "8-11"),
     ([("0307", "S", 8)], "2")],
)  # fmt: skip
def test_all_within_ten_hexes_and_no_strategic_bomber_shift_right(
    planes: list[tuple[str, str, int]], printed: str
) -> None:
    crafts = [craft(f"a{i}", h, kind, full=f"(1)/{n}/0") for i, (h, kind, n) in enumerate(planes)]
    game = sky(
        *crafts, unit("s1", "0312"), unit("s2", "0312", size="battalion"), unit("a9", "0313"),
        segment="barrage",
    )  # fmt: skip
    drive(game, "axis", bomb(*(f"a{i}" for i in range(len(planes)))), 1, 1, 1, 1)
    assert column(game) == printed


@reading("ocs", "10-27")
def test_nothing_shifts_a_barrage_at_a_facility() -> None:
    game = sky(
        craft("a1", "0307", "T"), unit("s1", "0312"), levels={"s0312": 2}, segment="barrage",
        board=sketch(20, 40, terrain={"0312": "woods"}),
        hedgehogs=[{"side": "allied", "hex": "0312", "level": 4}],
    )  # fmt: skip
    drive(game, "axis", bomb("a1", aim="base"), 1, 1, 1)
    reckoning = told(game, "reckoning")[-1]
    assert (reckoning["initial"], reckoning["column"]) == ("11-20", "11-20")
    assert reckoning["shifts"]["parts"] == []


@reading("ocs", "10-28")
def test_ships_fire_without_supply() -> None:
    game = waters(
        ship("a1", "0303"), unit("s1", "0404"), unit("a9", "0405"), segment="barrage", dumps=[]
    )
    drive(game, "axis", {"do": "bombard", "by": ["a1"], "target": "0404", "aim": "units"}, 3, 4)
    assert told(game, "barrage")[0]["by"] == "naval"


@reading("ocs", "10-29")
def test_units_aboard_landing_craft_spot_nothing() -> None:
    def shore(segment: str, aboard: bool, **more: Any) -> Ocs:
        spotter = unit("a2", None if aboard else "0405", mode="move")
        craft_ = ship("a5", "0304", "lc", points=4, **({"aboard": ["a2"]} if aboard else {}))
        return waters(
            spotter,
            craft_,
            gun("a1", "0602"),
            unit("s1", "0404"),
            unit("s2", "0404", size="battalion"),
            dumps=[{"side": "axis", "hex": "0602", "sp": 5}],
            segment=segment,
            limits=GERMANS,
            **more,
        )

    for aboard, printed in ((True, "5-7"), (False, "17-24")):
        game = shore("artillery", aboard)
        drive(game, "axis", shell("a1", at="0404"), 1, 1)
        assert column(game) == printed
    plane = craft("a3", "0707", "T")
    air = {"planes": [plane["plane"]], "air": [plane["state"]],
           "bases": [{"side": "axis", "hex": "0707", "level": 1}]}  # fmt: skip
    hip = bomb("a3", to="0404", do="hip-shoot")
    assert rules(shore("movement", True, **air), "axis", hip) != []
    assert rules(shore("movement", False, **air), "axis", hip) == []
