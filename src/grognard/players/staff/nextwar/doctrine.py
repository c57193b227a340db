"""The doctrine of a staff at a Next War table: all that it weighs, by the part of its work.

Strength is in points; what something is worth is in thousandths of a point of strength, unless it
says otherwise. Ways are in twelfths of a point of movement, chances in thousandths.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.players.staff.doctrine import Doctrine


@dataclass(frozen=True)
class Sight:
    """What is seen, and what it is taken for."""

    capital: int = 3
    """What a hex counts for besides its points if it belongs to the capital. [12.2]"""
    bearing: tuple[int, int, int] = (2, 3, 5)
    """Hexes within which a stack bears with all, half, and if it rides a quarter."""
    pressing: int = 9
    """Tenths of the enemy's defense that who began the war must have in attack to go on with it."""
    turning: int = 13
    """The same for the other side, to go over to it."""
    covered: int = 5
    """The defense, and the attack, that is thought to lie under the top counter. [13.2]"""


@dataclass(frozen=True)
class Worth:
    """What a battle promises."""

    point: int = 4500
    """What a Victory Point is worth."""
    last: int = 400
    """What strength is worth in the last turn, in thousandths of what it was."""
    ground: int = 700
    """What driving an enemy off is worth by itself."""
    axis: int = 900
    """What it is worth for each point of an objective nearby."""
    nearby: int = 4
    """Hexes from an objective within which ground is near it."""
    trapped: int = 600
    """What it costs a stack to be driven off with no way back, in thousandths of a step."""


@dataclass(frozen=True)
class Attack:
    """Which attacks are planned and made."""

    floor: int = 300
    """What a planned attack must promise the side that has to gain ground."""
    careful: int = 1500
    """What it must promise the side that keeps it."""
    made_floor: int = 0
    """What an attack must promise to be made, by the side that has to gain ground."""
    made_careful: int = 700
    """The same by the side that keeps it."""
    effort: int = 60
    """What a point of strength would be worth elsewhere."""
    leaving: int = 900
    """What it costs to leave works, or a hex that counts, to attack from another."""
    even: int = 15
    """Tenths of its own strength that a group may face without worry."""
    overwhelming: int = 60
    """Tenths of its own strength beyond which nothing gets worse."""
    risk: int = 90
    """What each further time its own strength costs a point of it."""
    least: int = 0
    """The column, from 0, below which nobody attacks."""
    stir: int = 3
    """Hexes around a battle in which it may have changed something."""


@dataclass(frozen=True)
class Support:
    """What stands behind a battle."""

    counted: int = 2
    """Air Points that are thought to support the enemy, at most. [6.2.1]"""
    air: int = 120
    """What an Air Point must add so that it is not wasted."""
    gun: int = 40
    """What the fire of guns must add."""
    helo: int = 150
    """What a helicopter must add."""
    lost_air: int = 2000
    """What it costs to lose an Air Point for good. [6.3.2]"""
    lost_helo: int = 4500
    """What it costs to lose a step of a helicopter. [6.5.4]"""
    sortie: int = 90
    """What a point of an aircraft's support could do elsewhere."""
    weasel: int = 270
    """What a Wild Weasel could do elsewhere."""


@dataclass(frozen=True)
class Lines:
    """Who holds what, and who may be cut off."""

    holes: int = 120
    """How far ahead the line looks for holes, on foot."""
    raids: int = 60
    """Holes nearer than this are closed before anybody attacks."""
    around: int = 2
    """Hexes around a place in which ground counts that is one's own."""
    flanks: tuple[tuple[int, int], ...] = ((250, 600), (400, 250), (550, 80))
    """How likely those are to be cut off who have less of the ground around them than so much."""


@dataclass(frozen=True)
class Leaps:
    """Flights, landings, and ways past the enemy."""

    floor: int = 800
    """What a flight, or a way past the enemy, must promise."""
    exposed: int = 3
    """Times its strength that the enemy may turn on those who have landed from the air."""
    turns: int = 2
    """Turns after which somebody comes to those who have landed, or nobody does."""
    ashore: int = 3
    """Hexes from a beach within which ground that counts is worth a landing."""
    beach: int = 12
    """Quarters of its strength that the enemy may turn on those who land there."""
    contact: int = 1
    """Hexes between enemies and one's own who may come to blows."""
    helos: int = 3
    """Hexes from the enemy at least where helicopters are based."""


@dataclass(frozen=True)
class Price:
    """What aircraft cost to lose, and what it is worth to strike this or that."""

    arms: int = 250
    """What a point of rating of an air unit is worth, step by step."""
    first_step: int = 400
    """What the loss of a first step is worth of the points for all of a unit, in thousandths."""
    sortie: int = 150
    """What a point of rating is worth in each turn in which it can fly."""
    halfway: tuple[int, int, int, int] = (0, 150, 400, 1000)
    """What damage is worth before a thing is destroyed, in thousandths; for more may follow."""
    ruined_base: int = 2500
    """What it is worth besides that an airbase lies in ruins: aircraft burn, and fewer fly.
    [27.7.4]"""
    ruined_port: int = 800
    """The same of a port."""
    muted: int = 900
    """What it is worth that headquarters or guns near the front serve once less. [18.2.6]"""
    shaken: tuple[int, int] = (150, 500)
    """What a Strike marker on a unit is worth, far from the front and near it. [27.3.1]"""
    stores: int = 4000
    """What a depot is worth, and half of it a mobile supply unit. [19.4]"""
    short: int = 300
    """What a Strike marker on supply is worth. [19.4]"""
    launcher: int = 2200
    """What a missile on its launcher is worth. [26.1]"""
    crossing: int = 1500
    """What a bridge between the armies is worth to who is on the defense. [27.10]"""
    barred: int = 35
    """What a point of strength is worth that is slowed by interdiction. [23.4.4]"""
    front: int = 3
    """Hexes from one's own troops that are near the front."""
    hull: int = 1000
    """What sinking a ship is worth besides its points."""
    detection: int = 75
    """What part of all that could be shot down a level of detection is worth: one in so many."""
    missiles: int = 60
    """The same of a level of surface-to-air missiles."""
    flak: int = 150
    """The same of a level of flak."""


@dataclass(frozen=True)
class Skies:
    """Who is sent up, who fights whom, who breaks off."""

    rules: tuple[int, int, int, int] = (0, 12000, 24000, 36000)
    """What it is worth to rule the air, level by level: whoever does sees further, and strikes what
    he sees. [22.6] [21.2]"""
    strikes: int = 450
    """What a point of strike is worth that does not fly because its aircraft is up."""
    supports: int = 200
    """The same of a point of support."""
    spoiled: int = 1500
    """What it is worth to attack a mission on its way: its roll is worse. [24.4]"""
    keen: int = 400
    """What a point of air-to-air rating counts for when those are chosen who are sent up."""
    meeting: int = 400
    """What it costs a side that flies strikes to leave one enemy fighter in the air. [24.4]"""
    raider: int = 2
    """The strike rating from which an aircraft is thought to fly strikes."""
    dear: int = 6000
    """A unit that is worth so much breaks off when it is reduced. [22.6.6]"""


@dataclass(frozen=True)
class Strikes:
    """Missions from the air."""

    floor: int = 200
    """What a mission must promise more than it risks."""
    kept: int = 220
    """What a point of combat support is worth, that an aircraft which strikes does not give."""
    shortlist: int = 40
    """The targets that are looked at closely."""
    worked: int = 3
    """The level of a track under which Wild Weasels rather fly with the strikers."""
    hunter: int = 350
    """How likely each of the enemy's fighters is to meet a mission that is seen early."""
    unseen: int = 100
    """How likely a mission must be to be seen early for fighters to go with it."""


@dataclass(frozen=True)
class Fire:
    """Missiles, helicopters, guns and raiders."""

    launch: int = 1300
    """What a missile must promise to be launched."""
    hunt: int = 600
    """What a helicopter must promise."""
    helo: int = 1000
    """What a step of a helicopter is worth besides its points."""
    shot: int = 250
    """What a strike of guns or headquarters must promise that will serve in no battle this turn."""
    needed_shot: int = 1100
    """The same if they may yet be needed in one."""
    ship_shot: int = 250
    """What the strike of a ship must promise."""
    beyond: int = 2
    """Hexes beyond their range within which enemies make guns wait for a battle."""
    raid: int = 250
    """What raiders must promise more than they risk."""
    marker: int = 2200
    """What a marker of theirs is worth, while there is a war to use it in."""
    found: int = 350
    """What it is worth to find a headquarters, in thousandths of what a step of it is worth."""
    pips: int = 100
    """What each pip of a Target marker is worth, in thousandths of what the target is worth."""


@dataclass(frozen=True)
class Behind:
    """Headquarters, guns, supply and works."""

    near: int = 3
    """Hexes from the enemy within which those of a formation count as fighting."""
    fed: int = 3
    """Hexes within which a headquarters is thought to feed its own: four points and less.
    [19.2-p1]"""
    reserve: int = 3
    """Supply Points that are kept for the next phase when units are helped in an emergency."""
    span: int = 4
    """Hexes within which a supply unit is thought to feed others: four points on a road and less.
    """
    head: int = 4
    """How many units a headquarters counts for: with it all its own are fed. [19.2-p1]"""
    mobile: int = 3
    """Mobile supply units that a side wants on the road."""
    far: int = 7
    """Hexes from the next depot where a new one pays. [19.4-p4]"""
    stops: int = 3
    """Hexes from the enemy in which no supply unit stops."""
    dear: int = 4
    """The least strength of a unit that is helped in an emergency."""
    spare: int = 3
    """Supply Points that are kept for the next Supply Phase."""
    refit: int = 1000
    """What a Supply Point must bring when it is spent on aircraft."""
    raised: tuple[str, ...] = ("sam", "detection")
    """The tracks that are raised, in this order."""
    mended: int = 3
    """Hexes from the enemy at least where anything is mended."""
    bridges: int = 3
    """Bridges that are worked on in one segment, at most."""
    formed: int = 2
    """Hexes from the enemy in which nobody is formed again."""
    places: int = 60
    """How many places are tried for one who is formed again."""


@dataclass(frozen=True)
class Seas:
    """Ships, and the end of the war."""

    enough: int = 2
    """Warships that are sent to one box to win it."""
    submarines: int = 2
    """The Submarine Threat Level that is kept."""
    outgunned: int = 2
    """Times one's own guns that the enemy must have for a ship that is not seen to hold its fire.
    """
    hopeless: int = 3
    """Times the strength of a garrison that the enemy must be able to turn on it, for what it keeps
    to be wrecked."""
    turns: int = 2
    """Turns that must be left for a war that is lost now to be worth its price."""


@dataclass(frozen=True)
class NwDoctrine(Doctrine):
    """What a staff weighs at a Next War table."""

    sight: Sight = field(default_factory=Sight)
    """What is seen, and what it is taken for."""
    worth: Worth = field(default_factory=Worth)
    """What a battle promises."""
    attack: Attack = field(default_factory=Attack)
    """Which attacks are planned and made."""
    support: Support = field(default_factory=Support)
    """What stands behind a battle."""
    lines: Lines = field(default_factory=Lines)
    """Who holds what, and who may be cut off."""
    leaps: Leaps = field(default_factory=Leaps)
    """Flights, landings, and ways past the enemy."""
    price: Price = field(default_factory=Price)
    """What aircraft cost to lose, and what it is worth to strike this or that."""
    skies: Skies = field(default_factory=Skies)
    """Who is sent up, who fights whom, who breaks off."""
    strikes: Strikes = field(default_factory=Strikes)
    """Missions from the air."""
    fire: Fire = field(default_factory=Fire)
    """Missiles, helicopters, guns and raiders."""
    rear: Behind = field(default_factory=Behind)
    """Headquarters, guns, supply and works."""
    seas: Seas = field(default_factory=Seas)
    """Ships, and the end of the war."""

    # ---- how directives are obeyed

    draw: int = 9000
    """What an attack on its objective is worth to a group, in thousandths, at full weight."""
    stray: int = 800
    """What each hex that an attack leads away from the objective costs a point of strength."""


DOCTRINE = NwDoctrine()
"""The staff's own."""

FIRST = NwDoctrine(style="first")
"""How the first staff played: a rung for ladders, which stays as it is whatever is mended since."""

STYLES: dict[str, NwDoctrine] = {
    "cautious": NwDoctrine(
        style="cautious",
        danger=1,
        sight=Sight(pressing=11, turning=16),
        attack=Attack(
            floor=2500, careful=5000, made_floor=1500, made_careful=3000, even=10, risk=180
        ),
    ),
    "bold": NwDoctrine(
        style="bold",
        danger=3,
        sight=Sight(pressing=6, turning=9),
        attack=Attack(
            floor=-4000,
            careful=-2000,
            made_floor=-4000,
            made_careful=-2000,
            effort=300,
            even=30,
            risk=30,
        ),
    ),
    "book": NwDoctrine(
        style="book",
        attack=Attack(least=9),
        support=Support(air=0, gun=0, helo=0),
    ),
}
"""How the staff plays otherwise if it is told to: only what is sure and cheap; what is neither; and
by the book, three to one or not at all, with all the support there is."""
