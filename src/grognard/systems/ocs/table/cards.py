"""Counters, stacks and lists beside the map, as one player may see them. [4.8b] [4.9a]

Everything comes from the player's view of the game; what it does not hold is not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import counter_of, size_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, DUMPS, SHIPS, TRANSPORT
from grognard.systems.ocs.table import faces, symbols, telling
from grognard.systems.ocs.table.able import able
from grognard.systems.ocs.table.queries import SHOWN, Facts, regiments, seen
from grognard.systems.ocs.table.states import (
    aircraft_states,
    ship_states,
    transport_states,
    unit_states,
)
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.units import ABOARD, BOX, BREAKOUT, DEAD, MAP, POOL, REMOVED
from grognard.table import panels
from grognard.table.cards import CounterCard, OffMap, StackCard
from grognard.table.palette import NATIONS, stripes
from grognard.table.tabletop import Player

LISTS = {
    POOL: "Reinforcements",
    BREAKOUT: "Breaking out",
    DEAD: "Dead pile",
    REMOVED: "Gone for good",
}
"""Where counters are that are not on the map, in the order in which one looks for them."""
ENEMY_DEAD = "dead"


def counters(game: Ocs, player: Player) -> list[CounterCard]:
    """Every counter that a player may see: his own, what shows, and the dead piles. [4.9a]"""
    return game.cached(("cards", player), SHOWN, lambda: list(_counters(game, player)))


def _counters(game: Ocs, player: Player) -> Iterator[CounterCard]:
    known, active = seen(game, player), able(game, player)
    makers: tuple[tuple[str, Callable[[Ocs, str, Facts], CounterCard]], ...] = (
        ("units", _unit), ("air", _aircraft), ("transport", _transport), ("dumps", _dump),
        ("ships", _ship),
    )  # fmt: skip
    for part, make in makers:
        for name, facts in known[part].items():
            if part == "dumps" and not facts["tokens"]:
                continue
            yield replace(make(game, name, facts), movable=name in active)
    for stack in known["enemy"]:
        yield from _on_show(game, stack)
    for side in game.scenario.sides:
        if player is not None and side != player:
            yield from _dead_pile(game, side, known["dead"][side])


def _on_show(game: Ocs, stack: Facts) -> Iterator[CounterCard]:
    """What shows of an enemy hex: one unit, one aircraft, one ship. [4.9a]"""
    at = {"place": MAP, "hex": stack["hex"], "at": ""}
    for name, facts in stack["unit"].items():
        yield _unit(game, name, {**at, **facts})
    for key, facts in stack["aircraft"].items():
        yield _aircraft(game, key, {**at, **facts})
    for key, facts in stack["ships"].items():
        yield _ship(game, key, {**at, **facts})


def _dead_pile(game: Ocs, side: str, names: list[str]) -> Iterator[CounterCard]:
    """The enemy's dead by their names, which is all that is told of them. [IV.K]"""
    for place, name in enumerate(names):
        yield CounterCard(
            id=f"dead-{side}-{place}", side=side, hex=None, box=f"{ENEMY_DEAD}-{side}",
            name=name, title=f"{telling.title(game, side)} {name}: dead pile",
            symbol=symbols.BLANK, number=name,
        )  # fmt: skip


# ---- one counter


def _unit(game: Ocs, name: str, facts: Facts) -> CounterCard:
    counter = counter_of(game, name)
    steps = counter.steps
    states = unit_states(game, name, facts)
    values = faces.unit_values(counter, facts["combat_up"])
    paper, ink = _livery(game, counter.side, counter.nation)
    return CounterCard(
        name,
        counter.side,
        *_where(game, counter.side, facts),
        name=telling.called(counter),
        title=faces.unit_title(game, counter, facts, values, states),
        symbol=symbols.of_unit(counter),
        number=counter.name.removeprefix("HQ ").removesuffix(" HQ") if counter.hq else counter.name,
        formation=counter.formation,
        stripe=_stripe(game, counter.side, counter.formation),
        sort="units",
        values=values,
        step=steps - facts.get("lost", 0),
        steps=steps,
        states=states,
        done="moved" in facts and faces.has_acted(game, facts),
        paper=paper,
        ink=ink,
    )


def _aircraft(game: Ocs, key: str, facts: Facts) -> CounterCard:
    plane = game.scenario.planes[facts["counter"]]
    reduced = facts.get("reduced", False)
    states = aircraft_states(game, facts)
    values = faces.plane_values(plane, reduced)
    paper, ink = _livery(game, plane.side, plane.nation)
    return CounterCard(
        key,
        plane.side,
        *_where(game, plane.side, facts),
        name=plane.name,
        title=faces.plane_title(game, plane, facts, values, states),
        symbol=symbols.of_plane(plane),
        number=plane.name,
        sort="aircraft",
        values=values,
        step=1 if reduced else 2,
        steps=2,
        states=states,
        done="flown" in facts and faces.flown(game, facts),
        paper=paper,
        ink=ink,
    )


def _transport(game: Ocs, key: str, facts: Facts) -> CounterCard:
    kind = game.scenario.kinds[facts["kind"]]
    states = transport_states(game, facts)
    values = faces.transport_values(facts)
    return CounterCard(
        key,
        facts["side"],
        *_where(game, facts["side"], facts),
        name=transport.called(game, key),
        title=faces.transport_title(game, kind, facts, states),
        symbol=symbols.of_transport(kind),
        number=kind.name,
        formation=facts["formation"],
        stripe=_stripe(game, facts["side"], facts["formation"]),
        sort="transport",
        values=values,
        states=states,
        done=faces.rolled(game, facts),
    )


def _dump(game: Ocs, key: str, facts: Facts) -> CounterCard:
    place = MAP if facts["hex"] is not None else BOX
    return CounterCard(
        key,
        facts["side"],
        *_where(game, facts["side"], {"place": place, **facts}),
        name=f"dump {facts['hex'] or facts['at']}",
        title=faces.dump_title(game, facts),
        symbol=symbols.DUMP,
        number="SP",
        sort="supply",
        values=faces.dump_values(facts),
    )


def _ship(game: Ocs, key: str, facts: Facts) -> CounterCard:
    ship = game.scenario.ship_counters[facts["counter"]]
    states = ship_states(game, facts)
    values = faces.ship_values(ship, facts)
    paper, ink = _livery(game, ship.side, ship.nation)
    return CounterCard(
        key,
        ship.side,
        *_where(game, ship.side, facts),
        name=ship.name,
        title=faces.ship_title(game, ship, key, facts, values, states),
        symbol=symbols.of_ship(ship),
        number=ship.name,
        sort="ships",
        values=values,
        step=1 if facts["damaged"] else 2,
        steps=1 if ship.type in ("lc", "lst", "dukw") else 2,
        states=states,
        done="moved" in facts and faces.has_acted(game, facts),
        paper=paper,
        ink=ink,
    )


def _where(game: Ocs, side: str, facts: Facts) -> tuple[str | None, str | None]:
    """The hex of a counter, or the list it is in; what is aboard lies where the ship does."""
    hex_ = facts["hex"] if facts["place"] == MAP else None
    carrier = facts["at"] if facts["place"] == ABOARD else facts.get("carrier", "")
    if carrier and carrier in game.state[SHIPS]:
        h = game.state[SHIPS][carrier].hex
        hex_ = game.board.label(h) if h >= 0 else None
    if hex_ is not None:
        return hex_, None
    return None, list_id(facts["place"], facts.get("at", ""), side)


def list_id(place: str, at: str, side: str) -> str:
    """The name of a list beside the map: a box by its own name."""
    return f"{BOX} {at} {side}" if place == BOX else f"{place}-{side}"


def _livery(game: Ocs, side: str, nation: str) -> tuple[str | None, str | None]:
    """The colours of a nation, where it is not the one that leads its side."""
    if nation == game.scenario.nations[side]:
        return None, None
    return NATIONS.get(nation, (None, None))


def _stripe(game: Ocs, side: str, formation: str) -> str | None:
    """The colour that formations of a side are told apart by."""

    def compute() -> dict[tuple[str, str], str]:
        every = game.scenario.counters.values()
        return stripes((one.side, one.formation) for one in every if one.formation)

    return game.cached("stripes", (), compute).get((side, formation))


# ---- lists beside the map


def off_map(game: Ocs, player: Player) -> list[OffMap]:
    """Boxes, what is to come, and the dead piles, side by side."""
    lists = [(list_id(BOX, name, side), name, side)
             for name in game.scenario.boxes for side in game.scenario.sides]  # fmt: skip
    for side in game.scenario.sides:
        lists += [(list_id(place, "", side), title, side) for place, title in LISTS.items()]
    return panels.off_map(counters(game, player), lists)


# ---- stacks


def stack_cards(game: Ocs, player: Player) -> list[StackCard]:
    """Every stack, with what of it a player may see; the top counter first. [4.8b]"""
    piles: dict[tuple[str, str], list[str]] = {}
    for card in counters(game, player):
        if card.hex is not None:
            piles.setdefault((card.hex, card.side), []).append(card.id)
    index = game.board.index
    order = sorted(piles, key=lambda pile: (index[pile[0]], pile[1]))
    return [_stack(game, player, hex_, side, piles[hex_, side]) for hex_, side in order]


def _stack(game: Ocs, player: Player, hex_: str, side: str, names: list[str]) -> StackCard:
    h, own = game.board.index[hex_], player in (None, side)
    units = stacks.own_at(game, h, side)
    shown = sorted(names, key=lambda name: _depth(game, units, name)) if own else names
    small = faces.face(game, player, h, side, shown)
    return StackCard(
        hex=hex_,
        side=side,
        counters=tuple(shown),
        closed=not own,
        count=str(len(shown)) if own else "",
        strength=small.strength,
        mark=small.mark,
        notes=tuple(_stack_notes(game, h, side, own)),
    )


def _depth(game: Ocs, units: tuple[str, ...], name: str) -> tuple[int, int, str]:
    """How deep a counter lies: units from the top, aircraft, transport, the dump, ships, cargo."""
    if name in units:
        return 0, -units.index(name), name
    for depth, register in ((1, AIR), (2, TRANSPORT), (3, DUMPS), (4, SHIPS)):
        if name in game.state.maps[register.name]:
            aboard = game.state.maps[register.name][name]
            loaded = getattr(aboard, "place", MAP) == ABOARD or bool(getattr(aboard, "carrier", ""))
            return (5 if loaded else depth), 0, name
    return 5, 0, name


def _stack_notes(game: Ocs, h: int, side: str, own: bool) -> Iterator[str]:
    """What there is to say of a stack at a glance."""
    if not own:
        if stacks.own_at(game, h, side):
            yield "only what lies on top is seen [4.9a]"
        return
    names = stacks.own_at(game, h, side)
    if names:
        size = sum(size_of(game, name) for name in names)
        yield f"{regiments(size)} RE of 10 [4.8]"
