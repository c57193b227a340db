"""Clearing, control, points, replacements and victory, from the second reader's cases."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.ending.reorganization import modifiers
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import (
    at,
    field,
    hex_status,
    plain,
    rig,
    rules,
    side,
    told,
    unit,
    where,
)

ALLIED = {"initiative": {"side": "allied", "guaranteed": 9}}
HEX = "0505"


def last(*units: Any, **more: Any) -> Nw:
    """The last Combat Segment of an Allied turn, in the North."""
    begin = {"first": "allied", **more.pop("begin", {})}
    board = more.pop("board", plain(north=9))
    segment = more.pop("segment", "basic-reaction-combat")
    return field(*units, segment=segment, begin=begin, board=board, **{**ALLIED, **more})


def cleared(sites: str, *units: Any, number: int, dice: tuple[int, ...]) -> Nw:
    """A clearing operation whose marker is known."""
    rows = [{"hex": HEX, "kind": kind} for kind in sites.split()]
    game = last(*units, sites=rows)
    status = {"clearing": "allied", "number": number}
    game.edit([{"map": "hexes", "key": HEX, "set": status}], "so it stands")
    for name in game.scenario.counters:
        game.edit([{"map": "units", "key": name, "set": {"clearing": True}}], "under the marker")
    rig(game, *dice)
    game.play("dprk", {"do": "end"})
    while game.to_act == "allied" and game.decisions[0].ask.name == "clearing":
        game.play("allied", {"do": "clear-with", "unit": units[0]["row"]["id"]})
    return game


@pytest.mark.reading("nextwar", "nw-08-42")
@pytest.mark.rule(
    "nextwar", "8.4.1.1", "8.4.1.1-1", "8.4.1.1-2", "8.4.1.1-3", "8.4.1.1-5", "8.4.1.2"
)
@pytest.mark.parametrize(("die", "won"), [(4, True), (3, False)])
def test_clearing_a_city_with_an_airbase(die: int, won: bool) -> None:
    game = cleared(
        "city airbase", unit("r1", HEX, "3-3-4", er=5, sp=1),
        unit("r2", HEX, "5-3-6", type="armored", er=4, sp=1), number=4, dice=(die,),
    )  # fmt: skip
    facts = told(game, "clearing-operation")[-1]
    assert [part["value"] for part in facts["tally"]["parts"]] == [1, -1, -1, 1]
    assert facts["success"] == won
    assert hex_status(game, HEX).control == ("allied" if won else "dprk")
    assert at(game, "r1").steps == (2 if won else 1)
    assert side(game, "allied").vp == (4 if won else 0)


@pytest.mark.reading("nextwar", "nw-08-43")
@pytest.mark.rule("nextwar", "8.4.1.1-3", "8.4.1.1-5", "8.4.1.2")
@pytest.mark.parametrize(("die", "won"), [(7, False), (8, True)])
def test_clearing_with_combined_arms(die: int, won: bool) -> None:
    game = cleared(
        "city airbase port", unit("r1", HEX, "5-5-8", type="mechanized infantry", er=5, sp=2),
        unit("r2", HEX, er=4, sp=1), unit("r3", HEX, type="armored", er=4, sp=1), number=6,
        dice=(die,),
    )  # fmt: skip
    facts = told(game, "clearing-operation")[-1]
    assert (facts["tally"]["total"], facts["success"]) == (-2, won)
    assert at(game, "r1").steps == 2
    assert at(game, "r1").clearing != won


@pytest.mark.rule("nextwar", "8.4", "8.4.1")
def test_nobody_clears_any_more_where_what_was_to_be_cleared_is_destroyed() -> None:
    game = last(unit("r1", HEX, er=1), sites=[{"hex": HEX, "kind": "airbase"}])
    entered = {"entered": "allied", "entered_in": game.turn}
    for register, key, facts in (
        ("hexes", HEX, {"clearing": "allied", "number": 6, **entered}),
        ("units", "r1", {"clearing": True}), ("sites", f"airbase-{HEX}", {"destroyed": True}),
    ):  # fmt: skip
        game.edit([{"map": register, "key": key, "set": facts}], "so it stands")
    rig(game, 0)
    game.play("dprk", {"do": "end"})
    assert not told(game, "clearing-operation")[-1]["success"]
    assert (hex_status(game, HEX).control, hex_status(game, HEX).clearing) == ("allied", "")
    assert not at(game, "r1").clearing


@pytest.mark.reading("nextwar", "nw-08-44", "nw-12-03")
@pytest.mark.rule("nextwar", "8.4.1.1-4", "12.1.2")
def test_landing_this_turn_hinders_and_destroyed_sites_do_not_count() -> None:
    landed = unit("u1", HEX, "3-4-24", er=7, mobility="airmobile", at={"landed": 3})
    game = last(landed, sites=[{"hex": HEX, "kind": "airbase"}])
    h = game.board.hex(HEX)
    assert modifiers(game, h, ["u1"], "u1", 6).total == 0
    later = last(landed, sites=[{"hex": HEX, "kind": "airbase"}], turn=4)
    assert modifiers(later, h, ["u1"], "u1", 6).total == 1
    sites = [{"hex": HEX, "kind": kind} for kind in ("city", "airbase")]
    ruined = last(unit("r1", HEX, er=5), sites=sites)
    done = {"map": "sites", "key": f"airbase-{HEX}", "set": {"destroyed": True}}
    ruined.edit([done], "bombed")
    assert modifiers(ruined, h, ["r1"], "r1", 4).total == 0


@pytest.mark.rule("nextwar", "8.4.1")
def test_the_number_of_a_marker_is_drawn_from_nine_of_each_when_it_is_turned_up() -> None:
    seen = set()
    for die in range(1, 37):
        game = last(unit("r1", HEX), sites=[{"hex": HEX, "kind": "airbase"}])
        game.edit([{"map": "hexes", "key": HEX, "set": {"clearing": "allied"}}], "begun")
        game.edit([{"map": "units", "key": "r1", "set": {"clearing": True}}], "begun")
        assert hex_status(game, HEX).number == 0
        rig(game, die)
        game.play("dprk", {"do": "end"})
        seen.add((die, told(game, "clearing-number")[-1]["number"]))
    assert [number for _, number in sorted(seen)] == [3] * 9 + [4] * 9 + [5] * 9 + [6] * 9


@pytest.mark.reading("nextwar", "nw-08-41", "nw-08-28", "nw-12-02")
@pytest.mark.rule("nextwar", "8.4", "8.4.1.6", "12.1")
def test_hexes_change_hands_at_the_end_of_the_turn() -> None:
    board = plain(terrain={"0404": "urban"}, links=("0405-0505 primary",))
    sites = [
        {"hex": h, "kind": kind, "owner": "allied"}
        for h, kind in ((HEX, "city"), (HEX, "airbase"), ("0606", "town"))
    ]
    game = last(
        unit("r1", "0405"), board=board, sites=sites, segment="init-move",
        control={"dprk": [HEX, "0404", "0606"]},
    )  # fmt: skip
    game.play("allied", {"do": "move", "units": ["r1"], "path": [HEX]})
    assert not at(game, "r1").clearing
    assert hex_status(game, HEX).control == "dprk"
    while game.turn == 3 and game.segment.kind != "reinforcement" and not told(game, "control"):
        game.play(game.to_act or "", {"do": "end"})
    assert hex_status(game, HEX).control == "allied"
    assert [(f["hex"], f["from"]) for f in told(game, "control")] == [(HEX, "dprk")]
    assert sum(int(f["points"]) for f in told(game, "points") if f["side"] == "allied") == 4


@pytest.mark.rule("nextwar", "12.1")
@pytest.mark.parametrize(
    ("who", "points"), [("allied", 6), ("dprk", 4)], ids=["capture", "recapture"]
)
def test_a_capital_is_worth_more_to_the_enemy(who: str, points: int) -> None:
    board = plain(terrain={HEX: "urban"}, north=9)
    from grognard.systems.nextwar.ending.control import take

    holder = "dprk" if who == "allied" else "allied"
    game = last(
        unit("r1", "0101"), board=board, control={holder: [HEX]},
        victory={"capital": {"allied": [HEX]}},
    )  # fmt: skip
    list(take(game, game.board.hex(HEX), who))
    assert side(game, who).gained == points


@pytest.mark.reading("nextwar", "nw-08-35")
@pytest.mark.rule("nextwar", "8.3.4.1.2", "8.3.4.1.3")
def test_bridges_are_blown_once_a_segment() -> None:
    board = plain(
        north=6, sides=("0505-0504 minor_river", "0505-0604 major_river", "0508-0509 minor_river"),
        links=("0504-0505-0604 primary", "0508-0509 primary"),
    )  # fmt: skip
    game = last(
        unit("r1", HEX), unit("r2", "0504"), unit("n1", "0604", sp=1), unit("r3", "0508"),
        board=board, segment="init-move",
    )  # fmt: skip

    def blow(name: str, *bridge: str) -> dict[str, Any]:
        return {"do": "demolish", "unit": name, "bridge": list(bridge)}

    rig(game, 7, 6, 6)
    game.play("allied", blow("r1", HEX, "0504"))
    assert rules(game, "allied", blow("r2", "0504", HEX)) == ["8.3.4.1.2"]
    assert rules(game, "allied", {"do": "move", "units": ["r3"], "path": ["0507"]}) == ["8.3.4.1.2"]
    game.play("allied", blow("r1", HEX, "0604"))
    assert [fact["done"] for fact in told(game, "demolish")] == [False, False]
    game.play("allied", blow("r3", "0508", "0509"))
    assert told(game, "demolish")[-1]["done"]
    assert (side(game, "dprk").gained, side(game, "allied").gained) == (2, 0)
    rig(game, 5)
    again = last(unit("r1", HEX), unit("n1", "0604", sp=1), board=board, segment="init-move")
    rig(again, 5)
    again.play("allied", blow("r1", HEX, "0604"))
    assert side(again, "allied").gained == 2


@pytest.mark.reading("nextwar", "nw-08-37")
@pytest.mark.rule("nextwar", "8.3.4.2")
@pytest.mark.parametrize(("die", "mended"), [(6, True), (7, False)])
def test_bridges_are_mended_at_once(die: int, mended: bool) -> None:
    board = plain(sides=("0505-0506 major_river",), links=("0505-0506 highway",))
    game = last(
        unit("r1", HEX), unit("r2", HEX, "4-4-6", mobility="motorized"), board=board,
        segment="init-move",
    )  # fmt: skip
    key = game.scenario.ground.side_key(*map(board.hex, (HEX, "0506")))
    game.edit([{"map": "bridges", "key": key, "set": {"stands": False}}], "blown")
    repair = {"do": "repair-bridge", "unit": "r1", "bridge": [HEX, "0506"]}
    rig(game, die)
    game.play("allied", repair)
    assert rules(game, "allied", repair) == ["8.3.4.2"]
    for _ in range(3):
        game.play(game.to_act or "", {"do": "end"})
    drive = {"do": "move", "units": ["r2"], "path": ["0506"]}
    assert (rules(game, "allied", drive) == []) == mended


@pytest.mark.reading("nextwar", "nw-11-01")
@pytest.mark.rule("nextwar", "11.0", "11.1")
def test_points_of_one_nation_serve_no_other() -> None:
    reduced = {"at": {"steps": 1}}
    game = last(
        unit("r1", "0101", type="mechanized infantry", size="brigade", **reduced),
        unit("u1", "0301", type="mechanized infantry", size="brigade", **reduced),
        unit("r2", "0501", size="brigade", **reduced),
        replacements={"ROK": [0, 0, 3], "US": [0, 0, 2, 1]}, board=plain(),
    )  # fmt: skip
    game.play("dprk", {"do": "end"})
    assert game.segment.kind == "reinforcement"

    def recover(name: str) -> dict[str, Any]:
        return {"do": "recover", "unit": name}

    assert rules(game, "allied", recover("u1")) == ["11.0"]
    game.play("allied", recover("r1"))
    assert rules(game, "allied", recover("r2")) == ["11.0"]
    assert at(game, "r1").steps == 2


@pytest.mark.reading("nextwar", "nw-11-02", "nw-11-03")
@pytest.mark.rule("nextwar", "11.1")
def test_no_replacements_in_zones_or_for_the_surrounded() -> None:
    reduced: dict[str, Any] = {"at": {"steps": 1}}
    board = plain(
        terrain={"0803": "mountain"}, sides=("0808-0807 minor_river",), links=("0808-0807 primary",)
    )
    game = last(
        unit("r1", "0202", **reduced), unit("n1", "0201"), unit("r9", "0202"),
        unit("r2", "0207", **reduced), unit("n2", "0206", sp=1),
        unit("r3", "0803", **reduced), unit("n3", "0802"),
        unit("r4", "0808", **reduced), unit("n4", "0807"),
        replacements={"ROK": [9]}, board=board,
    )  # fmt: skip
    game.play("dprk", {"do": "end"})
    found = {
        n: rules(game, "allied", {"do": "recover", "unit": n}) for n in ("r1", "r2", "r3", "r4")
    }
    assert found == {"r1": ["11.1"], "r2": [], "r3": [], "r4": []}


@pytest.mark.reading("nextwar", "nw-11-04", "nw-03-02")
@pytest.mark.rule("nextwar", "11.2", "3.0")
def test_where_units_are_reconstituted() -> None:
    board = plain(
        rows=12, cols=12, north=3,
        places={"V": "town 0505", "W": "town 0510", "X": "town 0202"},
    )  # fmt: skip
    gone = {"at": {"place": "eliminated", "hex": -1, "steps": 0}}
    game = last(
        unit("r1", "0510", size="brigade", **gone), unit("n1", "0503"), unit("r2", "1110"),
        replacements={"ROK": [2]}, board=board, control={"allied": ["0202"]},
    )  # fmt: skip
    game.play("dprk", {"do": "end"})

    def rebuild(h: str) -> list[str]:
        return rules(game, "allied", {"do": "rebuild", "units": ["r1"], "hex": h})

    found = {h: rebuild(h) for h in ("0505", "0510", "0202", "1111", "0909")}
    assert found == {"0505": ["11.2"], "0510": [], "0202": ["11.2"], "1111": [], "0909": ["11.2"]}
    game.play("allied", {"do": "rebuild", "units": ["r1"], "hex": "0510"})
    assert (where(game, "r1"), at(game, "r1").steps) == ("0510", 1)
    assert rules(game, "allied", {"do": "recover", "unit": "r1"}) == ["11.2"]


LEVELS = [
    {"lead": 60, "side": "allied", "title": "overwhelming"},
    {"lead": 40, "side": "allied", "title": "substantive"},
    {"lead": 20, "side": "allied", "title": "marginal"},
    {"lead": -19, "title": "stalemate"},
    {"lead": -39, "side": "dprk", "title": "marginal"},
    {"lead": -59, "side": "dprk", "title": "substantive"},
    {"lead": -999, "side": "dprk", "title": "overwhelming"},
]


@pytest.mark.reading("nextwar", "nw-12-09")
@pytest.mark.rule("nextwar", "12.0", "12.3")
@pytest.mark.parametrize(
    ("ours", "theirs", "result"),
    [
        (84, 65, "stalemate"),
        (85, 65, "allied: marginal"),
        (30, 90, "dprk: overwhelming"),
        (99, 40, "allied: substantive"),
    ],
)
def test_the_last_turn_decides_by_the_difference(ours: int, theirs: int, result: str) -> None:
    game = last(
        unit("r1", HEX), assets={"allied": {"vp": ours}, "dprk": {"vp": theirs}}, turns=3,
        victory={"levels": LEVELS},
    )  # fmt: skip
    game.play("dprk", {"do": "end"})
    assert (game.over, game.result) == (True, result)


@pytest.mark.reading("nextwar", "nw-12-06", "nw-12-07", "nw-12-08")
@pytest.mark.rule("nextwar", "12.2", "12.2.1")
def test_a_great_lead_or_the_capital_may_end_the_war() -> None:
    def game(ours: int, theirs: int, dice: tuple[int, ...], **more: Any) -> Nw:
        begin = more.pop("begin", {})
        options = more.pop("options", {})
        assets = {"allied": {"vp": ours - 9, "gained": 9, **more.pop("allied", {})}}
        assets["dprk"] = {"vp": theirs - 2, "gained": 2}
        terms = {"automatic": 70, "capital": {"allied": ["0101"], "dprk": ["0909"]}}
        more = {"board": plain(north=8), **more}
        found = last(
            unit("r1", HEX), assets=assets, victory=terms, begin=begin, options=options, **more
        )
        rig(found, *dice, 0)
        found.play("dprk", {"do": "end"})
        return found

    assert game(97, 27, (0,)).result == "allied: automatic victory"
    assert not game(97, 27, (1,)).over
    assert not game(96, 27, ()).over
    capital = {"control": {"allied": ["0101"]}}
    assert game(97, 27, (2, 2), **capital).result == "allied: automatic victory"
    assert game(102, 27, (4,), allied={"tries": 3}).result == "allied: automatic victory"
    their = {"control": {"dprk": ["0909"]}}
    assert game(102, 27, (5, 0), allied={"tries": 3}, **their).result == "dprk: automatic victory"
    wished = {"options": {"initiative-for-victory": "on"}}
    assert game(97, 27, (0,), **wished).over
    contested = {"begin": {"kind": "contested"}}
    assert not game(97, 27, (), **wished, **contested).over
