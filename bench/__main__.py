"""`python -m bench`: every figure, as a table for people or as JSON for programs.

`python -m bench load` measures one part alone.
"""

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
    parts = {_name(part): part for part in every_part()}
    told = f"what to measure, of {', '.join(parts)}; all if nothing is said"
    read.add_argument("parts", nargs="*", choices=[[], *parts], metavar="PART", help=told)
    asked = read.parse_args(words)
    chosen = [parts[name] for name in asked.parts] or list(parts.values())
    with stderr.status("measuring") if stderr.is_terminal else nullcontext():
        results = measured(chosen)
    if asked.json:
        print(json.dumps({"results": [result.to_json() for result in results]}))
    else:
        console.print(_grid(results))


def benches(book: str) -> list[ModuleType]:
    """The modules here that measure a rulebook: they say so by its name."""
    names = sorted(found.name for found in iter_modules(bench.__path__, "bench."))
    modules = [import_module(name) for name in names if not name.endswith("__main__")]
    return [module for module in modules if getattr(module, "BOOK", "") == book]


def every_part() -> list[ModuleType]:
    """Whatever can be measured; what needs a browser and a page comes last."""
    books = [part for book in library.BOOKS for part in benches(book)]
    return [*books, letters, server, load, table, crowd, moves]


def _name(part: ModuleType) -> str:
    return part.__name__.rpartition(".")[2]


def measured(parts: Sequence[ModuleType]) -> list[Result]:
    """The figures of some parts; those of the table only where there is a browser and a page."""
    results: list[Result] = []
    for part in parts:
        try:
            results += part.run()
        except table.NoTable as missing:
            stderr.print(f"the table was not measured: {missing}", highlight=False)
            break
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
