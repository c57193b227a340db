"""Playback: what others did, to be watched step by step from the first thing one has not seen.

A step is a moment that a seat has noticed and of which something still counts: what was told then,
which ways were gone, the card of the dice, and what lies otherwise on the table afterwards. It is
made of what the seat was told and of the table as it saw it then, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from grognard.engine.event import Event
from grognard.server.club import Club
from grognard.server.offshoots import lines_at
from grognard.server.scenes import Scene, event_at, scene
from grognard.server.screen import TableTop, laid, read_table
from grognard.server.store.records import Seat
from grognard.server.telling import TaleLine, tale_line
from grognard.table.cards import CounterCard, Headline, Labels, Mark, SideMark, StackCard
from grognard.table.throws import RollCard, Said, roll_card
from grognard.table.tongues import translated
from grognard.table.wording import spoken_data
from grognard.table.writing import Card, plain

MOST_STEPS = 24
"""How many steps are told at once."""
BEFORE = 40
"""How many events back an attack may have been declared whose dice fall now."""


@dataclass(frozen=True, slots=True)
class Way(Card):
    """A way that was gone, and by whom, as far as that was told."""

    path: Labels
    pieces: Labels


@dataclass(frozen=True, slots=True)
class Step(Card):
    """A moment: what was told, and what lies otherwise afterwards."""

    moment: int
    seq: int
    """How much has been told by then."""
    mine: bool
    """Whether it is what one did oneself."""
    lines: tuple[TaleLine, ...]
    ways: tuple[Way, ...]
    card: RollCard | None
    late: bool
    """Whether the dice fell after the ways were gone."""
    headline: Headline | None
    """Where the game stands, if that is another place than before."""
    counters: tuple[CounterCard, ...]
    """Those that are new or look otherwise."""
    gone: Labels
    """Those that are not seen any more."""
    stacks: tuple[StackCard, ...]
    lifted: tuple[tuple[str, str], ...]
    """Where a stack lies no more: its hex and side."""
    marks: tuple[Mark, ...] | None
    """All of them, if they are others than before."""
    side_marks: tuple[SideMark, ...] | None


@dataclass(frozen=True, slots=True)
class Playback(Card):
    """The steps after `since`; where `more`, ask again since `seq`."""

    since: int
    seq: int
    more: bool
    start: TableTop | None
    """The table before the first step, if it is wanted."""
    steps: tuple[Step, ...]


class _Told(NamedTuple):
    """What was told at a moment, before anybody has looked at the table of then."""

    moment: int
    upto: int
    seq: int
    mine: bool
    lines: tuple[TaleLine, ...]
    ways: tuple[Way, ...]
    card: RollCard | None
    late: bool


class _Lying(NamedTuple):
    """What lies on the table at a moment."""

    headline: Headline
    counters: dict[str, CounterCard]
    stacks: dict[tuple[str, str], StackCard]
    marks: tuple[Mark, ...]
    side_marks: tuple[SideMark, ...]


def playback(
    club: Club, seat: Seat, since: int | None = None, start: bool = False
) -> dict[str, Any]:
    """What happened after `since`, step by step; without it, since one's own last turn."""
    with scene(club, seat) as found:
        first = last_turn(found) if since is None else min(since, found.stream.seq)
        told, more = _told(found, first)
        opening, end = _opening(found, first) if told else 0, found.stream.seq
        game, words = found.game, found.tabletop
        table, steps = _shown(club, seat, opening, told, start) if told else (None, [])
        made = plain(Playback(first, told[-1].seq if more else end, more, table, tuple(steps)))
        for step in made["steps"]:
            for part in ("lines", "card"):
                step[part] = spoken_data(game, words, step[part])
        made["steps"] = translated(game.system.phrases, made["steps"])
        if table is not None:
            made["start"] = read_table(game, words, table)
        return made


def _opening(found: Scene, since: int) -> int:
    """How many lines there were when so much had been told: what changed by then has been seen."""
    stream = found.stream
    moment = stream.when[since - 1] if since else 1
    return lines_at(stream.moments, max(moment, 1))


def last_turn(found: Scene) -> int:
    """How much had been told when the audience's last turn before this stretch was over.

    What was told in the turn that it is having now does not count; where nobody else has had a turn
    yet there is no such stretch.
    """
    game, words, audience = found.game, found.tabletop, found.audience
    turns = [
        (i, words.phase_side(game, game.dated[place].step)) for place, i in found.stream.in_force
    ]
    while turns and turns[-1][1] in (audience, None):
        turns.pop()
    if not turns:
        return found.stream.seq
    return next((i + 1 for i, side in reversed(turns) if side == audience), 0)


# ---- what was told


def _told(found: Scene, since: int) -> tuple[list[_Told], bool]:
    """The moments after `since` of which something still counts, and whether there are more."""
    stream, game = found.stream, found.game
    names = found.tabletop.names(game)
    moments: dict[int, list[tuple[int, int]]] = {}
    for place, i in stream.in_force:
        if i >= since:
            moments.setdefault(stream.when[i], []).append((place, i))
    steps = []
    for moment, told in islice(moments.items(), MOST_STEPS):
        upto = lines_at(stream.moments, moment)
        now = [_said(found, i) for _, i in told]
        card = roll_card(game, found.tabletop, found.audience, now, _earlier(found, told[0][1]))
        ways = [(said.seq, way) for said in now if (way := _way(found, said.event)) is not None]
        fell = card.throws[0].seq if card else 0
        steps.append(
            _Told(
                moment=moment,
                upto=upto,
                seq=told[-1][1] + 1,
                mine=game.history[upto - 1].by == found.audience,
                lines=tuple(tale_line(found, names, place, i) for place, i in told),
                ways=tuple(way for _, way in ways),
                card=card,
                late=bool(ways) and all(seq < fell for seq, _ in ways),
            )
        )
    return steps, len(moments) > len(steps)


def _said(found: Scene, i: int) -> Said:
    event = event_at(found.stream, i)
    (tale,) = islice(found.tabletop.tell(found.game, found.audience, [event]), 1)
    return Said(i + 1, event, tale)


def _earlier(found: Scene, before: int) -> Iterator[Said]:
    """What was told before, the latest first."""
    earlier = [i for _, i in found.stream.in_force if i < before]
    return (_said(found, i) for i in reversed(earlier[-BEFORE:]))


def _way(found: Scene, event: Event) -> Way | None:
    """The way that an event tells of: its `path`, after where it began if that is told."""
    index, facts = found.game.board.index, event.facts
    path = facts.get("path")
    if not isinstance(path, list | tuple) or not path or any(hex_ not in index for hex_ in path):
        return None
    names = found.tabletop.names(found.game)
    listed = facts.get("units", facts.get("unit", ()))
    pieces = [listed] if isinstance(listed, str) else list(listed)
    begun = [facts["from"]] if facts.get("from") in index else []
    return Way((*begun, *path), tuple(piece for piece in pieces if piece in names))


# ---- what lay on the table


def _shown(
    club: Club, seat: Seat, opening: int, told: Sequence[_Told], start: bool
) -> tuple[TableTop | None, list[Step]]:
    """The steps with what changed on the table by each, and the table before them."""
    who, steps, table = f"playback {seat.audience}", [], None
    with club.live.past(seat.game_id, who, opening) as (past, row):
        first = Scene(past, row, seat.audience, False, 0)
        before = _lying(first)
        if start:
            table = laid(first)
    for step in told:
        with club.live.past(seat.game_id, who, step.upto) as (past, row):
            now = _lying(Scene(past, row, seat.audience, False, 0))
        steps.append(_step(step, before, now))
        before = now
    return table, steps


def _lying(found: Scene) -> _Lying:
    words, audience = found.tabletop, found.audience
    seen = words.screened(found.game, audience)
    return _Lying(
        headline=words.standing(found.game),
        counters={card.id: _idle(card) for card in words.counters(seen, audience)},
        stacks={(stack.hex, stack.side): stack for stack in words.stacks(seen, audience)},
        marks=tuple(words.marks(seen, audience)),
        side_marks=tuple(words.side_marks(seen, audience)),
    )


def _idle(card: CounterCard) -> CounterCard:
    """A counter that is only looked at: what it could do then is nobody's question any more."""
    return replace(card, movable=False) if card.movable else card


def _step(told: _Told, before: _Lying, now: _Lying) -> Step:
    return Step(
        moment=told.moment,
        seq=told.seq,
        mine=told.mine,
        lines=told.lines,
        ways=told.ways,
        card=told.card,
        late=told.late,
        headline=now.headline if now.headline != before.headline else None,
        counters=tuple(
            card for name, card in now.counters.items() if before.counters.get(name) != card
        ),
        gone=tuple(name for name in before.counters if name not in now.counters),
        stacks=tuple(
            stack for place, stack in now.stacks.items() if before.stacks.get(place) != stack
        ),
        lifted=tuple(place for place in before.stacks if place not in now.stacks),
        marks=now.marks if now.marks != before.marks else None,
        side_marks=now.side_marks if now.side_marks != before.side_marks else None,
    )
