"""Definitions, the glossary, notes and changes: what they mean for the game. [3.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.located import ScenarioError
from grognard.engine.record import replace
from grognard.engine.rulebook import read_rules
from grognard.systems.ocs.air import air_combat, flak
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.barrage import reactive_guns
from grognard.systems.ocs.combat import exploit
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.combat.combat_supply import independents_alone
from grognard.systems.ocs.combat.odds import rounded_odds
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.values import (
    attack_capable,
    can_attack,
    cargo,
    counter_of,
    strength,
    unit_of,
)
from grognard.systems.ocs.results import (
    number,
    ocs_charts,
    ocs_tables,
    weather_effects,
    weather_rolled,
)
from grognard.systems.ocs.sequence import KINDS, PLAYER_TURN
from grognard.systems.ocs.status import DUMPS, SITES, TURN
from grognard.systems.ocs.supply import internals, supply_paths
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.transport import rail
from grognard.systems.ocs.turn import phases, pre_turn
from tests.systems.ocs.field import at, end, field, rules, unit

rule = pytest.mark.rule


# ---- the glossary


@rule("ocs", "GL-attack-capable")
def test_the_mode_decides_who_is_attack_capable_whatever_the_glossary_says() -> None:
    for mode, able in (("combat", True), ("move", True), ("strat", False), ("reserve", False)):
        game = field(unit("a1", "0303", mode=mode, up="combat"))
        assert attack_capable(counter_of(game, "a1"), unit_of(game, "a1")) is able
    assert can_attack(field(unit("a1", "0303", combat="0:3 leg")), "a1")
    assert not can_attack(field(unit("a1", "0303", combat="(3):3 leg")), "a1")


@rule("ocs", "GL-independent")
@rule("ocs", "GL-divisional")
@rule("ocs", "3.2f")
def test_independents_are_neither_divisions_nor_parts_of_formations() -> None:
    game = field(
        unit("a1", "0303"), unit("a2", "0303", re=1), unit("a3", "0303", formation="1 Pz"),
        unit("a4", "0303", "hq"), options={"independents": "on"},
    )  # fmt: skip
    found = {n: counter_of(game, n).independent for n in ("a1", "a2", "a3", "a4")}
    assert found == {"a1": True, "a2": False, "a3": False, "a4": True}
    assert independents_alone(game, ["a1"])
    assert not independents_alone(game, ["a1", "a3"])
    assert not independents_alone(game, ["a1", "a2"])


@rule("ocs", "GL-recovery")
def test_replenishment_lifts_internal_stocks() -> None:
    game = field(unit("a1", "0303", at={"internals": 2}))
    internals.lift(game, "a1", 1)
    assert at(game, "a1").internals == 1


@rule("ocs", "GL-terms")
def test_every_term_has_a_meaning_and_a_rule_of_the_index() -> None:
    """Players find them among the tables of the system."""
    table, known = ocs_tables()["glossary"], {r.id for r in read_rules("ocs")}

    def said(word: str, column: str) -> str:
        return table.cell(word, column).value

    assert len(table.rows) == 60
    assert all(said(word, "meaning").endswith(".") for word in table.rows)
    assert all(said(word, "rule") in known for word in table.rows)
    assert "10 hexes" in said("Patrol Zone", "meaning")
    assert said("SP", "meaning") == "Supply Point: 4 tokens."
    assert said("Low", "rule") == said("Exhausted", "rule") == "12.10a"


# ---- notes and changes


@rule("ocs", "PN")
@rule("ocs", "5.10b(A)")
def test_a_disorganised_defender_doubles_the_odds() -> None:
    game = field(unit("a1", "0303", combat="8:3 leg"), unit("s1", "0304", combat="2:3 leg"))
    shaken = field(unit("a1", "0303", combat="8:3 leg"),
                   unit("s1", "0304", combat="2:3 leg", mode="dg", up="combat"))  # fmt: skip
    attack = strength(game, "a1", attacking=True).total
    assert rounded_odds(attack, strength(game, "s1", attacking=False).total) == (4, 1)
    assert rounded_odds(attack, strength(shaken, "s1", attacking=False).total) == (8, 1)


@rule("ocs", "CH-v41")
@rule("ocs", "4.5a(G)")
def test_zones_in_a_port_are_not_negated_for_sea_cap() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0304"))
    h = game.board.hex("0303")
    assert zones.barred(game, zones.SEA_CARGO, h, "axis")
    assert not zones.barred(game, zones.PORT_TRACE, h, "axis")


@rule("ocs", "DN-v40")
@rule("ocs", "MT-aircombat41")
def test_both_abort_on_a_seven_alone() -> None:
    game = field(unit("a1", "0303"))
    found = {roll: air_combat.aborts(game, roll) for roll in range(2, 13)}
    assert [roll for roll, who in found.items() if who == "both"] == [7]
    assert (found[6], found[8]) == ("attacker", "defender")


# ---- weather


@rule("ocs", "MT-weather")
@rule("ocs", "17.0")
def test_the_weather_table_has_a_column_for_each_season() -> None:
    tables = ocs_tables()
    seasons = tables["weather"].columns
    assert seasons == ("spring", "summer", "autumn", "winter")
    assert [weather_rolled(tables, s, 2) for s in seasons] == [
        "mud_storm", "storm", "mud_storm", "snow_storm",
    ]  # fmt: skip
    assert [weather_rolled(tables, s, 9) for s in seasons] == ["dry", "dry", "dry", "snow"]


@rule("ocs", "17.0a")
def test_what_each_weather_does() -> None:
    tables = ocs_tables()
    for name, ground, flight in (("dry", "dry", True), ("storm", "dry", False),
                                 ("mud", "mud", True), ("snow_storm", "snow", False)):  # fmt: skip
        found = weather_effects(tables, name)
        assert (found.ground, found.flight) == (ground, flight)
    game = field(unit("a1", "0303"))
    game.put(TURN, "now", replace(game.state[TURN]["now"], weather="mud"))
    assert movement.condition(game) == "mud"


@rule("ocs", "17.0b")
def test_weather_may_differ_for_a_side() -> None:
    text = ocs_charts()["weather-effects"].splitlines()
    own = [line + ("" if line.startswith("#") else ",mud,no") for line in text]
    own = [line.replace("flight,mud,no", "flight,allied-ground,allied-flight") for line in own]
    tables = ocs_tables(own={"weather-effects": "\n".join(own) + "\n"})
    assert weather_effects(tables, "dry", "axis") == weather_effects(tables, "dry")
    assert weather_effects(tables, "dry", "allied").ground == "mud"
    assert not weather_effects(tables, "dry", "allied").flight
    game = field(unit("a1", "0303", "armor"), unit("s1", "0306", "armor"))
    object.__setattr__(game.scenario, "tables", tables)
    assert (pre_turn.weather(game, "axis").ground, movement.condition(game, "allied")) == (
        "dry", "mud",
    )  # fmt: skip


@rule("ocs", "17.0c")
def test_mud_does_not_shorten_supply_paths() -> None:
    def served(weather: str) -> frozenset[int]:
        game = field(unit("a1", "0303"), board=sketch(9, 9, terrain={"0404": "woods"}))
        game.put(TURN, "now", replace(game.state[TURN]["now"], weather=weather))
        return fields(game).toward("axis", game.board.hex("0303")).served

    assert served("mud") == served("dry")
    game = field(unit("a1", "0303", "mech"))
    dry = movement.step_price(game, "axis", "truck", *_pair(game))
    game.put(TURN, "now", replace(game.state[TURN]["now"], weather="mud"))
    assert movement.step_price(game, "axis", "truck", *_pair(game)) != dry


def _pair(game: Any) -> tuple[int, int]:
    return game.board.hex("0303"), game.board.hex("0304")


# ---- leftovers of the chapters 2 to 5


@rule("ocs", "2.3-supply")
def test_the_phasing_player_supplies_his_units_after_he_has_moved() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0707"),
                 dumps=[{"side": "axis", "hex": "0303", "sp": 1}])  # fmt: skip
    found = PLAYER_TURN[KINDS.index(phases.SUPPLY)]
    assert (found.title, found.prompt, found.rule) == ("Supply", "supply your units", "2.3-supply")
    assert KINDS.index(phases.SUPPLY) == KINDS.index(phases.BARRAGE) + 1
    end(game, "axis", until="movement")
    eaten = 4 - next((d.tokens for d in game.state[DUMPS].values()), 0)
    assert at(game, "a1").oos is (eaten == 0)
    assert not at(game, "s1").oos  # it is not his Supply Phase


@rule("ocs", "4.8c(D)")
def test_aircraft_fly_over_enemy_units() -> None:
    plane = {"id": "ju", "side": "axis", "name": "Ju", "types": "T", "range": 9,
             "full": "(1)/8/0", "reduced": "(1)/4/0"}  # fmt: skip
    game = field(
        unit("a1", "0303"), unit("s1", "0306"), segment="barrage", planes=[plane],
        air=[{"id": "p", "plane": "ju", "hex": "0303"}],
        bases=[{"side": "axis", "hex": "0303", "level": 1}],
    )  # fmt: skip
    act = {"do": "air-barrage", "planes": ["p"], "hex": "0306", "aim": "units"}
    assert rules(game, "axis", act) == []


@rule("ocs", "4.8c(E)")
def test_supply_paths_pass_enemy_supply_but_no_enemy_units() -> None:
    board = sketch(9, 9, terrain={f"{r:02d}05": "lake" for r in range(1, 10) if r != 5})

    def traces(*more: dict[str, Any], **goods: Any) -> bool:
        game = field(unit("a1", "0507"), *more, board=board,
                     sources=[{"side": "axis", "hex": "0502"}], **goods)  # fmt: skip
        return bool(supply_paths.possible(game, "a1"))

    assert traces()
    assert traces(dumps=[{"side": "allied", "hex": "0505", "sp": 1}])
    assert not traces(unit("s1", "0505", mode="move"))


@rule("ocs", "5.9a")
def test_exploit_results_count_for_nothing_where_the_rules_say() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0304"), unit("a3", "0306"), unit("s1", "0405"))
    base = Battle("axis", "allied", game.board.hex("0405"), ("a1",), ("s1",))
    near = tuple(game.board.hex(label) for label in ("0303", "0304"))
    assert exploit.why_void(game, base, near[:1]) == ""
    assert exploit.why_void(game, base, near) == ""
    far = (near[0], game.board.hex("0306"))
    assert exploit.why_void(game, base, far) == "9.13b(D)"
    assert exploit.why_void(game, replace(base, overrun=True), near[:1]) == "9.13b(B)"
    assert exploit.why_void(game, replace(base, exploitation=True), near[:1]) == "9.13b(C)"


@rule("ocs", "4.8b(F)")
def test_facilities_lie_open_under_any_stack() -> None:
    game = field(unit("a1", "0303"), hedgehogs=[{"side": "axis", "hex": "0303", "level": 3}])
    found = game.view("allied")["sites"]
    assert found
    assert "0303" in found
    assert found["0303"]["hog"] == 3
    assert game.state[SITES][game.board.hex("0303")].hog == 3


@rule("ocs", "3.2e")
def test_special_units_have_known_traits() -> None:
    for trait in ("rail-repair", "engineer", "breakdown", "pax"):
        assert trait in counter_of(field(unit("a1", "0303", traits=trait)), "a1").traits
    with pytest.raises(ScenarioError, match="trait 'pioneer' is unknown"):
        field(unit("a1", "0303", traits="pioneer"))


@rule("ocs", "21.9d")
def test_one_player_cannot_use_reactive_artillery() -> None:
    for name, may in (("Ric van Dyke", False), ("Dean Essig", True)):
        game = field(unit("s1", "0303", "artillery"), unit("a1", "0304"),
                     segment="reaction-barrage", options={"reactive-artillery": "on"},
                     limits={"allied": {"name": name}}, started=False)  # fmt: skip
        assert reactive_guns.may_fire(game, "s1") is may


@rule("ocs", "MT-limits")
def test_the_limits_of_a_game_are_its_scenarios() -> None:
    game = field(unit("a1", "0303"), limits={"axis": {
        "reserve_markers": 3, "rail_cap": 2, "sea_cap": 1, "hip_shooters": ["German"],
        "truck_total": 9, "supply_hexes": ["0101"]}})  # fmt: skip
    found = game.scenario.limits["axis"]
    assert (found.reserve_markers, found.rail_cap, found.sea_cap) == (3, 8, 4)
    assert (found.hip_shooters, found.truck_total) == (("German",), 36)
    assert found.supply_hexes == (game.board.hex("0101"),)
    assert number(ocs_tables(), "port-damage", 0, "percent") == 100


# ---- charts of v3.0 that v4.1 keeps or voids


@rule("ocs", "CT-internals")
def test_two_tokens_a_level_for_an_re_or_a_smaller_unit() -> None:
    for size in ("regiment", "battalion", "company"):
        assert internals.price(field(unit("a1", "0303", size=size)), "a1") == 2
    assert internals.price(field(unit("a1", "0303", re=3)), "a1") == 6


@rule("ocs", "CT-stacking")
@rule("ocs", "4.8b(C)")
def test_the_unit_with_a_zone_is_on_show() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303", mode="move"), unit("a3", "0303", "hq"))
    assert fog.shown_of(game, ("a1", "a2", "a3")) == "a1"
    assert fog.shown_of(game, ("a2", "a3")) == "a3"


@rule("ocs", "CT-transport")
@rule("ocs", "4.7a")
def test_an_re_weighs_as_much_as_a_supply_point() -> None:
    assert cargo(field(unit("a1", "0303", "armor")), "a1") == 4
    assert cargo(field(unit("a1", "0303")), "a1") == 2  # light foot
    assert cargo(field(unit("a1", "0303", "armor", size="battalion")), "a1") == 2
    game = field(unit("a1", "0303", "armor"),
                 transport=[{"side": "axis", "id": "t", "points": 2, "hex": "0303"}])  # fmt: skip
    assert rail.weight(game, ["a1"], ["t"], 3) == 4 + 8 + 3


@rule("ocs", "CT-flak30")
def test_flak_has_the_modifiers_of_v4_alone() -> None:
    plane = {"id": "ju", "side": "axis", "name": "Ju", "types": "T", "range": 9,
             "full": "(1)/8/0", "reduced": "(1)/4/0"}  # fmt: skip

    def more(*units: dict[str, Any], **spec: Any) -> int:
        game = field(unit("a1", "0303"), *units, planes=[plane], segment="barrage", **spec,
                     air=[{"id": "p", "plane": "ju", "hex": "0303"}])  # fmt: skip
        return int(flak.modifiers(game, Flight("axis", "barrage", _pair(game)[1], ["p"])).total)

    assert more(unit("s1", "0304", "artillery")) == 0
    assert more(unit("s1", "0304", "anti-aircraft")) == 0
    assert more(unit("s1", "0304", "hq")) == 1
    base = {"bases": [{"side": "allied", "hex": "0304", "level": 2}]}
    assert more(unit("s1", "0304"), **base) == 2


@rule("ocs", "MT-tec-move")
def test_the_house_chart_of_movement_in_mud_on_foot() -> None:
    chart = ocs_tables()["terrain-movement"]
    found = {row: chart.cell(row, "mud leg").value for row in chart.rows}
    assert found == {
        "clear": "2", "village": "2", "minor_city": "2", "major_city": "2", "woods": "2",
        "hill": "3", "rough": "3", "swamp": "all", "mountain": "all", "desert": "1", "sea": "P",
        "lake": "P", "minor_river": "+2", "major_river": "all", "very_major_river": "P",
        "escarpment": "+3", "lake_side": "P", "sea_side": "P", "estuary": "P", "primary": "1/2",
        "secondary": "1", "track": "2", "rail": "1", "rail_multi": "1",
    }  # fmt: skip
