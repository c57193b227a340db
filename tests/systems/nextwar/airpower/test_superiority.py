"""The battle for the air, from the second reader's cases: placement, engagements, levels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.nextwar.airpower.sorties import damaged, half, lost, sortie_steps
from grognard.systems.nextwar.airpower.superiority import level_of, settle
from grognard.systems.nextwar.damage.strikes import hit_site
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, SITES, SiteStatus
from tests.systems.nextwar.field import rules, told, unit, war
from tests.systems.nextwar.sky import asked, drive, flies, places, sky, wing


def patrol(*names: str) -> dict[str, Any]:
    """Aircraft for the fight for the air."""
    return {"do": "patrol", "units": list(names)}


def engage(unit: str, enemy: str) -> dict[str, Any]:
    """An engagement."""
    return {"do": "engage", "unit": unit, "enemy": enemy}


def at_air_war(*wings: Any, **more: Any) -> Nw:
    """A game that begins with the Air Phase, in clear weather."""
    return sky(
        unit("n1", "0101"), unit("r1", "0909"), wings=wings, segment="air-naval", turn=3,
        **more,
    )  # fmt: skip


@pytest.mark.reading("nextwar", "nw-22-08")
@pytest.mark.rule("nextwar", "22.6", "22.6.2-5")
@pytest.mark.parametrize(
    ("allied", "north", "ruler", "level"),
    [
        (3, 2, "allied", 1), (4, 3, "", 0), (9, 3, "allied", 2), (14, 3, "allied", 2),
        (4, 0, "allied", 2), (1, 0, "", 0), (0, 0, "", 0), (2, 10, "dprk", 3),
    ],
)  # fmt: skip
def test_the_level_is_a_ratio_of_units(allied: int, north: int, ruler: str, level: int) -> None:
    game = sky(wings=[])
    assert level_of(game, {"dprk": north, "allied": allied}) == (ruler, level)
    reduced = [wing(f"u{i}", place="superiority", left=1) for i in range(allied)]
    reduced += [wing(f"n{i}", place="superiority") for i in range(north)]
    settled = sky(wings=reduced)
    settle(settled)
    assert (war(settled).ruler, war(settled).level) == (ruler, level)


@pytest.mark.rule("nextwar", "22.6.2-6")
@pytest.mark.parametrize(
    ("allied", "north", "before", "after"),
    [
        (3, 2, ("dprk", 1), ("", 0)), (5, 1, ("dprk", 1), ("allied", 1)),
        (3, 1, ("allied", 2), ("allied", 3)), (5, 1, ("allied", 3), ("allied", 4)),
        (1, 1, ("allied", 2), ("allied", 2)), (2, 10, ("", 0), ("dprk", 2)),
    ],
)  # fmt: skip
def test_who_rules_the_air_gains_awacs_advantage(
    allied: int, north: int, before: tuple[str, int], after: tuple[str, int]
) -> None:
    flying = [wing(f"u{i}", place="superiority") for i in range(allied)]
    flying += [wing(f"n{i}", place="superiority") for i in range(north)]
    game = sky(wings=flying, begin={"watching": before[0], "awacs": before[1]})
    settle(game)
    assert (war(game).watching, war(game).awacs) == after


@pytest.mark.rule("nextwar", "22.5", "22.6.2", "22.6.1-p3", "22.4-p1")
def test_the_side_with_awacs_places_second() -> None:
    game = at_air_war(
        wing("u1", "4*-1-1"), wing("n1a", "3-0-0"), wing("u2", "0-1-1"), wing("u3", "1-2-2", "S"),
        begin={"watching": "allied", "awacs": 1},
    )  # fmt: skip
    assert game.to_act == "dprk"
    game.play("dprk", patrol("n1a"))
    assert game.to_act == "allied"
    assert flies(game, "n1a").place == "superiority"
    assert rules(game, "allied", patrol("u2")) == ["22.6.1-p3"]
    assert rules(game, "allied", patrol("n1a")) == ["22.6.1-p3"]
    assert rules(game, "allied", patrol("u1", "u1")) == ["22.6.1-p3"]
    assert not rules(game, "allied", patrol("u1", "u3"))


@pytest.mark.rule("nextwar", "22.6.1-p3")
def test_without_awacs_both_place_in_secret() -> None:
    game = at_air_war(wing("u1"), wing("n1a"))
    assert {decision.player for decision in game.decisions} == {"dprk", "allied"}
    assert all(decision.ask.sealed for decision in game.decisions)
    game.play("dprk", patrol("n1a"))
    assert game.view("allied")["wings"]["n1a"]["place"] == "ready"
    game.play("allied", patrol())
    assert places(game, "n1a", "u1") == ["superiority", "ready"]


@pytest.mark.rule("nextwar", "22.6.2-1")
def test_the_side_with_awacs_chooses_as_many_engagements_as_its_level() -> None:
    flying = [wing(f"u{i}") for i in range(5)] + [wing(f"n{i}") for i in range(5)]
    game = at_air_war(*flying, begin={"watching": "allied", "awacs": 2})
    game.play("dprk", patrol(*(f"n{i}" for i in range(5))))
    game.play("allied", patrol(*(f"u{i}" for i in range(5))))
    order = []
    for i in range(4):
        side = game.to_act
        assert side is not None
        order.append(side)
        mine, theirs = (f"u{i}", f"n{i}") if side == "allied" else (f"n{i}", f"u{i}")
        game.play(side, engage(mine, theirs))
    assert order == ["allied", "allied", "dprk", "allied"]
    assert rules(game, "allied", engage("u0", "n4")) != []


@pytest.mark.rule("nextwar", "22.6.2-1")
def test_without_awacs_the_first_player_begins_and_both_choose_in_turn() -> None:
    flying = [wing(f"u{i}") for i in range(3)] + [wing(f"n{i}") for i in range(3)]
    game = at_air_war(*flying)
    game.play("dprk", patrol("n0", "n1", "n2"))
    game.play("allied", patrol("u0", "u1", "u2"))
    assert game.to_act == "dprk"
    assert rules(game, "dprk", engage("u0", "n0")) == ["22.6.2-1"]
    game.play("dprk", engage("n0", "u0"))
    assert game.to_act == "allied"
    assert rules(game, "allied", engage("u0", "n1")) == ["22.6.2-1"]
    game.play("allied", engage("u1", "n1"))


@pytest.mark.reading("nextwar", "nw-22-14")
@pytest.mark.rule("nextwar", "22.6.2", "22.6.2-2", "22.6.2-3", "22.6.2-4", "22.6.4")
def test_a_surplus_doubles_up_or_stays_out() -> None:
    flying = [wing(f"u{i}", "4-0-0") for i in range(5)] + [wing("n0", "1-0-0"), wing("n1", "1-0-0")]
    game = at_air_war(*flying, begin={"watching": "allied", "awacs": 2})
    game.play("dprk", patrol("n0", "n1"))
    game.play("allied", patrol(*(f"u{i}" for i in range(5))))
    game.play("allied", engage("u0", "n0"))
    assert game.to_act == "allied"  # the second pairing is still his
    game.play("allied", engage("u1", "n1"))
    assert rules(game, "allied", engage("u0", "n1")) == ["22.6.4"]
    assert rules(game, "dprk", {"do": "avoid"}) != []
    game.play("allied", engage("u2", "n0"))
    assert rules(game, "allied", engage("u3", "n0")) == ["22.6.4"]
    game.play("allied", engage("u3", "n1"))
    assert flies(game, "u4").place == "superiority"
    assert len(told(game, "engagement")) == 4
    fought = {e[k] for e in told(game, "air-shot") for k in ("unit", "target")}
    assert {"n0", "n1"} <= fought
    assert "u4" not in fought
    counts = told(game, "air-superiority")[-1]["counts"]
    assert counts["allied"] == sum(flies(game, f"u{i}").place == "superiority" for i in range(5))


@pytest.mark.reading("nextwar", "nw-22-10")
@pytest.mark.rule("nextwar", "22.6.1", "22.6.1-p1", "27.7.1", "27.9.1")
@pytest.mark.parametrize(("hit", "count"), [("abcde", 1), ("a", 1), ("", 0)])
def test_damaged_bases_keep_their_owners_aircraft_down(hit: str, count: int) -> None:
    kinds = {"a": "airbase", "b": "airfield", "c": "airbase", "d": "airbase", "e": "airbase"}
    spots = {"a": "0106", "b": "0306", "c": "0506", "d": "0706", "e": "0906"}
    game = sky(
        wings=[*(wing(f"r{i}", f"{4 - i}-1-1") for i in range(4)), wing("u0", box="Japan")],
        sites=[{"hex": spots[k], "kind": kind} for k, kind in kinds.items()],
        control={"dprk": ["0906"]},
    )  # fmt: skip
    for key in hit:
        strike = SiteStatus(strike=2 if key in "cd" else 1, mending=key == "d")
        game.put(SITES, f"{kinds[key]}-{spots[key]}", strike)
    assert half(len(damaged(game, "allied"))) == count
    if count:
        question = asked(sortie_steps(game))
        assert question.player == "allied"
        for names in ([], ["r0", "r1"], ["u0"]):
            found = question.why(game, {"do": "ground", "units": names})
            assert [refusal.rule for refusal in found] == ["22.6.1-p1"]
    drive(game, sortie_steps(game), *([{"do": "ground", "units": ["r2"]}] * count))
    assert places(game, "r2", "r3", "u0") == ["flown" if count else "ready", "ready", "ready"]


@pytest.mark.reading("nextwar", "nw-22-11")
@pytest.mark.rule("nextwar", "22.6.1", "22.6.1-p2", "27.2.1")
def test_the_enemy_grounds_aircraft_for_bases_lost_lately() -> None:
    """Those of the turn before and of the phase before this one count, however they were lost."""
    spots = [f"0{c}02" for c in range(1, 7)]
    game = sky(
        wings=[wing(f"n{i}") for i in range(4)], turn=6, control={"allied": [spots[0]]},
        sites=[{"hex": h, "kind": "airbase", "owner": "dprk"} for h in spots],
    )  # fmt: skip
    at = game.board.hex(spots[0])
    game.put(HEXES, at, replace(game.state[HEXES][at], taken=5))
    segments = len(game.segments)
    for label, turn, mending in ((1, 5, False), (2, 5, False), (3, 6, False), (4, 4, False)):
        ruin = SiteStatus(destroyed=True, ruined=(turn - 1) * segments + 3, mending=mending)
        game.put(SITES, f"airbase-{spots[label]}", ruin)
    again = f"airbase-{spots[5]}"
    game.put(SITES, again, SiteStatus(strike=2, mending=True, ruined=segments))
    drive(game, hit_site(game, again, 3, "27.2"))
    assert game.state[SITES][again].destroyed
    assert len(lost(game, "dprk")) == 4
    question = asked(sortie_steps(game))
    assert question.player == "allied"
    assert not question.why(game, {"do": "ground", "units": []})
    three = {"do": "ground", "units": ["n0", "n1", "n2"]}
    assert [refusal.rule for refusal in question.why(game, three)] == ["22.6.1-p2"]
    drive(game, sortie_steps(game), {"do": "ground", "units": ["n0", "n3"]})
    assert places(game, "n0", "n1", "n2", "n3") == ["flown", "ready", "ready", "flown"]


def test_what_sets_off_a_whole_phase_of_rolls_is_not_weighed() -> None:
    game = at_air_war(
        wing("u1", "4*-1-1"), wing("n1a", "3-0-0"), begin={"watching": "allied", "awacs": 1}
    )
    assert game.odds(patrol("n1a"), "dprk").unknown
    ending = sky(unit("n1", "0504"), unit("r1", "0505"), segment="basic-move")
    side = ending.to_act
    assert side is not None
    assert ending.odds({"do": "end"}, side).unknown
    attack = sky(unit("n1", "0504"), unit("r1", "0505"), segment="basic-combat")
    assert attack.odds({"do": "attack", "units": ["n1"], "hex": "0505"}, "dprk").outcomes
