"""Attacking empties: who can attack may take an empty hex in front of him. [21.8a]"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.hexes import HexError
from grognard.systems.ocs.combat import attack, capture, combat_supply
from grognard.systems.ocs.combat.combat_supply import Bill
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces import stacking, stacks, zones
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.pieces.values import unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.turn.phases import ATTACKS, OcsDeed, deed, peaceful, phase_start
from grognard.systems.ocs.units import UNITS


def in_force(game: Ocs) -> bool:
    """Whether the players use it."""
    return game.options["attacking-empties"] == "on"


def payers(game: Ocs, names: Sequence[str]) -> list[str]:
    """Those of some attackers that pay: units dropped in this turn do not. [21.8c]"""
    return [name for name in names if unit_of(game, name).dropped != game.turn]


@deed(*ATTACKS)
class AttackEmpty(OcsDeed):
    """Attack a hex without units next to one's own, and advance into it. [21.8a] [21.8b]"""

    do = "attack-empty"
    rule = "21.8a"
    form = {"units": "texts", "target": "text", "pay": "counts?", "internals": "texts?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Who could attack anybody there, with the supply for it, if there is room. [21.8a]"""
        if not in_force(game) or peaceful(game):
            rule = "21.8a" if not in_force(game) else "2.4(2)"
            return [Refusal(rule, "empty hexes are not attacked in this game, or not now")]
        found = attack.why_not_named(game, player, action["units"])
        try:
            target = game.board.hex(action["target"])
        except HexError as error:
            return [Refusal("form", str(error))]
        if stacks.holder(game, target) is not None:
            found.append(Refusal("21.8a", f"{action['target']} is not empty"))
        if found:
            return found
        for name in action["units"]:
            found += attack.why_not_attack(game, name)
            found += attack.why_not_target(game, name, target)
            if zones.locked(game, name):
                found.append(Refusal("4.5b", f"{name} negates an enemy zone of control and stays"))
        if not found and stacking.size_with(game, target, action["units"]) * 4 > LIMIT:
            found = [Refusal("4.8", f"{action['target']} would hold more than ten RE")]
        bill = None if found else self._bill(game, player, action)
        return [bill] if isinstance(bill, Refusal) else found

    def _bill(self, game: Ocs, player: str, action: Action) -> Bill | Refusal | None:
        """What it costs: as much as an attack, for those who pay. [21.8b] [21.8c]"""
        names = payers(game, action["units"])
        if not names:
            return None
        pay, own = paying.wished(game, player, action), action.get("internals")
        return combat_supply.attack_bill(game, player, names, pay, own)

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every unit alone, into every empty hex."""
        if in_force(game) and not peaceful(game):
            for name in stacks.on_map(game, player):
                yield from self._of(game, player, name)

    def _of(self, game: Ocs, player: str, name: str) -> Iterator[Action]:
        if attack.why_not_attack(game, name):
            return
        for h in game.board.around(unit_of(game, name).hex):
            action = {"do": self.do, "units": [name], "target": game.board.label(h)}
            if not self.check(game, player, action):
                yield action

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A unit by chance, into a hex by chance."""
        names = stacks.on_map(game, player) if in_force(game) else []
        for name in rng.sample(names, min(3, len(names))):
            found = list(self._of(game, player, name))
            if found:
                return rng.choice(found)
        return None

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether anybody could."""
        return next(self.legal(game, player), None) is not None

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """They pay and advance; no roll, and no exploitation. [21.8b]"""
        bill, names = self._bill(game, player, action), tuple(action["units"])
        assert not isinstance(bill, Refusal)
        if bill is not None:
            combat_supply.settle(game, player, bill, paying.ATTACK, "21.8b")
        target, now = game.board.hex(action["target"]), phase_start(game)
        for name in names:
            put_into(game, name, target)
            game.put(UNITS, name, replace(unit_of(game, name), attacked=now))
        text = f"{player} advances into the empty hex {action['target']}"
        others = Event("empty-attack", text, "21.8b", {"target": action["target"]})
        facts = {"target": action["target"], "units": list(names)}
        game.emit(Event("empty-attack", text, "21.8b", facts, seen_by=(player,), others=others))
        yield from capture.arrive(game, player, names, target, advance=True)
