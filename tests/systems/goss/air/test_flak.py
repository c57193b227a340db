"""Flak: where it is, how far it reaches, and Flak that leaves the map. [20.7.0]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.air.flak import guns_over, off_map, over, reach_at
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn import phases
from grognard.systems.goss.units import UNITS, WITHDRAWN
from tests.systems.goss.field import at, now, position, rules, told, unit, where
from tests.systems.goss.flights import until


def shoots(name: str, kind: str, start: str = "1944-12-16", **more: Any) -> int:
    """How far the Flak of a unit reaches, -1 if it has none."""
    game = position(unit(name, (0, 0), kind, **more), start=start)
    side = "axis" if name[0] == "g" else "allied"
    return reach_at(game, side, game.board.hex(at(0, 0)))


@pytest.mark.rule("goss", "20.7.1-2")
def test_headquarters_flak_and_allied_guns_reach_the_next_hex() -> None:
    assert shoots("ghq", "hq:div", formation="1") == 1
    assert shoots("g1", "flak") == shoots("u1", "flak", size="Bn", steps=2) == 1
    assert shoots("u1", "art") == shoots("b1", "art") == 1
    assert shoots("g1", "art") == -1
    assert shoots("u1", "art", size="Co") == -1, "battalions of guns"
    assert shoots("u1", "art", start="1942-11-08") == -1, "after 1942"
    assert shoots("u1", "inf") == -1


@pytest.mark.rule("goss", "20.7.1-3")
def test_armored_battalions_defend_their_own_hex() -> None:
    for name in ("g1", "u1"):
        assert shoots(name, "arminf") == shoots(name, "armrecon") == shoots(name, "m4") == 0
        assert shoots(name, "hybrid", steps=2) == 0, "hybrids of any size"
        assert shoots(name, "arminf", size="Co", steps=1) == -1
    assert shoots("g1", "pz4") == -1, "a company of tanks"
    assert shoots("b1", "arminf") == shoots("b1", "armrecon") == 0
    assert shoots("b1", "m4") == shoots("b1", "hybrid", steps=2) == -1
    assert shoots("b1", "arminf", start="1942-11-08") == -1
    assert shoots("u1", "arminf", start="1942-11-08") == 0


@pytest.mark.rule("goss", "20.7.0", "20.7.1")
def test_a_hex_has_one_point_and_reaches_as_far_as_its_best() -> None:
    game = position(
        unit("ghq", (0, 0), "hq:div", formation="1"), unit("g1", (0, 0), "flak"),
        unit("g2", (1, 0), "arminf"), unit("g3", (0, 1), "flak"), unit("u1", (-1, 0), "art"),
    )  # fmt: skip

    def above(q: int, r: int) -> int:
        return over(game, "axis", game.board.hex(at(q, r)))

    assert above(0, 0) == 2, "its own, and that of the Flak next to it"
    assert above(1, 0) == 3, "armored infantry defends its own hex"
    assert above(2, 0) == 0
    assert above(0, 2) == 1
    assert over(game, "allied", game.board.hex(at(0, 0))) == 1
    h = game.board.hex(at(0, 0))
    assert guns_over(game, "axis", h) == 2
    by_unit = position(
        unit("ghq", (0, 0), "hq:div", formation="1"), unit("g1", (0, 0), "flak"),
        unit("g3", (0, 1), "flak"), unit("g2", (1, 0), "arminf"), options={"flak-count": "unit"},
    )  # fmt: skip
    assert guns_over(by_unit, "axis", h) == 3


@pytest.mark.rule("goss", "20.7.1")
def test_a_german_city_shoots_until_the_allies_have_been_there() -> None:
    def city(**more: Any) -> Gs:
        held = {"control": {"axis": [at(3, 0)]}}
        return position(
            unit("u1", (1, 0), "motinf"), unit("g1", (-9, 0)), terrain={(3, 0): "city"},
            roads={"primary": [[(1, 0), (2, 0), (3, 0), (4, 0)]]}, side="allied",
            **{"segment": "road-moves", **held, **more},
        )  # fmt: skip

    def shoots_at(game: Gs) -> int:
        return reach_at(game, "axis", game.board.hex(at(3, 0)))

    game = city()
    assert shoots_at(game) == 1
    assert over(game, "axis", game.board.hex(at(4, 0))) == 1
    assert reach_at(game, "allied", game.board.hex(at(3, 0))) == -1
    game.play("allied", {"do": "move", "units": ["u1"], "path": [at(2, 0), at(3, 0), at(4, 0)]})
    assert where(game, "u1") == at(4, 0)
    assert shoots_at(game) == -1, "who passes through has taken it"
    assert shoots_at(city(control={"allied": [at(3, 0)]})) == -1
    assert shoots_at(city(control={})) == -1
    stormed = city(segment="assaults")
    stormed.put(UNITS, "u1", replace(now(stormed, "u1"), hex=stormed.board.hex(at(3, 0))))
    assert shoots_at(stormed) == 1
    stormed.play("allied", {"do": "end"})
    assert shoots_at(stormed) == -1, "however they have come there"


# ---- off the map


def off(name: str) -> dict[str, Any]:
    return {"do": "withdraw-flak", "unit": name}


def front(segment: str = phases.FLAK_WITHDRAWAL, **more: Any) -> Gs:
    return position(
        unit("garmy", (6, 0), "hq:army", army="Fifth"), unit("g1", (4, 0), "flak", steps=2),
        unit("g2", (4, 1), "arminf"), unit("g3", (4, 2)), unit("g4", (4, 0), "flak", left=1),
        unit("u1", (-3, 0)), unit("u9", (9, 0)),
        armies={"Fifth": {"side": "axis", "adv": 4}}, segment=segment,
        **{"options": {"ena": "off"}, **more},
    )  # fmt: skip


@pytest.mark.rule("goss", "20.7.2", "3.3.1a-4")
def test_flak_leaves_the_map_and_counts_by_steps() -> None:
    game = front()
    assert rules(game, "axis", off("g3")) == ["20.7.2"]
    assert rules(game, "axis", off("u1")) == ["form"]
    assert rules(game, "axis", off("g2")) == [], "whoever is Flak capable"
    game.play("axis", off("g1"))
    assert (where(game, "g1"), off_map(game, "axis")) == ("withdrawn", 2)
    game.play("axis", off("g2"))
    assert off_map(game, "axis") == 3, "one for any other unit"
    assert off_map(game, "allied") == 0
    assert rules(front(options={"flak-withdrawal": "flak"}), "axis", off("g2")) == ["20.7.2"]


@pytest.mark.rule("goss", "20.7.2")
def test_the_enemy_is_not_told_who_has_left() -> None:
    game = front()
    game.play("axis", off("g1"))
    assert "g1" not in game.view("allied")["units"]
    assert all(e.told("allied") is None for e in game.events if e.kind == "flak-withdrawn")


@pytest.mark.rule("goss", "20.7.2-2", "3.3.1a-3")
def test_flak_comes_back_on_the_next_day_next_to_an_army_headquarters() -> None:
    game = front(turn=1)
    game.play("axis", off("g1"))
    game.play("axis", off("g4"))
    until(game, phases.FLAK_RETURN)
    recall = {"do": "recall-flak", "unit": "g1"}
    assert rules(game, "axis", {**recall, "unit": "g2"}) == ["20.7.2-2"]
    game.play("axis", recall)
    assert off_map(game, "axis") == 1, "it protects nobody on its way"
    assert now(game, "g1").due == 7, "the AM of the day after"
    assert rules(game, "axis", recall) == ["20.7.2-2"], "it is on its way"
    place = {"do": "place-flak", "unit": "g1", "hex": at(6, 1)}
    until(game, phases.ENTRY, turn=7)
    assert (game.turn, game.to_act) == (7, "axis")
    assert rules(game, "axis", {**place, "hex": at(4, 0)}) == ["20.7.2-2"]
    assert rules(game, "axis", {**place, "unit": "g4"}) == ["20.7.2-2"]
    game.play("axis", place)
    assert where(game, "g1") == at(6, 1)
    assert told(game, "flak-placed") == [{"units": ["g1"], "hex": at(6, 1)}]
    move = {"do": "move", "units": ["g1"], "path": [at(6, 2)]}
    until(game, phases.MOVES)
    assert rules(game, "axis", move) == ["20.7.2-2"], "it does not move in the GT it is placed"


@pytest.mark.rule("goss", "20.7.2-2")
def test_on_the_last_day_nobody_is_called_back() -> None:
    game = front(turn=1, days=2)
    game.play("axis", off("g1"))
    until(game, phases.FLAK_RETURN)
    assert rules(game, "axis", {"do": "recall-flak", "unit": "g1"}) == ["20.7.2-2"]
    assert rules(game, "allied", {"do": "recall-flak", "unit": "g1"}) != []


@pytest.mark.rule("goss", "20.7.2-2")
def test_flak_comes_back_only_where_there_is_room_and_no_enemy() -> None:
    crowd = [unit(f"gx{n}", (6, 1), "inf") for n in range(6)]
    game = position(
        unit("garmy", (6, 0), "hq:army", army="Fifth"), unit("g1", None, "flak", due=4), *crowd,
        unit("u1", (7, -1)), segment=phases.ENTRY, armies={"Fifth": {"side": "axis", "adv": 4}},
    )  # fmt: skip
    game.put(UNITS, "g1", replace(now(game, "g1"), place=WITHDRAWN, due=4))
    place = {"do": "place-flak", "unit": "g1"}
    assert rules(game, "axis", {**place, "hex": at(6, 1)}) == ["6.1.0"]
    assert rules(game, "axis", {**place, "hex": at(7, -1)}) == ["20.7.2-2"]
    assert rules(game, "axis", {**place, "hex": at(6, 0)}) == []
