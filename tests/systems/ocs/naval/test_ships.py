"""Ships: where they sail, how far, what damage does to them. [18.1] [18.3d]"""

from __future__ import annotations

import pytest

from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.systems.ocs.barrage.barrage import AT_UNITS, Fire
from grognard.systems.ocs.barrage.results import ARTILLERY, NAVAL
from grognard.systems.ocs.barrage.weight import cost
from grognard.systems.ocs.naval import sailing, ships
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.status import SHIPS, SIDES, TRANSPORT
from grognard.systems.ocs.turn.phases import BARRAGE, CLEAN_UP, EXPLOITATION, MOVEMENT, REACTION
from tests.systems.ocs.field import at, end, play, rig, rules, told, unit
from tests.systems.ocs.naval.sea import afloat, berth, coast, port, sail, ship, waters

rule = pytest.mark.rule


@rule("ocs", "18.0")
def test_a_game_without_ships_has_no_naval_actions() -> None:
    game = waters(unit("a1", "0505"), unit("s1", "0805"))
    naval = {"sail", "land", "embark", "engage", "bombard", "deploy-port"}
    assert not naval & {action["do"] for action in game.legal("axis")}
    game = waters(unit("a1", "0505"), ship("s1", "0202"), unit("s2", "0805"))
    assert (ships.fleet(game, "axis"), ships.fleet(game, "allied")) == ([], ["s1"])
    assert not naval & {action["do"] for action in game.legal("axis")}


@rule("ocs", "18.1a")
@rule("ocs", "12.9d")
def test_ships_need_no_supply() -> None:
    game = waters(ship("a1", "0202"), unit("a9", "0505"), unit("s1", "0808"))
    assert rules(game, "axis", sail("a1", to="0203 0204")) == []
    end(game, "axis", until=CLEAN_UP)
    assert berth(game, "a1") == "0202"
    assert game.state[SIDES]["axis"].spent == 0


@rule("ocs", "18.1a")
@rule("ocs", "12.9d")
def test_their_guns_cost_nothing_where_those_on_land_do() -> None:
    game = waters(ship("a1", "0304"), unit("a9", "0808"), unit("s1", "0404"), segment=BARRAGE)
    rig(game, 3, 4, 3)
    play(game, "axis", {"do": "bombard", "by": ["a1"], "target": "0404"})
    assert game.state[SIDES]["axis"].spent == 0
    assert len(told(game, "barrage")) == 1
    fire = Fire("axis", game.board.hex("0404"), AT_UNITS, Tally().add("guns", 10, "10.0"), NAVAL,
                ("a1",), True)  # fmt: skip
    assert (cost(game, fire), cost(game, replace(fire, by=ARTILLERY))) == (0, 2)


@rule("ocs", "18.1b")
def test_any_number_of_ships_stack_but_never_with_enemy_ships() -> None:
    fleet = [ship(f"a{i}", "0202") for i in range(1, 15)]
    game = waters(*fleet, ship("s1", "0204"), unit("a90", "0505"))
    names = [f"a{i}" for i in range(1, 15)]
    play(game, "axis", sail(*names, to="0203"))
    assert {berth(game, name) for name in names} == {"0203"}
    assert rules(game, "axis", sail("a1", to="0204")) == ["18.1b"]
    assert rules(game, "axis", sail("a1", to="0204 0205")) == ["18.1b"]  # nor through it
    end(game, "axis")
    assert berth(game, "a14") == "0203"  # no limit at the end of the segment


@rule("ocs", "18.1c")
def test_most_ships_keep_to_the_sea_and_friendly_ports() -> None:
    game = waters(
        ship("a1", "0304"), unit("a9", "0808"), unit("s9", "0801"),
        ports=[port("0404"), port("0402", "allied")],
    )  # fmt: skip
    assert rules(game, "axis", sail("a1", to="0403")) == ["18.1c"]  # plain coast
    assert rules(game, "axis", sail("a1", to="0404")) == []
    assert rules(game, "axis", sail("a1", to="0303 0402")) == ["18.1c"]  # the enemy's port
    assert rules(game, "axis", sail("a1", to="0404 0504")) == ["18.1c"]  # over land
    assert rules(game, "axis", sail("a1", to="0306")) == ["18.1c"]  # not next to it


@rule("ocs", "18.1c")
def test_landing_craft_sail_along_coasts_and_over_estuaries() -> None:
    board = coast(sides=["0505-0506 estuary", "0506-0606 minor_river"])
    game = waters(
        ship("a1", "0303", "lc", points=2), ship("a2", "0505", "lc", points=1),
        ship("a3", "0506", "lc", points=1), unit("a9", "0808"), board=board,
    )  # fmt: skip
    assert rules(game, "axis", sail("a1", to="0403")) == []
    assert rules(game, "axis", sail("a1", to="0403 0404")) == ["18.1c"]  # an all-land hexside
    assert rules(game, "axis", sail("a2", to="0506")) == []
    assert rules(game, "axis", sail("a3", to="0606")) == ["18.1c"]  # never along or over rivers


@rule("ocs", "18.1c")
def test_any_ship_uses_an_estuary_on_its_way_into_port_or_out_of_it() -> None:
    board = coast(sides=["0403-0404 estuary", "0404-0504 estuary"])
    items = [ship("a1", "0303"), unit("a9", "0808")]
    game = waters(*items, board=board, ports=[port("0504")])
    assert rules(game, "axis", sail("a1", to="0403 0404 0504")) == []
    assert rules(game, "axis", sail("a1", to="0403 0404")) == ["18.1c"]  # it must end in port
    out = waters(ship("a1", "0504"), unit("a9", "0808"), board=board, ports=[port("0504")])
    assert rules(out, "axis", sail("a1", to="0404 0403 0303")) == []
    assert rules(out, "axis", sail("a1", to="0404 0403")) == ["18.1c"]
    strict = {"port-approaches": "inward"}
    out = waters(ship("a1", "0504"), board=board, ports=[port("0504")], options=strict)
    assert rules(out, "axis", sail("a1", to="0404 0403 0303")) == ["18.1c"]


@rule("ocs", "18.1c")
def test_what_ships_pass_does_not_change_hands() -> None:
    game = waters(
        ship("a1", "0303", "lc", points=1), unit("s9", "0808"),
        dumps=[{"side": "allied", "hex": "0403", "sp": 2}],
        bases=[{"side": "allied", "hex": "0403", "level": 1}], ports=[port("0403", "allied")],
    )  # fmt: skip
    play(game, "axis", sail("a1", to="0403"))  # it lies beside what is no combat unit [4.8c(C)]
    h = game.board.hex("0403")
    assert stacks.dump_at(game, h, "allied") == 8
    site = game.state.maps["sites"][h]
    assert (site.base_owner, site.port_owner) == ("allied", "allied")


@rule("ocs", "18.1e")
@pytest.mark.parametrize(
    ("segment", "player", "phasing"),
    [(MOVEMENT, "axis", "axis"), (REACTION, "axis", "allied"), (EXPLOITATION, "axis", "axis")],
)
def test_ships_move_in_all_three_phases_at_a_point_a_hex(
    segment: str, player: str, phasing: str
) -> None:
    game = waters(ship("a1", "0202"), unit("a9", "0808"), segment=segment, player=phasing)
    assert game.to_act == player
    assert rules(game, player, sail("a1", to="0203")) == []
    play(game, player, sail("a1", to="0203 0204"))
    assert sailing.left(game, "a1") == 18 * 12


@rule("ocs", "18.1e")
@rule("ocs", "7.0c")
@rule("ocs", "11.0d")
def test_every_ship_may_move_in_each_of_them_again() -> None:
    game = waters(ship("a1", "0202"), ship("s1", "0109"), unit("a9", "0808"), unit("s9", "0801"))
    play(game, "axis", sail("a1", to="0203"))
    end(game, "axis", until=REACTION)
    assert game.to_act == "allied"
    assert rules(game, "axis", sail("a1", to="0204")) != []
    play(game, "allied", sail("s1", to="0108"))
    end(game, "allied", until=EXPLOITATION)
    play(game, "axis", sail("a1", to="0204"))
    assert berth(game, "a1") == "0204"


@rule("ocs", "18.1f")
def test_twenty_hexes_or_ten_if_slow() -> None:
    board = coast(cols=24)
    game = waters(
        ship("a1", "0101"), ship("a2", "0201", slow=True), unit("a9", "0808"), board=board
    )
    row = [f"01{c:02d}" for c in range(2, 25)]
    assert rules(game, "axis", sail("a1", to=" ".join(row[:20]))) == []
    assert rules(game, "axis", sail("a1", to=" ".join(row[:21]))) == ["18.1f"]
    row = [f"02{c:02d}" for c in range(2, 25)]
    assert rules(game, "axis", sail("a2", to=" ".join(row[:10]))) == []
    assert rules(game, "axis", sail("a2", to=" ".join(row[:11]))) == ["18.1f"]


@rule("ocs", "18.1f")
def test_damage_slows_single_ships_but_not_groups_of_them() -> None:
    game = waters(
        ship("a1", "0202", damaged_now=True), ship("a2", "0202", damaged_now=True, multi=True)
    )
    assert sailing.allowance(game, "a1") == 10 * 12
    assert sailing.allowance(game, "a2") == 20 * 12
    assert ships.face(game, "a2").barrage == 10  # reduced in strength


def test_every_voyage_listed_is_legal_and_the_others_are_not() -> None:
    board = coast(sides=["0403-0404 estuary"])
    game = waters(
        ship("a1", "0202"), ship("a2", "0202", "lc", points=1), ship("s1", "0206"),
        unit("s9", "0405"), unit("a9", "0808"), board=board, ports=[port("0404")],
    )  # fmt: skip
    for keys in (("a1",), ("a2",), ("a1", "a2")):
        found = sailing.voyages(game, "axis", keys)
        for goal in range(game.board.n):
            if goal in found.costs:
                path = " ".join(map(game.board.label, found.path(goal)))
                assert rules(game, "axis", sail(*keys, to=path)) == []
        reached = {game.board.label(h) for h in found.costs}
        assert "0404" in reached
        assert "0206" not in reached
        assert "0405" not in reached
        assert ("0403" in reached) == (keys == ("a2",))


@rule("ocs", "4.8c(C)")
@rule("ocs", "18.5a")
def test_no_ship_sails_among_enemy_combat_units() -> None:
    game = waters(ship("a1", "0303", "lc", points=1), unit("s1", "0403"), unit("a9", "0808"))
    assert rules(game, "axis", sail("a1", to="0403")) == ["4.8c(B)"]


# ---- damage


@rule("ocs", "18.3d(A)")
def test_the_first_hit_damages_the_second_sinks_and_a_hit_is_dg_too() -> None:
    game = waters(ship("s1", "0202"), unit("a9", "0808"), segment=BARRAGE)
    h = afloat(game, "s1").hex
    ships.damage(game, h, "allied", "s1", 1, True, "18.3d(A)")
    assert (afloat(game, "s1").damaged, afloat(game, "s1").dg) == (True, True)
    game.put(SHIPS, "s1", replace(afloat(game, "s1"), dg=False))
    ships.damage(game, h, "allied", "s1", 1, True, "18.3d(A)")
    assert berth(game, "s1") == "dead"
    assert told(game, "sunk")[-1]["ship"] == "s1"


@rule("ocs", "18.3d(A)")
@rule("ocs", "18.3d(B)")
def test_a_hit_on_a_ship_that_is_dg_already_is_a_second_dg() -> None:
    game = waters(ship("s1", "0202"), unit("a9", "0808"))
    game.put(SHIPS, "s1", replace(afloat(game, "s1"), dg=True))
    ships.damage(game, afloat(game, "s1").hex, "allied", "s1", 1, True, "18.3d(A)")
    assert berth(game, "s1") == "dead"
    mild = waters(ship("s1", "0202"), unit("a9", "0808"), options={"hit-on-dg": "one-hit"})
    mild.put(SHIPS, "s1", replace(afloat(mild, "s1"), dg=True))
    ships.damage(mild, afloat(mild, "s1").hex, "allied", "s1", 1, True, "18.3d(A)")
    assert afloat(mild, "s1").damaged
    assert berth(mild, "s1") == "0202"


@rule("ocs", "18.3d(B)")
def test_a_second_dg_is_a_hit_and_the_marker_goes() -> None:
    game = waters(ship("s1", "0202"), ship("s2", "0202"), unit("a9", "0808"))
    h = afloat(game, "s1").hex
    ships.damage(game, h, "allied", "s1", 0, True, "18.3d(B)")
    assert (afloat(game, "s1").dg, afloat(game, "s1").damaged) == (True, False)
    assert not afloat(game, "s2").dg  # the target alone
    ships.damage(game, h, "allied", "s1", 0, True, "18.3d(B)")
    assert (afloat(game, "s1").dg, afloat(game, "s1").damaged) == (False, True)


@rule("ocs", "18.1d")
@rule("ocs", "18.3d(B)")
@rule("ocs", "5.1")
def test_ships_in_port_are_always_dg_so_that_every_dg_is_a_hit() -> None:
    game = waters(ship("s1", "0404"), unit("a9", "0808"), ports=[port("0404", "allied")])
    assert ships.disorganised(game, "s1")
    assert not afloat(game, "s1").dg
    h = afloat(game, "s1").hex
    ships.damage(game, h, "allied", "s1", 0, True, "18.3d(B)")
    assert afloat(game, "s1").damaged
    ships.damage(game, h, "allied", "s1", 0, True, "18.3d(B)")
    assert berth(game, "s1") == "dead"


@rule("ocs", "18.1d")
@rule("ocs", "18.3d(B)")
def test_dg_markers_come_off_in_the_own_clean_up_phase() -> None:
    game = waters(
        ship("a1", "0202"), ship("s1", "0208"), unit("a9", "0808"), unit("s9", "0801"),
        segment=EXPLOITATION,
    )  # fmt: skip
    for name in ("a1", "s1"):
        game.put(SHIPS, name, replace(afloat(game, name), dg=True))
    end(game, "axis", until=MOVEMENT)
    assert not afloat(game, "a1").dg
    assert afloat(game, "s1").dg


@rule("ocs", "18.3d(C)")
def test_each_hit_on_landing_craft_takes_a_point_and_an_lst_becomes_landing_craft() -> None:
    game = waters(ship("s1", "0202", "lst", points=2), unit("a9", "0808"))
    h = afloat(game, "s1").hex
    ships.damage(game, h, "allied", ships.CRAFT, 1, True, "18.3d(C)")
    assert (afloat(game, "s1").size, ships.type_of(game, "s1")) == (4, "lc")
    ships.damage(game, h, "allied", ships.CRAFT, 0, True, "18.3d(C)")  # DG as for other ships
    assert berth(game, "s1") == "dead"


@rule("ocs", "18.3d(C)")
@pytest.mark.parametrize("die", [1, 2])
def test_lost_cargo_is_drawn_by_lot(die: int) -> None:
    """A 2-point DUKW with 1 SP and a regiment loses a point."""
    game = waters(
        unit("s1", None, combat="4:3 leg", move="2:8 leg"),
        ship("s2", "0202", "dukw", points=2, load=4, aboard=["s1"]), unit("a9", "0808"),
    )  # fmt: skip
    rig(game, die)
    ships.hit_craft(game, ["s2"], "18.3d(C)")
    assert afloat(game, "s2").size == 4
    lost = at(game, "s1").place == "dead"
    assert lost == (die == 1)
    assert afloat(game, "s2").load == (4 if lost else 0)
    assert game.state[SIDES]["allied"].blown == (0 if lost else 4)


@rule("ocs", "18.4d")
def test_all_landing_craft_of_a_stack_are_one_ship() -> None:
    game = waters(
        ship("s1", "0202", "lc", points=1), ship("s2", "0202", "lc", points=3), ship("s3", "0202")
    )
    h = afloat(game, "s1").hex
    assert ships.targets_at(game, h, "allied") == ("s3", ships.CRAFT)
    ships.damage(game, h, "allied", ships.CRAFT, 0, True, "18.3d(B)")
    assert afloat(game, "s1").dg
    assert afloat(game, "s2").dg
    assert not afloat(game, "s3").dg
    rig(game, 4)  # one of four points
    ships.damage(game, h, "allied", ships.CRAFT, 0, True, "18.3d(B)")
    assert (afloat(game, "s1").size, afloat(game, "s2").size) == (4, 8)
    assert not afloat(game, "s1").dg


@rule("ocs", "13.5e")
def test_trucks_that_go_down_may_be_rebuilt_and_wagons_may_not() -> None:
    for kind, lost in (("truck", 8), ("wagon", 0)):
        game = waters(
            ship("a1", "0202", "lc", points=4, aboard=["t1"]), unit("a9", "0505"),
            unit("s9", "0805"),
            transport=[{"id": "t1", "side": "axis", "kind": kind, "points": 2}],
        )  # fmt: skip
        ships.sink(game, "a1", "18.3d(A)", "it is sunk")
        assert game.state[TRANSPORT]["t1"].place == "dead"
        assert game.state[SIDES]["axis"].trucks_lost == lost
