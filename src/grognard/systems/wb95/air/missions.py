"""Air missions: what each needs and may be aimed at, and what is due at once. [8.2]"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.chance import rolled
from grognard.systems.wb95.charts import fire_result, object_destroyed
from grognard.systems.wb95.fighting import fire
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.mission_kinds import KINDS
from grognard.systems.wb95.pieces.stacks import holder, stacks, units_at
from grognard.systems.wb95.pieces.values import unit_of, whole
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import AIR, Air, Mission
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.works import bridges

Target = tuple[int, ...]


ATTACKS_A_POINT = 2
"""River-crossing attacks for each point of strength. [8.2.17]"""
SUPPLIERS = ("American", "British")
"""Whose air units can carry supply. [8.2.22]"""
FAILURE = 6
"""The roll of an air unit at which its mission brings no supply. [8.2.24]"""


# --- What a mission needs -------------------------------------------------------------------


def why_kind(game: Wb, side: str, kind: str) -> list[Refusal]:
    """Reasons why a side cannot fly a kind of mission in this game at all."""
    enemy = game.scenario.other(side)
    if kind == "disrupt" and game.scenario.nations[enemy] != "Soviet":
        text = f"only Soviet movement can be disrupted, and {enemy} is not Soviet"
        return [Refusal("8.2.11", text)]
    if kind == "bridge" and game.options["bridges"] == "off":
        return [Refusal("14.1.1", "the chapter on bridges is not in use")]
    return []


def why_air(kind: str, counters: Sequence[Air]) -> list[Refusal]:
    """Reasons against these air units on a kind of mission: their nation, their strength."""
    refusals = []
    nations = sorted({air.nation for air in counters})
    if kind == "defence" and "Soviet" in nations:
        refusals.append(Refusal("8.2.5", "Soviet air units do not support the defence"))
    if kind == "supply" and any(nation not in SUPPLIERS for nation in nations):
        text = f"only American and British air units carry supply, not {', '.join(nations)}"
        refusals.append(Refusal("8.2.22", text))
    need, strength = KINDS[kind], sum(air.sp for air in counters)
    if strength < need.least:
        text = f"{need.title} takes at least {need.least} SP, not {strength}"
        refusals.append(Refusal(need.least_rule, text))
    return refusals


def why_target(game: Wb, side: str, kind: str, target: Target) -> list[Refusal]:
    """Reasons against what a mission is aimed at."""
    names = ", ".join(game.board.label(h) for h in target)
    need = KINDS[kind]
    if need.aim == "bridge":
        pair = len(target) == 2 and game.board.adjacent(*target)
        if pair and bridges.bridged(game, *target):
            if bridges.fair_game(game, side, game.scenario.ground.side_key(*target)):
                return []
            return [Refusal("14.1.4", f"{side} does not control the bridge {names}")]
        text = f"the target is a standing bridge, named by the two hexes it joins, not {names}"
        return [Refusal("8.2.8", text)]
    if len(target) != 1:
        return [Refusal(need.rule, f"{need.title} is aimed at one hex, not {len(target)}")]
    sides = {"enemy": game.scenario.other(side), "own": side}
    if need.aim in sides and holder(game, target[0]) != sides[need.aim]:
        text = f"{need.title} needs a hex with {sides[need.aim]} units; {names} has none"
        return [Refusal(need.rule, text)]
    return []


def why_attacks(game: Wb, attacks: dict[int, int], strength: int) -> list[Refusal]:
    """Reasons against a distribution of river-crossing attacks. [8.2.17] [8.2.18]"""
    refusals = []
    label = game.board.label
    shores = banks(game)
    for h, count in sorted(attacks.items()):
        if h not in shores:
            text = f"{label(h)} is not beside a big river, so that nobody crosses one into it"
            refusals.append(Refusal("8.2.16", text))
        if count < 1:
            refusals.append(
                Refusal("8.2.18", f"{label(h)} is given {count} attacks, not 1 or more")
            )
    due, given = ATTACKS_A_POINT * strength, sum(attacks.values())
    if given != due:
        text = f"{strength} SP make {due} attacks to be assigned, not {given}"
        refusals.append(Refusal("8.2.17", text))
    if not connected(game, sorted(attacks)):
        text = "the hexes of a river-crossing attack must be connected with each other"
        refusals.append(Refusal("8.2.18", text))
    return refusals


def connected(game: Wb, hexes: Sequence[int]) -> bool:
    """Whether hexes hang together."""
    waiting = list(hexes[1:])
    reached = list(hexes[:1])
    for h in reached:
        found = [b for b in waiting if game.board.adjacent(h, b)]
        reached.extend(found)
        waiting = [b for b in waiting if b not in found]
    return not waiting


# --- What a mission can be aimed at ---------------------------------------------------------


def banks(game: Wb) -> dict[int, bool]:
    """The hexes beside a big river, in order."""

    def compute() -> dict[int, bool]:
        ground, board = game.scenario.ground, game.board
        return {
            h: True for h in range(board.n) if any(ground.big_river(b, h) for b in board.around(h))
        }

    return game.cached("banks", (), compute)


def held(game: Wb, side: str) -> list[int]:
    """The hexes where a side has units, in order."""
    counters = game.scenario.counters
    return sorted(h for h, names in stacks(game).at.items() if counters[names[0]].side == side)


def targets(game: Wb, side: str, kind: str) -> list[Target]:
    """Everything a side can aim a kind of mission at; for crossings, the single hexes."""
    aim = KINDS[kind].aim
    if aim == "bridge":
        keys = [key for key in sorted(bridges.standing(game)) if bridges.fair_game(game, side, key)]
        return [game.scenario.ground.side_hexes(key) for key in keys]
    if aim == "any":
        return [(h,) for h in range(game.board.n)]
    if aim == "bank":
        return [(h,) for h in banks(game)]
    return [(h,) for h in held(game, side if aim == "own" else game.scenario.other(side))]


# --- What is due at once --------------------------------------------------------------------


def resolve(game: Wb, mission: Mission) -> Procedure:
    """Carry out a mission that acts in the Air Phase itself. [2.2.P1]"""
    if mission.kind == "attack":
        yield from _attack(game, mission)
    elif mission.kind == "bridge":
        _bomb(game, mission)
    elif mission.kind == "supply":
        _supply(game, mission)


AT_ONCE = ("attack", "bridge", "supply")
"""The missions that are carried out in the Air Phase; the others stay in force."""


def attack_strength(game: Wb, mission: Mission) -> Tally:
    """What an air attack counts: twice the terrain modifiers come off. [8.2.7]"""
    strength = Tally().add("air units", mission.sp, "8.2.6")
    shelter = fire.terrain_shelter(game, mission.hexes[0])
    if not shelter:
        return strength
    source = fire.shelter_source(game, mission.hexes[0])
    return strength.add("terrain, twice", -shelter, "8.2.7", source)


def _attack(game: Wb, mission: Mission) -> Procedure:
    """An attack on the ground units of a hex, by the air attack table. [8.2.6] [T.air]"""
    h = mission.hexes[0]
    if not units_at(game, h):
        return  # An earlier attack left nobody there.
    strength = attack_strength(game, mission)
    points, table = max(0, whole(strength)), game.scenario.tables["air-attack"]
    dice, result = rolled(game, 2, lambda faces: fire_result(table, points, sum(faces)))
    label = game.board.label(h)
    game.emit(
        Event(
            "air attack",
            "8.2.6",
            {"hex": label, "strength": strength.to_json(), "result": str(result)},
            dice=dice,
            outcome=True,
        )
    )
    yield from fire.suffer(game, h, result, "8.2.6")


def _bomb(game: Wb, mission: Mission) -> None:
    """An attack on a bridge, by the table of attacks on objects; no terrain counts. [8.2.9]"""
    a, b = mission.hexes
    if not bridges.bridged(game, a, b):
        return  # An earlier attack brought it down.
    table, points = game.scenario.tables["attack-on-objects"], mission.sp
    dice, destroyed = rolled(game, 2, lambda faces: object_destroyed(table, points, sum(faces)))
    labels = [game.board.label(h) for h in mission.hexes]
    game.emit(
        Event(
            "air attack on bridge",
            "8.2.8",
            {"bridge": labels, "sp": points, "destroyed": destroyed},
            dice=dice,
            outcome=True,
        )
    )
    if destroyed:
        bridges.destroy(game, game.scenario.ground.side_key(a, b), "8.2.8")


def air_units(game: Wb, mission: Mission) -> int:
    """How many air units fly a mission; what comes from a pool of points is one unit. [8.1.1]"""
    counters = [game.state[AIR][name] for name in mission.air]
    pools = {air.nation for air in counters if air.pool}
    return sum(not air.pool for air in counters) + len(pools)


def _supply(game: Wb, mission: Mission) -> None:
    """A die for each air unit, and with a six among them the mission fails. [8.2.24]

    However many fly it, a mission that succeeds lowers the level of each unit by one. [8.2.25]
    """
    h, label = mission.hexes[0], game.board.label(mission.hexes[0])
    dice: tuple[int, ...] = ()
    for _ in range(air_units(game, mission)):
        dice += game.roll(1, key=lambda faces: faces[0] >= FAILURE)
    brought = max(dice) < FAILURE
    game.emit(
        Event(
            "air supply",
            "8.2.24",
            {"hex": label, "brought": brought, "flown": len(dice)},
            dice=dice,
            outcome=True,
        )
    )
    for name in units_at(game, h) if brought else ():
        _relieve(game, name)


def _relieve(game: Wb, name: str) -> None:
    """A success lowers the level of a unit out of supply by one, to nothing at most. [8.2.25]

    A unit whose level is gone has its full values again. [10.2.8]
    """
    unit = unit_of(game, name)
    if unit.oos <= 0:
        return
    level = unit.oos - 1
    game.put(UNITS, name, replace(unit, oos=level))
    masking.befalls(game, name, Event("supplied by air", "8.2.25", {"oos": level}))
