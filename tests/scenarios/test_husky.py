"""Husky and its short scenario: the map's insets, the order of battle, the landing, the terms."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

import grognard
from grognard import library
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.naval import cargo
from grognard.systems.ocs.naval.sailing import voyages
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.stacking import eliminate
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.status import SHIPS
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.units import UNITS
from grognard.systems.ocs.victory import victory

BOTH = ("ocs/husky", "ocs/husky-landing")


@lru_cache
def scenario(name: str = "ocs/husky") -> OcsScenario:
    found: Any = library.find_scenario(name)[1]
    return found  # type: ignore[no-any-return]


def begun(name: str = "ocs/husky-landing", seed: int = 1) -> Ocs:
    """A game with everybody set up as the scenario has it, in the first Movement Segment."""
    game: Ocs = grognard.new(name, seed=seed, options={"free-setup": "off"})
    settle(game)
    while "Movement" not in game.phase:
        game.play("allied", {"do": "end"})
        settle(game)
    return game


def settle(game: Ocs) -> None:
    """Answer whatever is asked in between as is usual."""
    while not game.at_checkpoint:
        decision = game.decisions[0]
        game.play(decision.player, decision.ask.default or next(game.legal(decision.player)))


# ---- what is on the map


@pytest.mark.parametrize(("name", "turns"), [("ocs/husky", 12), ("ocs/husky-landing", 4)])
def test_the_calendar_runs_from_the_landing(name: str, turns: int) -> None:
    found = scenario(name)
    assert found.turns == turns
    assert found.date(1) == "1943-07-10"
    assert found.date(4) == "1943-07-20"
    assert found.date(12) == "1943-08-17"


def test_both_scenarios_are_played_with_the_same_armies() -> None:
    campaign, landing = map(scenario, BOTH)
    assert campaign.units == landing.units
    assert campaign.ships == landing.ships
    assert campaign.arrivals == landing.arrivals


def test_sicily_and_the_mainland_are_two_lands() -> None:
    found = scenario()
    sicily, calabria = (frozenset(found.areas[name]) for name in ("sicily", "calabria"))
    assert (len(sicily), len(calabria)) == (1910, 91)
    assert not sicily & calabria
    label = found.board.hex
    assert {label("84.46"), label("29.44"), label("44.16")} <= sicily
    assert {label("86.47"), label("87.44")} <= calabria
    assert found.closed["allied"] == calabria


def test_the_insets_are_islands_of_one_hex() -> None:
    found = scenario()
    insets = found.areas["insets"]
    assert len(insets) == 7
    for h in insets:
        assert found.board.terrain[h] == "clear"
        assert all(found.board.terrain[b] == "sea" for b in found.board.around(h))
        assert found.sites[h].base == 3
    assert found.closed["axis"] == frozenset(insets)


def test_every_port_lies_on_the_sea() -> None:
    found = scenario()
    for port in found.ports.values():
        assert found.ground.coastal[port.hex], port.name


def test_everybody_named_exists_and_everybody_else_stays_at_home() -> None:
    found = scenario()
    sides = Counter(found.counters[name].side for name in found.units)
    assert 100 <= sides["axis"] <= 140
    assert 100 <= sides["allied"] <= 140
    assert "g-fj1" not in found.units  # the regiment that stayed near Naples
    booked = {key for arrival in found.arrivals for key in arrival.ids}
    waiting = {name for name, unit in found.units.items() if unit.place == "pool"}
    assert waiting <= booked


def test_what_arrives_does_so_in_the_game() -> None:
    found = scenario()
    assert all(1 <= arrival.turn <= found.turns for arrival in found.arrivals)
    assert all(1 <= order.turn <= found.turns for order in found.withdrawals)


def test_no_drop_is_planned_onto_the_enemy() -> None:
    found = scenario()
    held = {u.hex for n, u in found.units.items() if found.counters[n].side == "axis"}
    assert len(found.plans) == 14
    assert not {plan.hex for plan in found.plans} & held
    assert all(found.ground.enterable("leg", plan.hex) for plan in found.plans)


def test_everybody_is_in_supply_at_the_start() -> None:
    game = begun()
    for side in game.scenario.sides:
        out = [n for n in stacks.on_map(game, side) if not supply_paths.in_trace(game, n)]
        assert not out


def test_only_italians_surrender() -> None:
    found = scenario()
    names = {name for row in found.surrender for name in row.ids}
    assert len(names) > 60
    assert {found.counters[name].nation for name in names} == {"Italian"}


# ---- the landing

BEACHES = {
    "joss-red": "41.17", "joss-blue": "46.16", "dime-gela": "52.15", "dime-red": "53.14",
    "cent-wood": "55.12", "cent-bailey": "57.09", "bark-west": "71.05", "bark-south": "73.04",
    "acid-north": "76.12",
}  # fmt: skip


def test_the_first_wave_lands_on_held_beaches() -> None:
    game = begun()
    board, sea = game.board, game.scenario.ground.sea
    for craft, label in BEACHES.items():
        assert stacks.holder(game, board.hex(label)) == "axis"
        ways = voyages(game, "allied", (craft,))
        goal = min(
            (b for b in board.around(board.hex(label)) if sea[b] and b in ways.costs),
            key=lambda b: ways.costs[b],
        )
        path = [board.label(h) for h in ways.path(goal)]
        game.play("allied", {"do": "sail", "ships": [craft], "path": path})
    while game.segment.name != "Combat Segment":
        game.play(game.to_act or "", {"do": "end"})
        settle(game)
    taken = 0
    for craft, label in BEACHES.items():
        names = [n for n in cargo.units_aboard(game, craft) if "hq" not in n][:2]
        action = {"do": "beach-assault", "units": names, "target": label}
        assert game.why("allied", action) == [], craft
        game.play("allied", action)
        settle(game)
        taken += stacks.holder(game, board.hex(label)) == "allied"
    assert taken >= 6  # one battalion a beach does not stop a regiment


def test_parachutists_drop_where_they_were_told() -> None:
    game = begun()
    drops = [action for action in game.legal("allied") if action["do"] == "air-drop"]
    plans = {p.unit: game.board.label(p.hex) for p in game.scenario.plans if p.turn == 1}
    aboard = {(n, a["hex"]) for a in drops for n in (*a.get("units", ()), *a.get("glided", ()))}
    assert {(unit, hex_) for unit, hex_ in aboard if unit in plans} <= set(plans.items())
    for name in ("us-1-505", "us-3-505", "br-2-ss", "br-1-bord"):
        assert (name, plans[name]) in aboard


def test_the_assault_shipping_goes_home_on_the_third_turn() -> None:
    found = scenario()
    gone = {key for order in found.withdrawals if order.turn == 3 for key in order.ids}
    craft = {k for k, s in found.ships.items() if found.ship_counters[s.counter].type == "lc"}
    assert craft - gone == {"dime-gela", "cent-bailey", "bark-rm", "acid-srs"}


# ---- the terms


def test_nobody_has_points_before_the_first_shot() -> None:
    for name in BOTH:
        assert victory.points(begun(name)).total == 0


def test_every_part_of_the_terms_can_count() -> None:
    game = begun("ocs/husky")
    hexes = game.board.hex
    for name in ("g-hg1", "g-hg2", "g-hgst"):
        eliminate(game, name, "9.11", "for the test")
    for name in ("us-16-1", "us-18-1", "us-26-1", "us-7-3", "us-15-3"):
        eliminate(game, name, "9.11", "for the test")
    for name in ("g-115", "g-sbn", "i-34", "i-33", "i-28a"):
        put_into(game, name, hexes("86.47"))
    parts = {part.label: part.value for part in victory.points(game).parts}
    assert parts == {
        "Allied losses (5 steps)": -1,
        "Germans over the Strait (2 steps)": -1,
        "Italians over the Strait (3 steps)": -1,
    }


def test_the_campaign_ends_when_the_island_is_cleared() -> None:
    game = begun("ocs/husky")
    (ending,) = game.scenario.victory.ends
    board = game.board
    for name in list(stacks.on_map(game, "axis")):
        if game.state[UNITS][name].hex in game.scenario.areas["sicily"]:
            eliminate(game, name, "9.11", "for the test")
    assert not victory.reached(game, ending)  # nobody holds Messina
    put_into(game, "us-1-505", board.hex("84.46"))
    put_into(game, "us-2-505", board.hex("84.45"))
    assert victory.reached(game, ending)


@pytest.mark.parametrize("name", BOTH)
def test_the_scale_has_a_class_for_every_number(name: str) -> None:
    scale = scenario(name).victory.scale
    assert scale[-1].least <= -99
    assert [grade.winner for grade in scale] == ["allied", "allied", "", "axis", "axis"]


def test_a_game_of_chance_runs_to_its_end() -> None:
    game = grognard.new("ocs/husky-landing", seed=11)
    rng = random.Random(11)
    while not game.over:
        player = game.to_act
        assert player is not None
        game.play(player, game.sample(player, rng))
    assert game.turn == 4
    assert game.events[-1].kind == "victory"
    assert all(ship.place for ship in game.state[SHIPS].values())
