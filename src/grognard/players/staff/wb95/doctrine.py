"""The doctrine of a staff at a WB-95 table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard.players.staff.doctrine import Doctrine, Manner
from grognard.systems.wb95.charts import COLUMNS

PRESS_ON = Manner(floor=0, risk=50)
"""How those attack who are far ahead: at any promise, and careless of half the danger."""


@dataclass(frozen=True)
class Wb95Doctrine(Doctrine):
    """What a staff weighs at a WB-95 table.

    What attacks and ground are worth is in thousandths of a point of strength.
    """

    # ---- reading the position

    bearing: tuple[int, int, int] = (2, 4, 6)
    """Hexes within which a stack bears with all its strength, half, and (if mobile) a quarter."""
    automatic: int = 3
    """What a hex counts for besides its points if holding it can end the game."""

    # ---- what an attack promises

    disorder: int = 400
    """What disorganisation costs, in thousandths of a step."""
    ground: int = 1500
    """What driving an enemy off is worth by itself."""
    axis: int = 2000
    """What driving an enemy off is worth for each point of an objective beside it."""
    near_goal: int = 6
    """Hexes from an objective within which it still draws attacks."""
    value: int = 2500
    """What a victory point is worth."""
    giving_way: int = 300
    """What each hex of retreat costs the loser whose way is open, in thousandths of a step."""
    bold: int = 4
    """Quarters that own losses count for the side that has to gain ground."""
    wary: int = 5
    """Quarters that own losses count for the side that has to keep it."""
    division: int = 5
    """Steps from which an enemy stack is thought to be a division that concentrates."""

    # ---- planning attacks

    floor: int = 400
    """What an attack must promise to be planned by the side that has to gain ground."""
    careful: int = 4000
    """What it must promise to be planned by the side that has to keep it."""
    effort: int = 120
    """What a point of strength would be worth elsewhere."""
    soak: int = 900
    """What it costs to be held by an enemy besides the one attacked, who must be attacked too."""
    detour: int = 8
    """What each twelfth of a point farther from the objectives costs."""
    even: int = 10
    """Tenths of its own strength that a group in the open may face without worry."""
    overwhelming: int = 60
    """Tenths of its own strength beyond which nothing gets worse for a group in the open."""
    risk: int = 60
    """What each further time its own strength costs a point of it."""

    # ---- the line

    holes: int = 200
    """How far ahead the line looks for holes, in twelfths of a point on foot."""
    raids: int = 84
    """Holes nearer than this are closed before anybody attacks."""
    home: int = 2
    """Times its strength more that may be turned on ground that counts before it is given up."""
    alarm: int = 3
    """Hexes from the enemy within which a unit that stays digs in."""

    # ---- attacking

    pays: int = 0
    """What an attack must promise by its exact odds to be made."""
    gun: int = 250
    """What one more supporting gun must add, so that it is not wasted."""
    good: int = COLUMNS.index("6:1")
    """The column up to which modifiers for enemy headquarters are spent."""

    # ---- answers in a battle

    dear: int = 3
    """The value from which ground is worth a level."""
    content: int = COLUMNS.index("1:2")
    """The column that a defender is content with."""
    exposed: int = 4
    """Times its strength that the enemy may turn on ground a unit pursues into."""

    # ---- guns, headquarters, aircraft

    safe: int = 2
    """Hexes that guns and headquarters keep from the enemy."""
    joining: int = 3
    """Hexes from which units are thought to join an attack that aircraft could support."""
    unfair: int = 3
    """The column below which aircraft are not sent to help."""
    assured: int = 9
    """The column above which an attack needs no aircraft."""

    # ---- what was mended since the first staff; each can be switched off by itself

    planned_air: bool = True
    """Whether aircraft fly for the attacks that are drafted, and those with none to support strike
    by themselves."""
    entering: int = 60
    """The percentage that counts of what ground is worth which is entered beside the enemy, where
    it could be lost again; 0: nobody enters it."""
    priced: bool = True
    """Whether attacks that others force are priced by their odds; `soak` otherwise."""
    last: int = 1
    """Turns at the end in which ground counts and little else; 0: there is no clock."""
    spent: int = 30
    """The percentage that losses, of either side, still count in the last turns."""
    ahead: int = 150
    """The percentage of the enemy's strength from which a side that has to gain ground presses on;
    0: never."""
    pressing: Manner = PRESS_ON
    """How those attack who press on."""
    standing: int = 2500
    """What each point of an objective nearby makes ground worth to a stack that may stand or go
    back; 0: it stands only where that costs no more."""
    patience: int = 8
    """Turns still to come in which a level is worth its strength to who stands; the fewer are left,
    the less."""
    chase: bool = True
    """Whether beaten enemies are followed beyond the hex they left."""
    prey: int = 4000
    """What it is worth to ride down guns or headquarters that nobody guards."""
    garrison: int = 6
    """Hexes from the enemy within which an objective is never left empty, and held with what it
    takes; 0: as the line has it."""
    escort: int = 4
    """Hexes from the enemy within which guns and headquarters do not stand alone; 0: they may."""
    least: int = 0
    """The column below which nobody attacks who need not."""


DOCTRINE = Wb95Doctrine()
"""The staff's own."""

MENDS: dict[str, dict[str, Any]] = {
    "air": {"planned_air": True},
    "enter": {"entering": 60},
    "forced": {"priced": True},
    "clock": {"last": 1, "ahead": 150},
    "stand": {"standing": 2500},
    "chase": {"chase": True},
    "garrison": {"garrison": 6},
    "escort": {"escort": 4},
}
"""What was mended since the first staff, each with the fields that switch it on."""

FIRST = Wb95Doctrine(
    style="first",
    planned_air=False,
    entering=0,
    priced=False,
    last=0,
    ahead=0,
    standing=0,
    chase=False,
    garrison=0,
    escort=0,
)
"""How the first staff played: a rung for ladders, which stays as it is whatever is mended since."""

CAUTIOUS = Wb95Doctrine(
    style="cautious", floor=2000, careful=6000, pays=800, bold=6, wary=7, risk=100, effort=80,
    danger=1, exposed=2, ahead=0,
)  # fmt: skip
"""Attacks only what promises much, minds what is exposed, and pays for no ground with blood."""
BOLD = Wb95Doctrine(
    style="bold", floor=-500, careful=0, pays=-1500, bold=2, wary=3, risk=0, effort=60,
    detour=2, exposed=8, ahead=100,
)  # fmt: skip
"""Attacks what promises anything at all, and presses on whatever that exposes."""
BOOK = Wb95Doctrine(style="book", least=COLUMNS.index("3:1"), ahead=0, garrison=8)
"""Plays by the book: attacks at three to one or better, and guards what it holds."""
STYLES: dict[str, Wb95Doctrine] = {"cautious": CAUTIOUS, "bold": BOLD, "book": BOOK}
"""How the staff plays otherwise if it is told to, by name."""
