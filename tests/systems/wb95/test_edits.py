"""Edits: what an umpire, or both sides together, may change."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.refusal import Refused
from tests.systems.wb95.field import at, field, hex_status, unit, where


def change(name: str, **fields: Any) -> dict[str, Any]:
    """A change of one unit."""
    return {"map": "units", "key": name, "set": fields}


def table() -> Any:
    """A German and two Soviet units beside a lake."""
    board = sketch(5, 5, terrain={"0404": "lake", "0303": "swamp"})
    return field(unit("g1", "0101"), unit("s1", "0202"), unit("s2", "0203", "MOT"), board=board)


def test_an_edit_moves_and_changes_units_and_hexes() -> None:
    game = table()
    game.edit([change("g1", hex="0105", cel=1, oos=2)], "as agreed")
    assert (where(game, "g1"), at(game, "g1").cel, at(game, "g1").oos) == ("0105", 1, 2)
    game.edit([{"map": "hexes", "key": "0505", "set": {"control": "german"}}], "walked there")
    assert hex_status(game, "0505").control == "german"
    game.undo()
    game.undo()
    assert where(game, "g1") == "0101"


def test_two_units_may_change_places_in_one_edit() -> None:
    game = table()
    game.edit([change("g1", hex="0202"), change("s1", hex="0101")], "mixed up")
    assert (where(game, "g1"), where(game, "s1")) == ("0202", "0101")
    assert game.journal.lies() == []


@pytest.mark.parametrize(
    ("changes", "rule", "text"),
    [
        ([change("g1", hex="0202")], "3.1.8", "both sides would be in 0202"),
        ([change("g1", hex="0404")], "3.1.11", "g1 cannot stand on lake in 0404"),
        ([change("s2", hex="0303")], "3.1.11", "s2 cannot stand on swamp"),
        ([change("g1", hex="0909")], "form", "hex 0909 is not on the map"),
        ([change("g1", hex=99)], "form", "needs a hex of it"),
        ([change("g1", cel=3)], "1.2c", "1 to 2 CEL, not 3"),
        ([change("g1", cel=0)], "1.2c", "1 to 2 CEL, not 0"),
        ([change("g1", transport=True)], "6.2.2", "g1 is no towed artillery"),
        ([change("g1", place="eliminated")], "form", "hex -1"),
        ([change("g1", colour="red")], "form", "there is no field 'colour'"),
        ([change("g1", cel="two")], "form", "should be a whole number"),
        ([change("g9", cel=1)], "form", "no such record"),
        ([{"map": "units", "key": "g1"}], "form", "a change is"),
        ([{"map": "moods", "key": "g1", "set": {}}], "form", "with a map of units"),
        ([{"map": "hexes", "key": "0101", "set": {"control": "rome"}}], "form", "or to nobody"),
    ],
)
def test_what_no_game_could_be_in_is_refused(changes: Any, rule: str, text: str) -> None:
    game = table()
    before = game.state.fingerprint()
    with pytest.raises(Refused, match=text) as refused:
        game.edit(changes, "no")
    assert refused.value.refusals[0].rule == rule
    assert game.state.fingerprint() == before
