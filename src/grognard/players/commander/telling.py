"""Telling: the commander's orders of the day, out of what his rehearsals have shown.

Nothing is thought up here: the main effort is that of the plan that was chosen, its share of
victories is counted, and what he worries about is the own ground that was lost most often by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from grognard.engine.decision import Action
from grognard.players.commander.plans import Drafts, Plan
from grognard.players.commander.search import Search, Tried
from grognard.players.seat import Seat
from grognard.players.staff.intentions import labels
from grognard.table import intent
from grognard.table.intent import Page, Point

MANNERS = {
    "push": "plan-gain",
    "hold": "plan-stand",
    "withdrawal": "plan-withdrawal",
}
"""What is said of plans without a main effort; of the others, that they have none."""
GOING = ("assault", "press")
Task = tuple[str, tuple[int, ...]]
"""What a group is told: how to fight, and for which ground."""


def head_point(seat: Seat, leading: Plan | Action | None) -> Point | None:
    """The plan that looks best so far."""
    return _effort(seat, leading) if isinstance(leading, Plan) else None


def _effort(seat: Seat, plan: Plan) -> Point:
    """The main effort, or the manner of a plan that has none."""
    if not plan.main:
        return Point(MANNERS.get(plan.kind, "plan-usual"))
    names = (each.units for each in plan.doctrine.directives if each.objective == plan.main)
    return Point("plan-effort", labels(seat.board, plan.main), tuple(sorted(set().union(*names))))


def plan_page(seat: Seat, search: Search[Plan], chosen: Tried[Plan], drafts: Drafts) -> intent.Plan:
    """The orders of the day: main effort, who supports it and how, and what was rehearsed."""
    told: dict[Task, list[str]] = {}
    kept: list[str] = []
    for each in chosen.what.doctrine.directives:
        if each.posture == "reserve":
            kept += each.units
        elif each.objective != chosen.what.main or not each.objective:
            told.setdefault((each.posture, each.objective), []).extend(each.units)
    support = [_told(seat, task, names) for task, names in told.items()]
    return intent.Plan(
        efforts=(_effort(seat, chosen.what), *support, *_share(seat, search, chosen)),
        fears=_worries(seat, chosen, drafts),
        kept=(Point("plan-reserve", pieces=tuple(sorted(kept))),) if kept else (),
    )


def _told(seat: Seat, task: Task, names: list[str]) -> Point:
    """What those do who are not in the main effort."""
    posture, objective = task
    hexes, pieces = labels(seat.board, objective), tuple(sorted(names))
    if objective and posture in GOING:
        return Point("plan-support", hexes, pieces)
    if objective and posture == "hold":
        return Point("plan-garrison", hexes, pieces)
    return Point(f"plan-told-{posture}", pieces=pieces)


def _share(seat: Seat, search: Search[Plan], chosen: Tried[Plan]) -> tuple[Point, ...]:
    """What the rehearsals have come to, against those of the second-best plan."""
    if not chosen.takes:
        return ()
    rivals = [one for one in search.ranked(search.tried) if one is not chosen and one.takes]
    kind, facts = _figures(search, chosen, rivals[:1])
    return (Point(f"plan-{kind}", labels(seat.board, chosen.what.main), facts=facts),)


def _figures(
    search: Search[Any], one: Tried[Any], others: Sequence[Tried[Any]]
) -> tuple[str, dict[str, int | str]]:
    """What something has come to against another: victories, where games were played to their end,
    and else chances in percent."""
    facts: dict[str, int | str] = {"of": len(one.takes)}
    if search.stage.until:
        facts |= {"chance": round(100 * _won(one) / max(1, len(one.takes)))}
        for other in others:
            facts |= {"other": round(100 * _won(other) / max(1, len(other.takes)))}
        return "rated", facts
    facts |= {"won": round(_won(one))}
    for other in others:
        facts |= {"other": round(_won(other)), "times": len(other.takes)}
    return "rehearsed", facts


def _won(one: Tried[Any]) -> float:
    """The victories among its takes, those that did not go on to the end by their chances."""
    return sum(outcome.win for outcome in one.takes.values())


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


def answer_point(search: Search[Action], chosen: Tried[Action]) -> Point:
    """Why something else was done than the staff would have done."""
    kind, facts = _figures(search, chosen, search.tried[:1])
    action = chosen.what
    hexes = _words(action.get("targets") or action.get("target") or action.get("hex"))
    return Point(f"why-{kind}", hexes, _words(action.get("units")), facts=facts)


def _words(found: Any) -> tuple[str, ...]:
    """Names as an action has them: one, or a list."""
    if isinstance(found, str):
        return (found,)
    return tuple(found) if isinstance(found, list) else ()


def joined(mine: intent.Plan, staff: Page | None) -> Page:
    """The commander's orders with the staff's, where it has given some with the same answer."""
    plan = None if staff is None else staff.plan
    reason = None if staff is None else staff.reason
    if plan is None:
        return Page(mine, reason)
    both = {name: (*getattr(mine, name), *getattr(plan, name)) for name in intent.SECTIONS}
    return Page(intent.Plan(**both), reason)
