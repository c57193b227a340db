"""Foresight: what odds may be told of before the enemy has shown his hand. [4.9]

Nobody looks through an enemy stack [4.9a], so odds take what shows for all there is, and say so.
Before strengths are announced a question in the midst of a combat has no odds at all. [4.9b]
Chapters whose odds hang on hidden things put what is to be presumed into the registers below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from grognard.engine.decision import Action
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, DUMPS, TOKENS, TRANSPORT, Dump, dump_key
from grognard.systems.ocs.turn.phases import EndSegment, OcsVerb
from grognard.systems.ocs.units import FULL, POOL, UNITS

V = TypeVar("V", bound=type[OcsVerb[Any]])
Presumption = Callable[[Ocs, str, Action], str]
PRESUMPTIONS: dict[str, Presumption] = {}
"""For each kind of action whose outcome hangs on hidden things what puts in their place what a
player must presume; it gives back what that is, or nothing if nothing is."""
BLIND: set[str] = set()
"""Questions that are put before the strengths are announced. [4.9b]"""


def blind(*questions: str) -> None:
    """Name questions that are put before the strengths are announced. [4.9b]"""
    BLIND.update(questions)


def presumes(found: Presumption) -> Callable[[V], V]:
    """Have something presumed for the odds of a kind of action. [4.9a]"""

    def register(verb: V) -> V:
        PRESUMPTIONS[verb.do] = found
        return verb

    return register


def presume(game: Ocs, player: str, action: Action) -> list[dict[str, Any]]:
    """Put what a player must presume in place of what he may not know, and say what it is."""
    found = PRESUMPTIONS.get(str(action.get("do")))
    what = found(game, player, action) if found is not None else ""
    enemy = game.scenario.other(player)
    return [{"player": enemy, "question": what, "rule": "4.9a"}] if what else []


def unknowns(game: Ocs, player: str, action: Action) -> list[Refusal]:
    """What the outcome of an answer depends on that has not been announced yet. [4.9b]"""
    decision = game.decision(player)
    if action.get("do") == EndSegment.do:
        return [Refusal("4.9a", "what the end of a segment brings hangs on hidden units too")]
    if decision is None or decision.ask.name not in BLIND:
        return []
    return [Refusal("4.9b", "the enemy has not announced his strength yet")]


def what_shows(game: Ocs, player: str, action: Action) -> str:
    """Take the unit on show for the whole defence: at full strength, and supplied. [4.9a]

    Its mode and whether it is out of supply are seen, its steps and its stocks are not.
    """
    h, enemy = game.board.hex(action["target"]), game.scenario.other(player)
    top, plane = fog.on_show(game, h), fog.aircraft_on_show(game, h, enemy)
    for name in stacks.units_at(game, h):
        unit = unit_of(game, name)
        if name == top:
            game.put(UNITS, name, replace(unit, lost=0, internals=FULL))
        else:
            game.put(UNITS, name, replace(unit, place=POOL, hex=-1))
    for key in stacks.air_at(game, h, enemy):
        if key != plane:
            game.put(AIR, key, replace(game.state[AIR][key], place=POOL, hex=-1))
    for key in stacks.transport_at(game, h, enemy):
        game.put(TRANSPORT, key, replace(game.state[TRANSPORT][key], place=POOL, hex=-1))
    if stacks.dump_at(game, h, enemy):  # its own stocks will pay for the unit on show
        game.drop(DUMPS, dump_key(enemy, h))
    return f"what shows in {action['target']} is all there is, at full strength and supplied"


def what_lies(game: Ocs, player: str, action: Action) -> str:
    """Presume what could be captured where the action goes; landings go where craft lie. [4.9a]"""
    labels = action.get("path") or [action[key] for key in ("target", "to") if key in action]
    hexes = [game.board.index[label] for label in labels if label in game.board.index]
    return uncovered(game, player, hexes if labels else range(game.board.n))


def uncovered(game: Ocs, player: str, hexes: Iterable[int]) -> str:
    """Take uncovered dumps for one Supply Point each, and transport for empty. [4.9a]

    And the aircraft on show for all that are on a base.
    """
    enemy = game.scenario.other(player)
    found = []
    for h in dict.fromkeys(hexes):
        if stacks.holder(game, h) == enemy:
            continue
        shown = fog.aircraft_on_show(game, h, enemy)
        for key in stacks.air_at(game, h, enemy):
            if key != shown:
                game.put(AIR, key, replace(game.state[AIR][key], place=POOL, hex=-1, carrier=""))
        for key in stacks.transport_at(game, h, enemy):
            game.put(TRANSPORT, key, replace(game.state[TRANSPORT][key], load=0))
        if stacks.dump_at(game, h, enemy):
            game.put(DUMPS, dump_key(enemy, h), Dump(enemy, h, TOKENS))
        if any(word != "hedgehog" for word in stacks.belongings(game, h, enemy)):
            found.append(game.board.label(h))
    where = " and ".join(found)
    return f"in {where}, of supply there is 1 SP, and of aircraft what shows" if found else ""
