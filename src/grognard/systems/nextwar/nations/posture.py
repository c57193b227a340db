"""The international posture: how three factions lean, and what that does. [28.0]"""

from __future__ import annotations

from dataclasses import replace

from grognard.engine.event import Event
from grognard.engine.tally import Tally
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.airpower.wings import FLOWN, READY, WINGS
from grognard.systems.nextwar.nations.status import COUNCIL, UN
from grognard.systems.nextwar.raids.missions import bring
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.supply.points import change

FACTIONS, EFFECTS = "international-posture-1e", "international-posture-effects-1e"
LEANINGS = {"dove_minus_1": -1, "moderate_0": 0, "hawk_plus_1": 1}
NATIONS = ("PRC", "JPN")
NO_HELP, FULL, GROUNDED = "none", "full", "its bases closed"
SUPPLIES, SOF, AIR = WAYS = ("supplies", "SOF", "air")
"""How nations help, as the chart has it; in full is with ground forces besides."""
PASSIVE, MODERATE, AGGRESSIVE = "passive", "moderate", "aggressive"


def take_posture(game: Nw) -> None:
    """Before the first turn a die is rolled for every faction, where the option asks for it."""
    council = game.state[COUNCIL][UN]
    if game.options["international-posture"] != "on" or council.posture or not game.scenario.onset:
        return
    leanings = [_leaning(game, faction) for faction in game.scenario.tables[FACTIONS].rows]
    posture = posture_of(sum(leanings))
    game.put(COUNCIL, UN, replace(council, posture=posture))
    facts = {"posture": posture, "prc": effect(game, posture, "PRC"),
             "jpn": effect(game, posture, "JPN")}  # fmt: skip
    game.emit(Event("posture", "28.0", facts, outcome=True))
    for nation in NATIONS:
        intervene(game, nation)


def helps(game: Nw, nation: str) -> tuple[str, ...]:
    """In which ways a nation helps by the posture of the world; in full, in all. [28.0]"""
    posture = game.state[COUNCIL][UN].posture
    said = effect(game, posture, nation) if posture else NO_HELP
    if said == FULL:
        return (*WAYS, FULL)
    return () if said == NO_HELP else tuple(said.split(" / "))


def intervene(game: Nw, nation: str) -> None:
    """A nation does what it can in this game; what needs forces of its own that the game does not
    have is told to be missing. [28.0]"""
    helper, ways = game.scenario.helpers.get(nation), helps(game, nation)
    if helper is None:
        return
    able = {SUPPLIES: helper.supplies, SOF: helper.markers}
    done = [way for way in ways if able.get(way)]
    if SOF in done:
        bring(game, nation, helper.markers)
    if not ways and helper.box and game.turn < helper.until:
        for name, wing in [*game.state[WINGS].items()]:
            if wing.box == helper.box and wing.place == READY:
                game.put(WINGS, name, replace(wing, place=FLOWN))
        done = [GROUNDED]
    missing = [way for way in ways if way not in done]
    facts = {"nation": nation, "side": helper.side, "does": ", ".join(done) or NO_HELP,
             "missing": ", ".join(missing)}  # fmt: skip
    game.emit(Event("intervention", "28.0", facts))


def supplied_from_abroad(game: Nw) -> None:
    """Every turn the Supply Points come of the nations that help with them. [28.0] [19.3]"""
    for nation, helper in game.scenario.helpers.items():
        if SUPPLIES in helps(game, nation):
            change(game, helper.side, helper.supplies, "28.0", nation)


def _leaning(game: Nw, faction: str) -> int:
    """How a faction leans: a dove takes one, a hawk adds one."""
    shown, found = dice.roll(game, lambda pips: leaning(game, faction, pips))
    dice.show(game, "faction", "28.0", {"faction": faction, "leaning": found}, shown)
    return found


def leaning(game: Nw, faction: str, roll: int) -> int:
    """A roll read in a faction's row of the chart."""
    table = game.scenario.tables[FACTIONS]
    for column, worth in LEANINGS.items():
        text = table.cell(faction, column).value
        low, _, high = text.partition("-")
        most = int(high or low) if "-" in text and high else int(text.rstrip("+-"))
        if text.endswith("+") or roll <= most:
            return worth
    raise ValueError(f"{faction} has no column for {roll}")


def posture_of(leanings: int) -> str:
    """What the factions come to together."""
    if not leanings:
        return MODERATE
    return AGGRESSIVE if leanings > 0 else PASSIVE


def effect(game: Nw, posture: str, column: str) -> str:
    """A cell of the chart of effects, by how the war began."""
    row = f"{game.scenario.onset} {posture}"
    return game.scenario.tables[EFFECTS].cell(row, column).value


def posture_drm(game: Nw) -> Tally:
    """What the posture adds to the roll for a resolution. [28.0]"""
    posture = game.state[COUNCIL][UN].posture
    if not posture:
        return Tally()
    return Tally().add(f"{posture} posture", int(effect(game, posture, "un_drm")), "28.0", "chart")
