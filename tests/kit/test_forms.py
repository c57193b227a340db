"""Forms: orders written as actions and read back, and what is wrong said in a sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from grognard.engine.decision import check_form
from grognard.engine.refusal import Refused
from grognard.kit.forms import (
    Counts,
    CountsField,
    Form,
    Hex,
    Hexes,
    Path,
    Paths,
    Piece,
    Pieces,
    Rows,
    Word,
    Words,
)
from tests.kit.walkers import walkers

GAME: Any = walkers()
HEX = GAME.board.hex


class _Kept(CountsField):
    """Written even if there is nothing in it."""

    kept = True


@dataclass(frozen=True, slots=True)
class Errand:
    """An order with every sort of detail."""

    unit: Piece
    units: Pieces
    from_: Hex
    targets: Hexes
    path: Path
    ways: Paths
    share: Counts
    mode: Word
    notes: Words
    rows: Rows
    much: int
    quick: bool = False
    with_: Pieces = ()
    lost: Annotated[dict[str, int], _Kept()] = field(default_factory=dict)


FORM: Form[Errand] = Form(Errand)
ORDER = Errand(
    unit="ann",
    units=("bob", "ann"),
    from_=HEX("0101"),
    targets=(HEX("0202"), HEX("0102")),
    path=(HEX("0102"), HEX("0103")),
    ways={"dan": (HEX("0201"),)},
    share={"ann": 2},
    mode="slow",
    notes=("one", "two"),
    rows=[{"x": 1}],
    much=3,
)
WRITTEN = {
    "do": "errand",
    "unit": "ann",
    "units": ["bob", "ann"],
    "from": "0101",
    "targets": ["0202", "0102"],
    "path": ["0102", "0103"],
    "ways": {"dan": ["0201"]},
    "share": {"ann": 2},
    "mode": "slow",
    "notes": ["one", "two"],
    "rows": [{"x": 1}],
    "much": 3,
    "lost": {},
}


def test_an_order_is_written_and_read_back() -> None:
    assert FORM.write(GAME, "errand", ORDER) == WRITTEN
    assert FORM.read(GAME, WRITTEN) == ORDER
    assert check_form(FORM.kinds, WRITTEN) == []


def test_what_is_as_by_default_is_left_out_and_may_be() -> None:
    more = Errand(**{name: getattr(ORDER, name) for name in Errand.__slots__}
                  | {"quick": True, "with_": ("cid",)})  # fmt: skip
    written = FORM.write(GAME, "errand", more)
    assert (written["quick"], written["with"]) == (True, ["cid"])
    assert FORM.read(GAME, written) == more
    assert FORM.kinds["quick"] == "flag?"
    assert FORM.kinds["much"] == "count"
    assert "quick" not in FORM.needed
    assert "much" in FORM.needed


def test_what_is_kept_is_written_even_so() -> None:
    assert FORM.write(GAME, "errand", ORDER)["lost"] == {}
    without = {name: value for name, value in WRITTEN.items() if name != "lost"}
    assert FORM.read(GAME, without) == ORDER


@pytest.mark.parametrize(
    ("name", "wrong", "words"),
    [
        ("from", "9999", "9999"),
        ("targets", ["0101", "nowhere"], "nowhere"),
        ("path", ["x"], "x"),
        ("ways", {"bob": ["9999"]}, "9999"),
        ("ways", {"bob": 7}, "the path of bob should be a list of hexes, not 7"),
        ("ways", {"bob": [7]}, "the path of bob"),
    ],
)
def test_what_is_on_no_map_is_refused_in_a_sentence(name: str, wrong: Any, words: str) -> None:
    with pytest.raises(Refused) as refused:
        FORM.read(GAME, {**WRITTEN, name: wrong})
    (refusal,) = refused.value.refusals
    assert refusal.rule == "form"
    assert words in refusal.text


def test_an_action_touches_the_hexes_and_counters_that_it_names_each_once() -> None:
    hexes, pieces = FORM.touched(WRITTEN)
    assert hexes == ("0101", "0202", "0102", "0103", "0201")
    assert pieces == ("ann", "bob", "dan")
    assert FORM.touched({"do": "errand"}) == ((), ())


def test_the_lists_of_those_who_take_part_are_known() -> None:
    assert FORM.lists == ("units", "with")


def test_the_schema_says_the_shape_of_each_detail() -> None:
    schema = FORM.schema()
    assert schema["required"] == FORM.needed
    assert schema["properties"]["units"] == {"type": "array", "items": {"type": "string"}}
    assert schema["properties"]["quick"] == {"type": "boolean"}
    assert set(schema["properties"]) == set(FORM.fields)
    assert schema["additionalProperties"] is False


def test_forgeries_spoil_every_detail_and_nothing_else() -> None:
    spoilt: dict[str, int] = {}
    for forged in FORM.forged(WRITTEN):
        (name,) = [key for key in WRITTEN if forged[key] != WRITTEN[key]]
        assert set(forged) == set(WRITTEN)
        spoilt[name] = spoilt.get(name, 0) + 1
    assert set(spoilt) == set(WRITTEN) - {"do"}
    assert min(spoilt.values()) > 5


def test_forgeries_of_hexes_are_refused_by_their_shape_or_by_their_reading() -> None:
    for forged in FORM.forged(WRITTEN):
        if forged["from"] != WRITTEN["from"] and not check_form(FORM.kinds, forged):
            with pytest.raises(Refused):
                FORM.read(GAME, forged)


def test_a_type_without_a_form_is_an_error_that_says_so() -> None:
    @dataclass(frozen=True)
    class Odd:
        when: float

    with pytest.raises(TypeError, match="float"):
        Form(Odd)
