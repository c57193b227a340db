"""How active leaders move: as Leg or Mech class, hex by hex whichever is cheaper. [23.1.0-3]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Path, Piece
from grognard.kit.ways import POINT, points
from grognard.systems.goss.halts.crossings import lay
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.leaders.activation import cut_off, leaders_of
from grognard.systems.goss.leaders.benefits import bound
from grognard.systems.goss.movement.allowance import ANY, LEG, OFF, ROAD
from grognard.systems.goss.movement.land import net_of
from grognard.systems.goss.movement.network import Kind
from grognard.systems.goss.pieces.stacks import held
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import DRY, FREEZE, LEADERS, SNOW
from grognard.systems.goss.turn.calendar import weather
from grognard.systems.goss.turn.moments import this_phase, this_turn
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.words import called

ALLOWANCE = 12 * POINT
"""The MA of an active leader, whatever fuel there is. [23.1.0-3]"""
LISTED = 40
"""House: to how many hexes a leader is offered to go, the nearest with own units first."""


@dataclass(frozen=True, slots=True)
class Ride:
    """A leader and the hexes that he goes through."""

    leader: Piece
    path: Path


class MoveLeader(Verb[Gs, Ride]):
    """An active leader moves, in a Movement or an Exploit Phase of his side. [23.1.0-3]"""

    do, rule, title, order = "move-leader", "23.1.0-3", "Move a leader", Ride
    phrase = "{leader} to {path}"
    plural = "moves of leaders"

    def crowd(self, game: Gs, player: str) -> list[str]:
        """Leaders on the map."""
        return [*leaders_of(game, player)]

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether he may move and has MP left."""
        return not against_riding(game, actor)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Ride]:
        """To the stacks of his own side within reach."""
        found, friends = reach(game, actor), held(game, player)
        near = sorted((cost, h) for h, (cost, _) in found.items() if h in friends)
        for _, h in near[:LISTED]:
            yield Ride(actor, _path(found, h))

    def against(self, game: Gs, player: str, order: Ride) -> list[Refusal]:
        """He is active and free to go; the way is open and not too long. [23.1.0-3] [23.2.0]"""
        if order.leader not in {*leaders_of(game, player)}:
            return [Refusal("form", f"{order.leader!r} is no leader of yours on the map")]
        wrong = against_riding(game, order.leader)
        if wrong:
            return wrong
        paid = cost_of(game, order.leader, order.path)
        name = called(game, order.leader)
        if paid is None:
            return [Refusal("23.1.0-3", f"that way is closed to {name}")]
        if paid > left(game, order.leader):
            text = (
                f"that costs {points(paid)} MP, and {name} has {points(left(game, order.leader))}"
            )
            return [Refusal("23.1.0-3", text)]
        return []

    def carry_out(self, game: Gs, player: str, order: Ride) -> None:
        """He is there, and goes his own way for the rest of the GT. [23.1.0-3]"""
        leader = game.state[LEADERS][order.leader]
        paid = cost_of(game, order.leader, order.path) or 0
        spent = ALLOWANCE - left(game, order.leader) + paid
        h = order.path[-1]
        moved = replace(leader, hex=h, moved=game.serial, spent=spent, rides=False, host="")
        game.put(LEADERS, order.leader, moved)
        facts = {"leader": order.leader, "to": game.board.label(h)}
        game.emit(Event("leader-moves", "23.1.0-3", facts, seen_by=(player,)))

    def path(self, game: Gs, player: str, order: Ride) -> tuple[str, ...]:
        """From where he is."""
        start = game.state[LEADERS][order.leader].hex
        return tuple(game.board.label(h) for h in (start, *order.path))


def against_riding(game: Gs, name: str) -> list[Refusal]:
    """Why a leader may not move: inactive, cut off, needed with his headquarters, or done in
    another phase of this GT. [23.1.0-2] [23.1.0-3] [23.2.0]"""
    leader = game.state[LEADERS][name]
    title = called(game, name)
    elsewhere = this_turn(game, leader.moved) and not this_phase(game, leader.moved)
    if not leader.active:
        return [Refusal("23.1.0-2", f"{title} is not active: he stays with his headquarters")]
    if cut_off(game, name):
        return [Refusal("23.1.0-2", f"{title} stays with those who are cut off")]
    if bound(game, name):
        return [
            Refusal("23.2.0", f"{title} stays with his headquarters, whose units he has helped")
        ]
    if elsewhere and not leader.rides and game.options["leader-moves"] == "either":
        return [Refusal("23.1.0-3", f"{title} has moved in another phase of this game turn")]
    if not left(game, name):
        return [Refusal("23.1.0-3", f"{title} has no movement points left")]
    return []


def left(game: Gs, name: str) -> int:
    """The MP that a leader has left in this phase, in twelfths. [23.1.0-3]"""
    leader = game.state[LEADERS][name]
    return ALLOWANCE - (leader.spent if this_phase(game, leader.moved) else 0)


# ---- the cheapest way of each step [23.1.0-3]

Costs = Mapping[int, Mapping[int, int]]


def _cheapest(game: Gs, kinds: Sequence[Kind]) -> Costs:
    """The least that each step costs by any of some ways of going. [23.1.0-3]"""
    found: dict[int, dict[int, int]] = {}
    for kind in kinds:
        net = net_of(game, kind)
        hexes = net.hexes.tolist()
        for node, a in enumerate(hexes):
            out = found.setdefault(a, {})
            for into, cost in net.steps[node]:
                b = hexes[into]
                out[b] = min(cost, out.get(b, cost))
    return found


def step_costs(game: Gs, side: str, h: int) -> Costs:
    """What every step costs a leader: on foot, across country or by road, whichever is least.
    [23.1.0-3]"""
    ground = weather(game, h).ground
    frozen, dry = ground in (SNOW, FREEZE), ground == DRY

    gaits = (LEG, OFF, ROAD)
    kinds = [Kind(one, ANY, side, False, frozen, dry and one == ROAD) for one in gaits]
    found: list[Costs] = []

    def compute() -> Costs:
        """Once for the roads and bridges as they are: others are another detail."""
        if not found:
            found.append(_cheapest(game, kinds))
        return found[0]

    return game.cached(("leaders' steps", side, frozen, dry), (), compute, detail=lay(game))


def cost_of(game: Gs, name: str, path: Path) -> int | None:
    """What a way costs a leader; None if it is closed: through enemies, on past where units must
    halt, or where nobody can go. [23.1.0-3] [7.5.0] [7.7.0]"""
    side = game.scenario.leaders[name].side
    a, total = game.state[LEADERS][name].hex, 0
    costs, enemies = step_costs(game, side, a), held(game, other(side))
    halts = front(game, side, side).halts
    for place, b in enumerate(path):
        if b not in costs.get(a, {}) or b in enemies or (place and a in halts):
            return None
        total, a = total + costs[a][b], b
    return total if path else None


Found = Mapping[int, tuple[int, int]]


def reach(game: Gs, name: str) -> Found:
    """Where a leader can go: what each hex costs, and the hex before it. [23.1.0-3]"""
    side, start = game.scenario.leaders[name].side, game.state[LEADERS][name].hex
    costs, enemies = step_costs(game, side, start), held(game, other(side))
    halts, most = front(game, side, side).halts, left(game, name)
    found: dict[int, tuple[int, int]] = {start: (0, -1)}
    edge = [(0, start)]
    while edge:
        paid, a = heappop(edge)
        if paid > found[a][0] or (a != start and a in halts):
            continue
        for b, cost in costs.get(a, {}).items():
            total = paid + cost
            if total <= most and b not in enemies and (b not in found or total < found[b][0]):
                found[b] = (total, a)
                heappush(edge, (total, b))
    del found[start]
    return found


def _path(found: Found, h: int) -> Path:
    way = [h]
    while found[way[-1]][1] in found:
        way.append(found[way[-1]][1])
    return tuple(reversed(way))
