"""The bench of GOSS in the Ardennes: reach, observation and supply after a move, odds, play by
chance, and player turns of the staff.

Our reach is the rule's own function, with halts, works, crowded roads, supply and hidden enemies;
what it is compared with searches a graph in which the costs have been worked out beforehand.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

import networkx as nx

from bench.measuring import Result, best_of, chess_moves, random_decisions, undisturbed
from grognard import library
from grognard.board import kernel
from grognard.engine.decision import Action
from grognard.engine.fork import fork
from grognard.engine.game import Game
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.systems.goss.movement.eligible import unable
from grognard.systems.goss.movement.land import Land, land
from grognard.systems.goss.movement.marching import start_nodes
from grognard.systems.goss.movement.parties import courses, parties
from grognard.systems.goss.movement.reach import reach
from grognard.systems.goss.observation.lookouts import Lookouts
from grognard.systems.goss.pieces.stacks import on_map
from grognard.systems.goss.proof.positions import at, position, unit
from grognard.systems.goss.scenario import Gs
from grognard.systems.goss.supply.traces import supply_of
from grognard.systems.goss.system import GOSS
from grognard.systems.goss.units import UNITS, Unit

BOOK = "goss"

WACHT, VITH = "goss/wacht-am-rhein", "goss/st-vith"
AXIS, ALLIED = "axis", "allied"
MOVEMENT = "moves"
END: Action = {"do": "end"}
DECISIONS = 2000
MOVES = 12
"""After how many moves it is asked where everybody can go, who sees what, and who is supplied."""
AT_ONCE = 0.05
"""Seconds that exact odds may take at most."""
PATIENCE = {WACHT: 30.0, VITH: 8.0}
"""Seconds that a player turn of the staff may take at most."""


@cache
def scenario_of(name: str) -> Any:
    """A scenario, read once: what never changes in it is worked out once for all its games."""
    return library.find_scenario(name, {})[1]


def begun(name: str, seed: int = 1) -> Gs:
    """A game of it."""
    return Game(GOSS, scenario_of(name), seed=seed)


def marching(name: str) -> Gs:
    """A game in which the Axis is about to move for the first time."""
    game = begun(name)
    rng = random.Random(1)
    while game.segment.kind != MOVEMENT or game.to_act != AXIS:
        player = game.to_act or ""
        ask = game.open_asks()[0]
        action = END if not game.why(player, END) else ask.default or game.sample(player, rng)
        game.play(player, action or END)
    return game


def moved(game: Gs, rng: random.Random) -> None:
    """One of the Axis' moves by chance."""
    while (action := game.sample(AXIS, rng) or {})["do"] != "move":
        pass
    game.play(AXIS, action)


# ---- reach


def bench_reach(name: str = "", moves: int = MOVES) -> list[Result]:
    """Where every unit that may still move can go after each of some moves, with everything that
    the rules look at on the way; and the search alone, for all of them at once, against networkx's
    Dijkstra with a cut-off. Both of these have the same costs, worked out beforehand."""
    game, rng = marching(name or WACHT), random.Random(1)
    whole = alone = theirs = 0.0
    count = 0
    for _ in range(moves):
        moved(game, rng)
        names = [n for n in on_map(game, AXIS) if unable(game, n) is None]
        cases, crowds = list(peers(game, names)), list(crowded(game, names))
        whole += best_of(1, partial(_by_the_rules, game, names))
        alone += best_of(2, partial(_at_once, crowds))
        theirs += best_of(2, partial(_one_by_one, cases))
        count += len(cases)
    return [
        Result("GOSS: reach of a unit after a move, by all the rules", "s", whole / count),
        Result(
            "GOSS: the same, the search alone / networkx Dijkstra",
            "s", alone / count, theirs / count, theirs / alone, 10,
        ),
    ]  # fmt: skip


def _by_the_rules(game: Gs, names: list[str]) -> None:
    for name in names:
        reach(game, (name,), AXIS)


def _at_once(crowds: list[tuple[Land, list[tuple[int, int, bool]]]]) -> None:
    for there, who in crowds:
        kernel.searches(there.steps, who, there.shut, there.stop, there.extra)


def _one_by_one(cases: list[tuple[Any, str, int]]) -> None:
    for graph, source, budget in cases:
        nx.single_source_dijkstra(graph, source, cutoff=budget)


def setting_out(game: Gs, names: list[str]) -> Iterator[tuple[str, Land, Sequence[int], int]]:
    """Each course of each unit: the land that it finds, where it begins, what it has left."""
    for name in names:
        for party in parties(game, (name,), False, frozenset()):
            for number, course in enumerate(courses(game, party, AXIS)):
                there = land(game, party, course, AXIS)
                nodes = start_nodes(game, party, there.net)
                yield f"{name} {number}", there, nodes, course.left


def crowded(game: Gs, names: list[str]) -> Iterator[tuple[Land, list[tuple[int, int, bool]]]]:
    """Those who find the same land: from which node each sets out, and with what."""
    found: dict[int, tuple[Land, list[tuple[int, int, bool]]]] = {}
    for _, there, nodes, left in setting_out(game, names):
        crowd = found.setdefault(id(there), (there, []))[1]
        crowd.append((nodes[0], left, False))
    yield from found.values()


def peers(game: Gs, names: list[str]) -> Iterator[tuple[Any, str, int]]:
    """For each course of each unit the graph of what is open to it, its own node in it, and what it
    has left. Units that find the same land share a graph."""
    graphs: dict[int, tuple[Land, Any]] = {}
    for source, there, nodes, left in setting_out(game, names):
        if id(there) not in graphs:
            graphs[id(there)] = there, _graph(there)
        graph = graphs[id(there)][1]
        graph.add_weighted_edges_from(
            (source, b, cost + int(there.extra[b]))
            for b, cost in there.steps[nodes[0]]
            if not there.shut[b]
        )
        if source in graph:
            yield graph, source, left


def _graph(there: Land) -> Any:
    graph: Any = nx.DiGraph()
    for a, out in enumerate(there.steps):
        if not there.stop[a]:
            graph.add_weighted_edges_from(
                (a, b, cost + int(there.extra[b])) for b, cost in out if not there.shut[b]
            )
    return graph


# ---- after a move


def bench_after_a_move(name: str = "", moves: int = MOVES) -> list[Result]:
    """Who sees what, and who is supplied, kept up after a move, against the same worked out afresh
    from the State."""
    game, rng = marching(name or WACHT), random.Random(1)
    seen = looked = kept = traced = 0.0
    supplied(game)
    for _ in range(moves):
        before = dict(game.state[UNITS])
        moved(game, rng)
        index, fresh = Lookouts.of(game), fork(game)
        changed = [(n, before[n], u) for n, u in game.state[UNITS].items() if before[n] is not u]
        seen += best_of(1, partial(followed, index, changed)) / 2
        looked += best_of(1, partial(index.rebuild, game.state))
        kept += best_of(1, partial(supplied, game))
        traced += best_of(1, partial(supplied, fresh))
    return [
        Result(
            "GOSS: observation after a move / afresh",
            "s", seen / moves, looked / moves, looked / seen, 10,
        ),
        Result(
            "GOSS: supply of all units after a move / afresh",
            "s", kept / moves, traced / moves, traced / kept, 10,
        ),
    ]  # fmt: skip


def followed(index: Lookouts, changed: list[tuple[str, Unit, Unit]]) -> None:
    """Take units back to where they were, and follow them again."""
    for name, old, new in changed:
        index.change(UNITS.name, name, new, old)
        index.change(UNITS.name, name, old, new)


def supplied(game: Gs) -> int:
    """How many units of the Axis have a path of supply."""
    return sum(supply_of(game, name) is not None for name in on_map(game, AXIS))


# ---- odds


def bench_odds() -> list[Result]:
    """The exact odds of a fire mission of ten volleys, and of a ground assault with artillery
    shifts, armor, reserves and leaders in it."""
    cases = {"a mission of ten volleys": volleys(), "a ground assault": assault()}
    return [
        Result(f"GOSS: exact odds of {what}", "s", best_of(3, partial(_odds, *case)), goal=AT_ONCE)
        for what, case in cases.items()
    ]


def _odds(game: Gs, player: str, action: Action) -> None:
    game.odds(action, player)


def volleys() -> tuple[Gs, str, Action]:
    """Ten battalions of artillery that fire at a battalion in the woods."""
    div = {"formation": "1 Div", "corps": "VII", "army": "First"}
    guns = [
        unit(f"ua{n}", (-2, 0), "art", battery=True, barrage=8, range=9, **div) for n in range(10)
    ]
    game = position(
        unit("u1", (0, 0), mode="PA", **div), unit("g1", (1, 0)), *guns,
        unit("uhq", (-8, 0), "hq:div", **div),
        unit("ucorps", (-9, 0), "hq:corps", corps="VII", army="First"),
        side=ALLIED, segment="offensive-fire", headquarters={"ucorps": {"adv": 5}},
        armies={"First": {"side": ALLIED, "adv": 5, "amp": 4, "fp": 0, "tp": 4, "pss": []}},
    )  # fmt: skip
    aimed = {f"ua{n}": 8 for n in range(10)}
    return game, ALLIED, {"do": "barrage", "hex": at(1, 0), "guns": aimed, "spotter": "u1"}


def assault() -> tuple[Gs, str, Action]:
    """Three battalions, one of them of tanks, against two in a town."""
    game = position(
        unit("g1", (0, 1), values="8-6", mode="PA"), unit("g2", (0, 1), "pz5", mode="PA"),
        unit("g3", (-1, 1), values="6-6", mode="PA"), unit("u1", (0, 0), values="6-6"),
        unit("u2", (0, 0), "m4"), terrain={(0, 0): "woods"}, works={(0, 0): "IP"},
        segment="assaults",
    )  # fmt: skip
    return game, AXIS, {"do": "assault", "units": ["g1", "g2", "g3"], "hex": at(0, 0)}


# ---- play


def bench_play(decisions: int = DECISIONS) -> Result:
    """Random decisions a second in St. Vith, against random moves a second in python-chess."""

    def begin() -> Gs:
        return begun(VITH)

    random_decisions(begin, decisions // 10)
    mine = decisions / min(random_decisions(begin, decisions) for _ in range(2))
    theirs = decisions / min(chess_moves(decisions) for _ in range(3))
    name = "random decisions / python-chess moves, on St. Vith"
    return Result(name, "1/s", mine, theirs, mine / theirs, 0.04)


def bench_staff(turns: int = 1) -> list[Result]:
    """The staff against itself: the longest player turn, with whatever both sides do in it."""
    return [
        Result(
            f"GOSS: the longest player turn of the staff, {scenario_of(name).title}", "s",
            max(player_turns(begun(name), turns)), goal=goal,
        )
        for name, goal in PATIENCE.items()
    ]  # fmt: skip


def player_turns(game: Gs, turns: int) -> list[float]:
    """The time that each player turn of the staff against itself takes; the joint phases before it
    are counted with the first."""
    players = {side: Staff() for side in game.scenario.sides}
    taken: dict[tuple[int, str], float] = {}
    with undisturbed():
        while (player := game.to_act) is not None and game.turn <= turns:
            key = game.turn, game.segment.stretch
            start = time.perf_counter()
            game.play(player, players[player].choose(Seat(game, player)))
            taken[key] = taken.get(key, 0.0) + time.perf_counter() - start
    return [*taken.values()]


def run() -> list[Result]:
    """Every figure of the Ardennes."""
    return [*bench_reach(), *bench_after_a_move(), *bench_odds(), bench_play(), *bench_staff()]
