"""A mission as air defenses see it: who flies, where to, with whom. [23.1] [24.3]"""

from __future__ import annotations

from dataclasses import dataclass, replace

from grognard.systems.nextwar.airpower.wings import MISSION as AWAY
from grognard.systems.nextwar.airpower.wings import flown, is_wing, stealth, weasel, wing_of
from grognard.systems.nextwar.scenario import Nw

STRIKE, WEASELS, SUPPORT, HELICOPTER = "strike", "weasels", "support", "helicopter"
AIRMOBILE, TRANSPORT, DROP, MINING = "airmobile", "transport", "drop", "mining"
REBASE = "rebase"
KINDS = (STRIKE, WEASELS, SUPPORT, HELICOPTER, AIRMOBILE, TRANSPORT, DROP, MINING, REBASE)
ROTORS = (HELICOPTER, REBASE)
"""The missions of attack helicopters: strikes and support, and changes of base. [24.3.2]"""
BY_AIR_UNITS = (STRIKE, WEASELS, SUPPORT)
LIFTS = (AIRMOBILE, TRANSPORT, DROP)
"""Missions that carry troops: what hits them sends them back. [24.3.3] [24.3.4]"""
MINES = "mines"
"""The nominal aircraft that lays mines. [23.6]"""


@dataclass(frozen=True, slots=True)
class Package:
    """A mission: whose, of which kind, and who flies in it.

    `target` is a hex of the map, or `track` an Air Defense Track, or `box` an area off the map.
    `strikers` are its air units or the helicopter; of a lift, the ground units, each of which has a
    nominal aircraft of its own. [24.4] `standoff` are the strikers that stay at a distance.
    [15.2.8] `path` are the hexes flown over, both ends included, where that matters. `fleet` says
    that ships at sea are the target. [17.1.4]
    """

    side: str
    kind: str
    target: int = -1
    strikers: tuple[str, ...] = ()
    escorts: tuple[str, ...] = ()
    suppressors: tuple[str, ...] = ()
    track: str = ""
    box: str = ""
    path: tuple[int, ...] = ()
    standoff: tuple[str, ...] = ()
    fleet: bool = False

    @property
    def units(self) -> tuple[str, ...]:
        """Everybody who flies in it."""
        return (*self.strikers, *self.escorts, *self.suppressors)

    @property
    def departing(self) -> bool:
        """Whether helicopters are met where they pick troops up, not where they land.
        [8.5.4.3-p3]"""
        return self.path == (self.target,)

    def without(self, *names: str) -> Package:
        """The mission when some have left it."""
        gone = {*names}
        return replace(
            self,
            strikers=tuple(n for n in self.strikers if n not in gone),
            escorts=tuple(n for n in self.escorts if n not in gone),
            suppressors=tuple(n for n in self.suppressors if n not in gone),
        )


def where(game: Nw, package: Package) -> str:
    """What a mission is flown against, in a word: a hex by its label, a box, a track."""
    return game.board.label(package.target) if package.target >= 0 else package.box or package.track


def weasels(game: Nw, package: Package) -> int:
    """How many Wild Weasels fly in a mission. [15.2.9]"""
    return sum(weasel(game, name) for name in package.units)


def all_stealth(game: Nw, package: Package) -> bool:
    """Whether all who fly in it are hard to see. [15.2.7]"""
    return all(stealth(game, name) for name in package.units)


def finish(game: Nw, package: Package) -> None:
    """The mission is over: whoever is still away comes back to his base. [22.4-p2]"""
    for name in package.units:
        if is_wing(game, name) and wing_of(game, name).place == AWAY:
            flown(game, name)
