"""The second reading plays what falls to those who enter a hex. [9.14]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SITES, TRANSPORT, Transport
from tests.readings.ocs.clash import QUIET, attack, drive, points, until
from tests.systems.ocs.air.sky import bird, craft, perch, sky
from tests.systems.ocs.combat.aftermath import go
from tests.systems.ocs.field import field, move, rules, told, unit, where
from tests.systems.ocs.naval.sea import afloat, coast, port, ship, waters

reading = pytest.mark.reading
ENTER = move("a1", to="0304")


def camp(*more: Any, **facts: Any) -> Ocs:
    """An Axis regiment in 0303 beside 0304, where the Allies have something."""
    mover = unit("a1", "0303", combat="4:6 leg", move="4:8 leg")
    return field(mover, unit("s9", "0909"), *more, board=sketch(9, 20), **facts)


def trucks(key: str, n: int, load: int = 0, **more: Any) -> dict[str, Any]:
    row = {"id": key, "side": "allied", "hex": "0304", "points": n, "load": load}
    return {"kind": "truck", **row, **more}


def dump(sp: int = 0, **more: Any) -> dict[str, Any]:
    return {"side": "allied", "hex": "0304", **({"sp": sp} if sp else {}), **more}


def taken(game: Ocs) -> list[tuple[int, int]]:
    """Size and load, in tokens, of what the Axis has captured."""
    return [(t.size, t.load) for t in game.state[TRANSPORT].values() if t.side == "axis"]


def of(game: Ocs, key: str) -> Transport:
    return game.state[TRANSPORT][key]


def ground(game: Ocs, label: str) -> dict[str, int]:
    """Tokens on the ground by side."""
    h = game.board.hex(label)
    return {d.side: d.tokens for d in game.state[DUMPS].values() if d.hex == h}


@reading("ocs", "9-55")
@pytest.mark.parametrize(("die", "got"), [(3, 1), (4, 3)])
def test_portions_of_a_dump_are_rounded_to_tokens(die: int, got: int) -> None:
    game = camp(dumps=[dump(tokens=5)])
    drive(game, "axis", ENTER, die)
    assert ground(game, "0304") == {"axis": got}
    assert told(game, "dump-captured")[0]["destroyed"] == 5 - got


@reading("ocs", "9-56")
def test_the_books_example_of_four_trucks_and_twelve_supply_points() -> None:
    game = camp(dumps=[dump(8)], transport=[trucks("t1", 4, 16)])
    flight = {"do": "displace", "transport": "t1", "to": "0314"}
    asked = drive(game, "axis", ENTER, 1, 5, displace_transport=flight)
    assert [(ask.player, ask.name) for ask in asked] == [("allied", "displace transport")]
    assert (of(game, "t1").size, of(game, "t1").load, of(game, "t1").side) == (16, 16, "allied")
    assert game.board.label(of(game, "t1").hex) == "0314"  # ten hexes off
    assert ground(game, "0304") == {"axis": 16}
    assert points(game, "a1") == 5
    assert rules(game, "axis", move("a1", to="0305")) == []
    far = camp(transport=[trucks("t1", 4)])
    until(far, "axis", ENTER, "displace transport", 1)
    assert rules(far, "allied", {**flight, "to": "0315"}) == ["9.14c"]


@reading("ocs", "9-57")
def test_vehicles_are_rounded_to_points_and_wagons_have_their_own_column() -> None:
    game = camp(transport=[trucks("t1", 3, 12)])
    drive(game, "axis", ENTER, 3)
    assert taken(game) == [(4, 3)]
    assert of(game, "t1").size == 8
    wagons = camp(transport=[trucks("w1", 2, kind="wagon")])
    drive(wagons, "axis", ENTER, 6)
    assert taken(wagons) == [(8, 0)]


@reading("ocs", "9-64")
@pytest.mark.parametrize("given", ["t1", "t2"])
def test_the_owner_says_whether_organic_trucks_are_captured(given: str) -> None:
    organic = trucks("t2", 2, formation="9")
    game = camp(unit("s1", "0707", formation="9"), transport=[trucks("t1", 2), organic])
    answer = {"do": "give-up-transport", "take": {given: 8}}
    asked = drive(game, "axis", ENTER, 4, transport_given_up=answer)
    assert ("allied", "transport given up") in [(ask.player, ask.name) for ask in asked]
    assert taken(game) == [(8, 0)]
    assert [t.formation for t in game.state[TRANSPORT].values() if t.side == "axis"] == [""]
    assert of(game, given).place == "dead"


KINDS = {"truck": {"ma": 20, "move": "truck", "extends": 4}}
EXTENDER = trucks("x1", 5, extender=True)


@reading("ocs", "9-58")
def test_an_extender_falls_back_without_loss_and_counts_for_nothing() -> None:
    game = camp(transport=[EXTENDER, trucks("t1", 2)], kinds=KINDS,
                sources=[{"side": "allied", "hex": "0307"}])  # fmt: skip
    assert of(game, "x1").extender
    drive(game, "axis", ENTER, 6)
    found = of(game, "x1")
    assert (found.side, found.size, found.extender) == ("allied", 20, False)
    home = game.board.hex("0304")
    assert 0 < game.board.distance(found.hex, home) <= 4
    assert taken(game) == [(8, 0)]


@reading("ocs", "9-65")
def test_an_extender_without_a_hex_in_supply_is_rolled_for_where_it_lies() -> None:
    game = camp(transport=[EXTENDER], kinds=KINDS)
    drive(game, "axis", ENTER, 4)
    assert taken(game) == [(12, 0)]
    assert (of(game, "x1").size, of(game, "x1").extender) == (8, False)
    assert of(game, "x1").hex != game.board.hex("0304")


@reading("ocs", "9-59")
def test_a_hedgehog_is_entered_by_attack_capable_units_and_keeps_its_level() -> None:
    hogs = [{"side": "allied", "hex": "0304", "level": 2}]
    game = camp(unit("a2", "0303", "hq"), hedgehogs=hogs)
    assert rules(game, "axis", move("a2", to="0304")) == ["4.4c"]
    drive(game, "axis", ENTER)
    site = game.state[SITES][game.board.hex("0304")]
    assert (site.hog, site.hog_owner) == (2, "axis")


# ---- air bases, ships, ports


@reading("ocs", "9-60")
def test_aircraft_leave_a_captured_base_in_any_weather_within_twice_their_range() -> None:
    game = sky(
        craft("s1", "0312", range=10), craft("s2", "0312", "T", active=False, range=5),
        unit("a1", "0311", mode="move"), levels={"s0312": 2, "s0327": 1}, weather="storm",
    )  # fmt: skip
    drive(game, "axis", move("a1", to="0312"), 4, 5, 4, 5)
    site = game.state[SITES][game.board.hex("0312")]
    assert (site.base, site.base_owner) == (2, "axis")
    assert (perch(game, "s1"), bird(game, "s1").reduced) == ("0327-", False)
    assert perch(game, "s2") == "dead-"


@reading("ocs", "9-66")
@pytest.mark.parametrize("advance", [False, True])
def test_an_advance_gives_aircraft_more_time_to_get_away(advance: bool) -> None:
    guard = [unit("s5", "0312", combat="1:3 leg")] if advance else []
    strong = {"combat": "40:6 leg", "move": "40:6 leg"}
    game = sky(
        craft("s1", "0312"), unit("a1", "0311", **strong), *guard, levels={"s0330": 1},
        dumps=[{"side": "axis", "hex": "0310", "sp": 2}],
        segment="attack" if advance else "movement",
    )  # fmt: skip
    if advance:
        drive(game, "axis", attack("a1", on="0312"), *QUIET, 6, 6, 1, 3,
              advance_after_combat=go("a1"))  # fmt: skip
    else:
        drive(game, "axis", move("a1", to="0312"), 1, 3)
    assert where(game, "a1") == "0312"
    assert bird(game, "s1").reduced is not advance
    assert perch(game, "s1") == "0330-"


@reading("ocs", "9-61")
def test_ships_caught_in_port_are_destroyed_and_the_port_is_captured() -> None:
    game = waters(
        ship("s1", "0404"), unit("a1", "0504"), unit("a2", "0504", "hq"), unit("s9", "0808"),
        ports=[port("0404", "allied")], board=coast(),
    )  # fmt: skip
    assert rules(game, "axis", move("a2", to="0404")) == ["4.4c"]
    drive(game, "axis", move("a1", to="0404"))
    assert afloat(game, "s1").place == "dead"
    assert game.state[SITES][game.board.hex("0404")].port_owner == "axis"


# ---- who is Attack-Capable


@reading("ocs", "GL-01")
def test_a_printed_nought_is_enough_and_brackets_are_not() -> None:
    game = camp(
        unit("a2", "0303", combat="0:6 leg"), unit("a3", "0303", combat="(4):6 leg"),
        unit("a4", "0303", "hq"), unit("a5", "0303", "artillery"), dumps=[dump(1)],
        transport=[trucks("t1", 1, side="axis", hex="0303")],
    )  # fmt: skip
    assert rules(game, "axis", ENTER) == rules(game, "axis", move("a2", to="0304")) == []
    for name in ("a3", "a4", "a5"):
        assert rules(game, "axis", move(name, to="0304")) == ["4.4c"]
    haul = {"do": "haul", "transport": ["t1"], "path": ["0304"]}
    assert rules(game, "axis", haul) != []
