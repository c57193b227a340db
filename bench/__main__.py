"""`python -m bench`: every figure, as a table for people or as JSON for programs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import nullcontext

from rich.console import Console
from rich.table import Table as Grid

from bench import husky, moscow, ocs, server, table, wb95
from bench.measuring import Result

console, stderr = Console(), Console(stderr=True)


def main(words: Sequence[str] | None = None) -> None:
    """Measure all there is, and tell it."""
    read = argparse.ArgumentParser("python -m bench", description="Measure the hot paths.")
    read.add_argument("--json", action="store_true", help="for programs")
    as_json = read.parse_args(words).json
    with stderr.status("measuring") if stderr.is_terminal else nullcontext():
        results = measured()
    if as_json:
        print(json.dumps({"results": [result.to_json() for result in results]}))
    else:
        console.print(_grid(results))


def measured() -> list[Result]:
    """Every figure; those of the table only where there is a browser and a page."""
    results = [result for part in (wb95, moscow, ocs, husky, server) for result in part.run()]
    try:
        return [*results, *table.run()]
    except table.NoTable as missing:
        stderr.print(f"the table was not measured: {missing}", highlight=False)
        return results


def _grid(results: Sequence[Result]) -> Grid:
    grid = Grid("what", "ours", "peer", "ratio", "goal")
    for result in results:
        grid.add_row(
            result.name,
            f"{result.ours:.3g} {result.unit}",
            "" if result.peer is None else f"{result.peer:.3g} {result.unit}",
            "" if result.ratio is None else f"{result.ratio:.2f}",
            "" if result.goal is None else f"{result.goal:g}",
        )
    return grid


if __name__ == "__main__":
    main()
