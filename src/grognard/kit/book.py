"""Book: a rulebook as the house knows it, in one line where it stands.

    BOOK = Book(__name__, system="system:WB95", table="table.tabletop:TABLETOP")

Library, laws, proofs, pictures and server walk over the books and name no system. The parts
are named, not imported, so that a book costs nothing until somebody opens it. A book that is not
ours is found by the entry point `grognard.systems` of the package that brings it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from grognard.engine.system import System
from grognard.kit.proof import Proof
from grognard.table.tabletop import Tabletop


@dataclass(frozen=True)
class Book:
    """Where the parts of a rulebook are: each as `module:name`, the module from its own package on.

    `staff` makes the opponent that plays it; a book without one is played by chance and by people.
    `promised` are the chapters that are still to be written: until then the matrix of its rules
    shows their gaps, and nobody asks it to be whole. One that is still `building` is on no list of
    what can be played: whoever knows its scenarios by name may try them.
    """

    package: str
    system: str
    table: str = ""
    proof: str = ""
    staff: str = ""
    promised: tuple[str, ...] = ()
    building: bool = False

    @property
    def name(self) -> str:
        """Its short name, which is that of its folder."""
        return self.package.rpartition(".")[2]

    @cached_property
    def folder(self) -> Path:
        """Where it stands, with its rules, summaries, proofs and tables."""
        file = import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    @cached_property
    def shelf(self) -> Path:
        """Where its scenarios lie: in its own folder, or beside ours."""
        own = self.folder / "scenarios"
        return own if own.is_dir() else self.folder.parent.parent / "scenarios" / self.name

    def opened(self) -> System[Any]:
        """The system itself."""
        found: System[Any] = self._part(self.system)
        return found

    def tabletop(self) -> Tabletop:
        """Its words for a screen; the plain ones if it has none."""
        found: Tabletop = self._part(self.table) if self.table else Tabletop()
        return found

    def proven(self) -> Proof | None:
        """What its laws are tried on, if it says."""
        return self._part(self.proof) if self.proof else None

    def commander(self, doctrine: Any = None) -> Any:
        """Whoever commands for the staff, by some doctrine or its own; None if it has no staff."""
        return self._part(self.staff)(doctrine) if self.staff else None

    def _part(self, where: str) -> Any:
        module, _, name = where.partition(":")
        full = module if module.startswith("grognard.") else f"{self.package}.{module}"
        return getattr(import_module(full), name)
