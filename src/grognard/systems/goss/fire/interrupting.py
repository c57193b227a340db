"""The one artillery mission against units that are about to overrun somebody. [5.3.5-fs]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import Counts, Piece
from grognard.systems.goss.fire.barrage import Fire, against_guns, roomy
from grognard.systems.goss.fire.conducting import conduct, volleys
from grognard.systems.goss.fire.guns import worth
from grognard.systems.goss.fire.mission import ARTILLERY, OBSERVED, Mission
from grognard.systems.goss.fire.picking import gunners
from grognard.systems.goss.pieces.stacks import units_at
from grognard.systems.goss.pieces.values import counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import STRAT


@dataclass(frozen=True, slots=True)
class Interruption:
    """Guns with their points, none if nobody fires; the spotter, volleys of intensive fire, and
    whether a last volley of less than eight is left out."""

    guns: Counts = field(default_factory=dict)
    spotter: Piece = ""
    intensive: int = 0
    drop: bool = False


HOLD = Interruption()


def spotters(game: Gs, target: int) -> list[str]:
    """Those who are about to be overrun and may spot: the enemies before them are in sight of them
    whatever the ground is. [5.3.5-fs] [11.2.4a] [4.1.3] [5.5.6]"""
    return [
        n
        for n in units_at(game, target)
        if not z_step(counter_of(game, n), unit_of(game, n)) and unit_of(game, n).mode != STRAT
    ]


class FireAtOverrun(Answer[Gs, Interruption]):
    """Artillery fires at units that are about to overrun somebody, or holds its fire. [5.3.5-fs]"""

    do, rule, order = "fire-at-overrun", "5.3.5-fs", Interruption
    title, phrase = "Fire at the overrun", ("{guns}, observed by {spotter}", "hold the fire")

    def __init__(self, launch: int, target: int, level: str) -> None:
        self.launch, self.target, self.level = launch, target, level

    def against(self, game: Gs, player: str, order: Interruption) -> list[Refusal]:
        """A spotter in the hex that is overrun, and guns as for any mission of its capacity.
        [5.3.5-fs] [11.2.4a] [11.2.4b] [11.2.4c]"""
        if order == HOLD:
            return []
        if order.spotter not in spotters(game, self.target):
            return [Refusal("11.2.4a", "somebody in the hex that is overrun spots")]
        return against_guns(game, player, self._as_fire(order), self.level)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Interruption]:
        """Nothing; for each spotter all the guns that there is room for, or one."""
        yield HOLD
        for spotter in spotters(game, self.target):
            chosen = roomy(game, player, spotter, self.launch, self.level)
            if chosen:
                yield Interruption(chosen, spotter)
                first = next(iter(chosen))
                if len(chosen) > 1:
                    yield Interruption({first: chosen[first]}, spotter)

    def best(self, game: Gs, player: str) -> Interruption:
        """House: what most guns take part in."""
        ways = [one for one in self.ways(game, player, "") if not self.against(game, player, one)]
        return max(ways, key=lambda one: sum(one.guns.values()))

    def _as_fire(self, order: Interruption) -> Fire:
        return Fire(self.launch, order.guns, order.spotter, order.intensive, order.drop)


def fired_at(
    game: Gs, names: tuple[str, ...], launch: int, target: int, level: str
) -> Questions[None]:
    """Those about to be overrun may fire one mission of a capacity at the hex that the overrun
    comes from; the overrunning side fires none. [5.3.5-fs] [5.3.5] [11.2.4]"""
    side = counter_of(game, units_at(game, target)[0]).side
    choice = FireAtOverrun(launch, target, level)
    if game.supposing or not gunners(game, side) or choice.best(game, side) == HOLD:
        return
    prompt = f"Fire at the units in {game.board.label(launch)}?"
    answer = yield choice.ask(
        game, side, "fire-at-overrun", prompt,
        {"fire": lambda: choice.best(game, side), "hold": HOLD},
    )  # fmt: skip
    order = choice.order_of(game, answer)
    if order == HOLD:
        return
    points = volleys(worth(game, order.guns), order.intensive, order.drop)
    yield from conduct(
        game,
        Mission(
            ARTILLERY, side, launch, order.spotter, OBSERVED, order.guns, points, order.intensive,
            only=names,
        ),
    )  # fmt: skip
