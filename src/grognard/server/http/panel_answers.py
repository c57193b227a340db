"""What the panels of a screen are told: forces, calendar, statistics, tables, rules, lessons.

Like the table's own forms they know no system.
"""

from __future__ import annotations

from pydantic import Field

from grognard.server.http.answers import Plain, Told
from grognard.server.http.screen_answers import Reckoned


class ForceLine(Told):
    """A counter in the order of battle."""

    piece: str
    name: str
    values: str
    step: int
    steps: int
    where: str
    states: list[str]


class Force(Told):
    """A formation in the order of battle."""

    side: str
    title: str
    strength: str
    lost: str
    lines: list[ForceLine]


class Forces(Told):
    """The order of battle as the seat may know it."""

    forces: list[Force]


class Budget(Told):
    """What a side has to spend in the turn, and what it could spend it on."""

    now: int
    sums: list[Reckoned]


class Arrival(Told):
    """Something that comes, or came, at a turn."""

    turn: int
    date: str
    side: str
    text: str
    pieces: list[str]
    where: str
    due: bool = Field(description="Whether it is still to come.")


class Calendar(Told):
    """The reinforcement calendar."""

    now: int
    arrivals: list[Arrival]


class Point(Told):
    """A value at a turn."""

    turn: int
    value: float


class Series(Told):
    """A line of a chart."""

    title: str
    side: str | None
    points: list[Point]


class Chart(Told):
    """A chart by turns."""

    id: str
    title: str
    unit: str
    series: list[Series]


class LuckRow(Told):
    """The dice of one side for one purpose, against what was to be expected."""

    side: str
    purpose: str
    rolls: int
    mean: float
    expected: float
    luckier: float = Field(description="The share of all sequences that are lower than this one.")


class Statistics(Told):
    """Losses, points and luck."""

    charts: list[Chart]
    luck: list[LuckRow]


class TableSheet(Told):
    """A table of the system."""

    name: str
    title: str
    rule: str
    columns: list[str]
    rows: list[list[str]]
    sources: list[list[str]] = Field(description="For each cell where its value comes from.")
    notes: list[str]


class TableSheets(Told):
    """All tables of a system."""

    tables: list[TableSheet]


class RuleCard(Told):
    """Our summary of a rule."""

    id: str
    title: str
    text: str
    chapter: str


class NotePad(Told):
    """A person's own notes on a game."""

    text: str


# ---- lessons


class LessonStep(Told):
    """A step of a guided lesson: what to read, where to look, what to do to go on."""

    title: str
    text: str
    hexes: list[str]
    pieces: list[str]
    target: str | None = Field(description="A part of the screen to point at.")
    until: Plain | None = Field(
        description="What must happen before the next step, None: read on. A pattern on one of "
        "`action`, `event`, `phase`, `asked`, `refused` (a rule), `selected`, `weighed`, `overlay`."
    )


class Lesson(Told):
    """A guided lesson of a scenario."""

    scenario: str
    title: str
    side: str
    seed: str | None
    steps: list[LessonStep]
