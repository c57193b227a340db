"""Advance after combat: the attackers enter the hex that the defenders have left. [9.12g]"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.deeds import Answer
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.combat.capture import arrive
from grognard.systems.ocs.fog import fog
from grognard.systems.ocs.forms import Company
from grognard.systems.ocs.movement.breakdowns import Detach
from grognard.systems.ocs.movement.movement import step_price
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.losses import alive
from grognard.systems.ocs.pieces.stacks import LIMIT
from grognard.systems.ocs.pieces.values import can_attack, counter_of, face_of, quarters, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.table.worded import Hand

ADVANCE = "advance after combat"
ALL, NOBODY = "all who fit", "nobody"


def able(game: Ocs, battle: Battle, names: Sequence[str]) -> tuple[str, ...]:
    """The attackers that may advance: they attacked, live, and can enter the hex. [9.12g(A)]

    A strength of nought is enough; from landing craft every hex is open that was attacked. [18.6]
    Who negates an enemy zone in this phase ends it where he is, or leaves it to a friend. [4.5b]
    """
    return tuple(
        name
        for name in alive(game, names)
        if can_attack(game, name)
        and not zones.bound(game, name)
        and (battle.beach or _open(game, battle, name))
    )


def _open(game: Ocs, battle: Battle, name: str) -> bool:
    move, here = face_of(game, name).move, unit_of(game, name).hex
    if not game.board.adjacent(here, battle.target):
        return False
    return step_price(game, battle.attacker, move, here, battle.target) is not None


class Advance(Answer[Ocs, Company]):
    """Which attackers enter the hex; after an overrun all of them do. [9.12g(C)] [8.0]"""

    do, rule, order = "advance", "9.12g(C)", Company
    title = "Advance"
    phrase = ("Advance with {units}", "Nobody advances")

    def __init__(self, battle: Battle, names: tuple[str, ...], bound: tuple[str, ...] = ()) -> None:
        self.battle, self.names, self.bound = battle, names, bound

    def against(self, game: Ocs, player: str, order: Company) -> list[Refusal]:
        """Only units of the attack, and of an overrun all that can. [9.12g(A)] [9.12g(C)]"""
        units = order.units
        wrong = [name for name in units if name not in self.names]
        if wrong or len(set(units)) != len(units):
            known = ", ".join(self.names)
            text = f"{', '.join(wrong) or 'a unit named twice'} cannot advance; {known} can"
            return [Refusal("9.12g(A)", text)]
        left = [name for name in self.bound if name not in units]
        if left:
            text = f"after an overrun all attackers enter the hex; {', '.join(left)} too"
            return [Refusal("9.12g(C)", text)]
        return self._deserted(game, units)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Company]:
        """Just those in hand, or with others."""
        chosen = tuple(name for name in self.names if name in hand)
        if chosen:
            yield Company(chosen)
        for order in self.ways(game, player, ""):
            if set(hand) < set(order.units):
                yield order

    def spare(self, game: Ocs, player: str, order: Company) -> Mapping[str, Sequence[str]]:
        """Who else could go."""
        return {"units": [name for name in self.names if name not in order.units]}

    def _deserted(self, game: Ocs, units: Sequence[str]) -> list[Refusal]:
        """Of those who negate an enemy zone one stays. [4.5b]"""
        found = zones.deserters(game, tuple(units))
        text = f"{', '.join(found)} must leave somebody behind who negates the zone of control"
        return [Refusal("4.5b", text)] if found else []

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Company]:
        """All, nobody, each alone, all but one; further choices are legal, too."""
        every = [self.names, (), *((name,) for name in self.names)]
        every += [tuple(n for n in self.names if n != name) for name in self.names]
        yield from map(Company, dict.fromkeys(every))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """Some of them by chance."""
        chosen: list[str] = []
        for name in self.names:
            wanted = rng.random() < 0.6 and not self._deserted(game, (*chosen, name))
            if name in self.bound or wanted:
                chosen.append(name)
        return self.written(game, Company(tuple(chosen)))

    def fitting(self, game: Ocs) -> Company:
        """As many as the hex holds, in their order; friends may be in it already. [4.8]"""
        room = LIMIT - stacks.stacks(game).sizes.get(self.battle.target, 0)
        chosen: list[str] = []
        for name in self.names:
            size = quarters(counter_of(game, name), unit_of(game, name))
            fits = size <= room and not self._deserted(game, (*chosen, name))
            if fits or name in self.bound:
                chosen.append(name)
                room -= size
        return Company(tuple(chosen))


def advance(game: Ocs, battle: Battle) -> Procedure:
    """The owner sends in whom he likes, divisions also in part. [9.12g] [20.0a]"""
    names = able(game, battle, battle.attackers)
    bound = names if battle.overrun else ()
    while names:
        offer, detach = Advance(battle, names, bound), Detach(names)
        if battle.overrun and not detach.any(game):
            answer = offer.written(game, Company(names))
        else:
            answer = yield _who(game, battle, offer, detach)
        if answer["do"] != detach.do:
            yield from _enter(game, battle, tuple(answer["units"]))
            return
        names = (*names, *detach.carry_out(game, detach.order_of(game, answer)))


def _who(game: Ocs, battle: Battle, offer: Advance, detach: Detach) -> Ask:
    label = game.board.label(battle.target)
    return offer.ask(
        game, battle.attacker, ADVANCE, f"{label} is free; who advances?",
        {ALL: lambda: offer.fitting(game), NOBODY: Company(offer.bound)},
        also=(detach,) if detach.any(game) and not battle.beach else (),
        context=lambda: {"hex": label, "units": list(offer.names)},
    )  # fmt: skip


def _enter(game: Ocs, battle: Battle, names: tuple[str, ...]) -> Procedure:
    """They enter at no cost and take what is there. [8.1a] [9.12g(D)]"""
    if not names:
        return
    label, side = game.board.label(battle.target), battle.attacker
    for name in names:
        zones.hand_over(game, name, names)
        put_into(game, name, battle.target)
    seen = fog.shown_of(game, names)
    game.emit(
        Event("advance", "9.12g", {"units": [seen], "hex": label}).to(side, units=list(names))
    )
    yield from arrive(game, side, names, battle.target, advance=True)
