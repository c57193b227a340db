"""Moving units about: who may go together, step by step, and what happens on the way. [6.1]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from grognard.engine.decision import Action, Procedure
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.movement.movement import entered, has_begun, march, stride, unable
from grognard.systems.ocs.pieces import stacks, zones
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import SHIPS, SIDES, TRANSPORT
from grognard.systems.ocs.turn.phases import actor, phase_start
from grognard.systems.ocs.turn.registers import Hooks
from grognard.systems.ocs.units import MAP, TRUCK, UNITS
from grognard.table.cards import Sum

Entry = Callable[[Ocs, str, tuple[str, ...], int], Procedure]
ON_ENTRY: Hooks[Entry] = Hooks()
"""What happens when units of a side come into a hex by moving, the lowest order first. [9.14b]"""
MARCHING: list[Entry] = []
"""Those of them for which units must come on points of their own: relaying track. [13.3f(B)]"""
MayEnd = Callable[[Ocs, str, int], Refusal | None]
MAY_END: list[MayEnd] = []
"""Why a unit may not end its move in a hex: in Strat Mode without trace, for one. [5.8b]"""


SetOut = Callable[[Ocs, str], None]
SETTING_OUT: list[SetOut] = []
"""What is settled when a unit begins to spend points: which HQ throws its fuel. [12.5e]"""
MOVE_ENDED: list[SetOut] = []
"""What is settled when a unit has come to the end of a move: who keeps its trace open. [4.5b]"""
Foreseen = Callable[[Ocs, str, Action], Iterable[Sum]]
FORESEEN: list[Foreseen] = []
"""What a move takes besides points, before it is made: fuel that a headquarters throws. [12.5e]"""


def setting_out(hook: SetOut) -> SetOut:
    """Have something settled when a unit begins to spend points."""
    SETTING_OUT.append(hook)
    return hook


def set_out(game: Ocs, names: Sequence[str]) -> None:
    """Units are about to spend points, for a move or an overrun. [12.5a]"""
    for name in names:
        for hook in SETTING_OUT:
            hook(game, name)


def on_entry(order: int = 50, *, marching: bool = False) -> Callable[[Entry], Entry]:
    """Have a procedure run when units come into a hex: (game, side, units, hex).

    `marching`: only when they move there, not when they retreat, advance or are carried.
    """

    def add(entry: Entry) -> Entry:
        ON_ENTRY.enter(order, entry)
        if marching:
            MARCHING.append(entry)
        return entry

    return add


def move_ended(hook: SetOut) -> SetOut:
    """Have something settled when a unit has come to the end of a move."""
    MOVE_ENDED.append(hook)
    return hook


def may_end(check: MayEnd) -> MayEnd:
    """Have a check keep units from ending their move in a hex."""
    MAY_END.append(check)
    return check


def why_not_end(game: Ocs, name: str, h: int) -> list[Refusal]:
    """Why a unit may not end its move in a hex."""
    return [found for check in MAY_END if (found := check(game, name, h)) is not None]


def end_move(game: Ocs, name: str) -> None:
    """A unit has come to the end of a move."""
    for hook in MOVE_ENDED:
        hook(game, name)


def foreseen(game: Ocs, player: str, action: Action) -> list[Sum]:
    """What a move takes besides points, before it is made."""
    return [found for look in FORESEEN for found in look(game, player, action)]


# ---- moving units about


def started_at(game: Ocs, name: str) -> int:
    """The hex in which this phase found a unit. [8.1]"""
    unit = unit_of(game, name)
    return unit.start if unit.started == phase_start(game) else unit.hex


def put_into(game: Ocs, name: str, h: int, **changes: Any) -> None:
    """Put a unit into a hex of the map, on top of the stack there, by whatever means.

    Notes where this phase found it, if that has not been noted. [8.1]
    """
    unit, now = unit_of(game, name), phase_start(game)
    if unit.started != now:
        unit = replace(unit, started=now, start=unit.hex)
    here = stacks.units_at(game, h)
    order = max((unit_of(game, other).order for other in here if other != name), default=-1) + 1
    game.put(UNITS, name, replace(unit, place=MAP, hex=h, at="", order=order, **changes))


def begin(game: Ocs, side: str, names: Sequence[str]) -> None:
    """Some begin to move or go on: whoever else was in the midst of a move has done. [6.1g]

    Names may be those of units, transport or landing craft; who is left behind is dropped off and
    moves no further. [6.1f]
    """
    status, now = game.state[SIDES][side], phase_start(game)
    for name in status.moving:
        if name not in names:
            _finish(game, name, now)
    if status.moving != tuple(names):
        game.put(SIDES, side, replace(status, moving=tuple(names)))


def finish(game: Ocs, side: str) -> None:
    """Whoever is in the midst of a move has done: before a hip shoot, for one. [6.1g]"""
    begin(game, side, ())


def _finish(game: Ocs, name: str, now: int) -> None:
    for register in (UNITS, TRANSPORT, SHIPS):
        record: Any = game.state.maps[register.name].get(name)
        if record is not None:
            game.put(register, name, replace(record, finished=now))


def all_done(game: Ocs) -> Procedure:
    """Nobody is in the midst of a move when a segment ends. [6.1g]"""
    for side in game.scenario.sides:
        finish(game, side)
    yield from ()


# ---- step by step


def step(game: Ocs, side: str, names: tuple[str, ...], h: int) -> Procedure:
    """Units of a stack go one hex on, pay for it, and meet what waits there. [6.1a] [6.1b]

    Trucks that leave an enemy zone they had entered hold whoever negates it. [4.5b]
    """
    now = phase_start(game)
    for name in names:
        m = march(game, name)
        if m.move == TRUCK and entered(game, name):
            zones.lock(game, m.hex, side, names)
        found = stride(game, m, h)
        if isinstance(found, Refusal):  # something on the way has changed what it may do
            continue
        zones.hand_over(game, name, names)
        unit = unit_of(game, name)
        used = (unit.spent if unit.moved == now else 0) + found.cost
        put_into(game, name, h, moved=now, spent=used)
    arrived = tuple(name for name in names if unit_of(game, name).hex == h)
    if arrived:
        for entry in ON_ENTRY:
            yield from entry(game, side, arrived, h)


def company(game: Ocs, player: str, names: Sequence[str]) -> list[Refusal]:
    """Why these units cannot move now, or not together. [6.1] [6.3a]"""
    for name in names:
        if name not in game.state[UNITS] or counter_of(game, name).side != player:
            return [Refusal("6.3a", f"{name!r} is no unit of {player}")]
    refusals = [found for name in names if (found := unable(game, name)) is not None]
    if not refusals and len({unit_of(game, name).hex for name in names}) > 1:
        refusals = [Refusal("6.1", "units that move together start in one hex")]
    return refusals or _deserting(game, names) or _picked_up(game, player, names)


def parties(game: Ocs, player: str, names: Sequence[str]) -> list[list[str]]:
    """The largest groups of some units of a hex that can go together: all, or else two. [6.1g]

    Those in the midst of a move are one, those who have not yet begun the other.
    """
    if len(names) > 1 and not company(game, player, names):
        return [list(names)]
    begun = [name for name in names if has_begun(game, name)]
    fresh = [name for name in names if name not in begun]
    found = [party for party in (begun, fresh) if 1 < len(party) < len(names)]
    return [party for party in found if not company(game, player, party)]


def _deserting(game: Ocs, names: Sequence[str]) -> list[Refusal]:
    """Of those who negate an enemy zone one stays; they do not all go together. [4.5b]"""
    found = [counter_of(game, name).name for name in zones.deserters(game, tuple(names))]
    if not found:
        return []
    text = f"{', '.join(found)} must leave somebody behind who negates the enemy zone of control"
    return [Refusal("4.5b", text)]


def _picked_up(game: Ocs, player: str, names: Sequence[str]) -> list[Refusal]:
    """A stack on its way takes nobody along who has not moved yet: it must finish first. [6.1g]"""
    moved = {name: has_begun(game, name) for name in names}
    under_way = any(moved[name] for name in names if name in game.state[SIDES][player].moving)
    fresh = [counter_of(game, name).name for name in names if not moved[name]]
    if under_way and fresh:
        text = f"{', '.join(fresh)} cannot join units in the midst of their move"
        return [Refusal("6.1g", text)]
    return []


def under_way(game: Ocs) -> tuple[str, ...]:
    """Who of the acting side is in the midst of a move. [6.1g]"""
    return game.state[SIDES][actor(game)].moving
