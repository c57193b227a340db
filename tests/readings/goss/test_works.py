"""Engineers and works: the second readers' cases and the rulebook's examples. [17.0]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kit.ways import POINT
from grognard.systems.goss.breakdown.breaking import left_of
from grognard.systems.goss.fire.advance import Follow, Followers, advance
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.assault.clash import clash
from tests.systems.goss.field import at, now, pass_to, position, rig, rules, told, unit, where
from tests.systems.goss.firing import hit, run
from tests.systems.goss.works.site import bridge_of, field, hex_of, next_turn

BANK, BEYOND, BEHIND = (0, 0), (1, 0), (-1, 0)


@pytest.mark.reading("goss", "goss-17-01")
@pytest.mark.rule("goss", "17.2.1", "17.2.0")
def test_engineers_ferry_battalions() -> None:
    def game(**engineer: Any) -> Gs:
        facts = {"steps": 2, **engineer}
        start = facts.pop("start", BANK)
        return position(
            unit("g0", start, "eng", **facts), *(unit(f"g{n}", BEHIND) for n in (1, 2, 3)),
            terrain={BEYOND: "forest"}, water={"river": [(BANK, BEYOND)]},
            roads={"primary": [[BEHIND, BANK]]},
        )  # fmt: skip

    def ferry(found: Gs, name: str) -> dict[str, Any]:
        found.play("axis", {"do": "move", "units": [name], "path": [at(*BANK)]})
        return {"do": "ferry", "units": [name], "engineer": "g0", "hex": at(*BEYOND)}

    found = game()
    for name in ("g1", "g2"):
        found.play("axis", ferry(found, name))
        assert where(found, name) == at(*BEYOND)
        assert now(found, name).spent == 4 * POINT
        assert left_of(found, name) == 2 * POINT
    assert rules(found, "axis", ferry(found, "g3")) == ["17.2.1"]
    alone = {"do": "ferry", "units": ["g0"], "engineer": "g0", "hex": at(*BEYOND)}
    assert rules(found, "axis", alone) == ["17.2.1", "17.2.1"]  # it has ferried others
    found.play("axis", {"do": "move", "units": ["g0"], "path": [at(0, 1)]})
    assert where(found, "g0") == at(0, 1)
    moved = game(start=(0, 1))
    moved.play("axis", {"do": "move", "units": ["g0"], "path": [at(*BANK)]})
    assert "17.2.1" in rules(moved, "axis", ferry(moved, "g1"))
    tired = game(fatigue=1)
    assert rules(tired, "axis", ferry(tired, "g1")) == ["17.2.0"]
    on_hand = game(supply="OhS")
    assert not rules(on_hand, "axis", ferry(on_hand, "g1"))


@pytest.mark.reading("goss", "goss-17-05")
@pytest.mark.rule("goss", "17.3.0", "17.3.0-2", "17.3.3a")
def test_what_ends_a_work_and_what_does_not() -> None:
    def digging() -> Gs:
        game = field(unit("g1", (0, 0), "inf", size="Co", steps=2), unit("u1", (0, 1)))
        game.play("axis", {"do": "dig", "units": ["g1"], "work": "IP"})
        return game

    shaken = digging()
    hit(shaken, (0, 0), 0, 1)
    assert now(shaken, "g1").task == "IP"
    next_turn(shaken, "construction")
    assert hex_of(shaken, 0, 0).work == "IP"
    struck = digging()
    hit(struck, (0, 0), 1)
    assert (now(struck, "g1").steps, now(struck, "g1").task) == (1, "")
    assert hex_of(struck, 0, 0).building == ""
    pass_to(struck, "moves", "axis")
    assert not rules(struck, "axis", {"do": "move", "units": ["g1"], "path": [at(-1, 0)]})
    next_turn(struck, "construction")
    again = rules(struck, "axis", {"do": "dig", "units": ["g1"], "work": "IP"})
    assert again == ["17.3.3a"]  # one step does not dig alone
    held = digging()
    pass_to(held, "modes", "allied")
    clash(held, ["u1"]).settle(defender="-")
    assert now(held, "g1").task == "IP"


@pytest.mark.rule("goss", "17.3.0-2", "11.6.3")
def test_a_retreat_ends_a_work() -> None:
    game = field(unit("g1", (0, 0)), unit("u1", (0, 1)))
    game.play("axis", {"do": "dig", "units": ["g1"], "work": "IP"})
    hit(game, (0, 0), 1, first="retreat")
    assert where(game, "g1") != at(0, 0)
    assert (now(game, "g1").task, hex_of(game, 0, 0).building) == ("", "")


@pytest.mark.reading("goss", "goss-03-12")
@pytest.mark.rule("goss", "3.4.3", "17.3.2b", "17.3.0")
def test_what_an_extended_night_leaves_engineers() -> None:
    game = position(
        unit("g1", (0, 0), "eng", steps=2), unit("u1", (9, 0)), segment="construction",
        water={"river": [((0, 0), (1, 0))]}, turn="Night",
    )  # fmt: skip
    game.play("axis", {"do": "bridge", "units": ["g1"], "hex": at(1, 0)})
    begun = bridge_of(game, (0, 0), (1, 0))
    next_turn(game, "modes", "allied")
    assert bridge_of(game, (0, 0), (1, 0)) == begun  # nothing between the construction phases
    ena = position(
        unit("g1", (0, 1), "motinf", ta=True, activated=6), unit("u1", (0, 0)),
        unit("u2", (0, 0), "eng"), water={"river": [((0, 1), (0, 0))]},
        roads={"secondary": [[(0, 1), (0, 0)]]}, segment="assaults", side="axis", ena="axis",
    )  # fmt: skip
    rig(ena, 3)
    ena.play("axis", {"do": "assault", "units": ["g1"], "hex": at(0, 0)})
    while ena.open_asks()[0].name != "blow-bridge":
        ask = ena.open_asks()[0]
        ena.play(ask.player, dict(ask.default))
    ena.play("allied", {"do": "blow-bridge", "choose": "yes"})
    assert told(ena, "demolition")[0]["drm"]["total"] == 1
    assert not told(ena, "bridge-lost")  # 3 + 1


# ---- examples [17.3.3]


@pytest.mark.rule("goss", "17.3.3a", "17.3.0")
def test_example_infantry_and_tanks_dig_a_position() -> None:
    """goss-b-ex-039: steps of AFVs dig as any others."""
    game = field(unit("g1", (0, 0), "fus", steps=1), unit("g2", (0, 0), "pz4"))
    game.play("axis", {"do": "dig", "units": ["g1", "g2"], "work": "IP"})
    assert (hex_of(game, 0, 0).building, hex_of(game, 0, 0).work) == ("IP", "")
    next_turn(game, "construction")
    assert (hex_of(game, 0, 0).building, hex_of(game, 0, 0).work) == ("", "IP")


@pytest.mark.rule("goss", "17.3.3b")
def test_example_engineers_entrench_within_a_phase() -> None:
    """goss-b-ex-041: the ET-2 is complete in the Quick Construction Segment, and the IP is gone."""
    game = field(unit("g1", (0, 0), "eng", steps=2), unit("g9", (2, 0)), unit("u1", (3, 0)),
                 works={(0, 0): "IP"})  # fmt: skip
    game.play("axis", {"do": "dig", "units": ["g1"], "work": "ET-2"})
    pass_to(game, "designation", "axis")
    assert (hex_of(game, 0, 0).building, hex_of(game, 0, 0).work) == ("", "ET-2")


# ---- ferries when fire has emptied a hex [17.2.2]


@pytest.mark.rule("goss", "17.2.2-2", "11.7.0")
def test_engineers_ferry_in_an_advance_after_fire() -> None:
    def game() -> Gs:
        return position(
            unit("u1", (0, 0), mode="PA"), unit("u2", (0, 0), mode="PA"),
            unit("u3", (0, 0), "eng", mode="PA"), unit("g1", (9, 0)), side="allied",
            water={"major_river": [((0, 0), (1, 0))]}, segment="offensive-fire",
        )  # fmt: skip

    found = game()
    h = found.board.hex(at(1, 0))
    follow = Follow("allied", h)

    def wrong(*names: str) -> list[str]:
        return [one.rule for one in follow.against(found, "allied", Followers(names))]

    assert wrong("u1") == []
    assert wrong("u1", "u2") == ["17.2.2-2"]  # one step, one unit
    assert wrong("u3") == ["11.7.0"]  # the engineers stay behind
    run(found, advance(found, "allied", h), {"follow-up": [{"do": "follow-up", "units": ["u1"]}]})
    assert (where(found, "u1"), now(found, "u1").mode) == (at(1, 0), "Tac")
    assert now(found, "u3").mode == "PA"


@pytest.mark.rule("goss", "17.2.1-2", "17.2.2-2", "17.1.0", "13.7.4b")
@pytest.mark.parametrize(("water", "attack"), [("river", 9), ("major_river", 4)])
def test_who_ferries_gives_no_shift(water: str, attack: int) -> None:
    game = position(
        unit("u1", (0, 1), values="7-7", mode="PA"), unit("u2", (0, 1), "eng", "2-2", mode="PA"),
        unit("g1", (0, 0), inside=True), terrain={(0, 0): "woods"}, works={(0, 0): "IP"},
        water={water: [((0, 1), (0, 0))]}, side="allied", segment="assaults",
    )  # fmt: skip
    found = clash(game, ["u1", "u2"], ferry=["u2"])
    assert found.attack == attack
    assert "13.7.3(m)" not in found.right
    dry = position(
        unit("u1", (0, 1), values="7-7", mode="PA"), unit("u2", (0, 1), "eng", "2-2", mode="PA"),
        unit("g1", (0, 0), inside=True), terrain={(0, 0): "woods"}, works={(0, 0): "IP"},
        side="allied", segment="assaults",
    )  # fmt: skip
    assert clash(dry, ["u1", "u2"]).right["13.7.3(m)"] == 1


@pytest.mark.rule("goss", "17.2.3", "17.2.2")
def test_by_the_option_great_rivers_are_ferried_as_major_ones() -> None:
    def game(option: str) -> Gs:
        return position(
            unit("g1", BANK), unit("g2", BANK, "eng"), unit("u1", (9, 0)),
            water={"great_river": [(BANK, BEYOND)]}, options={"great-river-ferry": option},
        )  # fmt: skip

    ferry = {"do": "ferry", "units": ["g1"], "engineer": "g2", "hex": at(*BEYOND)}
    assert rules(game("no"), "axis", ferry) == ["17.2.3"]
    found = game("yes")
    found.play("axis", ferry)
    assert (where(found, "g1"), now(found, "g1").spent) == (at(*BEYOND), 6 * POINT)
    assert rules(found, "axis", {"do": "move", "units": ["g2"], "path": [at(0, 1)]}) == ["17.2.2"]
