"""Aircraft and ships that are declared before the artillery fires at the same hex. [11.1.0]
[11.2.0]

In a sub-segment with artillery the missions of aircraft and ships against a hex are declared first,
then the guns fire, and then what was declared is conducted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece, Word
from grognard.systems.goss.fire.barrage import spotters
from grognard.systems.goss.fire.flying import GroundSupport
from grognard.systems.goss.fire.mission import AIR, NAVAL, announced, gunned, sub_segment
from grognard.systems.goss.fire.naval import Shell
from grognard.systems.goss.fire.picking import FROM_AIR, gunners
from grognard.systems.goss.fire.spotting import note_spotter, spotters_now
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES
from grognard.systems.goss.turn.moments import this_phase

VERBS: dict[str, type[Verb[Gs, Any]]] = {AIR: GroundSupport, NAVAL: Shell}
BY_SUB_SEGMENT = {2: (AIR, NAVAL), 3: (NAVAL,)}
"""What follows the artillery in each sub-segment. [11.1.0]"""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A hex, what is sent against it after the guns (air or naval), and the spotter (none: from the
    air)."""

    hex: Hex
    support: Word
    spotter: Piece = FROM_AIR


class Announce(Verb[Gs, Announcement]):
    """Aircraft or ships are declared against a hex before the artillery fires at it. [11.1.0]"""

    do, rule, title, order = "announce", "11.1.0", "Declare aircraft or ships", Announcement
    phrase = ("{support} support against {hex}, observed by {spotter}", "{support} against {hex}")

    def actors(self, game: Gs, player: str) -> Sequence[str]:
        """Whoever can spot, while there are guns, and anything to follow them."""
        kinds = BY_SUB_SEGMENT.get(sub_segment(game), ())
        follow = any(VERBS[kind]().actors(game, player) for kind in kinds)
        return list(spotters(game, player)) if follow and gunners(game, player) else []

    def possible(self, game: Gs, player: str) -> bool:
        """Whether there are guns, a target, and aircraft or ships today. [20.1.1]"""
        kinds = BY_SUB_SEGMENT.get(sub_segment(game), ())
        follow = any(VERBS[kind]().possible(game, player) for kind in kinds)
        return follow and bool(gunners(game, player))

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Announcement]:
        """Either, against every hex in sight."""
        for h in spotters(game, player).get(actor, ()):
            for kind in BY_SUB_SEGMENT.get(sub_segment(game), ()):
                yield Announcement(h, kind, actor)

    def against(self, game: Gs, player: str, order: Announcement) -> list[Refusal]:
        """Before the guns, once, and only what could be conducted now. [11.1.0] [11.2.0]"""
        kinds = BY_SUB_SEGMENT.get(sub_segment(game), ())
        label = game.board.label(order.hex)
        if order.support not in kinds:
            return [Refusal("11.1.0", f"{' or '.join(kinds)} may follow the guns now")]
        if gunned(game, order.hex):
            return [Refusal("11.1.0", f"the guns have fired at {label}")]
        if announced(game, order.hex):
            return [Refusal("11.1.0", f"something is declared against {label} already")]
        if not possible(game, player, order.support, order.spotter, order.hex):
            text = f"no {order.support} mission could be conducted against {label}"
            return [Refusal("11.2.0", text)]
        return []

    def carry_out(self, game: Gs, player: str, order: Announcement) -> None:
        """The enemy is told. [11.2.0]"""
        note_spotter(game, order.spotter, order.hex)
        found = status(game, order.hex)
        marked = replace(found, announced=game.serial, support=order.support)
        game.put(HEXES, order.hex, marked)
        facts = {
            "side": player, "hex": game.board.label(order.hex), "support": order.support,
        }  # fmt: skip
        game.emit(Event("announced", "11.1.0", facts))


def possible(game: Gs, player: str, kind: str, spotter: str, h: int) -> bool:
    """Whether a spotter could direct aircraft or ships against a hex now. [11.2.4]"""
    aircraft, fleet = GroundSupport(), Shell()
    if kind == AIR:
        flights = aircraft.aimed(game, player, spotter, h)
        return any(not aircraft.against(game, player, order) for order in flights)
    salvoes = fleet.aimed(game, player, spotter, h)
    return any(not fleet.against(game, player, order) for order in salvoes)


def owed_missions(game: Gs, player: str) -> list[Refusal]:
    """What was declared is conducted, if it still can be. [11.1.0]"""
    found = []
    for h, one in game.state[HEXES].items():
        kind = announced(game, h)
        if not kind or this_phase(game, one.bombed if kind == AIR else one.shelled):
            continue
        spotter = next(iter(spotters_now(game, player, h)), FROM_AIR)
        if possible(game, player, kind, spotter, h):
            text = f"the mission that was declared against {game.board.label(h)} is still to come"
            found.append(Refusal("11.1.0", text))
    return found
