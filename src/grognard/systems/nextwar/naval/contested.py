"""Contested Sea Movement: where it is rolled for, with what, and what comes of it. [8.5.6.4.1]"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from grognard.engine.tally import Tally
from grognard.kit.among import Among, OneOf, Plain
from grognard.kit.deeds import Questions
from grognard.kit.orders import Nothing, OfOne
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.damage.steps import lose_step
from grognard.systems.nextwar.damage.strikes import hit_ship
from grognard.systems.nextwar.naval.mines import density, mined
from grognard.systems.nextwar.naval.status import MINES
from grognard.systems.nextwar.naval.waters import (
    AT_SEA,
    INSHORE,
    associated,
    box_of,
    offshore,
    present,
    ruler,
)
from grognard.systems.nextwar.pieces.ships import fleet, hull, ships_in, warship
from grognard.systems.nextwar.pieces.values import er, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import LEVELS, NOW, SIDES, WAR

SIGNS = "contested-sea-movement-signs"
SUCCESS, LOSS = "success", "abort and step loss to cargo"


@dataclass(frozen=True, slots=True)
class Danger:
    """A location that is rolled for, by which rule, and whether it is entered or left."""

    at: str
    rule: str
    entered: bool


def dangers(game: Nw, side: str, path: Sequence[str], ships: Sequence[str] = ()) -> list[Danger]:
    """The locations of a way, from its start on, that are rolled for: each once. [8.5.6.4.1]"""
    found: list[Danger] = []
    first = _threat(game, side, path[0])
    if first == "8.5.6.4.1-b2" and _own_field(game, path[0], ships):
        first = ""  # [7.5.1.1] who laid them knows the way out
    within = first == "8.5.6.4.1-b2" and _same_field(game, path[0], path[1])
    if first and not within:
        found.append(Danger(path[0], first, False))
    for a, b in pairwise(path):
        rule = _threat(game, side, b) or _by_the_coast(game, side, a, b)
        if rule and all(danger.at != b for danger in found):
            found.append(Danger(b, rule, True))
    return found


def _threat(game: Nw, side: str, at: str) -> str:
    """What makes a location dangerous by itself: the enemy's box, mines, enemy ships."""
    box, enemy = box_of(game, at), game.scenario.other(side)
    if box is not None and ruler(game, at) == enemy:  # [8.5.6.4.1-b1]
        return "8.5.6.4.1-b1"
    if box is None and mined(game, game.board.hex(at)):  # [8.5.6.4.1-b2]
        return "8.5.6.4.1-b2"
    # [8.5.6.4.1-b3]
    if any(hull(game, name).side == enemy for name in present(game, at)):
        return "8.5.6.4.1-b3"
    return ""


def _by_the_coast(game: Nw, side: str, a: str, b: str) -> str:
    """Between port and sea, or from sea hex to sea hex, off a shore that is not one's own."""
    ground, board = game.scenario.ground, game.board
    land = [at not in board.boxes and ground.land(board.hex(at)) for at in (a, b)]
    coast = b if b not in board.boxes else a
    if coast in board.boxes or all(ruler(game, box) == side for box in associated(game, coast)):
        return ""
    if any(land):  # [8.5.6.4.1-b4]
        return "8.5.6.4.1-b4"
    return "8.5.6.4.1-b5" if a not in board.boxes and b not in board.boxes else ""


def _own_field(game: Nw, at: str, ships: Sequence[str]) -> bool:
    layers = {game.state[MINES][name].layer for name in mined(game, game.board.hex(at))}
    return len(layers) == 1 and layers == set(ships)


def _same_field(game: Nw, a: str, b: str) -> bool:
    """Whether two hexes lie in one area of mines: one roll for both. [7.5.3]"""
    if b in game.board.boxes:
        return False
    return bool({*mined(game, game.board.hex(a))} & {*mined(game, game.board.hex(b))})


def modifiers(game: Nw, side: str, danger: Danger, ships: Sequence[str] = ()) -> Tally:
    """What is added to a roll; more is worse for the mover. [8.5.6.4.1]"""
    at, enemy, tally = danger.at, game.scenario.other(side), Tally()
    for name in _counted(game, at, ships):
        own = hull(game, name).side == side
        tally = tally.add(hull(game, name).name, -1 if own else 1, "8.5.6.4.1-b6")
    if game.scenario.powers[side].allied:
        asw, under = game.state[SIDES][side].asw, game.state[SIDES][enemy].submarines
        tally = tally.add("ASW Level", -asw, "8.5.6.4.1-b7") if asw else tally
        tally = tally.add("Submarine Threat", under, "8.5.6.4.1-b8") if under else tally
    table, war = game.scenario.tables[SIGNS], game.state[WAR][NOW]
    if LEVELS[war.level] == "supremacy":
        who = "mover" if war.ruler == side else "opponent"
        worth = int(table.cell(f"{who} has Air Supremacy", "drm").value)
        tally = tally.add("Air Supremacy", worth, "8.5.6.4.1-b9", "chart")
    box = box_of(game, at)
    counts = danger.entered or game.options["mines-count"] == "both"
    if box is None and counts:
        dense = density(game, game.board.hex(at))
        tally = tally.add("mines", dense, "8.5.6.4.1-b10") if dense else tally
    return tally + _inshore(game, side, danger)


def _inshore(game: Nw, side: str, danger: Danger) -> Tally:
    """An Inshore Box of the enemy's, for whoever comes to its hexes or the sea beyond it.

    [8.5.6.4.1-b11]
    """
    box, table = box_of(game, danger.at), game.scenario.tables[SIGNS]
    shore = box is None and not game.scenario.ground.land(game.board.hex(danger.at))
    if not danger.entered or not (shore or (box is not None and box.kind == AT_SEA)):
        return Tally()
    rulers = {ruler(game, name) for name in associated(game, danger.at)}
    who = ""
    if game.scenario.other(side) in rulers:
        who = "enemy"
    elif side in rulers and game.options["own-inshore-helps"] == "on":
        who = "mover"
    if not who:
        return Tally()
    worth = int(table.cell(f"{who} controls an associated Inshore Box", "drm").value)
    return Tally().add("Inshore Box", worth, "8.5.6.4.1-b11", "chart")


def _counted(game: Nw, at: str, ships: Sequence[str]) -> list[str]:
    """The warships in the boxes of a location, and those that move. [8.5.6.4.1-b6]"""
    box = box_of(game, at)
    names = set(associated(game, at))
    if box is not None:
        names.add(offshore(game, at) if box.kind == INSHORE else at)
    there = [n for name in sorted(names) if name for n in ships_in(game, name)]
    return [n for n in dict.fromkeys((*ships, *there)) if warship(game, n)]


class Drown(OneOf[Nw]):
    """Choosing who loses a step at sea. [8.5.6.4.1-p4]"""

    do, rule, title = "lose-at-sea", "8.5.6.4.1-p4", "Choose who loses a step"


def braved(
    game: Nw, side: str, path: Sequence[str], ships: Sequence[str], cargo: Sequence[str]
) -> Questions[bool]:
    """Roll for every danger of a way; False if the movement is aborted. [8.5.6.4.1-p4]

    Ships themselves are immune [7.3.5], but in the Advanced Game they may go on and be hit. [25.4]
    """
    for danger in dangers(game, side, path, ships):
        left = [name for name in ships if name in fleet(game, side)]
        if ships and not left:
            return False
        tally = modifiers(game, side, danger, left)
        shown, result = dice.on_table(game, "contested-sea-movement", column_of(game), tally)
        facts = {
            "side": side, "units": [*ships, *(() if ships else cargo)], "at": danger.at,
            "why": danger.rule, "result": result,
        }  # fmt: skip
        dice.show(game, "contested-sea", "8.5.6.4.1", facts, shown, tally)
        if result == SUCCESS:
            continue
        if game.scenario.advanced:
            if not left or not (yield from _pressed_on(game, side, left, result)):
                return False
            continue
        if result == LOSS:
            yield from _bleeds(game, side, cargo)
        return False
    return True


def column_of(game: Nw) -> str:
    """The column of the table that is read. [25.4]"""
    return "advanced" if game.scenario.advanced else "standard"


class PressOn(Among[Nw, OfOne]):
    """Going on, and choosing the ship that is hit for it. [25.4]"""

    do, rule, order = "press-on", "25.4", OfOne
    title, phrase = "Go on, and let a ship be hit", "{unit} is hit"


class TurnBack(Plain[Nw]):
    """Going back to where one came from. [25.4]"""

    do, rule = "turn-back", "25.4"
    title = phrase = "Turn back"


def _pressed_on(game: Nw, side: str, ships: Sequence[str], result: str) -> Questions[bool]:
    """Ships go back unharmed, or go on with a Strike on one of them; False if they go back.

    What goes by Sea Transport is never asked: it goes back. [25.4]
    """
    hit = int(result[-1])
    back, on = TurnBack(), PressOn([OfOne(name) for name in ships])
    answer = yield back.ask(
        game, side, "press-on", f"Turn back, or go on with a Strike {hit}?",
        {"turn back": Nothing()}, also=(on,), slight=True,
    )  # fmt: skip
    if answer["do"] == TurnBack.do:
        return False
    yield from hit_ship(game, on.order_of(game, answer).unit, hit, "25.4")
    return any(name in fleet(game, side) for name in ships)


def _bleeds(game: Nw, side: str, cargo: Sequence[str]) -> Questions[None]:
    """One step of those who are carried. [8.5.6.4.1-p4]"""
    alive = [name for name in cargo if unit_of(game, name).steps]
    if not alive:
        return
    who = max(alive, key=lambda name: (unit_of(game, name).steps, -er(game, name)))
    prompt = "Who loses a step at sea?"
    who = yield from Drown.picked(game, side, alive, "lose-at-sea", prompt, {"strongest": who})
    lose_step(game, who, "8.5.6.4.1-p4")
