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

CARDS, PICTURES, LESSON = "cards.yaml", "pictures", "-lesson.yaml"


@dataclass(frozen=True, slots=True)
class Back:
    """The back of a box: how long, how hard, what it teaches, what it is about."""

    minutes: int
    difficulty: int
    teaches: str
    about: str
    learning: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson: what to read, where to look, and what to wait for.

    `rehearsal` is how a test takes the step; nobody else is told.
    """

    title: str
    text: str
    hexes: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    target: str | None = None
    until: Mapping[str, Any] | None = None
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


@lru_cache(maxsize=64)
def back(name: str) -> Back | None:
    """The back of a scenario's box; None if nobody has written one."""
    folder, scenario = _about(name)
    path = folder / CARDS
    if not path.exists():
        return None
    row = read_yaml(path.read_text(encoding="utf-8"), path.name).get(scenario)
    if row is None:
        return None
    return Back(
        minutes=int(row["minutes"]),
        difficulty=int(row["difficulty"]),
        teaches=str(row["teaches"]),
        about=str(row["about"]),
        learning=bool(row["learning"]),
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
        steps=tuple(_step(row) for row in spec["steps"]),
    )


def _step(row: Mapping[str, Any]) -> Step:
    told = ("title", "text", "hexes", "pieces", "target", "until")
    return Step(
        title=str(row["title"]),
        text=str(row["text"]).strip(),
        hexes=tuple(row.get("hexes", ())),
        pieces=tuple(row.get("pieces", ())),
        target=row.get("target"),
        until=row.get("until"),
        rehearsal={key: value for key, value in row.items() if key not in told},
    )
