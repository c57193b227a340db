"""Who takes the hits of a mission: steps in their order, works that absorb them, fatigue. [11.6.2]
[4.2.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Piece, Word
from grognard.systems.goss.fatigue.hits import MOST, tire
from grognard.systems.goss.fire.mission import alive
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.pieces.losses import eliminate, lose_step
from grognard.systems.goss.pieces.stacking import stacked
from grognard.systems.goss.pieces.values import counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ET3
from grognard.systems.goss.works.forts import fort_unit, struck
from grognard.systems.goss.works.garrison import spent

STEP, FORT, TRENCH, FATIGUE = "step", "fort", "ET-3", "fatigue"
"""How a hit may be taken. [11.6.2a]"""
MOST_FATIGUE = 2
"""How many hits of one mission are taken as fatigue. [11.6.2a-pass]"""


@dataclass(frozen=True, slots=True)
class Hit:
    """How a hit is taken: a step of one unit, of the fort, the whole ET-3, or fatigue for all."""

    take: Word
    unit: Piece = ""


class TakeHit(Among[Gs, Hit]):
    """Choosing how a numerical hit is taken. [11.6.2]"""

    do, rule, order = "take-fire", "11.6.2", Hit
    title, phrase = "A hit is taken", ("{take}: {unit}", "{take}")


class Toll:
    """The losses of one mission's target. [11.6.2]"""

    def __init__(self, game: Gs, side: str, h: int, names: Sequence[str], designated: bool) -> None:
        self.game, self.side, self.hex, self.designated = game, side, h, designated
        self.zs = [n for n in names if z_step(counter_of(game, n), unit_of(game, n))]
        mine = {*names} - {*self.zs}
        groups = [tuple(n for n in g if n in mine) for g in stacked(game, h).groups]
        self.groups = [group for group in groups if group]
        self.lost = [0] * len(self.groups)
        self.tired = 0
        self.alone = bool(names) and all(fort_unit(game, n) for n in names)
        """Whether the target is a fort that nobody else is in. [17.6.0]"""

    def standing(self) -> tuple[str, ...]:
        """Who is left on the map."""
        return alive(self.game, [*(n for g in self.groups for n in g), *self.zs])

    # ---- who may lose a step

    def _left(self, place: int) -> tuple[str, ...]:
        left = alive(self.game, self.groups[place])
        return tuple(n for n in left if not unit_of(self.game, n).z)

    def _rank(self, place: int) -> int:
        """Guns lose after everybody else, headquarters after the guns. [11.6.2] [11.6.3e]"""
        counter = counter_of(self.game, self.groups[place][0])
        return 2 if counter.hq else 1 if counter.artillery else 0

    def open(self, limited: bool) -> list[str]:
        """Who may lose the next step: nobody twice before all have lost as much, and with Max step
        loss nobody twice at all; never a Z-step that is with others. [4.2.1] [4.2.1a] [11.6.2]
        [4.1.3-fs-c]"""
        places = [p for p in range(len(self.groups)) if self._left(p)]
        fresh = [p for p in places if not self.lost[p]]
        if fresh:
            first = min(self._rank(p) for p in fresh)
            able = [p for p in fresh if self._rank(p) == first]
        elif limited:
            able = []
        else:
            least = min((self.lost[p] for p in places), default=0)
            able = [p for p in places if self.lost[p] == least]
        return [n for p in able for n in self._left(p)]

    # ---- works that absorb hits [11.6.2a]

    def _within(self) -> bool:
        """Whether all that are left are inside, and none is attack designated."""
        units = [unit_of(self.game, n) for n in self.standing()]
        there = bool(units) or self.alone
        return not self.designated and there and all(unit.inside for unit in units)

    def fort(self) -> bool:
        """Whether a fort may take a step for them, or is the target itself. [11.6.2a]
        [11.6.2a-pass] [17.4.1f-4]"""
        found = status(self.game, self.hex)
        ours = found.fort > 0 and found.side == self.side
        return ours and self._within()

    def trench(self) -> bool:
        """Whether an ET-3 may be given up for the first hit. [11.6.2a] [17.4.1d(e)]"""
        found = status(self.game, self.hex)
        return found.work == ET3 and found.side == self.side and self._within()

    def _absorb(self, take: str) -> None:
        if take == FORT:
            struck(self.game, self.hex, 1, "11.6.2a")
        else:
            spent(self.game, self.hex, "11.6.2a")

    # ---- taking hits

    def lose(self, limited: bool, *, first: bool = False) -> Questions[bool]:
        """One hit as a step of somebody; whether anybody could bear it. Z-steps by themselves die
        of any. [11.6.2a] [4.1.3-fs-c] [4.1.3-fs-d]"""
        orders = [Hit(STEP, name) for name in self.open(limited)]
        orders += [Hit(FORT)] if self.fort() else []
        orders += [Hit(TRENCH)] if first and self.trench() else []
        if not orders:
            if not any(alive(self.game, group) for group in self.groups):
                self._z_die()
            return False
        yield from self._take_one(orders)
        return True

    def _take_one(self, orders: list[Hit]) -> Questions[None]:
        order = orders[0]
        if len(orders) > 1:
            choice = TakeHit(orders)
            strongest = max(orders, key=lambda one: (self._worth(one), one.unit))
            answer = yield choice.ask(
                self.game, self.side, "take-fire", "Who takes a hit?",
                {"strongest": strongest, "first": orders[0]}, slight=True,
            )  # fmt: skip
            order = choice.order_of(self.game, answer)
        if order.take == FATIGUE:
            self.wear()
        elif order.take == STEP:
            place = next(p for p, group in enumerate(self.groups) if order.unit in group)
            self.lost[place] += 1
            lose_step(self.game, order.unit, "11.6.2")
        else:
            self._absorb(order.take)

    def _worth(self, hit: Hit) -> int:
        """House: works before fatigue, fatigue before steps, and those of the strongest first."""
        if hit.take != STEP:
            return 200 if hit.take in (FORT, TRENCH) else 100
        return unit_of(self.game, hit.unit).steps

    def _z_die(self) -> None:
        for name in alive(self.game, self.zs):
            eliminate(self.game, name, "4.1.3-fs-d")

    # ---- fatigue

    def may_tire(self) -> bool:
        """Whether a hit may be fatigue: twice in a mission, and while all are below the most, or
        any, as the option has it. [11.6.2a-pass] [14.1.0]"""
        below = [unit_of(self.game, n).fatigue < MOST for n in self.standing()]
        fresh = all(below) if self.game.options["fatigue-hits"] == "all-below" else any(below)
        return bool(below) and self.tired < MOST_FATIGUE and fresh

    def wear(self) -> None:
        """One fatigue hit for all. [11.6.2a-pass]"""
        self.tired += 1
        tire(self.game, self.standing(), "11.6.2")

    def as_wished(self, hits: int) -> Questions[None]:
        """Hits in any mix of steps and fatigue, without Max step loss. [11.6.2a-pass]"""
        while hits > 0:
            orders = list(self._wishes())
            if not orders:
                if not any(alive(self.game, group) for group in self.groups):
                    self._z_die()
                return
            yield from self._take_one(orders)
            hits -= 1

    def _wishes(self) -> Iterator[Hit]:
        if self.may_tire():
            yield Hit(FATIGUE)
        for name in self.open(False):
            yield Hit(STEP, name)
        if self.fort():
            yield Hit(FORT)

    def ladder(self, hits: int, *, rest: bool) -> Questions[None]:
        """Hits in their fixed order: steps up to the Max, then fatigue, then steps without it, or
        the rest is forgiven. [11.6.2a-fail] [11.6.2b]"""
        while hits and (yield from self.lose(True)):
            hits -= 1
        while hits and self.may_tire():
            self.wear()
            hits -= 1
        while rest and hits and (yield from self.lose(False)):
            hits -= 1
