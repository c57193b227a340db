"""The OCS staff, mended: each mend by itself, and the first staff as it was."""

from __future__ import annotations

from hashlib import sha256

import grognard
from grognard.engine.record import canonical
from grognard.players.registry import player, styles_of
from grognard.players.seat import Seat
from grognard.players.staff.ocs.doctrine import FIRST

CATANIA = "6d432f76233bdc22"
"""What a game of the Plain of Catania was, played by the first staff on either side, seed 4."""


def test_the_first_staff_plays_as_it_did() -> None:
    """A rung of a ladder stays where it is: byte for byte the game of the tree before the mends."""
    game = grognard.new("ocs/catania-plain", seed=4)
    staff = {side: player("staff:first", system="ocs") for side in game.scenario.sides}
    while (side := game.to_act) is not None:
        game.play(side, staff[side].choose(Seat(game, side)))
    done = [[line.by, line.action] for line in game.history]
    assert sha256(canonical(done).encode()).hexdigest()[:16] == CATANIA


def test_the_first_staff_is_a_style_of_its_own() -> None:
    assert "first" in styles_of("staff", "ocs")
    assert FIRST.style == "first"
