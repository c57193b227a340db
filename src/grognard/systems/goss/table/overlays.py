"""Overlays: what can be laid over the map, one at a time, as far as a side knows. [8.4.0]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.systems.goss.command.drawing import alike, of_army, toned
from grognard.systems.goss.command.zones import hexes_of
from grognard.systems.goss.fire.guns import reach as gun_reach
from grognard.systems.goss.observation.lookouts import Lookouts, in_sight
from grognard.systems.goss.pieces.chain import formation, headquarters_of, superior
from grognard.systems.goss.pieces.sight import seen
from grognard.systems.goss.pieces.stacks import held, on_map
from grognard.systems.goss.pieces.values import can_fire, counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import DEPOTS, ZONES
from grognard.systems.goss.supply.traces import supply_of
from grognard.systems.goss.supply.tracing import feeders, hq_feeders, trace_hq
from grognard.systems.goss.table.names import called, title
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import GENS, OHS, Unit
from grognard.table.cards import LegendLine, OverlayCard, Thread, Tone
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
from grognard.table.phrases import counted
from grognard.table.tabletop import Player

CARDS = (
    OverlayCard("supply", "Supply", "s", "From whom each is supplied, and who is not"),
    OverlayCard("zones", "Zones of operation", "z", "The zones of your corps and armies"),
    OverlayCard("command", "Command", "h", "Each formation, and its headquarters"),
    OverlayCard("sight", "Observation", "b", "The hexes that your units have a line of sight to"),
    OverlayCard("guns", "Artillery reach", "g", "How many barrage points reach each hex now"),
    OverlayCard("objectives", "Victory hexes", "v", "What is worth points, and who holds it"),
    OverlayCard("threat", "Enemy reach", "e", "Where enemies that you see could go"),
    OverlayCard("moves", "Last moves", "m", "Who went where in this game turn and the last"),
)


# ---- supply [15.0]


def _supply(game: Gs, side: str) -> Laid:
    """Lines from headquarters to units and from source to headquarters, as they could be traced
    now; and what each was found to be. [15.2.0]"""
    layer = Layer(game, side)
    threads = [*_staff_lines(game, side), *_unit_lines(game, side)]
    for name in on_map(game, side):
        unit = unit_of(game, name)
        layer.paint(unit.hex, _tone(unit), "", f"{called(game, name)}: {unit.supply}")
    for army, plan in game.scenario.armies.items():
        if plan.side == side:
            for h in plan.pss:
                layer.paint(h, "info", "PSS", f"source of supply of {army} [15.2.0]")
    for depot in game.state[DEPOTS].values():
        if depot.hex >= 0 and game.scenario.armies[depot.army].side == side:
            layer.paint(depot.hex, "info", "Dp", f"depot of {depot.army} [15.8.0]")
    meaning = legend(
        good="in general supply", warn="on hand supply, or by an extended path",
        bad="out of supply", info="source or depot",
    )  # fmt: skip
    laid = layer.laid(meaning)
    return Laid(laid.paints, tuple(threads), laid.legend, laid.notes)


def _tone(unit: Unit) -> Tone:
    if unit.supply == GENS:
        return "warn" if unit.extended else "good"
    return "warn" if unit.supply == OHS else "bad"


def _staff_lines(game: Gs, side: str) -> Iterator[Thread]:
    label = game.board.label
    for hq in headquarters_of(game, side):
        goal = unit_of(game, hq).hex
        trace = trace_hq(game, hq)
        source = next((one for one in hq_feeders(game, hq) if one), "")
        if not source or unit_of(game, source).hex == goal:
            continue
        tone: Tone = "bad" if trace is None else "warn" if trace.extended else "good"
        words = f"{called(game, source)} to {called(game, hq)}"
        yield Thread((label(unit_of(game, source).hex), label(goal)), tone, side, words)


def _unit_lines(game: Gs, side: str) -> Iterator[Thread]:
    label, drawn = game.board.label, set[tuple[int, int]]()
    for name in on_map(game, side):
        hq = next((one for one in feeders(game, name) if one), "")
        if counter_of(game, name).hq or not hq:
            continue
        a, b = unit_of(game, hq).hex, unit_of(game, name).hex
        if a == b or (a, b) in drawn:
            continue
        drawn.add((a, b))
        trace = supply_of(game, name)
        tone: Tone = "bad" if trace is None else "warn" if trace.extended else "good"
        words = f"{called(game, hq)} to {called(game, name)}"
        yield Thread((label(a), label(b)), tone, side, words)


# ---- command [9.0]


def _zones(game: Gs, side: str) -> Laid:
    """The zones of operation of a side; the enemy's are not told. [9.2.0]"""
    layer = Layer(game, side)
    tones = toned(game, {key: hexes_of(game, key) for key in alike(game, side, "")})
    for name, tone in tones.items():
        for h in hexes_of(game, name):
            layer.paint(h, tone, "", f"zone of {of_army(game, name)} [9.2.0]")
    lines = [LegendLine(tone, None, of_army(game, name)) for name, tone in tones.items()]
    if not lines:
        layer.notes.append("nobody keeps to a zone in this game")
    return layer.laid(tuple(lines))


def _command(game: Gs, side: str) -> Laid:
    """Lines from headquarters to those who obey them, and who is out of command. [9.8.0]"""
    layer, label, threads = Layer(game, side), game.board.label, dict[tuple[int, int], Thread]()
    for name in on_map(game, side):
        unit, hq = unit_of(game, name), superior(game, name)
        if unit.ooc:
            layer.paint(unit.hex, "bad", "OoC", f"{called(game, name)}: out of command [9.8.0]")
        elif counter_of(game, name).hq:
            layer.paint(unit.hex, "info", "HQ", called(game, name))
        elif formation(game, name):
            layer.paint(unit.hex, "good", "", f"{called(game, name)} of {called(game, hq)}")
        if hq and hq != name and unit_of(game, hq).hex >= 0:
            a, b = unit_of(game, hq).hex, unit.hex
            words = f"{called(game, hq)} to {called(game, name)}"
            if a != b:
                threads[a, b] = Thread((label(a), label(b)), "plain", side, words)
    laid = layer.laid(legend(info="headquarters", good="in its formation", bad="out of command"))
    return Laid(laid.paints, tuple(threads.values()), laid.legend, laid.notes)


# ---- observation and fire [8.0] [11.0]


def _sight(game: Gs, side: str) -> Laid:
    """The hexes to which a side has a line of sight in this light; whether it makes somebody out
    there depends on his cover. [8.1.0] [8.2.0]"""
    layer = Layer(game, side)
    for h, hexes in sorted(Lookouts.of(game).seen[side].items()):
        count = sum(in_sight(game, one, h) for one in hexes)
        if count and h not in held(game, side):
            covers = game.scenario.ground
            dense = "in dense cover" if covers.mct[h] else "in cover" if covers.oct[h] else "open"
            tone: Tone = "good" if dense == "open" else "warn"
            layer.paint(
                h, tone, "", f"seen from {count} {counted(count, 'hex|hexes')}, {dense} [8.1.0]"
            )
    return layer.laid(legend(good="in sight, in the open", warn="in sight, under cover"))


def _guns(game: Gs, side: str) -> Laid:
    """How many barrage points of a side reach each hex, of guns that can fire as they stand.
    [11.4.1]"""
    points: dict[int, int] = {}
    for name in on_map(game, side):
        counter, unit = counter_of(game, name), unit_of(game, name)
        if counter.artillery and can_fire(counter, unit) and not unit.depleted:
            for h in game.board.disk(unit.hex, gun_reach(game, name)):
                points[h] = points.get(h, 0) + counter.barrage
    layer, most = Layer(game, side), max(points.values(), default=1)
    for h, total in sorted(points.items()):
        tone: Tone = "bad" if 3 * total > 2 * most else "warn" if 3 * total > most else "info"
        layer.paint(h, tone, str(total), f"{total} barrage points reach this hex [11.4.1]")
    return layer.laid(legend(info="some guns", warn="many", bad="most"))


# ---- what wins, who comes, who went


def _objectives(game: Gs, player: Player, events: Dated) -> Laid:
    """The hexes that awards are about. [3.3.4]"""
    layer = Layer(game)
    for award in game.scenario.terms.awards:
        for h in award.hexes:
            held_by = next((s for s in game.scenario.sides if h in held(game, s)), None)
            tone: Tone = "info" if held_by is None else "good" if held_by == player else "bad"
            words = f"{award.title or 'worth'}: {award.points} VP for {title(game, award.side)}"
            layer.side = held_by
            layer.paint(h, tone, str(award.points), words)
    return layer.laid(side_legend(game, "units there"))


def _threat(game: Gs, own: str) -> Laid:
    """Where enemies could go whom one sees, as far as one may know. [7.5.0] [8.4.0]"""
    enemy, counts = other(own), dict[int, int]()
    for name in on_map(game, enemy):
        if seen(game, own, name) and not counter_of(game, name).hq:
            for h in game.board.disk(unit_of(game, name).hex, counter_of(game, name).ma // 2):
                counts[h] = counts.get(h, 0) + 1
    layer = Layer(game, enemy)
    for h, count in counts.items():
        layer.paint(h, "warn", str(count), f"{count} enemy stacks could be here")
    layer.notes.append("half of their printed allowance as the crow flies, over any ground")
    return layer.laid(legend(warn="how many enemy stacks could come here"))


TONES: Mapping[str, Tone] = {"retreat": "bad", "fell-back": "bad", "advance": "good"}


def _moves(game: Gs, player: Player, events: Dated) -> Laid:
    """Who went where in this game turn and the last."""
    threads = []
    for turn, event, hexes in went(game, events):
        names = list(event.facts.get("units") or [event.facts.get("unit", "")])
        who = ", ".join(called(game, name) for name in names if name) or "somebody"
        words = f"game turn {turn}: {who}, {hexes[0]} to {hexes[-1]}"
        side = event.facts.get("side")
        threads.append(Thread(hexes, TONES.get(event.kind, "plain"), side, words, arrow=True))
    meaning = legend(bad="retreats", good="advances after combat")
    return Laid(threads=tuple(threads), legend=(*side_legend(game, "moves"), *meaning))


def _lacking(game: Gs) -> list[str]:
    """What a game has no use for."""
    found = [] if game.state[ZONES] else ["zones"]
    return found if game.scenario.terms.awards else [*found, "objectives"]


OVERLAYS = Overlays(
    CARDS,
    {
        "supply": Sided(_supply),
        "zones": Sided(_zones),
        "command": Sided(_command),
        "sight": Sided(_sight, both=False),
        "guns": Sided(_guns, both=False),
        "objectives": Open(_objectives),
        "threat": Sided(_threat, both=False),
        "moves": Open(_moves),
    },
    _lacking,
)
