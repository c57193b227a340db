"""The enemy as far as he is seen: one unit of each stack, and what may lie under it. [4.9a]"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grognard.players.staff.situation import Foe
from grognard.systems.ocs.pieces.values import attack_capable, exerts, printed_strength
from grognard.systems.ocs.units import DG, LEG, MAP, POOL, RESERVE, STRAT, Counter, Unit

if TYPE_CHECKING:
    from grognard.players.staff.ocs.reading import OcsSeat


@dataclass(frozen=True, slots=True)
class Sighting:
    """What is seen of an enemy stack: the unit on top, its mode, and works. [4.9a]"""

    hex: int
    unit: str
    counter: Counter
    mode: str
    combat_up: bool
    oos: bool
    reserve: bool
    hog: int


@dataclass(frozen=True, slots=True)
class Hidden:
    """What is thought to lie under the unit that shows of an enemy stack, on the average."""

    attack: int
    defence: int
    steps: int
    rating: int


NOTHING = Hidden(0, 0, 0, 0)


def hidden_share(seat: OcsSeat) -> Hidden:
    """A stack's share of all that is nowhere to be seen. [4.9a]

    Who set up is printed; the dead lie open; the others must be under those that show. Garrisons
    that cannot attack stand alone on their beaches; field units stack.
    """
    shown, dead = frozenset(seen.unit for seen in seat.sightings.values()), seat.dead
    known: dict[str, tuple[Any, Hidden]] = seat.scenario.once("staff's hidden", dict)
    found = known.get(seat.enemy)
    if found is None or found[0] != (shown, dead):
        found = known[seat.enemy] = (shown, dead), _hidden_share(seat, shown, list(dead))
    return found[1]


def _hidden_share(seat: OcsSeat, shown: Collection[str], dead: list[str]) -> Hidden:
    under: list[Counter] = []
    for name, counter in opponents(seat):
        if name in shown:
            continue
        if counter.name in dead:
            dead.remove(counter.name)
        else:
            under.append(counter)
    stacks_ = max(1, sum(in_the_field(seen.counter) for seen in seat.sightings.values()))
    attack = sum(c.combat.strength or 0 for c in under if not c.combat.defends_only)
    defence = sum(c.combat.strength or 1 for c in under)
    ratings = [c.ar for c in under if not c.hq]
    likely = sum(ratings) // len(ratings) if len(under) >= stacks_ and ratings else 0
    return Hidden(attack // stacks_, defence // stacks_, len(under) // stacks_, likely)


def opponents(seat: OcsSeat) -> list[tuple[str, Counter]]:
    """The units that the enemy has by the scenario, but for those in the pool, by their names."""
    scenario, enemy = seat.scenario, seat.enemy

    def listed() -> list[tuple[str, Counter]]:
        units = sorted(scenario.units.items())
        there = ((n, scenario.counters[u.counter]) for n, u in units if u.place != POOL)
        return [(name, counter) for name, counter in there if counter.side == enemy]

    return scenario.once(("staff's opponents", enemy), listed)


def known_foe(seat: OcsSeat, seen: Sighting) -> Foe:
    """An enemy stack; who is seen as before is known."""
    known: dict[str, tuple[Any, Foe]] = seat.scenario.once("staff's foes", dict)
    state = seen.mode, seen.combat_up, seen.oos, seen.hog > 0
    key = seen.hex, seen.counter.id, state, seat.hidden
    found = known.get(seen.unit)
    if found is None or found[0] != key:
        found = known[seen.unit] = key, foe_of(seen, seat.hidden)
    return found[1]


def in_the_field(counter: Counter) -> bool:
    """Whether a unit goes about with others: it is no garrison."""
    return not counter.combat.defends_only


def foe_of(seen: Sighting, hidden: Hidden) -> Foe:
    """An enemy stack from the unit that shows, and what may lie under it. [4.9a]"""
    counter = seen.counter
    hidden = hidden if in_the_field(counter) else NOTHING
    face = counter.combat if seen.combat_up else counter.move
    shaken = 1 + (seen.mode in (DG, RESERVE))
    hungry = 1 + seen.oos
    defence = hidden.defence
    if seen.mode != STRAT:
        shown = Unit(counter.id, MAP, combat_up=seen.combat_up)
        defence += printed_strength(counter, shown)[0]
    able = face.strength is not None and not face.defends_only
    top = Unit(counter.id, MAP, 0, mode=seen.mode, combat_up=seen.combat_up, oos=seen.oos)
    attack = hidden.attack + (counter.combat.strength or 0 if able else 0)
    return Foe(
        hex=seen.hex,
        attack=-(-attack // hungry),
        defence=max(1, -(-defence // (shaken * hungry))),
        steps=counter.steps + hidden.steps,
        bars=attack_capable(counter, top) or exerts(counter, top),
        dug_in=seen.hog > 0,
        mobile=counter.move.move != LEG,
    )
