"""Overlays: what can be laid over the map, one at a time, as one player may see it. [16.1.1]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from grognard.board.search import reach
from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event
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
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.table import lines
from grognard.systems.wb95.words import call, called
from grognard.systems.wb95.works import bridges
from grognard.table.cards import LegendLine, Overlay, OverlayCard, Paint, Thread, Tone

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

Dated = Sequence[tuple[int, Event]]


def overlay(game: Wb, player: str | None, name: str, events: Dated) -> Overlay | None:
    """One overlay; None if there is none of that name."""
    made: Mapping[str, Callable[[], Overlay]] = {
        "supply": lambda: _supply(game, player),
        "zones": lambda: _zones(game, player),
        "control": lambda: _control(game),
        "objectives": lambda: _objectives(game, player),
        "command": lambda: _command(game, player),
        "threat": lambda: _threat(game, player),
        "odds": lambda: _odds(game, player),
        "moves": lambda: _moves(game, player, events),
    }
    if name not in made:
        return None
    found = made[name]()
    empty = not (found.paints or found.threads or found.notes)
    return replace(found, notes=("nothing to show now",)) if empty else found


def _titled(name: str) -> tuple[str, str]:
    return next((card.id, card.title) for card in CARDS if card.id == name)


def _only_for_sides(name: str) -> Overlay:
    """What an overlay says to somebody who plays no side."""
    return Overlay(*_titled(name), notes=("this shows what one side knows; take a side's view",))


def _side_legend(game: Wb, words: str) -> tuple[LegendLine, ...]:
    nations = game.scenario.nations
    return tuple(LegendLine("plain", side, f"{nations[side]} {words}") for side in nations)


# ---- supply, zones and control


def _supply(game: Wb, player: str | None) -> Overlay:
    """A player's own lines; who sees everything, those of both sides. [10.1]"""
    if player in game.scenario.sides:
        return lines.overlay(game, str(player))
    if player == PUBLIC:
        return _only_for_sides("supply")
    one, two = (lines.overlay(game, side) for side in game.scenario.sides)
    return Overlay(
        *_titled("supply"),
        (*one.paints, *two.paints),
        (*one.threads, *two.threads),
        one.legend,
        (*one.notes, *two.notes),
    )


def _zones(game: Wb, player: str | None) -> Overlay:
    """Both sides' zones of control, the enemy's as far as known. [4.1.1] [16.1.1]"""
    label, paints = game.board.label, []
    for side in game.scenario.sides:
        for h, count in enumerate(_zone_counts(game, player, side)):
            if count:
                paints.append(Paint(label(h), "plain", side))
    notes = ["zones of closed stacks are presumed where they could reach"]
    shown = notes if masked_game(game) and player is not None else []
    legend = _side_legend(game, "zone of control")
    return Overlay(*_titled("zones"), tuple(paints), (), legend, tuple(shown))


def _zone_counts(game: Wb, player: str | None, side: str) -> Sequence[int]:
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


def _control(game: Wb) -> Overlay:
    """Who controls each hex, which is open. [4.3]"""
    board = game.board
    held = ((h, controller(game, h)) for h in range(board.n))
    paints = tuple(Paint(board.label(h), "plain", side) for h, side in held if side)
    return Overlay(*_titled("control"), paints, (), _side_legend(game, "control"))


def _objectives(game: Wb, player: str | None) -> Overlay:
    """What is worth victory points, and who has it. [S1.10]"""
    paints = []
    terms = game.scenario.victory
    for objective in terms.objectives:
        for h in objective.hexes:
            side = controller(game, h)
            tone: Tone = "plain" if not side else "good" if side == terms.side else "bad"
            worth = f"{objective.vp} VP{' for the whole' if objective.whole else ''}"
            holds = game.scenario.nations[side] if side else "nobody"
            title = f"{objective.label}: {worth}, held by {holds} [{objective.rule}]"
            paints.append(Paint(game.board.label(h), tone, side or None, str(objective.vp), title))
    notes = []
    if terms.side:
        reached = victory.grade(game)
        total = victory.points(game).total
        now = f"; as things stand: {reached}" if reached else ""
        notes.append(f"{game.scenario.nations[terms.side]} has {total} VP{now}")
    return Overlay(*_titled("objectives"), tuple(paints), (), (), tuple(notes))


def _command(game: Wb, player: str | None) -> Overlay:
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
    legend = _side_legend(game, "in range of headquarters")
    return Overlay(*_titled("command"), tuple(paints.values()), (), legend, tuple(posts))


# ---- what the enemy could do


def _threat(game: Wb, player: str | None) -> Overlay:
    """Where enemies that are known could go in one turn, by their printed points: an estimate."""
    if player not in game.scenario.sides:
        return _only_for_sides("threat")
    own = str(player)
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
    label = game.board.label
    paints = tuple(
        Paint(label(h), "warn", enemy, str(count), f"{count} known enemies could be here")
        for h, count in sorted(counts.items())
    )
    notes = ["an estimate: printed movement of counters that are seen, all supplied, in the open"]
    if masked_game(game):
        notes.append("what lies in closed stacks is left out [16.1.1]")
    legend = (LegendLine("warn", enemy, "how many known enemies could come here"),)
    return Overlay(*_titled("threat"), paints, (), legend, tuple(notes))


def _odds(game: Wb, player: str | None) -> Overlay:
    """The attack of everybody who is next to an enemy hex, and what to expect of it. [5.1.2]"""
    if player not in game.scenario.sides:
        return _only_for_sides("odds")
    side = str(player)
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
    legend = (
        LegendLine("good", None, "3:1 or better"),
        LegendLine("warn", None, "even or 2:1"),
        LegendLine("bad", None, "worse than even"),
        LegendLine("plain", None, "not all that stands there is known"),
    )
    notes = (
        "only units that stand next to the hex now are counted, all of them together",
        "guns and aircraft in support, and who could still come up, are left out",
    )
    return Overlay(*_titled("odds"), tuple(paints), (), legend, notes)


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


def _moves(game: Wb, player: str | None, events: Dated) -> Overlay:
    """Who went where in this turn and the last, as the player was told. [3.1.1]"""
    threads = []
    for turn, event in events:
        path = event.facts.get("path")
        if turn < game.turn - 1 or not isinstance(path, list) or not path:
            continue
        names = list(event.facts.get("units") or ())
        if "unit" in event.facts:
            names = [event.facts["unit"]]
        side = counter_of(game, names[0]).side if names else _unnamed(game, player)
        start = event.facts.get("from")
        hexes = (start, *path) if isinstance(start, str) else tuple(path)
        if len(hexes) < 2:
            continue
        who = call(game, names) or "units"
        tone: Tone = {"retreat": "bad", "pursuit": "good"}.get(event.kind, "plain")  # type: ignore[assignment]
        title = f"turn {turn}: {who}, {hexes[0]} to {hexes[-1]}"
        threads.append(Thread(hexes, tone, side, title, arrow=True))
    legend = (
        *_side_legend(game, "moves"),
        LegendLine("bad", None, "retreats"),
        LegendLine("good", None, "advances after combat"),
    )
    return Overlay(*_titled("moves"), (), tuple(threads), legend)


def _unnamed(game: Wb, player: str | None) -> str | None:
    """Whose units those are that a player is not told the names of: the enemy's."""
    return game.scenario.other(player) if player in game.scenario.sides and player else None
