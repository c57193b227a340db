"""The Pre-Turn Phase: the weather, who goes first, turns without fighting. [2.4(1)] [17.0]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.engine.decision import Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.kit.forms import Word
from grognard.systems.ocs.results import Weather, weather_effects, weather_rolled
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES, TURN
from grognard.systems.ocs.turn.phases import turn_status

FIRST, SECOND, SIMULCAST = "first", "second", "simulcast"
WHO_FIRST, AGREE = "who goes first", "simulcast"


def weather(game: Ocs, side: str = "") -> Weather:
    """What the weather of this turn does, to both or to one side. [17.0a] [17.0b]"""
    return game.cached(
        ("weather", side),
        (TURN.name,),
        lambda: weather_effects(game.scenario.tables, turn_status(game).weather, side),
    )


def pre_turn(game: Ocs) -> Procedure:
    """Weather first, then the order of the Player Turns. [2.3-weather] [2.3-first]"""
    for side in game.scenario.sides:  # capacities are by the turn, and nothing is saved [13.3b]
        game.put(SIDES, side, replace(game.state[SIDES][side], rail_used=0, sea_used=0, moving=()))
    game.put(TURN, "now", replace(turn_status(game), simulcast=False))
    determine_weather(game)
    yield from determine_first(game)


def determine_weather(game: Ocs) -> None:
    """One roll for both sides, which holds for the whole Game Turn. [2.3-weather] [17.0b]"""
    scenario, status = game.scenario, turn_status(game)
    dice: tuple[int, ...] = ()
    if game.turn == 1 and scenario.start_weather:
        name = scenario.start_weather
    else:
        dice = game.roll(2)
        name = weather_rolled(scenario.tables, scenario.season(game.turn), sum(dice))
    game.put(TURN, "now", replace(status, weather=name))
    game.emit(Event("weather", "2.3-weather", {"weather": name}, dice))


def determine_first(game: Ocs) -> Procedure:
    """Each rolls two dice, ties again; the higher chooses to go first or second. [2.3-first]"""
    scenario = game.scenario
    if scenario.first and (game.turn == 1 or scenario.fixed_first):
        _go_first(game, scenario.first)
        return
    while True:
        one, two = game.roll(2), game.roll(2)
        if sum(one) != sum(two):
            break
    winner = scenario.sides[0] if sum(one) > sum(two) else scenario.sides[1]
    rolls = dict(zip(scenario.sides, (sum(one), sum(two)), strict=True))
    facts = {"rolls": rolls, "winner": winner}
    game.emit(Event("initiative", "2.3-first", facts, (*one, *two)))
    yield from _choose(game, winner)


def _choose(game: Ocs, winner: str) -> Procedure:
    """The winner's choice; he may propose a simulcast turn, once. [2.3-first] [2.4(1)]"""
    other = game.scenario.other(winner)
    words = [FIRST, SECOND] + ([SIMULCAST] if game.options["simulcast"] == "on" else [])
    answer = yield _who_first(game, winner, words)
    if answer["choice"] == SIMULCAST:
        reply = yield _agreement(game, other, winner)
        if reply["agree"]:
            game.put(TURN, "now", replace(turn_status(game), simulcast=True))
            game.emit(Event("simulcast", "2.4(1)", {"by": winner}))
            _go_first(game, winner)
            return
        answer = yield _who_first(game, winner, [FIRST, SECOND])
    _go_first(game, winner if answer["choice"] == FIRST else other)


@dataclass(frozen=True, slots=True)
class Turn:
    """What the winner of the roll wants."""

    choice: Word


class ChooseOrder(Among[Ocs, Turn]):
    """Who goes first, or that nobody fights. [2.3-first] [2.4(1)]"""

    do, rule, order = "choose-order", "2.3-first", Turn
    title, phrase = "Choose the order", "{said}"

    def details(self, game: Ocs, order: Turn) -> Mapping[str, str]:
        """In words."""
        return {"said": SAID[order.choice]} if order.choice in SAID else {}


SAID = {FIRST: "Go first", SECOND: "Go second", SIMULCAST: "Propose a simulcast turn"}


@dataclass(frozen=True, slots=True)
class Reply:
    """Whether the other player agrees."""

    agree: bool


class Agree(Among[Ocs, Reply]):
    """Whether a turn without fighting is agreed on. [2.4(1)]"""

    do, rule, order = "simulcast", "2.4(1)", Reply
    title, phrase = "Agree to a simulcast turn", "{said}"

    def details(self, game: Ocs, order: Reply) -> Mapping[str, str]:
        """Yes or no."""
        return {"said": "Agree to a simulcast turn" if order.agree else "No simulcast turn"}


def _who_first(game: Ocs, winner: str, words: list[str]) -> Ask:
    offer = ChooseOrder(Turn(word) for word in words)
    first, second = (offer.written(game, Turn(word)) for word in (FIRST, SECOND))
    return Ask(
        winner, WHO_FIRST, "go first or second in this Game Turn", "2.3-first", (offer,),
        default=first,
        policies={"always first": lambda: first, "always second": lambda: second},
    )  # fmt: skip


def _agreement(game: Ocs, player: str, proposer: str) -> Ask:
    offer = Agree(Reply(agree) for agree in (True, False))
    yes, no = (offer.written(game, order) for order in offer.orders)
    return Ask(
        player, AGREE, f"{proposer} proposes a turn without combat, barrages and raids", "2.4(1)",
        (offer,),
        default=no,
        policies={"agree": lambda: yes, "decline": lambda: no},
    )  # fmt: skip


def _go_first(game: Ocs, side: str) -> None:
    game.put(TURN, "now", replace(turn_status(game), first=side))
    game.emit(Event("order", "2.3-first", {"first": side}))
