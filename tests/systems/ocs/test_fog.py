"""Fog of war: what a player sees of his enemy. [4.8b] [4.9]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs import fog
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
def test_mode_and_supply_show_but_neither_steps_nor_stocks() -> None:
    game = field(unit("a1", "0303", re=3, lost=1, at={"oos": True, "internals": 1}))
    assert shown(game, "0303")["unit"]["a1"] == {
        "hex": "0303", "mode": "combat", "combat_up": True, "oos": True,
    }  # fmt: skip
    assert game.view("axis")["units"]["a1"]["lost"] == 1
    assert "a1" not in game.view("allied")["units"]


@rule("ocs", "4.8b(A)")
def test_reserve_markers_show() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303", mode="reserve"))
    assert shown(game, "0303")["reserve"]
    assert not shown(field(unit("a1", "0303")), "0303")["reserve"]


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
