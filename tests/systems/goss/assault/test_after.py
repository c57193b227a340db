"""Z-steps, retreats, collapse and advances that the second reader left out. [13.10] to [13.12]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault.advance import reach, trail, ways
from grognard.systems.goss.assault.battle import Assault
from grognard.systems.goss.assault.retreat import Journey
from grognard.systems.goss.assault.suffering import Aftermath
from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import Refusals, clash, field
from tests.systems.goss.field import at, now, rig, told, unit, where

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
HOLD, LIMITED, FULL = ({"choose": word} for word in ("hold", "limited", "full"))


def labels(game: Gs, paths: Any) -> set[tuple[str, ...]]:
    return {tuple(game.board.label(h) for h in path) for path in paths}


# ---- Z-steps


@pytest.mark.rule("goss", "13.10.4-3", "4.1.3-ga-e", "4.1.3-ga-f")
def test_z_steps_and_loose_hits() -> None:
    def game(*more: Any) -> Gs:
        z: dict[str, Any] = {"z": True, "left": 0}
        return field(
            unit("u1", (0, 1), **PA), *more, unit("g2", (0, 0), "pz4", **z),
            unit("g3", (0, 0), "pz4", **z), side="allied",
        )  # fmt: skip

    two = game(unit("g1", (0, 0)))
    found = clash(two, ["u1"])
    rig(two, 0)
    found.settle(defender="1", declare=HOLD, take_hit={"take": "z-steps"})
    assert {now(two, n).place for n in ("g2", "g3")} == {"eliminated"}
    assert (now(two, "g1").steps, now(two, "g1").fatigue) == (3, 0)
    alone = game()
    clash(alone, ["u1"]).settle(defender="(1)")
    assert {now(alone, n).place for n in ("g2", "g3")} == {"eliminated"}
    last = game(unit("g1", (0, 0), "eng"))
    clash(last, ["u1"], lead=[{"unit": "g1"}]).settle(defender="(1)")
    assert {now(last, n).place for n in ("g1", "g2", "g3")} == {"eliminated"}
    fresh = field(unit("u1", (0, 1), **PA), unit("g1", (0, 0), "pz4"), side="allied")
    clash(fresh, ["u1"]).settle(defender="(1)")
    assert (now(fresh, "g1").z, where(fresh, "g1")) == (True, at(0, 0))  # made just now


@pytest.mark.rule("goss", "13.10.4", "13.10.4a", "14.1.0")
def test_fatigue_as_a_hit() -> None:
    game = field(
        unit("u1", (0, 1), **PA), unit("g1", (0, 0), fatigue=1), unit("g2", (0, 0)), side="allied"
    )
    found = clash(game, ["u1"], lead=[{"unit": "g1"}])
    rig(game, 0)
    found.settle(defender="2", declare=HOLD, take_hit=[{"take": "fatigue"}])
    assert (now(game, "g1").fatigue, now(game, "g2").fatigue) == (2, 1)
    assert now(game, "g1").steps == 2  # one of them is exhausted, so the lead loses a step
    any_ = field(
        unit("u1", (0, 1), **PA), unit("g1", (0, 0), fatigue=1), unit("g2", (0, 0)),
        side="allied", options={"fatigue-hits": "any-below"},
    )  # fmt: skip
    found = clash(any_, ["u1"], lead=[{"unit": "g1"}])
    rig(any_, 0)
    found.settle(defender="2", declare=HOLD, take_hit=[{"take": "fatigue"}, {"take": "fatigue"}])
    assert (now(any_, "g1").fatigue, now(any_, "g2").fatigue) == (2, 2)


@pytest.mark.rule("goss", "13.10.4b")
def test_a_limited_retreat_needs_a_way_for_all() -> None:
    around = [(1, 0), (-1, 0), (0, -1), (1, -1), (-1, 1)]
    shut = field(
        unit("u1", (0, 1), **PA), unit("g1", (0, 0)),
        *(unit(f"u{n}", h) for n, h in enumerate(around, 2)), side="allied",
    )  # fmt: skip
    with pytest.raises(Refusals, match=r"13.10.4"):
        clash(shut, ["u1"]).settle(defender="2", declare=LIMITED)
    open_ = field(unit("u1", (0, 1), **PA), unit("g1", (0, 0)), side="allied")
    found = clash(open_, ["u1"])
    rig(open_, 0)
    found.settle(
        defender="2", declare=LIMITED, retreat={"units": ["g1"], "path": [at(0, -1)]},
        take_hit={"take": "step", "unit": "g1"},
    )  # fmt: skip
    assert (where(open_, "g1"), now(open_, "g1").steps) == (at(0, -1), 2)


# ---- retreat


def journey(game: Gs, *names: str, attacking: bool = False) -> Journey:
    return Journey(game, names, now(game, names[0]).hex, attacking=attacking)


@pytest.mark.rule("goss", "13.11.0(b)", "13.11.0(c)", "13.11.0(e)", "13.11.0(a)")
def test_where_nobody_retreats() -> None:
    steps = [(1, 0), (-1, 0), (0, -1), (1, -1), (-1, 1)]
    enemies = [unit(f"u{n}", h) for n, h in enumerate(steps[:2])]
    game = field(
        unit("g1", (0, 0), "motinf"), unit("u9", (0, 1), **PA), *enemies,
        terrain={(0, -1): "swamp"}, water={"river": [((0, 0), (1, -1))]},
        roads={"trail": [[(0, 0), (-1, 1)]]}, side="allied",
    )  # fmt: skip
    assert labels(game, journey(game, "g1").ways(1)) == {(at(-1, 1),)}
    bridge = field(
        unit("g1", (0, 0), "motinf"), unit("u9", (0, 1), **PA), *enemies, unit("u8", (-1, 1)),
        terrain={(0, -1): "swamp"}, water={"river": [((0, 0), (1, -1))]},
        roads={"trail": [[(0, 0), (1, -1)]]}, side="allied",
    )  # fmt: skip
    assert labels(bridge, journey(bridge, "g1").ways(1)) == {(at(1, -1),)}
    free = field(unit("g1", (0, 0), "motinf"), unit("u9", (0, 1), **PA), side="allied")
    for path in journey(free, "g1").ways(4):
        assert len({*path}) == len(path) == 4
        assert free.board.hex(at(0, 0)) not in path


@pytest.mark.rule("goss", "13.11.0-2", "13.11.0")
def test_the_five_criteria() -> None:
    def ends(**more: Any) -> set[str]:
        units = more.pop("units", ())
        game = field(
            unit("g1", (0, 0), formation="1"), unit("u1", (0, 1), **PA), *units, side="allied",
            **more,
        )  # fmt: skip
        return {game.board.label(path[-1]) for path in journey(game, "g1").ways(1)}

    every = {at(1, 0), at(-1, 0), at(0, -1), at(1, -1), at(-1, 1)}
    assert ends() == every - {at(1, 0), at(-1, 1)}  # two are next to the attacker
    hq = unit("gh", (-5, 0), "hq:div", formation="1")
    assert ends(units=(hq,)) == {at(-1, 0)}
    assert ends(terrain={(0, -1): "village"}) == {at(0, -1)}
    assert ends(roads={"trail": [[(0, 0), (1, -1)]]}) == {at(1, -1)}
    crowd = [unit(f"g{n}", (0, -1)) for n in (2, 3)]
    assert ends(units=crowd) == {at(-1, 0), at(1, -1)}
    assert ends(units=(hq,), terrain={(0, -1): "village"}) == {at(-1, 0)}  # in this order


@pytest.mark.rule("goss", "13.11.5", "17.3.2a")
def test_a_bridge_breaks_under_a_retreat() -> None:
    steps = [(1, 0), (-1, 0), (1, -1), (-1, 1)]
    game = field(
        unit("g1", (0, 0), "pz5", steps=3, size="Bn"), unit("u1", (0, 1), **PA),
        water={"river": [((0, 0), (0, -1))], "great_river": [((0, 0), h) for h in steps]},
        roads={"trail": [[(0, 0), (0, -1)]]}, side="allied",
    )  # fmt: skip
    found = clash(game, ["u1"])
    rig(game, 2)
    found.settle(defender="1", declare=FULL)
    assert told(game, "bridge-check")[0]["hexes"] == [at(0, 0), at(0, -1)]
    assert told(game, "bridge-lost")
    assert (where(game, "g1"), now(game, "g1").steps) == (at(0, 0), 2)


@pytest.mark.rule("goss", "13.11.2", "13.11.0")
def test_a_stack_goes_as_one_and_may_overstack() -> None:
    steps = [(1, 0), (-1, 0), (1, -1), (-1, 1)]
    game = field(
        unit("g1", (0, 0)), unit("g2", (0, 0), "motinf"), unit("u1", (0, 1), **PA),
        *(unit(f"g{n}", (0, -1)) for n in (3, 4)),
        water={"great_river": [((0, 0), h) for h in steps]}, side="allied",
    )  # fmt: skip
    clash(game, ["u1"]).settle(defender="1", declare=FULL)
    assert {where(game, n) for n in ("g1", "g2")} == {at(0, -1)}
    assert told(game, "retreat")[0]["units"] == ["g1", "g2"]


# ---- advance


def pursued(game: Gs, names: list[str], *back: tuple[int, int]) -> tuple[Assault, Any]:
    """An assault whose defender has gone back that way."""
    found = clash(game, names).assault
    path = tuple(game.board.hex(at(*h)) for h in back)
    if path:
        game.put(UNITS, "g1", replace(now(game, "g1"), hex=path[-1]))
    return found, trail(game, found, Aftermath((len(path),), path))


@pytest.mark.rule("goss", "13.12.3", "13.12.5c", "13.12.5d")
@pytest.mark.parametrize(
    ("kind", "facts", "more", "hexes"),
    [
        ("inf", PA, {}, 2),
        ("motinf", PA, {}, 4),
        ("motinf", TA, {}, 1),
        ("motinf", {"mode": "Exploit", "ta": True}, {}, 1),
        ("motinf", PA, {"turn": "Night"}, 1),
        ("motinf", PA, {"headquarters": {"uh": {"fuel": "low"}}}, 1),
        ("motinf", PA, {"headquarters": {"uh": {"fuel": "none"}}}, 0),
        ("inf", PA, {"headquarters": {"uh": {"fuel": "none"}}}, 2),
    ],
)
def test_how_far_units_advance(
    kind: str, facts: dict[str, Any], more: dict[str, Any], hexes: int
) -> None:
    game = field(
        unit("u1", (0, 1), kind, formation="1", **facts), unit("g1", (0, 0)),
        unit("uh", (0, 5), "hq:div", formation="1"), side="allied", **more,
    )  # fmt: skip
    assert reach(game, "u1") == hexes


@pytest.mark.rule("goss", "13.12.2", "13.12.4", "13.12.3")
def test_the_path_of_advance() -> None:
    def ends(kind: str, terrain: str = "rough") -> set[tuple[str, ...]]:
        hexes = [(0, -1), (1, -1), (-1, 0), (0, -2), (1, -2), (-1, -1), (0, 0)]
        game = field(
            unit("u1", (0, 1), kind, **PA), unit("g1", (0, 0)), side="allied",
            terrain=dict.fromkeys(hexes, terrain),
        )  # fmt: skip
        found, along = pursued(game, ["u1"], (0, -1), (0, -2), (0, -3))
        return labels(game, ways(game, "u1", found, along))

    d, first, second = at(0, 0), at(0, -1), at(0, -2)
    assert ends("inf") == {(d,), (d, first)}
    assert ends("motinf") == {(d,), (d, first), (d, first, second)}
    clear = ends("motinf", "clear")
    assert (d, at(1, -1), at(1, -2)) in clear
    assert max(map(len, clear)) == 3  # no farther than the retreat


@pytest.mark.rule("goss", "13.12.3-2", "13.12.2")
@pytest.mark.parametrize(("unresolved", "most"), [(0, 1), (1, 1), (3, 2)])
def test_an_advance_where_nobody_is_left(unresolved: int, most: int) -> None:
    game = field(unit("u1", (0, 1), **PA), unit("g1", (0, 0), "eng"), side="allied")
    found = clash(game, ["u1"]).assault
    eliminate(game, "g1", "13.10.3")
    along = trail(game, found, Aftermath((), (), unresolved))
    paths = ways(game, "u1", found, along)
    assert max(map(len, paths)) == most
    if most == 2:
        assert len({path[-1] for path in paths}) > 4  # any way


@pytest.mark.rule("goss", "13.12.3-3")
def test_recon_goes_a_hex_farther() -> None:
    def most(kind: str, terrain: str = "clear", **more: Any) -> int:
        game = field(
            unit("u1", (0, 1), kind, **PA), unit("g1", (0, 0)), side="allied",
            terrain={(0, -1): terrain}, **more,
        )  # fmt: skip
        found, along = pursued(game, ["u1"], (1, -1))
        return max(len(path) for path in ways(game, "u1", found, along))

    assert most("motinf") == 1
    assert most("armrecon") == 2
    ring = [((0, 0), h) for h in ((0, -1), (-1, 0), (1, 0), (-1, 1))]
    assert most("armrecon", water={"stream": ring}) == 1


@pytest.mark.rule("goss", "13.12.5b")
def test_mud() -> None:
    def most(**more: Any) -> int:
        game = field(
            unit("u1", (0, 1), **PA), unit("g1", (0, 0)), side="allied", weather="Clear Mud", **more
        )
        found, along = pursued(game, ["u1"], (0, -1), (0, -2))
        return max(len(path) for path in ways(game, "u1", found, along))

    way = [[(0, 1), (0, 0), (0, -1)]]
    assert most() == 1
    assert most(roads={"secondary": way}) == 2
    assert most(roads={"trail": way}) == 1
    assert most(roads={"secondary": way}, options={"mud-advance": "one"}) == 1


@pytest.mark.rule("goss", "13.12.5")
def test_ground_that_stops_an_advance() -> None:
    def most(**more: Any) -> int:
        game = field(unit("u1", (0, 1), "motinf", **PA), unit("g1", (0, 0)), side="allied", **more)
        found, along = pursued(game, ["u1"], (0, -1), (0, -2))
        return max((len(path) for path in ways(game, "u1", found, along)), default=0)

    assert most() == 2
    assert most(terrain={(0, 0): "woods"}) == 1
    assert most(terrain={(0, 0): "woods"}, roads={"trail": [[(0, 1), (0, 0)]]}) == 2
    assert most(terrain={(0, 0): "clear constricted"}) == 1
    closed = dict.fromkeys(((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1)), "swamp")
    assert most(terrain=closed) == 1


@pytest.mark.rule("goss", "13.12.1", "13.12.2", "13.5.2")
def test_attackers_advance_one_by_one() -> None:
    game = field(
        unit("u1", (0, 1), values="9-9", **PA), unit("u2", (0, 1), "m4", **PA),
        unit("u3", (1, 0), **PA), unit("g1", (0, 0), "eng"), terrain={(0, 0): "woods constricted"},
        works={(0, 0): "ET-2"}, side="allied",
    )  # fmt: skip
    found = clash(game, ["u1", "u2", "u3"], standoff=[{"units": ["u2"]}])
    found.settle(
        defender="(1)",
        advance=[{"do": "advance", "unit": "u1", "path": [at(0, 0)]}, {"do": "stay-back"}],
    )
    assert where(game, "u1") == at(0, 0)
    assert found.asked.count("allied advance") == 1  # one battalion in a constricted hex
    assert {now(game, n).mode for n in ("u1", "u2", "u3")} == {"Tac"}
    assert game.state[HEXES][game.board.hex(at(0, 0))].work == ""


@pytest.mark.rule("goss", "13.12.0", "13.12.1")
def test_nobody_advances_while_defenders_stay() -> None:
    game = field(unit("u1", (0, 1), **PA), unit("g1", (0, 0)), side="allied")
    found = clash(game, ["u1"]).settle(defender="(1)")
    assert "allied advance" not in found.asked
    away = field(unit("u1", (0, 1), **PA), unit("g1", (0, 0)), side="allied")
    found = clash(away, ["u1"]).settle(defender="1", declare=FULL, advance=[{"do": "stay-back"}])
    assert "allied advance" in found.asked
    assert where(away, "u1") == at(0, 1)


# ---- the order of losses


@pytest.mark.rule("goss", "13.10.3")
def test_guns_lose_after_all_others_and_nobody_twice_before_the_rest() -> None:
    guns = field(
        unit("g1", (0, 0)), unit("g2", (0, 0)), unit("g3", (0, 0), "spa", size="Co"),
        unit("u1", (0, 1), **PA), side="allied",
    )  # fmt: skip
    found = clash(guns, ["u1"], lead=[{"unit": "g1"}]).settle(defender="(2)")
    assert [now(guns, n).steps for n in ("g1", "g2", "g3")] == [2, 2, 1]
    assert "axis lose-step" not in found.asked
    weak = field(
        unit("u1", (0, 1), values="1-6", reduced="1-4", **TA),
        unit("u2", (0, 1), values="1-6", reduced="1-4", **TA), unit("g1", (0, 0), values="9-9"),
        side="allied",
    )  # fmt: skip
    found = clash(weak, ["u1", "u2"], lead=[{"unit": "u1"}])
    assert found.sums.below
    found.settle("(4)", lose_step=[{"unit": "u1"}, {"unit": "u1"}])
    assert [now(weak, n).steps for n in ("u1", "u2")] == [1, 1]
    assert found.asked.count("allied lose-step") == 1


@pytest.mark.rule("goss", "13.10.4c")
def test_a_full_retreat_is_forgiven_only_if_it_goes_anywhere() -> None:
    around = [(1, 0), (-1, 0), (0, -1), (1, -1), (-1, 1)]
    shut = field(
        unit("u1", (0, 1), **PA), unit("g1", (0, 0)),
        *(unit(f"u{n}", h) for n, h in enumerate(around, 2)), side="allied",
    )  # fmt: skip
    clash(shut, ["u1"]).settle(defender="3(1)", declare=FULL)
    assert (now(shut, "g1").steps, now(shut, "g1").fatigue) == (1, 2)
    assert where(shut, "g1") == at(0, 0)


@pytest.mark.rule("goss", "13.12.2", "13.12.3", "13.12.4", "6.0")
def test_why_an_advance_is_refused() -> None:
    def found(kind: str, *hexes: tuple[int, int], **answers: Any) -> Gs:
        game = field(
            unit("g1", (0, 1), kind, **PA), unit("g2", (0, 1), **PA), unit("g3", (1, 0), **PA),
            unit("u1", (0, 0)), terrain={(0, -1): "woods"},
        )  # fmt: skip
        way = {"do": "advance", "unit": "g1", "path": [at(*h) for h in hexes]}
        rest = answers.get("advance", [])
        clash(game, ["g1", "g2", "g3"]).settle(
            defender="2", declare=FULL, retreat={"units": ["u1"], "path": [at(0, -1), at(0, -2)]},
            advance=[*rest, way, {"do": "stay-back"}],
        )  # fmt: skip
        return game

    assert where(found("inf", (0, 0)), "g1") == at(0, 0)
    with pytest.raises(Refusals, match=r"\['13\.12\.2'\]"):
        found("inf", (1, 1))
    with pytest.raises(Refusals, match=r"\['13\.12\.3'\]"):
        found("inf", (0, 0), (0, -1), (0, -2))
    with pytest.raises(Refusals, match=r"\['13\.12\.4'\]"):
        found("inf", (0, 0), (-1, 0))
    first = [{"do": "advance", "unit": n, "path": [at(0, 0)]} for n in ("g2", "g3")]
    with pytest.raises(Refusals, match=r"\['13\.12\.2'\]"):
        found("inf", (0, 0), advance=first)


@pytest.mark.rule("goss", "13.12.1", "13.10.4a-2", "13.10.4c")
def test_who_went_into_works_does_not_advance() -> None:
    game = field(unit("g1", (0, 1), **TA), unit("u1", (0, 0)), works={(0, 1): "IP"})
    found = clash(game, ["g1"])
    found.settle("1", "3", declare=FULL, go_to_ground={"choose": "yes"})
    assert now(game, "g1").inside
    assert where(game, "u1") != at(0, 0)
    assert "axis advance" not in found.asked


@pytest.mark.rule("goss", "13.10.4-2")
def test_a_stack_that_is_gone_does_not_hold_up_the_relief() -> None:
    game = field(
        unit("g1", (0, 1), **PA), unit("g2", (1, 0), "eng", **PA), unit("u1", (0, 0)),
        unit("u2", (1, -1)),
    )  # fmt: skip
    found = clash(game, ["g1", "g2"], lead=[{"unit": "g2"}])
    rig(game, 0)
    found.settle("1(1)", "1", declare=[FULL, HOLD], take_hit={"take": "fatigue"})
    assert now(game, "g2").place == "eliminated"
    assert where(game, "g1") != at(0, 1)
    assert now(game, "u1").fatigue == 0, "the one hex of the other stack is a hit less"
