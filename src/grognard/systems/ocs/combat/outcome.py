"""What a combat result does, in its exact order. [9.10]

The attacker first: his losses, then his options as losses, as a retreat, or as some of both. Then
the defender, who may waive his options if the attacker gave way. At last the advance. [9.2]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among
from grognard.kit.deeds import Questions
from grognard.kit.losses import Lost
from grognard.kit.orders import Nothing
from grognard.systems.ocs.combat import exploit
from grognard.systems.ocs.combat.advance import advance
from grognard.systems.ocs.combat.battle import Battle
from grognard.systems.ocs.combat.retreat import retreat, toll
from grognard.systems.ocs.modes import modes
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.losses import alive, choose, in_steps
from grognard.systems.ocs.pieces.values import steps_of, unit_of
from grognard.systems.ocs.results import Part, Result
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import phase_start
from grognard.systems.ocs.units import UNITS

OPTION = "option"
CHEAPEST, RETREAT, LOSSES = "cheapest", "waive or retreat", "waive or losses"


@dataclass
class Reckoned:
    """How a side has met its part of a result so far.

    `taken` is what each unit has lost, `hexes` how far the side retreated, `unpaid` what was left
    of its options when its last step died, `short` what it could not bear of its losses.
    """

    options: int
    taken: Lost = field(default_factory=dict)
    hexes: int = 0
    unpaid: int = 0
    short: int = 0

    def gave_way(self, mixed: str) -> bool:
        """Whether its options were met by a retreat, in part or, by the option, as a whole."""
        return self.hexes > 0 if mixed == "retreat" else 0 < self.options == self.hexes


def apply(game: Ocs, battle: Battle, result: Result) -> Procedure:
    """Carry out a combat result: attacker, defender, advance. [9.10] [9.2]"""
    origins = tuple(sorted({unit_of(game, name).hex for name in battle.attackers}))
    attack = yield from _attacker(game, battle, result.attacker, origins)
    gave_way = attack.gave_way(game.options["mixed-option"])
    if not attack.hexes:  # all of the option was taken as losses [9.10b]
        exploit.mark(game, battle, result.attacker.exploit, origins)
    yield from _defender(game, battle, result.defender, _may_waive(game, attack), origins)
    if stacks.holder(game, battle.target) != battle.defender and not gave_way:  # [9.12g(B)]
        yield from advance(game, battle)


def _may_waive(game: Ocs, attack: Reckoned) -> bool:
    """Whether the defender may ignore his options: the attacker gave way, or could not pay. [9.10a]

    He could not if his last step died with options open; by the switch, any shortfall counts.
    """
    if attack.gave_way(game.options["mixed-option"]) or attack.unpaid:
        return True
    return game.options["waived-options"] == "any-shortfall" and attack.short > 0


# ---- the attacker


def _attacker(
    game: Ocs, battle: Battle, part: Part, origins: tuple[int, ...]
) -> Questions[Reckoned]:
    """The attacker's part, which he must meet in full whatever becomes of the enemy. [9.10a]

    It strikes those who attacked and nobody else of their hexes. [8.1h]
    """
    side, names = battle.attacker, battle.attackers
    done = Reckoned(part.options, short=max(0, part.losses - _steps(game, names)))
    yield from _losses(game, side, names, part.losses, "9.11b", done)
    steps = _steps(game, names)
    if not part.options:
        return done
    if not steps:
        done.unpaid = part.options
        return done
    losses = part.options
    if not battle.beach:  # from the sea there is no way back [18.6a(C)]
        answer = yield _option(game, side, names, part.options, (battle.target,), attacking=True)
        losses = answer["losses"]
    yield from _losses(game, side, names, losses, "9.10", done)
    if losses > steps:
        done.unpaid = losses - steps
    done.hexes = part.options - losses
    if done.hexes:
        near, alone = (battle.target,), battle.overrun
        fled = yield from retreat(game, side, names, done.hexes, "9.12", near, alone)
        if battle.overrun:
            _halt(game, fled)
    return done


def _halt(game: Ocs, names: tuple[str, ...]) -> None:
    """Who retreats from an overrun moves no further in this phase. [8.1f]"""
    for name in alive(game, names):
        game.put(UNITS, name, replace(unit_of(game, name), finished=phase_start(game)))


# ---- the defender


def _defender(
    game: Ocs, battle: Battle, part: Part, may_waive: bool, origins: tuple[int, ...]
) -> Procedure:
    """The defender's part: losses, DG before any retreat, options. [9.12a]"""
    side, names, done = battle.defender, battle.defenders, Reckoned(part.options)
    yield from _losses(game, side, names, part.losses, "9.11b", done)
    if part.dg:
        modes.disorganise(game, battle.target, "9.12a")
    if not part.options or not _steps(game, names):
        return
    enemies = tuple(h for h in origins if h >= 0)
    answer = yield _option(game, side, names, part.options, enemies, may_waive=may_waive)
    if answer["do"] == Waive.do:
        label = game.board.label(battle.target)
        game.emit(Event("waived", "9.10a", {"side": side, "hex": label}))
        return
    yield from _losses(game, side, names, answer["losses"], "9.10", done)
    hexes = part.options - answer["losses"]
    if hexes:
        yield from retreat(game, side, names, hexes, "9.12", enemies)


# ---- losses and options


def _steps(game: Ocs, names: tuple[str, ...]) -> int:
    """The steps a side has left in the battle."""
    return sum(steps_of(game, name) for name in alive(game, names))


def _losses(
    game: Ocs, side: str, names: tuple[str, ...], steps: int, rule: str, done: Reckoned
) -> Procedure:
    """Losses of a side, the unit of the Action Rating first, then one each. [9.11c] [9.6]

    What the result demands as losses is never a retreat. [9.11b]
    """
    taken = yield from choose(game, side, names, steps, rule, names[0], dict(done.taken))
    for name, count in taken.items():
        done.taken[name] = done.taken.get(name, 0) + count


@dataclass(frozen=True, slots=True)
class Share:
    """How many options are taken as losses."""

    losses: int


class TakeOptions(Among[Ocs, Share]):
    """Options as losses; the rest of them are hexes of retreat. [9.10]"""

    do, rule, order = "option", "9.10", Share
    title = "Take options"
    phrase = ("Lose {steps} and retreat for the rest", "Retreat all the way")

    def details(self, game: Ocs, order: Share) -> Mapping[str, str]:
        """How many steps."""
        return {"steps": in_steps(order.losses)} if order.losses else {}


class Waive(Among[Ocs, Nothing]):
    """Ignoring the options, since the attacker has given way. [9.10a]"""

    do, rule, order = "waive", "9.10a", Nothing
    title, phrase = "Waive", "Waive the options: the attackers are gone"


def _option(
    game: Ocs,
    side: str,
    names: tuple[str, ...],
    options: int,
    enemies: tuple[int, ...],
    *,
    attacking: bool = False,
    may_waive: bool = False,
) -> Ask:
    """How a side meets its options: so many as losses, the rest as hexes of retreat. [9.10]

    It does not run out of steps with hexes still to go: whoever can must meet all of them.
    """
    steps = _steps(game, names)
    amounts = [n for n in range(options + 1) if n < steps or n == options]
    choices = TakeOptions(Share(n) for n in amounts)
    actions = list(choices.legal(game, side))
    waive: Action = {"do": Waive.do}

    def cheapest() -> Action:
        """What costs least: attackers rather stand, defenders rather go."""
        if may_waive:
            return waive
        if attacking and options < steps:
            return actions[-1]
        prices = [n + toll(game, side, names, options - n, enemies) for n in amounts]
        return actions[prices.index(min(prices))]

    return Ask(
        side, OPTION, f"{options} options: how many as losses, the rest as retreat?", "9.10",
        (choices, Waive([Nothing()])) if may_waive else (choices,),
        default=cheapest,
        policies={
            CHEAPEST: cheapest,
            RETREAT: lambda: waive if may_waive else actions[0],
            LOSSES: lambda: waive if may_waive else actions[-1],
        },
        context=lambda: {
            "options": options, "steps": steps, "may_waive": may_waive,
            "hexes": sorted({game.board.label(unit_of(game, n).hex) for n in alive(game, names)}),
        },
    )  # fmt: skip
