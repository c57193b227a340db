"""The chain of command: who is above whom. [9.1.0] [9.3.0]"""

from __future__ import annotations

import pytest

from grognard.systems.goss.pieces.chain import (
    above,
    army,
    army_hq,
    corps,
    formation,
    headquarters_of,
    level_of,
    superior,
)
from tests.systems.goss.field import position, unit


@pytest.mark.rule("goss", "9.3.0", "9.3.2")
def test_a_corps_may_have_the_name_of_its_army() -> None:
    game = position(
        unit("ga", (0, 5), "hq:army", army="Blau"),
        unit("gc", (0, 4), "hq:corps", corps="Blau", army="Blau"),
        unit("gd", (0, 3), "hq:div", formation="D", corps="Blau", army="Blau"),
        unit("g1", (0, 0), formation="D", corps="Blau", army="Blau"),
        armies={"Blau": {"side": "axis", "adv": 3}},
    )
    assert [above(game, hq) for hq in ("gd", "gc", "ga")] == ["gc", "ga", ""]
    assert (corps(game, "g1"), army_hq(game, "g1"), army(game, "g1")) == ("gc", "ga", "Blau")


@pytest.mark.rule("goss", "9.3.0")
def test_headquarters_without_a_name_are_above_nobody() -> None:
    game = position(
        unit("gx", (0, 5), "hq:div"), unit("gy", (0, 4), "hq:div"), unit("gz", (0, 3), "hq:corps"),
        unit("g1", (0, 0)),
    )  # fmt: skip
    assert [above(game, hq) for hq in ("gx", "gy", "gz")] == ["", "", ""]
    assert (corps(game, "gx"), army_hq(game, "gx"), superior(game, "g1")) == ("", "", "")
    assert [*headquarters_of(game, "axis")] == ["gx", "gy", "gz"]


@pytest.mark.rule("goss", "9.3.0")
def test_a_chain_that_was_tied_in_a_ring_ends() -> None:
    game = position(
        unit("gc", (0, 4), "hq:corps", corps="C"),
        unit("gd", (0, 3), "hq:div", formation="D", corps="C"),
        unit("g1", (0, 0), formation="D"),
        headquarters={"gc": {"superior": "gd"}, "gd": {"superior": "gd"}},
    )
    assert (above(game, "gc"), above(game, "gd")) == ("", "")
    assert (corps(game, "g1"), army_hq(game, "g1")) == ("", "")


@pytest.mark.rule("goss", "9.3.3a")
def test_a_battalion_leads_a_battle_group() -> None:
    game = position(
        unit("gc", (0, 4), "hq:corps", corps="C"),
        unit("gd", (0, 3), "hq:div", formation="D", corps="C"),
        unit("g1", (0, 0), formation="D", corps="C", attached="g1"),
        unit("g2", (0, 1), formation="D", corps="C", attached="g1"),
        unit("g3", (0, 2), formation="D", corps="C"),
    )
    assert (formation(game, "g2"), formation(game, "g1"), formation(game, "g3")) == (
        "g1", "g1", "gd",
    )  # fmt: skip
    assert (level_of(game, "g1"), level_of(game, "g2")) == ("bg", "")
    assert (above(game, "g1"), corps(game, "g2")) == ("gc", "gc")
