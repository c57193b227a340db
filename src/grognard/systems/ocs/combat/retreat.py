"""Retreats: the owner takes his units back, hex by hex, with all that befalls them. [9.12]

Units of one hex retreat together or apart, all of them the same number of hexes. Whoever cannot is
eliminated; whoever comes into an enemy zone, or two hexes far, is disorganised, and so is everybody
he meets there. [9.12a] [9.12e]
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import canonical, replace
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer, Questions
from grognard.kit.forms import Paths as PathsOf
from grognard.kit.forms import Pieces
from grognard.kit.retreat import Path
from grognard.systems.ocs.combat.capture import arrive
from grognard.systems.ocs.combat.ways_back import Flight, Paths, WaysBack, flipped, mobile
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.forms import listed
from grognard.systems.ocs.modes.modes import disorganise
from grognard.systems.ocs.movement.breakdowns import Detach
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.losses import alive, choose
from grognard.systems.ocs.pieces.names import names as names_of
from grognard.systems.ocs.pieces.stacking import eliminate
from grognard.systems.ocs.pieces.values import steps_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import TRANSPORT
from grognard.systems.ocs.units import DG, MAP, UNITS

RETREAT = "retreat"
SAFEST, ALONE = "safest way", "safest way, nobody joins"

Dislike = Callable[[Sequence[str], Path], Any]


@dataclass(frozen=True, slots=True)
class Flights:
    """The hexes for each who retreats, without the one they leave; `lost` names those who cannot
    get away: they go as far as their path says and die there."""

    paths: PathsOf
    lost: Pieces = ()


class Retreat(Answer[Ocs, Flights]):
    """The ways of all who must retreat from one hex, and of those who join them. [9.12c] [9.12d]"""

    do, rule, order = "retreat", "9.12c", Flights
    title, role = "Retreat", "march"
    phrase = ("Retreat: {flights}", "Nobody retreats")

    def __init__(self, game: Ocs, flight: Flight) -> None:
        self.game, self.flight = game, flight
        self.back = WaysBack(game, flight)
        self.trucks = tagalong_trucks(game, flight)
        self.others = tagalong_units(game, flight)

    def details(self, game: Ocs, order: Flights) -> Mapping[str, str]:
        """Who goes which way, and who is lost."""
        known, label = names_of(game), game.board.label
        parts = []
        for path, names in companies(order.paths, order.paths).items():
            who = ", ".join(known.get(name, name) for name in names)
            parts.append(f"{who} {'→'.join(map(label, path)) or 'stays'}")
        if order.lost:
            parts.append(f"{listed(known, order.lost)} is lost")
        return {"flights": "; ".join(parts)}

    # ---- may I?

    def against(self, game: Ocs, player: str, order: Flights) -> list[Refusal]:
        """Who must or may go; each path by itself, then all together."""
        paths, lost = dict(order.paths), order.lost
        known = (*self.flight.names, *self.others, *self.trucks)
        strange = next((name for name in paths if name not in known), None)
        if strange is not None:
            text = f"{strange!r} does not retreat here; {', '.join(known)} may"
            return [Refusal("9.12d", text)]
        return self.unsound(paths, lost) or self.unsound_together(paths, lost)

    def unsound(self, paths: Paths, lost: Sequence[str]) -> list[Refusal]:
        """What is wrong with single paths: length, steps, company. [9.12c] [9.12d]"""
        flight = self.flight
        unknown = [name for name in lost if name not in flight.names]
        if unknown or len(set(lost)) != len(lost):
            return [Refusal("9.12", f"{', '.join(unknown) or 'a unit named twice'} is not lost")]
        missing = [name for name in flight.names if name not in paths and name not in lost]
        if missing:
            return [Refusal("9.12", f"{', '.join(missing)} must retreat {flight.hexes} hexes")]
        for name, path in paths.items():
            refusal = self.back.wrong(name, path)
            if refusal is not None:
                return [refusal]
            if name not in lost and len(path) != flight.hexes:
                text = f"{name} must end {flight.hexes} hexes from where it began"
                return [Refusal("9.12c", text)]
        saved = [paths[name] for name in flight.names if name in paths and name not in lost]
        alone = [n for n in paths if n not in flight.names and paths[n] not in saved]
        if alone:
            text = f"{', '.join(alone)} may only go the way of a unit that retreats"
            return [Refusal("9.12d", text)]
        return []

    def unsound_together(self, paths: Paths, lost: Sequence[str]) -> list[Refusal]:
        """What is wrong with all paths: room, losses that need not be, direction. [9.12]"""
        going = {name: path for name, path in paths.items() if name not in lost}
        return self._crowded(going) or self._spared(paths, going, lost) or self._astray(going)

    def _crowded(self, going: Paths) -> list[Refusal]:
        return [
            Refusal("9.12", f"{self.game.board.label(end)} would hold more than ten RE")
            for end in self.back.room.crowded(going)
        ]

    def _spared(self, paths: Paths, going: Paths, lost: Sequence[str]) -> list[Refusal]:
        """Nobody is given up who could get away; whoever cannot goes as far as he can. [9.12]"""
        for name in lost:
            open_ = [p for p in self.back.full(name) if self.back.fits([name], p, going)]
            if open_:
                where = self.game.board.label(open_[0][-1])
                return [Refusal("9.12", f"{name} is not lost: it can retreat to {where}")]
            if paths.get(name, ()) not in self.back.doomed(name):
                far = len(self.back.doomed(name)[0])
                return [Refusal("9.12", f"{name} goes {far} hexes before it is lost")]
        return []

    def _astray(self, going: Paths) -> list[Refusal]:
        """Stacks that bend their way without need. [9.12c]"""
        for path, names in companies(going, self.flight.names).items():
            if self.back.rearward(path):
                continue
            easy = self.back.easy(names, going)
            if easy:
                label = self.game.board.label
                text = (
                    f"{label(path[-1])} is not away from the enemy; {label(easy[0][-1])} would be"
                )
                return [Refusal("9.12c", text)]
        return []

    # ---- what may I?

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Flights]:
        """The whole stack on every way; then from the safest plan, each unit on every other way.

        Splits beyond that are legal too, but too many to list.
        """
        seen: set[str] = set()
        for order in self._candidates():
            key = canonical(self.written(game, order))
            if key not in seen:
                seen.add(key)
                yield order

    def _candidates(self) -> Iterator[Flights]:
        names = self.flight.names
        yield self.safest()
        for path in self.back.common(names):
            yield Flights(self._joined(dict.fromkeys(names, path), []))
        paths, lost = self._plan(self.back.price)
        for name in names:
            for path in self.back.full(name):
                rest = [other for other in lost if other != name]
                yield Flights(self._joined({**paths, name: path}, rest), tuple(rest))
        for name in names if lost else ():  # others may be the ones given up
            saved, given = self._plan(self.back.price, first=name)
            yield Flights(self._joined(saved, given), tuple(given))
        yield self.safest(joining=False)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A plan in which ways are liked by lot."""
        likes: dict[Path, float] = {}

        def dislike(names: Sequence[str], path: Path) -> float:
            return likes.setdefault(path, rng.random())

        paths, lost = self._plan(dislike, together=rng.random() < 0.7)
        joined = self._joined(paths, lost) if rng.random() < 0.7 else paths
        order = Flights(joined, tuple(lost))
        return self.written(game, self.safest() if self.against(game, player, order) else order)

    def safest(self, joining: bool = True) -> Flights:
        """The safest ways, together if they can, else each for itself."""
        paths, lost = self._plan(self.back.price)
        return Flights(self._joined(paths, lost) if joining else paths, tuple(lost))

    def toll(self) -> int:
        """The steps that the safest plan costs: those given up, and those lost to zones. [9.12e]"""
        paths, lost = self._plan(self.back.price)
        stay = [name for name in self.flight.names if name not in lost]
        zoned = companies(paths, stay).items()
        dead = sum(steps_of(self.game, name) for name in lost)
        return dead + sum(self.back.toll(names, path) for path, names in zoned)

    def _plan(
        self, dislike: Dislike, together: bool = True, first: str = ""
    ) -> tuple[Paths, list[str]]:
        names = self.flight.names
        open_ = [p for p in self.back.common(names) if self.back.fits(names, p, {})]
        if open_ and together:
            path = self._best(names, open_, {}, dislike)
            return dict.fromkeys(names, path), []
        paths: Paths = {}
        going: Paths = {}
        lost: list[str] = []
        for name in sorted(names, key=lambda n: (n != first, -self.back.size(n), n)):
            open_ = [p for p in self.back.full(name) if self.back.fits([name], p, going)]
            if open_:
                paths[name] = going[name] = self._best([name], open_, going, dislike)
                continue
            lost.append(name)
            if self.back.doomed(name) != [()]:
                paths[name] = min(self.back.doomed(name), key=lambda p: (len(p), p))
        return {name: paths[name] for name in names if name in paths}, sorted(lost)

    def _best(
        self, names: Sequence[str], open_: list[Path], going: Paths, dislike: Dislike
    ) -> Path:
        """The least disliked of some ways, of those to the rear if they cost nothing. [9.12c]"""
        easy = self.back.easy(names, going)
        if easy:
            open_ = [path for path in open_ if self.back.rearward(path)]
        return min(open_, key=lambda path: (dislike(names, path), path))

    def _joined(self, paths: Paths, lost: Sequence[str]) -> Paths:
        """The same with the Organic Trucks, on the first way that is open to them. [13.2g(E)]"""
        ways = [paths[n] for n in self.flight.names if n in paths and n not in lost]
        found = dict(paths)
        for key in self.trucks:
            open_ = [path for path in ways if self.back.wrong(key, path) is None]
            if open_:
                found[key] = open_[0]
        return found


def companies(paths: Mapping[str, Path], names: Iterable[str]) -> dict[Path, list[str]]:
    """Those of some units that go the same way all along, by their way."""
    found: dict[Path, list[str]] = {}
    for name in names:
        if name in paths:
            found.setdefault(paths[name], []).append(name)
    return found


def tagalong_trucks(game: Ocs, flight: Flight) -> tuple[str, ...]:
    """The Organic Trucks that may join; other transport never retreats. [9.12d] [9.14c]"""
    found = () if flight.alone else stacks.transport_at(game, flight.start, flight.side)
    return tuple(key for key in found if game.state[TRANSPORT][key].formation)


def tagalong_units(game: Ocs, flight: Flight) -> tuple[str, ...]:
    """The combat units of the hex that took no part and may join. [9.12d] [8.1h]"""
    there = () if flight.alone else stacks.own_at(game, flight.start, flight.side)
    return tuple(
        n for n in there if n not in flight.names and n not in flight.away and mobile(game, n)
    )


# ---- the retreat


def retreat(
    game: Ocs,
    side: str,
    names: Sequence[str],
    hexes: int,
    rule: str = "9.12",
    enemies: Sequence[int] = (),
    alone: bool = False,
) -> Questions[tuple[str, ...]]:
    """Units of a side retreat so many hexes, those of one hex after those of the other. [9.12]

    `enemies` are the hexes of the enemy units that fought them, from which they go away. [9.12c]
    `alone` keeps friends of their hexes from joining them. [8.1h] Gives back who retreated and
    lives, Breakdowns sent out on the way included.
    """
    names = [n for n in alive(game, names) if unit_of(game, n).place == MAP]
    fled: list[str] = []
    starts = sorted({unit_of(game, name).hex for name in names})
    by_hex = {h: [name for name in names if unit_of(game, name).hex == h] for h in starts}
    away = frozenset(names)
    for start in starts:
        going = tuple(_turned(game, by_hex[start]))
        if going and hexes > 0:
            flight = Flight(side, start, hexes, going, tuple(enemies), away, rule, alone)
            fled += yield from _from_hex(game, flight)
        away -= frozenset(by_hex[start])
    return alive(game, fled)


def toll(
    game: Ocs, side: str, names: Sequence[str], hexes: int, enemies: Sequence[int] = ()
) -> int:
    """The steps that a retreat would cost on the safest ways, so far as can be foreseen."""
    names = [n for n in alive(game, names) if unit_of(game, n).place == MAP]
    steps = 0
    for start in sorted({unit_of(game, name).hex for name in names}) if hexes else ():
        here = [name for name in names if unit_of(game, name).hex == start]
        able = tuple(name for name in here if mobile(game, name))
        steps += sum(steps_of(game, name) for name in here if name not in able)
        if able:
            flight = Flight(side, start, hexes, able, tuple(enemies), frozenset(names))
            steps += Retreat(game, flight).toll()
    return steps


def _turned(game: Ocs, names: Sequence[str]) -> Iterator[str]:
    """Turn over who has no allowance; who has none at all is destroyed. [9.12b]"""
    for name in names:
        unit = flipped(game, name)
        if not mobile(game, name):
            eliminate(game, name, "9.12b", "it must retreat and cannot move by itself")
            continue
        if unit != unit_of(game, name):
            game.put(UNITS, name, unit)
        yield name


def _from_hex(game: Ocs, flight: Flight) -> Questions[tuple[str, ...]]:
    """Ask for the ways; divisions may send out Breakdowns first, which retreat too. [20.0a]"""
    while True:
        offer, detach = Retreat(game, flight), Detach(flight.names)
        answer = _only(game, offer, detach) or (yield _which_way(flight, offer, detach))
        if answer["do"] != detach.do:
            break
        born = detach.carry_out(game, detach.order_of(game, answer))
        flight = replace(flight, names=(*flight.names, *born), away=flight.away | frozenset(born))
    order = offer.order_of(game, answer)
    yield from _flee(game, flight, dict(order.paths), order.lost)
    return flight.names


def _only(game: Ocs, offer: Retreat, detach: Detach) -> Action | None:
    """The answer, if there is nothing to decide."""
    if offer.trucks or offer.others or detach.any(game):
        return None
    return offer.only(game, offer.flight.side)


def _which_way(flight: Flight, offer: Retreat, detach: Detach) -> Ask:
    game = offer.game
    where = game.board.label(flight.start)
    far = f"{flight.hexes} {'hex' if flight.hexes == 1 else 'hexes'}"
    return offer.ask(
        game, flight.side, RETREAT, f"the units in {where} retreat {far}; which way?",
        {SAFEST: offer.safest, ALONE: lambda: offer.safest(joining=False)},
        also=(detach,) if detach.any(game) else (),
        context=lambda: {
            "from": where, "hexes": flight.hexes, "units": list(flight.names),
            "may_join": [*offer.others, *offer.trucks],
        },
    )  # fmt: skip


def _flee(game: Ocs, flight: Flight, paths: Paths, lost: Sequence[str]) -> Procedure:
    """All go back step by step; those on the same way so far are one stack. [9.12c]"""
    _tell(game, flight, paths)
    for name in lost:
        if not paths.get(name):
            _give_up(game, flight, name)
    for name in paths:
        if name not in flight.names and name in game.state[UNITS]:
            game.put(UNITS, name, flipped(game, name))
    for place in range(1, flight.hexes + 1):
        ways = {name: path[:place] for name, path in paths.items() if len(path) >= place}
        for way, names in sorted(companies(ways, ways).items()):
            yield from _enter(game, flight, names, way[-1], place)
        for name in lost:
            if len(paths.get(name, ())) == place and alive(game, [name]):
                _give_up(game, flight, name)


def _enter(game: Ocs, flight: Flight, names: Sequence[str], h: int, place: int) -> Procedure:
    """A stack comes into a hex of its retreat. [9.12a] [9.12e] [4.5c] [5.10a(B)] [5.10a(C)]

    In the second hex, and in any enemy zone, it is disorganised with all friends there; if any of
    it was so before it came into a zone, the stack loses a step, from whichever of its units the
    owner likes: by now all of them are DG. [9.6] Nothing negates that.
    """
    units = alive(game, [name for name in names if name in game.state[UNITS]])
    if not units:  # trucks do not retreat alone [13.2g(E)]
        return
    shaken = any(unit_of(game, name).mode == DG for name in units)
    for name in names:
        if name in game.state[TRANSPORT]:
            game.put(TRANSPORT, name, replace(game.state[TRANSPORT][name], hex=h))
    for name in units:
        put_into(game, name, h)
    zone = zones.enemy_zone(game, h, flight.side)
    if zone or place == 2:
        disorganise(game, h, "9.12e" if zone else "9.12a")
    if zone and shaken:
        yield from choose(game, flight.side, units, 1, "9.12e")
    left = alive(game, units)
    if left:
        yield from arrive(game, flight.side, left, h)


def _give_up(game: Ocs, flight: Flight, name: str) -> None:
    eliminate(game, name, flight.rule, f"it cannot retreat {flight.hexes} hexes")


def _tell(game: Ocs, flight: Flight, paths: Paths) -> None:
    """Each stack's way, as its owner sees it and as the enemy does. [4.9a]"""
    label = game.board.label
    start = label(flight.start)
    for path, names in companies(paths, paths).items():
        units = [name for name in names if name in game.state[UNITS]]
        if not path or not units:
            continue
        where = {"from": start, "path": [label(h) for h in path]}
        seen = fog.shown_of(game, units)
        game.emit(
            Event("retreat", flight.rule, {"units": [seen], **where}).to(flight.side, units=names)
        )
