"""Ship weights that were trained, and write into the manual how good they are.

    python -m grognard.lab.train_value wb95/klin ... --into FOLDER
    python tools/report_value.py FOLDER

Weights in the folder that are better than those that ship are taken over, with their notes; then
the table between `<!-- value: learned -->` and `<!-- end of value -->` is made of all notes that
ship. Without a folder only the table is written.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grognard.players.commander.weights import FOLDER, Weights  # noqa: E402
from tools.manual import insert  # noqa: E402

DOCS = ROOT / "docs"
MOST = 5
"""Turns of a scenario that the table tells of, spread over the game."""
HEAD = (
    "| Scenario | Positions of | AUC | by rule of thumb | Brier | by rule of thumb | Foreseen |",
    "|---|---|---|---|---|---|---|",
)
FIGURES = {
    "auc": 2, "auc by rule of thumb": 2, "brier": 3, "brier by rule of thumb": 3,
    "lead foreseen": 2,
}  # fmt: skip
"""What the table tells, with how many digits."""


def ship(folder: Path) -> Iterator[str]:
    """Take over what is better, by the games that it was learned from; say what was done."""
    for path in sorted(folder.glob("*.npz")):
        Weights.read(path)
        note, old = _note(path), FOLDER / path.name
        if old.exists() and _note(old)["games"] >= note["games"]:
            yield f"{path.name}: those that ship were learned from as many games, and stay"
            continue
        FOLDER.mkdir(exist_ok=True)
        copyfile(path, old)
        copyfile(path.with_suffix(".json"), old.with_suffix(".json"))
        yield f"{path.name}: learned from {note['games']} games, and ships"


def table() -> str:
    """How good all weights are that ship."""
    rows = [line for path in sorted(FOLDER.glob("*.npz")) for line in _rows(_note(path))]
    return "\n".join((*HEAD, *rows))


def _note(path: Path) -> dict[str, Any]:
    note: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return note


def _rows(note: dict[str, Any]) -> Iterator[str]:
    """A scenario: all of its turns, then some of them."""
    title = f"`{note['scenario']}`, {note['games']} games"
    turns = list(note["by turn"])
    step = max(1, -(-len(turns) // MOST))
    for name, found in [
        ("all turns", note["held out"]),
        *((f"turn {turn}", note["by turn"][turn]) for turn in turns[::step]),
    ]:
        shown = (
            "" if found[key] is None else f"{found[key]:.{digits}f}"
            for key, digits in FIGURES.items()
        )  # fmt: skip
        yield f"| {title} | {name} | {' | '.join(shown)} |"
        title = ""


def main(paths: list[str]) -> None:
    """Ship what is in the folders, and write the table."""
    for path in paths:
        for line in ship(Path(path)):
            print(line)
    insert(DOCS, "value", "learned", table())


if __name__ == "__main__":
    main(sys.argv[1:])
