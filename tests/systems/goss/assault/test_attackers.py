"""Who may take part in an assault, and who only stands off. [13.3] [13.4] [13.5]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.goss.pieces.losses import eliminate
from grognard.systems.goss.scenario import Gs
from tests.systems.goss.assault.clash import assault, clash, field
from tests.systems.goss.field import at, now, rig, rules, told, unit, where

PA: dict[str, Any] = {"mode": "PA"}
TA: dict[str, Any] = {"ta": True}


@pytest.mark.rule("goss", "13.0", "13.3.0", "13.5.0", "13.7.0", "13.10.0")
def test_an_assault_from_the_declaration_to_its_end() -> None:
    game = field(
        unit("g1", (0, 1), values="12-6", **PA), unit("u1", (0, 0), values="4-4"),
        unit("g2", (1, 0), **TA), unit("u2", (1, -1)),
    )  # fmt: skip
    assert rules(game, "axis", assault(["g1"], (0, 2))) == ["13.3.0"]
    assert rules(game, "axis", assault(["g1"], (1, -1))) == ["13.4.0"]
    rig(game, 9, 9, 9, 9)
    game.play("axis", assault(["g1"]))
    order = [e.kind for e in game.events]
    assert order.index("assault") < order.index("laid-open") < order.index("reckoning")
    assert told(game, "assault-result")[0]["defender_roll"] == 99
    while game.decision("allied") is not None:
        ask = game.decision("allied")
        game.play("allied", ask.ask.default)  # type: ignore[union-attr,arg-type]
    while now(game, "g1").mode == "PA":
        game.play("axis", {"do": "stay-back"})
    assert rules(game, "axis", assault(["g1"])) == ["13.4.2(a)"]
    assert now(game, "g1").attacked == now(game, "u1").defended == game.serial


@pytest.mark.rule("goss", "13.4.2(b)", "13.4.2(c)", "13.4.2")
def test_guns_and_those_who_could_not_enter() -> None:
    guns = field(unit("g1", (0, 1), "spa", **TA), unit("u1", (0, 0)))
    assert rules(guns, "axis", assault(["g1"])) == ["13.4.2(b)"]
    swamp: dict[str, Any] = {"terrain": {(0, 0): "swamp"}}
    units = (unit("g1", (0, 1), "motinf", **TA), unit("u1", (0, 0)))
    assert rules(field(*units, **swamp), "axis", assault(["g1"])) == ["13.4.2(c)"]
    road = {**swamp, "roads": {"trail": [[(0, 1), (0, 0)]]}}
    assert rules(field(*units, **road), "axis", assault(["g1"])) == []


@pytest.mark.rule("goss", "13.4.2(e)", "13.4.2(g)", "13.6.1a(a3)", "13.6.1a(b3)", "13.6.1a(a8)")
@pytest.mark.parametrize(
    ("kind", "water", "road", "ford", "refused"),
    [
        ("motinf", "river", False, False, ["13.4.2(e)"]),
        ("motinf", "river", True, False, []),
        ("motinf", "river", False, True, []),
        ("motinf", "major_river", True, False, ["13.4.2(e)"]),
        ("pz4", "river", False, False, []),
        ("pz4", "major_river", True, False, []),
        ("pz4", "great_river", True, False, ["13.4.2(e)"]),
        ("inf", "major_river", False, False, ["13.6.1a(a2)"]),
        ("inf", "great_river", True, False, []),
        ("inf", "great_river", False, False, ["17.2.3"]),
    ],
)
def test_over_water(kind: str, water: str, road: bool, ford: bool, refused: list[str]) -> None:
    side = [((0, 1), (0, 0))]
    game = field(
        unit("g1", (0, 1), kind, **PA), unit("g2", (-1, 1), **PA), unit("u1", (0, 0)),
        terrain={(0, 0): "rough"}, water={water: side, **({"ford": side} if ford else {})},
        roads={"secondary": [[(0, 1), (0, 0)]]} if road else {},
    )  # fmt: skip
    assert rules(game, "axis", assault(["g1", "g2"])) == refused
    if kind == "pz4" and not refused:
        found = clash(game, ["g1", "g2"])
        assert found.assault.attack.standoff == {"g1"}
        assert found.attack == 6  # 3/2 and 4: no water for those who stand off
    if kind == "inf" and not refused:
        assert clash(game, ["g1", "g2"]).attack == 5  # a quarter of 4, and 4


@pytest.mark.rule("goss", "13.4.2(f)", "13.4.2(g)", "13.5.2")
def test_tanks_and_marsh() -> None:
    units = (unit("g1", (0, 1), "pz4", **PA), unit("g2", (0, 1), **PA), unit("u1", (0, 0)))
    wet = field(*units, terrain={(0, 0): "marsh"})
    found = clash(wet, ["g1", "g2"])
    assert found.assault.attack.standoff == {"g1"}
    assert "g1" not in _leads(found)
    assert "13.8.4d" not in found.drm
    road = field(*units, terrain={(0, 0): "marsh"}, roads={"trail": [[(0, 1), (0, 0)]]})
    assert clash(road, ["g1", "g2"]).assault.attack.standoff == frozenset()
    frost = field(*units, terrain={(0, 0): "marsh"}, weather="Clear Freeze")
    assert clash(frost, ["g1", "g2"]).assault.attack.standoff == frozenset()
    lone = field(unit("g1", (0, 1), "pz4", **PA), unit("u1", (0, 0)), terrain={(0, 0): "marsh"})
    assert rules(lone, "axis", assault(["g1"])) == ["13.5.2"]
    plain = field(*units, water={"river": [((0, 1), (0, 0))]})
    assert rules(plain, "axis", assault(["g1", "g2"])) == ["13.5.2"]


def _leads(found: Any) -> set[str]:
    return {found.assault.attack.lead, found.assault.attack.armor}


@pytest.mark.rule("goss", "13.5.1")
def test_surrender_comes_before_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(game: Gs, name: str) -> bool:
        eliminate(game, name, "15.7.1")
        return True

    lost: dict[str, Any] = {"supply": "OoS", "isolated": True}
    units = (unit("g1", (0, 1), **PA), unit("u1", (0, 0), **lost), unit("u2", (0, 0), supply="OoS"))
    monkeypatch.setattr("grognard.systems.goss.assault.steps.SURRENDERS", [gives_up])
    found = clash(field(*units), ["g1"])
    assert found.assault.defence.names == ("u2",)
    game = field(*units[:2])
    game.play("axis", assault(["g1"]))
    assert not told(game, "assault-result")
    assert now(game, "g1").mode == "Tac"


@pytest.mark.rule("goss", "13.5.3", "13.6.1b(a5)")
def test_on_hand_supply() -> None:
    def game() -> Gs:
        return field(
            unit("g1", (0, 1), supply="OhS", **PA), unit("u1", (0, 0), values="6-6", supply="OhS"),
            unit("u2", (0, 0), values="6-6", supply="OhS"),
        )  # fmt: skip

    fought = game()
    found = clash(fought, ["g1"], half_strength={"units": ["u1"]})
    assert (found.attack, found.defence) == (4, 9)
    assert "axis half-strength" not in found.asked
    found.settle()
    assert [now(fought, n).supply for n in ("g1", "u1", "u2")] == ["OoS", "OhS", "OoS"]


@pytest.mark.rule("goss", "10.2.0")
def test_what_else_forbids_an_assault() -> None:
    game = field(unit("g1", (0, 1), emergency=4), unit("u1", (0, 0)), segment="designation")
    order = {"do": "designate", "units": ["g1"]}
    assert rules(game, "axis", order) == ["9.4.1"]
    night = field(unit("g1", (0, 1)), unit("u1", (0, 0)), segment="designation", ena="axis")
    assert rules(night, "axis", order) == ["3.4.2"]


@pytest.mark.rule("goss", "12.1.0-2")
def test_prepared_assaults_go_before_tactical_ones() -> None:
    game = field(
        unit("g1", (0, 1), **PA), unit("g2", (1, 0), **TA), unit("g3", (-1, 1), **TA),
        unit("u1", (0, 0)), segment="adjustment",
    )  # fmt: skip
    assert rules(game, "axis", {"do": "end"}) == ["12.1.0-2"]
    assert rules(game, "axis", {"do": "give-up-assault", "units": ["g1"]}) == ["12.1.0-2"]
    game.play("axis", {"do": "give-up-assault", "units": ["g2"]})
    game.play("axis", {"do": "give-up-assault", "units": ["g3"]})
    assert not rules(game, "axis", {"do": "end"})
    assert rules(game, "axis", {"do": "give-up-assault", "units": ["g1"]}) == ["12.1.0"]
    two = field(
        unit("g2", (1, 0), **TA), unit("g3", (-1, 1), **TA), unit("u1", (0, 0)),
        unit("u2", (2, -1)), segment="adjustment",
    )  # fmt: skip
    assert not rules(two, "axis", {"do": "end"})  # one for each


@pytest.mark.rule("goss", "13.2.0", "13.4.0")
def test_who_cannot_attack_any_more_is_let_off() -> None:
    game = field(unit("g1", (0, 1), **PA), unit("g2", (1, 0), **TA), unit("u1", (0, 0)))
    assert rules(game, "axis", {"do": "end"}) == ["13.4.0"]
    game.play("axis", assault(["g2"]))
    while game.decision("axis") is None or game.decision("axis").ask.name != "Ground Assault":  # type: ignore[union-attr]
        ask = game.open_asks()[0]
        game.play(ask.player, ask.default)  # type: ignore[arg-type]
        if game.segment.kind != "assaults":
            break
    if game.segment.kind == "assaults" and not rules(game, "axis", {"do": "end"}):
        game.play("axis", {"do": "end"})
    assert now(game, "g1").mode == "Tac"
    assert where(game, "g2") in (at(1, 0), at(0, 0)) or now(game, "g2").retreated >= 0


@pytest.mark.rule("goss", "14.2.0(e)", "17.2.1-2", "17.2.2-2", "17.2.0")
def test_who_may_ferry() -> None:
    def refused(**facts: Any) -> list[str]:
        game = field(
            unit("g1", (0, 1), **{**PA, **facts.pop("both", {})}),
            unit("g2", (0, 1), "eng", **{**PA, **facts}), unit("u1", (0, 0)),
            water={"major_river": [((0, 1), (0, 0))]},
        )  # fmt: skip
        return rules(game, "axis", assault(["g1", "g2"], ferry=["g2"]))

    assert refused() == []
    assert refused(fatigue=1) == ["14.2.0(e)"]
    assert refused(supply="OoS") == ["17.2.0"]
    assert refused(mode="Tac", ta=True, both={"mode": "Tac", "ta": True}) == ["17.2.1-2"]


@pytest.mark.rule("goss", "6.7.0", "13.4.3")
def test_of_an_overstack_only_those_attack_who_fit() -> None:
    units = [unit(f"g{n}", (0, 1), **TA) for n in (1, 2, 3)]
    game = field(*units, unit("u1", (0, 0)), unit("u2", (1, 0)))
    assert rules(game, "axis", assault(["g1", "g2", "g3"])) == ["6.7.0"]
    assert not rules(game, "axis", assault(["g1", "g2"]))
    defends = field(unit("g1", (0, 1), **PA), *(unit(f"u{n}", (0, 0)) for n in (1, 2, 3)))
    found = clash(defends, ["g1"], who_defends={"units": ["u1", "u3"]})
    assert found.assault.defence.names == ("u1", "u3")
    assert (found.defence, found.right["13.7.3(e)"]) == (12, 1)


@pytest.mark.rule("goss", "13.5.6", "13.4.2(c)", "13.6.1a(b3)")
def test_without_the_bridge_of_a_major_river_nobody_gets_over_but_by_ferry() -> None:
    def game(roll: int) -> Gs:
        found = field(
            unit("g1", (0, 1), values="8-8", **PA), unit("g2", (0, 1), values="8-8", **PA),
            unit("g3", (0, 1), "eng", **PA), unit("u1", (0, 0)), unit("u2", (0, 0), "eng"),
            terrain={(0, 0): "woods"}, water={"major_river": [((0, 1), (0, 0))]},
            roads={"secondary": [[(0, 1), (0, 0)]]},
        )  # fmt: skip
        rig(found, roll)
        return found

    ferry = {"ferry": ["g3"]}
    stands = clash(game(9), ["g1", "g2", "g3"], **ferry)
    assert stands.attack == 6, "a half by ferry, a quarter by the bridge"
    blown = clash(game(3), ["g1", "g2", "g3"], **ferry)
    assert blown.assault.attack.names == ("g1", "g3")
    assert blown.attack == 4
    alone = game(3)
    alone.play("axis", {"do": "assault", "units": ["g1", "g2", "g3"], "hex": at(0, 0)})
    while alone.open_asks()[0].default is not None:
        ask = alone.open_asks()[0]
        yes = {"do": "blow-bridge", "choose": "yes"}
        alone.play(ask.player, yes if ask.name == "blow-bridge" else ask.default)
    assert not told(alone, "assault-result")
