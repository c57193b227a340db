"""How dice can fall: sums by adding die upon die, the same as by trying every face of each."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.engine.decision import Procedure
from grognard.engine.dice import Faces
from grognard.engine.event import Event
from grognard.engine.falls import Sum, falls
from tests.engine.toy import Gamble, toy


def tried(count: int, sides: int, key: Any) -> list[tuple[Faces, Fraction]]:
    """The same by hand: every face of every die, the first fall standing for those like it."""
    found: dict[Any, list[Faces]] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        found.setdefault(key(faces), []).append(faces)
    return [(some[0], Fraction(len(some), sides**count)) for some in found.values()]


def hits(face: int) -> int:
    """Two hits on the highest face, one on the three before it."""
    return 2 if face == 10 else int(face >= 7)


def damage(face: int) -> tuple[int, ...]:
    """Hits, and aborts beside them."""
    return hits(face), int(face in (5, 6))


KEYS: dict[str, Any] = {
    "the default": sum,
    "pips": Sum((lambda face: face % 10,)),
    "hits": Sum((hits,)),
    "a modifier": Sum((int,), -4),
    "a table": Sum((int,), 0, lambda total: min(total // 4, 5)),
    "side by side": Sum((damage,), (0, 0)),
    "each its own": Sum((int, hits, lambda face: 3 * face), 1),
    "neither": max,
}


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_sums_are_what_trying_every_face_gives_in_the_same_order(key: Any) -> None:
    assert falls(3, 10, key) == tried(3, 10, key)


def test_the_example_of_a_sum_reads_as_the_sum() -> None:
    key = Sum((damage,), (0, 0))
    assert key((10, 7, 5, 1)) == (3, 1)
    assert {key(faces) for faces, _ in falls(2, 10, key)} == {
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (4, 0),
    }  # fmt: skip


def test_no_dice_come_to_what_the_sum_begins_with() -> None:
    assert falls(0, 10, sum) == [((), Fraction(1))]
    assert falls(0, 10, Sum((hits,), 3)) == [((), Fraction(1))]
    assert Sum((hits,), 3)(()) == 3


def test_sixteen_dice_are_as_many_sums_and_not_as_many_falls() -> None:
    found = falls(16, 10, sum)
    assert [sum(faces) for faces, _ in found] == list(range(16, 161))
    assert sum(share for _, share in found) == 1
    assert found[0] == ((1,) * 16, Fraction(1, 10**16))
    assert found[1] == ((*(1,) * 15, 2), Fraction(16, 10**16))
    mean = sum(sum(faces) * share for faces, share in found)
    assert mean == 16 * Fraction(11, 2)
    few = falls(16, 10, Sum((hits,), 0, lambda total: total >= 16))
    assert len(few) == 2


def test_odds_take_a_sum_of_many_dice_for_one_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    carried_out = []

    def perform(self: Gamble, game: Any, player: str, action: Any) -> Procedure:
        key = Sum((hits,), 0, lambda total: min(total, 3))
        faces = game.roll(16, 10, key)
        carried_out.append(faces)
        game.emit(Event("roll", "T3", {"hits": key(faces)}, faces, outcome=True))
        yield from ()

    monkeypatch.setattr(Gamble, "perform", perform)
    odds = toy().odds({"do": "gamble"})
    none = Fraction(6, 10) ** 16
    assert odds.chance(lambda fact: fact["hits"] == 0) == none
    assert odds.chance(lambda fact: fact["hits"] == 1) == 16 * Fraction(3, 6) * none
    assert sum(outcome.probability for outcome in odds.outcomes) == 1
    assert len(carried_out) == 4  # once for each outcome, and not to find out that dice are rolled
