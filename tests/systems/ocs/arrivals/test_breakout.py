"""Breakout: who may try, the die, and coming back. [12.8e]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.arrivals import breakout, rebuilding
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES, TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import BREAKOUT, MOVEMENT, REINFORCEMENT
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.field import at, end, field, rig, rules, told, unit

rule = pytest.mark.rule
HOME = [{"side": "axis", "hex": "0101"}]
CUT = {"traced": False}
"""Out of trace before this turn."""


def board(rows: int = 2, cols: int = 40, **more: Any) -> Any:
    return sketch(rows, cols, **more)


def pocket(*pieces: Any, **more: Any) -> Ocs:
    more.setdefault("sources", HOME)
    more.setdefault("board", board())
    return field(*pieces, segment=BREAKOUT, **more)


def out(*names: str, **more: Any) -> dict[str, Any]:
    return {"do": "breakout", **({"units": list(names)} if names else {}), **more}


# ---- conditions


@rule("ocs", "12.8e-roll")
@rule("ocs", "12.6")
def test_only_combat_units_out_of_trace_that_can_move_try() -> None:
    fixed = unit("a4", "0120", combat="3:0 leg", move="3:0 leg")
    game = pocket(unit("a1", "0105"), unit("a2", "0120"), fixed, unit("s1", "0130"))
    assert rules(game, "axis", out("a1")) == ["12.8e"]  # in trace
    assert rules(game, "axis", out("a4")) == ["12.8e"]  # no allowance
    assert rules(game, "axis", out("s1")) == ["12.8e"]
    assert rules(game, "axis", out("a2", "a2")) == ["form"]
    assert rules(game, "axis", out()) == ["12.8e"]
    assert rules(game, "axis", out("a2")) == []
    assert list(game.legal("axis")) == [out("a2"), {"do": "end"}]


@rule("ocs", "12.8e(A)")
def test_a_way_free_of_enemies_must_lead_to_a_friend_in_trace() -> None:
    friend, lost = unit("a1", "0105"), unit("a2", "0115", at=CUT)
    wall = [unit("s1", "0110", mode="move"), unit("s2", "0210", mode="move")]
    game = pocket(friend, lost, wall[0], unit("a3", "0120"))
    assert rules(game, "axis", out("a2")) == []  # round the enemy, any distance
    game = pocket(friend, lost, *wall, unit("a3", "0120"))
    assert rules(game, "axis", out("a2")) == ["12.8e(A)"]
    lakes = {"0110": "lake", "0210": "lake"}
    game = pocket(friend, lost, unit("a3", "0120"), board=board(terrain=lakes))
    assert rules(game, "axis", out("a2")) == ["12.8e(A)"]


@rule("ocs", "12.8e(A)")
@rule("ocs", "4.5b")
def test_trucks_by_their_move_side_must_also_be_free_of_zones() -> None:
    friend = unit("a1", "0105")
    for kind, found in (("artillery", ["12.8e(A)"]), ("infantry", [])):
        lost = unit("a2", "0115", kind, at=CUT)
        game = pocket(friend, lost, unit("s1", "0210"), unit("a3", "0120"))
        assert rules(game, "axis", out("a2")) == found


@rule("ocs", "12.8e(B)")
def test_a_friend_in_trace_must_be_within_fifteen_hexes() -> None:
    friend, other = unit("a1", "0105"), unit("a9", "0140")
    game = pocket(friend, other, unit("a2", "0120", at=CUT))
    assert rules(game, "axis", out("a2")) == []
    game = pocket(friend, other, unit("a2", "0121", at=CUT))
    assert rules(game, "axis", out("a2")) == ["12.8e(B)"]


@rule("ocs", "12.8e(C)")
def test_the_first_chance_waives_way_and_distance_and_adds_one() -> None:
    wall = [unit("s1", "0110", mode="move"), unit("s2", "0210", mode="move")]
    game = pocket(unit("a1", "0105"), unit("a2", "0138"), unit("a3", "0139"), *wall)
    assert rules(game, "axis", out("a2")) == []
    rig(game, 4, 3)
    game.play("axis", out("a2"))
    assert told(game, "breakout")[-1] == {
        "side": "axis", "hex": "0138", "roll": 5, "succeeds": True, "what": "a2",
    }  # fmt: skip
    assert (at(game, "a2").place, at(game, "a2").due) == ("breakout", 4)


@rule("ocs", "12.8e(C)")
def test_who_ate_at_the_last_supply_phase_has_no_first_chance() -> None:
    game = pocket(unit("a1", "0105"), unit("a2", "0120", at={"fed": 1, **CUT}), unit("a3", "0122"))
    assert breakout.first_chance(game, "a3")
    assert not breakout.first_chance(game, "a2")
    rig(game, 4)
    game.play("axis", out("a2"))
    assert at(game, "a2").place == "dead"  # a plain 4


# ---- the roll


@rule("ocs", "12.8e-roll")
@pytest.mark.parametrize(("face", "place"), [(1, "dead"), (4, "dead"), (5, "breakout")])
def test_five_and_six_succeed(face: int, place: str) -> None:
    game = pocket(unit("a1", "0105"), unit("a2", "0120", at=CUT), unit("a3", "0120"))
    rig(game, face, 2)
    game.play("axis", out("a2"))
    assert at(game, "a2").place == place


@rule("ocs", "12.8e-roll")
def test_who_succeeds_keeps_step_losses_and_loses_other_markers() -> None:
    lost = unit("a2", "0120", re=3, lost=2, mode="dg", up="combat",
                at={**CUT, "internals": 2, "oos": True})  # fmt: skip
    game = pocket(unit("a1", "0105"), lost, unit("a3", "0120"))
    rig(game, 6, 5)
    game.play("axis", out("a2"))
    one = at(game, "a2")
    assert (one.lost, one.internals, one.oos, one.mode) == (2, 0, False, "combat")
    assert (one.hex, one.due) == (-1, 6)


@rule("ocs", "12.8e-roll")
def test_they_come_back_as_reinforcements_when_they_are_due() -> None:
    entry = [{"side": "axis", "turn": 9, "hexes": ["0101", "0201"], "units": ["a8"]}]
    pieces = [unit("a1", "0105"), unit("a2", "0120"), unit("a8", None)]
    game = field(*pieces, board=board(), sources=HOME, arrivals=entry, segment=REINFORCEMENT,
                 turn=3, started=False)  # fmt: skip
    away = replace(at(game, "a2"), place="breakout", hex=-1, due=4)
    game.put(UNITS, "a2", away)
    assert breakout.returning(game, "axis") == []
    game.put(UNITS, "a2", replace(away, due=3))
    assert breakout.returning(game, "axis") == ["a2"]
    assert rules(game, "axis", {"do": "end"}) == ["12.8e-roll"]  # nobody is held back
    back = {"do": "rejoin", "unit": "a2", "hex": "0201"}
    assert rules(game, "axis", {**back, "hex": "0120"}) == ["13.6b"]
    assert rules(game, "axis", {**back, "unit": "a1"}) == ["12.8e-roll"]
    game.play("axis", back)
    assert (at(game, "a2").place, at(game, "a2").entered) == ("map", 3)
    assert game.board.label(at(game, "a2").hex) == "0201"


# ---- transport


def trucks(load: int = 0, **more: Any) -> list[dict[str, Any]]:
    return [{"id": "t1", "side": "axis", "hex": "0120", "points": 2, "load": load, **more}]


@rule("ocs", "12.8e(C)")
def test_transport_points_try_one_by_one_with_the_first_chance_only() -> None:
    game = pocket(unit("a1", "0105"), transport=trucks(6))
    assert rules(game, "axis", out(transport="t1", points=3)) == ["12.8e(C)"]
    rig(game, 4, 3, 3)
    game.play("axis", out(transport="t1", points=2))
    away = [t for t in game.state[TRANSPORT].values() if t.place == "breakout"]
    assert [(t.size, t.load, t.due) for t in away] == [(4, 0, 4)]
    assert game.state[SIDES]["axis"].trucks_lost == 4  # the second point is gone
    assert dumps.stock(game, "axis") == 6  # what they carried stays
    cut = pocket(unit("a1", "0105"), unit("a2", "0120"), transport=trucks())
    cut.put(TRANSPORT, "t1", replace(cut.state[TRANSPORT]["t1"], traced=False))
    assert rules(cut, "axis", out(transport="t1", points=1)) == ["12.8e(C)"]


@rule("ocs", "13.1d")
@pytest.mark.parametrize(
    ("nation", "formation", "tries"),
    [("German", "1 Pz", False), ("German", "2 Pz", True), ("German", "", False),
     ("Italian", "", True)],
)  # fmt: skip
def test_the_headquarters_of_a_division_serves_its_own_trucks(
    nation: str, formation: str, tries: bool
) -> None:
    """Transport Points that are of no formation are independent units of the side's nation."""
    hq = unit("ahq", "0106", "hq", formation="1 Pz", nation=nation)
    spec = [{"id": "t1", "side": "axis", "hex": "0112", "points": 2, "formation": formation}]
    game = pocket(hq, unit("a2", "0130"), unit("a3", "0131", formation="2 Pz"), transport=spec)
    assert rules(game, "axis", out(transport="t1", points=1)) == ([] if tries else ["12.8e(C)"])


@rule("ocs", "12.8e(C)")
def test_transport_where_supply_can_be_traced_stays() -> None:
    near = [{"id": "t1", "side": "axis", "hex": "0105", "points": 2}]
    game = pocket(unit("a1", "0105"), unit("a2", "0130"), transport=near)
    assert rules(game, "axis", out(transport="t1", points=1)) == ["12.8e(C)"]
    assert rules(game, "axis", out(transport="zz", points=1)) == ["12.8e(C)"]
    game = pocket(unit("a1", "0105"), unit("a2", "0130"), transport=trucks(points=5, extender=True))
    assert rules(game, "axis", out(transport="t1", points=1)) == ["12.7"]


@rule("ocs", "12.8e-roll")
def test_the_segment_comes_before_movement_and_is_voluntary() -> None:
    game = pocket(unit("a1", "0105"), unit("a2", "0120"))
    end(game, "axis", MOVEMENT)
    assert at(game, "a2").place == "map"


@rule("ocs", "12.8e(C)")
@rule("ocs", "13.5e")
@pytest.mark.parametrize(("kind", "lost"), [("truck", 4), ("wagon", 0)])
def test_of_transport_that_fails_only_trucks_can_be_rebuilt(kind: str, lost: int) -> None:
    game = pocket(unit("a1", "0105"), transport=trucks(kind=kind, points=1))
    rig(game, 3)
    game.play("axis", out(transport="t1", points=1))
    assert game.state[TRANSPORT]["t1"].place == "dead"
    assert game.state[SIDES]["axis"].trucks_lost == lost


@rule("ocs", "12.8e(C)")
@rule("ocs", "13.2g(A)")
def test_organic_trucks_break_out_as_what_they_are_and_put_nothing_down() -> None:
    pieces = [unit("a1", "0105"), unit("a2", "0106", formation="1st"),
              unit("a3", "0107", formation="1st")]  # fmt: skip
    own = trucks(4, points=1, formation="1st")
    game = pocket(*pieces, transport=own)
    rig(game, 4, 2)
    game.play("axis", out(transport="t1", points=1))
    found = game.state[TRANSPORT]["t1"]
    assert (found.place, found.size, found.due, found.formation) == ("breakout", 4, 3, "1st")
    assert dumps.stock(game, "axis") == 0
    assert game.state[SIDES]["axis"].blown == 4
    assert rebuilding.lost_organic(game, "axis") == []
    game = pocket(*pieces, transport=own)
    rig(game, 3)
    game.play("axis", out(transport="t1", points=1))
    assert rebuilding.lost_organic(game, "axis") == ["t1"]
    assert game.state[TRANSPORT]["t1"].size == 4  # so much is to be rebuilt


@rule("ocs", "12.8e(A)")
@rule("ocs", "12.6f")
def test_a_friend_in_trace_may_stand_in_the_same_hex() -> None:
    """Of a split formation the part that does not trace has its way out where it stands."""
    walls = {f"{r:02d}{c:02d}": "lake" for r in (1, 2) for c in (19, 21)} | {"0220": "lake"}
    pieces = [unit("a1", "0120"), unit("a2", "0120", formation="1st", at=CUT),
              unit("a3", "0105", formation="1st"), unit("a4", "0104", formation="1st")]  # fmt: skip
    home = [*HOME, {"side": "axis", "hex": "0120"}]
    game = pocket(*pieces, board=board(terrain=walls), sources=home)
    assert rules(game, "axis", out("a2")) == []
