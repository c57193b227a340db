"""Who wakes up: Side Two's units that were attacked, and Side One's after a counter-offensive.
[24.2.0-2] [24.5.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfMany
from grognard.systems.goss.dice import d10
from grognard.systems.goss.modes.single import not_yours
from grognard.systems.goss.pieces.quiet import in_force, inactive, lull_of, members, sluggish
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, LULLS
from grognard.systems.goss.turn.moments import this_segment, this_turn
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import UNITS
from grognard.systems.goss.words import called

FOREVER = 1_000_000
"""A GT that no game reaches: who is woken by a counter-offensive stays awake. [24.5.0]"""
AWAKE_FOR = 2
"""For how many GTs after the one of an attack Side Two's units are active. [24.2.0-2]"""


def attacked_wake(game: Gs) -> None:
    """When a GT ends, Side Two's units that were assaulted in it are active for the next two; who
    is attacked again in the second of them stays so. [24.2.0-2]"""
    for name, key in members(game).items():
        lull, unit = game.state[LULLS][key], unit_of(game, name)
        theirs = in_force(lull) and counter_of(game, name).side != lull.one
        if theirs and unit.defended >= 0 and this_turn(game, unit.defended):
            game.put(UNITS, name, replace(unit, awake=game.turn + AWAKE_FOR))


# ---- counter-offensives [24.5.0]


def struck_wake(game: Gs) -> None:
    """Side One's units that Side Two assaults after a counter-offensive, or beside a hex that it
    does, are active at once, and stay so. [24.5.0(a)]"""
    if not any(sluggish(game, lull) for lull in game.state[LULLS].values()):
        return
    struck = {h for h, one in game.state[HEXES].items() if this_segment(game, one.assaulted)}
    near = struck | {b for h in struck for b in game.board.around(h)}
    names = [name for side in game.scenario.sides for name in on_map(game, side)]
    hit = [n for n in names if this_segment(game, unit_of(game, n).defended)]
    for name in [n for n in names if n in hit or unit_of(game, n).hex in near]:
        lull = lull_of(game, name)
        if lull is None or not sluggish(game, lull) or counter_of(game, name).side != lull.one:
            continue
        if active(game) != lull.one and inactive(game, name):
            wake(game, (name,), "24.5.0(a)")


def wake(game: Gs, names: Sequence[str], rule: str) -> None:
    """Units are active, for good. [24.5.0]"""
    for name in names:
        game.put(UNITS, name, replace(unit_of(game, name), awake=FOREVER))
    game.emit(Event("lull-woken", rule, {"units": list(names)}))


def roll_to_wake(game: Gs) -> None:
    """In its Mode Determination Phase Side One rolls two dice for each army: half of their sum is
    how many units it may activate in the GT of the counter-offensive, all of it in the next.
    [24.5.0(b)] [24.5.0(c)]"""
    for key, lull in sorted(game.state[LULLS].items()):
        if lull.one != active(game) or not sluggish(game, lull):
            continue
        dice = [d10(game, lambda pips: pips)[0] for _ in range(2)]
        first = game.turn == lull.ended
        count = -(-sum(dice) // 2) if first else sum(dice)
        game.put(LULLS, key, replace(lull, waking=count))
        rule = "24.5.0(b)" if first else "24.5.0(c)"
        facts = {"side": lull.one, "army": key, "count": count}
        game.emit(Event("lull-roll", rule, facts, dice=tuple(dice)))


class WakeUnits(Verb[Gs, OfMany]):
    """Side One activates units after a counter-offensive, each counting as one. [24.5.0(b)]
    [24.5.0(c)]"""

    do, rule, title, order = "wake-units", "24.5.0", "Activate units", OfMany
    phrase = ("{sole_units} is active", "{units} are active")

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Whoever sleeps in a lull that was broken."""
        if not any(one.waking for one in game.state[LULLS].values()):
            return []
        return [n for n in on_map(game, player) if not self._against(game, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfMany]:
        """The unit by itself."""
        yield OfMany((actor,))

    def against(self, game: Gs, player: str, order: OfMany) -> list[Refusal]:
        """Units that sleep, no more of an army than were rolled; special stacking makes none of
        them less. [24.5.0(b)] [24.5.0(c)]"""
        wrong = not_yours(game, player, order.units)
        wrong = wrong or [why for n in order.units for why in self._against(game, n)]
        if wrong:
            return wrong
        found = members(game)
        for key in sorted({found[n] for n in order.units}):
            count = len({n for n in order.units if found[n] == key})
            if count > game.state[LULLS][key].waking:
                return [
                    Refusal("24.5.0", f"{game.state[LULLS][key].waking} units may be activated")
                ]
        return []

    def _against(self, game: Gs, name: str) -> list[Refusal]:
        lull = lull_of(game, name)
        if lull is None or not lull.waking or not inactive(game, name):
            return [Refusal("24.5.0", f"{called(game, name)} is not to be woken")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfMany) -> None:
        """They are active, and stay so. [24.5.0]"""
        found = members(game)
        for name in order.units:
            key = found[name]
            lull = game.state[LULLS][key]
            game.put(LULLS, key, replace(lull, waking=lull.waking - 1))
        wake(game, order.units, "24.5.0(b)")


def no_more_waking(game: Gs) -> None:
    """What is not used in the Mode Determination Phase is lost. [24.5.0(b)]"""
    for key, lull in sorted(game.state[LULLS].items()):
        if lull.waking:
            game.put(LULLS, key, replace(lull, waking=0))
