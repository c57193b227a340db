"""Shelves: a copy of ours in which something is mended, as by a new release of Grognard."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from grognard import library
from grognard.engine.rulebook import PACKAGE
from grognard.kit.book import Book
from grognard.server import scenario_versions
from grognard.systems.wb95 import charts

COUNTERS = "scenarios/wb95/moscow-1941-counters.csv"
KLIN = "scenarios/wb95/klin.yaml"
COUNTER = (COUNTERS, "25,7 ARM,LVI,ARM,R,tracked,4:7/2:7,", "25,7 ARM,LVI,ARM,R,tracked,9:9/8:9,")
"""Another strength for one counter of Klin."""
STRANGER = (COUNTERS, "330,183 INF,XX,INF,R,foot,3:4/2:4", "330,183 INF,XX,INF,R,foot,3:4/1:4")
"""Another strength for a counter that is not in Klin."""
CELL = (
    "tables/combat.csv",
    "7,A2 -1 / -,A1 / -,A1 / -,-1 / -1,- / D1,- / D2,",
    "7,A2 -1 / -,A1 / -,A1 / -,-1 / -1,- / D1,- / D5,",
)
DUG_IN = (KLIN, 'fortified: ["2719"]', 'fortified: ["2719", "2716"]')
"""One more hex that is fortified when the game begins."""
PLACE = (KLIN, '{hex: "3021", units: [de-106-241]}', '{hex: "3022", units: [de-106-241]}')
"""Another hex for one counter to begin in."""
AMONG_FOES = (KLIN, '{hex: "2822", units: [de-14-art]}', '{hex: "2718", units: [de-14-art]}')
"""A counter that begins in a hex into which the enemy may have gone."""


@dataclass(frozen=True)
class Shelf:
    """A shelf that takes the place of ours with its first mend."""

    root: Path
    patch: pytest.MonkeyPatch

    def mend(self, file: str, old: str, new: str) -> Shelf:
        """Mend a file, in which the old words must stand once."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (file, old)
        path.write_text(text.replace(old, new), encoding="utf-8")
        self.patch.setattr(
            Book, "shelf", property(lambda book: self.root / "scenarios" / book.name)
        )
        self.patch.setattr(library, "MAPS", self.root / "scenarios" / "maps")
        self.patch.setattr(charts, "_FOLDER", self.root / "tables")
        forget()
        return self


def forget() -> None:
    """Have the server read its shelf again."""
    scenario_versions._from_shelf.cache_clear()
    scenario_versions._from_store.cache_clear()


def shelf_in(folder: Path, patch: pytest.MonkeyPatch) -> Shelf:
    """A copy of our shelf, and of the charts of WB-95."""
    shutil.copytree(PACKAGE / "scenarios", folder / "scenarios")
    shutil.copytree(PACKAGE / "systems" / "wb95" / "tables", folder / "tables")
    return Shelf(folder, patch)
