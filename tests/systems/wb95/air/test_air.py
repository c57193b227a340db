"""Air units in general: the phase, the counters, secrecy, air combat. [8.1]"""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import pytest

from grognard.engine.refusal import Refused
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import AIR
from tests.systems.wb95.air.sky import (
    GERMAN,
    SOVIET,
    end,
    fly,
    in_force,
    mission,
    orders,
    pass_on,
    sky,
    used,
    wings,
)
from tests.systems.wb95.field import AIR_A, AIR_B, MOVE_A, rig, rules, told, unit

G1, G2, S2 = "german-air-1", "german-air-2", "soviet-air-2"


def both(german: tuple[int, ...] = (4,), soviet: tuple[int, ...] = (4,), **spec: Any) -> Wb:
    """One German unit in 0303, Soviets in 0505 and 0805, air units of both sides.

    The numbers of air units run on: one German counter is german-air-1, then soviet-air-2.
    """
    units = (unit("g1", "0303"), unit("s1", "0505"), unit("s2", "0805"))
    return sky(*units, air=[*wings(GERMAN, *german), *wings(SOVIET, *soviet)], **spec)


def by_side(game: Wb) -> dict[str, list[str]]:
    """The names of each side's air units."""
    return {
        side: [name for name, air in game.state[AIR].items() if air.side == side]
        for side in game.scenario.sides
    }


@pytest.mark.rule("wb95", "2.2.P1")
def test_the_first_phase_asks_both_players_and_then_resolves_what_is_due() -> None:
    """Missions, air combat, air attacks; then play goes on to the Movement of player A."""
    game = both()
    assert game.phase == "Air Phase of german"
    assert [d.player for d in game.decisions] == [GERMAN, SOVIET]
    rig(game, 6, 6)
    fly(game, german=[mission("attack", "0505", G1)])
    assert [fact["result"] for fact in told(game, "air attack")] == ["-1"]
    assert game.phase == "Movement of german"


@pytest.mark.rule("wb95", "2.2.P7")
@pytest.mark.rule("wb95", "8.1.4")
@pytest.mark.rule("wb95", "8.1.2")
def test_the_seventh_phase_is_an_air_phase_of_both_players_again() -> None:
    """Whoever kept air units back in phase 1 may fly them in phase 7, whichever side he is."""
    game = both()
    fly(game)
    assert rules(game, GERMAN, orders()) == ["2.2.P3"]
    pass_on(game, "Air Phase of soviet")
    assert game.clock.step + 1 == AIR_B
    assert [d.player for d in game.decisions] == [GERMAN, SOVIET]
    fly(game, german=[mission("defence", "0303", G1)], soviet=[mission("support", "0303", S2)])
    assert game.phase == "Movement of soviet"


@pytest.mark.rule("wb95", "8.1.1")
def test_counters_without_a_printed_strength_have_five_points_and_soviet_ones_four() -> None:
    """And a pool of points is divided freely: into any missions, point by point."""
    grants = [
        {"side": GERMAN, "counters": 2},
        {"side": SOVIET, "counters": 1},
        {"side": SOVIET, "sp": 3, "pool": True},
    ]
    game = sky(unit("g1", "0303"), unit("s1", "0707"), air=grants)
    strengths = {name: air.sp for name, air in game.state[AIR].items()}
    assert list(strengths.values()) == [5, 5, 4, 1, 1, 1]
    pool = [name for name, air in game.state[AIR].items() if air.pool]
    fly(game, soviet=[mission("support", "0303", *pool[:2]), mission("support", "0303", pool[2])])
    assert [m.sp for m in in_force(game)] == [2, 1]


@pytest.mark.rule("wb95", "8.1.2")
def test_a_mission_takes_an_air_unit_of_ones_own() -> None:
    game = both()
    assert rules(game, GERMAN, orders(mission("attack", "0505"))) == ["8.1.2"]
    assert rules(game, GERMAN, orders(mission("attack", "0505", S2)))[0] == "8.1.5"
    assert rules(game, GERMAN, orders(mission("attack", "0505", G1))) == []


def test_orders_that_are_no_orders_are_refused_with_what_would_be_right() -> None:
    game = both()
    assert rules(game, GERMAN, {"do": "assign"}) == ["form"]
    assert rules(game, GERMAN, orders({"mission": "attack", "air": [G1]})) == ["form"]
    assert rules(game, GERMAN, orders(mission("attack", "9999", G1))) == ["form"]
    wrong = orders({**mission("attack", "0505", G1), "attacks": {"0505": 1}})
    assert rules(game, GERMAN, wrong) == ["form"]


@pytest.mark.rule("wb95", "8.1.3")
def test_a_counter_flies_one_mission_only() -> None:
    game = both((4, 5))
    twice = orders(mission("attack", "0505", G1), mission("support", "0805", G1))
    assert rules(game, GERMAN, twice) == ["8.1.3"]
    assert rules(game, GERMAN, orders(mission("attack", "0505", G1, G1))) == ["8.1.3"]
    apart = orders(mission("attack", "0505", G1), mission("support", "0805", G2))
    assert rules(game, GERMAN, apart) == []


@pytest.mark.rule("wb95", "8.1.5")
def test_a_counter_used_in_phase_one_is_not_there_in_phase_seven_but_is_next_turn() -> None:
    game = both((4, 4), (4,))
    fly(game, german=[mission("support", "0505", G1)])
    assert used(game, G1)
    assert not used(game, G2)
    pass_on(game, "Air Phase of soviet")
    assert rules(game, GERMAN, orders(mission("defence", "0303", G1))) == ["8.1.5"]
    assert rules(game, GERMAN, orders(mission("defence", "0303", G2))) == []
    assert all(G1 not in json.dumps(action) for action in game.legal(GERMAN))
    fly(game)
    pass_on(game, "Air Phase of german")
    assert game.turn == 2
    assert rules(game, GERMAN, orders(mission("support", "0505", G1))) == []


def test_air_units_are_there_only_in_the_turns_they_are_granted_for() -> None:
    air = [{"side": GERMAN, "sp": 4, "from_turn": 2, "to_turn": 2}]
    game = sky(unit("g1", "0303"), unit("s1", "0707"), air=air)
    assert game.phase == "Movement of german"
    pass_on(game, "Air Phase")
    assert (game.turn, game.clock.step + 1) == (2, AIR_A)
    fly(game)
    pass_on(game, "Air Phase")
    assert (game.turn, game.clock.step + 1) == (2, AIR_B)
    fly(game)
    end(game, 6)
    assert (game.turn, game.phase) == (3, "Movement of soviet")


@pytest.mark.rule("wb95", "8.1.6")
def test_any_number_of_counters_may_fly_to_one_hex() -> None:
    game = both((4,) * 9)
    names = by_side(game)[GERMAN]
    many = [mission("support", "0505", name) for name in names[:5]]
    fly(game, german=[*many, mission("support", "0505", *names[5:])])
    assert [m.sp for m in in_force(game)] == [4, 4, 4, 4, 4, 16]


# --- Secrecy ----------------------------------------------------------------------------------


def told_to(game: Wb, player: str) -> str:
    """Everything a player can learn of a game now, in one text."""
    tries = [
        orders(mission("support", "0303", S2)),
        orders(mission("attack", "0303", S2, G1)),
        orders(mission("defence", "0505", S2)),
    ]
    return json.dumps(
        {
            "view": game.view(player),
            "legal": list(islice(game.legal(player), 200)),
            "decision": [d.to_json() for d in game.decisions if d.player == player],
            "events": [event.to_json() for event in game.events_for(player)],
            "why": [[str(r) for r in game.why(player, action)] for action in tries],
            "odds": [game.odds(a, player).to_json() for a in tries if not game.why(player, a)],
        },
        sort_keys=True,
    )


@pytest.mark.rule("wb95", "8.1.7")
def test_what_one_player_assigned_does_not_show_before_the_other_has_answered() -> None:
    """Views, lists, refusals, events and odds are the same, letter by letter."""
    choices = [
        [],
        [mission("attack", "0505", G1)],
        [mission("support", "0805", G1)],
        [mission("defence", "0303", G1)],
    ]
    seen = set()
    for chosen in choices:
        game = both()
        game.play(GERMAN, orders(*chosen))
        assert [d.player for d in game.decisions] == [SOVIET]
        seen.add(told_to(game, SOVIET))
    assert len(seen) == 1


@pytest.mark.rule("wb95", "8.1.7")
def test_either_order_of_answering_gives_the_same_state_and_the_same_story() -> None:
    german = orders(mission("attack", "0505", G1))
    soviet = orders(mission("attack", "0303", S2))
    one, other = both(seed=5), both(seed=5)
    one.play(GERMAN, german)
    one.play(SOVIET, soviet)
    other.play(SOVIET, soviet)
    other.play(GERMAN, german)
    assert one.state == other.state
    assert one.state.fingerprint() == other.state.fingerprint()
    assert [e.to_json() for e in one.events] == [e.to_json() for e in other.events]


def test_the_order_in_which_missions_are_written_does_not_matter() -> None:
    first, second = mission("support", "0805", G2), mission("support", "0505", G1)
    one, other = both((4, 4)), both((4, 4))
    fly(one, german=[first, second])
    fly(other, german=[second, first])
    assert one.state == other.state


@pytest.mark.rule("wb95", "8.1.7")
def test_all_missions_are_open_after_the_reveal_and_cannot_be_taken_back() -> None:
    game = both()
    game.play(GERMAN, orders(mission("support", "0505", G1)))
    game.undo(GERMAN)
    game.play(GERMAN, orders(mission("support", "0805", G1)))
    game.play(SOVIET, orders())
    events = [e.facts for e in game.events_for(SOVIET) if e.kind == "air missions"]
    assert [(fact["side"], len(fact["missions"])) for fact in events] == [(GERMAN, 1), (SOVIET, 0)]
    assert events[0]["missions"][0]["hexes"] == ["0805"]
    with pytest.raises(Refused, match="revealed"):
        game.undo(SOVIET)


@pytest.mark.rule("wb95", "8.1.7")
def test_nobody_is_told_the_odds_of_secret_orders() -> None:
    """What comes of them depends on the other side's, answered already or not."""
    game = both()
    action = orders(mission("attack", "0303", S2))
    before = game.odds(action, SOVIET).to_json()
    game.play(GERMAN, orders(mission("defence", "0303", G1)))
    assert game.odds(action, SOVIET).to_json() == before
    assert [r.rule for r in game.odds(action, SOVIET).unknown] == ["8.1.7"]


def test_a_side_without_air_units_is_not_asked_and_without_any_the_phase_is_skipped() -> None:
    alone = both((4,), ())
    assert [d.player for d in alone.decisions] == [GERMAN]
    fly(alone)
    assert both((), ()).clock.step + 1 == MOVE_A
    empty_sky = sky(unit("g1", "0303"), air=wings(SOVIET, 4) + wings(GERMAN, 4))
    assert [d.player for d in empty_sky.decisions] == [GERMAN, SOVIET]
    nothing_to_hit = sky(unit("g1", "0303"), air=wings(GERMAN, 1), phase=AIR_A)
    assert [d.player for d in nothing_to_hit.decisions] == [GERMAN]
    no_use = sky(unit("s1", "0303"), air=wings(SOVIET, 4))
    assert no_use.clock.step + 1 == MOVE_A


def test_no_missions_can_be_left_as_a_standing_answer() -> None:
    game = both()
    game.instruct(SOVIET, {"air": "no missions"})
    game.play(GERMAN, orders())
    assert game.phase == "Movement of german"


# --- Air combat -------------------------------------------------------------------------------


@pytest.mark.rule("wb95", "8.1.8")
@pytest.mark.rule("wb95", "8.0")
@pytest.mark.parametrize(("hexes", "meet"), [("0303", True), ("0304", True), ("0305", False)])
def test_opposing_missions_meet_on_the_same_or_an_adjacent_hex(hexes: str, meet: bool) -> None:
    """Only so do fighters come into the game at all."""
    units = (unit("g1", "0303"), unit("s1", hexes if hexes != "0303" else "0808"))
    game = sky(*units, air=wings(GERMAN, 4) + wings(SOVIET, 4))
    german = mission("defence" if hexes == "0303" else "attack", hexes, G1)
    rig(game, 6, 1, 3, 4)
    fly(game, german=[german], soviet=[mission("attack", "0303", S2)])
    assert bool(told(game, "air combat")) == meet


@pytest.mark.rule("wb95", "8.1.8")
@pytest.mark.parametrize(("dice", "winner"), [((3, 1), GERMAN), ((1, 3), SOVIET), ((2, 2), GERMAN)])
def test_each_side_adds_one_die_and_the_lower_total_withdraws(
    dice: tuple[int, int], winner: str
) -> None:
    """Five points against four."""
    game = both((5,), (4,))
    rig(game, *dice, 3, 4)
    fly(game, german=[mission("defence", "0303", G1)], soviet=[mission("attack", "0303", S2)])
    fight = told(game, "air combat")[0]
    assert fight["winner"] == winner
    totals = {side: tally["total"] for side, tally in fight["totals"].items()}
    assert totals == {GERMAN: 5 + dice[0], SOVIET: 4 + dice[1]}
    assert [m.side for m in in_force(game)] == ([GERMAN] if winner == GERMAN else [])
    assert bool(told(game, "air attack")) == (winner == SOVIET)


@pytest.mark.rule("wb95", "8.1.8")
def test_ties_are_rolled_again_until_somebody_wins() -> None:
    game = both((4,), (4,))
    rig(game, 2, 2, 5, 5, 1, 6, 3, 4)
    fly(game, german=[mission("defence", "0303", G1)], soviet=[mission("attack", "0303", S2)])
    assert [fight["winner"] for fight in told(game, "air combat")] == ["", "", SOVIET]


@pytest.mark.rule("wb95", "8.1.8")
def test_each_side_counts_all_its_points_in_a_chain_of_missions_that_meet() -> None:
    """Two German missions each touch the Soviet one: nine points against four; a third is far."""
    game = both((4, 5, 3), (4,))
    g1, g2, g3 = by_side(game)[GERMAN]
    (s1,) = by_side(game)[SOVIET]
    rig(game, 1, 5)
    fly(
        game,
        german=[
            mission("defence", "0303", g1),
            mission("defence", "0303", g2),
            mission("support", "0805", g3),
        ],
        soviet=[mission("support", "0303", s1)],
    )
    (fight,) = told(game, "air combat")
    assert {side: tally["total"] for side, tally in fight["totals"].items()} == {
        GERMAN: 9 + 1,
        SOVIET: 4 + 5,
    }
    assert [m.sp for m in in_force(game)] == [4, 5, 3]


@pytest.mark.rule("wb95", "8.1.8")
def test_missions_far_apart_fight_air_combats_of_their_own() -> None:
    units = (unit("g1", "0202"), unit("g2", "0808"), unit("s1", "0505"))
    game = sky(*units, air=wings(GERMAN, 4, 4) + wings(SOVIET, 4, 4))
    (g1, g2), (s1, s2) = by_side(game)[GERMAN], by_side(game)[SOVIET]
    rig(game, 6, 1, 1, 6)
    fly(
        game,
        german=[mission("defence", "0202", g1), mission("defence", "0808", g2)],
        soviet=[mission("support", "0202", s1), mission("support", "0808", s2)],
    )
    assert [fight["winner"] for fight in told(game, "air combat")] == [GERMAN, SOVIET]
    assert sorted(m.air for m in in_force(game)) == [(g1,), (s2,)]


@pytest.mark.rule("wb95", "8.1.9")
def test_the_beaten_cannot_fly_again_this_turn() -> None:
    game = both((5,), (4, 4))
    s1, s2 = by_side(game)[SOVIET]
    rig(game, 6, 1)
    fly(game, german=[mission("defence", "0303", G1)], soviet=[mission("attack", "0303", s1)])
    assert used(game, s1)
    assert not used(game, s2)
    pass_on(game, "Air Phase of soviet")
    assert rules(game, SOVIET, orders(mission("attack", "0303", s1))) == ["8.1.5"]
    assert rules(game, SOVIET, orders(mission("attack", "0303", s2))) == []
    fly(game)
    pass_on(game, "Air Phase of german")
    assert rules(game, SOVIET, orders(mission("attack", "0303", s1))) == []


# --- Every order that may be given --------------------------------------------------------------


def test_every_order_on_the_list_is_legal_and_written_once() -> None:
    """Two equal counters and one other, one enemy hex, one own."""
    game = sky(unit("g1", "0303"), unit("s1", "0808"), air=wings(GERMAN, 4, 4, 3))
    listed = list(islice(game.legal(GERMAN), 4000))
    assert len({json.dumps(action, sort_keys=True) for action in listed}) == len(listed)
    assert all(not game.why(GERMAN, action) for action in listed[::7])
    assert listed[0] == orders()


def test_the_number_of_orders_of_a_small_position() -> None:
    """One counter of 4: support or attack on one hex, defence of another, or nothing.

    Two equal counters: one mission of 3 kinds with one or two of them, or an unordered pair of
    missions of one counter each: 1 + 3 + 3 + 6.
    """
    units = (unit("g1", "0303"), unit("s1", "0808"))
    assert len(list(sky(*units, air=wings(GERMAN, 3)).legal(GERMAN))) == 4
    assert len(list(sky(*units, air=wings(GERMAN, 3, 3)).legal(GERMAN))) == 13


def test_random_orders_are_legal_often_empty_and_can_matter() -> None:
    """Who moves next supports his attack; the other one his defence."""
    rng = random.Random(3)
    for phase, idle in ((AIR_A, {"defence", "disrupt"}), (AIR_B, {"support"})):
        game = both((4, 4, 5), (4, 4), phase=phase)
        orders_given = [game.sample(GERMAN, rng) for _ in range(200)]
        kinds = [row["mission"] for action in orders_given if action for row in action["missions"]]
        assert all(action and not game.why(GERMAN, action) for action in orders_given)
        assert 60 < orders_given.count(orders()) < 140
        assert set(kinds) == {"attack", "support", "defence", "disrupt"} - idle
        soviet = [game.sample(SOVIET, rng) for _ in range(100)]
        assert all(action and not game.why(SOVIET, action) for action in soviet)
