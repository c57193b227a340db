"""The secret orders of an Air Phase: which air units fly which missions. [8.1.2] [8.1.7]"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

from grognard.engine.decision import Action, check_form
from grognard.engine.record import canonical
from grognard.engine.refusal import Refusal, Refused
from grognard.hexes import HexError
from grognard.kit.deeds import Answer
from grognard.kit.forms import PlainField
from grognard.systems.wb95.air import prospects
from grognard.systems.wb95.air.missions import (
    ATTACKS_A_POINT,
    banks,
    targets,
    why_air,
    why_attacks,
    why_kind,
    why_target,
)
from grognard.systems.wb95.mission_kinds import KINDS
from grognard.systems.wb95.scenario import Wb
from grognard.systems.wb95.status import AIR, Air, Mission
from grognard.systems.wb95.words import call
from grognard.table.worded import Hand

SPOT = {"mission": "text", "air": "texts", "hexes": "texts"}
CROSSING = {"mission": "text", "air": "texts", "attacks": "counts"}
Row = dict[str, Any]
Plan = tuple[str, Any, tuple[int, ...]]
"""A kind, what it is aimed at, and how many counters of each sort fly it."""

AIMS = ("hexes", "attacks")
IDLE = 2
"""The random player flies nothing one time in so many."""


def available(game: Wb, side: str) -> dict[str, Air]:
    """The air units a side can still use this turn: granted for it and not yet used. [8.1.5]"""
    return {
        name: air
        for name, air in game.state[AIR].items()
        if air.side == side and air.from_turn <= game.turn <= air.to_turn and air.used != game.turn
    }


class MissionsField(PlainField):
    """Missions, each with its kind, its air units, and its hexes or attacks."""

    def hexes(self, value: Any) -> Iterable[str]:
        """Where they are flown."""
        return [label for row in value for key in AIMS for label in row.get(key, ())]

    def pieces(self, value: Any) -> Iterable[str]:
        """Who flies them."""
        return [name for row in value for name in row.get("air", ())]


@dataclass(frozen=True, slots=True)
class Orders:
    """The missions of a side, as they are written."""

    missions: Annotated[list[Row], MissionsField("maps")]


class Assign(Answer[Wb, Orders]):
    """Putting air units on missions, each on one at most. [8.1.3]"""

    do, rule, order = "assign", "8.1.2", Orders
    title, phrase = "Assign air missions", "{told}"
    hint = f"fly MISSION HEX, as fly support 2719; the missions: {', '.join(KINDS)}"
    aliases, sure = ("fly",), True

    def against(self, game: Wb, player: str, order: Orders) -> list[Refusal]:
        """Every mission by itself, and no air unit on two of them. [8.1.3]

        Any number of missions may have the same hex. [8.1.6]
        """
        refusals: list[Refusal] = []
        free = available(game, player)
        taken: list[str] = []
        for number, row in enumerate(order.missions, 1):
            found = _why_row(game, player, row, f"mission {number}", free)
            refusals.extend(found)
            if not found:
                taken.extend(row["air"])
        for name in sorted({name for name in taken if taken.count(name) > 1}):
            refusals.append(Refusal("8.1.3", f"{name} can fly one mission, not more"))
        return refusals

    def ways(self, game: Wb, player: str, actor: str) -> Iterator[Orders]:
        """No mission, then one, then more; among equal counters the first come first."""
        yield Orders([])
        sorts = _sorts(available(game, player))
        counts = tuple(len(names) for names in sorts)
        for size in range(1, sum(counts) + 1):
            for plans in _plans(game, player, sorts, counts, size, None):
                yield Orders(_written(game, sorts, plans))

    def sample(self, game: Wb, player: str, rng: random.Random) -> Action | None:
        """Some of the free counters on missions that can matter; often none at all."""
        free = list(available(game, player).items())
        rows: list[Row] = []
        if rng.randrange(IDLE):
            rng.shuffle(free)
            while free:
                group = [free.pop() for _ in range(rng.randint(1, len(free)))]
                row = _random_row(game, player, dict(group), rng)
                if row is not None:
                    rows.append(row)
        return self.written(game, Orders(rows))

    def typed(self, game: Wb, player: str, words: Sequence[str]) -> Orders:
        """Missions by kind and hexes, with the air units named or, if none is, all that are free.

        What is aimed at river crossings is written in full. [8.2.18]
        """
        rows: list[Row] = []
        free = list(available(game, player))
        for word in words:
            if word in KINDS:
                rows.append({"mission": word, "air": [], "hexes": []})
            elif rows and word in free:
                rows[-1]["air"].append(word)
            elif rows:
                rows[-1]["hexes"] += word.split("-")
            else:
                text = f"{word!r} is no mission; the missions are {', '.join(KINDS)}"
                raise Refused([Refusal("8.2.1", text)])
        named = [name for row in rows for name in row["air"]]
        idle = [name for name in free if name not in named]
        return Orders([{**row, "air": row["air"] or idle} for row in rows])

    # ---- put together by pointing

    def stake(self, game: Wb, player: str, order: Orders | None) -> Sequence[str]:
        """How many air units there are, and what becomes of what is written."""
        free = available(game, player)
        idle = [name for name in free if order is None or name not in flying(order)]
        points = " and ".join(str(free[name].sp) for name in idle)
        return (
            f"{len(idle)} of {len(free)} air units free{f', of {points} points' if idle else ''}",
            "each flies one mission; the enemy's are shown with yours, when both are written",
        )

    def at_hand(self, game: Wb, player: str, order: Orders | None) -> Sequence[str]:
        """The air units that can still be used this turn."""
        return list(available(game, player))

    def taken_up(self, game: Wb, player: str, order: Orders | None) -> Hand:
        """The first that has no mission yet; if there is but one, that one again."""
        busy, free = flying(order) if order else (), list(available(game, player))
        return free if len(free) == 1 else [name for name in free if name not in busy][:1]

    def additions(
        self, game: Wb, player: str, order: Orders | None, hand: Hand, h: int | None
    ) -> Iterator[Orders]:
        """Every mission of the air units in hand, at a hex or anywhere; one that every hex will do
        for is told once."""
        free = available(game, player)
        counters = [free[name] for name in hand if name in free]
        if not counters and h is not None:
            raise Refused([Refusal("8.1.3", "every air unit has its mission; take one up again")])
        for kind in KINDS if counters else ():
            if why_kind(game, player, kind) or why_air(kind, counters):
                continue
            aims = [(h,)] if KINDS[kind].aim == "any" and h is not None else None
            for aim in aims or targets(game, player, kind):
                if h is None or h in aim:
                    yield Orders([_row(game, kind, _attacks(kind, aim, counters), list(hand))])
                if KINDS[kind].aim == "any":
                    break

    def sort(self, game: Wb, part: Orders) -> str:
        """The kind of mission."""
        return KINDS[part.missions[0]["mission"]].title

    def anywhere(self, game: Wb, player: str, sort: str) -> bool:
        """Movement is disrupted wherever one likes."""
        return any(kind.title == sort and kind.aim == "any" for kind in KINDS.values())

    def part_words(self, game: Wb, part: Orders, names: Mapping[str, str]) -> str:
        """The mission."""
        return _told(game, part.missions[0])

    def worth(self, game: Wb, player: str, part: Orders) -> Sequence[str]:
        """What the mission would bring."""
        row = part.missions[0]
        strength = sum(game.state[AIR][name].sp for name in row["air"])
        return prospects.worth(game, row["mission"], strength, _spots(game, row))

    def doubts(self, game: Wb, player: str, part: Orders) -> Sequence[str]:
        """Where nobody could make use of it."""
        row = part.missions[0]
        return prospects.doubts(game, player, row["mission"], _spots(game, row))

    def details(self, game: Wb, order: Orders) -> Mapping[str, str]:
        """Mission by mission."""
        return {"told": "; ".join(_told(game, row) for row in order.missions) or "no missions"}


def flying(order: Orders) -> list[str]:
    """The air units that have a mission."""
    return [name for row in order.missions for name in row.get("air", ())]


def _spots(game: Wb, row: Row) -> list[int]:
    """The hexes of a mission."""
    return [game.board.hex(label) for key in AIMS for label in row.get(key, ())]


NO_MISSIONS: Action = {"do": Assign.do, "missions": []}


def _told(game: Wb, row: Row) -> str:
    """A mission in words: its kind, where, and who flies it."""
    where = "-".join(row["hexes"]) if "hexes" in row else ", ".join(row.get("attacks", ()))
    who = " and ".join(f"the {call(game, [name])}" for name in row["air"])
    kind = KINDS[row["mission"]].title if row["mission"] in KINDS else row["mission"]
    return f"{kind} at {where} with {who}"


def possible(game: Wb, side: str) -> bool:
    """Whether a side has anything to decide: a free air unit and a mission for it. [8.1.4]"""
    free = list(available(game, side).values())
    return any(_flyable(game, side, kind, free) for kind in KINDS)


def _flyable(game: Wb, side: str, kind: str, free: Sequence[Air]) -> bool:
    """Whether some of the air units can fly a kind of mission: all those fit for it together."""
    fit = [air for air in free if not _unfit(kind, air)]
    if not fit or why_kind(game, side, kind) or why_air(kind, fit):
        return False
    return bool(targets(game, side, kind))


def _unfit(kind: str, air: Air) -> bool:
    """Whether an air unit has no place on a kind of mission, however strong the others."""
    return any(refusal.rule != KINDS[kind].least_rule for refusal in why_air(kind, [air]))


# --- Reading ----------------------------------------------------------------------------------


def _why_row(game: Wb, side: str, row: Row, what: str, free: Mapping[str, Air]) -> list[Refusal]:
    """Every reason against one mission."""
    kind = row.get("mission")
    if not isinstance(kind, str) or kind not in KINDS:
        known = ", ".join(KINDS)
        return [Refusal("8.2.1", f"{what}: there is no mission {kind!r}; there are {known}")]
    refusals = check_form(CROSSING if kind == "crossing" else SPOT, row, what)
    if refusals:
        return refusals
    counters, refusals = _counters(game, row["air"], what, free)
    try:
        aim = _aim(game, row)
    except HexError as error:
        return [*refusals, Refusal("form", f"{what}: {error}")]
    refusals += why_kind(game, side, kind)
    if counters:
        refusals += why_air(kind, counters)
    if isinstance(aim, dict):
        refusals += why_attacks(game, aim, sum(air.sp for air in counters))
    else:
        refusals += why_target(game, side, kind, aim)
    return refusals


def _counters(
    game: Wb, names: list[str], what: str, free: Mapping[str, Air]
) -> tuple[list[Air], list[Refusal]]:
    """The air units of a mission; they must be the player's, and not used this turn. [8.1.5]"""
    refusals = []
    if not names:
        refusals.append(Refusal("8.1.2", f"{what} has no air unit; it takes at least one"))
    for name in names:
        if name not in free:
            known = ", ".join(free) or "none"
            text = f"{what}: {name!r} is not among your air units free this turn ({known})"
            refusals.append(Refusal("8.1.5", text))
    return [free[name] for name in names if name in free], refusals


def _aim(game: Wb, row: Row) -> dict[int, int] | tuple[int, ...]:
    """What a mission is aimed at: its hexes, or its attacks by hex."""
    if row["mission"] == "crossing":
        return {game.board.hex(label): count for label, count in row["attacks"].items()}
    return tuple(game.board.hex(label) for label in row["hexes"])


def missions_of(game: Wb, side: str, action: Action, until: int) -> list[Mission]:
    """The missions of an answer, in an order that does not depend on how it was written."""
    found = []
    for row in sorted(action["missions"], key=canonical):
        aim = _aim(game, row)
        spots = tuple(sorted(aim))
        attacks = tuple(sorted(aim.items())) if isinstance(aim, dict) else ()
        air = tuple(sorted(row["air"]))
        strength = sum(game.state[AIR][name].sp for name in air)
        found.append(Mission(side, row["mission"], strength, spots, air, until, attacks))
    return found


# --- Writing ----------------------------------------------------------------------------------


def _sorts(free: Mapping[str, Air]) -> list[list[tuple[str, Air]]]:
    """The free counters, those that are alike together. [8.1.1]"""
    sorts: dict[tuple[Any, ...], list[tuple[str, Air]]] = {}
    for name, air in free.items():
        sorts.setdefault((air.nation, air.sp, air.pool, air.to_turn), []).append((name, air))
    return list(sorts.values())


def _plans(
    game: Wb,
    side: str,
    sorts: list[list[tuple[str, Air]]],
    counts: tuple[int, ...],
    size: int,
    least: Plan | None,
) -> Iterator[tuple[Plan, ...]]:
    """Every set of so many missions within what is left of the counters, each set once."""
    for plan in _single(game, side, sorts, counts):
        if least is not None and plan < least:
            continue
        if size == 1:
            yield (plan,)
            continue
        left = tuple(have - used for have, used in zip(counts, plan[2], strict=True))
        for more in _plans(game, side, sorts, left, size - 1, plan):
            yield (plan, *more)


def _single(
    game: Wb, side: str, sorts: list[list[tuple[str, Air]]], counts: tuple[int, ...]
) -> Iterator[Plan]:
    """Every single mission within the counters."""
    for kind in KINDS:
        if why_kind(game, side, kind):
            continue
        aims = targets(game, side, kind)
        for load in product(*(range(count + 1) for count in counts)):
            flown = [sorts[i][0][1] for i, count in enumerate(load) for _ in range(count)]
            if not flown or not aims or why_air(kind, flown):
                continue
            if kind == "crossing":
                strength = sum(air.sp for air in flown)
                for attacks in _distributions(game, ATTACKS_A_POINT * strength):
                    yield kind, attacks, load
            else:
                for aim in aims:
                    yield kind, aim, load


def _distributions(game: Wb, attacks: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to assign attacks to connected hexes beside big rivers. [8.2.18]"""
    for hexes in _connected(game, attacks):
        for shares in _shares(attacks, len(hexes)):
            yield tuple(zip(hexes, shares, strict=True))


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to cut a number into so many parts of at least one."""
    if parts == 1:
        yield (total,)
        return
    for first in range(1, total - parts + 2):
        for rest in _shares(total - first, parts - 1):
            yield (first, *rest)


def _connected(game: Wb, most: int) -> Iterator[tuple[int, ...]]:
    """Every connected set of river banks of at most so many hexes, once each."""
    shores, board = banks(game), game.board

    def grow(chosen: list[int], edge: list[int], seen: frozenset[int]) -> Iterator[tuple[int, ...]]:
        yield tuple(sorted(chosen))
        if len(chosen) == most:
            return
        for place, h in enumerate(edge):
            new = [b for b in board.around(h) if b in shores and b > chosen[0] and b not in seen]
            yield from grow([*chosen, h], [*edge[place + 1 :], *new], seen.union(new))

    for root in shores:
        edge = [b for b in board.around(root) if b in shores and b > root]
        yield from grow([root], edge, frozenset((root, *edge)))


def _written(game: Wb, sorts: list[list[tuple[str, Air]]], plans: tuple[Plan, ...]) -> list[Row]:
    """The missions as an action has them: from each sort the next counters."""
    used = [0] * len(sorts)
    rows = []
    for kind, aim, load in plans:
        names = []
        for i, count in enumerate(load):
            names += [name for name, _ in sorts[i][used[i] : used[i] + count]]
            used[i] += count
        rows.append(_row(game, kind, aim, names))
    return rows


def _attacks(kind: str, aim: tuple[int, ...], flown: Sequence[Air]) -> Any:
    """What a mission is aimed at; attacks on a river crossing all at one hex."""
    if kind != "crossing":
        return aim
    return ((aim[0], ATTACKS_A_POINT * sum(air.sp for air in flown)),)


def _row(game: Wb, kind: str, aim: Any, names: list[str]) -> Row:
    label = game.board.label
    row: Row = {"mission": kind, "air": sorted(names)}
    if kind == "crossing":
        return {**row, "attacks": {label(h): count for h, count in aim}}
    return {**row, "hexes": [label(h) for h in aim]}


def _random_row(game: Wb, side: str, group: Mapping[str, Air], rng: random.Random) -> Row | None:
    """One mission for a group of counters that can matter in the phases to come."""
    flown = list(group.values())
    moves_next = game.scenario.sides[game.clock.step // 6] == side
    idle: tuple[str, ...] = ("defence", "disrupt", "crossing") if moves_next else ("support",)
    if game.options["air-missions"] == "end-of-turn" and game.clock.step == 0:
        idle = ()  # both sides have phases to come in which these count
    kinds = [
        kind
        for kind in KINDS
        if kind not in idle and not why_kind(game, side, kind) and not why_air(kind, flown)
    ]
    rng.shuffle(kinds)
    for kind in kinds:
        aims = targets(game, side, kind)
        if aims:
            return _row(game, kind, _attacks(kind, rng.choice(aims), flown), list(group))
    return None
