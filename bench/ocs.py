"""The bench of OCS: reach among zones and modes, supply after a move, play, odds and saves.

Our reach is the rule's own function with its modes, zones of control and first steps; what it is
compared with searches a graph in which all of that has been worked out beforehand.
"""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import networkx as nx

from bench.measuring import (
    Result,
    best_of,
    chess_moves,
    chess_replay,
    random_decisions,
    undisturbed,
)
from bench.rehearsing import rollouts
from bench.wb95 import COLS, MAP_SEED, ROWS
from grognard import library
from grognard.board.board import Board
from grognard.board.draft import Draft
from grognard.board.sketch import generate
from grognard.engine.game import Game
from grognard.engine.record import replace
from grognard.engine.refusal import Refusal
from grognard.engine.saves import load_text
from grognard.engine.saving import text_of
from grognard.systems.ocs.combat.attack import Attack
from grognard.systems.ocs.movement import movement
from grognard.systems.ocs.movement import reach as reaching
from grognard.systems.ocs.movement.movement import March
from grognard.systems.ocs.pieces import stacks
from grognard.systems.ocs.pieces.values import can_attack, unit_of
from grognard.systems.ocs.scenario import Ocs, OcsScenario
from grognard.systems.ocs.supply import supply_paths
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.system import OCS
from grognard.systems.ocs.turn.phases import ATTACK, MOVEMENT, kind
from grognard.systems.ocs.units import STRAT, TRUCK, UNITS

BOOK = "ocs"

CATANIA = "ocs/catania-plain"

UNITS_A_SIDE = 250
AXIS, ALLIED = "axis", "allied"
Row = dict[str, Any]

GROUND = {"forest": "woods", "town": "clear", "city": "clear"}
RIVERS = {"river": "minor_river", "stream": "minor_river", "big_river": "major_river"}
ROADS = {"main": "primary", "secondary": "secondary", "rail": "rail"}
PLACES = {"town": "village", "city": "major_city"}


def bench_game(seed: int = 1) -> Ocs:
    """A game with 500 units in two lines, with all that OCS puts behind them."""
    return Game(OCS, bench_scenario(UNITS_A_SIDE, MOVEMENT), seed=seed)


def fighting_game(seed: int = 1) -> Ocs:
    """The same game when attacks are made."""
    return Game(OCS, bench_scenario(UNITS_A_SIDE, ATTACK), seed=seed)


@cache
def bench_board() -> Board:
    """The map of the other bench, 65 rows by 39 columns, as OCS names what is on it."""
    drawn = generate(ROWS, COLS, MAP_SEED)
    sides = dict.fromkeys((*RIVERS.values(), "bridge"))
    draft = Draft("bench", drawn.layout, drawn.numbering, tuple(sides), tuple(ROADS.values()))
    draft.terrain = {h: GROUND.get(kind, kind) for h, kind in enumerate(drawn.terrain)}
    for a in range(drawn.n):
        for b in drawn.around(a):
            if a < b:
                found = {RIVERS.get(kind, kind) for kind in drawn.hexside(a, b)} & set(sides)
                roads = {ROADS[kind] for kind in drawn.link(a, b)}
                draft.sides |= {(a, b): found} if found else {}
                draft.links |= {(a, b): roads} if roads else {}
    for place in drawn.places.values():
        if place.kind in PLACES:
            draft.add_place(PLACES[place.kind], place.name, map(drawn.label, place.hexes))
    return draft.finish()


KINDS: tuple[Row, ...] = (
    {"type": "infantry", "size": "division", "re": 3, "combat": "14:3 leg", "move": "5:5 leg"},
    {"type": "infantry", "size": "regiment", "combat": "4:3 leg", "move": "2:5 leg"},
    {"type": "armor", "colour": "armor", "size": "brigade", "combat": "12:6 tracked",
     "move": "5:12 tracked", "grouped": True},
    {"type": "mech", "colour": "mech", "size": "regiment", "combat": "8:5 truck",
     "move": "4:14 truck", "grouped": True},
    {"type": "artillery", "size": "regiment", "combat": "-:2 leg", "move": "-:8 truck",
     "barrage": "20/5", "range": 4},
    {"type": "engineer", "size": "battalion", "combat": "2:3 leg", "move": "1:10 truck",
     "traits": "engineer"},
    {"type": "infantry", "size": "battalion", "combat": "3:4 leg", "move": "2:5 leg"},
    {"type": "anti-tank", "size": "battalion", "combat": "(2):3 leg", "move": "(1):10 truck",
     "traits": "anti-tank"},
    {"type": "recon", "colour": "mech", "size": "battalion", "combat": "3:8 truck",
     "move": "1:20 truck"},
    {"type": "armor", "colour": "armor", "size": "battalion", "combat": "6:6 tracked",
     "move": "3:14 truck"},
)  # fmt: skip
"""What stands in the lines, one after the other."""
HQ: Row = {
    "type": "hq", "size": "regiment", "combat": "-:3 truck", "move": "-:14 truck",
    "throw": "12 truck/6 truck", "ar": 0, "traits": "engineer",
}  # fmt: skip
EVERY = 20
"""How many units there are to a headquarters."""
MODES = ("combat", "combat", "move", "move", "move", "reserve", "strat")
PLANES = (("F", "4/3/0", "2/1/0"), ("T", "(2)/9/0", "(1)/4/0"), ("Tpt", "(0)/0/2", "(0)/0/1"))


@cache
def bench_scenario(units: int, segment: str) -> OcsScenario:
    """The scenario of the bench's games, begun at a segment.

    With fewer units the lines are as dense, and shorter.
    """
    board, rng = bench_board(), random.Random(1)
    spec: Row = {
        "turns": 20,
        "sides": {
            side: {"nation": nation, "reserve_markers": 20, "rail_cap": 8, "hip_shooters": [nation]}
            for side, nation in ((AXIS, "German"), (ALLIED, "Soviet"))
        },
        "begin": {"turn": 1, "segment": segment, "player": AXIS},
        "first": AXIS,
        "sources": [{"side": AXIS, "edge": "north"}, {"side": ALLIED, "edge": "south"}],
        **{key: [] for key in ("counters", "setup", "dumps", "transport", "bases", "hedgehogs")},
        **{key: [] for key in ("planes", "air")},
        "state": {},
    }
    for side, front, rear in ((AXIS, (26, 31), (14, 26)), (ALLIED, (31, 36), (36, 48))):
        _line(rng, spec, board, side, front, units)
        _stores(rng, spec, board, side, rear, units)
    return OCS.position(board, spec)


def _dry(board: Board, rows: tuple[int, int], units: int) -> list[int]:
    """The hexes of a band of rows where units of every kind can stand."""
    bad, length = ("lake", "swamp", "mountain"), max(5, COLS * units // 250)
    return [
        h
        for h in range(board.n)
        if rows[0] <= h // COLS < rows[1] and h % COLS < length and board.terrain[h] not in bad
    ]


def _line(
    rng: random.Random, spec: Row, board: Board, side: str, rows: tuple[int, int], units: int
) -> None:
    """A side's units, in every mode; those that move by vehicle are fuelled."""
    nation = spec["sides"][side]["nation"]
    hexes = sorted(_dry(board, rows, units), key=lambda h: (h % COLS // 3, rng.random()))
    for i in range(units):
        model, name = dict(KINDS[i % len(KINDS)] if i % EVERY else HQ), f"{side}-{i}"
        if model.pop("grouped", False):  # they keep together on the map
            model["formation"] = f"{side} {i // (2 * len(KINDS))}"
        ar = rng.randint(1, 5)
        counter = {"ar": ar, **model, "id": name, "name": name, "side": side, "nation": nation}
        spec["counters"].append(counter)
        mode = "combat" if model["type"] == "hq" else rng.choice(MODES)
        where = board.label(hexes[i * len(hexes) // units])
        spec["setup"].append({"hex": where, "units": [name], "mode": mode})
        spec["state"][name] = {"own_fuel": True}


def _stores(
    rng: random.Random, spec: Row, board: Board, side: str, rows: tuple[int, int], units: int
) -> None:
    """Dumps, transport, hedgehogs, and aircraft on their bases, behind a side's front."""
    nation = spec["sides"][side]["nation"]
    places = [board.label(h) for h in rng.sample(_dry(board, rows, units), max(8, units // 4))]
    for i, h in enumerate(places):
        if i % 2:
            spec["dumps"].append({"side": side, "hex": h, "sp": rng.randint(2, 12)})
        else:
            extender = i % 16 == 0
            points = 5 if extender else rng.randint(1, 5)
            truck: Row = {"side": side, "hex": h, "points": points, "extender": extender}
            truck["kind"] = rng.choice(("truck", "wagon"))
            spec["transport"].append({**truck, "id": f"{side}-t{i}"})
    for number, h in enumerate(places[: max(2, units // 25)]):
        spec["bases"].append({"side": side, "hex": h, "level": 1 + number % 3})
        types, full, reduced = PLANES[number % len(PLANES)]
        plane: Row = {"id": f"{side}-p{number}", "side": side, "nation": nation, "types": types}
        spec["planes"].append({**plane, "range": 12, "full": full, "reduced": reduced})
        spec["air"].append({"id": f"{side}-w{number}", "plane": plane["id"], "hex": h})
    for h in places[-max(1, units // 25) :]:
        spec["hedgehogs"].append({"side": side, "hex": h, "level": rng.randint(1, 3)})


# ---- reach


def bench_reach(game: Ocs) -> Result:
    """Where each of a side's units can go, against networkx's Dijkstra with a cut-off.

    Both give what every hex costs and the way there.
    """
    cases = list(peers(game, stacks.on_map(game, AXIS)))
    names = [name for _, name, _ in cases]

    def ours() -> None:
        game.put(UNITS, names[0], replace(unit_of(game, names[0])))  # as if something had moved
        for name in names:
            reaching.reach(game, name)

    def peer() -> None:
        for graph, name, budget in cases:
            nx.single_source_dijkstra(graph, name, cutoff=budget)

    ours()
    mine, theirs = best_of(7, ours) / len(cases), best_of(3, peer) / len(cases)
    name = "OCS: reach of a unit among zones and modes / networkx Dijkstra"
    return Result(name, "s", mine, theirs, theirs / mine, 10)


def peers(game: Ocs, names: list[str]) -> Iterator[tuple[Any, str, int]]:
    """For each unit the graph of what is open to it, its own node in it, and what it has left.

    Units alike share a graph. A unit's node leads to its first steps, for it may leave zones of
    control that hold it if it enters them.
    """
    graphs: dict[Any, Any] = {}
    for name in names:
        if movement.unable(game, name) is not None or movement.held(game, name):
            continue
        march = movement.march(game, name)
        kind = march.move, can_attack(game, name), unit_of(game, name).mode == STRAT
        if kind not in graphs:
            graphs[kind] = _graph(game, march, *kind[1:])
        for b in game.board.around(march.hex):
            step = movement.stride(game, march, b)
            if not isinstance(step, Refusal) and not step.least:
                graphs[kind].add_edge(name, b, weight=step.cost)
        if name in graphs[kind]:
            yield graphs[kind], name, march.left


def _graph(game: Ocs, march: March, attack_capable: bool, strat: bool) -> Any:
    """The steps of a class without those that enemies and their zones forbid. [4.5a] [4.8c]"""
    graph: Any = nx.DiGraph()
    graph.add_nodes_from(range(game.board.n))
    shut = reaching.closed(game, march.side, attack_capable, strat)
    stop = reaching.halting(game, march.side) if march.move == TRUCK else bytes(game.board.n)
    dues = movement.surcharges(game, march.side, march.move)
    for a, out in enumerate(reaching.steps_of(game, march.side, march.move)):
        if not stop[a]:
            open_steps = ((a, b, cost + dues.get(b, 0)) for b, cost in out if not shut[b])
            graph.add_weighted_edges_from(open_steps)
    return graph


# ---- supply


def bench_supply(game: Ocs, moves: int = 100) -> Result:
    """Who of a side is in trace after somebody has moved a hex, against all of it afresh."""
    rng, index = random.Random(3), fields(game)
    names = [*stacks.on_map(game, AXIS), *stacks.on_map(game, ALLIED)]
    supply_paths.traced(game, AXIS)

    def after_moves() -> float:
        taken = 0.0
        for _ in range(moves):
            name, h = _small_move(game, rng, names)
            start = time.perf_counter()
            game.put(UNITS, name, replace(unit_of(game, name), hex=h))
            supply_paths.traced(game, AXIS)
            taken += time.perf_counter() - start
        return taken / moves

    def afresh() -> None:
        index.forget()
        index.networks.clear()
        game.journal._cache.clear()
        supply_paths.traced(game, AXIS)

    with undisturbed():
        mine = min(after_moves() for _ in range(3))
    theirs = best_of(5, afresh)
    name = "OCS: side-wide supply after a move / all of it afresh"
    return Result(name, "s", mine, theirs, theirs / mine, 10)


def _small_move(game: Ocs, rng: random.Random, names: list[str]) -> tuple[str, int]:
    """A unit of either side, and a hex next to it where no enemy stands."""
    while True:
        name = rng.choice(names)
        h = rng.choice(game.board.around(unit_of(game, name).hex))
        side = game.scenario.counters[unit_of(game, name).counter].side
        if stacks.holder(game, h) in (None, side) and game.board.terrain[h] != "lake":
            return name, h


# ---- the rest


def bench_clone(game: Ocs) -> Result:
    """A copy of the State with 500 units and all else, against copy.deepcopy."""
    state = game.state
    mine = best_of(5, lambda: [state.clone() for _ in range(200)]) / 200
    theirs = best_of(3, lambda: copy.deepcopy(state))
    return Result("OCS: State clone / copy.deepcopy", "s", mine, theirs, theirs / mine, 100)


def bench_play(decisions: int = 2000) -> Result:
    """Random decisions a second, against random moves a second in python-chess."""
    random_decisions(bench_game, decisions // 10)
    mine = decisions / min(random_decisions(bench_game, decisions) for _ in range(2))
    theirs = decisions / min(chess_moves(decisions) for _ in range(3))
    name = "OCS: random decisions / python-chess moves"
    return Result(name, "1/s", mine, theirs, mine / theirs)


def bench_odds() -> Result:
    """The exact odds of one attack, surprise, supply and all."""
    game = fighting_game()
    assert kind(game) == ATTACK
    action = next(a for a in game.legal(AXIS) if a["do"] == Attack.do)
    return Result("OCS: exact odds of an attack", "s", best_of(3, lambda: game.odds(action)))


def bench_saves(actions: int = 500) -> list[Result]:
    """Writing a game of so many actions, and reading it, which replays and checks every one.

    So does python-chess with as many moves.
    """
    game, rng = bench_game(), random.Random(2)
    while len(game.history) < actions and not game.over:
        player = game.to_act or ""
        action = game.sample(player, rng)
        assert action is not None
        game.play(player, action)
    saved = text_of(game).encode("ascii")
    mine = best_of(3, lambda: load_text(saved, lambda head: (OCS, game.scenario)))
    theirs = best_of(7, chess_replay(actions))
    name = f"OCS: load and replay of {actions} actions / python-chess moves"
    return [
        Result(f"OCS: save of {actions} actions", "s", best_of(3, lambda: text_of(game))),
        Result(name, "s", mine, theirs, theirs / mine),
    ]


def bench_rollouts(rounds: int = 8) -> Result:
    """One-turn rollouts a second from the beginning of the Plain of Catania."""
    return rollouts("Catania", library.new(CATANIA, 1), rounds)


def run() -> list[Result]:
    """Every figure of OCS."""
    game = bench_game()
    results = [bench_reach(game), bench_clone(game), bench_play(), bench_odds(), *bench_saves()]
    return [results[0], bench_supply(game), *results[1:], bench_rollouts()]
