"""Barrage from the air, and hip shoots: barrages in the midst of movement. [14.7] [10.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.systems.ocs.air.flight import Flight
from grognard.systems.ocs.air.missions import (
    Mission,
    Sortie,
    by_air,
    cannot_fly,
    fly,
    take_off,
    too_far,
)
from grognard.systems.ocs.air.presumptions import what_shows
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.barrage.aims import AIMS, AT_SHIPS, aims_at, enemy_hexes, other_aims
from grognard.systems.ocs.barrage.results import AIR_POWER
from grognard.systems.ocs.fog.foresight import presumes
from grognard.systems.ocs.forms import Aim
from grognard.systems.ocs.movement import moves
from grognard.systems.ocs.naval import ship_fire
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.planes import active, face, far, plane_of, strategic
from grognard.systems.ocs.results import number
from grognard.systems.ocs.scenario import Ocs
from grognard.table.cards import Extra
from grognard.table.worded import Hand

# ---- points and shifts


def strength(game: Ocs, planes: Sequence[str], ships: bool = False) -> Tally:
    """The barrage points of aircraft; torpedo bombers have them against ships alone. [18.3e]"""
    tally = Tally()
    for key in planes:
        plane = plane_of(game, key)
        if ships or not plane.torpedo:
            tally = tally.add(plane.name, face(game, key).barrage, "14.7", plane.source)
    return tally


def torpedoes_alone(game: Ocs, planes: Sequence[str]) -> Refusal | None:
    """Why a mission has nothing for a target on land: torpedoes are all it carries. [18.3e]"""
    if strength(game, planes).total >= 1 or strength(game, planes, ships=True).total < 1:
        return None
    names = ", ".join(plane_of(game, key).name for key in planes if plane_of(game, key).torpedo)
    return Refusal("18.3e", f"{names}: torpedoes are dropped at ships, never on land")


def aimed(
    game: Ocs, side: str, planes: Sequence[str], h: int, aim: str, hip: bool = False
) -> barrage.Fire:
    """The fire of aircraft at the ground; it never costs supply. [14.7a] [10.2c]

    With a Strat Bomber among them nobody spots, and none of them is near. [14.1e(A)] [14.1e(C)]
    """
    return barrage.Fire(
        side, h, aim, strength(game, planes), AIR_POWER, tuple(planes),
        spotted=barrage.spotted(game, side, h, AIR_POWER, planes),
        near=barrage.near(game, h, planes), far=barrage.far(game, h, planes), hip=hip,
    )  # fmt: skip


def at_ships(game: Ocs, flight: Flight) -> ship_fire.Volley:
    """The fire of aircraft at ships, with the shifts for the way they have come. [18.3c(A)]"""
    h, tables = flight.target, game.scenario.tables

    def shift(firers: tuple[str, ...]) -> Tally:
        tally = Tally()
        if barrage.near(game, h, firers):
            shift = number(tables, "barrage-shifts", "short_range", "shift")
            tally = tally.add("all within ten hexes of their bases", shift, "14.7c")
        if any(far(game, k, h) for k in firers):
            shift = number(tables, "barrage-shifts", "long_range", "shift")
            tally = tally.add("beyond half the range", shift, "21.4(A)")
        return tally

    armed = [key for key in flight.planes if strength(game, [key], ships=True).total >= 1]
    strengths = {key: strength(game, [key], ships=True) for key in armed}
    return ship_fire.Volley(flight.side, h, strengths, AIR_POWER, shift=shift)


# ---- the verbs


@dataclass(frozen=True, slots=True, kw_only=True)
class Bombing(Sortie):
    """Aircraft, a hex, and what is bombed there: `units`, `base`, `port` or `ships`."""

    aim: Aim


@presumes(what_shows)
class AirBarrage(Mission[Bombing]):
    """Bomb ground units, a facility or ships in a Barrage Segment. [14.7] [14.7b] [10.2a]

    Which ships is said when they are seen. [18.3c(A)]
    """

    do, rule, order = "air-barrage", "14.7", Bombing
    title, phrase, rank = "Bomb", "Bomb {aim} in {hex} with {planes}", 32
    mission, stakes, shows_reach = "barrage", "dice", True
    hip = False

    def why_not(self, game: Ocs, player: str, order: Bombing) -> list[Refusal]:
        """One barrage a hex and phase, ships apart; something to hit, and a point. [14.7]"""
        planes, aim = order.planes, order.aim
        if aim not in AIMS:
            return [Refusal("10.0f", f"the aim is one of {', '.join(AIMS)}, not {aim!r}")]
        if aim == AT_SHIPS:
            return self._against_ships(game, player, planes, order.hex)
        torpedoes = torpedoes_alone(game, planes)
        if torpedoes is not None:
            return [torpedoes]
        return barrage.refusals(game, aimed(game, player, planes, order.hex, aim, self.hip))

    def _against_ships(
        self, game: Ocs, player: str, planes: Sequence[str], h: int
    ) -> list[Refusal]:
        """Never by Strat Bombers; any number of missions, each ship once a phase. [14.1e(B)]"""
        if any(strategic(game, key) for key in planes):
            return [Refusal("14.1e(B)", "Strategic Bombers never barrage ships")]
        if not stacks.ships_at(game, h, game.scenario.other(player)):
            return [Refusal("18.3c(A)", f"there are no enemy ships in {game.board.label(h)}")]
        if strength(game, planes, ships=True).total < 1:
            return [Refusal("10.0", "these aircraft have no barrage strength")]
        flight = Flight(player, self.mission, h, list(planes))
        if not ship_fire.pickable(game, at_ships(game, flight)):
            text = "every ship there has been barraged in this phase"
            return [Refusal("18.3c(A)", text)]
        return []

    def targets(self, game: Ocs, player: str) -> Sequence[int]:
        """Every hex in which the enemy has anything to bomb."""
        return enemy_hexes(game, player)

    def trips(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Iterator[Bombing]:
        """Every aim there is in the hex."""
        for aim in aims_at(game, player, h):
            yield Bombing(planes=planes, hex=h, aim=aim)

    def plain(self, game: Ocs, player: str, planes: tuple[str, ...], h: int) -> Bombing:
        """At whatever is there; at its units if there is nothing."""
        aim = next(iter(aims_at(game, player, h)), barrage.AT_UNITS)
        return Bombing(planes=planes, hex=h, aim=aim)

    def carry_out(self, game: Ocs, player: str, order: Bombing) -> Procedure:
        """The mission counts for its hex from now on, whether it gets through or not. [10.0e(A)]"""
        flight, aim = self.flight(player, order), order.aim
        take_off(game, flight, aim=aim)
        if aim != AT_SHIPS:
            barrage.declare(game, aimed(game, player, flight.planes, flight.target, aim, self.hip))

        def over_target(game: Ocs, flight: Flight) -> Procedure:
            yield from bomb(game, flight, aim, self.hip)

        yield from fly(game, flight, over_target)

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Bombing]:
        """The mission of the most aircraft that can bomb it, the strongest of them. [14.7]"""
        able = [k for k in active(game, player) if cannot_fly(game, player, k) is None]
        near = [key for key in able if too_far(game, key, h) is None]
        near.sort(key=lambda key: (-face(game, key).barrage, key))
        for count in range(len(near), 0, -1):
            for order in self.trips(game, player, tuple(near[:count]), h):
                if not self.against(game, player, order):
                    yield order
                    return

    def likely(self, game: Ocs, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """With aircraft in hand, at the enemy."""
        return by_air(game, player, hand) and any(aims_at(game, player, h) for h in hexes)

    def changes(self, game: Ocs, player: str, order: Bombing) -> Sequence[Extra]:
        """What else could be bombed there."""
        return list(other_aims(game, player, order.hex, self.written(game, order)))


def bomb(game: Ocs, flight: Flight, aim: str, hip: bool) -> Procedure:
    """Those who have got through barrage, at their reduced values if flak has hit them. [14.4f]"""
    if aim == AT_SHIPS:
        volley = at_ships(game, flight)
        if volley.strengths:
            yield from ship_fire.engage(game, volley)
        return
    fire = aimed(game, flight.side, flight.planes, flight.target, aim, hip)
    if flight.planes and fire.strength >= 1:
        yield from barrage.resolve(game, fire)


@presumes(what_shows)
class HipShoot(AirBarrage):
    """Bomb with one aircraft in a Movement Segment, spotted by a friend next door. [14.7d(A)]

    Any kind of barrage but Trainbusting, and as often as one likes: it does not count as the one
    barrage that a hex takes. [14.7d(D)]
    """

    do, rule, mission = "hip-shoot", "14.7d(A)", "hip_shoot"
    title, phrase, rank = "Hip shoot", "Hip shoot at {aim} in {hex} with {planes}", 30
    hip = True

    def why_not(self, game: Ocs, player: str, order: Bombing) -> list[Refusal]:
        """A nation that can [14.7d(B)], no Strat Bomber [14.1e(B)], and a spotter. [14.7d(C)]"""
        plane = plane_of(game, order.planes[0])
        if plane.nation not in game.scenario.limits[player].hip_shooters:
            return [Refusal("14.7d(B)", f"{plane.nation} aircraft do not fly hip shoots")]
        if strategic(game, order.planes[0]):
            return [Refusal("14.1e(B)", "Strategic Bombers never fly hip shoots")]
        if not ready_spotters(game, player, order.hex):
            label = game.board.label(order.hex)
            text = f"nobody next to {label} spots: a combat unit that is not moving"
            return [Refusal("14.7d(C)", text)]
        return super().why_not(game, player, order)

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether a nation of the side flies hip shoots at all."""
        able = bool(game.scenario.limits[player].hip_shooters)
        return able and super().possible(game, player)

    def carry_out(self, game: Ocs, player: str, order: Bombing) -> Procedure:
        """Between moves: whoever was in the midst of one has done. [6.1g] [14.7d(C)]"""
        if game.options["hip-shoot-timing"] == "between-moves":
            moves.finish(game, player)
        yield from super().carry_out(game, player, order)

    def at(self, game: Ocs, player: str, h: int) -> Iterator[Bombing]:
        """Nothing: one says who flies it."""
        return iter(())


def ready_spotters(game: Ocs, side: str, h: int) -> list[str]:
    """The friends next to a hex that have done moving or not begun. [14.7d(C)] [10.0b]

    A hip shoot ends the move under way, unless the option lets it come in the midst of one: then
    those on the move do not spot.
    """
    found = barrage.spotters(game, side, h)
    if game.options["hip-shoot-timing"] == "between-moves":
        return found
    return [name for name in found if name not in moves.under_way(game)]
