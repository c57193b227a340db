"""Markers and tracks: what is so unless it is said otherwise, and what the table shows. [15.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard import library
from grognard.systems.goss.logistics import fuel
from grognard.systems.goss.logistics.stock import army_of
from grognard.systems.goss.pieces.chain import headquarters
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.field import position, rules, unit


def shown(game: Gs, name: str) -> list[str]:
    """The markers on a counter, as its owner sees them."""
    cards = {card.id: card for card in library.tabletop(game).counters(game, "axis")}
    return [state.title for state in cards[name].states]


@pytest.mark.rule("goss", "15.0")
@pytest.mark.parametrize(
    ("facts", "staff", "found"),
    [({}, {}, []), ({"supply": "OhS"}, {}, ["on hand supply"]),
     ({"supply": "OoS"}, {}, ["out of supply"]), ({}, {"fuel": "low"}, ["fuel low"]),
     ({}, {"fuel": "none"}, ["fuel none"])],
)  # fmt: skip
def test_who_bears_no_marker_has_supply_and_fuel(
    facts: dict[str, Any], staff: dict[str, Any], found: list[str]
) -> None:
    game = position(
        unit("ghq", (0, 0), "hq:div", formation="1", **facts), unit("u1", (9, 0)),
        headquarters={"ghq": staff},
    )  # fmt: skip
    assert shown(game, "ghq") == found


@pytest.mark.rule("goss", "16.0", "16.3.0", "16.4.0")
def test_an_armys_track_begins_as_the_scenario_has_it() -> None:
    game = position(
        unit("garmy", (0, 0), "hq:army", army="A"), unit("u1", (9, 0)), segment="trucks",
        armies={"A": {"side": "axis", "adv": 3, "amp": 4, "fp": 5, "tp": 9},
                "B": {"side": "axis", "adv": 2}},
    )  # fmt: skip
    found, bare = army_of(game, "A"), army_of(game, "B")
    assert (found.adv, found.amp, found.fp, found.tp) == (3, 4, 10, 9)
    assert (bare.adv, bare.amp, bare.fp, bare.tp) == (2, 0, 0, 0), "none, if it says nothing"
    game.play("axis", {"do": "trucks", "army": "A", "ammo": 4, "fuel": 3, "motor": 2})
    table = {one.title: one for one in library.tabletop(game).budget(game, "axis")}
    lines = {part.label: part.value for part in table["A"].parts}
    assert lines == {
        "ammunition delivery value": "3", "ammunition points": "4", "fuel points": "5",
        "trucks: ammunition": "4", "trucks: fuel": "3", "trucks: troops": "2 of 2 free",
    }  # fmt: skip
    assert "A" not in {one.title for one in library.tabletop(game).budget(game, "allied")}


@pytest.mark.rule("goss", "15.5.1a", "16.4.2")
@pytest.mark.parametrize(("made", "army_fp", "corps_fp"), [(8, 10, 2), (0, 6, 0)])
def test_fuel_made_on_hand_is_for_those_below_as_well(
    made: int, army_fp: int, corps_fp: int
) -> None:
    """A corps that lives on hand feeds a panzer division; a normal division needs two points."""
    chain = {"corps": "C", "army": "A"}
    own = {"formation": "P", **chain}
    game = position(
        unit("gC", (0, 0), "hq:corps", supply="OhS", **chain),
        unit("gP", (1, 0), "hq:div", traits="mech formation", **own),
        *(unit(f"g{n}", (n, 1), "motinf", **own) for n in range(9)), unit("u1", (9, 0)),
        armies={"A": {"side": "axis", "adv": 3, "fp": 5}}, segment="fuel",
        headquarters={"gC": {"ohs": 2, "fp": made}},
    )  # fmt: skip
    both = {"do": "fuel", "hqs": ["gC", "gP"], "fuel": "normal"}
    assert rules(game, "axis", both) == ([] if made else ["16.4.2"]), "the corps has its own alone"
    game.play("axis", both if made else {**both, "hqs": ["gP"]})
    fuel.pay_for_fuel(game)
    assert (army_of(game, "A").fp, headquarters(game, "gC").fp) == (army_fp, corps_fp)
    if made:
        more = {**both, "hqs": ["gC", "gP"]}
        assert rules(game, "axis", more) == ["16.4.2"], "and no more than it has"
