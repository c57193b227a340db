"""The answers to the questions of an assault before the dice are cast. [13.3.2] [13.5.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.refusal import Refusal
from grognard.kit.among import Among, subsets
from grognard.kit.deeds import Answer
from grognard.kit.forms import Hexes, Piece, Pieces, Word
from grognard.systems.goss.scenario import Gs

LISTED = 64
"""House: how many choices of several units are listed; any other may be put together."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A terrain line."""

    line: int


@dataclass(frozen=True, slots=True)
class Some:
    """Some units, or none."""

    units: Pieces = ()


@dataclass(frozen=True, slots=True)
class Hexagons:
    """Some hexes, or none."""

    hexes: Hexes = ()


@dataclass(frozen=True, slots=True)
class One:
    """A unit or a leader, or nobody."""

    unit: Piece = ""


@dataclass(frozen=True, slots=True)
class Say:
    """Yes or no."""

    choose: Word


class ChooseLine(Among[Gs, Ground]):
    """The defender chooses his terrain line. [13.3.2]"""

    do, rule, order = "terrain-line", "13.3.2", Ground
    title, phrase = "Terrain line", "line {line}"


class Pick(Answer[Gs, Some]):
    """Some of a list of units, within what a rule allows."""

    order = Some

    def __init__(self, able: Sequence[str], most: int) -> None:
        self.able, self.most = tuple(able), min(most, len(able))

    def against(self, game: Gs, player: str, order: Some) -> list[Refusal]:
        """Whoever is not on the list, and too many. [13.5.2]"""
        strange = [n for n in order.units if n not in self.able]
        if strange or len({*order.units}) != len(order.units):
            return [Refusal(self.rule, f"{(strange or order.units)[0]!r} cannot be chosen here")]
        if len(order.units) > self.most:
            return [Refusal(self.rule, f"no more than {self.most} of them")]
        return []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Some]:
        """Every choice, the smallest first."""
        for place, some in enumerate(subsets(self.able, 0, self.most)):
            if place >= LISTED:
                return
            yield Some(some)


class StandOff(Pick):
    """Which units with an armor factor stand off. [13.5.2]"""

    do, rule = "standoff", "13.5.2"
    title, phrase = (
        "Stand off",
        (
            "{sole_units} stands off",
            "{units} stand off",
            "nobody stands off",
        ),
    )


class HalfStrength(Pick):
    """Which units fight at half strength, to save supplies or strength. [13.5.3] [13.5.4]"""

    do, rule = "half-strength", "13.5.4"
    title, phrase = "Half strength", ("{units} at half strength", "all in full")


class Serve(Among[Gs, Some]):
    """Which AFVs have combined arms, where there is not enough for all. [13.6.1d]"""

    do, rule, order = "combined-arms", "13.6.1d", Some
    title, phrase = "Combined arms", "{units}"


class WhoDefends(Among[Gs, Some]):
    """Who of an overstack defends. [6.7.0]"""

    do, rule, order = "who-defends", "6.7.0", Some
    title, phrase = "Who defends", "{units}"


class BlowBridge(Among[Gs, Say]):
    """Trying a hasty demolition. [13.5.6a]"""

    do, rule, order = "blow-bridge", "13.5.6a", Say
    title, phrase = "Hasty demolition", "{choose}"


class UseLeader(Among[Gs, One]):
    """Which leader gives his shift, or none. [23.2.1b]"""

    do, rule, order = "use-leader", "23.2.1b", One
    title, phrase = "Leader", ("{unit} takes part", "no leader takes part")


class Support(Answer[Gs, Hexagons]):
    """Which neighbours help the defender. [13.7.4a]"""

    do, rule, order = "support", "13.7.4a", Hexagons
    title, phrase = "Neighbours", ("{hexes} help", "no neighbour helps")

    def __init__(self, able: Sequence[int]) -> None:
        self.able = tuple(able)

    def against(self, game: Gs, player: str, order: Hexagons) -> list[Refusal]:
        """Only those that bear on the attackers, each once."""
        if {*order.hexes} <= {*self.able} and len({*order.hexes}) == len(order.hexes):
            return []
        return [Refusal("13.7.4a", "not all of these hexes can help here")]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Hexagons]:
        """Every choice, the largest last."""
        for place, some in enumerate(subsets(self.able)):
            if place >= LISTED:
                return
            yield Hexagons(some)


class Lead(Among[Gs, One]):
    """Whose proficiency counts. [13.8.1]"""

    do, rule, order = "lead", "13.8.1", One
    title, phrase = "Lead unit", "led by {unit}"


class LeadArmor(Among[Gs, One]):
    """Whose armor or anti-tank factor counts. [13.8.4a]"""

    do, rule, order = "lead-armor", "13.8.4a", One
    title, phrase = "Lead armor", "{unit}"


class Commit(Pick):
    """Which combat reserves are committed. [13.8.2]"""

    do, rule = "commit-reserves", "13.8.2"
    title, phrase = "Combat reserves", ("{units} from reserve", "no reserves")
