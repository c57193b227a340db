"""Wacht am Rhein as it was drawn up: the zones of its armies."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import library
from grognard.systems.goss.command.zones import inside, key_of
from grognard.systems.goss.pieces.chain import corps
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import SIDES
from grognard.systems.goss.status import BRIDGES
from grognard.systems.goss.works.bridging import BuildBridge, Span


@pytest.fixture(scope="module")
def game() -> Any:
    return library.new("goss/wacht-am-rhein", seed=1)


def test_armies_have_the_zones_of_the_plan(game: Any) -> None:
    zones = {key: frozenset(hexes) for key, hexes in game.scenario.zones.items()}
    assert {*zones} == {"6 Pz Army", "5 Pz Army", "7 Army", "First Army", "Third Army"}
    places = {
        "6 Pz Army": ("3608", "2610", "0820"), "5 Pz Army": ("3121", "1040", "0328"),
        "7 Army": ("2951", "4653"), "Third Army": ("1040", "2951"),
    }  # fmt: skip
    for key, labels in places.items():
        assert zones[key] >= {game.board.hex(label) for label in labels}, key
    assert len(zones["First Army"]) == game.board.n
    german = [zones[key] for key in ("6 Pz Army", "5 Pz Army", "7 Army")]
    assert len(frozenset().union(*german)) == game.board.n
    border = german[0] & german[1], german[1] & german[2]
    assert [len(line) for line in border] == [68, 51], "a boundary, and the assembly area"
    assert not german[0] & german[2]


def test_everybody_is_set_up_in_his_zone(game: Any) -> None:
    for side in SIDES:
        astray = [(n, key_of(game, n)) for n in on_map(game, side) if not inside(game, n)]
        assert astray == [], side


def test_the_corps_of_both_panzer_armies_have_an_objective_each(game: Any) -> None:
    """Each in the zone of its army, and given to a corps that is in the game."""
    given: dict[str, list[str]] = {}
    for award in game.scenario.terms.awards:
        if award.corps:
            zone = game.scenario.zones[game.scenario.counters[award.corps].army]
            assert {*award.hexes} <= {*zone}
            given.setdefault(award.corps, []).append(award.title)
    assert {hq: sorted(places) for hq, places in given.items()} == {
        "g-47c": ["Bastogne", "Clervaux"], "g-58c": ["Houffalize", "La Roche"],
        "g-66c": ["Schönberg", "St. Vith"], "g-67": ["Elsenborn", "Monschau"],
        "g-1ss": ["Malmedy", "Spa", "Stavelot"], "g-2ss": ["Manhay"],
    }  # fmt: skip


def test_47_panzer_corps_has_engineers_at_each_of_its_bridges(game: Any) -> None:
    """Dasburg and Gemünd: where nobody could build, both of its panzer divisions stood on the
    eastern bank for four days."""
    board, ground = game.board, game.scenario.ground
    for bank, beyond in (("3137", "3037"), ("3240", "3140")):
        hexes = board.hex(bank), board.hex(beyond)
        assert not game.state[BRIDGES][ground.side_key(*hexes)].stands
        there = [n for n in on_map(game, "axis") if unit_of(game, n).hex == hexes[0]]
        able = [n for n in there if not BuildBridge().against(game, "axis", Span((n,), hexes[1]))]
        assert [corps(game, n) for n in able] == ["g-47c"], bank
