"""What a person reads on the screen: names and not ids, one's own ways first, nothing missed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.server import commands, games, people, queries, screen, seating, telling
from grognard.server.club import Club
from grognard.server.errors import Invalid
from grognard.server.store.records import SeatPlan
from tests.server.table import NO_MISSIONS, Table, duel
from tests.server.wire import KLIN, Client, app_on, on_either, serving

PROGRAMS = frozenset(
    (
        "action", "before", "box", "counters", "default", "do", "front", "hex", "hexes", "id",
        "kind", "mark", "name", "other", "part", "path", "piece", "pieces", "policies", "purpose",
        "result_of", "side", "standing", "state", "stripe", "symbol", "system", "waiting_for",
        "winner", "zones", "key", "commitment",
    )
)  # fmt: skip
"""The keys of what is meant for the program and not for the reader."""


def read(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence in an answer, with the key it stands under."""
    if isinstance(data, str):
        yield key, data
    elif isinstance(data, list):
        for item in data:
            yield from read(item, key)
    elif isinstance(data, dict):
        for name, value in data.items():
            if name not in PROGRAMS:
                yield from read(value, name)


def shown(table: Table, side: str, rng: random.Random) -> Iterator[Any]:
    """What a screen asks for, at this moment."""
    club, seat = table.club, table.seats[side]
    top = screen.table(club, seat)
    yield top
    yield telling.story(club, seat, 0)
    for card in top["overlays"]:
        yield screen.overlay(club, seat, card["id"])
    own = [c["id"] for c in top["counters"] if c["side"] == side and c["hex"]]
    stacks = [stack["hex"] for stack in top["stacks"]]
    for piece in rng.sample(own, min(3, len(own))):
        yield screen.piece_note(club, seat, piece)
        if top["asked"]:
            yield screen.reach(club, seat, [piece])
            yield screen.choices(club, seat, None, piece, None)
            where = rng.choice(stacks)
            yield screen.hex_note(club, seat, where)
            yield screen.orders(club, seat, [piece], [where])
            for action in (
                {"do": "attack", "units": [piece], "targets": [where]},
                {"do": "move", "units": [piece], "path": [where]},
                {"do": "pursue", "paths": {piece: [where]}},
                {"do": "losses", "take": {piece: 3}},
                {"do": "assign", "missions": [{"mission": "support", "air": ["german-air-1"],
                                               "hexes": [where]}]},
            ):  # fmt: skip
                yield screen.weigh(club, seat, action)
                yield queries.why(club, seat, action)


@pytest.mark.parametrize("seed", [3, 4])
def test_no_sentence_on_the_screen_has_an_id_in_it(club: Club, seed: int) -> None:
    table, rng = duel(club, seed=seed), random.Random(seed)
    with club.live.reading(table.game_id) as (kept, _row):
        ids = [*kept.game.scenario.counters, r"(?:german|soviet)-air-\d+", r"m\d+-\d+"]
    wrong = re.compile(rf"(?<![\w-])(?:{'|'.join(ids)}|german|soviet)(?![\w-])")
    count = 0
    for n in range(12):
        for side in ("german", "soviet"):
            for answer in shown(table, side, rng):
                for key, text in read(answer):
                    count += 1
                    assert not wrong.search(text), (key, text)
        table.play(8, seed=100 * seed + n)
    assert count > 1000


def test_a_refused_action_names_units_by_name(club: Club) -> None:
    table = duel(club)
    table.act("german", NO_MISSIONS, "1")
    with club.live.reading(table.game_id) as (kept, _row):
        name, counter = list(kept.game.scenario.counters.items())[-1]
    assert counter.side == "soviet"
    with pytest.raises(Invalid) as refused:
        table.act("german", {"do": "move", "units": [name], "path": ["2423"]}, "2")
    assert name not in refused.value.text
    assert "is no unit of the German side" in refused.value.text


def test_air_missions_are_told_of_the_side_that_flies_them(club: Club) -> None:
    table = duel(club)
    table.act("german", NO_MISSIONS, "1")
    lines = telling.story(club, table.seats["soviet"], 0)["lines"]
    (flown,) = [line for line in lines if "flies" in line["text"]]
    assert (flown["side"], flown["text"]) == ("german", "the German side flies no missions")


# ---- moments


def test_a_phase_that_begins_without_a_word_is_noticed_by_all(club: Club) -> None:
    table = duel(club, plans=[SeatPlan("spectator", None)])
    (watcher,) = [seat for seat in seating.seats(club, table.game_id) if seat.role == "spectator"]
    seats = [watcher, table.seats["soviet"]]
    quiet = 0
    for n in range(60):
        before = [screen.table(club, seat) for seat in seats]
        side = table.to_act()
        if side is None:
            break
        with club.live.reading(table.game_id) as (kept, _row):
            decision = kept.game.decision(side)
            assert decision is not None
            end = {"do": "end"}
            action = end if not decision.why(kept.game, end) else table.pick(side, random.Random(n))
        table.act(side, action, f"k{n}")
        for seat, was in zip(seats, before, strict=True):
            now = screen.table(club, seat)
            if now["headline"] != was["headline"]:
                assert now["moment"] > was["moment"]
                quiet += now["seq"] == was["seq"]
    assert quiet


def test_undo_is_offered_when_it_is_granted_whatever_the_other_left(club: Club) -> None:
    told = []
    for leaves in (False, True):
        table = duel(club)
        table.act("german", NO_MISSIONS, "1")
        table.act("german", {"do": "move", "units": ["de-7-pz"], "path": ["2423"]}, "2")
        if leaves:
            commands.instruct(club, table.seats["soviet"], {"defend": "commit nothing"}, "3")
        seat = table.seats["german"]
        assert screen.table(club, seat)["may_undo"]
        undone = commands.undo(club, seat, "4")
        top = screen.table(club, seat)
        told.append((undone, {k: v for k, v in top.items() if k != "offers"}))
        left = screen.table(club, table.seats["soviet"])["standing"]
        assert left == ({"defend": "commit nothing"} if leaves else {})
    assert told[0] == told[1]


# ---- the lobby


def test_a_card_says_how_much_is_new(club: Club) -> None:
    table = duel(club)
    table.play(10)
    for side, person in table.people.items():
        seat, told = table.seats[side], queries.view(club, table.seats[side])["seq"]
        assert games.game(club, person, table.game_id)["unseen"] == told
        queries.mark_seen(club, seat, told - 2)
        (card,) = games.games_of(club, person)
        assert card["unseen"] == 2
    stranger, _ = people.guest(club)
    plan = SeatPlan("spectator", None, delay_lines=5)
    late = seating.invite_many(club, table.people["german"], table.game_id, plan)
    seating.join(club, stranger, late)
    assert games.game(club, stranger, table.game_id)["unseen"] is None


@on_either
def test_an_invitation_says_what_it_is_for(club: Club) -> None:
    with serving(app_on(club)) as app:
        anna, boris = Client(app), Client(app)
        anna.post("/people/register", {"name": "Anna", "passphrase": "correct horse"})
        game = anna.post("/games", {**KLIN, "title": "Before Klin"})
        (seat,) = [one["id"] for one in game["seats"] if not one["taken"]]
        token = anna.post(f"/seats/{seat}/invitation")["invitation"]
        del boris.http.headers["authorization"]
        assert boris.get(f"/invitations/{token}") == {
            "title": "Before Klin", "system": "wb95", "scenario": "wb95/klin", "role": "player",
            "side": "soviet", "by": "Anna", "guest": False, "turn": 1, "over": False,
        }  # fmt: skip
        assert boris.fails("/invitations/" + "x" * 22, method="GET")[0] == 404
        assert boris.get("/people/me") is None
