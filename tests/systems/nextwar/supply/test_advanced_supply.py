"""Supply of the Advanced Game, from the second reader's cases. [19.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.strength import attacker, defender
from grognard.systems.nextwar.pieces.values import allowance, er
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.lines import in_supply
from grognard.systems.nextwar.supply.stores import spares
from tests.systems.nextwar.field import at, field, plain, rig, rules, side, told, unit, where
from tests.systems.nextwar.sea import IN1, at_sea, coast, ruled, ship

ADVANCED = {"game": "advanced"}
BESIDE = ("0505", "0506")
"""The hexes of column 05 next to 0405."""


def hq(name: str, hex: str, formation: str = "V", range: int = 4, **more: Any) -> dict[str, Any]:
    """A corps headquarters."""
    return unit(
        name, hex, "0-2-4", type="headquarters", size="corps", formation=formation, range=range,
        sp=more.pop("sp", 1), **more,
    )  # fmt: skip


def advanced(*units: Any, segment: str = "first-supply", **more: Any) -> Nw:
    """A game in which the Allies see to their supply: the others have nothing to do."""
    options = {**ADVANCED, **more.pop("options", {})}
    return field(*units, segment=segment, options=options, **more)


def looked(*units: Any, **more: Any) -> Nw:
    """Both sides have looked who is in supply."""
    return advanced(*units, segment="first-supply", **more)


def stores(**more: Any) -> dict[str, Any]:
    """Allied supply units on the map."""
    return {"allied": more}


def long(rows: int = 20, **more: Any) -> Any:
    """A board that is long enough for ranges, down column 05."""
    return plain(rows=rows, cols=9, **more)


@pytest.mark.rule("nextwar", "19.1", "19.2", "19.2-p1", "15.2.11")
@pytest.mark.parametrize(
    ("source", "farthest"),
    [({"depots": ["0501"]}, 9), ({"mobile": ["0509"], "depots": ["0501"]}, 13), ({}, 7)],
)
def test_how_far_each_source_reaches(source: dict[str, Any], farthest: int) -> None:
    board = long(terrain={} if source else {"0501": "urban"})
    for extra, supplied in ((0, True), (1, False)):
        game = looked(unit("r1", f"05{farthest + extra:02}"), board=board, supply=stores(**source))
        assert in_supply(game, "r1") is supplied
        assert at(game, "r1").oos is not supplied


@pytest.mark.rule("nextwar", "19.1")
def test_an_urban_hex_that_the_enemy_has_taken_supplies_nobody() -> None:
    board = long(terrain={"0501": "urban"})
    assert in_supply(looked(unit("r1", "0504"), board=board), "r1")
    game = looked(unit("r1", "0504"), board=board, control={"dprk": ["0501"]})
    assert not in_supply(game, "r1")
    abroad = looked(unit("r1", "0504"), board=long(terrain={"0501": "urban"}, north=2))
    assert not in_supply(abroad, "r1")


@pytest.mark.rule("nextwar", "19.1")
@pytest.mark.parametrize(
    ("ruler", "weather", "supplied"),
    [("allied", "clear", True), ("", "clear", False), ("allied", "storm", False)],
)
def test_a_beachhead_supplies_from_a_sea_of_its_own(
    ruler: str, weather: str, supplied: bool
) -> None:
    game = at_sea(
        unit("r1", "0604"), ships=[ship("u-a", "0304", "AMPH")], board=coast(),
        seas=ruled(ruler, IN1) if ruler else {}, landings={"allied": ["0404"]},
        segment="first-supply", options=ADVANCED, begin={"weather": weather},
    )  # fmt: skip
    assert in_supply(game, "r1") is supplied


@pytest.mark.rule("nextwar", "19.2-p1")
@pytest.mark.parametrize(
    ("others", "control", "terrain", "supplied"),
    [
        ([unit("n1", "0504")], [], {}, False),
        ([unit("n1", "0405", sp=2)], [], {}, False),
        ([unit("n1", "0405", sp=2), *(unit(f"r{h}", h, sp=0.5) for h in BESIDE)], [], {}, True),
        ([unit("n1", "0405", sp=1)], [], {}, True),
        ([], ["0505"], {"0505": "urban"}, False),
        ([], ["0505"], {}, True),
    ],
)
def test_what_cuts_a_line(others: Any, control: Any, terrain: Any, supplied: bool) -> None:
    """In a valley of one hex; an enemy city may be bypassed, an urban hex not."""
    walls = {f"{c:02}{r:02}": "mountain" for c in (3, 4, 6, 7) for r in range(1, 10)}
    game = looked(
        unit("r1", "0508"), *others, board=plain(terrain={**walls, **terrain}, rows=9),
        control={"dprk": control}, supply=stores(depots=["0502"]),
        sites=[{"hex": "0505", "kind": "city"}] if control and not terrain else [],
    )  # fmt: skip
    assert in_supply(game, "r1") is supplied


@pytest.mark.rule("nextwar", "19.2-p1", "18.1-1", "18.1-2")
def test_supply_is_passed_on_by_parents() -> None:
    game = looked(
        hq("r-hq", "0509"), unit("r1", "0513", formation="V"), unit("r2", "0514", formation="V"),
        unit("r3", "0513", formation="VI"), unit("r4", "0513"), hq("r-vi", "0920", "VI"),
        unit("u1", "0513"), board=long(), supply=stores(depots=["0501"]),
    )  # fmt: skip
    found = {name: in_supply(game, name) for name in ("r-hq", "r1", "r2", "r3", "r4", "u1")}
    assert found == {"r-hq": True, "r1": True, "r2": False, "r3": False, "r4": True, "u1": False}


@pytest.mark.rule("nextwar", "19.2-p1")
def test_a_headquarters_may_be_supplied_by_the_one_above() -> None:
    game = looked(
        hq("r-v", "0509"), hq("r-5", "0513", "5"), unit("r1", "0517", formation="5"),
        board=long(), supply=stores(depots=["0501"]), formations={"5": "V"},
    )  # fmt: skip
    assert in_supply(game, "r-5")
    assert in_supply(game, "r1")


@pytest.mark.rule("nextwar", "19.2-p4")
@pytest.mark.parametrize(("arm", "supplied"), [("leg", True), ("armor", False)])
def test_next_to_a_source_no_cost_counts(arm: str, supplied: bool) -> None:
    board = plain(terrain={"0505": "mountain"})
    game = looked(
        unit("r1", "0506", arm=arm, type="infantry" if arm == "leg" else "armored"),
        board=board, supply=stores(depots=["0505"]),
    )  # fmt: skip
    assert in_supply(game, "r1") is supplied


@pytest.mark.rule("nextwar", "19.2-p2")
def test_who_is_afloat_is_in_supply() -> None:
    game = at_sea(
        unit("r2", None, flags="marine", at={"oos": True}), ships=[ship("r-a", IN1, "AMPH")],
        segment="first-supply", options=ADVANCED, setup=[{"ship": "r-a", "units": ["r2"]}],
    )  # fmt: skip
    assert not at(game, "r2").oos


@pytest.mark.reading("nextwar", "nw-19-04")
@pytest.mark.rule("nextwar", "19.2-p3", "19.1", "27.3.2")
@pytest.mark.parametrize(
    ("depot", "second", "strike", "urban", "supplied"),
    [
        (8, 0, 0, 0, True),
        (14, 2, 0, 0, False),
        (5, 0, 2, 0, False),
        (0, 0, 0, 6, True),
        (0, 0, 0, 7, False),
    ],
)
def test_who_feeds_a_mobile_supply_unit(
    depot: int, second: int, strike: int, urban: int, supplied: bool
) -> None:
    """The HQ is in 0504, 3 points from the unit in 0507, which traces southwards."""
    mobile = ["0507", *([f"05{7 + second:02}"] if second else [])]
    depots = [f"05{7 + depot:02}"] if depot else []
    game = looked(
        hq("r-hq", "0504"), board=long(24, terrain={f"05{7 + urban:02}": "urban"} if urban else {}),
        supply=stores(depots=depots, mobile=mobile),
        state={"r-hq": {}},
    )  # fmt: skip
    if strike:
        game.edit([{"map": "units", "key": "allied-supply-1", "set": {"strike": strike}}], "hit")
    assert in_supply(game, "r-hq") is supplied


@pytest.mark.reading("nextwar", "nw-19-04")
@pytest.mark.rule("nextwar", "19.2-p3")
def test_a_beachhead_feeds_no_mobile_supply_unit() -> None:
    game = at_sea(
        hq("r-hq", "0904"), ships=[ship("u-a", "0304", "AMPH")], board=coast(),
        seas=ruled("allied", IN1), landings={"allied": ["0404"]}, segment="first-supply",
        options=ADVANCED, supply=stores(mobile=["0704"]),
    )  # fmt: skip
    assert not in_supply(game, "r-hq")
    assert in_supply(game, "allied-supply-1")


@pytest.mark.reading("nextwar", "nw-19-06")
@pytest.mark.rule("nextwar", "19.1.2")
@pytest.mark.parametrize(
    ("level", "strike", "others", "armor", "supplied"),
    [
        (1, 1, [], False, True),
        (0, 0, [], False, False),
        (3, 2, [], False, False),
        (1, 0, [unit("n1", "0502", sp=2)], False, False),
        (1, 0, [], True, False),
    ],
)
def test_airborne_units_live_off_an_airfield(
    level: int, strike: int, others: Any, armor: bool, supplied: bool
) -> None:
    kind = {"type": "armored"} if armor else {"type": "airborne", "flags": "airborne"}
    game = advanced(
        unit("u1", "0505", size="brigade", **kind), *others, board=long(),
        sites=[{"hex": "0501", "kind": "airfield"}, {"hex": "0901", "kind": "airbase"}],
        begin={"ruler": "allied" if level else "", "level": level}, supply=stores(depots=["0920"]),
    )  # fmt: skip
    order = {"do": "supply-by-air", "nation": "US", "hex": "0501"}
    facts = {"strike": strike}
    game.edit([{"map": "sites", "key": "airfield-0501", "set": facts}], "damage")
    if rules(game, "allied", order):
        assert not supplied
        return
    game.play("allied", order)
    assert in_supply(game, "u1") is supplied
    assert rules(game, "allied", {**order, "hex": "0901"}) == (["19.1.2"] if supplied else [])


@pytest.mark.reading("nextwar", "nw-19-07")
@pytest.mark.rule("nextwar", "19.2-p2", "19.7.1")
def test_supply_at_take_off_lasts_the_turn() -> None:
    flown = {"landed": 3, "landing": "airmobile"}
    game = advanced(
        unit("u1", "0505", at=flown), unit("u2", "0505", at={**flown, "oos": True}),
        segment="second-supply",
    )  # fmt: skip
    assert not at(game, "u1").oos
    assert at(game, "u2").oos
    later = advanced(
        unit("u1", "0505", at=flown), unit("u2", "0505", at={**flown, "oos": True}),
        segment="isolation",
    )  # fmt: skip
    assert not at(later, "u1").isolated
    assert not at(later, "u2").isolated


def buying(segment: str = "first-supply", strike: int = 0, used: int = 3, points: int = 4) -> Nw:
    """An Allied player with a depot in 0505 and mobile units around it."""
    game = advanced(
        unit("n1", "0501", sp=2), segment=segment, board=plain(),
        supply=stores(depots=["0505"], mobile=["0605", *["0606"] * (used - 2)]),
        assets={"allied": {"supply": points}},
    )  # fmt: skip
    game.edit([{"map": "units", "key": "allied-supply-1", "set": {"strike": strike}}], "hit")
    return game


def depot(do: str, name: str = "allied-supply-1") -> dict[str, Any]:
    """An order to a supply unit."""
    return {"do": do, "unit": name}


BUY = {"do": "buy-msu", "hex": "0505"}


@pytest.mark.reading("nextwar", "nw-19-08", "nw-27-10")
@pytest.mark.rule("nextwar", "19.4", "19.4-p2", "19.4-p3", "19.4-p5", "19.4-p7", "27.3.1", "27.3.2")
def test_what_may_be_done_with_a_depot() -> None:
    assert rules(buying("second-supply"), "allied", BUY) == ["19.4-p2"]
    hit = buying(strike=2)
    assert rules(hit, "allied", BUY) == ["27.3.2"]
    assert rules(hit, "allied", depot("break-depot")) == ["27.3.2"]
    assert rules(hit, "allied", depot("cash-supply")) == ["27.3.2"]
    assert rules(buying(used=8), "allied", depot("break-depot")) == ["19.4-p7"]
    assert rules(buying(used=8), "allied", BUY) == ["19.4-p7"]
    game = buying(strike=1)
    assert rules(game, "allied", {**BUY, "hex": "0606"}) == ["19.4-p2"]
    game.play("allied", depot("break-depot"))
    broken = told(game, "depot-broken")[-1]["units"]
    assert [(at(game, n).mobile, at(game, n).strike) for n in broken] == [(True, 1)] * 2
    assert side(game, "allied").supply == 4
    other = buying(strike=1)
    other.play("allied", BUY)
    assert side(other, "allied").supply == 3
    other.play("allied", depot("cash-supply"))
    assert side(other, "allied").supply == 5
    assert len(spares(other, "allied")) == 5


@pytest.mark.reading("nextwar", "nw-19-08")
@pytest.mark.rule("nextwar", "19.4-p4", "19.4-p6", "19.3")
def test_a_new_depot_and_a_unit_that_becomes_one() -> None:
    game = buying()
    fresh = {"do": "new-depot", "hex": "0502"}
    assert rules(game, "allied", fresh) == ["19.4-p6"]
    assert rules(game, "allied", depot("make-depot", "allied-supply-2")) == []
    game.play("allied", {**fresh, "hex": "0807"})
    assert side(game, "allied").supply == 0
    assert rules(game, "allied", depot("make-depot", "allied-supply-2")) == ["19.3"]
    alone = advanced(supply=stores(mobile=["0505"]), assets={"allied": {"supply": 4}})
    assert rules(alone, "allied", depot("make-depot")) == ["19.4-p4"]
    rich = buying(points=6)
    rich.play("allied", depot("make-depot", "allied-supply-2"))
    assert (side(rich, "allied").supply, at(rich, "allied-supply-2").mobile) == (4, False)


@pytest.mark.reading("nextwar", "nw-27-10")
@pytest.mark.rule("nextwar", "27.3.2", "19.1")
@pytest.mark.parametrize(("strike", "far"), [(1, True), (2, False)])
def test_a_depot_that_is_hit_reaches_half_as_far(strike: int, far: bool) -> None:
    game = advanced(
        hq("r-k", "0506"), hq("r-l", "0505", "VI"), board=long(), supply=stores(depots=["0501"]),
    )  # fmt: skip
    game.edit([{"map": "units", "key": "allied-supply-1", "set": {"strike": strike}}], "hit")
    assert (in_supply(game, "r-k"), in_supply(game, "r-l")) == (far, True)


@pytest.mark.reading("nextwar", "nw-19-10")
@pytest.mark.rule("nextwar", "19.5", "27.3.2")
def test_what_lack_of_supply_does_to_values() -> None:
    lacking = {"oos": True, "strike": 2}
    game = advanced(
        unit("n1", "0505", "7-6-6", er=6, at=lacking), unit("r1", "0504"),
        board=plain(sides=["0505-0504 minor_river"]), segment="init-combat",
    )  # fmt: skip
    there = Battle(game.board.hex("0504"), "dprk", "allied", ("n1",), ("r1",))
    here = Battle(game.board.hex("0505"), "allied", "dprk", ("r1",), ("n1",))
    assert attacker(game, there, "n1")[1] == 3
    assert defender(game, here, "n1")[1] == 4
    assert (allowance(game, "n1").total, er(game, "n1")) == (2, 3)
    moving = advanced(unit("n1", "0505", "7-6-6", er=9, at={"oos": True}), segment="exploit-move")
    order = {"do": "move", "units": ["n1"], "path": ["0506"]}
    assert rules(moving, "dprk", order) == ["19.5"]


@pytest.mark.reading("nextwar", "nw-19-11")
@pytest.mark.rule("nextwar", "19.6", "19.5")
def test_emergency_resupply() -> None:
    def cut(points: int = 7) -> Nw:
        return advanced(
            hq("r-h", "0101"), unit("r1", "0909", at={"steps": 1}), unit("r2", "0501"),
            assets={"allied": {"supply": points}}, replacements={"ROK": [9]},
            supply=stores(mobile=["0905"]),
        )  # fmt: skip

    def help_(name: str) -> dict[str, Any]:
        return {"do": "resupply", "unit": name}

    game = cut()
    rig(game, 3)
    game.play("allied", help_("r-h"))
    assert (side(game, "allied").supply, in_supply(game, "r-h")) == (4, False)
    assert rules(game, "allied", help_("r1")) == ["19.6"]
    game = cut()
    rig(game, 5, 6)
    game.play("allied", help_("r1"))
    game.play("allied", help_("r2"))
    assert [at(game, n).oos for n in ("r1", "r2")] == [False, True]
    assert side(game, "allied").supply == 5
    assert rules(game, "allied", help_("r2")) == ["19.6"]
    assert rules(cut(2), "allied", help_("r-h")) == ["19.3"]
    while game.segment.kind != "second-reinforcement":
        game.play(game.to_act or "", {"do": "end"})
    assert rules(game, "allied", {"do": "recover", "unit": "r1"}) == ["19.5"]


@pytest.mark.rule("nextwar", "19.6")
def test_a_headquarters_that_is_resupplied_supplies_its_own() -> None:
    game = advanced(
        hq("r-h", "0505"), unit("r1", "0507", formation="V"), assets={"allied": {"supply": 3}},
    )  # fmt: skip
    assert at(game, "r1").oos
    rig(game, 2)
    game.play("allied", {"do": "resupply", "unit": "r-h"})
    assert [at(game, n).oos for n in ("r-h", "r1")] == [False, False]


@pytest.mark.reading("nextwar", "nw-19-12")
@pytest.mark.rule("nextwar", "19.7.1")
def test_isolation_asks_for_a_way_that_the_very_unit_can_go() -> None:
    game = advanced(
        unit("r1", "0505"), unit("r2", "0505", type="armored"), unit("n1", "0504", sp=2),
        unit("n2", "0605", sp=2), unit("n3", "0405", sp=2), segment="isolation",
        board=long(terrain={"0506": "mountain"}),
        supply={**stores(depots=["0520"]), "dprk": {"depots": ["0504", "0605", "0405"]}},
    )  # fmt: skip
    marked = {f["unit"] for f in told(game, "isolated")}
    assert marked == {"r2"}


@pytest.mark.reading("nextwar", "nw-19-13")
@pytest.mark.rule("nextwar", "19.7", "19.7.1", "19.7.3", "19.7.4")
def test_who_is_isolated_and_who_surrenders() -> None:
    north = ["0202", "0407", "0607", "0509", "0802"]
    game = field(
        unit("r1", "0102"), unit("r2", "0508", er=5, at={"oos": True}),
        unit("r3", "0907", at={"isolated": True}), unit("r4", "0901", at={"emergency": 3}),
        *(unit(f"n{h}", h, sp=2) for h in north), segment="reaction-combat", options=ADVANCED,
        supply={**stores(mobile=["0102"], depots=["0908"]), "dprk": {"depots": north}},
    )  # fmt: skip
    while game.segment.kind != "basic-reaction-combat":
        game.play(game.to_act or "", {"do": "end"})
    rig(game, 9, 5)
    game.play(game.to_act or "", {"do": "end"})
    marked = {f["unit"] for f in told(game, "isolated")}
    assert marked == {"r2", "allied-supply-2"}
    assert [f["unit"] for f in told(game, "relieved")] == ["r3"]
    checks = [(f["unit"], f["rating"], f["passed"]) for f in told(game, "check")]
    assert ("r2", 4, False) in checks
    assert where(game, "r2") == "surrendered"
    assert where(game, "allied-supply-2") == "aside"
    assert [f["points"] for f in told(game, "points")] == [6]


@pytest.mark.reading("nextwar", "nw-19-14", "nw-27-08")
@pytest.mark.rule("nextwar", "19.7.2", "27.3.2")
@pytest.mark.parametrize(
    ("values", "facts", "expected"),
    [
        ("7-5-6", {"oos": True}, (3, 2, 3, 4)),
        ("7-5-6", {"oos": True, "strike": 2}, (2, 1, 2, 2)),
        ("1-1-4", {}, (1, 1, 2, 5)),
        ("4-7-4", {"strike": 2}, (1, 2, 1, 3)),
    ],
)
def test_what_isolation_does_to_values(
    values: str, facts: dict[str, Any], expected: tuple[int, ...]
) -> None:
    game = advanced(
        unit("n1", "0505", values, at={"isolated": True, **facts}), unit("r1", "0504"),
        segment="init-combat",
    )  # fmt: skip
    there = Battle(game.board.hex("0504"), "dprk", "allied", ("n1",), ("r1",))
    here = Battle(game.board.hex("0505"), "allied", "dprk", ("r1",), ("n1",))
    strengths = attacker(game, there, "n1")[1], defender(game, here, "n1")[1]
    assert (*strengths, int(allowance(game, "n1").total), er(game, "n1")) == expected


@pytest.mark.reading("nextwar", "nw-29-06")
@pytest.mark.rule("nextwar", "29.5")
@pytest.mark.parametrize(("option", "p", "q"), [("on", True, False), ("off", False, True)])
def test_the_range_of_a_headquarters_may_count_for_supply(option: str, p: bool, q: bool) -> None:
    game = looked(
        hq("r-p", "0506", "P", 6), unit("r1", "0512", formation="P"),
        hq("r-q", "0906", "Q", 3), unit("r2", "0910", formation="Q"),
        board=long(), supply=stores(depots=["0501", "0901"]), options={"hq-supply-range": option},
    )  # fmt: skip
    assert (in_supply(game, "r1"), in_supply(game, "r2")) == (p, q)


@pytest.mark.rule("nextwar", "19.0")
def test_supply_is_looked_at_twice_in_initiative_turns_and_once_in_others() -> None:
    game = advanced(unit("r1", "0505"))
    kinds = [segment.kind for segment in game.segments if not segment.skipped(game)]
    assert [kind for kind in kinds if "supply" in kind] == [
        "first-supply", "first-supply-2", "second-supply", "second-supply-2",
    ]  # fmt: skip
    other = advanced(unit("r1", "0505"), begin={"kind": "contested"})
    kinds = [segment.kind for segment in other.segments if not segment.skipped(other)]
    assert [kind for kind in kinds if "supply" in kind] == ["first-supply", "first-supply-2"]


@pytest.mark.rule("nextwar", "19.0")
@pytest.mark.parametrize("segment", ["first-supply", "second-supply"])
def test_both_sides_look_and_both_are_marked(segment: str) -> None:
    game = advanced(
        unit("n1", "0101", at={"oos": True}), unit("n2", "0115"), unit("r1", "0915"),
        unit("r2", "0901", at={"oos": True}), segment=segment,
        board=long(terrain={"0101": "urban", "0901": "urban"}, country={"0101": "DPRK"}),
    )  # fmt: skip
    assert [at(game, name).oos for name in ("n1", "n2", "r1", "r2")] == [False, True, True, False]
    rules_ = {e.kind: e.rule for e in game.events}
    assert (rules_["out-of-supply"], rules_["supplied-again"]) == ("19.0", "19.0")


@pytest.mark.rule("nextwar", "19.0", "19.4-p2")
def test_one_side_sees_to_its_supply_after_the_other() -> None:
    game = advanced(
        unit("n1", "0505"), supply={"dprk": {"depots": ["0505"]}, "allied": {"depots": ["0909"]}},
        assets={"allied": {"supply": 3}},
    )  # fmt: skip
    order = {"do": "buy-msu", "hex": "0909"}
    assert (game.segment.name, game.to_act) == ("First Supply Phase", "dprk")
    assert rules(game, "allied", order) == ["turn"]
    game.play("dprk", {"do": "end"})
    assert (game.segment.name, game.to_act) == ("First Supply Phase", "allied")
    assert rules(game, "allied", order) == []
    game.play("allied", {"do": "end"})
    while game.segment.name != "Second Supply Phase":
        game.play(game.to_act or "", {"do": "end"})
    assert game.to_act == "dprk"
