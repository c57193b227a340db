"""Landing craft: loading and unloading in ports, splitting and joining. [18.4]

They carry combat units, Supply Points and Transport Points up to their capacity [18.4a]; on the map
they load in ports only [18.4c], and unload there without a roll as far as the port can handle it.
[18.5g]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.combat.capture import arrive
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.movement.movement import not_in_this_phase
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.naval import cargo
from grognard.systems.ocs.naval.ships import DUKW, fleet, is_craft, printed, ship_of, type_of
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import cargo as size_as_cargo
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, TRANSPORT, Transport
from grognard.systems.ocs.supply import dumps, ports
from grognard.systems.ocs.turn.phases import (
    EXPLOITATION,
    MOVES,
    REACTION,
    SUPPLY,
    OcsDeed,
    deed,
    kind,
    on_enter,
    own_movement_phase,
    phase_start,
    phasing,
)
from grognard.systems.ocs.units import ABOARD, DG, EXPLOIT, MAP, UNITS, Unit

LOAD = {"ship": "text", "units": "texts?", "transport": "texts?", "tokens": "count?"}
"""How a load is written: what goes on a craft, or off it."""


def craft_refusal(game: Ocs, player: str, key: str) -> Refusal | None:
    """Why something is no landing craft of a player that can be worked with now."""
    ship = game.state[SHIPS].get(key)
    if ship is None or ship.side != player or ship.place != MAP or not is_craft(game, key):
        return Refusal("18.4", f"{key!r} is no landing craft of {player} on the map")
    if ship.landing or ship.switching:
        return Refusal("18.5a", f"{printed(game, key).name} is landing its units")
    if ship.deploying == phase_start(game):  # [18.4f(C)]
        return Refusal("18.4f(C)", f"{printed(game, key).name} is being turned into a port")
    return None


class Handling(OcsDeed):
    """Loading or unloading in a port, within what it can handle. [18.4c] [18.5g] [19.0a]"""

    form = LOAD

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """The craft, its load, and the port."""
        refusal = craft_refusal(game, player, action["ship"])
        if refusal is not None:
            return [refusal]
        units, points = action.get("units", []), action.get("transport", [])
        tokens = action.get("tokens", 0)
        if len({*units, *points}) != len(units) + len(points) or tokens < 0:
            return [Refusal("form", "nothing is named twice, and tokens are not fewer than none")]
        if not units and not points and not tokens:
            return [Refusal("form", "name units, transport or tokens")]
        h = ship_of(game, action["ship"]).hex
        if not ports.friendly(game, h, player):
            text = f"there is no port of {player} in {game.board.label(h)}"
            return [Refusal(self.rule, text)]
        refusals = self.why_load(game, player, action["ship"], units, points, tokens)
        if refusals:
            return refusals
        single = len(units) == 1 and not points and not tokens
        size = size_of(game, units, points, tokens)
        leaving = tuple(name for name in units if unit_of(game, name).place == MAP)
        busy = ports.handling(game, h, player, size, single, without=leaving)
        return [busy] if busy is not None else []

    def why_load(
        self, game: Ocs, player: str, key: str, units: Sequence[str], points: Sequence[str],
        tokens: int,
    ) -> list[Refusal]:  # fmt: skip
        """What speaks against the load itself."""
        return []

    def pieces(self, game: Ocs, player: str, key: str) -> Iterator[Action]:
        """Single things that might be handled."""
        yield from ()

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every single unit or transport, and all the supply that goes."""
        for key in fleet(game, player):
            if is_craft(game, key) and ports.friendly(game, ship_of(game, key).hex, player):
                for action in self.pieces(game, player, key):
                    if not self.check(game, player, action):
                        yield action

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Something by chance."""
        actions = list(self.legal(game, player)) if self.possible(game, player) else []
        return rng.choice(actions) if actions else None

    def possible(self, game: Ocs, player: str) -> bool:
        """Nobody is stopped for it: whoever has craft in port can also sail."""
        return any(
            is_craft(game, key) and ports.friendly(game, ship_of(game, key).hex, player)
            for key in fleet(game, player)
        )


def size_of(game: Ocs, units: Sequence[str], points: Sequence[str], tokens: int) -> Fraction:
    """The size of a load in tokens. [4.7]"""
    size = sum((size_as_cargo(game, name) for name in units), Fraction(tokens))
    return size + sum(game.state[TRANSPORT][key].size for key in points)


# ---- loading


@deed(*MOVES)
class Embark(Handling):
    """Load landing craft in a port: units, Transport Points, Supply Points. [18.4c]"""

    do = "embark"
    rule = "18.4c"

    def why_load(
        self, game: Ocs, player: str, key: str, units: Sequence[str], points: Sequence[str],
        tokens: int,
    ) -> list[Refusal]:  # fmt: skip
        """All in the hex, fit to go, and no more than there is room for. [18.4a]"""
        refusals = []
        for name in units:
            refusals += why_not_aboard(game, player, key, name)
        for name in points:
            refusals += _why_not_transport(game, player, key, name)
        if refusals:
            return refusals
        h = ship_of(game, key).hex
        if tokens > dumps.loadable(game, h, player):
            there = dumps.loadable(game, h, player)
            text = f"{there} tokens in {game.board.label(h)} may be loaded in this phase"
            return [Refusal("12.2a", f"{text}, not {tokens}")]
        if size_of(game, units, points, tokens) > cargo.room(game, key):
            text = f"{printed(game, key).name} has room for {cargo.room(game, key)} tokens"
            return [Refusal("18.4a", text)]
        return []

    def pieces(self, game: Ocs, player: str, key: str) -> Iterator[Action]:
        """Each unit and transport of the hex, and as much supply as goes."""
        h = ship_of(game, key).hex
        for name in stacks.own_at(game, h, player):
            yield {"do": self.do, "ship": key, "units": [name]}
        for name in stacks.transport_at(game, h, player):
            yield {"do": self.do, "ship": key, "transport": [name]}
        most = min(
            dumps.loadable(game, h, player), int(cargo.room(game, key)),
            ports.available(game, h, player),
        )  # fmt: skip
        if most > 0:
            yield {"do": self.do, "ship": key, "tokens": most}

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """They go aboard; the enemy does not see what. [18.3c(A)]"""
        key, now = action["ship"], phase_start(game)
        units, points = action.get("units", []), action.get("transport", [])
        tokens, h = action.get("tokens", 0), ship_of(game, action["ship"]).hex
        ports.handle(game, h, player, size_of(game, units, points, tokens), tuple(units))
        for name in units:
            unit: Unit = unit_of(game, name)
            if unit.started != now:
                unit = replace(unit, started=now, start=unit.hex)
            game.put(UNITS, name, replace(unit, place=ABOARD, hex=-1, at=key))
        for name in points:
            found: Transport = game.state[TRANSPORT][name]
            game.put(TRANSPORT, name, replace(found, place=ABOARD, hex=-1, at=key))
        if tokens:
            dumps.take(game, player, h, tokens, loading=True)
            ship = ship_of(game, key)
            game.put(SHIPS, key, replace(ship, load=ship.load + tokens))
        _tell(game, player, "embark", "18.4c", key, h, units, points, tokens)
        yield from ()


def why_not_aboard(game: Ocs, player: str, key: str, name: str) -> list[Refusal]:
    """Why a unit cannot go aboard: its mode does not matter before it lands. [18.4c] [18.5c]

    In Reaction and Exploitation Phases those go who may be used in them. [7.0a] [11.0a] A DUKW
    takes what aircraft take. [18.4e(B)]
    """
    unit = game.state[UNITS].get(name)
    if unit is None or counter_of(game, name).side != player or unit.place != MAP:
        return [Refusal("18.4c", f"{name!r} is no unit of {player} on the map")]
    called = counter_of(game, name).name
    if unit.hex != ship_of(game, key).hex:
        return [Refusal("18.4c", f"{called} is not where {printed(game, key).name} is")]
    idle = not_in_this_phase(game, name)
    if idle is not None:
        return [idle]
    if zones.locked(game, name):
        return [Refusal("4.5b", f"{called} negates an enemy zone of control and stays")]
    if unit.shipped == phase_start(game):
        return [Refusal("19.0f(C)", f"{called} has come by sea in this phase, and that is all")]
    if unit.railed == phase_start(game):
        return [Refusal("13.3c(3)", f"{called} has come by rail in this phase and goes no further")]
    if unit.worked == phase_start(game):
        return [Refusal("13.8d", f"{called} has been at work and stays in this phase")]
    if type_of(game, key) == DUKW and not cargo.flyable(game, name):
        text = f"{called} is nothing for a DUKW: Move Mode and at most {cargo.FLYABLE} Leg MP are"
        return [Refusal("18.4e(B)", text)]
    return []


def _why_not_transport(game: Ocs, player: str, key: str, name: str) -> list[Refusal]:
    """Why Transport Points cannot go aboard. [4.7c] [12.2a]"""
    found = game.state[TRANSPORT].get(name)
    if found is None or found.side != player or found.place != MAP:
        return [Refusal("18.4c", f"{name!r} is no transport of {player} on the map")]
    if found.hex != ship_of(game, key).hex:
        return [Refusal("18.4c", f"{name} is not where {printed(game, key).name} is")]
    if found.extender:
        return [Refusal("12.7", f"{name} is an Extender; flip it back first")]
    if kind(game) in (REACTION, EXPLOITATION) and found.released != phase_start(game):
        rule = "7.0a" if kind(game) == REACTION else "11.0a"
        return [Refusal(rule, f"{name} has not been released from Reserve in this phase")]
    if found.railed == phase_start(game):
        text = f"{name} has come by rail or by sea in this phase and goes no further"
        return [Refusal("13.3c(3)", text)]
    if type_of(game, key) == DUKW and not game.scenario.kinds[found.kind].flies:  # [13.2e]
        return [Refusal("18.4e(B)", "a DUKW carries no Transport Points that do not fly")]
    if found.load and found.carried == phase_start(game):
        return [Refusal("12.2a", f"the load of {name} has been moved in this phase already")]
    return []


# ---- unloading in port


@deed(*MOVES)
class Disembark(Handling):
    """Unload landing craft in a port, without a roll and in any of the phases. [18.5d] [18.5g]

    Those who land so do not move on in the phase. [18.5h]
    """

    do = "disembark"
    rule = "18.5g"

    def why_load(
        self, game: Ocs, player: str, key: str, units: Sequence[str], points: Sequence[str],
        tokens: int,
    ) -> list[Refusal]:  # fmt: skip
        """All of it aboard, and units in Combat or Move Mode. [18.5c]"""
        found, name = cargo.aboard(game, key), printed(game, key).name
        for thing in [*units, *points]:
            if thing not in found.units and thing not in found.transport:
                return [Refusal("18.5g", f"{thing!r} is not aboard {name}")]
        if set(units) & set(found.transport) or set(points) & set(found.units):
            return [Refusal("form", "units and transport are named each in their own list")]
        for unit in units:
            if not modes.may_land(game, unit):
                text = f"{counter_of(game, unit).name} is in {unit_of(game, unit).mode} mode"
                return [Refusal("18.5c", f"{text}; units unload in Combat or Move Mode")]
        load = ship_of(game, key).load
        if tokens > load:
            return [Refusal("18.5g", f"{name} has {load} tokens aboard, not {tokens}")]
        return []

    def pieces(self, game: Ocs, player: str, key: str) -> Iterator[Action]:
        """Each unit and transport aboard, and as much supply as goes."""
        found, ship = cargo.aboard(game, key), ship_of(game, key)
        for name in found.units:
            yield {"do": self.do, "ship": key, "units": [name]}
        for name in found.transport:
            yield {"do": self.do, "ship": key, "transport": [name]}
        most = min(ship.load, ports.available(game, ship.hex, player))
        if most > 0:
            yield {"do": self.do, "ship": key, "tokens": most}

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """They go ashore and have done for the phase. [18.5h]"""
        key, now = action["ship"], phase_start(game)
        units, points = action.get("units", []), action.get("transport", [])
        tokens, h = action.get("tokens", 0), ship_of(game, action["ship"]).hex
        ports.handle(game, h, player, size_of(game, units, points, tokens))
        _tell(game, player, "disembark", "18.5g", key, h, units, points, tokens)
        for name in units:
            put_into(game, name, h, finished=now, shipped=now)
        for name in points:
            found = game.state[TRANSPORT][name]
            carried = now if found.load else found.carried  # [12.2a]
            ashore = replace(found, place=MAP, hex=h, at="", carried=carried)
            game.put(TRANSPORT, name, replace(ashore, finished=now, railed=now))
        if tokens:
            cargo.draw(game, key, tokens)
            dumps.add(game, player, h, tokens, fresh=True)
        if units:
            yield from arrive(game, player, units, h)


def _tell(
    game: Ocs, player: str, what: str, rule: str, key: str, h: int, units: Sequence[str],
    points: Sequence[str], tokens: int,
) -> None:  # fmt: skip
    """The owner knows what is loaded; the enemy sees only that something is."""
    name, label = printed(game, key).name, game.board.label(h)
    word = "loads" if what == "embark" else "unloads"
    text = f"{name} {word} in {label}"
    facts = {"ship": key, "hex": label}
    own = {**facts, "units": list(units), "transport": list(points), "tokens": tokens}
    others = Event(what, f"landing craft of {player}: {what} in {label}", rule, {"hex": label})
    game.emit(Event(what, text, rule, own, seen_by=(player,), others=others))


# ---- modes aboard


@deed(*MOVES)
class Ready(OcsDeed):
    """Turn units aboard to their Combat or Move side, in the own Movement Phase. [18.5c] [5.4]

    Reserve and Strat Mode end with it; who is disorganised stays so. [5.3]
    """

    do = "ready"
    rule = "18.5c"
    form = {"units": "texts", "mode": "text"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Units aboard that have not changed yet, and a mode to land in."""
        names, mode = action["units"], action["mode"]
        if mode not in ("combat", "move"):
            return [Refusal("18.5c", f"units land in combat or move mode, not in {mode!r}")]
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one unit, and none twice")]
        found = (self._why_not(game, player, name, mode) for name in names)
        return [refusal for refusal in found if refusal is not None]

    def _why_not(self, game: Ocs, player: str, name: str, mode: str) -> Refusal | None:
        unit = game.state[UNITS].get(name)
        if unit is None or counter_of(game, name).side != player or unit.place != ABOARD:
            return Refusal("18.5c", f"{name!r} is no unit of {player} aboard landing craft")
        counter = counter_of(game, name)
        if not own_movement_phase(game, player):
            return Refusal("5.4", "modes are changed in the own Movement Phase")
        if phase_start(game) in (unit.changed, unit.moved, unit.started):
            text = f"{counter.name} has come aboard or changed its mode in this phase"
            return Refusal("5.4", text)
        if unit.mode == EXPLOIT:
            return Refusal("5.3", f"{counter.name} exploits, which is not left by choice")
        if unit.mode == mode or (unit.mode == DG and unit.combat_up == (mode == "combat")):
            return Refusal("5.4", f"{counter.name} is in that mode already")
        if mode == "combat" and not modes.has_combat_side(counter):
            return Refusal("5.5c", f"{counter.name} has no Combat Mode side")
        if mode == "combat" and type_of(game, unit.at) == DUKW:
            return Refusal("18.4e(B)", f"{counter.name} is in a DUKW: in Move Mode only")
        return None

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each unit aboard to its other side."""
        for key in fleet(game, player):
            for name in cargo.units_aboard(game, key):
                for mode in ("combat", "move"):
                    if self._why_not(game, player, name, mode) is None:
                        yield {"do": self.do, "units": [name], "mode": mode}

    def possible(self, game: Ocs, player: str) -> bool:
        """Nobody is stopped to be asked about it."""
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Turn the counters."""
        mode, now = action["mode"], phase_start(game)
        for name in action["units"]:
            unit = unit_of(game, name)
            turned = replace(unit, combat_up=mode == "combat", changed=now)
            game.put(UNITS, name, turned if unit.mode == DG else replace(turned, mode=mode))
        text = f"{len(action['units'])} aboard: {mode} mode"
        facts = {"units": action["units"], "mode": mode}
        game.emit(Event("mode", text, "18.5c", facts, seen_by=(player,)))
        yield from ()


@on_enter(SUPPLY, order=20)
def always_in_trace(game: Ocs) -> Procedure:
    """Units aboard landing craft are always in trace supply. [12.6g]"""
    side = phasing(game)
    for key in fleet(game, side):
        for name in cargo.units_aboard(game, key):
            unit = unit_of(game, name)
            if unit.oos or not unit.traced:
                game.put(UNITS, name, replace(unit, oos=False, traced=True))
    yield from ()
