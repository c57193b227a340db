"""Sequence, weather, initiative, and points in time, from the second reader's cases."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.ending.victory import lead
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.turn.initiative import initiative_phase
from tests.systems.nextwar.air.test_air_points import flying, helo
from tests.systems.nextwar.field import (
    RING,
    at,
    field,
    hex_status,
    plain,
    rig,
    rules,
    side,
    told,
    unit,
    war,
)

SUPPORT = {"do": "support", "helicopters": ["n8"]}


def walked(game: Nw) -> list[tuple[str, str]]:
    """The segments of a turn from here on, and who acts in each."""
    found, turn = [], game.turn
    while game.turn == turn and not game.over:
        found.append((game.segment.kind, game.to_act or ""))
        game.play(game.to_act or "", {"do": "end"})
    return found


@pytest.mark.reading("nextwar", "nw-03-01")
@pytest.mark.rule("nextwar", "3.0", "5.0")
def test_who_acts_when() -> None:
    units = unit("r1", "0909", "4-4-8", type="mechanized infantry"), unit("n1", "0101", er=6)
    contested = {"kind": "contested", "first": "allied"}
    first = field(*units, segment="basic-combat", begin=contested)
    assert walked(first) == [
        ("basic-combat", "allied"), ("basic-reaction-move", "dprk"),
        ("basic-reaction-combat", "dprk"),
    ]  # fmt: skip
    own = field(*units, segment="init-combat", begin={"first": "allied"})
    walk = {"do": "move", "units": ["r1"], "path": ["0908"]}
    assert rules(own, "allied", walk) != []
    assert walked(own)[:9] == [
        ("init-combat", "allied"), ("elite-reaction-move", "dprk"), ("exploit-move", "allied"),
        ("exploit-combat", "allied"), ("reaction-move", "dprk"), ("reaction-combat", "dprk"),
        ("basic-move", "allied"), ("basic-combat", "allied"), ("basic-reaction-move", "dprk"),
    ]  # fmt: skip


PHASES = ["weather", "initiative", "air-naval", "mine-clearance", "second-mine-clearance"]
INITIATIVE_ONLY = [
    "init-move", "init-combat", "elite-reaction-move", "exploit-move", "exploit-combat",
    "reaction-move", "reaction-combat",
]  # fmt: skip
ALWAYS = [
    "basic-move", "basic-combat", "basic-reaction-move", "basic-reaction-combat",
    "reorganization", "reinforcement", "second-reinforcement", "victory",
]  # fmt: skip


@pytest.mark.rule("nextwar", "3.0")
@pytest.mark.parametrize(("kind", "own"), [("initiative", INITIATIVE_ONLY), ("contested", [])])
def test_a_contested_turn_lacks_what_is_for_initiative_turns(kind: str, own: list[str]) -> None:
    game = field(unit("n1", "0101"), unit("r1", "0909"), begin={"kind": kind, "first": "allied"})
    played = [segment for segment in game.segments if not segment.skipped(game)]
    assert [segment.kind for segment in played] == [*PHASES, *own, *ALWAYS]
    basic = [segment.actor(game) for segment in played if segment.kind.startswith("basic")]
    assert basic == ["allied", "allied", "dprk", "dprk"]


@pytest.mark.reading("nextwar", "nw-04-01")
@pytest.mark.rule("nextwar", "4.0")
def test_the_first_weather_is_chosen_by_one_side_alone() -> None:
    game = field(unit("n1", "0101"), turn=1, segment="weather")
    assert rules(game, "allied", {"do": "weather", "weather": "clear"}) != []
    game.play("dprk", {"do": "weather", "weather": "storm"})
    assert war(game).weather == "storm"
    assert not any(event.dice for event in game.events if event.kind == "weather")


@pytest.mark.reading("nextwar", "nw-04-02")
@pytest.mark.rule("nextwar", "4.0", "2.6", "4.1.2", "4.1.3")
@pytest.mark.parametrize(
    ("season", "die", "weather"),
    [
        ("summer", 7, "storm"), ("summer", 4, "overcast"), ("winter", 8, "overcast"),
        ("winter", 5, "clear"), ("spring", 0, "clear"),
    ],
)  # fmt: skip
def test_the_season_bends_the_weather(season: str, die: int, weather: str) -> None:
    game = field(
        unit("n1", "0101"), unit("r1", "0909"), segment="basic-reaction-combat", season=season
    )
    rig(game, die)
    while game.turn == 3:
        game.play(game.to_act or "", {"do": "end"})
    assert war(game).weather == weather


@pytest.mark.reading("nextwar", "nw-04-05")
@pytest.mark.rule("nextwar", "4.1.3-b7", "4.1.3-b1", "6.2.1", "6.5.1.2", "6.5.2", "6.5.3")
def test_helicopters_stay_in_a_storm_but_may_change_bases() -> None:
    storm = {"weather": "storm"}
    sites = [{"hex": h, "kind": "airbase", "owner": "dprk"} for h in ("0101", "2101")]
    board = plain(rows=4, cols=30, north=4)
    game = flying(
        unit("n1", "0503"), unit("r1", "0504"), helos=[helo("n8", "0101")], board=board,
        sites=sites, begin=storm, segment="init-combat", assets={"dprk": {"air": 5}},
    )  # fmt: skip
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0504"})
    assert rules(game, "dprk", {"do": "support", "air": 3}) == []
    assert rules(game, "dprk", SUPPORT) == ["6.5.3"]
    moving = flying(
        unit("r1", "3004"), helos=[helo("n8", "0101")], board=board, sites=sites, begin=storm
    )
    rig(moving, 9)
    moving.play("dprk", {"do": "rebase", "unit": "n8", "hex": "2101"})
    assert told(moving, "rebase")[-1]["to"] == "2101"


@pytest.mark.reading("nextwar", "nw-04-05")
@pytest.mark.rule("nextwar", "4.1.2-b3", "6.5.2")
@pytest.mark.parametrize(("weather", "again"), [("overcast", ["6.5.3"]), ("clear", [])])
def test_overcast_leaves_one_mission(weather: str, again: list[str]) -> None:
    game = flying(
        unit("n1", RING[0]), unit("r1", "0505"), helos=[helo("n8", "0101")],
        sites=[{"hex": "0101", "kind": "airbase", "owner": "dprk"}], begin={"weather": weather},
        segment="exploit-combat",
    )  # fmt: skip
    flown = {"used": 1, "used_in": 3, "used_at": game.serial - 3}
    game.edit([{"map": "helicopters", "key": "n8", "set": flown}], "it has supported once")
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0505"})
    if again:
        assert not game.decisions or game.decisions[0].ask.name != "support"
    else:
        assert rules(game, "dprk", SUPPORT) == []


def settled(game: Nw, **gains: int) -> tuple[str, str]:
    """Type of turn and first side after some gains of the turn before."""
    for name, points in gains.items():
        game.edit([{"map": "sides", "key": name, "set": {"gained": points}}], "so it stands")
    initiative_phase(game)
    return war(game).kind, war(game).first


@pytest.mark.reading("nextwar", "nw-05-03")
@pytest.mark.rule("nextwar", "5.1", "5.1.1")
def test_guaranteed_turns_ask_for_no_points() -> None:
    given = {"side": "dprk", "guaranteed": 3, "vps": 12}
    found = [
        settled(field(unit("n1", "0101"), turn=turn, initiative=given), dprk=ours, allied=theirs)
        for turn, ours, theirs in ((2, 0, 13), (3, 2, 15), (4, 12, 5))
    ]
    assert found == [("initiative", "dprk")] * 3


@pytest.mark.reading("nextwar", "nw-05-05")
@pytest.mark.rule("nextwar", "5.0", "5.1.1", "5.1.2")
def test_the_first_player_is_who_had_the_initiative_last() -> None:
    given = {"side": "dprk", "guaranteed": 1, "vps": 12}
    contested = {"kind": "contested", "first": "dprk"}
    game = field(unit("n1", "0101"), turn=6, initiative=given, begin=contested)
    assert settled(game, dprk=3, allied=7) == ("initiative", "allied")
    assert settled(game, dprk=4, allied=11) == ("contested", "allied")


@pytest.mark.reading("nextwar", "nw-12-01")
@pytest.mark.rule("nextwar", "12.1", "8.4", "8.4.1")
@pytest.mark.parametrize("won", [True, False])
def test_a_city_is_paid_for_when_it_is_cleared(won: bool) -> None:
    game = field(
        unit("r1", "0504", sp=2, er=5), unit("n1", "0101"), board=plain(north=9), turn=4,
        sites=[{"hex": "0505", "kind": "city"}], begin={"first": "allied"},
        segment="basic-move", control={"allied": ["0504"]},
        initiative={"side": "allied", "guaranteed": 9},
    )  # fmt: skip
    game.play("allied", {"do": "move", "units": ["r1"], "path": ["0505"]})
    assert (at(game, "r1").clearing, side(game, "allied").gained) == (True, 0)
    status = {"clearing": "allied", "number": 4}
    game.edit([{"map": "hexes", "key": "0505", "set": status}], "its number is known")
    rig(game, 9 if won else 0, 0)  # then clear weather
    paid: list[tuple[int, Any]] = []
    while len(paid) < 1 and game.turn < 6:
        now = game.turn
        game.play(game.to_act or "", {"do": "end"})
        paid += [(now, one["points"]) for one in told(game, "points")]
        if game.turn == 5 and not won:
            rig(game, *[9] * (game.segment.kind == "basic-reaction-combat"))
    assert paid == [(4 if won else 5, 2)]
    assert hex_status(game, "0505").control == "allied"


@pytest.mark.rule("nextwar", "12.1.3")
def test_points_from_before_the_war_count() -> None:
    """They are in the total from the start and none of the first turn's, so that they do not win
    the initiative: with eight the Allies would have it."""
    game = field(
        unit("n1", "0101"), unit("r1", "0909"), turn=1, segment="victory",
        begin={"kind": "contested"}, initiative={"side": "dprk", "guaranteed": 1, "vps": 8},
        assets={"allied": {"vp": 8}},
    )  # fmt: skip
    assert (side(game, "allied").vp, side(game, "allied").gained) == (8, 0)
    assert lead(game, "allied") == 8
    rig(game, 0)  # the weather of the second turn
    while game.turn == 1:
        game.play(game.to_act or "", {"do": "end"})
    assert (war(game).kind, side(game, "allied").vp) == ("contested", 8)


@pytest.mark.rule("nextwar", "4.1.3-b4", "9.9")
@pytest.mark.parametrize(("weather", "further"), [("clear", []), ("storm", ["9.9.1"])])
def test_in_a_storm_nobody_goes_on_after_combat(weather: str, further: list[str]) -> None:
    units = [unit("n1", RING[0], "12-4-8", type="mechanized infantry"), unit("n2", RING[0], sp=1)]
    game = field(
        *units, unit("r1", "0505", "1-1-4", steps=1), segment="init-combat",
        begin={"weather": weather},
    )  # fmt: skip
    rig(game, 0)
    game.play("dprk", {"do": "attack", "units": ["n1", "n2"], "hex": "0505"})
    order: dict[str, Any] = {"do": "advance", "units": ["n1"], "on": {"n1": ["0506"]}}
    assert rules(game, "dprk", order) == further
