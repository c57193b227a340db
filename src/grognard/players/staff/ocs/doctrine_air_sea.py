"""What a staff at an OCS table weighs in the air and at sea.

What something is worth is in thousandths of a point of strength, unless it says otherwise; supply
is in tokens.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Skies:
    """What aircraft are worth, what they risk, and where they are based. [14.0] [15.0]"""

    step: int = 1500
    """What a step of an aircraft is worth."""
    pinned: int = 4
    """How many times less an enemy threatens a base whom own units face."""
    exposed: int = 2
    """How many times its guard may be turned on a base."""
    contact: int = 3
    """Hexes from own units within which an enemy is part of the front."""
    supplied: int = 2000
    """What it counts that a base can refit."""
    peril: int = 4000
    """What it counts that the enemy could take it."""
    range: int = 1500
    """What it counts to reach the front."""
    patrol: int = 600
    """What it counts to patrol over it."""
    close: int = 300
    """What it counts to fly short ways."""
    crowd: int = 400
    """What it counts to wait in line."""
    fares: int = 5000
    """What it counts for a Transport that units wait at a base."""
    idle: int = 8
    """How many times less aircraft are worth in weather that keeps them on the ground."""
    silence: int = 300
    """What it is worth to clear the sky over a base."""
    covered: int = 100
    """What it is worth besides for each enemy under its patrol."""
    most_covered: int = 8
    """How many of them count."""
    sweeps: int = 3
    """Sweeps of one base in a segment, at most."""
    outclassed: int = 2
    """Points of rating by which a fight is lost before it begins."""
    crew: int = 3
    """Bombers that one fighter is kept for."""
    needed: int = 8
    """Hexes from the front within which supply is wanted."""
    enough: int = 24
    """Tokens at a base from which it wants no more."""
    kept: int = 2
    """Tokens that stay at a base for its own refits."""


@dataclass(frozen=True)
class Bombs:
    """What is struck from the air. [14.7] [14.8]"""

    harass: int = 500
    """What disorder is worth, in thousandths of the strength of a stack next to own units."""
    about_to_attack: int = 2
    """How many times more it is worth in Reaction."""
    far_off: int = 3
    """How many times less away from own units."""
    parked: int = 2
    """Aircraft that are thought to stand where one shows; one may be on any larger base."""
    level: int = 250
    """What a level of a base is worth."""
    dock: int = 400
    """What a hit on a port is worth."""
    ship: int = 2500
    """What a hit on a ship is worth."""
    rail: int = 60
    """What a point of strength is worth that is slowed on its way."""
    ours_soon: int = 4
    """Hexes from own units within which a port is worth more whole."""
    slowed: int = 2
    """Hexes around a Trainbusting marker within which enemies are thought to be slowed."""
    fly: int = 120
    """What an aircraft must bring in to fly."""
    spare: int = 400
    """What besides if it could wait for the enemy's turn."""
    patrol: int = 40
    """What besides for each point of its rating if it could patrol."""
    escape: int = 600
    """What it is worth that aircraft leave an endangered base: they return elsewhere. [14.1c]"""
    hips: int = 4
    """Hip shoots of one segment, at most. [14.7d]"""
    hip_least: int = 250
    """The chance of disorder, in thousandths, below which nobody tries one."""
    hip_rather: int = 80
    """What each point of barrage is worth that will be missing in the strikes later on."""


@dataclass(frozen=True)
class Jumps:
    """Drops from the air by plan. [14.10]"""

    around: int = 2
    """Hexes around an objective that are looked at."""
    link: int = 8
    """Hexes from own troops who are to come up."""
    prize: int = 4000
    """What a point of an objective is worth to who lands on it."""
    floor: int = 900
    """What a drop must promise."""
    together: int = 2
    """Units that are planned for the same objective."""
    holds: int = 3
    """How many times their strength those who land are thought to hold out against."""


@dataclass(frozen=True)
class Seas:
    """Landings, shipping and ports. [18.0] [19.0]"""

    ashore: int = 3000
    """What it is worth to be ashore at all."""
    pull: int = 3000
    """What a point of victory next to a beach is worth, less the farther it is."""
    horizon: int = 8
    """How many hexes are too far."""
    sailed: int = 450
    """What a hex of the voyage costs: craft lie where somebody meant them to land."""
    crowd: int = 25
    """Strength landed nearby from which goals draw others half as much."""
    neighbours: int = 4
    """Hexes within which that is nearby."""
    risk: int = 300
    """What each point costs that the enemy could turn on a landing beyond twice its own."""
    follow: int = 1500
    """What it is worth that supply comes over the beach itself; less the farther it is away."""
    quay: int = 60
    """What each token that an open port can handle is worth."""
    force: int = 6
    """Strength from which a craft draws to a goal with all its weight: less cannot take it."""
    nearby: int = 6
    """Points of strength served that a hex of the voyage outweighs for craft with supply."""
    craft: int = 1000
    """What a point of landing craft is worth."""
    sure: int = 950
    """Thousandths from which a storm of a beach may be thought of. [18.6a(E)]"""
    refits: int = 2
    """Tokens a turn that are left in a port for the refits of its Air Base."""
    nearer: int = 6
    """Points by road nearer to where it is wanted from which supply is worth Sea Cap."""
    least: int = 2
    """Tokens from which there is enough to ship."""
    lasting: int = 3
    """Turns that a repaired port must serve to be worth its supply."""
    plenty: int = 4
    """Supply Points that must be free for a repair."""
    safe: int = 8
    """Quarters of strength that the enemy may turn on each point that guards a port with supply."""
    quiet: int = 2
    """Hexes from the enemy beyond which an engineer has time for a port."""
    serves: int = 3
    """Hexes from a port within which an LST would serve nobody who is not served already."""


@dataclass(frozen=True)
class Home:
    """Evacuations: when those whose escape counts leave, and who stays. [19.0f]"""

    close: int = 2
    """Hexes from a port within which units hold it."""
    approach: int = 13
    """Hexes from it within which a strong enemy hurries an evacuation late in the game."""
    strong: int = 6
    """The strength of such an enemy."""
    double: int = 2
    """Times its own strength that a rearguard stands."""
    guards: int = 2
    """Units that a rearguard has at least."""
    spoilt: int = 2
    """What is needed to bring all over in the face of the enemy, against what would be without."""
    early: int = 2
    """Turns more than are needed for all from which those go who are of no use at the front."""
    slight: int = 2
    """Points of strength up to which a unit is of no use there."""
    last_call: int = 2
    """Turns left from which those who face the enemy go like others; before, half as many."""
