"""Cards of dice: what was thrown, what joined, where the table was read, what it did."""

from __future__ import annotations

from typing import Any

from grognard import library
from grognard.engine.event import Event
from grognard.engine.game import Game
from grognard.table.casts import Cast
from grognard.table.tabletop import Tabletop
from grognard.table.telling import Tale
from grognard.table.throws import RollCard, Said, roll_card


def said(seq: int, kind: str, facts: dict[str, Any], *dice: int, loud: bool = False) -> Said:
    """An event that was told."""
    return Said(seq, Event(kind, "1.1", facts, dice), Tale(f"{kind} told", "1.1", dice, loud))


def tally(total: int, *parts: tuple[str, int]) -> dict[str, Any]:
    """A tally as plain data."""
    told = [{"label": label, "value": value, "rule": "2.2"} for label, value in parts]
    return {"total": total, "parts": told}


class Plain(Tabletop):
    """A table that knows how one kind of dice is read."""

    casts = {
        "combat": Cast("Combat", "combat"),
        "fire": Cast("Fire", column="counts", row="strength"),
    }


def card(*now: Said, before: tuple[Said, ...] = ()) -> RollCard:
    """The card of what was told at one moment of Klin."""
    system, scenario = library.find_scenario("wb95/klin")
    made = roll_card(Game(system, scenario, seed=1), Plain(), None, now, before)
    assert made is not None
    return made


def test_without_dice_there_is_no_card() -> None:
    system, scenario = library.find_scenario("wb95/klin")
    game = Game(system, scenario, seed=1)
    assert roll_card(game, Plain(), None, [said(1, "move", {"hex": "2620"})]) is None


def test_dice_nobody_explains_show_their_faces_and_their_sentence() -> None:
    made = card(said(3, "air-mine", {"hex": "2620"}, 2, 5))
    (throw,) = made.throws
    assert (made.title, throw.dice, throw.text) == ("Air mine", (2, 5), "air-mine told")
    assert (throw.joins, throw.counts, throw.excerpt, made.sums) == (None, None, None, ())
    assert made.hexes == ("2620",)


def test_what_joins_a_roll_that_is_told_bare_counts() -> None:
    """Where 7 falls and one is added, 8 is read; a roll that is told with its sum stays so."""
    added = tally(1, ("unit in a city", 1))
    (bare,) = card(said(3, "combat", {"roll": 7, "tally": added}, 7)).throws
    assert (bare.dice, bare.counts) == ((7,), 8)
    (summed,) = card(said(3, "combat", {"roll": 8, "tally": added}, 7)).throws
    assert summed.counts == 8
    (even,) = card(said(3, "combat", {"roll": 7, "tally": tally(0, ("a", 1), ("b", -1))}, 7)).throws
    assert even.counts == 7


def test_a_battle_shows_forces_modifiers_and_where_the_table_is_read() -> None:
    made = card(
        said(4, "attack", {"targets": ["2620"]}, loud=True),
        said(5, "reckoning", {"attack": tally(9, ("guns", 9)), "roll": tally(-1, ("HQ", -1))}),
        said(6, "combat", {"targets": ["2620"], "column": "3:1", "roll": 7, "modified": 6}, 3, 4),
        said(7, "loss", {"hex": "2620"}, loud=True),
    )
    (throw,) = made.throws
    assert made.opening == "attack told"
    assert made.outcome == ("loss told",)
    assert made.stops
    assert [(found.title, found.total) for found in made.sums] == [("attack", "9")]
    assert throw.joins is not None
    assert throw.joins.parts[0].label == "HQ"
    assert throw.counts == 6
    excerpt = throw.excerpt
    assert excerpt is not None
    assert (excerpt.heads[excerpt.column], excerpt.rows[excerpt.row].head) == ("3:1", "6")
    assert len(excerpt.heads) == len(excerpt.rows) == 5


def test_the_table_that_a_reckoning_names_is_read_by_the_dice_and_a_strength() -> None:
    made = card(
        said(1, "reckoning", {"strength": tally(4, ("guns", 4)), "table": "artillery-fire"}),
        said(2, "fire", {"hex": "2620"}, 1, 1),
    )
    excerpt = made.throws[0].excerpt
    assert excerpt is not None
    assert (excerpt.heads[excerpt.column], excerpt.rows[excerpt.row].head) == ("2", "3-5")
    assert made.sums[0].title == "strength"
    assert not made.stops


def test_an_attack_declared_earlier_opens_the_card_unless_dice_fell_there_since() -> None:
    combat = said(9, "combat", {"targets": ["2620"], "column": "3:1", "roll": 7}, 3, 4)
    declared = said(4, "attack", {"targets": ["2620"]}, loud=True)
    elsewhere = said(6, "attack", {"targets": ["2418"]}, loud=True)
    fought = said(7, "fire", {"hex": "2620"}, 3, 4)
    assert card(combat, before=(elsewhere, declared)).opening == "attack told"
    assert card(combat, before=(fought, declared)).opening == ""
