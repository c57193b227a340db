"""The Joint Air Allocation Phase: how many air points there are, and what they fly. [20.1.0]
[20.1.1] [3.3.1a]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Word
from grognard.systems.goss.air.tracks import MISSIONS, put_track, sectors, today, track_of
from grognard.systems.goss.ground import ALL_SECTORS
from grognard.systems.goss.scenario import SIDES as BOTH
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import SIDES, AirTrack


def count_points(game: Gs) -> None:
    """Each side has the air points and air transport points that the track gives it for the day;
    what was allocated yesterday is no more. [20.1.0] [20.1.1] [3.3.1a-1]"""
    for side in BOTH:
        found = today(game, side)
        status = game.state[SIDES][side]
        old = [track_of(game, side, sector) for sector in sectors(game)]
        game.put(SIDES, side, replace(status, ap=found.ap, atp=found.atp, missions=0))
        for sector in sectors(game):
            put_track(game, side, sector, AirTrack())
        if found.ap or found.atp or status.ap or status.atp or any(t != AirTrack() for t in old):
            facts = {"side": side, "ap": found.ap, "atp": found.atp}
            game.emit(Event("air-points", "20.1.0", facts))


@dataclass(frozen=True, slots=True)
class Allocation:
    """The air points of a sector by the missions that they fly."""

    gs: int = 0
    gi: int = 0
    si: int = 0
    asup: int = 0
    sector: Word = ALL_SECTORS

    @property
    def points(self) -> int:
        """All of them."""
        return self.gs + self.gi + self.si + self.asup


class Allocate(Verb[Gs, Allocation]):
    """Air points are given to missions for the day, in secret. [20.1.1] [20.1.3] [3.3.1a-2]"""

    do, rule, title, order = "allocate-air", "20.1.1", "Allocate air points", Allocation
    phrase = (
        "{gs} AP for ground support, {gi} for ground interdiction, {si} for supply interdiction, "
        "{asup} for air superiority"
    )

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Somebody, if there are air points today."""
        return [""] if game.state[SIDES][player].ap else []

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Allocation]:
        """All that is left for one mission, halves of it for two, and something for each."""
        for sector in sectors(game):
            ap = game.state[SIDES][player].ap - elsewhere(game, player, sector)
            yield from dict.fromkeys(_splits(ap, sector))

    def against(self, game: Gs, player: str, order: Allocation) -> list[Refusal]:
        """No more than there are, in all sectors together, and within what the scenario allows for
        ground interdiction. [20.1.1] [20.3.0]"""
        if order.sector not in sectors(game):
            known = ", ".join(sectors(game))
            return [Refusal("20.1.1", f"{order.sector!r} is no air sector; there are {known}")]
        if min(order.gs, order.gi, order.si, order.asup) < 0:
            return [Refusal("form", "air points are counted from nothing")]
        ap = game.state[SIDES][player].ap
        if order.points + elsewhere(game, player, order.sector) > ap:
            return [Refusal("20.1.1", f"there are {ap} AP today, for all missions and sectors")]
        return _against_interdiction(game, player, order)

    def carry_out(self, game: Gs, player: str, order: Allocation) -> None:
        """They stay so until the next GD; nobody else is told. [20.1.1]"""
        track = AirTrack(order.gs, order.gi, order.si, order.asup)
        put_track(game, player, order.sector, track)
        facts = {
            "sector": order.sector, "gs": order.gs, "gi": order.gi, "si": order.si,
            "asup": order.asup,
        }  # fmt: skip
        game.emit(Event("air-allocated", "20.1.1", facts, seen_by=(player,)))


def _splits(ap: int, sector: str) -> Iterator[Allocation]:
    half, part = ap // 2, ap // 4
    yield Allocation(gs=ap - 3 * part, gi=part, si=part, asup=part, sector=sector)
    for one in MISSIONS:
        yield Allocation(**{one: ap}, sector=sector)
    for pair in (("gs", "asup"), ("gi", "asup"), ("gs", "gi"), ("si", "asup")):
        yield Allocation(**dict(zip(pair, (ap - half, half), strict=True)), sector=sector)


def elsewhere(game: Gs, side: str, sector: str) -> int:
    """The air points that a side has allocated to other sectors. [20.1.1]"""
    tracks = (track_of(game, side, one) for one in sectors(game) if one != sector)
    return sum(one.gs + one.gi + one.si + one.asup for one in tracks)


def _against_interdiction(game: Gs, player: str, order: Allocation) -> list[Refusal]:
    """What the scenario allows for ground interdiction, in a sector and in all. [20.3.0]"""
    limits = today(game, player)
    if 0 <= limits.gi_sector < order.gi:
        text = f"no more than {limits.gi_sector} AP interdict the ground of a sector"
        return [Refusal("20.3.0", text)]
    others = (track_of(game, player, one).gi for one in sectors(game) if one != order.sector)
    if 0 <= limits.gi < order.gi + sum(others):
        return [Refusal("20.3.0", f"no more than {limits.gi} AP interdict the ground")]
    return []
