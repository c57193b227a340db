"""Receipts: what the server signs at each turn's end, and what nobody can lose or change then."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import grognard
from grognard.cli import app
from grognard.engine import receipts as engine
from grognard.engine import saves, saving
from grognard.engine.record import canonical
from grognard.server import branches, overtures, people, receipts, seating
from grognard.server.club import Club
from grognard.server.errors import Forbidden
from grognard.server.store.records import SeatPlan
from tests.server.table import duel, solo
from tests.server.test_pacts import play, pledged
from tests.server.wire import Client, app_on, on_either, serving
from tests.server.wire import Table as Wired


def rewritten(raw: str, change: Callable[[list[dict[str, Any]]], Any]) -> str:
    """A save with its lines changed, and the whole chain made good again."""
    lines = [line.data for line in saves.read_lines(Path("save"), raw.encode())]
    change(lines)
    previous, out = "", []
    for data in lines:
        previous = saving.chain(previous, data)
        out.append(canonical({**data, "chain": previous}))
    return "\n".join([*out, ""])


def ran(*words: Any) -> tuple[int, str]:
    """A command, how it ended, and what it said."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, done.output + str(done.exception or "")


def kept(path: Path, given: dict[str, Any]) -> Path:
    path.write_text(json.dumps(given))
    return path


@on_either
def test_a_save_is_the_one_that_receipts_were_given_for(club: Club, tmp_path: Path) -> None:
    """And none that is shorter than they say, or otherwise, is taken for it."""
    table, hands = pledged(club)
    german, soviet = table.seats["german"], table.seats["soviet"]
    assert receipts.given(club, german) == {"receipts": []}
    for n in range(9):
        play(table, hands, 6, seed=n)
        early = receipts.given(club, german)
        if early["receipts"]:
            break
    turned = table.lines()
    assert len(list(receipts.seals(club.database))) == 1
    play(table, hands, 4, seed=99)
    assert receipts.given(club, soviet)["receipts"][: len(early["receipts"])] == early["receipts"]
    overtures.resign(club, german)
    final = receipts.given(club, german)
    assert final["receipts"][: len(early["receipts"])] == early["receipts"]
    raw = branches.export(club, soviet)
    path, lie = tmp_path / "klin.grog", tmp_path / "lie.grog"
    path.write_text(raw)
    mine, last = kept(tmp_path / "mine.json", early), kept(tmp_path / "last.json", final)
    key = receipts.public_key(club)["key"]
    code, said = ran("verify", path, "--receipt", mine, "--receipt", last, "--key", key)
    assert code == 0, said
    assert f"the first {table.lines()} lines are what the server signed" in said

    def shorter(lines: list[dict[str, Any]], by: int) -> None:
        del lines[-by:]

    def without_seed(lines: list[dict[str, Any]]) -> None:
        lines[0]["seed"] = None

    def other(lines: list[dict[str, Any]]) -> None:
        lines[1], lines[2] = {**lines[2], "n": 0}, {**lines[1], "n": 1}

    for by in (1, 2, 5):
        lie.write_text(rewritten(raw, lambda lines, by=by: shorter(lines, by)))
        code, said = ran("verify", lie, "--receipt", last, "--key", key)
        assert (code, "lines are missing from it" in said) == (1, True), said
    by = len(raw.splitlines()) - 1 - turned + 7  # beyond the turn's end
    lie.write_text(rewritten(raw, lambda lines: shorter(lines, by)))
    code, said = ran("verify", lie, "--receipt", mine, "--key", key)
    assert code == 1, said
    lie.write_text(rewritten(raw, without_seed))
    assert ran("verify", lie)[0] == 0
    code, said = ran("verify", lie, "--receipt", last)
    assert (code, "seed of this game is not in the save" in said) == (1, True), said
    lie.write_text(rewritten(raw, other))
    assert ran("verify", lie, "--receipt", last)[0] == 1


def test_a_receipt_that_is_forged_or_of_another_game_is_refused(club: Club, tmp_path: Path) -> None:
    table = duel(club)
    table.play(5)
    overtures.resign(club, table.seats["german"])
    path = tmp_path / "klin.grog"
    path.write_text(branches.export(club, table.seats["soviet"]))
    one = receipts.given(club, table.seats["soviet"])["receipts"][-1]
    key = one["key"]
    secret = receipts.signing_key(club)
    said = {
        name: one[name] for name in one if name not in ("signature", "key", "format", "version")
    }
    cases = {
        "is forged": {**one, "turn": 9},
        "signed with another key": engine.signed("11" * 32, **said),
        "of another game": engine.signed(secret, **{**said, "commitment": "00" * 32}),
        "of another game: its system": engine.signed(secret, **{**said, "system": "ocs"}),
        "not of this record": engine.signed(secret, **{**said, "seal": "00" * 32}),
        "and nothing else": {**one, "more": 1},
        "a receipt says": [3],
        "there is no receipt": [],
    }
    for text, forged in cases.items():
        code, told = ran(
            "verify", path, "--receipt", kept(tmp_path / "r.json", forged), "--key", key
        )
        assert (code, text in told) == (1, True), (text, told)
    code, told = ran("verify", path, "--receipt", kept(tmp_path / "r.json", one))
    assert (code, f"by its own word with key {key}" in told) == (0, True)
    named = tmp_path / "server.key"
    named.write_text(key + "\n")
    assert ran("verify", path, "--receipt", tmp_path / "r.json", "--key", named)[0] == 0
    assert "a key is 64" in ran("verify", path, "--receipt", tmp_path / "r.json", "--key", path)[1]
    assert "goes with a receipt" in ran("verify", path, "--key", key)[1]
    assert "cannot be read" in ran("verify", path, "--receipt", tmp_path / "none.json")[1]


def test_receipts_tell_nothing_of_what_is_done_between_two_turns(club: Club) -> None:
    """They are the same whenever one asks, and say nothing that can be guessed at."""
    table = duel(club)
    for n in range(60):
        table.play(1, seed=n)
        given = receipts.given(club, table.seats["german"])["receipts"]
        if given:
            break
    lines = table.lines()
    table.act("soviet", {"do": "instruct", "rules": {}}, "in secret")
    assert table.lines() == lines + 1
    assert receipts.given(club, table.seats["german"])["receipts"] == given
    with club.live.reading(table.game_id) as (game, _row):
        for head in engine.heads_of(game.game):
            assert head not in json.dumps(given)


def test_receipts_are_for_those_who_play(club: Club) -> None:
    table = duel(club, plans=[SeatPlan("spectator", delay_turns=1)])
    link = seating.invite_many(club, table.people["german"], table.game_id, SeatPlan("spectator"))
    watcher = seating.join(club, people.guest(club)[0], link)
    with pytest.raises(Forbidden, match="for those who play"):
        receipts.given(club, watcher)


def test_a_published_list_shows_that_a_game_stood_then(
    club: Club, tmp_path: Path, sqlite_url: str
) -> None:
    table, other = duel(club), solo(club, seed=8)
    table.play(6)
    listed, late = tmp_path / "heads.txt", tmp_path / "later.txt"
    said = ran("heads", listed, "--database", sqlite_url)
    assert said[0] == 0, said
    assert "2 games" in said[1]
    assert "is there already" in ran("heads", listed, "--database", sqlite_url)[1]
    stood = table.lines()
    table.play(4, seed=2)
    overtures.resign(club, table.seats["german"])
    path = tmp_path / "klin.grog"
    raw = branches.export(club, table.seats["soviet"])
    path.write_text(raw)
    code, told = ran("verify", path, "--published", listed)
    assert (code, f"the first {stood} lines stood when the list" in told) == (0, True), told
    path.write_text(rewritten(raw, lambda lines: lines.__delitem__(slice(3, None))))
    code, told = ran("verify", path, "--published", listed)
    assert (code, "no seal on the published list" in told) == (1, True)
    late.write_text("nothing of the kind")
    assert "begins with" in ran("verify", path, "--published", late)[1]
    assert other.lines() == 1


def test_inherited_dice_are_not_taken_on_trust_unasked(tmp_path: Path) -> None:
    """All sixes, and every line called inherited: legal throughout, and proven by nothing."""
    honest, forged = tmp_path / "klin.grog", tmp_path / "forged.grog"
    for path in (honest, forged):
        game, rng = grognard.new("wb95/klin", seed=1), random.Random(1)
        if path is forged:
            game.dice.remember(0, [6] * 200)
        while not any(line.chance for line in game.history):
            game.play(game.to_act or "", game.sample(game.to_act or "", rng) or {})
        game.inherited = len(game.history) if path is forged else 0
        game.save(path)
    assert {face for line in grognard.load(forged).history for face in line.chance} == {6}
    assert ran("verify", honest)[0] == 0
    code, told = ran("verify", forged)
    assert (code, "proven by nothing here" in told) == (1, True), told
    code, told = ran("verify", forged, "--json")
    assert (code, json.loads(told.splitlines()[0])["ok"]) == (1, False)
    assert ran("verify", forged, "--trust-inherited")[0] == 0
    assert ran("verify", forged, "--earlier", honest)[0] == 1


def test_the_key_of_a_server_is_one_and_told_to_anybody(club: Club) -> None:
    fresh = Club(club.database)
    assert receipts.signing_key(club) == receipts.signing_key(fresh)
    with serving(app_on(club)) as served:
        told = Client(served).get("/receipt-key")
    assert told == {"kind": "ed25519", "key": receipts.public_key(fresh)["key"]}
    assert receipts.signing_key(club) not in json.dumps(told)


def test_a_pledge_goes_over_the_wire(club: Club) -> None:
    with serving(app_on(club)) as served:
        table = Wired(served)
        client, seat = table.mover()
        card = client.post(f"/seats/{seat}/pact", {"live": 64 * "a", "escrow": 64 * "b"})
        assert card == client.get(f"/seats/{seat}/pact")
        action = client.get(f"/seats/{seat}/legal", limit=1)["actions"][0]
        wish = {"action": action, "at": None, "key": "k", "link": 64 * "c"}
        status, problem = client.fails(f"/seats/{seat}/act", wish)
        assert (status, problem["error"]) == (409, "impossible"), problem
        assert "not link 1" in problem["detail"]
        assert client.act(seat, action)["proof"] is None
        assert client.get(f"/seats/{seat}/receipts") == {"receipts": []}
