"""What was left of the Standard Game: pieces, weather, air and ground."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.combat.retreat import ways
from grognard.systems.nextwar.pieces.values import er
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.air.test_air_points import flying, helo
from tests.systems.nextwar.combat.test_combat import (
    A1,
    A2,
    A3,
    A4,
    A5,
    A6,
    D,
    attack,
    battle,
    fought,
)
from tests.systems.nextwar.field import (
    at,
    field,
    hex_status,
    plain,
    rig,
    rules,
    side,
    told,
    unit,
    where,
)
from tests.systems.nextwar.lift.test_airmobile import air, base, lift, light
from tests.systems.nextwar.lift.test_planes import fly, jumper, planes
from tests.systems.nextwar.movement.test_marching import SOUTH, go, move
from tests.systems.nextwar.sea import at_sea, coast, ship

ALLIED: dict[str, Any] = {"begin": {"first": "allied"}}


def to_the(game: Nw, kind: str) -> None:
    """Let everybody pass until a segment comes."""
    while game.segment.kind != kind:
        game.play(game.to_act or "", {"do": "end"})


@pytest.mark.reading("nextwar", "nw-02-91")
@pytest.mark.parametrize(("who", "name", "hex"), [("dprk", "n1", D), ("allied", "r1", A1)])
def test_strength_in_attack_and_in_defense(who: str, name: str, hex: str) -> None:
    game = battle(unit("n1", A1, "6-1-4"), unit("r1", D, "2-3-4"), begin={"first": who})
    rig(game, 9)
    game.play(who, attack(name, hex=hex))
    assert told(game, "combat")[-1]["ratio"] == "2:1"


@pytest.mark.reading("nextwar", "nw-02-92")
def test_the_allowance_is_for_a_segment() -> None:
    game = field(unit("r1", "0509"), unit("n1", "0101"), **SOUTH)
    assert go(game, "r1", to="0508 0507 0506 0505") == 4
    assert rules(game, "allied", move("r1", to="0504"))
    to_the(game, "basic-move")
    assert rules(game, "allied", move("r1", to="0506 0507 0508 0509")) == []


@pytest.mark.reading("nextwar", "nw-02-93")
@pytest.mark.parametrize(("more", "left"), [(0, 5), (1, 4)])
def test_what_counts_in_a_stack(more: int, left: int) -> None:
    team = helo("r8", "0404")
    extra = [unit("r3", "0404", sp=0.5)] * more
    game = at_sea(
        unit("r1", "0404"), unit("r2", "0404"), *extra, ships=[ship("u9", "0303", "AMPH")],
        helicopters=[team["row"]], bases={"r8": "0404"}, landings={"allied": ["0404"] * (not more)},
        sites=[{"hex": "0404", "kind": "city"}],
    )  # fmt: skip
    assert er(game, "r1") == left


@pytest.mark.reading("nextwar", "nw-02-94")
@pytest.mark.parametrize(
    ("third", "staff", "left"), [("7", "division", 5), ("8", "division", 3), ("7", "corps", 3)]
)
def test_brigades_of_one_division_have_room(third: str, staff: str, left: int) -> None:
    formations = ("7", "7", third)
    brigades = [
        unit(f"u{n}", D, size="brigade", formation=name) for n, name in enumerate(formations, 1)
    ]
    head = {"type": "headquarters", "arm": "leg"}
    game = field(
        *brigades, unit("u7", None, "0-2-4", size=staff, formation="7", **head),
        unit("u8", None, "0-2-4", size=staff, formation="8", **head),
    )  # fmt: skip
    assert er(game, "u1") == left


@pytest.mark.reading("nextwar", "nw-02-95")
@pytest.mark.parametrize(
    ("who", "at_", "type_", "drm"),
    [
        ("dprk", "0303", "SAG", 2), ("dprk", "0103", "SAG", None), ("dprk", "0303", "CVN", 2),
        ("allied", "0303", "SAG", -2),
    ],
)  # fmt: skip
def test_ships_support_within_range(who: str, at_: str, type_: str, drm: int | None) -> None:
    game = at_sea(
        unit("n1", "0603" if who == "dprk" else "0503"),
        unit("r1", "0503" if who == "dprk" else "0603"),
        ships=[ship("u9", at_, type_)], segment="init-combat", begin={"first": who},
    )  # fmt: skip
    assert game.board.distance(*map(game.board.hex, ("0303", "0503"))) == 2
    rig(game, 5)
    game.play(who, attack("n1" if who == "dprk" else "r1", hex="0503"))
    helped = [one.player for one in game.decisions if one.ask.name == "support"]
    if drm is None:
        assert "allied" not in helped
        return
    game.play("allied", {"do": "support", "ships": ["u9"]})
    assert told(game, "combat")[-1]["drm"]["total"] == drm


@pytest.mark.reading("nextwar", "nw-02-97")
def test_mobility_decides_where_a_unit_goes() -> None:
    game = field(
        unit("r1", D, "4-4-6"), unit("r2", D, "4-4-6", type="armored"),
        unit("r3", D, "4-4-6", type="artillery", arm="artillery"),
        board=plain(terrain={A1: "mountain"}), **SOUTH,
    )  # fmt: skip
    found = {name: bool(rules(game, "allied", move(name, to=A1))) for name in ("r1", "r2", "r3")}
    assert found == {"r1": False, "r2": True, "r3": True}


@pytest.mark.reading("nextwar", "nw-04-91")
@pytest.mark.parametrize(
    ("capability", "points"), [("full", (7, 7, 7)), ("limited", (7, 4, 2)), ("none", (7, 2, 0))]
)
def test_air_points_in_bad_weather(capability: str, points: tuple[int, ...]) -> None:
    def received(die: int) -> int:
        sides = {
            "dprk": {"countries": ["DPRK"], "edge": "north", "all_weather": capability},
            "allied": {"name": "Allies", "countries": ["ROK"], "edge": "south", "allied": True},
        }  # fmt: skip
        game = field(
            unit("n1", "0101"), turn=1, segment="basic-reaction-combat", sides=sides,
            initiative={"side": "dprk", "guaranteed": 9},
            air={"points": {"dprk": [7], "allied": [3]}},
        )  # fmt: skip
        rig(game, die)
        game.play("allied", {"do": "end"})
        return side(game, "dprk").air

    assert tuple(map(received, (0, 5, 8))) == points


@pytest.mark.reading("nextwar", "nw-04-92")
@pytest.mark.parametrize(("weather", "legal"), [("clear", True), ("storm", False)])
def test_a_second_hex_after_combat(weather: str, legal: bool) -> None:
    game = battle(
        unit("n1", A1, "12-4-8", type="mechanized infantry"),
        unit("n2", A1, "1-1-8", type="mechanized infantry", sp=1), unit("r1", D, "1-1-4", steps=1),
        unit("r2", "0507"), begin={"weather": weather},
    )  # fmt: skip
    rig(game, 0)
    game.play("dprk", attack("n1", "n2"))
    assert rules(game, "dprk", {"do": "advance", "units": ["n1"]}) == []
    on = {"do": "advance", "units": ["n1"], "on": {"n1": [A4]}}
    assert (rules(game, "dprk", on) == []) == legal


@pytest.mark.reading("nextwar", "nw-06-92")
def test_every_mission_is_fired_at_once() -> None:
    game = flying(
        unit("n1", A1), unit("r1", D), helos=[helo("n8", "0501", 1), helo("n9", "0501", 1)],
        board=plain(north=4), sites=[{"hex": "0501", "kind": "airbase"}], segment="init-combat",
        assets={"dprk": {"air": 3}}, begin={"ruler": "dprk", "level": 3},
    )  # fmt: skip
    rig(game, 9, 9, 9, 5)
    game.play("dprk", attack("n1"))
    game.play("dprk", {"do": "support", "air": 3, "helicopters": ["n8", "n9"]})
    fired = told(game, "air-defense")
    assert len(fired) == 3
    assert [one["kept_off"] for one in fired] == [0, 0, 0]
    kinds = [event.kind for event in game.events]
    assert max(i for i, kind in enumerate(kinds) if kind == "air-defense") < kinds.index("combat")
    assert told(game, "combat")[-1]["drm"]["total"] == -5


@pytest.mark.reading("nextwar", "nw-08-91")
def test_a_retreat_ends_out_of_zones_or_among_friends() -> None:
    foes = [unit(f"n{n}", h) for n, h in enumerate((A1, A2, A6, "0307", "0707", "0508"), 2)]
    game = battle(unit("r1", D), unit("r2", A4), unit("n1", A1, "4-4-4", sp=1), *foes)
    ends = {game.board.label(path[-1]) for path in ways(game, "r1", game.board.hex(D), 1)}
    assert ends == {A4}
    won = battle(unit("n1", A1, "12-4-4"), unit("r1", D, "1-1-4", steps=1), unit("r2", A4))
    assert in_zone(won, won.board.hex(D), "allied")
    fought(won, 0)
    assert where(won, "n1") == D or not rules(won, "dprk", {"do": "advance", "units": ["n1"]})


@pytest.mark.reading("nextwar", "nw-08-92")
def test_light_infantry_exploits_out_of_a_zone() -> None:
    game = field(
        unit("r1", A4, mobility="light"), unit("n1", A3), unit("n2", A1), unit("n3", A6),
        board=plain(default="rough"), segment="exploit-move", begin={"first": "allied"},
    )  # fmt: skip
    assert in_zone(game, game.board.hex(A4), "dprk")
    assert in_zone(game, game.board.hex(A5), "dprk")
    assert go(game, "r1", to=f"{A5} 0305") == 4  # two hexes of rough ground and no more


@pytest.mark.reading("nextwar", "nw-08-93")
@pytest.mark.parametrize(
    ("ma", "ground", "legal"), [(4, "flat", True), (1, "flat", False), (4, "urban", False)]
)
def test_who_bypasses_must_leave_again(ma: int, ground: str, legal: bool) -> None:
    sites = [] if ground == "urban" else [{"hex": D, "kind": "city"}]
    game = field(unit("n1", A1, f"4-4-{ma}"), board=plain(terrain={D: ground}), sites=sites)
    assert (rules(game, "dprk", move("n1", to=f"{D} {A4}")) == []) == legal
    if legal:
        game.play("dprk", move("n1", to=f"{D} {A4}"))
        assert hex_status(game, D).control in ("", "allied")


@pytest.mark.reading("nextwar", "nw-08-94")
def test_a_stack_takes_nobody_along() -> None:
    game = field(unit("n1", D), unit("n2", D), unit("n3", A1))
    assert rules(game, "dprk", move("n1", "n2", "n3", to="0503"))
    assert rules(game, "dprk", move("n1", "n2", to=f"{A1} 0503")) == []


@pytest.mark.reading("nextwar", "nw-08-95")
def test_towns_help_the_defender_and_the_sea_is_no_ground() -> None:
    def drm(*sites: dict[str, Any]) -> int:
        game = battle(unit("n1", A1), unit("r1", D), sites=list(sites))
        return int(fought(game, 5)["drm"]["total"])

    assert (drm(), drm({"hex": D, "kind": "town"})) == (0, 1)
    shore = at_sea(unit("r1", "0404"), board=coast(), **ALLIED)
    assert rules(shore, "allied", move("r1", to="0304"))


@pytest.mark.reading("nextwar", "nw-08-96")
def test_more_units_join_a_clearing_operation() -> None:
    game = field(
        unit("n1", D, at={"clearing": True}), unit("n2", A1), sites=[{"hex": D, "kind": "city"}]
    )
    game.play("dprk", move("n2", to=D))
    assert (at(game, "n1").clearing, at(game, "n2").clearing) == (True, True)


@pytest.mark.reading("nextwar", "nw-08-103")
@pytest.mark.parametrize(("held", "legal"), [(True, True), (False, False)])
def test_a_captured_base_is_as_good_as_ones_own(held: bool, legal: bool) -> None:
    sites = [{"hex": h, "kind": "airbase"} for h in ("0901", "0909")]
    game = flying(
        unit("r1", "0902"), helos=[helo("r8", "0909")], sites=sites, board=plain(north=3),
        control={"allied": ["0901"]} if held else {}, **ALLIED,
    )  # fmt: skip
    order = {"do": "rebase", "unit": "r8", "hex": "0901"}
    assert (rules(game, "allied", order) == []) == legal


@pytest.mark.reading("nextwar", "nw-08-104")
def test_how_much_and_how_far_is_flown() -> None:
    game = planes(
        jumper("r1", "1010"), jumper("r2", "1010"), lift={"allied": {"transport": 1, "airborne": 0}}
    )
    game.play("allied", fly("r1", to="2010"))
    assert rules(game, "allied", fly("r2", to="2010")) == ["8.5.2.1"]
    far = air(light("r1", "1106"), board=plain(rows=12, cols=40, north=3), sites=[base("0106")])
    assert rules(far, "allied", lift("r1", to="2506")) == []
    assert rules(far, "allied", lift("r1", to="2606"))


@pytest.mark.reading("nextwar", "nw-08-105")
def test_only_ground_units_hurt_a_bridge() -> None:
    board = plain(sides=(f"{D}-{A1} minor_river",), links=(f"{D}-{A1} primary",))
    game = field(unit("r1", D), board=board, assets={"allied": {"air": 6}}, **SOUTH)
    found = [order for order in game.legal("allied") if "bridge" in str(order)]
    assert {order["do"] for order in found} == {"demolish"}


@pytest.mark.reading("nextwar", "nw-09-91")
@pytest.mark.parametrize("road", [False, True])
def test_tanks_attack_mountains_by_road(road: bool) -> None:
    links = [f"{A1}-{D} primary"] if road else []
    board = plain(terrain={D: "mountain"}, links=links)
    game = battle(unit("n1", A1, type="armored"), unit("r1", D), board=board)
    assert (rules(game, "dprk", attack("n1")) == []) == road


@pytest.mark.reading("nextwar", "nw-09-92")
def test_the_defender_suffers_first() -> None:
    for die in range(10):
        game = battle(unit("n1", A1, "12-9-4", er=4), unit("r1", D, "4-4-4", er=7))
        facts = fought(game, die)
        if facts["attacker_loses"] and facts["defender_loses"] and facts["retreat"]:
            break
    while game.decisions and game.decisions[0].player == "allied":
        game.play("allied", next(iter(game.legal("allied"))))
    kinds = ("combat", "step-lost", "eliminated", "retreat")
    seen = [(e.kind, e.facts.get("unit")) for e in game.events if e.kind in kinds]
    assert seen[0][0] == "combat"
    names = [name for kind, name in seen if kind != "combat"]
    assert names[0] == "r1"
    assert names[-1] == "n1"
    assert names == sorted(names, reverse=True)


@pytest.mark.reading("nextwar", "nw-09-93")
def test_surprise_shifts_columns_in_the_first_turn() -> None:
    columns = [
        fought(
            battle(unit("n1", A1), unit("r1", D), turn=turn, surprise={"init-combat": 2}), 9
        )["column"]
        for turn in (1, 2)
    ]  # fmt: skip
    assert columns[0] - columns[1] == 2


@pytest.mark.reading("nextwar", "nw-12-91")
def test_points_from_before_the_war_are_not_of_the_first_turn() -> None:
    game = field(unit("n1", "0101"), turn=1, assets={"dprk": {"vp": 5}})
    assert (side(game, "dprk").vp, side(game, "dprk").gained) == (5, 0)


@pytest.mark.reading("nextwar", "nw-13-91")
@pytest.mark.parametrize("on", [False, True])
def test_supply_comes_between_weather_and_initiative(on: bool) -> None:
    game = field(unit("r1", "0808"), segment="weather", options={"supply": "on"} if on else {})
    kinds = [segment.kind for segment in game.segments]
    assert ("supply" in kinds) == on
    if on:
        assert kinds.index("weather") < kinds.index("supply") < kinds.index("initiative")
