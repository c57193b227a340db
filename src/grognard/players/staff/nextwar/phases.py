"""The phases of the Advanced Game, and which part of the staff plans them. [3.0]"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grognard.engine.decision import Action
from grognard.players.staff.nextwar import sea, skies
from grognard.players.staff.nextwar.gunnery import hunts, launch, shots, sowing
from grognard.players.staff.nextwar.raids import assignments, resolution
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.players.staff.nextwar.strikes import air_orders
from grognard.players.staff.nextwar.supply import stores
from grognard.players.staff.nextwar.works import repairs
from grognard.systems.nextwar.airpower.transfers import Transfer
from grognard.systems.nextwar.nations.marines import FormTaskForce
from grognard.systems.nextwar.naval.mines import Sweep
from grognard.systems.nextwar.raids.missions import Assign, Resolve
from grognard.systems.nextwar.repair.works import RepairSite
from grognard.systems.nextwar.strikes.announcing import AnnounceStrike
from grognard.systems.nextwar.strikes.firing import Shell
from grognard.systems.nextwar.strikes.theater import Launch
from grognard.systems.nextwar.supply.emergency import Resupply


def task_forces(seat: NwSeat) -> list[Action]:
    """Battalions of the Marines that stand together form task forces. [30.3]"""
    return list(seat.legal(FormTaskForce))


ONE_BY_ONE: tuple[tuple[type[Any], Callable[[NwSeat], Action | None]], ...] = (
    (Launch, launch),
    (Resolve, resolution),
)
"""What is thought over again after each order."""
PLANNED: tuple[tuple[type[Any], Callable[[NwSeat], Iterable[Action]]], ...] = (
    (Assign, assignments),
    (AnnounceStrike, air_orders),
    (AnnounceStrike, hunts),
    (AnnounceStrike, sowing),
    (Shell, shots),
    (Transfer, skies.transfers),
    (Resupply, stores),
    (RepairSite, repairs),
    (Sweep, sea.sweeps),
    (FormTaskForce, task_forces),
)
"""What is planned as a phase begins."""
