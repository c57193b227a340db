"""Fields of supply are kept while paths hold, and never longer. [15.2.1]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply import fields, traces
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


def test_the_path_of_a_unit_is_kept_while_others_march(monkeypatch: pytest.MonkeyPatch) -> None:
    game = division((0, 0), unit("u2", (1, 1)), unit("g1", (9, -9)), kind="m4")
    looked: list[str] = []
    through = traces.trace_unit

    def noted(game: Gs, name: str, h: int = -1) -> Any:
        looked.append(name)
        return through(game, name, h)

    monkeypatch.setattr(traces, "trace_unit", noted)
    whose = sorted(name for name in game.state[UNITS] if name[:2] in ("u1", "u2"))
    kept = [traces.supply_of(game, name) for name in whose]
    put(game, "u2", (1, 2))
    assert [traces.supply_of(game, name) for name in whose] == kept
    assert looked == [*whose, "u2"], "only who has marched is looked at"
    put(game, "g1", (-1, 0))
    assert far(traces.supply_of(game, "u1")) == far(through(game, "u1"))
    put(game, "uhq", (0, 5))
    assert traces.supply_of(game, "u1") == through(game, "u1")
    assert traces.stale(game) == []
    before = len(looked)
    game.put(UNITS, "u2", replace(now(game, "u2"), attached="uhq"))
    traces.supply_of(game, "u1")
    assert len(looked) == before + 1, "who commands whom matters to all"


@pytest.mark.rule("goss", "15.2.1(2)")
def test_a_kept_path_ends_where_somebody_has_come_to_halt_units() -> None:
    road = {"trail": [line(12)]}
    game = division((0, 0), unit("g1", (9, -9), "flak"), kind="m4", terrain=SWAMP, roads=road)
    assert far(trace_unit(game, "u1")) == "normal"
    put(game, "g1", (-6, 1))
    assert far(trace_unit(game, "u1")) == "none", "heavy guns beside it"


def test_fields_and_steps_that_are_kept_too_long_are_seen() -> None:
    road = {"trail": [line(12)]}
    game = division((0, 0), unit("g1", (9, -9)), kind="m4", roads=road)
    trace_unit(game, "u1")
    assert fields.stale(game) == []
    index = fields.Fields.of(game)
    side, key = next((side, key) for side, found in index.fields.items() for key in found)
    one = index.fields[side][key]
    elsewhere = key._replace(start=game.board.around(key.start)[0])
    index.fields[side][key] = fields.Field(fields.traced(game, elsewhere, one.met), one.met)
    assert key in fields.stale(game)
    index.fields[side][key] = one
    assert fields.stale(game) == []
    index.steps[side][key.way] = index.steps[side][key.way].altered({key.start: ()})
    index.sound.clear()
    assert key in fields.stale(game)
