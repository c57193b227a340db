"""Blowing up bridges, and rebuilding those of rivers and streams. [14.1.4] [14.2] [14.3.1]

Both are paid for in movement points and leave the unit free to use the rest. A bridge that is down
or up again counts at once, for whoever moves next.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator
from fractions import Fraction

from grognard.engine.decision import Action, Deed, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.wb95.ground import POINT
from grognard.systems.wb95.movement.movement import budget
from grognard.systems.wb95.movement.moves import activate
from grognard.systems.wb95.movement.stacking import keeps_room
from grognard.systems.wb95.pieces.headquarters import commanded
from grognard.systems.wb95.pieces.stacks import holder, stacks, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.sampling import shuffled
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import BRIDGES
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.works.bridges import destroy, in_use, label, update_control
from grognard.systems.wb95.works.spans import spans

BLOW_RIVER = 1 * POINT
"""Destroying a bridge over a river, canal or stream. [14.2.1]"""
BLOW_BIG_RIVER = 3 * POINT
"""Destroying a bridge over a big river. [14.3.1]"""
REBUILD = 3 * POINT
"""Rebuilding a bridge over a river, canal or stream. [14.2.2]"""


def read_bridge(game: Wb, text: str) -> int | None:
    """The bridge that a text such as `0203-0204` names, from either end; None if there is none."""
    ends = [game.board.index.get(end, -1) for end in text.split("-")]
    if len(ends) != 2 or min(ends) < 0 or not game.board.adjacent(*ends):
        return None
    key = game.scenario.ground.side_key(*ends)
    return key if key in game.state[BRIDGES] else None


def over_big_river(game: Wb, key: int) -> bool:
    """Whether a bridge crosses a big river."""
    return game.scenario.ground.big_river(*game.scenario.ground.side_hexes(key))


def engaged(game: Wb, name: str) -> list[Refusal]:
    """Why a unit may not use movement on works now: halted [4.2.1], or marked to move later.

    Nor may it if it is needed to thin out a crowded hex. [3.2.1]
    """
    unit, serial = unit_of(game, name), game.serial
    refusals = []
    if unit.moved == serial and unit.halted:
        refusals.append(Refusal("4.2.1", f"{name} has stopped and uses no more MPs this phase"))
    if unit.marked == serial:
        refusals.append(Refusal("12.1.2", f"{name} is marked to move in the strategic phase"))
    return refusals or keeps_room(game, counter_of(game, name).side, (name,))


class BridgeDeed(Deed[Wb]):
    """What a unit does to the bridge it stands at."""

    form = {"unit": "text", "bridge": "text"}
    wants_intact: bool

    def check(self, game: Wb, player: str, action: Action) -> list[Refusal]:
        """Own unit, existing bridge in the right condition, at one of its ends, enough MPs."""
        if not in_use(game):
            return [Refusal("14.1.1", "bridges are neither destroyed nor built: chapter 14 is off")]
        name, text = action["unit"], action["bridge"]
        known = game.state[UNITS].get(name)
        if known is None or known.place != MAP or counter_of(game, name).side != player:
            return [Refusal(self.rule, f"{name!r} is none of {player}'s units on the map")]
        key = read_bridge(game, text)
        if key is None:
            return [Refusal(self.absent, f"there is no bridge {text!r}; write it 0203-0204")]
        return self.about(game, player, name, key)

    absent = "14.1.1"

    @abstractmethod
    def about(self, game: Wb, player: str, name: str, key: int) -> list[Refusal]:
        """The reasons against this unit working on this bridge."""

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Every own unit at a bridge that may do it."""
        if not in_use(game):
            return
        for key, bridge in sorted(game.state[BRIDGES].items()):
            if bridge.intact != self.wants_intact:
                continue
            for end in game.scenario.ground.side_hexes(key):
                if holder(game, end) == player:
                    for name in units_at(game, end):
                        if not self.about(game, player, name, key):
                            yield {"do": self.do, "unit": name, "bridge": label(game, key)}

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """An own hex at such a bridge, picked by chance, and a unit there that may do it."""
        known, at = game.state[BRIDGES], spans(game).at
        sites = [h for h in sorted(stacks(game).held[player]) if h in at] if in_use(game) else []
        for h in shuffled(sites, rng):
            for key in at[h]:
                if known[key].intact != self.wants_intact:
                    continue
                for name in shuffled(units_at(game, h), rng):
                    if not self.about(game, player, name, key):
                        return {"do": self.do, "unit": name, "bridge": label(game, key)}
        return None


def _at_end(game: Wb, name: str, key: int, rule: str) -> list[Refusal]:
    if unit_of(game, name).hex in game.scenario.ground.side_hexes(key):
        return []
    return [Refusal(rule, f"{name} does not stand at either end of the bridge {label(game, key)}")]


def _affords(game: Wb, name: str, cost: int, rule: str) -> list[Refusal]:
    left = budget(game, name)
    if left >= cost:
        return []
    return [Refusal(rule, f"it costs {cost // POINT} MP; {name} has {Fraction(left, POINT)} left")]


def _not_controlled(game: Wb, player: str, key: int) -> list[Refusal]:
    """Units destroy only the bridges that their side controls. [14.1.4]"""
    owner = game.state[BRIDGES][key].controller
    if owner == player:
        return []
    text = f"only who controls a bridge destroys it; {label(game, key)} is {owner or 'nobody'}'s"
    return [Refusal("14.1.4", text)]


class Blow(BridgeDeed):
    """Blowing up a bridge. [14.1.4] [14.2.1] [14.3.1]"""

    do = "blow"
    rule = "14.2.1"
    wants_intact = True

    def about(self, game: Wb, player: str, name: str, key: int) -> list[Refusal]:
        """A regular unit or headquarters at the bridge, of the side that controls it."""
        counter, bridge = counter_of(game, name), game.state[BRIDGES][key]
        big = over_big_river(game, key)
        rule = "14.3.1" if big else "14.2.1"
        cost = BLOW_BIG_RIVER if big else BLOW_RIVER
        refusals = engaged(game, name) + _at_end(game, name, key, rule)
        if not bridge.intact:
            refusals.append(Refusal("14.1.1", f"the bridge {label(game, key)} is down already"))
        if not (counter.regular or counter.hq):
            refusals.append(Refusal(rule, f"{name} is neither a regular unit nor a headquarters"))
        refusals += _not_controlled(game, player, key)
        return refusals + _affords(game, name, cost, rule)

    def perform(self, game: Wb, player: str, action: Action) -> Procedure:
        """Pay and blow it up."""
        key = read_bridge(game, action["bridge"])
        assert key is not None
        big = over_big_river(game, key)
        activate(game, action["unit"], BLOW_BIG_RIVER if big else BLOW_RIVER)
        destroy(game, key, "14.3.1" if big else "14.2.1")
        yield from ()


class Rebuild(BridgeDeed):
    """Rebuilding a bridge over a river or stream. [14.2.2] [14.2.3]"""

    do = "rebuild"
    rule = "14.2.2"
    absent = "14.2.3"
    wants_intact = False

    def about(self, game: Wb, player: str, name: str, key: int) -> list[Refusal]:
        """A headquarters, or any unit but artillery in range of one, at a printed bridge.

        The enemy at the other end does not prevent it.
        """
        counter, bridge = counter_of(game, name), game.state[BRIDGES][key]
        refusals = engaged(game, name) + _at_end(game, name, key, "14.2.2")
        if over_big_river(game, key):
            refusals.append(Refusal("14.3.2b", "over a big river a headquarters builds the bridge"))
        if bridge.intact:
            refusals.append(Refusal("14.2.3", f"the bridge {label(game, key)} stands"))
        if not bridge.printed:
            refusals.append(Refusal("14.2.3", f"no bridge is printed at {label(game, key)}"))
        if counter.artillery:
            refusals.append(Refusal("14.2.2", f"{name} is artillery and builds no bridges"))
        elif not commanded(game, player, (name,)):  # a headquarters is in range of itself
            refusals.append(Refusal("14.2.2", f"{name} is out of range of every headquarters"))
        return refusals + _affords(game, name, REBUILD, "14.2.2")

    def perform(self, game: Wb, player: str, action: Action) -> Procedure:
        """Pay and put it up again."""
        key = read_bridge(game, action["bridge"])
        assert key is not None
        activate(game, action["unit"], REBUILD)
        game.put(BRIDGES, key, replace(game.state[BRIDGES][key], intact=True))
        update_control(game, unit_of(game, action["unit"]).hex)
        name = label(game, key)
        text = f"{counter_of(game, action['unit']).name} rebuilds the bridge {name}"
        game.emit(Event("bridge up", text, "14.2.2", {"bridge": name, "side": player}))
        yield from ()
