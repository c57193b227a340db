"""What a reader found who went through the chapters with the rulebook's words first."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.retreat import boats
from grognard.systems.nextwar.combat.support import guns
from grognard.systems.nextwar.defenses.intercepting import defend
from grognard.systems.nextwar.defenses.package import Package
from grognard.systems.nextwar.pieces.beachheads import beachhead_at, markers
from tests.systems.nextwar.defenses.test_intercepting import UP
from tests.systems.nextwar.field import at, field, rig, rules, told, unit, where
from tests.systems.nextwar.lift.test_marines import OFF, afloat, ashore, lift
from tests.systems.nextwar.naval.test_transport import to
from tests.systems.nextwar.sea import IN1, at_sea, coast, ruled, ship
from tests.systems.nextwar.sky import drive, places, sky, wing
from tests.systems.nextwar.supply.test_advanced_supply import advanced, long

ADVANCED: dict[str, Any] = {"options": {"game": "advanced"}}
ALLIED: dict[str, Any] = {"begin": {"first": "allied"}}
AFLOAT = {"place": "aboard", "hex": -1, "where": "u9"}


@pytest.mark.reading("nextwar", "nw-08-301")
@pytest.mark.rule("nextwar", "8.5.7.2")
def test_shipping_leads_from_a_beachhead_to_a_port_only() -> None:
    game = at_sea(
        unit("r1", "0402", "4-4-4", sp=1),
        unit("r2", "0401", "4-4-4", sp=1),
        ships=[ship("r8", "0302", "AMPH"), ship("r9", "0303", "AMPH")],
        sites=[{"hex": "0401", "kind": "port", "owner": "allied"}],
        landings={"allied": ["0402", "0404"]},
        seas={**ruled("allied"), "transport": {"allied": 9}},
        **ALLIED,
    )
    assert rules(game, "allied", to("r1", "0404")) == ["8.5.7.2"]
    assert rules(game, "allied", to("r1", "0402")) == ["8.5.7.2"]
    assert rules(game, "allied", to("r1", "0401")) == []
    for beach in ("0402", "0404"):
        assert rules(game, "allied", to("r2", beach)) == []
    game.play("allied", to("r1", "0401"))
    assert (where(game, "r1"), at(game, "r1").spent) == ("0401", 2 * 12)


@pytest.mark.reading("nextwar", "nw-08-302")
@pytest.mark.rule("nextwar", "8.5.8.2.1")
@pytest.mark.parametrize(("due", "refused"), [(3, []), (0, ["8.5.8.2.1"])])
def test_a_beachhead_that_was_removed_comes_back_before_others(
    due: int, refused: list[str]
) -> None:
    game = at_sea(
        unit("r1", "0403"), ships=[ship("r9", "0303", "AMPH")], seas=ruled("allied"), **ALLIED
    )
    second = markers(game, "allied")[1]
    game.edit([{"map": "units", "key": second, "set": {"due": due}}], "removed in turn 1")
    order = {"do": "place-beachhead", "hex": "0403"}
    assert rules(game, "allied", order) == refused
    if not refused:
        game.play("allied", order)
        assert beachhead_at(game, game.board.hex("0403")) == second


@pytest.mark.reading("nextwar", "nw-08-303")
@pytest.mark.rule("nextwar", "8.4.1.5", "9.5.6", "18.2.6-p1")
@pytest.mark.parametrize(("more", "able"), [({}, ["n2"]), (ADVANCED, [])])
def test_guns_under_a_clearing_marker_defend_and_attack_nobody(
    more: dict[str, Any], able: list[str]
) -> None:
    clearing = {"clearing": True}
    game = field(
        unit("n1", "0505", at=clearing),
        unit("n2", "0505", type="rocket artillery", arm="artillery", range=3, at=clearing),
        unit("n3", "0605"),
        unit("r1", "0504"),
        segment="init-combat",
        sites=[{"hex": "0505", "kind": "city", "owner": "allied"}],
        **more,
    )
    h, there = game.board.hex("0505"), game.board.hex("0504")
    attacked = Battle(h, "allied", "dprk", ("r1",), ("n1", "n2"))
    assert guns(game, attacked, "dprk") == able
    attacking = Battle(there, "dprk", "allied", ("n3",), ("r1",))
    assert guns(game, attacking, "dprk") == []


@pytest.mark.reading("nextwar", "nw-19-301")
@pytest.mark.rule("nextwar", "19.7.1", "19.1.2")
@pytest.mark.parametrize(("level", "isolated"), [(1, {"u2"}), (0, {"u1", "u2"})])
def test_an_airfield_that_supplies_keeps_airborne_units_from_isolation(
    level: int, isolated: set[str]
) -> None:
    game = advanced(
        unit("u1", "0509", size="brigade", type="airborne", flags="airborne"),
        unit("u2", "0609", size="brigade", type="armored"),
        unit("n1", "0820"),
        board=long(),
        sites=[{"hex": "0501", "kind": "airfield"}],
        begin={"ruler": "allied" if level else "", "level": level},
    )
    game.play("allied", {"do": "supply-by-air", "nation": "US", "hex": "0501"})
    rig(game, *(0,) * 9)
    while not told(game, "isolated"):
        game.play(game.to_act or "", {"do": "end"})
    assert {facts["unit"] for facts in told(game, "isolated")} - {"n1"} == isolated


@pytest.mark.reading("nextwar", "nw-19-302")
@pytest.mark.rule("nextwar", "19.2-p2", "13.1.4")
def test_whoever_goes_aboard_is_in_supply() -> None:
    game = at_sea(
        unit("u1", "0403", sp=1, type="marines", flags="marine anchor", at={"oos": True}),
        ships=[ship("u9", "0403", "AMPH")],
        sites=[{"hex": "0403", "kind": "port", "owner": "allied"}],
        seas=ruled("allied"),
        begin={"first": "allied"},
        **ADVANCED,
    )
    game.play("allied", {"do": "embark", "unit": "u1", "ship": "u9"})
    assert (at(game, "u1").place, at(game, "u1").oos) == ("aboard", False)


@pytest.mark.reading("nextwar", "nw-19-303")
@pytest.mark.rule("nextwar", "19.7.3")
def test_nobody_is_isolated_aboard() -> None:
    game = at_sea(
        unit("u1", "0909", flags="marine", at=AFLOAT | {"isolated": True}),
        unit("n1", "0901"),
        ships=[ship("u9", "0303", "AMPH")],
        seas=ruled("allied"),
        segment="isolation",
        **ADVANCED,
    )
    assert not at(game, "u1").isolated
    assert [facts["unit"] for facts in told(game, "relieved")] == ["u1"]
    assert "u1" not in {facts["unit"] for facts in told(game, "check")}


@pytest.mark.reading("nextwar", "nw-27-301")
@pytest.mark.rule("nextwar", "27.3.1")
@pytest.mark.parametrize(("segment", "refused"), [("exploit-move", ["27.3.1"]), ("init-move", [])])
def test_whoever_is_hit_exploits_from_a_ship_neither(segment: str, refused: list[str]) -> None:
    row = {
        "type": "marines", "flags": "marine anchor", "mobility": "light", "sp": 1, "steps": 1,
    }  # fmt: skip
    game = at_sea(
        unit("u1", "0909", at=AFLOAT | {"strike": 1}, **row),
        unit("u2", "0909", at=AFLOAT, **row),
        ships=[ship("u9", "0303", "AMPH")],
        seas=ruled("allied"),
        segment=segment,
        begin={"first": "allied"},
        **ADVANCED,
    )
    for name, found in (("u1", refused), ("u2", [])):
        assert rules(game, "allied", {"do": "disembark", "unit": name, "hex": "0403"}) == found
        assert rules(game, "allied", lift(name, to="0403")) == found


@pytest.mark.reading("nextwar", "nw-17-301")
@pytest.mark.rule("nextwar", "17.1.4-2", "24.4.1-5")
def test_a_carriers_own_interceptors_are_ready_again() -> None:
    ships = [ship("u9", IN1, "CVN")]
    game = sky(
        unit("n1", "0901"),
        board=coast(),
        ships=[one["row"] for one in ships],
        fleet=[one["fleet"] for one in ships],
        wings=[
            wing("uf", "4*-1-1", box="u9", **UP), wing("rf", "4*-0-0", **UP),
            wing("nb", "(1)-0-3"),
        ],
    )  # fmt: skip
    package = Package("dprk", "strike", strikers=("nb",), box=IN1, fleet=True)
    rig(game, 0, *(9,) * 9)
    drive(game, defend(game, [package]), {"do": "intercept", "units": ["uf", "rf"]})
    assert places(game, "uf", "rf") == ["ready", "flown"]


MARINES: list[tuple[str, dict[str, Any], bool]] = [
    ("marine anchor", {"type": "marines"}, True),
    ("marine", {"type": "marine armored", "arm": "armor"}, False),
    ("marine", {"type": "amphibious headquarters"}, True),
]


@pytest.mark.reading("nextwar", "nw-30-301")
@pytest.mark.rule("nextwar", "30.5", "9.8.2-p3")
@pytest.mark.parametrize(("flags", "row", "over"), MARINES)
def test_without_an_anchor_nobody_retreats_aboard_over_a_beach(
    flags: str, row: dict[str, Any], over: bool
) -> None:
    for port in (False, True):
        game = at_sea(
            unit("u1", "0403", flags=flags, sp=1, **row),
            ships=[ship("u9", "0303", "AMPH")],
            sites=[{"hex": "0403", "kind": "port", "owner": "allied"}] if port else [],
            landings={} if port else {"allied": ["0403"]},
            seas=ruled("allied"),
            **ADVANCED,
        )
        found = boats(game, "u1", game.board.hex("0403"))
        assert found == (["u9"] if port or over else [])


@pytest.mark.reading("nextwar", "nw-30-301")
@pytest.mark.rule("nextwar", "30.5", "8.5.5")
def test_without_an_anchor_nobody_is_flown_aboard() -> None:
    bare = ashore("u1", "1102")
    bare["row"]["flags"] = "marine"
    assert rules(afloat(bare), "allied", lift("u1", to=OFF)) == ["30.5"]
    assert rules(afloat(ashore("u1", "1102")), "allied", lift("u1", to=OFF)) == []
