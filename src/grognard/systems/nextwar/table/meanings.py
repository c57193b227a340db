"""What phases and questions are for, each in a sentence for somebody new to them. [3.0]"""

from __future__ import annotations

from grognard.engine.decision import Decision
from grognard.systems.nextwar.scenario import Nw

PHASES = {
    "weather": "the weather of the turn is rolled: bad weather halves or grounds aircraft",
    "supply": "units that reach no source of supply are marked, and fight worse",
    "initiative": "it is settled who acts first, and whether he has the initiative's long turn",
    "electronic-detection": (
        "both listen for headquarters and guns: only what is detected can be struck"
    ),
    "sof-1": "special forces scout, spot targets, or raid behind the lines",
    "sof-2-first": "special forces scout, spot targets, or raid behind the lines",
    "sof-2": "special forces scout, spot targets, or raid behind the lines",
    "air-naval": "fighters are placed and fight: whoever rules the air strikes and is seen less",
    "mine-clearance": "mines before one's ports and beaches may be cleared",
    "missiles": "missiles are launched by turns at bases, ports and air defenses",
    "announce": "missions of aircraft and helicopters are announced; they fly when both have done",
    "weasels": "Wild Weasels fly first, against radars, missiles and guns",
    "detection": "air defenses look for every mission: who is seen late is not intercepted",
    "interception": "fighters are sent against missions that were seen early",
    "air": "missions pass missiles and guns, and strike",
    "helicopters": "helicopters fly through the defenses of troops in the field, and strike",
    "fire": "headquarters, guns and ships strike what is detected and in their range",
    "end": "what bases and air defenses have suffered is settled",
    "first-supply": "lines of supply are traced; depots and supply units may be set up",
    "second-supply": "lines of supply are traced again; depots and supply units may be set up",
    "move": "units march, fly and sail; an enemy zone of control stops them",
    "elite-reaction-move": "the best units of the side without the initiative may move in answer",
    "exploit-move": "units that are outside enemy zones of control may move on",
    "combat": "units attack enemies beside them; both sides add guns, aircraft and ships",
    "exploit-combat": "units may attack once more, two columns worse",
    "reaction-move": "the side that was moved against moves in answer",
    "reaction-combat": "the side that was moved against attacks in answer",
    "isolation": "units that have long been cut off are tried, and may surrender",
    "rebasing": "aircraft may change their base; they are not ready when they land",
    "reorganization": "cities are cleared, hexes change hands, and aircraft are serviced",
    "repairs": "Supply Points repair bases, ports and air defenses",
    "task-forces": "headquarters of the marines are formed",
    "reinforcement": "reinforcements come, and losses are replaced",
    "victory": "Victory Points are banked, and a side may surrender",
}
"""What each kind of segment is for; the longest name that fits counts."""
WHOLE = {
    "First Strike Phase": (
        "missiles, then aircraft, helicopters, guns and ships strike what is detected behind the "
        "front"
    ),
    "Second Strike Phase": (
        "missiles, aircraft, helicopters, guns and ships strike once more; who has flown stays down"
    ),
    "Initiative Movement and Combat": (
        "whoever has the initiative moves and attacks, exploits, and the other side answers"
    ),
    "Basic Movement and Combat": "both sides move and attack once, one after the other",
    "Reorganization Phase": "the turn is wound up: bases, cities, aircraft, repairs",
    "Air and Naval Phase": "the battle for the air and the sea: who rules there rules the strikes",
}
"""What phases of several segments are for."""
QUESTIONS = {
    "weather": "whoever begins the war chooses its weather; in clear weather all aircraft fly",
    "electronic-detection": (
        "a headquarters or artillery unit that is heard can be struck for the rest of the turn"
    ),
    "air superiority": (
        "those who fight for the air stay in its box: they escort and intercept, but do not "
        "strike; the rest is kept for strikes and support"
    ),
    "engagement": "pick up one of yours and one of theirs: the two fight",
    "surplus": "aircraft without an opponent may join a fight two against one, or keep out of it",
    "awacs changes": "better radar lets you change who fights whom",
    "break off": "who breaks off is safe now, but must be serviced before it flies again",
    "air target": "it faces two, and fires at one of them",
    "ground aircraft": "damaged bases keep aircraft from flying this turn",
    "intercept": (
        "fighters out of the Air Superiority Box may attack the mission before it strikes, two at "
        "most; they come home when it is over"
    ),
    "interception": "an interceptor must go for escorts first, if there are any",
    "free fighter": "it has got rid of its opponent, and may take on another",
    "jettison": "who drops his load fights better, and strikes no more",
    "under fire": "turning back saves it; pressing on may cost a step, and spoils the aim",
    "evade": "troops in the air lose a step and fly on, or turn back",
    "support": "what supports a battle is used up for the turn, or may be shot at",
    "lose-wing": "a hit on a base may catch aircraft on the ground",
    "deliberate-damage": "what is wrecked before it falls is of no use to the enemy",
    "surface-combat": "ships in the same waters may fire at each other",
    "veto": "a veto costs points, and spares the side a ceasefire",
    "ceasefire": "who refuses goes on fighting, and pays for it every turn",
    "defenders": "too many stand in the hex: only so many defend",
    "lead": "the lead unit's efficiency and kind decide the shifts",
    "losses": "so many steps must be lost, by whoever took part",
    "retreat": "the hexes are painted where those who lost may go",
    "stand": "who holds keeps the hex, and may lose for it",
    "bleed": "a step more lost, and the hex is kept",
    "advance": "who advances holds the hex that was won",
    "shelling": "guns in reach of the capital shell it once a turn",
}
"""What each question is about, by its name."""


def of_segment(kind: str) -> str:
    """What a kind of segment is for."""
    name = kind
    for numbered in ("strike-1-", "strike-2-"):
        name = name.removeprefix(numbered)
    for tail in ("-2", "-first"):
        if name not in PHASES:
            name = name.removesuffix(tail)
    for word in ("second-", "init-", "basic-"):
        if name not in PHASES:
            name = name.removeprefix(word)
    return PHASES.get(name, "")


def meaning(game: Nw, decision: Decision) -> str:
    """What a phase or a question is for; empty where its words say it all."""
    if game.at_checkpoint:
        return of_segment(game.segment.kind)
    return QUESTIONS.get(decision.ask.name, "")
