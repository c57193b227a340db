"""Unit masking: closed stacks, masks, what combat and contact disclose. [16.1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event
from grognard.engine.refusal import Refused
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.masking.masking import FULL, LEVELS, NOTHING, TYPE, sight
from grognard.systems.wb95.scenario import Wb
from tests.systems.wb95.field import (
    ATTACK_A,
    MOVE_A,
    MOVE_B,
    field,
    hex_status,
    rig,
    rules,
    unit,
    where,
)

ON = {"masking": "on"}
FAR = [unit("s1", "0808", "ARM", 8), unit("s2", "0808", "INF", 3), unit("s3", "0808", "INF", 5)]
"""A Soviet stack out of contact: a tank unit at the bottom, s3 on top."""


def masked(*units: dict[str, Any], **more: Any) -> Wb:
    more.setdefault("options", ON)
    return field(*units, **more)


def stack(game: Wb, player: str, label: str) -> dict[str, Any]:
    """An enemy stack as a player's view has it."""
    return next(row for row in game.view(player)["enemy"] if row["hex"] == label)


# ---- closed stacks


@pytest.mark.rule("wb95", "16.1.1")
def test_only_the_top_counter_of_an_enemy_stack_is_visible() -> None:
    game = masked(unit("g1", "0101"), *FAR)
    assert [sight(game, "german", name) for name in ("s1", "s2", "s3")] == [NOTHING, NOTHING, FULL]
    seen = stack(game, "german", "0808")
    assert seen["top"] == "s3"
    assert list(seen["units"]) == ["s3"]
    assert seen["counters"] is None  # not even their number
    assert "s1" not in game.view("german")["counters"]
    assert "s1" in game.view("soviet")["counters"]


def test_a_lone_counter_looks_like_the_top_of_a_stack() -> None:
    alone = stack(masked(unit("g1", "0101"), FAR[2]), "german", "0808")
    among = stack(masked(unit("g1", "0101"), *FAR), "german", "0808")
    assert {**alone, "units": None} == {**among, "units": None}
    assert alone["units"] == among["units"]


def test_own_units_and_the_umpire_s_are_known_in_full() -> None:
    game = masked(unit("g1", "0101"), *FAR)
    assert all(sight(game, "soviet", name) == FULL for name in ("s1", "s2", "s3"))
    assert all(sight(game, None, name) == FULL for name in ("g1", "s1", "s2", "s3"))
    assert set(game.view(None)["units"]) == {"g1", "s1", "s2", "s3"}
    assert set(game.view("soviet")["units"]) == {"s1", "s2", "s3"}


@pytest.mark.rule("wb95", "16.1.1")
@pytest.mark.rule("wb95", "16.1.4")
def test_who_has_no_side_sees_what_lies_on_top_and_is_told_nothing_more() -> None:
    """g1 stands next to s2, so German and Soviet tell each other types; to others nobody does."""
    near = [unit("s1", "0102", "ARM", 8), unit("s2", "0102")]
    game = masked(unit("g1", "0101"), unit("g2", "0101"), *near, *FAR[2:])
    assert sight(game, "german", "s1") == LEVELS
    assert [sight(game, PUBLIC, n) for n in ("g1", "g2", "s1", "s2", "s3")] == [
        NOTHING, FULL, NOTHING, FULL, FULL,
    ]  # fmt: skip
    view = game.view(PUBLIC)
    assert (view["units"], view["works"], view["decisions"], view["standing"]) == ({}, {}, [], {})
    assert set(view["counters"]) == {"g2", "s2", "s3"}
    rows = {row["hex"]: (row["side"], row["top"], row["counters"]) for row in view["enemy"]}
    assert rows == {
        "0101": ("german", "g2", None),
        "0102": ("soviet", "s2", None),
        "0808": ("soviet", "s3", None),
    }
    game.play("german", {"do": "mask", "hex": "0101"})
    assert [sight(game, PUBLIC, n) for n in ("g1", "g2")] == [NOTHING, NOTHING]
    assert [e.kind for e in game.events_for("german")].count("mask") == 1
    assert game.system.picture(game, PUBLIC)
    assert "as it lies open to all" in game.system.svg(game, PUBLIC)
    assert game.why(PUBLIC, {"do": "end"})[0].rule == "turn"


def test_without_the_chapter_who_has_no_side_sees_every_counter() -> None:
    game = masked(unit("g1", "0101"), *FAR, options={"masking": "off"})
    view = game.view(PUBLIC)
    assert view["units"] == {}
    assert [name for row in view["enemy"] for name in row["units"]] == ["g1", "s1", "s2", "s3"]
    game.play("german", {"do": "move", "units": ["g1"], "path": ["0102"]})
    assert game.events_for(PUBLIC)[-1].facts["units"] == ["g1"]


def test_what_is_told_to_one_side_is_not_told_to_who_has_none() -> None:
    game = masked(unit("g1", "0203"), unit("g2", "0203"), unit("s1", "0503"), unit("s2", "0503"))
    game.play("german", {"do": "move", "units": ["g1"], "path": ["0303", "0403"]})
    kinds = {who: [e.kind for e in game.events_for(who)] for who in ("german", "soviet", PUBLIC)}
    assert "sighting" in kinds["german"]
    assert "sighting" in kinds["soviet"]
    assert kinds[PUBLIC][-1] == "move"
    assert "sighting" not in kinds[PUBLIC]


def test_without_the_chapter_everything_is_open() -> None:
    game = masked(unit("g1", "0101"), *FAR, options={"masking": "off"})
    assert sight(game, "german", "s1") == FULL
    assert list(stack(game, "german", "0808")["units"]) == ["s1", "s2", "s3"]
    assert rules(game, "german", {"do": "mask", "hex": "0101"}) == ["16.1.2"]
    assert not [a for a in game.legal("german") if a["do"] in ("mask", "unmask", "arrange")]


def test_markers_are_open_but_not_whose_they_are() -> None:
    game = masked(
        unit("g1", "0101"),
        unit("s1", "0808", at={"oos": 2, "disorganised": 0}),
        unit("s2", "0808", at={"oos": 1}),
        unit("s3", "0808"),
        turn=2,
    )
    markers = stack(game, "german", "0808")["markers"]
    assert markers == ["disorganised", "out of supply 1", "out of supply 2"]


@pytest.mark.rule("wb95", "16.1.1")
def test_the_owner_chooses_the_counter_on_top() -> None:
    game = masked(unit("g1", "0101"), unit("g2", "0101"), unit("g3", "0101"), unit("s1", "0808"))
    assert stack(game, "soviet", "0101")["top"] == "g3"
    game.play("german", {"do": "arrange", "hex": "0101", "order": ["g3", "g1", "g2"]})
    assert stack(game, "soviet", "0101")["top"] == "g2"
    told = [event for event in game.events_for("soviet") if event.kind == "arrange"]
    assert [dict(event.facts) for event in told] == [{"side": "german", "hex": "0101"}]
    game.play("german", {"do": "arrange", "hex": "0101", "order": ["g1", "g3", "g2"]})
    told = [event for event in game.events_for("soviet") if event.kind == "arrange"]
    assert len(told) == 1  # the top counter is the same: nothing to see


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ({"do": "arrange", "hex": "0101", "order": ["g1"]}, "16.1.1"),
        ({"do": "arrange", "hex": "0101", "order": ["g1", "g2"]}, "16.1.1"),
        ({"do": "arrange", "hex": "0101", "order": ["g2", "g2"]}, "16.1.1"),
        ({"do": "arrange", "hex": "0808", "order": ["s1"]}, "16.1.2"),
        ({"do": "mask", "hex": "0808"}, "16.1.2"),
        ({"do": "mask", "hex": "nowhere"}, "form"),
        ({"do": "unmask", "hex": "0101"}, "16.1.2"),
    ],
)
def test_only_own_stacks_are_masked_and_arranged(action: dict[str, Any], rule: str) -> None:
    game = masked(unit("g1", "0101"), unit("g2", "0101"), unit("s1", "0808"))
    assert rules(game, "german", action) == [rule]


def test_masks_and_stacks_are_touched_in_the_movement_phase_only() -> None:
    game = masked(unit("g1", "0101"), unit("g2", "0101"), unit("s1", "0808"), phase=ATTACK_A)
    assert rules(game, "german", {"do": "mask", "hex": "0101"}) != []


# ---- masks


@pytest.mark.rule("wb95", "16.1.2")
def test_a_mask_hides_the_top_counter_too() -> None:
    game = masked(
        unit("g1", "0101"), unit("s1", "0808", "ARM", 8), unit("s2", "0808"), phase=MOVE_B
    )
    game.play("soviet", {"do": "mask", "hex": "0808"})
    assert sight(game, "german", "s2") == NOTHING
    seen = stack(game, "german", "0808")
    assert (seen["masked"], seen["top"], seen["units"]) == (True, None, {})
    assert rules(game, "soviet", {"do": "mask", "hex": "0808"}) == ["16.1.2"]
    game.play("soviet", {"do": "unmask", "hex": "0808"})
    assert sight(game, "german", "s2") == FULL


def test_masking_costs_nothing_and_disturbs_nobody() -> None:
    game = masked(unit("g1", "0101", at={"disorganised": 0}), unit("s1", "0808"), turn=2)
    before = game.state.to_json()["units"]
    game.play("german", {"do": "mask", "hex": "0101"})
    assert game.state.to_json()["units"] == before


@pytest.mark.rule("wb95", "16.1.2")
def test_a_mask_goes_with_units_that_leave_and_is_gone_with_the_last() -> None:
    game = masked(unit("g1", "0103"), unit("g2", "0103"), unit("s1", "0808"), masked=["0103"])
    game.play("german", {"do": "move", "units": ["g1"], "path": ["0104"]})
    assert hex_status(game, "0103").masked
    assert hex_status(game, "0104").masked
    moves = [dict(e.facts) for e in game.events_for("soviet") if e.kind == "move"]
    assert moves == [{"units": [], "from": "0103", "path": ["0104"]}]
    game.play("german", {"do": "move", "units": ["g2"], "path": ["0104"]})
    assert not hex_status(game, "0103").masked


def test_a_mask_is_gone_when_the_stack_is_eliminated() -> None:
    from grognard.systems.wb95.fighting.casualties import eliminate

    game = masked(unit("g1", "0103"), unit("s1", "0808"), masked=["0103"])
    eliminate(game, "g1", "eliminated", "1.2e")
    assert not hex_status(game, "0103").masked


# ---- combat


@pytest.mark.rule("wb95", "16.1.3")
def test_stacks_that_fought_are_open_until_the_combat_phase_ends() -> None:
    game = masked(
        unit("g1", "0404", "ARM", 6),
        unit("g2", "0404"),
        unit("s1", "0405", "ARM", 8),
        unit("s2", "0405"),
        unit("s3", "0807"),
        unit("s4", "0807"),
        phase=ATTACK_A,
        masked=["0405"],
    )
    assert sight(game, "german", "s1") == LEVELS
    rig(game, 3, 4)
    game.play("german", {"do": "attack", "units": ["g1", "g2"], "targets": ["0405"]})
    while not game.at_checkpoint:
        decision = game.decisions[0]
        game.play(decision.player, decision.ask.default or next(game.legal(decision.player)))
    on_map = [name for name in ("s1", "s2") if where(game, name).isdigit()]
    assert on_map
    assert all(sight(game, "german", name) == FULL for name in on_map)
    assert sight(game, "soviet", "g1") == FULL
    assert sight(game, "german", "s3") == NOTHING  # it did not take part
    game.play("german", {"do": "end"})
    assert sight(game, "soviet", "g1") != FULL


# ---- contact


@pytest.mark.rule("wb95", "16.1.4")
def test_next_to_the_enemy_types_and_levels_are_told() -> None:
    game = masked(
        unit("g1", "0404"), unit("s1", "0405", "ARM", 8), unit("s2", "0405", "ART", "5,3"),
        unit("s3", "0405"),
    )  # fmt: skip
    assert sight(game, "german", "s1") == LEVELS
    rows = sorted(stack(game, "german", "0405")["counters"], key=lambda row: str(row["type"]))
    assert rows == [
        {"type": "ARM", "move": "tracked", "towed": False, "cels": 2},
        {"type": "ART", "move": "trucked", "towed": True, "cels": 1},
        {"type": "INF", "move": "foot", "towed": False, "cels": 2},
    ]
    assert "s1" not in game.view("german")["counters"]


@pytest.mark.rule("wb95", "16.1.4")
@pytest.mark.parametrize("works", ["fortified", "fixed_positions"])
def test_of_fortified_enemies_only_the_types_are_told(works: str) -> None:
    given: Any = ["0405"] if works == "fortified" else {"0405": 2}
    game = masked(
        unit("g1", "0404"), unit("s1", "0405", "ARM", 8), unit("s2", "0405"), **{works: given}
    )
    assert sight(game, "german", "s1") == TYPE
    rows = stack(game, "german", "0405")["counters"]
    assert {"type": "ARM", "move": "tracked", "towed": False} in rows


@pytest.mark.rule("wb95", "16.1.4")
def test_coming_next_to_a_stack_tells_what_is_in_it_and_cannot_be_undone() -> None:
    game = masked(unit("g1", "0803"), unit("g2", "0101"), *FAR)
    game.play("german", {"do": "move", "units": ["g2"], "path": ["0102"]})
    game.undo("german")  # nothing was learned
    game.play("german", {"do": "move", "units": ["g1"], "path": ["0804", "0805", "0806", "0807"]})
    told = [event for event in game.events_for("german") if event.kind == "sighting"]
    assert [event.facts["hex"] for event in told] == ["0808"]
    assert sorted(row["type"] for row in told[0].facts["counters"]) == ["ARM", "INF", "INF"]
    with pytest.raises(Refused):
        game.undo("german")


def test_the_enemy_is_told_of_hidden_units_that_come_next_to_him() -> None:
    game = masked(unit("g1", "0805"), *FAR, masked=["0805"])
    game.play("german", {"do": "move", "units": ["g1"], "path": ["0806", "0807"]})
    told = [event for event in game.events_for("soviet") if event.kind == "sighting"]
    assert [event.facts["counters"] for event in told] == [
        [{"type": "INF", "move": "foot", "towed": False, "cels": 2}]
    ]


@pytest.mark.rule("wb95", "16.1.1")
def test_a_closed_stack_is_presumed_to_have_a_zone_until_it_is_touched() -> None:
    game = masked(unit("g1", "0101"), unit("s1", "0808", "HQ"), unit("s2", "0102", "HQ"))
    h, near = game.board.hex("0807"), game.board.hex("0103")
    known = masking.zone_known(game, "german")
    assert known[h] > 0
    assert known[near] == 0  # next to g1: the enemy had to tell that it is a headquarters


# ---- events and odds


def test_a_loss_in_a_closed_stack_does_not_name_the_counter() -> None:
    from grognard.systems.wb95.fighting.casualties import lose_levels

    game = masked(unit("g1", "0101"), *FAR)
    lose_levels(game, "s1", 1, "6.4.2d")
    told = game.events_for("german")[-1]
    assert dict(told.facts) == {"side": "soviet", "levels": 1, "hex": "0808"}
    assert "s1" not in game.sentence(told)
    assert game.events_for("soviet")[-1].facts["unit"] == "s1"


def test_telling_is_open_to_all_who_know_the_unit() -> None:
    game = masked(unit("g1", "0101"), *FAR)
    event = Event("note", "16.1.1", {"unit": "s3"})
    masking.tell(game, event, masking.witnesses(game, ["s3"]))
    assert game.events_for("german")[-1].facts == {"unit": "s3"}
    masking.tell(game, event, masking.witnesses(game, ["s3", "s2"]))
    assert game.events_for("german")[-1].facts == {}


@pytest.mark.rule("wb95", "16.1.1")
def test_odds_are_withheld_where_the_defender_is_not_known() -> None:
    attack = {"do": "attack", "units": ["g1"], "targets": ["0405"]}
    game = masked(unit("g1", "0404"), unit("s1", "0405"), unit("s2", "0405"), phase=ATTACK_A)
    odds = game.odds(attack, "german")
    assert [refusal.rule for refusal in odds.unknown] == ["16.1.1"]
    assert "0405" in odds.unknown[0].text
    assert not odds.outcomes
    alone = masked(unit("g1", "0404"), unit("s1", "0405"), phase=ATTACK_A)
    assert sum(outcome.probability for outcome in alone.odds(attack, "german").outcomes) == 1


@pytest.mark.rule("wb95", "16.1.1")
def test_odds_do_not_tell_of_a_hidden_headquarters() -> None:
    attack = {"do": "attack", "units": ["g1"], "targets": ["0405"]}
    units = [unit("g1", "0404"), unit("s1", "0405"), unit("s3", "0407")]
    plain = masked(*units, phase=ATTACK_A).odds(attack, "german")
    hq = unit("s2", "0407", "HQ")
    game = masked(units[0], units[1], hq, units[2], phase=ATTACK_A)
    before = game.state.fingerprint()
    assert game.odds(attack, "german") == plain
    assert plain.supposed[0]["rule"] == "16.1.1"
    assert game.state.fingerprint() == before


@pytest.mark.rule("wb95", "9.2.4")
@pytest.mark.rule("wb95", "5.2.1b")
def test_who_is_to_defend_is_told_that_a_hidden_headquarters_counts_and_that_is_final() -> None:
    attack = {"do": "attack", "units": ["g1"], "targets": ["0405"]}
    line = [unit("g1", "0404"), unit("s1", "0405")]
    top, hq = unit("g3", "0402"), unit("g2", "0402", "HQ")
    totals, learned = [], []
    for units in ((top,), (hq, top), (top, hq)):
        game = masked(*line, *units, phase=ATTACK_A)
        game.play("german", attack)
        (decision,) = game.decisions
        totals.append(decision.to_json()["context"]["reckoning"]["roll"]["total"])
        learned.append("soviet" in game.entries[-1].revealed)
    assert totals == [0, -1, -1]
    assert learned == [False, True, False], "on top of its stack it shows"
    hidden = masked(*line, hq, top, phase=ATTACK_A)
    hidden.play("german", attack)
    with pytest.raises(Refused, match="revealed"):
        hidden.undo("german")


# ---- the view and the picture


def test_the_view_is_plain_data_and_keeps_secret_works() -> None:
    from grognard.engine.record import canonical
    from grognard.systems.wb95.status import WORKS, BridgeWork

    board = sketch(9, 9, sides=["0505-0506 big_river"])
    game = masked(unit("g1", "0505", "HQ"), unit("s1", "0808"), board=board, phase=MOVE_A)
    game.put(WORKS, "g1", BridgeWork(board.hex("0505"), board.hex("0506"), 2))
    assert game.view("german")["works"] == {"g1": {"near": "0505", "far": "0506", "declared": 2}}
    assert game.view("soviet")["works"] == {}
    assert canonical(game.view("german"))


def test_the_picture_shows_no_more_than_the_player_may_know() -> None:
    game = masked(unit("g1", "0101"), *FAR, masked=["0808"])
    assert "Si3" in game.system.picture(game, None)
    assert "S?+" in game.system.picture(game, "german")
    assert "Si3" in game.system.picture(game, "soviet")
    assert str(game).count("\n") > 9
