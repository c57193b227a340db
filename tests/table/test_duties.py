"""Who could still act and what is still to be done, by the kinds of action on offer."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from grognard.engine.refusal import Refusal
from grognard.table.cards import Owed
from grognard.table.duties import able, asked, could, many, owed


class March:
    do = "march"


class Fire:
    do = "fire"


WHO: Any = {March: lambda game, side: ["a", f"{side}-b"], Fire: lambda game, side: ["gun"]}


def _marching(game: Any, side: str) -> Iterator[Owed]:
    yield from could(["a"], "unit", "could still move", "3.1")


def _crowding(game: Any, side: str) -> Iterator[Owed]:
    yield Owed(f"{side} must thin out", "3.2")


DUTIES: Any = ((March, _crowding), (Fire, _marching), (March, _marching))


def game(*offers: Any, checkpoint: bool = True) -> Any:
    ask = SimpleNamespace(offers=offers)
    decision = SimpleNamespace(
        player="red",
        ask=ask,
        offer=lambda do: next((offer for offer in offers if offer.do == do), None),
    )
    return SimpleNamespace(
        scenario=SimpleNamespace(sides=("red", "blue")),
        board=SimpleNamespace(index={"74.19": 0, "14.10": 1}),
        at_checkpoint=checkpoint,
        decision=lambda player: decision if player == "red" else None,
    )


def test_only_a_side_that_is_asked_can_act() -> None:
    position = game(March(), March())
    assert asked(position, "red") is position.decision("red")
    for nobody in (None, "blue", "public"):
        assert asked(position, nobody) is None
        assert able(position, nobody, WHO) == []
        assert owed(position, nobody, DUTIES) == []


def test_each_counter_is_named_once_by_what_is_offered() -> None:
    assert able(game(March(), March()), "red", WHO) == ["a", "red-b"]
    assert able(game(Fire()), "red", WHO) == ["gun"]
    assert able(game(SimpleNamespace(do="wait")), "red", WHO) == []


def test_duties_come_in_the_order_of_the_list_while_no_question_is_open() -> None:
    found = owed(game(March()), "red", DUTIES)
    assert [(one.text, one.must) for one in found] == [
        ("red must thin out", True),
        ("1 unit could still move", False),
    ]
    assert owed(game(March(), checkpoint=False), "red", DUTIES) == []


def test_what_would_refuse_to_end_the_phase_comes_first() -> None:
    (one, _) = owed(game(Fire()), "red", DUTIES, [lambda game, side: [Refusal("4.8", side)]])
    assert (one.text, one.rule, one.must) == ("red", "4.8", True)


def test_what_must_be_done_leads_to_the_hexes_that_it_names() -> None:
    """A rule in brackets is no hex, though it may look like one."""
    full = Refusal("4.8", "too many in 74.19, and again in 74.19 [14.10]")
    (one, _) = owed(game(Fire()), "red", DUTIES, [lambda game, side: [full]])
    assert one.hexes == ("74.19",)


def test_many_and_could() -> None:
    assert (many(["a"], "unit"), many(["a", "b"], "unit")) == ("1 unit", "2 units")
    assert many(["a", "b"], "landing craft", "landing craft") == "2 landing craft"
    assert list(could([], "unit", "could move", "3.1")) == []
    (one,) = could(["a", "b"], "unit", "could land", "3.1", hexes=("0101",))
    assert (one.text, one.hexes, one.pieces, one.must) == (
        "2 units could land", ("0101",), ("a", "b"), False,
    )  # fmt: skip
