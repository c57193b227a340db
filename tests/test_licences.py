"""Whatever is seen or heard and is no code has a licence beside it, and a line that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard import library

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ("src/grognard", "web/public", "web/src", "docs")
KINDS = (
    ".png", ".jpg", ".svg", ".wav", ".ttf", ".woff2", ".overlay", ".map",
)  # fmt: skip
BUILT = (ROOT / "src/grognard/server/web", ROOT / "src/grognard/server/maps")
"""What is made of the rest and not kept."""
NOTES = ("LICENSE", "OFL.txt")


def found() -> list[Path]:
    """Every picture, sound, font, map and overlay."""
    files = (path for folder in SHIPPED for path in (ROOT / folder).rglob("*"))
    return sorted(
        path
        for path in files
        if path.suffix in KINDS and not any(path.is_relative_to(built) for built in BUILT)
    )


def note(path: Path) -> str | None:
    """The nearest note on licences above a file that names it; that on our code is none."""
    name = "Alegreya:" if path.name.startswith("Alegreya") else path.name
    for folder in path.parents:
        if folder == ROOT:
            return None
        for about in NOTES:
            if (folder / about).is_file() and name in (folder / about).read_text("utf-8"):
                return (folder / about).read_text("utf-8")
    return None


def test_everything_that_is_seen_or_heard_has_a_line_on_its_licence() -> None:
    assert {path.suffix for path in found()} == set(KINDS)
    assert [path.relative_to(ROOT).as_posix() for path in found() if note(path) is None] == []


def test_a_note_on_licences_says_which() -> None:
    known = ("MIT", "ODbL", "Creative Commons Attribution 4.0", "SIL OPEN FONT LICENSE")
    for path in found():
        assert any(licence in (note(path) or "") for licence in known), path


@pytest.mark.parametrize("scenario", library.scenario_ids())
def test_a_picture_of_a_scenario_credits_the_map_that_it_shows(scenario: str) -> None:
    system, name = scenario.split("/")
    shelf = library.MAPS.parent / system
    sheets = (shelf / f"{name}.yaml", *sorted(shelf.glob("*.part")))
    shown = re.search(r"^map: (\S+)", "\n".join(s.read_text("utf-8") for s in sheets), re.M)
    assert shown is not None
    credited = (shelf / "about" / "pictures" / "LICENSE").read_text("utf-8")
    [line] = [one for one in credited.replace(",\n", ", ").splitlines() if f"{name}.png" in one]
    licence = (library.MAPS / shown[1] / "LICENSE").read_text("utf-8")
    assert f"the map {shown[1]}, " in line
    assert ("ODbL" in line) == ("Open Database License" in licence)
