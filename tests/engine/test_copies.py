"""Copies of records and of plain data: quick, and exactly what the slow way gives."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from grognard.engine.decision import Ask
from grognard.engine.record import canonical, copied, replace


@dataclass(frozen=True)
class Loose:
    """A record without slots that also keeps something beside its fields."""

    a: int
    b: int = 2

    @cached_property
    def sum(self) -> int:
        """Worked out once."""
        return self.a + self.b


@dataclass(frozen=True, slots=True)
class Slotted:
    """A record with slots."""

    a: int
    b: int = 2


@pytest.mark.parametrize("record", [Loose(1), Slotted(1)])
def test_replace_gives_what_dataclasses_give(record: Any) -> None:
    changed = replace(record, b=5)
    assert changed == dataclasses.replace(record, b=5)
    assert type(changed) is type(record)
    assert (record.a, record.b) == (1, 2)
    with pytest.raises(TypeError, match="c"):
        replace(record, c=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        changed.a = 3


def test_replace_leaves_behind_what_was_worked_out() -> None:
    record = Loose(1)
    assert record.sum == 3
    assert replace(record, b=5).sum == 6


@pytest.mark.parametrize(
    "data",
    [
        {"b": [1, {"z": None, "a": True}], "a": "x"},
        {"tuple": (1, 2), "number": 1.5},
        {1: "a", 2: [(), {}]},
        [],
    ],
)
def test_copies_are_what_writing_and_reading_gives(data: Any) -> None:
    expected = json.loads(canonical(data))
    found = copied(data)
    assert found == expected
    assert json.dumps(found) == json.dumps(expected)  # in the same order, too
    assert found is not data


def test_what_is_not_plain_is_refused() -> None:
    with pytest.raises(TypeError):
        copied({"a": [object()]})


def test_a_default_may_be_worked_out_when_somebody_looks() -> None:
    thoughts: list[int] = []

    def think() -> dict[str, Any]:
        thoughts.append(1)
        return {"do": "nothing"}

    ask = Ask("red", "q", "?", "1", (), default=think)
    assert thoughts == []
    assert ask.default == ask.default == {"do": "nothing"}
    assert thoughts == [1]
