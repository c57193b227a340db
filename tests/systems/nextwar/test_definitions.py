"""What counters, sites and segments are: the definitions of the Standard Game."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.located import ScenarioError
from grognard.systems.nextwar.air.helos import rating
from grognard.systems.nextwar.pieces.ships import amphibious, berths, kind, warship
from grognard.systems.nextwar.pieces.values import allowance, face
from grognard.systems.nextwar.pieces.zones import excess
from grognard.systems.nextwar.scenario import Nw
from tests.systems.nextwar.air.test_air_points import air_phase, flying, helo
from tests.systems.nextwar.combat.test_combat import A1, A2, D, attack, battle, fought
from tests.systems.nextwar.field import RING, at, field, plain, rig, rules, side, told, unit, where
from tests.systems.nextwar.sea import IN1, at_sea, coast, ruled, ship


@pytest.mark.rule("nextwar", "2.3.4", "2.2-p2", "2.3")
def test_a_counter_says_what_it_is_and_whose() -> None:
    """Example 001 of the rulebook."""
    brigade = unit("u1", "0505", "3-4-4", size="brigade", formation="101")
    division = unit("r1", "0606", "4-4-4", formation="VIII")
    game = field(brigade, division)
    counters = game.scenario.counters
    assert [(counters[n].size, counters[n].formation) for n in ("u1", "r1")] == [
        ("brigade", "101"), ("division", "VIII"),
    ]  # fmt: skip
    shown = face(game, "u1")
    assert (shown.attack, shown.defense, shown.er, shown.sp) == (3, 4, 5, 4)


@pytest.mark.rule("nextwar", "2.3")
def test_the_values_of_a_counter_are_never_negative() -> None:
    with pytest.raises(ScenarioError, match="never negative"):
        field({**unit("r1", "0505"), "row": {**unit("r1", "0505")["row"], "defense": -1}})


@pytest.mark.rule("nextwar", "2.3.1", "2.3.2")
def test_attackers_use_one_strength_and_defenders_the_other() -> None:
    game = battle(unit("n1", A1, "6-1-4"), unit("n2", A2, "3-8-4"), unit("r1", D, "9-3-4"))
    facts = fought(game, 9, units="n1 n2")
    assert (facts["attack"]["total"], facts["defense"]["total"]) == (9, 3)


LEGEND = {
    "leg": (
        "headquarters", "infantry", "motorized infantry", "mountain infantry", "DPRK red guards",
        "DPRK light infantry", "DPRK sniper light infantry", "DPRK military training unit",
        "air assault", "amphibious headquarters", "marines", "amphibious infantry", "airborne",
    ),
    "armor": ("armored", "amphibious armored", "marine armored"),
    "mechanized": (
        "heavy brigade combat team", "Stryker brigade combat team", "armored cavalry",
        "mechanized infantry", "amphibious mechanized infantry", "mechanized marine infantry",
        "airborne mechanized infantry",
    ),
    "artillery": ("artillery", "rocket artillery"),
}  # fmt: skip


@pytest.mark.rule("nextwar", "UIC-types")
@pytest.mark.parametrize(("arm", "type_"), [(a, t) for a, types in LEGEND.items() for t in types])
def test_every_type_of_the_legend_is_of_its_class(arm: str, type_: str) -> None:
    """A motorized unit of a leg type goes by plane like one on foot; others do not."""
    bases = [{"hex": h, "kind": "airbase"} for h in ("0505", "0909")]
    game = field(
        unit("r1", "0505", type=type_, arm=arm, mobility="motorized"), unit("n1", "0101"),
        begin={"first": "allied"}, sites=bases, lift={"allied": {"transport": 9}},
    )  # fmt: skip
    flight = {"do": "fly", "units": ["r1"], "hex": "0909"}
    assert rules(game, "allied", flight) == ([] if arm == "leg" else ["8.5.2"])


@pytest.mark.rule("nextwar", "UIC-types", "UIC-sizes", "UIC-mobility")
@pytest.mark.parametrize("what", ["type", "arm", "size", "mobility"])
def test_what_the_legend_does_not_have_is_on_no_counter(what: str) -> None:
    row = {**unit("r1", "0505")["row"], what: "horse"}
    with pytest.raises(ScenarioError, match="horse"):
        field({"row": row, "hex": "0505", "facts": {}})


@pytest.mark.rule("nextwar", "UIC-sizes")
@pytest.mark.parametrize("size", ["battalion", "regiment", "brigade", "division", "corps", "army"])
def test_only_what_is_smaller_than_a_division_makes_one_up(size: str) -> None:
    staff = unit("u9", None, "0-2-4", type="headquarters", arm="leg", formation="7")
    game = field(*(unit(f"u{n}", "0505", size=size, formation="7") for n in (1, 2, 3)), staff)
    part = size in ("battalion", "regiment", "brigade")
    assert excess(game, game.board.hex("0505")) == (0 if part else 4)


@pytest.mark.rule("nextwar", "UIC-mobility")
@pytest.mark.parametrize(
    ("mobility", "hills"),
    [("leg", 3), ("light", 2), ("airmobile", 2), ("motorized", 4), ("mechanized", 6)],
)
def test_each_class_of_movement_pays_its_own_price(mobility: str, hills: int) -> None:
    board = plain(terrain={"0504": "highland"})
    mover = unit("r1", "0505", "4-4-8", mobility=mobility)
    game = field(mover, board=board, begin={"first": "allied"})
    game.play("allied", {"do": "move", "units": ["r1"], "path": ["0504"]})
    assert at(game, "r1").spent == hills * 12


@pytest.mark.rule("nextwar", "UIC-mobility")
@pytest.mark.parametrize(
    ("mobility", "refused"),
    [
        ("leg", ["8.5.4"]), ("motorized", ["8.5.4"]), ("mechanized", ["8.5.4"]),
        ("light", ["8.5.4.1"]), ("airmobile", []),
    ],
)  # fmt: skip
def test_yellow_on_black_is_carried_and_plain_yellow_flies_by_itself(
    mobility: str, refused: list[str]
) -> None:
    """Without a point of lift only those fly who have helicopters of their own."""
    game = field(
        unit("r1", "0505", "3-3-8", mobility=mobility, sp=1), unit("n1", "0101"),
        sites=[{"hex": "0505", "kind": "airbase"}], begin={"first": "allied"},
    )  # fmt: skip
    assert rules(game, "allied", {"do": "airlift", "units": ["r1"], "hex": "0707"}) == refused


@pytest.mark.rule("nextwar", "UIC-mobility")
@pytest.mark.parametrize("mobility", ["leg", "light", "airmobile", "motorized", "mechanized"])
def test_orange_and_red_go_on_after_a_battle(mobility: str) -> None:
    attackers = [unit("n1", RING[0], "12-4-8", mobility=mobility), unit("n2", RING[0], sp=1)]
    game = field(*attackers, unit("r1", "0505", "1-1-4", steps=1), segment="init-combat")
    rig(game, 0)
    game.play("dprk", {"do": "attack", "units": ["n1", "n2"], "hex": "0505"})
    further: dict[str, Any] = {"do": "advance", "units": ["n1"], "on": {"n1": ["0506"]}}
    rides = mobility in ("motorized", "mechanized")
    assert rules(game, "dprk", further) == ([] if rides else ["9.9.1"])


# ---- which game is played


@pytest.mark.rule("nextwar", "14.0")
def test_the_advanced_game_adds_chapters_to_the_turn() -> None:
    def phases(**options: str) -> set[str]:
        return {
            segment.part.phase or segment.part.title
            for segment in field(  # type: ignore[attr-defined]
                unit("n1", "0101"), options=options
            ).segments
        }

    standard, advanced = phases(), phases(game="advanced")
    assert standard < advanced | standard
    more = {"First Strike Phase", "Second Strike Phase", "Electronic Detection Phase"}
    assert not more & standard
    assert more <= advanced


@pytest.mark.rule("nextwar", "14.0")
@pytest.mark.parametrize(("played", "found"), [("standard", []), ("advanced", ["27.10.2"])])
def test_what_the_advanced_game_replaces_is_played_in_one_game_only(
    played: str, found: list[str]
) -> None:
    """Any unit repairs a bridge, but in the Advanced Game a headquarters with Supply Points."""
    board = plain(sides=["0505-0504 minor_river"], links=["0505-0504 primary"])
    game = field(unit("n1", "0505"), board=board, options={"game": played})
    side_ = game.scenario.ground.side_key(board.hex("0505"), board.hex("0504"))
    game.edit([{"map": "bridges", "key": side_, "set": {"stands": False}}], "blown")
    mend = {"do": "repair-bridge", "unit": "n1", "bridge": ["0505", "0504"]}
    assert rules(game, "dprk", mend) == found


ALTERNATES = {
    "airpower": ("units", "points"), "air-fog": ("off", "on"),
    "free-air-replacements": ("off", "on"), "jettison": ("off", "on"),
    "hq-supply-range": ("off", "on"),
}  # fmt: skip


@pytest.mark.rule("nextwar", "29.0")
@pytest.mark.parametrize("name", [*ALTERNATES])
def test_alternate_rules_are_off_and_each_is_chosen_by_itself(name: str) -> None:
    usual = {key: default for key, (default, _) in ALTERNATES.items()}
    plays = field(unit("n1", "0101"), options={"game": "advanced"}).options
    assert {key: plays[key] for key in usual} == usual
    chosen = {"game": "advanced", name: ALTERNATES[name][1]}
    plays = field(unit("n1", "0101"), options=chosen).options
    assert {key: plays[key] for key in usual} == {**usual, name: ALTERNATES[name][1]}


@pytest.mark.rule("nextwar", "2.3.5", "2.3.7")
def test_movement_and_stacking_are_printed() -> None:
    game = field(unit("r1", "0505", "4-4-6", sp=1.5), unit("r2", "0505", "0-4-0"))
    assert allowance(game, "r1").total == 6
    assert (face(game, "r1").sp, face(game, "r2").sp) == (3, 4)
    move = {"do": "move", "units": ["r2"], "path": ["0504"]}
    south = field(unit("r2", "0505", "0-4-0"), begin={"first": "allied"})
    assert rules(south, "allied", move) == ["2.3.5"]


@pytest.mark.rule("nextwar", "2.3.6")
def test_units_are_set_up_where_the_scenario_says() -> None:
    assert where(field(unit("r1", "0505")), "r1") == "0505"
    with pytest.raises(ScenarioError, match="at sea"):
        at_sea(unit("r1", "0101"), board=coast())
    with pytest.raises(ScenarioError, match="no counter"):
        field(unit("r1", "0505"), setup=[{"hex": "0505", "units": ["r2"]}])


@pytest.mark.rule("nextwar", "2.4.2", "2.4.3", "6.5")
def test_helicopters_have_support_and_range() -> None:
    site = [{"hex": "0505", "kind": "airbase"}]
    game = flying(unit("n1", "0101"), helos=[helo("r8", "0505"), helo("r9", "0505", 1)], sites=site)
    assert (rating(game, "r8"), game.scenario.helicopters["r8"].range) == (2, 12)
    for name in ("r8", "r9"):
        game.edit([{"map": "helicopters", "key": name, "set": {"steps": 1}}], "it was hit")
    assert (rating(game, "r8"), rating(game, "r9")) == (1, 1)


@pytest.mark.rule("nextwar", "2.4.4", "2.4.1", "2.4", "7.3", "7.3.2", "7.2.2")
def test_ships_carry_troops_and_contest_the_sea() -> None:
    aboard = {"place": "aboard", "hex": -1, "where": "u9"}
    game = at_sea(
        unit("u1", "0909", flags="marine", type="marines", sp=1.5, at=aboard),
        ships=[ship("u9", "0303", "AMPH", reverse="yes"), ship("u8", "0305")],
    )  # fmt: skip
    assert [amphibious(game, n) for n in ("u9", "u8")] == [True, False]
    assert [warship(game, n) for n in ("u9", "u8")] == [False, True]
    assert (berths(game, "u9"), game.scenario.ships["u9"].lift) == (8 - 3, 1)
    game.edit([{"map": "units", "key": "u1", "set": {"place": "map", "where": "", "hex": "0909"}}],
              "it has landed")  # fmt: skip
    game.edit([{"map": "ships", "key": "u9", "set": {"flipped": True}}], "turned over")
    assert (kind(game, "u9"), warship(game, "u9")) == ("SAG", True)
    with pytest.raises(ScenarioError, match="amphibious"):
        at_sea(ships=[ship("u8", "0305", capacity=2)])


@pytest.mark.rule("nextwar", "8.3.1", "8.3.1.2", "8.3.1.3", "8.3.1.4", "8.3.1.11")
def test_what_stands_in_a_hex() -> None:
    kinds = ("airbase", "airfield", "port", "city", "town")
    sites = [{"hex": f"040{n}", "kind": kind} for n, kind in enumerate(kinds, 1)]
    game = at_sea(unit("r1", "0909"), board=coast(), sites=sites)
    found = {site.kind: (site.installation, site.flying) for site in game.scenario.sites.values()}
    assert found == {
        "airbase": (True, True), "airfield": (False, True), "port": (True, False),
        "city": (False, False), "town": (False, False),
    }  # fmt: skip
    ground = game.scenario.ground
    assert [ground.land(game.board.hex(h)) for h in ("0303", "0404")] == [False, True]


# ---- air


@pytest.mark.rule("nextwar", "6.2", "6.0")
def test_points_that_are_not_used_are_lost() -> None:
    game = air_phase(3, 2, 1, assets={"dprk": {"air": 30}, "allied": {"air": 30}})
    assert side(game, "dprk").air < 30
    poor = field(unit("n1", A1), unit("r1", D), segment="init-combat",
                 assets={"dprk": {"air": 1}})  # fmt: skip
    poor.play("dprk", attack("n1"))
    assert rules(poor, "dprk", {"do": "support", "air": 2}) == ["6.2"]


@pytest.mark.rule("nextwar", "6.6", "6.6-b1", "6.6-b2", "9.2.5", "9.2", "9.2.6", "9.2.1")
def test_a_battle_goes_step_by_step() -> None:
    site = [{"hex": "0101", "kind": "airbase", "owner": "dprk"}]
    game = flying(
        unit("n1", A1, "8-4-4"), unit("n2", A2), unit("r1", D), helos=[helo("n8", "0101")],
        sites=site, segment="init-combat", assets={"dprk": {"air": 3}},
    )  # fmt: skip
    game.play("dprk", attack("n1"))
    assert rules(game, "dprk", attack("n2")) != []
    rig(game, 9, 9, 2)
    game.play("dprk", {"do": "support", "air": 3, "helicopters": ["n8"]})
    kinds = [e.kind for e in game.events]
    assert kinds.count("air-defense") == 2
    assert {"support", "combat", "step-lost"} <= {*kinds}
    order = [kinds.index(kind) for kind in ("support", "air-defense", "combat", "step-lost")]
    assert order == sorted(order)
    assert told(game, "combat")[-1]["drm"]["total"] == -5


@pytest.mark.rule("nextwar", "9.2.7", "9.7", "9.7.1")
def test_the_defender_loses_first_and_steps_before_ground() -> None:
    game = battle(unit("n1", A1, "6-4-4"), unit("r1", D, "3-4-4"))
    rig(game, 0)
    game.play("dprk", attack("n1"))
    while game.decisions and game.decisions[0].player == "allied":
        game.play("allied", next(iter(game.legal("allied"))))
    lost = [(e.kind, e.facts.get("unit")) for e in game.events if e.kind in
            ("step-lost", "eliminated", "retreat")]  # fmt: skip
    facts = told(game, "combat")[-1]
    assert facts["defender_loses"] >= 1
    assert lost[0] == ("step-lost", "r1")
    if facts["attacker_loses"]:
        assert lost[-1] == ("step-lost", "n1")


@pytest.mark.rule("nextwar", "9.5.4", "9.5")
@pytest.mark.parametrize(("turn", "shift"), [(1, 2), (2, 0)])
def test_surprise_is_for_the_first_turn(turn: int, shift: int) -> None:
    game = battle(unit("n1", A1), unit("r1", D), turn=turn, surprise={"init-combat": 2})
    assert fought(game, 9)["shifts"]["total"] == shift


@pytest.mark.rule("nextwar", "9.6.5", "9.6")
def test_nations_that_are_not_used_to_one_another() -> None:
    def drm(**more: Any) -> int:
        game = field(
            unit("u1", A1, **more), unit("r1", A1), unit("n1", D), segment="init-combat",
            begin={"first": "allied"},
        )  # fmt: skip
        rig(game, 9)
        game.play("allied", attack("u1", "r1"))
        return int(told(game, "combat")[-1]["drm"]["total"])

    assert drm() == 0
    assert drm(nation="JPN") == 1


@pytest.mark.rule("nextwar", "9.9.1-p1", "9.9.1-p2")
def test_vehicles_go_on_by_one_hex_and_not_into_towns_of_stone() -> None:
    def game(**more: Any) -> Nw:
        found = battle(
            unit("n1", A1, "20-4-8", type="mechanized infantry", sp=1), unit("n2", A1, sp=1),
            unit("r1", D, "1-1-4", steps=1), board=more.pop("board", None),
            sites=more.pop("sites", []),
        )  # fmt: skip
        rig(found, 0)
        found.play("dprk", attack("n1", "n2"))
        return found

    def on(name: str, to: str) -> dict[str, Any]:
        return {"do": "advance", "units": [name], "on": {name: [to]}}

    plain_ = game()
    assert rules(plain_, "dprk", on("n1", "0506")) == []
    assert rules(plain_, "dprk", on("n2", "0506")) == ["9.9.1"]
    assert rules(plain_, "dprk", on("n1", "0507")) == ["9.9.1"]
    town = game(sites=[{"hex": "0506", "kind": "city"}])
    assert rules(town, "dprk", on("n1", "0506")) == ["9.9.1"]
    hills = game(board=plain(terrain={"0506": "highland"}))
    assert rules(hills, "dprk", on("n1", "0506")) == ["9.9.1"]
    road = game(board=plain(terrain={"0506": "highland"}, links=[f"{D}-0506 primary"]))
    assert rules(road, "dprk", on("n1", "0506")) == []


@pytest.mark.rule("nextwar", "8.3.4.1")
def test_in_the_standard_game_only_ground_units_blow_bridges() -> None:
    bridge = plain(sides=["0505-0504 minor_river"], links=["0505-0504 primary"], north=9)
    near = flying(
        unit("n1", "0505"), unit("r1", "0909"), board=bridge, helos=[helo("n8", "0505")],
        sites=[{"hex": "0505", "kind": "airbase", "owner": "dprk"}],
    )  # fmt: skip
    blown = {n: {"do": "demolish", "unit": n, "bridge": ["0505", "0504"]} for n in ("n1", "n8")}
    assert {n: rules(near, "dprk", blow) for n, blow in blown.items()} == {
        "n1": [], "n8": ["8.3.4.1.2"],
    }  # fmt: skip
    board = plain(sides=["0505-0504 minor_river"], links=["0505-0504 primary"])
    game = field(unit("n1", "0505"), unit("r1", "0909"), board=board)
    done = {one["do"] for one in game.legal("dprk")}
    assert "demolish" in done
    away = field(unit("n1", "0701"), unit("r1", "0909"), board=board)
    assert "demolish" not in {one["do"] for one in away.legal("dprk")}


@pytest.mark.rule("nextwar", "8.5")
def test_units_move_by_land_by_air_and_by_sea() -> None:
    afloat = {"place": "aboard", "hex": -1, "where": "u9"}
    game = at_sea(
        unit("r1", "0505"), unit("r2", "0808"), unit("r3", "0808", type="airborne", arm="leg",
        flags="airborne", sp=1), unit("r4", "0808", mobility="light", sp=1), unit("r5", "0401"),
        unit("u1", "0909", type="marines", flags="marine anchor", sp=1, at=afloat),
        unit("n1", "0901"), ships=[ship("u9", IN1, "AMPH")], begin={"first": "allied"},
        sites=[*({"hex": h, "kind": "airbase"} for h in ("0808", "0606")),
               *({"hex": h, "kind": "port"} for h in ("0401", "0407"))],
        seas={**ruled("allied"), "transport": {"allied": 9}}, assets={"allied": {"lift": 5}},
        lift={"allied": {"transport": 9, "airborne": 9}},
    )  # fmt: skip
    orders = {
        "r1": {"do": "move", "units": ["r1"], "path": ["0506"]},
        "r2": {"do": "fly", "units": ["r2"], "hex": "0606"},
        "r3": {"do": "drop", "units": ["r3"], "hex": "0708"},
        "r4": {"do": "airlift", "units": ["r4"], "hex": "0905"},
        "r5": {"do": "transport", "unit": "r5", "hex": "0407"},
    }
    assert [rules(game, "allied", order) for order in orders.values()] == [[]] * 5
    for name in ("r1", "r2", "r4", "r5"):
        game.play("allied", orders[name])
    assert {name: where(game, name) for name in ("r1", "r2", "r4", "r5")} == {
        "r1": "0506", "r2": "0606", "r4": "0905", "r5": "0407",
    }  # fmt: skip
    game.play("allied", {"do": "sail", "units": ["u9"], "path": ["0303"]})
    game.play("allied", {"do": "end"})
    ashore = {"do": "land", "units": ["u1"], "hex": "0403"}
    assert rules(game, "allied", ashore) == []


@pytest.mark.rule("nextwar", "8.5", "8.0", "9.0")
def test_ways_to_move_are_offered_in_movement_and_attacks_in_combat() -> None:
    def verbs(segment: str) -> set[str]:
        game = field(unit("n1", "0505"), unit("r1", "0909"), segment=segment)
        return {verb.do for verb in game.segment.part.verbs}  # type: ignore[attr-defined]

    flying_ = {"airlift", "go-in", "fly", "drop", "marine-lift"}
    assert {"move", "sail", "transport"} | flying_ <= verbs("init-move")
    assert not {"airlift", "marine-lift"} & verbs("elite-reaction-move")
    assert "move" in verbs("elite-reaction-move")
    assert "attack" in verbs("init-combat")
    assert not {"move", "airlift"} & verbs("init-combat")


@pytest.mark.rule("nextwar", "9.8")
def test_a_retreat_moves_the_defender_only() -> None:
    game = battle(unit("n1", A1, "8-4-4"), unit("r1", D, "3-4-4"))
    fought(game, 2)
    while game.decisions and game.decisions[0].player == "allied":
        game.play("allied", next(iter(game.legal("allied"))))
    there = game.board.hex(where(game, "r1"))
    assert game.board.distance(there, game.board.hex(D)) == 2
    assert where(game, "n1") == D
