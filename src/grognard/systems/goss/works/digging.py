"""Field works: improved positions and entrenchments. [17.3.3]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Pieces
from grognard.systems.goss.ground import CITY, TOWN, VILLAGE
from grognard.systems.goss.observation.cover import intact_area, status
from grognard.systems.goss.observation.observing import observed
from grognard.systems.goss.pieces.stacks import on_map, own_at, units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ET2, ET3, HEXES, IP, WORKS
from grognard.systems.goss.turn.moments import this_player_turn, turns_since
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import HEAVY_BRIDGE, OOS
from grognard.systems.goss.words import called
from grognard.systems.goss.works.building import (
    against_hands,
    against_working,
    cease,
    gang,
    gangs,
    released,
    sapper,
    set_to,
)
from grognard.systems.goss.works.lulled import against_dig, bare_ground, quiet
from grognard.systems.goss.works.shelter import take_shelter

BUILT_UP = (VILLAGE, TOWN, CITY)
"""Where no IP is needed for an ET-2. [17.3.3b]"""
DIGGERS, QUICK = 2, 2
"""The steps that dig an IP without engineers, and those that dig within a Movement Phase.
[17.3.3a]"""


@dataclass(frozen=True, slots=True)
class Site:
    """Units, and the work that they dig where they are."""

    units: Pieces
    work: str


@dataclass(frozen=True, slots=True)
class Hands:
    """The steps of engineers, and of others, that dig. [17.3.3a] [17.3.3b]"""

    engineers: int
    others: int

    @property
    def quick(self) -> bool:
        """Whether they are many enough to be done in the Quick Construction Segment: two steps of
        engineers. [17.3.3a] [17.3.3b]"""
        return self.engineers >= QUICK

    def can(self, work: str) -> bool:
        """Whether they can dig such a work: an IP two steps of any kind or one of engineers, an
        entrenchment engineers with others, or two steps of them. [17.3.3a] [17.3.3b]"""
        both = self.engineers and self.others
        if work == IP:
            return bool(self.engineers) or self.others >= DIGGERS
        return bool(both) or self.quick

    def at_once(self, work: str) -> bool:
        """Whether the work is done in the Quick Construction Segment: of an IP engineers with any
        others are enough. [17.3.3a] [17.3.3b]"""
        if work == ET3:
            return False
        return self.quick or (work == IP and self.engineers > 0 and self.others > 0)


def hands(game: Gs, names: Sequence[str]) -> Hands:
    """The steps that units dig with; engineers out of supply are as any other unit. [17.3.3a]
    [15.6.0-4]"""
    engineers = others = 0
    for name in names:
        unit = unit_of(game, name)
        if sapper(counter_of(game, name)) and unit.supply != OOS:
            engineers += unit.steps
        else:
            others += unit.steps
    return Hands(engineers, others)


def digs(game: Gs, name: str) -> bool:
    """Whether units of such a kind dig at all: no headquarters, no artillery. [17.3.3]"""
    counter = counter_of(game, name)
    return not counter.hq and not counter.artillery and not counter.is_(HEAVY_BRIDGE)


class Dig(Verb[Gs, Site]):
    """Units begin a field work where they are. [17.3.3]"""

    do, rule, order = "dig", "17.3.3", Site
    title, phrase = "Dig", ("{sole_units} digs: {work}", "{units} dig: {work}")

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The first of each hex who could dig."""
        found: dict[int, str] = {}
        for name in on_map(game, player):
            if not self._wrong(game, name, IP):
                found.setdefault(unit_of(game, name).hex, name)
        return [*found.values()]

    def possible(self, game: Gs, player: str) -> bool:
        """Whether anybody could dig."""
        return any(not self._wrong(game, name, IP) for name in on_map(game, player))

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Site]:
        """Each work that a hex lacks, by engineers alone, by as few as can, or by all."""
        h = unit_of(game, actor).hex
        for work in WORKS:
            able = [n for n in own_at(game, h, player) if not self._wrong(game, n, work)]
            for names in _crews(game, able, work):
                yield Site(names, work)

    def against(self, game: Gs, player: str, order: Site) -> list[Refusal]:
        """The units, the hex, and whether they are enough. [17.3.3] [17.3.3a] [17.3.3b]"""
        if order.work not in WORKS:
            return [Refusal("17.3.3", f"a field work is {', '.join(WORKS)}, not {order.work!r}")]
        wrong = against_hands(game, player, order.units)
        wrong = wrong or [one for n in order.units for one in self._wrong(game, n, order.work)]
        if wrong:
            return wrong
        h = unit_of(game, order.units[0]).hex
        found = against_site(game, player, h, order.work, bare=bare_ground(game, order.units, h))
        if found:
            return found
        if quiet(game, order.units):
            return against_dig(game, player, h, order.units, order.work)
        if not hands(game, order.units).can(order.work):
            return [Refusal(RULES[order.work], f"too few steps for an {order.work}")]
        seen = order.work != IP and any(observed(game, n, task=order.work) for n in order.units)
        return [Refusal("17.3.3b", "the enemy observes them")] if seen else []

    def _wrong(self, game: Gs, name: str, work: str) -> list[Refusal]:
        if not digs(game, name):
            return [Refusal("17.3.3", f"{called(game, name)} does not dig")]
        wrong = against_working(game, name)
        if work == IP and game.options["oos-ip"] == "allowed":
            wrong = [one for one in wrong if one.rule != "15.6.0-4"]
        return wrong

    def carry_out(self, game: Gs, player: str, order: Site) -> None:
        """An under-construction marker lies on them; in a lull an ET-3 takes the place of an ET-2
        at once. [17.3.3] [24.2.5-2]"""
        set_to(game, order.units, order.work)
        h = unit_of(game, order.units[0]).hex
        dry = any(unit_of(game, n).supply == OOS for n in order.units)
        begun = replace(
            status(game, h), building=order.work, builder=player, begun=game.serial, starved=dry
        )
        game.put(HEXES, h, begun)
        facts = {"units": list(order.units), "work": order.work, "hex": game.board.label(h)}
        game.emit(Event("digging", RULES[order.work], facts))
        if order.work == ET3 and quiet(game, order.units):
            finish(game, h, free=False)


RULES = {IP: "17.3.3a", ET2: "17.3.3b", ET3: "17.3.3c"}


def _crews(game: Gs, able: Sequence[str], work: str) -> Iterator[tuple[str, ...]]:
    """Who could dig together: one by one, engineers, the fewest with others, all."""
    engineers = tuple(n for n in able if hands(game, (n,)).engineers)
    others = tuple(n for n in able if n not in engineers)
    pairs = [(e, o) for e in engineers for o in others]
    sets = [*((n,) for n in able), engineers, *pairs, others, tuple(able)]
    for names in dict.fromkeys(names for names in sets if names):
        if hands(game, names).can(work):
            yield names


def against_site(game: Gs, side: str, h: int, work: str, *, bare: bool = False) -> list[Refusal]:
    """Why no such work can be dug in a hex: a fort or fortified area, what is there already, or an
    IP that is missing. [17.3.3] [17.3.3b] [17.3.3c]"""
    found, label = status(game, h), game.board.label(h)
    own = found.work if found.side == side else ""
    if found.fort or intact_area(game, h):
        return [Refusal("17.3.3", f"there is a fort or fortified area in {label}")]
    if found.building:
        return [Refusal("17.3.3", f"a work is being dug in {label}")]
    if own and WORKS.index(own) >= WORKS.index(work):
        return [Refusal("17.3.3", f"there is an {own} in {label}")]
    if work == ET2 and not own and not bare and game.scenario.ground.population[h] not in BUILT_UP:
        return [Refusal("17.3.3b", f"there is no completed IP in {label}")]
    return against_et3(game, side, h) if work == ET3 else []


def et3_terms(game: Gs, side: str) -> Mapping[str, Any] | None:
    """What the scenario says of ET-3s of a side: `hexes` where, `turns` how long, `number` how
    many; None if it allows none. [17.3.3c]"""
    if game.options["et-3"] != "on":
        return None
    found: Mapping[str, Any] | None = game.scenario.special.get("et-3", {}).get(side)
    return found


def against_et3(game: Gs, side: str, h: int) -> list[Refusal]:
    """Why no ET-3 can be dug: the scenario says where, and how many. [17.3.3c]"""
    terms = et3_terms(game, side)
    if terms is None:
        return [Refusal("17.3.3c", "the scenario allows no ET-3")]
    hexes = terms.get("hexes")
    if hexes is not None and game.board.label(h) not in hexes:
        return [Refusal("17.3.3c", f"the scenario allows no ET-3 in {game.board.label(h)}")]
    most, count = terms.get("number"), _et3s(game, side)
    if most is not None and count >= most:
        return [Refusal("17.3.3c", f"{count} ET-3 are all that the scenario allows")]
    return []


def _et3s(game: Gs, side: str) -> int:
    """The ET-3s of a side, complete or begun. [17.3.3c]"""
    hexes = game.state[HEXES].values()
    return len(
        [
            one for one in hexes
            if (one.work == ET3 and one.side == side)
            or (one.building == ET3 and one.builder == side)
        ]
    )  # fmt: skip


# ---- completion [17.3.3]


def completed(game: Gs) -> None:
    """At the beginning of a Construction Phase works are complete that were begun a GT ago, or as
    many as the scenario says; their builders are free at once. [17.3.3a] [17.3.3b] [17.3.0-3]
    [3.3.2b-1]"""
    side = active(game)
    for h, task, _ in [*gangs(game)]:
        found = status(game, h)
        if task not in WORKS or found.builder != side or found.building != task:
            continue
        terms = et3_terms(game, side) if task == ET3 else None
        needed = int(terms.get("turns", 1)) if terms is not None else 1
        if turns_since(game, found.begun) >= needed:
            finish(game, h, free=True)


def quickly_completed(game: Gs) -> None:
    """In the Quick Construction Segment works are complete that enough engineers have begun in the
    Construction Phase of this player turn, or any engineers in a lull. [17.3.3] [17.3.3a]
    [17.3.3b] [24.2.5]"""
    side = active(game)
    for h, task, _ in [*gangs(game)]:
        found = status(game, h)
        fresh = found.builder == side and this_player_turn(game, found.begun)
        names = gang(game, h, task)
        if task in WORKS and fresh and (hands(game, names).at_once(task) or quiet(game, names)):
            finish(game, h, free=False)


def finish(game: Gs, h: int, *, free: bool) -> None:
    """A field work is complete, in place of the lesser one that was there; whoever can use it goes
    in. [17.3.3] [17.4.1]"""
    found = status(game, h)
    released(game, gang(game, h, found.building), free=free)
    idle = cease(found)
    done = replace(idle, work=found.building, side=found.builder)
    game.put(HEXES, h, done)
    facts = {"side": done.side, "work": done.work, "hex": game.board.label(h)}
    game.emit(Event("dug", RULES[done.work], facts))
    take_shelter(game, units_at(game, h))
