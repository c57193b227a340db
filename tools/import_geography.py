"""Make a map file from a folder of geographical data.

    python tools/import_geography.py RECIPE FOLDER OUTPUT

The folder holds hexes.csv (number, terrain_suggested, …), hexsides.csv (hex_a, hex_b, feature,
name), links.csv (hex_a, hex_b, kind, name) and places.csv (hex, name, kind, note), and perhaps
areas.csv (hex, feature, …) and zones.csv (zone, kind, adjacent_zones, note). The recipe, a YAML
file beside this program, says how the sheet is laid out and numbered and which kinds of the data
become which kinds of the map. A kind that the recipe does not name is refused; one that it maps
to null is left out.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from grognard.board.board import BoardError, Box
from grognard.board.draft import Draft, clean_note
from grognard.board.mapfile import read_layout
from grognard.board.mapwriter import dump
from grognard.board.text import MapError
from grognard.hexes import Numbering

Row = dict[str, str]
_PART_OF = re.compile(r";? ?hex \d+ of \d+$")


def main(recipe_path: str, folder: str, output: str) -> None:
    """Read recipe and folder, write the map file, and say what is in it."""
    recipe = yaml.safe_load(Path(recipe_path).read_text(encoding="utf-8"))
    draft = import_folder(recipe, Path(folder))
    board = draft.finish()
    Path(output).write_text(dump(board), encoding="utf-8")
    counts = ", ".join(f"{kind} {count}" for kind, count in Counter(board.terrain).most_common())
    sys.stdout.write(
        f"{output}: {board.n} hexes ({counts}), {len(board.courses)} named courses, "
        f"{len(board.places)} places, fingerprint {board.fingerprint()[:16]}\n"
    )


def import_folder(recipe: Mapping[str, Any], folder: Path) -> Draft:
    """The map that the folder describes, as a draft."""
    draft = Draft(
        recipe["name"],
        read_layout(recipe["layout"]),
        Numbering.read(recipe["numbering"]),
        _targets(recipe["hexsides"]),
        _targets(recipe["links"]),
        about=[(key, clean_note(text)) for fact in recipe["about"] for key, text in fact.items()],
    )
    _import_hexes(draft, recipe, folder / "hexes.csv")
    for name, column, kinds in (
        ("hexsides.csv", "feature", recipe["hexsides"]),
        ("links.csv", "kind", recipe["links"]),
    ):
        for line, row in _rows(folder / name):
            with_line = (folder / name, line)
            kind = _target(kinds, row[column], with_line)
            if kind is not None:
                _put_between(draft, row, kind, with_line)
    _find_exits(draft)
    _import_places(draft, recipe, folder / "places.csv")
    _import_areas(draft, folder / "areas.csv")
    _import_zones(draft, folder)
    return draft


def _rows(path: Path) -> Iterator[tuple[int, Row]]:
    """The rows of a CSV file with their line numbers; none, if the file is not there."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        for row in reader:
            yield reader.line_num, row


def _targets(kinds: Mapping[str, str | None]) -> list[str]:
    return list(dict.fromkeys(kind for kind in kinds.values() if kind))


def _target(kinds: Mapping[str, str | None], kind: str, at: tuple[Path, int]) -> str | None:
    if kind not in kinds:
        raise MapError(str(at[0]), at[1], f"the recipe does not name {kind!r}: {', '.join(kinds)}")
    return kinds[kind]


def _put_between(draft: Draft, row: Row, kind: str, at: tuple[Path, int]) -> None:
    """Add a hexside or link; one that two kinds of the data both become is added once."""
    try:
        pair = draft.pair(row["hex_a"], row["hex_b"])
        name = _plain(row["name"])
        if pair in draft.courses.get((kind, name), ()):
            return
        layer = draft.sides if kind in draft.hexside_kinds else draft.links
        if name or kind not in layer.get(pair, ()):
            draft.add(row["hex_a"], row["hex_b"], kind, name)
    except ValueError as error:
        raise MapError(str(at[0]), at[1], str(error)) from error


def _import_hexes(draft: Draft, recipe: Mapping[str, Any], path: Path) -> None:
    columns: dict[str, dict[int, str]] = {name: {} for name in recipe["attributes"]}
    for line, row in _rows(path):
        try:
            h = draft.hex(row["number"])
        except ValueError as error:
            raise MapError(str(path), line, str(error)) from error
        ground = _target(recipe["terrain"], row["terrain_suggested"], (path, line))
        if ground is None or h in draft.terrain:
            raise MapError(str(path), line, f"hex {row['number']} has two terrains or none")
        draft.terrain[h] = ground
        for name, values in columns.items():
            # What lies under a town is worth a note only where it is not what is seen.
            if row[name] and not (name == "base_terrain" and row[name] == ground):
                values[h] = row[name]
    for name, values in columns.items():
        draft.attributes[name] = tuple(values.get(h, "") for h in range(draft.grid.n))


def _find_exits(draft: Draft) -> None:
    """A named road or railway that ends in a hex on the map's edge leaves the map there."""
    edge = {h for hexes in draft.grid.edges.values() for h in hexes}
    for (kind, _), pairs in draft.courses.items():
        if kind not in draft.link_kinds:
            continue
        ends = Counter(h for pair in pairs for h in pair)
        for h in sorted(h for h, count in ends.items() if count == 1 and h in edge):
            draft.exits.setdefault(h, set()).add(kind)


def _import_places(draft: Draft, recipe: Mapping[str, Any], path: Path) -> None:
    """Places with one name and kind are one place; a name used twice gets its kind or hex."""
    groups: dict[tuple[str, str], tuple[list[str], str]] = {}
    by_ground: Mapping[str, str] = recipe["settlements"]
    for line, row in _rows(path):
        kind = _target(recipe["places"], row["kind"], (path, line))
        if kind is None:
            continue
        if kind in by_ground.values():
            lesser = list(by_ground.values())[-1]
            kind = by_ground.get(draft.terrain[draft.hex(row["hex"])], lesser)
        note = _PART_OF.sub("", " ".join(row["note"].split()))
        spread = _PART_OF.search(row["note"])
        key = (_plain(row["name"]), kind)
        if key in groups and not spread and row["hex"] not in groups[key][0]:
            key = (f"{key[0]} ({row['hex']})", kind)
        labels, _ = groups.setdefault(key, ([], note))
        if row["hex"] not in labels:
            labels.append(row["hex"])
    for (name, kind), (labels, note) in groups.items():
        taken = name in draft.places
        draft.add_place(kind, f"{name} ({kind})" if taken else name, labels, note)


def _import_areas(draft: Draft, path: Path) -> None:
    groups: dict[str, list[str]] = {}
    for _, row in _rows(path):
        labels = groups.setdefault(row["feature"], [])
        if row["hex"] not in labels:
            labels.append(row["hex"])
    for name, labels in groups.items():
        draft.add_area(name, labels)


def _import_zones(draft: Draft, folder: Path) -> None:
    members: dict[str, list[int]] = {}
    for _, row in _rows(folder / "hexes.csv"):
        if row.get("sea_zone"):
            members.setdefault(row["sea_zone"], []).append(draft.hex(row["number"]))
    for _, row in _rows(folder / "zones.csv"):
        beside = tuple(part.strip() for part in row["adjacent_zones"].split(";") if part.strip())
        hexes = tuple(sorted(members.get(row["zone"], ())))
        draft.add_box(Box(row["zone"], row["kind"], hexes, beside, clean_note(row["note"])))


def _plain(name: str) -> str:
    """A name without the signs that a map file keeps for itself."""
    return " ".join(re.sub(r"[:;|#>]", ",", name).split())


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: import_geography.py RECIPE FOLDER OUTPUT")
    try:
        main(*sys.argv[1:])
    except (BoardError, OSError) as problem:
        sys.exit(str(problem))
