"""What could still be done in the phases of the Advanced Game: strikes, raids, supply, repairs.

[14.0]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from grognard.kit.deeds import Verb
from grognard.systems.nextwar.airpower.transfers import Transfer
from grognard.systems.nextwar.nations.marines import TASK_FORCES
from grognard.systems.nextwar.raids.missions import Assign, Resolve, available, nations, pending
from grognard.systems.nextwar.repair.aircraft import Consolidate, Refit
from grognard.systems.nextwar.repair.works import RaiseTrack, RepairSite
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.strikes.announcing import AnnounceStrike, AnnounceWeasels
from grognard.systems.nextwar.strikes.firing import Bombard, Shell
from grognard.systems.nextwar.strikes.helicopters import AnnounceHelicopter
from grognard.systems.nextwar.strikes.mining import MineByAir
from grognard.systems.nextwar.strikes.points import StrikeWithPoints
from grognard.systems.nextwar.strikes.theater import Launch, arsenal, left
from grognard.systems.nextwar.supply.emergency import Resupply, SupplyByAir
from grognard.systems.nextwar.supply.stores import BuyMobile, MakeDepot, NewDepot
from grognard.table import duties
from grognard.table.cards import Owed
from grognard.table.duties import many

Kind = type[Verb[Nw, Any]]
TRIED = 200
"""How many orders of one counter are looked at to see whether any is open to it."""


def actors(kind: Kind) -> Callable[[Nw, str], Iterator[str]]:
    """Whoever could do something of a kind."""

    def found(game: Nw, side: str) -> Iterator[str]:
        yield from able(game, kind(), side)

    return found


def able(game: Nw, verb: Verb[Nw, Any], side: str) -> list[str]:
    """The counters to which some order of a kind is open; worked out again when anything has
    changed."""

    def found() -> list[str]:
        return [name for name in verb.actors(game, side) if name and _open(game, verb, side, name)]

    return game.cached(("able", verb.do, side), tuple(game.state.maps), found)


def _open(game: Nw, verb: Verb[Nw, Any], side: str, name: str) -> bool:
    ways = islice(verb.ways(game, side, name), TRIED)
    return any(not verb.against(game, side, order) for order in ways)


def by_many(
    kind: Kind, what: str, does: str, several: str = ""
) -> Callable[[Nw, str], Iterator[Owed]]:
    """So many counters could do it, on a card of its own."""

    def owed(game: Nw, side: str) -> Iterator[Owed]:
        names = able(game, kind(), side)
        if names:
            text = f"{many(names, what, several)} {does}"
            yield Owed(text, kind.rule, must=False, do=kind.do)

    return owed


def by_any(kind: Kind, text: str) -> Callable[[Nw, str], Iterator[Owed]]:
    """It could be done at all."""

    def owed(game: Nw, side: str) -> Iterator[Owed]:
        if next(iter(kind().legal(game, side)), None) is not None:
            yield Owed(text, kind.rule, must=False, do=kind.do)

    return owed


def _missiles(game: Nw, side: str) -> Iterator[Owed]:
    """Missiles that can be launched now. [26.1.2]"""
    count = sum(left(game, side, weapon) for weapon in arsenal(game, side))
    if count and Launch().possible(game, side):
        words = "missile" if count == 1 else "missiles"
        yield Owed(f"{count} {words} could be launched", "26.1.2", must=False, do=Launch.do)


def _raiders(game: Nw, side: str) -> Iterator[Owed]:
    """Special operations forces that are at hand. [20.1.1]"""
    count = sum(max(0, available(game, nation)) for nation in nations(game, side))
    if count and Assign().possible(game, side):
        words = "marker" if count == 1 else "markers"
        text = f"{count} {words} of special forces could be sent out"
        yield Owed(text, "20.1.2", must=False, do=Assign.do)


def _raids(game: Nw, side: str) -> Iterator[Owed]:
    """Missions that wait for their dice. [20.2]"""
    waiting = pending(game, side)
    if waiting:
        text = f"{many(waiting, 'mission')} of special forces could be resolved"
        yield Owed(text, "20.2", must=False, do=Resolve.do)


WHO: duties.Who = {
    AnnounceStrike: actors(AnnounceStrike),
    AnnounceWeasels: actors(AnnounceWeasels),
    AnnounceHelicopter: actors(AnnounceHelicopter),
    Shell: actors(Shell),
    Bombard: actors(Bombard),
    Transfer: actors(Transfer),
    Refit: actors(Refit),
}
"""For each kind of action who could take part in it."""
COULD: duties.Duties = (
    (Assign, _raiders),
    (Resolve, _raids),
    (Launch, _missiles),
    (AnnounceStrike, by_many(AnnounceStrike, "aircraft", "could strike", "aircraft")),
    (
        AnnounceWeasels,
        by_many(AnnounceWeasels, "Wild Weasel", "could strike at air defenses"),
    ),
    (
        AnnounceHelicopter,
        by_many(AnnounceHelicopter, "helicopter unit", "could strike"),
    ),
    (StrikeWithPoints, by_any(StrikeWithPoints, "Air Points could strike")),
    (MineByAir, by_any(MineByAir, "mines could be laid from the air")),
    (
        Shell,
        by_many(
            Shell, "headquarters or artillery unit", "could strike",
            "headquarters and artillery units",
        ),
    ),
    (Bombard, by_many(Bombard, "ship", "could bombard the shore")),
    (Resupply, by_many(Resupply, "unit", "could be resupplied")),
    (SupplyByAir, by_any(SupplyByAir, "a nation could be supplied by air")),
    (BuyMobile, by_any(BuyMobile, "a mobile supply unit could be bought")),
    (MakeDepot, by_many(MakeDepot, "supply unit", "could become a depot")),
    (NewDepot, by_any(NewDepot, "a depot could be set up")),
    (Transfer, by_many(Transfer, "air unit", "could change base")),
    (RepairSite, by_any(RepairSite, "a base or a port could be repaired")),
    (RaiseTrack, by_any(RaiseTrack, "air defenses could be repaired")),
    (Refit, by_many(Refit, "air unit", "could get replacements")),
    (Consolidate, by_any(Consolidate, "two air units could be put together")),
    *(
        (verb, by_any(verb, "a task force of the marines could be formed"))
        for verb in dict.fromkeys(kind for part in TASK_FORCES for kind in part.verbs)
    ),
)  # fmt: skip
"""For each kind of action what could still be done with it."""


def ahead(game: Nw, side: str, kinds: Sequence[type[Any]]) -> list[Owed]:
    """What a side could do with some kinds of action as things stand now, whenever their phase
    comes."""
    return [one for kind, made in COULD if kind in kinds for one in made(game, side)]
