"""Overlays of the Advanced Game: air defenses, detection, what can be struck, what was. [14.0]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.nextwar.air.helos import HELOS, printed, spot
from grognard.systems.nextwar.defenses.package import STRIKE, Package
from grognard.systems.nextwar.defenses.regimes import LOCAL, NORMAL, headquarters, regime
from grognard.systems.nextwar.detection.seen import aim, detected
from grognard.systems.nextwar.naval.detecting import HIDDEN, sighted
from grognard.systems.nextwar.pieces.ships import fleet, hull, ship_of
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.raids.missions import goal_of
from grognard.systems.nextwar.raids.status import TASKS
from grognard.systems.nextwar.raids.targets import spot as goal_spot
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import BRIDGES, HEXES, SIDES, SITES
from grognard.systems.nextwar.strikes.firing import Bombard, Shell
from grognard.systems.nextwar.strikes.helicopters import idle
from grognard.systems.nextwar.table.names import call, called
from grognard.table.cards import OverlayCard
from grognard.table.overlays import Laid, Layer, legend

CARDS = (
    OverlayCard("defenses", "Air defenses", "a", "What aircraft of yours would meet in each hex"),
    OverlayCard("detected", "Detection", "t", "Who of both sides is detected, and can be struck"),
    OverlayCard("strikes", "Strike reach", "w", "How far guns, headquarters and helicopters reach"),
    OverlayCard("damage", "Damage", "g", "What was struck, interdicted, targeted or raided"),
)
"""The overlays that only the Advanced Game has."""


def defenses(game: Nw, side: str) -> Laid:
    """The enemy's air defenses, as a strike by aircraft meets them in each hex. [24.3.1]"""
    enemy, layer = game.scenario.other(side), Layer(game, side)
    status = game.state[SIDES][enemy]
    for h in range(game.board.n):
        if not game.scenario.ground.land(h):
            continue
        found = regime(game, Package(side, STRIKE, h))
        near = "HQ" if headquarters(game, h, enemy) else ""
        if found.network == NORMAL:
            layer.paint(h, "bad", near, "the air defenses of the country [24.1]")
        elif found.network == LOCAL and controller(game, h) == enemy:
            layer.paint(h, "warn", near, "the air defenses of troops in the field [24.2]")
    layer.notes.append(
        f"the enemy's tracks: detection {status.detection}, missiles {status.sam}, guns "
        f"{status.aaa} [24.1]"
    )
    layer.notes.append("HQ: an enemy headquarters within two hexes makes them better [18.2.3]")
    return layer.laid(
        legend(
            bad="radars, missiles and guns of the country",
            warn="only the defenses of troops in the field",
        )
    )


def detection(game: Nw, side: str) -> Laid:
    """Who of the enemy a side may strike, and who of its own the enemy may. [21.0] [17.1]"""
    enemy, layer = game.scenario.other(side), Layer(game, side)
    for h, names in _seen(game, enemy, side).items():
        layer.paint(h, "bad", str(len(names)), f"detected by the enemy: {call(game, names)}")
    for h, names in _seen(game, side, enemy).items():
        layer.paint(h, "good", str(len(names)), f"detected by you: {call(game, names)}")
    for owner in (side, enemy):
        for name in fleet(game, owner):
            if sighted(game, name) != HIDDEN:
                whose = "of yours" if owner == side else "of the enemy"
                layer.notes.append(f"{called(game, name)} {whose} is detected at sea [17.1]")
    return layer.laid(
        legend(good="you can strike somebody here", bad="the enemy can strike somebody here")
    )


def _seen(game: Nw, side: str, owner: str) -> dict[int, list[str]]:
    """The units of an owner that a side has detected, by their hexes. [21.0]"""
    found: dict[int, list[str]] = {}
    for name in on_map(game, owner):
        if detected(game, side, name):
            found.setdefault(unit_of(game, name).hex, []).append(name)
    return found


def reach(game: Nw, side: str) -> Laid:
    """How many guns, headquarters, helicopters and ships of a side reach each hex. [18.2.2]"""
    layer, enemy = Layer(game, side), game.scenario.other(side)
    counts: dict[int, int] = {}
    for h, far in _batteries(game, side):
        for b in game.board.disk(h, far):
            if game.scenario.ground.land(b):
                counts[b] = counts.get(b, 0) + 1
    targets = _seen(game, side, enemy)
    for h, count in counts.items():
        if h in targets:
            words = f"{count} could strike here: {call(game, targets[h])}"
            layer.paint(h, "good", str(count), words)
        else:
            layer.paint(h, "info", "", f"in reach of {count}")
    return layer.laid(
        legend(good="a detected enemy in reach, and of how many", info="in reach, nobody detected")
    )


def _batteries(game: Nw, side: str) -> Iterator[tuple[int, int]]:
    """Where those stand who could strike now, and how far they reach. [18.2.2] [23.4.2] [17.5]"""
    for name in Shell().actors(game, side):
        yield unit_of(game, name).hex, counter_of(game, name).range
    for name in game.state[HELOS]:
        if not idle(game, side, name):
            yield spot(game, name), printed(game, name).range
    for name in Bombard().actors(game, side):
        if ship_of(game, name).hex >= 0:
            yield ship_of(game, name).hex, hull(game, name).range


def damage(game: Nw, side: str) -> Laid:
    """Strike markers on bases, bridges and units, interdiction, Target markers and raids. [27.2]"""
    layer = Layer(game)
    for h, hex_ in game.state[HEXES].items():
        if hex_.interdiction:
            words = f"Interdiction {hex_.interdiction}: moving here costs more [23.4.4]"
            layer.paint(h, "info", f"I{hex_.interdiction}", words)
    for task in game.state[TASKS].values():
        h = goal_spot(game, goal_of(task))
        if h >= 0 and not task.done:
            words = f"{task.nation}: {task.mission} against {called(game, task.target)} [20.1]"
            layer.paint(h, "info", "SOF", words)
    _sites(game, layer)
    for key, bridge in game.state[BRIDGES].items():
        if bridge.strike or not bridge.stands:
            state = f"Strike {bridge.strike}" if bridge.stands else "down"
            for h in game.scenario.ground.side_hexes(key):
                layer.paint(h, "warn" if bridge.stands else "bad", "", f"bridge: {state} [27.6]")
    for owner in game.scenario.sides:
        for name in on_map(game, owner):
            unit = unit_of(game, name)
            if unit.strike:
                text = f"{called(game, name)}: Strike {unit.strike} [27.3.1]"
                layer.paint(unit.hex, "warn", f"S{unit.strike}", text)
    return layer.laid(
        legend(warn="damaged", bad="destroyed", info="interdicted, targeted or raided"),
        *([] if layer.paints else ["nothing has been struck yet"]),
    )


def _sites(game: Nw, layer: Layer) -> None:
    """What bases and other places have suffered. [27.2] [20.2.3]"""
    for site in game.scenario.sites.values():
        state, name = game.state[SITES][site.id], called(game, site.id)
        if aim(game, state):
            layer.paint(site.hex, "info", f"T{aim(game, state)}", f"{name}: Target marker [20.2.3]")
        if state.destroyed:
            layer.paint(site.hex, "bad", "×", f"{name}: destroyed [27.2]")
        elif state.strike:
            layer.paint(site.hex, "warn", f"S{state.strike}", f"{name}: Strike {state.strike}")
