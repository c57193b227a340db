"""The chain of command: whom a unit is subordinate to, and who to it. [9.1.0] [9.3.0]

A unit is assigned for good and attached for a time; it is subordinate to the headquarters that it
is attached to, or else assigned to. [9.6.0] An asset is subordinate to a corps or an army. [9.3.6]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from grognard.engine.state import State
from grognard.kit.indexes import Kept
from grognard.kit.pieces import Listed
from grognard.systems.goss.counters import parent_of
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of, z_step
from grognard.systems.goss.scenario import ALLIED, FORMATION, GossScenario, Gs
from grognard.systems.goss.status import HQS, NORMAL, Headquarters
from grognard.systems.goss.turn.calendar import box, day
from grognard.systems.goss.turn.moments import turns_since
from grognard.systems.goss.turn.rest import key_of, resting
from grognard.systems.goss.units import (
    ARMY,
    BG,
    CORPS,
    DIV,
    LEG_FORMATION,
    LEVELS,
    MAP,
    MECH_FORMATION,
    MR,
    UNITS,
    Counter,
    Unit,
)

MECH_BG = 3
"""How many Mech units make a battle group of the Axis a Mech formation. [9.3.4]"""

UNTOUCHED = Headquarters()
"""A headquarters to which nothing has happened yet."""
BONUS_TURNS = 6
"""How many GTs the bonus of maneuver reserve lasts. [5.4.4]"""


class Chains(Kept):
    """The chains of command that somebody has asked for, until somebody is attached otherwise or
    a headquarters is reassigned. [9.4.0] [9.6.0]"""

    name = "chains"
    follows = (UNITS.name, HQS.name)

    def __init__(self) -> None:
        self.assigned: dict[str, str] = {}
        """Where everybody belongs for good: this never changes."""
        self.heads: dict[tuple[str, str], str] = {}
        """By unit and level, the headquarters of that level above it."""
        self.armies: dict[str, str] = {}

    def rebuild(self, state: State) -> None:
        """Forget everything: chains are looked at when somebody asks."""
        self.heads, self.armies = {}, {}

    def change(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Forget everything where a unit obeys another, or comes into the game or leaves it; of a
        company that a unit has broken down into, which leads nobody, only what is its own."""
        if old is None or new is None:
            if name == UNITS.name and parent_of(key) and (old or new).attached != key:
                self._forget(key)
                return
            alike = name == HQS.name and not (old or new).superior
        elif name == HQS.name:
            alike = old.superior == new.superior
        else:
            alike = old.attached == new.attached
        if not alike:
            self.heads.clear()
            self.armies.clear()

    def _forget(self, name: str) -> None:
        """Forget the chain of one unit."""
        self.armies.pop(name, None)
        for level in (CORPS, ARMY):
            self.heads.pop((name, level), None)

    def content(self) -> Any:
        """Nothing that the State says by itself."""
        return ()


def _chains(game: Gs) -> Chains:
    found: Chains = game.journal.indexes["chains"]  # type: ignore[assignment] # asked very often
    return found


def stale(game: Gs) -> list[str]:
    """The units whose chain of command that is kept is not the one that they are in. There are
    none."""
    index = Chains.of(game)
    wrong = [
        name
        for (name, level), head in index.heads.items()
        if head != _of_level(game, superior(game, name), level)
    ]
    return [*wrong, *(name for name, found in index.armies.items() if found != _army(game, name))]


def assigned(scenario: GossScenario, counter: Counter) -> str:
    """The headquarters a unit is assigned to: of its formation, its corps or its army; a
    headquarters is its own. Where there is no such counter it is the next above. [9.1.0]"""
    if counter.hq:
        return counter.id
    return (
        scenario.staff(FORMATION, counter.formation)
        or scenario.staff(CORPS, counter.corps)
        or scenario.staff(ARMY, counter.army)
    )


def superior(game: Gs, name: str) -> str:
    """The headquarters a unit is directly subordinate to; of a headquarters, itself. Empty if
    there is none in the game. [9.6.0]"""
    unit = unit_of(game, name)
    return unit.attached or _assigned(game, name)


def _assigned(game: Gs, name: str) -> str:
    """The headquarters a unit is assigned to, looked up once."""
    found = _chains(game).assigned
    if name not in found:
        found[name] = assigned(game.scenario, counter_of(game, name))
    return found[name]


def headquarters(game: Gs, hq: str) -> Headquarters:
    """What has become of a headquarters. [9.0]"""
    found: Headquarters | None = game.state.maps["hqs"].get(hq)
    return found or UNTOUCHED


def leads(game: Gs, name: str) -> bool:
    """Whether a unit is a headquarters, or the battalion that leads a battle group and so does
    what a formation's headquarters does: it is attached to itself. [9.0] [9.3.3a]"""
    return counter_of(game, name).hq or unit_of(game, name).attached == name


def level_of(game: Gs, hq: str) -> str:
    """What a unit commands: army, corps, division or battle group; empty if nobody. [9.3.0]
    [9.3.3a]"""
    return counter_of(game, hq).level or (BG if unit_of(game, hq).attached == hq else "")


def leads_formation(game: Gs, hq: str) -> bool:
    """Whether it commands a division or a battle group. [9.3.3]"""
    return level_of(game, hq) in (DIV, BG)


def above(game: Gs, hq: str) -> str:
    """The next headquarters above one: a corps' over a formation, an army's over a corps, a
    division's over a battle group that is attached to it. Empty at the top, or where the army has
    no counter; it always leads more than the one below, so that a chain ends. [9.3.0]"""
    found = _named_above(game, hq)
    if not found:
        return ""
    return found if _rank(game, found) < _rank(game, hq) else ""


def _rank(game: Gs, hq: str) -> int:
    level = level_of(game, hq)
    return LEVELS.index(level) if level else len(LEVELS)


def _named_above(game: Gs, hq: str) -> str:
    """Whom a headquarters is attached or reassigned to, or else printed under. [9.4.0]"""
    counter, scenario, attached = counter_of(game, hq), game.scenario, unit_of(game, hq).attached
    if attached and attached != hq:
        return attached
    changed = headquarters(game, hq).superior
    if changed:
        return changed if changed in scenario.counters else scenario.staff(ARMY, changed)
    if counter.level == CORPS:
        return scenario.staff(ARMY, counter.army)
    return scenario.staff(CORPS, counter.corps) or scenario.staff(ARMY, counter.army)


def formation(game: Gs, name: str) -> str:
    """The headquarters of the division or battle group a unit fights in; empty for assets that
    are not attached. [9.3.3] [9.3.6]"""
    hq = superior(game, name)
    if not hq:
        return ""
    return hq if counter_of(game, hq).level not in (CORPS, ARMY) else ""


def corps(game: Gs, name: str) -> str:
    """The corps headquarters above a unit. [9.3.2]"""
    return _head(game, name, CORPS)


def army_hq(game: Gs, name: str) -> str:
    """The army headquarters above a unit, if it has a counter. [9.3.1]"""
    return _head(game, name, ARMY)


def _head(game: Gs, name: str, level: str) -> str:
    """The headquarters of a level above a unit, looked for once for each change of command."""
    found, key = _chains(game).heads, (name, level)
    if key not in found:
        found[key] = _of_level(game, superior(game, name), level)
    return found[key]


def army(game: Gs, name: str) -> str:
    """The army a unit belongs to, by its name. [9.3.1]"""
    found = _chains(game).armies
    if name not in found:
        found[name] = _army(game, name)
    return found[name]


def _army(game: Gs, name: str) -> str:
    hq = army_hq(game, name)
    if hq:
        return counter_of(game, hq).army
    head = corps(game, name) or superior(game, name)
    changed = headquarters(game, head).superior if head else ""
    if changed in game.scenario.armies:
        return changed
    return counter_of(game, head or name).army


def _of_level(game: Gs, hq: str, level: str) -> str:
    while hq and level_of(game, hq) != level:
        hq = above(game, hq)
    return hq


def towards_home(game: Gs, name: str, a: int, b: int) -> bool:
    """Whether a step brings a unit nearer to where its supply comes from: the next headquarters
    above it that is on the map, or else the nearest source of its army; who has neither goes home
    by any way. [3.5.3] [7.7.5]"""
    hq = superior(game, name)
    hq = above(game, hq) if hq == name else hq
    while hq and unit_of(game, hq).place != MAP:
        hq = above(game, hq)
    plan = game.scenario.armies.get(army(game, name))
    homes = (unit_of(game, hq).hex,) if hq else plan.pss if plan is not None else ()
    distance = game.board.distance
    return not homes or min(distance(b, h) for h in homes) < min(distance(a, h) for h in homes)


def _subordination(game: Gs, name: str) -> dict[str, str]:
    return {
        "army": army(game, name), "corps": corps(game, name), "formation": formation(game, name)
    }  # fmt: skip


RESTLESS: list[Callable[[Gs, str], bool]] = []
"""Whether a unit has no rest GT: lulls fill it. [24.2.2]"""


def resting_unit(game: Gs, name: str) -> bool:
    """Whether this GT is a unit's rest GT. [3.5.0]"""
    if not resting(game, counter_of(game, name).side, **_subordination(game, name)):
        return False
    return not any(restless(game, name) for restless in RESTLESS)


def rest_key(game: Gs, name: str) -> str:
    """Under which name a unit's rest GT is noted. [3.5.2]"""
    return key_of(game, counter_of(game, name).side, **_subordination(game, name))


class Subordinates(Listed[str, Unit]):
    """Who is directly subordinate to each headquarters, on the map. [26.0-subordinate]"""

    name = "subordinates"
    register = UNITS

    def __init__(self, scenario: GossScenario) -> None:
        super().__init__()
        self.scenario = scenario

    def rolls(self, key: str, record: Unit) -> Iterable[str]:
        """The headquarters that it is subordinate to."""
        if record.place != MAP:
            return ()
        counter = self.scenario.counters[key]
        return (record.attached or assigned(self.scenario, counter),)

    def alike(self, a: Unit, b: Unit) -> bool:
        """Whether nothing has changed in whom it obeys."""
        return (a.place, a.attached) == (b.place, b.attached)


def subordinates(game: Gs, hq: str) -> tuple[str, ...]:
    """The units on the map that are directly subordinate to a headquarters, itself among them.
    [26.0-subordinate]"""
    return Subordinates.of(game).on(hq)


def headquarters_of(game: Gs, side: str) -> Iterator[str]:
    """The headquarters of a side that are on the map, and the battalions that lead battle groups,
    in the order of their names. [9.0] [9.3.3a]"""
    units = game.state[UNITS]
    for name in _led(game, side):
        if units[name].place == MAP and leads(game, name):
            yield name


def heads_units(game: Gs, side: str, name: str) -> bool:
    """Whether a name is that of one of these headquarters, or leading battalions."""
    led = name in game.state[HQS] and counter_of(game, name).side == side
    return led and unit_of(game, name).place == MAP and leads(game, name)


def _led(game: Gs, side: str) -> list[str]:
    """Whoever leads or has led on a side, in the order of their names."""

    def compute() -> list[str]:
        return sorted(name for name in game.state[HQS] if counter_of(game, name).side == side)

    return game.cached(("led", side), (HQS.name,), compute)


def regiment(game: Gs, hq: str, name: str) -> tuple[str, ...]:
    """The units of one of a formation's regiments, attached ones too. [9.3.3]"""
    return tuple(n for n in subordinates(game, hq) if counter_of(game, n).regiment == name)


# ---- kinds of formations, and their fuel [9.3.4] [16.4.3]


def mech_formation(game: Gs, hq: str) -> bool:
    """Whether a formation is a Mech one: all Allied, unless the scenario says Leg; of the Axis
    panzer and motorized ones, and battle groups with three Mech units. [9.3.4]"""
    counter = counter_of(game, hq)
    if counter.is_(LEG_FORMATION):
        return False
    if counter.side == ALLIED or counter.is_(MECH_FORMATION):
        return True
    if counter.level == DIV:
        return False
    return len([n for n in subordinates(game, hq) if _counts_mech(game, n)]) >= MECH_BG


def _counts_mech(game: Gs, name: str) -> bool:
    counter, unit = counter_of(game, name), unit_of(game, name)
    return mech(counter, unit) and not z_step(counter, unit) and not counter.hq


def fuel_source(game: Gs, name: str) -> str:
    """The headquarters whose fuel state a unit shares: its Mech formation's, of a Leg formation
    the corps', of an asset its own superior's; the headquarters of a Leg formation uses no fuel.
    [16.4.2] [16.4.3b] [16.4.4]"""
    hq = superior(game, name)
    if not hq:
        return ""
    level = counter_of(game, hq).level
    if level in (CORPS, ARMY) or mech_formation(game, hq):
        return hq
    if hq == name and counter_of(game, hq).hq:
        return ""
    return corps(game, name) or hq


def rests_fuel(game: Gs, unit: Unit) -> bool:
    """Whether a unit has normal fuel without being given any: in maneuver reserve, for the rest of
    the GD in which it is released, and if it has earned its bonus for one GD more. [5.4.1]"""
    if unit.mode == MR:
        return True
    if not unit.released:
        return False
    earned = unit.bonus >= 0 and turns_since(game, unit.bonus) < BONUS_TURNS
    return day(game) <= unit.released + earned


def new_today(game: Gs, name: str) -> bool:
    """Whether a unit came as a reinforcement in this GD: it has fuel and ammunition of its own
    until the next. [21.0(b)] [21.0(c)]"""
    arrived = unit_of(game, name).arrived
    return bool(arrived) and box(game, arrived).day == day(game)


def fuel_state(game: Gs, name: str) -> str:
    """Normal, low or none; units that need no fuel are normal, and so is who came today. [16.4.3]
    [16.4.3a] [16.4.3c] [5.4.1] [21.0(b)]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if rests_fuel(game, unit):
        return NORMAL
    if not mech(counter, unit) or counter.horse or counter.is_("luftwaffe flak"):
        return NORMAL
    if new_today(game, name):
        return NORMAL
    source = fuel_source(game, name)
    return headquarters(game, source).fuel if source else NORMAL
