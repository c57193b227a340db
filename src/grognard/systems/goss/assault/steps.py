"""The first steps of an assault: the ground, who stands off, supplies, bridges; then who leads and
who helps. [13.3.0] [13.5.0] [13.7.0] [13.8.0]

What is declared before the units are laid open is declared blind: who has armor and who stands off
is told, and nothing else. [13.5.2] [8.4.4]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.kit.among import Among, subsets
from grognard.kit.deeds import Questions
from grognard.systems.goss.assault import armor, support
from grognard.systems.goss.assault.answers import (
    LISTED,
    BlowBridge,
    ChooseLine,
    Commit,
    Ground,
    HalfStrength,
    Hexagons,
    Lead,
    LeadArmor,
    One,
    Pick,
    Say,
    Serve,
    Some,
    StandOff,
    Support,
    UseLeader,
    WhoDefends,
)
from grognard.systems.goss.assault.attackers import (
    CLEAR_LINE,
    armored,
    fell_back,
    lines,
    must_stand_off,
)
from grognard.systems.goss.assault.battle import Assault, Force, alive, kept, stacks_of
from grognard.systems.goss.assault.hooks import SURRENDERS
from grognard.systems.goss.assault.leading import MOST, best_lead, may_lead, reserves
from grognard.systems.goss.assault.strength import choices_of_service, needs_arms, served
from grognard.systems.goss.fatigue.hits import fatigued
from grognard.systems.goss.modes.entering import in_bonus
from grognard.systems.goss.pieces.chain import resting_unit
from grognard.systems.goss.pieces.crossing import class_of, crossing
from grognard.systems.goss.pieces.stacking import grouping, overstacked
from grognard.systems.goss.pieces.stacks import units_at
from grognard.systems.goss.pieces.values import counter_of, exact_strength, unit_of
from grognard.systems.goss.scenario import ENA, Gs
from grognard.systems.goss.turn.calendar import period
from grognard.systems.goss.turn.roles import other
from grognard.systems.goss.units import MECH, OHS, OOS, UNITS
from grognard.systems.goss.works.building import sapper
from grognard.systems.goss.works.collapse import collapses, hasty

# ---- asking


def _some(
    game: Gs, choice: Pick, side: str, name: str, prompt: str, standing: dict[str, Some]
) -> Questions[tuple[str, ...]]:
    if not choice.able or not choice.most:
        return ()
    answer = yield choice.ask(game, side, name, prompt, standing, slight=True)
    return choice.order_of(game, answer).units


def _one(
    game: Gs, kind: type[Among[Gs, One]], side: str, names: Sequence[str], prompt: str, best: str
) -> Questions[str]:
    if len(names) < 2:
        return names[0] if names else ""
    choice = kind([One(n) for n in names])
    standing = {"best": One(best)}
    answer = yield choice.ask(game, side, kind.do, prompt, standing, slight=True)
    return choice.order_of(game, answer).unit


# ---- step 1 and 2: who meets whom [13.3.1] [13.3.2]


def declared(
    game: Gs, side: str, names: Sequence[str], h: int, *, ferries: Sequence[str] = (),
    ferried: Iterable[str] = (), launch: int = -1, coup: int = -1,
) -> Assault:  # fmt: skip
    """An assault as it is declared: everybody in the hex defends but those who were thrown back
    into it. An overrun has a hex from which it is launched; who fights for a bridge is in the hex
    behind it. [13.3.1] [13.5.5] [13.5.5(a)] [5.3.5] [7.14.4]"""
    there = units_at(game, h)
    others = tuple(n for n in there if fell_back(game, n))
    fit = tuple(n for n in there if n not in others) or there
    start = h if coup >= 0 else launch
    stacks = stacks_of(game, names) if start < 0 else ((start, tuple(names)),)
    attack = Force(side, True, stacks)
    defence = Force(other(side), False, ((h, fit),), others if fit != there else ())
    return Assault(
        h, attack, defence, overrun=launch >= 0, coup=coup, ferries=frozenset(ferries),
        ferried=frozenset(ferried),
    )  # fmt: skip


def who_defends(game: Gs, assault: Assault) -> Questions[Assault]:
    """Of an overstack only those defend who fit, as the owner chooses; the others share its fate.
    [6.7.0] [13.3.1]"""
    names, h = assault.defence.names, assault.hex
    if not overstacked(game, h) or grouping(game, h, names).fits:
        return assault
    able = [some for some in subsets(names, 1) if grouping(game, h, some).fits]
    most = max(len(some) for some in able)
    orders = [Some(some) for some in able if len(some) == most]
    best = max(orders, key=lambda one: _defence(game, one.units))
    choice = WhoDefends(orders[:LISTED])
    if best not in choice.orders:
        choice.orders = (*choice.orders, best)
    answer = yield choice.ask(
        game, assault.defence.side, "who-defends", "Who defends?", {"strongest": best}, slight=True
    )
    chosen = choice.order_of(game, answer).units
    others = (*assault.defence.others, *(n for n in names if n not in chosen))
    return replace(assault, defence=replace(assault.defence, stacks=((h, chosen),), others=others))


def _defence(game: Gs, names: Sequence[str]) -> int:
    return sum(int(exact_strength(game, n, attacking=False)) for n in names)


def terrain_line(game: Gs, assault: Assault) -> Questions[Assault]:
    """The defender chooses among the terrain of his hex, be there ever so little of it. [13.3.2]
    [1.2.0] [26.0-tec(a)]"""
    able = lines(game, assault.hex)
    line = able[0]
    if len(able) > 1:
        choice = ChooseLine([Ground(one) for one in able])
        standing = {"highest": Ground(able[-1])}
        answer = yield choice.ask(
            game, assault.defence.side, "terrain-line", "Which terrain line?", standing,
            slight=True,
        )  # fmt: skip
        line = choice.order_of(game, answer).line
    return replace(assault, line=line)


# ---- step 3: status [13.5.0]


def surrenders(game: Gs, assault: Assault) -> Assault:
    """Defenders that are isolated and OoS may surrender before anything else. [13.5.1]"""
    for name in assault.defence.everybody:
        unit = unit_of(game, name)
        if unit.isolated and unit.supply == OOS:
            for check in SURRENDERS:
                check(game, name)
    return _without(game, assault, assault.defence, alive(game, assault.defence.everybody))


def _without(game: Gs, assault: Assault, force: Force, names: Sequence[str]) -> Assault:
    """An assault with those of a side who are left."""
    stacks = tuple(
        (h, tuple(n for n in some if n in names))
        for h, some in force.stacks
        if any(n in names for n in some)
    )
    others = tuple(n for n in force.others if n in names)
    if not stacks and others:  # those who share the fate stand alone now
        stacks, others = ((assault.hex, others),), ()
    kept = replace(
        force, stacks=stacks, others=others,
        standoff=frozenset(n for n in force.standoff if n in names),
    )  # fmt: skip
    return replace(assault, attack=kept) if force.attacking else replace(assault, defence=kept)


def forced_standoff(game: Gs, assault: Assault) -> Assault:
    """Armor that can only stand off does so; on the first line it takes no part, unless the option
    lets it. [13.4.2(g)] [13.5.2]"""
    force, h = assault.attack, assault.hex
    must = frozenset(n for n in force.names if must_stand_off(game, n, force.hex_of(n), h))
    barred = game.options["standoff-line-one"] == "barred"
    if assault.line == CLEAR_LINE and must and barred:
        return _without(game, assault, force, [n for n in force.names if n not in must])
    return replace(assault, attack=replace(force, standoff=must))


def standoff(game: Gs, assault: Assault, *, attacking: bool) -> Questions[Assault]:
    """A side says which of its armored units stand off: none on the first line, and somebody must
    not. Both are told who has armor, and who stands off. [13.5.2] [8.4.4]"""
    force = assault.force(attacking)
    armed = [n for n in force.names if armored(game, n, attacking=attacking)]
    free = [n for n in armed if n not in force.standoff]
    chosen: tuple[str, ...] = ()
    if assault.line != CLEAR_LINE and free:
        spare = len(force.names) - len(force.standoff) - 1
        choice = StandOff(free, spare)
        chosen = yield from _some(
            game, choice, force.side, "standoff", "Who stands off?", {"nobody": Some()}
        )
    off = force.standoff | {*chosen}
    facts = {"side": force.side, "armor": bool(armed), "standing_off": len(off)}
    game.emit(Event("standoff", "13.5.2", facts))
    return _with(assault, replace(force, standoff=off))


def _with(assault: Assault, force: Force) -> Assault:
    if force.attacking:
        return replace(assault, attack=force)
    return replace(assault, defence=force)


def half_strength(game: Gs, assault: Assault, *, attacking: bool) -> Questions[Assault]:
    """Units on hand supply may save it, and defenders in a rest GT or an ENA period their strength,
    by fighting at half. Who attacks on hand supply uses it up anyway, but in an overrun, or as the
    option has it. [13.5.3] [13.5.4] [15.5.2]"""
    force = assault.force(attacking)
    if attacking:
        spared = assault.overrun or game.options["onhand-half-attack"] == "spared"
        able = [n for n in force.names if spared and unit_of(game, n).supply == OHS]
    else:
        able = [n for n in force.names if unit_of(game, n).supply == OHS or tiring(game, n)]
    choice = HalfStrength(able, len(able))
    standing = {"full": Some(), "half": Some(tuple(able))}
    chosen = yield from _some(
        game, choice, force.side, "half-strength", "Who fights at half strength?", standing
    )
    return _with(assault, replace(force, half=frozenset(chosen)))


def tiring(game: Gs, name: str) -> bool:
    """Whether defending in full would tire a unit. [13.5.4] [3.5.4-c] [3.4.6]"""
    if in_bonus(game, name):
        return False
    return period(game) == ENA or resting_unit(game, name)


# ---- bridges [13.5.6]


def bridges(game: Gs, assault: Assault) -> Questions[Assault]:
    """Bridges that the attack leads over may be blown up, or break: Mech units drop out then,
    unless they have armor and stand off. [13.5.6] [13.5.6a] [13.5.6b]"""
    for start, names in assault.attack.stacks:
        between = crossing(game, start, assault.hex)
        using = [n for n in names if n not in assault.attack.standoff]
        if between.dry or between.bridge is None or not using:
            continue
        gone = yield from _blown(game, assault, start)
        gone = gone or collapses(game, using, start, assault.hex)
        if gone:
            assault = yield from _cut_off(game, assault, using, wide=between.wide)
    return assault


def _blown(game: Gs, assault: Assault, start: int) -> Questions[bool]:
    """Engineers of the defence may try to blow up a bridge over any river. [13.5.6a] [17.3.2b]"""
    able = tuple(
        n
        for n in assault.defence.names
        if sapper(counter_of(game, n))
        and unit_of(game, n).supply != OOS
        and not fatigued(unit_of(game, n))
    )
    if not able:
        return False
    choice = BlowBridge([Say("no"), Say("yes")])
    prompt = f"Try to blow up the bridge {game.board.label(start)}-{game.board.label(assault.hex)}?"
    answer = yield choice.ask(
        game, assault.defence.side, "blow-bridge", prompt,
        {"yes": Say("yes"), "no": Say("no")},
    )  # fmt: skip
    if choice.order_of(game, answer).choose == "no":
        return False
    return hasty(game, able, start, assault.hex)


def _cut_off(game: Gs, assault: Assault, using: Sequence[str], *, wide: bool) -> Questions[Assault]:
    """Without the bridge Mech units are out, and over a major or great river whoever is not
    ferried; armor may stand off instead. [13.5.6] [13.4.2(c)]"""
    force = assault.attack
    classes = {n: class_of(counter_of(game, n), unit_of(game, n)) for n in using}
    dry = assault.ferried | assault.ferries
    out = [n for n in using if classes[n] == MECH or (wide and n not in dry)]
    armed = [n for n in out if armored(game, n, attacking=True)]
    chosen: tuple[str, ...] = ()
    if assault.line != CLEAR_LINE and armed:
        choice = StandOff(armed, len(armed))
        standing = {"all": Some(tuple(armed)), "nobody": Some()}
        chosen = yield from _some(
            game, choice, force.side, "standoff", "Stand off instead?", standing
        )
    left = [n for n in force.names if n not in out or n in chosen]
    found = _without(game, assault, force, left)
    off = found.attack.standoff | {*chosen}
    return replace(found, attack=replace(found.attack, standoff=off))


def nobody_left(assault: Assault) -> bool:
    """Whether all attackers stand off, or none is left: the assault is over then. [13.5.6]"""
    names = {*assault.attack.names}
    return not names - assault.attack.standoff


# ---- laying open [13.6.0] [8.4.4]


def lay_open(game: Gs, assault: Assault) -> None:
    """All who take part lie open to both. [13.6.0] [8.4.4]"""
    sides = (assault.attack, assault.defence)
    for name in [n for force in sides for n in force.everybody]:
        game.put(UNITS, name, replace(unit_of(game, name), laid_open=True))
    facts = {
        "hex": game.board.label(assault.hex),
        "side": assault.attack.side,
        "attackers": list(assault.attack.names),
        "defenders": list(assault.defence.everybody),
    }
    game.emit(Event("laid-open", "13.6.0", facts))


def cover_up(game: Gs, assault: Assault) -> None:
    """When it is over the stacks are covered again. [8.4.0]"""
    for name in (*assault.attack.everybody, *assault.defence.everybody):
        unit = unit_of(game, name)
        if unit.laid_open:
            game.put(UNITS, name, replace(unit, laid_open=False))


# ---- steps 4 to 6: choices in the open


def combined_arms(game: Gs, assault: Assault, *, attacking: bool) -> Questions[Assault]:
    """Where there is not enough for all AFVs the owner says which have combined arms. [13.6.1d]"""
    force = assault.force(attacking)
    if not needs_arms(game, assault):
        return assault
    sets, chosen = kept(
        game, f"service {attacking}", assault,
        lambda: (choices_of_service(game, force), served(game, force)),
    )  # fmt: skip
    if len(sets) > 1:
        choice = Serve([Some(tuple(sorted(one))) for one in sets])
        answer = yield choice.ask(
            game, force.side, "combined-arms", "Which AFVs have combined arms?",
            {"strongest": Some(tuple(sorted(chosen)))}, slight=True,
        )  # fmt: skip
        chosen = frozenset(choice.order_of(game, answer).units)
    return _with(assault, replace(force, served=chosen))


def leader(game: Gs, assault: Assault, *, attacking: bool) -> Questions[Assault]:
    """Whether a leader gives his shift; the defender says so first. [13.7.3(k)] [23.2.1b]"""
    force = assault.force(attacking)
    able = support.leaders(game, force)
    if not able:
        return assault
    choice = UseLeader([One(n) for n in ("", *able)])
    standing = {"yes": One(able[0]), "no": One()}
    answer = yield choice.ask(
        game, force.side, "use-leader", "Does a leader take part?", standing, slight=True
    )
    return _with(assault, replace(force, leader=choice.order_of(game, answer).unit))


def neighbours(game: Gs, assault: Assault) -> Questions[Assault]:
    """The defender says which neighbours help him here; each does once in a segment. [13.7.4a]"""
    able = kept(game, "supports", assault, lambda: tuple(support.supports(game, assault)))
    if not able:
        return assault
    choice = Support(able)
    standing = {"all": Hexagons(able), "none": Hexagons()}
    answer = yield choice.ask(
        game, assault.defence.side, "support", "Which neighbours help?", standing, slight=True
    )
    return replace(assault, supports=choice.order_of(game, answer).hexes)


def lead(game: Gs, assault: Assault, *, attacking: bool) -> Questions[Assault]:
    """Each side names its lead unit. [13.8.1]"""
    force = assault.force(attacking)
    able = may_lead(game, assault, force)
    best = kept(game, f"lead {attacking}", assault, lambda: best_lead(game, force, able))
    chosen = yield from _one(game, Lead, force.side, able, "Who leads?", best)
    return _with(assault, replace(force, lead=chosen))


def committed(game: Gs, assault: Assault, *, attacking: bool) -> Questions[Assault]:
    """Each side commits combat reserves, the defender first. [13.8.2]"""
    force = assault.force(attacking)
    able = kept(game, f"reserves {attacking}", assault, lambda: reserves(game, assault, force))
    standing = {"all": Some(able[:MOST]), "none": Some()}
    chosen = yield from _some(
        game, Commit(able, MOST), force.side, "commit-reserves", "Commit reserves?", standing
    )
    return _with(assault, replace(force, reserves=chosen))


def lead_armor(game: Gs, assault: Assault, *, attacking: bool) -> Questions[Assault]:
    """Each side names its lead armor or anti-tank unit, the attacker first. [13.8.4a]"""
    force = assault.force(attacking)
    found = kept(game, f"armor {attacking}", assault, lambda: armor.factors(game, assault, force))
    chosen = yield from _one(
        game, LeadArmor, force.side, tuple(found), "Whose armor counts?", armor.best(found)
    )
    return _with(assault, replace(force, armor=chosen))
