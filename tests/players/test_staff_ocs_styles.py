"""The styles of the OCS staff: bold attacks what others leave alone, cautious leaves what others
attack, and by the book the guns speak first."""

from __future__ import annotations

import pytest

from grognard.players.registry import player, styles_of
from grognard.players.staff.ocs.doctrine import DOCTRINE, STYLES, OcsDoctrine
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import ARTILLERY, ATTACK
from tests.players.playing import did, dump, phase_of, source, town
from tests.systems.ocs.field import field, unit


def battle(own: int, segment: str = ATTACK, turns: int = 4, tokens: int = 40) -> Ocs:
    """A regiment before a town that is held with five points, and guns behind it."""
    return field(
        unit("a1", "0504", combat=f"{own}:3 leg"), unit("a9", "0503", "artillery"),
        unit("s1", "0505", combat="5:3 leg"), segment=segment, dumps=[dump("0502", tokens)],
        sources=[source("0501")], victory=town("0505"), turns=turns,
    )  # fmt: skip


def attacks(doctrine: OcsDoctrine, own: int) -> int:
    return len(did(phase_of(battle(own), "axis", doctrine), "attack"))


@pytest.mark.parametrize(("own", "bold", "usual", "cautious"), [(18, 1, 0, 0), (34, 1, 1, 0)])
def test_the_bold_attack_where_the_cautious_do_not(
    own: int, bold: int, usual: int, cautious: int
) -> None:
    found = [attacks(one, own) for one in (STYLES["bold"], DOCTRINE, STYLES["cautious"])]
    assert found == [bold, usual, cautious]


def test_by_the_book_the_guns_fire_where_others_save_their_shells() -> None:
    """With 12 tokens that have to last nine turns."""

    def barrages(doctrine: OcsDoctrine) -> int:
        game = battle(1, ARTILLERY, turns=9, tokens=12)
        return len(did(phase_of(game, "axis", doctrine), "barrage"))

    assert (barrages(DOCTRINE), barrages(STYLES["book"])) == (0, 1)


def test_each_style_can_be_asked_for_by_its_name() -> None:
    assert {"cautious", "bold", "book"} <= set(styles_of("staff", "ocs"))
    assert [one.style for one in STYLES.values()] == list(STYLES)
    assert player("staff:bold", system="ocs") is not None
