"""Bridges that are gone: under heavy AFVs, or blown up. [17.3.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Pieces
from grognard.kit.orders import OneAt
from grognard.systems.goss.charts import number
from grognard.systems.goss.dice import d10
from grognard.systems.goss.ground import TRAIL
from grognard.systems.goss.pieces.crossing import crossing
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.pieces.stacks import beside_enemy, enemy_within, holder, on_map, own_at
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, HEAVY, MARKER, PRINTED, Bridge
from grognard.systems.goss.turn.calendar import dark
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import UNITS, WEIGHTS, Counter
from grognard.systems.goss.works.bridging import against_engineers
from grognard.systems.goss.works.building import cleared, engineer_steps, sapper
from grognard.systems.goss.works.lulled import charges_left, quiet, watched

HASTY, PREPARED = 3, 5
"""What a demolition succeeds on, or less. [17.3.2b] [17.3.2c]"""
REACH = 8
"""How near to an enemy a bridge is prepared for demolition. [17.3.2c]"""


def destroyed(game: Gs, a: int, b: int, rule: str) -> None:
    """A bridge is gone: a printed one may be repaired, a marker is taken off, and a heavy bridge is
    lost with its unit. [17.3.2]"""
    key = game.scenario.ground.side_key(a, b)
    bridge = game.state[BRIDGES].get(key) or Bridge()
    cleared(game, key)
    label = game.board.label
    game.emit(Event("bridge-lost", rule, {"hexes": [label(a), label(b)]}))
    if bridge.kind == HEAVY and bridge.unit:
        eliminate(game, bridge.unit, rule)


# ---- collapse [17.3.2a]


def weight(game: Gs, counter: Counter) -> str:
    """How heavy the AFVs of a unit are, those of hybrids too: H, VH or nothing. [17.3.2a]"""
    types = game.scenario.types
    kinds = [counter.type, *(types[code] for code in counter.mix if code in types)]
    return max((kind.weight for kind in kinds), key=WEIGHTS.index)


def risky(game: Gs, a: int, b: int) -> str:
    """Which column of the table a bridge is in: a trail bridge or a bridge marker over a river that
    no heavy AFV has tried; empty for those that bear anything. [17.3.2a]"""
    between = crossing(game, a, b)
    bridge = between.bridge
    if bridge is None or between.dry or between.ford or bridge.checked:
        return ""
    if bridge.kind == MARKER:
        return "bridge marker"
    return "trail bridge" if bridge.kind == PRINTED and between.road == TRAIL else ""


def collapses(game: Gs, names: Sequence[str], a: int, b: int) -> bool:
    """Whether a bridge breaks under units that are about to use it: the first heavy or very heavy
    AFV rolls for it, once for all. [17.3.2a] [13.5.6b]"""
    column = risky(game, a, b)
    heavy = [n for n in names if weight(game, counter_of(game, n))]
    if not column or not heavy:
        return False
    name = heavy[0]
    limit = number(
        game.scenario.tables, "bridge-collapse", weight(game, counter_of(game, name)), column
    )
    shown, breaks = d10(game, lambda roll: roll <= limit)
    label = game.board.label
    facts = {
        "unit": name, "hexes": [label(a), label(b)], "roll": shown, "limit": limit,
        "breaks": breaks,
    }  # fmt: skip
    game.emit(Event("bridge-check", "17.3.2a", facts, dice=(shown,)))
    if breaks:
        destroyed(game, a, b, "17.3.2a")
        return True
    key = game.scenario.ground.side_key(a, b)
    game.put(BRIDGES, key, replace(game.state[BRIDGES].get(key) or Bridge(), checked=True))
    return False


# ---- demolition [17.3.2b] [17.3.2c]


def hasty(game: Gs, names: Sequence[str], a: int, b: int) -> bool:
    """Engineers who are attacked over a bridge try to blow it up: three or less, one more by night,
    two less with more than one step. [17.3.2b] [13.5.6a]"""
    return _blow(game, names, a, b, _by_night(game, _many(game, names)), HASTY, "17.3.2b")


def _many(game: Gs, names: Sequence[str]) -> Tally:
    tally = Tally()
    return tally.add("engineers", -2, "17.3.2") if engineer_steps(game, names) > 1 else tally


def _by_night(game: Gs, tally: Tally) -> Tally:
    return tally.add("night", 1, "17.3.2") if dark(game) else tally


def _blow(
    game: Gs, names: Sequence[str], a: int, b: int, tally: Tally, limit: int, rule: str
) -> bool:
    drm = int(tally.total)
    shown, blown = d10(game, lambda roll: roll + drm <= limit)
    label = game.board.label
    facts = {
        "units": list(names), "hexes": [label(a), label(b)], "roll": shown,
        "drm": tally.to_json(), "blown": blown,
    }  # fmt: skip
    game.emit(Event("demolition", rule, facts, dice=(shown,)))
    if blown:
        destroyed(game, a, b, rule)
    return blown


@dataclass(frozen=True, slots=True)
class Charge:
    """Engineers, and the hex at the other end of a bridge."""

    units: Pieces
    hex: Hex


class Demolish(Verb[Gs, Charge]):
    """Engineers try a prepared demolition. [17.3.2c]"""

    do, rule, order = "demolish", "17.3.2c", Charge
    title = "Blow up a bridge"
    phrase = ("{sole_units} blows up the bridge to {hex}", "{units} blow up the bridge to {hex}")

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The first engineers of each hex with a bridge."""
        found: dict[int, str] = {}
        for name in on_map(game, player):
            h = unit_of(game, name).hex
            if h in found or not sapper(counter_of(game, name)):
                continue
            if quiet(game, (name,)) or against_engineers(game, player, (name,)):
                continue
            if any(not against_bridge(game, player, h, b) for b in game.board.around(h)):
                found[h] = name
        return [*found.values()]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Charge]:
        """Each bridge, by all engineers of the hex or some."""
        h = unit_of(game, actor).hex
        able = [n for n in own_at(game, h, player) if not against_engineers(game, player, (n,))]
        for b in game.board.around(h):
            if not against_bridge(game, player, h, b):
                for names in dict.fromkeys((tuple(able), *((n,) for n in able))):
                    yield Charge(names, b)

    def against(self, game: Gs, player: str, order: Charge) -> list[Refusal]:
        """The engineers and the bridge; who is inactive in a lull does it otherwise. [17.3.2c]
        [24.2.5]"""
        wrong = against_engineers(game, player, order.units)
        if not wrong and quiet(game, order.units):
            return [Refusal("24.2.5", "inactive engineers need no luck: they work unseen")]
        return wrong or against_bridge(game, player, unit_of(game, order.units[0]).hex, order.hex)

    def carry_out(self, game: Gs, player: str, order: Charge) -> None:
        """Five or less: one more with the enemy at the bridge, one more by night, two less with
        more than one step. They do not move in the Movement Phase that follows. [17.3.2c]"""
        h = unit_of(game, order.units[0]).hex
        key = game.scenario.ground.side_key(h, order.hex)
        bridge = game.state[BRIDGES].get(key) or Bridge()
        game.put(BRIDGES, key, replace(bridge, tried=game.serial))
        for name in order.units:
            game.put(UNITS, name, replace(unit_of(game, name), demolished=game.serial))
        tally = _by_night(game, _many(game, order.units))
        if enemy_at(game, player, h, order.hex):
            tally = tally.add("enemy at the bridge", 1, "17.3.2c")
        _blow(game, order.units, h, order.hex, tally, PREPARED, "17.3.2c")


class DemolishUnseen(Verb[Gs, OneAt]):
    """In a lull inactive engineers blow up bridges that no enemy sees, without a roll. [24.2.5]"""

    do, rule, order = "demolish-unseen", "24.2.5", OneAt
    title, phrase = "Blow up a bridge unseen", "{unit} blows up the bridge to {hex}"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Inactive engineers."""
        engineers = (n for n in on_map(game, player) if sapper(counter_of(game, n)))
        mine = [n for n in engineers if quiet(game, (n,))]
        return [n for n in mine if not against_engineers(game, player, (n,))]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OneAt]:
        """Each bridge around them."""
        for b in game.board.around(unit_of(game, actor).hex):
            yield OneAt(actor, b)

    def against(self, game: Gs, player: str, order: OneAt) -> list[Refusal]:
        """Inactive engineers at a bridge over a river that no enemy sees, one for each step.
        [24.2.5] [17.3.2]"""
        wrong = against_engineers(game, player, (order.unit,))
        if wrong:
            return wrong
        h = unit_of(game, order.unit).hex
        if not quiet(game, (order.unit,)):
            return [Refusal("24.2.5", "only inactive engineers in a lull do so")]
        if not game.board.adjacent(h, order.hex) or crossing(game, h, order.hex).bridge is None:
            return [Refusal("24.2.5", "there is no bridge")]
        if crossing(game, h, order.hex).dry:
            return [Refusal("17.3.2", "bridges over streams are not blown up")]
        if charges_left(game, order.unit) <= 0:
            return [Refusal("24.2.5", "each step of engineers blows up one bridge")]
        return watched(game, player, h, order.hex)

    def carry_out(self, game: Gs, player: str, order: OneAt) -> None:
        """It is gone. [24.2.5]"""
        h = unit_of(game, order.unit).hex
        destroyed(game, h, order.hex, "24.2.5")
        key = game.scenario.ground.side_key(h, order.hex)
        left = game.state[BRIDGES].get(key)
        if left is not None:
            game.put(BRIDGES, key, replace(left, tried=game.serial))


def enemy_at(game: Gs, side: str, a: int, b: int) -> bool:
    """Whether an enemy is adjacent to a bridge: in one of its two hexes, or, by the option, next to
    one of them. [17.3.2c]"""
    if any(holder(game, h) == other(side) for h in (a, b)):
        return True
    wide = game.options["bridge-adjacency"] == "beside"
    return wide and any(beside_enemy(game, side, h) for h in (a, b))


def against_bridge(game: Gs, side: str, h: int, far: int) -> list[Refusal]:
    """Why a bridge is not blown up: there is none over a river, no enemy is within eight hexes of
    either end, or it was tried in this phase. [17.3.2c] [17.3.2]"""
    board = game.board
    if not board.adjacent(h, far) or crossing(game, h, far).bridge is None:
        return [Refusal("17.3.2c", "there is no bridge")]
    if crossing(game, h, far).dry:
        return [Refusal("17.3.2", "bridges over streams are not blown up")]
    if not any(enemy_within(game, side, end, REACH) for end in (h, far)):
        return [Refusal("17.3.2c", "no enemy is within eight hexes of the bridge")]
    known = game.state[BRIDGES].get(game.scenario.ground.side_key(h, far))
    if known is not None and known.tried >= 0 and this_phase(game, known.tried):
        return [Refusal("17.3.2c", "that bridge was tried in this phase")]
    return []
