"""The duty to attack: whether every designated unit can still make a legal assault. [13.2.0]

A hex is assaulted once. Prepared units of several hexes join in one assault; with a tactical one
nobody joins from elsewhere. The rest is a search: each hex's prepared units and its others choose
among the enemy hexes beside them, and what they choose must fit together and within the ammunition.
[13.3.1] [13.4.1] [12.1.0] [16.3.3]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from grognard.systems.goss.assault.attackers import (
    against_company,
    barred,
    designated,
    ferrying,
    must_stand_off,
    targets,
)
from grognard.systems.goss.assault.limits import TACTICAL, allowed, payers, price
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import PA

Choice = tuple[tuple[int, tuple[str, ...]], ...]
"""Which hexes units of a group attack, and who of it each."""
Options = Sequence[tuple["Group", Sequence[Choice]]]
"""Groups, each with all that it could do."""
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

    def compute() -> tuple[int, ...]:
        unit, side = unit_of(game, name), counter_of(game, name).side
        hexes = (h for h in targets(game, side, unit.hex) if h not in taken)
        return tuple(
            h
            for h in hexes
            if barred(game, name, unit.hex, h, ferried=_ferry(game, name, h)) is None
        )

    return game.cached(("may assault", name), game.journal.every, compute, taken)


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
    mixed: frozenset[int] = frozenset()
    """Where there are both, prepared units and others."""
    bills: dict[tuple[str, ...], dict[str, int]] = field(default_factory=dict)
    """What assaults cost each headquarters, by who makes them, as far as it was asked."""

    def run(self, left: Options) -> bool:
        """Whether the groups that are left find a place."""
        if self._beyond(left):
            return False
        if not left:
            return True
        group, ways = left[0]
        for choice in ways:
            if self._claim(group, choice):
                if self.run(left[1:]):
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

    def _beyond(self, left: Options) -> bool:
        """Whether the assaults so far and those that are left cost more than there is, whatever
        they choose: of groups that share no hex with each other, or with an assault that is made,
        each pays for itself. Without this a front short of ammunition takes minutes. [16.3.3]"""
        if not self.budget:
            return False
        cost, met = self._cost(final=not left), set(self.claims)
        for group, ways in left:
            hexes = {h for choice in ways for h, _ in choice}
            if not met & hexes:
                for hq in cost:
                    cost[hq] += min(self._least(group, choice, hq) for choice in ways)
            met |= hexes
        return any(cost[hq] > most for hq, most in self.budget.items())

    def _cost(self, final: bool) -> dict[str, int]:
        """What the assaults so far cost; until all is settled, what they cost at least: others of a
        hex who have not prepared make it cheaper. [16.3.3]"""
        cost = dict.fromkeys(self.budget, 0)
        for mates in self.claims.values():
            cheaper = not final and mates[0].hex in self.mixed
            for hq, paid in self._bill(tuple(n for mate in mates for n in mate.names)).items():
                cost[hq] += min(paid, TACTICAL) if cheaper else paid
        return cost

    def _least(self, group: Group, choice: Choice, hq: str) -> int:
        paid = [self._bill(names).get(hq, 0) for _, names in choice]
        return sum(min(one, TACTICAL) if group.hex in self.mixed else one for one in paid)

    def _bill(self, names: tuple[str, ...]) -> dict[str, int]:
        """What one assault of some units costs each headquarters. [16.3.3]"""
        if names not in self.bills:
            found = sorted(payers(self.game, names))
            self.bills[names] = {hq: price(self.game, names, hq) for hq in found}
        return self.bills[names]


def _apart(game: Gs, options: Options) -> list[list[tuple[Group, Sequence[Choice]]]]:
    """Groups that have to do with each other, because they could attack the same hex or live on the
    same ammunition: each lot is looked through by itself, along a whole front that is minutes
    against moments."""
    lots: list[tuple[set[int | str], list[tuple[Group, Sequence[Choice]]]]] = []
    for group, ways in options:
        bonds: set[int | str] = {h for choice in ways for h, _ in choice}
        bonds |= payers(game, group.names)
        mine = [(group, ways)]
        for lot in [lot for lot in lots if lot[0] & bonds]:
            lots.remove(lot)
            bonds, mine = bonds | lot[0], lot[1] + mine
        lots.append((bonds, mine))
    return [sorted(mine, key=_urgency) for _, mine in lots]


def _urgency(item: tuple[Group, Sequence[Choice]]) -> tuple[int, int, bool]:
    """Who has least to choose from goes first."""
    return len(item[1]), item[0].hex, item[0].prepared


def _share(game: Gs, part: Options, budget: Mapping[str, int]) -> dict[str, int]:
    """What there is for a lot of groups."""
    names = [name for group, _ in part for name in group.names]
    return {hq: budget[hq] for hq in sorted(payers(game, names)) if hq in budget}


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
    hexes = [group.hex for group, _ in options]
    mixed = frozenset(h for h in hexes if hexes.count(h) > 1)
    return all(
        _Search(game, _share(game, part, budget), {}, mixed).run(part)
        for part in _apart(game, options)
    )


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
