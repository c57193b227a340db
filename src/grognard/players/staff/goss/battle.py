"""Battle: whom to mark for an assault, what to fire at, and the assaults themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from grognard.engine.decision import Action
from grognard.kit.orders import OfMany
from grognard.players.staff.attack_planner import Assault, Planner, Room
from grognard.players.staff.goss.estimate import Estimate
from grognard.players.staff.goss.manoeuvre import FLOOR, LIMIT, Manoeuvre
from grognard.players.staff.goss.reading import GossSeat
from grognard.systems.goss.assault.assaulting import Declaration, GroundAssault
from grognard.systems.goss.assault.designation import Designate, GiveUp
from grognard.systems.goss.fire.barrage import Barrage
from grognard.systems.goss.fire.flying import GroundSupport
from grognard.systems.goss.modes.single import Change, EnterMode
from grognard.systems.goss.units import PA

PRICES = (1, 2)
"""What a tactical and a prepared assault cost, in halves of a point of ADV. [16.3.3]"""
END: Action = {"do": "end"}
MOST_LISTED = 300
"""House: how many missions are looked at before one is chosen."""


def planned(seat: GossSeat, able: set[str], prepared: bool = False) -> list[Assault]:
    """The assaults that some units could make from where they stand, the best first."""
    situation = seat.situation
    reach = {name: {situation.pieces[name].hex: 0} for name in able if name in situation.pieces}
    estimate, feeding = Estimate(seat, prepared), Manoeuvre(seat)
    room = Room(dict.fromkeys(situation.at, LIMIT), LIMIT)
    planner = Planner(
        situation, {name: reach.get(name, {}) for name in situation.pieces}, room,
        estimate.score, lambda _target, _h: 0, FLOOR, partial(feeding.fed, PRICES[prepared]),
    )  # fmt: skip
    return planner.plan()


def preparations(seat: GossSeat) -> Iterator[Action]:
    """Who stands beside an enemy whom he could drive off as he is prepares his assault: that shifts
    a column. Others stay free to move up. [5.2.0] [13.7.3(a)]"""
    beside, pieces = seat.situation.enemy_zone, seat.situation.pieces
    able = {
        name
        for name in seat.mine()
        if pieces[name].fights and beside[pieces[name].hex] and seat.may(_prepare(seat, name))
    }
    for assault in planned(seat, able, prepared=True):
        yield from (_prepare(seat, name) for name in sorted(assault.posts))


def _prepare(seat: GossSeat, name: str) -> Action:
    return seat.write(EnterMode, Change((name,), PA))


def designations(seat: GossSeat, meant: dict[int, tuple[str, ...]]) -> Iterator[Action]:
    """Everybody who takes part in an assault that is worth it is marked; whom each is `meant` for
    is kept. [10.2.0]"""
    able = {n for n in seat.mine() if seat.situation.pieces[n].fights and seat.ready(n)}
    marked = [n for n in seat.mine() if seat.unit(n).ta or seat.unit(n).mode == PA]
    ready = {n for n in marked if seat.unit(n).mode == PA and seat.situation.pieces[n].fights}
    for assault in planned(seat, ready, prepared=True):
        meant[assault.target] = tuple(sorted(assault.posts))
    for assault in planned(seat, able):
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
    return Estimate(seat).score(foe, force) > FLOOR


def adjustments(seat: GossSeat) -> Iterator[Action]:
    """What cannot be fed is given up, the weakest first. [12.1.0]"""
    names = [n for n in seat.mine() if seat.unit(n).ta]
    names.sort(key=lambda n: (seat.situation.pieces[n].attack, n))
    yield from (seat.write(GiveUp, OfMany((name,))) for name in names)


def assaults(seat: GossSeat, meant: Mapping[int, tuple[str, ...]]) -> Iterator[Action]:
    """The assaults that were meant, then the best of what is left; whoever is marked must attack
    somebody. [13.2.0]"""
    for target, names in meant.items():
        left = tuple(n for n in names if seat.unit(n).ta or seat.unit(n).mode == PA)
        if target in seat.situation.foes and left:
            yield seat.write(GroundAssault, Declaration(left, target))
    marked = {n for n in seat.mine() if seat.unit(n).ta or seat.unit(n).mode == PA}
    for assault in planned(seat, marked):
        names = tuple(sorted(assault.posts))
        yield seat.write(GroundAssault, Declaration(names, assault.target))
    yield from seat.legal(GroundAssault)


# ---- fire [11.0]


def barrage(seat: GossSeat) -> Action | None:
    """The artillery mission that is worth most: against those who are about to be assaulted, or to
    assault; then the strongest. [11.2.2]"""
    return _best(seat, Barrage.do, lambda action: sum(action["guns"].values()))


def flights(seat: GossSeat) -> Action | None:
    """Aircraft against the same. [20.2.0]"""
    return _best(seat, GroundSupport.do, lambda action: int(action["ap"]))


def _best(seat: GossSeat, do: str, points: object) -> Action | None:
    assert callable(points)
    wanted = targets(seat)
    found: tuple[int, Action] | None = None
    for place, action in enumerate(seat.legal(do)):
        if place >= MOST_LISTED:
            break
        worth = wanted.get(seat.board.hex(action["hex"]), 0)
        score = worth * 100 + min(points(action), 40)
        if worth and action.get("intensive", 0) == 0 and (found is None or score > found[0]):
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
            found[h] = 40 + foe.defence
        elif seat.marked(h) and any(b in own for b in around):
            found[h] = 30 + foe.attack
    return found
