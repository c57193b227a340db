"""Drop plans: who is to be dropped where and when, written down in secret. [14.10b] [14.10c]

A plan is made before the game begins or at least two turns ahead, in an Aircraft Refit Phase; there
it can also be delayed or cancelled, unit by unit. The enemy learns nothing of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from grognard.engine.decision import Action, Ask, Procedure
from grognard.engine.event import Event
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal, Refused
from grognard.kit.deeds import Answer
from grognard.kit.forms import AnyGame, Field, Hex, Piece
from grognard.systems.ocs.air.loads import FOOT
from grognard.systems.ocs.forms import Company
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.pieces.planes import carries
from grognard.systems.ocs.pieces.values import counter_of, unit_of
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import AIR, SIDES, DropPlan
from grognard.systems.ocs.turn.phases import OcsVerb, phasing
from grognard.systems.ocs.units import DEAD, LEG, REMOVED, UNITS
from grognard.systems.ocs.victory.control import controller, counting
from grognard.table.duties import many
from grognard.table.worded import Hand

AHEAD = 2
"""Turns between the making of a plan and its drop. [14.10b]"""
SHOWN = 3
"""Turns after the first possible one, and hexes around a unit, that a list of plans goes to."""
FEW = 4
"""How many changes of plans are listed that are about nobody on the map."""
BEFORE = "drop plans"


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


def today(game: Ocs, side: str) -> list[DropPlan]:
    """The drops that are planned for this turn."""
    return [plan for plan in plans(game, side) if plan.turn == game.turn]


def why_not_plan(game: Ocs, side: str, plan: DropPlan, first: int) -> list[Refusal]:
    """Why a drop cannot be planned, the first possible turn being `first`. [14.10b]"""
    name, turn = plan.unit, plan.turn
    if name not in game.state[UNITS] or counter_of(game, name).side != side:
        return [Refusal("14.10b", f"{name!r} is no unit of {side}")]
    counter = counter_of(game, name)
    if unit_of(game, name).place in (DEAD, REMOVED) or not droppable(game, name):
        return [Refusal("14.10a", f"{counter.name} cannot be dropped from the air")]
    if plan_of(game, side, name) is not None:
        return [Refusal("14.10b", f"{counter.name} is on a drop plan already")]
    if turn < first:
        return [Refusal("14.10b", f"the first turn that can be planned for is {first}, not {turn}")]
    return []


def _change(
    game: Ocs, side: str, changed: Sequence[DropPlan], rule: str, facts: Mapping[str, Any]
) -> None:
    """Replace a side's plans and tell nobody else. [14.10b]"""
    found = tuple(sorted(changed, key=lambda plan: (plan.turn, plan.unit)))
    game.put(SIDES, side, replace(game.state[SIDES][side], plans=found))
    game.emit(Event("drop-plan", rule, {"side": side, **facts}, seen_by=(side,)))


def _add(game: Ocs, side: str, plan: DropPlan) -> None:
    facts = {"units": [plan.unit], "hex": game.board.label(plan.hex), "turn": plan.turn}
    _change(game, side, (*plans(game, side), plan), "14.10b", facts)


def strike(game: Ocs, side: str, names: Sequence[str]) -> None:
    """Plans that have been carried out are gone."""
    left = tuple(plan for plan in plans(game, side) if plan.unit not in names)
    if left != plans(game, side):
        game.put(SIDES, side, replace(game.state[SIDES][side], plans=left))


# ---- before the game


class PlansField(Field):
    """Drops to be planned, each a unit, a hex and a turn."""

    kind = "maps"

    def read(self, game: AnyGame, value: Any) -> tuple[DropPlan, ...]:
        """The plans; what is none is refused."""
        for row in value:
            known = set(row) == {"unit", "hex", "turn"} and type(row["turn"]) is int
            if not known or type(row["unit"]) is not str or type(row["hex"]) is not str:
                raise Refused([Refusal("form", 'a plan is {"unit", "hex", "turn"}')])
        return tuple(DropPlan(r["unit"], game.board.hex(r["hex"]), r["turn"]) for r in value)

    def write(self, game: AnyGame, value: Any) -> list[dict[str, Any]]:
        """Each with the label of its hex."""
        label = game.board.label
        return [{"unit": p.unit, "hex": label(p.hex), "turn": p.turn} for p in value]

    def hexes(self, value: Any) -> Iterable[str]:
        """Where they jump."""
        return tuple(row["hex"] for row in value)

    def pieces(self, value: Any) -> Iterable[str]:
        """Who jumps."""
        return tuple(row["unit"] for row in value)

    def said(self, game: AnyGame, value: Any, names: Mapping[str, str]) -> str:
        """Each with the place it goes for, by its name if it counts for victory."""
        rows = (
            f"{names.get(row['unit'], row['unit'])} over {_goal(game, row['hex'])}"
            f" in turn {row['turn']}"
            for row in value
        )
        return "; ".join(rows)


def _goal(game: Ocs, label: str) -> str:
    """A hex by its number, and what it is called if it counts for victory."""
    h = game.board.index.get(label)
    goals = (one.label for one in game.scenario.victory.objectives if h in one.hexes)
    called = next(goals, "")
    return f"{label} ({called})" if called else label


@dataclass(frozen=True, slots=True)
class Planning:
    """All the drops that a side plans at once."""

    plans: Annotated[tuple[DropPlan, ...], PlansField()]


class PlanAhead(Answer[Ocs, Planning]):
    """All the drops that a side plans before the game begins. [14.10b]"""

    do, rule, order = "plan-drops", "14.10b", Planning
    title = "Plan drops"
    phrase = ("Plan drops: {plans}", "Plan no drops but those written down")

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Planning]:
        """None at all, or one unit onto an objective or near to where it is; Para units first."""
        yield Planning(())
        for name in sorted(able(game, player), key=lambda name: _later(game, name)):
            yield from (Planning((plan,)) for plan in _near(game, name, game.turn))

    def sample(self, game: Ocs, player: str, rng: random.Random) -> Action | None:
        """None, or some units somewhere."""
        chosen = [name for name in able(game, player) if rng.random() < 0.3]
        found = Planning(tuple(rng.choice(list(_near(game, n, game.turn))) for n in chosen))
        wrong = self.against(game, player, found)
        return self.written(game, Planning(()) if wrong else found)

    def against(self, game: Ocs, player: str, order: Planning) -> list[Refusal]:
        """Each unit once, each plan possible; any turn of the game will do."""
        seen: set[str] = set()
        for plan in order.plans:
            if plan.unit in seen:
                return [Refusal("14.10b", f"{plan.unit} is on two plans")]
            seen.add(plan.unit)
            found = why_not_plan(game, player, plan, game.turn)
            if found:
                return found
        return []

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[Planning]:
        """The unit in hand, over the hex in any turn of the game."""
        yield from (Planning((plan,)) for plan in _meant(game, player, hand, h))

    def at_hand(self, game: Ocs, player: str, order: Planning | None) -> Sequence[str]:
        """Every unit that can be dropped and is on no plan yet, parachutists first."""
        free = [name for name in able(game, player) if plan_of(game, player, name) is None]
        return sorted(free, key=lambda name: _later(game, name))

    def additions(
        self, game: Ocs, player: str, order: Planning | None, hand: Hand, h: int | None
    ) -> Iterator[Planning]:
        """A unit in hand over the hex, in any turn; where no hex is, over what is to be taken."""
        if h is not None:
            yield from super().additions(game, player, order, hand, h)
            return
        for name in hand:
            yield from (Planning((plan,)) for plan in _near(game, name, game.turn))

    def sort(self, game: Ocs, part: Planning) -> str:
        """The turn it is planned for."""
        return f"in turn {part.plans[0].turn}"

    def anywhere(self, game: Ocs, player: str, sort: str) -> bool:
        """A plan may name any hex."""
        return True

    def stake(self, game: Ocs, player: str, order: Planning | None) -> Sequence[str]:
        """What has been written down already, and what is worth nothing without a plan."""
        written = many([plan.unit for plan in plans(game, player)], "drop")
        known = [f"{written} planned already: the parachutes on the map"] * bool(
            plans(game, player)
        )
        late = f"whoever is on no plan cannot be dropped before turn {game.turn + AHEAD}"
        return (*known, late)


def _later(game: Ocs, name: str) -> tuple[bool, bool]:
    """Whom one thinks of first when drops are planned: parachutists, and who is on the map."""
    return "para" not in counter_of(game, name).traits, unit_of(game, name).hex < 0


def _meant(game: Ocs, player: str, hand: Hand, h: int) -> Iterator[DropPlan]:
    """A unit in hand over a hex, in one of the turns to come. [14.10b]"""
    group = grouped(game, player, hand)
    if len(group.units) == len(group.names) == 1 and group.hexes != (h,):
        for turn in range(game.turn, game.scenario.turns + 1):
            yield DropPlan(group.units[0], h, turn)


def _near(game: Ocs, name: str, first: int) -> Iterator[DropPlan]:
    """Plans for a unit, for the next turns that are possible while the game lasts: onto what is to
    be taken, what lies nearest to the unit first, and then into the hexes around it.
    """
    last = min(first + SHOWN - 1, game.scenario.turns)
    here, side = unit_of(game, name).hex, counter_of(game, name).side
    worth = counting(game)
    goals = [h for h in worth if controller(game, h) != side] or list(worth)
    if here >= 0:
        goals.sort(key=lambda h: game.board.distance(here, h))
    around = game.board.disk(here, SHOWN) if here >= 0 else ()
    for h in dict.fromkeys((*goals, *around)) or (game.board.n // 2,):
        for turn in range(first, last + 1):
            yield DropPlan(name, h, turn)


def before_play(game: Ocs) -> Procedure:
    """Before the first turn both players may write plans for any turn, in secret. [14.10b]"""
    scenario = game.scenario
    if game.turn != scenario.start_turn or scenario.start_step != 0:
        return
    sides = [side for side in scenario.sides if able(game, side)]
    if not sides:
        return
    offer = PlanAhead()
    none = offer.written(game, Planning(()))
    answers = yield tuple(
        Ask(
            side, BEFORE, "which drops are planned before the game begins?", "14.10b",
            (offer,), default=none, policies={"no plans": lambda: none}, sealed=True,
        )
        for side in sides
    )  # fmt: skip
    for side in sides:
        for plan in offer.order_of(game, answers[side]).plans:
            _add(game, side, plan)


# ---- in the Refit Phase


@dataclass(frozen=True, slots=True)
class NewPlan:
    """A unit, and where and when it is to be dropped."""

    unit: Piece
    hex: Hex
    turn: int

    @property
    def plan(self) -> DropPlan:
        """The plan as it is written down."""
        return DropPlan(self.unit, self.hex, self.turn)


def _new(plan: DropPlan) -> NewPlan:
    return NewPlan(plan.unit, plan.hex, plan.turn)


class PlanDrop(OcsVerb[NewPlan]):
    """Plan the drop of a unit, two turns ahead at least. [14.10b]"""

    do, rule, order = "plan-drop", "14.10b", NewPlan
    title, rank = "Plan a drop", 47
    phrase = "Plan to drop {unit} over {hex} in turn {turn}"
    sure = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Each unit that drops and is on no plan."""
        return [name for name in able(game, player) if plan_of(game, player, name) is None]

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether a unit without a plan could drop while the game lasts."""
        return game.turn + AHEAD <= game.scenario.turns and super().possible(game, player)

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[NewPlan]:
        """Into each of the hexes near it, in the next turns that are possible."""
        yield from map(_new, _near(game, actor, game.turn + AHEAD))

    def against(self, game: Ocs, player: str, order: NewPlan) -> list[Refusal]:
        """A unit that drops and is on no plan, and a turn far enough ahead. [14.10b]"""
        return why_not_plan(game, player, order.plan, game.turn + AHEAD)

    def carry_out(self, game: Ocs, player: str, order: NewPlan) -> None:
        """It is written down. [14.10b]"""
        _add(game, player, order.plan)

    def towards(self, game: Ocs, player: str, hand: Hand, h: int) -> Iterator[NewPlan]:
        """The unit in hand, over the hex in one of the turns to come."""
        yield from map(_new, _meant(game, player, hand, h))

    def at(self, game: Ocs, player: str, h: int) -> Iterator[NewPlan]:
        """Whoever could be dropped there."""
        for name in self.actors(game, player):
            yield from (order for order in self.ways(game, player, name) if order.hex == h)


class _Change(OcsVerb[Company]):
    """Something done to plans that exist, unit by unit. [14.10c]"""

    rule, order = "14.10c", Company
    sure = True

    def actors(self, game: Ocs, player: str) -> Sequence[str]:
        """Each unit with a plan."""
        return [plan.unit for plan in plans(game, player)]

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Company]:
        """Alone."""
        yield Company((actor,))

    def against(self, game: Ocs, player: str, order: Company) -> list[Refusal]:
        """Units that are on a plan, each once."""
        names = order.units
        if not names or len(set(names)) != len(names):
            return [Refusal("form", "name at least one unit, and none twice")]
        wrong = [name for name in names if plan_of(game, player, name) is None]
        return [Refusal("14.10c", f"{', '.join(wrong)}: on no drop plan")] if wrong else []

    def by_itself(self, game: Ocs, player: str) -> Iterator[Company]:
        """The first few, wherever they are."""
        yield from (Company((name,)) for name in self.actors(game, player)[:FEW])


class DelayDrop(_Change):
    """Put the drop of units off by a turn; all else of the plan stays. [14.10c]"""

    do, title, phrase = "delay-drop", "Delay a drop", "Delay the drop of {units}"

    def carry_out(self, game: Ocs, player: str, order: Company) -> None:
        """The same drop, one turn later. [14.10c]"""
        found = [
            replace(plan, turn=plan.turn + 1) if plan.unit in order.units else plan
            for plan in plans(game, player)
        ]
        _change(game, player, found, "14.10c", {"units": list(order.units), "fate": "delayed"})


class CancelDrop(_Change):
    """Cancel the drop of units; to plan it again is to start from scratch. [14.10c]"""

    do, title, phrase = "cancel-drop", "Cancel a drop", "Cancel the drop of {units}"

    def carry_out(self, game: Ocs, player: str, order: Company) -> None:
        """The plan is no more. [14.10c]"""
        found = [plan for plan in plans(game, player) if plan.unit not in order.units]
        _change(game, player, found, "14.10c", {"units": list(order.units), "fate": "cancelled"})


def lapse(game: Ocs) -> Procedure:
    """A plan whose turn has passed without a drop or a delay is void. [14.10b]"""
    side = phasing(game)
    late = [plan.unit for plan in plans(game, side) if plan.turn < game.turn]
    if late:
        strike(game, side, late)
        facts = {"side": side, "units": late, "fate": "void"}
        game.emit(Event("drop-plan", "14.10b", facts, seen_by=(side,)))
    yield from ()
