"""What players see, and what may be edited."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from grognard import library
from grognard.engine.event import Event
from grognard.lab.laws import secrets
from grognard.systems.goss.pieces.sight import covered, seen, top
from grognard.systems.goss.proof.veil import VEIL, other_notes, other_panzers
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import at, now, position, unit


def field(**more: Any) -> Gs:
    return position(
        unit("ghq", (0, 0), "hq:div", formation="1"), unit("g1", (0, 0), formation="1"),
        unit("g2", (0, 0), "eng", formation="1"), unit("g3", (3, 0), inside=True),
        unit("g4", (5, 0), "hq:corps", corps="C"), unit("u1", (9, 0)),
        works={(3, 0): "IP"}, segment="modes", side="axis",
        armies={"A": {"side": "axis", "adv": 4, "amp": 3}, "B": {"side": "allied", "adv": 2}},
        **more,
    )  # fmt: skip


@pytest.mark.rule("goss", "8.4.0")
def test_of_enemy_stacks_one_sees_the_top_that_is_no_headquarters() -> None:
    game = field()
    assert top(game, now(game, "g1").hex) == "g2"
    found = {name: seen(game, "allied", name) for name in ("ghq", "g1", "g2", "g3", "g4", "u1")}
    assert found == {"ghq": False, "g1": False, "g2": True, "g3": False, "g4": True, "u1": True}
    assert all(seen(game, "axis", name) for name in found)
    assert [game.board.label(h) for h in covered(game, "allied")] == [at(0, 0), at(3, 0)]
    assert all(seen(field(options={"fog-of-war": "off"}), "allied", name) for name in found)


@pytest.mark.rule("goss", "16.3.2", "8.4.0")
def test_a_view_shows_armies_and_headquarters_to_their_owner_only() -> None:
    game = field()
    mine, his = game.view("axis"), game.view("allied")
    assert set(mine["armies"]) == {"A"}
    assert set(his["armies"]) == {"B"}
    assert set(mine["hqs"]) == {"ghq", "g4"}
    assert his["hqs"] == {}
    assert set(his["units"]) == {"g2", "g4", "u1"} == set(his["counters"])
    assert set(game.view(None)["armies"]) == {"A", "B"}


def test_who_is_covered_is_not_named_when_his_mode_changes() -> None:
    game = field()
    game.play("axis", {"do": "maneuver-reserve", "hq": "ghq"})
    told = [event for event in game.events_for("allied") if event.kind == "mode"]
    assert [event.facts["units"] for event in told] == [["g2"]]


@pytest.mark.rule("goss", "8.4.0")
@pytest.mark.parametrize(
    ("kind", "facts", "heard"),
    [
        ("mode", {"units": ["g1"], "mode": "Exploit"}, None),
        ("check", {"unit": "g1", "rating": 6, "roll": 9, "passed": False}, None),
        ("depleted", {"unit": "g3"}, None),
        ("mode", {"units": ["g2"], "mode": "Exploit"}, "g2 into Exploit mode"),
        (
            "move",
            {"units": ["g1"], "from": "0101", "to": "0102"},
            "covered units from 0101 to 0102",
        ),
        ("advance", {"unit": "g1", "to": "0102"}, "a covered unit advances to 0102"),
    ],
)
def test_what_happens_within_a_stack_is_not_told(
    kind: str, facts: dict[str, Any], heard: str | None
) -> None:
    game = field()
    game.emit(Event(kind, "8.4.0", facts))
    told = [game.sentence(event) for event in game.events_for("allied") if event.kind == kind]
    assert told == ([] if heard is None else [heard])
    assert facts in [event.facts for event in game.events_for("axis")]


@pytest.mark.parametrize(
    ("map", "key", "change", "wrong"),
    [
        ("units", "g1", {"steps": 2}, False),
        ("units", "g1", {"steps": 4}, True),
        ("units", "g1", {"mode": "Sleep"}, True),
        ("units", "g1", {"fatigue": 3}, True),
        ("units", "g1", {"hex": at(9, 0)}, True),
        ("units", "g1", {"hex": at(1, 0)}, False),
        ("units", "g1", {"place": "eliminated"}, True),
        ("hqs", "ghq", {"adv": 9}, True),
        ("weather", "now", {"ground": "Lava"}, True),
        ("sides", "axis", {"inf": -1}, True),
        ("hexes", at(0, 0), {"work": "ET-9"}, True),
    ],
)
def test_an_edit_leaves_a_position_that_could_be_played(
    map: str, key: str, change: dict[str, Any], wrong: bool
) -> None:
    game = field()
    found = game.system.check_edit(game, [{"map": map, "key": key, "set": change}])
    assert bool(found) == wrong


def facing(**facts: Any) -> Gs:
    """A German battalion in plain view of an American one that may assault it, and its staffs."""
    return position(
        unit("g1", (0, 0), formation="1", **facts), unit("g2", (0, -1), formation="1"),
        unit("gh", (3, -3), "hq:div", formation="1"), unit("gk", (4, -3), "hq:div", formation="2"),
        unit("u1", (0, 1), ta=True), segment="assaults", side="allied",
    )  # fmt: skip


@pytest.mark.rule("goss", "8.4.0")
def test_markers_on_the_top_unit_are_seen_and_what_is_noted_of_it_is_not() -> None:
    marks: dict[str, Any] = {
        "fatigue": 1, "supply": "OoS", "isolated": True, "shifts": 1, "mode": "PA", "ooc": True,
    }  # fmt: skip
    noted: dict[str, Any] = {"attached": "gk", "extended": True, "raised": 1, "surplus": True}
    game = facing(**marks, **noted)
    own, his = game.view("axis")["units"]["g1"], game.view("allied")["units"]["g1"]
    assert {key: his[key] for key in marks} == marks
    assert not {*noted, "order", "earned", "pr_of"} & {*his}
    assert {key: own[key] for key in noted} == noted
    assert {*game.view(None)["units"]["g1"]} == {*own}


def panzers() -> Gs:
    """A generic panzer battalion next to an American one, and the companies that it is made of."""
    own = {"formation": "1"}
    held: dict[str, Any] = {"place": "held", "where": "g8", **own}
    return position(
        unit("g8", (0, 0), "pz4", "0-0", steps=3, size="Bn", traits="generic pz", z_side="", **own),
        *(unit(f"g{n}", None, "pz4", "4-3", **held) for n in (1, 2, 3)),
        unit("gh", (3, -3), "hq:div", **own), unit("u1", (0, 1), ta=True), segment="assaults",
        side="allied",
    )  # fmt: skip


@pytest.mark.rule("goss", "4.6.1", "8.4.0")
def test_the_strength_of_a_generic_battalion_is_kept_until_it_fights() -> None:
    game = panzers()
    attack = {"do": "assault", "units": ["u1"], "hex": at(0, 0)}
    assert [one.rule for one in game.odds(attack, "allied").unknown] == ["4.6.1"]
    table = library.tabletop(game)
    shown = {
        side: {one.name: one.text for one in card.values}
        for side in ("axis", "allied")
        for card in table.counters(game, side)
        if card.id == "g8"
    }
    assert (shown["axis"]["attack"], shown["axis"]["defence"]) == ("12", "9")
    assert (shown["allied"]["attack"], shown["allied"]["proficiency"]) == ("?", "?")
    strengths = {s: [c.strength for c in table.stacks(game, s) if c.hex == at(0, 0)] for s in shown}
    assert strengths == {"axis": ["12-9"], "allied": [""]}
    assert table.details(game, "allied", "g8") == []
    assert table.details(game, "axis", "g8") != []
    rng = random.Random(1)
    veil = replace(VEIL, secrets=(other_panzers,))
    assert veil.twin(game, "allied", rng) is not None
    secrets(game, veil, rng)


@pytest.mark.rule("goss", "8.4.0", "9.6.0")
@pytest.mark.parametrize("seed", range(6))
def test_nobody_can_tell_what_is_noted_of_his_enemies(seed: int) -> None:
    notes = replace(VEIL, secrets=(other_notes,))
    rng = random.Random(seed)
    assert notes.twin(facing(), "allied", rng) is not None
    secrets(facing(), notes, rng)
