"""Moving units on the ground: the verb of every Movement Segment. [8.5.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Verb
from grognard.kit.orders import Along
from grognard.kit.ways import POINT, points, walk
from grognard.systems.nextwar.movement import clearing
from grognard.systems.nextwar.movement.eligible import unable
from grognard.systems.nextwar.movement.entering import arrive, raise_alarms, trodden
from grognard.systems.nextwar.movement.marching import March, Stride, march, stride
from grognard.systems.nextwar.movement.reach import routes
from grognard.systems.nextwar.pieces.stacks import holder, lay, on_map
from grognard.systems.nextwar.pieces.values import allowance, counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.units import UNITS
from grognard.systems.nextwar.words import called
from grognard.table.cards import Reach, ReachCell, Stop, Sum
from grognard.table.worded import Hand


class Move(Verb[Nw, Along]):
    """Move units of one hex along one path, together and as fast as the slowest.

    [8.5] [8.5.1]
    """

    do, rule, order = "move", "8.5.1", Along
    title, phrase, plural = "Move", "{units} to {end}", "moves"
    button = "Move to {end}"
    role, rank, shows_reach, alone = "march", 20, True, True

    def against(self, game: Nw, player: str, order: Along) -> list[Refusal]:
        """Who may move, whether they set out together, and each step of each of them."""
        refusals = company(game, player, order.units)
        refusals = refusals or [r for n in order.units if (r := unable(game, n)) is not None]
        if not refusals and not order.path:
            refusals = [Refusal("8.5.1", "a path names at least the hex to go to")]
        if refusals:
            return refusals
        found = (walked(game, name, order.units, order.path) for name in order.units)
        return [one for one in found if isinstance(one, Refusal)]

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every unit on the map that may move."""
        return [name for name in on_map(game, player) if unable(game, name) is None]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Along]:
        """A unit alone, to every hex it can reach, by the cheapest way."""
        if unit_of(game, actor).clearing:
            for b in game.board.around(unit_of(game, actor).hex):
                if not isinstance(withdrawn(game, actor, (b,)), Refusal):
                    yield Along((actor,), (b,))
            return
        found = routes(game, actor)
        for h in found.costs:
            yield Along((actor,), found.path(h))

    def towards(self, game: Nw, player: str, hand: Hand, h: int) -> Iterator[Along]:
        """The cheapest way that is open to all in hand."""
        paths = dict.fromkeys(
            path for name in hand if name in game.state[UNITS] if (path := _way(game, name, h))
        )
        orders = (Along(tuple(hand), path) for path in paths)
        yield from (order for order in orders if not self.against(game, player, order))

    def likely(self, game: Nw, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points with units at a hex without enemies means to go there."""
        enemy = game.scenario.other(player)
        units = bool(hand) and all(name in game.state[UNITS] for name in hand)
        return units and len(hexes) == 1 and holder(game, hexes[0]) != enemy

    def heading(self, game: Nw, player: str, hand: Hand, hexes: Sequence[int]) -> str:
        """Where they would go."""
        return f"Move to {game.board.label(hexes[0])}"

    def refused(self, game: Nw, player: str, hand: Hand, hexes: Sequence[int]) -> list[Refusal]:
        """Why units cannot go to a hex: who cannot move at all, or that it is too far. [8.5.1]"""
        there = {unit_of(game, name).hex for name in hand if name in game.state[UNITS]}
        if not self.likely(game, player, hand, hexes) or there == {hexes[0]}:
            return []
        wrong = company(game, player, hand)
        wrong = wrong or [r for name in hand if (r := unable(game, name)) is not None]
        if wrong or any(True for _ in self.towards(game, player, hand, hexes[0])):
            return wrong
        left = points(min(march(game, name).left for name in hand))
        label = game.board.label(hexes[0])
        return [Refusal("8.5.1", f"no way to {label} is open with {left} movement points")]

    def reached(self, game: Nw, player: str, hand: Hand) -> Reach | None:
        """Where units can go together, with what the slowest of them pays. [8.5.1]"""
        if not hand or any(name not in game.state[UNITS] for name in hand):
            return None
        wrong = company(game, player, hand)
        wrong = wrong or [r for name in hand if (r := unable(game, name)) is not None]
        return Reach(refusals=tuple(wrong)) if wrong else _prospect(game, player, hand)

    def path(self, game: Nw, player: str, order: Along) -> tuple[str, ...]:
        """From where they stand."""
        start = unit_of(game, order.units[0]).hex
        return tuple(game.board.label(h) for h in (start, *order.path))

    def cost(self, game: Nw, player: str, order: Along) -> Sequence[Sum]:
        """What each unit spends, reason by reason. [8.3]"""
        found = {name: walked(game, name, order.units, order.path) for name in order.units}
        return [
            Sum(f"{called(game, name)} spends", sum((one.reasons for one in steps), Tally()))
            for name, steps in found.items()
            if not isinstance(steps, Refusal)
        ]

    def carry_out(self, game: Nw, player: str, order: Along) -> Procedure:
        """Go, and let what is there happen at the end. [8.4.1]"""
        start = unit_of(game, order.units[0]).hex
        left = unit_of(game, order.units[0]).clearing
        tallies = {}
        for name in order.units:
            found = walked(game, name, order.units, order.path)
            assert not isinstance(found, Refusal)
            tallies[name] = _gone(game, name, start, found)
        for h in order.path[:-1]:
            if not clearing.must_clear(game, h, player):
                trodden(game, h, player)
        label = game.board.label
        game.emit(
            Event(
                "move", "8.5.1",
                {
                    "side": player, "units": list(order.units), "from": label(start),
                    "to": label(order.path[-1]), "path": [label(h) for h in order.path],
                },
            )
        )  # fmt: skip
        if left:
            clearing.leave(game, order.units, start, willingly=True)
        arrive(game, order.units, order.path[-1], player)
        yield from raise_alarms(game, order.path[-1], player)


def _prospect(game: Nw, player: str, names: Sequence[str]) -> Reach:
    """The hexes that all of these can reach, and where they must stop. [8.2.2-b2] [8.4.1.3]"""
    label, start = game.board.label, unit_of(game, names[0]).hex
    if unit_of(game, names[0]).clearing:
        near = [b for b in game.board.around(start) if _withdraws(game, names, b)]
        return Reach(tuple(ReachCell(label(b), "all", None) for b in near))
    found = [routes(game, name) for name in names]
    enemy = game.scenario.other(player)
    cells, zones = [], []
    for h in found[0].costs:
        if all(h in one.costs for one in found):
            slow = max(found, key=lambda one: one.costs[h])
            way = (start, *slow.path(h))
            before = label(way[-2]) if len(way) > 2 else None
            cells.append(ReachCell(label(h), str(points(slow.costs[h])), before))
            zones += [label(h)] if in_zone(game, h, enemy) else []
    stops = (Stop(at, "an enemy zone of control: units stop here", "8.2.2-b2") for at in zones)
    return Reach(tuple(cells), tuple(zones), tuple(stops))


def _withdraws(game: Nw, names: Sequence[str], b: int) -> bool:
    return not any(isinstance(withdrawn(game, name, (b,)), Refusal) for name in names)


def company(game: Nw, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why these cannot move together: one's own, of one hex, from the same start. [8.5.1-p1]"""
    units = game.state[UNITS]
    for name in names:
        if name not in units or counter_of(game, name).side != player:
            return [Refusal("8.5.1", f"{called(game, name)} is no unit of {player}")]
    if not names or len(set(names)) != len(names):
        return [Refusal("form", "units are named, each once")]
    if len({(units[name].place, units[name].hex) for name in names}) > 1:
        return [Refusal("8.5.1", "a stack moves from one hex")]
    starts = {units[n].start if units[n].moved == game.serial else units[n].hex for n in names}
    if len(starts) > 1:
        return [Refusal("8.5.1", "units move together that began the segment together")]
    if len({units[name].clearing for name in names}) > 1:
        return [Refusal("8.4.1.3", "units under a Clearing marker move by themselves")]
    return []


def walked(
    game: Nw, name: str, names: Sequence[str], path: Sequence[int]
) -> list[Stride] | Refusal:
    """The steps of one unit along a path, or the first reason against it."""
    if unit_of(game, name).clearing:
        return withdrawn(game, name, path)
    steps = len(path)

    def halted(m: March) -> Refusal | None:
        if not m.halted:
            return None
        text = f"{called(game, name)} must stop in {game.board.label(m.hex)}"
        return Refusal("8.2.2-b2", text)

    taken = iter(range(1, steps + 1))
    return walk(
        march(game, name, frozenset(names)),
        path,
        lambda m, b: stride(game, m, b, last=next(taken) == steps),
        halted,
    )


def withdrawn(game: Nw, name: str, path: Sequence[int]) -> list[Stride] | Refusal:
    """Leaving a hex that is being cleared: one hex, all points, into no enemy zone. [8.4.1.3]"""
    m, b = march(game, name), path[0]
    board, enemy = game.board, game.scenario.other(counter_of(game, name).side)
    if len(path) > 1 or not m.fresh:
        text = f"{called(game, name)} withdraws from the clearing by one hex, with all its points"
        return Refusal("8.4.1.3", text)
    if in_zone(game, b, enemy) or holder(game, b) == enemy:
        text = f"{board.label(b)} is in an enemy zone of control: nobody withdraws there"
        return Refusal("8.4.1.3", text)
    found = stride(game, m, b)
    if isinstance(found, Refusal):
        return found
    reasons = Tally().add("withdrawing from a clearing", points(m.left), "8.4.1.3")
    return [Stride(m.left, reasons, replace(found.after, left=0, halted=True))]


def _way(game: Nw, name: str, h: int) -> tuple[int, ...]:
    unit = unit_of(game, name)
    if unit.clearing:
        return (h,) if game.board.adjacent(unit.hex, h) else ()
    return routes(game, name).path(h)


def _gone(game: Nw, name: str, start: int, steps: Sequence[Stride]) -> Tally:
    """Put a unit at the end of its way."""
    unit, after = unit_of(game, name), steps[-1].after
    fresh = unit.moved != game.serial
    whole = int(allowance(game, name).total * POINT)
    lay(
        game, name, after.hex, moved=game.serial, spent=whole - after.left, halted=after.halted,
        start=start if fresh else unit.start, clearing=False,
        cleared=game.turn if unit.clearing else unit.cleared,
    )  # fmt: skip
    return sum((step.reasons for step in steps), Tally())
