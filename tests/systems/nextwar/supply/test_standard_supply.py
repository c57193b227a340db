"""Supply as an option of the Standard Game, from the second reader's cases. [13.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.strength import attacker
from grognard.systems.nextwar.pieces.values import allowance, er
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.lines import in_supply
from tests.systems.nextwar.field import at, field, plain, rig, rules, told, unit
from tests.systems.nextwar.sea import IN1, at_sea, coast, ruled, ship

ON = {"supply": "on"}
BEND = "0508-0507-0506-0605-0604 primary"
"""A road from the south that bends at 0506 and ends in a city."""
CITY = {"hex": "0604", "kind": "city"}


def looked(*units: Any, **more: Any) -> Nw:
    """The Supply Phase is over."""
    return field(*units, segment="supply", options=ON, **more)


@pytest.mark.reading("nextwar", "nw-13-02")
@pytest.mark.rule("nextwar", "13.0", "13.1", "13.1.1", "13.1.2", "13.1.3")
@pytest.mark.parametrize(
    ("others", "sites", "control", "supplied"),
    [
        ([unit("n1", "0405", sp=2)], [], [], False),
        ([unit("n1", "0405", sp=2), unit("r9", "0506", "1-1-4", sp=0.5)], [], [], True),
        ([unit("n1", "0405", sp=1)], [], [], True),
        ([], [{"hex": "0506", "kind": "airbase"}], ["0506"], False),
        ([], [{"hex": "0506", "kind": "town"}], ["0506"], True),
        ([], [{"hex": "0506", "kind": "airfield"}], ["0506"], True),
    ],
)
def test_what_cuts_a_road(others: Any, sites: Any, control: Any, supplied: bool) -> None:
    game = looked(
        unit("r1", "0508"), *others, board=plain(links=[BEND]), sites=[CITY, *sites],
        control={"dprk": control},
    )  # fmt: skip
    assert in_supply(game, "r1") is supplied
    assert at(game, "r1").oos is not supplied


@pytest.mark.reading("nextwar", "nw-13-03")
@pytest.mark.rule("nextwar", "13.1.3")
def test_how_far_from_a_road_a_unit_may_be() -> None:
    road = "-".join(f"05{r:02}" for r in range(1, 10)) + " secondary"
    board = plain(
        terrain=dict.fromkeys(("0605", "0404", "0405"), "mountain"), links=[road],
        sides=[f"0605-{h} major_river" for h in ("0505", "0506", "0604", "0606")],
    )  # fmt: skip
    game = looked(
        unit("r1", "0605"), unit("r2", "0702"), unit("r3", "0305"), unit("r4", "0907"),
        board=board, sites=[{"hex": "0501", "kind": "city"}],
    )  # fmt: skip
    found = {name: in_supply(game, name) for name in ("r1", "r2", "r3", "r4")}
    assert found == {"r1": True, "r2": True, "r3": False, "r4": False}
    assert told(game, "out-of-supply")[0]["units"] == ["r3", "r4"]


@pytest.mark.reading("nextwar", "nw-13-04")
@pytest.mark.rule("nextwar", "13.1.2", "13.1.3")
@pytest.mark.parametrize(
    ("ruler", "landing", "city", "supplied"),
    [
        ("allied", True, False, True),
        ("dprk", True, False, False),
        ("dprk", True, True, True),
        ("dprk", False, True, False),
    ],
)
def test_a_beachhead_joins_the_roads_around_it(
    ruler: str, landing: bool, city: bool, supplied: bool
) -> None:
    board = coast(links=["0401-0402-0403 primary", "0405-0406-0407 primary"])
    game = at_sea(
        unit("r1", "0401"), ships=[ship("u-a", "0303", "AMPH")], board=board, segment="supply",
        seas=ruled(ruler, IN1), options=ON, landings={"allied": ["0404"] if landing else []},
        sites=[{"hex": "0407", "kind": "city"}] if city else [],
    )  # fmt: skip
    assert in_supply(game, "r1") is supplied


@pytest.mark.rule("nextwar", "13.1.2")
@pytest.mark.parametrize(("ruler", "supplied"), [("allied", True), ("", True), ("dprk", False)])
def test_a_port_is_a_source_on_an_open_sea(ruler: str, supplied: bool) -> None:
    game = at_sea(
        unit("r1", "0404"), board=coast(), segment="supply", options=ON,
        seas=ruled(ruler, IN1) if ruler else {}, sites=[{"hex": "0404", "kind": "port"}],
    )  # fmt: skip
    assert in_supply(game, "r1") is supplied


@pytest.mark.reading("nextwar", "nw-13-05")
@pytest.mark.rule("nextwar", "13.1.4", "13.1.5")
def test_who_landed_this_turn_is_in_supply_and_who_is_afloat() -> None:
    lacking = {"oos": True, "landed": 3, "landing": "airmobile"}
    game = at_sea(
        unit("r1", "0606", "3-3-4", mobility="light", at=lacking),
        unit("r2", None, flags="marine"), unit("r3", "0808", "3-3-4", at={"oos": True}),
        ships=[ship("r-a", IN1, "AMPH")], segment="init-combat", options=ON,
        setup=[
            {"hex": "0606", "units": ["r1"]}, {"hex": "0808", "units": ["r3"]},
            {"ship": "r-a", "units": ["r2"]},
        ],
    )  # fmt: skip
    assert (er(game, "r1"), allowance(game, "r1").total) == (5, 4)
    assert (er(game, "r3"), allowance(game, "r3").total) == (4, 2)
    assert in_supply(game, "r2")
    later = looked(unit("r1", "0606", at=lacking), unit("r2", "0806", at={"landed": 2}), turn=4)
    assert at(later, "r1").oos
    assert at(later, "r2").oos


@pytest.mark.reading("nextwar", "nw-13-07")
@pytest.mark.rule("nextwar", "13.1.5")
@pytest.mark.parametrize(
    ("segment", "player", "name", "refused"),
    [
        ("exploit-move", "dprk", "n1", ["13.1.5"]),
        ("elite-reaction-move", "allied", "r1", ["13.1.5"]),
        ("reaction-move", "allied", "r1", []),
    ],
)
def test_in_which_segments_the_unsupplied_move(
    segment: str, player: str, name: str, refused: list[str]
) -> None:
    game = field(
        unit("n1", "0505", "5-5-8", type="mechanized infantry", at={"oos": True}),
        unit("r1", "0808", "4-4-5", er=8, at={"oos": True}), unit("r2", "0504", sp=1),
        segment=segment, options=ON,
    )  # fmt: skip
    path = ["0506"] if name == "n1" else ["0809"]
    assert rules(game, player, {"do": "move", "units": [name], "path": path}) == refused
    assert allowance(game, "r1").total == 3


@pytest.mark.reading("nextwar", "nw-13-07")
@pytest.mark.rule("nextwar", "13.1.5")
def test_the_unsupplied_exploit_in_combat_at_half() -> None:
    game = field(
        unit("n1", "0505", "5-5-8", type="mechanized infantry", at={"oos": True}),
        unit("r2", "0504", sp=1), board=plain(terrain={"0504": "flat_woods"}),
        segment="exploit-combat", options=ON,
    )  # fmt: skip
    here, there = game.board.hex("0505"), game.board.hex("0504")
    battle = Battle(there, "dprk", "allied", ("n1",), ("r2",))
    assert at(game, "n1").hex == here
    assert attacker(game, battle, "n1")[1:] == (3, "13.1.5")
    rig(game, 5)
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0504"})
    shifts = told(game, "combat")[0]["shifts"]
    assert shifts["total"] == -3  # efficiency 4 against 5, and exploitation


@pytest.mark.reading("nextwar", "nw-13-09")
@pytest.mark.rule("nextwar", "13.1.5")
def test_replacements_only_in_supply() -> None:
    gone = {"place": "eliminated", "hex": -1, "steps": 0}
    game = field(
        unit("r1", "0808", size="brigade", at={"steps": 1, "oos": True}),
        unit("r2", "0809", size="brigade", at=gone),
        board=plain(
            places={"V": "town 0202", "W": "town 0208"}, links=["0208-0308-0408 secondary"]
        ),
        sites=[{"hex": "0408", "kind": "city"}], segment="second-reinforcement", options=ON,
        replacements={"ROK": [9]},
    )  # fmt: skip
    game.edit([{"map": "pools", "key": "ROK", "set": {"points": 9}}], "points in plenty")
    assert rules(game, "allied", {"do": "recover", "unit": "r1"}) == ["13.1.5"]
    rebuild = {"do": "rebuild", "units": ["r2"], "hex": "0202"}
    assert rules(game, "allied", rebuild) == ["13.1.5"]
    assert rules(game, "allied", {**rebuild, "hex": "0208"}) == []


@pytest.mark.rule("nextwar", "13.1", "13.1.1")
def test_supply_is_looked_at_between_weather_and_initiative() -> None:
    game = field(unit("r1", "0808"), segment="weather", options=ON)
    kinds = [segment.kind for segment in game.segments]
    assert kinds[:3] == ["weather", "supply", "initiative"]
    assert at(game, "r1").oos
    off = field(unit("r1", "0808"), segment="weather")
    assert "supply" not in [segment.kind for segment in off.segments]
    assert not at(off, "r1").oos
