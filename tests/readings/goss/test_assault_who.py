"""Ground assault: who attacks whom, and what is declared blind. [10] [12] [13.2] to [13.5]"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, BRIDGES, HEAVY, MARKER, Bridge
from grognard.systems.goss.units import UNITS
from tests.systems.goss.assault.clash import Refusals, assault, clash, field
from tests.systems.goss.field import at, now, position, rig, rules, told, unit, where

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}
ALLIED = {"side": "allied"}


def mark(game: Gs, name: str, **facts: Any) -> None:
    game.put(UNITS, name, replace(now(game, name), **facts))


@pytest.mark.reading("goss", "goss-10-02")
@pytest.mark.rule("goss", "10.2.0", "14.2.2(a)", "14.2.2")
def test_who_is_designated() -> None:
    game = field(
        unit("ua", (0, 1), cr=True), unit("ub", (0, 1), transport="tp"),
        unit("uc", (1, 0), fatigue=2), unit("ud", (1, 0), fatigue=1), unit("g1", (0, 0)),
        segment="designation", side="allied",
    )  # fmt: skip
    refused = {
        n: rules(game, "allied", {"do": "designate", "units": [n]}) for n in ("ua", "ub", "uc")
    }
    assert refused == {"ua": ["5.8.0"], "ub": ["5.1.2"], "uc": ["14.2.2(a)"]}
    game.play("allied", {"do": "designate", "units": ["ud"]})
    assert now(game, "ud").ta
    assert not rules(game, "allied", {"do": "end"})


@pytest.mark.reading("goss", "goss-12-01")
@pytest.mark.rule("goss", "12.1.0", "12.1.0-1", "12.2.0", "12.0")
def test_designations_that_go_and_that_are_given_up() -> None:
    game = field(
        unit("ua", (0, 1), **PA), unit("ub", (4, 0), **TA), unit("g1", (4, -1)),
        terrain={(0, 1): "woods", (4, 0): "woods"}, segment="offensive-naval", side="allied",
    )  # fmt: skip
    game.play("allied", {"do": "end"})
    assert game.segment.kind == "adjustment"
    assert now(game, "ua").mode == "Tac"
    assert rules(game, "allied", {"do": "call-off", "hex": at(0, 1)}) == ["12.2.0"]
    game.play("allied", {"do": "call-off", "hex": at(4, 0)})
    assert not told(game, "check")
    assert now(game, "ub").ta is False
    game.play("allied", {"do": "withdraw", "then": "retreat", "to": at(4, 1)})
    assert where(game, "ub") == at(4, 1)


@pytest.mark.reading("goss", "goss-12-01")
@pytest.mark.rule("goss", "12.2.0", "8.1.2b")
@pytest.mark.parametrize(
    ("terrain", "turn", "works", "checked"),
    [
        ("clear", "AM", {}, True),
        ("village", "AM", {}, True),
        ("village", "Night", {}, False),
        ("village", "Night", {(0, 0): "ET-2"}, True),
    ],
)
def test_a_check_in_the_open(
    terrain: str, turn: str, works: dict[tuple[int, int], str], checked: bool
) -> None:
    def called_off(roll: int) -> Gs:
        game = field(
            unit("u1", (0, 1), pr="6/7", **PA), unit("u2", (0, 1), "eng", pr="4/6", **PA),
            unit("g1", (0, 0), inside=bool(works)), terrain={(0, 1): terrain}, turn=turn,
            works=works, segment="adjustment", side="allied",
        )  # fmt: skip
        rig(game, roll)
        game.play("allied", {"do": "call-off", "hex": at(0, 1)})
        return game

    failed = called_off(4)
    assert bool(told(failed, "check")) is checked
    assert now(failed, "u1").mode == ("PA" if checked else "Tac")
    if checked:
        again = {"do": "call-off", "hex": at(0, 1)}
        assert rules(failed, "allied", again) == ["12.2.0"]
    passed = called_off(3)
    assert {now(passed, n).mode for n in ("u1", "u2")} == {"Tac"}


@pytest.mark.reading("goss", "goss-12-03")
@pytest.mark.rule("goss", "12.1.0-3", "16.3.3")
@pytest.mark.parametrize(
    ("adv", "modes", "needed"),
    [
        (1, ("TA", "TA", "TA"), 1),
        (1, ("PA", "TA"), 1),
        (1, ("PA+",), 0),
        (2, ("PA", "TA", "TA"), 0),
        (2, ("PA", "TA", "TA", "TA"), 1),
    ],
)
def test_what_the_ammunition_allows(adv: int, modes: tuple[str, ...], needed: int) -> None:
    chain = {"army": "A", "corps": "V", "formation": "9"}
    units, enemies = [], []
    for place, mode in enumerate(modes):
        facts = PA if mode.startswith("PA") else TA
        units.append(unit(f"u{place}", (3 * place, 1), **facts, **chain))
        enemies.append(unit(f"g{place}", (3 * place, 0)))
        if mode == "PA+":
            units.append(unit("u8", (-1, 1), **PA, **chain))
            units.append(unit("u9", (1, 0), **PA, **chain))
    game = field(
        *units, *enemies, unit("uv", (0, 5), "hq:corps", army="A", corps="V"),
        unit("u-div", (0, 6), "hq:div", **chain), segment="adjustment", side="allied",
        armies={"A": {"side": "allied", "adv": 3, "amp": 5, "pss": []}},
        headquarters={"uv": {"adv": adv}},
    )  # fmt: skip
    assert bool(rules(game, "allied", {"do": "end"})) is bool(needed)
    if needed:
        assert rules(game, "allied", {"do": "end"}) == ["12.1.0-3"]
        assert rules(game, "allied", {"do": "pay-assaults", "hq": "u-div", "points": 6})
        game.play("allied", {"do": "pay-assaults", "hq": "u-div", "points": needed})
        assert not rules(game, "allied", {"do": "end"})


@pytest.mark.reading("goss", "goss-13-02")
@pytest.mark.rule("goss", "13.2.0", "13.3.1", "13.4.0")
def test_every_designated_unit_attacks() -> None:
    stack = (unit("ua", (0, 1), **PA), unit("ub", (0, 1), **PA), unit("g1", (0, 0)))
    alone = field(*stack, **ALLIED)
    assert rules(alone, "allied", assault(["ua"])) == ["13.2.0"]
    assert not rules(alone, "allied", assault(["ua", "ub"]))
    both = field(*stack, unit("g2", (1, 0)), **ALLIED)
    assert not rules(both, "allied", assault(["ua"]))
    assert rules(both, "allied", {"do": "end"}) == ["13.4.0"]


@pytest.mark.reading("goss", "goss-13-03")
@pytest.mark.rule("goss", "13.4.1", "13.4.0")
def test_only_prepared_units_join() -> None:
    game = field(
        unit("g1", (0, 0)), unit("g2", (1, 0)), unit("g3", (0, -2)), unit("u1", (-1, 1), **PA),
        unit("u2", (0, 1), **PA), unit("ut", (0, -1), **TA), **ALLIED,
    )  # fmt: skip
    assert rules(game, "allied", assault(["u1", "u2", "ut"])) == ["13.4.1"]
    assert not rules(game, "allied", assault(["u1", "u2"]))
    assert not rules(game, "allied", assault(["ut"], (0, -2)))
    assert rules(game, "allied", assault(["ut"], (0, 0))) == ["13.2.0"]  # u1 would have nobody


@pytest.mark.reading("goss", "goss-13-04")
@pytest.mark.rule("goss", "13.3.1-2", "13.5.5")
def test_whom_an_assault_threw_back_is_left_alone() -> None:
    for when, found in ((0, ["13.3.1-2"]), (-1, [])):
        game = field(unit("up", (0, 1), **PA), unit("gy", (0, 0)), unit("gq", (1, 0)), **ALLIED)
        mark(game, "gq", retreated=game.serial + when)
        assert rules(game, "allied", assault(["up"], (1, 0))) == found


@pytest.mark.reading("goss", "goss-13-05")
@pytest.mark.rule("goss", "13.5.5", "13.5.5(a)", "13.5.5(b)", "13.5.5(c)", "13.11.2", "13.3.1")
def test_the_thrown_back_lend_nothing_and_suffer_all() -> None:
    game = field(
        unit("u1", (0, 1), values="12-6", **PA), unit("gr", (0, 0), values="4-4", pr="5/5"),
        unit("gq", (0, 0), values="6-6", reduced="5-5", left=2, pr="7/7"), **ALLIED,
    )  # fmt: skip
    mark(game, "gq", retreated=game.serial, lost=1, lost_at=game.serial)
    found = clash(game, ["u1"])
    assert (found.attack, found.defence) == (12, 4)
    assert found.assault.defence.lead == "gr"
    found.settle(defender="(2)")
    assert (now(game, "gr").steps, now(game, "gq").steps) == (2, 1)
    assert not told(game, "declared")


TANK = {"arm_attack": 4, "arm_defence": 4}


@pytest.mark.reading("goss", "goss-13-06")
@pytest.mark.rule("goss", "13.3.2", "13.5.2")
def test_lines_and_standing_off() -> None:
    def game(terrain: str, *more: Any) -> Gs:
        return field(
            unit("u1", (0, 1), values="6-6", **PA), unit("u2", (0, 1), "m4", "6-6", **PA, **TANK),
            *(more or (unit("g1", (0, 0)),)), terrain={(0, 0): terrain}, **ALLIED,
        )  # fmt: skip

    plain = clash(game("clear location"), ["u1", "u2"])
    assert plain.assault.line == 1
    assert not [name for name in plain.asked if "terrain-line" in name or "standoff" in name]
    off = {"standoff": [{"units": ["u2"]}]}
    rough = clash(game("rough_2 village"), ["u1", "u2"], terrain_line={"line": 3}, **off)
    assert rough.attack == 9
    lone = game("woods", unit("g1", (0, 0), "pz4", steps=3, size="Bn"))
    assert "axis standoff" not in clash(lone, ["u1", "u2"]).asked  # somebody must not
    pair = game("woods", unit("g1", (0, 0), "pz4"), unit("g2", (0, 0), "pz4"))
    with pytest.raises(Refusals, match=r"13.5.2"):
        clash(pair, ["u1", "u2"], standoff=[{}, {"units": ["g1", "g2"]}])


@pytest.mark.reading("goss", "goss-13-09")
@pytest.mark.rule("goss", "13.4.3")
def test_few_attack_a_constricted_hex() -> None:
    game = field(
        unit("ua", (0, 1), **PA), unit("ue", (0, 1), "eng", **PA), unit("ub", (0, 1), **PA),
        unit("ur", (0, 1), "fus", size="Co", **PA), unit("g1", (0, 0)), unit("g2", (1, 0)),
        terrain={(0, 0): "clear constricted"}, **ALLIED,
    )  # fmt: skip
    assert not rules(game, "allied", assault(["ua", "ue", "ur"]))
    assert rules(game, "allied", assault(["ua", "ub"])) == ["13.4.3"]
    assert rules(game, "allied", assault(["ua", "ue", "ub", "ur"])) == ["13.4.3"]


@pytest.mark.reading("goss", "goss-13-11")
@pytest.mark.rule("goss", "13.5.2", "13.6.0", "8.4.4")
def test_standoff_is_declared_half_blind() -> None:
    game = field(
        unit("g2", (0, 0), "pz5", "5-5", arm_attack=7, arm_defence=6), unit("g1", (0, 0)),
        unit("u2", (0, 1), "m4", "7-7", **PA, **TANK), unit("u1", (0, 1), **PA),
        terrain={(0, 0): "woods"}, **ALLIED,
    )  # fmt: skip
    game.play("allied", assault(["u1", "u2"]))
    assert (game.to_act, game.decision("allied").ask.name) == ("allied", "standoff")  # type: ignore[union-attr]
    assert "u2" not in str(game.view("axis"))
    assert "g2" not in str(game.view("allied"))
    assert not [e for e in game.events_for("axis") if "u2" in str(e.facts)]
    game.play("allied", {"do": "standoff"})
    assert game.to_act == "axis"
    assert told(game, "standoff")[0] == {"side": "allied", "armor": True, "standing_off": 0}
    game.play("axis", {"do": "standoff"})
    assert "u2" in str(game.view("axis")["units"])
    assert "g2" in str(game.view("allied")["units"])


@pytest.mark.reading("goss", "goss-13-13")
@pytest.mark.rule("goss", "13.5.4", "13.6.1b(a2)", "3.5.4-c")
def test_half_strength_spares_fatigue() -> None:
    def night(**facts: Any) -> Gs:
        return field(
            unit("g1", (0, 1), **PA), unit("ua", (0, 0), values="6-6", **facts),
            unit("ub", (0, 0), values="5-5", **facts), turn="Night",
            options={"rest-turns": "side"}, rest={"axis": "PM"},
        )  # fmt: skip

    game = night()
    found = clash(game, ["g1"], half_strength={"units": ["ub"]})
    assert found.defence == 9
    found.settle()
    assert (now(game, "ua").fatigue, now(game, "ub").fatigue) == (1, 0)
    fresh = night()
    for name in ("ua", "ub"):
        mark(fresh, name, bonus=fresh.serial)
    found = clash(fresh, ["g1"]).settle()
    assert found.defence == 11
    assert (now(fresh, "ua").fatigue, now(fresh, "ub").fatigue) == (0, 0)


RIVER: dict[str, Any] = {
    "terrain": {(0, 0): "woods"}, "water": {"river": [((0, 1), (0, 0))]},
    "roads": {"secondary": [[(0, 1), (0, 0)]]},
}  # fmt: skip


@pytest.mark.reading("goss", "goss-13-14")
@pytest.mark.rule("goss", "13.5.6", "13.5.6a", "13.6.1a(a1)", "13.6.1a(a3)", "17.3.2b")
def test_a_bridge_is_blown_before_the_assault() -> None:
    tank = unit("g3", (0, 1), "pz4", "5-5", arm_attack=4, arm_defence=4, **PA)
    mot = unit("g2", (0, 1), "motinf", "6-6", **PA)

    def game(roll: int, *attackers: Any, turn: str = "AM") -> Gs:
        found = field(*attackers, unit("u1", (0, 0)), unit("u2", (0, 0), "eng"), turn=turn, **RIVER)
        rig(found, roll)
        return found

    leg = unit("g1", (0, 1), values="8-8", **PA)
    down = clash(game(3, leg, mot, tank), ["g1", "g2", "g3"], standoff=[{}, {"units": ["g3"]}])
    assert down.attack == 7
    assert down.assault.attack.names == ("g1", "g3")
    assert told(down.game, "bridge-lost")
    stands = clash(game(3, leg, mot, tank, turn="Night"), ["g1", "g2", "g3"])
    assert stands.attack == 10
    over = game(2, mot, tank)
    over.play("axis", assault(["g2", "g3"]))
    over.play("axis", {"do": "standoff"})
    over.play("allied", {"do": "blow-bridge", "choose": "yes"})
    over.play("axis", {"do": "standoff", "units": ["g3"]})
    assert not told(over, "assault-result")
    assert {now(over, n).mode for n in ("g2", "g3")} == {"Tac"}


@pytest.mark.reading("goss", "goss-17-11")
@pytest.mark.rule("goss", "17.3.2b", "13.5.6")
def test_a_bridge_is_blown_by_night() -> None:
    def game(steps: int) -> Gs:
        found = field(
            unit("g2", (0, 1), "motinf", **TA), unit("g3", (0, 1), "pz4", **TA),
            unit("u1", (0, 0)), unit("u2", (0, 0), "eng", steps=steps), turn="Night", **RIVER,
        )  # fmt: skip
        rig(found, 4)
        found.play("axis", assault(["g2", "g3"]))
        found.play("axis", {"do": "standoff"})
        found.play("allied", {"do": "blow-bridge", "choose": "yes"})
        return found

    blown = game(2)
    blown.play("axis", {"do": "standoff", "units": ["g3"]})
    assert told(blown, "bridge-lost")
    assert not told(blown, "assault-result")
    assert not any(now(blown, n).ta for n in ("g2", "g3"))
    failed = game(1)
    assert not told(failed, "bridge-lost")
    assert told(failed, "laid-open")


@pytest.mark.reading("goss", "goss-13-15")
@pytest.mark.rule("goss", "13.5.6", "13.5.6b", "17.3.2a", "17.3.2")
def test_who_makes_a_bridge_collapse() -> None:
    panther = unit("g1", (0, 1), "pz5", steps=3, size="Bn", **PA)
    units = (panther, unit("g2", (0, 1), "motinf", **PA), unit("u1", (0, 0)))

    def checks(
        road: str = "trail", water: str = "river", bridge: Bridge | None = None, **more: Any
    ) -> int:
        roads = {road: [[(0, 1), (0, 0)]]} if bridge is None else {}
        game = field(
            *units, terrain={(0, 0): "woods"}, roads=roads, water={water: [((0, 1), (0, 0))]}
        )
        if bridge is not None:
            hexes = [game.board.hex(at(*h)) for h in ((0, 1), (0, 0))]
            game.put(BRIDGES, game.scenario.ground.side_key(*hexes), bridge)
        rig(game, 9)
        clash(game, ["g1", "g2"], **more)
        return len(told(game, "bridge-check"))

    assert checks() == 1
    assert checks(standoff=[{"units": ["g1"]}]) == 0
    assert checks(road="secondary") == 0
    assert checks(water="stream") == 0
    assert checks(bridge=Bridge(MARKER, "secondary")) == 1
    assert checks(bridge=Bridge(MARKER, "secondary", checked=True)) == 0
    assert checks(bridge=Bridge(HEAVY, "secondary")) == 0


@pytest.mark.reading("goss", "goss-13-15")
@pytest.mark.rule("goss", "13.5.6b", "17.3.2a")
def test_an_overrun_over_a_marker_that_nobody_has_tried() -> None:
    game = position(
        unit("g1", (0, 1), "pz5", steps=3, size="Bn", mode="Exploit"), unit("u1", (0, 0)),
        water={"river": [((0, 1), (0, 0))]}, segment="inactive-moves", side="allied",
        roads={"secondary": [[(0, 2), (0, 1)], [(0, 0), (0, -1)]]},
    )  # fmt: skip
    hexes = [game.board.hex(at(*h)) for h in ((0, 1), (0, 0))]
    game.put(BRIDGES, game.scenario.ground.side_key(*hexes), Bridge(MARKER, "secondary"))
    rig(game, 1)
    game.play("axis", {"do": "overrun", "units": ["g1"], "path": [at(0, 0)]})
    assert told(game, "bridge-check")
    assert told(game, "bridge-lost")
    assert not told(game, "assault-result")


@pytest.mark.reading("goss", "goss-13-63")
@pytest.mark.rule("goss", "13.4.2(d)", "13.4.2(a)", "13.4.2")
def test_rear_echelon_troops_need_company() -> None:
    enemies = (unit("u1", (0, 0)), unit("u2", (1, 0)))
    both = field(unit("g1", (0, 1), "re", **TA), unit("g2", (0, 1), **TA), *enemies)
    assert not rules(both, "axis", assault(["g1", "g2"]))
    assert rules(both, "axis", assault(["g1"], (1, 0))) == ["13.4.2(d)"]
    alone = field(unit("g1", (0, 1), "re", **TA), *enemies)
    assert rules(alone, "axis", assault(["g1"])) == ["13.4.2(d)"]
    led = field(
        unit("g1", (0, 1), "re", formation="1", **TA), unit("gh", (0, 1), "hq:div", formation="1"),
        *enemies, leaders=[{"id": "gl", "side": "axis", "name": "L", "hq": "gh", "number": 7}],
    )  # fmt: skip
    assert not rules(led, "axis", assault(["g1"]))
    plain = field(unit("g1", (0, 1)), *enemies)
    assert rules(plain, "axis", assault(["g1"])) == ["13.4.2(a)"]


@pytest.mark.reading("goss", "goss-15-11")
@pytest.mark.rule("goss", "12.1.0-3", "16.3.4", "16.3.3")
def test_unsupported_units_pay_for_every_assault() -> None:
    chain = {"army": "A", "corps": "V", "formation": "9"}
    units = [unit("g0", (0, 1), **PA, **chain)]
    units += [unit(f"g{n}", (3 * n, 1), **TA, **chain) for n in (1, 2, 3)]
    game = field(
        *units, *(unit(f"u{n}", (3 * n, 0)) for n in range(4)),
        unit("gv", (0, 5), "hq:corps", army="A", corps="V"),
        unit("g-div", (0, 6), "hq:div", **chain), segment="adjustment",
        armies={"A": {"side": "axis", "adv": 3, "amp": 5, "pss": []}},
        headquarters={"gv": {"adv": 3, "supported": False}},
    )  # fmt: skip
    game.play("axis", {"do": "pay-assaults", "hq": "g-div", "points": 2})
    assert rules(game, "axis", {"do": "end"}) == ["12.1.0-3"]
    game.play("axis", {"do": "pay-assaults", "hq": "g-div", "points": 1})
    assert not rules(game, "axis", {"do": "end"})
    assert game.state[ARMIES]["A"].amp == 2
    shift = clash(field(
        unit("u1", (0, 1), **PA), unit("g0", (0, 0), **chain), unit("gv", (0, -5), "hq:corps",
        army="A", corps="V"), unit("g-div", (0, -6), "hq:div", **chain),
        armies={"A": {"side": "axis", "adv": 3, "amp": 5, "pss": []}},
        headquarters={"gv": {"adv": 0, "supported": False}}, **ALLIED,
    ), ["u1"])  # fmt: skip
    assert shift.right == {"13.7.3(a)": 1, "13.7.3(f)": 1}


@pytest.mark.reading("goss", "goss-08-14")
@pytest.mark.rule("goss", "8.4.4", "8.4.0", "13.5.2", "13.6.0")
def test_what_an_assault_lays_open_and_when() -> None:
    game = position(
        unit("u1", (0, 1), "m4", ta=True), unit("u2", (0, 1), ta=True), unit("u3", (0, 1), "eng"),
        unit("g1", (0, 0), inside=True), unit("g2", (0, 0), "pz4", inside=True),
        unit("g3", (1, 1)), unit("g4", (1, 1), "pz4"),
        terrain={(0, 0): "woods"}, works={(0, 0): "ET-2"}, side="allied", segment="assaults",
    )  # fmt: skip

    def shown(player: str, *names: str) -> list[str]:
        return [n for n in names if n in game.view(player)["units"]]

    stack, hidden = ("u1", "u2", "u3"), ("g1", "g2")
    assert len(shown("axis", *stack)) == 1
    assert shown("allied", *hidden) == [], "of those in works nothing shows"
    game.play("allied", {"do": "assault", "units": ["u1", "u2"], "hex": at(0, 0)})
    order = []
    while not told(game, "laid-open"):
        ask = game.open_asks()[0]
        order.append(f"{ask.player} {ask.name}")
        assert shown("allied", *hidden) == [], "nobody decides with knowledge"
        game.play(ask.player, ask.default)
    assert order.index("allied standoff") < order.index("axis standoff")
    assert [(one["side"], one["armor"]) for one in told(game, "standoff")] == [
        ("allied", True), ("axis", True),
    ]  # fmt: skip
    assert shown("allied", *hidden) == ["g1", "g2"]
    assert shown("axis", "u1", "u2") == ["u1", "u2"]
    assert len(shown("allied", "g3", "g4")) == 1, "the next hex stays covered"
