"""Artillery: who fires, how far, and who pays. [10.1] [13.4]"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from grognard.systems.ocs.barrage import artillery, barrage
from grognard.systems.ocs.fog.foresight import PRESUMPTIONS
from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.pieces.values import barrage_strength, strength
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SITES
from tests.systems.ocs.field import at, end, field, move, play, rig, rules, serial, told, unit

rule = pytest.mark.rule
SPOTTER = unit("a2", "0504")
ENEMY = unit("s1", "0505", re=3)
DUMP = [{"side": "axis", "hex": "0502", "sp": 5}]


def gun(name: str = "a1", hex: str = "0503", **more: Any) -> dict[str, Any]:
    return unit(name, hex, "artillery", **more)


def battery(*units: dict[str, Any], **more: Any) -> Ocs:
    """A gun of 20 points and range 4 with a dump of five SP behind it, a spotter, an enemy."""
    more.setdefault("dumps", DUMP)
    more.setdefault("segment", "artillery")
    return field(*(units or (gun(),)), SPOTTER, ENEMY, **more)


def shell(*guns: str, at: str = "0505", aim: str = "units", **more: Any) -> dict[str, Any]:
    return {"do": "barrage", "guns": list(guns or ("a1",)), "target": at, "aim": aim, **more}


# ---- who


@rule("ocs", "13.4")
@rule("ocs", "13.4c")
@rule("ocs", "10.1b(A)")
def test_a_gun_fires_and_pays() -> None:
    game = battery()
    rig(game, 3, 3)
    play(game, "axis", shell())
    assert at(game, "s1").mode == "dg"  # 17-24, a six
    assert dump_at(game, game.board.hex("0502"), "axis") == 20 - 3
    assert at(game, "a1").fired == serial("artillery")


@rule("ocs", "13.4")
def test_only_artillery_fires_and_only_ones_own() -> None:
    game = battery()
    assert rules(game, "axis", shell("a2")) == ["13.4"]
    assert rules(game, "axis", shell("s1")) == ["13.4"]
    assert rules(game, "axis", shell("nobody")) == ["13.4"]
    assert rules(game, "axis", shell("a1", "a1")) == ["form"]
    assert rules(game, "axis", {**shell(), "guns": []}) == ["form"]
    assert rules(game, "axis", shell(at="9999")) == ["form"]


@rule("ocs", "13.4")
def test_guns_move_and_fire_in_the_same_turn() -> None:
    sources = [{"side": "axis", "edge": "west"}, {"side": "allied", "edge": "east"}]
    game = battery(gun(mode="move"), segment="movement", sources=sources)
    game.play("axis", move("a1", to="0403"))
    end(game, "axis", until="artillery")
    rig(game, 1, 1)
    game.play("axis", shell())
    assert told(game, "barrage")


@rule("ocs", "13.4")
def test_the_combat_side_has_the_greater_strength() -> None:
    game = battery(gun(), gun("a3", mode="move"))
    assert barrage_strength(game, "a1").total == 20
    assert barrage_strength(game, "a3").total == 5


@rule("ocs", "13.4a")
@rule("ocs", "5.7")
@rule("ocs", "5.8")
@pytest.mark.parametrize(
    ("mode", "refused"),
    [("combat", []), ("move", []), ("exploit", []), ("dg", []), ("reserve", ["13.4a"]),
     ("strat", ["13.4a"])],
)  # fmt: skip
def test_guns_in_reserve_or_strat_mode_do_not_fire(mode: str, refused: list[str]) -> None:
    game = battery(gun(mode=mode), gun("a3", "0403"))
    assert rules(game, "axis", shell()) == refused


@rule("ocs", "5.10b(A)")
def test_dg_halves_a_barrage() -> None:
    game = battery(gun(mode="dg"))
    fire = artillery.fire_of(game, "axis", game.board.hex("0505"), "units", ["a1"])
    assert fire.points.total == 10
    odd = battery(gun(mode="dg", barrage="5/1"))
    found = artillery.fire_of(odd, "axis", odd.board.hex("0505"), "units", ["a1"])
    assert (found.points.total, found.strength) == (Fraction(5, 2), 3)


@rule("ocs", "13.4b")
@pytest.mark.parametrize(
    ("mode", "defence"),
    [("combat", 1), ("move", 1), ("dg", "1/2"), ("reserve", "1/2"), ("strat", 0)],
)
def test_guns_defend_with_one_point(mode: str, defence: Any) -> None:
    game = battery(gun(mode=mode))
    assert strength(game, "a1", attacking=False).total == Fraction(defence)
    assert game.scenario.counters["a1"].combat.strength is None


@rule("ocs", "10.0e(B)")
def test_guns_fire_once_a_phase_and_with_all_they_have() -> None:
    game = battery(gun(), gun("a3"), unit("s2", "0405"))
    game.play("axis", shell())
    assert rules(game, "axis", shell(at="0405")) == ["10.0e(B)"]
    assert rules(game, "axis", shell("a1", "a3", at="0405")) == ["10.0e(B)"]
    assert artillery.ready(game, "axis") == ["a3"]


@rule("ocs", "10.0e(A)")
def test_a_second_battery_leaves_the_hex_alone() -> None:
    game = battery(gun(), gun("a3"))
    game.play("axis", shell())
    assert rules(game, "axis", shell("a3")) == ["10.0e(A)"]


@rule("ocs", "10.0e(F)")
@rule("ocs", "10.2")
def test_guns_take_no_aircraft_along() -> None:
    plane = {
        "id": "p",
        "side": "axis",
        "types": "T",
        "range": 30,
        "full": "3/10/0",
        "reduced": "2/5/0",
    }
    game = battery(planes=[plane], air=[{"plane": "p", "id": "p1", "hex": "0503"}],
                   bases=[{"side": "axis", "hex": "0503", "level": 1}])  # fmt: skip
    assert rules(game, "axis", shell("a1", "p1")) == ["13.4"]
    assert rules(game, "axis", {**shell(), "air": ["p1"]}) == ["form"]


# ---- phases


def reacting(*units: dict[str, Any], **more: Any) -> Ocs:
    """The Axis reacts in the Allied turn."""
    return battery(*units, segment="reaction-barrage", player="allied", first="allied", **more)


RELEASED = {"released": serial("reaction")}


@rule("ocs", "10.0e(E)")
@rule("ocs", "5.7b(B)")
@rule("ocs", "7.0a")
@rule("ocs", "7.0b")
def test_in_the_reaction_phase_released_guns_fire() -> None:
    game = reacting(gun(at=RELEASED), gun("a3"))
    assert rules(game, "axis", shell()) == []
    assert rules(game, "axis", shell("a3")) == ["7.0a"]


@rule("ocs", "21.9a")
@rule("ocs", "21.9c")
@pytest.mark.parametrize(("mode", "refused"), [("combat", []), ("move", []), ("dg", ["7.0a"])])
def test_by_an_option_guns_react_without_reserve(mode: str, refused: list[str]) -> None:
    game = reacting(gun(mode=mode), gun("a3", at=RELEASED), options={"reactive-artillery": "on"},
                    hedgehogs=[{"side": "axis", "hex": "0503", "level": 2}])  # fmt: skip
    assert rules(game, "axis", shell()) == refused


@rule("ocs", "10.0e(E)")
@rule("ocs", "11.0a")
@rule("ocs", "5.9")
@rule("ocs", "5.7b(A)")
@rule("ocs", "21.9b")
def test_in_the_exploitation_phase_exploiters_and_released_guns_fire() -> None:
    released = {"released": serial("exploitation")}
    guns = gun(mode="exploit"), gun("a3", at=released), gun("a4")
    reactive = {"reactive-artillery": "on"}
    game = battery(*guns, segment="exploitation-barrage", options=reactive)
    assert rules(game, "axis", shell()) == []
    assert rules(game, "axis", shell("a3")) == []
    assert rules(game, "axis", shell("a4")) == ["11.0a"]


@rule("ocs", "10.0e(C)")
def test_guns_are_silent_in_the_movement_phase() -> None:
    for segment in ("movement", "barrage"):
        game = battery(segment=segment, started=False)
        assert not any(cls is artillery.Barrage for cls in _deeds(segment))
        fire = artillery.fire_of(game, "axis", game.board.hex("0505"), "units", ["a1"])
        assert [r.rule for r in barrage.refusals(game, fire)] == ["10.0e(C)"]


def _deeds(segment: str) -> list[type]:
    from grognard.systems.ocs.sequence import PLAYER_TURN

    return [verb for part in PLAYER_TURN if part.kind == segment for verb in part.verbs]


# ---- range


@rule("ocs", "10.1a")
@pytest.mark.parametrize(
    ("hex", "refused"), [("0504", []), ("0507", []), ("0508", ["10.1a"]), ("0503", ["10.1a"])]
)
def test_the_range_is_in_hexes_from_one(hex: str, refused: list[str]) -> None:
    game = field(gun(), unit("s1", hex if hex != "0503" else "0808"), segment="artillery",
                 dumps=DUMP, started=False)  # fmt: skip
    found = artillery.why_range(game, "a1", game.board.hex(hex))
    assert ([found.rule] if found else []) == refused


@rule("ocs", "10.1a")
@pytest.mark.parametrize("weather", ["dry", "mud"])
def test_neither_terrain_nor_weather_shorten_it(weather: str) -> None:
    from grognard.board.sketch import sketch

    rough = {f"050{i}": "mountain" for i in (4, 5, 6, 7)}
    game = field(gun(), unit("s1", "0507"), segment="artillery", dumps=DUMP, weather=weather,
                 board=sketch(9, 9, terrain=rough))  # fmt: skip
    assert rules(game, "axis", shell(at="0507")) == []


# ---- supply


@rule("ocs", "10.1b(A)")
def test_without_enough_supply_there_is_no_barrage_and_nobody_has_fired() -> None:
    game = battery(gun(), gun("a3", barrage="1/1"),
                   dumps=[{"side": "axis", "hex": "0502", "tokens": 2}])  # fmt: skip
    assert rules(game, "axis", shell()) == ["10.1b(A)"]
    assert at(game, "a1").fired == -1
    assert rules(game, "axis", shell("a3")) == []


@rule("ocs", "10.1b(A)")
@pytest.mark.parametrize(
    ("points", "tokens"),
    [
        (1, 1),
        (2, 1),
        (4, 2),
        (7, 2),
        (11, 2),
        (16, 3),
        (24, 3),
        (40, 4),
        (68, 6),
        (116, 8),
        (117, 10),
    ],
)
def test_the_cost_is_that_of_the_first_column(points: int, tokens: int) -> None:
    game = battery(gun(barrage=f"{points}/1"))
    game.play("axis", shell())
    assert 20 - dump_at(game, game.board.hex("0502"), "axis") == tokens


@rule("ocs", "10.1b(A)")
@rule("ocs", "CT-facility")
def test_a_barrage_of_a_facility_costs_what_its_table_says() -> None:
    game = battery(bases=[{"side": "allied", "hex": "0405", "level": 2}])
    rig(game, 4)
    game.play("axis", shell(at="0405", aim="base"))
    assert dump_at(game, game.board.hex("0502"), "axis") == 20 - 2
    assert game.state[SITES][game.board.hex("0405")].base == 1


@rule("ocs", "10.1b(A)")
def test_all_draw_on_one_point() -> None:
    """Two dumps of two tokens, each next to one gun: together enough, but not for one barrage."""
    guns = gun("a1", "0403", combat="-:2 leg"), gun("a3", "0603", barrage="20/5")
    near = [
        {"side": "axis", "hex": "0402", "tokens": 2},
        {"side": "axis", "hex": "0602", "tokens": 2},
    ]
    game = battery(*guns, dumps=near)
    assert rules(game, "axis", shell("a1", "a3")) == ["10.1b(A)"]
    both = [{"side": "axis", "hex": "0502", "tokens": 4}]
    game = battery(*guns, dumps=both)
    assert rules(game, "axis", shell("a1", "a3")) == []


@rule("ocs", "10.1b(A)")
def test_all_supply_may_come_through_one_headquarters() -> None:
    """The headquarters draws on both dumps, and throws to both guns."""
    guns = gun("a1", "0403"), gun("a3", "0603")
    near = [
        {"side": "axis", "hex": "0402", "tokens": 2},
        {"side": "axis", "hex": "0602", "tokens": 2},
    ]
    game = battery(*guns, unit("a9", "0502", "hq"), dumps=near)
    assert rules(game, "axis", shell("a1", "a3")) == []
    game.play("axis", shell("a1", "a3"))
    assert [dump_at(game, game.board.hex(h), "axis") for h in ("0402", "0602")] == [0, 0]


@rule("ocs", "10.1b(A)")
def test_the_player_may_say_who_pays() -> None:
    two = [
        {"side": "axis", "hex": "0502", "tokens": 4},
        {"side": "axis", "hex": "0402", "tokens": 4},
    ]
    game = battery(dumps=two)
    key = f"axis@{game.board.hex('0402')}"
    other = f"axis@{game.board.hex('0502')}"
    assert rules(game, "axis", shell(pay={key: 3})) == []
    assert rules(game, "axis", shell(pay={key: 2})) != []
    assert rules(game, "axis", shell(pay={key: 2, other: 1})) == ["10.1b(A)"]
    game.play("axis", shell(pay={key: 3}))
    assert dump_at(game, game.board.hex("0402"), "axis") == 1


@rule("ocs", "10.1b(B)")
@rule("ocs", "12.8d")
def test_guns_out_of_supply_fire_in_full() -> None:
    game = battery(gun(at={"oos": True}))
    game.play("axis", shell())
    assert told(game, "reckoning")[0]["strength"]["total"] == 20


@rule("ocs", "10.1b(C)")
def test_internal_stocks_fire_no_barrage() -> None:
    short = [{"side": "axis", "hex": "0502", "tokens": 2}]
    game = battery(dumps=short, started=False)
    assert [r.rule for r in artillery.Barrage().why(game, "axis", shell())] == ["10.1b(A)"]
    enough = battery(gun(), gun("a3", "0603"), dumps=[{**short[0], "tokens": 3}])
    enough.play("axis", shell())
    assert dump_at(enough, enough.board.hex("0502"), "axis") == 0
    assert at(enough, "a1").internals == 0


@rule("ocs", "12.5b")
def test_a_barrage_needs_no_fuel() -> None:
    assert rules(battery(fuelled=False), "axis", shell()) == []


# ---- aims


@rule("ocs", "10.0f")
@rule("ocs", "10.0c(C)")
def test_guns_aim_at_units_bases_and_ports() -> None:
    game = battery(ports=[{"hex": "0505", "side": "allied", "name": "P", "capacity": 2}],
                   bases=[{"side": "allied", "hex": "0505", "level": 2}])  # fmt: skip
    for aim in ("units", "base", "port"):
        assert rules(game, "axis", shell(aim=aim)) == []
    assert rules(game, "axis", shell(aim="trains")) == ["10.0c(C)"]
    assert rules(game, "axis", shell(aim="dump")) == ["10.0f"]
    assert {a["aim"] for a in game.legal("axis") if a["do"] == "barrage"} == {
        "units",
        "base",
        "port",
    }


# ---- programs and odds


@rule("ocs", "10.0")
def test_what_is_legal_is_accepted_and_what_is_sampled_is_legal() -> None:
    game = battery(gun(), gun("a3", "0603"), gun("a4", "0302"), unit("s2", "0605"))
    listed = [a for a in game.legal("axis") if a["do"] == "barrage"]
    assert shell("a1") in listed
    assert shell("a1", "a3", "a4") in listed
    assert all(rules(game, "axis", action) == [] for action in listed)
    deed = artillery.Barrage()
    for seed in range(20):
        action = deed.sample(game, "axis", random.Random(seed))
        assert action is not None
        assert rules(game, "axis", action) == []


@rule("ocs", "10.0")
def test_a_segment_without_guns_in_range_is_passed_over() -> None:
    game = field(gun(), unit("s1", "0909"), segment="artillery", dumps=DUMP)
    assert game.segment.kind != "artillery"  # type: ignore[attr-defined]


@rule("ocs", "10.0a")
@rule("ocs", "4.9a")
def test_odds_are_exact_and_take_what_shows_for_all_there_is() -> None:
    game = battery(gun(barrage="14/5"))
    found = game.odds(shell(), "axis")
    assert sum(o.probability for o in found.outcomes) == 1
    assert found.chance(lambda f: f["dg"]) == Fraction(26, 36)
    assert found.chance(lambda f: f["steps"] == 1) == Fraction(9, 72) + Fraction(1, 36)
    assert [note["rule"] for note in found.supposed] == ["4.9a"]
    hidden = [unit(f"s{i}", "0505", size="battalion", mode="move") for i in (2, 3, 4)]
    crowd = battery(gun(barrage="14/5"), *hidden)
    assert crowd.odds(shell(), "axis").to_json() == found.to_json()
    assert at(crowd, "s2").hex == crowd.board.hex("0505")
    assert PRESUMPTIONS["bombard"] == PRESUMPTIONS["barrage"]


@rule("ocs", "13.4")
def test_a_counter_with_the_greater_barrage_on_its_move_side_is_refused() -> None:
    with pytest.raises(ValueError, match="Combat side of artillery"):
        battery(gun(barrage="5/20"))
