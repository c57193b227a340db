"""Advance after combat: into the hex that was left, and perhaps beyond. [9.9]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import subsets
from grognard.kit.deeds import Answer
from grognard.kit.forms import Paths, Pieces
from grognard.systems.nextwar.amphibious.assault import AMPHIBIOUS
from grognard.systems.nextwar.combat.battle import Battle
from grognard.systems.nextwar.combat.strength import work_stands
from grognard.systems.nextwar.ground import HIGHLAND, HIGHLAND_WOODS, JUNGLE, PEAKS
from grognard.systems.nextwar.movement.clearing import installed
from grognard.systems.nextwar.movement.entering import arrive, raise_alarms, trodden
from grognard.systems.nextwar.movement.roads import bridged, hostile_work
from grognard.systems.nextwar.pieces.sight import foggy
from grognard.systems.nextwar.pieces.stacks import HALF, lay, units_at
from grognard.systems.nextwar.pieces.values import counter_of, face, unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import STORM
from grognard.systems.nextwar.turn.weather import weather
from grognard.systems.nextwar.units import MAP, UNITS
from grognard.systems.nextwar.words import called

CLOSE = frozenset({HIGHLAND, HIGHLAND_WOODS, JUNGLE, *PEAKS})
LISTED = 60
"""How many companies are listed at most; any other may be put together on the map."""


@dataclass(frozen=True, slots=True)
class Pursuers:
    """Who advances, and who of them goes on to a hex beyond."""

    units: Pieces
    on: Paths = field(default_factory=dict)


class Advance(Answer[Nw, Pursuers]):
    """Advancing after combat. [9.9]"""

    do, rule, order = "advance", "9.9", Pursuers
    title, phrase = "Advance", "{units}"

    def __init__(self, battle: Battle, able: Sequence[str], beyond: Mapping[str, tuple[int, ...]]):
        self.battle, self.able, self.beyond = battle, tuple(able), beyond

    def against(self, game: Nw, player: str, order: Pursuers) -> list[Refusal]:
        """At least one, and no more than may stand there. [9.9] [9.2.8]"""
        fought = [name for name in order.units if name in self.battle.attackers]
        for name in order.units:
            if name not in self.able:
                return [Refusal("9.9", f"{called(game, name)} has not attacked: no advance")]
        if not fought or len(set(order.units)) != len(order.units):
            return [Refusal("9.9", "at least one unit that attacked must advance")]
        missing = [n for n in self.battle.landing if n in self.able and n not in order.units]
        if missing:
            return [Refusal("9.9.4", f"{called(game, missing[0])} came from the sea: it lands")]
        room = _room(game, self.battle.hex)
        size = sum(face(game, name).sp for name in order.units)
        if size > room and not set(order.units) <= self.battle.landing:
            text = f"{size / HALF:g} stacking points cannot advance, only {room / HALF:g}"
            return [Refusal("9.2.8", text)]
        for name, path in order.on.items():
            if name not in order.units or len(path) != 1:
                return [Refusal("9.9.1", "who goes on has advanced, and goes one hex further")]
            if path[0] not in self.beyond.get(name, ()):
                label = game.board.label(path[0])
                return [Refusal("9.9.1", f"{called(game, name)} cannot go on to {label}")]
        return []

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Pursuers]:
        """Companies that may advance, the smallest first; then single ones that go on."""
        fought = [name for name in self.able if name in self.battle.attackers]
        must = [name for name in fought if name in self.battle.landing]
        rest = [name for name in self.able if name not in must]
        for some in islice(subsets(rest, 0 if must else 1), LISTED):
            yield Pursuers((*must, *some))
        for name, hexes in self.beyond.items():
            for h in hexes:
                company = (*must, name) if name not in must else tuple(must)
                yield Pursuers(company, {name: (h,)})


def _room(game: Nw, h: int) -> int:
    """How much may advance into a hex, in half points. [9.2.8]"""
    return (3 if game.board.terrain[h] in PEAKS else 4) * HALF


def able(game: Nw, battle: Battle) -> list[str]:
    """The attackers who are left, and whoever without an attack strength stands with them, where
    he can go at all. [9.9] [8.3.3]"""
    left = [name for name in battle.attackers if unit_of(game, name).steps]
    hexes = {unit_of(game, n).hex for n in left if unit_of(game, n).place == MAP}
    helpless = [
        name
        for h in sorted(hexes)
        for name in units_at(game, h)
        if not face(game, name).attack and counter_of(game, name).ma and name not in left
        if _follows(game, name, battle.hex)
    ]
    return [*left, *helpless]


def _follows(game: Nw, name: str, h: int) -> bool:
    """Whether a unit that did not attack could go into a hex from its own: vehicles into mountains
    by a road only. [8.3.3]"""
    a, storm = unit_of(game, name).hex, weather(game) == STORM
    mobility = counter_of(game, name).mobility
    price = game.scenario.ground.price(mobility, a, h, storm=storm, road=True, bridge=True)
    return price is not None


def beyond(game: Nw, battle: Battle, names: Sequence[str], far: bool) -> dict[str, tuple[int, ...]]:
    """The hexes to which vehicles may go on; in a storm none, nor out of an enemy fortification.
    [9.9.1-p1] [4.1.3-b4] [8.3.1.10]"""
    ground, h = game.scenario.ground, battle.hex
    closed = ground.built_up(h) or installed(game, h) or hostile_work(game, h, battle.side)
    if not far or closed or battle.landing or weather(game) == STORM:
        return {}
    found = {}
    for name in names:
        if counter_of(game, name).wheels and name in battle.attackers:
            hexes = tuple(b for b in game.board.around(h) if _goes_on(game, battle, name, b))
            if hexes:
                found[name] = hexes
    return found


def _goes_on(game: Nw, battle: Battle, name: str, b: int) -> bool:
    """Whether a second hex is open to a vehicle: vacant, not built, by road if it is close.

    [9.9.1-p2]
    """
    ground, board, a = game.scenario.ground, game.board, battle.hex
    if units_at(game, b) or not ground.land(b):
        return False
    if ground.built_up(b) or installed(game, b) or work_stands(game, b):
        return False
    river = ground.river(a, b)
    road = ground.road(a, b) and (not river or bridged(game, a, b))
    if (board.terrain[b] in CLOSE or river) and not road:
        return False
    mobility = counter_of(game, name).mobility
    return ground.price(mobility, a, b, storm=False, road=bool(road), bridge=bool(road)) is not None


def advance(game: Nw, battle: Battle, far: bool) -> Procedure:
    """The attacker advances into the vacant hex; he must. [9.9] [9.9.2]"""
    names = able(game, battle)
    if not any(name in battle.attackers for name in names):
        return
    further = beyond(game, battle, names, far)
    choice = Advance(battle, names, further)
    order = yield from choice.chosen(
        game, battle.side, "advance", f"Advance into {game.board.label(battle.hex)}",
        {"all that may": lambda: _most(game, choice)}, slight=True, sole=True,
    )  # fmt: skip
    for name in order.units:
        _enter(game, battle, name, order.on.get(name, ()))
    if foggy(game.scenario):  # [13.2] who stood beneath them lies open now
        game.reveal(battle.enemy)
    staying = tuple(name for name in order.units if name not in order.on)
    if staying:
        arrive(game, staying, battle.hex, battle.side)
    else:
        trodden(game, battle.hex, battle.side)
    yield from raise_alarms(game, battle.hex, battle.side)
    for name, path in order.on.items():
        arrive(game, (name,), path[-1], battle.side)
        yield from raise_alarms(game, path[-1], battle.side)


def _most(game: Nw, choice: Advance) -> Pursuers:
    """As many as may, the strongest first. [9.2.8]"""
    order = sorted(choice.able, key=lambda name: -face(game, name).defense)
    taken: tuple[str, ...] = tuple(name for name in order if name in choice.battle.landing)
    for name in order:
        more = Pursuers((*taken, name))
        if name not in taken and not choice.against(game, choice.battle.side, more):
            taken = more.units
    return Pursuers(taken)


def _enter(game: Nw, battle: Battle, name: str, on: tuple[int, ...]) -> None:
    end = on[-1] if on else battle.hex
    lay(game, name, end, where="", clearing=False)
    if name in battle.landing:  # [9.9.4]
        unit = unit_of(game, name)
        game.put(UNITS, name, replace(unit, landed=game.turn, landing=AMPHIBIOUS))
    label = game.board.label
    facts = {
        "unit": name, "side": battle.side, "to": label(end),
        "path": [label(h) for h in (battle.hex, *on)],
    }  # fmt: skip
    game.emit(Event("advance", "9.9", facts))
