"""Which air defenses a mission meets, who is seen, and what missiles and guns do to them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.defenses.detecting import detect, modifiers
from grognard.systems.nextwar.defenses.package import Package
from grognard.systems.nextwar.defenses.regimes import regime
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import CENTRE, field, plain, rig, told, unit
from tests.systems.nextwar.sky import sky, wing

HQ = {"type": "headquarters", "size": "corps"}


def package(game: Nw, at: str, side: str = "allied", kind: str = "strike", **more: Any) -> Package:
    """A mission against a hex."""
    path = tuple(game.board.hex(label) for label in more.pop("path", ()))
    return Package(side, kind, game.board.hex(at) if at else -1, path=path, **more)


def found(game: Nw, flight: Package, die: int) -> str:
    """What a detection roll says."""
    rig(game, die)
    return detect(game, flight).result


@pytest.mark.reading("nextwar", "nw-24-02")
@pytest.mark.rule("nextwar", "24.3.1", "18.2.3", "24.1")
@pytest.mark.parametrize(("oos", "result"), [(False, "D"), (True, "-")])
def test_a_headquarters_brings_the_countrys_network_and_helps_it_while_in_supply(
    oos: bool, result: str
) -> None:
    game = sky(
        unit("n1", "0507"), unit("nhq", "0509", "0-2-4", at={"oos": oos}, **HQ),
        wings=[wing("u1")], assets={"dprk": {"detection": 6}},
    )  # fmt: skip
    flight = package(game, "0507", strikers=("u1",))
    assert regime(game, flight).network == "normal"
    assert found(game, flight, 7) == result
    assert regime(game, package(game, "0506", strikers=("u1",))).network == "local"


@pytest.mark.reading("nextwar", "nw-24-03")
@pytest.mark.rule("nextwar", "24.0", "24.3", "24.3.1")
@pytest.mark.parametrize(("die", "result"), [(5, "ED"), (6, "D"), (9, "D")])
def test_awacs_helps_the_countrys_network(die: int, result: str) -> None:
    game = sky(
        unit("r1", "0909"), wings=[wing("n1")], assets={"allied": {"detection": 8}},
        sites=[{"hex": CENTRE, "kind": "airbase"}], begin={"watching": "allied", "awacs": 3},
    )  # fmt: skip
    assert found(game, package(game, CENTRE, "dprk", strikers=("n1",)), die) == result


@pytest.mark.rule("nextwar", "24.0")
@pytest.mark.parametrize(
    ("level", "die", "fired_at", "intercepted"),
    [(8, 0, True, True), (8, 6, True, False), (1, 9, False, False)],
)
def test_early_detection_lets_interceptors_up_and_any_detection_the_guns_fire(
    level: int, die: int, fired_at: bool, intercepted: bool
) -> None:
    game = sky(
        unit("r1", "0909"), wings=[wing("n1")], assets={"allied": {"detection": level}},
        sites=[{"hex": CENTRE, "kind": "airbase"}],
    )  # fmt: skip
    rig(game, die)
    seen = detect(game, package(game, CENTRE, "dprk", strikers=("n1",)))
    assert (seen.seen, seen.early) == (fired_at, intercepted)


@pytest.mark.reading("nextwar", "nw-24-05")
@pytest.mark.rule("nextwar", "24.3.2", "24.2")
def test_helicopters_meet_the_local_network_wherever_they_fly() -> None:
    game = sky(
        unit("n1", "0502"), unit("nhq", "0402", "0-2-4", **HQ), unit("r1", "0503"),
        assets={"dprk": {"detection": 9, "sam": 9}},
    )  # fmt: skip
    flight = package(game, "0502", kind="helicopter", strikers=("uh",))
    assert regime(game, flight).network == "local"
    assert modifiers(game, flight, regime(game, flight)).total == -2
    assert found(game, flight, 4) == "D"
    assert found(game, flight, 5) == "-"


@pytest.mark.reading("nextwar", "nw-24-19")
@pytest.mark.rule("nextwar", "24.3.3")
def test_airmobile_landings_meet_local_defenses_in_the_enemys_country_or_near_his_headquarters(
) -> None:  # fmt: skip
    game = sky(
        unit("nhq", "0509", "0-2-4", **HQ), unit("n1", "0109", "1-1-4", sp=1),
        sites=[{"hex": "0902", "kind": "airfield"}], board=plain(north=4),
    )  # fmt: skip
    first = regime(game, package(game, "0802", kind="airmobile", strikers=("r9",)))
    assert (first.network, first.sam, first.aaa) == ("local", True, False)
    second = regime(game, package(game, "0507", kind="airmobile", strikers=("r9",)))
    assert (second.network, second.sam, second.aaa) == ("local", True, True)
    assert regime(game, package(game, "0108", kind="airmobile")).network == "none"
    assert found(game, package(game, "0507", kind="airmobile", strikers=("r9",)), 0) == "D"


@pytest.mark.reading("nextwar", "nw-24-20")
@pytest.mark.rule("nextwar", "24.3.4", "24.3.4-2a", "24.3.4-2b", "24.3.4-3a", "24.3.4-3b")
def test_transports_over_their_own_country_depend_on_who_rules_the_air() -> None:
    def met(at: str, ruler: str = "") -> tuple[str, bool, bool]:
        game = sky(
            unit("nhq", "0507", "0-2-4", **HQ), board=plain(north=4, country={"0606": "neutral"}),
            begin={"ruler": ruler, "level": int(bool(ruler))}, assets={"dprk": {"detection": 5}},
        )  # fmt: skip
        found = regime(game, package(game, at, kind="transport", strikers=("r9",), path=[at]))
        return found.network, found.sam, found.aaa

    assert met("0509") == ("local", True, True)
    assert met("0509", "dprk") == ("normal", True, True)
    assert met("0606") == ("none", False, False)
    assert met("0109", "dprk") == ("normal", False, False)
    assert met("0109", "allied") == ("none", False, False)
    assert met("0606", "dprk") == ("normal", True, True)


@pytest.mark.reading("nextwar", "nw-24-21")
@pytest.mark.rule("nextwar", "24.3.4", "24.3.4-1")
def test_a_way_over_the_enemys_country_counts_whatever_the_level() -> None:
    game = sky(unit("n1", "0101"), begin={"ruler": "allied", "level": 3})
    over = package(game, "0909", kind="transport", strikers=("r9",), path=["0905", "0904", "0909"])
    around = package(game, "0909", kind="transport", strikers=("r9",), path=["0905", "0909"])
    assert (regime(game, over).network, regime(game, over).aaa) == ("normal", False)
    assert regime(game, over).sam
    assert regime(game, around).network == "none"


@pytest.mark.rule("nextwar", "24.1.1")
def test_areas_with_printed_defenses_have_those() -> None:
    game = sky(wings=[wing("u1")], defenses={"Hainan": {"detection": 9, "sam": 4, "aaa": 1}})
    assert regime(game, Package("allied", "strike", box="Hainan")).tracks == (9, 4, 1)


@pytest.mark.reading("nextwar", "nw-24-24")
@pytest.mark.rule("nextwar", "24.7")
def test_bad_weather_spoils_detection() -> None:
    game = sky(
        wings=[wing("u1", "4-2-5", "A")], begin={"weather": "overcast"},
        assets={"dprk": {"detection": 7}}, sites=[{"hex": "0502", "kind": "airbase"}],
    )  # fmt: skip
    assert found(game, package(game, "0502", strikers=("u1",)), 7) == "-"
    clear = sky(wings=[wing("u1")], assets={"dprk": {"detection": 7}})
    assert found(clear, package(clear, "0502", strikers=("u1",)), 7) == "D"


@pytest.mark.rule("nextwar", "15.2.7", "15.2.9", "24.3")
def test_stealth_weasels_support_and_mountains_hide_a_mission() -> None:
    game = sky(
        wings=[wing("u1", "5-3-3", "T"), wing("u2", "5-3-3", "T"), wing("uw", "(4)-WW-WW")],
        board=plain(north=4, terrain={"0502": "mountain"}),
    )  # fmt: skip

    def drm(at: str = "0503", **more: Any) -> int:
        flight = package(game, at, **more)
        return int(modifiers(game, flight, regime(game, flight)).total)

    assert drm(strikers=("u1", "u2")) == 5
    assert drm(strikers=("u1",), suppressors=("uw",)) == 1
    assert drm(strikers=("uw",), suppressors=(), kind="support") == 2
    assert drm("0502", strikers=("u1",)) == 6


def test_what_is_detected_is_told() -> None:
    game = sky(wings=[wing("u1")], assets={"dprk": {"detection": 4}})
    found(game, package(game, "0503", strikers=("u1",)), 0)
    assert told(game, "detection")[-1]["result"] == "ED"
    assert field(unit("n1", CENTRE)).scenario.aircraft == {}
