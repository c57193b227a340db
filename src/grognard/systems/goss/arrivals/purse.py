"""Replacement points: what a side and its formations in refit have, and how it is paid. [22.1.0]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine.record import replace
from grognard.systems.goss.arrivals.prices import Points
from grognard.systems.goss.pieces.chain import formation, headquarters
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HQS, SIDES, Pool
from grognard.systems.goss.units import LOST

NATIONS = "replacement-nations"
"""Under this name a scenario says which nations of a side track their points apart, as lists by the
name of their group. [22.1.0]"""


def groups_of(game: Gs, side: str) -> Mapping[str, Sequence[str]]:
    """The groups of nations of a side whose points are kept apart. [22.1.0]"""
    found: Mapping[str, Sequence[str]] = game.scenario.special.get(NATIONS, {}).get(side, {})
    return found


def group_of(game: Gs, name: str) -> str:
    """The group of a unit; none where its side has one stock for all. [22.1.0]"""
    counter = counter_of(game, name)
    listed = groups_of(game, counter.side).items()
    return next((group for group, nations in listed if counter.nation in nations), "")


def pool(game: Gs, side: str, group: str = "") -> Pool:
    """The points and recycle steps of a side, or of a group of its nations. [22.1.0] [22.2.1]"""
    status = game.state[SIDES][side]
    if not group:
        return Pool("", status.inf, status.arm, status.recycle_inf, status.recycle_arm)
    return next((one for one in status.pools if one.group == group), Pool(group))


def put_pool(game: Gs, side: str, new: Pool) -> None:
    """A stock has changed. [22.1.0]"""
    status = game.state[SIDES][side]
    if new.group:
        others = [one for one in status.pools if one.group != new.group]
        pools = sorted((*others, new), key=lambda one: one.group)
        changed = replace(status, pools=tuple(pools))
    else:
        changed = replace(
            status, inf=new.inf, arm=new.arm, recycle_inf=new.recycle_inf,
            recycle_arm=new.recycle_arm,
        )  # fmt: skip
    game.put(SIDES, side, changed)


def stock(game: Gs, side: str, group: str = "") -> Points:
    """The points of a side, or of a group of its nations. [22.1.0]"""
    found = pool(game, side, group)
    return Points(found.inf, found.arm)


def own(game: Gs, hq: str) -> Points:
    """What refit gives a formation today, as far as it is not spent. [22.4.3]"""
    status = headquarters(game, hq)
    return Points(status.refit_inf, status.refit_arm) if hq and status.since else Points()


def formation_for(game: Gs, name: str) -> str:
    """The formation whose points of refit are for a unit, a lost one too. [22.4.3]"""
    counter, unit = counter_of(game, name), unit_of(game, name)
    if counter.hq:
        return name if counter.leads_formation else ""
    if unit.place in LOST and not unit.attached:
        return game.scenario.hqs.get(counter.formation, "")
    return formation(game, name)


def purse(game: Gs, name: str) -> Points:
    """What may be spent on a unit: its side's or nation's points, and its formation's. [22.1.0]
    [22.4.3]"""
    side, group = counter_of(game, name).side, group_of(game, name)
    return stock(game, side, group) + own(game, formation_for(game, name))


NOTHING = Points()
Booking = dict[str, dict[str, int]]
"""What becomes of points, in halves: by the side, the group of its nations or the formation that
has them, and by their kind. It is told with whatever changes them."""


def pay(game: Gs, name: str, price: Points) -> Booking:
    """Points are spent on a unit: first those that would be lost with the day. [22.4.3] [22.1.0]"""
    hq, side = formation_for(game, name), counter_of(game, name).side
    first = own(game, hq).both(price)
    spent = grant(game, hq, own(game, hq) - first) if first else {}
    return spent | book(game, side, Points() - (price - first), group_of(game, name))


def grant(game: Gs, hq: str, points: Points) -> Booking:
    """A formation has so many points of refit now. [22.4.3]"""
    status = headquarters(game, hq)
    game.put(HQS, hq, replace(status, refit_inf=points.inf, refit_arm=points.arm))
    change = points - Points(status.refit_inf, status.refit_arm)
    return {hq: _changes(refit_inf=change.inf, refit_arm=change.arm)}


def book(
    game: Gs, side: str, points: Points, group: str = "", recycled: Points = NOTHING
) -> Booking:
    """Points come to a side or a group of its nations, or go; they may be made of recycle steps.
    [22.1.0] [22.2.1]"""
    change = _changes(
        inf=points.inf, arm=points.arm, recycle_inf=-recycled.inf, recycle_arm=-recycled.arm
    )
    if not change:
        return {}
    found = pool(game, side, group)
    put_pool(game, side, replace(found, **{k: getattr(found, k) + n for k, n in change.items()}))
    return {key_of(side, group): change}


def _changes(**changes: int) -> dict[str, int]:
    return {key: change for key, change in changes.items() if change}


def key_of(side: str, group: str = "") -> str:
    """The stock of a side, or of a group of its nations, as it is called in what is told."""
    return f"{side}: {group}" if group else side
