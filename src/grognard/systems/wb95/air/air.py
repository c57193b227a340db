"""Air units: the phase, air combat, and the missions that stay in force. [8.0]

Fighters are not counters: that opposing missions meet is all there is of them. [8.0] [8.1.8]
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.tally import Tally
from grognard.kit.chance import rolled
from grognard.systems.wb95.air.missions import AT_ONCE, resolve
from grognard.systems.wb95.air.orders import NO_MISSIONS, Assign, available, missions_of, possible
from grognard.systems.wb95.charts import halve
from grognard.systems.wb95.fighting.casualties import lose_levels
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import MOVEMENT, PHASES_A_TURN, STRATEGIC, Wb
from grognard.systems.wb95.status import AIR, MISSIONS, Mission

PHASES_IN_FORCE = 5
"""A mission lasts until the end of the Supply Phase of the side that moves next. [8.1.2]"""
CROSSING_PHASES = (MOVEMENT, STRATEGIC)
"""Movement and Strategic Movement. [8.2.16]"""
HIT = 6
"""The roll at which an attack on a river crossing costs a level. [8.2.19]"""

Flown = Mapping[str, Mission]


def air_phase(game: Wb) -> Procedure:
    """Both players assign missions in secret; then air combat, then what is due now. [2.2.P1]

    Either player may fly in either Air Phase. [8.1.4]
    """
    sides = [side for side in game.scenario.sides if possible(game, side)]
    if not sides:
        return
    answers = yield tuple(_ask(game, side) for side in sides)  # [8.1.7]
    flown = air_combat(game, _reveal(game, sides, answers))
    for name, mission in flown.items():
        use(game, mission)
        if mission.kind in AT_ONCE:
            yield from resolve(game, mission)
        else:
            game.put(MISSIONS, name, mission)


def _ask(game: Wb, side: str) -> Ask:
    """The question to one player; neither sees the other's answer before both are in. [8.1.7]"""
    free = {name: air.sp for name, air in available(game, side).items()}
    return Ask(
        side,
        "air",
        "assign air units to missions",
        "8.1.7",
        (Assign(),),
        default=NO_MISSIONS,
        policies={"no missions": lambda: NO_MISSIONS},
        context=lambda: {"air": free},
        sealed=True,
    )


def _reveal(game: Wb, sides: list[str], answers: Mapping[str, Action]) -> dict[str, Mission]:
    """Uncover the missions of both sides, player A's first. [8.1.7]"""
    flown: dict[str, Mission] = {}
    for side in sides:
        for mission in missions_of(game, side, answers[side], lasts_until(game)):
            flown[f"m{game.serial}-{len(flown) + 1}"] = mission
    for side in sides:
        if len(sides) > 1:
            game.reveal(side)
        mine = {name: mission for name, mission in flown.items() if mission.side == side}
        facts = {"side": side, "missions": [_facts(game, *item) for item in mine.items()]}
        game.emit(Event("air missions", "8.1.7", facts))
    return flown


def lasts_until(game: Wb) -> int:
    """The last phase of missions flown now: half a turn, or by the option to its end. [8.1.2]

    An air unit flies once a turn, so that no mission may outlast the turn. [8.1.5]
    """
    if game.options["air-missions"] == "end-of-turn":
        return game.serial - game.clock.step + PHASES_A_TURN - 1
    return game.serial + PHASES_IN_FORCE


def _facts(game: Wb, name: str, mission: Mission) -> dict[str, object]:
    label = game.board.label
    facts: dict[str, object] = {
        "id": name,
        "side": mission.side,
        "mission": mission.kind,
        "sp": mission.sp,
        "air": list(mission.air),
        "hexes": [label(h) for h in mission.hexes],
    }
    if mission.attacks:
        facts["attacks"] = {label(h): count for h, count in mission.attacks}
    return facts


def use(game: Wb, mission: Mission) -> None:
    """Air units that fly are used for the turn. [8.1.5]"""
    for name in mission.air:
        game.put(AIR, name, replace(game.state[AIR][name], used=game.turn))


# --- Air combat -----------------------------------------------------------------------------


def air_combat(game: Wb, flown: Flown) -> dict[str, Mission]:
    """Let opposing missions fight, old ones still in force with them; gives those just flown that
    are left. [8.1.8]

    Neighbours are one combat as far as they hang together; by the option the points on one hex
    fight those on another, pair after pair.
    """
    left = {name: m for name, m in game.state[MISSIONS].items() if m.spent < 0} | dict(flown)
    if game.options["air-combat"] == "hex-by-hex":
        for a, b in pairs(game, left):
            fight = {name: m for name, m in left.items() if _over(game, m, a, b)}
            if len({m.side for m in fight.values()}) > 1:
                left = _withdraw(game, left, fight, contest(game, fight))
    else:
        for cluster in clusters(game, left):
            fight = {name: left[name] for name in cluster}
            left = _withdraw(game, left, fight, contest(game, fight))
    return {name: mission for name, mission in left.items() if name in flown}


def pairs(game: Wb, flown: Flown) -> list[tuple[int, int]]:
    """The hexes of player A's and of player B's missions that are the same or adjoin. [8.1.8]"""
    mine, yours = (
        sorted({h for mission in flown.values() if mission.side == side for h in mission.hexes})
        for side in game.scenario.sides
    )
    return [(a, b) for a in mine for b in yours if a == b or game.board.adjacent(a, b)]


def _over(game: Wb, mission: Mission, a: int, b: int) -> bool:
    """Whether a mission is flown over its side's hex of a pair."""
    return (a if mission.side == game.scenario.sides[0] else b) in mission.hexes


def clusters(game: Wb, flown: Flown) -> list[list[str]]:
    """The groups of missions that fight each other: chains of opposing neighbours. [8.1.8]"""
    waiting = list(flown)
    found = []
    while waiting:
        group = [waiting.pop(0)]
        for name in group:
            met = [other for other in waiting if opposed(game, flown[name], flown[other])]
            group.extend(met)
            waiting = [other for other in waiting if other not in met]
        if len(group) > 1:
            found.append(sorted(group, key=list(flown).index))
    return found


def opposed(game: Wb, one: Mission, other: Mission) -> bool:
    """Whether missions of opposite sides share a hex or have adjacent ones. [8.1.8] [8.0]"""
    return one.side != other.side and any(
        a == b or game.board.adjacent(a, b) for a in one.hexes for b in other.hexes
    )


def contest(game: Wb, fight: Flown) -> str:
    """Air combat: each side's points and one die; the lower total loses, ties roll again. [8.1.8]

    Gives the side that is beaten.
    """
    sides = game.scenario.sides
    strength = {side: _strength(fight, side) for side in sides}
    lead = strength[sides[0]] - strength[sides[1]]
    while True:
        dice, verdict = rolled(game, 2, lambda faces: _sign(lead + faces[0] - faces[1]))
        _tell_contest(game, fight, dice, verdict)
        if verdict:
            return sides[1] if verdict > 0 else sides[0]


def _strength(fight: Flown, side: str) -> int:
    return sum(mission.sp for mission in fight.values() if mission.side == side)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _tell_contest(game: Wb, fight: Flown, dice: tuple[int, ...], verdict: int) -> None:
    sides = game.scenario.sides
    totals = {
        side: Tally().add("air units", _strength(fight, side), "8.1.8").add("die", die, "8.1.8")
        for side, die in zip(sides, dice, strict=True)
    }
    winner = {1: sides[0], -1: sides[1], 0: ""}[verdict]
    game.emit(
        Event(
            "air combat",
            "8.1.8",
            {
                "missions": list(fight),
                "totals": {side: tally.to_json() for side, tally in totals.items()},
                "winner": winner,
            },
            dice=dice,
            outcome=bool(winner),
        )
    )


def _withdraw(game: Wb, flown: Flown, fight: Flown, loser: str) -> dict[str, Mission]:
    """The beaten missions leave the map; their air units are not used again this turn. [8.1.9]"""
    beaten = [name for name, mission in fight.items() if mission.side == loser]
    for name in beaten:
        if name in game.state[MISSIONS]:
            game.drop(MISSIONS, name)
        for air in flown[name].air:
            game.put(AIR, air, replace(game.state[AIR][air], used=game.turn))
        game.emit(Event("air withdrawal", "8.1.9", _facts(game, name, flown[name])))
    return {name: mission for name, mission in flown.items() if name not in beaten}


# --- Missions in force ----------------------------------------------------------------------


def _supporting(game: Wb, side: str, kind: str, targets: tuple[int, ...]) -> tuple[str, ...]:
    """A side's missions of a kind at these hexes that have supported nothing yet. [8.1.3]"""
    return tuple(
        name
        for name, mission in sorted(game.state[MISSIONS].items())
        if mission.side == side
        and mission.kind == kind
        and mission.spent < 0
        and mission.hexes[0] in targets
    )


def offensive_missions(game: Wb, side: str, targets: tuple[int, ...]) -> tuple[str, ...]:
    """A side's missions that can support an attack or fire on these hexes. [8.2.2] [8.2.3]"""
    return _supporting(game, side, "support", targets)


def defensive_missions(game: Wb, side: str, targets: tuple[int, ...]) -> tuple[str, ...]:
    """A side's missions that can support the defence of these hexes. [8.2.4]"""
    return _supporting(game, side, "defence", targets)


def offensive_strength(game: Wb, missions: tuple[str, ...]) -> Tally:
    """What air support adds to an attack or to ranged fire: all its points. [8.2.2] [8.2.3]"""
    points = sum(game.state[MISSIONS][name].sp for name in missions)
    return Tally().add("air support", points, "8.2.2") if points else Tally()


def defensive_strength(game: Wb, missions: tuple[str, ...]) -> Tally:
    """What air support adds to a defence: half of its points together, rounded up. [8.2.4]"""
    points = sum(game.state[MISSIONS][name].sp for name in missions)
    return Tally().add("half the air support", halve(points), "8.2.4") if points else Tally()


def spend(game: Wb, missions: tuple[str, ...]) -> None:
    """Missions that have supported a battle are used up. [8.1.3]"""
    for name in missions:
        game.put(MISSIONS, name, replace(game.state[MISSIONS][name], spent=game.serial))


def disruption_at(game: Wb, h: int, side: str) -> int:
    """How many missions disrupt the movement of a side in a hex. [8.2.13] [8.2.15]"""
    if not game.state[MISSIONS]:
        return 0

    def compute() -> dict[int, int]:
        area: dict[int, int] = {}
        for mission in game.state[MISSIONS].values():
            if mission.kind == "disrupt" and mission.side != side:
                for near in game.board.disk(mission.hexes[0], 1):  # [8.2.13]
                    area[near] = area.get(near, 0) + 1  # [8.2.15]
        return area

    return game.cached(("disruption", side), (MISSIONS.name,), compute).get(h, 0)


def crossing_attacks(game: Wb, side: str, h: int) -> int:
    """How many attacks await a side's unit that crosses a big river into a hex. [8.2.18]

    In Movement and Strategic Movement only. [8.2.16]
    """
    if game.segment.kind not in CROSSING_PHASES:
        return 0
    return sum(
        dict(mission.attacks).get(h, 0)
        for mission in game.state[MISSIONS].values()
        if mission.side != side
    )


def crossing_fire(game: Wb, name: str, h: int) -> None:
    """Attacks on a unit that has crossed a big river without a bridge into a hex. [8.2.19]

    One die for each; every unit that crosses is attacked by all of them. [8.2.20]
    """
    attacks = crossing_attacks(game, counter_of(game, name).side, h)
    dice: tuple[int, ...] = ()
    while len(dice) < attacks and dice.count(HIT) < unit_of(game, name).cel:
        dice += game.roll(1, key=lambda faces: faces[0] == HIT)
    if not dice:
        return
    hits, label = dice.count(HIT), game.board.label(h)
    facts = {"hex": label, "attacks": attacks, "hits": hits}
    told = Event("crossing attack", "8.2.19", facts, dice=dice, outcome=True)
    masking.befalls(game, name, told)
    lose_levels(game, name, hits, "8.2.19")


def expire(game: Wb) -> None:
    """At the end of a phase, end the missions whose time is over."""
    for name, mission in list(game.state[MISSIONS].items()):
        if mission.until <= game.serial:
            game.drop(MISSIONS, name)
