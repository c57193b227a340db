"""Units that give each other steps: consolidation, rear echelon and Ersatz units. [22.5.1a]
[22.5.1b] [22.5.1c]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Piece, Pieces
from grognard.systems.goss.arrivals.prices import Points
from grognard.systems.goss.arrivals.purse import pay, purse
from grognard.systems.goss.arrivals.rebuilding import (
    against_receiving,
    gain,
    handled,
    may_handle,
    missing,
)
from grognard.systems.goss.breakdown.forming import children, next_name
from grognard.systems.goss.counters import Z_FORM
from grognard.systems.goss.movement.registers import UNREPLACED
from grognard.systems.goss.pieces.chain import army, assigned
from grognard.systems.goss.pieces.crossing import class_of, closed
from grognard.systems.goss.pieces.losses import gone
from grognard.systems.goss.pieces.sight import seen
from grognard.systems.goss.pieces.stacks import on_map, own_at
from grognard.systems.goss.pieces.values import attack_designated, counter_of, unit_of, z_step
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import ELIMINATED, ERSATZ, INFANTRY, MAP, RE, UNITS, Unit, Z
from grognard.systems.goss.words import called

ELITE = 6
"""From which offensive PR on two rear echelon steps make one. [22.5.1b]"""
HALF_ARM = Points(0, 1)
"""What armored infantry costs besides. [22.5.1b]"""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Units that give steps, and the one that gets them."""

    units: Pieces
    to: Piece


class Consolidate(Verb[Gs, Transfer]):
    """A unit gives a step to another. [22.5.1a]"""

    do, rule, title, order = "consolidate", "22.5.1a", "Consolidate", Transfer
    phrase = ("{sole_units} gives a step to {to}", "{units} give a step to {to}")

    def actors(self, game: Gs, player: str) -> list[str]:
        """Units on the map that could give a step."""
        return [n for n in _in_play(game, player) if not against_giving(game, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Transfer]:
        """To each unit there or next to it that lacks one; rear echelon units also by two."""
        unit = unit_of(game, actor)
        hexes = (unit.hex, *game.board.around(unit.hex))
        near = (n for h in hexes for n in own_at(game, h, player) if n != actor)
        for name in (n for n in near if lacking(game, n)):
            yield Transfer((actor,), name)
            if counter_of(game, actor).is_(RE):
                yield Transfer((actor, actor), name)
                for helper in _beside(game, player, name):
                    if helper > actor and counter_of(game, helper).is_(RE):
                        yield Transfer((actor, helper), name)

    def against(self, game: Gs, player: str, order: Transfer) -> list[Refusal]:
        """By the rule of whoever gives: Z-steps, rear echelon, Ersatz, and all others. [22.5.1a]"""
        names = (*order.units, order.to)
        strange = [n for n in names if n not in on_map(game, player)]
        if strange or not order.units or order.to in order.units:
            text = f"{strange[0]!r} is no unit of yours on the map" if strange else "who gives?"
            return [Refusal("form", text)]
        if game.options["replacements"] != "on":
            return [Refusal("22.5.0", "there are no replacements in this game")]
        far = [why for n in order.units if (why := apart(game, n, order.to)) is not None]
        if far:
            return far[:1]
        if all(z_step(counter_of(game, n), unit_of(game, n)) for n in names):
            return against_z(game, order)
        receiving = against_receiving(game, order.to, supplied=False)
        giving = [why for n in {*order.units} for why in against_giving(game, n)]
        return receiving or giving or self._between(game, order)

    def _between(self, game: Gs, order: Transfer) -> list[Refusal]:
        if all(counter_of(game, n).is_(RE) for n in order.units):
            return against_echelon(game, order)
        if len(order.units) > 1:
            return [Refusal("22.5.1a", "a unit gets one step from one unit")]
        if counter_of(game, order.units[0]).is_(ERSATZ):
            return against_ersatz(game, order.units[0], order.to)
        return against_kin(game, order.units[0], order.to)

    def carry_out(self, game: Gs, player: str, order: Transfer) -> None:
        """The step goes over. [22.5.1a]"""
        if z_step(counter_of(game, order.to), unit_of(game, order.to)) and all(
            z_step(counter_of(game, n), unit_of(game, n)) for n in order.units
        ):
            join_z(game, order)
            return
        for name in order.units:
            give(game, name)
        booked = pay(game, order.to, HALF_ARM) if extra(game, order) else {}
        gain(game, order.to)
        facts = {"units": sorted({*order.units}), "to": order.to, "booked": booked}
        game.emit(Event("consolidated", self.rule, facts, seen_by=(player,)))

    def possible(self, game: Gs, player: str) -> bool:
        """Whether anybody who lacks a step has a neighbour that could give one."""
        weak = [n for n in _in_play(game, player) if lacking(game, n)]
        return any(
            giver != name and not against_giving(game, giver)
            for name in weak
            for giver in _beside(game, player, name)
        )


def lacking(game: Gs, name: str) -> bool:
    """Whether a unit has lost steps, or is a Z-step. [22.5.1a] [22.5.1a-2]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    return missing(counter, unit) > 0 or z_step(counter, unit)


def _in_play(game: Gs, player: str) -> list[str]:
    return [] if game.options["replacements"] != "on" else sorted(on_map(game, player))


def _beside(game: Gs, player: str, name: str) -> list[str]:
    h = unit_of(game, name).hex
    return [n for b in (h, *game.board.around(h)) for n in own_at(game, b, player)]


def apart(game: Gs, one: str, two: str) -> Refusal | None:
    """Why units are not together: neither in one hex nor next to each other, or the ground keeps
    the giver from going over. [22.5.1a]"""
    a, b = unit_of(game, one).hex, unit_of(game, two).hex
    if a == b:
        return None
    title = called(game, one)
    if not game.board.adjacent(a, b):
        return Refusal("22.5.1a", f"{title} is not next to {called(game, two)}")
    if closed(game, class_of(counter_of(game, one), unit_of(game, one)), a, b):
        return Refusal("22.5.1a", f"{title} cannot cross to {called(game, two)}")
    return None


def against_giving(game: Gs, name: str) -> list[Refusal]:
    """Why a unit may not give a step: its last, unless it is there for that; in an assault; or
    again in one GT. [22.5.1a] [22.5.1b] [22.5.1c]"""
    counter, unit, title = counter_of(game, name), unit_of(game, name), called(game, name)
    feeds = counter.is_(RE) or counter.is_(ERSATZ)
    kept = [why for bars in UNREPLACED if (why := bars(game, name)) is not None]
    barred = (
        (unit.steps < 2 and not feeds and not z_step(counter, unit), "would give its last step"),
        (attack_designated(unit), "is attack designated"),
        (not may_handle(game, name), "has got or given a step in this game turn"),
    )
    return kept + [Refusal("22.5.1a", f"{title} {why}") for holds, why in barred if holds]


def against_kin(game: Gs, one: str, two: str) -> list[Refusal]:
    """Same nation and same type; between formations the offensive PRs differ by one at most. A
    headquarters of two steps gives to any infantry of its formation. [22.5.1a] [22.5.1a-2]"""
    a, b, scenario = counter_of(game, one), counter_of(game, two), game.scenario
    if a.nation != b.nation:
        return [Refusal("22.5.1a", "steps do not go from nation to nation")]
    same = bool(assigned(scenario, a)) and assigned(scenario, a) == assigned(scenario, b)
    kin = same and scenario.counters[assigned(scenario, a)].leads_formation
    if a.hq:
        fits = kin and b.type.code in INFANTRY
        text = f"{a.name} gives steps to infantry of its own formation"
        return [] if fits else [Refusal("22.5.1a-2", text)]
    if (a.type.code, a.mix) != (b.type.code, b.mix):
        return [Refusal("22.5.1a", f"{a.name} and {b.name} are not of one type")]
    if not kin and abs(a.pr_off - b.pr_off) > 1:
        return [Refusal("22.5.1a", f"the offensive PRs of {a.name} and {b.name} differ too much")]
    return []


# ---- rear echelon and Ersatz units [22.5.1b] [22.5.1c]


def against_echelon(game: Gs, order: Transfer) -> list[Refusal]:
    """To infantry of the same army, one step for one, or two for who has an offensive PR of six or
    more; armored infantry needs half an Arm point besides. [22.5.1b]"""
    to = counter_of(game, order.to)
    if to.type.code not in INFANTRY:
        return [Refusal("22.5.1b", f"{to.name} is no infantry unit")]
    if any(army(game, n) != army(game, order.to) for n in order.units):
        return [Refusal("22.5.1b", f"{to.name} belongs to another army")]
    wanted = 2 if to.pr_off >= ELITE else 1
    if len(order.units) != wanted:
        text = f"{to.name} needs {wanted} rear echelon step{'s' if wanted > 1 else ''}"
        return [Refusal("22.5.1b", text)]
    for name in {*order.units}:
        if unit_of(game, name).steps < order.units.count(name):
            return [Refusal("22.5.1b", f"{called(game, name)} has not so many steps")]
    if extra(game, order) and not purse(game, order.to).covers(HALF_ARM):
        return [Refusal("22.5.1b", f"{to.name} needs {HALF_ARM.said()} ReP besides")]
    return []


def extra(game: Gs, order: Transfer) -> bool:
    """Whether half an Arm point is needed besides: armored infantry from rear echelon or Ersatz
    units. [22.5.1b]"""
    feeds = any(counter_of(game, n).is_(t) for n in order.units for t in (RE, ERSATZ))
    return feeds and counter_of(game, order.to).type.code == "arminf"


def against_ersatz(game: Gs, one: str, two: str) -> list[Refusal]:
    """To infantry that is assigned to the same headquarters, whatever the PR. [22.5.1c]"""
    a, b, scenario = counter_of(game, one), counter_of(game, two), game.scenario
    if not assigned(scenario, a) or assigned(scenario, a) != assigned(scenario, b):
        return [Refusal("22.5.1c", f"{b.name} is not assigned to the headquarters of {a.name}")]
    if b.type.code not in INFANTRY:
        return [Refusal("22.5.1c", f"{b.name} is no infantry unit")]
    order = Transfer((one,), two)
    if extra(game, order) and not purse(game, two).covers(HALF_ARM):
        return [Refusal("22.5.1b", f"{b.name} needs {HALF_ARM.said()} ReP besides")]
    return []


def give(game: Gs, name: str) -> None:
    """A unit has a step less; with its last it is gone. [22.5.1a] [22.5.1b] [22.5.1c]"""
    unit = unit_of(game, name)
    if unit.steps > 1:
        game.put(UNITS, name, handled(game, replace(unit, steps=unit.steps - 1)))
    else:
        game.put(UNITS, name, gone(game, unit, ELIMINATED))


# ---- Z-steps [22.5.1a-2]


def against_z(game: Gs, order: Transfer) -> list[Refusal]:
    """Two Z-step units of exactly one type become a company. [22.5.1a-2]"""
    if len(order.units) != 1:
        return [Refusal("22.5.1a-2", "two Z-step units become one company")]
    one, two = order.units[0], order.to
    a, b = counter_of(game, one), counter_of(game, two)
    if (a.type.code, a.nation) != (b.type.code, b.nation):
        return [Refusal("22.5.1a-2", f"{a.name} and {b.name} are not of one type")]
    return [
        Refusal("22.5.1a", f"{called(game, n)} has got or given a step, or is to attack")
        for n in (one, two)
        if not may_handle(game, n) or attack_designated(unit_of(game, n))
    ]


def join_z(game: Gs, order: Transfer) -> None:
    """Where the second stands there is a company now, of the lower PR. What is left of the other
    company, or of both, is the other's; of which nothing is left, that is lost. [22.5.1a-2]"""
    one, two = order.units[0], order.to
    place, enemy = unit_of(game, two), other(counter_of(game, two).side)
    covered = not seen(game, enemy, two)
    a, b = company_of(game, one), company_of(game, two)
    kept = min((b, a), key=lambda n: (counter_of(game, n).pr_off, counter_of(game, n).pr_def))
    halves = {n: unit_of(game, n) for name in (a, b) for n in halves_of(game, name)}
    rest = [unit for n, unit in halves.items() if n not in (one, two)]
    for name in halves:
        if name not in (a, b):
            game.drop(UNITS, name)
    whole = replace(place, steps=1, z=False, out=0, attached=unit_of(game, kept).attached)
    game.put(UNITS, kept, handled(game, whole))
    if covered and seen(game, enemy, kept):  # what lay on the covered one lies on it [8.4.0]
        game.reveal(enemy)
    if a != b:
        _left_over(game, a if kept == b else b, rest)
    given = {one, two} - {kept}
    others = {a, b, *halves, *halves_of(game, a), *halves_of(game, b)} - {kept, *given}
    facts = {"units": sorted(given), "to": kept, "by": sorted(others)}
    game.emit(Event("consolidated", "22.5.1a-2", facts, seen_by=(counter_of(game, kept).side,)))


def company_of(game: Gs, name: str) -> str:
    """The company that a Z-step unit is half of. [18.8.0]"""
    counter = counter_of(game, name)
    return counter.parent if counter.size == Z and counter.parent else name


def halves_of(game: Gs, company: str) -> list[str]:
    """The halves of a company that are on the map: its own Z-step side, and what it broke down
    into. [18.8.0]"""
    own = [company] if unit_of(game, company).place == MAP else []
    return own + [n for n in children(game, company) if unit_of(game, n).place == MAP]


def _left_over(game: Gs, company: str, rest: list[Unit]) -> None:
    """A company keeps the halves that were not joined; without any it is among the lost, and its
    battalion has a step less in play. [22.5.1a-2] [18.9.0]"""
    if rest:
        first = replace(rest[0], z=True, steps=0, out=len(rest) - 1)
        for half in rest[1:]:
            name = next_name(game, company, Z_FORM)
            game.put(UNITS, name, replace(half, z=False, steps=0, out=0))
        game.put(UNITS, company, first)
        return
    game.put(UNITS, company, gone(game, replace(unit_of(game, company), z=False), ELIMINATED))
    parent = counter_of(game, company).parent
    if parent:
        whole = unit_of(game, parent)
        game.put(UNITS, parent, replace(whole, out=max(whole.out - 1, 0)))
