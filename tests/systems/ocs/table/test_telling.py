"""The tale: a sentence for every kind of event, loud where it matters, and nothing that leaks."""

from __future__ import annotations

import random

import pytest

from grognard.engine.event import Event, plainly
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.table import telling
from tests.docs import ocs_position
from tests.systems.ocs.field import field, move, play, rig, unit

# ---- sentences


def _told(game: Ocs, kind: str, player: str | None = "axis") -> list[str]:
    events = [told for e in game.events if (told := e.told(player)) is not None]
    return [t.text for e in events if e.kind == kind for t in telling.PHRASES.tell(game, [e])]


def test_an_attack_is_told_blow_by_blow() -> None:
    game = ocs_position.at("attack")
    rig(game, 3, 4, 6, 6)
    play(game, "axis", {"do": "attack", "units": ["g-inf"], "target": "0407"})
    assert _told(game, "attack") == ["German attack on 0407 from 0406 with g-inf"]
    assert _told(game, "attack", "allied") == ["German attack on 0407 from 0406"]
    (result,) = _told(game, "combat-result")
    assert result.startswith("0407: the defender ")
    (story,) = [
        t
        for t in telling.PHRASES.tell(game, game.events)
        if t.text.startswith("0407: the defender")
    ]
    assert story.loud


def test_a_combat_result_in_words() -> None:
    assert telling.outcome("Ao1e4 DL1o2DG") == (
        "the defender loses 1 step, takes 2 options, is disorganised; "
        "the attacker takes 1 option, may exploit with 4 and better"
    )
    assert telling.outcome("") == "nothing happens"
    assert telling.effect("L2") == "loses 2 steps"


@pytest.mark.rule("ocs", "4.9a")
def test_the_enemy_hears_of_the_counter_that_shows() -> None:
    game = field(unit("a1", "0404"), unit("a2", "0404"), unit("s1", "0808"))
    play(game, "axis", move("a1", "a2", to="0405"))
    assert _told(game, "move") == ["a1, a2 0404→0405"]
    assert _told(game, "move", "allied") == ["a2 0404→0405"]


def test_routine_is_told_in_one_breath() -> None:
    game = field(unit("a1", "0404"), unit("a2", "0505"), unit("s1", "0808"))
    play(game, "axis", move("a1", to="0405"))
    play(game, "axis", move("a2", to="0506"))
    moves = [e for e in game.events if e.kind == "move"]
    (one,) = telling.PHRASES.tell(game, moves)
    assert one.text == "moves: a1 0404→0405; a2 0505→0506"
    assert not one.loud


def test_dice_without_effect_are_not_loud() -> None:
    game: Ocs = ocs_position.at("movement")

    def loud(event: Event) -> bool:
        (line,) = telling.PHRASES.tell(game, [event])
        return line.loud

    facts = {"aim": "units", "hex": "0407"}
    nothing = Event("barrage", "10.0", {**facts, "result": "no effect"}, (3, 4), outcome=True)
    something = Event("barrage", "10.0", {**facts, "result": "1 step, DG"}, (3, 4), outcome=True)
    assert (loud(nothing), loud(something)) == (False, True)
    flak = Event("flak", "14.4e", {"hit": False, "hex": "0407"}, (3, 4), outcome=True)
    assert not loud(flak)


def test_random_play_leaves_no_event_without_words() -> None:
    """Every event of a while of random play, for both sides and for the umpire."""
    game: Ocs = ocs_position.at("movement")
    rng = random.Random(5)
    for _ in range(250):
        if game.over:
            break
        player = game.decisions[0].player
        action = game.sample(player, rng)
        game.play(player, action)
    seen = set()
    for event in game.events:
        for player in (None, "axis", "allied"):
            told = event.told(player)
            if told is None:
                continue
            seen.add(told.kind)
            sentence = telling.PHRASES.sentence(game, told)
            assert sentence != plainly(told), told
            assert "{" not in sentence
    assert len(seen) > 15


def test_every_mission_is_told_by_its_name() -> None:
    game: Ocs = ocs_position.at("movement")
    flown = set(game.scenario.tables["air-missions"].rows) - {"interception"}
    assert flown == set(telling.MISSIONS)
    facts = {"mission": "trainbusting", "side": "axis", "hex": "0407", "aircraft": ["g-109"]}
    event = Event("mission", "14.2f(A)", facts)
    assert "aircraft fly Trainbusting to 0407: " in game.sentence(event)
