"""The duty to attack: whether every designated unit can still make a legal assault. [13.2.0]

A hex is assaulted once. Prepared units of several hexes join in one assault; with a tactical one
nobody joins from elsewhere. The rest is a search: each hex's prepared units and its others choose
among the enemy hexes beside them, and what they choose must fit together and within the ammunition.
[13.3.1] [13.4.1] [12.1.0] [16.3.3]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from grognard.systems.goss.assault.attackers import (
    against_company,
    barred,
    designated,
    ferrying,
    must_stand_off,
    targets,
)
from grognard.systems.goss.assault.limits import allowed, payers, price
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import PA

Choice = tuple[tuple[int, tuple[str, ...]], ...]
"""Which hexes units of a group attack, and who of it each."""
SPLITS = 2000
"""House: how many ways to divide one group are looked through."""


@dataclass(frozen=True, slots=True)
class Group:
    """The designated units of a hex that are prepared, or those that are not."""

    hex: int
    prepared: bool
    names: tuple[str, ...]


def groups(game: Gs, names: Iterable[str]) -> list[Group]:
    """Designated units by hex and by kind of assault. [13.4.1]"""
    found: dict[tuple[int, bool], list[str]] = {}
    for name in names:
        unit = unit_of(game, name)
        found.setdefault((unit.hex, unit.mode == PA), []).append(name)
    return [Group(h, prepared, tuple(found[h, prepared])) for h, prepared in sorted(found)]


def reach(game: Gs, name: str, taken: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """The hexes that a unit may assault from where it stands, with a ferry if it needs one and
    there are engineers. [13.4.2]"""
    unit, side = unit_of(game, name), counter_of(game, name).side
    hexes = (h for h in targets(game, side, unit.hex) if h not in taken)
    return tuple(
        h for h in hexes if barred(game, name, unit.hex, h, ferried=_ferry(game, name, h)) is None
    )


def _ferry(game: Gs, name: str, h: int) -> bool:
    """Whether a unit takes part by ferry: engineers beside it could take it over, or it is one who
    takes others over. [17.2.2-2]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.mode != PA:
        return False
    mates = [
        n
        for n in designated(game, counter.side)
        if n != name and unit_of(game, n).hex == unit.hex and unit_of(game, n).mode == PA
    ]
    if counter.engineer and ferrying(game, mates, (name,), h).keys() - {name}:
        return True
    able = [n for n in mates if counter_of(game, n).engineer]
    return bool(able) and name in ferrying(game, (name, *able), able, h)


def choices(game: Gs, group: Group, taken: frozenset[int]) -> Iterator[Choice]:
    """What a group may attack: all of it one hex, if any is open to all; else divided. Whatever a
    divided group could do, the whole one hinders nobody more. [13.4.0]"""
    open_to = {name: reach(game, name, taken) for name in group.names}
    common = [h for h in open_to[group.names[0]] if all(h in r for r in open_to.values())]
    whole = [h for h in common if _fits(game, group.hex, h, group.names)]
    for h in whole:
        yield ((h, group.names),)
    if whole:
        return
    for picked in islice(product(*(open_to[name] for name in group.names)), SPLITS):
        parts: dict[int, list[str]] = {}
        for name, h in zip(group.names, picked, strict=True):
            parts.setdefault(h, []).append(name)
        if all(_fits(game, group.hex, h, names) for h, names in parts.items()):
            yield tuple((h, tuple(parts[h])) for h in sorted(parts))


def _fits(game: Gs, start: int, h: int, names: Sequence[str]) -> bool:
    """Whether units of a hex may attack another together, one of them not standing off. [13.4.3]
    [13.5.2]"""
    if against_company(game, start, h, names):
        return False
    return not all(must_stand_off(game, name, start, h) for name in names)


@dataclass
class _Search:
    """The state of the search: who attacks what, and what is left of the ammunition."""

    game: Gs
    budget: dict[str, int]
    claims: dict[int, list[Group]]

    def run(self, left: Sequence[tuple[Group, Sequence[Choice]]]) -> bool:
        """Whether the groups that are left find a place."""
        if not left:
            return True
        group, ways = left[0]
        for choice in ways:
            if self._claim(group, choice):
                if self.affordable() and self.run(left[1:]):
                    return True
                self._release(group, choice)
        return False

    def _claim(self, group: Group, choice: Choice) -> bool:
        """Take the hexes of a choice: with others only if all are prepared, or of one hex."""
        for h, _ in choice:
            for mate in self.claims.get(h, ()):
                if mate.hex != group.hex and not (mate.prepared and group.prepared):
                    return False
        for h, names in choice:
            self.claims.setdefault(h, []).append(Group(group.hex, group.prepared, names))
        if all(self._alone(h) for h, _ in choice):
            return True
        self._release(group, choice)
        return False

    def _alone(self, h: int) -> bool:
        """Whether those of one hex who attack another may do so together. [13.4.3]"""
        by_hex: dict[int, list[str]] = {}
        for mate in self.claims[h]:
            by_hex.setdefault(mate.hex, []).extend(mate.names)
        mixed = {mate.prepared for mate in self.claims[h]} == {True, False}
        if mixed and len(by_hex) > 1:
            return False
        return all(not against_company(self.game, a, h, names) for a, names in by_hex.items())

    def _release(self, group: Group, choice: Choice) -> None:
        for h, _ in choice:
            self.claims[h].pop()
            if not self.claims[h]:
                del self.claims[h]

    def affordable(self) -> bool:
        """Whether the assaults so far stay within the ammunition. [16.3.3]"""
        if not self.budget:
            return True
        cost = dict.fromkeys(self.budget, 0)
        for mates in self.claims.values():
            names = [n for mate in mates for n in mate.names]
            for hq in payers(self.game, names):
                cost[hq] += price(self.game, names, hq)
        return all(cost[hq] <= most for hq, most in self.budget.items())


def feasible(
    game: Gs,
    names: Iterable[str],
    taken: Iterable[int] = (),
    spent: Mapping[str, int] | None = None,
    *,
    ammunition: bool = True,
) -> bool:
    """Whether all of some designated units can still attack. [13.2.0] [12.1.0-2] [12.1.0-3]

    `taken` are hexes that will have been assaulted, `spent` what that will have counted for each
    headquarters. Without `ammunition` its limits are left out.
    """
    names, closed = tuple(names), frozenset(taken)
    budget: dict[str, int] = {}
    if ammunition:
        less = spent or {}
        budget = {hq: allowed(game, hq) - less.get(hq, 0) for hq in sorted(payers(game, names))}
    options = []
    for group in groups(game, names):
        ways = list(choices(game, group, closed))
        if not ways:
            return False
        options.append((group, ways))
    options.sort(key=lambda item: (len(item[1]), item[0].hex, item[0].prepared))
    return _Search(game, budget, {}).run(options)


def fewest(game: Gs, names: Iterable[str]) -> int:
    """How many hexes' worth of designated units must go until all others can attack: those that
    prepared count last. House: one hex after the other, the least useful first. [12.1.0-2]"""
    left = tuple(names)
    gone = 0
    while not feasible(game, left):
        drop = next(
            (g for g in _by_use(game, left) if feasible(game, _less(left, g))),
            _by_use(game, left)[0],
        )
        left, gone = _less(left, drop), gone + 1
    return gone


def _less(names: Sequence[str], group: Group) -> tuple[str, ...]:
    return tuple(n for n in names if n not in group.names)


def _by_use(game: Gs, names: Sequence[str]) -> list[Group]:
    """Tactical assaults before prepared ones. [12.1.0-2]"""
    return sorted(groups(game, names), key=lambda g: (g.prepared, g.hex))
