"""The sequence of play, its joint phases and player turns, as another second reader reads them.
[3.1] [3.2] [3.3]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.air.tracks import grounded
from grognard.systems.goss.ending.standing import met
from grognard.systems.goss.fire.shifts import shake
from grognard.systems.goss.logistics.stock import army_of
from grognard.systems.goss.logistics.support import adv_of
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.sequence import TURN
from grognard.systems.goss.status import ARMIES, LEADERS, SIDES
from grognard.systems.goss.turn import phases
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.units import UNITS
from tests.systems.goss.arrivals.depot import give as give_points
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit, where
from tests.systems.goss.flights import asked, give, track, until
from tests.systems.goss.logistics.staffs import army
from tests.systems.goss.supply.land import SWAMP, settle
from tests.systems.goss.works.site import bridge_of, hex_of, next_turn

END = {"do": "end"}
JOINT = {
    phases.AIR_PHASE: "air", phases.WEATHER_PHASE: "weather", phases.COMMAND_PHASE: "command",
    phases.LOGISTICS_PHASE: "logistics", phases.FUEL_PHASE: "fuel",
}  # fmt: skip
AIR_SEGMENTS = {
    phases.AIR_COUNT, phases.AIR_ALLOCATION, phases.FLAK_RETURN, phases.FLAK_WITHDRAWAL
}  # fmt: skip


def field(**more: Any) -> Gs:
    return position(unit("g1", (3, 0)), unit("u1", (-3, 0)), **more)


def kinds(game: Gs, phase: str = "", side: str = "") -> list[str]:
    """The segments of this GT, of a phase or of a side's player turn if it is said."""
    parts = [part for part in TURN.parts if TURN.occurs(game, part)]
    return [
        part.kind
        for part in parts
        if phase in ("", part.phase) and side in ("", part.cast.get("active"))
    ]


def march(name: str, *path: tuple[int, int]) -> dict[str, Any]:
    return {"do": "move", "units": [name], "path": [at(q, r) for q, r in path]}


@pytest.mark.reading("goss", "goss2-03-01")
@pytest.mark.rule("goss", "3.0", "3.2.1", "3.3.0", "3.3.1", "3.3.1b", "3.3.1e", "3.3.3", "3.3.4")
def test_a_campaign_day() -> None:
    def run(turn: str) -> tuple[list[str], list[str], bool]:
        game = field(turn=turn)
        parts = [part for part in TURN.parts if TURN.occurs(game, part)]
        joint = dict.fromkeys(JOINT[part.phase] for part in parts if part.phase in JOINT)
        turns = dict.fromkeys(part.cast["active"] for part in parts if part.cast)
        return [*joint], [*turns], phases.INTERDICTION in kinds(game)

    both = ["allied", "axis"]
    every = ["air", "weather", "command", "logistics", "fuel"]
    assert run("AM") == (every, both, True)
    assert run("PM") == (["weather", "fuel"], both, True)
    assert run("Night") == (["weather", "fuel"], both, False)

    game = position(
        unit("g1", (3, 0)), unit("u1", (2, 0)), side="allied", segment="moves", turn=2,
        turns=["16 AM", "16 PM", "16 Night"], options={"ena": "off"},
        victory={"sudden": [{"side": "allied", "title": "at once", "hold": at(1, 0)}]},
    )  # fmt: skip
    (end,) = game.scenario.terms.sudden
    game.play("allied", march("u1", (1, 0), (1, 1)))
    assert met(game, end), "the Allied Player Turn is not the end of it"
    pass_to(game, "moves", "axis")
    game.play("axis", march("g1", (3, -1), (2, -1), (1, 0)))
    assert not met(game, end)
    while game.turn == 2:
        game.play(game.open_asks()[0].player, END)
    assert not game.over, "it is judged when the Axis Player Turn has closed the game turn"
    assert (game.turn, period(game)) == (3, "Night")
    while not game.over:
        assert game.turn == 3
        game.play(game.open_asks()[0].player, END)


@pytest.mark.reading("goss", "goss2-03-02")
@pytest.mark.rule("goss", "3.3.1a", "3.3.1a-1", "3.3.1a-2", "3.3.1a-3", "3.3.1a-4")
def test_air_points_and_flak_once_a_day_in_their_order() -> None:
    def morning() -> Gs:
        game = position(
            unit("garmy", (6, 0), "hq:army", army="Fifth"), unit("gf", (4, 0), "flak"),
            unit("gg", (4, 1), "flak"), unit("g1", (3, 0)), unit("u1", (-3, 0)),
            armies={"Fifth": {"side": "axis", "adv": 4}}, segment=phases.FLAK_WITHDRAWAL, turn=1,
            air={"axis": {"ap": 10}, "allied": {"ap": 4}}, options={"ena": "off"},
        )  # fmt: skip
        game.play("axis", {"do": "withdraw-flak", "unit": "gf"})
        until(game, phases.AIR_ALLOCATION)
        assert game.turn == 4
        return game

    back, off = {"do": "recall-flak", "unit": "gf"}, {"do": "withdraw-flak", "unit": "gg"}
    game = morning()
    assert (game.state[SIDES]["axis"].ap, game.state[SIDES]["allied"].ap) == (10, 4)
    game.play("axis", {"do": "allocate-air", "gs": 10})
    assert rules(game, "axis", back) != [], "and not before the points are allocated"
    until(game, phases.FLAK_WITHDRAWAL)
    game.play("axis", off)
    assert rules(game, "axis", back) != [], "the return comes before the withdrawal"
    assert "gf" not in on_map(game, "axis"), "off the map it fires at nobody"
    afternoon = field(turn="PM")
    assert not AIR_SEGMENTS & {*kinds(afternoon)}
    until(game, phases.MODES, turn=5)
    assert rules(game, "axis", {"do": "allocate-air", "gs": 5, "gi": 5}) != []
    assert rules(game, "axis", {**off, "unit": "g1"}) != []
    assert track(game, "axis").gs == 10, "what was left in the AM is there in the PM"
    afresh = morning()
    until(afresh, phases.FLAK_RETURN)
    afresh.play("axis", back)
    until(afresh, phases.FLAK_WITHDRAWAL)
    assert rules(afresh, "axis", {**off, "unit": "gf"}) != [], "it is on its way, not on the map"
    assert rules(afresh, "axis", off) == []


COMMAND_SEGMENTS = [
    phases.REST_TURNS, phases.COMMAND, phases.NAVAL, phases.LULLS, phases.LEADERS,
    phases.SURRENDER,
]  # fmt: skip


@pytest.mark.reading("goss", "goss2-03-03")
@pytest.mark.rule(
    "goss", "3.3.1c", "3.3.1c-rest", "3.3.1c-command", "3.3.1c-naval", "3.3.1c-lull",
    "3.3.1c-ldr", "3.3.1c-surrender",
)  # fmt: skip
def test_the_segments_of_the_joint_command_phase_close_for_good() -> None:
    own = {"formation": "1 Div", "corps": "C", "army": "A"}
    surrounded = [
        unit(f"g{n}", hex)
        for n, hex in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)])
    ]

    def morning(segment: str, **more: Any) -> Gs:
        return position(
            unit("uC", (-10, 0), "hq:corps", corps="C", army="A"),
            unit("uD", (-6, 0), "hq:div", **own), unit("uE", (-6, 4), "hq:div", formation="2 Div"),
            unit("u1", (0, 0), pr="6/6", supply="OoS", isolated=True, **own),
            unit("u2", (-5, 0), **own), *surrounded, segment=segment,
            leaders=[{"id": "l1", "side": "allied", "name": "R", "hq": "uD", "number": 6}],
            rest={"axis": "Night"}, options={"ena": "off"},
            armies={"A": {"side": "allied", "adv": 4}}, **more,
        )  # fmt: skip

    game = morning("lulls")
    assert list(dict.fromkeys(kinds(game, phases.COMMAND_PHASE))) == COMMAND_SEGMENTS
    assert rules(game, "axis", {"do": "rest", "period": "AM"}) != []
    leaders = morning("leaders")
    attach = {"do": "attach", "units": ["u2"], "hq": "uE"}
    assert rules(morning("command"), "allied", attach) == []
    assert rules(leaders, "allied", attach) != []
    assert all(phases.NAVAL not in kinds(field(turn=turn)) for turn in ("PM", "Night"))

    def survives(awake: bool) -> bool:
        game = morning("leaders")
        h = game.board.hex(at(0, 0))
        leader = replace(game.state[LEADERS]["l1"], hex=h, at_hq=False, rides=False, active=awake)
        game.put(LEADERS, "l1", leader)
        rig(game, 6)
        while game.segment.kind in COMMAND_SEGMENTS:
            game.play(game.open_asks()[0].player, END)
        return now(game, "u1").place == "map"

    assert survives(awake=True), "6 - 1 is below 6"
    assert not survives(awake=False)


@pytest.mark.reading("goss", "goss2-03-04")
@pytest.mark.rule(
    "goss", "3.3.1d", "3.3.1d-tp", "3.3.1d-si", "3.3.1d-ammo", "3.3.1d-fuel", "3.3.1d-depot"
)
def test_the_segments_of_the_joint_logistics_phase() -> None:
    def logistics(segment: str) -> Gs:
        stock = {"tp": 10, "fp": 20, "depots": [at(5, 0)]}
        return army("g", {"C": ["1!"]}, segment, track=stock, terrain={(0, -10): "town"})

    game = logistics("trucks")
    assert kinds(game, phases.LOGISTICS_PHASE) == [
        phases.TRUCKS, phases.SUPPLY_INTERDICTION, phases.AMMUNITION, phases.FUEL_DELIVERY,
        phases.FUEL, phases.DEPOTS, phases.REPLACEMENT_POINTS,
    ]  # fmt: skip
    split = {"do": "trucks", "army": "A", "ammo": 5, "fuel": 5, "motor": 0}
    fuel = {"do": "fuel", "hqs": ["gC-1"], "fuel": "normal"}
    game.play("axis", split)
    assert rules(game, "axis", fuel) != []
    until(game, phases.AMMUNITION)
    game.put(ARMIES, "A", replace(army_of(game, "A"), lost_ammo=2))
    assert rules(game, "axis", {**split, "ammo": 7, "fuel": 3}) != []
    assert rules(game, "axis", fuel) != [], "fuel is delivered first"
    depot = {"do": "move-depot", "depot": "A 1"}
    assert rules(game, "axis", depot) != [], "depots come after ammunition"
    assert rules(logistics("depots"), "axis", depot) == []
    until(game, phases.FUEL)
    assert rules(game, "axis", fuel) == []
    guns = unit("ga", (2, 2), "art", formation="C 1", corps="C", army="A", battery=True)
    day = army("g", {"C": ["1"]}, "fuel-values", guns, headquarters={"gC": {"adv": 4}})
    found = []
    for turn in (4, 5, 6):
        until(day, phases.MODES, turn=turn)
        found.append((day.turn, adv_of(day, "ga")))
        assert phases.AMMUNITION not in kinds(day) or turn == 4
    assert found == [(4, 4), (5, 4), (6, 4)]


@pytest.mark.reading("goss", "goss2-03-05")
@pytest.mark.rule(
    "goss", "3.3.2", "3.3.2a", "3.3.2b", "3.3.2b-1", "3.3.2b-2", "3.3.2b-3", "3.3.2b-demo"
)
def test_a_bridge_of_three_game_turns_and_a_position() -> None:
    def field(segment: str) -> Gs:
        return position(
            unit("g1", (0, 0), "eng"), unit("g2", (5, 0)), unit("g3", (5, 0), "eng"),
            unit("g4", (3, 3), "eng"), unit("u1", (9, 1)), segment=segment, turn=1,
            water={"river": [((0, 0), (1, 0)), ((3, 3), (4, 3))]},
            roads={"trail": [[(3, 3), (4, 3)]]}, options={"ena": "off"},
        )  # fmt: skip

    game = field("construction")
    game.play("axis", {"do": "bridge", "units": ["g1"], "hex": at(1, 0)})
    first = bridge_of(game, (0, 0), (1, 0))
    assert first is not None
    assert (first.stands, told(game, "bridging")[0]["turns"]) == (False, 3)
    charge = {"do": "demolish", "units": ["g4"], "hex": at(4, 3)}
    assert rules(game, "axis", charge) != [], "demolition follows construction"
    assert rules(field("demolition"), "axis", charge) == []
    game.play("axis", {"do": "dig", "units": ["g2"], "work": "IP"})
    stands = []
    for _ in range(3):
        next_turn(game, "construction")
        found = bridge_of(game, (0, 0), (1, 0))
        assert found is not None
        stands.append((game.turn, found.stands))
        if game.turn == 2:
            assert hex_of(game, 5, 0).work == "IP"
            deeper = {"do": "dig", "units": ["g2", "g3"], "work": "ET-2"}
            assert rules(game, "axis", deeper) == [], "flipped first, and then dug deeper"
    assert stands == [(2, False), (3, False), (4, True)], "usable in the AM of the second day"
    pass_to(game, "construction", "allied")
    assert rules(game, "axis", {"do": "dig", "units": ["g2"], "work": "IP"}) != []


@pytest.mark.reading("goss", "goss2-03-06")
@pytest.mark.rule("goss", "3.3.2c", "3.3.2c-cr", "3.3.2c-1", "3.3.2c-quick")
def test_a_movement_phase_from_reserves_to_quick_works() -> None:
    game = position(
        unit("ua", (0, 0), cr=True), unit("ub", (0, 3)), unit("uk", (0, 5), cr=True),
        unit("ux", (3, 0), "motinf", mode="Exploit"), unit("um", (3, 3), "motinf", mode="MR"),
        unit("u1", (-3, 0), "eng"), unit("u2", (-3, 0), "eng"), unit("u9", None, "motinf", due=4),
        unit("g1", (10, 0)), side="allied", segment="construction",
        reinforcements=[{"turn": 4, "entry": [at(-12, 0)], "units": ["u9"], "group": "column"}],
    )  # fmt: skip
    game.play("allied", {"do": "dig", "units": ["u1", "u2"], "work": "IP"})
    pass_to(game, "combat-reserves", "allied")
    mark = {"do": "combat-reserve", "units": ["ub"]}
    assert rules(game, "allied", mark) == []
    game.play("allied", {"do": "combat-reserve", "units": ["ua"], "off": True})
    arrive = {"do": "arrive", "units": ["u9"], "hex": at(-12, 0)}
    assert rules(game, "allied", arrive) != []
    pass_to(game, "entry", "allied")
    assert rules(game, "allied", arrive) == []
    assert [*dict.fromkeys(kinds(game, phases.MOVEMENT_PHASE))] == [
        phases.COMBAT_RESERVES, phases.ENTRY, phases.STRAT_MOVES, phases.COUPS, phases.ROAD_MOVES,
        phases.MOVES, phases.PA_MOVES, phases.COMMAND_STATUS, phases.QUICK_CONSTRUCTION,
    ]  # fmt: skip
    pass_to(game, "moves", "allied")
    game.play("allied", march("ua", (1, 0)))
    assert where(game, "ua") == at(1, 0)
    assert rules(game, "allied", mark) != []
    assert rules(game, "allied", arrive) != [], "who comes is placed before Strat movement"
    barred = position(
        unit("uk", (0, 5), cr=True), unit("g1", (10, 0)), side="allied",
        options={"reserve-moves": "barred"},
    )  # fmt: skip
    assert rules(barred, "allied", march("uk", (1, 5))) == ["3.3.2c"]
    game.play("allied", march("uk", (1, 5)))
    assert not now(game, "uk").cr, "by 5.8.0 its marker comes off"
    assert rules(game, "allied", march("ux", (4, 0))) != []
    assert rules(game, "allied", march("um", (4, 3))) != []
    assert hex_of(game, -3, 0).work == ""
    while game.segment.kind in (*phases.MOVEMENT, phases.COMMAND_STATUS):
        game.play(game.open_asks()[0].player, END)
    assert hex_of(game, -3, 0).work == "IP"
    order = kinds(game, side="allied")
    assert order.index(phases.QUICK_CONSTRUCTION) < order.index(phases.INACTIVE_MOVES)


RIDE = {"formation": "2 Pz", "regiment": "A"}
REST = {"formation": "2 Pz", "regiment": "B"}


def exploiters(segment: str, side: str = "allied") -> Gs:
    """An Axis regiment that exploits, one in reserve, an Allied battalion with aircraft."""
    game = position(
        unit("ghq", (6, 3), "hq:div", formation="2 Pz", traits="mech formation"),
        unit("g1", (5, 0), "motinf", mode="Exploit", **RIDE),
        unit("g2", (6, 1), "motinf", mode="MR", **REST), unit("u1", (-3, 0), formation="1"),
        unit("u2", (-6, 2), "motinf", mode="Exploit", formation="1"), unit("g9", (0, 3)),
        segment=segment, side=side, special={"air-observation": ["allied", "axis"]},
        roads={"secondary": [[(q, 0) for q in range(-2, 8)]]},
    )  # fmt: skip
    give(game, "allied", gs=6)
    give(game, "axis", gs=6)
    return game


@pytest.mark.reading("goss", "goss2-03-07")
@pytest.mark.rule("goss", "3.3.2d", "3.3.2d-react", "3.3.2f")
def test_exploit_phases_of_both_players() -> None:
    release = {"do": "release", "hq": "ghq", "regiment": "B"}
    game = exploiters("inactive-road")
    assert game.to_act == "axis"
    game.play("axis", march("g1", (4, 0)))
    assert rules(game, "axis", release) != []
    game = exploiters("inactive-release")
    game.play("axis", release)
    assert now(game, "g2").mode == "Exploit"
    until(game, phases.INACTIVE_ROAD)
    game.play("axis", march("g1", (4, 0), (3, 0)))
    assert asked(game) == ("allied", "hunt"), "the active side flies against who moves"
    game.play("allied", {"do": "hunt"})
    until(game, phases.INACTIVE_MOVES)
    game.play("axis", march("g2", (6, 2)))
    assert where(game, "g2") == at(6, 2)
    order = [*dict.fromkeys(kinds(game, side="allied"))]
    later = order.index(phases.ADJUSTMENT)
    assert order.index(phases.INACTIVE_ROAD) < order.index(phases.INACTIVE_MOVES) < later
    assert order.index(phases.ASSAULTS) < order.index(phases.ACTIVE_RELEASE)
    assert order.index(phases.INACTIVE_RELEASE) < order.index(phases.INACTIVE_COUPS)
    game = exploiters("inactive-moves")
    game.play("axis", march("g1", (5, 1)))
    assert game.segment.kind == phases.INACTIVE_MOVES
    assert rules(game, "axis", march("g1", (5, 0), (4, 0), (3, 0), (2, 0))) != [], "2 MP a hex now"
    active = exploiters("active-moves")
    assert active.to_act == "allied"
    assert rules(active, "axis", march("g1", (5, 1))) != []
    active.play("allied", march("u2", (-5, 2), (-4, 2)))
    assert asked(active)[0] == "axis", "and the Axis may interrupt"


@pytest.mark.reading("goss", "goss2-03-08")
@pytest.mark.rule(
    "goss", "3.3.2e", "3.3.2e-ta", "3.3.2e-rep", "3.3.2e-fs1", "3.3.2e-fs2", "3.3.2e-fs3",
    "3.3.2e-asa", "3.3.2e-ga", "3.3.2e-asrem",
)  # fmt: skip
def test_a_combat_phase_in_its_order() -> None:
    own = {"formation": "1 Div", "corps": "VII", "army": "First"}
    theirs = {"formation": "2 Pz", "corps": "X", "army": "Fifth"}
    guns = {"battery": True, "barrage": 8, "range": 9}

    def phase(segment: str) -> Gs:
        game = position(
            unit("u1", (0, 1), left=1, **own), unit("u2", (1, 0), **own),
            unit("uh", (-3, 3), "hq:div", **own), unit("ua", (-2, 2), "art", **guns, **own),
            unit("g1", (0, 0), **theirs), unit("gh", (3, -3), "hq:div", **theirs),
            unit("ga", (3, -2), "art", **guns, **theirs), terrain={(0, 1): "village"},
            side="allied", segment=segment,
        )  # fmt: skip
        give_points(game, "allied", inf=9, arm=9)
        give(game, "allied", gs=6)
        return game

    designate = {"do": "designate", "units": ["u1"]}
    replenish = {"do": "replace", "unit": "u1"}
    game = phase("designation")
    game.play("allied", designate)
    pass_to(game, "replacements", "allied")
    assert "22.5.1" in rules(game, "allied", replenish)
    game = phase("replacements")
    game.play("allied", replenish)
    assert now(game, "u1").steps == 2
    assert rules(game, "allied", designate) != []
    fire = {"do": "barrage", "hex": at(0, 1), "guns": {"ga": 8}, "spotter": "g1"}
    back = {"do": "barrage", "hex": at(0, 0), "guns": {"ua": 8}, "spotter": "u1"}
    air = phase("air-support")
    assert air.to_act == "allied"
    assert rules(air, "axis", fire) != []
    assert rules(phase("defensive-fire"), "axis", fire) == []
    assert rules(phase("defensive-fire"), "allied", back) != []
    assert rules(phase("offensive-fire"), "allied", back) == []
    late = phase("adjustment")
    assert rules(late, "allied", designate) != []
    assert kinds(late, phases.COMBAT_PHASE, "allied") == [
        phases.DESIGNATION, phases.REPLACEMENTS, phases.AIR_SUPPORT, phases.DEFENSIVE_FIRE,
        phases.DEFENSIVE_AIR, phases.OFFENSIVE_FIRE, phases.OFFENSIVE_NAVAL, phases.ADJUSTMENT,
        phases.ASSAULTS, phases.SHIFT_REMOVAL,
    ]  # fmt: skip
    struck = phase("assaults")
    struck.put(UNITS, "u2", replace(now(struck, "u2"), ta=True))
    shake(struck, ("g1", "u1"), 1)
    assert any("11.6.1" in rule or rule.startswith("13.7") for rule in clash(struck, ["u2"]).right)
    assert now(struck, "g1").shifts == 1
    struck.put(UNITS, "u2", replace(now(struck, "u2"), ta=False))
    struck.play("allied", END)
    while struck.segment.kind == phases.ASSAULTS:
        struck.play(struck.open_asks()[0].player, END)
    assert [now(struck, n).shifts for n in ("g1", "u1")] == [0, 0], "gone from both sides"


GUNS = {"formation": "C 1", "corps": "C", "army": "A", "depleted": True, "battery": True}


@pytest.mark.reading("goss", "goss2-03-09")
@pytest.mark.rule(
    "goss", "3.3.2g-air", "3.3.2g-supply", "3.3.2g-ammo1", "3.3.2g-ammo2", "3.3.2g-ammo3",
    "3.3.2g-fatigue",
)  # fmt: skip
def test_an_administrative_phase() -> None:
    guns = [unit(f"ga{n}", (n, 2), "art", **GUNS) for n in range(4)]
    allied = {"formation": "V 1", "corps": "V", "army": "B", "depleted": True, "battery": True}
    foes = [
        unit("uarmy", (0, 12), "hq:army", army="B"),
        unit("uV", (1, 11), "hq:corps", corps="V", army="B"),
        unit("uV-1", (1, 9), "hq:div", formation="V 1", corps="V", army="B"),
        *(unit(f"ua{n}", (n, 7), "art", **allied) for n in range(2)),
        unit("u1", (-3, 9), formation="V 1", corps="V", army="B", fatigue=1),
        unit("g1", (-3, 0), formation="C 1", corps="C", army="A", fatigue=1),
    ]  # fmt: skip
    other = {"B": {"side": "allied", "adv": 3, "amp": 1}}
    heads = {"gC": {"adv": 3}, "uV": {"adv": 3}}

    def phase(segment: str) -> Gs:
        return army(
            "g", {"C": ["1"]}, segment, *guns, *foes, track={"amp": 1}, others=other,
            headquarters=heads,
        )  # fmt: skip

    late = phase("ammo-rolls")
    late.play("axis", {"do": "roll-ammunition", "unit": "ga0"})
    assert rules(late, "axis", {"do": "replenish", "units": ["ga1"]}) != []
    game = phase("ammo-points")
    game.play("axis", {"do": "replenish", "units": ["ga0", "ga1", "ga2"]})
    assert army_of(game, "A").amp == 0
    game.play("axis", END)
    assert game.segment.kind == phases.AMMO_ROLLS
    rig(game, 3)
    game.play("axis", {"do": "roll-ammunition", "unit": "ga3"})
    assert not any(now(game, f"ga{n}").depleted for n in range(4)), "3 is not above 3"
    until(game, phases.ENEMY_AMMO)
    assert game.to_act == "allied"
    assert rules(game, "allied", {"do": "roll-ammunition", "unit": "ua0"}) != []
    game.play("allied", {"do": "replenish", "units": ["ua0", "ua1"]})
    assert army_of(game, "B").amp == 0
    assert not any(now(game, f"ua{n}").depleted for n in range(2))
    until(game, phases.MODES, turn=5)
    assert (now(game, "g1").fatigue, now(game, "u1").fatigue) == (0, 1), "the active side's only"
    assert phases.AIR_SUPPLY not in kinds(field(turn="Night"))
    assert phases.AIR_SUPPLY in kinds(field(turn="PM"))


@pytest.mark.reading("goss", "goss2-03-09")
@pytest.mark.rule("goss", "3.3.2g-supply")
def test_headquarters_are_settled_before_their_units() -> None:
    chain = {"formation": "1 Div", "corps": "C", "army": "A"}
    game = position(
        unit("gA", (0, -10), "hq:army", army="A"),
        unit("gC", (1, -9), "hq:corps", corps="C", army="A"),
        unit("gh", (0, 8), "hq:div", supply="OhS", **chain), unit("g1", (1, 8), **chain),
        unit("u1", (11, -11)), segment="air-supply", side="axis", headquarters={"gh": {"ohs": 0}},
        armies={"A": {"side": "axis", "adv": 3, "pss": [at(0, -12)]}},
        terrain={hex: "swamp" for hex in SWAMP if hex[1] + hex[0] // 2 >= 5},
    )  # fmt: skip
    settle(game, "axis", False)
    assert now(game, "gh").supply == "OoS"
    assert now(game, "g1").supply == "OhS", "that headquarters supplies nobody any more"


@pytest.mark.reading("goss", "goss2-03-10")
@pytest.mark.rule("goss", "3.1.0", "1.1.0")
def test_a_scenario_with_a_first_turn_and_rules_of_its_own() -> None:
    game = field(turn=1, segment="modes", sequence={"turns": {"16 AM": ["allied", "axis modes"]}})
    first = kinds(game)
    assert phases.MODES not in first
    assert first.count(phases.ASSAULTS) == 1
    later = kinds(field(turn=2, sequence={"turns": {"16 AM": ["allied", "axis modes"]}}))
    assert (later.count(phases.MODES), later.count(phases.ASSAULTS)) == (2, 2)
    leave = {"special": {"night-flying": ["axis"]}}
    nights = [grounded(field(turn="Night", **more), "axis") is None for more in (leave, {})]
    assert nights == [True, False]
