"""Obligatory attacks: who must attack, who must be attacked, and whether that can still be done.

A unit in an enemy zone of control must attack unless it is fortified [5.1.3], and every enemy whose
zone of control holds such a unit must be attacked by somebody [5.1.4]. Units that cannot attack
(towed guns, headquarters, resilience groups) neither owe an attack nor cause one.

Seen from above this is a graph. Its points are the own hexes with units that may attack and the
enemy hexes that may be attacked; lines join neighbours. An own hex is *owing* if its units must
attack, an enemy hex is *due* if it must be attacked. A battle is a star: one own hex against
several enemy hexes, or several own hexes against one [5.1.5]; an enemy hex fights in one battle,
and all units of an own hex can go into the same one.

A complete set of battles exists exactly when every owing or due hex has a neighbour in the graph.
It is necessary, since a battle joins neighbours. It is enough: let every such hex choose a line to
a neighbour, and drop lines as long as every such hex keeps one. Each line left is the only one of
an end, so no three lines in a row are left and every connected piece is a star, that is, a battle;
pieces share no hex, so nobody fights twice [5.1.1]. Hence a declaration may be made exactly when no
owing or due hex loses its last neighbour by it, and a hex that has none is excused.

Contacts that arise during the phase count if the own unit has not fought yet. An enemy whose zone
held a unit when that unit attacked somebody else stays due (`owed`), wherever that unit is now.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.systems.wb95.masking.vicinity import SURROUNDINGS, vicinity
from grognard.systems.wb95.pieces.stacks import exerters, front, in_zone, stacks, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.works.fortification import fortified


@dataclass(frozen=True)
class Post:
    """One own hex next to enemies: who there may attack, which hexes, and whether he must.

    `due` are the enemy hexes that must be attacked because of it or because of who fought before.
    """

    able: tuple[str, ...]
    near: tuple[int, ...]
    owing: bool
    due: tuple[int, ...]


@dataclass(frozen=True)
class Contact:
    """Who may attack whom, and who must. Keys and tuples run in the order of the hexes."""

    able: dict[int, tuple[str, ...]]
    near: dict[int, tuple[int, ...]]
    attackers: dict[int, tuple[int, ...]]
    owing: tuple[int, ...]
    due: tuple[int, ...]

    @cached_property
    def unmet(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The own hexes that owe an attack they can make, the enemy hexes due that can have it."""
        return (
            tuple(h for h in self.owing if self.near[h]),
            tuple(h for h in self.due if self.attackers.get(h)),
        )

    @cached_property
    def must_be_attacked(self) -> tuple[int, ...]:
        """The enemy hexes due, and the last ones that somebody who must attack could attack."""
        owing, due = self.unmet
        last = {self.near[h][0] for h in owing if len(self.near[h]) == 1}
        return tuple(sorted(last.union(due)))


def able(game: Wb, name: str) -> bool:
    """Whether a unit may still attack in this Combat Phase. [5.1.1] [5.1.10]"""
    unit = unit_of(game, name)
    return counter_of(game, name).attacks and game.serial not in (unit.fought, unit.fired)


def attackable(game: Wb, h: int) -> bool:
    """Whether a hex may still be attacked in this Combat Phase. [5.1.1] [6.4.5]

    All its units would fight, so none of them may have fought, or been fired at from a distance.
    By the option it is enough that one has not fought; those who have take no part.
    """
    now, units = game.serial, [unit_of(game, name) for name in units_at(game, h)]
    if now in [unit.shelled for unit in units]:  # [6.4.5]
        return False
    fresh = [unit for unit in units if unit.fought != now]
    if game.options["second-attack"] == "fresh-units":
        return bool(fresh)
    return len(fresh) == len(units)


def defenders(game: Wb, h: int) -> tuple[str, ...]:
    """The units of a hex that fight if it is attacked: all that have not fought yet. [5.1.1]"""
    now, units = game.serial, game.state[UNITS]
    return tuple([name for name in units_at(game, h) if units[name].fought != now])


def contact(game: Wb, side: str) -> Contact:
    """The graph of possible and obligatory attacks of a side."""
    names = (SURROUNDINGS, CLOCK.name)
    return game.cached(("contact", side), names, lambda: _contact(game, side))


def _contact(game: Wb, side: str) -> Contact:
    posts = _posts(game, side, sorted(front(game, side, game.scenario.other(side))))
    ready = {h: found for h, found in posts.items() if found.able}
    attackers: dict[int, list[int]] = {}
    for h, found in ready.items():
        for b in found.near:
            attackers.setdefault(b, []).append(h)
    return Contact(
        able={h: found.able for h, found in ready.items()},
        near={h: found.near for h, found in ready.items()},
        attackers={b: tuple(attackers[b]) for b in sorted(attackers)},
        owing=tuple(h for h, found in ready.items() if found.owing),
        due=tuple(sorted({b for found in posts.values() for b in found.due})),
    )


def _posts(game: Wb, side: str, hexes: Collection[int]) -> dict[int, Post]:
    """What own hexes can and must do: it depends on each and on its neighbours alone."""
    kept, key = vicinity(game), (side, game.serial)
    posts = {}
    for h in hexes:
        found = kept.setdefault(h, {})
        if key not in found:
            found[key] = _post(game, side, h)
        posts[h] = found[key]
    return posts


def _post(game: Wb, side: str, h: int) -> Post:
    enemy = game.scenario.other(side)
    ready = tuple(sorted([name for name in units_at(game, h) if able(game, name)]))
    near: list[int] = []
    if ready:
        around, holders = game.board.around(h), stacks(game).holders
        near = sorted([b for b in around if holders.get(b) == enemy and attackable(game, b)])
    owing = bool(ready) and must_attack(game, h, enemy)
    held = causes(game, side, (h,), (h,) if owing else ())
    return Post(ready, tuple(near), owing, _due(game, enemy, held, near))


def must_attack(game: Wb, h: int, enemy: str) -> bool:
    """Whether units in a hex must attack: in an enemy zone of control [5.1.3].

    Fortified units need not. [7.1.11] [7.2.5]
    """
    return in_zone(game, h, enemy) and not fortified(game, h)


def causes(game: Wb, side: str, hexes: Collection[int], owing: tuple[int, ...]) -> tuple[int, ...]:
    """The own hexes because of which enemies must be attacked: those that owe an attack. [5.1.4]

    By the option also those with units that cannot attack, guns and headquarters among them.
    """
    if game.options["attacks-owed"] == "able-units":
        return owing
    enemy = game.scenario.other(side)
    return tuple(h for h in sorted(hexes) if must_attack(game, h, enemy))


def _due(game: Wb, enemy: str, held: tuple[int, ...], reached: Collection[int]) -> tuple[int, ...]:
    """The enemy hexes that must be attacked. [5.1.4]

    Those whose zones of control hold units that must attack, and those whose zones held units that
    have attacked somebody else. Who has fought has had his attack.
    """
    now = game.serial
    holding = [unit_of(game, name) for h in held for name in exerters(game, h, enemy)]
    due = {unit.hex for unit in holding if unit.fought != now}
    due = {h for h in due if attackable(game, h)}
    for h in reached:
        units = [unit_of(game, name) for name in units_at(game, h)]
        if [unit for unit in units if unit.owed == now != unit.fought]:
            due.add(h)
    return tuple(sorted(due))


def unmet(game: Wb, side: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The own hexes that still owe an attack and the enemy hexes still due, if it can be made."""
    return contact(game, side).unmet


def stranded(
    game: Wb, side: str, units: Collection[str], targets: Collection[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The obligations that could no longer be met once these units had fought these hexes."""
    seen = contact(game, side)
    owing, due = seen.unmet
    fighting, fought = frozenset(units), frozenset(targets)
    hexes = {unit_of(game, name).hex for name in units}
    spent = {h for h in hexes if fighting.issuperset(seen.able.get(h, ()))}
    return (
        tuple([h for h in owing if h not in spent and fought.issuperset(seen.near[h])]),
        tuple([h for h in due if h not in fought and spent.issuperset(seen.attackers[h])]),
    )


def forced(game: Wb, side: str, targets: Collection[int]) -> tuple[str, ...]:
    """The units that can attack nobody else once these hexes have fought: they must be in it."""
    seen, fought = contact(game, side), frozenset(targets)
    owing, _ = seen.unmet
    return tuple([n for h in owing if fought.issuperset(seen.near[h]) for n in seen.able[h]])


def feasible(game: Wb, side: str, units: Collection[str], targets: Collection[int]) -> bool:
    """Whether every obligation that can be met now could still be met after such a fight."""
    return stranded(game, side, units, targets) == ((), ())


def must_be_attacked(game: Wb, side: str) -> tuple[int, ...]:
    """The enemy hexes that a side has to attack directly in this Combat Phase. [6.4.5]

    Those due, and those that are the last ones a unit that must attack could attack.
    """
    return contact(game, side).must_be_attacked


def remember(game: Wb, side: str, names: Collection[str]) -> None:
    """Note the enemies that hold units which now attack: they must all be attacked. [5.1.4]"""
    enemy, fighting = game.scenario.other(side), {unit_of(game, name).hex for name in names}
    posts = _posts(game, side, sorted(fighting))
    owing = tuple(h for h, post in posts.items() if post.owing)
    for h in causes(game, side, fighting, owing):
        for name in exerters(game, h, enemy):
            game.put(UNITS, name, replace(unit_of(game, name), owed=game.serial))


def refusals(
    game: Wb, owing: tuple[int, ...], due: tuple[int, ...], side: str, then: str
) -> list[Refusal]:
    """The obligations that stand against something, in words."""
    found = []
    able_units = contact(game, side).able
    if owing:
        names = ", ".join(n for h in owing for n in able_units[h])
        text = f"in enemy zones of control and not fortified, these must attack: {names}{then}"
        found.append(Refusal("5.1.3", text))
    if due:
        names = ", ".join(game.board.label(h) for h in due)
        text = f"enemies whose zones of control hold your units must be attacked: {names}{then}"
        found.append(Refusal("5.1.4", text))
    return found


def unfinished(game: Wb, side: str) -> list[Refusal]:
    """Why a Combat Phase cannot end yet. [5.1.7] [2.2.P4]"""
    return refusals(game, *unmet(game, side), side, "")
