"""Who of a hex's defenders is covered where too little supply reaches them all. [12.4] [12.10g]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grognard.systems.ocs.pieces.values import size_of, steps_of, strength
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import internals, paying
from grognard.systems.ocs.supply.paying import Source


def defence_price(game: Ocs, names: Sequence[str]) -> int:
    """The tokens of a defence: two for all of it, one if it is of 1 RE or less. [12.4]"""
    small = sum(size_of(game, name) for name in names) <= 1
    return cost_of(game.scenario.tables, "defence_small" if small else "defence")


def covered(
    game: Ocs, names: Sequence[str], own: Sequence[str] | None, tokens: int
) -> tuple[str, ...]:
    """The counters of one step that single tokens cover: those without stocks, strong ones first.

    By the option they cover none.
    """
    if not part_paid(game):
        return ()
    single = [n for n in names if steps_of(game, n) == 1 and n not in (own or ())]
    single.sort(key=lambda n: (internals.able(game, n), -strength(game, n, False).total, n))
    return tuple(single[:tokens])


def part_paid(game: Ocs) -> bool:
    """Whether supply for some of the defenders covers these."""
    return game.options["defence-part-paid"] == "by-counter"


@dataclass(frozen=True)
class Part:
    """Those of the defenders whom some supply reaches that does not reach all: whom of them it
    covers, and the tokens that each source gives and keeps."""

    names: tuple[str, ...]
    covers: tuple[str, ...]
    given: tuple[tuple[Source, int], ...]
    kept: tuple[tuple[Source, int], ...]

    def wasted(self, game: Ocs, chosen: Sequence[str]) -> tuple[tuple[Source, int], ...]:
        """What is spent in vain since a counter of several steps uses its stocks. [12.10h]"""
        several = any(n in chosen and steps_of(game, n) > 1 for n in self.names)
        return self.kept if several else ()

    def could(self, game: Ocs, chosen: Sequence[str]) -> bool:
        """Whether what is kept would cover one of those who are to use their stocks. [12.10a]"""
        mine = [name for name in self.names if name in chosen]
        return bool(covered(game, mine, None, sum(tokens for _, tokens in self.kept)))


def parts(
    game: Ocs, names: Sequence[str], own: Sequence[str] | None, fits: Callable[[Source], bool]
) -> list[Part]:
    """What the supply that fits does for those of some defenders whom it reaches.

    It covers them all for as much as a defence of these alone would cost, or a token each if that
    is less. Where there is too little, each token covers a counter of one step. [12.4] [12.10g]
    """
    groups: dict[tuple[Source, ...], list[str]] = {}
    for name in names if part_paid(game) else ():
        found = tuple(s for s in paying.purse(game, name, paying.DEFENCE) if fits(s))
        groups.setdefault(found, []).append(name)
    spent: dict[str, int] = {}
    made = []
    for sources, group in groups.items():
        room = [(s, s.tokens - spent.get(s.key, 0)) for s in sources]
        there, price = sum(tokens for _, tokens in room), _price(game, group)
        who = tuple(group) if price <= there else covered(game, group, own, there)
        given, kept = _shared_out(room, price if price <= there else len(who))
        spent.update({s.key: spent.get(s.key, 0) + n for s, n in given})
        if sources:
            made.append(Part(tuple(group), who, given, kept))
    return made


def _price(game: Ocs, names: Sequence[str]) -> int:
    """What a defence of some alone would cost, or a token for each if that is less. [12.4]"""
    whole = defence_price(game, names)
    return whole if any(steps_of(game, n) > 1 for n in names) else min(whole, len(names))


def _shared_out(
    room: Sequence[tuple[Source, int]], tokens: int
) -> tuple[tuple[tuple[Source, int], ...], tuple[tuple[Source, int], ...]]:
    """What each source gives, the nearest first, and what it keeps."""
    given, kept = [], []
    for source, there in room:
        share = min(there, tokens)
        tokens -= share
        given.append((source, share))
        kept.append((source, there - share))
    return tuple(one for one in given if one[1]), tuple(one for one in kept if one[1])
