"""The book's examples about obligatory attacks, played to the end of the phase. [5.1]"""

from __future__ import annotations

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from tests.conformance.wb95.stage import (
    AMERICANS_FIRST,
    END,
    GERMAN,
    SOVIET,
    WESTERN,
    fought,
    move,
    proceed_to,
    settle,
)
from tests.systems.wb95.combat.battles import attack
from tests.systems.wb95.field import ATTACK_A, ATTACK_B, MOVE_A, field, rules, unit

rule = pytest.mark.rule
AMERICAN = {"side": WESTERN, "nation": "American"}


def armour_in_contact() -> Wb:
    """American armour has entered the zones of two German units, and a second unit that of one."""
    game = field(
        unit("sarm", "0502", "ARM", 8, size="R", **AMERICAN),
        unit("sinf", "0406", sp=8, **AMERICAN),
        unit("g1", "0404", sp=4),
        unit("g2", "0303", sp=4),
        phase=MOVE_A,
        **AMERICANS_FIRST,
    )
    game.play(WESTERN, move("sarm", "0503", "0403"))
    game.play(WESTERN, move("sinf", "0405"))
    game.play(WESTERN, END)
    assert game.phase == "Attack of western"
    return game


@rule("wb95", "5.1.3")
@rule("wb95", "5.1.4")
@rule("wb95", "5.1.7")
def test_wb95_ex_013_each_duty_may_be_done_with_somebody_else() -> None:
    """The American must attack and the German must be attacked, but not one by the other."""
    alone = field(
        unit("sarm", "0402", "ARM", 8, **AMERICAN), unit("g1", "0404"), phase=MOVE_A,
        **AMERICANS_FIRST,
    )  # fmt: skip
    alone.play(WESTERN, move("sarm", "0403"))
    alone.play(WESTERN, END)
    refusals = alone.why(WESTERN, END)
    assert [refusal.rule for refusal in refusals] == ["5.1.3", "5.1.4"]
    assert "sarm" in refusals[0].text
    assert "0404" in refusals[1].text
    game = armour_in_contact()
    assert rules(game, WESTERN, END) == ["5.1.3", "5.1.4"]
    assert END not in list(game.legal(WESTERN))
    fought(game, "sarm", "0303", by=WESTERN)  # not the German it moved up to
    settle(game)
    assert rules(game, WESTERN, END) == ["5.1.3", "5.1.4"]
    fought(game, "sinf", "0404", by=WESTERN)  # who is attacked by somebody else
    settle(game)
    assert rules(game, WESTERN, END) == []
    assert list(game.legal(WESTERN)) == [END]


@rule("wb95", "5.1.3")
@rule("wb95", "5.1.4")
@rule("wb95", "4.1.4")
def test_wb95_ex_014_cavalry_in_a_swamp() -> None:
    """A mechanised brigade has no zone into the swamp: it must attack, the cavalry need not."""
    game = field(
        unit("s1", "0405", "MOT", 8, size="BR"),
        unit("gcav", "0403", "CAV", nation="Romanian"),
        board=sketch(9, 9, terrain={"0403": "swamp"}),
        initiative="soviet",
    )
    game.play(SOVIET, move("s1", "0404"))
    game.play(SOVIET, END)
    assert rules(game, SOVIET, END) == ["5.1.3", "5.1.4"]
    fought(game, "s1", "0403", (4, 5), by=SOVIET)  # half of 8 against 4: all hold
    settle(game)
    game.play(SOVIET, END)
    proceed_to(game, ATTACK_B)
    assert game.phase == "Attack of german"
    assert [rules(game, GERMAN, action) for action in (END, attack("gcav", "0404"))] == [[], []]


def between_two_enemies() -> Wb:
    """A in 0404 has 1, 2 and 3 around it, 2 and 3 dug in; B in 0204 holds 1 in 0304 as well."""
    return field(
        unit("g1", "0304", sp=8), unit("g2", "0403", sp=8), unit("g3", "0405", sp=8),
        unit("sA", "0404", sp=4), unit("sB", "0204", sp=4),
        fortified=["0403", "0405"], phase=ATTACK_A,
    )  # fmt: skip


@rule("wb95", "5.1.3")
@rule("wb95", "5.1.4")
@rule("wb95", "5.1.5")
@rule("wb95", "5.1.7")
def test_wb95_ex_015_the_plans_of_a_unit_between_two_enemies() -> None:
    """1 must attack, and A and B must be attacked: by 1 together, or B by 1 and A by 2, 3 or both.

    1 with a neighbour against A and B at once is no single combat, and 1 against A alone leaves
    nobody for B.
    """
    game = between_two_enemies()
    refusals = game.why(GERMAN, END)
    assert [refusal.rule for refusal in refusals] == ["5.1.3", "5.1.4"]
    assert "g1" in refusals[0].text
    assert "g2" not in refusals[0].text
    assert "0204, 0404" in refusals[1].text
    assert "5.1.5" in rules(game, GERMAN, attack("g1 g2", "0204 0404"))
    assert rules(game, GERMAN, attack("g1", "0404")) == ["5.1.4"]
    fought(game, "g1", "0204 0404", (4, 5))  # the first plan: 8 against 8, a 9: nobody gives way
    settle(game)
    assert rules(game, GERMAN, END) == []
    assert rules(game, GERMAN, attack("g2", "0404")) == ["5.1.1"]


@rule("wb95", "5.1.4")
@rule("wb95", "5.1.7")
@pytest.mark.parametrize("entrenched", ["g2", "g3", "g2 g3"])
def test_wb95_ex_015_the_entrenched_attack_in_place_of_the_other(entrenched: str) -> None:
    """The second plan: 1 attacks B, so one or both of those dug in must attack A."""
    game = between_two_enemies()
    fought(game, "g1", "0204")
    settle(game)
    assert rules(game, GERMAN, END) == ["5.1.4"]
    fought(game, entrenched, "0404")
    settle(game)
    assert rules(game, GERMAN, END) == []
