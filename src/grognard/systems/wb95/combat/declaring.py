"""Declaring an attack: what it names, who may attack whom, and every way to. [5.1] [5.2.1a]"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grognard.engine.refusal import Refusal
from grognard.kit.among import subsets
from grognard.kit.forms import Hexes, Pieces
from grognard.systems.wb95.combat import commitments
from grognard.systems.wb95.fighting import obligations
from grognard.systems.wb95.fighting.battle import Battle
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.pieces.stacks import holder, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import MAP


@dataclass(frozen=True, slots=True)
class Declaration:
    """Who attacks which hexes; support and voluntary modifiers are part of it. [5.2.1a]"""

    units: Pieces
    targets: Hexes
    guns: Pieces = ()
    air: Pieces = ()
    stars: Pieces = ()
    full: Pieces = ()
    bonus: int = 0


def battle_of(game: Wb, player: str, order: Declaration) -> Battle:
    """The battle that is declared."""
    targets = tuple(sorted(order.targets))
    return Battle(
        attacker=player,
        defender=game.scenario.other(player),
        units=tuple(sorted(order.units)),
        targets=targets,
        defenders=tuple(name for h in targets for name in obligations.defenders(game, h)),
        attack=commitments.commitment(order),
    )


# --- Who may attack whom --------------------------------------------------------------------


def why_not_units(game: Wb, player: str, order: Declaration) -> list[Refusal]:
    """Why the units cannot attack anybody."""
    names, found = order.units, []
    if not names or len(set(names)) < len(names):
        found.append(Refusal("5.2.1a", "an attack needs units, each named once"))
    for name in names:
        counter = game.scenario.counters.get(name)
        if counter is None or counter.side != player:
            found.append(Refusal("5.2.1a", f"{name!r} is no unit of {player}"))
        elif unit_of(game, name).place != MAP:
            found.append(Refusal("5.2.1a", f"{name} is not on the map"))
        elif counter.towed:
            found.append(Refusal("5.1.10", f"{name} is towed and cannot attack in direct combat"))
        elif not counter.attacks:
            found.append(Refusal("5.1.2", f"{name} is no regular unit; only these attack"))
        elif not obligations.able(game, name):
            found.append(Refusal("5.1.1", f"{name} has already fought in this Combat Phase"))
    return found


def out_of_touch(game: Wb, player: str, order: Declaration) -> list[Refusal]:
    """Closed stacks that nobody is next to: whether they could be attacked is not told. [16.1.1]"""
    enemy = game.scenario.other(player)
    return [
        Refusal("5.1.2", f"no unit of {player} is next to {game.board.label(h)}")
        for h in dict.fromkeys(order.targets)
        if holder(game, h) == enemy and not masking.counted(game, player, h)
    ]


def why_not_targets(game: Wb, player: str, order: Declaration) -> list[Refusal]:
    """Why the hexes cannot be attacked by anybody."""
    found = []
    if not order.targets or len(set(order.targets)) < len(order.targets):
        found.append(Refusal("5.2.1a", "an attack needs target hexes, each named once"))
    for h in order.targets:
        label = game.board.label(h)
        if holder(game, h) != game.scenario.other(player):
            found.append(Refusal("5.2.1a", f"there is no enemy in {label}"))
        elif any(unit_of(game, name).shelled == game.serial for name in units_at(game, h)):
            text = f"{label} was fired at from a distance; it is not attacked directly as well"
            found.append(Refusal("6.4.5", text))
        elif not obligations.attackable(game, h):
            text = f"units in {label} have already fought in this Combat Phase"
            found.append(Refusal("5.1.1", text))
    return found


def why_not_joined(game: Wb, battle: Battle) -> list[Refusal]:
    """Attackers are next to all targets [5.1.2]; one side of a combat is in one hex [5.1.5]."""
    found = []
    hexes = dict.fromkeys(unit_of(game, name).hex for name in battle.units)
    for name in battle.units:
        for target in battle.targets:
            if not game.board.adjacent(unit_of(game, name).hex, target):
                text = f"{name} is not next to {game.board.label(target)}"
                found.append(Refusal("5.1.2", text))
    if len(hexes) > 1 and len(battle.targets) > 1:
        text = "either all attackers or all defenders of one combat must be in one hex"
        found.append(Refusal("5.1.5", text))
    return found


# --- Every attack, or one -----------------------------------------------------------------


def pairings(game: Wb, side: str) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Every choice of attackers and targets: one hex against several, or several against one."""
    seen = obligations.contact(game, side)
    for h, near in seen.near.items():
        for targets in subsets(near, 1):
            for units in _groups(game, side, seen.able[h], targets):
                yield units, targets
    for target, hexes in seen.attackers.items():
        home = {name: h for h in hexes for name in seen.able[h]}
        for units in _groups(game, side, tuple(sorted(home)), (target,)):
            if len({home[name] for name in units}) > 1:
                yield units, (target,)


def _groups(
    game: Wb, side: str, names: tuple[str, ...], targets: tuple[int, ...]
) -> Iterator[tuple[str, ...]]:
    """Every group of these units that may attack the targets, as far as obligations go."""
    bound = _bound(game, side, targets)
    if all(name in names for name in bound):
        free = tuple(name for name in names if name not in bound)
        yield from _grown(game, side, bound, free, targets)


def _bound(game: Wb, side: str, targets: tuple[int, ...]) -> tuple[str, ...]:
    """The units that must be among the attackers; self-propelled guns may support instead."""
    forced = obligations.forced(game, side, targets)
    return tuple(name for name in forced if not counter_of(game, name).self_propelled)


def _grown(
    game: Wb, side: str, group: tuple[str, ...], free: tuple[str, ...], targets: tuple[int, ...]
) -> Iterator[tuple[str, ...]]:
    """A group, and every larger one out of the free units.

    The more units fight here, the fewer are left to attack what else must be attacked: once one
    group is too large for that, so are all larger ones.
    """
    _, due = obligations.stranded(game, side, group, targets)
    if due:
        return
    if group:
        yield tuple(sorted(group))
    for i, name in enumerate(free):
        yield from _grown(game, side, (*group, name), free[i + 1 :], targets)


def chance_pairing(
    game: Wb, side: str, rng: random.Random
) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    """Attackers and targets by chance, with what is obligatory among them; None if they miss it."""
    seen, (owing, due) = obligations.contact(game, side), obligations.unmet(game, side)
    targets: tuple[int, ...]
    if rng.random() < 0.5:
        targets = (rng.choice(due or tuple(seen.attackers)),)
        names = tuple(sorted(n for h in seen.attackers[targets[0]] for n in seen.able[h]))
    else:
        h = rng.choice(owing or tuple(h for h, near in seen.near.items() if near))
        names, targets = seen.able[h], _few(seen.near[h], rng)
    bound = _bound(game, side, targets)
    if any(name not in names for name in bound):
        return None
    return tuple(sorted({*bound, *_few(names, rng)})), targets


def _few(items: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
    """Some of the items, at least one, often all."""
    if rng.random() < 0.5:
        return items
    return tuple(sorted(rng.sample(items, rng.randint(1, len(items)))))
