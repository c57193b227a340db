"""Drop plans: who is to be dropped where and when, written down in secret. [14.10b] [14.10c]

A plan is made before the game begins or at least two turns ahead, in an Aircraft Refit Phase; there
it can also be delayed or cancelled, unit by unit. The enemy learns nothing of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from grognard.engine.decision import Action, Ask, Offer, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.air.loads import FOOT
from grognard.systems.ocs.air.missions import read_hex
from grognard.systems.ocs.pieces.planes import carries
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SIDES, DropPlan
from grognard.systems.ocs.turn.phases import (
    PRE_TURN,
    REFIT,
    OcsDeed,
    deed,
    on_enter,
    phasing,
    policies,
)
from grognard.systems.ocs.units import DEAD, LEG, REMOVED, UNITS
from grognard.systems.ocs.victory.control import controller, counting

AHEAD = 2
"""Turns between the making of a plan and its drop. [14.10b]"""
SHOWN = 3
"""Turns after the first possible one, and hexes around a unit, that a list of plans goes to."""
BEFORE = "drop plans"
policies(BEFORE, "no plans")


def plans(game: Ocs, side: str) -> tuple[DropPlan, ...]:
    """A side's drop plans."""
    return game.state[SIDES][side].plans


def plan_of(game: Ocs, side: str, name: str) -> DropPlan | None:
    """The plan that a unit is on; it is never on two. [14.10b]"""
    return next((plan for plan in plans(game, side) if plan.unit == name), None)


def droppable(game: Ocs, name: str) -> bool:
    """Whether a unit can drop: a Para unit, or by glider any that aircraft carry. [14.10a]"""
    counter = counter_of(game, name)
    foot = counter.move.move == LEG and counter.move.ma <= FOOT
    gliders = game.scenario.limits[counter.side].gliders
    return foot and ("para" in counter.traits or gliders)


def able(game: Ocs, side: str) -> list[str]:
    """A side's units that could be planned for: those that can drop and are not dead."""
    if not any(a.side == side and carries(game, k) for k, a in game.state[AIR].items()):
        return []
    return [
        name
        for name, unit in sorted(game.state[UNITS].items())
        if counter_of(game, name).side == side
        and unit.place not in (DEAD, REMOVED)
        and droppable(game, name)
    ]


def why_not_plan(
    game: Ocs, side: str, name: str, label: str, turn: int, first: int
) -> list[Refusal]:
    """Why a drop cannot be planned for a turn, the first possible being `first`. [14.10b]"""
    if name not in game.state[UNITS] or counter_of(game, name).side != side:
        return [Refusal("14.10b", f"{name!r} is no unit of {side}")]
    counter = counter_of(game, name)
    if unit_of(game, name).place in (DEAD, REMOVED) or not droppable(game, name):
        return [Refusal("14.10a", f"{counter.name} cannot be dropped from the air")]
    if plan_of(game, side, name) is not None:
        return [Refusal("14.10b", f"{counter.name} is on a drop plan already")]
    h = read_hex(game, label)
    if isinstance(h, Refusal):
        return [h]
    if turn < first:
        return [Refusal("14.10b", f"the first turn that can be planned for is {first}, not {turn}")]
    return []


def _change(game: Ocs, side: str, changed: Sequence[DropPlan], text: str, rule: str) -> None:
    """Replace a side's plans and tell nobody else. [14.10b]"""
    found = tuple(sorted(changed, key=lambda plan: (plan.turn, plan.unit)))
    game.put(SIDES, side, replace(game.state[SIDES][side], plans=found))
    game.emit(Event("drop-plan", text, rule, {"side": side}, seen_by=(side,)))


def _add(game: Ocs, side: str, name: str, label: str, turn: int) -> None:
    text = f"{counter_of(game, name).name} is to be dropped in {label} in turn {turn}"
    made = DropPlan(name, game.board.hex(label), turn)
    _change(game, side, (*plans(game, side), made), text, "14.10b")


def strike(game: Ocs, side: str, names: Sequence[str]) -> None:
    """Plans that have been carried out are gone."""
    left = tuple(plan for plan in plans(game, side) if plan.unit not in names)
    if left != plans(game, side):
        game.put(SIDES, side, replace(game.state[SIDES][side], plans=left))


# ---- before the game


class PlanAhead(Offer[Ocs]):
    """All the drops that a side plans before the game begins. [14.10b]"""

    do = "plan-drops"
    rule = "14.10b"
    form = {"plans": "maps"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Each unit once, each plan possible; any turn of the game will do."""
        seen: set[str] = set()
        for plan in action["plans"]:
            if set(plan) != {"unit", "hex", "turn"} or type(plan["turn"]) is not int:
                return [Refusal("form", 'a plan is {"unit", "hex", "turn"}')]
            if plan["unit"] in seen:
                return [Refusal("14.10b", f"{plan['unit']} is on two plans")]
            seen.add(plan["unit"])
            found = why_not_plan(
                game, player, str(plan["unit"]), str(plan["hex"]), plan["turn"], game.turn
            )
            if found:
                return found
        return []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """None at all, or one unit onto an objective or near to where it is; Para units first."""
        yield {"do": self.do, "plans": []}
        for name in sorted(able(game, player), key=lambda name: _later(game, name)):
            for plan in _near(game, name, game.turn):
                action = {"do": self.do, "plans": [plan]}
                if not self.check(game, player, action):
                    yield action

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """None, or some units somewhere."""
        names = able(game, player)
        chosen = [name for name in names if rng.random() < 0.3]
        found = [rng.choice(list(_near(game, name, game.turn))) for name in chosen]
        action = {"do": self.do, "plans": found}
        return {"do": self.do, "plans": []} if self.check(game, player, action) else action


def _later(game: Ocs, name: str) -> tuple[bool, bool]:
    """Whom one thinks of first when drops are planned: parachutists, and who is on the map."""
    return "para" not in counter_of(game, name).traits, unit_of(game, name).hex < 0


def _near(game: Ocs, name: str, first: int) -> Iterator[Action]:
    """Plans for a unit, for the next turns that are possible: onto what is to be taken, what lies
    nearest to the unit first, and then into the hexes around it.
    """
    here, side = unit_of(game, name).hex, counter_of(game, name).side
    worth = counting(game)
    goals = [h for h in worth if controller(game, h) != side] or list(worth)
    if here >= 0:
        goals.sort(key=lambda h: game.board.distance(here, h))
    around = game.board.disk(here, SHOWN) if here >= 0 else ()
    for h in dict.fromkeys((*goals, *around)) or (game.board.n // 2,):
        for turn in range(first, first + SHOWN):
            yield {"unit": name, "hex": game.board.label(h), "turn": turn}


@on_enter(PRE_TURN, order=5)
def before_play(game: Ocs) -> Procedure:
    """Before the first turn both players may write plans for any turn, in secret. [14.10b]"""
    scenario = game.scenario
    if game.turn != scenario.start_turn or scenario.start_step != 0:
        return
    sides = [side for side in scenario.sides if able(game, side)]
    if not sides:
        return
    none: Action = {"do": "plan-drops", "plans": []}
    answers = yield tuple(
        Ask(
            side, BEFORE, "which drops are planned before the game begins?", "14.10b",
            (PlanAhead(),), default=none, policies={"no plans": lambda: none}, sealed=True,
        )
        for side in sides
    )  # fmt: skip
    for side in sides:
        for plan in answers[side]["plans"]:
            _add(game, side, plan["unit"], plan["hex"], plan["turn"])


# ---- in the Refit Phase


@deed(REFIT)
class PlanDrop(OcsDeed):
    """Plan the drop of a unit, two turns ahead at least. [14.10b]"""

    do = "plan-drop"
    rule = "14.10b"
    form = {"unit": "text", "hex": "text", "turn": "count"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """A unit that drops and is on no plan, and a turn far enough ahead. [14.10b]"""
        return why_not_plan(
            game, player, action["unit"], action["hex"], action["turn"], game.turn + AHEAD
        )

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each unit into each of the hexes near it, in the next turns that are possible."""
        for name in able(game, player):
            if plan_of(game, player, name) is None:
                for plan in _near(game, name, game.turn + AHEAD):
                    yield {"do": self.do, **plan}

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """A unit by chance, somewhere near."""
        names = [n for n in able(game, player) if plan_of(game, player, n) is None]
        if not names:
            return None
        return {
            "do": self.do,
            **rng.choice(list(_near(game, rng.choice(names), game.turn + AHEAD))),
        }

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether a unit without a plan could drop while the game lasts."""
        late = game.turn + AHEAD > game.scenario.turns
        names = () if late else able(game, player)
        return any(plan_of(game, player, name) is None for name in names)

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """It is written down. [14.10b]"""
        _add(game, player, action["unit"], action["hex"], action["turn"])
        yield from ()


class _Change(OcsDeed):
    """Something done to plans that exist, unit by unit. [14.10c]"""

    form = {"units": "texts"}
    rule = "14.10c"

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """Units that are on a plan, each once."""
        names = action["units"]
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one unit, and none twice")]
        wrong = [name for name in names if plan_of(game, player, name) is None]
        return [Refusal("14.10c", f"{', '.join(wrong)}: on no drop plan")] if wrong else []

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """Each unit with a plan alone."""
        for plan in plans(game, player):
            yield {"do": self.do, "units": [plan.unit]}

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there are plans."""
        return bool(plans(game, player))


@deed(REFIT)
class DelayDrop(_Change):
    """Put the drop of units off by a turn; all else of the plan stays. [14.10c]"""

    do = "delay-drop"

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """The same drop, one turn later. [14.10c]"""
        found = [
            replace(plan, turn=plan.turn + 1) if plan.unit in action["units"] else plan
            for plan in plans(game, player)
        ]
        _change(game, player, found, f"drops of {', '.join(action['units'])} delayed", "14.10c")
        yield from ()


@deed(REFIT)
class CancelDrop(_Change):
    """Cancel the drop of units; to plan it again is to start from scratch. [14.10c]"""

    do = "cancel-drop"

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """The plan is no more. [14.10c]"""
        found = [plan for plan in plans(game, player) if plan.unit not in action["units"]]
        _change(game, player, found, f"drops of {', '.join(action['units'])} cancelled", "14.10c")
        yield from ()


@on_enter(REFIT, order=20)
def lapse(game: Ocs) -> Procedure:
    """A plan whose turn has passed without a drop or a delay is void. [14.10b]"""
    side = phasing(game)
    late = [plan.unit for plan in plans(game, side) if plan.turn < game.turn]
    if late:
        strike(game, side, late)
        text = f"the plans for {', '.join(late)} have lapsed"
        game.emit(Event("drop-plan", text, "14.10b", {"side": side}, seen_by=(side,)))
    yield from ()
