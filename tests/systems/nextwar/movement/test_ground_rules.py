"""Stacking, zones and ground, from the second reader's cases. [8.1] [8.2] [8.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.helos import room
from grognard.systems.nextwar.combat.retreat import ways
from grognard.systems.nextwar.ending.control import take
from grognard.systems.nextwar.lift.bases import own_base
from grognard.systems.nextwar.naval.waters import friendly_port
from grognard.systems.nextwar.pieces.values import er
from grognard.systems.nextwar.pieces.zones import excess, in_zone
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.air.test_air_points import flying, helo
from tests.systems.nextwar.field import RING, at, field, plain, rig, rules, side, told, unit
from tests.systems.nextwar.movement.test_marching import SOUTH, go, move
from tests.systems.nextwar.sea import at_sea, coast, ship


@pytest.mark.reading("nextwar", "nw-02-04")
@pytest.mark.rule("nextwar", "2.3.3", "8.5.1-x1", "8.2.4", "8.2.4-b5", "8.2.4-b1")
def test_who_moves_in_elite_reaction() -> None:
    game = field(
        unit("r1", "0109", er=6), unit("r2", "0209", "4-4-8", type="mechanized infantry"),
        unit("r3", "0504", er=7), unit("r4", "0506", er=6, mobility="light"), unit("n1", "0505"),
        board=plain(terrain={"0504": "rough", "0506": "rough", "0507": "rough"}),
        segment="elite-reaction-move", begin={"first": "dprk"},
    )  # fmt: skip
    asked = {"r1": "0108", "r2": "0208", "r3": "0503", "r4": "0507"}
    found = {name: rules(game, "allied", move(name, to=to)) for name, to in asked.items()}
    assert found == {"r1": [], "r2": ["2.3.3"], "r3": ["8.5.1-x1"], "r4": []}


@pytest.mark.reading("nextwar", "nw-08-01")
@pytest.mark.rule("nextwar", "8.1.1", "8.1.1.1", "8.1.1.1-b1", "2.3.3", "2.3.7")
def test_too_many_in_a_hex_are_less_efficient() -> None:
    game = field(unit("r1", "0505"), unit("r2", "0505", er=3), unit("r3", "0505", er=1, sp=0.5))
    assert [er(game, name) for name in ("r1", "r2", "r3")] == [4, 2, 1]


@pytest.mark.rule("nextwar", "8.1-b1", "8.1-b2", "8.1-b3", "8.1-b4", "8.1")
def test_helicopters_ships_and_markers_take_no_room() -> None:
    team = {
        "id": "r8", "side": "allied", "nation": "ROK", "name": "r8", "support": 2, "range": 12,
        "steps": 2,
    }  # fmt: skip
    game = at_sea(
        unit("r1", "0404"), unit("r2", "0404"), unit("r3", "0404"), board=coast(),
        ships=[ship("r9", "0404")],
        helicopters=[team], bases={"r8": "0404"},
        sites=[{"hex": "0404", "kind": "port"}, {"hex": "0404", "kind": "city"}],
        landings={"allied": ["0404"]},
    )  # fmt: skip
    assert excess(game, game.board.hex("0404")) == 0  # a Beachhead has room for these six points
    plain_ = field(*(unit(f"r{n}", "0404") for n in (1, 2, 3)))
    assert excess(plain_, plain_.board.hex("0404")) == 4


@pytest.mark.reading("nextwar", "nw-08-18")
@pytest.mark.rule("nextwar", "8.2.3", "8.2.3-p1", "8.2")
def test_how_far_zones_reach() -> None:
    b, g, u, t, w, _ = RING
    board = plain(
        terrain={"0505": "mountain", g: "mountain", u: "urban", w: "marsh"},
        links=[f"0505-{g} highway"],
    )  # fmt: skip
    game = field(unit("n1", "0505", sp=3), board=board, sites=[{"hex": t, "kind": "city"}])
    found = {h for h in (b, g, u, t, w) if in_zone(game, game.board.hex(h), "dprk")}
    assert found == {b, t, w}


@pytest.mark.reading("nextwar", "nw-08-20")
@pytest.mark.rule("nextwar", "8.2.3", "8.2.3-p3", "8.2.1")
def test_who_is_clearing_or_afloat_projects_no_zone() -> None:
    clearing = {"clearing": True}
    game = field(
        unit("n1", "0505", "8-4-4", sp=4, at=clearing), unit("r1", "0404"),
        sites=[{"hex": "0505", "kind": "city"}], **SOUTH,
    )  # fmt: skip
    assert not in_zone(game, game.board.hex("0504"), "dprk")
    assert go(game, "r1", to="0504 0604") == 2
    aboard = {"place": "aboard", "hex": -1, "where": "u9"}
    sea = at_sea(
        unit("u1", "0909", flags="marine", type="marines", at=aboard), unit("n1", "0405"),
        ships=[ship("u9", "0304", "AMPH")], begin={"first": "dprk"},
    )  # fmt: skip
    assert not in_zone(sea, sea.board.hex("0404"), "allied")


@pytest.mark.rule("nextwar", "8.2.3-p2")
def test_zones_reach_over_the_border_after_the_first_movement() -> None:
    board = plain(north=4)
    first = field(unit("n1", "0504"), unit("r1", "0909"), board=board, turn=1)
    assert not in_zone(first, first.board.hex("0505"), "dprk")
    first.play("dprk", {"do": "end"})
    assert in_zone(first, first.board.hex("0505"), "dprk")


@pytest.mark.reading("nextwar", "nw-08-24")
@pytest.mark.rule("nextwar", "8.2.2-b1", "8.4.1", "6.5.1.2-x1")
def test_helicopters_do_not_hold_a_hex_and_the_weakest_unit_does() -> None:
    game = flying(
        unit("r1", "0504"), unit("n1", "0404", "0-1-4", sp=0.5),
        helos=[helo("n8", "0505"), helo("n9", "0505")], board=plain(north=9),
        sites=[{"hex": "0505", "kind": "airbase"}, {"hex": "0909", "kind": "airbase"}],
        control={"allied": ["0504"]}, **SOUTH,
    )  # fmt: skip
    assert rules(game, "allied", move("r1", to="0404")) == ["8.2.2-b1"]
    game.play("allied", move("r1", to="0505"))
    assert at(game, "r1").clearing
    assert [(one.player, one.ask.name) for one in game.decisions] == [("dprk", "flee")]


@pytest.mark.reading("nextwar", "nw-08-32")
@pytest.mark.rule("nextwar", "8.3.2", "4.1.3-b3", "8.5.1-p1")
@pytest.mark.parametrize(("weather", "hexes"), [("clear", 18), ("storm", 12)])
def test_how_far_a_highway_leads(weather: str, hexes: int) -> None:
    path = [f"{c:02}02" for c in range(1, 22)]
    board = plain(rows=3, cols=21, default="rough", links=["-".join(path) + " highway"])
    south = {**SOUTH, "begin": {"first": "allied", "weather": weather}}
    truck = unit("r1", "0102", "4-4-6", arm="leg", type="motorized infantry", mobility="motorized")
    game = field(truck, board=board, **south)
    assert rules(game, "allied", move("r1", to=" ".join(path[1 : hexes + 2]))) == ["2.3.5"]
    assert go(game, "r1", to=" ".join(path[1 : hexes + 1])) == 6


@pytest.mark.reading("nextwar", "nw-08-32")
@pytest.mark.rule("nextwar", "8.3.2")
def test_roads_that_do_not_meet_do_not_help() -> None:
    board = plain(
        terrain={"0505": "highland", "0605": "highland"},
        links=["0504-0505-0506 primary", "0604-0605-0606 primary"],
    )  # fmt: skip
    assert go(field(unit("r1", "0505"), board=board, **SOUTH), "r1", to="0605") == 3


def crossing(*units: Any, **more: Any) -> Nw:
    """0505 between two waters: a bridged one to 0504, an open one to 0605."""
    board = plain(sides=["0505-0504 water", "0505-0605 water"], links=["0505-0504 highway"])
    return field(*units, board=board, sites=[{"hex": "0505", "kind": "airbase"}], **more, **SOUTH)


@pytest.mark.reading("nextwar", "nw-08-33")
@pytest.mark.rule("nextwar", "8.3.1.8", "8.2.3-p1", "8.3.3", "8.3.1.1.4")
def test_water_is_crossed_by_bridge_or_by_air() -> None:
    units = (
        unit("r1", "0505", "4-4-8", type="mechanized infantry"),
        unit("r2", "0505", mobility="light", sp=1),
        unit("r3", "0505", "3-4-24", mobility="airmobile", sp=1),
    )  # fmt: skip
    game = crossing(*units)
    assert rules(game, "allied", move("r2", to="0605")) == ["8.3.1.8"]
    assert rules(game, "allied", {"do": "airlift", "units": ["r3"], "hex": "0605"}) == []
    assert go(game, "r1", to="0504") == pytest.approx(1 / 3)
    held = crossing(*units, unit("n1", "0504"))
    assert not in_zone(held, held.board.hex("0505"), "dprk")


@pytest.mark.reading("nextwar", "nw-08-50")
@pytest.mark.rule("nextwar", "8.5.4.2", "6.3.1")
@pytest.mark.parametrize(("kind", "die", "left", "rolls"), [
    ("airbase", 2, 3, 2), ("airbase", 3, 4, 2), ("airfield", 2, 4, 0),
])  # fmt: skip
def test_only_an_airbase_at_home_endangers_points(
    kind: str, die: int, left: int, rolls: int
) -> None:
    points = {"dprk": {"lift": 4}, "allied": {"lift": 5}}
    site = [{"hex": "0505", "kind": kind}]
    game = field(unit("n1", "0101"), board=plain(north=9), sites=site, assets=points)
    rig(game, die, die)
    list(take(game, game.board.hex("0505"), "allied"))
    assert (side(game, "dprk").lift, len(told(game, "base-taken"))) == (left, rolls)
    again = field(
        unit("n1", "0101"), sites=[{"hex": "0505", "kind": kind}], assets=points,
        control={"dprk": ["0505"]},
    )  # fmt: skip
    list(take(again, again.board.hex("0505"), "allied"))
    assert (side(again, "dprk").lift, told(again, "base-taken")) == (4, [])


@pytest.mark.reading("nextwar", "nw-06-18")
@pytest.mark.rule("nextwar", "6.5.4", "11.1")
def test_helicopters_are_neither_replaced_nor_attacked() -> None:
    site = [{"hex": "0505", "kind": "airfield"}]
    game = flying(unit("n1", "0504"), helos=[helo("r8", "0505")], sites=site, segment="init-combat")
    assert rules(game, "dprk", {"do": "attack", "units": ["n1"], "hex": "0505"}) == ["9.1"]
    late = flying(
        unit("r1", "0909", at={"steps": 1}), unit("n1", "0101"), helos=[helo("r8", "0505")],
        sites=site, replacements={"ROK": [0, 0, 6, 6]}, segment="basic-reaction-combat",
        begin={"first": "allied"},
    )  # fmt: skip
    late.edit([{"map": "helicopters", "key": "r8", "set": {"steps": 1}}], "it was hit")
    late.play("dprk", {"do": "end"})
    assert late.segment.kind == "reinforcement"
    assert rules(late, "allied", {"do": "recover", "unit": "r1"}) == []
    assert rules(late, "allied", {"do": "recover", "unit": "r8"}) != []
    assert rules(late, "allied", {"do": "rebuild", "unit": "r8", "hex": "0505"}) != []


@pytest.mark.rule("nextwar", "8.3.1.1.3", "8.3.1.1.2")
def test_a_canal_is_a_minor_river() -> None:
    board = plain(sides=["0505-0504 canal"])
    assert go(field(unit("r1", "0505"), board=board, **SOUTH), "r1", to="0504") == 2
    held = field(unit("n1", "0504"), board=board)
    assert not in_zone(held, held.board.hex("0505"), "dprk")


@pytest.mark.rule("nextwar", "8.1.1.1-x1")
def test_a_division_is_one_whether_its_headquarters_is_in_play_or_not() -> None:
    def crowd(nation: str) -> int:
        staff = unit(
            "u9", None, "0-2-4", type="headquarters", arm="leg", formation="7", nation=nation
        )
        brigades = [unit(f"u{n}", "0505", size="brigade", formation="7") for n in (1, 2, 3)]
        game = field(*brigades, staff)
        return excess(game, game.board.hex("0505"))

    assert crowd("US") == 0
    assert crowd("ROK") == 4


@pytest.mark.rule("nextwar", "8.5.1-p1")
def test_a_stack_sets_out_together_and_picks_up_nobody() -> None:
    game = field(unit("r1", "0505"), unit("r2", "0504"), **SOUTH)
    assert rules(game, "allied", move("r1", "r2", to="0503")) == ["8.5.1"]
    game.play("allied", move("r1", to="0504"))
    assert rules(game, "allied", move("r1", "r2", to="0503")) == ["8.5.1"]


@pytest.mark.rule("nextwar", "8.3.1.1", "9.8.2-p2")
@pytest.mark.parametrize(("mobility", "open_"), [("leg", False), ("light", True)])
def test_only_light_infantry_retreats_across_a_river(mobility: str, open_: bool) -> None:
    sides = [f"0505-{h} minor_river" for h in RING[2:5]]
    game = field(
        unit("r1", "0505", mobility=mobility), unit("n1", RING[0]), unit("n2", RING[1]),
        unit("n3", RING[5]), board=plain(sides=sides, terrain={"0505": "highland"}),
        segment="init-combat",
    )  # fmt: skip
    assert bool(ways(game, "r1", game.board.hex("0505"), 1)) == open_


@pytest.mark.rule("nextwar", "6.5.1", "6.5.1.1")
def test_helicopters_base_on_a_beachhead() -> None:
    game = at_sea(
        unit("r1", "0404"), ships=[ship("u9", "0303", "AMPH")], board=coast(),
        landings={"allied": ["0404"]},
    )  # fmt: skip
    assert (room(game, game.board.hex("0404")), room(game, game.board.hex("0505"))) == (1, 0)


@pytest.mark.rule("nextwar", "6.5.1.2-x1")
def test_who_fled_to_a_crowded_base_leaves_it_in_the_next_turn() -> None:
    sites = [{"hex": "0505", "kind": "airfield"}, {"hex": "0707", "kind": "airfield"}]
    game = flying(
        unit("n1", "0101"), helos=[helo("r8", "0505"), helo("r9", "0505")], sites=sites,
        segment="basic-reaction-move", begin={"first": "dprk"},
    )  # fmt: skip
    assert rules(game, "allied", {"do": "end"}) == []
    game.edit([{"map": "helicopters", "key": "r9", "set": {"owed": 3}}], "it has fled here")
    assert rules(game, "allied", {"do": "end"}) == ["6.5.1.2-x1"]
    game.play("allied", {"do": "rebase", "unit": "r9", "hex": "0707"})
    assert rules(game, "allied", {"do": "end"}) == []


@pytest.mark.rule("nextwar", "8.4.3", "8.4.2")
def test_captured_ports_and_bases_serve_their_new_owner() -> None:
    sites = [{"hex": "0404", "kind": kind, "owner": "dprk"} for kind in ("port", "airbase")]
    game = at_sea(unit("r1", "0404"), board=coast(), sites=sites)
    h = game.board.hex("0404")
    assert (friendly_port(game, h, "allied"), own_base(game, h, "allied")) == (True, True)
    assert not friendly_port(game, h, "dprk")


@pytest.mark.reading("nextwar", "nw-08-25")
@pytest.mark.rule("nextwar", "8.3")
def test_of_two_terrains_the_mover_pays_the_dearer_and_the_defender_chooses() -> None:
    board = plain(terrain={"0505": "flat_woods"}, attributes={"also": {"0505": "rough"}})
    truck = unit("r1", "0504", "4-4-6", arm="leg", type="motorized infantry", mobility="motorized")
    game = field(truck, board=board, **SOUTH)
    assert go(game, "r1", to="0505") == 3
    fight = field(unit("n1", "0504", "8-4-4"), unit("r1", "0505"), board=board,
                  segment="init-combat")  # fmt: skip
    rig(fight, 9)
    fight.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0505"})
    assert [(one.player, one.ask.name) for one in fight.decisions] == [("allied", "ground")]
    fight.play("allied", {"do": "choose-ground", "terrain": "flat_woods"})
    other = field(unit("n1", "0504", "8-4-4"), unit("r1", "0505"), board=board,
                  segment="init-combat")  # fmt: skip
    rig(other, 9)
    other.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0505"})
    other.play("allied", {"do": "choose-ground", "terrain": "rough"})
    columns = [told(one, "combat")[-1]["column"] for one in (fight, other)]
    assert columns[0] > columns[1]
