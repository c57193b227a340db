"""Overlays: what can be laid over the map, one at a time, as one player may see it. [16.1.1]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from grognard.board.search import reach
from grognard.engine.entries import PUBLIC
from grognard.systems.wb95 import telling, victory
from grognard.systems.wb95.charts import COLUMNS, EVEN, combat_result, hq_range
from grognard.systems.wb95.combat.declaring import Declaration, battle_of
from grognard.systems.wb95.combat.reckoning import reckon
from grognard.systems.wb95.fighting import obligations
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.masking.masking import FULL, masked_game, sight
from grognard.systems.wb95.movement.movement import class_of
from grognard.systems.wb95.pieces.control import controller
from grognard.systems.wb95.pieces.stacks import exerts, holder, on_map, stacks, zones
from grognard.systems.wb95.pieces.values import (
    attack_strength,
    counter_of,
    level_of,
    unit_of,
    whole,
)
from grognard.systems.wb95.scenario import Objective, Wb
from grognard.systems.wb95.table import lines
from grognard.systems.wb95.table.terms import counted
from grognard.systems.wb95.words import call, called
from grognard.systems.wb95.works import bridges
from grognard.table.cards import LegendLine, OverlayCard, Paint, Thread, Tone
from grognard.table.overlays import (
    Dated,
    Laid,
    Layer,
    Open,
    Overlays,
    Sided,
    legend,
    objectives,
    side_legend,
    went,
)
from grognard.table.tabletop import Player

CARDS = (
    OverlayCard("supply", "Supply", "s", "Lines of supply, how far it reaches, who is cut off"),
    OverlayCard("zones", "Zones of control", "z", "Zones of control of both sides, as known"),
    OverlayCard("control", "Control", "c", "Who controls each hex"),
    OverlayCard("objectives", "Victory hexes", "v", "What is worth victory points"),
    OverlayCard("command", "Command", "h", "How far headquarters reach"),
    OverlayCard("threat", "Enemy reach", "e", "Where known enemies could go in one turn"),
    OverlayCard("odds", "Odds", "o", "The column of an attack by all who stand next to a hex"),
    OverlayCard("moves", "Last moves", "m", "Who went where in this turn and the last"),
)
DICE = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""How many of 36 rolls of two dice give each total."""


# ---- zones and control


def _zones(game: Wb, player: Player, events: Dated) -> Laid:
    """Both sides' zones of control, the enemy's as far as known. [4.1.1] [16.1.1]"""
    label, paints = game.board.label, []
    for side in game.scenario.sides:
        for h, count in enumerate(_zone_counts(game, player, side)):
            if count:
                paints.append(Paint(label(h), "plain", side))
    notes = ["zones of closed stacks are presumed where they could reach"]
    shown = notes if masked_game(game) and player is not None else []
    return Laid(tuple(paints), (), side_legend(game, "zone of control"), tuple(shown))


def _zone_counts(game: Wb, player: Player, side: str) -> Sequence[int]:
    """For each hex how many zones of a side reach it, as far as a viewer knows."""
    if player in (None, side) or not masked_game(game):
        return zones(game).counts[side]
    if player != PUBLIC:
        return masking.zone_known(game, str(player))
    counts = [0] * game.board.n
    for name in on_map(game, side):
        if sight(game, player, name) == FULL and exerts(counter_of(game, name), game.scenario):
            for b in zones(game).reached(name, unit_of(game, name)):
                counts[b] += 1
    return counts


def _control(game: Wb, player: Player, events: Dated) -> Laid:
    """Who controls each hex, which is open. [4.3]"""
    board = game.board
    held = ((h, controller(game, h)) for h in range(board.n))
    paints = tuple(Paint(board.label(h), "plain", side) for h, side in held if side)
    return Laid(paints, legend=side_legend(game, "control"))


def _objectives(game: Wb, player: Player, events: Dated) -> Laid:
    """What is worth victory points, and who has it. [S1.10]"""
    terms, notes = game.scenario.victory, []
    if terms.side:
        reached = victory.grade(game)
        total = victory.points(game).total
        now = f"; as things stand: {reached}" if reached else ""
        notes.append(f"{game.scenario.nations[terms.side]} has {total} VP{now}")
    return Laid(objectives(game, controller, _worth), notes=tuple(notes))


def _worth(objective: Objective, held: str) -> str:
    worth = f"{objective.vp} VP{' for the whole' if objective.whole else ''}"
    return f"{counted(objective.label)}: {worth}, {held} [{objective.rule}]"


def _command(game: Wb, player: Player, events: Dated) -> Laid:
    """How far the headquarters reach that a player may see. [9.2.2]"""
    label, paints = game.board.label, dict[tuple[str, str], Paint]()
    posts = []
    for side in game.scenario.sides:
        for name in on_map(game, side):
            counter, h = counter_of(game, name), unit_of(game, name).hex
            if not counter.hq or sight(game, player, name) != FULL:
                continue
            hexes = hq_range(game.scenario.tables, counter.nation.lower())
            for b in game.board.disk(h, hexes):
                paints.setdefault((label(b), side), Paint(label(b), "info", side))
            title = f"{called(counter)} reaches {hexes} hexes [9.2.2]"
            paints[label(h), side] = Paint(label(h), "good", side, "HQ", title)
            posts.append(f"{label(h)}: {title}")
    legend = side_legend(game, "in range of headquarters")
    return Laid(tuple(paints.values()), (), legend, tuple(posts))


# ---- what the enemy could do


def _threat(game: Wb, own: str) -> Laid:
    """Where enemies that are known could go in one turn, by their printed points: an estimate."""
    enemy = game.scenario.other(own)
    shut = bytearray(game.board.n)
    for h in stacks(game).held[own]:
        shut[h] = 1
    stops, counts = zones(game).counts[own], dict[int, int]()
    for name in on_map(game, enemy):
        if sight(game, own, name) != FULL or counter_of(game, name).type == "RG":
            continue
        steps, here = bridges.steps(game, class_of(game, name)), unit_of(game, name).hex
        found = reach(steps, steps[here], level_of(game, name).mp, shut, stops)
        for h in {here, *found}:
            counts[h] = counts.get(h, 0) + 1
    layer = Layer(game, enemy)
    for h, count in counts.items():
        layer.paint(h, "warn", str(count), f"{count} known enemies could be here")
    layer.notes.append(
        "an estimate: printed movement of counters that are seen, all supplied, in the open"
    )
    if masked_game(game):
        layer.notes.append("what lies in closed stacks is left out [16.1.1]")
    return layer.laid((LegendLine("warn", enemy, "how many known enemies could come here"),))


ODDS = legend(
    good="3:1 or better",
    warn="even or 2:1",
    bad="worse than even",
    plain="not all that stands there is known",
)


def _odds(game: Wb, side: str) -> Laid:
    """The attack of everybody who is next to an enemy hex, and what to expect of it. [5.1.2]"""
    seen = obligations.contact(game, side)
    attacks = {
        h: [name for b in around for name in seen.able[b]] for h, around in seen.attackers.items()
    }
    asked = {h: Declaration(tuple(sorted(names)), (h,)) for h, names in attacks.items() if names}
    blind = [h for h in asked if masking.unseen(game, side, h)]
    own = {
        h: sum(whole(attack_strength(game, n)) for n in order.units) for h, order in asked.items()
    }
    mark = game.journal.mark()
    try:
        masking.leave_out(game, side)
        paints = [
            _unseen(game, h, own[h]) if h in blind else _weighed(game, side, h, order)
            for h, order in asked.items()
        ]
    finally:
        game.journal.rollback(mark)
    notes = (
        "only units that stand next to the hex now are counted, all of them together",
        "guns and aircraft in support, and who could still come up, are left out",
    )
    return Laid(tuple(paints), (), ODDS, notes)


def _unseen(game: Wb, h: int, strength: int) -> Paint:
    title = f"{strength} against what is not known in full [16.1.1]"
    return Paint(game.board.label(h), "plain", holder(game, h), f"{strength}:?", title)


def _weighed(game: Wb, side: str, h: int, order: Declaration) -> Paint:
    """An attack by its column, and how likely it moves or hurts either side. [5.2.1f]"""
    found = reckon(game, battle_of(game, side, order))
    won = hurt = Fraction(0)
    for total, ways in DICE.items():
        roll = max(2, min(total + whole(found.roll), 12))
        result = combat_result(game.scenario.tables, roll, found.column)
        won += Fraction(ways, 36) if telling.effect(result.defender.written("D")) else 0
        hurt += Fraction(ways, 36) if telling.effect(result.attacker.written("A")) else 0
    column = COLUMNS[found.column]
    tone: Tone = "good" if found.column >= EVEN + 2 else "warn" if found.column >= EVEN else "bad"
    title = (
        f"{column}: {found.attack.total} against {found.defence.total}; the defender suffers in "
        f"{float(won):.0%}, the attacker in {float(hurt):.0%}"
    )
    return Paint(game.board.label(h), tone, holder(game, h), column, title)


# ---- what has happened


TONES: Mapping[str, Tone] = {"retreat": "bad", "pursuit": "good"}


def _moves(game: Wb, player: Player, events: Dated) -> Laid:
    """Who went where in this turn and the last, as the player was told. [3.1.1]"""
    threads = []
    for turn, event, hexes in went(game, events):
        names = list(event.facts.get("units") or ())
        if "unit" in event.facts:
            names = [event.facts["unit"]]
        side = counter_of(game, names[0]).side if names else _unnamed(game, player)
        title = f"turn {turn}: {call(game, names) or 'units'}, {hexes[0]} to {hexes[-1]}"
        threads.append(Thread(hexes, TONES.get(event.kind, "plain"), side, title, arrow=True))
    meaning = legend(bad="retreats", good="advances after combat")
    return Laid(threads=tuple(threads), legend=(*side_legend(game, "moves"), *meaning))


def _unnamed(game: Wb, player: Player) -> str | None:
    """Whose units those are that a player is not told the names of: the enemy's."""
    return game.scenario.other(player) if player in game.scenario.sides and player else None


OVERLAYS = Overlays(
    CARDS,
    {
        "supply": Sided(lines.overlay),
        "zones": Open(_zones),
        "control": Open(_control),
        "objectives": Open(_objectives),
        "command": Open(_command),
        "threat": Sided(_threat, both=False),
        "odds": Sided(_odds, both=False),
        "moves": Open(_moves),
    },
)
