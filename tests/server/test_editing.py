"""Edits from the table: what can be changed of a counter, and a proposal in words and where."""

from __future__ import annotations

import pytest

from grognard.server import editing, people, screen, seating
from grognard.server.club import Club
from grognard.server.errors import Forbidden, NotFound
from grognard.server.store.records import SeatPlan
from tests.server.table import NO_MISSIONS, duel


def test_of_ones_own_counters_all_is_told_and_of_the_enemys_where_they_stand(club: Club) -> None:
    table = duel(club, options={"masking": "off"})
    seen = screen.table(club, table.seats["german"])
    own, theirs = (
        next(c for c in seen["counters"] if c["side"] == side and c["hex"])
        for side in ("german", "soviet")
    )
    told = editing.edit_form(club, table.seats["german"], own["id"])
    kinds = {field["field"]: (field["kind"], field["value"]) for field in told["fields"]}
    assert kinds["hex"] == ("hex", own["hex"])
    assert kinds["cel"][0] == "number"
    enemy = editing.edit_form(club, table.seats["german"], theirs["id"])
    assert [(f["field"], f["value"]) for f in enemy["fields"]] == [("hex", theirs["hex"])]


def test_what_is_hidden_has_nothing_to_edit(club: Club) -> None:
    table = duel(club, options={"masking": "on"})
    ours = {c["id"] for c in screen.table(club, table.seats["german"])["counters"]}
    theirs = {c["id"] for c in screen.table(club, table.seats["soviet"])["counters"]}
    hidden = sorted(theirs - ours)
    assert hidden
    for piece in (hidden[0], "nobody"):
        with pytest.raises(NotFound, match="no such counter"):
            editing.edit_form(club, table.seats["german"], piece)
    link = seating.invite_many(club, table.people["german"], table.game_id, SeatPlan("spectator"))
    watcher = seating.join(club, people.guest(club)[0], link)
    with pytest.raises(Forbidden):
        editing.edit_form(club, watcher, sorted(ours)[0])


def test_a_proposal_is_put_in_words_and_shown_where_it_is(club: Club) -> None:
    table = duel(club)
    table.act("german", NO_MISSIONS, "air")
    seat = table.seats["german"]
    own = next(
        c for c in screen.table(club, seat)["counters"] if c["side"] == "german" and c["hex"]
    )
    change = {"map": "units", "key": own["id"], "set": {"hex": "2923"}}
    wish = {"do": "propose", "changes": [change], "reason": "it was forgotten"}
    table.act("german", wish, "propose")
    asked = screen.table(club, table.seats["soviet"])["asked"]
    (question,) = [one for one in asked if one["name"] == "consent"]
    assert question["prompt"].startswith("German proposes an edit: ")
    assert "to 2923. The reason: it was forgotten" in question["prompt"]
    assert own["id"] not in question["prompt"]
    assert "2923" in question["hexes"]
    assert own["id"] in question["pieces"]
    assert next(one["text"] for one in question["choices"]).startswith("Agree")
    table.act("soviet", {"do": "consent", "to": "german", "agree": True}, "agreed")
    moved = {c["id"]: c["hex"] for c in screen.table(club, seat)["counters"]}
    assert moved[own["id"]] == "2923"
