"""Who could act now, what is still to be done, and where to look first."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Decision
from grognard.kit.turn import Played
from grognard.systems.nextwar.air.helos import HELOS, flown, printed, spot
from grognard.systems.nextwar.air.rebasing import Rebase
from grognard.systems.nextwar.arrivals.reinforcements import Enter
from grognard.systems.nextwar.arrivals.replacements import Rebuild, Recover
from grognard.systems.nextwar.combat.attack import Attack, aims, unfit
from grognard.systems.nextwar.movement.eligible import unable
from grognard.systems.nextwar.movement.moves import Move
from grognard.systems.nextwar.naval.mines import Sweep
from grognard.systems.nextwar.naval.sailing import Commit, Sail
from grognard.systems.nextwar.naval.sailing import unable as moored
from grognard.systems.nextwar.pieces.ships import fleet
from grognard.systems.nextwar.pieces.stacks import on_map, stacks
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.table import advanced
from grognard.systems.nextwar.table.meanings import of_segment
from grognard.systems.nextwar.units import SHIPS
from grognard.table import duties
from grognard.table.cards import Owed
from grognard.table.coming import Coming, nothing_legal
from grognard.table.duties import could, many
from grognard.table.tabletop import Player

Found = Iterator[str]


def able(game: Nw, player: Player) -> frozenset[str]:
    """The counters that their player could do something with now."""
    return frozenset(duties.able(game, player, WHO))


def _marchers(game: Nw, side: str) -> Found:
    """Units that have not ended their movement. [8.5.1]"""
    yield from (name for name in on_map(game, side) if unable(game, name) is None)


def _sailors(game: Nw, side: str) -> Found:
    yield from (name for name in fleet(game, side) if moored(game, side, name) is None)


def _flyers(game: Nw, side: str) -> Found:
    """Helicopters that have not flown, where they could rebase. [6.5.1.2]"""
    for name in game.state[HELOS]:
        if printed(game, name).side == side and spot(game, name) >= 0 and not flown(game, name):
            yield name


def attackers(game: Nw, side: str) -> Found:
    """Units next to an enemy that have not attacked in this segment. [9.1]"""
    for name in on_map(game, side):
        if unfit(game, side, name) is None and aims(game, name):
            yield name


def _expected(game: Nw, side: str) -> Found:
    yield from Enter().actors(game, side)


def _worn(game: Nw, side: str) -> Found:
    recover = Recover()
    for name in recover.actors(game, side):
        if any(not recover.against(game, side, order) for order in recover.ways(game, side, name)):
            yield name


WHO: duties.Who = {
    Move: _marchers,
    Rebase: _flyers,
    Sail: _sailors,
    Attack: attackers,
    Enter: _expected,
    Recover: _worn,
    **advanced.WHO,
}
"""For each kind of action who could take part in it."""


# ---- what is still to be done


def owed(game: Nw, player: Player) -> list[Owed]:
    """What a player could still do before he ends the segment; nothing is ever forced."""
    return duties.owed(game, player, COULD)


def _moves(game: Nw, side: str) -> Iterator[Owed]:
    idle = [name for name in _marchers(game, side) if unit_of(game, name).moved != game.serial]
    yield from could(idle, "unit", "could still move", "8.5.1")


def _attacks(game: Nw, side: str) -> Iterator[Owed]:
    hexes = {game.board.label(h): None for n in attackers(game, side) for h in aims(game, n)}
    if hexes:
        text = f"{many([*hexes], 'enemy stack')} could be attacked"
        yield Owed(text, "9.1", tuple(hexes), must=False)


def _reinforcements(game: Nw, side: str) -> Iterator[Owed]:
    names = list(_expected(game, side))
    yield from could(names, "reinforcement", "may be brought in", "10.0")


def _replacements(game: Nw, side: str) -> Iterator[Owed]:
    yield from could(list(_worn(game, side)), "unit", "could recover a step", "11.1")


def _rebuilding(game: Nw, side: str) -> Iterator[Owed]:
    rebuild = Rebuild()
    names = [n for n in rebuild.actors(game, side) if _rebuildable(game, rebuild, side, n)]
    yield from could(names, "unit", "could be reconstituted", "11.2")


def _rebuildable(game: Nw, rebuild: Rebuild, side: str, name: str) -> bool:
    return any(not rebuild.against(game, side, one) for one in rebuild.ways(game, side, name))


def _ships(game: Nw, side: str) -> Iterator[Owed]:
    names = list(Commit().actors(game, side))
    yield from could(names, "ship", "may be brought in", "10.0")


def _voyages(game: Nw, side: str) -> Iterator[Owed]:
    names = [n for n in _sailors(game, side) if game.state[SHIPS][n].moved != game.serial]
    yield from could(names, "ship", "could sail", "8.5.6")


def _sweeps(game: Nw, side: str) -> Iterator[Owed]:
    sweep = Sweep()
    if sweep.possible(game, side):
        yield Owed("mines could be swept", "7.5.2", must=False, do=Sweep.do)


COULD: duties.Duties = (
    (Enter, _reinforcements),
    (Commit, _ships),
    (Recover, _replacements),
    (Rebuild, _rebuilding),
    (Sweep, _sweeps),
    *advanced.COULD,
    (Move, _moves),
    (Sail, _voyages),
    (Attack, _attacks),
)
"""For each kind of action what could still be done with it."""


def idle(game: Nw, decision: Decision) -> bool:
    """Whether nothing is open in a segment but to end it."""
    return not owed(game, decision.player) and nothing_legal(game, decision)


def coming(game: Nw, player: Player) -> list[Coming]:
    """The segments of a player that are still to come in this turn, each with what he could do in
    it as things stand now. [3.0]"""
    if player is None or player not in game.scenario.sides:
        return []
    found = []
    for segment in game.segments[game.clock.step + 1 :]:
        if not isinstance(segment, Played) or segment.skipped(game):
            continue
        if player in (segment.side(game, role) for role in segment.part.roles()):
            about = of_segment(segment.kind)
            notes = tuple(_at_stake(game, player, segment))
            found.append(Coming(segment.name, segment.rule, about, notes))
    return found


def _at_stake(game: Nw, side: str, segment: Played[Nw]) -> Iterator[str]:
    """What a side could do in a segment; where it moves or attacks, that it does."""
    if segment.part.stops:
        yield segment.part.prompt
    kinds = [type(deed) for deed in segment.deeds]
    yield from (one.text for one in advanced.ahead(game, side, kinds))


def front(game: Nw, player: Player) -> list[int]:
    """Where a side's units stand next to the enemy's; before they do, where they are."""
    sides = game.scenario.sides
    side = player if player in sides else sides[0]
    assert side is not None
    held, foe = stacks(game).held[side], stacks(game).held[game.scenario.other(side)]
    near = [h for h in sorted(held) if any(b in foe for b in game.board.around(h))]
    return near or sorted(held)
