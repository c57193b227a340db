"""Delay markers. [7.13.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.chance import read_as
from grognard.kit.deeds import Verb
from grognard.kit.orders import At, OfOne
from grognard.systems.goss.charts import number
from grognard.systems.goss.fatigue.hits import exert
from grognard.systems.goss.modes.changing import forced_out
from grognard.systems.goss.movement.allowance import LEG, OFF, points_of
from grognard.systems.goss.movement.eligible import acted_now, unable
from grognard.systems.goss.movement.mounting import fresh_record
from grognard.systems.goss.movement.reach import reach
from grognard.systems.goss.movement.resting import delay_price
from grognard.systems.goss.observation.cover import NOTHING
from grognard.systems.goss.pieces.checks import passes
from grognard.systems.goss.pieces.quiet import quieted
from grognard.systems.goss.pieces.stacks import holder, on_map, units_at
from grognard.systems.goss.pieces.values import (
    attack_designated,
    counter_of,
    mech,
    proficiency,
    unit_of,
)
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import EXPLOIT, GENS, PA, TAC, UNITS
from grognard.systems.goss.words import called

LEAST_PR, LEAST_STEPS = 5, 2
"""What a unit needs to leave a rearguard. [7.13.0]"""


def marker_at(game: Gs, h: int) -> HexStatus:
    """What lies in a hex."""
    return game.state[HEXES].get(h) or NOTHING


def pool(game: Gs, side: str) -> dict[int, int]:
    """The markers that a side has left, by their value: those on the map are out of the cup.
    [7.13.1] [7.13.3]"""
    return game.cached(("delay markers", side), (HEXES.name,), lambda: _pool(game, side))


def _pool(game: Gs, side: str) -> dict[int, int]:
    table = game.scenario.tables["delay-markers"]
    left = {
        int(row): number(game.scenario.tables, "delay-markers", row, "count") for row in table.rows
    }
    for status in game.state[HEXES].values():
        if status.delayer == side and status.delay >= 0:
            left[status.delay] -= 1
    return {value: count for value, count in left.items() if count > 0}


def drawn(game: Gs, side: str) -> int:
    """A marker drawn from a side's cup by chance. [7.13.1]"""
    cup = [value for value, count in sorted(pool(game, side).items()) for _ in range(count)]
    return read_as(game, 1, len(cup), lambda faces: cup[faces[0] - 1])[1]


def allowed(game: Gs, side: str, h: int) -> bool:
    """Whether a side has delay markers, and the scenario allows them in this terrain. [7.13.0]"""
    if game.options["delay-markers"] == "off":
        return False
    said = game.scenario.special.get("delay_markers") or {}
    if said.get("side", side) != side:
        return False
    ground = game.scenario.ground
    features = {*ground.terrains[h], ground.population[h]} - {""}
    return "terrain" not in said or bool(features & {*said["terrain"]})


class Delay(Verb[Gs, OfOne]):
    """A unit tries to leave a delay marker behind. [7.13.1]"""

    do, rule, order = "delay", "7.13.1", OfOne
    title, phrase = "Delay marker", "{unit} leaves a rearguard"

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether it may try: most can be told at a glance that they may not."""
        unit = unit_of(game, actor)
        able = unit.mode == TAC and unit.steps >= LEAST_STEPS and unit.supply == GENS
        if not able or unit.ooc or not counter_of(game, actor).personnel:
            return False
        return not against_delay(game, actor)

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """Who, where, and once in a GT. [7.13.0] [7.13.1]"""
        if order.unit not in on_map(game, player):
            return [Refusal("form", f"{order.unit!r} is no unit of yours on the map")]
        return against_delay(game, order.unit)

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """It spends half of its MA and checks its defensive PR; a marker is drawn by chance, and
        lies face down. [7.13.1]"""
        name = order.unit
        unit = fresh_record(game, unit_of(game, name))
        gait = OFF if mech(counter_of(game, name), unit) else LEG
        spent = delay_price(points_of(game, name, gait))
        game.put(
            UNITS,
            name,
            replace(unit, moved=game.serial, spent=spent, delaying=game.turn, road=True,
                    course="good", halted=False),
        )  # fmt: skip
        h = unit.hex
        game.put(HEXES, h, replace(marker_at(game, h), delay_tried=game.turn))
        if not passes(game, name, "7.13.1", offensive=False):
            game.emit(Event("delay-failed", "7.13.1", {"unit": name, "hex": game.board.label(h)}))
            return
        value = drawn(game, player)
        game.put(HEXES, h, replace(marker_at(game, h), delayer=player, delay=value))
        facts = {"hex": game.board.label(h), "side": player}
        game.emit(Event("delay-placed", "7.13.1", facts))


def against_delay(game: Gs, name: str) -> list[Refusal]:
    """Why a unit may not leave a delay marker; in a lull nobody does. [7.13.0] [7.13.1]
    [24.2.5-2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    wrong = unable(game, name) if unit.mode == TAC else None
    status = marker_at(game, unit.hex)
    spent = acted_now(game, unit)
    barred = (
        (not counter.personnel, "7.13.0", "is no personnel unit"),
        (proficiency(game, name, offensive=False) < LEAST_PR, "7.13.0", "has a PR below 5"),
        (unit.steps < LEAST_STEPS, "7.13.0", "has fewer than two steps"),
        (unit.supply != GENS, "7.13.0", "is not in general supply"),
        (unit.ooc, "7.13.0", "is out of command"),
        (unit.mode != TAC, "7.13.0", f"is in {unit.mode} mode"),
        (not allowed(game, counter.side, unit.hex), "7.13.0", "is not where markers are allowed"),
        (spent and unit.delaying != game.turn, "7.13.1", "has spent MP in this phase"),
        (unit.delaying == game.turn, "7.13.1", "has tried in this GT"),
        (status.delay_tried == game.turn, "7.13.1", "is where somebody has tried in this GT"),
        (status.delay >= 0, "7.13.1", "is where a marker lies"),
        (not pool(game, counter.side), "7.13.1", "finds no marker in the cup"),
        (quieted(game, name), "24.2.5-2", "is in a lull"),
    )
    found = [Refusal(rule, f"{called(game, name)} {why}") for holds, rule, why in barred if holds]
    return found or ([] if wrong is None else [wrong])


def must_vacate(game: Gs, player: str) -> list[Refusal]:
    """Who has left a marker behind must leave its hex. [7.13.1]"""
    found = []
    for name in on_map(game, player):
        unit = unit_of(game, name)
        if unit.delaying != game.turn or unit.halted:
            continue
        status = marker_at(game, unit.hex)
        own = status.delayer == player and status.delay >= 0 and status.delay_tried == game.turn
        if own and can_leave(game, name):
            label = game.board.label(unit.hex)
            text = f"{called(game, name)} has left a delay marker in {label} and must move on"
            found.append(Refusal("7.13.1", text))
    return found


def can_leave(game: Gs, name: str) -> bool:
    """Whether a unit could still move anywhere. [7.13.1]"""
    return unable(game, name) is None and bool(
        reach(game, (name,), counter_of(game, name).side).costs
    )


def markers_met(game: Gs) -> None:
    """A marker is taken off where a unit of its own side ends a phase. [7.13.2]"""
    for h, status in list(game.state[HEXES].items()):
        if status.delay >= 0 and holder(game, h) == status.delayer:
            take_off(game, h)


def take_off(game: Gs, h: int) -> None:
    """A delay marker goes back into the cup. [7.13.3]"""
    status = marker_at(game, h)
    game.put(HEXES, h, replace(status, delayer="", delay=-1))
    facts = {"hex": game.board.label(h), "side": status.delayer}
    game.emit(Event("delay-removed", "7.13.3", facts))


def markers_cleared(game: Gs) -> None:
    """When assaults have been designated, whoever is to attack out of a hex with an enemy marker
    checks the lowest offensive PR there: the marker goes, or all designations do. [7.13.2]"""
    side = active(game)
    for h, status in sorted(game.state[HEXES].items()):
        if status.delay < 0 or status.delayer == side or holder(game, h) != side:
            continue
        bound = [n for n in units_at(game, h) if attack_designated(unit_of(game, n))]
        if not bound:
            continue
        slow = min(units_at(game, h), key=lambda n: (proficiency(game, n, offensive=True), n))
        more = Tally().add("delay marker", status.delay, "7.13.2")
        if passes(game, slow, "7.13.2", offensive=True, more=more):
            take_off(game, h)
        else:
            undesignated(game, bound)


def undesignated(game: Gs, names: Sequence[str]) -> None:
    """Units lose their attack designation; who exploits leaves that mode with it. [7.13.2]
    [5.3.5c]"""
    for name in names:
        unit = unit_of(game, name)
        marked = unit.ta
        game.put(UNITS, name, replace(unit, ta=False))
        if unit.mode in (PA, EXPLOIT):
            forced_out(game, name, "7.13.2")
        if marked:
            exert(game, (name,), "3.5.4-b", "")
    game.emit(Event("delayed", "7.13.2", {"units": list(names)}))


class RemoveDelay(Verb[Gs, At]):
    """A player takes delay markers off: his own, and the enemy's where his units stand. [7.13.3]"""

    do, rule, order = "remove-delay", "7.13.3", At
    title, phrase = "Remove a delay marker", "Remove the marker in {hex}"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """The hexes with such markers."""
        label = game.board.label
        marked = sorted(h for h, one in game.state[HEXES].items() if one.delay >= 0)
        return [label(h) for h in marked if not self.against(game, player, At(h))]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[At]:
        """The one way."""
        yield At(game.board.hex(actor))

    def against(self, game: Gs, player: str, order: At) -> list[Refusal]:
        """There must be a marker, his own or under his units. [7.13.3]"""
        status = marker_at(game, order.hex)
        label = game.board.label(order.hex)
        if status.delay < 0:
            return [Refusal("7.13.3", f"there is no delay marker in {label}")]
        if status.delayer != player and holder(game, order.hex) != player:
            return [Refusal("7.13.3", f"you have no unit in {label}")]
        return []

    def carry_out(self, game: Gs, player: str, order: At) -> None:
        """It goes back into the cup. [7.13.3]"""
        take_off(game, order.hex)
