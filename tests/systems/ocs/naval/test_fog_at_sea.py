"""What shows of a stack of ships before anybody fires at it. [4.9a] [18.3c]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.air.flak import modifiers
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS
from grognard.systems.ocs.turn.phases import BARRAGE
from tests.systems.ocs.field import play, rig, unit
from tests.systems.ocs.naval.sea import afloat, coast, port, sail, ship, waters

rule = pytest.mark.rule


def shown(game: Ocs, hex: str, player: str = "allied") -> Any:
    return next(row for row in game.view(player)["enemy"] if row["hex"] == hex)["ships"]


@rule("ocs", "4.9a")
@rule("ocs", "18.3c(A)")
def test_one_ship_of_a_stack_shows_with_its_damage_and_its_marker() -> None:
    game = waters(
        ship("a1", "0202", "lc", points=2), ship("a2", "0202", damaged_now=True),
        ship("a3", "0202"), unit("s9", "0808"),
    )  # fmt: skip
    game.put(SHIPS, "a2", replace(afloat(game, "a2"), dg=True))
    assert shown(game, "0202") == {"a2": {"counter": "a2", "damaged": True, "dg": True}}
    assert "a3" not in str(game.view("allied"))
    assert set(game.view("axis")["ships"]) == {"a1", "a2", "a3"}


@rule("ocs", "18.1d")
def test_a_ship_in_port_is_seen_to_be_dg() -> None:
    game = waters(ship("a1", "0405"), unit("s9", "0808"), ports=[port("0405")])
    assert shown(game, "0405")["a1"]["dg"]


@rule("ocs", "4.9a")
def test_printed_values_of_own_and_shown_ships_are_in_the_view() -> None:
    game = waters(
        ship("a1", "0202"), ship("a2", "0202"), ship("s1", "0205"), unit("s9", "0808")
    )  # fmt: skip
    found = game.view("allied")["ship_counters"]
    assert set(found) == {"a1", "s1"}
    assert found["a1"]["sound"] == {"barrage": 20, "range": 6, "flak": 2, "protection": 3}


@rule("ocs", "4.9a")
def test_a_voyage_tells_the_enemy_the_ship_on_top_alone() -> None:
    game = waters(ship("a1", "0202"), ship("a2", "0202"), unit("s9", "0808"), unit("a9", "0707"))
    play(game, "axis", sail("a1", "a2", to="0203 0204"))
    told = next(event for event in game.events_for("allied") if event.kind == "sail")
    assert "a2" not in str(told.to_json())
    assert told.facts["ship"] == "a1"
    own = next(event for event in game.events_for("axis") if event.kind == "sail")
    assert own.facts["ships"] == ["a1", "a2"]


@rule("ocs", "18.3f")
@rule("ocs", "4.9c")
def test_flak_of_ships_is_told_as_a_sum() -> None:
    """Two ships with 2 each and a carrier with 3 make 7, whoever they are."""
    game = waters(
        ship("a1", "0405"), ship("a2", "0405"), ship("a3", "0405", "carrier"), unit("s9", "0808"),
        ports=[port("0405")], board=coast(),
    )  # fmt: skip
    flight = Flight("allied", "barrage", game.board.hex("0405"), ["x"])
    parts = [part for part in modifiers(game, flight).parts if part.rule == "18.3f"]
    assert [part.value for part in parts] == [7]
    assert not any(name in parts[0].label for name in ("a1", "a2", "a3"))


@rule("ocs", "4.9c")
@rule("ocs", "18.3g(A)")
def test_who_fires_at_ships_is_not_told_only_how_strongly() -> None:
    gun = unit("a8", "0404", "artillery", traits="coastal", barrage="20/5", range=5)
    game = waters(gun, unit("a7", "0404"), ship("a1", "0302"), ship("s1", "0204"),
                  unit("s9", "0808"), segment=BARRAGE)  # fmt: skip
    rig(game, 1, 1)
    play(game, "axis", {"do": "engage", "by": ["a8", "a1"], "target": "0204"})
    told = [e for e in game.events_for("allied") if e.kind in ("naval-fire", "naval-barrage")]
    assert len(told) == 2
    assert not any("a8" in str(event.to_json()) for event in told)
    assert told[1].facts["strength"]["total"] == "40/3"


@rule("ocs", "4.9a")
@rule("ocs", "18.3c(A)")
def test_odds_know_only_the_ship_that_shows() -> None:
    """A cruiser under a carrier would screen it; who has not fired yet cannot know of her."""
    fire = {"do": "engage", "by": ["s1"], "target": "0205", "at": "ships"}

    def odds(*more: dict[str, Any]) -> Any:
        game = waters(ship("a1", "0205", "carrier"), *more, ship("s1", "0202"),
                      unit("s9", "0808"), segment=BARRAGE, player="allied")  # fmt: skip
        found: dict[str, Any] = game.odds(fire, "allied").to_json()
        return found["outcomes"]

    alone = odds()
    hidden = ship("a2", "0205", "lc", points=2)
    assert odds(hidden) == alone
    below = waters(ship("a1", "0205", "carrier"), ship("a2", "0205"), unit("s9", "0808"))
    assert shown(below, "0205") == {"a1": {"counter": "a1", "damaged": False, "dg": False}}
    assert odds(ship("a2", "0205")) == alone


@rule("ocs", "18.3c(A)")
def test_odds_against_a_ship_tell_hits_apart_from_dg_and_nothing() -> None:
    """20 points at protection 3, column 5-7: a hit is not certain."""
    game = waters(ship("a1", "0205"), ship("s1", "0202"), unit("s9", "0808"), segment=BARRAGE,
                  player="allied")  # fmt: skip
    fire = {"do": "engage", "by": ["s1"], "target": "0205", "at": "ships"}
    found = game.odds(fire, "allied").to_json()["outcomes"]
    assert len(found) > 1
    assert sum(Fraction(row["probability"]) for row in found) == 1
