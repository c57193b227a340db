"""Stacks, counts and lists of pieces, kept with every change and its taking back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from grognard.engine.record import Register
from grognard.engine.state import Journal, State
from grognard.kit.indexes import kept
from grognard.kit.pieces import MAP, Counted, Listed, Stacks


@dataclass(frozen=True, slots=True)
class Block:
    """A block of wood: where it lies, how high, how thick, and whether it is wet."""

    place: str
    hex: int = -1
    order: int = 0
    thick: int = 1
    wet: bool = False


BLOCKS: Register[str, Block] = Register("blocks", str, Block)
SIDES = ("oak", "pine")


def whose(name: str, block: Block) -> str:
    return name.partition("-")[0]


class Piles(Stacks[Block]):
    """Piles of at most four."""

    register = BLOCKS
    limit = 4

    def size(self, name: str, piece: Block) -> int:
        return piece.thick

    def alike(self, a: Block, b: Block) -> bool:
        return replace(a, wet=b.wet) == b


class Shade(Counted[Block]):
    """A block throws its shade to both sides."""

    name, register = "shade", BLOCKS

    def reached(self, name: str, piece: Block) -> tuple[int, ...]:
        return piece.hex - 1, piece.hex + 1


class Laundry(Listed[str, Block]):
    """What is wet, by the place where it is."""

    name, register = "laundry", BLOCKS

    def rolls(self, key: str, record: Block) -> Iterator[str]:
        if record.wet:
            yield record.place


def yard(**blocks: Block) -> tuple[Journal, Piles, Shade, Laundry]:
    state = State.empty((BLOCKS,))
    state.maps["blocks"].update({name.replace("_", "-"): b for name, b in blocks.items()})
    backwards = {"oak-1": 4, "oak-2": 1, "pine-1": 3, "pine-2": 2}
    piles, shade = Piles(SIDES, whose, backwards.__getitem__), Shade(SIDES, whose, 9)
    laundry = Laundry(backwards.__getitem__)
    return Journal(state, kept(piles, shade, laundry)), piles, shade, laundry


@pytest.fixture
def lying() -> tuple[Journal, Piles, Shade, Laundry]:
    return yard(
        oak_1=Block(MAP, 3, order=7),
        oak_2=Block(MAP, 3, order=2, thick=3),
        pine_1=Block(MAP, 5),
        pine_2=Block("shed", wet=True),
    )


Yard = tuple[Journal, Piles, Shade, Laundry]


def test_a_pile_runs_from_its_bottom_to_its_top(lying: Yard) -> None:
    journal, piles, _, _ = lying
    assert piles.at == {3: ("oak-2", "oak-1"), 5: ("pine-1",)}
    journal.put(BLOCKS, "oak-1", Block(MAP, 3, order=1))
    assert piles.at[3] == ("oak-1", "oak-2")


def test_of_two_at_one_height_the_name_decides() -> None:
    _, piles, _, _ = yard(oak_2=Block(MAP, 1), oak_1=Block(MAP, 1))
    assert piles.at[1] == ("oak-1", "oak-2")


def test_a_side_holds_the_hexes_of_its_pieces(lying: Yard) -> None:
    journal, piles, _, _ = lying
    assert piles.holders == {3: "oak", 5: "pine"}
    assert piles.held["oak"] == {3}
    journal.put(BLOCKS, "pine-1", Block("shed"))
    assert piles.holders == {3: "oak"}
    assert piles.held["pine"] == set()
    assert 5 not in piles.at


def test_where_both_sides_pass_each_other_the_bottom_counts(lying: Yard) -> None:
    journal, piles, _, _ = lying
    journal.put(BLOCKS, "pine-1", Block(MAP, 3, order=9))
    assert piles.holders == {3: "oak"}
    assert piles.held == {"oak": {3}, "pine": set()}
    journal.put(BLOCKS, "oak-1", Block(MAP, 5))
    journal.put(BLOCKS, "oak-2", Block(MAP, 5))
    assert piles.holders == {3: "pine", 5: "oak"}
    assert piles.held == {"oak": {5}, "pine": {3}}


def test_a_pile_is_crowded_above_its_limit_only(lying: Yard) -> None:
    journal, piles, _, _ = lying
    assert piles.sizes == {3: 4, 5: 1}
    assert not piles.crowds
    journal.put(BLOCKS, "oak-1", Block(MAP, 3, thick=2))
    assert piles.sizes[3] == 5
    assert piles.crowds == {3}
    journal.put(BLOCKS, "oak-2", Block("shed"))
    assert not piles.crowds


def test_pieces_on_the_map_run_in_the_order_of_their_rank(lying: Yard) -> None:
    journal, piles, _, _ = lying
    assert piles.own == {"oak": ["oak-2", "oak-1"], "pine": ["pine-1"]}
    journal.put(BLOCKS, "pine-2", Block(MAP, 7))
    assert piles.own["pine"] == ["pine-2", "pine-1"]
    journal.put(BLOCKS, "pine-1", Block("shed"))
    assert piles.own["pine"] == ["pine-2"]


def test_counts_are_of_those_on_the_map_side_by_side(lying: Yard) -> None:
    journal, _, shade, _ = lying
    assert shade.covered("oak") == [2, 4]
    assert shade.counts["oak"][4] == 2
    assert shade.covered("pine") == [4, 6]
    journal.put(BLOCKS, "oak-1", Block(MAP, 6))
    assert shade.counts["oak"].tolist() == [0, 0, 1, 0, 1, 1, 0, 1, 0]


def test_lists_hold_whom_they_are_for_in_their_order(lying: Yard) -> None:
    journal, _, _, laundry = lying
    for name in ("oak-1", "oak-2"):
        journal.put(BLOCKS, name, Block("shed", wet=True))
    journal.put(BLOCKS, "pine-1", Block(MAP, 5, wet=True))
    assert laundry.on("shed") == ("oak-2", "pine-2", "oak-1")
    assert laundry.on(MAP) == ("pine-1",)
    assert laundry.on("river") == ()
    journal.put(BLOCKS, "pine-1", Block(MAP, 5))
    assert laundry.on(MAP) == ()


def test_an_index_follows_the_map_of_its_records_alone(lying: Yard) -> None:
    assert [index.follows for index in lying[1:]] == [("blocks",)] * 3


def test_what_does_not_matter_changes_nothing(lying: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, piles, _, _ = lying
    monkeypatch.setattr(piles, "_enter", lambda *_: pytest.fail("followed"))
    journal.put(BLOCKS, "oak-1", replace(journal.state[BLOCKS]["oak-1"], wet=True))


@pytest.mark.parametrize("seed", range(20))
def test_all_are_as_if_made_afresh_whatever_happens_or_is_taken_back(
    lying: Yard, seed: int
) -> None:
    journal, *indexes = lying
    rng, before = random.Random(seed), [index.content() for index in indexes]
    mark = journal.mark()
    for _ in range(40):
        name = rng.choice(sorted(journal.state[BLOCKS]))
        place = rng.choice((MAP, MAP, "shed"))
        at = rng.randint(1, 7) if place == MAP else -1
        block = Block(place, at, rng.randint(0, 3), rng.randint(1, 3), rng.random() < 0.5)
        journal.put(BLOCKS, name, block)
        assert journal.lies() == []
    journal.rollback(mark)
    assert [index.content() for index in indexes] == before
