"""The supply budget of a turn: what a side has and where, what comes, what it could be spent on.

Every sum is in Supply Points with its parts; the last is what would be left if everything were
done. It is the owner's alone. [4.9a] [12.0]
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from grognard.engine.tally import Tally
from grognard.systems.ocs.arrivals import tempo
from grognard.systems.ocs.barrage import artillery, barrage
from grognard.systems.ocs.combat import combat_supply
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import barrage_strength, can_attack, counter_of, unit_of
from grognard.systems.ocs.results import cost_of, number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, DUMPS, SIDES, SITES, TOKENS, TRANSPORT
from grognard.systems.ocs.supply import fuel, internals, paying, supply_paths, supply_phase
from grognard.systems.ocs.supply.obstacles import at
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.table import telling
from grognard.systems.ocs.units import BOX, MAP, RESERVE, STRAT
from grognard.systems.ocs.works import air_bases
from grognard.table.cards import Sum

PLACES = 12
"""How many dumps are listed one by one, the largest first."""
STOCK, COMING, LEFT = "Supply on the map", "What comes by the next turn", "Left if all were done"
EATING, STOCKS, FUEL = "Eating off the map", "Internal stocks", "Fuel"
ATTACKS, BARRAGES, REFITS = "Attacks on all in contact", "Barrages", "Refits"
SPENDING = (EATING, STOCKS, FUEL, ATTACKS, BARRAGES, REFITS)


def sp(tokens: int) -> int | Fraction:
    """Tokens in Supply Points. [3.3(A)]"""
    found = Fraction(tokens, TOKENS)
    return int(found) if found.denominator == 1 else found


def budget(game: Ocs, player: str | None) -> list[Sum]:
    """A side's budget; nothing for who plays none. [12.0]"""
    if player not in game.scenario.sides or player is None:
        return []
    sums = [Sum(STOCK, stock(game, player)), Sum(COMING, coming(game, player))]
    makers = (eating, recovery, fuelling, attacks, barrages, refits)
    for title, made in zip(SPENDING, makers, strict=True):
        tally = made(game, player)
        if tally.parts:
            sums.append(Sum(title, tally))
    return [*sums, Sum(LEFT, _balance(sums))]


def _balance(sums: Sequence[Sum]) -> Tally:
    tally = Tally()
    for found in sums:
        sign = -1 if found.title in SPENDING else 1
        tally = tally.add(found.title, sign * found.tally.total, "12.0")
    return tally


# ---- what there is, and what comes


def stock(game: Ocs, side: str) -> Tally:
    """Supply by place, the most first, and for how many units it is within reach. [12.1b] [12.3]"""
    served = reached(game, side)
    piles: dict[int, int] = {}
    afloat = {store.hex for store in paying.stores(game, side) if store.afloat}
    users: dict[int, set[str]] = {}
    for store in paying.stores(game, side):
        piles[store.hex] = piles.get(store.hex, 0) + store.tokens
        users.setdefault(store.hex, set()).update(served.get(store.key, ()))
    tally, rest = Tally(), 0
    for place, h in enumerate(sorted(piles, key=lambda h: (-piles[h], h))):
        if place >= PLACES:
            rest += piles[h]
            continue
        units = len(users[h])
        who = f"for {units} unit{'s' * (units != 1)}" if units else "out of everybody's reach"
        who = f"aboard landing craft, {who}" if h in afloat else who
        tally = tally.add(f"{at(game, h)}, {who}", sp(piles[h]), "12.1b")
    if rest:
        tally = tally.add(f"{len(piles) - PLACES} other places", sp(rest), "12.1b")
    boxed = _in_boxes(game, side)
    return tally.add("in boxes off the map", sp(boxed), "12.3e") if boxed else tally


def reached(game: Ocs, side: str) -> dict[str, set[str]]:
    """For each store the units that can draw on it or be thrown it. [12.3a] [12.3b]"""
    found: dict[str, set[str]] = {}
    for name in stacks.on_map(game, side):
        for source in paying.purse(game, name, paying.ATTACK):
            found.setdefault(source.key, set()).add(name)
    return found


def _in_boxes(game: Ocs, side: str) -> int:
    loads = sum(t.load for t in game.state[TRANSPORT].values() if t.side == side and t.place == BOX)
    lying = sum(d.tokens for d in game.state[DUMPS].values() if d.side == side and d.hex < 0)
    return loads + lying


def coming(game: Ocs, side: str) -> Tally:
    """What waits to be placed, what the schedule brings, and the table on average. [13.6]"""
    waiting = sum(c.amount for c in game.state[SIDES][side].arriving if c.what == "supply")
    tally = Tally().add("waits to be placed", sp(waiting), "2.3-reinf") if waiting else Tally()
    for arrival in game.scenario.arrivals:
        if arrival.side == side and arrival.turn == game.turn + 1 and arrival.tokens:
            label = arrival.label or "by the schedule"
            tally = tally.add(f"{label}, turn {arrival.turn}", sp(arrival.tokens), "13.6")
    if game.turn < game.scenario.turns:
        mean = _average(game, side)
        if mean:
            tally = tally.add(f"table, on average, turn {game.turn + 1}", mean, "MT-sparrival")
    return tally


def _average(game: Ocs, side: str) -> int | Fraction:
    """What the roll for supply brings on average, to the nearest token. [MT-sparrival]"""
    if not game.scenario.limits[side].supply_hexes:
        return 0
    tables = game.scenario.tables
    own = f"{side}-tokens"
    column = own if own in tables["supply-arrivals"].columns else "tokens"
    total = sum(
        (6 - abs(7 - roll)) * tempo.arriving(game, number(tables, "supply-arrivals", roll, column))
        for roll in range(2, 13)
    )
    return sp(round(Fraction(total, 36)))


# ---- what it could be spent on


def eating(game: Ocs, side: str) -> Tally:
    """What those without trace would eat, stack by stack, if they are to be fed. [12.6c]"""
    stacked: dict[int, list[str]] = {}
    for name, ok in supply_paths.traced(game, side).items():
        unit = unit_of(game, name)
        if not ok and unit.mode != STRAT:
            stacked.setdefault(unit.hex, []).append(name)
    tally = Tally()
    for h, names in sorted(stacked.items()):
        poor = "" if supply_phase.larder(game, names) else ", none in reach"
        label = f"{telling.call(game, names)} in {at(game, h)}{poor}"
        tally = tally.add(label, sp(supply_phase.meal(game, names)), "12.6c")
    return tally


def recovery(game: Ocs, side: str) -> Tally:
    """What fills internal stocks; where supply is within reach it must be spent. [12.10e(A)]"""
    tally = Tally()
    for name in supply_phase.wanting(game, side):
        level = internals.label(game, name)
        reach = "" if supply_phase.obliged(game, name) else ", none in reach"
        label = f"{telling.call(game, [name])}, {level}{reach}"
        tally = tally.add(label, sp(internals.owed(game, name)), "12.10e(A)")
    return tally


def fuelling(game: Ocs, side: str) -> Tally:
    """Fuel for whoever has none: by formation, by headquarters, or unit by unit. [12.5c]"""
    tables, tally = game.scenario.tables, Tally()
    dry = [name for name in stacks.on_map(game, side) if not fuel.fuelled(game, name)]
    formations: dict[str, list[str]] = {}
    alone = []
    for name in dry:
        formation = counter_of(game, name).formation
        if formation:
            formations.setdefault(formation, []).append(name)
        else:
            alone.append(name)
    unit, whole = cost_of(tables, "fuel_unit"), cost_of(tables, "fuel_formation")
    for formation, names in sorted(formations.items()):
        price = min(whole, unit * len(names))
        label = f"{formation}, {len(names)} units" if price == whole else telling.call(game, names)
        tally = tally.add(label, sp(price), "12.5c(A)" if price == whole else "12.5c(C)")
    return tally + _fuel_by_hq(game, side, alone)


def _fuel_by_hq(game: Ocs, side: str, alone: Sequence[str]) -> Tally:
    """Independents: those in a headquarters' range with it, if that is cheaper. [12.5c(B)]"""
    tables, tally, left = game.scenario.tables, Tally(), list(alone)
    unit, whole = cost_of(tables, "fuel_unit"), cost_of(tables, "fuel_hq")
    for hq in sorted(fields(game).hqs[side]):
        near = [n for n in left if n == hq or hq in _served_by(game, n)]
        if unit * len(near) > whole and game.options["independents"] != "on":
            label = f"{telling.call(game, [hq])} with {len(near) - (hq in near)} independents"
            tally = tally.add(label, sp(whole), "12.5c(B)")
            left = [n for n in left if n not in near]
    if left:
        label = telling.call(game, left[:4]) + f" and {len(left) - 4} more" * (len(left) > 4)
        tally = tally.add(label, sp(unit * len(left)), "12.5c(C)")
    return tally


def _served_by(game: Ocs, name: str) -> set[str]:
    throwing = supply_paths.throws(game, counter_of(game, name).side)
    return {str(hq) for hq in throwing.sources(throwing.bits[unit_of(game, name).hex])}


def attacks(game: Ocs, side: str) -> Tally:
    """What it costs if everybody who is next to an enemy attacks, each unit once. [9.5b(A)]"""
    enemy = game.scenario.other(side)
    held, used = stacks.stacks(game).held, set[str]()
    tally = Tally()
    for target in sorted(held[enemy]):
        near = [n for b in game.board.around(target) for n in stacks.own_at(game, b, side)]
        names = [n for n in near if n not in used and can_attack(game, n)]
        if not names:
            continue
        used.update(names)
        double = combat_supply.independents_alone(game, names)
        price = sum(combat_supply.attack_price(game, n, double) for n in names)
        steps = telling.steps(price // (2 if double else 1))
        label = f"{at(game, target)}, {steps} of {telling.call(game, names[:3])}"
        label += f" and {len(names) - 3} more" * (len(names) > 3)
        tally = tally.add(label, sp(price), "9.5b(A)")
    return tally


def barrages(game: Ocs, side: str) -> Tally:
    """What each gun costs that has an enemy in range; together they may be cheaper. [10.1b(A)]"""
    enemy = game.scenario.other(side)
    held, tally = sorted(stacks.stacks(game).held[enemy]), Tally()
    for name in stacks.on_map(game, side):
        counter, unit = counter_of(game, name), unit_of(game, name)
        if not counter.artillery or unit.mode in (RESERVE, STRAT):
            continue
        points = barrage_strength(game, name).total
        near = [h for h in held if 1 <= game.board.distance(unit.hex, h) <= counter.range]
        if near and points:
            fire = artillery.fire_of(game, side, near[0], barrage.AT_UNITS, [name])
            targets = f"{len(near)} target{'s' * (len(near) > 1)}"
            label = f"{telling.called(counter)}, {points} points, {targets}"
            tally = tally.add(label, sp(barrage.cost(game, fire)), "10.1b(A)")
    return tally


def refits(game: Ocs, side: str) -> Tally:
    """A token for every base with aircraft to refit. [12.9c]"""
    tally, token = Tally(), cost_of(game.scenario.tables, "refit")
    for h, site in sorted(game.state[SITES].items()):
        if site.base < 0 or site.base_owner != side:
            continue
        idle = sum(
            one.side == side and one.place == MAP and one.hex == h and not one.active
            for one in game.state[AIR].values()
        )
        able = min(idle, air_bases.refits(game, h))
        if able:
            rounds = ceil(Fraction(idle, air_bases.refits(game, h)))
            label = f"{at(game, h)}, {able} of {idle} aircraft" + ", and again" * (rounds > 1)
            tally = tally.add(label, sp(token), "12.9c")
    return tally
