"""Overlays: what each shows, that its titles cite rules, that none tells a secret, and how fast."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from functools import cache

import pytest

import grognard
from grognard.board.sketch import sketch
from grognard.engine.entries import PUBLIC
from grognard.engine.event import Event
from grognard.engine.record import canonical
from grognard.lab import laws
from grognard.systems.ocs.pieces.stacks import on_map
from grognard.systems.ocs.proof import positions, veil
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.table import budget, forces, supply_notes
from grognard.systems.ocs.table.overlays import CARDS, OVERLAYS
from grognard.systems.ocs.table.supply_overlays import strands
from grognard.table.cards import Overlay, Paint
from grognard.table.writing import plain
from tests.docs import ocs_position
from tests.systems.ocs.field import field, move, play, unit

rule = pytest.mark.rule
TAKEN = "urnaxwfkbdpl"
"""Keys that the page itself uses."""
CITED = re.compile(r"\b[0-9]{1,2}\.[0-9]+|^turn |VP|fights|lost|leads to no source")
cards, overlay = OVERLAYS.offered, OVERLAYS.overlay


def told(game: Ocs, player: str | None) -> list[tuple[int, Event]]:
    return [(game.turn, seen) for e in game.events if (seen := e.told(player)) is not None]


def laid(game: Ocs, player: str | None, name: str) -> Overlay:
    found = overlay(game, player, name, told(game, player))
    assert found is not None
    return found


def at(found: Overlay, label: str) -> Paint:
    return next(paint for paint in found.paints if paint.hex == label)


@cache
def position() -> Ocs:
    return ocs_position.at("movement")


# ---- all of them


def test_every_overlay_has_a_key_of_its_own() -> None:
    keys = [card.key for card in CARDS]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set(TAKEN)


def test_a_game_without_ships_offers_no_overlay_of_the_sea() -> None:
    game = field(unit("a1", "0505"), unit("s1", "0909"))
    names = {card.id for card in cards(game, "axis")}
    assert {"sea", "air", "ports", "rails", "objectives"}.isdisjoint(names)
    assert {"supply", "dumps", "throws", "zones", "fog"} <= names
    assert {card.id for card in cards(position(), "axis")} == {c.id for c in CARDS} - {"objectives"}


@pytest.mark.parametrize("name", [card.id for card in CARDS])
@pytest.mark.parametrize("player", ["axis", "allied", None, PUBLIC])
def test_every_overlay_is_made_for_everybody(name: str, player: str | None) -> None:
    found = laid(position(), player, name)
    assert (found.id, found.title) == next((c.id, c.title) for c in CARDS if c.id == name)
    assert found.paints or found.threads or found.notes
    labels = set(position().board.index)
    assert {paint.hex for paint in found.paints} <= labels
    assert {hex_ for thread in found.threads for hex_ in thread.hexes} <= labels
    assert all(len(thread.hexes) > 1 for thread in found.threads)


@pytest.mark.parametrize("name", [card.id for card in CARDS])
def test_titles_cite_the_rule_they_show(name: str) -> None:
    found = laid(position(), "axis", name)
    titles = [one.title for one in (*found.paints, *found.threads) if one.title]
    assert not [title for title in titles if not CITED.search(title)]
    if found.paints or found.threads:
        assert found.legend


def test_an_overlay_of_another_name_is_none() -> None:
    assert overlay(position(), "axis", "weather", ()) is None


def test_who_plays_no_side_is_not_shown_what_one_side_knows() -> None:
    for name in ("supply", "dumps", "throws", "rails", "guns", "fog", "air"):
        found = laid(position(), PUBLIC, name)
        assert (found.paints, found.threads) == ((), ())


def test_the_umpire_sees_both_sides() -> None:
    both = laid(position(), None, "dumps")
    sides = {paint.side for paint in both.paints}
    assert sides == {"axis", "allied"}


# ---- supply


@rule("ocs", "12.6")
def test_trace_shows_ways_and_what_cuts_them() -> None:
    found = laid(position(), "axis", "supply")
    lost = at(found, "0810")
    assert (lost.tone, lost.text) == ("bad", "!")
    assert "g-lost: no trace" in lost.title
    assert "an enemy zone of control lies on 0606, from 0607 [4.5a(B)]" in lost.title
    assert at(found, "0606").tone == "bad"  # where it is cut
    assert at(found, "0101").tone == "good"
    (way,) = [t for t in found.threads if t.tone == "good" and "g-inf" in t.title]
    assert way.hexes[-1] == "0406"
    assert at(found, way.hexes[0]).text == "S"
    assert way.hexes[0] in ("0503", "0603")  # the nearest
    ok = supply_paths.traced(position(), "axis")
    assert len([n for n in found.notes if "no trace" in n]) == len(
        {position().state.maps["units"][n].hex for n, fine in ok.items() if not fine}
    )


@rule("ocs", "12.3a")
def test_dumps_show_their_stock_and_who_can_draw() -> None:
    found = laid(position(), "axis", "dumps")
    big = at(found, "0503")
    assert (big.text, big.tone) == ("43/2", "good")
    assert "20 SP on the ground and 1 SP 2T on truck points" in big.title
    assert at(found, "0504").tone == "info"
    assert "12.3a: units here can draw" in at(found, "0504").title
    hexes = {paint.hex for paint in found.paints}
    index = supply_paths.fields(position())
    assert {position().board.label(h) for h in index.toward("axis", 2).served}
    assert "0812" not in hexes or at(found, "0812").title


@rule("ocs", "9.14b")
def test_a_dump_without_a_guard_is_marked() -> None:
    game = field(
        unit("a1", "0101"), unit("s1", "0909"), dumps=[{"side": "axis", "hex": "0105", "sp": 3}]
    )
    bare = at(laid(game, "axis", "dumps"), "0105")
    assert (bare.tone, bare.text) == ("warn", "3")
    assert "no combat unit guards it [9.14b]" in bare.title


@rule("ocs", "12.3b")
def test_headquarters_show_their_throw_and_what_they_draw() -> None:
    found = laid(position(), "axis", "throws")
    post = at(found, "0503")
    assert (post.text, post.tone) == ("HQ", "good")
    assert "HQ g-hq throws 8 MP by truck and can draw" in post.title
    drawn = [thread for thread in found.threads if "from 0605" in thread.title]
    assert drawn
    assert drawn[0].arrow
    assert (drawn[0].hexes[0], drawn[0].hexes[-1]) == ("0605", "0503")
    assert "HQ g-hq can throw here" in at(found, "0505").title


@rule("ocs", "12.3b(A)")
def test_a_headquarters_in_strat_mode_is_marked() -> None:
    game = field(
        unit("ahq", "0504", "hq", mode="strat", up="move"), unit("a1", "0505"), unit("s1", "0909")
    )
    assert at(laid(game, "axis", "throws"), "0504").tone == "bad"


@rule("ocs", "12.7b")
def test_extenders_show_their_link_or_what_cuts_it() -> None:
    found = laid(position(), "axis", "extenders")
    assert at(found, "0603").tone == "good"
    assert at(found, "0810").tone == "bad"
    assert any(thread.tone == "bad" for thread in found.threads)


@rule("ocs", "19.0e")
def test_ports_show_capacity_hits_and_whether_they_are_sources() -> None:
    found = laid(position(), "axis", "ports")
    assert at(found, "0112").text == "19/4"  # a hit has cost it a part
    assert "Nord handles 4 SP 3T of 6 SP, 1 hit" in at(found, "0112").title
    assert at(found, "0512").tone == "bad"
    own = field(
        unit("a1", "0505"), unit("s1", "0101"),
        board=sketch(9, 9, terrain={"0506": "sea"}),
        ports=[{"name": "Quay", "hex": "0505", "side": "axis", "capacity": 3,
                "source_for": ["axis"]}],
    )  # fmt: skip
    quay = at(laid(own, "axis", "ports"), "0505")
    assert (quay.tone, quay.text) == ("good", "3")
    assert "a source of trace supply [19.0e]" in quay.title


@rule("ocs", "13.3f")
def test_railways_show_what_carries_supply_and_where_it_ends() -> None:
    found = laid(position(), "axis", "rails")
    (live,) = [thread for thread in found.threads if thread.tone == "good"]
    assert live.hexes == ("0501", "0502", "0503", "0504")
    end = at(found, "0505")
    assert (end.tone, end.text) == ("bad", "×")
    assert "13.3f: the track in 0505 has another gauge" in end.title
    assert "Rail Cap 10 SP" in found.notes[-1]


def test_railways_are_drawn_as_long_lines() -> None:
    track = {1: (2,), 2: (1, 3), 3: (2, 4, 5), 4: (3,), 5: (3, 6), 6: (5,)}
    assert strands(track, frozenset(track)) == [(1, 2, 3), (3, 4), (3, 5, 6)]
    ring = {1: (2, 3), 2: (1, 3), 3: (1, 2)}
    (round_,) = strands(ring, frozenset(ring))
    assert (round_[0], len(round_)) == (round_[-1], 4)
    assert strands(track, frozenset({1, 4})) == []


# ---- zones, fog, ranges


@rule("ocs", "4.5b")
def test_zones_show_who_negates_them_to_his_owner_only() -> None:
    game = field(unit("a1", "0504"), unit("s1", "0505"))
    game.play("axis", {"do": "stay", "unit": "a1"})
    mine = [p for p in laid(game, "axis", "zones").paints if p.hex == "0504" and p.text]
    assert [(p.text, p.tone) for p in mine] == [("L", "warn")]
    assert "4.5b: a1 negates the enemy zone in 0504 and must stay" in mine[0].title
    assert not [p for p in laid(game, "allied", "zones").paints if p.hex == "0504" and p.text]


@rule("ocs", "4.9a")
def test_fog_says_what_the_enemy_sees() -> None:
    found = laid(position(), "axis", "fog")
    stack = at(found, "0605")
    assert (stack.text, stack.tone) == ("+1", "good")
    assert stack.title == (
        "4.9a: the enemy sees g-pz (1 Pz) (Combat Mode); 1 more under it; covers dump"
    )
    assert "Bf 109" in at(found, "0402").title  # the fighter lies on top
    assert at(found, "0402").text == "+3"  # of two units and three aircraft two show
    assert at(found, "0603").tone == "warn"  # an Extender alone


@rule("ocs", "10.0b")
def test_guns_show_points_and_spotters() -> None:
    found = laid(position(), "axis", "guns")
    assert (at(found, "0407").tone, at(found, "0407").text) == ("good", "20")
    far = field(unit("a1", "0101"), unit("agun", "0404", "artillery"), unit("s1", "0407"))
    target = at(laid(far, "axis", "guns"), "0407")
    assert (target.tone, "no spotter" in target.title) == ("warn", True)
    hexes = {paint.hex for paint in laid(far, "axis", "guns").paints}
    assert "0408" in hexes
    assert "0409" not in hexes  # the range is four


@rule("ocs", "14.4c")
def test_air_shows_bases_and_both_patrol_zones() -> None:
    found = laid(position(), "axis", "air")
    assert (at(found, "0402").tone, at(found, "0402").text) == ("good", "3 / 6")
    assert "Bf 109 Active, range 15" in at(found, "0402").title
    assert (at(found, "0512").tone, at(found, "0512").text) == ("bad", "1")
    assert "Yak on top" in at(found, "0512").title
    assert at(found, "0407").tone == "plain"  # both patrol here


@rule("ocs", "18.5")
def test_the_sea_shows_ships_and_coasts_to_land_on() -> None:
    found = laid(position(), "axis", "sea")
    assert "Cruiser, 30 points to 3 hexes" in at(found, "0813").title
    assert at(found, "0714").tone == "bad"
    assert (at(found, "0811").tone, at(found, "0811").text) == ("plain", "30")
    assert at(found, "0712").tone == "warn"
    assert at(found, "0514").tone == "info"


# ---- victory, and what has happened


def test_objectives_show_who_holds_them() -> None:
    game = field(
        unit("a1", "0505"), unit("s1", "0909"),
        victory={"side": "axis", "objectives": [{"label": "Gorod", "vp": 5, "hexes": ["0505"]},
                                                {"label": "Sad", "vp": 2, "hexes": ["0909"]}],
                 "scale": [{"least": 5, "winner": "axis", "degree": "minor"},
                           {"least": 0, "winner": "allied", "degree": "minor"}]},
    )  # fmt: skip
    found = laid(game, "allied", "objectives")
    assert (at(found, "0505").tone, at(found, "0505").text) == ("good", "5")
    assert (at(found, "0909").tone, "Sad: 2 VP, held by Soviet" in at(found, "0909").title) == (
        "bad",
        True,
    )
    assert "5 VP; as things stand: axis: minor" in found.notes[0]


def test_moves_and_battles_are_those_that_were_told() -> None:
    game = ocs_position.at("attack")
    play(game, "axis", {"do": "attack", "units": ["g-inf"], "target": "0407"})
    fought = at(laid(game, "allied", "battles"), "0407")
    assert fought.text == "1"
    assert "1 fights: turn 3: attack" in fought.title
    game = field(unit("a1", "0404"), unit("a2", "0404"), unit("s1", "0808"))
    play(game, "axis", move("a1", "a2", to="0405 0406"))
    (mine,) = laid(game, "axis", "moves").threads
    (theirs,) = laid(game, "allied", "moves").threads
    assert mine.hexes == theirs.hexes == ("0404", "0405", "0406")
    assert ("a1" in mine.title, "a1" in theirs.title) == (True, False)
    assert mine.side == "axis"


# ---- secrets


def panels(game: Ocs, player: str) -> Iterator[str]:
    """Everything of these panels that a player is told, as it goes over the wire."""
    for card in cards(game, player):
        yield canonical(plain(overlay(game, player, card.id, told(game, player))))
    yield canonical(plain(budget.budget(game, player)))
    yield canonical(plain(forces.forces(game, player)))
    yield canonical(plain(forces.arrivals(game, player)))
    yield canonical(plain(forces.samples(game, player)))
    yield canonical(plain(forces.sums(game)))
    for side in game.scenario.sides:
        for name in on_map(game, side):
            yield canonical(supply_notes.notes(game, player, name) if side == player else [])


ONE_IN = 12
"""Overlays and panels are looked at once in so many steps, in every game at other ones."""


@rule("ocs", "4.9a")
@pytest.mark.parametrize("seed", range(8))
def test_no_overlay_and_no_panel_tells_a_secret(seed: int) -> None:
    game, rng = positions.game(seed), random.Random(seed)
    compared = 0
    for step in range(36):
        if game.over:
            break
        for player in (*game.scenario.sides, PUBLIC):
            twin = veil.hidden_twin(game, player, rng) if (step + seed) % ONE_IN == 0 else None
            if twin is not None:
                assert list(panels(game, player)) == list(panels(twin, player))
                compared += 1
        game.play(*laws.random_action(game, rng))
    assert compared or game.over


# ---- speed


@pytest.mark.parametrize("scenario", ["ocs/husky"])
def test_overlays_of_a_whole_campaign_are_quick(scenario: str) -> None:
    """Each within a good second on a busy machine; it is a few hundredths on an idle one."""
    game = grognard.new(scenario, seed=1)
    for player in game.scenario.sides:
        supply_paths.traced(game, player)  # what is worked out once for a game
    for player in game.scenario.sides:
        for card in cards(game, player):
            began = time.perf_counter()
            assert overlay(game, player, card.id, ()) is not None
            assert time.perf_counter() - began < 1.5, card.id
        began = time.perf_counter()
        budget.budget(game, player)
        assert time.perf_counter() - began < 1.5
