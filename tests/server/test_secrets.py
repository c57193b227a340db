"""No byte that a player is given depends on what is hidden from him. (Law 4, at the server.)"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.engine.record import canonical
from grognard.server import (
    commands,
    games,
    keeping_up,
    overtures,
    panels,
    playback,
    queries,
    screen,
    statistics,
    telling,
)
from grognard.server.club import Club
from grognard.server.keeping_up import Holding
from grognard.server.store.database import Database
from grognard.server.store.records import Seat, SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, Table, duel, solo

TYPHOON = "wb95/typhoon"
LEFT = [{"pursue": "decline"}, {"losses": "cheapest"}, {"retreat": "stand"}]


def everything(table: Table, side: str, action: Any) -> str:
    """Every byte a player can get at one moment, as one text; ids of rows apart."""
    club, seat = table.club, table.seats[side]
    game = games.game(club, table.people[side], table.game_id)
    for told in game["seats"]:
        del told["id"]
    del game["id"]
    events = queries.events(club, seat, limit=2000)
    for item in events["events"]:
        if item["type"] == "matter":
            del item["matter"]["seat"]
    at = queries.decision_id(club, seat)
    given = [
        game,
        queries.view(club, seat),
        events,
        at,
        queries.legal(club, seat, limit=20),
        queries.why(club, seat, action, at),
        queries.why(club, seat, {"do": "end"}, "1.0"),
        queries.why(club, seat, {"do": "fly"}, at),
        on_screen(club, seat),
    ]
    return canonical(given)


def on_screen(club: Club, seat: Seat) -> list[Any]:
    """What is on a screen; ids of seats apart."""
    table = keeping_up.table(club, seat)
    overlays = [screen.overlay(club, seat, card["id"]) for card in table["overlays"]]
    return [
        table,
        keeping_up.fresh(club, seat, Holding(table["mark"])),
        screen.table(club, seat, table["last"] // 2) if table["last"] > 1 else None,
        telling.story(club, seat),
        playback.playback(club, seat, max(table["seq"] - 10, 0), start=True),
        overlays,
        panels.forces(club, seat),
        panels.budget(club, seat),
        panels.calendar(club, seat),
        statistics.statistics(club, seat),
    ]


@pytest.mark.parametrize(
    ("scenario", "seed", "watcher", "actions"),
    [(TYPHOON, 0, "german", 48), (KLIN, 1, "soviet", 120)],
    ids=["typhoon", "klin"],
)
def test_what_the_other_does_unseen_changes_no_byte(
    sqlite_url: str, scenario: str, seed: int, watcher: str, actions: int
) -> None:
    database = Database(sqlite_url)
    database.migrate()
    club = Club(database, now=lambda: 5)
    closed = {"masking": "on"}
    plain, busy = (duel(club, scenario, seed, options=closed, title="a game") for _ in range(2))
    other = "soviet" if watcher == "german" else "german"
    rng, unseen = random.Random(seed), 0
    for n in range(actions):
        side = plain.to_act()
        if side is None:
            break
        action = plain.pick(side, rng)
        if rng.random() < 0.3:
            unseen += _unseen(busy, other, n, rng)
        if n % 8 == 0:
            assert everything(plain, watcher, action) == everything(busy, watcher, action)
        answers = [
            table.act(side, action, str(n), queries.decision_id(club, table.seats[side]))
            for table in (plain, busy)
        ]
        assert side != watcher or answers[0] == answers[1]
    assert unseen > 20
    assert busy.lines() >= plain.lines() + unseen
    database.close()


def _unseen(table: Table, side: str, n: int, rng: random.Random) -> int:
    """Something a side does for itself: instructions left and called back, talk among friends."""
    club, seat = table.club, table.seats[side]
    left = rng.choice(LEFT)
    with club.live.reading(table.game_id) as (kept, _row):
        decision = kept.game.decision(side)
    if decision is not None and {offer.do for offer in decision.ask.offers} & set(left):
        return 0  # it would answer the question that is open
    overtures.say(club, seat, "keep quiet", to_side=True)
    commands.instruct(club, seat, left, f"left {n}")
    if rng.random() < 0.5:
        commands.undo(club, seat, f"back {n}")
    else:
        commands.instruct(club, seat, dict.fromkeys(left, "ask me"), f"again {n}")
    return 2


def test_an_answer_is_not_stale_by_what_the_other_does_unseen(club: Club) -> None:
    table = duel(club)
    at = queries.decision_id(club, table.seats["german"])
    commands.instruct(club, table.seats["soviet"], {"retreat": "stand"}, "1")
    assert queries.decision_id(club, table.seats["german"]) == at
    table.act("german", NO_MISSIONS, "1", at)


def test_a_sealed_answer_is_not_told_before_its_time(club: Club) -> None:
    table = duel(club)
    while games.row(club, table.game_id).waiting != ("german", "soviet"):
        side = table.to_act()
        assert side is not None
        done = {"do": "end"}
        ends = queries.why(club, table.seats[side], done) == []
        table.act(side, done if ends else NO_MISSIONS, f"{table.lines()}")
    seat = table.seats["soviet"]
    before = queries.view(club, seat)
    table.act("german", queries.legal(club, table.seats["german"])["actions"][1], "sealed")
    after = queries.view(club, seat)
    assert after["waiting_for"] == ["soviet"]  # that he has answered is no secret
    before["waiting_for"] = before["view"]["waiting_for"] = ["soviet"]
    assert canonical(after) == canonical(before)
    at = before["view"]["decisions"][0]["id"]
    table.act("soviet", NO_MISSIONS, "k", at)  # and the question is still the same


def test_offers_do_not_say_how_many_lines_there_are(club: Club) -> None:
    plain, busy = duel(club), duel(club)
    for n in range(5):
        commands.instruct(club, busy.seats["soviet"], LEFT[n % 3], str(n))
    heard = []
    for table in (plain, busy):
        table.act("german", NO_MISSIONS, "1")
        offer = overtures.ask_take_back(club, table.seats["german"])
        matter = table.told("soviet")[-1]["matter"]
        del matter["seat"], matter["at"]
        heard.append(
            canonical([offer, matter, queries.view(club, table.seats["soviet"])["offers"]])
        )
    assert heard[0] == heard[1]


def test_an_offer_to_branch_does_not_say_how_many_lines_there_are(club: Club) -> None:
    plain, busy = duel(club), duel(club)
    heard = []
    for table in (plain, busy):
        table.play(6)
        for n in range(5 if table is busy else 0):
            commands.instruct(club, table.seats["german"], LEFT[n % 3], f"unseen {n}")
        overtures.offer_branch(club, table.seats["german"])
        matter = table.told("soviet")[-1]["matter"]
        del matter["seat"], matter["at"]
        heard.append(canonical([matter, queries.view(club, table.seats["soviet"])["offers"]]))
    assert heard[0] == heard[1]


def test_at_one_screen_each_seat_gets_what_it_would_get_at_two(club: Club) -> None:
    """Hot-seat: one person on both sides; nothing of a seat's carries the other seat's."""
    closed = {"masking": "on"}
    two = duel(club, options=closed, title="a game")
    one = solo(club, options=closed, title="a game")
    rng = random.Random(3)
    for n in range(60):
        side = two.to_act()
        if side is None:
            break
        action = two.pick(side, rng)
        at = queries.decision_id(club, two.seats[side])
        answers = [table.act(side, action, str(n), at) for table in (two, one)]
        for each in ("german", "soviet"):
            views, told = [], []
            for table in (two, one):
                view = queries.view(club, table.seats[each])
                told.append([i for i in table.told(each) if i["type"] != "matter"])
                views.append([view["view"], view["moment"], view["waiting_for"]])
            assert canonical(views[0]) == canonical(views[1])
            assert [i["event"] for i in told[0] if i["type"] == "event"] == [
                i["event"] for i in told[1] if i["type"] == "event"
            ]
        assert answers[0]["moment"] == answers[1]["moment"]


def test_neither_side_finds_the_others_units_in_what_it_gets(club: Club) -> None:
    table = duel(club, TYPHOON, plans=[SeatPlan("umpire")])
    for side in ("soviet", "german"):
        table.act(side, {"do": "ready"}, "1")
    with club.live.reading(table.game_id) as (kept, _row):
        hidden = set(kept.game.view(None)["units"]) - set(kept.game.view("german")["counters"])
    assert len(hidden) > 10
    got = everything(table, "german", NO_MISSIONS)
    assert not [name for name in hidden if f'"{name}"' in got]
