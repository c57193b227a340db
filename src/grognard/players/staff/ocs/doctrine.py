"""The doctrine of a staff at an OCS table: all that it weighs, by the part of its work."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from grognard.players.staff.doctrine import WHOLE, Doctrine
from grognard.players.staff.ocs.doctrine_air_sea import Bombs, Home, Jumps, Seas, Skies
from grognard.players.staff.ocs.doctrine_land import (
    Attack,
    Behind,
    Corps,
    Fire,
    Lines,
    Sight,
    Supply,
    Worth,
)


@dataclass(frozen=True)
class OcsDoctrine(Doctrine):
    """What a staff weighs at an OCS table."""

    sight: Sight = field(default_factory=Sight)
    """What is seen, and what it is taken for."""
    worth: Worth = field(default_factory=Worth)
    """What the results of a battle are worth."""
    attack: Attack = field(default_factory=Attack)
    """Who is attacked, and at what price."""
    lines: Lines = field(default_factory=Lines)
    """Who holds what, and when somebody goes back."""
    supply: Supply = field(default_factory=Supply)
    """What supply is for, where it should lie, and when it is given up."""
    rear: Behind = field(default_factory=Behind)
    """Guns, headquarters, works, and those who are cut off."""
    corps: Corps = field(default_factory=Corps)
    """Expeditions."""
    fire: Fire = field(default_factory=Fire)
    """What guns and ships fire at."""
    skies: Skies = field(default_factory=Skies)
    """Aircraft and their bases."""
    bombs: Bombs = field(default_factory=Bombs)
    """Strikes from the air."""
    jumps: Jumps = field(default_factory=Jumps)
    """Drops from the air."""
    seas: Seas = field(default_factory=Seas)
    """Landings, shipping and ports."""
    home: Home = field(default_factory=Home)
    """Evacuations."""

    # ---- what was mended since the first staff; each can be switched off by itself

    raider: int = 0
    """Points of strength up to which an enemy who may come to a dump is a raider, whom one unit
    could stop: no dump is blown for him; 0: for anybody."""
    block: int = 0
    """Tokens from which a dump that the others would leave open to the enemy has somebody left with
    it before any attack is planned, however strong he is; 0: only who is weak."""
    survivors: bool = True
    """Whether no attack stands to its last step for ground that nobody would be left to enter."""
    shared_fuel: bool = True
    """Whether headquarters fuel those whom they really reach, and count who has yet to mount."""
    hoard: int = 0
    """Tokens in dumps that no headquarters draws on from which all of them want more; 0: never."""
    clear: int = 3
    """Hexes around in which a unit looks for another place rather than be one too many; 0: none."""
    outside: bool = False
    """Whether those who wait in Reserve do so where there are no works, which they may not use."""
    entering: int = 0
    """The percentage that counts of what ground is worth which is entered beside the enemy, where
    it could be lost again; 0: nobody enters it."""
    last: int = WHOLE
    """The percentage that counts, when the enemy has no more turn, of losses, of what must be
    expected in return, and of what an attack must promise."""
    roads: int = 0
    """Hexes behind the line within which junctions are held against who comes through; 0: none."""


DOCTRINE = OcsDoctrine()
"""The staff's own."""

FIRST = OcsDoctrine(style="first", survivors=False, shared_fuel=False, clear=0)
"""How the first staff played: a rung for ladders, which stays as it is whatever is mended since."""

STYLES: dict[str, OcsDoctrine] = {
    "cautious": OcsDoctrine(
        style="cautious",
        attack=Attack(
            floor=2000, careful=5000, assault_floor=1200, assault_careful=2500,
            overrun_floor=3000, overrun_careful=6000, risk=100,
        ),
        worth=Worth(own=6, own_in_defence=7, sound=1000, daring=500),
        supply=Supply(kept=35, kept_in_defence=60),
    ),
    "bold": OcsDoctrine(
        style="bold",
        attack=Attack(
            floor=0, careful=800, assault_floor=-400, assault_careful=0,
            overrun_floor=300, overrun_careful=1000, risk=15,
        ),
        worth=Worth(own=3, own_in_defence=3, sound=2500, daring=2500, reckless=4000),
        supply=Supply(kept=5, kept_in_defence=25),
    ),
    "book": OcsDoctrine(
        style="book",
        attack=Attack(overrun_floor=3500, overrun_careful=6000),
        supply=Supply(dearest=250, plain=60),
        fire=Fire(harass=3000, sure=970),
    ),
}  # fmt: skip
"""How the staff plays otherwise if it is told to, by name."""

MENDS: dict[str, dict[str, Any]] = {
    "raiders": {"raider": 2},
    "block": {"block": 16},
    "survivors": {"survivors": True},
    "fuel": {"shared_fuel": True},
    "hoard": {"hoard": 24},
    "outside": {"outside": True},
    "clear": {"clear": 3},
    "enter": {"entering": 60},
    "roads": {"roads": 12},
    "clock": {"last": 40},
}
"""What was mended since the first staff, each with the fields that switch it on. Those that lost
games when they were measured are off unless they are asked for."""
