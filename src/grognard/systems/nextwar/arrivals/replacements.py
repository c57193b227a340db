"""Replacements: lost steps are made good, and units that are gone come back. [11.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Pieces
from grognard.kit.orders import OfOne
from grognard.systems.nextwar.arrivals.places import places, why_not_near
from grognard.systems.nextwar.arrivals.status import POOLS, Pool
from grognard.systems.nextwar.movement.entering import arrive
from grognard.systems.nextwar.pieces.stacks import holder, lay, on_map, stacks
from grognard.systems.nextwar.pieces.values import counter_of, lack, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.barriers import MAPS as LINES
from grognard.systems.nextwar.supply.lines import on_relief
from grognard.systems.nextwar.supply.points import change, dear
from grognard.systems.nextwar.supply.points import price as supply_price
from grognard.systems.nextwar.supply.standard import supplied
from grognard.systems.nextwar.units import ELIMINATED, MAP, UNITS, Counter
from grognard.systems.nextwar.words import called

TABLE = "replacement"
FOOT = "infantry / light infantry / motorized infantry"
TRACKS = "armored cavalry / reconnaissance / mechanized / armor"
DROPPED = "airborne / ROK marines"
NEVER = "DPRK sniper / naval (amphibious) brigades / artillery brigades"
AIR_ASSAULT = "US 101st (air assault)"
STRYKER = "US Stryker brigade"
RESERVE = "mobilization or homeland reserve division"
ORDINARY_HQ, SUPREME_HQ = "HQ", "Supreme HQ"
CLEAR_OF_ENEMIES = 2
"""Within how many hexes of an enemy unit nobody comes back. [11.2]"""


def row_of(counter: Counter) -> str:
    """The row of the chart for a unit. [11.1]"""
    if counter.type == "Stryker brigade combat team":
        return STRYKER
    if counter.own_lift:
        return AIR_ASSAULT
    if counter.artillery or "sniper" in counter.type or counter.type.startswith("amphibious"):
        return NEVER
    if counter.airborne or (counter.marine and counter.nation == "ROK"):
        return DROPPED
    if counter.arm in ("armor", "mechanized"):
        return TRACKS
    return RESERVE if "reserve" in counter.flags else FOOT


def price(game: Nw, counter: Counter, column: str) -> int | None:
    """What a step, or a unit, costs in Replacement Points; None if it cannot be had. [11.1]

    Headquarters are paid for with Supply Points, in the Advanced Game. [27.9.3-p3]
    """
    if counter.outpost or counter.supply:
        return None
    if counter.hq:
        return 0 if game.scenario.advanced else None
    cell = game.scenario.tables[TABLE].cell(row_of(counter), column)
    return None if cell.value == "-" else int(cell.value)


def stores(game: Nw, counter: Counter, column: str) -> int:
    """The Supply Points that a step, or a unit, costs: of headquarters alone, and of units with
    helicopters of their own besides. [27.9.3] [27.9.3-p3] [27.9.3-p4]"""
    if not game.scenario.advanced:
        return 0
    if counter.hq:
        row = SUPREME_HQ if counter.supreme else ORDINARY_HQ
        return int(game.scenario.tables[TABLE].cell(row, column).value)
    return supply_price(game, "intrinsic airmobile unit") if counter.own_lift else 0


def receive(game: Nw) -> None:
    """The Replacement Points of the turn come in. [11.0]"""
    for nation, grants in game.scenario.replacements.items():
        granted = grants[min(game.turn, len(grants)) - 1] if grants else 0
        if granted:
            pool = game.state[POOLS].get(nation, Pool())
            game.put(POOLS, nation, Pool(pool.points + granted))
            facts = {"nation": nation, "points": granted}
            game.emit(Event("replacement-points", "11.0", facts))


def tire(game: Nw, name: str) -> None:
    """A headquarters or artillery that got a step has one capability less next turn.

    [27.9.3-p5]
    """
    counter = counter_of(game, name)
    if game.scenario.advanced and (counter.hq or counter.artillery):
        game.put(UNITS, name, replace(unit_of(game, name), used=1, used_in=game.turn + 1))


def _pay(game: Nw, nation: str, cost: int) -> None:
    if not cost:
        return
    game.put(POOLS, nation, Pool(game.state[POOLS][nation].points - cost))


def _dear(game: Nw, nation: str, cost: int, what: str, rule: str) -> list[Refusal]:
    """Points of one nation serve no other. [11.0]"""
    have = game.state[POOLS].get(nation, Pool()).points
    if cost > have:
        return [Refusal(rule, f"{what} costs {cost} points of {nation}, which has {have}")]
    return []


class Recover(Verb[Nw, OfOne]):
    """Making good a lost step. [11.1]"""

    do, rule, order, stakes = "recover", "11.1", OfOne, "price"
    errand: ClassVar[bool] = True
    title, phrase, plural = "Replace a step", "{unit}", "replacements"

    def against(self, game: Nw, player: str, order: OfOne) -> list[Refusal]:
        """It is reduced, free, in supply, and can be paid for. [11.1] [13.1.5]"""
        unit = game.state[UNITS].get(order.unit)
        if unit is None or counter_of(game, order.unit).side != player:
            return [Refusal("11.1", f"{called(game, order.unit)} is no unit of {player}")]
        counter = counter_of(game, order.unit)
        if unit.place != MAP or unit.steps >= len(counter.faces):
            return [Refusal("11.1", f"{called(game, order.unit)} has lost no step")]
        if unit.recovered == game.turn:
            return [Refusal("11.2", f"{called(game, order.unit)} has recovered a step this turn")]
        if unit.oos or unit.isolated:
            return [Refusal(lack(game), f"{called(game, order.unit)} is out of supply")]
        if game.scenario.advanced and on_relief(game, order.unit):  # [27.9.3-p1]
            text = f"{called(game, order.unit)} has supply in an emergency only"
            return [Refusal(lack(game), text)]
        if in_zone(game, unit.hex, game.scenario.other(player)):  # [27.9.3-p1]
            return [Refusal("11.1", f"{called(game, order.unit)} is in an enemy zone of control")]
        if surrounded(game, order.unit):
            return [Refusal("11.1", f"{called(game, order.unit)} is surrounded")]
        cost = price(game, counter, "step_recovery")
        if cost is None:
            return [Refusal("11.1", f"{called(game, order.unit)} cannot be replaced")]
        found = _dear(game, counter.nation, cost, called(game, order.unit), "11.0")
        supply = stores(game, counter, "step_recovery")
        return found or dear(game, player, supply, called(game, order.unit))

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every unit that has lost a step."""
        counters = game.scenario.counters
        return [n for n in on_map(game, player) if unit_of(game, n).steps < len(counters[n].faces)]

    def carry_out(self, game: Nw, player: str, order: OfOne) -> None:
        """Pay, and turn it over."""
        counter, unit = counter_of(game, order.unit), unit_of(game, order.unit)
        cost = price(game, counter, "step_recovery")
        assert cost is not None
        _pay(game, counter.nation, cost)
        supply = stores(game, counter, "step_recovery")
        change(game, player, -supply, "27.9.3-p3", called(game, order.unit))
        game.put(UNITS, order.unit, replace(unit, steps=unit.steps + 1, recovered=game.turn))
        tire(game, order.unit)
        facts = {"side": player, "unit": order.unit, "cost": cost, "nation": counter.nation}
        game.emit(Event("recovered", "11.1", facts))


def surrounded(game: Nw, name: str) -> bool:
    """Whether all around a unit are enemies, their zones, or ground it cannot enter. [11.1]"""
    counter, h = counter_of(game, name), unit_of(game, name).hex
    enemy, ground = game.scenario.other(counter.side), game.scenario.ground
    for b in game.board.around(h):
        bridge = bool(ground.road(h, b))
        cost = ground.price(counter.mobility, h, b, storm=False, road=True, bridge=bridge)
        if cost is not None and holder(game, b) != enemy and not in_zone(game, b, enemy):
            return False
    return True


@dataclass(frozen=True, slots=True)
class Rebuilding:
    """Units that come back, and where; battalions come in pairs."""

    units: Pieces
    hex: Hex


class Rebuild(Verb[Nw, Rebuilding]):
    """Reconstituting an eliminated unit, or two battalions, with one step. [11.2]"""

    do, rule, order, stakes = "rebuild", "11.2", Rebuilding, "price"
    errand: ClassVar[bool] = True
    title, phrase, plural = "Reconstitute", "{units} in {hex}", "reconstitutions"

    def against(self, game: Nw, player: str, order: Rebuilding) -> list[Refusal]:
        """They are gone, can be had, and the place will do."""
        units = game.state[UNITS]
        for name in order.units:
            if name not in units or counter_of(game, name).side != player:
                return [Refusal("11.2", f"{called(game, name)} is no unit of {player}")]
            if units[name].place != ELIMINATED:
                return [Refusal("11.2", f"{called(game, name)} is not eliminated")]
        sizes = [counter_of(game, name).size for name in order.units]
        pair = len(order.units) == 2 and set(sizes) == {"battalion"} and len({*order.units}) == 2
        if len(order.units) != 1 and not pair:
            return [Refusal("11.2", "one unit is reconstituted at a time, or two battalions")]
        cost = rebuilding(game, order.units)
        if cost is None:
            return [Refusal("11.2", f"{called(game, order.units[0])} cannot be reconstituted")]
        nation = counter_of(game, order.units[0]).nation
        if any(counter_of(game, name).nation != nation for name in order.units):
            return [Refusal("11.0", "two battalions come back together only if of one nation")]
        found = _dear(game, nation, cost, called(game, order.units[0]), "11.0")
        supply = stores(game, counter_of(game, order.units[0]), "reconstitution")
        found = found or dear(game, player, supply, called(game, order.units[0]))
        for name in order.units:
            found = found or unplaced(game, player, name, order.hex)
        return found

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every unit that is gone and can be paid for."""
        return [
            name
            for name, unit in game.state[UNITS].items()
            if unit.place == ELIMINATED and counter_of(game, name).side == player
            and (cost := rebuilding(game, (name,))) is not None
            and cost <= game.state[POOLS].get(counter_of(game, name).nation, Pool()).points
            and not dear(game, player, stores(game, counter_of(game, name), "reconstitution"), "")
        ]  # fmt: skip

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Rebuilding]:
        """Every place that will do."""
        for h in openings(game, player, actor):
            yield Rebuilding((actor,), h)

    def carry_out(self, game: Nw, player: str, order: Rebuilding) -> None:
        """Pay, and place them with one step. [11.2]"""
        cost, nation = rebuilding(game, order.units), counter_of(game, order.units[0]).nation
        assert cost is not None
        _pay(game, nation, cost)
        supply = stores(game, counter_of(game, order.units[0]), "reconstitution")
        change(game, player, -supply, "27.9.3-p4", called(game, order.units[0]))
        for name in order.units:
            counter = counter_of(game, name)
            steps = len(counter.faces) if counter.hq else 1  # [27.9.3-p4]
            lay(game, name, order.hex, steps=steps, recovered=game.turn)
            tire(game, name)
        facts = {
            "side": player, "units": list(order.units), "hex": game.board.label(order.hex),
            "cost": cost, "nation": nation, "steps": unit_of(game, order.units[0]).steps,
        }  # fmt: skip
        game.emit(Event("rebuilt", "11.2", facts))
        arrive(game, order.units, order.hex, player)


def rebuilding(game: Nw, names: Sequence[str]) -> int | None:
    """What reconstitution costs: battalions half of a brigade, rounded up; of two the dearer
    counts. None if anybody cannot be had. [11.2]"""
    costs = [price(game, counter_of(game, name), "reconstitution") for name in names]
    known = [cost for cost in costs if cost is not None]
    if len(known) < len(costs):
        return None
    half = counter_of(game, names[0]).size == "battalion"
    return -(-max(known) // 2) if half else max(known)


def unplaced(game: Nw, side: str, name: str, h: int) -> list[Refusal]:
    """Why a unit cannot come back in a hex. [11.2] [27.9.3-p2]"""
    if game.scenario.advanced:
        return why_not_near(game, side, name, h)
    return why_not_there(game, side, h) or cut_off(game, side, h)


def openings(game: Nw, side: str, name: str) -> Sequence[int]:
    """Every hex where a unit can come back; in the Standard Game they are the same for all.

    [11.2] [27.9.3-p2]
    """
    if game.scenario.advanced:
        return sorted(places(game, side, name))

    def compute() -> list[int]:
        ground, held = game.scenario.ground, stacks(game).held[side]
        near = (b for h in held for b in game.board.around(h))
        foes = stacks(game).held[game.scenario.other(side)]
        shut = {b for h in foes for b in game.board.disk(h, CLEAR_OF_ENEMIES)}
        some = sorted({*ground.at, *ground.built, *near} - shut)
        return [h for h in some if not unplaced(game, side, name, h)]

    return game.cached(("openings", side), LINES, compute)


def cut_off(game: Nw, side: str, h: int) -> list[Refusal]:
    """With the option of supply a unit comes back only where it can trace supply. [13.1.5]"""
    if game.scenario.advanced or game.options["supply"] == "off" or supplied(game, side, h):
        return []
    return [Refusal("13.1.5", f"no supply can be traced from {game.board.label(h)}")]


def why_not_there(game: Nw, side: str, h: int) -> list[Refusal]:
    """Why nobody can be placed in a hex again. [11.2]"""
    board, label, enemy = game.board, game.board.label(h), game.scenario.other(side)
    if not game.scenario.home(side, h):
        return [Refusal("11.2", f"{label} is in no country of one's own or allied")]
    near = [b for b in board.disk(h, CLEAR_OF_ENEMIES) if holder(game, b) == enemy]
    if near:
        return [Refusal("11.2", f"{label} is no more than two hexes from an enemy unit")]
    ground = game.scenario.ground
    kinds = ground.kinds(h) & {"town", "city", "airbase", "port", "special"}
    own = controller(game, h) == side and (kinds or ground.built_up(h))
    friend = any(holder(game, b) == side for b in board.around(h))
    if not ground.land(h) or not (own or friend):
        text = f"{label} has no town, city or installation, and no friend beside it"
        return [Refusal("11.2", text)]
    return []
