"""Details in words: a field may tell what it holds otherwise than it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from grognard.engine.decision import Action
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer
from grognard.kit.forms import CountField, Counts, Form, Pieces
from grognard.table.sentences import sentence
from tests.engine.toy import toy


class _Dozens(CountField):
    """Eggs."""

    def said(self, game: Any, value: int, names: Mapping[str, str]) -> str:
        return f"{value // 12} dozen" if value else ""


@dataclass(frozen=True, slots=True)
class _Basket:
    units: Pieces
    eggs: Annotated[int, _Dozens()] = 0
    pay: Counts | None = None


class _Carry(Answer[Any, _Basket]):
    do, rule, order = "carry", "1", _Basket
    phrase = ("{units}: {eggs}", "{units}: nothing")
    added = ("paid by {pay}", "with {luck}")

    def against(self, game: Any, player: str, order: _Basket) -> list[Refusal]:
        return []

    def ways(self, game: Any, player: str, actor: str) -> Iterator[_Basket]:
        yield _Basket(())


def told(action: Action) -> str:
    return sentence(toy(seed=1), _Carry(), {"do": "carry", **action}, {"a": "Ann"}, _Carry.phrase)


def test_a_field_tells_its_detail_in_words_of_its_own() -> None:
    assert told({"units": ["a", "b"], "eggs": 24}) == "Ann, b: 2 dozen"


def test_what_is_nothing_to_tell_of_fills_no_gap() -> None:
    assert told({"units": ["a"], "eggs": 0}) == "Ann: nothing"
    assert told({"units": ["a"]}) == "Ann: nothing"


def test_what_is_added_is_said_where_it_can_be_filled() -> None:
    assert told({"units": ["a"], "pay": {"a": 2}}) == "Ann: nothing; paid by Ann 2"


def test_what_may_be_left_unsaid_is_not_written() -> None:
    form: Form[_Basket] = Form(_Basket)
    assert form.kinds == {"units": "texts", "eggs": "count?", "pay": "counts?"}
    game: Any = toy(seed=1)
    assert form.write(game, "carry", _Basket(("a",))) == {"do": "carry", "units": ["a"]}
    assert form.write(game, "carry", _Basket(("a",), pay={}))["pay"] == {}
    assert form.read(game, {"do": "carry", "units": ["a"]}).pay is None
