"""What a screen shows, in words that every system shares: forms without rules.

A system fills them in for one player, as he may see it (`Tabletop`); `plain` writes them as data.
Hexes are named by their labels, counters by their ids, so that a screen needs nothing else. An
action goes back to the game as it came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.table.writing import Card

Tone = Literal["good", "bad", "warn", "info", "plain"]
Hatch = Literal["plain", "dots", "lines", "cross"]
Labels = tuple[str, ...]


# ---- numbers with reasons


@dataclass(frozen=True, slots=True)
class ReckonedPart(Card):
    """One part of a number, with its rule and where its value comes from."""

    label: str
    value: str
    rule: str
    source: str
    """rulebook, chart, example, inferred, or house: ours."""


@dataclass(frozen=True, slots=True)
class Reckoned(Card):
    """A number with its reasons, under a heading."""

    title: str
    total: str
    parts: tuple[ReckonedPart, ...] = ()


class Sum(Reckoned):
    """A tally under a heading, which can still be reckoned with."""

    __slots__ = ("tally",)
    tally: Tally

    def __init__(self, title: str, tally: Tally) -> None:
        parts = (ReckonedPart(p.label, str(p.value), p.rule, p.source) for p in tally.parts)
        super().__init__(title, str(tally.total), tuple(parts))
        object.__setattr__(self, "tally", tally)


Sums = tuple[Reckoned, ...]


def reckoned(title: str, tally: Mapping[str, Any]) -> Reckoned:
    """A tally that is plain data, under a heading."""
    parts = (
        ReckonedPart(
            part["label"], str(part["value"]), part["rule"], part.get("source", "rulebook")
        )
        for part in tally["parts"]
    )
    return Reckoned(title, str(tally["total"]), tuple(parts))


# ---- the table


@dataclass(frozen=True, slots=True)
class Band(Card):
    """A step of the sequence of play, and whose it is."""

    title: str
    side: str | None
    rule: str
    state: Literal["past", "now", "ahead"]
    about: str = ""
    """What it is for, in a sentence."""


@dataclass(frozen=True, slots=True)
class Headline(Card):
    """Where the game stands."""

    scenario: str
    turn: int
    turns: int | None
    date: str
    phase: str
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class SideCard(Card):
    """A side: its colours, and a hatch that tells it without them."""

    id: str
    title: str
    paper: str
    ink: str
    hatch: Hatch
    mine: bool


@dataclass(frozen=True, slots=True)
class Value(Card):
    """A printed value of a counter."""

    name: str
    text: str
    title: str


@dataclass(frozen=True, slots=True)
class State(Card):
    """A marker on a counter."""

    id: str
    short: str
    """A few letters or a sign that fit on the counter."""
    title: str
    rule: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class CounterCard(Card):
    """A counter as a player may see it."""

    id: str
    side: str
    hex: str | None
    box: str | None
    """The box or list it is in, when it is not on the map."""
    name: str
    """What it is called, short."""
    title: str
    """Everything about it in a sentence, for those who listen."""
    symbol: str
    """The symbol's code by APP-6, twenty digits, as milsymbol takes it."""
    number: str = ""
    """Designation, printed at the left of the symbol."""
    formation: str = ""
    """Parent formation, printed at the right."""
    group: str = ""
    """The formation that it obeys, where its owner handles all of it at once."""
    stripe: str | None = None
    """The colour of its formation."""
    values: tuple[Value, ...] = ()
    step: int = 1
    steps: int = 1
    states: tuple[State, ...] = ()
    done: bool = False
    """Whether it has acted in this phase."""
    movable: bool = False
    """Whether its owner could do something with it now."""
    paper: str | None = None
    """Its own colour, where it is not its side's, as another nation's."""
    ink: str | None = None
    """The colour of its print, where it is not its side's."""
    sort: str = ""
    """What sort of counter it is, where some cannot be ordered together: aircraft, ships, …"""

    @property
    def printed(self) -> str:
        """Its values as they are printed: 4-3-5."""
        return "-".join(value.text for value in self.values)


@dataclass(frozen=True, slots=True)
class StackCard(Card):
    """What lies in a hex, as far as a player may know; the top counter first."""

    hex: str
    side: str
    counters: Labels
    closed: bool
    """Whether there may be more than is shown."""
    count: str
    """How many counters, if known."""
    strength: str
    mark: str = ""
    notes: Labels = ()


@dataclass(frozen=True, slots=True)
class Mark(Card):
    """Something that lies on a hex and is no counter: works, a flag, a mission."""

    hex: str
    kind: str
    """What picture it wants: fort, entrench, flag, air, objective …"""
    short: str
    side: str | None
    title: str
    rule: str


@dataclass(frozen=True, slots=True)
class SideMark(Card):
    """Something on a hexside: a bridge that stands or is blown."""

    hex: str
    other: str
    kind: str
    title: str
    side: str | None


@dataclass(frozen=True, slots=True)
class Owed(Card):
    """Something that must be done before the phase may end, or could still be."""

    text: str
    rule: str
    hexes: Labels = ()
    pieces: Labels = ()
    must: bool = True
    do: str = ""
    """The kind of action that does it, where that has a card of its own."""


@dataclass(frozen=True, slots=True)
class ActionCard(Card):
    """An action that is open, in words, with what it touches on the map."""

    action: Action
    text: str
    name: str
    """A policy's name, or empty."""
    hexes: Labels
    pieces: Labels
    weighed: bool = False
    """Whether to look at its price or its odds before it is done."""


@dataclass(frozen=True, slots=True)
class DeedCard(Card):
    """A kind of action that is offered now."""

    do: str
    title: str
    rule: str
    ends: bool
    """Whether it ends the phase."""
    by_card: bool = False
    """Whether pointing at a hex opens its card, on which it is put together."""


@dataclass(frozen=True, slots=True)
class Asked(Card):
    """A question that is open for a player, with the answers that are few enough to list."""

    id: str
    name: str
    prompt: str
    rule: str
    phase: bool
    """Whether it is a phase that waits for orders."""
    deeds: tuple[DeedCard, ...]
    default: Action | None
    choices: tuple[ActionCard, ...]
    more: bool
    """Whether there are more answers than are listed."""
    hexes: Labels
    pieces: Labels
    sums: Sums
    hint: str
    about: str = ""
    """What it is for, in a sentence for somebody new to it."""
    idle: bool = False
    """Whether there is nothing to do in the phase but to end it."""


@dataclass(frozen=True, slots=True)
class OffMap(Card):
    """A list of counters that are not on the map."""

    id: str
    title: str
    side: str | None
    counters: Labels


@dataclass(frozen=True, slots=True)
class OverlayCard(Card):
    """An overlay that can be laid on the map, by one key."""

    id: str
    title: str
    key: str
    about: str


# ---- asking about the table


@dataclass(frozen=True, slots=True)
class Stop(Card):
    """A hex where a counter must stop, or beyond which it cannot go."""

    hex: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class ReachCell(Card):
    """A hex that can be reached: what it costs, and the hex before it on the way."""

    hex: str
    cost: str
    before: str | None
    """The start hex, after the first step."""


@dataclass(frozen=True, slots=True)
class Reach(Card):
    """Where counters can go together now, and what is in the way."""

    cells: tuple[ReachCell, ...] = ()
    zones: Labels = ()
    """Hexes in an enemy zone of control, as far as known."""
    stops: tuple[Stop, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    """Why they cannot move at all."""


@dataclass(frozen=True, slots=True)
class OrderCard(Card):
    """What counters could be ordered to do to hexes: the action, or why there is none."""

    do: str
    title: str
    action: Action | None
    path: Labels = ()
    """The way, with the hex that is left first."""
    sums: Sums = ()
    refusals: tuple[Refusal, ...] = ()
    weighed: bool = False
    """Whether it should be weighed before it is done."""
    warnings: Labels = ()
    """What to know before it is ordered, though it is allowed: a screen shows them and has the
    order given again, or shows them with the weighing."""


@dataclass(frozen=True, slots=True)
class Extra(Card):
    """Somebody or something that is in an action or could be, and the action changed so."""

    part: str
    part_title: str
    id: str
    title: str
    chosen: bool
    action: Action
    """The action with it, or without it if it is chosen."""


@dataclass(frozen=True, slots=True)
class Weight(Card):
    """A possible outcome and its chance."""

    text: str
    probability: Fraction
    """Exact, as a fraction."""
    percent: float
    rolls: tuple[int, ...]
    """The totals of the dice that bring it."""
    tone: Tone


@dataclass(frozen=True, slots=True)
class Weighing(Card):
    """An action weighed before it is done: the reckoning, and every outcome with its chance."""

    action: Action
    text: str
    refusals: tuple[Refusal, ...] = ()
    column: str = ""
    sums: Sums = ()
    outcomes: tuple[Weight, ...] = ()
    unknown: tuple[Refusal, ...] = ()
    """What the odds hang on and may not be known."""
    supposed: Labels = ()
    extras: tuple[Extra, ...] = ()
    warnings: Labels = ()
    """What to know before it is done."""


# ---- overlays


@dataclass(frozen=True, slots=True)
class Paint(Card):
    """A painted hex."""

    hex: str
    tone: Tone = "plain"
    side: str | None = None
    text: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Area(Card):
    """A stretch of the map that is somebody's, tinted and with its border."""

    title: str
    hexes: Labels
    tone: Tone = "plain"
    chosen: bool = False
    """Whether it is the one that is drawn."""


@dataclass(frozen=True, slots=True)
class Thread(Card):
    """A line over hexes: a line of supply, a move, a range."""

    hexes: Labels
    tone: Tone = "plain"
    side: str | None = None
    title: str = ""
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class LegendLine(Card):
    """What a colour of an overlay means."""

    tone: Tone
    side: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Overlay(Card):
    """An overlay as a player may see it."""

    id: str
    title: str
    paints: tuple[Paint, ...] = ()
    threads: tuple[Thread, ...] = ()
    legend: tuple[LegendLine, ...] = ()
    notes: Labels = ()


# ---- panels


@dataclass(frozen=True, slots=True)
class ForceLine(Card):
    """A counter in the order of battle."""

    piece: str
    name: str
    values: str
    step: int
    steps: int
    where: str
    states: Labels


@dataclass(frozen=True, slots=True)
class Force(Card):
    """A formation in the order of battle: how strong it is, and what it has lost."""

    side: str
    title: str
    strength: str
    lost: str
    lines: tuple[ForceLine, ...]


@dataclass(frozen=True, slots=True)
class Arrival(Card):
    """Something that comes, or came, at a turn."""

    turn: int
    date: str
    side: str
    text: str
    pieces: Labels
    where: str
    due: bool
    """Whether it is still to come."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A number that a chart follows from turn to turn."""

    chart: str
    title: str
    unit: str
    series: str
    side: str | None
    value: int | Fraction
