"""The chapters that put something into the registers of lower ones: who hears of those who come."""

from __future__ import annotations

from grognard.systems.nextwar.air.points import EXTRAS
from grognard.systems.nextwar.air.rebasing import DETECTED, alarm
from grognard.systems.nextwar.airpower.carriers import set_aside
from grognard.systems.nextwar.amphibious.beachheads import ASHORE
from grognard.systems.nextwar.damage.strikes import RUINED, SUNK
from grognard.systems.nextwar.defenses.ferrying import sought
from grognard.systems.nextwar.movement.entering import ALARMS
from grognard.systems.nextwar.nations.marines import meu_lands
from grognard.systems.nextwar.naval.control import carriers
from grognard.systems.nextwar.naval.removal import displace
from grognard.systems.nextwar.naval.stricken import put_to_sea, sink
from grognard.systems.nextwar.naval.waters import offshore_rulers
from grognard.systems.nextwar.supply.barriers import SHORES

RAISED = (alarm, displace)
"""Helicopters fly out of a base that is entered [6.5.1.2-x1], ships out of a port. [9.9.3]"""


def fill() -> None:
    """Put everything into its register, once."""
    ALARMS[:] = RAISED
    EXTRAS[:] = (carriers,)
    SHORES[:] = (offshore_rulers,)
    ASHORE[:] = (meu_lands,)
    SUNK[:] = (set_aside, sink)
    RUINED[:] = (put_to_sea,)
    DETECTED[:] = (sought,)
