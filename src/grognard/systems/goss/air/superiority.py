"""Air superiority: escorts and interceptors. [20.6.0]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer, Questions
from grognard.systems.goss.air.tracks import left, may_fly, spend, superiority
from grognard.systems.goss.scenario import Gs


@dataclass(frozen=True, slots=True)
class Interceptors:
    """The air points that intercept a mission; none if it is let through."""

    ap: int = 0


class Intercept(Answer[Gs, Interceptors]):
    """Air points for air superiority are sent against an enemy mission. [20.6.0] [20.6.1]"""

    do, rule, order = "intercept", "20.6.1", Interceptors
    title, phrase = "Intercept", ("intercept with {ap} AP", "let them through")

    def __init__(self, sector: str) -> None:
        self.sector = sector

    def against(self, game: Gs, player: str, order: Interceptors) -> list[Refusal]:
        """As many as are left for air superiority in the sector; there is no other limit. [20.6.1]
        [20.1.2]"""
        most = left(game, player, "asup", self.sector)
        if 0 <= order.ap <= most:
            return []
        return [Refusal("20.1.2", f"there are {most} AP for air superiority")]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Interceptors]:
        """None, one, some, or all."""
        most = left(game, player, "asup", self.sector)
        for ap in dict.fromkeys((0, min(1, most), min(2, most), min(4, most), most // 2, most)):
            yield Interceptors(ap)


def intercepted(game: Gs, enemy: str, sector: str, what: str, rule: str) -> Questions[int]:
    """How many air points the enemy sends against a mission; they are used at once. He is asked
    whenever he has air points today, so that the question tells nothing. [20.2.1(5)] [20.6.1]"""
    if not may_fly(game, enemy):
        return 0
    question = Intercept(sector)
    question.rule = rule
    answer = yield question.ask(
        game, enemy, "intercept", f"{what}: intercept?",
        {"none": Interceptors(), "all": lambda: Interceptors(left(game, enemy, "asup", sector))},
        supposed="nobody intercepts",
    )  # fmt: skip
    ap = question.order_of(game, answer).ap
    if ap:
        spend(game, enemy, sector, asup=ap)
    return ap


def fight(game: Gs, mission: int, escorts: int, interceptors: int) -> tuple[int, int]:
    """Each escort aborts an interceptor and the other way round; each interceptor that is left
    aborts a point of the mission. What is left of the mission, and of its escorts. [20.6.2]"""
    guards, hunters = superiority(game, escorts), superiority(game, interceptors)
    return max(mission - max(hunters - guards, 0), 0), max(guards - hunters, 0)


def told(game: Gs, side: str, escorts: int, interceptors: int, before: int, after: int) -> None:
    """What came of it."""
    if escorts or interceptors:
        facts = {
            "side": side, "escorts": escorts, "interceptors": interceptors, "before": before,
            "points": after,
        }  # fmt: skip
        game.emit(Event("air-superiority", "20.6.2", facts))
