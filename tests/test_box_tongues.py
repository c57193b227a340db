"""Backs of boxes, briefings and lessons in other languages: whole, and true to the English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard import box, library
from grognard.engine.located import read_yaml
from grognard.table.tongues import LANGUAGES

OTHERS = LANGUAGES[1:]
KEPT = re.compile(r"\[[^\]\s]+\]|\{[\w@-]+\}|`\d[\d.]*`")
"""What is the same in every language: rules, counters, hexes."""
TRANSLATED = sorted(
    name
    for name in library.scenario_ids()
    if any(path for language in OTHERS for path in box._about(name)[0].glob(f"*.{language}.yaml"))
)
"""The scenarios of the systems that say anything in another language."""


def _texts(data: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Everything there is to read, with where it stands."""
    if isinstance(data, str):
        yield at, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _texts(value, f"{at}.{key}")
    elif isinstance(data, list | tuple):
        for n, value in enumerate(data):
            yield from _texts(value, f"{at}.{n}")


def _read(name: str, language: str) -> dict[str, str]:
    """The texts of a scenario: the back of its box, its briefing, its lesson."""
    back, brief, lesson = (get(name, language) for get in (box.back, box.brief, box.lesson))
    assert back is not None
    told: dict[str, Any] = {"back": {"teaches": back.teaches, "about": back.about}}
    if brief is not None:
        told["brief"] = {key: getattr(brief, key) for key in brief.__slots__}
    if lesson is not None:
        steps = [[s.title, s.text, [bar.text for bar in s.spoilt]] for s in lesson.steps]
        told["lesson"] = [lesson.title, steps]
    return dict(_texts(told))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", TRANSLATED)
def test_every_text_is_there_and_names_the_same_rules_and_places(name: str, language: str) -> None:
    english, said = _read(name, "en"), _read(name, language)
    assert [*said] == [*english]
    for at, text in english.items():
        assert said[at] != text, f"{at} is still English"
        assert sorted(KEPT.findall(said[at])) == sorted(KEPT.findall(text)), at


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", TRANSLATED)
def test_a_lesson_is_done_alike_in_every_language(name: str, language: str) -> None:
    english, said = box.lesson(name), box.lesson(name, language)
    if english is None or said is None:
        assert english is said
        return
    assert (said.side, said.seed) == (english.side, english.seed)
    for one, other in zip(english.steps, said.steps, strict=True):
        for part in ("hexes", "pieces", "target", "until", "during", "stays", "play"):
            assert getattr(one, part) == getattr(other, part)
        assert [bar.when for bar in one.spoilt] == [bar.when for bar in other.spoilt]


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_sheet_in_another_language_says_nothing_but_texts(name: str) -> None:
    folder, scenario = box._about(name)
    for language in OTHERS:
        path = folder / box.in_language(box.CARDS, language)
        assert set(_sheet(path)[scenario]) <= {"teaches", "about"}
        path = folder / box.in_language(f"{scenario}{box.LESSON}", language)
        if path.exists():
            assert set(_sheet(path)) == {"title", "steps"}
            for step in _sheet(path)["steps"]:
                assert set(step) <= {"title", "text", "spoilt"}


def _sheet(path: Path) -> Any:
    return read_yaml(path.read_text(encoding="utf-8"), path.name)


def test_klin_is_told_in_every_language() -> None:
    assert "wb95/klin" in TRANSLATED


def test_what_is_missing_is_read_in_english() -> None:
    assert box._over({"a": "one", "b": ["two", "three"]}, {"a": "eins", "b": ["zwei"]}) == {
        "a": "eins",
        "b": ["two", "three"],
    }
    assert box._over({"a": "one", "n": 3}, None) == {"a": "one", "n": 3}
    assert box._over("one", {"a": "eins"}) == "one"


def test_a_language_that_is_not_spoken_is_refused() -> None:
    with pytest.raises(ValueError, match="not spoken"):
        box.in_language(box.CARDS, "../../x")
