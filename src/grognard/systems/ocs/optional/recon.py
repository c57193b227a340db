"""Recon: light units look into an enemy stack beside them. [21.1]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.hexes import HexError
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.movement.movement import left, spent, unable
from grognard.systems.ocs.movement.moves import begin, set_out
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import category, counter_of, face_of, steps_of, unit_of
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.turn.phases import MOVES, OcsDeed, deed, peaceful, phase_start
from grognard.systems.ocs.units import ARMOR, MECH, UNITS, Counter

SCOUTS = ("recon", "cavalry", "motorcycle")
"""Types of units that scout; commandos and armoured cars have the trait `recon`. [21.1]"""
SMALL = ("regiment", "battalion", "company")


def scout(counter: Counter) -> bool:
    """Whether a unit can scout: of such a type, and no larger than a regiment. [21.1]"""
    return counter.size in SMALL and (counter.type in SCOUTS or "recon" in counter.traits)


def price(game: Ocs, name: str) -> int:
    """A quarter of the printed allowance of the side that is up, in twelfths. [21.1]"""
    return face_of(game, name).ma * POINT // 4


def findings(game: Ocs, h: int) -> dict[str, int | bool]:
    """What the owner must tell of a stack: its steps, and whether it has armour. [21.1]

    Red units with the tank symbol count with the yellow ones, as anti-tank effects have it. [9.4e]
    """
    counters = [counter_of(game, name) for name in stacks.units_at(game, h)]
    mech = [counter for counter in counters if category(counter) == MECH]
    tanks = [counter for counter in mech if "tank" in counter.traits]
    return {
        "steps": sum(steps_of(game, name) for name in stacks.units_at(game, h)),
        "armor": bool(tanks) or any(category(counter) == ARMOR for counter in counters),
        "mech": len(mech) > len(tanks),
        "anti-tank": any("anti-tank" in counter.traits for counter in counters),
    }


@deed(*MOVES)
class Recon(OcsDeed):
    """Spend a token and a quarter of the allowance to look into an adjacent hex. [21.1]"""

    do = "recon"
    rule = "21.1"
    form = {"unit": "text", "hex": "text", "pay": "counts?"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """A scout that can move, an enemy stack beside it, and the means. [21.1]"""
        name = action["unit"]
        if game.options["recon"] != "on":
            return [Refusal("21.1", "nobody scouts in this game; the option is off")]
        if peaceful(game):
            return [Refusal("2.4(3)", "nobody scouts in a simulcast turn")]
        if name not in game.state[UNITS] or counter_of(game, name).side != player:
            return [Refusal("21.1", f"{name!r} is no unit of {player}")]
        if not scout(counter_of(game, name)):
            return [Refusal("21.1", f"{counter_of(game, name).name} is no recon unit")]
        refusal = unable(game, name)
        if refusal is not None:
            return [refusal]
        if left(game, name) < price(game, name):
            return [Refusal("21.1", "a quarter of the printed allowance must be left")]
        try:
            h = game.board.hex(action["hex"])
        except HexError as error:
            return [Refusal("form", str(error))]
        enemy = game.scenario.other(player)
        if not game.board.adjacent(unit_of(game, name).hex, h) or stacks.holder(game, h) != enemy:
            return [Refusal("21.1", f"no enemy combat unit is in {action['hex']}, beside it")]
        found = self._payment(game, player, action)
        return [found] if isinstance(found, Refusal) else []

    def _payment(self, game: Ocs, player: str, action: Action) -> paying.Payment | Refusal:
        name, tokens = action["unit"], cost_of(game.scenario.tables, "recon")
        h = unit_of(game, name).hex
        return paying.settle(
            game, player, h, tokens, paying.RECON, (name,), paying.wished(game, player, action)
        )

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Every scout, every enemy beside it."""
        if game.options["recon"] != "on":
            return
        for name in stacks.on_map(game, player):
            for h in game.board.around(unit_of(game, name).hex) if self._able(game, name) else ():
                action = {"do": self.do, "unit": name, "hex": game.board.label(h)}
                if not self.check(game, player, action):
                    yield action

    def _able(self, game: Ocs, name: str) -> bool:
        return scout(counter_of(game, name)) and unable(game, name) is None

    def possible(self, game: Ocs, player: str) -> bool:
        """Nobody is stopped to be asked about it: who scouts can move."""
        return False

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """The owner of the stack answers. [21.1]"""
        name, now = action["unit"], phase_start(game)
        payment = self._payment(game, player, action)
        assert not isinstance(payment, Refusal)
        begin(game, player, (name,))
        set_out(game, (name,))
        by = paying.purse(game, name, paying.RECON)
        paying.pay(game, player, payment, paying.RECON, "21.1", by)
        used = spent(game, name) + price(game, name)
        game.put(UNITS, name, replace(unit_of(game, name), moved=now, spent=used))
        game.reveal(player)  # what he learns he cannot unlearn
        found, label = findings(game, game.board.hex(action["hex"])), action["hex"]
        kinds = ", ".join(key for key in ("armor", "mech", "anti-tank") if found[key]) or "none"
        text = f"recon of {label}: {found['steps']} steps; armour, mech and anti-tank: {kinds}"
        others = Event("recon", f"{player} scouts {label}", "21.1", {"hex": label})
        facts = {"hex": label, **found}
        game.emit(Event("recon", text, "21.1", facts, seen_by=(player,), others=others))
        yield from ()
