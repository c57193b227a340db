"""Counters, stacks, marks and lists of OCS on a screen."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.reading.counters import TYPES
from grognard.systems.ocs.status import AIR, HEXES, HexStatus
from grognard.systems.ocs.table import symbols
from grognard.systems.ocs.table.queries import sp
from grognard.systems.ocs.table.tabletop import TABLETOP
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import UNITS
from grognard.table.cards import CounterCard, Mark, StackCard
from tests.docs import ocs_position
from tests.systems.ocs.field import field, unit

rule = pytest.mark.rule


def card(game: Any, name: str, player: str = "axis") -> CounterCard:
    return next(card for card in TABLETOP.counters(game, player) if card.id == name)


def stack(game: Any, hex_: str, player: str = "axis") -> StackCard:
    return next(found for found in TABLETOP.stacks(game, player) if found.hex == hex_)


def marks(game: Any, hex_: str, player: str = "axis") -> dict[str, Mark]:
    return {mark.kind: mark for mark in TABLETOP.marks(game, player) if mark.hex == hex_}


def texts(found: CounterCard) -> list[str]:
    return [value.text for value in found.values]


def shorts(found: CounterCard) -> list[str]:
    return [state.id for state in found.states]


# ---- both sides of a counter


@rule("ocs", "3.2")
def test_the_side_that_is_up_gives_the_values() -> None:
    game = field(unit("a1", "0303", "armor"), unit("a2", "0304", "armor", mode="move"))
    assert texts(card(game, "a1")) == ["12", "3", "6"]
    assert texts(card(game, "a2")) == ["6", "3", "10"]
    assert shorts(card(game, "a2"))[:1] == ["move"]


def test_guns_headquarters_and_brackets() -> None:
    game = field(
        unit("a1", "0303", "artillery"), unit("a2", "0304", "hq"),
        unit("a3", "0305", combat="(5):3 leg", move="(2):5 leg"),
    )  # fmt: skip
    assert texts(card(game, "a1")) == ["20(4)", "3", "2"]
    assert texts(card(game, "a2")) == ["»8", "3"]
    assert texts(card(game, "a3"))[0] == "(5)"
    assert "house value" in card(game, "a1").values[0].title


@rule("ocs", "5.1")
@pytest.mark.parametrize("mode", ["reserve", "strat", "exploit", "dg"])
def test_modes_are_marked(mode: str) -> None:
    up = {"up": "combat"} if mode in ("reserve",) else {}
    game = field(unit("a1", "0303", mode=mode, **up))
    assert shorts(card(game, "a1"))[0] == mode


@rule("ocs", "4.9a")
def test_own_trouble_is_shown_and_of_the_enemy_what_shows() -> None:
    game = field(
        unit("a1", "0303", "armor", re=3, lost=1, at={"oos": True, "internals": 2}), fuelled=False
    )
    own, seen = card(game, "a1"), card(game, "a1", "allied")
    assert {"oos", "exhausted", "no-fuel"} <= set(shorts(own))
    assert (own.step, own.steps) == (2, 3)
    assert shorts(seen) == ["oos"]
    assert seen.step == seen.steps
    assert "steps" not in seen.title


@rule("ocs", "12.5c(C)")
def test_fuel_is_marked() -> None:
    game = field(unit("a1", "0303", "armor"))
    assert "fuel" in shorts(card(game, "a1"))


# ---- everything that is no combat unit


def test_dumps_transport_aircraft_and_ships_are_counters() -> None:
    game = ocs_position.at("movement")
    dump = next(c for c in TABLETOP.counters(game, "axis") if c.name == "dump 0503")
    assert texts(dump) == ["20"]
    assert texts(card(game, "g-trucks")) == ["1½/4"]
    assert shorts(card(game, "g-train")) == ["extender"]
    assert texts(card(game, "g-109")) == ["4", "3", "15"]
    assert texts(card(game, "g-ju52")) == ["(0)", "4T", "20"]
    assert shorts(card(game, "g-worn")) == ["inactive"]
    assert (card(game, "g-half").step, card(game, "g-half").steps) == (1, 2)
    assert texts(card(game, "g-cruiser")) == ["30(3)", "2", "3"]
    assert texts(card(game, "g-assault")) == ["1/4"]


@rule("ocs", "18.4c")
def test_cargo_lies_where_its_craft_does() -> None:
    game = ocs_position.at("movement")
    storm = card(game, "g-storm")
    assert (storm.hex, storm.box) == ("0513", None)
    assert "aboard" in shorts(storm)
    assert stack(game, "0513").counters == ("g-assault", "g-storm")
    assert "aboard: g-storm" in card(game, "g-assault").title


@pytest.mark.parametrize(
    ("tokens", "written"), [(0, "0"), (1, "¼"), (4, "1"), (6, "1½"), (83, "20¾")]
)
def test_supply_is_written_in_points(tokens: int, written: str) -> None:
    assert sp(tokens) == written


# ---- stacks and fog


@rule("ocs", "4.8b(C)")
def test_a_stack_lies_as_it_is_laid_and_the_rest_below() -> None:
    game = ocs_position.at("movement")
    assert stack(game, "0402").counters[:2] == ("g-para", "g-eng")
    assert stack(game, "0402").counters[2:5] == ("g-109", "g-ju52", "g-stuka")
    assert stack(game, "0402").counters[-1].startswith("axis@")
    assert stack(game, "0402").count == "6"
    assert not stack(game, "0402").closed


@rule("ocs", "4.9a")
def test_of_an_enemy_stack_one_of_each_shows_and_no_number() -> None:
    game = ocs_position.at("movement")
    seen = stack(game, "0402", "allied")
    assert seen.counters == ("g-para", "g-109")
    assert (seen.count, seen.closed) == ("", True)
    assert seen.strength.endswith("+")


@rule("ocs", "4.9a")
def test_a_bare_enemy_dump_is_a_mark_without_a_number() -> None:
    game = field(unit("a1", "0101"), unit("s1", "0909"),
                 dumps=[{"side": "axis", "hex": "0505", "sp": 7}])  # fmt: skip
    assert marks(game, "0505", "allied")["dump"].short == ""
    assert "dump" not in marks(game, "0505")
    assert texts(next(c for c in TABLETOP.counters(game, "axis") if c.hex == "0505")) == ["7"]


def test_an_own_dump_under_units_is_marked_with_its_points() -> None:
    game = ocs_position.at("movement")
    assert marks(game, "0503")["dump"].short == "20"


# ---- what lies on the map


def test_bases_ports_and_hedgehogs_show_level_capacity_and_hits() -> None:
    game = ocs_position.at("movement")
    for player in ("axis", "allied"):
        assert marks(game, "0402", player)["airfield"].short == "2"
        assert marks(game, "0406", player)["hedgehog"].short == "1"
        port = marks(game, "0112", player)["port"]
        assert "1 hit" in port.title
        assert port.short.endswith("!")


@rule("ocs", "14.8b")
def test_trainbusting_lies_open() -> None:
    game = field(unit("a1", "0101"))
    h = game.board.hex("0505")
    game.put(HEXES, h, replace(HexStatus(), busted="allied"))
    assert marks(game, "0505")["busted"].side == "allied"


@rule("ocs", "14.10b")
def test_planned_drops_are_their_owners() -> None:
    game = ocs_position.at("movement")
    assert marks(game, "0505")["drop"].short == "T4"
    assert "drop" not in marks(game, "0505", "allied")


# ---- lists beside the map


@rule("ocs", "IV.K")
def test_lists_of_what_is_not_on_the_map() -> None:
    game = ocs_position.at("movement")
    lists = {found.title: found for found in TABLETOP.off_map(game, "axis")}
    assert "g-dead" in lists["Dead pile"].counters
    assert "g-new" in lists["Reinforcements"].counters
    assert "g-home" in lists["Home"].counters
    foreign = {f.title: f for f in TABLETOP.off_map(game, "allied") if f.side == "axis"}
    assert list(foreign) == ["Dead pile"]
    dead = [card(game, name, "allied") for name in foreign["Dead pile"].counters]
    assert "g-dead" in [found.name for found in dead]
    assert all(not found.values for found in dead)


# ---- symbols and colours


@pytest.mark.parametrize("kind", TYPES)
def test_every_type_has_a_symbol(kind: str) -> None:
    game = field(unit("a1", "0303", kind))
    found = card(game, "a1").symbol
    assert len(found) == 20
    assert found.startswith("100310")
    assert kind in symbols.ARMS


def test_aircraft_fly_and_ships_sail() -> None:
    game = ocs_position.at("movement")
    assert card(game, "g-109").symbol[4:6] == symbols.AIR
    assert card(game, "g-cruiser").symbol[4:6] == symbols.SEA
    bombers = {card(game, name).symbol for name in ("g-109", "g-stuka", "g-ju52")}
    assert len(bombers) == 3


def test_another_nation_has_its_own_colours() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0304", nation="Italian"), unit("s1", "0909"))
    assert card(game, "a1").paper is None
    assert card(game, "a2").paper is not None
    assert TABLETOP.side_title(game, "axis") == "Axis"
    assert TABLETOP.side_title(game, "allied") == "Soviet"


# ---- who can act


def test_who_can_act_is_marked_and_who_has_acted() -> None:
    game = ocs_position.at("movement")
    movable = {found.id for found in TABLETOP.counters(game, "axis") if found.movable}
    assert {"g-inf", "g-trucks", "g-cruiser", "g-109", "g-2pz"} <= movable
    assert "g-worn" not in movable
    assert not [c for c in TABLETOP.counters(game, "allied") if c.movable]
    game.play("axis", {"do": "move", "units": ["g-art"], "path": ["0404"]})
    assert card(game, "g-art").done


def test_aircraft_that_have_flown_are_done() -> None:
    game = ocs_position.at("movement")
    now = phase_start(game)
    game.put(AIR, "g-109", replace(game.state[AIR]["g-109"], flown=now))
    assert card(game, "g-109").done
    assert not card(game, "g-109").movable


# ---- where the game stands


@rule("ocs", "2.2")
def test_the_ribbon_has_the_phases_of_both_turns() -> None:
    game = ocs_position.at("attack")
    bands = TABLETOP.standing(game).bands
    assert [band.title for band in bands[:9]] == [
        "Pre-Turn", "Refit", "Arrivals", "Movement", "Supply", "Reaction", "Combat", "Exploit",
        "Clean Up",
    ]  # fmt: skip
    assert len(bands) == 17
    assert [band.side for band in bands[3:7]] == ["axis", "axis", "allied", "axis"]
    assert [band.state for band in bands[5:8]] == ["past", "now", "ahead"]


def test_off_map_units_keep_their_place_on_the_map_empty() -> None:
    game = field(unit("a1", "0303"))
    game.put(UNITS, "a1", replace(game.state[UNITS]["a1"], place="dead", hex=-1))
    found = card(game, "a1")
    assert (found.hex, found.box, found.states) == (None, "dead-axis", ())
