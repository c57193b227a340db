"""What a table says in other languages: sentences with gaps, counting, names left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.table.tongues import COMMON, SPOKEN, Tongue, german, polish, read, translated, wanted

ROWS = """english,de,pl
attack,Angriff,atak
Move,Bewegen,Ruch
German,Deutschland,Niemcy
{n:unit} could move,{n:Einheit kann|Einheiten können} ziehen,{n:czołg|czołgi|czołgów} w ruchu
{unit} loses {lost:level},{unit} verliert {lost:Stufe|Stufen},{unit} traci {lost:raz|razy|razy}
{units} in {hex},{units} in {hex},{units} na {hex}
held by {side},gehalten: {side},w rękach: {side}
out of supply,ohne Nachschub,bez zaopatrzenia
regiment,Regiment,pułk
{what} as things stand,"{what}, wie es steht","{what}, jak jest"
"""


@pytest.fixture
def tongues(tmp_path: Path) -> dict[str, Tongue]:
    path = tmp_path / "tongues.csv"
    path.write_text(ROWS, encoding="utf-8")
    return {language: Tongue(language, path) for language in ("de", "pl")}


def test_a_sentence_is_said_with_its_gaps(tongues: dict[str, Tongue]) -> None:
    assert tongues["de"].say("11/6 ARM loses 2 levels") == "11/6 ARM verliert 2 Stufen"
    assert tongues["pl"].say("11/6 ARM loses 1 level") == "11/6 ARM traci 1 raz"
    assert tongues["de"].say("held by German") == "gehalten: Deutschland"


@pytest.mark.parametrize(("number", "said"), [(1, "1 czołg"), (3, "3 czołgi"), (12, "12 czołgów")])
def test_it_counts_as_the_language_does(tongues: dict[str, Tongue], number: int, said: str) -> None:
    several = "unit" if number == 1 else "units"
    assert tongues["pl"].say(f"{number} {several} could move") == f"{said} w ruchu"


def test_forms_of_numbers() -> None:
    assert [german(n) for n in (0, 1, 2)] == [1, 0, 1]
    assert [polish(n) for n in (1, 2, 4, 5, 12, 22, 25)] == [0, 1, 1, 2, 2, 1, 2]


def test_pieces_are_said_one_by_one_and_names_are_left(tongues: dict[str, Tongue]) -> None:
    de = tongues["de"]
    assert de.say("attack; out of supply [10.2.1]") == "Angriff; ohne Nachschub [10.2.1]"
    assert de.say("Attack") == "Angriff"
    assert de.say("move") == "Bewegen"
    assert de.say("7/7 ARM (regiment)") == "7/7 ARM (Regiment)"
    assert de.say("German: out of supply") == "Deutschland: ohne Nachschub"
    assert de.knows("13 Corps in 43.17")
    assert not de.knows("some other sentence")


def test_what_no_row_knows_stays_english(tongues: dict[str, Tongue]) -> None:
    for text in ("they cannot be found in the woods", "a draw in all but name", ""):
        assert tongues["pl"].say(text) == text


def test_a_list_is_not_swallowed_by_a_gap(tongues: dict[str, Tongue]) -> None:
    said = tongues["de"].say("out of supply; attack as things stand")
    assert said == "ohne Nachschub; Angriff, wie es steht"


def test_a_word_can_be_given_back(tongues: dict[str, Tongue]) -> None:
    assert tongues["de"].english("ohne Nachschub") == "out of supply"
    assert tongues["de"].english("so nicht") == "so nicht"


def test_only_what_a_person_reads_is_said() -> None:
    form = {"id": "attack", "title": "attack", "action": {"title": "attack"}, "notes": ["attack"]}
    before = SPOKEN.set("de")
    try:
        said = translated(None, form)
    finally:
        SPOKEN.reset(before)
    assert said == {
        "id": "attack", "title": "Angriff", "action": {"title": "attack"}, "notes": ["Angriff"],
    }  # fmt: skip
    assert translated(None, form) is form


def test_the_first_language_that_is_spoken_here_is_taken() -> None:
    assert wanted("fr, pl-PL;q=0.9, de;q=0.8") == "pl"
    assert wanted("") == wanted("fr") == "en"
    assert wanted("x" * 5000) == "en"


def test_a_table_with_other_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tongues.csv"
    path.write_text("english,fr\n", encoding="utf-8")
    with pytest.raises(ValueError, match="columns"):
        list(read(path))


def test_the_common_table_has_every_language() -> None:
    assert all(row["de"] and row["pl"] for row in read(COMMON))
