"""Ferries, bridges and demolition: a second reader's cases. [17.2.0] [17.3.1] [17.3.2]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.kit.ways import POINT
from grognard.systems.goss.assault.advance import may_advance
from grognard.systems.goss.assault.strength import attack_of
from grognard.systems.goss.fire.advance import Follow, Followers, advance
from grognard.systems.goss.fire.modifiers import target, terrain_modifiers, works_modifiers
from grognard.systems.goss.fire.retreat import Withdrawal
from grognard.systems.goss.halts.crossings import road
from grognard.systems.goss.observation.observing import observed
from grognard.systems.goss.pieces.stacking import overstacked
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, HEAVY, MARKER, Bridge
from tests.systems.goss.assault.clash import Clash, clash
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit, where
from tests.systems.goss.firing import run
from tests.systems.goss.works.site import bridge_of, field, key_of, mark, next_turn

A, B = (0, 1), (0, 0)
PA: dict[str, Any] = {"mode": "PA"}


def parts(found: Clash) -> list[Fraction]:
    """What each attacker gives."""
    names = found.assault.attack.names
    return [Fraction(attack_of(found.game, found.assault, n).total) for n in names]


# ---- ferries [17.2.1] [17.2.2] [17.2.3]


@pytest.mark.reading("goss", "goss2-17-01")
@pytest.mark.rule("goss", "17.2.1-2", "13.6.1a")
def test_a_ferry_over_a_river_in_an_assault() -> None:
    def game(work: str = "", **facts: Any) -> Gs:
        return position(
            unit("u1", A, values="4-4", **facts), unit("u2", A, "eng", "1-1", **facts),
            unit("u3", A, "eng", "1-1", **facts), unit("g1", B, inside=bool(work)),
            works={B: work} if work else {}, water={"river": [(A, B)]}, side="allied",
            segment="assaults",
        )  # fmt: skip

    def order(*names: str, ferry: str) -> dict[str, Any]:
        return {"do": "assault", "units": [*names], "hex": at(*B), "ferry": [ferry]}

    tactical = game(ta=True)
    assert rules(tactical, "allied", order("u1", "u2", "u3", ferry="u2")) == ["17.2.1-2"]
    assert parts(clash(tactical, ["u1"])) == [2]
    whole = clash(game(**PA), ["u1", "u2", "u3"], ferry=["u2", "u3"])
    assert (parts(whole), whole.attack) == ([4, 1, 1], 6)
    assert rules(game(**PA), "allied", order("u1", ferry="u2")) == ["17.2.1-2"]
    assert parts(clash(game(**PA), ["u1"])) == [2]
    dug = clash(game("ET-2", **PA), ["u1", "u2", "u3"], ferry=["u2", "u3"])
    assert "13.7.3(m)" not in dug.right  # who ferries, himself too, gives no shift
    other = clash(game("ET-2", **PA), ["u3", "u1", "u2"], ferry=["u2"])
    assert other.right["13.7.3(m)"] == 1  # the second engineers were ferried by the first
    assert parts(other) == [1, 2, 1]
    halved = clash(game(**PA), ["u1", "u2", "u3"], ferry=["u2"])
    assert parts(halved) == [4, 1, Fraction(1, 2)]


@pytest.mark.reading("goss", "goss2-17-02")
@pytest.mark.rule("goss", "17.2.2", "17.2.2-2")
def test_a_ferry_over_a_major_river() -> None:
    game = position(
        unit("u1", A, values="4-4", **PA), unit("u2", A, "eng", "2-2", **PA),
        unit("g1", B, left=1), water={"major_river": [(A, B)]}, side="allied", segment="assaults",
    )  # fmt: skip
    found = clash(game, ["u1", "u2"], ferry=["u2"])
    assert parts(found) == [2, 0]
    assert may_advance(game, found.assault) == ["u1"]
    mine = {"take": "step", "unit": "u2"}
    rig(game, 0)
    found.settle(attacker="1(1)", defender="1(1)", declare={"choose": "hold"}, take_hit=mine)
    assert (where(game, "g1"), where(game, "u2")) == ("eliminated", "eliminated")


@pytest.mark.reading("goss", "goss2-17-02")
@pytest.mark.rule("goss", "17.2.2")
def test_who_is_ferried_over_a_major_river_in_the_movement_phase() -> None:
    def site() -> Gs:
        return position(
            unit("u1", A), unit("u2", A, "eng"), unit("u3", (0, 2)), unit("u4", A, "eng"),
            unit("g1", (9, 0)), water={"major_river": [(A, B)]}, side="allied",
        )  # fmt: skip

    def ferry(name: str, by: str) -> dict[str, Any]:
        return {"do": "ferry", "units": [name], "engineer": by, "hex": at(*B)}

    game = site()
    game.play("allied", ferry("u1", "u2"))
    assert (where(game, "u1"), now(game, "u1").spent) == (at(*B), 6 * POINT)
    away = {"do": "move", "units": ["u2"], "path": [at(1, 1)]}
    assert rules(game, "allied", away) == ["17.2.2"]
    game.play("allied", {"do": "move", "units": ["u3"], "path": [at(*A)]})
    assert "17.2.2" in rules(game, "allied", ferry("u3", "u4"))
    alone = site()
    alone.play("allied", ferry("u4", "u4"))
    assert (where(alone, "u4"), now(alone, "u4").spent) == (at(*B), 6 * POINT)
    assert rules(alone, "allied", ferry("u1", "u4")) != []


@pytest.mark.reading("goss", "goss2-17-03")
@pytest.mark.rule("goss", "17.2.2", "17.2.3", "11.7.0")
def test_ferries_after_fire_in_retreat_and_over_great_rivers() -> None:
    game = position(
        unit("u1", A, **PA), unit("u2", A, **PA), unit("u3", A, "eng", **PA), unit("g1", (9, 0)),
        side="allied", water={"major_river": [(A, B)]}, segment="offensive-fire",
    )  # fmt: skip
    h = game.board.hex(at(*B))
    follow = Follow("allied", h)

    def wrong(*names: str) -> list[str]:
        return [one.rule for one in follow.against(game, "allied", Followers(names))]

    assert wrong("u1", "u2") == ["17.2.2-2"]
    assert wrong("u3") == ["11.7.0"]
    run(game, advance(game, "allied", h), {"follow-up": [{"do": "follow-up", "units": ["u1"]}]})
    assert (where(game, "u1"), now(game, "u1").mode) == (at(*B), "Tac")
    assert (where(game, "u3"), now(game, "u3").mode) == (at(*A), "PA")
    ring = [(1, 0), (-1, 0), (0, -1), (1, -1), (-1, 1)]
    pressed = position(
        unit("u1", B), unit("u2", B, "eng"), *(unit(f"g{n}", h) for n, h in enumerate(ring)),
        water={"major_river": [(A, B)]}, segment="offensive-fire", side="axis",
    )  # fmt: skip
    way = Withdrawal(pressed, ("u1", "u2"), pressed.board.hex(at(*B)), designated=False)
    assert not way.possible
    dry = position(
        unit("u1", B), unit("u2", B, "eng"), *(unit(f"g{n}", h) for n, h in enumerate(ring)),
        segment="offensive-fire", side="axis",
    )  # fmt: skip
    assert Withdrawal(dry, ("u1", "u2"), dry.board.hex(at(*B)), designated=False).possible


@pytest.mark.reading("goss", "goss2-17-03")
@pytest.mark.rule("goss", "17.2.3")
def test_a_great_river_is_crossed_by_bridge_alone() -> None:
    def site(**more: Any) -> Gs:
        return position(unit("u1", A), unit("u2", A, "eng"), unit("g1", (9, 0)), side="allied",
                        water={"great_river": [(A, B)]}, **more)  # fmt: skip

    ferry = {"do": "ferry", "units": ["u1"], "engineer": "u2", "hex": at(*B)}
    assert rules(site(), "allied", ferry) == ["17.2.3"]
    walk = {"do": "move", "units": ["u1"], "path": [at(*B)]}
    assert rules(site(roads={"secondary": [[A, B]]}), "allied", walk) == []
    assert rules(site(), "allied", walk) != []


# ---- bridges [17.3.1]


def build(*names: str, hex: tuple[int, int] = B, **more: Any) -> dict[str, Any]:
    return {"do": "bridge", "units": [*names], "hex": at(*hex), **more}


@pytest.mark.reading("goss", "goss2-17-06")
@pytest.mark.rule("goss", "17.3.1", "17.3.1a", "17.3.1b-2")
def test_when_bridges_stand() -> None:
    sites = {"g1": (0, 0), "g2": (4, 0), "g3": (8, 0)}
    waters = ["river", "stream", "major_river"]
    game = field(
        *(unit(n, h, "eng", size="Bn", steps=3 if n == "g2" else 2) for n, h in sites.items()),
        turn="AM",
        water={w: [((q, 0), (q + 1, 0))] for w, q in zip(waters, (0, 4, 8), strict=True)},
    )  # fmt: skip
    for name, (q, r) in sites.items():
        game.play("axis", build(name, hex=(q + 1, r)))

    def standing() -> list[bool]:
        found = [bridge_of(game, (q, 0), (q + 1, 0)) for q in (0, 4, 8)]
        return [one is not None and one.stands for one in found]

    pass_to(game, "designation", "axis")
    assert standing() == [False, False, False]  # not in the Quick Construction Segment
    for usable in ([False, True, False], [True, True, False], [True, True, True]):
        next_turn(game, "construction")
        assert standing() == usable


@pytest.mark.reading("goss", "goss2-17-07")
@pytest.mark.rule("goss", "17.3.1b", "17.3.1b-1", "17.3.1b-3")
@pytest.mark.parametrize(
    ("steps", "turns"),
    [(1, [1, 3, 0, 0]), (2, [1, 2, 3, 0]), (3, [1, 1, 2, 4]), (5, [1, 1, 2, 4])],
)
def test_the_time_that_each_water_takes(steps: int, turns: list[int]) -> None:
    found = []
    for water in ("stream", "river", "major_river", "great_river"):
        game = field(
            *(unit(f"g{n}", A, "eng", formation=str(n)) for n in range(steps)),
            water={water: [(A, B)]},
        )  # fmt: skip
        names = [f"g{n}" for n in range(steps)]
        if rules(game, "axis", build(*names)):
            found.append(0)
            continue
        game.play("axis", build(*names))
        found.append(told(game, "bridging")[0]["turns"])
    assert found == turns


def bridgehead(*units: Any, **more: Any) -> Gs:
    """American engineers begin a bridge in front of their ET-2; then the Germans move."""
    game = position(
        unit("u1", A, "eng", size="Bn", steps=3, inside=True), *units, works={A: "ET-2"},
        water={"river": [(A, B)]}, segment="construction", side="allied", **more,
    )  # fmt: skip
    game.play("allied", build("u1"))
    pass_to(game, "moves", "axis")
    return game


@pytest.mark.reading("goss", "goss2-17-08")
@pytest.mark.rule("goss", "17.3.1", "17.3.1-2")
def test_what_ends_a_bridge_that_is_being_built() -> None:
    company = unit("g1", (0, -1), "inf", size="Co", steps=1)
    into = bridgehead(company)
    assert now(into, "u1").task == "bridge"
    into.play("axis", {"do": "move", "units": ["g1"], "path": [at(*B)]})
    assert (now(into, "u1").task, now(into, "u1").inside) == ("", True)
    assert bridge_of(into, A, B) is None
    flank = unit("g1", (2, 1), "inf", size="Co", steps=1)
    beside = bridgehead(flank)
    step = {"do": "move", "units": ["g1"], "path": [at(1, 1)]}
    beside.play("axis", step)
    assert (now(beside, "u1").task, now(beside, "u1").inside) == ("", True)
    held = bridgehead(flank, unit("u2", B, "inf", size="Co", steps=1))
    held.play("axis", step)
    assert now(held, "u1").task == "bridge"
    seen = bridgehead(unit("g1", (5, 1), "inf", size="Co"), terrain={(5, 1): "HVP:5"})
    assert now(seen, "u1").task == "bridge"
    assert observed(seen, "u1")
    h = seen.board.hex(at(*A))
    found = target(seen, "allied", h)
    assert works_modifiers(seen, found) == []
    assert terrain_modifiers(seen, h, found) == []
    mark(seen, "g1", hex=(1, 1), ta=True)
    mark(seen, "u1", task="bridge")
    assert "13.7.4(f)" not in clash(seen, ["g1"], A).left


@pytest.mark.reading("goss", "goss2-17-09")
@pytest.mark.rule("goss", "17.3.1c", "17.3.1c(a)", "17.3.1c(b)", "17.3.1c(c)")
def test_a_heavy_bridge_unit() -> None:
    def site(steps: int = 3, water: str = "river", *more: Any, **facts: Any) -> Gs:
        return position(
            unit("u1", A, "eng", size="Bn", steps=steps), unit("u2", A, "bridge"), *more,
            unit("g1", (9, 0)), water={water: [(A, B)]},
            **{"segment": "construction", "side": "allied", **facts},
        )  # fmt: skip

    modes = site(segment="modes", roads={"primary": [[A, (1, 1)]]})
    assert modes.scenario.counters["u2"].ma == 9
    assert "17.3.1c" in rules(modes, "allied", {"do": "mode", "units": ["u2"], "mode": "Strat"})
    for water, turns in (("river", 1), ("major_river", 2)):
        assert rules(site(2, water), "allied", build("u1", heavy="u2")) == ["17.3.1c(a)"]
        game = site(3, water)
        game.play("allied", build("u1", heavy="u2"))
        for _ in range(turns):
            found = bridge_of(game, A, B)
            assert found is not None
            assert not found.stands
            next_turn(game, "construction", "allied")
        found = bridge_of(game, A, B)
        assert found is not None
        assert (found.kind, found.stands) == (HEAVY, True)
    game.play("allied", {"do": "dismantle", "units": ["u1"], "hex": at(*B)})
    over = game.board.hex(at(*A)), game.board.hex(at(*B))
    assert road(game, *over) == ""  # nobody crosses
    next_turn(game, "construction", "allied")
    assert (road(game, *over), where(game, "u2")) == ("", "held")
    next_turn(game, "construction", "allied")
    assert where(game, "u2") == at(*A)
    full = site(3, "river", unit("u3", A))
    h = full.board.hex(at(*A))
    assert overstacked(full, h)
    full.play("allied", build("u1", heavy="u2"))
    assert not overstacked(full, h)


@pytest.mark.reading("goss", "goss2-17-09")
@pytest.mark.rule("goss", "17.3.1c", "17.3.2a")
def test_a_heavy_bridge_bears_anything() -> None:
    game = position(
        unit("g1", A, "pz6"), unit("g2", (9, 0), "bridge"), unit("u1", (9, -9)),
        roads={"trail": [[A, (0, 2)], [B, (0, -1)]]}, water={"river": [(A, B)]},
    )  # fmt: skip
    game.put(BRIDGES, key_of(game, A, B), Bridge(HEAVY, "trail", unit="g2"))
    game.play("axis", {"do": "move", "units": ["g1"], "path": [at(*B)]})
    assert where(game, "g1") == at(*B)
    assert not told(game, "bridge-check")


@pytest.mark.reading("goss", "goss2-17-10")
@pytest.mark.rule("goss", "17.3.2", "17.3.2a")
def test_bridges_under_tigers_and_panthers() -> None:
    def site(kind: str, way: str = "trail", water: str = "river", *, marker: bool = False) -> Gs:
        roads = {way: [[A, B, (0, -1)]]} if not marker else {way: [[A, (0, 2)], [B, (0, -1)]]}
        game = position(
            unit("g1", A, kind), unit("g2", A, "pz5"), unit("g3", A, "pz6"), unit("u1", (9, 0)),
            roads=roads, water={water: [(A, B)]},
        )  # fmt: skip
        if marker:
            game.put(BRIDGES, key_of(game, A, B), Bridge(MARKER, "trail"))
        return game

    def over(name: str) -> dict[str, Any]:
        return {"do": "move", "units": [name], "path": [at(*B)]}

    falls = site("pz6")
    rig(falls, 5)
    falls.play("axis", over("g1"))
    assert (where(falls, "g1"), now(falls, "g1").steps, now(falls, "g1").halted) == (
        at(*A), 1, True,
    )  # fmt: skip
    ruins = bridge_of(falls, A, B)
    assert ruins is not None
    assert not ruins.stands
    bears = site("pz6")
    rig(bears, 6)
    for name in ("g1", "g2", "g3"):
        bears.play("axis", over(name))
        assert where(bears, name) == at(*B)
        bears.play("axis", {"do": "move", "units": [name], "path": [at(0, -1)]})
    assert len(told(bears, "bridge-check")) == 1
    light = site("pz5", marker=True)
    rig(light, 1)
    light.play("axis", over("g1"))
    assert (where(light, "g1"), bridge_of(light, A, B)) == (at(*A), None)
    for way, water in (("secondary", "river"), ("trail", "stream")):
        sound = site("pz6", way, water)
        sound.play("axis", over("g1"))
        assert where(sound, "g1") == at(*B)
        assert not told(sound, "bridge-check")
    mined = position(
        unit("u1", A, "eng"), unit("g1", (3, 0)), roads={"trail": [[A, B]]},
        water={"stream": [(A, B)]}, segment="demolition", side="allied",
    )  # fmt: skip
    blow = {"do": "demolish", "units": ["u1"], "hex": at(*B)}
    assert rules(mined, "allied", blow) == ["17.3.2"]


@pytest.mark.reading("goss", "goss2-17-11")
@pytest.mark.rule("goss", "17.3.2c")
def test_a_prepared_demolition_of_two_bridges() -> None:
    here, p, q = (0, 0), (1, 0), (0, 1)

    def site(enemy: tuple[int, int], **more: Any) -> Gs:
        return position(
            unit("g1", here, "eng", size="Bn", steps=2), unit("g2", q, "eng"), unit("u1", enemy),
            roads={"primary": [[p, here, q]]}, water={"river": [(here, p), (here, q)]},
            segment="demolition", turn="Night", **more,
        )  # fmt: skip

    def blow(name: str, h: tuple[int, int]) -> dict[str, Any]:
        return {"do": "demolish", "units": [name], "hex": at(*h)}

    near = site(p)  # an enemy in a hex of the first bridge
    rig(near, 5)
    near.play("axis", blow("g1", p))
    assert told(near, "demolition")[-1]["drm"]["total"] == 0
    assert told(near, "demolition")[-1]["blown"]
    for option, drm in (("bank", -1), ("beside", 0)):  # an enemy next to one of its hexes
        close = site((2, 0), options={"bridge-adjacency": option})
        rig(close, 5)
        close.play("axis", blow("g1", p))
        assert told(close, "demolition")[-1]["drm"]["total"] == drm
        assert told(close, "demolition")[-1]["blown"]
    far = site((9, -1))
    assert far.board.distance(*(far.board.hex(at(*h)) for h in ((9, -1), p))) == 8
    assert far.board.distance(*(far.board.hex(at(*h)) for h in ((9, -1), here))) == 9
    assert rules(far, "axis", blow("g1", p)) == []  # eight hexes from either end
    assert rules(site((10, -1)), "axis", blow("g1", p)) == ["17.3.2c"]
    rig(far, 6, 7)
    far.play("axis", blow("g1", p))
    assert told(far, "demolition")[-1]["drm"]["total"] == -1
    assert told(far, "demolition")[-1]["blown"]
    both = site((8, 0))
    rig(both, 5, 9)
    both.play("axis", blow("g1", p))
    both.play("axis", blow("g1", q))  # every bridge beside them
    assert [one["blown"] for one in told(both, "demolition")] == [True, False]
    assert rules(both, "axis", blow("g2", here)) == ["17.3.2c"]
    pass_to(both, "moves", "axis")
    away = {"do": "move", "units": ["g1"], "path": [at(-1, 0)]}
    assert rules(both, "axis", away) == ["17.3.2c"]


@pytest.mark.reading("goss", "goss2-17-26")
@pytest.mark.rule("goss", "17.3.1d", "17.3.1")
@pytest.mark.parametrize(("option", "link"), [("secondary", "secondary"), ("none", "")])
def test_the_roads_that_a_bridge_joins(option: str, link: str) -> None:
    rows = {0: ("primary", "secondary"), 3: ("secondary", "trail"), 6: ("primary", "")}
    roads: dict[str, list[Any]] = {}
    for r, ways in rows.items():
        for way, (a, b) in zip(ways, (((0, r), (-1, r)), ((1, r), (2, r))), strict=True):
            roads.setdefault(way, []).append([a, b])
    roads.pop("")
    game = field(
        *(unit(f"g{r}", (0, r), "motinf") for r in rows), unit("g9", (1, 3), "motinf"),
        *(unit(f"g1{r}", (0, r), "eng", steps=3) for r in rows), unit("u1", (9, -9)),
        roads=roads, water={"river": [((0, r), (1, r)) for r in rows]},
        options={"roadless-bridge": option}, terrain={(1, 6): "woods"},
    )  # fmt: skip
    for r in rows:
        game.play("axis", build(f"g1{r}", hex=(1, r)))
    next_turn(game, "construction")
    links = {}
    for r in rows:
        bridge = bridge_of(game, (0, r), (1, r))
        assert bridge is not None
        links[r] = bridge.road
    assert links == {0: "secondary", 3: "trail", 6: link}
    pass_to(game, "road-moves", "axis")
    costs = {("g0", 1, 0): Fraction(1), ("g3", 1, 3): Fraction(3, 2), ("g9", 0, 3): Fraction(3, 2)}
    for (name, q, r), cost in costs.items():
        if name == "g9":
            mark(game, "g3", hex=(3, -9))
        game.play("axis", {"do": "move", "units": [name], "path": [at(q, r)]})
        assert Fraction(now(game, name).spent, POINT) == cost
    walk = {"do": "move", "units": ["g6"], "path": [at(1, 6)]}
    assert rules(game, "axis", walk) == ([] if link else ["7.10.0-path"])


@pytest.mark.reading("goss", "goss2-17-27")
@pytest.mark.rule("goss", "17.3.2b", "17.3.2")
@pytest.mark.parametrize(
    ("facts", "turn", "water", "roll", "blown"),
    [
        ({}, "Night", "river", 2, True), ({}, "Night", "river", 3, False),
        ({"size": "Bn", "steps": 2}, "Night", "river", 4, True),
        ({"fatigue": 1}, "AM", "river", 0, None), ({"supply": "OhS"}, "AM", "river", 3, True),
        ({"supply": "OoS"}, "AM", "river", 0, None), ({}, "AM", "stream", 0, None),
    ],
)  # fmt: skip
def test_a_hasty_demolition(
    facts: dict[str, Any], turn: str, water: str, roll: int, blown: bool | None
) -> None:
    game = position(
        unit("u1", A, ta=True), unit("g1", B), unit("g2", B, "eng", **facts), turn=turn,
        roads={"secondary": [[A, B]]}, water={water: [(A, B)]}, side="allied", segment="assaults",
    )  # fmt: skip
    rig(game, roll)
    game.play("allied", {"do": "assault", "units": ["u1"], "hex": at(*B)})
    asked = ""
    while game.open_asks()[0].default is not None and not asked:
        ask = game.open_asks()[0]
        if ask.name == "blow-bridge":
            asked = ask.player
            game.play(ask.player, {"do": "blow-bridge", "choose": "yes"})
        else:
            game.play(ask.player, ask.default)
    assert asked == ("" if blown is None else "axis")
    tried = told(game, "demolition")
    assert [one["blown"] for one in tried] == ([] if blown is None else [blown])
    assert bool(told(game, "bridge-lost")) is bool(blown)
