"""Theater weapons: ballistic and cruise missiles. [26.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.forms import Hexes, Piece, Word
from grognard.kit.turn import DONE, Done
from grognard.systems.nextwar.charts import drm
from grognard.systems.nextwar.naval.defense import MISSED, ciws
from grognard.systems.nextwar.naval.detecting import in_port
from grognard.systems.nextwar.pieces.ships import fleet
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES
from grognard.systems.nextwar.strikes.aiming import Aimed
from grognard.systems.nextwar.strikes.effects import deferred, inflict, owe, record
from grognard.systems.nextwar.strikes.reckoning import DRMS, Blow, aimed, has_column, struck
from grognard.systems.nextwar.strikes.status import MISSILE, MISSIONS, Mission, announced
from grognard.systems.nextwar.strikes.targets import (
    BALLISTIC,
    BEACHHEAD,
    BRIDGE,
    CRUISE,
    SITE,
    TRACK,
    UNIT,
    VESSEL,
    WEAPONS,
    Target,
    hardened,
    sort_of,
    targets,
    why_not,
)
from grognard.systems.nextwar.turn.initiative import FIRST, side_of
from grognard.systems.nextwar.words import called

ROWS = {
    SITE: "Installation / Airfield / bridge (hex terrain)",
    BRIDGE: "Installation / Airfield / bridge (hex terrain)",
    TRACK: "AD track", VESSEL: "naval unit", BEACHHEAD: "hardened target",
}  # fmt: skip

UNTOUCHED = "-"


@dataclass(frozen=True, slots=True)
class Launching:
    """A missile and its target; `ship` launches it, where it comes from the sea."""

    weapon: Word
    target: Piece
    hexes: Hexes = ()
    ship: Piece = ""


class Launch(Aimed[Launching]):
    """Announcing the target of a theater weapon; the players do so by turns. [26.1.2]"""

    do, rule, order, stakes = "launch", "26.1.2", Launching, "price"
    title, plural = "Launch a missile", "missile launches"
    phrase = "{weapon} missile at {target}"

    def against(self, game: Nw, player: str, order: Launching) -> list[Refusal]:
        """It is one's turn, there is a missile, and the target is one for it. [26.0]"""
        if order.weapon not in WEAPONS:
            return [Refusal("26.1", f"a missile is {' or '.join(WEAPONS)}, not {order.weapon}")]
        if left(game, player, order.weapon) < 1:
            return [Refusal("26.1.2", f"no {order.weapon} missiles are left to launch now")]
        if not on_turn(game, player):
            return [Refusal("26.1.2", "the players announce by turns: the other is next")]
        found = _not_from(game, player, order)
        aim = Target(order.target, order.hexes)
        found = found or why_not(game, player, MISSILE, aim) or _not_for(game, order, aim)
        if not found and not has_column(game, blow(game, player, order.weapon, aim)):
            found = [Refusal("26.1", f"the chart has no column for {order.weapon} missiles there")]
        return found

    def possible(self, game: Nw, player: str) -> bool:
        """Whether it is one's turn, and there is anything to launch."""
        return bool(arsenal(game, player)) and on_turn(game, player)

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Launching]:
        """Every missile at every target."""
        for weapon in arsenal(game, player) if on_turn(game, player) else ():
            for target in targets(game, player, MISSILE):
                yield Launching(weapon, target.name, target.hexes)

    def blows(self, game: Nw, player: str, order: Launching) -> Sequence[Blow]:
        """One roll."""
        return (blow(game, player, order.weapon, self.aim(order)),)

    def at_hand(self, game: Nw, player: str, order: Launching | None) -> Sequence[str]:
        """Nothing: missiles have no counters."""
        return ()

    def stake(self, game: Nw, player: str, order: Launching | None) -> Sequence[str]:
        """How many missiles are left. [26.1.2]"""
        return [
            f"{left(game, player, weapon)} {weapon} missiles can be launched now, of "
            f"{stock(game, player, weapon)} [26.1.2]"
            for weapon in arsenal(game, player)
        ]

    def carry_out(self, game: Nw, player: str, order: Launching) -> None:
        """One missile less; it is resolved when all are announced. [26.1.2]"""
        status = game.state[SIDES][player]
        now = stock(game, player, order.weapon) - 1
        spent: dict[str, Any] = {order.weapon: now}
        game.put(SIDES, player, replace(status, **spent))
        crew = (order.ship,) if order.ship else ()
        mission = Mission(
            player, MISSILE, order.target, order.hexes, crew, weapon=order.weapon
        )  # fmt: skip
        record(game, mission)
        facts = {
            "side": player, "weapon": order.weapon, "left": now,
            **aimed(game, Target(order.target, order.hexes)),
        }  # fmt: skip
        game.emit(Event("launched", "26.1.2", facts))


def stock(game: Nw, side: str, weapon: str) -> int:
    """How many missiles of a kind a side has. [26.1]"""
    found: int = getattr(game.state[SIDES][side], weapon)
    return found


def left(game: Nw, side: str, weapon: str) -> int:
    """How many of them it can still launch in this phase, by stock and by the scenario. [26.1]"""
    most = game.scenario.salvos.get(side, {}).get(weapon)
    have = stock(game, side, weapon)
    if most is None:
        return have
    gone = sum((m.side, m.weapon) == (side, weapon) for m in game.state[MISSIONS].values())
    return min(have, most - gone)


def arsenal(game: Nw, side: str) -> list[str]:
    """The kinds of missile that a side can launch now. [26.1]"""
    return [weapon for weapon in WEAPONS if left(game, side, weapon) > 0]


def missiles_arrive(game: Nw) -> None:
    """The missiles of this turn come, with the ships that bring them or otherwise. [26.1]"""
    for side, kinds in game.scenario.missiles.items():
        for weapon, turns in kinds.items():
            came = turns.get(game.turn, 0)
            if came:
                now = stock(game, side, weapon) + came
                fresh: dict[str, Any] = {weapon: now}
                game.put(SIDES, side, replace(game.state[SIDES][side], **fresh))
                facts = {"side": side, "weapon": weapon, "came": came, "left": now}
                game.emit(Event("missiles-arrive", "26.1", facts))


def on_turn(game: Nw, side: str) -> bool:
    """Whether a side announces next: the other does after each of its own, while it has any and
    has not done. [26.1.2]"""
    other = game.scenario.other(side)
    if not arsenal(game, other) or game.state[DONE].get(other) == Done(game.serial):
        return True
    launched = [m.side for _, m in announced(game) if m.kind == MISSILE]
    return (launched[-1] == other) if launched else side == side_of(game, FIRST)


def _not_from(game: Nw, side: str, order: Launching) -> list[Refusal]:
    """Ships launch cruise missiles only, and not in port. [17.0]"""
    if not order.ship:
        return []
    if order.ship not in fleet(game, side) or order.weapon != CRUISE:
        text = f"{called(game, order.ship)} is no ship of {side} with such missiles"
        return [Refusal("26.1", text)]
    if in_port(game, order.ship):
        return [Refusal("17.0", f"{called(game, order.ship)} is in port, and launches nothing")]
    return []


def _not_for(game: Nw, order: Launching, aim: Target) -> list[Refusal]:
    """Fixed targets, and what the chart has besides for each kind of missile. [26.1]"""
    sort = sort_of(game, aim)
    if sort == VESSEL and in_port(game, aim.name):  # [17.1]
        return [Refusal("17.1", f"{called(game, aim.name)} is in port: only aircraft strike it")]
    if sort == VESSEL and order.weapon == BALLISTIC and game.options["missiles-at-ships"] == "off":
        return [Refusal("17.1", "only aircraft and cruise missiles strike ships")]
    if sort == UNIT and not hardened(game, aim) and game.options["missiles-at-units"] == "off":
        text = f"{called(game, aim.name)} is no target for missiles, which are for fixed ones"
        return [Refusal("26.1", text)]
    row = f"{order.weapon} missile {ROWS.get(sort, ROWS[BEACHHEAD])}"
    table = game.scenario.tables["theater-targets"]
    if sort in ROWS and table.cell(row, "legal").value != "yes":
        return [Refusal("26.1", f"{order.weapon} missiles do not strike a {sort}")]
    return []


def blow(game: Nw, side: str, weapon: str, aim: Target) -> Blow:
    """The roll of a missile. [26.1.2]"""
    tally, tables = Tally(), game.scenario.tables
    if weapon == CRUISE and not game.scenario.powers[side].allied:
        row = "cruise missile not American"
        tally = tally.add(row, drm(tables, DRMS, row), "26.1", "chart")
    if weapon == CRUISE and sort_of(game, aim) == VESSEL:
        row = "naval target: cruise missile"
        tally = tally.add(row, drm(tables, DRMS, row), "17.1.3", "chart")
    return Blow(side, MISSILE, f"{weapon} missile", aim, tally=tally)


def resolve(game: Nw) -> Procedure:
    """All missiles are rolled for; then all results are applied together. [26.1.2]

    What they do to air defenses waits for the end of the phase. [23.4.1]
    """
    rolled = [n for n, m in announced(game) if m.kind == MISSILE and not m.done]
    hits: list[tuple[Mission, int]] = []
    for name in rolled:
        mission = game.state[MISSIONS][name]
        hit = _rolled(game, mission)
        game.put(MISSIONS, name, replace(mission, done=True))
        if deferred(game, Target(mission.target, mission.hexes)):
            owe(game, name, hit)
        else:
            hits.append((mission, hit))
    for mission, hit in hits:
        aim = Target(mission.target, mission.hexes)
        yield from inflict(game, mission.side, aim, hit, "26.1.2")


def _rolled(game: Nw, mission: Mission) -> int:
    """One missile: a ship's close-in weapons are all that may stop it. [26.1] [17.1.4-4]"""
    found = blow(game, mission.side, mission.weapon, Target(mission.target, mission.hexes))
    if sort_of(game, found.target) == VESSEL:
        result = ciws(game, mission.target)
        if result in MISSED:
            return 0
        if result != UNTOUCHED:
            tally = found.tally.add("close-in weapons", int(result), "17.1.4-4")
            found = replace(found, tally=tally)
    return struck(game, found)
