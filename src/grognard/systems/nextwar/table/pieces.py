"""Counters and hexes looked at closely: what they are worth, and what there is to say of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.tally import Tally
from grognard.systems.nextwar.air.helos import HELOS, flown, missions, printed, rating
from grognard.systems.nextwar.movement.clearing import must_clear
from grognard.systems.nextwar.movement.eligible import unable
from grognard.systems.nextwar.movement.marching import march
from grognard.systems.nextwar.naval.waters import shore_of
from grognard.systems.nextwar.pieces.ships import aboard, berths, hull
from grognard.systems.nextwar.pieces.sight import covered, seen
from grognard.systems.nextwar.pieces.stacks import HALF, holder, stacks
from grognard.systems.nextwar.pieces.values import allowance, counter_of, efficiency, face, unit_of
from grognard.systems.nextwar.pieces.zones import controller, in_zone, limit
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import HEXES
from grognard.systems.nextwar.table.marks import worth
from grognard.systems.nextwar.table.names import call, title
from grognard.systems.nextwar.units import MAP, SHIPS, UNITS
from grognard.table.cards import Sum
from grognard.table.tabletop import Player

TWELFTHS = 12
EFFICIENCY = "efficiency"


def details(game: Nw, player: Player, piece: str) -> list[Sum]:
    """The values of a counter as they stand, each with its reasons."""
    if not seen(game, player, piece):
        return []  # [13.2]
    if piece in game.state[UNITS]:
        known = unit_of(game, piece).hex not in covered(game, player)
        return [one for one in _unit(game, piece) if known or one.title != EFFICIENCY]
    if piece in game.state[HELOS]:
        counter = printed(game, piece)
        support = Tally().add("as it stands", rating(game, piece), "2.4.2", counter.source)
        return [Sum("combat support", support)]
    if piece in game.state[SHIPS]:
        ship = hull(game, piece)
        return [Sum("combat support", Tally().add("printed", ship.support, "2.4.1", ship.source))]
    return []


def _unit(game: Nw, name: str) -> Iterator[Sum]:
    """Strengths, efficiency, movement, stacking. [2.3]"""
    counter, shown = counter_of(game, name), face(game, name)
    side = "full strength" if unit_of(game, name).steps == len(counter.faces) else "reduced side"
    if shown.attack:
        yield Sum("attack", Tally().add(side, shown.attack, "2.3.1", counter.source))
    yield Sum("defense", Tally().add(side, shown.defense, "2.3.2", counter.source))
    if unit_of(game, name).steps:
        yield Sum(EFFICIENCY, efficiency(game, name))
        yield Sum("movement points", allowance(game, name))
    size = f"{shown.sp / HALF:g} stacking points"
    yield Sum("stacking, in halves", Tally().add(size, shown.sp, "2.3.7", counter.source))


def piece_notes(game: Nw, player: Player, piece: str) -> list[str]:
    """What there is to say of a counter besides its numbers: movement, flights, cargo."""
    if piece in game.state[UNITS]:
        return list(_movement(game, player, piece))
    if piece in game.state[HELOS]:
        return [f"{flown(game, piece)} of {missions(game)} missions flown this turn [6.5.2]"]
    if piece in game.state[SHIPS] and hull(game, piece).capacity:
        names = [name for name in aboard(game, piece) if seen(game, player, name)]
        if len(names) < len(aboard(game, piece)):
            return []  # [13.2]
        who = f"aboard: {call(game, names)}" if names else "nobody aboard"
        return [f"{who}; room for {berths(game, piece) / HALF:g} stacking points [8.5.8.1]"]
    return []


def _movement(game: Nw, player: Player, name: str) -> Iterator[str]:
    """What a unit of one's own has left in a Movement Segment. [8.5.1]"""
    unit = unit_of(game, name)
    moving = game.segment.kind.endswith("move")
    if not moving or counter_of(game, name).side != player or unit.place != MAP:
        return
    why = unable(game, name)
    if why is not None:
        yield f"{why.text} [{why.rule}]"
    else:
        left = march(game, name).left
        yield f"{left // TWELFTHS}{'½' * (left % TWELFTHS == 6)} movement points left"


def notes(game: Nw, player: Player, h: int) -> list[str]:
    """What there is to say of a hex: control, zones, sites, stacking, waters."""
    hidden = (_room,) if h in covered(game, player) else ()  # [13.2]
    return [note for found in NOTES if found not in hidden for note in found(game, h)]


def _control(game: Nw, h: int) -> Iterator[str]:
    """Who controls a hex, who was last in it, what must be cleared. [8.4]"""
    side, status = controller(game, h), game.state[HEXES][h]
    if side:
        yield f"controlled by {title(game, side)} [8.4]"
    entered = status.entered if status.entered_in == game.turn else ""
    if entered and entered != side:
        if must_clear(game, h, entered):
            yield f"{title(game, entered)} must clear it to control it [8.4.1]"
        else:
            yield f"changes to {title(game, entered)} when the turn ends, if it stays so [8.4]"
    elif side and must_clear(game, h, game.scenario.other(side)):
        yield f"{title(game, game.scenario.other(side))} would have to clear it [8.4.1]"
    for one in game.scenario.sides:
        if in_zone(game, h, one):
            yield f"zone of control: {title(game, one)} [8.2]"


def _sites(game: Nw, h: int) -> Iterator[str]:
    """What stands in a hex, and what it is worth. [8.3.1] [12.1]"""
    for site in game.scenario.ground.at.get(h, ()):
        hard = ", hardened" if site.hardened else ""
        yield f"{site.kind} {site.name}{hard}"
    for what, points in worth(game, h):
        yield f"worth {points} VP: {what} [12.1]"


def _room(game: Nw, h: int) -> Iterator[str]:
    side = holder(game, h)
    if side is not None:
        full, most = stacks(game).sizes[h], limit(game, h, side)
        yield f"{full / HALF:g} of {most / HALF:g} stacking points [8.1.1.1]"


def _waters(game: Nw, h: int) -> Iterator[str]:
    shore = shore_of(game).get(h)
    if shore:
        yield f"waters of {shore} [7.1]"


NOTES = (_control, _sites, _room, _waters)


def asked_about(game: Nw, context: Sequence[str]) -> list[int]:
    """The hexes of counters and labels that a question names."""
    found = [game.board.index[word] for word in context if word in game.board.index]
    found += [
        game.state[UNITS][word].hex
        for word in context
        if word in game.state[UNITS] and game.state[UNITS][word].place == MAP
    ]
    return list(dict.fromkeys(found))
