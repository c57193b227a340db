"""Ways after a battle, and the room at their ends."""

from __future__ import annotations

from grognard.board.sketch import sketch
from grognard.kit.retreat import Path, Room, Ways

BOARD = sketch(3, 4)
START = BOARD.hex("0202")


def ways(*open_: str) -> Ways:
    """The ways over some hexes, none of which is entered twice."""
    hexes = [BOARD.hex(label) for label in open_]
    return Ways(BOARD, START, lambda path, h: h in hexes and h not in path)


def labels(paths: list[Path]) -> list[list[str]]:
    """Paths by their labels."""
    return [[BOARD.label(h) for h in path] for path in paths]


def test_ways_are_made_of_steps_that_are_open() -> None:
    found = ways("0201", "0102")
    assert all(BOARD.adjacent(START, path[0]) for path in found.up_to(1))
    assert sorted(labels(found.up_to(2))) == [
        ["0102"],
        ["0102", "0201"],
        ["0201"],
        ["0201", "0102"],
    ]
    assert [len(path) for path in found.up_to(2)] == [1, 1, 2, 2]


def test_a_way_of_just_so_many_hexes_or_none() -> None:
    found = ways("0201", "0102")
    assert sorted(labels(found.of(2))) == [["0102", "0201"], ["0201", "0102"]]
    assert list(found.of(3)) == []
    assert list(found.of(0)) == [()]


def test_the_longest_way_falls_short_where_it_must() -> None:
    assert labels(ways("0201").longest(1)) == [["0201"]]
    assert labels(ways("0201").longest(3)) == [["0201"]]
    assert ways().longest(3) == [()]
    assert ways().up_to(3) == []


def test_a_step_is_judged_by_the_path_so_far() -> None:
    asked: list[tuple[int, int]] = []

    def goes_on(path: Path, h: int) -> bool:
        asked.append((len(path), h))
        return not path and h == BOARD.hex("0201")

    Ways(BOARD, START, goes_on).longest(2)
    assert {h for place, h in asked if place == 0} == set(BOARD.around(START))
    assert {h for place, h in asked if place == 1} == set(BOARD.around(BOARD.hex("0201")))


SIZES = {"a": 2, "b": 3, "c": 4}
THERE = {1: ["a", "b"], 2: ["c"]}
ROOM = Room(6, SIZES.__getitem__, lambda h: THERE.get(h, []))


def test_who_stays_and_who_comes_takes_room_and_who_goes_does_not() -> None:
    assert (ROOM.after(1, {}), ROOM.after(2, {}), ROOM.after(3, {})) == (5, 4, 0)
    assert ROOM.after(2, {"a": (3, 2)}) == 6
    assert ROOM.after(1, {"a": (3, 2)}) == 3
    assert ROOM.after(3, {"a": (3, 2)}) == 0  # passing is free
    assert ROOM.after(2, {"c": ()}) == 0  # nobody stays who has been given up


def test_a_hex_is_crowded_above_its_limit_only() -> None:
    assert ROOM.fits(2, {"a": (2,)})
    assert not ROOM.fits(2, {"b": (2,)})
    assert ROOM.crowded({"a": (2,)}) == {}
    assert ROOM.crowded({"b": (2,), "c": ()}) == {}
    assert ROOM.crowded({"b": (3, 2), "a": (3, 2)}) == {2: 9}
