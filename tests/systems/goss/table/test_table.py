"""GOSS at the table: everything can be shown at any time, and nothing hidden is."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import grognard
from grognard import library
from grognard.engine.game import Game
from grognard.kit.turn import Played
from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.pieces.sight import seen
from grognard.systems.goss.status import ARMIES, HQS, LEADERS
from grognard.systems.goss.table import meanings, standing
from grognard.systems.goss.table.panels import budget
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import MAP, UNITS
from grognard.table.writing import plain
from tests.systems.goss.field import position, unit
from tests.systems.goss.logistics.staffs import army

LISTS = (
    "sides", "counters", "stacks", "marks", "side_marks", "off_map", "owed", "forces", "arrivals",
    "budget",
)  # fmt: skip


def skyline(steps: int = 0, seed: int = 3) -> Game[Any]:
    game = grognard.new("goss/skyline-drive", seed=seed)
    rng = random.Random(seed)
    for _ in range(steps):
        if game.over:
            break
        side = game.to_act or ""
        game.play(side, game.sample(side, rng))
    return game


@pytest.mark.parametrize("steps", [0, 40, 120])
def test_every_part_of_the_table_can_be_laid(steps: int) -> None:
    game = skyline(steps)
    table = library.tabletop(game)
    for player in (*game.scenario.sides, None):
        for part in LISTS:
            for card in getattr(table, part)(game, player):
                plain(card)
        for card in table.overlays(game, player):
            laid = table.overlay(game, player, card.id, [])
            assert laid is not None
            assert laid.paints or laid.threads or laid.notes
    assert table.standing(game).bands
    for decision in game.decisions:
        assert table.meaning(game, decision)


def test_what_lies_under_an_enemy_stack_is_on_no_card() -> None:
    game = skyline(60)
    table = library.tabletop(game)
    for side in game.scenario.sides:
        hidden = {
            name
            for name, unit in game.state[UNITS].items()
            if unit.place == MAP and not seen(game, side, name)
        }
        assert hidden
        shown = {card.id for card in table.counters(game, side)}
        piled = {name for stack in table.stacks(game, side) for name in stack.counters}
        listed = {line.piece for force in table.forces(game, side) for line in force.lines}
        assert not hidden & (shown | piled | listed)
        for name in hidden:
            assert table.details(game, side, name) == []
            assert table.piece_notes(game, side, name) == []


def test_an_enemy_leader_within_a_stack_is_on_no_card() -> None:
    game = grognard.new("goss/st-vith", seed=1)
    table, leaders = library.tabletop(game), game.scenario.leaders
    name = next(one for one, leader in leaders.items() if leader.side == "axis")
    post = next(u.hex for n, u in game.state[UNITS].items() if n.startswith("g-") and u.hex >= 0)
    game.put(LEADERS, name, replace(game.state[LEADERS][name], place=MAP, hex=post))
    assert name in {card.id for card in table.counters(game, "axis")}
    assert name not in {card.id for card in table.counters(game, "allied")}


@pytest.mark.rule("goss", "8.4.0")
def test_markers_on_a_unit_that_shows_are_shown_to_the_enemy_too() -> None:
    facts = {"fatigue": 1, "supply": "OoS", "isolated": True, "ooc": True, "transport": "foot"}
    game = position(
        unit("g1", (0, 0), "motinf", **facts), unit("ga", (2, 0), "art", battery=True),
        unit("gb", (2, 0), "art", battery=True, depleted=True), unit("u1", (9, 0)),
    )  # fmt: skip
    cards = {card.id: card for card in library.tabletop(game).counters(game, "allied")}
    shown = {name: {state.id for state in card.states} for name, card in cards.items()}
    assert shown["g1"] == {"fatigue", "supply", "isolated", "command", "transport"}
    assert shown["gb"] == {"battery", "depleted"}
    assert "ga" not in shown, "it lies under another"


def test_the_enemys_fuel_and_support_are_not_shown() -> None:
    game = skyline(60)
    table = library.tabletop(game)
    private = {"inside", "fuel", "support"}
    for side in game.scenario.sides:
        for card in table.counters(game, side):
            if card.side != side:
                assert not private & {state.id for state in card.states}
        armies = game.scenario.armies
        told = {one.title for one in table.budget(game, side)}
        assert not told & {name for name, plan in armies.items() if plan.side != side}


def test_every_segment_and_phase_is_explained() -> None:
    game = skyline()
    for segment in game.segments:
        assert isinstance(segment, Played)
        if segment.kind != phases.SHIFT_REMOVAL:
            assert meanings.of_segment(segment.kind), segment.kind
        assert meanings.of_phase(segment.phase), segment.phase
        assert segment.phase in standing.SHORT


def test_a_counter_says_what_it_is_and_where() -> None:
    game = skyline()
    cards = {card.id: card for card in library.tabletop(game).counters(game, "axis")}
    tanks = cards["g-2p-p2"]
    assert tanks.hex == "2937"
    assert [state.short for state in tanks.states] == ["Ex"]
    assert tanks.title.startswith("Germans ")
    assert "in 2937" in tanks.title
    guns = cards["g-2p-a1"]
    assert [value.name for value in guns.values] == ["barrage", "range", "proficiency", "movement"]
    assert guns.sort == "guns"


def test_the_mode_under_way_and_those_who_could_act_are_marked() -> None:
    game = skyline()
    table = library.tabletop(game)
    side = game.to_act
    assert any(card.movable for card in table.counters(game, side))
    other = next(one for one in game.scenario.sides if one != side)
    assert not any(card.movable for card in table.counters(game, other))


@pytest.mark.parametrize("seed", range(3))
def test_the_story_has_a_sentence_for_whatever_happens(seed: int) -> None:
    game = skyline(400, seed)
    for player in (*game.scenario.sides, None):
        for tale in library.tabletop(game).tell(game, player, game.events):
            assert not set("{}[]'") & set(tale.text), tale.text


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ({"do": "dismount", "units": ["g-2p-304-i"]}, "I/304 dismounts"),
        ({"do": "dismount", "units": ["g-2p-304-i", "g-2p-304-ii"]}, "I/304, II/304 dismount"),
    ],
)
def test_an_order_goes_with_how_many_it_is_for(action: dict[str, Any], said: str) -> None:
    game = grognard.new("goss/skyline-drive", seed=3)
    while game.segment.kind != "moves" or game.to_act != "axis":
        decision = game.decisions[0]
        ends = decision.offer("end") is not None
        game.play(decision.player, {"do": "end"} if ends else decision.ask.default or {})
    assert library.tabletop(game).sentence(game, "axis", action) == said


@pytest.mark.rule("goss", "15.4.3", "16.3.3")
def test_the_ledger_knows_who_is_fed_and_who_is_not() -> None:
    game = army("g", {"B": ["1"], "C": ["1"]}, "modes", track={"adv": 3})
    game.put(HQS, "gB", replace(headquarters(game, "gB"), adv=3))
    game.put(HQS, "gC", replace(headquarters(game, "gC"), adv=0, supported=False))

    def ledger() -> dict[str, str]:
        found = next(one for one in budget(game, "axis") if "headquarters" in one.title)
        return {part.label: str(part.value) for part in found.parts}

    assert ledger()["gB-1"] == "GenS, supported, ADV 3"
    assert ledger()["gC-1"] == "GenS, unsupported", "its corps is not"
    game.put(UNITS, "gB-1", replace(game.state[UNITS]["gB-1"], supply="OhS"))
    game.put(HQS, "gB-1", replace(headquarters(game, "gB-1"), ohs=2))
    assert ledger()["gB-1"] == "OhS, supported, ADV 2, 2 on hand"
    game.put(ARMIES, "A", replace(game.state[ARMIES]["A"], adv=0))
    assert ledger()["gB"] == "GenS, unsupported", "an army without ADV feeds nobody"
