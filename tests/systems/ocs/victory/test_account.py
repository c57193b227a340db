"""The account of a finished game: points, when cities fell, losses, those who were saved."""

from __future__ import annotations

from typing import Any

from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces.stacking import eliminate
from tests.systems.ocs.field import field, move, play, told, unit

FED = [{"side": "axis", "edge": "north"}, {"side": "allied", "edge": "south"}]


def course(*units: dict[str, Any], **terms: Any) -> Any:
    scale = [{"least": -99, "winner": "axis", "degree": "victory"}]
    victory = {"side": "axis", "scale": scale, **terms}
    return field(*units, turns=3, fixed_first=True, sources=FED, victory=victory)


def city(label: str, *hexes: str, owner: str = "allied") -> dict[str, Any]:
    return {"label": label, "vp": 2, "hexes": list(hexes), "owner": owner}


def test_a_city_that_changes_hands_is_told() -> None:
    game = course(unit("a1", "0303"), unit("s1", "0808"), objectives=[city("Gorod", "0404")])
    play(game, "axis", move("a1", to="0304 0404"))
    (facts,) = told(game, "taken")
    assert facts == {"side": "axis", "objective": "Gorod", "hex": "0404", "turn": 1}
    play(game, "axis", {"do": "end"})
    assert len(told(game, "taken")) == 1, "it is told once"


def test_a_city_falls_when_the_whole_of_it_is_held() -> None:
    whole, part = city("Gorod", "0404", "0405"), city("Selo", "0404")
    own = city("Dom", "0101", owner="axis")
    game = course(unit("a1", "0303"), unit("s1", "0808"), objectives=[whole, part, own])
    assert game.system.account(game)["fell"] == {"Dom": 0}
    play(game, "axis", move("a1", to="0304 0404"))
    assert game.system.account(game)["fell"] == {"Dom": 0, "Selo": 1}
    while game.turn < 2:
        play(game, str(game.to_act), {"do": "end"})
    put_into(game, "a1", game.board.hex("0405"))
    while game.turn < 3:
        play(game, str(game.to_act), {"do": "end"})
    found = game.system.account(game)
    assert found["fell"] == {"Dom": 0, "Selo": 1, "Gorod": 2}
    assert found["points"] == 6


def test_losses_are_told_by_nation_and_those_saved_by_their_name() -> None:
    safe = {"label": "over the river", "of": "axis", "vp": -1, "hexes": ["0303"]}
    game = course(
        unit("a1", "0303"), unit("a2", "0202", nation="Italian"), unit("s1", "0808"), saved=[safe]
    )
    eliminate(game, "a2", "9.12", "is lost")
    found = game.system.account(game)
    assert found["lost"] == {"German": 0, "Italian": 1, "Soviet": 0}
    assert found["saved"] == {"over the river": 1}
