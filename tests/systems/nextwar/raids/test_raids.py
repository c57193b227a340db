"""Special operations forces, from the second reader's cases. [20.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.engine.game import UMPIRE
from grognard.systems.nextwar.air.helos import HELOS
from grognard.systems.nextwar.detection.seen import aim, detected
from grognard.systems.nextwar.raids.missions import available, bring, used
from grognard.systems.nextwar.raids.reckoning import survival
from grognard.systems.nextwar.raids.status import BANDS, Band
from grognard.systems.nextwar.raids.targets import Goal
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, HEXES, SITES
from grognard.systems.nextwar.units import SHIPS
from tests.systems.nextwar.field import at, field, plain, rig, rules, side, told, unit
from tests.systems.nextwar.sea import at_sea, coast, ship

ALLIES = {
    "US": {"side": "allied", "markers": 5},
    "ROK": {"side": "allied", "markers": 5},
    "DPRK": {"side": "dprk", "markers": 10},
}
NORTH = plain(north=9)


def phase(*units: Any, **more: Any) -> Nw:
    """The First SOF Phase of the Allies, who have the initiative, over a northern country."""
    return field(
        *units, segment=more.pop("segment", "sof-1"), raiders=more.pop("raiders", ALLIES),
        options={"game": "advanced", **more.pop("options", {})}, board=more.pop("board", NORTH),
        begin={"first": "allied", **more.pop("begin", {})}, **more,
    )  # fmt: skip


def order(mission: str, target: str, *hexes: str, nation: str = "US") -> dict[str, Any]:
    """A marker sent on a mission."""
    found = {"do": "assign", "nation": nation, "mission": mission, "target": target}
    return {**found, "hexes": list(hexes)} if hexes else found


def send(game: Nw, *args: str, nation: str = "US", player: str = "allied") -> str:
    """The same carried out; the name of the task."""
    game.play(player, order(*args, nation=nation))
    return str(told(game, "raid-assigned")[-1]["task"])


def carry(game: Nw, task: str, *dice: int, player: str = "allied") -> dict[str, Any]:
    """Resolve a task with the given dice; what was told of it."""
    rig(game, *dice)
    game.play(player, {"do": "resolve-raid", "task": task})
    return told(game, "raid")[-1]


def raid(game: Nw, *args: str, die: int, nation: str = "US") -> dict[str, Any]:
    """A whole raid, whose raiders come back."""
    return carry(game, send(game, "raid", *args, nation=nation), die, 0)


STAFF = {"type": "headquarters", "size": "division"}


@pytest.mark.reading("nextwar", "nw-20-01")
@pytest.mark.rule(
    "nextwar", "20.1.3-1", "20.1.3-2", "20.1.3-3", "20.1.3-4", "20.1.3-5", "20.1.3-6", "20.1.3-7",
    "20.2.1-p1", "20.1.3", "20.1",
)  # fmt: skip
def test_the_lists_of_targets_are_closed() -> None:
    board = plain(
        north=9, sides=["0701-0702 minor_river"], links=["0701-0702 primary"],
        terrain={"0901": "rough", "0902": "rough_woods", "0101": "mountain"},
    )  # fmt: skip
    sites = [
        {"hex": "0303", "kind": "airbase"}, {"hex": "0303", "kind": "port"},
        {"hex": "0305", "kind": "city"}, {"hex": "0307", "kind": "airfield"},
    ]  # fmt: skip
    helos = [
        {"id": n, "side": "dprk", "nation": "DPRK", "name": n, "support": 1, "range": 9, "steps": 2}
        for n in ("n8", "n9")
    ]
    game = phase(
        unit("n1", "0101", **STAFF), unit("n2", "0505", size="brigade"), unit("r1", "0506"),
        board=board, sites=sites, helicopters=helos, bases={"n8": "0303", "n9": "0305"},
        assets={"dprk": {"detection": 7, "sam": 7, "aaa": 3, "ballistic": 0}},
    )  # fmt: skip
    refused = {
        ("raid", "aaa"): "20.2.1-p1",
        ("raid", "n1"): "20.1.3-2",
        ("recon", "n2"): "20.1.3-6",
        ("raid", "n8"): "20.1.3-5",
        ("raid", "interdiction", "0901"): "20.1.3-7",
        ("targeting", "bridge", "0701", "0702"): "20.1.3-4",
        ("raid", "n2"): "20.1.3-2",
        ("raid", "ballistic"): "20.1.3-8",
        ("raid", "city-0305"): "20.1.3-1",
    }
    for args, rule in refused.items():
        assert rules(game, "allied", order(*args)) == [rule]
    for args in (
        ("raid", "sam"), ("raid", "detection"), ("raid", "n9"), ("raid", "interdiction", "0902"),
        ("targeting", "airfield-0307"), ("raid", "airbase-0303"), ("raid", "port-0303"),
        ("recon", "n1"), ("targeting", "n2"), ("raid", "bridge", "0701", "0702"),
    ):  # fmt: skip
        assert rules(game, "allied", order(*args)) == []
    for target in ("airbase-0303", "port-0303"):
        send(game, "raid", target)
    assert rules(game, "allied", order("raid", "port-0303")) == ["20.2.1-p1"]
    send(game, "raid", "bridge", "0701", "0702")
    assert rules(game, "allied", order("raid", "bridge", "0702", "0701")) == ["20.2.1-p1"]


@pytest.mark.rule("nextwar", "20.1.3-3")
@pytest.mark.parametrize(("detection", "sam"), [(1, 0), (0, 1)])
def test_a_track_is_raided_while_something_is_left_of_it(detection: int, sam: int) -> None:
    game = phase(assets={"dprk": {"detection": detection, "sam": sam}})
    left = {"detection": detection, "sam": sam}
    for track, level in left.items():
        refused = [] if level else ["20.1.3-3"]
        assert rules(game, "allied", order("raid", track)) == refused


@pytest.mark.reading("nextwar", "nw-20-02")
@pytest.mark.rule("nextwar", "20.1.2", "20.2.2", "20.3", "21.0-4", "20.2")
def test_a_raid_that_hopes_for_a_scout_is_wasted_when_he_fails() -> None:
    def ready() -> tuple[Nw, str, str]:
        game = phase(unit("n1", "0101", **STAFF), board=plain(north=9, default="highland"))
        return game, send(game, "recon", "n1"), send(game, "raid", "n1")

    game, scout, raider = ready()
    assert rules(game, "allied", {"do": "resolve-raid", "task": raider}) == ["20.1.2"]
    facts = carry(game, scout, 3, 0)
    assert (facts["column"], facts["success"]) == ("q2", False)
    assert rules(game, "allied", {"do": "resolve-raid", "task": raider}) == ["20.1.2"]
    assert rules(game, "allied", order("recon", "n1")) == ["20.1.2"]
    rig(game, 0)
    game.play("allied", {"do": "end"})
    assert [f["mission"] for f in told(game, "raiders-return")] == ["recon", "raid"]
    assert len(told(game, "raid")) == 1
    found, scout, raider = ready()
    assert carry(found, scout, 2, 0)["success"]
    assert detected(found, "allied", "n1")
    assert carry(found, raider, 0, 0)["mission"] == "raid"


@pytest.mark.rule("nextwar", "20.2.2")
def test_a_unit_is_scouted_once_a_turn() -> None:
    game = phase(unit("n1", "0101"), board=plain(north=9, default="highland"))
    send(game, "recon", "n1")
    assert rules(game, "allied", order("recon", "n1")) == ["20.2.2"]


@pytest.mark.reading("nextwar", "nw-20-03")
@pytest.mark.rule("nextwar", "20.2.1-p2", "20.2.1-p1", "20.2.1")
def test_a_headquarters_alone_is_a_small_garrison() -> None:
    board = plain(north=9, terrain={"0101": "mountain"})
    staff = unit("n1", "0101", **STAFF, at={"detected": 3})
    for others, result, marker in (((), "2", 2), ((unit("n2", "0101", size="brigade"),), "1", 1)):
        game = phase(staff, *others, board=board)
        facts = raid(game, "n1", die=1)
        assert (facts["column"], facts["result"]) == ("r4", result)
        assert at(game, "n1").strike == marker
        assert (at(game, "n1").used, at(game, "n1").used_in) == (1, 3)


@pytest.mark.rule("nextwar", "UIC-sizes")
@pytest.mark.parametrize(
    ("size", "added"),
    [("battalion", 1), ("regiment", 1), ("brigade", 2), ("division", 2), ("corps", 2)],
)
def test_a_garrison_is_weighed_by_its_size(size: str, added: int) -> None:
    """A brigade or more, and a division is as good as one, or less than a brigade."""
    sites = [{"hex": "0303", "kind": "airbase"}]
    facts = raid(phase(unit("n1", "0303", size=size), sites=sites), "airbase-0303", die=5)
    assert facts["tally"]["total"] == added


@pytest.mark.reading("nextwar", "nw-20-04")
@pytest.mark.rule("nextwar", "20.2.1-p2", "20.1.3-5")
def test_any_result_costs_a_helicopter_one_step() -> None:
    helo = {"id": "n9", "side": "dprk", "nation": "DPRK", "name": "n9", "support": 1, "range": 9}
    game = phase(
        unit("n1", "0901"), helicopters=[{**helo, "steps": 2}], bases={"n9": "0305"},
        sites=[{"hex": "0305", "kind": "city"}],
    )  # fmt: skip
    facts = raid(game, "n9", die=1)
    assert (facts["column"], facts["result"]) == ("r3", "2")
    assert game.state[HELOS]["n9"].steps == 1


@pytest.mark.reading("nextwar", "nw-20-04")
@pytest.mark.rule("nextwar", "20.2.1-p2", "27.7.4")
def test_raiders_of_an_airbase_bring_collateral_damage_at_once() -> None:
    helo = {"id": "n9", "side": "dprk", "nation": "DPRK", "name": "n9", "support": 1, "range": 9}
    game = phase(
        unit("n1", "0901"), helicopters=[{**helo, "steps": 2}], bases={"n9": "0303"},
        sites=[{"hex": "0303", "kind": "airbase"}],
    )  # fmt: skip
    facts = carry(game, send(game, "raid", "airbase-0303"), 1, 2, 1, 0)
    assert (facts["column"], facts["result"]) == ("r2", "1")
    found = [(f["column"], f["result"]) for f in told(game, "collateral")]
    assert found == [("airbase_1", "Air"), ("helicopter_1", "Step")]
    assert game.state[HELOS]["n9"].steps == 1
    assert told(game, "raiders-return")[0]["survives"]


@pytest.mark.reading("nextwar", "nw-20-04")
@pytest.mark.rule("nextwar", "20.2.1-p2")
def test_an_airbase_is_an_installation_and_an_airfield_is_not() -> None:
    for kind, head in (("airbase", "r2"), ("airfield", "r3")):
        game = phase(unit("n1", "0901"), sites=[{"hex": "0303", "kind": kind}])
        facts = raid(game, f"{kind}-0303", die=1)
        assert facts["column"] == head
        assert game.state[SITES][f"{kind}-0303"].strike == (1 if kind == "airbase" else 2)


@pytest.mark.reading("nextwar", "nw-20-07")
@pytest.mark.rule("nextwar", "20.3", "20.1.1")
@pytest.mark.parametrize(
    ("nation", "goal", "die", "lives"),
    [
        ("US", Goal("raid", "sam"), 8, True), ("US", Goal("raid", "sam"), 9, False),
        ("ROK", Goal("raid", "interdiction", (0,)), 6, False),
        ("ROK", Goal("raid", "interdiction", (0,)), 5, True),
        ("DPRK", Goal("recon", "r1"), 6, True), ("DPRK", Goal("recon", "r1"), 7, False),
        ("DPRK", Goal("raid", "sam"), 6, False),
    ],
)  # fmt: skip
def test_who_survives(nation: str, goal: Goal, die: int, lives: bool) -> None:
    game = phase(unit("n1", "0901"))
    assert (die + survival(game, nation, goal).total <= 6) is lives


@pytest.mark.rule("nextwar", "20.3")
def test_surprise_brings_the_northern_raiders_home_in_the_first_turn() -> None:
    recon = Goal("recon", "r1")
    for onset, turn, worth in (
        ("strategic surprise", 1, -3), ("tactical surprise", 1, -2), ("strategic surprise", 2, 0),
        ("extended buildup", 1, 0),
    ):  # fmt: skip
        game = phase(unit("n1", "0901"), onset=onset, turn=turn)
        assert survival(game, "DPRK", recon).total == worth
        assert survival(game, "US", recon).total == -3


@pytest.mark.reading("nextwar", "nw-20-07")
@pytest.mark.rule("nextwar", "20.3", "20.1.1", "20.0")
def test_a_marker_rests_until_the_turn_is_over_or_is_eliminated() -> None:
    game = phase(unit("n1", "0901"), assets={"dprk": {"sam": 7, "detection": 7}})
    first, second = send(game, "raid", "sam"), send(game, "raid", "detection")
    assert available(game, "US") == 3
    carry(game, first, 9, 8)
    assert (used(game, "US"), available(game, "US")) == (1, 3)
    carry(game, second, 9, 9)
    assert (game.state[BANDS]["US"].eliminated, available(game, "US")) == (1, 3)
    later = phase(unit("n1", "0901"), turn=4)
    later.put(BANDS, "US", replace(game.state[BANDS]["US"]))
    assert available(later, "US") == 4


@pytest.mark.reading("nextwar", "nw-20-07")
@pytest.mark.rule("nextwar", "20.4")
def test_reinforcements_come_only_as_the_counter_mix_allows() -> None:
    game = phase(unit("n1", "0901"))
    game.put(BANDS, "ROK", Band(4, eliminated=1))
    bring(game, "ROK", 2)
    assert (game.state[BANDS]["ROK"].strength, game.state[BANDS]["ROK"].eliminated) == (5, 0)
    assert told(game, "raiders-arrive")[-1]["lost"] == 1
    game.put(BANDS, "US", Band(2, eliminated=1))
    bring(game, "US", 2)
    assert (game.state[BANDS]["US"].strength, game.state[BANDS]["US"].eliminated) == (4, 1)


@pytest.mark.rule("nextwar", "20.4", "20.1.1")
def test_markers_come_in_the_turn_of_the_scenario() -> None:
    raiders = {"US": {"side": "allied", "markers": 2, "arrivals": {3: 1}}}
    game = phase(unit("n1", "0901"), raiders=raiders, segment="basic-reaction-combat")
    game.play("dprk", {"do": "end"})
    assert game.state[BANDS]["US"].strength == 3


@pytest.mark.reading("nextwar", "nw-20-08")
@pytest.mark.rule("nextwar", "20.1.3-1", "27.10.1.1")
def test_the_raider_picks_the_end_of_the_bridge() -> None:
    board = plain(
        north=9, terrain={"0505": "highland"}, sides=["0504-0505 minor_river"],
        links=["0504-0505 primary"],
    )  # fmt: skip
    for hexes, head, result in ((("0504", "0505"), "r2", "-"), (("0505", "0504"), "r4", "2")):
        game = phase(unit("n1", "0504", size="brigade"), board=board)
        facts = raid(game, "bridge", *hexes, die=3)
        assert (facts["column"], facts["result"]) == (head, result)
        key = game.scenario.ground.side_key(board.hex("0504"), board.hex("0505"))
        assert game.state[BRIDGES][key].stands
        assert game.state[BRIDGES][key].strike == (2 if result == "2" else 0)


@pytest.mark.rule("nextwar", "20.2.1.1", "20.2.1.2", "20.1.3-8")
def test_tracks_fall_once_a_turn_and_theater_weapons_any_number_of_times() -> None:
    assets = {"dprk": {"sam": 7, "detection": 1, "ballistic": 3}}
    game = phase(unit("n1", "0901"), assets=assets)
    tasks = [send(game, "raid", what) for what in ("sam", "detection", "ballistic", "ballistic")]
    assert rules(game, "allied", order("raid", "sam")) == ["20.2.1-p1"]
    found = {what: rules(game, "allied", order("raid", what)) for what in ("ballistic", "cruise")}
    assert found == {"ballistic": [], "cruise": ["20.1.3-8"]}  # they have none of these
    for task, die in zip(tasks, (1, 1, 0, 4), strict=True):
        carry(game, task, die, 0)
    now = side(game, "dprk")
    assert (now.sam, now.detection, now.ballistic) == (6, 0, 1)


@pytest.mark.rule("nextwar", "20.2.3")
def test_a_target_marker_is_as_good_as_the_nation_and_stands_for_the_turn() -> None:
    for nation, number, player in (("US", 2, "allied"), ("DPRK", 1, "dprk")):
        target = "n1" if player == "allied" else "r1"
        game = phase(
            unit("n1", "0505"), unit("r1", "0506"), sites=[{"hex": "0303", "kind": "airfield"}],
            begin={"first": player},
        )  # fmt: skip
        task = send(game, "targeting", target, nation=nation, player=player)
        assert rules(game, player, order("targeting", target, nation=nation)) == ["20.2.3"]
        carry(game, task, 4, 0, player=player)
        assert aim(game, at(game, target)) == number
    marked = phase(unit("n1", "0505", at={"targeted": 3, "target": 2}), unit("r1", "0506"))
    assert rules(marked, "allied", order("targeting", "n1")) == ["20.2.3"]
    field_ = phase(unit("n1", "0505"), sites=[{"hex": "0303", "kind": "airfield"}])
    carry(field_, send(field_, "targeting", "airfield-0303"), 5, 0)
    assert aim(field_, field_.state[SITES]["airfield-0303"]) == 0
    field_.put(SITES, "airfield-0303", replace(field_.state[SITES]["airfield-0303"],
                                               targeted=3, target=2))  # fmt: skip
    assert aim(field_, field_.state[SITES]["airfield-0303"]) == 2


@pytest.mark.rule("nextwar", "20.1.3-7", "20.2.1-p2")
def test_interdiction_needs_rugged_ground_and_bars_the_hex() -> None:
    game = phase(unit("n1", "0901"), board=plain(north=9, terrain={"0303": "mountain"}))
    facts = raid(game, "interdiction", "0303", die=1)
    assert (facts["column"], facts["result"]) == ("r3", "2")
    assert game.state[HEXES][game.board.hex("0303")].interdiction == 2


@pytest.mark.rule("nextwar", "20.1.3-9", "20.2.1-p2")
def test_ships_are_raided_in_port_only() -> None:
    game = at_sea(
        ships=[ship("n1", "0403"), ship("n2", "0303")], board=coast(north=9), raiders=ALLIES,
        sites=[{"hex": "0403", "kind": "port"}], segment="sof-1", options={"game": "advanced"},
        begin={"first": "allied"},
    )  # fmt: skip
    assert rules(game, "allied", order("raid", "n2")) == ["20.1.3-9"]
    facts = raid(game, "n1", die=0)
    assert (facts["column"], facts["result"]) == ("r2", "1")
    assert game.state[SHIPS]["n1"].strike == 1


@pytest.mark.rule("nextwar", "20.1.3-9")
def test_a_ship_that_has_left_its_port_since_is_raided_no_more() -> None:
    """Others of the same phase may have wrecked the port before it comes to the ship."""
    game = at_sea(
        ships=[ship("n1", "0403")], board=coast(north=9), raiders=ALLIES, segment="sof-1",
        sites=[{"hex": "0403", "kind": "port"}], options={"game": "advanced"},
        begin={"first": "allied"},
    )  # fmt: skip
    task = send(game, "raid", "n1")
    resolve = {"do": "resolve-raid", "task": task}
    assert rules(game, "allied", resolve) == []
    out = replace(game.state[SHIPS]["n1"], hex=game.board.hex("0303"))
    game.put(SHIPS, "n1", out)
    assert rules(game, "allied", resolve) == ["20.1.2"]


@pytest.mark.rule("nextwar", "20.2.1-p2")
def test_storm_and_city_help_the_raiders() -> None:
    sites = [{"hex": "0303", "kind": "airfield"}, {"hex": "0303", "kind": "city"}]
    game = phase(unit("n1", "0901"), sites=sites, begin={"weather": "storm"})
    assert raid(game, "airfield-0303", die=3)["result"] == "2"


@pytest.mark.rule("nextwar", "20.1.1", "20.1.2")
def test_the_first_phase_is_the_initiative_players_and_contested_turns_have_the_second() -> None:
    game = phase(unit("n1", "0505"), unit("r1", "0909"))
    assert game.to_act == "allied"
    assert rules(game, "allied", order("recon", "n1", nation="DPRK")) == ["20.1.1"]
    game.play("allied", {"do": "end"})
    assert (game.segment.kind, game.to_act) == ("sof-2", "dprk")
    even = phase(unit("n1", "0505"), unit("r1", "0909"), begin={"kind": "contested"})
    assert (even.segment.kind, even.to_act) == ("sof-2-first", "allied")
    even.play("allied", {"do": "end"})
    assert (even.segment.kind, even.to_act) == ("sof-2", "dprk")


@pytest.mark.rule("nextwar", "20.4", "20.3")
@pytest.mark.parametrize(
    ("fields", "wrong"),
    [({"strength": 4}, []), ({"strength": 6}, ["20.4"]), ({"used": 6}, ["20.3"]),
     ({"strength": 3, "eliminated": 3}, ["20.4"])],
)  # fmt: skip
def test_an_edit_gives_nobody_more_markers_than_there_are(
    fields: dict[str, int], wrong: list[str]
) -> None:
    game = phase(unit("n1", "0901"))
    change = {"map": "raiders", "key": "US", "set": fields}
    action = {"do": "edit", "changes": [change], "reason": "agreed"}
    assert [one.rule for one in game.why(UMPIRE, action)] == wrong


@pytest.mark.rule("nextwar", "20.1.2")
def test_everybody_sees_the_markers_and_the_missions_that_wait() -> None:
    game = phase(unit("n1", "0505"), board=plain(north=9, default="highland"))
    task = send(game, "recon", "n1")
    seen = game.view("dprk")
    assert seen["raids"][task]["target"] == "n1"
    assert seen["raiders"]["US"]["strength"] == 5
    carry(game, task, 9, 0)
    assert not game.view("dprk")["raids"]
