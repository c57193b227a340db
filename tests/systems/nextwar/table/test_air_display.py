"""What the table says of the Advanced Game: the Air Display, strikes put together, what they will
meet, what phases are for, and what is passed over."""

from __future__ import annotations

import pytest

import grognard
from grognard.systems.nextwar.airpower.wings import MISSION, READY, SUPERIORITY, aloft, wing_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.announcing import AnnounceStrike
from grognard.systems.nextwar.table.meanings import of_segment
from grognard.systems.nextwar.table.tabletop import TABLETOP
from grognard.table import composing
from grognard.table.boxes import Compartment, errands
from grognard.table.composing import Step
from grognard.table.composition import Composition

STRIKER, SECOND, BASE = "na-su25-1", "na-su25-2", "2142"


@pytest.fixture
def game() -> Nw:
    """The first northern announcement; four northern fighters were placed."""
    game: Nw = grognard.new("nextwar/korea", seed=7, options={"game": "advanced"})
    while game.phase != "Announcement of Missions of dprk" or not game.at_checkpoint:
        decision = game.decisions[0]
        action = {"do": "end"} if game.at_checkpoint else dict(decision.ask.default or {})
        if decision.ask.name == "air superiority" and decision.player == "dprk":
            action["units"] = action["units"][:4]
        game.play(decision.player, action)
    return game


def compartments(game: Nw, player: str | None = "dprk") -> dict[str, Compartment]:
    """Those of the Air Display by their names."""
    display = TABLETOP.displays(game, player)[0]
    return {one.id: one for box in display.boxes for one in box.compartments}


def step(game: Nw, draft: object = None, **more: object) -> Composition:
    """The next step of a strike that is put together."""
    decision = game.decision("dprk")
    assert decision is not None
    wanted = Step(draft=draft, **more)  # type: ignore[arg-type]
    return composing.compose(game, TABLETOP, decision, wanted, AnnounceStrike.do)


def test_every_air_unit_lies_in_one_compartment(game: Nw) -> None:
    found = [name for one in compartments(game).values() for name in one.counters]
    assert sorted(found) == sorted(game.scenario.aircraft)
    there = compartments(game)
    assert set(there["superiority dprk"].counters) == set(aloft(game, "dprk"))
    assert STRIKER in there["ready DPRK dprk"].counters
    cards = {card.id: card for card in TABLETOP.counters(game, "dprk")}
    assert (cards[STRIKER].hex, cards[STRIKER].sort) == (None, "aircraft")
    assert "ready, from DPRK" in cards[STRIKER].title
    assert [state.id for state in cards[aloft(game, "dprk")[0]].states] == [SUPERIORITY]


def test_picking_up_an_aircraft_begins_what_it_can_do(game: Nw) -> None:
    found = errands(game, "dprk")
    assert found[STRIKER] == AnnounceStrike.do
    assert aloft(game, "dprk")[0] not in found
    assert errands(game, "allied") == {}


def test_a_strike_is_put_together_of_strikers_a_target_and_escorts(game: Nw) -> None:
    made = step(game, hand=[STRIKER])
    assert {"units", "bases and installations"} <= {goal.sort for goal in made.goals}
    assert made.action is None
    h = game.board.hex(BASE)
    made = step(game, hand=[STRIKER], hex=h, sort="bases and installations")
    assert made.text == "Su-25K (1) at airfield Incheon International (2142)"
    escort = aloft(game, "dprk")[0]
    made = step(game, made.action, hand=[escort])
    assert made.action is not None
    assert made.action["escorts"] == [escort]
    assert [part.text for part in made.parts][-1].endswith("escorts")
    assert made.parts[0].action is None
    assert made.parts[-1].action is not None
    made = step(game, made.action, hand=[SECOND], hex=h, sort="bases and installations")
    assert made.action is not None
    assert made.action["units"] == [STRIKER, SECOND]
    assert not made.refusals
    game.play("dprk", made.action)
    assert {wing_of(game, name).place for name in (STRIKER, SECOND, escort)} == {MISSION}
    flying = [one for one in compartments(game).values() if STRIKER in one.counters]
    assert [(one.hexes, one.tone) for one in flying] == [((BASE,), "info")]


def test_what_a_mission_meets_is_what_the_tables_say(game: Nw) -> None:
    made = step(game, hand=[STRIKER], hex=game.board.hex(BASE), sort="bases and installations")
    said = " ".join(made.notes)
    status = TABLETOP.budget(game, "dprk")
    tracks = {one.title: {part.label: part.value for part in one.parts} for one in status}
    sam = tracks["Air defenses: missiles (SAM)"]["Allies"]
    assert f"missiles {sam}," in said
    assert "[24.3.1]" in said
    assert f"{len(aloft(game, 'allied'))} enemy aircraft could intercept it" in said
    chosen = next(one for one in made.options if one.action == made.action)
    assert any(note.startswith("if it comes through, it hits in") for note in chosen.notes)


def test_who_flies_under_the_fog_of_war_lies_where_the_enemy_takes_him_to_be() -> None:
    options = {"game": "advanced", "air-fog": "on"}
    game: Nw = grognard.new("nextwar/korea", seed=7, options=options)
    while game.phase != "Announcement of Missions of dprk" or not game.at_checkpoint:
        decision = game.decisions[0]
        default = decision.ask.default or {"do": "enough"}
        game.play(decision.player, {"do": "end"} if game.at_checkpoint else default)
    (action,) = list(AnnounceStrike().legal(game, "dprk"))[:1]
    game.play("dprk", action)
    (name,) = action["units"]
    base = f"{READY} DPRK dprk"
    assert name in compartments(game, "allied")[base].counters
    assert name not in compartments(game, "dprk")[base].counters


def test_every_segment_says_what_it_is_for(game: Nw) -> None:
    assert [part.kind for part in game.segments if not of_segment(part.kind)] == []
    assert all(band.about for band in TABLETOP.bands(game))
    decision = game.decision("dprk")
    assert decision is not None
    assert TABLETOP.meaning(game, decision) == of_segment("announce")


def test_what_comes_is_told_with_what_is_at_stake(game: Nw) -> None:
    found = {one.title: one.notes for one in TABLETOP.coming(game, "dprk")}
    assert found["Rebasing"] == ()
    assert found["Combat"] == ("attack enemies next to your units",)
    assert any("could strike" in note for note in found["Ground and Naval Strikes"])
    assert TABLETOP.coming(game, None) == []


def test_a_phase_where_something_is_open_is_not_idle(game: Nw) -> None:
    decision = game.decision("dprk")
    assert decision is not None
    assert not TABLETOP.idle(game, decision)
    assert next(one.do for one in TABLETOP.owed(game, "dprk")) == AnnounceStrike.do


def test_overlays_of_strikes_are_those_of_the_advanced_game(game: Nw) -> None:
    known = {card.id for card in TABLETOP.overlays(game, "dprk")}
    assert {"defenses", "detected", "strikes", "damage"} <= known
    plain = grognard.new("nextwar/chorwon", seed=1)
    assert not {"defenses", "damage"} & {card.id for card in TABLETOP.overlays(plain, "dprk")}
    found = TABLETOP.overlay(game, "dprk", "defenses", [])
    assert found is not None
    tones = {paint.hex: paint.tone for paint in found.paints}
    assert tones[BASE] == "bad"
    supply = TABLETOP.overlay(game, "dprk", "supply", [])
    assert supply is not None
    assert supply.threads


def test_the_second_raids_of_an_initiative_turn_are_the_other_sides(game: Nw) -> None:
    """Of the two parts of that phase only one is played, and not the one that stands first."""
    raids = [band.side for band in TABLETOP.bands(game) if band.title == "Raids"]
    assert raids == ["dprk", "allied"]
