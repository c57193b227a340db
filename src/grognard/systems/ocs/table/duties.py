"""What is still to be done: what keeps a segment open, and what could be forgotten."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from grognard.engine.record import replace
from grognard.systems.ocs.air import drop_plans, missions
from grognard.systems.ocs.air.air_barrage import AirBarrage
from grognard.systems.ocs.air.air_drop import AirDrop
from grognard.systems.ocs.arrivals import reinforcements
from grognard.systems.ocs.arrivals.consignments import Place, consignment, places_for
from grognard.systems.ocs.barrage import artillery
from grognard.systems.ocs.barrage.aims import enemy_hexes
from grognard.systems.ocs.combat import attack
from grognard.systems.ocs.modes import reserves
from grognard.systems.ocs.movement.marching import Move
from grognard.systems.ocs.movement.movement import left, unable
from grognard.systems.ocs.naval import cargo, landings, sailing
from grognard.systems.ocs.naval.ships import fleet, is_craft, ship_of
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.planes import active, face
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SIDES
from grognard.systems.ocs.supply import fuel
from grognard.systems.ocs.turn.phases import phase_start, segment
from grognard.systems.ocs.works import air_bases
from grognard.table import duties
from grognard.table.cards import Owed
from grognard.table.duties import could, many
from grognard.table.tabletop import Player

SHOWN = 4
"""How many places are named in a line."""
MARGIN = 4
"""How many hexes farther from the enemy than the nearest a hex may be to count as front."""


def owed(game: Ocs, player: Player) -> list[Owed]:
    """What a player must do before the segment may end, and what he still could."""
    found = duties.owed(game, player, COULD, (segment(game).unfinished,))
    waiting = any(one.rule == "13.6" and not one.must for one in found)  # units come first
    placed = [one for one in found if one.do == Place.do and not waiting]
    hexes = tuple(dict.fromkeys(label for one in placed for label in one.hexes))
    return [
        replace(one, do=Place.do, hexes=hexes)
        if one.must and one.rule == "13.6" and placed
        else one
        for one in found
    ]


def _move(game: Ocs, side: str) -> Iterator[Owed]:
    """Who has not moved, and who lacks fuel for it. [6.0] [12.5a]"""
    names, now = stacks.on_map(game, side), phase_start(game)
    dry = [name for name in names if fuel.waiting(game, name)]
    idle = [
        name
        for name in names
        if unit_of(game, name).moved != now
        and unable(game, name) is None
        and left(game, name) > 0
        and drop_plans.plan_of(game, side, name) is None  # he waits for his aircraft [14.10b]
    ]
    yield from could(idle, "unit", "could still move", "6.0")
    yield from could(dry, "unit", "cannot move for want of fuel", "12.5a")


def _attack(game: Ocs, side: str) -> Iterator[Owed]:
    """Enemy stacks that could be attacked; nobody has to. [9.1b]"""
    hexes = tuple(game.board.label(h) for h in attack.contact(game, side))
    if hexes:
        yield Owed(f"{many(hexes, 'enemy stack')} could be attacked", "9.1b", hexes, must=False)


def _barrage(game: Ocs, side: str) -> Iterator[Owed]:
    yield from could(artillery.ready(game, side), "artillery unit", "could still fire", "10.0e")


def _bomb(game: Ocs, side: str) -> Iterator[Owed]:
    """Aircraft with bombs that have not flown and could reach an enemy. [14.7]"""
    if not missions.flying_weather(game, side):
        return
    targets = enemy_hexes(game, side)
    idle = [
        key
        for key in active(game, side)
        if face(game, key).barrage > 0
        and missions.cannot_fly(game, side, key) is None
        and any(missions.too_far(game, key, h) is None for h in targets)
    ]
    yield from could(idle, "aircraft", "could still bomb", "14.7", several="aircraft")


def _release(game: Ocs, side: str) -> Iterator[Owed]:
    yield from could(reserves.in_reserve(game, side), "Reserve", "could be released", "5.7b")


def _arrive(game: Ocs, side: str) -> Iterator[Owed]:
    yield from could(reinforcements.due(game, side), "reinforcement", "may be placed", "13.6")


def _place(game: Ocs, side: str) -> Iterator[Owed]:
    """What the tables have brought. [2.3-reinf]"""
    for came in game.state[SIDES][side].arriving:
        hexes = tuple(game.board.label(h) for h in places_for(game, side, came))
        what, where = consignment(came.what, came.amount), " or ".join(hexes[:SHOWN])
        more = " and elsewhere" if len(hexes) > SHOWN else ""
        text = (
            f"{what} may be placed in {where}{more}" if hexes else f"{what} can be placed nowhere"
        )
        yield Owed(text, "2.3-reinf", hexes, must=False)


def _refit(game: Ocs, side: str) -> Iterator[Owed]:
    worn = [k for h in air_bases.bases(game, side) for k in air_bases.inactive(game, h, side)]
    yield from could(
        worn, "Inactive aircraft", "could be refitted", "15.3", several="Inactive aircraft"
    )


def _drops(game: Ocs, side: str) -> Iterator[Owed]:
    """Drops that are planned for this turn: after it the plan is worth nothing. [14.10b]"""
    today: dict[int, list[str]] = {}
    for plan in drop_plans.today(game, side):
        today.setdefault(plan.hex, []).append(plan.unit)
    for h, names in today.items():
        label, who = game.board.label(h), ", ".join(names)
        text = f"{who} could be dropped over {label} by plan in this turn"
        yield Owed(text, "14.10b", (label,), tuple(names), must=False)


def _beaches(game: Ocs, side: str) -> Iterator[Owed]:
    """Landing craft at sea with troops that no order has been given to. [18.5a]"""
    full = [
        key
        for key in fleet(game, side)
        if is_craft(game, key) and cargo.units_aboard(game, key)
        and not ship_of(game, key).landing and sailing.left(game, key) > 0
    ]  # fmt: skip
    text = "with troops aboard could sail and land them"
    yield from could(full, "landing craft", text, "18.5a", several="landing craft")


def _landings(game: Ocs, side: str) -> Iterator[Owed]:
    """Landings that have been declared wait for their rolls. [18.5f]"""
    waiting = landings.waiting(game, side)
    if waiting:
        hexes = tuple(game.board.label(h) for h in waiting)
        pieces = tuple(key for keys in waiting.values() for key in keys)
        yield Owed("the landings wait for their rolls", "18.5f(A)", hexes, pieces, must=False)


COULD: duties.Duties = (
    (reinforcements.Arrive, _arrive),
    (Place, _place),
    (air_bases.Refit, _refit),
    (reserves.Release, _release),
    (Move, _move),
    (AirDrop, _drops),
    (landings.Land, _beaches),
    (landings.RollLandings, _landings),
    (artillery.Barrage, _barrage),
    (AirBarrage, _bomb),
    (attack.Attack, _attack),
)
"""For each kind of action what could still be done with it."""


def front(game: Ocs, player: Player) -> list[int]:
    """Where a side's units stand next to the enemy's; before they do, where they are."""
    sides = game.scenario.sides
    side = player if player in sides else sides[0]
    assert side is not None
    index = stacks.stacks(game)
    held, foe = index.held[side], index.held[game.scenario.other(side)]
    near = [h for h in sorted(held) if any(b in foe for b in game.board.around(h))]
    return near or _nearest(game, sorted({*held, *_afloat(game, side)}), foe)


def _afloat(game: Ocs, side: str) -> set[int]:
    """Where a side's ships lie."""
    return {game.state[SHIPS][key].hex for key in fleet(game, side)}


def _nearest(game: Ocs, hexes: Sequence[int], foe: Collection[int]) -> list[int]:
    """Those of some hexes that are not much farther from the enemy than the nearest of them."""
    if not hexes or not foe:
        return list(hexes)
    away = {h: min(game.board.distance(h, b) for b in foe) for h in hexes}
    least = min(away.values())
    return [h for h in hexes if away[h] <= least + MARGIN]
