"""Attacking empties: who can attack may take an empty hex in front of him. [21.8a]"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex
from grognard.systems.ocs.combat import attack, capture, combat_supply
from grognard.systems.ocs.combat.combat_supply import Bill
from grognard.systems.ocs.fog.foresight import presumes, what_lies
from grognard.systems.ocs.forms import Crowd, Party, Payment
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces import stacking, stacks, zones
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.supply.expenses import PaidVerb
from grognard.systems.ocs.turn.phases import peaceful, phase_start
from grognard.systems.ocs.units import UNITS
from grognard.table.worded import Hand


def in_force(game: Ocs) -> bool:
    """Whether the players use it."""
    return game.options["attacking-empties"] == "on"


def payers(game: Ocs, names: Sequence[str]) -> list[str]:
    """Those of some attackers that pay: units dropped in this turn do not. [21.8c]"""
    return [name for name in names if unit_of(game, name).dropped != game.turn]


@dataclass(frozen=True, slots=True)
class Strike:
    """Units, the empty hex they attack, and what pays for it."""

    units: Party
    target: Hex
    pay: Payment | None = None
    internals: Crowd | None = None


@presumes(what_lies)
class AttackEmpty(PaidVerb[Strike]):
    """Attack a hex without units next to one's own, and advance into it. [21.8a] [21.8b]"""

    do, rule, order = "attack-empty", "21.8a", Strike
    title, rank, stakes = "Attack an empty hex", 25, "dice"
    phrase = "Attack empty {target} with {units}"
    added = ("{internals} from internal stocks", "{pay}")
    rare = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Whoever could attack."""
        names = stacks.on_map(game, player) if in_force(game) and not peaceful(game) else ()
        return [name for name in names if not attack.why_not_attack(game, name)]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Strike]:
        """Alone, into every hex beside it; and from stocks, where Organic Trucks would give.
        [12.10a]"""
        own = combat_supply.sparing(game, player, payers(game, (actor,)))
        for h in game.board.around(unit_of(game, actor).hex):
            yield Strike((actor,), h)
            if own:
                yield Strike((actor,), h, internals=own)

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A unit by chance, into a hex by chance."""
        names = self.actors(game, player)
        for name in rng.sample(names, min(3, len(names))):
            found = list(self.open(game, player, self.ways(game, player, name)))
            if found:
                return rng.choice(found)
        return None

    def against(self, game: Ocs, player: str, order: Strike) -> list[Refusal]:
        """Who could attack anybody there, with the supply for it, if there is room. [21.8a]"""
        names, target, label = order.units, order.target, game.board.label(order.target)
        if not in_force(game):
            return [Refusal("21.8a", "empty hexes are not attacked in this game")]
        if peaceful(game):
            return [Refusal("2.4(2)", "nobody attacks in a simulcast turn")]
        found = attack.why_not_named(game, player, names)
        if stacks.holder(game, target) is not None:
            found.append(Refusal("21.8a", f"{label} is not empty"))
        if found:
            return found
        for name in names:
            found += attack.why_not_attack(game, name)
            found += attack.why_not_target(game, name, target)
            if zones.locked(game, name):
                found.append(Refusal("4.5b", f"{name} negates an enemy zone of control and stays"))
        if not found and stacking.size_with(game, target, names) * 4 > LIMIT:
            found = [Refusal("4.8", f"{label} would hold more than ten RE")]
        bill = None if found else _bill(game, player, order)
        return [bill] if isinstance(bill, Refusal) else found

    def carry_out(self, game: Ocs, player: str, order: Strike) -> Procedure:
        """They pay and advance; no roll, and no exploitation. [21.8b]"""
        bill, names, label = _bill(game, player, order), order.units, game.board.label(order.target)
        assert not isinstance(bill, Refusal)
        if bill is not None:
            combat_supply.settle(game, player, bill, paying.ATTACK, "21.8b")
        now = phase_start(game)
        for name in names:
            put_into(game, name, order.target)
            game.put(UNITS, name, replace(unit_of(game, name), attacked=now))
        game.emit(Event("empty-attack", "21.8b", {"target": label}).to(player, units=list(names)))
        yield from capture.arrive(game, player, names, order.target, advance=True)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Strike]:
        """The units in hand together."""
        group = grouped(game, player, hand)
        if group.units and group.units == group.names and group.hexes != (h,):
            yield Strike(tuple(sorted(group.units)), h)


def _bill(game: Ocs, player: str, order: Strike) -> Bill | Refusal | None:
    """What it costs: as much as an attack, for those who pay. [21.8b] [21.8c]"""
    names = payers(game, order.units)
    if not names:
        return None
    pay, own = paying.as_wished(game, player, order.pay), order.internals
    return combat_supply.attack_bill(game, player, names, pay, None if own is None else list(own))
