"""The library of scenarios and systems: finding them by name, beginning and loading games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.engine import saves
from grognard.engine.game import Game
from grognard.engine.located import nearest, read_yaml
from grognard.engine.system import Scenario, System
from grognard.systems.wb95.system import WB95

SYSTEMS: Mapping[str, System[Any]] = {WB95.name: WB95}
_SHELF = Path(__file__).parent / "scenarios"


class UnknownName(LookupError):
    """No scenario or system has that name."""


def scenario_ids() -> list[str]:
    """Every scenario that can be played, as `system/name`."""
    return sorted(
        f"{folder.name}/{path.stem}"
        for folder in _SHELF.iterdir()
        if folder.name in SYSTEMS
        for path in folder.glob("*.yaml")
    )


def find_system(name: str) -> System[Any]:
    """A system by its name."""
    if name not in SYSTEMS:
        raise UnknownName(f"there is no system {name!r}; {nearest(name, SYSTEMS)}")
    return SYSTEMS[name]


def find_scenario(
    name: str | Path, options: Mapping[str, Any] | None = None, packs: Sequence[str | Path] = ()
) -> tuple[System[Any], Scenario]:
    """A scenario by its name, or from a file of one's own, with packs of one's own values."""
    folders = tuple(Path(pack) for pack in packs)
    for folder in folders:
        if not folder.is_dir():
            raise UnknownName(f"there is no pack {folder.name!r}: a pack is a folder of CSV files")
    if isinstance(name, Path) or str(name).endswith(".yaml"):
        system = find_system(str(read_yaml(Path(name)).get("system")))
        return system, system.load(Path(name), options or {}, folders)
    if name not in scenario_ids():
        raise UnknownName(f"there is no scenario {name!r}; {nearest(name, scenario_ids())}")
    shelf, stem = name.split("/")
    system = find_system(shelf)
    return system, system.load(_SHELF / shelf / f"{stem}.yaml", options or {}, folders)


def new(
    scenario: str | Path,
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    packs: Sequence[str | Path] = (),
) -> Game[Any]:
    """Begin a game. The same seed gives the same dice; without one they are secret and fair.

    A pack is a folder of tables and counter sheets by which a player replaces ours.
    """
    system, found = find_scenario(scenario, options, packs)
    return Game(system, found, seed)


def load(
    path: str | Path,
    scenario: Scenario | None = None,
    packs: Sequence[str | Path] = (),
    salvage: bool = False,
) -> Game[Any]:
    """Read a saved game and play it again up to where it was saved.

    `scenario` is needed for games on positions that are in no file, `packs` for games that were
    played with them. `salvage` drops a last line that a crash has left half written.
    """
    return saves.load(Path(path), _resolver(scenario, packs), salvage)


def verify(
    path: str | Path, scenario: Scenario | None = None, packs: Sequence[str | Path] = ()
) -> list[str]:
    """Check a saved game from end to end; say what was checked."""
    return saves.verify(Path(path), _resolver(scenario, packs))


def _resolver(scenario: Scenario | None, packs: Sequence[str | Path]) -> saves.Resolve:
    """How a save's header leads to its system and scenario."""

    def resolve(head: dict[str, Any]) -> tuple[System[Any], Scenario]:
        system = find_system(head["system"])
        if scenario is not None:
            return system, scenario
        return find_scenario(head["scenario"], head["options"], packs)

    return resolve
