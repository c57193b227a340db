"""Rules of the Advanced Game drawn by lot, as an examiner reads them."""

from __future__ import annotations

import pytest

from grognard.systems.nextwar.air.helos import HELOS
from grognard.systems.nextwar.airpower.carriers import set_aside
from grognard.systems.nextwar.airpower.collateral import roll_now
from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.support import Commitment, Support
from grognard.systems.nextwar.damage import strikes
from grognard.systems.nextwar.damage.strikes import hit_site
from grognard.systems.nextwar.defenses.detecting import Finding, detect
from grognard.systems.nextwar.defenses.fire import Passage, depart, guns_before
from grognard.systems.nextwar.defenses.package import Package
from grognard.systems.nextwar.defenses.regimes import regime
from grognard.systems.nextwar.detection.seen import detected
from grognard.systems.nextwar.ending.reorganization import reorganize
from grognard.systems.nextwar.naval.detecting import AREA, HIDDEN, POINT, give_away, sighted
from grognard.systems.nextwar.raids.status import BANDS
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import NOW, WAR
from grognard.systems.nextwar.supply.isolation import isolation_phase
from grognard.systems.nextwar.supply.lines import determine
from tests.systems.nextwar import sea
from tests.systems.nextwar.air.test_air_points import helo as southern
from tests.systems.nextwar.airpower.test_melee import duel, over, shots
from tests.systems.nextwar.airpower.test_superiority import at_air_war, patrol
from tests.systems.nextwar.command.test_bridges import P, Q, build, building
from tests.systems.nextwar.command.test_bridges import hq as bridging
from tests.systems.nextwar.command.test_support import battle as advanced_battle
from tests.systems.nextwar.command.test_support import hq
from tests.systems.nextwar.damage.test_bases import answer, edit
from tests.systems.nextwar.defenses.test_air_support import UP, battle_of, battlefield, flown
from tests.systems.nextwar.defenses.test_air_support import helo as chopper
from tests.systems.nextwar.defenses.test_detecting import package
from tests.systems.nextwar.defenses.test_fire import found, strike, through
from tests.systems.nextwar.defenses.test_intercepting import mission
from tests.systems.nextwar.defenses.test_intercepting import over as intercepted
from tests.systems.nextwar.field import (
    at,
    field,
    hex_status,
    plain,
    rig,
    rules,
    side,
    told,
    unit,
    where,
)
from tests.systems.nextwar.lift.test_airmobile import air, base, lift, light
from tests.systems.nextwar.lift.test_planes import planes
from tests.systems.nextwar.movement.test_marching import SOUTH, go, move
from tests.systems.nextwar.naval.test_surface import war
from tests.systems.nextwar.raids.test_raids import carry, order, phase, send
from tests.systems.nextwar.repair.test_repairs import workshop
from tests.systems.nextwar.sea import IN1, SEA1, ruled, sail, ship
from tests.systems.nextwar.sky import drive, flies, places, sky, wing
from tests.systems.nextwar.strikes.test_firing import SEEN, TARGET, firing, shell
from tests.systems.nextwar.supply.test_stores_in_combat import DEPOT, MOBILE, D, fought
from tests.systems.nextwar.supply.test_stores_in_combat import battle as for_stores

ADVANCED = {"options": {"game": "advanced"}}
STAFF = {"type": "headquarters", "size": "corps"}


def to_the(game: Nw, kind: str) -> None:
    """Let everybody pass until a segment comes."""
    while game.segment.kind != kind:
        game.play(game.to_act or "", {"do": "end"})


@pytest.mark.reading("nextwar", "nw-16-61")
@pytest.mark.parametrize(
    ("terrain", "die", "end", "strike"),
    [("highland", 7, "0506", 0), ("highland", 8, "0504", 1), ("highland", 9, "0504", 2),
     ("flat", 3, "0506", 0), ("flat", 4, "0504", 1), ("flat", 5, "0504", 2),
     ("rough_woods", 5, "0506", 0), ("rough_woods", 6, "0504", 1)],
)  # fmt: skip
def test_infiltration_by_the_ground_that_the_enemy_stands_on(
    terrain: str, die: int, end: str, strike: int
) -> None:
    game = field(
        unit("n1", "0504", "2-2-5", mobility="light"), unit("r1", "0505"),
        board=plain(default="mountain", terrain={"0505": terrain}), **ADVANCED,
    )  # fmt: skip
    slip = {"do": "infiltrate", "unit": "n1", "past": "0505", "hex": "0506"}
    assert rules(game, "dprk", {**slip, "hex": "0306"}) == ["16.1"]
    rig(game, die)
    game.play("dprk", slip)
    assert (where(game, "n1"), at(game, "n1").strike) == (end, strike)
    assert rules(game, "dprk", move("n1", to="0503")) == ["8.5.1"]


@pytest.mark.reading("nextwar", "nw-17-61")
@pytest.mark.parametrize(("die", "known"), [(3, POINT), (7, AREA), (8, HIDDEN)])
def test_a_ship_that_moves_is_looked_for_anew(die: int, known: int) -> None:
    game = war(ship("r1", SEA1), units=(unit("r9", "0909"),), seas=ruled("allied"), **SOUTH)
    game.edit([{"map": "ships", "key": "r1", "set": {"detected": POINT}}], "seen")
    rig(game, die)
    game.play("allied", sail("r1", by=IN1))  # inshore: one less
    assert sighted(game, "r1") == known


@pytest.mark.reading("nextwar", "nw-17-62")
@pytest.mark.parametrize("before", [HIDDEN, AREA, POINT])
def test_guns_give_an_area_away(before: int) -> None:
    game = war(ship("r1", "0303"))
    game.edit([{"map": "ships", "key": "r1", "set": {"detected": before}}], "seen")
    give_away(game, "r1")
    assert sighted(game, "r1") == max(before, AREA)


@pytest.mark.reading("nextwar", "nw-18-61")
def test_the_supreme_headquarters_strikes_far_and_supports_nobody() -> None:
    ghq = hq("n-ghq", "0503", "GHQ", 9, flags="supreme")
    game = advanced_battle(ghq, unit("n1", "0504", formation="V"), unit("r1", D))
    choice = Support(Battle(game.board.hex(D), "dprk", "allied", ("n1",), ("r1",)), "dprk")
    for order_ in (Commitment(hqs=("n-ghq",)), Commitment(gas="n-ghq")):
        assert [r.rule for r in choice.against(game, "dprk", order_)] == ["18.3.1"]
    far = firing(
        unit("n-ghq", "0501", "0-2-4", range=8, flags="supreme", **STAFF),
        unit("r1", "0509", at=SEEN), unit("r2", "0609", at=SEEN),
    )  # fmt: skip
    assert rules(far, "dprk", shell("n-ghq", "r1")) == []
    assert rules(far, "dprk", shell("n-ghq", "r2")) == ["18.2.2"]


@pytest.mark.reading("nextwar", "nw-19-61")
@pytest.mark.parametrize(("before", "after"), [(False, False), (True, True)])
def test_who_lands_in_supply_stays_so(before: bool, after: bool) -> None:
    fresh = {"landed": 3, "landing": "airmobile", "oos": before}
    game = field(unit("r1", "0505", at=fresh), board=plain(north=9), **ADVANCED)
    determine(game)
    assert at(game, "r1").oos is after
    old = field(unit("r1", "0505", at={"landed": 2}), board=plain(north=9), **ADVANCED)
    determine(old)
    assert at(old, "r1").oos


@pytest.mark.reading("nextwar", "nw-19-62")
def test_supply_units_are_lost_last_and_pay_the_victor() -> None:
    game = for_stores(
        unit("r1", D, "1-1-4", steps=1), supply={"allied": {"depots": [D], "mobile": [D]}}
    )
    assert fought(game, 0) == "3"
    assert [at(game, n).place for n in ("r1", DEPOT, MOBILE)] == ["eliminated", "aside", "aside"]
    assert side(game, "dprk").supply == 2 + 2


@pytest.mark.reading("nextwar", "nw-19-63")
@pytest.mark.rule("nextwar", "19.7.4")
def test_both_sides_look_before_anybody_surrenders() -> None:
    water = [f"0505-{b} water" for b in ("0604", "0605", "0506", "0405", "0404")]
    game = field(
        unit("n1", "0504", er=4), unit("r1", "0505", er=4), board=plain(sides=water),
        supply={"allied": {"depots": ["0501"]}}, **ADVANCED,
    )  # fmt: skip
    rig(game, 9, 9)
    isolation_phase(game)
    kinds = [event.kind for event in game.events if event.kind in ("isolated", "check")]
    assert kinds == ["isolated", "isolated", "check", "check"]
    assert [where(game, name) for name in ("n1", "r1")] == ["surrendered", "surrendered"]


@pytest.mark.reading("nextwar", "nw-19-64")
def test_who_is_relieved_is_not_tested() -> None:
    game = field(
        unit("r1", "0505", er=1, at={"isolated": True}),
        board=plain(terrain={"0509": "urban"}), **ADVANCED,
    )  # fmt: skip
    isolation_phase(game)
    assert not at(game, "r1").isolated
    assert not told(game, "check")
    assert [facts["unit"] for facts in told(game, "relieved")] == ["r1"]


@pytest.mark.reading("nextwar", "nw-20-61")
def test_as_many_missions_as_markers() -> None:
    band = {"US": {"side": "allied", "markers": 2}}
    bases = [{"hex": h, "kind": "airbase", "owner": "dprk"} for h in ("0502", "0503", "0504")]
    game = phase(unit("n1", "0101"), raiders=band, sites=bases)
    first, _ = (send(game, "raid", f"airbase-{h}") for h in ("0502", "0503"))
    assert rules(game, "allied", order("raid", "airbase-0504")) == ["20.1.1"]
    carry(game, first, 9, 9)  # eliminated
    assert rules(game, "allied", order("raid", "airbase-0504")) == ["20.1.2"]
    assert game.state[BANDS]["US"].strength == 1


@pytest.mark.reading("nextwar", "nw-21-61")
@pytest.mark.parametrize("what", ["headquarters", "artillery", "infantry"])
def test_whoever_stands_beside_an_enemy_is_seen(what: str) -> None:
    arm = {"arm": "artillery"} if what == "artillery" else {}
    game = field(
        unit("n1", "0505", type=what, **arm), unit("r1", "0605"),
        unit("n2", "0501", type=what, **arm),
        board=plain(default="mountain", sides=["0505-0605 water"]), **ADVANCED,
    )  # fmt: skip
    assert [detected(game, "allied", name) for name in ("n1", "n2")] == [True, False]


@pytest.mark.reading("nextwar", "nw-22-61")
def test_aircraft_go_from_ready_into_the_air_and_aborted_ones_home() -> None:
    game = at_air_war(
        wing("n1a", "4-0-0"), wing("n2a", "4-0-0", place="flown"),
        wing("n3a", "4-0-0", place="abort"), wing("u1", "3*-0-0"),
    )  # fmt: skip
    assert rules(game, "dprk", patrol("n2a")) == ["22.6.1-p3"]
    assert rules(game, "dprk", patrol("n3a")) == ["22.6.1-p3"]
    rig(game, 9)
    game.play("dprk", patrol("n1a"))
    game.play("allied", patrol("u1"))
    game.play("dprk", {"do": "break-off", "units": ["n1a"]})
    assert places(game, "n1a", "u1") == ["abort", "superiority"]
    assert (game.state[WAR][NOW].ruler, game.state[WAR][NOW].level) == ("", 0)


@pytest.mark.reading("nextwar", "nw-22-62")
def test_every_engagement_is_fought_and_nobody_engages_again() -> None:
    game = over(wing("n1", "5**-0-0"), wing("u1", "3-0-0"), wing("u2", "3-0-0"))
    duel(game, "n1", "u1", dice=(0,))
    assert shots(game) == [("long range", "n1", "X")]
    assert places(game, "n1", "u1", "u2") == ["superiority", "eliminated", "superiority"]


@pytest.mark.reading("nextwar", "nw-23-61")
def test_helicopters_interdict_any_hex_of_land() -> None:
    game = battlefield(
        helos=(chopper("u9", "0509"),), segment="strike-1-announce", begin={"first": "allied"},
        assets={"dprk": {"detection": 0}},
    )  # fmt: skip
    fly = {"do": "announce-helicopter", "unit": "u9", "target": "interdiction", "hexes": ["0602"]}
    assert rules(game, "allied", fly) == []
    rig(game, 9, 1)  # not seen by the local network; a helicopter takes one: 0 in the first column
    game.play("allied", fly)
    while game.segment.kind.endswith("announce"):
        game.play(game.to_act or "", {"do": "end"})
    struck = told(game, "strike")[-1]
    assert (struck["column"], struck["tally"]["total"]) == ("c1", -1)
    assert hex_status(game, "0602").interdiction == 1


@pytest.mark.reading("nextwar", "nw-23-62")
def test_what_interdiction_costs() -> None:
    marks = {"0504": 1, "0503": 2}
    board = plain(cols=9, rows=9, links=["0505-0504-0503-0502 highway"])
    game = field(
        unit("r1", "0505", "4-4-9"), unit("r2", "0504", "4-4-9"), board=board, **ADVANCED, **SOUTH
    )
    for h, level in marks.items():
        edit(game, "hexes", board.hex(h), interdiction=level)  # type: ignore[arg-type]
    assert go(game, "r1", to="0504 0503 0502") == 1 + 1 + 1 + 2 + 0.5
    assert go(game, "r2", to="0503 0502") == 1 + 1 + 2 + 0.5


@pytest.mark.reading("nextwar", "nw-23-63")
def test_how_many_support_from_the_air() -> None:
    names = [f"u{n}" for n in range(1, 7)]
    game = battlefield(
        *(wing(n, "4-2-2") for n in names[:3]), *(wing(n, "4-0-0", **UP) for n in names[3:]),
        wing("n1a", "2-2-2"), wing("n2a", "2-2-2"),
        helos=[
            *(chopper(n, "0509") for n in ("u7", "u8", "u9")),
            *(chopper(n, "0501") for n in ("n7", "n8")),
        ],
    )  # fmt: skip
    attack, defense = Support(battle_of(game), "allied"), Support(battle_of(game), "dprk")

    def why(who: str, **more: tuple[str, ...]) -> list[str]:
        choice = attack if who == "allied" else defense
        return [r.rule for r in choice.against(game, who, Commitment(**more))]  # type: ignore[arg-type]

    two = ("u1", "u2")
    assert why("allied", aircraft=two, escorts=("u4", "u5"), helicopters=("u7", "u8")) == []
    assert why("allied", aircraft=("u1", "u2", "u3")) == ["23.5-p1"]
    assert why("allied", aircraft=two, escorts=("u4", "u5", "u6")) == ["23.5-p1"]
    assert why("allied", helicopters=("u7", "u8", "u9")) == ["6.5.3"]
    assert why("allied", escorts=("u4",)) == ["23.5-p1"]
    assert why("dprk", aircraft=("n1a", "n2a")) == ["23.5-p1"]
    assert why("dprk", aircraft=("n1a",), helicopters=("n7",)) == []
    assert why("dprk", helicopters=("n7", "n8")) == ["6.5.3"]


@pytest.mark.reading("nextwar", "nw-24-61")
@pytest.mark.parametrize(
    ("ruler", "enemy", "network", "fire"),
    [("dprk", "0507", "normal", True), ("dprk", "0501", "normal", False),
     ("", "0507", "none", False), ("allied", "0507", "none", False)],
)  # fmt: skip
def test_transports_at_home_under_an_enemy_sky(
    ruler: str, enemy: str, network: str, fire: bool
) -> None:
    game = sky(
        unit("n1", enemy), unit("r1", "0909"), board=plain(north=1),
        begin={"ruler": ruler, "level": 1 if ruler else 0}, assets={"dprk": {"sam": 5, "aaa": 3}},
    )  # fmt: skip
    met = regime(game, package(game, "0505", kind="transport", path=("0909", "0505")))
    assert (met.network, met.sam, met.aaa) == (network, fire, fire)


@pytest.mark.reading("nextwar", "nw-24-62")
def test_interceptors_meet_escorts_first() -> None:
    game = sky(
        wings=[
            wing("n1", "4*-0-0", **UP), wing("n2", "4*-0-0", **UP), wing("u1", "4-3-3"),
            wing("u2", "4-0-0", **UP),
        ]
    )  # fmt: skip
    choose = {"do": "engage", "unit": "n2", "enemy": "u1"}
    intercepted(game, mission(game, "allied", "u1", "u2"), "n1 n2", choose, dice=(9,) * 12)
    met = [(facts["unit"], facts["enemy"]) for facts in told(game, "engagement")]
    assert met == [("n1", "u2"), ("n2", "u1")]


@pytest.mark.reading("nextwar", "nw-24-63")
def test_anybody_may_give_up_after_a_round() -> None:
    game = sky(wings=[wing("n1", "4**-0-0", **UP), wing("u1", "4-3-3"), wing("u2", "4-3-3")])
    done = intercepted(
        game, mission(game, "allied", "u1 u2"), "n1", {"do": "engage", "unit": "n1", "enemy": "u1"},
        {"do": "break-off", "units": []}, {"do": "break-off", "units": ["u1", "u2"]}, dice=(9,) * 9,
    )  # fmt: skip
    assert done.package.strikers == ()
    assert places(game, "u1", "u2") == ["abort", "abort"]


@pytest.mark.reading("nextwar", "nw-24-64")
@pytest.mark.parametrize(("die", "left"), [(2, 0), (3, 1), (5, 2)])
def test_local_missiles_take_from_support(die: int, left: int) -> None:
    game = battlefield(helos=(chopper("u9", "0509"),), assets={"dprk": {"detection": 0}})
    ours = Commitment(helicopters=("u9",))
    assert flown(game, ours, Commitment(), 1, die, 9) == (left, 0)


@pytest.mark.reading("nextwar", "nw-24-65")
def test_late_guns_spoil_nothing() -> None:
    game = sky(wings=[wing("u1", "4-2-5")], assets={"dprk": {"aaa": 3}})
    flight = strike(game, "0502", "u1")
    for die, same in ((3, True), (5, True), (1, False)):
        rig(game, die)
        passage = drive(game, depart(game, flight, found(game, flight, "-"), "u1"))
        assert (passage == Passage()) is same
    assert flies(game, "u1").place == "abort"


@pytest.mark.reading("nextwar", "nw-24-66")
def test_who_suppresses_shrugs_off_what_spoils_others() -> None:
    game = sky(
        wings=[wing("u1", "4-3-3"), wing("u2", "(4)-WW-WW")], assets={"dprk": {"sam": 7, "aaa": 3}}
    )
    flight = strike(game, "0502", "u1", suppressors=("u2",))
    assert through(game, flight, "u1", dice=(3, 3)).drm == 1 + 2
    assert through(game, flight, "u2", dice=(3, 3)).drm == 0


@pytest.mark.reading("nextwar", "nw-27-61")
@pytest.mark.rule("nextwar", "27.2.1")
@pytest.mark.parametrize(("holds", "taken"), [(9, True), (0, False)])
def test_an_owner_spoils_his_base_when_it_changes_hands(holds: int, taken: bool) -> None:
    game = field(
        unit("n1", "0505", er=7, sp=2, at={"clearing": True}), unit("r1", "0909"),
        sites=[{"hex": "0505", "kind": "airbase", "owner": "allied"}], **ADVANCED,
    )  # fmt: skip
    edit(game, "hexes", game.board.hex("0505"), clearing="dprk", number=5)  # type: ignore[arg-type]
    rig(game, holds, *((9,) if taken else ()), 0)
    answer(reorganize(game), {"do": "damage-own", "site": "airbase-0505"})
    assert [facts["success"] for facts in told(game, "clearing-operation")] == [taken]
    damage = told(game, "deliberate-damage")[-1]
    assert (damage["side"], damage["result"]) == ("allied", "Destroyed")
    assert damage["tally"]["total"] == (0 if taken else 2)
    assert side(game, "dprk").gained == (2 if taken else 0)
    assert hex_status(game, "0505").control == ("dprk" if taken else "allied")


@pytest.mark.reading("nextwar", "nw-27-62")
@pytest.mark.parametrize(
    ("before", "hit", "after"),
    [(0, 1, 1), (0, 2, 2), (1, 1, 2), (1, 2, None), (2, 1, None), (2, 2, None), (0, 3, None)],
)
def test_how_ships_are_sunk(before: int, hit: int, after: int | None) -> None:
    game = war(ship("r1", SEA1), seas=ruled("allied"), assets={"allied": {"asw": 2}})
    game.edit([{"map": "ships", "key": "r1", "set": {"strike": before}}], "hit")
    answer(strikes.hit_ship(game, "r1", hit, "27.4-p2"))
    found_ = sea.at(game, "r1")
    if after is None:
        assert (found_.place, found_.due) == ("expected", 7)
    else:
        assert (found_.place, found_.strike) == ("box", after)


@pytest.mark.reading("nextwar", "nw-27-63")
@pytest.mark.parametrize(
    ("kind", "hit", "die", "steps", "lift_left"),
    [("airbase", 1, 0, 1, 2), ("airbase", 1, 4, 0, 3), ("airfield", 1, 1, 0, 2),
     ("airbase", 2, 0, 2, 2), ("airfield", 2, 2, 0, 2)],
)  # fmt: skip
def test_what_a_hit_on_a_base_costs(
    kind: str, hit: int, die: int, steps: int, lift_left: int
) -> None:
    game = sky(
        wings=[wing("r1"), wing("r2", place="superiority"), wing("r3", place="abort")],
        extra={"sites": [{"hex": "0505", "kind": kind}], "basing": {
            "ROK": {"side": "allied", "countries": ["ROK"]}}},
        assets={"allied": {"lift": 3}},
    )  # fmt: skip
    answer(hit_site(game, f"{kind}-0505", hit, "27.2"))
    rig(game, die)
    drive(game, roll_now(game, f"{kind}-0505"), *(None,) * steps)
    assert 6 - sum(flies(game, name).steps for name in ("r1", "r2", "r3")) == steps
    assert side(game, "allied").lift == lift_left


@pytest.mark.reading("nextwar", "nw-27-64")
def test_tracks_rise_within_four_points() -> None:
    up = {"do": "raise-track", "track": "sam"}
    game = workshop(points=9, sam=7, detection=9)
    game.play("allied", up)
    game.play("allied", {**up, "track": "detection"})
    assert (side(game, "allied").sam, side(game, "allied").detection) == (8, 10)
    assert side(game, "allied").supply == 5
    assert rules(game, "allied", up) == ["27.9.2"]
    full = workshop(points=9, detection=10, sam=9, aaa=3)
    for track in ("detection", "aaa"):
        assert rules(full, "allied", {**up, "track": track}) == ["27.9.2"]


# ---- what was found on the way


@pytest.mark.reading("nextwar", "nw-18-62")
@pytest.mark.rule("nextwar", "27.10.2", "18.2.5")
def test_a_bank_that_is_held_is_bridged_in_the_enemys_sight() -> None:
    held = building(bridging("n-hq", "0503"), unit("n1", P), unit("r1", Q))
    assert rules(held, "dprk", build()) == []
    rig(held, 6)
    held.play("dprk", build())
    assert told(held, "build-bridge")[-1]["tally"]["total"] == 1
    assert rules(building(bridging("n-hq", "0503"), unit("r1", Q)), "dprk", build()) == ["27.10.2"]


@pytest.mark.reading("nextwar", "nw-27-65")
@pytest.mark.rule("nextwar", "27.7.1")
@pytest.mark.parametrize(("strike_", "refused"), [(1, []), (2, ["27.7.1"])])
def test_no_helicopters_to_or_from_a_base_in_ruins(strike_: int, refused: list[str]) -> None:
    game = air(
        light("r1", "1010"), light("r2", "1005"), sites=[base(), base("1005")], **ADVANCED,
    )  # fmt: skip
    edit(game, "sites", "airbase-1005", strike=strike_)
    assert rules(game, "allied", lift("r1", to="1005")) == refused
    assert rules(game, "allied", lift("r2", to="1207")) == refused
    assert rules(game, "allied", lift("r1", to="1207")) == []


@pytest.mark.reading("nextwar", "nw-27-66")
@pytest.mark.rule("nextwar", "27.1.1")
def test_what_a_broken_depot_keeps() -> None:
    game = field(
        unit("r1", "0909"), segment="first-supply", begin={"first": "allied"},
        supply={"allied": {"depots": ["0505"]}}, assets={"allied": {"supply": 1}}, **ADVANCED,
    )  # fmt: skip
    marks = {"detected": 3, "targeted": 3, "target": 2, "strike": 1}
    edit(game, "units", "allied-supply-1", **marks)
    game.play("allied", {"do": "break-depot", "unit": "allied-supply-1"})
    halves = [
        name for name, one in game.state.maps["units"].items() if one.mobile and one.place == "map"
    ]
    assert len(halves) == 2
    for name in halves:
        one = at(game, name)
        assert (one.detected, one.targeted, one.target, one.strike) == (0, 3, 2, 1)


@pytest.mark.reading("nextwar", "nw-06-61")
@pytest.mark.rule("nextwar", "6.5.1.2", "24.3.2", "22.0", "6.6")
@pytest.mark.parametrize(
    ("dice", "steps", "base_"),
    [((9,), 2, "0502"), ((1, 9, 9), 2, "0502"), ((1, 1), 2, "0509"), ((1, 0, 9), 1, "0502")],
)
def test_a_helicopter_that_changes_bases_is_looked_for(
    dice: tuple[int, ...], steps: int, base_: str
) -> None:
    one = southern("r9", "0509")
    game = sky(
        unit("n1", "0501"), unit("r1", "0909"), board=plain(north=1), segment="init-move",
        begin={"first": "allied"}, wings=[wing("u1")],
        extra={"helicopters": [one["row"]], "bases": {"r9": "0509"},
               "sites": [{"hex": h, "kind": "airfield"} for h in ("0509", "0502", "0609")]},
    )  # fmt: skip
    rig(game, *dice)
    game.play("allied", {"do": "rebase", "unit": "r9", "hex": "0502"})
    assert not told(game, "air-defense")
    assert [facts["network"] for facts in told(game, "detection")] == ["local"]
    helo = game.state[HELOS]["r9"]
    assert (helo.steps, game.board.label(helo.hex), helo.used) == (steps, base_, 2)
    safe = sky(
        unit("n1", "0101"), unit("r1", "0909"), board=plain(north=1), segment="init-move",
        begin={"first": "allied"}, wings=[wing("u1")],
        extra={"helicopters": [one["row"]], "bases": {"r9": "0509"},
               "sites": [{"hex": h, "kind": "airfield"} for h in ("0509", "0609")]},
    )  # fmt: skip
    safe.play("allied", {"do": "rebase", "unit": "r9", "hex": "0609"})
    assert not told(safe, "detection")


@pytest.mark.reading("nextwar", "nw-27-67")
@pytest.mark.rule("nextwar", "27.4.1")
@pytest.mark.parametrize(("other", "box"), [(True, "u9"), (False, "u8")])
def test_marines_of_a_lost_carrier_stay_with_another(other: bool, box: str) -> None:
    planes = [
        wing("u1", aircraft="F/A-18E", box="u8"),
        wing("u2", aircraft="F-35B", box="u8", marine="yes"),
    ]
    ships = [ship("u8", SEA1, "CVN")]
    if other:
        planes.append(wing("u3", aircraft="F/A-18E", box="u9"))
        ships.append(ship("u9", SEA1, "CVN"))
    game = sky(
        board=sea.coast(), ships=[o["row"] for o in ships], fleet=[o["fleet"] for o in ships],
        wings=planes,
    )  # fmt: skip
    drive(game, set_aside(game, "u8", "27.4"), *((None,) if other else ()))
    assert flies(game, "u2").box == box
    assert not told(game, "set-aside")[-1]["units"].count("u2")


@pytest.mark.reading("nextwar", "nw-17-63")
@pytest.mark.rule("nextwar", "17.5", "23.4.1")
@pytest.mark.parametrize(("crowd", "drm"), [(4, 0), (5, -2)])
def test_in_a_crowded_hex_everything_is_easier_to_hit(crowd: int, drm: int) -> None:
    game = war(
        ship("r1", "0303"), units=(unit("n1", "0404", sp=crowd),),
        sites=[{"hex": "0404", "kind": "airbase", "owner": "dprk"}], control={"dprk": ["0404"]},
        segment="strike-1-fire", begin={"first": "allied"},
        board=sea.coast(country={"0404": "DPRK"}),
    )  # fmt: skip
    rig(game, 9)
    game.play("allied", {"do": "bombard", "unit": "r1", "target": "airbase-0404"})
    assert told(game, "strike")[-1]["tally"]["total"] == drm


@pytest.mark.reading("nextwar", "nw-23-64")
@pytest.mark.rule("nextwar", "22.3", "23.6")
@pytest.mark.parametrize(("letters", "refused"), [("M", []), ("S", ["22.3"])])
def test_who_guards_a_mining_mission_must_reach_so_far(letters: str, refused: list[str]) -> None:
    game = sky(
        board=sea.coast(country={f"04{r:02}": "DPRK" for r in range(1, 10)}),
        ships=[ship("n9", sea.SEA2)["row"]],
        fleet=[ship("n9", sea.SEA2)["fleet"]],
        segment="strike-1-announce",
        begin={"first": "allied"},
        wings=[wing("u1", "4-0-0", letters, box="Japan", **UP)],
        extra={"sites": [{"hex": "0404", "kind": "port", "owner": "dprk"}]},
    )
    order_ = {"do": "mine-by-air", "hex": "0404"}
    assert rules(game, "allied", order_) == []
    assert rules(game, "allied", {**order_, "escorts": ["u1"]}) == refused


@pytest.mark.reading("nextwar", "nw-18-63")
@pytest.mark.rule("nextwar", "18.2.2", "23.4.4")
def test_more_than_one_headquarters_interdicts_a_hex() -> None:
    game = firing(
        unit("n1", "0503", "0-1-4", range=4, **STAFF),
        unit("n2", "0603", "0-1-4", range=4, **STAFF),
        unit("r1", TARGET, at=SEEN),
    )
    barrage = ("interdiction", "0506")
    rig(game, 3)
    game.play("dprk", shell("n1", *barrage))
    assert rules(game, "dprk", shell("n2", *barrage)) == []
    assert rules(game, "dprk", shell("n2", "r1")) == []
    rig(game, 1)
    game.play("dprk", shell("n2", *barrage))
    marks = [facts["interdiction"] for facts in told(game, "interdicted")]
    assert marks == [1]
    again = firing(
        unit("n1", "0503", "0-1-4", range=4, **STAFF),
        unit("n2", "0603", "0-1-4", range=4, **STAFF),
        unit("r1", TARGET, at=SEEN),
    )
    again.play("dprk", shell("n1", "r1"))
    assert rules(again, "dprk", shell("n2", "r1")) == ["18.2.2"]


@pytest.mark.reading("nextwar", "nw-27-68")
@pytest.mark.rule("nextwar", "27.3.2")
def test_planes_take_whom_helicopters_leave() -> None:
    game = planes(
        light("r1", "1010", at={"strike": 2}, flags="airborne"),
        sites=[base(), base("1007")],
        **ADVANCED,
    )
    fly_ = {"units": ["r1"], "hex": "1007"}
    found_ = {do: rules(game, "allied", {"do": do, **fly_}) for do in ("fly", "airlift", "drop")}
    assert found_ == {"fly": [], "airlift": ["27.3.2"], "drop": ["27.3.2"]}


@pytest.mark.reading("nextwar", "nw-27-69")
@pytest.mark.rule("nextwar", "27.7.2", "7.3.6")
def test_ships_leave_a_ruined_port_one_to_a_hex() -> None:
    game = war(
        ship("r1", "0403"),
        ship("r2", "0403"),
        ship("r3", "0403"),
        seas=ruled("allied"),
        sites=[{"hex": "0403", "kind": "port"}],
    )
    drive(game, hit_site(game, "port-0403", 3, "27.2"))
    spots = [sea.lies(game, name) for name in ("r1", "r2", "r3")]
    assert len({*spots}) == 3
    assert spots[-1] == IN1


@pytest.mark.reading("nextwar", "nw-23-65")
@pytest.mark.rule("nextwar", "23.6", "17.1.4-2", "17.1.4-4")
@pytest.mark.parametrize(("fleet", "result", "guns"), [(True, "ED", True), (False, "D", False)])
def test_ships_see_who_lays_mines_like_any_other(fleet: bool, result: str, guns: bool) -> None:
    game = war(ship("u9", "0303"), units=(unit("n1", "0901"),))
    flight = package(game, "0303", side="dprk", kind="strike" if fleet else "mining", fleet=fleet)
    met = regime(game, flight)
    assert met.network == "naval"
    pips = [die for die in range(10) if _seen(game, flight, die) != "-"]
    assert _seen(game, flight, pips[-1]) == result
    unseen = Finding(met, "-")
    assert guns_before(game, flight, unseen, "mines") is guns
    assert guns_before(game, flight, Finding(met, "D"), "mines")


def _seen(game: Nw, flight: Package, die: int) -> str:
    rig(game, die)
    return detect(game, flight).result


@pytest.mark.reading("nextwar", "nw-27-70")
@pytest.mark.rule("nextwar", "27.9.3-p1")
@pytest.mark.parametrize(("depot", "refused"), [(None, ["19.5"]), ("0501", [])])
def test_nobody_is_replaced_on_the_emergency_of_his_headquarters(
    depot: str | None, refused: list[str]
) -> None:
    stores = {"allied": {"depots": [depot]}} if depot else {}
    game = field(
        hq("r-hq", "0507", at={"emergency": 3}),
        unit("r1", "0505", formation="V", at={"steps": 1}),
        unit("n1", "0901"),
        segment="basic-reaction-combat",
        begin={"first": "dprk"},
        replacements={"ROK": [9]},
        supply=stores,
        **ADVANCED,
    )
    while game.segment.kind != "second-reinforcement":
        rig(game, *(0,) * 8)
        game.play(game.to_act or "", {"do": "end"})
    assert not at(game, "r1").oos
    assert rules(game, "allied", {"do": "recover", "unit": "r1"}) == refused


@pytest.mark.reading("nextwar", "nw-08-210")
@pytest.mark.rule("nextwar", "8.5.4.3-p3", "24.3.3")
@pytest.mark.parametrize(("sp", "rolls"), [(2, 1), (1, 0)])
def test_who_takes_off_in_an_enemy_zone_is_looked_for(sp: int, rolls: int) -> None:
    game = sky(
        light("r1", "0505"),
        unit("n1", "0504", sp=sp),
        unit("r2", "0909"),
        board=plain(north=1),
        segment="init-move",
        begin={"first": "allied"},
        wings=[wing("u1")],
        extra={"sites": [base("0509")]},
        assets={"allied": {"lift": 3}},
    )
    rig(game, 9)
    game.play("allied", lift("r1", to="0608"))
    seen = told(game, "detection")
    assert [(facts["at"], facts["network"]) for facts in seen] == [("0505", "local")] * rolls
    assert [facts["tally"]["total"] for facts in seen] == [0] * rolls
    assert where(game, "r1") == "0608"
