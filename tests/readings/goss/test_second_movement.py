"""Movement, as another reader reads it. [7.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.assault.advance import reach as pursuit_reach
from grognard.systems.goss.fire.modifiers import armor_modifiers, target
from grognard.systems.goss.movement.allowance import printed
from grognard.systems.goss.pieces.losses import spared
from grognard.systems.goss.pieces.stacking import overstacked
from grognard.systems.goss.pieces.values import armor_factor, at_factor, counter_of, mech, strength
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import AIR_TRACKS, BRIDGES, HEXES, AirTrack, Bridge, HexStatus
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit, where
from tests.systems.goss.firing import AXIS, US, gun, hit
from tests.systems.goss.firing import field as fire_field

FAR = unit("u9", (0, 11))


def along(start: int, end: int, r: int = 0) -> list[tuple[int, int]]:
    step = 1 if end >= start else -1
    return [(q, r) for q in range(start, end + step, step)]


def move(*path: tuple[int, int], who: str | list[str] = "g1", **more: Any) -> dict[str, Any]:
    names = [who] if isinstance(who, str) else who
    return {"do": "move", "units": names, "path": [at(q, r) for q, r in path], **more}


def go(game: Gs, *path: tuple[int, int], who: str = "g1", side: str = "axis", **more: Any) -> float:
    assert rules(game, side, move(*path, who=who, **more)) == []
    game.play(side, move(*path, who=who, **more))
    return now(game, who).spent / 12


def hexes(game: Gs, *path: tuple[int, int], who: str = "g1", side: str = "axis") -> int:
    """How many hexes of a path a unit can go."""
    found = 0
    while found < len(path) and rules(game, side, move(*path[: found + 1], who=who)) == []:
        found += 1
    return found


@pytest.mark.reading("goss", "goss2-07-01")
@pytest.mark.rule("goss", "7.0", "7.1.0", "7.5.0")
def test_points_belong_to_one_phase() -> None:
    game = position(
        unit("gA", (0, 0)), unit("gB", (-3, 0)), unit("u1", (2, 0)),
        unit("gX", (-6, 6), "m4", mode="Exploit"),
        unit("uq", (-3, 2), "hq:div", formation="1"), terrain={(1, 0): "forest"},
    )  # fmt: skip
    assert rules(game, "axis", move((-1, 0), who="gB")) == ["7.5.0"], "no hex is skipped"
    assert rules(game, "axis", move((-3, 1), (-3, 2), who="gB")) == ["7.5.0"], "a lone HQ"
    assert go(game, (-4, 0), (-5, 0), who="gB") == 2
    pass_to(game, "active-moves", "axis")
    assert rules(game, "axis", move((-6, 0), who="gB")) == ["7.5.1"]
    stack = position(unit("gA", (0, 0)), unit("gB", (0, 0)), FAR)
    assert rules(stack, "axis", move((1, 0), who=["gA", "gB"])) == ["7.5.0"]


@pytest.mark.reading("goss", "goss2-07-01")
@pytest.mark.rule("goss", "7.0", "7.1.0")
def test_an_advance_costs_no_points() -> None:
    game = position(
        unit("gA", (0, 0), ta=True, spent=72, moved=1), unit("u1", (1, 0)),
        segment="assaults",
    )  # fmt: skip
    assert now(game, "gA").spent == 6 * 12
    clash(game, ["gA"], (1, 0)).settle(
        "-", "3", declare={"choose": "full"}, advance={"unit": "gA", "path": [at(1, 0)]}
    )
    assert where(game, "gA") == at(1, 0)


@pytest.mark.reading("goss", "goss2-07-01")
@pytest.mark.rule("goss", "7.1.0")
def test_out_of_supply_half_the_road() -> None:
    game = position(
        unit("g1", (0, 0), "motinf", supply="OoS"), FAR, segment="road-moves",
        roads={"secondary": [along(0, 8)]},
    )  # fmt: skip
    assert hexes(game, *along(1, 8)) == 6
    assert rules(game, "axis", move(*along(1, 7))) == ["7.2.0"]


@pytest.mark.reading("goss", "goss2-07-02")
@pytest.mark.rule("goss", "7.5.2", "3.3.2c-2", "3.3.2c-3", "3.3.2c-4", "3.3.2c-5", "3.3.2c-gi")
def test_the_order_of_movement() -> None:
    roads = {"secondary": [along(-10, 0, 3), along(-10, 0, 6)], "primary": [along(-1, 11)]}

    def start(segment: str) -> Gs:
        game = position(
            unit("gS", (-10, 3), "motinf", mode="Strat"), unit("gM1", (-10, 6), "motinf"),
            unit("gM2", (-10, 9), "motinf"), unit("gL", (-6, 11)), unit("gL2", (-4, 11)),
            unit("gR", (0, 0), "arminf", pr="9/9"), unit("gQ", (-8, -4), "motinf", mode="PA"),
            unit("uK", (11, 0), "stug", pr="6/1"), unit("uN", (-8, -7)), roads=roads,
            water={"major_river": [((10, 0), (11, 0))]}, segment=segment,
        )  # fmt: skip
        game.put(AIR_TRACKS, "allied all", AirTrack(leg=4, mech=4))
        return game

    strat = move(*along(-9, -5, 3), who="gS")
    road = move(*along(-9, -5, 6), who="gM1")
    coup = {
        "do": "coup-de-main", "units": ["gR"], "path": [at(q, 0) for q in range(1, 12)],
        "road": True,
    }  # fmt: skip
    late = start("road-moves")
    rig(late, 0)
    late.play("axis", road)
    assert rules(late, "axis", strat) == ["7.5.2"]
    assert rules(late, "axis", coup) != []
    game = start("strat-moves")

    def attacked(action: dict[str, Any], *dice: int) -> list[str]:
        before = len(told(game, "interdicted"))
        assert rules(game, "axis", action) == []
        rig(game, *dice)
        game.play("axis", action)
        return [facts["hex"] for facts in told(game, "interdicted")[before:]]

    assert attacked(strat, 0) == [at(-5, 3)]
    pass_to(game, "coups-de-main", "axis")
    assert attacked(coup, 0) == [], "two points are spent more than six hexes from enemies"
    assert told(game, "coup-de-main")[0]["taken"]
    pass_to(game, "road-moves", "axis")
    assert attacked(road, 0) == [at(-5, 6)]
    pass_to(game, "moves", "axis")
    assert attacked(move(*along(-5, -1, 11), who="gL"), 0) == [at(-1, 11)]
    assert rules(game, "axis", move((-9, 9), who="gM2", road=True)) == ["7.4.0"]
    assert attacked(move(*along(-9, -7, 9), who="gM2"), 0) == [at(-7, 9)]
    pass_to(game, "pa-moves", "axis")
    assert rules(game, "axis", move((-3, 11), who="gL2")) == ["7.5.2"]
    assert attacked(move((-8, -5), (-8, -6), who="gQ")) == []


@pytest.mark.reading("goss", "goss2-07-03")
@pytest.mark.rule("goss", "7.6.2-bonus", "7.6.1b", "7.6.1c")
@pytest.mark.parametrize(
    ("facts", "more", "found"),
    [
        ({}, {}, 8),
        ({"fatigue": 1}, {}, 4),
        ({"ooc": True}, {}, 3),
        ({}, {"roads": {"secondary": [along(0, 4), along(5, 10)], "trail": [along(4, 5)]}}, 6),
        ({}, {"enemy": (7, 0)}, 5),
        ({}, {"weather": "Clear Mud"}, 8),
        ({}, {"turn": "Night"}, 8),
        ({}, {"roads": {"secondary": [along(1, 10)]}}, 6),
    ],
)
def test_the_road_march(facts: dict[str, Any], more: dict[str, Any], found: int) -> None:
    enemy = more.pop("enemy", (0, 11))
    roads = {"secondary": [along(0, 10)]}
    game = position(unit("g1", (0, 0), **facts), unit("u1", enemy), **{"roads": roads, **more})
    assert hexes(game, *along(1, 10)) == found
    more |= {"enemy": enemy} if enemy != (0, 11) else {}


@pytest.mark.reading("goss", "goss2-07-04")
@pytest.mark.rule("goss", "7.7.4")
@pytest.mark.parametrize(("roll", "end"), [(5, 7), (0, 10)])
def test_where_aircraft_strike_the_march_ends(roll: int, end: int) -> None:
    game = position(
        unit("g1", (0, 0), "motinf"), FAR, roads={"secondary": [along(0, 11)]},
        segment="road-moves",
    )  # fmt: skip
    game.put(AIR_TRACKS, "allied all", AirTrack(mech=6))
    rig(game, roll)
    asked = game.open_asks()[0].player
    game.play("axis", move(*along(1, 10)))
    assert asked == "axis"
    assert [facts["hex"] for facts in told(game, "interdicted")] == [at(7, 0)]
    assert (where(game, "g1"), now(game, "g1").spent) == (at(end, 0), end * 12)
    assert (now(game, "g1").fatigue, now(game, "g1").halted) == ((1, True) if roll else (0, False))
    if roll:
        assert rules(game, "axis", move((8, 0))) == ["7.5.0"]


@pytest.mark.reading("goss", "goss2-07-05")
@pytest.mark.rule("goss", "7.9.1", "7.9.1a", "7.9.1b")
@pytest.mark.parametrize("ruined", [False, True])
def test_into_a_fortified_area(ruined: bool) -> None:
    def cost(name: str, kind: str, road: bool) -> float:
        side = "axis" if name == "g1" else "allied"
        game = position(
            unit(name, (0, 0), kind), unit("u9" if side == "axis" else "g9", (0, 11)), side=side,
            terrain={(1, 0): "Axis-Ft"}, roads={"secondary": [along(0, 2)]} if road else {},
            segment="road-moves" if road and kind == "m4" else "moves",
        )  # fmt: skip
        game.put(HEXES, game.board.hex(at(1, 0)), HexStatus(ruined=ruined))
        return go(game, (1, 0), who=name, side=side)

    who = [("g1", "m4"), ("g1", "inf"), ("u1", "m4"), ("u1", "inf")]
    assert [cost(*one, road=False) for one in who] == ([2, 1, 2, 1] if ruined else [4, 1, 12, 2])
    assert [cost(*one, road=True) for one in who] == ([1, 1, 1, 1] if ruined else [1, 1, 12, 2])


@pytest.mark.reading("goss", "goss2-07-06")
@pytest.mark.rule("goss", "7.10.2", "26.0-rivers")
def test_bridges_stand_where_roads_cross_water() -> None:
    over = [((0, 0), (1, 0))]

    def mech_road(kind: str = "m4", **map: Any) -> Gs:
        forest = {(0, 0): "forest", (1, 0): "forest"}
        return position(unit("g1", (0, 0), kind), FAR, terrain=forest, segment="road-moves", **map)

    trail, road = {"trail": [along(0, 1)]}, {"secondary": [along(0, 1)]}
    assert go(mech_road(roads=trail, water={"river": over}), (1, 0)) == 1.5
    assert go(mech_road(roads=road, water={"river": over, "ford": over}), (1, 0)) == 3
    loop = position(
        unit("g1", (0, 0), "m4"), FAR, water={"river": over}, segment="road-moves",
        roads={"secondary": [along(-1, 0)]},
    )  # fmt: skip
    assert rules(loop, "axis", move((1, 0))) == ["7.10.0-path"]
    heavy = mech_road("pz6b", roads=trail, water={"stream": over})
    rig(heavy, 0)
    assert go(heavy, (1, 0)) == 1.5
    assert told(heavy, "bridge-collapse") == []


@pytest.mark.reading("goss", "goss2-07-07")
@pytest.mark.rule("goss", "7.11.0", "26.0-tec(b)")
@pytest.mark.parametrize(
    ("terrain", "water", "roads", "mech", "leg"),
    [
        ("clear", "river", "secondary", 4, 1),
        ("clear", "stream", "", 4, 2),
        ("clear", "river", "", None, None),
        ("clear forest village", "", "", 4, 2),
        ("clear forest", "stream", "trail", None, 1),
    ],
)
def test_the_dearest_ground(
    terrain: str, water: str, roads: str, mech: float | None, leg: float | None
) -> None:
    def cost(kind: str) -> float:
        game = position(
            unit("g1", (0, 0), kind), FAR, terrain={(1, 0): terrain},
            water={water: [((0, 0), (1, 0))]} if water else {},
            roads={roads: [along(0, 1)]} if roads else {},
        )  # fmt: skip
        wrong = rules(game, "axis", move((1, 0)))
        return -1 if wrong else go(game, (1, 0))

    if mech is not None or not roads:
        assert cost("m4") == (mech if mech is not None else -1)
    if leg is not None:
        assert cost("inf") == leg


BANK = {(1, 0): "embankment", (2, 0): "constricted"}


@pytest.mark.reading("goss", "goss2-07-08")
@pytest.mark.rule("goss", "7.11.1", "7.11.4")
def test_embankments_hamper_movement_only() -> None:
    rail = {"rail": [along(0, 1)]}
    tank = position(unit("g1", (0, 1), "m4"), FAR, terrain=BANK, roads=rail)
    assert go(tank, (1, 0)) == 12
    train = position(unit("g1", (0, 0), "m4"), FAR, terrain=BANK, roads=rail, segment="road-moves")
    assert go(train, (1, 0)) == 1.5
    foot = position(unit("g1", (0, 1)), FAR, terrain=BANK, roads=rail)
    assert go(foot, (1, 0)) == 2
    assert go(foot, (2, -1)) == 4
    stack = [unit(n, h, k) for h in ((1, 0), (2, 0)) for n, k in
             ((f"ga{h[0]}", "inf"), (f"gb{h[0]}", "inf"), (f"gc{h[0]}", "eng"))]  # fmt: skip
    crowd = position(*stack, FAR, terrain=BANK)
    assert not overstacked(crowd, crowd.board.hex(at(1, 0)))
    assert overstacked(crowd, crowd.board.hex(at(2, 0)))


@pytest.mark.reading("goss", "goss2-07-08")
@pytest.mark.rule("goss", "7.11.4")
@pytest.mark.parametrize(("hex", "why"), [((1, 0), []), ((2, 0), ["13.4.3"])])
def test_the_assault_limit_does_not_hold_on_embankments(
    hex: tuple[int, int], why: list[str]
) -> None:
    from_ = (hex[0], 1)
    game = position(
        unit("ga", from_, mode="PA"), unit("gb", from_, mode="PA"),
        unit("gc", from_, "eng", mode="PA"), unit("u1", hex), terrain=BANK, segment="assaults",
    )  # fmt: skip

    def attack(*names: str) -> list[str]:
        return rules(game, "axis", {"do": "assault", "units": [*names], "hex": at(*hex)})

    assert attack("ga", "gb", "gc") == why
    if why:
        assert attack("ga", "gb") == why
        assert attack("ga", "gc") == []


TRUCKED = unit("g1", (0, 0), "motinf", formation="1")
MECH_HQ = unit("ghq", (0, 4), "hq:div", formation="1", traits="mech formation")
DISMOUNT = {"do": "dismount", "units": ["g1"]}


def left(game: Gs, name: str = "g1") -> float:
    return (now(game, name).pool - now(game, name).spent) / 12


@pytest.mark.reading("goss", "goss2-07-09")
@pytest.mark.rule("goss", "7.12.0", "7.12.1")
@pytest.mark.parametrize(
    ("roads", "gone", "found"),
    [
        ({"trail": [along(0, 8)]}, 1, 1.5),
        ({"secondary": [along(0, 8)]}, 6, 0),
        ({"secondary": [along(0, 5)], "trail": [along(5, 6)]}, 6, None),
    ],
)
def test_points_left_on_foot(roads: dict[str, Any], gone: int, found: float | None) -> None:
    forest = {(q, 0): "forest" for q in range(9)}
    game = position(
        TRUCKED, MECH_HQ, FAR, roads=roads, segment="road-moves", terrain=forest
    )  # fmt: skip
    go(game, *along(1, gone))
    assert now(game, "g1").spent == {1: 18, 6: 72 if found is not None else 78}[gone]
    if found is None:
        assert rules(game, "axis", DISMOUNT) == ["7.12.1"]
        return
    game.play("axis", DISMOUNT)
    assert left(game) == found


@pytest.mark.reading("goss", "goss2-07-09")
@pytest.mark.rule("goss", "7.12.0", "7.12.1")
def test_when_one_may_dismount() -> None:
    prepared = {**TRUCKED, "facts": {"mode": "PA"}}
    enemy = unit("u1", (5, 0))
    game = position(prepared, MECH_HQ, enemy, segment="pa-moves")
    go(game, (1, 0))
    assert rules(game, "axis", DISMOUNT) == ["7.12.1"]
    first = position(prepared, MECH_HQ, enemy, segment="pa-moves")
    first.play("axis", DISMOUNT)
    assert rules(first, "axis", move((1, 0), (2, 0))) == ["5.2.3"]
    assert rules(first, "axis", move((1, 0))) == []
    bold = position(
        {**TRUCKED, "facts": {"mode": "Exploit"}}, MECH_HQ, enemy, segment="active-moves"
    )
    assert rules(bold, "axis", DISMOUNT) != []
    both = position(TRUCKED, MECH_HQ, enemy)
    both.play("axis", {"do": "break-down", "unit": "g1", "count": 1})
    both.play("axis", DISMOUNT)
    assert left(both) == 3, "one half for both"


@pytest.mark.reading("goss", "goss2-07-10")
@pytest.mark.rule("goss", "7.12.1a", "26.0-arm-inf")
def test_on_foot_one_less() -> None:
    armor = {"arm_attack": 2, "arm_defence": 2}
    game = position(
        unit("g1", (0, 0), "arminf", "6-7", reduced="4-5", transport="foot", **armor),
        unit("g2", (1, 0), "arminf", "6-7", reduced="4-5", transport="foot", left=2, **armor),
        unit("g3", (2, 0), "motinf", "1-2", steps=1, size="Co", transport="foot"),
        unit("g4", (3, 0), "arminf", "6-7", **armor), FAR,
    )  # fmt: skip

    def factors(name: str) -> tuple[int, int]:
        return strength(game, name, attacking=True), strength(game, name, attacking=False)

    def anti_tank(name: str) -> int:
        return armor_factor(game, name, attacking=True)

    assert [factors(n) for n in ("g1", "g2", "g3")] == [(5, 6), (3, 4), (1, 1)]
    assert [anti_tank(n) for n in ("g1", "g2", "g3")] == [1, 1, 0]
    for name in ("g1", "g2", "g3"):
        assert printed(game, name) == 6
        assert not mech(counter_of(game, name), now(game, name))
    hexes_ = {n: now(game, n).hex for n in ("g1", "g4")}
    drm = {n: armor_modifiers(game, target(game, "axis", h)) for n, h in hexes_.items()}
    assert drm["g1"] == []
    assert [one.drm for one in drm["g4"]] == [-2]


@pytest.mark.rule("goss", "7.12.1a")
def test_guns_on_foot_are_worth_less_against_tanks() -> None:
    def drm(transport: str) -> dict[str, int]:
        game = position(
            unit("gP", (0, 1), "pz4", ta=True, arm_attack=4),
            unit("uA", (0, 0), "at", "1-4", at=4, transport=transport), segment="assaults",
        )  # fmt: skip
        assert at_factor(game, "uA") == (3 if transport else 4)
        return clash(game, ["gP"]).drm

    assert "13.8.4d" not in drm("")
    assert drm("foot")["13.8.4d"] == 10, "one bonus"


GUNS: dict[str, Any] = {"steps": 2, "size": "Bn", "at": 4}


def guns(hex: tuple[int, int] = (0, 0), **facts: Any) -> Any:
    return unit("g1", hex, "at", "1-4", formation="1", **GUNS, **facts)


@pytest.mark.reading("goss", "goss2-07-11")
@pytest.mark.rule("goss", "7.12.4b")
def test_towed_guns_on_foot_go_one_hex() -> None:
    moved = position(guns(), MECH_HQ, FAR)
    go(moved, (1, 0))
    assert rules(moved, "axis", DISMOUNT) == ["7.12.4b"]
    first = position(guns(), MECH_HQ, FAR)
    first.play("axis", DISMOUNT)
    assert hexes(first, *along(1, 3)) == 1
    bold = position(
        guns(mode="PA", transport="foot"), unit("u1", (1, 0)), segment="assaults"
    )  # fmt: skip
    assert pursuit_reach(bold, "g1") == 1
    ferried = position(
        guns(transport="foot"), MECH_HQ, unit("ge", (0, 0), "eng", formation="1"), FAR,
        water={"river": [((0, 0), (1, 0))]},
    )  # fmt: skip
    ferry = {"do": "ferry", "units": ["g1"], "engineer": "ge", "hex": at(1, 0)}
    assert rules(ferried, "axis", ferry) == []
    ferried.play("axis", ferry)
    assert where(ferried, "g1") == at(1, 0)


@pytest.mark.reading("goss", "goss2-07-11")
@pytest.mark.rule("goss", "7.12.4b")
def test_guns_cannot_be_pulled_out_without_loss() -> None:
    def assaulted(**facts: Any) -> Gs:
        game = position(
            guns(**facts), unit("u1", (0, 1), mode="PA"), segment="assaults", side="allied"
        )
        clash(game, ["u1"], (0, 0)).settle("-", "1(1)", declare={"choose": "full"})
        return game

    assert now(assaulted(transport="foot"), "g1").place == "eliminated"
    assert now(assaulted(), "g1").steps == 1


@pytest.mark.rule("goss", "7.12.4b")
@pytest.mark.parametrize(("transport", "steps"), [("", 2), ("foot", 1)])
def test_guns_driven_back_by_fire_lose_a_step_too(transport: str, steps: int) -> None:
    game = fire_field(
        unit("u1", (0, 0), mode="PA", **US), unit("g1", (1, 0), "at", "1-4", transport=transport,
        **GUNS, **AXIS), gun("ua"),
    )  # fmt: skip
    hit(game, (1, 0), 1, first="retreat")
    assert (where(game, "g1") != at(1, 0), now(game, "g1").steps) == (True, steps)
    assert spared(game, "g1"), "it is not counted for Max step loss"


@pytest.mark.reading("goss", "goss2-07-12")
@pytest.mark.rule("goss", "7.13.2", "7.13.3", "3.3.2e-ta", "3.3.2g-delay")
@pytest.mark.parametrize(("roll", "cleared"), [(3, False), (2, True)])
def test_a_delay_marker_is_tested_after_designation(roll: int, cleared: bool) -> None:
    game = fire_field(
        unit("g1", (0, 0), pr="7/6", **AXIS), unit("ge", (0, 0), "eng", pr="5/5", **AXIS),
        unit("u1", (2, 0)), segment="moves", side="axis",
    )  # fmt: skip
    h = game.board.hex(at(1, 0))
    game.put(HEXES, h, HexStatus(delayer="allied", delay=2))
    both = ["g1", "ge"]
    assert rules(game, "axis", move((1, 0), (1, 1), who=both)) == ["7.13.2"]
    game.play("axis", move((1, 0), who=both))
    assert now(game, "g1").halted
    assert now(game, "g1").spent < 6 * 12
    pass_to(game, "designation", "axis")
    assert not told(game, "check"), "not before the markers are placed"
    rig(game, roll)
    game.play("axis", {"do": "designate", "units": both})
    assert [facts["unit"] for facts in told(game, "check")] == ["ge"], "the lowest rating"
    assert [now(game, n).ta for n in both] == [cleared, cleared]
    assert {where(game, n) for n in both} == {at(1, 0)}
    assert (game.state[HEXES][h].delay >= 0) is not cleared


@pytest.mark.reading("goss", "goss2-07-12")
@pytest.mark.rule("goss", "7.13.3", "3.3.2g-delay", "7.13.2")
def test_who_may_take_a_delay_marker_off() -> None:
    def marked(*units: Any, **more: Any) -> Gs:
        game = position(*units, **more)
        game.put(HEXES, game.board.hex(at(1, 0)), HexStatus(delayer="allied", delay=2))
        return game

    stack = (unit("g1", (1, 0)), unit("u1", (4, 0)))
    off = {"do": "remove-delay", "hex": at(1, 0)}
    game = marked(*stack, segment="designation")
    game.play("axis", {"do": "end"})
    assert not told(game, "check"), "nobody is designated"
    assert rules(marked(*stack, segment="delay-removal"), "axis", off) == []
    assert rules(marked(*stack, segment="enemy-delays"), "allied", off) == []
    passing = marked(unit("u1", (0, 0)), unit("g9", (9, 0)), side="allied")
    go(passing, (1, 0), (2, 0), who="u1", side="allied")
    pass_to(passing, "modes", "axis")
    assert passing.state[HEXES][passing.board.hex(at(1, 0))].delay == 2
    staying = marked(unit("u1", (0, 0)), unit("g9", (3, 0)), side="allied")
    go(staying, (1, 0), who="u1", side="allied")
    pass_to(staying, "modes", "axis")
    assert staying.state[HEXES][staying.board.hex(at(1, 0))].delay == -1


@pytest.mark.reading("goss", "goss2-07-13")
@pytest.mark.rule("goss", "7.14.0", "7.14.1")
@pytest.mark.parametrize(
    ("water", "start", "state", "enemy", "why"),
    [
        ("great_river", -6, "", (1, 0), []),
        ("great_river", -5, "", (1, 0), ["7.14.1"]),
        ("river", -8, "", (1, 0), ["7.14.1"]),
        ("major_river", -8, "destroyed", (1, 0), ["7.14.1"]),
        ("major_river", -8, "", (5, 3), ["7.14.1"]),
        ("major_river", -9, "", (1, 0), []),
    ],
)
def test_which_bridges_may_be_named(
    water: str, start: int, state: str, enemy: tuple[int, int], why: list[str]
) -> None:
    game = position(
        unit("g1", (start, 0), "motinf"), unit("u1", enemy), roads={"primary": [along(-11, 2)]},
        water={water: [((0, 0), (1, 0))]}, segment="coups-de-main",
    )  # fmt: skip
    if state:
        key = game.scenario.ground.side_key(*(game.board.hex(at(q, 0)) for q in (0, 1)))
        game.put(BRIDGES, key, Bridge(stands=False))
    path = [at(q, 0) for q in range(start + 1, 2)]
    action = {"do": "coup-de-main", "units": ["g1"], "path": path, "road": True}
    assert rules(game, "axis", action) == why


@pytest.mark.reading("goss", "goss2-07-13")
@pytest.mark.rule("goss", "7.14.0")
def test_one_try_at_a_bridge() -> None:
    sides = [((0, 0), (1, 0)), ((0, 8), (1, 8))]
    game = position(
        unit("g1", (-9, 0), "motinf"), unit("g2", (-9, 0), "motinf"),
        unit("g3", (-7, 8), "motinf"), unit("u1", (1, 0)), unit("u2", (1, 8)),
        roads={"primary": [along(-11, 2), along(-11, 2, 8)]},
        water={"major_river": sides}, segment="coups-de-main",
    )  # fmt: skip

    def coup(name: str, start: int, r: int = 0) -> dict[str, Any]:
        path = [at(q, r) for q in range(start + 1, 2)]
        return {"do": "coup-de-main", "units": [name], "path": path, "road": True}

    assert rules(game, "axis", move((-8, 0))) != [], "no other movement before"
    rig(game, 9)
    game.play("axis", coup("g1", -9))
    assert not told(game, "coup-de-main")[0]["taken"]
    assert "7.14.1" in rules(game, "axis", coup("g2", -9)) or "7.14.0" in rules(
        game, "axis", coup("g2", -9)
    )
    assert rules(game, "axis", coup("g3", -7, 8)) == []
