"""Units: what a counter shows, and what becomes of it in play. [UTC] [4.0]"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from grognard.engine.record import Register
from grognard.engine.refusal import Refusal

Size = Literal["Bn", "Co", "Z"]
SIZES: tuple[Size, ...] = ("Bn", "Co", "Z")
BN, CO, Z = SIZES
"""Battalion, company, Z-step. [4.1.0]"""
Class = Literal["Leg", "Mech", "Static"]
CLASSES: tuple[Class, ...] = ("Leg", "Mech", "Static")
LEG, MECH, STATIC = CLASSES
"""The movement classes. [4.3.0]"""
LEVELS = ("army", "corps", "div", "bg")
ARMY, CORPS, DIV, BG = LEVELS
"""What a headquarters commands: the last two are formations. [9.3.0]"""
WEIGHTS = ("", "H", "VH")
"""AFVs that bridges may not bear. [17.3.2a]"""
TRAINING = ("", "raw", "green")
"""Formations that are new to combat; the others are veterans. [4.5.0]"""

ASSET, BRIGADE, CVGP, FLAK_RGT = "asset", "artillery brigade", "cvgp", "luftwaffe flak"
CDO, RE, HEAVY_BRIDGE, TRANSPORTABLE = "cdo", "re", "heavy bridge", "static transportable"
ERSATZ, KANGAROO, ENGINEER_AFV, FLAME = "ersatz", "kangaroo", "engineer afv", "flame"
ONE_BU, NO_BU, GENERIC = "red square", "red triangle", "generic pz"
KG, EARLY_ARMORED, LEG_FORMATION = "kg", "early armored", "leg formation"
MECH_FORMATION, TOE, ARM_BRIGADE = "mech formation", "generic toe", "armored brigade"
FORT_UNIT = "fort"
TRAITS = (
    ASSET, BRIGADE, CVGP, FLAK_RGT, CDO, RE, HEAVY_BRIDGE, TRANSPORTABLE, ERSATZ, KANGAROO,
    ENGINEER_AFV, FLAME, ONE_BU, NO_BU, GENERIC, KG, EARLY_ARMORED, LEG_FORMATION, MECH_FORMATION,
    TOE, ARM_BRIGADE, FORT_UNIT,
)  # fmt: skip
"""What else may be said of a counter: corps or army asset [9.3.6], of an artillery brigade [4.6.4],
a cavalry group [9.6.2d], Luftwaffe Flak [4.6.2], commando [4.6.6], rear echelon [4.6.3], heavy
bridge [17.3.1c], and so on; of a headquarters, whether its formation is Leg or Mech [9.3.4], or an
armored brigade of the Commonwealth. [9.6.2e]"""


@dataclass(frozen=True, slots=True)
class UnitType:
    """A row of the unit type chart: what all units of a type have in common. [UTC]

    `armor` is pure, mixed or none. [11.5.3] `red_hexagon` says from which bore and range on guns
    of the type bear one: (0, 0) all, None none. [7.7.1] [7.7.2]
    """

    code: str
    title: str
    cls: Class
    personnel: bool
    armor: str
    engineer: bool
    recon: bool
    red_hexagon: tuple[int, int] | None
    weight: str = ""

    @property
    def afv(self) -> bool:
        """Pure AFVs, as tanks. [26.0-pure-armor]"""
        return self.armor == "pure"


HQ, HYBRID, AT, ATLEG, FLAK, TD = "hq", "hybrid", "at", "atleg", "flak", "td"
ARTILLERY = frozenset({"art", "arth", "spa", "nw", "static"})
INFANTRY = frozenset({"inf", "para", "glider", "motinf", "arminf", "fus", "mg", "re"})


@dataclass(frozen=True)
class Counter:
    """What is printed on a counter and never changes. [1.4.0] [UTC]

    `attack` and `defence` are at full strength, `reduced` after the first loss. [4.2.2] Armor and
    AT factors may differ by role. [13.8.4] `pr_off` is 0 for those without one. [4.4.0] `mix` are
    the types of a hybrid's companies in the order in which it loses them. [22.6.0] `formation` is
    the division or battle group it is assigned to, nothing for assets. [9.1.0] `parent` is the unit
    that broke down into it. [18.0]
    """

    id: str
    side: str
    nation: str
    name: str
    type: UnitType
    size: Size
    steps: int
    attack: int = 0
    defence: int = 0
    reduced: tuple[int, int] = (0, 0)
    arm_attack: int = 0
    arm_defence: int = 0
    at: int = 0
    pr_off: int = 0
    pr_def: int = 0
    ma: int = 6
    cls: Class = LEG
    horse: bool = False
    barrage: int = 0
    range: int = 0
    gun: str = ""
    heavy: bool = False
    z_side: bool = False
    z_factors: tuple[int, int] = (0, 0)
    regiment: str = ""
    formation: str = ""
    corps: str = ""
    army: str = ""
    level: str = ""
    service: str = ""
    training: str = ""
    traits: tuple[str, ...] = ()
    mix: tuple[str, ...] = ()
    parent: str = ""
    source: str = "house"

    @cached_property
    def hq(self) -> bool:
        """A headquarters. [9.0]"""
        return bool(self.level)

    @cached_property
    def leads_formation(self) -> bool:
        """The headquarters of a division, or of a battle group, which a brigade is that no division
        has. [9.3.3] [2.0] [26.0-brigade]"""
        return self.level in (DIV, BG)

    @cached_property
    def artillery(self) -> bool:
        """A gun or rocket unit: in battery or out of it. [5.6.0]"""
        return self.type.code in ARTILLERY

    @cached_property
    def ranged(self) -> bool:
        """Artillery that fires at a distance, and so never assaults. [13.4.2(b)] [4.4.0]"""
        return self.artillery and self.range > 0

    @cached_property
    def spa(self) -> bool:
        """Self-propelled artillery. [26.0-spa]"""
        return self.type.code == "spa"

    @cached_property
    def towed(self) -> bool:
        """Artillery that is drawn, by horses too, or stands where it is. [26.0-spa]"""
        return self.artillery and not self.spa

    @cached_property
    def afv(self) -> bool:
        """A pure AFV unit: tanks and the like; armored cars never are. [26.0-afv]
        [26.0-pure-armor]"""
        return self.type.afv

    @cached_property
    def hybrid(self) -> bool:
        """AFVs and infantry in one. [4.1.4]"""
        return self.type.code == HYBRID

    @cached_property
    def personnel(self) -> bool:
        """Personnel, and not vehicles: artillery, AT and AA guns, AFVs, armored Recon units and
        headquarters are vehicular. [26.0-personnel] [26.0-vehicular]"""
        return self.type.personnel

    @cached_property
    def engineer(self) -> bool:
        """Engineers: they build, blow up and ferry. [17.0]"""
        return self.type.engineer

    @cached_property
    def recon(self) -> bool:
        """Reconnaissance. [26.0-recon]"""
        return self.type.recon

    @cached_property
    def bu(self) -> bool:
        """A unit that another broke down into. [18.0]"""
        return bool(self.parent)

    @cached_property
    def red_hexagon(self) -> bool:
        """Guns that make enemies halt. [7.7.1] [7.7.2]"""
        least = self.type.red_hexagon
        if least is None:
            return False
        bore = "".join(c for c in self.gun.split("mm")[0] if c.isdigit())
        return (int(bore) if bore else 0, self.range) >= (least[0], 0) and self.range >= least[1]

    @cached_property
    def german(self) -> bool:
        """For the rules that single Germans out. [6.2.1]"""
        return self.nation == "German"

    @cached_property
    def us(self) -> bool:
        """The Free French are as the US. [26.0-free-french]"""
        return self.nation in ("US", "French")

    def is_(self, trait: str) -> bool:
        """Whether something else is said of it."""
        return trait in self.traits


MAP, EXPECTED, ELIMINATED, SURRENDERED = "map", "expected", "eliminated", "surrendered"
RESERVE, WITHDRAWN, BROKEN, HELD, GONE = "reserve", "withdrawn", "broken", "held", "gone"
PLACES = (MAP, EXPECTED, ELIMINATED, SURRENDERED, RESERVE, WITHDRAWN, BROKEN, HELD, GONE)
"""Where a unit may be: on the map, still to come [21.0], in the Eliminated Units Box or apart in it
because it was isolated [22.0], in army reserve [25.0], off the map as Flak [20.7.2], broken down
as a whole [18.4.0], under a generic panzer battalion [4.6.1], or out of the game. [21.4.0]"""
LOST = (ELIMINATED, SURRENDERED)

TAC, PA, EXPLOIT, MR, STRAT = "Tac", "PA", "Exploit", "MR", "Strat"
MODES = (TAC, PA, EXPLOIT, MR, STRAT)
"""[5.0]"""
GENS, OHS, OOS = "GenS", "OhS", "OoS"
SUPPLY = (GENS, OHS, OOS)
"""[15.1.2]"""
BY_TP, INHERENT, BY_KANGAROO, DISMOUNTED, AS_MECH = "tp", "inherent", "kangaroo", "foot", "as-mech"
OWN = "own"
TRANSPORTS = ("", BY_TP, INHERENT, BY_KANGAROO, DISMOUNTED, AS_MECH, OWN)
"""How a unit goes otherwise than it is printed: Leg or static on trucks of the army [7.12.3a] or
the division [7.12.3b], in Kangaroos [4.6.5]; Mech on foot [7.12.1]; Leg AT as Mech [7.12.4a];
Allied engineers on their own trucks. [7.12.4c]"""
RIDING = (BY_TP, INHERENT, BY_KANGAROO, AS_MECH, OWN)
BRIDGE, DISMANTLE, ROAD_CREW = "bridge", "dismantle", "road"
BRIDGING = (BRIDGE, DISMANTLE)
"""What engineers do besides digging: they build a bridge, take a heavy one apart [17.3.1], or mend
roads."""


@dataclass(frozen=True)  # without slots: no record is replaced as often
class Unit:
    """What becomes of a counter in play.

    Moments are kept as the serial of a segment (-1: never), game turns (GT) and game days (GD) as
    their number (0: never), so that nothing must be reset: `turn.moments` tells whether a moment
    belongs to this phase, player turn or GT. Movement points are twelfths.
    """

    # ---- place and strength [4] [6]
    place: str = EXPECTED
    hex: int = -1
    steps: int = 1
    order: int = 0
    """Its height in the stack; the owner chooses who lies on top. [8.4.0]"""
    z: bool = False
    """Whether its Z-step side shows: it is a Z-step unit now, and has no step left. [4.1.3]"""
    out: int = 0
    """How many of its steps are in play as breakdown units. [18.4.0]"""
    where: str = ""
    """The unit it is under [4.6.1], or the army in whose reserve it is. [25.0]"""
    due: int = 0
    """The GT in which it arrives, or may come back. [21.0] [20.7.2]"""
    group: str = ""
    """An asset of a division: the regiment with which it came, where it could choose. [21.1.0]"""
    gone_in: int = 0
    """The GT of its elimination. [4.2.2]"""
    returned: int = 0
    """The GT in which it came back to the map as Flak. [20.7.2-2]"""
    exited: int = 0
    exit_at: int = -1
    """The GT in which it left the map for points, and the hex. [3.3.4]"""

    # ---- mode and markers [5] [10.2] [14]
    mode: str = TAC
    ta: bool = False
    cr: bool = False
    battery: bool = False
    """Artillery: in battery. [5.6.0]"""
    inside: bool = False
    """Within the field work or fort of its hex, not on top of it. [17.4.1]"""
    outside: bool = False
    """Whether its owner wants it to stay on top of works. [17.4.1]"""
    fatigue: int = 0
    earned: int = 0
    """Fatigue that it has earned in an ENA period and not yet got. [3.4.5c]"""
    shifts: int = 0
    """Artillery Shift markers. [11.6.1]"""
    depleted: bool = False
    """Ammunition Depleted. [11.8.0]"""
    waiting: int = 0
    """The GT in which it entered MR mode. [5.4.4]"""
    bonus: int = -1
    """The segment in which its MR bonus period began. [5.4.4]"""
    bonus_mp: int = 0
    bonus_at: int = -1
    """The MP of the bonus in the phase that began at `bonus_at`. [5.4.4a]"""
    forced: int = -1
    """When it had to leave Exploit mode. [5.3.3]"""
    left_strat: int = 0
    """The GT in which it left Strat mode, until the next AM in command. [5.5.3a]"""
    awake: int = 0
    """In a lull: the last GT in which it is active by itself. [24.2.0] [24.5.0]"""
    released: int = 0
    """The GD in which it left maneuver reserve. [5.4.1]"""
    activated: int = 0
    """The GT in whose ENA period it is active; negative if it tried and failed. [3.4.2b]"""

    # ---- command [9]
    attached: str = ""
    """The headquarters that it is attached to, where it is not the one it is assigned to. [9.6]"""
    emergency: int = 0
    """The GT of an emergency attachment. [9.4.1]"""
    ooc: bool = False
    arrived: int = 0
    """The GT in which it came onto the map as a reinforcement. [9.7.0]"""
    raised: int = 0
    """Levels of training gained. [4.5.1]"""
    replaces: str = ""
    """The eliminated unit of its formation in whose place it was assigned. [9.6.2a]"""
    surplus: bool = False
    """An asset beyond what its army or corps can supply. [9.3.1] [9.3.2]"""

    # ---- supply and fuel [15] [16]
    supply: str = GENS
    """Without a marker it is in GenS. [15.0]"""
    isolated: bool = False
    checks: int = 0
    """AM game turns in which it has checked for surrender. [15.7.1]"""
    extended: bool = False
    bridged: bool = False
    """Supplied by way of a bridgehead. [15.9.0]"""
    granted: int = 0
    """The GT in which it has its full MA though its headquarters is short of fuel. [16.4.5b]"""
    replenished: int = -1
    """When it last rolled for ammunition. [16.3.7b]"""

    # ---- movement [7] [17]
    transport: str = ""
    moved: int = -1
    """The segment in which it moved last; the next four are about that phase."""
    spent: int = 0
    start: int = -1
    halted: bool = False
    road: bool = False
    """By Mech road movement only. [7.10.0]"""
    hexes: int = 0
    """Hexes entered in that phase. [5.2.3] [5.6.1] [7.6.1f]"""
    came: int = -1
    """The hex from which it came into its own, in that phase. [7.11.2]"""
    course: str = ""
    """The worst ways that it has used in that phase: good, roads or any. [7.6.1e] [7.6.1f]"""
    close: bool = False
    """Whether it was within five hexes of an enemy on its way in that phase. [3.5.4a]"""
    strained: int = -1
    """When its movement last tired it. [3.5.4-a] [3.4.6]"""
    changed: int = -1
    """When it last mounted or dismounted, or broke down. [7.12.0]"""
    rode: str = ""
    """What carried it before it dismounted then. [7.12.1-tp]"""
    pool: int = 0
    """The MP that it may spend in all in the phase of `changed`. [7.12.1] [7.12.2]"""
    broke: int = -1
    broke_mp: int = 0
    """When it last broke down or recombined, and what it paid for that. [18.4.0] [18.7.0]"""
    through: int = -1
    """The enemy hex that it has overrun, or entered by a coup de main: it goes on from there, or
    stays where it is. [5.3.5a] [7.14.3]"""
    repulsed: int = 0
    """The GT in which a coup de main failed: it does not assault in it. [7.14.3] [7.14.4]"""
    delaying: int = 0
    """The GT in which it tried to place a delay marker. [7.13.1]"""
    interdicted: int = 0
    """MP that count towards ground interdiction. [20.3.2]"""
    ferried: int = -1
    """When it last carried somebody over a river. [17.2.1]"""
    ferries: int = 0
    """How many it has carried over in that phase. [17.2.1]"""
    task: str = ""
    """What it builds: IP, ET-2, ET-3, bridge, dismantle, road. [17.3.0] [17.7.0]"""
    task_at: int = -1
    """The hexside of a bridge it builds. [17.3.1]"""
    worked: int = 0
    """The GT in which it was at a work, and so does nothing else. [17.3.0]"""
    demolished: int = -1
    """When it tried a prepared demolition, and so may not move. [17.3.2c]"""
    scouted: int = -1
    """When it last reported what stands next to it. [8.4.1]"""
    overran: tuple[str, ...] = ()
    """The units it has overrun in the phase of `overran_at`. [5.3.4b] [5.3.5a]"""
    overran_at: int = -1

    # ---- combat [11] [12] [13]
    spotted: int = -1
    spots: tuple[int, ...] = ()
    """The hexes it has observed for in the Combat Phase of `spotted`. [11.2.1a]"""
    spotted_at: tuple[int, ...] = ()
    """The segments in which it observed for each of them. [11.2.1a]"""
    named: int = -1
    """When it was last named as a spotter, and armor was told of. [8.4.3]"""
    fired: int = -1
    volleys: int = 0
    """Barrage points used in the phase of `fired`. [11.4.1d]"""
    missions: int = 0
    """In how many missions of that phase. [11.4.1d]"""
    shelled: int = -1
    """When a fire support mission last had a result against it. [14.3.0]"""
    bombed: tuple[int, ...] = ()
    bombed_at: int = -1
    """The hexes in which GS met it in the Exploit Phase of `bombed_at`. [5.3.4c]"""
    committed: int = -1
    """When it failed to call its assault off. [12.2.0]"""
    attacked: int = -1
    defended: int = -1
    half: bool = False
    """It fought its last battle with half its strength. [13.5.3] [13.6.1]"""
    reserve_used: int = -1
    retreated: int = -1
    fell_back: int = 0
    """How many hexes it retreated then. [13.11.0]"""
    advanced: int = -1
    lost: int = 0
    """Steps lost in the result of the segment `lost_at`. [4.2.1a]"""
    lost_at: int = -1
    integral: int = -1
    """When it counted for its regiment's integrity. [13.8.3]"""
    laid_open: bool = False
    """Whether it lies open to the enemy while an assault is resolved. [8.4.4]"""

    # ---- replacements [22]
    replaced: int = 0
    """The GT in which it got a step, gave one or was resurrected. [22.5.1]"""
    given: int = 0
    """Steps that it gave or got in that GT. [22.5.1c]"""
    resurrected: int = 0
    """The GT in which it was resurrected. [22.5.2b]"""
    pr_of: str = ""
    """A generic panzer battalion: the company whose proficiency it has. [4.6.1]"""


UNITS: Register[str, Unit] = Register("units", str, Unit)


def at_odds(counter: Counter, unit: Unit) -> Refusal | None:
    """Why a counter cannot be in such a state; None if it can. [4.2.0] [5.0] [14.1.0]"""
    if unit.place not in PLACES:
        return Refusal("form", f"{counter.id} cannot be in {unit.place!r}: {', '.join(PLACES)}")
    whole = not unit.z and counter.size != Z
    least = 1 if unit.place in (MAP, EXPECTED, RESERVE) and whole else 0
    if not least <= unit.steps <= counter.steps:
        return Refusal("4.2.0", f"{counter.id} has 1 to {counter.steps} steps, not {unit.steps}")
    for name, known in (("mode", MODES), ("supply", SUPPLY), ("transport", TRANSPORTS)):
        if getattr(unit, name) not in known:
            return Refusal("form", f"{counter.id}: {name} is one of {', '.join(known)}")
    for name in ("fatigue", "shifts"):
        if not 0 <= getattr(unit, name) <= 2:
            return Refusal("form", f"{counter.id}: {name} is 0 to 2")
    return None
