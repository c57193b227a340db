"""Interception: fighters against missions that were seen early enough. [24.4] [24.4.1]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among, subsets
from grognard.kit.deeds import Answer, Questions
from grognard.kit.orders import OfMany
from grognard.systems.nextwar.aircraft import STRIKE as STRIKE_RATING
from grognard.systems.nextwar.aircraft import SUPPORT as SUPPORT_RATING
from grognard.systems.nextwar.airpower.melee import MOST, Fray, Group, break_off, fought, play_stage
from grognard.systems.nextwar.airpower.placing import Avoid, Engage, Pairing
from grognard.systems.nextwar.airpower.ranges import reaches
from grognard.systems.nextwar.airpower.shots import (
    DOGFIGHT,
    STAGES,
    air_rating,
    bracketed,
    fires,
    may_hit,
)
from grognard.systems.nextwar.airpower.sorties import by_rating
from grognard.systems.nextwar.airpower.wings import (
    READY,
    aloft,
    carrier,
    depart,
    flown,
    is_wing,
    plane,
    put,
    ready,
    unveil,
    wing_of,
)
from grognard.systems.nextwar.defenses.detecting import Finding, detect
from grognard.systems.nextwar.defenses.package import LIFTS, MINES, SUPPORT, Package, weasels, where
from grognard.systems.nextwar.pieces.ships import sharing, ship_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.words import called

INTERCEPTORS = 2
"""How many may intercept one mission. [24.4]"""


@dataclass(frozen=True, slots=True)
class Sighted:
    """A mission after detection and interception: who is left of it, and how well it was seen.

    `empty` are strikers that dropped their load: they are there, but do not strike. [29.4] `fallen`
    were destroyed in air combat, `back` turned back. `met` were attacked. [24.4]
    """

    package: Package
    found: Finding
    empty: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    met: tuple[str, ...] = ()


def defend(game: Nw, packages: Sequence[Package]) -> Questions[list[Sighted]]:
    """What missions meet before they are fired at: detection of all, then all interceptors, then
    every interception. [24.1] [24.4]

    Wild Weasel missions go through it one by one. [23.3]
    """
    sighted = [Sighted(package, detect(game, package)) for package in packages]
    sent: list[dict[str, str]] = []
    for one in sighted:
        sent.append((yield from allocate(game, one.package, one.found)))
    for package in packages:
        unveil(game, package.units)
    done = []
    for one, fighters in zip(sighted, sent, strict=True):
        done.append((yield from intercept(game, one, fighters)) if fighters else one)
    return done


# ---- who intercepts


def able(game: Nw, package: Package, found: Finding) -> list[str]:
    """The fighters that could intercept a mission; none, if it was not seen early. [24.4]"""
    if not found.early:
        return []
    enemy = game.scenario.other(package.side)
    return [
        name
        for name in (*aloft(game, enemy), *ready(game, enemy))
        if not _why_not(game, package, name)
    ]


def _why_not(game: Nw, package: Package, name: str) -> str:
    """Why a fighter cannot intercept a mission; empty if it can.

    [24.4] [22.4-p2] [22.6.7] [17.1.4-2]
    """
    enemy = game.scenario.other(package.side)
    if not is_wing(game, name) or plane(game, name).side != enemy:
        return "it is no air unit of this side"
    if bracketed(game, name) or not air_rating(game, name):
        return "it cannot fire in the air"
    if name in ready(game, enemy) and package.fleet and _beside(game, package, name):
        return ""
    if name not in aloft(game, enemy):
        return "it is not in the Air Superiority Box"
    if package.fleet and _far_out(game, package):
        return "the ships are too far out for anybody but their carriers' own"
    return "" if reaches(game, name, package.target, package.box) else "it is out of range"


def _far_out(game: Nw, package: Package) -> bool:
    """Whether ships are attacked in an At Sea Box. [17.1.4-2]"""
    box = game.board.boxes.get(package.box)
    return box is not None and box.kind == "at_sea"


def _beside(game: Nw, package: Package, name: str) -> bool:
    """Whether a unit's carrier lies where the attacked ships are, or, like them, in an All-Sea hex
    of the map. [17.1.4-2]"""
    ship = carrier(game, name)
    if not ship:
        return False
    if package.target >= 0 and ship_of(game, ship).hex >= 0:
        return True
    side = plane(game, name).side
    return ship in sharing(game, side, package.target, package.box)


class Intercept(Answer[Nw, OfMany]):
    """Sending fighters against a mission that was seen early: two at most. [24.4]"""

    do, rule, order = "intercept", "24.4", OfMany
    title, phrase = "Intercept", ("{units}", "let it pass")

    def __init__(self, package: Package, names: Sequence[str]) -> None:
        self.package, self.names = package, names

    def against(self, game: Nw, player: str, order: OfMany) -> list[Refusal]:
        """Who can, and how many."""
        for name in order.units:
            why = _why_not(game, self.package, name)
            if why or order.units.count(name) > 1:
                text = f"{called(game, name)} cannot intercept: {why or 'it is named twice'}"
                return [Refusal(self.rule, text)]
        if len(order.units) > INTERCEPTORS:
            return [Refusal(self.rule, f"at most {INTERCEPTORS} air units intercept one mission")]
        return []

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[OfMany]:
        """Nobody, everybody alone, and every two of them."""
        for some in subsets(self.names, 0, INTERCEPTORS):
            yield OfMany(some)

    def stake(self, game: Nw, player: str, order: OfMany | None) -> Sequence[str]:
        """Who comes, as far as one knows. [29.2.1]"""
        facts = known(game, self.package)
        if "units" in facts:
            planes = [name for name in self.package.units if name != MINES]
            if not planes:
                return ("it lays mines [23.6]",)
            counted = Counter(called(game, name) for name in planes)
            crowd = ", ".join(f"{n} {name}" for name, n in counted.items())
            return (f"it {'carries' if self.package.kind in LIFTS else 'is flown by'} {crowd}",)
        among = ("Wild Weasels are among them [29.2.1]",) if facts["weasels"] else ()
        return (f"{facts['count']} aircraft fly in it [29.2.1]", *among)


def allocate(game: Nw, package: Package, found: Finding) -> Questions[dict[str, str]]:
    """Ask who intercepts a mission; gives the fighters, each with the box it came from. [24.4]"""
    names, enemy = able(game, package, found), game.scenario.other(package.side)
    if not names:
        return {}
    best, at = by_rating(game, names)[::-1], where(game, package)
    order = yield from Intercept(package, names).chosen(
        game, enemy, "intercept", f"A mission against {at} is detected early: who intercepts it?",
        {
            "two best": OfMany(tuple(best[:INTERCEPTORS])), "the best": OfMany(tuple(best[:1])),
            "nobody": OfMany(()),
        },
        context=lambda: known(game, package), slight=True,
    )  # fmt: skip
    chosen = order.units
    origin = {name: wing_of(game, name).place for name in chosen}
    depart(game, chosen)
    if chosen:
        facts = {"side": enemy, "units": list(chosen), "at": at}
        game.emit(Event("interceptors", "24.4", facts))
    return origin


def known(game: Nw, package: Package) -> dict[str, object]:
    """What the intercepting player knows of a mission: everything, or under the fog of war how
    many fly in it, and whether Wild Weasels do. [29.2.1]"""
    facts: dict[str, object] = {
        "at": where(game, package), "count": len(package.units),
        "weasels": weasels(game, package) > 0,
    }  # fmt: skip
    if game.options["air-fog"] != "on":
        facts["units"] = list(package.units)
    return facts


# ---- the fight


def intercept(game: Nw, one: Sighted, origin: dict[str, str]) -> Questions[Sighted]:
    """Interceptor combat, stage by stage, until the dogfight is over. [24.4.1] [24.4.1-1]"""
    package, fighters = one.package, tuple(origin)
    enemy = game.scenario.other(package.side)
    kind = SUPPORT_RATING if package.kind == SUPPORT else STRIKE_RATING
    flying = [name for name in package.strikers if is_wing(game, name)]
    fray = Fray(
        (enemy, package.side), loaded=frozenset(flying), needs=dict.fromkeys(flying, kind),
        rule="24.4.1-1",
    )  # fmt: skip
    empty: frozenset[str] = frozenset()
    met: frozenset[str] = frozenset()
    for stage in STAGES:
        fray = yield from close_in(game, fray, package, fighters, stage, met)
        met |= fray.engaged
        if not fought(game, fray, stage):
            continue
        dropped = yield from jettison(game, fray, package)
        empty, fray = empty | dropped, replace(fray, loaded=fray.loaded - dropped)
        fray = yield from play_stage(game, fray, stage)
        for side in fray.sides:
            names = still_there(fray, package, fighters, stage)
            fray = yield from break_off(game, fray, side, names, "24.4.1-6")
    for name in fighters:
        if name not in fray.out:
            land(game, package, name)
    for name in package.escorts:
        if name not in fray.out:
            flown(game, name)  # [24.4.1-5]
    left = package.without(*fray.out, *package.escorts)
    back = tuple(n for n in package.units if n in fray.out - fray.fallen)
    fallen = tuple(n for n in package.units if n in fray.fallen)
    return replace(
        one, package=left, empty=tuple(n for n in left.strikers if n in empty), fallen=fallen,
        back=back, met=tuple(n for n in left.strikers if n in met),
    )  # fmt: skip


def land(game: Nw, package: Package, name: str) -> None:
    """An interceptor comes home: to Flown, but a carrier's own from over the ships to Ready,
    wherever it came from. [24.4.1-5] [17.1.4-2]"""
    if package.fleet and carrier(game, name):
        put(game, name, READY)
    else:
        flown(game, name)


def still_there(fray: Fray, package: Package, fighters: Sequence[str], stage: str) -> list[str]:
    """Those who may give up after a round; after the last only who has yet to strike. [24.4.1-6]"""
    names = package.units if stage == DOGFIGHT else (*fighters, *package.units)
    gone = fray.out | ({*package.escorts} if stage == DOGFIGHT else set())
    return [name for name in names if name not in gone]


def close_in(
    game: Nw, fray: Fray, package: Package, fighters: Sequence[str], stage: str,
    met: frozenset[str],
) -> Questions[Fray]:  # fmt: skip
    """Who engages whom in a round: interceptors choose, then escorts that are free; only those who
    can fire in it. [24.4.1-2] [24.4.1-3]"""
    for name in fighters:
        if _free(game, fray, name, stage):
            again = name in met
            foes = prey(game, fray, package, name, stage, again)
            if foes and again:
                fray = yield from _cover(game, fray, name, foes)
            elif foes:
                foe = yield from _whom(game, name, foes)
                fray = engage(game, fray, name, foe)
    for name in package.escorts:
        if _free(game, fray, name, stage):
            foes = [f for f in fighters if f not in fray.out and may_hit(game, f, stage)]
            foes = [foe for foe in foes if _room(fray, foe)]
            if foes:
                fray = yield from _cover(game, fray, name, foes)
    return fray


def _free(game: Nw, fray: Fray, name: str, stage: str) -> bool:
    return name not in fray.out | fray.engaged and fires(game, name, stage)


def prey(game: Nw, fray: Fray, package: Package, name: str, stage: str, again: bool) -> list[str]:
    """Whom an interceptor may engage: escorts that nobody has engaged come first; one who has got
    rid of his opponent is free to go for anybody. [24.4.1-2] [24.4.1-3]"""
    there = [foe for foe in package.units if foe not in fray.out]
    waiting = [foe for foe in there if foe in package.escorts and foe not in fray.engaged]
    if waiting and not again:
        there = waiting
    return [foe for foe in there if may_hit(game, foe, stage) and _room(fray, foe)]


def _room(fray: Fray, foe: str) -> bool:
    """Whether one more can be engaged with somebody: three units at most, two against one.
    [22.6.4]"""
    for group in fray.groups:
        if foe in group.units:
            return len(group.units) < MOST and len(group.foes(foe)) == 1
    return True


def engage(game: Nw, fray: Fray, name: str, foe: str) -> Fray:
    """Somebody goes for somebody: into his engagement, or into a new one."""
    facts = {"side": plane(game, name).side, "unit": name, "enemy": foe}
    game.emit(Event("engagement", "24.4.1-2", facts))
    for group in fray.groups:
        if foe in group.units:
            joined = group.joined(name, foe)
            return replace(fray, groups=tuple(joined if g is group else g for g in fray.groups))
    ours = plane(game, name).side == fray.sides[0]
    group = Group((name,), (foe,)) if ours else Group((foe,), (name,))
    return replace(fray, groups=(*fray.groups, group))


def _whom(game: Nw, name: str, foes: Sequence[str]) -> Questions[str]:
    """An interceptor chooses. [24.4.1-2]"""
    if len(foes) == 1:
        return foes[0]
    ranked = sorted(foes, key=lambda foe: (air_rating(game, foe), foes.index(foe)))
    order = yield from Engage([name], foes, "24.4.1-2").chosen(
        game, plane(game, name).side, "interception", f"Whom does {called(game, name)} engage?",
        {"weakest": Pairing(name, ranked[0]), "strongest": Pairing(name, ranked[-1])}, slight=True,
    )  # fmt: skip
    return order.enemy


def _cover(game: Nw, fray: Fray, name: str, foes: Sequence[str]) -> Questions[Fray]:
    """Who is free may go for somebody else, or hold back. [24.4.1-2] [24.4.1-3]"""
    join, hold = Engage([name], foes, "24.4.1-2"), Avoid()
    strong = max(foes, key=lambda foe: (air_rating(game, foe), -foes.index(foe)))
    answer = yield join.ask(
        game, plane(game, name).side, "free fighter", f"Whom does {called(game, name)} engage?",
        {"strongest": Pairing(name, strong)}, also=(hold,), slight=True,
    )  # fmt: skip
    if answer["do"] == Avoid.do:
        return fray
    return engage(game, fray, name, join.order_of(game, answer).enemy)


class Jettison(Among[Nw, OfMany]):
    """Dropping the load to fight without it, or keeping it to strike. [29.4]"""

    do, rule, order = "jettison", "29.4", OfMany
    title, phrase = "Drop the load", ("{units}", "nobody drops his load")


def jettison(game: Nw, fray: Fray, package: Package) -> Questions[frozenset[str]]:
    """Strikers that are engaged may drop their load. [29.4]"""
    if game.options["jettison"] != "on":
        return frozenset()
    names = [
        name
        for name in package.strikers
        if name in fray.loaded & fray.engaged and not bracketed(game, name)
    ]
    if not names:
        return frozenset()
    order = yield from Jettison([OfMany(some) for some in subsets(names)]).chosen(
        game, package.side, "jettison", "Who drops his load?",
        {"nobody": OfMany(()), "all": OfMany(tuple(names))}, slight=True,
    )  # fmt: skip
    if order.units:
        facts = {"side": package.side, "units": list(order.units)}
        game.emit(Event("jettison", "29.4", facts))
    return frozenset(order.units)
