"""What a side suffers: the check, mandatory hits, discretionary hits, retreats. [13.10.0]

The attacker applies all of his results first, then the defender. A side that is to bear everything
as steps, or to retreat as an overrun that failed, is told so beforehand. [5.3.5a] [5.3.5b]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Path, Word
from grognard.systems.goss.assault.armor import Duel
from grognard.systems.goss.assault.battle import Assault, Force, Result, alive
from grognard.systems.goss.assault.designation import go_to_ground, undesignate
from grognard.systems.goss.assault.leading import rated, weakest
from grognard.systems.goss.assault.retreat import Journey, as_far, chosen_way, withdraw
from grognard.systems.goss.assault.terrain import shelter
from grognard.systems.goss.assault.toll import Toll
from grognard.systems.goss.observation.cover import FORT, conceals, status, work_at
from grognard.systems.goss.pieces.checks import passes
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.pieces.values import counter_of, in_works, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ET3
from grognard.systems.goss.units import CDO, STRAT
from grognard.systems.goss.works.forts import struck
from grognard.systems.goss.works.garrison import spent
from grognard.table.phrases import counted

HOLD, LIMITED, FULL = "hold", "limited", "full"
"""What a side does about discretionary hits. [13.10.4]"""
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Choice:
    """A word for an answer."""

    choose: Word


class Declare(Among[Gs, Choice]):
    """Hold the position, retreat in part, or retreat in full. [13.10.4]"""

    do, rule, order = "declare", "13.10.4", Choice
    title, phrase = "Take the hits", "{choose}"


class SpendWork(Among[Gs, Choice]):
    """Giving up an ET-3 for a mandatory hit. [13.10.2]"""

    do, rule, order = "spend-work", "13.10.2", Choice
    title, phrase = "Give up the ET-3", "{choose}"


class Convert(Among[Gs, Choice]):
    """Turning a mandatory hit of Recon or commandos into a discretionary one. [13.10.2]"""

    do, rule, order = "convert-hit", "13.10.2", Choice
    title, phrase = "Turn a mandatory hit into a loose one", "{choose}"


class GoToGround(Among[Gs, Choice]):
    """Withdrawing into a work instead of a retreat of one hex. [13.10.4a-2]"""

    do, rule, order = "go-to-ground", "13.10.4a-2", Choice
    title, phrase = "Withdraw into the work", "{choose}"


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What has become of a side: how far its stacks went back, by which way, and the hits that
    nobody was left to take. [13.12.2] [13.12.3-2]"""

    back: tuple[int, ...] = ()
    path: Path = ()
    unresolved: int = 0


class Ordeal:
    """One side suffering one result. [13.10.0]"""

    def __init__(
        self, game: Gs, assault: Assault, force: Force, duel: Duel, engineers: Sequence[str]
    ) -> None:
        self.game, self.assault, self.force, self.duel = game, assault, force, duel
        mine = duel.attacker if force.attacking else duel.defender
        armor = (force.armor,) if force.armor and mine.any else ()
        self.toll = Toll(game, force, ((force.lead,), armor, tuple(engineers)))
        self.back: dict[int, int] = {}
        self.path: Path = ()

    # ---- the result, step by step

    def suffer(
        self, result: Result, *, below: bool = False, relief: int = 0, declared: str = ""
    ) -> Questions[Aftermath]:
        """The mandatory check, mandatory hits, discretionary hits. [13.10.1] [13.10.2] [13.10.3]
        [13.10.4]"""
        hits = self._check(result)
        hits = yield from self._relieved(hits)
        limited = not (below and self.force.attacking)
        left = yield from self.toll.mandatory(hits.mandatory, limited)
        loose = max(hits.discretionary + left - relief, 0)  # [13.10.4-2]
        if self._in_fort():
            taken = self.game.options["fort-discretionary"] == "take"
            self._walls(loose if taken else left)
            loose = 0
        elif loose:
            loose = yield from self._discretionary(loose, declared)
            if loose and not self.toll.open(False):
                self.toll.z_die("13.10.4-3")
        self.toll.close()
        return self._aftermath(loose)

    def bleed(self, result: Result) -> Questions[Aftermath]:
        """After the check all hits are step losses, without Max step loss: an overrun that
        succeeds. [5.3.5a] [13.10.1]"""
        left = yield from self.toll.mandatory(self._check(result).total, False)
        if self._in_fort():
            self._walls(left)
        self.toll.close()
        return self._aftermath(left)

    def _aftermath(self, left: int) -> Aftermath:
        stacks = [h for h, names in self.force.stacks if h in self.back or alive(self.game, names)]
        back = tuple(self.back.get(h, 0) for h in stacks)
        return Aftermath(back, self.path, 0 if self.toll.standing() else left)

    # ---- the mandatory check [13.10.1]

    def _check(self, result: Result) -> Result:
        """The lead unit of the side is checked, once; who fails takes one hit more. In a fort all
        pass. [13.10.1] [17.4.1e(c)]"""
        lead = self.force.lead
        if not result.check or shelter(self.game, lead) == FORT:
            return result
        who = rated(self.game, self.force, lead)
        if passes(self.game, who, "13.10.1", offensive=self.force.attacking):
            return result
        return replace(result, discretionary=result.discretionary + 1)

    # ---- mandatory hits made less [13.10.2]

    def _relieved(self, hits: Result) -> Questions[Result]:
        """An ET-3 may be given up for one; Recon and commandos may turn one into a loose hit. Both
        need a way back. [13.10.2] [17.4.1e(d)]"""
        if not hits.mandatory or not self._way_back():
            return hits
        h = self.assault.hex
        found = status(self.game, h)
        dug_in = not self.force.attacking and found.work == ET3 and found.side == self.force.side
        spends = dug_in and (yield from self._asked(SpendWork, "Give up the ET-3 for a hit?"))
        if spends:
            spent(self.game, h, "13.10.2")
            hits = replace(hits, mandatory=hits.mandatory - 1)
        able = hits.mandatory and self._light() and not self._caught_in_the_open()
        if able and (yield from self._asked(Convert, "Turn a mandatory hit loose?")):
            loose = hits.discretionary + 1
            return replace(hits, mandatory=hits.mandatory - 1, discretionary=loose)
        return hits

    def _asked(self, kind: type[Among[Gs, Choice]], prompt: str) -> Questions[bool]:
        choice = kind([Choice(NO), Choice(YES)])
        standing = {NO: Choice(NO), YES: Choice(YES)}
        side = self.force.side
        answer = yield choice.ask(self.game, side, kind.do, prompt, standing, slight=True)
        return choice.order_of(self.game, answer).choose == YES

    def _way_back(self) -> bool:
        """Whether all stacks could retreat a hex. [13.10.2] [13.10.4b]"""
        return all(self._journey(h, names).possible for h, names in self._stacks())

    def _light(self) -> bool:
        """Whether all who take part are Recon or commandos, or stack for free with them.
        [13.10.2]"""
        return all(
            counter_of(self.game, group[0]).recon or counter_of(self.game, group[0]).is_(CDO)
            for group in self.toll.groups
        ) and bool(self.toll.groups)

    def _caught_in_the_open(self) -> bool:
        """Whether enemy armor met them without cover, and they had nothing against it: no hit is
        turned loose then. [13.10.2(a)] [13.10.2(b)]"""
        attacking = self.force.attacking
        own, foe = self.duel.attacker, self.duel.defender
        if not attacking:
            own, foe = foe, own
        bare = any(not conceals(self.game, self.force.side, h) for h in self.force.hexes)
        return bare and foe.arm > 0 and not own.any

    # ---- forts [13.10.3-4]

    def _in_fort(self) -> bool:
        """Whether all defenders are within a fort, or it is alone: they ignore discretionary hits.
        [13.10.3-4] [13.10.4] [17.4.1e(e)]"""
        if self.force.attacking:
            return False
        names = self.toll.standing() or self.force.names
        return status(self.game, self.assault.hex).fort > 0 and all(
            shelter(self.game, n) == FORT for n in alive(self.game, names)
        )

    def _walls(self, hits: int) -> None:
        """Mandatory hits that are left strike the fort, and by an option the others too; what
        outlasts it is lost. [13.10.3-4] [17.4.1e]"""
        struck(self.game, self.assault.hex, hits, "13.10.3-4")

    # ---- discretionary hits [13.10.4]

    def _stacks(self) -> list[tuple[int, tuple[str, ...]]]:
        """Who is left of each stack, with those who share its fate; not those in a fort."""
        found = []
        for h, names in self.force.stacks:
            mates = (*names, *(self.force.others if not self.force.attacking else ()))
            left = tuple(n for n in alive(self.game, mates) if shelter(self.game, n) != FORT)
            if left:
                found.append((h, left))
        return found

    def _journey(self, h: int, names: Sequence[str]) -> Journey:
        """The ways back of a stack; a fight for a bridge is between the two sides in its hex, who
        take no notice of each other. [13.11.0] [7.14.4]"""
        over, attacking = self.assault.coup, self.force.attacking
        if over < 0:
            return Journey(self.game, names, h, attacking=attacking)
        foe = self.assault.force(not attacking)
        first = over if attacking else -1
        return Journey(self.game, names, h, attacking=attacking, over=first, ignored=foe.everybody)

    def _discretionary(self, hits: int, declared: str) -> Questions[int]:
        """The declaration, the check to hold, and what follows from both. [13.10.4]"""
        if not self.toll.standing():
            return hits
        if not self._stacks():
            return 0
        how = declared or (yield from self._declaration(hits))
        if how == FULL:
            return (yield from self._retreat(hits, forgiven=True))
        if not self._holds():
            forgiven = self.game.options["failed-hold"] == "limited"
            return (yield from self._retreat(hits, forgiven=forgiven, failed=True))
        if how == LIMITED:
            hits = yield from self._some_way(hits)
        return (yield from self.toll.as_wished(hits))

    def _declaration(self, hits: int) -> Questions[str]:
        """What the owner declares; a limited retreat needs a way for all, or works for all
        attackers. [13.10.4] [13.10.4b]"""
        able = [HOLD, FULL]
        if self._way_back() or (self.force.attacking and all(map(self._works, self.force.hexes))):
            able.insert(1, LIMITED)
        choice = Declare([Choice(word) for word in able])
        standing = {word: Choice(word) for word in (HOLD, FULL)}
        prompt = f"{hits} {counted(hits, 'hit')}: hold, or retreat?"
        answer = yield choice.ask(self.game, self.force.side, "declare", prompt, standing)
        how = choice.order_of(self.game, answer).choose
        facts = {"side": self.force.side, "how": how, "hits": hits}
        self.game.emit(Event("declared", "13.10.4", facts))
        return how

    def _holds(self) -> bool:
        """A check of the lowest proficiency; in an ET, a fort or a fortified area all pass.
        [13.10.4a] [17.4.1e(f)]"""
        left = tuple(n for _, names in self._stacks() for n in names)
        taking_part = [n for n in left if n in self.force.names]
        if taking_part and all(in_works(self.game, n) for n in taking_part):
            return True
        stacks = tuple(
            (h, tuple(n for n in names if n in taking_part)) for h, names in self._stacks()
        )
        rest = replace(self.force, stacks=tuple(s for s in stacks if s[1]), others=())
        if not rest.stacks:
            return False
        who = weakest(self.game, rest)
        return passes(self.game, who, "13.10.4a", offensive=self.force.attacking)

    def _works(self, h: int) -> bool:
        return bool(work_at(self.game, self.force.side, h))

    # ---- retreats

    def _some_way(self, hits: int) -> Questions[int]:
        """A limited retreat: one hex at least, as many as the owner likes; attackers may go to
        ground instead. Each hex is a hit less. [13.10.4b]"""
        gone = []
        for h, names in self._stacks():
            met = yield from self._ground(h, names)
            if not met:
                met = yield from self._go(h, names, hits, short=True)
            gone.append(met)
        return hits - min(gone, default=0)

    def _retreat(self, hits: int, *, forgiven: bool, failed: bool = False) -> Questions[int]:
        """A full retreat, or that after a failed check: one hex a hit, as far as can be gone; what
        that does not meet is borne otherwise. [13.10.4a-2] [13.10.4c]"""
        met: dict[int, int] = {}
        stacks = self._stacks()
        for h, names in stacks:
            found = 0
            if hits == 1:
                found = yield from self._ground(h, names)
            met[h] = found or (yield from self._go(h, names, hits))
        shorts = {h: max(hits - met[h], 0) for h, _ in stacks}
        if not any(shorts.values()):
            return 0
        if all(shorts.values()):
            least = min(shorts.values())
            never = all(not went for went in met.values())
            rest = never or not forgiven
            left = yield from self.toll.ladder(least, steps=True, rest=rest)
            shorts = {h: short - least for h, short in shorts.items()}
            if not any(shorts.values()):
                return left
        return (yield from self._part(stacks, shorts, forgiven, failed))

    def _part(
        self,
        stacks: Sequence[tuple[int, tuple[str, ...]]],
        shorts: dict[int, int],
        forgiven: bool,
        failed: bool,
    ) -> Questions[int]:
        """The stacks that fell short where others did not bear their rest by themselves: after a
        failed check fatigue, then steps; after a full retreat steps first. [13.10.4a-2]
        [13.10.4c]"""
        for h, names in stacks:
            if shorts[h]:
                yield from self.toll.ladder(
                    shorts[h], steps=not failed, rest=not forgiven, within=names
                )
        return 0

    def _ground(self, h: int, names: Collection[str]) -> Questions[int]:
        """Attackers may withdraw into a work of their hex: one hit is met, and they are attack
        designated no more. [13.10.4a-2] [13.10.4b] [13.10.4c] [17.4.1e(g)]"""
        if not self.force.attacking or not self._works(h):
            return 0
        if not (yield from self._asked(GoToGround, "Withdraw into the work?")):
            return 0
        undesignate(self.game, names, "13.10.4a-2")
        go_to_ground(self.game, names)
        return 1

    def _go(
        self, h: int, names: Sequence[str], hits: int, *, short: bool = False
    ) -> Questions[int]:
        """One stack goes back; guns that cannot are eliminated, and each step of theirs is a hit
        met. [13.11.0] [13.11.4]"""
        journey = self._journey(h, names)
        given = 0
        for name in journey.rooted:
            given += unit_of(self.game, name).steps
            eliminate(self.game, name, "13.11.4")
        if not journey.names:
            return given
        if not journey.possible:
            return given + self._stranded(journey)
        wanted = max(hits - given, 1)
        if short:
            path = yield from as_far(self.game, journey, wanted)
        else:
            path = yield from chosen_way(self.game, journey, wanted)
        gone = yield from withdraw(self.game, journey, path, "13.11.0")
        self.back[h] = gone
        if gone > len(self.path):
            self.path = path[:gone]
        return given + gone

    def _stranded(self, journey: Journey) -> int:
        """Units in Strat mode that find no road back are eliminated. [5.5.6]"""
        if journey.by_road:
            for name in journey.names:
                if unit_of(self.game, name).mode == STRAT:
                    eliminate(self.game, name, "5.5.6")
        return 0
