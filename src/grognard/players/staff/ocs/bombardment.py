"""The fire of ships: before attacks and landings, at those who threaten them, at other ships.

[18.3] It costs nothing, but a ship fires at the shore once in a Game Turn. So those with nothing to
prepare wait for the enemy's own attack, if that is still to come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from grognard.engine.decision import Action
from grognard.players.staff.ocs.assault import Draft, beside, best, drafts
from grognard.players.staff.ocs.barrage import Barrages
from grognard.players.staff.ocs.budget import Budget
from grognard.players.staff.ocs.reading import OcsSeat
from grognard.players.staff.ocs.shipping import Now
from grognard.players.staff.ocs.storm import Storm, aboard, fit, storming
from grognard.players.staff.situation import Foe
from grognard.systems.ocs.barrage.weight import AT_UNITS
from grognard.systems.ocs.naval import beach_assault, bombardment, sailing
from grognard.systems.ocs.naval.bombardment import Bombard, Engage, Engagement
from grognard.systems.ocs.naval.bombardment import Bombardment as Fire
from grognard.systems.ocs.naval.sailing import Sail, Voyage
from grognard.systems.ocs.naval.ship_fire import AT_GUNS, AT_SHIPS, Aim
from grognard.systems.ocs.naval.ships import (
    CARRIER,
    face,
    fleet,
    is_craft,
    printed,
    ship_of,
    type_of,
)
from grognard.systems.ocs.status import SHIPS
from grognard.systems.ocs.turn import phases


def loaded_targets(seat: OcsSeat) -> list[Draft]:
    """The storms that craft beside held beaches could make, as attacks that fire prepares."""
    found, storm, budget = list[Draft](), Storm(seat), Budget(seat)
    for h, keys in beach_assault.beaches(seat.table, seat.side).items():
        foe = seat.situation.foes.get(h)
        pieces = [p for key in keys for p in fit(seat, aboard(seat, key))]
        force = storming(seat, pieces)
        if foe is not None and force:
            found.append(best(seat, storm, budget, foe, force))
    return found


class Bombardment:
    """The fire of ships and coastal guns in one Barrage Segment."""

    def __init__(self) -> None:
        self.done: set[int] = set()
        self.fired: set[str] = set()

    def order(self, seat: OcsSeat) -> Action | None:
        """The next bombardment; then fire at ships, and at guns."""
        if not seat.offered(Bombard) and not seat.offered(Engage):
            return None
        return self.bombard(seat) or self.engage(seat)

    # ---- at the shore

    def bombard(self, seat: OcsSeat) -> Action | None:
        """The bombardment that promises most."""
        house = seat.doctrine.fire
        ships = [
            key
            for key in bombardment.able(seat.table, seat.side, guns=False)
            if ship_of(seat.table, key).shore_turn != seat.turn
        ]
        if not ships or not seat.offered(Bombard):
            return None
        planned = {d.target: d for d in (*drafts(seat, beside(seat)), *loaded_targets(seat))}
        found = []
        for h, foe in seat.situation.foes.items():
            bearing = self.bearing(seat, ships, h)
            if bearing and h not in self.done:
                found += self.fires(seat, foe, planned.get(h), bearing)
        for gain, h, chosen in sorted(found, key=lambda row: (-row[0], row[1], row[2])):
            action = seat.write(Bombard, Fire(chosen, h, AT_UNITS))
            if gain > (house.wait if self.waits(seat, h in planned) else 0) and seat.may(action):
                self.done.add(h)
                self.fired.update(chosen)
                return action
        return None

    def waits(self, seat: OcsSeat, attacked: bool) -> bool:
        """Whether there is something to come in this Game Turn for which fire should be kept."""
        first = seat.goes_first
        if seat.kind == phases.REACTION_BARRAGE:
            return not first  # the own attack is still to come
        return first and not attacked

    def bearing(self, seat: OcsSeat, ships: Sequence[str], h: int) -> list[str]:
        """The ships in range of a hex, the strongest first."""
        near = [key for key in ships if bombardment.in_range(seat.table, key, h)]
        return sorted(near, key=lambda k: (-face(seat.table, k).barrage, k))

    def fires(
        self, seat: OcsSeat, foe: Foe, draft: Draft | None, ships: Sequence[str]
    ) -> list[tuple[int, int, tuple[str, ...]]]:
        """What it would gain to fire with the strongest ship, with two, and so on."""
        house = seat.doctrine.fire
        storm, rule = Storm(seat), Barrages()
        spotted = any(b in seat.situation.at for b in seat.board.around(foe.hex))
        found, points = [], 0
        for count, key in enumerate(ships, 1):
            points += face(seat.table, key).barrage
            shaken, steps = storm.shelling(foe.hex, points, spotted)
            gain = rule.gain(seat, foe, draft, shaken, steps) - house.shell * points
            found.append((gain, foe.hex, tuple(ships[:count])))
            if shaken >= house.sure:
                break
        return found

    # ---- at ships and guns

    def engage(self, seat: OcsSeat) -> Action | None:
        """Whoever is left fires at enemy ships in range, and ships at guns that show. [18.3c]"""
        if not seat.offered(Engage):
            return None
        able = [n for n in bombardment.able(seat.table, seat.side) if n not in self.fired]
        found = []
        for at, h in self.marks(seat):
            by = [n for n in able if bombardment.in_range(seat.table, n, h)]
            by = [n for n in by if at == AT_SHIPS or n in seat.table.state[SHIPS]]
            if by:
                found.append((-len(by), at, h, by))
        for _, at, h, by in sorted(found):
            action = seat.write(Engage, Engagement(tuple(by), h, at))
            if seat.may(action):
                self.fired.update(by)
                return action
        return None

    def marks(self, seat: OcsSeat) -> list[tuple[str, int]]:
        """The hexes in which enemy ships lie, or coastal guns show."""
        found = [(AT_SHIPS, h) for h in seat.enemy_ships]
        for h, seen in seat.sightings.items():
            if "coastal" in seen.counter.traits:
                found.append((AT_GUNS, h))
        return found


def aim(seat: OcsSeat) -> Action:
    """All at the target that is easiest to hurt and dearest: loaded craft before all. [18.3c(A)]"""
    choices = list(seat.legal(Aim))
    most = max(len(action["by"]) for action in choices)
    whole = [action for action in choices if len(action["by"]) == most]
    return min(whole, key=lambda action: _hardness(seat, action["target"]))


def _hardness(seat: OcsSeat, target: str) -> tuple[int, int, str]:
    """How hard a target is, craft as one and guns least; the enemy has shown his ships by now."""
    if target not in seat.table.state[SHIPS]:
        return 0, 0, target
    carrier = type_of(seat.table, target) == CARRIER
    damaged = ship_of(seat.table, target).damaged
    return max(1, face(seat.table, target).protection), -int(carrier or damaged), target


class Stations:
    """Where ships lie to support those ashore."""

    def __init__(self, now: Now) -> None:
        self.now = now

    def orders(self) -> Iterator[Action]:
        """Each ship goes where most that matters is in its range."""
        seat = self.now()
        if not any(not is_craft(seat.table, key) for key in fleet(seat.table, seat.side)):
            return
        self.weights = self.weigh()
        for key in fleet(seat.table, seat.side):
            yield from self.station(key)

    def weigh(self) -> dict[int, int]:
        """The enemies that ships could fire at, by what that would be worth."""
        house = self.now().doctrine.fire
        seat = self.now()
        own = seat.situation.at
        found = {}
        for h, foe in seat.situation.foes.items():
            if any(b in own for b in seat.board.around(h)):
                found[h] = house.contact + foe.attack
            elif any(b in own for b in seat.board.disk(h, house.sight)):
                found[h] = house.near + foe.attack // 2
        return found

    def coverage(self, reach: int) -> dict[int, int]:
        """What could be fired at from each hex with some range."""
        if reach not in self._covers:
            found: dict[int, int] = {}
            for h, weight in self.weights.items():
                for b in self.now().board.disk(h, reach):
                    found[b] = found.get(b, 0) + weight
            for h in self.guns:
                for b in found.keys() & set(self.now().board.disk(h, self.guns[h])):
                    found[b] -= self.now().doctrine.fire.guns_out
            self._covers[reach] = found
        return self._covers[reach]

    @cached_property
    def _covers(self) -> dict[int, dict[int, int]]:
        return {}

    @cached_property
    def guns(self) -> dict[int, int]:
        """The coastal guns that show, and their range."""
        seen = self.now().sightings
        return {h: s.counter.range for h, s in seen.items() if "coastal" in s.counter.traits}

    def station(self, key: str) -> Iterator[Action]:
        """Send a ship to a better station than it has."""
        house = self.now().doctrine.fire
        seat = self.now()
        if is_craft(seat.table, key) or printed(seat.table, key).type == CARRIER:
            return
        if sailing.unable(seat.table, seat.side, key) is not None or not self.weights:
            return
        covers = self.coverage(face(seat.table, key).range)
        here = ship_of(seat.table, key).hex
        if covers and covers.get(here, 0) * house.gain >= max(covers.values()) * 4:
            return
        found = sailing.voyages(seat.table, seat.side, (key,))
        sea = seat.scenario.ground.sea
        open_ = [h for h in found.costs if sea[h]]
        goal = max(open_, key=lambda h: (covers.get(h, 0), -found.costs[h], -h), default=-1)
        if goal >= 0 and not covers.get(goal, 0) and not covers.get(here, 0):
            goal = self.towards(open_, here)
        if goal < 0 or goal == here:
            return
        better = covers.get(goal, 0) * 4 > covers.get(here, 0) * house.gain
        if better or not covers.get(here, 0):
            yield seat.write(Sail, Voyage((key,), found.path(goal)))

    def towards(self, open_: Sequence[int], here: int) -> int:
        """A hex nearer to the fighting than this one; -1 if there is none."""
        board = self.now().board

        def far(h: int) -> int:
            return min(board.distance(h, b) for b in self.weights)

        best = min(open_, key=lambda h: (far(h), h), default=-1)
        return best if best >= 0 and far(best) < far(here) else -1
