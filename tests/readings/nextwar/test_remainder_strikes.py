"""What was read once about strikes and air defenses, as a further reader reads it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.defenses.package import Package
from grognard.systems.nextwar.defenses.regimes import regime
from grognard.systems.nextwar.strikes.status import MISSIONS
from tests.systems.nextwar import sea
from tests.systems.nextwar.defenses.test_intercepting import mission
from tests.systems.nextwar.defenses.test_intercepting import over as intercepted
from tests.systems.nextwar.defenses.test_intercepting import shots as fired
from tests.systems.nextwar.field import plain, rig, rules, side, told, unit
from tests.systems.nextwar.sky import flies, sky, wing
from tests.systems.nextwar.strikes.test_firing import battery, launch
from tests.systems.nextwar.strikes.test_missions import SEEN, TARGET, air, flown, strike

ALLIED: dict[str, Any] = {"begin": {"first": "allied"}, "segment": "strike-1-announce"}
SUPPLY: dict[str, Any] = {"type": "supply unit", "size": "battalion", "steps": 1}


@pytest.mark.reading("nextwar", "nw-23-81")
def test_what_an_air_strike_is_for() -> None:
    game = air(
        unit("n1", TARGET, at=SEEN), unit("n2", "0703", type="headquarters", at=SEEN),
        unit("n3", "0703", **SUPPLY, at={**SEEN, "mobile": True}),
        unit("n4", "0702", **SUPPLY, at=SEEN), unit("n5", "0301"),
        wings=[wing("u1", "4-3-3"), wing("u2", "4-3-3")],
        board=plain(north=4, terrain={"0301": "highland", "0102": "mountain"}),
    )  # fmt: skip
    for target in ("n1", "n2", "n3", "n4", "detection", "sam", "aaa"):
        assert rules(game, "allied", strike("u1", target)) == []
    for hex in ("0101", "0102"):
        assert rules(game, "allied", strike("u1", "interdiction", hex)) == []
    assert rules(game, "allied", strike("u1", "n5")) == ["23.2-air-1"]
    game.play("allied", strike("u1", "sam"))
    assert rules(game, "allied", strike("u2", "sam")) == ["23.2"]
    assert rules(game, "allied", strike("u2", "aaa")) == []


@pytest.mark.reading("nextwar", "nw-23-82")
def test_what_a_helicopter_strike_is_for() -> None:
    helo = {"id": "u8", "side": "allied", "nation": "US", "name": "u8", "support": 2,
            "range": 16, "steps": 2}  # fmt: skip
    game = air(
        unit("n1", TARGET, at=SEEN), wings=[], helicopters=[helo], bases={"u8": "0707"},
        sites=[{"hex": "0707", "kind": "airbase"}, {"hex": "0501", "kind": "airbase"}],
    )  # fmt: skip
    order = {"do": "announce-helicopter", "unit": "u8"}
    assert rules(game, "allied", {**order, "target": "interdiction", "hexes": ["0502"]}) == []
    assert rules(game, "allied", {**order, "target": "n1"}) == []
    for target in ("airbase-0501", "sam", "aaa"):
        assert rules(game, "allied", {**order, "target": target}) == ["23.2-helo-1"]


@pytest.mark.reading("nextwar", "nw-23-83")
def test_nothing_is_rolled_before_all_is_announced() -> None:
    game = air(
        unit("n1", "0703", at=SEEN), unit("n2", "0702", at=SEEN),
        wings=[wing("u1", "4-3-4"), wing("u2", "4-3-4")],
    )  # fmt: skip
    game.play("allied", strike("u1", "n1"))
    assert not told(game, "detection")
    assert len(game.state[MISSIONS]) == 1
    flown(game, strike("u2", "n2"), dice=(9,) * 8)
    kinds = [e.kind for e in game.events if e.kind in ("detection", "strike")]
    assert kinds == ["detection", "detection", "strike", "strike"]


@pytest.mark.reading("nextwar", "nw-23-84")
@pytest.mark.parametrize(
    ("target", "column"),
    [("n1", "c3"), ("n2", "c6"), ("n3", "c3"), ("n4", "c6"), ("dprk-beachhead-1", "c3"),
     ("port-0606", "c6")],
)  # fmt: skip
def test_what_is_underground(target: str, column: str) -> None:
    game = sea.at_sea(
        unit("n1", "0505", "0-1-4", type="headquarters", flags="supreme", range=9, at=SEEN),
        unit("n2", "0505", "0-1-4", type="headquarters", range=4, at=SEEN),
        unit("n3", "0508", "0-1-8", **SUPPLY, at=SEEN),
        unit("n4", "0508", "0-1-8", **SUPPLY, at={**SEEN, "mobile": True}),
        ships=[sea.ship("n9", "0304", "AMPH")], landings={"dprk": ["0404"]},
        aircraft=[wing("u1", "4-3-4", "U")["row"]], options={"game": "advanced"},
        sites=[{"hex": "0606", "kind": "port", "owner": "dprk"}], control={"dprk": ["0606"]},
        **ALLIED,
    )  # fmt: skip
    flown(game, strike("u1", target), dice=(9, 9, 9, 9))
    assert told(game, "strike")[-1]["column"] == column


@pytest.mark.reading("nextwar", "nw-23-84")
def test_ports_are_hard_for_missiles() -> None:
    game = battery(sites=[{"hex": "0707", "kind": "port"}])
    game.play("dprk", launch("cruise", "port-0707"))
    rig(game, 9)
    game.play("dprk", {"do": "end"})
    assert told(game, "strike")[-1]["column"] == "c4"


@pytest.mark.reading("nextwar", "nw-23-85")
@pytest.mark.parametrize(("hard", "column"), [(True, "c3"), (False, "c6")])
def test_a_scenario_may_harden_a_base(hard: bool, column: str) -> None:
    game = air(
        wings=[wing("u1", "4-3-4")],
        sites=[{"hex": TARGET, "kind": "airbase", "owner": "dprk", "hardened": hard}],
    )  # fmt: skip
    flown(game, strike("u1", f"airbase-{TARGET}"), dice=(9, 9, 9))
    assert told(game, "strike")[-1]["column"] == column


@pytest.mark.reading("nextwar", "nw-24-81")
@pytest.mark.parametrize("level", [7, 0])
def test_local_defenses_do_not_fall_with_the_tracks(level: int) -> None:
    game = air(
        unit("n1", "0703", at=SEEN), unit("n2", "0702", at=SEEN), unit("n3", "0709", at=SEEN),
        wings=[wing(f"u{i}", "4-3-4") for i in (1, 2, 3)],
        tracks={"detection": level, "sam": level, "aaa": 0},
    )  # fmt: skip
    orders = [strike(f"u{i}", f"n{i}") for i in (1, 2, 3)]
    flown(game, *orders, dice=(0, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9))
    track = "track-7" if level else "track-0-1"
    assert [facts["column"] for facts in told(game, "detection")] == [track, track, "local"]
    kinds = [e.kind for e in game.events if e.kind in ("detection", "air-defense-fire")]
    assert kinds[:3] == ["detection"] * 3
    assert kinds[3:]
    local = [f["column"] for f in told(game, "air-defense-fire") if f["unit"] == "u3"]
    assert {*local} == {"local"}


@pytest.mark.reading("nextwar", "nw-24-82")
def test_who_reaches_the_map_reaches_the_tracks() -> None:
    carrier = sea.ship("u9", sea.SEA1, "CVN")
    game = sky(
        board=sea.coast(), ships=[carrier["row"]], fleet=[carrier["fleet"]],
        wings=[wing("u1", "4-3-4", "L", box="u9"), wing("u2", "4-3-4", "S", box="u9")], **ALLIED,
    )  # fmt: skip
    assert rules(game, "allied", strike("u1", "sam")) == []
    assert rules(game, "allied", strike("u2", "sam")) == ["22.3"]


@pytest.mark.reading("nextwar", "nw-24-83")
def test_printed_defenses_are_used_in_their_area() -> None:
    game = sky(
        wings=[wing("u1")], defenses={"Overseas": {"detection": 9, "sam": 4, "aaa": 1}},
        assets={"dprk": {"detection": 2, "sam": 2, "aaa": 2}}, board=sea.coast(),
    )  # fmt: skip
    inside = regime(game, Package("allied", "strike", box="Overseas", strikers=("u1",)))
    outside = regime(game, Package("allied", "strike", track="sam", strikers=("u1",)))
    assert (inside.network, inside.tracks) == ("normal", (9, 4, 1))
    assert (outside.network, outside.tracks) == ("normal", (2, 2, 2))


@pytest.mark.reading("nextwar", "nw-24-84")
@pytest.mark.parametrize("ruler", ["", "dprk"])
def test_what_paratroops_meet(ruler: str) -> None:
    game = sky(
        unit("n1", "0608", "0-2-4", type="headquarters", size="corps"), board=plain(north=4),
        begin={"ruler": ruler, "level": int(bool(ruler))}, assets={"dprk": {"detection": 5}},
    )  # fmt: skip
    found = []
    for label in ("0503", "0508", "0209"):
        h = game.board.hex(label)
        met = regime(game, Package("allied", "drop", h, ("r9",), path=(h,)))
        found.append((met.network, met.sam, met.aaa))
    if ruler:
        assert found == [("normal", True, False), ("normal", True, True), ("normal", False, False)]
    else:
        assert found == [("normal", True, False), ("local", True, True), ("none", False, False)]


@pytest.mark.reading("nextwar", "nw-24-85")
def test_an_unengaged_bomber_does_not_fire_and_may_go_home() -> None:
    game = sky(wings=[
        wing("n1", "3*-0-2"), wing("ne", "4*-0-0"), wing("u1", "4*-0-0", place="superiority"),
    ])  # fmt: skip
    home = {"do": "break-off", "units": ["n1"]}
    left = intercepted(
        game, mission(game, "dprk", "n1", "ne"), "u1", None, home, dice=(9,) * 8
    )  # fmt: skip
    assert not [shot for shot in fired(game) if "n1" in shot]
    assert flies(game, "n1").place == "abort"
    assert left.package.strikers == ()


@pytest.mark.reading("nextwar", "nw-24-86")
@pytest.mark.parametrize(
    ("hex", "die", "column", "result"),
    [("0503", 3, "track-3", "+2"), ("0503", 2, "track-3", "A"), ("0709", 3, "local", "-"),
     ("0709", 2, "local", "+1")],
)  # fmt: skip
def test_guns_of_two_networks(hex: str, die: int, column: str, result: str) -> None:
    game = air(
        unit("n1", hex, at=SEEN), wings=[wing("u1", "4-3-4")],
        tracks={"detection": 10, "sam": 0, "aaa": 3},
    )  # fmt: skip
    rig(game, 0, 9, die, 9)
    game.play("allied", strike("u1", "n1"))
    while len(told(game, "air-defense-fire")) < 2:
        game.play(game.to_act or "", {"do": "end"})
    guns = told(game, "air-defense-fire")[-1]
    assert (guns["weapon"], guns["column"], guns["result"]) == ("AAA", column, result)


@pytest.mark.reading("nextwar", "nw-26-81")
def test_missiles_are_struck_like_a_track() -> None:
    game = air(
        wings=[wing("u1", "4-3-5")], launchers={"dprk": ["ballistic"]},
        tracks={"ballistic": 6, "detection": 7, "sam": 0, "aaa": 0},
    )  # fmt: skip
    flown(game, strike("u1", "ballistic"), dice=(9, 3, 9))
    facts = told(game, "strike")[-1]
    assert (facts["column"], facts["tally"]["total"], facts["hit"]) == ("c4", 2, 1)
    assert side(game, "dprk").ballistic == 5
    none = air(
        wings=[wing("u1", "4-3-5")], launchers={"dprk": ["ballistic"]}, tracks={"ballistic": 0}
    )
    assert rules(none, "allied", strike("u1", "ballistic")) == ["26.1.3"]
