"""Artillery: who may fire a barrage, how far, and who pays for it. [13.4] [13.4c]

Guns fire in the Barrage Segments of the Reaction, Combat and Exploitation Phases, also after they
have moved [13.4]; their range knows neither terrain nor weather. [10.1a]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action, Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Part, Tally
from grognard.kit.forms import Hex
from grognard.systems.ocs import forms
from grognard.systems.ocs.barrage import barrage, reactive_guns
from grognard.systems.ocs.barrage.aims import aims_at, on_the_ground, other_aims
from grognard.systems.ocs.barrage.results import ARTILLERY as GUNS
from grognard.systems.ocs.barrage.weight import AT_BASE, AT_PORT, AT_TRAINS, AT_UNITS, Fire
from grognard.systems.ocs.fog.foresight import presumes
from grognard.systems.ocs.forms import Aim, Party
from grognard.systems.ocs.modes import reserves
from grognard.systems.ocs.pieces import rolls
from grognard.systems.ocs.pieces.groups import by_land, grouped
from grognard.systems.ocs.pieces.values import barrage_strength, counter_of, face_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.supply.expenses import PaidVerb
from grognard.systems.ocs.supply.paying import Payment, Source
from grognard.systems.ocs.turn.phases import ARTILLERY, EXPLOITATION_BARRAGE, REACTION_BARRAGE, kind
from grognard.systems.ocs.units import EXPLOIT, MAP, RESERVE, STRAT, UNITS
from grognard.table.cards import Extra, Reach
from grognard.table.worded import Hand

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


def within(game: Ocs, name: str) -> frozenset[int]:
    """The hexes that a gun reaches from where it stands. [10.1a]"""
    unit = unit_of(game, name)
    return game.board.disks((unit.hex,), game.scenario.counters[unit.counter].range) - {unit.hex}


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


@dataclass(frozen=True, slots=True)
class Shelling:
    """Guns, the hex they fire at, and what they aim at there; `pay` are the sources."""

    guns: Party
    target: Hex
    aim: Aim
    pay: forms.Payment | None = None


def what_shows(game: Ocs, player: str, action: Action) -> str:
    """Odds of guns and of ships take what shows of the target for all there is. [4.9a]"""
    return barrage.presume(game, game.board.hex(action["target"]))


@presumes(what_shows)
class Barrage(PaidVerb[Shelling]):
    """Guns fire at the combat units, the Air Base or the port of a hex. [10.0f] [13.4c]"""

    do, rule, order = "barrage", "10.1b(A)", Shelling
    title, phrase = "Barrage", "Barrage {aim} in {target} with {guns}"
    stakes, rank, shows_reach = "dice", 27, True

    def against(self, game: Ocs, player: str, order: Shelling) -> list[Refusal]:
        """The guns, their range, the target, and the supply. [10.0] [10.1]"""
        guns, h, aim = order.guns, order.target, order.aim
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
            paid = self.payment(game, fire, order)
            refusals = [paid] if isinstance(paid, Refusal) else []
        return refusals

    def payment(
        self, game: Ocs, fire: Fire, order: Shelling
    ) -> tuple[Payment, tuple[Source, ...]] | Refusal:
        """Who pays for the fire, and by which ways. [10.1b(A)]"""
        wish = paying.as_wished(game, fire.side, order.pay)
        return settle(game, fire.side, order.guns, barrage.cost(game, fire), wish)

    # ---- what may be fired at

    def bearing(self, game: Ocs, player: str, h: int) -> list[str]:
        """The guns that can fire and reach a hex. [10.1a]"""
        return [n for n in ready(game, player) if bears(game, n, h)]

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """The guns together, if one that can fire has something within its range."""
        return ("",) if self.possible(game, player) else ()

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Shelling]:
        """At every target each gun alone, and all that bear on it together."""
        for aim, h in on_the_ground(game, player):
            guns = self.bearing(game, player, h)
            for chosen in [*((n,) for n in guns), *([tuple(guns)] if len(guns) > 1 else [])]:
                yield Shelling(chosen, h, aim)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A few targets by chance, with some of the guns that bear on them."""
        found = on_the_ground(game, player)
        for aim, h in rng.sample(found, min(6, len(found))):
            guns = self.bearing(game, player, h)
            if not guns:
                continue
            chosen = rng.sample(guns, rng.randint(1, len(guns)))
            orders = (Shelling(tuple(g), h, aim) for g in (sorted(chosen), chosen[:1]))
            action = next(self.open(game, player, orders), None)
            if action is not None:
                return action
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether a gun that can fire has something within its range."""
        guns = ready(game, player)
        aims = {h for _, h in on_the_ground(game, player)} if guns else set[int]()
        return any(not aims.isdisjoint(within(game, name)) for name in guns)

    # ---- what a click means

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Shelling]:
        """The guns in hand at whatever there is in a hex."""
        group = grouped(game, player, hand)
        guns = tuple(name for name in group.units if counter_of(game, name).artillery)
        for aim in _aims(game, player, h) or [AT_UNITS] if group.hexes != (h,) else ():
            if guns:
                yield Shelling(guns, h, aim)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Shelling]:
        """Nothing: there is no enemy in their own hex."""
        return iter(())

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Shelling]:
        """All guns that bear on a hex, at each thing there."""
        guns = tuple(self.bearing(game, player, h))
        for aim in _aims(game, player, h) if guns else ():
            yield Shelling(guns, h, aim)

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With units in hand, or nobody, at the enemy."""
        foe = any(aims_at(game, player, h) for h in hexes)
        return foe and (not hand or by_land(game, player, hand))

    def reached(self, game: Ocs, player: str, hand: Hand) -> Reach | None:
        """What units could fire at."""
        units = grouped(game, player, hand).units
        return super().reached(game, player, hand) if units else None

    def reach(self, game: Ocs, player: str, hand: Hand) -> Mapping[int, str]:
        """What all the guns in hand can fire at."""
        units = grouped(game, player, hand).units
        guns = [name for name in units if why_gun(game, player, name) is None]
        hexes = sorted({h for _, h in on_the_ground(game, player)}) if guns else ()
        return {h: "" for h in hexes if all(why_range(game, n, h) is None for n in guns)}

    # ---- before it is done

    def spare(self, game: Ocs, player: str, order: Shelling) -> Mapping[str, Sequence[str]]:
        """The other guns that bear on the hex."""
        near = self.bearing(game, player, order.target)
        return {"guns": [name for name in near if name not in order.guns]}

    def changes(self, game: Ocs, player: str, order: Shelling) -> Sequence[Extra]:
        """Another aim, another payer."""
        if self.against(game, player, order):
            return ()
        aims = other_aims(game, player, order.target, self.written(game, order))
        return [*aims, *super().changes(game, player, order)]

    def carry_out(self, game: Ocs, player: str, order: Shelling) -> Procedure:
        """Pay at the moment of the barrage, then fire. [10.1b(A)]"""
        fire = fire_of(game, player, order.target, order.aim, order.guns)
        found = self.payment(game, fire, order)
        assert not isinstance(found, Refusal)
        payment, by = found
        paying.pay(game, player, payment, paying.BARRAGE, self.rule, by)
        yield from barrage.resolve(game, fire)


def _aims(game: Ocs, player: str, h: int) -> list[str]:
    """What of the enemy in a hex guns can aim at. [10.0f]"""
    return [aim for aim in aims_at(game, player, h) if aim in TARGETS]
