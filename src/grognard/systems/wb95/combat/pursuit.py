"""Pursuit of a beaten enemy, and the advance into a hex he died in. [5.4]

The winner answers once: a path for each unit that follows. All who pursue follow one of the
retreat paths [5.4.3]; who advances into a hex emptied by losses chooses among such hexes. [5.4.10]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.chance import shuffled
from grognard.kit.deeds import Answer
from grognard.kit.retreat import Path, Paths, Ways
from grognard.systems.wb95.combat.retreat import tell_way
from grognard.systems.wb95.combat.routes import (
    Goals,
    Going,
    concerned,
    first,
    goals_of,
    overstacked,
    passable,
    room_for,
    told,
)
from grognard.systems.wb95.fighting import disorganisation
from grognard.systems.wb95.fighting.force import Force
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.movement import overrun
from grognard.systems.wb95.movement.marching import step_into
from grognard.systems.wb95.pieces.stacks import holder, in_zone, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import WORKS
from grognard.systems.wb95.units import MAP, UNITS


@dataclass(frozen=True)
class Trail:
    """One way to follow: the emptied hex, then the hexes the enemy retreated through.

    A trail of the emptied hex alone leads to where enemies died: one hex more may be entered.
    """

    hexes: Path

    @property
    def fatal(self) -> bool:
        """Whether the enemy died here instead of retreating. [5.4.10]"""
        return len(self.hexes) == 1


class Pursuit(Answer[Wb, Going]):
    """The answer of the side that may pursue; no path at all is to decline. [5.4.1]"""

    do, rule, order = "pursue", "5.4.1", Going
    title, phrase, hint = "Pursue", "{told}", "pursue ID HEX …"
    few = True

    def __init__(self, game: Wb, side: str, units: tuple[str, ...], trails: tuple[Trail, ...]):
        self.side, self.units, self.trails = side, units, trails
        self.enemy, self.room = game.scenario.other(side), room_for(game, side)
        self.longest = max(2 if trail.fatal else len(trail.hexes) - 1 for trail in trails)

    # ---- may I?

    def against(self, game: Wb, player: str, order: Going) -> list[Refusal]:
        """Every path by itself, then all on one trail, then stacking and headquarters."""
        strange = [self.unfit(game, name) for name in order.paths if name not in self.units]
        return strange or self.refusals(game, order.gone)

    def refusals(self, game: Wb, paths: Paths) -> list[Refusal]:
        """What is wrong with the paths of an answer."""
        found = [refusal for name in paths if (refusal := self.wrong(game, name, paths[name]))]
        return found or self.divided(game, paths) or self.crowded(game, paths)

    def unfit(self, game: Wb, name: str) -> Refusal:
        """Why a unit cannot pursue. [5.4.9] [15.2.1] [14.3.4]"""
        known = ", ".join(self.units)
        counter = game.scenario.counters.get(name)
        if counter is None or counter.side != self.side or unit_of(game, name).place != MAP:
            return Refusal("5.4.1", f"{name!r} cannot pursue here; {known} can")
        rule = bound(game, name) or "5.4.1"
        return Refusal(rule, f"{name} cannot pursue; {known} can")

    def wrong(self, game: Wb, name: str, path: Path) -> Refusal | None:
        """The first reason why a path fits no trail at all."""
        reasons = [self.off_trail(game, name, path, trail) for trail in self.trails]
        if None in reasons:
            return None
        return next((reason for reason in reasons if reason and reason.rule != "5.4.4"), reasons[0])

    def off_trail(self, game: Wb, name: str, path: Path, trail: Trail) -> Refusal | None:
        """Why a path does not follow a trail, if so. [5.4.2] [5.4.4] [5.4.6]"""
        board, first = game.board, trail.hexes[0]
        if path[0] != first:
            text = f"{name} must enter {board.label(first)} first, which the enemy left"
            return Refusal("5.4.4", text)
        if len(set(path)) < len(path):
            return Refusal("5.4.2", f"{name} would enter a hex twice")
        for a, b in pairwise((unit_of(game, name).hex, *path)):
            barred = self.barred(game, name, a, b)
            if barred:
                return barred
        halt = next((h for h in path[:-1] if self.halts(game, trail, h)), None)
        if halt is not None:
            text = f"{name} must stop in {board.label(halt)}, in an enemy zone of control"
            return Refusal("5.4.10", text)
        if trail.fatal:
            return self.beyond_advance(name, path)
        return self.beyond_pursuit(game, name, path, trail)

    def halts(self, game: Wb, trail: Trail, h: int) -> bool:
        """Whether an enemy zone ends the way: never a pursuit, but always an advance. [5.4.5]"""
        return trail.fatal and masking.zone_certain(game, self.side, h)

    def barred(self, game: Wb, name: str, a: int, b: int) -> Refusal | None:
        """Impassable ground and standing enemies stop anybody; points and zones do not. [5.4.7]"""
        label = game.board.label
        if not game.board.adjacent(a, b):
            return Refusal("5.4.2", f"{label(b)} is not next to {label(a)}")
        if not passable(game, name, a, b):
            return Refusal("5.4.7", f"{name} cannot enter {label(b)}: impassable")
        if holder(game, b) == self.enemy and not defenceless(game, self.side, b):
            return Refusal("3.1.8", f"the enemy is still in {label(b)}")
        return None

    def beyond_pursuit(self, game: Wb, name: str, path: Path, trail: Trail) -> Refusal | None:
        """Why a pursuit goes too far or too wide. [5.4.2] [5.4.6] [5.4.8]"""
        board, retreated = game.board, len(trail.hexes) - 1
        if len(path) > retreated:
            text = f"{name} may pursue {retreated} hexes, as far as the enemy retreated"
            return Refusal("5.4.6", text)
        stray = self.stray(game, path, trail)
        if stray is not None:
            text = f"{board.label(stray)} is more than one hex off the enemy's path"
            if game.options["pursuit-width"] == "last-hex":
                text = (
                    f"{board.label(stray)} is off the enemy's path, and the last hex alone may be"
                )
            return Refusal("5.4.2", text)
        steps = pairwise((unit_of(game, name).hex, *path[:-1]))
        if any(game.scenario.ground.big_river(a, b) for a, b in steps):
            return Refusal("5.4.8", f"{name} must stop after crossing the big river")
        return None

    def stray(self, game: Wb, path: Path, trail: Trail) -> int | None:
        """The first hex of a pursuit that leaves the enemy's path too far. [5.4.2]

        Every hex may be one beside the path; by the option a pursuit follows it step by step and
        leaves it with the last step only.
        """
        if game.options["pursuit-width"] == "last-hex":
            pairs = zip(path[:-1], trail.hexes, strict=False)
            return next((h for h, on in pairs if h != on), None)
        near = game.board.distance
        return next((h for h in path if min(near(h, on) for on in trail.hexes) > 1), None)

    def beyond_advance(self, name: str, path: Path) -> Refusal | None:
        """Why an advance goes too far: any one hex more, the one it came from included. [5.4.10]

        A unit may always enter one hex that it can enter at all, so its points do not matter, and
        guns or headquarters alone in it fall for no price: that is asked in the Movement Phase
        only. [6.1.7] [9.1.5]
        """
        if len(path) > 2:
            text = f"{name} may go one hex beyond the emptied hex, not {len(path) - 1}"
            return Refusal("5.4.10", text)
        return None

    def divided(self, game: Wb, paths: Paths) -> list[Refusal]:
        """Refuse to pursue along several retreat paths at once. [5.4.3]"""
        following = [
            name
            for name, path in paths.items()
            if not any(t.fatal and not self.off_trail(game, name, path, t) for t in self.trails)
        ]
        trails = [trail for trail in self.trails if not trail.fatal]
        if not following or any(
            all(not self.off_trail(game, name, paths[name], trail) for name in following)
            for trail in trails
        ):
            return []
        return [Refusal("5.4.3", f"{', '.join(following)} must all follow one of the paths")]

    def crowded(self, game: Wb, paths: Paths) -> list[Refusal]:
        """Too many levels at the end [3.2.1], or a headquarters that goes where nobody leads."""
        refusals = overstacked(game, self.room, paths, "3.2.1")
        leaders = [path for name, path in paths.items() if not counter_of(game, name).hq]
        for name, path in paths.items():
            if counter_of(game, name).hq and not any(p[: len(path)] == path for p in leaders):
                text = f"{name} can only go along with a unit that pursues"
                refusals.append(Refusal("5.4.1", text))
        return refusals

    # ---- what may I?

    def paths_of(self, game: Wb, name: str) -> list[Path]:
        """Every path of a unit that fits some trail, short ones first."""
        at = unit_of(game, name).hex
        ways = Ways(game.board, at, lambda path, b: not self.wrong(game, name, (*path, b)))
        return ways.up_to(self.longest)

    def chase(self, paths: Paths) -> Going:
        """The order of these paths: only those who go, as they stand in the battle."""
        return Going({name: paths[name] for name in self.units if paths.get(name)})

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Declining, and every combination of paths that goes together."""
        choices = [[(), *self.paths_of(game, name)] for name in self.units]
        for chosen in product(*choices):
            paths = {name: path for name, path in zip(self.units, chosen, strict=True) if path}
            if not self.divided(game, paths) and not self.crowded(game, paths):
                yield self.written(game, self.chase(paths))

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """Some of the units, each on a path drawn by lot, as long as they go together."""
        paths: dict[str, Path] = {}
        for name in rng.sample(self.units, rng.randint(0, len(self.units))):
            path = self.stroll(game, name, rng)
            tried = {**paths, name: path}
            if path and not self.divided(game, tried) and not self.crowded(game, tried):
                paths = tried
        return self.written(game, self.chase(paths))

    def stroll(self, game: Wb, name: str, rng: random.Random) -> Path:
        """A path of some length, step by step."""
        path: Path = ()
        for _ in range(rng.randint(1, self.longest)):
            at = path[-1] if path else unit_of(game, name).hex
            ways = ((*path, b) for b in shuffled(game.board.around(at), rng))
            way = next((way for way in ways if not self.wrong(game, name, way)), None)
            if way is None:
                break
            path = way
        return path

    def entries(self, game: Wb, name: str) -> list[Path]:
        """The emptied hexes that a unit could enter."""
        first = dict.fromkeys((trail.hexes[0],) for trail in self.trails)
        return [path for path in first if not self.wrong(game, name, path)]

    def as_far(self, game: Wb, name: str, path: Path) -> Path:
        """The part of an advance that a zone of control unknown until then leaves. [5.4.10]

        It ends where the zone is, or does not begin if there is no room to stop there.
        """
        first = path[0]
        fatal = any(trail.fatal and trail.hexes[0] == first for trail in self.trails)
        if len(path) == 1 or not fatal or not in_zone(game, first, self.enemy):
            return path
        label = game.board.label(first)
        game.reveal(self.side)
        facts = {"side": self.side, "hexes": [label], "to": "pursuit"}
        game.emit(Event("zone found", "5.4.10", facts))
        return path[:1] if self.room.fits(first, {name: path[:1]}) else ()

    # ---- pointing

    def actors(self, game: Wb, player: str) -> Sequence[str]:
        """Who may pursue."""
        return self.units

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Going]:
        """A unit along each path that it may follow, the others stay. [5.4.1]"""
        for path in self.paths_of(game, actor):
            yield Going({actor: path})

    def stake(self, game: Wb, player: str, order: Going | None) -> Sequence[str]:
        """How far one may go."""
        far = f"{self.longest} hex{'es' * (self.longest > 1)}"
        if all(trail.fatal for trail in self.trails):
            return (f"whoever advances goes up to {far}, into the emptied hex first",)
        return (f"whoever follows goes up to {far}, all along one way of the enemy's",)

    def sent(self, game: Wb, goals: Goals) -> Going:
        """Those named to their hexes by the shortest way; the others stay."""
        concerned(self.units, goals, "5.4.1")
        paths: dict[str, Path] = {}
        for name, to in goals:
            ways = [path for path in self.paths_of(game, name) if path[-1] == to]
            paths[name] = first(game, ways, name, to, "5.4.2")
        return self.chase(paths)

    def typed(self, game: Wb, player: str, words: Sequence[str]) -> Going:
        """Names and hexes by turns."""
        return self.sent(game, goals_of(game, words))

    def details(self, game: Wb, order: Going) -> Mapping[str, str]:
        """Who goes where."""
        return {"told": "; ".join(told(game, order.paths, "goes")) or "nobody follows"}

    # ---- standing answers

    def advance(self, game: Wb) -> Going:
        """Everybody into an emptied hex, while there is room."""
        paths: dict[str, Path] = {}
        for name in sorted(self.units, key=lambda n: counter_of(game, n).hq):
            for path in self.entries(game, name):
                tried = {**paths, name: path}
                if not self.divided(game, tried) and not self.crowded(game, tried):
                    paths = tried
                    break
        return self.chase(paths)


def bound(game: Wb, name: str) -> str:
    """The rule that keeps a unit from pursuing, if one does. [5.4.9] [15.2.1] [14.3.4]"""
    counter = counter_of(game, name)
    if counter.towed:
        return "5.4.9"
    if counter.type == "RG":
        return "15.2.1"
    return "14.3.4" if name in game.state[WORKS] else ""


def defenceless(game: Wb, side: str, h: int) -> bool:
    """Whether a side knows that only guns or headquarters are in an enemy hex. [6.1.7] [9.1.5]"""
    return overrun.helpless(game, h) and masking.counted(game, side, h)


def trails(game: Wb, loser: Force, winner: str, gone: Paths) -> tuple[Trail, ...]:
    """Every way the winner may follow. [5.4.1] [5.4.3] [5.4.10]

    A hex must be empty of enemies who could hold it: guns and headquarters left behind do not.
    """
    found: dict[Path, None] = {}
    for name in loser.units:
        h = loser.origin[name]
        if holder(game, h) == loser.side and not defenceless(game, winner, h):
            continue
        if name in gone:
            found[(h, *gone[name])] = None
        elif unit_of(game, name).place != MAP and not _left(loser, gone, h):
            found[(h,)] = None
    return tuple(Trail(hexes) for hexes in found)


def _left(loser: Force, gone: Paths, h: int) -> bool:
    """Whether somebody retreated from a hex, so that it was not emptied by death alone."""
    return any(loser.origin[name] == h for name in gone)


def fit(game: Wb, winner: Force) -> tuple[str, ...]:
    """Who may pursue: the units of the battle, and headquarters stacked with them. [5.4.1]

    A headquarters takes part in pursuit in the example of 14.3.2, although it never attacks.
    """
    alive = winner.alive(game)
    hexes = {unit_of(game, name).hex: None for name in alive if not bound(game, name)}
    companions = [
        name
        for h in hexes
        for name in units_at(game, h)
        if counter_of(game, name).hq and name not in alive
        if unit_of(game, name).fought != game.serial  # [5.1.1]
    ]
    return tuple(name for name in (*alive, *companions) if not bound(game, name))


def pursue(game: Wb, winner: Force, loser: Force, gone: Paths) -> Procedure:
    """The winner may follow the enemy who retreated or take the place of the dead. [5.4.1]"""
    open_trails, units = trails(game, loser, winner.side, gone), fit(game, winner)
    if not open_trails or not units:
        return
    offer = Pursuit(game, winner.side, units, open_trails)
    if not any(offer.entries(game, name) for name in units if not counter_of(game, name).hq):
        return
    label = game.board.label
    answer = yield offer.ask(
        game,
        winner.side,
        offer.do,
        "pursue the enemy, or decline",
        {"decline": Going({}), "advance": lambda: offer.advance(game)},
        context=lambda: {
            "units": list(units),
            "trails": [[label(h) for h in trail.hexes] for trail in open_trails],
        },
    )
    paths = offer.order_of(game, answer).gone
    for name in sorted(paths, key=lambda n: (counter_of(game, n).hq, units.index(n))):
        follow(game, name, offer.as_far(game, name, paths[name]))


def follow(game: Wb, name: str, path: Path) -> None:
    """Take a pursuing unit along its path; guns and headquarters it meets fall. [6.1.7] [9.1.5]

    A headquarters that goes along has been in the combat: once in a phase is all [5.1.1], and it
    makes no strategic movement afterwards [12.1.2].
    """
    for h in path:
        overrun.run_over(game, name, h)
        step_into(game, name, h)
    unit = unit_of(game, name)
    if unit.fought != game.serial:
        game.put(UNITS, name, replace(unit, fought=game.serial))
    disorganisation.disturb(game, name)
    tell_way(game, "pursuit", name, path, "5.4.1")
