"""Work that is not done twice, or not at all: it must give what doing it would have given."""

from __future__ import annotations

import hmac
import pickle
from typing import Any

from grognard.board.sketch import generate
from grognard.engine.dice import face, seed_from
from grognard.engine.event import Event, Later
from grognard.engine.state import Journal, State


def test_later_facts_are_worked_out_once_and_only_when_looked_at() -> None:
    """An event with such facts is the same as one with the facts themselves."""
    asked: list[int] = []

    def work() -> dict[str, Any]:
        asked.append(1)
        return {"sum": 7}

    event = Event("reckoning", "1.5", Later(work))
    event.told("german")
    assert asked == []
    assert event == Event("reckoning", "1.5", {"sum": 7})
    assert event.to_json()["facts"] == {"sum": 7}
    assert pickle.loads(pickle.dumps(event)).facts == {"sum": 7}
    assert asked == [1]


def test_only_the_last_of_like_values_is_kept() -> None:
    """A value that was asked for in another detail since is worked out again."""
    journal = Journal(State({}), {})
    worked: list[str] = []

    def ask(detail: str) -> str:
        def work() -> str:
            worked.append(detail)
            return detail.upper()

        return journal.cached("way", (), work, detail)

    assert [ask(detail) for detail in ("a", "a", "b", "a")] == ["A", "A", "B", "A"]
    assert worked == ["a", "b", "a"]
    assert journal.lies() == []


def test_a_die_is_the_keyed_hash_of_its_place() -> None:
    """The key is hashed once for all dice; each comes out as HMAC gives it."""
    seed = seed_from(5)
    for place in range(200):
        block = hmac.digest(bytes.fromhex(seed), f"die {place}".encode(), "sha256")
        assert face(seed, place, 6) == int.from_bytes(block, "big") % 6 + 1


def test_disks_are_all_hexes_near_any_of_some() -> None:
    """Within the distance of one hex, or of several."""
    board = generate(9, 9, 1)
    assert board.disks((40,), 2) == frozenset(board.disk(40, 2))
    assert board.disks((0, 40), 1) == {*board.disk(0, 1), *board.disk(40, 1)}
