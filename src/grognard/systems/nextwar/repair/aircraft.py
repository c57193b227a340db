"""Air units and helicopters get replacements, and are put together. [27.9.3.1] [27.9.3.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.chance import drawn
from grognard.kit.deeds import Verb
from grognard.kit.forms import Hex, Piece
from grognard.kit.orders import OfMany
from grognard.systems.nextwar.air.helos import HELOS, based_at, helo_of, printed, room
from grognard.systems.nextwar.airpower.wings import (
    ABORTED,
    FLOWN,
    READY,
    RECOVERY,
    WINGS,
    is_wing,
    plane,
    wing_of,
)
from grognard.systems.nextwar.ground import Ground
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.points import change, dear, price
from grognard.systems.nextwar.units import ELIMINATED, MAP, REMOVED
from grognard.systems.nextwar.words import called

UNIT = "air or helicopter unit"
IN_BASE = (READY, FLOWN, ABORTED, RECOVERY)


@dataclass(frozen=True, slots=True)
class Refitting:
    """An air unit or helicopter; a helicopter that comes back needs a base."""

    unit: Piece
    hex: Hex | None = None


class Refit(Verb[Nw, Refitting]):
    """Replacing a step of an air unit or helicopter, or bringing one back. [27.9.3.1]"""

    do, rule, order, stakes = "refit", "27.9.3.1", Refitting, "price"
    title, plural = "Replace aircraft", "replacements of aircraft"
    phrase = ("{unit} in {hex}", "{unit}")

    def against(self, game: Nw, player: str, order: Refitting) -> list[Refusal]:
        """It has lost a step, one in a phase, and its type may have replacements. [27.9.3.1]"""
        name = order.unit
        if not wanting(game, player, name):
            return [Refusal("27.9.3.1", f"{called(game, name)} has lost nothing to replace")]
        if refitted(game, name) == game.turn:
            return [Refusal("27.9.3.1", f"{called(game, name)} has got a step this turn")]
        if barred(game, name):
            return [Refusal("27.9.3.1", f"no replacements come for {called(game, name)}")]
        found = _no_base(game, player, order) if not is_wing(game, name) else []
        return found or dear(game, player, price(game, UNIT), called(game, name))

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Everything that flies and has lost a step."""
        every = (*game.state[WINGS], *game.state[HELOS])
        return [name for name in every if wanting(game, player, name)]

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Refitting]:
        """As it is; a helicopter that is lost, to every base with room."""
        if is_wing(game, actor) or helo_of(game, actor).place != ELIMINATED:
            yield Refitting(actor)
            return
        for h in range(game.board.n):
            if _flying(game.scenario.ground, h) and controller(game, h) == player:
                yield Refitting(actor, h)

    def carry_out(self, game: Nw, player: str, order: Refitting) -> None:
        """Pay; an air unit goes to Flown, a helicopter has one mission less next turn.

        [27.9.3.1]
        """
        change(game, player, -price(game, UNIT), "27.9.3.1", called(game, order.unit))
        name = _drawn(game, order.unit)
        if is_wing(game, name):
            wing = wing_of(game, name)
            new = replace(wing, place=FLOWN, steps=wing.steps + 1, refitted=game.turn)
            game.put(WINGS, name, new)
        else:
            helo = helo_of(game, name)
            at = helo.hex if order.hex is None else order.hex
            back = replace(helo, steps=helo.steps + 1, refitted=game.turn)
            if helo.place == ELIMINATED:
                back = replace(back, place=MAP, hex=at, where="")
            game.put(HELOS, name, replace(back, used=1, used_in=game.turn + 1))
        game.emit(Event("refitted", "27.9.3.1", {"side": player, "unit": name}))


def wanting(game: Nw, side: str, name: str) -> bool:
    """Whether an air unit or helicopter of a side has lost a step, or all. [27.9.3.1]"""
    if is_wing(game, name):
        wing, whole = wing_of(game, name), len(plane(game, name).faces)
        here = wing.place in (*IN_BASE, ELIMINATED)
        return plane(game, name).side == side and wing.steps < whole and here
    if name not in game.state[HELOS]:
        return False
    return (
        printed(game, name).side == side and helo_of(game, name).steps < printed(game, name).steps
    )


def refitted(game: Nw, name: str) -> int:
    """The turn in which it got its last replacement."""
    return wing_of(game, name).refitted if is_wing(game, name) else helo_of(game, name).refitted


def barred(game: Nw, name: str) -> bool:
    """Whether the scenario gives a type no replacements; an option lifts that for air units.

    [27.9.3.1] [29.3]
    """
    if is_wing(game, name):
        free = game.options["free-air-replacements"] == "on"
        return not free and plane(game, name).name in game.scenario.irreplaceable
    return printed(game, name).name in game.scenario.irreplaceable


def _no_base(game: Nw, side: str, order: Refitting) -> list[Refusal]:
    """A helicopter that was lost comes back at an airbase or airfield with room. [27.9.3.1]"""
    if helo_of(game, order.unit).place != ELIMINATED:
        return []
    h = order.hex
    if h is None or not _flying(game.scenario.ground, h) or controller(game, h) != side:
        return [Refusal("27.9.3.1", "it comes back at an airbase or airfield of one's own")]
    if len(based_at(game, h)) >= room(game, h):
        return [Refusal("6.5.1.1", f"{game.board.label(h)} has no room for it")]
    return []


def _flying(ground: Ground, h: int) -> bool:
    return any(site.flying for site in ground.at.get(h, ()))


def _drawn(game: Nw, name: str) -> str:
    """Of several lost air units of one type, one by chance. [27.9.3.1]"""
    if not is_wing(game, name) or wing_of(game, name).place != ELIMINATED:
        return name
    side, type_ = plane(game, name).side, plane(game, name).name
    lost = [
        other
        for other, wing in game.state[WINGS].items()
        if wing.place == ELIMINATED
        and (plane(game, other).side, plane(game, other).name) == (side, type_)
        and plane(game, other).nation == plane(game, name).nation
    ]
    return drawn(game, dict.fromkeys(lost, 1)) if len(lost) > 1 else name


class Consolidate(Verb[Nw, OfMany]):
    """Making one whole air unit of two damaged ones. [27.9.3.2]"""

    do, rule, order = "consolidate", "27.9.3.2", OfMany
    title, phrase, plural = "Put two air units together", "{units}", "mergers of air units"

    def against(self, game: Nw, player: str, order: OfMany) -> list[Refusal]:
        """Two damaged ones of one nation and type in one box. [27.9.3.2]"""
        if len({*order.units}) != 2 or len(order.units) != 2:
            return [Refusal("27.9.3.2", "two air units are put together")]
        for name in order.units:
            if not _damaged(game, player, name):
                text = f"{called(game, name)} is no damaged air unit of {player} at its base"
                return [Refusal("27.9.3.2", text)]
        a, b = order.units
        if _sort(game, a) != _sort(game, b):
            return [Refusal("27.9.3.2", "both are of one nation and type, in one Basing Box")]
        return []

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Every damaged air unit."""
        return [name for name in game.state[WINGS] if _damaged(game, player, name)]

    def possible(self, game: Nw, player: str) -> bool:
        """Whether two are alike."""
        sorts = [_sort(game, name) for name in self.actors(game, player)]
        return len({*sorts}) < len(sorts)

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OfMany]:
        """It is made whole out of another."""
        for other in self.actors(game, player):
            if other != actor:
                yield OfMany((actor, other))

    def carry_out(self, game: Nw, player: str, order: OfMany) -> None:
        """The first is whole, in Flown; the second is gone, and nobody scores. [27.9.3.2]"""
        whole, spent = order.units
        game.put(WINGS, whole, replace(wing_of(game, whole), place=FLOWN, steps=2))
        game.put(WINGS, spent, replace(wing_of(game, spent), place=REMOVED, steps=0))
        facts = {"side": player, "unit": whole, "other": spent}
        game.emit(Event("consolidated", "27.9.3.2", facts))


def _damaged(game: Nw, side: str, name: str) -> bool:
    if not is_wing(game, name) or plane(game, name).side != side:
        return False
    wing = wing_of(game, name)
    return wing.steps == 1 < len(plane(game, name).faces) and wing.place in IN_BASE


def _sort(game: Nw, name: str) -> tuple[str, str, str]:
    return plane(game, name).nation, plane(game, name).name, wing_of(game, name).box
