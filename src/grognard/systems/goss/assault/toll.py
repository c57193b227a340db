"""Step losses of an assault: who must bear them, who may, and in what order. [13.10.3] [4.2.1]

Units that stack for free count as one with their host. While Max step loss holds each loses one
step; where it does not nobody loses another until all have lost as many. [4.2.1a] [6.2.0]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Piece, Word
from grognard.kit.orders import OfOne
from grognard.systems.goss.assault.battle import Force, alive
from grognard.systems.goss.assault.leading import groups_of
from grognard.systems.goss.fatigue.hits import MOST, tire
from grognard.systems.goss.pieces.losses import eliminate, lose_step
from grognard.systems.goss.pieces.values import counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.table.phrases import counted

FATIGUE, STEP, Z_STEPS = "fatigue", "step", "z-steps"
"""How a discretionary hit may be taken without a retreat. [13.10.4]"""
MOST_FATIGUE = 2
"""How many hits of one result are taken as fatigue. [13.10.4a]"""


@dataclass(frozen=True, slots=True)
class Hit:
    """How a hit is taken: fatigue for all, a step of one unit, or two Z-steps."""

    take: Word
    unit: Piece = ""


class LoseStep(Among[Gs, OfOne]):
    """Choosing who loses a step, where the order of losses leaves a choice. [13.10.3]"""

    do, rule, order = "lose-step", "13.10.3", OfOne
    title, phrase = "A step is lost", "{unit} loses a step"

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """Whom the rules spare, or whoever has lost as much as he can."""
        if order in self.orders:
            return []
        known = ", ".join(one.unit for one in self.orders)
        return [Refusal(self.rule, f"{order.unit!r} does not lose this step; {known} may")]


class TakeHit(Among[Gs, Hit]):
    """Choosing how a discretionary hit is taken. [13.10.4]"""

    do, rule, order = "take-hit", "13.10.4", Hit
    title, phrase = "A hit is taken", ("{take}: {unit}", "{take}")


class Toll:
    """The losses of one side in one result: what it lost before does not count. [13.5.5(c)]
    [13.11.2]"""

    def __init__(self, game: Gs, force: Force, first: Sequence[Collection[str]]) -> None:
        self.game, self.force = game, force
        single = tuple((name,) for name in force.others)
        groups = [*groups_of(game, force), *single]
        self.zs = [n for group in groups for n in group if self._is_z(n)]
        self.groups = [group for group in groups if group[0] not in self.zs]
        self.lost = [0] * len(self.groups)
        self.first = [tuple(some) for some in first if some]
        self.steps = self.tired = 0

    def _is_z(self, name: str) -> bool:
        return z_step(counter_of(self.game, name), unit_of(self.game, name))

    def standing(self, within: Collection[str] | None = None) -> tuple[str, ...]:
        """Who is left on the map, of all or of some."""
        names = alive(self.game, (*(n for g in self.groups for n in g), *self.zs))
        return names if within is None else tuple(n for n in names if n in within)

    # ---- who may lose a step

    def _left(self, place: int, within: Collection[str] | None) -> tuple[str, ...]:
        """The members of a group that have a step to lose."""
        left = alive(self.game, self.groups[place])
        whole = tuple(n for n in left if not self._is_z(n))
        return whole if within is None else tuple(n for n in whole if n in within)

    def _fights(self, place: int) -> bool:
        """Whether it is neither artillery nor a headquarters. [13.10.3]"""
        counter = counter_of(self.game, self.groups[place][0])
        return not counter.artillery and not counter.hq

    def open(self, limited: bool, within: Collection[str] | None = None) -> list[str]:
        """Who may lose the next step: guns and headquarters after all others, and nobody twice
        before all have lost as much. [13.10.3] [4.2.1] [4.2.1a]"""
        places = [p for p in range(len(self.groups)) if self._left(p, within)]
        fresh = [p for p in places if not self.lost[p]]
        fighting = [p for p in fresh if self._fights(p)]
        if fighting or limited:
            able = fighting or fresh
        else:
            least = min((self.lost[p] for p in places), default=0)
            able = [p for p in places if self.lost[p] == least]
        return [n for p in able for n in self._left(p, within)]

    def _next(self, limited: bool, within: Collection[str] | None, ordered: bool) -> list[str]:
        """The same, those first who must: the lead, then armor that counted, then engineers.
        [13.10.3-2] [13.8.1]"""
        able = self.open(limited, within)
        while ordered and self.first:
            due = [n for n in self.first[0] if n in able]
            self.first.pop(0)
            if due:
                return due
        return able

    # ---- taking them

    def lose(
        self, limited: bool, within: Collection[str] | None = None, *, mandatory: bool = False
    ) -> Questions[bool]:
        """One step is lost by somebody; whether there was anybody. With a mandatory one a Z-step
        goes, too. [13.10.3] [13.10.3-3] [4.1.3-ga-d]"""
        ordered = mandatory or not self.steps
        able = self._next(limited, within, ordered)
        if not able:
            return False
        name = able[0]
        if len(able) > 1:
            choice = LoseStep([OfOne(n) for n in able])
            answer = yield choice.ask(
                self.game, self.force.side, "lose-step", "Who loses a step?",
                {"strongest": OfOne(self._strongest(able))}, slight=True,
            )  # fmt: skip
            name = choice.order_of(self.game, answer).unit
        self._strike(name)
        if mandatory:
            self._z_goes()
        return True

    def _strongest(self, names: Sequence[str]) -> str:
        return max(names, key=lambda n: (unit_of(self.game, n).steps, n))

    def _strike(self, name: str) -> None:
        place = next(p for p, group in enumerate(self.groups) if name in group)
        self.lost[place] += 1
        self.steps += 1
        lose_step(self.game, name, "13.10.3")

    def _z_goes(self) -> None:
        left = alive(self.game, self.zs)
        if left:
            eliminate(self.game, left[0], "13.10.3-3")

    def mandatory(self, hits: int, limited: bool) -> Questions[int]:
        """Mandatory hits as step losses; what nobody can bear any more is left. Z-steps without
        company die of any. [13.10.3] [4.1.3-ga-f]"""
        if hits and self.zs and not self.groups:
            self.z_die("4.1.3-ga-f")
            return 0
        while hits and (yield from self.lose(limited, mandatory=True)):
            hits -= 1
        return hits

    # ---- fatigue [13.10.4]

    def may_tire(self, within: Collection[str] | None = None) -> bool:
        """Whether a hit may be fatigue: twice in a result, and while all are below the most, or
        any, as the option has it. [13.10.4] [14.1.0]"""
        names = self.standing(within)
        below = [unit_of(self.game, n).fatigue < MOST for n in names]
        fresh = all(below) if self.game.options["fatigue-hits"] == "all-below" else any(below)
        return bool(names) and self.tired < MOST_FATIGUE and fresh

    def wear(self, within: Collection[str] | None = None) -> None:
        """One fatigue hit for all. [13.10.4]"""
        self.tired += 1
        tire(self.game, self.standing(within), "13.10.4")

    # ---- hits without a retreat

    def as_wished(self, hits: int) -> Questions[int]:
        """Hits in any mix of steps and fatigue, without Max step loss; two Z-steps are one hit.
        [13.10.4a] [13.10.4-3]"""
        while hits > 0:
            orders = list(self._ways())
            if not orders:
                break
            order = orders[0]
            if len(orders) > 1:
                choice = TakeHit(orders)
                prompt = f"{hits} {counted(hits, 'hit')} to take"
                answer = yield choice.ask(
                    self.game, self.force.side, "take-hit", prompt,
                    {"fatigue": orders[0], "steps": orders[-1]}, slight=True,
                )  # fmt: skip
                order = choice.order_of(self.game, answer)
            self._take(order)
            hits -= 1
        return hits

    def _ways(self) -> Iterator[Hit]:
        if self.may_tire():
            yield Hit(FATIGUE)
        if len(alive(self.game, self.zs)) > 1 and self.open(False):
            yield Hit(Z_STEPS)
        able = self.open(False)
        if not self.steps and self.first:  # the lead loses the first step [13.8.1]
            able = [n for n in self.first[0] if n in able] or able
        for name in able:
            yield Hit(STEP, name)

    def _take(self, hit: Hit) -> None:
        if hit.take == FATIGUE:
            self.wear()
        elif hit.take == Z_STEPS:
            for name in alive(self.game, self.zs)[:2]:
                eliminate(self.game, name, "13.10.4-3")
        else:
            self._strike(hit.unit)

    def ladder(
        self, hits: int, *, steps: bool, rest: bool, within: Collection[str] | None = None
    ) -> Questions[int]:
        """Hits that no retreat has met, in their fixed order: steps up to the Max, then fatigue,
        then steps without it, or the rest is forgiven. [13.10.4a-2] [13.10.4c]"""
        while steps and hits and (yield from self.lose(True, within)):
            hits -= 1
        while hits and self.may_tire(within):
            self.wear(within)
            hits -= 1
        while rest and hits and (yield from self.lose(False, within)):
            hits -= 1
        return hits if rest else 0

    # ---- Z-steps [4.1.3]

    def z_die(self, rule: str) -> None:
        """The Z-steps that were there when it began are eliminated."""
        for name in alive(self.game, self.zs):
            eliminate(self.game, name, rule)

    def close(self) -> None:
        """Z-steps whose companies and battalions are all gone go with them; not those that were
        made just now. [4.1.3-ga-e]"""
        for name in alive(self.game, self.zs):
            h = unit_of(self.game, name).hex
            mates = [n for g in self.groups for n in alive(self.game, g)]
            if self.groups and not any(unit_of(self.game, n).hex == h for n in mates):
                eliminate(self.game, name, "4.1.3-ga-e")
