"""Who can be sat down at a table: the staff only where there is one, chance everywhere."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from typer.testing import CliRunner

from grognard import library
from grognard.cli import app, playing
from grognard.lab.batch import simulate
from grognard.lab.simulate import Match
from grognard.library import UnknownName
from grognard.players import registry
from grognard.players.random_player import RandomPlayer
from grognard.players.registry import (
    Spec,
    check_listed,
    check_player,
    player,
    player_names,
    players_of,
)
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.players.staff.wb95 import doctrine
from tests.engine.toy import TOY, toy

run = CliRunner().invoke
REFUSED = "staff cannot play toy; random can"


@pytest.fixture
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy, wherever somebody looks for a scenario."""

    def found(*_: Any) -> Any:
        return TOY, TOY.scenario()

    monkeypatch.setattr(library, "find_scenario", found)
    monkeypatch.setattr(playing, "game_of", lambda *_: toy())


@pytest.mark.parametrize("system", ["wb95", "ocs", "nextwar"])
def test_the_staff_plays_what_it_has_learned(system: str) -> None:
    assert players_of(system) == ["random", "staff", "recruit", "commander"]
    check_player("staff", system)


def test_a_system_without_a_staff_is_played_by_chance() -> None:
    assert players_of("toy") == ["random"]
    game, chance = toy(), player("random", 1, "toy")
    while (side := game.to_act) is not None:
        game.play(side, chance.choose(Seat(game, side)))
    assert game.over


def test_a_staff_that_there_is_not_is_refused_before_it_sits_down() -> None:
    with pytest.raises(UnknownName, match=f"^{REFUSED}$"):
        check_player("staff", "toy")
    with pytest.raises(UnknownName, match=f"^{REFUSED}$"):
        player("staff", 1, "toy")
    with pytest.raises(UnknownName, match="there is no player 'stuff'"):
        check_player("stuff", "toy")


def test_a_staff_that_sits_there_all_the_same_says_why_it_cannot() -> None:
    game = toy()
    with pytest.raises(UnknownName, match="there is no staff for toy"):
        Staff().choose(Seat(game, str(game.to_act)))


@pytest.mark.usefixtures("on_the_shelf")
@pytest.mark.parametrize(
    "words", [["play", "toy/game"], ["simulate", "toy/game"], ["simulate", "toy/game", "-j", "2"]]
)
def test_nobody_plays_or_counts_against_a_staff_that_there_is_not(words: list[str]) -> None:
    done = run(app, words)
    assert isinstance(done.exception, UnknownName)  # which the command line says, and ends
    assert str(done.exception) == REFUSED


@pytest.mark.usefixtures("on_the_shelf")
def test_a_match_of_a_staff_that_there_is_not_does_not_begin() -> None:
    match = Match("toy/game", ("random", "staff"), "1")
    with pytest.raises(UnknownName, match=REFUSED):
        next(simulate(match, 3))
    (result,) = simulate(Match("toy/game", ("random", "random"), "1"), 1)
    assert result.error is None


# ---- how a player is written


class Timed(RandomPlayer):
    """Plays by chance, and has a parameter of every kind."""

    def __init__(
        self, seed: int = 0, seconds: float = 3, rollouts: int | None = None,
        loud: bool = False, mood: tuple[str, ...] = (), name: str = "timed",
    ) -> None:  # fmt: skip
        super().__init__(seed)
        if seconds <= 0:
            raise ValueError("seconds must be more than 0")
        self.told = (seconds, rollouts, loud, name)


def needy(book: str) -> RandomPlayer:
    """Does not play without a book."""
    return RandomPlayer(len(book))


class Handed:
    """Answers as players did that were handed the game."""

    def choose(self, game: Any, side: str) -> Any:
        """Whatever comes first."""
        return next(game.legal(side))


HERE = f"{__name__}:Timed"


def test_a_player_is_imported_and_told_his_parameters() -> None:
    made: Any = player(f"{HERE}?seconds=2.5&rollouts=7&loud=on&name=x", 5)
    assert made.told == (2.5, 7, True, "x")
    plain: Any = player(HERE, 5)
    assert plain.told == (3, None, False, "timed")
    assert made.rng.random() == plain.rng.random() == RandomPlayer(5).rng.random()
    assert isinstance(player(f"{__name__}:needy?book=ab"), RandomPlayer)
    assert Spec.read(" staff:bold?a=1&b=2 ") == Spec("staff", "bold", (("a", "1"), ("b", "2")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stuff", "there is no player 'stuff'; did you mean 'staff'?"),
        ("staff?", "write it as staff?name=value"),
        ("staff?a", "'staff?a' has a parameter that is not written name=value"),
        ("staff?a=1", "staff has no parameter 'a'; it has mends"),
        ("random?seed=1", "random has no parameter 'seed'; it has none"),
        (f"{HERE}?mood=1", "it has seconds, rollouts, loud, name"),
        (f"{HERE}?rollouts=few", f"rollouts=few cannot be: rollouts of {HERE} is a whole number"),
        (f"{HERE}?loud=very", "is on or off"),
        (f"{HERE}?seconds=0", "cannot play: seconds must be more than 0"),
        (f"{__name__}:needy", "needy does not play without book"),
        (f"{__name__}:nobody", "cannot be imported: AttributeError"),
        ("no.such.module:Player", "No module named 'no'"),
        ("math:pi", "is no player: it should be a class, or a function that makes one"),
        ("builtins:dict", "has no method choose(seat)"),
        (f"{__name__}:Handed", "its method is choose(game, side); it should be choose(seat)"),
        ("nobody:", "'nobody:' is no player: write a name, name:style, or package.module:Class"),
        (":x", "is no player"),
        ("random:bold", "random has no style 'bold' for wb95; it has none"),
    ],
)
def test_what_is_no_player_is_refused_with_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(UnknownName) as refused:
        player(text, 1, "wb95")
    assert said in str(refused.value)


@pytest.fixture
def styled(monkeypatch: pytest.MonkeyPatch) -> None:
    bold = dataclasses.replace(doctrine.DOCTRINE, style="bold")
    monkeypatch.setattr(doctrine, "STYLES", {"bold": bold}, raising=False)
    first = dataclasses.replace(bold, style="first")
    monkeypatch.setattr(doctrine, "FIRST", first, raising=False)


@pytest.mark.usefixtures("styled")
def test_a_style_of_the_staff_is_one_of_its_doctrines() -> None:
    for style in ("bold", "first"):
        made: Any = player(f"staff:{style}", 1, "wb95")
        assert made.doctrine.style == style
        check_listed(f"staff:{style}", "wb95")
    assert player("staff", 1, "wb95").doctrine is None  # type: ignore[attr-defined]
    with pytest.raises(UnknownName, match="no style 'bald' for wb95; did you mean 'bold'"):
        check_player("staff:bald", "wb95")
    with pytest.raises(UnknownName, match="say which is to be played"):
        check_player("staff:bold")


def test_who_comes_over_the_wire_imports_nothing_and_sets_nothing() -> None:
    check_listed("staff", "wb95")
    for text in (HERE, "random?seed=1", "staff:nothing", "stuff", "", "os:system"):
        with pytest.raises(UnknownName):
            check_listed(text, "wb95")
    with pytest.raises(UnknownName, match=REFUSED):
        check_listed("staff", "toy")


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another package brings a player; of one that is called like ours nobody takes notice."""
    entries = [
        EntryPoint("timed", HERE, registry.GROUP), EntryPoint("staff", HERE, registry.GROUP),
    ]  # fmt: skip
    monkeypatch.setattr(registry, "entry_points", lambda group: entries)
    registry._brought.cache_clear()
    yield
    registry._brought.cache_clear()


@pytest.mark.usefixtures("brought")
def test_another_package_brings_players() -> None:
    assert player_names() == ["random", "staff", "recruit", "commander", "timed"]
    assert players_of("toy") == ["random", "timed"]
    made: Any = player("timed?seconds=1", 1, "wb95")
    assert made.told[0] == 1
    assert isinstance(player("staff", 1, "wb95"), Staff)


def test_a_name_may_stand_for_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.OURS, "quick", f"{HERE}?seconds=1&rollouts=2")
    made: Any = player("quick?rollouts=9")
    assert made.told[:2] == (1, 9)
