"""What a staff is told by whoever commands it: emphasis, gaining or keeping, directives."""

from __future__ import annotations

from dataclasses import replace

import pytest

import grognard
from grognard.players.seat import Seat
from grognard.players.staff.doctrine import Directive, Doctrine
from grognard.players.staff.player import command
from grognard.players.staff.situation import Goal

SYSTEMS = [
    ("wb95/klin", "german"),
    ("ocs/catania-plain", "allied"),
    ("nextwar/chorwon", "dprk"),
    ("goss/skyline-drive", "axis"),
]


@pytest.mark.parametrize(("scenario", "side"), SYSTEMS)
def test_emphasis_and_gaining_are_what_the_staff_sees(scenario, side):
    game = grognard.new(scenario, seed=1)
    staff = command(game.system.name)
    plain = staff.view(Seat(game, side)).situation
    dear = plain.goals[0]
    told = replace(staff.doctrine, emphasis=((dear.hex, 400),), gaining=not plain.attacking)
    seen = command(game.system.name, told).view(Seat(game, side)).situation
    assert seen.goals[0] == Goal(dear.hex, 4 * dear.value, dear.ours)
    assert list(seen.goals[1:]) == list(plain.goals[1:])
    assert seen.attacking is not plain.attacking


def test_of_two_directives_for_one_unit_the_first_counts():
    first = Directive(frozenset({"a", "b"}), (7,), "assault")
    second = Directive(frozenset({"b", "c"}), (9,), "hold", 50)
    told = Doctrine(directives=(first, second)).told
    assert told == {"a": first, "b": first, "c": second}
