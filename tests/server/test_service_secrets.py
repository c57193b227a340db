"""No byte that a player is given depends on what is hidden from him. (Law 4, at the server.)"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.engine.record import canonical
from grognard.server.service import Service
from grognard.server.store.database import Database
from grognard.server.store.records import Seat, SeatPlan
from tests.server.table import NO_MISSIONS, Table, duel, solo

TYPHOON = "wb95/typhoon"
LEFT = [{"pursue": "decline"}, {"losses": "cheapest"}, {"retreat": "stand"}]


def everything(table: Table, side: str, action: Any) -> str:
    """Every byte a player can get at one moment, as one text; ids of rows apart."""
    service, seat = table.service, table.seats[side]
    game = service.game(table.people[side], table.game_id)
    for told in game["seats"]:
        del told["id"]
    del game["id"]
    events = service.events(seat, limit=2000)
    for item in events["events"]:
        if item["type"] == "matter":
            del item["matter"]["seat"]
    at = service.decision_id(seat)
    given = [
        game,
        service.view(seat),
        events,
        at,
        service.legal(seat, limit=20),
        service.why(seat, action, at),
        service.why(seat, {"do": "end"}, "1.0"),
        service.why(seat, {"do": "fly"}, at),
        screen(service, seat),
    ]
    return canonical(given)


def screen(service: Service, seat: Seat) -> list[Any]:
    """What is on a screen; ids of seats apart."""
    table = service.table(seat)
    overlays = [service.overlay(seat, card["id"]) for card in table["overlays"]]
    return [
        table,
        service.table(seat, table["last"] // 2) if table["last"] > 1 else None,
        service.story(seat),
        overlays,
        service.forces(seat),
        service.budget(seat),
        service.calendar(seat),
        service.statistics(seat),
    ]


@pytest.mark.parametrize("watcher", ["german", "soviet"])
@pytest.mark.parametrize("seed", range(2))
def test_what_the_other_does_unseen_changes_no_byte(
    sqlite_url: str, seed: int, watcher: str
) -> None:
    database = Database(sqlite_url)
    database.migrate()
    service = Service(database, now=lambda: 5)
    plain, busy = (duel(service, TYPHOON, seed=seed, title="a game") for _ in range(2))
    other = "soviet" if watcher == "german" else "german"
    rng, unseen = random.Random(seed), 0
    for n in range(150):
        side = plain.to_act()
        if side is None:
            break
        action = plain.pick(side, rng)
        if rng.random() < 0.3:
            unseen += _unseen(busy, other, n, rng)
        if n % 10 == 0:
            assert everything(plain, watcher, action) == everything(busy, watcher, action)
        answers = [
            table.act(side, action, str(n), service.decision_id(table.seats[side]))
            for table in (plain, busy)
        ]
        assert side != watcher or answers[0] == answers[1]
    assert unseen > 20
    assert busy.lines() >= plain.lines() + unseen
    database.close()


def _unseen(table: Table, side: str, n: int, rng: random.Random) -> int:
    """Something a side does for itself: instructions left and called back, talk among friends."""
    service, seat = table.service, table.seats[side]
    left = rng.choice(LEFT)
    service.say(seat, "keep quiet", to_side=True)
    service.instruct(seat, left, f"left {n}")
    if rng.random() < 0.5:
        service.undo(seat, f"back {n}")
    else:
        service.instruct(seat, dict.fromkeys(left, "ask me"), f"again {n}")
    return 2


def test_an_answer_is_not_stale_by_what_the_other_does_unseen(service: Service) -> None:
    table = duel(service)
    at = service.decision_id(table.seats["german"])
    service.instruct(table.seats["soviet"], {"retreat": "stand"}, "1")
    assert service.decision_id(table.seats["german"]) == at
    table.act("german", NO_MISSIONS, "1", at)


def test_a_sealed_answer_is_not_told_before_its_time(service: Service) -> None:
    table = duel(service)
    while service.row(table.game_id).waiting != ("german", "soviet"):
        side = table.to_act()
        assert side is not None
        done = {"do": "end"}
        ends = service.why(table.seats[side], done) == []
        table.act(side, done if ends else NO_MISSIONS, f"{table.lines()}")
    seat = table.seats["soviet"]
    before = service.view(seat)
    table.act("german", service.legal(table.seats["german"])["actions"][1], "sealed")
    after = service.view(seat)
    assert after["waiting_for"] == ["soviet"]  # that he has answered is no secret
    before["waiting_for"] = before["view"]["waiting_for"] = ["soviet"]
    assert canonical(after) == canonical(before)
    at = before["view"]["decisions"][0]["id"]
    table.act("soviet", NO_MISSIONS, "k", at)  # and the question is still the same


def test_offers_do_not_say_how_many_lines_there_are(service: Service) -> None:
    plain, busy = duel(service), duel(service)
    for n in range(5):
        service.instruct(busy.seats["soviet"], LEFT[n % 3], str(n))
    offers = []
    for table in (plain, busy):
        table.act("german", NO_MISSIONS, "1")
        offer = service.ask_take_back(table.seats["german"])
        matter = table.told("soviet")[-1]["matter"]
        del matter["seat"], matter["at"]
        offers.append(canonical([offer, matter, service.view(table.seats["soviet"])["offers"]]))
    assert offers[0] == offers[1]


def test_an_offer_to_branch_does_not_say_how_many_lines_there_are(service: Service) -> None:
    plain, busy = duel(service), duel(service)
    offers = []
    for table in (plain, busy):
        table.play(6)
        for n in range(5 if table is busy else 0):
            service.instruct(table.seats["german"], LEFT[n % 3], f"unseen {n}")
        service.offer_branch(table.seats["german"])
        matter = table.told("soviet")[-1]["matter"]
        del matter["seat"], matter["at"]
        offers.append(canonical([matter, service.view(table.seats["soviet"])["offers"]]))
    assert offers[0] == offers[1]


def test_at_one_screen_each_seat_gets_what_it_would_get_at_two(service: Service) -> None:
    """Hot-seat: one person on both sides; nothing of a seat's carries the other seat's."""
    closed = {"masking": "on"}
    two = duel(service, options=closed, title="a game")
    one = solo(service, options=closed, title="a game")
    rng = random.Random(3)
    for n in range(60):
        side = two.to_act()
        if side is None:
            break
        action = two.pick(side, rng)
        at = service.decision_id(two.seats[side])
        answers = [table.act(side, action, str(n), at) for table in (two, one)]
        for each in ("german", "soviet"):
            views, told = [], []
            for table in (two, one):
                view = service.view(table.seats[each])
                told.append([i for i in table.told(each) if i["type"] != "matter"])
                views.append([view["view"], view["moment"], view["waiting_for"]])
            assert canonical(views[0]) == canonical(views[1])
            assert [i["event"] for i in told[0] if i["type"] == "event"] == [
                i["event"] for i in told[1] if i["type"] == "event"
            ]
        assert answers[0]["moment"] == answers[1]["moment"]


def test_neither_side_finds_the_others_units_in_what_it_gets(service: Service) -> None:
    table = duel(service, TYPHOON, plans=[SeatPlan("umpire")])
    for side in ("soviet", "german"):
        table.act(side, {"do": "ready"}, "1")
    with service.keeper.reading(table.game_id) as (kept, _row):
        hidden = set(kept.game.view(None)["units"]) - set(kept.game.view("german")["counters"])
    assert len(hidden) > 10
    got = everything(table, "german", NO_MISSIONS)
    assert not [name for name in hidden if f'"{name}"' in got]
