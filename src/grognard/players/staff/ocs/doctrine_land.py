"""What a staff at an OCS table weighs on land: sight, battle, lines, supply, the rear, the guns.

Strength is in points; what something is worth is in thousandths of a point of strength, unless it
says otherwise. Ways are in twelfths of a point of movement, supply in tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Sight:
    """What is seen, and what it is taken for."""

    bearing: tuple[int, int, int] = (3, 6, 9)
    """Hexes within which an enemy stack bears with all, half, and if it rides a quarter."""
    headquarters: int = 12
    """Points of strength that a headquarters is worth."""
    gun: int = 6
    """Points of strength that a gun is worth."""
    rides: int = 8
    """Points on its Move side from which a unit is thought of as mobile."""
    settled: int = 2
    """Points on the better side of its counter up to which a unit is a garrison."""
    prize: int = 1
    """What an unguarded dump, base, or park of trucks counts beside objectives, in their points."""
    dear: int = 8
    """Tokens from which a dump must be kept."""
    left: Fraction = Fraction(2, 3)
    """What is thought to be left of a stack that has lost a unit: which one is not told. [4.9b]"""
    ready: int = 4
    """Hexes from the enemy within which reinforcements come ready to fight."""


@dataclass(frozen=True)
class Worth:
    """What the results of a battle are worth."""

    stand: int = 250
    """What an option costs who meets it, in thousandths of a step: he may go or stay."""
    giving: int = 150
    """What each hex that attackers go back costs them, in thousandths of a step."""
    many: int = 5
    """Steps of an attack from which more make no difference to what it can bear."""
    disorder: int = 400
    """What disorder costs, in thousandths of a step."""
    driven: int = 800
    """How often, in thousandths, a defender who has options leaves his ground."""
    ground: int = 700
    """What driving an enemy off is worth by itself."""
    point: int = 6000
    """What it is worth for each point of victory in his hex."""
    axis: int = 2500
    """What it is worth for each point of an objective nearby."""
    nearby: int = 5
    """Hexes from an objective within which ground is near it."""
    breaks: int = 500
    """What each chance of exploitation is worth."""
    sound: int = 1500
    """Steps, in thousandths, that any attack may lose for each that the enemy loses."""
    daring: int = 1500
    """Steps more that it may lose for each point of victory in the hex."""
    reckless: int = 8000
    """What each step that is lost beyond that counts."""
    blunted: Fraction = Fraction(3, 2)
    """What is counted of an attack that the ground doubles. [9.4b]"""
    own: int = 4
    """Quarters of its worth that an own step counts for the side that must gain ground."""
    own_in_defence: int = 5
    """The same for the side that must keep it."""


@dataclass(frozen=True)
class Attack:
    """Who is attacked, and at what price."""

    floor: int = 600
    """What a planned attack must promise the side that has to gain ground."""
    careful: int = 2500
    """What it must promise the side that has to keep it."""
    assault_floor: int = 200
    """What an attack must promise to be made, by the side that must gain ground."""
    assault_careful: int = 900
    """The same by the other side."""
    overrun_floor: int = 1200
    """What an overrun must promise the side that must gain ground."""
    overrun_careful: int = 3000
    """What it must promise the side that must keep it."""
    overrun_near: int = 8
    """Hexes from which a stack is thought of for an overrun."""
    overruns: int = 8
    """Overruns of one segment, at most."""
    ride: int = 1
    """Tokens that a unit's fuel is thought to cost."""
    effort: int = 60
    """What a point of strength would be worth elsewhere."""
    even: int = 12
    """Tenths of its own strength that a group may face without worry."""
    overwhelming: int = 60
    """Tenths of its own strength from which it makes no difference how many there are."""
    risk: int = 45
    """What each further time its own strength costs a point of it."""
    detour: int = 6
    """What each twelfth of a point farther from the objectives costs."""
    stray: int = 1500
    """What each unit costs that an attack leads out of trace supply. [12.8]"""
    sally: int = 2
    """Hexes ahead of its line within which a side that falls back still attacks."""
    arms: int = 3
    """Times its strength that the enemy may turn on ground a unit advances into."""
    gain: int = 24
    """How much nearer to an objective somebody must come for it to be worth exploiting."""


@dataclass(frozen=True)
class Lines:
    """Who holds what: lines, guards, Reserves, and when somebody goes back."""

    holes: int = 120
    """How far ahead the line looks for holes, on foot."""
    raids: int = 60
    """How near a hole must be to be closed before anybody attacks."""
    guard: int = 5
    """Points of defence that guard a headquarters, a dump or a base, at the least."""
    sure: int = 4
    """Points of defence that guard an objective, at the least."""
    strongest: int = 36
    """Points of defence that are kept in the last port at the most, besides."""
    spared: int = 7
    """Points of strength that are sent back to guard something, at the most."""
    day: int = 36
    """How much longer a way is that makes no difference to who goes."""
    waiting: int = 8
    """Hexes from the enemy within which a mobile unit may be kept in Reserve."""
    near: int = 4
    """Hexes from the enemy within which a unit without a task is made ready to fight."""
    breaking: Fraction = Fraction(1, 3)
    """The part of a line that may be too weak before a shorter one is taken."""
    breaking_dear: Fraction = Fraction(1, 2)
    """The same for a line within which half of the ground lies that counts."""
    shorter: int = 3
    """By how many hexes a line is shortened."""
    shortest: int = 6
    """How many hexes from the last place no line is shortened any more."""
    spacing: int = 2
    """Hexes of a line that one stack can hold, with its zone of control."""
    blow: int = 1
    """Enemy stacks that a stack of the line must be a match for."""
    blow_saved: int = 2
    """The same where those count who get away."""
    weak: int = 10
    """What a stack of the line must have in defence at the least."""
    raid: int = 12
    """What part of the strength at hand enemies behind a line may have before it is turned."""
    on_foot: int = 108
    """How far the enemy is thought to come on foot."""
    riding: int = 192
    """How far he is thought to come riding."""
    alarmed: int = 2
    """Times the strength of a hex, ground considered, from which Reserves come to its help."""
    together: int = 4
    """Stacks that are thought to strike one hex at once."""
    stood_saved: int = 6
    """The column of a blow that those stand whose escape counts."""
    stood: int = 8
    """The column that the others stand."""
    for_ground: int = 2
    """Columns more that those who may be lost stand for ground that counts for victory."""
    around: int = 6
    """Hexes within which enemies nearer to the last place turn a stack's flank."""
    back: int = 3
    """Hexes within which they could close every way back."""
    turned: int = 2
    """The columns fewer that a stack stands then."""
    teeth: int = 10
    """Strength that closes a way."""


@dataclass(frozen=True)
class Supply:
    """What supply is for, where it should lie, and when it is given up."""

    kept: int = 15
    """Hundredths of the stock kept back for the defence by who must gain ground."""
    kept_in_defence: int = 45
    """The same by who must not."""
    cheapest: int = 40
    """What a token is priced at in plenty."""
    dearest: int = 700
    """What a token is priced at in want."""
    plain: int = 160
    """The price of a token where the stock is just what a turn could use up."""
    whole: int = 3
    """Units of one formation or headquarters that move together from which all are fuelled."""
    reach: int = 4
    """Hexes from the enemy within which units are thought to want supply."""
    lean: int = 5
    """Tokens a unit below which a move that wins nothing is not worth fuel."""
    cheap: int = 3
    """Points of defence below which a defence is not worth supply when it is scarce."""
    scarce: int = 12
    """Tokens of stock below which supply is scarce."""
    wanted: int = 8
    """Tokens that a headquarters wants within its draw."""
    each: int = 3
    """Tokens that it wants besides for every unit that it serves."""
    served: int = 8
    """Hexes within which a unit is thought to be served by a headquarters."""
    safe: int = 2
    """Hexes that trucks keep from the enemy."""
    front: int = 12
    """Hexes from the enemy within which headquarters want supply at all."""
    load: int = 2
    """Tokens from which there is enough to load."""
    ease: int = 2
    """With what part of its allowance the enemy comes with ease: a half."""
    hopeless: int = 6
    """Times the strength of its guards that the enemy may turn on a dump, ground considered."""
    little: int = 2
    """Tokens below which a dump is not worth the powder, nor the petrol."""
    called: int = 12
    """Hexes within which somebody may count on a dump in this turn. [12.3]"""


@dataclass(frozen=True)
class Behind:
    """What is behind the line: guns, headquarters, works, and those who are cut off."""

    safe: int = 2
    """Hexes that guns and headquarters keep from the enemy."""
    close: int = 3
    """Hexes from the enemy within which fighting is expected."""
    look: int = 24
    """How many hexes are weighed for a headquarters."""
    service: int = 2
    """What it counts to throw to a unit, against the safety of a hex."""
    exposed: int = 8
    """Hexes from the enemy within which a headquarters wants a guard."""
    shaky: int = 5
    """The column of the enemy's blow beyond which guns and headquarters had better be elsewhere."""
    enough: int = 24
    """Tokens within its draw that a headquarters is content with."""
    line: int = 2
    """Hexes from the enemy within which a hex belongs to a line that is dug in. [16.0]"""
    cover: int = 160
    """What a level of a hedgehog is worth to a point of defence."""
    place: int = 1200
    """What it is worth to a point of victory in the hex."""
    faced: int = 2
    """Quarters of its strength that the enemy must be able to turn on a hex that is dug in."""
    spared: int = 2
    """Times its price that must be within reach of whoever builds."""
    strips: tuple[int, int] = (4, 14)
    """Hexes from the enemy within which new Air Bases are built. [15.3]"""
    away: int = 4
    """Turns that who breaks out may be away: with fewer left nobody goes. [12.8e]"""
    first: int = 1
    """Times its strength that the enemy must be able to turn on a unit before it breaks out, with
    the better odds of the first turn."""
    later: int = 2
    """The same afterwards."""


@dataclass(frozen=True)
class Corps:
    """Expeditions: when a corps is sent far away, and how strong it is."""

    several: int = 3
    """Headquarters that a side must have before it sends one away."""
    prized: int = 2
    """Points of victory that are worth an expedition."""
    apart: int = 30
    """Hexes from what counts most, where everybody goes anyhow."""
    together: int = 2
    """Hexes within which objectives are one."""
    beside: int = 3
    """Hexes from the road within which enemies are in the way."""
    light: int = 60
    """Points of strength in the way that are no more than a light guard."""
    town: int = 20
    """Points of road that weigh as much as none."""
    each: int = 10
    """Strength of a corps for each ten in its way."""
    least: int = 24
    """The strength of a corps at the least."""
    most: int = 12
    """Its units at the most."""
    clear: int = 3
    """Hexes from the enemy that its headquarters keeps."""


@dataclass(frozen=True)
class Fire:
    """What guns and ships fire at. [10.0] [18.3]"""

    harass: int = 500
    """What disorder is worth, in thousandths of the strength of the stack it falls on."""
    sure: int = 900
    """The chance, in thousandths, from which more points are not worth their supply."""
    shell: int = 12
    """What a point of ships' fire would be worth elsewhere."""
    wait: int = 1500
    """What it must promise as long as there is a better use to come in the same Game Turn."""
    contact: int = 6
    """What an enemy next to own units weighs for a station of ships."""
    near: int = 1
    """What one in their sight weighs."""
    sight: int = 3
    """How many hexes that is."""
    gain: int = 5
    """Quarters of what its station is worth that another must be for a ship to go there."""
    guns_out: int = 4
    """What it costs to lie within range of coastal guns that show."""
