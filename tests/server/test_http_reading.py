"""What clients send is read strictly: bounded depth, whole characters, true numbers."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.server.http.problems import Trouble
from grognard.server.http.reading import DIGITS, depth, read_json

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**40), 10**40) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=20,
)


def problem(raw: bytes, most: int = 32) -> Trouble:
    with pytest.raises(Trouble) as caught:
        read_json(raw, most)
    return caught.value


@given(plain)
def test_plain_data_is_read_as_it_was_written(data: object) -> None:
    assert read_json(json.dumps(data).encode(), 100) == data


@given(plain)
def test_depth_is_that_of_the_data(data: object) -> None:
    def deep(item: object) -> int:
        if isinstance(item, dict):
            return 1 + max(map(deep, item.values()), default=0)
        return 1 + max(map(deep, item), default=0) if isinstance(item, list) else 0

    assert depth(json.dumps(data).encode()) == deep(data)


def test_brackets_within_texts_are_not_depth() -> None:
    assert depth(rb'["[[[{{\"[[", {"]": "\\"}]') == 2


def test_what_is_too_deep_is_refused_before_it_is_parsed() -> None:
    raw = b"[" * 100_000
    found = problem(raw)
    assert (found.problem.error, found.status) == ("too-deep", 400)
    assert "100000 deep" in str(found)
    assert found.problem.would_be_right == "32 levels at most"
    assert read_json(b"[" * 32 + b"]" * 32, 32)


@pytest.mark.parametrize("raw", [b'"' + b'\\"' * 200_000, b'"\\' * 200_000, b"[]" * 200_000])
def test_a_hostile_text_costs_no_more_than_its_length(raw: bytes) -> None:
    """Looking at every letter once takes a moment; looking back for each would take an hour."""
    began = time.monotonic()
    depth(raw)
    assert time.monotonic() - began < 60


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b'{"a": 1,}', "not JSON"),
        (b'"\xff"', "not UTF-8"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b"[-Infinity]", "-Infinity is not a number"),
        (b"[1e999]", "too large"),
        (b"[" + b"9" * (DIGITS + 1) + b"]", "too large"),
        (b'["\\ud800"]', "half a character"),
        (b'{"\\udfff": 1}', "half a character"),
        (b'["a\\u0000b"]', "zero character"),
        (b'{"do": "end", "do": "move"}', "said twice"),
    ],
)
def test_what_is_not_strictly_json_is_refused(raw: bytes, says: str) -> None:
    found = problem(raw)
    assert found.problem.error == "malformed"
    assert says in str(found)
    assert found.problem.would_be_right


def test_a_character_beyond_the_basic_plane_is_whole() -> None:
    assert read_json(b'"\\ud83c\\udfb2"', 4) == "\U0001f3b2"
