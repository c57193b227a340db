"""How a lull comes about: a side asks, the other grants it; or the scenario says so. [24.1.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.deeds import Verb
from grognard.kit.forms import Word
from grognard.systems.goss.lulls.active import choose
from grognard.systems.goss.lulls.razing import raze
from grognard.systems.goss.pieces.quiet import in_force
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LULLS, Lull
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.roles import other

LEAST = 21
"""How many GTs a voluntary lull lasts at least. [24.1.2]"""
GRANT = "grant-lull"
YES, NO = "yes", "no"
WHERE = {"command": phases.LULLS, "weather": phases.WEATHER_LULLS}
"""The segment in which lulls are asked for, by the option. [24.1.0] [24.1.1]"""


@dataclass(frozen=True, slots=True)
class Request:
    """An army, and the GT in which its lull is to end, which stays secret."""

    army: Word
    until: int


@dataclass(frozen=True, slots=True)
class Wish:
    """Yes or no."""

    answer: Word


class Grant(Among[Gs, Wish]):
    """Whether the other side grants a lull. [24.1.2]"""

    do, rule, order = GRANT, "24.1.2", Wish
    title, phrase = "Grant a lull", "{answer}"


class AskLull(Verb[Gs, Request]):
    """A side asks for a lull of one of its armies, and notes its end. [24.1.1] [24.1.2]"""

    do, rule, title, order = "ask-lull", "24.1.2", "Ask for a lull", Request
    phrase = "a lull of {army} until game turn {until}"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The armies of a side that may have one. [24.0]"""
        mine = [n for n, plan in sorted(game.scenario.armies.items()) if plan.side == player]
        return [n for n in mine if not self._against(game, player, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Request]:
        """As short as may be, or a week."""
        yield Request(actor, game.turn + LEAST)
        yield Request(actor, game.turn + LEAST + 3)

    def against(self, game: Gs, player: str, order: Request) -> list[Refusal]:
        """An army at a time, once in a GT, for twenty-one GTs at least. [24.0] [24.1.1]
        [24.1.2]"""
        wrong = self._against(game, player, order.army)
        if wrong:
            return wrong
        if order.until - game.turn < LEAST:
            return [Refusal("24.1.2", f"a lull lasts {LEAST} game turns at least")]
        return []

    def _against(self, game: Gs, player: str, name: str) -> list[Refusal]:
        plan = game.scenario.armies.get(name)
        if game.options["voluntary-lulls"] != "on":
            return [Refusal("24.1.1", "in this scenario nobody asks for lulls")]
        if game.segment.kind != WHERE[game.options["lull-request"]]:
            return [Refusal("24.1.0", "this is not the segment for it")]
        if plan is None or plan.side != player:
            return [Refusal("24.0", f"{name!r} is no army of yours")]
        lull = game.state[LULLS].get(name) or Lull()
        if in_force(lull):
            return [Refusal("24.1.1", f"{name} is in a lull")]
        if lull.asked == game.turn:
            return [Refusal("24.1.2", "this lull has been refused in this game turn")]
        return []

    def carry_out(self, game: Gs, player: str, order: Request) -> Procedure:
        """The other side grants it, and it is on at once; or it does not, and nothing happens. The
        noted end is told to nobody. [24.1.0] [24.1.2]"""
        lull = game.state[LULLS].get(order.army) or Lull()
        game.put(LULLS, order.army, replace(lull, asked=game.turn))
        game.emit(Event("lull-asked", "24.1.1", {"side": player, "army": order.army}))
        choice = Grant([Wish(NO), Wish(YES)])
        answer = yield choice.ask(
            game, other(player), GRANT, f"Grant a lull of {order.army}?",
            {NO: Wish(NO), YES: Wish(YES)},
        )  # fmt: skip
        if choice.order_of(game, answer).answer == NO:
            game.emit(Event("lull-refused", "24.1.2", {"side": player, "army": order.army}))
            return
        yield from begin(game, order.army, player, order.until)


def begin(game: Gs, key: str, side: str, until: int, *, mandated: bool = False) -> Procedure:
    """A lull is on: who asked for it is Side One; both say who is active. [24.1.0] [24.1.2]
    [24.2.0]"""
    game.put(LULLS, key, Lull(side, game.turn, until, mandated, asked=game.turn))
    game.emit(Event("lull-begins", "24.1.2", {"side": side, "army": key}))
    raze(game, key)
    for one in (side, other(side)):
        yield from choose(game, key, one)


# ---- lulls that the scenario commands [24.1.0]


@dataclass(frozen=True, slots=True)
class Command:
    """A lull that the scenario commands: whose, and from which GT to which. [24.1.0]"""

    army: str
    one: str
    since: int
    until: int


def commanded(game: Gs) -> list[Command]:
    """What the scenario says under `lulls`. [24.0] [24.1.0]"""
    return [
        Command(row["army"], row["one"], int(row["from"]), int(row["until"]))
        for row in game.scenario.special.get("lulls", ())
    ]


def begin_commanded(game: Gs) -> Procedure:
    """At the end of the Weather Phase lulls begin that the scenario commands; it says who is Side
    One. [24.1.0]"""
    for order in commanded(game):
        lull = game.state[LULLS].get(order.army) or Lull()
        if order.since == game.turn and not in_force(lull):
            yield from begin(game, order.army, order.one, order.until, mandated=True)
