"""Maps in a line of code, and maps by chance."""

from __future__ import annotations

import pytest

from grognard.board import BoardError, Box, generate, sketch


def test_a_sketch_has_what_its_strings_say():
    board = sketch(
        4,
        4,
        terrain={"0203": "forest"},
        sides=["0203-0204 river", "0101-0102 wall"],
        links=["0202-0203-0204 secondary", "0301-0302 ferry"],
        areas={"Bridgehead": "0203 0204"},
        boxes=[Box("Reserve", "off_map")],
        attributes={"country": {"0101": "ROK"}},
        default="steppe",
    )
    assert board.terrain[board.hex("0203")] == "forest"
    assert board.terrain[board.hex("0101")] == "steppe"
    assert board.hexside_kinds[-1] == "wall"
    assert board.link_kinds[-1] == "ferry"
    assert board.has_link(board.hex("0203"), board.hex("0202"), "secondary")
    assert board.areas["Bridgehead"] == (board.hex("0203"), board.hex("0204"))
    assert board.boxes["Reserve"].kind == "off_map"
    assert board.attributes["country"][board.hex("0101")] == "ROK"
    assert board.attributes["country"][board.hex("0102")] == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sides": ["0101-0103 river"]}, "0101 and 0103 do not adjoin"),
        ({"sides": ["0101-0102"]}, "write it like '0203-0204 river'"),
        ({"links": ["0101 main"]}, "write it like '0203-0204 river'"),
        ({"links": ["0101-0102 main", "0102-0101 main"]}, "0102 and 0101 have main twice"),
        ({"terrain": {"9901": "forest"}}, "hex 9901 is not on the map"),
        ({"places": {"Klin": "town"}}, "place Klin has no hex"),
        ({"places": {"Klin: old": "town 0101"}}, "a name is one line"),
        ({"exits": {"0202": "main"}}, "0202 is not on the edge"),
        ({"exits": {"0101": "river"}}, "'river' is not a link of this map"),
        ({"areas": {"A": "0101 0101"}}, "0101 is listed twice"),
        ({"boxes": [Box("A", "sea", (), ("B",))]}, "box A adjoins B, which is no box"),
        ({"sides": ["0101-0102 River"]}, "write a kind in small letters"),
    ],
)
def test_a_wrong_sketch_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        sketch(3, 3, **arguments)


def test_errors_of_the_board_are_value_errors():
    assert issubclass(BoardError, ValueError)


def test_a_seed_gives_one_map_and_another_seed_another():
    assert generate(20, 15, 7) == generate(20, 15, 7)
    assert generate(20, 15, 7) != generate(20, 15, 8)


def test_the_same_seed_gives_the_same_map_for_ever():
    assert generate(9, 9, 1).fingerprint() == FINGERPRINT_9_9_1


FINGERPRINT_9_9_1 = "7fb943fda5c2ed78ad9be1d093d743027ae71c94ae5ca3255656d5fcbdb0ea37"


@pytest.mark.parametrize("seed", range(6))
def test_a_generated_map_is_plausible(seed):
    board = generate(30, 25, seed)
    kinds = set(board.terrain)
    assert {"clear", "forest", "town", "city"} <= kinds
    assert kinds <= {"clear", "forest", "town", "city", "swamp", "lake"}
    wet = {"river", "stream", "big_river"}
    crossed = 0
    for a in range(board.n):
        for b in board.around(a):
            sides, links = board.hexside(a, b), board.link(a, b)
            assert not {"main", "secondary"} <= links
            assert ("bridge" in sides) == bool(links and sides & wet)
            assert not (links and "lake" in (board.terrain[a], board.terrain[b]))
            crossed += "bridge" in sides
    assert crossed
    assert board.offmap_links
    towns = [place.hexes[0] for place in board.places.values()]
    assert all(any(board.link(h, b) for b in board.around(h)) for h in towns)
    assert all(board.distance(a, b) > 3 for a in towns for b in towns if a < b)


@pytest.mark.parametrize("seed", range(6))
def test_a_generated_river_is_an_unbroken_chain_but_for_confluences(seed):
    """The first river laid meets none before it, so its hexsides hang together end to end."""
    board = generate(30, 25, seed)
    first = next(course for course in board.courses if course.kind == "big_river")
    sides = list(first.pairs)
    chain, rest = [sides[0]], sides[1:]
    while rest:
        joined = [side for side in rest if any(_meet(board, side, other) for other in chain)]
        assert joined
        chain += joined
        rest = [side for side in rest if side not in joined]
    assert len(sides) > 30
    touching = [sum(_meet(board, side, other) for other in sides) for side in sides]
    assert sorted(touching) == [1, 1] + [2] * (len(sides) - 2)


def _meet(board, side, other):
    """Two hexsides touch if they share a hex and their other hexes adjoin."""
    shared = set(side) & set(other)
    apart = set(side) ^ set(other)
    return len(shared) == 1 and board.adjacent(*apart)


def test_small_and_large_sheets_can_be_generated():
    assert generate(2, 2, 1).n == 4
    assert generate(3, 120, 1).labels[-1] == "003120"
