"""The position as one player may see it: plain data for a screen or a program.

Everything lies open [8.1.2], but for what is under seal, and what the fog of war covers. [13.2]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.decision import Action
from grognard.engine.record import encode
from grognard.engine.refusal import Refusal
from grognard.systems.nextwar.air.helos import HELOS
from grognard.systems.nextwar.airpower.wings import seen_wings
from grognard.systems.nextwar.arrivals.status import POOLS
from grognard.systems.nextwar.nations.status import COUNCIL, UN
from grognard.systems.nextwar.naval.status import HARBOURS, MINES, SEAS
from grognard.systems.nextwar.pieces.sight import covered, seen
from grognard.systems.nextwar.raids.status import BANDS, TASKS
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import (
    BRIDGES,
    ENGINEERS,
    HEXES,
    NOW,
    SIDES,
    SITES,
    WAR,
    HexStatus,
)
from grognard.systems.nextwar.strikes.seen import seen_missions
from grognard.systems.nextwar.supply.status import AIRLIFT, RELIEF
from grognard.systems.nextwar.units import SHIPS, UNITS

LONG = ("air-naval", "strike-")
"""The phases of the Advanced Game in which everything follows from one answer."""
NEAR = 1
"""How far around a hex covered units may tell in the outcome of an action: armor fires so far at
aircraft. [6.6.1]"""
BLIND = frozenset({"attack", "airlift", "fly", "drop", "marine-lift", "rebase"})
"""The actions whose outcome depends on enemies that may be covered."""


def view(game: Nw, player: str | None) -> dict[str, Any]:
    """The position."""
    label, scenario = game.board.label, game.scenario
    return {
        "system": "nextwar",
        "title": scenario.title,
        "war": encode(game.state[WAR][NOW]),
        "sides": {side: encode(status) for side, status in game.state[SIDES].items()},
        "serial": game.serial,
        "options": dict(game.options),
        "units": _pieces(game, _visible(game, player)),
        "covered": [label(h) for h in covered(game, player)],
        **_printed(game),
        "helicopters": _pieces(game, game.state[HELOS]),
        "ships": _pieces(game, game.state[SHIPS]),
        "control": _control(game),
        "hexes": _hexes(game),
        "seas": {name: sea.control for name, sea in game.state[SEAS].items()},
        "mines": _pieces(game, {n: m for n, m in game.state[MINES].items() if m.density}),
        "harbours": {label(h): encode(one) for h, one in game.state[HARBOURS].items()},
        "missions": seen_missions(game, player),
        "wings": {name: encode(wing) for name, wing in seen_wings(game, player).items()},
        "sites": {name: encode(site) for name, site in game.state[SITES].items()},
        "bridges": {
            _bridge(game, key): encode(bridge)
            for key, bridge in game.state[BRIDGES].items()
            if bridge.strike or bridge.builder or not bridge.stands
        },
        "raiders": {nation: encode(band) for nation, band in game.state[BANDS].items()},
        "raids": {
            name: {**encode(task), "hexes": [label(h) for h in task.hexes]}
            for name, task in game.state[TASKS].items()
            if not task.done
        },
        "council": encode(game.state[COUNCIL][UN]),
        "airlift": _pieces(game, game.state[AIRLIFT]),
        "relief": {side: encode(one) for side, one in game.state[RELIEF].items()},
        "engineers": {
            name: {**encode(one), "key": _bridge(game, one.key)}
            for name, one in game.state[ENGINEERS].items()
        },
        "replacements": {nation: pool.points for nation, pool in game.state[POOLS].items()},
    }


def _bridge(game: Nw, key: int) -> str:
    """A bridge by its two hexes; empty if there is none."""
    hexes = game.scenario.ground.side_hexes(key) if key >= 0 else ()
    return "-".join(map(game.board.label, hexes))


def _visible(game: Nw, player: str | None) -> dict[str, Any]:
    """The ground units that a player may see. [13.2]"""
    return {n: unit for n, unit in game.state[UNITS].items() if seen(game, player, n)}


def _pieces(game: Nw, pieces: Mapping[str, Any]) -> dict[str, Any]:
    """Records that have a hex, with its label."""
    label = game.board.label
    return {
        name: {**encode(piece), "hex": label(piece.hex) if piece.hex >= 0 else ""}
        for name, piece in pieces.items()
    }


def _printed(game: Nw) -> Mapping[str, Any]:
    """The counters as they are printed, which never change."""
    scenario = game.scenario
    printed: Mapping[str, Mapping[str, Any]] = {
        "counters": scenario.counters, "teams": scenario.helicopters, "hulls": scenario.ships,
        "aircraft": scenario.aircraft,
    }  # fmt: skip

    def compute() -> dict[str, Any]:
        return {
            kind: {name: encode(counter) for name, counter in counters.items()}
            for kind, counters in printed.items()
        }

    return game.cached(("printed",), (), compute)


def _control(game: Nw) -> dict[str, str]:
    """The hexes that have changed hands. [8.4]"""
    start = game.scenario.control
    return {
        game.board.label(h): status.control
        for h, status in game.state[HEXES].items()
        if status.control != start[h]
    }


def _hexes(game: Nw) -> dict[str, Any]:
    """The hexes that anything lies in besides: Clearing markers, interdiction, gas."""
    bare = {side: HexStatus(side) for side in ("", *game.scenario.sides)}
    return {
        game.board.label(h): encode(status)
        for h, status in game.state[HEXES].items()
        if status != bare[status.control]
    }


def unknowns(game: Nw, player: str, action: Action) -> list[Refusal]:
    """Why odds cannot be told: what lies in enemy stacks near the hex of an action [13.2], or that
    too much follows it."""
    if unweighed(game, action):
        return [Refusal("odds", "a whole phase of rolls follows it: its odds are not weighed")]
    if action.get("do") not in BLIND:
        return []
    h = game.board.index.get(str(action.get("hex")))
    around = 0 if action["do"] == "attack" else NEAR
    if h is None or not {*game.board.disk(h, around)} & {*covered(game, player)}:
        return []
    text = f"nobody knows what lies under the top counter in or near {action['hex']}"
    return [Refusal("13.2", text)]


def unweighed(game: Nw, action: Action) -> bool:
    """Whether more dice follow an action than can be weighed: the end of a phase of the Advanced
    Game, an answer in the battle for the air or among strikes, several who fly in support."""
    if not game.scenario.advanced:
        return False
    if action.get("do") == "end":
        return True
    if not game.at_checkpoint and game.segment.kind.startswith(LONG):
        return True
    flying = [name for part in ("aircraft", "helicopters") for name in action.get(part) or ()]
    return action.get("do") == "support" and len(flying) > 1
