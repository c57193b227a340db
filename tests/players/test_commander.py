"""The commander: the same view, the same answer; his time; who goes on for him; what he says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from grognard import library
from grognard.engine.game import Game
from grognard.engine.imagining import imagine
from grognard.engine.record import canonical
from grognard.lab import fuzz
from grognard.library import tabletop
from grognard.players.commander import budget, search
from grognard.players.commander.method import METHOD
from grognard.players.commander.player import Commander
from grognard.players.commander.rehearsal import Stage
from grognard.players.seat import Seat
from grognard.players.staff.player import Staff
from grognard.players.thinking import Progress, let_hear
from grognard.table import intent

SYSTEMS = ("wb95", "ocs", "nextwar", "goss")
BRIEF = replace(METHOD, reach=4, short=0, least=2, options=2, seeds=3, worlds=2)
"""Rehearsals of a few segments, and few of them: a test has no time for more."""


def commander(rehearsals: int = 8, cores: int = 1, **more: Any) -> Commander:
    return Commander(3, rehearsals=rehearsals, cores=cores, method=BRIEF, **more)


def positions(name: str, seeds: int, ahead: int = 3) -> Iterator[tuple[Game[Any], random.Random]]:
    """Small positions of a system, some actions after they began."""
    proof = library.BOOKS[name].proven()
    assert proof is not None
    for seed in range(seeds):
        game, rng = proof.position(seed), random.Random(seed)
        for _ in range(ahead):
            game.play(*fuzz.chosen(game, rng, 4))
        yield game, rng


def account(player: Commander, seat: Seat) -> str:
    """All that hangs on the thought: the answer, what was rehearsed, the plan."""
    action = player.choose(seat)
    return canonical([action, player.budget.made, repr(player.plan)])


# ---- the same view, the same answer


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_twin_is_answered_alike(name: str) -> None:
    proof, compared = library.BOOKS[name].proven(), 0
    assert proof is not None
    for game, rng in positions(name, 4):
        side = str(game.to_act)
        twin = proof.veil.twin(game, side, rng)
        if twin is not None and not compared:
            answers = {account(commander(), Seat(each, side)) for each in (game, twin)}
            assert len(answers) == 1
            compared += 1
    assert compared


@pytest.mark.parametrize("name", SYSTEMS)
def test_in_the_midst_of_a_procedure_nothing_hangs_on_what_is_hidden(name: str) -> None:
    compared = 0
    for game, rng in positions(name, 6):
        for _ in range(60):
            if not game.at_checkpoint or game.over:
                break
            game.play(*fuzz.chosen(game, rng, 4))
        if game.at_checkpoint or game.over or compared:
            continue
        side = str(game.to_act)
        worlds = [imagine(game, side, seed) for seed in (1, 2)]
        if all(world.decision(side) is not None for world in worlds):
            assert len({account(commander(), Seat(world, side)) for world in worlds}) == 1
            compared += 1
    assert compared


def test_two_cores_find_what_one_does() -> None:
    """What was rehearsed, and which plan is chosen, does not hang on who rehearsed it."""
    for game, _ in positions("wb95", 1):
        seat = Seat(game, str(game.to_act))
        answers = [account(commander(24, cores), seat) for cores in (1, 2)]
        assert answers[0] == answers[1]


def test_another_seed_rehearses_in_other_worlds_and_with_other_dice() -> None:
    found = []
    for game, _ in positions("ocs", 1):
        seat = Seat(game, str(game.to_act))
        for seed in (1, 2):
            player = Commander(seed, rehearsals=8, cores=1)
            player.belief.look(seat)
            worlds = player._worlds(seat, budget.Allowance(8))
            found.append([world.dice.seed for world in worlds])
    assert set(found[0]).isdisjoint(found[1])


# ---- playing


@pytest.mark.parametrize("name", SYSTEMS)
def test_he_plays_every_system_and_another_goes_on_for_him(name: str) -> None:
    """Each answer by a new one, as if the last had been killed; every action is legal."""
    for game, _ in positions(name, 1, ahead=1):
        staff = Staff()
        for n in range(12):
            side = str(game.to_act)
            player: Any = commander(4) if n % 3 == 0 else staff
            game.play(side, player.choose(Seat(game, side)))


def test_one_plan_serves_for_the_whole_of_his_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, str]] = []

    def plan(self: Commander, seat: Seat) -> None:
        self.stretch = seat.stretch
        made.append((seat.segment[0], seat.phase))

    monkeypatch.setattr(Commander, "_make_plan", plan)
    monkeypatch.setattr(Commander, "_thought_over", lambda self, seat, known: known)
    game: Game[Any] = Game(*library.find_scenario("wb95/klin"), 7)
    players = {side: commander() for side in game.scenario.sides}
    while game.turn <= 2:
        side = str(game.to_act)
        game.play(side, players[side].choose(Seat(game, side)))
    assert [turn for turn, _ in made] == [1, 1, 2, 2]
    assert [phase.rsplit(" ", 1)[-1] for _, phase in made] == ["german", "soviet"] * 2


# ---- time


class Clock:
    """A clock that goes on by a hundredth whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        """What it shows."""
        self.now += 0.01
        return self.now


def test_the_budget_of_a_turn_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(budget, "time", clock)
    monkeypatch.setattr(search, "time", clock)
    game: Game[Any] = Game(*library.find_scenario("wb95/klin"), 7)
    player = Commander(3, seconds=6.0, cores=1, method=replace(BRIEF, least=1))
    others = {side: Staff() for side in game.scenario.sides}
    spent, made = 0.0, 0
    while game.turn == 1:
        side = str(game.to_act)
        if side == "soviet":
            game.play(side, others[side].choose(Seat(game, side)))
            continue
        before = clock.now
        action = player.choose(Seat(game, side))
        spent, made = spent + clock.now - before, player.budget.made
        game.play(side, action)
    assert made > 2
    assert 3.0 < spent <= 6.0 * 1.2


def test_told_to_move_he_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    rehearse = Stage.rehearse

    def counted(self: Stage, script: Any, take: int, over: Any) -> Any:
        made.append(take)
        return rehearse(self, script, take, over)

    monkeypatch.setattr(Stage, "rehearse", counted)
    heard: list[Progress] = []

    def listener(progress: Progress) -> bool:
        heard.append(progress)
        return len(heard) < 4

    for game, _ in positions("wb95", 1):
        player, seat = commander(40), Seat(game, str(game.to_act))
        assert let_hear(player, listener)
        assert seat.may(player.choose(seat))
        assert len(made) == 3
        assert [one.rehearsals for one in heard] == [0, 1, 2, 3]
        assert heard[-1].leading is not None or heard[-1].percent >= 0
        made.clear()
        let_hear(player, None)
        player.stretch = None
        player.choose(seat)
        assert len(made) > 3, "the next time he thinks again as long as he may"


def test_a_budget_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="needs some"):
        Commander(seconds=0.0)
    with pytest.raises(ValueError, match="counted from 0"):
        Commander(rehearsals=-1)


# ---- saying why


def orders(game: Game[Any], rehearsals: int = 40, horizon: int = -1) -> tuple[intent.Page, str]:
    """The orders of the day of whoever is to act, and whose they are."""
    side = str(game.to_act)
    player = commander(rehearsals, horizon=horizon)
    player.choose(Seat(game, side))
    page = player.explained()
    assert page is not None
    return page, side


@pytest.mark.parametrize(("horizon", "kind"), [(-1, "plan-rated"), (0, "plan-rehearsed")])
def test_orders_of_the_day_tell_what_was_rehearsed(horizon: int, kind: str) -> None:
    game: Game[Any] = Game(*library.find_scenario("wb95/klin"), 7)
    page, _ = orders(game, 8, horizon)
    assert page.plan is not None
    (share,) = (point for point in page.plan.efforts if point.kind == kind)
    facts = {name: int(figure) for name, figure in share.facts.items()}
    if horizon:
        assert 0 <= facts["other"] <= 100
        assert 0 < facts["chance"] < 100
    else:
        assert 0 <= facts["won"] <= facts["of"]
        assert facts["other"] <= facts["times"]
    assert intent.read(intent.written(page)) == page
    table = tabletop(game)
    for section in intent.SECTIONS:
        for point in getattr(page.plan, section):
            assert intent.tell(game, table, point).text, point


def test_the_enemy_reads_nothing_of_what_he_cannot_see() -> None:
    for game, _ in positions("ocs", 1):
        page, _ = orders(game)
        blind = intent.screened(page, intent.Sight((), ()), open_ground=False)
        assert blind.plan is not None
        assert not any(getattr(blind.plan, section) for section in intent.SECTIONS)
        seeing = intent.screened(page, intent.Sight((), ()), open_ground=True)
        assert intent.named_in(seeing) <= {intent.OUT_OF_SIGHT}
