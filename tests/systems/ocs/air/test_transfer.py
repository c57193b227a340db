"""Base transfers, and who may be Active where. [14.11] [14.2a] [18.2]"""

from __future__ import annotations

import pytest

from grognard.systems.ocs.air.bases import base_of, named, room
from grognard.systems.ocs.air.interception import in_patrol_zone, interceptors
from grognard.systems.ocs.arrivals.reinforcements import bring_aircraft
from grognard.systems.ocs.naval.ships import sink
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.status import AIR, SHIPS, SITES
from tests.systems.ocs.air.sky import bird, craft, fly, perch, sky
from tests.systems.ocs.field import end, play, rig, rules, told, unit

rule = pytest.mark.rule


@rule("ocs", "14.11")
@rule("ocs", "14.1c")
@pytest.mark.parametrize(
    ("types", "hex", "state"),
    [
        ("F", "0313", "0313+"),
        ("F", "0314", "0314-"),
        ("T", "0305", "0305-"),
        ("F+T", "0313", "0313+"),
    ],
)
def test_a_fighter_within_its_range_stays_active_nobody_else_does(
    types: str, hex: str, state: str
) -> None:
    game = sky(craft("a1", "0303", types, range=10), levels={hex: 1})
    play(game, "axis", fly("transfer", "a1", to=hex))
    assert perch(game, "a1") == state


@rule("ocs", "14.11")
@rule("ocs", "14.2d")
def test_twice_the_range_from_base_to_base() -> None:
    game = sky(craft("a1", "0303", range=10), levels={"0323": 1, "0324": 1, "s0305": 1})
    assert rules(game, "axis", fly("transfer", "a1", to="0323")) == []
    assert rules(game, "axis", fly("transfer", "a1", to="0324")) == ["14.2d"]
    assert rules(game, "axis", fly("transfer", "a1", to="0305")) == ["14.11"]
    assert rules(game, "axis", fly("transfer", "a1", to="0303")) == ["14.11"]
    assert rules(game, "axis", fly("transfer", "a1", to="0310")) == ["14.11"]


@rule("ocs", "21.4(C)")
def test_by_the_option_a_fighter_from_afar_is_inactive() -> None:
    game = sky(craft("a1", "0303", range=10), levels={"0313": 1}, options={"long-range": "on"})
    play(game, "axis", fly("transfer", "a1", to="0313"))
    assert perch(game, "a1") == "0313-"


@rule("ocs", "21.5")
def test_by_the_option_a_base_takes_one_active_aircraft_a_level() -> None:
    crowd = [craft(f"a{i}", "0303") for i in range(1, 5)]
    game = sky(*crowd, levels={"0306": 2}, options={"rebasing-limits": "on"})
    for i in (1, 2, 3):
        play(game, "axis", fly("transfer", f"a{i}", to="0306"))
    assert [perch(game, f"a{i}") for i in (1, 2, 3)] == ["0306+", "0306+", "0306-"]


@rule("ocs", "14.2a")
@rule("ocs", "15.0b(D)")
@rule("ocs", "15.2(C)")
@pytest.mark.parametrize(("level", "most"), [(0, 4), (1, 5), (2, 6), (3, 7)])
def test_four_and_the_level_may_be_active_at_a_base(level: int, most: int) -> None:
    crowd = [craft(f"a{i}", "0303") for i in range(3)] + [craft("a9", "0303", active=False)]
    game = sky(*crowd, levels={"0303": level})
    base = named(game, "axis", "0303")
    assert base is not None
    assert room(game, base) == most - 3


@rule("ocs", "14.2a")
def test_at_a_full_base_a_fighter_lands_inactive_of_which_any_number_may_be_there() -> None:
    crowd = [craft(f"a{i}", "0306") for i in range(5)]
    game = sky(*crowd, craft("a9", "0303"), levels={"0306": 1})
    play(game, "axis", fly("transfer", "a9", to="0306"))
    assert perch(game, "a9") == "0306-"


@rule("ocs", "14.4a")
@rule("ocs", "14.5")
def test_a_transfer_into_an_enemy_patrol_zone_meets_flak() -> None:
    game = sky(craft("a1", "0303", "T"), craft("s1", "0320"), levels={"0312": 1})
    rig(game, 6, 6)
    play(game, "axis", fly("transfer", "a1", to="0312"))
    assert bird(game, "a1").reduced
    assert perch(game, "a1") == "0312-"
    out = sky(craft("a1", "0303", "T"), craft("s1", "0330"), levels={"0312": 1})
    play(out, "axis", fly("transfer", "a1", to="0312"))
    assert told(out, "flak") == []


# ---- carriers

FLEET = [
    {"id": n, "side": "allied", "name": n, "type": "carrier", "decks": 2, "sound": "0/0/0/2",
     "damaged": "0/0/0/2"}
    for n in ("Ark", "Bee")
]  # fmt: skip


def at_sea(*things: object, damaged: bool = False, **spec: object):  # type: ignore[no-untyped-def]
    from grognard.board.sketch import sketch

    sea = {f"{r:02d}{c:02d}": "sea" for r in range(1, 21) for c in range(15, 41)}
    naval = [{"id": "s-ark", "ship": "Ark", "hex": "0520", "damaged": damaged},
             {"id": "s-bee", "ship": "Bee", "hex": "0530"}]  # fmt: skip
    return sky(*things, ships=FLEET, naval=naval, board=sketch(20, 40, terrain=sea), **spec)  # type: ignore[arg-type]


@rule("ocs", "18.2a")
def test_a_carrier_takes_its_own_aircraft_as_many_as_its_number() -> None:
    game = at_sea(
        craft("s1", None, aboard="s-ark", carrier="Ark"),
        craft("s2", "0512", carrier="Ark"), craft("s3", "0512", carrier="Ark"),
        craft("s4", "0512"), player="allied", first="allied",
    )  # fmt: skip
    assert rules(game, "allied", fly("transfer", "s4", to="s-ark")) == ["18.2a"]
    assert rules(game, "allied", fly("transfer", "s2", to="s-bee")) == ["18.2a"]
    assert rules(game, "allied", fly("transfer", "s2", "s3", to="s-ark")) == ["18.2a"]
    play(game, "allied", fly("transfer", "s2", to="s-ark"))
    assert (bird(game, "s2").carrier, bird(game, "s2").hex) == ("s-ark", -1)
    assert rules(game, "allied", fly("transfer", "s3", to="s-ark")) == ["18.2a"]
    play(game, "allied", fly("transfer", "s1", to="0512"))  # others' rules apply to them
    assert perch(game, "s1") == "0512+"


@rule("ocs", "21.5")
def test_the_limit_by_levels_is_for_bases_on_land() -> None:
    game = at_sea(craft("s1", "0512", carrier="Ark"), craft("s2", "0512", carrier="Ark"),
                  options={"rebasing-limits": "on"})  # fmt: skip
    ark = named(game, "allied", "s-ark")
    assert ark is not None
    for key in ("s1", "s2"):
        bring_aircraft(game, key, ark)
    assert [bird(game, key).active for key in ("s1", "s2")] == [True, True]


@rule("ocs", "18.2a")
def test_nobody_returns_to_a_full_carrier() -> None:
    for aboard, open_ in ((1, ["0512", "s-ark"]), (2, [])):
        crowd = [craft(f"s{i}", None, aboard="s-ark", carrier="Ark") for i in range(1, aboard + 1)]
        game = at_sea(*crowd, craft("s9", "0512", carrier="Ark"), unit("a1", "0510"),
                      player="allied", first="allied", segment="barrage")  # fmt: skip
        rig(game, 1, 1, 1, 1)
        game.play("allied", fly("air-barrage", "s9", to="0510", aim="units"))
        found = [] if game.at_checkpoint else [a["to"]["s9"] for a in game.legal("allied")]
        assert found == open_


@rule("ocs", "18.2b")
@rule("ocs", "18.2c")
@pytest.mark.parametrize(("damaged", "active"), [(False, 3), (True, 2)])
def test_a_carrier_refits_all_its_aircraft_a_damaged_one_two(damaged: bool, active: int) -> None:
    crowd = [craft(f"s{i}", None, aboard="s-ark", carrier="Ark", active=False) for i in range(3)]
    game = at_sea(*crowd, unit("a1", "0505"), unit("s9", "0510"), damaged=damaged,
                  segment="clean-up", player="axis")  # fmt: skip
    while game.segment.kind not in ("movement",) or game.to_act == "axis":
        if game.at_checkpoint:
            end(game, game.to_act or "axis")
        else:
            decision = game.decisions[0]
            assert decision.ask.name != "damaged carrier" or damaged
            game.play(decision.player, decision.ask.default)
        if game.over:
            break
    assert sum(bird(game, f"s{i}").active for i in range(3)) == active
    assert game.state.maps["sides"]["allied"].spent == 0


@rule("ocs", "18.2d")
def test_missions_and_patrol_zones_start_where_the_carrier_is() -> None:
    plane = craft("s1", None, aboard="s-ark", carrier="Ark", range=10)
    game = at_sea(plane, unit("a1", "0512"), unit("a2", "0509"), player="allied", first="allied",
                  segment="barrage")  # fmt: skip
    assert in_patrol_zone(game, game.board.hex("0510"), "allied")
    assert not in_patrol_zone(game, game.board.hex("0509"), "allied")
    target = fly("air-barrage", "s1", to="0509", aim="units")
    assert rules(game, "allied", target) == ["14.2d"]
    from grognard.engine.record import replace

    game.put(SHIPS, "s-ark", replace(game.state[SHIPS]["s-ark"], hex=game.board.hex("0518")))
    assert in_patrol_zone(game, game.board.hex("0509"), "allied")
    assert rules(game, "allied", target) == []
    rig(game, 1, 1, 1, 1)
    play(game, "allied", target)
    assert base_of(game, "s1").carrier == "s-ark"
    assert not bird(game, "s1").active


@rule("ocs", "18.2d")
def test_aircraft_are_lost_with_their_carrier() -> None:
    game = at_sea(craft("s1", None, aboard="s-ark", carrier="Ark"), craft("s2", "0512"),
                  unit("s9", "0510", mode="move"), player="allied", first="allied")  # fmt: skip
    from grognard.engine.record import replace

    game.put(SHIPS, "s-ark", replace(game.state[SHIPS]["s-ark"], place="dead", hex=-1))
    end(game, "allied")
    assert game.state[AIR]["s1"].place == "dead"


@rule("ocs", "18.2d")
@rule("ocs", "14.5")
def test_from_a_carrier_that_has_just_been_sunk_nobody_rises() -> None:
    """Not even in the segment in which it goes down."""
    game = at_sea(
        craft("s1", None, aboard="s-ark", carrier="Ark"), craft("a1", "0310", "T", range=40),
        unit("s9", "0512"), unit("a9", "0101"), segment="barrage",
    )  # fmt: skip
    assert interceptors(game, "allied", game.board.hex("0512")) == ["s1"]
    sink(game, "s-ark", "18.3d(A)", "a second hit")
    assert bird(game, "s1").place == "dead"
    assert interceptors(game, "allied", game.board.hex("2039")) == []
    play(game, "axis", fly("air-barrage", "a1", to="0512", aim="units"))
    assert told(game, "interception") == []


@rule("ocs", "14.1c")
@rule("ocs", "18.2d")
def test_aircraft_of_a_carrier_abort_to_it_though_there_is_a_base_beside_it() -> None:
    """The carrier lies in the hex of an Air Base, as in a port."""
    game = at_sea(
        craft("s1", None, aboard="s-ark", carrier="Ark"), craft("a1", "0510", full="9/3/0"),
        unit("s9", "0512"), unit("a9", "0101"),
    )  # fmt: skip
    from grognard.engine.record import replace

    h = game.board.hex("0520")
    site = replace(stacks.site_at(game, h), base=2, base_owner="allied")
    game.put(SITES, h, site)
    rig(game, 6, 6, 1)  # the defender aborts, without a loss
    play(game, "axis", fly("sweep", "a1", to="0520"))
    assert perch(game, "s1") == "s-ark-"
