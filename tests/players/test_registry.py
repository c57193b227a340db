"""Who can be sat down at a table: the staff only where there is one, chance everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from grognard import library
from grognard.cli import app, playing
from grognard.lab.simulate import Match, simulate
from grognard.library import UnknownName
from grognard.players.registry import check_player, player, players_of
from grognard.players.staff import Staff
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
    assert players_of(system) == ["random", "staff"]
    check_player("staff", system)


def test_a_system_without_a_staff_is_played_by_chance() -> None:
    assert players_of("toy") == ["random"]
    game, chance = toy(), player("random", 1, "toy")
    while (side := game.to_act) is not None:
        game.play(side, chance.choose(game, side))
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
        Staff().choose(game, str(game.to_act))


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
