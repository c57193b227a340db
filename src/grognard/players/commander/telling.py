"""Telling: the commander's orders of the day, out of what his rehearsals have shown.

Nothing is thought up here: the main effort is that of the plan that was chosen, its share of
victories is counted, and what he worries about is the own ground that was lost most often by it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from grognard.engine.decision import Action
from grognard.players.commander.plans import Drafts, Plan
from grognard.players.commander.search import Search, Tried
from grognard.players.seat import Seat
from grognard.players.staff.intentions import labels
from grognard.table import intent
from grognard.table.intent import Page, Point

SAID = {"effort", "push", "hold", "withdrawal", "mixed"}
"""Plans that there is something to say of: the staff's own and the styles speak for themselves."""


def head_point(seat: Seat, leading: Plan | Action | None) -> Point | None:
    """What looks best so far."""
    if isinstance(leading, Plan):
        return _effort(seat, leading)
    return None if leading is None else _deed("why-leading", leading, {})


def _effort(seat: Seat, plan: Plan) -> Point:
    """The main effort, or the manner of a plan that has none."""
    hexes = labels(seat.board, plan.main)
    kind = "plan-effort" if hexes else f"plan-{plan.kind if plan.kind in SAID else 'usual'}"
    names = sorted(
        {
            name
            for each in plan.doctrine.directives
            if each.objective == plan.main and plan.main
            for name in each.units
        }
    )
    return Point(_kind(kind), hexes, tuple(names))


def _kind(kind: str) -> str:
    known = {"plan-hold": "plan-stand", "plan-push": "plan-gain", "plan-mixed": "plan-usual"}
    return known.get(kind, kind)


def plan_page(seat: Seat, search: Search[Plan], chosen: Tried[Plan], drafts: Drafts) -> intent.Plan:
    """The orders of the day: main effort, who supports it and how, and what was rehearsed."""
    efforts = [_effort(seat, chosen.what)]
    told: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    kept: list[str] = []
    for each in chosen.what.doctrine.directives:
        if each.posture == "reserve":
            kept += each.units
        elif each.objective != chosen.what.main or not each.objective:
            told.setdefault((each.posture, each.objective), []).extend(each.units)
    for (posture, objective), names in told.items():
        hexes = labels(seat.board, objective)
        efforts.append(Point(f"plan-told-{posture}", hexes, tuple(sorted(names))))
    share = _share(search, chosen)
    if share is not None:
        efforts.append(share)
    waiting = (Point("plan-reserve", pieces=tuple(sorted(kept))),) if kept else ()
    return intent.Plan(efforts=tuple(efforts), fears=_worries(seat, chosen, drafts), kept=waiting)


def _share(search: Search[Plan], chosen: Tried[Plan]) -> Point | None:
    """How many rehearsals were won, against the second-best plan in the same takes."""
    rivals = [one for one in search.ranked(search.tried) if one is not chosen and one.takes]
    facts: dict[str, int | str] = {"won": _won(chosen), "of": len(chosen.takes)}
    if not chosen.takes:
        return None
    if rivals:
        second = rivals[0]
        facts |= {"other": _won(second), "times": len(second.takes)}
    return Point("plan-rehearsed", labels_of(search, chosen), facts=facts)


def labels_of(search: Search[Plan], chosen: Tried[Plan]) -> tuple[str, ...]:
    """The ground of a main effort, as it is written."""
    return labels(search.stage.worlds[0].board, chosen.what.main)


def _won(one: Tried[Any]) -> int:
    """The victories among its takes, where not all were played to the end by their likelihood."""
    return round(sum(outcome.win for outcome in one.takes.values()))


def _worries(seat: Seat, chosen: Tried[Plan], drafts: Drafts) -> tuple[Point, ...]:
    """The own ground that was lost most often."""
    own = {goal.hex for goal in drafts.situation.goals if goal.ours}
    lost = Counter(h for outcome in chosen.takes.values() for h in outcome.lost if h in own)
    if not lost:
        return ()
    most = max(lost.values())
    worst = sorted(h for h, times in lost.items() if times == most)
    facts: dict[str, int | str] = {"lost": most, "of": len(chosen.takes)}
    return (Point("plan-worry", labels(seat.board, worst), facts=facts),)


def answer_point(seat: Seat, search: Search[Action], chosen: Tried[Action]) -> Point:
    """Why something else was done than the staff would have done."""
    facts: dict[str, int | str] = {
        "won": _won(chosen),
        "of": len(chosen.takes),
        "other": _won(search.tried[0]),
        "times": len(search.tried[0].takes),
    }
    return _deed("why-rehearsed", chosen.what, facts)


def _deed(kind: str, action: Action, facts: dict[str, int | str]) -> Point:
    """A point about an action: whom it names, and what it is aimed at."""
    units: Any = action.get("units") or ()
    hexes: Any = action.get("targets") or action.get("target") or action.get("hex") or ()
    units, hexes = ((found,) if isinstance(found, str) else found for found in (units, hexes))
    return Point(kind, tuple(hexes), tuple(units), facts=facts)


def joined(mine: intent.Plan, staff: Page | None) -> Page:
    """The commander's orders with the staff's, where it has given some with the same answer."""
    plan = None if staff is None else staff.plan
    reason = None if staff is None else staff.reason
    if plan is None:
        return Page(mine, reason)
    both = {name: (*getattr(mine, name), *getattr(plan, name)) for name in intent.SECTIONS}
    return Page(intent.Plan(**both), reason)
