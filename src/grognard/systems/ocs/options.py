"""The switches of OCS: the optional rules of chapter 21, and the rulings where the text is silent.

Every option says which rule it belongs to and why its default is what it is. The manual lists them.
"""

from __future__ import annotations

from grognard.engine.system import Option

ON_OFF = ("on", "off")
OFF_ON = ("off", "on")
"""Of an optional rule, which is off unless the players want it. [21.0]"""


def _optional(name: str, rule: str, what: str) -> Option:
    """An optional rule."""
    return Option(name, "off", OFF_ON, rule, what)


OPTIONS: tuple[Option, ...] = (
    # ---- chapter 21
    _optional("recon", "21.1", "recon units look into a stack for a token and a quarter of MA"),
    _optional("proportional-strength", "21.2", "strength falls with the steps, not by halves"),
    _optional("independents", "21.3", "attacks and fuel of independents cost more"),
    _optional("long-range", "21.4(A)", "aircraft beyond half their range are weaker"),
    _optional("rebasing-limits", "21.5", "few aircraft a turn stay Active on a new base"),
    _optional("tempo-supply", "21.6a", "twice the supply on the map at the start"),
    _optional("tempo-rail", "21.6b", "twice the Rail Cap and the transport at the start"),
    _optional("tempo-arrivals", "21.6c", "half as much again of arriving supply and shipping"),
    _optional("tempo-reinforcement", "21.6d", "two rolls for reinforcements a phase"),
    _optional("rebuilds-hoarding", "21.7(1)", "half of the replacements are used at once"),
    _optional("rebuilds-arrival", "21.7(2)", "replacements arrive at any headquarters in trace"),
    _optional("rebuilds-single", "21.7(3)", "any step costs one replacement"),
    _optional("attacking-empties", "21.8a", "an empty hex may be attacked"),
    _optional("reactive-artillery", "21.9a", "guns out of Reserve fire in the Reaction Phase"),
    _optional("godzilla", "21.10a", "raiders are removed if both players agree"),
    _optional("shift-off", "21.10b", "raiders are shifted off newly cut railways"),
    _optional("big-hogs", "21.11a", "hedgehogs beyond the first level need engineers and more"),
    _optional("small-ports", "21.11b", "repairing a small port costs its capacity"),
    _optional("xyz-transport", "21.12a", "air transport in three corners"),
    _optional("cloak-of-night", "21.12b", "ports in enemy zones at four times the Sea Cap"),
    _optional("strat-spacing", "21.12c", "three RE in Strat Mode a hex"),
    _optional("strat-direct-draw", "21.12d", "Strat units end where they trace directly"),
    _optional("formation-fog", "13.7b", "formation markers lie under other counters"),
    _optional("secret-rolls", "4.9e", "rolls for supply and reinforcements are hidden"),
    # ---- rulings
    Option(
        "path-end-in-zone", "barred", ("barred", "open"), "4.5a(B)",
        "a path of truck points enters no enemy zone; open: it may end in one",
    ),
    Option(
        "dg-throw", "full", ("full", "halved"), "13.1b",
        "functions of a DG headquarters go on; halved: its range is a value that DG halves",
    ),
    Option(
        "defence-part-paid", "by-counter", ("by-counter", "all-or-nothing"), "12.4",
        "too few tokens cover single counters; all-or-nothing: they cover none",
    ),
    Option(
        "waived-options", "attackers-destroyed", ("attackers-destroyed", "any-shortfall"), "9.10a",
        "the defender waives if attackers died with options unpaid; any-shortfall: if any remain",
    ),
    Option(
        "mixed-option", "retreat", ("retreat", "losses"), "9.10",
        "an option taken partly as retreat is a retreat; losses: it is one only as a whole",
    ),
    Option(
        "intercept-again", "on", ON_OFF, "14.5",
        "after the first air combat a further fighter may intercept; off: it may not",
    ),
    Option(
        "abort-after-combat", "mission", ("mission", "all"), "14.3d(C)",
        "after air combat aircraft of the mission may go home; all: those based there leave, too",
        later=True,
    ),
    Option(
        "reserve-markers", "hexes", ("hexes", "units"), "5.4a",
        "one marker covers the Reserve units of a hex; units: each needs its own",
    ),
    Option(
        "reserve-release", "phase", ("phase", "movement-segment"), "5.7b(A)",
        "Reserves are released in the whole phase; movement-segment: in its first segment only",
    ),
    Option(
        "mode-and-work", "free", ("free", "before", "apart"), "5.4",
        "builders may not move, but may change mode; before: not after work; apart: not at all",
        later=True,
    ),
    Option(
        "rail-control", "connected", ("connected", "swept"), "13.3h",
        "a line is used up to the first enemy if a friend is on it; swept: friends hold both ends",
    ),
    Option(
        "ship-spotters", "as-others", ("as-others", "always-unspotted"), "18.3b",
        "v4.1 is silent, so spotters count; v3.0 shifted all fire from the sea",
    ),
    Option(
        "air-half-results", "dg", ("dg", "half"), "10.0a",
        "a bracketed half from the air is DG in an example; half: as artillery near friends",
    ),
    Option(
        "trainbusting-limit", "barrage", ("barrage", "apart"), "10.0e(A)",
        "busting trains is the one barrage of its hex in a phase; apart: it comes on top of it",
    ),
    Option(
        "lst-landing", "movement-phase", ("movement-phase", "any-phase"), "18.4f(A)",
        "cargo lands with the conversion in the Movement Phase only; any-phase: in any own phase",
    ),
    Option(
        "trace-through-two", "barred", ("barred", "open"), "12.6",
        "a headquarters passes on nothing thrown to it; open: it passes trace on",
    ),
    Option(
        "recovery-shortfall", "spent", ("spent", "kept"), "12.10e(C)",
        "too little for a level of internal stocks is spent in vain; kept: it stays",
    ),
    Option(
        "contact-by-barrage", "dg-only", ("dg-only", "any"), "5.7d",
        "DG replaces Reserve, a barrage without effect leaves it; any: every barrage is contact",
    ),
    Option(
        "stopped-retreat", "effects-first", ("effects-first", "eliminated-at-once"), "9.12",
        "units that cannot go on suffer what they entered, then die",
    ),
    Option(
        "retreat-direction", "rearward", ("rearward", "free"), "9.12c",
        "a stack bends its retreat only if all ways to the rear cost steps; free: at will",
    ),
    Option(
        "port-entry", "no-negation", ("no-negation", "negation"), "13.6a",
        "friends do not negate zones for reinforcements by port, as for Sea Cap",
    ),
    Option(
        "port-wrecking", "crews", ("crews", "once"), "19.0c",
        "each 1 RE that stays, and each engineer, does a hit; once: a port takes one in a phase",
        later=True,
    ),
    Option(
        "dukw-speed", "eight", ("eight", "ten"), "18.4e(A)",
        "a land allowance of 24 is 8 at sea; ten: as slow ships",
    ),
    Option(
        "hit-on-dg", "second-dg", ("second-dg", "one-hit"), "18.3d(A)",
        "a hit marks DG, which on a DG ship is one hit more; one-hit: only DG results are second",
    ),
    Option(
        "port-approaches", "both-ways", ("both-ways", "inward"), "18.1c",
        "ships use coasts to leave a port as to reach it; inward: to reach it only",
    ),
    Option(
        "air-combat-trigger", "unbracketed", ("unbracketed", "fighters"), "14.3",
        "ratings without brackets begin and end air combat; fighters: fighters do",
    ),
    Option(
        "integral-gliders", "no-drops", ("no-drops", "drops"), "14.10f",
        "the one game that has them lets them fly transport and transfers alone; drops: drops too",
    ),
    Option(
        "hip-shoot-timing", "between-moves", ("between-moves", "any-time"), "14.7d",
        "moves are not interrupted; any-time: hip shoots may come in the midst of one",
    ),
    Option(
        "arrivals-overstacked", "until-movement", ("until-movement", "until-breakout"), "4.8a",
        "arrivals thin out as they move; until-breakout: the Breakout Segment's end counts",
    ),
    Option(
        "free-setup", "on", ON_OFF, "IV.A",
        "owners place units and choose modes at the start; off: all is as the scenario has it",
    ),
    Option(
        "setup-order", "second-player-first", ("second-player-first", "first-player-first"), "IV.A",
        "the rules are silent; who goes second sets up first, so that the other answers him",
    ),
    Option(
        "surrender", "on", ON_OFF, "house",
        "troops that a scenario names may lay down their arms; off: they fight to the last",
    ),
    Option(
        "simulcast", "on", ON_OFF, "2.4(1)",
        "who may choose to go first may propose a turn without fighting; off: never",
    ),
)  # fmt: skip
