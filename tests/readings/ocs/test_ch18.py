"""Chapter 18 as a second reader has it: ships, carriers, the guns of the fleet. [18.1] to [18.3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.systems.ocs.air.interception import in_patrol_zone
from grognard.systems.ocs.barrage.results import AIR_POWER, NAVAL, Manner, read
from grognard.systems.ocs.naval import ship_fire, ships
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SIDES
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import at, end, play, rig, rules, told, unit
from tests.systems.ocs.naval.sea import afloat, berth, coast, port, sail, ship, waters

reading = pytest.mark.reading
FAR = unit("a99", "0808")
FOE = unit("s99", "0801")


def engage(*names: str, at: str) -> dict[str, Any]:
    return {"do": "engage", "by": list(names), "target": at}


def bombard(*names: str, at: str, **more: Any) -> dict[str, Any]:
    return {"do": "bombard", "by": list(names), "target": at, **more}


def aim(target: str, *names: str) -> dict[str, Any]:
    return {"do": "aim", "target": target, "by": list(names)}


def firing(*items: dict[str, Any], segment: str = "barrage", **spec: Any) -> Ocs:
    """Ships and guns in a Barrage Segment; a ship far away keeps the segment open."""
    return waters(*items, ship("a90", "0109"), ship("s90", "0108"), FAR, FOE,
                  segment=segment, **spec)  # fmt: skip


def salvo(game: Ocs, at: str, by: str = NAVAL, **strengths: int) -> ship_fire.Volley:
    points = {name: Tally().add(name, n, "18.3") for name, n in strengths.items()}
    return ship_fire.Volley("axis", game.board.hex(at), points, by)


def struck(game: Ocs, target: str, hits: int, dg: bool, side: str = "allied") -> None:
    """A result of the Barrage Table falls on a ship."""
    name = next(key for key in ships.fleet(game, side) if target in (key, ships.CRAFT))
    h = afloat(game, target if target != ships.CRAFT else name).hex
    ships.damage(game, h, side, target, hits, dg, "18.3d(A)")


# ---- 18.1


@reading("ocs", "18-01")
def test_fire_from_the_sea_costs_nothing() -> None:
    game = firing(ship("a1", "0202"), ship("s1", "0204"))
    rig(game, 1, 1)
    play(game, "axis", engage("a1", at="0204"))
    assert len(told(game, "naval-barrage")) == 1
    assert game.state[SIDES]["axis"].spent == 0


@reading("ocs", "18-02")
def test_thirty_ships_lie_together_but_not_with_the_enemys() -> None:
    many = [ship(f"a{n}", "0202") for n in range(30, 60)]
    game = waters(*many, ship("a1", "0204"), ship("s1", "0206"), FAR, FOE)
    assert rules(game, "axis", sail("a1", to="0205 0206")) == ["18.1b"]
    play(game, "axis", sail("a1", to="0203 0202"))
    end(game, "axis")
    assert sum(berth(game, key) == "0202" for key in ships.fleet(game, "axis")) == 31


@reading("ocs", "18-03")
def test_the_coast_is_open_on_the_way_into_port() -> None:
    board = coast(sides=["0403-0404 estuary"])
    game = waters(ship("a1", "0303"), FAR, FOE, board=board, ports=[port("0404")])
    assert rules(game, "axis", sail("a1", to="0403")) == ["18.1c"]
    assert rules(game, "axis", sail("a1", to="0403 0404")) == []


@reading("ocs", "18-04")
def test_landing_craft_take_coasts_but_no_land_hexsides() -> None:
    game = waters(ship("a1", "0303", "lc", points=1), FAR, FOE)
    assert rules(game, "axis", sail("a1", to="0403")) == []
    assert rules(game, "axis", sail("a1", to="0403 0404")) == ["18.1c"]


@reading("ocs", "18-05")
def test_craft_beside_a_dump_and_a_port_capture_nothing() -> None:
    game = waters(ship("a1", "0303", "lc", points=1), FAR, FOE, ports=[port("0403", "allied")],
                  dumps=[{"side": "allied", "hex": "0403", "sp": 2}])  # fmt: skip
    play(game, "axis", sail("a1", to="0403"))
    h = game.board.hex("0403")
    assert (stacks.dump_at(game, h, "allied"), stacks.site_at(game, h).port_owner) == (8, "allied")
    assert told(game, "capture") == []


@reading("ocs", "18-06")
def test_dg_comes_off_the_phasing_sides_ships_alone() -> None:
    game = waters(ship("a1", "0202"), ship("s1", "0206"), FAR, FOE, segment="exploitation")
    for key in ("a1", "s1"):
        game.put(SHIPS, key, replace(afloat(game, key), dg=True))
    end(game, "axis", until="movement")
    assert game.to_act == "allied"
    assert (afloat(game, "a1").dg, afloat(game, "s1").dg) == (False, True)


@reading("ocs", "18-07")
def test_a_dg_in_port_is_a_hit() -> None:
    game = firing(ship("s1", "0404"), ports=[port("0404", "allied")])
    struck(game, "s1", 0, True)
    assert (afloat(game, "s1").damaged, berth(game, "s1")) == (True, "0404")


@reading("ocs", "18-08")
def test_a_ship_has_its_twenty_hexes_in_each_of_three_phases() -> None:
    board = coast(cols=24)
    out = " ".join(f"02{c:02d}" for c in range(2, 22))
    home = " ".join(f"02{c:02d}" for c in range(20, 0, -1))
    game = waters(ship("a1", "0201"), FAR, FOE, board=board)
    play(game, "axis", sail("a1", to=out))
    end(game, "axis", until="exploitation")
    play(game, "axis", sail("a1", to=home))
    while not (game.segment.kind == "reaction" and game.to_act == "axis"):
        end(game, game.to_act or "axis")
    assert rules(game, "axis", sail("a1", to=out)) == []


@reading("ocs", "18-09")
def test_not_in_the_enemys_movement_phase() -> None:
    game = waters(ship("s1", "0202"), FAR, FOE)
    assert rules(game, "allied", sail("s1", to="0203")) != []


@reading("ocs", "18-10")
@pytest.mark.parametrize(("slow", "most"), [(False, 20), (True, 10)])
def test_exactly_so_far_and_no_hex_further(slow: bool, most: int) -> None:
    game = waters(ship("a1", "0201", slow=slow), FAR, FOE, board=coast(cols=24))
    way = [f"02{c:02d}" for c in range(2, most + 3)]
    assert rules(game, "axis", sail("a1", to=" ".join(way[:-1]))) == []
    assert rules(game, "axis", sail("a1", to=" ".join(way))) == ["18.1f"]


@reading("ocs", "18-11")
def test_a_damaged_battleship_is_slow_damaged_destroyers_are_not() -> None:
    game = waters(ship("a1", "0201", damaged_now=True), ship("a2", "0201", damaged_now=True,
                  multi=True), FAR, FOE, board=coast(cols=24))  # fmt: skip
    eleven = " ".join(f"02{c:02d}" for c in range(2, 13))
    assert rules(game, "axis", sail("a1", to=eleven)) == ["18.1f"]
    assert rules(game, "axis", sail("a2", to=eleven)) == []


# ---- 18.2


ARK = {"id": "Ark", "side": "allied", "name": "Ark", "type": "carrier", "decks": 3,
       "sound": "0/0/0/2", "damaged": "0/0/0/2"}  # fmt: skip


def deck(*things: dict[str, Any], damaged: bool = False, **spec: Any) -> Ocs:
    """An Allied carrier of three in 0520, the sea from column 15 on."""
    sea = {f"{r:02d}{c:02d}": "sea" for r in range(1, 21) for c in range(15, 41)}
    naval = [{"id": "ark", "ship": "Ark", "hex": "0520", "damaged": damaged}]
    return sky(*things, unit("a99", "2001"), unit("s99", "0101"), ships=[ARK], naval=naval,
               board=sketch(20, 40, terrain=sea), **spec)  # fmt: skip


@reading("ocs", "18-12")
def test_inactive_aircraft_fill_a_carrier_and_strangers_are_not_taken() -> None:
    mine = {"aboard": "ark", "carrier": "Ark"}
    full = [craft("s1", None, **mine), craft("s2", None, active=False, **mine),
            craft("s3", None, active=False, **mine)]  # fmt: skip
    others = [craft("s4", "0512", carrier="Ark"), craft("s5", "0512")]
    game = deck(*full, *others, player="allied", first="allied")
    assert rules(game, "allied", fly("transfer", "s4", to="ark")) == ["18.2a"]
    room = deck(*full[:2], *others, player="allied", first="allied")
    assert rules(room, "allied", fly("transfer", "s4", to="ark")) == []
    assert rules(room, "allied", fly("transfer", "s5", to="ark")) == ["18.2a"]


@reading("ocs", "18-13")
@reading("ocs", "18-14")
@pytest.mark.parametrize(("damaged", "active"), [(False, 3), (True, 2)])
def test_a_carrier_refits_by_itself(damaged: bool, active: int) -> None:
    crowd = [craft(f"s{n}", None, aboard="ark", carrier="Ark", active=False) for n in (1, 2, 3)]
    game = deck(*crowd, damaged=damaged, segment="exploitation-attack")
    asked = []
    while game.to_act != "allied" or not any(bird(game, f"s{n}").active for n in (1, 2, 3)):
        if game.at_checkpoint:
            game.play(game.to_act or "axis", {"do": "end"})
        else:
            decision = game.decisions[0]
            asked.append(decision.ask.name)
            game.play(decision.player, decision.ask.default)
    assert sum(bird(game, f"s{n}").active for n in (1, 2, 3)) == active
    assert ("damaged carrier" in asked) is damaged
    assert game.state[SIDES]["allied"].spent == 0


@reading("ocs", "18-15")
def test_aircraft_ride_along_and_fly_from_where_the_carrier_is() -> None:
    plane = craft("s1", None, aboard="ark", carrier="Ark", range=10)
    game = deck(plane, craft("a1", "0506"), player="allied", first="allied")
    sweep = fly("sweep", "s1", to="0506")
    assert rules(game, "allied", sweep) == ["14.2d"]
    assert not in_patrol_zone(game, game.board.hex("0507"), "allied")
    play(game, "allied", sail("ark", to="0519 0518 0517 0516"))
    assert in_patrol_zone(game, game.board.hex("0507"), "allied")
    assert perch(game, "s1") == "ark+"
    assert rules(game, "allied", sweep) == []
    rig(game, 1, 1, 1)
    play(game, "allied", sweep)
    assert rules(game, "allied", sail("ark", to="0517 0518")) == []


@reading("ocs", "18-16")
def test_a_destroyer_elsewhere_in_range_screens_a_carrier() -> None:
    items = [ship("a1", "0202", sound="20/5/2/3"), ship("s1", "0205", "carrier")]
    game = firing(*items, ship("s2", "0305"), ship("s3", "0205", "lc", points=1))
    game.play("axis", engage("a1", at="0205"))
    assert rules(game, "axis", aim("s1", "a1")) == ["18.2e"]
    alone = firing(*items, ship("s3", "0205", "lc", points=1))
    alone.play("axis", engage("a1", at="0205"))
    assert rules(alone, "axis", aim("s1", "a1")) == []


@reading("ocs", "18-17")
def test_guns_ashore_and_aircraft_mind_no_screen() -> None:
    gun = unit("a1", "0404", "artillery", traits="coastal", range=6)
    game = firing(gun, ship("s1", "0205", "carrier"), ship("s2", "0305"))
    assert ship_fire.pickable(game, salvo(game, "0205", AIR_POWER, a9=9)) == ["s1"]
    rig(game, 1, 1)
    play(game, "axis", engage("a1", at="0205"))
    assert told(game, "naval-barrage")[0]["target"] == "s1"


# ---- 18.3


@reading("ocs", "18-18")
def test_at_ships_in_every_segment_but_once_in_each() -> None:
    game = firing(ship("a1", "0202"), ship("s1", "0204"), ship("s2", "0205"))
    rig(game, 1, 1)
    play(game, "axis", engage("a1", at="0204"))
    assert rules(game, "axis", engage("a1", at="0205")) == ["18.3a(A)"]
    end(game, "axis", until="exploitation-barrage")
    assert rules(game, "axis", engage("a1", at="0204")) == []
    rig(game, 1, 1)
    play(game, "axis", engage("a1", at="0204"))
    while not (game.segment.kind == "reaction-barrage" and game.to_act == "axis"):
        end(game, game.to_act or "axis")
    assert game.turn == 1
    assert rules(game, "axis", engage("a1", at="0204")) == []


@reading("ocs", "18-19")
@reading("ocs", "18-20")
def test_the_shore_once_in_a_game_turn_counted_over_both_player_turns() -> None:
    game = firing(ship("s1", "0305"), ship("a1", "0303"), unit("a2", "0405"),
                  segment="reaction-barrage")  # fmt: skip
    rig(game, 1, 1)
    play(game, "allied", bombard("s1", at="0405"))
    end(game, "allied", until="barrage")
    assert (game.to_act, game.turn) == ("allied", 1)
    assert rules(game, "allied", bombard("s1", at="0405")) == ["18.3a(B)"]
    assert rules(game, "allied", engage("s1", at="0303")) == []
    late = firing(ship("s1", "0305"), unit("a2", "0405"), segment="exploitation-barrage",
                  player="allied", turns=3)  # fmt: skip
    rig(late, 1, 1)
    play(late, "allied", bombard("s1", at="0405"))
    while (late.turn, late.to_act, late.segment.kind[-7:]) != (2, "allied", "barrage"):
        end(late, late.to_act or "allied")
    assert rules(late, "allied", bombard("s1", at="0405")) == []


@reading("ocs", "18-21")
def test_fire_at_the_shore_is_a_grade_weaker() -> None:
    game = firing(ship("a1", "0202"))
    tables, sea, land = game.scenario.tables, Manner(NAVAL), Manner("artillery")
    columns = tables["barrage"].columns
    cells: dict[str, tuple[int, int]] = {}
    for roll in range(2, 13):
        for column in range(len(columns)):
            cells.setdefault(tables["barrage"].cell(roll, columns[column]).value, (roll, column))
    for text, (dg, steps, half) in {"DG": (True, 0, False), "1/2": (True, 0, False),
                                    "[1/2]": (True, 0, False), "1": (True, 0, True),
                                    "2": (True, 1, False)}.items():  # fmt: skip
        roll, column = cells[text]
        found = read(tables, "barrage", column, roll, sea)
        assert (found.dg, found.steps, found.half) == (dg, steps, half), text
    roll, column = cells["1/2"]
    assert read(tables, "barrage", column, roll, land).half


@reading("ocs", "18-22")
def test_ships_of_two_hexes_fire_one_barrage_of_seventeen() -> None:
    game = firing(ship("a1", "0303", sound="9/6/0/1"), ship("a2", "0306", sound="8/6/0/1"),
                  unit("s1", "0404"), unit("s2", "0404"), unit("a3", "0504"))  # fmt: skip
    rig(game, 1, 1)
    play(game, "axis", bombard("a1", "a2", at="0404"))
    (found,) = told(game, "reckoning")
    assert (found["strength"]["total"], found["initial"]) == (17, "17-24")


@reading("ocs", "18-23")
def test_ports_are_hit_by_ships_as_by_others_and_without_a_spotter() -> None:
    game = firing(ship("a1", "0303", sound="21/6/0/1"), ports=[port("0404", "allied", 4)])
    rig(game, 3)  # 21-40 with a 3: one hit
    play(game, "axis", bombard("a1", at="0404", aim="port"))
    (found,) = told(game, "reckoning")
    assert (found["column"], found["shifts"]["parts"]) == ("21-40", [])
    assert stacks.site_at(game, game.board.hex("0404")).hits == 1


@reading("ocs", "18-24")
def test_nothing_shifts_gunfire_at_a_ship() -> None:
    game = firing(ship("a1", "0202", sound="17/6/0/1"), ship("s1", "0205", sound="1/1/0/0"))
    rig(game, 1, 1)
    play(game, "axis", engage("a1", at="0205"))
    (found,) = told(game, "naval-barrage")
    assert (found["column"], found["shift"]["parts"]) == ("17-24", [])


@reading("ocs", "18-25")
@pytest.mark.parametrize(("base", "column"), [("0305", "12-16"), ("0304", "8-11")])
def test_aircraft_count_double_and_nearness_still_shifts(base: str, column: str) -> None:
    fleet = [{"id": "C", "side": "allied", "name": "C", "type": "ship", "sound": "9/6/0/2",
              "damaged": "5/6/0/2"}]  # fmt: skip
    game = sky(craft("a1", base, "T", full="(1)/10/0"), unit("a2", "0101"), unit("s2", "2040"),
               ships=fleet, naval=[{"id": "s1", "ship": "C", "hex": "0315"}],
               segment="barrage")  # fmt: skip
    rig(game, 1, 1, 1, 1)
    play(game, "axis", fly("air-barrage", "a1", to="0315", aim="ships"))
    assert told(game, "naval-barrage")[0]["column"] == column


@reading("ocs", "18-26")
def test_protection_divides_gunfire_and_none_is_one() -> None:
    game = firing(ship("s1", "0205", sound="9/6/0/3"), ship("s2", "0205", sound="9/6/0/0"))
    columns = game.scenario.tables["barrage"].columns
    found = [ship_fire.column_of(game, salvo(game, "0205", a1=20), key, ["a1"])[0]
             for key in ("s1", "s2")]  # fmt: skip
    assert [columns[n] for n in found] == ["5-7", "17-24"]


@reading("ocs", "18-27")
def test_many_barrages_at_a_hex_but_one_at_a_ship() -> None:
    game = firing(ship("a1", "0202"), ship("a2", "0202"), ship("a3", "0202"), ship("s1", "0204"),
                  ship("s2", "0204"))  # fmt: skip
    for firer, target in (("a1", "s1"), ("a2", "s2")):
        game.play("axis", engage(firer, at="0204"))
        rig(game, 1, 1)
        game.play("axis", aim(target, firer))
    assert rules(game, "axis", engage("a3", at="0204")) == ["18.3c(A)"]


@reading("ocs", "18-28")
def test_firers_combine_or_part_but_none_is_split() -> None:
    game = firing(ship("a1", "0202"), ship("a2", "0202"), ship("s1", "0204"), ship("s2", "0204"))
    game.play("axis", engage("a1", "a2", at="0204"))
    assert rules(game, "axis", aim("s1", "a1", "a2")) == []
    rig(game, 1, 1)
    game.play("axis", aim("s1", "a1"))
    assert rules(game, "axis", aim("s2", "a1")) != []
    assert rules(game, "axis", aim("s2", "a2")) == []


@reading("ocs", "18-29")
def test_a_hit_turns_the_counter_and_marks_dg_a_second_sinks() -> None:
    game = firing(ship("s1", "0205"))
    struck(game, "s1", 1, True)
    assert (afloat(game, "s1").damaged, afloat(game, "s1").dg) == (True, True)
    game.put(SHIPS, "s1", replace(afloat(game, "s1"), dg=False))
    struck(game, "s1", 1, True)
    assert berth(game, "s1") == "dead"


@reading("ocs", "18-30")
def test_a_second_dg_is_one_hit() -> None:
    game = firing(ship("s1", "0205"))
    struck(game, "s1", 0, True)
    assert (afloat(game, "s1").dg, afloat(game, "s1").damaged) == (True, False)
    struck(game, "s1", 0, True)
    assert (afloat(game, "s1").damaged, berth(game, "s1")) == (True, "0205")


@reading("ocs", "18-31")
@pytest.mark.parametrize(("ruling", "place"), [("second-dg", "dead"), ("one-hit", "0205")])
def test_a_hit_on_a_dg_ship_is_a_ruling(ruling: str, place: str) -> None:
    game = firing(ship("s1", "0205"), options={"hit-on-dg": ruling})
    struck(game, "s1", 0, True)
    struck(game, "s1", 1, True)
    assert berth(game, "s1") == place


@reading("ocs", "18-32")
def test_dg_is_the_targets_alone() -> None:
    game = firing(unit("s5", None), ship("s1", "0205", "lc", points=2, aboard=["s5"]),
                  ship("s2", "0205"))  # fmt: skip
    struck(game, ships.CRAFT, 0, True)
    assert (afloat(game, "s1").dg, afloat(game, "s2").dg) == (True, False)
    assert at(game, "s5").mode != "dg"
    struck(game, "s2", 0, True)
    assert ships.face(game, "s2").barrage == 20


@reading("ocs", "18-33")
def test_a_hit_takes_a_point_of_craft_and_an_lst_is_an_lst_no_more() -> None:
    game = firing(ship("s1", "0205", "lst", points=3), ship("s2", "0206", "lc", points=4),
                  options={"hit-on-dg": "one-hit"})  # fmt: skip
    ships.damage(game, game.board.hex("0205"), "allied", ships.CRAFT, 1, True, "18.3d(C)")
    ships.damage(game, game.board.hex("0206"), "allied", ships.CRAFT, 2, True, "18.3d(C)")
    assert (afloat(game, "s1").size, ships.type_of(game, "s1")) == (8, "lc")
    assert (afloat(game, "s2").size, berth(game, "s2")) == (8, "0206")


@reading("ocs", "18-34")
@pytest.mark.parametrize("die", [1, 2])
def test_the_dice_say_what_goes_down_with_a_point(die: int) -> None:
    game = firing(unit("s5", None, combat="8:9 leg", move="4:9 leg", mode="move"),
                  ship("s1", "0205", "dukw", points=2, load=4, aboard=["s5"]))  # fmt: skip
    rig(game, die)
    ships.damage(game, game.board.hex("0205"), "allied", ships.CRAFT, 1, True, "18.3d(C)")
    assert afloat(game, "s1").size == 4
    left = (at(game, "s5").place, afloat(game, "s1").load)
    assert left in {("dead", 4), ("aboard", 0)}
    assert left == (("dead", 4) if die == 1 else ("aboard", 0))


@reading("ocs", "18-35")
def test_torpedo_bombers_are_for_ships_alone() -> None:
    fleet = [{"id": "C", "side": "allied", "name": "C", "type": "ship", "sound": "9/6/0/1",
              "damaged": "5/6/0/1"}]  # fmt: skip
    game = sky(craft("a1", "0303", "T", torpedo=True, full="(1)/10/0"), unit("s1", "0312"),
               unit("a9", "0311"), ships=fleet, naval=[{"id": "s2", "ship": "C", "hex": "0314"}],
               ports=[port("0310", "allied")], segment="barrage")  # fmt: skip
    for aimed, hex in (("units", "0312"), ("port", "0310")):
        assert rules(game, "axis", fly("air-barrage", "a1", to=hex, aim=aimed)) == ["18.3e"]
    assert rules(game, "axis", fly("trainbust", "a1", to="0312")) == ["18.3e"]
    rig(game, 1, 1, 1, 1)
    play(game, "axis", fly("air-barrage", "a1", to="0314", aim="ships"))
    assert told(game, "naval-barrage")[0]["strength"]["total"] == 20


@reading("ocs", "18-36")
def test_the_flak_of_a_hex_is_that_of_all_its_ships() -> None:
    items = [ship("s1", "0205", sound="9/6/2/1"), ship("s2", "0205", sound="9/6/1/1"),
             ship("s3", "0205", sound="9/6/0/1")]  # fmt: skip
    game = firing(*items)
    assert ship_fire.flak(game, game.board.hex("0205"), "allied").total == 3


@reading("ocs", "18-37")
def test_only_coastal_artillery_fires_at_ships_and_pays_nothing() -> None:
    game = firing(unit("a1", "0404", "artillery", traits="coastal", barrage="12/4"),
                  unit("a2", "0404", "artillery"), ship("s1", "0205"))  # fmt: skip
    assert rules(game, "axis", engage("a2", at="0205")) == ["18.3g(A)"]
    rig(game, 1, 1)
    play(game, "axis", engage("a1", at="0205"))
    assert len(told(game, "naval-barrage")) == 1
    assert game.state[SIDES]["axis"].spent == 0


@reading("ocs", "18-38")
def test_coastal_guns_are_artillery_in_another_phase() -> None:
    game = firing(unit("a1", "0404", "artillery", traits="coastal"), ship("s1", "0205"),
                  unit("s2", "0405"), dumps=[{"side": "axis", "hex": "0404", "sp": 5}])  # fmt: skip
    rig(game, 1, 1)
    play(game, "axis", engage("a1", at="0205"))
    end(game, "axis", until="artillery")
    rig(game, 1, 1)
    play(game, "axis", {"do": "barrage", "guns": ["a1"], "target": "0405", "aim": "units"})
    assert game.state[SIDES]["axis"].spent == 3
