"""Moving units: the verb of the Movement and Strategic Movement Phases. [3.1] [12.1.3]"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.chance import shuffled
from grognard.kit.deeds import Verb
from grognard.kit.forms import Path, Pieces
from grognard.systems.wb95.masking.masking import stay_covered, zone_known
from grognard.systems.wb95.movement import stacking, strategic
from grognard.systems.wb95.movement.advancing import advance, legs, move_cost, plans, told
from grognard.systems.wb95.movement.movement import (
    Stride,
    budget,
    initial,
    march,
    points,
    stride,
    unable,
    walk,
    without_points,
)
from grognard.systems.wb95.movement.prospects import prospect
from grognard.systems.wb95.movement.reach import routes
from grognard.systems.wb95.pieces.stacks import holder, on_map
from grognard.systems.wb95.pieces.values import unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.words import call
from grognard.table.cards import Labels, Reach, Sum
from grognard.table.worded import Hand

FARTHEST = 6
"""How many hexes chance sends a unit at most."""


@dataclass(frozen=True, slots=True)
class Journey:
    """Units of one hex go along one path, which leaves out the hex they start from. [3.1.3]

    With `full`, those out of supply pay a level for their full points. [10.2.3]
    """

    units: Pieces
    path: Path
    full: bool = False


class Move(Verb[Wb, Journey]):
    """Move units of one hex along one path, in any order, in one go or in several. [3.1.3]

    Each unit is checked and pays on its own. [3.1.7]
    """

    do, rule, order = "move", "3.1.1", Journey
    title, phrase, plural = "Move", "{units} to {end}", "moves"
    button = ("Overrun {prey}{price}", "Move to {end}{price}", "Overrun {prey}", "Move to {end}")
    role, rank, shows_reach, alone, sure = "march", 20, True, True, True

    # ---- may I?

    def against(self, game: Wb, player: str, order: Journey) -> list[Refusal]:
        """Who may move, each step of each unit, and room at the end. [3.1] [3.2.1] [4.2]"""
        names, path = order.units, order.path
        refusals = stacking.company(game, player, names) or _able(game, names)
        if not refusals and not path:
            refusals = [Refusal("3.1.4", "a path names at least the hex to go to")]
        refusals = refusals or (_cannot_pay(game, names) if order.full else [])
        refusals = refusals or _walks(game, names, path, order.full)
        return refusals or stacking.keeps_room(game, player, names, path[-1])

    # ---- what may I?

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """Every unit on the map."""
        return on_map(game, player)

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Journey]:
        """A unit alone, to every hex it can reach, by the cheapest way; paid for, only as far as
        it gets beyond the others."""
        free = routes(game, actor)
        for full in (False, True) if may_pay(game, actor) else (False,):
            found = routes(game, actor, full)
            for h in found.costs:
                beyond = not full or h not in free.costs
                if beyond and not stacking.keeps_room(game, player, (actor,), h):
                    yield Journey((actor,), found.path(h), full)

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
                    return self.written(game, Journey((name,), tuple(path), full))
                path.pop()
        return None

    # ---- pointing

    def towards(self, game: Wb, player: str, hand: Hand, h: int) -> Iterator[Journey]:
        """The cheapest way that is open to all; where there is none, one that is paid for."""
        found = self.way(game, player, hand, h) or self.way(game, player, hand, h, full=True)
        if found is not None:
            yield found

    def way(
        self, game: Wb, player: str, names: Sequence[str], to: int, full: bool = False
    ) -> Journey | None:
        """A way to a hex that is open to all of them: that of each is tried. [3.1.3] [3.1.7]"""
        own = [name for name in names if _own(game, player, name)]
        found = [routes(game, name, full) for name in own]
        paths = dict.fromkeys(way.path(to) for way in found if to in way.costs)
        orders = (Journey(tuple(names), path, full) for path in paths)
        return next((order for order in orders if not self.against(game, player, order)), None)

    def here(self, game: Wb, player: str, hand: Hand) -> Iterator[Journey]:
        """Who moves goes elsewhere."""
        return iter(())

    def at(self, game: Wb, player: str, h: int) -> Iterator[Journey]:
        """Who goes to a hex is taken in hand first."""
        return iter(())

    def about(self, game: Wb, player: str, h: int) -> Iterator[Action]:
        """Every unit that can go to a hex, by itself."""
        for name in on_map(game, player):
            yield from self.meant(game, player, (name,), (h,))

    def likely(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Whoever stands elsewhere on the map and is sent to a hex."""
        counters = game.scenario.counters
        stand = [unit_of(game, name).hex for name in hand if name in counters]
        return len(hexes) == 1 and any(h not in (-1, hexes[0]) for h in stand)

    def late(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points at an enemy then means to attack him."""
        return self.likely(game, player, hand, hexes) and not _enemy(game, player, hexes[0])

    def heading(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> str:
        """Into a hex of lone guns it is an overrun. [6.1.7]"""
        enemy, label = _enemy(game, player, hexes[0]), game.board.label(hexes[0])
        return f"{'Overrun' if enemy else 'Move to'} {label}"

    def refused(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> Sequence[Refusal]:
        """What keeps them all, or stands in each one's way, unless it is open for nothing."""
        to = hexes[0]
        if self.way(game, player, hand, to) is not None:
            return ()
        mine = [name for name in hand if _own(game, player, name)]
        starts = [unit_of(game, name).hex for name in mine if unable(game, name) is None]
        straight = game.board.line(starts[0], to)[1:] if starts else (to,)
        refusals = self.against(game, player, Journey(tuple(hand), tuple(straight) or (to,)))
        far = [_out_of_reach(game, name, to) for name in mine if _stuck(game, name, to)]
        return [*far, *refusals] or [Refusal("3.1.4", "no one way there is open to all of them")]

    def reached(self, game: Wb, player: str, hand: Hand) -> Reach:
        """Where units can go together, by the way of the slowest of them. [3.1.3] [3.1.5]"""
        mine = [name for name in hand if _own(game, player, name)]
        return prospect(game, player, mine, _able(game, mine))

    # ---- before it is done, and in words

    def path(self, game: Wb, player: str, order: Journey) -> Labels:
        """From where they stand."""
        start = unit_of(game, order.units[0]).hex
        return tuple(game.board.label(h) for h in (start, *order.path))

    def cost(self, game: Wb, player: str, order: Journey) -> Sequence[Sum]:
        """What each unit spends, reason by reason. [3.1.11]"""
        found, cleared = [], tuple[int, ...]()
        for name in order.units:
            strides = walk(game, name, order.path, order.full, cleared)
            if not isinstance(strides, Refusal):
                spent = move_cost(
                    game.scenario.ground, legs(game, unit_of(game, name).hex, strides)
                )
                found.append(Sum(f"{call(game, [name])} spends", spent))
                cleared = order.path
        return found

    def details(self, game: Wb, order: Journey) -> Mapping[str, str]:
        """Whom they overrun, and that they pay for it. [6.1.7] [10.2.3]"""
        counters = game.scenario.counters
        sides = {counters[name].side for name in order.units if name in counters}
        overrun = [h for h in order.path[-1:] for side in sides if _enemy(game, side, h)]
        return {
            "prey": ", ".join(map(game.board.label, overrun)),
            "price": " at full movement, for a level of supply" if order.full else "",
        }

    # ---- the procedure

    def carry_out(self, game: Wb, player: str, order: Journey) -> None:
        """Tell the move, then take the units along the path one after another. [3.1.9] [3.1.10]"""
        names, path = order.units, order.path
        if order.full:
            buy_full(game, names)
        planned = plans(game, names, path)
        game.emit(told(game, player, planned, path))
        covered = game.state[HEXES][unit_of(game, names[0]).hex].masked
        for name in names:
            advance(game, name, path, planned[name])
        stay_covered(game, covered, names)


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


def _able(game: Wb, names: Sequence[str]) -> list[Refusal]:
    """Why some of the units cannot move at all now, or not together."""
    refusals = [found for name in names if (found := unable(game, name)) is not None]
    if not refusals and len({unit_of(game, name).hex for name in names}) > 1:
        text = "units that move together start in one hex; move the others on their own"
        refusals = [Refusal("3.1.4", text)]
    return refusals


def _walks(game: Wb, names: Sequence[str], path: Path, full: bool) -> list[Refusal]:
    """Why the path is not open to each unit; who goes first clears the way of lone guns. [6.1.7]"""
    cleared: Path = ()
    for name in names:
        found = walk(game, name, path, full and may_pay(game, name), cleared)
        if isinstance(found, Refusal):
            return [found]
        cleared = path
    return []


def _own(game: Wb, player: str, name: str) -> bool:
    counter = game.scenario.counters.get(name)
    return counter is not None and counter.side == player


def _enemy(game: Wb, player: str, h: int) -> bool:
    return holder(game, h) not in (None, player)


def _stuck(game: Wb, name: str, to: int) -> bool:
    """Whether a unit can move, but not as far as a hex."""
    able = unable(game, name) is None and unit_of(game, name).hex != to
    return able and to not in routes(game, name).costs


def _out_of_reach(game: Wb, name: str, to: int) -> Refusal:
    """That a hex is too far for a unit, unless it pays for its full points. [3.1.5] [10.2.3]"""
    left, who = points(budget(game, name)), call(game, [name])
    text = f"{game.board.label(to)} is out of reach of {who}, which has {left} MP left"
    if initial(game, name) == 0:
        text = without_points(game, name).text
    if may_pay(game, name) and to in routes(game, name, full=True).costs:
        full = "at full movement it gets there, for a level of supply"
        return Refusal("10.2.3", f"{text}; {full}")
    return Refusal("3.1.5", text)


# ---- paying for full movement out of supply


def may_pay(game: Wb, name: str) -> bool:
    """Whether a unit out of supply may still buy its full points in this phase. [10.2.3]"""
    unit = unit_of(game, name)
    return unit.oos > 0 and unit.full_mp != game.serial and unit.moved != game.serial


def _cannot_pay(game: Wb, names: Sequence[str]) -> list[Refusal]:
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
