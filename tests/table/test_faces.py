"""What stands on a counter, and what it says aloud."""

from __future__ import annotations

from grognard.table.cards import State
from grognard.table.faces import aloud, value

DG = State("dg", "DG", "disorganised", "5.10")


def test_our_values_are_marked_on_the_counter_and_not_aloud() -> None:
    ours, theirs = value("a", "4", "attack", "house"), value("m", "6", "movement", "rulebook")
    assert (ours.title, theirs.title) == ("attack, house value", "movement")
    assert aloud("1 Foot", [ours, theirs], ["reduced"], [DG], "in 0203") == (
        "1 Foot; attack 4; movement 6; reduced; disorganised; in 0203"
    )
