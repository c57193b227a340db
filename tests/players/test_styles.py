"""The styles of the staffs of Next War and GOSS differ by the odds at which they attack."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.players.staff.goss.doctrine import FIRST
from grognard.players.staff.goss.estimate import Estimate
from grognard.players.staff.goss.reading import GossSeat
from grognard.players.staff.player import doctrines
from grognard.players.staff.situation import Piece
from grognard.systems.goss.scenario import Gs
from tests.players.playing import did, phase_of
from tests.systems.goss.field import at, position
from tests.systems.goss.field import unit as battalion
from tests.systems.nextwar.field import field, plain
from tests.systems.nextwar.field import unit as division

NEVER = 30
"""More strength than anybody here has."""


def nextwar(style: str, strength: int) -> int:
    """The attacks of a division on one of four in the open."""
    game = field(
        division("n1", "0505", f"{strength}-6-4"), division("r1", "0506"), segment="init-combat",
        board=plain(north=4),
    )  # fmt: skip
    return len(did(phase_of(game, "dprk", doctrines("nextwar").get(style)), "attack"))


def goss(style: str, strength: int) -> int:
    """The assaults that a battalion prepares on one of four in the open."""
    game = position(
        battalion("g1", (0, 0), values=f"{strength}-6"), battalion("u1", (1, 0), values="4-4"),
        victory={"axis": [{"hold": at(6, 0), "vp": 4}]}, segment="modes",
    )  # fmt: skip
    return len(did(phase_of(game, "axis", doctrines("goss").get(style)), "mode"))


@pytest.mark.parametrize(
    ("attacks", "from_"),
    [
        (nextwar, {"bold": 3, "staff": 5, "first": 5, "cautious": 7, "book": 12}),
        (goss, {"bold": 3, "staff": 6, "first": 6, "book": 10, "cautious": NEVER}),
    ],
)
def test_each_style_attacks_from_a_strength_of_its_own(
    attacks: Callable[[str, int], int], from_: dict[str, int]
) -> None:
    found = {style: next((n for n in range(2, 16) if attacks(style, n)), NEVER) for style in from_}
    assert found == from_


# ---- what was mended since the first staff


def corridor(victory: dict[str, object]) -> Gs:
    """A battalion of a corps beside an enemy on the way to what counts."""
    north, south = {"army": "A", "corps": "N"}, {"army": "A", "corps": "S"}
    return position(
        battalion("ga", (-6, 0), "hq:army", army="A"),
        battalion("gn", (-6, -6), "hq:corps", **north), battalion("g1", (0, 0), **north),
        battalion("gs", (-6, 6), "hq:corps", **south),
        battalion("u1", (1, 0)), victory={"axis": [victory]},
    )  # fmt: skip


@pytest.mark.parametrize(("corps", "percent"), [("", 100), ("gn", 100), ("gs", 25)])
def test_what_was_given_to_another_corps_draws_less(corps: str, percent: int) -> None:
    """To the first staff it was all the same."""
    game = corridor({"hold": at(4, 0), "vp": 4, **({"corps": corps} if corps else {})})
    h = game.board.hex(at(1, 0))
    force = ((Piece("g1", game.board.hex(at(0, 0)), 4, 6, 3, 2, True, True), 0),)
    now, first = GossSeat(game, "axis"), GossSeat(game, "axis", FIRST)
    full = first.situation.axis(h, FIRST.worth.axis, FIRST.worth.nearby)
    assert Estimate(first).axis(h, force) == full > 0
    assert Estimate(now).axis(h, force) == full * percent // 100
