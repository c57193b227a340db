"""Ground assault by a second reader: hits, retreats and advances. [13.10] to [13.12]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.kit.forms import Path
from grognard.systems.goss.assault.advance import along_trail, trail, ways
from grognard.systems.goss.assault.retreat import Journey
from grognard.systems.goss.assault.suffering import Aftermath
from grognard.systems.goss.fire.retreat import Withdrawal
from grognard.systems.goss.fire.retreat import withdraw as fall_back
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, HEAVY, HEXES, LEADERS, Bridge, HexStatus
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import Clash, Refusals, clash, drive, field
from tests.systems.goss.field import at, now, rig, told, unit, where

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
HOLD, FULL = ({"choose": word} for word in ("hold", "full"))
YES = {"choose": "yes"}
AROUND = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def mark(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


def path(game: Gs, *hexes: tuple[int, int]) -> Path:
    return tuple(game.board.hex(at(*h)) for h in hexes)


@pytest.mark.reading("goss", "goss2-13-23")
@pytest.mark.rule("goss", "13.10.2(b)", "13.10.2")
@pytest.mark.parametrize(
    ("ground", "own", "shut", "mate", "allowed"),
    [
        ("clear", 0, False, False, False),
        ("village", 0, False, False, True),
        ("clear", 1, False, False, True),
        ("village", 0, True, False, False),
        ("village", 0, False, True, False),
    ],
)
def test_attacking_recon_turns_a_hit_loose(
    ground: str, own: int, shut: bool, mate: bool, allowed: bool
) -> None:
    bare = {"arm_attack": 0, "arm_defence": 0}
    beside = [(1, 1), (0, 2), (-1, 2), (-1, 1), (1, 0)]
    game = field(
        unit("ga", (0, 1), "armrecon", **{**bare, "arm_attack": own}, **TA),
        unit("gb", (0, 1), "armrecon", **bare, **TA), unit("u1", (0, 0)),
        *([unit("gc", (0, 1), "inf", "2-2", size="Co", steps=2, **TA)] if mate else []),
        unit("u2", (0, 0), "m4", arm_attack=3, arm_defence=3), terrain={(0, 1): f"clear {ground}"
        if ground != "clear" else "clear"},
        water={"great_river": [((0, 1), h) for h in beside]} if shut else {},
    )  # fmt: skip
    names = ["ga", "gb", *(["gc"] if mate else [])]
    found = clash(game, names)
    assert found.sums.duel.defender.arm == 3
    assert found.sums.duel.attacker.any == own
    rig(game, 0, 0, 0)
    found.settle(attacker="1(2)", convert_hit=YES, declare=HOLD, take_hit={"take": "fatigue"})
    assert ("axis convert-hit" in found.asked) is allowed
    assert told(game, "declared")[0]["hits"] == (2 if allowed else 1)
    whole = 8 if mate else 6
    assert whole - sum(now(game, n).steps for n in names) == (1 if allowed else 2)


@pytest.mark.reading("goss", "goss2-13-24")
@pytest.mark.rule("goss", "13.10.4-3", "4.1.3-ga-d", "13.10.3-3")
def test_z_steps_and_hits() -> None:
    def game(*units: Any) -> Gs:
        zs = [unit(f"g{n}", (0, 0), "pz4", z=True, left=0) for n in (8, 9)]
        return field(*units, *(zs[: 2 if len(units) > 1 else 1]), side="allied")

    foe = unit("u1", (0, 1), **TA)
    battalion = unit("g1", (0, 0), left=2)
    first = game(foe, battalion)
    found = clash(first, ["u1"])
    rig(first, 0)
    with pytest.raises(Refusals):
        found.settle(defender="3", declare=HOLD, take_hit={"take": "step", "unit": "g8"})
    first = game(foe, battalion)
    found = clash(first, ["u1"])
    rig(first, 0)
    hits = [{"take": "z-steps"}, {"take": "step", "unit": "g1"}, {"take": "fatigue"}]
    found.settle(defender="3", declare=HOLD, take_hit=hits)
    assert (now(first, "g1").steps, now(first, "g1").fatigue) == (1, 1)
    assert {now(first, n).place for n in ("g8", "g9")} == {"eliminated"}
    second = game(foe, battalion)
    clash(second, ["u1"]).settle(defender="(1)")
    assert now(second, "g1").steps == 1
    assert sorted(now(second, n).place for n in ("g8", "g9")) == ["eliminated", "map"]
    third = field(
        foe, unit("g1", (0, 0), size="Co", steps=1, values="2-2"),
        unit("g8", (0, 0), "pz4", z=True, left=0), side="allied",
    )  # fmt: skip
    found = clash(third, ["u1"])
    rig(third, 0)
    found.settle(defender="3", declare=HOLD, take_hit={"take": "step", "unit": "g1"})
    assert {now(third, n).place for n in ("g1", "g8")} == {"eliminated"}


@pytest.mark.reading("goss", "goss2-13-25")
@pytest.mark.rule("goss", "13.11.0", "13.11.0(a)", "13.11.0(e)", "13.11.0-2")
def test_a_stack_goes_back_as_one() -> None:
    game = field(
        unit("u1", (0, 0), formation="1"), unit("u2", (0, 0), size="Co", steps=1, formation="1"),
        unit("uh", (-6, 0), "hq:div", formation="1"), unit("g1", (1, 0), **TA),
        unit("gh", (0, 1), "hq:div", formation="9"),
    )  # fmt: skip
    game.put(HEXES, game.board.hex(at(-1, -1)), HexStatus(fort=2, side="axis"))
    journey = Journey(game, ["u1", "u2"], game.board.hex(at(0, 0)), attacking=False)
    assert journey.names == ("u1", "u2")
    assert journey.ways(2) == [path(game, (-1, 0), (-2, 0))]
    found = clash(game, ["g1"])
    found.settle(defender="2", declare=FULL)
    assert not [one for one in found.asked if "retreat" in one]
    assert {where(game, n) for n in ("u1", "u2")} == {at(-2, 0)}
    assert {now(game, n).steps for n in ("u1", "u2")} == {3, 1}


@pytest.mark.reading("goss", "goss2-13-25")
@pytest.mark.rule("goss", "13.11.0", "13.11.0(a)", "13.11.0(e)")
def test_what_a_retreat_is_refused() -> None:
    def back(units: list[str], *hexes: tuple[int, int]) -> tuple[Gs, Clash]:
        game = field(
            unit("u1", (0, 0)), unit("u2", (0, 0), size="Co", steps=1), unit("g1", (1, 0), **TA),
            unit("gh", (0, 1), "hq:div", formation="9"),
        )  # fmt: skip
        found = clash(game, ["g1"])
        way = {"units": units, "path": [at(*h) for h in hexes]}
        return game, found.settle(defender="2", declare=FULL, retreat=way)

    both = ["u1", "u2"]
    for units, way in (
        (["u1"], [(-1, 0), (-2, 0)]), (both, [(0, 1), (0, 2)]), (both, [(-1, 0), (0, -1)]),
        (both, [(-1, 0), (0, 0)]),
    ):  # fmt: skip
        with pytest.raises(Refusals):
            back(units, *way)
    game, found = back(both, (-1, 0), (-2, 0))
    assert {where(game, n) for n in both} == {at(-2, 0)}
    assert [one for one in found.asked if "retreat" in one] == ["allied retreat"]


@pytest.mark.reading("goss", "goss2-13-26")
@pytest.mark.rule("goss", "13.11.0(b)", "13.11.0(c)", "7.11.3")
@pytest.mark.parametrize(
    ("kind", "facts", "water", "road", "allowed"),
    [
        ("motinf", {}, "river", "", False),
        ("motinf", {}, "ford", "", True),
        ("motinf", {}, "river", "secondary", True),
        ("motinf", {}, "major_river", "secondary", True),
        ("spa", {"battery": True}, "", "", False),
        ("spa", {"battery": True}, "", "trail", True),
    ],
)
def test_where_vehicles_go_back(
    kind: str, facts: dict[str, Any], water: str, road: str, allowed: bool
) -> None:
    west = ((0, 0), (-1, 0))
    kinds: dict[str, Any] = {"great_river": [((0, 0), h) for h in AROUND if h != (-1, 0)]}
    if water == "ford":
        kinds |= {"river": [west], "ford": [west]}
    elif water:
        kinds |= {water: [west]}
    game = field(
        unit("u1", (0, 0), kind, **facts), unit("g1", (1, 0), **TA), water=kinds,
        roads={road: [[*west]]} if road else {},
        terrain={} if water else {(-1, 0): "clear constricted"},
    )  # fmt: skip
    start = game.board.hex(at(0, 0))
    assert Journey(game, ["u1"], start, attacking=False).possible is allowed
    assert bool(Withdrawal(game, ["u1"], start, False).ways()) is allowed
    game = field(
        unit("u1", (0, 0), kind, **facts), unit("g1", (0, 1), **TA), water=kinds | {
            "great_river": [s for s in kinds["great_river"] if s[1] != (0, 1)]},
        roads={road: [[*west]]} if road else {},
        terrain={} if water else {(-1, 0): "clear constricted"},
    )  # fmt: skip
    clash(game, ["g1"]).settle(defender="1", declare=FULL)
    assert (where(game, "u1") == at(-1, 0)) is allowed
    assert (now(game, "u1").steps < (3 if kind == "motinf" else 1)) is not allowed


@pytest.mark.reading("goss", "goss2-13-26")
@pytest.mark.rule("goss", "13.11.0(b)", "13.11.1-2", "7.11.2")
@pytest.mark.parametrize(("kind", "hexes"), [("pz5", 1), ("pz4", 2)])
def test_a_trail_in_a_narrow_place_is_no_road_for_heavy_tanks(kind: str, hexes: int) -> None:
    game = field(
        unit("g1", (0, 0), kind, steps=3, size="Bn"), unit("u1", (1, 0), **TA),
        water={"great_river": [((0, 0), h) for h in AROUND if h != (-1, 0)]},
        roads={"trail": [[(0, 0), (-1, 0), (-2, 0)]]}, terrain={(-1, 0): "clear constricted"},
        side="allied",
    )  # fmt: skip
    journey = Journey(game, ["g1"], game.board.hex(at(0, 0)), attacking=False)
    assert {len(way) for way in journey.ways(2)} == {hexes}
    assert all(way[0] == game.board.hex(at(-1, 0)) for way in journey.ways(2))


def crossing(game: Gs, key: tuple[tuple[int, int], tuple[int, int]]) -> int:
    return game.scenario.ground.side_key(*(game.board.hex(at(*h)) for h in key))


WEST = ((0, 0), (-1, 0))


def bridged(kind: str, water: str = "river", road: str = "trail", heavy: bool = False) -> Gs:
    """A company of AFVs that can go back over one bridge, and nowhere else."""
    game = field(
        unit("g1", (0, 0), kind, z_side=""), unit("u1", (0, 1), **TA),
        water={water: [WEST], "great_river": [((0, 0), h) for h in AROUND[:3] + AROUND[4:5]]},
        roads={} if heavy else {road: [[*WEST]]}, side="allied",
    )  # fmt: skip
    if heavy:
        game.put(BRIDGES, crossing(game, WEST), Bridge(HEAVY, "secondary"))
    return game


@pytest.mark.reading("goss", "goss2-13-27")
@pytest.mark.rule("goss", "13.11.5", "17.3.2a")
@pytest.mark.parametrize(
    ("kind", "facts", "roll", "rolled", "crossed"),
    [
        ("pz6b", {}, 5, True, False),
        ("pz6b", {}, 6, True, True),
        ("pz6b", {"water": "stream"}, 0, False, True),
        ("pz6b", {"heavy": True}, 0, False, True),
        ("pz6b", {"road": "secondary"}, 0, False, True),
        ("pz4", {}, 0, False, True),
    ],
)
def test_who_tries_a_bridge_on_the_way_back(
    kind: str, facts: dict[str, Any], roll: int, rolled: bool, crossed: bool
) -> None:
    game = bridged(kind, **facts)
    found = clash(game, ["u1"])
    rig(game, roll)
    found.settle(defender="2", declare=FULL)
    assert bool(told(game, "bridge-check")) is rolled
    assert bool(told(game, "bridge-lost")) is not crossed
    if crossed:
        assert told(game, "retreat")[0]["hexes"] == 2
        assert now(game, "g1").steps == 1
        assert "bridge-lost" not in {event.kind for event in game.events}
        if rolled:
            assert game.state[BRIDGES][crossing(game, WEST)].checked
    else:
        assert told(game, "bridge-check")[0]["unit"] == "g1"
        assert not told(game, "retreat")
        assert now(game, "g1").place == "eliminated", "the hits are taken otherwise"


@pytest.mark.reading("goss", "goss2-13-27")
@pytest.mark.rule("goss", "13.11.5", "17.3.2a")
def test_a_bridge_that_was_tried_is_not_tried_again() -> None:
    game = bridged("pz6b")
    game.put(BRIDGES, crossing(game, WEST), Bridge(checked=True))
    found = clash(game, ["u1"])
    rig(game, 0)
    found.settle(defender="2", declare=FULL)
    assert not told(game, "bridge-check")
    assert told(game, "retreat")[0]["hexes"] == 2


@pytest.mark.reading("goss", "goss2-13-27")
@pytest.mark.rule("goss", "11.6.3b", "17.3.2a")
@pytest.mark.parametrize(("roll", "there"), [(5, (0, 0)), (6, (-1, 0))])
def test_a_bridge_is_tried_by_who_flees_from_fire(roll: int, there: tuple[int, int]) -> None:
    game = bridged("pz6b")
    way = Withdrawal(game, ["g1"], game.board.hex(at(0, 0)), False)
    rig(game, roll)
    drive(game, fall_back(game, way), [])
    assert len(told(game, "bridge-check")) == 1
    assert where(game, "g1") == at(*there)


@pytest.mark.reading("goss", "goss2-13-28")
@pytest.mark.rule("goss", "13.12.0", "13.12.1", "13.12.2")
def test_only_those_who_took_part_advance() -> None:
    def game() -> Gs:
        return field(
            unit("gp", (0, 0), **PA), unit("gr", (0, 0), **PA), unit("gq", (1, -1), **PA),
            unit("u1", (1, 0)), unit("u2", (2, -2)),
        )  # fmt: skip

    names = ["gp", "gr"]
    other = {"do": "advance", "unit": "gq", "path": [at(1, 0)]}
    with pytest.raises(Refusals, match=r"13\.12\.1"):
        clash(game(), names, (1, 0)).settle(defender="2", declare=FULL, advance=other)
    some = game()
    first = [{"do": "advance", "unit": "gr", "path": [at(1, 0)]}, {"do": "stay-back"}]
    clash(some, names, (1, 0)).settle(defender="2", declare=FULL, advance=first)
    assert (where(some, "gp"), where(some, "gr")) == (at(0, 0), at(1, 0))
    assert [now(some, n).mode for n in ("gp", "gr", "gq")] == ["Tac", "Tac", "PA"]
    back = game()
    found = clash(back, names, (1, 0)).settle("1", declare=FULL)
    assert where(back, "gp") != at(0, 0)
    assert "allied advance" not in found.asked
    assert where(back, "u1") == at(1, 0)


def fled(found: Clash, *hexes: tuple[int, int], foe: str = "u1") -> Any:
    """The trail that the defender leaves who went so."""
    game = found.game
    way = path(game, *hexes)
    mark(game, foe, hex=way[-1])
    return trail(game, found.assault, Aftermath((len(way),), way))


def ends(found: Clash, name: str, along: Any) -> set[str]:
    return {found.game.board.label(w[-1]) for w in ways(found.game, name, found.assault, along)}


@pytest.mark.reading("goss", "goss2-13-29")
@pytest.mark.rule("goss", "13.12.2", "13.12.3", "13.12.4", "5.1.2-no-b")
@pytest.mark.parametrize(
    ("kind", "mode", "longest"),
    [("inf", PA, 2), ("motinf", PA, 3), ("inf", TA, 1), ("motinf", {"mode": "Exploit", **TA}, 1)],
)
def test_how_far_each_advances(kind: str, mode: dict[str, Any], longest: int) -> None:
    game = field(unit("g1", (0, 0), kind, **mode), unit("u1", (1, 0), "motinf"))
    found = clash(game, ["g1"], (1, 0))
    along = fled(found, (2, 0), (3, 0), (4, 0))
    able = ways(game, "g1", found.assault, along)
    straight = path(game, (1, 0), (2, 0), (3, 0))
    assert max(len(way) for way in able) == longest
    assert straight[:longest] in able
    assert all(way[0] == straight[0] for way in able)
    assert (path(game, (1, 0), (1, 1), (1, 2)) in able) is (longest == 3)
    assert (path(game, (1, 0), (1, 1)) in able) is (longest == 3)


@pytest.mark.reading("goss", "goss2-13-29")
@pytest.mark.rule("goss", "13.12.5")
def test_woods_end_an_advance_of_vehicles() -> None:
    game = field(
        unit("g1", (0, 0), "motinf", **PA), unit("u1", (1, 0), "motinf"),
        terrain={(1, 0): "woods"},
    )  # fmt: skip
    found = clash(game, ["g1"], (1, 0))
    assert ends(found, "g1", fled(found, (2, 0), (3, 0), (4, 0))) == {at(1, 0)}


@pytest.mark.reading("goss", "goss2-13-30")
@pytest.mark.rule("goss", "13.12.3-2", "13.12.2", "13.12.4")
@pytest.mark.parametrize(("result", "longest"), [("2(2)", (3, 2, 1)), ("(1)", (1, 1, 1))])
def test_an_advance_where_nobody_is_left(result: str, longest: tuple[int, ...]) -> None:
    for mode, kind, most in ((PA, "motinf", 0), (PA, "inf", 1), (TA, "inf", 2)):
        game = field(unit("g1", (0, 0), kind, **mode), unit("u1", (1, 0), size="Co", steps=1))
        found = clash(game, ["g1"], (1, 0))
        seen: list[Path] = []
        rig(game, 9)

        def spy(*args: Any, seen: list[Path] = seen, **more: Any) -> list[Path]:
            found_ = ways(*args, **more)
            seen.extend(found_)
            return found_

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("grognard.systems.goss.assault.advance.ways", spy)
            found.settle(defender=result)
        assert now(game, "u1").place == "eliminated"
        assert max(len(way) for way in seen) == longest[most]
        if longest[most] > 1:
            seconds = {way[1] for way in seen if len(way) > 1}
            assert len(seconds) > 1, "any way is open"


@pytest.mark.reading("goss", "goss2-13-30")
@pytest.mark.rule("goss", "13.12.3-2", "13.12.4")
@pytest.mark.parametrize(
    ("kind", "mode", "longest"), [("motinf", PA, 3), ("inf", PA, 2), ("inf", TA, 1)]
)
def test_an_advance_after_who_died_on_the_way(
    kind: str, mode: dict[str, Any], longest: int
) -> None:
    game = field(unit("g1", (0, 0), kind, **mode), unit("u1", (1, 0), size="Co", steps=1))
    found = clash(game, ["g1"], (1, 0))
    mark(game, "u1", place="eliminated", hex=-1, steps=0)
    along = trail(game, found.assault, Aftermath((1,), path(game, (2, 0)), 1))
    able = ways(game, "g1", found.assault, along)
    assert max(len(way) for way in able) == longest
    assert path(game, (1, 0), (2, 0))[:longest] in able
    if longest == 3:
        thirds = {way[2] for way in able if way[:2] == path(game, (1, 0), (2, 0)) and len(way) == 3}
        assert len(thirds) > 1
    if kind == "inf":
        assert {way for way in able if len(way) == 2} <= {path(game, (1, 0), (2, 0))}


@pytest.mark.reading("goss", "goss2-13-31")
@pytest.mark.rule("goss", "13.12.3-3")
@pytest.mark.parametrize(("kind", "extra"), [("armrecon", True), ("motinf", False), ("fus", False)])
def test_recon_in_vehicles_goes_a_hex_farther(kind: str, extra: bool) -> None:
    game = field(
        unit("g1", (0, 0), kind, **PA), unit("u1", (1, 0), "motinf"),
        terrain={(2, 1): "clear village", (2, -1): "clear woods"},
        water={"stream": [((2, 0), (1, 1))]},
    )  # fmt: skip
    found = clash(game, ["g1"], (1, 0))
    along = fled(found, (2, 0), (3, 0))
    able = [way for way in ways(game, "g1", found.assault, along) if len(way) > 2]
    base = path(game, (1, 0), (2, 0))
    ended = {way[2] for way in able if way[:2] == base}
    assert (game.board.hex(at(2, 1)) in ended) is extra
    assert game.board.hex(at(1, 1)) not in ended
    assert game.board.hex(at(2, -1)) not in ended
    assert all(len(way) == 3 for way in able)
    two_more = (*base, *path(game, (2, 1), (1, 2)))
    assert not along_trail(game, "g1", game.board.hex(at(0, 0)), two_more, along)


@pytest.mark.reading("goss", "goss2-13-32")
@pytest.mark.rule("goss", "13.12.5b", "13.12.5c", "19.4.3", "23.2.1f")
@pytest.mark.parametrize(
    ("weather", "turn", "road", "led", "longest"),
    [
        ("Clear Mud", "AM", "", False, 1),
        ("Clear Mud", "AM", "", True, 2),
        ("Clear Mud", "AM", "secondary", False, 4),
        ("Clear Dry", "Night", "secondary", False, 1),
        ("Clear Dry", "Night", "secondary", True, 2),
        ("Clear Mud", "AM", "trail", False, 1),
    ],
)
def test_mud_and_night(weather: str, turn: str, road: str, led: bool, longest: int) -> None:
    leaders = [
        {"id": "gl", "side": "axis", "name": "L", "hq": "gh", "number": 7, "special": "advance 2"}
    ]
    game = field(
        unit("g1", (0, 0), "motinf", formation="1", **PA), unit("u1", (1, 0), "motinf"),
        unit("gh", (-5, 0), "hq:div", formation="1"), leaders=leaders, weather=weather, turn=turn,
        roads={road: [[(q, 0) for q in range(6)]]} if road else {},
    )  # fmt: skip
    if led:
        here = game.board.hex(at(0, 0))
        game.put(LEADERS, "gl", replace(game.state[LEADERS]["gl"], hex=here))
    found = clash(game, ["g1"], (1, 0))
    along = fled(found, (2, 0), (3, 0), (4, 0), (5, 0))
    assert max(len(way) for way in ways(game, "g1", found.assault, along)) == longest
