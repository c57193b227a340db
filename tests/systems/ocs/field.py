"""Positions in a line or two: units, a board, a segment; rigged dice; refusals by rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from grognard.board.board import Board
from grognard.board.sketch import sketch
from grognard.engine.dice import STREAM
from grognard.engine.game import Game
from grognard.systems.ocs.ground import Ground
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.sequence import GAME_TURN
from grognard.systems.ocs.system import OCS
from grognard.systems.ocs.turn.phases import MOVEMENT
from grognard.systems.ocs.units import UNITS, Unit

SEGMENTS = GAME_TURN.segments(())
SIDES = {"a": ("axis", "German"), "s": ("allied", "Soviet")}
FACES = {
    "infantry": ("8:3 leg", "4:5 leg"),
    "armor": ("12:6 tracked", "6:10 tracked"),
    "mech": ("10:6 truck", "5:12 truck"),
    "artillery": ("-:2 leg", "-:6 truck"),
    "hq": ("-:3 truck", "-:12 truck"),
    "repl": ("0:5 leg", "0:5 leg"),
}
COLOURS = {"armor": "armor", "mech": "mech"}
MORE = {
    "artillery": {"barrage": "20/5", "range": 4},
    "hq": {"throw": "8 truck/4 truck"},
    "repl": {"size": "repl", "traits": "pax"},
}


def unit(name: str, hex: str | None, type: str = "infantry", **more: Any) -> dict[str, Any]:
    """One counter and where it stands; names beginning with a are Axis, with s Allied.

    `combat` and `move` are the sides of the counter ("8:3 leg"), `re` makes it a division, `mode`
    and `up` say how it lies. Keys of the counter sheet (ar, formation, size, traits, colour,
    barrage, range, throw) go through; `at` gives facts of the unit's state (oos, lost, internals).
    """
    side, nation = SIDES[name[0]]
    faces = FACES.get(type, FACES["infantry"])
    setup = {key: more.pop(key) for key in ("mode", "up", "lost", "within") if key in more}
    facts = more.pop("at", {})
    if more.get("re"):
        more.setdefault("size", "division")
    row = {
        "id": name,
        "side": more.pop("side", side),
        "nation": more.pop("nation", nation),
        "name": name,
        "type": type,
        "ar": 0 if type == "hq" else 3,
        "combat": faces[0],
        "move": faces[1],
        "colour": COLOURS.get(type, "other"),
        **MORE.get(type, {}),
        **more,
    }
    return {"row": row, "hex": hex, "setup": setup, "facts": facts}


GROUNDS: dict[tuple[str, ...], Ground] = {}
"""The meadow, read through the charts."""


@cache
def meadow() -> Board:
    """Open ground, where a test asks for no other."""
    return sketch(9, 9)


def field(
    *units: dict[str, Any],
    board: Board | None = None,
    segment: str = MOVEMENT,
    player: str = "axis",
    first: str = "axis",
    turn: int = 1,
    options: dict[str, Any] | None = None,
    seed: int = 1,
    fuelled: bool = True,
    started: bool = True,
    packs: Sequence[Path] = (),
    **spec: Any,
) -> Ocs:
    """A game at the given segment of the given player's turn (his who is phasing).

    The Axis goes first unless `first` says otherwise; the ground is dry. With `fuelled`, every unit
    has fuel for the phase under way. Keys of a scenario (dumps, transport, bases, ports …) go
    through; `limits` are merged into the sides.
    """
    plain = board is None and not packs and not spec.keys() & {"tables", "overlays", "window"}
    board = board if board is not None else meadow()
    setup = [
        {"hex": item["hex"], "units": [item["row"]["id"]], **item["setup"]}
        for item in units
        if item["hex"] is not None
    ]
    limits = spec.pop("limits", {})
    sides = {side: {"nation": nation, **limits.get(side, {})} for side, nation in SIDES.values()}
    data = {
        "counters": [item["row"] for item in units],
        "setup": setup,
        "state": _facts(units, fuelled, segment, int(player != first), turn),
        "begin": {"turn": turn, "segment": segment, "player": player},
        "first": first,
        "weather": "dry",
        "sides": sides,
        **spec,
    }
    scenario = OCS.position(board, data, options or {}, packs)
    if plain:  # what a step costs on the same ground by the same charts is worked out once
        shared = GROUNDS.setdefault(scenario.sides, scenario.ground)
        assert shared.movement == scenario.ground.movement
        scenario = replace(scenario, ground=shared)
    game: Ocs = Game(OCS, scenario, seed=seed, started=started)
    return game


def _facts(
    items: tuple[dict[str, Any], ...], fuelled: bool, segment: str, half: int, turn: int
) -> dict[str, Any]:
    """Facts of the units' state; fuel for the phase of the segment."""
    fuel = {"fuelled": serial(segment, half, turn)} if fuelled else {}
    found = {item["row"]["id"]: {**fuel, **item["facts"]} for item in items}
    return {name: facts for name, facts in found.items() if facts}


def serial(segment: str, half: int = 0, turn: int = 1) -> int:
    """The first serial of the phase of a segment: what marks of "this phase" hold."""
    place = GAME_TURN.place(segment, half)
    return (turn - 1) * len(SEGMENTS) + place - SEGMENTS[place].offset


def rig(game: Ocs, *faces: int) -> None:
    """Let the next dice fall as given."""
    place = game.state[STREAM]["now"].drawn
    game.dice.remember(place, faces)


def rules(game: Ocs, player: str, action: dict[str, Any]) -> list[str]:
    """The rule ids that refuse an action; an empty list means that it is legal."""
    return [refusal.rule for refusal in game.why(player, action)]


def at(game: Ocs, name: str) -> Unit:
    """What has become of a unit."""
    return game.state[UNITS][name]


def where(game: Ocs, name: str) -> str:
    """The hex a unit stands in, or its place off the map."""
    found = at(game, name)
    return game.board.label(found.hex) if found.hex >= 0 else found.place


def move(*names: str, to: str, **more: Any) -> dict[str, Any]:
    """A move along a path of hexes with blanks between."""
    return {"do": "move", "units": list(names), "path": to.split(), **more}


def mode(*names: str, to: str, **more: Any) -> dict[str, Any]:
    """A change of mode."""
    return {"do": "mode", "units": list(names), "mode": to, **more}


def end(game: Ocs, player: str, until: str = "") -> None:
    """End segments, one or until the segment's kind is reached, answering by default."""
    while True:
        play(game, player, {"do": "end"})
        segment: Any = game.segment
        if not until or segment.kind == until or game.over:
            return
        player = game.to_act or player


def play(game: Ocs, player: str, action: dict[str, Any]) -> None:
    """Take an action and answer every question it raises by its default."""
    game.play(player, action)
    while not game.at_checkpoint:
        decision = game.decisions[0]
        answer = decision.ask.default or next(game.legal(decision.player))
        game.play(decision.player, answer)


def told(game: Ocs, kind: str) -> list[dict[str, Any]]:
    """The facts of every event of a kind, in order."""
    return [dict(event.facts) for event in game.events if event.kind == kind]
