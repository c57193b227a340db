"""Battle: whom to mark for an assault, what to fire at, and the assaults themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice

from grognard.engine.decision import Action
from grognard.kit.orders import Along, OfMany
from grognard.players.staff.attack_planner import Assault, Force
from grognard.players.staff.fields import distances
from grognard.players.staff.goss.concentration import Concentration
from grognard.players.staff.goss.crowds import full
from grognard.players.staff.goss.estimate import Estimate
from grognard.players.staff.goss.manoeuvre import Manoeuvre
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.assault.assaulting import Declaration, GroundAssault
from grognard.systems.goss.assault.designation import CallOff, Designate, GiveUp, Stack
from grognard.systems.goss.fire.barrage import Barrage
from grognard.systems.goss.fire.flying import GroundSupport
from grognard.systems.goss.modes.single import Change, EnterMode
from grognard.systems.goss.movement.pa import PreparedMove
from grognard.systems.goss.units import PA

PRICES = (1, 2)
"""What a tactical and a prepared assault cost, in halves of a point of ADV. [16.3.3]"""
END: Action = {"do": "end"}
STEPS_OFF = 3
"""How near to an enemy somebody is who may prepare an assault. [5.2.1]"""


def planned(
    seat: GossSeat, reach: Mapping[str, Mapping[int, int]], prepared: bool = False
) -> list[Assault]:
    """The assaults that some units could make from where they can be, the best first."""
    situation = seat.situation
    estimate, feeding = Estimate(seat, prepared), Manoeuvre(seat)
    floor = seat.doctrine.attack.floor
    room = feeding.room
    planner = Concentration(
        situation, {name: reach.get(name, {}) for name in situation.pieces}, room,
        estimate.score, feeding.bane, floor, partial(feeding.fed, PRICES[prepared]),
        directing=seat.directing, joint=prepared,
    )  # fmt: skip
    return planner.plan()


def standing(seat: GossSeat, names: Iterable[str]) -> dict[str, dict[int, int]]:
    """Units that attack from where they stand."""
    pieces = seat.situation.pieces
    return {name: {pieces[name].hex: 0} for name in names if name in pieces}


def preparations(seat: GossSeat, posts: dict[str, int]) -> Iterator[Action]:
    """Who can drive off an enemy beside him, or a step away, prepares his assault: that shifts a
    column, brings the whole artillery to bear, and lets several hexes attack together. Where each
    is to go is kept in `posts`. [5.2.0] [13.7.3(a)] [11.2.4c] [13.4.1]"""
    situation = seat.situation
    alarm = distances(seat.board, situation.foes)
    reach = {
        name: seat.prepared_reach(name)
        for name in seat.mine()
        if situation.pieces[name].fights
        and seat.directing.attacks(name)
        and 0 < alarm[situation.pieces[name].hex] <= STEPS_OFF
        and not (seat.situation.pieces[name].hex in seat.own_works and not situation.attacking)
        and seat.may(_prepare(seat, name))
    }
    for assault in planned(seat, reach, prepared=True):
        for name, h in sorted(assault.posts.items()):
            posts[name] = h
            yield _prepare(seat, name)


def _prepare(seat: GossSeat, name: str) -> Action:
    return seat.write(EnterMode, Change((name,), PA))


def prepared_moves(seat: GossSeat, posts: Mapping[str, int]) -> Iterator[Action]:
    """Who has prepared an assault goes up to where it is made from, as soon as there is room:
    others may have to leave it first. [5.2.3] [6.1.0]"""
    waiting = [n for n in posts if seat.unit(n).mode == PA and seat.unit(n).hex != posts[n]]
    roomy = True
    while waiting and roomy:
        roomy = False
        for name in [*waiting]:
            if not full(seat, name, posts[name], {}):
                roomy = True
                waiting.remove(name)
                path = seat.prepared_path(name, posts[name])
                if path:
                    yield seat.write(PreparedMove, Along((name,), path))


def designations(seat: GossSeat, meant: dict[int, tuple[str, ...]]) -> Iterator[Action]:
    """Everybody who takes part in an assault that is worth it is marked; whom each is `meant` for
    is kept. [10.2.0]"""
    able = {n for n in seat.mine() if seat.situation.pieces[n].fights and seat.ready(n)}
    marked = [n for n in seat.mine() if seat.unit(n).ta or seat.unit(n).mode == PA]
    ready = {n for n in marked if seat.unit(n).mode == PA and seat.situation.pieces[n].fights}
    for assault in planned(seat, standing(seat, ready), prepared=True):
        meant[assault.target] = tuple(sorted(assault.posts))
    for assault in planned(seat, standing(seat, able)):
        if assault.target in meant:
            continue
        names = sorted(assault.posts, key=lambda n: (-seat.situation.pieces[n].attack, n))
        chosen = [*names] if seat.feasible([*marked, *names]) else []
        for name in names if not chosen else ():
            if seat.feasible([*marked, *chosen, name]):
                chosen.append(name)
        if chosen and _still_worth(seat, assault, chosen):
            marked += chosen
            meant[assault.target] = tuple(sorted(chosen))
            yield seat.write(Designate, OfMany(tuple(sorted(chosen))))


def _still_worth(seat: GossSeat, assault: Assault, names: list[str]) -> bool:
    """Whether an assault is worth it with fewer units than were planned."""
    foe = seat.situation.foes[assault.target]
    force = tuple((piece, h) for piece, h in assault.force if piece.id in names)
    return Estimate(seat).score(foe, force) > needed(seat, assault.target, force)


def needed(seat: GossSeat, target: int, force: Force) -> int:
    """What an assault must promise those who are to make it; nobody is drawn to his objective on a
    hopeless column."""
    told, floor = seat.directing, seat.doctrine.attack.floor
    return max(0, told.needed(floor, force) - told.draw(target, force)) if told.told else floor


def adjustments(seat: GossSeat) -> Iterator[Action]:
    """What cannot be made or fed is given up: tactical assaults first, of all the weakest first.
    [12.1.0]"""
    names = [n for n in seat.mine() if seat.unit(n).ta or seat.unit(n).mode == PA]
    names.sort(key=lambda n: (seat.unit(n).mode == PA, seat.situation.pieces[n].attack, n))
    for name in names:
        if seat.may(END):
            return
        yield seat.write(GiveUp, OfMany((name,)))


def called_off(seat: GossSeat, meant: Mapping[int, tuple[str, ...]]) -> Iterator[Action]:
    """What promises nothing any more is called off, after the enemy's guns have fired and his
    armour has come up: all of an assault, hex by hex. [12.2.0]"""
    pieces = seat.situation.pieces
    for target, names in meant.items():
        foe = seat.situation.foes.get(target)
        left = [n for n in names if seat.unit(n).ta or seat.unit(n).mode == PA]
        if foe is None or not left:
            continue
        prepared = all(seat.unit(n).mode == PA for n in left)
        force = tuple((pieces[n], pieces[n].hex) for n in left)
        if Estimate(seat, prepared, fired=True).score(foe, force) <= 0:
            for h in sorted({h for _, h in force}):
                yield seat.write(CallOff, Stack(h))


def assaults(seat: GossSeat, meant: Mapping[int, tuple[str, ...]]) -> Iterator[Action]:
    """The assaults that were meant, then the best of what is left; whoever is marked must attack
    somebody. [13.2.0]"""
    for target, names in meant.items():
        left = tuple(n for n in names if seat.unit(n).ta or seat.unit(n).mode == PA)
        if target in seat.situation.foes and left:
            yield seat.write(GroundAssault, Declaration(left, target))
    marked = {n for n in seat.mine() if seat.unit(n).ta or seat.unit(n).mode == PA}
    for assault in planned(seat, standing(seat, marked)):
        names = tuple(sorted(assault.posts))
        yield seat.write(GroundAssault, Declaration(names, assault.target))
    yield from seat.legal(GroundAssault)


# ---- fire [11.0]


def barrage(seat: GossSeat) -> Action | None:
    """The artillery mission that is worth most: against those who are about to be assaulted, or to
    assault; with the spotter for whom most guns fire. [11.2.2] [11.2.4]"""
    wanted = targets(seat)
    for h in sorted(wanted, key=lambda h: (-wanted[h], h)):
        missions = sorted(
            seat.missions(h), key=lambda fire: (-sum(fire.guns.values()), fire.spotter)
        )
        for fire in missions[: seat.doctrine.patience.spotters]:
            action = seat.write(Barrage, fire)
            if seat.may(action):
                return action
    return None


def flights(seat: GossSeat) -> Action | None:
    """Aircraft against the same. [20.2.0]"""
    wanted = targets(seat)
    found: tuple[int, Action] | None = None
    for action in islice(seat.legal(GroundSupport.do), seat.doctrine.patience.flights):
        worth = wanted.get(seat.board.hex(action["hex"]), 0)
        score = worth * 100 + min(int(action["ap"]), seat.doctrine.attack.flown)
        if worth and (found is None or score > found[0]):
            found = score, action
    return None if found is None else found[1]


def targets(seat: GossSeat) -> dict[int, int]:
    """What each enemy hex is worth as a target: whoever is marked for an assault, or faces those
    who are; shells are kept for these."""
    board = seat.board
    own = {seat.unit(n).hex for n in seat.mine()}
    marked = {seat.unit(n).hex for n in seat.mine() if seat.unit(n).ta or seat.unit(n).mode == PA}
    found = {}
    for h, foe in seat.situation.foes.items():
        around = [*board.around(h)]
        if any(b in marked for b in around):
            found[h] = seat.doctrine.attack.on_assaulted + foe.defence
        elif seat.marked(h) and any(b in own for b in around):
            found[h] = seat.doctrine.attack.on_assaulting + foe.attack
    return found
