"""Strikes from the air: suppression first, then packages on what matters most. [23.0]

The whole phase is planned when the first mission is asked for: Wild Weasels against the enemy's
tracks, then mission after mission, each the one that promises most of those that are left, with
no more aircraft than pay for the risk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from grognard.engine.decision import Action
from grognard.players.staff.nextwar.chances import (
    NOTHING,
    THOUSAND,
    Hits,
    Passage,
    duel,
    fighter,
    hits,
    mixed,
    passage,
)
from grognard.players.staff.nextwar.prices import Aim, Prices
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.aircraft import AIR as AIR_RATING
from grognard.systems.nextwar.aircraft import STRIKE, SUPPORT
from grognard.systems.nextwar.airpower.ranges import reaches
from grognard.systems.nextwar.airpower.wings import (
    SUPERIORITY,
    aloft,
    flyable,
    marked,
    plane,
    rating,
    ready,
    seen_wings,
    weasel,
    wing_of,
)
from grognard.systems.nextwar.defenses.fire import Passage as Fired
from grognard.systems.nextwar.pieces.ships import ship_of
from grognard.systems.nextwar.strikes.announcing import AnnounceStrike, AnnounceWeasels, blow_of
from grognard.systems.nextwar.strikes.packages import package_of
from grognard.systems.nextwar.strikes.packing import Raid, Suppression
from grognard.systems.nextwar.strikes.points import Sortie as Points
from grognard.systems.nextwar.strikes.points import StrikeWithPoints
from grognard.systems.nextwar.strikes.points import blow_of as blow_of_points
from grognard.systems.nextwar.strikes.reckoning import Blow, has_column
from grognard.systems.nextwar.strikes.sorties import modifiers
from grognard.systems.nextwar.strikes.status import AIR, WEASEL, Mission
from grognard.systems.nextwar.strikes.targets import (
    INTERDICTION,
    UNIT,
    VESSEL,
    Target,
    targets,
    why_not,
)

MET = 2
"""What is added to the roll of who was attacked by fighters. [24.4]"""
DETECTION, SAM, AAA = "detection", "sam", "aaa"


@dataclass(frozen=True, slots=True)
class Draft:
    """A mission that is thought of: what it promises, and the order."""

    value: int
    order: Raid
    aim: Aim
    rolls: tuple[Hits, ...]


class AirPlan:
    """The missions of one side in one Strike Phase."""

    def __init__(self, seat: NwSeat) -> None:
        self.seat, self.game, self.prices = seat, seat.table, Prices(seat)
        self.house = seat.doctrine.strikes
        self.free = list(ready(self.game, seat.side)) if self.game.scenario.air_units else []
        self.guards = list(aloft(self.game, seat.side)) if self.game.scenario.air_units else []
        self._rolls: dict[tuple[object, ...], tuple[Hits, Passage]] = {}

    # ---- what there is

    @cached_property
    def hunters(self) -> list[str]:
        """The enemy's fighters in the air, as far as one may know of them, the best first."""
        seen = seen_wings(self.game, self.seat.side)
        found = [
            name
            for name, wing in seen.items()
            if wing.place == SUPERIORITY and plane(self.game, name).side == self.seat.enemy
        ]
        return sorted(found, key=lambda n: (-rating(self.game, n, AIR_RATING), n))

    @cached_property
    def strikers(self) -> list[str]:
        """Those who could strike now."""
        return [n for n in self.free if not weasel(self.game, n) and rating(self.game, n, STRIKE)]

    @cached_property
    def weasels(self) -> list[str]:
        """The Wild Weasels that could fly now."""
        return [n for n in self.free if weasel(self.game, n) and flyable(self.game, n)]

    @cached_property
    def aims(self) -> list[Aim]:
        """The targets worth a thought, the dearest first."""
        found = []
        for target in targets(self.game, self.seat.side, AIR):
            aim = self.prices.aim(target)
            if aim is not None and not why_not(self.game, self.seat.side, AIR, target):
                found.append((max(gain for gain, _ in aim.gains.values()), aim))
        found.sort(key=lambda row: (-row[0], row[1].target.name, row[1].target.hexes))
        return [aim for _, aim in found]

    # ---- one striker at one target

    def roll(self, name: str, aim: Aim, suppressors: int) -> tuple[Hits, Passage]:
        """What a striker brings to a target, and what it meets on its way."""
        counter = plane(self.game, name)
        key = (
            counter.faces, wing_of(self.game, name).steps, counter.skill, counter.stealth,
            wing_of(self.game, name).box, aim.target, suppressors,
        )  # fmt: skip
        if key not in self._rolls:
            self._rolls[key] = self._rolled(name, aim, suppressors)
        return self._rolls[key]

    def _rolled(self, name: str, aim: Aim, suppressors: int) -> tuple[Hits, Passage]:
        blow = blow_of(self.game, self.seat.side, name, aim.target)
        box = ship_of(self.game, aim.target.name).where if aim.sort == VESSEL else ""
        if not has_column(self.game, blow) or not reaches(self.game, name, aim.hex, box):
            return NOTHING, Passage({}, 0, 0, 0)
        mission = Mission(
            self.seat.side, AIR, aim.target.name, aim.target.hexes, (name,),
            suppressors=tuple(self.weasels[:suppressors]), standoff=self.afar(name, aim),
        )  # fmt: skip
        package = package_of(self.game, mission)
        found = passage(self.seat, package, name, bold=self.bold(name))
        tally = modifiers(self.game, mission, name, Fired())
        met = self.met(found)
        rolls = {
            drm: hits(self.seat, replace(blow, tally=tally), drm + MET * met // THOUSAND)
            for drm in found.through
        }
        return mixed(found.through, rolls), found

    def met(self, found: Passage) -> int:
        """How likely a mission without escort is to be intercepted. [24.4]"""
        return found.early * min(THOUSAND, self.house.hunter * len(self.hunters)) // THOUSAND

    def afar(self, name: str, aim: Aim) -> tuple[str, ...]:
        """Whether it strikes from a distance: always, but at troops on foot. [15.2.8]"""
        stars = marked(self.game, name, STRIKE).stars
        on_foot = aim.sort == UNIT and self.seat.scenario.counters[aim.target.name].on_foot
        return (name,) if stars and aim.sort != INTERDICTION and not on_foot else ()

    def bold(self, name: str) -> bool:
        """Whether it presses on under fire: where a step is worth less than coming home."""
        return self.prices.step(name) // 2 < self.prices.abort(name)

    def risk(self, name: str, found: Passage, escorts: int) -> int:
        """What the flight costs: steps, aborts, and the support that it does not give."""
        price = self.prices.step(name) * found.steps // THOUSAND
        price += self.prices.abort(name) * found.back // THOUSAND
        price += self.house.kept * rating(self.game, name, SUPPORT)
        fighters = self.hunters[: 2 - escorts]
        if fighters and found.early:
            fight = duel(
                self.seat, fighter(self.game, name), fighter(self.game, fighters[0])
            )  # fmt: skip
            price += self.prices.step(name) * fight.own // THOUSAND * found.early // THOUSAND
        return price

    # ---- missions

    def draft(self, aim: Aim) -> Draft | None:
        """The best mission against a target: one or two strikers, guarded as it pays."""
        with_them = min(2, len(self.weasels))
        best: Draft | None = None
        for company in dict.fromkeys((0, with_them)):
            ranked = sorted(
                ((self.alone(n, aim, company), n) for n in self.strikers),
                key=lambda row: (-row[0], row[1]),
            )[:2]
            crews = [tuple(n for _, n in ranked[:size]) for size in (1, 2)]
            for crew in dict.fromkeys(c for c in crews if c):
                draft = self.mission(aim, crew, company)
                if best is None or draft.value > best.value:
                    best = draft
        return best

    def alone(self, name: str, aim: Aim, company: int) -> int:
        """What one striker by itself promises."""
        roll, found = self.roll(name, aim, company)
        return aim.gain(roll) - self.risk(name, found, 0) if found.through else -(10**6)

    def mission(self, aim: Aim, crew: Sequence[str], company: int) -> Draft:
        """A mission of some strikers, with so many Wild Weasels and such escorts as pay."""
        found = [self.roll(name, aim, company) for name in crew]
        escorts = self.escorts(crew, aim, max(one.early for _, one in found), company)
        trial = Aim(aim.target, aim.sort, aim.hex, aim.gains, dict(aim.states))
        value = 0
        for (roll, one), name in zip(found, crew, strict=True):
            value += trial.gain(roll) - self.risk(name, one, len(escorts))
            trial.struck(roll)
        order = Raid(
            tuple(crew), aim.target.name, aim.target.hexes, escorts,
            tuple(self.weasels[:company]),
            tuple(n for name in crew for n in self.afar(name, aim)),
        )  # fmt: skip
        return Draft(value, order, aim, tuple(roll for roll, _ in found))

    def escorts(self, crew: Sequence[str], aim: Aim, early: int, company: int) -> tuple[str, ...]:
        """Fighters from the Air Superiority Box, where enemies there could meet the mission."""
        room = 2 - company
        if not self.hunters or early < self.house.unseen or not room:
            return ()
        able = [n for n in self.guards if reaches(self.game, n, aim.hex)]
        able.sort(key=lambda n: (-rating(self.game, n, AIR_RATING), n))
        return tuple(able[: min(room, len(self.hunters), len(crew))])

    def take(self, draft: Draft) -> None:
        """Write a mission down: its aircraft are gone, its target as good as struck."""
        order = draft.order
        self.strikers = [n for n in self.strikers if n not in order.units]
        self.weasels = [n for n in self.weasels if n not in order.suppressors]
        self.guards = [n for n in self.guards if n not in order.escorts]
        self.aims = [aim for aim in self.aims if aim.target != draft.aim.target]

    def raids(self) -> Iterator[Action]:
        """Mission after mission, the best of what is left first."""
        drafts: dict[Target, Draft] = {}
        while self.strikers and self.aims:
            near = self.aims[: self.house.shortlist]
            for aim in near:
                known = drafts.get(aim.target)
                if known is None or not {*known.order.units} <= {*self.strikers}:
                    draft = self.draft(aim)
                    if draft is not None:
                        drafts[aim.target] = draft
            live = [drafts[aim.target] for aim in near if aim.target in drafts]
            live = [d for d in live if {*d.order.units} <= {*self.strikers}]
            live = [d for d in live if d.value > self.house.floor]
            best = max(live, key=lambda d: (d.value, d.order.target), default=None)
            if best is None:
                return
            action = self.seat.write(AnnounceStrike, best.order)
            if not self.seat.may(action):
                self.aims = [aim for aim in self.aims if aim.target != best.aim.target]
                continue
            self.take(best)
            yield action

    # ---- suppression

    def suppression(self) -> Iterator[Action]:
        """Wild Weasels in pairs at the tracks that cost most, while much is left of them; else
        they fly with the strikers. [23.3]"""
        if not self.seat.offered(AnnounceWeasels):
            return
        able = [n for n in self.weasels if reaches(self.game, n)]
        while able:
            crew = tuple(able[:2])
            tracks = self.tracks(len(crew))
            order = Suppression(crew, tracks, self.guarding(crew)) if tracks else None
            if order is None or self.worth(order) < self.house.floor:
                return
            action = self.seat.write(AnnounceWeasels, order)
            if not self.seat.may(action):
                return
            able = [n for n in able if n not in crew]
            self.weasels = [n for n in self.weasels if n not in crew]
            self.guards = [n for n in self.guards if n not in order.escorts]
            yield action

    def tracks(self, count: int) -> tuple[str, ...]:
        """What a pair of Wild Weasels strikes at: missiles first, and what sees for them."""
        high = [t for t in (SAM, DETECTION) if getattr(self.seat.theirs, t) >= self.house.worked]
        return tuple((high * count)[:count])

    def guarding(self, crew: Sequence[str]) -> tuple[str, ...]:
        """Fighters that go with Wild Weasels, one for each, where the enemy has any aloft."""
        able = [n for n in self.guards if reaches(self.game, n)]
        able.sort(key=lambda n: (-rating(self.game, n, AIR_RATING), n))
        return tuple(able[: min(len(crew), len(self.hunters))])

    def worth(self, order: Suppression) -> int:
        """What a Wild Weasel mission promises more than it risks."""
        mission = Mission(
            self.seat.side, WEASEL, order.targets[0], (), order.units, order.escorts,
            named=order.units, targets=order.targets,
        )  # fmt: skip
        package, value = package_of(self.game, mission), 0
        for name, track in zip(order.units, order.targets, strict=True):
            found = passage(self.seat, package, name, bold=self.bold(name))
            aim = self.prices.aim(Target(track))
            blow = Blow(self.seat.side, WEASEL, "wild weasel", Target(track), unit=name)
            tally = modifiers(self.game, mission, name, Fired())
            rolls = {drm: hits(self.seat, replace(blow, tally=tally), drm) for drm in found.through}
            if aim is not None:
                value += aim.gain(mixed(found.through, rolls))
            value -= self.risk(name, found, len(order.escorts))
        return value

    # ---- Air Points

    def points(self) -> Iterator[Action]:
        """Where Air Points fly: as many as do most good, at the dearest targets. [29.1.2]"""
        if not self.seat.offered(StrikeWithPoints):
            return
        left = self.seat.own.air // 2
        for aim in self.aims:
            for count in range(4, 1, -1):
                blow = blow_of_points(self.seat.side, count, aim.target)
                if count > left or not has_column(self.game, blow):
                    continue
                if aim.gain(hits(self.seat, blow, 1)) > self.house.floor * count:
                    left -= count
                    order = Points(count, aim.target.name, aim.target.hexes)
                    yield self.seat.write(StrikeWithPoints, order)
                    break


def air_orders(seat: NwSeat) -> list[Action]:
    """Everything that aircraft are to do in a phase: suppression, then strikes."""
    plan = AirPlan(seat)
    return [*plan.suppression(), *plan.raids(), *plan.points()]
