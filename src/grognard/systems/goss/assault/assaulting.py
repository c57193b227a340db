"""The ground assault: the verb, and the procedure from the declaration to the advance. [13.0]

The procedure is in three parts, so that an overrun can be made of the same: `prepared` (steps 1 to
3), `determined` (steps 4 to 7), and `settled` (step 8 and the advance). [13.2.0] [5.3.5]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from grognard.engine.decision import Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.supposing import last_step
from grognard.kit.among import subsets
from grognard.kit.deeds import Questions, Verb
from grognard.kit.forms import Hex, Pieces
from grognard.systems.goss.assault import steps
from grognard.systems.goss.assault.advance import advance
from grognard.systems.goss.assault.attackers import (
    against_company,
    against_ferry,
    against_target,
    barred,
    designated,
    ferrying,
    must_stand_off,
    ready,
    targets,
)
from grognard.systems.goss.assault.battle import Assault, Force, Outcome, alive, stacks_of
from grognard.systems.goss.assault.designation import undesignate
from grognard.systems.goss.assault.duty import feasible, reach
from grognard.systems.goss.assault.hooks import FOUGHT
from grognard.systems.goss.assault.limits import charge, payers, price
from grognard.systems.goss.assault.reckoning import Reckoning, reckon, rolled, told
from grognard.systems.goss.assault.suffering import Aftermath, Ordeal
from grognard.systems.goss.fatigue.hits import exert
from grognard.systems.goss.modes.changing import forced_out
from grognard.systems.goss.modes.single import end_reserve, not_yours
from grognard.systems.goss.observation.cover import status
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import HEXES, LEADERS
from grognard.systems.goss.supply.states import after_attack, after_defence
from grognard.systems.goss.turn.roles import active
from grognard.systems.goss.units import PA, STRAT, UNITS
from grognard.systems.goss.words import called
from grognard.systems.goss.works.garrison import given_up
from grognard.table.worded import Hand

LISTED = 40
"""House: how many companies of one unit against one hex are listed."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """Units, the hex that they assault, and engineers who ferry others over the water."""

    units: Pieces
    hex: Hex
    ferry: Pieces = ()


class GroundAssault(Verb[Gs, Declaration]):
    """A ground assault on a hex by attack designated units beside it. [13.3.0] [13.4.0]"""

    do, rule, order = "assault", "13.0", Declaration
    title, plural = "Assault", "assaults"
    phrase = ("{sole_units} assaults {hex}", "{units} assault {hex}")
    button = "Assault {hex}"
    added = ("ferried by {ferry}",)
    stakes, role, rank = "dice", "assault", 10

    def actors(self, game: Gs, player: str) -> list[str]:
        """Designated units with somebody to assault."""
        return [n for n in designated(game, player) if reach(game, n)]

    def ways(self, game: Gs, player: str, actor: str) -> Iterator[Declaration]:
        """Each hex beside it: with all who can, with its stack, by itself, with some others."""
        units = designated(game, player)
        for h in reach(game, actor):
            able = [n for n in units if h in reach(game, n)]
            for names in _companies(game, able, actor):
                yield from _orders(game, names, h)

    def against(self, game: Gs, player: str, order: Declaration) -> list[Refusal]:
        """Who may attack, whom, and that all others can still attack. [13.2.0] [13.3.0]
        [13.4.0]"""
        wrong = not_yours(game, player, order.units)
        if wrong or len({*order.units}) != len(order.units):
            return wrong or [Refusal("13.4.0", "attackers are named, each once")]
        found = against_attack(game, player, order)
        return found or self._duty(game, player, order)

    def _duty(self, game: Gs, player: str, order: Declaration) -> list[Refusal]:
        """Whether those who are left can all still attack, if they could before; and that there is
        ammunition for it. [13.2.0] [16.3.3]"""
        units = designated(game, player)
        left = [n for n in units if n not in order.units]
        spent = {hq: price(game, order.units, hq) for hq in payers(game, order.units)}
        if feasible(game, left, (order.hex,), spent):
            return []
        if not feasible(game, units):
            return []
        return [Refusal("13.2.0", "others that are designated could not attack any more")]

    def carry_out(self, game: Gs, player: str, order: Declaration) -> Procedure:
        """The assault, step by step, to its very end before there is another. [13.0] [13.2.0]"""
        ferried = ferrying(game, order.units, order.ferry, order.hex)
        assault = steps.declared(
            game, player, order.units, order.hex, ferries=order.ferry, ferried=ferried
        )
        facts = {"side": player, "hex": game.board.label(order.hex), "units": list(order.units)}
        game.emit(Event("assault", "13.3.0", facts))
        found = yield from prepared(game, assault)
        if found is None:
            finish(game, assault, order.units)
            return
        assault, sums = yield from determined(game, found)
        outcome = yield from thrown(game, assault, sums)
        if outcome is None:
            return
        begin(game, assault, sums, order.units)
        yield from settled(game, assault, sums, outcome)
        finish(game, assault, order.units)

    # ---- at the table

    def at(self, game: Gs, player: str, h: int) -> Iterator[Declaration]:
        """All who can assault a hex. [13.4.1]"""
        able = [n for n in designated(game, player) if h in reach(game, n)]
        if able:
            yield from _orders(game, able, h)

    def towards(self, game: Gs, player: str, hand: Hand, h: int) -> Iterator[Declaration]:
        """Just those in hand."""
        yield from _orders(game, hand, h)

    def here(self, game: Gs, player: str, hand: Hand) -> Iterator[Declaration]:
        """Whom to assault is pointed at."""
        return iter(())

    def spare(self, game: Gs, player: str, order: Declaration) -> Mapping[str, Sequence[str]]:
        """Who else could assault the hex."""
        able = [n for n in designated(game, player) if order.hex in reach(game, n)]
        return {"units": [n for n in able if n not in order.units]}


def _companies(game: Gs, able: Sequence[str], actor: str) -> Iterable[tuple[str, ...]]:
    """Who may go together, each company once, with its first unit: all, those of a hex, those of a
    hex that are prepared or not, and some others."""
    found: dict[tuple[str, ...], None] = {}
    mates = [n for n in able if unit_of(game, n).hex == unit_of(game, actor).hex]
    kinds = [[n for n in mates if (unit_of(game, n).mode == PA) is kind] for kind in (True, False)]
    for names in (able, mates, *kinds):
        if names and names[0] == actor:
            found[tuple(names)] = None
    later = able[able.index(actor) + 1 :]
    for some in islice(subsets(later), LISTED):
        found[(actor, *some)] = None
    return found


def _orders(game: Gs, names: Iterable[str], h: int) -> Iterator[Declaration]:
    """An order without a ferry, unless somebody needs one; and where engineers could, one with it.
    [17.2.1-2] [17.2.2-2]"""
    names = tuple(names)
    engineers = tuple(n for n in names if not against_ferry(game, n, names, h))
    stranded = any(barred(game, n, unit_of(game, n).hex, h) is not None for n in names)
    if not (stranded and engineers):
        yield Declaration(names, h)
    if engineers:
        yield Declaration(names, h, engineers)


def against_attack(game: Gs, player: str, order: Declaration) -> list[Refusal]:
    """Why units may not assault a hex together. [13.3.0] [13.4.0] [13.4.1] [13.4.2] [13.4.3]"""
    for name in order.units:
        counter, unit = counter_of(game, name), unit_of(game, name)
        if not ready(game, name):
            text = f"{counter.name} is not attack designated, or has attacked"
            return [Refusal("13.4.2(a)", text)]
        if not game.board.adjacent(unit.hex, order.hex):
            return [
                Refusal("13.4.0", f"{counter.name} is not beside {game.board.label(order.hex)}")
            ]
    target = against_target(game, player, order.hex)
    if target is not None:
        return [target]
    found = [w for eng in order.ferry for w in against_ferry(game, eng, order.units, order.hex)]
    if found:
        return found
    ferried = ferrying(game, order.units, order.ferry, order.hex)
    for name in order.units:
        over = name in ferried or name in order.ferry
        why = barred(game, name, unit_of(game, name).hex, order.hex, ferried=over)
        found += [why] if why is not None else []
    return found or _against_stacks(game, order)


def _against_stacks(game: Gs, order: Declaration) -> list[Refusal]:
    """Several hexes attack together only if all are prepared; somebody must not stand off.
    [13.4.1] [13.5.2] [5.1.2-no-a] [5.2.4]"""
    stacks = stacks_of(game, order.units)
    unprepared = [n for n in order.units if unit_of(game, n).mode != PA]
    if len(stacks) > 1 and unprepared:
        name = counter_of(game, unprepared[0]).name
        return [Refusal("13.4.1", f"{name} is not prepared: it attacks from its own hex alone")]
    found = [why for h, names in stacks for why in against_company(game, h, order.hex, names)]
    if not found and all(
        must_stand_off(game, n, unit_of(game, n).hex, order.hex) for n in order.units
    ):
        found = [Refusal("13.5.2", "somebody must attack who does not stand off")]
    return found


def must_attack(game: Gs, player: str) -> list[Refusal]:
    """Whoever is designated and can attack must. [13.4.0] [12.0] [5.1.2-is-a] [5.2.4]"""
    verb = GroundAssault()
    if not any(targets(game, player, unit_of(game, n).hex) for n in designated(game, player)):
        return []
    first = next(verb.legal(game, player), None)
    if first is None:
        return []
    name = first["units"][0]
    label = game.board.label(unit_of(game, name).hex)
    text = f"{called(game, name)} in {label} is designated and must still attack"
    return [Refusal("13.4.0", text)]


# ---- steps 1 to 3 [13.3.0] [13.5.0]


def prepared(game: Gs, assault: Assault) -> Questions[Assault | None]:
    """The ground, surrenders, standoff, supplies and bridges; None if nobody is left to fight.
    [13.3.2] [13.5.0] [13.5.1] [13.5.2] [13.5.3] [13.5.4] [13.5.6]"""
    assault = yield from steps.terrain_line(game, assault)
    assault = steps.surrenders(game, assault)
    if not assault.defence.stacks:
        return None
    assault = yield from steps.who_defends(game, assault)
    assault = steps.forced_standoff(game, assault)
    if steps.nobody_left(assault):
        return None
    for attacking in (True, False):
        assault = yield from steps.standoff(game, assault, attacking=attacking)
    for attacking in (True, False):
        assault = yield from steps.half_strength(game, assault, attacking=attacking)
    assault = yield from steps.bridges(game, assault)
    return None if steps.nobody_left(assault) else assault


# ---- steps 4 to 7 [13.6.0] [13.7.0] [13.8.0] [13.9.0]


def determined(game: Gs, assault: Assault) -> Questions[tuple[Assault, Reckoning]]:
    """Everything is laid open; strengths, shifts and modifiers are reckoned. [13.6.0] [13.8.0]"""
    if not game.supposing:
        steps.lay_open(game, assault)
    for attacking in (True, False):
        assault = yield from steps.combined_arms(game, assault, attacking=attacking)
    for attacking in (False, True):
        assault = yield from steps.leader(game, assault, attacking=attacking)
    assault = yield from steps.neighbours(game, assault)
    first = game.options["lead-order"] == "attacker"
    for attacking in (first, not first):
        assault = yield from steps.lead(game, assault, attacking=attacking)
    for attacking in (False, True):
        assault = yield from steps.committed(game, assault, attacking=attacking)
    for attacking in (True, False):
        assault = yield from steps.lead_armor(game, assault, attacking=attacking)
    found = reckon(game, assault)
    game.emit(told(game, assault, found))
    return assault, found


def thrown(game: Gs, assault: Assault, found: Reckoning) -> Questions[Outcome | None]:
    """Both roll. [13.9.0]

    Odds are those of the table, for how hits are taken is decided afterwards: for them the dice
    are the last step, and there is no outcome to go on with.
    """
    if game.supposing:
        yield from last_step(game, _supposed, assault, found)
        return None
    return rolled(game, assault, found)


def _supposed(game: Gs, assault: Assault, found: Reckoning) -> Procedure:
    rolled(game, assault, found)
    yield from ()


# ---- marks


def begin(
    game: Gs, assault: Assault, found: Reckoning, declared: Iterable[str], *, counted: bool = True
) -> None:
    """What an assault leaves on units and hexes, whatever comes of it: who attacked and defended,
    ammunition, reserves, integrity, neighbours, leaders. [13.4.0] [13.3.1] [16.3.3] [13.8.2]
    [13.8.3] [13.7.4a]"""
    if counted:
        charge(game, declared)
    mark_attackers(game, declared)
    for name in assault.defence.everybody:
        game.put(UNITS, name, replace(unit_of(game, name), defended=game.serial))
    _mark_hexes(game, assault, found)
    for name in (*found.ribs[0], *found.ribs[1]):
        game.put(UNITS, name, replace(unit_of(game, name), integral=game.serial))
    for force in (assault.attack, assault.defence):
        for name in force.reserves:
            game.put(UNITS, name, replace(unit_of(game, name), reserve_used=game.serial))
            end_reserve(game, name)
        exert(game, force.reserves, "3.5.4-e", "")
        if force.leader:
            leader = game.state[LEADERS][force.leader]
            game.put(LEADERS, force.leader, replace(leader, shifted=game.serial))


def mark_attackers(game: Gs, names: Iterable[str]) -> None:
    """They have attacked, and do so once. [13.4.0]"""
    for name in names:
        game.put(UNITS, name, replace(unit_of(game, name), attacked=game.serial))


def _mark_hexes(game: Gs, assault: Assault, found: Reckoning) -> None:
    """The hex has been assaulted; it supports nobody any more, unless its column was off the
    table; and its neighbours have helped. [13.3.1] [13.7.4a-2]"""
    hit = replace(status(game, assault.hex), assaulted=game.serial)
    if not found.off_the_table:
        hit = replace(hit, engaged=game.serial)
    game.put(HEXES, assault.hex, hit)
    for h in assault.supports:
        game.put(HEXES, h, replace(status(game, h), supported=game.serial))


# ---- step 8 [13.10.0] [13.12.0]


def settled(
    game: Gs, assault: Assault, found: Reckoning, outcome: Outcome, *, advancing: bool = True
) -> Procedure:
    """The attacker applies his results, then the defender; then the attacker may advance.
    [13.10.0] [13.12.0]"""
    ours, theirs = ordeals(game, assault, found)
    back = yield from ours.suffer(outcome.attacker, below=outcome.below)
    relief = relieved(game, back)
    away = yield from theirs.suffer(outcome.defender, relief=relief)
    spend_supplies(game, assault)
    leave_works(game, assault)
    if advancing:
        yield from advance(game, assault, away)
    follow_up(game, assault, outcome)


def follow_up(game: Gs, assault: Assault, outcome: Outcome) -> None:
    """What an assault sets off elsewhere when it is over; hits of any kind, whoever takes them and
    however, end the Strat mode of those who defended. [4.5.1] [5.5.2]"""
    for name in alive(game, assault.defence.everybody) if outcome.defender.total else ():
        if unit_of(game, name).mode == STRAT:
            forced_out(game, name, "5.5.2")
    for follow in FOUGHT:
        follow(game, assault, outcome)


def ordeals(game: Gs, assault: Assault, found: Reckoning) -> tuple[Ordeal, Ordeal]:
    """Both sides as they are about to suffer their results. [13.10.0]"""
    ours = Ordeal(game, assault, assault.attack, found.duel, found.works.by)
    theirs = Ordeal(game, assault, assault.defence, found.duel, found.works.against)
    return ours, theirs


def relieved(game: Gs, back: Aftermath) -> int:
    """How many hits the attacker's retreat takes off the defender: by the shortest of unequal
    retreats, or as the option has it. [13.10.4-2]"""
    if not back.back:
        return 0
    return max(back.back) if game.options["unequal-retreats"] == "longest" else min(back.back)


def spend_supplies(game: Gs, assault: Assault) -> None:
    """Who fought on hand supply is out of supply, unless he fought at half strength; who defended
    in full in a rest GT or an ENA period tires. [13.5.3] [15.5.2(2)] [15.5.2(3)] [3.5.4-c]
    [3.4.6]"""
    for force in (assault.attack, assault.defence):
        for name in alive(game, force.names):
            unit, half = unit_of(game, name), name in force.half
            if unit.half != half:
                game.put(UNITS, name, replace(unit, half=half))
    after_attack(game, alive(game, assault.attack.names), overrun=assault.overrun)
    after_defence(game, alive(game, assault.defence.names))
    exert(game, _in_full(game, assault.defence), "3.5.4-c")
    exert(game, alive(game, assault.attack.names), "")


def _in_full(game: Gs, force: Force) -> tuple[str, ...]:
    return tuple(n for n in alive(game, force.names) if n not in force.half)


def leave_works(game: Gs, assault: Assault) -> None:
    """Field works whose garrison is gone are gone. [17.4.1f] [17.4.1f-3]"""
    for force in (assault.attack, assault.defence):
        for h in force.hexes:
            given_up(game, h)


def finish(game: Gs, assault: Assault, declared: Iterable[str]) -> None:
    """Designations come off, reserves and Strat mode end for those who defended, and the stacks
    are covered again. [13.12.1] [13.5.6] [5.8.0-off] [5.5.2]"""
    declared = tuple(declared)
    mark_attackers(game, alive(game, declared))
    undesignate(game, alive(game, declared), "13.12.1")
    always = game.options["strat-after-assault"] == "always"
    for name in alive(game, assault.defence.everybody):
        end_reserve(game, name)
        unit = unit_of(game, name)
        hit = unit.lost_at == game.serial or unit.retreated == game.serial
        if unit.mode == STRAT and (always or hit):
            forced_out(game, name, "5.5.2")
    steps.cover_up(game, assault)


def stragglers(game: Gs) -> None:
    """Whoever could not attack any more loses his designation when the segment ends. [13.2.0]"""
    undesignate(game, designated(game, active(game)), "13.2.0")
