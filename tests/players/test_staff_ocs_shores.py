"""The staff at sea: landings, storms, supply over the shore, shipping, fire of ships."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.engine.decision import Action
from grognard.players.random_player import RandomPlayer
from grognard.players.seat import Seat
from grognard.players.staff.ocs import shores
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.orders import Part
from grognard.systems.ocs.naval import cargo
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.proof import positions
from grognard.systems.ocs.proof.veil import hidden_twin
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn import phases
from grognard.systems.ocs.turn.phases import ATTACK, BARRAGE, EXPLOITATION, MOVEMENT
from tests.players.playing import did, orders
from tests.players.shores import overseas
from tests.systems.ocs.field import end, rig, unit, where
from tests.systems.ocs.naval.sea import afloat, berth, coast, port, ship, waters

TOWN = {"side": "axis", "objectives": [{"label": "Town", "vp": 2, "hexes": ["0504"]}]}
"""A town near the middle of the coast, which the Axis is to take."""


def sea_fight(*items: dict[str, Any], **spec: Any) -> Ocs:
    """A coast with a town of victory behind its middle."""
    return waters(*items, **{"victory": TOWN, **spec})


# --- Over the beaches --------------------------------------------------------------------------


def test_loaded_craft_go_ashore_at_once_near_what_is_to_be_taken() -> None:
    craft = ship("a9", "0104", "lc", points=2, aboard=["a1"])
    game = sea_fight(craft, unit("a1", None), unit("s1", "0801"))
    done = orders(shores.Fleet(), game)
    assert [a["do"] for a in done] == ["sail", "land", "roll-landings"]
    assert where(game, "a1") in ("0403", "0404", "0405")


def test_they_keep_away_from_an_enemy_who_would_throw_them_back() -> None:
    """Whom they cannot stand against they do not land beside, however near the goal is."""
    craft = ship("a9", "0104", "lc", points=2, aboard=["a1"])
    tanks = [
        unit(f"s{i}", hex, "armor", combat="40:6 tracked")
        for i, hex in enumerate(("0504", "0505", "0603"), 1)
    ]
    game = sea_fight(craft, unit("a1", None, combat="2:3 leg"), *tanks)
    assert did(orders(shores.Fleet(), game), "land") == []
    assert where(game, "a1") == "aboard"


def test_a_beach_beside_a_weak_enemy_is_better_than_one_beside_a_strong() -> None:
    board = coast(cols=17)
    ends = {
        "side": "axis",
        "objectives": [{"vp": 2, "hexes": ["0504"]}, {"vp": 2, "hexes": ["0514"]}],
    }

    def landed(weak: str, strong: str) -> str:
        craft = ship("a9", "0109", "lc", points=2, load=4, aboard=["a1"])
        guards = [unit("s1", weak, combat="1:3 leg"), unit("s2", strong, combat="30:3 leg")]
        game = sea_fight(craft, unit("a1", None), *guards, board=board, victory=ends)
        orders(shores.Fleet(), game)
        return berth(game, "a9")

    assert landed("0504", "0514") < "0409" < landed("0514", "0504")


def between(**spec: Any) -> str:
    """Where a craft lands that lies off two beaches, as near to the town behind as each other."""
    craft = ship("a9", "0309", "lc", points=2, aboard=["a1"])
    town = {"side": "axis", "objectives": [{"vp": 2, "hexes": ["0509"]}]}
    board = coast(cols=17, terrain=spec.pop("terrain", {}))
    game = waters(craft, unit("a1", None), unit("s1", "0801"), board=board, victory=town, **spec)
    orders(shores.Fleet(), game)
    return berth(game, "a9")


def test_easy_ground_is_better_than_hard() -> None:
    """In open ground the landing roll costs less. [18.5f(A)]"""
    assert between(terrain={"0408": "mountain"}) == "0409"
    assert between(terrain={"0409": "mountain"}) == "0408"


def test_a_beach_over_which_supply_can_follow_is_better() -> None:
    for hex in ("0408", "0409"):
        assert between(sources=[{"side": "axis", "hex": hex}]) == hex
        assert between(ports=[{"name": "Port", "hex": hex, "capacity": 2}]) == hex


def test_two_landings_go_to_two_goals() -> None:
    ends = {
        "side": "axis",
        "objectives": [{"vp": 2, "hexes": ["0504"]}, {"vp": 2, "hexes": ["0514"]}],
    }
    craft = [ship(f"a{i}", "0109", "lc", points=2, aboard=[f"a{i - 7}"]) for i in (8, 9)]
    game = sea_fight(*craft, unit("a1", None), unit("a2", None), unit("s1", "0809"),
                     board=coast(cols=17), victory=ends)  # fmt: skip
    orders(shores.Fleet(), game)
    first, second = sorted((berth(game, "a8"), berth(game, "a9")))
    assert first < "0409" < second


def test_guns_land_where_others_fight_for_them_and_not_alone() -> None:
    """Those who cannot fight wait offshore till somebody holds the beach."""
    craft = ship("a9", "0304", "lc", points=2, aboard=["a1"])
    game = sea_fight(craft, unit("a1", None, "artillery"), unit("s1", "0504"))
    assert did(orders(shores.Fleet(), game), "land") == []
    held = sea_fight(craft, unit("a1", None, "artillery"), unit("a2", "0404"), unit("s1", "0504"))
    assert did(orders(shores.Fleet(), held), "land")
    assert berth(held, "a9") == "0404"


def test_craft_land_together_where_the_first_have_gone() -> None:
    """A second wave without fighting men comes ashore in the same phase as the first."""
    game = sea_fight(
        ship("a8", "0304", "lc", points=2, aboard=["a1"]),
        ship("a9", "0204", "lc", points=2, aboard=["a2"]),
        unit("a1", None), unit("a2", None, "hq"), unit("s1", "0705"),
    )  # fmt: skip
    assert len(did(orders(shores.Fleet(), game), "land")) == 2
    assert where(game, "a2") == where(game, "a1")


def test_troops_aboard_are_made_ready_for_the_fight_before_they_land() -> None:
    craft = ship("a9", "0304", "lc", points=2, aboard=["a1"])
    game = sea_fight(craft, unit("a1", None, at={"mode": "move", "combat_up": False}),
                     unit("s1", "0704"))  # fmt: skip
    done = orders(shores.Fleet(), game)
    assert done[0]["do"] == "ready"
    assert where(game, "a1")[:2] == "04"


def test_nobody_lands_where_no_way_leads_to_the_enemy() -> None:
    """An own island with a large port behind the fleet is near and safe, but leads nowhere."""
    board = coast(terrain={"0104": "clear"})
    craft = ship("a9", "0204", "lc", points=2, aboard=["a1"])
    game = sea_fight(craft, unit("a1", None), unit("s1", "0704"), board=board,
                     ports=[port("0104", sp=20)])  # fmt: skip
    orders(shores.Fleet(), game)
    assert where(game, "a1")[:2] == "04"


# --- Held beaches ------------------------------------------------------------------------------


def walled(*items: dict[str, Any], guard: str = "1:3 leg", **spec: Any) -> Ocs:
    """A coast of three hexes that the enemy holds all along."""
    guards = [unit(f"s{c}", f"040{c}", combat=guard, ar=1) for c in (1, 2, 3)]
    board = coast(cols=3)
    victory = {"side": "axis", "objectives": [{"vp": 2, "hexes": ["0602"]}]}
    return waters(*items, *guards, board=board, victory=victory, **spec)


def test_where_no_beach_is_open_a_held_one_is_stormed_if_that_is_sure() -> None:
    craft = ship("a9", "0102", "lc", points=4, load=4, aboard=["a1"])
    game = walled(craft, unit("a1", None, combat="60:3 leg", ar=5))
    orders(shores.Fleet(), game)
    assert berth(game, "a9")[:2] == "03"
    assert where(game, "a1") == "aboard"
    end(game, "axis", ATTACK)
    assert did(orders(shores.Assaults(), game), "beach-assault")
    assert where(game, "a1")[:2] == "04"


def test_a_storm_that_might_fail_is_left_alone() -> None:
    """Who fails is lost with his craft. [18.6a(E)]"""
    craft = ship("a9", "0102", "lc", points=4, load=4, aboard=["a1"])
    game = walled(craft, unit("a1", None), guard="8:3 leg")
    orders(shores.Fleet(), game)
    assert berth(game, "a9") == "0102"
    near = walled(ship("a9", "0302", "lc", points=4, load=4, aboard=["a1"]),
                  unit("a1", None), guard="8:3 leg", segment=ATTACK)  # fmt: skip
    assert orders(shores.Assaults(), near) == []


# --- Supply over the shore ---------------------------------------------------------------------


def test_dukws_drive_ashore_with_their_supply_where_troops_are() -> None:
    game = sea_fight(
        ship("a8", "0304", "dukw", points=1, load=4), unit("a1", "0404"), unit("s1", "0704"),
    )  # fmt: skip
    rig(game, 6, 6)
    done = orders(shores.Fleet(), game)
    assert [a["do"] for a in done][-2:] == ["go-ashore", "roll-landings"]
    assert game.state.maps["transport"]["a8"].hex == game.board.hex("0404")


def test_craft_with_supply_run_into_an_own_port_and_unload() -> None:
    game = sea_fight(
        ship("a8", "0301", "lc", points=1, load=4), unit("a1", "0405"), unit("s1", "0704"),
        ports=[port("0405")],
    )  # fmt: skip
    done = orders(shores.Fleet(), game)
    assert did(done, "disembark")[0]["tokens"] == 4
    assert stacks.dump_at(game, game.board.hex("0405"), "axis") == 4


def test_a_port_that_has_fallen_is_used_in_the_exploitation_phase() -> None:
    game = sea_fight(
        ship("a8", "0301", "lc", points=1, aboard=["a2"]), unit("a2", None), unit("a1", "0405"),
        unit("s1", "0704"), ports=[port("0405")], segment=EXPLOITATION,
    )  # fmt: skip
    assert did(orders(shores.Fleet(), game), "disembark")
    assert where(game, "a2") == "0405"


def test_without_a_port_supply_lies_beside_those_who_need_it() -> None:
    game = sea_fight(
        ship("a8", "0101", "lc", points=1, load=4), unit("a1", "0405"), unit("s1", "0505"),
    )  # fmt: skip
    orders(shores.Fleet(), game)
    assert game.board.distance(afloat(game, "a8").hex, game.board.hex("0405")) <= 1


def test_an_empty_lst_becomes_a_port_where_there_is_none() -> None:
    lst = ship("a8", "0302", "lst", points=1)
    game = sea_fight(lst, unit("a1", "0404"), unit("s1", "0704"))
    done = orders(shores.Fleet(), game)
    assert did(done, "deploy-port")
    assert berth(game, "a8") == "0404"
    near = sea_fight(lst, unit("a1", "0404"), unit("s1", "0704"),
                     ports=[port("0405", source_for=["axis"])])  # fmt: skip
    assert did(orders(shores.Fleet(), near), "deploy-port") == []  # one is there


def test_an_engineer_behind_the_front_repairs_the_port() -> None:
    spec: dict[str, Any] = {
        "ports": [port("0404", hits=2, source_for=["axis"])], "turns": 8,
        "dumps": [{"side": "axis", "hex": "0404", "sp": 8}], "victory": TOWN,
    }  # fmt: skip
    crew = unit("a1", "0404", "engineer", traits="engineer")
    game = waters(crew, unit("s1", "0804"), **spec)
    assert did(orders(shores.Fleet(), game), "repair-port")
    busy = waters(crew, unit("s1", "0504"), **spec)
    assert did(orders(shores.Fleet(), busy), "repair-port") == []  # he is in the fighting


def test_a_port_that_will_fall_is_wrecked_and_one_that_holds_is_not() -> None:
    def wrecked(strength: int, **terms: Any) -> list[Action]:
        game = waters(
            unit("a1", "0404", combat="2:3 leg"), unit("s1", "0604", combat=f"{strength}:3 leg"),
            ports=[port("0404", source_for=["allied"]), port("0401")],
            victory={**TOWN, "side": "allied", **terms}, turns=4,
        )  # fmt: skip
        return did(orders(shores.Fleet(), game), "wreck-port")

    away = {"label": "away", "of": "axis", "vp": -1, "per": 1, "hexes": ["0401"]}
    assert wrecked(40)
    assert not wrecked(2)
    assert not wrecked(40, saved=[away])  # they will leave by it


# --- Shipping ----------------------------------------------------------------------------------


def test_troops_overseas_are_shipped_to_the_front() -> None:
    game = overseas(unit("a1", "0403"), unit("s1", "0808"))
    done = orders(shores.Fleet(), game)
    assert [a["do"] for a in done] == ["mode", "ship"]
    assert where(game, "a1") == "0406"
    falling = overseas(unit("a1", "0403"), unit("s1", "0408", combat="60:3 leg"))
    assert did(orders(shores.Fleet(), falling), "ship") == []  # the port will not hold
    at_home = overseas(unit("a1", "0403"), unit("s1", "0802"))  # the enemy is on their own land
    assert did(orders(shores.Fleet(), at_home), "ship") == []


def test_supply_is_shipped_to_the_port_of_who_lacks_it() -> None:
    spec: dict[str, Any] = {"dumps": [{"side": "axis", "hex": "0403", "sp": 4}]}
    game = overseas(unit("a1", "0406", "hq"), unit("a2", "0407"), unit("a3", "0406"),
                    unit("s1", "0808", combat="1:3 leg"), **spec)  # fmt: skip
    done = did(orders(shores.Fleet(), game), "ship")
    assert [a["to"] for a in done[:1]] == ["0406"]
    assert stacks.dump_at(game, game.board.hex("0406"), "axis") == done[0]["tokens"]


def test_supply_of_an_air_base_stays_for_its_refits() -> None:
    spec: dict[str, Any] = {
        "dumps": [{"side": "axis", "hex": "0403", "sp": 1}], "turns": 6,
        "bases": [{"side": "axis", "hex": "0403", "level": 1}],
    }  # fmt: skip
    game = overseas(unit("a1", "0406", "hq"), unit("a2", "0407"), unit("a3", "0406"),
                    unit("s1", "0808", combat="1:3 leg"), **spec)  # fmt: skip
    assert did(orders(shores.Fleet(), game), "ship") == []


def test_empty_craft_fetch_what_sea_cap_cannot() -> None:
    craft = ship("a9", "0105", "lc", points=2)
    game = overseas(craft, unit("a1", "0403", mode="move"), unit("s1", "0808"), cap=0)
    done = orders(shores.Fleet(), game)
    assert did(done, "embark")
    assert "a1" in cargo.units_aboard(game, "a9") or where(game, "a1")[2:] > "05"


# --- The fire of ships -------------------------------------------------------------------------


def test_ships_shell_those_who_are_about_to_be_attacked() -> None:
    dump = [{"side": "axis", "hex": "0604", "sp": 4}]
    game = sea_fight(
        ship("a9", "0304"), unit("a1", "0504", combat="12:3 leg"), unit("a2", "0604", "hq"),
        unit("s1", "0404", combat="6:3 leg"), segment=BARRAGE, dumps=dump,
    )  # fmt: skip
    done = orders(shores.Bombardment(), game)
    assert [(a["target"], a["by"]) for a in did(done, "bombard")] == [("0404", ["a9"])]


def test_fire_is_kept_for_the_enemys_attack_if_nothing_is_to_be_prepared() -> None:
    items = [ship("a9", "0304"), unit("s1", "0404", combat="6:3 leg"), unit("a1", "0804")]
    first = sea_fight(*items, segment=BARRAGE)
    assert did(orders(shores.Bombardment(), first), "bombard") == []
    last = sea_fight(*items, segment=BARRAGE, first="allied")
    assert did(orders(shores.Bombardment(), last), "bombard")


def test_coastal_guns_fire_at_ships_and_at_landing_craft_before_others() -> None:
    gun = unit("a1", "0404", "artillery", traits="coastal", barrage="30/5")
    game = sea_fight(
        gun, ship("s8", "0304", "lc", points=2), ship("s9", "0304"), segment=BARRAGE,
    )  # fmt: skip
    rig(game, 6, 6)
    part = shores.Bombardment()
    action = part.order(OcsSeat(game, "axis"))
    assert action is not None
    assert action["do"] == "engage"
    game.play("axis", action)
    assert shores.ANSWERS["naval target"](OcsSeat(game, "axis"))["target"] == "landing craft"


def test_ships_come_within_range_of_the_fighting() -> None:
    board = coast(cols=17)
    game = sea_fight(ship("a9", "0117"), unit("a1", "0404"), unit("s1", "0504"), board=board)
    orders(shores.Fleet(), game)
    assert game.board.distance(afloat(game, "a9").hex, game.board.hex("0504")) <= 6


# --- Blind to secrets --------------------------------------------------------------------------

PARTS: dict[str, type[Part[OcsSeat]]] = {
    MOVEMENT: shores.Fleet, BARRAGE: shores.Bombardment, ATTACK: shores.Assaults,
    EXPLOITATION: shores.Fleet, phases.REACTION: shores.Fleet,
}  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_at_sea_too_it_is_legal_and_sees_no_more_than_its_view(seed: int) -> None:
    """Wherever a game by chance comes to, the fleet's orders are legal and the same for a twin."""
    game, rng = positions.game(seed), random.Random(seed)
    for _ in range(60):
        player = game.to_act
        if player is None:
            break
        part = PARTS.get(phases.kind(game))
        if part is not None and OcsSeat(game, player).offered("end"):
            action = part().order(OcsSeat(game, player))
            assert action is None or game.why(player, action) == []
            twin = hidden_twin(game, player, rng)
            if twin is not None:
                assert part().order(OcsSeat(twin, player)) == action
        game.play(player, RandomPlayer(rng.randrange(10**6)).choose(Seat(game, player)))
