"""What the cards of orders say before anything is chosen: what it costs, and what it is for."""

from __future__ import annotations

from importlib.resources import files

import yaml

import grognard
from grognard import library
from grognard.systems.nextwar.scenario import Nw
from grognard.table.composing import Step, compose
from grognard.table.composition import Composition
from tests.systems.nextwar.arrivals.test_reinforcements import arriving
from tests.systems.nextwar.field import unit
from tests.systems.nextwar.repair.test_repairs import workshop
from tests.systems.nextwar.supply.test_advanced_supply import advanced

LESSON = "nextwar/about/chorwon-lesson.yaml"


def card(game: Nw, do: str = "", **step: object) -> Composition:
    """What a card says after a step."""
    return compose(game, library.tabletop(game), game.decisions[0], Step(**step), do)  # type: ignore[arg-type]


def test_support_is_picked_up_piece_by_piece() -> None:
    """Guns lie at hand as counters, Air Points as a number; each part can be put back."""
    game: Nw = grognard.new("nextwar/chorwon", seed="2032")
    lesson = yaml.safe_load(files("grognard.scenarios").joinpath(LESSON).read_text())
    for side, action in (play for step in lesson["steps"] for play in step.get("play", [])):
        if action["do"] == "support":
            break
        game.play(side, action)
    first = card(game)
    assert [one.title for one in first.hand] == ["Corps Artillery, V"]
    assert [(one.key, one.least) for one in first.amounts] == [("air", 0)]
    assert first.text == "no support"
    more = card(game, draft=first.action, hand=("n-var",))
    assert more.action == {"do": "support", "guns": ["n-var"]}
    assert [part.action for part in more.parts] == [{"do": "support"}]


def test_cards_of_supply_tell_the_price() -> None:
    game: Nw = grognard.new("nextwar/korea", seed="7", options={"game": "advanced"})
    while not (game.at_checkpoint and game.segment.kind.startswith("first-supply")):
        decision = game.decisions[0]
        usual = {"do": "end"} if game.at_checkpoint else dict(decision.ask.default or {})
        game.play(decision.player, usual)
    notes = card(game, "buy-msu").notes
    assert "it costs 1 of the " in notes[0]
    assert "goes along with the troops" in notes[1]
    assert "it costs 4 of the " in card(game, "new-depot").notes[0]


def test_what_can_be_repaired_is_pointed_at_or_listed() -> None:
    """Ruins lie in hexes; tracks lie nowhere, so the card lists them, and means none yet."""
    game = workshop()
    ruins = card(game, "repair-site")
    assert "it costs 2 of the 4 Supply Points" in ruins.notes[0]
    assert [sorted(goal.hexes) for goal in ruins.goals] == [["0505", "0606", "0707"]]
    there = card(game, "repair-site", hex=game.board.hex("0505"))
    assert there.action == {"do": "repair-site", "site": "airbase-0505"}
    tracks = card(game, "raise-track")
    assert tracks.action is None
    assert "Detection track" in [one.text for one in tracks.options]
    assert tracks.options[0].notes[0].startswith("from ")


def test_the_only_one_who_can_is_meant_at_once() -> None:
    """Whoever alone is out of supply need not be taken up first."""
    game = advanced(unit("r1", "0507"), assets={"allied": {"supply": 3}})
    assert card(game, "resupply").action == {"do": "resupply", "unit": "r1"}


def test_reinforcements_lie_at_hand_on_a_card_of_their_own() -> None:
    """They lie nowhere on the map, so what is owed opens the card; a hex is then pointed at."""
    game = arriving({"turn": 3, "units": ["r1"], "edge": "south"})
    owed = library.tabletop(game).owed(game, "allied")
    assert [one.do for one in owed if "may be brought in" in one.text] == ["enter"]
    found = card(game, "enter", hand=("r1",))
    assert [one.id for one in found.hand] == ["r1"]
    assert "0809" in found.goals[0].hexes
