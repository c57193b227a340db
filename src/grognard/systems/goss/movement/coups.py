"""Coups de main: bridges that are taken by surprise. [7.14.0]

Who has taken a bridge shares the hex with its defenders until they have fought, at the end of the
phase: he stands in the hex before the bridge and goes `through` the other. [7.14.3] [7.14.4]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Verb
from grognard.kit.forms import Path, Pieces
from grognard.systems.goss.dice import d10
from grognard.systems.goss.ground import GREAT, MAJOR
from grognard.systems.goss.halts.crossings import bridged
from grognard.systems.goss.halts.front import front
from grognard.systems.goss.movement.eligible import unable
from grognard.systems.goss.movement.going import settled, went
from grognard.systems.goss.movement.land import among_enemies, toll_beside
from grognard.systems.goss.movement.marching import Walk, walk
from grognard.systems.goss.movement.moves import against_road
from grognard.systems.goss.movement.parties import Party, company, parties
from grognard.systems.goss.movement.reach import reach
from grognard.systems.goss.pieces.stacking import together
from grognard.systems.goss.pieces.stacks import held, holder, on_map, present, units_at
from grognard.systems.goss.pieces.values import counter_of, mech, proficiency, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import BRIDGES, Bridge
from grognard.systems.goss.turn.calendar import dark
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import MAP, UNITS, Unit
from grognard.systems.goss.words import called
from grognard.systems.goss.works.collapse import collapses

CLEAR_OF_BRIDGE, LONG_WAY, MOST_STEPS = 5, 10, 3
"""How near no friendly unit may be [7.14.1], from where it is a long way [7.14.3], and how many
steps may try. [7.14.2]"""
FIGHTS: list[Callable[[Gs, str, tuple[str, ...], int, int], Procedure]] = []
"""A side's units, in a hex before a bridge that they have taken, assault the hex behind it, as a
TA with one shift, without fire support or reserves. The assault fills it. [7.14.4]"""
UNPAID: list[Callable[[Gs, Sequence[str]], Refusal | None]] = []
"""Why there is no ammunition for that assault. The assault fills it. [7.14.2] [15.4.3]"""
AT_ONCE = "at-once"
"""By an option the fight is not put off to the end of the phase. [7.14.4]"""


@dataclass(frozen=True, slots=True)
class Raid:
    """Units that go as one, and the path of their approach; its last hex is that of the enemy
    behind the bridge."""

    units: Pieces
    path: Path
    road: bool = False


class Coup(Verb[Gs, Raid]):
    """Units try to take a bridge over a major or great river by surprise. [7.14.0]"""

    do, rule, order = "coup-de-main", "7.14.0", Raid
    title = "Coup de main"
    phrase = ("{sole_units} takes the bridge to {end}", "{units} take the bridge to {end}")

    def crowd(self, game: Gs, player: str) -> Sequence[str]:
        """Everybody on the map, if there is any bridge to be taken. [7.14.1]"""
        return on_map(game, player) if any(True for _ in bridges_open(game, player)) else ()

    def can(self, game: Gs, player: str, actor: str) -> bool:
        """Whether he may move."""
        return unable(game, actor) is None

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Raid]:
        """To each bridge within reach, by road and across country. [7.14.3]"""
        group = together(game, actor)
        names = group if group[0] == actor and len(group) > 1 else (actor,)
        for near, far in bridges_open(game, player):
            ignored = frozenset(units_at(game, far))
            for road in (True, False):
                if not against_raiders(game, player, names, road):
                    found = reach(game, names, player, road, ignored)
                    if near in found.costs:
                        yield Raid(names, (*found.path(near), far), road)

    def against(self, game: Gs, player: str, order: Raid) -> list[Refusal]:
        """The bridge, the units, and whether they get there. [7.14.1] [7.14.2]"""
        wrong = against_raiders(game, player, order.units, order.road)
        if wrong:
            return wrong
        if len(order.path) < 2:
            return [Refusal("7.14.1", "the way leads over the bridge into the enemy's hex")]
        why = against_bridge(game, player, order.path[-2], order.path[-1])
        if why is not None:
            return [why]
        found = approaches(game, player, order)
        return [one for one in found if isinstance(one, Refusal)]

    def carry_out(self, game: Gs, player: str, order: Raid) -> Procedure:
        """They approach, cross, and try; or are halted on the way. [7.14.3]"""
        made = [one for one in approaches(game, player, order) if isinstance(one, tuple)]
        near, far = order.path[-2:]
        key = game.scenario.ground.side_key(near, far)
        bridge = game.state[BRIDGES].get(key) or Bridge()
        game.put(BRIDGES, key, replace(bridge, tried=game.serial))
        start = unit_of(game, order.units[0]).hex
        ignored = frozenset(units_at(game, far))
        walks = [one for one, _ in made]
        arrived = yield from went(
            game, player, order.units, order.path[:-1], walks, order.road, ignored
        )
        if not arrived or collapses(game, order.units, near, far):
            _halt(game, order.units)
            return
        for name in order.units:
            unit = unit_of(game, name)
            more = max(cost for _, cost in made)
            game.put(UNITS, name, replace(unit, spent=unit.spent + more, halted=True))
        self._try(game, player, order, start, far)
        if game.options["coup-attack"] == AT_ONCE:
            yield from fight_for_bridges(game)

    def _try(self, game: Gs, player: str, order: Raid, start: int, far: int) -> None:
        """The roll: nothing or less takes the bridge; who fails is back before it, and does not
        assault in this GT. [7.14.3]"""
        tally = modifiers(game, order.units, start, far)
        drm = int(tally.total)
        shown, taken = d10(game, lambda roll: roll + drm <= 0)
        for name in order.units:
            unit = unit_of(game, name)
            through = far if taken else -1
            repulsed = unit.repulsed if taken else game.turn
            game.put(UNITS, name, replace(unit, through=through, repulsed=repulsed))
        facts = {
            "side": player, "units": list(order.units), "hex": game.board.label(far),
            "roll": shown, "drm": tally.to_json(), "taken": taken,
        }  # fmt: skip
        game.emit(Event("coup-de-main", "7.14.3", facts, dice=(shown,)))


def _halt(game: Gs, names: Sequence[str]) -> None:
    for name in names:
        if unit_of(game, name).place == MAP:
            game.put(UNITS, name, replace(unit_of(game, name), halted=True))


def bridges_open(game: Gs, side: str) -> Iterator[tuple[int, int]]:
    """The bridges that may be taken: the hex before each, and that of the enemy. [7.14.1]"""
    enemies = held(game, other(side))
    for near, far in game.scenario.ground.wide_crossings:
        if far in enemies and against_bridge(game, side, near, far) is None:
            yield near, far


def against_bridge(game: Gs, side: str, near: int, far: int) -> Refusal | None:
    """Why a bridge cannot be taken by surprise: it crosses a major or great river, stands, is more
    than five hexes from any friend, has an enemy behind it, and was not tried in this phase.
    [7.14.1] [7.14.0]"""
    board, ground = game.board, game.scenario.ground
    label = f"between {board.label(near)} and {board.label(far)}"
    if not board.adjacent(near, far) or ground.water(near, far) not in (MAJOR, GREAT):
        return Refusal("7.14.1", f"there is no major river {label}")
    if not bridged(game, near, far):
        return Refusal("7.14.1", f"no bridge stands {label}")
    if holder(game, far) != other(side):
        return Refusal("7.14.1", f"no enemy is behind the bridge, in {board.label(far)}")
    friends = (min(board.distance(h, near), board.distance(h, far)) for h in held(game, side))
    if any(one <= CLEAR_OF_BRIDGE for one in friends):
        return Refusal("7.14.1", f"friendly units are within {CLEAR_OF_BRIDGE} hexes of the bridge")
    bridge = game.state[BRIDGES].get(ground.side_key(near, far))
    if bridge is not None and this_phase(game, bridge.tried):
        return Refusal("7.14.0", "this bridge has been tried in this phase")
    return None


def against_raiders(game: Gs, player: str, names: Sequence[str], road: bool) -> list[Refusal]:
    """Why units may not try: one unit, of three steps at most; on foot unless an option bars it.
    [7.14.2]"""
    wrong = company(game, player, names)
    wrong = wrong or [r for n in names if (r := unable(game, n)) is not None]
    if wrong:
        return wrong
    if sum(unit_of(game, n).steps for n in names) > MOST_STEPS:
        return [Refusal("7.14.2", f"no more than {MOST_STEPS} steps may try")]
    unpaid = next((why for one in UNPAID if (why := one(game, names)) is not None), None)
    if unpaid is not None:
        return [unpaid]
    on_foot = [n for n in names if not mech(counter_of(game, n), unit_of(game, n))]
    if on_foot and game.options["leg-coup"] == "barred":
        return [Refusal("7.14.2", f"{called(game, on_foot[0])} is no Mech unit")]
    if on_foot and road:
        return [Refusal("7.4.0", f"{called(game, on_foot[0])} cannot use Mech road movement")]
    return against_road(game, names) if road else []


def approaches(game: Gs, player: str, order: Raid) -> list[tuple[Walk, int] | Refusal]:
    """The way to the bridge of each class of the raiders, and what the last hex costs; whoever is
    behind the bridge neither halts them nor costs them anything. [7.14.2]"""
    ignored = frozenset(units_at(game, order.path[-1]))
    bands = parties(game, order.units, order.road, ignored)
    return [_approach(game, party, order, player) for party in bands]


def _approach(game: Gs, party: Party, order: Raid, player: str) -> tuple[Walk, int] | Refusal:
    made = walk(game, party, order.path[:-1], player)
    if isinstance(made, Refusal):
        return made
    far = order.path[-1]
    if made.whole or made.strides[-1].halt:
        return Refusal("7.14.2", "they must stop before the bridge")
    land = among_enemies(game, party, made.course, player)
    near = front(game, party.side, player, party.ignored)
    costs = [
        cost for into, cost in land.steps[made.strides[-1].node] if int(land.net.hexes[into]) == far
    ]
    if not costs:
        return Refusal("7.14.2", f"no way leads them into {game.board.label(far)}")
    cost = min(costs) + made.course.toll + toll_beside(game, party, near, far)
    if cost > made.left:
        return Refusal("7.14.2", "they have not enough MP to cross the bridge")
    return made, cost


def modifiers(game: Gs, names: Sequence[str], start: int, far: int) -> Tally:
    """What is added to the roll. [7.14.3]"""
    tally = Tally()
    if all(mech(counter_of(game, n), unit_of(game, n)) for n in names):
        tally = tally.add("all Mech", -1, "7.14.3")
    if game.board.distance(start, far) > LONG_WAY:
        tally = tally.add("from afar", -1, "7.14.3")
    if dark(game):
        tally = tally.add("by night", -1, "7.14.3")
    ours = max(proficiency(game, n, offensive=True) for n in names)
    theirs = max(proficiency(game, n, offensive=False) for n in units_at(game, far))
    return tally.add("proficiency", theirs - ours, "7.14.3") if ours != theirs else tally


def fight_for_bridges(game: Gs) -> Procedure:
    """At the end of the phase in which a bridge was taken its takers fight for it: they hold the
    hex, or go back. [7.14.4]"""
    raids: dict[tuple[int, int, str], list[str]] = {}
    for side in game.scenario.sides:
        for name, _, unit in present(game, side):
            if _took(game, unit):
                raids.setdefault((unit.hex, unit.through, side), []).append(name)
    for (near, far, side), names in sorted(raids.items()):
        for fight in FIGHTS:
            yield from fight(game, side, tuple(names), near, far)
        _settle(game, names, side, near, far)


def _took(game: Gs, unit: Unit) -> bool:
    """Whether a unit has taken a bridge in this phase; who is `through` a hex that it overran in it
    has not. [7.14.4]"""
    now = unit.through >= 0 and this_phase(game, unit.moved)
    return now and not this_phase(game, unit.overran_at)


def _settle(game: Gs, names: Sequence[str], side: str, near: int, far: int) -> None:
    """Who has driven the defenders out stays in the hex; else he goes back over the river, and is
    not designated in this GT. [7.14.4]"""
    won = holder(game, far) != other(side)
    for name in names:
        unit = unit_of(game, name)
        if unit.place != MAP:
            continue
        if won and unit.through == far:
            game.put(UNITS, name, replace(unit, hex=far, through=-1))
            settled(game, (name,))
        elif unit.through == far:
            game.put(UNITS, name, replace(unit, through=-1, repulsed=game.turn))
