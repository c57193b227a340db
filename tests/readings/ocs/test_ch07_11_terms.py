"""The second reading plays the glossary, the list of changes, and what came to mind later."""

from __future__ import annotations

import pytest

from grognard.board.sketch import sketch
from grognard.systems.ocs.air.interception import in_patrol_zone
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.status import TRANSPORT
from tests.readings.ocs.clash import (
    QUIET,
    attack,
    drive,
    fighting,
    moving,
    options,
    overrun,
    tokens,
    until,
)
from tests.systems.ocs.air.sky import craft, fly, sky
from tests.systems.ocs.combat.aftermath import go
from tests.systems.ocs.field import at, end, field, move, play, rules, told, unit, where
from tests.systems.ocs.naval.sea import port, waters
from tests.systems.ocs.transport.tracks import LINE, rails, train

reading = pytest.mark.reading


@reading("ocs", "GL-02")
@pytest.mark.parametrize(
    ("station", "hq", "open_"),
    [("village", "", True), ("minor_city", "", True), ("port", "", True), ("", "", False),
     ("", "move", False), ("", "combat", True)],
)  # fmt: skip
def test_where_trains_are_left(station: str, hq: str, open_: bool) -> None:
    places = {"W": "village 0501", "A": "village 0503"}
    if station and station != "port":
        places["X"] = f"{station} 0507"
    board = sketch(9, 9, links=[f"{LINE} rail"], places=places)
    ports = [port("0507")] if station == "port" else []
    staff = [unit("a8", "0507", "hq", mode=hq)] if hq else [unit("a8", "0507")]
    mover = unit("a1", "0503", move="4:8 leg", mode="move")
    game = rails(mover, *staff, board=board, ports=ports)
    assert (rules(game, "axis", train("a1", to="0507")) == []) is open_


@reading("ocs", "GL-03")
@pytest.mark.parametrize(
    ("kind", "traits", "mode", "wrong"),
    [("engineer", "engineer", "combat", False), ("engineer", "engineer", "move", True),
     ("hq", "", "combat", False), ("engineer", "", "combat", True)],
)  # fmt: skip
def test_who_builds_an_air_strip(kind: str, traits: str, mode: str, wrong: bool) -> None:
    """Assault engineers and pioneers are engineers by their symbol alone, without the trait."""
    game = field(
        unit("a1", "0505", kind, traits=traits, mode=mode), unit("s1", "0909"),
        dumps=[{"side": "axis", "hex": "0505", "sp": 5}],
    )  # fmt: skip
    build = {"do": "build-base", "hex": "0505", "units": ["a1"]}
    assert bool(rules(game, "axis", build)) is wrong


@reading("ocs", "GL-04")
def test_independents_and_divisional_units() -> None:
    game = field(
        unit("a1", "0303"), unit("a2", "0303", re=3), unit("a3", "0303", formation="9"),
        unit("s1", "0909"),
    )  # fmt: skip
    found = [counter_of(game, name).independent for name in ("a1", "a2", "a3")]
    assert found == [True, False, False]


@reading("ocs", "GL-05")
def test_ratings_in_brackets_do_not_attack() -> None:
    game = sky(
        craft("a1", "0303", full="3/1/0"), craft("a2", "0303", "T", full="(2)/8/0"),
        craft("a3", "0303", full="3/1/0"),
        craft("s1", "0313", full="3/1/0"), craft("s2", "0313", "T", full="(1)/8/0"),
        segment="barrage",
    )  # fmt: skip
    game.play("axis", fly("air-barrage", "a1", "a2", "a3", to="0313", aim="base"))
    seen: dict[str, set[str]] = {}
    while len(seen) < 2:
        ask = game.decisions[0].ask
        picks = {action["plane"] for action in game.legal(ask.player) if action["do"] == "fight"}
        if picks:
            seen[ask.player] = picks
        game.play(ask.player, ask.default or next(game.legal(ask.player)))
    assert seen == {"axis": {"a1", "a3"}, "allied": {"s1", "s2"}}


@reading("ocs", "GL-06")
def test_a_patrol_zone_reaches_ten_hexes_from_an_active_fighter() -> None:
    game = sky(craft("s1", "0310"), craft("s2", "1535", active=False), unit("a1", "0101"))
    hexes = [game.board.hex(h) for h in ("0320", "0321", "1534")]
    assert [in_patrol_zone(game, h, "allied") for h in hexes] == [True, False, False]


@reading("ocs", "GL-07")
def test_replenishment_is_not_for_the_owner_to_refuse() -> None:
    game = field(
        unit("a1", "0303", at={"internals": 1}), unit("s1", "0808"),
        dumps=[{"side": "axis", "hex": "0303", "tokens": 2}],
        sources=[{"side": "axis", "edge": "west"}, {"side": "allied", "edge": "east"}],
    )  # fmt: skip
    assert at(game, "a1").internals == 1
    while at(game, "a1").internals and game.to_act == "axis":
        play(game, "axis", {"do": "end"})
    assert (at(game, "a1").internals, tokens(game, "axis")) == (0, 0)


@reading("ocs", "CH-01")
@pytest.mark.parametrize(("segment", "wrong"), [("movement", []), ("exploitation", ["14.10b"])])
def test_units_are_dropped_in_the_movement_phase_and_supply_in_any(
    segment: str, wrong: list[str]
) -> None:
    game = sky(
        craft("a1", "0303", "Tpt", full="(0)/0/4"), unit("a2", "0303", mode="move", traits="para"),
        unit("s1", "1515"), segment=segment, turn=3,
        dumps=[{"side": "axis", "hex": "0303", "sp": 2}],
        plans=[{"unit": "a2", "hex": "0312", "turn": 3}],
    )  # fmt: skip
    assert rules(game, "axis", fly("air-drop", "a1", to="0312", units=["a2"])) == wrong
    assert rules(game, "axis", fly("air-drop", "a1", to="0312", tokens={"0303": 1})) == []


@reading("ocs", "CH-02")
def test_a_garrison_does_not_open_a_port_in_an_enemy_zone_to_shipping() -> None:
    game = waters(
        unit("a1", "0408"), unit("s1", "0508"), unit("a2", "0402"),
        ports=[port("0402", sp=6), port("0408", sp=6)],
        dumps=[{"side": "axis", "hex": "0402", "sp": 4}], limits={"axis": {"sea_cap": 5}},
    )  # fmt: skip
    cargo = {"do": "ship", "from": "0402", "to": "0408", "tokens": 4}
    assert rules(game, "axis", cargo) != []
    h = game.board.hex("0408")
    assert zones.enemy_zone(game, h, "axis")
    assert not zones.barred(game, zones.PORT_TRACE, h, "axis")
    free = waters(
        unit("a1", "0408"), unit("s1", "0508", mode="move"), unit("a2", "0402"),
        ports=[port("0402", sp=6), port("0408", sp=6)],
        dumps=[{"side": "axis", "hex": "0402", "sp": 4}], limits={"axis": {"sea_cap": 5}},
    )  # fmt: skip
    assert rules(free, "axis", cargo) == []


# ---- cases that came when the code had been opened


@reading("ocs", "7-08")
@pytest.mark.parametrize(("segment", "phasing"), [("reaction", "allied"), ("exploitation", "axis")])
def test_air_transport_is_open_to_all_and_nothing_else_is(segment: str, phasing: str) -> None:
    game = sky(
        craft("a1", "0303", "Tpt", full="(0)/0/4"), unit("a2", "0303", mode="move"),
        unit("s1", "1515"), levels={"0312": 2}, segment=segment, player=phasing,
        transport=[{"id": "t1", "side": "axis", "hex": "0303", "points": 1}],
    )  # fmt: skip
    law = "7.0a" if segment == "reaction" else "11.0a"
    assert rules(game, "axis", fly("air-transport", "a1", to="0312", units=["a2"])) == []
    assert rules(game, "axis", move("a2", to="0304")) == [law]
    assert rules(game, "axis", {"do": "haul", "transport": ["t1"], "path": ["0304"]}) == [law]
    play(game, "axis", fly("air-transport", "a1", to="0312", units=["a2"]))
    assert where(game, "a2") == "0312"
    assert rules(game, "axis", move("a2", to="0313")) != []


@reading("ocs", "8-14")
def test_nobody_strikes_out_of_ground_he_could_not_go_back_to() -> None:
    tank = unit("a1", "0404", combat="20:9 tracked")
    for way, overruns, attacks in (("0403-0404", False, False), ("0403-0404-0505", False, True)):
        board = sketch(9, 9, terrain={"0404": "mountain"}, links=[f"{way} primary"])
        game = moving(tank, unit("s1", "0505"), board=board)
        assert (rules(game, "axis", overrun("a1")) == []) is overruns
        # a second attacker keeps the segment open
        battle = fighting(tank, unit("a2", "0405"), unit("s1", "0505"), board=board)
        assert rules(battle, "axis", attack("a1")) == ([] if attacks else ["9.1f"])


@reading("ocs", "8-15")
def test_bridges_of_engineers_serve_attacks_and_no_overruns() -> None:
    board = sketch(9, 9, sides=["0404-0505 major_river"])
    lorries = unit("a1", "0404", combat="20:9 truck")
    sappers = unit("a2", "0404", "engineer", traits="engineer", combat="2:3 leg")
    foes = (unit("a3", "0405"), unit("s1", "0505"))
    game = moving(lorries, sappers, *foes, board=board)
    assert rules(game, "axis", overrun("a1")) == ["8.1b"]
    assert rules(fighting(lorries, sappers, *foes, board=board), "axis", attack("a1")) == []
    assert rules(fighting(lorries, *foes, board=board), "axis", attack("a1")) == ["9.1f"]


TRUCKS = [{"id": "t1", "side": "allied", "hex": "0505", "points": 4, "kind": "truck"}]


@reading("ocs", "9-67")
def test_captured_transport_goes_on_in_the_movement_phase_alone() -> None:
    strong = {"combat": "40:6 leg", "move": "40:6 leg"}
    game = moving(unit("a1", "0404", **strong), unit("s9", "0909"), transport=TRUCKS)
    drive(game, "axis", move("a1", to="0505"), 6)
    (key,) = (k for k, t in game.state[TRANSPORT].items() if t.side == "axis")
    assert game.state[TRANSPORT][key].size == 12
    assert rules(game, "axis", {"do": "haul", "transport": [key], "path": ["0404"]}) == []
    won = fighting(
        unit("a1", "0404", **strong), unit("s1", "0505", combat="1:3 leg"), unit("s9", "0909"),
        transport=TRUCKS,
    )  # fmt: skip
    drive(won, "axis", attack("a1"), *QUIET, 6, 6, 6, advance_after_combat=go("a1"))
    (key,) = (k for k, t in won.state[TRANSPORT].items() if t.side == "axis")
    if won.segment.kind != "exploitation":  # type: ignore[attr-defined]
        end(won, "axis", until="exploitation")
    assert rules(won, "axis", {"do": "haul", "transport": [key], "path": ["0404"]}) == ["11.0a"]


@reading("ocs", "9-68")
@reading("ocs", "9-69")
@pytest.mark.parametrize("losses", [0, 1])
def test_an_option_strikes_the_whole_attack_and_its_first_loss_the_leader(losses: int) -> None:
    game = fighting(
        unit("a1", "0404", re=2, combat="4:6 leg"), unit("a2", "0405", re=2, combat="4:6 leg"),
        unit("s1", "0505"),
    )  # fmt: skip
    asked = drive(game, "axis", attack("a1", "a2", lead="a2"), *QUIET, 4, 5,
                  option=[options(losses)], advance_after_combat=go())  # fmt: skip
    assert told(game, "combat")[0]["result"] == "Ao1 Do1"
    stand = [where(game, "a1") == "0404", where(game, "a2") == "0405"]
    if losses:
        assert (stand, at(game, "a1").lost, at(game, "a2").lost) == ([True, True], 0, 1)
        assert "step losses" not in {ask.name for ask in asked}
    else:
        assert stand == [False, False]


@reading("ocs", "9-70")
def test_trucks_get_away_past_zones_and_rivers_but_do_not_stay() -> None:
    sides = [f"{a}-{b} lake_side" for a, b in (("0505", "0506"), ("0506", "0605"))]
    game = moving(
        unit("a1", "0404", combat="4:6 leg"), unit("a2", "0607"), unit("s9", "0909"),
        transport=TRUCKS, board=sketch(9, 9, sides=sides),
    )  # fmt: skip
    until(game, "axis", move("a1", to="0505"), "displace transport", 1)
    places = {action["to"] for action in game.legal("allied")}
    assert "0506" in places  # beyond the water
    assert "0606" in places  # in the zone of a2
    assert "0505" not in places


@reading("ocs", "10-30")
def test_guns_pay_what_the_table_of_their_target_says() -> None:
    game = field(
        unit("a1", "0503", "artillery", barrage="20/5"), unit("s1", "0505"), segment="artillery",
        ports=[port("0505", "allied")], dumps=[{"side": "axis", "hex": "0503", "tokens": 2}],
    )  # fmt: skip
    shell = {"do": "barrage", "guns": ["a1"], "target": "0505", "aim": "port"}
    assert rules(game, "axis", {**shell, "aim": "units"}) == ["10.1b(A)"]
    drive(game, "axis", shell, 1)
    assert tokens(game, "axis") == 0
