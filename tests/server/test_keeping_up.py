"""Keeping up: a page that takes over what has changed has the table as it would be shown whole."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from grognard import library
from grognard.engine.record import canonical
from grognard.server import games, keeping_up, people, queries, screen, seating, telling
from grognard.server.changes import NOTHING, Change, applied, change
from grognard.server.club import Club
from grognard.server.http.answers import CarriedOut
from grognard.server.keeping_up import Fresh, Holding
from grognard.server.shown import Shown
from grognard.server.store.records import Seat, SeatPlan
from grognard.table.writing import plain
from tests.server.table import KLIN, NO_MISSIONS, Table, duel, solo
from tests.server.wire import Client, app_on, serving

SAMPLED = 12
"""At how many actions of a game every seat looks what has changed."""

# ---- plain data

words = st.sampled_from(["a", "b", "c"])
cards = st.fixed_dictionaries({"id": words, "hex": words}, optional={"states": st.lists(words)})
data = st.recursive(
    st.none() | st.integers(0, 3) | words,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(words, inner, max_size=3)
        | st.lists(cards, max_size=4)
    ),
    max_leaves=12,
)
maps = st.dictionaries(words, data)


@given(maps, maps)
def test_a_change_leads_from_the_old_to_the_new(old: Any, new: Any) -> None:
    made = change(old, new)
    assert applied(old, made) == new
    assert applied(old, TypeAdapter(Change).validate_python(plain(made))) == new


@given(maps)
def test_what_is_the_same_changes_nothing(old: Any) -> None:
    assert change(old, old) == NOTHING


def test_a_counter_that_has_moved_is_told_by_its_hex_alone() -> None:
    """Whoever else has come or gone, the rest of its card is not told again."""
    others = [{"id": n, "hex": "0101", "name": f"the {n}th of its kind"} for n in range(9)]
    moved = [*others[:4], {**others[4], "hex": "0102"}, *others[6:], {"id": 9, "hex": "0103"}]
    made = change({"counters": others}, {"counters": moved})
    ((name, within),) = made.into
    assert (name, within.cut) == ("counters", (5,))
    assert within.into == ((4, Change((), (("hex", "0102"),), ())),)
    assert within.put == ((8, {"id": 9, "hex": "0103"}),)


def test_the_oldest_tables_are_forgotten_and_nobody_is_told_by_anothers() -> None:
    shown = Shown(2)
    for mark in "abc":
        shown.keep("seat", mark, canonical({"mark": mark}))
    assert [shown.find("seat", mark) for mark in "abc"] == [None, {"mark": "b"}, {"mark": "c"}]
    assert shown.find("another", "b") is None


# ---- tables


class Page:
    """A page that sits at a seat and takes over whatever has changed."""

    def __init__(self, club: Club, seat: Seat) -> None:
        self.club, self.seat = club, seat
        self.top = keeping_up.table(self.club, self.seat)
        self.lines = telling.story(self.club, self.seat)["lines"]
        self.told = self.top["seq"]

    def keep_up(self) -> None:
        """Take over what is new, and see that all is as it would be shown whole."""
        news = keeping_up.fresh(self.club, self.seat, Holding(self.top["mark"], self.told))
        assert (news["since"], news["table"]) == (self.top["mark"], None)
        self.top = applied(self.top, TypeAdapter(Change).validate_python(news["change"]))
        assert self.top == keeping_up.table(self.club, self.seat)
        assert {**self.top, "mark": ""} == screen.table(self.club, self.seat)
        self.lines = [*self.lines, *news["story"]["lines"]]
        self.told = news["story"]["seq"]
        whole = telling.story(self.club, self.seat)["lines"]
        assert [line["seq"] for line in self.lines] == [line["seq"] for line in whole]


@pytest.mark.parametrize("scenario", [KLIN, "ocs/catania-plain"])
def test_whoever_takes_over_what_changes_has_the_whole_table(club: Club, scenario: str) -> None:
    """For every seat, who looks on and the umpire included, at moments all over a game."""
    table = _everybody(club, scenario)
    pages = [Page(club, seat) for seat in seating.seats(club, table.game_id)]
    rng = random.Random(5)
    for n in range(SAMPLED):
        for page in pages:
            page.keep_up()
        for m in range(rng.randrange(1, 9)):
            asked = table.to_act()
            assert asked is not None
            at = queries.decision_id(club, table.seats[asked])
            table.act(asked, table.pick(asked, rng), f"{n}/{m}", at)


def _everybody(club: Club, scenario: str) -> Table:
    """A game in which one person plays all sides, with an umpire and a place to look on from."""
    person, _ = people.guest(club)
    sides = library.find_scenario(scenario)[1].sides
    plans = [SeatPlan(side=side, mine=True) for side in sides]
    plans += [SeatPlan("umpire"), SeatPlan("spectator", None)]
    game = games.create_game(club, person, scenario, seats=plans, seed=3)
    mine = [one for one in game["seats"] if one["mine"]]
    seats = {one["side"]: seating.seat(club, person, one["id"]) for one in mine}
    return Table(club, game["id"], dict.fromkeys(seats, person), seats)


def test_a_table_that_is_not_remembered_is_told_whole(club: Club) -> None:
    table = solo(club)
    table.play(4)
    seat = table.seats["german"]
    news = keeping_up.fresh(club, seat, Holding("0123456789abcdef"))
    assert (news["since"], news["change"]) == ("", None)
    assert news["table"] == keeping_up.table(club, seat)


def test_what_one_may_not_see_changes_nothing(club: Club) -> None:
    """A mark tells no more than the table does: two seats of one side have the same."""
    table = duel(club)
    table.play(30)
    seat = table.seats["german"]
    found = keeping_up.table(club, seat)
    again = keeping_up.table(club, replace(seat, id="another"))
    assert found["mark"] == again["mark"]


def test_an_order_brings_what_the_counters_in_hand_can_do_next(club: Club) -> None:
    with serving(app_on(club)) as app:
        client, at, top = _in_the_phase(app)
        piece, way = _first_way(client, at, top)
        has = {"mark": top["mark"], "told": top["seq"], "chosen": [piece]}
        order = {"action": way["action"], "key": "go"}
        done = client.post(f"{at}/act", {**order, "has": has})
        told = CarriedOut.model_validate(done)
        assert told.fresh is not None
        assert told.fresh.change is not None
        now = applied(top, told.fresh.change)
        assert now == client.get(f"{at}/table")
        assert len(canonical(done["fresh"]["change"])) * 10 < len(canonical(now))
        hand = done["fresh"]["in_hand"]
        assert hand["reach"] == client.post(f"{at}/reach", {"pieces": [piece]})
        menu = {"pieces": [piece], "hexes": [way["path"][-1]]}
        assert hand["menu"] == client.post(f"{at}/menu", menu)
        assert hand["piece"] == client.get(f"{at}/pieces/{piece}")
        assert hand["hexes"] == [
            client.get(f"{at}/hexes/{hex_}") for hex_ in (way["path"][-1], way["path"][0])
        ]
        assert client.post(f"{at}/act", order)["fresh"] is None  # who does not ask is not told


def test_what_is_taken_back_changes_the_table_back(club: Club) -> None:
    with serving(app_on(club)) as app:
        client, at, top = _in_the_phase(app)
        _, way = _first_way(client, at, top)
        client.post(f"{at}/act", {"action": way["action"], "key": "go"})
        now = client.post(f"{at}/fresh", {"mark": top["mark"], "told": top["seq"]})
        moved = applied(top, _read(now))
        has = {"mark": moved["mark"], "told": moved["seq"]}
        back = client.post(f"{at}/undo", {"key": "back", "has": has})["fresh"]
        undone = applied(moved, _read(back))
        assert moved["counters"] != top["counters"]
        for part in ("counters", "stacks", "headline", "owed"):
            assert undone[part] == top[part]


def _read(news: Any) -> Change:
    found = TypeAdapter(Fresh).validate_python(news).change
    assert found is not None
    return found


def _in_the_phase(app: Any) -> tuple[Client, str, dict[str, Any]]:
    """Somebody at Klin whose phase waits for orders, the address of his seat, and his table."""
    client = Client(app)
    plans = [{"side": side, "mine": True} for side in ("german", "soviet")]
    game = client.post("/games", {"scenario": KLIN, "seats": plans})
    at = next(f"/seats/{one['id']}" for one in game["seats"] if one["side"] == "german")
    client.post(f"{at}/act", {"action": NO_MISSIONS, "key": "air"})
    return client, at, client.get(f"{at}/table")


def _first_way(client: Client, at: str, top: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A counter that can go somewhere, and the order for it."""
    for card in top["counters"]:
        if card["movable"] and card["hex"]:
            for cell in client.post(f"{at}/reach", {"pieces": [card["id"]]})["cells"][:3]:
                orders = {"pieces": [card["id"]], "hexes": [cell["hex"]]}
                way = client.post(f"{at}/orders", orders)["proposals"][0]
                if way["action"] is not None and not way["weighed"]:
                    return card["id"], way
    raise AssertionError("nobody can go anywhere")


def test_counters_that_are_not_ones_own_are_not_looked_at(club: Club) -> None:
    table = duel(club)
    table.act("german", NO_MISSIONS, "air")
    seat = table.seats["german"]
    top = keeping_up.table(club, seat)
    foe = next(card["id"] for card in top["counters"] if card["side"] == "soviet" and card["hex"])
    assert keeping_up.fresh(club, seat, Holding(top["mark"], 0, [foe]))["in_hand"] is None
