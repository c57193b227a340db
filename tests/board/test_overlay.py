"""Corrections by hand."""

from __future__ import annotations

import pytest

from grognard.board import MapError, apply_overlay, read
from tests.board.test_mapfile import SMALL


def corrected(*lines):
    return apply_overlay(read(SMALL), "\n".join(["grognard overlay 1", *lines]), "fix.overlay")


def test_terrain_hexsides_links_exits_and_places_are_corrected_in_order():
    board = corrected(
        "# what the survey found",
        "",
        "0104: terrain forest  # wood on the sheet of 1938",
        "0103-0102: -bridge / -river  # the river bends north",
        "0201-0202-0302: +main Dmitrov Highway  # missing",
        "0203-0202: +river  # a brook",
        "0104: -exit main  # ends here",
        "0201: +exit rail  # goes on",
        "0203-0302: +city Istra  # named in the scenario",
        "0201: -place Klin airfield  # built later",
    )
    a, b, c = (board.hex(label) for label in ("0103", "0102", "0203"))
    assert board.terrain[board.hex("0104")] == "forest"
    assert board.hexside(a, b) == frozenset()
    assert board.hexside(c, b) == {"river"}
    assert board.has_link(board.hex("0202"), board.hex("0302"), "main")
    assert board.offmap_links == {board.hex("0201"): frozenset({"rail"})}
    assert board.places["Istra"].hexes == (board.hex("0203"), board.hex("0302"))
    assert "Klin airfield" not in board.places
    courses = {course.name: course for course in board.courses}
    assert (min(a, b), max(a, b)) not in courses["Lama"].pairs
    assert len(courses["Dmitrov Highway"].pairs) == 2
    assert board.about == read(SMALL).about


def test_a_place_may_have_a_note():
    place = corrected("0203: +city Istra | on the river  # as printed").places["Istra"]
    assert (place.kind, place.note) == ("city", "on the river")


def test_an_overlay_without_corrections_changes_nothing():
    assert corrected("# nothing yet") == read(SMALL)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0104: terrain forest", "a correction needs its reason"),
        ("0104: terrain forest  #  ", "a correction needs its reason"),
        ("0104: terrain jungle  # why", "'jungle' is no terrain of this map: clear, forest"),
        ("0104: terrain clear  # why", "hex 0104 is clear already"),
        ("0104 terrain clear  # why", "write it like '0203: terrain forest'"),
        ("9904: terrain forest  # why", "hex 9904 is not on the map"),
        ("0104: forest  # why", "'forest' is neither terrain nor + nor - something"),
        ("0104: +river  # why", "needs two adjoining hexes"),
        ("0104-0102: +river  # why", "0104 and 0102 do not adjoin"),
        ("0104-0103: +moat  # why", "'moat' is no kind of this map: river, bridge, main, rail"),
        ("0104-0103: -river  # why", "0104 and 0103 have no river to take away"),
        ("0103-0102: +river  # why", "0103 and 0102 have river twice"),
        ("0103: -place Mtsensk  # why", "no place called 'Mtsensk'"),
        ("0103: -exit main  # why", "hex 0103 has no exit for main"),
    ],
)
def test_a_wrong_correction_is_refused_by_file_and_line(line, message):
    with pytest.raises(MapError) as refused:
        corrected("# remark", line)
    assert str(refused.value).startswith("fix.overlay:3: ")
    assert message in str(refused.value)


def test_an_overlay_says_that_it_is_one():
    with pytest.raises(MapError, match="fix:1: an overlay begins with 'grognard overlay 1'"):
        apply_overlay(read(SMALL), "0104: terrain forest  # why", "fix")


def test_a_map_is_read_and_corrected_once_for_all_games():
    fix = "0104: terrain forest  # wood on the sheet of 1938"
    assert read(SMALL) is read(SMALL)
    assert corrected(fix) is corrected(fix)
    assert corrected(fix) != read(SMALL)
    assert corrected(fix) != corrected(fix, "0103: terrain clear  # none here")
