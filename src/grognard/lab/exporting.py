"""Results of games as a table, a row for each game: as CSV, or as Parquet with the extra for it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from grognard.lab.simulate import Result

KINDS = (".parquet", ".csv")
"""How the names of such files end."""
PLAIN = (
    "winner",
    "winning_player",
    "victory",
    "result",
    "turns",
    "decisions",
    "seconds",
    "cpu",
    "error",
)
"""What is of the game as a whole."""


def row_of(result: Result) -> dict[str, Any]:
    """A game as a row: a column for each thing that is one value, by side where it is a side's."""
    row: dict[str, Any] = {"game": result.game, "seed": result.seed}
    row |= {f"player.{side}": name for side, name in result.players.items()}
    row |= {name: getattr(result, name) for name in PLAIN}
    for side, thought in result.thought.items():
        row |= {f"{name}.{side}": thought[name] for name in ("decisions", "refused", "seconds")}
    return row | {f"account.{name}": value for name, value in _flat(result.account)}


def _flat(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What is nested, by names with dots; lists as JSON."""
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{more}", one) for more, one in _flat(value))
        else:
            yield name, json.dumps(value) if isinstance(value, list) else value


def rows_of(results: Sequence[Result]) -> list[dict[str, Any]]:
    """All games as rows that have the same columns."""
    rows = [row_of(result) for result in results]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return [{name: row.get(name) for name in columns} for row in rows]


def check_out(path: Path) -> None:
    """Refuse a file that is neither, or for which something is not installed."""
    if path.suffix not in KINDS:
        raise ValueError(f"{path.name} should end in {' or '.join(KINDS)}")
    if path.suffix == ".parquet":
        import_module("pyarrow.parquet")
    path.parent.mkdir(parents=True, exist_ok=True)


def write_out(results: Sequence[Result], path: Path) -> None:
    """Write the games as a table."""
    rows = rows_of(results)
    if path.suffix == ".parquet":
        pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        parquet.write_table(pyarrow.Table.from_pylist(rows), path)
        return
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, list(rows[0]) if rows else ["game"])
        writer.writeheader()
        writer.writerows(rows)
