"""Orders of OCS with the mouse: reach, proposals, prices, extras, weighing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.refusal import Refused
from grognard.systems.ocs.combat.advance import ADVANCE
from grognard.systems.ocs.status import dump_key
from grognard.systems.ocs.table.tabletop import TABLETOP
from grognard.table import choosing, weighing
from grognard.table.cards import OrderCard, Reach, Sum
from tests.docs import ocs_position
from tests.systems.ocs.field import field, rig, serial, unit

rule = pytest.mark.rule


def orders(game: Any, names: Sequence[str], *hexes: str) -> list[OrderCard]:
    player = game.to_act
    return list(TABLETOP.orders(game, player, list(names), [game.board.hex(h) for h in hexes]))


def open_deeds(found: Sequence[OrderCard]) -> list[str]:
    return [one.do for one in found if one.action is not None]


def reach(game: Any, *names: str) -> Reach:
    return TABLETOP.ways(game, game.to_act, list(names))


def price(sums: Sequence[Any], word: str) -> Sum:
    return next(found for found in sums if isinstance(found, Sum) and word in found.title)


# ---- where they can go


@rule("ocs", "6.1b")
def test_reach_tells_what_each_hex_costs_and_the_way_there() -> None:
    game = field(unit("a1", "0303"), unit("s1", "0909"))
    cells = {cell.hex: cell for cell in reach(game, "a1").cells}
    assert cells["0304"].cost == "1"
    assert cells["0304"].before == "0303"
    assert cells["0306"].cost == "3"
    assert "0307" not in cells


@rule("ocs", "6.1")
def test_a_stack_reaches_what_its_slowest_does() -> None:
    game = field(unit("a1", "0303"), unit("a2", "0303", "armor"))
    alone = {cell.hex for cell in reach(game, "a2").cells}
    together = {cell.hex for cell in reach(game, "a1", "a2").cells}
    assert together == {cell.hex for cell in reach(game, "a1").cells}
    assert together < alone


@rule("ocs", "12.5a")
def test_without_fuel_there_is_no_reach_but_a_reason() -> None:
    game = field(unit("a1", "0303", "armor"), fuelled=False)
    found = reach(game, "a1")
    assert not found.cells
    assert [refusal.rule for refusal in found.refusals] == ["12.5a"]


@rule("ocs", "4.5a(A)")
def test_trucks_stop_in_enemy_zones() -> None:
    game = field(unit("a1", "0303", "mech"), unit("s1", "0306"))
    stops = {stop.hex: stop.rule for stop in reach(game, "a1").stops}
    assert stops["0305"] == "4.5a(A)"
    assert stops["0306"] == "4.8c(A)"
    assert "0305" in reach(game, "a1").zones


@rule("ocs", "4.8")
def test_a_crowd_is_told_before_it_gathers() -> None:
    game = field(*(unit(f"a{n}", "0303", re=5) for n in (1, 2)), unit("a3", "0304"))
    assert {stop.hex for stop in reach(game, "a3").stops} == {"0303"}


def test_each_kind_goes_its_own_way() -> None:
    game = ocs_position.at("movement")
    assert {cell.hex for cell in reach(game, "g-trucks").cells}
    assert {cell.hex for cell in reach(game, "g-cruiser").cells} <= {
        h for h in game.board.labels if game.board.terrain[game.board.hex(h)] == "sea"
    } | {"0112", "1012"}
    assert "0512" in {cell.hex for cell in reach(game, "g-109").cells}
    mixed = reach(game, "g-trucks", "g-hq")
    assert not mixed.cells
    assert mixed.refusals


# ---- moving and fighting


@rule("ocs", "6.2")
def test_a_move_is_proposed_with_its_way_and_its_price() -> None:
    game = ocs_position.at("movement")
    first = orders(game, ["g-inf"], "0404")[0]
    assert first.action == {"do": "move", "units": ["g-inf"], "path": ["0405", "0404"]}
    assert first.path == ("0406", "0405", "0404")
    assert price(first.sums, "MP").tally.total == 2
    assert not first.weighed


@rule("ocs", "8.1a")
@rule("ocs", "9.5b(A)")
def test_an_overrun_says_what_it_takes_and_who_pays() -> None:
    game = ocs_position.at("movement")
    first = orders(game, ["g-inf"], "0407")[0]
    assert (first.do, first.weighed) == ("overrun", True)
    assert price(first.sums, "MP of each").tally.total == 3
    paid = price(first.sums, "Supply Points for the attack").tally
    assert paid.total == Fraction(3, 4)
    assert [part.label for part in paid.parts] == ["from the dump in 0406"]


@rule("ocs", "8.1d")
def test_who_is_not_beside_the_enemy_is_offered_the_way_there() -> None:
    game = ocs_position.at("movement")
    found = orders(game, ["g-gren", "g-pz"], "0607")
    assert found[0].action is not None
    assert found[0].action["path"][-1] in {
        game.board.label(b) for b in game.board.around(game.board.hex("0607"))
    }
    assert found[0].weighed
    assert "next to 0607" in found[0].title
    assert next(r.rule for one in found[1:] for r in one.refusals) == "8.1d"


@rule("ocs", "12.5c")
def test_who_lacks_fuel_is_offered_it_with_its_price() -> None:
    game = ocs_position.at("movement")
    found = orders(game, ["g-2pz"], "0303")
    assert open_deeds(found) == ["fuel", "fuel"]
    assert [price(one.sums, "fuel").tally.total for one in found[:2]] == [Fraction(1, 4), 1]
    assert found[-1].refusals[0].rule == "12.5a"


@rule("ocs", "9.1c")
def test_attacks_with_those_in_hand_and_with_everybody() -> None:
    game = ocs_position.at("attack")
    assert orders(game, ["g-inf"], "0407")[0].action == {
        "do": "attack", "units": ["g-inf"], "target": "0407",
    }  # fmt: skip
    best = orders(game, [], "0407")[0]
    assert best.action is not None
    assert best.action["units"] == ["g-inf", "g-recon"]


@rule("ocs", "9.5b(A)")
def test_the_best_attack_leaves_out_who_cannot_be_paid_for() -> None:
    game = field(
        unit("a1", "0303"), unit("a2", "0303", "armor", ar=4), unit("s1", "0304"),
        segment="attack", dumps=[{"side": "axis", "hex": "0303", "tokens": 1}],
        state={name: {"internals": 2} for name in ("a1", "a2")},
    )  # fmt: skip
    action = TABLETOP.assault(game, "axis", [game.board.hex("0304")])
    assert action["units"] == ["a2"]


@rule("ocs", "6.1")
def test_counters_of_several_kinds_go_each_their_own_way() -> None:
    game = ocs_position.at("movement")
    (refused,) = orders(game, ["g-trucks", "g-hq"], "0404")
    assert (refused.action, refused.refusals[0].rule) == (None, "6.1")
    assert "own way" in refused.refusals[0].text


@rule("ocs", "10.0e(C)")
def test_only_what_can_be_hit_now_lights_up() -> None:
    assert reach(ocs_position.at("artillery"), "g-art").cells
    assert not reach(ocs_position.at("barrage"), "g-art").cells  # guns are silent then
    assert reach(ocs_position.at("barrage"), "g-cruiser").cells
    silent = reach(ocs_position.at("artillery"), "g-cruiser")
    assert (silent.cells, silent.refusals[0].rule) == ((), "2.3-combat")


def test_an_assault_is_on_one_hex() -> None:
    with pytest.raises(Refused, match="an attack is on one hex"):
        TABLETOP.assault(ocs_position.at("attack"), "axis", [0, 1])


def test_out_of_turn_or_phase_the_reason_is_told() -> None:
    game = ocs_position.at("attack")
    (refused,) = orders(game, ["g-pz"], "0404")
    assert refused.action is None
    assert "Combat Segment" in refused.refusals[0].text
    with pytest.raises(Refused):
        TABLETOP.march(game, "axis", ["g-pz"], game.board.hex("0404"))


@rule("ocs", "10.1b")
def test_a_barrage_says_its_supply() -> None:
    game = ocs_position.at("artillery")
    first = orders(game, ["g-art"], "0407")[0]
    assert first.do == "barrage"
    assert price(first.sums, "barrage").tally.total == Fraction(3, 4)


# ---- transport, rail, sea


@rule("ocs", "13.2f")
def test_transport_loads_where_it_stands_and_hauls_elsewhere() -> None:
    game = ocs_position.at("movement")
    here = open_deeds(orders(game, ["g-trucks"]))
    assert {"load", "unload", "divide", "combine"} <= set(here)
    assert open_deeds(orders(game, ["g-trucks"], "0504"))[0] == "haul"
    load = next(one for one in orders(game, ["g-trucks"]) if one.do == "load")
    assert price(load.sums, "MP").tally.total == 2


@rule("ocs", "19.0f(B)")
def test_supply_goes_by_sea_from_its_dump() -> None:
    game = ocs_position.at("movement")
    dump = dump_key("axis", game.board.hex("0112"))
    first = orders(game, [dump], "1012")[0]
    assert first.do == "ship"
    assert first.weighed
    assert price(first.sums, "Sea Cap").tally.total > 0


def test_ships_sail_fire_and_land() -> None:
    sea = ocs_position.at("movement")
    assert open_deeds(orders(sea, ["g-ferry"], "1013"))[0] == "sail"
    assert "embark" in open_deeds(orders(sea, ["g-ferry"]))
    guns = ocs_position.at("barrage")
    assert open_deeds(orders(guns, ["g-cruiser"], "0714"))[0] == "engage"
    assert open_deeds(orders(guns, ["g-cruiser"], "0811"))[0] == "bombard"


# ---- the air


@rule("ocs", "14.2")
def test_missions_fit_what_is_pointed_at() -> None:
    game = ocs_position.at("movement")
    assert open_deeds(orders(game, ["g-109"], "0512")) == ["sweep"]
    assert open_deeds(orders(game, ["g-stuka"], "0407")) == ["hip-shoot"]
    assert open_deeds(orders(game, ["g-ju52"], "0202"))[0] == "transfer"
    assert "air-transport" in open_deeds(orders(game, ["g-ju52"], "0202"))
    bombs = ocs_position.at("barrage")
    assert open_deeds(orders(bombs, ["g-stuka"], "0407"))[:1] == ["air-barrage"]
    worn = orders(game, ["g-worn"], "0512")
    assert worn[0].refusals[0].rule == "14.1a"


@rule("ocs", "14.2a")
def test_escorts_and_others_can_be_added_to_a_mission() -> None:
    game = ocs_position.at("barrage")
    action = orders(game, ["g-stuka"], "0407")[0].action
    assert action is not None
    weighed = weighing.weigh(game, TABLETOP, "axis", action)
    spare = {extra.id for extra in weighed.extras if not extra.chosen}
    assert {"g-109", "g-half"} <= spare
    more = next(extra for extra in weighed.extras if extra.id == "g-109")
    assert not game.why("axis", more.action)
    assert more.action["planes"] == ["g-stuka", "g-109"]


# ---- weighing


@rule("ocs", "9.6")
@rule("ocs", "12.3a")
def test_an_attack_is_weighed_with_its_price_its_leader_and_who_pays() -> None:
    game = ocs_position.at("attack")
    action = orders(game, [], "0407")[0].action
    assert action is not None
    found = weighing.weigh(game, TABLETOP, "axis", action)
    assert found.column
    assert sum(outcome.probability for outcome in found.outcomes) == 1
    assert price(found.sums, "Supply Points for the attack").tally.total == 1
    parts = {extra.part for extra in found.extras}
    assert {"units", "lead", "pay"} <= parts
    for extra in found.extras:
        if extra.part in ("lead", "pay"):
            assert not game.why("axis", extra.action)
    pays = [extra for extra in found.extras if extra.part == "pay"]
    assert sum(extra.chosen for extra in pays) == 1
    assert any("all there is" in text for text in found.supposed)


@rule("ocs", "12.3a")
def test_another_dump_pays_if_it_is_told_to() -> None:
    game = ocs_position.at("attack")
    action = orders(game, ["g-inf"], "0407")[0].action
    assert action is not None
    weighed = weighing.weigh(game, TABLETOP, "axis", action)
    other = next(e for e in weighed.extras if e.part == "pay" and not e.chosen)
    cost = TABLETOP.cost(game, "axis", other.action)
    (part,) = price(cost, "Supply").tally.parts
    assert part.label == f"from {TABLETOP.names(game)[other.id]}"


def test_looking_at_prices_changes_nothing() -> None:
    game = ocs_position.at("attack")
    before, told = game.state.fingerprint(), len(game.events)
    for one in orders(game, [], "0407"):
        assert one.action is not None
        TABLETOP.cost(game, "axis", one.action)
        weighing.weigh(game, TABLETOP, "axis", one.action)
    assert (game.state.fingerprint(), len(game.events)) == (before, told)


def test_a_refused_attack_can_be_mended() -> None:
    game = ocs_position.at("attack")
    found = weighing.weigh(
        game, TABLETOP, "axis", {"do": "attack", "units": ["g-pz"], "target": "0407"}
    )
    assert found.refusals
    assert "g-inf" in {extra.id for extra in found.extras if not extra.chosen}
    nonsense = weighing.weigh(game, TABLETOP, "axis", {"do": "attack", "units": 3})
    assert nonsense.refusals
    assert not nonsense.extras


def test_a_refused_answer_can_be_mended() -> None:
    """Of two who negate a zone of control one stays: who advances can be changed. [4.5b]"""
    locked = {"locked": serial("attack")}
    game = field(
        unit("a1", "0504", combat="20:3 leg", at=locked), unit("a2", "0504", at=locked),
        unit("s1", "0505"), unit("s2", "0604"), segment="attack",
        dumps=[{"side": "axis", "hex": "0503", "sp": 5}],
    )  # fmt: skip
    rig(game, 3, 4, 6, 6)
    game.play("axis", {"do": "attack", "units": ["a1", "a2"], "target": "0505"})
    while (ask := game.open_asks(game.to_act)[0]).name != ADVANCE:
        assert ask.default is not None
        game.play(ask.player, ask.default)
    found = weighing.weigh(game, TABLETOP, "axis", {"do": "advance", "units": ["a1", "a2"]})
    assert [refusal.rule for refusal in found.refusals] == ["4.5b"]
    assert {extra.id: extra.action["units"] for extra in found.extras} == {
        "a1": ["a2"], "a2": ["a1"],
    }  # fmt: skip
    more = weighing.weigh(game, TABLETOP, "axis", {"do": "advance", "units": ["a1"]})
    assert [(extra.id, extra.chosen) for extra in more.extras] == [("a1", True), ("a2", False)]
    foreign = weighing.weigh(game, TABLETOP, "axis", {"do": "advance", "units": ["a1", "s2"]})
    assert foreign.refusals
    assert not foreign.extras


# ---- on the spot, and beside it


def test_what_a_unit_can_do_where_it_is_comes_in_a_useful_order() -> None:
    game = ocs_position.at("movement")
    listed, _ = choosing.choices(game, TABLETOP, "axis", piece="g-2pz")
    deeds = [choice.action["do"] for choice in listed]
    assert deeds[0] == "fuel"
    assert deeds.index("mode") < deeds.index("build-hedgehog")
    assert listed[0].weighed
    assert not next(choice for choice in listed if choice.action["do"] == "mode").weighed


@rule("ocs", "5.4")
def test_a_whole_stack_changes_its_mode_together() -> None:
    game = ocs_position.at("movement")
    found = [one.action for one in orders(game, ["g-gren", "g-pz"]) if one.do == "mode"]
    assert {"do": "mode", "units": ["g-gren", "g-pz"], "mode": "move"} in found


@rule("ocs", "12.5c(A)")
def test_fuel_for_a_formation_is_found_at_each_of_its_units() -> None:
    game = ocs_position.at("movement")
    for name in ("g-2pz", "g-2gren"):
        listed, _ = choosing.choices(game, TABLETOP, "axis", piece=name)
        assert {"do": "fuel", "formation": "2 Pz"} in [choice.action for choice in listed]


@rule("ocs", "12.5c(B)")
def test_fuel_through_a_headquarters_is_found_at_the_units_it_serves() -> None:
    game = ocs_position.at("movement")
    listed, _ = choosing.choices(game, TABLETOP, "axis", piece="g-res")
    assert {"do": "fuel", "hq": "g-hq"} in [choice.action for choice in listed]


@rule("ocs", "2.3-reinf")
def test_what_has_come_is_placed_by_pointing_at_its_hex() -> None:
    game = ocs_position.at("reinforcement")
    titles = [one.title for one in orders(game, [], "0501")]
    assert any(title.startswith("Place") for title in titles)
    owed = [one for one in TABLETOP.owed(game, "axis") if one.hexes]
    assert owed
    assert all(not one.must for one in owed)


def test_general_orders_are_listed_with_the_phase() -> None:
    game = ocs_position.at("supply")
    decision = game.decision("axis")
    assert decision is not None
    asked = choosing.asked(game, TABLETOP, decision, "1")
    assert asked.phase
    assert "trace" in {choice.action["do"] for choice in asked.choices}


# ---- answers


@rule("ocs", "9.5b(B)")
def test_the_defender_is_told_what_he_would_pay() -> None:
    game = ocs_position.at("attack")
    game.play("axis", {"do": "attack", "units": ["g-inf"], "target": "0407"})
    decision = game.decision("allied")
    assert decision is not None
    asked = choosing.asked(game, TABLETOP, decision, "1")
    assert asked.choices[0].text == "Pay the combat supply: 1T from the dump in 0407"
    assert "0407" in asked.hexes


@rule("ocs", "9.10")
def test_every_question_of_a_battle_has_answers_in_words() -> None:
    game = ocs_position.at("attack")
    rig(game, *[6] * 12)
    game.play("axis", {"do": "attack", "units": ["g-inf", "g-recon"], "target": "0407"})
    asked = 0
    while not game.at_checkpoint:
        decision = game.decisions[0]
        found = choosing.asked(game, TABLETOP, decision, "1")
        assert found.choices
        assert all(choice.text and "{" not in choice.text for choice in found.choices)
        game.play(decision.player, found.choices[0].action)
        asked += 1
    assert asked >= 2


# ---- how outcomes look


@pytest.mark.parametrize(
    ("hit", "result", "tone"),
    [(False, "DG", "good"), (False, "no effect", "plain"), (True, "DG", "warn"),
     (True, "no effect", "bad")],
)  # fmt: skip
def test_bombs_are_good_or_bad_by_what_they_did_and_what_flak_did(
    hit: bool, result: str, tone: str
) -> None:
    facts = [{"hex": "0101", "hit": hit}, {"hex": "0101", "aim": "units", "result": result}]
    assert TABLETOP.tone(ocs_position.at("movement"), facts) == tone


@pytest.mark.parametrize(("hit", "tone"), [(True, "bad"), (False, "plain")])
def test_flak_alone_can_only_harm(hit: bool, tone: str) -> None:
    assert TABLETOP.tone(ocs_position.at("movement"), [{"hit": hit}]) == tone


@rule("ocs", "18.6b(A)")
def test_what_odds_of_an_assault_suppose_is_said_in_a_sentence() -> None:
    said = TABLETOP.supposed({"question": "beach assault", "player": "axis"})
    assert said == "axis has the assault fought out"
