"""Bridges: building, heavy bridges, collapse, demolition. [17.3.1] [17.3.2]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.assault.advance import Pursuit, enter
from grognard.systems.goss.fire.advance import advance as advance_after_fire
from grognard.systems.goss.halts.crossings import road
from grognard.systems.goss.observation.observing import observed
from grognard.systems.goss.pieces.stacking import overstacked
from grognard.systems.goss.pieces.values import sheltered
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, HEAVY, MARKER, Bridge
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit, where
from tests.systems.goss.firing import run
from tests.systems.goss.works.site import bridge_of, field, hex_of, key_of, mark, next_turn

NEAR, FAR = (0, 0), (1, 0)


def banks(*units: Any, water: Any = "river", **more: Any) -> Gs:
    courses = {water: [(NEAR, FAR)]} if isinstance(water, str) else {"river": water}
    return field(*units, water=courses, **more)


def build(*names: str, hex: tuple[int, int] = FAR, **more: Any) -> dict[str, Any]:
    return {"do": "bridge", "units": [*names], "hex": at(*hex), **more}


TURNS = [
    ("stream", 1, 1), ("stream", 3, 1), ("river", 1, 3), ("river", 2, 2), ("river", 3, 1),
    ("river", 4, 1), ("major_river", 2, 3), ("major_river", 3, 2), ("great_river", 3, 4),
]  # fmt: skip


@pytest.mark.rule(
    "goss", "17.3.1", "17.3.1a", "17.3.1b", "17.3.1b-1", "17.3.1b-2", "17.3.1b-3", "17.0"
)
@pytest.mark.parametrize(("water", "steps", "turns"), TURNS)
def test_how_long_a_bridge_takes(water: str, steps: int, turns: int) -> None:
    names = ["g0", "g1"] if steps > 1 else ["g0"]  # joined hands count by their steps
    one = unit("g0", NEAR, "eng")
    game = banks(one, *(unit(n, NEAR, "eng", steps=steps - 1) for n in names[1:]), water=water)
    game.play("axis", build(*names))
    assert told(game, "bridging")[0]["turns"] == turns
    for _ in range(turns):
        found = bridge_of(game, NEAR, FAR)
        assert found is not None
        assert not found.stands
        assert now(game, names[0]).task == "bridge"
        next_turn(game, "construction")
    found = bridge_of(game, NEAR, FAR)
    assert found == Bridge(MARKER, "secondary")
    assert told(game, "bridged")[0]["hexes"] == [at(*NEAR), at(*FAR)]
    assert now(game, names[0]).task == ""
    assert road(game, game.board.hex(at(*NEAR)), game.board.hex(at(*FAR))) == "secondary"


@pytest.mark.rule("goss", "17.3.1b-1", "17.3.1b-2", "17.3.1b")
@pytest.mark.parametrize(
    ("water", "steps", "rule"),
    [
        ("major_river", 1, "17.3.1b-1"), ("great_river", 1, "17.3.1b-1"),
        ("great_river", 2, "17.3.1b-2"),
    ],
)  # fmt: skip
def test_who_is_too_few(water: str, steps: int, rule: str) -> None:
    game = banks(unit("g1", NEAR, "eng", steps=steps), water=water)
    assert rules(game, "axis", build("g1")) == [rule]


@pytest.mark.rule("goss", "17.3.1a", "17.3.1b")
def test_by_the_option_a_bridge_takes_a_turn_less() -> None:
    game = banks(unit("g1", NEAR, "eng", steps=2), options={"bridge-time": "one-less"})
    game.play("axis", build("g1"))
    next_turn(game, "construction")
    found = bridge_of(game, NEAR, FAR)
    assert found is not None
    assert found.stands


@pytest.mark.rule("goss", "17.3.1", "17.3.0", "17.0")
def test_who_builds_where() -> None:
    game = banks(
        unit("g1", NEAR, "eng"), unit("g2", NEAR), unit("g3", (3, 0), "eng"),
        unit("g4", FAR, "eng"), unit("g5", NEAR, "stug", traits="engineer afv"),
        unit("g6", (0, 3), "eng", mode="PA"), roads={"trail": [[(3, 0), (4, 0)]]},
        water=[(NEAR, FAR), ((3, 0), (4, 0)), ((0, 3), (1, 3))],
    )  # fmt: skip
    assert not rules(game, "axis", build("g1"))
    assert rules(game, "axis", build("g2")) == ["17.3.1"]
    assert rules(game, "axis", build("g5")) == ["17.3.1"]
    assert rules(game, "axis", build("g1", "g4")) == ["17.3.0"]
    assert rules(game, "axis", build("g1", hex=(0, 1))) == ["17.3.1"]  # no water
    assert rules(game, "axis", build("g3", hex=(4, 0))) == ["17.3.1"]  # a bridge stands
    assert rules(game, "axis", build("g6", hex=(1, 3))) == ["17.3.0"]
    game.play("axis", build("g1"))
    assert rules(game, "axis", build("g4", hex=NEAR)) == ["17.3.1"]  # one is being built


@pytest.mark.rule("goss", "17.3.1")
def test_a_bridge_beside_a_ford() -> None:
    game = field(
        unit("g1", NEAR, "eng", steps=3), roads={"primary": [[NEAR, FAR]]},
        water={"river": [(NEAR, FAR)], "ford": [(NEAR, FAR)]},
    )  # fmt: skip
    assert rules(game, "axis", build("g1")) == []  # the road goes through the water
    game.play("axis", build("g1"))
    next_turn(game, "construction")
    found = bridge_of(game, NEAR, FAR)
    assert found is not None
    assert (found.kind, found.stands) == (MARKER, True)
    assert rules(game, "axis", build("g1")) == ["17.3.1"]


@pytest.mark.rule("goss", "17.3.1", "5.2.3")
def test_an_enemy_in_pa_mode_who_comes_near_ends_it() -> None:
    game = position(
        unit("g1", NEAR, "eng"), unit("u1", (0, 2), mode="PA"), water={"river": [(NEAR, FAR)]},
        segment="construction",
    )  # fmt: skip
    game.play("axis", build("g1"))
    next_turn(game, "pa-moves", "allied")
    mark(game, "u1", mode="PA")
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(0, 1)]})
    assert now(game, "g1").task == ""


@pytest.mark.rule("goss", "17.3.1", "17.3.1a")
def test_a_printed_bridge_is_repaired() -> None:
    game = banks(
        unit("g1", NEAR, "eng", steps=3), roads={"primary": [[NEAR, FAR]]},
        bridges={"down": [f"{at(*NEAR)}-{at(*FAR)}"]},
    )  # fmt: skip
    assert road(game, game.board.hex(at(*NEAR)), game.board.hex(at(*FAR))) == ""
    game.play("axis", build("g1"))
    next_turn(game, "construction")
    assert road(game, game.board.hex(at(*NEAR)), game.board.hex(at(*FAR))) == "primary"


@pytest.mark.rule("goss", "17.3.1")
@pytest.mark.parametrize(
    ("enemy", "friends", "refused"),
    [
        (FAR, False, True),
        ((0, 1), False, True),
        ((0, 1), True, False),
        ((2, 0), False, False),
        ((-2, 0), False, False),
    ],
)
def test_enemies_keep_engineers_from_a_bridge(
    enemy: tuple[int, int], friends: bool, refused: bool
) -> None:
    more = [unit("g2", FAR)] if friends else []
    game = banks(unit("g1", NEAR, "eng"), unit("u1", enemy), *more)
    assert rules(game, "axis", build("g1")) == (["17.3.1"] if refused else [])
    later = banks(unit("g1", NEAR, "eng"), unit("u1", (9, 0)), *more)
    later.play("axis", build("g1"))
    mark(later, "u1", hex=enemy)
    pass_to(later, "moves", "axis")
    assert (now(later, "g1").task == "") is refused
    assert (bridge_of(later, NEAR, FAR) is None) is refused


@pytest.mark.rule("goss", "17.3.1", "17.3.0-2")
def test_an_enemy_who_comes_near_ends_it_at_once() -> None:
    game = position(
        unit("g1", NEAR, "eng"), unit("u1", (0, 3)), water={"river": [(NEAR, FAR)]},
        works={NEAR: "IP"}, segment="construction", side="axis",
    )  # fmt: skip
    game.play("axis", build("g1"))
    assert not now(game, "g1").inside
    next_turn(game, "moves", "allied")
    assert now(game, "g1").task == "bridge"
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(0, 2), at(0, 1)]})
    assert now(game, "g1").task == ""
    assert now(game, "g1").inside  # he may go into works at once
    assert bridge_of(game, NEAR, FAR) is None


@pytest.mark.rule("goss", "17.3.1-2", "17.4.1(d)", "8.2.3")
def test_bridge_builders_are_exposed() -> None:
    game = banks(
        unit("g1", NEAR, "eng"), unit("u1", (9, 0)), works={NEAR: "IP"},
        terrain={NEAR: "village", FAR: "clear"},
    )  # fmt: skip
    mark(game, "u1", hex=(0, 1))
    assert not observed(game, "g1")
    assert observed(game, "g1", task="bridge")
    mark(game, "g1", task="bridge")
    assert not sheltered(game, "g1")


@pytest.mark.reading("goss", "goss-17-09")
@pytest.mark.rule("goss", "17.3.1d", "17.3.1")
def test_the_road_over_a_new_bridge() -> None:
    game = field(
        unit("u1", (0, 0), "eng", steps=3), unit("u2", (0, 5), "eng", steps=3),
        unit("g1", (0, 9), "motinf"), side="allied",
        roads={
            "primary": [[(0, 0), (-1, 0)], [(0, 5), (-1, 5)]], "secondary": [[(1, 0), (2, 0)]],
            "trail": [[(1, 5), (2, 5)]],
        },
        water={"river": [((0, 0), (1, 0)), ((0, 5), (1, 5))]},
    )  # fmt: skip
    game.play("allied", build("u1", hex=(1, 0)))
    game.play("allied", build("u2", hex=(1, 5)))
    next_turn(game, "construction", "allied")
    found = [bridge_of(game, (0, r), (1, r)) for r in (0, 5)]
    assert [one.road for one in found if one is not None] == ["secondary", "trail"]
    mark(game, "u2", hex=(9, -9))
    pass_to(game, "moves", "axis")
    mark(game, "g1", hex=(0, 5), spent=0)
    move = {"do": "move", "units": ["g1"], "path": [at(1, 5)]}
    assert not rules(game, "axis", move)


# ---- heavy bridges [17.3.1c]


def heavy_site(steps: int = 3, **more: Any) -> Gs:
    units = [unit("g1", NEAR, "eng", steps=steps), unit("g2", NEAR, "bridge")]
    return banks(*units, **more)


@pytest.mark.rule("goss", "17.3.1c", "17.3.1c(a)", "17.3.1c(b)", "17.3.1c(c)")
def test_a_heavy_bridge_is_laid_and_taken_away() -> None:
    few = heavy_site(2)
    assert rules(few, "axis", build("g1", heavy="g2")) == ["17.3.1c(a)"]
    game = heavy_site(water="major_river")
    assert rules(game, "axis", build("g1", heavy="g1")) == ["17.3.1c(a)"]
    game.play("axis", build("g1", heavy="g2"))
    assert where(game, "g2") == "held"  # no unit any more
    for _ in range(2):
        next_turn(game, "construction")
    found = bridge_of(game, NEAR, FAR)
    assert found is not None
    assert (found.kind, found.stands, found.took) == (HEAVY, True, 2)
    game.play("axis", {"do": "dismantle", "units": ["g1"], "hex": at(*FAR)})
    found = bridge_of(game, NEAR, FAR)
    assert found is not None
    assert not found.stands  # of no use from the beginning
    next_turn(game, "construction")
    assert where(game, "g2") == "held"
    next_turn(game, "construction")
    assert (where(game, "g2"), bridge_of(game, NEAR, FAR)) == (at(*NEAR), None)


@pytest.mark.rule("goss", "17.3.1c(c)", "17.3.1c")
def test_who_stops_dismantling_must_build_again() -> None:
    game = heavy_site()
    game.play("axis", build("g1", heavy="g2"))
    next_turn(game, "construction")
    game.play("axis", {"do": "dismantle", "units": ["g1"], "hex": at(*FAR)})
    game.play("axis", {"do": "stop-work", "units": ["g1"]})
    found = bridge_of(game, NEAR, FAR)
    assert found is not None
    assert (found.kind, found.stands, found.left) == (HEAVY, False, 0)
    assert not rules(game, "axis", build("g1"))
    game.play("axis", build("g1"))
    next_turn(game, "construction")
    found = bridge_of(game, NEAR, FAR)
    assert found is not None
    assert found.stands


@pytest.mark.rule("goss", "17.3.0-2", "17.3.1c")
def test_a_heavy_bridge_that_is_given_up_is_a_unit_again() -> None:
    game = heavy_site(roads={"trail": [[NEAR, FAR]]}, bridges={"down": [f"{at(*NEAR)}-{at(*FAR)}"]})
    game.play("axis", build("g1", heavy="g2"))
    game.play("axis", {"do": "stop-work", "units": ["g1"]})
    assert where(game, "g2") == at(*NEAR)
    found = bridge_of(game, NEAR, FAR)
    assert found is not None
    assert not found.stands  # the printed one is down as before


@pytest.mark.rule("goss", "17.3.1c", "5.5.1")
def test_a_heavy_bridge_as_a_unit() -> None:
    game = position(
        unit("g2", NEAR, "bridge"), unit("g3", NEAR), unit("g4", NEAR), unit("u1", (9, 0)),
        segment="modes", roads={"primary": [[NEAR, FAR]]},
    )  # fmt: skip
    assert "17.3.1c" in rules(game, "axis", {"do": "mode", "units": ["g2"], "mode": "Strat"})
    assert overstacked(game, game.board.hex(at(*NEAR)))
    assert now(game, "g2").steps == 1
    assert game.scenario.counters["g2"].ma == 9


@pytest.mark.rule("goss", "17.3.1c", "17.3.0")
def test_what_heavy_bridges_and_builders_do_not_do() -> None:
    game = position(
        unit("g1", NEAR, "bridge"), unit("g2", NEAR, "eng"), unit("u1", (0, 1)), segment="modes",
        roads={"primary": [[NEAR, FAR]]},
    )  # fmt: skip
    mark(game, "g2", task="IP")
    for mode in ("PA", "Strat"):
        assert "17.3.1c" in rules(game, "axis", {"do": "mode", "units": ["g1"], "mode": mode})
        assert "17.3.0" in rules(game, "axis", {"do": "mode", "units": ["g2"], "mode": mode})
    battle = position(unit("g2", NEAR, "eng"), unit("g3", NEAR), unit("u1", (0, 1)),
                      segment="designation")  # fmt: skip
    mark(battle, "g2", task="IP")
    mark(battle, "g3", worked=battle.turn)
    for name in ("g2", "g3"):
        assert rules(battle, "axis", {"do": "designate", "units": [name]}) == ["17.3.0"]


@pytest.mark.rule("goss", "17.3.1c(b)", "17.3.1c(a)", "17.3.1c(c)", "17.3.1c", "17.3.1")
def test_who_takes_a_heavy_bridge_apart() -> None:
    def site(steps: int = 3, owner: str = "g2", **more: Any) -> Gs:
        enemy = unit("u1", more.pop("enemy", (9, -1)))
        spare = unit("g2", (5, 0), "bridge"), unit("u2", (9, 0), "bridge")
        game = banks(unit("g1", NEAR, "eng", steps=steps), *spare, enemy)
        game.put(BRIDGES, key_of(game, NEAR, FAR), Bridge(HEAVY, "trail", unit=owner, **more))
        return game

    def why(game: Gs, hex: tuple[int, int] = FAR) -> list[str]:
        return rules(game, "axis", {"do": "dismantle", "units": ["g1"], "hex": at(*hex)})

    assert why(site()) == []
    assert why(site(), (3, 0)) == ["17.3.1c(b)"]  # not beside it
    assert why(site(), (0, 1)) == ["17.3.1c(b)"]  # no bridge there
    assert why(site(owner="u2")) == ["17.3.1c(b)"]  # not theirs
    assert why(site(2)) == ["17.3.1c(a)"]
    assert why(site(left=1)) == ["17.3.1"]
    assert why(site(enemy=(0, 1))) == ["17.3.1"]
    idle = site(stands=False)
    assert rules(idle, "axis", build("g1")) == []
    assert rules(idle, "axis", build("g1", heavy="g2")) == ["17.3.1c"]
    assert rules(site(owner="u2", stands=False), "axis", build("g1")) == ["17.3.1c"]
    assert rules(site(2, stands=False), "axis", build("g1")) == ["17.3.1c(a)"]
    stands = site()
    stands.play("axis", {"do": "dismantle", "units": ["g1"], "hex": at(*FAR)})
    assert told(stands, "dismantling")[0]["turns"] == 1


# ---- collapse [17.3.2a]


def crossing_site(kind: str = "pz6", bridge: Bridge | None = None, road: str = "trail") -> Gs:
    roads = {road: [[(-1, 0), NEAR], [FAR, (2, 0)]]}
    if bridge is None:
        roads = {road: [[(-1, 0), NEAR, FAR, (2, 0)]]}
    game = position(
        unit("g1", NEAR, kind), unit("u1", (9, 0)), roads=roads, water={"river": [(NEAR, FAR)]},
        segment="road-moves",
    )  # fmt: skip
    if bridge is not None:
        game.put(BRIDGES, key_of(game, NEAR, FAR), bridge)
    return game


ACROSS = {"do": "move", "units": ["g1"], "path": [at(*FAR)]}


@pytest.mark.rule("goss", "17.3.2a", "7.10.2", "17.3.2")
@pytest.mark.parametrize(
    ("kind", "marker", "limit"),
    [("pz5", False, 2), ("pz5", True, 1), ("pz6", False, 5), ("pz6b", True, 3)],
)
def test_a_bridge_breaks_under_heavy_armor(kind: str, marker: bool, limit: int) -> None:
    bridge = Bridge(MARKER, "trail") if marker else None
    game = crossing_site(kind, bridge)
    rig(game, limit)
    game.play("axis", ACROSS)
    assert where(game, "g1") == at(*NEAR)
    assert now(game, "g1").halted  # all movement ends
    after = bridge_of(game, NEAR, FAR)
    assert after is None if marker else after is not None and not after.stands
    bears = crossing_site(kind, bridge)
    rig(bears, limit + 1)
    bears.play("axis", ACROSS)
    assert where(bears, "g1") == at(*FAR)
    found = bridge_of(bears, NEAR, FAR)
    assert found is not None
    assert found.checked
    mark(bears, "g1", hex=NEAR, moved=-1, spent=0)
    bears.play("axis", ACROSS)
    assert len(told(bears, "bridge-check")) == 1  # never again


@pytest.mark.rule("goss", "17.3.2a")
def test_what_bears_anything() -> None:
    for game in (
        crossing_site("pz4"), crossing_site(road="secondary"),
        crossing_site(bridge=Bridge(HEAVY, "trail", unit="g1")),
        crossing_site(bridge=Bridge(MARKER, "trail", checked=True)),
    ):  # fmt: skip
        game.play("axis", ACROSS)
        assert not told(game, "bridge-check")
        assert where(game, "g1") == at(*FAR)


@pytest.mark.rule("goss", "17.3.2a", "13.12.0")
@pytest.mark.parametrize(("roll", "over"), [(5, False), (6, True)])
def test_a_bridge_in_an_advance_after_an_assault(roll: int, over: bool) -> None:
    game = position(
        unit("g1", (0, 1), "pz6", mode="PA"), unit("g2", (0, 1), "motinf", mode="PA"),
        unit("u1", (0, 0), left=1), water={"river": [((0, 1), (0, 0))]}, segment="assaults",
        roads={"trail": [[(0, 1), (0, 0)]]},
    )  # fmt: skip
    found = clash(game, ["g2"])
    found.settle(defender="1(1)")
    assert where(game, "u1") == "eliminated"
    rig(game, roll)
    enter(game, Pursuit("g1", (game.board.hex(at(0, 0)),)))
    assert where(game, "g1") == (at(0, 0) if over else at(0, 1))


@pytest.mark.rule("goss", "17.3.2a", "11.7.0")
@pytest.mark.parametrize(("roll", "over"), [(5, False), (6, True)])
def test_a_bridge_in_an_advance_after_fire(roll: int, over: bool) -> None:
    game = position(
        unit("g1", (0, 1), "pz6", mode="PA"), unit("g2", (0, 1), "motinf", mode="PA"),
        unit("u1", (9, 0)), water={"river": [((0, 1), (0, 0))]}, segment="offensive-fire",
        roads={"trail": [[(0, 1), (0, 0)]]},
    )  # fmt: skip
    rig(game, roll)
    both = {"do": "follow-up", "units": ["g1", "g2"]}
    run(game, advance_after_fire(game, "axis", game.board.hex(at(0, 0))), {"follow-up": [both]})
    ends = {where(game, n) for n in ("g1", "g2")}
    assert ends == ({at(0, 0)} if over else {at(0, 1)})  # nobody follows over a broken bridge


# ---- demolition [17.3.2c]


def charge(*names: str, hex: tuple[int, int] = FAR) -> dict[str, Any]:
    return {"do": "demolish", "units": [*names], "hex": at(*hex)}


def mined(*more: Any, steps: int = 1, enemy: tuple[int, int] = (8, 0), **facts: Any) -> Gs:
    return banks(
        unit("g1", NEAR, "eng", steps=steps), unit("u1", enemy), *more,
        **{"roads": {"primary": [[NEAR, FAR, (2, 0)]]}, "segment": "demolition", **facts},
    )  # fmt: skip


@pytest.mark.rule("goss", "17.3.2c", "17.3.2")
@pytest.mark.parametrize(
    ("steps", "enemy", "turn", "limit"),
    [
        (1, (8, 0), "AM", 5), (2, (8, 0), "AM", 7), (1, FAR, "AM", 4), (1, (8, 0), "Night", 4),
        (2, FAR, "Night", 5), (1, (2, 0), "AM", 5),
    ],
)  # fmt: skip
def test_a_prepared_demolition(steps: int, enemy: tuple[int, int], turn: str, limit: int) -> None:
    for roll, gone in ((limit, True), (limit + 1, False)):
        game = mined(steps=steps, enemy=enemy, turn=turn)
        rig(game, roll)
        game.play("axis", charge("g1"))
        found = bridge_of(game, NEAR, FAR)
        assert found is not None
        assert found.stands is not gone


@pytest.mark.rule("goss", "17.3.2c")
def test_by_the_option_enemies_beside_a_bank_count() -> None:
    game = mined(enemy=(2, 0), options={"bridge-adjacency": "beside"})
    rig(game, 5)
    game.play("axis", charge("g1"))
    assert not told(game, "bridge-lost")


@pytest.mark.rule("goss", "17.3.2c", "17.3.2", "17.3.0")
def test_who_demolishes_what() -> None:
    far = mined(enemy=(10, 0))
    assert rules(far, "axis", charge("g1")) == ["17.3.2c"]
    assert not rules(mined(enemy=(9, 0)), "axis", charge("g1"))  # eight hexes from the far end
    stream = mined(water="stream")
    assert rules(stream, "axis", charge("g1")) == ["17.3.2"]
    game = mined(unit("g2", NEAR), unit("g3", FAR, "eng", fatigue=1), unit("g4", FAR, "eng"))
    assert rules(game, "axis", charge("g2")) == ["17.3.1"]
    assert rules(game, "axis", charge("g3", hex=NEAR)) == ["17.3.0"]
    assert rules(game, "axis", charge("g1", hex=(0, 1))) == ["17.3.2c"]  # there is no bridge
    rig(game, 9)
    game.play("axis", charge("g1"))
    assert rules(game, "axis", charge("g4", hex=NEAR)) == ["17.3.2c"]  # tried in this phase
    pass_to(game, "moves", "axis")
    move = {"do": "move", "units": ["g1"], "path": [at(-1, 0)]}
    assert rules(game, "axis", move) == ["17.3.2c"]


@pytest.mark.rule("goss", "17.3.0", "17.3.2c")
def test_who_has_demolished_does_nothing_else_in_this_game_turn() -> None:
    game = mined(unit("g2", NEAR), enemy=(0, 1), steps=2)
    rig(game, 9)
    game.play("axis", charge("g1"))
    pass_to(game, "moves", "axis")
    assert "17.3.0" in rules(game, "axis", {"do": "break-down", "unit": "g1"})
    pass_to(game, "designation", "axis")
    assert rules(game, "axis", {"do": "designate", "units": ["g1"]}) == ["17.3.0"]
    assert rules(game, "axis", {"do": "designate", "units": ["g2"]}) == []


@pytest.mark.rule("goss", "17.3.2c")
def test_engineers_try_every_bridge_beside_them() -> None:
    game = field(
        unit("g1", NEAR, "eng"), unit("u1", (5, 0)), segment="demolition",
        roads={"primary": [[(0, 1), NEAR, FAR]]}, water={"river": [(NEAR, FAR), (NEAR, (0, 1))]},
    )  # fmt: skip
    rig(game, 0, 0)
    game.play("axis", charge("g1"))
    game.play("axis", charge("g1", hex=(0, 1)))
    assert len(told(game, "bridge-lost")) == 2


@pytest.mark.rule("goss", "17.3.2")
def test_a_heavy_bridge_that_is_blown_up_is_lost() -> None:
    game = mined(unit("u2", FAR, "bridge"), roads={"primary": [[(-1, 0), NEAR]]})
    game.put(BRIDGES, key_of(game, NEAR, FAR), Bridge(HEAVY, "secondary", unit="u2"))
    mark(game, "u2", place="held")
    rig(game, 0)
    game.play("axis", charge("g1"))
    assert now(game, "u2").place == "eliminated"
    assert bridge_of(game, NEAR, FAR) is None
    assert hex_of(game, *NEAR).work == ""
