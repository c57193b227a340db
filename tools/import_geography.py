"""Make a map file from a folder of geographical data.

    python tools/import_geography.py RECIPE FOLDER [FOLDER …] OUTPUT

The first folder holds hexes.csv (number, terrain_suggested, …), hexsides.csv (hex_a, hex_b,
feature, name), links.csv (hex_a, hex_b, kind, name) and places.csv (hex, name, kind, note), and
perhaps areas.csv (hex, feature, …) and zones.csv (zone, kind, adjacent_zones, note); further tables
that the recipe names are looked for in all folders. The recipe, a YAML file beside this program,
says how the sheet is laid out and numbered and which kinds of the data become which kinds of the
map. A kind that the recipe does not name is refused; one that it maps to null is left out.
Where the data need it, the recipe also says

- `ground` and `settlement`: the columns of hexes.csv with the ground and with the town upon it, if
  terrain_suggested is not to be both;
- `attributes`: a list of columns to keep as they are; or names, each with the `column`, the `step`
  to which its numbers are rounded, and perhaps a factor `times`; what comes to 0 is left out;
- `several`: the sign between the names of a hexside or link that has more than one;
- `spread`: kinds of place that are one place where they adjoin under one name;
- `told_apart`: `hex`, if towns of one name and different kinds have their hexes behind it;
- `noted`: the first words of a note, and the kind that such a place becomes; null leaves it out;
- `names`: places that are not in the data, as maps of a `kind`, its names and their hexes;
- `regraded`: a ground that becomes another where columns are `below` or at `least` some numbers;
- `unsaid`: a pattern of words that notes are kept without;
- `bridged`: kinds of hexside that stay only where a link of one of the kinds named crosses;
- `settled`: a table of hexes whose `column` says what town stands there, instead of the column
  of hexes.csv; `terrain` gives some of those towns a ground of their own;
- `registered`: a table of places by hex, name and kind that count; `otherwise` says what the
  others of its kinds become;
- `grouped`: a table of hexes that are places of a `kind`, one for each value of the columns `by`,
  under the `names` given; with `otherwise: null` what has no name there is left out;
- `areas`: hexes that areas have besides those of the table;
- `marked`: areas that are also a place of their kind under the name given, so that they are drawn;
- `attributed`: attributes that are not in the data, as maps of values and their hexes;
- `named_from`: how many steps a course of some kinds must have to keep its name;
- `contours`: a `kind` of link to run along both banks of some `waters` through the hexes of an
  `area`, and a hex further at either end.

A `note` of such a table adds words to the places it names: each column with its text, in which
`*` is the value, or with a text for each value.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from grognard.board.board import Board, BoardError, Box
from grognard.board.draft import Draft, clean_note
from grognard.board.mapfile import read_layout
from grognard.board.mapwriter import dump
from grognard.board.text import MapError
from grognard.hexes import Numbering

Row = dict[str, str]
Key = tuple[str, str, str]
"""The hex, name and kind of a place; a town's kind is left empty."""
_PART_OF = re.compile(r";? ?hex \d+ of \d+$")


def main(recipe_path: str, *folders_and_output: str) -> None:
    """Read recipe and folders, write the map file, and say what is in it."""
    *folders, output = folders_and_output
    recipe = yaml.safe_load(Path(recipe_path).read_text(encoding="utf-8"))
    draft = import_folder(recipe, *map(Path, folders))
    board = draft.finish()
    Path(output).write_text(dump(board), encoding="utf-8")
    counts = ", ".join(f"{kind} {count}" for kind, count in Counter(board.terrain).most_common())
    sys.stdout.write(
        f"{output}: {board.n} hexes ({counts}), {len(board.courses)} named courses, "
        f"{len(board.places)} places, fingerprint {board.fingerprint()[:16]}\n"
    )


def import_folder(recipe: Mapping[str, Any], folder: Path, *others: Path) -> Draft:
    """The map that the folder describes, with tables from others, as a draft."""
    tables = {key: recipe[key] for key in ("settled", "registered", "grouped") if key in recipe}
    paths = {key: _found(table["file"], folder, *others) for key, table in tables.items()}
    draft = Draft(
        recipe["name"],
        read_layout(recipe["layout"]),
        Numbering.read(recipe["numbering"]),
        _targets(recipe["hexsides"]),
        _targets(recipe["links"]),
        about=[(key, clean_note(text)) for fact in recipe["about"] for key, text in fact.items()],
    )
    towns = _import_hexes(draft, recipe, folder / "hexes.csv")
    if "settled" in recipe:
        towns = _settle(draft, recipe["settled"], paths["settled"])
    for name, column, kinds in (
        ("hexsides.csv", "feature", recipe["hexsides"]),
        ("links.csv", "kind", recipe["links"]),
    ):
        for line, row in _rows(folder / name):
            with_line = (folder / name, line)
            kind = _target(kinds, row[column], with_line)
            if kind is not None:
                for title in _titles(row["name"], recipe.get("several")):
                    _put_between(draft, row, kind, title, with_line)
    _drop_bridges(draft, recipe.get("bridged", {}))
    _drop_names(draft, recipe.get("named_from", {}))
    _find_exits(draft)
    _import_places(draft, recipe, towns, folder / "places.csv", paths)
    if "grouped" in recipe:
        _import_groups(draft, recipe["grouped"], paths["grouped"])
    _import_areas(draft, folder / "areas.csv", recipe.get("areas", {}))
    for kind, name in recipe.get("marked", {}).items():
        draft.add_place(kind, name, [draft.grid.label(h) for h in draft.areas[kind]])
    for name, values in recipe.get("attributed", {}).items():
        given = {draft.hex(label): value for value in values for label in values[value].split()}
        draft.attributes[name] = tuple(given.get(h, "") for h in range(draft.grid.n))
    if "contours" in recipe:
        draw_contours(draft, **recipe["contours"])
    _import_zones(draft, folder)
    return draft


def _found(name: str, *folders: Path) -> Path:
    """Where a table is."""
    for folder in folders:
        if (folder / name).exists():
            return folder / name
    raise MapError(name, 0, "none of the folders has this table")


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


def _titles(name: str, sign: str | None) -> list[str]:
    """The names that a row has; one that is empty if it has none."""
    return [_plain(part) for part in (name.split(sign) if sign else [name])]


def _put_between(draft: Draft, row: Row, kind: str, name: str, at: tuple[Path, int]) -> None:
    """Add a hexside or link; one that two kinds of the data both become is added once."""
    try:
        pair = draft.pair(row["hex_a"], row["hex_b"])
        if pair in draft.courses.get((kind, name), ()):
            return
        layer = draft.sides if kind in draft.hexside_kinds else draft.links
        if name or kind not in layer.get(pair, ()):
            draft.add(row["hex_a"], row["hex_b"], kind, name)
    except ValueError as error:
        raise MapError(str(at[0]), at[1], str(error)) from error


def _import_hexes(draft: Draft, recipe: Mapping[str, Any], path: Path) -> dict[int, str]:
    """The ground of every hex and what else is kept of it; give back what towns stand on them."""
    ground_column = recipe.get("ground", "terrain_suggested")
    measures = _measures(recipe["attributes"])
    columns: dict[str, dict[int, str]] = {name: {} for name in measures}
    towns: dict[int, str] = {}
    for line, row in _rows(path):
        try:
            h = draft.hex(row["number"])
        except ValueError as error:
            raise MapError(str(path), line, str(error)) from error
        ground = _target(recipe["terrain"], _graded(recipe, row, ground_column), (path, line))
        if ground is None or h in draft.terrain:
            raise MapError(str(path), line, f"hex {row['number']} has two terrains or none")
        draft.terrain[h] = ground
        towns[h] = row[recipe["settlement"]] if "settlement" in recipe else ground
        for name, measure in measures.items():
            value = _measured(row, measure)
            # What lies under a town is worth a note only where it is not what is seen.
            if value and not (name == "base_terrain" and value == ground):
                columns[name][h] = value
    for name, values in columns.items():
        draft.attributes[name] = tuple(values.get(h, "") for h in range(draft.grid.n))
    return towns


def _graded(recipe: Mapping[str, Any], row: Row, column: str) -> str:
    """The ground of a hex, or the one that it becomes by its measures."""
    for grade in recipe.get("regraded", ()):
        below, least = grade.get("below", {}), grade.get("least", {})
        if (
            row[column] == grade["ground"]
            and all(float(row[name]) < limit for name, limit in below.items())
            and all(float(row[name]) >= limit for name, limit in least.items())
        ):
            return str(grade["becomes"])
    return row[column]


def _settle(draft: Draft, table: Mapping[str, Any], path: Path) -> dict[int, str]:
    """What town stands on each hex by a table of its own; some are a ground of their own."""
    towns = dict.fromkeys(range(draft.grid.n), "")
    for _, row in _rows(path):
        h, town = draft.hex(row["hex"]), row[table["column"]]
        towns[h] = town
        draft.terrain[h] = table.get("terrain", {}).get(town, draft.terrain[h])
    return towns


def _drop_bridges(draft: Draft, bridged: Mapping[str, list[str]]) -> None:
    """A bridge of a railway that the game does not know is none."""
    for kind, links in bridged.items():
        for pair, kinds in draft.sides.items():
            if kind in kinds and not draft.links.get(pair, set()).intersection(links):
                draft.remove(*(draft.grid.label(h) for h in pair), kind)


def _measures(given: list[str] | Mapping[str, Row]) -> dict[str, Mapping[str, Any]]:
    """The attributes to be kept: by name the column of each, and how it is rounded."""
    if isinstance(given, Mapping):
        return dict(given)
    return {name: {"column": name} for name in given}


def _measured(row: Row, measure: Mapping[str, Any]) -> str:
    """What a column says; of a number so many steps, and nothing of too few."""
    value, step = row[measure["column"]], measure.get("step")
    if step is None or not value:
        return value
    steps = Fraction(value) * measure.get("times", 1) / step
    return str(round(steps) * step) if round(steps) else ""


def _find_exits(draft: Draft) -> None:
    """A named road or railway that ends in a hex on the map's edge leaves the map there."""
    edge = {h for hexes in draft.grid.edges.values() for h in hexes}
    for (kind, _), pairs in draft.courses.items():
        if kind not in draft.link_kinds:
            continue
        ends = Counter(h for pair in pairs for h in pair)
        for h in sorted(h for h, count in ends.items() if count == 1 and h in edge):
            draft.exits.setdefault(h, set()).add(kind)


def _drop_names(draft: Draft, least: Mapping[str, int]) -> None:
    """A short road has no name: it is drawn on beyond its ends, and ends where it ends."""
    for kind, name in list(draft.courses):
        if len(draft.courses[kind, name]) < least.get(kind, 0):
            del draft.courses[kind, name]


def _import_places(
    draft: Draft,
    recipe: Mapping[str, Any],
    towns: Mapping[int, str],
    path: Path,
    tables: Mapping[str, Path],
) -> None:
    """Places with one name and kind are one place; a name used twice gets its kind or hex.

    Towns are named first: it is the airfield that is told apart from its town.
    """
    groups: dict[tuple[str, str], tuple[list[str], str]] = {}
    by_town: Mapping[str, str] = recipe["settlements"]
    counted = _counted(recipe, tables)
    for line, row in _rows(path):
        kind = _kind_of_place(recipe, row, counted, (path, line))
        if kind is None:
            continue
        if kind in by_town.values():
            lesser = list(by_town.values())[-1]
            kind = by_town.get(towns[draft.hex(row["hex"])], lesser)
        what = "" if kind in by_town.values() else row["kind"]
        said = counted.get((row["hex"], row["name"], what), "")
        own = _noted(row, recipe.get("unsaid"))
        note = "; ".join(part for part in (said, own) if part)
        key = (_plain(row["name"]), kind)
        if key in groups and not _same_place(draft, recipe, row, groups[key][0]):
            key = (f"{key[0]} ({row['hex']})", kind)
        labels, _ = groups.setdefault(key, ([], note))
        if row["hex"] not in labels:
            labels.append(row["hex"])
    order = list(by_town.values())
    for (name, kind), (labels, note) in sorted(
        groups.items(), key=lambda item: (*order, item[0][1]).index(item[0][1])
    ):
        by_hex = kind in order and recipe.get("told_apart") == "hex"
        apart = labels[0] if by_hex else kind
        taken = name in draft.places
        draft.add_place(kind, f"{name} ({apart})" if taken else name, labels, note)
    for kind, names in recipe.get("names", {}).items():
        for name, hexes in names.items():
            draft.add_place(kind, name, hexes.split())


def _kind_of_place(
    recipe: Mapping[str, Any], row: Row, counted: Mapping[Key, str], at: tuple[Path, int]
) -> str | None:
    """The kind that a place becomes, by its note or else by its kind."""
    for words, kind in recipe.get("noted", {}).items():
        if row["note"].startswith(words):
            return None if kind is None else str(kind)
    otherwise: Mapping[str, str | None] = recipe.get("registered", {}).get("otherwise", {})
    if row["kind"] in otherwise and (row["hex"], row["name"], row["kind"]) not in counted:
        return otherwise[row["kind"]]
    return _target(recipe["places"], row["kind"], at)


def _noted(row: Row, unsaid: str | None) -> str:
    """The note of a place, without the count of its hexes and what a further table says better."""
    note = _PART_OF.sub("", " ".join(row["note"].split()))
    return re.sub(unsaid, "", note).strip("; ") if unsaid else note


def _counted(recipe: Mapping[str, Any], tables: Mapping[str, Path]) -> dict[Key, str]:
    """What the further tables say of the places that they name."""
    found: dict[Key, str] = {}
    for key, name, kind in (("registered", "name", "kind"), ("settled", "place", "")):
        for _, row in _rows(tables[key]) if key in tables else ():
            said = _words(recipe[key].get("note", {}), row)
            found[row["hex"], row[name], row[kind] if kind else ""] = said
    return found


def _words(note: Mapping[str, str | Mapping[str, str]], row: Row) -> str:
    """What a row says in words."""
    parts = []
    for column, text in note.items():
        value = row[column]
        if isinstance(text, str):
            parts.append(text.replace("*", value) if value else "")
        else:
            parts.append(text.get(value, ""))
    return "; ".join(part for part in parts if part)


def _import_groups(draft: Draft, table: Mapping[str, Any], path: Path) -> None:
    """Hexes of one kind of place, which have no names of their own."""
    groups: dict[str, tuple[list[str], str]] = {}
    for line, row in _rows(path):
        key = " ".join(row[column] for column in table["by"])
        if key not in table["names"] and "otherwise" in table:
            continue
        name = _target(table["names"], key, (path, line))
        if name is not None:
            labels, _ = groups.setdefault(name, ([], _words(table["note"], row)))
            labels.append(row["hex"])
    for name, (labels, note) in groups.items():
        draft.add_place(table["kind"], name, labels, note)


def _same_place(draft: Draft, recipe: Mapping[str, Any], row: Row, labels: list[str]) -> bool:
    """Whether a row goes on with a place of its name that lies on other hexes already."""
    if row["hex"] in labels or _PART_OF.search(row["note"]):
        return True
    here = draft.hex(row["hex"])
    near = any(draft.grid.adjacent(here, draft.hex(label)) for label in labels)
    return near and row["kind"] in recipe.get("spread", ())


def _import_areas(draft: Draft, path: Path, more: Mapping[str, str]) -> None:
    groups = {name: hexes.split() for name, hexes in more.items()}
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


def draw_contours(draft: Draft, kind: str, area: str, waters: list[str]) -> None:
    """Lines along both banks of the waters through an area, each with a name of its own.

    Where two hexsides of a water meet, the third hexside of that corner is crossed by whoever walks
    along the bank: there the line goes.
    """
    grid, inside = draft.grid, set(draft.areas[area])
    wet = {pair for pair, kinds in draft.sides.items() if kinds.intersection(waters)}
    steps: dict[tuple[int, int, int], None] = {}
    for a in sorted(inside):
        for b in grid.around(a):
            for c in set(grid.around(a)).intersection(grid.around(b)):
                dry = _side(a, b) not in wet
                if dry and _side(a, c) in wet and _side(b, c) in wet:
                    steps[*_side(a, b), c] = None
    count: Counter[str] = Counter()
    while steps:
        bank = [steps.popitem()[0]]
        for a, b, c in bank:
            for here, back in ((a, b), (b, a)):
                ahead = _along_bank(grid, wet, back, here, c)
                if ahead in steps:
                    del steps[ahead]
                    bank.append(ahead)
        water = _water_of(draft, _side(bank[0][0], bank[0][2]), waters)
        count[water] += 1
        for a, b, _ in bank:
            title = f"{water} {count[water]}"
            if _side(a, b) not in draft.courses.get((kind, title), ()):
                draft.add(grid.label(a), grid.label(b), kind, title)


def _side(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _along_bank(
    grid: Board, wet: set[tuple[int, int]], back: int, here: int, across: int
) -> tuple[int, int, int] | None:
    """The next step along the bank from one hex through another, with a hex across the water."""
    start, first = grid.direction(here, back), grid.direction(here, across)
    turn = 1 if (first - start) % 6 == 1 else -1
    for far in range(1, 6):
        ahead, beside = (
            grid.neighbours[6 * here + (start + turn * steps) % 6] for steps in (far, far - 1)
        )
        if ahead < 0:
            return None
        if _side(here, ahead) not in wet:
            return *_side(here, ahead), beside
    return None


def _water_of(draft: Draft, side: tuple[int, int], waters: list[str]) -> str:
    """What the water on a hexside is called."""
    return next(
        n for (k, n), pairs in sorted(draft.courses.items()) if k in waters and side in pairs
    )


def _plain(name: str) -> str:
    """A name without the signs that a map file keeps for itself."""
    return " ".join(re.sub(r"[:;|#>]", ",", name).split())


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit("usage: import_geography.py RECIPE FOLDER [FOLDER …] OUTPUT")
    try:
        main(*sys.argv[1:])
    except (BoardError, OSError) as problem:
        sys.exit(str(problem))
