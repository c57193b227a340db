"""Assembly: what a scenario is put together from: its own file, a part it shares, its map.

Files are named by their bare names, and lie where the scenario's own file lies (see `sources`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grognard.board import mapfile
from grognard.board.board import Board
from grognard.board.overlay import apply_overlay
from grognard.engine.located import LocatedMap, ScenarioError, line_of, nearest, read_yaml
from grognard.engine.sources import MAP, OVERLAY, PART, Sources


def spec_of(sources: Sources, keys: Sequence[str]) -> LocatedMap:
    """A scenario with what it shares with others: keys of a part count where it has none itself."""
    where = sources.main
    spec = read_yaml(sources.text(where), where)
    if "include" not in spec:
        return spec
    name = spec["include"]
    if not isinstance(name, str) or Path(name).name != name or not name.endswith(PART):
        wrong = f"'include' should be the name of a file {PART}, not {name!r}"
        raise ScenarioError(where, line_of(spec, "include"), wrong)
    text = sources.find(name)
    if text is None:
        raise ScenarioError(where, line_of(spec, "include"), f"there is no part {name!r}")
    part = read_yaml(text, name)
    for key, value in part.items():
        if key == "include":
            raise ScenarioError(name, line_of(part, key), "a part includes no other part")
        if key not in keys:
            wrong = f"{key!r} is not part of a scenario; {nearest(str(key), keys)}"
            raise ScenarioError(name, line_of(part, key), wrong)
        spec.setdefault(key, value)
    return spec


def board_of(sources: Sources, spec: LocatedMap) -> Board:
    """The map that a scenario names, with its own overlay, and others that the scenario names."""
    name = file_name(sources, spec, "map", spec.get("map"))
    sheet, overlay = f"{name}{MAP}", f"{name}{OVERLAY}"
    text = sources.find(sheet)
    if text is None:
        raise ScenarioError(sources.main, line_of(spec, "map"), f"there is no map {name!r}")
    board = mapfile.read(text, sheet)
    corrections = sources.find(overlay)
    if corrections is not None:
        board = apply_overlay(board, corrections, overlay)
    given = spec.get("overlays") or []
    if not isinstance(given, list):
        wrong = f"'overlays' should be a list, not {given!r}"
        raise ScenarioError(sources.main, line_of(spec, "overlays"), wrong)
    for item in given:
        more = file_name(sources, spec, "overlays", item)
        corrections = sources.find(f"{more}{OVERLAY}")
        if corrections is None:
            wrong = f"there is no overlay {more!r}"
            raise ScenarioError(sources.main, line_of(spec, "overlays"), wrong)
        board = apply_overlay(board, corrections, f"{more}{OVERLAY}")
    return board


def file_name(sources: Sources, spec: LocatedMap, key: str, given: Any) -> str:
    """The bare name of a file that a key of a scenario gives: nothing leads out of its folder."""
    if not isinstance(given, str) or not given or Path(given).name != given:
        wrong = f"{key!r} should be the name of a file, not {given!r}"
        raise ScenarioError(sources.main, line_of(spec, key), wrong)
    return given
