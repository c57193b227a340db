"""Who comes: reinforcements that are due, where, in which mode, and under whom. [21.0] [21.3.0]

In the first step of a Movement Phase they are placed at the edge; they come in by themselves in the
step that their mode moves in. Whoever does not move in a Movement Phase stands in the hex of entry
at once. [3.3.2c-1]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece, Pieces, Word
from grognard.kit.orders import OfMany
from grognard.systems.goss.arrivals.assets import against_share, entries_of, with_whom
from grognard.systems.goss.arrivals.entry import Fare, fares
from grognard.systems.goss.movement.allowance import ROAD
from grognard.systems.goss.movement.eligible import MODES_OF
from grognard.systems.goss.movement.going import STOPPING, settled
from grognard.systems.goss.movement.parties import paired
from grognard.systems.goss.movement.registers import STEPPED
from grognard.systems.goss.pieces.chain import army, headquarters
from grognard.systems.goss.pieces.marked import in_order
from grognard.systems.goss.pieces.quiet import against_supplies
from grognard.systems.goss.pieces.stacking import grouping
from grognard.systems.goss.pieces.stacks import holder, units_at
from grognard.systems.goss.pieces.values import counter_of, mech, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HQS, HexStatus
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import (
    ARMY,
    CORPS,
    EXPECTED,
    EXPLOIT,
    FLAK_RGT,
    GENS,
    GONE,
    LOST,
    MAP,
    MODES,
    MR,
    PA,
    STATIC,
    STRAT,
    TAC,
    UNITS,
)
from grognard.systems.goss.words import called

STANDING = (EXPLOIT, MR)
"""The modes in which nobody moves in a Movement Phase. [3.3.2c]"""


def due(game: Gs, name: str) -> bool:
    """Whether a reinforcement may come in this GT, or was due before and waits; in a lull they come
    in the AM only. [21.0] [21.3.0] [24.2.4]"""
    unit = unit_of(game, name)
    if unit.place != EXPECTED or not 0 < unit.due <= game.turn:
        return False
    return against_supplies(game, name) is None


def expected(game: Gs, side: str) -> list[str]:
    """The reinforcements of a side that may come in this GT. [21.0]"""

    def listed() -> list[str]:
        return [n for n in in_order(game, EXPECTED) if counter_of(game, n).side == side]

    waiting = game.cached(("expected", side), (UNITS.name,), listed)
    units, turn = game.state[UNITS], game.turn
    return [n for n in waiting if 0 < units[n].due <= turn and due(game, n)]


def at_edge(game: Gs, name: str) -> bool:
    """Whether a reinforcement has been placed at the edge in this GT. [3.3.2c-1]"""
    unit = unit_of(game, name)
    return unit.place == EXPECTED and unit.arrived == game.turn


def stands_at_once(game: Gs, name: str, mode: str) -> bool:
    """Whether a unit is placed in the hex of entry itself: it does not move. [3.3.2c] [4.3.3]"""
    return mode in STANDING or _rooted(game, name)


def gates(game: Gs, name: str, group: str = "") -> tuple[int, ...]:
    """Where a reinforcement may come in: its hexes of entry that no enemy holds; by an option,
    where all are held, the nearest free ones of the edge. [21.0]"""
    listed = entries_of(game, name, group)
    enemy = other(counter_of(game, name).side)
    free = tuple(h for h in listed if holder(game, h) != enemy)
    if free or not listed or game.options["blocked-entry"] == "wait":
        return free
    board = game.board
    edge = [h for h in range(board.n) if len(board.around(h)) < 6 and holder(game, h) != enemy]
    near = min((board.distance(a, b) for a in listed for b in edge), default=0)
    return tuple(b for b in edge if any(board.distance(a, b) == near for a in listed))


@dataclass(frozen=True, slots=True)
class Arrival:
    """Reinforcements, their hex of entry and their mode; the headquarters they are put under, if
    it is not as printed; and the regiment that assets of a division come with. [21.0] [21.1.0]"""

    units: Pieces
    hex: Hex
    mode: Word = TAC
    to: Piece = ""
    group: Word = ""


class Arrive(Verb[Gs, Arrival]):
    """Reinforcements are placed at the edge, in a mode and under a headquarters. [21.0]"""

    do, rule, title, order = "arrive", "21.0", "Place reinforcements", Arrival
    phrase = ("{sole_units} comes by {hex}", "{units} come by {hex}")

    def actors(self, game: Gs, player: str) -> list[str]:
        """Those who are due and not at the edge yet."""
        return [n for n in expected(game, player) if not at_edge(game, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Arrival]:
        """By each hex of entry in each mode; and all of its group in Tac mode."""
        for group in with_whom(game, actor):
            for h in gates(game, actor, group):
                for mode in MODES:
                    yield Arrival((actor,), h, mode, group=group)
        label = game.scenario.groups.get(actor, "")
        if not label:
            return
        same = [n for n in self.actors(game, player) if game.scenario.groups.get(n) == label]
        if same[0] == actor and len(same) > 1:
            for h in gates(game, actor):
                yield Arrival(tuple(same), h)

    def against(self, game: Gs, player: str, order: Arrival) -> list[Refusal]:
        """They are due, may come in there, in that mode, and have somebody above them. [21.0]"""
        able = {*self.actors(game, player)}
        strange = [n for n in order.units if n not in able]
        if strange or not order.units or len({*order.units}) != len(order.units):
            text = f"{strange[0]!r} is not due" if strange else "units are named, each once"
            return [Refusal("21.0", text)]
        found = [why for n in order.units for why in against_coming(game, n, order)]
        found = found or against_share(game, order.units, order.group)
        if found:
            return found
        still = [n for n in order.units if stands_at_once(game, n, order.mode)]
        if len(still) > 1:
            return [Refusal("21.2.0", "units that stay in the hex of entry come in one by one")]
        return against_entering(game, player, still, order.hex) if still else []

    def carry_out(self, game: Gs, player: str, order: Arrival) -> Procedure:
        """They wait at the edge for the step in which they move, or stand in the hex. [21.0]"""
        for name in order.units:
            unit = unit_of(game, name)
            ready = replace(
                unit, mode=order.mode, arrived=game.turn, start=order.hex, group=order.group,
                battery=unit.battery and counter_of(game, name).cls == STATIC,
            )  # fmt: skip
            game.put(UNITS, name, ready)
            put_under(game, name, order.to)
        label = game.board.label(order.hex)
        facts = {"units": list(order.units), "hex": label, "mode": order.mode}
        game.emit(Event("arriving", "21.0", facts))
        for name in order.units:
            if stands_at_once(game, name, order.mode):
                yield from come(game, player, (name,), order.hex)


def against_coming(game: Gs, name: str, order: Arrival) -> list[Refusal]:
    """Why a reinforcement may not come so: the scenario, the hex, the mode, the command. [21.0]"""
    counter, title = counter_of(game, name), called(game, name)
    if order.group not in with_whom(game, name):
        return [Refusal("21.1.0", f"{title} does not come with {order.group or 'nobody'}")]
    if order.hex not in gates(game, name, order.group):
        return [Refusal("21.0", f"{title} does not come by {game.board.label(order.hex)}")]
    wrong = against_mode(game, name, order.mode)
    if wrong:
        return wrong
    if order.to:
        return against_superior(game, name, order.to)
    alone = not army(game, name) and bool(game.scenario.armies) and not counter.is_(FLAK_RGT)
    return [Refusal("21.0", f"{title} must be put under a headquarters")] if alone else []


def against_mode(game: Gs, name: str, mode: str) -> list[Refusal]:
    """Why it cannot come in a mode: in any that its kind has; by an option in Tac or Strat mode
    only. [21.0(d)] [5.1.3]"""
    counter, title = counter_of(game, name), called(game, name)
    if mode not in MODES:
        return [Refusal("21.0(d)", f"there is no mode {mode!r}")]
    if game.options["reinforcement-mode"] == "tac-strat" and mode not in (TAC, STRAT):
        return [Refusal("5.1.3", f"{title} comes in Tac or Strat mode")]
    if mode in (STRAT, EXPLOIT) and not mech(counter, unit_of(game, name)):
        return [Refusal("5.5.1" if mode == STRAT else "5.3.0", f"{title} is no Mech class unit")]
    if mode == PA and (counter.hq or counter.artillery):
        return [Refusal("5.2.1", f"{title} prepares no assaults")]
    return []


def against_superior(game: Gs, name: str, hq: str) -> list[Refusal]:
    """Why a reinforcement cannot be put under a headquarters: formations and assets under a corps
    or an army, corps under an army. [21.0] [9.7.0]"""
    counter = counter_of(game, name)
    known = game.scenario.counters.get(hq)
    there = known is not None and known.side == counter.side and hq in game.state[UNITS]
    wanted = (ARMY,) if counter.level == CORPS else (CORPS, ARMY)
    if not there or counter_of(game, hq).level not in wanted or counter.level == ARMY:
        return [Refusal("21.0", f"{called(game, name)} is not put under {hq!r}")]
    if unit_of(game, hq).place in (*LOST, GONE):
        return [Refusal("21.0", f"{called(game, hq)} is lost")]
    return []


def put_under(game: Gs, name: str, hq: str) -> None:
    """A reinforcement is assigned; its headquarters is supported. [21.0] [21.0(c)]"""
    if counter_of(game, name).hq:
        status = headquarters(game, name)
        game.put(HQS, name, replace(status, superior=hq or status.superior, supported=True))
    elif hq:
        game.put(UNITS, name, replace(unit_of(game, name), attached=hq))


# ---- onto the map


def moves_now(game: Gs, name: str) -> bool:
    """Whether a unit at the edge comes in during this segment: its mode moves, and vehicles of
    Tac mode choose whether by road. [3.3.2c-2] [3.3.2c-4] [3.3.2c-5]"""
    kind, unit = game.segment.kind, unit_of(game, name)
    if MODES_OF.get(kind) != unit.mode or stands_at_once(game, name, unit.mode):
        return False
    return kind not in phases.BY_ROAD or mech(counter_of(game, name), unit)


class Enter(Verb[Gs, OfMany]):
    """Reinforcements at the edge come onto the map, one by one or as special stacking makes them
    one; then they move on. [21.0] [21.2.0]"""

    do, rule, title, order = "enter", "21.2.0", "Enter the map", OfMany
    phrase = ("{sole_units} enters the map", "{units} enter the map")

    def actors(self, game: Gs, player: str) -> list[str]:
        """Those at the edge whose turn it is to move."""
        return [n for n in expected(game, player) if at_edge(game, n) and moves_now(game, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfMany]:
        """By itself, or with another that it counts as one with."""
        yield OfMany((actor,))
        for other_ in self.actors(game, player):
            if other_ != actor and one_unit(game, (actor, other_)):
                yield OfMany((actor, other_))

    def against(self, game: Gs, player: str, order: OfMany) -> list[Refusal]:
        """They are at one hex of the edge, move now, count as one, and can pay. [21.2.0]"""
        able = {*self.actors(game, player)}
        strange = [n for n in order.units if n not in able]
        if strange or not order.units or len({*order.units}) != len(order.units):
            text = f"{strange[0]!r} does not come in now" if strange else "units are named once"
            return [Refusal("21.0", text)]
        hexes = {unit_of(game, n).start for n in order.units}
        if len(hexes) > 1 or (len(order.units) > 1 and not one_unit(game, order.units)):
            return [Refusal("6.2.0", "units come in one by one, but for special stacking")]
        return against_entering(game, player, order.units, hexes.pop())

    def carry_out(self, game: Gs, player: str, order: OfMany) -> Procedure:
        """They are on the map. [21.0]"""
        yield from come(game, player, order.units, unit_of(game, order.units[0]).start)


def one_unit(game: Gs, names: Sequence[str]) -> bool:
    """Whether units count as one when they move: by special stacking, or as two one-step Mech
    companies on the road. [6.2.0] [7.10.0]"""
    hexes = {unit_of(game, n).start for n in names}
    if len(hexes) > 1:
        return False
    found = grouping(game, hexes.pop(), names)
    if len(found.groups) + len(found.z) == 1:
        return True
    return game.segment.kind in phases.BY_ROAD and paired(game, names)


def by_road(game: Gs, names: Sequence[str], h: int) -> bool:
    """Whether they come by Mech road movement: in the steps of it, and who is placed in the hex
    if there is a road. [7.10.0]"""
    if game.segment.kind != phases.ENTRY:
        return game.segment.kind in phases.BY_ROAD
    vehicles = all(mech(counter_of(game, n), unit_of(game, n)) for n in names)
    return vehicles and bool(game.scenario.ground.by_road[h])


def against_entering(game: Gs, player: str, names: Sequence[str], h: int) -> list[Refusal]:
    """Why units cannot come in now: what lies before them, or the points they would need; they may
    wait for another GT. [21.2.0] [21.3.0]"""
    if all(_rooted(game, n) for n in names):
        enemy = holder(game, h) == other(player)
        return [Refusal("7.5.0", "an enemy unit is there")] if enemy else []
    found = fares(game, names, h, by_road(game, names, h), player)
    return [one for one in found if isinstance(one, Refusal)]


def _rooted(game: Gs, name: str) -> bool:
    """Static guns that nothing carries: they are simply put there. [4.3.3]"""
    return counter_of(game, name).cls == STATIC and not unit_of(game, name).transport


def _paid(game: Gs, player: str, names: Sequence[str], h: int) -> list[Fare]:
    """What units pay in truth; who could not, for what he did not know, pays what he knew of."""
    road = by_road(game, names, h)
    for viewer in (None, player):
        found = fares(game, names, h, road, viewer)
        if all(isinstance(one, Fare) for one in found):
            break
    return [one for one in found if isinstance(one, Fare)]


def come(game: Gs, player: str, names: Sequence[str], h: int) -> Procedure:
    """Units come in: in general supply, on their own fuel, and with what they have left they move
    on; the next one on this road waits for them. Guns that they did not know of halt them. [21.0]
    [21.0(a)] [21.2.0] [7.7.0]"""
    paid = [] if _rooted(game, names[0]) else _paid(game, player, names, h)
    height = 1 + max((unit_of(game, n).order for n in units_at(game, h)), default=0)
    for name in names:
        fare = next((one for one in paid if name in one.names), None)
        unit = replace(
            unit_of(game, name), place=MAP, hex=h, order=height, arrived=game.turn, supply=GENS,
            start=h, came=-1,
        )  # fmt: skip
        if fare is not None:
            unit = replace(
                unit, moved=game.serial, spent=fare.paid, hexes=1, course=fare.ways,
                road=fare.gait == ROAD, halted=fare.halt in STOPPING, interdicted=0,
            )  # fmt: skip
        game.put(UNITS, name, unit)
    queued = max((one.queue for one in paid if one.gait == ROAD), default=0)
    if queued:
        status = game.state[HEXES].get(h) or HexStatus()
        game.put(HEXES, h, replace(status, entered=game.serial, queue=queued))
    facts = {"side": player, "units": list(names), "hex": game.board.label(h)}
    game.emit(Event("reinforcements", "21.0", facts))
    cost, road = max((one.paid for one in paid), default=0), any(o.gait == ROAD for o in paid)
    if game.segment.kind in phases.MOVING:
        for mishap in STEPPED:
            yield from mishap(game, tuple(names), h, cost, road)
    settled(game, names)
