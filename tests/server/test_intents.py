"""Orders of the day at a table: kept beside the game, and read by whom and when they may be."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.players import seat as chairs
from grognard.players.explaining import page_of
from grognard.players.registry import player
from grognard.server import (
    branches,
    commands,
    games,
    intents,
    overtures,
    people,
    queries,
    replays,
    seating,
)  # fmt: skip
from grognard.server.ai import Runner
from grognard.server.ai_process import Hasty, Thinker
from grognard.server.club import Club
from grognard.server.errors import Invalid
from grognard.server.settings import Settings
from grognard.server.store.records import Person, Seat, SeatPlan
from grognard.table.intent import OUT_OF_SIGHT, Page, Point, read, written
from grognard.table.order_book import read_lines
from tests.server.test_ai import record, task
from tests.server.wire import on_either

KLIN, TYPHOON, CATANIA = "wb95/klin", "wb95/typhoon", "ocs/catania-plain"
STAFF = SeatPlan(side="soviet", kind="ai", player="staff")


def table(
    club: Club,
    person: Person,
    scenario: str = KLIN,
    *more: SeatPlan,
    explains: bool = False,
    staff: str = "soviet",
) -> dict[str, Seat]:
    """A game against the staff on a side: the seats by their sides."""
    sides = ("allied", "axis") if scenario == CATANIA else ("german", "soviet")
    plans = [
        SeatPlan(side=side, kind="ai", player="staff")
        if side == staff
        else SeatPlan(side=side, mine=True)
        for side in sides
    ]
    plans += more
    settings = {"explains": True} if explains else {}
    game = games.create_game(club, person, scenario, seats=plans, settings=settings, seed=7)
    return {str(one.side): one for one in seating.seats(club, game["id"]) if one.role == "player"}


class Course:
    """Plays a game on: the person in haste, the staff as it does, its pages handed in with it."""

    def __init__(self, club: Club, seats: dict[str, Seat]) -> None:
        self.club, self.seats, self.count = club, seats, 0
        self.players: dict[str, chairs.Player] = {}
        self.pages: list[Page] = []

    def step(self) -> bool:
        (game_id,) = {seat.game_id for seat in self.seats.values()}
        with self.club.live.reading(game_id) as (kept, row):
            side = row.waiting[0] if row.waiting else None
            if side is None:
                return False
            action, page = self.think(kept.game, side)
        at = queries.decision_id(self.club, self.seats[side])
        self.count += 1
        commands.act(self.club, self.seats[side], action, at, f"k{self.count}", page)
        return True

    def think(self, game: Game[Any], side: str) -> tuple[Any, Any]:
        program = self.seats[side].kind == "ai"
        made = player("staff", 0, game.system.name) if program else Hasty(1)
        mine = self.players.setdefault(side, made)
        action, page = mine.choose(chairs.Seat(game, side)), page_of(mine)
        self.pages += [page] if page else []
        return action, None if page is None else written(page)

    def play(self, until: Any) -> None:
        for _ in range(600):
            if until():
                return
            assert self.step()
        raise AssertionError("it does not come to that")

    def turn(self, number: int) -> None:
        (game_id,) = {seat.game_id for seat in self.seats.values()}
        self.play(lambda: games.row(self.club, game_id).turn >= number)


def texts(told: dict[str, Any]) -> list[str]:
    """Every sentence that is read."""
    return [line["text"] for line in lines(told)]


def lines(told: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for day in told["days"]:
        for part in (*day["plans"], *day["reasons"]):
            found += [line for each in part.values() if isinstance(each, list) for line in each]
    return found


# ---- who may read, and when


@on_either
def test_who_plays_against_a_program_reads_its_orders_when_the_game_is_over(
    club: Club, anna: Person
) -> None:
    seats = table(club, anna)
    course = Course(club, seats)
    course.turn(2)
    before = intents.intents(club, seats["german"])
    assert (before["reading"], before["turns"], before["days"]) == ("closed", [], [])
    assert intents.export(club, seats["german"]) == ""
    overtures.resign(club, seats["german"])
    after = intents.intents(club, seats["german"])
    assert (after["reading"], after["turns"]) == ("open", [1])
    (day,) = after["days"]
    assert (day["turn"], day["side"]) == (1, "soviet")
    assert day["plans"][0]["aims"][0]["hexes"] == ["2717", "2716"]
    assert day["reasons"]
    assert intents.intents(club, seats["german"], 9)["days"] == []


def test_in_a_teaching_game_they_are_read_after_the_programs_turn(club: Club, anna: Person) -> None:
    seats = table(club, anna, explains=True)
    course, seen = Course(club, seats), list[bool]()

    def moving() -> bool:
        with club.live.reading(seats["german"].game_id) as (kept, _row):
            return "Attack of soviet" in kept.game.phase

    course.play(moving)
    told = intents.intents(club, seats["german"])
    assert told["reading"] == "teaching"
    assert not any(day["plans"] for day in told["days"])  # its turn goes on
    seen.append(any(page.plan for page in course.pages))
    course.turn(2)
    assert seen == [True]
    assert intents.intents(club, seats["german"])["days"][0]["plans"]


def test_a_programs_own_side_and_an_umpire_read_them_at_once(club: Club, anna: Person) -> None:
    ally = SeatPlan(side="soviet")
    seats = table(club, anna, KLIN, ally, SeatPlan("umpire"))
    staff = next(s for s in seating.seats(club, seats["german"].game_id) if s.kind == "ai")
    people_at = {}
    for one in seating.seats(club, staff.game_id):
        if one.kind == "person" and not one.taken:
            other, _ = people.guest(club)
            people_at[one.role] = seating.join(club, other, seating.invite(club, anna, one.id))
    course = Course(club, {"german": seats["german"], "soviet": staff})
    course.play(lambda: any(page.plan for page in course.pages))
    for role in ("player", "umpire"):
        told = intents.intents(club, people_at[role])
        assert told["reading"] == "open"
        assert told["days"][0]["plans"]
    assert intents.intents(club, seats["german"])["reading"] == "closed"


def test_spectators_read_what_the_opponent_reads(club: Club, anna: Person) -> None:
    for explains in (False, True):
        seats = table(club, anna, explains=explains)
        link = seating.invite_many(club, anna, seats["german"].game_id, SeatPlan("spectator"))
        watcher, _ = people.guest(club)
        seat = seating.join(club, watcher, link)
        Course(club, seats).turn(2)
        told = intents.intents(club, seat)
        assert told["reading"] == ("teaching" if explains else "closed")
        assert bool(told["days"]) == explains


def test_nobody_is_taught_where_other_people_play(club: Club, anna: Person) -> None:
    two = [SeatPlan(side="german", mine=True), SeatPlan(side="german"), STAFF]
    for plans, listed in ((two, False), (two[:2], False), ([two[0], STAFF], True), ([], False)):
        with pytest.raises(Invalid, match="explains himself"):
            games.create_game(
                club, anna, KLIN, seats=plans, settings={"explains": True}, listed=listed
            )
    seats = table(club, anna, explains=True)
    link = seating.invite_many(
        club, anna, seats["german"].game_id, SeatPlan("player", "german")
    )  # somebody comes later
    other, _ = people.guest(club)
    late = seating.join(club, other, link)
    Course(club, seats).turn(2)
    for seat in (seats["german"], late):
        told = intents.intents(club, seat)
        assert (told["reading"], told["days"]) == ("closed", [])


def test_a_table_without_programs_keeps_none(club: Club, anna: Person) -> None:
    plans = [SeatPlan(side=side, mine=True) for side in ("german", "soviet")]
    game = games.create_game(club, anna, KLIN, seats=plans)
    (seat, *_) = seating.seats(club, game["id"])
    assert intents.intents(club, seat) == {"reading": "none", "turns": [], "days": []}


# ---- what fog hides


@pytest.mark.parametrize(
    ("scenario", "mine", "staff"), [(TYPHOON, "soviet", "german"), (CATANIA, "allied", "axis")]
)
def test_a_taught_player_is_told_of_nobody_he_cannot_see(
    club: Club, anna: Person, scenario: str, mine: str, staff: str
) -> None:
    seats = table(club, anna, scenario, explains=True, staff=staff)
    course, seen, names = Course(club, seats), set[str](), dict[str, str]()

    def look() -> bool:
        with club.live.reading(seats[mine].game_id) as (kept, row):
            found = intents.library.tabletop(kept.game)
            names.update(found.names(kept.game))
            table = found.screened(kept.game, mine)
            seen.update(card.id for card in found.counters(table, mine))
            return row.turn >= 2

    course.play(look)
    told = intents.intents(club, seats[mine])
    named = {piece for line in lines(told) for piece in line["pieces"]}
    meant = {piece for page in course.pages for piece in intents.intent.named_in(page)}
    assert meant - seen, "nobody was hidden"
    assert named <= seen
    hidden = {names[piece] for piece in meant - seen} - {names[piece] for piece in seen}
    said = " ".join(texts(told))
    assert told["days"]
    assert not [name for name in hidden if f" {name}," in said or f" {name} " in said]
    assert "out of sight" in said
    assert OUT_OF_SIGHT not in json.dumps(told)


# ---- keeping


def test_orders_outlive_the_worker_and_are_no_part_of_the_game(club: Club, anna: Person) -> None:
    seats = table(club, anna)
    Course(club, seats).turn(2)
    overtures.resign(club, seats["german"])
    again = Club(club.database)
    told = intents.intents(again, seats["german"])
    assert told["days"]
    save = branches.export(again, seats["german"])
    assert "plan-" not in save
    assert "why-" not in save
    book = intents.export(again, seats["german"])
    leaves = read_lines(book)
    assert [leaf.n for leaf in leaves] == sorted(leaf.n for leaf in leaves)
    assert {leaf.side for leaf in leaves} == {"soviet"}
    token = replays.share(again, seats["german"])
    assert intents.shared_intents(again, token)["days"] == told["days"]


def test_a_link_to_a_game_that_goes_on_tells_nothing(club: Club, anna: Person) -> None:
    seats = table(club, anna, explains=True)
    course = Course(club, seats)
    course.turn(2)
    token = replays.share(club, seats["german"])
    assert intents.shared_intents(club, token)["days"] == []
    course.step()
    overtures.resign(club, seats["german"])
    assert intents.shared_intents(club, token)["days"] == []


def test_what_was_taken_back_was_not_ordered(club: Club, anna: Person) -> None:
    seats = table(club, anna)
    course = Course(club, seats)
    course.play(lambda: any(page.plan for page in course.pages))
    with club.live.writing(seats["german"].game_id, 1) as hold:
        hold.undo(None)
    overtures.resign(club, seats["german"])
    assert not any(day["plans"] for day in intents.intents(club, seats["german"])["days"])


def test_a_page_that_is_none_is_left_out_and_the_game_goes_on(club: Club, anna: Person) -> None:
    seats = table(club, anna)
    good = written(Page(reason=Point("why-dig", pieces=("nobody",))))
    bad: list[Any] = [[1], {"plan": 3}, {"reason": {"kind": "x" * 70_000}}, {"reason": {"kind": 1}}]
    for n, page in enumerate((*bad, good)):
        with club.live.reading(seats["german"].game_id) as (kept, _row):
            side = kept.game.to_act or ""
            action = Hasty(1).choose(chairs.Seat(kept.game, side))
        commands.act(club, seats[side], action, None, f"k{n}", page)
    overtures.resign(club, seats["german"])
    told = intents.intents(club, seats["german"])
    assert texts(told) == []  # and of a counter that there is not, nothing is told


def test_a_process_hands_its_page_in_with_its_answer() -> None:
    import grognard

    game, thinker, pages = grognard.new(KLIN, seed=7), Thinker(), []
    for _ in range(6):
        wanted = task(game)
        thinker.catch_up(wanted, record(game, thinker.begin(wanted)))
        answer = thinker.answer(wanted)
        pages += [read(answer["page"])] if "page" in answer else []
        game.play(game.to_act or "", answer["action"])
    assert any(page.plan for page in pages)


def test_the_servers_own_programs_keep_their_orders(club: Club, anna: Person) -> None:
    """From the process that thinks to the store."""
    plans = [SeatPlan(side=side, kind="ai", player="staff") for side in ("german", "soviet")]
    watching = SeatPlan("umpire", mine=True)
    game = games.create_game(club, anna, KLIN, seats=[*plans, watching], seed=7)
    umpire = next(s for s in seating.seats(club, game["id"]) if s.role == "umpire")

    async def play() -> None:
        runner = asyncio.create_task(Runner(club, Settings()).run())
        try:
            async with asyncio.timeout(60):
                while not intents.intents(club, umpire)["days"]:
                    await asyncio.sleep(0.05)
        finally:
            runner.cancel()

    asyncio.run(play())
    assert intents.intents(club, umpire)["days"][0]["side"] == "german"
