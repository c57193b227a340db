"""The chapters that put something into the registers of lower ones: hindrances, surcharges, what
waits for those who come into a hex, what is foretold and presumed.

Importing them is what makes that count. In the order of the alphabet: what is run in which order
the registers say, not the order of imports.
"""

from __future__ import annotations

from grognard.systems.ocs.air import carriers, displacement, loads, presumptions
from grognard.systems.ocs.barrage import artillery
from grognard.systems.ocs.combat import capture
from grognard.systems.ocs.fog import foresight
from grognard.systems.ocs.movement import trainbusting_zones
from grognard.systems.ocs.naval import bombardment, landing_craft, landings, ships
from grognard.systems.ocs.supply import expenses, fuel, stranding, supply_phase
from grognard.systems.ocs.transport import relaying
from grognard.systems.ocs.victory import control
from grognard.systems.ocs.works import engineers
