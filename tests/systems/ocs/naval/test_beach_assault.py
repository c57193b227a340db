"""Beach assaults: who, with what supply, and how they end. [18.6]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.decision import Ask, Procedure
from grognard.engine.record import replace
from grognard.systems.ocs.combat import odds, outcome
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.naval import beach_assault, cargo
from grognard.systems.ocs.results import Part, Result
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, SIDES, HexStatus
from grognard.systems.ocs.turn.phases import ATTACK, BARRAGE, EXPLOITATION_ATTACK, phase_start
from grognard.systems.ocs.units import UNITS
from tests.systems.ocs.field import at, end, play, rig, rules, told, unit, where
from tests.systems.ocs.naval.sea import berth, ship, waters

rule = pytest.mark.rule

LANDING = {"do": "meet", "on": "landing"}
FIGHT = {"do": "meet", "on": "assault"}


def assault(*names: str, target: str = "0404", **more: Any) -> dict[str, Any]:
    return {"do": "beach-assault", "units": list(names), "target": target, **more}


def offing(*items: dict[str, Any], load: int = 8, **spec: Any) -> Ocs:
    """Axis craft off 0404 with all units without a hex aboard, and another fight far away."""
    names = [item["row"]["id"] for item in items if "row" in item and item["hex"] is None]
    spec.setdefault("segment", ATTACK)
    craft = ship("a1", "0304", "lc", points=8, load=load, aboard=names)
    spec["dumps"] = [*spec.get("dumps", []), {"side": "axis", "hex": "0808", "sp": 1}]
    return waters(*items, craft, unit("a99", "0808"), unit("s99", "0809"), **spec)


def board_craft(game: Ocs, name: str, craft: str) -> None:
    """Put a unit of the map aboard some craft."""
    game.put(UNITS, name, replace(at(game, name), place="aboard", hex=-1, at=craft))


def run(procedure: Procedure) -> list[tuple[str, str]]:
    """Run a procedure with default answers; give back who was asked what."""
    asked, answer = [], None
    while True:
        try:
            ask = procedure.send(answer)
        except StopIteration:
            return asked
        assert isinstance(ask, Ask)
        asked.append((ask.player, ask.name))
        answer = ask.default


def answer(game: Ocs, how: dict[str, Any]) -> None:
    """The defender says how, and everything else goes by default."""
    assert game.decisions[0].ask.name == "beach assault"
    play(game, "allied", how)


STRONG = unit("a2", None, combat="60:3 leg", re=3, ar=5)
WEAK = unit("s1", "0404", combat="1:3 leg", ar=1)


@rule("ocs", "18.6a(A)")
def test_only_combat_mode_and_three_re_at_most() -> None:
    game = offing(
        unit("a2", None, re=3), unit("a3", None), unit("a4", None, at={"mode": "move"}),
        unit("s1", "0404"), unit("s2", "0407"),
    )  # fmt: skip
    assert rules(game, "axis", assault("a2")) == []
    assert rules(game, "axis", assault("a2", "a3")) == ["18.6a(A)"]  # 4 RE
    assert rules(game, "axis", assault("a4")) == ["18.6a(A)"]
    assert rules(game, "axis", assault("a3", target="0403")) == ["18.6a(A)"]  # nobody is there
    assert rules(game, "axis", assault("a3", target="0407")) == ["18.6a(A)"]  # too far
    assert rules(game, "axis", assault("a3", target="0303")) == ["18.6a(A)"]  # no coast


@rule("ocs", "18.6a(A)")
def test_only_one_stack_and_only_in_the_combat_phase() -> None:
    game = offing(
        unit("a2", None), unit("a3", "0801"), ship("a5", "0305", "lc", points=2, load=8),
        unit("s1", "0404"),
    )  # fmt: skip
    board_craft(game, "a3", "a5")
    assert rules(game, "axis", assault("a2")) == []
    assert rules(game, "axis", assault("a3")) == []
    assert rules(game, "axis", assault("a2", "a3")) == ["18.6a(A)"]
    board_craft(game, "a3", "a1")
    assert rules(game, "axis", assault("a2", "a3")) == []
    late = offing(
        unit("a2", None), unit("s1", "0404"), unit("a7", "0505", mode="exploit"),
        segment=EXPLOITATION_ATTACK, dumps=[{"side": "axis", "hex": "0505", "sp": 5}],
    )  # fmt: skip
    assert "beach-assault" not in {action["do"] for action in late.legal("axis")}
    assert rules(late, "axis", assault("a2")) == ["2.3-exploit"]


@rule("ocs", "18.6a(B)")
def test_supply_comes_from_craft_in_the_hex_or_beside_it_only() -> None:
    """A token a step, as for other attacks."""
    dump = [{"side": "axis", "hex": "0405", "sp": 9}]
    game = offing(unit("a2", None, re=3), unit("s1", "0404"), load=2, dumps=dump)
    assert rules(game, "axis", assault("a2")) == ["18.6a(B)"]
    near = offing(
        unit("a2", None, re=3), unit("s1", "0404"), ship("a5", "0303", "lc", points=1, load=1),
        load=2, dumps=dump,
    )  # fmt: skip
    assert rules(near, "axis", assault("a2")) == []
    assert rules(near, "axis", assault("a2", pay={"a1": 2, "a5": 1})) == []
    assert rules(near, "axis", assault("a2", pay={"a1": 3})) == ["18.6a(B)"]
    near.play("axis", assault("a2"))
    rig(near, 3, 3, 6, 6, 6)
    answer(near, FIGHT)
    assert near.state[SIDES]["axis"].spent == 3
    far = offing(
        unit("a2", None, re=3), unit("s1", "0404"), ship("a5", "0301", "lc", points=1, load=4),
        load=2,
    )  # fmt: skip
    assert rules(far, "axis", assault("a2")) == ["18.6a(B)"]


@rule("ocs", "18.6a(C)")
def test_the_attacker_takes_options_as_losses() -> None:
    game = offing(unit("a2", None, re=3), unit("s1", "0404", re=3))
    battle = Battle("axis", "allied", game.board.hex("0404"), ("a2",), ("s1",), beach=True)
    result = Result("Ao2", Part(options=2), Part(), False, "rulebook")
    asked = run(outcome.apply(game, battle, result))
    assert at(game, "a2").lost == 2
    assert not any("option" in name or "retreat" in name for _, name in asked)


@rule("ocs", "18.6a(D)")
def test_the_regular_surprise_numbers_and_exploit_results_count() -> None:
    game = offing(STRONG, WEAK)
    game.play("axis", assault("a2"))
    rig(game, 6, 6, 6, 6, 6)  # surprise, its shift, and 12
    answer(game, FIGHT)
    assert where(game, "a2") == "0404"
    assert at(game, "a2").mode == "exploit"
    battle = Battle("axis", "allied", game.board.hex("0404"), ("a2",), ("s1",), beach=True)
    assert odds.kind_of(battle) == "regular"  # not an overrun, for any purpose


@rule("ocs", "18.6a(E)")
def test_if_the_enemy_is_still_there_attackers_and_craft_are_lost() -> None:
    game = offing(
        unit("a2", None, combat="1:3 leg", re=2, ar=1), unit("a3", None),
        unit("s1", "0404", combat="50:3 leg", re=3, ar=5),
    )  # fmt: skip
    game.play("axis", assault("a2"))
    rig(game, 3, 3, 3, 3)
    answer(game, FIGHT)
    assert where(game, "s1") == "0404"
    assert at(game, "a2").place == "dead"
    assert berth(game, "a1") == "dead"
    assert at(game, "a3").place == "dead"  # whatever else was aboard


@rule("ocs", "18.6a(F)")
def test_attackers_are_halved_by_the_beach_or_the_hex_counts_as_the_defender_likes() -> None:
    game = offing(unit("a2", None, "armor"), unit("s1", "0404"))
    target = game.board.hex("0404")
    battle = Battle("axis", "allied", target, ("a2",), ("s1",), beach=True)
    names = [effect.name for effect in odds.crossings(game, battle, -1)]
    assert names == ["clear", "beach"]
    assert odds.attack_of(game, replace(battle, crossings={-1: "beach"}), "a2").total == 6
    hexes = odds.attack_of(game, replace(battle, crossings={-1: "clear"}), "a2").total
    assert hexes > 12
    game.play("axis", assault("a2"))
    game.play("allied", FIGHT)
    while game.decisions[0].ask.name != "defence terrain":
        game.play(game.decisions[0].player, game.decisions[0].ask.default)
    assert game.decisions[0].player == "allied"


@rule("ocs", "18.6a(G)")
def test_never_together_with_units_ashore_nor_after_them() -> None:
    game = offing(
        unit("a2", None), unit("a3", "0505"), unit("s1", "0404"),
        dumps=[{"side": "axis", "hex": "0505", "sp": 5}],
    )  # fmt: skip
    assert rules(game, "axis", assault("a2", "a3")) == ["18.6a(G)"]
    h, now = game.board.hex("0404"), phase_start(game)
    game.put(HEXES, h, HexStatus(attacked=now))  # those ashore have attacked
    assert rules(game, "axis", assault("a2")) == ["18.6a(G)"]
    game.put(HEXES, h, HexStatus())
    game.play("axis", assault("a2"))
    rig(game, 6, 6)
    answer(game, LANDING)
    assert game.state[HEXES][h].attacked == now  # and the other way round


@rule("ocs", "18.6b(A)")
def test_the_defender_may_have_it_rolled_as_a_landing_and_is_destroyed() -> None:
    game = offing(unit("a2", None), unit("s1", "0404", re=3), unit("s2", "0404"))
    game.play("axis", assault("a2"))
    ask = game.decisions[0].ask
    assert (ask.player, ask.name, ask.rule) == ("allied", "beach assault", "18.6b(A)")
    assert not told(game, "attack")
    assert not any(e.dice for e in game.events)
    assert game.state[SIDES]["axis"].spent == 0
    rig(game, 2, 3)  # 5 in the open: the step of the only regiment
    answer(game, LANDING)
    assert [at(game, n).place for n in ("a2", "s1", "s2")] == ["dead"] * 3
    assert game.state[SIDES]["axis"].spent == 0


@rule("ocs", "18.6b(A)")
def test_before_he_decides_he_does_not_learn_who_comes() -> None:
    game = offing(unit("a2", None), unit("a3", None), unit("s1", "0404"))
    game.play("axis", assault("a3"))
    seen = game.events_for("allied")[-1]
    assert seen.kind == "beach-assault"
    assert "units" not in seen.facts
    assert "a3" not in str(game.decisions[0].to_json())


@rule("ocs", "18.6b(B)")
def test_those_landed_enter_the_hex_and_go_no_further() -> None:
    game = offing(unit("a2", None), unit("s1", "0404"))
    game.play("axis", assault("a2"))
    now = game.serial - 1
    rig(game, 6, 6)
    answer(game, LANDING)
    assert where(game, "a2") == "0404"
    assert at(game, "s1").place == "dead"
    assert at(game, "a2").finished == now
    assert cargo.units_aboard(game, "a1") == ()


@rule("ocs", "18.6b(C)")
def test_a_beach_cleared_by_a_barrage_is_landed_on_without_a_choice() -> None:
    game = offing(
        unit("a2", None), ship("a5", "0304", sound="300/6/0/3"), unit("s1", "0404"),
        segment="movement",
    )  # fmt: skip
    end(game, "axis", until=BARRAGE)
    rig(game, 6, 6, 6)  # 3 steps, from the sea 2
    play(game, "axis", {"do": "bombard", "by": ["a5"], "target": "0404"})
    assert at(game, "s1").place == "dead"
    while game.segment.kind != ATTACK:
        end(game, game.to_act or "axis")
    assert rules(game, "axis", assault("a2", target="0405")) == ["18.6a(A)"]
    rig(game, 6, 6)
    game.play("axis", assault("a2"))
    assert game.at_checkpoint  # nobody was asked
    assert where(game, "a2") == "0404"
    assert told(game, "landing")[0]["hex"] == "0404"


@rule("ocs", "18.6b(C)")
def test_a_beach_that_the_enemy_has_left_otherwise_is_not() -> None:
    game = offing(unit("a2", None), unit("s1", "0405"))
    assert rules(game, "axis", assault("a2")) == ["18.6a(A)"]
    h, since = game.board.hex("0404"), beach_assault.movement_phase(game)
    game.put(HEXES, h, HexStatus(beset=since))  # they have marched off
    assert rules(game, "axis", assault("a2")) == ["18.6a(A)"]
    game.put(HEXES, h, HexStatus(beset=since, cleared=since - 1))  # a barrage long ago
    assert rules(game, "axis", assault("a2")) == ["18.6a(A)"]
    game.put(HEXES, h, HexStatus(cleared=since))  # nobody lay off it then
    assert rules(game, "axis", assault("a2")) == ["18.6a(A)"]
    game.put(HEXES, h, HexStatus(beset=since, cleared=since))
    assert rules(game, "axis", assault("a2")) == []


@rule("ocs", "18.6b(C)")
@rule("ocs", "18.6b(A)")
def test_a_landing_on_a_cleared_beach_needs_no_supply() -> None:
    """Nothing is spent on what the landing table decides, so nothing need be there."""
    game = offing(unit("a2", None), load=0)
    h, since = game.board.hex("0404"), beach_assault.movement_phase(game)
    game.put(HEXES, h, HexStatus(beset=since, cleared=since))
    assert rules(game, "axis", assault("a2")) == []
    rig(game, 6, 6)
    play(game, "axis", assault("a2"))
    assert where(game, "a2") == "0404"
    assert game.state[SIDES]["axis"].spent == 0
    held = offing(unit("a2", None), unit("s1", "0404"), load=0)
    assert rules(held, "axis", assault("a2")) == ["18.6a(B)"]  # he might have to fight
