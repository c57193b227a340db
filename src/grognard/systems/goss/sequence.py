"""The sequence of play. [3.3.0] [3.4.5]

The outline is that of the rulebook; what may be done in each segment the chapters put into it. A
segment in which nobody can do anything passes by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from grognard.engine.record import replace
from grognard.kit.turn import End, Part, Played, Turn, player_turn
from grognard.systems.goss.chapters import CHAPTERS
from grognard.systems.goss.scenario import ALLIED, AM, AXIS, ENA, NIGHT, PM, SIDES, GossScenario, Gs
from grognard.systems.goss.turn import phases as at
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.turn.chapter import with_chapters
from grognard.systems.goss.turn.roles import ACTIVE, BOTH, ENA_FIRST, ENA_SECOND, INACTIVE, side_of

MORNING, DAY = (AM,), (AM, PM)
BY_DAY_AND_NIGHT = (AM, PM, NIGHT)
EXTENDED = (ENA,)


class EndSegment(End[Gs]):
    """Ending a phase or segment. [3.3.0]"""

    rule = "3.3.0"
    phrase = ()  # its title says it


def _joint(
    kind: str, title: str, rule: str, prompt: str, phase: str, turns: tuple[str, ...] = MORNING
) -> Part[Gs]:
    """A segment of the joint phases: both act, each until he has done. [3.3.1]"""
    return Part(kind, title, rule, prompt, BOTH, phase, turns)


def _alone(kind: str, title: str, rule: str, phase: str, turns: tuple[str, ...]) -> Part[Gs]:
    """A segment in which everything happens by itself, or in answer to questions."""
    return Part(kind, title, rule, "", "", phase, turns)


def _asking(kind: str, phase: str, turns: tuple[str, ...]) -> tuple[Part[Gs], ...]:
    """The Lull Determination Segment: the Allies ask first. [24.1.1]"""
    return tuple(
        Part(kind, "Lull Determination", "24.1.0", "ask for a lull", side, phase, turns)
        for side in (ALLIED, AXIS)
    )


JOINT: tuple[Part[Gs], ...] = (
    # [3.3.1] [3.3.1a] [3.3.1a-1]
    _alone(at.AIR_COUNT, "Air Point Availability", "20.1.0", at.AIR_PHASE, MORNING),
    # [3.3.1a-2]
    _joint(at.AIR_ALLOCATION, "Air Allocation", "20.1.1", "allocate air points", at.AIR_PHASE),
    # [3.3.1a-3]
    _joint(at.FLAK_RETURN, "Return of Flak", "20.7.2", "bring Flak back", at.AIR_PHASE),
    # [3.3.1a-4]
    _joint(at.FLAK_WITHDRAWAL, "Withdrawal of Flak", "20.7.2", "withdraw Flak", at.AIR_PHASE),
    # [3.3.1b]
    _alone(at.WEATHER, "Weather", "19.1.0", at.WEATHER_PHASE, BY_DAY_AND_NIGHT),
    *_asking(at.WEATHER_LULLS, at.WEATHER_PHASE, BY_DAY_AND_NIGHT),
    _joint(
        at.INTERDICTION, "Ground Interdiction Value", "20.3.1", "intercept ground interdiction",
        at.WEATHER_PHASE, DAY,
    ),
    # [3.3.1c] [3.3.1c-rest]
    _joint(at.REST_TURNS, "Rest GT Designation", "3.5.2", "designate rest", at.COMMAND_PHASE),
    # [3.3.1c-command]
    _joint(
        at.COMMAND, "Command", "9.4.0",
        "attach and detach, draw boundaries, refit, army reserve", at.COMMAND_PHASE,
    ),
    # [3.3.1c-naval]
    _joint(at.NAVAL, "Naval Unit Assignment", "11.9.0", "assign ships", at.COMMAND_PHASE),
    # [3.3.1c-lull]
    *_asking(at.LULLS, at.COMMAND_PHASE, MORNING),
    # [3.3.1c-ldr]
    _joint(at.LEADERS, "Leader Activation", "23.1.0", "place active leaders", at.COMMAND_PHASE),
    # [3.3.1c-surrender]
    _alone(at.SURRENDER, "Surrender", "15.7.1", at.COMMAND_PHASE, MORNING),
    # [3.3.1d] [3.3.1d-tp]
    _joint(at.TRUCKS, "Truck Point Assignment", "16.1.2", "assign trucks", at.LOGISTICS_PHASE),
    # [3.3.1d-si]
    _joint(
        at.SUPPLY_INTERDICTION, "Supply Interdiction", "20.4.0", "interdict supplies",
        at.LOGISTICS_PHASE,
    ),
    # [3.3.1d-ammo]
    _joint(
        at.AMMUNITION, "Ammo Delivery", "16.3.2", "set ADVs and support", at.LOGISTICS_PHASE
    ),
    # [3.3.1d-fuel]
    _alone(at.FUEL_DELIVERY, "Fuel Delivery", "16.4.1", at.LOGISTICS_PHASE, MORNING),
    _joint(at.FUEL, "Fuel Allocation", "16.4.2", "allocate fuel", at.LOGISTICS_PHASE),
    # [3.3.1d-depot]
    _joint(at.DEPOTS, "Depot Placement", "15.8.2", "move depots", at.LOGISTICS_PHASE),
    # [3.3.1d-rep]
    _alone(
        at.REPLACEMENT_POINTS, "Replacement Points", "22.1.1", at.LOGISTICS_PHASE, MORNING
    ),
    # [3.3.1e]
    _joint(
        at.FUEL_VALUES, "Fuel Value Determination", "16.4.5", "say how fuel values are used",
        at.FUEL_PHASE, BY_DAY_AND_NIGHT,
    ),
)  # fmt: skip
"""What both do before a game day, some of it before every GT: air points and Flak, weather,
command, logistics, fuel values."""


def _part(
    kind: str, title: str, rule: str, prompt: str, phase: str, role: str = ACTIVE,
    turns: tuple[str, ...] = BY_DAY_AND_NIGHT,
) -> Part[Gs]:  # fmt: skip
    """A segment of a player turn. [3.3.2]"""
    return Part(kind, title, rule, prompt, role, phase, turns)


BUILDING: tuple[Part[Gs], ...] = (
    _part(
        at.MODES,
        "Mode Determination",
        "5.0",
        "set modes and batteries",
        at.MODE_PHASE,
        # [3.3.2a]
    ),
    _part(
        at.CONSTRUCTION,
        "Construction",
        "17.3.0",
        "begin works",
        at.CONSTRUCTION_PHASE,
        # [3.3.2b]
    ),
    _part(
        at.DEMOLITION,
        "Demolition",
        "17.3.2c",
        "blow up bridges",
        at.CONSTRUCTION_PHASE,
        # [3.3.2b-demo]
    ),
)
"""Modes and batteries; works, then demolition."""
MOVEMENT: tuple[Part[Gs], ...] = (
    # [3.3.2c] [3.3.2c-cr]
    _part(
        at.COMBAT_RESERVES, "Combat Reserve Designation", "5.8.0", "hold battalions in reserve",
        at.MOVEMENT_PHASE,
    ),
    # [3.3.2c-1]
    _part(
        at.ENTRY, "Reinforcements and Withdrawals", "21.0",
        "bring reinforcements, withdraw units, attach in emergency", at.MOVEMENT_PHASE,
    ),
    # [3.3.2c-2]
    _part(at.STRAT_MOVES, "Strat Movement", "5.5.0", "move in Strat mode", at.MOVEMENT_PHASE),
    # [3.3.2c-3]
    _part(at.COUPS, "Coups de Main", "7.14.0", "declare coups de main", at.MOVEMENT_PHASE),
    # [3.3.2c-4]
    _part(
        at.ROAD_MOVES, "Mech Road Movement", "7.10.0", "move Mech units by road",
        at.MOVEMENT_PHASE,
    ),
    _part(at.MOVES, "Non-Road Movement", "7.11.0", "move", at.MOVEMENT_PHASE),
    # [3.3.2c-5]
    _part(at.PA_MOVES, "PA Movement", "5.2.3", "move in PA mode", at.MOVEMENT_PHASE),
    # [3.3.2c-status]
    _part(at.COMMAND_STATUS, "Command Status", "9.8.0", "leave Strat mode", at.MOVEMENT_PHASE),
    # [3.3.2c-quick]
    _part(
        at.QUICK_CONSTRUCTION, "Quick Construction", "17.3.3", "complete works",
        at.MOVEMENT_PHASE,
    ),
)  # fmt: skip
"""Combat reserves, then the steps of movement one after the other: arrivals, Strat mode, coups de
main, Tac mode by road and across country, PA mode; then command status and quick works."""


def _exploit(role: str, phase: str, kinds: tuple[str, str, str, str]) -> tuple[Part[Gs], ...]:
    """An Exploit Phase: out of reserve, coups de main, movement and overruns."""
    release, coups, road, moves = kinds
    return (
        _part(release, "Out of Maneuver Reserve", "5.4.3", "commit reserves", phase, role),
        _part(coups, "Exploit Coups de Main", "7.14.0", "declare coups de main", phase, role),
        _part(road, "Exploit Road Movement", "5.3.4", "exploit by road", phase, role),
        _part(moves, "Exploit Movement", "5.3.4", "exploit", phase, role),
    )


INACTIVE_EXPLOIT = _exploit(
    INACTIVE, at.INACTIVE_EXPLOIT,
    (at.INACTIVE_RELEASE, at.INACTIVE_COUPS, at.INACTIVE_ROAD, at.INACTIVE_MOVES),  # [3.3.2d]
)  # fmt: skip
ACTIVE_EXPLOIT = _exploit(
    ACTIVE, at.ACTIVE_EXPLOIT,
    (at.ACTIVE_RELEASE, at.ACTIVE_COUPS, at.ACTIVE_ROAD, at.ACTIVE_MOVES),  # [3.3.2f]
)  # fmt: skip
COMBAT: tuple[Part[Gs], ...] = (
    # [3.3.2e] [3.3.2e-ta]
    _part(
        at.DESIGNATION, "Tactical Assault Designation", "10.2.0",
        "designate assaults, clear delay markers", at.COMBAT_PHASE,
    ),
    # [3.3.2e-rep]
    _part(at.REPLACEMENTS, "Replacement", "22.5.0", "replace steps", at.COMBAT_PHASE),
    # [3.3.2e-fs1]
    _part(at.AIR_SUPPORT, "Offensive Air Support", "11.1.0", "fly ground support", at.COMBAT_PHASE),
    # [3.3.2e-fs2]
    _part(
        at.DEFENSIVE_FIRE, "Defensive Fire Support", "11.1.0", "fire artillery in defence",
        at.COMBAT_PHASE, INACTIVE,
    ),
    _part(
        at.DEFENSIVE_AIR, "Defensive Air and Naval Support", "11.1.0",
        "support the defence by air or sea", at.COMBAT_PHASE, INACTIVE,
    ),
    # [3.3.2e-fs3]
    _part(
        at.OFFENSIVE_FIRE, "Offensive Fire Support", "11.1.0", "fire artillery", at.COMBAT_PHASE
    ),
    _part(at.OFFENSIVE_NAVAL, "Naval Support", "11.1.0", "fire naval guns", at.COMBAT_PHASE),
    # [3.3.2e-asa]
    _part(
        at.ADJUSTMENT, "Attacker Status Adjustment", "12.0", "give up or pay for assaults",
        at.COMBAT_PHASE,
    ),
    # [3.3.2e-ga]
    _part(at.ASSAULTS, "Ground Assault", "13.0", "assault", at.COMBAT_PHASE),
    # [3.3.2e-asrem]
    _alone(
        at.SHIFT_REMOVAL, "Artillery Shift Removal", "13.13.0", at.COMBAT_PHASE,
        BY_DAY_AND_NIGHT,
    ),
)  # fmt: skip
"""Designation, replacements, fire support in its three parts, adjustment, assaults, and the
removal of shifts."""
ADMINISTRATION: tuple[Part[Gs], ...] = (
    # [3.3.2g] [3.3.2g-air]
    _part(
        at.AIR_SUPPLY, "Air Resupply", "20.5.0", "drop supplies", at.ADMIN_PHASE, ACTIVE, DAY
    ),
    # [3.3.2g-supply]
    _part(at.SUPPLY, "Supply Determination", "15.1.1", "use on-hand supplies", at.ADMIN_PHASE),
    # [3.3.2g-ammo1]
    _part(
        at.AMMO_POINTS, "Ammo Replenishment by AmP", "16.3.7a", "replenish guns", at.ADMIN_PHASE
    ),
    # [3.3.2g-ammo2]
    _part(
        at.AMMO_ROLLS, "Ammo Replenishment by Roll", "16.3.7b", "roll for guns", at.ADMIN_PHASE
    ),
    # [3.3.2g-ammo3]
    _part(
        at.ENEMY_AMMO, "Inactive Player's Replenishment", "16.3.7a", "replenish guns",
        at.ADMIN_PHASE, INACTIVE,
    ),
    # [3.3.2g-fatigue]
    _part(at.FATIGUE_RECOVERY, "Fatigue Recovery", "14.3.0", "rest units", at.ADMIN_PHASE),
    # [3.3.2g-delay]
    _part(at.DELAY_REMOVAL, "Delay Marker Removal", "7.13.3", "remove markers", at.ADMIN_PHASE),
    _part(
        at.ENEMY_DELAYS, "Delay Markers of the Active Player", "7.13.3", "remove markers",
        at.ADMIN_PHASE, INACTIVE,
    ),
)  # fmt: skip
"""Drops by day, supply, ammunition in three steps, fatigue, delay markers."""
PLAYER_TURN = (
    *BUILDING, *MOVEMENT, *INACTIVE_EXPLOIT, *COMBAT, *ACTIVE_EXPLOIT, *ADMINISTRATION,
)  # fmt: skip
"""A whole player turn."""

NOT_EXTENDED = frozenset({at.ENTRY, at.STRAT_MOVES, at.QUICK_CONSTRUCTION})
"""What there is no time for in an ENA period. [3.4.3]"""
ENA_TURN = tuple(
    replace(part, turns=EXTENDED)
    for part in (*MOVEMENT, *INACTIVE_EXPLOIT, *COMBAT, *ACTIVE_EXPLOIT)
    if part.kind not in NOT_EXTENDED
)
"""[3.4.5a] [3.4.5b]"""


ENDING: tuple[Part[Gs], ...] = (
    _joint(
        at.ENA_CALL, "Call for Extended Night Activity", "3.4.1", "extend the night, or not",
        at.ENA_PHASE, (NIGHT,),
    ),
    *player_turn(ENA_TURN, active=ENA_FIRST, inactive=ENA_SECOND),
    *player_turn(ENA_TURN, active=ENA_SECOND, inactive=ENA_FIRST),
    _alone(at.ENA_FATIGUE, "Mutual Fatigue", "3.4.5c", at.ENA_PHASE, EXTENDED),
    _alone(at.TURN_END, "End of the Game Turn", "3.3.4", at.END_PHASE, ()),
)  # fmt: skip
"""[3.3.4] [3.4.5]"""
OUTLINE: tuple[Part[Gs], ...] = (
    *JOINT,
    *player_turn(PLAYER_TURN, active=ALLIED, inactive=AXIS),  # [3.3.2]
    *player_turn(PLAYER_TURN, active=AXIS, inactive=ALLIED),  # [3.3.3]
    *ENDING,
)
"""A whole GT: the joint phases, the Allied Player Turn, the Axis Player Turn, which is the same
with the roles changed, and what may follow a night. [3.3.0]"""


@dataclass(frozen=True)
class GameTurns(Turn[Gs]):
    """The sequence; a scenario goes before the rulebook, and may leave segments out, in some GTs or
    in all. [1.1.0] [3.1.0] [16.1.0]"""

    def occurs(self, game: Gs, part: Part[Gs]) -> bool:
        """Whether there is such a segment in this GT; where lulls are asked for an option says.
        [24.1.0]"""
        if not super().occurs(game, part):
            return False
        if part.kind == at.WEATHER_LULLS and game.options["lull-request"] != "weather":
            return False
        skips = game.scenario.skips
        if not skips:
            return True
        side = side_of(game, part.cast[ACTIVE]) if part.cast else ""
        named = {part.kind, side, f"{side} {part.kind}"} - {""}
        return not any(named & skips.get(turn, frozenset()) for turn in (0, game.turn))


PARTS = tuple(with_chapters(part, CHAPTERS) for part in OUTLINE)
TURN = GameTurns(PARTS, side_of, period, EndSegment)


def segments(scenario: GossScenario) -> tuple[Played[Gs], ...]:
    """The sequence, ready to be played. A position stops at the segment that it begins in, though
    there may be nothing to do."""
    return _stopping(opening_step(scenario) if scenario.opening.segment else -1)


@cache
def _stopping(begun: int) -> tuple[Played[Gs], ...]:
    """The segments, made once: they remember nothing."""
    parts = [replace(part, stops=n == begun) for n, part in enumerate(TURN.parts)]
    return replace(TURN, parts=parts).segments(SIDES)


def opening_step(scenario: GossScenario) -> int:
    """Where a game begins: with the first segment, or where a position says. [3.1.0]"""
    opening = scenario.opening
    if not opening.segment:
        return 0
    for place, part in enumerate(TURN.parts):
        side = part.cast.get(ACTIVE, "")
        if part.kind == opening.segment and (not opening.side or opening.side == side):
            return place
    raise ValueError(f"there is no segment {opening.segment!r} of {opening.side or 'anybody'}")
