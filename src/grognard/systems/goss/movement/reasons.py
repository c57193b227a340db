"""What the steps of a path cost, reason by reason. [7.2.0]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.tally import Tally
from grognard.kit.ways import points
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.movement.allowance import LEG, ROAD
from grognard.systems.goss.movement.land import net_of, prices, toll_beside
from grognard.systems.goss.movement.marching import Walk
from grognard.systems.goss.movement.network import AS_ROAD, CLEAR_NODE, Prices
from grognard.systems.goss.movement.parties import Party, kind_of
from grognard.systems.goss.movement.roadspace import JAM
from grognard.systems.goss.scenario import Gs


def reasons(game: Gs, party: Party, made: Walk, viewer: str | None) -> Iterator[Tally]:
    """For each step what it costs and why. [7.2.0]"""
    if made.whole:
        stride = made.strides[0]
        yield Tally().add("one hex for all its points", points(stride.paid), stride.halt)
        return
    price = prices(game, party, made.course)
    net = net_of(game, kind_of(game, party, made.course))
    near = front(game, party.side, viewer, party.ignored, party.faced)
    a, paid = party.hex, 0
    for stride in made.strides:
        cost, paid = stride.paid - paid, stride.paid
        clear = net.marks.get(stride.node) == CLEAR_NODE
        tally = _ground(price, party, a, stride.hex, clear)
        beside = toll_beside(game, party, near, stride.hex)
        if beside:
            tally = tally.add("next to an enemy", points(beside), "7.8.0")
        if made.course.toll:
            tally = tally.add("night", points(made.course.toll), "7.6.1f")
        if stride.halt == "7.10.3":
            tally = tally.add("joining a Mech unit on the road", points(JAM), "7.10.3")
        rest = points(cost - int(tally.total * 12))
        yield tally.add("constricted terrain", rest, "7.11.3") if rest else tally
        a = stride.hex


def _ground(price: Prices, party: Party, a: int, b: int, clear: bool) -> Tally:
    """Road or terrain, and the hexside. [7.10.0] [7.6.2] [7.11.0]"""
    road = price.road(a, b)
    if clear:
        return _forded(
            price, a, b, Tally().add(AS_ROAD, points(price.cost(AS_ROAD) or 0), "7.10.0")
        )
    if road and party.gait in (LEG, ROAD):
        rule = "7.6.2" if party.gait == LEG else "7.10.0"
        return _forded(price, a, b, Tally().add(road, points(price.by_road(road)), rule))
    tally = Tally().add(" ".join(price.ground.terrains[b]), points(price.entry(b) or 0), "7.2.0")
    water = price.side(a, b)
    if water:
        tally = tally.add(price.ground.water(a, b), points(water), "7.2.0")
    if party.gait != LEG and price.area(b) == party.side:
        tally = tally.add("fortified area", points(price.cost("own Ft Area") or 0), "7.9.1a")
    return tally


def _forded(price: Prices, a: int, b: int, tally: Tally) -> Tally:
    ford = price.ford(a, b)
    return tally.add("ford", points(ford), "7.10.2") if ford else tally
