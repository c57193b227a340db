"""Extenders: five points of transport that bridge a gap in trace supply. [12.7]

They make a hex from which trace supply is drawn, and do nothing else: they neither move nor carry,
nor make draws or throws longer [12.7a(A)]. How far they reach and what they link is part of the
trace; this is how they are made, and unmade.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.hexes import HexError
from grognard.systems.ocs.combat.collapse import havens
from grognard.systems.ocs.movement.movement import points
from grognard.systems.ocs.movement.moves import finish
from grognard.systems.ocs.pieces import zones
from grognard.systems.ocs.pieces.units import TRUCK
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TOKENS, TRANSPORT, Transport
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.supply.supply_sources import extender_key
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.transport.transport import called, transport_of
from grognard.systems.ocs.turn.phases import MOVEMENT, OcsDeed, deed, phase_start

SIZE = 5 * TOKENS
"""Five Transport Points make an Extender. [12.7]"""


def flipping_cost(game: Ocs, key: str) -> int:
    """What becoming an Extender, or ceasing to be one, costs: half the allowance. [12.7d]"""
    return transport.full(game, key) // 2


@deed(MOVEMENT)
class Extend(OcsDeed):
    """Turn five Transport Points of one kind in a hex into an Extender. [12.7]

    They may have come from different hexes, if none has used more than half. [12.7e]
    """

    do = "extend"
    rule = "12.7"
    form = {"transport": "texts"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Five points, alike, empty, half of each left, and something to link to. [12.7d]

        None of them organic. [13.2g(C)]
        """
        keys: list[str] = action["transport"]
        refusals = transport.refuse_foreign(game, player, keys, self.rule)
        if refusals:
            return refusals
        found = [transport_of(game, key) for key in keys]
        if any(t.extender for t in found):
            return [Refusal(self.rule, "it is an Extender already")]
        if any(t.formation for t in found):
            return [Refusal("13.2g(C)", "Organic Trucks never become part of an Extender")]
        kinds = {t.kind for t in found}
        if len(kinds) > 1 or not game.scenario.kinds[found[0].kind].extends:
            return [Refusal("12.7d", "an Extender is made of one kind of transport, fit for it")]
        if sum(t.size for t in found) != SIZE:
            return [Refusal(self.rule, "an Extender is made of exactly five points; divide first")]
        return _unready(game, player, keys)

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Any that make up five points together, up to five counters."""
        for keys in _groups(game, player):
            for count in range(1, len(keys) + 1):
                for some in combinations(keys, count):
                    action = {"do": self.do, "transport": list(some)}
                    if not self.check(game, player, action):
                        yield action

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Five points taken together as chance has it."""
        groups = _groups(game, player)
        if not groups:
            return None
        keys = rng.choice(groups)
        some: list[str] = []
        for key in rng.sample(keys, len(keys)):
            if sum(transport_of(game, k).size for k in (*some, key)) <= SIZE:
                some.append(key)
        action = {"do": self.do, "transport": sorted(some)}
        return action if some and not self.check(game, player, action) else None

    def possible(self, game: Ocs, player: str) -> bool:
        """Nobody is stopped to be asked about it: such transport could move, too."""
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """They pay half their allowance and become one. [12.7d]"""
        keys = tuple(action["transport"])
        finish(game, player)
        _bind(game, player, transport_of(game, keys[0]))
        key = transport.combine(game, keys) if len(keys) > 1 else keys[0]
        transport.pay(game, key, flipping_cost(game, key), extender=True)
        _tell(game, player, key, "extend", "is set up")
        yield from ()


def _groups(game: Ocs, side: str) -> list[list[str]]:
    """Transport that might make an Extender: by hex and kind, at least five points, few enough."""
    found: dict[tuple[int, str], list[str]] = {}
    for key in transport.own(game, side):
        t = transport_of(game, key)
        if not (t.extender or t.formation or t.load) and t.size <= SIZE:
            found.setdefault((t.hex, t.kind), []).append(key)
    return [
        keys[:6]
        for _, keys in sorted(found.items())
        if sum(transport_of(game, key).size for key in keys) >= SIZE
    ]


def _unready(game: Ocs, player: str, keys: list[str]) -> list[Refusal]:
    """Loads, points already used, and the link that there must be. [12.7d] [12.7e]"""
    for key in keys:
        if transport_of(game, key).railed == phase_start(game):
            text = f"{called(game, key)} came by rail or by sea in this phase and do no more"
            return [Refusal("13.3c(3)", text)]
        if transport_of(game, key).load:
            return [Refusal("12.7d", f"{called(game, key)} are loaded; unload them first")]
        if transport.spent(game, key) > transport.full(game, key) - flipping_cost(game, key):
            used = points(transport.spent(game, key))
            text = f"{called(game, key)} have used {used} MP, more than half their allowance"
            return [Refusal("12.7e", text)]
    found = transport_of(game, keys[0])
    if supply_paths.extender_link(game, player, found.hex, found.kind) is None:
        label = game.board.label(found.hex)
        text = f"an Extender in {label} would reach no source of trace supply now"
        return [Refusal("12.7d", text)]
    return []


def _bind(game: Ocs, side: str, found: Transport) -> None:
    """Friends who keep its hex or its link free of enemy zones must stay in this phase. [4.5b]"""
    goal = supply_paths.extender_link(game, side, found.hex, found.kind)
    field = fields(game).field(extender_key(game, side, found.hex, found.kind))
    hexes = {found.hex}
    if goal is not None and goal != found.hex and field.key.move == TRUCK:
        hexes.update(field.path(field.goal((goal, *game.board.around(goal)))))
    for h in sorted(hexes):
        zones.lock(game, h, side)


@deed(MOVEMENT)
class Contract(OcsDeed):
    """Flip an Extender back to Transport Points for half its allowance. [12.7d]

    They may then go their several ways. [12.7f]
    """

    do = "contract"
    rule = "12.7d"
    form = {"transport": "text"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """An Extender with half its allowance left. [12.7d]"""
        key = action["transport"]
        refusals = transport.refuse_foreign(game, player, [key], self.rule)
        if refusals:
            return refusals
        if not transport_of(game, key).extender:
            return [Refusal(self.rule, f"{called(game, key)} are no Extender")]
        if transport.left(game, key) < flipping_cost(game, key):
            return [Refusal(self.rule, f"{called(game, key)} has not half its allowance left")]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each Extender that can."""
        for key in transport.own(game, player):
            action = {"do": self.do, "transport": key}
            if transport_of(game, key).extender and not self.check(game, player, action):
                yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there is an Extender to flip."""
        return any(True for _ in self.legal(game, player))

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """They are Transport Points again, and none of them has begun to move. [12.7f]"""
        key = action["transport"]
        finish(game, player)
        _tell(game, player, key, "contract", "is taken down")
        transport.pay(game, key, flipping_cost(game, key), extender=False)
        yield from ()


@deed(MOVEMENT)
class Withdraw(OcsDeed):
    """Let an Extender collapse to a hex in supply, as its whole move. [9.14c-ext]

    It falls back within its range, whatever enemies are on the way; one that has lost its trace may
    do so too. [12.7d]
    """

    do = "withdraw"
    rule = "12.7d"
    form = {"transport": "text", "to": "text"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """One that has done nothing else, and has where to go. [12.7d] [9.14c-ext]"""
        key = action["transport"]
        refusals = transport.refuse_foreign(game, player, [key], self.rule)
        if refusals:
            return refusals
        if not transport_of(game, key).extender:
            return [Refusal(self.rule, f"{called(game, key)} are no Extender")]
        if transport.spent(game, key):
            return [Refusal(self.rule, f"{called(game, key)} has used points in this phase")]
        try:
            goal = game.board.hex(action["to"])
        except HexError as error:
            return [Refusal("form", str(error))]
        if goal not in havens(game, key):
            text = f"{action['to']} is no hex in trace supply within its range"
            return [Refusal("9.14c-ext", text)]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each that has done nothing yet, to each hex that will have it."""
        for key, h in self._retreats(game, player):
            yield self._action(game, key, h)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """One of them to one of its hexes."""
        found = list(self._retreats(game, player))
        return self._action(game, *rng.choice(found)) if found else None

    def _retreats(self, game: Ocs, player: str) -> Iterator[tuple[str, int]]:
        for key in transport.own(game, player):
            if transport_of(game, key).extender and not transport.spent(game, key):
                yield from ((key, h) for h in havens(game, key))

    def _action(self, game: Ocs, key: str, h: int) -> Action:
        return {"do": self.do, "transport": key, "to": game.board.label(h)}

    def possible(self, game: Ocs, player: str) -> bool:
        """`contract` asks about Extenders all the same."""
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """It stands in the new hex as Transport Points, and has done for this phase."""
        key, now = action["transport"], phase_start(game)
        finish(game, player)
        _tell(game, player, key, "withdraw", f"collapses to {action['to']}")
        goal = game.board.hex(action["to"])
        changed = replace(transport_of(game, key), extender=False, hex=goal, finished=now)
        game.put(TRANSPORT, key, changed)
        yield from ()


def _tell(game: Ocs, side: str, key: str, kind: str, what: str) -> None:
    """Extenders are counters like others, under the units of their hex. [4.9a]"""
    label = game.board.label(transport_of(game, key).hex)
    text = f"{called(game, key)} in {label} {what}"
    game.emit(Event(kind, text, "12.7d", {"transport": key, "hex": label}, seen_by=(side,)))
