"""Ammunition depletion: once for every artillery mission. [11.8.0] [11.8.1]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.orders import OfOne
from grognard.systems.goss.dice import d10
from grognard.systems.goss.fire.guns import auxiliary
from grognard.systems.goss.fire.mission import Mission, alive
from grognard.systems.goss.logistics.support import adv_of, supported
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply.trucks import strained
from grognard.systems.goss.units import OHS, OOS, UNITS

EXTENDED = 2
"""What an extended GenS path adds. [11.8.0] [15.2.4(e)]"""


class Deplete(Among[Gs, OfOne]):
    """Choosing which of the guns that fired is out of ammunition. [11.8.0]"""

    do, rule, order = "deplete", "11.8.0", OfOne
    title, phrase = "Ammunition depleted", "{unit} is depleted"


def modifiers(game: Gs, mission: Mission, guns: Sequence[str]) -> Tally:
    """What is added to the check. [11.8.0]"""
    count, tally = len(mission.volleys), Tally()
    rockets = all(counter_of(game, n).type.code == "nw" for n in guns)
    single = rockets and game.options["rocket-depletion"] == "single"
    if count > 1 and not single:
        tally = tally.add("volleys", count - 1, "11.8.0")
    if rockets:
        tally = tally.add("rockets", count, "11.8.0")
    if any(strained(game, n) for n in guns):
        tally = tally.add("extended path", EXTENDED, "11.8.0")
    return tally


def deplete(game: Gs, mission: Mission) -> Questions[None]:
    """Guns run out of ammunition: those unsupported and on hand supply at once, one for each
    volley of intensive fire, and as many as the check exceeds the ADV. Flak and tank destroyers
    never do. [11.8.0] [11.8.1] [11.4.1b]"""
    guns = [n for n in alive(game, tuple(mission.guns)) if not auxiliary(game, n)]
    if not guns:
        return
    tally = modifiers(game, mission, guns)
    for name in guns:
        if unit_of(game, name).supply == OHS:
            _mark(game, name, "11.8.1")
            spent = replace(unit_of(game, name), supply=OOS)  # it has used its stock [15.5.2]
            game.put(UNITS, name, spent)
        elif not supported(game, name):
            _mark(game, name, "15.4.3")
    yield from _choose(game, mission, guns, mission.intensive)
    rated = [n for n in guns if supported(game, n)] or guns
    value = min(adv_of(game, n, firing=True) for n in rated)
    fit = len([n for n in guns if not unit_of(game, n).depleted])
    drm = int(tally.total)
    roll, count = d10(game, lambda shown: min(max(shown + drm - value, 0), fit))
    facts = {"roll": roll, "drm": tally.to_json(), "adv": value, "count": count}
    secret = Event("depletion", "11.8.0", {"count": count}, outcome=True)
    mine = replace(secret, facts=facts, dice=(roll,), seen_by=(mission.side,), others=secret)
    game.emit(mine)
    yield from _choose(game, mission, guns, count)


def _choose(game: Gs, mission: Mission, guns: Sequence[str], count: int) -> Questions[None]:
    """So many of the guns, as the owner chooses; if all are depleted the rest is ignored.
    [11.8.0]"""
    for _ in range(count):
        left = [n for n in guns if not unit_of(game, n).depleted]
        if not left:
            return
        name = left[0]
        if len(left) > 1:
            choice = Deplete([OfOne(n) for n in left])
            weakest = min(left, key=lambda n: (counter_of(game, n).barrage, n))
            answer = yield choice.ask(
                game, mission.side, "deplete", "Which gun is out of ammunition?",
                {"weakest": OfOne(weakest)}, slight=True,
            )  # fmt: skip
            name = choice.order_of(game, answer).unit
        _mark(game, name, "11.8.0")


def _mark(game: Gs, name: str, rule: str) -> None:
    game.put(UNITS, name, replace(unit_of(game, name), depleted=True))
    game.emit(Event("depleted", rule, {"unit": name}))
