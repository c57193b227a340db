"""The list of chapters: whoever puts something into a register is in it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from grognard.kit.deeds import Verb
from grognard.systems import ocs
from grognard.systems.ocs import chapters
from grognard.systems.ocs.combat import capture
from grognard.systems.ocs.fog import foresight
from grognard.systems.ocs.movement import movement, moves
from grognard.systems.ocs.naval import ships
from grognard.systems.ocs.sequence import PLAYER_TURN
from grognard.systems.ocs.turn import phases


def test_whoever_fills_a_register_is_a_chapter() -> None:
    for found in walk_packages(ocs.__path__, "grognard.systems.ocs."):
        import_module(found.name)
    hooks = [
        *foresight.PRESUMPTIONS.values(),
        *moves.ON_ENTRY, *moves.MAY_END, *moves.SETTING_OUT, *moves.MOVE_ENDED,
        *moves.FORESEEN, *phases.FORETELLING,
        *movement.HINDRANCES, *movement.ALLOWANCE_FACTORS, *movement.SURCHARGES,
        *movement.PONTOONS,
        *capture.UPON_SHIPS, *capture.BASE_TAKEN, *ships.WHEN_SUNK,
    ]  # fmt: skip
    listed = {m.__name__ for m in vars(chapters).values() if isinstance(m, ModuleType)}
    assert {hook.__module__ for hook in hooks} <= listed


def test_every_verb_of_every_chapter_is_in_the_sequence_of_play() -> None:
    """Those that are no question's answer, and no common part of others."""
    offered = {verb for part in PLAYER_TURN for verb in part.verbs}
    found = {
        value
        for module in walk_packages(ocs.__path__, "grognard.systems.ocs.")
        for value in vars(import_module(module.name)).values()
        if isinstance(value, type) and issubclass(value, Verb) and "do" in vars(value)
        if value.__module__.startswith(ocs.__name__)
    }
    assert found <= offered
