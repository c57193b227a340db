"""What Supply Points mend, and who comes back, from the second reader's cases. [27.9] [27.10]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.helos import HELOS
from grognard.systems.nextwar.arrivals.places import of_headquarters, places
from grognard.systems.nextwar.arrivals.status import POOLS, Pool
from grognard.systems.nextwar.damage.strikes import hit_site
from grognard.systems.nextwar.repair.markers import wear_off
from grognard.systems.nextwar.repair.works import RepairSite
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, SITES, Bridge
from tests.systems.nextwar.field import at, field, plain, rig, rules, side, told, unit
from tests.systems.nextwar.sky import flies, sky, wing

ADVANCED = {"options": {"game": "advanced"}}
ALLIED = {"first": "allied"}
A, B = "0505", "0504"


def hq(name: str, hex: str | None, **more: Any) -> dict[str, Any]:
    return unit(name, hex, "0-1-6", type="headquarters", mobility="motorized", range=4, **more)


def edit(game: Nw, register: str, key: str, **facts: Any) -> None:
    game.edit([{"map": register, "key": key, "set": facts}], "so it stands")


# ---- bases, ports, tracks


def workshop(*, points: int = 4, **more: Any) -> Nw:
    """The Allies repair: an airbase, an airfield and a port of theirs are destroyed."""
    ruins = {"0505": "airbase", "0606": "airfield", "0707": "port"}
    assets = {"allied": {"supply": points, "detection": 9, "sam": 10, "aaa": 2, **more}}
    game = field(
        sites=[{"hex": h, "kind": kind} for h, kind in ruins.items()], segment="repairs",
        begin=ALLIED, assets=assets, **ADVANCED,
    )  # fmt: skip
    for name in ("airbase-0505", "airfield-0606", "port-0707"):
        edit(game, "sites", name, destroyed=True, scored=True)
    return game


@pytest.mark.rule("nextwar", "27.9", "27.9.1")
@pytest.mark.parametrize(
    ("name", "marker"), [("airbase-0505", 2), ("airfield-0606", 1), ("port-0707", 2)]
)
def test_bases_and_ports_are_repaired_for_two_points(name: str, marker: int) -> None:
    game = workshop()
    game.play("allied", {"do": "repair-site", "site": name})
    status = game.state[SITES][name]
    assert (status.destroyed, status.strike, status.mending) == (False, marker, True)
    assert side(game, "allied").supply == 2
    assert rules(game, "allied", {"do": "repair-site", "site": name}) == ["27.9.1"]
    assert not RepairSite().possible(workshop(points=1), "allied")


@pytest.mark.rule("nextwar", "7.4.3-b5")
def test_a_port_that_is_whole_again_raises_the_level() -> None:
    game = workshop(asw=1)
    game.play("allied", {"do": "repair-site", "site": "port-0707"})
    wear_off(game)
    assert side(game, "allied").asw == 1
    wear_off(game)
    assert side(game, "allied").asw == 2


@pytest.mark.reading("nextwar", "nw-12-04")
@pytest.mark.rule("nextwar", "12.1.2", "27.2", "27.9.1")
@pytest.mark.parametrize(("turns", "paid"), [(0, 0), (2, 2)])
def test_a_base_is_worth_points_again_when_it_is_whole(turns: int, paid: int) -> None:
    game = workshop()
    game.play("allied", {"do": "repair-site", "site": "airbase-0505"})
    for _ in range(turns):
        wear_off(game)
    for _ in hit_site(game, "airbase-0505", 3, "27.2"):
        raise AssertionError
    assert side(game, "dprk").gained == paid


@pytest.mark.rule("nextwar", "27.9.2")
def test_air_defenses_are_repaired_for_four_points_at_most() -> None:
    game = workshop(points=9)
    raise_ = {"do": "raise-track", "track": "detection"}
    assert rules(game, "allied", {**raise_, "track": "sam"}) == ["27.9.2"]  # at its maximum
    assert rules(game, "allied", {**raise_, "track": "aaa"}) == []
    game.play("allied", raise_)
    assert (side(game, "allied").detection, side(game, "allied").supply) == (10, 7)
    assert rules(game, "allied", raise_) == ["27.9.2"]
    assert rules(game, "allied", {**raise_, "track": "aaa"}) == ["27.9.2"]  # four more
    other = workshop(points=9)
    other.play("allied", {**raise_, "track": "aaa"})
    assert (side(other, "allied").aaa, side(other, "allied").supply) == (3, 5)
    assert rules(other, "allied", raise_) == ["27.9.2"]


# ---- bridges


def river(*units: Any, points: int = 1) -> Nw:
    """A destroyed bridge between A and B, in the Allies' Movement Segment."""
    board = plain(sides=(f"{A}-{B} minor_river",), links=(f"{A}-{B} primary",))
    game = field(
        *units, board=board, begin=ALLIED, assets={"allied": {"supply": points}}, **ADVANCED
    )  # fmt: skip
    key = next(iter(game.state[BRIDGES]))
    game.put(BRIDGES, key, Bridge(stands=False))
    return game


@pytest.mark.reading("nextwar", "nw-27-29")
@pytest.mark.rule("nextwar", "27.10.2", "27.10.2.1")
def test_bridges_are_mended_near_a_headquarters() -> None:
    mend = {"do": "mend-bridge", "unit": "r2", "bridge": [A, B]}
    guard, enemy = unit("r1", A, "3-3-4"), unit("n1", B)
    far = river(guard, hq("r2", "0909"))
    assert rules(far, "allied", mend) == ["27.10.2"]
    near = hq("r2", "0507")
    assert rules(river(hq("r2", A), enemy), "allied", mend) == ["27.10.2"]
    assert rules(river(guard, near, enemy, points=0), "allied", mend) == ["19.3"]
    game = river(guard, near, enemy)
    assert rules(game, "allied", {"do": "repair-bridge", "unit": "r1", "bridge": [A, B]}) == [
        "27.10.2"
    ]
    rig(game, 6)
    game.play("allied", mend)
    (bridge,) = game.state[BRIDGES].values()
    assert (bridge.stands, bridge.strike) == (True, 0)
    assert side(game, "allied").supply == 0
    assert told(game, "mend-bridge")[-1]["tally"]["total"] == 0  # the enemy +1, engineers -1


# ---- units and headquarters


TOWN = {"terrain": {"0508": "urban"}}


def depot(*units: Any, points: int = 3, pool: int = 9, **more: Any) -> Nw:
    """The Allies' replacements, with supply from the city of 0508."""
    game = field(
        *units, segment="reinforcement", begin=ALLIED, board=plain(**TOWN),
        assets={"allied": {"supply": points}}, replacements={"ROK": [pool], "US": [pool]},
        **ADVANCED, **more,
    )  # fmt: skip
    for nation in ("ROK", "US"):
        game.put(POOLS, nation, Pool(pool))
    return game


@pytest.mark.reading("nextwar", "nw-27-25")
@pytest.mark.rule("nextwar", "27.9.3-p1", "27.9.3-p3", "27.9.3-p5")
def test_who_recovers_a_step_and_who_pays_in_supply() -> None:
    lost = {"steps": 1}
    air = unit("u4", "0507", "3-4-24", mobility="airmobile", at=lost)
    game = depot(
        unit("r1", "0507", at={**lost, "emergency": 3}), unit("r2", "0303", at=lost),
        unit("n1", "0302", sp=3), hq("r3", "0507", at=lost), air, hq("u9", "0508"), points=2,
    )  # fmt: skip
    assert rules(game, "allied", {"do": "recover", "unit": "r1"}) == ["19.5"]
    assert rules(game, "allied", {"do": "recover", "unit": "r2"}) == ["11.1"]
    game.play("allied", {"do": "recover", "unit": "r3"})
    assert (at(game, "r3").steps, at(game, "r3").used, at(game, "r3").used_in) == (2, 1, 4)
    assert (side(game, "allied").supply, game.state[POOLS]["ROK"].points) == (1, 9)
    game.play("allied", {"do": "recover", "unit": "u4"})
    assert (side(game, "allied").supply, game.state[POOLS]["US"].points) == (0, 6)
    poor = depot(air, hq("u9", "0508"), points=0)
    assert rules(poor, "allied", {"do": "recover", "unit": "u4"}) == ["19.3"]


@pytest.mark.reading("nextwar", "nw-27-23")
@pytest.mark.rule("nextwar", "27.9.3", "27.9.3-p4", "27.9.3-1", "27.9.3-4", "27.9.3-p5")
def test_a_headquarters_comes_back_whole_near_its_units() -> None:
    gone = hq("r1", "0102", formation="V Corps", at={"place": "eliminated", "hex": -1, "steps": 0})
    brigade = unit("r2", "0506", formation="V Corps")
    game = depot(gone, brigade)
    rebuild = {"do": "rebuild", "units": ["r1"], "hex": "0508"}
    far = next(h for h in range(game.board.n) if h not in places(game, "allied", "r1"))
    assert rules(game, "allied", {**rebuild, "hex": game.board.label(far)}) == ["27.9.3-p4"]
    hexes = places(game, "allied", "r1")
    away = game.board.distance
    assert max(away(at(game, "r2").hex, h) for h in hexes) <= 4
    game.play("allied", {**rebuild, "hex": "0507"})
    back = at(game, "r1")
    assert (back.steps, back.used, back.used_in) == (2, 1, 4)
    assert side(game, "allied").supply == 1
    alone = depot(gone)
    assert {alone.board.label(h) for h in places(alone, "allied", "r1")} == {"0508"}


@pytest.mark.rule("nextwar", "27.9.3-3")
def test_a_headquarters_without_units_comes_back_beside_the_supreme_one() -> None:
    gone = hq("r1", "0102", formation="V Corps", at={"place": "eliminated", "hex": -1, "steps": 0})
    top = hq("r3", "0608", flags="supreme")
    game = depot(gone, top)
    assert places(game, "allied", "r1") <= {*game.board.disk(at(game, "r3").hex, 1)}
    assert at(game, "r3").hex in places(game, "allied", "r1")


@pytest.mark.rule("nextwar", "27.9.3-2")
def test_the_second_place_of_a_headquarters_is_at_home_near_units_in_supply() -> None:
    gone = hq("r1", "0102", formation="V Corps", at={"place": "eliminated", "hex": -1, "steps": 0})
    troops = unit("r2", "0505", formation="V Corps")
    board = plain(north=3, **TOWN)
    second = {}
    for isolated in (False, True):
        cut = {"row": troops["row"], "hex": "0505", "facts": {"isolated": isolated}}
        game = field(gone, cut, segment="reinforcement", begin=ALLIED, board=board, **ADVANCED)
        near = of_headquarters(game, "allied", "r1")[1]
        second[isolated] = {at for at in ("0506", "0503", "0901") if near(game.board.hex(at))}
    assert second == {False: {"0506"}, True: set()}


@pytest.mark.rule("nextwar", "27.9.3-p2", "18.0")
def test_units_come_back_near_their_headquarters() -> None:
    gone = unit(
        "r1", "0102", formation="V Corps", at={"place": "eliminated", "hex": -1, "steps": 0}
    )
    game = depot(gone, hq("r2", "0507", formation="V Corps"))
    near = places(game, "allied", "r1")
    assert game.board.hex("0506") in near
    assert near <= {*game.board.disk(at(game, "r2").hex, 2)}
    back = {"do": "rebuild", "units": ["r1"]}
    assert rules(game, "allied", {**back, "hex": "0505"}) == []
    assert rules(game, "allied", {**back, "hex": "0504"}) == ["27.9.3-p2"]
    alone = depot(gone, unit("r2", "0507", formation="V Corps"))
    assert places(alone, "allied", "r1") == {game.board.hex("0508")}  # the city alone
    assert rules(alone, "allied", {**back, "hex": "0506"}) == ["27.9.3-p2"]
    game.play("allied", {**back, "hex": "0506"})
    assert at(game, "r1").steps == 1


# ---- aircraft


def hangar(*, free: str = "off", points: int = 8) -> Nw:
    ours = {"side": "allied", "nation": "US", "support": 2, "range": 9, "steps": 2}
    helos = [{"id": n, "name": type_, **ours} for n, type_ in (("u8", "AH-64"), ("u9", "AH-1"))]
    lost = {"place": "eliminated", "left": 0}
    game = sky(
        wings=[
            wing("u1", aircraft="F-16", **lost), wing("u2", aircraft="F-16", left=1),
            wing("u3", aircraft="F-22", **lost), wing("u4", aircraft="F-15", **lost),
            wing("u5", aircraft="F-15", **lost), wing("u6", aircraft="F-16", left=1),
        ],
        helicopters=helos, bases={"u8": "0707", "u9": "0707"}, irreplaceable=["F-22", "AH-1"],
        sites=[{"hex": "0707", "kind": "airbase"}], segment="reinforcement", begin=ALLIED,
        assets={"allied": {"supply": points}}, options={"free-air-replacements": free},
    )  # fmt: skip
    for name in ("u8", "u9"):
        edit(game, "helicopters", name, steps=1)
    return game


@pytest.mark.reading("nextwar", "nw-27-26")
@pytest.mark.rule("nextwar", "27.9.3.1", "29.3")
def test_aircraft_get_one_step_for_two_points() -> None:
    game = hangar()
    game.play("allied", {"do": "refit", "unit": "u1"})
    assert (flies(game, "u1").steps, flies(game, "u1").place) == (1, "flown")
    assert rules(game, "allied", {"do": "refit", "unit": "u1"}) == ["27.9.3.1"]
    game.play("allied", {"do": "refit", "unit": "u2"})
    assert (flies(game, "u2").steps, flies(game, "u2").place) == (2, "flown")
    game.play("allied", {"do": "refit", "unit": "u8"})
    helo = game.state[HELOS]["u8"]
    assert (helo.steps, helo.used, helo.used_in) == (2, 1, 4)
    assert side(game, "allied").supply == 2
    assert rules(game, "allied", {"do": "refit", "unit": "u3"}) == ["27.9.3.1"]
    option = hangar(free="on")
    assert rules(option, "allied", {"do": "refit", "unit": "u3"}) == []
    assert rules(option, "allied", {"do": "refit", "unit": "u9"}) == ["27.9.3.1"]


@pytest.mark.rule("nextwar", "27.9.3.1")
@pytest.mark.parametrize(("die", "back"), [(1, "u4"), (2, "u5")])
def test_which_of_two_lost_units_comes_back_is_drawn(die: int, back: str) -> None:
    """Example 38."""
    game = hangar()
    rig(game, die)
    game.play("allied", {"do": "refit", "unit": "u4"})
    assert (flies(game, back).steps, flies(game, back).place) == (1, "flown")
    assert side(game, "allied").supply == 6


@pytest.mark.rule("nextwar", "27.9.3.2")
def test_two_damaged_air_units_make_a_whole_one() -> None:
    game = hangar()
    before = side(game, "dprk").gained
    game.play("allied", {"do": "consolidate", "units": ["u2", "u6"]})
    assert (flies(game, "u2").steps, flies(game, "u2").place) == (2, "flown")
    assert (flies(game, "u6").steps, flies(game, "u6").place) == (0, "removed")
    assert side(game, "dprk").gained == before
    assert rules(game, "allied", {"do": "consolidate", "units": ["u2", "u4"]}) == ["27.9.3.2"]
