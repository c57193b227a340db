"""Reasons: why a WB-95 staff has given an order or an answer, out of what it went by."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from grognard.engine.decision import Action
from grognard.players.staff.fields import threat_at
from grognard.players.staff.intentions import labels, promised, reason_for
from grognard.players.staff.wb95 import answers
from grognard.players.staff.wb95.manoeuvre import Manoeuvre
from grognard.players.staff.wb95.reading import Wb95Seat
from grognard.players.staff.wb95.rear import Rear
from grognard.systems.wb95.arrivals.reinforcements import Enter
from grognard.systems.wb95.arrivals.reserves import Call, Muster
from grognard.systems.wb95.artillery.gun_setup import ChangeSetup
from grognard.systems.wb95.artillery.ranged import RangedAttack
from grognard.systems.wb95.engineering.digging import Dig
from grognard.systems.wb95.movement.marking import Mark
from grognard.systems.wb95.movement.moves import Move
from grognard.table.intent import Plan, Point

QUARTERS = 4
ARRIVING = (Enter.do, Call.do, Muster.do)
Telling = Callable[[Wb95Seat, Action], Point | None]


def moved(
    seat: Wb95Seat, plan: Manoeuvre | None, action: Action, rear: Rear | None
) -> Point | None:
    """Why units move, dig in, or are held in hand in a phase of movement."""
    names = _named(action)
    if action["do"] in ARRIVING:
        return Point("why-arrival", pieces=names) if names else None
    if action["do"] == Dig.do:
        return Point("why-dig", pieces=names)
    if action["do"] == Mark.do:
        return Point("why-reserve", pieces=names)
    if action["do"] not in (Move.do, ChangeSetup.do):
        return None
    found = reason_for(plan, names) if plan is not None and action["do"] == Move.do else None
    if found is not None:
        return found
    if rear is not None and rear.joining.intersection(names):
        return Point("why-company", pieces=names)
    counters = [seat.scenario.counters[name] for name in names]
    if any(counter.hq for counter in counters):
        return Point("why-command", pieces=names)
    return Point("why-guns", pieces=names) if any(c.artillery for c in counters) else None


def _named(action: Action) -> tuple[str, ...]:
    units: Any = action.get("units") or action.get("unit") or ()
    return (units,) if isinstance(units, str) else tuple(units)


def attacked(seat: Wb95Seat, action: Action, worth: int | None) -> Point | None:
    """Why an attack is made: for what it promises, or because it must be; or why guns fire."""
    if action["do"] == RangedAttack.do:
        return Point("why-fire", (action["target"],), tuple(action["guns"]))
    targets = tuple(action.get("targets", ()))
    if not targets:
        return None
    facts: dict[str, int | str] = {"forced": 1}
    if worth is not None and worth > 0:
        facts = {"promise": promised(worth)}
    return Point("why-attack", targets, tuple(action["units"]), facts=facts)


def declined(seat: Wb95Seat, targets: Collection[int]) -> Plan | None:
    """The attacks that were thought of and not made."""
    if not targets:
        return None
    return Plan(dropped=(Point("plan-declined", labels(seat.board, sorted(targets))),))


def _flown(seat: Wb95Seat, action: Action) -> Point | None:
    """Where aircraft are sent, and what for."""
    rows = [row for row in action.get("missions", ()) if row.get("hexes")]
    places = tuple(dict.fromkeys(label for row in rows for label in row["hexes"]))
    if not places:
        return None
    if rows[0]["mission"] == "support":
        return Point("why-support", hexes=places)
    if rows[0]["mission"] == "attack":
        return Point("why-bomb", hexes=places)
    held = tuple(p.id for p in seat.situation.pieces.values() if seat.board.label(p.hex) in places)
    return Point("why-cover", pieces=held, stands=places)


def _given_way(seat: Wb95Seat, action: Action) -> Point | None:
    """Standing or going back, and what each would have cost."""
    ask = seat.question
    units = tuple(ask.context()["units"])
    stand = ask.policies["stand"]()
    facts: dict[str, int | str] = {}
    if stand is not None:
        facts["price"] = sum(stand["take"].values())
    if action != stand:
        return Point("why-retreat", pieces=units, facts=facts)
    best = ask.policies["retreat"]()
    spared = best is not None and sum(best.get("take", {}).values()) < facts["price"]
    worth = max((seat.situation.worth(seat.situation.pieces[u].hex) for u in units), default=0)
    pieces = [seat.situation.pieces[u] for u in units]
    if spared and (worth or answers.ground_worth(seat, pieces)):
        facts["worth"] = 1
    return Point("why-stand", pieces=units, facts=facts)


def _pursued(seat: Wb95Seat, action: Action) -> Point | None:
    """Who follows where; or what keeps everybody from following."""
    paths = action["paths"]
    if paths:
        ends = tuple(dict.fromkeys(path[-1] for path in paths.values()))
        farther = int(any(len(path) > 1 for path in paths.values()))
        return Point("why-pursue", ends, tuple(paths), facts={"farther": farther})
    advance = seat.question.policies["advance"]()
    open_to = [] if advance is None else [seat.board.hex(p[-1]) for p in advance["paths"].values()]
    if not open_to:
        return None
    threat = max(threat_at(seat.situation, h) for h in open_to) // QUARTERS
    return Point("why-no-pursuit", labels(seat.board, open_to), facts={"threat": threat})


ANSWERED: dict[str, Telling] = {"air": _flown, "retreat": _given_way, "pursue": _pursued}
"""Why a question was answered so, by its name; the others are answered by what they ask."""
