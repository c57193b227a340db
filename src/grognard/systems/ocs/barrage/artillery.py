"""Artillery: who may fire a barrage, how far, and who pays for it. [13.4] [13.4c]

Guns fire in the Barrage Segments of the Reaction, Combat and Exploitation Phases, also after they
have moved [13.4]; their range knows neither terrain nor weather. [10.1a]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from grognard.engine.decision import Action, Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Part, Tally
from grognard.hexes import HexError
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.barrage.barrage import AT_BASE, AT_PORT, AT_TRAINS, AT_UNITS, Fire
from grognard.systems.ocs.barrage.results import ARTILLERY as GUNS
from grognard.systems.ocs.fog.foresight import presumption
from grognard.systems.ocs.modes import reserves
from grognard.systems.ocs.optional import reactive_guns
from grognard.systems.ocs.pieces import rolls, stacks
from grognard.systems.ocs.pieces.units import EXPLOIT, MAP, RESERVE, STRAT, UNITS
from grognard.systems.ocs.pieces.values import barrage_strength, counter_of, face_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SITES
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.supply.paying import Payment, Source
from grognard.systems.ocs.turn.phases import (
    ARTILLERY,
    EXPLOITATION_BARRAGE,
    REACTION_BARRAGE,
    OcsDeed,
    deed,
    kind,
)

TARGETS = (AT_UNITS, AT_BASE, AT_PORT)
"""What guns can aim at; trains are for aircraft. [10.0c(C)]"""
SEGMENTS = (REACTION_BARRAGE, ARTILLERY, EXPLOITATION_BARRAGE)
"""The segments in which guns fire; never in the Movement Phase. [10.0e(C)] [10.0e(D)]"""


# ---- who


def why_gun(game: Ocs, side: str, name: str) -> Refusal | None:
    """Why a unit cannot fire a barrage in this segment; None if it can. [13.4a]

    Not in Reserve or Strat Mode; aircraft and ships do not join in [10.0e(F)]. In the Reaction
    Phase released guns fire [7.0a], or by an option any [21.9a]; in the Exploitation Phase released
    and exploiting ones [11.0a]. Guns out of supply fire in full. [10.1b(B)] [7.0b]
    """
    unit = game.state[UNITS].get(name)
    if unit is None or unit.place != MAP or counter_of(game, name).side != side:
        return Refusal("13.4", f"{name!r} is no unit of {side} on the map")
    counter = counter_of(game, name)
    if not counter.artillery or not face_of(game, name).barrage:
        return Refusal("13.4", f"{counter.name} has no barrage strength")
    if unit.mode in (RESERVE, STRAT):
        return Refusal("13.4a", f"{counter.name} is in {unit.mode} mode and cannot barrage")
    released = reserves.released(game, name)
    if kind(game) == REACTION_BARRAGE and not released and not reactive_guns.may_fire(game, name):
        return Refusal("7.0a", f"{counter.name} has not been released from Reserve in this phase")
    if kind(game) == EXPLOITATION_BARRAGE and not released and unit.mode != EXPLOIT:
        text = f"{counter.name} is neither in Exploitation Mode nor released in this phase"
        return Refusal("11.0a", text)
    return None


def why_range(game: Ocs, name: str, h: int) -> Refusal | None:
    """The target is one hex away to as many as the range says. [10.1a]"""
    if bears(game, name, h):
        return None
    counter, away = counter_of(game, name), game.board.distance(unit_of(game, name).hex, h)
    return Refusal("10.1a", f"{counter.name} reaches 1 to {counter.range} hexes, not {away}")


def bears(game: Ocs, name: str, h: int) -> bool:
    """Whether a gun reaches a hex from where it stands. [10.1a]"""
    unit = unit_of(game, name)
    return 1 <= game.board.distance(unit.hex, h) <= game.scenario.counters[unit.counter].range


def ready(game: Ocs, side: str) -> list[str]:
    """A side's guns that can fire now, by name; those that have fired are done. [10.0e(B)]"""

    def compute() -> list[str]:
        guns = rolls.of_type(game, side, "artillery")
        return [n for n in guns if why_gun(game, side, n) is None and not barrage.fired(game, n)]

    return game.cached(("guns", side), (UNITS.name, "clock"), compute)


def fire_of(game: Ocs, side: str, h: int, aim: str, guns: Sequence[str]) -> Fire:
    """The fire of some guns: their printed strengths in their modes, all of it. [10.0e(B)]"""
    points = Tally()
    for name in guns:
        called = counter_of(game, name).name
        for part in barrage_strength(game, name).parts:
            points += Tally((Part(f"{called}, {part.label}", part.value, part.rule, part.source),))
    return Fire(side, h, aim, points, GUNS, tuple(guns), barrage.spotted(game, side, h))


# ---- who pays


def purses(game: Ocs, side: str, guns: Sequence[str]) -> list[tuple[Source, ...]]:
    """The supply that all guns of a barrage can have together, the nearest first. [10.1b(A)]

    It comes through one headquarters that throws to every one of them, from whatever dumps it draws
    on, or from one hex that they all draw on directly. Never from internal stocks. [10.1b(C)]
    """
    hexes = sorted({unit_of(game, name).hex for name in guns})
    shared: dict[tuple[str, int], dict[str, Source]] = {}
    for place, h in enumerate(hexes):
        found: dict[tuple[str, int], dict[str, Source]] = {}
        for source in paying.ways(game, side, h, tuple(guns)):
            point = source.via, -1 if source.via else source.hex
            found.setdefault(point, {})[source.key] = source
        shared = _both(shared, found) if place else found
    return [tuple(by_key.values()) for by_key in shared.values()]


def _both(
    one: Mapping[tuple[str, int], dict[str, Source]],
    two: Mapping[tuple[str, int], dict[str, Source]],
) -> dict[tuple[str, int], dict[str, Source]]:
    """What two places have in common: the same headquarters or draw point, and its stores."""
    common = {
        point: {key: source for key, source in sources.items() if key in two[point]}
        for point, sources in one.items()
        if point in two
    }
    return {point: sources for point, sources in common.items() if sources}


def settle(
    game: Ocs, side: str, guns: Sequence[str], tokens: int, wish: Mapping[str, int] | None = None
) -> tuple[Payment, tuple[Source, ...]] | Refusal:
    """Who pays for a barrage and by which ways, or why nobody can. [10.1b(A)] [10.1b(A)]

    Without enough supply at one point there is no barrage, and nobody has fired.
    """
    refusal = Refusal("10.1b(A)", f"no headquarters or dump has {tokens} tokens for all the guns")
    for purse in purses(game, side, guns):
        found = paying.choose(game, purse, tokens, paying.BARRAGE, wish)
        if not isinstance(found, Refusal):
            return found, purse
        if wish is not None and set(wish) <= {source.key for source in purse}:
            refusal = found
    return refusal


# ---- the deed


@deed(*SEGMENTS)
class Barrage(OcsDeed):
    """Guns fire at the combat units, the Air Base or the port of a hex. [10.0f] [13.4c]"""

    do = "barrage"
    rule = "10.1b(A)"
    form = {"guns": "texts", "target": "text", "aim": "text", "pay": "counts?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """The guns, their range, the target, and the supply. [10.0] [10.1]"""
        guns, aim = action["guns"], action["aim"]
        try:
            h = game.board.hex(action["target"])
        except HexError as error:
            return [Refusal("form", str(error))]
        if not guns or len(set(guns)) != len(guns):
            return [Refusal("form", "name at least one gun, and none twice")]
        if aim not in TARGETS:
            rule = "10.0c(C)" if aim == AT_TRAINS else "10.0f"
            return [Refusal(rule, f"guns aim at {', '.join(TARGETS)}, not {aim!r}")]
        refusals = [found for n in guns if (found := why_gun(game, player, n)) is not None]
        refusals = refusals or [f for n in guns if (f := why_range(game, n, h)) is not None]
        if refusals:
            return refusals
        fire = fire_of(game, player, h, aim, guns)
        refusals = barrage.refusals(game, fire)
        if not refusals:
            found_ = settle(
                game, player, guns, barrage.cost(game, fire), paying.wished(game, player, action)
            )
            refusals = [found_] if isinstance(found_, Refusal) else []
        return refusals

    def targets(self, game: Ocs, player: str) -> Iterator[tuple[int, str]]:
        """Every hex with something of the enemy to aim at."""
        enemy = game.scenario.other(player)
        for h in sorted(stacks.stacks(game).held[enemy]):
            yield h, AT_UNITS
        for h, site in sorted(game.state[SITES].items()):
            if site.base >= 0 and site.base_owner == enemy:
                yield h, AT_BASE
            if site.port_owner == enemy:
                yield h, AT_PORT

    def bearing(self, game: Ocs, player: str, h: int) -> list[str]:
        """The guns that can fire and reach a hex. [10.1a]"""
        return [n for n in ready(game, player) if bears(game, n, h)]

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """At every target each gun alone, and all that bear on it together."""
        for h, aim in self.targets(game, player):
            guns = self.bearing(game, player, h)
            for chosen in [*([n] for n in guns), *([guns] if len(guns) > 1 else [])]:
                action = self.written(game, chosen, h, aim)
                if not self.check(game, player, action):
                    yield action

    def written(self, game: Ocs, guns: Sequence[str], h: int, aim: str) -> Action:
        """The action of some guns at a target."""
        label = game.board.label(h)
        return {"do": self.do, "guns": list(guns), "target": label, "aim": aim}

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A few targets by chance, with some of the guns that bear on them."""
        found = list(self.targets(game, player))
        for h, aim in rng.sample(found, min(6, len(found))):
            guns = self.bearing(game, player, h)
            if not guns:
                continue
            chosen = rng.sample(guns, rng.randint(1, len(guns)))
            for group in (sorted(chosen), chosen[:1]):
                action = self.written(game, group, h, aim)
                if not self.check(game, player, action):
                    return action
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether a gun that can fire has something within its range."""
        guns = ready(game, player)
        return bool(guns) and any(
            bears(game, n, h) for h, _ in self.targets(game, player) for n in guns
        )

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Pay at the moment of the barrage, then fire. [10.1b(A)]"""
        guns, h = action["guns"], game.board.hex(action["target"])
        fire = fire_of(game, player, h, action["aim"], guns)
        found = settle(
            game, player, guns, barrage.cost(game, fire), paying.wished(game, player, action)
        )
        assert not isinstance(found, Refusal)
        payment, by = found
        paying.pay(game, player, payment, paying.BARRAGE, self.rule, by)
        yield from barrage.resolve(game, fire)


@presumption("4.9a", Barrage.do, "bombard")
def what_shows(game: Ocs, player: str, action: Action) -> str:
    """Odds of guns and of ships take what shows of the target for all there is. [4.9a]"""
    return barrage.presume(game, game.board.hex(action["target"]))
