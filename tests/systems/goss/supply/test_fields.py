"""Fields of supply are kept while paths hold, and never longer. [15.2.1]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply import fields
from grognard.systems.goss.supply.tracing import trace_unit
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, unit
from tests.systems.goss.supply.land import SWAMP, division, far, line


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[fields.Key]:
    """Every field that is worked out."""
    found: list[fields.Key] = []
    traced = fields.traced

    def noted(game: Gs, key: fields.Key, kept: fields.Obstacles) -> Any:
        found.append(key)
        return traced(game, key, kept)

    monkeypatch.setattr(fields, "traced", noted)
    return found


def put(game: Gs, name: str, hex: tuple[int, int]) -> None:
    game.put(UNITS, name, replace(now(game, name), hex=game.board.hex(at(*hex))))


@pytest.mark.rule("goss", "15.2.1(1)", "15.2.1(2)", "15.2.1(3)")
def test_a_path_is_looked_for_again_only_when_it_is_broken(searches: list[fields.Key]) -> None:
    road = {"trail": [line(12)]}
    game = division((0, 0), unit("g1", (9, -9)), kind="m4", terrain=SWAMP, roads=road)
    assert far(trace_unit(game, "u1")) == "normal"
    before = len(searches)
    put(game, "g1", (8, -8))
    assert far(trace_unit(game, "u1")) == "normal"
    assert len(searches) == before, "an enemy far from the road changes nothing"
    put(game, "g1", (-6, 0))
    assert far(trace_unit(game, "u1")) == "none", "on the road he cuts it"
    cut = len(searches)
    assert cut > before
    put(game, "g1", (-6, 9))
    assert far(trace_unit(game, "u1")) == "normal", "and when he is gone it is whole again"
    assert len(searches) > cut
    assert fields.stale(game) == []


def test_a_verdict_is_never_other_than_a_new_search(searches: list[fields.Key]) -> None:
    road = {"trail": [line(12)]}
    game = division((0, 0), unit("g1", (9, -9)), unit("g2", (9, -8)), kind="m4", roads=road)
    for place in ((2, 2), (-3, 1), (-3, 0), (-4, -1), (1, -1), (-9, 0), (5, 5)):
        trace_unit(game, "u1")
        put(game, "g1", place)
        assert fields.stale(game) == []
