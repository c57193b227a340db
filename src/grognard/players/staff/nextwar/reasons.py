"""Reasons: why the staff of Next War has given an order, by what the order is.

Nothing is thought up here: each kind of order is given by one part of the staff, for one reason.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.decision import Action
from grognard.players.staff.intentions import MOST, labels
from grognard.players.staff.nextwar.reading import NwSeat
from grognard.systems.nextwar.airpower.placing import Patrol
from grognard.systems.nextwar.airpower.transfers import Transfer
from grognard.systems.nextwar.command.bridges import BuildBridge
from grognard.systems.nextwar.ending.deliberate import DamageOwn
from grognard.systems.nextwar.movement.bridgework import Demolish
from grognard.systems.nextwar.nations.ceasefire import Refuse, Veto
from grognard.systems.nextwar.naval.mines import LayMines, MineBySubmarine, Sweep
from grognard.systems.nextwar.naval.sailing import Sail
from grognard.systems.nextwar.raids.missions import Assign
from grognard.systems.nextwar.repair.aircraft import Refit
from grognard.systems.nextwar.repair.bridges import MendBridge
from grognard.systems.nextwar.repair.works import RaiseTrack, RepairSite
from grognard.systems.nextwar.strikes.announcing import AnnounceStrike, AnnounceWeasels
from grognard.systems.nextwar.strikes.firing import Bombard, Shell
from grognard.systems.nextwar.strikes.helicopters import AnnounceHelicopter
from grognard.systems.nextwar.strikes.mining import MineByAir
from grognard.systems.nextwar.strikes.targets import Target, sort_of, spot
from grognard.systems.nextwar.strikes.theater import Launch
from grognard.systems.nextwar.supply.emergency import Resupply
from grognard.systems.nextwar.supply.stores import BuyMobile, MakeDepot
from grognard.table.intent import Plan, Point

AIMED = {
    Launch.do: "why-missile",
    AnnounceStrike.do: "why-package",
    AnnounceHelicopter.do: "why-hunt",
    Shell.do: "why-shell",
    Bombard.do: "why-shell",
    Assign.do: "why-raid",
}
"""What is said of orders that have a target of the enemy's."""
OWN = {
    AnnounceWeasels.do: "why-suppression",
    Transfer.do: "why-rebase",
    Refit.do: "why-refit",
    Resupply.do: "why-relief",
    MakeDepot.do: "why-depot",
    Sail.do: "why-sail",
}
"""What is said of orders that are about one's own counters."""
PLACES = {
    BuyMobile.do: "why-stores",
    Demolish.do: "why-blow",
    BuildBridge.do: "why-bridge",
    MendBridge.do: "why-bridge",
    LayMines.do: "why-mines",
    MineBySubmarine.do: "why-mines",
    MineByAir.do: "why-mines",
    Sweep.do: "why-sweep",
    RepairSite.do: "why-mend",
    DamageOwn.do: "why-wreck",
}
"""What is said of orders that are about a place."""
STRIKING = (AnnounceWeasels.do, AnnounceStrike.do, AnnounceHelicopter.do)


def reason(seat: NwSeat, action: Action) -> Point | None:
    """Why an order of the Advanced Game is given; None if there is nothing to say."""
    do = str(action["do"])
    if do in AIMED:
        return Point(AIMED[do], _aim(seat, action), _pieces(action))
    if do == Patrol.do:
        return Point("why-patrol", pieces=_pieces(action), facts={"some": len(_pieces(action))})
    if do in OWN:
        return Point(OWN[do], pieces=_pieces(action))
    if do in PLACES:
        return Point(PLACES[do], stands=_place(seat, action))
    if do == RaiseTrack.do:
        return Point("why-track")
    if do == Veto.do:
        return Point("why-veto", facts={"on": int(action["vote"] == "veto")})
    if do == Refuse.do:
        return Point("why-ceasefire", facts={"on": int(action["answer"] == "refuse")})
    return None


def _pieces(action: Action) -> tuple[str, ...]:
    """One's own counters of an order."""
    named = (*action.get("units", ()), *action.get("escorts", ()), *action.get("suppressors", ()))
    return (action["unit"],) if "unit" in action else named


def _aim(seat: NwSeat, action: Action) -> tuple[str, ...]:
    """The hex of what an order is aimed at, if it lies on the map."""
    hexes = tuple(seat.board.hex(label) for label in action.get("hexes", ()))
    target = Target(action["target"], hexes)
    h = spot(seat.table, target) if sort_of(seat.table, target) else -1
    return labels(seat.board, [h]) if h >= 0 else ()


def _place(seat: NwSeat, action: Action) -> tuple[str, ...]:
    """The place that an order is about."""
    if "hex" in action:
        return (action["hex"],)
    if "bridge" in action:
        return tuple(action["bridge"])
    return labels(seat.board, [seat.scenario.sites[action["site"]].hex])


def strike_plan(seat: NwSeat, actions: Iterable[Action]) -> Plan | None:
    """The strikes of a phase as orders of the day."""
    striking = [action for action in actions if action["do"] in STRIKING]
    efforts = tuple(
        Point(
            "plan-suppression" if action["do"] == AnnounceWeasels.do else "plan-package",
            () if action["do"] == AnnounceWeasels.do else _aim(seat, action),
            _pieces(action),
        )
        for action in striking[:MOST]
    )
    return Plan(efforts=efforts) if efforts else None
