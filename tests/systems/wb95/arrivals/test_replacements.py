"""Volkssturm as replacements for infantry. [15.3.3] [15.3.4]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import SIDES
from tests.systems.wb95.field import at, field, hex_status, rules, told, unit, where

G = "german"
WORN = {"cel": 1}


def fill(infantry: str, volkssturm: str) -> dict[str, Any]:
    """Fill the ranks of one from the other."""
    return {"do": "replace", "infantry": infantry, "volkssturm": volkssturm}


def depot(*more: dict[str, Any], **spec: Any) -> Wb:
    """A worn infantry regiment and a Volkssturm unit in one hex."""
    return field(unit("g1", "0505", at=WORN), unit("g2", "0505", "VS"), *more, **spec)


@pytest.mark.rule("wb95", "15.3.3")
def test_infantry_regains_a_level_that_volkssturm_loses() -> None:
    game = depot()
    game.play(G, fill("g1", "g2"))
    assert (at(game, "g1").cel, at(game, "g2").cel) == (2, 1)
    assert told(game, "replacement") == [{"hex": "0505", "infantry": "g1", "volkssturm": "g2"}]


@pytest.mark.rule("wb95", "15.3.3")
def test_volkssturm_that_gives_its_last_level_is_disbanded_and_not_lost_in_combat() -> None:
    game = field(unit("g1", "0505", at=WORN), unit("g2", "0505", "VS", cel=1))
    game.play(G, fill("g1", "g2"))
    assert where(game, "g2") == "disbanded"
    assert game.state[SIDES][G].lost == 0


@pytest.mark.rule("wb95", "15.3.3")
def test_only_worn_infantry_on_foot_is_reinforced_and_only_by_volkssturm() -> None:
    game = depot(
        unit("g3", "0505", "MOT", at=WORN),
        unit("g4", "0505", "ARM", at=WORN),
        unit("g5", "0506"),
        unit("g6", "0506", "VS", at=WORN),
        unit("g7", "0506", move="trucked", at=WORN),
    )
    for name, donor in [("g3", "g2"), ("g4", "g2"), ("g5", "g6"), ("g6", "g6"), ("g7", "g6")]:
        assert rules(game, G, fill(name, donor)) == ["15.3.3"]
    assert rules(game, G, fill("g1", "g3")) == ["15.3.3"]
    assert rules(game, G, fill("nobody", "g2")) == ["15.3.3"]


@pytest.mark.rule("wb95", "15.3.3")
def test_both_stand_in_the_same_hex() -> None:
    game = depot(unit("g3", "0506", at=WORN))
    assert rules(game, G, fill("g3", "g2")) == ["15.3.3"]
    assert [a for a in game.legal(G) if a["do"] == "replace"] == [fill("g1", "g2")]


@pytest.mark.rule("wb95", "15.3.3")
def test_neither_moves_in_the_phase_before_or_after() -> None:
    def move(name: str, *path: str) -> dict[str, Any]:
        return {"do": "move", "units": [name], "path": list(path)}

    for name in ("g1", "g2"):
        game = depot()
        game.play(G, move(name, "0506", "0505"))
        assert rules(game, G, fill("g1", "g2")) == ["15.3.3"]
        marked = depot()
        marked.play(G, {"do": "mark", "units": [name]})
        assert rules(marked, G, fill("g1", "g2")) == ["15.3.3"]
        after = depot()
        after.play(G, fill("g1", "g2"))
        assert rules(after, G, move(name, "0506")) != []


def test_staying_to_dig_in_is_not_moving() -> None:
    for first, second in [("dig", "replace"), ("replace", "dig")]:
        game = depot()
        actions = {"dig": {"do": "dig", "unit": "g1"}, "replace": fill("g1", "g2")}
        game.play(G, actions[first])
        game.play(G, actions[second])
        assert at(game, "g1").cel == 2
        assert hex_status(game, "0505").fortified == G


@pytest.mark.rule("wb95", "15.3.4")
def test_one_level_a_turn_for_each_infantry_unit() -> None:
    worn = unit("g4", "0505", sp=[4, 3, 2], cel=3, at=WORN)
    game = depot(worn, unit("g3", "0505", "VS"))
    game.play(G, fill("g4", "g2"))
    assert rules(game, G, fill("g4", "g2")) == ["15.3.4"]
    assert rules(game, G, fill("g4", "g3")) == ["15.3.4"]
    assert rules(game, G, fill("g1", "g2")) == []  # another unit, from the same Volkssturm
    before = unit("g4", "0505", at={"cel": 1, "replaced": 2})
    assert rules(depot(before, turn=2), G, fill("g4", "g2")) == []


@pytest.mark.rule("wb95", "15.3.3")
def test_not_without_the_chapter() -> None:
    game = depot(options={"special-units": "off"})
    assert rules(game, G, fill("g1", "g2")) == ["15.3.3"]


def test_the_enemy_learns_nothing_of_it() -> None:
    game = field(
        unit("g1", "0505", at=WORN),
        unit("g2", "0505", "VS", cel=1),
        unit("s1", "0909"),
        options={"masking": "on"},
    )
    before = len(game.events_for("soviet"))
    game.play(G, fill("g1", "g2"))
    assert len(game.events_for("soviet")) == before
