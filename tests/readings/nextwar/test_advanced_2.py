"""What was left of the Advanced Game, as a further reader reads it: units, strikes, the world."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.air.points import receive
from grognard.systems.nextwar.damage import strikes
from grognard.systems.nextwar.damage.steps import lose_step
from grognard.systems.nextwar.detection.electronic import attempts
from grognard.systems.nextwar.detection.seen import detected
from grognard.systems.nextwar.naval.transport import capacity
from grognard.systems.nextwar.pieces.formations import subordinate
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.phases import FIRST_SUPPLY, SECOND_SUPPLY
from tests.systems.nextwar import sea
from tests.systems.nextwar.command.test_bridges import RIVER, bridged_game, build, building, marker
from tests.systems.nextwar.command.test_bridges import hq as staff
from tests.systems.nextwar.command.test_support import A1, D, attack, battle, support
from tests.systems.nextwar.command.test_support import hq as corps
from tests.systems.nextwar.damage.test_strikes import edit, run
from tests.systems.nextwar.detection.test_electronic import phase
from tests.systems.nextwar.field import at, field, plain, rig, rules, side, told, unit, where
from tests.systems.nextwar.movement.test_infiltration import BEHIND, START, pocket, slip
from tests.systems.nextwar.nations.test_ceasefire import stand, vote, world
from tests.systems.nextwar.repair.test_repairs import hangar, workshop
from tests.systems.nextwar.sky import flies
from tests.systems.nextwar.strikes.test_firing import NEAR, SEEN, TARGET, battery, firing, hq, shell
from tests.systems.nextwar.strikes.test_firing import launch as missile
from tests.systems.nextwar.strikes.test_missions import flown as fly_out

ADVANCED: dict[str, Any] = {"options": {"game": "advanced"}}


@pytest.mark.reading("nextwar", "nw-15-94")
@pytest.mark.parametrize(("hex", "legal"), [("0501", True), ("0101", False)])
def test_guns_support_within_their_range(hex: str, legal: bool) -> None:
    guns = unit("n2", hex, "0-1-4", type="artillery", arm="artillery", range=3, formation="V", sp=1)
    game = battle(unit("n1", A1, formation="V"), unit("r1", D), guns, corps("n-hq", "0504"))
    attack(game, "n1")
    assert (support(game, guns=["n2"]) == []) == legal


@pytest.mark.reading("nextwar", "nw-16-91")
@pytest.mark.parametrize(("die", "place", "hit"), [(5, BEHIND, 0), (6, START, 1), (7, START, 2)])
def test_who_slips_through_and_who_is_caught(die: int, place: str, hit: int) -> None:
    game = pocket()
    rig(game, die)
    game.play("dprk", slip())
    assert (where(game, "n1"), at(game, "n1").strike) == (place, hit)


@pytest.mark.reading("nextwar", "nw-17-91")
@pytest.mark.parametrize(
    ("before", "hit", "after", "level"), [(1, 2, None, 2), (1, 1, 2, 3), (0, 3, None, 2)]
)
def test_two_hits_sink_a_ship(before: int, hit: int, after: int | None, level: int) -> None:
    game = sea.at_sea(ships=[sea.ship("r1", "0101")], assets={"allied": {"asw": 3}}, **ADVANCED)
    edit(game, "ships", "r1", strike=before)
    run(strikes.hit_ship(game, "r1", hit, "27.4-p2"))
    ship = sea.at(game, "r1")
    assert (ship.strike if ship.place == "map" else None) == after
    assert ship.due == (7 if after is None else 0)
    assert side(game, "allied").asw == level


@pytest.mark.reading("nextwar", "nw-18-91")
def test_who_obeys_whom() -> None:
    game = battle(
        unit("n1", "0101", formation="7"), unit("n2", "0102"), corps("n-7", "0103", "7"),
        corps("n-8", "0104", "8"), corps("n-ghq", "0105", "GHQ", 40, flags="supreme"),
    )  # fmt: skip
    heads = ("n-7", "n-8", "n-ghq")
    assert [subordinate(game, "n1", head) for head in heads] == [True, False, True]
    assert [subordinate(game, "n2", head) for head in heads] == [True, True, True]
    assert subordinate(game, "n-8", "n-ghq")


@pytest.mark.reading("nextwar", "nw-18-92")
def test_one_bridge_of_a_headquarters() -> None:
    game = bridged_game(at="0503")
    assert rules(game, "dprk", build())
    up = {"do": "take-up-bridge", "unit": "n-hq"}
    assert rules(game, "dprk", up) == ["18.2.5-a"]
    while game.segment.kind != "basic-move":
        game.play(game.to_act or "", {"do": "end"})
    game.play("dprk", up)
    assert marker(game).key == -1
    pressed = building(staff("n-hq", "0504"), unit("r1", "0503"), board=RIVER)
    assert rules(pressed, "dprk", build()) == ["18.2.5"]


@pytest.mark.reading("nextwar", "nw-18-93")
def test_a_reduced_headquarters_strikes_worse() -> None:
    game = firing(hq("n1", NEAR, at={"steps": 1}), unit("r1", TARGET, at=SEEN))
    rig(game, 9)
    game.play("dprk", shell("n1", "r1"))
    assert told(game, "strike")[-1]["tally"]["total"] == 1
    whole = firing(hq("n1", NEAR), unit("r1", TARGET, at=SEEN))
    rig(whole, 9)
    whole.play("dprk", shell("n1", "r1"))
    assert told(whole, "strike")[-1]["tally"]["total"] == 0
    lose_step(game, "n1", "18.5")
    assert where(game, "n1") == "eliminated"


@pytest.mark.reading("nextwar", "nw-19-91")
@pytest.mark.parametrize(("kind", "phases"), [("initiative", 2), ("contested", 1)])
def test_how_often_supply_is_looked_at(kind: str, phases: int) -> None:
    parts = [FIRST_SUPPLY[0], SECOND_SUPPLY[0]]
    assert len([part for part in parts if not part.turns or kind in part.turns]) == phases
    game = field(unit("n1", "0101"), **ADVANCED)
    kinds = [segment.kind for segment in game.segments]
    moves = kinds.index("init-move"), kinds.index("basic-move")
    assert kinds.index(parts[0].kind) < moves[0] < kinds.index(parts[1].kind) < moves[1]


@pytest.mark.reading("nextwar", "nw-21-91")
def test_a_storm_takes_two_attempts_of_each_nation() -> None:
    units = unit("u1", "0902"), unit("n9", "0105", nation="PRC")
    clear = phase(*units)
    storm = phase(*units, begin={"weather": "storm"})
    for who in ("dprk", "allied"):
        least = {n: k - 2 for n, k in attempts(clear, who).items() if k > 2}
        assert attempts(storm, who) == least


@pytest.mark.reading("nextwar", "nw-21-92")
def test_neighbours_are_seen() -> None:
    game = field(
        unit("n1", "0504"), unit("n2", "0604", type="headquarters"), unit("r1", "0505"),
        unit("n3", "0901"), unit("n4", "0902", type="headquarters"),
        board=plain(default="rough_woods"), **ADVANCED,
    )  # fmt: skip
    seen = [detected(game, "allied", name) for name in ("n1", "n2", "n3", "n4")]
    assert seen == [True, True, False, False]


@pytest.mark.reading("nextwar", "nw-26-91")
def test_missiles_may_share_a_target() -> None:
    bases = [{"hex": h, "kind": "airbase"} for h in (TARGET, "0707")]
    game = battery(sites=bases, ours={"cruise": 3, "ballistic": 0})
    rig(game, 9, 9, 9)
    for h in (TARGET, TARGET, "0707"):
        game.play("dprk", missile("cruise", f"airbase-{h}"))
    assert side(game, "dprk").cruise == 0
    if game.segment.kind == "strike-1-missiles":
        game.play("dprk", {"do": "end"})
    assert len(told(game, "strike")) == 3


@pytest.mark.reading("nextwar", "nw-27-91")
@pytest.mark.parametrize(
    ("before", "hit", "after"), [(1, 1, 2), (1, 2, 2), (2, 1, 2), (2, 2, None), (0, 3, None)]
)
def test_a_depot_is_hit_again(before: int, hit: int, after: int | None) -> None:
    depot = unit("n1", "0505", "0-1-0", type="supply unit", steps=1, at={"strike": before})
    game = field(depot, **ADVANCED)
    strikes.hit_unit(game, "n1", hit, "27.1.1")
    assert (at(game, "n1").strike if at(game, "n1").place == "map" else None) == after


@pytest.mark.reading("nextwar", "nw-27-92")
@pytest.mark.parametrize(("hit", "left"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_what_damage_leaves_of_a_port(hit: int, left: int) -> None:
    game = sea.at_sea(
        ships=[sea.ship("r1", "0403")], sites=[{"hex": "0403", "kind": "port"}], **ADVANCED
    )
    procedure = strikes.hit_site(game, "port-0403", hit, "27.2") if hit else iter(())
    asked = [question.rule for question in [next(iter(procedure), None)] if question]
    assert capacity(game, game.board.hex("0403")) == 2 * left  # it is counted in halves
    assert asked == (["27.7.2"] if hit == 3 else [])


@pytest.mark.reading("nextwar", "nw-27-93")
@pytest.mark.parametrize(
    ("before", "hit", "after", "supply"),
    [(0, 3, 2, False), (1, 1, 2, True), (2, 1, 2, True), (2, 2, 2, False)],
)
def test_a_beachhead_is_hit(before: int, hit: int, after: int, supply: bool) -> None:
    game = sea.at_sea(
        unit("r1", "0404"), ships=[sea.ship("r9", "0303", "AMPH")], landings={"allied": ["0404"]},
        **ADVANCED,
    )  # fmt: skip
    name = "allied-beachhead-1"
    edit(game, "units", name, strike=before)
    strikes.hit_beachhead(game, name, hit, "27.7.3")
    assert (at(game, name).strike, not at(game, name).oos) == (after, supply)


@pytest.mark.reading("nextwar", "nw-27-94")
def test_four_points_for_all_tracks() -> None:
    up = {"do": "raise-track", "track": "detection"}
    game = workshop(points=6)
    assert rules(game, "allied", {**up, "track": "sam"}) == ["27.9.2"]
    game.play("allied", up)
    assert (side(game, "allied").detection, side(game, "allied").supply) == (10, 4)
    assert rules(game, "allied", {**up, "track": "aaa"}) == ["27.9.2"]
    other = workshop(points=6)
    other.play("allied", {**up, "track": "aaa"})
    assert (side(other, "allied").aaa, side(other, "allied").supply) == (3, 2)


@pytest.mark.reading("nextwar", "nw-27-95")
def test_two_damaged_wings_make_one() -> None:
    game = hangar()
    before = side(game, "dprk").gained
    assert rules(game, "allied", {"do": "consolidate", "units": ["u2", "u9"]}) == ["27.9.3.2"]
    game.play("allied", {"do": "consolidate", "units": ["u2", "u6"]})
    found = {(flies(game, n).steps, flies(game, n).place) for n in ("u2", "u6")}
    assert found == {(2, "flown"), (0, "removed")}
    assert side(game, "dprk").gained == before


@pytest.mark.reading("nextwar", "nw-28-91")
@pytest.mark.parametrize(("die", "demanded"), [(6, False), (7, True)])
def test_ten_is_enough(die: int, demanded: bool) -> None:
    assert told(world(die, un={"drm": 3}), "resolution")[0]["demanded"] is demanded


@pytest.mark.reading("nextwar", "nw-28-92")
def test_a_veto_is_for_one_resolution() -> None:
    game = world(7, un={"drm": 3}, turns=9)
    vote(game, "PRC", "veto")
    assert (side(game, "dprk").vp, side(game, "allied").vp) == (-5, 0)
    while game.turn == 3:
        rig(game, 0, 7)
        game.play(game.to_act or "", {"do": "end"})
    assert len(told(game, "resolution")) == 2
    obeyed = world(7, un={"drm": 3}, turns=9)
    _pass(obeyed)
    for who in ("dprk", "allied"):
        stand(obeyed, who, "obey")
    while not obeyed.over:
        obeyed.play(obeyed.to_act or "", {"do": "end"})
    assert obeyed.turn == 3


def _pass(game: Nw) -> None:
    """Nobody vetoes."""
    for power in ("PRC", "US"):
        vote(game, power, "pass")


@pytest.mark.reading("nextwar", "nw-28-93")
def test_who_fights_on_pays_and_not_his_victim() -> None:
    game = world(7, un={"drm": 3}, turns=9)
    _pass(game)
    stand(game, "dprk", "refuse")
    assert (side(game, "allied").gained, side(game, "dprk").gained) == (10, 0)
    assert not any(one.player == "allied" and one.ask.name == "refuse" for one in game.decisions)
    while game.turn == 3:
        rig(game, 0)
        game.play(game.to_act or "", {"do": "end"})
    assert not game.over


@pytest.mark.reading("nextwar", "nw-29-91")
def test_twice_the_points_of_the_table() -> None:
    found = []
    for options in ({"game": "standard"}, {"game": "advanced", "airpower": "points"}):
        game = field(unit("n1", "0101"), unit("r1", "0909"), options=options)
        rig(game, 5)
        receive(game, "allied")
        found.append(told(game, "air-points")[-1]["tally"]["parts"][0]["value"])
    assert found[1] == 2 * found[0] > 0


@pytest.mark.reading("nextwar", "nw-29-92")
def test_four_points_strike_and_two_escort() -> None:
    game = field(
        unit("n1", "0703"), board=plain(north=4), segment="strike-1-announce",
        begin={"first": "allied"}, assets={"allied": {"air": 7}},
        sites=[{"hex": "0702", "kind": "airbase", "owner": "dprk"}],
        options={"game": "advanced", "airpower": "points"},
    )  # fmt: skip
    order = {"do": "strike-with-points", "points": 4, "target": "airbase-0702", "escorts": 2}
    assert rules(game, "allied", {**order, "points": 5}) == ["29.1.2"]
    assert rules(game, "allied", {**order, "escorts": 3}) == ["29.1.2"]
    assert rules(game, "allied", order) == []
    game.play("allied", order)
    assert side(game, "allied").air == 1
    fly_out(game, dice=(9, 9))
    assert told(game, "strike")[-1]["row"] == "air 4"
