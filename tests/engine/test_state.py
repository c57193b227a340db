"""Records, State, Journal, tallies and dice."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.dice import Dice, commitment, face, seed_from
from grognard.engine.falls import falls
from grognard.engine.record import RecordError, Register, decode, encode
from grognard.engine.state import Journal, State
from grognard.engine.tally import Tally


@dataclass(frozen=True, slots=True)
class Inner:
    a: int
    b: str | None


@dataclass(frozen=True, slots=True)
class Thing:
    n: int
    word: str
    flag: bool
    pair: tuple[int, str]
    many: tuple[Inner, ...]


@dataclass(frozen=True, slots=True)
class Weight:
    kilos: object


@dataclass(frozen=True)
class Loose:
    """A record without slots."""

    first: object
    second: object = 2

    @cached_property
    def third(self) -> int:
        return 3


class Size(IntEnum):
    LARGE = 3


class Colour(StrEnum):
    RED = "red"


THINGS: Register[str, Thing] = Register("things", str, Thing)
NUMBERS: Register[int, Inner] = Register("numbers", int, Inner)
inners = st.builds(Inner, st.integers(), st.none() | st.text())
things = st.builds(
    Thing,
    st.integers(),
    st.text(),
    st.booleans(),
    st.tuples(st.integers(), st.text()),
    st.lists(inners).map(tuple),
)


@given(things)
def test_a_record_is_written_and_read_back_exactly(thing: Thing) -> None:
    assert decode(Thing, encode(thing)) == thing


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"n": 1.5}, "thing.n: 1.5 should be a whole number"),
        ({"n": True}, "should be a whole number"),
        ({"word": 3}, "thing.word: 3 should be a word"),
        ({"pair": [1]}, "2 values are needed"),
        ({"many": [{"a": 1}]}, "b is missing"),
        ({"many": 7}, "should be a list"),
        ({"extra": 1}, "there is no field 'extra'"),
    ],
)
def test_what_is_not_a_record_is_refused(change, text) -> None:
    data = {"n": 1, "word": "x", "flag": True, "pair": [1, "x"], "many": []}
    with pytest.raises(RecordError, match=text):
        decode(Thing, {**data, **change}, "thing")


def test_a_state_cannot_hold_a_floating_point_number() -> None:
    with pytest.raises(RecordError, match="float"):
        encode(Weight(1.5))


def test_a_record_is_no_kind_of_record() -> None:
    assert encode(Weight(Inner(1, None))) == {"kilos": {"a": 1, "b": None}}
    with pytest.raises(RecordError, match="a type cannot be part of a State"):
        encode(Weight(Inner))


def test_words_and_numbers_with_names_are_written_as_they_are() -> None:
    assert encode(Weight((Size.LARGE, Colour.RED))) == {"kilos": [3, "red"]}


@pytest.mark.parametrize(
    ("record", "written"),
    [
        (Loose(1), {"first": 1, "second": 2}),
        (Loose(1, "b"), {"first": 1, "second": "b"}),
        (
            Loose(None, (1, Loose(True))),
            {"first": None, "second": [1, {"first": True, "second": 2}]},
        ),
        (Loose(Inner(1, "b"), Size.LARGE), {"first": {"a": 1, "b": "b"}, "second": 3}),
    ],
)
def test_a_record_without_slots_is_written_field_by_field(
    record: Loose, written: dict[str, object]
) -> None:
    assert encode(record) == written
    assert record.third == 3  # what it remembers besides is no part of it
    assert encode(record) == written
    assert encode(record) is not encode(record)
    with pytest.raises(RecordError, match="float"):
        encode(Loose(1.5))


@given(st.dictionaries(st.integers(), inners))
def test_a_state_is_written_and_read_back_exactly(numbers) -> None:
    state = State({"numbers": numbers, "things": {}})
    again = State.from_json((NUMBERS, THINGS), state.to_json())
    assert again == state
    assert again.fingerprint() == state.fingerprint()


def test_a_state_with_other_maps_is_refused() -> None:
    with pytest.raises(RecordError, match="exactly these maps"):
        State.from_json((NUMBERS,), {"things": {}})


def test_a_clone_shares_nothing_that_changes() -> None:
    state = State({"numbers": {1: Inner(1, None)}})
    clone = state.clone()
    Journal(clone, {}).put(NUMBERS, 1, Inner(2, None))
    assert state[NUMBERS][1] == Inner(1, None)
    assert state != clone


class Sum:
    def __init__(self) -> None:
        self.total = 0

    def rebuild(self, state: State) -> None:
        self.total = sum(inner.a for inner in state[NUMBERS].values())

    def change(self, name, key, old, new) -> None:
        self.total += (new.a if new else 0) - (old.a if old else 0)

    def content(self) -> int:
        return self.total


changes = st.lists(st.tuples(st.integers(0, 4), st.integers(-9, 9) | st.none()), max_size=20)


@given(changes, changes)
def test_rolling_back_restores_state_indexes_and_caches(first, second) -> None:
    journal = Journal(State({"numbers": {}}), {"sum": Sum()})

    def apply(steps) -> None:
        for key, value in steps:
            if value is not None:
                journal.put(NUMBERS, key, Inner(value, None))
            elif key in journal.state[NUMBERS]:
                journal.drop(NUMBERS, key)

    def most() -> int:
        values = journal.state[NUMBERS].values()
        return journal.cached("most", ("numbers",), lambda: max((i.a for i in values), default=0))

    apply(first)
    before = journal.state.clone(), journal.indexes["sum"].content(), most()
    mark = journal.mark()
    apply(second)
    most()
    assert journal.lies() == []
    journal.rollback(mark)
    assert (journal.state, journal.indexes["sum"].content(), most()) == before
    assert journal.lies() == []


def test_a_lying_cache_and_a_lying_index_are_found() -> None:
    index = Sum()
    journal = Journal(State({"numbers": {}}), {"sum": index})
    journal.put(NUMBERS, 1, Inner(3, None))
    assert journal.cached("size", (), lambda: len(journal.state[NUMBERS])) == 1
    journal.put(NUMBERS, 2, Inner(3, None))
    index.total = 99
    assert journal.lies() == ["sum", "size"]


def test_a_tally_is_the_sum_of_its_reasons() -> None:
    tally = (
        Tally().add("woods", 1, "5.5.2").add("river", 1, "5.5.4").add("half", Fraction(1, 2), "x")
    )
    assert tally.total == Fraction(5, 2)
    assert tally.to_json()["total"] == "5/2"
    assert str(tally) == "5/2 (+1 woods [5.5.2], +1 river [5.5.4], +1/2 half [x])"


def test_dice_follow_the_seed_and_look_fair() -> None:
    seed = seed_from(7)
    dice = Dice(seed)
    faces = dice.draw(0, 6000, 6, sum)
    assert faces == tuple(face(seed, i, 6) for i in range(6000))
    assert dice.draw(10, 5, 6, sum) == faces[10:15]
    assert all(900 < count < 1100 for count in Counter(faces).values())
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert commitment(seed) != seed
    assert seed_from(None) != seed_from(None)


def test_falls_cover_every_way_the_dice_can_fall() -> None:
    sums = {sum(faces): chance for faces, chance in falls(2, 6, sum)}
    assert sums[7] == Fraction(6, 36)
    assert sums[2] == Fraction(1, 36)
    assert sum(sums.values()) == 1
    tests = {sum(faces) >= 11: chance for faces, chance in falls(2, 6, lambda f: sum(f) >= 11)}
    assert tests == {False: Fraction(33, 36), True: Fraction(3, 36)}


def test_the_audit_compares_a_cached_value_with_its_own_computation() -> None:
    """Auditing one value may replace another that is kept for one detail at a time."""
    journal = Journal(State({"numbers": {}}), {})
    asked = []

    def half(detail: int) -> int:
        return journal.cached("half", (), lambda: detail, detail)

    journal.cached("whole", (), lambda: half(1) - 1 if asked else 0)
    asked.append(half(2))
    assert journal.lies() == []
