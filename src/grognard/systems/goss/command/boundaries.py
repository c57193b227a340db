"""Drawing zones of operation. [9.2.0-draw]

A zone is drawn as a whole, or hexes are handed over from one to another. What is asked of it: it is
one piece, it goes back to an edge or a coast of its own side and ten hexes past the front line, it
shares no more with a neighbour than the boundary between them, and a corps keeps to its army. That
boundaries are as straight as may be is left to the players.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hexes
from grognard.systems.goss.command.drawing import areas, begun_in, stroke, titled
from grognard.systems.goss.command.zones import (
    PAST_FRONT,
    army_of_zone,
    depths,
    hexes_of,
    in_zones,
    key_of,
    past_the_end,
    side_of_zone,
    zones_of,
)
from grognard.systems.goss.pieces.stacks import held, on_map
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ZONES, Zone
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import CORPS
from grognard.systems.goss.words import called
from grognard.table.cards import Area
from grognard.table.worded import Hand

AROUND = 6
"""The neighbours of a hex that is not at the edge of the map."""
SEA = "sea"
NONE: frozenset[int] = frozenset()
GROUPS = "army_groups"
"""The scenario's word for army groups: each with its armies and its hexes. [9.3.1]"""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A corps or an army, and all hexes of its zone; or those that it takes over."""

    zone: str
    hexes: Hexes


Zones = Mapping[str, frozenset[int]]


class BoundaryVerb(Verb[Gs, Drawing]):
    """What players do with boundaries in the Command Phase, unseen by the enemy. [9.2.0-draw]"""

    order = Drawing

    def against(self, game: Gs, player: str, order: Drawing) -> list[Refusal]:
        """Whether boundaries may be changed at all, and what is wrong with the new ones.
        [9.2.0-draw]"""
        if game.options["zones-of-operation"] == "off":
            return [Refusal("9.2.0", "nobody keeps to zones of operation in this game")]
        if game.options["boundaries"] == "fixed":
            return [Refusal("9.2.0-draw", "the boundaries of this scenario are not changed")]
        if not may_have_zone(game, player, order.zone):
            return [Refusal("9.2.0", f"{order.zone!r} is no corps or army of yours")]
        if not order.hexes:
            return [Refusal("form", "hexes are named")]
        found = self.zones(game, player, order)
        if all(found[key] == _now(game).get(key) for key in found):
            return [Refusal("9.2.0-draw", "that changes nothing")]
        return against_zones(game, player, found, order.zone)

    @abstractmethod
    def zones(self, game: Gs, player: str, order: Drawing) -> Zones:
        """The zones that are changed, as they would be."""

    def carry_out(self, game: Gs, player: str, order: Drawing) -> None:
        """The new boundaries; the enemy is told nothing. [9.2.0-draw]"""
        for key, hexes in self.zones(game, player, order).items():
            game.put(ZONES, key, Zone(tuple(sorted(hexes))))
        facts = {"zone": order.zone, "count": len(order.hexes)}
        game.emit(Event("boundary", "9.2.0-draw", facts, seen_by=(player,)))


class Draw(BoundaryVerb):
    """The zone of a corps or an army is drawn anew. [9.2.0-draw]"""

    do, rule, title = "zone", "9.2.0-draw", "Draw a zone of operation"
    phrase = "a new zone for {zone}"
    plural = "boundaries"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Somebody, if a zone must go farther."""
        return [""] if short(game, player) else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Drawing]:
        """Zones with units past their far end, grown around these."""
        for key in short(game, player):
            yield Drawing(key, tuple(sorted(grown(game, player, key))))

    def zones(self, game: Gs, player: str, order: Drawing) -> Zones:
        """The zone alone. [9.2.0-draw]"""
        return {order.zone: frozenset(order.hexes)}


class HandOver(BoundaryVerb):
    """A zone takes hexes over, from a neighbour or from nobody. [9.2.0-draw]"""

    do, rule, title = "hand-over", "9.2.0-draw", "Draw boundaries"
    phrase = "{count} to {zone}"
    plural = "boundaries"
    errand, sweeps, by_card = True, True, True

    def actors(self, game: Gs, player: str) -> list[str]:
        """Somebody, if anybody stands in a neighbour's zone."""
        free = game.options["boundaries"] == "free"
        return [""] if free and any(True for _ in self.ways(game, player, "")) else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Drawing]:
        """The hexes just outside a zone in which its own units stand."""
        if game.options["zones-of-operation"] == "off":
            return
        seen = set()
        for name in on_map(game, player):
            key, h = key_of(game, name), unit_of(game, name).hex
            if not key or (key, h) in seen or h in hexes_of(game, key):
                continue
            seen.add((key, h))
            if any(b in hexes_of(game, key) for b in game.board.around(h)):
                yield Drawing(key, (h,))

    def at(self, game: Gs, player: str, h: int) -> Iterator[Drawing]:
        """Who points at a hex beside a zone means that this takes it over."""
        for key in zones_of(game, player):
            hexes = hexes_of(game, key)
            if h not in hexes and any(b in hexes for b in game.board.around(h)):
                yield Drawing(key, (h,))

    # ---- drawn with the pointer

    def details(self, game: Gs, order: Drawing) -> Mapping[str, str]:
        """How many hexes, and whose they will be."""
        several = len(order.hexes) != 1
        count = f"{len(order.hexes)} hexes" if several else game.board.label(order.hexes[0])
        return {"count": count, "zone": called(game, order.zone)}

    def at_hand(self, game: Gs, player: str, order: Drawing | None) -> Sequence[str]:
        """No counters: hexes are drawn over."""
        return ()

    def additions(
        self, game: Gs, player: str, order: Drawing | None, hand: Hand, h: int | None
    ) -> Iterator[Drawing]:
        """Each zone with a hex beside it: any other will do. [9.2.0-draw]"""
        for key in zones_of(game, player):
            around = (b for a in hexes_of(game, key) for b in game.board.around(a))
            beside = next((b for b in around if b not in hexes_of(game, key)), None)
            if beside is not None and h is None:
                yield Drawing(key, (beside,))

    def sort(self, game: Gs, part: Drawing) -> str:
        """Whose zone is drawn."""
        return called(game, part.zone)

    def anywhere(self, game: Gs, player: str, sort: str) -> bool:
        """Any hex can be drawn over."""
        return True

    def swept(
        self, game: Gs, player: str, order: Drawing | None, hexes: Sequence[int], sort: str
    ) -> Drawing | None:
        """What a stroke makes of the boundaries. [9.2.0-draw]"""
        zone = begun_in(game, player, hexes, sort)
        sofar: tuple[int, ...] = ()
        if order is not None and sort in ("", called(game, order.zone)):
            zone, sofar = order.zone, order.hexes
        found = stroke(game, player, zone, sofar, hexes) if zone else ()
        return Drawing(zone, found) if found else None

    def areas(self, game: Gs, player: str, order: Drawing | None, sort: str) -> Sequence[Area]:
        """The zones as they would be. [9.2.0]"""
        if game.options["zones-of-operation"] == "off":
            return ()
        zone = titled(game, player).get(sort, "") if order is None else order.zone
        changed = {} if order is None else self.zones(game, player, order)
        return areas(game, player, zone, changed)

    def open_to(self, game: Gs, player: str) -> bool:
        """Whether boundaries may be drawn at all. [9.2.0-draw]"""
        free = game.options["boundaries"] == "free" and game.options["zones-of-operation"] != "off"
        return free and any(True for _ in zones_of(game, player))

    def zones(self, game: Gs, player: str, order: Drawing) -> Zones:
        """The zone and its army's with them, neighbours that had them without. [9.2.0-draw]"""
        more, now, mine = frozenset(order.hexes), _now(game), army_of_zone(game, order.zone)
        found = {order.zone: now.get(order.zone, frozenset()) | more}
        if mine in now and mine != order.zone:
            found[mine] = now[mine] | more
        for key in zones_of(game, player):
            if key not in found and rivals(game, order.zone, key) and now[key] & more:
                found[key] = now[key] - more
        return found


def rivals(game: Gs, one: str, two: str) -> bool:
    """Whether two zones may share nothing but a boundary: those of two corps, and of two armies and
    all that is in them. [9.2.0]"""
    armies = game.scenario.armies
    if army_of_zone(game, one) != army_of_zone(game, two):
        return True
    return one not in armies and two not in armies


def _now(game: Gs) -> dict[str, frozenset[int]]:
    return {key: hexes_of(game, key) for key in game.state[ZONES]}


def may_have_zone(game: Gs, player: str, key: str) -> bool:
    """Whether a player has such a corps or army. [9.2.0]"""
    plan = game.scenario.armies.get(key)
    if plan is not None:
        return plan.side == player
    known = key in game.scenario.units
    return known and (counter_of(game, key).level, counter_of(game, key).side) == (CORPS, player)


# ---- what is asked of zones [9.2.0-draw]


def against_zones(game: Gs, player: str, changed: Zones, named: str) -> list[Refusal]:
    """What is wrong with boundaries as they would be: each zone by itself, and side by side.
    [9.2.0-draw] [9.3.1] [9.3.2]"""
    found = [why for key, hexes in changed.items() for why in _by_itself(game, player, key, hexes)]
    if found:
        return found
    after = {key: hexes for key, hexes in _now(game).items() if side_of_zone(game, key) == player}
    after |= changed
    for key, hexes in changed.items():
        found += _beside(game, key, hexes, after)
    return found


def _by_itself(game: Gs, player: str, key: str, hexes: frozenset[int]) -> list[Refusal]:
    """In one piece, back to an edge or coast of its own, ten hexes past the front line.
    [9.2.0-draw]"""
    title = called(game, key)
    if not hexes or not _connected(game, hexes):
        return [Refusal("9.2.0-draw", f"the zone of {title} is not in one piece")]
    own = depths(game, held(game, player))
    theirs = depths(game, held(game, other(player)))
    home = any(_rim(game, h) and own[h] <= theirs[h] for h in hexes)
    if not home:
        text = f"the zone of {title} goes back to no map edge or coast of your own"
        return [Refusal("9.2.0-draw", text)]
    abroad = [own[h] for h in hexes if theirs[h] < own[h] or not held(game, other(player))]
    reach = min(PAST_FRONT, max(own))
    if max(abroad, default=0) < reach and not _at_far_edge(game, hexes, own, theirs):
        text = f"the zone of {title} does not go {PAST_FRONT} hexes past the front line"
        return [Refusal("9.2.0-draw", text)]
    return _abiding(game, key, hexes)


def _connected(game: Gs, hexes: frozenset[int]) -> bool:
    seen, edge = set[int](), [min(hexes)]
    while edge:
        h = edge.pop()
        if h not in seen:
            seen.add(h)
            edge += [b for b in game.board.around(h) if b in hexes and b not in seen]
    return len(seen) == len(hexes)


def _rim(game: Gs, h: int) -> bool:
    """Whether a hex is at the edge of the map, or at the sea. [9.2.0-draw]"""
    around = game.board.around(h)
    terrain = game.board.terrain
    return len(around) < AROUND or any(SEA in terrain[b] for b in around)


def _at_far_edge(game: Gs, hexes: frozenset[int], own: list[int], theirs: list[int]) -> bool:
    """Whether a zone ends at an edge of the map that is the enemy's. [9.2.0-draw]"""
    return any(_rim(game, h) and theirs[h] < own[h] for h in hexes)


def _abiding(game: Gs, key: str, hexes: frozenset[int]) -> list[Refusal]:
    """Armies keep to their army group, where the scenario has any. [9.3.1]"""
    mine = army_of_zone(game, key)
    for name, group in game.scenario.special.get(GROUPS, {}).items():
        if mine in group["armies"]:
            allowed = {game.board.hex(label) for label in group["zone"]}
            if not hexes <= allowed:
                return [Refusal("9.3.1", f"{called(game, key)} keeps to the zone of {name}")]
    return []


def _beside(game: Gs, key: str, hexes: frozenset[int], after: Zones) -> list[Refusal]:
    """A corps keeps within its army, and shares with its neighbours nothing but the boundary; what
    they share already, as where a scenario has it so, is not held against it. [9.2.0] [9.2.0-draw]
    [9.3.2]"""
    found, now = [], _now(game)
    for other_key, theirs in sorted(after.items()):
        if other_key == key:
            continue
        if rivals(game, key, other_key):
            shared = (hexes & theirs) - (now.get(key, NONE) & now.get(other_key, NONE))
            if any(not (_border(game, h, hexes) and _border(game, h, theirs)) for h in shared):
                names = called(game, key), called(game, other_key)
                text = f"{names[0]} and {names[1]} share more than a boundary"
                found.append(Refusal("9.2.0", text))
            continue
        whole, part = (key, other_key) if key in game.scenario.armies else (other_key, key)
        if not after[part] <= after[whole]:
            text = f"the zone of {called(game, part)} lies within that of {whole}"
            found.append(Refusal("9.3.2", text))
    return found


def _border(game: Gs, h: int, hexes: frozenset[int]) -> bool:
    return any(b not in hexes for b in game.board.around(h)) or len(game.board.around(h)) < AROUND


# ---- zones that must go farther [9.2.0-draw]


def short(game: Gs, player: str) -> list[str]:
    """The zones with units of theirs past the far end, which must be drawn farther. [9.2.0-draw]"""
    if game.options["zones-of-operation"] == "off" or game.options["boundaries"] == "fixed":
        return []
    found = {key_of(game, n) for n in on_map(game, player) if past_the_end(game, n)}
    return sorted(found - {""})


def grown(game: Gs, player: str, key: str) -> frozenset[int]:
    """A zone with what lies ten hexes around its units past the far end, as far as it is nobody
    else's. [9.2.0-draw]"""
    gone = [
        unit_of(game, n).hex
        for n in on_map(game, player)
        if key_of(game, n) == key and past_the_end(game, n)
    ]
    more = {b for h in gone for b in game.board.disk(h, PAST_FRONT)}
    wide = hexes_of(game, key) | {h for h in more if not in_zones(game, player, h)}
    mine = army_of_zone(game, key)
    if mine in game.state[ZONES] and mine != key:
        wide &= hexes_of(game, mine)
    return _piece(game, hexes_of(game, key), wide)


def _piece(game: Gs, start: frozenset[int], wide: frozenset[int]) -> frozenset[int]:
    """Whatever of some hexes hangs together with others."""
    seen, edge = set(start), list(start)
    while edge:
        h = edge.pop()
        onward = [b for b in game.board.around(h) if b in wide and b not in seen]
        seen.update(onward)
        edge += onward
    return frozenset(seen)


def must_draw(game: Gs, player: str) -> list[Refusal]:
    """Whose units have gone past the end of their zone must draw it farther, if he can.
    [9.2.0-draw]"""
    verb = Draw()
    return [
        Refusal("9.2.0-draw", f"the zone of {called(game, key)} must go past the new front line")
        for key in short(game, player)
        if not verb.against(game, player, Drawing(key, tuple(sorted(grown(game, player, key)))))
    ]
