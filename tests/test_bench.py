"""The bench: every part of it is run, and read by people and programs."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bench import __main__ as bench
from bench import (
    ardennes,
    crowd,
    husky,
    korea,
    letters,
    load,
    moscow,
    moves,
    ocs,
    server,
    soak,
    table,
    wb95,
)
from bench.measuring import Result
from grognard import library

FIGURE = Result(name="reach", ours=1.5, peer=3.0, unit="ms", goal=1.0)


@pytest.fixture(autouse=True)
def figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """One figure from each part, without measuring anything."""
    parts = (wb95, moscow, ocs, husky, korea, ardennes, letters, server, load, table, crowd, moves)
    for part in parts:
        monkeypatch.setattr(part, "run", lambda: [FIGURE])


def test_the_bench_is_read_by_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--json"])
    assert json.loads(capsys.readouterr().out) == {"results": 12 * [FIGURE.to_json()]}
    bench.main([])
    assert capsys.readouterr().out.count("1.5 ms") == 12


def test_a_part_is_measured_by_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(load, "run", lambda: [replace(FIGURE, name="of a full house")])
    bench.main(["load", "--json"])
    [told] = json.loads(capsys.readouterr().out)["results"]
    assert told["name"] == "of a full house"
    with pytest.raises(SystemExit):
        bench.main(["soup"])
    assert "'load'" in capsys.readouterr().err


def test_without_a_browser_the_table_alone_is_not_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run() -> list[Result]:
        raise table.NoTable("no Chromium")

    monkeypatch.setattr(table, "run", run)
    assert bench.measured(bench.every_part()) == 9 * [FIGURE]
    assert "no Chromium" in capsys.readouterr().err


def test_every_rulebook_that_is_on_the_shelf_is_measured() -> None:
    assert {book: bench.benches(book) for book in library.SYSTEMS} == {
        "goss": [ardennes],
        "nextwar": [korea],
        "ocs": [husky, ocs],
        "wb95": [moscow, wb95],
    }


def test_standing_answers_spare_letters_and_leave_ones_own_decisions() -> None:
    """Whatever is left is a policy that the question has, and what interrupts nobody is asked."""
    for system in library.SYSTEMS.values():
        left = system.by_letter()
        assert all(policy in system.standing_policies[name] for name, policy in left.items())
        assert system.in_own_time <= set(system.standing_policies)
        assert not system.in_own_time & set(left)
    few, turns, asked = letters.letters("wb95/klin", standing=True)
    many, _turns, _asked = letters.letters("wb95/klin", standing=False)
    assert (few < many, turns) == (True, letters.TURNS)
    assert not {"defend", "retreat", "losses"} & set(asked)


def test_memory_is_flat_if_the_second_half_of_an_evening_adds_nothing() -> None:
    filling = [soak.Minute(n, 100.0 + 10 * min(n, 5), n, n) for n in range(1, 11)]
    assert soak.slope(filling) == 0
    leaking = [soak.Minute(n, 100.0 + 2 * n, n, n) for n in range(1, 11)]
    assert soak.slope(leaking) == pytest.approx(120)  # 2 MiB a minute
    assert soak.slope(leaking[:1]) == 0
