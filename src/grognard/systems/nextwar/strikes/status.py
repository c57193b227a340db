"""The strikes of a phase: who strikes what, and how far they have come. [23.2]"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.engine.record import Register
from grognard.systems.nextwar.scenario import Nw

AIR, WEASEL, HELO, MINING = "air", "weasel", "helicopter", "mining"
HQ, GUNS, SHIP, MISSILE = "headquarters", "artillery", "ship", "missile"
FLYING = (AIR, WEASEL, HELO, MINING)


@dataclass(frozen=True, slots=True)
class Mission:
    """One strike of the phase under way; when the phase ends, all are taken away.

    `target` is the id of a counter or a site, or a word: a bridge, a hex to interdict, a track of
    the enemy's air defenses; `hexes` tell which bridge or hex, of a bridge first the hex that is
    struck. [27.10.1.2] Of the Wild Weasels that were `named` at first each has one of the
    `targets`. [23.3]
    `standoff` are the strikers that stay out of reach. [15.2.8] `found` is what detection brought,
    by the defenses that `network`, `arms`, `tracks`, `ciws` and `rule` tell of. [24.3] `met` are
    those whom interceptors attacked, `empty` those who dropped their load. [24.4] [29.4] `points`
    are Air Points, where those fly, and `cover` those that escort them. [29.1.2] `hits` are what
    was rolled and is not applied yet. [23.4.1] [26.1.2] `weapon` is of missiles. [26.1]
    """

    side: str
    kind: str
    target: str
    hexes: tuple[int, ...] = ()
    strikers: tuple[str, ...] = ()
    escorts: tuple[str, ...] = ()
    suppressors: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    standoff: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    found: str = ""
    network: str = ""
    arms: tuple[str, ...] = ()
    tracks: tuple[int, ...] = ()
    ciws: int = 0
    rule: str = ""
    points: int = 0
    cover: int = 0
    hits: int = 0
    weapon: str = ""
    done: bool = False

    @property
    def crew(self) -> tuple[str, ...]:
        """Everybody who flies in it. [23.1]"""
        return (*self.strikers, *self.escorts, *self.suppressors)


MISSIONS: Register[str, Mission] = Register("missions", str, Mission)


def announced(game: Nw) -> list[tuple[str, Mission]]:
    """The missions in the order of their announcement: taken back and announced again they stand
    in another order in the State."""
    return sorted(game.state[MISSIONS].items(), key=lambda item: int(item[0].rpartition("-")[2]))
