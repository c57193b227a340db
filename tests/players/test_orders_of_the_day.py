"""What the staff says it is about: taken from what it has worked out, and nothing hangs on it."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.library import tabletop
from grognard.players.explaining import page_of
from grognard.players.random_player import RandomPlayer
from grognard.players.registry import player
from grognard.players.rehearsed import Rehearsed
from grognard.players.seat import Seat
from grognard.table import intent
from grognard.table.intent import Page, Plan, Point

Told = list[tuple[str, str, Action, Page | None]]


def told(game: Game[Any], turns: int, asking: bool = True) -> Told:
    """The first turns of a game of two staffs: who did what in which phase, and what he said."""
    staff = {side: player("staff", 0, game.system.name) for side in game.scenario.sides}
    found: Told = []
    while (side := game.to_act) is not None and game.turn <= turns:
        phase, action = game.phase, staff[side].choose(Seat(game, side))
        found.append((side, phase, action, page_of(staff[side]) if asking else None))
        game.play(side, action)
    return found


@pytest.fixture(scope="module")
def klin() -> Told:
    return told(grognard.new("wb95/klin", seed=7), 1)


def plan_of(found: Told, side: str) -> Plan:
    plans = [page.plan for by, _, _, page in found if by == side and page and page.plan]
    return plans[0]


def test_the_main_effort_is_where_the_attacks_go(klin: Told) -> None:
    main, *others = plan_of(klin, "german").efforts
    assert main.kind == "plan-main"
    planned = {
        *main.hexes,
        *(h for point in others if point.kind == "plan-attack" for h in point.hexes),
    }
    attacks = [action for by, _, action, _ in klin if by == "german" and action["do"] == "attack"]
    made = next(action for action in attacks if action["targets"] == list(main.hexes))
    assert {h for action in attacks for h in action["targets"]} <= planned
    assert set(made["units"]) == set(main.pieces)


def test_the_objectives_are_those_of_the_terms_of_victory(klin: Told) -> None:
    game = grognard.new("wb95/klin", seed=7)
    victory = game.scenario.victory
    counted = {game.board.label(h) for each in victory.objectives for h in each.hexes}
    german, soviet = plan_of(klin, "german"), plan_of(klin, "soviet")
    taking = {h for point in german.aims if point.kind == "plan-take" for h in point.hexes}
    keeping = {h for point in soviet.aims for h in point.hexes}
    assert taking
    assert taking <= counted
    assert {point.kind for point in soviet.aims} == {"plan-keep"}
    assert keeping <= counted


def test_every_attack_move_and_retreat_has_its_reason(klin: Told) -> None:
    for _, phase, action, page in klin:
        if action["do"] in ("move", "attack", "retreat"):
            assert page is not None, (phase, action)
            assert page.reason is not None, (phase, action)
    forced = [p.reason for *_, a, p in klin if a["do"] == "attack" and p and p.reason]
    assert all(float(str(point.facts["promise"])) > 0 for point in forced)


def test_what_is_feared_is_where_the_enemy_is_stronger(klin: Told) -> None:
    threats = [p for p in plan_of(klin, "soviet").fears if p.kind == "plan-threat"]
    assert threats
    assert all(int(p.facts["threat"]) > int(p.facts["held"]) for p in threats)


@pytest.mark.parametrize("name", ["wb95/klin", "ocs/catania-plain", "nextwar/chorwon"])
def test_the_same_game_is_played_whether_anybody_asks_or_not(name: str) -> None:
    asked = told(grognard.new(name, seed=3), 1)
    unasked = told(grognard.new(name, seed=3), 1, asking=False)
    assert [row[:3] for row in asked] == [row[:3] for row in unasked]
    again = told(grognard.new(name, seed=3), 1)
    assert [row[3] for row in asked] == [row[3] for row in again]


@pytest.mark.parametrize("name", ["wb95/klin", "ocs/catania-plain", "nextwar/chorwon"])
def test_orders_are_told_in_words_without_ids(name: str) -> None:
    game = grognard.new(name, seed=3)
    table = tabletop(game)
    ids = {piece for piece in table.names(game) if "-" in piece}
    sections = set()
    for _, _, _, page in told(game, 1):
        if page is None:
            continue
        assert intent.read(intent.written(page)) == page
        points = [page.reason] if page.reason else []
        for section in intent.SECTIONS if page.plan else ():
            sections.update([section] if getattr(page.plan, section) else [])
            points += getattr(page.plan, section)
        for point in points:
            text = intent.tell(game, table, point).text
            assert text, point
            assert not ids.intersection(text.replace(",", " ").replace(":", " ").split()), text
    assert {"aims", "efforts", "fears"} <= sections


def test_who_says_nothing_has_no_orders_of_the_day() -> None:
    game = grognard.new("wb95/klin", seed=7)
    chance = RandomPlayer(1)
    chance.choose(Seat(game, str(game.to_act)))
    assert page_of(chance) is None


def test_what_was_rehearsed_was_not_thought_of() -> None:
    class Spoken:
        def choose(self, seat: Seat) -> Action:
            raise AssertionError

        def explained(self) -> Page | None:
            return Page(reason=Point("why-attack"))

    actor = Rehearsed(Spoken())
    assert page_of(actor) is None
    actor.thought = True
    assert page_of(actor) is not None


# ---- what others may know of it

PLAN = Plan(
    aims=(Point("plan-take", ("0101",), facts={"worth": 3}),),
    efforts=(Point("plan-main", ("0202",), ("a", "b", "c"), facts={"strength": 9}),),
    fears=(
        Point("plan-threat", pieces=("a",), stands=("0303",), facts={"threat": 9, "held": 1}),
        Point("plan-threat", pieces=("b",), stands=("0404",), facts={"threat": 9, "held": 1}),
    ),
    kept=(Point("plan-reserve", pieces=("b", "c"), stands=("0404",)),),
)
SIGHT = intent.Sight({"a"}, {"0303", "0404"})


def test_nobody_out_of_sight_is_named_counted_or_placed() -> None:
    seen = intent.screened(
        Page(PLAN, Point("why-line", pieces=("b",), stands=("0404",))), SIGHT, True
    )
    assert seen.plan is not None
    assert seen.reason is None
    (main,) = seen.plan.efforts
    assert main.pieces == ("a", intent.OUT_OF_SIGHT)
    assert main.hexes == ("0202",)
    assert not main.facts
    assert [point.stands for point in seen.plan.fears] == [("0303",)]
    assert seen.plan.fears[0].facts == {"threat": 9, "held": 1}
    assert seen.plan.kept == ()
    assert seen.plan.aims == PLAN.aims


def test_one_out_of_sight_and_many_read_alike() -> None:
    few = Page(reason=Point("why-attack", ("0202",), ("b",), facts={"promise": "1.0"}))
    many = Page(reason=Point("why-attack", ("0202",), ("b", "c"), facts={"promise": "8.0"}))
    assert intent.screened(few, SIGHT, True) == intent.screened(many, SIGHT, True)


def test_the_public_is_told_of_no_stack_that_it_does_not_see() -> None:
    seen = intent.screened(Page(PLAN), SIGHT, False)
    assert seen.plan is not None
    assert seen.plan.aims == ()
    (main,) = seen.plan.efforts
    assert main.hexes == ()
    assert main.pieces == ("a", intent.OUT_OF_SIGHT)
    assert all("held" not in point.facts for point in seen.plan.fears)


def test_what_lies_somewhere_unseen_is_not_betrayed_by_its_guard_or_by_who_fetches_it() -> None:
    for point in (
        Point("plan-watch", pieces=("a",), stands=("0303",)),
        Point("why-watch", pieces=("a",), stands=("0303",)),
        Point("why-salvage", stands=("0303",)),
        Point("plan-open", stands=("0303",)),
    ):
        assert intent.screened(Page(reason=point), SIGHT, True).reason is None
    mixed = Page(reason=Point("plan-open", ("0101",), stands=("0303",)))
    told = intent.screened(mixed, SIGHT, True).reason
    assert told == Point("plan-open", ("0101",))


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"plans": {}},
        {"plan": {"aims": {}}},
        {"plan": {"dreams": []}},
        {"reason": {"kind": ""}},
        {"reason": {"kind": "why-attack", "pieces": "a"}},
        {"reason": {"kind": "why-attack", "facts": {"promise": [1]}}},
    ],
)
def test_what_is_no_page_is_refused(data: Any) -> None:
    with pytest.raises(intent.PageError):
        intent.read(data)
