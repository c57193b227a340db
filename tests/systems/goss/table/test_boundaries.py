"""Boundaries drawn with the pointer: what a stroke means, and what is shown of it."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard import library
from grognard.engine.game import Game
from grognard.systems.goss.command.drawing import apart, toned
from grognard.systems.goss.command.zones import hexes_of, side_of_zone
from grognard.systems.goss.status import ZONES, Zone
from grognard.systems.goss.words import called
from grognard.table.composing import Step, compose
from grognard.table.composition import Composition

SS, LXVI = "g-1ss", "g-66c"


@pytest.fixture
def game() -> Game[Any]:
    """St. Vith in the first Command Phase, when the Germans draw: two corps, one north of the
    other, which share the hexes between them."""
    game: Game[Any] = grognard.new("goss/st-vith", seed=1)
    while game.segment.kind != "command" or game.to_act != "axis":
        decision = game.decisions[0]
        ends = decision.offer("end") is not None
        game.play(decision.player, {"do": "end"} if ends else decision.ask.default)
    rows = {h: int(game.board.label(h)[2:]) for h in range(game.board.n)}
    game.put(ZONES, SS, Zone(tuple(h for h, row in rows.items() if row <= 19)))
    game.put(ZONES, LXVI, Zone(tuple(h for h, row in rows.items() if row >= 15)))
    return game


def draw(game: Game[Any], *labels: str, draft: Any = None, sort: str = "") -> Composition:
    decision = game.decision("axis")
    assert decision is not None
    hexes = tuple(map(game.board.hex, labels))
    table = library.tabletop(game)
    return compose(game, table, decision, Step(draft=draft, hexes=hexes, sort=sort), "hand-over")


def taken(found: Composition) -> set[str]:
    return set(found.action["hexes"]) if found.action else set()


@pytest.mark.rule("goss", "9.2.0-draw")
def test_a_stroke_out_of_a_zone_takes_over_what_it_covers(game: Game[Any]) -> None:
    found = draw(game, "4119", "4120", "4121", "4220")
    assert found.sweeps
    assert found.action is not None
    assert found.action["zone"] == SS
    assert taken(found) == {"4120", "4121", "4220"}
    assert found.refusals == ()
    assert found.text == "3 hexes to I SS Pz Corps"
    areas = {area.title: area for area in found.areas}
    assert {"4120", "4121", "4220"} <= set(areas["I SS Pz Corps"].hexes)
    assert not {"4120", "4121", "4220"} & set(areas["LXVI Corps"].hexes)
    assert areas["I SS Pz Corps"].chosen
    game.play("axis", found.action)
    assert game.board.hex("4121") in hexes_of(game, SS)
    assert game.board.hex("4121") not in hexes_of(game, LXVI)
    told = [event for event in game.events if event.kind == "boundary"]
    assert [event.seen_by for event in told] == [("axis",)]


def test_what_is_drawn_over_again_goes_back_and_strokes_add_up(game: Game[Any]) -> None:
    first = draw(game, "4119", "4120", "4121")
    more = draw(game, "4220", draft=first.action)
    assert taken(more) == {"4120", "4121", "4220"}
    less = draw(game, "4121", draft=more.action)
    assert taken(less) == {"4120", "4220"}
    assert draw(game, "4120", "4220", draft=less.action).action is None


def test_a_line_hands_over_what_it_cuts_off(game: Game[Any]) -> None:
    line = ["3919", "3920", "3921", "4021", "4121", "4221", "4321", "4320", "4319"]
    found = taken(draw(game, *line))
    assert {"4020", "4120", "4220"} <= found, "within the line"
    assert "4122" not in found


def test_another_zone_is_drawn_where_it_is_chosen_or_begun_in(game: Game[Any]) -> None:
    assert draw(game, "4021", "4022").action is None, "within its own zone nothing changes"
    chosen = draw(game, "4021", "4022", sort="I SS Pz Corps")
    assert chosen.action is not None
    assert chosen.action["zone"] == SS
    assert chosen.refusals, "it hangs together with nothing"
    other = draw(game, "4014", sort="LXVI Corps")
    assert other.action == {"do": "hand-over", "zone": LXVI, "hexes": ["4014"]}


def test_nobody_sees_the_enemys_zones(game: Game[Any]) -> None:
    titles = {area.title for area in draw(game, "4119", "4120").areas}
    assert {"I SS Pz Corps", "LXVI Corps"} <= titles
    enemy = {called(game, key) for key in game.state[ZONES] if side_of_zone(game, key) == "allied"}
    assert enemy
    assert not titles & enemy


def test_zones_side_by_side_have_other_tones(game: Game[Any]) -> None:
    tones = toned(game, {key: hexes_of(game, key) for key in (SS, LXVI)})
    assert tones[SS] != tones[LXVI]
    board = game.board
    far = [board.hex("1515"), board.hex("1516"), board.hex("3030")]
    assert sorted(map(len, apart(game, far))) == [1, 2]


def test_who_has_the_whole_map_is_not_told_that_boundaries_could_be_drawn(
    game: Game[Any],
) -> None:
    table = library.tabletop(game)
    assert "hand-over" in {one.do for one in table.owed(game, "axis")}
    for key in [*game.state[ZONES]]:
        game.put(ZONES, key, Zone(tuple(range(game.board.n))))
    assert "hand-over" not in {one.do for one in table.owed(game, "axis")}
