"""What stands on a counter, and what it says aloud; stacks in small. [3.1] [3.2] [3.3] [3.4]"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.systems.ocs.naval import cargo
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import (
    counter_of,
    printed_strength,
    rounded,
    strength,
    unit_of,
)
from grognard.systems.ocs.scenario import (
    LANDING_CRAFT,
    TRANSPORT_PLANE,
    Ocs,
    Plane,
    ShipCounter,
    TransportKind,
)
from grognard.systems.ocs.status import AIR, SHIPS, TOKENS
from grognard.systems.ocs.supply.dumps import amount
from grognard.systems.ocs.table.picture import ARMS
from grognard.systems.ocs.table.queries import Facts, sp
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import ABOARD, DG, EXPLOIT, MAP, UNITS, Counter
from grognard.table.cards import StackCard, State, Value
from grognard.table.faces import aloud, value
from grognard.table.tabletop import Face, Player

TYPES = {"F": "Fighter", "T": "Tactical Bomber", "S": "Strategic Bomber", "Tpt": "Transport"}
SHIP_TYPES = {
    "ship": "ships", "carrier": "carrier", "lc": "landing craft", "lst": "LST", "dukw": "DUKWs",
}  # fmt: skip


def unit_values(counter: Counter, combat_up: bool) -> tuple[Value, ...]:
    """What the side that is up prints: strength, Action Rating, movement. [3.1] [3.2]

    Artillery has barrage and range in the place of strength, a headquarters its throw. [13.1]
    """
    face, source = (counter.combat if combat_up else counter.move), counter.source
    move = value("move", str(face.ma), f"movement in {face.move} points", source)
    rating = value("rating", str(counter.ar), "Action Rating", source)
    if counter.hq:
        title = f"throws supply {face.throw} {face.throw_class} points"
        return value("throw", f"»{face.throw}", title, source), move
    if counter.artillery:
        text, title = f"{face.barrage or 0}({counter.range})", "barrage points (range)"
        return value("barrage", text, title, source), rating, move
    printed = "–" if face.strength is None else str(face.strength)
    if face.defends_only:
        return value("strength", f"({printed})", "strength, defends only", source), rating, move
    return value("strength", printed, "strength", source), rating, move


def unit_title(
    game: Ocs, counter: Counter, facts: Facts, values: Sequence[Value], states: Sequence[State]
) -> str:
    """Everything about a unit in a sentence."""
    of = f" of {counter.formation}" if counter.formation else ""
    size = "" if counter.hq or counter.size == "repl" else f" {counter.size}"
    what = f"{counter.nation} {counter.name}{of}, {counter.type.replace('-', ' ')}{size}"
    side = ["Combat side" if facts["combat_up"] else "Move side"]
    if counter.steps > 1 and "lost" in facts:
        side.insert(0, f"{counter.steps - facts['lost']} of {counter.steps} steps")
    return aloud(what, values, side, states, _place(game, facts))


def _place(game: Ocs, facts: Facts) -> str:
    """Where a counter is."""
    if facts["place"] == MAP and facts["hex"] is not None:
        return f"in {facts['hex']}"
    if facts["place"] == ABOARD or facts.get("carrier"):
        return f"aboard {_ship_name(game, facts.get('carrier') or facts['at'])}"
    due = f", turn {facts['due']}" if facts.get("due") else ""
    return f"{facts.get('at') or facts['place']}{due}"


def _ship_name(game: Ocs, key: str) -> str:
    ship = game.state[SHIPS].get(key)
    return game.scenario.ship_counters[ship.counter].name if ship is not None else key


def plane_values(plane: Plane, reduced: bool) -> tuple[Value, ...]:
    """Air combat rating, barrage points or load, range. [3.5] [14.1]"""
    face, source = (plane.reduced if reduced else plane.full), plane.source
    text = f"({face.rating})" if face.passive else str(face.rating)
    rating = value("rating", text, "air combat rating", source)
    reach = value("range", str(plane.range), "range", source)
    if TRANSPORT_PLANE in plane.types and not face.barrage:
        return rating, value("load", f"{face.capacity}T", "carries", source), reach
    bombs = f"({face.barrage})" if plane.torpedo else str(face.barrage)
    title = "barrage points against ships" if plane.torpedo else "barrage points"
    return rating, value("barrage", bombs, title, source), reach


def plane_title(
    game: Ocs, plane: Plane, facts: Facts, values: Sequence[Value], states: Sequence[State]
) -> str:
    """Everything about an aircraft in a sentence."""
    kinds = " and ".join(TYPES[kind] for kind in plane.types)
    known = []
    if "reduced" in facts:
        known.append("reduced" if facts["reduced"] else "at full strength")
    if facts.get("active") and facts["place"] == MAP:
        known.append("Active")
    what = f"{plane.nation} {plane.name}, {kinds}"
    return aloud(what, values, known, states, _place(game, facts))


def transport_values(facts: Facts) -> tuple[Value, ...]:
    """The load and the size of transport, in points. [3.3(B)]"""
    if facts["extender"]:
        return (value("points", sp(facts["size"]), "Transport Points"),)
    return (_carried(facts),)


def _carried(facts: Facts) -> Value:
    """What is aboard, of what there is room for. [13.2c]"""
    text = f"{sp(facts['load'])}/{sp(facts['size'])}"
    return value("load", text, "Supply Points aboard, of its points")


def transport_title(game: Ocs, kind: TransportKind, facts: Facts, states: Sequence[State]) -> str:
    """Everything about transport in a sentence."""
    size = Fraction(facts["size"], TOKENS)
    of = f" of {facts['formation']}" if facts["formation"] else ""
    load = amount(facts["load"]) if facts["load"] else "nothing"
    what = f"{size} {kind.name} point{'' if size == 1 else 's'}{of}"
    known = [f"loaded with {load}", f"movement in {kind.move} points {kind.ma}"]
    return aloud(what, (), known, states, _place(game, facts))


def dump_values(facts: Facts) -> tuple[Value, ...]:
    """The Supply Points of a dump. [3.3(A)]"""
    return (value("supply", sp(facts["tokens"]), "Supply Points"),)


def dump_title(game: Ocs, facts: Facts) -> str:
    """Everything about a dump in a sentence."""
    where = f"in {facts['hex']}" if facts["hex"] is not None else f"in {facts['at']}"
    fresh = facts["unloaded"] == phase_start(game) and facts["fresh"]
    stays = f"; {amount(facts['fresh'])} of it may not be loaded in this phase [12.2a]"
    return f"supply dump of {amount(facts['tokens'])} {where}{stays if fresh else ''}"


def ship_values(ship: ShipCounter, facts: Facts) -> tuple[Value, ...]:
    """Barrage, range and protection of a ship; load and points of landing craft. [3.4] [18.4]"""
    if ship.type in LANDING_CRAFT:
        if "size" not in facts:
            return ()
        return (_carried(facts),)
    face = ship.damaged if facts["damaged"] else ship.sound
    return (
        value("barrage", f"{face.barrage}({face.range})", "barrage points (range)", ship.source),
        value("flak", str(face.flak), "flak", ship.source),
        value("protection", str(face.protection), "protection", ship.source),
    )


def ship_title(
    game: Ocs, ship: ShipCounter, key: str, facts: Facts, values: Sequence[Value],
    states: Sequence[State],
) -> str:  # fmt: skip
    """Everything about a ship in a sentence; of one's own also the cargo."""
    known = []
    if "size" in facts and ship.type in LANDING_CRAFT:
        aboard = cargo.aboard(game, key)
        names = [counter_of(game, name).name for name in aboard.units]
        names += [f"{sp(game.state.maps['transport'][k].size)} transport" for k in aboard.transport]
        known.append(f"aboard: {', '.join(names)}" if names else "nobody aboard")
    what = f"{ship.nation} {ship.name}, {SHIP_TYPES[ship.type]}"
    return aloud(what, values, known, states, _place(game, facts))


# ---- who has acted


def has_acted(game: Ocs, facts: Facts) -> bool:
    """Whether a unit or a ship has done something in the phase under way."""
    now = phase_start(game)
    keys = ("moved", "finished", "attacked", "fired", "worked", "shipped", "railed", "landed")
    return any(facts.get(key) == now for key in keys if not isinstance(facts.get(key), bool))


def flown(game: Ocs, facts: Facts) -> bool:
    """Whether an aircraft has flown in the phase under way. [14.2e]"""
    return bool(facts["flown"] == phase_start(game))


def rolled(game: Ocs, facts: Facts) -> bool:
    """Whether transport has done moving, or has moved, in the phase under way. [6.1g]"""
    now = phase_start(game)
    return now in (facts["moved"], facts["finished"], facts["railed"])


# ---- stacks in small


def face(game: Ocs, player: Player, h: int, side: str, names: Sequence[str]) -> Face:
    """A stack in small: all that is known of it, and a `+` where there may be more. [4.9a]"""
    own = player in (None, side)
    units = [name for name in names if name in game.state[UNITS]]
    top = names[0]
    counter = counter_of(game, top) if top in game.state[UNITS] else None
    title = counter.type if counter else _other(game, top)
    total = _strength(game, units, own)
    return Face(
        side=side,
        title=title,
        strength=total if own or not units else f"{total}+",
        count=str(len(names)) if own else "",
        letter=ARMS.get(title, title[:1]),
        mark=_mark(game, h, units),
        done=own and bool(units) and all(_finished(game, name) for name in units),
    )


def _other(game: Ocs, name: str) -> str:
    """What lies on top where there is no combat unit."""
    if name in game.state[AIR]:
        return "air"
    return "ship" if name in game.state[SHIPS] else "supply"


def _strength(game: Ocs, units: Sequence[str], own: bool) -> str:
    """The attack strength of units together and their best Action Rating; of the enemy as printed,
    and in brackets of those who cannot attack now, as Reserves.

    [3.2] [9.6]
    """
    if not units:
        return ""
    if own:
        total = rounded(sum(Fraction(strength(game, n, True).total) for n in units))
    printed = sum(printed_strength(counter_of(game, n), unit_of(game, n))[0] for n in units)
    best = max(counter_of(game, n).ar for n in units)
    if own and not total and printed:
        return f"({printed}) AR{best}"
    return f"{total if own else printed} AR{best}"


def _mark(game: Ocs, h: int, units: Sequence[str]) -> str:
    """The most urgent marker that shows: supply, order, exploitation, works."""
    modes = [unit_of(game, name).mode for name in units]
    if any(unit_of(game, name).oos for name in units):
        return "!"
    if DG in modes:
        return "*"
    if EXPLOIT in modes:
        return "E"
    return "⌂" if stacks.hedgehog(game, h) else ""


def _finished(game: Ocs, name: str) -> bool:
    unit, now = unit_of(game, name), phase_start(game)
    return now in (unit.finished, unit.attacked, unit.fired)


def faces(game: Ocs, player: Player, cards: Sequence[StackCard]) -> dict[int, Face]:
    """Every hex with counters in small; where both sides lie in one, whoever has units there."""
    found: dict[int, Face] = {}
    for card in cards:
        h = game.board.index[card.hex]
        if h not in found or stacks.holder(game, h) == card.side:
            found[h] = face(game, player, h, card.side, card.counters)
    return found
