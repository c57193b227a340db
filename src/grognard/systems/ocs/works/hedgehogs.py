"""Hedgehogs: fieldworks of four levels, dug and levelled by those who stay put. [16.0]

They are no combat units: they never move, have no strength and need no supply; whoever takes the
hex has them. [9.14e] Neither combat nor barrages harm them [16.0c]. What they do in a combat is
reckoned there [16.0d] [16.0e], what in a barrage with its shifts.
"""

from __future__ import annotations

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SITES, TOKENS
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.works.construction import Construction

HIGHEST = 4
"""[16.0a]"""


def level(game: Ocs, h: int) -> int:
    """The level of the hedgehog in a hex; 0 if there is none. [16.0a]"""
    return stacks.hedgehog(game, h)


# ---- enhanced construction


def hedgehog_tokens(game: Ocs, level: int) -> int:
    """What building a hedgehog up to a level costs, in tokens. [21.11a]

    By the option a level beyond the first costs a Supply Point more than its number.
    """
    if game.options["big-hogs"] == "on" and level > 1:
        return (level + 1) * TOKENS
    return cost_of(game.scenario.tables, "hedgehog")


def hedgehog_needs_engineers(game: Ocs, level: int) -> bool:
    """Whether a level takes an Engineer-Capable unit: by the option all but the first. [21.11a]"""
    return game.options["big-hogs"] == "on" and level > 1


# ---- building and pulling down


class BuildHedgehog(Construction):
    """Dig a hedgehog, or dig in deeper by one level. [16.0b]"""

    do, rule = "build-hedgehog", "16.0b"
    title, phrase = "Build a hedgehog", "Build a hedgehog in {hex} with {units}"
    stakes = "price"

    def why_site(self, game: Ocs, player: str, h: int) -> list[Refusal]:
        """One hedgehog a hex, of four levels at most, one level a phase. [16.0a] [16.0b]"""
        site, label = stacks.site_at(game, h), game.board.label(h)
        if site.hog >= HIGHEST:
            return [Refusal("16.0a", f"the hedgehog in {label} has level {HIGHEST}, the highest")]
        if site.hog_worked == phase_start(game):
            text = f"the hedgehog in {label} has gained its level of this phase"
            return [Refusal("16.0b", text)]
        return []

    def common(self, game: Ocs, player: str, h: int) -> bool:
        """By an option ordinary units dig the first level only. [21.11a]"""
        return not hedgehog_needs_engineers(game, level(game, h) + 1)

    def price(self, game: Ocs, player: str, h: int) -> int:
        """Two SP a level [16.0b]; by an option one SP more than the new level has. [21.11a]"""
        return hedgehog_tokens(game, level(game, h) + 1)

    def finish(self, game: Ocs, player: str, h: int) -> None:
        """One level more. [16.0b]"""
        _change(game, h, level(game, h) + 1, player, "16.0b")


class ReduceHedgehog(Construction):
    """Level a hedgehog by one step; below the first it is gone. It costs nothing. [16.0c]"""

    do, rule = "reduce-hedgehog", "16.0c"
    title, phrase = "Reduce a hedgehog", "{units} pull down a level of the hedgehog in {hex}"

    def why_site(self, game: Ocs, player: str, h: int) -> list[Refusal]:
        """One of one's own, and one level a phase. [16.0c]"""
        site, label = stacks.site_at(game, h), game.board.label(h)
        if not site.hog or site.hog_owner != player:
            return [Refusal("16.0c", f"there is no hedgehog of {player} in {label}")]
        if site.hog_worked == phase_start(game):
            text = f"the hedgehog in {label} has been worked on in this phase"
            return [Refusal("16.0c", text)]
        return []

    def hexes(self, game: Ocs, player: str) -> list[int]:
        """Where the player has hedgehogs."""
        sites = game.state[SITES].items()
        return sorted(h for h, site in sites if site.hog and site.hog_owner == player)

    def finish(self, game: Ocs, player: str, h: int) -> None:
        """One level less. [16.0c]"""
        _change(game, h, level(game, h) - 1, player, "16.0c")


def _change(game: Ocs, h: int, new: int, side: str, rule: str) -> None:
    """A hedgehog has another level, or is gone. Both sides see it. [4.9a]"""
    site, label = stacks.site_at(game, h), game.board.label(h)
    owner = side if new else ""
    worked = phase_start(game)
    game.put(SITES, h, replace(site, hog=new, hog_owner=owner, hog_worked=worked))
    facts = {"hex": label, "level": new, "side": side}
    game.emit(Event("hedgehog", rule, facts))
