"""The bench of Next War on the map of Korea: reach, play by chance, odds, and turns of the staff.

Our reach is the rule's own function, with zones of control, roads that are closed, bridges that are
down and cities that must be cleared; what it is compared with searches a graph in which all of that
has been worked out beforehand.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any

import networkx as nx

from bench.measuring import Result, best_of, chess_moves, random_decisions, undisturbed
from grognard import library
from grognard.board.sketch import sketch
from grognard.engine.decision import Action
from grognard.engine.game import Game
from grognard.engine.refusal import Refusal
from grognard.kit.ways import Country
from grognard.players.seat import Seat
from grognard.players.staff import Staff
from grognard.systems.nextwar.movement.eligible import unable
from grognard.systems.nextwar.movement.marching import March, march, stride
from grognard.systems.nextwar.movement.reach import country, routes
from grognard.systems.nextwar.pieces.stacks import on_map
from grognard.systems.nextwar.pieces.values import unit_of
from grognard.systems.nextwar.scenario import Nw
from grognard.systems.nextwar.system import NEXTWAR

BOOK = "nextwar"

KOREA, SEOUL = "nextwar/korea", "nextwar/seoul"
DECISIONS = 2000
NORTH, SOUTH = "dprk", "allied"
MOVEMENT = "init-move"
Crowd = tuple[Country, list[tuple[int, int, bool]]]
"""Units that find the map the same: how each sets out."""
MOVES, ROUNDS = 12, 3
"""After how many moves reach is asked for, and in how many games."""
WITHIN, AT_ONCE = 15.0, 0.05
"""Seconds that a turn of the staff and the odds of a combat may take at most."""


@cache
def scenario_of(name: str, kind: str) -> Any:
    """A scenario, read once: what never changes in it is worked out once for all its games."""
    _, scenario = library.find_scenario(name, {"game": kind})
    return scenario


def begun(name: str, kind: str = "standard", seed: int = 1) -> Nw:
    """A game of it."""
    return Game(NEXTWAR, scenario_of(name, kind), seed=seed)


def marching(name: str = "", seed: int = 1) -> Nw:
    """A game in which the North is about to move for the first time."""
    game = begun(name or KOREA, seed=seed)
    while game.segment.kind != MOVEMENT or game.to_act != NORTH:
        player = game.to_act or ""
        game.play(player, next(iter(game.legal(player))))
    return game


# ---- reach


def bench_reach(name: str = KOREA, moves: int = MOVES) -> list[Result]:
    """Where each of a side's units can go after each of its moves, against networkx's Dijkstra with
    a cut-off; and the search alone, with what steps cost worked out beforehand for both.

    All give what every hex costs and the way there.
    """
    mine = min(_by_the_rules(marching(name, seed), moves) for seed in range(1, ROUNDS + 1))
    found = [_searches(marching(name, seed), moves) for seed in range(1, ROUNDS + 1)]
    alone, theirs = map(min, zip(*found, strict=True))
    return [
        Result(
            "Next War: reach of a unit after a move, among zones and cities / networkx Dijkstra",
            "s", mine, theirs, theirs / mine, 10,
        ),
        Result(
            "Next War: the same, the search alone / networkx Dijkstra",
            "s", alone, theirs, theirs / alone, 10,
        ),
    ]  # fmt: skip


def _by_the_rules(game: Nw, moves: int) -> float:
    """Seconds for the reach of a unit, when all are asked for after each of some moves.

    What has been found is kept, so it is asked for once.
    """
    taken, number, rng = 0.0, 0, random.Random(1)
    for name in on_map(game, NORTH):  # as whoever is about to move looks at the map
        routes(game, name)
    with undisturbed():
        for _ in range(moves):
            _move(game, rng)
            names = on_map(game, NORTH)
            start = time.perf_counter()
            for name in names:
                routes(game, name)
            taken += time.perf_counter() - start
            number += sum(bool(routes(game, name).costs) for name in names)  # as with the peer
    return taken / number


def _searches(game: Nw, moves: int) -> tuple[float, float]:
    """The same after the same moves for our search alone, and for networkx's."""
    alone = theirs = 0.0
    number, rng = 0, random.Random(1)
    for _ in range(moves):
        _move(game, rng)
        cases = list(peers(game, on_map(game, NORTH)))
        crowds = _crowds(game, [name for _, name, _ in cases])
        alone += best_of(2, partial(_searched_at_once, crowds))
        theirs += best_of(2, partial(_searched, cases))
        number += len(cases)
    return alone / number, theirs / number


def _move(game: Nw, rng: random.Random) -> None:
    """One of the side's moves by chance."""
    while (action := game.sample(NORTH, rng) or {})["do"] != "move":
        pass
    game.play(NORTH, action)


def _crowds(game: Nw, names: list[str]) -> list[Crowd]:
    """Units by the country that they find, each with its hex and what it has left."""
    found: dict[int, Crowd] = {}
    for m in (march(game, name) for name in names):
        land = country(game, m)
        found.setdefault(id(land), (land, []))[1].append((m.hex, m.left, m.fresh))
    return list(found.values())


def _searched_at_once(crowds: list[Crowd]) -> None:
    for land, who in crowds:
        land.routes_each(who)


def _searched(cases: list[tuple[Any, str, int]]) -> None:
    for graph, name, budget in cases:
        nx.single_source_dijkstra(graph, name, cutoff=budget)


def peers(game: Nw, names: list[str]) -> Iterator[tuple[Any, str, int]]:
    """For each unit the graph of what is open to it, its own node in it, and what it has left.

    Units alike share a graph. A unit's node leads to its first steps, as it may leave a zone of
    control by other rules than those by which it goes on.
    """
    graphs: dict[Any, Any] = {}
    for name in names:
        if unable(game, name) is not None or unit_of(game, name).clearing:
            continue
        m = march(game, name)
        kind = m.mobility, m.light
        if kind not in graphs:
            graphs[kind] = _graph(game, m)
        for b in game.board.around(m.hex):
            step = stride(game, m, b, last=False)
            if not isinstance(step, Refusal):
                graphs[kind].add_edge(name, b, weight=step.cost)
        if name in graphs[kind]:
            yield graphs[kind], name, m.left


def _graph(game: Nw, m: March) -> Any:
    """The steps of a class without those that enemies and their zones forbid."""
    land = country(game, m)
    graph: Any = nx.DiGraph()
    graph.add_nodes_from(range(game.board.n))
    stop, extra = land.stop or bytes(game.board.n), land.extra
    for a, out in enumerate(land.steps):
        if not stop[a]:
            open_ = ((b, cost + (extra[b] if extra else 0)) for b, cost in out if not land.shut[b])
            graph.add_weighted_edges_from((a, b, cost) for b, cost in open_)
    return graph


# ---- play


def bench_play(decisions: int = DECISIONS) -> Result:
    """Random decisions a second in Seoul, against random moves a second in python-chess."""

    def begin() -> Nw:
        return begun(SEOUL)

    random_decisions(begin, decisions // 10)
    mine = decisions / min(random_decisions(begin, decisions) for _ in range(2))
    theirs = decisions / min(chess_moves(decisions) for _ in range(3))
    name = "random decisions / python-chess moves, on Seoul"
    return Result(name, "1/s", mine, theirs, mine / theirs, 0.06)


def bench_staff(turns: int = 1, name: str = KOREA) -> list[Result]:
    """Turns of the staff against itself, in either game: what both sides take for one."""
    title = name.partition("/")[2].title()
    return [
        Result(
            f"staff against staff, a turn of {title}, {kind.title()}", "s",
            staff_turns(begun(name, kind), turns) / turns, goal=WITHIN,
        )
        for kind in ("standard", "advanced")
    ]  # fmt: skip


def staff_turns(game: Nw, turns: int) -> float:
    """The time of so many turns of the staff against itself."""
    players = {side: Staff() for side in game.scenario.sides}
    with undisturbed():
        start = time.perf_counter()
        while (player := game.to_act) is not None and game.turn <= turns:
            game.play(player, players[player].choose(Seat(game, player)))
        return time.perf_counter() - start


# ---- odds


def bench_odds() -> Result:
    """The exact odds of a combat: Air Points and helicopters on both sides, through air defenses,
    guns, and whatever the defender may add."""
    game, action = supported()
    taken = best_of(3, lambda: game.odds(action, NORTH))
    name = "Next War: exact odds of a combat with air defenses and support"
    return Result(name, "s", taken, goal=AT_ONCE)


def supported() -> tuple[Nw, Action]:
    """A combat in which the attacker says what supports him."""
    board = sketch(
        9, 9, orientation="flat", shifted="odd", numbering="CCRR", default="flat",
        attributes={"country": {f"{c:02}{r:02}": "ROK" for c in range(1, 10)
                                for r in range(1, 10)}},
    )  # fmt: skip
    units = [
        _unit("n1", NORTH, "DPRK", 9), _unit("n2", NORTH, "DPRK", 6), _unit("r1", SOUTH, "ROK", 4),
        {**_unit("n3", NORTH, "DPRK", 0), "type": "artillery", "arm": "artillery", "range": 3},
    ]  # fmt: skip
    helos = [
        {"id": name, "name": name, "side": side, "nation": nation, "support": 2, "range": 12,
         "steps": 2}
        for name, side, nation in (("n8", NORTH, "DPRK"), ("r8", SOUTH, "ROK"))
    ]  # fmt: skip
    spec: dict[str, Any] = {
        "counters": units, "helicopters": helos, "bases": {"n8": "0101", "r8": "0909"},
        "setup": [
            {"hex": "0504", "units": ["n1", "n2"]}, {"hex": "0505", "units": ["r1"]},
            {"hex": "0503", "units": ["n3"]},
        ],
        "sites": [
            {"hex": "0101", "kind": "airbase", "owner": NORTH}, {"hex": "0909", "kind": "airbase"},
        ],
        "assets": {NORTH: {"air": 4}, SOUTH: {"air": 2}},
        "begin": {"turn": 3, "segment": "init-combat"},
    }  # fmt: skip
    game = Game(NEXTWAR, NEXTWAR.position(board, spec), seed=1)
    game.play(NORTH, {"do": "attack", "units": ["n1", "n2"], "hex": "0505"})
    return game, {"do": "support", "air": 4, "helicopters": ["n8"], "guns": ["n3"]}


def _unit(name: str, side: str, nation: str, strength: int) -> Mapping[str, Any]:
    """A division."""
    return {
        "id": name, "side": side, "nation": nation, "name": name, "size": "division",
        "type": "infantry", "arm": "leg", "mobility": "leg", "attack": strength,
        "defense": max(1, strength), "ma": 4, "er": 5, "sp": 2, "reduced_attack": strength // 2,
        "reduced_defense": max(1, strength // 2), "reduced_er": 4, "reduced_sp": 2,
    }  # fmt: skip


def run() -> list[Result]:
    """Every figure of Korea."""
    return [*bench_reach(), bench_play(), bench_odds(), *bench_staff()]
