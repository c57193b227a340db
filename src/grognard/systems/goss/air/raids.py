"""Supply interdiction: missions against the trucks of an army. [20.4.0] [20.4.1]

Who flies them settles how many there are, and of what each is made, in secret; the enemy is told
how many go against which army, and sends interceptors against each before any is laid open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import Word
from grognard.systems.goss.air.flak import off_map
from grognard.systems.goss.air.superiority import fight, intercepted, told
from grognard.systems.goss.air.tracks import fewest, left, may_fly, sectors, spend, today
from grognard.systems.goss.dice import d10
from grognard.systems.goss.ground import ALL_SECTORS
from grognard.systems.goss.logistics.stock import armies_of, army_of
from grognard.systems.goss.scenario import SIDES as BOTH
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, SIDES
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.weather.effects import deep_missions_fly, effective_points

LEAST, MOST = 2, 3
"""The effective air points of a mission. [20.4.1]"""
FUEL_UP_TO = 4
"""On this roll or less a mission finds fuel, on others ammunition. [20.4.1(7)]"""
SUCCESS = 2
"""On this or less it takes a truck. [20.4.1-2]"""
BY_POINTS = {3: -1, 2: 0, 1: 1}
"""What surviving points add to the roll. [20.4.1-2]"""
PER_FLAK = 4
"""So many Flak points add one to the roll. [20.7.2]"""


@dataclass(frozen=True, slots=True)
class Raid:
    """A mission against an army: its air points, and the escorts; without points it is none, and
    there are no more."""

    army: Word = ""
    ap: int = 0
    escort: int = 0
    sector: Word = ALL_SECTORS


class PlanRaid(Answer[Gs, Raid]):
    """One more mission against the enemy's trucks, or no more. [20.4.1] [20.4.1(1)]"""

    do, rule, order = "supply-raid", "20.4.1", Raid
    title = "Supply interdiction mission"
    phrase = ("{ap} AP with {escort:escort} against {army}", "no more missions")

    def __init__(self, planned: Sequence[Raid]) -> None:
        self.planned = planned

    def unused(self, game: Gs, side: str, mission: str, sector: str) -> int:
        """The air points that are in no mission yet."""
        mine = [one for one in self.planned if one.sector == sector]
        taken = (one.ap if mission == "si" else one.escort for one in mine)
        return left(game, side, mission, sector) - sum(taken)

    def against(self, game: Gs, player: str, order: Raid) -> list[Refusal]:
        """An enemy army, two or three effective air points, escorts, and no more missions than the
        scenario allows. [20.4.0] [20.4.1]"""
        if not order.ap:
            return []
        most = today(game, player).si_missions
        if 0 <= most <= len(self.planned):
            return [Refusal("20.4.0", f"no more than {most} missions a day")]
        if order.army not in armies_of(game, other(player)):
            return [Refusal("20.4.1(2)", f"{order.army!r} is no army of the enemy's")]
        if order.sector not in sectors(game):
            return [Refusal("20.1.2", f"{order.sector!r} is no air sector")]
        return self._against_points(game, player, order)

    def _against_points(self, game: Gs, player: str, order: Raid) -> list[Refusal]:
        """Of those that were allocated, with escorts of the same sector. [20.1.2] [20.6.1]"""
        if min(order.ap, order.escort) < 0:
            return [Refusal("form", "air points are counted from nothing")]
        for mission, points in (("si", order.ap), ("asup", order.escort)):
            there = self.unused(game, player, mission, order.sector)
            if points > there:
                return [Refusal("20.1.2", f"there are {there} AP left for it")]
        worth = effective_points(game, order.ap)
        if not LEAST <= worth <= MOST:
            text = f"a mission has {LEAST} or {MOST} effective AP, not {worth}"
            return [Refusal("20.4.1", text)]
        return []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Raid]:
        """No more; or as strong as may be, with escorts and without, against each army."""
        yield Raid()
        for sector in sectors(game):
            points = self.unused(game, player, "si", sector)
            guards = self.unused(game, player, "asup", sector)
            sizes = [n for n in (fewest(game, w, points) for w in (MOST, LEAST)) if n]
            for army in armies_of(game, other(player)):
                for ap in sizes:
                    for escort in dict.fromkeys((0, min(2, guards), guards)):
                        yield Raid(army, ap, escort, sector)


@dataclass(frozen=True, slots=True)
class Next:
    """The mission that is flown next, by its number."""

    mission: int


class NextRaid(Among[Gs, Next]):
    """Choosing which mission is laid open and flown next. [20.4.1(4)]"""

    do, rule, order = "next-raid", "20.4.1(4)", Next
    title, phrase = "The next mission", "mission {mission}"


def fly_raids(game: Gs) -> Procedure:
    """First all Allied missions, then all of the Axis; under a clear sky or in partial overcast
    only. [20.4.0] [20.4.1] [3.3.1d-si]"""
    for side in BOTH:
        if may_fly(game, side) and deep_missions_fly(game) and armies_of(game, other(side)):
            yield from _fly(game, side)


def _fly(game: Gs, side: str) -> Questions[None]:
    """All missions of a side: planned in secret, declared by army, interceptors bound for each, and
    then one after the other. [20.4.1(1)] [20.4.1(2)] [20.4.1(3)] [20.4.1(4)]"""
    raids = yield from _planned(game, side)
    if not raids:
        return
    for one in raids:
        spend(game, side, one.sector, si=one.ap, asup=one.escort)
    status = game.state[SIDES][side]
    game.put(SIDES, side, replace(status, missions=status.missions + len(raids)))
    facts = {"side": side, "missions": len(raids), "armies": [one.army for one in raids]}
    game.emit(Event("raids-declared", "20.4.1(2)", facts))
    sent = {}
    for place, one in enumerate(raids, 1):
        where = f" from {one.sector}" if len(sectors(game)) > 1 else ""
        what = f"mission {place} against the trucks of {one.army}{where}"
        found = yield from intercepted(game, other(side), one.sector, what, "20.4.1(3)")
        sent[place] = found
    waiting = list(sent)
    while waiting:
        place = yield from _next(game, side, waiting)
        waiting.remove(place)
        resolve(game, side, raids[place - 1], sent[place])


def _planned(game: Gs, side: str) -> Questions[list[Raid]]:
    """The missions, which nobody else knows yet. He is asked whenever he has air points today.
    [20.4.1(1)]"""
    raids: list[Raid] = []
    while True:
        question = PlanRaid(tuple(raids))
        answer = yield question.ask(
            game, side, "supply-raid", "Interdict supplies?", {"none": Raid()}
        )
        found = question.order_of(game, answer)
        if not found.ap:
            return raids
        raids.append(found)


def _next(game: Gs, side: str, waiting: Sequence[int]) -> Questions[int]:
    if len(waiting) == 1:
        return waiting[0]
    question = NextRaid([Next(place) for place in waiting])
    answer = yield question.ask(
        game, side, "next-raid", "Which mission is flown next?", {"first": Next(waiting[0])}
    )
    return question.order_of(game, answer).mission


def resolve(game: Gs, side: str, raid: Raid, hunters: int) -> None:
    """One mission is laid open: air superiority, Flak, what it finds, and what it destroys; trucks
    for motorization it never finds. [16.2.0] [20.4.1(4)] [20.4.1(6)] [20.4.1(7)] [20.4.1-2]"""
    ap = effective_points(game, raid.ap)
    facts = {"side": side, "army": raid.army, "ap": ap, "escorts": raid.escort}
    game.emit(Event("raid", "20.4.1(4)", facts))
    after, guards = fight(game, ap, raid.escort, hunters)
    told(game, side, raid.escort, hunters, ap, after)
    if not after:
        return
    roll, fuel = d10(game, lambda roll: roll <= FUEL_UP_TO)
    task, lost = ("fuel", "lost_fuel") if fuel else ("ammo", "lost_ammo")
    game.emit(Event("raid-target", "20.4.1(7)", {"army": raid.army, "task": task}, dice=(roll,)))
    army = army_of(game, raid.army)
    if getattr(army, task) - getattr(army, lost) <= 0:
        game.emit(Event("raid-result", "20.4.1(7)", {"army": raid.army, "task": "nothing"}))
        return
    drm = BY_POINTS[after] + flak(game, other(side), guards)
    roll, success = d10(game, lambda roll: roll + drm <= SUCCESS)
    if success:
        game.put(ARMIES, raid.army, replace(army, **{lost: getattr(army, lost) + 1}))
    facts = {"army": raid.army, "task": task, "roll": roll, "modifier": drm, "success": success}
    game.emit(Event("raid-result", "20.4.1-2", facts, dice=(roll,)))


def flak(game: Gs, enemy: str, guards: int) -> int:
    """What Flak off the map adds to the roll: each surviving escort suppresses a point of it for
    this mission, and every four of the others add one. [20.4.1(6)] [20.7.2]"""
    return max(off_map(game, enemy) - guards, 0) // PER_FLAK
