"""Assaults outside the Ground Assault Segment: overruns, fights for bridges that were taken by
surprise, and retreats before prepared assaults. [5.3.5] [7.14.4] [5.3.4a]"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Questions
from grognard.systems.goss.assault import steps
from grognard.systems.goss.assault.assaulting import (
    begin,
    determined,
    finish,
    follow_up,
    leave_works,
    ordeals,
    prepared,
    relieved,
    settled,
    spend_supplies,
    thrown,
)
from grognard.systems.goss.assault.attackers import against_company, barred, must_stand_off
from grognard.systems.goss.assault.battle import Assault, Outcome
from grognard.systems.goss.assault.limits import TACTICAL, allowed, payers, spend
from grognard.systems.goss.assault.reckoning import Reckoning
from grognard.systems.goss.assault.retreat import Journey, as_far, withdraw
from grognard.systems.goss.assault.suffering import FULL, Ordeal
from grognard.systems.goss.pieces.chain import army
from grognard.systems.goss.pieces.stacks import holder
from grognard.systems.goss.pieces.values import unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES

Decide = Callable[[Outcome], Questions[bool]]
"""Whether an overrun succeeds, asked when its results are known. [5.3.5-ga]"""

# ---- overruns [5.3.5]


def against_overrun(game: Gs, names: Sequence[str], launch: int, target: int) -> list[Refusal]:
    """Why units could not assault a hex from another, be it on the move: the rules of any assault,
    but that nobody stands off alone. [5.3.5] [13.4.2] [13.4.3] [13.5.2]"""
    found = [why for n in names if (why := barred(game, n, launch, target)) is not None]
    found = found or against_company(game, launch, target, names)
    if not found and all(must_stand_off(game, n, launch, target) for n in names):
        found = [Refusal("13.5.2", "somebody must attack who does not stand off")]
    return found


def overrun(
    game: Gs, side: str, names: tuple[str, ...], launch: int, target: int, decide: Decide
) -> Questions[bool | None]:
    """The ground assault of an overrun, by the steps of any other; whether it has succeeded, None
    if it came to no fight. Ammunition is not counted, for it is no assault of the Combat Phase.
    [5.3.5] [5.3.5-ga]"""
    assault = steps.declared(game, side, names, target, launch=launch)
    found = yield from prepared(game, assault)
    if found is None:
        finish(game, assault, ())
        return None if holder(game, target) == assault.defence.side else True
    assault, sums = yield from determined(game, found)
    outcome = yield from thrown(game, assault, sums)
    if outcome is None:
        return None
    begin(game, assault, sums, names, counted=False)
    won = yield from decide(outcome)
    yield from _overrun_hits(game, assault, sums, outcome, won)
    follow_up(game, assault, outcome)
    finish(game, assault, names)
    return won


def _overrun_hits(
    game: Gs, assault: Assault, sums: Reckoning, outcome: Outcome, won: bool
) -> Procedure:
    """Who succeeds takes all his hits as steps, without Max step loss; who fails is back where he
    came from and retreats from there. The defender has the usual choice. [5.3.5a] [5.3.5b]"""
    ours, theirs = ordeals(game, assault, sums)
    relief = 0
    if won:
        yield from ours.bleed(outcome.attacker)
    else:
        names = assault.attack.names
        back = replace(assault.attack, stacks=((unit_of(game, names[0]).hex, names),))
        ours = Ordeal(game, assault, back, sums.duel, sums.works.by)
        gone = yield from ours.suffer(outcome.attacker, below=outcome.below, declared=FULL)
        relief = relieved(game, gone)
    yield from theirs.suffer(outcome.defender, relief=relief)
    spend_supplies(game, assault)
    leave_works(game, assault)


# ---- coups de main [7.14.4]


def against_ammunition(game: Gs, names: Sequence[str]) -> Refusal | None:
    """Why there is no ammunition for the assault on the bridge: it counts as a tactical one, and
    who is unsupported, or has used up his ADV, pays an AmP. [7.14.2] [15.4.3] [16.3.4]"""
    for hq in sorted(payers(game, names)):
        if allowed(game, hq) < TACTICAL and not game.state[ARMIES][army(game, hq)].amp:
            return Refusal("16.3.4", "their army has no ammunition for the assault")
    return None


def fight_for_bridge(game: Gs, side: str, names: tuple[str, ...], near: int, far: int) -> Procedure:
    """Who has taken a bridge assaults the enemies in whose hex he is, as a tactical assault.
    [7.14.4]"""
    if against_ammunition(game, names) is not None:
        return
    for hq in sorted(payers(game, names)):
        if allowed(game, hq) < TACTICAL:
            spend(game, hq, 1)
    facts = {"side": side, "hex": game.board.label(far), "units": list(names)}
    game.emit(Event("assault", "7.14.4", facts))
    assault = steps.declared(game, side, names, far, coup=near)
    found = yield from prepared(game, assault)
    if found is None:
        finish(game, assault, names)
        return
    assault, sums = yield from determined(game, found)
    outcome = yield from thrown(game, assault, sums)
    if outcome is None:
        return
    begin(game, assault, sums, names)
    yield from settled(game, assault, sums, outcome, advancing=False)
    finish(game, assault, names)


# ---- before prepared assaults [5.3.4a]


def driven_off(game: Gs, names: tuple[str, ...], h: int) -> Procedure:
    """Exploiting units fall back as far as their owner likes, within the distance of a defender.
    [5.3.4a-pa] [13.11.1]"""
    journey = Journey(game, names, h, attacking=False)
    if journey.possible:
        path = yield from as_far(game, journey, journey.limit)
        yield from withdraw(game, journey, path, "5.3.4a-pa")
