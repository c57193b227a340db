"""Headquarters: size, strength, modes, whom they supply. [13.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.pieces import headquarters
from grognard.systems.ocs.pieces.values import can_attack, rating, size_of, strength
from grognard.systems.ocs.supply import paying, supply_paths, throws
from tests.systems.ocs.field import at, field, unit

rule = pytest.mark.rule


@rule("ocs", "13.1")
@pytest.mark.parametrize("size", ["battalion", "regiment", "company"])
def test_a_headquarters_is_one_re_whatever_its_symbol(size: str) -> None:
    game = field(unit("ahq", "0303", "hq", size=size), unit("a1", "0303", size=size))
    assert size_of(game, "ahq") == 1


@rule("ocs", "3.0")
@rule("ocs", "13.1c")
@rule("ocs", "13.1a")
def test_its_strengths_and_rating_are_not_printed() -> None:
    for mode, up, value in (
        ("combat", "combat", 5), ("move", "move", 1), ("dg", "combat", "5/2"),
        ("dg", "move", "1/2"),
    ):  # fmt: skip
        game = field(unit("ahq", "0303", "hq", mode=mode, up=up, ar=3))
        assert str(strength(game, "ahq", attacking=False).total) == str(value)
        assert rating(game, "ahq").total == (-1 if mode == "dg" else 0)
        assert not can_attack(game, "ahq")


@rule("ocs", "13.1a")
def test_modes_and_throwing() -> None:
    for mode, up, points in (
        ("combat", "combat", 8), ("move", "move", 4), ("dg", "combat", 8), ("strat", "move", 0),
    ):  # fmt: skip
        game = field(unit("ahq", "0303", "hq", mode=mode, up=up))
        assert throws.throw_key(game, "ahq").budget == points * POINT
        assert throws.can_throw(game, "ahq") == bool(points)
    game = field(unit("ahq", "0303", "hq"), unit("a1", "0303"))
    modes.exploit(game, "ahq")
    assert at(game, "ahq").mode == "combat"


@rule("ocs", "13.1a")
def test_the_combat_side_throws_farther() -> None:
    with pytest.raises(ScenarioError, match="Combat side has the greater throw range"):
        field(unit("ahq", "0303", "hq", throw="4 truck/8 truck"))


@rule("ocs", "13.1b")
@rule("ocs", "13.1a")
def test_disorder_leaves_its_functions_alone_but_for_the_option() -> None:
    def reach(**options: str) -> int:
        game = field(unit("ahq", "0303", "hq", mode="dg", up="combat"), options=options)
        return throws.throw_key(game, "ahq").budget

    assert reach() == 8 * POINT
    assert reach(**{"dg-throw": "halved"}) == 4 * POINT
    for mode, up, works in (("combat", "", True), ("dg", "combat", True), ("dg", "move", False),
                            ("move", "", False), ("reserve", "combat", False)):  # fmt: skip
        game = field(unit("ahq", "0303", "hq", mode=mode, up=up or "combat"))
        assert headquarters.rebuilds_in(game, "axis", game.board.hex("0305")) is works
        assert not headquarters.rebuilds_in(game, "axis", game.board.hex("0306"))
        assert not headquarters.rebuilds_in(game, "allied", game.board.hex("0305"))


def _divisional(**more: Any) -> Any:
    """A divisional HQ in 0504 between a dump in 0501 and units in 0507, out of their own draw."""
    return field(
        unit("ahq", "0504", "hq", formation="1 Pz", **more),
        unit("a1", "0508", "armor", formation="1 Pz"),
        unit("a2", "0508", "armor", formation="2 Pz"),
        unit("a3", "0508", "infantry"),
        unit("a4", "0508", "infantry", nation="Italian"),
        dumps=[{"side": "axis", "hex": "0501", "sp": 3}],
        sources=[{"side": "axis", "hex": "0501"}],
    )


@rule("ocs", "13.1d")
def test_a_divisional_headquarters_supplies_its_own_and_independents_of_its_nation() -> None:
    game = _divisional()
    h = game.board.hex("0508")
    for name, served in (("a1", True), ("a2", False), ("a3", True), ("a4", False)):
        assert headquarters.commands(game, "ahq", name) is served
        assert bool(paying.available(game, "axis", h, paying.ATTACK, (name,))) is served
        assert supply_paths.in_trace(game, name) is served
    army = field(unit("ahq", "0504", "hq"), unit("a4", "0508", nation="Italian"),
                 dumps=[{"side": "axis", "hex": "0501", "sp": 3}])  # fmt: skip
    assert paying.available(army, "axis", army.board.hex("0508"), paying.ATTACK, ("a4",)) == 12
