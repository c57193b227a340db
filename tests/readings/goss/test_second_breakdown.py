"""Breakdown as another second reader reads it. [18]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.assault.integrity import sound
from grognard.systems.goss.breakdown.breaking import left_of
from grognard.systems.goss.pieces.chain import superior
from grognard.systems.goss.pieces.values import counter_of, proficiency
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.breakdown.test_breakdown import field, join, split
from tests.systems.goss.field import at, now, position, rules, told, unit, where
from tests.systems.goss.supply.land import settle
from tests.systems.goss.works.site import mark


def companies(game: Gs, name: str, count: int) -> list[str]:
    """Break a unit down, and name what came of it by its values."""
    game.play("axis", split(name, count))
    found = told(game, "broken-down")[-1]["units"]
    return [one.partition("#")[2].partition(".")[0] for one in found]


@pytest.mark.reading("goss", "goss2-18-01")
@pytest.mark.rule("goss", "18.2.0", "4.4.3", "13.8.3")
def test_companies_keep_their_headquarters_and_lose_their_proficiency() -> None:
    own = {"formation": "D", "regiment": "R", "pr": "7/7"}
    game = position(
        unit("gX", (0, 0), values="6-7", **own), unit("gY", (0, 1), **own),
        unit("gZ", (-1, 1), **own), unit("ghq", (11, 0), "hq:div", formation="D"),
        unit("u1", (-1, 0)), start="1944-12-10",
    )  # fmt: skip
    assert companies(game, "gX", 3) == ["2-2-6"] * 3
    names = told(game, "broken-down")[-1]["units"]
    for name in names:
        rating = [proficiency(game, name, offensive=role) for role in (True, False)]
        assert rating == [5, 6]
        assert superior(game, name) == "ghq"
        assert not sound(game, name)
    everybody = [*names, "gY", "gZ"]
    for name in everybody:
        mark(game, name, mode="PA")
    assert "13.8.3" not in clash(game, [*names, "gY"], (-1, 0)).drm
    assert clash(game, everybody, (-1, 0)).drm["13.8.3"] == 10, "two battalions"
    supplied = position(
        unit("gX", (0, 0), values="6-7", **own), unit("ghq", (11, 0), "hq:div", formation="D"),
        unit("u1", (-12, 0)), segment="moves",
    )  # fmt: skip
    supplied.play("axis", split("gX", 1))
    while supplied.segment.kind != "air-supply" and supplied.turn == 4:
        ask = supplied.open_asks()[0]
        supplied.play(ask.player, ask.default or {"do": "end"})
    if supplied.turn == 4:
        settle(supplied, "axis")
    assert now(supplied, "gX#2-2-6.1").supply == "GenS", "11 of 12 MP"


@pytest.mark.reading("goss", "goss3-18-01")
@pytest.mark.rule("goss", "18.0", "18.9.0")
def test_down_to_a_z_step_and_back() -> None:
    tanks = [unit(f"u{n}", (2 * n, 0), "m4") for n in range(1, 6)]
    game = position(*tanks, unit("g9", (0, 12)), side="allied")
    for n in range(1, 6):
        name = f"u{n}"
        game.play("allied", split(name, 3))
        three = [f"{name}#m4.{k}" for k in (1, 2, 3)]
        assert [now(game, one).steps for one in three] == [1, 1, 1]
        assert {counter_of(game, one).ma for one in three} == {counter_of(game, name).ma}
        mark(game, three[0], broke=-1, spent=0)
        game.play("allied", split(three[0], 2))
        halves = told(game, "broken-down")[-1]["units"]
        assert [counter_of(game, one).size for one in halves] == ["Z", "Z"]
        for one in (*three[1:], *halves):
            mark(game, one, broke=-1, spent=0)
        game.play("allied", join(*halves))
        mark(game, three[0], broke=-1, spent=0, moved=-1, halted=False)
        game.play("allied", join(*three))
        assert (now(game, name).place, now(game, name).steps, now(game, name).out) == ("map", 3, 0)


@pytest.mark.reading("goss", "goss2-18-02")
@pytest.mark.rule("goss", "18.5.0")
@pytest.mark.parametrize(
    ("values", "left", "found"),
    [("6-7", 3, "2-2-6 2-2-6 2-2-6"), ("5-7", 3, "2-2-6 1-2-6 1-2-6"),
     ("4-8", 3, "1-2-6 1-2-6 1-2-6"), ("6-6", 3, "1-2-6 1-2-6 1-2-6"), ("5-7", 2, "1-2-6 1-2-6"),
     ("7-9", 3, "2-2-6 2-2-6 2-2-6")],
)  # fmt: skip
def test_axis_infantry_breaks_down_by_its_printed_strength(
    values: str, left: int, found: str
) -> None:
    game = field(unit("g1", (0, 0), values=values, left=left))
    assert companies(game, "g1", left) == found.split()


HYBRID: dict[str, Any] = {"mix": "stug arminf pz4", "steps": 3}


@pytest.mark.reading("goss", "goss2-18-03")
@pytest.mark.rule("goss", "18.6.0", "22.6.0")
def test_an_axis_hybrid_breaks_down_in_the_order_of_its_losses() -> None:
    for count, found in ((1, ["stug"]), (2, ["stug", "arminf"])):
        game = field(unit("g1", (0, 0), "hybrid", **HYBRID))
        assert companies(game, "g1", count) == found, "the cheapest AFV, then infantry"
    game = field(unit("g1", (0, 0), "hybrid", left=2, **HYBRID))
    assert rules(game, "axis", split("g1")) == ["18.6.0"]


@pytest.mark.reading("goss", "goss2-18-04")
@pytest.mark.rule("goss", "18.8.0", "4.1.3")
def test_who_becomes_z_steps() -> None:
    game = field(
        unit("g1", (0, 0), "pz4"), unit("g2", (2, 0), size="Co", steps=1),
        unit("g3", (4, 0), "flak"), unit("g4", (1, 0), "pz4"),
    )  # fmt: skip
    assert companies(game, "g1", 2) == ["z", "z"]
    assert {counter_of(game, f"g1#z.{n}").type.code for n in (1, 2)} == {"pz4"}
    assert rules(game, "axis", split("g2", 2)) == ["18.3.0"]
    assert companies(game, "g3", 2) == ["z", "z"], "none on its back, but there are such"
    assert rules(game, "axis", split("g4", 1)) == ["18.8.0"]
    for name in ("g1#z.1", "g1#z.2"):
        mark(game, name, broke=-1, spent=0)
    crowd = [unit(f"g{n}", (0, 0), "pz4", z=True, left=0) for n in range(5, 7)]
    full = position(*crowd, unit("g7", (1, 0), "pz4", z=True, left=0), unit("u9", (11, -11)))
    step = {"do": "move", "units": ["g7"], "path": [at(0, 0)]}
    full.play("axis", step)
    while full.open_asks()[0].name != "overstack" and full.segment.kind != "designation":
        full.play(full.open_asks()[0].player, {"do": "end"})
    assert full.open_asks()[0].name == "overstack", "three in a hex"
    game.play("axis", join("g1#z.1", "g1#z.2"))
    assert (where(game, "g1"), now(game, "g1").steps, now(game, "g1").z) == (at(0, 0), 1, False)


@pytest.mark.reading("goss", "goss2-18-05")
@pytest.mark.rule("goss", "18.10.0", "18.6.0")
def test_panzers_of_hybrids_form_a_battalion_where_there_is_one() -> None:
    own = {"formation": "P", "regiment": "R", "pr": "6/6"}

    def hybrids(*more: Any) -> Gs:
        mix: dict[str, Any] = {"mix": "pz4 arminf pz4", "steps": 3}
        game = field(
            *(unit(f"g{n}", (0, 0), "hybrid", **mix, **own) for n in (1, 2)), *more,
            unit("ghq", (0, 4), "hq:div", formation="P", traits="mech formation"),
        )  # fmt: skip
        for n in (1, 2):
            game.play("axis", split(f"g{n}", 3))
        return game

    spare = unit("g5", None, "pz4", "9-6", size="Bn", steps=3, traits="generic toe", place="gone",
                 **own)  # fmt: skip
    game = hybrids(spare)
    tanks = ["g1#pz4.1", "g1#pz4.3", "g2#pz4.1"]
    order = {"do": "reorganize", "units": tanks, "into": "g5"}
    mark(game, "g1#pz4.1", fatigue=1)
    assert rules(game, "axis", order) == ["18.3.0"]
    mark(game, "g1#pz4.1", fatigue=0)
    assert {left_of(game, n) for n in tanks} == {6 * 12}, "half is spent"
    game.play("axis", order)
    assert (where(game, "g5"), now(game, "g5").steps) == (at(0, 0), 3)
    assert rules(game, "axis", {"do": "move", "units": ["g5"], "path": [at(1, 0)]}) == ["7.5.0"]
    assert rules(hybrids(), "axis", order) == ["18.10.0"]
