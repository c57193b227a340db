"""Supply fields: what is kept after a change is what a fresh reckoning gives. [12.3] [12.6]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.board.sketch import sketch
from grognard.engine.record import replace
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, TRANSPORT, Dump, dump_key
from grognard.systems.ocs.supply import paying, supply_paths
from grognard.systems.ocs.supply.supply_fields import fields
from grognard.systems.ocs.units import DEAD, MAP, UNITS
from tests.systems.ocs.field import field, unit

GROUND = ("clear",) * 6 + ("woods", "woods", "hill", "rough", "woods+hill")
TYPES = ("infantry",) * 4 + ("armor", "mech", "artillery", "hq")


def country(rng: random.Random, rows: int, cols: int) -> Any:
    """A map with railways, roads, a river and villages."""
    label = "{:02d}{:02d}".format
    terrain = {
        label(r, c): rng.choice(GROUND) for r in range(1, rows + 1) for c in range(1, cols + 1)
    }
    lines = rng.sample(range(2, rows), max(2, rows // 5))
    links = ["-".join(label(r, c) for c in range(1, cols + 1)) + " rail" for r in lines]
    roads = rng.sample(range(1, rows + 1), max(2, rows // 5))
    links += ["-".join(label(r, c) for c in range(1, cols + 1)) + " secondary" for r in roads]
    places = {
        f"{r}.{c}": f"village {label(r, c)}"
        for r in lines
        for c in range(3, cols, max(4, cols // 8))
    }
    middle = cols // 2
    sides = [f"{label(r, middle)}-{label(r, middle + 1)} minor_river" for r in range(1, rows + 1)]
    return sketch(rows, cols, terrain=terrain, links=links, places=places, sides=sides)


def war(seed: int, rows: int = 9, cols: int = 16, number: int = 14) -> Ocs:
    """Two sides on either side of a front, with sources behind them."""
    rng = random.Random(seed)
    board = country(rng, rows, cols)
    pieces, held = [], {"a": set[str](), "s": set[str]()}
    teams: dict[str, list[tuple[int, int]]] = {"a": [], "s": []}
    for i in range(2 * number):
        side = "as"[i % 2]
        low, high = (1, cols * 55 // 100) if side == "a" else (cols * 45 // 100, cols)
        row, col, kind = rng.randint(1, rows), rng.randint(low, high), rng.choice(TYPES)
        more: dict[str, Any] = {}
        if kind == "mech":  # formations keep together, more or less
            teams[side].append((row, col))
            first = teams[side][len(teams[side]) - 1 - (len(teams[side]) - 1) % 4]
            row, col = first[0], max(low, first[1] - rng.randint(0, 3))
            more["formation"] = f"{side}{(len(teams[side]) - 1) // 4}"
        hex = f"{row:02d}{col:02d}"
        if hex in held["s" if side == "a" else "a"]:
            continue
        held[side].add(hex)
        if kind == "infantry" and rng.random() < 0.4:
            more["traits"] = "engineer"
        if kind == "hq":
            more["throw"] = rng.choice(("12 truck/8 truck", "6 leg/3 leg"))
        pieces.append(unit(f"{side}{i}", hex, kind, size="battalion", **more))
    transport = [
        {"id": f"x{n}", "side": side, "hex": f"{rng.randint(1, rows):02d}{c:02d}", "points": 5,
         "kind": rng.choice(("truck", "wagon")), "extender": rng.random() < 0.7}
        for n, (side, c) in enumerate((("axis", 4), ("axis", 6), ("allied", cols - 4)))
    ]  # fmt: skip
    sources = [{"side": "axis", "edge": "west"}, {"side": "allied", "edge": "east"}]
    return field(*pieces, board=board, sources=sources, transport=transport, started=False)


def snapshot(game: Ocs) -> Any:
    """The whole of supply: sources, who is in trace, and what everybody can draw."""
    return [
        (
            dict(supply_paths.sources(game, side).hexes),
            dict(supply_paths.sources(game, side).links),
            supply_paths.traced(game, side),
            supply_paths.controlled(game, side),
            [paying.ways(game, side, h) for h in range(0, game.board.n, 7)],
        )
        for side in game.scenario.sides
    ]


def afresh(game: Ocs) -> None:
    """Forget everything that has been worked out."""
    index = fields(game)
    index.rebuild(game.state)
    index.networks.clear()


def stir(game: Ocs, rng: random.Random) -> None:
    """Change something, as a game would: a move, a mode, a loss, a dump, an Extender."""
    units = game.state[UNITS]
    name = rng.choice(sorted(n for n, u in units.items() if u.place == MAP))
    one = units[name]
    roll = rng.random()
    if roll < 0.6:
        enemies = {u.hex for n, u in units.items() if n[0] != name[0] and u.place == MAP}
        free = [h for h in game.board.disk(one.hex, 3) if h not in enemies]
        game.put(UNITS, name, replace(one, hex=rng.choice(free)))
    elif roll < 0.8:
        mode = rng.choice(("combat", "move", "strat", "dg", "reserve"))
        game.put(UNITS, name, replace(one, mode=mode, combat_up=mode != "move"))
    elif roll < 0.85:
        game.put(UNITS, name, replace(one, oos=not one.oos))
    elif roll < 0.9 and len(units) > 8:
        game.put(UNITS, name, replace(one, place=DEAD, hex=-1))
    elif roll < 0.95:
        side, h = ("axis", "allied")[name[0] == "s"], rng.choice(game.board.disk(one.hex, 4))
        there = dump_key(side, h)
        if there in game.state[DUMPS]:
            game.drop(DUMPS, there)
        else:
            game.put(DUMPS, there, Dump(side, h, 4))
    else:
        key = rng.choice(sorted(game.state[TRANSPORT]))
        truck = game.state[TRANSPORT][key]
        there = rng.choice(game.board.disk(truck.hex, 4))
        game.put(TRANSPORT, key, replace(truck, hex=there, extender=rng.random() < 0.7))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.rule("ocs", "12.3d")
@pytest.mark.rule("ocs", "12.6")
def test_what_is_kept_is_what_a_fresh_reckoning_gives(seed: int) -> None:
    kept, fresh = war(seed), war(seed)
    snapshot(kept)
    for turn in range(16):
        for game in (kept, fresh):
            stir(game, random.Random(f"{seed} {turn}"))
        mark = kept.journal.mark()
        stir(kept, random.Random(f"away {seed} {turn}"))
        if turn % 3 == 0:
            snapshot(kept)
        kept.journal.rollback(mark)  # and back again
        afresh(fresh)
        assert snapshot(kept) == snapshot(fresh)
    assert kept.journal.lies() == []


def state_of(game: Ocs) -> None:
    for side in game.scenario.sides:
        supply_paths.traced(game, side)


def test_after_one_move_a_tenth_of_the_work_is_enough() -> None:
    """Counted in hexes that searches visit, so that the machine's mood does not matter."""
    game = war(77, rows=40, cols=50, number=260)
    index = fields(game)
    work = [0]
    plain = index.work_out

    def counted(key: Any) -> Any:
        found = plain(key)
        work[0] += len(found.costs)
        return found

    index.work_out = counted  # type: ignore[method-assign]
    state_of(game)
    full, rng = work[0], random.Random(5)
    work[0] = 0
    for _ in range(40):
        units = game.state[UNITS]
        name = rng.choice(sorted(units))
        enemies = {u.hex for n, u in units.items() if n[0] != name[0]}
        free = [h for h in game.board.disk(units[name].hex, 4) if h not in enemies]
        game.put(UNITS, name, replace(units[name], hex=rng.choice(free)))
        state_of(game)
    assert full > 1000
    assert work[0] / 40 < full / 10
