"""Assets of divisions whose regiments arrive one by one: a fair share comes with each. [21.1.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Verb
from grognard.kit.orders import OfOne
from grognard.systems.goss.breakdown.forming import forms, next_name
from grognard.systems.goss.counters import Z_FORM, parent_of
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.units import BROKEN, EXPECTED, UNITS
from grognard.systems.goss.words import called


def is_shared(game: Gs, name: str) -> bool:
    """Whether a unit may come with any of its division's regiments; what it breaks down into may,
    too. [21.1.0]"""
    shared = game.scenario.shared
    return name in shared or parent_of(name) in shared


def regiments_of(game: Gs, name: str) -> tuple[str, ...]:
    """The listed regiments of a unit's division. [21.1.0]"""
    formation = counter_of(game, name).formation
    return tuple(n for n, one in game.scenario.listings.items() if one.formation == formation)


def with_whom(game: Gs, name: str) -> tuple[str, ...]:
    """The regiments that a reinforcement may come with now; nothing for who is listed by itself.
    [21.1.0]"""
    if not is_shared(game, name):
        return ("",)
    listings = game.scenario.listings
    return tuple(n for n in regiments_of(game, name) if listings[n].due <= game.turn)


def entries_of(game: Gs, name: str, group: str) -> tuple[int, ...]:
    """The hexes of entry of a reinforcement; of an asset, those of the regiment it comes with.
    [21.0] [21.1.0]"""
    if group:
        listing = game.scenario.listings.get(group)
        return listing.entry if listing is not None else ()
    return game.scenario.entries.get(name, ())


def against_share(game: Gs, names: Sequence[str], group: str) -> list[Refusal]:
    """Each regiment has an equal part of the division's assets; what is left over may go with one
    of them. The headquarters goes with any. [21.1.0]"""
    if not group:
        return []
    formation = game.scenario.listings[group].formation
    taken = dict.fromkeys(regiments_of(game, names[0]), 0)
    total = 0
    for name, unit in game.state[UNITS].items():
        counter = counter_of(game, name)
        if counter.formation != formation or counter.hq or not is_shared(game, name):
            continue
        if unit.place == BROKEN:
            continue  # its companies count, one by one
        total += 1
        with_ = group if name in names else unit.group
        if with_ in taken:
            taken[with_] += 1
    share, over = divmod(total, len(taken))
    more = [n for n, count in taken.items() if count > share]
    if len(more) > 1 or any(taken[n] > share + over for n in more):
        text = f"{share} of the {total} assets of {formation} come with each regiment"
        return [Refusal("21.1.0", f"{text}, {over} more with one" if over else text)]
    return []


class SplitAsset(Verb[Gs, OfOne]):
    """An asset breaks down before it comes, so that its companies go with different regiments.
    [21.1.0]"""

    do, rule, title, order = "split-asset", "21.1.0", "Split an asset", OfOne
    phrase = "{unit} comes in companies"

    def actors(self, game: Gs, player: str) -> list[str]:
        """Shared assets that have not come yet, and break down."""
        return [
            n
            for n in sorted(game.scenario.shared)
            if counter_of(game, n).side == player and not self._against(game, n)
        ]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[OfOne]:
        """The one way."""
        yield OfOne(actor)

    def against(self, game: Gs, player: str, order: OfOne) -> list[Refusal]:
        """It is a shared asset that is still to come, and breaks down into companies. [21.1.0]"""
        if order.unit not in game.scenario.shared or counter_of(game, order.unit).side != player:
            return [Refusal("21.1.0", f"{order.unit!r} is no asset that comes with regiments")]
        return self._against(game, order.unit)

    def _against(self, game: Gs, name: str) -> list[Refusal]:
        unit, found = unit_of(game, name), forms(game, name)
        fits = bool(found) and Z_FORM not in found and game.options["breakdown"] == "on"
        if unit.place != EXPECTED or unit.arrived == game.turn or not fits:
            return [Refusal("21.1.0", f"{called(game, name)} does not come in companies")]
        return []

    def carry_out(self, game: Gs, player: str, order: OfOne) -> None:
        """Its companies are expected in its place. [21.1.0] [18.4.0]"""
        name, unit = order.unit, unit_of(game, order.unit)
        made = forms(game, name)
        names = [next_name(game, name, form, place) for place, form in enumerate(made)]
        game.put(UNITS, name, replace(unit, place=BROKEN, steps=0, out=len(made)))
        for one in names:
            game.put(UNITS, one, replace(unit, steps=1, out=0))
        game.emit(Event("asset-split", "21.1.0", {"unit": name, "units": names}))
