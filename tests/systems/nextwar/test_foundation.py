"""Weather, initiative, stacking, zones of control and what terrain costs, before anybody moves."""

from __future__ import annotations

import pytest

from grognard.systems.nextwar.pieces.values import allowance, er
from grognard.systems.nextwar.pieces.zones import excess, in_zone
from tests.systems.nextwar.field import CENTRE, RING, at, field, plain, rig, told, unit, war

H = 12


@pytest.mark.rule("nextwar", "4.0")
def test_the_weather_of_the_first_turn_is_chosen_and_later_ones_rolled() -> None:
    game = field(unit("n1", CENTRE), turn=1, segment="weather")
    assert game.to_act == "dprk"
    game.play("dprk", {"do": "weather", "weather": "overcast"})
    assert war(game).weather == "overcast"
    assert game.segment.kind == "init-move"
    for season, fell, weather in (
        ("autumn", 4, "clear"), ("autumn", 5, "overcast"), ("autumn", 7, "overcast"),
        ("autumn", 8, "storm"), ("summer", 4, "overcast"), ("winter", 8, "overcast"),
    ):  # fmt: skip
        later = field(
            unit("n1", CENTRE), turn=2, segment="basic-reaction-combat", season=season,
            initiative={"side": "dprk", "guaranteed": 9},
        )  # fmt: skip
        rig(later, fell)
        later.play("allied", {"do": "end"})
        assert (later.turn, war(later).weather) == (3, weather)


@pytest.mark.rule("nextwar", "5.1", "5.1.1", "5.1.2")
@pytest.mark.parametrize(
    ("kind", "north", "south", "then", "first"),
    [
        ("initiative", 5, 4, "initiative", "dprk"),
        ("initiative", 4, 5, "initiative", "allied"),
        ("initiative", 5, 5, "contested", "dprk"),
        ("initiative", 4, 4, "contested", "dprk"),
        ("contested", 1, 2, "initiative", "allied"),
        ("contested", 2, 2, "contested", "dprk"),
        ("contested", 3, 2, "initiative", "dprk"),
    ],
)
def test_initiative_follows_the_points_of_the_turn_before(
    kind: str, north: int, south: int, then: str, first: str
) -> None:
    game = field(
        unit("n1", CENTRE), turn=3, segment="basic-reaction-combat", begin={"kind": kind},
        assets={"dprk": {"gained": north}, "allied": {"gained": south}},
    )  # fmt: skip
    game.play("allied", {"do": "end"})
    assert (war(game).kind, war(game).first) == (then, first)
    assert game.segment.kind == ("init-move" if then == "initiative" else "basic-move")
    assert game.to_act == first
    assert told(game, "initiative")[-1]["gains"] == {"dprk": north, "allied": south}


@pytest.mark.rule("nextwar", "5.1")
def test_for_the_guaranteed_turns_the_first_side_keeps_it() -> None:
    game = field(
        unit("n1", CENTRE), turn=1, segment="basic-reaction-combat",
        initiative={"side": "dprk", "guaranteed": 2, "vps": 5}, assets={"allied": {"gained": 50}},
    )  # fmt: skip
    game.play("allied", {"do": "end"})
    assert (war(game).kind, war(game).first) == ("initiative", "dprk")


@pytest.mark.rule("nextwar", "8.2.1")
def test_two_points_that_can_attack_project_a_zone() -> None:
    game = field(
        unit("n1", CENTRE, sp=2), unit("r1", "0202", sp=1), unit("r2", "0707", "0-3-4", sp=2),
        unit("u1", "0208", sp=1), unit("u2", "0208", sp="1/2"), unit("u3", "0208", sp="1/2"),
    )  # fmt: skip
    h = game.board.hex
    assert all(in_zone(game, h(a), "dprk") for a in RING)
    assert not in_zone(game, h("0201"), "allied")
    assert in_zone(game, h("0202"), "allied")
    assert not in_zone(game, h("0706"), "allied")
    assert in_zone(game, h("0207"), "allied")


@pytest.mark.rule("nextwar", "8.2.3")
def test_zones_end_at_rivers_water_mountains_and_towns_of_stone() -> None:
    board = plain(
        terrain={"0504": "mountain", "0604": "urban", "0605": "high_mountain"},
        sides=("0505-0506 minor_river bridge", "0505-0405 water"),
        links=("0505-0506 highway",),
    )
    game = field(unit("n1", CENTRE), board=board)
    reached = [a for a in RING if in_zone(game, game.board.hex(a), "dprk")]
    assert reached == ["0404"]


@pytest.mark.rule("nextwar", "8.2.3")
def test_zones_reach_enemy_ground_only_after_the_first_movement_of_the_war() -> None:
    board = plain(north=4)
    game = field(unit("n1", "0504"), board=board, turn=1)
    south, north = game.board.hex("0505"), game.board.hex("0503")
    assert in_zone(game, north, "dprk")
    assert not in_zone(game, south, "dprk")
    game.play("dprk", {"do": "end"})
    assert in_zone(game, south, "dprk")
    later = field(unit("n1", "0504"), board=board, turn=2)
    assert in_zone(later, south, "dprk")


@pytest.mark.rule("nextwar", "8.1.1.1", "8.1.1.1-b1", "8.1.1.1-x1")
def test_four_points_stack_and_three_in_mountains_and_one_division_always() -> None:
    board = plain(terrain={"0202": "mountain", "0303": "high_mountain"})
    brigade = {"size": "brigade", "formation": "25", "sp": 1}
    hq = unit("u9", "0808", "0-2-4", type="headquarters", size="division", formation="25", sp=1)
    game = field(
        unit("n1", CENTRE), unit("n2", CENTRE), unit("n3", CENTRE, sp="1/2"),
        unit("n4", "0202"), unit("n5", "0202"), unit("n6", "0303", sp=3),
        *(unit(f"u{i}", "0606", **brigade) for i in range(1, 6)), hq, board=board,
    )  # fmt: skip
    h = game.board.hex
    assert [excess(game, h(a)) for a in (CENTRE, "0202", "0303", "0606")] == [1, 2, 0, 0]
    assert er(game, "n1") == 4
    assert er(game, "n4") == 4
    assert er(game, "u1") == 5


@pytest.mark.rule("nextwar", "8.3.2", "8.3.3", "8.3.1.1.1", "8.3.1.8")
def test_a_step_costs_what_the_chart_says() -> None:
    board = plain(
        terrain={
            "0504": "mountain", "0604": "flat_woods", "0605": "rough", "0506": "highland",
            "0405": "marsh", "0404": "sea",
        },
        sides=("0505-0604 minor_river", "0505-0605 major_river", "0505-0506 water"),
        links=("0505-0504 primary", "0505-0605 highway", "0505-0405 secondary"),
    )  # fmt: skip
    ground = field(unit("n1", CENTRE), board=board).scenario.ground
    c = board.hex(CENTRE)

    def price(mobility: str, to: str, **more: bool) -> int | None:
        wish = {"storm": False, "road": True, "bridge": True, **more}
        return ground.price(mobility, c, board.hex(to), **wish)

    assert price("leg", "0504") == H // 2
    assert price("leg", "0504", road=False) == 4 * H
    assert price("mechanized", "0504", road=False) is None
    assert price("leg", "0604", bridge=False) == 3 * H
    assert price("light", "0604", bridge=False) == 2 * H
    assert price("motorized", "0605") == H // 3
    assert price("motorized", "0605", bridge=False) is None
    assert price("motorized", "0605", storm=True) == H // 2
    assert price("leg", "0506", bridge=False) is None
    assert price("leg", "0405", road=False, storm=True) is None
    assert price("leg", "0405", storm=True) == H
    assert price("leg", "0404") is None


@pytest.mark.rule("nextwar", "2.3.3", "27.3.1", "27.3.2", "13.1.5", "19.7.2")
def test_markers_lower_efficiency_and_movement_but_never_below_one() -> None:
    game = field(
        unit("n1", "0101", "4-4-5", er=2, at={"strike": 2}),
        unit("n2", "0303", "4-4-5", at={"oos": True}),
        unit("n3", "0707", "4-4-5", at={"isolated": True}),
        unit("n4", "0505", "4-4-2", at={"strike": 2}),
    )
    assert [er(game, n) for n in ("n1", "n2", "n3")] == [1, 4, 5]
    assert [allowance(game, n).total for n in ("n1", "n2", "n3", "n4")] == [3, 3, 2, 1]
    assert at(game, "n1").strike == 2
