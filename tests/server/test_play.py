"""Playing: every command is checked, carried out once, and written down before it is answered."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest
from sqlalchemy import event, select, update

from grognard.engine.saves import load_text
from grognard.server import branches, commands, games, overtures, people, queries, seating
from grognard.server.club import Club, Limits
from grognard.server.errors import Conflict, Denied, Forbidden, Invalid, TooLarge
from grognard.server.live_games import find
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, Table, duel, solo
from tests.server.wire import on_either


@on_either
def test_an_action_is_in_the_record_before_it_is_acknowledged(club: Club) -> None:
    table = duel(club)
    answer = table.act("german", NO_MISSIONS, "k")
    assert [e["event"]["kind"] for e in answer["events"]] == ["air missions"]
    with club.database.reading() as connection:
        lines = connection.execute(select(schema.lines).order_by(schema.lines.c.n)).all()
    assert [(line.by, line.action["do"]) for line in lines] == [
        ("engine", "begin"),
        ("german", "assign"),
    ]
    assert lines[1].seat_id == table.seats["german"].id
    assert lines[1].chain == games.row(club, table.game_id).link


@on_either
def test_the_same_command_again_is_carried_out_once_and_answered_alike(club: Club) -> None:
    table = duel(club)
    first = table.act("german", NO_MISSIONS, "k")
    table.act("german", {"do": "end"}, "k2")
    assert table.act("german", NO_MISSIONS, "k") == first
    assert table.lines() == 3
    another = table.elsewhere(Club(club.database))
    assert another.act("german", NO_MISSIONS, "k") == first
    with pytest.raises(Conflict, match="another command"):
        table.act("german", {"do": "end"}, "k")
    with pytest.raises(Invalid, match="needs a key"):
        table.act("german", {"do": "end"}, "")


def test_an_illegal_action_changes_nothing_and_says_why(club: Club) -> None:
    table = duel(club)
    with pytest.raises(Invalid) as refused:
        table.act("german", {"do": "end"}, "k")
    assert refused.value.refusals[0].rule == "8.1.7"
    with pytest.raises(Invalid) as refused:
        table.act("soviet", {"do": "end"}, "k")
    assert refused.value.refusals[0].rule == "turn"
    assert table.lines() == 1
    table.act("german", NO_MISSIONS, "k")  # the key of what was refused is still free


@pytest.mark.parametrize(
    "action",
    [
        None, [], "end", 7, {}, {"do": 7}, {"do": None}, {"do": ["end"]}, {"do": "begin"},
        {"do": "undo", "to": 1}, {"do": "edit", "changes": [], "reason": "x"},
        {"do": "consent", "to": "german", "agree": True}, {"do": "instruct"},
        {"do": "instruct", "rules": {"air": 7}}, {"do": "propose", "changes": "x"},
        {"do": "move", "units": [["x"]], "path": [{}]}, {"do": "assign", "missions": [{"x": 1e9}]},
        {"do": "assign", "missions": [7]}, {"do": "assign", "missions": [{"mission": []}]},
        {"do": "assign", "missions": [float("nan")]},
    ],
)  # fmt: skip
def test_whatever_a_client_sends_is_refused_as_an_error_of_his(club: Club, action: Any) -> None:
    table = duel(club)
    with pytest.raises(Invalid):
        table.act("german", action, "k")
    assert isinstance(queries.why(club, table.seats["german"], action), list)
    with pytest.raises(Invalid):
        queries.odds(club, table.seats["german"], action)
    assert table.lines() == 1


def test_actions_have_a_size_and_a_depth(club: Club) -> None:
    table = duel(club)
    with pytest.raises(TooLarge, match="65536"):
        table.act("german", {"do": "x" * 70_000}, "k")
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Invalid, match="plain data"):
        table.act("german", {"do": "move", "units": deep}, "k")


def test_an_answer_to_an_old_question_is_stale(club: Club) -> None:
    table = duel(club)
    old = queries.view(club, table.seats["german"])["view"]["decisions"][0]["id"]
    assert old == queries.decision_id(club, table.seats["german"])
    table.act("german", NO_MISSIONS, "k", at=old)
    with pytest.raises(Conflict, match=f"decision {old} is no longer open"):
        table.act("german", {"do": "end"}, "k2", at=old)
    assert queries.why(club, table.seats["german"], {"do": "end"}, old)[0]["rule"] == "stale"
    now = queries.decision_id(club, table.seats["german"])
    assert queries.why(club, table.seats["german"], {"do": "end"}, now) == []


def test_two_tabs_of_one_player_agree(club: Club) -> None:
    table = duel(club)
    at = queries.decision_id(club, table.seats["german"])
    outcomes: list[object] = []

    def tab(key: str) -> None:
        try:
            outcomes.append(table.act("german", NO_MISSIONS, key, at)["seq"])
        except Denied as error:
            outcomes.append(type(error))

    tabs = [threading.Thread(target=tab, args=(f"tab {i}",)) for i in range(4)]
    for one in tabs:
        one.start()
    for one in tabs:
        one.join()
    assert sorted(map(str, outcomes)) == sorted(map(str, [2, Conflict, Conflict, Conflict]))
    assert table.lines() == 2


@on_either
def test_one_command_sent_several_times_at_once_is_carried_out_once(club: Club) -> None:
    table = duel(club)
    at = queries.decision_id(club, table.seats["german"])
    answers: list[object] = []
    together = threading.Barrier(4)

    def send(to: Table) -> None:
        together.wait()
        try:
            answers.append(to.act("german", NO_MISSIONS, "the same", at))
        except Denied as error:
            answers.append(error)

    workers = [table, table.elsewhere(Club(club.database))] * 2
    senders = [threading.Thread(target=send, args=(worker,)) for worker in workers]
    for one in senders:
        one.start()
    for one in senders:
        one.join()
    assert answers == [answers[0]] * 4
    assert isinstance(answers[0], dict)
    assert table.lines() == 2


def test_views_and_events_are_those_of_the_engine(club: Club) -> None:
    table = duel(club)
    table.play(30)
    raw = branches.record(club, table.game_id).encode()
    game = load_text(raw, lambda head: find(head["scenario"], head["options"]))
    for side in ("german", "soviet"):
        told = [item["event"] for item in table.told(side) if item["type"] == "event"]
        worded = [{**e.to_json(), "text": game.sentence(e)} for e in game.events_for(side)]
        assert told == worded
        mine = queries.view(club, table.seats[side])["view"]
        theirs = game.view(side)
        for decision in (*mine["decisions"], *theirs["decisions"]):
            del decision["id"]
        assert mine == theirs


def test_reconnecting_resumes_after_the_last_event_seen(club: Club) -> None:
    table = duel(club)
    table.play(25)
    whole = table.told("soviet")
    assert [item["seq"] for item in whole] == list(range(1, len(whole) + 1))
    assert table.told("soviet", since=7) == whole[7:]
    page = queries.events(club, table.seats["soviet"], 3, limit=4)
    assert page["events"] == whole[3:7]
    assert (page["seq"], page["more"]) == (7, True)
    assert queries.events(club, table.seats["soviet"], 10_000)["events"] == []
    with pytest.raises(Invalid):
        queries.events(club, table.seats["soviet"], -1)


def test_what_happened_since_you_last_looked(club: Club) -> None:
    table = duel(club)
    table.play(10)
    seen = queries.view(club, table.seats["soviet"])["seq"]
    queries.mark_seen(club, table.seats["soviet"], seen)
    table.play(10, seed=2)
    seat = seating.seat(club, table.people["soviet"], table.seats["soviet"].id)
    assert seat.seen == seen
    assert table.told("soviet", since=seat.seen) == table.told("soviet")[seen:]
    queries.mark_seen(club, seat, 2)
    queries.mark_seen(club, seat, 10**9)
    again = seating.seat(club, table.people["soviet"], seat.id)
    assert again.seen == queries.view(club, seat)["seq"]


def test_undo_is_told_and_only_while_nothing_was_learned(club: Club) -> None:
    table = duel(club)
    table.act("german", NO_MISSIONS, "1")
    before = queries.view(club, table.seats["german"])
    table.act("german", {"do": "move", "units": ["de-7-pz"], "path": ["2423"]}, "2")
    last = table.told("soviet")[-1]
    undone = commands.undo(club, table.seats["german"], "3")
    assert undone["events"] == [
        {"seq": before["seq"] + 2, "type": "taken-back", "to": before["seq"]}
    ]
    assert table.told("soviet")[-1] == {
        "seq": last["seq"] + 1,
        "type": "taken-back",
        "to": last["seq"] - 1,
    }
    after = queries.view(club, table.seats["german"])
    assert after["view"]["units"] == before["view"]["units"]
    assert after["view"]["decisions"][0]["id"] != before["view"]["decisions"][0]["id"]
    assert commands.undo(club, table.seats["german"], "3") == undone
    with pytest.raises(Invalid, match="nothing to take back"):
        commands.undo(club, table.seats["soviet"], "4")


@pytest.mark.parametrize("policy", ["never", "consent"])
def test_a_table_may_be_strict_about_undo(club: Club, policy: str) -> None:
    table = duel(club, settings={"take_back": policy})
    table.act("german", NO_MISSIONS, "1")
    with pytest.raises(Forbidden):
        commands.undo(club, table.seats["german"], "2")


def test_standing_answers_write_lines_of_their_own(club: Club) -> None:
    table = duel(club)
    commands.instruct(club, table.seats["soviet"], {"air": "no missions"}, "1")
    assert queries.view(club, table.seats["soviet"])["view"]["standing"] == {
        "soviet": {"air": "no missions"}
    }
    assert queries.view(club, table.seats["german"])["view"]["standing"] == {}
    with pytest.raises(Invalid):
        commands.instruct(club, table.seats["soviet"], {"weather": "fine"}, "2")


def test_legal_lists_are_bounded_and_by_kind(club: Club) -> None:
    table = duel(club)
    table.act("german", NO_MISSIONS, "1")
    german = table.seats["german"]
    few = queries.legal(club, german, limit=5)
    assert len(few["actions"]) == 5
    assert few["more"]
    assert queries.legal(club, german, "end") == {"actions": [{"do": "end"}], "more": False}
    assert queries.legal(club, german, "fly") == {"actions": [], "more": False}
    assert queries.legal(club, table.seats["soviet"])["actions"] == []
    assert queries.why(club, german, few["actions"][0]) == []


def test_odds_are_exact_and_for_who_may_act(club: Club) -> None:
    table = duel(club)
    table.act("german", NO_MISSIONS, "1")
    table.act("german", {"do": "end"}, "2")
    shot = queries.legal(club, table.seats["german"], "bombard")["actions"][0]
    odds = queries.odds(club, table.seats["german"], shot)
    assert odds["outcomes"]
    with pytest.raises(Invalid, match="not asked"):
        queries.odds(club, table.seats["soviet"], shot)
    assert table.lines() == 3


# ---- what the store and other workers do meanwhile


@on_either
def test_another_worker_goes_on_from_what_this_one_wrote(database_url: str) -> None:
    first, second = Database(database_url), Database(database_url)
    first.migrate()
    here = duel(Club(first))
    there = here.elsewhere(Club(second))
    rng = random.Random(4)
    for n in range(40):
        table = (here, there)[n % 2]
        side = table.to_act()
        if side is None:
            break
        table.act(
            side, table.pick(side, rng), str(n), queries.decision_id(table.club, here.seats[side])
        )
    for side in ("german", "soviet"):
        assert queries.view(here.club, here.seats[side]) == queries.view(
            there.club, here.seats[side]
        )
        assert here.told(side) == there.told(side)
    first.close()
    second.close()


def test_two_workers_at_once_never_write_the_same_line(postgres_url: str) -> None:
    databases = [Database(postgres_url) for _ in range(2)]
    tables = [duel(Club(databases[0]))]
    tables.append(tables[0].elsewhere(Club(databases[1])))
    failures: list[BaseException] = []

    def hand(table: Table, number: int) -> None:
        rng = random.Random(number)
        for n in range(40):
            side = table.to_act()
            if side is None:
                return
            try:
                at = queries.decision_id(table.club, table.seats[side])
                action = table.pick(side, rng)
                if action is not None:
                    table.act(side, action, f"{number} {n}", at)
            except (Conflict, Invalid):
                continue
            except BaseException as failure:
                failures.append(failure)

    hands = [threading.Thread(target=hand, args=(tables[i % 2], i)) for i in range(4)]
    for one in hands:
        one.start()
    for one in hands:
        one.join()
    assert failures == []
    fresh = Club(databases[0])
    for side in ("german", "soviet"):
        seat = tables[0].seats[side]
        assert (
            queries.view(fresh, seat)
            == queries.view(tables[0].club, seat)
            == queries.view(tables[1].club, seat)
        )
    for database in databases:
        database.close()


@pytest.mark.parametrize("table_name", ["lines", "commands", "games"])
def test_a_write_that_fails_did_not_happen(club: Club, table_name: str) -> None:
    table = duel(club)
    before = queries.view(club, table.seats["german"])
    verb = "UPDATE" if table_name == "games" else "INSERT INTO"

    def fail(_c: Any, _u: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith(f"{verb} {table_name}"):
            raise RuntimeError("the disk is full")

    event.listen(club.database.engine, "before_cursor_execute", fail)
    with pytest.raises(RuntimeError, match="disk"):
        table.act("german", NO_MISSIONS, "k")
    event.remove(club.database.engine, "before_cursor_execute", fail)
    assert queries.view(club, table.seats["german"]) == before
    table.act("german", NO_MISSIONS, "k")
    assert table.lines() == 2


@on_either
def test_a_record_that_was_tampered_with_is_refused(club: Club) -> None:
    table = duel(club)
    table.play(10)
    with club.database.writing() as connection:
        connection.execute(update(schema.lines).where(schema.lines.c.n == 3).values(auto=True))
    with pytest.raises(Conflict, match="line 3"):
        queries.view(Club(club.database), table.seats["german"])


@on_either
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"scenario": "wb95/lost"}, "no scenario 'wb95/lost'"),
        ({"scenario_hash": "0"}, "other hash"),
    ],
)
def test_a_game_of_another_version_says_so(club: Club, changes: dict[str, str], says: str) -> None:
    table = duel(club)
    head = {**games.row(club, table.game_id).head, **changes}
    with club.database.writing() as connection:
        connection.execute(update(schema.games).values(head=head))
    with pytest.raises(Conflict, match=says) as refused:
        queries.view(Club(club.database), table.seats["german"])
    assert "version of Grognard" in refused.value.would_be_right


def test_games_are_thrown_out_of_memory_and_come_back(database: Database) -> None:
    club = Club(database, Limits(games_in_memory=2))
    tables = [solo(club, seed=n) for n in range(4)]
    views = []
    for table in tables:
        table.play(5)
        views.append(queries.view(club, table.seats["german"]))
    assert len(club.live) == 2
    assert [queries.view(club, table.seats["german"]) for table in tables] == views


def test_a_whole_game_comes_to_its_end(club: Club) -> None:
    table = duel(club)
    table.play(1000)
    row = games.row(club, table.game_id)
    assert row.over
    assert row.winner in ("german", "soviet", None)
    assert row.waiting == ()
    view = queries.view(club, table.seats["german"])
    assert (view["over"], view["result"], view["winner"]) == (True, row.result, row.winner)
    with pytest.raises(Invalid, match="over"):
        table.act("german", {"do": "end"}, "k")
    with pytest.raises(Invalid, match="over"):
        commands.undo(club, table.seats["german"], "k")
    assert queries.legal(club, table.seats["german"])["actions"] == []


def test_the_timeline_says_when_lines_were_written_and_who_was_asked(database: Database) -> None:
    clock = [100]
    club = Club(database, now=lambda: clock[0])
    table = duel(club)
    for n, action in enumerate([NO_MISSIONS, {"do": "end"}]):
        clock[0] += 10
        table.act("german", action, str(n))
    expected = [(100, ("german",)), (110, ("german",)), (120, ("german",))]
    assert queries.timeline(club, table.game_id) == expected
    assert queries.timeline(Club(database), table.game_id) == expected


@on_either
def test_news_come_after_every_command(club: Club) -> None:
    table = duel(club)
    heard = threading.Event()
    games: list[str | None] = []
    end = club.database.subscribe(lambda game: (games.append(game), heard.set())[1])
    table.act("german", NO_MISSIONS, "k")
    assert heard.wait(5)
    assert games == [table.game_id]
    end()


@on_either
def test_a_game_that_begins_is_news(club: Club) -> None:
    """However it begins: anew, by a branch, out of a file, as a rematch."""
    games: list[str | None] = []
    end = club.database.subscribe(games.append)
    table = duel(club)
    branch = branches.branch(club, table.seats["german"])["id"]
    offer = overtures.offer_branch(club, table.seats["german"])["offer"]
    together = overtures.answer(club, table.seats["soviet"], offer, True)["game"]
    save = branches.record(club, table.game_id).encode()
    imported = branches.import_save(club, table.people["german"], save)["id"]
    overtures.resign(club, table.seats["german"])
    offer = overtures.offer_rematch(club, table.seats["german"])["offer"]
    rematch = overtures.answer(club, table.seats["soviet"], offer, True)["game"]
    wanted = {table.game_id, branch, together, imported, rematch}
    until = time.monotonic() + 5
    while not wanted <= set(games) and time.monotonic() < until:
        time.sleep(0.02)
    end()
    assert wanted <= set(games)


def test_a_game_with_a_program_names_it(club: Club) -> None:
    person, _ = people.guest(club)
    plans = [SeatPlan(side="german", mine=True), SeatPlan(side="soviet", kind="ai", player="staff")]
    game = games.create_game(club, person, KLIN, seats=plans)
    assert [(s["kind"], s["player"], s["name"]) for s in game["seats"]] == [
        ("person", None, "a guest"),
        ("ai", "staff", "staff"),
    ]
