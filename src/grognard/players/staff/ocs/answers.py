"""Answers in the midst of battles and of the enemy's turn."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.decision import Action
from grognard.kit.orders import Nothing
from grognard.players.staff.directing import KEPT, LEAVING
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.fields import threat_at
from grognard.players.staff.ocs.estimate import THOUSAND, Estimate
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.thinning import give_up
from grognard.systems.ocs.combat.advance import ADVANCE, Advance
from grognard.systems.ocs.combat.combat_supply import DEFENCE_SUPPLY, Defence, Defend, Withhold
from grognard.systems.ocs.combat.outcome import OPTION, Share, TakeOptions
from grognard.systems.ocs.forms import Company
from grognard.systems.ocs.pieces.losses import LOSSES, Losses
from grognard.systems.ocs.pieces.stacking import OVERSTACKED
from grognard.systems.ocs.turn.pre_turn import WHO_FIRST, ChooseOrder, Turn

QUARTERS = 4


def defend(seat: OcsSeat) -> Action:
    """Pay for a defence, unless supply is scarce and little stands there. [9.5b(B)]"""
    house = seat.doctrine.supply
    context = seat.question.context()
    h = seat.board.hex(context["target"])
    strength = sum(piece.defence for piece in seat.situation.stack(h))
    if seat.stock < house.scarce and strength < house.cheap and not seat.situation.worth(h):
        return seat.write(Withhold, Nothing())
    return seat.write(Defend, Defence())


def meet_options(seat: OcsSeat) -> Action:
    """Give ground rather than lose steps; ground that counts is worth a step. [9.10]"""
    ask = seat.question
    context, answer = ask.context(), ask.default
    assert answer is not None
    if context["may_waive"]:
        return answer
    stand = seat.write(TakeOptions, Share(context["options"]))
    if seat.attack:
        return _press_on(seat, stand)
    held = {seat.board.hex(label) for label in context["hexes"]}
    told = {seat.directing.posture(name) for h in held for name in seat.situation.at.get(h, ())}
    if told == {"hold"} and context["options"] < context["steps"] and seat.may(stand):
        return stand
    if told and told <= LEAVING:
        return answer
    dear = any(goal.ours and goal.value and goal.hex in held for goal in seat.situation.goals)
    if dear and context["options"] == 1 and context["steps"] > 1 and seat.may(stand):
        return stand
    return answer


def _press_on(seat: OcsSeat, stand: Action) -> Action:
    """An attacker stands, and so has the enemy go, where that is worth the steps. [9.10a]"""
    answer = seat.question.default
    assert answer is not None
    go = seat.write(TakeOptions, Share(0))
    names = [n for n in seat.attack.get("units", ()) if n in seat.own]
    h = seat.board.hex(seat.attack["target"])
    foe = seat.situation.foes.get(h)
    if not names or foe is None or not seat.may(go):
        return answer
    steps = sum(seat.situation.pieces[n].steps for n in names)
    if seat.doctrine.survivors and stand["losses"] >= steps:
        return go
    estimate = Estimate(seat)
    gain = estimate.ground_value(h) + seat.doctrine.worth.stand * max(2, foe.defence) // foe.steps
    lead = seat.attack.get("lead", "")  # the first loss is his [9.6]
    first = lead if lead in names else min(names, key=seat.value)
    price = THOUSAND * stand["losses"] * seat.value(first)
    price = price * seat.directing.risk([(seat.situation.pieces[n], h) for n in names]) // WHOLE
    return stand if gain > seat.still(price) and seat.may(stand) else go


def lose_steps(seat: OcsSeat) -> Action:
    """Lose what is worth least: guns and headquarters are worth more than they defend with."""
    answer = seat.question.default
    assert answer is not None
    for offer in seat.question.offers:
        if isinstance(offer, Losses):
            least = {name: seat.value(name) for name in offer.burden.steps}
            return offer.written(seat.table, offer.filled(least))
    return answer


def advance(seat: OcsSeat) -> Action:
    """Enter ground worth having, but not into the arms of a stronger enemy. [9.12g]"""
    ask = seat.question
    context, answer = ask.context(), ask.default
    assert answer is not None
    situation = seat.situation
    if any(name not in situation.pieces for name in answer["units"]):
        return answer  # who comes off landing craft leaves no ground behind [18.6a]
    h = seat.board.hex(context["hex"])
    going = [n for n in answer["units"] if _spared(seat, n, h)]
    defence = sum(situation.pieces[n].defence for n in going)
    limit = QUARTERS * seat.doctrine.attack.arms * max(1, defence)
    staying = seat.write(Advance, Company(()))
    bound = any(seat.directing.bound(n) for n in going)
    if (
        not bound
        and not situation.worth(h)
        and threat_at(situation, h) > limit
        and seat.may(staying)
    ):
        return staying
    chosen = seat.write(Advance, Company(tuple(going)))
    return chosen if seat.may(chosen) else answer


def _spared(seat: OcsSeat, name: str, goal: int) -> bool:
    """Whether a unit may leave its hex for another: neither an objective nor a dump is left empty,
    and who is to keep his ground or to go back goes forward only to what he was sent for."""
    piece = seat.situation.pieces[name]
    if seat.directing.posture(name) in KEPT and goal not in seat.directing.objective(name):
        return False
    here = seat.situation.at[piece.hex]
    dear = seat.situation.worth(piece.hex) or piece.hex in seat.situation.bases
    return not dear or len(here) > 1


def order_of_play(seat: OcsSeat) -> Action:
    """Go first, but have the last word in the last turn. [2.3-first]"""
    second = seat.write(ChooseOrder, Turn("second"))
    if seat.turns_left == 1 and seat.may(second):
        return second
    first = seat.write(ChooseOrder, Turn("first"))
    return first if seat.may(first) else whatever(seat)


ANSWERS: dict[str, Callable[[OcsSeat], Action]] = {
    DEFENCE_SUPPLY: defend,
    LOSSES: lose_steps,
    OPTION: meet_options,
    ADVANCE: advance,
    WHO_FIRST: order_of_play,
    OVERSTACKED: give_up,
}
"""Who answers a question by its name."""


def whatever(seat: OcsSeat) -> Action:
    """A question no part of the staff is made for: its default, a standing answer, anything."""
    ask = seat.question
    candidates = [ask.default, *(policy() for policy in ask.policies.values())]
    for action in candidates:
        if action is not None and seat.may(action):
            return action
    return next(action for offer in ask.offers for action in seat.legal(offer))
