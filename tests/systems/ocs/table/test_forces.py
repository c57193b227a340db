"""The order of battle, the calendar, charts, luck and victory, as each player may know them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.table.forces import arrivals, forces, samples, sums
from grognard.systems.ocs.table.tabletop import TABLETOP
from grognard.table.cards import Force
from tests.docs import ocs_position
from tests.systems.ocs.field import field, play, rig, unit

rule = pytest.mark.rule


def by_title(game: Ocs, player: str | None) -> dict[tuple[str, str], Force]:
    return {(force.side, force.title): force for force in forces(game, player)}


def test_formations_come_first_with_strength_and_losses() -> None:
    game = ocs_position.at("movement")
    found = forces(game, "axis")
    assert [force.title for force in found][:4] == [
        "1 Pz", "2 Pz", "3 Pz", "German independent units",
    ]  # fmt: skip
    assert (found[0].strength, found[0].lost) == ("21", "0 of 2 steps")
    assert found[2].lost == "1 of 1 steps"  # its only unit is dead
    (dead,) = found[2].lines
    assert (dead.where, dead.step) == ("Dead pile", 0)
    alone = found[3]
    assert "20 barrage" in alone.strength
    assert {"g-new": "Reinforcements", "g-back": "Breaking out"}.items() <= {
        line.piece: line.where for line in alone.lines
    }.items()


@rule("ocs", "4.9a")
def test_of_the_enemy_only_what_shows_is_listed_and_no_losses() -> None:
    game = ocs_position.at("movement")
    mine, theirs = by_title(game, "axis"), by_title(game, "allied")
    assert {line.piece for line in mine["axis", "1 Pz"].lines} == {"g-pz", "g-gren"}
    shown = theirs["axis", "1 Pz"]
    assert [line.piece for line in shown.lines] == ["g-pz"]
    assert shown.lost == ""
    assert ("axis", "Transport") not in theirs


def test_the_umpire_sees_both_orders_of_battle() -> None:
    game = ocs_position.at("movement")
    assert len(by_title(game, None)["axis", "1 Pz"].lines) == 2


@rule("ocs", "13.6")
def test_what_is_to_come_is_its_owners() -> None:
    game = ocs_position.at("movement")
    due = arrivals(game, "axis")
    assert [(one.turn, one.text, one.where, one.due) for one in due] == [
        (3, "Bf 109", "any base", True), (3, "g-new", "0501", True),
    ]  # fmt: skip
    assert arrivals(game, "allied") == arrivals(game, PUBLIC) == []
    assert arrivals(game, None) == due


@rule("ocs", "12.1d")
def test_charts_follow_stock_and_spending_for_their_owner() -> None:
    game = ocs_position.at("movement")
    own = {(one.chart, one.side): one.value for one in samples(game, "axis")}
    assert own["stock", "axis"] == 49
    assert own["spent", "axis"] == 0
    assert ("stock", "allied") not in own
    game.play("axis", {"do": "fuel", "units": ["g-2pz"]})
    own = {(one.chart, one.side): one.value for one in samples(game, "axis")}
    assert (own["stock", "axis"], own["spent", "axis"]) == (Fraction(195, 4), Fraction(1, 4))
    assert {one.chart for one in samples(game, PUBLIC)} == {"losses"}


@rule("ocs", "IV.K")
def test_enemy_losses_are_those_of_the_dead_pile() -> None:
    game = field(
        unit("a1", "0505", re=3), unit("s1", "0506", re=2), unit("s2", "0909"), segment="attack",
        dumps=[{"side": "axis", "hex": "0505", "sp": 4}],
    )  # fmt: skip
    rig(game, 3, 4, 6, 6)  # no surprise, the best of rolls
    play(game, "axis", {"do": "attack", "units": ["a1"], "target": "0506"})
    lost = {one.side: one.value for one in samples(game, "allied") if one.chart == "losses"}
    seen = {one.side: one.value for one in samples(game, "axis") if one.chart == "losses"}
    assert lost["allied"] > 0
    dead = len(game.view("axis")["dead"]["allied"])
    assert seen["allied"] == (2 if dead else 0)


def test_dice_are_told_by_side_and_purpose() -> None:
    game = ocs_position.at("attack")
    rig(game, 3, 4, 6, 6)
    play(game, "axis", {"do": "attack", "units": ["g-inf"], "target": "0407"})
    rolled = {event.kind: TABLETOP.purpose(game, event) for event in game.events if event.dice}
    assert rolled["combat"] == ("axis", "combat")
    assert rolled["surprise"] == ("axis", "surprise")
    air = Event("air-round", "14.3e(C)", {"attacker": "s-yak", "defender": "g-109"}, (3, 4))
    assert TABLETOP.purpose(game, air) == ("allied", "air combat")
    assert TABLETOP.purpose(game, Event("weather", "", {"weather": "dry"}, (3, 4))) is None
    assert TABLETOP.purpose(game, Event("combat", "", {"side": "axis"})) is None


@rule("ocs", "10.0")
def test_barrages_are_the_luck_of_who_fires() -> None:
    game = ocs_position.at("artillery")
    play(game, "axis", {"do": "barrage", "guns": ["g-art"], "target": "0407", "aim": "units"})
    (fired,) = [event for event in game.events if event.kind == "barrage"]
    assert TABLETOP.purpose(game, fired) == ("axis", "barrage")


def test_victory_is_told_with_its_reasons() -> None:
    game = field(
        unit("a1", "0505"), unit("s1", "0909"),
        victory={"side": "axis", "objectives": [{"label": "Gorod", "vp": 5, "hexes": ["0505"]}],
                 "scale": [{"least": 5, "winner": "axis", "degree": "minor"},
                           {"least": 0, "winner": "allied", "degree": "minor"}]},
    )  # fmt: skip
    (found,) = sums(game)
    assert found.title == "German points for ground: axis: minor"
    assert [(part.label, part.value) for part in found.tally.parts] == [("Gorod", 5)]
    assert sums(field(unit("a1", "0505"), unit("s1", "0909"))) == []
