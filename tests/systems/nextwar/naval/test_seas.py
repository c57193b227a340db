"""Control of the sea, ships, levels and mines, from the second reader's cases. [7.0] [8.5.6]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.ending.control import take
from grognard.systems.nextwar.naval.control import carriers, modifiers, sea_control
from grognard.systems.nextwar.naval.removal import displace, storms
from grognard.systems.nextwar.naval.status import MINES
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import at as unit_at
from tests.systems.nextwar.field import plain, rig, rules, side, told, unit
from tests.systems.nextwar.sea import (
    IN1,
    IN2,
    SEA1,
    SEA2,
    at,
    at_sea,
    coast,
    control,
    lies,
    ruled,
    sail,
    ship,
)

PORT = {"hex": "0403", "kind": "port", "owner": "dprk"}
ALLIED_MOVE: dict[str, Any] = {"begin": {"first": "allied"}}


def run(procedure: Any) -> list[Any]:
    """Let a procedure happen by its first answers; what it asked."""
    asked = []
    try:
        ask = next(procedure)
        while True:
            asked.append(ask)
            ask = procedure.send(ask.default)
    except StopIteration:
        return asked


def north(**more: Any) -> Any:
    """The coast in the hands of the North."""
    return coast(north=9, **more)


@pytest.mark.reading("nextwar", "nw-07-01")
@pytest.mark.rule("nextwar", "7.2", "7.2-1", "7.2-2", "7.2-3", "7.2-4", "7.2-p3", "7.1")
def test_the_shore_is_settled_before_the_sea() -> None:
    seas = {**ruled("dprk", IN1), "rolled": [SEA1]}
    game = at_sea(ships=[ship("r1", SEA2, "AMPH")], seas=seas)
    rig(game, 7)
    run(sea_control(game))
    assert (control(game, SEA1), control(game, IN1)) == ("allied", "dprk")
    assert [facts["box"] for facts in told(game, "sea-control-roll")] == [SEA1]
    rig(game, 4, 7)  # now the Allies have the sea, so the shore is rolled for
    run(sea_control(game))
    assert (control(game, IN1), control(game, SEA1)) == ("", "allied")
    rig(game, 7, 7)
    run(sea_control(game))
    assert control(game, IN1) == "allied"
    rig(game, 5)  # both are theirs: only the sea is rolled for
    run(sea_control(game))
    assert (control(game, IN1), control(game, SEA1)) == ("allied", "")
    held = {"control": {"allied": [SEA1], "dprk": [IN1]}}
    wild = at_sea(ships=[ship("r1", SEA1)], seas=held, begin={"weather": "storm"})
    run(sea_control(wild))
    assert (control(wild, SEA1), control(wild, IN1)) == ("allied", "dprk")
    assert not told(wild, "sea-control-roll")


@pytest.mark.rule("nextwar", "7.2.2-b1", "7.2.2-b2", "7.2.2-b3")
def test_warships_contest_the_sea_and_count_on_both_sides_of_it() -> None:
    """Example 005."""
    game = at_sea(ships=[ship("u1", IN1, "CVN"), ship("u2", IN1), ship("u3", IN1, "AMPH")])
    assert modifiers(game, IN1).total == modifiers(game, SEA1).total == 3
    near = at_sea(ships=[ship("u1", "0301"), ship("n1", "0403")], sites=[PORT])
    assert (modifiers(near, IN1).total, modifiers(near, SEA1).total) == (1, 0)
    both = at_sea(ships=[ship("u1", IN1), ship("n1", IN1)], seas={**ruled("dprk"), "rolled": []})
    run(sea_control(both))
    assert (control(both, IN1), control(both, SEA1)) == ("", "dprk")
    alone = at_sea(ships=[ship("u1", SEA1)], seas={"rolled": []})
    rig(alone, 5)
    run(sea_control(alone))
    assert control(alone, SEA1) == "allied"


@pytest.mark.rule("nextwar", "7.0", "7.2", "7.4", "7.4.1", "7.4.2")
def test_levels_air_and_edition_count_for_control() -> None:
    levels = {"allied": {"asw": 5}, "dprk": {"submarines": 1}}
    game = at_sea(ships=[ship("u1", SEA2, "AMPH")], assets=levels)
    assert modifiers(game, SEA1).total == 2
    ruler = at_sea(ships=[ship("u1", SEA2, "AMPH")], begin={"ruler": "dprk", "level": 3})
    assert modifiers(ruler, SEA1).total == -2
    old = at_sea(
        ships=[ship("u1", SEA2, "AMPH")], options={"sea-control": "first-edition"},
        seas={"rolled": [SEA1]},
    )  # fmt: skip
    rig(old, 0)
    run(sea_control(old))
    assert control(old, SEA1) == "dprk"


@pytest.mark.reading("nextwar", "nw-07-06")
@pytest.mark.rule("nextwar", "7.2.1", "7.4.3-b2", "7.4.3")
def test_ships_driven_off_the_shore_run_for_port() -> None:
    held = {"control": {"dprk": [IN1], "allied": [SEA1]}, "rolled": []}
    mines = [{"side": "allied", "hex": "0403", "density": 2}]
    game = at_sea(
        ships=[ship("n1", "0302"), ship("n2", IN1, "AMPH")], board=north(), sites=[PORT],
        seas={**held, "laid": mines}, assets={"dprk": {"submarines": 4}},
    )  # fmt: skip
    rig(game, 9)
    run(sea_control(game))
    assert (lies(game, "n1"), lies(game, "n2")) == ("0403", "0403")
    assert side(game, "dprk").submarines == 2
    assert not told(game, "contested-sea")
    lost = at_sea(ships=[ship("n1", "0302")], board=north(), seas=held)
    rig(lost, 9)
    run(sea_control(lost))
    assert lies(lost, "n1") == "removed"


@pytest.mark.reading("nextwar", "nw-07-09")
@pytest.mark.rule("nextwar", "7.3.2.1", "7.3.3", "7.2.2-b3")
def test_an_amphibious_group_is_turned_over_for_good() -> None:
    game = at_sea(
        unit("u9", "0505", at={"place": "aboard", "hex": -1, "where": "u1"}),
        ships=[ship("u1", IN1, "AMPH", reverse=True), ship("u2", IN1, "AMPH", reverse=True)],
        **ALLIED_MOVE,
    )  # fmt: skip
    assert rules(game, "allied", {"do": "convert", "unit": "u1"}) == ["7.3.2.1"]
    game.play("allied", {"do": "convert", "unit": "u2"})
    assert rules(game, "allied", {"do": "convert", "unit": "u2"}) == ["7.3.2.1"]
    assert modifiers(game, IN1).total == 1


@pytest.mark.reading("nextwar", "nw-07-11")
@pytest.mark.rule("nextwar", "7.3.6")
def test_one_ship_in_a_sea_hex_any_number_elsewhere() -> None:
    port = {**PORT, "owner": "allied"}
    ships = [ship("r1", "0302"), ship("r2", IN1, "AMPH"), ship("r3", IN1)]
    ships += [ship(f"r{n}", "0403") for n in (4, 5, 6)]
    game = at_sea(ships=ships, sites=[port], seas=ruled("allied"), **ALLIED_MOVE)
    assert rules(game, "allied", sail("r2", by="0302")) == ["7.3.6"]
    assert rules(game, "allied", sail("r2", "r3", by="0304")) == ["7.3.6"]
    game.play("allied", sail("r2", "r3", by="0403"))
    assert lies(game, "r3") == "0403"
    foe = at_sea(ships=[ship("n1", IN1), ship("r1", SEA1), ship("r2", SEA1)])
    rig(foe, 0)
    foe.play("dprk", sail("n1", by=SEA1))
    assert lies(foe, "n1") == SEA1
    assert len(told(foe, "contested-sea")) == 1


@pytest.mark.reading("nextwar", "nw-07-12")
@pytest.mark.rule("nextwar", "7.4.3-b1", "7.4.3.1", "7.4.3.2", "7.4.1", "7.4.2", "10.0")
@pytest.mark.parametrize(
    ("names", "before", "after"), [("n1", 0, 0), ("u1", 0, 1), ("u1 u2", 4, 5), ("n1 n2", 2, 4)]
)
def test_arriving_ships_raise_the_level(names: str, before: int, after: int) -> None:
    who, what = ("dprk", "submarines") if names[0] == "n" else ("allied", "asw")
    segment = "reinforcement" if who == "dprk" else "second-reinforcement"
    game = at_sea(
        ships=[ship(name, SEA1, turn=3) for name in names.split()], segment=segment,
        assets={who: {what: before}},
    )  # fmt: skip
    for name in names.split():
        game.play(who, {"do": "commission", "unit": name, "at": SEA1})
    assert getattr(side(game, who), what) == after


@pytest.mark.reading("nextwar", "nw-07-13")
@pytest.mark.rule("nextwar", "7.5.1", "7.5.1.1", "7.5", "8.3.1.7")
def test_a_ship_lays_mines_instead_of_moving() -> None:
    board = coast(terrain={"0402": "rough", "0403": "rough"})
    ships = [ship("n1", "0303"), ship("n2", IN1), ship("n3", IN1)]
    game = at_sea(ships=ships, board=board, sites=[PORT], seas=ruled("dprk"))
    around = {h for h in ("0402", "0403") if game.board.adjacent(*map(game.board.hex, ("0303", h)))}

    def lay(name: str, hex: str) -> dict[str, Any]:
        return {"do": "lay-mines", "unit": name, "hex": hex}

    assert around == {"0402", "0403"}
    assert rules(game, "dprk", lay("n1", "0402")) == ["7.5.1"]
    assert not any(rules(game, "dprk", lay("n1", h)) for h in ("0303", "0302", "0403"))
    assert rules(game, "dprk", lay("n2", "0303")) == ["7.5.1.1"]
    game.play("dprk", sail("n3", by="0305"))
    assert rules(game, "dprk", lay("n3", "0305")) == ["7.5.1.1"]
    game.play("dprk", lay("n1", "0302"))
    assert [(m.density, m.hex) for m in game.state[MINES].values()] == [(2, game.board.hex("0302"))]
    assert rules(game, "dprk", sail("n1", by=IN1)) == ["8.5.6.4"]


@pytest.mark.reading("nextwar", "nw-07-14")
@pytest.mark.rule("nextwar", "7.5.1.2", "7.5.1")
def test_submarines_pay_for_mines() -> None:
    laid = [{"side": "dprk", "hex": "0403", "density": 1}, {"side": "dprk", "hex": "0405"}]
    game = at_sea(
        ships=[ship("n1", SEA1)], sites=[PORT], seas={"laid": laid},
        assets={"dprk": {"submarines": 3}},
    )  # fmt: skip

    def mine(hex: str) -> dict[str, Any]:
        return {"do": "mine-by-submarine", "hex": hex}

    assert rules(game, "dprk", mine("0405")) == ["7.5.1"]
    game.play("dprk", mine("0403"))
    game.play("dprk", mine("0301"))
    assert side(game, "dprk").submarines == 1
    assert [m.density for m in game.state[MINES].values()] == [2, 2, 1]
    assert rules(game, "dprk", mine("0302")) == ["7.5.1.2"]


@pytest.mark.rule("nextwar", "7.5.2")
def test_mines_are_swept_off_a_shore_of_ones_own() -> None:
    laid = [{"side": "dprk", "hex": h} for h in ("0403", "0405", "0407", "0401")]
    game = at_sea(
        ships=[ship("r1", "0303")], sites=[PORT], seas={**ruled("allied", IN1), "laid": laid},
        segment="second-mine-clearance",
    )  # fmt: skip
    assert rules(game, "allied", {"do": "sweep", "hex": "0407"}) == ["7.5.2"]
    rig(game, 5, 4)
    game.play("allied", {"do": "sweep", "hex": "0403"})
    assert rules(game, "allied", {"do": "sweep", "hex": "0403"}) == ["7.5.2"]
    assert [m.density for m in game.state[MINES].values()] == [1, 2, 2, 2]
    game.play("allied", {"do": "sweep", "hex": "0405"})
    assert [f["success"] for f in told(game, "mines-swept")] == [True, False]
    assert game.segment.kind == "init-move"  # two tries are all


@pytest.mark.rule("nextwar", "7.3.4-2", "7.3.4-3", "7.3.4")
def test_carriers_bring_air_points() -> None:
    def points(where: str, name: str = "u1", type: str = "CVN", **seas: Any) -> int:
        game = at_sea(ships=[ship(name, where, type)], seas=seas)
        return int(carriers(game, "allied").total)

    own = ruled("allied", IN1)
    assert (points(IN1, **own), points("0302", **own)) == (2, 2)
    assert points(IN1, "r1", "CV", **own) == 1
    assert (points(SEA1), points(IN1)) == (1, 1)
    assert points(IN1, **ruled("dprk", IN1)) == points(SEA1, "r1", "CV") == 0


@pytest.mark.reading("nextwar", "nw-04-08")
@pytest.mark.rule("nextwar", "4.1.3-b6", "8.5.6.5", "4.1.3-b1")
def test_a_storm_drives_ships_into_port() -> None:
    port = {**PORT, "owner": "allied"}
    game = at_sea(
        ships=[ship("r1", IN1), ship("r2", IN2)], sites=[port], seas=ruled("dprk", SEA1),
        begin={"weather": "storm", "first": "allied"},
    )  # fmt: skip
    run(storms(game))
    assert lies(game, "r1") == "0403"
    assert rules(game, "allied", sail("r1", by="0302")) == ["8.5.6.5"]
    alone = at_sea(ships=[ship("r1", IN1)], begin={"weather": "storm"})
    run(storms(alone))
    assert (lies(alone, "r1"), at(alone, "r1").due) == ("expected", 7)


@pytest.mark.reading("nextwar", "nw-08-72")
@pytest.mark.rule("nextwar", "8.5.6.4", "8.5.6.3", "8.5.6.2", "8.5.6")
def test_ships_go_from_location_to_location() -> None:
    """Example 009 too."""

    def game(where: str, **more: Any) -> Nw:
        port = {"hex": "0407", "kind": "port", "owner": "allied"}
        more = {**ALLIED_MOVE, **more}
        return at_sea(ships=[ship("r1", where)], sites=[port], seas=ruled("allied"), **more)

    far = game(SEA1)
    assert not rules(far, "allied", sail("r1", by=f"{SEA2}, {IN2}, 0407"))
    assert rules(game(IN1), "allied", sail("r1", by=f"{SEA1}, {SEA2}")) == ["8.5.6.4"]
    home = game("0407")
    assert not rules(home, "allied", sail("r1", by=f"0307, {IN2}, {SEA2}"))
    assert rules(home, "allied", sail("r1", by=f"{SEA2}")) == ["8.5.6.4"]
    elite = game(SEA1, segment="elite-reaction-move", begin={})
    assert rules(elite, "allied", sail("r1", by=IN1))


@pytest.mark.reading("nextwar", "nw-07-17")
@pytest.mark.rule(
    "nextwar", "7.5.3", "7.3.5", "8.5.6.4.1-b2", "8.5.6.4.1-b7", "8.5.6.4.1-b8", "8.5.6.4.1-b10",
    "8.5.6.4.1-p4",
)  # fmt: skip
@pytest.mark.parametrize(
    ("who", "die", "end", "steps"),
    [
        ("u", 2, "0302", 2), ("u", 3, SEA1, 2), ("u", 6, SEA1, 1),
        ("n", 3, "0302", 2), ("n", 4, SEA1, 2),
    ],
)  # fmt: skip
def test_mines_and_submarines_endanger_a_landing(who: str, die: int, end: str, steps: int) -> None:
    mover, foe = ("allied", "dprk") if who == "u" else ("dprk", "allied")
    game = at_sea(
        unit(f"{who}9", "0505", at={"place": "aboard", "hex": -1, "where": f"{who}1"}),
        ships=[ship(f"{who}1", SEA1, "AMPH")], begin={"first": mover},
        seas={**ruled(mover, SEA1), "laid": [{"side": foe, "hex": "0402"}]},
        assets={"allied": {"asw": 1}, "dprk": {"submarines": 2}},
    )  # fmt: skip
    rig(game, die)
    game.play(mover, sail(f"{who}1", by=f"{IN1}, 0302"))
    assert len(told(game, "contested-sea")) == 1
    assert (lies(game, f"{who}1"), unit_at(game, f"{who}9").steps) == (end, steps)


@pytest.mark.reading("nextwar", "nw-07-18")
@pytest.mark.rule("nextwar", "7.5.3", "8.5.6.4.1", "8.5.6.4.1-b5")
@pytest.mark.parametrize(("die", "end"), [(4, "0303"), (5, "0301")])
def test_overlapping_mines_are_one_area(die: int, end: str) -> None:
    laid = [{"side": "dprk", "hex": h, "density": 1} for h in ("0402", "0403")]
    game = at_sea(ships=[ship("r1", "0301", "AMPH")], seas={"laid": laid}, **ALLIED_MOVE)
    rig(game, die)
    game.play("allied", sail("r1", by="0303"))
    assert len(told(game, "contested-sea")) == 1
    assert lies(game, "r1") == end


@pytest.mark.reading("nextwar", "nw-08-74")
@pytest.mark.rule(
    "nextwar", "8.5.6.4.1", "8.5.6.4.1-b1", "8.5.6.4.1-b3", "8.5.6.4.1-b6", "8.5.6.4.1-b7",
    "8.5.6.4.1-b8", "8.5.6.4.1-b11",
)  # fmt: skip
@pytest.mark.parametrize(("die", "end"), [(5, IN1), (6, SEA1)])
def test_one_roll_for_all_reasons(die: int, end: str) -> None:
    ships = [ship("u1", SEA1, "CVN"), ship("u2", SEA1), ship("u3", SEA1, "AMPH")]
    ships += [ship("n1", IN1), ship("n2", "0403")]
    game = at_sea(
        ships=ships, board=north(), sites=[PORT],
        seas={"control": {"allied": [SEA1], "dprk": [IN1]}},
        assets={"allied": {"asw": 2}, "dprk": {"submarines": 3}}, **ALLIED_MOVE,
    )  # fmt: skip
    rig(game, die)
    game.play("allied", sail("u1", "u2", "u3", by=IN1))
    (facts,) = told(game, "contested-sea")
    assert (facts["tally"]["total"], lies(game, "u1")) == (0, end)


@pytest.mark.rule(
    "nextwar", "8.5.6.4.1", "8.5.6.4.1-b1", "8.5.6.4.1-b2", "8.5.6.4.1-b3", "8.5.6.4.1-b4",
    "8.5.6.4.1-b5",
)  # fmt: skip
@pytest.mark.parametrize(
    ("start", "way", "facts", "why"),
    [
        (SEA1, IN1, ruled("dprk", IN1), ["8.5.6.4.1-b1"]), (SEA1, IN1, ruled("allied"), []),
        (SEA1, SEA2, ruled("allied"), ["8.5.6.4.1-b3"]),
        ("0403", "0303", {}, ["8.5.6.4.1-b4"]), ("0403", "0303", ruled("allied"), []),
        ("0301", "0302", ruled("dprk", IN1), ["8.5.6.4.1-b5"]),
        ("0301", "0302", {}, ["8.5.6.4.1-b5"]), ("0301", "0302", ruled("allied"), []),
        ("0301", "0305", {**ruled("allied"), "laid": [{"side": "dprk", "hex": "0405"}]},
         ["8.5.6.4.1-b2"]),
    ],
)  # fmt: skip
def test_where_a_passage_is_contested(start: str, way: str, facts: Any, why: list[str]) -> None:
    game = at_sea(
        ships=[ship("r1", start), ship("n1", SEA2)], sites=[{**PORT, "owner": "allied"}],
        seas=facts, **ALLIED_MOVE,
    )  # fmt: skip
    rig(game, 0)
    game.play("allied", sail("r1", by=way))
    assert [one["why"] for one in told(game, "contested-sea")] == why


@pytest.mark.rule("nextwar", "8.5.6.4.1-b11")
@pytest.mark.parametrize(
    ("start", "way", "ruler", "found"),
    [
        ("0301", "0302", "dprk", ["8.5.6.4.1-b11"]), ("0301", "0302", "", []),
        ("Overseas", SEA1, "dprk", ["8.5.6.4.1-b11"]), (SEA1, IN1, "dprk", []),
    ],
)  # fmt: skip
def test_an_enemy_shore_makes_it_worse(start: str, way: str, ruler: str, found: list[str]) -> None:
    seas = ruled("dprk", SEA1, *([IN1] if ruler else []))
    game = at_sea(ships=[ship("r1", start, "AMPH")], seas=seas, **ALLIED_MOVE)
    rig(game, 0, 0)
    game.play("allied", sail("r1", by=way))
    (tally,) = [one["tally"] for one in told(game, "contested-sea") if one["at"] == way]
    assert [part["rule"] for part in tally["parts"]] == found
    assert tally["total"] == len(found)


@pytest.mark.reading("nextwar", "nw-08-76")
@pytest.mark.rule("nextwar", "8.5.6.4.1-b7", "8.5.6.4.1-b8", "8.5.6.4.1-b9", "8.5.6.4.1-b4")
@pytest.mark.parametrize(("die", "steps"), [(5, 2), (8, 1)])
def test_only_the_allies_have_levels_at_sea(die: int, steps: int) -> None:
    game = at_sea(
        unit("n9", "0505", at={"place": "aboard", "hex": -1, "where": "n1"}), board=north(),
        ships=[ship("n1", "0403", "AMPH")], sites=[PORT],
        assets={"allied": {"asw": 4}, "dprk": {"submarines": 3}},
        begin={"ruler": "allied", "level": 3},
    )  # fmt: skip
    rig(game, die)
    game.play("dprk", sail("n1", by="0302"))
    assert told(game, "contested-sea")[0]["tally"]["total"] == 1
    assert (lies(game, "n1"), unit_at(game, "n9").steps) == ("0403", steps)


@pytest.mark.reading("nextwar", "nw-08-77")
@pytest.mark.rule("nextwar", "8.5.6.4.1-b2", "8.5.6.4.1-b10", "7.5.3", "7.5.1.1")
def test_mines_of_a_port_reach_the_sea_beside_it() -> None:
    def game(where: str) -> Nw:
        laid = [{"side": "dprk", "hex": "0403", "density": 2}]
        return at_sea(
            ships=[ship("u1", where, "AMPH")], seas={**ruled("allied"), "laid": laid},
            sites=[{**PORT, "owner": "allied"}],
            assets={"allied": {"asw": 2}, "dprk": {"submarines": 2}}, **ALLIED_MOVE,
        )  # fmt: skip

    for die, end in ((3, "0303"), (4, IN1)):
        entering = game(IN1)
        rig(entering, die)
        entering.play("allied", sail("u1", by="0303"))
        assert told(entering, "contested-sea")[0]["tally"]["total"] == 2
        assert lies(entering, "u1") == end
    clear = game(IN1)
    clear.play("allied", sail("u1", by="0301"))
    assert not told(clear, "contested-sea")
    leaving = game("0303")
    leaving.play("allied", sail("u1", by="0301"))
    assert len(told(leaving, "contested-sea")) == 1


@pytest.mark.reading("nextwar", "nw-09-52")
@pytest.mark.rule("nextwar", "9.9.3")
@pytest.mark.parametrize(
    ("weather", "seas", "other", "end"),
    [
        ("clear", {}, False, IN1), ("storm", {}, True, "0408"),
        ("overcast", ruled("allied", IN1), False, "expected"),
    ],
)  # fmt: skip
def test_ships_leave_a_port_that_falls(weather: str, seas: Any, other: bool, end: str) -> None:
    sites = [PORT, *([{"hex": "0408", "kind": "port", "owner": "dprk"}] if other else [])]
    game = at_sea(
        ships=[ship("n1", "0403")], board=north(), sites=sites, seas=seas, turn=5,
        begin={"weather": weather},
    )  # fmt: skip
    run(displace(game, game.board.hex("0403"), "allied"))
    assert lies(game, "n1") == end
    assert at(game, "n1").due == (9 if end == "expected" else 0)


@pytest.mark.rule("nextwar", "7.4.3-b4")
@pytest.mark.parametrize(("game_", "level"), [("advanced", 2), ("standard", 3)])
def test_a_lost_port_tells_in_the_advanced_game(game_: str, level: int) -> None:
    game = at_sea(
        unit("r1", "0404"), ships=[ship("n1", SEA1)], board=north(), sites=[PORT],
        assets={"dprk": {"submarines": 3}}, options={"game": game_},
    )  # fmt: skip
    run(take(game, game.board.hex("0403"), "allied"))
    assert side(game, "dprk").submarines == level


def test_a_board_without_boxes_has_no_sea() -> None:
    game = at_sea(unit("n1", "0505"), board=plain())
    assert not game.state[MINES]
    run(sea_control(game))
    run(storms(game))
    assert not {IN2, SEA2} & {*game.board.boxes}
