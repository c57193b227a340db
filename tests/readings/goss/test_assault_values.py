"""Ground assault: strengths, shifts, modifiers and the table. [13.6] to [13.9]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.assault.leading import rating
from grognard.systems.goss.assault.reckoning import capped
from grognard.systems.goss.assault.support import supports
from grognard.systems.goss.assault.table import on_attacker, on_defender, parsed
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import LEADERS
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import Refusals, clash, field
from tests.systems.goss.field import at, now, unit

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
ALLIED = {"side": "allied"}


def mark(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


def leader(name: str, hq: str, side: str) -> dict[str, Any]:
    return {"id": name, "side": side, "name": name, "hq": hq, "number": 7}


@pytest.mark.reading("goss", "goss-01-02")
@pytest.mark.rule("goss", "13.6.0", "13.6.1b(a6)")
def test_fractions_are_summed_and_rounded_once() -> None:
    worn: dict[str, Any] = {"left": 1, "fatigue": 1, "reduced": "5-5"}
    game = field(
        unit("g1", (0, 1), **PA), unit("u1", (0, 0), values="7-7", **worn),
        unit("u2", (0, 0), values="7-7", **worn),
        unit("u3", (0, 0), "eng", "1-1", fatigue=1),
    )  # fmt: skip
    assert clash(game, ["g1"]).defence == 4


@pytest.mark.reading("goss", "goss-13-07")
@pytest.mark.rule(
    "goss", "13.6.1", "13.6.1a", "13.6.1a(a4)", "13.6.1a(a7)", "13.6.1a(b1)", "13.6.1a(b2)",
    "14.2.1", "14.2.1(b)",
)  # fmt: skip
def test_marsh_whatever_line_is_chosen() -> None:
    for weather, found in (("Clear Dry", 8), ("Clear Snow", 15)):
        game = field(
            unit("g1", (0, 0)), unit("u1", (0, 1), values="7-7", **PA),
            unit("u2", (-1, 1), values="6-6", fatigue=1, **PA),
            unit("u3", (1, 0), "motinf", "9-9", fatigue=1, **PA),
            terrain={(0, 0): "marsh town", (-1, 1): "marsh"},
            roads={"secondary": [[(1, 0), (0, 0)]]}, weather=weather, **ALLIED,
        )  # fmt: skip
        assert clash(game, ["u1", "u2", "u3"], terrain_line={"line": 3}).attack == found


@pytest.mark.reading("goss", "goss-13-17")
@pytest.mark.rule("goss", "13.6.1a(a1)", "13.6.1a(a2)", "13.7.4b", "13.7.3(m)")
@pytest.mark.parametrize(
    ("water", "mode", "ferry", "attack", "shifts"),
    [
        ("river", PA, ["u2"], 9, {"right": 1, "left": 1}),
        ("river", TA, [], 5, {"right": 1, "left": 1}),
        ("major_river", PA, ["u2"], 4, {"right": 1, "left": 1}),
    ],
)
def test_engineers_ferry_or_fight(
    water: str, mode: dict[str, Any], ferry: list[str], attack: int, shifts: dict[str, int]
) -> None:
    game = field(
        unit("u1", (0, 1), values="7-7", **mode), unit("u2", (0, 1), "eng", "2-2", **mode),
        unit("g1", (0, 0), inside=True), terrain={(0, 0): "woods"}, works={(0, 0): "IP"},
        water={water: [((0, 1), (0, 0))]}, **ALLIED,
    )  # fmt: skip
    found = clash(game, ["u1", "u2"], ferry=ferry)
    assert found.attack == attack
    assert (found.sums.right.total, found.sums.left.total) == (shifts["right"], shifts["left"])


@pytest.mark.reading("goss", "goss-13-19")
@pytest.mark.rule("goss", "13.6.1d", "13.6.1b(a3)", "13.6.1d-2", "13.6.1b")
def test_combined_arms_go_by_size() -> None:
    def game(*third: Any) -> Gs:
        return field(
            unit("u1", (0, 1), **PA),
            unit("g1", (0, 0), "pz4", "6-6", steps=3, size="Bn", arm_attack=5, arm_defence=5),
            unit("g2", (0, 0), "pz4", "4-4", steps=2, arm_attack=6, arm_defence=6), *third,
            terrain={(0, 0): "forest"}, **ALLIED,
        )  # fmt: skip

    company = unit("g3", (0, 0), "inf", "2-2", size="Co", steps=1)
    best = clash(game(company), ["u1"])
    assert best.defence == 10
    assert best.sums.duel.defender.arm == 5
    other = clash(game(company), ["u1"], combined_arms={"units": ["g2"]})
    assert (other.defence, other.sums.duel.defender.arm) == (9, 6)
    with pytest.raises(Refusals, match=r"13.6.1d"):
        clash(game(company), ["u1"], combined_arms={"units": ["g1", "g2"]})
    whole = clash(game(unit("g3", (0, 0), values="5-5", reduced="3-3", left=1)), ["u1"])
    assert (whole.defence, whole.sums.duel.defender.arm) == (12, 6)
    rear = clash(game(unit("g3", (0, 0), "re", "2-2")), ["u1"])
    assert (rear.defence, rear.sums.duel.defender.arm) == (7, 0)


@pytest.mark.reading("goss", "goss-13-22")
@pytest.mark.rule("goss", "13.6.2", "13.7.4(f)", "13.7.2", "4.1.3-fs-e")
def test_a_z_step_without_strength() -> None:
    game = field(
        unit("u1", (0, 1), values="1-1", **PA),
        unit("g1", (0, 0), "pz4", z=True, left=0, inside=True, pr="0/6"),
        works={(0, 0): "ET-2"}, **ALLIED,
    )  # fmt: skip
    game.scenario.counters["g1"] = replace(game.scenario.counters["g1"], z_factors=(0, 0))
    found = clash(game, ["u1"])
    assert "ABCDEFGHIJKLMN"[found.sums.ratio] == "N"
    assert (found.net, "ABCDEFGHIJKLMN"[found.sums.column]) == (-1, "M")


@pytest.mark.reading("goss", "goss-13-23")
@pytest.mark.rule("goss", "13.7.3(a)", "13.7.3(c)", "13.7.3(d)", "13.7.4(b)", "13.13.0", "13.7.1")
def test_artillery_shifts() -> None:
    game = field(
        unit("g1", (0, 0), shifts=1), unit("g2", (0, 0), shifts=1),
        unit("u1", (0, 1), shifts=2, **PA), unit("u2", (-1, 1), shifts=1, **PA), **ALLIED,
    )  # fmt: skip
    found = clash(game, ["u1", "u2"])
    assert found.right == {"13.7.3(a)": 1, "13.7.3(c)": 1}
    assert found.left == {"13.7.4(b)": 2}
    assert found.net == 0
    mark(game, "g2", cr=True)
    assert clash(game, ["u1", "u2"]).right["13.7.3(d)"] == 1
    found.settle()
    game.play("allied", {"do": "end"})
    assert {now(game, n).shifts for n in ("g1", "g2", "u1", "u2")} == {0}


@pytest.mark.reading("goss", "goss-13-24")
@pytest.mark.rule(
    "goss", "13.7.3(a)", "13.7.3(h)", "13.7.3(p)", "13.7.3(l)", "13.7.4(a)", "13.7.4(e)",
    "13.7.4(f)", "13.7.4(h)", "13.7.3(i)", "13.7.3(b)", "13.7.4(n)", "13.7.3(j)", "13.7.4(d)",
    "13.7.4(j)", "13.7.4(l)",
)  # fmt: skip
def test_shifts_of_three_assaults() -> None:
    night = field(
        unit("g1", (0, 1), formation="1", **PA), unit("g2", (0, 1), corps="C", **PA),
        unit("gc", (0, 5), "hq:corps", corps="C"),
        unit("u1", (0, 0), training="green", extended=True, inside=True),
        terrain={(0, 0): "clear VP"}, works={(0, 0): "IP"}, turn="Night",
    )  # fmt: skip
    first = clash(night, ["g1", "g2"])
    assert first.right == {"13.7.3(a)": 1, "13.7.3(l)": 1, "13.7.3(h)": 1}
    assert first.left == {"13.7.4(a)": 1, "13.7.4(e)": 1, "13.7.4(f)": 1, "13.7.4(h)": 1}
    assert first.net == -1
    day = field(
        unit("g1", (0, 1), "motinf", mode="Exploit", **TA),
        unit("u1", (0, 0), "motinf", mode="Strat", inside=True), works={(0, 0): "IP"},
    )  # fmt: skip
    mark(day, "g1", bonus=day.serial)
    second = clash(day, ["g1"])
    assert second.right == {"13.7.3(b)": 1, "13.7.3(i)": 2}
    assert second.left == {"13.7.4(n)": 1}
    raw = field(
        *(unit(f"g{n}", (0, 1), training="raw", **TA) for n in range(4)),
        unit("u1", (0, 0), "motinf", mode="Exploit"),
    )
    mark(raw, "u1", bonus=raw.serial)
    third = clash(raw, ["g0", "g1"])
    assert third.right == {"13.7.3(j)": 1}
    assert third.left == {"13.7.4(j)": 2, "13.7.4(d)": 1, "13.7.4(l)": 1}


@pytest.mark.reading("goss", "goss-13-25")
@pytest.mark.reading("goss", "goss-23-04")
@pytest.mark.rule("goss", "13.7.3(k)", "13.7.4(h)", "13.7.4(g)", "13.7.3", "23.2.1b", "23.2.1d")
@pytest.mark.parametrize(("place", "net"), [((0, 1), 2), ((0, 2), 1)])
def test_leaders(place: tuple[int, int], net: int) -> None:
    game = field(
        unit("u1", (0, 1), formation="1", **PA), unit("u2", (0, 1), formation="1", **PA),
        unit("u3", (0, 1), "eng", formation="2", **PA), unit("uh", (0, 5), "hq:div", formation="1"),
        unit("g1", (0, 0), formation="9"), unit("gh", (0, 0), "hq:div", formation="9"),
        leaders=[leader("ul", "uh", "allied"), leader("gl", "gh", "axis")], **ALLIED,
    )  # fmt: skip
    there = game.board.hex(at(*place))
    game.put(LEADERS, "ul", replace(game.state[LEADERS]["ul"], hex=there))
    found = clash(game, ["u1", "u2", "u3"], use_leader=[{"unit": ""}, {"unit": "ul"}])
    asked = [name for name in found.asked if "use-leader" in name]
    assert asked == ["axis use-leader", "allied use-leader"]
    assert found.net == net
    assert "13.7.4(g)" not in found.left
    used = clash(game, ["u1", "u2", "u3"], use_leader=[{"unit": "gl"}, {"unit": ""}])
    assert used.left["13.7.4(g)"] == 1


@pytest.mark.reading("goss", "goss-13-27")
@pytest.mark.rule("goss", "13.7.4a", "13.7.4a-2", "13.7.4(k)")
def test_supporting_hexes() -> None:
    for battery, total in ((False, 1), (True, 2)):
        game = field(
            unit("u1", (0, 1), **TA), unit("g0", (0, 0)), unit("g1", (1, 0), shifts=1),
            unit("g2", (1, 1), shifts=2), unit("g3", (0, 2), "hq:div", formation="x"),
            unit("g4", (-1, 2), "motinf", mode="Strat"),
            unit("g5", (-1, 1), "art", battery=battery), terrain={(1, 0): "clear VP"}, **ALLIED,
        )  # fmt: skip
        found = clash(game, ["u1"])
        assert found.left.get("13.7.4(k)", 0) == total


@pytest.mark.rule("goss", "13.7.4a", "13.7.4a-2")
def test_support_from_cover_and_once() -> None:
    def game(terrain: str) -> Gs:
        return field(
            unit("u1", (0, 1), **TA), unit("g0", (0, 0)), unit("g1", (1, 1)), unit("g2", (1, 0)),
            unit("u2", (2, -1), **TA), unit("g3", (2, -2)), terrain={(0, 1): terrain}, **ALLIED,
        )  # fmt: skip

    assert clash(game("clear"), ["u1"]).left["13.7.4(k)"] == 2
    covered = game("woods")
    found = clash(covered, ["u1"])
    assert found.left["13.7.4(k)"] == 1  # only that beside the defender, too
    assert set(supports(covered, found.assault)) == {covered.board.hex("1413")}
    found.settle()
    again = clash(covered, ["u2"], (2, -2))
    assert "13.7.4(k)" not in again.left  # it has helped already


@pytest.mark.reading("goss", "goss-13-31")
@pytest.mark.reading("goss", "goss-17-15")
@pytest.mark.rule("goss", "13.8.1", "17.4.1a", "13.8.0")
def test_lead_units() -> None:
    dug = field(
        unit("g1", (0, 0), pr="8/8", inside=True, formation="9"),
        unit("gh", (0, 0), "hq:div", formation="9"), unit("u1", (0, 1), formation="1", **PA),
        unit("uh", (0, 1), "hq:div", formation="1"), works={(0, 0): "ET-3"},
        leaders=[leader("ul", "uh", "allied"), leader("gl", "gh", "axis")], **ALLIED,
    )  # fmt: skip
    found = clash(dug, ["u1"], lead=[{"unit": "g1"}])
    assert found.drm["13.8.1"] == -10
    game = field(
        unit("g1", (0, 0), pr="7/7", inside=True), unit("ux", (0, 1), pr="5/5", **PA),
        unit("ue", (0, 1), "eng", pr="7/7", **PA), unit("uy", (0, 1), pr="6/6", **PA),
        works={(0, 0): "IP"}, **ALLIED,
    )  # fmt: skip
    free = clash(game, ["ux", "ue", "uy"], lead=[{"unit": "ue"}])
    host = free.assault.attack
    assert free.drm["13.8.1"] in (-10, -5)  # which battalion takes it along is found anew
    assert rating(game, host, "ue") in (5, 6)
    alone = field(
        unit("g1", (0, 0), pr="7/7", inside=True), unit("ux", (0, 1), pr="5/5", **PA),
        unit("ue", (0, 1), "eng", pr="7/7", **PA), works={(0, 0): "IP"}, **ALLIED,
    )  # fmt: skip
    assert clash(alone, ["ux", "ue"], lead=[{"unit": "ue"}]).drm["13.8.1"] == -10
    other = clash(game, ["ux", "ue", "uy"], lead=[{"unit": "uy"}])
    assert other.drm["13.8.1"] == -5


@pytest.mark.reading("goss", "goss-13-32")
@pytest.mark.rule("goss", "13.8.2", "13.8.2(a)", "13.8.2(b)", "13.8.2(c)", "14.2.0(b)")
def test_combat_reserves() -> None:
    sides = [((q, -1), b) for q in range(-6, 7) for b in ((q, -2), (q + 1, -2))]
    game = field(
        unit("g0", (0, 0), formation="A"), unit("gk", (0, -3), formation="A", cr=True),
        unit("gl", (-3, 0), formation="A", cr=True), unit("gm", (-2, 0), formation="B", cr=True),
        unit("gn", (-2, -1), formation="A", cr=True, supply="OoS"),
        unit("u0", (0, 1), formation="1", **PA),
        *(unit(f"u{n}", h, formation="1", cr=True)
          for n, h in enumerate([(0, 3), (1, 2), (-1, 3), (0, 2)], 1)),
        water={"major_river": sides}, roads={"secondary": [[(0, -1), (0, -2)]]}, **ALLIED,
    )  # fmt: skip
    with pytest.raises(Refusals, match=r"13.8.2"):
        clash(game, ["u0"], commit_reserves=[None, {"units": ["u1", "u2", "u3", "u4"]}])
    found = clash(game, ["u0"], commit_reserves=[None, {"units": ["u1", "u2", "u3"]}])
    assert found.assault.defence.reserves == ("gl",)
    assert found.asked.index("axis commit-reserves") < found.asked.index("allied commit-reserves")
    assert found.drm["13.8.2"] == 10
    found.settle("(1)", "(1)")
    marked = {n for n in ("gk", "gl", "gm", "gn", "u1", "u2", "u3", "u4") if now(game, n).cr}
    assert marked == {"gk", "gm", "gn", "u4"}
    assert {now(game, n).steps for n in ("gl", "u1", "u2", "u3")} == {3}


@pytest.mark.reading("goss", "goss-13-33")
@pytest.mark.rule("goss", "13.8.2", "3.5.4-e")
def test_reserves_tire_and_do_not_meet_overruns() -> None:
    def game(**more: Any) -> Gs:
        return field(
            unit("g1", (0, 1), "pz4", steps=3, size="Bn", **PA),
            unit("u1", (0, 0), formation="1"), unit("u2", (0, -2), formation="1", cr=True), **more,
        )  # fmt: skip

    night = game(turn="Night", options={"rest-turns": "side"}, rest={"axis": "PM"})
    found = clash(night, ["g1"], half_strength={"units": ["u1"]})
    assert found.drm["13.8.2"] == -5
    found.settle()
    assert (now(night, "u2").fatigue, now(night, "u2").cr) == (1, False)
    assert now(night, "u1").fatigue == 0
    over = clash(game(), ["g1"], overrun=True)
    assert "13.8.2" not in over.drm


@pytest.mark.reading("goss", "goss-13-34")
@pytest.mark.rule("goss", "13.8.3", "13.8.3a", "13.8.3b", "14.2.0(a)", "14.2.0")
@pytest.mark.parametrize(
    ("names", "drm"),
    [
        (("a1", "b1", "c1", "e2"), 15),
        (("a1", "b1", "c1", "e2", "f2"), 25),
        (("a1", "b1", "c1", "e2", "f2", "g3", "h3"), 25),
        (("a1", "b1*", "c1"), 10),
    ],
)
def test_integrity_of_attackers(names: tuple[str, ...], drm: int) -> None:
    hexes = [(0, 1), (0, 1), (-1, 1), (-1, 1), (1, 0), (1, 0), (1, -1)]
    units = [
        unit(f"u{n[:2]}", h, formation="1", regiment=n[1], fatigue=int("*" in n), **PA)
        for n, h in zip(names, hexes, strict=False)
    ]
    game = field(*units, unit("g1", (0, 0)), **ALLIED)
    found = clash(game, [f"u{n[:2]}" for n in names])
    assert found.drm["13.8.3"] == drm


@pytest.mark.reading("goss", "goss-13-34")
@pytest.mark.rule("goss", "13.8.3b")
@pytest.mark.parametrize(("mode", "drm"), [(PA, 15), ({"mode": "Exploit", "ta": True}, 0)])
def test_german_engineers_join_a_regiment(mode: dict[str, Any], drm: int) -> None:
    game = field(
        unit("g1", (0, 1), formation="1", regiment="9", **mode),
        unit("g2", (0, 1), formation="1", regiment="9", **mode),
        unit("g3", (0, 1), "eng", formation="1", **mode), unit("u1", (0, 0)),
    )  # fmt: skip
    assert clash(game, ["g1", "g2", "g3"]).drm.get("13.8.3", 0) == drm


@pytest.mark.reading("goss", "goss-13-35")
@pytest.mark.rule("goss", "13.8.3", "13.8.3a")
@pytest.mark.parametrize(("version", "drm"), [(1, -10), (2, 0), (3, 0)])
def test_integrity_of_defenders(version: int, drm: int) -> None:
    water = {"major_river": [((0, 0), (-1, 0))]} if version == 3 else {}
    regiment = {"formation": "1", "regiment": "10"}
    game = field(
        unit("ga", (0, 0), left=1, **regiment), unit("gb", (-1, 0), **regiment),
        unit("gc", (0, -1), left=1, **regiment), unit("u1", (0, 1), **PA), water=water,
        roads={"secondary": [[(0, 0), (-1, 0)]]}, **ALLIED,
    )  # fmt: skip
    mark(game, "gb", defended=game.serial, integral=game.serial if version == 2 else -1)
    found = clash(game, ["u1"])
    assert found.drm.get("13.8.3", 0) == drm
    found.settle()
    assert (now(game, "ga").integral == game.serial) is (version == 1)


def tanks(arm: int) -> dict[str, Any]:
    return {"arm_attack": arm, "arm_defence": arm}


@pytest.mark.reading("goss", "goss-13-36")
@pytest.mark.rule("goss", "13.8.4c", "13.8.4g", "13.8.4f", "13.8.4")
@pytest.mark.parametrize(
    ("start", "drm"),
    [("woods", -10), ("clear", -45), ("clear village", -45), ("clear town", -10)],
)
def test_armor_against_armor(start: str, drm: int) -> None:
    game = field(
        unit("g1", (0, 0)), unit("g2", (0, 0), "pz5", steps=3, size="Bn", **tanks(6)),
        unit("u1", (0, 1), **PA), unit("u2", (0, 1), "m4", **PA, **tanks(3)),
        terrain={(0, 0): "woods", (0, 1): start}, **ALLIED,
    )  # fmt: skip
    assert clash(game, ["u1", "u2"]).drm["13.8.4c"] == drm


@pytest.mark.reading("goss", "goss-13-37")
@pytest.mark.rule("goss", "13.8.4d", "13.8.4f", "13.8.4a")
@pytest.mark.parametrize(
    ("arm", "gun", "turn", "drm"),
    [(6, 1, "AM", 20), (2, 6, "AM", -40), (2, 6, "Night", -20), (4, 0, "AM", 20)],
)
def test_armor_against_guns(arm: int, gun: int, turn: str, drm: int) -> None:
    guns = [unit("g2", (0, 0), "at", at=gun)] if gun > 1 else []
    game = field(
        unit("g1", (0, 0), at=1 if gun == 1 else 0), *guns, unit("u1", (0, 1), **PA),
        unit("u2", (0, 1), "m4", **PA, **tanks(arm)), turn=turn,
        terrain={(0, 0): "woods", (0, 1): "woods"}, **ALLIED,
    )  # fmt: skip
    assert clash(game, ["u1", "u2"]).drm["13.8.4d"] == drm


@pytest.mark.reading("goss", "goss-13-39")
@pytest.mark.rule("goss", "13.8.4f", "13.8.4g", "13.8.5", "13.8.0")
@pytest.mark.parametrize(("pr", "turn", "drm"), [(4, "PM", 55), (4, "Night", 10), (8, "PM", 60)])
def test_the_limits_of_modifiers(pr: int, turn: str, drm: int) -> None:
    game = field(
        unit("g1", (0, 0), pr="8/8"), unit("u1", (0, 1), pr=f"{pr}/6", **PA),
        unit("u2", (0, 1), "m4", pr="4/4", **PA, **tanks(8)), turn=turn, **ALLIED,
    )  # fmt: skip
    found = clash(game, ["u1", "u2"], lead=[{"unit": "u1"}])
    assert found.sums.modifier == drm
    if drm == 60:
        assert (23 + drm, 41 + drm) == (83, 101)
        hit = on_defender(game.scenario.tables, found.sums.column)
        back = on_attacker(game.scenario.tables, found.sums.column)
        assert found.sums.on_defender[23] == hit(83)
        assert found.sums.on_attacker[41] == back(101)
    assert capped(-75) == -60


@pytest.mark.reading("goss", "goss-13-40")
@pytest.mark.rule("goss", "13.8.4", "13.6.1a(a6)")
def test_armor_out_of_supply() -> None:
    game = field(
        unit("g1", (0, 0)), unit("u1", (0, 1), "m4", "7-7", supply="OoS", **TA, **tanks(3)),
        **ALLIED,
    )  # fmt: skip
    found = clash(game, ["u1"])
    assert (found.attack, found.drm["13.8.4d"]) == (4, 30)


@pytest.mark.reading("goss", "goss-13-41")
@pytest.mark.rule("goss", "13.9.0", "13.9.1", "13.9.2", "13.1.0", "13.1.1")
def test_beyond_the_table() -> None:
    tables = field(unit("g1", (0, 0))).scenario.tables
    low, high = "ABCDEFGHIJKLMN".index("A"), "ABCDEFGHIJKLMN".index("N")
    assert str(on_defender(tables, low)(-13)) == "-"
    assert on_attacker(tables, low)(-17) == parsed("*2(3)")
    assert on_defender(tables, high)(130) == parsed("3(3)")
    assert str(on_attacker(tables, high)(135)) == "-"
    assert on_defender(tables, "ABCDEFGHIJKLMN".index("H"))(200) == parsed("*2(2)")
