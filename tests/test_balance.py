"""What many games come to is written into the manual: tables of balance, of fall and of cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools import report_balance

NAME = "ocs/catania-plain"
BEGIN = f"<!-- balance: {NAME} -->"
CITIES = ("Lentini", "Primosole Bridge")


def game(points: int, fell: dict[str, int], lost: int, winner: str | None) -> dict[str, Any]:
    return {
        "players": {"axis": "staff", "allied": "staff"},
        "winner": winner,
        "result": "",
        "account": {
            "points": points,
            "fell": fell,
            "lost": {"British": lost, "German": 4},
            "saved": {"Germans over the Strait": 7},
        },
    }


def played(path: Path, results: list[dict[str, Any]], **more: Any) -> str:
    data = {
        "scenario": NAME,
        "games": len(results),
        "victories": {"allied: victory": 1},
        "results": results,
        **more,
    }
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(report_balance, "DOCS", tmp_path)
    path = tmp_path / "page.md"
    path.write_text(f"before\n{BEGIN}\nold\n{report_balance.END}\nafter\n", encoding="utf-8")
    return path


def test_balance_fall_and_cost_stand_between_the_marks(page: Path, tmp_path: Path) -> None:
    games = [
        game(4, {CITIES[0]: 1, CITIES[1]: 3}, 10, "allied"),
        game(2, {CITIES[0]: 2}, 14, None),
        game(3, {CITIES[0]: 1}, 12, None),
    ]
    report_balance.main([played(tmp_path / "even.json", games)])
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n")
    assert text.endswith(f"{report_balance.END}\nafter\n")
    assert "old" not in text
    assert "| allied wins | 1 | 33 % (6–79) |" in text
    assert "Victory points: 3.0 ± 1.1 on average, 2 to 4, over 3 games." in text
    assert "| Lentini | 100 % (44–100) | turn 1, from 13 July | 1–2 |" in text
    assert "| Primosole Bridge | 33 % (6–79) | turn 3, from 20 July | 3–3 |" in text
    assert "| Catania | 0 % (0–56) | – | – |" in text
    assert "| British, steps lost | 12.0 ± 2.3 | 10–14 |" in text
    assert "| Germans over the Strait, steps saved | 7.0 ± 0.0 | 7–7 |" in text


def test_writing_again_changes_nothing(page: Path, tmp_path: Path) -> None:
    path = played(tmp_path / "even.json", [game(4, {}, 10, "allied"), game(4, {}, 10, "axis")])
    report_balance.main([path])
    once = page.read_text(encoding="utf-8")
    report_balance.main([path])
    assert page.read_text(encoding="utf-8") == once


def test_the_staff_against_random_has_a_table_of_its_own(page: Path, tmp_path: Path) -> None:
    one = game(4, {}, 10, "axis") | {"players": {"axis": "staff", "allied": "random"}}
    report_balance.main([played(tmp_path / "odd.json", [one], wins={"staff": 1})])
    assert "| axis | 1 of 1 | 100 % (21–100) |" in page.read_text(encoding="utf-8")


def test_options_are_named_and_units_are_counted_where_a_system_counts_them(
    page: Path, tmp_path: Path
) -> None:
    name = "nextwar/chorwon"
    page.write_text(f"<!-- balance: {name} -->\n{report_balance.END}\n", encoding="utf-8")
    account = {"points": -3, "gone": {"allied": 4, "dprk": 6}}
    games = [game(0, {}, 0, "allied") | {"account": account} for _ in range(2)]
    more = {"scenario": name, "options": {"game": "advanced"}}
    report_balance.main([played(tmp_path / "even.json", games, **more)])
    text = page.read_text(encoding="utf-8")
    assert "| Staff against staff (game: advanced) | Games | Share (95 %) |" in text
    assert "| dprk, units lost | 6.0 ± 0.0 | 6–6 |" in text


def test_when_places_were_reached_stands_with_the_lead(page: Path, tmp_path: Path) -> None:
    name = "goss/wacht-am-rhein"
    page.write_text(f"<!-- balance: {name} -->\n{report_balance.END}\n", encoding="utf-8")
    away = [(3, 9), (1, 0), (0, 0)]
    course = [
        {"turn": turn, "near": {"Bastogne": {"axis": axis, "allied": 0}, "Spa": {"axis": spa}}}
        for turn, (axis, spa) in enumerate(away, 5)
    ]
    games = [
        game(0, {}, 0, None)
        | {"account": {"points": {}, "lead": lead, "gone": {"axis": 3}}, "course": course}
        for lead in (10, 30)
    ]
    report_balance.main([played(tmp_path / "even.json", games, scenario=name)])
    text = page.read_text(encoding="utf-8")
    assert "Victory points: 20.0 ± 19.6 on average, 10 to 30, over 2 games." in text
    assert "| Bastogne, axis | 100 % (34–100) | 18 AM | 18 AM to 18 AM |" in text
    assert "| Spa, axis | 100 % (34–100) | 17 Night | 17 Night to 17 Night |" in text
    assert "| Spa, allied | 0 % (0–66) | – | – |" in text
    assert "| axis, units lost | 3.0 ± 0.0 | 3–3 |" in text


def test_a_scenario_without_a_place_in_the_manual_is_refused(page: Path, tmp_path: Path) -> None:
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(SystemExit, match=f"no page of the manual has {BEGIN}"):
        report_balance.main([played(tmp_path / "even.json", [game(4, {}, 10, "axis")])])
    page.write_text(BEGIN, encoding="utf-8")
    with pytest.raises(SystemExit, match=r"has no <!-- end"):
        report_balance.main([played(tmp_path / "even.json", [game(4, {}, 10, "axis")])])


def test_the_manual_has_a_place_for_every_scenario_that_was_measured() -> None:
    manual = "".join(p.read_text(encoding="utf-8") for p in report_balance.DOCS.rglob("*.md"))
    played = ("nextwar/chorwon", "nextwar/seoul", "nextwar/korea")
    for name in ("ocs/husky", "ocs/husky-landing", NAME, *played):
        assert f"<!-- balance: {name} -->" in manual
