"""The switches of WB-95: the complementary chapters, and the rulings where the text is silent.

Every option says which rule it belongs to and why its default is what it is. The manual lists them.
"""

from __future__ import annotations

from grognard.engine.system import Option

ON_OFF = ("on", "off")

OPTIONS: tuple[Option, ...] = (
    Option("strategic-movement", "on", ON_OFF, "12.1.1", "chapter 12, complementary"),
    Option("tactical-concentration", "on", ON_OFF, "13.1.1", "chapter 13, complementary"),
    Option("bridges", "on", ON_OFF, "14.1.1", "chapter 14, complementary"),
    Option("special-units", "on", ON_OFF, "15.1.1", "chapter 15, complementary"),
    Option("masking", "on", ON_OFF, "16.1.1", "chapter 16, complementary"),
    Option(
        "tables", "repaired", ("repaired", "as-printed"), "T.combat",
        "the print has lost or garbled some cells; the repaired ones follow the tables' own order",
    ),
    Option(
        "big-rivers", "on", ("on", "as-rivers"), "T.terrain",
        "the table of Moscow 1941 has no big rivers, so its scenarios read them as rivers",
    ),
    Option(
        "supply-decay", "off", ON_OFF, "10.2.1",
        "no automatic rise of the level is written; on: +1 for each failed Supply Phase",
    ),
    Option(
        "recovery", "unattacked", ("unattacked", "own-combat-phase", "full-turn"), "5.6.5",
        "a full turn, or by the example until its own next Combat Phase, unless attacked before it",
    ),
    Option(
        "weak-field-fortifications", "off", ON_OFF, "S2.2",
        "Red Snow: outside towns a field fortification gives 1 modifier, and only to 5 SP or more",
    ),
    Option(
        "frozen-waters", "off", ON_OFF, "S2.0",
        "Red Snow tells of frozen swamps and lakes but gives no rule; on: both are clear ground",
    ),
    Option(
        "ratio-below-even", "half-up", ("half-up", "defender"), "1.7b",
        "only ratios above 1:1 are shown rounded; defender: what is left over counts for him",
    ),
    Option(
        "second-attack", "whole-hex", ("whole-hex", "fresh-units"), "5.1.1",
        "a unit fights once; fresh-units: its hex may still be attacked, and it takes no part",
    ),
    Option(
        "attacks-owed", "able-units", ("able-units", "all-units"), "5.1.4",
        "units that cannot attack cause no obligation; all-units: guns and headquarters do too",
    ),
    Option(
        "retreat-direction", "away", ("away", "free"), "5.3.2",
        "the rule says how far, not where to; free: anywhere, as long as no hex is entered twice",
    ),
    Option(
        "pursuit-width", "beside-the-path", ("beside-the-path", "last-hex"), "5.4.2",
        "how the path may be left by a hex is not said; last-hex: with the last step only",
    ),
    Option(
        "halving-ground", "decisive-hex", ("decisive-hex", "any-hex"), "5.5.3",
        "the strongest hex counts for modifiers; any-hex: each swamp or position attacked halves",
    ),
    Option(
        "swamp-halving", "everything", ("everything", "units"), "T.terrain.n3",
        "swamps, unlike fixed positions, do not name support; units: guns and aircraft count full",
    ),
    Option(
        "bridged-water", "counts", ("counts", "ignored"), "5.5.4",
        "bridges are not mentioned; ignored: water does not hamper an attack across a bridge",
    ),
    Option(
        "disorganisation-tests", "each-unit", ("each-unit", "together"), "5.6.2",
        "who rolls is not said; together: one roll for all, each against its own limit",
    ),
    Option(
        "self-propelled-zones", "off", ON_OFF, "6.1.5",
        "no artillery has a zone, all regular units have one, and these guns are both",
    ),
    Option(
        "barrage-rest", "support", ("support", "all-fire"), "6.5.6",
        "guns may not support after a barrage; all-fire: nor fire on their own account",
    ),
    Option(
        "weak-field-strength", "any-counter", ("any-counter", "every-counter", "stack"), "S2.2",
        "whether one counter must have the 5 SP, each of them, or all together is not said",
    ),
    Option(
        "air-missions", "half-turn", ("half-turn", "end-of-turn"), "8.1.2",
        "how long missions stay is not said; end-of-turn: those of the first Air Phase go on",
    ),
    Option(
        "air-combat", "chains", ("chains", "hex-by-hex"), "8.1.8",
        "points on a hex are summed, but neighbours fight too; hex-by-hex: one pair at a time",
    ),
    Option(
        "surrendered-headquarters", "no-bonus", ("no-bonus", "bonus"), "9.1.6",
        "a headquarters that surrenders is eliminated, but not by the enemy",
    ),
    Option(
        "guns-under-command", "counted", ("counted", "ignored"), "9.2.1",
        "all units in a combat must be in range; ignored: guns that only support it need not",
    ),
    Option(
        "supply-bases", "not-enemy-controlled", ("not-enemy-controlled", "not-enemy-held"),
        "10.1.4",
        "control of bases is not mentioned; not-enemy-held: only enemies and their zones close one",
    ),
    Option(
        "supply-between-friends", "any-ground", ("any-ground", "passable-ground"), "10.1.9",
        "no points are spent between friends; passable-ground: but swamp and mountain still bar it",
    ),
    Option(
        "town-zones", "controlled", ("controlled", "garrisoned"), "10.1.11",
        "what makes a town an enemy town is not said; garrisoned: an enemy unit in it",
    ),
    Option(
        "halved-movement", "exact", ("exact", "rounded-up"), "10.2.2",
        "divisions are rounded up, but an example of 11.2.1 has half of 7 MP be 3.5",
    ),
    Option(
        "relieved-units", "no-test", ("no-test", "test"), "10.2.6",
        "a unit may have its line back and a level left; test: it may still surrender",
    ),
    Option(
        "marking-in-zones", "allowed", ("allowed", "forbidden"), "12.2.1",
        "units in enemy zones do not move; whether they may be marked beforehand is not said",
    ),
    Option(
        "bridges-under-fire", "any-bridge", ("any-bridge", "own-bridges"), "14.1.4",
        "only its controller destroys a bridge; own-bridges: guns and aircraft are bound by that",
    ),
    Option(
        "disabled-stars", "disable-nothing", ("disable-nothing", "still-disable"), "15.1.2",
        "whether a star that is switched off still switches off others is not said",
    ),
    Option(
        "several-special-units", "once", ("once", "each"), "15.2.3",
        "only stars are said to add up; each: resilience groups and fortification units do too",
    ),
    Option(
        "headquarters-reserves", "together", ("together", "once-roused", "while-near"), "S1.8",
        "the three arrive in one sentence; once-roused: each when its player likes, while-near: "
        "and only while an enemy is near",
    ),
    Option(
        "overrun-losses", "counted", ("counted", "not-counted"), "S1.5",
        "reserves replace counters lost in combat; those overrun in movement fall without a fight",
        later=True,
    ),
    Option(
        "free-setup", "on", ON_OFF, "S2.4",
        "some units may stand in any of several hexes; off: they stand where the file has them",
    ),
    Option(
        "setup-order", "second-player-first", ("second-player-first", "first-player-first"), "S2.4",
        "who places his free units first is not said; the side with the initiative places last",
    ),
)  # fmt: skip
