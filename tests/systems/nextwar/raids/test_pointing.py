"""How somebody sends special operations forces out by pointing, and what he is told. [20.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard import library
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES
from grognard.table.composing import Step, compose
from grognard.table.composition import Composition
from tests.systems.nextwar.field import plain, unit
from tests.systems.nextwar.raids.test_raids import STAFF, order, phase, send

US = "special forces US"


def card(game: Nw, do: str = "assign", at: str = "", **step: Any) -> Composition:
    """What the card of an order says after a step."""
    h = game.board.hex(at) if at else None
    return compose(game, library.tabletop(game), game.decisions[0], Step(hex=h, **step), do)


def held(fog: str = "off") -> Nw:
    """A headquarters in the highlands."""
    board = plain(north=9, default="highland")
    return phase(unit("n1", "0101", **STAFF), board=board, options={"fog-of-war": fog})


@pytest.mark.rule("nextwar", "20.1.1")
def test_the_card_says_how_many_can_be_sent_and_for_what() -> None:
    first = card(held())
    assert "5 of 5 markers of the US can be sent out [20.1.1]" in first.notes
    assert [one.title for one in first.hand] == ["US special forces", "ROK special forces"]
    assert [one.counter.values[0].text for one in first.hand if one.counter] == ["5", "5"]
    assert "find a unit" in {goal.sort for goal in first.goals}


@pytest.mark.rule("nextwar", "20.2.2")
def test_pointing_at_a_hex_tells_what_it_could_be_and_how_likely() -> None:
    found = card(held(), at="0101", hand=(US,))
    scouts = next(one for one in found.options if one.sort == "find a unit")
    assert scouts.text == "US recon: n1"
    success, back = scouts.notes
    assert success.startswith("it succeeds in ")
    assert back.startswith("they come back in ")


@pytest.mark.rule("nextwar", "20.2.1.1")
def test_what_has_no_place_is_offered_with_the_marker() -> None:
    game = held()
    game.put(SIDES, "dprk", replace(game.state[SIDES]["dprk"], detection=3))
    found = card(game, hand=(US,))
    assert "US raid: the enemy's radars (detection)" in [one.text for one in found.options]


@pytest.mark.rule("nextwar", "20.1.2")
def test_a_mission_that_waits_for_its_dice_is_told_in_words() -> None:
    game = held()
    send(game, "recon", "n1")
    waiting = card(game, "resolve-raid", at="0101")
    assert waiting.text == "US recon: n1"
    assert "nobody more can be sent out" in waiting.notes[0]
    assert "4 of 5 markers of the US can be sent out [20.1.1]" in card(game).notes


def test_a_mission_without_a_place_is_rolled_for_by_its_marker() -> None:
    game = held()
    game.put(SIDES, "dprk", replace(game.state[SIDES]["dprk"], detection=3))
    task = send(game, "raid", "detection")
    found = card(game, "resolve-raid", hand=(US,)).options
    assert [one.action for one in found] == [{"do": "resolve-raid", "task": task}]


def test_under_the_fog_of_war_the_chance_of_a_raid_tells_nothing_of_the_garrison() -> None:
    for fog, told in (("off", 2), ("on", 1)):
        game = held(fog)
        send(game, "recon", "n1")
        offer = next(o for o in game.decisions[0].ask.offers if o.do == "assign")
        part = offer.order_of(game, order("raid", "interdiction", "0202"))
        assert len(offer.worth(game, "allied", part)) == told
