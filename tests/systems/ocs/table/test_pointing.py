"""Every deed of OCS can be ordered by pointing: at counters, at a hex, or at a list."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import grognard
from grognard.engine.decision import Action, Offer
from grognard.lab import laws
from grognard.systems.ocs.air.drop_plans import able, plan_of
from grognard.systems.ocs.proof import positions
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.sequence import PLAYER_TURN
from grognard.systems.ocs.table.tabletop import TABLETOP
from grognard.systems.ocs.turn import phases
from grognard.table import choosing
from grognard.table.worded import Worded
from tests.docs import ocs_position
from tests.systems.ocs.optional.test_three_base_transport import theatre

SEGMENTS = (
    "refit", "reinforcement", "movement", "barrage", "supply", "reaction", "artillery", "attack",
    "exploitation", "breakout",
)  # fmt: skip
NOT_POINTED_AT = {"end", "cancel-simulcast"}
"""The end of a segment and of a simulcast turn have their buttons."""


def pointed(game: Ocs, player: str, action: Action) -> Iterator[Action]:
    """Every action that somebody finds who points at what an action is about, as a page does."""
    hexes, pieces = choosing.concerned(game, TABLETOP, action)
    own = TABLETOP.own(game, player)
    mine = [name for name in pieces if name in own]
    for name in mine:
        for choice in choosing.choices(game, TABLETOP, player, piece=name)[0]:
            if set(choice.hexes) <= {own[name]}:  # what a page offers beside the counter
                yield choice.action
    goals = [game.board.hex(label) for label in hexes]
    for h in goals:
        for group in ([], mine, *([name] for name in mine)):
            for proposal in TABLETOP.orders(game, player, group, [h]):
                if proposal.action is not None:
                    yield proposal.action
    for choice in _asked(game, player):
        yield choice.action


def _asked(game: Ocs, player: str) -> tuple[choosing.ActionCard, ...]:
    decision = game.decision(player)
    assert decision is not None
    return choosing.asked(game, TABLETOP, decision, "1").choices


def offered(segment: str) -> Iterator[tuple[Ocs, str, Offer[Any], Action]]:
    """Every deed of a segment with its first legal actions."""
    game = ocs_position.at(segment)
    player = game.to_act
    decision = game.decision(player or "")
    assert player is not None
    assert decision is not None
    for offer in decision.ask.offers:
        for action in islice(offer.legal(game, player), 3):
            yield game, player, offer, action


@pytest.mark.parametrize("segment", SEGMENTS)
def test_every_legal_deed_can_be_pointed_at(segment: str) -> None:
    tried = set()
    for game, player, offer, action in offered(segment):
        if offer.do in NOT_POINTED_AT:
            continue
        tried.add(offer.do)
        found = list(pointed(game, player, action))
        assert offer.do in {one["do"] for one in found}, f"{action} is out of reach of the mouse"
    assert tried


@pytest.mark.rule("ocs", "21.12a")
def test_a_flight_by_three_bases_is_planned_by_pointing_at_the_first() -> None:
    """Each third base in range is proposed once, with the largest load; the rest is refused."""
    game = theatre()
    found = TABLETOP.orders(game, "axis", ["p"], [game.board.hex("0306")])
    flights = [one for one in found if one.do == "xyz-transport" and one.action]
    assert [one.action["then"] for one in flights if one.action] == ["0301", "0311"]
    assert flights[1].action == {
        "do": "xyz-transport", "planes": ["p"], "hex": "0306", "then": "0311",
        "units": ["a2"], "onward_tokens": 2,
    }  # fmt: skip
    assert flights[1].title == "Fly a2 to 0306, and 2T on to 0311, with Ju 52"
    assert flights[0].weighed
    off = TABLETOP.orders(theatre("off"), "axis", ["p"], [game.board.hex("0306")])
    assert "xyz-transport" not in {one.do for one in off if one.action}


@pytest.mark.rule("ocs", "14.10b")
def test_a_drop_is_planned_before_the_game_by_pointing_at_any_hex() -> None:
    """A unit and a hex far from it: the plans for every turn are offered, in words."""
    game = grognard.new("ocs/husky-landing", seed=1)
    for side in ("axis", "allied"):
        game.play(side, {"do": "ready"})
    unit = next(name for name in able(game, "allied") if plan_of(game, "allied", name) is None)
    found, _more = choosing.choices(game, TABLETOP, "allied", piece=unit, at="72.24")
    plans = [choice.action["plans"] for choice in found]
    assert plans == [[{"unit": unit, "hex": "72.24", "turn": turn}] for turn in (1, 2, 3, 4)]
    name = TABLETOP.names(game)[unit]
    assert found[0].text == f"Plan drops: {name} over 72.24 (Primosole Bridge) in turn 1"


@pytest.mark.parametrize("segment", SEGMENTS)
def test_every_action_has_a_sentence_and_every_deed_a_title(segment: str) -> None:
    for game, player, offer, action in offered(segment):
        if isinstance(offer, phases.EndSegment | phases.CancelSimulcast):
            continue
        text = TABLETOP.sentence(game, player, action)
        assert text, f"no words for {action}"
        assert "{" not in text
        assert "_" not in text
        assert isinstance(offer, Worded)
        assert offer.title


def test_every_deed_is_a_verb_of_its_own_counters() -> None:
    """Each has its title, and what a counter can do of it by itself is all there is."""
    for cls in {cls for part in PLAYER_TURN for cls in part.verbs}:
        assert issubclass(cls, Worded), cls
        assert cls.title, cls
        assert cls.alone, cls


@pytest.mark.parametrize("segment", SEGMENTS)
def test_what_is_proposed_is_legal_and_what_is_not_says_why(segment: str) -> None:
    game = ocs_position.at(segment)
    player = game.to_act
    assert player is not None
    own = [name for name, where in TABLETOP.own(game, player).items() if where]
    for name in own[::2]:
        for h in range(0, game.board.n, 9):
            for one in TABLETOP.orders(game, player, [name], [h]):
                assert one.title
                if one.action is None:
                    assert one.refusals
                    assert all(r.rule and r.text for r in one.refusals)
                else:
                    assert not game.why(player, one.action)


@pytest.mark.parametrize("seed", range(6))
def test_every_answer_in_a_game_has_words(seed: int) -> None:
    game, rng = positions.game(seed), random.Random(seed)
    for _ in range(50):
        if game.over:
            break
        for decision in game.decisions:
            for offer in decision.ask.offers:
                for action in islice(offer.legal(game, decision.player), 2):
                    text = TABLETOP.sentence(game, decision.player, action)
                    assert text, f"no words for {action}"
                    assert "{" not in text
        game.play(*laws.random_action(game, rng))
