"""The Amphibious Landing Table: who is lost on the way to the beach. [18.5f] [MT-alt]

Two dice for each group of three RE or part of them, in the column of the hardest terrain of the hex
[18.5f(A)]; the cell says how many steps of the cargo and how many points of landing craft are lost,
and chance says which. [18.5f(B)]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from grognard.engine.event import Event
from grognard.engine.table import TableError
from grognard.engine.tally import Tally
from grognard.systems.ocs.naval.ships import hit_craft, ship_of
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.losses import alive, lose
from grognard.systems.ocs.pieces.values import size_of, steps_of
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import ports
from grognard.systems.ocs.units import MAP

GROUP = Fraction(3)
"""The regimental equivalents of one roll. [18.5f(C)]"""
EXACT = 10
"""Up to so many units the fewest groups are found for certain, beyond by filling the largest."""
_CELL = re.compile(r"(?:S(?P<steps>\d))? ?(?:C(?P<craft>\d))?")


@dataclass(frozen=True, slots=True)
class Toll:
    """What one roll costs: steps of the cargo, points of landing craft. [18.5f(B)]"""

    steps: int = 0
    craft: int = 0


def toll(game: Ocs, h: int, roll: int) -> Toll:
    """The cell of the table for a roll as modified, in the hex's hardest terrain. [MT-alt]"""
    table = game.scenario.tables["landing"]
    text = table.cell(roll, game.scenario.ground.category(h), clamp=True).value
    if text == "-":
        return Toll()
    match = _CELL.fullmatch(text)
    if match is None:
        raise TableError(table.path, 0, f"landing: {text!r} is no result", "like S1 C1")
    return Toll(int(match["steps"] or 0), int(match["craft"] or 0))


def modifiers(game: Ocs, side: str, h: int) -> Tally:
    """What is added to a landing roll in a hex. [18.5f(A)]"""
    enemy, tally = game.scenario.other(side), Tally()
    if any(stacks.holder(game, b) == enemy for b in game.board.around(h)):
        tally = _modifier(game, tally, "enemy_adjacent", "enemies next to it")
    if ports.friendly(game, h, side):
        tally = _modifier(game, tally, "port", "in a port")
    return tally


def _modifier(game: Ocs, tally: Tally, row: str, words: str) -> Tally:
    table = game.scenario.tables["landing-modifiers"]
    value = number(game.scenario.tables, table.name, row, "modifier")
    return tally.add(words, value, "18.5f(A)", table.cell(row, "modifier").source)


# ---- groups [18.5f(C)]


def rolls_of(game: Ocs, names: Sequence[str]) -> int:
    """How many rolls a group takes: one for each three RE or part of them. [18.5f(C)]"""
    return -(-sum(size_of(game, name) for name in names) // GROUP)


def grouped(game: Ocs, names: Sequence[str]) -> list[list[str]]:
    """Units in groups that take as few rolls of three RE as can be. [18.5f(C)]

    What a larger unit has beyond three RE shares a roll with others; who has just three is alone.
    """
    rests = {name: size_of(game, name) % GROUP for name in names}
    whole = [[name] for name in names if not rests[name]]
    others = sorted((n for n in names if rests[n]), key=lambda n: (-rests[n], n))
    if not others:
        return whole
    best = _filled(others, rests)
    fewest = -(-sum(rests[n] for n in others) // GROUP)
    for count in range(fewest, len(best)) if len(others) <= EXACT else ():
        found = _packed(others, rests, count)
        if found is not None:
            best = found
            break
    return whole + best


def _filled(names: Sequence[str], sizes: dict[str, Fraction]) -> list[list[str]]:
    """The largest first, each into the first group that has room."""
    groups: list[list[str]] = []
    for name in names:
        for group in groups:
            if sum(sizes[n] for n in group) + sizes[name] <= GROUP:
                group.append(name)
                break
        else:
            groups.append([name])
    return groups


def _packed(names: Sequence[str], sizes: dict[str, Fraction], count: int) -> list[list[str]] | None:
    """The same units in so many groups, if that can be."""
    groups: list[list[str]] = [[] for _ in range(count)]

    def place(i: int) -> bool:
        if i == len(names):
            return True
        tried: set[Fraction] = set()
        for group in groups:
            full = sum((sizes[n] for n in group), Fraction(0))
            if full + sizes[names[i]] <= GROUP and full not in tried:
                tried.add(full)
                group.append(names[i])
                if place(i + 1):
                    return True
                group.pop()
        return False

    return groups if place(0) else None


# ---- rolling


def roll(
    game: Ocs, side: str, h: int, names: Sequence[str], craft: Sequence[str], rule: str = "18.5f(A)"
) -> None:
    """Make the roll, or rolls, of one group and of the craft that bring it. [18.5f(A)]

    Craft may come without units: DUKWs that go on by land, LSTs that become ports.
    """
    modifier = modifiers(game, side, h)
    for _ in range(max(1, rolls_of(game, names))):
        dice = game.roll(2)
        found = toll(game, h, sum(dice) + int(modifier.total))
        label = game.board.label(h)
        facts = {"hex": label, "side": side, "modifier": modifier.to_json(), "steps": found.steps,
                 "craft": found.craft}  # fmt: skip
        game.emit(Event("landing", rule, facts, dice, outcome=True))
        for _ in range(found.steps):
            lose_by_chance(game, names)
        for _ in range(found.craft):
            hit_craft(game, [k for k in craft if ship_of(game, k).place == MAP], "18.5f(B)")


def lose_by_chance(game: Ocs, names: Sequence[str]) -> None:
    """One step of some units, each as likely as any. [18.5f(B)]"""
    steps = [name for name in alive(game, names) for _ in range(steps_of(game, name))]
    if not steps:
        return
    place = 0
    if len({*steps}) > 1:
        place = game.roll(1, sides=len(steps))[0] - 1
    lose(game, steps[place], 1, "18.5f(B)")
