"""The screen over the wire: every answer in its form, every moment of the past, no secrets."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

from grognard.board.drawn.style import SCHEMES
from grognard.server import (
    commands,
    notes,
    overtures,
    panels,
    people,
    queries,
    replays,
    screen,
    seating,
    statistics,
    telling,
)
from grognard.server.club import Club
from grognard.server.http import boards
from grognard.server.http.panels import TableSheets
from grognard.server.http.shelf import Lesson, LessonStep
from grognard.server.store.records import SeatPlan
from grognard.table.cards import Overlay, Reach, Weighing
from grognard.table.writing import plain
from tests.server.table import Table, duel
from tests.server.wire import Client, app_on, on_either, serving


@pytest.fixture
def table(club: Club) -> Table:
    """A game that has gone on for a while."""
    found = duel(club)
    found.play(60)
    return found


def told(form: type[Any], answer: Any) -> Any:
    """An answer, which must have its form to the letter: nothing else, and nothing left out."""
    read = TypeAdapter(form).validate_json(json.dumps(answer))
    assert (read.model_dump() if isinstance(read, BaseModel) else plain(read)) == answer
    return answer


# ---- the board


def test_the_board_and_its_map_are_sent_once(club: Club) -> None:
    with serving(app_on(club)) as app:
        client, seat = _seated(app)
        plan = told(boards.BoardPlan, client.get(f"/seats/{seat}/board"))
        assert len(plan["labels"]) == len(plan["x"]) == len(plan["y"]) == len(plan["terrain"])
        assert len(plan["neighbours"]) == 6 * len(plan["labels"])
        assert plan["credits"]
        for scheme, style in SCHEMES.items():
            path = f"/api/v1/seats/{seat}/map.svg?scheme={scheme}"
            assert client.http.get(path).headers["cache-control"] == "private, no-cache"
            path = f"{path}&edition={client.get(f'/seats/{seat}/table')['edition']}"
            answer = client.http.get(path)
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.headers["content-encoding"] == "gzip"
            assert "immutable" in answer.headers["cache-control"]
            assert style.paper in answer.text
            for layer in ("ground", "water", "grid", "routes", "numbers", "river-names", "names"):
                assert f'data-layer="{layer}"' in answer.text
            again = client.http.get(path, headers={"if-none-match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        status, _ = client.fails(f"/seats/{seat}/map.svg?scheme=sepia", method="GET")
        assert status == 422
        status, _ = client.fails(f"/seats/{seat}/board?edition={'0' * 64}", method="GET")
        assert status == 404


def _seated(app: Any) -> tuple[Client, str]:
    """Somebody who plays both sides of a new game, and the seat of the first."""
    client = Client(app)
    plans = [{"side": side, "mine": True} for side in ("german", "soviet")]
    game = client.post("/games", {"scenario": "wb95/klin", "seats": plans})
    return client, next(seat["id"] for seat in game["seats"] if seat["side"] == "german")


# ---- the table


def test_the_table_has_its_form_for_every_seat(club: Club) -> None:
    plans = [SeatPlan("umpire"), SeatPlan("spectator", None)]
    table = duel(club, plans=plans)
    table.play(60)
    for seat in (*table.seats.values(), *seating.seats(club, table.game_id)):
        top = told(screen.TableTop, screen.table(club, seat))
        ids = {card["id"] for card in top["counters"]}
        stacked = [name for stack in top["stacks"] for name in stack["counters"]]
        off = [name for each in top["off_map"] for name in each["counters"]]
        assert sorted([*stacked, *off]) == sorted(ids)  # each lies in one place
        assert top["moment"] == top["last"]


def test_a_question_comes_with_its_answers(club: Club) -> None:
    table = duel(club)
    (asked,) = screen.table(club, table.seats["german"])["asked"]
    assert not asked["phase"]
    assert asked["choices"][0]["action"] == asked["default"]
    side = table.to_act()
    assert side is not None
    table.act(side, asked["choices"][0]["action"], "k", asked["id"])  # what is shown can be played


def test_the_past_is_as_the_seat_saw_it(table: Table) -> None:
    club, seat = table.club, table.seats["german"]
    now = screen.table(club, seat)
    assert now["last"] > 30
    early = told(screen.TableTop, screen.table(club, seat, 5))
    assert (early["moment"], early["last"]) == (5, now["last"])
    assert early["seq"] < now["seq"]
    later = screen.table(club, seat, now["last"] - 1)
    assert later["moment"] == now["last"] - 1
    assert screen.table(club, seat, 5) == early  # back again


def test_replaying_move_by_move_shows_what_was_shown_then(club: Club) -> None:
    table = duel(club, seed=3)
    seat, rng, kept = table.seats["soviet"], random.Random(3), dict[int, Any]()
    for n in range(40):
        side = table.to_act()
        assert side is not None
        table.act(side, table.pick(side, rng), str(n))
        top = screen.table(club, seat)
        kept.setdefault(top["moment"], top)
    for moment, then in kept.items():
        past = screen.table(club, seat, moment)
        for part in ("counters", "stacks", "marks", "side_marks", "off_map", "score", "headline"):
            if part == "counters":
                drop = {"movable", "done"}
                mine, theirs = (
                    [{k: v for k, v in c.items() if k not in drop} for c in one[part]]
                    for one in (past, then)
                )
                assert mine == theirs
            else:
                assert past[part] == then[part]


def test_leafing_back_and_forth_is_as_good_as_replaying(club: Club) -> None:
    table = duel(club, seed=5)
    table.play(25, seed=5)
    seat = table.seats["german"]
    overtures.say(club, seat, "well played")
    table.play(4, seed=6)
    _to_phase(table, "Movement")
    side = table.to_act()
    assert side is not None
    table.act(side, queries.legal(club, table.seats[side], "move")["actions"][0], "m")
    commands.undo(club, table.seats[side], "u")
    table.play(5, seed=7)
    last, rng = screen.table(club, seat)["last"], random.Random(5)
    for moment in [rng.randint(1, last - 1) for _ in range(12)]:
        leafed = screen.table(club, seat, moment)
        fresh = screen.table(Club(club.database), seat, moment)
        assert leafed == fresh
        with club.live.past(table.game_id, "screen german", 1) as (past, _row):
            assert past.game.journal.lies() == []


# ---- asking


def test_reach_orders_and_weighing_lead_to_what_can_be_played(club: Club) -> None:
    table = duel(club)
    _to_phase(table, "Movement")
    side = table.to_act()
    assert side is not None
    seat = table.seats[side]
    top = screen.table(club, seat)
    mover = next(card["id"] for card in top["counters"] if card["movable"])
    reach = told(Reach, screen.reach(club, seat, [mover]))
    cell = reach["cells"][-1]
    proposals = told(screen.OrderCards, screen.orders(club, seat, [mover], [cell["hex"]]))[
        "proposals"
    ]
    march = proposals[0]
    assert march["path"][-1] == cell["hex"]
    assert march["sums"][0]["total"] == cell["cost"]
    weighed = told(Weighing, screen.weigh(club, seat, march["action"]))
    assert weighed["sums"] == march["sums"]
    assert not weighed["refusals"]
    commands.act(club, seat, march["action"], top["asked"][0]["id"], "go")
    assert screen.table(club, seat)["may_undo"]
    moved = {card["id"]: card for card in screen.table(club, seat)["counters"]}[mover]
    assert moved["hex"] == cell["hex"]


def _to_phase(table: Table, phase: str) -> None:
    """Go on, doing as little as may be, until somebody is asked for orders in a phase."""
    club = table.club
    for n in range(60):
        side = table.to_act()
        assert side is not None
        (asked,) = screen.table(club, table.seats[side])["asked"]
        if asked["name"] == phase:
            return
        done = {"do": "end"} if asked["phase"] else asked["default"]
        table.act(side, done, f"{phase} {n}")
    raise AssertionError(phase)


def test_every_attack_is_weighed_to_one(club: Club) -> None:
    table = duel(club, options={"masking": "off"})
    _to_phase(table, "Attack")
    side = table.to_act()
    assert side is not None
    seat = table.seats[side]
    owed = screen.table(club, seat)["owed"]
    for one in owed:
        for label in one["hexes"] if one["rule"] == "5.1.4" else ():
            for proposal in screen.orders(club, seat, [], [label])["proposals"]:
                if proposal["action"] is not None:
                    found = told(Weighing, screen.weigh(club, seat, proposal["action"]))
                    assert sum(o["percent"] for o in found["outcomes"]) == pytest.approx(100, 0.01)
                    assert found["column"]


def test_what_is_asked_wrongly_is_said_plainly(table: Table) -> None:
    club = table.club
    with serving(app_on(club)) as app:
        client, seat = _seated(app)
        for path, form in (
            ("reach", {"pieces": ["no-such"]}),
            ("orders", {"pieces": [], "hexes": ["9999"]}),
        ):
            status, problem = client.fails(f"/seats/{seat}/{path}", form)
            assert status == 409
            assert problem["would_be_right"]
        for path in ("overlays/none", "pieces/none"):
            assert client.fails(f"/seats/{seat}/{path}", method="GET")[0] == 404
        assert client.fails(f"/seats/{seat}/table?moment=99", method="GET")[0] == 409


# ---- the story


def test_the_story_tells_every_event_once_with_its_moment(table: Table) -> None:
    club, seat = table.club, table.seats["german"]
    story = told(telling.Story, telling.story(club, seat))
    events = [item for item in table.told("german") if item["type"] == "event"]
    assert [line["seq"] for line in story["lines"]] == [item["seq"] for item in events]
    assert story["seq"] == screen.table(club, seat)["seq"]
    turns = [line["turn"] for line in story["lines"]]
    assert turns == sorted(turns)
    labels = set(screen.board(club, seat)[0].labels)
    assert all(label in labels for line in story["lines"] for label in line["hexes"])
    half = story["lines"][len(story["lines"]) // 2]["seq"]
    rest = telling.story(club, seat, half)["lines"]
    assert rest == [line for line in story["lines"] if line["seq"] > half]
    dice = [line for line in story["lines"] if line["dice"]]
    assert dice
    for line in story["lines"][::9]:
        past = screen.table(club, seat, line["moment"])
        assert past["seq"] >= line["seq"]


def test_what_is_taken_back_drops_out_of_the_story(club: Club) -> None:
    table = duel(club)
    _to_phase(table, "Movement")
    side = table.to_act()
    assert side is not None
    seat = table.seats[side]
    before = telling.story(club, seat)["lines"]
    move = next(a for a in queries.legal(club, seat, "move")["actions"])
    table.act(side, move, "m")
    assert len(telling.story(club, seat)["lines"]) > len(before)
    commands.undo(club, seat, "u")
    assert telling.story(club, seat)["lines"] == before


# ---- panels


def test_every_panel_has_its_form(table: Table) -> None:
    club = table.club
    for seat in table.seats.values():
        told(panels.Forces, panels.forces(club, seat))
        told(panels.Budget, panels.budget(club, seat))
        told(panels.Calendar, panels.calendar(club, seat))
        top = screen.table(club, seat)
        for card in top["overlays"]:
            told(Overlay, screen.overlay(club, seat, card["id"]))
        found = told(statistics.Statistics, statistics.statistics(club, seat))
        for chart in found["charts"]:
            for line in chart["series"]:
                assert [p["turn"] for p in line["points"]] == list(
                    range(1, top["headline"]["turn"] + 1)
                )
        for card in top["counters"][::7]:
            told(screen.PieceNote, screen.piece_note(club, seat, card["id"]))
        told(screen.HexNote, screen.hex_note(club, seat, top["stacks"][0]["hex"]))
        if top["asked"]:
            told(screen.ActionCards, screen.choices(club, seat))


def test_luck_is_exact() -> None:
    assert statistics.lower(2, 2) == 0
    assert statistics.lower(2, 7) == statistics.Fraction(15, 36)
    assert statistics.lower(2, 12) == statistics.Fraction(35, 36)
    assert sum(statistics.totals(5).values()) == 6**5
    many = statistics.lower(400, 1400)
    assert 0.48 < many < 0.5


@on_either
def test_notes_are_a_person_s_own(club: Club) -> None:
    table = duel(club)
    german, soviet = table.seats["german"], table.seats["soviet"]
    assert notes.read(club, german) == ""
    notes.write(club, german, "hold Klin")
    notes.write(club, german, "hold Klin!")
    assert (notes.read(club, german), notes.read(club, soviet)) == ("hold Klin!", "")
    notes.write(club, german, "")
    assert notes.read(club, german) == ""
    notes.write(club, german, "mine")
    seating.leave(club, table.people["german"], german.id)
    other, _ = people.guest(club)
    taken = seating.join(club, other, seating.invite(club, table.people["german"], german.id))
    assert notes.read(club, taken) == ""


def test_the_tables_say_where_each_value_comes_from(club: Club) -> None:
    with serving(app_on(club)) as app:
        client = Client(app)
        sheets = told(TableSheets, client.get("/systems/wb95/tables"))["tables"]
        assert {sheet["name"] for sheet in sheets} >= {"combat", "artillery-fire"}
        for sheet in sheets:
            shapes = [[len(row) for row in sheet[part]] for part in ("rows", "sources")]
            assert shapes[0] == shapes[1] == [len(sheet["columns"])] * len(sheet["rows"])
            assert {s for row in sheet["sources"] for s in row} <= {
                "", "rulebook", "chart", "example", "inferred", "house",
            }  # fmt: skip
        assert client.fails("/systems/nix/tables", method="GET")[0] == 404


# ---- shared games


def test_a_shared_game_is_shown_at_every_moment(table: Table) -> None:
    club = table.club
    token = replays.share(club, table.seats["german"])
    end = told(screen.TableTop, screen.shared_table(club, token))
    assert end["last"] == screen.table(club, table.seats["german"])["last"]
    assert end["stacks"] == screen.table(club, table.seats["german"])["stacks"]
    first = told(screen.TableTop, screen.shared_table(club, token, 1))
    assert first["moment"] == 1
    lines = told(telling.Story, telling.shared_story(club, token))["lines"]
    assert lines == telling.story(club, table.seats["german"])["lines"]
    table.play(5, seed=2)
    assert telling.shared_story(club, token)["lines"] == lines  # nothing that came later
    assert screen.shared_board(club, token)[0] == screen.board(club, table.seats["german"])[0]


def each_path(seat: str) -> Iterator[str]:
    """Everything a stranger might try."""
    for path in ("board", "table", "story", "forces", "budget", "calendar", "statistics", "notes"):
        yield f"/seats/{seat}/{path}"


def test_a_stranger_sees_nothing(table: Table) -> None:
    with serving(app_on(table.club)) as app:
        stranger = Client(app)
        for path in each_path(table.seats["german"].id):
            assert stranger.fails(path, method="GET")[0] in (403, 404)


# ---- the lobby


def test_the_shelf_shows_the_backs_of_the_boxes(club: Club) -> None:
    with serving(app_on(club)) as app:
        client = Client(app)
        cards = {card["id"]: card for card in client.get("/shelf")["scenarios"]}
        klin = cards["wb95/klin"]
        assert (klin["turns"], klin["learning"], klin["first_player"]) == (4, True, "german")
        assert klin["counters"] == {"german": 24, "soviet": 20}
        assert all(card["minutes"] and card["difficulty"] for card in cards.values())
        for name in cards:
            picture = client.http.get(f"/api/v1/scenarios/{name}/picture.png")
            assert picture.headers["content-type"] == "image/png"
            assert picture.content.startswith(b"\x89PNG")
        lesson = told(Lesson, client.get("/scenarios/wb95/klin/lesson"))
        assert lesson["side"] == "german"
        assert "play" not in json.dumps(lesson["steps"][4].get("until"))
        assert all(set(step) == set(LessonStep.model_fields) for step in lesson["steps"])
        assert client.fails("/scenarios/wb95/typhoon/lesson", method="GET")[0] == 404
        assert client.fails("/scenarios/wb95/none/picture.png", method="GET")[0] == 404


def test_nothing_can_be_done_about_a_hex_that_is_not_on_the_map(club: Club) -> None:
    table = duel(club)
    for n in range(20):
        side = table.to_act()
        assert side is not None
        seat = table.seats[side]
        own = next(c["id"] for c in screen.table(club, seat)["counters"] if c["side"] == side)
        for piece in (None, own, "nobody"):
            assert screen.choices(club, seat, piece=piece, at="nowhere")["choices"] == []
        table.play(3, seed=n)
