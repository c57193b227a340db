"""Moving units: the deed of the Movement and Strategic Movement Phases. [3.1] [12.1.3]"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from grognard.engine.decision import Action, Deed, Procedure
from grognard.engine.event import Event, Later
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Number, Part, Tally
from grognard.hexes import HexError
from grognard.systems.wb95.air import air
from grognard.systems.wb95.fighting import disorganisation
from grognard.systems.wb95.ground import Ground
from grognard.systems.wb95.masking.masking import (
    FULL,
    masked_game,
    sight,
    stay_covered,
    tell,
    witnesses,
    zone_known,
)
from grognard.systems.wb95.movement import overrun, stacking, strategic
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.movement.movement import Stride, march, stride, tally, unable, walk
from grognard.systems.wb95.movement.reach import routes
from grognard.systems.wb95.pieces.stacks import holder, in_zone, on_map
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.sampling import shuffled
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.units import MAP, UNITS
from grognard.systems.wb95.works import bridges

FARTHEST = 6
"""How many hexes chance sends a unit at most."""


class Move(Deed[Wb]):
    """Move units of one hex along one path, in any order, in one go or in several. [3.1.3]

    Each unit is checked and pays on its own [3.1.7]; the path leaves out the hex they start from.
    With `full`, those out of supply pay a level for their full points. [10.2.3]
    """

    do = "move"
    rule = "3.1.1"
    form = {"units": "texts", "path": "texts", "full": "flag?"}

    def check(self, game: Wb, player: str, action: Action) -> list[Refusal]:
        """Who may move, each step of each unit, and room at the end. [3.1] [3.2.1] [4.2]"""
        names: list[str] = action["units"]
        refusals = stacking.company(game, player, names) or _able(game, names)
        if refusals:
            return refusals
        path, refusals = read_path(game, action["path"])
        full = bool(action.get("full"))
        refusals = refusals or (_cannot_pay(game, names) if full else [])
        refusals = refusals or _walks(game, names, path, full)
        return refusals or stacking.keeps_room(game, player, tuple(names), path[-1])

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Every unit alone, to every hex it can reach, by the cheapest way."""
        for name in on_map(game, player):
            for full in (False, True) if may_pay(game, name) else (False,):
                yield from self._moves(game, player, name, full)

    def _moves(self, game: Wb, player: str, name: str, full: bool) -> Iterator[Action]:
        """One unit's moves; the paid ones only as far as they go beyond the others."""
        found = routes(game, name, full)
        free = routes(game, name).costs if full else {}
        for h in found.costs:
            if h not in free and not stacking.keeps_room(game, player, (name,), h):
                yield _action(game, name, found.path(h), full)

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """A unit by chance, sent some way by chance; where it may not stop, not quite so far."""
        later = strategic.under_way(game)
        names = strategic.all_marked(game, player) if later else on_map(game, player)
        for name in shuffled(names, rng):
            if unable(game, name) is not None:
                continue
            full = may_pay(game, name) and rng.random() < 0.25
            path = _stroll(game, name, full, rng)
            while path:
                if not stacking.keeps_room(game, player, (name,), path[-1]):
                    return _action(game, name, path, full)
                path.pop()
        return None

    def perform(self, game: Wb, player: str, action: Action) -> Procedure:
        """Tell the move, then take the units along the path one after another. [3.1.9] [3.1.10]"""
        names: list[str] = action["units"]
        path = [game.board.hex(label) for label in action["path"]]
        if action.get("full"):
            buy_full(game, names)
        plans = _plans(game, names, path)
        game.emit(_told(game, player, plans, path))
        covered = game.state[HEXES][unit_of(game, names[0]).hex].masked
        for name in names:
            advance(game, name, path, plans[name])
        stay_covered(game, covered, names)
        yield from ()


def _action(game: Wb, name: str, path: Sequence[int], full: bool) -> Action:
    action: Action = {"do": "move", "units": [name], "path": [game.board.label(h) for h in path]}
    return {**action, "full": True} if full else action


def _stroll(game: Wb, name: str, full: bool, rng: random.Random) -> list[int]:
    """A way that a unit may go, hex by hex as chance has it, none twice. [3.1.4] [4.2.1]"""
    here, around = march(game, name, full), game.board.around
    known, way = zone_known(game, here.side), [here.hex]
    for _ in range(rng.randint(1, FARTHEST)):
        for b in shuffled(around(here.hex), rng):
            found = None if b in way else stride(game, here, b)
            if isinstance(found, Stride):
                here = found.after
                way.append(b)
                break
        else:
            break
        if known[here.hex]:
            break
    return way[1:]


def read_path(game: Wb, labels: list[str]) -> tuple[list[int], list[Refusal]]:
    """The hexes of a path by their labels, or what is wrong with it."""
    if not labels:
        return [], [Refusal("3.1.4", "a path names at least the hex to go to")]
    path = []
    for label in labels:
        try:
            path.append(game.board.hex(label))
        except HexError as error:
            return [], [Refusal("form", str(error))]
    return path, []


def _able(game: Wb, names: list[str]) -> list[Refusal]:
    """Why some of the units cannot move at all now, or not together."""
    refusals = [found for name in names if (found := unable(game, name)) is not None]
    if not refusals and len({unit_of(game, name).hex for name in names}) > 1:
        text = "units that move together start in one hex; move the others on their own"
        refusals = [Refusal("3.1.4", text)]
    return refusals


def _walks(game: Wb, names: list[str], path: list[int], full: bool) -> list[Refusal]:
    """Why the path is not open to each unit; who goes first clears the way of lone guns. [6.1.7]"""
    cleared: tuple[int, ...] = ()
    for name in names:
        found = walk(game, name, path, full and may_pay(game, name), cleared)
        if isinstance(found, Refusal):
            return [found]
        cleared = tuple(path)
    return []


# ---- paying for full movement out of supply


def may_pay(game: Wb, name: str) -> bool:
    """Whether a unit out of supply may still buy its full points in this phase. [10.2.3]"""
    unit = unit_of(game, name)
    return unit.oos > 0 and unit.full_mp != game.serial and unit.moved != game.serial


def _cannot_pay(game: Wb, names: list[str]) -> list[Refusal]:
    if any(may_pay(game, name) for name in names):
        return []
    text = "full movement is for units out of supply that have not begun to move"
    return [Refusal("10.2.3", text)]


def buy_full(game: Wb, names: Sequence[str]) -> None:
    """Units out of supply take a level more for their full points, at once. [10.2.3] [10.2.5]"""
    for name in names:
        if may_pay(game, name):
            game.put(UNITS, name, replace(unit_of(game, name), full_mp=game.serial))
            supply.raise_level(game, name, 1, "10.2.3")


# ---- carrying it out


def activate(game: Wb, name: str, spent: int = 0, halted: bool = False) -> None:
    """A unit is active in this phase: it moves, or works instead of moving (`halted`). [2.2.P3]

    The first time notes where it began; points spent add up over the phase. [3.1.5]
    """
    unit = unit_of(game, name)
    if unit.moved != game.serial:
        unit = replace(unit, moved=game.serial, spent=0, start=unit.hex, routed=game.serial)
    game.put(UNITS, name, replace(unit, spent=unit.spent + spent, halted=halted))


def _plans(game: Wb, names: list[str], path: list[int]) -> dict[str, list[Stride]]:
    """The steps of each unit along a path that is open to all. [3.1.7]"""
    plans: dict[str, list[Stride]] = {}
    cleared: tuple[int, ...] = ()
    for name in names:
        strides = walk(game, name, path, cleared=cleared)
        assert not isinstance(strides, Refusal)
        plans[name] = strides
        cleared = tuple(path)
    return plans


def advance(game: Wb, name: str, path: Sequence[int], plan: Sequence[Stride | None] = ()) -> None:
    """Take one unit along a path, step by step; it stops where it can go no further.

    The steps are those of the plan, if there is one, as long as nothing weakens the unit.

    It overruns what stands alone in its way [6.1.7] [9.1.5], comes under air attack where it
    crosses a big river without a bridge [8.2.16], and ends its move in an enemy zone [4.2.1].
    Moving restarts its recovery. [5.6.5]
    """
    activate(game, name)
    disorganisation.disturb(game, name)
    unit = unit_of(game, name)
    strength = unit.cel
    for b, planned in zip_longest(path, plan):
        weakened = unit.cel != strength
        found = stride(game, march(game, name), b) if planned is None or weakened else planned
        if isinstance(found, Refusal):  # it was weakened on the way
            _stopped(game, name, found)
            break
        _step(game, name, unit.hex, b, found)
        unit = unit_of(game, name)
        if unit.place != MAP:
            return
    halted = in_zone(game, unit.hex, game.scenario.other(counter_of(game, name).side))
    if unit.halted != halted:
        game.put(UNITS, name, replace(unit, halted=halted))


def _step(game: Wb, name: str, a: int, b: int, taken: Stride) -> None:
    """One step: the hex is cleared, entered and paid for; then what waits at the river. [3.1.5]"""
    if holder(game, b) not in (None, taken.after.side):
        overrun.run_over(game, name, b)
    step_into(game, name, b)
    unit, routed = unit_of(game, name), game.serial if taken.after.routed else -1
    game.put(UNITS, name, replace(unit, routed=routed, spent=unit.spent + taken.cost, halted=False))
    ground = game.scenario.ground
    if ground.big_river(a, b) and not bridges.bridged(game, a, b):  # [8.2.16] [8.2.21]
        air.crossing_fire(game, name, b)


def _stopped(game: Wb, name: str, why: Refusal) -> None:
    """Say that a unit did not get as far as it was ordered."""
    counter, label = counter_of(game, name), game.board.label(unit_of(game, name).hex)
    facts = {"unit": name, "hex": label}
    told = Event("stop", f"{counter.name} stops in {label}: {why.text}", why.rule, facts)
    plain = f"a {counter.side} unit stops in {label}"
    tell(game, told, plain, witnesses(game, [name]))


# ---- telling it


def _told(game: Wb, player: str, plans: Mapping[str, list[Stride]], path: list[int]) -> Event:
    """The move as its player sees it, and as much of it as the other side may see. [16.1.1]"""
    board, enemy, names = game.board, game.scenario.other(player), list(plans)
    start, goal = board.label(unit_of(game, names[0]).hex), board.label(path[-1])
    legs = {name: _legs(game, unit_of(game, name).hex, plan) for name, plan in plans.items()}
    where = {"from": start, "path": [board.label(h) for h in path]}
    ground = game.scenario.ground

    def facts_in_full() -> dict[str, Any]:
        costs = {name: move_cost(ground, way).to_json() for name, way in legs.items()}
        return {"units": list(names), **where, "cost": costs}

    facts = Later(facts_in_full)
    text = f"{_listed(game, names)} from {start} to {goal}"
    if not masked_game(game):
        return Event("move", text, "3.1.1", facts)
    seen = [name for name in names if sight(game, enemy, name) == FULL]
    hexes, here = game.state[HEXES], unit_of(game, names[0]).hex
    if names[-1] not in seen and not hexes[here].masked and not hexes[path[-1]].masked:
        seen.append(names[-1])  # it comes to lie on top of the stack
    others = Event(
        "move",
        f"{_listed(game, seen) or 'units'} from {start} to {goal}",
        "3.1.1",
        {"units": seen, **where},
    )
    return Event("move", text, "3.1.1", facts, seen_by=(player,), others=others)


def _listed(game: Wb, names: list[str]) -> str:
    return ", ".join(counter_of(game, name).name for name in names)


Leg = tuple[int, Stride, bool]
"""A step with the hex it leaves, and whether a bridge carried it."""


def _legs(game: Wb, start: int, strides: Sequence[Stride]) -> list[Leg]:
    """The steps of a move that begins in a hex, over the bridges as they stand."""
    legs, a = [], start
    for taken in strides:
        legs.append((a, taken, bridges.bridged(game, a, taken.after.hex)))
        a = taken.after.hex
    return legs


def move_cost(ground: Ground, legs: Sequence[Leg]) -> Tally:
    """What a whole move costs, like reasons taken together. [3.1.11] [3.1.12]"""
    sums: dict[tuple[str, str, str], Number] = {}
    for a, taken, bridge in legs:
        parts = ground.reasons(taken.after.move, a, taken.after.hex, bridge).parts
        for part in (*parts, *tally(list(taken.reasons[1:])).parts):
            key = (part.label, part.rule, part.source)
            sums[key] = sums.get(key, 0) + whole_or_not(part.value)
    return Tally(tuple(Part(key[0], whole_or_not(value), *key[1:]) for key, value in sums.items()))


def whole_or_not(value: Number) -> Number:
    """A fraction as a whole number where it is one."""
    return value.numerator if value.denominator == 1 else value
