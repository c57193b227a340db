"""`python -m bench`: every figure, as a table for people or as JSON for programs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from rich.console import Console
from rich.table import Table as Grid

import bench
from bench import crowd, letters, load, moves, server, table
from bench.measuring import Result
from grognard import library

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


def benches(book: str) -> list[ModuleType]:
    """The modules here that measure a rulebook: they say so by its name."""
    names = sorted(found.name for found in iter_modules(bench.__path__, "bench."))
    modules = [import_module(name) for name in names if not name.endswith("__main__")]
    return [module for module in modules if getattr(module, "BOOK", "") == book]


def measured() -> list[Result]:
    """Every figure; those of the table only where there is a browser and a page."""
    parts = [part for book in library.BOOKS for part in benches(book)]
    results = [result for part in (*parts, letters, server, load) for result in part.run()]
    try:
        return [*results, *table.run(), *crowd.run(), *moves.run()]
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
