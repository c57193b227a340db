"""Anti-raider rules: Godzilla, and shifting raiders off the railways. [21.10a] [21.10b]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.kit.among import Among
from grognard.kit.forms import Hexes
from grognard.kit.orders import At
from grognard.systems.ocs.movement.moves import put_into
from grognard.systems.ocs.pieces import headquarters, stacks
from grognard.systems.ocs.pieces.stacking import eliminate, room
from grognard.systems.ocs.pieces.values import counter_of, face_of, size_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SIDES
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.turn.phases import REFIT, OcsVerb, phase, phase_start, phasing, segment
from grognard.systems.ocs.units import MOVE, POOL, STRAT, UNITS

GODZILLA, CHECK, SHIFT = "godzilla", "raider check", "shift-off"
FARTHEST = 2
"""How far raiders are shifted, in hexes. [21.10b]"""


# ---- Godzilla


class Godzilla(OcsVerb[At]):
    """Name a stack of raiders; if its owner agrees that they are, they are eaten. [21.10a]

    What a raider is the players judge, so that nothing happens without both of them. One is named
    in a phase.
    """

    do, rule, order = GODZILLA, "21.10a", At
    title, phrase = "Shift raiders", "Shift the raiders off {hex}"
    stops = False

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[At]:
        """Every enemy stack."""
        yield from map(At, sorted(stacks.stacks(game).held[game.scenario.other(player)]))

    def against(self, game: Ocs, player: str, order: At) -> list[Refusal]:
        """Enemy units stand there, and nobody has been named in this phase."""
        if game.options["godzilla"] != "on":
            return [Refusal("21.10a", "Godzilla does not live in this game; the option is off")]
        if game.state[SIDES][player].named == phase_start(game):
            return [Refusal("21.10a", "one stack is named in a phase")]
        if stacks.holder(game, order.hex) != game.scenario.other(player):
            return [Refusal("21.10a", f"no enemy units are in {game.board.label(order.hex)}")]
        return []

    def carry_out(self, game: Ocs, player: str, order: At) -> Procedure:
        """The owner is asked; if he agrees the stack goes to the dead pile. [21.10a]"""
        status = game.state[SIDES][player]
        game.put(SIDES, player, replace(status, named=phase_start(game)))
        offer, owner = BeEaten(map(Verdict, (True, False))), game.scenario.other(player)
        label = game.board.label(order.hex)
        prompt = f"{player} calls the units in {label} raiders; are they eaten?"
        policies = {"decline": Verdict(False), "agree": Verdict(True)}
        answer = yield offer.ask(game, owner, GODZILLA, prompt, policies)
        if answer["agree"]:
            for name in stacks.units_at(game, order.hex):
                eliminate(game, name, "21.10a", "Godzilla was hungry")

    def at(self, game: Ocs, player: str, h: int) -> Iterator[At]:
        """The stack there."""
        yield At(h)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether somebody agrees."""

    agree: bool


class BeEaten(Among[Ocs, Verdict]):
    """Whether the owner of a stack agrees that they are raiders. [21.10a]"""

    do, rule, order = GODZILLA, "21.10a", Verdict
    title, phrase = "Shift raiders", "{verdict} shifting the raiders"

    def details(self, game: Ocs, order: Verdict) -> Mapping[str, str]:
        """Yes or no."""
        return {"verdict": "Agree to" if order.agree else "No"}


# ---- shifting off


def raiders(game: Ocs, side: str, h: int) -> list[str]:
    """A side's units in Move or Strat Mode that moved into a rail hex in this turn. [21.10b]"""
    start = game.serial - segment(game).after(REFIT)
    return [
        name
        for name in stacks.own_at(game, h, side)
        if unit_of(game, name).mode in (MOVE, STRAT) and unit_of(game, name).moved >= start
    ]


def cut_lines(game: Ocs, side: str) -> list[int]:
    """The rail hexes in which raiders alone keep a headquarters of a side from trace. [21.10b]

    Only the way from the headquarters back counts. Without those in a hex it would trace; or it
    would without any raiders, but not while these are there.
    """
    lost = [n for n in headquarters.headquarters(game, side) if not _traces(game, n)]
    if not lost:
        return []
    enemy = game.scenario.other(side)
    held = stacks.stacks(game).held[enemy]
    rails = sorted(h for h in held if h in game.scenario.ground.rail_hexes)
    there = {h: names for h in rails if (names := raiders(game, enemy, h))}
    found = {h for h, names in there.items() if _freed(game, names, lost)}
    freed = _freed(game, [name for names in there.values() for name in names], lost)
    for h in there:
        others = [name for b, names in there.items() if b != h for name in names]
        if set(freed) - set(_freed(game, others, lost)):
            found.add(h)
    return sorted(found)


def _traces(game: Ocs, name: str) -> bool:
    return bool(supply_paths.possible(game, name))


def _freed(game: Ocs, names: Sequence[str], lost: Sequence[str]) -> list[str]:
    """The headquarters that would trace if these units were not there."""
    before = {name: unit_of(game, name) for name in names}
    for name, unit in before.items():
        game.put(UNITS, name, replace(unit, place=POOL, hex=-1))
    found = [name for name in lost if _traces(game, name)]
    for name, unit in before.items():
        game.put(UNITS, name, unit)
    return found


def raider_check(game: Ocs) -> Procedure:
    """When the Exploitation Phase ends, the other player may have raiders shifted. [21.10b]"""
    if game.options["shift-off"] != "on" or phase(game) != "Exploitation":
        return
    side = phasing(game)
    cut = cut_lines(game, game.scenario.other(side))
    if not cut:
        return
    answer = yield _which(game, game.scenario.other(side), cut)
    for label in answer["hexes"]:
        yield from _shift(game, side, game.board.hex(label))


@dataclass(frozen=True, slots=True)
class Lines:
    """Rail hexes from which raiders must go."""

    hexes: Hexes


class RaiderCheck(Among[Ocs, Lines]):
    """From which railways raiders are shifted. [21.10b]"""

    do, rule, order = "raider-check", "21.10b", Lines
    title, phrase = "Check raiders", ("Check the raiders in {hexes}", "Check nobody")


def _which(game: Ocs, player: str, cut: Sequence[int]) -> Ask:
    single = [Lines((h,)) for h in cut if len(cut) > 1]
    offer = RaiderCheck([Lines(tuple(cut)), *single, Lines(())])
    prompt = "enemy units have cut railways; from which must they go?"
    policies = {"every line": offer.orders[0], "none": offer.orders[-1]}
    return offer.ask(game, player, CHECK, prompt, policies)


def refuges(game: Ocs, side: str, names: Sequence[str], h: int) -> list[int]:
    """Hexes one or two away, off the railways, where raiders may be put; the nearest first."""
    ground, enemy = game.scenario.ground, game.scenario.other(side)
    size = sum(size_of(game, name) for name in names)
    moves = {face_of(game, name).move for name in names}

    def fits(b: int) -> bool:
        if b == h or b in ground.rail_hexes or stacks.holder(game, b) == enemy:
            return False
        if any(True for _ in stacks.belongings(game, b, enemy)):
            return False
        return room(game, b, side) >= size and all(ground.enterable(m, b) for m in sorted(moves))

    found = [b for b in game.board.disk(h, FARTHEST) if fits(b)]
    return sorted(found, key=lambda b: (game.board.distance(h, b), b))


class ShiftOff(Among[Ocs, At]):
    """Where raiders go who are shifted off a railway. [21.10b]"""

    do, rule, order = "shift", "21.10b", At
    title, phrase = "Shift", "Shift to {hex}"


def _shift(game: Ocs, side: str, h: int) -> Procedure:
    """Raiders leave a railway by a hex or two, as their owner likes; all in one. [21.10b]

    Units in Combat Mode stay, and so does who has nowhere to go.
    """
    names = raiders(game, side, h)
    goals = refuges(game, side, names, h)
    if not goals:
        return
    offer = ShiftOff(map(At, goals))
    prompt = f"where do the units on the railway in {game.board.label(h)} go?"
    answer = yield offer.ask(game, side, SHIFT, prompt, {"nearest hex": At(goals[0])})
    for name in names:
        put_into(game, name, game.board.hex(answer["hex"]))
    facts = {"from": game.board.label(h), "to": answer["hex"]}
    game.emit(Event("shifted", "21.10b", facts))
    assert all(counter_of(game, name).side == side for name in names)
