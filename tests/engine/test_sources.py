"""The texts of a scenario, wherever they lie; and YAML that is short to write but not to read."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import library
from grognard.engine.located import DEEPEST, LARGEST, ScenarioError, line_of, read_yaml
from grognard.engine.sources import PART, SHEET, Folder, Texts, Witness


def test_a_folder_has_the_scenario_its_neighbours_and_the_maps(tmp_path: Path) -> None:
    own, maps = tmp_path / "own", tmp_path / "maps" / "ford"
    own.mkdir()
    maps.mkdir(parents=True)
    (own / "a.yaml").write_text("id: a\n")
    (own / "a.csv").write_bytes(b"x\r\ny\r\n")
    (maps / "ford.map").write_text("a map")
    (own / "bad.csv").write_bytes(b"\xff")
    folder = Folder(own / "a.yaml")
    assert (folder.main, folder.text("a.yaml"), folder.find("a.csv")) == (
        "a.yaml", "id: a\n", "x\r\ny\r\n",
    )  # fmt: skip
    assert folder.find("ford.map") == "a map"
    assert folder.find("ford.overlay") is None
    with pytest.raises(ScenarioError, match=r"^none\.csv: cannot be read"):
        folder.text("none.csv")
    with pytest.raises(ScenarioError, match=r"^bad\.csv: this is no text in UTF-8"):
        folder.text("bad.csv")


def test_texts_have_one_scenario_among_them_and_perhaps_charts() -> None:
    texts = Texts({"a.yaml": "id: a", "a.csv": "x", "tables/b": "c"})
    assert (texts.main, texts.find("a.csv"), texts.find("none")) == ("a.yaml", "x", None)
    assert texts.charts() == {"b": "c"}
    for wrong in ({}, {"a.yaml": "", "b.yaml": ""}):
        with pytest.raises(ScenarioError, match=r"one file \.yaml"):
            Texts(wrong)


def test_a_witness_keeps_what_was_read_and_nothing_else() -> None:
    witness = Witness(Texts({"a.yaml": "id: a", "a.csv": "x", "tables/b": "c"}))
    witness.text("a.yaml")
    assert witness.find("none") is None
    assert witness.seen == {"a.yaml": "id: a"}
    witness.charts()
    assert witness.seen == {"a.yaml": "id: a", "tables/b": "c"}


def test_a_scenario_of_ones_own_may_name_files_that_ship() -> None:
    own = library.Own(Texts({"a.yaml": "id: a", "tables/b": "c"}))
    assert (own.main, own.charts()) == ("a.yaml", {"b": "c"})
    assert library.map_names() == ["ardennes-1944", "korea", "moscow-1941", "sicily-1943"]
    assert str(own.find("moscow-1941.map")).startswith("grognard map 1")
    assert str(own.find("moscow-1941.overlay")).startswith("grognard overlay 1")
    assert str(own.find("husky-insets.overlay")).startswith("grognard overlay 1")
    assert str(own.find("husky.part")).startswith("# The armies of Husky")
    assert str(own.find("moscow-1941-counters.csv")).startswith("id,side")
    for name in ("typhoon.yaml", "berlin.map", "CREDITS.md", "LICENSE", "none.part", "*.csv"):
        assert own.find(name) is None


def test_files_of_ones_own_count_before_those_that_ship() -> None:
    texts = {"a.yaml": "id: a", "husky.part": "mine", "husky-insets.overlay": "mine too"}
    own = library.Own(Texts(texts))
    assert (own.find("husky.part"), own.find("husky-insets.overlay")) == ("mine", "mine too")
    mapped = library.Own(Texts({"a.yaml": "id: a", "moscow-1941.map": "mine"}))
    assert (mapped.find("moscow-1941.map"), mapped.find("moscow-1941.overlay")) == ("mine", None)
    stray = library.Own(Texts({"a.yaml": "id: a", "moscow-1941.overlay": "mine"}))
    with pytest.raises(ScenarioError, match=r"moscow-1941\.overlay: .* under 'overlays'"):
        stray.find("moscow-1941.overlay")


ESCAPES = ["../wb95/typhoon.part", "../maps/moscow-1941/moscow-1941.map", "/etc/x.csv", "..", ""]


@pytest.mark.parametrize("name", ESCAPES)
def test_nothing_leads_out_of_a_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("id: a\n")
    for sources in (Folder(tmp_path / "a.yaml"), library.Own(Folder(tmp_path / "a.yaml"))):
        with pytest.raises(ScenarioError, match="bare name"):
            sources.find(name)
    with pytest.raises(ScenarioError, match="bare name"):
        library.Own(Texts({"a.yaml": "id: a"})).find(name)


def test_no_two_files_that_ship_have_one_name() -> None:
    shelf = Path(library.__file__).parent / "scenarios"
    files = [path.name for name in library.BOOKS for path in (shelf / name).iterdir()]
    shared = [name for name in files if Path(name).suffix in (PART, SHEET)]
    assert len(set(shared)) == len(shared) > 5


def test_aliases_are_written_out_with_the_lines_they_were_written_on() -> None:
    found = read_yaml("a: &a [x, y]\nb: {c: *a}\n", "f.yaml")
    assert found == {"a": ["x", "y"], "b": {"c": ["x", "y"]}}
    assert (line_of(found, "b"), line_of(found["b"]["c"])) == (2, 1)


def aliases(wide: int, long: int) -> str:
    """So many lists, each of so many aliases for the one before."""
    rows = (f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * wide)}]\n" for n in range(long))
    return "a0: &a0 [x]\n" + "".join(rows)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (aliases(10, 6), rf"f\.yaml:\d+: .*{LARGEST} values at most"),
        (aliases(1, DEEPEST), rf"f\.yaml:\d+: .*{DEEPEST} levels at most"),
        ("a: " + "[" * DEEPEST + "]" * DEEPEST, rf"f\.yaml:1: .*{DEEPEST} levels at most"),
        ("a: &a {b: *a}", r"f\.yaml:1: \*a stands for nothing"),
        ("a: 1\nb: *c", r"f\.yaml:2: "),
        ("a: 1\nb: !own 7", r"f\.yaml:2: a scenario has no tags, as !own"),
        ("a: 1\nb: !!binary aGVsbG8=", r"f\.yaml:2: a scenario has no tags"),
        ("a: 1\n[b]: 7", r"f\.yaml:2: a key should be a word"),
        ("a: 1\nb: 1.5", r"f\.yaml:2: '1\.5' is no whole number"),
        ("a: 1\nb: .nan", r"f\.yaml:2: '\.nan' is no whole number"),
        ("a: 1\nb: 1941-13-01", r"f\.yaml:2: '1941-13-01' is no value"),
        ("a: 1\nb: " + "9" * 41, r"f\.yaml:2: a number has 40 digits at most"),
        ("a: 1\na: 2", r"f\.yaml:2: 'a' stands here a second time"),
        ("a: 1\n--- \nb: 2", r"f\.yaml:\d: this is not YAML"),
        ("a: [\x01]", r"f\.yaml:1: this is not YAML"),
        ("", r"f\.yaml:1: the file should be a map of keys"),
    ],
)
def test_what_is_no_plain_data_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(ScenarioError, match=says):
        read_yaml(text, "f.yaml")


def test_just_deep_enough_is_deep_enough() -> None:
    assert read_yaml("a: " + "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1), "f.yaml")
    assert read_yaml(aliases(1, DEEPEST - 2), "f.yaml")
