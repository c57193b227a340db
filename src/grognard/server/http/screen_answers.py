"""What a screen is told: the table as a seat sees it, in words that every system shares.

Hexes and boxes are named by their labels, counters by their ids; an action goes back to the server
as it came. A screen that knows these forms can show any system.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grognard.server.http.answers import OpenOffer, Plain, Told
from grognard.server.http.problems import Reason

Tone = Literal["good", "bad", "warn", "info", "plain"]

# ---- the board, which never changes


class Ground(Told):
    """A kind of terrain, as a legend names it."""

    id: str
    title: str
    colour: str


class BoardPlace(Told):
    """A named place and the hexes it covers."""

    name: str
    kind: str
    hexes: list[str]


class BoardBox(Told):
    """A box beside the map."""

    id: str
    title: str
    hexes: list[str] = Field(description="The hexes it opens on.")


class BoardPlan(Told):
    """A board to draw on: where every hex is, in the units of its map picture."""

    name: str
    orientation: Literal["pointy", "flat"]
    size: float = Field(description="The radius of a hex.")
    box: tuple[float, float, float, float] = Field(description="Left, top, right, bottom.")
    labels: list[str]
    x: list[float]
    y: list[float]
    terrain: list[int] = Field(description="For each hex its place in `grounds`.")
    neighbours: list[int] = Field(description="Six for each hex, by direction; -1 off the map.")
    grounds: list[Ground]
    places: list[BoardPlace]
    boxes: list[BoardBox]
    credits: list[str]


# ---- numbers with reasons


class Part(Told):
    """One part of a number, with its rule and where its value comes from."""

    label: str
    value: str
    rule: str
    source: str = Field(description="rulebook, chart, example, inferred, or house: ours.")


class Reckoned(Told):
    """A number with its reasons, under a heading."""

    title: str
    total: str
    parts: list[Part]


# ---- the table


class Band(Told):
    """A step of the sequence of play in this turn."""

    title: str
    side: str | None
    rule: str
    state: Literal["past", "now", "ahead"]


class Headline(Told):
    """Where the game stands."""

    scenario: str
    turn: int
    turns: int | None
    date: str
    phase: str
    bands: list[Band]


class SideCard(Told):
    """A side: its colours, and a hatch that tells it without them."""

    id: str
    title: str
    paper: str
    ink: str
    hatch: Literal["plain", "dots", "lines", "cross"]
    mine: bool


class Value(Told):
    """A printed value of a counter."""

    name: str
    text: str
    title: str


class State(Told):
    """A marker on a counter."""

    id: str
    short: str = Field(description="A few letters or a sign that fit on the counter.")
    title: str
    rule: str
    tone: Tone


class CounterCard(Told):
    """A counter as the seat may see it."""

    id: str
    side: str
    hex: str | None
    box: str | None = Field(description="The box or list it is in, when it is not on the map.")
    name: str = Field(description="What it is called, short.")
    title: str = Field(description="Everything about it in a sentence, for those who listen.")
    symbol: str = Field(description="The symbol's code by APP-6, as milsymbol takes it.")
    number: str = Field(description="Designation, printed at the left of the symbol.")
    formation: str = Field(description="Parent formation, printed at the right.")
    stripe: str | None = Field(description="The colour of its formation.")
    values: list[Value]
    step: int
    steps: int
    states: list[State]
    done: bool = Field(description="Whether it has acted in this phase.")
    movable: bool = Field(description="Whether its owner could do something with it now.")
    paper: str | None = Field(description="Its own colour, where it is not its side's.")
    ink: str | None = Field(description="The colour of its print, where it is not its side's.")


class StackCard(Told):
    """What lies in a hex, as far as the seat may know; the top counter first."""

    hex: str
    side: str
    counters: list[str]
    closed: bool = Field(description="Whether there may be more than is shown.")
    count: str = Field(description="How many counters, if known.")
    strength: str
    mark: str
    notes: list[str]


class Mark(Told):
    """Something that lies on a hex and is no counter: works, a flag, a mission."""

    hex: str
    kind: str = Field(description="What picture it wants: fort, entrench, flag, air, objective …")
    short: str
    side: str | None
    title: str
    rule: str


class SideMark(Told):
    """Something on a hexside: a bridge that stands or is blown."""

    hex: str
    other: str
    kind: str
    title: str
    side: str | None


class Owed(Told):
    """Something that must be done before the phase may end, or could still be."""

    text: str
    rule: str
    hexes: list[str]
    pieces: list[str]
    must: bool


class Choice(Told):
    """An action that is open, in words, with what it touches on the map."""

    action: Plain
    text: str
    name: str = Field(description="A policy's name, or empty.")
    hexes: list[str]
    pieces: list[str]
    weighed: bool = Field(description="Whether to weigh it before it is done.")


class Deed(Told):
    """A kind of action that is offered now."""

    do: str
    title: str
    rule: str
    ends: bool = Field(description="Whether it ends the phase.")


class Asked(Told):
    """A question that is open for the seat, with the answers that are few enough to list."""

    id: str
    name: str
    prompt: str
    rule: str
    phase: bool = Field(description="Whether it is a phase that waits for orders.")
    deeds: list[Deed]
    default: Plain | None
    choices: list[Choice]
    more: bool = Field(description="Whether there are more answers than are listed.")
    hexes: list[str]
    pieces: list[str]
    sums: list[Reckoned]
    hint: str


class OffMap(Told):
    """A list of counters that are not on the map."""

    id: str
    title: str
    side: str | None
    counters: list[str]


class OverlayCard(Told):
    """An overlay that can be laid on the map."""

    id: str
    title: str
    key: str
    about: str


class TableTop(Told):
    """The whole table as a seat sees it."""

    moment: int
    seq: int
    seen: int
    last: int = Field(description="The newest moment there is; less than that is the past.")
    system: str
    over: bool
    result: str | None
    winner: str | None
    waiting_for: list[str]
    may_undo: bool
    headline: Headline
    sides: list[SideCard]
    asked: list[Asked]
    asides: list[Choice] = Field(description="What may be done by a seat that is not asked.")
    owed: list[Owed]
    counters: list[CounterCard]
    stacks: list[StackCard]
    marks: list[Mark]
    side_marks: list[SideMark]
    off_map: list[OffMap]
    front: list[str] = Field(description="The hexes to look at first.")
    score: list[Reckoned]
    overlays: list[OverlayCard]
    budgeted: bool = Field(description="Whether there is a budget to look at.")
    offers: list[OpenOffer]
    standing: dict[str, str]
    policies: dict[str, list[str]]


# ---- asking about the table


class Stop(Told):
    """A hex where a counter must stop, or beyond which it cannot go."""

    hex: str
    text: str
    rule: str


class ReachCell(Told):
    """A hex that can be reached: what it costs, and the hex before it on the way."""

    hex: str
    cost: str
    before: str | None = Field(description="The start hex, after the first step.")


class Reach(Told):
    """Where counters can go together now."""

    cells: list[ReachCell]
    zones: list[str] = Field(description="Hexes in an enemy zone of control, as far as known.")
    stops: list[Stop]
    refusals: list[Reason] = Field(description="Why they cannot move at all.")


class Proposal(Told):
    """What counters could be ordered to do to a hex: the action, or why there is none."""

    do: str
    title: str
    action: Plain | None
    path: list[str] = Field(description="The way, with the hex that is left first.")
    sums: list[Reckoned]
    refusals: list[Reason]
    weighed: bool = Field(description="Whether it should be weighed before it is done.")
    warnings: list[str] = Field(description="What to know before it is ordered.")


class Proposals(Told):
    """Everything that could be meant, the likeliest first."""

    proposals: list[Proposal]


class Extra(Told):
    """Somebody or something that is in an action, or could be added."""

    part: str
    part_title: str
    id: str
    title: str
    chosen: bool
    action: Plain = Field(description="The action with it, or without it if it is chosen.")


class Weight(Told):
    """A possible outcome."""

    text: str
    probability: str = Field(description="Exact, as a fraction.")
    percent: float
    rolls: list[int] = Field(description="The totals of the dice that bring it.")
    tone: Tone


class Weighing(Told):
    """An action weighed before it is done: the reckoning, and every outcome with its chance."""

    action: Plain
    text: str
    refusals: list[Reason]
    column: str
    sums: list[Reckoned]
    outcomes: list[Weight]
    unknown: list[Reason] = Field(description="What the odds hang on and may not be known.")
    supposed: list[str]
    extras: list[Extra]
    warnings: list[str] = Field(description="What to know before it is done.")


class Choices(Told):
    """Open actions."""

    choices: list[Choice]
    more: bool


class HexNote(Told):
    """A hex looked at closely."""

    hex: str
    ground: str
    places: list[str]
    sides: list[str] = Field(description="Water, roads and rail, side by side.")
    notes: list[str]


class PieceNote(Told):
    """A counter looked at closely: what it is worth now, with reasons."""

    id: str
    sums: list[Reckoned]
    notes: list[str]


# ---- overlays


class Paint(Told):
    """A painted hex."""

    hex: str
    tone: Tone
    side: str | None
    text: str
    title: str


class Thread(Told):
    """A line over hexes: a line of supply, a move, a range."""

    hexes: list[str]
    tone: Tone
    side: str | None
    title: str
    arrow: bool


class LegendLine(Told):
    """What a colour of the overlay means."""

    tone: Tone
    side: str | None
    text: str


class Overlay(Told):
    """An overlay as the seat may see it."""

    id: str
    title: str
    paints: list[Paint]
    threads: list[Thread]
    legend: list[LegendLine]
    notes: list[str]


# ---- the record


class TaleLine(Told):
    """A line of the story."""

    seq: int
    moment: int
    turn: int
    phase: str
    side: str | None
    text: str
    rule: str
    dice: list[int]
    loud: bool
    hexes: list[str]
    pieces: list[str]
    sums: list[Reckoned]


class Story(Told):
    """The story after `since`."""

    since: int
    seq: int
    more: bool
    lines: list[TaleLine]
