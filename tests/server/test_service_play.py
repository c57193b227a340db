"""Playing: every command is checked, carried out once, and written down before it is answered."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest
from sqlalchemy import event, select, update

from grognard.engine.saves import load_text
from grognard.server.errors import Conflict, Forbidden, Invalid, ServiceError, TooLarge
from grognard.server.live_games import find
from grognard.server.service import Limits, Service
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import SeatPlan
from tests.server.table import KLIN, NO_MISSIONS, Table, duel, solo


def test_an_action_is_in_the_record_before_it_is_acknowledged(service: Service) -> None:
    table = duel(service)
    answer = table.act("german", NO_MISSIONS, "k")
    assert [e["event"]["kind"] for e in answer["events"]] == ["air missions"]
    with service.database.reading() as connection:
        lines = connection.execute(select(schema.lines).order_by(schema.lines.c.n)).all()
    assert [(line.by, line.action["do"]) for line in lines] == [
        ("engine", "begin"),
        ("german", "assign"),
    ]
    assert lines[1].seat_id == table.seats["german"].id
    assert lines[1].chain == service.row(table.game_id).link


def test_the_same_command_again_is_carried_out_once_and_answered_alike(service: Service) -> None:
    table = duel(service)
    first = table.act("german", NO_MISSIONS, "k")
    table.act("german", {"do": "end"}, "k2")
    assert table.act("german", NO_MISSIONS, "k") == first
    assert table.lines() == 3
    another = table.elsewhere(Service(service.database))
    assert another.act("german", NO_MISSIONS, "k") == first
    with pytest.raises(Conflict, match="another command"):
        table.act("german", {"do": "end"}, "k")
    with pytest.raises(Invalid, match="needs a key"):
        table.act("german", {"do": "end"}, "")


def test_an_illegal_action_changes_nothing_and_says_why(service: Service) -> None:
    table = duel(service)
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
def test_whatever_a_client_sends_is_refused_as_an_error_of_his(
    service: Service, action: Any
) -> None:
    table = duel(service)
    with pytest.raises(Invalid):
        table.act("german", action, "k")
    assert isinstance(service.why(table.seats["german"], action), list)
    with pytest.raises(Invalid):
        service.odds(table.seats["german"], action)
    assert table.lines() == 1


def test_actions_have_a_size_and_a_depth(service: Service) -> None:
    table = duel(service)
    with pytest.raises(TooLarge, match="65536"):
        table.act("german", {"do": "x" * 70_000}, "k")
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Invalid, match="plain data"):
        table.act("german", {"do": "move", "units": deep}, "k")


def test_an_answer_to_an_old_question_is_stale(service: Service) -> None:
    table = duel(service)
    old = service.view(table.seats["german"])["view"]["decisions"][0]["id"]
    assert old == service.decision_id(table.seats["german"])
    table.act("german", NO_MISSIONS, "k", at=old)
    with pytest.raises(Conflict, match=f"decision {old} is no longer open"):
        table.act("german", {"do": "end"}, "k2", at=old)
    assert service.why(table.seats["german"], {"do": "end"}, old)[0]["rule"] == "stale"
    now = service.decision_id(table.seats["german"])
    assert service.why(table.seats["german"], {"do": "end"}, now) == []


def test_two_tabs_of_one_player_agree(service: Service) -> None:
    table = duel(service)
    at = service.decision_id(table.seats["german"])
    outcomes: list[object] = []

    def tab(key: str) -> None:
        try:
            outcomes.append(table.act("german", NO_MISSIONS, key, at)["seq"])
        except ServiceError as error:
            outcomes.append(type(error))

    tabs = [threading.Thread(target=tab, args=(f"tab {i}",)) for i in range(4)]
    for one in tabs:
        one.start()
    for one in tabs:
        one.join()
    assert sorted(map(str, outcomes)) == sorted(map(str, [2, Conflict, Conflict, Conflict]))
    assert table.lines() == 2


def test_one_command_sent_several_times_at_once_is_carried_out_once(service: Service) -> None:
    table = duel(service)
    at = service.decision_id(table.seats["german"])
    answers: list[object] = []
    together = threading.Barrier(4)

    def send(to: Table) -> None:
        together.wait()
        try:
            answers.append(to.act("german", NO_MISSIONS, "the same", at))
        except ServiceError as error:
            answers.append(error)

    workers = [table, table.elsewhere(Service(service.database))] * 2
    senders = [threading.Thread(target=send, args=(worker,)) for worker in workers]
    for one in senders:
        one.start()
    for one in senders:
        one.join()
    assert answers == [answers[0]] * 4
    assert isinstance(answers[0], dict)
    assert table.lines() == 2


def test_views_and_events_are_those_of_the_engine(service: Service) -> None:
    table = duel(service)
    table.play(30)
    raw = service.record(table.game_id).encode()
    game = load_text(raw, lambda head: find(head["scenario"], head["options"]))
    for side in ("german", "soviet"):
        told = [item["event"] for item in table.told(side) if item["type"] == "event"]
        assert told == [event.to_json() for event in game.events_for(side)]
        mine = service.view(table.seats[side])["view"]
        theirs = game.view(side)
        for decision in (*mine["decisions"], *theirs["decisions"]):
            del decision["id"]
        assert mine == theirs


def test_reconnecting_resumes_after_the_last_event_seen(service: Service) -> None:
    table = duel(service)
    table.play(25)
    whole = table.told("soviet")
    assert [item["seq"] for item in whole] == list(range(1, len(whole) + 1))
    assert table.told("soviet", since=7) == whole[7:]
    page = service.events(table.seats["soviet"], 3, limit=4)
    assert page["events"] == whole[3:7]
    assert (page["seq"], page["more"]) == (7, True)
    assert service.events(table.seats["soviet"], 10_000)["events"] == []
    with pytest.raises(Invalid):
        service.events(table.seats["soviet"], -1)


def test_what_happened_since_you_last_looked(service: Service) -> None:
    table = duel(service)
    table.play(10)
    seen = service.view(table.seats["soviet"])["seq"]
    service.mark_seen(table.seats["soviet"], seen)
    table.play(10, seed=2)
    seat = service.seat(table.people["soviet"], table.seats["soviet"].id)
    assert seat.seen == seen
    assert table.told("soviet", since=seat.seen) == table.told("soviet")[seen:]
    service.mark_seen(seat, 2)
    service.mark_seen(seat, 10**9)
    again = service.seat(table.people["soviet"], seat.id)
    assert again.seen == service.view(seat)["seq"]


def test_undo_is_told_and_only_while_nothing_was_learned(service: Service) -> None:
    table = duel(service)
    table.act("german", NO_MISSIONS, "1")
    before = service.view(table.seats["german"])
    table.act("german", {"do": "move", "units": ["de-7-pz"], "path": ["2423"]}, "2")
    last = table.told("soviet")[-1]
    undone = service.undo(table.seats["german"], "3")
    assert undone["events"] == [
        {"seq": before["seq"] + 2, "type": "taken-back", "to": before["seq"]}
    ]
    assert table.told("soviet")[-1] == {
        "seq": last["seq"] + 1,
        "type": "taken-back",
        "to": last["seq"] - 1,
    }
    after = service.view(table.seats["german"])
    assert after["view"]["units"] == before["view"]["units"]
    assert after["view"]["decisions"][0]["id"] != before["view"]["decisions"][0]["id"]
    assert service.undo(table.seats["german"], "3") == undone
    with pytest.raises(Invalid, match="nothing to take back"):
        service.undo(table.seats["soviet"], "4")


@pytest.mark.parametrize("policy", ["never", "consent"])
def test_a_table_may_be_strict_about_undo(service: Service, policy: str) -> None:
    table = duel(service, settings={"take_back": policy})
    table.act("german", NO_MISSIONS, "1")
    with pytest.raises(Forbidden):
        service.undo(table.seats["german"], "2")


def test_standing_answers_write_lines_of_their_own(service: Service) -> None:
    table = duel(service)
    service.instruct(table.seats["soviet"], {"air": "no missions"}, "1")
    assert service.view(table.seats["soviet"])["view"]["standing"] == {
        "soviet": {"air": "no missions"}
    }
    assert service.view(table.seats["german"])["view"]["standing"] == {}
    with pytest.raises(Invalid):
        service.instruct(table.seats["soviet"], {"weather": "fine"}, "2")


def test_legal_lists_are_bounded_and_by_kind(service: Service) -> None:
    table = duel(service)
    table.act("german", NO_MISSIONS, "1")
    german = table.seats["german"]
    few = service.legal(german, limit=5)
    assert len(few["actions"]) == 5
    assert few["more"]
    assert service.legal(german, "end") == {"actions": [{"do": "end"}], "more": False}
    assert service.legal(german, "fly") == {"actions": [], "more": False}
    assert service.legal(table.seats["soviet"])["actions"] == []
    assert service.why(german, few["actions"][0]) == []


def test_odds_are_exact_and_for_who_may_act(service: Service) -> None:
    table = duel(service)
    table.act("german", NO_MISSIONS, "1")
    table.act("german", {"do": "end"}, "2")
    shot = service.legal(table.seats["german"], "bombard")["actions"][0]
    odds = service.odds(table.seats["german"], shot)
    assert odds["outcomes"]
    with pytest.raises(Invalid, match="not asked"):
        service.odds(table.seats["soviet"], shot)
    assert table.lines() == 3


# ---- what the store and other workers do meanwhile


def test_another_worker_goes_on_from_what_this_one_wrote(database_url: str) -> None:
    first, second = Database(database_url), Database(database_url)
    first.migrate()
    here = duel(Service(first))
    there = here.elsewhere(Service(second))
    rng = random.Random(4)
    for n in range(40):
        table = (here, there)[n % 2]
        side = table.to_act()
        if side is None:
            break
        table.act(side, table.pick(side, rng), str(n), table.service.decision_id(here.seats[side]))
    for side in ("german", "soviet"):
        assert here.service.view(here.seats[side]) == there.service.view(here.seats[side])
        assert here.told(side) == there.told(side)
    first.close()
    second.close()


def test_two_workers_at_once_never_write_the_same_line(postgres_url: str) -> None:
    databases = [Database(postgres_url) for _ in range(2)]
    tables = [duel(Service(databases[0]))]
    tables.append(tables[0].elsewhere(Service(databases[1])))
    failures: list[BaseException] = []

    def hand(table: Table, number: int) -> None:
        rng = random.Random(number)
        for n in range(40):
            side = table.to_act()
            if side is None:
                return
            try:
                at = table.service.decision_id(table.seats[side])
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
    fresh = Service(databases[0])
    for side in ("german", "soviet"):
        seat = tables[0].seats[side]
        assert fresh.view(seat) == tables[0].service.view(seat) == tables[1].service.view(seat)
    for database in databases:
        database.close()


@pytest.mark.parametrize("table_name", ["lines", "commands", "games"])
def test_a_write_that_fails_did_not_happen(service: Service, table_name: str) -> None:
    table = duel(service)
    before = service.view(table.seats["german"])
    verb = "UPDATE" if table_name == "games" else "INSERT INTO"

    def fail(_c: Any, _u: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith(f"{verb} {table_name}"):
            raise RuntimeError("the disk is full")

    event.listen(service.database.engine, "before_cursor_execute", fail)
    with pytest.raises(RuntimeError, match="disk"):
        table.act("german", NO_MISSIONS, "k")
    event.remove(service.database.engine, "before_cursor_execute", fail)
    assert service.view(table.seats["german"]) == before
    table.act("german", NO_MISSIONS, "k")
    assert table.lines() == 2


def test_a_record_that_was_tampered_with_is_refused(service: Service) -> None:
    table = duel(service)
    table.play(10)
    with service.database.writing() as connection:
        connection.execute(update(schema.lines).where(schema.lines.c.n == 3).values(auto=True))
    with pytest.raises(Conflict, match="line 3"):
        Service(service.database).view(table.seats["german"])


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"scenario": "wb95/lost"}, "no scenario 'wb95/lost'"),
        ({"scenario_hash": "0"}, "other hash"),
    ],
)
def test_a_game_of_another_version_says_so(
    service: Service, changes: dict[str, str], says: str
) -> None:
    table = duel(service)
    head = {**service.row(table.game_id).head, **changes}
    with service.database.writing() as connection:
        connection.execute(update(schema.games).values(head=head))
    with pytest.raises(Conflict, match=says) as refused:
        Service(service.database).view(table.seats["german"])
    assert "version of Grognard" in refused.value.would_be_right


def test_games_are_thrown_out_of_memory_and_come_back(database: Database) -> None:
    service = Service(database, Limits(games_in_memory=2))
    tables = [solo(service, seed=n) for n in range(4)]
    views = []
    for table in tables:
        table.play(5)
        views.append(service.view(table.seats["german"]))
    assert len(service.keeper) == 2
    assert [service.view(table.seats["german"]) for table in tables] == views


def test_a_whole_game_comes_to_its_end(service: Service) -> None:
    table = duel(service)
    table.play(1000)
    row = service.row(table.game_id)
    assert row.over
    assert row.winner in ("german", "soviet", None)
    assert row.waiting == ()
    view = service.view(table.seats["german"])
    assert (view["over"], view["result"], view["winner"]) == (True, row.result, row.winner)
    with pytest.raises(Invalid, match="over"):
        table.act("german", {"do": "end"}, "k")
    with pytest.raises(Invalid, match="over"):
        service.undo(table.seats["german"], "k")
    assert service.legal(table.seats["german"])["actions"] == []


def test_the_timeline_says_when_lines_were_written_and_who_was_asked(database: Database) -> None:
    clock = [100]
    service = Service(database, now=lambda: clock[0])
    table = duel(service)
    for n, action in enumerate([NO_MISSIONS, {"do": "end"}]):
        clock[0] += 10
        table.act("german", action, str(n))
    expected = [(100, ("german",)), (110, ("german",)), (120, ("german",))]
    assert service.timeline(table.game_id) == expected
    assert Service(database).timeline(table.game_id) == expected


def test_news_come_after_every_command(service: Service) -> None:
    table = duel(service)
    heard = threading.Event()
    games: list[str | None] = []
    end = service.subscribe(lambda game: (games.append(game), heard.set())[1])
    table.act("german", NO_MISSIONS, "k")
    assert heard.wait(5)
    assert games == [table.game_id]
    end()


def test_a_game_that_begins_is_news(service: Service) -> None:
    """However it begins: anew, by a branch, out of a file, as a rematch."""
    games: list[str | None] = []
    end = service.subscribe(games.append)
    table = duel(service)
    branch = service.branch(table.seats["german"])["id"]
    offer = service.offer_branch(table.seats["german"])["offer"]
    together = service.answer(table.seats["soviet"], offer, True)["game"]
    save = service.record(table.game_id).encode()
    imported = service.import_save(table.people["german"], save)["id"]
    service.resign(table.seats["german"])
    offer = service.offer_rematch(table.seats["german"])["offer"]
    rematch = service.answer(table.seats["soviet"], offer, True)["game"]
    wanted = {table.game_id, branch, together, imported, rematch}
    until = time.monotonic() + 5
    while not wanted <= set(games) and time.monotonic() < until:
        time.sleep(0.02)
    end()
    assert wanted <= set(games)


def test_a_game_with_a_program_names_it(service: Service) -> None:
    person, _ = service.guest()
    plans = [SeatPlan(side="german", mine=True), SeatPlan(side="soviet", kind="ai", player="staff")]
    game = service.create_game(person, KLIN, seats=plans)
    assert [(s["kind"], s["player"], s["name"]) for s in game["seats"]] == [
        ("person", None, "a guest"),
        ("ai", "staff", "staff"),
    ]
