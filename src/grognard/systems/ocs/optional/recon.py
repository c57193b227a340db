"""Recon: light units look into an enemy stack beside them. [21.1]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex, Piece
from grognard.systems.ocs.forms import Payment
from grognard.systems.ocs.ground import POINT
from grognard.systems.ocs.movement.movement import left, spent, unable
from grognard.systems.ocs.movement.moves import begin, set_out
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import category, counter_of, face_of, steps_of, unit_of
from grognard.systems.ocs.results import cost_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.supply.expenses import PaidVerb
from grognard.systems.ocs.turn.phases import peaceful, phase_start
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


@dataclass(frozen=True, slots=True)
class Look:
    """A scout, the hex it looks into, and what pays for it."""

    unit: Piece
    hex: Hex
    pay: Payment | None = None


class Recon(PaidVerb[Look]):
    """Spend a token and a quarter of the allowance to look into an adjacent hex. [21.1]"""

    do, rule, order = "recon", "21.1", Look
    title, phrase, rank, stakes = "Scout", "{unit} scouts {hex}", 46, "dice"
    stops = False  # who scouts can move

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Every scout that can move."""
        names = stacks.on_map(game, player) if game.options["recon"] == "on" else ()
        return [n for n in names if scout(counter_of(game, n)) and unable(game, n) is None]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Look]:
        """Into every hex beside it."""
        for h in game.board.around(unit_of(game, actor).hex):
            yield Look(actor, h)

    def against(self, game: Ocs, player: str, order: Look) -> list[Refusal]:
        """A scout that can move, an enemy stack beside it, and the means. [21.1]"""
        name, h = order.unit, order.hex
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
        enemy = game.scenario.other(player)
        if not game.board.adjacent(unit_of(game, name).hex, h) or stacks.holder(game, h) != enemy:
            text = f"no enemy combat unit is in {game.board.label(h)}, beside it"
            return [Refusal("21.1", text)]
        found = _payment(game, player, order)
        return [found] if isinstance(found, Refusal) else []

    def carry_out(self, game: Ocs, player: str, order: Look) -> None:
        """The owner of the stack answers. [21.1]"""
        name, now = order.unit, phase_start(game)
        payment = _payment(game, player, order)
        assert not isinstance(payment, Refusal)
        begin(game, player, (name,))
        set_out(game, (name,))
        by = paying.purse(game, name, paying.RECON)
        paying.pay(game, player, payment, paying.RECON, "21.1", by)
        used = spent(game, name) + price(game, name)
        game.put(UNITS, name, replace(unit_of(game, name), moved=now, spent=used))
        game.reveal(player)  # what he learns he cannot unlearn
        found, label = findings(game, order.hex), game.board.label(order.hex)
        game.emit(Event("recon", "21.1", {"hex": label}).to(player, **found))


def _payment(game: Ocs, player: str, order: Look) -> paying.Payment | Refusal:
    """Who pays the token. [21.1]"""
    name, tokens = order.unit, cost_of(game.scenario.tables, "recon")
    h, wish = unit_of(game, name).hex, paying.as_wished(game, player, order.pay)
    return paying.settle(game, player, h, tokens, paying.RECON, (name,), wish)
