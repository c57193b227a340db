"""Plans: what a commander may have in mind for a turn, as a doctrine for the staff below him.

A plan says for what ground the main effort is made, what counts for more than its points, and what
each group is told. The staff carries it out, and does as it thinks best where it is told nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from grognard.players.commander.groups import Group, Objective
from grognard.players.commander.method import Method
from grognard.players.staff.doctrine import WHOLE, Directive, Doctrine, Posture
from grognard.players.staff.situation import Situation

POSTURES: tuple[Posture, ...] = get_args(Posture)
Order = tuple[int, Posture] | None
"""What a group is told: for which of the objectives (-1: for none) and how; None: nothing."""


@dataclass(frozen=True)
class Plan:
    """A plan for a turn."""

    kind: str
    """What it is: `staff`, `effort`, `push`, `hold`, `withdrawal`, `style`, `mixed`."""
    doctrine: Doctrine
    main: tuple[int, ...] = ()
    """The ground of the main effort."""
    orders: tuple[Order, ...] = ()
    """What each group is told, in their order."""
    style: str = field(default="")


@dataclass
class Drafts:
    """The plans that can be made in a situation, out of groups and objectives."""

    base: Doctrine
    situation: Situation
    groups: Sequence[Group]
    objectives: Sequence[Objective]
    method: Method
    styles: Mapping[str, Doctrine] = field(default_factory=dict)

    # ---- what a search begins with

    def seeds(self, last: Plan | None) -> list[Plan]:
        """The plans that come to mind first: the staff's own, the last one, one main effort for
        each objective, keeping ground, pressing on, going back, and the styles."""
        found = [Plan("staff", self.base)]
        if last is not None and last.kind != "staff":
            found.append(replace(last, orders=()))
        ground = [o for o in self.objectives if not o.enemies]
        dear = sorted(ground, key=lambda o: (o.ours, -o.worth, o.hex))
        found += [self.push(o) for o in dear[: self.method.pushes]]
        found.append(self.standing())
        found += [self.effort(o) for o in dear[: self.method.pushes // 2]]
        found += [self.push(o) for o in self.objectives if o.enemies]
        found.append(self.toward(not self.situation.attacking))
        found += [Plan("style", styled, style=name) for name, styled in self.styles.items()]
        found.append(self.withdrawal())
        return list(_different(found))[: self.method.seeds]

    def effort(self, objective: Objective) -> Plan:
        """Ground that counts for more than its points; the staff finds out who goes there."""
        emphasis = self.emphasis(objective)
        return Plan("effort", replace(self.base, emphasis=emphasis), objective.hexes)

    def push(self, objective: Objective) -> Plan:
        """The nearest groups are told to take or keep it, whatever it costs."""
        near = self.nearest(objective)
        posture: Posture = "hold" if objective.ours else "assault"
        number = self.objectives.index(objective)
        orders = tuple((number, posture) if n in near else None for n in range(len(self.groups)))
        return self.of("push", orders)

    def toward(self, gaining: bool) -> Plan:
        """Going for ground, or keeping what there is, against the terms of victory."""
        kind = "push" if gaining else "hold"
        return Plan(kind, replace(self.base, gaining=gaining))

    def standing(self) -> Plan:
        """Whoever stands on or beside ground that counts keeps it."""
        distance = self.situation.board.distance
        own = [goal.hex for goal in self.situation.goals if goal.ours]
        orders: list[Order] = []
        for group in self.groups:
            near = any(distance(group.hex, h) <= self.method.together for h in own)
            orders.append((-1, "hold") if near else None)
        return self.of("hold", tuple(orders))

    def withdrawal(self) -> Plan:
        """Those in contact give ground as slowly as they can."""
        distance, foes = self.situation.board.distance, self.situation.foes
        orders: list[Order] = []
        for group in self.groups:
            near = any(distance(group.hex, h) <= self.method.together for h in foes)
            orders.append((-1, "delay") if near else None)
        return self.of("withdrawal", tuple(orders))

    # ---- making one

    def emphasis(self, objective: Objective) -> tuple[tuple[int, int], ...]:
        """The ground of a main effort counts for more."""
        return tuple((h, self.method.emphasis) for h in objective.hexes)

    def nearest(self, objective: Objective) -> set[int]:
        """The groups nearest to an objective, as many as a main effort takes."""
        distance = self.situation.board.distance
        far = [min(distance(group.hex, h) for h in objective.hexes) for group in self.groups]
        total = sum(group.strength for group in self.groups) * self.method.share // WHOLE
        found: set[int] = set()
        for n in sorted(range(len(self.groups)), key=lambda n: (far[n], n)):
            if total <= 0:
                break
            found.add(n)
            total -= self.groups[n].strength
        return found

    def of(self, kind: str, orders: tuple[Order, ...]) -> Plan:
        """The plan of these orders; its main effort is what most of the strength is to take."""
        directives = []
        weight: dict[int, int] = {}
        for group, order in zip(self.groups, orders, strict=True):
            if order is not None:
                number, posture = order
                aim = self.objectives[number].hexes if number >= 0 else ()
                directives.append(Directive(group.units, aim, posture))
                if number >= 0 and posture in ("assault", "press"):
                    weight[number] = weight.get(number, 0) + group.strength
        doctrine, main = replace(self.base, directives=tuple(directives)), tuple[int, ...]()
        if weight:
            number = max(weight, key=lambda n: (weight[n], -n))
            main = self.objectives[number].hexes
            if not self.objectives[number].enemies:
                doctrine = replace(doctrine, emphasis=self.emphasis(self.objectives[number]))
        return Plan(kind, doctrine, main, orders)

    # ---- variations

    def choices(self, n: int) -> list[Order]:
        """All that a group may sensibly be told."""
        group, distance = self.groups[n], self.situation.board.distance
        found: list[Order] = [None, (-1, "hold"), (-1, "delay"), (-1, "reserve")]
        for number, objective in enumerate(self.objectives):
            if min(distance(group.hex, h) for h in objective.hexes) <= self.base.farthest:
                found += [(number, "press")] if objective.ours else []
                found += [(number, "hold")] if objective.ours else [(number, "assault")]
                found += [] if objective.ours else [(number, "press")]
        return found

    def varied(
        self, parents: Sequence[Plan], known: Mapping[tuple[int, Order], float], rng: random.Random
    ) -> Plan:
        """A variation of the best plans: crossed, and with one group told something else, mostly
        what has done best for that group so far (naive sampling)."""
        orders = [*(parents[0].orders or (None,) * len(self.groups))]
        for other in parents[1:]:
            if other.orders and rng.random() < 0.5:
                orders = [
                    b if b is not None and rng.random() < 0.5 else a
                    for a, b in zip(orders, other.orders, strict=True)
                ]
        n = rng.randrange(len(self.groups))
        choices = [order for order in self.choices(n) if order != orders[n]]
        tried = [order for order in choices if (n, order) in known]
        if tried and rng.random() >= self.method.bold:
            orders[n] = max(tried, key=lambda order: known[n, order])
        else:
            orders[n] = rng.choice(choices)
        found = self.of("mixed", tuple(orders))
        if not found.main and parents[0].main:
            doctrine = replace(found.doctrine, emphasis=parents[0].doctrine.emphasis)
            found = replace(found, doctrine=doctrine, main=parents[0].main)
        return found


def _different(plans: Sequence[Plan]) -> Iterator[Plan]:
    """Each plan once, whatever it is called."""
    seen: list[Doctrine] = []
    for plan in plans:
        if plan.doctrine not in seen:
            seen.append(plan.doctrine)
            yield plan
