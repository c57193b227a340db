"""Positions in a line or two: units, a board, a phase; rigged dice; refusals by rule."""

from __future__ import annotations

from typing import Any

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.engine.dice import STREAM
from grognard.engine.game import Game
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import HEXES, HexStatus
from grognard.systems.wb95.system import WB95
from grognard.systems.wb95.units import UNITS, Unit

NATIONS = {"g": ("german", "German"), "s": ("soviet", "Soviet")}
MOVES = {"MOT": "trucked", "ARM": "tracked", "AG": "tracked", "ART": "trucked", "HQ": "trucked"}
POINTS = {"foot": 4, "trucked": 7, "tracked": 7}
PLAIN = {"masking": "off"}
AIR_A, BARRAGE_A, MOVE_A, ATTACK_A, STRATEGIC_A, SUPPLY_A = range(1, 7)
AIR_B, BARRAGE_B, MOVE_B, ATTACK_B, STRATEGIC_B, SUPPLY_B = range(7, 13)


def unit(name: str, hex: str | None, type: str = "INF", sp: Any = 4, **more: Any) -> dict[str, Any]:
    """One counter and where it stands; names beginning with g are German, with s Soviet.

    `sp` may be a list of strengths, full to reduced; guns take "5,3". `mp` in points, `cel` the
    number of levels (2 unless guns or a headquarters; the reduced level has about half the SP).
    Keys of the counter sheet (formation, stars, traits, size, nation, organic, move) go through;
    `at` gives facts of the unit's state (oos, disorganised, transport, cel).
    """
    side, nation = NATIONS[name[0]]
    move = more.pop("move", MOVES.get(type, "foot"))
    mp = more.pop("mp", 10 if type == "HQ" else 0 if type == "RG" else POINTS[move])
    single = type in ("HQ", "RG") or (type == "ART" and move != "tracked")
    cel = more.pop("cel", 1 if single else 2)
    sp = 0 if type == "HQ" and sp == 4 else sp
    levels = sp if isinstance(sp, list) else [sp] if cel == 1 else [sp, *[_less(sp)] * (cel - 1)]
    facts = more.pop("at", {})
    row = {
        "id": name,
        "side": more.pop("side", side),
        "nation": more.pop("nation", nation),
        "name": name,
        "type": type,
        "move": move,
        "cels": "/".join(f"{level}:{mp}" for level in levels),
        **more,
    }
    return {"row": row, "hex": hex, "facts": facts}


def _less(sp: Any) -> Any:
    return sp if isinstance(sp, str) else max(1, (sp + 1) // 2)


def field(
    *units: dict[str, Any],
    board: Board | None = None,
    phase: int = MOVE_A,
    turn: int = 1,
    options: dict[str, Any] | None = None,
    seed: int = 1,
    **spec: Any,
) -> Wb:
    """A game at the given phase of the given turn (1 to 12, as the rulebook counts).

    The German has the initiative unless `initiative` says otherwise. Masking is off unless asked
    for. Keys of a scenario (supply, fortified, entry_zones, air, barrage, victory …) go through.
    """
    board = board if board is not None else sketch(9, 9)
    rows = [item["row"] for item in units]
    setup = [
        {"hex": item["hex"], "units": [item["row"]["id"]]}
        for item in units
        if item["hex"] is not None
    ]
    state = {item["row"]["id"]: item["facts"] for item in units if item["facts"]}
    data = {
        "counters": rows,
        "setup": setup,
        "state": state,
        "begin": {"turn": turn, "phase": phase},
        **spec,
    }
    scenario = WB95.position(board, data, {**PLAIN, **(options or {})})
    return Game(WB95, scenario, seed=seed)


def rig(game: Wb, *faces: int) -> None:
    """Let the next dice fall as given."""
    place = game.state[STREAM]["now"].drawn
    game.dice.remember(place, faces)


def rules(game: Wb, player: str, action: dict[str, Any]) -> list[str]:
    """The rule ids that refuse an action; an empty list means that it is legal."""
    return [refusal.rule for refusal in game.why(player, action)]


def at(game: Wb, name: str) -> Unit:
    """What has become of a unit."""
    return game.state[UNITS][name]


def where(game: Wb, name: str) -> str:
    """The hex a unit stands in, or its place off the map."""
    found = at(game, name)
    return game.board.label(found.hex) if found.hex >= 0 else found.place


def hex_status(game: Wb, label: str) -> HexStatus:
    """Control, fortification and masking of a hex."""
    return game.state[HEXES][game.board.hex(label)]


def told(game: Wb, kind: str) -> list[dict[str, Any]]:
    """The facts of every event of a kind, in order."""
    return [dict(event.facts) for event in game.events if event.kind == kind]
