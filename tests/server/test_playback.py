"""Playback: what others did, step by step, and nothing that one was not told."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.server import commands, playback, queries, screen
from grognard.server.club import Club
from tests.server.table import Table, duel
from tests.web.dealing import LESSON, before

SIDES = ("german", "soviet")


def lesson(club: Club, upto: str = "") -> Table:
    """Klin as its lesson plays it, to its end or up to an action of a kind."""
    table = duel(club, seed="1941")  # type: ignore[arg-type]
    for n, (side, action) in enumerate(before(upto) if upto else LESSON):
        table.act(side, action, f"dealt {n}")
    return table


def stretch(table: Table, side: str, since: int | None = 0) -> list[dict[str, Any]]:
    """Every step since then, in as many pieces as they come in."""
    steps: list[dict[str, Any]] = []
    while True:
        found = playback.playback(table.club, table.seats[side], since)
        steps += found["steps"]
        since = found["seq"]
        if not found["more"]:
            return steps


def played(start: dict[str, Any], steps: list[dict[str, Any]]) -> dict[str, Any]:
    """What lies on the table after the steps, put together from the first table and the changes."""
    counters = {card["id"]: card for card in start["counters"]}
    stacks = {(one["hex"], one["side"]): one for one in start["stacks"]}
    for step in steps:
        counters.update({card["id"]: card for card in step["counters"]})
        stacks.update({(one["hex"], one["side"]): one for one in step["stacks"]})
        for name in step["gone"]:
            del counters[name]
        for hex_, side in step["lifted"]:
            del stacks[hex_, side]
    for card in counters.values():
        card["movable"] = False
    return {"counters": counters, "stacks": stacks}


@pytest.mark.parametrize("side", SIDES)
def test_the_changes_lead_from_the_first_table_to_the_last(club: Club, side: str) -> None:
    table = lesson(club)
    seat = table.seats[side]
    start = playback.playback(club, seat, 0, start=True)["start"]
    steps = stretch(table, side)
    at_end = screen.table(club, seat, steps[-1]["moment"])
    assert played(start, steps) == played(at_end, [])


def test_a_seat_is_played_back_nothing_that_its_stream_does_not_tell(club: Club) -> None:
    table = duel(club, seed=8, options={"masking": "on"})
    table.play(90, 8)
    for side in SIDES:
        _told_before(table, side)


def _told_before(table: Table, side: str) -> None:
    """Whatever is played back to a side its stream has told it."""
    told = {item["seq"]: item["event"] for item in table.told(side) if item["type"] == "event"}
    for n, step in enumerate(stretch(table, side)):
        if n % 3 == 0:  # to look at a moment of the past takes long
            seen = screen.table(table.club, table.seats[side], step["moment"])
            known = {card["id"] for card in seen["counters"]}
            assert {card["id"] for card in step["counters"]} <= known
        assert {line["seq"] for line in step["lines"]} <= set(told)
        events = [told[line["seq"]] for line in step["lines"]]
        for way in step["ways"]:
            assert any(way["path"][-1] in event["facts"]["path"] for event in events
                       if "path" in event["facts"])  # fmt: skip
            assert all(piece in str(events) for piece in way["pieces"])
        thrown = [event["dice"] for event in events if event["dice"]]
        card = step["card"]
        assert thrown == ([throw["dice"] for throw in card["throws"]] if card else [])
        assert not card or all(piece in str(events) for piece in card["pieces"])


def test_a_step_is_a_moment_and_says_whose_it_was(club: Club) -> None:
    table = lesson(club)
    steps = stretch(table, "soviet")
    moments = [step["moment"] for step in steps]
    assert moments == sorted(set(moments))
    fought = next(step for step in steps if step["card"])
    assert not fought["mine"]
    assert fought["card"]["title"] == "Combat"
    assert fought["card"]["opening"].startswith("German attack on 2620")
    assert fought["card"]["throws"][0]["excerpt"]["title"] == "Combat results"
    retreat = next(step for step in steps if "retreat" in step["lines"][0]["text"])
    assert retreat["mine"]
    assert retreat["ways"]


def test_what_was_taken_back_is_not_played_back(club: Club) -> None:
    table = lesson(club, "move")
    start = table.told("soviet")[-1]["seq"]
    side, move = next((s, a) for s, a in LESSON if a["do"] == "move")
    table.act(side, move, "there")
    commands.undo(club, table.seats[side], "and back")
    assert stretch(table, "soviet", start) == []
    table.act(side, move, "there again")
    (step,) = stretch(table, "soviet", start)
    (whole,) = stretch(table, "soviet", start + 1)
    assert step["ways"] == whole["ways"]
    assert step["counters"] != whole["counters"], "who had seen him there sees him where he was"
    assert step["ways"][0]["path"][1:] == move["path"]


def test_since_my_last_turn_begins_where_the_other_began(club: Club) -> None:
    table = lesson(club)
    whole = stretch(table, "soviet")
    since = stretch(table, "soviet", None)
    assert since == whole, "he has had no turn yet"
    assert stretch(table, "german", None) == [], "nobody else has had one"


def test_a_stretch_comes_in_pieces_and_begins_where_it_is_asked_to(club: Club) -> None:
    table = duel(club)
    table.play(80)
    seat = table.seats["german"]
    first = playback.playback(club, seat, 0)
    assert first["more"]
    assert first["start"] is None
    assert len(first["steps"]) == playback.MOST_STEPS
    second = playback.playback(club, seat, first["seq"])
    assert second["steps"][0]["moment"] > first["steps"][-1]["moment"]
    end = queries.view(club, seat)["seq"]
    assert playback.playback(club, seat, end)["steps"] == []
