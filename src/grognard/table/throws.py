"""Throws: dice that were thrown, as a card shows them.

The faces, what joins them and by which rule, where the table of results is read, what came of it:
all out of the events that a player was told, so that a card knows no more than he does. Events say
it in a few words that every system shares: `column` and `row` of a table, `roll` and `modified` for
what the dice count as, and in a `reckoning` before them the tallies they are made of. A system that
says no more than its dice has a card with the dice and the sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.engine.event import Event
from grognard.engine.system import System
from grognard.engine.table import Axis, Table
from grognard.table.cards import Labels, Reckoned, Sums, reckoned
from grognard.table.casts import COUNTS, Cast
from grognard.table.choosing import sums_in, touched
from grognard.table.tabletop import AnyGame, Player, Tabletop
from grognard.table.telling import Tale
from grognard.table.writing import Card

RECKONING = "reckoning"
"""The kind of event that says what a throw is made of, before the dice fall."""
JOINING = ("modifier", "modifiers", "roll", "drm", "tally")
"""What the tally is called that joins the dice."""
AROUND = 2
"""How many rows and columns of a table are shown on each side of the one that is read."""
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ExcerptRow(Card):
    """A row of an excerpt."""

    head: str
    cells: Labels


@dataclass(frozen=True, slots=True)
class Excerpt(Card):
    """The part of a table of results in which a throw is read, and where."""

    title: str
    rule: str
    heads: Labels
    rows: tuple[ExcerptRow, ...]
    column: int
    """The place of the column that is read among those shown; -1 where none is."""
    row: int


@dataclass(frozen=True, slots=True)
class Throw(Card):
    """Dice that fell for one thing."""

    seq: int
    title: str
    """What they were thrown for."""
    side: str | None
    """Whose they were."""
    dice: tuple[int, ...]
    joins: Reckoned | None
    """What joined them, part by part."""
    counts: int | None
    """What they count as then, where that is another number."""
    column: str
    excerpt: Excerpt | None
    text: str
    """What it came to."""
    rule: str


@dataclass(frozen=True, slots=True)
class RollCard(Card):
    """What was thrown at one moment, over whom, and what it did."""

    title: str
    opening: str
    """How it began: the attack as it was declared. Empty where nobody said."""
    hexes: Labels
    pieces: Labels
    sums: Sums
    """The strengths and shifts that it was reckoned with."""
    throws: tuple[Throw, ...]
    outcome: Labels
    """What followed at once."""
    stops: bool
    """Whether it matters enough to wait for whoever looks."""


class Said(NamedTuple):
    """An event that was told, its place in the stream, and its words."""

    seq: int
    event: Event
    tale: Tale


def roll_card(
    game: AnyGame, words: Tabletop, player: Player, now: Sequence[Said], before: Iterable[Said] = ()
) -> RollCard | None:
    """The card of what was told at one moment; None where no dice fell.

    `before` is what was told earlier, the latest first: the attack may have been declared then.
    """
    first = next((n for n, said in enumerate(now) if said.event.dice), None)
    if first is None:
        return None
    names, thrown = words.names(game), [said for said in now if said.event.dice]
    facts = [said.event.facts for said in thrown]
    hexes, pieces = touched(game, names, facts)
    known = [said.event.facts for said in now if said.event.kind == RECKONING]
    throws, used = [], set[str]()
    for said in thrown:
        earlier = [s.event for s in now if s.seq < said.seq]
        throw, joined = _throw(game, words, said, earlier)
        throws.append(throw)
        used.add(joined)
    sums = [
        found
        for told in known
        for key, value in told.items()
        if key not in used
        for found in sums_in(game, words, {key: value})
    ]
    after = [said for said in now[first + 1 :] if not said.event.dice]
    return RollCard(
        title=throws[-1].title if len({throw.title for throw in throws}) == 1 else _main(throws),
        opening=_opening(game, names, hexes, [*reversed(now[:first]), *before]),
        hexes=hexes,
        pieces=pieces,
        sums=tuple(sums),
        throws=tuple(throws),
        outcome=tuple(said.tale.text for said in after if said.event.kind != RECKONING),
        stops=any(said.tale.loud for said in now[first:]),
    )


def _main(throws: Sequence[Throw]) -> str:
    """What a card with several throws is called: after the last that is read from a table."""
    read = [throw for throw in throws if throw.excerpt is not None]
    return (read or throws)[-1].title


def _opening(game: AnyGame, names: Mapping[str, str], hexes: Labels, before: Iterable[Said]) -> str:
    """The last loud word before the dice that was about the same place, if none fell since."""
    for said in before:
        there, _ = touched(game, names, said.event.facts)
        if set(there) & set(hexes) and (said.event.dice or said.tale.loud):
            return "" if said.event.dice else said.tale.text
    return ""


def _throw(
    game: AnyGame, words: Tabletop, said: Said, earlier: Sequence[Event]
) -> tuple[Throw, str]:
    """One throw, and by which name of the reckoning what joined it was called."""
    event, reckoning = said.event, _last(earlier, RECKONING)
    cast = _cast(words, event.kind, str(reckoning.get("table", "")))
    known = {**_facts(earlier, cast.after), **reckoning, **event.facts}
    name, joins = _joining(words, event, reckoning)
    counts = _counted(event, joins)
    number = sum(event.dice[: cast.dice]) if counts is None else counts
    excerpt = _excerpt(game, cast, known, number)
    return Throw(
        seq=said.seq,
        title=cast.title or event.kind.replace("-", " ").capitalize(),
        side=words.roller(game, event.facts),
        dice=event.dice,
        joins=joins,
        counts=counts if counts != sum(event.dice) or joins else None,
        column=str(known.get("column", "")) if excerpt or "column" in event.facts else "",
        excerpt=excerpt,
        text=said.tale.text,
        rule=said.tale.rule,
    ), name


def _cast(words: Tabletop, kind: str, table: str) -> Cast:
    """How dice are read: of their kind on the table that is named, or of their kind at all."""
    return words.casts.get(f"{kind} on {table}") or words.casts.get(kind) or Cast()


def _last(earlier: Sequence[Event], kind: str) -> Facts:
    found = [event.facts for event in earlier if event.kind == kind]
    return found[-1] if found else {}


def _facts(earlier: Sequence[Event], kinds: Sequence[str]) -> Facts:
    """What events of some kinds have said before, the later over the earlier."""
    return {key: value for kind in kinds for key, value in _last(earlier, kind).items()}


def _joining(words: Tabletop, event: Event, reckoning: Facts) -> tuple[str, Reckoned | None]:
    """The tally that joined the dice: the event's own, the one named after it, or the roll's."""
    own = [(name, event.facts.get(name)) for name in JOINING]
    fought = [("roll", reckoning.get("roll"))] if "modified" in event.facts else []
    for name, tally in (*own, (event.kind, reckoning.get(event.kind)), *fought):
        if isinstance(tally, Mapping) and tally.get("parts"):
            return name, reckoned(words.explained(name), tally)
    return "", None


def _counted(event: Event, joins: Reckoned | None) -> int | None:
    """What dice count as, if their event says so: what it calls modified, or its roll, which some
    tell before anything has joined it."""
    for name in ("modified", "roll"):
        if type(event.facts.get(name)) is not int:
            continue
        told = int(event.facts[name])
        bare = name == "roll" and told == sum(event.dice)
        return told + int(joins.total) if bare and joins and _whole(joins.total) else told
    return None


# ---- the table of results


@lru_cache(maxsize=16)
def _tables(system: System[Any]) -> Mapping[str, Table]:
    return system.tables()


def _excerpt(game: AnyGame, cast: Cast, known: Facts, number: int) -> Excerpt | None:
    """Where a table of results was read; None where that is not known."""
    tables = _tables(game.system)
    table = tables.get(cast.table or str(known.get("table", "")))
    if table is None:
        return None
    heads: Sequence[str] = table.columns
    column = None
    over = tables.get(cast.over)
    if over is not None:
        named = over.row_axis.find(str(known.get(cast.over_row, "")))
        if named is None:
            return None
        heads = [cell.value for cell in over.cells[named]]
        wanted = str(known.get(cast.column, ""))
        column = heads.index(wanted) if wanted in heads else None
    else:
        column = _place(table.column_axis, cast.column, known, number)
    row = _place(table.row_axis, cast.row, known, number)
    if column is None or row is None:
        return None
    across, along = _window(column, len(heads)), _window(row, len(table.rows))
    return Excerpt(
        title=table.title,
        rule=table.rule,
        heads=tuple(heads[n].replace("_", " ") for n in across),
        rows=tuple(
            ExcerptRow(
                table.rows[n].replace("_", " "), tuple(table.cells[n][m].value for m in across)
            )
            for n in along
        ),
        column=column - across.start,
        row=row - along.start,
    )


def _place(axis: Axis, name: str, known: Facts, number: int) -> int | None:
    """Where on an axis one reads: by the dice, at a place of its own, or by a fact."""
    if name in axis.keys:
        return axis.keys.index(name)
    value = number if name == COUNTS else known.get(name, "")
    if isinstance(value, Mapping):
        value = value.get("total", "")
    found = axis.find(str(value))
    if found is None and _whole(value):
        found = axis.find(int(value), clamp=True) if axis.spans else None
    return found


def _whole(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and value.lstrip("-").isdigit())


def _window(place: int, length: int) -> range:
    """The places around one, as many as there are to be shown."""
    wide = min(2 * AROUND + 1, length)
    first = min(max(place - AROUND, 0), length - wide)
    return range(first, first + wide)
