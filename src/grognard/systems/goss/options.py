"""The switches of GOSS: what a scenario may leave out, and the rulings where the text is silent or
speaks twice. Every option says which rule it belongs to and why its default is what it is.
"""

from __future__ import annotations

from grognard.engine.system import Option

ON_OFF = ("on", "off")

PARTS: tuple[Option, ...] = (
    Option("fog-of-war", "on", ON_OFF, "8.4.0", "of enemy stacks only the top unit is seen"),
    Option("delay-markers", "on", ON_OFF, "7.13.0", "delay markers may be placed"),
    Option("breakdown", "on", ON_OFF, "18.0", "units may break down and recombine"),
    Option("replacements", "on", ON_OFF, "22.0", "replacements, recycling and resurrection"),
    Option("leaders", "on", ON_OFF, "23.0", "leaders"),
    Option("voluntary-lulls", "on", ON_OFF, "24.1.1", "sides may ask for lulls"),
    Option(
        "unobserved-fire", "off", ON_OFF, "11.2.2",
        "fire support missions against what nobody observes need a scenario's leave",
    ),
    Option(
        "bridge-bottlenecks", "off", ON_OFF, "7.10.2a",
        "only twelve more Mech units a phase cross a bridge by road after the first",
    ),
    Option("et-3", "off", ON_OFF, "17.3.3c", "ET-3 may be built"),
    Option("ena", "on", ON_OFF, "3.4.0", "nights may be extended, where the scenario has nights"),
    Option(
        "rest-turns", "side", ("off", "side", "army", "corps", "formation"), "3.5.2",
        "for whom the Axis designates rest GTs: the players are to agree; off: nobody rests",
    ),
    Option(
        "allied-rest", "night", ("night", "off"), "3.5.1",
        "the Allies rest at night, unless the scenario lets them off",
    ),
    Option(
        "weather", "historical", ("historical", "variable"), "19.1.0",
        "the weather of the record, or by the table",
    ),
    Option("zones-of-operation", "on", ON_OFF, "9.2.0", "units keep to their corps' zones"),
    Option(
        "boundaries", "free", ("free", "fixed"), "9.2.0-draw",
        "players may redraw the boundaries of corps and armies, unless the scenario fixes them",
    ),
)  # fmt: skip

RULINGS_A: tuple[Option, ...] = (
    Option(
        "pa-over-adv", "free", ("free", "barred"), "5.2.1",
        "units may enter PA mode beyond the ADV, as 16.3.3 has it; the limit counts at 12.1.0",
    ),
    Option(
        "strat-bonus", "after-ground", ("after-ground", "before-ground"), "5.5.3b",
        "the bonus of Strat mode is taken after the ground condition: 5.5.3b is about Strat alone",
    ),
    Option(
        "strat-after-assault", "if-hit", ("if-hit", "always"), "5.5.2c",
        "who defends in Strat mode leaves it if hit; always: by 5.5.6b in any case",
    ),
    Option(
        "strat-while-onhand", "barred", ("barred", "allowed"), "5.5.1",
        "a unit on hand supply may not enter Strat mode: it needs GenS",
    ),
    Option(
        "recon-company-hosts", "german", ("german", "nobody", "all"), "6.2.2",
        "whose Recon companies take an Eng or AT company along: the text says none, its example "
        "a German one",
    ),
    Option(
        "recon-stacking", "refused", ("refused", "penalised"), "5.3.1",
        "an exploiting Recon unit may not enter a stack that is not; penalised: it may, and leaves "
        "Exploit mode at the end of the phase",
    ),
    Option(
        "ena-one-caller", "rolls", ("rolls", "both"), "3.4.1",
        "who alone calls an ENA period rolls for his capacity; the other only if he wants to act",
    ),
    Option(
        "ena-leader-half", "up", ("up", "down"), "3.4.2a",
        "half of an odd capacity that a leader uses is rounded up, as fractions are",
    ),
    Option(
        "ena-guns", "free", ("free", "active"), "3.4.2",
        "guns fire in an ENA period without being activated, as in the example of 3.4.6",
    ),
    Option(
        "ena-regiment-leader", "regiment", ("regiment", "formation"), "3.4.2a",
        "a leader of a regiment activates his regiment; formation: all of its division",
    ),
    Option(
        "pa-fuel-gap", "strict", ("strict", "lenient"), "5.2.2",
        "by option 1 below six MP no Mech unit enters PA mode; by option 2 at six or more only "
        "units with their full MA; lenient: all of them may",
    ),
    Option(
        "dismount-cost", "formula", ("formula", "half"), "7.12.1",
        "the formula for those who move first replaces the charge of half the MA",
    ),
    Option(
        "mount-fuel", "twelve", ("twelve", "printed"), "7.12.2",
        "with normal fuel a unit that mounts reckons from 12 MP; printed: from its own Mech MA",
    ),
    Option(
        "halving-base", "modified", ("modified", "printed"), "7.6.1c",
        "what is halved for OoC and fatigue is the MA so far, by the order of 7.6.1",
    ),
    Option(
        "third-step", "rounded", ("rounded", "exact"), "4.2.2",
        "half of the reduced strength is itself rounded up; what comes later is not",
    ),
    Option(
        "coup-attack", "end-of-phase", ("end-of-phase", "at-once"), "7.14.4",
        "who has taken a bridge attacks at the end of that phase",
    ),
    Option(
        "et3-ban", "et-3", ("et-3", "all-ets"), "7.9.0",
        "from hex to hex beside works nobody goes by an ET-3 or better; all-ets: by 17.4.1b",
    ),
    Option(
        "disclosure-reach", "target", ("target", "observed"), "8.4.3",
        "only what is said of the target hex is told, not of every hex observed",
    ),
    Option(
        "rocket-depletion", "cumulative", ("cumulative", "single"), "11.8.0",
        "n volleys of rockets add n - 1 and n; single: n only",
    ),
    Option(
        "air-or-naval", "one", ("one", "both"), "11.2.3",
        "a target hex gets one mission by air or by sea",
    ),
    Option(
        "overrun-adjacency", "others", ("others", "always"), "5.3.4b",
        "the MP for enemies beside the overrun hex are paid only if it is open and others adjoin",
    ),
    Option(
        "harmless-neighbours", "all", ("all", "any"), "11.6.3d",
        "a retreat past enemies in the open is spared only if every adjacent stack is harmless",
    ),
    Option("fog-weather", "barred", ("barred", "free"), "8.1.2c", "fog bars air observation"),
)  # fmt: skip

RULINGS_B: tuple[Option, ...] = (
    Option(
        "oos-armor", "unmodified", ("unmodified", "zero"), "15.6.0",
        "Arm and AT factors of units OoS are as printed: the later rule prevails",
    ),
    Option(
        "unsupported-shifts", "once", ("once", "twice"), "13.7.3",
        "what is listed under two letters shifts one column",
    ),
    Option(
        "lull-shift", "two", ("one", "two"), "24.4.0",
        "the shift after a lull lasts two GTs; one: the first AM GT, by 13.7.3",
    ),
    Option(
        "mud-advance", "roads", ("roads", "one"), "19.4.3",
        "in mud an advance along good roads is as far as otherwise; one: one hex, by 13.12.5b",
    ),
    Option(
        "onhand-exploit", "three", ("any", "three"), "15.5.2",
        "an exploiting unit on hand supply is OoS beyond three MP; any: by 5.3.4",
    ),
    Option(
        "onhand-half-attack", "oos", ("oos", "spared"), "13.5.3",
        "who attacks on hand supply at half strength is OoS all the same, but for overruns",
    ),
    Option(
        "standoff-line-one", "barred", ("barred", "allowed"), "13.5.2",
        "AFVs that must stand off cannot attack line 1, where there is no standoff",
    ),
    Option(
        "standoff-over-rivers", "armor", ("armor", "pure"), "13.4.2(e)",
        "all Mech units with an armor factor may stand off behind a river, by 13.6.1a; pure: pure "
        "AFVs only, by 13.4.2",
    ),
    Option(
        "standoff-marsh", "quarter", ("quarter", "half"), "13.5.2",
        "Mech units that stand off still have a quarter in marsh, for only hexsides are forgiven "
        "them; half: they are halved once",
    ),
    Option(
        "green-and-raw", "both", ("both", "worse"), "13.7.4",
        "green and raw attackers together cost both shifts; worse: those of the raw alone",
    ),
    Option(
        "advance-off-path", "path", ("path", "own"), "13.12.4",
        "Mech units that leave the path of retreat go no farther than it is long; own: as far as "
        "they may advance at all",
    ),
    Option(
        "unequal-retreats", "shortest", ("shortest", "longest"), "13.10.4",
        "attacking stacks that retreat unequally cut the defender's hits by the shortest distance",
    ),
    Option(
        "fatigue-hits", "all-below", ("all-below", "any-below"), "13.10.4",
        "fatigue counts as a hit only while every participant is below two",
    ),
    Option(
        "worn-attackers", "drop", ("drop", "attack"), "14.2.2",
        "who comes to fatigue 2 before its assault is attack designated no more: 13.6.1a knows no "
        "attack at fatigue 2; attack: it attacks at half",
    ),
    Option(
        "advance-on-death", "one", ("one", "none"), "13.12.2",
        "defenders that die with no hits left over leave an advance of one hex",
    ),
    Option(
        "support-beyond-adv", "zero", ("zero", "capped"), "16.3.2",
        "a corps supports as many formations as leave its ADV at zero or more; capped: no more "
        "than its ADV",
    ),
    Option(
        "combined-arms-duel", "strength", ("strength", "all"), "13.6.1d",
        "against AFVs alone, AFVs alone keep their strength, and nothing else",
    ),
    Option(
        "armor-clear", "either", ("either", "attacker", "defender"), "13.8.4g",
        "an Arm bonus counts 15 if either lead unit is in the clear",
    ),
    Option(
        "lull-request", "command", ("command", "weather"), "24.1.0",
        "lulls are asked for in the Command Phase, and broken in any GT's Weather Phase",
    ),
    Option(
        "refit-points", "first", ("first", "each"), "22.4.3",
        "points of refit come in the first own Replacement Segment of a GD",
    ),
    Option(
        "reinforcement-mode", "any", ("any", "tac-strat"), "21.0",
        "reinforcements come in any mode; tac-strat: by 5.1.3",
    ),
    Option(
        "superiority-weather", "scaled", ("scaled", "full"), "20.6.0",
        "bad weather scales points of air superiority of both sides as others",
    ),
    Option("flak-count", "hex", ("hex", "unit"), "20.2.3", "Flak counts by hexes, as in 20.7.1"),
    Option(
        "enemy-adjacent-path", "link", ("link", "chain"), "15.2.1",
        "two hexes beside enemies are allowed in each link of a supply path",
    ),
    Option(
        "lone-guns", "one", ("one", "all"), "13.6.1b",
        "in a stack of artillery alone the owner chooses one that is halved",
    ),
    Option(
        "fuel-hq-count", "counts", ("counts", "left-out"), "16.4.5b",
        "a headquarters counts as one unit in its own fuel value",
    ),
    Option(
        "lead-order", "attacker", ("attacker", "defender"), "13.8.1",
        "who names his lead unit first",
    ),
    Option(
        "snow", "third-off", ("third-off", "divide"), "19.4.5",
        "off the roads snow takes one third of the MA, and one MP on roads; divide: 7.6.1e",
    ),
    Option(
        "supply-for-moves", "onhand-too", ("onhand-too", "gens"), "7.7.5",
        "an on-hand supply path lets a unit move beside enemies as GenS does",
    ),
    Option(
        "works-against-armor", "attack-and-at", ("attack-and-at", "attack"), "13.8.4a",
        "works of the defender count in cases (a) and (d)",
    ),
)  # fmt: skip

RULINGS_C: tuple[Option, ...] = (
    Option(
        "blocked-entry", "wait", ("wait", "nearest"), "21.0",
        "reinforcements whose entry hexes enemies hold wait; nearest: they come by the nearest "
        "hexes of the edge that are free",
    ),
    Option(
        "z-recycling", "step", ("step", "pairs"), "22.2.0",
        "a company that is turned to its Z-step side has lost a step like others; pairs: only "
        "pairs of Z-steps are recorded",
    ),
    Option(
        "echelon-losses", "one", ("one", "two"), "22.5.2c",
        "one rear echelon battalion is used up to resurrect a unit; two: two with a step each may",
    ),
    Option(
        "ooc-on-the-way", "at-once", ("at-once", "segment"), "9.2.0",
        "who moves more than a hex out of his zone is OoC at once, with half his MA; segment: "
        "only from the next Command Status Segment on, by 9.8.0",
    ),
    Option(
        "leader-moves", "either", ("either", "each"), "23.1.0-3",
        "a leader moves in one Movement or Exploit Phase of a GT; each: in all of them",
    ),
    Option(
        "great-river-ferry", "no", ("no", "yes"), "17.2.3",
        "great rivers are crossed by bridge only; yes: as 7.11.0 can be read",
    ),
    Option(
        "bridge-time", "turns", ("turns", "one-less"), "17.3.1b",
        "a bridge takes the GTs of the table; one-less: one marker fewer, as in 17.3.1a",
    ),
    Option(
        "roadless-bridge", "secondary", ("secondary", "none"), "17.3.1d",
        "a new bridge carries a secondary road where a hex has no road at all; none: it carries "
        "none there",
    ),
    Option(
        "bridge-adjacency", "bank", ("bank", "beside"), "17.3.2c",
        "an enemy is adjacent to a bridge in one of its two hexes; beside: also next to these",
    ),
    Option("oos-ip", "allowed", ("allowed", "barred"), "15.6.0", "units OoS may dig an IP"),
    Option(
        "corps-adv-cap", "uncapped", ("uncapped", "capped"), "15.4.1",
        "how many corps an army supports is limited by trucks and an ADV above zero",
    ),
    Option(
        "recombined-pr", "lower", ("lower", "any"), "4.4.3",
        "breakdown companies recombine into units of their own proficiency or lower",
    ),
    Option(
        "breakdown-strength", "printed", ("printed", "current"), "18.5.0",
        "which companies come of a battalion is told by its printed strength",
    ),
    Option(
        "flak-withdrawal", "capable", ("capable", "flak"), "20.7.2",
        "all Flak capable units may be withdrawn against supply interdiction; flak: only Flak "
        "units, as 3.3.1a has it",
    ),
    Option(
        "drop-flak", "twice", ("twice", "once"), "20.5.3",
        "Flak within its range of the drop zone counts twice",
    ),
    Option(
        "depot-sections", "strict", ("strict", "extended"), "15.8.1",
        "a path from depot to depot or to the army is no longer than 18 MP; extended: as others "
        "it may be a third longer, with the penalties",
    ),
    Option(
        "additional-trucks", "all", ("all", "onward"), "15.2.4a",
        "additional trucks spare their headquarters and all whom it supplies; onward: only paths "
        "that it traces itself, from the next determination of supply",
    ),
    Option(
        "unsupported-amp", "own-phase", ("own-phase", "both"), "15.4.3",
        "unsupported guns get AmP only in their own Administrative Phase",
    ),
    Option(
        "oos-homeward", "barred", ("barred", "allowed"), "7.7.5",
        "a unit OoS may not move next to an enemy, not even homeward",
    ),
    Option(
        "leader-mp", "before", ("before", "after"), "23.2.1a",
        "a leader's MP is added before fuel is reckoned; after: by 7.6.1b",
    ),
    Option(
        "rest-release", "barred", ("barred", "allowed"), "3.5.3",
        "in a rest GT nobody goes from MR into Exploit mode",
    ),
    Option(
        "retreat-overstack", "next-move", ("next-move", "this-phase"), "6.0",
        "an overstack of retreats is mended at the end of the next phase in which they may move",
    ),
    Option(
        "oos-rounding", "sum", ("sum", "unit"), "1.5.0",
        "halves of units OoS are summed before they are rounded",
    ),
    Option(
        "leg-coup", "allowed", ("barred", "allowed"), "7.14.2",
        "Leg units may try a coup de main: Mech units only have a better roll",
    ),
    Option(
        "exploit-return", "formation", ("formation", "regiment"), "5.3.3",
        "who was forced out of Exploit mode may enter it again while anybody of its formation is "
        "in it; regiment: while anybody of its regiment is, if it has one",
    ),
    Option(
        "reserve-moves", "unmarked", ("unmarked", "barred"), "5.8.0",
        "a combat reserve that moves is one no more; barred: it may not move, as 3.3.2c has it",
    ),
    Option(
        "commando-lead", "barred", ("barred", "allowed"), "4.6.6",
        "commandos lead only against forts and objectives, or alone",
    ),
    Option(
        "unsupported-pa-price", "assault", ("assault", "stack"), "16.3.4",
        "an unsupported PA costs one AmP however many stacks join in",
    ),
    Option(
        "lull-bridges", "units", ("units", "steps"), "24.2.5",
        "in a lull two units of engineers bridge a major river and three a great one, as printed; "
        "steps: so many steps",
    ),
    Option(
        "mixed-works", "any", ("any", "all"), "17.4.1",
        "works count in an assault if any defender is in them; all: if no defender is outside",
    ),
    Option(
        "fort-discretionary", "ignore", ("ignore", "take"), "17.4.1e",
        "forts ignore discretionary hits, but may take them for others",
    ),
    Option(
        "failed-hold", "full-retreat", ("full-retreat", "limited"), "13.10.4a",
        "who fails to hold retreats in full",
    ),
    Option(
        "cover-or-distance", "distance", ("distance", "cover"), "13.11.0",
        "the longest possible retreat goes before the choice of cover",
    ),
    Option(
        "leg-bridged-retreat", "barred", ("barred", "allowed"), "13.11.0(d)",
        "Leg units do not retreat over major rivers, not even by bridge",
    ),
    Option(
        "mct-is-oct", "separate", ("separate", "merged"), "8.2.2",
        "what observes into OCT does not thereby observe into MCT",
    ),
    Option(
        "asset-pa-capacity", "light", ("light", "heavy"), "11.2.4a",
        "an asset battalion that is not attached spots for light missions, in PA mode too",
    ),
    Option(
        "rough-and-overcast", "lowest", ("lowest", "both"), "8.1.2a",
        "the cap of overcast applies after rough ground has taken its hex",
    ),
)  # fmt: skip

OPTIONS: tuple[Option, ...] = (*PARTS, *RULINGS_A, *RULINGS_B, *RULINGS_C)
