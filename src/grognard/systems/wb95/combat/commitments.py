"""What the two sides add to a battle by choice: guns, aircraft, stars, abilities, bonus. [5.2.1b]

Terrain, fortifications and tactical concentration always count; what is here is the owner's
choice, battle by battle. [1.6c] [15.1.6] [15.4.2]
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal, Refused
from grognard.engine.sequence import CLOCK
from grognard.kit.among import subsets
from grognard.kit.deeds import Answer
from grognard.kit.forms import Pieces
from grognard.systems.wb95.air import air
from grognard.systems.wb95.artillery import support
from grognard.systems.wb95.combat import command, special
from grognard.systems.wb95.fighting.battle import Battle, Commitment
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES, HEXES, MISSIONS, SIDES
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.words import call

DEPENDS = tuple(r.name for r in (UNITS, HEXES, BRIDGES, MISSIONS, SIDES, CLOCK))
"""The maps of the State that decide what can be committed."""
LISTS = ("guns", "air", "stars", "forts", "full")
PARTS = (*LISTS, "bonus")
CALLED = {
    "guns": "guns in support",
    "air": "aircraft",
    "full": "full strength out of supply",
    "forts": "fortifications",
    "bonus": "bonus for a headquarters",
}
"""What is committed, where its name does not say it."""


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


class Given(Protocol):
    """An order that commits something, in lists and by number."""

    @property
    def bonus(self) -> int:
        """The modifiers spent that an eliminated headquarters gave. [9.1.6]"""


def commitment(order: Given) -> Commitment:
    """What an order commits."""
    given = {part: getattr(order, part, ()) for part in LISTS}
    lists = {part: tuple(sorted(names)) for part, names in given.items() if names}
    return Commitment(**lists, bonus=order.bonus)


# --- What may be committed ------------------------------------------------------------------


def refusals(game: Wb, battle: Battle, side: str, means: Means, given: Commitment) -> list[Refusal]:
    """Every reason against what a side wants to commit."""
    found = []
    for part in LISTS:
        names = getattr(given, part)
        if not names:
            continue
        if len(set(names)) < len(names):
            found.append(Refusal("form", f"{part}: each is named once"))
        for name in names:
            if name not in getattr(means, part):
                found.extend(_WHY[part](game, battle, side, name))
            elif part == "full" and name not in (*battle.units, *given.guns):
                found.append(Refusal("10.2.3", f"{name} does not take part in this attack"))
    bonus = given.bonus
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


def every(means: Means, units: tuple[str, ...] = ()) -> Iterator[dict[str, Any]]:
    """Every commitment out of the means, as parts of an order; what is empty is left out."""
    for guns in subsets(means.guns):
        payable = tuple(n for n in means.full if n in units or n in guns)
        for missions in subsets(means.air):
            for stars in subsets(means.stars):
                for forts in subsets(means.forts):
                    for full in subsets(payable):
                        lists = (guns, missions, stars, forts, full)
                        for bonus in range(means.bonus + 1):
                            yield _parts(lists, bonus)


def some(means: Means, units: tuple[str, ...], rng: random.Random) -> dict[str, Any]:
    """One commitment out of the means, by chance."""

    def pick(items: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(item for item in items if rng.random() < 0.5)

    guns = pick(means.guns)
    payable = tuple(n for n in means.full if n in units or n in guns)
    lists = (guns, pick(means.air), pick(means.stars), pick(means.forts), pick(payable))
    return _parts(lists, rng.randint(0, means.bonus))


def _parts(lists: tuple[tuple[str, ...], ...], bonus: int) -> dict[str, Any]:
    parts: dict[str, Any] = {
        part: tuple(sorted(names)) for part, names in zip(LISTS, lists, strict=True) if names
    }
    return {**parts, "bonus": bonus} if bonus else parts


# --- In words -------------------------------------------------------------------------------


def told(game: Wb, order: Given) -> str:
    """What a side adds to a battle by choice. [5.2.1b]"""
    words = {"guns": "guns", "air": "aircraft", "stars": "stars of", "forts": "fortifications of",
             "full": "full strength of"}  # fmt: skip
    given = {part: getattr(order, part, ()) for part in words}
    found = [f"{words[part]} {call(game, names)}" for part, names in given.items() if names]
    return ", ".join([*found, *([f"bonus {order.bonus}"] if order.bonus else [])])


@dataclass(frozen=True, slots=True)
class Support:
    """What the defender adds."""

    guns: Pieces = ()
    air: Pieces = ()
    stars: Pieces = ()
    forts: Pieces = ()
    bonus: int = 0


class Defend(Answer[Wb, Support]):
    """What the defender of one battle commits to it. [5.2.1b] [1.6c]"""

    do, rule, order = "defend", "5.2.1b", Support
    title, phrase, called = "Support the defence", "{told}", CALLED
    hint = "defend ID …, of the guns, aircraft and stars that can help"
    sure, few = True, True

    def __init__(self, battle: Battle, means: Means) -> None:
        self.battle, self.means = battle, means

    def against(self, game: Wb, player: str, order: Support) -> list[Refusal]:
        """Only what he has and what can serve in this battle."""
        return refusals(game, self.battle, player, self.means, commitment(order))

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Support]:
        """Every combination; committing nothing comes first."""
        for parts in every(self.means):
            yield Support(**parts)

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """One combination."""
        return self.written(game, Support(**some(self.means, (), rng)))

    def own(self, game: Wb, player: str, piece: str) -> Iterator[Action]:
        """One who helps, alone. [5.2.1b]"""
        for part in LISTS:
            helps: dict[str, Any] = {part: (piece,)}
            if piece in getattr(self.means, part):
                yield self.written(game, Support(**helps))

    def typed(self, game: Wb, player: str, words: Sequence[str]) -> Support:
        """What is named, each in the list it belongs to. [5.2.1b]"""
        parts: dict[str, Any] = {}
        for name in words:
            fit = [part for part in LISTS if name in getattr(self.means, part)]
            if not fit:
                known = [n for part in LISTS for n in getattr(self.means, part)]
                text = f"{name} cannot help here; {', '.join(known) or 'nobody'} can"
                raise Refused([Refusal(self.rule, text)])
            parts[fit[0]] = (*parts.get(fit[0], ()), name)
        return Support(**parts)

    def details(self, game: Wb, order: Support) -> Mapping[str, str]:
        """All that is added."""
        return {"told": told(game, order) or "commit nothing"}
