"""What was read once on the ground and at sea, as a further reader reads it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.detection.seen import detected
from grognard.systems.nextwar.status import BRIDGES
from grognard.systems.nextwar.supply.lines import in_supply
from tests.systems.nextwar import sea
from tests.systems.nextwar.command.test_bridges import P, Q, bridged_game, build, marker
from tests.systems.nextwar.detection.test_electronic import phase as listening
from tests.systems.nextwar.field import at, field, plain, rig, rules, side, told, unit, where
from tests.systems.nextwar.raids.test_raids import carry, order, raid, send
from tests.systems.nextwar.raids.test_raids import phase as raiding
from tests.systems.nextwar.repair.test_repairs import depot as rebuilding
from tests.systems.nextwar.repair.test_repairs import hq as staff
from tests.systems.nextwar.sky import wing
from tests.systems.nextwar.supply.test_advanced_supply import hq, long, looked, stores

ADVANCED: dict[str, Any] = {"options": {"game": "advanced"}}
GONE: dict[str, Any] = {"place": "eliminated", "hex": -1, "steps": 0}


@pytest.mark.reading("nextwar", "nw-07-81")
def test_a_marker_that_was_swept_is_not_laid_again() -> None:
    laid = [{"side": "dprk", "hex": "0403", "density": 1}]
    game = sea.at_sea(
        unit("r9", "0909"), ships=[sea.ship("r1", "0304"), sea.ship("n1", "0307"),
                                   sea.ship("n2", "0309")],
        seas={**sea.ruled("allied", sea.IN1), "laid": laid, "mines": {"dprk": 2}},
        sites=[{"hex": "0403", "kind": "port"}], segment="second-mine-clearance",
    )  # fmt: skip
    rig(game, 0)
    game.play("allied", {"do": "sweep", "hex": "0403"})
    assert told(game, "mines-swept")[-1]["success"]
    while game.segment.kind != "init-move":
        game.play(game.to_act or "", {"do": "end"})
    first = {"do": "lay-mines", "unit": "n1", "hex": "0307"}
    assert rules(game, "dprk", first) == []
    game.play("dprk", first)
    assert rules(game, "dprk", {**first, "unit": "n2", "hex": "0309"}) == ["7.5"]


@pytest.mark.reading("nextwar", "nw-08-81")
@pytest.mark.parametrize("landed", [True, False])
def test_troops_on_a_beachhead_may_stand_fast(landed: bool) -> None:
    game = sea.at_sea(
        unit("n1", "0504", "9-9-4"), unit("n2", "0503", "9-9-4"), unit("r1", "0403", "3-3-4"),
        ships=[sea.ship("r9", "0303", "AMPH")], segment="init-combat",
        **({"landings": {"allied": ["0403"]}} if landed else {}),
    )  # fmt: skip
    rig(game, 4)
    game.play("dprk", {"do": "attack", "units": ["n1", "n2"], "hex": "0403"})
    while not told(game, "combat"):
        game.play(game.to_act or "", next(iter(game.legal(game.to_act or ""))))
    assert told(game, "combat")[-1]["retreat"]
    offered: set[str] = set()
    while (
        not offered & {"stand", "retreat"}
        and game.segment.kind == "init-combat"
        and game.to_act == "allied"
    ):
        choices = [*game.legal("allied")]
        offered |= {one["do"] for one in choices}
        game.play("allied", choices[0])
    assert ("stand" in offered) is landed
    assert landed or where(game, "r1") != "0403"


@pytest.mark.reading("nextwar", "nw-15-83")
@pytest.mark.parametrize(
    ("hex", "terrain", "supplied"),
    [("0513", "flat", True), ("0514", "flat", False), ("0510", "highland_woods", True)],
)
def test_how_far_a_mobile_supply_unit_reaches(hex: str, terrain: str, supplied: bool) -> None:
    game = looked(
        unit("r1", hex), board=long(terrain={"0509": terrain}),
        supply=stores(mobile=["0509"], depots=["0508" if terrain != "flat" else "0501"]),
    )  # fmt: skip
    if terrain != "flat":
        # the depot beside it feeds the mobile unit only: 0510 is nine points away from the depot
        game = looked(
            unit("r1", hex), supply=stores(mobile=["0509"], depots=["0508"]),
            board=long(terrain={f"{c:02}{r:02}": terrain for c in range(1, 10) for r in (9, 10)}),
        )  # fmt: skip
    assert in_supply(game, "r1") is supplied


VALLEY = {f"{c:02}{r:02}": "mountain" for c in range(1, 10) if c != 5 for r in range(1, 21)}


@pytest.mark.reading("nextwar", "nw-19-81")
@pytest.mark.parametrize(
    ("hex", "others", "control", "terrain", "supplied"),
    [
        ("0512", [], [], {}, True),
        ("0514", [], [], {}, False),
        ("0512", [unit("n1", "0411", sp=2)], [], {}, False),
        ("0512", [unit("n1", "0411", sp=2), unit("r2", "0511", sp=1)], [], {}, True),
        ("0512", [], ["0511"], {"0511": "city"}, True),
        ("0512", [], ["0511"], {"0511": "urban"}, False),
    ],
)
def test_what_lies_between_a_unit_and_its_headquarters(
    hex: str, others: Any, control: Any, terrain: dict[str, str], supplied: bool
) -> None:
    """The headquarters of the V is in 0509, eight points from a depot in 0501."""
    city = [h for h, what in terrain.items() if what == "city"]
    urban = {h: what for h, what in terrain.items() if what == "urban"}
    game = looked(
        hq("r-hq", "0509"), unit("r1", hex, formation="V"), *others,
        board=long(terrain={**VALLEY, **urban}), supply=stores(depots=["0501"]),
        control={"dprk": control}, sites=[{"hex": h, "kind": "city"} for h in city],
    )  # fmt: skip
    assert in_supply(game, "r-hq")
    assert in_supply(game, "r1") is supplied


@pytest.mark.reading("nextwar", "nw-19-82")
def test_lorries_do_not_climb_to_a_depot_in_the_mountains() -> None:
    board = plain(terrain={"0505": "mountain"})
    game = looked(
        unit("r1", "0506"), unit("r2", "0504", type="mechanized infantry"), board=board,
        supply=stores(depots=["0505"]),
    )  # fmt: skip
    assert (in_supply(game, "r1"), in_supply(game, "r2")) == (True, False)
    assert (at(game, "r1").oos, at(game, "r2").oos) == (False, True)


@pytest.mark.reading("nextwar", "nw-19-83")
def test_mobile_supply_units_come_later() -> None:
    game = field(
        unit("n1", "0909"), board=plain(north=5), segment="first-supply",
        supply={"dprk": {"depots": ["0101", "0505"]}}, assets={"dprk": {"supply": 1}}, **ADVANCED,
    )  # fmt: skip
    ours = [name for name in game.scenario.counters if name.startswith("dprk-supply")]
    standing = [name for name in ours if at(game, name).place == "map"]
    assert [where(game, name) for name in standing] == ["0101", "0505"]
    assert not any(at(game, name).mobile for name in standing)
    game.play("dprk", {"do": "buy-msu", "hex": "0101"})
    bought = [name for name in ours if at(game, name).place == "map" and at(game, name).mobile]
    assert [where(game, name) for name in bought] == ["0101"]
    assert side(game, "dprk").supply == 0
    game.play("dprk", {"do": "break-depot", "unit": standing[1]})
    assert sum(at(game, name).mobile and where(game, name) == "0505" for name in ours) == 2


@pytest.mark.reading("nextwar", "nw-18-81")
def test_a_headquarters_whose_bridge_was_destroyed_has_none() -> None:
    """The bridge lies in the South, whose aircraft attack it in the Second Strike Phase: twice."""
    game = bridged_game(
        at="0503", aircraft=[wing(name, "(1)-0-6", "U")["row"] for name in ("u1", "u2")],
    )  # fmt: skip
    while not game.segment.kind.startswith("strike-2") or game.to_act != "allied":
        game.play(game.to_act or "", {"do": "end"})
    hit = {"do": "announce-strike", "units": ["u1", "u2"], "target": "bridge", "hexes": [P, Q]}
    assert rules(game, "allied", hit) == []
    rig(game, 9, 0, 9, 0, 9)  # not seen; 0 and +2 in the flat (c7): 2; guns; and 2 again; guns
    game.play("allied", hit)
    while game.segment.kind.startswith("strike-2"):
        game.play(game.to_act or "", {"do": "end"})
    found = [(one["column"], one["tally"]["total"], one["hit"]) for one in told(game, "strike")]
    assert found == [("c7", 2, 2)] * 2
    assert marker(game).lost
    assert not game.state[BRIDGES]
    while game.segment.kind != "basic-move":
        game.play(game.to_act or "", {"do": "end"})
    (refusal,) = game.why("dprk", build())
    assert (refusal.rule, "lost" in refusal.text) == ("18.2.5", True)


@pytest.mark.reading("nextwar", "nw-20-81")
def test_where_raiders_interdict() -> None:
    kinds = {
        "flat": False, "rough": False, "marsh": False, "flat_woods": True, "rough_woods": True,
        "highland": True, "highland_woods": True, "mountain": True,
    }  # fmt: skip
    spots = {f"0{i}01": kind for i, kind in enumerate(kinds, 1)}
    game = raiding(unit("n1", "0909"), board=plain(north=9, terrain=spots))
    found = {
        kind: rules(game, "allied", order("raid", "interdiction", h)) == []
        for h, kind in spots.items()
    }
    assert found == kinds


@pytest.mark.reading("nextwar", "nw-20-82")
def test_missiles_ashore_are_raided_as_often_as_one_likes() -> None:
    game = raiding(unit("n1", "0901"), assets={"dprk": {"ballistic": 3, "cruise": 0}})
    tasks = [send(game, "raid", "ballistic") for _ in range(2)]
    assert rules(game, "allied", order("raid", "cruise")) == ["20.1.3-8"]
    facts = [carry(game, task, die, 0) for task, die in zip(tasks, (1, 4), strict=True)]
    assert [one["result"] for one in facts] == ["-1", "-"]
    assert side(game, "dprk").ballistic == 2


@pytest.mark.reading("nextwar", "nw-20-83")
def test_each_track_is_raided_once_a_turn() -> None:
    game = raiding(
        unit("n1", "0901"), unit("r1", "0909"), assets={"dprk": {"sam": 7, "detection": 7}}
    )
    tracks = ("sam", "detection")
    tasks = [send(game, "raid", what) for what in tracks]
    assert [rules(game, "allied", order("raid", what)) for what in tracks] == [["20.2.1-p1"]] * 2
    for task in tasks:
        carry(game, task, 1, 0)
    assert (side(game, "dprk").sam, side(game, "dprk").detection) == (6, 5)


@pytest.mark.reading("nextwar", "nw-20-84")
def test_raiders_find_ships_in_port() -> None:
    game = sea.at_sea(
        ships=[sea.ship("n1", "0403"), sea.ship("n2", sea.IN1)], board=sea.coast(north=9),
        sites=[{"hex": "0403", "kind": "port"}], segment="sof-1", begin={"first": "allied"},
        raiders={"US": {"side": "allied", "markers": 5}}, **ADVANCED,
    )  # fmt: skip
    assert rules(game, "allied", order("raid", "n2")) == ["20.1.3-9"]
    facts = raid(game, "n1", die=0)
    assert (facts["column"], facts["tally"]["total"], facts["result"]) == ("r2", 1, "1")
    assert sea.at(game, "n1").strike == 1


HIDDEN = (
    unit("n1", "0101"), unit("n2", "0301", type="artillery", arm="artillery"),
    unit("n3", "0501", type="headquarters"),
    unit("n4", "0701", type="headquarters", flags="supreme"),
    unit("n5", "0103", type="supply unit", size="battalion"),
    unit("n6", "0303", type="supply unit", size="battalion", at={"mobile": True}),
)  # fmt: skip


@pytest.mark.reading("nextwar", "nw-21-81")
def test_each_means_finds_its_own() -> None:
    names = ("n1", "n2", "n3", "n4", "n5", "n6")
    rule = {"ruler": "allied", "level": 3, "first": "allied"}
    above = field(*HIDDEN, begin=rule, **ADVANCED)
    assert [name for name in names if detected(above, "allied", name)] == ["n1", "n6"]
    heard = listening(begin={"first": "allied"})
    ask = {"do": "listen", "nation": "ROK alone"}
    assert [n for n in ("n1", "n2", "n3", "n4") if not rules(heard, "allied", {**ask, "unit": n})] \
        == ["n1", "n2"]  # fmt: skip
    dark = raiding(*HIDDEN, board=plain(north=9, default="highland"))
    assert [n for n in names if not rules(dark, "allied", order("recon", n))] == [*names]


@pytest.mark.reading("nextwar", "nw-27-83")
def test_a_unit_comes_back_where_its_commanders_are() -> None:
    lost = unit("r1", "0102", formation="V", at=GONE)
    rebuild = {"do": "rebuild", "units": ["r1"]}
    for heads, hexes in (
        ((staff("r2", "0505", formation="V"), staff("r3", "0808", flags="supreme")),
         {"0507": True, "0508": False, "0807": False}),
        ((staff("r3", "0808", flags="supreme"),), {"0807": True, "0505": False, "0508": False}),
        ((), {"0508": True, "0507": False}),
    ):  # fmt: skip
        game = rebuilding(lost, *heads)
        found = {h: not rules(game, "allied", {**rebuild, "hex": h}) for h in hexes}
        assert found == hexes
    pressed = rebuilding(lost, staff("r2", "0505", formation="V"), unit("n1", "0506", sp=3))
    assert rules(pressed, "allied", {**rebuild, "hex": "0507"}) == ["27.9.3-p2"]


@pytest.mark.reading("nextwar", "nw-27-84")
def test_a_headquarters_comes_back_by_the_first_condition_that_can_be_met() -> None:
    lost = staff("r1", "0102", formation="V", at=GONE)
    rebuild = {"do": "rebuild", "units": ["r1"]}
    near = rebuilding(lost, unit("r2", "0506", formation="V"), staff("r3", "0908", flags="supreme"))
    assert rules(near, "allied", {**rebuild, "hex": "0505"}) == []
    assert rules(near, "allied", {**rebuild, "hex": "0908"}) == []  # four hexes from the unit
    assert rules(near, "allied", {**rebuild, "hex": "0909"}) == ["27.9.3-p4"]
    alone = rebuilding(lost, staff("r3", "0608", flags="supreme"))
    beside = {"0608": True, "0607": True, "0508": True, "0606": False}
    assert {h: not rules(alone, "allied", {**rebuild, "hex": h}) for h in beside} == beside


@pytest.mark.reading("nextwar", "nw-08-100")
def test_ships_go_along_a_coast_from_sea_to_sea() -> None:
    game = sea.at_sea(ships=[sea.ship("n1", "0305")], seas=sea.ruled("dprk"))
    assert rules(game, "dprk", sea.sail("n1", by=f"0306, {sea.IN2}, {sea.SEA2}")) == []
    assert rules(game, "dprk", sea.sail("n1", by="0306, 0308")) == []
    assert rules(game, "dprk", sea.sail("n1", by="0308")) == ["8.5.6.4"]
    far = sea.at_sea(ships=[sea.ship("n1", sea.SEA1)], seas=sea.ruled("dprk"))
    around = f"{sea.SEA2}, {sea.IN2}, 0306, 0305"
    assert rules(far, "dprk", sea.sail("n1", by=around)) == ["8.5.6.4"]


@pytest.mark.reading("nextwar", "nw-23-99")
@pytest.mark.parametrize(("points", "far"), [(5, True), (4, False)])
def test_out_of_one_interdicted_hex_into_another(points: int, far: bool) -> None:
    game = field(unit("n1", "0101", f"4-4-{points}"), board=plain(rows=5, cols=1))
    for hex, level in (("0101", 1), ("0102", 2)):
        game.edit([{"map": "hexes", "key": hex, "set": {"interdiction": level}}], "struck")
    march = {"do": "move", "units": ["n1"], "path": ["0102"]}
    assert rules(game, "dprk", march) == []
    assert (rules(game, "dprk", {**march, "path": ["0102", "0103"]}) == []) is far
    reached = {one["path"][-1] for one in game.legal("dprk") if one["do"] == "move"}
    assert reached == ({"0102", "0103"} if far else {"0102"})
