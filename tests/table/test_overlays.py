"""The frame of overlays: who may look, what is painted over what, what is said of nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event
from grognard.table.cards import LegendLine, OverlayCard
from grognard.table.overlays import (
    NOTHING,
    ONE_SIDE,
    Laid,
    Layer,
    Open,
    Overlays,
    Sided,
    legend,
    objectives,
    side_legend,
    went,
)

ROME = SimpleNamespace(label="Rome", hexes=(3, 4), vp=5)


def game() -> Any:
    return SimpleNamespace(
        turn=3,
        board=SimpleNamespace(label=lambda h: f"{h:02d}"),
        scenario=SimpleNamespace(
            sides=("axis", "allied"),
            nations={"axis": "German", "allied": "American"},
            victory=SimpleNamespace(side="allied", objectives=(ROME,)),
        ),
    )


def own(game: Any, side: str) -> Laid:
    layer = Layer(game, side)
    layer.paint(1, "good")
    layer.note(1, f"{side} stands here")
    layer.line((1, 2), "info", "a way")
    return layer.laid(legend(good=side))


FRAME = Overlays(
    (OverlayCard("own", "Own", "o", ""), OverlayCard("all", "All", "a", "")),
    {"own": Sided(own), "all": Open(lambda game, player, events: Laid())},
    lambda game: ("all",) if game.turn > 3 else (),
)
SECRET = Overlays(FRAME.cards, {**FRAME.made, "own": Sided(own, both=False)})


def test_a_side_sees_its_own_and_the_umpire_both() -> None:
    axis, umpire = (FRAME.overlay(game(), who, "own", ()) for who in ("axis", None))
    assert axis is not None
    assert umpire is not None
    assert (axis.id, axis.title, axis.notes) == ("own", "Own", ("01: axis stands here",))
    assert umpire.notes == ("01: axis stands here", "01: allied stands here")
    assert [paint.side for paint in umpire.paints] == ["axis", "allied"]
    assert len(umpire.threads) == 2
    assert umpire.legend == (LegendLine("good", None, "axis"),)


def test_who_plays_no_side_is_told_to_take_one() -> None:
    for frame, who in ((FRAME, PUBLIC), (SECRET, PUBLIC), (SECRET, None)):
        found = frame.overlay(game(), who, "own", ())
        assert found is not None
        assert (found.paints, found.notes) == ((), (ONE_SIDE,))


def test_an_empty_overlay_says_so_and_an_unknown_one_is_none() -> None:
    found = FRAME.overlay(game(), "axis", "all", ())
    assert found is not None
    assert found.notes == (NOTHING,)
    assert FRAME.overlay(game(), "axis", "weather", ()) is None


def test_what_a_game_lacks_is_not_offered() -> None:
    later = game()
    later.turn = 4
    assert [card.id for card in FRAME.offered(game(), None)] == ["own", "all"]
    assert [card.id for card in FRAME.offered(later, None)] == ["own"]


def test_a_hex_is_painted_once_and_hexes_come_in_order() -> None:
    layer = Layer(game(), "axis")
    layer.paint(7, "good", "7")
    layer.beneath(7, "bad", "8")
    layer.beneath(2, "warn")
    assert [(p.hex, p.tone, p.text) for p in layer.laid(()).paints] == [
        ("02", "warn", ""),
        ("07", "good", "7"),
    ]
    layer.paint(7, "plain")
    assert layer.laid(()).paints[1].tone == "plain"


def test_a_line_over_one_hex_is_none_and_notes_have_a_stand_in() -> None:
    layer = Layer(game())
    layer.line((1,), "good", "nowhere")
    assert layer.laid((), "all is well") == Laid(notes=("all is well",))


def test_legends() -> None:
    assert legend(bad="x") == (LegendLine("bad", None, "x"),)
    assert side_legend(game(), "moves")[1] == LegendLine("plain", "allied", "American moves")


def test_ways_of_this_turn_and_the_last() -> None:
    def told(turn: int, **facts: Any) -> tuple[int, Event]:
        return turn, Event("move", "6.1", facts)

    events = [
        told(1, path=["01", "02"]),
        told(2, path=["02"], **{"from": "01"}),
        told(3, path=["02"]),
        told(3, hex="02"),
    ]
    assert [(turn, hexes) for turn, _, hexes in went(game(), events)] == [(2, ("01", "02"))]


def test_objectives_are_good_for_who_wins_by_them() -> None:
    held = {3: "allied", 4: ""}
    found = objectives(game(), lambda _, h: held[h], lambda one, by: f"{one.label}, {by}")
    assert [(p.hex, p.tone, p.side, p.text, p.title) for p in found] == [
        ("03", "good", "allied", "5", "Rome, held by American"),
        ("04", "plain", None, "5", "Rome, held by nobody"),
    ]
    held[4] = "axis"
    assert objectives(game(), lambda _, h: held[h], lambda *_: "")[1].tone == "bad"
