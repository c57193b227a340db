"""Answers: support, retreats, advances, losses, and whatever else interrupts a segment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine.decision import Action
from grognard.players.staff.directing import KEPT
from grognard.players.staff.doctrine import Posture
from grognard.players.staff.fields import threat_at
from grognard.players.staff.nextwar.assault import commitment
from grognard.players.staff.nextwar.estimate import Estimate
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.combat.advance import Advance, Pursuers
from grognard.systems.nextwar.combat.retreat import Bleed, GiveWay, Stand
from grognard.systems.nextwar.combat.support import Support
from grognard.systems.nextwar.turn.weather import ChooseWeather, Forecast

QUARTERS = 4


def default(seat: NwSeat) -> Action:
    """What the rules suggest."""
    answer = seat.question.default
    assert answer is not None
    return answer


def support(seat: NwSeat) -> Action:
    """Commit what pays: guns, aircraft and helicopters, and ships always. [9.2.4]"""
    offer: Any = next(o for o in seat.question.offers if o.do == Support.do)
    _, order = commitment(Estimate(seat), offer.battle, seat.side)
    action = seat.write(Support, order)
    return action if seat.may(action) else default(seat)


def stand(seat: NwSeat) -> Action:
    """Trying to hold costs nothing; only who is to get away does not. [9.8.3]"""
    away: Action = {"do": GiveWay.do}
    if _told(seat) == {"withdraw"} and seat.may(away):
        return away
    action: Action = {"do": Stand.do}
    return action if seat.may(action) else default(seat)


def bleed(seat: NwSeat) -> Action:
    """Lose a step and stay where the ground is worth more than it, or must be held. [9.8.3]"""
    action: Action = {"do": Bleed.do}
    h = _contested(seat)
    names = list(seat.at(h)) if h >= 0 else []
    steps = sum(seat.unit(name).steps for name in names)
    estimate = Estimate(seat)
    if steps > 1 and seat.may(action):
        toll = estimate.price(names, 1000)
        told = _told(seat)
        worth = 0 if told and told <= {"delay", "withdraw"} else seat.situation.worth(h)
        if told == {"hold"} or seat.doctrine.worth.point * worth > toll:
            return action
    return {"do": GiveWay.do}


def _told(seat: NwSeat) -> set[Posture]:
    """How those are to fight whose hex is fought for."""
    h = _contested(seat)
    return {seat.directing.posture(name) for name in seat.at(h)} if h >= 0 else set()


def _contested(seat: NwSeat) -> int:
    """The hex that is fought for: attacked last, and still one's own."""
    found = seat.attacked()
    return found[-1] if found else -1


def advance(seat: NwSeat) -> Action:
    """Follow with all that may, but leave nothing empty that counts; go on to what lies open. Who
    is to keep his ground follows only if nobody else does."""
    offer: Any = next(o for o in seat.question.offers if o.do == Advance.do)
    situation, target = seat.situation, offer.battle.hex
    directing = seat.directing
    order = sorted(
        offer.able, key=lambda n: (directing.posture(n) in KEPT, -seat.strength_of(n), n)
    )
    chosen: list[str] = [name for name in order if name in offer.battle.landing]
    staying = {h: len(names) for h, names in situation.at.items()}
    exposed = threat_at(situation, target)
    covered = 0
    for name in order:
        if name in chosen:
            continue
        h = seat.unit(name).hex
        guards = situation.worth(h) or seat.fortified(h)
        bold = situation.attacking or directing.posture(name) == "assault"
        enough = covered * 2 * QUARTERS > exposed and not bold
        kept = directing.posture(name) in KEPT or (guards and staying.get(h, 0) <= 1)
        if chosen and (enough or kept):
            continue
        more = Pursuers((*chosen, name))
        if not offer.against(seat.table, seat.side, more):
            chosen.append(name)
            covered += situation.pieces[name].defence
            staying[h] = staying.get(h, 1) - 1
    action = seat.write(Advance, Pursuers(tuple(chosen), _beyond(seat, offer, chosen)))
    return action if seat.may(action) else default(seat)


def _beyond(seat: NwSeat, offer: Any, names: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Vehicles that go on to ground that counts, if others stay. [9.9.1]"""
    found: dict[str, tuple[int, ...]] = {}
    for name in names:
        for h in offer.beyond.get(name, ()):
            worth = seat.situation.worth(h) and seat.held(h) == seat.enemy
            if worth and len(names) - len(found) > 1:
                found[name] = (h,)
                break
    return found


def weather(seat: NwSeat) -> Action:
    """Clear skies for who has more aircraft that need them, clouds for who has fewer. [4.0]"""
    wanted = "clear" if seat.outlook >= 0 else "overcast"
    return seat.write(ChooseWeather, Forecast(wanted))
