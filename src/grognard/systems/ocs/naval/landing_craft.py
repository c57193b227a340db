"""Landing craft: loading and unloading in ports, splitting and joining. [18.4]

They carry combat units, Supply Points and Transport Points up to their capacity [18.4a]; on the map
they load in ports only [18.4c], and unload there without a roll as far as the port can handle it.
[18.5g]
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Piece
from grognard.systems.ocs.combat.capture import arrive
from grognard.systems.ocs.fog.foresight import presumes, uncovered
from grognard.systems.ocs.forms import Crowd, Mode, Tokens
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.movement.movement import not_in_this_phase
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.naval import cargo
from grognard.systems.ocs.naval.ships import (
    DUKW,
    craft_at,
    fleet,
    is_craft,
    printed,
    ship_of,
    type_of,
)
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, TRANSPORT, Transport
from grognard.systems.ocs.supply import dumps, ports
from grognard.systems.ocs.supply.expenses import Measured
from grognard.systems.ocs.transport.hauling import amounts
from grognard.systems.ocs.turn.phases import (
    EXPLOITATION,
    REACTION,
    OcsVerb,
    kind,
    own_movement_phase,
    phase_start,
    phasing,
)
from grognard.systems.ocs.units import ABOARD, COMBAT, DG, EXPLOIT, MAP, MOVE, UNITS, Unit
from grognard.table.worded import Hand


@dataclass(frozen=True, slots=True)
class Lading:
    """What goes on a craft, or off it."""

    ship: Piece
    units: Crowd = ()
    transport: Crowd = ()
    tokens: Tokens = 0


@dataclass(frozen=True, slots=True)
class Landing:
    """A craft, and the units aboard that land from it."""

    ship: Piece
    units: Crowd = ()


def craft_refusal(game: Ocs, player: str, key: str) -> Refusal | None:
    """Why something is no landing craft of a player that can be worked with now."""
    ship = game.state[SHIPS].get(key)
    if ship is None or ship.side != player or ship.place != MAP or not is_craft(game, key):
        return Refusal("18.4", f"{key!r} is no landing craft of {player} on the map")
    if ship.landing or ship.switching:
        doing = "is landing its units" if ship.landing else "is going ashore"
        return Refusal("18.5a", f"{printed(game, key).name} {doing}")
    if ship.deploying == phase_start(game):  # [18.4f(C)]
        return Refusal("18.4f(C)", f"{printed(game, key).name} is being turned into a port")
    return None


class Handling(Measured[Lading], OcsVerb[Lading]):
    """Loading or unloading in a port, within what it can handle. [18.4c] [18.5g] [19.0a]"""

    order = Lading

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The craft in port."""
        return [
            key
            for key in fleet(game, player)
            if is_craft(game, key) and ports.friendly(game, ship_of(game, key).hex, player)
        ]

    def against(self, game: Ocs, player: str, order: Lading) -> list[Refusal]:
        """The craft, its load, and the port."""
        refusal = craft_refusal(game, player, order.ship)
        if refusal is not None:
            return [refusal]
        units, points, tokens = order.units, order.transport, order.tokens
        if len({*units, *points}) != len(units) + len(points) or tokens < 0:
            return [Refusal("form", "nothing is named twice, and tokens are not fewer than none")]
        if not units and not points and not tokens:
            return [Refusal("form", "name units, transport or tokens")]
        h = ship_of(game, order.ship).hex
        if not ports.friendly(game, h, player):
            text = f"there is no port of {player} in {game.board.label(h)}"
            return [Refusal(self.rule, text)]
        refusals = self.why_load(game, player, order)
        if refusals:
            return refusals
        single = len(units) == 1 and not points and not tokens
        size = cargo.size_of(game, units, points, tokens)
        leaving = tuple(name for name in units if unit_of(game, name).place == MAP)
        busy = ports.handling(game, h, player, size, single, without=leaving)
        return [busy] if busy is not None else []

    @abstractmethod
    def why_load(self, game: Ocs, player: str, order: Lading) -> list[Refusal]:
        """What speaks against the load itself."""

    @abstractmethod
    def most(self, game: Ocs, player: str, key: str) -> int:
        """How much supply there is to be handled, in tokens."""

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Lading]:
        """Units and transport onto craft in their hex, or off theirs; supply all or a point."""
        group = grouped(game, player, hand)
        keys = [key for key in group.ships if is_craft(game, key)]
        if not keys and group.hex >= 0:
            aboard = {cargo.ship_of(game, name) for name in group.units} - {""}
            keys = sorted(aboard) or list(craft_at(game, group.hex, player))
        for key in keys:
            if group.units or group.transport:
                yield Lading(key, group.units, group.transport)
            if group.ships:
                yield from self.whole(game, key)
            yield from (Lading(key, tokens=n) for n in amounts(self.most(game, player, key)))

    def whole(self, game: Ocs, key: str) -> Iterator[Lading]:
        """What could be handled at once where only the craft is in hand."""
        return iter(())


# ---- loading


class Embark(Handling):
    """Load landing craft in a port: units, Transport Points, Supply Points. [18.4c]"""

    do, rule = "embark", "18.4c"
    title, rank = "Embark", 9
    phrase = ("Embark {units} and {tokens} on {ship}", "Embark {units} on {ship}",
              "Embark {transport} on {ship}", "Load {tokens} on {ship}")  # fmt: skip

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Lading]:
        """Each unit and transport of the hex, and as much supply as goes."""
        h = ship_of(game, actor).hex
        for name in stacks.own_at(game, h, player):
            yield Lading(actor, units=(name,))
        for name in stacks.transport_at(game, h, player):
            yield Lading(actor, transport=(name,))
        most = min(self.most(game, player, actor), ports.available(game, h, player))
        if most > 0:
            yield Lading(actor, tokens=most)

    def most(self, game: Ocs, player: str, key: str) -> int:
        """What lies there and finds room."""
        lies = dumps.loadable(game, ship_of(game, key).hex, player)
        return min(lies, int(cargo.room(game, key)))

    def why_load(self, game: Ocs, player: str, order: Lading) -> list[Refusal]:
        """All in the hex, fit to go, and no more than there is room for. [18.4a]"""
        key, tokens = order.ship, order.tokens
        refusals = []
        for name in order.units:
            refusals += why_not_aboard(game, player, key, name)
        for name in order.transport:
            refusals += _why_not_transport(game, player, key, name)
        if refusals:
            return refusals
        h = ship_of(game, key).hex
        there = dumps.loadable(game, h, player)
        if tokens > there:
            text = f"{there} tokens in {game.board.label(h)} may be loaded in this phase"
            return [Refusal("12.2a", f"{text}, not {tokens}")]
        if cargo.size_of(game, order.units, order.transport, tokens) > cargo.room(game, key):
            text = f"{printed(game, key).name} has room for {cargo.room(game, key)} tokens"
            return [Refusal("18.4a", text)]
        return []

    def carry_out(self, game: Ocs, player: str, order: Lading) -> None:
        """They go aboard; the enemy does not see what. [18.3c(A)]"""
        key, h, now = order.ship, ship_of(game, order.ship).hex, phase_start(game)
        size = cargo.size_of(game, order.units, order.transport, order.tokens)
        ports.handle(game, h, player, size, order.units)
        for name in order.units:
            unit: Unit = unit_of(game, name)
            if unit.started != now:
                unit = replace(unit, started=now, start=unit.hex)
            game.put(UNITS, name, replace(unit, place=ABOARD, hex=-1, at=key))
        for name in order.transport:
            found: Transport = game.state[TRANSPORT][name]
            game.put(TRANSPORT, name, replace(found, place=ABOARD, hex=-1, at=key))
        if order.tokens:
            dumps.take(game, player, h, order.tokens, loading=True)
            ship = ship_of(game, key)
            game.put(SHIPS, key, replace(ship, load=ship.load + order.tokens))
        _tell(game, player, "embark", "18.4c", order, h)


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
        if "eq" in counter_of(game, name).traits:
            text = f"{called} is equipment, which goes neither by air nor by DUKW"
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


def what_lies_ashore(game: Ocs, player: str, action: Action) -> str:
    """What could be captured where craft lie is presumed. [4.9a]"""
    return uncovered(game, player, [ship_of(game, action["ship"]).hex])


@presumes(what_lies_ashore)
class Disembark(Handling):
    """Unload landing craft in a port, without a roll and in any of the phases. [18.5d] [18.5g]

    Those who land so do not move on in the phase. [18.5h]
    """

    do, rule = "disembark", "18.5g"
    title, rank = "Disembark", 10
    phrase = ("Disembark {units} and {tokens} from {ship}", "Disembark {units} from {ship}",
              "Disembark {transport} from {ship}", "Unload {tokens} from {ship}")  # fmt: skip

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Lading]:
        """Each unit and transport aboard, and as much supply as goes."""
        found, ship = cargo.aboard(game, actor), ship_of(game, actor)
        for name in found.units:
            yield Lading(actor, units=(name,))
        for name in found.transport:
            yield Lading(actor, transport=(name,))
        most = min(ship.load, ports.available(game, ship.hex, player))
        if most > 0:
            yield Lading(actor, tokens=most)

    def most(self, game: Ocs, player: str, key: str) -> int:
        """What is aboard."""
        return ship_of(game, key).load

    def whole(self, game: Ocs, key: str) -> Iterator[Lading]:
        """All units and transport aboard."""
        found = cargo.aboard(game, key)
        if found.units or found.transport:
            yield Lading(key, found.units, found.transport)

    def why_load(self, game: Ocs, player: str, order: Lading) -> list[Refusal]:
        """All of it aboard, and units in Combat or Move Mode. [18.5c]"""
        units, points = order.units, order.transport
        found, name = cargo.aboard(game, order.ship), printed(game, order.ship).name
        for thing in [*units, *points]:
            if thing not in found.units and thing not in found.transport:
                return [Refusal("18.5g", f"{thing!r} is not aboard {name}")]
        if set(units) & set(found.transport) or set(points) & set(found.units):
            return [Refusal("form", "units and transport are named each in their own list")]
        for unit in units:
            if not modes.may_land(game, unit):
                text = f"{counter_of(game, unit).name} is in {unit_of(game, unit).mode} mode"
                return [Refusal("18.5c", f"{text}; units unload in Combat or Move Mode")]
        load = ship_of(game, order.ship).load
        if order.tokens > load:
            return [Refusal("18.5g", f"{name} has {load} tokens aboard, not {order.tokens}")]
        return []

    def carry_out(self, game: Ocs, player: str, order: Lading) -> Procedure:
        """They go ashore and have done for the phase. [18.5h]"""
        h, now = ship_of(game, order.ship).hex, phase_start(game)
        size = cargo.size_of(game, order.units, order.transport, order.tokens)
        ports.handle(game, h, player, size)
        _tell(game, player, "disembark", "18.5g", order, h)
        for name in order.units:
            put_into(game, name, h, finished=now, shipped=now)
        for name in order.transport:
            found = game.state[TRANSPORT][name]
            carried = now if found.load else found.carried  # [12.2a]
            ashore = replace(found, place=MAP, hex=h, at="", carried=carried)
            game.put(TRANSPORT, name, replace(ashore, finished=now, railed=now))
        if order.tokens:
            cargo.draw(game, order.ship, order.tokens)
            dumps.add(game, player, h, order.tokens, fresh=True)
        if order.units:
            yield from arrive(game, player, order.units, h)


def _tell(game: Ocs, player: str, what: str, rule: str, order: Lading, h: int) -> None:
    """The owner knows what is loaded; the enemy sees only that something is."""
    label = game.board.label(h)
    game.emit(
        Event(what, rule, {"hex": label}).to(
            player,
            ship=order.ship,
            units=list(order.units),
            transport=list(order.transport),
            tokens=order.tokens,
        )
    )


# ---- modes aboard


@dataclass(frozen=True, slots=True)
class Turning:
    """Units aboard, and the mode that they are to land in."""

    units: Crowd
    mode: Mode


class Ready(OcsVerb[Turning]):
    """Turn units aboard to their Combat or Move side, in the own Movement Phase. [18.5c] [5.4]

    Reserve and Strat Mode end with it; who is disorganised stays so. [5.3]
    """

    do, rule, order = "ready", "18.5c", Turning
    title, phrase = "Ready", "{units} aboard: {mode} Mode"
    stops = False

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Each unit aboard."""
        return [name for key in fleet(game, player) for name in cargo.units_aboard(game, key)]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Turning]:
        """To either side."""
        yield from (Turning((actor,), mode) for mode in (COMBAT, MOVE))

    def against(self, game: Ocs, player: str, order: Turning) -> list[Refusal]:
        """Units aboard that have not changed yet, and a mode to land in."""
        names, mode = order.units, order.mode
        if mode not in (COMBAT, MOVE):
            return [Refusal("18.5c", f"units land in combat or move mode, not in {mode!r}")]
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one unit, and none twice")]
        found = (_why_not_turned(game, player, name, mode) for name in names)
        return [refusal for refusal in found if refusal is not None]

    def carry_out(self, game: Ocs, player: str, order: Turning) -> None:
        """Turn the counters."""
        mode, now = order.mode, phase_start(game)
        for name in order.units:
            unit = unit_of(game, name)
            turned = replace(unit, combat_up=mode == COMBAT, changed=now)
            game.put(UNITS, name, turned if unit.mode == DG else replace(turned, mode=mode))
        facts = {"units": list(order.units), "mode": mode}
        game.emit(Event("mode", "18.5c", facts, seen_by=(player,)))


def _why_not_turned(game: Ocs, player: str, name: str, mode: str) -> Refusal | None:
    """Why a unit aboard cannot be turned to a side. [18.5c] [5.4]"""
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
    if unit.mode == mode or (unit.mode == DG and unit.combat_up == (mode == COMBAT)):
        return Refusal("5.4", f"{counter.name} is in that mode already")
    if mode == COMBAT and not modes.has_combat_side(counter):
        return Refusal("5.5c", f"{counter.name} has no Combat Mode side")
    if mode == COMBAT and type_of(game, unit.at) == DUKW:
        return Refusal("18.4e(B)", f"{counter.name} is in a DUKW: in Move Mode only")
    return None


def always_in_trace(game: Ocs) -> Procedure:
    """Units aboard landing craft are always in trace supply. [12.6g]"""
    side = phasing(game)
    for key in fleet(game, side):
        for name in cargo.units_aboard(game, key):
            unit = unit_of(game, name)
            if unit.oos or not unit.traced:
                game.put(UNITS, name, replace(unit, oos=False, traced=True))
    yield from ()
