"""The bench of the table runs, and gives every figure; how good they are is no test's business."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from bench import moves as bench_moves
from bench import table as bench_table
from tests.web.house import House


def test_every_figure_of_the_table_is_measured(
    browser: Browser, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = {"SCENARIO": "wb95/klin", "OPTIONS": {}, "TURNS": 0, "DRAGS": 1, "STEPS": 4}
    small |= {"LARGE": "ocs/catania-plain", "OPENINGS": 1}
    for name, value in small.items():
        monkeypatch.setattr(bench_table, name, value)
    results = bench_table.figures(browser, house.address)
    assert [result.unit for result in results] == ["ms", "ms", "ms", "kB", "kB", "kB", "ms"]
    assert results[0].goal == 200
    assert all(result.ours > 0 for result in results[1:5])
    page, asked = (result.ours for result in results[3:5])
    assert page > 100
    assert asked > 20, "the map came along"
    opening = results[-1]
    assert opening.goal == 1000
    assert opening.peer is not None
    assert opening.ours > 0 < opening.peer


def test_a_move_is_two_requests_and_a_tenth_of_what_there_is_to_read(
    browser: Browser, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_moves, "QUIET", 300.0)
    asked, wire, read = bench_moves.moved(browser, house.address, "wb95/klin", "german")
    assert asked.ours <= bench_moves.MOST_REQUESTS
    assert wire.ratio is not None
    assert wire.ratio > 3
    assert read.ratio is not None
    assert read.ratio > 0.9 * bench_moves.LEAST


def test_without_the_page_or_a_browser_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_table.shutil, "which", lambda _name: None)
    with pytest.raises(bench_table.NoTable, match="apt install chromium"):
        bench_table.run()
    monkeypatch.setattr(bench_table, "CLIENT", bench_table.CLIENT / "nowhere")
    with pytest.raises(bench_table.NoTable, match="make web"):
        bench_table.run()
