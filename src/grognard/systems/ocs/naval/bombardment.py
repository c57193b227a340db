"""The guns of the fleet: at ships in every Barrage Segment, at the shore once a turn. [18.3a]

Coastal artillery fires at ships as if it were one, without supply; it is the only ground unit that
can. [18.3g(A)] Landing craft have no guns. [18.4]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from grognard.engine.decision import Action, Procedure
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.hexes import HexError
from grognard.systems.ocs.barrage import barrage
from grognard.systems.ocs.barrage.results import NAVAL
from grognard.systems.ocs.barrage.weight import (
    AT_BASE,
    AT_PORT,
    AT_UNITS,
    Fire,
)
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.fog.foresight import presumption
from grognard.systems.ocs.naval.ship_fire import AT_GUNS, AT_SHIPS, Volley, engage, fresh, presume
from grognard.systems.ocs.naval.ships import face, fleet, is_craft, printed, ship_of
from grognard.systems.ocs.pieces import rolls, stacks
from grognard.systems.ocs.pieces.values import barrage_strength, counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SITES
from grognard.systems.ocs.turn.phases import (
    BARRAGE,
    EXPLOITATION_BARRAGE,
    REACTION_BARRAGE,
    OcsDeed,
    deed,
    peaceful,
    phase_start,
)
from grognard.systems.ocs.units import (
    MAP,
    UNITS,
)

NAVAL_BARRAGES = (BARRAGE, REACTION_BARRAGE, EXPLOITATION_BARRAGE)
"""The segments in which ships fire: all but that of the Combat Phase. [18.3a(A)] [10.0e(D)]"""
SHORE_AIMS = (AT_UNITS, AT_BASE, AT_PORT)


# ---- who can fire


def strength(game: Ocs, name: str) -> Tally:
    """What a ship fires with, or coastal artillery in its mode. [18.3a(A)] [18.3g(A)]"""
    if name in game.state[UNITS]:
        return barrage_strength(game, name)
    counter = printed(game, name)
    return Tally().add(counter.name, face(game, name).barrage, "18.3a(A)", counter.source)


def place(game: Ocs, name: str) -> tuple[int, int]:
    """Where a ship or a gun is, and its range."""
    if name in game.state[UNITS]:
        return unit_of(game, name).hex, counter_of(game, name).range
    return ship_of(game, name).hex, face(game, name).range


def why_not_fire(game: Ocs, player: str, name: str) -> Refusal | None:
    """Why a ship, or coastal artillery, cannot fire now; None if it can. [18.3a(A)]"""
    if name in game.state[UNITS]:
        unit, counter = unit_of(game, name), counter_of(game, name)
        if counter.side != player or unit.place != MAP or "coastal" not in counter.traits:
            text = f"{name!r} is no coastal artillery of {player}; no other gun fires at ships"
            return Refusal("18.3g(A)", text)
        fired, called = unit.fired, counter.name
    else:
        ship = game.state[SHIPS].get(name)
        if ship is None or ship.side != player or ship.place != MAP:
            return Refusal("18.3a(A)", f"{name!r} is no ship of {player} on the map")
        if is_craft(game, name):
            return Refusal("18.4", f"{printed(game, name).name} has no combat value")
        fired, called = ship.fired, printed(game, name).name
    if fired == phase_start(game):
        return Refusal("18.3a(A)", f"{called} has fired in this segment already")
    if strength(game, name).total < 1:
        return Refusal("10.0", f"{called} has no barrage strength")
    return None


def in_range(game: Ocs, name: str, h: int) -> bool:
    """Whether a hex is within the range of a ship or a gun."""
    here, reach = place(game, name)
    return game.board.distance(here, h) <= reach


def _why_not_all(game: Ocs, player: str, names: Sequence[str], h: int) -> list[Refusal]:
    """Why some of them cannot fire at a hex; they need not lie together. [18.3b]"""
    if not names or len(set(names)) != len(names):
        return [Refusal("form", "name those who fire, and none twice")]
    refusals = [found for name in names if (found := why_not_fire(game, player, name)) is not None]
    for name in () if refusals else names:
        if not in_range(game, name, h):
            text = f"{game.board.label(h)} is beyond the range of {name}, {place(game, name)[1]}"
            refusals.append(Refusal("18.3a(A)", text))
    return refusals


def able(game: Ocs, player: str, guns: bool = True) -> list[str]:
    """The ships, and the coastal artillery, that can fire now."""
    names = fleet(game, player)
    if guns:
        names = [*names, *rolls.with_trait(game, player, "coastal")]
    return [name for name in names if why_not_fire(game, player, name) is None]


def _groups(game: Ocs, names: Sequence[str], h: int) -> list[list[str]]:
    """Each of those in range alone, and all of them."""
    near = [name for name in names if in_range(game, name, h)]
    return [[name] for name in near] + ([near] if len(near) > 1 else [])


# ---- at ships


@deed(*NAVAL_BARRAGES)
class Engage(OcsDeed):
    """Fire at the ships of a hex, or at coastal artillery as if it were one. [18.3a(A)]

    Targets are picked once the ships have been seen. [18.3c(A)] Any number of barrages may go at
    one hex. Costs no supply. [18.3g(A)]
    """

    do = "engage"
    rule = "18.3a(A)"
    form = {"by": "texts", "target": "text", "at": "text?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Firers in range, and something there to fire at."""
        try:
            h = game.board.hex(action["target"])
        except HexError as error:
            return [Refusal("form", str(error))]
        at, enemy = action.get("at", AT_SHIPS), game.scenario.other(player)
        if peaceful(game):
            return [Refusal("2.4(2)", "nobody barrages in a simulcast turn")]
        if at not in (AT_SHIPS, AT_GUNS):
            return [Refusal("form", f"fire is at {AT_SHIPS} or at {AT_GUNS}, not at {at!r}")]
        if at == AT_SHIPS and not stacks.ships_at(game, h, enemy):
            return [Refusal("18.3c(A)", f"there are no enemy ships in {action['target']}")]
        if at == AT_GUNS and stacks.holder(game, h) != enemy:
            return [Refusal("18.3g(B)", f"there are no enemy combat units in {action['target']}")]
        refusals = _why_not_all(game, player, action["by"], h)
        if not refusals and at == AT_GUNS and any(n in game.state[UNITS] for n in action["by"]):
            text = "only ships fire at coastal artillery so; guns barrage its hex"
            refusals = [Refusal("18.3g(B)", text)]
        if not refusals and at == AT_SHIPS and not fresh(game, h, enemy):
            text = "every ship there has been barraged in this phase"
            refusals = [Refusal("18.3c(A)", text)]
        return refusals

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each firer alone, and all in range, at each hex with ships or a gun that shows."""
        if peaceful(game):
            return
        for at, h in self._hexes(game, player):
            for names in _groups(game, able(game, player, at == AT_SHIPS), h):
                yield {"do": self.do, "by": names, "target": game.board.label(h), "at": at}

    def _hexes(self, game: Ocs, player: str) -> list[tuple[str, int]]:
        enemy = game.scenario.other(player)
        hexes = sorted({ship_of(game, key).hex for key in fleet(game, enemy)})
        found = [h for h in hexes if fresh(game, h, enemy)]
        shown = []
        for h in sorted(stacks.stacks(game).held[enemy]):
            if "coastal" in counter_of(game, fog.on_show(game, h)).traits:
                shown.append(h)
        return [(AT_SHIPS, h) for h in found] + [(AT_GUNS, h) for h in shown]

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A hex and firers by chance."""
        actions = list(self.legal(game, player)) if self.possible(game, player) else []
        return rng.choice(actions) if actions else None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether anybody can fire at any ship or gun that shows."""
        names = able(game, player)
        return bool(names) and any(
            in_range(game, name, h) for _, h in self._hexes(game, player) for name in names
        )

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """They have fired; then the targets. [18.3c(A)]"""
        h, now = game.board.hex(action["target"]), phase_start(game)
        strengths = {name: strength(game, name) for name in action["by"]}
        for name in action["by"]:
            if name in game.state[UNITS]:
                game.put(UNITS, name, replace(unit_of(game, name), fired=now))
            else:
                game.put(SHIPS, name, replace(ship_of(game, name), fired=now))
        yield from engage(game, Volley(player, h, strengths, at=action.get("at", AT_SHIPS)))


@presumption("4.9a", Engage.do)
def ships_that_show(game: Ocs, player: str, action: Action) -> str:
    """Odds against ships take the one that shows for all there is; guns are what shows too."""
    h, enemy = game.board.hex(action["target"]), game.scenario.other(player)
    if stacks.holder(game, h) == enemy:
        barrage.presume(game, h)
    return presume(game, h, enemy)


# ---- at the shore


@deed(*NAVAL_BARRAGES)
class Bombard(OcsDeed):
    """Barrage units, a port or an Air Base on shore, once in a Game Turn. [18.3a(B)] [18.3b]"""

    do = "bombard"
    rule = "18.3b"
    form = {"by": "texts", "target": "text", "aim": "text?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Ships in range that have not fired at the shore this turn, and a target."""
        try:
            h = game.board.hex(action["target"])
        except HexError as error:
            return [Refusal("form", str(error))]
        aim, names = action.get("aim", AT_UNITS), action["by"]
        if aim not in SHORE_AIMS:
            return [Refusal("10.0f", f"aim at one of {', '.join(SHORE_AIMS)}, not at {aim!r}")]
        for name in names:
            if name not in game.state[SHIPS]:
                return [Refusal("18.3b", f"{name!r} is no ship; other guns have their own rules")]
        refusals = _why_not_all(game, player, names, h)
        for name in () if refusals else names:
            if ship_of(game, name).shore_turn == game.turn:
                text = (
                    f"{printed(game, name).name} has fired at the shore in this Game Turn already"
                )
                refusals.append(Refusal("18.3a(B)", text))
        return refusals or barrage.refusals(game, self.fire(game, player, h, aim, names))

    def fire(self, game: Ocs, player: str, h: int, aim: str, names: Sequence[str]) -> Fire:
        """The barrage that this would be."""
        points = Tally()
        for name in names:
            points = points + strength(game, name)
        seen = barrage.spotted(game, player, h, NAVAL, names)
        return Fire(player, h, aim, points, NAVAL, tuple(names), seen)

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each ship alone, and all in range, at each target on shore."""
        for aim, h in self._targets(game, player):
            for names in _groups(game, self._able(game, player), h):
                action = {"do": self.do, "by": names, "target": game.board.label(h), "aim": aim}
                if not self.check(game, player, action):
                    yield action

    def _able(self, game: Ocs, player: str) -> list[str]:
        ships = able(game, player, guns=False)
        return [key for key in ships if ship_of(game, key).shore_turn != game.turn]

    def _targets(self, game: Ocs, player: str) -> list[tuple[str, int]]:
        enemy = game.scenario.other(player)
        found = [(AT_UNITS, h) for h in sorted(stacks.stacks(game).held[enemy])]
        for h, site in sorted(game.state[SITES].items()):
            if site.base >= 0 and site.base_owner == enemy:
                found.append((AT_BASE, h))
            if site.port_owner == enemy:
                found.append((AT_PORT, h))
        return found

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A ship and a target in its range by chance."""
        ships = self._able(game, player)
        if not ships:
            return None
        name = rng.choice(ships)
        targets = [(a, h) for a, h in self._targets(game, player) if in_range(game, name, h)]
        for aim, h in rng.sample(targets, min(3, len(targets))):
            action = {"do": self.do, "by": [name], "target": game.board.label(h), "aim": aim}
            if not self.check(game, player, action):
                return action
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether a ship that may still fire at the shore has something in range."""
        ships = self._able(game, player)
        return bool(ships) and any(
            in_range(game, name, h) for _, h in self._targets(game, player) for name in ships
        )

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """Fire, with less effect on units than other guns have. [18.3b]"""
        names, h = action["by"], game.board.hex(action["target"])
        fire = self.fire(game, player, h, action.get("aim", AT_UNITS), names)
        for name in names:
            game.put(SHIPS, name, replace(ship_of(game, name), shore_turn=game.turn))
        yield from barrage.resolve(game, fire)
