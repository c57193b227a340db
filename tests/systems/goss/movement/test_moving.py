"""What happens on the way and at its end. [7.3] [7.7] [7.9] [7.13] [5.4.4a] [5.6.1] [17.2]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.movement import registers
from grognard.systems.goss.movement.allowance import allowance
from grognard.systems.goss.pieces.values import strength
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, HexStatus
from grognard.systems.goss.units import UNITS
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit, where

ENEMY = unit("u9", (0, 11))


def move(*path: tuple[int, int], who: str | list[str] = "g1", **more: Any) -> dict[str, Any]:
    names = [who] if isinstance(who, str) else who
    return {"do": "move", "units": names, "path": [at(q, r) for q, r in path], **more}


def along(start: int, end: int, r: int = 0) -> list[tuple[int, int]]:
    return [(q, r) for q in range(start, end + 1)]


@pytest.mark.reading("goss", "goss-03-15")
@pytest.mark.rule("goss", "3.5.4-a", "3.5.4a", "3.5.4")
@pytest.mark.parametrize(("enemy", "hexes", "worn"), [(12, 7, 1), (13, 7, 0), (11, 6, 0)])
def test_long_marches_in_a_rest_turn(enemy: int, hexes: int, worn: int) -> None:
    start = -1
    game = position(
        unit("g1", (start, 0), "motinf"), unit("u1", (start + enemy, 0)),
        roads={"secondary": [along(start, start + 8)]}, segment="road-moves", rest={"axis": "AM"},
    )  # fmt: skip
    game.play("axis", move(*along(start + 1, start + hexes)))
    game.play("axis", {"do": "end"})
    assert now(game, "g1").fatigue == worn
    assert [event.rule for event in game.events if event.kind == "fatigued"] == ["3.5.4-a"] * worn


@pytest.mark.rule("goss", "3.4.6", "3.4.2")
def test_any_move_tires_in_an_ena_period() -> None:
    game = position(
        unit("g1", (0, 0), activated=6), unit("g2", (2, 0)), ENEMY, ena="axis", turn="Night"
    )  # fmt: skip
    assert rules(game, "axis", move((2, 1), who="g2")) == ["3.4.2"]
    game.play("axis", move((1, 0)))
    game.play("axis", {"do": "end"})
    assert (now(game, "g1").earned, now(game, "g1").fatigue) == (1, 0)


@pytest.mark.rule("goss", "3.5.3", "5.4.4d")
def test_nobody_goes_from_enemy_to_enemy_at_rest() -> None:
    foes = (unit("u1", (1, 0)), unit("g2", (0, 3), bonus=0))
    game = position(unit("g1", (0, 0)), *foes, rest={"axis": "AM"})
    assert rules(game, "axis", move((0, 1))) == ["3.5.3"]
    assert rules(game, "axis", move((-1, 0))) == []
    awake = position(unit("g1", (0, 0)), *foes, rest={"axis": "PM"})
    assert rules(awake, "axis", move((0, 1))) == []


@pytest.mark.reading("goss", "goss-05-23")
@pytest.mark.rule("goss", "5.4.4c", "5.4.4d", "7.7.5")
def test_the_bonus_period_frees_from_rest_and_supply() -> None:
    game = position(
        unit("u1", (0, 0), bonus=200), unit("u2", (0, 0)), unit("g1", (1, 0)),
        roads={"trail": [[(0, 0), (0, 1), (-1, 2), (-2, 3)]]}, side="allied", turn="Night",
        rest={"allied": "Night"},
    )  # fmt: skip
    game.put(UNITS, "u1", replace(now(game, "u1"), bonus=game.serial - 5))
    before = list(registers.TRACES)
    registers.TRACES.append(lambda game, name, h: h != game.board.hex(at(-1, 2)))
    try:
        assert rules(game, "allied", move((0, 1), (-1, 2), (-2, 3), who="u1")) == []
        assert rules(game, "allied", move((0, 1), who="u2")) == ["3.5.3"]
    finally:
        registers.TRACES[:] = before


@pytest.mark.rule("goss", "4.6.6")
@pytest.mark.parametrize(("roll", "end"), [(4, 3), (5, 2)])
def test_commandos_slip_past(roll: int, end: int) -> None:
    game = position(
        unit("g1", (0, 0), traits="cdo"), unit("u1", (2, 1), inside=True), works={(2, 1): "ET-2"},
        roads={"trail": [along(0, 4)]}, options={"fog-of-war": "off"},
    )  # fmt: skip
    assert rules(game, "axis", move(*along(1, 3))) == []
    rig(game, roll, 0)
    game.play("axis", move(*along(1, 3)))
    assert where(game, "g1") == at(end, 0)


@pytest.mark.rule("goss", "7.7.3", "7.9.0")
def test_a_fort_needs_no_garrison() -> None:
    game = position(unit("g1", (0, 0)), ENEMY)
    game.put(HEXES, game.board.hex(at(2, 0)), HexStatus(side="allied", fort=2))
    assert rules(game, "axis", move((1, 0), (1, 1))) == ["7.7.3"]
    game.play("axis", move((1, 0)))
    assert now(game, "g1").halted
    beside = position(unit("g1", (1, 0)), ENEMY)
    beside.put(HEXES, beside.board.hex(at(2, 0)), HexStatus(side="allied", fort=2))
    assert rules(beside, "axis", move((1, 1))) == ["7.9.0"]


@pytest.mark.rule("goss", "7.9.0", "7.7.3")
def test_what_is_within_works_is_found_out() -> None:
    """Nobody sees whether an ET-3 holds anybody who bars the way. [8.4.0]"""
    field: dict[str, Any] = {"works": {(1, 0): "ET-3"}, "terrain": {(0, 1): "forest"}}
    game = position(unit("g1", (0, 0)), unit("u1", (1, 0), inside=True), **field)
    assert rules(game, "axis", move((0, 1))) == []
    game.play("axis", move((0, 1)))
    assert where(game, "g1") == at(0, 0)
    assert told(game, "halted")[0]["hex"] == at(0, 0)
    alone = position(
        unit("g1", (0, 0)), unit("u1", (1, 0), "hq:div", formation="1", inside=True), **field
    )  # fmt: skip
    alone.play("axis", move((0, 1)))
    assert where(alone, "g1") == at(0, 1)
    seen = position(unit("g1", (0, 0)), unit("u1", (1, 0)), **field)
    assert rules(seen, "axis", move((0, 1))) == ["7.9.0"]


@pytest.mark.rule("goss", "7.7.4", "3.3.2c-gi")
def test_what_befalls_units_on_the_way_halts_them() -> None:
    def struck(game: Gs, names: Any, h: int, cost: int, road: bool) -> Any:
        seen.append((game.board.label(h), cost, road))
        yield from ()
        return h == game.board.hex(at(2, 0))

    seen: list[Any] = []
    game = position(unit("g1", (0, 0), "m4"), ENEMY, roads={"primary": [along(0, 4)]},
                    segment="road-moves")  # fmt: skip
    registers.STEPPED.append(struck)
    try:
        game.play("axis", move(*along(1, 4)))
    finally:
        registers.STEPPED.remove(struck)
    assert seen == [(at(1, 0), 6, True), (at(2, 0), 6, True)]
    assert where(game, "g1") == at(2, 0)
    assert now(game, "g1").halted


@pytest.mark.rule("goss", "5.3.4-ohs")
@pytest.mark.parametrize(
    ("option", "hexes", "supply"), [("three", 3, "OhS"), ("three", 4, "OoS"), ("any", 1, "OoS")]
)
def test_exploiting_on_hand_supply(option: str, hexes: int, supply: str) -> None:
    game = position(
        unit("g1", (0, 0), "m4", mode="Exploit", supply="OhS"), ENEMY,
        roads={"secondary": [along(0, 6)]}, segment="active-road",
        options={"onhand-exploit": option},
    )  # fmt: skip
    game.play("axis", move(*along(1, hexes)))
    assert now(game, "g1").supply == supply


@pytest.mark.rule("goss", "5.3.1")
def test_recon_keeps_to_those_who_exploit() -> None:
    game = position(
        unit("g1", (0, 0), "armrecon", mode="Exploit"), unit("g2", (1, 0)), ENEMY,
        segment="active-moves",
    )  # fmt: skip
    assert rules(game, "axis", move((1, 0))) == ["5.3.1"]


@pytest.mark.rule("goss", "5.6.1", "5.6.0", "5.6.2")
def test_guns_are_shifted_by_a_hex() -> None:
    def field(kind: str = "arth", **more: Any) -> Gs:
        gun = unit("g1", (0, 0), kind, battery=True, **more.pop("gun", {}))
        return position(gun, *more.pop("others", (ENEMY,)), **more)

    assert rules(field(), "axis", move((1, 0))) == []
    assert rules(field(), "axis", move((1, 0), (2, 0))) == ["5.6.1"]
    assert rules(field(gun={"gun": "170mm"}), "axis", move((1, 0))) == ["5.6.0"]
    assert rules(field(gun={"gun": "150mmG"}), "axis", move((1, 0))) == ["5.6.0"]
    stream = field(water={"stream": [((0, 0), (1, 0))]})
    assert rules(stream, "axis", move((1, 0))) == ["5.6.1"]
    near = field(others=(unit("u1", (2, 0)),))
    assert rules(near, "axis", move((1, 0))) == ["5.6.1"]
    narrow = field(terrain={(1, 0): "constricted"}, roads={"trail": [along(0, 2)]})
    assert rules(narrow, "axis", move((1, 0))) == ["7.11.3"]
    dry = field("art", gun={"formation": "1"}, others=(
        unit("ghq", (0, 5), "hq:div", formation="1", traits="mech formation"), ENEMY,
    ), headquarters={"ghq": {"fuel": "none", "option": 1, "value": 0}})  # fmt: skip
    assert rules(dry, "axis", move((1, 0))) == []
    moved = field()
    moved.play("axis", move((1, 0)))
    assert rules(moved, "axis", move((2, 0))) == ["5.6.1"]


@pytest.mark.rule("goss", "7.12.4b", "7.12.1a", "7.12.1")
def test_towed_guns_on_foot() -> None:
    game = position(unit("g1", (0, 0), "at", "2-4-12"), ENEMY)
    game.play("axis", {"do": "dismount", "units": ["g1"]})
    assert strength(game, "g1", attacking=False) == 3
    assert rules(game, "axis", move((1, 0), (2, 0))) == ["7.12.4b"]
    assert rules(game, "axis", move((1, 0))) == []
    moved = position(unit("g1", (0, 0), "at"), ENEMY)
    moved.play("axis", move((1, 0)))
    assert "7.12.4b" in rules(moved, "axis", {"do": "dismount", "units": ["g1"]})
    prepared = position(unit("g1", (0, 0), "motinf", mode="PA"), ENEMY, segment="pa-moves")
    prepared.play("axis", {"do": "dismount", "units": ["g1"]})
    assert rules(prepared, "axis", move((1, 0), (2, 0))) == ["5.2.3"]
    assert rules(prepared, "axis", move((1, 0))) == []


@pytest.mark.rule("goss", "7.12.5")
def test_carried_guns_defend_with_one() -> None:
    game = position(
        unit("g1", (0, 0), "atleg", "0-4", transport="tp"), unit("g2", (1, 0), transport="tp"),
        unit("g3", (2, 0), "motinf", "4-1", transport="foot"), ENEMY,
    )  # fmt: skip
    assert [strength(game, n, attacking=False) for n in ("g1", "g2", "g3")] == [1, 6, 1]


@pytest.mark.rule("goss", "4.6.5", "7.12.0")
def test_kangaroos_carry_a_unit_each() -> None:
    game = position(
        unit("b1", (0, 0)), unit("b2", (0, 0), "m5", traits="kangaroo"), unit("b3", (0, 0)),
        unit("g9", (9, 0)), side="allied",
    )  # fmt: skip
    game.play("allied", {"do": "mount", "units": ["b1"], "by": "kangaroo"})
    assert now(game, "b2").where == "b1"
    assert rules(game, "allied", {"do": "mount", "units": ["b3"], "by": "kangaroo"}) == ["4.6.5"]
    assert now(game, "b1").transport == "kangaroo"


@pytest.mark.rule("goss", "7.13.2", "7.13.3")
def test_delay_markers_halt_and_delay() -> None:
    def marked(**more: Any) -> Gs:
        game = position(unit("g1", (0, 0), pr="6/6"), unit("u1", (2, 0)), **more)
        status = HexStatus(delayer="allied", delay=2)
        game.put(HEXES, game.board.hex(at(1, 0)), status)
        return game

    game = marked()
    assert rules(game, "axis", move((1, 0), (1, 1))) == ["7.13.2"]
    game.play("axis", move((1, 0)))
    assert now(game, "g1").halted
    for roll, cleared in ((3, True), (4, False)):
        bound = marked(segment="designation")
        bound.put(UNITS, "g1", replace(now(bound, "g1"), ta=True, hex=bound.board.hex(at(1, 0))))
        rig(bound, roll)
        bound.play("axis", {"do": "end"})
        assert now(bound, "g1").ta is cleared
        left = bound.state[HEXES][bound.board.hex(at(1, 0))].delay >= 0
        assert left is not cleared
    removal = marked(segment="delay-removal")
    assert rules(removal, "axis", {"do": "remove-delay", "hex": at(1, 0)}) == ["7.13.3"]
    removal.put(UNITS, "g1", replace(now(removal, "g1"), hex=removal.board.hex(at(1, 0))))
    removal.play("axis", {"do": "remove-delay", "hex": at(1, 0)})
    assert removal.state[HEXES][removal.board.hex(at(1, 0))].delay == -1


@pytest.mark.rule("goss", "7.13.2")
def test_a_marker_goes_when_its_own_side_stays_there() -> None:
    game = position(unit("g1", (0, 0)), ENEMY, segment="quick-construction")
    game.put(HEXES, game.board.hex(at(0, 0)), HexStatus(delayer="axis", delay=1))
    game.play("axis", {"do": "end"})
    assert game.state[HEXES][game.board.hex(at(0, 0))].delay == -1


@pytest.mark.rule("goss", "6.7.0")
def test_overstacks_are_cut_down_when_the_phase_ends() -> None:
    game = position(
        unit("g1", (0, 0)), unit("g2", (0, 0)), unit("g3", (0, 0), left=1), ENEMY,
        segment="quick-construction",
    )  # fmt: skip
    game.play("axis", {"do": "end"})
    assert game.open_asks()[0].name == "overstack"
    assert rules(game, "axis", {"do": "give-up", "unit": "u9"}) == ["6.7.0"]
    game.play("axis", {"do": "give-up", "unit": "g2"})
    assert [now(game, n).place for n in ("g1", "g2", "g3")] == ["map", "eliminated", "map"]


@pytest.mark.rule("goss", "5.4.4a")
def test_the_bonus_out_of_reserve() -> None:
    def field(since: int) -> Gs:
        game = position(
            unit("g1", (0, 0), "m4", formation="1"), unit("g2", (1, 0), formation="1"), ENEMY,
            segment="demolition",
        )  # fmt: skip
        for name in ("g1", "g2"):
            began = game.serial - since * len(game.segments) - 1
            game.put(UNITS, name, replace(now(game, name), bonus=began))
        rig(game, 4)
        game.play("axis", {"do": "end"})
        return game

    first, later = field(0), field(1)
    assert told(first, "reserve-bonus")[0]["bonus"] == 3
    assert told(later, "reserve-bonus")[0]["bonus"] == 2
    assert allowance(first, "g1", "off").total == 15
    assert allowance(first, "g2", "leg").total == 6


@pytest.mark.rule("goss", "17.2.0", "17.2.1", "17.2.2", "17.2.3", "7.11.0")
def test_engineers_ferry() -> None:
    def ferry(name: str = "g1", to: tuple[int, int] = (1, 0)) -> dict[str, Any]:
        return {"do": "ferry", "units": [name], "engineer": "g2", "hex": at(*to)}

    def field(water: str, **more: Any) -> Gs:
        return position(
            unit("g1", (0, 0)), unit("g2", (0, 0), "eng", **more), unit("g3", (0, 0)), ENEMY,
            water={water: [((0, 0), (1, 0))]},
        )  # fmt: skip

    for water, cost in (("stream", 1), ("river", 2), ("major_river", 6)):
        game = field(water)
        game.play("axis", ferry())
        assert now(game, "g1").spent == cost * 12
        assert "17.2.2" in rules(game, "axis", ferry("g3")) or "17.2.1" in rules(
            game, "axis", ferry("g3")
        )
        legal = rules(game, "axis", move((-1, 0), who="g2")) == []
        assert legal is (water != "major_river")
    assert rules(field("great_river"), "axis", ferry()) == ["17.2.3"]
    for more in ({"fatigue": 1}, {"supply": "OoS"}, {"task": "IP"}, {"mode": "PA"}):
        assert rules(field("river", **more), "axis", ferry()) == ["17.2.0"]


@pytest.mark.rule("goss", "5.2.3")
def test_engineers_ferry_in_pa_mode() -> None:
    game = position(
        unit("g1", (0, 0), mode="PA"), unit("g2", (0, 0), "eng", mode="PA"), unit("u1", (2, 0)),
        water={"major_river": [((0, 0), (1, 0))]}, segment="pa-moves",
    )  # fmt: skip
    assert rules(game, "axis", move((1, 0))) == ["5.2.3"]
    game.play("axis", {"do": "ferry", "units": ["g1"], "engineer": "g2", "hex": at(1, 0)})
    assert where(game, "g1") == at(1, 0)


@pytest.mark.rule("goss", "5.2.3-stop", "5.2.3", "7.5.2")
def test_vehicles_stop_in_close_country_in_pa_mode() -> None:
    field: dict[str, Any] = {"terrain": {(1, 0): "forest"}, "segment": "pa-moves"}
    tank = unit("g1", (0, 0), "m4", mode="PA")
    game = position(tank, unit("u1", (4, 0)), **field)
    assert rules(game, "axis", move((1, 0), (2, 0))) == ["5.2.3-stop"]
    road = position(tank, unit("u1", (4, 0)), roads={"trail": [along(0, 2)]}, **field)
    assert rules(road, "axis", move((1, 0), (2, 0))) == []
    near = position(tank, unit("u1", (2, 0)), segment="pa-moves")
    assert rules(near, "axis", move((1, 0), (1, 1))) == ["5.2.3"]
    near.play("axis", move((1, 0)))
    assert rules(near, "axis", move((1, 1))) == ["7.5.0"]
    night = position(tank, unit("u1", (4, 0)), segment="pa-moves", turn="Night")
    assert rules(night, "axis", move((1, 0), (2, 0))) == ["5.2.3"]


@pytest.mark.rule("goss", "5.2.1")
def test_nobody_prepares_what_he_cannot_reach() -> None:
    tank = unit("g1", (0, 0), "m4")
    ring = {"river": [((0, 0), (q, r)) for q, r in
                      ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))]}  # fmt: skip
    game = position(tank, unit("u1", (3, 0)), segment="modes")
    assert rules(game, "axis", {"do": "mode", "units": ["g1"], "mode": "PA"}) == []
    cut = position(tank, unit("u1", (3, 0)), segment="modes", water=ring)
    assert rules(cut, "axis", {"do": "mode", "units": ["g1"], "mode": "PA"}) == ["5.2.1"]


@pytest.mark.rule("goss", "7.14.1", "7.14.2", "7.14.0")
def test_which_bridges_and_who() -> None:
    road = {"primary": [along(-10, 3)]}
    river = {"major_river": [((0, 0), (1, 0))]}

    def why(*others: Any, mover: Any = None, water: Any = river, **more: Any) -> list[str]:
        raider = mover or unit("u1", (-8, 0), "arminf")
        game = position(raider, unit("g1", (1, 0)), *others, roads=road, water=water,
                        side="allied", segment="coups-de-main", **more)  # fmt: skip
        path = [at(q, 0) for q in range(-7, 2)]
        return rules(
            game, "allied",
            {"do": "coup-de-main", "units": ["u1"], "path": path, "road": True},
        )  # fmt: skip

    assert why() == []
    assert why(water={"river": [((0, 0), (1, 0))]}) == ["7.14.1"]
    assert why(unit("u2", (-5, 0))) == ["7.14.1"]
    assert why(unit("u2", (-6, 0))) == []
    assert why(mover=unit("u1", (-8, 0))) == ["7.4.0"], (
        "on foot it would come, but not by Mech road movement"
    )
    assert why(mover=unit("u1", (-8, 0), "arminf", ma="4")) == ["7.14.2"]


def test_the_phase_passes_on() -> None:
    game = position(unit("g1", (0, 0)), ENEMY, segment="moves")
    pass_to(game, "modes", "allied")
    assert game.turn == 5


@pytest.mark.rule("goss", "7.0")
def test_who_moves_is_on_the_map_and_prepared_units_spend_nothing() -> None:
    game = position(unit("g1", (0, 0)), unit("g2", None), ENEMY)
    assert rules(game, "axis", move((1, 0), who="g2")) == ["7.0"]
    prepared = position(
        unit("g1", (0, 0), mode="PA", spent=24, moved=0), unit("u1", (3, 0)), segment="pa-moves"
    )
    prepared.play("axis", move((1, 0)))
    assert (now(prepared, "g1").spent, now(prepared, "g1").hexes) == (0, 1)


@pytest.mark.rule("goss", "7.13.1")
def test_after_a_rearguard_there_is_movement_only() -> None:
    game = position(
        unit("g1", (0, 0), "motinf", formation="1"), unit("g2", (2, 0), "motinf", formation="1",
        transport="foot"), unit("ghq", (0, 4), "hq:div", formation="1", traits="mech formation"),
        ENEMY,
    )  # fmt: skip
    dismount, mount = ({"do": do, "units": [n]} for do, n in (("dismount", "g1"), ("mount", "g2")))
    split = {"do": "break-down", "unit": "g1", "count": 1}
    assert [rules(game, "axis", one) for one in (dismount, mount, split)] == [[], [], []]
    rig(game, 9, 9)
    for name in ("g1", "g2"):
        game.play("axis", {"do": "delay", "unit": name})
    assert all("7.13.1" in rules(game, "axis", one) for one in (dismount, mount, split))
