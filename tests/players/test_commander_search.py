"""How the commander searches: groups, plans, halving, a crew; and the recruit, who overlooks."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from grognard import library
from grognard.engine.game import Game
from grognard.players.commander.budget import Allowance
from grognard.players.commander.crew import perform
from grognard.players.commander.deciding import alternatives
from grognard.players.commander.groups import groups_of, objectives_of
from grognard.players.commander.method import METHOD
from grognard.players.commander.pivots import pivots
from grognard.players.commander.planning import search_plan
from grognard.players.commander.plans import Drafts, Plan
from grognard.players.commander.recruit import Recruit
from grognard.players.commander.rehearsal import Outcome, Script
from grognard.players.commander.search import Search, Tried
from grognard.players.seat import Seat
from grognard.players.staff.player import Staff, command


@dataclass
class Scripted:
    """A stage on which it is known what comes of a script: by its name, take by take."""

    worth: Callable[[Any, int], float]
    made: list[tuple[Any, int]] = field(default_factory=list)

    def rehearse(self, script: Script, take: int, over: Callable[[], bool]) -> Outcome:
        """What is known."""
        self.made.append((script.doctrine, take))
        return Outcome(self.worth(script.doctrine, take), 0.0)


def searching(worth: Callable[[Any, int], float], names: str, rehearsals: int) -> Search[str]:
    stage: Any = Scripted(worth)
    found = Search[str](stage, METHOD, Allowance(rehearsals), 1, lambda made, leading: True)
    names_of: Any = names
    found.tried = [Tried(name, Script(name)) for name in names_of]
    return found


# ---- halving


def test_the_best_is_found_and_the_worst_are_soon_dropped() -> None:
    value = {"a": 0.2, "b": 0.1, "c": 0.9, "d": 0.3, "e": 0.0, "f": 0.1}
    search = searching(lambda name, take: value[name], "abcdef", 48)
    search.halve()
    assert search.chosen().what == "c"
    count = {one.what: len(one.takes) for one in search.tried}
    assert count["c"] == count["a"] > count["e"]
    assert search.made == sum(count.values()) <= 48


def test_what_one_would_do_anyhow_is_kept_unless_another_is_better_beyond_doubt() -> None:
    search = searching(lambda name, take: 0.5 + (name == "b") * 0.02, "ab", 20)
    search.halve()
    assert search.chosen().what == "a", "so little is not worth it"
    lucky = searching(lambda name, take: float(name == "b" and take == 0), "ab", 40)
    lucky.halve()
    assert lucky.chosen().what == "a", "one lucky take of twenty"


def test_takes_are_compared_one_by_one() -> None:
    """A take that goes well for everybody says nothing for anybody."""
    search = searching(lambda name, take: take % 2 * 0.6 + (name == "b") * 0.3, "ab", 8)
    search.halve()
    mean, _ = search.gain(search.tried[1])
    assert mean == pytest.approx(0.3)
    assert search.chosen().what == "b"
    takes = [take for _, take in search.stage.made]  # type: ignore[attr-defined]
    assert sorted(takes[::2]) == sorted(takes[1::2]), "the same for both"


def test_where_nothing_hangs_on_it_no_more_is_rehearsed() -> None:
    search = searching(lambda name, take: 0.5, "abc", 60)
    search.halve()
    assert search.made < 60


def test_a_rehearsal_that_breaks_down_tells_nothing() -> None:
    def worth(name: Any, take: int) -> float:
        if name == "b" and take == 0:
            raise RuntimeError("a program with a fault")
        return 0.1 + (name == "b") * 0.8

    search = searching(worth, "ab", 8)
    search.halve()
    assert 0 not in search.tried[1].takes
    assert search.chosen().what == "b"


# ---- groups, objectives, plans


@pytest.fixture(scope="module")
def drafts() -> Drafts:
    game: Game[Any] = Game(*library.find_scenario("wb95/klin"), 7)
    staff = command("wb95")
    situation = staff.view(Seat(game, "german")).situation
    groups, objectives = groups_of(situation, METHOD), objectives_of(situation, METHOD)
    return Drafts(staff.doctrine, situation, groups, objectives, METHOD)


def test_a_few_groups_hold_everybody_once(drafts: Drafts) -> None:
    assert 4 <= len(drafts.groups) <= 6
    members = [name for group in drafts.groups for name in group.units]
    fighting = {p.id for p in drafts.situation.pieces.values() if p.fights or p.bars}
    assert len(members) == len(set(members))
    assert set(members) == fighting


def test_a_few_objectives_hold_all_that_counts(drafts: Drafts) -> None:
    ground = [o for o in drafts.objectives if not o.enemies]
    assert 1 < len(ground) <= METHOD.clusters
    counted = {h for o in ground for h in o.hexes}
    assert counted == {goal.hex for goal in drafts.situation.goals if goal.value}
    assert sum(o.worth for o in ground) == sum(g.value for g in drafts.situation.goals)
    enemies = [o for o in drafts.objectives if o.enemies]
    assert all(h in drafts.situation.foes for o in enemies for h in o.hexes)


def test_the_first_plan_is_the_staffs_and_no_two_are_alike(drafts: Drafts) -> None:
    seeds = drafts.seeds(None)
    assert seeds[0] == Plan("staff", drafts.base)
    assert all(a.doctrine != b.doctrine for n, a in enumerate(seeds) for b in seeds[:n])
    assert {"effort", "hold", "push"} <= {plan.kind for plan in seeds}
    last = seeds[3]
    assert drafts.seeds(last)[1].doctrine == last.doctrine, "the last plan is thought of first"


def test_a_variation_tells_one_group_something_else(drafts: Drafts) -> None:
    rng, parent = random.Random(1), drafts.of("mixed", (None,) * len(drafts.groups))
    for _ in range(20):
        plan = drafts.varied([parent], {}, rng)
        assert sum(order is not None for order in plan.orders) == 1
    known = {(n, (0, "assault")): 0.9 for n in range(len(drafts.groups))}
    sure = replace(drafts, method=replace(METHOD, bold=0.0))
    plan = sure.varied([parent], known, rng)
    assert [order for order in plan.orders if order] == [(0, "assault")], "what did best so far"


def test_variations_are_searched_where_there_are_rehearsals_enough(drafts: Drafts) -> None:
    """A plan that no seed has: victory is certain only if one group stands in reserve."""

    def worth(doctrine: Any, take: int) -> float:
        return float(any(each.posture == "reserve" for each in doctrine.directives))

    many = replace(METHOD, bold=1.0)
    search = searching(worth, "", 400)
    search.method = many
    chosen = search_plan(search, replace(drafts, method=many), None, "seed")  # type: ignore[arg-type]
    assert chosen.what.kind == "mixed"  # type: ignore[union-attr]
    assert any(each.posture == "reserve" for each in chosen.script.doctrine.directives)  # type: ignore[union-attr]


# ---- the crew


def test_a_crew_does_what_one_does_alone() -> None:
    def do(number: int) -> list[float]:
        return [number * 1.5]

    alone = perform(9, do, 1, lambda made: True)
    assert perform(9, do, 3, lambda made: True) == alone == {n: [n * 1.5] for n in range(9)}


def test_what_a_hand_leaves_undone_is_done_all_the_same() -> None:
    me = os.getpid()

    def do(number: int) -> list[float]:
        if os.getpid() != me and number == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return [float(number)]

    assert perform(5, do, 2, lambda made: True) == {n: [float(n)] for n in range(5)}


@pytest.mark.parametrize("cores", [1, 2])
def test_a_crew_stops_when_it_is_told(cores: int) -> None:
    found = perform(400, lambda number: [0.0], cores, lambda made: made < 3)
    assert 3 <= len(found) < 400 if cores == 1 else len(found) <= 400


# ---- the recruit


def attacks(player: Staff, seed: int = 7) -> list[tuple[str, ...]]:
    """What a player attacks in the first turn of Klin."""
    game: Game[Any] = Game(*library.find_scenario("wb95/klin"), seed)
    other, found = Staff(), []
    while game.turn == 1 and "soviet" not in game.phase:
        side = str(game.to_act)
        action = (player if side == "german" else other).choose(Seat(game, side))
        if action["do"] == "attack":
            found.append(tuple(action["targets"]))
        game.play(side, action)
    return found


def test_a_recruit_overlooks_some_attacks_and_the_same_ones_again() -> None:
    usual = attacks(Staff())
    found = [attacks(Recruit(seed)) for seed in range(4)]
    assert attacks(Recruit(0)) == found[0]
    assert any(not set(usual) <= set(made) for made in found)
    assert attacks(Recruit(0, overlooked=0)) == usual


def test_a_recruit_overlooks_a_third() -> None:
    whole = [replace(command("wb95").doctrine, overlooked=33, whim=n) for n in range(20)]
    count = sum(each.overlooks(h) for each in whole for h in range(100))
    assert 600 < count < 720
    assert not any(command("wb95").doctrine.overlooks(h) for h in range(100))


# ---- deciding again


def test_instead_of_an_attack_there_is_another_and_none_at_all() -> None:
    game: Game[Any] = Game(*library.find_scenario("wb95/klin"), 7)
    staffs = {side: Staff() for side in game.scenario.sides}
    while True:
        side = str(game.to_act)
        seat = Seat(game, side)
        known = staffs[side].choose(seat)
        if known["do"] == "attack":
            break
        assert known["do"] in ("assign", "end") or not _others(seat, known), "moves are the plan's"
        game.play(side, known)
    found = _others(seat, known)
    assert found
    assert known not in found
    assert all(seat.may(action) for action in found)
    assert {action["do"] for action in found} <= {"attack", "end"}
    assert any(action.get("targets", known["targets"]) != known["targets"] for action in found)


def _others(seat: Seat, known: dict[str, Any]) -> list[dict[str, Any]]:
    staff = command(seat.system)
    return alternatives(seat, staff.view(seat), known, pivots("wb95"), staff.doctrine, 4)
