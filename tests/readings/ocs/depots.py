"""Small positions for the second reading of chapters 12 and 13: a line of hexes, dumps, trucks."""

from __future__ import annotations

from typing import Any

from grognard.board.sketch import sketch
from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import supply_paths
from tests.systems.ocs.field import end, field, rules

HOME = [{"side": "axis", "hex": "0101"}]
KINDS = {
    "truck": {"ma": 50, "move": "truck", "extends": 20},
    "wagon": {"ma": 10, "move": "leg", "extends": 10},
    "lorry": {"ma": 45, "move": "truck", "extends": 20},
    "cart": {"ma": 14, "move": "leg", "extends": 4},
}


def line(cols: int = 30, **more: Any) -> Any:
    """One row of open hexes, 0101 and on."""
    return sketch(1, cols, **more)


def dump(hex: str, tokens: int = 8, side: str = "axis") -> dict[str, Any]:
    return {"side": side, "hex": hex, "tokens": tokens}


def truck(key: str, hex: str, points: int = 1, load: int = 0, **more: Any) -> dict[str, Any]:
    row = {"id": key, "side": "axis", "hex": hex, "kind": "truck", "points": points}
    return {**row, **({"load": load} if load else {}), **more}


def dry(*pieces: Any, **more: Any) -> Ocs:
    """A Movement Segment of the Axis on a line, nobody fuelled."""
    more.setdefault("board", line())
    return field(*pieces, fuelled=False, kinds=KINDS, **more)


def fuel(*names: str, **more: Any) -> dict[str, Any]:
    return {"do": "fuel", **({"units": list(names)} if names else {}), **more}


def attack(*names: str, on: str, **more: Any) -> dict[str, Any]:
    return {"do": "attack", "units": list(names), "target": on, **more}


def haul(key: str, to: str) -> dict[str, Any]:
    return {"do": "haul", "transport": [key], "path": to.split()}


def load(key: str, tokens: int) -> dict[str, Any]:
    return {"do": "load", "transport": key, "tokens": tokens}


def unload(key: str, tokens: int) -> dict[str, Any]:
    return {"do": "unload", "transport": key, "tokens": tokens}


def road(first: int, last: int, row: int = 1) -> str:
    """The hexes of a row from one column to another, after the first."""
    step = 1 if last > first else -1
    return " ".join(f"{row:02d}{c:02d}" for c in range(first + step, last + step, step))


def ground(game: Ocs, hex: str, side: str = "axis") -> int:
    """The tokens of a side on the ground of a hex."""
    return dump_at(game, game.board.hex(hex), side)


def aboard(game: Ocs, key: str) -> int:
    """The tokens on some transport."""
    return game.state[TRANSPORT][key].load


def fuelable(game: Ocs, name: str, player: str = "axis") -> bool:
    """Whether a token of fuel can reach a unit."""
    return rules(game, player, fuel(name)) == []


def fed(game: Ocs, side: str = "axis") -> list[str]:
    """The units of a side that make their trace."""
    return sorted(name for name, ok in supply_paths.traced(game, side).items() if ok)


def offered(game: Ocs, player: str = "axis") -> list[str]:
    """The kinds of action in a player's legal list."""
    return sorted({action["do"] for action in game.legal(player)})


def reach(game: Ocs, segment: str) -> None:
    """Let segments end until one of a kind is reached, if it is not that already."""
    now: Any = game.segment
    if now.kind != segment:
        end(game, game.to_act or "axis", segment)
