"""The fog of war: nothing of what lies under a top counter reaches the enemy. [13.2]"""

from __future__ import annotations

import json
from typing import Any

import pytest

from grognard.engine.entries import PUBLIC
from grognard.engine.refusal import Refused
from grognard.systems.nextwar.pieces.sight import seen
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.table.tabletop import TABLETOP
from grognard.table.writing import plain as plain_of
from tests.systems.nextwar.field import at, field, plain, rig, unit
from tests.systems.nextwar.sea import at_sea, coast, ship

FOG = {"fog-of-war": "on"}


def stacked(swapped: bool = False, fog: bool = True, given: Any = None, **more: Any) -> Nw:
    """Two northern stacks, each of a unit on top and one under it; `swapped` is the twin."""
    under = ("0707", "0505") if swapped else ("0505", "0707")
    return field(
        unit("n2", under[0], "6-2-4", sp=1, er=7), unit("n3", under[1], "3-3-4", sp=1),
        unit("n1", "0505", sp=2), unit("n4", "0707", sp=2), unit("r1", "0504"),
        options=given or (FOG if fog else {}), board=plain(), **more,
    )  # fmt: skip


def told(game: Nw, player: str) -> str:
    """All that a player is told, byte by byte."""
    events = [event.to_json() for event in game.events_for(player)]
    view = game.view(player)
    legal = list(game.legal(player)) if any(d.player == player for d in game.decisions) else []
    return json.dumps([view, events, legal], sort_keys=True, default=str)


@pytest.mark.reading("nextwar", "nw-13-10", "nw-08-10")
@pytest.mark.rule("nextwar", "13.2", "8.1.2")
def test_only_the_top_of_a_stack_is_seen() -> None:
    game = stacked()
    view = game.view("allied")
    assert set(view["units"]) == {"n1", "n4", "r1"}
    assert view["covered"] == ["0505", "0707"]
    assert set(game.view("dprk")["units"]) == {"n1", "n2", "n3", "n4", "r1"}
    assert game.view("dprk")["covered"] == []
    assert set(game.view(None)["units"]) == {"n1", "n2", "n3", "n4", "r1"}
    assert set(game.view(PUBLIC)["units"]) == {"n1", "n4", "r1"}
    assert not game.system.sees(game, "allied", "n2")
    open_ = stacked(fog=False)
    assert set(open_.view("allied")["units"]) == {"n1", "n2", "n3", "n4", "r1"}
    assert open_.view("allied")["covered"] == []
    assert open_.system.open(open_.scenario)
    assert not game.system.open(game.scenario)


@pytest.mark.rule("nextwar", "13.0", "13.2")
def test_the_option_is_one_of_the_standard_game() -> None:
    """What 13 adds is for the Standard Game: chosen with the Advanced Game it hides nothing."""
    both = {game: {**FOG, "game": game} for game in ("standard", "advanced")}
    seen_by = {
        game: set(stacked(fog=False, given=options).view("allied")["units"])
        for game, options in both.items()
    }
    assert seen_by == {
        "standard": {"n1", "n4", "r1"}, "advanced": {"n1", "n2", "n3", "n4", "r1"},
    }  # fmt: skip
    assert set(stacked(fog=False).view("allied")["units"]) == seen_by["advanced"]  # not by default


@pytest.mark.rule("nextwar", "13.2")
def test_twins_are_told_apart_by_nothing() -> None:
    one, two = stacked(), stacked(swapped=True)
    assert told(one, "allied") == told(two, "allied")
    assert told(one, "dprk") != told(two, "dprk")
    for game, second in ((one, "n2"), (two, "n3")):
        game.play("dprk", {"do": "move", "units": ["n1", second], "path": ["0605"]})
    for game in (one, two):
        (event,) = (e for e in game.events_for("allied") if e.kind == "move")
        assert event.facts["units"] in (["n1"], ["n2"], ["n3"])
    assert {len(e.facts["units"]) for e in one.events_for("dprk") if e.kind == "move"} == {2}


@pytest.mark.rule("nextwar", "13.2")
def test_a_stack_may_move_under_its_top() -> None:
    one, two = stacked(), stacked(swapped=True)
    one.play("dprk", {"do": "move", "units": ["n2", "n1"], "path": ["0605"]})
    two.play("dprk", {"do": "move", "units": ["n3", "n1"], "path": ["0605"]})
    assert told(one, "allied") == told(two, "allied")
    for game in (one, two):
        game.play("dprk", {"do": "end"})
    assert told(one, "allied") == told(two, "allied")


@pytest.mark.rule("nextwar", "13.2")
def test_odds_are_not_told_against_what_is_covered() -> None:
    game = stacked(segment="init-combat", begin={"first": "allied"})
    attack = {"do": "attack", "units": ["r1"], "hex": "0505"}
    assert [one.rule for one in game.system.unknowns(game, "allied", attack)] == ["13.2"]
    assert [one.rule for one in game.odds(attack, "allied").unknown] == ["13.2"]
    clear = stacked(fog=False, segment="init-combat", begin={"first": "allied"})
    assert clear.odds(attack, "allied").unknown == ()


@pytest.mark.rule("nextwar", "13.2")
def test_whoever_fights_is_seen() -> None:
    game = stacked(segment="init-combat", begin={"first": "allied"})
    game.play("allied", {"do": "attack", "units": ["r1"], "hex": "0505"})
    while game.to_act == "dprk":
        game.play("dprk", next(iter(game.legal("dprk"))))
    (event,) = (e for e in game.events_for("allied") if e.kind == "combat")
    assert set(event.facts["defenders"]) == {"n1", "n2"}


@pytest.mark.rule("nextwar", "13.2")
def test_who_is_aboard_is_not_seen() -> None:
    aboard = {"place": "aboard", "hex": -1, "where": "u9"}
    game = at_sea(
        unit("u1", "0909", flags="marine", type="marines", at=aboard), unit("n1", "0901"),
        ships=[ship("u9", "0303", "AMPH")], board=coast(), options=FOG,
    )  # fmt: skip
    assert not seen(game, "dprk", "u1")
    assert seen(game, "allied", "u1")
    assert "u1" not in game.view("dprk")["units"]


@pytest.mark.rule("nextwar", "13.2", "8.1.2")
def test_the_table_shows_no_more_than_the_view() -> None:
    def shown(game: Nw, player: str) -> str:
        found = [
            plain_of(part(game, player))
            for part in (
                TABLETOP.counters, TABLETOP.stacks, TABLETOP.off_map, TABLETOP.forces,
                TABLETOP.arrivals, TABLETOP.marks,
            )
        ]  # fmt: skip
        found += [TABLETOP.notes(game, player, h) for h in range(game.board.n)]
        found += [plain_of(TABLETOP.details(game, player, n)) for n in sorted(game.scenario.units)]
        found += [plain_of(TABLETOP.overlay(game, player, card.id, ()))
                  for card in TABLETOP.overlays(game, player)]  # fmt: skip
        return json.dumps([*found, game.system.picture(game, player)], sort_keys=True, default=str)

    for segment in ("init-move", "init-combat"):
        begin = {"first": "allied"}
        one = stacked(segment=segment, begin=begin)
        two = stacked(swapped=True, segment=segment, begin=begin)
        assert shown(one, "allied") == shown(two, "allied")
        assert shown(one, "dprk") != shown(two, "dprk")
    stack = next(s for s in TABLETOP.stacks(one, "allied") if s.hex == "0505")
    assert (stack.counters, stack.closed, stack.count, stack.strength) == (("n1",), True, "1+", "")
    mine = next(s for s in TABLETOP.stacks(one, "dprk") if s.hex == "0505")
    assert (len(mine.counters), mine.closed, mine.count) == (2, False, "2")


@pytest.mark.rule("nextwar", "13.2")
@pytest.mark.parametrize(("fog", "taken_back"), [(True, False), (False, True)])
def test_whoever_sees_what_an_advance_uncovers_does_not_retreat_anew(
    fog: bool, taken_back: bool
) -> None:
    game = field(
        unit("n2", "0504", sp=1), unit("n1", "0504", "9-4-4"), unit("r1", "0505", "3-4-4"),
        options=FOG if fog else {}, segment="init-combat",
    )  # fmt: skip
    rig(game, 3)
    game.play("dprk", {"do": "attack", "units": ["n1"], "hex": "0505"})
    game.play("allied", next(iter(game.legal("allied"))))
    assert at(game, "n1").hex == game.board.hex("0505")
    if taken_back:
        game.undo("allied")
    else:
        with pytest.raises(Refused, match="revealed"):
            game.undo("allied")
