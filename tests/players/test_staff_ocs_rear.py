"""The staff behind the line: garrisons stay in their ports."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.players.staff.ocs.reading import OcsSeat
from tests.players.playing import did, dump, phase_of, source, town
from tests.systems.ocs.field import at, unit, where
from tests.systems.ocs.naval.sea import port, waters

BATTERY = {"combat": "-:0 leg", "move": "-:2 leg", "barrage": "10/5", "range": 2}
COAST = {"combat": "(2):0 leg", "move": "(1):2 leg"}


def shore(*items: dict[str, Any], **spec: Any) -> Any:
    """A port of the Allies on a coast, and beside it a town that they are to take."""
    return waters(
        *items, player="allied", first="allied", ports=[port("0404", "allied")],
        dumps=[dump("0704", 20, "allied")], victory=town("0504", "axis", "allied"), **spec,
    )  # fmt: skip


# --- Garrisons ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["combat", "move"])
def test_coastal_guns_stay_in_their_port(mode: str) -> None:
    """However near the fighting comes, a battery fires from where it was built."""
    game = shore(
        unit("s9", "0404", "artillery", mode=mode, **BATTERY),
        unit("s1", "0708", combat="6:3 leg"), unit("a1", "0808", combat="3:3 leg"),
    )  # fmt: skip
    done = phase_of(game, "allied")
    assert where(game, "s9") == "0404"
    assert at(game, "s9").mode == "combat"
    assert all("s9" not in action["units"] for action in did(done, "move"))


def test_field_guns_go_to_the_fighting() -> None:
    game = shore(
        unit("s9", "0404", "artillery", mode="move"),
        unit("s1", "0708", combat="6:3 leg"), unit("a1", "0808", combat="3:3 leg"),
    )  # fmt: skip
    phase_of(game, "allied")
    assert where(game, "s9") != "0404"


@pytest.mark.parametrize("mode", ["combat", "move"])
def test_the_garrison_of_a_port_stays_in_it(mode: str) -> None:
    """Not even for an objective next door that nobody holds; and it gets ready to fight."""
    game = shore(
        unit("s1", "0404", mode=mode, **COAST), unit("a1", "0808", combat="(3):3 leg"),
        sources=[source("0604", "allied")],
    )  # fmt: skip
    phase_of(game, "allied")
    assert where(game, "s1") == "0404"
    assert at(game, "s1").mode == "combat"


def test_who_is_a_garrison() -> None:
    """Whoever has two points at the most on the better side of his counter."""
    game = shore(
        unit("s1", "0404", **COAST), unit("s2", "0504", combat="2:0 leg", move="1:3 leg"),
        unit("s3", "0504"), unit("s9", "0404", "artillery", **BATTERY),
    )  # fmt: skip
    seat = OcsSeat(game, "allied")
    assert [name for name in seat.own if seat.garrison(name)] == ["s1", "s9"]
