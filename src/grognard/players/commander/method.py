"""Method: how a commander divides his time, and when he is convinced; all that is his judgement."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Method:
    """The house values of a search, in one frozen record."""

    # ---- time

    planning: int = 45
    """Percent of what is left of a turn's budget that goes into its plan."""
    deciding: int = 22
    """Percent of what is left that goes into one decision within the turn."""
    least: int = 8
    """Rehearsals below which a decision is not thought over at all."""
    most: int = 400
    """Rehearsals beyond which a decision within the turn is not thought over any longer."""
    spared: int = 10
    """Percent of the budget that is kept for giving the orders."""

    # ---- rehearsals

    worlds: int = 4
    """Worlds that are imagined for one thought, where something is hidden."""
    reach: int = 100
    """Percent of a turn's segments that are rehearsed, both sides', before what comes of it is
    appraised."""
    short: int = 60
    """Pieces times turns up to which a game is rehearsed to its end."""
    closeness: float = 1.0
    """How much the margin counts beside the victory itself."""

    # ---- conviction

    doubt: float = 0.7
    """Standard errors by which a plan must be better than the plain staff's."""
    better: float = 0.03
    """By how much of a game it must be better besides."""

    # ---- plans

    seeds: int = 10
    """Plans that a search begins with."""
    pushes: int = 4
    """Objectives of which each has plans of its own among them."""
    pair: int = 2
    """Rehearsals of a plan below which it is not compared."""
    evolving: int = 40
    """Percent of the rehearsals of a plan's search that go into variations, where there are
    enough."""
    enough: int = 90
    """Rehearsals of a search from which on it also varies plans."""
    brood: int = 4
    """Variations that are tried at a time."""
    bold: float = 0.3
    """How often a variation tries something at random, and not what has done best."""
    clusters: int = 8
    """Objectives at most, of neighbouring goals."""
    together: int = 3
    """Hexes between goals of one objective."""
    groups: int = 14
    """Groups of formations at most."""
    strong: int = 3
    """Groups of enemies that are thought of as objectives."""
    emphasis: int = 400
    """Percent that the ground of a main effort counts."""
    share: int = 60
    """Percent of the own strength that a main effort takes."""
    options: int = 4
    """Answers that are compared in a decision within the turn."""


METHOD = Method()
"""As the commander searches if nobody says otherwise."""
