"""Combat: declaring an attack and carrying it out, up to its result. [5.1] [5.2]"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Any

from grognard.engine.decision import Action, Ask, Deed, Procedure
from grognard.engine.event import Event, Later
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.hexes import HexError
from grognard.systems.wb95.air import air
from grognard.systems.wb95.charts import COLUMNS, combat_result
from grognard.systems.wb95.combat import aftermath, command, commitments
from grognard.systems.wb95.combat.commitments import Defend
from grognard.systems.wb95.combat.reckoning import reckon
from grognard.systems.wb95.fighting import disorganisation, obligations
from grognard.systems.wb95.fighting.battle import Battle, Reckoning
from grognard.systems.wb95.masking import masking
from grognard.systems.wb95.masking.masking import masked_game
from grognard.systems.wb95.pieces.stacks import holder, units_at
from grognard.systems.wb95.pieces.values import counter_of, unit_of
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.supply import supply
from grognard.systems.wb95.units import MAP, UNITS

TRIES = 24
"""How often chance looks for an attack before the list of them is taken in order."""
DEFEND = "defend"
COMMIT_NOTHING, COMMIT_EVERYTHING = "commit nothing", "commit everything"


class Attack(Deed[Wb]):
    """An attack on adjacent hexes by units that have not fought yet. [5.1.1] [5.1.2] [5.2.1a]

    The attacker's support and voluntary modifiers are part of the declaration.
    """

    do = "attack"
    rule = "5.2.1a"
    form = {
        "units": "texts",
        "targets": "texts",
        "guns": "texts?",
        "air": "texts?",
        "stars": "texts?",
        "full": "texts?",
        "bonus": "count?",
    }

    def check(self, game: Wb, player: str, action: Action) -> list[Refusal]:
        """Every rule about who attacks whom, with what, and what must be left possible."""
        found = _why_not_units(game, player, action)
        found += _out_of_touch(game, player, action) or _why_not_targets(game, player, action)
        if found:
            return found
        battle = battle_of(game, player, action)
        found = _why_not_joined(game, battle)
        means = commitments.attack_means(game, battle)
        found += commitments.refusals(game, battle, player, means, action)
        if found:
            return found
        fighting = {*battle.units, *battle.attack.guns}
        owing, due = obligations.stranded(game, player, fighting, battle.targets)
        then = "; after this attack nobody could do it any more"
        return obligations.refusals(game, owing, due, player, then)

    def legal(self, game: Wb, player: str) -> Iterator[Action]:
        """Every attack: attackers and targets first, then what could be committed to each."""
        for units, targets in _pairings(game, player):
            yield from self._with_commitments(game, player, units, targets)

    def _with_commitments(
        self, game: Wb, player: str, units: tuple[str, ...], targets: tuple[int, ...]
    ) -> Iterator[Action]:
        action = _written(game, units, targets)
        means = commitments.attack_means(game, battle_of(game, player, action))
        for parts in commitments.every(means, units):
            fighting = {*units, *parts.get("guns", ())}
            if obligations.feasible(game, player, fighting, targets):
                yield {**action, **parts}

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """One attack, of those that are obligatory if there are any."""
        if not obligations.contact(game, player).attackers:
            return None
        for _ in range(TRIES):
            pairing = _chance_pairing(game, player, rng)
            if pairing is None:
                continue
            units, targets = pairing
            action = _written(game, units, targets)
            means = commitments.attack_means(game, battle_of(game, player, action))
            action.update(commitments.some(means, units, rng))
            if obligations.feasible(game, player, {*units, *action.get("guns", ())}, targets):
                return action
        return next(self.legal(game, player), None)

    def perform(self, game: Wb, player: str, action: Action) -> Procedure:
        """The procedure of combat, step by step. [5.2.1a] [5.2.1b] [5.2.1e]"""
        battle = battle_of(game, player, action)
        _declare(game, battle)
        battle = yield from _defence(game, battle)
        reckoning = reckon(game, battle)
        game.emit(_told(game, battle, reckoning))
        _commit(game, battle)
        yield from _resolve(game, battle, reckoning)


def battle_of(game: Wb, player: str, action: Action) -> Battle:
    """The battle that an action declares."""
    targets = tuple(sorted(game.board.hex(label) for label in action["targets"]))
    return Battle(
        attacker=player,
        defender=game.scenario.other(player),
        units=tuple(sorted(action["units"])),
        targets=targets,
        defenders=tuple(name for h in targets for name in obligations.defenders(game, h)),
        attack=commitments.commitment(action),
    )


# --- Who may attack whom --------------------------------------------------------------------


def _why_not_units(game: Wb, player: str, action: Action) -> list[Refusal]:
    """Why the units cannot attack anybody."""
    names = action["units"]
    found = []
    if not names or len(set(names)) < len(names):
        found.append(Refusal("5.2.1a", "an attack needs units, each named once"))
    for name in names:
        counter = game.scenario.counters.get(name)
        if counter is None or counter.side != player:
            found.append(Refusal("5.2.1a", f"{name!r} is no unit of {player}"))
        elif unit_of(game, name).place != MAP:
            found.append(Refusal("5.2.1a", f"{name} is not on the map"))
        elif counter.towed:
            found.append(Refusal("5.1.10", f"{name} is towed and cannot attack in direct combat"))
        elif not counter.attacks:
            found.append(Refusal("5.1.2", f"{name} is no regular unit; only these attack"))
        elif not obligations.able(game, name):
            found.append(Refusal("5.1.1", f"{name} has already fought in this Combat Phase"))
    return found


def _out_of_touch(game: Wb, player: str, action: Action) -> list[Refusal]:
    """Closed stacks that nobody is next to: whether they could be attacked is not told. [16.1.1]"""
    index, enemy = game.board.index, game.scenario.other(player)
    hexes = {label: index[label] for label in action["targets"] if label in index}
    return [
        Refusal("5.1.2", f"no unit of {player} is next to {label}")
        for label, h in hexes.items()
        if holder(game, h) == enemy and not masking.counted(game, player, h)
    ]


def _why_not_targets(game: Wb, player: str, action: Action) -> list[Refusal]:
    """Why the hexes cannot be attacked by anybody."""
    labels = action["targets"]
    found = []
    if not labels or len(set(labels)) < len(labels):
        found.append(Refusal("5.2.1a", "an attack needs target hexes, each named once"))
    for label in labels:
        try:
            h = game.board.hex(label)
        except HexError as error:
            found.append(Refusal("5.2.1a", str(error)))
            continue
        if holder(game, h) != game.scenario.other(player):
            found.append(Refusal("5.2.1a", f"there is no enemy in {label}"))
        elif any(unit_of(game, name).shelled == game.serial for name in units_at(game, h)):
            text = f"{label} was fired at from a distance; it is not attacked directly as well"
            found.append(Refusal("6.4.5", text))
        elif not obligations.attackable(game, h):
            text = f"units in {label} have already fought in this Combat Phase"
            found.append(Refusal("5.1.1", text))
    return found


def _why_not_joined(game: Wb, battle: Battle) -> list[Refusal]:
    """Attackers are next to all targets [5.1.2]; one side of a combat is in one hex [5.1.5]."""
    found = []
    hexes = dict.fromkeys(unit_of(game, name).hex for name in battle.units)
    for name in battle.units:
        for target in battle.targets:
            if not game.board.adjacent(unit_of(game, name).hex, target):
                text = f"{name} is not next to {game.board.label(target)}"
                found.append(Refusal("5.1.2", text))
    if len(hexes) > 1 and len(battle.targets) > 1:
        text = "either all attackers or all defenders of one combat must be in one hex"
        found.append(Refusal("5.1.5", text))
    return found


def _pairings(game: Wb, side: str) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Every choice of attackers and targets: one hex against several, or several against one."""
    seen = obligations.contact(game, side)
    for h, near in seen.near.items():
        for targets in commitments.subsets(near, 1):
            for units in _groups(game, side, seen.able[h], targets):
                yield units, targets
    for target, hexes in seen.attackers.items():
        home = {name: h for h in hexes for name in seen.able[h]}
        for units in _groups(game, side, tuple(sorted(home)), (target,)):
            if len({home[name] for name in units}) > 1:
                yield units, (target,)


def _groups(
    game: Wb, side: str, names: tuple[str, ...], targets: tuple[int, ...]
) -> Iterator[tuple[str, ...]]:
    """Every group of these units that may attack the targets, as far as obligations go."""
    bound = _bound(game, side, targets)
    if all(name in names for name in bound):
        free = tuple(name for name in names if name not in bound)
        yield from _grown(game, side, bound, free, targets)


def _bound(game: Wb, side: str, targets: tuple[int, ...]) -> tuple[str, ...]:
    """The units that must be among the attackers; self-propelled guns may support instead."""
    forced = obligations.forced(game, side, targets)
    return tuple(name for name in forced if not counter_of(game, name).self_propelled)


def _grown(
    game: Wb, side: str, group: tuple[str, ...], free: tuple[str, ...], targets: tuple[int, ...]
) -> Iterator[tuple[str, ...]]:
    """A group, and every larger one out of the free units.

    The more units fight here, the fewer are left to attack what else must be attacked: once one
    group is too large for that, so are all larger ones.
    """
    _, due = obligations.stranded(game, side, group, targets)
    if due:
        return
    if group:
        yield tuple(sorted(group))
    for i, name in enumerate(free):
        yield from _grown(game, side, (*group, name), free[i + 1 :], targets)


def _chance_pairing(
    game: Wb, side: str, rng: random.Random
) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    """Attackers and targets by chance, with what is obligatory among them; None if they miss it."""
    seen, (owing, due) = obligations.contact(game, side), obligations.unmet(game, side)
    targets: tuple[int, ...]
    if rng.random() < 0.5:
        targets = (rng.choice(due or tuple(seen.attackers)),)
        names = tuple(sorted(n for h in seen.attackers[targets[0]] for n in seen.able[h]))
    else:
        h = rng.choice(owing or tuple(h for h, near in seen.near.items() if near))
        names, targets = seen.able[h], _few(seen.near[h], rng)
    bound = _bound(game, side, targets)
    if any(name not in names for name in bound):
        return None
    return tuple(sorted({*bound, *_few(names, rng)})), targets


def _few(items: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
    """Some of the items, at least one, often all."""
    if rng.random() < 0.5:
        return items
    return tuple(sorted(rng.sample(items, rng.randint(1, len(items)))))


def _written(game: Wb, units: tuple[str, ...], targets: tuple[int, ...]) -> Action:
    labels = [game.board.label(h) for h in sorted(targets)]
    return {"do": Attack.do, "units": sorted(units), "targets": labels}


# --- The procedure --------------------------------------------------------------------------


def _declare(game: Wb, battle: Battle) -> None:
    """The attack is declared: the stacks are opened, full strength is paid for. [5.2.1a]"""
    names = _labels(game, battle.targets)
    game.emit(
        Event(
            "attack",
            f"{battle.attacker} attacks {', '.join(names)}",
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
    answer = yield Ask(
        battle.defender,
        DEFEND,
        f"support the defence of {', '.join(_labels(game, battle.targets))}",
        "5.2.1b",
        (Defend(battle, means),),
        default={"do": DEFEND},
        policies={
            COMMIT_NOTHING: lambda: {"do": DEFEND},
            COMMIT_EVERYTHING: lambda: {"do": DEFEND, **means.everything()},
        },
        context=lambda: {
            "attackers": list(battle.units),
            "targets": _labels(game, battle.targets),
            "means": means.everything(),
            "reckoning": reckon(game, battle).to_json(),
        },
    )
    return replace(battle, defence=commitments.commitment(answer))


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
            f"{COLUMNS[reckoning.column]}, roll {modified}: {result}",
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
    text = (
        f"{reckoning.attack.total} against {reckoning.defence.total},"
        f" modifiers {reckoning.attacker_cm.total} and {reckoning.defender_cm.total}:"
        f" {COLUMNS[reckoning.column]}"
    )
    return Event("reckoning", text, "5.2.1c", Later(reckoning.to_json))


def _labels(game: Wb, hexes: tuple[int, ...]) -> list[str]:
    return [game.board.label(h) for h in hexes]
