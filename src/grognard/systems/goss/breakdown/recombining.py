"""Recombining, and what the loss of companies means for their parent. [18.7.0] [18.9.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Pieces
from grognard.kit.ways import points
from grognard.systems.goss.breakdown.breaking import against_handling, left_of, price_of
from grognard.systems.goss.breakdown.forming import children, in_play, take_up
from grognard.systems.goss.counters import parent_of
from grognard.systems.goss.pieces.losses import gone
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.pieces.values import counter_of, ratings, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import BROKEN, LOST, MAP, SUPPLY, UNITS, Unit, Z
from grognard.systems.goss.words import called


@dataclass(frozen=True, slots=True)
class Union:
    """Units that become part of their parent again."""

    units: Pieces


class Recombine(Verb[Gs, Union]):
    """Breakdown units recombine with their parent. [18.7.0]"""

    do, rule, order = "recombine", "18.7.0", Union
    title, phrase = "Recombine", "{units} recombine"

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Every breakdown unit on the map that could."""
        return [
            n for n in on_map(game, player)
            if counter_of(game, n).bu and not against_handling(game, n)
        ]  # fmt: skip

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Union]:
        """By itself, with one other of its parent, or with all."""
        units = game.state[UNITS]
        mates = [
            n for n in children(game, parent_of(actor)) if n != actor and units[n].place == MAP
        ]
        yield Union((actor,))
        for mate in mates:
            yield Union((actor, mate))
        if len(mates) > 1:
            yield Union((actor, *mates))

    def against(self, game: Gs, player: str, order: Union) -> list[Refusal]:
        """Who they are, where, and the MP. [18.7.0] [4.4.3-recombine]"""
        own = {*on_map(game, player)}
        strange = [n for n in order.units if n not in own or not counter_of(game, n).bu]
        if strange or not order.units or len({*order.units}) != len(order.units):
            return [Refusal("18.7.0", "breakdown units on the map are named, each once")]
        parents = {parent_of(n) for n in order.units}
        if len(parents) > 1:
            return [Refusal("18.7.0", "they are not of one parent")]
        parent = parents.pop()
        whole = unit_of(game, parent)
        if whole.place not in (MAP, BROKEN):
            return [Refusal("18.9.0", f"{called(game, parent)} must be resurrected first")]
        everybody = (*order.units, *((parent,) if whole.place == MAP else ()))
        wrong = [one for n in everybody for one in against_handling(game, n)]
        wrong = wrong or [
            Refusal("18.9.0", f"parts of {called(game, n)} are on their own: they come back first")
            for n in order.units
            if in_play(game, n)
        ]
        wrong = wrong or _apart(game, parent, order.units)
        wrong = wrong or against_rating(game, parent, order.units)
        wrong = wrong or _against_strength(game, parent, order.units)
        return wrong or against_price(game, everybody)

    def carry_out(self, game: Gs, player: str, order: Union) -> None:
        """The parent gains a step for each of them, and does not move any more. [18.7.0]
        [18.9.0]"""
        parent = parent_of(order.units[0])
        made = recombined(game, parent, order.units)
        facts = {"unit": parent, "units": list(order.units), "hex": game.board.label(made.hex)}
        event = Event("recombined", "18.7.0", facts)
        game.put(UNITS, parent, made)
        game.emit(event)
        for name in order.units:
            take_up(game, name)


def _apart(game: Gs, parent: str, names: Sequence[str]) -> list[Refusal]:
    """They stand with their parent or next to it; without it, with each other or so. [18.7.0]"""
    whole = unit_of(game, parent)
    h = whole.hex if whole.place == MAP else unit_of(game, names[0]).hex
    far = [n for n in names if game.board.distance(unit_of(game, n).hex, h) > 1]
    return [Refusal("18.7.0", f"{called(game, n)} is too far away") for n in far]


def against_rating(game: Gs, parent: str, names: Sequence[str]) -> list[Refusal]:
    """Companies recombine into a unit of their own proficiency or lower, unless the option lets
    all. [4.4.3-recombine]"""
    if game.options["recombined-pr"] == "any":
        return []
    theirs = ratings(game, counter_of(game, parent))
    for name in names:
        if counter_of(game, name).size == Z:
            continue
        own = ratings(game, counter_of(game, name))
        if theirs[0] > own[0] or theirs[1] > own[1]:
            text = f"{called(game, parent)} has a higher proficiency than {called(game, name)}"
            return [Refusal("4.4.3-recombine", text)]
    return []


def _against_strength(game: Gs, parent: str, names: Sequence[str]) -> list[Refusal]:
    """A unit has no more steps than are printed, and goes the same way as its parts; half a company
    is no step. [18.9.0]"""
    counter, whole = counter_of(game, parent), unit_of(game, parent)
    first = unit_of(game, names[0])
    records = [unit_of(game, n) for n in names] + ([whole] if whole.place == MAP else [])
    if any(one.transport != first.transport for one in records):
        return [Refusal("18.7.0", "some of them are mounted, and some are not")]
    room = 2 * counter.steps - _halves(whole)
    zed = counter_of(game, names[0]).size == Z
    for name in names if not zed else ():
        if unit_of(game, name).z:
            text = f"{called(game, name)} is half a company: two Z-steps are a step of its parent"
            return [Refusal("18.9.0", text)]
    if len(names) * (1 if zed else 2) > room:
        return [Refusal("18.9.0", f"{called(game, parent)} has {counter.steps} steps at most")]
    return []


def _halves(unit: Unit) -> int:
    """The steps of a unit, in halves: a Z-step is one. [18.9.0]"""
    return 0 if unit.place != MAP else 2 * unit.steps + int(unit.z)


def against_price(game: Gs, names: Sequence[str]) -> list[Refusal]:
    """Each must be able to spend half of its MA. [18.7.0]"""
    for name in names:
        price, left = price_of(game, name), left_of(game, name)
        if price > left:
            text = f"{called(game, name)} pays {points(price)} MP, and has {points(left)}"
            return [Refusal("18.7.0", text)]
    return []


def recombined(game: Gs, parent: str, names: Sequence[str]) -> Unit:
    """The parent as it is then: with their steps, the worst supply of all, and at the end of its
    movement. Two Z-steps are a company again, one is its Z-step side. [18.7.0] [18.9.0]"""
    whole, parts = unit_of(game, parent), [unit_of(game, n) for n in names]
    base = whole if whole.place == MAP else parts[0]
    zed = counter_of(game, names[0]).size == Z
    halves = _halves(whole) + len(names) * (1 if zed else 2)
    known = [*parts, *([whole] if whole.place == MAP else [])]
    worst = max((one.supply for one in known), key=SUPPLY.index)
    others = {*in_play(game, parent)} - {*names}
    out = int(bool(others)) if zed else whole.out - len(names)
    return replace(
        base, place=MAP, steps=halves // 2, z=halves % 2 == 1, out=max(out, 0), supply=worst,
        isolated=any(one.isolated for one in known), ooc=any(one.ooc for one in known),
        moved=game.serial, halted=True, broke=game.serial, broke_mp=0,
        start=base.start if base.start >= 0 else base.hex,
    )  # fmt: skip


# ---- losses [18.9.0]


def company_lost(game: Gs, name: str, before: Unit) -> None:
    """A breakdown unit is lost: its parent has a step less in play. A parent of which nothing is
    left, on the map or in parts, is lost with the last; two lost Z-steps are a lost company.
    [18.9.0] [18.4.0]"""
    parent = parent_of(name)
    if not parent or unit_of(game, name).place not in LOST:
        return
    whole = unit_of(game, parent)
    left = bool(in_play(game, parent))
    zed = counter_of(game, name).size == Z
    out = max(whole.out - int(not zed or not left), 0)
    if whole.place == BROKEN and not left:
        place = unit_of(game, name).place
        game.put(UNITS, parent, replace(gone(game, whole, place), out=0))
        game.emit(Event("eliminated", "18.9.0", {"unit": parent, "isolated": before.isolated}))
        company_lost(game, parent, whole)
    elif out != whole.out:
        game.put(UNITS, parent, replace(whole, out=out))
