"""The switches of Next War: the two games in one, the options of the book, and the rulings.

Every option says which rule it belongs to and why its default is what it is. The manual lists them.
"""

from __future__ import annotations

from grognard.engine.system import Option

ON_OFF = ("on", "off")
STANDARD, ADVANCED = "standard", "advanced"
UNITS_FLY, POINTS_FLY = "units", "points"

OPTIONS: tuple[Option, ...] = (  # [13.0]
    Option(
        "game", STANDARD, (STANDARD, ADVANCED), "14.0",
        "the Standard Game, or the Advanced Game with air units, strikes, supply and much besides",
    ),
    Option(
        "airpower", UNITS_FLY, (UNITS_FLY, POINTS_FLY), "29.1",  # [29.0]
        "in the Advanced Game air units fly; points: the Air Points of the Standard Game instead",
    ),
    Option("supply", "off", ON_OFF, "13.1", "optional supply of the Standard Game"),
    Option(
        "hq-supply-range", "off", ON_OFF, "29.5",  # [29.0]
        "on: units trace supply to a headquarters over its range, not over four points",
    ),
    Option("fog-of-war", "off", ON_OFF, "13.2", "enemy stacks may not be looked through"),
    Option(
        "air-fog", "off", ON_OFF, "29.2",  # [29.0]
        "who flies in a strike is not told before it is detected, and air superiority is assigned "
        "one by one in secret",
    ),
    Option(
        "jettison", "off", ON_OFF, "29.4",  # [29.0]
        "strikers that are intercepted may drop their load, to fight without it",
    ),
    Option(
        "hq-guns", "on", ON_OFF, "18.2.3",
        "an HQ takes one from the roll of guns, too, as the text has it; a public chart knows it "
        "only for detection and missiles",
    ),
    Option(
        "stand-off-crews", "korea", ("korea", "list"), "22.6.5",
        "who fires from stand-off without the penalty of +1: korea: everybody but the DPRK, as in "
        "the first edition, the PRC with them since the later one; list: only those of the later "
        "list, US, NATO, Japan and PRC, so that the ROK has the penalty too",
    ),
    Option(
        "initiative-for-victory", "off", ON_OFF, "12.2.1",
        "on: automatic victory is rolled for only by the side with the initiative",
    ),
    Option(
        "crt", "current", ("current", "first-edition"), "9.2.2.2",
        "public copies of the two editions differ in 20 cells; the later one is played",
    ),
    Option(
        "elite-flights", "off", ON_OFF, "8.5.2",
        "on: elite units may go by Air Transport and jump in Elite Reaction, which the text does "
        "not bar; the chart of segments does",
    ),
    Option(
        "mines-count", "entering", ("entering", "both"), "8.5.6.4.1-b10",
        "the density of mines counts when a ship enters their area, by the list of modifiers; "
        "both: also when it leaves it, as the chapter on mines can be read",
    ),
    Option(
        "own-inshore-helps", "off", ON_OFF, "8.5.6.4.1-b11",
        "on: an Inshore Box of one's own takes one from the roll, as a public chart has it; the "
        "text names only the enemy's",
    ),
    Option(
        "submarine-mines", "1", ("1", "2"), "7.5.1.2",
        "the density of mines that submarines lay, which the text does not tell: one level, one "
        "density",
    ),
    Option(
        "missiles-at-units", "off", ON_OFF, "26.1",
        "on: theater weapons may strike any ground unit that is detected, as the chapter on "
        "detection can be read; off: of units only supreme headquarters and depots",
    ),
    Option(
        "missiles-at-ships", "off", ON_OFF, "17.1",
        "on: ballistic missiles may strike ships, for which a public chart has a column; the text "
        "names aircraft and cruise missiles only",
    ),
    Option(
        "free-air-replacements", "off", ON_OFF, "29.3",  # [29.0]
        "on: air units of every type may get replacements, whatever the scenario says",
    ),
    Option(
        "sea-control", "current", ("current", "first-edition"), "7.2",
        "the table of the current edition; that of the first depends on the turn",
    ),
    Option(
        "crowds-in-cover", "seen", ("seen", "hidden"), "21.2",
        "the text lists over-stacked hexes among those seen from the air, and then says that "
        "covered hexes without a road never are: only there can crowding matter, so it counts",
    ),
    Option(
        "international-posture", "off", ON_OFF, "28.0",
        "on: the posture of the world is rolled for before the first turn, as the chart of the "
        "first edition has it; it modifies resolutions of the United Nations, brings supplies and "
        "special forces of other nations, or closes their bases in the first turn",
    ),
    Option(
        "second-strike", "unused", ("unused", "uses-left"), "23.0",
        "unused: headquarters, artillery and helicopters that have served this turn are silent in "
        "the Second Strike Phase, as we read a printed sequence that we have not seen; uses-left: "
        "whoever has a use left strikes there too",
        later=True,
    ),
    Option(
        "cobra-weasels", "off", ON_OFF, "23.3",
        "on: the AH-1Z may fly as a Wild Weasel against air defenses, for one more on the die, "
        "which a public chart has as an option",
        later=True,
    ),
)  # fmt: skip
