"""What Supply Points mend in the Reorganization Phase: bases, ports, air defenses. [27.9]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Action
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Word
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import AIRFIELD, PORT
from grognard.systems.nextwar.status import HEXES, SIDES, SITES
from grognard.systems.nextwar.supply.points import bill, change, dear, price
from grognard.table.cards import Labels
from grognard.table.worded import Hand

TRACKS = {"detection": "Detection", "sam": "SAM", "aaa": "AAA"}
"""The tracks of air defenses, as the charts name them. [27.9.2]"""
SITE, ALL_TRACKS = "Airbase / Airfield or Port", "tracks in a turn"


@dataclass(frozen=True, slots=True)
class OfSite:
    """A base or a port."""

    site: Word


class RepairSite(Verb[Nw, OfSite]):
    """Repairing a base or a port that was destroyed. [27.9.1]"""

    do, rule, order, stakes = "repair-site", "27.9.1", OfSite, "price"
    title, phrase, plural = "Repair a base or a port", "{site}", "repair works"

    def against(self, game: Nw, player: str, order: OfSite) -> list[Refusal]:
        """It is destroyed, one's own, and can be paid for. [27.9]"""
        site, status = game.scenario.sites.get(order.site), game.state[SITES].get(order.site)
        if site is None or status is None or not (site.flying or site.kind == PORT):
            return [Refusal("27.9.1", f"{order.site} is no airbase, airfield or port")]
        if not status.destroyed:
            return [Refusal("27.9.1", f"{site.name} is not destroyed")]
        if controller(game, site.hex) != player or game.state[HEXES][site.hex].clearing:
            return [Refusal("27.9.1", f"{site.name} is not one's own")]
        return dear(game, player, price(game, SITE), site.name)

    def possible(self, game: Nw, player: str) -> bool:
        """Whether anything can be repaired."""
        return any(not self.against(game, player, way) for way in self.ways(game, player, ""))

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OfSite]:
        """Everything that is destroyed."""
        for name, status in game.state[SITES].items():
            if status.destroyed:
                yield OfSite(name)

    def at(self, game: Nw, player: str, h: int) -> Iterator[OfSite]:
        """Whatever lies in ruins in a hex."""
        for order in self.ways(game, player, ""):
            if game.scenario.sites[order.site].hex == h:
                yield order

    def spots(self, game: Nw, part: OfSite) -> Sequence[str]:
        """Where it lies."""
        site = game.scenario.sites.get(part.site)
        return (game.board.label(site.hex),) if site else ()

    def touched(self, game: Nw, action: Action) -> tuple[Labels, Labels]:
        """The same: it is no counter."""
        return tuple(self.spots(game, self.order_of(game, action))), ()

    def additions(
        self, game: Nw, player: str, order: OfSite | None, hand: Hand, h: int | None
    ) -> Iterator[OfSite]:
        """Whatever of one's own lies in ruins in a hex, or anywhere."""
        found = self.ways(game, player, "") if h is None else self.at(game, player, h)
        yield from (one for one in found if not self.against(game, player, one))

    def said(self, game: Nw, action: Action, names: Mapping[str, str]) -> Mapping[str, str]:
        """The place by its name."""
        return {"site": names.get(action["site"], action["site"])}

    def stake(self, game: Nw, player: str, order: OfSite | None) -> Sequence[str]:
        """What it costs."""
        return (bill(game, player, SITE),)

    def carry_out(self, game: Nw, player: str, order: OfSite) -> None:
        """Pay; it serves again, badly damaged, and counts as under repair. [27.9.1]"""
        site, status = game.scenario.sites[order.site], game.state[SITES][order.site]
        change(game, player, -price(game, SITE), "27.9.1", site.name)
        marker = 1 if site.kind == AIRFIELD else 2
        new = replace(status, destroyed=False, strike=marker, mending=True, due=0)
        game.put(SITES, order.site, new)
        facts = {"side": player, "site": order.site, "strike": marker}
        game.emit(Event("site-repaired", "27.9.1", facts))


@dataclass(frozen=True, slots=True)
class OfTrack:
    """A track of one's air defenses."""

    track: Word


class RaiseTrack(Verb[Nw, OfTrack]):
    """Repairing air defenses. [27.9.2]"""

    do, rule, order, stakes = "raise-track", "27.9.2", OfTrack, "price"
    title, phrase, plural = "Repair air defenses", "{track}", "repair works"

    def against(self, game: Nw, player: str, order: OfTrack) -> list[Refusal]:
        """Below its maximum, with no more than four points a turn. [27.9.2]"""
        if order.track not in TRACKS:
            return [Refusal("27.9.2", f"a track is one of {', '.join(TRACKS)}")]
        status, title = game.state[SIDES][player], TRACKS[order.track]
        most = int(game.scenario.tables["track-maxima"].cell(title, "maximum").value)
        if getattr(status, order.track) >= most:
            return [Refusal("27.9.2", f"{title} is at its maximum of {most}")]
        cost, limit = price(game, title), price(game, ALL_TRACKS)
        if spent(game, player) + cost > limit:
            return [Refusal("27.9.2", f"no more than {limit} points go into air defenses a turn")]
        return dear(game, player, cost, title)

    def said(self, game: Nw, action: Action, names: Mapping[str, str]) -> Mapping[str, str]:
        """The track by its name."""
        return {"track": f"{TRACKS.get(action['track'], action['track'])} track"}

    def stake(self, game: Nw, player: str, order: OfTrack | None) -> Sequence[str]:
        """What there is to spend."""
        have, gone = game.state[SIDES][player].supply, spent(game, player)
        return (
            f"{have} Supply Points are there; {gone} of {price(game, ALL_TRACKS)} have gone into "
            "air defenses this turn [27.9.2]",
        )

    def additions(
        self, game: Nw, player: str, order: OfTrack | None, hand: Hand, h: int | None
    ) -> Iterator[OfTrack]:
        """Each track that can be raised; none is on the map."""
        found = self.ways(game, player, "") if h is None else iter(())
        yield from (one for one in found if not self.against(game, player, one))

    def worth(self, game: Nw, player: str, part: OfTrack) -> Sequence[str]:
        """From what to what, and for how much."""
        now = getattr(game.state[SIDES][player], part.track)
        cost = price(game, TRACKS[part.track])
        return (f"from {now} to {now + 1}, for {cost} of the Supply Points",)

    def possible(self, game: Nw, player: str) -> bool:
        """Whether there is a point to spend on a track that was ever in use."""
        status = game.state[SIDES][player]
        used = any(getattr(game.scenario.assets[player], track) for track in TRACKS)
        return (
            bool(status.supply)
            and used
            and any(not self.against(game, player, way) for way in self.ways(game, player, ""))
        )

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OfTrack]:
        """Each track."""
        yield from map(OfTrack, TRACKS)

    def carry_out(self, game: Nw, player: str, order: OfTrack) -> None:
        """Pay, and raise it by one. [27.9.2]"""
        cost = price(game, TRACKS[order.track])
        change(game, player, -cost, "27.9.2", TRACKS[order.track])
        status, total = game.state[SIDES][player], spent(game, player) + cost
        now = getattr(status, order.track) + 1
        new = replace(status, mended=total, mended_in=game.turn, **{order.track: now})
        game.put(SIDES, player, new)
        facts = {"side": player, "track": order.track, "level": now}
        game.emit(Event("track-raised", "27.9.2", facts))


def spent(game: Nw, side: str) -> int:
    """The points that a side has put into air defenses this turn. [27.9.2]"""
    status = game.state[SIDES][side]
    return status.mended if status.mended_in == game.turn else 0
