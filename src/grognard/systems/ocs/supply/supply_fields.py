"""How far supply goes from a hex: fields of cheapest ways, kept as long as nothing touches them.

Supply paths are counted like moves of something that is no combat unit [12.3d]. An index keeps what
bars them hex by hex; a field that has been worked out stays until the barriers change in a hex that
it depends on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from grognard.board.search import ENTERED, NEAR, WALLED, hexes_of, plain, reach, reach_paths, rim
from grognard.engine.state import State
from grognard.kit.indexes import Kept
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.stacks import Stacks
from grognard.systems.ocs.pieces.zones import Zones
from grognard.systems.ocs.results import weather_effects
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.status import DUMPS, HEXES, SITES, TRANSPORT, TURN
from grognard.systems.ocs.supply.barriers import (
    BRIDGE,
    FOE,
    GOODS,
    SHUT,
    Barriers,
    Footing,
    bears,
    goods_of,
)
from grognard.systems.ocs.supply.field import Field, Key
from grognard.systems.ocs.supply.supply_steps import OUTWARD, TOWARD, SupplySteps
from grognard.systems.ocs.units import COMBAT, DG, MAP, TRUCK, UNITS, Unit

DRAW = 5 * POINT
"""How far a unit draws supply, in twelfths. [12.3a]"""
LATELY = 64
"""How many changes of barriers ago a field was asked for that is still likely to be wanted."""
MOST = 400
"""How many fields are kept at most: they are large, and room that is used again is quick."""


class SupplyFields(Kept):
    """The barriers to each side's supply, and the fields worked out between them.

    `foes` marks enemy combat units, `shut` these and enemy zones without a friend. [12.3d] [4.5b]
    `goods` counts what else each side has in a hex: paths pass it but do not end there. [4.8c(E)]
    `stirred` counts, for each side, the changes that may bear on rails and sources, `shifted` those
    of headquarters, bridges, and of zones at ports; `hqs` are the headquarters on the map; `steps`
    knows what a path costs from hex to hex; `networks` is for what others make of the fields.
    """

    name = "supply"

    follows = (UNITS.name, TRANSPORT.name, DUMPS.name, SITES.name, HEXES.name, TURN.name)

    def __init__(self, scenario: OcsScenario, stacks: Stacks, zone_counts: Zones) -> None:
        self.scenario, self.stacks, self.zones = scenario, stacks, zone_counts
        self.board, self.steps = scenario.board, SupplySteps(scenario)
        self.free_end = scenario.options["path-end-in-zone"] == "open"
        effects = scenario.tables["zoc-effects"]
        self.negated = effects.cell(zones.SUPPLY_PATH, "negatable").value == "yes"
        self.rails_negated = effects.cell(zones.RAIL_TRACE, "negatable").value == "yes"
        self._neighbours: Any = np.array(self.board.neighbours, dtype=np.int32)
        self._nothing: Any = np.zeros(self.board.n, dtype=np.uint8)
        self._barriers = {side: Barriers(self.board.n) for side in scenario.sides}
        self.foes = {side: barriers.foes for side, barriers in self._barriers.items()}
        self.shut = {side: barriers.shut for side, barriers in self._barriers.items()}
        self.goods: dict[str, dict[int, int]] = {side: {} for side in scenario.sides}
        self.stirred = dict.fromkeys(scenario.sides, 0)
        self.shifted = dict.fromkeys(scenario.sides, 0)
        self.hqs: dict[str, dict[str, Unit]] = {side: {} for side in scenario.sides}
        self.networks: dict[str, Any] = {}
        self.fields: dict[Key, Field] = {}
        self.hallmarks = {paths_of(side): 0 for side in scenario.sides}
        self._moments = {side: self.moment(side) for side in scenario.sides}
        self.knots = _knots(scenario)
        self._ports = set(scenario.ports)

    # ---- following the State

    def rebuild(self, state: State) -> None:
        """Look at every hex again and forget every field."""
        self.steps.clear()
        self.forget()
        self._weather(state.maps[TURN.name].get("now"))
        other = self.scenario.other
        for side, barriers in self._barriers.items():
            barriers.clear()
            zoned = (h for h, count in enumerate(self.zones.counts[other(side)]) if count)
            self._look(side, sorted({*self.stacks.holders, *zoned}))
            self.stirred[side] += 1
            self.hqs[side].clear()
            self.goods[side].clear()
        self._ports = {h for h, site in state[SITES].items() if site.lst_port}
        self._ports.update(self.scenario.ports)
        for register in (TRANSPORT, DUMPS, SITES):
            for key, record in state.maps[register.name].items():
                for side, h in goods_of(register.name, key, record):
                    self.goods[side][h] = self.goods[side].get(h, 0) + 1
                    self._barriers[self.scenario.other(side)].lay(h, True)
        for name, unit in state[UNITS].items():
            self._note_hq(name, unit)
            self._note_head(*self._head(unit), 1)
        self._hallmark()

    def change(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Follow one record; only what bears on paths counts."""
        if name == UNITS.name:
            if old is not None and new is not None and zones.same_zone(old, new):
                return
            self._unit_changed(key, old, new)
        elif name == TURN.name:
            self._weather(new)
        else:
            if bears(name, old, new):
                for side in self.stirred:
                    self.stirred[side] += 1
            if name == SITES.name and new is not None and new.lst_port:  # a port for as long
                self._ports.add(key)
            self._goods_changed(name, key, old, new)
        self._hallmark()

    def _hallmark(self) -> None:
        """Note whose paths have changed, for caches that hang on nothing else."""
        for side, before in self._moments.items():
            now = self.moment(side)
            if now != before:
                self._moments[side] = now
                self.hallmarks[paths_of(side)] += 1

    def content(self) -> Any:
        """Barriers, bridges and headquarters, and fields no longer true, for comparison."""
        known = [field for key in list(self.fields) if (field := self.known(key))]
        stale = [field.key for field in known if not _same(field, self.work_out(field.key))]
        barriers = {side: (bytes(self.foes[side]), bytes(self.shut[side])) for side in self.foes}
        heads = [(side, h) for side in self.scenario.sides for h in self.steps.bridged(side)]
        hqs = [
            (name, hq.hex, hq.mode) for at in self.hqs.values() for name, hq in sorted(at.items())
        ]
        goods = {side: sorted(there.items()) for side, there in self.goods.items()}
        return barriers, heads, hqs, goods, stale

    def _weather(self, status: Any) -> None:
        """Ground that weather makes easier is counted as it is. [12.3d]"""
        name = getattr(status, "weather", "")
        for side in self.scenario.sides:
            effects = weather_effects(self.scenario.tables, name, side) if name else None
            ground = effects.ground if effects is not None else ""
            if self.steps.take_ground(side, ground):
                self.forget()
                self.stirred[side] += 1

    def forget(self) -> None:
        """Forget every field: each is worked out when it is asked for."""
        self.fields.clear()

    def _note_hq(self, name: str, unit: Unit | None) -> None:
        for side, hqs in self.hqs.items():
            if hqs.pop(name, None) is not None:
                self.shifted[side] += 1
        if unit is not None and unit.place == MAP:
            counter = self.scenario.counters[unit.counter]
            if counter.hq:
                self.hqs[counter.side][name] = unit
                self.shifted[counter.side] += 1

    def _head(self, unit: Unit | None) -> tuple[str, int]:
        """Whose engineers take movement across rivers, and in which hex; -1 if none. [13.8b]"""
        if unit is None or unit.place != MAP:
            return "", -1
        counter = self.scenario.counters[unit.counter]
        if not (counter.hq or "engineer" in counter.traits):
            return "", -1
        able = unit.mode == COMBAT or (unit.mode == DG and unit.combat_up)  # [13.8a]
        bridging = able and unit.hex in self.scenario.ground.river_hexes
        return (counter.side, unit.hex) if bridging else ("", -1)

    def _note_head(self, side: str, h: int, step: int) -> None:
        """Engineers come to a river or leave it: ways near them are counted afresh. [13.8b]"""
        if h < 0:
            return
        if not self.steps.bridge(side, h, step):
            return
        self.shifted[side] += 1
        self._barriers[side].span(h, step > 0)

    def _unit_changed(self, name: str, old: Unit | None, new: Unit | None) -> None:
        self._note_hq(name, new)
        was, now = self._head(old), self._head(new)
        if was != now:
            self._note_head(*was, -1)
            self._note_head(*now, 1)
        hexes: set[int] = set()
        for unit in (old, new):
            if unit is not None and unit.place == MAP:
                hexes.update((unit.hex, *self.board.around(unit.hex)))
                counter = self.scenario.counters[unit.counter]
                if counter.hq and unit.hex in self.knots:  # it may make a station of it [13.8c]
                    self.stirred[counter.side] += 1
        ported = not self._ports.isdisjoint(hexes)
        for side in self.foes:
            self.shifted[side] += ported
            self._look(side, hexes)

    def _goods_changed(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Something that is no combat unit comes into a hex, or leaves it. [4.8c(E)]"""
        was, now = goods_of(name, key, old), goods_of(name, key, new)
        if was == now:
            return
        places = sorted({*was, *now})
        before = [h in self.goods[side] for side, h in places]
        for step, held in ((-1, was), (1, now)):
            for side, h in held:
                self.goods[side][h] = self.goods[side].get(h, 0) + step
        for (side, h), there in zip(places, before, strict=True):
            if not self.goods[side][h]:
                del self.goods[side][h]
            if (h in self.goods[side]) != there:
                self._pass_by(self.scenario.other(side), h)

    def _pass_by(self, side: str, h: int) -> None:
        """Paths of a side may end in a hex that they only passed, or the other way round."""
        self.stirred[side] += h in self.knots
        self._barriers[side].lay(h, h in self.goods[self.scenario.other(side)])

    def _look(self, side: str, hexes: Iterable[int]) -> None:
        """See which hexes have become barriers, or have ceased to be.

        Enemy combat units bar any path, their zones those of trucks. What else the enemy has in a
        hex bars nothing but its end. [4.8c(E)] [4.5a(B)]
        """
        barriers, enemy = self._barriers[side], self.scenario.other(side)
        foes, shut, zoned = barriers.foes, barriers.shut, self.zones.counts[enemy]
        holders, negating = self.stacks.holders, side if self.negated else ""
        for h in hexes:
            holder = holders.get(h)
            foe = holder == enemy
            closed = foe or (zoned[h] > 0 and holder != negating)
            if foes[h] != foe or shut[h] != closed:
                barriers.bar(h, foe, closed)
                self.stirred[side] += h in self.knots

    def zone(self, side: str, h: int, negated: bool) -> bool:
        """Whether an enemy zone lies on a hex that friends do not negate, if they can. [4.5b]"""
        if not self.zones.counts[self.scenario.other(side)][h]:
            return False
        return not (negated and self.stacks.holders.get(h) == side)

    def moment(self, side: str) -> tuple[int, int, int]:
        """Numbers that differ once anything has changed that a side's trace depends on."""
        return self._barriers[side].changes, self.stirred[side], self.shifted[side]

    # ---- fields

    def toward(self, side: str, h: int, move: str = TRUCK) -> Field:
        """Who can draw on a hex: users within five points of it or of its neighbours. [12.3a]"""
        return self.field(Key(side, TOWARD, move, h, DRAW))

    def outward(self, side: str, h: int, move: str, budget: int) -> Field:
        """What a path from a hex reaches: a throw, a draw, an Extender's link. [12.3b] [12.7b]"""
        return self.field(Key(side, OUTWARD, move, h, budget))

    def field(self, key: Key) -> Field:
        """A field, worked out afresh if something has touched it."""
        found = self.known(key)
        if found is None:
            if len(self.fields) >= MOST:
                self._make_room()
            found = self.fields[key] = self.work_out(key)
        return found

    def _make_room(self) -> None:
        """Drop the fields that nobody has asked for lately, or else all."""
        changes = {side: barriers.changes for side, barriers in self._barriers.items()}
        for key, field in list(self.fields.items()):
            if changes[key.side] - field.footing.when > LATELY:
                del self.fields[key]
        if 2 * len(self.fields) > MOST:
            self.forget()

    def known(self, key: Key) -> Field | None:
        """A field that has been worked out, if nothing has touched it since."""
        found = self.fields.get(key)
        if found is None or found.footing.holds(self._barriers[key.side]):
            return found
        del self.fields[key]
        return None

    def holds(self, field: Field) -> bool:
        """Whether a field is the one that would be worked out now."""
        key = field.key
        known = self.fields.get(key) is field
        return known and field.footing.holds(self._barriers[key.side])

    def work_out(self, key: Key) -> Field:
        """A field from the barriers as they stand."""
        return self._toward(key) if key.way == TOWARD else self._outward(key)

    def _walls(self, key: Key) -> bytearray:
        return self.shut[key.side] if key.move == TRUCK else self.foes[key.side]

    def _toward(self, key: Key) -> Field:
        """Counted from the user: so the search goes back from the hex. [12.3a] [12.3c]

        The user's own hex is not entered, so that a barrier there is none.
        """
        near = (key.hex, *self.board.around(key.hex))
        walls = self._walls(key)
        last = self.foes[key.side] if self.free_end else walls
        goods = self.goods[self.scenario.other(key.side)]
        ends = [h for h in near if not last[h] and h not in goods]  # [4.8c(E)]
        closed = bytearray(walls)
        for h in ends:
            closed[h] = 0
        steps = self.steps.of(key.side, key.move, TOWARD)
        found = reach(steps, [(h, 0) for h in ends], key.budget, closed)
        costs = {**plain(found), **dict.fromkeys(near, 0)}
        for b in ends:  # one hex is always within reach [6.1c]
            if not costs.keys() >= {*self.board.around(b)}:
                for a in self.steps.doors(key.side, key.move, TOWARD, b):
                    costs.setdefault(a, key.budget)
        marks = self._marks(key, hexes_of(costs))
        return Field(key, costs, marks, self._footing(key, marks))

    def _outward(self, key: Key) -> Field:
        """Counted from the hex itself: what is there reaches others. [12.3b] [12.7b]"""
        walls = self._walls(key)
        closed = self.foes[key.side] if self.free_end else walls
        stop = walls if self.free_end else None
        steps = self.steps.of(key.side, key.move, OUTWARD)
        first = [(b, cost) for b, cost in steps[key.hex] if cost <= key.budget]
        doors = self.steps.doors(key.side, key.move, OUTWARD, key.hex)
        if len(first) < len(doors) and key.budget > 0 and not key.near:
            known = {b for b, _ in first}  # one hex is always within reach [6.1c]
            first += [(b, key.budget) for b in doors if b not in known]
        found, before = reach_paths(steps, first, key.budget, closed, stop)
        marks = self._marks(key, hexes_of(found))
        return Field(key, found, marks, self._footing(key, marks), before)

    def _marks(self, key: Key, hexes: Any) -> bytes:
        """Which hexes a field enters or passes, and whom it serves. [12.3c] [4.8c(E)]"""
        walls = np.frombuffer(self._walls(key), dtype=np.uint8)
        passed = self._nothing
        if key.way == OUTWARD:
            passed = np.frombuffer(self._barriers[key.side].goods, dtype=np.uint8)
        found: bytes = rim(self._neighbours, hexes, key.hex, walls, passed).tobytes()
        return found

    def _footing(self, key: Key, marks: bytes) -> Footing:
        """A field depends on the hexes that it enters, and on the walls at its rim."""
        kinds = GOODS | SHUT if key.move == TRUCK else GOODS | FOE
        if self.free_end:
            kinds |= FOE
        barriers = self._barriers[key.side]
        return Footing(marks, _CARED_FOR[kinds], barriers.now(), barriers.changes)


def _cared_for(kinds: int) -> bytes:
    """For each mark of a hex what a field cares for in it: barriers, and bridges next to it."""
    barriers = [kinds if mark & (ENTERED | WALLED) else 0 for mark in range(256)]
    return bytes(kind | BRIDGE * (mark & NEAR) for mark, kind in enumerate(barriers))


_CARED_FOR = [_cared_for(kinds) for kinds in range(2 * GOODS)]


def paths_of(side: str) -> str:
    """The hallmark of a side's supply paths: of barriers, bridges, headquarters and sources."""
    return f"supply paths of {side}"


def _knots(scenario: OcsScenario) -> frozenset[int]:
    """The hexes that bear on rails and sources: railways, ports, sources."""
    sources = {source.hex for source in scenario.sources}
    return frozenset({*scenario.ground.rail_hexes, *sources, *scenario.ports})


def _same(a: Field, b: Field) -> bool:
    return dict(a.costs) == dict(b.costs) and a.served == b.served


def fields(game: Ocs) -> SupplyFields:
    """The supply fields of a game."""
    return SupplyFields.of(game)
