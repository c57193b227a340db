"""The United Nations: resolutions, vetoes, and who refuses to obey. [28.0]"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.forms import Word
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.nations.posture import posture_drm, take_posture
from grognard.systems.nextwar.nations.status import COUNCIL, UN, Council
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES, SIDES
from grognard.systems.nextwar.turn.initiative import FIRST, side_of
from grognard.systems.nextwar.turn.points import gain

PASS, VETO = "pass", "veto"
OBEY, REFUSE = "obey", "refuse"
DEMANDED = 10
"""The least modified roll that demands a ceasefire. [28.0]"""
VETO_PRICE = 5
"""What a veto costs. [28.1]"""
REFUSAL_PRICE = 10
"""What a side gains in every Initiative Phase in which its enemy will not obey. [28.2]"""


@dataclass(frozen=True, slots=True)
class Vote:
    """How a power votes."""

    power: Word
    vote: Word


class Veto(Among[Nw, Vote]):
    """Vetoing a resolution, or letting it pass. [28.1]"""

    do, rule, order = "veto", "28.1", Vote
    title, phrase = "Vote on the ceasefire", "{power}: {vote}"


@dataclass(frozen=True, slots=True)
class Stand:
    """Whether a side obeys or refuses."""

    answer: Word


class Refuse(Among[Nw, Stand]):
    """Refusing a ceasefire, or obeying it. [28.2]"""

    do, rule, order = "refuse-ceasefire", "28.2", Stand
    title, phrase = "Answer the ceasefire", "{answer}"


def council_of(game: Nw) -> Council:
    """What has come of the United Nations so far."""
    return game.state[COUNCIL][UN]


def council_meets(game: Nw) -> Procedure:
    """In the Initiative Phase a resolution is rolled for, until one stands; then it is asked who
    obeys. [28.0] [28.2]"""
    take_posture(game)
    begins = game.scenario.resolutions.begins
    if not begins or game.turn < begins:
        return
    if not council_of(game).demanded and resolved(game):
        yield from _vote(game)
    if council_of(game).demanded:
        yield from _obey(game)


def resolved(game: Nw) -> bool:
    """Roll for a resolution: ten or more demands a ceasefire. [28.0]"""
    tally = modifiers(game)
    modifier = int(tally.total)
    shown, demanded = dice.roll(game, lambda pips: pips + modifier >= DEMANDED)
    facts = {"side": side_of(game, FIRST), "demanded": demanded}
    dice.show(game, "resolution", "28.0", facts, shown, tally)
    return demanded


def modifiers(game: Nw) -> Tally:
    """What the scenario and the posture of the world add to the roll. [28.0]"""
    said, tally = game.scenario.resolutions, posture_drm(game)
    if said.drm:
        tally = tally.add("the scenario", said.drm, "28.0")
    for turn, worth in said.drms.items():
        if game.turn >= turn:
            tally = tally.add(f"turn {turn} and later", worth, "28.0")
    if said.gas and _gas_used(game):
        tally = tally.add("chemical weapons", said.gas, "28.0")
    if said.capital and _capital_lost(game):
        tally = tally.add("a capital has fallen", said.capital, "28.0")
    return tally


def _gas_used(game: Nw) -> bool:
    """Whether chemical weapons have been used, in this turn or before. [18.2.4]"""
    begun, now = game.scenario.assets, game.state[SIDES]
    spent = any(now[side].gas < begun[side].gas for side in now)
    return spent or any(status.gas for status in game.state[HEXES].values())


def _capital_lost(game: Nw) -> bool:
    """Whether a capital is the enemy's: its site, or all hexes that the terms of victory name."""
    sites = [site for site in game.scenario.sites.values() if site.capital and site.owner]
    hexes = game.scenario.terms.capital
    return any(
        controller(game, site.hex) == game.scenario.other(site.owner) for site in sites
    ) or any(all(controller(game, h) == side for h in some) for side, some in hexes.items())


def _vote(game: Nw) -> Procedure:
    """Each side is asked once, by the first of its powers in the scenario's order; a veto costs it
    points, and the roll is as if it had not been. [28.1]"""
    powers = {side: power for power, side in reversed(game.scenario.resolutions.vetoes)}
    for power, side in game.scenario.resolutions.vetoes:
        if powers[side] != power:
            continue
        order = yield from Veto([Vote(power, PASS), Vote(power, VETO)]).chosen(
            game, side, "veto", f"Does the {power} veto the ceasefire?",
            {"let it pass": Vote(power, PASS), "veto": Vote(power, VETO)},
        )  # fmt: skip
        if order.vote == VETO:
            status = game.state[SIDES][side]
            game.put(SIDES, side, replace(status, vp=status.vp - VETO_PRICE))
            facts = {"side": side, "power": power, "points": VETO_PRICE}
            game.emit(Event("vetoed", "28.1", facts))
            return
    game.put(COUNCIL, UN, replace(council_of(game), demanded=game.turn))
    game.emit(Event("ceasefire-demanded", "28.1", {"turn": game.turn}))


def _obey(game: Nw) -> Procedure:
    """Who had the initiative in the first turn says first whether he obeys; if he does not, his
    enemy defends himself without a penalty, and is not asked. [28.2]"""
    for side in game.scenario.sides:
        if (yield from _refused(game, side)):
            game.emit(Event("ceasefire-refused", "28.2", {"side": side}))
            gain(game, game.scenario.other(side), Fraction(REFUSAL_PRICE), "28.2", "refusal")
            return
    game.put(COUNCIL, UN, replace(council_of(game), obeyed=game.turn))
    game.emit(Event("ceasefire-obeyed", "28.2", {"turn": game.turn}))


def _refused(game: Nw, side: str) -> Questions[bool]:
    order = yield from Refuse([Stand(OBEY), Stand(REFUSE)]).chosen(
        game, side, "ceasefire", "Refuse the ceasefire? The enemy gains 10 points in every turn",
        {"obey": Stand(OBEY), "refuse": Stand(REFUSE)},
    )  # fmt: skip
    return order.answer == REFUSE


def in_force(game: Nw) -> bool:
    """Whether a ceasefire ends the war in this turn. [28.0] [28.1]"""
    return council_of(game).obeyed == game.turn
