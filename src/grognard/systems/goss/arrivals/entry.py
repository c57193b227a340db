"""What it costs reinforcements to come onto the map, and whether they can. [21.0] [21.2.0]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.ways import POINT, points
from grognard.systems.goss.ground import GOOD_ROADS
from grognard.systems.goss.halts.crossings import lay
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.movement.allowance import ANY, GOOD, LEG, ROAD, ROADS, points_of
from grognard.systems.goss.movement.land import toll_beside
from grognard.systems.goss.movement.network import AS_ROAD, Kind, Prices
from grognard.systems.goss.movement.parties import Party, parties
from grognard.systems.goss.movement.roadspace import CLOSED, JAM, JOINS, room
from grognard.systems.goss.pieces.stacks import holder
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import DRY, FREEZE, HEXES, SNOW
from grognard.systems.goss.turn.calendar import dark, weather
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.words import called


@dataclass(frozen=True, slots=True)
class Fare:
    """What units of one class pay to come in, in twelfths; `queue` is that part of it which the
    next one on the road pays again. [21.2.0]

    `ways` are the roads that they come by, `halt` is the rule by which they must stop there.
    """

    names: tuple[str, ...]
    gait: str
    paid: int
    queue: int
    ways: str
    halt: str


def fares(
    game: Gs, names: Sequence[str], h: int, by_road: bool, viewer: str | None
) -> list[Fare | Refusal]:
    """What each class of those who come in as one pays, or why they cannot. [21.2.0] [7.2.0]"""
    bands = (replace(one, hex=h, came=-1, fresh=False) for one in parties(game, names, by_road))
    return [_shut(game, one, h, viewer) or _fare(game, one, h, viewer) for one in bands]


def _shut(game: Gs, party: Party, h: int, viewer: str | None) -> Refusal | None:
    """What no points can help with: an enemy there, or next to it in Strat mode. [7.5.0] [5.5.4]"""
    label = game.board.label(h)
    if holder(game, h) == other(party.side):
        return Refusal("7.5.0", f"an enemy unit is in {label}")
    if party.strat and h in front(game, party.side, viewer).beside:
        return Refusal("5.5.4", f"{called(game, party.names[0])} comes next to no enemy")
    return None


def _fare(game: Gs, party: Party, h: int, viewer: str | None) -> Fare | Refusal:
    """The hex, whoever is before them on the road, enemies, the night, and a crowd. [21.2.0]"""
    name, label, ground = called(game, party.names[0]), game.board.label(h), game.scenario.ground
    road = ground.by_road[h] if party.gait in (LEG, ROAD) else ""
    base = _base(game, party, h, road)
    if base is None:
        rule = "7.10.0-path" if party.gait == ROAD else "7.2.0"
        return Refusal(rule, f"{name} cannot come in by {label} so")
    space = room(game, party, h, as_clear=party.gait == ROAD and not road)
    if space == CLOSED:
        return Refusal("7.10.3", f"Mech units are in the way in {label}")
    near, ways = front(game, party.side, viewer), _ways(party.gait, road)
    queue = base + (waiting(game, h) if party.gait == ROAD else 0)
    cost = queue + toll_beside(game, party, near, h) + (JAM if space == JOINS else 0)
    if dark(game) and ways not in ((GOOD, ROADS) if party.gait == LEG else (GOOD,)):
        cost += POINT  # [7.6.1f]
    halt = "7.10.3" if space == JOINS else near.halts.get(h, "")
    whole = min(points_of(game, n, party.gait, ways, at=h) for n in party.names)
    if cost <= whole:
        return Fare(party.names, party.gait, cost, queue, ways, halt)
    if party.gait == ROAD or whole <= 0:
        text = f"{label} costs {name} {points(cost)} MP now, and it has {points(whole)}"
        return Refusal("21.2.0", text)
    return Fare(party.names, party.gait, whole, 0, ways, "7.3.0")


def _base(game: Gs, party: Party, h: int, road: str) -> int | None:
    """The plain cost of the hex: along its best road, or its terrain; vehicles enter constricted
    terrain by road only. [7.10.0] [7.6.2] [7.11.3]"""
    sky, ground = weather(game, h).ground, game.scenario.ground
    kind = Kind(party.gait, ANY, party.side, frozen=sky in (FREEZE, SNOW))
    prices = Prices(ground, lay(game), kind)
    if road:
        return prices.by_road(road)
    if party.gait == ROAD:
        return prices.cost(AS_ROAD) if sky == DRY and ground.clear[h] else None
    if party.gait != LEG and prices.narrow(h):
        return None
    return prices.entry(h)


def _ways(gait: str, road: str) -> str:
    if road in GOOD_ROADS:
        return GOOD
    return ROADS if road and gait == LEG else ANY


def waiting(game: Gs, h: int) -> int:
    """What the last one who came in by road paid in this phase, in twelfths. [21.2.0]"""
    status = game.state[HEXES].get(h)
    return status.queue if status is not None and this_phase(game, status.entered) else 0
