"""Briefings: what somebody must know before the first order, in the lobby and at the table.

What nobody has written about a scenario comes from the scenario itself: its own summary, its
counters, its turns, the options it changes, and the rules that speak of winning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from grognard import box, library
from grognard.engine.game import Game
from grognard.engine.rulebook import read_rules, read_summaries
from grognard.server.club import Club
from grognard.server.scenes import read_out, scene
from grognard.server.store.records import Seat
from grognard.server.switches import switch
from grognard.table.rule_cards import RuleSwitch, RuleTag
from grognard.table.tabletop import AnyGame, Tabletop
from grognard.table.tongues import SPOKEN
from grognard.table.winning import Terms
from grognard.table.writing import Card

WINNING = re.compile(r"\b(wins?|won|victory|loses the game|gives? up)\b", re.IGNORECASE)
FEW, MOST = 6, 64
"""How many rules are named, and of how many scenarios the counters are remembered."""


@dataclass(frozen=True, slots=True)
class BriefSide(Card):
    """A side before the game: its counters, what they are, what to do first."""

    side: str
    label: str
    first: bool
    """Whether it begins."""
    counters: int
    forces: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChangedSwitch(Card):
    """An option that is not as the system has it, and what it is here."""

    value: str
    switch: RuleSwitch


@dataclass(frozen=True, slots=True)
class Briefing(Card):
    """What somebody must know before the first order."""

    scenario: str
    label: str
    system: str
    situation: str
    sides: tuple[BriefSide, ...]
    victory: str
    terms: Terms | None
    tags: tuple[RuleTag, ...]
    """Where nobody has written what wins: the rules that speak of it."""
    rules: tuple[str, ...]
    changed: tuple[ChangedSwitch, ...]
    turns: int | None
    minutes: int | None
    time: str


@dataclass(frozen=True, slots=True)
class Stakes(Card):
    """The terms of victory as they stand; none where the system tells none."""

    terms: Terms | None


def briefing(club: Club, seat: Seat) -> dict[str, Any]:
    """The briefing of a seat's game, with the terms of victory as they stand."""
    with scene(club, seat) as found:
        seen = found.tabletop.screened(found.game, found.audience)
        return read_out(found.game, found.tabletop, written(seen, found.tabletop))


def stakes(club: Club, seat: Seat) -> dict[str, Any]:
    """The terms of victory of a seat's game as they stand."""
    with scene(club, seat) as found:
        seen = found.tabletop.screened(found.game, found.audience)
        return read_out(found.game, found.tabletop, Stakes(found.tabletop.terms(seen)))


def on_shelf(name: str) -> dict[str, Any]:
    """The briefing of a scenario that ships, before anybody has sat down to it."""
    return _on_shelf(name, SPOKEN.get())


@lru_cache(maxsize=64)
def _on_shelf(name: str, language: str) -> dict[str, Any]:
    """The same in the language that is spoken now, which is that one."""
    system, found = library.find_scenario(name)
    game = Game(system, found, seed=0)
    words = library.tabletop(game)
    return read_out(game, words, written(game, words))


def written(game: AnyGame, words: Tabletop) -> Briefing:
    """The briefing of a game: what is written about its scenario, and what the scenario says."""
    scenario, system = game.scenario, game.system
    brief = box.brief(scenario.id, SPOKEN.get()) or box.Brief()
    back = box.back(scenario.id)
    terms, turns = words.terms(game), getattr(scenario, "turns", None)
    plain_tags = () if brief.victory or terms is not None else _winning(system.name)
    return Briefing(
        scenario=scenario.id,
        label=scenario.title,
        system=system.name,
        situation=brief.situation or getattr(scenario, "brief", ""),
        sides=tuple(_side(game, words, brief, side) for side in scenario.sides),
        victory=brief.victory,
        terms=terms,
        tags=plain_tags,
        rules=brief.rules,
        changed=_changed(game),
        turns=turns if isinstance(turns, int) else None,
        minutes=back.minutes if back else None,
        time=brief.time,
    )


def _side(game: AnyGame, words: Tabletop, brief: box.Brief, side: str) -> BriefSide:
    first = getattr(game.scenario, "first", "") or game.scenario.sides[0]
    return BriefSide(
        side=side,
        label=words.side_title(game, side),
        first=side == first,
        counters=_counters(game, words)[side],
        forces=brief.forces.get(side, ""),
        steps=brief.steps.get(side, ()),
    )


_COUNTED: dict[str, dict[str, int]] = {}
"""Of each scenario by its fingerprint, the latest last; many threads ask at once."""


def _counters(game: AnyGame, words: Tabletop) -> dict[str, int]:
    """How many counters each side has at the start, whatever has become of them since."""
    key = game.scenario.fingerprint
    found = _COUNTED.get(key)
    if found is None:
        began = Game(game.system, game.scenario, seed=0)
        found = {side: len(words.own(began, side)) for side in game.scenario.sides}
        for oldest in list(_COUNTED)[: 1 - MOST]:
            _COUNTED.pop(oldest, None)
        _COUNTED[key] = found
    return found


def _changed(game: AnyGame) -> tuple[ChangedSwitch, ...]:
    """The options that are not as the system has them."""
    chosen, words = game.scenario.options, game.system.phrases
    return tuple(
        ChangedSwitch(chosen[one.id], switch(one, words))
        for one in game.system.options
        if chosen.get(one.id, one.default) != one.default
    )


@lru_cache(maxsize=64)
def _winning(system: str) -> tuple[RuleTag, ...]:
    """The rules that speak of winning."""
    said = read_summaries(system)
    found = [
        RuleTag(rule.id, rule.title)
        for rule in read_rules(system)
        if WINNING.search(f"{rule.title} {said.get(rule.id, '')}")
    ]
    return tuple(found[:FEW])
