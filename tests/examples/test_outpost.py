"""Outpost, the manual's system: a folder and one YAML, and everything works for it."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import library
from grognard.engine.game import Game
from grognard.engine.rulebook import read_rules
from grognard.engine.saves import load_text
from grognard.engine.saving import text_of
from grognard.lab import fuzz, laws
from grognard.lab.dossier import dossier
from grognard.lab.matrix import matrix
from grognard.players.random_player import RandomPlayer
from grognard.players.seat import Seat
from grognard.table.choosing import asked
from grognard.table.weighing import weigh

ROOT = Path(__file__).resolve().parents[2]
FIRST = "outpost/first-watch"
Post = Game[Any]


@pytest.fixture(scope="module", autouse=True)
def outpost() -> Iterator[Any]:
    """Outpost on the shelf, as `grognard.library.shelve` puts it there."""
    sys.path.insert(0, str(ROOT / "examples" / "outpost"))
    package = import_module("outpost")
    library.shelve(package.BOOK)
    yield package
    del library.BOOKS["outpost"]
    library.SYSTEMS.names.remove("outpost")
    sys.path.remove(str(ROOT / "examples" / "outpost"))


def game(seed: int = 4, **options: str) -> Post:
    return grognard.new(FIRST, seed=seed, options=options)


def advance(post: Post) -> Post:
    """Blue walks up to red, into the wood."""
    for goal in ("0202", "0203"):
        post.play("blue", {"do": "step", "to": goal})
    return post


def test_it_is_on_the_shelf() -> None:
    assert FIRST in library.scenario_ids()
    assert game().phase == "First watch of blue"


@pytest.mark.rule("outpost", "O1")
def test_a_patrol_walks_to_a_free_hex_beside_it() -> None:
    post = game()
    (refusal,) = post.why("blue", {"do": "step", "to": "0305"})
    assert (refusal.rule, refusal.text) == ("O1", "0305 is not a free hex next to the patrol")
    post.play("blue", {"do": "step", "to": "0202"})
    assert post.view("red")["patrols"]["blue"] == {"hex": "0202"}
    assert post.why("blue", {"do": "step", "to": "nowhere"})[0].rule == "form"


@pytest.mark.rule("outpost", "O3")
def test_a_mine_is_laid_in_secret() -> None:
    post = game()
    post.play("blue", {"do": "lay"})
    assert post.events_for("red") == []
    assert "mine" not in post.view("red")["patrols"]["blue"]
    assert [r.rule for r in post.why("blue", {"do": "lay"})] == ["O3"]
    assert [r.rule for r in game(mines="off").why("blue", {"do": "lay"})] == ["O3"]


@pytest.mark.rule("outpost", "O4")
def test_a_patrol_is_hit_on_seven_and_in_a_forest_on_nine() -> None:
    post = advance(game())
    assert post.odds({"do": "attack"}, "blue").chance(lambda f: f["hit"]) == Fraction(21, 36)
    post.play("blue", {"do": "end"})
    odds = post.odds({"do": "attack"}, "red")
    assert odds.chance(lambda fact: fact["hit"]) == Fraction(10, 36)
    assert odds.reckoning["needed"]["total"] == 9


@pytest.mark.rule("outpost", "O2")
def test_whether_there_is_a_mine_is_unknown_until_it_is_tried() -> None:
    post = game()
    (unknown,) = post.odds({"do": "step", "to": "0202"}, "blue").unknown
    assert unknown.rule == "O2"


@pytest.mark.rule("outpost", "O5")
def test_who_is_hit_falls_back_or_gives_up() -> None:
    for seed in range(1, 40):
        post = advance(game(seed))
        post.play("blue", {"do": "attack"})
        if post.to_act == "red" and not post.at_checkpoint:
            break
    table = library.tabletop(post)
    decision = post.decision("red")
    assert decision is not None
    answers = [answer.text for answer in asked(post, table, decision, "1").choices]
    assert "Surrender" in answers
    post.play("red", {"do": "surrender"})
    assert post.result == "blue wins"


def test_pointing_means_what_one_would_think() -> None:
    post = game()
    table, label = library.tabletop(post), post.board.hex
    (walk,) = table.orders(post, "blue", ["blue"], [label("0202")])
    assert (walk.title, walk.action) == ("Walk to 0202", {"do": "step", "to": "0202"})
    (attack,) = [p for p in table.orders(post, "blue", ["blue"], [label("0204")]) if p.do != "step"]
    assert attack.refusals[0].text == "the other patrol is not in the next hex"
    (lay,) = table.orders(post, "blue", ["blue"], [])
    assert lay.action == {"do": "lay"}
    cells = {cell.hex for cell in table.ways(post, "blue", ["blue"]).cells}
    assert cells == {"0101", "0102", "0202", "0301", "0302"}
    assert table.march(post, "blue", ["blue"], label("0202"))["to"] == "0202"
    assert [band.side for band in table.standing(post).bands] == ["blue", "red"]


def test_an_attack_is_weighed() -> None:
    post = advance(game())
    weighed = weigh(post, library.tabletop(post), "blue", {"do": "attack"})
    assert weighed.text == "Attack the other patrol"
    chances = {weight.text: weight.probability for weight in weighed.outcomes}
    assert set(chances.values()) == {Fraction(21, 36), Fraction(15, 36)}


def test_a_game_is_saved_replayed_and_told() -> None:
    post = advance(game())
    again = load_text(text_of(post).encode(), lambda head: (post.system, post.scenario))
    assert again.state == post.state
    story = library.tabletop(post).tell(post, "red", post.events_for("red"))
    assert [tale.text for tale in story] == ["blue goes to 0202", "blue goes to 0203"]


@pytest.mark.parametrize("seed", range(1, 6))
def test_the_laws_hold(seed: int, outpost: Any) -> None:
    arena = fuzz.arenas(outpost.BOOK)["outpost"]
    assert fuzz.play_one(arena, seed) > 0


def test_the_law_of_secrets_can_fail(outpost: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows too much is found out."""
    system = outpost.BOOK.opened()
    shown = type(system).view
    monkeypatch.setattr(type(system), "view", lambda self, post, player: shown(self, post, None))
    post = game()
    post.play("blue", {"do": "lay"})
    with pytest.raises(laws.LawBroken, match="red can tell a secret by view"):
        laws.secrets(post, fuzz.arenas(outpost.BOOK)["outpost"].veil, random.Random(2))


def test_its_rules_have_cards_and_sites() -> None:
    """`grognard rules outpost O4` shows the rule in our words and the code that enforces it."""
    (attacking,) = [rule for rule in read_rules("outpost") if rule.id == "O4"]
    found = dossier("outpost", attacking)
    assert found.summary.startswith("A patrol attacks the other from the next hex")
    assert {place.site.path for place in found.places} == {"outpost/fighting.py"}
    assert any("def needed" in place.code for place in found.places)
    assert matrix("outpost").to_json()["enforced"] == 5


def test_chance_plays_it_to_its_end() -> None:
    post, players = game(), {side: RandomPlayer(seed) for seed, side in enumerate(("blue", "red"))}
    while not post.over:
        side = post.to_act
        assert side is not None
        post.play(side, players[side].choose(Seat(post, side)))
    assert post.result in ("blue wins", "red wins", "nobody wins")
