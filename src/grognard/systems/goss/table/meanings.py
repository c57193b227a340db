"""What phases, segments and questions are for, in sentences for somebody new to them."""

from __future__ import annotations

from grognard.engine.decision import Decision
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.turn import phases as at

SEGMENTS = {
    at.AIR_COUNT: "the air points of the day are counted",
    at.AIR_ALLOCATION: "each side shares its air points out among missions, in secret",
    at.FLAK_RETURN: "Flak that was lent to the air defence comes back",
    at.FLAK_WITHDRAWAL: "Flak leaves the map to guard what lies behind it",
    at.WEATHER: "the weather of this game turn is found: it rules movement, sight and flying",
    at.INTERDICTION: "how dangerous the roads are in daylight; the enemy may intercept",
    at.REST_TURNS: "in which of the day's turns the troops rest; who fights then tires",
    at.COMMAND: (
        "units are attached and detached, boundaries drawn, formations taken out to refit or into "
        "army reserve"
    ),
    at.NAVAL: "ships are given to those whom they will support",
    at.LULLS: "an army may ask for quiet on its front",
    at.WEATHER_LULLS: "an army may ask for quiet on its front",
    at.LEADERS: "leaders who come forward today",
    at.SURRENDER: "who is isolated may give up",
    at.TRUCKS: "the trucks of each army go to ammunition, to fuel, or carry troops",
    at.SUPPLY_INTERDICTION: "aircraft hunt the trucks of the enemy",
    at.AMMUNITION: (
        "shells are delivered: how many assaults each corps can feed today, and who is supported"
    ),
    at.FUEL_DELIVERY: "fuel comes up",
    at.FUEL: "headquarters are given fuel; who gets little rolls for how far it goes",
    at.DEPOTS: "depots are moved forward or back",
    at.REPLACEMENT_POINTS: "replacements arrive",
    at.FUEL_VALUES: "who is short of fuel finds how far it takes him",
    at.MODES: (
        "what each unit is about: prepare an assault, exploit, wait in reserve, march; and whether "
        "guns are in battery"
    ),
    at.CONSTRUCTION: "engineers and others finish works and begin new ones",
    at.DEMOLITION: "bridges are blown that were made ready",
    at.COMBAT_RESERVES: "battalions behind the front that may help in its battles",
    at.ENTRY: "reinforcements come, others leave the map, units are attached in an emergency",
    at.STRAT_MOVES: "columns far from the enemy march by road",
    at.COUPS: "a bold dash for a bridge",
    at.ROAD_MOVES: "tanks and trucks move by road; only so many fit on one",
    at.MOVES: "everybody else moves, and mounts, dismounts, or lays obstacles",
    at.PA_MOVES: "who prepares an assault closes up",
    at.COMMAND_STATUS: "who has left his corps' zone is out of command",
    at.QUICK_CONSTRUCTION: "improved positions are dug",
    at.INACTIVE_RELEASE: "the other side commits its reserves",
    at.INACTIVE_COUPS: "the other side dashes for bridges",
    at.INACTIVE_ROAD: "the other side's exploiters drive by road",
    at.INACTIVE_MOVES: "the other side's exploiters move and overrun",
    at.DESIGNATION: "who is to attack in this phase without having prepared it",
    at.REPLACEMENTS: "worn units get men and tanks",
    at.AIR_SUPPORT: "the attacker's aircraft strike what is observed",
    at.DEFENSIVE_FIRE: "the defender's guns fire at what they observe",
    at.DEFENSIVE_AIR: "the defender's aircraft and ships fire",
    at.OFFENSIVE_FIRE: "the attacker's guns prepare the assaults",
    at.OFFENSIVE_NAVAL: "the attacker's ships fire",
    at.ADJUSTMENT: "assaults that cannot be fed are called off or paid for with ammunition",
    at.ASSAULTS: "the assaults are fought, one after the other",
    at.ACTIVE_RELEASE: "reserves are committed",
    at.ACTIVE_COUPS: "a bold dash for a bridge",
    at.ACTIVE_ROAD: "exploiters drive by road",
    at.ACTIVE_MOVES: "exploiters move and overrun",
    at.AIR_SUPPLY: "supplies are dropped to who is cut off",
    at.SUPPLY: "who can trace to his headquarters, and it to its source, is supplied",
    at.AMMO_POINTS: "empty guns are filled with ammunition points",
    at.AMMO_ROLLS: "empty guns may be filled by luck",
    at.ENEMY_AMMO: "empty guns of the other side are filled with ammunition points",
    at.FATIGUE_RECOVERY: "who has rested recovers",
    at.DELAY_REMOVAL: "obstacles are taken away",
    at.ENEMY_DELAYS: "obstacles of the other side are taken away",
    at.ENA_CALL: "the fighting may go on through the night, at a price",
    at.ENA_FATIGUE: "who went on through the night tires",
    at.TURN_END: "the game turn ends; what wins is looked at",
}
"""What each kind of segment is for."""
PHASES = {
    at.AIR_PHASE: "both sides share out their aircraft, in secret",
    at.WEATHER_PHASE: "the weather, and what flies in it",
    at.COMMAND_PHASE: "both sides order their armies for the day, in secret",
    at.LOGISTICS_PHASE: "trucks, shells, fuel and men for the day, in secret",
    at.FUEL_PHASE: "who is short of fuel finds how far it takes him",
    at.MODE_PHASE: "what each unit is about in this turn",
    at.CONSTRUCTION_PHASE: "works and bridges",
    at.MOVEMENT_PHASE: "reinforcements, marches by road, and moves",
    at.INACTIVE_EXPLOIT: "the other side's reserves and exploiters answer",
    at.COMBAT_PHASE: "fire, then assaults",
    at.ACTIVE_EXPLOIT: "reserves and exploiters go through what was opened",
    at.ADMIN_PHASE: "supply, ammunition, rest",
    at.ENA_PHASE: "more of the night, for those who want it",
    at.END_PHASE: "the game turn ends",
}
"""What each phase is for."""
QUESTIONS = {
    "terrain-line": "the defender says on which ground he stands: it picks the line of the table",
    "standoff": "armor that stands off is out of reach, and counts less",
    "half-strength": "who defends with half his strength loses less",
    "who-defends": "too many stand in the hex: only so many defend",
    "lead": "the lead unit's proficiency counts for all",
    "lead-armor": "the lead tanks and antitank guns decide the duel",
    "combined-arms": "tanks need infantry beside them, or they count less",
    "commit-reserves": "a battalion held back may lend its proficiency, once",
    "use-leader": "a leader may shift the column, once in a player turn",
    "support": "neighbours may help, each hex once in the phase",
    "declare": "hold and bleed, give a little ground, or run",
    "take-hit": "how the next hit is taken",
    "first-hit": "who takes the first hit",
    "lose-step": "a step must be lost, by whoever took part",
    "spend-work": "works may take a hit for those within",
    "retreat": "the hexes are painted where they may go",
    "retreat-loss": "who goes back past the enemy loses for it",
    "advance": "who advances holds what was won",
    "follow-up": "who fired and won may be followed up into the hex",
    "overrun": "whether to press on at the price of steps",
    "follow": "who prepared an assault may follow who went back",
    "withdraw": "exploiters beside a prepared assault go back",
    "fire-at-overrun": "one artillery mission may meet those who overrun",
    "blow-bridge": "engineers may blow the bridge as the enemy comes",
    "use-cover": "which cover counts against the fire",
    "take-fire": "how hits of artillery are taken: in steps, or by going back",
    "fall-back": "the hexes are painted where they may go",
    "fall-back-loss": "who goes back past the enemy loses for it",
    "deplete": "which guns run out of ammunition",
    "drop": "who gets what was dropped",
    "overstack": "too many stand in the hex: who is lost",
}
"""What each question is about, by its name."""


def of_segment(kind: str) -> str:
    """What a kind of segment is for."""
    return SEGMENTS.get(kind, "")


def of_phase(title: str) -> str:
    """What a phase is for."""
    return PHASES.get(title, "")


def meaning(game: Gs, decision: Decision) -> str:
    """What a segment or a question is for; empty where its words say it all."""
    if game.at_checkpoint:
        return of_segment(game.segment.kind)
    return QUESTIONS.get(decision.ask.name, "")
