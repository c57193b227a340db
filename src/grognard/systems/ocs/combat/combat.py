"""Combat: the sequence from the declaration of an attack to its result. [9.0] [9.2]

Attacks of the Combat Segments, overruns and assaults from the sea all go this way. Each side shows
its Action Rating and its total strength, and no more of its units than before. [4.9b]
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event, Later
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.chance import rolled
from grognard.kit.deeds import Answer
from grognard.kit.forms import AnyGame, Field, Word
from grognard.kit.orders import OfOne
from grognard.systems.ocs.combat import combat_supply, odds, outcome
from grognard.systems.ocs.combat.battle import SEA, Battle, Reckoning
from grognard.systems.ocs.combat.combat_supply import Bill
from grognard.systems.ocs.fog import fog, foresight
from grognard.systems.ocs.ground import Effect
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.pieces.values import category, counter_of, rating, strength, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import HEXES, HexStatus
from grognard.systems.ocs.supply import paying
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import OTHER, UNITS

ATTACK_RATING, DEFENCE_RATING, TERRAIN = "attack rating", "defence rating", "defence terrain"
BEST_RATING, BEST_TERRAIN = "best rating", "best terrain"
AT_SEA = "sea"
"""How an answer names the hex that landing craft come from."""
foresight.blind(ATTACK_RATING, DEFENCE_RATING, TERRAIN)


def fight(game: Ocs, battle: Battle, bill: Bill, lead: str = "") -> Procedure:
    """Fight a battle from its declaration to the end of its result, step by step. [9.2]

    The attacker names the hexes; both pay, he first what the bill says; both announce their Action
    Ratings, he first, that of `lead` or of whom he names now; the defender chooses the ground;
    surprise; the roll; then the result.
    """
    _declare(game, battle)
    combat_supply.settle(game, battle.attacker, bill, paying.ATTACK, "9.5b(A)")
    _mark(game, battle)
    battle = yield from _supply_defence(game, battle)
    battle = yield from _lead_attack(game, battle, lead)
    battle = yield from _lead_defence(game, battle)
    battle = yield from _choose_ground(game, battle)
    reckoning = odds.reckon(game, battle)
    _announce(game, battle, reckoning)
    column = _surprise(game, battle, reckoning)
    yield from _resolve(game, battle, reckoning, column)


# ---- step 1: who attacks whom


def labels(game: Ocs, battle: Battle) -> list[str]:
    """The hexes that are attacked from."""
    return [_label(game, h) for h in odds.stacks_of(game, battle)]


def _declare(game: Ocs, battle: Battle) -> None:
    """Tell the attack; the enemy sees the hexes, and of the stacks what shows. [9.2] [4.9a]"""
    target, froms = game.board.label(battle.target), labels(game, battle)
    what = "overrun" if battle.overrun else "attack"
    rule = "8.0" if battle.overrun else "9.2"
    facts = {"side": battle.attacker, "target": target, "from": froms}
    game.emit(Event(what, rule, facts).to(battle.attacker, units=list(battle.attackers)))


def _mark(game: Ocs, battle: Battle) -> None:
    """In a Combat Segment a unit attacks once and a hex is attacked once. [9.1c]

    Overruns count for neither.
    """
    if battle.overrun:
        return
    now = phase_start(game)
    for name in battle.attackers:
        game.put(UNITS, name, replace(unit_of(game, name), attacked=now))
    status = game.state[HEXES].get(battle.target) or HexStatus()
    game.put(HEXES, battle.target, replace(status, attacked=now))


# ---- step 2: supply


def _supply_defence(game: Ocs, battle: Battle) -> Any:
    """The defender pays, or fights at half; how, is his secret. [9.2] [9.5b(B)]"""
    bill: Bill = yield from combat_supply.ask_defender(game, battle)
    combat_supply.settle(game, battle.defender, bill, paying.DEFENCE, "9.5b(B)")
    if not bill.unpaid:
        how = "with combat supply"
    elif len(bill.unpaid) == len(battle.defenders):
        how = "without combat supply"
    else:
        how = "with combat supply for a part"
    game.emit(Event("defence-supply", "9.5b(B)", {"side": battle.defender, "how": how}))
    return replace(battle, unpaid=bill.unpaid)


# ---- step 3: Action Ratings


def leaders(game: Ocs, names: Sequence[str], attacking: bool) -> tuple[str, ...]:
    """Who may give a side its Action Rating, the best first, of equals the weakest. [9.6]

    With the option, independents do not lead attacks of divisional units. [21.3]
    """
    able = list(names)
    if attacking and game.options["independents"] == "on":
        able = [n for n in names if not counter_of(game, n).independent] or able

    def rank(name: str) -> tuple[Any, ...]:
        return -rating(game, name).total, strength(game, name, attacking).total, name

    return tuple(sorted(able, key=rank))


def _lead_attack(game: Ocs, battle: Battle, lead: str) -> Any:
    """The attacker announces his Action Rating first. [9.6]"""
    able = leaders(game, battle.attackers, True)
    if not lead:
        lead = yield from _ask_lead(game, battle.attacker, ATTACK_RATING, able)
    _tell_rating(game, battle.attacker, lead)
    return replace(battle, attackers=_first(battle.attackers, lead))


def _lead_defence(game: Ocs, battle: Battle) -> Any:
    """Then the defender announces his. [9.6]"""
    able = leaders(game, battle.defenders, False)
    lead = yield from _ask_lead(game, battle.defender, DEFENCE_RATING, able)
    _tell_rating(game, battle.defender, lead)
    return replace(battle, defenders=_first(battle.defenders, lead))


class Lead(Among[Ocs, OfOne]):
    """Whose Action Rating counts. [9.6]"""

    do, rule, order = "lead", "9.6", OfOne
    title, phrase = "Lead", "{unit} leads, Action Rating {rating}"

    def details(self, game: Ocs, order: OfOne) -> Mapping[str, str]:
        """How much it is."""
        return {"rating": str(rating(game, order.unit).total)}


def _ask_lead(game: Ocs, side: str, question: str, able: tuple[str, ...]) -> Any:
    if len(able) == 1:
        return able[0]
    offer = Lead(OfOne(name) for name in able)
    prompt = "whose Action Rating counts? His side's first loss is his"
    answer = yield offer.ask(game, side, question, prompt, {BEST_RATING: offer.orders[0]})
    return answer["unit"]


def _tell_rating(game: Ocs, side: str, name: str) -> None:
    """The enemy hears the rating, not whose it is. [4.9b]"""
    value = rating(game, name)
    game.emit(
        Event("rating", "9.6", {"side": side, "rating": value.total}).to(
            side, unit=name, reasons=value.to_json()
        )
    )
    game.reveal(game.scenario.other(side))


def _first(names: tuple[str, ...], lead: str) -> tuple[str, ...]:
    """The same units, he who leads first; nobody is withheld. [9.1d]"""
    return (lead, *(name for name in names if name != lead))


# ---- step 4: the ground


class StacksField(Field):
    """Ground for each hex that is attacked from, or for the sea."""

    kind = "map"

    def read(self, game: AnyGame, value: Any) -> dict[int, Any]:
        """By the hexes."""
        return {SEA if key == AT_SEA else game.board.hex(key): into for key, into in value.items()}

    def write(self, game: AnyGame, value: Any) -> dict[str, Any]:
        """By their labels."""
        return {_label(game, h): into for h, into in value.items()}

    def hexes(self, value: Any) -> Iterable[str]:
        """The hexes."""
        return tuple(key for key in value if key != AT_SEA)


@dataclass(frozen=True, slots=True)
class Ground:
    """The ground of the defender himself, and for each attacking stack his or the hexside."""

    own: Word
    stacks: Annotated[Mapping[int, str], StacksField()]


class ChooseGround(Answer[Ocs, Ground]):
    """The defender chooses his own ground, and for each attacking stack his or the hexside.

    [9.3b] [9.4b] [9.4c]
    """

    do, rule, order = "terrain", "9.4b", Ground
    title = "Choose the ground"
    phrase = ("Stand in {own}; {against}", "Stand in {own}")
    sure = True

    def __init__(self, own: Sequence[str], stacks: dict[int, tuple[str, ...]]) -> None:
        self.own_grounds, self.stacks = own, stacks

    def against(self, game: Ocs, player: str, order: Ground) -> list[Refusal]:
        """Ground of the hex for himself [9.4c]; for each stack the hex or its hexside [9.4b]."""
        if order.own not in self.own_grounds:
            known = " or ".join(self.own_grounds)
            return [Refusal("9.4c", f"the hex is {known}, not {order.own!r}")]
        if set(order.stacks) != set(self.stacks):
            starts = ", ".join(_label(game, h) for h in self.stacks)
            return [Refusal("9.4b", f"choose for each of {starts}, once")]
        for start, grounds in self.stacks.items():
            if order.stacks[start] not in grounds:
                text = f"{_label(game, start)} attacks into {' or '.join(grounds)}"
                return [Refusal("9.4b", f"{text}, not {order.stacks[start]!r}")]
        return []

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Ground]:
        """Every combination."""
        for own in self.own_grounds:
            for chosen in product(*self.stacks.values()):
                yield Ground(own, dict(zip(self.stacks, chosen, strict=True)))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """One of them, stack by stack."""
        stacks = {start: rng.choice(known) for start, known in self.stacks.items()}
        return self.written(game, Ground(rng.choice(self.own_grounds), stacks))

    def details(self, game: Ocs, order: Ground) -> Mapping[str, str]:
        """The ground against each stack."""
        ways = [f"{_named(into)} against {_label(game, h)}" for h, into in order.stacks.items()]
        return {"own": _named(order.own), "against": ", ".join(ways)}


def _label(game: AnyGame, h: int) -> str:
    return AT_SEA if h == SEA else game.board.label(h)


def _named(ground: str) -> str:
    return ground.replace("_", " ")


def _choose_ground(game: Ocs, battle: Battle) -> Any:
    """Ask for the ground; a defender without a choice is not asked. [9.4b] [9.4c]"""
    own = odds.own_grounds(game, battle.target)
    known = {h: odds.crossings(game, battle, h) for h in odds.stacks_of(game, battle)}
    best = _best_ground(game, battle, own, known)
    offer = ChooseGround(
        [effect.name for effect in own],
        {h: tuple(effect.name for effect in effects) for h, effects in known.items()},
    )
    chosen = Ground(best.terrain, {h: best.crossings[h] for h in known})
    if len(own) > 1 or any(len(effects) > 1 for effects in known.values()):
        prompt = f"the ground of the defence of {game.board.label(battle.target)}"
        answer = yield offer.ask(game, battle.defender, TERRAIN, prompt, {BEST_TERRAIN: chosen})
        chosen = offer.order_of(game, answer)
    facts = {"own": chosen.own, "stacks": {_label(game, h): chosen.stacks[h] for h in known}}
    game.emit(Event("terrain", "9.4c", facts))
    return replace(battle, terrain=chosen.own, crossings={h: chosen.stacks[h] for h in known})


def _best_ground(
    game: Ocs, battle: Battle, own: tuple[Effect, ...], known: dict[int, tuple[Effect, ...]]
) -> Battle:
    """The best ground as far as the defender can tell.

    Of an attacking stack he knows what shows; for himself he takes what would leave attackers of
    his own strength the worst column.
    """

    def hinders(h: int, effect: Effect) -> tuple[Any, ...]:
        top = "" if h == SEA else fog.on_show(game, h)
        colour = category(counter_of(game, top)) if top else OTHER
        factors = [factor or 0 for factor in effect.factors.values()]
        return effect.factor(colour, True) or 0, sum(factors)

    even = sum(strength(game, name, False).total for name in battle.defenders)

    def helps(effect: Effect) -> tuple[Any, ...]:
        defence = odds.defence_total(game, replace(battle, terrain=effect.name)).total
        ratio = odds.rounded_odds(even, defence)
        return odds.start_column(game, effect.category, ratio), -defence

    terrain = min(own, key=helps).name
    chosen = {h: min(known[h], key=lambda e, h=h: hinders(h, e)).name for h in known}  # type: ignore[misc]
    return replace(battle, terrain=terrain, crossings=chosen)


# ---- steps 4 and 5: the odds


def _announce(game: Ocs, battle: Battle, reckoning: Reckoning) -> None:
    """Both sides announce their strength; each sees its own reasons, all see the odds. [4.9b]"""
    attack, defence = str(reckoning.attack.total), str(reckoning.defence.total)
    column = odds.written(game, reckoning, reckoning.column)
    facts = {
        "attack": attack,
        "defence": defence,
        "terrain": reckoning.category,
        "odds": f"{reckoning.odds[0]}:{reckoning.odds[1]}",
        "column": column,
        "anti_tank": odds.LEVELS[odds.defending_level(game, battle)],
    }
    game.emit(Event("odds", "9.7", facts))
    for side in (battle.attacker, battle.defender):
        told = Later(lambda side=side: reckoning.to_json(side, battle))  # type: ignore[misc]
        game.emit(Event("reckoning", "9.7", told, seen_by=(side,)))
        game.reveal(side)


# ---- step 6: surprise


def _surprise(game: Ocs, battle: Battle, reckoning: Reckoning) -> int:
    """Two dice say who is surprised, one die by how many columns. [9.8]"""
    faces, gain = rolled(game, 2, lambda dice: odds.surprise_of(game, battle, reckoning, sum(dice)))
    dice, by = faces, 0
    modified = sum(faces) + int(reckoning.surprise.total)
    if gain:
        die = game.roll(1, key=lambda face: odds.shifted(reckoning.column, gain, face[0]))
        dice, by = (*faces, *die), die[0]
    column = odds.shifted(reckoning.column, gain, by)
    after = odds.written(game, reckoning, column)
    facts = {
        "side": battle.attacker, "gain": gain, "roll": modified, "columns": by, "column": after,
    }  # fmt: skip
    game.emit(Event("surprise", "9.8", facts, dice=dice))
    return column


# ---- step 7: the roll


def _resolve(game: Ocs, battle: Battle, reckoning: Reckoning, column: int) -> Procedure:
    """Two dice, the table, and what follows from it. [9.9]

    Any result for the defender strips his hex of Reserve markers. [5.7d]
    """
    faces, result = rolled(game, 2, lambda dice: odds.result_of(game, reckoning, column, sum(dice)))
    modified = sum(faces) + int(reckoning.roll.total)
    over = odds.written(game, reckoning, column)
    target = game.board.label(battle.target)
    facts = {
        "side": battle.attacker, "target": target, "column": over, "roll": sum(faces),
        "modified": modified, "result": result.text,
    }  # fmt: skip
    game.emit(Event("combat", "9.9", facts, dice=faces))
    outcome_facts = {"target": target, "result": result.text}
    game.emit(Event("combat-result", "9.9", outcome_facts, outcome=True))
    if result.defended:
        modes.strip_reserve(game, battle.target, "5.7d")
    yield from outcome.apply(game, battle, result)
