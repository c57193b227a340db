"""The notebook of a small agent runs from end to end, here with hardly a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "examples" / "klin_agent.ipynb"
SIZES = "CANDIDATES, POPULATION, BEST, ROUNDS, GAMES, TRIAL = "


def test_the_notebook_runs() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    sizes = next(line for line in code[0].splitlines() if line.startswith(SIZES))
    code[0] = code[0].replace(sizes, f"{SIZES}6, 2, 1, 1, 1, 1")
    names: dict[str, Any] = {}
    for cell in code:
        exec(cell, names)
    assert len(names["learned"]) == len(names["by_chance"]) == 1
    assert len(names["mean"]) == len(names["NAMES"])


def test_its_outputs_are_those_of_a_run() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    told = "".join("".join(out["text"]) for cell in cells for out in cell.get("outputs", ()))
    assert "by chance:" in told
    assert "learned:" in told
