"""The second reading of chapter 12: trace, eating, Extenders, Attrition. [12.6] [12.7] [12.8]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.units import UNITS
from tests.readings.ocs.depots import (
    HOME,
    KINDS,
    aboard,
    dump,
    fed,
    haul,
    line,
    load,
    offered,
    road,
    truck,
)
from tests.systems.ocs.field import at, end, field, move, play, rig, rules, told, unit

reading = pytest.mark.reading
rule = pytest.mark.rule


def phase(*pieces: Any, **more: Any) -> Ocs:
    """A Supply Phase of the Axis on a line whose source is in 0101."""
    spec: dict[str, Any] = {"board": line(60), "sources": HOME, "kinds": KINDS, **more}
    return field(*pieces, segment="supply", **spec)


def eat(*names: str) -> dict[str, Any]:
    return {"do": "eat", "units": list(names)}


def waiting(*pieces: Any, **more: Any) -> Ocs:
    """The same, kept open by a unit near the source that must fill its stocks."""
    stores = [*more.pop("dumps", ()), dump("0102", 2)]
    return phase(*pieces, unit("a9", "0102", at={"internals": 1}), dumps=stores, **more)


def extender(key: str, hex: str, **more: Any) -> dict[str, Any]:
    return truck(key, hex, 5, extender=True, **more)


# ---- trace


@reading("ocs", "12-32")
def test_only_the_phasing_side_is_looked_at_and_nobody_must_eat() -> None:
    game = phase(unit("a1", "0120"), unit("s1", "0140"), dumps=[dump("0120", 4)])
    rig(game, 1, 1)
    end(game, "axis")
    assert (at(game, "a1").oos, at(game, "s1").oos, dumps.stock(game, "axis")) == (True, False, 4)
    assert [facts["side"] for facts in told(game, "attrition")] == ["axis"]


@reading("ocs", "12-33")
def test_trace_by_direct_draw() -> None:
    assert fed(phase(unit("a1", "0107"), unit("a2", "0108"), started=False)) == ["a1"]


def railway(**more: Any) -> Any:
    """A railway along a row of thirty, a village in 0121, the ground south of it a lake."""
    lake = {f"02{c:02d}": "lake" for c in range(1, 31) if c != 10}
    track = "-".join(f"01{c:02d}" for c in range(1, 31)) + " rail"
    return sketch(2, 30, terrain=lake, links=[track], places={"V": "village 0121"}, **more)


@reading("ocs", "12-34")
def test_a_bare_rail_hex_is_no_source() -> None:
    names = {"a1": "0123", "a2": "0127", "a3": "0129"}
    pieces = [unit(name, hex) for name, hex in names.items()]
    assert fed(phase(*pieces, board=railway(), started=False)) == ["a1", "a2"]


@reading("ocs", "12-35")
@pytest.mark.parametrize("guarded", [False, True])
def test_zones_cut_a_rail_trace_unless_negated(guarded: bool) -> None:
    board = railway()
    near = [board.label(h) for h in board.around(board.hex("0210")) if board.label(h) < "0200"]
    guards = [unit(f"a{5 + i}", h, "artillery", mode="move") for i, h in enumerate(near)]
    pieces = [unit("a1", "0121"), unit("s1", "0210"), *(guards if guarded else ())]
    assert ("a1" in fed(phase(*pieces, board=board, started=False))) is guarded


@reading("ocs", "12-36")
@pytest.mark.parametrize("guarded", [False, True])
def test_a_source_in_a_zone_is_dead_even_to_who_stops_beside_it(guarded: bool) -> None:
    guard = [unit("a2", "0105", "artillery")] if guarded else []
    game = phase(unit("a1", "0107"), unit("s1", "0104"), *guard, started=False,
                 sources=[{"side": "axis", "hex": "0105"}])  # fmt: skip
    assert ("a1" in fed(game)) is guarded


@reading("ocs", "12-37")
@pytest.mark.parametrize(("at_", "linked"), [(23, True), (24, True), (25, False)])
def test_how_far_an_extender_reaches(at_: int, linked: bool) -> None:
    board = line(60, links=["0101-0102-0103 rail"], places={"V": "village 0103"})
    game = phase(unit("a1", f"01{at_ + 6}"), transport=[extender("x1", f"01{at_}")], board=board,
                 started=False)  # fmt: skip
    assert (fed(game) == ["a1"]) is linked


@reading("ocs", "12-38")
@pytest.mark.parametrize("last", [{"size": "battalion"}, {}])
def test_a_meal_is_rounded_once(last: dict[str, str]) -> None:
    pieces = [unit("a1", "0120", re=4, lost=1), unit("a2", "0121"), unit("a3", "0121"),
              unit("a4", "0122"), unit("a5", "0122", **last)]  # fmt: skip
    game = phase(*pieces, dumps=[dump("0121", 4)])
    play(game, "axis", eat("a1", "a2", "a3", "a4", "a5"))
    assert dumps.stock(game, "axis") == 0
    assert not any(at(game, name).oos for name in ("a1", "a2", "a3", "a4", "a5"))


@reading("ocs", "12-38")
@rule("ocs", "12.6c")
@pytest.mark.parametrize(("size", "most"), [("regiment", 2), ("battalion", 4)])
def test_the_list_lets_a_token_feed_as_many_as_it_can(size: str, most: int) -> None:
    men = [unit(f"a{i}", "0120", size=size) for i in range(1, 6)]
    game = phase(*men, dumps=[dump("0120", 1)])
    meals = [a["units"] for a in game.legal("axis") if a["do"] == "eat"]
    assert max(map(len, meals)) == most
    assert ["a2", "a5"] in meals


@reading("ocs", "12-39")
def test_who_has_trace_does_not_eat() -> None:
    game = waiting(unit("a1", "0105"), dumps=[dump("0105", 4)])
    assert rules(game, "axis", eat("a1")) == ["12.6c"]
    assert "eat" not in offered(game)


@reading("ocs", "12-40")
def test_strat_mode_ends_in_trace_and_never_eats() -> None:
    column = unit("a1", "0105", mode="strat")
    game = field(column, board=line(), sources=HOME)
    assert rules(game, "axis", move("a1", to=road(5, 7))) == []
    assert rules(game, "axis", move("a1", to=road(5, 8))) == ["12.6e"]
    lost = phase(unit("a1", "0120", mode="strat"), unit("a2", "0120"), dumps=[dump("0120", 1)])
    assert rules(lost, "axis", eat("a1")) == ["12.6e"]
    rig(lost, 1, 1)
    play(lost, "axis", eat("a2"))
    assert told(lost, "attrition")[0]["rating"] == 0
    assert at(lost, "a1").place == "dead"  # a 2 in column 0 is a step


@reading("ocs", "12-41")
def test_a_formation_traces_to_one_source() -> None:
    hqs = [unit("ahq", "0107", "hq"), unit("ahq2", "0125", "hq")]
    where = ("0114", "0115", "0131", "0132")
    men = [unit(f"a{i}", h, formation="1 Pz") for i, h in enumerate(where, 1)]
    game = phase(*hqs, *men, sources=[*HOME, {"side": "axis", "hex": "0120"}])
    rig(game, 1, 1, 1, 1)
    assert "trace" in offered(game)
    play(game, "axis", {"do": "trace", "formation": "1 Pz", "source": "ahq2"})
    assert [at(game, f"a{i}").oos for i in range(1, 5)] == [True, True, False, False]
    near = [unit(f"a{i}", "0114", formation="1 Pz") for i in range(1, 5)]
    assert fed(phase(*hqs, *near, started=False)) == ["a1", "a2", "a3", "a4", "ahq"]


@reading("ocs", "12-42")
def test_who_needs_no_trace() -> None:
    pieces = [
        unit("a1", None, at={"place": "aboard", "at": "lc1"}),
        unit("a2", "0120", at={"dropped": 3}),
        unit("a3", "0130", at={"dropped": 2}),
    ]
    assert fed(phase(*pieces, turn=3, started=False)) == ["a2"]
    game = waiting(*pieces, turn=3)
    rig(game, 1, 1)
    end(game, "axis")
    assert not at(game, "a1").oos
    assert (at(game, "a2").oos, at(game, "a3").oos) == (False, True)


# ---- Extenders


def lane(*trucks: dict[str, Any], **more: Any) -> Ocs:
    """A Movement Segment on a long row with a source in 0101."""
    spec: dict[str, Any] = {"board": line(70), "sources": HOME, "kinds": KINDS, **more}
    return field(unit("a0", "0101"), unit("s9", "0170"), transport=list(trucks), **spec)


def extend(*keys: str) -> dict[str, Any]:
    return {"do": "extend", "transport": list(keys)}


@reading("ocs", "12-43")
def test_five_points_alike_and_empty() -> None:
    assert rules(lane(truck("t1", "0115", 5)), "axis", extend("t1")) == []
    assert rules(lane(truck("t1", "0115", 4)), "axis", extend("t1")) == ["12.7"]
    mixed = lane(truck("t1", "0115", 3), truck("t2", "0115", 2, kind="wagon"))
    assert rules(mixed, "axis", extend("t1", "t2")) == ["12.7d"]
    assert rules(lane(truck("t1", "0115", 5, 4)), "axis", extend("t1")) == ["12.7d"]


@reading("ocs", "13-13")
def test_organic_trucks_are_no_part_of_an_extender() -> None:
    game = lane(truck("t1", "0115", 4), truck("t2", "0115", 1, formation="1 Pz"))
    assert rules(game, "axis", extend("t1", "t2")) == ["13.2g(C)"]


@reading("ocs", "12-44")
@pytest.mark.parametrize(("start", "refused"), [(40, []), (41, ["12.7e"])])
def test_points_come_together_within_half_their_allowance(start: int, refused: Any) -> None:
    game = lane(truck("t1", f"01{start}", 2), truck("t2", "0125", 3))
    play(game, "axis", haul("t1", road(start, 15)))
    play(game, "axis", haul("t2", road(25, 15)))
    assert rules(game, "axis", extend("t1", "t2")) == refused
    assert (extend("t1", "t2") in list(game.legal("axis"))) is not refused


@reading("ocs", "12-45")
def test_an_extender_must_connect_when_it_is_made() -> None:
    assert rules(lane(truck("t1", "0122", 5)), "axis", extend("t1")) == []
    assert rules(lane(truck("t1", "0123", 5)), "axis", extend("t1")) == ["12.7d"]
    cut = lane(extender("x1", "0130"))
    assert cut.state[TRANSPORT]["x1"].extender  # it may stay as it is
    assert rules(lane(extender("x1", "0126")), "axis",
                 {"do": "withdraw", "transport": "x1", "to": "0107"}) == []  # fmt: skip


@reading("ocs", "12-46")
def test_points_of_an_extender_go_their_several_ways() -> None:
    game = lane(extender("x1", "0130"))
    play(game, "axis", {"do": "contract", "transport": "x1"})
    play(game, "axis", {"do": "divide", "transport": "x1", "points": 2})
    part = told(game, "divide")[0]["part"]
    assert rules(game, "axis", haul(part, road(30, 56))) == ["6.2"]
    play(game, "axis", haul(part, road(30, 55)))
    play(game, "axis", haul("x1", road(30, 20)))
    stuck = lane(extender("x1", "0110"), dumps=[dump("0110", 4)])
    assert rules(stuck, "axis", load("x1", 4)) == ["12.7d"]
    assert aboard(stuck, "x1") == 0


def two_nets(*transport: dict[str, Any], **more: Any) -> Ocs:
    """Track to 0105 from the source, and track from 0120 to 0130 that leads to none."""
    rear, front = ("-".join(f"01{c:02d}" for c in r) for r in (range(1, 6), range(20, 31)))
    places = {"A": "village 0105", "B": "village 0120", "C": "village 0128"}
    board = line(70, links=[f"{rear} rail", f"{front} rail"], places=places)
    return lane(*transport, board=board, limits={"axis": {"rail_cap": 9}}, **more)


@reading("ocs", "12-47")
def test_an_extender_joins_rails_for_trace_but_not_for_cargo() -> None:
    pieces = {"dumps": [dump("0105", 4), dump("0120", 4)]}
    game = two_nets(extender("x1", "0120"), **pieces)
    game.put(UNITS, "a0", replace(at(game, "a0"), hex=game.board.hex("0134")))
    assert fed(game) == ["a0"]
    for start, goal in (("0105", "0128"), ("0120", "0128")):
        train = {"do": "rail", "tokens": 4, "from": start, "to": goal}
        assert rules(game, "axis", train)
    assert "rail" not in offered(game)


@reading("ocs", "12-48")
@pytest.mark.parametrize(("at_", "linked"), [("0112", True), ("0101", False)])
def test_an_extender_links_rails_to_a_source_from_their_end(at_: str, linked: bool) -> None:
    track = "-".join(f"01{c:02d}" for c in range(10, 31)) + " rail"
    board = line(40, links=[track], places={"A": "village 0112", "B": "village 0125"})
    harbour = {"name": "P", "hex": "0101", "side": "axis", "capacity": 2, "source_for": ["axis"]}
    game = phase(unit("a1", "0126"), transport=[extender("x1", at_)], board=board, sources=[],
                 ports=[harbour], started=False)  # fmt: skip
    assert (fed(game) == ["a1"]) is linked


@reading("ocs", "12-49")
def test_extenders_in_a_chain() -> None:
    chain = [extender("x1", "0122"), extender("x2", "0143")]
    assert fed(phase(unit("a1", "0144"), transport=chain, started=False)) == ["a1"]
    assert fed(phase(unit("a1", "0144"), transport=chain[1:], started=False)) == []


@reading("ocs", "12-50")
@pytest.mark.parametrize("home", [True, False])
def test_an_extender_collapses_and_is_not_counted(home: bool) -> None:
    goods = [{**extender("x1", "0304"), "side": "allied"}, {**truck("t1", "0304", 2, 8),
                                                            "side": "allied"}]  # fmt: skip
    sources = [{"side": "allied", "hex": "0309"}] if home else []
    game = field(unit("a1", "0303", "armor"), unit("s9", "0308"), transport=goods, kinds=KINDS,
                 sources=sources)  # fmt: skip
    rig(game, 4)  # half
    play(game, "axis", move("a1", to="0304"))
    taken = sum(t.size for t in game.state[TRANSPORT].values() if t.side == "axis")
    left = game.state[TRANSPORT]["x1"]
    assert not left.extender
    if home:
        assert (taken, left.size, left.side) == (4, 20, "allied")  # one of two points
        assert game.board.label(left.hex) != "0304"
    else:
        assert taken > 4  # it takes its chance with the others


# ---- Out of Supply


@reading("ocs", "12-51")
def test_the_marker_goes_in_the_supply_phase_only() -> None:
    back = unit("a1", "0108", at={"oos": True, "traced": False})
    game = field(back, unit("s1", "0130"), board=line(), sources=HOME)
    play(game, "axis", move("a1", to="0107"))
    assert at(game, "a1").oos
    assert not zones.enemy_zone(game, game.board.hex("0106"), "allied")
    end(game, "axis", "reaction")
    assert not at(game, "a1").oos
    hungry = phase(unit("a1", "0120", at={"oos": True, "traced": False}), dumps=[dump("0120", 1)])
    play(hungry, "axis", eat("a1"))
    assert not at(hungry, "a1").oos


@reading("ocs", "12-52")
@pytest.mark.parametrize(("extra", "lost"), [(False, 1), (True, 4)])
def test_attrition_counts_only_those_out_of_supply(extra: bool, lost: int) -> None:
    men = [unit("a1", "0120", re=4, ar=3), unit("a5", "0120", ar=5, at={"dropped": 1})]
    men += [unit("a2", "0120", ar=2, size="battalion")] if extra else []
    game = waiting(*men)
    rig(game, 3, 4)
    game.play("axis", {"do": "end"})
    found = told(game, "attrition")[0]
    assert (found["rating"], found["lost"], found["steps"]) == (3, lost, 4 + extra)
    if extra:
        offers = list(game.legal("axis"))
        assert any("a2" not in str(o) for o in offers)
        assert any("a2" in str(o) for o in offers)
        assert not any("a5" in str(o) for o in offers)


@reading("ocs", "12-53")
@pytest.mark.parametrize(
    ("mode", "rating", "lost"), [("dg", 3, 0), ("combat", 3, 0), ("strat", 0, 1)]
)
def test_disorder_does_not_lower_the_rating_for_attrition(
    mode: str, rating: int, lost: int
) -> None:
    game = waiting(unit("a1", "0120", ar=3, mode=mode))
    rig(game, 2, 3)
    game.play("axis", {"do": "end"})
    found = told(game, "attrition")[0]
    assert (found["rating"], found["lost"]) == (rating, lost)  # column 0 asks for two steps


@reading("ocs", "12-63")
def test_headquarters_wither_and_trucks_do_not() -> None:
    game = waiting(unit("ahq", "0120", "hq"), transport=[truck("t1", "0120", 2)])
    rig(game, 1, 1)
    game.play("axis", {"do": "end"})
    assert told(game, "attrition")[0]["rating"] == 0
    assert at(game, "ahq").place == "dead"
    assert game.state[TRANSPORT]["t1"].size == 8
