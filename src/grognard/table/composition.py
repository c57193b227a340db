"""What is shown while an order or an answer is chosen and put together: forms without rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal
from grognard.table.cards import ActionCard, Area, CounterCard, Labels, Sums
from grognard.table.writing import Card


@dataclass(frozen=True, slots=True)
class Ordering(Card):
    """How a stack lies, where its counters may be laid in another order."""

    action: Action
    """The order that does it, but for the detail that tells who."""
    key: str
    """That detail: all counters from the bottom to the top, or the one that is laid on top."""
    counters: Labels
    """Those whose order it is, the top one first."""
    whole: bool
    """Whether they may lie in any order, or else any of them on top."""


@dataclass(frozen=True, slots=True)
class DeedRow(Card):
    """One kind of action that counters in hand can do where they stand."""

    do: str
    title: str
    rule: str
    choices: tuple[ActionCard, ...]
    more: bool
    """Whether there are more than are listed: they are put together on a card."""
    sums: Sums = ()
    """What it costs, where there is but one of it."""
    ordering: Ordering | None = None


@dataclass(frozen=True, slots=True)
class DeedRows(Card):
    """All that counters in hand can do where they stand, kind by kind."""

    rows: tuple[DeedRow, ...]


@dataclass(frozen=True, slots=True)
class Share(Card):
    """What one of many counters would do, or why it cannot."""

    piece: str
    name: str
    action: Action | None
    path: Labels = ()
    """The way it would go, with the hex that is left first."""
    left: int = 0
    """How many hexes would be left to where it should go."""
    why: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class JointRow(Card):
    """Something that many counters could do at once."""

    do: str
    title: str
    rule: str
    text: str
    """What of it, where there is more than one: a mode, a hex."""
    whole: Action | None
    """One order for all who can; None where each has its own, as on a march."""
    shares: tuple[Share, ...]
    """Those who can, each with its own order, and those who cannot, with the reason."""


@dataclass(frozen=True, slots=True)
class Company(Card):
    """What many counters in hand could do that are in several hexes."""

    rows: tuple[JointRow, ...]


@dataclass(frozen=True, slots=True)
class HandCard(Card):
    """Something at hand that can have a part in the answer."""

    id: str
    title: str
    counter: CounterCard | None
    """How it looks, where it does not lie on the table."""
    taken: bool
    """Whether it has a part already."""
    held: bool
    """Whether it is in hand now."""


@dataclass(frozen=True, slots=True)
class Goals(Card):
    """Where something may go that is at hand, of one sort."""

    sort: str
    """What it would be, as the kind of a mission; empty where there is but one."""
    hexes: Labels
    anywhere: bool = False
    """Whether every hex will do; then only some that matter are named, or none."""


@dataclass(frozen=True, slots=True)
class PartCard(Card):
    """A part of the answer so far."""

    text: str
    short: str
    """The same where its hex is seen: who of the counters on the map has it, and its sort."""
    hexes: Labels
    """Its way, or what it is aimed at."""
    path: bool
    """Whether the hexes are a way, step by step."""
    pieces: Labels
    action: Action | None
    """The answer without it; None where nothing would be left."""


@dataclass(frozen=True, slots=True)
class OptionCard(Card):
    """What could be meant by pointing so."""

    text: str
    sort: str
    hexes: Labels
    pieces: Labels
    notes: Labels
    """What it would do."""
    warnings: Labels
    action: Action
    """The answer with it."""


@dataclass(frozen=True, slots=True)
class Amount(Card):
    """A number in the answer that may be another."""

    key: str
    title: str
    value: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Composition(Card):
    """An answer in the making: what there is, where it may go, and what was put together so far."""

    title: str
    """What answering so is called."""
    action: Action | None
    """The answer so far; None if nothing was said yet."""
    text: str
    refusals: tuple[Refusal, ...]
    """Why it cannot be given so; none means that it can."""
    weighed: bool
    """Whether to look at its price or its odds before it is given."""
    at_once: bool
    """Whether it is given without further words, since it can be taken back."""
    composed: bool
    """Whether it has parts at all; or else one answer takes the place of another."""
    notes: Labels
    """What is at stake."""
    hand: tuple[HandCard, ...]
    goals: tuple[Goals, ...]
    parts: tuple[PartCard, ...]
    amounts: tuple[Amount, ...]
    options: tuple[OptionCard, ...]
    """What pointing so could mean; the likeliest has been taken, unless one only looks."""
    barred: tuple[Refusal, ...]
    """Why pointing so means nothing."""
    sweeps: bool
    """Whether hexes are drawn over with the pointer, many in one stroke."""
    areas: tuple[Area, ...]
    """The areas that it is about, as they would be."""
    places: Mapping[str, str]
    """Those of the hexes that have a name."""
