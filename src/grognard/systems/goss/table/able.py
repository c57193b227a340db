"""Who could act now, what is still to be done, and where to look first."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Decision
from grognard.kit.deeds import Verb
from grognard.kit.turn import Played
from grognard.systems.goss.command.boundaries import HandOver
from grognard.systems.goss.command.zones import hexes_of, zones_of
from grognard.systems.goss.pieces.stacks import held, stacks
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.table.meanings import of_segment
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import UNITS
from grognard.table import duties
from grognard.table.cards import Owed
from grognard.table.coming import Coming, nothing_legal
from grognard.table.duties import many
from grognard.table.tabletop import Player


def able(game: Gs, player: Player) -> frozenset[str]:
    """The counters that their player could do something with now: whoever a verb that is offered
    names among those who could carry it out."""
    decision = duties.asked(game, player)
    if decision is None or not game.at_checkpoint:
        return frozenset()
    found: dict[str, None] = {}
    for offer in decision.ask.offers:
        if isinstance(offer, Verb) and not getattr(offer, "ends", False):
            found |= dict.fromkeys(offer.actors(game, decision.player))
    units = game.state[UNITS]
    return frozenset(name for name in found if name in units)


def owed(game: Gs, player: Player) -> list[Owed]:
    """What a player must do before he ends the segment, and what each verb could still do."""
    decision = duties.asked(game, player)
    if decision is None or not game.at_checkpoint:
        return []
    side, segment = decision.player, game.segment
    checks = segment.part.owed if isinstance(segment, Played) else ()
    must = duties.owed(game, player, (), checks)
    return [*must, *_could(game, decision, side)]


def _could(game: Gs, decision: Decision, side: str) -> Iterator[Owed]:
    units = game.state[UNITS]
    for offer in decision.ask.offers:
        if not isinstance(offer, Verb) or getattr(offer, "ends", False):
            continue
        if isinstance(offer, HandOver):
            if offer.open_to(game, side) and _bounded(game, side):
                text = "boundaries could be drawn anew"
                yield Owed(text, offer.rule, (), (), must=False, do=offer.do)
            continue
        names = list(dict.fromkeys(offer.actors(game, side)))
        if names and offer.possible(game, side):
            pieces = tuple(name for name in names if name in units)
            text = f"{many(names, 'order')} could be given: {offer.title.lower()}"
            yield Owed(text, offer.rule, (), pieces, must=False)


def _bounded(game: Gs, side: str) -> bool:
    """Whether any zone of a side ends before the map does, so that there is a boundary to draw."""
    return any(len(hexes_of(game, key)) < game.board.n for key in zones_of(game, side))


def idle(game: Gs, decision: Decision) -> bool:
    """Whether nothing is open in a segment but to end it."""
    return game.at_checkpoint and nothing_legal(game, decision)


def coming(game: Gs, player: Player) -> list[Coming]:
    """The segments of a player that are still to come in this game turn. [3.3.0]"""
    if player is None or player not in game.scenario.sides:
        return []
    found = []
    for segment in game.segments[game.clock.step + 1 :]:
        if not isinstance(segment, Played) or segment.skipped(game):
            continue
        if player in (segment.side(game, role) for role in segment.part.roles()):
            notes = (segment.part.prompt,) if segment.part.prompt else ()
            found.append(Coming(segment.name, segment.rule, of_segment(segment.kind), notes))
    return found


def front(game: Gs, player: Player) -> list[int]:
    """Where a side's units stand next to the enemy's; before they do, where they are."""
    sides = game.scenario.sides
    side = player if player in sides else sides[0]
    assert side is not None
    foe = stacks(game).held[other(side)]
    near = [h for h in sorted(held(game, side)) if any(b in foe for b in game.board.around(h))]
    return near or sorted(held(game, side))
