"""Where aircraft stand: Air Bases, strips and carriers, who may land there, and who is Active.

[14.1c] [14.2a] [15.0b] [18.2a]
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.deeds import Answer
from grognard.kit.forms import AnyGame, Field
from grognard.systems.ocs.forms import OfPlane, listed
from grognard.systems.ocs.pieces.planes import aircraft, destroy, face, plane_of, range_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SHIPS, SITES
from grognard.systems.ocs.units import MAP
from grognard.systems.ocs.works import air_bases
from grognard.table.cards import Labels
from grognard.table.worded import Hand

RETURN = "return to base"


@dataclass(frozen=True, slots=True)
class Base:
    """An Air Base or strip in a hex, or a carrier, which is a base too. [3.3(C)] [18.2d]"""

    hex: int
    carrier: str = ""


def bases(game: Ocs, side: str) -> list[Base]:
    """The bases of a side, those on land first. [15.0]"""

    def compute() -> list[Base]:
        land = [
            Base(h)
            for h, site in sorted(game.state[SITES].items())
            if site.base >= 0 and site.base_owner == side
        ]
        decks = [
            Base(ship.hex, key)
            for key, ship in sorted(game.state[SHIPS].items())
            if ship.side == side and ship.place == MAP and ship.hex >= 0
            and game.scenario.ship_counters[ship.counter].type == "carrier"
        ]  # fmt: skip
        return land + decks

    return game.cached(("air bases", side), (SITES.name, SHIPS.name), compute)


def name_of(game: Ocs, base: Base) -> str:
    """How an action names a base: by its hex, or by the ship."""
    return base.carrier or game.board.label(base.hex)


def named(game: Ocs, side: str, name: Any) -> Base | None:
    """The base of a side by that name."""
    return next((base for base in bases(game, side) if name_of(game, base) == name), None)


def base_of(game: Ocs, key: str) -> Base:
    """The base an aircraft is at."""
    found = aircraft(game, key)
    if found.carrier:
        return Base(game.state[SHIPS][found.carrier].hex, found.carrier)
    return Base(found.hex)


def based(game: Ocs, base: Base) -> list[str]:
    """The aircraft at a base."""

    def compute() -> dict[str | int, list[str]]:
        found: dict[str | int, list[str]] = {}
        for key, one in sorted(game.state[AIR].items()):
            if one.place == MAP:
                found.setdefault(one.carrier or one.hex, []).append(key)
        return found

    at = game.cached("aircraft by base", (AIR.name,), compute)
    return list(at.get(base.carrier or base.hex, ()))


# ---- room


def room(game: Ocs, base: Base) -> int:
    """How many more aircraft may be Active at a base: four and its level in all. [14.2a] [15.0b(D)]

    On a strip it is four [15.2(C)]; a carrier has its number for Active and Inactive alike, and
    those aboard have their places already. [18.2a]
    """
    there = based(game, base)
    if base.carrier:
        return _decks(game, base) - sum(aircraft(game, key).active for key in there)
    return air_bases.capacity(game, base.hex) - sum(aircraft(game, key).active for key in there)


def _decks(game: Ocs, base: Base) -> int:
    """The aircraft a carrier holds; in some games no number is printed, and it holds any."""
    decks = game.scenario.ship_counters[game.state[SHIPS][base.carrier].counter].decks
    return decks or len(game.state[AIR])


def berths(game: Ocs, base: Base) -> int:
    """How many more aircraft a carrier holds, Active or not; on land there is no limit. [18.2a]"""
    if not base.carrier:
        return len(game.state[AIR])
    return _decks(game, base) - len(based(game, base))


def admits(game: Ocs, base: Base, key: str) -> Refusal | None:
    """Why a base does not take an aircraft; any number of Inactive ones may be on land. [14.2a]

    A carrier takes those with its name on them, as many as its number says. [18.2a]
    """
    if not base.carrier or aircraft(game, key).carrier == base.carrier:
        return None
    counter = game.scenario.ship_counters[game.state[SHIPS][base.carrier].counter]
    plane = plane_of(game, key)
    if plane.carrier not in (counter.id, counter.name):
        return Refusal("18.2a", f"{plane.name} does not belong to the carrier {counter.name}")
    if berths(game, base) < 1:
        return Refusal("18.2a", f"{counter.name} holds {_decks(game, base)} aircraft already")
    return None


def havens(game: Ocs, key: str, h: int, reach: int) -> list[Base]:
    """The bases that an aircraft may go to from a hex, its own first, then the nearest. [14.2d]"""
    own = base_of(game, key)
    found = [
        base
        for base in bases(game, aircraft(game, key).side)
        if game.board.distance(h, base.hex) <= reach and admits(game, base, key) is None
    ]
    return sorted(
        found, key=lambda base: (base != own, game.board.distance(h, base.hex), name_of(game, base))
    )


def land(game: Ocs, key: str, base: Base, active: bool = False) -> None:
    """Put an aircraft down at a base. [14.1c]"""
    h = -1 if base.carrier else base.hex
    found = aircraft(game, key)
    game.put(AIR, key, replace(found, hex=h, carrier=base.carrier, active=active))


CROWDED = "crowded base"


def thin_out(game: Ocs) -> Procedure:
    """A base that has lost levels holds fewer Active aircraft: its owner says who is Inactive.

    [14.2a] [15.0b(D)]
    """
    for side in game.scenario.sides:
        for base in overfull(game, side):
            while room(game, base) < 0:
                keys = [key for key in based(game, base) if aircraft(game, key).active]
                answer = yield _whom(game, side, base, keys)
                key = answer["plane"]
                land(game, key, base)
                facts = {"aircraft": key, "base": name_of(game, base)}
                game.emit(Event("inactive", "15.0b(D)", facts, seen_by=(side,)))


def overfull(game: Ocs, side: str) -> list[Base]:
    """A side's bases on land with more Active aircraft than they hold. [15.0b(D)]"""

    def compute() -> list[Base]:
        ashore = [base for base in bases(game, side) if not base.carrier and based(game, base)]
        return [base for base in ashore if room(game, base) < 0]

    return game.cached(("overfull", side), (AIR.name, SITES.name, SHIPS.name), compute)


class StandDown(Among[Ocs, OfPlane]):
    """Which aircraft becomes Inactive on a base that is too small. [15.0b(D)]"""

    do, rule, order = "stand-down", "15.0b(D)", OfPlane
    title, phrase = "Stand down", "{plane} becomes Inactive"


def _whom(game: Ocs, side: str, base: Base, keys: Sequence[str]) -> Ask:
    offer = StandDown(map(OfPlane, keys))
    weakest = min(keys, key=lambda key: (face(game, key).rating, face(game, key).barrage, key))
    prompt = f"which aircraft in {name_of(game, base)} becomes Inactive?"
    return offer.ask(game, side, CROWDED, prompt, {"weakest first": OfPlane(weakest)})


# ---- coming back


class HomesField(Field):
    """The bases that aircraft go to, each by its name. [14.1c]"""

    kind = "map"

    def pieces(self, value: Any) -> Iterable[str]:
        """The aircraft."""
        return tuple(value)

    def said(self, game: AnyGame, value: Any, names: Mapping[str, str]) -> str:
        """Who goes where, those to the same base together."""
        going: dict[str, list[str]] = {}
        for key, name in value.items():
            going.setdefault(str(name), []).append(key)
        return "; ".join(f"{listed(names, keys)} to {name}" for name, keys in going.items())


Homes = Annotated[Mapping[str, Any], HomesField()]


@dataclass(frozen=True, slots=True)
class WayBack:
    """A base for each of several aircraft."""

    to: Homes


class Homing(Answer[Ocs, WayBack]):
    """Where aircraft go from a hex: each to a base of its own list. [14.1c] [14.2d]"""

    do, order = "return", WayBack
    title, phrase, role = "Return to bases", ("{to}", "Return"), "march"

    def __init__(self, rule: str, havens: Mapping[str, Sequence[str]]) -> None:
        self.rule, self.havens = rule, havens

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[WayBack]:
        """All where they came from, and each of them elsewhere."""
        usual = _usual(game, player, self.havens)
        yield WayBack(usual)
        for key, names in self.havens.items():
            for name in names:
                if name != usual[key]:
                    yield WayBack({**usual, key: name})

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Each to one of its bases by chance."""
        order = WayBack({key: rng.choice(names) for key, names in self.havens.items()})
        wrong = self.against(game, player, order)
        return next(self.legal(game, player), None) if wrong else self.written(game, order)

    def against(self, game: Ocs, player: str, order: WayBack) -> list[Refusal]:
        """Every aircraft has a base, and it is within its range."""
        to = order.to
        if set(to) != set(self.havens):
            return [Refusal(self.rule, f"name a base for each of {', '.join(self.havens)}")]
        for key, name in to.items():
            if name not in self.havens[key]:
                text = f"{key} may return to {', '.join(self.havens[key])}, not to {name}"
                return [Refusal(self.rule, text)]
        crowded = _crowded(game, player, to)
        return [Refusal("18.2a", f"{crowded} cannot hold them all")] if crowded else []

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[WayBack]:
        """Wherever those in hand could go."""
        yield from (order for order, _ in self._own(game, player, hand))

    def touched(self, game: Ocs, action: Action) -> tuple[Labels, Labels]:
        """The aircraft, and the hexes or the carriers that they go to."""
        planes, places = list(action["to"]), [str(name) for name in action["to"].values()]
        hexes = tuple(name for name in places if name in game.board.index)
        ships = (name for name in places if name in game.state[SHIPS])
        return tuple(dict.fromkeys(hexes)), tuple(dict.fromkeys((*planes, *ships)))


def _crowded(game: Ocs, side: str, to: Mapping[str, str]) -> str:
    """The carrier that would have more aboard than it holds. [18.2a]"""
    for name in sorted(set(to.values())):
        base = named(game, side, name)
        if base is not None and base.carrier:
            coming = {key for key, to_ in to.items() if to_ == name}
            staying = {key for key in based(game, base) if to.get(key, name) == name}
            if len(coming | staying) > _decks(game, base):
                return name
    return ""


def _usual(game: Ocs, side: str, open_: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The first base of each list, the next where a carrier would be too full."""
    to: dict[str, str] = {}
    for key, names in open_.items():
        fitting = [name for name in names if not _crowded(game, side, {**to, key: name})]
        to[key] = (fitting or list(names))[0]
    return to


def go_home(
    game: Ocs, side: str, open_: Mapping[str, Sequence[Base]], rule: str,
    wish: Mapping[str, Any] | None = None, active: Mapping[str, bool] | None = None,
) -> Procedure:  # fmt: skip
    """Aircraft leave for their bases: as was wished, or as the owner says now. [14.1c]

    `open_` lists the bases each may go to; who has none is lost. All become Inactive but those
    that `active` says. What the enemy may see of it he sees at the base. [4.9a]
    """
    lost = [key for key, found in open_.items() if not found]
    names = {k: [name_of(game, b) for b in found] for k, found in open_.items() if found}
    wish = wish or {}
    fixed = {k: [wish[k]] if wish.get(k) in found else found for k, found in names.items()}
    to = _usual(game, side, fixed)
    if any(len(found) > 1 for found in fixed.values()):
        offer = Homing(rule, fixed)
        answer = yield offer.ask(
            game, side, RETURN, "which bases do the aircraft return to?",
            {"where they came from": WayBack(to)},
            context=lambda: {"bases": {key: list(found) for key, found in fixed.items()}},
        )  # fmt: skip
        to = answer["to"]
    for key, name in to.items():
        base = named(game, side, name)
        assert base is not None
        stays = bool(active and active.get(key)) and room(game, base) > 0
        land(game, key, base, stays)
    if to:
        _tell(game, side, to, rule)
    for key in lost:
        destroy(game, key, rule, "it has no base to go to", shown=False)


def _tell(game: Ocs, side: str, to: Mapping[str, str], rule: str) -> None:
    others = Event("return", rule, {"side": side})
    facts = {"side": side, "to": dict(to)}
    game.emit(Event("return", rule, facts, seen_by=(side,), others=others))


def in_range(game: Ocs, keys: Sequence[str], h: int, times: int = 1) -> dict[str, list[Base]]:
    """For each aircraft the bases within its range of a hex, or within a multiple of it. [14.2d]"""
    return {key: havens(game, key, h, times * range_of(game, key)) for key in keys}
