"""Hauling: what Transport Points do. They move, load, unload, divide, combine. [13.2] [12.2]

Transport may stop on its way while others use its load, and go on [13.2a]; when anybody else begins
to move it has done. [6.1g]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.movement.movement import points
from grognard.systems.ocs.movement.moves import begin, read_path
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES, TOKENS, TRANSPORT
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.transport import transport
from grognard.systems.ocs.transport.transport import called, transport_of, unable
from grognard.systems.ocs.turn.phases import MOVEMENT, MOVES, OcsDeed, deed, phase_start
from grognard.systems.ocs.units import TRUCK


@deed(*MOVES)
class Haul(OcsDeed):
    """Move transport along a path, alone or together. [13.2] [6.1]

    Who is left behind when the others go on has been dropped off and stays. [6.1f]
    """

    do = "haul"
    rule = "13.2"
    form = {"transport": "texts", "path": "texts"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Who may move, and each step of each of them. [6.0]"""
        keys: list[str] = action["transport"]
        refusals = transport.refuse_foreign(game, player, keys, self.rule)
        refusals = refusals or [found for key in keys if (found := unable(game, key))]
        if refusals:
            return refusals
        path, refusals = read_path(game, action["path"])
        if refusals:
            return refusals
        walks = [transport.walk(game, key, path) for key in keys]
        return [found for found in walks if isinstance(found, Refusal)]

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every counter alone, to every hex within reach."""
        for key in transport.own(game, player):
            found = transport.routes(game, key)
            for h in found.costs:
                yield self._action(game, key, found.path(h))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A counter by chance to a hex by chance."""
        keys = transport.own(game, player)
        for key in rng.sample(keys, min(3, len(keys))):
            found = transport.routes(game, key)
            if found.costs:
                return self._action(game, key, found.path(rng.choice(sorted(found.costs))))
        return None

    def _action(self, game: Ocs, key: str, path: Sequence[int]) -> Action:
        labels = [game.board.label(h) for h in path]
        return {"do": self.do, "transport": [key], "path": labels}

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether any transport can move."""
        return any(unable(game, key) is None for key in transport.own(game, player))

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Tell the move, then go hex by hex. [6.1a]"""
        keys, label = tuple(action["transport"]), game.board.label
        path = tuple(game.board.hex(text) for text in action["path"])
        begin(game, player, keys)
        start = label(transport_of(game, keys[0]).hex)
        where = {"from": start, "path": [label(h) for h in path]}
        seen = Event("haul", f"transport from {start} to {label(path[-1])}", self.rule, where)
        text = f"{', '.join(called(game, key) for key in keys)} from {start} to {label(path[-1])}"
        facts = {"transport": list(keys), **where}
        game.emit(Event("haul", text, self.rule, facts, seen_by=(player,), others=seen))
        for key in keys:
            _go(game, player, key, path)
        yield from ()


def _go(game: Ocs, side: str, key: str, path: Sequence[int]) -> None:
    """Take transport along a path. Trucks that go on from an enemy zone hold its negator. [4.5b]"""
    legs, now = transport.walk(game, key, path), phase_start(game)
    assert not isinstance(legs, Refusal)
    trucks = transport.kind_of(game, key).move == TRUCK
    for leg in legs:
        before = transport_of(game, key)
        if trucks and before.rolled == now:
            zones.lock(game, leg.start, side)
        carried = now if before.load else before.carried
        transport.pay(game, key, leg.cost, hex=leg.hex, rolled=now, carried=carried)


# ---- loading and unloading


def _unable_to_pay(game: Ocs, player: str, key: str, doing: str) -> list[Refusal]:
    """Why transport cannot pay for loading or unloading: a tenth of its allowance. [13.2f]"""
    refusals = transport.refuse_foreign(game, player, [key], "13.2f")
    if refusals:
        return refusals
    refusal = unable(game, key)
    if refusal is not None:
        return [refusal]
    cost, rest = transport.loading_cost(game, key), transport.left(game, key)
    if cost > rest:
        text = f"{doing} takes {points(cost)} MP, {points(rest)} are left"
        return [Refusal("13.2f", f"{called(game, key)}: {text}")]
    return []


def _join(game: Ocs, side: str, key: str) -> None:
    """Loading and unloading are part of a move. [13.2a]

    Of transport that moves together each may stop for it, and whoever has not yet left a hex can
    still set out with others there that have not. [6.1f] [6.1g]
    """
    moving, records, now = game.state[SIDES][side].moving, game.state[TRANSPORT], phase_start(game)
    if key in moving:
        return
    stack = [records.get(name) for name in (*moving, key)]
    here = records[key].hex
    if all(t is not None and t.hex == here and t.rolled != now for t in stack):
        begin(game, side, (*moving, key))
    else:
        begin(game, side, (key,))


@deed(*MOVES)
class Load(OcsDeed):
    """Load supply that lies in the same hex. [13.2f]

    Nothing is loaded from afar [13.2f(B)], nor what was unloaded in this phase. [12.2a]
    """

    do = "load"
    rule = "13.2f"
    form = {"transport": "text", "tokens": "count"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Room, points, and tokens in the hex that may be loaded."""
        key, tokens = action["transport"], action["tokens"]
        refusals = _unable_to_pay(game, player, key, "loading")
        if refusals:
            return refusals
        h = transport_of(game, key).hex
        label, there = game.board.label(h), stacks.dump_at(game, h, player)
        free = dumps.loadable(game, h, player)
        if tokens < 1 or tokens > there:
            text = f"{dumps.amount(there)} of {player} lie in {label}, not {tokens} tokens"
            return [Refusal("13.2f(B)", f"{text}; what is loaded lies in the same hex")]
        if tokens > free:
            text = f"only {dumps.amount(free)} in {label} were not unloaded in this phase"
            return [Refusal("12.2a", text)]
        if tokens > transport.room(game, key):
            text = f"{called(game, key)} have room for {dumps.amount(transport.room(game, key))}"
            return [Refusal("13.2c", text)]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Whole Supply Points, and as much as there is and will fit."""
        for key in transport.own(game, player):
            yield from self.loads(game, player, key)

    def loads(self, game: Ocs, player: str, key: str) -> Iterator[Action]:
        """What one counter can load here: whole Supply Points, and all that fits."""
        h = transport_of(game, key).hex
        most = min(dumps.loadable(game, h, player), transport.room(game, key))
        if most and not _unable_to_pay(game, player, key, "loading"):
            for tokens in amounts(most):
                yield {"do": self.do, "transport": key, "tokens": tokens}

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A load by chance."""
        keys = [k for k in transport.own(game, player) if transport.room(game, k)]
        for key in rng.sample(keys, min(4, len(keys))):
            actions = list(self.loads(game, player, key))
            if actions:
                return rng.choice(actions)
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """`haul` says so already."""
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """It costs the same however much is loaded. [13.2f]"""
        key, tokens = action["transport"], action["tokens"]
        _join(game, player, key)
        transport.pay(game, key, transport.loading_cost(game, key))
        transport.load(game, key, tokens)
        _tell(game, player, key, "load", f"load {dumps.amount(tokens)}", tokens)
        yield from ()


@deed(*MOVES)
class Unload(OcsDeed):
    """Unload supply where somebody or something takes charge of it. [13.2f]"""

    do = "unload"
    rule = "13.2f"
    form = {"transport": "text", "tokens": "count"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Tokens aboard, points, and a place for them; Organic Trucks never do. [13.2g(A)]"""
        key, tokens = action["transport"], action["tokens"]
        refusals = _unable_to_pay(game, player, key, "unloading")
        if refusals:
            return refusals
        found = transport_of(game, key)
        if found.formation:
            return [Refusal("13.2g(A)", f"{called(game, key)} never unload on the map")]
        if not 1 <= tokens <= found.load:
            text = f"{called(game, key)} carry {dumps.amount(found.load)}, not {tokens} tokens"
            return [Refusal(self.rule, text)]
        if not takes_charge(game, found.hex, player):
            text = "unloading needs a friendly combat unit, port, Air Base or dump on the ground"
            return [Refusal(self.rule, f"{text} in {game.board.label(found.hex)}")]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Whole Supply Points, and everything."""
        for key in transport.own(game, player):
            for tokens in amounts(transport_of(game, key).load):
                action = {"do": self.do, "transport": key, "tokens": tokens}
                if self.check(game, player, action):
                    break
                yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """`haul` says so already."""
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """It costs the same however much is unloaded. [13.2f]"""
        key, tokens = action["transport"], action["tokens"]
        _join(game, player, key)
        transport.pay(game, key, transport.loading_cost(game, key))
        transport.unload(game, key, tokens)
        _tell(game, player, key, "unload", f"unload {dumps.amount(tokens)}", tokens)
        yield from ()


def takes_charge(game: Ocs, h: int, side: str) -> bool:
    """Whether units, a port, a base or a dump of a side take charge of supply in a hex. [13.2f]"""
    if stacks.own_at(game, h, side) or stacks.dump_at(game, h, side):
        return True
    return bool({"port", "air base"}.intersection(stacks.belongings(game, h, side)))


def amounts(most: int) -> list[int]:
    """Whole Supply Points up to an amount, and the amount itself."""
    return [*range(TOKENS, most, TOKENS), most] if most else []


def _tell(game: Ocs, player: str, key: str, kind: str, what: str, tokens: int) -> None:
    """Loads are their owner's business. [4.9a]"""
    label = game.board.label(transport_of(game, key).hex)
    facts = {"transport": key, "hex": label, "tokens": tokens}
    text = f"{called(game, key)} {what} in {label}"
    game.emit(Event(kind, text, "13.2f", facts, seen_by=(player,)))


# ---- dividing and combining


@deed(MOVEMENT)
class Divide(OcsDeed):
    """Divide Transport Points: a part of them becomes a counter of its own. [13.2c]

    `points` is the size of the part, `tokens` what of the load goes with it. Organic Trucks have
    the same value on both sides of their counter and stay together. [3.3(B)]
    """

    do = "divide"
    rule = "13.2c"
    form = {"transport": "text", "points": "count", "tokens": "count?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Fewer points than there are, and a load that fits both parts. [13.2c]"""
        key = action["transport"]
        refusals = transport.refuse_foreign(game, player, [key], self.rule)
        if refusals:
            return refusals
        found, size = transport_of(game, key), action["points"] * TOKENS
        if found.extender:
            return [Refusal("12.7", f"{called(game, key)} is used for nothing else")]
        if found.formation:
            text = f"{called(game, key)} are one counter; Organic Trucks do not divide"
            return [Refusal(self.rule, text)]
        if not 0 < size < found.size:
            text = f"{called(game, key)} cannot give away {action['points']} points"
            return [Refusal(self.rule, f"{text}; it takes at least one, and less than all")]
        tokens = self._share(game, action)
        least, most = max(0, found.load - (found.size - size)), min(size, found.load)
        if not least <= tokens <= most:
            text = f"a part of {action['points']} points takes {least} to {most} tokens of the load"
            return [Refusal(self.rule, text)]
        return []

    def _share(self, game: Ocs, action: Action) -> int:
        """What of the load goes with the part: as little as may be, unless the action says."""
        found, size = transport_of(game, action["transport"]), action["points"] * TOKENS
        return int(action.get("tokens", max(0, found.load - (found.size - size))))

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each number of points, with as little and with as much of the load as may be."""
        for key in transport.own(game, player):
            found = transport_of(game, key)
            if found.extender or found.formation:
                continue
            for size in range(TOKENS, found.size, TOKENS):
                least, most = max(0, found.load - (found.size - size)), min(size, found.load)
                for tokens in sorted({least, most}):
                    action = {"do": self.do, "transport": key, "points": size // TOKENS}
                    yield {**action, "tokens": tokens}

    def possible(self, game: Ocs, player: str) -> bool:
        """Nobody is stopped to be asked about it."""
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Nothing is spent. A part of what is on the move is on the move too. [13.2c] [6.1f]"""
        key, size = action["transport"], action["points"] * TOKENS
        part = transport.divide(game, key, size, self._share(game, action))
        status = game.state[SIDES][player]
        if key in status.moving:
            game.put(SIDES, player, replace(status, moving=(*status.moving, part)))
        facts = {"transport": key, "part": part}
        text = f"{called(game, part)} leave {called(game, key)}"
        game.emit(Event("divide", text, self.rule, facts, seen_by=(player,)))
        yield from ()


@deed(MOVEMENT)
class Combine(OcsDeed):
    """Combine Transport Points of one kind in one hex into a counter. [13.2c]"""

    do = "combine"
    rule = "13.2c"
    form = {"transport": "texts"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Two or more of one kind, and none organic unless all are of one formation. [13.2c]"""
        keys: list[str] = action["transport"]
        refusals = transport.refuse_foreign(game, player, keys, self.rule)
        if refusals:
            return refusals
        found = [transport_of(game, key) for key in keys]
        if len(keys) < 2:
            return [Refusal(self.rule, "it takes two counters to combine")]
        if any(t.extender for t in found):
            return [Refusal("12.7", "an Extender is used for nothing else; flip it back first")]
        if len({t.kind for t in found}) > 1:
            return [Refusal(self.rule, "kinds of transport are not mixed in one counter")]
        if len({t.formation for t in found}) > 1:
            return [Refusal(self.rule, "Organic Trucks combine with those of their formation only")]
        if len({t.reserve for t in found}) > 1:
            return [Refusal(self.rule, "Organic Trucks in Reserve do not combine with others")]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every two that may."""
        keys = transport.own(game, player)
        for i, key in enumerate(keys):
            h = transport_of(game, key).hex
            for other in keys[i + 1 :]:
                if transport_of(game, other).hex == h:
                    action = {"do": self.do, "transport": [key, other]}
                    if not self.check(game, player, action):
                        yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """Nobody is stopped to be asked about it."""
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Nothing is spent; the whole has used what the most tired part had. [13.2c]"""
        keys = tuple(action["transport"])
        key = transport.combine(game, keys)
        status = game.state[SIDES][player]
        if set(keys) & set(status.moving):
            moving = tuple(dict.fromkeys(key if m in keys else m for m in status.moving))
            game.put(SIDES, player, replace(status, moving=moving))
        facts = {"transport": key, "of": list(keys)}
        text = f"{called(game, key)} stand in {game.board.label(transport_of(game, key).hex)}"
        game.emit(Event("combine", text, self.rule, facts, seen_by=(player,)))
        yield from ()
