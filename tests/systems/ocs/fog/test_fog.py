"""Fog of war: what a player sees of his enemy. [4.8b] [4.9]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.status import SIDES, SITES
from tests.systems.ocs.field import field, rules, unit

rule = pytest.mark.rule


def shown(game: Any, hex: str, player: str = "allied") -> Any:
    found = [row for row in game.view(player)["enemy"] if row["hex"] == hex]
    return found[0] if found else None


@rule("ocs", "4.9a")
@rule("ocs", "4.8b(C)")
def test_the_top_attack_capable_unit_in_combat_mode_shows() -> None:
    game = field(
        unit("a1", "0303"), unit("a2", "0303"), unit("a3", "0303", "artillery"),
        unit("a4", "0303", mode="move"),
    )  # fmt: skip
    assert list(shown(game, "0303")["unit"]) == ["a2"]
    assert list(game.view("allied")["counters"]) == ["a2"]


@rule("ocs", "4.9a")
def test_without_one_the_top_unit_shows() -> None:
    game = field(unit("a1", "0303", mode="strat"), unit("a2", "0303", mode="dg"))
    assert shown(game, "0303")["unit"]["a2"]["mode"] == "dg"


@rule("ocs", "4.8b(D)")
def test_a_zone_shows_whatever_lies_on_top() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303", "hq"))
    assert list(shown(game, "0303")["unit"]) == ["a1"]
    h = game.board.hex("0304")
    assert game.view("allied")["zones"]["axis"][h] == "x"
    kept = field(unit("a1", "0303", mode="exploit", at={"kept_zoc": True}),
                 unit("a2", "0303", mode="exploit"))  # fmt: skip
    assert list(shown(kept, "0303")["unit"]) == ["a1"]


@rule("ocs", "4.9a")
@rule("ocs", "4.8b(C)")
def test_an_exploiter_lies_under_units_in_combat_mode() -> None:
    for mode, facts in (("exploit", {"kept_zoc": True}), ("combat", {"oos": True})):
        game = field(unit("a1", "0303"), unit("a2", "0303", mode=mode, at=facts))
        assert list(shown(game, "0303")["unit"]) == ["a1" if mode == "exploit" else "a2"]
        assert game.view("allied")["zones"]["axis"][game.board.hex("0304")] == "x"


@rule("ocs", "4.9a")
def test_mode_and_supply_show_but_neither_steps_nor_stocks() -> None:
    game = field(unit("a1", "0303", re=3, lost=1, at={"oos": True, "internals": 1}))
    assert shown(game, "0303")["unit"]["a1"] == {
        "hex": "0303", "mode": "combat", "combat_up": True, "oos": True,
    }  # fmt: skip
    assert game.view("axis")["units"]["a1"]["lost"] == 1
    assert "a1" not in game.view("allied")["units"]


@rule("ocs", "4.8b(A)")
@rule("ocs", "4.9a")
def test_a_reserve_marker_shows_if_the_top_unit_lies_under_it() -> None:
    game = field(unit("a1", "0303", mode="move"), unit("a2", "0303", mode="reserve"))
    assert shown(game, "0303")["reserve"]
    assert not shown(field(unit("a1", "0303")), "0303")["reserve"]
    under = field(unit("a1", "0303"), unit("a2", "0303", mode="reserve"))
    assert list(shown(under, "0303")["unit"]) == ["a1"]  # in Combat Mode, and so on top
    assert not shown(under, "0303")["reserve"]


@rule("ocs", "4.9a")
@rule("ocs", "5.7g")
def test_a_marker_that_did_not_show_comes_off_in_secret() -> None:
    hogs = [{"side": "axis", "hex": "0303", "level": 1}]
    for top, told_of in (("move", 1), ("combat", 0)):
        game = field(
            unit("a1", "0303", mode=top), unit("a2", "0303", mode="reserve"), hedgehogs=hogs
        )
        modes.strip_reserve(game, game.board.hex("0303"), "5.7g")
        seen = [e for e in game.events_for("allied") if e.kind == "reserve-lost"]
        assert len(seen) == told_of
        assert len([e for e in game.events_for("axis") if e.kind == "reserve-lost"]) == 1


@rule("ocs", "4.9a")
@rule("ocs", "4.8b(A)")
def test_reserves_under_a_unit_in_combat_mode_are_released_in_secret() -> None:
    hidden = (unit("s1", "0303", mode="reserve"), unit("s2", "0303"))
    game = field(
        *hidden, unit("s3", "0505", mode="reserve"), unit("a1", "0909"), segment="reaction"
    )
    game.play("allied", {"do": "release", "units": ["s1", "s3"]})
    for side, hexes in (("allied", ["0303", "0505"]), ("axis", ["0505"])):
        found = [e for e in game.events_for(side) if e.kind == "release"]
        assert [e.facts["hexes"] for e in found] == [hexes]
        assert ("0303" in game.sentence(found[0])) == (side == "allied")
    again = field(*hidden, unit("a1", "0909"), segment="reaction")
    again.play("allied", {"do": "release", "units": ["s1"]})
    assert not [e for e in again.events_for("axis") if e.kind == "release"]


PLANES = [
    {
        "id": f"p{i}",
        "side": "axis",
        "types": types,
        "range": 20,
        "full": "2/4/0",
        "reduced": "1/2/0",
    }
    for i, types in enumerate(("T", "F+T", "F"))
]


@rule("ocs", "4.8b(E)")
@rule("ocs", "4.9a")
def test_one_active_aircraft_shows_a_fighter_first() -> None:
    air = [{"plane": "p0", "hex": "0303", "id": "x0"}, {"plane": "p1", "hex": "0303", "id": "x1"},
           {"plane": "p2", "hex": "0303", "id": "x2", "active": False}]  # fmt: skip
    bases = [{"side": "axis", "hex": "0303", "level": 1}]
    game = field(unit("a1", "0303"), planes=PLANES, air=air, bases=bases)
    row = shown(game, "0303")
    assert row["aircraft"] == {"x1": {"counter": "p1"}}
    assert list(row["unit"]) == ["a1"]  # the ground unit shows too
    assert list(game.view("allied")["planes"]) == ["p1"]
    assert game.view("allied")["air"] == {}


@rule("ocs", "4.8b(F)")
@rule("ocs", "4.9a")
def test_facilities_are_open() -> None:
    game = field(unit("a1", "0303"), hedgehogs=[{"side": "axis", "hex": "0303", "level": 2}])
    assert game.view("allied")["sites"]["0303"]["hog"] == 2
    assert list(shown(game, "0303")["unit"]) == ["a1"]


@rule("ocs", "4.9a")
def test_dumps_and_transport_show_only_where_no_unit_covers_them() -> None:
    goods: dict[str, Any] = {
        "dumps": [{"side": "axis", "hex": h, "sp": 5} for h in ("0303", "0505")],
        "transport": [{"side": "axis", "hex": h, "points": 3} for h in ("0303", "0505")],
    }
    game = field(unit("a1", "0303"), **goods)
    assert shown(game, "0303")["lies"] == []
    assert shown(game, "0505")["lies"] == ["dump", "transport"]
    assert game.view("allied")["dumps"] == {}
    assert game.view("axis")["dumps"]["axis@" + str(game.board.hex("0505"))]["tokens"] == 20


@rule("ocs", "4.9a")
def test_two_states_that_differ_in_what_is_hidden_look_alike() -> None:
    def seen(**more: Any) -> Any:
        top = unit("a2", "0303", re=3, **more)
        game = field(unit("a1", "0303", "artillery"), top, unit("s1", "0306"), segment="movement",
                     player="allied")  # fmt: skip
        return game.view("allied"), sorted(map(str, game.legal("allied")))

    assert seen() == seen(lost=2, at={"internals": 2})


@rule("ocs", "4.8b(C)")
def test_a_player_arranges_his_stack() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303"))
    game.play("axis", {"do": "arrange", "unit": "a1"})
    assert fog.on_show(game, game.board.hex("0303")) == "a1"
    assert rules(game, "axis", {"do": "arrange", "unit": "a1"}) == ["4.8b(C)"]
    assert rules(game, "axis", {"do": "arrange", "unit": "s9"}) == ["4.8b(C)"]
    for segment, side, letter in (("reaction", "allied", "s"), ("exploitation", "axis", "a")):
        units = (unit(f"{letter}1", "0303"), unit(f"{letter}2", "0303", mode="reserve"))
        later = field(*units, segment=segment)  # whenever he acts
        assert rules(later, side, {"do": "arrange", "unit": f"{letter}1"}) == []


@rule("ocs", "4.9a")
def test_the_use_of_capacities_and_the_business_of_bases_are_the_owners() -> None:
    game = field(
        unit("a1", "0303"), unit("s1", "0909"), limits={"axis": {"rail_cap": 5, "sea_cap": 5}},
        bases=[{"side": "axis", "hex": "0303", "level": 2}],
    )  # fmt: skip
    h, status = game.board.hex("0303"), game.state[SIDES]["axis"]
    before = game.view("allied")
    game.put(SIDES, "axis", replace(status, rail_used=7, sea_used=3))
    site = game.state[SITES][h]
    game.put(SITES, h, replace(site, refitted=1, landed_in=1, came_active=2, came_turn=1))
    assert game.view("allied") == before
    assert game.view("axis")["sides"]["axis"]["rail_used"] == 7
    assert game.view("axis")["sites"]["0303"]["came_active"] == 2
    assert before["sides"]["axis"]["rail_cap"] == 20  # printed in the booklet


@rule("ocs", "4.9a")
def test_a_base_whose_aircraft_do_not_show_is_as_one_without() -> None:
    planes = [{"id": "p", "side": "axis", "nation": "German", "types": "F", "range": 9,
               "full": "3/3/0", "reduced": "2/2/0"}]  # fmt: skip
    bases = [{"side": "axis", "hex": "0303", "level": 1}]
    views = []
    for air in ([], [{"id": "w", "plane": "p", "hex": "0303", "active": False}]):
        game = field(unit("a1", "0909"), unit("s1", "0101"), planes=planes, bases=bases, air=air)
        views.append(game.view("allied")["enemy"])
    assert views[0] == views[1]
