"""The notation of set-ups, and what it means on a counter sheet."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.located import ScenarioError
from grognard.systems.wb95.reading.notation import Notation, NotationError, expand, parse
from tests.systems.wb95.field import field, unit, where


@pytest.mark.rule("wb95", "T.setup-aid")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("691 AT-R (p-panc.)", [Notation("AT", "691", size="R", label="p-panc.")]),
        ("21 ARM, HQ V", [Notation("ARM", "21"), Notation("HQ", size="HQ", command="V")]),
        (
            "687 Engineer INF-BR (687 Sap.)",
            [Notation("INF", "687", size="BR", label="687 Sap.")],
        ),
        ("2 INF-R [Br]", [Notation("INF", "2", "Br", "R")]),
        ("AG-BR (Gross) [GD]", [Notation("AG", "", "GD", "BR", "Gross")]),
        ("37/6 INF-R", [Notation("INF", "37", "6", "R")]),
        ("I CAV (G) (1, 2, 7)", [Notation("CAV", "I", members=("1", "2", "7"), guards=True)]),
        ("52 ARM-R (Art. panc.)", [Notation("ARM", "52", size="R", label="Art. panc.")]),
        (
            "HQ 5, 3 x ART (G)",
            [
                Notation("HQ", size="HQ", command="5"),
                Notation("ART", command="5", guards=True, count=3),
            ],
        ),
    ],
)
def test_the_nine_printed_notations_are_read(text: str, meant: list[Notation]) -> None:
    assert parse(text) == meant


@pytest.mark.rule("wb95", "T.setup-aid")
@pytest.mark.rule("wb95", "1.3d")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("183 INF", ["de-183-330", "de-183-343", "de-183-351"]),
        ("2 ARM", ["de-2-pz", "de-2-s2", "de-2-s304", "de-2-krad", "de-2-art"]),
        ("HQ XX, ART", ["de-hq-xx", "de-xx-art"]),
        ("191 AG-BR (191 StuG)", ["de-191-stug"]),
        ("39/26 INF-R", ["de-26-39"]),
        ("316 INF", ["su-316"]),
    ],
)
def test_a_notation_means_counters_of_the_sheet(text: str, names: list[str]) -> None:
    counters = grognard.new("wb95/typhoon", seed=1).scenario.counters
    assert expand(text, counters, "german" if names[0].startswith("de") else "soviet") == names


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("the guards", "is no set-up notation"),
        ("999 INF", "no counter is meant"),
        ("1 ARM, 144 ARM-X", "is no set-up notation"),
        ("183 INF", "is a unit of both sides; say which side"),
    ],
)
def test_what_means_nothing_is_refused(text: str, error: str) -> None:
    counters = grognard.new("wb95/typhoon", seed=1).scenario.counters
    with pytest.raises(NotationError, match=error):
        expand(text, counters)


@pytest.mark.rule("wb95", "T.setup-aid")
def test_a_scenario_may_be_written_as_the_book_prints_it() -> None:
    rows = [unit(f"g{n}", None, size="R", formation="6 INF") for n in (18, 37, 58)]
    rows += [unit("gv", None, "HQ", parent="V")]
    game = field(
        *rows, setup=[{"hex": "0203", "units": ["6 INF"]}, {"hex": "0303", "units": ["HQ V"]}]
    )
    assert {where(game, name) for name in ("g18", "g37", "g58")} == {"0203"}
    assert where(game, "gv") == "0303"
    both = [*rows, unit("s1", None, formation="6 INF")]
    with pytest.raises(ScenarioError, match="of both sides"):
        field(*both, setup=[{"hex": "0203", "units": ["6 INF"]}])
    game = field(*both, setup=[{"hex": "0203", "units": ["6 INF"], "side": "soviet"}])
    assert where(game, "s1") == "0203"
