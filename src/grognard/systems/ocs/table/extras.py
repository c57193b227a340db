"""Who and what could be added to an action, left out of it, or changed in it.

Attackers and guns, escorts and other bombers, ships; whose rating counts, what is aimed at, and
which dump pays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grognard.engine.decision import Action, check_form
from grognard.systems.ocs.barrage import artillery
from grognard.systems.ocs.barrage.aims import aims_at
from grognard.systems.ocs.combat import attack, overrun
from grognard.systems.ocs.combat.combat import leaders
from grognard.systems.ocs.movement import moves
from grognard.systems.ocs.movement.movement import unable
from grognard.systems.ocs.naval import bombardment
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.units import UNITS
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SHIPS
from grognard.systems.ocs.supply import expenses
from grognard.systems.ocs.table import vocabulary, wording
from grognard.table.cards import Extra

KEYS = {
    "attack": "units", "overrun": "units", "barrage": "guns", "bombard": "by", "engage": "by",
}  # fmt: skip
"""The lists that others could join."""


def extras(game: Ocs, player: str, action: Action) -> Mapping[str, Sequence[str]]:
    """Who could join an action, by the list that takes them."""
    decision, do = game.decision(player), str(action.get("do"))
    offer = decision.offer(do) if decision is not None else None
    if offer is None or check_form(offer.form, action):
        return {}
    if do not in KEYS:
        return {}
    key = KEYS[do]
    h = game.board.index.get(action["target"], -1)
    found = [name for name in _others(game, player, do, action, h) if name not in action[key]]
    return {key: found}


def _others(game: Ocs, player: str, do: str, action: Action, h: int) -> Iterator[str]:
    """Everybody who could take part in an attack, an overrun or a barrage on a hex."""
    if h < 0:
        return
    if do == "attack":
        for names in attack.contact(game, player).get(h, {}).values():
            yield from names
    elif do == "overrun":
        yield from _beside(game, action, h)
    elif do == "barrage":
        yield from artillery.Barrage().bearing(game, player, h)
    else:
        guns = do == "engage"
        firers = bombardment.able(game, player, guns)
        yield from (name for name in firers if bombardment.in_range(game, name, h))


def _beside(game: Ocs, action: Action, h: int) -> Iterator[str]:
    """Those who stand and began the phase with the units of an overrun. [8.1]"""
    known = [name for name in action["units"] if name in game.state[UNITS]]
    if not known:
        return
    first = known[0]
    for name in stacks.units_at(game, unit_of(game, first).hex):
        together = moves.started_at(game, name) == moves.started_at(game, first)
        if together and unable(game, name) is None and not overrun.why_not_overrun(game, name, h):
            yield name


def mendable(game: Ocs, player: str, action: Action) -> bool:
    """Whether a refused action is whole enough, and of own counters, to be mended."""
    decision = game.decision(player)
    offer = decision.offer(action.get("do")) if decision is not None else None
    if offer is None or check_form(offer.form, action):
        return False
    named = [name for key in ("units", "guns", "planes", "by") for name in action.get(key, ())]
    return bool(named) and all(_owner(game, name) == player for name in named)


def _owner(game: Ocs, name: str) -> str:
    if name in game.state[UNITS]:
        return counter_of(game, name).side
    for register in (AIR, SHIPS):
        if name in game.state.maps[register.name]:
            return str(game.state.maps[register.name][name].side)
    return ""


# ---- what could be otherwise


def changes(game: Ocs, player: str, action: Action) -> list[Extra]:
    """What could be otherwise in an action: its aim, who leads, who pays. [9.6] [12.3a]"""
    if game.why(player, action):
        return []
    return [
        *_aims(game, player, action), *_leads(game, action), *_payers(game, player, action),
        *expenses.other_amounts(game, player, action),
    ]  # fmt: skip


def _aims(game: Ocs, player: str, action: Action) -> Iterator[Extra]:
    """Other things to aim at in the same hex. [10.0f]"""
    if "aim" not in action:
        return
    h = game.board.index[action.get("target") or action["hex"]]
    every = [
        aim for aim in aims_at(game, player, h) if _allowed(game, player, {**action, "aim": aim})
    ]
    for aim in every if len(every) > 1 else ():
        title = vocabulary.AIMS.get(aim, aim)
        yield Extra("aim", "aims at", aim, title, aim == action["aim"], {**action, "aim": aim})


def _leads(game: Ocs, action: Action) -> Iterator[Extra]:
    """Whose Action Rating counts: his is the first loss. [9.6]"""
    if action["do"] not in ("attack", "overrun") or len(action["units"]) < 2:
        return
    able = leaders(game, action["units"], True)
    chosen = action.get("lead", able[0])
    for name in able:
        title = f"{wording.call(game, [name])}, AR {counter_of(game, name).ar}"
        yield Extra("lead", "led by", name, title, name == chosen, {**action, "lead": name})


def _payers(game: Ocs, player: str, action: Action) -> Iterator[Extra]:
    """Each dump or load that could pay for all of it; what pays now is chosen. [12.3a]"""
    if "pay" in _form(game, player, action):
        yield from expenses.payers(game, player, action)


def _form(game: Ocs, player: str, action: Action) -> Mapping[str, str]:
    decision = game.decision(player)
    offer = decision.offer(action["do"]) if decision is not None else None
    return offer.form if offer is not None else {}


def _allowed(game: Ocs, player: str, action: Action) -> bool:
    return not game.why(player, action)
