"""Overlays: what can be laid over the map, one at a time. Everything lies open. [8.1.2]"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.systems.nextwar.air.helos import HELOS, based_at, room
from grognard.systems.nextwar.combat.attack import aims, best
from grognard.systems.nextwar.combat.battle import Battle, present
from grognard.systems.nextwar.combat.reckoning import Reckoning, reckon
from grognard.systems.nextwar.combat.results import look_up
from grognard.systems.nextwar.movement.reach import routes
from grognard.systems.nextwar.naval.status import MINES
from grognard.systems.nextwar.naval.waters import AT_SEA, INSHORE, boxes, ruler
from grognard.systems.nextwar.pieces.sight import covered, seen
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import face, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.table import strike_overlays
from grognard.systems.nextwar.table.marks import prized, worth
from grognard.systems.nextwar.table.names import call, title
from grognard.systems.nextwar.table.supply_overlay import played, supply
from grognard.table.cards import LegendLine, OverlayCard, Paint, Thread, Tone
from grognard.table.overlays import (
    Dated,
    Laid,
    Layer,
    Open,
    Overlays,
    Sided,
    legend,
    side_legend,
    went,
)
from grognard.table.tabletop import Player

CARDS = (
    OverlayCard("supply", "Supply", "s", "Sources, how far they reach, and who is cut off"),
    OverlayCard("zones", "Zones of control", "z", "Zones of control of both sides"),
    OverlayCard("control", "Control", "c", "Who controls each hex, and who enters it this turn"),
    OverlayCard("objectives", "Victory hexes", "v", "What is worth points, and whose it is"),
    OverlayCard("bases", "Bases", "i", "Where helicopters may base, and how many"),
    OverlayCard("sea", "Control of the sea", "y", "Who controls the waters off each coast"),
    OverlayCard("threat", "Enemy reach", "e", "Where enemies could go in one segment"),
    OverlayCard("odds", "Odds", "o", "The column of an attack by all who stand next to a hex"),
    OverlayCard("moves", "Last moves", "m", "Who went where in this turn and the last"),
    *strike_overlays.CARDS,
)
PIPS = range(10)
GOOD, EVEN = 8, 6
"""The columns, from 0, from which on an attack is good, and even. [9.2.2.2]"""


def _zones(game: Nw, player: Player, events: Dated) -> Laid:
    """Both sides' zones of control; what is not yet in force is left out. [8.2.1] [8.2.3]"""
    paints = tuple(
        Paint(game.board.label(h), "plain", side)
        for side in game.scenario.sides
        for h in range(game.board.n)
        if in_zone(game, h, side)
    )
    return Laid(paints, legend=side_legend(game, "zone of control"))


def _control(game: Nw, player: Player, events: Dated) -> Laid:
    """Who controls each hex; entered ones change hands when the turn ends. [8.4]"""
    paints = tuple(
        Paint(game.board.label(h), "plain", side)
        for h in range(game.board.n)
        if (side := controller(game, h))
    )
    notes = ("hexes change hands in the Reorganization Phase [8.4]",)
    return Laid(paints, (), side_legend(game, "control"), notes)


def _objectives(game: Nw, player: Player, events: Dated) -> Laid:
    """What is worth points to whoever takes it. [12.1]"""
    layer = Layer(game)
    for h in prized(game):
        found, side = worth(game, h), controller(game, h)
        if found and side:
            said = "; ".join(f"{what}: {points} VP" for what, points in found)
            points = "+".join(points for _, points in found)
            tone: Tone = "good" if side == player else "bad" if player else "info"
            layer.side = side
            layer.paint(h, tone, points, f"{said}, held by {title(game, side)} [12.1]")
    return layer.laid(side_legend(game, "holding"))


def _bases(game: Nw, side: str) -> Laid:
    """Where helicopters of a side may base, and who does. [6.5.1] [6.5.1.1]"""
    layer = Layer(game, side)
    for h in range(game.board.n):
        if controller(game, h) == side and room(game, h):
            names = based_at(game, h)
            free = room(game, h) - len(names)
            who = f"; {call(game, names)}" if names else ""
            said = f"room for {free} more{who} [6.5.1.1]"
            layer.paint(h, "good" if free > 0 else "warn", str(max(0, free)), said)
    return layer.laid(legend(good="room for helicopters", warn="full"))


def _sea(game: Nw, player: Player, events: Dated) -> Laid:
    """The waters off each coast and the open sea by who controls them. [7.2]"""
    paints = []
    for box in (*boxes(game, INSHORE), *boxes(game, AT_SEA)):
        side = ruler(game, box.name) or None
        words = f"{box.name}: {title(game, side) if side else 'contested'} [7.2]"
        tone: Tone = "plain" if side else "warn"
        paints += [Paint(game.board.label(h), tone, side, "", words) for h in box.hexes]
    for mine in game.state[MINES].values():
        if mine.density:
            words = f"mines of density {mine.density} of {title(game, mine.side)} [7.5]"
            label = game.board.label(mine.hex)
            paints = [one for one in paints if one.hex != label]
            paints.append(Paint(label, "bad", mine.side, f"M{mine.density}", words))
    notes = [
        f"{name}: {title(game, side) if (side := ruler(game, name)) else 'contested'}"
        for name, box in game.board.boxes.items()
        if box.kind != "holding"
    ]
    meaning = (
        *side_legend(game, "waters"),
        LegendLine("warn", None, "contested"),
        LegendLine("bad", None, "mines, with their density"),
    )
    return Laid(tuple(paints), (), meaning, tuple(notes))


def _threat(game: Nw, own: str) -> Laid:
    """Where enemies could go in one Movement Segment from where they stand. [8.5.1]"""
    enemy, counts = game.scenario.other(own), dict[int, int]()
    for name in on_map(game, enemy):
        if face(game, name).attack and seen(game, own, name):  # [13.2]
            for h in {unit_of(game, name).hex, *routes(game, name).costs}:
                counts[h] = counts.get(h, 0) + 1
    layer = Layer(game, enemy)
    for h, count in counts.items():
        layer.paint(h, "warn", str(count), f"{count} enemy units could be here")
    layer.notes.append("with what each has left in this segment, and everybody where he stands")
    return layer.laid((LegendLine("warn", enemy, "how many enemies could come here"),))


ODDS = legend(good="column 9 and more", warn="columns 7 and 8", bad="column 6 and less")


def _odds(game: Nw, side: str) -> Laid:
    """The attack of everybody next to an enemy hex, without support, and its chances. [9.2.2]"""
    enemy = game.scenario.other(side)
    against: dict[int, list[str]] = {}
    for name in on_map(game, side):
        if face(game, name).attack and not unit_of(game, name).clearing:
            for h in aims(game, name):
                against.setdefault(h, []).append(name)
    layer, under = Layer(game, enemy), covered(game, side)
    for h, names in against.items():
        defenders = present(game, h)
        if not defenders or h in under:  # [13.2]
            continue
        battle = Battle(
            h, side, enemy, tuple(names), defenders, lead=best(game, names),
            leader=best(game, defenders),
        )  # fmt: skip
        found = reckon(game, battle)
        tone: Tone = (
            "good" if found.column >= GOOD else "warn" if found.column >= EVEN else "bad"
        )  # fmt: skip
        layer.paint(h, tone, str(found.column + 1), _said(game, found))
    notes = "all who stand next to the hex together; guns, aircraft and helicopters are left out"
    return layer.laid(ODDS, notes)


def _said(game: Nw, found: Reckoning) -> str:
    """An attack by its column, and how likely it moves or hurts either side. [9.7]"""
    modifier = int(found.drm.total)
    results = [look_up(game, pips + modifier, found.column) for pips in PIPS]
    hit = sum(bool(one.defender) for one in results) * 10
    gone = sum(one.retreat for one in results) * 10
    hurt = sum(bool(one.attacker) for one in results) * 10
    return (
        f"column {found.column + 1}: {found.attack.total} against {found.defense.total}, "
        f"{found.ratio}; the defender loses steps in {hit}%, retreats in {gone}%, the attacker "
        f"loses steps in {hurt}%"
    )


TONES: Mapping[str, Tone] = {"retreat": "bad", "advance": "good"}


def _moves(game: Nw, player: Player, events: Dated) -> Laid:
    """Who went where in this turn and the last."""
    threads = []
    for turn, event, hexes in went(game, events):
        if not all(label in game.board.index for label in hexes):
            continue  # voyages go through boxes
        names = list(event.facts.get("units") or [event.facts["unit"]])
        side = event.facts.get("side")
        words = f"turn {turn}: {call(game, names)}, {hexes[0]} to {hexes[-1]}"
        threads.append(Thread(hexes, TONES.get(event.kind, "plain"), side, words, arrow=True))
    meaning = legend(bad="retreats", good="advances after combat")
    return Laid(threads=tuple(threads), legend=(*side_legend(game, "moves"), *meaning))


def _lacking(game: Nw) -> list[str]:
    """What a game has no use for: helicopters, supply and the sea, where there are none."""
    found = [] if game.state[HELOS] else ["bases"]
    found += [] if played(game) else ["supply"]
    if not game.scenario.advanced:
        found += [card.id for card in strike_overlays.CARDS]
    return [*found, *([] if game.board.boxes else ["sea"])]


OVERLAYS = Overlays(
    CARDS,
    {
        "supply": Sided(supply),
        "zones": Open(_zones),
        "control": Open(_control),
        "objectives": Open(_objectives),
        "bases": Sided(_bases),
        "sea": Open(_sea),
        "threat": Sided(_threat, both=False),
        "odds": Sided(_odds, both=False),
        "moves": Open(_moves),
        "defenses": Sided(strike_overlays.defenses, both=False),
        "detected": Sided(strike_overlays.detection, both=False),
        "strikes": Sided(strike_overlays.reach),
        "damage": Sided(strike_overlays.damage, both=False),
    },
    _lacking,
)
