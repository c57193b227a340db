"""The guns of the fleet, at ships and at the shore; coastal artillery. [18.3]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.systems.ocs.barrage.results import AIR_POWER
from grognard.systems.ocs.naval import ship_fire
from grognard.systems.ocs.naval.ship_fire import Volley
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS
from grognard.systems.ocs.turn.phases import (
    ARTILLERY,
    BARRAGE,
    EXPLOITATION_BARRAGE,
    REACTION_BARRAGE,
)
from tests.systems.ocs.field import at, end, play, rig, rules, serial, told, unit
from tests.systems.ocs.naval.sea import afloat, berth, port, ship, waters

rule = pytest.mark.rule


SPARE = ship("a7", "0204")
"""A ship that can still fire, so that the segment does not end."""


def engage(*names: str, hex: str, **more: Any) -> dict[str, Any]:
    return {"do": "engage", "by": list(names), "target": hex, **more}


def bombard(*names: str, hex: str, **more: Any) -> dict[str, Any]:
    return {"do": "bombard", "by": list(names), "target": hex, **more}


def volley(game: Ocs, hex: str, by: str = AIR_POWER, **strengths: int) -> Volley:
    points = {name: Tally().add(name, value, "3.5") for name, value in strengths.items()}
    return Volley("axis", game.board.hex(hex), points, by)


# ---- at ships


@rule("ocs", "18.3a(A)")
@pytest.mark.parametrize(
    ("segment", "phasing"),
    [(BARRAGE, "axis"), (REACTION_BARRAGE, "allied"), (EXPLOITATION_BARRAGE, "axis")],
)
def test_ships_fire_at_ships_once_in_every_barrage_segment(segment: str, phasing: str) -> None:
    game = waters(
        ship("a1", "0202"), ship("s1", "0205"), ship("s2", "0209"), unit("a9", "0808"), SPARE,
        segment=segment, player=phasing,
    )  # fmt: skip
    assert game.to_act == "axis"
    assert rules(game, "axis", engage("a1", hex="0205")) == []
    assert rules(game, "axis", engage("a1", hex="0209")) == ["18.3a(A)"]  # its range is 6
    rig(game, 1, 1)
    play(game, "axis", engage("a1", hex="0205"))
    assert rules(game, "axis", engage("a1", hex="0205")) == ["18.3a(A)"]


@rule("ocs", "18.3a(A)")
@rule("ocs", "10.3")
def test_there_is_no_naval_fire_in_the_combat_phase() -> None:
    gun = unit("a8", "0505", "artillery")
    game = waters(
        ship("a1", "0202"), ship("s1", "0205"), gun, unit("s9", "0506"), segment=ARTILLERY,
        dumps=[{"side": "axis", "hex": "0505", "sp": 3}],
    )  # fmt: skip
    assert game.segment.kind == ARTILLERY
    assert "engage" not in {action["do"] for action in game.legal("axis")}
    assert rules(game, "axis", engage("a1", hex="0205")) == ["2.3-combat"]


@rule("ocs", "18.3c(A)")
def test_the_firing_player_sees_the_ships_and_then_picks_one() -> None:
    game = waters(
        unit("s9", None), ship("a1", "0202"), ship("a2", "0302"), ship("s1", "0205"),
        ship("s2", "0205", "lc", points=3, aboard=["s9"]), unit("a9", "0808"), segment=BARRAGE,
    )  # fmt: skip
    game.play("axis", engage("a1", "a2", hex="0205"))
    shown = game.events_for("axis")[-1].facts
    assert [row["ship"] for row in shown["ships"]] == ["s1", "s2"]
    assert "s9" not in str(shown)  # cargo stays hidden
    ask = game.decisions[0].ask
    assert (ask.player, ask.name) == ("axis", "naval target")
    both = {"do": "aim", "target": "s1", "by": ["a1", "a2"]}
    assert ask.default == both
    assert rules(game, "axis", {"do": "aim", "target": "s2", "by": ["a1"]}) == ["18.3c(A)"]
    rig(game, 1, 1)
    game.play("axis", {"do": "aim", "target": "landing craft", "by": ["a2"]})
    assert game.decisions[0].ask.default == {"do": "aim", "target": "s1", "by": ["a1"]}
    rig(game, 1, 1)
    game.play("axis", {"do": "aim", "target": "s1", "by": ["a1"]})
    assert game.at_checkpoint
    assert [row["by"] for row in told(game, "naval-barrage")] == [["a2"], ["a1"]]


@rule("ocs", "18.3c(A)")
def test_no_ship_is_the_target_twice_in_a_phase_but_a_hex_may_be() -> None:
    game = waters(
        ship("a1", "0202"), ship("a2", "0202"), ship("a3", "0202"), ship("s1", "0205"),
        ship("s2", "0205"), ship("s3", "0206"), unit("a9", "0808"), segment=BARRAGE,
    )  # fmt: skip
    rig(game, 1, 1)
    play(game, "axis", engage("a1", hex="0205"))
    game.play("axis", engage("a2", hex="0205"))
    assert [action["target"] for action in game.legal("axis")] == ["s2"]
    rig(game, 1, 1)
    game.play("axis", {"do": "aim", "target": "s2", "by": ["a2"]})
    assert rules(game, "axis", engage("a3", hex="0205")) == ["18.3c(A)"]
    assert {action["target"] for action in game.legal("axis") if action["do"] == "engage"} == {
        "0206"
    }


@rule("ocs", "18.3c(A)")
def test_shore_shifts_do_not_count_against_ships() -> None:
    """20 points at protection 3 are the column 5-7, spotted or not, whatever the hex."""
    game = waters(ship("a1", "0202"), ship("s1", "0205"), unit("a9", "0808"), segment=BARRAGE)
    rig(game, 5, 4)  # 9 in 5-7: DG
    play(game, "axis", engage("a1", hex="0205"))
    fired = told(game, "naval-barrage")[0]
    assert fired["column"] == "5-7"
    assert fired["shift"]["parts"] == []
    assert afloat(game, "s1").dg
    assert not afloat(game, "s1").damaged


@rule("ocs", "18.3c(C)")
def test_protection_divides_and_counts_as_one_if_none_is_printed() -> None:
    game = waters(
        ship("s1", "0205"), ship("s2", "0205", sound="0/0/0/0"), unit("a9", "0808"),
        segment=BARRAGE,
    )  # fmt: skip
    found = volley(game, "0205", "naval", a1=20)
    assert ship_fire.weigh(game, found, "s1", ["a1"]).total == Fraction(20, 3)
    assert ship_fire.weigh(game, found, "s2", ["a1"]).total == 20
    game.put(SHIPS, "s1", replace(afloat(game, "s1"), damaged=True))  # protection 2 there
    assert ship_fire.weigh(game, found, "s1", ["a1"]).total == 10


@rule("ocs", "18.3c(B)")
def test_aircraft_count_double_against_ships() -> None:
    game = waters(ship("s1", "0205"), unit("a9", "0808"), segment=BARRAGE)
    found = volley(game, "0205", a1=6, a2=3)
    tally = ship_fire.weigh(game, found, "s1", ["a1", "a2"])
    assert tally.total == 6
    assert [part.rule for part in tally.parts][-2:] == ["18.3c(B)", "18.3c(C)"]
    assert ship_fire.column_of(game, found, "s1", ["a1"])[0] == 2  # 4: the column 3-4


@rule("ocs", "18.3c(A)")
def test_the_shift_for_the_distance_of_aircraft_is_the_only_one() -> None:
    game = waters(ship("s1", "0205"), unit("a9", "0808"), segment=BARRAGE)
    near = replace(volley(game, "0205", a1=6), shift=lambda names: Tally().add("near", 1, "10.2b"))
    assert ship_fire.column_of(game, near, "s1", ["a1"])[0] == 3


@rule("ocs", "18.3f")
def test_flak_is_that_of_all_ships_in_the_hex() -> None:
    game = waters(
        ship("s1", "0205"), ship("s2", "0205", "carrier"), ship("s3", "0205", "lc", points=1),
        ship("s4", "0206"),
    )  # fmt: skip
    assert ship_fire.flak(game, game.board.hex("0205"), "allied").total == 2 + 3
    assert ship_fire.flak(game, game.board.hex("0201"), "allied").total == 0


@rule("ocs", "18.2e")
def test_carriers_are_screened_from_gunfire_while_other_ships_are_in_range() -> None:
    items = [ship("a1", "0202"), ship("s1", "0205", "carrier"), unit("a9", "0808")]
    game = waters(*items, ship("s2", "0105"), ship("s3", "0205", "lc", points=1), segment=BARRAGE)
    game.play("axis", engage("a1", hex="0205"))
    assert rules(game, "axis", {"do": "aim", "target": "s1", "by": ["a1"]}) == ["18.2e"]
    assert {action["target"] for action in game.legal("axis")} == {"landing craft"}
    far = waters(*items, ship("s2", "0109"), segment=BARRAGE)  # beyond the range of 6
    far.play("axis", engage("a1", hex="0205"))
    assert {action["target"] for action in far.legal("axis")} == {"s1"}
    craft = waters(*items, ship("s2", "0205", "lc", points=1), segment=BARRAGE)
    craft.play("axis", engage("a1", hex="0205"))  # landing craft screen nobody
    assert {action["target"] for action in craft.legal("axis")} == {"s1", "landing craft"}


@rule("ocs", "18.2e")
def test_coastal_artillery_and_aircraft_mind_no_screen() -> None:
    gun = unit("a1", "0404", "artillery", traits="coastal", range=6)
    game = waters(gun, ship("s1", "0205", "carrier"), ship("s2", "0205"), segment=BARRAGE)
    game.play("axis", engage("a1", hex="0205"))
    assert {action["target"] for action in game.legal("axis")} == {"s1", "s2"}
    assert ship_fire.pickable(game, volley(game, "0205", a9=9)) == ["s1", "s2"]


@rule("ocs", "18.2e")
@rule("ocs", "18.3c(A)")
def test_in_a_mixed_volley_the_screen_stops_ships_and_not_guns_ashore() -> None:
    gun = unit("a1", "0404", "artillery", traits="coastal", range=6)
    game = waters(
        gun, ship("a2", "0202"), ship("s1", "0205", "carrier"), ship("s2", "0205"), SPARE,
        segment=BARRAGE,
    )  # fmt: skip
    game.play("axis", engage("a1", "a2", hex="0205"))
    assert rules(game, "axis", {"do": "aim", "target": "s1", "by": ["a1", "a2"]}) == ["18.2e"]
    assert rules(game, "axis", {"do": "aim", "target": "s1", "by": ["a2"]}) == ["18.2e"]
    assert {"do": "aim", "target": "s1", "by": ["a1"]} in list(game.legal("axis"))
    game.play("axis", {"do": "aim", "target": "s1", "by": ["a1"]})
    assert {action["target"] for action in game.legal("axis")} == {"s2"}


@rule("ocs", "18.4")
def test_landing_craft_have_no_combat_value() -> None:
    game = waters(
        ship("a1", "0202", "lc", points=9), ship("s1", "0203"), unit("a9", "0808"), SPARE,
        segment=BARRAGE,
    )  # fmt: skip
    assert rules(game, "axis", engage("a1", hex="0203")) == ["18.4"]


@rule("ocs", "10.0")
def test_less_than_a_point_does_nothing() -> None:
    game = waters(ship("s1", "0205", sound="9/9/9/9"), unit("a9", "0808"), segment=BARRAGE)
    ship_fire.resolve(game, volley(game, "0205", "naval", a1=4), "s1", ["a1"])
    assert told(game, "naval-barrage")[0]["strength"]["total"] == "4/9"
    assert not afloat(game, "s1").dg


@rule("ocs", "18.3c(A)")
def test_a_bracketed_half_is_a_half_against_ships() -> None:
    game = waters(ship("s1", "0205", sound="9/9/0/1"), unit("a9", "0808"), segment=BARRAGE)
    rig(game, 4, 5, 4)  # 9 in 17-24 is [1/2], and 4 makes it a hit
    ship_fire.resolve(game, volley(game, "0205", "naval", a1=20), "s1", ["a1"])
    assert afloat(game, "s1").damaged
    assert afloat(game, "s1").dg


# ---- coastal artillery


@rule("ocs", "18.3g(A)")
def test_coastal_artillery_fires_at_ships_for_nothing_and_other_guns_do_not() -> None:
    game = waters(
        unit("a1", "0404", "artillery", traits="coastal", range=4), unit("a2", "0404", "artillery"),
        ship("s1", "0205"), ship("s2", "0206"), SPARE, segment=BARRAGE,
    )  # fmt: skip
    assert rules(game, "axis", engage("a2", hex="0205")) == ["18.3g(A)"]
    rig(game, 6, 6, 6)
    play(game, "axis", engage("a1", hex="0205"))  # 20 at 3: 5-7, a 12 is 1/2
    assert afloat(game, "s1").damaged
    assert game.state.maps["sides"]["axis"].spent == 0
    assert rules(game, "axis", engage("a1", hex="0205")) == ["18.3a(A)"]  # once in the phase


@rule("ocs", "18.3g(A)")
def test_who_fired_at_ships_is_no_artillery_in_the_same_phase() -> None:
    start = serial(EXPLOITATION_BARRAGE)
    gun = unit("a1", "0404", "artillery", traits="coastal", range=4, at={"released": start})
    game = waters(
        gun, ship("s1", "0205"), unit("s9", "0405"), unit("a3", "0504"), SPARE,
        segment=EXPLOITATION_BARRAGE, dumps=[{"side": "axis", "hex": "0404", "sp": 5}],
    )  # fmt: skip
    barrage = {"do": "barrage", "guns": ["a1"], "target": "0405", "aim": "units"}
    assert rules(game, "axis", barrage) == []
    rig(game, 1, 1)
    play(game, "axis", engage("a1", hex="0205"))
    assert rules(game, "axis", barrage) == ["10.0e(B)"]


@rule("ocs", "18.3g(B)")
def test_ships_single_out_coastal_artillery_and_any_step_kills_it() -> None:
    gun = unit("s1", "0404", "artillery", traits="coastal")
    items = [ship("a1", "0202"), gun, unit("s2", "0404"), unit("a9", "0808")]
    game = waters(*items, segment=BARRAGE)
    rig(game, 3, 3)  # 6 in 17-24, unspotted or not: DG, which is nothing to it
    play(game, "axis", engage("a1", hex="0404", at="coastal"))
    assert told(game, "naval-barrage")[0]["column"] == "17-24"
    assert at(game, "s1").place == "map"
    assert at(game, "s1").mode == "combat"
    again = waters(*items, segment=BARRAGE)
    rig(again, 6, 6)  # 12 in 17-24: 1
    play(again, "axis", engage("a1", hex="0404", at="coastal"))
    assert at(again, "s1").place == "dead"
    assert at(again, "s2").place == "map"
    assert afloat(again, "a1").shore_turn == -1  # a naval target: the shore is still open


@rule("ocs", "18.3g(B)")
def test_what_is_fired_at_as_coastal_artillery_and_is_none_is_not_given_away() -> None:
    game = waters(
        ship("a1", "0202"), unit("s1", "0404"), unit("a9", "0808"), SPARE, segment=BARRAGE
    )
    assert rules(game, "axis", engage("a1", hex="0404", at="coastal")) == []
    play(game, "axis", engage("a1", hex="0404", at="coastal"))
    assert told(game, "no-target") == [{"hex": "0404"}]
    assert rules(game, "axis", engage("a1", hex="0405", at="coastal")) == ["18.3g(B)"]


# ---- at the shore


@rule("ocs", "18.3a(B)")
def test_at_the_shore_a_ship_fires_once_in_a_game_turn() -> None:
    """Fired in the Reaction Phase of the enemy's turn, it is silent in its own."""
    game = waters(
        ship("s1", "0205"), ship("s2", "0205"), unit("a1", "0405"), unit("s9", "0808"),
        segment=REACTION_BARRAGE,
    )  # fmt: skip
    assert game.to_act == "allied"
    rig(game, 1, 1)
    play(game, "allied", bombard("s1", hex="0405"))
    end(game, "allied", until=BARRAGE)
    assert (game.to_act, game.turn) == ("allied", 1)
    assert rules(game, "allied", bombard("s1", hex="0405")) == ["18.3a(B)"]
    assert rules(game, "allied", bombard("s2", hex="0405")) == []


@rule("ocs", "18.3a(B)")
def test_the_shore_is_refused_by_its_rule_and_ships_are_not() -> None:
    game = waters(
        ship("s1", "0205"), ship("a2", "0203"), unit("a1", "0405"), unit("s9", "0808"),
        segment=BARRAGE, player="allied", first="allied",
    )  # fmt: skip
    game.put(SHIPS, "s1", replace(afloat(game, "s1"), shore_turn=1))
    assert rules(game, "allied", bombard("s1", hex="0405")) == ["18.3a(B)"]
    assert rules(game, "allied", engage("s1", hex="0203")) == []
    game.put(SHIPS, "s1", replace(afloat(game, "s1"), shore_turn=0))  # last turn's fire
    assert rules(game, "allied", bombard("s1", hex="0405")) == []


@rule("ocs", "18.3b")
def test_fire_at_the_shore_has_less_effect_on_units() -> None:
    """A 1 becomes a half, a half becomes DG."""
    items = [ship("a1", "0304"), unit("s1", "0405"), unit("a9", "0406")]
    game = waters(*items, segment=BARRAGE)
    rig(game, 6, 3)  # 20 points, 1 RE: column 12-16, 9 is 1/2: DG only
    play(game, "axis", bombard("a1", hex="0405"))
    assert (at(game, "s1").place, at(game, "s1").mode) == ("map", "dg")
    assert told(game, "reckoning")[0]["column"] == "12-16"
    again = waters(*items, segment=BARRAGE)
    rig(again, 6, 6, 3)  # 12 is 1, from the sea a half; 3 is not enough
    play(again, "axis", bombard("a1", hex="0405"))
    assert at(again, "s1").place == "map"
    third = waters(*items, segment=BARRAGE)
    rig(third, 6, 6, 4)
    play(third, "axis", bombard("a1", hex="0405"))
    assert at(third, "s1").place == "dead"


@rule("ocs", "18.3b")
def test_ships_that_fire_together_need_not_lie_together_and_hit_facilities_as_others() -> None:
    game = waters(
        ship("a1", "0302"), ship("a2", "0306"), unit("a9", "0808"), unit("s9", "0801"), SPARE,
        ship("s2", "0208"), segment=BARRAGE, ports=[port("0404", "allied", 4)],
    )  # fmt: skip
    assert rules(game, "axis", bombard("a1", hex="0404", aim="units")) == ["10.0a"]
    rig(game, 6)  # 40 points in 21-40: 2* hits
    play(game, "axis", bombard("a1", "a2", hex="0404", aim="port"))
    assert game.state.maps["sites"][game.board.hex("0404")].hits == 2
    assert rules(game, "axis", bombard("a7", hex="0404", aim="trains")) == ["10.0f"]
    assert rules(game, "axis", bombard("a7", hex="0404", aim="port")) == ["10.0e(A)"]


@rule("ocs", "18.3d(A)")
@rule("ocs", "18.3d(B)")
def test_a_ship_in_port_that_is_dg_by_fire_is_hit() -> None:
    game = waters(
        ship("a1", "0303"), ship("s1", "0404"), unit("a9", "0808"), unit("s9", "0801"),
        segment=BARRAGE, ports=[port("0404", "allied")],
    )  # fmt: skip
    rig(game, 5, 4)  # DG
    play(game, "axis", engage("a1", hex="0404"))
    assert afloat(game, "s1").damaged
    assert berth(game, "s1") == "0404"
