"""Attacks of the Combat Segments: who may attack what. [9.1]

Attacking is never an obligation. [9.1b] In the Exploitation Phase only exploiting units and
released Reserves attack. [11.0a]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from grognard.engine.decision import Action, Procedure
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import CLOCK
from grognard.hexes import HexError
from grognard.systems.ocs.combat import battle as battles
from grognard.systems.ocs.combat import combat_supply
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.combat.combat import leaders
from grognard.systems.ocs.combat.combat_supply import Bill
from grognard.systems.ocs.modes import reserves
from grognard.systems.ocs.movement.movement import outside, step_price
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.units import EXPLOIT, MAP, RESERVE, STRAT, UNITS
from grognard.systems.ocs.pieces.values import can_attack, counter_of, face_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, TURN
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.turn.phases import (
    ATTACKS,
    EXPLOITATION_ATTACK,
    OcsDeed,
    actor,
    deed,
    kind,
    peaceful,
    phase,
    phase_start,
)

TRIES = 12
"""How often chance looks for an attack."""
DEPENDS = (UNITS.name, HEXES.name, TURN.name, CLOCK.name)


@deed(*ATTACKS)
class Attack(OcsDeed):
    """Attack one adjacent hex with any units beside it. [9.1c] [2.3-combat]

    `lead` is the unit whose Action Rating counts, asked for otherwise; `pay` are the sources and
    their tokens, `internals` the units that use their own stocks, both by default. [9.5b] [9.6]
    """

    do = "attack"
    rule = "9.1c"
    form = {
        "units": "texts", "target": "text", "lead": "text?", "pay": "counts?",
        "internals": "texts?",
    }  # fmt: skip

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Who attacks, where, across what, and with what supply. [9.1] [9.5b(A)]"""
        if peaceful(game):
            return [Refusal("2.4(2)", "nobody fights in a simulcast turn")]
        found = why_not_named(game, player, action["units"])
        target, wrong = read_target(game, player, action["target"])
        found += wrong
        if found:
            return found
        if already_attacked(game, target):
            text = f"{action['target']} has been attacked already in this Combat Segment"
            return [Refusal("9.1c", text)]
        for name in action["units"]:
            found += why_not_attack(game, name) or why_not_target(game, name, target)
        return found or why_not_supplied(game, player, action)

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """For each hex in reach: each unit, each stack, two stacks, and all together."""
        for target, near in contact(game, player).items():
            for names in _groups(near):
                action = _written(game, names, target)
                if not why_not_supplied(game, player, action):
                    yield action

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A hex by chance, attacked by some of those beside it."""
        found = contact(game, player)
        for _ in range(TRIES if found else 0):
            target = rng.choice(list(found))
            able = [name for names in found[target].values() for name in names]
            names = able if rng.random() < 0.5 else rng.sample(able, rng.randint(1, len(able)))
            action = _written(game, names, target)
            if not why_not_supplied(game, player, action):
                return action
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether anybody stands beside an enemy that he may attack."""
        if actor(game) != player or peaceful(game):
            return False
        return next(_contacts(game, player), None) is not None

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """The attack, from its payment to its result. [9.2]"""
        bill = bill_of(game, player, action)
        assert isinstance(bill, Bill)
        battle = battle_of(game, player, action)
        lead = action.get("lead", "")
        yield from battles.fight(game, battle, bill.payment, bill.internals, lead, bill.by)


def battle_of(game: Ocs, player: str, action: Action, overrun: bool = False) -> Battle:
    """The battle that an action declares; all combat units in the hex defend. [9.1d]"""
    target = game.board.hex(action["target"])
    return Battle(
        attacker=player,
        defender=game.scenario.other(player),
        target=target,
        attackers=tuple(action["units"]),
        defenders=stacks.units_at(game, target),
        overrun=overrun,
        exploitation=phase(game) == "Exploitation",
    )


# ---- who may attack


def why_not_named(game: Ocs, player: str, names: Sequence[str]) -> list[Refusal]:
    """Attackers are units of the acting player on the map, each named once. [9.1a]"""
    if not names or len(set(names)) != len(names):
        return [Refusal("form", "an attack needs units, each named once")]
    found = []
    for name in names:
        unit = game.state[UNITS].get(name)
        if unit is None or counter_of(game, name).side != player:
            found.append(Refusal("9.1a", f"{name!r} is no unit of {player}"))
        elif unit.place != MAP:
            found.append(Refusal("9.0", f"{counter_of(game, name).name} is not on the map"))
    return found


def read_target(game: Ocs, player: str, label: str) -> tuple[int, list[Refusal]]:
    """The hex attacked: one with enemy combat units. [9.0]"""
    try:
        h = game.board.hex(label)
    except HexError as error:
        return -1, [Refusal("form", str(error))]
    if stacks.holder(game, h) != game.scenario.other(player):
        text = f"there is no enemy combat unit in {label}; what else is there falls to who enters"
        return h, [Refusal("9.0", text)]
    return h, []


def already_attacked(game: Ocs, h: int) -> bool:
    """Whether a hex has been attacked in this Combat Segment; overruns do not count. [9.1c]"""
    status = game.state[HEXES].get(h)
    return status is not None and status.attacked == phase_start(game)


def why_not_attack(game: Ocs, name: str) -> list[Refusal]:
    """Why a unit cannot attack anybody now. [9.1c] [9.1e] [11.0] [11.0a] [2.3-exploit]

    Fuel plays no part. [12.5b] [11.0c]
    """
    unit, counter = unit_of(game, name), counter_of(game, name)
    if not can_attack(game, name):
        return [not_capable(game, name)]
    if unit.attacked == phase_start(game):
        return [Refusal("9.1c", f"{counter.name} has attacked already in this Combat Segment")]
    if kind(game) == EXPLOITATION_ATTACK and not (
        unit.mode == EXPLOIT or reserves.released(game, name)
    ):
        text = f"{counter.name} is neither in Exploitation Mode nor released in this phase"
        return [Refusal("11.0a", text)]
    return []


def not_capable(game: Ocs, name: str) -> Refusal:
    """Why a unit is not Attack-Capable: its mode, or what is printed on it. [4.4a] [9.1e]"""
    unit, counter = unit_of(game, name), counter_of(game, name)
    if unit.mode in (STRAT, RESERVE):
        return Refusal("9.1e", f"{counter.name} cannot attack in {unit.mode} mode")
    if face_of(game, name).strength is None:
        return Refusal("4.4a", f"{counter.name} has no printed strength; it only defends")
    return Refusal("9.1e", f"{counter.name} has its strength in brackets; it only defends")


def why_not_target(game: Ocs, name: str, target: int) -> list[Refusal]:
    """Why a unit cannot attack a hex: too far, or where it could not go. [9.0] [9.1f]

    What can be entered by road alone, or by the bridges of engineers, can be attacked. [13.8b]
    The case stood elsewhere once. [9.3a]
    """
    counter, here = counter_of(game, name), unit_of(game, name).hex
    label = game.board.label(target)
    if not game.board.adjacent(here, target):
        return [Refusal("9.0", f"{counter.name} is not next to {label}")]
    if target in game.scenario.closed.get(counter.side, ()):
        return [outside(game, counter.side, target)]
    move = face_of(game, name).move
    if step_price(game, counter.side, move, here, target) is None:
        return [Refusal("9.1f", f"{counter.name} could not move into {label}, nor attack it")]
    return []


def bill_of(game: Ocs, player: str, action: Action) -> Bill | Refusal:
    """What an attack or an overrun uses up. [9.5b(A)]"""
    return combat_supply.attack_bill(
        game, player, action["units"], paying.wished(game, player, action), action.get("internals")
    )


def why_not_supplied(game: Ocs, player: str, action: Action) -> list[Refusal]:
    """Why an attack cannot be supplied, or led as it says. [9.5b(A)] [9.6]"""
    lead = action.get("lead", "")
    if lead and lead not in leaders(game, action["units"], True):
        rule = "21.3" if lead in action["units"] else "9.6"
        return [Refusal(rule, f"{lead!r} cannot give this attack its Action Rating")]
    bill = bill_of(game, player, action)
    return [bill] if isinstance(bill, Refusal) else []


# ---- who could attack whom


def contact(game: Ocs, side: str) -> Mapping[int, Mapping[int, tuple[str, ...]]]:
    """For each enemy hex that may be attacked, the units that could, by their hex.

    What they would pay with is not looked at.
    """
    if actor(game) != side or peaceful(game):
        return {}
    return game.cached(("contact", side), DEPENDS, lambda: dict(_contacts(game, side)))


def _contacts(game: Ocs, side: str) -> Iterator[tuple[int, dict[int, tuple[str, ...]]]]:
    """One enemy hex after the other, with who could attack it."""
    index, enemy = stacks.stacks(game), game.scenario.other(side)
    held, around = index.held[side], game.board.around
    able: dict[int, list[str]] = {}
    for target in sorted(index.held[enemy]):
        beside = [h for h in sorted(around(target)) if h in held]
        if not beside or already_attacked(game, target):
            continue
        near: dict[int, tuple[str, ...]] = {}
        for h in beside:
            if h not in able:
                able[h] = [n for n in index.at[h] if not why_not_attack(game, n)]
            names = tuple(n for n in able[h] if not why_not_target(game, n, target))
            if names:
                near[h] = names
        if near:
            yield target, near


def _groups(near: Mapping[int, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Groups of attackers of one hex: single units, stacks, two stacks, all of them."""
    seen = set()
    stacked = list(near.values())
    singles = [(name,) for names in stacked for name in names]
    pairs = [(*a, *b) for i, a in enumerate(stacked) for b in stacked[i + 1 :]]
    together = tuple(name for (name,) in singles)
    for names in (*singles, *stacked, *pairs, together):
        key = tuple(sorted(names))
        if key not in seen:
            seen.add(key)
            yield key


def _written(game: Ocs, names: Sequence[str], target: int) -> Action:
    return {"do": Attack.do, "units": sorted(names), "target": game.board.label(target)}
