"""The air: refits, sweeps, strikes, lifts and bases. [14.0] [15.1]"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.decision import Action
from grognard.players.staff.ocs.airlift import Lifts
from grognard.players.staff.ocs.answers import whatever
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.hips import HipShoots
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.strikes import Strikes
from grognard.players.staff.ocs.wings import LOST, THOUSAND, Sky, Wing, ready, usefulness, wing
from grognard.systems.ocs.air import bases, drop_plans, interception
from grognard.systems.ocs.air.air_combat import ABORT, ATTACKS, DEFENDS, Aborting, Breaking, Fight
from grognard.systems.ocs.air.bases import CROWDED, RETURN, Homing, StandDown, WayBack
from grognard.systems.ocs.air.interception import INTERCEPT, Intercept
from grognard.systems.ocs.air.missions import Sortie, flying_weather
from grognard.systems.ocs.air.sweep import Sweep
from grognard.systems.ocs.forms import OfPlane
from grognard.systems.ocs.pieces import planes
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.works import air_bases
from grognard.systems.ocs.works.air_bases import Refit, Service

__all__ = ["ANSWERS", "HipShoots", "Lifts", "Refits", "Strikes", "Sweeps"]

RECENT = 12
"""Events among which the mission that is met is looked for."""
CARGO = ("transport", "drop", "transfer")
"""Missions that are met whenever one can, whoever flies with them."""


class Refits:
    """The Aircraft Refit Phase: the base whose aircraft are worth most comes first. [15.1(B)]"""

    def __init__(self) -> None:
        self.done: set[int] = set()

    def order(self, seat: OcsSeat) -> Action | None:
        """The next refit that is worth its token."""
        house = seat.doctrine.skies
        budget = Budget(seat)
        if not seat.offered(Refit):
            return None
        flies = flying_weather(seat.table, seat.side)
        found = []
        for h in air_bases.bases(seat.table, seat.side):
            chosen = [] if h in self.done else self.chosen(seat, h)
            worth = sum(usefulness(seat, one, dropping(seat, h)) for one in chosen)
            worth = worth if flies else worth // house.idle
            if chosen and worth > budget.price and (budget.affords(1) or worth > house.step):
                found.append((-worth, h, chosen))
        for _, h, chosen in sorted(found, key=lambda row: row[:2]):
            self.done.add(h)
            keys = sorted(one.key for one in chosen)
            action = seat.write(Refit, Service(h, tuple(keys)))
            if seat.may(action):
                return action
        return None

    def chosen(self, seat: OcsSeat, h: int) -> list[Wing]:
        """The most useful of the Inactive aircraft that a base can refit. [15.0b(A)]"""
        game, side = seat.table, seat.side
        waiting = [wing(seat, key) for key in air_bases.inactive(game, h, side)]
        most = min(air_bases.refits(game, h), air_bases.room(game, h, side))
        useful = sorted(waiting, key=lambda w: (-usefulness(seat, w, dropping(seat, h)), w.key))
        return useful[:most]


def dropping(seat: OcsSeat, h: int) -> bool:
    """Whether units at a base are to be dropped in this turn. [14.10b]"""
    plans = drop_plans.plans(seat.table, seat.side)
    return any(plan.turn == seat.turn and seat.unit(plan.unit).hex == h for plan in plans)


class Sweeps:
    """Fighter sweeps, at the start of the own Movement Segment: those that are not needed else."""

    def __init__(self) -> None:
        self.tried: set[tuple[str, int]] = set()

    def order(self, seat: OcsSeat) -> Action | None:
        """The next sweep."""
        fighters = self.free(seat)
        if not fighters:
            return None
        sky = Sky(seat)
        found = [
            (gain, one.key, h)
            for h in sky.shown
            for one in fighters
            if (one.key, h) not in self.tried and (gain := self.gain(seat, sky, one, h)) > 0
            and sum(h == to for _, to in self.tried) < seat.doctrine.skies.sweeps
        ]  # fmt: skip
        for _, key, h in sorted(found, key=lambda row: (-row[0], row[1], row[2])):
            self.tried.add((key, h))
            action = seat.write(Sweep, Sortie(planes=(key,), hex=h))
            if seat.may(action):
                return action
        return None

    def free(self, seat: OcsSeat) -> list[Wing]:
        """The fighters that nobody needs: bombers need some, and bases that are to be defended.

        Those who bomb least go first.
        """
        wings = ready(seat)
        fighters = [w for w in wings if w.fighter and w.offensive]
        strikers = [w for w in wings if w.barrage and not w.fighter]
        kept = -(-len(strikers) // seat.doctrine.skies.crew)
        if not seat.attacking:
            kept += len({w.hex for w in fighters})
        fighters.sort(key=lambda w: (w.barrage - w.rating, w.key))
        return fighters[: max(0, len(fighters) - kept)]

    def gain(self, seat: OcsSeat, sky: Sky, one: Wing, h: int) -> int:
        """What a sweep is worth: enemy aircraft beaten and patrols ended, own losses apart."""
        house = seat.doctrine.skies
        if seat.board.distance(one.hex, h) > one.range:
            return 0
        rating, fighter = sky.shown[h]
        beaten, both, won = sky.duel(one.rating - rating)
        reach = interception.ZONE
        under = sum(seat.board.distance(h, foe) <= reach for foe in seat.situation.foes)
        clear = house.silence
        if fighter:
            clear += house.covered * min(under, house.most_covered)
        value = (won + both) * (sky.step // LOST + clear) - (beaten + both) * (sky.step // LOST)
        return value // THOUSAND - seat.doctrine.bombs.fly


# ---- answers


def intercept(seat: OcsSeat) -> Action:
    """Rise against what can be beaten; against bombers, transports and drops always. [14.5]"""
    ask = seat.question
    context = ask.context()
    keys = [a["plane"] for a in seat.legal(Intercept) if a["plane"]]
    best = max((wing(seat, key) for key in keys), key=lambda w: (w.rating, w.key))
    rise = seat.write(Intercept, OfPlane(best.key))
    seen = leader(seat, context["hex"])
    if seen is None or context["mission"] in CARGO:
        return rise
    rating, fighter = seen
    stay = seat.write(Intercept, OfPlane(""))
    return rise if best.offensive and (not fighter or best.rating >= rating) else stay


def leader(seat: OcsSeat, label: str) -> tuple[int, bool] | None:
    """The rating of the aircraft on top of a mission, and whether it is a fighter. [14.2f(A)]"""
    game = seat.table
    told = game.events_for(seat.side, max(0, len(game.events) - RECENT))
    for event in reversed(told):
        if event.kind == "mission" and event.facts["hex"] == label and "top" in event.facts:
            for plane in seat.scenario.planes.values():
                if plane.name == event.facts["top"] and plane.side == seat.enemy:
                    return plane.full.rating, "F" in plane.types
    return None


def break_off(seat: OcsSeat) -> Action:
    """Who merely stands on the base leaves a fight that he cannot win, or leaves it to fighters.

    Those on a mission go on with it. [14.3d(A)] [14.3d(C)]
    """
    now = phase_start(seat.table)
    wings = [wing(seat, key) for key in seat.question.context()["aircraft"]]
    here = [w for w in wings if planes.aircraft(seat.table, w.key).flown != now and not w.fighter]
    if any(w.fighter and w.offensive for w in wings):
        out = [w for w in here if w.reduced or w.carries]
    else:
        out = [w for w in here if w.rating + seat.doctrine.skies.outclassed <= attacker(seat)]
    if len(out) == len(wings):  # one must stay
        out.remove(max(out, key=lambda w: (w.rating, not w.reduced, w.key)))
    action = seat.write(Aborting, Breaking(tuple(sorted(w.key for w in out))))
    return action if seat.may(action) else whatever(seat)


def attacker(seat: OcsSeat) -> int:
    """The best rating of the enemy in an air combat, who has laid out his aircraft. [14.3e(A)]"""
    game = seat.table
    for event in reversed(game.events_for(seat.side, max(0, len(game.events) - RECENT))):
        if event.kind == "air-combat":
            return max(planes.face(game, key).rating for key in event.facts["aircraft"][seat.enemy])
    return 0


def fight(seat: OcsSeat) -> Action:
    """The best rating fights; of equals who has both steps, and is of less use else. [14.3e(B)]"""
    wings = [wing(seat, a["plane"]) for a in seat.legal(Fight)]
    best = max(wings, key=lambda w: (w.rating, not w.reduced, -w.barrage, w.key))
    return seat.write(Fight, OfPlane(best.key))


def go_home(seat: OcsSeat) -> Action:
    """Return where aircraft can be refitted, safe, and near the front. [14.1c]"""
    open_ = seat.question.context()["bases"]
    sky, coming, to = Sky(seat), dict[int, int](), dict[str, str]()
    for key in sorted(open_):
        found = [bases.named(seat.table, seat.side, name) for name in open_[key]]
        best = sky.best_haven(wing(seat, key), [b for b in found if b is not None], coming)
        if best is not None:
            to[key] = bases.name_of(seat.table, best)
            coming[best.hex] = coming.get(best.hex, 0) + 1
    return seat.write(Homing, WayBack(to))


def stand_down(seat: OcsSeat) -> Action:
    """On a crowded base the least useful becomes Inactive. [15.0b(D)]"""
    wings = [wing(seat, a["plane"]) for a in seat.legal(StandDown)]
    least = min(wings, key=lambda w: (usefulness(seat, w, dropping(seat, w.hex)), w.key))
    return seat.write(StandDown, OfPlane(least.key))


ANSWERS: dict[str, Callable[[OcsSeat], Action]] = {
    INTERCEPT: intercept,
    ABORT: break_off,
    ATTACKS: fight,
    DEFENDS: fight,
    RETURN: go_home,
    CROWDED: stand_down,
}
"""Who answers which question of the air by its name."""
