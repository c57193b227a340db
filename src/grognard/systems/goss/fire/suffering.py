"""What the owner of the target does with the result: shifts, and the two ways to take numerical
hits. [11.6.1] [11.6.2]"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Word
from grognard.systems.goss.fire.mission import alive
from grognard.systems.goss.fire.modifiers import Target
from grognard.systems.goss.fire.resolving import Result
from grognard.systems.goss.fire.retreat import Withdrawal, undesignate, withdraw
from grognard.systems.goss.fire.shifts import shake
from grognard.systems.goss.fire.toll import Toll
from grognard.systems.goss.modes.changing import break_reserve
from grognard.systems.goss.pieces.checks import passes
from grognard.systems.goss.pieces.values import attack_designated, in_works, proficiency, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import MR, UNITS
from grognard.systems.goss.works.garrison import given_up

STAND, GIVE_WAY = "step", "retreat"
"""How the first hit is taken. [11.6.2]"""


@dataclass(frozen=True, slots=True)
class First:
    """How the first numerical hit is taken: as a step loss or as a retreat."""

    take: Word


class FirstHit(Among[Gs, First]):
    """Choosing to take the first hit as a step loss or as a retreat. [11.6.2]"""

    do, rule, order = "first-hit", "11.6.2", First
    title, phrase = "The first hit", "the first hit as a {take}"


def suffer(game: Gs, side: str, h: int, found: Target, result: Result) -> Questions[None]:
    """The result is carried out by the owner of the target; a numerical hit wakes a formation in
    maneuver reserve, a mere shift does not. [11.6.0] [11.1.0-steps] [5.4.2]"""
    names = found.suffers
    for name in names if result.hits or result.shifts else ():
        game.put(UNITS, name, replace(unit_of(game, name), shelled=game.serial))
    shake(game, names, result.shifts)
    if not result.hits:
        return
    for name in names:
        if unit_of(game, name).mode == MR:
            break_reserve(game, name, "5.4.2")
    designated = all(attack_designated(unit_of(game, n)) for n in names)
    way = Withdrawal(game, names, h, designated)
    toll = Toll(game, side, h, names, designated)
    if (yield from _gives_way(game, side, way)):
        yield from _as_retreat(game, toll, way, names, result.hits)
    else:
        yield from _as_steps(game, toll, names, result.hits)
    given_up(game, h)  # [17.4.1f-3]


def _gives_way(game: Gs, side: str, way: Withdrawal) -> Questions[bool]:
    """Whether the first hit is a retreat; who cannot retreat has no choice. [11.6.2a] [11.6.2b]"""
    if not way.possible:
        return False
    stand, leave = First(STAND), First(GIVE_WAY)
    choice = FirstHit([stand, leave])
    answer = yield choice.ask(
        game, side, "first-hit", "The first hit: a step, or a retreat?",
        {"stand": stand, "give way": leave}, slight=True,
    )  # fmt: skip
    return choice.order_of(game, answer).take == GIVE_WAY


def _as_steps(game: Gs, toll: Toll, names: Collection[str], hits: int) -> Questions[None]:
    """The first hit as a step loss; if there are more, a check on the lowest defensive PR. Who is
    within an ET, a fort or a fortified area, and not attack designated, passes it. [11.6.2a]
    [11.6.2a-2]"""
    yield from toll.lose(False, first=True)
    hits -= 1
    left = alive(game, names)
    if not hits or not left:
        return
    weakest = min(left, key=lambda n: (proficiency(game, n, offensive=False), n))
    safe = not toll.designated and all(in_works(game, n) for n in left)
    if safe or passes(game, weakest, "11.6.2a-2", offensive=False):
        yield from toll.lose(False)  # [11.6.2a-pass]
        yield from toll.as_wished(hits - 1)
    else:
        yield from _fail(game, toll, hits)


def _fail(game: Gs, toll: Toll, hits: int) -> Questions[None]:
    """They give way all the same: no designation, one AS, a retreat that meets no hit; then steps
    up to the Max, two hits of fatigue, and steps again. [11.6.2a-fail]"""
    left = toll.standing()
    undesignate(game, left, "11.6.2a")
    shake(game, left, 1)
    again = Withdrawal(game, left, toll.hex, toll.designated)
    gone = yield from withdraw(game, again)
    yield from toll.ladder(max(hits - gone, 0), rest=True)


def _as_retreat(
    game: Gs, toll: Toll, way: Withdrawal, names: Collection[str], hits: int
) -> Questions[None]:
    """The first hit as a retreat: no designation, one AS, back; of the other hits half, within Max
    step loss, then two as fatigue, and the rest is forgiven. [11.6.2b]"""
    undesignate(game, names, "11.6.2b")
    shake(game, names, 1)
    gone = yield from withdraw(game, way)
    rest = max(hits - 1 - gone, 0)
    yield from toll.ladder((rest + 1) // 2, rest=False)
