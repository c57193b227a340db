"""Airborne Movement: units jump. [8.5.3] [25.1.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.engine.decision import Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.damage.steps import lose_step
from grognard.systems.nextwar.damage.strikes import hit_unit
from grognard.systems.nextwar.ground import HIGHLAND, HIGHLAND_WOODS, PEAKS, ROUGH_WOODS, URBAN
from grognard.systems.nextwar.lift.bases import on_bases, why_closed, why_no_strip
from grognard.systems.nextwar.lift.missions import (
    AIRBORNE,
    DROP,
    Sortie,
    Together,
    flown,
    planes_fly,
    set_down,
    why_not_covered,
    why_not_flown,
    why_not_hit,
)
from grognard.systems.nextwar.lift.transport import NO_LIFT
from grognard.systems.nextwar.movement.clearing import installed
from grognard.systems.nextwar.movement.moves import company
from grognard.systems.nextwar.pieces.stacks import HALF, holder
from grognard.systems.nextwar.pieces.values import counter_of, face, unit_of
from grognard.systems.nextwar.pieces.zones import in_zone
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES
from grognard.systems.nextwar.words import called

FORBIDDEN = frozenset({URBAN, HIGHLAND, HIGHLAND_WOODS, *PEAKS})
"""Terrain that nobody jumps into. [8.5.3-p2]"""
IN_ZONE = "drop hex in EZOC"
NOTHING = "-"


def used(game: Nw, side: str) -> int:
    """The half points that a side has dropped this turn, or tried to. [8.5.3.1]"""
    status = game.state[SIDES][side]
    return status.dropped if status.dropped_in == game.turn else 0


def left(game: Nw, side: str) -> int:
    """What it can still drop this turn. [8.5.3.1]"""
    turns = game.scenario.lift.get(side, NO_LIFT).airborne
    return (turns[min(game.turn, len(turns)) - 1] if turns else 0) - used(game, side)


class Drop(Together):
    """Dropping airborne units. [8.5] [8.5.3]"""

    do, rule = "drop", "8.5.3"
    title, phrase, plural = "Paradrop", "{units} in {hex}", "paradrops"

    def against(self, game: Nw, player: str, order: Sortie) -> list[Refusal]:
        """Airborne units that began on a base, a hex to jump into, and planes enough."""
        refusals = company(game, player, order.units)
        refusals = refusals or [r for n in order.units if (r := why_no_jumper(game, n))]
        if refusals:
            return refusals
        start = unit_of(game, order.units[0]).hex
        why = why_no_strip(game, start, player, "8.5.3") or why_no_zone(game, player, order.hex)
        if why is not None:
            return [why]
        if sum(face(game, name).sp for name in order.units) > left(game, player):
            text = f"airborne lift for {max(0, left(game, player)) / HALF:g} points is left"
            return [Refusal("8.5.3.1", text)]
        return why_not_covered(game, player, order.escorts, order.along, order.hex)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """Airborne units on a base."""
        if left(game, player) <= 0 or not planes_fly(game):
            return []
        return on_bases(game, player, lambda counter: counter.airborne)

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Sortie]:
        """Every hex of the map, those of the enemy first."""
        for h in zones(game, player):
            if why_no_zone(game, player, h) is None:
                yield Sortie((actor,), h)

    def carry_out(self, game: Nw, player: str, order: Sortie) -> Procedure:
        """Fly by any way through air defenses, jump, and see how they come down. [8.5.3-p3]

        Who is turned back has used the planes all the same. [8.5.3.1]
        """
        status = game.state[SIDES][player]
        size = used(game, player) + sum(face(game, name).sp for name in order.units)
        game.put(SIDES, player, replace(status, dropped=size, dropped_in=game.turn))
        through = yield from flown(game, player, order, DROP, "paradrop", "8.5.3")
        if not through:
            return
        zone = in_zone(game, order.hex, game.scenario.other(player))
        yield from set_down(game, through, order.hex, player, AIRBORNE)
        for name in through:
            come_down(game, name, order.hex, zone)


def zones(game: Nw, side: str) -> Sequence[int]:
    """Every hex of the map, those of the enemy first."""

    def compute() -> list[int]:
        return sorted(range(game.board.n), key=lambda h: not game.scenario.hostile(side, h))

    return game.cached(("drop zones", side), (), compute)


def why_no_jumper(game: Nw, name: str) -> Refusal | None:
    """Why a unit cannot jump. [8.5.3]"""
    if not counter_of(game, name).airborne:
        return Refusal("8.5.3", f"{called(game, name)} is no airborne unit")
    return why_not_flown(game, name, "8.5.3") or why_not_hit(game, name)


def why_no_zone(game: Nw, side: str, h: int) -> Refusal | None:
    """Why nobody jumps into a hex. [8.5.3] [8.5.3-p2] [27.7.1]"""
    label, terrain, ground = game.board.label(h), game.board.terrain[h], game.scenario.ground
    if holder(game, h) == game.scenario.other(side):
        return Refusal("8.5.3", f"an enemy unit stands in {label}")
    if not ground.land(h) or terrain in FORBIDDEN:
        return Refusal("8.5.3-p2", f"nobody jumps into {terrain.replace('_', ' ')}, as in {label}")
    if ground.city(h):
        return Refusal("8.5.3-p2", f"nobody jumps into a city, as in {label}")
    if game.scenario.hostile(side, h) and installed(game, h):
        return Refusal("8.5.3-p2", f"there is an installation in {label}, in the enemy's country")
    return why_closed(game, h)


def come_down(game: Nw, name: str, h: int, zone: bool) -> None:
    """How a unit comes down: steps lost, or a Strike marker in the Advanced Game.

    [8.5.3-p3] [25.1.1]
    """
    tables, tally = game.scenario.tables, Tally()
    if zone:
        tally = tally.add("an enemy zone", drm(tables, "paradrop-drms", IN_ZONE), "8.5.3", "chart")
    modifier, column = int(tally.total), landing_column(game, h)
    advanced = game.scenario.advanced

    def read(pips: int) -> str:
        both = tables["paradrop"].cell(pips + modifier, column, clamp=True).value
        return both.split("/")[advanced]

    shown, result = dice.roll(game, read)
    rule = "25.1.1" if advanced else "8.5.3-p3"
    facts = {"unit": name, "hex": game.board.label(h), "result": result}
    dice.show(game, "drop-result", rule, facts, shown, tally)
    if result == NOTHING:
        return
    if advanced:
        hit_unit(game, name, int(result.lstrip("S")), rule)
        return
    for _ in range(int(result)):
        lose_step(game, name, "8.5.3-p3")


def landing_column(game: Nw, h: int) -> str:
    """The column of the table; ground that it does not name is as bad as rough woods. [8.5.3-p3]"""
    terrain = game.board.terrain[h]
    return terrain if terrain in game.scenario.tables["paradrop"].columns else ROUGH_WOODS
