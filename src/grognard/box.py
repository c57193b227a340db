"""The box: what stands on the back of a scenario's box, its picture, and its guided lesson.

None of it changes a game, so it lies beside the scenarios and not in them. Beside each sheet lies
the same in other languages, `briefings.de.yaml` by `briefings.yaml`, with what there is to read in
it and nothing else; what is missing there is read in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from grognard import library
from grognard.engine.located import read_yaml
from grognard.engine.record import copied
from grognard.table.tongues import ENGLISH, LANGUAGES

CARDS, BRIEFINGS, PICTURES, LESSON = "cards.yaml", "briefings.yaml", "pictures", "-lesson.yaml"


@dataclass(frozen=True, slots=True)
class Back:
    """The back of a box: how long, how hard, what it teaches, what it is about."""

    minutes: int
    difficulty: int
    teaches: str
    about: str
    learning: bool


@dataclass(frozen=True, slots=True)
class Brief:
    """What is told before the first order: the situation, each side's forces and first steps, what
    wins, special rules, how long it takes. Rules stand in brackets."""

    situation: str = ""
    forces: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    victory: str = ""
    rules: tuple[str, ...] = ()
    time: str = ""


@dataclass(frozen=True, slots=True)
class Spoilt:
    """What bars the way on from a step although it was done, or seems to be: when, and in words."""

    when: Mapping[str, Any]
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson: what to read, where to look, and what to wait for.

    It is done when the table is as `until` says, can be done only while it is as `during` says, and
    `stays` to be read when it is done. `play` is how the pupil does it, for who wants to be shown;
    the rest of the `rehearsal` is for a test only.
    """

    title: str
    text: str
    hexes: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    target: str | None = None
    until: Mapping[str, Any] | None = None
    during: Mapping[str, Any] | None = None
    spoilt: tuple[Spoilt, ...] = ()
    stays: bool = False
    play: tuple[Mapping[str, Any], ...] = ()
    rehearsal: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided lesson of a scenario."""

    scenario: str
    title: str
    side: str
    seed: str | None
    steps: tuple[Step, ...]


def _about(name: str) -> tuple[Path, str]:
    system, _, scenario = name.partition("/")
    book = library.BOOKS.get(system)
    return (book.shelf if book is not None else Path(system)) / "about", scenario


def _sheet(path: Path) -> Any:
    """What a sheet beside the scenarios says; nothing if there is none."""
    return read_yaml(path.read_text(encoding="utf-8"), path.name) if path.is_file() else {}


def _row(name: str, sheet: str, language: str) -> Mapping[str, Any] | None:
    """What a sheet beside the scenarios has about one of them, in a language."""
    folder, scenario = _about(name)
    found: Mapping[str, Any] | None = _sheet(folder / sheet).get(scenario)
    if found is None or language == ENGLISH:
        return found
    there = _sheet(folder / in_language(sheet, language)).get(scenario)
    told: Mapping[str, Any] = _over(found, there)
    return told


def in_language(sheet: str, language: str) -> str:
    """The name of a sheet in another language: `cards.de.yaml` of `cards.yaml`."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is not spoken here; {', '.join(LANGUAGES)} are")
    return sheet if language == ENGLISH else f"{sheet.removesuffix('.yaml')}.{language}.yaml"


def _over(english: Any, said: Any) -> Any:
    """What is written in English, with whatever is said of it in another language."""
    if isinstance(english, Mapping):
        there = said if isinstance(said, Mapping) else {}
        return {key: _over(value, there.get(key)) for key, value in english.items()}
    if isinstance(english, list):
        alike = isinstance(said, list) and len(said) == len(english)
        return [_over(one, said[n] if alike else None) for n, one in enumerate(english)]
    return said if isinstance(english, str) and isinstance(said, str) and said else english


@lru_cache(maxsize=128)
def back(name: str, language: str = ENGLISH) -> Back | None:
    """The back of a scenario's box; None if nobody has written one."""
    row = _row(name, CARDS, language)
    if row is None:
        return None
    return Back(
        minutes=int(row["minutes"]),
        difficulty=int(row["difficulty"]),
        teaches=str(row["teaches"]),
        about=str(row["about"]),
        learning=bool(row["learning"]),
    )


@lru_cache(maxsize=128)
def brief(name: str, language: str = ENGLISH) -> Brief | None:
    """The briefing of a scenario; None if nobody has written one."""
    row = _row(name, BRIEFINGS, language)
    if row is None:
        return None
    return Brief(
        situation=str(row["situation"]),
        forces={str(side): str(text) for side, text in row["forces"].items()},
        steps={str(side): tuple(map(str, steps)) for side, steps in row["steps"].items()},
        victory=str(row["victory"]),
        rules=tuple(map(str, row["rules"])),
        time=str(row["time"]),
    )


def picture(name: str) -> Path | None:
    """The picture on the box, a PNG; None if there is none."""
    folder, scenario = _about(name)
    path = folder / PICTURES / f"{scenario}.png"
    return path if path.is_file() else None


@lru_cache(maxsize=128)
def lesson(name: str, language: str = ENGLISH) -> Lesson | None:
    """The guided lesson of a scenario; None if it has none."""
    folder, scenario = _about(name)
    sheet = f"{scenario}{LESSON}"
    if not (folder / sheet).exists():
        return None
    spec = copied(_sheet(folder / sheet))
    if language != ENGLISH:
        spec = _told(spec, copied(_sheet(folder / in_language(sheet, language))))
    return Lesson(
        scenario=name,
        title=str(spec["title"]),
        side=str(spec["side"]),
        seed=str(spec["seed"]),
        steps=tuple(_step(row, str(spec["side"])) for row in spec["steps"]),
    )


def _told(spec: Any, said: Any) -> Any:
    """A lesson with what there is to read in it as another language has it. What is to be done is
    never looked for there."""
    read = {"title": spec["title"], "steps": [_readable(step) for step in spec["steps"]]}
    there = _over(read, said)
    steps = [
        {**step, **{key: value for key, value in other.items() if key != "spoilt"}}
        | ({"spoilt": _bars(step["spoilt"], other["spoilt"])} if "spoilt" in step else {})
        for step, other in zip(spec["steps"], there["steps"], strict=True)
    ]
    return {**spec, "title": there["title"], "steps": steps}


def _readable(step: Any) -> dict[str, Any]:
    bars = [{"text": bar["text"]} for bar in step.get("spoilt", ())]
    return {"title": step["title"], "text": step["text"], **({"spoilt": bars} if bars else {})}


def _bars(bars: Any, said: Any) -> list[Any]:
    return [{**bar, **other} for bar, other in zip(bars, said, strict=True)]


def _step(row: Mapping[str, Any], side: str) -> Step:
    told = ("title", "text", "hexes", "pieces", "target", "until", "during", "spoilt", "stays")
    return Step(
        title=str(row["title"]),
        text=str(row["text"]).strip(),
        hexes=tuple(row.get("hexes", ())),
        pieces=tuple(row.get("pieces", ())),
        target=row.get("target"),
        until=row.get("until"),
        during=row.get("during"),
        spoilt=tuple(
            Spoilt(bar["when"], str(bar["text"]).strip()) for bar in row.get("spoilt", ())
        ),
        stays=bool(row.get("stays", False)),
        play=tuple(action for by, action in row.get("play", ()) if by == side),
        rehearsal={key: value for key, value in row.items() if key not in told},
    )
