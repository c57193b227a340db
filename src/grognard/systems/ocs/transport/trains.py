"""Trains: moving cargo by rail, and relaying track to one's own gauge. [13.3a] [13.3g]"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.hexes import HexError
from grognard.systems.ocs.modes.modes import may_ride, may_work
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.movement.moves import begin, on_entry, put_into
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, SIDES, TOKENS, TRANSPORT, HexStatus
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.transport import rail, transport
from grognard.systems.ocs.transport.transport import called, transport_of
from grognard.systems.ocs.turn.phases import MOVEMENT, MOVES, OcsDeed, deed, kind, phase_start
from grognard.systems.ocs.units import MAP, UNITS
from grognard.systems.ocs.works import engineers

REPAIR = "rail-repair"
RATE = 4
"""The hexes that a Rail Repair unit converts in a Movement Phase at most. [13.3g(D)]"""


@dataclass(frozen=True)
class Train:
    """Cargo that goes from one hex to another: units, transport, and tokens from the ground."""

    units: tuple[str, ...]
    transport: tuple[str, ...]
    tokens: int
    start: int
    path: tuple[int, ...]
    """From the first hex on."""

    def repairs(self, game: Ocs) -> bool:
        """Whether nothing but Rail Repair units is aboard. [13.3g(C)]"""
        alone = bool(self.units) and not self.transport and not self.tokens
        return alone and all(repairs(game, name) for name in self.units)


def repairs(game: Ocs, name: str) -> bool:
    """Whether a unit is a Rail Repair unit. [13.3g]"""
    return REPAIR in counter_of(game, name).traits


@deed(*MOVES)
class Rail(OcsDeed):
    """Move units, Transport Points and supply by rail from one station to another. [13.3a]

    Without a `path` the train takes the way that costs least; `from` is needed for supply alone.
    """

    do = "rail"
    rule = "13.3a"
    form = {
        "units": "texts?", "transport": "texts?", "tokens": "count?", "from": "text?",
        "to": "text", "path": "texts?",
    }  # fmt: skip

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Entrain, move, detrain, each by its rules, and within the Rail Cap. [13.3c]"""
        if kind(game) != MOVEMENT:
            return [Refusal("13.3b", "trains run in the Movement Phase only")]
        train = make_up(game, player, action)
        if isinstance(train, Refusal):
            return [train]
        refusals = [*boarding(game, player, train), *stations(game, player, train)]
        if refusals:
            return refusals
        some_repair = any(repairs(game, name) for name in train.units)
        refusal = rail.path_refusal(game, player, train.path, some_repair)
        if refusal is not None:
            return [refusal]
        cost, left = fare(game, player, train), rail.cap_left(game, player)
        if cost > left:
            text = f"it takes {_points(cost)} of Rail Cap, {_points(left)} are left in this turn"
            return [Refusal("13.3b", text)]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each unit and counter alone, and all the supply of a hex, to every station."""
        for h in platforms(game, player):
            for action in self._cargoes(game, player, h):
                for goal in rail.trails(game, player, h):
                    found = {**action, "to": game.board.label(goal)}
                    if not self.check(game, player, found):
                        yield found

    def _cargoes(self, game: Ocs, player: str, h: int) -> Iterator[Action]:
        for name in stacks.own_at(game, h, player):
            yield {"do": self.do, "units": [name]}
        for key in stacks.transport_at(game, h, player):
            yield {"do": self.do, "transport": [key]}
        most = min(dumps.loadable(game, h, player), int(rail.cap_left(game, player)))
        if most > 0:
            yield {"do": self.do, "tokens": most, "from": game.board.label(h)}

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Some cargo by chance to some station by chance."""
        if kind(game) != MOVEMENT or rail.cap_left(game, player) <= 0:
            return None
        hexes = platforms(game, player)
        for h in rng.sample(hexes, min(3, len(hexes))):
            cargoes = list(self._cargoes(game, player, h))
            goals = sorted(rail.detrainable(game, player) - {h})
            if cargoes and goals:
                goal = game.board.label(rng.choice(goals))
                found = {**rng.choice(cargoes), "to": goal}
                if not self.check(game, player, found):
                    return found
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there is Rail Cap left, and cargo at a station. [13.3b]"""
        if kind(game) != MOVEMENT or rail.cap_left(game, player) <= 0:
            return False
        return bool(platforms(game, player))

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """The cargo is where it goes, and stays there; Rail Repair units may go on. [13.3c(3)]"""
        train = make_up(game, player, action)
        assert isinstance(train, Train)
        cost = fare(game, player, train)
        begin(game, player, (*train.units, *train.transport))
        _tell(game, player, train, cost)
        status = game.state[SIDES][player]
        used = status.rail_used + int(cost * rail.QUARTERS)
        game.put(SIDES, player, replace(status, rail_used=used))
        _arrive(game, player, train)
        yield from ()


def _points(tokens: Fraction) -> Fraction:
    """Rail Cap in points, as the game's booklet counts it. [13.3]"""
    return tokens / TOKENS


def platforms(game: Ocs, side: str) -> list[int]:
    """The hexes of a side's clear track where it has cargo."""
    clear = rail.clear(game, side)
    held = stacks.stacks(game).held[side]
    return [
        h
        for h in sorted(clear)
        if h in held or stacks.transport_at(game, h, side) or stacks.dump_at(game, h, side)
    ]


def make_up(game: Ocs, player: str, action: Action) -> Train | Refusal:
    """The train that an action is about, or what is wrong with it."""
    names, keys = tuple(action.get("units", ())), tuple(action.get("transport", ()))
    tokens = action.get("tokens", 0)
    if tokens < 0 or not (names or keys or tokens):
        return Refusal("13.3a", "cargo is combat units, Transport Points and supply; name some")
    if len({*names, *keys}) != len(names) + len(keys):
        return Refusal("form", "name no cargo twice")
    for name in names:
        unit = game.state[UNITS].get(name)
        if unit is None or unit.place != MAP or counter_of(game, name).side != player:
            return Refusal("13.3a", f"{name!r} is no combat unit of {player} on the map")
    foreign = transport.refuse_foreign(game, player, keys, "13.3a") if keys else []
    if foreign:
        return foreign[0]
    hexes = [unit_of(game, n).hex for n in names] + [transport_of(game, k).hex for k in keys]
    return _routed(game, player, action, Train(names, keys, tokens, -1, ()), hexes)


def _routed(
    game: Ocs, player: str, action: Action, train: Train, hexes: list[int]
) -> Train | Refusal:
    """The train with its way: that of the action, or the cheapest."""
    try:
        if "from" in action:
            hexes.append(game.board.hex(action["from"]))
        goal = game.board.hex(action["to"])
        path = tuple(game.board.hex(label) for label in action.get("path", ()))
    except HexError as error:
        return Refusal("form", str(error))
    if len(set(hexes)) != 1:
        return Refusal("13.3c(1)", "a train is made up in one hex; say where, if it is supply only")
    start = hexes[0]
    if goal == start:
        return Refusal("13.3c(2)", "the train would stay where it is")
    if path and path[-1] != goal:
        return Refusal("form", f"the path ends in {game.board.label(path[-1])}, not where it goes")
    way = (start, *path) if path else rail.trails(game, player, start).get(goal)
    if way is None:
        wrong = rail.hex_refusal(game, player, start) or rail.hex_refusal(game, player, goal)
        label = game.board.label
        text = f"no clear track leads from {label(start)} to {label(goal)}"
        return wrong or Refusal("13.3c(2)", text)
    return replace(train, start=start, path=way)


def fare(game: Ocs, side: str, train: Train) -> Fraction:
    """What a train takes of the Rail Cap, in tokens. [13.3a]"""
    weight = rail.weight(game, train.units, train.transport, train.tokens)
    return weight * rail.share(game, side, train.path)


# ---- boarding [13.3c(1)]


def boarding(game: Ocs, side: str, train: Train) -> list[Refusal]:
    """Why some of the cargo cannot entrain. [13.3c(1)]"""
    refusals = [found for name in train.units if (found := _unit_refusal(game, name))]
    refusals += [found for key in train.transport if (found := _transport_refusal(game, key))]
    label, lies = game.board.label(train.start), stacks.dump_at(game, train.start, side)
    free = dumps.loadable(game, train.start, side)
    if train.tokens > lies:
        refusals.append(Refusal("13.3a", f"{dumps.amount(lies)} of {side} lie in {label}"))
    elif train.tokens > free:
        text = f"only {dumps.amount(free)} in {label} were not unloaded in this phase"
        refusals.append(Refusal("12.2a", text))
    return refusals


def _unit_refusal(game: Ocs, name: str) -> Refusal | None:
    """In Move Mode, not done moving, and at most half its allowance used. [13.3c(1)]

    Rail Repair units ride in Combat Mode too. [13.3g(B)]
    """
    counter, now = counter_of(game, name), phase_start(game)
    refusal = may_ride(game, name, rail=True) or engineers.at_work(game, name)
    if refusal is not None:
        return refusal
    if unit_of(game, name).finished == now:
        return Refusal("6.1g", f"{counter.name} has done moving in this phase")
    if zones.locked(game, name):
        return Refusal("4.5b", f"{counter.name} negates an enemy zone of control and stays")
    if 2 * movement.spent(game, name) > movement.full(game, name):
        return Refusal("13.3c(1)", f"{counter.name} has used more than half its allowance")
    return None


def _transport_refusal(game: Ocs, key: str) -> Refusal | None:
    """At most half used, not in Reserve, and no load that trucks have moved in this phase.

    [13.3c(1)] [5.7e] [12.2a]
    """
    found, name, now = transport_of(game, key), called(game, key), phase_start(game)
    refusal = transport.unable(game, key)
    if refusal is not None:
        return refusal
    if found.reserve:
        return Refusal("5.7e", f"{name} are in Reserve")
    if 2 * transport.spent(game, key) > transport.full(game, key):
        return Refusal("13.3c(1)", f"{name} have used more than half their allowance")
    if found.load and found.carried == now:
        return Refusal("12.2a", f"the load of {name} has been moved by them in this phase")
    return None


# ---- stations [13.3c-det]


def stations(game: Ocs, side: str, train: Train) -> list[Refusal]:
    """Why the cargo cannot entrain or detrain where it is to. [13.3c(1)] [13.3c(3)]

    Rail Repair units do in any rail hex [13.3g(C)]; what has just come onto the map entrains where
    it came, if that is on a railway. [13.3c(1)]
    """
    start, goal, label = train.path[0], train.path[-1], game.board.label
    enemy = next(stacks.belongings(game, goal, game.scenario.other(side)), "")
    if enemy:
        return [Refusal("4.4c", f"there is an enemy {enemy} in {label(goal)}")]
    if train.repairs(game):
        return []
    wrong = [
        refusal for h in (start, goal) if (refusal := rail.hex_refusal(game, side, h)) is not None
    ]
    if wrong:
        return wrong[:1]
    refusals = []
    if not _may_board(game, side, train):
        refusals.append(Refusal("13.3c(1)", f"cargo cannot entrain in {label(start)}: {_NEEDS}"))
    if goal not in rail.detrainable(game, side):
        refusals.append(Refusal("13.3c(3)", f"cargo cannot detrain in {label(goal)}: {_NEEDS}"))
    return refusals


_NEEDS = (
    "it takes a village, city, port or Engineer-Capable headquarters, and track without enemy "
    "zones of control to a source of supply"
)


def _may_board(game: Ocs, side: str, train: Train) -> bool:
    h = train.start
    if h in rail.detrainable(game, side):
        return True
    others = [name for name in train.units if not repairs(game, name)]
    return (
        all(new_here(game, name) or rail.halt(game, side, h, name) for name in others)
        and all(new_here(game, key) for key in train.transport)
        and train.tokens <= dumps.newly_arrived(game, h, side)
    )


def new_here(game: Ocs, name: str) -> bool:
    """Whether a reinforcement is where it came onto the map in this turn. [13.3c(1)] [13.6b]"""
    found = game.state[UNITS].get(name) or game.state[TRANSPORT][name]
    return found.entered == game.turn and found.moved != phase_start(game)


# ---- arriving [13.3c(3)]


def _arrive(game: Ocs, side: str, train: Train) -> None:
    """Put the cargo down. Nobody goes on from there but Rail Repair units. [13.3g(B)]"""
    goal, now = train.path[-1], phase_start(game)
    for name in train.units:
        used = movement.spent(game, name)
        unit = unit_of(game, name)
        done, last = (unit.finished, unit.railed) if repairs(game, name) else (now, now)
        put_into(game, name, goal, moved=now, spent=used, finished=done, railed=last)
    for key in train.transport:
        found = transport_of(game, key)
        carried = now if found.load else found.carried
        transport.pay(game, key, 0, hex=goal, finished=now, rolled=now, railed=now, carried=carried)
    if train.tokens:
        dumps.take(game, side, train.start, train.tokens, loading=True)
        dumps.add(game, side, goal, train.tokens, fresh=True)  # [12.2a]


def _tell(game: Ocs, side: str, train: Train, cost: Fraction) -> None:
    """The owner knows what goes; the enemy, that something does. [4.9a]"""
    label = game.board.label
    where = {"from": label(train.path[0]), "to": label(train.path[-1])}
    named = [counter_of(game, name).name for name in train.units]
    named += [called(game, key) for key in train.transport]
    named += [dumps.amount(train.tokens)] * bool(train.tokens)
    seen = Event("rail", f"a train from {where['from']} to {where['to']}", "13.3c(2)", where)
    facts = {
        **where, "units": list(train.units), "transport": list(train.transport),
        "tokens": train.tokens, "path": [label(h) for h in train.path[1:]],
        "cost": str(_points(cost)),
    }  # fmt: skip
    text = f"{', '.join(named)} by rail from {where['from']} to {where['to']}"
    game.emit(Event("rail", text, "13.3c(2)", facts, seen_by=(side,), others=seen))


# ---- conversion [13.3f] [13.3g]


def relaid(game: Ocs, name: str) -> int:
    """The rail hexes that a unit has converted in this phase. [13.3g(D)]"""
    unit = unit_of(game, name)
    return unit.relaid if unit.relaying == phase_start(game) else 0


def may_convert(game: Ocs, name: str, h: int) -> Refusal | None:
    """Why a unit that enters a hex does not convert its track; None if it does. [13.3f]

    It must be a Rail Repair unit in Combat Mode, or DG with the Combat side up [13.3g(D)] [5.10e],
    in the Movement Phase, outside enemy zones, which nobody negates for it [13.3f(A)] [4.5a(E)],
    and have converted fewer hexes than four, or than its allowance has points. [13.3g(D)]
    """
    counter = counter_of(game, name)
    own, status = game.scenario.limits[counter.side].gauge, game.state[HEXES].get(h)
    label = game.board.label(h)
    if not own or status is None or status.gauge in ("", own):
        return Refusal("13.3f(A)", f"there is no track of another gauge in {label}")
    if h not in game.scenario.ground.rail_hexes:
        return Refusal("13.3f(A)", f"there is no railway in {label}")
    if not repairs(game, name):
        return Refusal("13.3f(B)", f"{counter.name} is no Rail Repair unit")
    if kind(game) != MOVEMENT or not may_work(game, name):
        text = f"{counter.name} converts in Combat Mode, or DG on its Combat side, as it moves"
        return Refusal("13.3g(D)", f"{text} in the Movement Phase")
    if zones.barred(game, zones.RAIL_CONVERSION, h, counter.side):
        return Refusal("13.3f(A)", f"{label} lies in an enemy zone of control")
    if relaid(game, name) >= rate(game, name):
        text = f"{counter.name} has converted {relaid(game, name)} hexes in this phase"
        return Refusal("13.3g(D)", text)
    return None


def rate(game: Ocs, name: str) -> int:
    """How many hexes a unit converts in a Movement Phase: four, or its allowance. [13.3g(D)]"""
    return min(RATE, int(movement.allowance(game, name).total))


@on_entry(order=80, marching=True)
def relay(game: Ocs, side: str, names: tuple[str, ...], h: int) -> Procedure:
    """Track is converted by whoever moves into it, for no supply and no more points. [13.3f(B)]

    Who retreats, advances or is carried there does not spend points of his own, and converts
    nothing. Thereby the railhead moves, and by nothing else. [13.3d]
    """
    willing = [name for name in names if unit_of(game, name).relays]
    able: Sequence[str] = [name for name in willing if may_convert(game, name, h) is None]
    if able:
        unit, now, label = unit_of(game, able[0]), phase_start(game), game.board.label(h)
        done = relaid(game, able[0]) + 1
        game.put(UNITS, able[0], replace(unit, relaid=done, relaying=now))
        status = game.state[HEXES].get(h) or HexStatus()
        gauge = game.scenario.limits[side].gauge
        game.put(HEXES, h, replace(status, gauge=gauge, converted=now))
        text = f"the track in {label} is converted to {gauge} gauge"
        game.emit(Event("converted", text, "13.3f(B)", {"hex": label, "gauge": gauge}))
    yield from ()


@deed(MOVEMENT)
class Relay(OcsDeed):
    """Say whether a Rail Repair unit converts the track it enters: it can, but need not. [13.3f(B)]

    Who has only so many hexes to convert may want to keep them for others. [13.3g(D)]
    """

    do = "relay"
    rule = "13.3f(B)"
    form = {"unit": "text", "convert": "flag"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """A Rail Repair unit of one's own that does otherwise now."""
        name = action["unit"]
        if name not in game.state[UNITS] or counter_of(game, name).side != player:
            return [Refusal(self.rule, f"{name!r} is no unit of {player}")]
        if not repairs(game, name):
            return [Refusal(self.rule, f"{counter_of(game, name).name} is no Rail Repair unit")]
        if unit_of(game, name).relays == action["convert"]:
            return [Refusal(self.rule, f"{counter_of(game, name).name} does so already")]
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each Rail Repair unit the other way."""
        for name in stacks.on_map(game, player):
            if repairs(game, name):
                yield {"do": self.do, "unit": name, "convert": not unit_of(game, name).relays}

    def possible(self, game: Ocs, player: str) -> bool:
        """Nobody is stopped to be asked about it."""
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """It will do so from now on."""
        unit = unit_of(game, action["unit"])
        game.put(UNITS, action["unit"], replace(unit, relays=action["convert"]))
        yield from ()
