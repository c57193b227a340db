"""Drawings that are kept: found as long as they would come out the same, and never otherwise."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path

import pytest

from grognard import library
from grognard.board.drawn.style import SCHEMES
from grognard.board.sketch import sketch
from grognard.server import drawings
from tools.draw_maps import draw


def test_a_drawing_that_is_kept_is_what_would_be_drawn(tmp_path: Path) -> None:
    board = sketch(4, 3)
    for scheme in SCHEMES:
        assert drawings.kept(board, scheme, tmp_path) is None
        draw(board, scheme, tmp_path)
        found = drawings.kept(board, scheme, tmp_path)
        assert found is not None
        assert gzip.decompress(found) == drawings.painted(board, scheme)
    assert len(list(tmp_path.iterdir())) == len(SCHEMES)


def test_whatever_it_is_drawn_from_is_in_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    board = sketch(4, 3)
    names = {drawings.called(board, scheme) for scheme in SCHEMES}
    names.add(drawings.called(sketch(3, 4), "paper"))
    names.add(drawings.called(replace(board, about=(("credit", "somebody else"),)), "paper"))
    monkeypatch.setattr(drawings, "hand", lambda: "another")
    names.add(drawings.called(board, "paper"))
    assert len(names) == 5


def test_every_line_of_the_drawers_is_in_their_hand() -> None:
    drawers = {path.name for path in drawings._sources()}
    assert {"drawing.py", "relief.py", "coast.py", "lettering.py", "board.py"} <= drawers


def test_every_map_that_ships_is_drawn_by_day_and_by_night() -> None:
    wanted = drawings.shipping()
    boards = {library.find_scenario(name)[1].board.name for name in library.scenario_ids()}
    assert {(board.name, scheme) for board, scheme in wanted} == {
        (name, scheme) for name in boards for scheme in SCHEMES
    }


def test_a_map_that_was_kept_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    small = min(drawings.shipping(), key=lambda one: one[0].n)
    found = drawings.kept(*small)
    if found is None:
        pytest.skip("no map is drawn beside the page; make web draws them")
    assert gzip.decompress(found) == drawings.painted(*small)
    monkeypatch.setattr(drawings, "painted", lambda *_: pytest.fail("it was drawn again"))
    drawings._AT_HAND.clear()
    assert drawings.drawn(*small).packed == found
    drawings._AT_HAND.clear()


def test_drawings_at_hand_take_no_more_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "_AT_HAND", OrderedDict())
    monkeypatch.setattr(drawings, "MOST", 250)
    boards = [sketch(2, n) for n in range(2, 6)]
    for board in boards[:2]:
        drawings.keep(board, "paper", bytes(100))
    assert drawings.at_hand(boards[0], "paper") is not None
    drawings.keep(boards[2], "paper", bytes(100))
    assert drawings.at_hand(boards[1], "paper") is None, "nobody has asked for it longest"
    assert drawings.at_hand(boards[0], "paper") is not None
    drawings.keep(boards[3], "paper", bytes(1000))
    assert [board for board, _scheme in drawings._AT_HAND] == [boards[3]], "the newest stays"
