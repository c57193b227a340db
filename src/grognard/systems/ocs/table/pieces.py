"""Counters and hexes looked at closely: what they are worth, and what there is to say of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.tally import Tally
from grognard.systems.ocs.air import drop_plans
from grognard.systems.ocs.movement.movement import allowance, left, points, unable
from grognard.systems.ocs.naval import cargo, sailing
from grognard.systems.ocs.naval.ships import fleet, is_craft
from grognard.systems.ocs.pieces import planes, stacks, zones
from grognard.systems.ocs.pieces.groups import hex_of
from grognard.systems.ocs.pieces.values import (
    barrage_strength,
    counter_of,
    rating,
    size_of,
    strength,
    unit_of,
)
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, DUMPS, SHIPS, TRANSPORT
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.supply.dumps import amount
from grognard.systems.ocs.table import supply_notes, telling
from grognard.systems.ocs.table.queries import regiments, seen, sp
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.turn.phases import MOVES, kind
from grognard.systems.ocs.units import MAP, UNITS
from grognard.systems.ocs.victory.control import controller, counting
from grognard.systems.ocs.works import air_bases
from grognard.table.cards import Sum
from grognard.table.tabletop import Player

# ---- what a counter is worth now


def details(game: Ocs, player: Player, piece: str) -> list[Sum]:
    """The values of one's own counter as they stand; of the enemy's there are only the printed."""
    if piece in game.state[UNITS]:
        counter = counter_of(game, piece)
        return list(_unit(game, piece)) if player in (None, counter.side) else []
    for register, found in ((TRANSPORT, _transport), (AIR, _aircraft), (SHIPS, _ship)):
        record = game.state.maps[register.name].get(piece)
        if record is not None and player in (None, record.side):
            return list(found(game, piece))
    return []


def _unit(game: Ocs, name: str) -> Iterator[Sum]:
    """Attack, defence, Action Rating, barrage, movement and size. [3.2] [4.6]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if not counter.artillery and not counter.hq:
        yield Sum("attacks with", strength(game, name, True))
    yield Sum("defends with", strength(game, name, False))
    yield Sum("Action Rating", rating(game, name))
    if counter.artillery:
        yield Sum("barrages with", barrage_strength(game, name))
    if unit.place == MAP:
        yield Sum("movement points", allowance(game, name))
    yield Sum("size in RE", Tally().add("as it stands", size_of(game, name), "4.6"))


def _transport(game: Ocs, key: str) -> Iterator[Sum]:
    yield Sum("movement points", transport.allowance(game, key))


def _aircraft(game: Ocs, key: str) -> Iterator[Sum]:
    face, plane = planes.face(game, key), planes.plane_of(game, key)
    yield Sum("air combat", Tally().add("printed", face.rating, "14.3", plane.source))
    if face.barrage:
        yield Sum("bombs with", Tally().add("printed", face.barrage, "14.7", plane.source))
    if face.capacity:
        yield Sum(
            "carries, in tokens", Tally().add("printed", face.capacity, "14.9b", plane.source)
        )


def _ship(game: Ocs, key: str) -> Iterator[Sum]:
    if is_craft(game, key):
        ship = game.state[SHIPS][key]
        tally = Tally().add("capacity", ship.size, "18.4a")
        if cargo.taken(game, key):
            tally = tally.add("taken", -cargo.taken(game, key), "4.7")
        yield Sum("room, in tokens", tally)


def piece_notes(game: Ocs, player: Player, piece: str) -> list[str]:
    """What there is to say of one's own counter besides its numbers: movement, supply, cargo."""
    if piece in game.state[UNITS]:
        told = (*_movement(game, player, piece), *_planned(game, player, piece))
        return [*told, *supply_notes.notes(game, player, piece)]
    if piece in game.state[SHIPS] and player in (None, game.state[SHIPS][piece].side):
        found = cargo.aboard(game, piece)
        who = [counter_of(game, unit).name for unit in found.units]
        hexes = sailing.left(game, piece) // sailing.hex_price(game, piece)
        sails = [f"can sail {hexes} hexes"] if kind(game) in MOVES else []
        return [f"aboard: {', '.join(who)}", *sails] if who else sails
    return []


def _movement(game: Ocs, player: Player, name: str) -> Iterator[str]:
    if kind(game) not in MOVES or counter_of(game, name).side != player:
        return
    why = unable(game, name)
    yield f"{points(left(game, name))} MP left" if why is None else f"{why.text} [{why.rule}]"


def _planned(game: Ocs, player: Player, name: str) -> Iterator[str]:
    """Where one's own unit is to be dropped."""
    side = counter_of(game, name).side
    plan = drop_plans.plan_of(game, side, name) if player in (None, side) else None
    if plan is not None:
        where = game.board.label(plan.hex)
        yield f"is to be dropped over {where} in turn {plan.turn} [14.10b]"


# ---- hexes


def _drops(game: Ocs, player: Player, h: int) -> Iterator[str]:
    """Who of one's own is to be dropped here."""
    for side in game.scenario.sides:
        if player in (None, side):
            for plan in drop_plans.plans(game, side):
                if plan.hex == h:
                    who = counter_of(game, plan.unit).name
                    yield f"{who} is to be dropped here in turn {plan.turn} [14.10b]"


def notes(game: Ocs, player: Player, h: int) -> list[str]:
    """What there is to say of a hex: who holds it, zones, facilities, supply, stacking."""
    return [note for found in NOTES for note in found(game, player, h)]


def _zones(game: Ocs, player: Player, h: int) -> Iterator[str]:
    """Whose zones of control reach here; they lie open. [4.4]"""
    for side in game.scenario.sides:
        if zones.in_zone(game, h, side):
            yield f"in a {telling.title(game, side)} zone of control [4.4]"
    if h in counting(game):
        holder = controller(game, h)
        yield f"held by {telling.title(game, holder)}" if holder else "held by nobody"


def _facilities(game: Ocs, player: Player, h: int) -> Iterator[str]:
    """Bases, hedgehogs and ports, which lie open. [4.8b(F)]"""
    site, nations = stacks.site_at(game, h), telling.titles(game)
    if site.base >= 0:
        owner = nations.get(site.base_owner, "nobody")
        room = f"{air_bases.capacity(game, h)} Active, {air_bases.refits(game, h)} refits a turn"
        yield f"Air Base of {owner}, level {site.base}: {room} [15.0]"
    if site.hog:
        yield f"hedgehog of {nations.get(site.hog_owner, 'nobody')}, level {site.hog} [16.0]"
    if ports.is_port(game, h):
        owner = nations.get(ports.owner(game, h), "nobody")
        hits = f", {site.hits} hits" if site.hits else ""
        yield f"port of {owner}: handles {amount(ports.capacity(game, h))}{hits} [19.0a]"


def _stores(game: Ocs, player: Player, h: int) -> Iterator[str]:
    """One's own supply and size in a hex; of the enemy's what no unit covers. [4.9a] [12.1b]"""
    label = game.board.label(h)
    for facts in seen(game, player)["dumps"].values():
        if facts["hex"] == label and facts["tokens"]:
            yield f"dump of {amount(facts['tokens'])} [12.1b]"
    for stack in seen(game, player)["enemy"]:
        if stack["hex"] == label and stack["lies"]:
            yield f"the enemy has here: {', '.join(stack['lies'])} [4.9a]"
    holder = stacks.holder(game, h)
    if holder is not None and player in (None, holder):
        yield f"{regiments(stacks.size_at(game, h))} RE of 10 [4.8]"


def _railway(game: Ocs, player: Player, h: int) -> Iterator[str]:
    status = seen(game, player)["hexes"].get(game.board.label(h))
    if status is None:
        return
    nations = telling.titles(game)
    if status["gauge"] in nations:
        yield f"rails of {nations[status['gauge']]} gauge [13.3f]"
    if status["busted"]:
        yield f"trains busted by {nations[status['busted']]} [14.8]"


NOTES = (_zones, _facilities, _stores, _railway, _drops)


# ---- how supply stands


def supply(game: Ocs, player: Player) -> list[str]:
    """One's own stocks in short, and who is out of supply. [12.8]"""
    if player not in game.scenario.sides or player is None:
        return []
    dumps = [d.tokens for d in game.state[DUMPS].values() if d.side == player]
    loads = [t.load for t in game.state[TRANSPORT].values() if t.side == player]
    afloat = sum(game.state[SHIPS][key].load for key in fleet(game, player))
    lines = [f"{sp(sum(dumps))} SP in dumps, {sp(sum(loads))} on transport, {sp(afloat)} afloat"]
    out = [n for n in stacks.on_map(game, player) if unit_of(game, n).oos]
    return [*lines, *(_out(game, name) for name in out)]


def _out(game: Ocs, name: str) -> str:
    where = game.board.label(hex_of(game, name))
    return f"{counter_of(game, name).name} in {where} is out of supply [12.8]"


def asked_about(game: Ocs, context: Sequence[str]) -> list[int]:
    """The hexes of counters and labels that a question names."""
    found = [game.board.index[word] for word in context if word in game.board.index]
    found += [h for word in context if (h := hex_of(game, word)) >= 0]
    return list(dict.fromkeys(found))
