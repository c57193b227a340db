"""Where the game stands: the phases of the turn, and the segments of the one under way. [3.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from grognard.kit.turn import Played
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.table.meanings import PHASES, of_segment, sentences
from grognard.table.cards import Band
from grognard.table.tabletop import Tabletop

State = Literal["past", "now", "ahead"]
SHORT = sentences("short phase")
"""Phases with a shorter name."""
SEGMENTS = sentences("short segment")
"""Segments with a shorter name, beside the others of their phase."""


def bands(table: Tabletop, game: Nw) -> tuple[Band, ...]:
    """The phases that this turn has, the one under way segment by segment."""
    return tuple(_bands(table, game))


def _bands(table: Tabletop, game: Nw) -> Iterator[Band]:
    now, segments = game.clock.step, game.segments
    starts = [step for step, segment in enumerate(segments) if not segment.offset]
    for first, after in zip(starts, (*starts[1:], len(segments)), strict=True):
        steps = [step for step in range(first, after) if not segments[step].skipped(game)]
        if not steps:
            continue
        whole = len({table.phase_side(game, step) for step in steps}) == 1
        if first <= now < after and len(steps) > 1 and not game.over:
            for group in _grouped(game, steps):
                step = next((one for one in group if one == now), group[0])
                state = _state(game, group[0], group[-1] + 1)
                words = SEGMENTS.get(segments[step].name, segments[step].name)
                about = of_segment(segments[step].kind)
                yield Band(words, table.phase_side(game, step), segments[step].rule, state, about)
            continue
        played = segments[steps[0]]
        title = played.phase or played.name
        side = table.phase_side(game, steps[0]) if whole else None
        state, about = _state(game, first, after), _about(title, played.kind)
        yield Band(SHORT.get(title, title), side, played.rule, state, about)


def _grouped(game: Nw, steps: Sequence[int]) -> Iterator[list[int]]:
    """The segments of a phase; those that go by themselves, one after the other, as one."""
    for alone, group in groupby(steps, lambda step: not _acting(game, step)):
        found = list(group)
        yield from [found] if alone else ([step] for step in found)


def _acting(game: Nw, step: int) -> bool:
    """Whether anybody has a say in a segment."""
    segment = game.segments[step]
    return isinstance(segment, Played) and bool(segment.acting)


def _about(title: str, kind: str) -> str:
    """What a phase is for: as a whole, or as its one segment."""
    return PHASES.get(title) or of_segment(kind)


def _state(game: Nw, first: int, after: int) -> State:
    """Whether steps of the turn are over, under way, or to come."""
    now = game.clock.step
    return "past" if after <= now or game.over else "now" if first <= now else "ahead"
