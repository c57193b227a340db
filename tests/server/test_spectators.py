"""Who looks on: spectators of a side or of none, delays, the umpire, and nobody who comes back."""

from __future__ import annotations

import pytest

from grognard.engine.entries import PUBLIC
from grognard.engine.record import canonical
from grognard.server import (
    branches,
    commands,
    games,
    onlookers,
    overtures,
    people,
    queries,
    replays,
    seating,
)
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid, NotFound
from grognard.server.store.records import SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, duel, solo
from tests.server.wire import on_either

TYPHOON = "wb95/typhoon"


def test_a_spectator_sees_a_side_and_does_not_play(club: Club) -> None:
    table = duel(club)
    link = seating.invite_many(
        club, table.people["german"], table.game_id, SeatPlan("spectator", "soviet")
    )
    watcher, _ = people.guest(club)
    seat = seating.join(club, watcher, link)
    assert queries.view(club, seat)["view"] == queries.view(club, table.seats["soviet"])["view"]
    for wish in (
        lambda: commands.act(club, seat, NO_MISSIONS, None, "k"),
        lambda: commands.undo(club, seat, "k"),
        lambda: queries.odds(club, seat, NO_MISSIONS),
        lambda: overtures.resign(club, seat),
        lambda: overtures.say(club, seat, "look behind you"),
        lambda: overtures.offer_draw(club, seat),
        lambda: overtures.adjudicate(club, seat, "german", "I like them"),
    ):
        with pytest.raises(Forbidden):
            wish()


def test_a_spectator_without_a_side_sees_what_lies_open_to_all(club: Club) -> None:
    table = duel(club, TYPHOON, plans=[SeatPlan("umpire")])
    for side in ("soviet", "german"):
        table.act(side, {"do": "ready"}, "1")
    link = seating.invite_many(club, table.people["german"], table.game_id, SeatPlan("spectator"))
    watcher, _ = people.guest(club)
    seat = seating.join(club, watcher, link)
    assert (seat.side, seat.audience) == (None, PUBLIC)
    overtures.say(club, table.seats["german"], "hold the bridge", to_side=True)
    commands.instruct(club, table.seats["soviet"], {"retreat": "stand"}, "2")
    before = queries.view(club, seat)
    table.play(40)
    after = queries.view(club, seat)
    assert after["moment"] > before["moment"]
    view = after["view"]
    assert (view["player"], view["units"], view["decisions"]) == (PUBLIC, {}, [])
    assert (view["standing"], view["waiting_for"]) == (
        {},
        list(games.row(club, table.game_id).waiting),
    )
    with club.live.reading(table.game_id) as (kept, _row):
        every = kept.game.view(None)["units"]
        open_to = [set(kept.game.view(side)["counters"]) for side in table.seats]
        assert view == kept.game.view(PUBLIC)
    assert set(view["counters"]) == open_to[0] & open_to[1]
    told = canonical([after, queries.events(club, seat, limit=2000)])
    assert "hold the bridge" not in told
    assert not [
        name for name in set(every) - set(view["counters"]) if f'"{name}"' in canonical(view)
    ]
    for wish in (
        lambda: commands.act(club, seat, NO_MISSIONS, None, "k"),
        lambda: queries.legal(club, seat),
        lambda: queries.why(club, seat, NO_MISSIONS),
        lambda: branches.branch(club, seat),
        lambda: branches.export(club, seat),
    ):
        with pytest.raises(Forbidden):
            wish()


def test_a_replay_shared_by_who_has_no_side_shows_what_he_saw(club: Club) -> None:
    table = duel(club)
    link = seating.invite_many(club, table.people["german"], table.game_id, SeatPlan("spectator"))
    watcher, _ = people.guest(club)
    seat = seating.join(club, watcher, link)
    table.play(30)
    token = replays.share(club, seat)
    then = queries.view(club, seat)["view"]
    table.play(10, seed=2)
    told = replays.replay(club, token)
    assert (told["audience"], told["over"]) == (PUBLIC, False)
    last = replays.replay_at(club, token, told["moments"])["view"]
    assert (last["units"], last["player"]) == ({}, PUBLIC)
    assert last["enemy"] == then["enemy"]
    kinds = {item["event"]["kind"] for item in told["events"] if item["type"] == "event"}
    assert "sighting" not in kinds
    overtures.resign(club, table.seats["german"])
    assert replays.replay(club, replays.share(club, seat))["audience"] is None


def test_a_player_may_look_on_without_a_side_as_well(club: Club) -> None:
    table = duel(club)
    german, soviet = table.people["german"], table.people["soviet"]
    link = seating.invite_many(club, german, table.game_id, SeatPlan("spectator"))
    assert [seating.join(club, who, link).side for who in (german, soviet)] == [None, None]
    third, _ = people.guest(club)
    assert seating.join(club, third, link).role == "spectator"


def test_who_plays_against_people_sees_one_side_only(club: Club) -> None:
    table = duel(club)
    german = table.people["german"]
    link = seating.invite_many(club, german, table.game_id, SeatPlan("spectator", "soviet"))
    with pytest.raises(Forbidden, match="more than one side"):
        seating.join(club, german, link)
    for plan in (SeatPlan("umpire", mine=True), SeatPlan(side="soviet", mine=True)):
        with pytest.raises(Forbidden, match="more than one side"):
            seating.add_seat(club, german, table.game_id, plan)
    seating.leave(club, german, table.seats["german"].id)
    assert seating.join(club, german, link).role == "spectator"


PUBLIC_SEAT = SeatPlan("spectator", mine=True)


@on_either
@pytest.mark.parametrize(
    "looking", [SeatPlan("umpire", mine=True), SeatPlan("spectator", "soviet", mine=True)]
)
def test_nobody_looks_at_the_other_side_and_comes_back(club: Club, looking: SeatPlan) -> None:
    table = duel(club)
    german, seat = table.people["german"], table.seats["german"]
    seating.leave(club, german, seat.id)
    seating.take(club, german, seat.id)
    table.act("german", NO_MISSIONS, "k")
    seating.leave(club, german, seat.id)
    seating.take(club, german, seat.id)  # one may come back, and look on without a side
    seating.leave(club, german, seating.add_seat(club, german, table.game_id, PUBLIC_SEAT).id)
    seating.leave(club, german, seat.id)
    with pytest.raises(Forbidden, match="only who plays a side lets others see it"):
        seating.add_seat(club, german, table.game_id, SeatPlan(side="soviet", mine=True))
    with pytest.raises(Forbidden, match=r"before the first action|lets others see it"):
        seating.add_seat(club, german, table.game_id, looking)
    seating.take(club, german, seat.id)
    told = queries.events(club, table.seats["soviet"])["events"]
    assert german.id not in str(told)


def test_before_anything_is_played_sides_may_be_changed(club: Club) -> None:
    table = duel(club)
    for side in ("german", "soviet"):
        seating.leave(club, table.people[side], table.seats[side].id)
    seating.take(club, table.people["german"], table.seats["soviet"].id)
    link = seating.invite(club, table.people["german"], table.seats["german"].id)
    assert seating.join(club, table.people["soviet"], link).side == "german"


@pytest.mark.parametrize(
    "extra", [SeatPlan("umpire", mine=True), SeatPlan(side="soviet", mine=True)]
)
def test_nobody_is_lured_into_a_game_against_who_sees_both_sides(
    club: Club, extra: SeatPlan
) -> None:
    host, _ = people.guest(club)
    plans = [SeatPlan(side="german", mine=True), extra, SeatPlan(side="soviet")]
    game = games.create_game(club, host, KLIN, seats=plans)
    empty = next(s["id"] for s in game["seats"] if not s["taken"])
    link = seating.invite(club, host, empty)
    other, _ = people.guest(club)
    with pytest.raises(Forbidden, match="sees more than one side"):
        seating.join(club, other, link)
    german = next(s["id"] for s in game["seats"] if s["mine"] and s["side"] == "german")
    seating.leave(club, host, german)
    assert seating.join(club, other, link).side == "soviet"


def test_a_delayed_spectator_sees_the_past(club: Club) -> None:
    table = duel(club)
    link = seating.invite_many(
        club, table.people["german"], table.game_id, SeatPlan("spectator", "german", delay_lines=3)
    )
    watcher, _ = people.guest(club)
    seat = seating.join(club, watcher, link)
    table.play(12)
    seen = []
    for _ in range(4):
        seen.append(queries.view(club, table.seats["german"])["view"])
        table.play(1, seed=len(seen) + 100)
    late = queries.view(club, seat)
    assert late["view"] == seen[1]  # of four lines since, three are hidden
    assert late["seq"] < queries.view(club, table.seats["german"])["seq"]
    everything = queries.events(club, table.seats["german"])["events"]
    assert queries.events(club, seat)["events"] == everything[: late["seq"]]
    overtures.resign(club, table.seats["soviet"])
    assert queries.view(club, seat)["view"] == queries.view(club, table.seats["german"])["view"]


def test_a_delay_is_not_shortened_by_what_the_other_does_unseen(club: Club) -> None:
    table = duel(club)
    plan = SeatPlan("spectator", "german", delay_lines=2)
    link = seating.invite_many(club, table.people["german"], table.game_id, plan)
    seat = seating.join(club, people.guest(club)[0], link)
    table.play(8)
    shown = queries.view(club, seat)
    for n in range(5):
        commands.instruct(club, table.seats["soviet"], {"retreat": "stand"}, f"unseen {n}")
        commands.instruct(club, table.seats["soviet"], {"retreat": "ask me"}, f"again {n}")
    assert queries.view(club, seat) == shown


def test_a_delay_may_be_counted_in_turns(club: Club) -> None:
    table = duel(club)
    link = seating.invite_many(
        club, table.people["german"], table.game_id, SeatPlan("spectator", "german", delay_turns=1)
    )
    watcher, _ = people.guest(club)
    seat = seating.join(club, watcher, link)
    while games.row(club, table.game_id).turn < 3:
        table.play(1, seed=table.lines())
    assert queries.view(club, seat)["view"]["turn"] == 3 - 1 or queries.view(club, seat)["over"]
    with club.live.reading(table.game_id) as (kept, _row):
        shown = sum(turn <= 2 for turn in kept.turns)
        assert kept.turns[shown] == 3


def test_the_umpire_sees_all_edits_and_takes_back(club: Club) -> None:
    table = duel(club, plans=[SeatPlan("umpire")])
    german = table.people["german"]
    place = next(s for s in seating.seats(club, table.game_id) if s.role == "umpire")
    judge, _ = people.guest(club)
    seat = seating.join(club, judge, seating.invite(club, german, place.id))
    units = queries.view(club, seat)["view"]["units"]
    assert {name[:2] for name in units} == {"de", "su"}
    table.act("german", NO_MISSIONS, "k")
    change = {"map": "units", "key": "su-46-cd", "set": {"oos": 1}}
    commands.act(club, seat, {"do": "edit", "changes": [change], "reason": "forgotten"}, None, "k")
    assert queries.view(club, table.seats["soviet"])["view"]["units"]["su-46-cd"]["oos"] == 1
    commands.undo(club, seat, "k2")
    assert queries.view(club, table.seats["soviet"])["view"]["units"]["su-46-cd"]["oos"] == 0
    with pytest.raises(Invalid, match="plays no side"):
        commands.act(club, seat, {"do": "end"}, None, "k3")
    with pytest.raises(Invalid, match="no side"):
        overtures.adjudicate(club, seat, "italian", "late")
    assert overtures.adjudicate(club, seat, "soviet", "it is late")["winner"] == "soviet"
    assert games.game(club, german, table.game_id)["winner"] == "soviet"


# ---- by a link


@on_either
def test_others_watch_by_a_link_when_all_players_agree(club: Club) -> None:
    table = duel(club)
    mine, theirs = table.seats["german"], table.seats["soviet"]
    offered = overtures.offer_watch(club, mine, 1)
    assert (offered["agreed"], offered["awaiting"], offered["delay"]) == (False, ["soviet"], 1)
    assert onlookers.watch_link(club, mine) == {"watch": None}
    overtures.answer(club, theirs, offered["offer"], True)
    link = onlookers.watch_link(club, theirs)["watch"]
    assert link == {"invitation": link["invitation"], "delay_turns": 1}
    watcher, _ = people.guest(club)
    seat = seating.join(club, watcher, link["invitation"])
    assert (seat.role, seat.side, seat.delay_turns) == ("spectator", None, 1)
    assert seating.join(club, watcher, link["invitation"]).id == seat.id
    told = str(table.told("german")) + str(queries.events(club, seat, 0)["events"])
    assert link["invitation"] not in told
    with pytest.raises(Forbidden, match="players"):
        onlookers.watch_link(club, seat)
    with pytest.raises(Conflict, match="already"):
        overtures.offer_watch(club, theirs)

    onlookers.end_watch(club, theirs)
    assert onlookers.watch_link(club, mine) == {"watch": None}
    with pytest.raises(NotFound):
        seating.seat(club, watcher, seat.id)
    with pytest.raises(NotFound):
        seating.join(club, watcher, link["invitation"])
    with pytest.raises(Conflict):
        onlookers.end_watch(club, mine)
    kinds = [one["matter"]["kind"] for one in table.told("german") if one["type"] == "matter"]
    assert kinds[-5:] == ["offer", "answer", "watch", "joined", "watch-ended"]


def test_nobody_watches_where_a_player_declines(club: Club) -> None:
    table = duel(club)
    offer = overtures.offer_watch(club, table.seats["german"])["offer"]
    overtures.answer(club, table.seats["soviet"], offer, False)
    assert onlookers.watch_link(club, table.seats["german"]) == {"watch": None}


def test_who_plays_alone_asks_nobody_for_onlookers(club: Club) -> None:
    table = solo(club)
    assert overtures.offer_watch(club, table.seats["german"])["agreed"]
    assert onlookers.watch_link(club, table.seats["german"])["watch"]["delay_turns"] == 0
