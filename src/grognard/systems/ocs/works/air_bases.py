"""Air Bases: facilities of three levels, and strips. [15.0]

Neither they nor the aircraft on them need trace supply or suffer attrition. [15.0d]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex
from grognard.systems.ocs import forms
from grognard.systems.ocs.forms import Party
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.results import cost_of, number
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SITES
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.supply.expenses import PaidVerb
from grognard.systems.ocs.supply.paying import Payment
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.works.construction import Construction
from grognard.table.worded import Hand

NONE, STRIP, LOWEST, HIGHEST = -1, 0, 1, 3
"""No base, a strip, and the levels of bases. [15.0] [15.2]"""


# ---- what they can do


def level(game: Ocs, h: int) -> int:
    """The level of the Air Base in a hex: 0 for a strip, -1 for none. [15.0] [15.2]"""
    return stacks.site_at(game, h).base


def owner(game: Ocs, h: int) -> str:
    """Whose Air Base is in a hex; empty if there is none."""
    site = stacks.site_at(game, h)
    return site.base_owner if site.base >= STRIP else ""


def operational(game: Ocs, h: int, side: str) -> bool:
    """Whether a side has a base or strip in a hex that its aircraft can use."""
    return owner(game, h) == side


def capacity(game: Ocs, h: int) -> int:
    """The Active aircraft that may stand there: four, and one for each level. [15.0b(D)]

    A strip holds four. [15.2(C)]
    """
    return _table(game, h, "stacking")


def based(game: Ocs, h: int, side: str) -> list[str]:
    """A side's aircraft on the base of a hex, as its card would list them. [15.5]

    Those aboard ships in the hex are not on it.
    """
    return [k for k in stacks.air_at(game, h, side) if not game.state[AIR][k].carrier]


def active(game: Ocs, h: int, side: str) -> list[str]:
    """A side's Active aircraft on the base of a hex."""
    return [key for key in based(game, h, side) if game.state[AIR][key].active]


def room(game: Ocs, h: int, side: str) -> int:
    """How many more aircraft may be Active on a side's base. [15.0b(D)]"""
    return max(0, capacity(game, h) - len(active(game, h, side)))


def refits(game: Ocs, h: int) -> int:
    """The aircraft it refits in a phase: two for each level, one on a strip.

    [15.0b(A)] [15.2(A)]
    """
    return _table(game, h, "refit")


def flak(game: Ocs, h: int) -> int:
    """What it adds to flak rolls: its level; a strip nothing. [15.0b(B)] [15.2(F)]"""
    return _table(game, h, "flak")


def unloading(game: Ocs, h: int) -> int:
    """The tokens that transports may unload there in a Movement Segment: two for each level.

    Two on a strip. [15.0b(C)] [15.2(B)]
    """
    return _table(game, h, "unload")


def unloading_left(game: Ocs, h: int) -> int:
    """What is left of that in this segment. [15.0b(C)]"""
    site = stacks.site_at(game, h)
    used = site.unloaded if site.landed_in == phase_start(game) else 0
    return max(0, unloading(game, h) - used)


def _table(game: Ocs, h: int, column: str) -> int:
    found = level(game, h)
    return number(game.scenario.tables, "air-bases", found, column) if found >= STRIP else 0


# ---- what happens to them


def reduce(game: Ocs, h: int, levels: int, rule: str) -> int:
    """Take levels off a base, never below the first; a strip is not reduced. Gives those taken.

    [15.0c] [15.2(E)]
    """
    site = stacks.site_at(game, h)
    if site.base <= LOWEST or levels <= 0:
        return 0
    left = max(LOWEST, site.base - levels)
    game.put(SITES, h, replace(site, base=left))
    label = game.board.label(h)
    game.emit(Event("base-reduced", rule, {"hex": label, "level": left}))
    return site.base - left


# ---- building and pulling down


def _set(game: Ocs, h: int, new: int, side: str, rule: str) -> None:
    """A base has another level. Both sides see it."""
    site, label = stacks.site_at(game, h), game.board.label(h)
    game.put(SITES, h, replace(site, base=new, base_owner=side, base_worked=phase_start(game)))
    facts = {"hex": label, "level": new, "side": side}
    game.emit(Event("base", rule, facts))


def _why_not_own(game: Ocs, player: str, h: int, rule: str) -> list[Refusal]:
    """One base a hex, whoever has it [15.0a], and one level a phase. [15.3] [15.4]"""
    site, label = stacks.site_at(game, h), game.board.label(h)
    if site.base >= STRIP and site.base_owner != player:
        return [Refusal("15.0a", f"there is an Air Base of the enemy in {label}, and one is all")]
    if site.base_worked == phase_start(game):
        return [Refusal(rule, f"the base in {label} has been worked on in this phase")]
    return []


class BuildBase(Construction):
    """Build an Air Base of the first level, or improve one by a level: engineers alone. [15.3]

    A strip becomes a base for the rest of the price. [15.2(D)]
    """

    do, rule = "build-base", "15.3"
    title, phrase = "Build an Air Base", "{units} build up the Air Base in {hex}"
    stakes = "price"
    labour = False

    def why_site(self, game: Ocs, player: str, h: int) -> list[Refusal]:
        """Up to the third level, one level a phase. [15.3] [15.0a]"""
        if level(game, h) >= HIGHEST:
            text = f"the Air Base in {game.board.label(h)} has level {HIGHEST}, the highest"
            return [Refusal("15.3", text)]
        return _why_not_own(game, player, h, "15.3")

    def price(self, game: Ocs, player: str, h: int) -> int:
        """One SP [15.3], less what a strip has cost. [15.2(D)]"""
        tables = game.scenario.tables
        paid = cost_of(tables, "air_strip") if level(game, h) == STRIP else 0
        return cost_of(tables, "air_base") - paid

    def finish(self, game: Ocs, player: str, h: int) -> None:
        """One level more. [15.3]"""
        _set(game, h, max(level(game, h), STRIP) + 1, player, "15.3")


class BuildStrip(Construction):
    """Build an Air Strip, in games that allow it: engineers alone. [15.2(D)]"""

    do, rule = "build-strip", "15.2(D)"
    title, phrase = "Build an Air Strip", "{units} build an Air Strip in {hex}"
    stakes = "price"
    labour = False

    def why_site(self, game: Ocs, player: str, h: int) -> list[Refusal]:
        """Where the game allows strips, and there is no base yet. [15.2(D)] [15.0a]"""
        if not game.scenario.limits[player].strips:
            return [Refusal("15.2(A)", f"this game allows {player} no Air Strips")]
        if level(game, h) >= STRIP:
            label = game.board.label(h)
            return [Refusal("15.0a", f"there is an Air Base in {label} already, and one is all")]
        return _why_not_own(game, player, h, "15.3")

    def price(self, game: Ocs, player: str, h: int) -> int:
        """A token. [15.2(D)]"""
        return cost_of(game.scenario.tables, "air_strip")

    def finish(self, game: Ocs, player: str, h: int) -> None:
        """A strip is there. [15.2(D)]"""
        _set(game, h, STRIP, player, "15.2(D)")


class ReduceBase(Construction):
    """Reduce an Air Base of one's own by a level, for nothing. [15.4]"""

    do, rule = "reduce-base", "15.4"
    title, phrase = "Reduce an Air Base", "{units} pull down a level of the Air Base in {hex}"

    def why_site(self, game: Ocs, player: str, h: int) -> list[Refusal]:
        """Not below the first level [15.4], a strip not at all [15.2(E)], one level a phase."""
        found, label = level(game, h), game.board.label(h)
        if found == NONE or owner(game, h) != player:
            return [Refusal("15.4", f"there is no Air Base of {player} in {label}")]
        if found == STRIP:
            return [Refusal("15.2(E)", "an Air Strip is never reduced")]
        if found == LOWEST:
            return [Refusal("15.4", f"the Air Base in {label} has level {LOWEST}, the lowest")]
        return _why_not_own(game, player, h, "15.4")

    def hexes(self, game: Ocs, player: str) -> list[int]:
        """Where the player has bases."""
        return bases(game, player)

    def finish(self, game: Ocs, player: str, h: int) -> None:
        """One level less. [15.4]"""
        _set(game, h, level(game, h) - 1, player, "15.4")


def bases(game: Ocs, side: str) -> list[int]:
    """The hexes with a base or strip of a side."""
    sites = game.state[SITES].items()
    return sorted(h for h, site in sites if site.base >= STRIP and site.base_owner == side)


# ---- refitting


def inactive(game: Ocs, h: int, side: str) -> list[str]:
    """A side's Inactive aircraft on the base of a hex."""
    return [key for key in based(game, h, side) if not game.state[AIR][key].active]


@dataclass(frozen=True, slots=True)
class Service:
    """Aircraft, and the base that refits them; `pay` are the sources."""

    hex: Hex
    aircraft: Party
    pay: forms.Payment | None = None


class Refit(PaidVerb[Service]):
    """Refit aircraft on a base for one token: Inactive ones become Active. [15.1(B)] [2.3-refit]

    The weather has no say in it [15.1(D)]. It is the only supply aircraft ever need. [14.1d]
    """

    do, rule, order = "refit", "15.1(B)", Service
    title, phrase = "Refit aircraft", "Refit {aircraft} in {hex}"
    stakes, rank = "price", 11

    def against(self, game: Ocs, player: str, order: Service) -> list[Refusal]:
        """The base, the aircraft, and the token that it draws or has thrown to it. [12.9c]"""
        refusals = self.why_base(game, player, order.hex)
        refusals = refusals or self.why_aircraft(game, player, order.hex, order.aircraft)
        if not refusals:
            found = self.payment(game, player, order)
            refusals = [found] if isinstance(found, Refusal) else []
        return refusals

    def why_base(self, game: Ocs, player: str, h: int) -> list[Refusal]:
        """One's own, once a phase, and not in an enemy zone that nobody negates. [15.1(A)]

        Whatever the weather. [17.0d]
        """
        label = game.board.label(h)
        if not operational(game, h, player):
            return [Refusal("15.1(A)", f"there is no Air Base of {player} in {label}")]
        if stacks.site_at(game, h).refitted == phase_start(game):
            return [Refusal("15.1(A)", f"the base in {label} has refitted in this phase")]
        if zones.barred(game, zones.REFIT, h, player):  # [4.5a(H)]
            text = f"the base in {label} is in an enemy zone of control that nobody negates"
            return [Refusal("15.1(C)", text)]
        return []

    def why_aircraft(self, game: Ocs, player: str, h: int, names: Sequence[str]) -> list[Refusal]:
        """Inactive ones on the base, each counting one; two for each level. [15.1(B)] [15.0b(A)]

        No more become Active than the base holds. [15.0b(D)]
        """
        label, most = game.board.label(h), refits(game, h)
        known = inactive(game, h, player)
        wrong = [name for name in names if name not in known]
        if wrong:
            text = f"{', '.join(wrong)}: no Inactive aircraft of {player} in {label}"
            return [Refusal("15.1(B)", text)]
        if len(names) > most:
            rule = "15.2(A)" if level(game, h) == STRIP else "15.0b(A)"
            return [Refusal(rule, f"{label} refits {most} aircraft a phase, not {len(names)}")]
        if len(names) > room(game, h, player):
            rule = "15.2(C)" if level(game, h) == STRIP else "15.0b(D)"
            text = f"{label} holds {capacity(game, h)} Active aircraft, not more"
            return [Refusal(rule, text)]
        return []

    def payment(self, game: Ocs, player: str, order: Service) -> Payment | Refusal:
        """One token a base, whatever its level. [15.1(B)]"""
        tokens = cost_of(game.scenario.tables, "refit")
        wish = paying.as_wished(game, player, order.pay)
        return paying.settle(game, player, order.hex, tokens, paying.REFIT, (), wish)

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Whatever Inactive aircraft wait on a base."""
        return ("",) if self.waiting(game, player) else ()

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Service]:
        """At each base as many as can be, and each alone."""
        for h in self.waiting(game, player):
            yield from self.at(game, player, h)

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Service]:
        """At one base as many as can be, and each alone."""
        if self.why_base(game, player, h):
            return
        most = min(refits(game, h), room(game, h, player))
        names = inactive(game, h, player)
        crowd = [names[:most]] if min(most, len(names)) > 1 else []
        for chosen in [*crowd, *([name] for name in names)]:
            yield Service(h, tuple(chosen))

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Service]:
        """The aircraft in hand, at their base."""
        group = grouped(game, player, hand)
        if group.air and group.hex >= 0:
            yield Service(group.hex, group.air)

    def waiting(self, game: Ocs, player: str) -> list[int]:
        """The bases with Inactive aircraft that have not refitted."""
        now, sites = phase_start(game), game.state[SITES]
        return [
            h for h in bases(game, player) if sites[h].refitted != now and inactive(game, h, player)
        ]

    def carry_out(self, game: Ocs, player: str, order: Service) -> None:
        """Pay, and turn the aircraft up; who negates a zone for it stays. [15.1(B)] [4.5b]"""
        h, names = order.hex, order.aircraft
        payment = self.payment(game, player, order)
        assert not isinstance(payment, Refusal)
        by = paying.sources(game, player, h, paying.REFIT)
        paying.pay(game, player, payment, paying.REFIT, self.rule, by)
        zones.lock(game, h, player)
        for name in names:
            game.put(AIR, name, replace(game.state[AIR][name], active=True))
        site = stacks.site_at(game, h)
        game.put(SITES, h, replace(site, refitted=phase_start(game)))
        label = game.board.label(h)
        facts = {"hex": label, "aircraft": list(names)}
        game.emit(Event("refit", self.rule, facts, seen_by=(player,)))
