"""One table of phrases a system: which row is told, how its gaps are filled, what is loud."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.engine.event import Event, plainly
from grognard.table.telling import COLUMNS, Phrases, Tale, read
from tests.engine.toy import toy

HEAD = ",".join(COLUMNS)
ROWS = """\
step,,"{units} {way}",,steps,
step,,"somebody goes to {to}",,,"to {to}"
flak,hit,"flak over {hex}: hit",,,
flak,!hit,"flak over {hex}: no effect",plain,,
loss,,"{units} of {side}: {lost:step}",loud,,
stocks,level>was,"{unit} uses up",,,
stocks,level=2,"{unit} has two",,,
stocks,,"{unit} fills up",,,
dice,roll=modified,"a {roll}",,,
dice,,"a {roll}, counting as {modified}",,,
aim,target=the-port,"at the port",,,
sum,,"{twice}",,,
ground,,"{hexes:hex|hexes} taken",,,
sleep,units>1,"{units} sleep",,,
sleep,,"{units} sleeps",,,
"""


@pytest.fixture
def phrases(tmp_path: Path) -> Phrases:
    path = tmp_path / "phrases.csv"
    path.write_text(f"{HEAD}\n{ROWS}", encoding="utf-8")
    return Phrases(
        path,
        called=lambda game, word: {"u1": "First", "u2": "Second"}.get(word, word),
        title=lambda game, side: side.capitalize(),
        made=lambda game, facts: {"twice": str(2 * facts["n"])} if "n" in facts else {},
    )


def say(phrases: Phrases, kind: str, **facts: Any) -> str:
    return phrases.sentence(toy(), Event(kind, "T1", facts))


def test_the_first_row_whose_gaps_can_be_filled_is_told(phrases: Phrases) -> None:
    way = {"from": "0101", "path": ["0102", "0103"]}
    assert say(phrases, "step", units=["u1", "u2"], **way) == "First, Second 0101→0102→0103"
    assert say(phrases, "step", **way) == "somebody goes to 0103"
    assert say(phrases, "step", units=[], **way) == "somebody goes to 0103"


def test_a_row_is_told_only_when_its_test_holds(phrases: Phrases) -> None:
    assert say(phrases, "flak", hex="0101", hit=True) == "flak over 0101: hit"
    assert say(phrases, "flak", hex="0101", hit=False) == "flak over 0101: no effect"
    assert say(phrases, "stocks", unit="u1", level=2, was=1) == "First uses up"
    assert say(phrases, "stocks", unit="u1", level=2, was=2) == "First has two"
    assert say(phrases, "stocks", unit="u1", level=1, was=2) == "First fills up"
    assert say(phrases, "dice", roll=7, modified=7) == "a 7"
    assert say(phrases, "dice", roll=7, modified=8) == "a 7, counting as 8"
    assert say(phrases, "aim", target="the port") == "at the port"


def test_numbers_are_counted_and_sides_have_titles(phrases: Phrases) -> None:
    assert say(phrases, "loss", units=["u1"], side="north", lost=1) == "First of North: 1 step"
    assert say(phrases, "loss", units=["u1"], side="north", lost=3) == "First of North: 3 steps"
    assert say(phrases, "sum", n=4) == "8"
    assert say(phrases, "ground", hexes=["0101"]) == "1 hex taken"
    assert say(phrases, "ground", hexes=["0101", "0102"]) == "2 hexes taken"


def test_what_has_no_row_is_told_by_its_facts(phrases: Phrases) -> None:
    event = Event("storm", "T1", {"hit": False, "lost": True, "hex": "0101"})
    assert phrases.sentence(toy(), event) == plainly(event)
    assert plainly(event) == "storm: not hit, lost, hex 0101"
    assert plainly(Event("storm", "T1")) == "storm"
    assert say(phrases, "aim", target="a ship") == "aim: target a ship"


def test_routine_is_told_in_one_breath(phrases: Phrases) -> None:
    first = Event("step", "T1", {"units": ["u1"], "path": ["0102"]})
    second = Event("step", "T1", {"path": ["0103"]})
    assert phrases.tell(toy(), [first, second]) == [Tale("steps: First 0102; to 0103", "T1")]
    assert [tale.text for tale in phrases.tell(toy(), [second])] == ["somebody goes to 0103"]


def test_what_is_loud(phrases: Phrases) -> None:
    def loud(kind: str, outcome: bool, **facts: Any) -> bool:
        event = Event(kind, "T1", facts, (3,), outcome=outcome)
        (tale,) = phrases.tell(toy(), [event])
        assert tale.dice == (3,)
        return tale.loud

    assert loud("flak", True, hit=True, hex="0101")
    assert not loud("flak", True, hit=False, hex="0101")
    assert not loud("flak", False, hit=True, hex="0101")
    assert loud("loss", False, units=["u1"], side="north", lost=1)


def test_every_game_can_tell_of_edits(phrases: Phrases) -> None:
    assert say(phrases, "edit", by="north", reason="a slip") == "edited by North: a slip"


def test_a_table_with_other_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "phrases.csv"
    path.write_text("kind,sentence\nstep,somebody goes\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"phrases\.csv has the columns"):
        list(read(path))


def test_a_test_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "phrases.csv"
    path.write_text(f"{HEAD}\nstep,hit or miss!,it goes,,,\n", encoding="utf-8")
    with pytest.raises(ValueError, match="'miss!' is no test"):
        list(read(path))


def test_a_verb_goes_with_how_many_do_it(phrases: Phrases) -> None:
    assert say(phrases, "sleep", units=["u1"]) == "First sleeps"
    assert say(phrases, "sleep", units=["u1", "u2"]) == "First, Second sleep"
