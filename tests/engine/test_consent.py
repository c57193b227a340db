"""Proposals and an umpire's edits tell nobody what is hidden from him."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import library
from grognard.engine.entries import PUBLIC, UMPIRE
from grognard.engine.game import Game

SECRETIVE = ["wb95/typhoon", "ocs/husky", "goss/st-vith"]
AGREED = {"do": "consent", "to": "", "agree": True}


def begun(name: str) -> tuple[Game[Any], str, str]:
    """A game at its first moment between two actions, its first side, and the other."""
    game = library.new(name, seed=1)
    while not game.at_checkpoint:
        (decision, *_) = game.decisions
        game.play(decision.player, decision.ask.default)
    ours, theirs = game.scenario.sides
    return game, ours, theirs


def hidden(game: Game[Any], player: str, owner: str) -> list[str]:
    """The units on the map that one side has and the other does not see."""
    shown, mine = game.view(player)["units"], game.view(owner)["units"]
    units = game.state.maps["units"]
    return sorted(n for n in mine if n in units and units[n].hex >= 0 and n not in shown)


def moved(unit: str, to: Any) -> dict[str, Any]:
    return {"map": "units", "key": unit, "set": {"hex": to}}


@pytest.mark.parametrize("name", SECRETIVE)
def test_what_is_hidden_does_not_speak_against_a_proposal(name: str) -> None:
    """Both sides in one hex, a counter that is not there: asking does not tell."""
    game, ours, theirs = begun(name)
    units = game.state.maps["units"]
    secret = hidden(game, ours, theirs)[0]
    mine = next(n for n in sorted(game.view(ours)["units"]) if n not in game.view(theirs)["units"])
    label = game.board.label(units[secret].hex)
    for changes in ([moved(mine, label)], [moved("no-such-unit", label)], [moved(secret, label)]):
        asked = {"do": "propose", "changes": changes, "reason": "to see"}
        assert game.why(ours, asked) == []
    ill = {"do": "propose", "changes": [moved(mine, 3.5)], "reason": "to see"}
    assert [refusal.rule for refusal in game.why(ours, ill)] == ["form"]


@pytest.mark.parametrize("name", SECRETIVE)
def test_what_does_not_fit_is_found_out_when_all_have_agreed_and_told_as_no_more(name: str) -> None:
    game, ours, theirs = begun(name)
    before = game.state.maps["units"]
    game.propose(ours, [moved("no-such-unit", game.board.label(0))], "to see")
    game.play(theirs, {**AGREED, "to": ours})
    for side in (ours, theirs, PUBLIC):
        (told,) = [e.to_json() for e in game.events_for(side) if e.kind == "unfit"]
        assert told["facts"] == {"of": ours}
    assert game.state.maps["units"] == before


@pytest.mark.parametrize("name", SECRETIVE)
def test_an_umpire_who_moves_what_is_hidden_is_heard_by_its_owner_only(name: str) -> None:
    game, ours, theirs = begun(name)
    unit = hidden(game, ours, theirs)[0]
    here = game.state.maps["units"][unit].hex
    game.play(UMPIRE, {"do": "edit", "changes": [moved(unit, here)], "reason": "a slip"})

    def heard(side: str | None) -> list[Any]:
        (told,) = [event for event in game.events_for(side) if event.kind == "edit"]
        assert told.facts["reason"] == "a slip"
        return [change["key"] for change in told.facts["changes"]]

    assert heard(None) == [unit] == heard(theirs)
    assert heard(ours) == [] == heard(PUBLIC)
