"""What special operations forces may be sent against. [20.1.3]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from grognard.engine.refusal import Refusal
from grognard.systems.nextwar.air.helos import HELOS, helo_of, printed
from grognard.systems.nextwar.detection.seen import aim, detected
from grognard.systems.nextwar.ground import (
    FLAT_WOODS,
    HIGH_MOUNTAIN,
    HIGHLAND,
    HIGHLAND_WOODS,
    JUNGLE,
    MOUNTAIN,
    ROUGH_WOODS,
)
from grognard.systems.nextwar.movement.bridgework import bridge_at
from grognard.systems.nextwar.naval.detecting import in_port
from grognard.systems.nextwar.pieces.ships import fleet, hull, ship_of
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import counter_of, unit_of
from grognard.systems.nextwar.pieces.zones import controller
from grognard.systems.nextwar.raids.status import TASKS, Task
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.sites import FLYING
from grognard.systems.nextwar.status import BRIDGES, SIDES, SITES
from grognard.systems.nextwar.units import MAP, SHIPS, UNITS
from grognard.systems.nextwar.words import called

RAID, RECON, TARGETING = MISSIONS = ("raid", "recon", "targeting")
"""[20.2]"""
UNIT, HELO, VESSEL, SITE, BRIDGE, INTERDICTION, TRACK, WEAPONS = SORTS = (
    "unit", "helicopter", "ship", "site", "bridge", "interdiction", "track", "weapons",
)  # fmt: skip
TRACKS = ("detection", "sam")
"""Those of the air defenses that can be raided; guns cannot. [20.1.3-3]"""
ARSENAL = ("ballistic", "cruise")
RUGGED = frozenset(
    {MOUNTAIN, HIGH_MOUNTAIN, HIGHLAND, HIGHLAND_WOODS, ROUGH_WOODS, FLAT_WOODS, JUNGLE}
)
"""Where raiders can bar the roads. [20.2.1-p1]"""


@dataclass(frozen=True, slots=True)
class Goal:
    """A mission and its target."""

    mission: str
    target: str
    hexes: tuple[int, ...] = ()


def sort_of(game: Nw, goal: Goal) -> str:
    """What sort of thing a target is; empty if there is no such thing."""
    name = goal.target
    if name in (BRIDGE, INTERDICTION):
        return name if len(goal.hexes) == (2 if name == BRIDGE else 1) else ""
    if goal.hexes:
        return ""
    if name in TRACKS or name in ARSENAL:
        return TRACK if name in TRACKS else WEAPONS
    for sort, register in ((UNIT, UNITS), (HELO, HELOS), (VESSEL, SHIPS), (SITE, SITES)):
        if name in game.state.maps[register.name]:
            return sort
    return ""


def spot(game: Nw, goal: Goal) -> int:
    """The hex where it happens; of a bridge, that which was named first; -1 if it is none.
    [27.10.1.1]"""
    sort = sort_of(game, goal)
    if goal.hexes:
        return goal.hexes[0]
    if sort == UNIT:
        return unit_of(game, goal.target).hex
    if sort == HELO:
        return helo_of(game, goal.target).hex
    if sort == VESSEL:
        return ship_of(game, goal.target).hex
    return game.scenario.sites[goal.target].hex if sort == SITE else -1


# ---- what speaks against a target


def why_not(game: Nw, side: str, goal: Goal) -> list[Refusal]:
    """Why a side cannot send anybody on such a mission. [20.1.3]"""
    sort = sort_of(game, goal)
    if goal.mission not in MISSIONS:
        known = ", ".join(MISSIONS)
        return [Refusal("20.2", f"there is no mission {goal.mission!r}; there are {known}")]
    judge = JUDGES.get((goal.mission, sort))
    if judge is None:
        text = f"{goal.target or 'nothing'} is nothing for a {goal.mission} mission"
        return [Refusal(_closed(goal), text)]
    return judge(game, side, goal) or _again(game, goal, sort)


def _closed(goal: Goal) -> str:
    """The rule whose list a target is not on."""
    return {RAID: "20.2.1-p1", RECON: "20.1.3-6"}.get(goal.mission, "20.1.3-4")


def _again(game: Nw, goal: Goal, sort: str) -> list[Refusal]:
    """One mission of a kind for each target in a turn; theater weapons any number. [20.2.1-p1]
    [20.2.1.1] [20.2.1.2] [20.2.2] [20.2.3]"""
    if sort == WEAPONS or not any(_same(task, goal, game.turn) for task in _tasks(game)):
        return []
    rule = {RAID: "20.2.1-p1", RECON: "20.2.2"}.get(goal.mission, "20.2.3")
    return [Refusal(rule, f"it has been the target of a {goal.mission} mission this turn")]


def _tasks(game: Nw) -> list[Task]:
    return list(game.state[TASKS].values())


def _same(task: Task, goal: Goal, turn: int) -> bool:
    alike = (task.mission, task.target, task.turn) == (goal.mission, goal.target, turn)
    return alike and {*task.hexes} == {*goal.hexes}


def _raid_unit(game: Nw, side: str, goal: Goal) -> list[Refusal]:
    """Headquarters and supply units that are detected, or that others look for now. [20.1.3-2]"""
    counter = counter_of(game, goal.target)
    if not _enemy_unit(game, side, goal.target) or not (counter.hq or counter.supply):
        text = f"{called(game, goal.target)} is no enemy headquarters, depot or supply unit"
        return [Refusal("20.1.3-2", text)]
    return known(game, side, goal, "20.1.3-2")


def _recon(game: Nw, side: str, goal: Goal) -> list[Refusal]:
    """Any enemy ground unit that is not detected. [20.1.3-6]"""
    if not _enemy_unit(game, side, goal.target):
        return [Refusal("20.1.3-6", f"{called(game, goal.target)} is no enemy unit on the map")]
    if detected(game, side, goal.target):
        return [Refusal("20.1.3-6", f"{called(game, goal.target)} is detected already")]
    return []


def _target_unit(game: Nw, side: str, goal: Goal) -> list[Refusal]:
    """Any enemy ground unit that is detected, or that others look for now. [20.1.3-4]"""
    if not _enemy_unit(game, side, goal.target):
        return [Refusal("20.1.3-4", f"{called(game, goal.target)} is no enemy unit on the map")]
    if aim(game, unit_of(game, goal.target)):
        return [Refusal("20.2.3", f"{called(game, goal.target)} has a Target marker")]
    return known(game, side, goal, "20.1.3-4")


def known(game: Nw, side: str, goal: Goal, rule: str) -> list[Refusal]:
    """A unit must be detected, or a Recon mission of the same phase must hope to do it. [20.1.2]"""
    hope = Goal(RECON, goal.target)
    sought = any(
        _same(task, hope, game.turn) and task.side == side and not task.done
        for task in _tasks(game)
    )
    if sought or detected(game, side, goal.target):
        return []
    return [Refusal(rule, f"{called(game, goal.target)} is not detected, and nobody looks for it")]


def _enemy_unit(game: Nw, side: str, name: str) -> bool:
    counter = counter_of(game, name)
    return counter.side != side and not counter.beachhead and unit_of(game, name).place == MAP


def _raid_helo(game: Nw, side: str, goal: Goal) -> list[Refusal]:
    """Helicopters in a city or urban hex without an airbase or airfield. [20.1.3-5]"""
    helo, ground = helo_of(game, goal.target), game.scenario.ground
    if printed(game, goal.target).side == side or helo.place != MAP:
        return [Refusal("20.1.3-5", f"{called(game, goal.target)} is no enemy on the map")]
    if ground.kinds(helo.hex) & FLYING or not ground.built_up(helo.hex):
        text = f"{called(game, goal.target)} does not base in a city without an airbase or airfield"
        return [Refusal("20.1.3-5", text)]
    return []


def _raid_ship(game: Nw, side: str, goal: Goal) -> list[Refusal]:
    """Enemy ships in port. [20.1.3-9]"""
    name = goal.target
    foes = fleet(game, game.scenario.other(side))
    if name not in foes or ship_of(game, name).hex < 0 or not in_port(game, name):
        return [Refusal("20.1.3-9", f"{called(game, name)} is no enemy ship in port")]
    return []


def _site(rule: str) -> Judge:
    """Enemy airfields and installations that are not destroyed. [20.1.3-1] [20.1.3-4]"""

    def judge(game: Nw, side: str, goal: Goal) -> list[Refusal]:
        site, status = game.scenario.sites[goal.target], game.state[SITES][goal.target]
        if not (site.flying or site.installation):
            return [Refusal(rule, f"{site.name} is no airfield or installation")]
        if controller(game, site.hex) != game.scenario.other(side):
            return [Refusal(rule, f"{site.name} is not the enemy's")]
        if status.destroyed:
            return [Refusal("27.2", f"{site.name} is destroyed")]
        if goal.mission == TARGETING and aim(game, status):
            return [Refusal("20.2.3", f"{site.name} has a Target marker")]
        return []

    return judge


def _raid_bridge(game: Nw, side: str, goal: Goal) -> list[Refusal]:
    """Any bridge that stands. [20.1.3-1] [27.10.1.1]"""
    bridge = bridge_at(game, goal.hexes)
    if bridge is None or not bridge.stands:
        return [Refusal("20.1.3-1", "no bridge stands there")]
    return []


def _interdict(game: Nw, side: str, goal: Goal) -> list[Refusal]:
    """Hexes of rugged ground. [20.1.3-7] [20.2.1-p1]"""
    h = goal.hexes[0]
    if game.board.terrain[h] not in RUGGED:
        text = f"{game.board.label(h)} is too open: raiders bar woods, highlands and mountains"
        return [Refusal("20.1.3-7", text)]
    return []


def _raid_track(game: Nw, side: str, goal: Goal) -> list[Refusal]:
    """The enemy's tracks of detection and missiles, while anything is left of them. [20.1.3-3]"""
    return _left(game, side, goal, "20.1.3-3")


def _raid_weapons(game: Nw, side: str, goal: Goal) -> list[Refusal]:
    """The enemy's theater weapons, while there are any. [20.1.3-8]"""
    return _left(game, side, goal, "20.1.3-8")


def _left(game: Nw, side: str, goal: Goal, rule: str) -> list[Refusal]:
    """A track or a weapon is a target as long as something is left of it. [20.1.3-8]"""
    level: int = getattr(game.state[SIDES][game.scenario.other(side)], goal.target)
    return [] if level else [Refusal(rule, f"nothing is left of the enemy's {goal.target}")]


Judge = Callable[[Nw, str, Goal], list[Refusal]]
JUDGES: Mapping[tuple[str, str], Judge] = {
    (RAID, UNIT): _raid_unit,
    (RAID, HELO): _raid_helo,
    (RAID, VESSEL): _raid_ship,
    (RAID, SITE): _site("20.1.3-1"),
    (RAID, BRIDGE): _raid_bridge,
    (RAID, INTERDICTION): _interdict,
    (RAID, TRACK): _raid_track,
    (RAID, WEAPONS): _raid_weapons,
    (RECON, UNIT): _recon,
    (TARGETING, UNIT): _target_unit,
    (TARGETING, SITE): _site("20.1.3-4"),
}
"""What may be said against each sort of target of each mission; there are no others. [20.1.3]"""


# ---- what there is


def goals(game: Nw, side: str) -> Iterator[Goal]:
    """Every mission worth a thought, the likeliest first."""
    enemy, scenario = game.scenario.other(side), game.scenario
    units = on_map(game, enemy)
    yield from (Goal(RECON, name) for name in units)
    for mission in (RAID, TARGETING):
        yield from (Goal(mission, name) for name in units)
        yield from (Goal(mission, name) for name in scenario.sites)
    yield from (Goal(RAID, name) for name in (*TRACKS, *ARSENAL))
    yield from (Goal(RAID, name) for name in scenario.helicopters)
    yield from (Goal(RAID, name) for name in fleet(game, enemy) if hull(game, name).side == enemy)
    for key in game.state[BRIDGES]:
        a, b = scenario.ground.side_hexes(key)
        yield from (Goal(RAID, BRIDGE, hexes) for hexes in ((a, b), (b, a)))
    rugged = (h for h in range(game.board.n) if game.board.terrain[h] in RUGGED)
    yield from (Goal(RAID, INTERDICTION, (h,)) for h in rugged)
