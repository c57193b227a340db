"""What stands on a counter, and what it says aloud."""

from __future__ import annotations

from grognard.table.cards import State
from grognard.table.faces import aloud, value
from grognard.table.symbols import LAND, code

DG = State("dg", "DG", "disorganised", "5.10")


def test_our_values_are_marked_on_the_counter_and_not_aloud() -> None:
    ours, theirs = value("a", "4", "attack", "house"), value("m", "6", "movement", "rulebook")
    assert (ours.title, theirs.title) == ("attack, house value", "movement")
    assert aloud("1 Foot", [ours, theirs], ["reduced"], [DG], "in 0203") == (
        "1 Foot; attack 4; movement 6; reduced; disorganised; in 0203"
    )


def test_a_code_has_twenty_digits_each_in_its_place() -> None:
    staff = code(LAND, "121100", "22", above="03", below="27", staff=True)
    assert staff == "10031002" + "22" + "121100" + "03" + "27"
    assert code(LAND, "121100") == "10031000" + "00" + "121100" + "0000"
