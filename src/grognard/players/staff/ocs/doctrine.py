"""The doctrine of a staff at an OCS table: all that it weighs, by the part of its work."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from grognard.players.staff.doctrine import Doctrine
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


DOCTRINE = OcsDoctrine()
"""The staff's own."""

FIRST = OcsDoctrine(style="first")
"""How the first staff played: a rung for ladders, which stays as it is whatever is mended since."""

STYLES: dict[str, OcsDoctrine] = {}
"""How the staff plays otherwise if it is told to, by name."""

MENDS: dict[str, dict[str, Any]] = {}
"""What was mended since the first staff, each with the fields that switch it on."""
