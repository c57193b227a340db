"""The bench of the table runs, and gives every figure; how good they are is no test's business."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from bench import table as bench_table
from tests.web.house import NoBrowser, built_client, chromium


def test_every_figure_of_the_table_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        chromium()
    except NoBrowser as error:
        pytest.fail(str(error), pytrace=False)
    built_client()
    small = {"SCENARIO": "wb95/klin", "OPTIONS": {}, "TURNS": 0, "DRAGS": 1, "STEPS": 4}
    for name, value in small.items():
        monkeypatch.setattr(bench_table, name, value)
    with ThreadPoolExecutor(1) as own:  # where no other browser of the tests is driven from
        results = own.submit(bench_table.run).result()
    assert [result.unit for result in results] == ["ms", "ms", "ms", "kB", "kB", "kB"]
    assert results[0].goal == 200
    assert all(result.ours > 0 for result in results[1:5])
    page, asked = (result.ours for result in results[3:5])
    assert page > 100
    assert asked > 20, "the map came along"


def test_without_the_page_or_a_browser_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_table.shutil, "which", lambda _name: None)
    with pytest.raises(bench_table.NoTable, match="apt install chromium"):
        bench_table.run()
    monkeypatch.setattr(bench_table, "CLIENT", bench_table.CLIENT / "nowhere")
    with pytest.raises(bench_table.NoTable, match="make web"):
        bench_table.run()
