"""The list of chapters: whoever puts something into a register is in it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from grognard.systems import ocs
from grognard.systems.ocs import chapters
from grognard.systems.ocs.combat import capture
from grognard.systems.ocs.fog import foresight
from grognard.systems.ocs.movement import movement, moves
from grognard.systems.ocs.naval import ships
from grognard.systems.ocs.turn import phases


def test_whoever_fills_a_register_is_a_chapter() -> None:
    for found in walk_packages(ocs.__path__, "grognard.systems.ocs."):
        import_module(found.name)
    hooks = [
        *(hook for every in phases.ON_ENTER.values() for hook in every),
        *(hook for every in phases.ON_LEAVE.values() for hook in every),
        *(deed for every in phases.DEEDS.values() for deed in every),
        *foresight.PRESUMPTIONS.values(),
        *phases.ON_PHASE_END, *phases.OBLIGATIONS,
        *moves.ON_ENTRY, *moves.MAY_END, *moves.SETTING_OUT, *moves.MOVE_ENDED,
        *movement.HINDRANCES, *movement.ALLOWANCE_FACTORS, *movement.SURCHARGES,
        *movement.PONTOONS,
        *capture.UPON_SHIPS, *capture.BASE_TAKEN, *ships.WHEN_SUNK,
    ]  # fmt: skip
    listed = {m.__name__ for m in vars(chapters).values() if isinstance(m, ModuleType)}
    assert {hook.__module__ for hook in hooks} <= listed
