"""Where people play each other, the owner of the table is a player like the other."""

from __future__ import annotations

import pytest

from grognard.server import branches, games, overtures, people, queries, replays, seating
from grognard.server.club import Club
from grognard.server.errors import Forbidden
from grognard.server.fairness import DAY
from grognard.server.store.records import SeatPlan
from tests.server.table import NO_MISSIONS, Table, duel
from tests.server.wire import on_either

CLOSED = {"masking": "on"}


def begun(club: Club, **more: object) -> Table:
    """Two people, one of whom owns the table, after the first action."""
    table = duel(club, options=CLOSED, **more)
    table.act("german", NO_MISSIONS, "k")
    return table


def test_before_the_first_action_the_owner_looks_after_the_seats(club: Club) -> None:
    table = duel(club, options=CLOSED)
    seating.kick(club, table.people["german"], table.seats["soviet"].id)
    other, _ = people.guest(club)
    link = seating.invite(club, table.people["german"], table.seats["soviet"].id)
    assert seating.join(club, other, link).side == "soviet"


def test_the_owner_sends_nobody_away_in_the_middle_of_a_game(club: Club) -> None:
    table = begun(club)
    with pytest.raises(Forbidden, match="nobody is sent away") as refused:
        seating.kick(club, table.people["german"], table.seats["soviet"].id)
    assert "14 days" in str(refused.value.would_be_right)
    assert seating.seat(club, table.people["soviet"], table.seats["soviet"].id).taken


@pytest.mark.parametrize(
    "plan",
    [SeatPlan(side="soviet"), SeatPlan("spectator", "soviet"), SeatPlan("umpire")],
    ids=["player", "spectator of a side", "umpire"],
)
def test_the_owner_opens_no_seat_that_sees_the_other_side(club: Club, plan: SeatPlan) -> None:
    table = begun(club)
    german = table.people["german"]
    with pytest.raises(Forbidden, match=r"lets others see it|before the first action"):
        seating.add_seat(club, german, table.game_id, plan)
    if plan.role != "umpire":
        with pytest.raises(Forbidden, match="lets others see it"):
            seating.invite_many(club, german, table.game_id, plan)


def test_a_seat_that_was_open_before_is_not_filled_by_a_second_guest(club: Club) -> None:
    table = duel(club, options=CLOSED, plans=[SeatPlan("umpire"), SeatPlan(side="soviet")])
    german = table.people["german"]
    empty = [one for one in seating.seats(club, table.game_id) if not one.taken]
    links = [seating.invite(club, german, one.id) for one in empty]
    table.act("german", NO_MISSIONS, "k")
    second, _ = people.guest(club)
    for link in links:
        with pytest.raises(Forbidden, match=r"lets others see it|before the first action"):
            seating.join(club, second, link)


def test_who_gets_up_comes_back_or_sends_a_friend(club: Club) -> None:
    table = begun(club)
    german, soviet = table.people["german"], table.people["soviet"]
    seat = table.seats["soviet"]
    seating.leave(club, soviet, seat.id)
    stranger, _ = people.guest(club)
    with pytest.raises(Forbidden, match="only who plays a side"):
        seating.join(club, stranger, seating.invite(club, german, seat.id))
    with pytest.raises(Forbidden):
        seating.take(club, german, seat.id)
    again = seating.join(club, soviet, seating.invite(club, german, seat.id))
    seating.leave(club, soviet, again.id)
    friend = seating.join(club, stranger, seating.invite(club, soviet, seat.id))
    assert friend.side == "soviet"


def test_a_program_takes_over_from_who_has_got_up_and_nobody_learns_what_it_sees(
    club: Club,
) -> None:
    table = begun(club)
    german, seat = table.people["german"], table.seats["german"]
    seating.leave(club, table.people["soviet"], table.seats["soviet"].id)
    seating.seat_program(club, german, table.seats["soviet"].id, "random")
    for ask in (branches.export, branches.branch):
        with pytest.raises(Forbidden, match="hidden"):
            ask(club, seat)
    with pytest.raises(Forbidden, match="secrets in this game"):
        overtures.offer_branch(club, seat)
    seating.kick(club, german, table.seats["soviet"].id)
    with pytest.raises(Forbidden):
        seating.take(club, german, table.seats["soviet"].id)


def test_who_is_waited_for_longer_than_was_agreed_may_be_replaced(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(club, settings={"absence": 3})
    german = table.people["german"]
    for seed in range(200):
        if "soviet" in games.row(club, table.game_id).waiting:
            break
        table.play(1, seed=seed)
    late = club.now() + 3 * DAY
    with pytest.raises(Forbidden, match="nobody is sent away") as refused:
        seating.kick(club, german, table.seats["soviet"].id)
    assert "3 days" in str(refused.value.would_be_right)
    monkeypatch.setattr(club, "now", lambda: late)
    seating.kick(club, german, table.seats["soviet"].id)
    with pytest.raises(Forbidden):
        seating.take(club, german, table.seats["soviet"].id)
    assert seating.seat_program(club, german, table.seats["soviet"].id, "random").kind == "ai"


@pytest.mark.parametrize("absence", [0, 400, "long", True])
def test_an_absence_that_cannot_be_agreed(club: Club, absence: object) -> None:
    with pytest.raises(games.Invalid, match="absence"):
        games.check_settings({"absence": absence or -1})


@on_either
def test_a_branch_shows_nothing_of_a_game_that_goes_on(club: Club) -> None:
    """One resigns in it: it is over, and its record stays as closed as that of its parent."""
    table = begun(club)
    offer = overtures.offer_branch(club, table.seats["german"])
    other = overtures.answer(club, table.seats["soviet"], offer["offer"], True)["game"]
    mine, theirs = (
        next(s for s in seating.seats(club, other) if s.side == side and s.role == "player")
        for side in ("german", "soviet")
    )
    with pytest.raises(Forbidden, match="nobody is sent away"):
        seating.kick(club, table.people["german"], theirs.id)
    overtures.resign(club, mine)
    assert games.row(club, other).over
    for ask in (branches.export, branches.branch):
        with pytest.raises(Forbidden, match="hidden"):
            ask(club, mine)
    shared = replays.share(club, mine)
    assert replays.replay(club, shared)["audience"] == "german"
    with pytest.raises(Forbidden, match="hidden"):
        branches.branch_replay(club, table.people["german"], shared, 1)
    with pytest.raises(Forbidden, match="nobody is sent away"):
        seating.kick(club, table.people["german"], theirs.id)
    overtures.resign(club, table.seats["soviet"])
    assert branches.export(club, mine)
    assert queries.view(club, mine)["over"]
