"""Releases: copies of Grognard in which something was mended, run in processes of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.engine.rulebook import PACKAGE

RULE = (
    "systems/wb95/movement/movement.py",
    'reasons: list[Reason] = [("the ground", base, "3.1.11")]',
    'reasons: list[Reason] = [("the ground", base + 6, "3.1.11")]',
)
"""Every hex costs half a point more: most of what was marched would be refused."""
COUNTER = (
    "scenarios/wb95/moscow-1941-counters.csv",
    "de-7-pz,german,German,25,7 ARM,LVI,ARM,R,tracked,4:7/2:7,",
    "de-7-pz,german,German,25,7 ARM,LVI,ARM,R,tracked,9:9/8:9,",
)
TABLE = (
    "systems/wb95/tables/combat.csv",
    "7,A2 -1 / -,A1 / -,A1 / -,-1 / -1,- / D1,- / D2,",
    "7,A2 -1 / -,A1 / -,A1 / -,-1 / -1,- / D1,- / D5,",
)


@dataclass(frozen=True)
class Release:
    """A copy of the package."""

    root: Path

    def edit(self, path: str, old: str, new: str) -> Release:
        """The same with some words replaced, which must stand there once."""
        file = self.root / "grognard" / path
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, (path, old)
        file.write_text(text.replace(old, new), encoding="utf-8")
        return self

    def run(self, script: str, *given: str) -> Any:
        """What a script says on its last line when it is run by this release."""
        done = subprocess.run(
            [sys.executable, "-c", script, *given],
            env={**os.environ, "PYTHONPATH": str(self.root)}, capture_output=True,
            encoding="utf-8", timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout.splitlines()[-1])


def copied(folder: Path) -> Release:
    """Grognard as it stands, without what no rule needs; compiled modules go with it."""
    left_out = shutil.ignore_patterns("web", "fonts")
    shutil.copytree(PACKAGE, folder / "grognard", ignore=left_out)
    return Release(folder)
