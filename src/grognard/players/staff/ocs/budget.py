"""The supply budget: what a turn can afford, and who gets it. [12.4] [12.5]

Supply is scarce and lies in places. What is planned is booked against the stores that would pay, so
that two attacks never count on the same tokens. Some is always kept back for the defence; a price a
token keeps the rest for what is worth it, the dearer the longer the stock has to last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from grognard.engine.decision import Action
from grognard.players.staff.attack_planner import Assault
from grognard.players.staff.doctrine import WHOLE
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.situation import Piece
from grognard.systems.ocs.combat.combat_supply import allot, summed
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.supply import fuel, paying
from grognard.systems.ocs.supply.fuel import Fuel, Refuelling
from grognard.systems.ocs.units import LEG


class Budget:
    """What is left to plan with."""

    def __init__(self, seat: OcsSeat) -> None:
        self.seat = seat
        stores = paying.stores(seat.table, seat.side)
        self.left = {store.key: store.tokens for store in stores}
        self.kept = self._kept(sum(self.left.values()))

    def _kept(self, stock: int) -> int:
        """The tokens that no plan touches; on the last turn nothing is worth keeping."""
        house = self.seat.doctrine.supply
        if self.seat.turns_left == 1:
            return 0
        share = house.kept if self.seat.attacking else house.kept_in_defence
        return -(-stock * share // 100)

    @property
    def free(self) -> int:
        """The tokens that may still be planned with."""
        return max(0, sum(self.left.values()) - self.kept)

    @cached_property
    def price(self) -> int:
        """What a token is worth: dear if the stock would not last, cheap near the end."""
        house = self.seat.doctrine.supply
        situation = self.seat.situation
        near = {b for h in situation.foes for b in self.seat.board.disk(h, house.reach)}
        wants = sum(p.steps for p in situation.pieces.values() if p.fights and p.hex in near)
        share = max(1, self.seat.stock // self.seat.turns_left)
        return max(house.cheapest, min(house.dearest, house.plain * (wants + 1) // share))

    # ---- attacks

    def cost(self, pieces: Sequence[Piece]) -> int:
        """What the supply of an attack is worth; less for those on whom most depends."""
        weight = self.seat.directing.weight(piece.id for piece in pieces)
        return self.price * self.needs(pieces) * WHOLE // max(1, weight)

    def needs(self, pieces: Sequence[Piece]) -> int:
        """The tokens of an attack: one for each step. [12.4]"""
        return cost_of(self.seat.scenario.tables, "attack") * sum(p.steps for p in pieces)

    def can_pay(self, posts: Sequence[tuple[Piece, int]]) -> Mapping[str, int] | None:
        """Which stores would pay for an attack from some hexes; None if they cannot."""
        need = {piece.id: self.needs([piece]) for piece, _ in posts}
        if sum(need.values()) > self.free:
            return None
        reach = {
            piece.id: [s.key for s in self.seat.sources(piece.id, h, paying.ATTACK)]
            for piece, h in posts
        }
        given = allot(need, reach, self.left)
        return None if given is None else summed(given)

    def book(self, used: Mapping[str, int]) -> None:
        """Set tokens aside."""
        for key, tokens in used.items():
            self.left[key] -= tokens

    def pays(self, assault: Assault) -> bool:
        """Set aside what an attack will use up, if there is so much."""
        used = self.can_pay(assault.force)
        if used is None:
            return False
        self.book(used)
        return True

    # ---- fuel

    def affords(self, tokens: int) -> bool:
        """Whether so many tokens may be spent on something that can wait."""
        return self.free >= tokens

    def fuelling(self, names: Sequence[str]) -> list[Action]:
        """The ways to fuel some units of one hex that wait for it, the best first. [12.5c]

        A whole formation, or a headquarters with all independents, where several will move.
        """
        game, found = self.seat.table, list[Action]()
        waiting = [name for name in names if fuel.waiting(game, name)]
        if not waiting:
            return []
        formations = {self.seat.counter(name).formation for name in waiting}
        if len(formations) == 1 and (formation := formations.pop()):
            vehicles = [n for n in fuel.vehicles(game, formation) if not fuel.paid(game, n)]
            if len(vehicles) >= self.seat.doctrine.supply.whole:
                found.append(self.seat.write(Fuel, Refuelling(formation=formation)))
        else:
            found += self._by_headquarters(waiting)
        crews = [tuple(waiting), *((name,) for name in waiting if len(waiting) > 1)]
        return [*found, *(self.seat.write(Fuel, Refuelling(crew)) for crew in crews)]

    def _by_headquarters(self, waiting: Sequence[str]) -> list[Action]:
        """Headquarters near which several independents move by vehicle. [12.5c(B)]"""
        house = self.seat.doctrine.supply
        if self.seat.doctrine.shared_fuel:
            return self._through_headquarters(waiting)
        seat, found = self.seat, list[tuple[int, str]]()
        hqs = [n for n in seat.own if seat.counter(n).hq and not seat.unit(n).hq_fuelled]
        riders = [
            n for n in seat.own
            if seat.counter(n).independent and fuel.needs(seat.table, n)
            and not fuel.paid(seat.table, n) and not seat.counter(n).hq
        ]  # fmt: skip
        near = seat.unit(waiting[0]).hex
        for hq in hqs:
            h = seat.unit(hq).hex
            throw = seat.counter(hq).combat.throw
            inside = [n for n in riders if seat.board.distance(seat.unit(n).hex, h) <= throw // 2]
            if len(inside) > house.whole and seat.board.distance(h, near) <= throw // 2:
                found.append((-len(inside), hq))
        return [seat.write(Fuel, Refuelling(hq=hq)) for _, hq in sorted(found)[:1]]

    def _through_headquarters(self, waiting: Sequence[str]) -> list[Action]:
        """The headquarters that reaches most of those who ride, if that is cheaper. [12.5c(B)]

        Who would ride on the other side of his counter counts for half: he may stay.
        """
        seat, found = self.seat, list[tuple[int, str]]()
        price = cost_of(seat.scenario.tables, "fuel_hq")
        for hq in seat.own:
            if not seat.counter(hq).hq or seat.unit(hq).hq_fuelled:
                continue
            near = [
                n for n in Fuel().implied(seat.table, Refuelling(hq=hq))
                if not fuel.paid(seat.table, n) and not seat.garrison(n)
            ]  # fmt: skip
            ready = sum(fuel.waiting(seat.table, n) for n in near)
            mounting = sum(self._mounts(n) for n in near)
            if set(waiting) <= set(near) and 2 * ready + mounting >= 2 * price:
                found.append((-2 * ready - mounting, hq))
        return [seat.write(Fuel, Refuelling(hq=hq)) for _, hq in sorted(found)[:1]]

    def _mounts(self, name: str) -> bool:
        """Whether a unit on foot could yet move by vehicle in this phase."""
        on_foot = not fuel.needs(self.seat.table, name)
        rides = self.seat.counter(name).move.move != LEG
        return on_foot and rides and self.seat.can_turn(name)

    def rides(self, name: str, combat_up: bool) -> bool:
        """Whether a unit would need fuel to move on a side of its counter, and has none. [12.5a]"""
        counter = self.seat.counter(name)
        face = counter.combat if combat_up else counter.move
        return face.move != LEG and not fuel.paid(self.seat.table, name)
