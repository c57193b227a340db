"""The WB-95 staff, mended: each mend by itself, and the first staff as it was."""

from __future__ import annotations

from hashlib import sha256

import pytest

import grognard
from grognard.engine.record import canonical
from grognard.library import UnknownName
from grognard.players.registry import player, styles_of
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.players.staff.player import mended
from grognard.players.staff.wb95.doctrine import DOCTRINE, FIRST

KLIN = ("8b675cac3456fc6f", "3f9230f2b780a32b")
"""What two games of Klin were, played by the first staff on either side, seeds 4 and 5."""


def played(seed: int, word: str) -> str:
    """A game of Klin by one player on both sides, as a short hash of all that was done."""
    game = grognard.new("wb95/klin", seed=seed)
    staff = {side: player(word, system="wb95") for side in game.scenario.sides}
    while (side := game.to_act) is not None:
        game.play(side, staff[side].choose(Seat(game, side)))
    done = [[line.by, line.action] for line in game.history]
    return sha256(canonical(done).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("seed", "known"), zip((4, 5), KLIN, strict=True))
def test_the_first_staff_plays_as_it_did(seed: int, known: str) -> None:
    """A rung of a ladder stays where it is: the games are those of the tree before the mends."""
    assert played(seed, "staff:first") == known


def test_the_first_staff_is_a_style_of_its_own() -> None:
    assert "first" in styles_of("staff", "wb95")
    assert FIRST.style == "first"


def test_a_mend_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownName, match="the staff for wb95 has no mend 'airs'"):
        mended("wb95", FIRST, "airs")


def test_without_mends_a_doctrine_is_as_it_is() -> None:
    assert mended("wb95", None, "") is None
    assert Staff(doctrine=DOCTRINE).mends == ""
