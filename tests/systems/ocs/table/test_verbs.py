"""Verbs of OCS: each has its words, knows what is meant by a click, and how far it reaches."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.ocs.barrage.artillery import Barrage
from grognard.systems.ocs.combat.attack import Attack
from grognard.systems.ocs.combat.overrun import Overrun
from grognard.systems.ocs.movement.marching import Move
from grognard.systems.ocs.sequence import PLAYER_TURN
from grognard.systems.ocs.table.tabletop import TABLETOP
from grognard.table import weighing
from grognard.table.worded import Worded
from tests.docs import ocs_position
from tests.systems.ocs.field import field, move, rules, unit

VERBS = sorted(
    {cls for part in PLAYER_TURN for cls in part.verbs if issubclass(cls, Worded)},
    key=lambda cls: cls.do,
)


@pytest.mark.parametrize("verb", VERBS, ids=lambda cls: cls.do)
def test_every_verb_has_a_title_and_a_phrase(verb: Any) -> None:
    assert verb.title
    assert verb.phrase


@pytest.mark.parametrize(
    ("segment", "verb", "name"),
    [("movement", Move, "g-inf"), ("attack", Attack, "g-inf"), ("artillery", Barrage, "g-art")],
)
def test_a_verb_reaches_as_far_as_the_table_shows(segment: str, verb: Any, name: str) -> None:
    game = ocs_position.at(segment)
    found = verb().reached(game, "axis", [name])
    assert found.cells
    assert found == TABLETOP.ways(game, "axis", [name])
    assert verb().reached(game, "axis", ["g-109"]) is None  # it is not for aircraft


def test_who_points_with_units_means_to_move_or_to_fight() -> None:
    game = ocs_position.at("movement")
    free, held = [game.board.hex("0404")], [game.board.hex("0407")]
    assert Move().likely(game, "axis", ["g-inf"], free)
    assert not Move().likely(game, "axis", ["g-inf"], held)
    assert Overrun().likely(game, "axis", ["g-inf"], held)
    assert not Overrun().likely(game, "axis", ["g-inf"], free)
    for verb in (Move(), Overrun()):  # they are to be flown there
        for hexes in (free, held):
            assert not verb.likely(game, "axis", ["g-para", "g-ju52"], hexes)
            assert not verb.likely(game, "axis", ["g-trucks"], hexes)


def test_who_points_at_the_enemy_with_nobody_is_told_of_attacks_and_barrages() -> None:
    for segment, verb in (("attack", Attack()), ("artillery", Barrage())):
        game: Any = ocs_position.at(segment)
        held, free = game.board.hex("0407"), game.board.hex("0404")
        assert verb.likely(game, "axis", (), [held])
        assert not verb.likely(game, "axis", (), [free])
        assert [order.target for order in verb.at(game, "axis", held)] == [held]
        assert list(verb.at(game, "axis", free)) == []


def test_a_party_has_somebody_and_nobody_twice() -> None:
    game = field(unit("a1", "0303"))
    for names in ([], ["a1", "a1"]):
        assert rules(game, "axis", {"do": "move", "units": names, "path": ["0304"]}) == ["form"]
        assert rules(game, "axis", {"do": "mode", "units": names, "mode": "move"}) == ["form"]
    assert rules(game, "axis", move("a1", to="0304")) == []


def test_transport_in_a_box_that_unloads_all_says_so() -> None:
    game = ocs_position.at("movement")
    stows = [a for a in game.legal("axis") if a["do"] == "stow"]
    told = {weighing.weigh(game, TABLETOP, "axis", action).text for action in stows}
    assert told == {"2 truck points carry 2 SP"}
    empty = {"do": "stow", "transport": "g-home", "tokens": 0}
    assert TABLETOP.sentence(game, "axis", empty) == "2 truck points unload all they carry"
