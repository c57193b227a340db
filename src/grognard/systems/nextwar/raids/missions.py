"""Sending special operations forces out, and what comes of it. [20.1.2] [20.2] [20.3]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grognard.engine.decision import Action, Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hexes, Piece, Word
from grognard.systems.nextwar import dice
from grognard.systems.nextwar.air import rebasing
from grognard.systems.nextwar.airpower.collateral import roll_now
from grognard.systems.nextwar.damage.strikes import (
    X,
    hit_bridge,
    hit_ship,
    hit_site,
    hit_unit,
    interdict,
)
from grognard.systems.nextwar.detection.electronic import mark
from grognard.systems.nextwar.detection.seen import detected
from grognard.systems.nextwar.naval.detecting import in_port
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.raids.pointing import MEANT, Pointed, marker, target_words
from grognard.systems.nextwar.raids.reckoning import column, modifiers, survival, table_of
from grognard.systems.nextwar.raids.status import BANDS, TASKS, Band, Task
from grognard.systems.nextwar.raids.targets import (
    BRIDGE,
    HELO,
    INTERDICTION,
    RAID,
    RECON,
    SITE,
    TARGETING,
    UNIT,
    VESSEL,
    Goal,
    goals,
    sort_of,
    spot,
    why_not,
)
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.status import SIDES, SITES
from grognard.systems.nextwar.units import UNITS
from grognard.systems.nextwar.words import called
from grognard.table.worded import Hand

HITS = {"1": 1, "2": 2, "X": X}
NOTHING = "-"
LAST_CALL = "once one mission is rolled for, nobody more can be sent out in this phase [20.1.2]"


# ---- markers


def nations(game: Nw, side: str) -> list[str]:
    """The nations of a side that have special operations forces. [20.1.1]"""
    return [nation for nation, raiders in game.scenario.raiders.items() if raiders.side == side]


def used(game: Nw, nation: str) -> int:
    """The markers of a nation that have been on a mission this turn, and rest. [20.3]"""
    band = game.state[BANDS][nation]
    return band.used if band.used_in == game.turn else 0


def available(game: Nw, nation: str) -> int:
    """The markers of a nation that may be sent out. [20.0] [20.1.1]"""
    out = sum(task.nation == nation and not task.done for task in game.state[TASKS].values())
    return game.state[BANDS][nation].strength - used(game, nation) - out


def pending(game: Nw, side: str) -> list[str]:
    """The missions of a side in this phase that are not resolved yet."""
    tasks = game.state[TASKS]
    return [
        key
        for key, task in tasks.items()
        if task.side == side and task.serial == game.serial and not task.done
    ]


# ---- allocation


@dataclass(frozen=True, slots=True)
class Assignment:
    """A nation's marker, its mission and its target; `hexes` of a bridge or a hex to interdict."""

    nation: Word
    mission: Word
    target: Piece
    hexes: Hexes = ()

    @property
    def goal(self) -> Goal:
        """The mission without the marker."""
        return Goal(self.mission, self.target, self.hexes)


class Assign(Pointed[Assignment]):
    """Sending a marker of special operations forces on a mission. [20.1.2]"""

    do, rule, order = "assign", "20.1.2", Assignment
    title, plural = "Send special operations forces", "missions of special forces"
    phrase = "{nation} {mission}: {target}"

    def sent(self, game: Nw, order: Assignment) -> tuple[str, Goal] | None:
        """As it is written."""
        return order.nation, order.goal

    def said(self, game: Nw, action: Action, names: Mapping[str, str]) -> Mapping[str, str]:
        """The target by its name."""
        words = target_words(game, self.order_of(game, action).goal, names)
        return {**super().said(game, action, names), "target": words, "hexes": ""}

    def at_hand(self, game: Nw, player: str, order: Assignment | None) -> Sequence[str]:
        """A marker of each nation that has one left. [20.1.1]"""
        return [marker(nation) for nation in nations(game, player) if available(game, nation) > 0]

    def taken_up(self, game: Nw, player: str, order: Assignment | None) -> Hand:
        """Nobody: whoever takes a marker up is offered what has no place."""
        return ()

    def stake(self, game: Nw, player: str, order: Assignment | None) -> Sequence[str]:
        """How many markers there are, and what they can do. [20.1.1]"""
        left = (
            f"{available(game, nation)} of {game.state[BANDS][nation].strength} markers of the "
            f"{nation} can be sent out [20.1.1]"
            for nation in nations(game, player)
            if game.state[BANDS][nation].strength
        )
        return (*left, *MEANT)

    def additions(
        self, game: Nw, player: str, order: Assignment | None, hand: Hand, h: int | None
    ) -> Iterator[Assignment]:
        """Every mission in a hex; without one, every mission there is."""
        found = self.ways(game, player, "") if self.actors(game, player) else iter(())
        for one in found:
            if hand and marker(one.nation) not in hand and one.target not in hand:
                continue
            if (h is None or spot(game, one.goal) == h) and not self.against(game, player, one):
                yield one

    def against(self, game: Nw, player: str, order: Assignment) -> list[Refusal]:
        """There is a marker, no mission has been resolved yet, and the target is one for it.

        [20.1]
        """
        if order.nation not in nations(game, player):
            known = ", ".join(nations(game, player)) or "nobody"
            return [Refusal("20.1.1", f"{player} has such forces of {known}, not {order.nation}")]
        if resolving(game, player):
            text = "all missions are allocated before any is resolved"
            return [Refusal("20.1.2", text)]
        if available(game, order.nation) <= 0:
            return [Refusal("20.1.1", f"no marker of the {order.nation} is available")]
        return why_not(game, player, order.goal)

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """One nameless actor while a marker is left."""
        ready = any(available(game, nation) > 0 for nation in nations(game, player))
        return ("",) if ready and not resolving(game, player) else ()

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Assignment]:
        """Every mission of every nation that has a marker."""
        ready = [nation for nation in nations(game, player) if available(game, nation) > 0]
        for goal in goals(game, player) if ready else ():
            for nation in ready:
                yield Assignment(nation, goal.mission, goal.target, goal.hexes)

    def at(self, game: Nw, player: str, h: int) -> Iterator[Assignment]:
        """Every mission in a hex."""
        for order in self.ways(game, player, ""):
            if spot(game, order.goal) == h:
                yield order

    def carry_out(self, game: Nw, player: str, order: Assignment) -> None:
        """Put the marker on its target. [20.1.2]"""
        key = f"raid-{len(game.state[TASKS]) + 1}"
        task = Task(
            player, order.nation, order.mission, order.target, order.hexes, game.turn, game.serial
        )  # fmt: skip
        game.put(TASKS, key, task)
        game.emit(Event("raid-assigned", "20.1.2", {**facts_of(game, task), "task": key}))


def resolving(game: Nw, side: str) -> bool:
    """Whether a side has resolved a mission in this phase already. [20.1.2]"""
    tasks = game.state[TASKS].values()
    return any(t.side == side and t.serial == game.serial and t.done for t in tasks)


def facts_of(game: Nw, task: Task) -> dict[str, object]:
    """What is told of a mission."""
    found: dict[str, object] = {
        "side": task.side, "nation": task.nation, "mission": task.mission, "target": task.target,
    }  # fmt: skip
    h = spot(game, goal_of(task))
    return {**found, "hex": game.board.label(h)} if h >= 0 else found


def goal_of(task: Task) -> Goal:
    """The mission of a task."""
    return Goal(task.mission, task.target, task.hexes)


# ---- resolution


@dataclass(frozen=True, slots=True)
class Resolution:
    """A mission that was allocated."""

    task: Word


class Resolve(Pointed[Resolution]):
    """Resolving a mission, in whatever order one likes. [20.2.2]"""

    do, rule, order, stakes = "resolve-raid", "20.2", Resolution, "dice"
    title, phrase, plural = "Resolve a mission", "{task}", "outcomes of missions"

    def sent(self, game: Nw, order: Resolution) -> tuple[str, Goal] | None:
        """As it was allocated."""
        task = game.state[TASKS].get(order.task)
        return None if task is None else (task.nation, goal_of(task))

    def said(self, game: Nw, action: Action, names: Mapping[str, str]) -> Mapping[str, str]:
        """The mission in words."""
        sent = self.sent(game, self.order_of(game, action))
        if sent is None:
            return super().said(game, action, names)
        nation, goal = sent
        return {"task": f"{nation} {goal.mission}: {target_words(game, goal, names)}"}

    def at_hand(self, game: Nw, player: str, order: Resolution | None) -> Sequence[str]:
        """The markers that are out: one points at where they are, or takes them up."""
        tasks = game.state[TASKS]
        return list(dict.fromkeys(marker(tasks[key].nation) for key in pending(game, player)))

    def taken_up(self, game: Nw, player: str, order: Resolution | None) -> Hand:
        """Nobody, for the same reason."""
        return ()

    def stake(self, game: Nw, player: str, order: Resolution | None) -> Sequence[str]:
        """That it is the end of sending out."""
        return () if resolving(game, player) else (LAST_CALL,)

    def against(self, game: Nw, player: str, order: Resolution) -> list[Refusal]:
        """It is one's own, not resolved yet, and its target has been found. [20.1.2]"""
        if order.task not in pending(game, player):
            return [Refusal("20.1.2", f"{order.task!r} is no mission that waits to be resolved")]
        return hopeless(game, player, game.state[TASKS][order.task])

    def actors(self, game: Nw, player: str) -> Sequence[str]:
        """One nameless actor while a mission waits."""
        return ("",) if pending(game, player) else ()

    def ways(self, game: Nw, player: str, actor: str) -> Iterator[Resolution]:
        """Every mission that waits."""
        yield from map(Resolution, pending(game, player))

    def carry_out(self, game: Nw, player: str, order: Resolution) -> Procedure:
        """The roll, what comes of it, and whether the marker survives. [20.2] [20.3]"""
        task = game.state[TASKS][order.task]
        yield from carried_out(game, task)
        came_back(game, order.task)


def hopeless(game: Nw, side: str, task: Task) -> list[Refusal]:
    """Why a mission cannot be rolled for now: its unit has not been found [20.1.2], or its ship has
    left the port that others wrecked. [20.1.3-9]"""
    goal, sort = goal_of(task), sort_of(game, goal_of(task))
    sailed = sort == VESSEL and not in_port(game, goal.target)
    if sailed or (sort in (UNIT, HELO, VESSEL) and spot(game, goal) < 0):
        return [Refusal("20.1.2", f"{called(game, goal.target)} is not there any more")]
    if sort != UNIT or goal.mission == RECON or detected(game, side, goal.target):
        return []
    return [Refusal("20.1.2", f"{called(game, goal.target)} has not been found")]


def carried_out(game: Nw, task: Task) -> Procedure:
    """Roll in the mission's column, and apply what it says. [20.2.1-p2] [20.2.2] [20.2.3]"""
    goal = goal_of(task)
    tally, head = modifiers(game, task.side, goal), column(game, goal)
    shown, result = dice.on_table(game, table_of(goal), head, tally)
    told = {"column": head, "result": result, "success": result != NOTHING}
    rule = {RAID: "20.2.1-p2", RECON: "20.2.2"}.get(task.mission, "20.2.3")
    dice.show(game, "raid", rule, facts_of(game, task) | told, shown, tally)
    if result == NOTHING:
        return
    if task.mission == RECON:
        mark(game, task.target)  # [20.2.2] [21.4]
    elif task.mission == TARGETING:
        put_target(game, task)
    else:
        yield from strike(game, task, result)


def put_target(game: Nw, task: Task) -> None:
    """Put a Target marker, as good as the nation's, on a unit or a site for the turn. [20.2.3]"""
    table = game.scenario.tables["sof-targeting-marker"]
    number = abs(int(table.cell(task.nation, "marker").value)) if task.nation in table.rows else 1
    if sort_of(game, goal_of(task)) == UNIT:
        unit = replace(unit_of(game, task.target), targeted=game.turn, target=number)
        game.put(UNITS, task.target, unit)
    else:
        site = replace(game.state[SITES][task.target], targeted=game.turn, target=number)
        game.put(SITES, task.target, site)


def strike(game: Nw, task: Task, result: str) -> Procedure:
    """The result of a raid counts at once. [20.2.1-p2]"""
    goal, rule = goal_of(task), "20.2.1-p2"
    sort = sort_of(game, goal)
    if sort == UNIT:
        hit_unit(game, task.target, HITS[result], rule)
    elif sort == HELO:
        rebasing.lose_step(game, task.target, rule)  # [27.5] one step, whatever the result
    elif sort == VESSEL:
        yield from hit_ship(game, task.target, HITS[result], rule)
    elif sort == BRIDGE:
        key = game.scenario.ground.side_key(*task.hexes)
        hit_bridge(game, key, HITS[result], "27.10.1.1", task.side)
    elif sort == INTERDICTION:
        interdict(game, task.hexes[0], HITS[result], "23.4.4")
    elif sort == SITE:
        yield from hit_site(game, task.target, HITS[result], rule)
        yield from roll_now(game, task.target)  # [27.7.4-p1] collateral damage, at once
    else:
        lower(game, game.scenario.other(task.side), task.target, int(result))


def lower(game: Nw, side: str, track: str, by: int) -> None:
    """A track of a side falls, or some of its theater weapons are lost. [20.2.1.1] [20.2.1.2]"""
    status = game.state[SIDES][side]
    now = max(0, getattr(status, track) + by)
    game.put(SIDES, side, replace(status, **{track: now}))
    facts = {"side": side, "track": track, "level": now}
    game.emit(Event("track", "20.2.1.1", facts, outcome=True))


# ---- survival


def came_back(game: Nw, key: str) -> None:
    """Roll whether the marker of a mission survives; then it rests until the Reorganization Phase.
    [20.3]"""
    task = game.state[TASKS][key]
    tally = survival(game, task.nation, goal_of(task))
    shown, fate = dice.on_table(game, "sof-survival", "result", tally)
    lives = fate == "survives"
    facts = {"side": task.side, "nation": task.nation, "mission": task.mission, "survives": lives}
    dice.show(game, "raiders-return", "20.3", facts, shown, tally)
    game.put(TASKS, key, replace(task, done=True))
    band, resting = game.state[BANDS][task.nation], used(game, task.nation)
    if lives:
        new = replace(band, used=resting + 1, used_in=game.turn)
    else:
        new = replace(band, strength=band.strength - 1, eliminated=band.eliminated + 1)
    game.put(BANDS, task.nation, new)


def stragglers(game: Nw) -> None:
    """Who was sent out and could do nothing must come back all the same. [20.3]"""
    for side in game.scenario.sides:
        for key in pending(game, side):
            came_back(game, key)


# ---- reinforcements


def reinforce(game: Nw) -> None:
    """New markers come, as many as the counter mix has left; the others are lost. [20.4]"""
    for nation, raiders in game.scenario.raiders.items():
        due = raiders.arrivals.get(game.turn, 0)
        if due:
            bring(game, nation, due)


def bring(game: Nw, nation: str, due: int) -> None:
    """Bring markers that are not in play yet, then eliminated ones. [20.4]"""
    band: Band = game.state[BANDS][nation]
    most = game.scenario.raiders[nation].most
    came = min(due, most - band.strength)
    fresh = most - band.strength - band.eliminated
    back = max(0, came - fresh)
    new = replace(band, strength=band.strength + came, eliminated=band.eliminated - back)
    game.put(BANDS, nation, new)
    facts = {"side": game.scenario.raiders[nation].side, "nation": nation, "came": came,
             "lost": due - came}  # fmt: skip
    game.emit(Event("raiders-arrive", "20.4", facts))
