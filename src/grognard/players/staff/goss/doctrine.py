"""The doctrine of a staff at a GOSS table: all that it weighs, by the part of its work.

Strength is in points; what something is worth is in thousandths of a point of strength. Ways are in
twelfths of a point of movement, unless they are counted in hexes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grognard.players.staff.doctrine import Doctrine, Manner


@dataclass(frozen=True)
class Sight:
    """What is seen, and what it is taken for."""

    bearing: tuple[int, int, int] = (3, 5, 9)
    """Hexes within which a stack bears with all, half, and if it rides a quarter."""
    hidden: Fraction = Fraction(2)
    """Units that are thought to lie under a top counter, at most."""
    unknown: int = 5
    """The proficiency of an enemy of whom nothing is known at all."""
    road: int = 6
    """What a hex by road counts on the way to a goal."""
    open: int = 12
    """What a hex in the open counts on the way to a goal."""


@dataclass(frozen=True)
class Worth:
    """What an assault promises."""

    least: int = 4
    """The column, from 0, from which on an assault is thought of; one less in the last turn."""
    column: int = 6
    """How much on the dice is worth a column. [13.1.1]"""
    rout: int = 2
    """Hits from which a defender is thought to give way."""
    ground: int = 1500
    """What driving an enemy off is worth by itself."""
    point: int = 4000
    """What a point of victory in his hex is worth."""
    axis: int = 2500
    """What each point of an objective nearby is worth."""
    nearby: int = 8
    """Hexes from an objective within which ground is near it."""
    others: int = 25
    """The percentage that counts of an objective that the plan gave to another corps."""
    own: int = 3
    """Quarters of its worth that an own step counts for the side that has to gain ground."""
    own_in_defence: int = 5
    """The same for the side that has to keep it."""
    shaken: tuple[int, int] = (14, 30)
    """Points of artillery in range from which on a prepared assault may count on one shift, and on
    two. [11.6.1]"""


@dataclass(frozen=True)
class Attack:
    """Which assaults are made, by whom."""

    floor: int = 400
    """What an assault must promise at least."""
    sure: int = 600
    """How often an overrun must succeed, in thousandths."""
    ride: int = 6
    """Hexes within which an enemy is looked at for an overrun."""
    company: int = 2
    """How many advance into a hex that counts for nothing by itself."""
    on_assaulted: int = 40
    """What an enemy is worth to guns and aircraft who is about to be assaulted, besides what he has
    in defence."""
    on_assaulting: int = 30
    """The same of one who is about to assault, besides what he has in attack."""
    flown: int = 40
    """Air points of a flight from which more make no difference."""


@dataclass(frozen=True)
class Lines:
    """Who holds what, and who goes where."""

    room: int = 5
    """What is thought to fit into a hex: two battalions and a company. The rules say so exactly in
    the end. [6.1.0]"""
    tight: int = 2
    """How much less fits into a tight one. [6.1.0]"""
    holes: int = 96
    """How far ahead the line looks for holes: eight hexes in the open, twice as many by road."""
    watch: int = 4
    """Hexes from the enemy within which an objective is not left alone by who gains ground."""
    day: int = 24
    """Hexes that a road may lead in a segment: so near an enemy is watched by who keeps ground."""
    dug_in: int = 2
    """What works of one's own are worth, in hexes of depth."""
    engaged: int = 1
    """Hexes from the enemy within which nobody marches off by road."""
    march: int = 4
    """Hexes from which on a march by road is worth it."""
    short: int = 2
    """The same for who follows others who have just made room."""
    behind: int = 2
    """Hexes from the enemy at which a march onto the map ends."""
    crowd: int = 2
    """Own units in a hex from which on nobody ends his march there."""
    at_hand: int = 8
    """Hexes from an objective in a neighbour's zone within which somebody could take it."""
    farther: int = 6
    """How much farther its owner's own must be for it to be handed over."""


@dataclass(frozen=True)
class Hand:
    """What is kept in hand. [5.3.0] [5.4.0] [5.8.0]"""

    assaults: int = 3
    """Battalions of a formation that are held back for prepared assaults."""
    line: int = 1
    """Battalions of a formation that are held back behind a line."""
    safe: int = 4
    """Hexes from the enemy at which armour waits, at least."""
    behind: int = 8
    """The same at most: who is farther off comes up first."""
    called: int = 6
    """How near the enemy is when the reserve of a side that keeps ground is called."""
    pressed: int = 2
    """Enemy hexes beside a hex that close a way."""
    share: int = 3
    """Of so many mechanized formations of a side that keeps ground one waits in reserve."""


@dataclass(frozen=True)
class Behind:
    """Guns, headquarters and engineers."""

    guns: int = 2
    """Hexes that guns keep from the enemy."""
    staff: int = 4
    """Hexes that headquarters of formations keep from him."""
    corps_staff: int = 7
    """Hexes that the others keep from him."""
    overrun: int = 1
    """How near he is when guns get away."""
    close: int = 2
    """How near he is when a corps or an army gets away at any price."""
    on_foot: int = 5
    """Hexes within which the headquarters of a Leg formation is near its own. [15.2.2]"""
    riding: int = 7
    """The same of a Mech formation. [15.2.2]"""
    corps: int = 16
    """The same of a corps or an army. [15.2.3]"""
    steady: bool = True
    """Whether a corps or an army that feeds all its own stays where it is, however far that is
    behind them, unless the enemy comes near."""
    flak: int = 6
    """How near to its own Flak is."""
    crowd: int = 3
    """Own units in a hex from which on guns and headquarters look for another."""
    digs: int = 2
    """Hexes from the enemy within which who keeps ground digs in."""
    apart: int = 3
    """How far from each other bridges are wanted."""
    coming: int = 3
    """How near the enemy is when a bridge is blown."""
    beyond: int = 4
    """How far beyond it own units are looked for."""


@dataclass(frozen=True)
class Stores:
    """Ammunition, aircraft, and what is a matter of course."""

    contact: int = 3
    """How near to the enemy somebody is who counts as in contact."""
    kept: int = 6
    """Ammunition points that an army keeps for its guns; for each two more it buys ADV."""
    bought: int = 2
    """ADV that it buys at most."""
    splits: tuple[tuple[int, int, int, int], ...] = (
        (6, 2, 1, 1), (7, 3, 0, 0), (8, 0, 0, 2), (10, 0, 0, 0),
    )  # fmt: skip
    """Tenths of the air points for ground support, ground and supply interdiction, and air
    superiority: the first of these that may be is taken."""
    always: tuple[str, ...] = (
        "arrive", "replace", "resurrect", "consolidate", "replenish", "roll-ammunition",
        "remove-delay",
    )  # fmt: skip
    """Orders that are given whenever they may be."""


@dataclass(frozen=True)
class Patience:
    """How long something is looked for before it is let go."""

    places: int = 10
    """Places that are looked at for one in which a unit could be supplied, before some that are
    farther apart; who finds none stays."""
    elsewhere: int = 8
    """Other places that are looked at for one who finds no room."""
    crowds: int = 12
    """Places that are looked at for one who is too many."""
    dashes: int = 6
    """Units that are looked at for one who could be supplied where nobody defends."""
    escorts: int = 6
    """Places that are looked at for a vehicle that is alone."""
    staffs: int = 12
    """Places that are looked at for a headquarters that must be supplied there."""
    overruns: int = 6
    """Overruns that are tried, the best first."""
    flights: int = 300
    """Flights that are looked at before one is chosen."""
    spotters: int = 3
    """Spotters that are tried before a hex is left."""
    listed: int = 60
    """Orders of one kind that are looked at."""


@dataclass(frozen=True)
class GossDoctrine(Doctrine):
    """What a staff weighs at a GOSS table."""

    sight: Sight = field(default_factory=Sight)
    """What is seen, and what it is taken for."""
    worth: Worth = field(default_factory=Worth)
    """What an assault promises."""
    attack: Attack = field(default_factory=Attack)
    """Which assaults are made, by whom."""
    lines: Lines = field(default_factory=Lines)
    """Who holds what, and who goes where."""
    hand: Hand = field(default_factory=Hand)
    """What is kept in hand."""
    rear: Behind = field(default_factory=Behind)
    """Guns, headquarters and engineers."""
    stores: Stores = field(default_factory=Stores)
    """Ammunition, aircraft, and what is a matter of course."""
    patience: Patience = field(default_factory=Patience)
    """How long something is looked for before it is let go."""

    # ---- how directives are obeyed

    assault: Manner = field(default_factory=lambda: Manner(floor=0, risk=40))
    """How those attack who are to assault: whatever is not on a hopeless column."""


DOCTRINE = GossDoctrine()
"""The staff's own."""

MENDS: dict[str, dict[str, Any]] = {"corps": {"worth": Worth()}, "steady": {"rear": Behind()}}
"""What was mended since the first staff, each with the fields that switch it on."""

FIRST = GossDoctrine(style="first", worth=Worth(others=100), rear=Behind(steady=False))
"""How the first staff played: a rung for ladders, which stays as it is whatever is mended since."""

STYLES: dict[str, GossDoctrine] = {
    "cautious": GossDoctrine(
        style="cautious",
        danger=1,
        worth=Worth(least=7, own=8, own_in_defence=10),
        attack=Attack(floor=2500, sure=850),
        hand=Hand(line=2, share=2),
    ),
    "bold": GossDoctrine(
        style="bold",
        danger=3,
        worth=Worth(least=2, own=1, own_in_defence=2),
        attack=Attack(floor=0, sure=450, company=3),
        hand=Hand(assaults=1, line=0, share=6),
    ),
    "book": GossDoctrine(
        style="book",
        worth=Worth(least=7, column=1000),
        hand=Hand(assaults=3, line=2),
    ),
}
"""How the staff plays otherwise if it is told to: only what is sure and cheap; what is neither; and
by the book, on the column of three to one or not at all, with reserves behind every line."""
