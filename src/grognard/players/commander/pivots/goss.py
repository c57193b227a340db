"""What is thought over at a GOSS table."""

from __future__ import annotations

from grognard.players.commander.pivots import Pivots
from grognard.systems.goss.assault.assaulting import GroundAssault

ASSAULTS = frozenset({GroundAssault.do})
PIVOTS = Pivots(actions=ASSAULTS, last=ASSAULTS)
