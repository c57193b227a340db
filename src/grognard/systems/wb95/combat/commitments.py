"""What the two sides add to a battle by choice: guns, aircraft, stars, abilities, bonus. [5.2.1b]

Terrain, fortifications and tactical concentration always count; what is here is the owner's
choice, battle by battle. [1.6c] [15.1.6] [15.4.2]
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

from grognard.engine.decision import Action, Offer
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.systems.wb95.air import air
from grognard.systems.wb95.artillery import support
from grognard.systems.wb95.combat import command, special
from grognard.systems.wb95.fighting.battle import Battle, Commitment
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, HEXES, MISSIONS, SIDES
from grognard.systems.wb95.units import UNITS

DEPENDS = tuple(r.name for r in (UNITS, HEXES, BRIDGES, MISSIONS, SIDES, CLOCK))
"""The maps of the State that decide what can be committed."""
LISTS = ("guns", "air", "stars", "forts", "full")
PARTS = (*LISTS, "bonus")


@dataclass(frozen=True)
class Means:
    """All that a side could commit to one battle."""

    guns: tuple[str, ...] = ()
    air: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    bonus: int = 0

    def __bool__(self) -> bool:
        return any(getattr(self, part) for part in PARTS)

    def everything(self) -> Action:
        """All of it committed, as part of an action."""
        parts = {part: list(getattr(self, part)) for part in LISTS if getattr(self, part)}
        return {**parts, **({"bonus": self.bonus} if self.bonus else {})}


def attack_means(game: Wb, battle: Battle) -> Means:
    """What the attacker could commit; guns out of supply may be paid for once they are. [5.2.1b]"""
    side = battle.attacker

    def compute() -> Means:
        guns = support.attack_guns(game, side, battle.units)
        return Means(
            guns=guns,
            air=air.offensive_missions(game, side, battle.targets),
            stars=special.starred(game, battle, battle.units, True),
            full=tuple([n for n in (*battle.units, *guns) if unit_of(game, n).oos > 0]),
            bonus=command.bonus_available(game, side, battle.targets),
        )

    detail = (battle.units, battle.targets, battle.defenders)
    return game.cached(("attack means", side), DEPENDS, compute, detail)


def defence_means(game: Wb, battle: Battle) -> Means:
    """What the defender could commit. [5.2.1b]"""
    side = battle.defender
    return Means(
        guns=support.defence_guns(game, side, battle.targets),
        air=air.defensive_missions(game, side, battle.targets),
        stars=special.starred(game, battle, battle.defenders, False),
        forts=special.fortress_units(game, battle.defenders),
        bonus=command.bonus_available(game, side, battle.targets),
    )


def commitment(action: Action) -> Commitment:
    """What an action commits."""
    lists = {part: tuple(sorted(action.get(part, ()))) for part in LISTS}
    return Commitment(**lists, bonus=action.get("bonus", 0))


# --- What may be committed ------------------------------------------------------------------


def refusals(game: Wb, battle: Battle, side: str, means: Means, action: Action) -> list[Refusal]:
    """Every reason against what a side wants to commit."""
    found = []
    for part in LISTS:
        names = action.get(part, [])
        if len(set(names)) < len(names):
            found.append(Refusal("form", f"{part}: each is named once"))
        for name in names:
            if name not in getattr(means, part):
                found.extend(_WHY[part](game, battle, side, name))
            elif part == "full" and name not in (*battle.units, *action.get("guns", [])):
                found.append(Refusal("10.2.3", f"{name} does not take part in this attack"))
    bonus = action.get("bonus", 0)
    if not 0 <= bonus <= means.bonus:
        text = f"{means.bonus} modifiers for eliminated headquarters can be used here, not {bonus}"
        found.append(Refusal("9.1.7", text))
    return found


def _known(game: Wb, side: str, name: str, rule: str) -> list[Refusal]:
    """Whether a name is that of an own unit at all."""
    counter = game.scenario.counters.get(name)
    if counter is None or counter.side != side:
        return [Refusal(rule, f"{name!r} is no unit of {side}")]
    return []


def _why_no_gun(game: Wb, battle: Battle, side: str, name: str) -> list[Refusal]:
    unknown = _known(game, side, name, "6.3.1")
    if unknown:
        return unknown
    label = counter_of(game, name).name
    if name in battle.units:
        return [Refusal("5.1.1", f"{label} attacks; it cannot support the same attack too")]
    silent = support.why_silent(game, name)
    if silent:
        return silent
    if side == battle.attacker:
        text = f"no attacking hex is within {support.RANGE} hexes of {label}"
        return [Refusal("6.3.2", text)]
    if unit_of(game, name).hex in battle.targets:
        return [Refusal("6.6.1", f"{label} is attacked itself and defends where it stands")]
    if not any(support.held_by_regulars(game, h) for h in battle.targets):
        return [Refusal("6.3.1", "guns support regular units, and none is attacked")]
    return [Refusal("6.3.3", f"no attacked hex is within {support.RANGE} hexes of {label}")]


def _why_no_mission(game: Wb, battle: Battle, side: str, name: str) -> list[Refusal]:
    rule = "8.2.2" if side == battle.attacker else "8.2.4"
    return [Refusal(rule, f"{name!r} is no mission that can support {side} here")]


def _why_no_star(game: Wb, battle: Battle, side: str, name: str) -> list[Refusal]:
    attacking = side == battle.attacker
    if name not in (battle.units if attacking else battle.defenders):
        return [Refusal("15.1.1", f"{name!r} does not fight in this battle")]
    return special.why_no_star(game, battle, name, attacking)


def _why_no_fort(game: Wb, battle: Battle, side: str, name: str) -> list[Refusal]:
    text = f"{name!r} is no fortification unit that defends here in fortifications"
    return [Refusal("15.4.1", text)]


def _why_not_full(game: Wb, battle: Battle, side: str, name: str) -> list[Refusal]:
    text = f"{name!r} is no attacking unit out of supply; there is nothing to pay for"
    return [Refusal("10.2.3", text)]


_WHY: dict[str, Callable[[Wb, Battle, str, str], list[Refusal]]] = {
    "guns": _why_no_gun,
    "air": _why_no_mission,
    "stars": _why_no_star,
    "forts": _why_no_fort,
    "full": _why_not_full,
}


# --- Every commitment, or one ---------------------------------------------------------------


def subsets(items: tuple[Any, ...], least: int = 0) -> Iterator[tuple[Any, ...]]:
    """Every choice of some of the items, the smallest first."""
    return chain.from_iterable(combinations(items, n) for n in range(least, len(items) + 1))


def every(means: Means, units: tuple[str, ...] = ()) -> Iterator[Action]:
    """Every commitment out of the means, as parts of an action; what is empty is left out."""
    for guns in subsets(means.guns):
        payable = tuple(n for n in means.full if n in units or n in guns)
        for missions in subsets(means.air):
            for stars in subsets(means.stars):
                for forts in subsets(means.forts):
                    for full in subsets(payable):
                        lists = (guns, missions, stars, forts, full)
                        for bonus in range(means.bonus + 1):
                            yield _written(lists, bonus)


def some(means: Means, units: tuple[str, ...], rng: random.Random) -> Action:
    """One commitment out of the means, by chance."""

    def pick(items: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(item for item in items if rng.random() < 0.5)

    guns = pick(means.guns)
    payable = tuple(n for n in means.full if n in units or n in guns)
    lists = (guns, pick(means.air), pick(means.stars), pick(means.forts), pick(payable))
    return _written(lists, rng.randint(0, means.bonus))


def _written(lists: tuple[tuple[str, ...], ...], bonus: int) -> Action:
    parts: Action = {part: sorted(names) for part, names in zip(LISTS, lists, strict=True) if names}
    return {**parts, "bonus": bonus} if bonus else parts


class Defend(Offer[Wb]):
    """What the defender of one battle commits to it. [5.2.1b] [1.6c]"""

    do = "defend"
    rule = "5.2.1b"
    form = {
        "guns": "texts?",
        "air": "texts?",
        "stars": "texts?",
        "forts": "texts?",
        "bonus": "count?",
    }

    def __init__(self, battle: Battle, means: Means) -> None:
        self.battle, self.means = battle, means

    def check(self, game: Wb, player: str, action: Action) -> list[Refusal]:
        """Only what he has and what can serve in this battle."""
        return refusals(game, self.battle, player, self.means, action)

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Every combination; committing nothing comes first."""
        for parts in every(self.means):
            yield {"do": self.do, **parts}

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """One combination."""
        return {"do": self.do, **some(self.means, (), rng)}
