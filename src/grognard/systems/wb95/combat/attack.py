"""Combat: declaring an attack and carrying it out, up to its result. [5.1] [5.2]"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event, Later
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.supposing import last_step
from grognard.kit.deeds import Verb
from grognard.systems.wb95.air import air
from grognard.systems.wb95.charts import COLUMNS, combat_result
from grognard.systems.wb95.combat import aftermath, assault, command, commitments, declaring
from grognard.systems.wb95.combat.commitments import Defend, Support
from grognard.systems.wb95.combat.declaring import Declaration, battle_of
from grognard.systems.wb95.combat.reckoning import reckon
from grognard.systems.wb95.fighting import disorganisation, obligations
from grognard.systems.wb95.fighting.battle import Battle, Reckoning
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.masking.masking import Blind, masked_game
from grognard.systems.wb95.pieces.stacks import holder, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.units import UNITS
from grognard.systems.wb95.words import call
from grognard.table.cards import Sum
from grognard.table.worded import Hand

TRIES = 24
"""How often chance looks for an attack before the list of them is taken in order."""
COMMIT_NOTHING, COMMIT_EVERYTHING = "commit nothing", "commit everything"


class Attack(Blind[Declaration], Verb[Wb, Declaration]):
    """An attack on adjacent hexes by units that have not fought yet. [5.1.1] [5.1.2] [5.2.1a]"""

    do, rule, order = "attack", "5.2.1a", Declaration
    title, plural = "Attack", "attacks"
    phrase = ("{units} against {hexes}, {more}", "{units} against {hexes}")
    button = "Attack {hexes} with {who}"
    called = commitments.CALLED
    stakes, role, rank, sure = "dice", "assault", 10, True

    def aims(self, order: Declaration) -> tuple[int, ...]:
        """The hexes attacked."""
        return order.targets

    # ---- may I?

    def against(self, game: Wb, player: str, order: Declaration) -> list[Refusal]:
        """Every rule about who attacks whom, with what, and what must be left possible."""
        found = declaring.why_not_units(game, player, order)
        found += declaring.out_of_touch(game, player, order) or declaring.why_not_targets(
            game, player, order
        )
        if found:
            return found
        battle = battle_of(game, player, order)
        found = declaring.why_not_joined(game, battle)
        means = commitments.attack_means(game, battle)
        found += commitments.refusals(game, battle, player, means, battle.attack)
        if found:
            return found
        fighting = {*battle.units, *battle.attack.guns}
        owing, due = obligations.stranded(game, player, fighting, battle.targets)
        then = "; after this attack nobody could do it any more"
        return obligations.refusals(game, owing, due, player, then)

    # ---- what may I?

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Declaration]:
        """Every attack: attackers and targets first, then what could be committed to each."""
        for units, targets in declaring.pairings(game, player):
            plain = Declaration(units, tuple(sorted(targets)))
            means = commitments.attack_means(game, battle_of(game, player, plain))
            for parts in commitments.every(means, units):
                fighting = {*units, *parts.get("guns", ())}
                if obligations.feasible(game, player, fighting, targets):
                    yield replace(plain, **parts)

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """One attack, of those that are obligatory if there are any."""
        if not obligations.contact(game, player).attackers:
            return None
        for _ in range(TRIES):
            pairing = declaring.chance_pairing(game, player, rng)
            if pairing is None:
                continue
            units, targets = pairing
            aims = tuple(sorted(targets))
            means = commitments.attack_means(
                game, battle_of(game, player, Declaration(units, aims))
            )
            order = Declaration(units, aims, **commitments.some(means, units, rng))
            if obligations.feasible(game, player, {*units, *order.guns}, targets):
                return self.written(game, order)
        return next(self.legal(game, player), None)

    # ---- pointing

    def towards_all(
        self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]
    ) -> Iterator[Declaration]:
        """The attack with those who are chosen, and the best attack with anybody. [5.1.2]"""
        if self._enemies(game, player, hexes):
            yield assault.exactly(game, hand, hexes)
            yield from self.at_all(game, player, hexes)

    def at_all(self, game: Wb, player: str, hexes: Sequence[int]) -> Iterator[Declaration]:
        """The best attack with anybody. [5.1.2]"""
        found = self._enemies(game, player, hexes) and assault.best(game, player, self, hexes)
        if found:
            yield found

    def here(self, game: Wb, player: str, hand: Hand) -> Iterator[Declaration]:
        """Whom to attack is pointed at."""
        return iter(())

    def own(self, game: Wb, player: str, piece: str) -> Iterator[Action]:
        """A unit alone against each enemy next to it, and the best attack on each hex. [5.1.2]"""
        seen, unit = obligations.contact(game, player), game.state[UNITS].get(piece)
        near = seen.near.get(unit.hex, ()) if unit is not None else ()
        for h in near:
            yield self.written(game, Declaration((piece,), (h,)))
        for h in near:
            yield from self.meant(game, player, (), (h,))

    def _enemies(self, game: Wb, player: str, hexes: Sequence[int]) -> bool:
        """Whether all these hexes are the enemy's."""
        enemy = game.scenario.other(player)
        return bool(hexes) and all(holder(game, h) == enemy for h in hexes)

    def likely(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> bool:
        """Who points at enemies means to attack them."""
        return self._enemies(game, player, hexes)

    def heading(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> str:
        """Whom, and with whom."""
        where = ", ".join(map(game.board.label, hexes))
        return f"Attack {where} with {call(game, hand)}" if hand else f"Attack {where}"

    def refused(self, game: Wb, player: str, hand: Hand, hexes: Sequence[int]) -> Sequence[Refusal]:
        """Why not with those who are chosen; or, if nobody is, why nobody attacks there."""
        if hand:
            return self.against(game, player, assault.exactly(game, hand, hexes))
        if assault.best(game, player, self, hexes) is not None:
            return ()
        return assault.why_none(game, player, self, hexes)

    # ---- before it is done, and in words

    def spare(self, game: Wb, player: str, order: Declaration) -> Mapping[str, Sequence[str]]:
        """Who and what could still be added. [5.2.1b]"""
        return assault.spare(game, player, order)

    def amounts(self, game: Wb, player: str, order: Declaration) -> Mapping[str, int]:
        """The bonus of an eliminated headquarters, as much as there is here. [9.1.6]"""
        most = command.bonus_available(game, player, order.targets)
        return {"bonus": most} if most else {}

    def mendable(self, game: Wb, player: str, order: Declaration) -> bool:
        """Whether own units attack hexes that somebody could attack now, though not so. [5.1.2]"""
        seen = obligations.contact(game, player)
        mine = {name for names in seen.able.values() for name in names}
        return mine.issuperset(order.units) and all(h in seen.attackers for h in order.targets)

    def estimate(self, game: Wb, player: str, order: Declaration) -> Sequence[Sum]:
        """Own strength and open ground, where the defenders are not known. [16.1.1]"""
        if len(order.targets) != 1:
            return ()
        strength, ground = assault.ground_known(game, player, order)
        return [Sum("attack", strength), Sum("for the defender, at least", ground)]

    def details(self, game: Wb, order: Declaration) -> Mapping[str, str]:
        """The hexes, who is sent, and what is added."""
        return {
            "hexes": ", ".join(map(game.board.label, order.targets)),
            "who": call(game, (*order.units, *order.guns)),
            "more": commitments.told(game, order),
        }

    # ---- the procedure

    def carry_out(self, game: Wb, player: str, order: Declaration) -> Procedure:
        """The procedure of combat, step by step. [5.2.1a] [5.2.1b] [5.2.1e]"""
        battle = battle_of(game, player, order)
        _declare(game, battle)
        battle = yield from _defence(game, battle)
        reckoning = reckon(game, battle)
        game.emit(_told(game, battle, reckoning))
        _commit(game, battle)
        yield from last_step(game, _resolve, battle, reckoning)


def _declare(game: Wb, battle: Battle) -> None:
    """The attack is declared: the stacks are opened, full strength is paid for. [5.2.1a]"""
    names = _labels(game, battle.targets)
    game.emit(
        Event(
            "attack",
            "5.2.1a",
            {"side": battle.attacker, "units": list(battle.units), "targets": names},
        )
    )
    _open(game, (*battle.units, *battle.defenders, *battle.attack.guns))
    for name in battle.attack.full:
        supply.raise_level(game, name, 1, "10.2.3")


def _open(game: Wb, names: Collection[str]) -> None:
    """Stacks that take part in combat lie open until the Combat Phase ends. [16.1.3]"""
    hexes = dict.fromkeys(unit_of(game, name).hex for name in names)
    for name in (name for h in hexes for name in units_at(game, h)):
        enemy = game.scenario.other(counter_of(game, name).side)
        if masking.sight(game, enemy, name) < masking.FULL:
            game.reveal(enemy)
        if unit_of(game, name).revealed != game.serial:
            game.put(UNITS, name, replace(unit_of(game, name), revealed=game.serial))


def _defence(game: Wb, battle: Battle) -> Any:
    """Ask the defender what he commits, and give back the battle with it. [5.2.1b]

    One who has nothing to commit is not asked, unless his silence would tell the attacker that
    no guns are near, which he may not know. [16.1.1]
    """
    means = commitments.defence_means(game, battle)
    if not means and not masked_game(game):
        return battle
    _count_openly(game, battle)
    offer = Defend(battle, means)
    answer = yield offer.ask(
        game,
        battle.defender,
        offer.do,
        f"support the defence of {', '.join(_labels(game, battle.targets))}",
        {COMMIT_NOTHING: Support(), COMMIT_EVERYTHING: lambda: Support(**means.everything())},
        context=lambda: {
            "attackers": list(battle.units),
            "targets": _labels(game, battle.targets),
            "means": means.everything(),
            "reckoning": reckon(game, battle).to_json(),
        },
        supposed=f"{battle.defender} adds no guns, aircraft or stars to the defence",
    )
    return replace(battle, defence=commitments.commitment(offer.order_of(game, answer)))


def _count_openly(game: Wb, battle: Battle) -> None:
    """Modifiers are counted before the defender commits himself: so he learns that a headquarters
    he does not see has the attackers in range, and the attack cannot be taken back. [9.2.4]"""
    told = command.roll_modifier(game, battle)
    if told != command.roll_modifier(game, battle, battle.defender):
        game.reveal(battle.defender)


def _commit(game: Wb, battle: Battle) -> None:
    """Note who has fought and fired in this phase, and use up what was spent. [5.1.1] [6.1.4]"""
    now = game.serial
    guns = (*battle.attack.guns, *battle.defence.guns)
    _open(game, guns)
    obligations.remember(game, battle.attacker, (*battle.units, *battle.attack.guns))
    for name in (*battle.units, *battle.defenders):
        game.put(UNITS, name, replace(unit_of(game, name), fought=now))  # [5.1.1]
        disorganisation.disturb(game, name)
    for name in guns:
        game.put(UNITS, name, replace(unit_of(game, name), fired=now))  # [6.1.4]
    for side, given in ((battle.attacker, battle.attack), (battle.defender, battle.defence)):
        if given.air:
            air.spend(game, given.air)
        if given.bonus:
            command.spend_bonus(game, side, battle.targets, given.bonus)


def _resolve(game: Wb, battle: Battle, reckoning: Reckoning) -> Procedure:
    """Roll two dice, read the table, apply the result. [1.8] [5.2.1e]"""
    faces = game.roll(2)
    modifier = reckoning.roll.total
    assert isinstance(modifier, int)
    modified = max(2, min(sum(faces) + modifier, 12))  # [5.2.1e]
    result = combat_result(game.scenario.tables, modified, reckoning.column)
    game.emit(
        Event(
            "combat",
            "5.2.1e",
            {
                "attacker": battle.attacker,
                "units": list(battle.units),
                "targets": _labels(game, battle.targets),
                "column": COLUMNS[reckoning.column],
                "roll": sum(faces),
                "modified": modified,
                "attacker_result": result.attacker.written("A"),
                "defender_result": result.defender.written("D"),
            },
            dice=faces,
            outcome=True,
        )
    )
    yield from aftermath.apply(game, battle, reckoning, result)


def _told(game: Wb, battle: Battle, reckoning: Reckoning) -> Event:
    """The arithmetic of the battle, for everybody. [5.2.1b]"""
    return Event("reckoning", "5.2.1c", Later(reckoning.to_json))


def _labels(game: Wb, hexes: tuple[int, ...]) -> list[str]:
    return [game.board.label(h) for h in hexes]
