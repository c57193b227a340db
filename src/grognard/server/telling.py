"""Telling: what happened, as a story, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grognard.server.club import Club
from grognard.server.scenes import Scene, event_at, read_out, scene, shared_scene
from grognard.server.store.records import Seat
from grognard.table import choosing
from grognard.table.cards import Labels, Sums
from grognard.table.writing import Card

MOST_TALES = 1000
"""How many lines of the story are told at once."""


@dataclass(frozen=True, slots=True)
class TaleLine(Card):
    """A line of the story."""

    seq: int
    moment: int
    turn: int
    phase: str
    side: str | None
    text: str
    rule: str
    dice: tuple[int, ...]
    loud: bool
    hexes: Labels
    pieces: Labels
    sums: Sums


@dataclass(frozen=True, slots=True)
class Story(Card):
    """The story after `since`."""

    since: int
    seq: int
    more: bool
    lines: tuple[TaleLine, ...]


def story(club: Club, seat: Seat, since: int = 0) -> dict[str, Any]:
    """What happened after `since`, as a story."""
    with scene(club, seat) as found:
        return _story(found, since)


def shared_story(club: Club, token: str, since: int = 0) -> dict[str, Any]:
    """The story of a shared game."""
    with shared_scene(club, token) as found:
        return _story(found, since)


def _story(found: Scene, since: int) -> dict[str, Any]:
    stream, game, words = found.stream, found.game, found.tabletop
    after = [(place, i) for place, i in stream.in_force if i >= since]
    told = after[:MOST_TALES]
    more = len(after) > len(told)
    story = Story(
        since=min(since, stream.seq),
        seq=told[-1][1] + 1 if more else stream.seq,
        more=more,
        lines=tuple(tale_line(found, words.names(game), place, i) for place, i in told),
    )
    return read_out(game, words, story)


def tale_line(found: Scene, names: Mapping[str, str], place: int, i: int) -> TaleLine:
    """One event as a line of the story, with what it touches."""
    game, words, event = found.game, found.tabletop, event_at(found.stream, i)
    clock = game.dated[place]
    (tale,) = islice(words.tell(game, found.audience, [event]), 1)
    facts, sides = dict(event.facts), game.scenario.sides
    side = facts.get("side")
    hexes, pieces = choosing.touched(game, names, facts)
    return TaleLine(
        seq=i + 1,
        moment=found.stream.when[i],
        turn=clock.turn,
        phase=words.phase_title(game, clock.step),
        side=words.phase_side(game, clock.step) or (side if side in sides else None),
        text=tale.text,
        rule=tale.rule,
        dice=tuple(tale.dice),
        loud=tale.loud,
        hexes=hexes,
        pieces=pieces,
        sums=tuple(choosing.sums_in(game, words, facts)),
    )
