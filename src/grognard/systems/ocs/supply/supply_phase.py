"""The Supply Phase: stocks recover, units trace, eat or go without, and some wither. [2.3-supply]

The player may say whose stocks recover first, which part of a split formation traces, and who eats;
what he must do and has not done is done for him when the phase ends [12.10e(A)]. Then whoever has
neither trace nor food is marked Out of Supply, and every such stack rolls for Attrition. [12.6d]
[12.8a] Whoever is marked has no zone of control and fights at half or less, but moves and barrages
as ever. [12.8d] Headquarters are units like others [12.9b]; transport, ships and aircraft need
nothing. [12.0] [12.9a] [12.9d]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import ceil

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.combat import losses
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.modes.modes import oriented
from grognard.systems.ocs.movement.moves import may_end, move_ended
from grognard.systems.ocs.pieces import rolls, stacks, zones
from grognard.systems.ocs.pieces.units import ABOARD, BOX, FULL, MAP, STRAT, TRUCK, UNITS
from grognard.systems.ocs.pieces.values import counter_of, size_of, steps_of, unit_of
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import FORMATIONS, TRANSPORT, FormationStatus
from grognard.systems.ocs.supply import internals, paying, supply_paths
from grognard.systems.ocs.supply.paying import EAT, INTERNALS, Source
from grognard.systems.ocs.supply.supply_paths import Trace
from grognard.systems.ocs.turn.phases import (
    MOVEMENT,
    SUPPLY,
    OcsDeed,
    actor,
    deed,
    on_leave,
    phase_start,
)

MANY = 5
"""Steps out of supply in one hex from which they wither faster. [CT-attrition]"""
HASTE = 3
"""What is added to their roll."""


# ---- internal stocks recover [12.10e(A)]


def wanting(game: Ocs, side: str) -> list[str]:
    """A side's units that are marked Low or Exhausted: on the map, or in a box. [12.10e(A)]

    In a box off the map they draw on what is in it. [12.3e]
    """
    units, boxed = game.state[UNITS], rolls.off_map(game, side, BOX)
    return [n for n in (*stacks.on_map(game, side), *boxed) if units[n].internals != FULL]


def obliged(game: Ocs, name: str) -> tuple[Source, ...]:
    """The supply that must serve a unit's stocks: all but that of Organic Trucks. [12.10e(B)]"""
    return tuple(s for s in paying.purse(game, name, INTERNALS) if not s.organic)


def outstanding(game: Ocs, side: str) -> list[str]:
    """The units that must still be given what is within their reach. [12.10e(A)] [12.10e(C)]"""
    kept = game.options["recovery-shortfall"] == "kept"
    found = []
    for name in wanting(game, side):
        tokens = sum(source.tokens for source in obliged(game, name))
        if tokens >= (internals.price(game, name) if kept else 1):
            found.append(name)
    return found


@deed(SUPPLY)
class Recover(OcsDeed):
    """Raise a unit's internal stocks by one level; without a name, all that can be. [12.10e(A)]"""

    do = "recover"
    rule = "12.10e(A)"
    form = {"unit": "text?", "pay": "counts?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """A marked unit, with the price of a level within reach. [12.10e(A)]"""
        if "unit" not in action:
            if "pay" in action or not outstanding(game, player):
                text = "name the unit that the supply is for; nothing else is left to do"
                return [Refusal("12.10e(A)", text)]
            return []
        name = action["unit"]
        if name not in wanting(game, player):
            return [Refusal("12.10e(A)", f"{name!r} is no Low or Exhausted unit of {player}")]
        payment = self._payment(game, player, action)
        return [payment] if isinstance(payment, Refusal) else []

    def _payment(self, game: Ocs, player: str, action: Action) -> paying.Payment | Refusal:
        """Organic Trucks give only if they are named. [12.10e(B)]"""
        name, wish = action["unit"], paying.wished(game, player, action)
        found = obliged(game, name) if wish is None else paying.purse(game, name, INTERNALS)
        return paying.choose(game, found, internals.price(game, name), INTERNALS, wish)

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each unit that can recover a level, and all of them."""
        for name in wanting(game, player):
            action = {"do": self.do, "unit": name}
            if not self.check(game, player, action):
                yield action
        if outstanding(game, player):
            yield {"do": self.do}

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether any unit must recover; one alone has no choice but from where."""
        return bool(outstanding(game, player))

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Spend the supply, lift the marker. [12.10e(A)]"""
        if "unit" not in action:
            recover_all(game, player)
        else:
            payment = self._payment(game, player, action)
            assert not isinstance(payment, Refusal)
            paying.pay(game, player, payment, INTERNALS, self.rule)
            internals.lift(game, action["unit"], 1)
        yield from ()


def recover_all(game: Ocs, side: str) -> None:
    """Every unit recovers what it can, the cheapest first; what is too little is spent in vain.

    [12.10e(A)] [12.10e(C)]
    """
    for name in sorted(wanting(game, side), key=lambda n: (internals.price(game, n), n)):
        while unit_of(game, name).internals != FULL:
            price = internals.price(game, name)
            payment = paying.choose(game, obliged(game, name), price, INTERNALS)
            if isinstance(payment, Refusal):
                break
            paying.pay(game, side, payment, INTERNALS, "12.10e(A)")
            internals.lift(game, name, 1)
    for name in outstanding(game, side):
        rest = tuple(sorted((s.key, s.tokens) for s in obliged(game, name)))
        paying.pay(game, side, rest, INTERNALS, "12.10e(C)")


# ---- formations that are split up [12.6f]


def split(game: Ocs, side: str) -> list[str]:
    """A side's formations that no one source serves as a whole, but some serve in part. [12.6f]"""
    found = []
    for formation in sorted(game.scenario.formations):
        names = supply_paths.members(game, formation)
        if not names or counter_of(game, names[0]).side != side:
            continue
        part = supply_paths.formation_part(game, formation)
        if part and len(part) < len(names):
            found.append(formation)
    return found


@deed(SUPPLY)
class TracePart(OcsDeed):
    """Say to which source a split formation traces: only those it serves are free. [12.6f]"""

    do = "trace"
    rule = "12.6f"
    form = {"formation": "text", "source": "text"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """A formation that is split up, and a source that serves some of it. [12.6f] [13.7a]"""
        formation, source = action["formation"], action["source"]
        if formation not in split(game, player):
            return [Refusal("12.6f", f"{formation!r} is no formation of {player} that is split up")]
        known = [_written(game, key) for key in supply_paths.formation_parts(game, formation)]
        if source not in known:
            text = f"{source!r} serves no part of {formation}; {', '.join(known)} would"
            return [Refusal("12.6f", text)]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every source of every such formation."""
        for formation in split(game, player):
            for key in supply_paths.formation_parts(game, formation):
                yield {"do": self.do, "formation": formation, "source": _written(game, key)}

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether a formation has several parts to choose from, and nobody has chosen."""
        for formation in split(game, player):
            status = game.state[FORMATIONS].get(formation)
            parts = set(supply_paths.formation_parts(game, formation).values())
            if len(parts) > 1 and (status is None or status.chosen != phase_start(game)):
                return True
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Note the choice; it holds for this phase. [12.6f]"""
        formation = action["formation"]
        keys = supply_paths.formation_parts(game, formation)
        key = next(key for key in keys if _written(game, key) == action["source"])
        status = game.state[FORMATIONS].get(formation, FormationStatus())
        game.put(FORMATIONS, formation, replace(status, source=key, chosen=phase_start(game)))
        yield from ()


def _written(game: Ocs, key: str) -> str:
    """A common source as players write it: the HQ, or the label of the hex."""
    return game.board.label(int(key[1:])) if key.startswith("@") else key


# ---- eating off the map [12.6c]


def hungry(game: Ocs, side: str) -> list[str]:
    """A side's units that do not make their trace and have not eaten in this phase. [12.6c]"""
    now, found = phase_start(game), supply_paths.traced(game, side)
    return [name for name, ok in found.items() if not ok and unit_of(game, name).fed != now]


def meal(game: Ocs, names: Sequence[str]) -> int:
    """The tokens that feed some units: one for every 2 RE, fractions up. [12.6c]"""
    size = sum(size_of(game, name) for name in names)
    return ceil(size / 2) * cost_of(game.scenario.tables, "eat")


def larder(game: Ocs, names: Sequence[str]) -> tuple[Source, ...]:
    """The supply that each of some units can draw or be thrown. [12.6c]"""
    found = paying.purse(game, names[0], EAT)
    for name in names[1:]:
        keys = {source.key for source in paying.purse(game, name, EAT)}
        found = tuple(source for source in found if source.key in keys)
    return found


@deed(SUPPLY)
class Eat(OcsDeed):
    """Feed units that have no trace with supply that all of them can reach. [12.6c]

    Nobody is forced to. Stocks come first. [12.10e(A)]
    """

    do = "eat"
    rule = "12.6c"
    form = {"units": "texts", "pay": "counts?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Units without trace, not in Strat Mode, and supply for them. [12.6c] [12.6e]"""
        names: list[str] = action["units"]
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one unit, and none twice")]
        waiting = set(hungry(game, player))
        for name in names:
            if name not in waiting:
                text = f"{name!r} is no unit of {player} without trace supply that is still hungry"
                return [Refusal("12.6c", text)]
            if unit_of(game, name).mode == STRAT:
                called = counter_of(game, name).name
                return [Refusal("12.6e", f"{called} is in Strat Mode and never eats supply")]
        owed = outstanding(game, player)
        if owed:
            text = f"{', '.join(owed)} must recover internal stocks before anybody eats"
            return [Refusal("12.10e(A)", text)]
        payment = paying.choose(
            game, larder(game, names), meal(game, names), EAT, paying.wished(game, player, action)
        )
        return [payment] if isinstance(payment, Refusal) else []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """The hungry round each dump together, those of each hex, and each of them alone."""
        if outstanding(game, player):
            return
        for action in _meals(game, player):
            if not self.check(game, player, action):
                yield action

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """One of them by chance."""
        actions = [] if outstanding(game, player) else list(_meals(game, player))
        for action in rng.sample(actions, min(3, len(actions))):
            if not self.check(game, player, action):
                return action
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether somebody is hungry and there is supply at all."""
        if not paying.stores(game, player):
            return False
        return any(
            paying.purse(game, name, EAT)
            for name in hungry(game, player)
            if unit_of(game, name).mode != STRAT
        )

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Spend the supply; the units count as supplied in this phase. [12.6c]"""
        names, found = action["units"], larder(game, action["units"])
        payment = paying.choose(
            game, found, meal(game, names), EAT, paying.wished(game, player, action)
        )
        assert not isinstance(payment, Refusal)
        paying.pay(game, player, payment, EAT, self.rule, found)
        for name in names:
            game.put(UNITS, name, replace(unit_of(game, name), fed=phase_start(game)))
        yield from ()


def _meals(game: Ocs, player: str) -> Iterator[Action]:
    """The hungry of all hexes round a dump, since a token may feed two; those of a hex; each."""
    by_hex: dict[int, list[str]] = {}
    round_dump: dict[str, list[str]] = {}
    for name in hungry(game, player):
        if unit_of(game, name).mode != STRAT:
            by_hex.setdefault(unit_of(game, name).hex, []).append(name)
            for source in paying.purse(game, name, EAT)[:1]:
                round_dump.setdefault(source.key, []).append(name)
    for names in round_dump.values():
        if len({unit_of(game, name).hex for name in names}) > 1:
            yield {"do": Eat.do, "units": names}
    for names in by_hex.values():
        if len(names) > 1:
            yield {"do": Eat.do, "units": names}
        yield from ({"do": Eat.do, "units": [name]} for name in names)


# ---- the end of the phase: markers and Attrition


@on_leave(SUPPLY, order=20)
def settle_supply(game: Ocs) -> Procedure:
    """Stocks, then trace for every unit, then Attrition. [2.3-supply] [12.6d] [12.8a]"""
    side = actor(game)
    recover_all(game, side)
    mark(game, side)
    yield from attrition(game, side)


def mark(game: Ocs, side: str) -> None:
    """Mark who has neither trace nor food, and lift the marker of who has. [12.6d] [12.8a]

    Aboard landing craft everybody is in trace [12.6g], and off the map too. Only trace itself, not
    food, counts for whether a later breakout is the first chance. [12.8e(C)] Transport needs none
    [12.9a], but may break out with the others.
    """
    found, now = dict(supply_paths.traced(game, side)), phase_start(game)
    away = (*rolls.off_map(game, side, ABOARD), *rolls.off_map(game, side, BOX))
    found.update(dict.fromkeys(sorted(away), True))
    starved: dict[int, list[str]] = {}
    for name, ok in found.items():
        unit = unit_of(game, name)
        out = not ok and unit.fed != now
        if out:
            starved.setdefault(unit.hex, []).append(name)
        if (unit.oos, unit.traced) != (out, ok):
            game.put(UNITS, name, replace(unit, oos=out, traced=ok))
    for key, transport in sorted(game.state[TRANSPORT].items()):
        if transport.side == side and transport.place == MAP:
            ok = supply_paths.connected(game, key, transport.hex)
            if ok != transport.traced:
                game.put(TRANSPORT, key, replace(transport, traced=ok))
    for h, names in sorted(starved.items()):
        label = game.board.label(h)
        text = f"units of {side} in {label} are out of supply"
        facts = {"side": side, "hex": label, "units": names}
        plain = Event("oos", text, "12.8a", {"side": side, "hex": label})
        game.emit(Event("oos", text, "12.8a", facts, seen_by=(side,), others=plain))


def attrition(game: Ocs, side: str) -> Procedure:
    """Every stack of a side with units out of supply rolls, but no aircraft. [12.8a] [15.0d]"""
    hexes: dict[int, list[str]] = {}
    for name in stacks.on_map(game, side):
        if unit_of(game, name).oos:
            hexes.setdefault(unit_of(game, name).hex, []).append(name)
    for h, names in sorted(hexes.items()):
        yield from wither(game, side, h, names)


def wither(game: Ocs, side: str, h: int, names: Sequence[str]) -> Procedure:
    """Roll for one stack: only those out of supply count, and suffer, as the owner likes. [12.8b]

    The column is that of the best Action Rating, whatever disorder there is. [12.8c] The enemy sees
    the dice, but neither who rolls nor what is lost. [4.9a] [4.9e]
    """
    steps = sum(steps_of(game, name) for name in names)
    best = max(withering_rating(game, name) for name in names)
    dice = game.roll(2)
    roll = sum(dice) + (HASTE if steps >= MANY else 0)
    result = game.scenario.tables["attrition"].cell(roll, best, clamp=True).value
    lost = steps if result == "all" else min(steps, int(result))
    label = game.board.label(h)
    text = f"Attrition in {label}: {lost} {'step is' if lost == 1 else 'steps are'} lost"
    facts = {"side": side, "hex": label, "roll": sum(dice)}
    more = {"rating": best, "steps": steps, "modified": roll, "lost": lost}
    plain = Event("attrition", f"{side} rolls for Attrition in {label}", "12.8b", facts, dice)
    own = Event("attrition", text, "12.8b", {**facts, **more}, dice, (side,), plain)
    game.emit(own)
    yield from losses.choose(game, side, names, lost, "12.8b")


def withering_rating(game: Ocs, name: str) -> int:
    """The Action Rating for Attrition: nought in Strat Mode, DG ignored. [12.8c]

    That of a headquarters is always nought. [13.1c]
    """
    counter = counter_of(game, name)
    return 0 if counter.hq or unit_of(game, name).mode == STRAT else counter.ar


# ---- Strat Mode [12.6e]


@may_end
def strat_needs_trace(game: Ocs, name: str, h: int) -> Refusal | None:
    """Strat Mode units end their moves where they can trace; by the option directly. [5.8b] [12.6e]

    [21.12d]
    """
    if unit_of(game, name).mode != STRAT or strat_could_trace(game, name, h):
        return None
    rule = "21.12d" if game.options["strat-direct-draw"] == "on" else "12.6e"
    text = f"{counter_of(game, name).name} is in Strat Mode and could not trace supply"
    return Refusal(rule, f"{text} in {game.board.label(h)}")


def strat_could_trace(game: Ocs, name: str, h: int) -> bool:
    """Whether a unit in Strat Mode could trace from a hex; by the option directly. [21.12d]"""
    return supply_paths.could_trace(game, name, h, game.options["strat-direct-draw"] == "on")


def strat_ways(game: Ocs, name: str, h: int) -> tuple[Trace, ...]:
    """How a unit in Strat Mode could trace from a hex; by the option only directly. [21.12d]"""
    found = supply_paths.possible(game, name, h)
    if game.options["strat-direct-draw"] == "on":
        return tuple(way for way in found if not way.via)
    return found


@move_ended
def hold_the_way(game: Ocs, name: str) -> None:
    """Who negates enemy zones on the only trace of a Strat Mode unit must stay. [4.5b] [5.8b]"""
    if unit_of(game, name).mode != STRAT:
        return
    side = counter_of(game, name).side
    ways = [_zoned(game, name, way) for way in strat_ways(game, name, unit_of(game, name).hex)]
    for h in min(ways, key=len, default=[]):
        zones.lock(game, h, side)


def _zoned(game: Ocs, name: str, way: Trace) -> list[int]:
    """The hexes of a trace that lie in enemy zones and are entered in truck points. [4.5a(B)]"""
    side, parts = counter_of(game, name).side, supply_paths.legs(game, name, way)
    hexes = {h for move, path in parts if move == TRUCK for h in path}
    return sorted(h for h in hexes if zones.enemy_zone(game, h, side))


@on_leave(MOVEMENT, order=45)
def strat_without_trace(game: Ocs) -> Procedure:
    """Who has not moved and could not trace is no longer in Strat Mode. [5.8b] [12.6e]

    So nobody in that mode withers. [12.8c] The enemy notices if the marker showed. [4.9a]
    """
    side, now = actor(game), phase_start(game)
    for name in rolls.in_mode(game, side, STRAT):
        unit = unit_of(game, name)
        if unit.moved == now or strat_could_trace(game, name, unit.hex):
            continue
        seen = None if fog.on_show(game, unit.hex) == name else (side,)
        game.put(UNITS, name, replace(unit, mode=oriented(unit)))
        label = game.board.label(unit.hex)
        text = f"no trace reaches {label}: the Strat Mode marker comes off"
        game.emit(Event("strat-lost", text, "5.8b", {"hex": label}, seen_by=seen))
    yield from ()
