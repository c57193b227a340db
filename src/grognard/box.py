"""The box: what stands on the back of a scenario's box, its picture, and its guided lesson.

None of it changes a game, so it lies beside the scenarios and not in them.
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


def _row(name: str, sheet: str) -> Mapping[str, Any] | None:
    """What a sheet beside the scenarios has about one of them."""
    folder, scenario = _about(name)
    path = folder / sheet
    if not path.exists():
        return None
    found: Mapping[str, Any] | None = read_yaml(path.read_text(encoding="utf-8"), path.name).get(
        scenario
    )
    return found


@lru_cache(maxsize=64)
def back(name: str) -> Back | None:
    """The back of a scenario's box; None if nobody has written one."""
    row = _row(name, CARDS)
    if row is None:
        return None
    return Back(
        minutes=int(row["minutes"]),
        difficulty=int(row["difficulty"]),
        teaches=str(row["teaches"]),
        about=str(row["about"]),
        learning=bool(row["learning"]),
    )


@lru_cache(maxsize=64)
def brief(name: str) -> Brief | None:
    """The briefing of a scenario; None if nobody has written one."""
    row = _row(name, BRIEFINGS)
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


@lru_cache(maxsize=64)
def lesson(name: str) -> Lesson | None:
    """The guided lesson of a scenario; None if it has none."""
    folder, scenario = _about(name)
    path = folder / f"{scenario}{LESSON}"
    if not path.exists():
        return None
    spec = copied(read_yaml(path.read_text(encoding="utf-8"), path.name))
    return Lesson(
        scenario=name,
        title=str(spec["title"]),
        side=str(spec["side"]),
        seed=str(spec["seed"]),
        steps=tuple(_step(row, str(spec["side"])) for row in spec["steps"]),
    )


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
