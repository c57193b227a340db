"""Zones of control: who has one, what it forbids, and how it is negated. [4.4] [4.5]

An index counts, for each side and hex, the units whose zone reaches it. Zones lie open: a stack
that has one shows it. [4.8b(C)] [4.8b(D)]
"""

from __future__ import annotations

from grognard.engine.record import replace
from grognard.kit.pieces import Counted
from grognard.systems.ocs.pieces.stacks import own_at, stacks, units_at, whose
from grognard.systems.ocs.pieces.values import can_attack, counter_of, exerts, unit_of
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import UNITS, Unit

TRUCK_MOVEMENT, SUPPLY_PATH, RAIL_CARGO, RAIL_TRACE = (
    "truck_movement", "supply_path", "rail_cargo", "rail_trace",
)  # fmt: skip
RAIL_CONVERSION, PORT_TRACE, SEA_CARGO, REFIT = (
    "rail_conversion", "port_trace", "sea_cargo", "refit",
)  # fmt: skip
INTO_RESERVE, STRAT_MODE, REBUILD = "into_reserve", "strat", "rebuild"
"""The actions that enemy zones forbid, as the table of effects names them. [4.5a]"""


def same_zone(a: Unit, b: Unit) -> bool:
    """Whether two states of a unit have the same zone, or none; what supply paths ask of it too."""
    return (
        a.hex == b.hex
        and a.place == b.place
        and a.mode == b.mode
        and a.oos == b.oos
        and a.combat_up == b.combat_up
        and a.kept_zoc == b.kept_zoc
    )


class Zones(Counted[Unit]):
    """How many units of each side exert a zone of control on each hex: the six around. [4.5]"""

    name, register = "zones", UNITS

    def __init__(self, scenario: OcsScenario) -> None:
        super().__init__(scenario.sides, whose(scenario), scenario.board.n)
        self.counters, self.board = scenario.counters, scenario.board

    def reached(self, name: str, piece: Unit) -> tuple[int, ...]:
        """The hexes in a unit's zone of control, if it has one."""
        has_one = exerts(self.counters[piece.counter], piece)
        return self.board.around(piece.hex) if has_one else ()

    alike = staticmethod(same_zone)


def zones(game: Ocs) -> Zones:
    """The zones of control of a game."""
    return Zones.of(game)


def in_zone(game: Ocs, h: int, side: str) -> bool:
    """Whether a hex lies in a zone of control of a side. [4.5]"""
    return zones(game).counts[side][h] > 0


def enemy_zone(game: Ocs, h: int, side: str) -> bool:
    """Whether a hex lies in a zone of control of a side's enemy. [4.5]"""
    return zones(game).counts[game.scenario.other(side)][h] > 0


def zoned(game: Ocs, side: str) -> list[int]:
    """The hexes in zones of control of a side. [4.5]"""
    return zones(game).covered(side)


def beset(game: Ocs, side: str) -> list[str]:
    """A side's units in zones of control of its enemy, by name. [4.5]"""
    index, counts = stacks(game), zones(game).counts[game.scenario.other(side)]
    return sorted(name for h in index.held[side] if counts[h] for name in index.at[h])


def zone_of(game: Ocs, name: str) -> bool:
    """Whether a unit has a zone of control. [4.4b]"""
    return exerts(counter_of(game, name), unit_of(game, name))


def exerters(game: Ocs, h: int, side: str) -> list[str]:
    """A side's units whose zones reach a hex."""
    return [
        name
        for b in game.board.around(h)
        if stacks(game).holders.get(b) == side
        for name in units_at(game, b)
        if zone_of(game, name)
    ]


# ---- what they forbid


def negatable(game: Ocs, action: str) -> bool:
    """Whether friends can negate what enemy zones do to an action. [4.5a]

    Not for Sea Cap, as the list of changes has it. [CH-v41]
    In some games they cannot for ports as sources. [4.5a-DAK]
    """
    if action == PORT_TRACE and not game.scenario.port_negation:
        return False
    return game.scenario.tables["zoc-effects"].cell(action, "negatable").value == "yes"


def barred(game: Ocs, action: str, h: int, side: str, without: tuple[str, ...] = ()) -> bool:
    """Whether enemy zones bar an action of a side in a hex. [4.5a]

    `without` are friends that will not stay and so negate nothing: those on the move. [4.5b]
    """
    if not enemy_zone(game, h, side):
        return False
    return not (negatable(game, action) and negators(game, h, side, without))


# ---- negation [4.5b]


def negators(game: Ocs, h: int, side: str, without: tuple[str, ...] = ()) -> list[str]:
    """The friends that negate enemy zones in a hex, if they stay: the likeliest to stay first.

    Any combat unit will do, whatever its mode. [4.5b] First come those that must stay anyway, then
    those that could not advance after combat in any case.
    """
    now = phase_start(game)
    found = [name for name in own_at(game, h, side) if name not in without]

    def rank(name: str) -> tuple[int, bool, str]:
        return _stays(unit_of(game, name), now), can_attack(game, name), name

    return sorted(found, key=rank)


def _stays(unit: Unit, now: int) -> int:
    return 0 if unit.locked == now else 1 if unit.finished == now else 2


def lock(game: Ocs, h: int, side: str, without: tuple[str, ...] = ()) -> str:
    """Use a negated zone: one friend in the hex must now end the phase there. [4.5b]

    Nothing happens where no enemy zone lies; gives back who is locked. Should it be driven off or
    destroyed in the same phase, the moves already made stand.
    """
    if not enemy_zone(game, h, side):
        return ""
    found = negators(game, h, side, without)
    if not found:
        return ""
    unit, now = unit_of(game, found[0]), phase_start(game)
    if unit.locked != now:
        game.put(UNITS, found[0], replace(unit, locked=now))
    return found[0]


def locked(game: Ocs, name: str) -> bool:
    """Whether a unit negates a zone in this phase and so must stay. [4.5b]"""
    return unit_of(game, name).locked == phase_start(game)


def bound(game: Ocs, name: str, leaving: tuple[str, ...] = ()) -> bool:
    """Whether a unit must stay because nobody else in its hex can negate in its place. [4.5b]

    One friend must end the phase there, no matter which of those who were there at that moment.
    `leaving` are friends who would go with it.
    """
    return locked(game, name) and not _heir(game, name, leaving)


def deserters(game: Ocs, names: tuple[str, ...]) -> list[str]:
    """Those of some units who cannot leave together: nobody would be left to negate. [4.5b]"""
    return [name for name in names if bound(game, name, names)]


def hand_over(game: Ocs, name: str, leaving: tuple[str, ...] = ()) -> None:
    """Who negates a zone and leaves its hex has a friend there negate it in his place. [4.5b]"""
    if not locked(game, name):
        return
    heir = _heir(game, name, leaving)
    if heir:
        game.put(UNITS, heir, replace(unit_of(game, heir), locked=phase_start(game)))
        game.put(UNITS, name, replace(unit_of(game, name), locked=-1))


def _heir(game: Ocs, name: str, leaving: tuple[str, ...]) -> str:
    """Who can negate in a unit's place: a friend that is bound too, or was there all the phase."""
    now, here, side = phase_start(game), unit_of(game, name).hex, counter_of(game, name).side
    for other in negators(game, here, side, (name, *leaving)):
        if now == unit_of(game, other).locked or now != unit_of(game, other).started:
            return other
    return ""
