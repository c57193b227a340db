"""Odds before committing: exact, and blind to what does not show. [4.9]"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from grognard.systems.ocs.combat import odds
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.status import DUMPS, Dump, dump_key
from grognard.systems.ocs.turn.phases import EXPLOITATION
from tests.systems.ocs.arrivals.test_boxes import theatre as boxed
from tests.systems.ocs.combat.test_attack import attack, front
from tests.systems.ocs.combat.test_combat import answer
from tests.systems.ocs.combat.test_overrun import STRONG, overrun
from tests.systems.ocs.field import at, end, play, unit
from tests.systems.ocs.naval.test_landing_craft import embark, harbour
from tests.systems.ocs.naval.test_shipping import ports

rule = pytest.mark.rule


def results(found: Any) -> dict[str, Fraction]:
    assert len(found.outcomes) == len({outcome.facts[0]["result"] for outcome in found.outcomes})
    return {outcome.facts[0]["result"]: outcome.probability for outcome in found.outcomes}


@rule("ocs", "9.8")
@rule("ocs", "9.9")
def test_odds_are_the_exact_distribution_of_the_table() -> None:
    game = front(unit("a1", "0404", ar=4), unit("s1", "0505"))
    found = game.odds(attack("a1"), "axis")
    fight = Battle("axis", "allied", game.board.hex("0505"), ("a1",), ("s1",))
    expected = odds.distribution(game, fight, odds.reckon(game, fight))
    assert results(found) == expected
    assert sum(results(found).values()) == 1
    assert found.reckoning["attack"]["total"] == 8
    assert [part["rule"] for part in found.reckoning["roll"]["parts"]] == ["9.6", "9.6"]


@rule("ocs", "8.0")
def test_overruns_have_odds_of_their_own() -> None:
    game = front(unit("a1", "0404", **STRONG), unit("s1", "0505"), segment="movement")
    found = game.odds(overrun("a1"), "axis")
    fight = Battle("axis", "allied", game.board.hex("0505"), ("a1",), ("s1",), overrun=True)
    assert results(found) == odds.distribution(game, fight, odds.reckon(game, fight))
    assert at(game, "a1").spent == 0


@rule("ocs", "4.9a")
@rule("ocs", "4.9b")
def test_odds_tell_nothing_of_what_lies_under_the_unit_on_show() -> None:
    shown = unit("s1", "0505", combat="5:3 leg")
    hidden = [
        [],
        [unit("s2", "0505", mode="move", combat="9:3 leg", move="9:5 leg", ar=5)],
        [unit("s2", "0505", "artillery"), unit("s3", "0505", "hq")],
    ]
    found = []
    for below in hidden:
        for dumps in ([], [{"side": "allied", "hex": "0505", "sp": 3}]):
            for facts in ({}, {"internals": 2, "lost": 1}):
                top = {**shown, "facts": facts}
                top["row"] = {**top["row"], "size": "division", "re": 3}
                trucks = [{"side": "allied", "hex": "0505", "points": 2, "id": "t", "load": 5}]
                loads = trucks if dumps else []
                game = front(unit("a1", "0404"), *below, top, dumps=dumps, transport=loads)
                found.append(game.odds(attack("a1"), "axis").to_json())
    assert all(other == found[0] for other in found)
    assert found[0]["supposed"][0]["rule"] == "4.9a"
    assert "0505" in found[0]["supposed"][0]["question"]


@rule("ocs", "4.9a")
def test_odds_tell_nothing_of_dumps_and_trucks_that_an_overrun_would_take() -> None:
    dump = {"side": "allied", "hex": "0505", "sp": 3}
    far = {"side": "allied", "hex": "0606", "sp": 1}
    trucks = [{"side": "allied", "hex": "0505", "points": 2, "id": "t", "load": 5}]
    found = []
    for dumps, loads in (([], []), ([dump], []), ([], trucks), ([far], []), ([dump], trucks)):
        game = front(unit("a1", "0404", **STRONG), unit("s1", "0505"), segment="movement",
                     dumps=dumps, transport=loads)  # fmt: skip
        found.append(game.odds(overrun("a1"), "axis").to_json())
    assert all(other == found[0] for other in found)


@rule("ocs", "4.9b")
def test_questions_before_the_announcement_have_no_odds() -> None:
    game = front(
        unit("a1", "0404"), unit("a2", "0404"), unit("s1", "0505"), unit("s2", "0505", ar=5)
    )
    game.play("axis", attack("a1", "a2"))
    seen = []
    while not game.at_checkpoint and game.decisions[0].ask.name != "option":
        decision = game.decisions[0]
        found = game.odds(decision.ask.default or {}, decision.player)
        seen.append((decision.ask.name, [refusal.rule for refusal in found.unknown]))
        if decision.ask.name == "defence rating":
            break
        answer(game)
    assert seen == [
        ("defence supply", ["4.9b"]), ("attack rating", ["4.9b"]), ("defence rating", ["4.9b"]),
    ]  # fmt: skip


def test_odds_change_nothing() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0505"), unit("s2", "0505"))
    before = {name: dict(records) for name, records in game.state.maps.items()}
    game.odds(attack("a1"), "axis")
    assert {name: dict(records) for name, records in game.state.maps.items()} == before


def test_odds_end_with_the_action_whatever_dice_the_next_turn_rolls() -> None:
    game = front(
        unit("a1", "0404"), unit("s1", "0505", mode="exploit", combat="1:3 leg"),
        segment="exploitation-attack", player="allied",
    )  # fmt: skip
    found = game.odds(attack("s1", on="0404"), "allied")  # nobody could attack after it
    assert sum(results(found).values()) == 1
    assert "AL2" in results(found)


@rule("ocs", "4.9a")
def test_odds_of_a_move_tell_nothing_of_what_it_would_capture() -> None:
    found = []
    for tokens, load, hidden in ((1, 0, 0), (9, 4, 2)):
        trucks = [{"side": "allied", "hex": "0405", "points": 1, "id": "t", "load": load}]
        planes = [
            {"id": f"s-p{i}", "side": "allied", "nation": "Soviet", "types": "F", "range": 9,
             "full": "3/3/0", "reduced": "2/2/0"} for i in range(2)
        ]  # fmt: skip
        air = [
            {"id": f"w{i}", "plane": f"s-p{i}", "hex": "0405", "active": False}
            for i in range(hidden)
        ]
        game = front(
            unit("a1", "0404"), unit("s1", "0909"), segment="movement", transport=trucks,
            dumps=[{"side": "allied", "hex": "0405", "sp": tokens}], planes=planes, air=air,
            bases=[{"side": "allied", "hex": "0405", "level": 2}],
        )  # fmt: skip
        move = {"do": "move", "units": ["a1"], "path": ["0405"]}
        found.append(game.odds(move, "axis").to_json())
    assert found[0] == found[1]
    assert "in 0405" in found[0]["supposed"][0]["question"]


@rule("ocs", "4.9a")
def test_the_end_of_a_segment_has_no_odds() -> None:
    game = front(unit("a1", "0404"), unit("s1", "0909"), segment="movement")
    assert [r.rule for r in game.odds({"do": "end"}, "axis").unknown] == ["4.9a"]


@rule("ocs", "4.9a")
@rule("ocs", "21.8a")
def test_odds_against_an_empty_hex_tell_nothing_of_its_dump() -> None:
    found = []
    for tokens in (1, 9):
        game = front(
            unit("a1", "0404"), unit("s1", "0909"), options={"attacking-empties": "on"},
            dumps=[{"side": "allied", "hex": "0405", "sp": tokens},
                   {"side": "axis", "hex": "0404", "sp": 5}],
        )  # fmt: skip
        empty = {"do": "attack-empty", "units": ["a1"], "target": "0405"}
        found.append(game.odds(empty, "axis").to_json())
    assert found[0] == found[1]


def _under(game: Any, h: str, tokens: int) -> Any:
    """The same with an enemy dump of so many tokens that nobody guards, in a hex."""
    there = game.board.hex(h)
    game.put(DUMPS, dump_key("allied", there), Dump("allied", there, tokens))
    return game


@rule("ocs", "4.9a")
@pytest.mark.parametrize(
    ("make", "action", "goal"),
    [
        (lambda: boxed(unit("a1", None, at={"place": "box", "at": "Italy"}), unit("s1", "0909")),
         {"do": "box", "units": ["a1"], "to": "0101"}, "0101"),
        (lambda: ports(unit("a1", "0402", mode="move")),
         {"do": "ship", "from": "0402", "to": "0408", "units": ["a1"]}, "0408"),
        (lambda: landed("a3"), {"do": "disembark", "ship": "a1", "units": ["a3"]}, "0404"),
    ],
    ids=["box", "ship", "disembark"],
)  # fmt: skip
def test_odds_of_going_ashore_or_onto_the_map_tell_nothing_of_what_is_captured(
    make: Callable[[], Any], action: dict[str, Any], goal: str
) -> None:
    few, many = (_under(make(), goal, tokens).odds(action, "axis") for tokens in (1, 40))
    assert few.to_json() == many.to_json()
    assert f"in {goal}" in few.supposed[0]["question"]


def landed(name: str) -> Any:
    """A harbour with a unit aboard of the craft in it."""
    game = harbour(unit(name, "0404", mode="move"))
    play(game, "axis", embark("a1", name))
    end(game, "axis", until=EXPLOITATION)
    return game
