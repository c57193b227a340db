"""Air drops: supply and airborne units where there is no base, by parachute or glider. [14.10]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.systems.ocs.air import drop_plans, loads
from grognard.systems.ocs.air.air_transport import board, manifest, manifests
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.air.loads import Freight, Hold, Load
from grognard.systems.ocs.air.missions import Mission, carried, fly, take_off
from grognard.systems.ocs.air.presumptions import what_shows_and_lies
from grognard.systems.ocs.combat import capture
from grognard.systems.ocs.fog.foresight import presumes
from grognard.systems.ocs.movement import moves
from grognard.systems.ocs.movement.movement import outside
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.groups import Group, grouped
from grognard.systems.ocs.pieces.planes import active, carries, plane_of, range_of
from grognard.systems.ocs.pieces.stacking import eliminate
from grognard.systems.ocs.pieces.values import counter_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import MOVEMENT, kind, peaceful, phase_start
from grognard.systems.ocs.units import LEG
from grognard.systems.ocs.works import air_bases
from grognard.table.worded import Hand

PARADROP, GLIDER = "paradrop", "glider"


@presumes(what_shows_and_lies)
class AirDrop(Mission[Freight]):
    """Drop cargo over a hex within range. [14.10]

    Supply in any Movement Segment and unplanned; combat units in the Movement Phase alone, where
    and when their plan says. [14.10b] `glided` cargo lands by glider. [14.10e(E)]
    """

    do, rule, order = "air-drop", "14.10", Freight
    title, rank, stakes = "Drop by air", 36, "dice"
    errand = True
    phrase = ("Land {glided} in {hex} by glider behind {planes}",
              "Land {glided_tokens} in {hex} by glider behind {planes}",
              "Drop {units} over {hex} from {planes}",
              "Drop {tokens} over {hex} from {planes}")  # fmt: skip
    mission = "drop"

    def why_not(self, game: Ocs, player: str, order: Freight) -> list[Refusal]:
        """Land to drop on, cargo that can be dropped, plans for units, and capacity. [14.10a]"""
        h = order.hex
        if not game.scenario.ground.enterable(LEG, h):
            return [Refusal("14.10d", f"nothing can land in {game.board.label(h)}")]
        if h in game.scenario.closed.get(player, ()):
            return [outside(game, player, h)]
        if game.options["integral-gliders"] == "no-drops":
            for key in order.planes:
                if plane_of(game, key).integral_gliders:
                    return [Refusal("14.10f", f"{plane_of(game, key).name} flies no drops")]
        for name in self.aboard(order):
            refusal = why_not_dropped(game, player, name, h, name in order.glided)
            if refusal is not None:
                return [refusal]
        found = loads.read(game, player, order)
        return [found] if isinstance(found, Refusal) else []

    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """Where one's own units are within range, and the hexes of plans for this turn."""
        planned = {plan.hex for plan in drop_plans.today(game, player)}
        goals = sorted(stacks.stacks(game).held[player] | planned)
        bases: dict[int, int] = {}
        for key in active(game, player):
            if (h := stacks.air_hex(game, key)) >= 0:
                bases[h] = max(range_of(game, key), bases.get(h, 0))
        far = game.board.distance
        return [h for h in goals if any(far(base, h) <= most for base, most in bases.items())]

    def trips(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Iterator[Freight]:
        """From each base the most supply, or each unit alone."""
        for cargo in manifests(game, player, planes, h):
            yield Freight(planes=planes, hex=h, **cargo)

    def plain(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Freight:
        """Without cargo."""
        return Freight(planes=planes, hex=h)

    def aboard(self, order: Freight) -> tuple[str, ...]:
        """The units, by parachute and by glider."""
        return (*order.units, *order.glided)

    def carry_out(self, game: Ocs, player: str, order: Freight) -> Procedure:
        """Fly there; what flak leaves is dropped. [14.10d]"""
        flight, found = self.flight(player, order), loads.read(game, player, order)
        assert not isinstance(found, Refusal)
        board(game, player, flight, found, order.gliders)
        take_off(game, flight, **manifest(self.written(game, order)))

        def over_zone(game: Ocs, flight: Flight) -> Procedure:
            yield from drop(game, flight, found)

        yield from fly(game, flight, over_zone)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Freight]:
        """Units by themselves, with the aircraft in hand, or whatever these can drop. [14.10]

        What one means who sends aircraft alone: parachutists, then gliders, then supply.
        """
        group = grouped(game, player, hand)
        if group.hexes == (h,):
            return
        if not group.air:
            yield from _from_base(self, game, player, group, h)
            return
        whole = [Freight(planes=group.air, hex=h, units=group.units)] if group.units else []
        if set(group.names) != {*group.units, *group.air}:
            whole = []
        found = [order for order in super().towards(game, player, hand, h) if order not in whole]
        yield from (*whole, *sorted(found, key=lambda order: (not order.units, not order.glided)))

    def at_hand(self, game: Ocs, player: str, order: Freight | None) -> Sequence[str]:
        """The units whose drop is planned for this turn."""
        return [plan.unit for plan in drop_plans.today(game, player)]

    def additions(
        self, game: Ocs, player: str, order: Freight | None, hand: Hand, h: int | None
    ) -> Iterator[Freight]:
        """The drops that are planned for this turn: of those in hand, over the hex."""
        for plan in drop_plans.today(game, player):
            if (not hand or plan.unit in hand) and h in (None, plan.hex):
                yield from self.towards(game, player, (plan.unit,), plan.hex)

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Freight]:
        """Whoever is to be dropped there by plan, and else what aircraft can."""
        yield from self.additions(game, player, None, (), h)
        yield from super().at(game, player, h)

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With units in hand together with aircraft."""
        return bool(hexes) and carried(game, player, hand)


def _from_base(verb: AirDrop, game: Ocs, player: str, group: Group, h: int) -> Iterator[Freight]:
    """Units in hand over the hex of their plan, from the fewest aircraft at their base. [14.10b]"""
    plans = {plan.unit for plan in drop_plans.plans(game, player) if plan.hex == h}
    if not plans & set(group.units) or group.names != group.units:
        return
    group = grouped(game, player, [name for name in group.units if name in plans])
    if group.hex < 0:
        return
    here = [
        key
        for key in active(game, player)
        if carries(game, key) and stacks.air_hex(game, key) == group.hex
    ]
    own = counter_of(game, group.units[0]).nation
    here.sort(key=lambda key: plane_of(game, key).nation != own)
    for most in range(1, len(here) + 1):
        order = Freight(planes=tuple(here[:most]), hex=h, units=group.units)
        if not verb.against(game, player, order):
            yield order
            return
    for key in here:  # who cannot jump goes by glider
        for order in verb.trips(game, player, (key,), h):
            if order.glided == group.units and not verb.against(game, player, order):
                yield order
                return


def why_not_dropped(game: Ocs, side: str, name: str, h: int, glided: bool) -> Refusal | None:
    """Why a unit is not dropped here and now. [14.10a] [14.10b]"""
    if name in game.state[TRANSPORT]:
        return Refusal("14.10a", f"{name} is transport; supply and combat units are dropped")
    refusal = loads.why_not_aboard(game, side, name)
    if refusal is not None:
        return refusal
    counter = counter_of(game, name)
    if "para" not in counter.traits and not glided:
        return Refusal("14.10a", f"{counter.name} is no Para unit; it lands by glider only")
    if kind(game) != MOVEMENT:
        return Refusal("14.10b", "combat units are dropped in the Movement Phase alone")
    if peaceful(game):
        return Refusal("2.4(3)", "no units are dropped in a simulcast turn")
    plan = drop_plans.plan_of(game, side, name)
    if plan is None or (plan.hex, plan.turn) != (h, game.turn):
        return Refusal("14.10b", f"no plan has {counter.name} dropped in this hex in this turn")
    return None


def drop(game: Ocs, flight: Flight, found: Sequence[Load]) -> Procedure:
    """Cargo of those over the hex is dropped; that of those who aborted goes back with them.

    What exceeds the capacity of either is lost. [14.4g]
    """
    for load in [loads.stretched(game, load, flight.planes) for load in found]:
        flight.half |= {lift.key for lift in load.lifts if lift.twice}
        here = loads.capacity(game, load.lifts, flight.planes)
        back = loads.capacity(game, load.lifts, flight.gone)
        for place, (hold, method) in enumerate(((load.aboard, PARADROP), (load.glided, GLIDER))):
            on, rest = yield from loads.kept(game, flight.side, hold, here[place], "14.4g")
            _, lost = yield from loads.kept(game, flight.side, rest, back[place], "14.4g")
            why = "its transport was hit"
            loads.lose(game, flight.side, load.hex, lost, flight.target, "14.4g", why)
            integral = all(plane_of(game, lift.key).integral_gliders for lift in load.lifts)
            yield from jump(game, flight, load.hex, on, GLIDER if integral else method)


def jump(game: Ocs, flight: Flight, start: int, hold: Hold, method: str) -> Procedure:
    """Two dice for each unit and each token: it lands, or it is destroyed. [14.10d]

    Whatever would land on an enemy combat unit is destroyed. Gliders come down safely on a base or
    strip of their own side. [14.10e(D)]
    """
    side, h = flight.side, flight.target
    drop_plans.strike(game, side, hold.units)
    at_base = method == GLIDER and air_bases.operational(game, h, side)
    need = Tally() if at_base else least(game, side, h, method)
    doomed = stacks.holder(game, h) == game.scenario.other(side)
    for _ in range(hold.tokens):
        if lands(game, side, h, "1T", need, doomed, method):
            dumps.take(game, side, start, 1, loading=True)
            dumps.add(game, side, h, 1, fresh=True)
        else:
            dumps.take(game, side, start, 1, loading=True)
            dumps.book(game, side, "blown", 1)
    for name in hold.units:
        if not lands(game, side, h, counter_of(game, name).name, need, doomed, method):
            eliminate(game, name, "14.10d", "its drop failed", h)
            continue
        now = phase_start(game)
        moves.put_into(game, name, h, flown=now, finished=now, dropped=game.turn)
        yield from capture.arrive(game, side, (name,), h)


def lands(game: Ocs, side: str, h: int, what: str, need: Tally, doomed: bool, method: str) -> bool:
    """Whether a unit or a token gets down safely. [14.10d] [CT-airdrop]

    Where it needs nothing for it, nobody rolls. [14.10e(D)]
    """
    label, least_ = game.board.label(h), int(need.total)
    if doomed:
        lost = {"hex": label, "landed": False, "doomed": True}
        others = Event("drop", "14.10d", lost)
        game.emit(Event("drop", "14.10d", {"what": what, **lost}, seen_by=(side,), others=others))
        return False
    dice = game.roll(2, key=lambda faces: sum(faces) >= least_) if need.parts else ()
    landed = sum(dice) >= least_
    facts = {"hex": label, "what": what, "landed": landed, "need": need.to_json(), "method": method}
    others = Event("drop", "14.10d", {"hex": label, "landed": landed}, dice, outcome=True)
    game.emit(Event("drop", "14.10d", facts, dice, seen_by=(side,), others=others, outcome=True))
    return landed


def least(game: Ocs, side: str, h: int, method: str) -> Tally:
    """The least roll that succeeds, with the side's modifier. [14.10d] [14.10e(E)] [CT-airdrop]"""
    hold = "friendly" if held_before(game, side, h) else "enemy"
    ground = "clear" if clear(game, h) else "closed"
    cell = game.scenario.tables["air-drop"].cell(f"{hold} {ground} {method}", "success")
    tally = Tally().add(f"{hold} hex, {ground}, {method}", int(cell.value), "14.10d", cell.source)
    more = game.scenario.limits[side].drop_modifier
    return tally.add("the side's modifier to the roll", -more, "14.10d") if more else tally


def held_before(game: Ocs, side: str, h: int) -> bool:
    """Whether a friendly unit was in the hex when the phase began. [CT-airdrop]"""
    return any(moves.started_at(game, name) == h for name in stacks.on_map(game, side))


def clear(game: Ocs, h: int) -> bool:
    """Open ground, with a village or not, or an airfield. [CT-airdrop]"""
    field = any(place.kind == "airfield" for place in game.board.place_at(h))
    base = air_bases.level(game, h) != air_bases.NONE
    return field or base or game.scenario.ground.category(h) == "open"
