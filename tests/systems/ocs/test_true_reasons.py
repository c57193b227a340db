"""Refusals that cover several cases name the one that holds, and not a neighbour."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.record import replace
from grognard.systems.ocs.optional.empties import AttackEmpty, Strike
from grognard.systems.ocs.status import TURN
from tests.systems.ocs.air.sky import craft, fly, sky
from tests.systems.ocs.field import field, move, play, unit
from tests.systems.ocs.naval.sea import port, ship, waters

rule = pytest.mark.rule


def why(game: Any, action: dict[str, Any]) -> tuple[str, str]:
    """The one reason against an action of the Axis."""
    (refusal,) = game.why("axis", action)
    return refusal.rule, refusal.text


@rule("ocs", "14.6")
def test_a_bracketed_fighter_is_no_stranger_to_sweeps() -> None:
    meek = craft("a1", "0303", "F", full="(2)/3/0")
    game = sky(meek, craft("a2", "0303", "T"), craft("s1", "0312"))
    text = "a sweep is flown by a Fighter"
    assert why(game, fly("sweep", "a2", to="0312")) == ("14.6", text)
    longer = f"{text} whose rating is not in brackets"
    assert why(game, fly("sweep", "a1", to="0312")) == ("14.6", longer)


@rule("ocs", "14.10f")
def test_who_has_gliders_of_its_own_tows_none() -> None:
    tug = craft("a1", "0303", "Tpt", gliders=True)
    game = sky(tug, gliders=[{"side": "axis", "hex": "0303", "points": 2}], levels={"0312": 3},
               dumps=[{"side": "axis", "hex": "0303", "sp": 5}])  # fmt: skip
    tow = fly("air-transport", "a1", to="0312", gliders={"a1": 1}, glided_tokens={"0303": 2})
    assert why(game, tow) == ("14.10f", "a1 has gliders of its own and tows no others")


@rule("ocs", "13.4a")
@rule("ocs", "18.3g(A)")
@pytest.mark.parametrize("mode", ["reserve", "strat"])
def test_coastal_guns_are_silent_by_their_mode(mode: str) -> None:
    gun = unit("a1", "0404", "artillery", traits="coastal", mode=mode)
    game = waters(gun, ship("s1", "0304"), ship("a7", "0109"), ship("s7", "0108"),
                  unit("s9", "0809"), segment="barrage")  # fmt: skip
    fire = {"do": "engage", "by": ["a1"], "target": "0304"}
    assert why(game, fire) == ("13.4a", f"a1 is in {mode} mode and silent")


@rule("ocs", "18.4e(B)")
def test_equipment_is_nothing_for_a_dukw() -> None:
    game = waters(ship("a1", "0404", "dukw", points=4), unit("a2", "0404", "repl", traits="eq"),
                  unit("s9", "0808"), ports=[port("0404")])  # fmt: skip
    board = {"do": "embark", "ship": "a1", "units": ["a2"]}
    text = "a2 is equipment, which goes neither by air nor by DUKW"
    assert why(game, board) == ("18.4e(B)", text)


@rule("ocs", "18.5a")
def test_a_dukw_that_goes_ashore_lands_nobody() -> None:
    game = waters(ship("a1", "0404", "dukw", points=2), unit("a9", "0808"), unit("s9", "0809"))
    play(game, "axis", {"do": "go-ashore", "ship": "a1"})
    split = {"do": "split-craft", "ship": "a1", "points": 1}
    assert why(game, split) == ("18.5a", "a1 is going ashore")


@rule("ocs", "19.0c")
def test_workers_are_told_whether_it_is_their_mode_or_their_march() -> None:
    game = waters(unit("a1", "0404", mode="move"), unit("a2", "0504"), unit("s9", "0809"),
                  ports=[port("0404")])  # fmt: skip
    play(game, "axis", move("a2", to="0404"))
    wreck = {"do": "wreck-port", "hex": "0404"}
    assert why(game, {**wreck, "units": ["a1"]}) == ("19.0c", "a1 is not in Combat Mode")
    assert why(game, {**wreck, "units": ["a2"]}) == ("19.0c", "a2 has moved in this phase")


@rule("ocs", "21.8a")
@rule("ocs", "2.4(2)")
def test_empty_hexes_are_refused_by_the_option_or_by_the_simulcast() -> None:
    take = {"do": "attack-empty", "units": ["a1"], "target": "0404"}
    dumps = [{"side": "axis", "hex": "0303", "sp": 5}]
    front = [unit("a1", "0303"), unit("s1", "0304")]
    plain = field(*front, segment="attack", dumps=dumps)
    assert why(plain, take) == ("21.8a", "empty hexes are not attacked in this game")
    calm = field(*front, segment="attack", dumps=dumps, options={"attacking-empties": "on"})
    calm.put(TURN, "now", replace(calm.state[TURN]["now"], simulcast=True))
    order = Strike(("a1",), calm.board.hex("0404"))
    (refusal,) = AttackEmpty().against(calm, "axis", order)
    assert (refusal.rule, refusal.text) == ("2.4(2)", "nobody attacks in a simulcast turn")
