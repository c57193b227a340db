"""Pacts at a table: players pledge, show their links, and nobody chooses or foresees their dice."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import grognard
from grognard.engine import pact, saving
from grognard.engine.dice import face, seed_from
from grognard.engine.record import canonical
from grognard.server import branches, commands, games, overtures, pledging, queries, receipts
from grognard.server.club import Club
from grognard.server.errors import Conflict, Forbidden, Invalid
from grognard.server.store import schema
from tests.server.table import Table, against, duel, solo
from tests.server.wire import on_either


class Hand:
    """A player's own machine: his secrets, and how far he has shown them."""

    def __init__(self, table: Table, side: str, word: str = "") -> None:
        self.table, self.side = table, side
        self.live, self.escrow = (seed_from(f"{kind} {side} {word}") for kind in ("live", "escrow"))
        self.shown = 0
        self.card = self.pledge()

    def pledge(self) -> dict[str, Any]:
        seat = self.table.seats[self.side]
        return pledging.pledge(self.table.club, seat, pact.head(self.live), self.escrow)

    def next(self) -> str:
        return pact.link(self.live, self.shown + 1)

    def act(self, action: Any, key: str, at: str | None = None) -> dict[str, Any]:
        seat = self.table.seats[self.side]
        done = commands.act(self.table.club, seat, action, at, key, link=self.next())
        self.shown += 1
        assert done["proof"]["step"] == self.shown
        return done


def pledged(club: Club, **more: Any) -> tuple[Table, dict[str, Hand]]:
    table = duel(club, **more)
    return table, {side: Hand(table, side) for side in ("german", "soviet")}


def play(table: Table, hands: dict[str, Hand], count: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many actions at random, each with its link; what was told of each."""
    rng, done = random.Random(seed), []
    for n in range(count):
        side = table.to_act()
        if side is None:
            break
        done.append(hands[side].act(table.pick(side, rng), f"{seed}/{n}"))
    return done


def export(table: Table, path: Path) -> Path:
    """The record as it goes out when all is over; here at once."""
    with table.club.live.reading(table.game_id) as (kept, _row):
        path.write_text(saving.text_of(kept.game, secret=True))
    return path


@on_either
def test_two_players_pledge_and_their_dice_are_proven(club: Club, tmp_path: Path) -> None:
    table, hands = pledged(club)
    card = hands["soviet"].card
    assert (card["whose"], card["wanted"], card["checks"]) == ("all", True, True)
    assert [one["side"] for one in card["pledges"]] == ["german", "soviet"]
    assert (card["mine"]["pledge"], card["mine"]["shown"]) == (1, 0)
    assert hands["soviet"].pledge() == card, "the same pledge again changes nothing"
    done = play(table, hands, 25)
    rolled = [one["proof"] for one in done if one["proof"]["dice"]]
    assert rolled
    again = table.elsewhere(Club(club.database))
    assert pledging.card(again.club, again.seats["german"])["mine"]["shown"] == (
        hands["german"].shown
    )
    table.act("german", {"do": "instruct", "rules": {}}, "without a link")
    overtures.resign(club, table.seats["german"])
    path = tmp_path / "klin.grog"
    path.write_text(branches.export(club, table.seats["soviet"]))
    told = grognard.verify(path)
    dice = sum(len(one["dice"]) for one in rolled)
    assert told[1] == f"{dice} dice recomputed from the secrets of all who pledged theirs"
    assert told[2].endswith("1 by proxy")
    assert told[3].endswith("0 by proxy")


def test_whoever_shows_a_link_can_work_his_dice_out_himself(club: Club) -> None:
    """Just as the page does it: from his own link, and from what the server had promised."""
    table, hands = pledged(club)
    promises = {side: hand.card["mine"]["promise"] for side, hand in hands.items()}
    frames = {side: hand.card["mine"]["frame"] for side, hand in hands.items()}
    rng, checked = random.Random(1), 0
    for n in range(25):
        side = table.to_act()
        assert side is not None
        hand = hands[side]
        proof = hand.act(table.pick(side, rng), f"{n}")["proof"]
        assert pact.hashed(proof["server"]) == promises[side]
        promises[side] = proof["promise"]
        said = [
            "grognard step", "own", hand.card["commitment"], proof["pledge"], proof["step"] - 1,
            proof["server"], pact.link(hand.live, proof["step"]), frames[side],
        ]  # fmt: skip
        frames[side] = proof["frame"]
        key = pact.sha256("\n".join(map(str, said)).encode()).hexdigest()
        for place, (shown, sides) in enumerate(zip(proof["dice"], proof["sides"], strict=True)):
            assert face(key, place, sides) == shown
            checked += 1
    assert checked


def test_a_wrong_link_is_refused_and_nothing_is_lost(club: Club) -> None:
    table, hands = pledged(club)
    play(table, hands, 2)
    side = table.to_act() or ""
    hand, rng = hands[side], random.Random(3)
    action = table.pick(side, rng)
    other = hands["soviet" if side == "german" else "german"]
    wrong = [
        pact.link(hand.live, hand.shown),  # replayed
        pact.link(hand.live, hand.shown + 2),  # too far
        other.next(),  # another's
        seed_from("of another game"),
    ]
    for link in wrong:
        with pytest.raises(Invalid, match=f"this is not link {hand.shown + 1} of the chain") as no:
            commands.act(club, table.seats[side], action, None, "k", link=link)
        assert f"link {hand.shown + 1}" in no.value.would_be_right
    before = table.lines()
    hand.act(action, "k")
    assert table.lines() > before


def test_the_same_wish_again_is_answered_alike_and_shows_nothing_new(club: Club) -> None:
    table, hands = pledged(club)
    side = table.to_act() or ""
    action, link = table.pick(side, random.Random(1)), hands[side].next()
    seat = table.seats[side]
    first = commands.act(club, seat, action, None, "k", link=link)
    for shown in (link, None, pact.link(hands[side].live, 2)):
        assert commands.act(club, seat, action, None, "k", link=shown) == first


def test_a_link_without_a_pledge_is_refused(club: Club) -> None:
    table = duel(club)
    side = table.to_act() or ""
    action = table.pick(side, random.Random(1))
    with pytest.raises(Invalid, match="nobody has pledged"):
        commands.act(club, table.seats[side], action, None, "k", link=64 * "0")
    Hand(table, "german" if side == "soviet" else "soviet")
    with pytest.raises(Invalid, match="you have pledged no dice"):
        commands.act(club, table.seats[side], action, None, "k", link=64 * "0")
    assert commands.act(club, table.seats[side], action, None, "k")["proof"] is None


def test_who_plays_alone_pledges_nothing(club: Club) -> None:
    german, program = solo(club), against(club)[1]
    for seat in (german.seats["german"], program):
        card = pledging.card(club, seat)
        assert (card["whose"], card["wanted"], card["pledges"]) == ("server", False, [])
        with pytest.raises(Forbidden, match="secret alone"):
            pledging.pledge(club, seat, 64 * "a", 64 * "b")


def test_the_card_of_a_game_says_whose_secrets_its_dice_come_from(club: Club) -> None:
    alone, table = solo(club), duel(club)
    card = games.game(club, alone.people["german"], alone.game_id)
    assert card["dice"] == "server"
    german = table.people["german"]
    told = [games.game(club, german, table.game_id)["dice"]]
    Hand(table, "soviet")
    told.append(games.game(club, german, table.game_id)["dice"])
    assert told == ["server", "all"]
    assert [one["dice"] for one in games.games_of(club, german)] == ["all"]


def test_what_cannot_be_pledged_is_refused(club: Club) -> None:
    table, hands = pledged(club)
    german = table.seats["german"]
    with pytest.raises(Invalid, match="cannot be pledged"):
        pledging.pledge(club, german, "no hash", 64 * "b")
    with pytest.raises(Invalid, match="is the one in escrow"):
        pledging.pledge(club, german, pact.head(64 * "b"), 64 * "b")
    with pytest.raises(Conflict, match="pledged before"):
        pledging.pledge(club, german, 64 * "a", hands["soviet"].escrow)
    overtures.resign(club, german)
    with pytest.raises(Conflict, match="over"):
        pledging.pledge(club, german, 64 * "a", 64 * "b")


def test_a_player_comes_back_with_another_machine(club: Club, tmp_path: Path) -> None:
    table, hands = pledged(club)
    play(table, hands, 8)
    hands["german"] = Hand(table, "german", "another machine")
    card = pledging.card(club, table.seats["soviet"])
    assert [one["replaced"] for one in card["pledges"]] == [True, False, False]
    play(table, hands, 15, seed=2)
    told = grognard.verify(export(table, tmp_path / "klin.grog"))
    assert "dice recomputed from the secrets of all" in told[1]


@pytest.mark.parametrize(("scenario", "zero"), [("wb95/klin", 0), ("nextwar/chorwon", 10)])
def test_where_rolls_are_open_everybody_is_told_every_die(scenario: str, zero: int) -> None:
    """So that who is told at once what his dice were made of learns no more by it."""
    game, rng = grognard.new(scenario, seed=5), random.Random(5)
    assert game.system.open_rolls
    for _ in range(150):
        side = game.to_act
        action = None if side is None else game.sample(side, rng)
        if side is None or action is None:
            break
        lines, since = len(game.history), len(game.events)
        game.play(side, action)
        chance = [face % (zero or 99) for line in game.history[lines:] for face in line.chance]
        for each in game.scenario.sides:
            told = [face for event in game.events_for(each, since) for face in event.dice]
            assert told == chance, (action, each)


def test_a_file_with_a_false_pact_is_refused_with_its_line(club: Club, anna: Any) -> None:
    table, hands = pledged(club)
    play(table, hands, 4)
    overtures.resign(club, table.seats["german"])
    raw = branches.export(club, table.seats["soviet"])
    for was, line in (('"live"', 3), ('"escrow"', 3)):
        at = raw.index(was, raw.index("\n")) + len(was) + 2
        spoilt = raw[:at] + "x" + raw[at + 1 :]
        spoilt = rewritten(spoilt)
        with pytest.raises(Invalid, match=f"save:{line}: .*64 digits"):
            branches.import_save(club, anna, spoilt.encode())
    assert branches.import_save(club, anna, raw.encode())["id"]


def rewritten(raw: str) -> str:
    """A save with its chain made good."""
    previous, out = "", []
    for line in raw.splitlines():
        data = json.loads(line)
        del data["chain"]
        previous = saving.chain(previous, data)
        out.append(canonical({**data, "chain": previous}))
    return "\n".join([*out, ""])


# ---- attacks


def test_nothing_on_the_server_tells_the_next_roll(club: Club) -> None:
    """All that lies in its database, hashed in every way the dice are: no next link is among it."""
    table, hands = pledged(club)
    play(table, hands, 10)
    with club.database.reading() as connection:
        known = json.dumps(
            [
                [list(map(str, row)) for row in connection.execute(select(one)).all()]
                for one in schema.metadata.sorted_tables
            ]
        )
    side = table.to_act() or ""
    assert pact.link(hands[side].live, hands[side].shown) in known, "what was shown is there"
    assert hands[side].next() not in known
    assert hands[side].live not in known


def test_a_copy_for_a_player_holds_no_secret_to_come(club: Club) -> None:
    table, hands = pledged(club)
    play(table, hands, 6)
    seat = table.seats["german"]
    seen = json.dumps(
        [
            queries.view(club, seat), queries.events(club, seat, 0), pledging.card(club, seat),
            receipts.given(club, seat), games.game(club, table.people["german"], table.game_id),
        ]
    )  # fmt: skip
    with club.live.reading(table.game_id) as (kept, _row):
        seen += saving.text_of(kept.game, secret=False)
        seed, shown = kept.game.dice.seed or "", kept.game.pact
    secret = [seed, *(hand.escrow for hand in hands.values())]
    secret += [pact.link(hand.escrow, 1, pact.ESCROW) for hand in hands.values()]
    secret += [pact.secret_of_seed(seed, n, shown.pledges[n].shown) for n in (0, 1)]
    secret += [pact.secret_of_seed(seed, pact.PROXY, shown.proxies)]
    for one in secret:
        assert one not in seen


def test_what_the_other_side_does_in_secret_is_not_told_by_ones_own_proofs(club: Club) -> None:
    """Twins: in one of two games the other side leaves instructions, again and again. Frames look
    like chance: none comes twice, whether anything was done or not."""
    told, frames = [], list[str]()
    for busy in (False, True):
        table, hands = pledged(club)
        seen = []
        for n in range(5):
            for k in range(3 * busy):
                hands["soviet"].act({"do": "instruct", "rules": {}}, f"secret {n} {k}")
                table.act("soviet", {"do": "instruct", "rules": {}}, f"in escrow {n} {k}")
            seen.append(hands["german"].act({"do": "instruct", "rules": {}}, f"{n}")["proof"])
        card = pledging.card(club, table.seats["german"])
        for one in card["pledges"]:
            del one["seat"]
        frames += [one.pop("frame") for one in seen]
        assert frames[-1] == card["mine"].pop("frame")
        told.append(json.dumps([seen, card]))
    assert told[0] == told[1]
    assert len(set(frames)) == 10
