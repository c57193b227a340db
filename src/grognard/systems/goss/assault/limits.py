"""How many assaults a formation's ammunition allows. [16.3.3] [16.3.4] [12.1.0-3]

An assault counts once, however many stacks take part, for each headquarters whose units do. It is
counted in halves: two for a prepared one, one for a tactical one.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.record import replace
from grognard.systems.goss.logistics.stock import book
from grognard.systems.goss.logistics.support import on_hand_above, supported, within
from grognard.systems.goss.pieces.chain import army, corps, headquarters, subordinates, superior
from grognard.systems.goss.pieces.values import counter_of, unit_of
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.status import ARMIES, HQS
from grognard.systems.goss.turn.moments import this_phase
from grognard.systems.goss.units import ARMY, MAP, PA

PREPARED, TACTICAL = 2, 1
"""What an assault counts, in halves of a point. [16.3.3]"""


def payers(game: Gs, names: Iterable[str]) -> frozenset[str]:
    """The headquarters on whose ammunition units assault; none where the scenario reckons with no
    armies. [16.3.3]"""
    found = (superior(game, n) for n in names if army(game, n) in game.scenario.armies)
    return frozenset(hq for hq in found if hq)


def price(game: Gs, names: Iterable[str], hq: str) -> int:
    """What an assault of these units counts for a headquarters: a prepared one if all of them
    prepared it, once; by an option each stack of an unsupported one for itself. [16.3.3]
    [16.3.4]"""
    names = tuple(names)
    if not all(unit_of(game, n).mode == PA for n in names):
        return TACTICAL
    if supported(game, hq) or game.options["unsupported-pa-price"] == "assault":
        return PREPARED
    own = [n for n in names if superior(game, n) == hq]
    return PREPARED * len({unit_of(game, n).hex for n in own})


def adv(game: Gs, hq: str) -> int:
    """The ADV on which units of a headquarters assault: that of their corps; of assets of an army,
    the army's; the points on hand of a headquarters that they live on. Unsupported ones have none.
    [16.3.3] [15.4.3(d)] [15.5.1a]"""
    source = on_hand_above(game, hq)
    if source:
        return within(headquarters(game, source).ohs)
    if not supported(game, hq):
        return 0
    if counter_of(game, hq).level == ARMY:
        stock = game.state[ARMIES].get(army(game, hq))
        return stock.adv if stock is not None else 0
    head = corps(game, hq) or hq
    return headquarters(game, head).adv


def paid(game: Gs, hq: str) -> int:
    """AmP that were spent for more assaults of a headquarters in this phase. [16.3.3]"""
    status = headquarters(game, hq)
    return status.paid if this_phase(game, status.paid_at) else 0


def used(game: Gs, hq: str) -> int:
    """What its assaults in this phase have counted so far, in halves. [16.3.3]"""
    status = headquarters(game, hq)
    return status.assaults if this_phase(game, status.paid_at) else 0


def allowed(game: Gs, hq: str) -> int:
    """What its assaults may still count, in halves. [16.3.3]"""
    return PREPARED * (adv(game, hq) + paid(game, hq)) - used(game, hq)


def too_many(game: Gs, name: str) -> bool:
    """Whether one more hex of a headquarters' units in PA mode would be more than its ADV and the
    AmP of its army allow; each hex counts as one assault. [5.2.1-adv]"""
    for hq in payers(game, (name,)):
        mates = [n for n in subordinates(game, hq) if unit_of(game, n).place == MAP]
        hexes = {unit_of(game, n).hex for n in mates if unit_of(game, n).mode == PA}
        hexes.add(unit_of(game, name).hex)
        if (
            PREPARED * len(hexes)
            > allowed(game, hq) + PREPARED * game.state[ARMIES][army(game, hq)].amp
        ):
            return True
    return False


def spend(game: Gs, hq: str, points: int) -> None:
    """AmP of the army go to a headquarters for more assaults. [16.3.3] [16.3.4]"""
    _count(game, hq, points, 0)
    book(game, army(game, hq), "assaults-paid", "16.3.3", amp=-points, hq=hq, points=points)


def charge(game: Gs, names: Iterable[str]) -> None:
    """An assault is counted for each headquarters that takes part. [16.3.3]"""
    names = tuple(names)
    for hq in sorted(payers(game, names)):
        _count(game, hq, 0, price(game, names, hq))


def _count(game: Gs, hq: str, points: int, halves: int) -> None:
    changed = replace(
        headquarters(game, hq), paid=paid(game, hq) + points, assaults=used(game, hq) + halves,
        paid_at=game.serial,
    )  # fmt: skip
    game.put(HQS, hq, changed)
