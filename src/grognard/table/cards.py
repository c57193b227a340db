"""What a screen shows, in words that every system shares: forms without rules.

A system fills them in for one player, as he may see it (`Tabletop`); `plain` writes them as data.
Hexes are named by their labels, counters by their ids, so that a screen needs nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally

Tone = Literal["good", "bad", "warn", "info", "plain"]
Hatch = Literal["plain", "dots", "lines", "cross"]
Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """A number with its reasons, under a heading."""

    title: str
    tally: Tally


Sums = tuple[Sum | Mapping[str, Any], ...]
"""Numbers with their reasons, or the same as plain data."""


# ---- the table


@dataclass(frozen=True, slots=True)
class Band:
    """A step of the sequence of play, and whose it is."""

    title: str
    side: str | None
    rule: str
    state: Literal["past", "now", "ahead"]


@dataclass(frozen=True, slots=True)
class Headline:
    """Where the game stands."""

    scenario: str
    turn: int
    turns: int | None
    date: str
    phase: str
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class SideCard:
    """A side: its colours, and a hatch that tells it without them."""

    id: str
    title: str
    paper: str
    ink: str
    hatch: Hatch
    mine: bool


@dataclass(frozen=True, slots=True)
class Value:
    """A printed value of a counter."""

    name: str
    text: str
    title: str


@dataclass(frozen=True, slots=True)
class State:
    """A marker on a counter; `short` fits on it."""

    id: str
    short: str
    title: str
    rule: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class CounterCard:
    """A counter as a player may see it.

    `symbol` is its code by APP-6, twenty digits; `box` is the list it is in when it is not on the
    map; `movable` is whether its owner could do something with it now. `paper` and `ink` are its
    colours where they are not its side's, as another nation's.
    """

    id: str
    side: str
    hex: str | None
    box: str | None
    name: str
    title: str
    symbol: str
    number: str = ""
    formation: str = ""
    stripe: str | None = None
    values: tuple[Value, ...] = ()
    step: int = 1
    steps: int = 1
    states: tuple[State, ...] = ()
    done: bool = False
    movable: bool = False
    paper: str | None = None
    ink: str | None = None


@dataclass(frozen=True, slots=True)
class StackCard:
    """What lies in a hex, as far as a player may know; the top counter first."""

    hex: str
    side: str
    counters: Labels
    closed: bool
    count: str
    strength: str
    mark: str = ""
    notes: Labels = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that lies on a hex and is no counter."""

    hex: str
    kind: str
    short: str
    side: str | None
    title: str
    rule: str


@dataclass(frozen=True, slots=True)
class SideMark:
    """Something on a hexside."""

    hex: str
    other: str
    kind: str
    title: str
    side: str | None


@dataclass(frozen=True, slots=True)
class Owed:
    """Something that must be done before the phase may end (`must`), or could still be."""

    text: str
    rule: str
    hexes: Labels = ()
    pieces: Labels = ()
    must: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that is open, in words, with what it touches on the map.

    `weighed`: its price or its odds should be looked at before it is done.
    """

    action: Action
    text: str
    name: str
    hexes: Labels
    pieces: Labels
    weighed: bool = False


@dataclass(frozen=True, slots=True)
class DeedCard:
    """A kind of action that is offered now."""

    do: str
    title: str
    rule: str
    ends: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is open for a player, with the answers that are few enough to list."""

    id: str
    name: str
    prompt: str
    rule: str
    phase: bool
    deeds: tuple[DeedCard, ...]
    default: Action | None
    choices: tuple[Choice, ...]
    more: bool
    hexes: Labels
    pieces: Labels
    sums: Sums
    hint: str


@dataclass(frozen=True, slots=True)
class OffMap:
    """A list of counters that are not on the map."""

    id: str
    title: str
    side: str | None
    counters: Labels


@dataclass(frozen=True, slots=True)
class OverlayCard:
    """An overlay that can be laid on the map, by one key."""

    id: str
    title: str
    key: str
    about: str


# ---- asking about the table


@dataclass(frozen=True, slots=True)
class Stop:
    """A hex where a counter must stop, or beyond which it cannot go."""

    hex: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class ReachCell:
    """A hex that can be reached: what it costs, and the hex before it on the way."""

    hex: str
    cost: str
    before: str | None


@dataclass(frozen=True, slots=True)
class Reach:
    """Where counters can go together now, and what is in the way."""

    cells: tuple[ReachCell, ...] = ()
    zones: Labels = ()
    stops: tuple[Stop, ...] = ()
    refusals: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What counters could be ordered to do to hexes: the action, or why there is none.

    `warnings` are what its player should know before he orders it, though it is allowed: a screen
    shows them and has the order given again, or shows them with the weighing.
    """

    do: str
    title: str
    action: Action | None
    path: Labels = ()
    sums: Sums = ()
    refusals: tuple[Refusal, ...] = ()
    weighed: bool = False
    warnings: Labels = ()


@dataclass(frozen=True, slots=True)
class Extra:
    """Somebody or something that is in an action or could be, and the action changed so."""

    part: str
    part_title: str
    id: str
    title: str
    chosen: bool
    action: Action


@dataclass(frozen=True, slots=True)
class Weight:
    """A possible outcome and its exact chance; `rolls` are the totals of the dice that bring it."""

    text: str
    probability: Fraction
    rolls: tuple[int, ...]
    tone: Tone


@dataclass(frozen=True, slots=True)
class Weighing:
    """An action weighed before it is done: the reckoning, and every outcome with its chance."""

    action: Action
    text: str
    refusals: tuple[Refusal, ...] = ()
    column: str = ""
    sums: Sums = ()
    outcomes: tuple[Weight, ...] = ()
    unknown: tuple[Refusal, ...] = ()
    supposed: Labels = ()
    extras: tuple[Extra, ...] = ()
    warnings: Labels = ()


# ---- overlays


@dataclass(frozen=True, slots=True)
class Paint:
    """A painted hex."""

    hex: str
    tone: Tone = "plain"
    side: str | None = None
    text: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Thread:
    """A line over hexes: a line of supply, a move, a range."""

    hexes: Labels
    tone: Tone = "plain"
    side: str | None = None
    title: str = ""
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class LegendLine:
    """What a colour of an overlay means."""

    tone: Tone
    side: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Overlay:
    """An overlay as a player may see it."""

    id: str
    title: str
    paints: tuple[Paint, ...] = ()
    threads: tuple[Thread, ...] = ()
    legend: tuple[LegendLine, ...] = ()
    notes: Labels = ()


# ---- panels


@dataclass(frozen=True, slots=True)
class ForceLine:
    """A counter in the order of battle."""

    piece: str
    name: str
    values: str
    step: int
    steps: int
    where: str
    states: Labels


@dataclass(frozen=True, slots=True)
class Force:
    """A formation in the order of battle: how strong it is, and what it has lost."""

    side: str
    title: str
    strength: str
    lost: str
    lines: tuple[ForceLine, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """Something that comes (`due`), or came, at a turn."""

    turn: int
    date: str
    side: str
    text: str
    pieces: Labels
    where: str
    due: bool


@dataclass(frozen=True, slots=True)
class Sample:
    """A number that a chart follows from turn to turn."""

    chart: str
    title: str
    unit: str
    series: str
    side: str | None
    value: int | Fraction


# ---- writing them down


_AS_IS = frozenset((str, int, bool, float, type(None)))
"""What is plain already: nearly all that is in a form, so that it is looked for first."""


def plain(form: Any) -> Any:
    """A form as plain data: sums with their totals, chances as fractions and in hundredths."""
    if type(form) in _AS_IS:
        return form
    if isinstance(form, Sum):
        return reckoned(form.title, form.tally.to_json())
    if isinstance(form, Refusal):
        return form.to_json()
    if isinstance(form, Fraction):
        return str(form)
    if isinstance(form, dict | Mapping):
        return {key: v if type(v) in _AS_IS else plain(v) for key, v in form.items()}
    if isinstance(form, str | int | float):
        return form
    if isinstance(form, tuple | list | Sequence):
        return [item if type(item) in _AS_IS else plain(item) for item in form]
    written = {
        name: value if type(value := getattr(form, name)) in _AS_IS else plain(value)
        for name in form.__dataclass_fields__
    }
    if isinstance(form, Weight):
        written["percent"] = round(float(100 * form.probability), 2)
    return written


def reckoned(title: str, tally: Mapping[str, Any]) -> dict[str, Any]:
    """A tally that is plain data already, under a heading."""
    parts = [
        {
            "label": part["label"],
            "value": str(part["value"]),
            "rule": part["rule"],
            "source": part.get("source", "rulebook"),
        }
        for part in tally["parts"]
    ]
    return {"title": title, "total": str(tally["total"]), "parts": parts}
