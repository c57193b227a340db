"""Combat support by air units and helicopters in the Advanced Game. [23.5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.combat.air_support import missions, take_off, value
from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.support import Commitment, Support, arrivals
from grognard.systems.nextwar.defenses.package import Package, finish
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.field import field, rig, rules, told, unit
from tests.systems.nextwar.sky import drive, flies, places, sky, wing

UP = {"place": "superiority"}


def helo(name: str, hex: str, support: int = 2) -> dict[str, Any]:
    """A helicopter unit, and where it bases."""
    side, nation = ("dprk", "DPRK") if name[0] == "n" else ("allied", "US")
    row = {"id": name, "side": side, "nation": nation, "name": name, "support": support}
    return {"row": {**row, "range": 16, "steps": 2}, "hex": hex}


def battlefield(
    *wings: Any, helos: Any = (), segment: str = "basic-reaction-combat", **more: Any
) -> Nw:
    """The Allies may attack n1 in the enemy's country, in 0504, from 0505."""
    bases = [{"hex": h, "kind": "airbase"} for h in ("0509", "0501")]
    return sky(
        unit("n1", "0504", "4-4-4"), unit("r1", "0505", "6-6-4"), wings=wings, segment=segment,
        helicopters=[one["row"] for one in helos], sites=bases,
        bases={one["row"]["id"]: one["hex"] for one in helos}, **more,
    )  # fmt: skip


def battle_of(game: Nw) -> Battle:
    """The attack on 0504."""
    return Battle(game.board.hex("0504"), "allied", "dprk", ("r1",), ("n1",))


def flown(game: Nw, ours: Commitment, theirs: Commitment, *dice: int) -> tuple[int, int]:
    """The points that get through to either side."""
    rig(game, *dice)
    aid, cover = drive(game, arrivals(game, battle_of(game), ours, theirs))
    return aid.points, cover.points


@pytest.mark.reading("nextwar", "nw-23-12")
@pytest.mark.rule("nextwar", "23.5-p1")
def test_how_many_may_fly_in_support() -> None:
    game = battlefield(
        *(wing(f"u{i}", "3-3-2") for i in range(3)), *(wing(f"ue{i}", **UP) for i in range(2)),
        *(wing(f"n{i}", "3-3-2") for i in range(2)), wing("ne", **UP), wing("nw", "(3)-WW-WW"),
        helos=[helo("uh1", "0509"), helo("uh2", "0509"), helo("nh1", "0501"), helo("nh2", "0501")],
    )  # fmt: skip
    battle = battle_of(game)

    def refused(side: str, **order: Any) -> list[str]:
        found = Support(battle, side).against(game, side, Commitment(**order))
        return [refusal.rule for refusal in found]

    two, guards = ("u0", "u1"), ("ue0", "ue1")
    whole = Commitment(aircraft=two, escorts=guards, helicopters=("uh1", "uh2"))
    assert not Support(battle, "allied").against(game, "allied", whole)
    assert refused("allied", aircraft=("u0", "u1", "u2")) == ["23.5-p1"]
    theirs = Commitment(aircraft=("n0",), escorts=("ne",), weasels=("nw",), helicopters=("nh1",))
    assert not Support(battle, "dprk").against(game, "dprk", theirs)
    assert refused("dprk", aircraft=("n0", "n1")) == ["23.5-p1"]
    assert refused("dprk", helicopters=("nh1", "nh2")) == ["6.5.3"]
    assert refused("allied", aircraft=("u0",), escorts=("u1",)) == ["23.5-p1"]
    assert refused("allied", aircraft=("ue0",)) == ["23.5-p1"]
    assert refused("allied", escorts=("ue0",)) == ["23.5-p1"]
    assert refused("allied", aircraft=("u0",), escorts=guards, weasels=("nw",)) == ["23.5-p1"]
    assert refused("allied", air=1) != []
    assert len(missions(game, battle, "allied", whole)) == 3
    assert len(missions(game, battle, "dprk", theirs)) == 2


@pytest.mark.reading("nextwar", "nw-23-13")
@pytest.mark.rule("nextwar", "23.5-p2", "24.5.2", "24.5")
def test_what_fire_takes_away_is_taken_from_the_unit_itself() -> None:
    game = battlefield(
        wing("u1", "3-1-2", place="ready"), wing("u2", "3-4-2"),
        assets={"dprk": {"detection": 4, "sam": 7, "aaa": 2}},
    )  # fmt: skip
    order = Commitment(aircraft=("u1", "u2"))
    assert flown(game, order, Commitment(), 2, 5, 3, 9, 9) == (4, 0)
    told_ = {fact["unit"]: fact["points"] for fact in told(game, "support-flown")}
    assert told_ == {"u1": 0, "u2": 4}
    assert [flies(game, n).steps for n in ("u1", "u2")] == [2, 2]


@pytest.mark.rule("nextwar", "23.5-p2", "15.2.2")
def test_aircraft_and_helicopters_give_their_rating() -> None:
    game = battlefield(
        wing("ua10", "1-4-3*"), wing("n1a", "1-3-3"),
        helos=[helo("uh1", "0509", 1), helo("uh2", "0509", 2)],
        assets={"dprk": {"detection": 0}, "allied": {"detection": 0}},
    )  # fmt: skip
    assert (value(game, "ua10"), value(game, "uh1")) == (4, 1)
    ours = Commitment(aircraft=("ua10",), helicopters=("uh1", "uh2"))
    theirs = Commitment(aircraft=("n1a",))
    # detection of the mission, both helicopters and the enemy's; guns fire after the unseen
    assert flown(game, ours, theirs, 9, 9, 9, 9, 9, 9) == (7, 3)
    hit = battlefield(helos=[helo("uh2", "0509", 2)])
    assert flown(hit, Commitment(helicopters=("uh2",)), Commitment(), 0, 3, 9)[0] == 1
    gone = battlefield(helos=[helo("uh2", "0509", 2)])
    assert flown(gone, Commitment(helicopters=("uh2",)), Commitment(), 0, 2, 9)[0] == 0


@pytest.mark.rule("nextwar", "23.5", "23.5-p1", "22.4-p2", "22.0")
def test_an_attack_is_supported_from_the_air() -> None:
    game = battlefield(
        wing("u1", "3-2-2"), wing("u2", "5-0-0", **UP), wing("uw", "(4)-WW-WW"),
        begin={"first": "dprk"}, assets={"dprk": {"detection": 0}, "allied": {"air": 5}},
    )  # fmt: skip
    rig(game, 9, 9, 9, 9, 5)
    game.play("allied", {"do": "attack", "units": ["r1"], "hex": "0504"})
    support = {"do": "support", "aircraft": ["u1"], "escorts": ["u2"], "weasels": ["uw"]}
    assert rules(game, "allied", {"do": "support", "air": 1}) == ["22.0"]
    assert rules(game, "allied", {**support, "aircraft": ["u2"]}) == ["23.5-p1"]
    game.play("allied", support)
    assert places(game, "u1", "u2", "uw") == ["flown", "flown", "flown"]
    assert told(game, "support-flown") == [{"side": "allied", "unit": "u1", "points": 2}]
    parts = told(game, "combat")[-1]["drm"]["parts"]
    assert -2 in [part["value"] for part in parts]


@pytest.mark.reading("nextwar", "nw-22-05")
@pytest.mark.rule("nextwar", "22.4-p2", "23.1", "22.1.3")
def test_escorts_come_from_the_air_and_supporters_and_weasels_from_their_bases() -> None:
    game = battlefield(
        wing("u1", "4*-2-2"), wing("u2", "5*-0-0"), wing("uw", "(4)-WW-WW"),
        wing("r1a", "4*-2-2*", **UP),
    )  # fmt: skip
    support = Support(battle_of(game), "allied")

    def refused(**order: Any) -> bool:
        return bool(support.against(game, "allied", Commitment(**order)))

    assert refused(aircraft=("u1",), escorts=("u2",))
    assert not refused(aircraft=("u1",), weasels=("uw",))
    assert refused(aircraft=("r1a",))
    assert not refused(aircraft=("u1",), escorts=("r1a",))
    flown(game, Commitment(aircraft=("u1",), weasels=("uw",)), Commitment(), 9, 9, 9, 9, 9)
    take_off(game, Commitment(aircraft=("u1",)))
    finish(game, Package("allied", "support", strikers=("u1",)))
    assert flies(game, "u1").place == "flown"
    assert refused(aircraft=("u1",))


@pytest.mark.rule("nextwar", "24.4", "22.6.7")
def test_support_is_intercepted_by_who_is_aloft() -> None:
    game = battlefield(
        wing("u1", "1-2-2"), wing("n1a", "5-0-0", **UP), assets={"dprk": {"detection": 10}},
    )  # fmt: skip
    rig(game, 1, 0)
    order = Commitment(aircraft=("u1",))
    steps = arrivals(game, battle_of(game), order, Commitment())
    aid, _ = drive(game, steps, {"do": "intercept", "units": ["n1a"]})
    assert aid.points == 0
    assert places(game, "u1", "n1a") == ["eliminated", "flown"]


@pytest.mark.rule("nextwar", "29.0", "29.1")
def test_with_air_points_no_air_units_fly() -> None:
    game = battlefield(wing("u1", "3-2-2"), options={"airpower": "points"})
    found = Support(battle_of(game), "allied").against(game, "allied", Commitment(aircraft=("u1",)))
    assert [refusal.rule for refusal in found] == ["29.1"]
    assert not game.scenario.air_units
    assert not field(unit("r1", "0505")).scenario.air_units
