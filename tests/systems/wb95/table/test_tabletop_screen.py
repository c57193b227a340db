"""WB-95 on a screen: counters, marks, reach, orders, weighing, overlays, and never a secret."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

import grognard
from grognard.engine.entries import PUBLIC
from grognard.engine.game import Game
from grognard.engine.record import canonical, replace
from grognard.lab import laws
from grognard.systems.wb95.charts import COLUMNS
from grognard.systems.wb95.movement.reach import routes
from grognard.systems.wb95.pieces.stacks import on_map
from grognard.systems.wb95.proof import positions, veil
from grognard.systems.wb95.status import SIDES, Bonus
from grognard.systems.wb95.system import WB95
from grognard.systems.wb95.table import counters as table_counters
from grognard.systems.wb95.table.tabletop import TABLETOP
from grognard.systems.wb95.units import UNITS
from grognard.table import choosing, weighing
from grognard.table.writing import plain
from tests import composed
from tests.terminal_field import BOARD, SPEC, field, into_battle, played

# ---- secrets


def shown(game: Game[Any], player: str, rng: random.Random) -> dict[str, str]:
    """Everything that a screen is told, part by part, as it goes over the wire."""
    table = TABLETOP
    seen = table.screened(game, player)
    events = [(1, event) for event in game.events_for(player)]
    parts: dict[str, Any] = {
        "counters": table.counters(seen, player),
        "stacks": table.stacks(seen, player),
        "marks": table.marks(seen, player),
        "side marks": table.side_marks(seen, player),
        "off map": table.off_map(seen, player),
        "owed": table.owed(game, player),
        "standing": table.standing(game),
        "forces": table.forces(seen, player),
        "arrivals": table.arrivals(seen, player),
        "samples": table.samples(seen, player),
        "terms": table.terms(seen),
        "tale": [tale.text for tale in table.tell(game, player, [e for _, e in events])],
        "luck": [table.purpose(game, event) for _, event in events],
    }
    for card in table.overlays(game, player):
        parts[f"overlay {card.id}"] = table.overlay(seen, player, card.id, events)
    if player in game.scenario.sides:
        parts.update(_asked(game, player, rng))
    return {name: canonical(plain(part)) for name, part in parts.items()}


def _asked(game: Game[Any], player: str, rng: random.Random) -> dict[str, Any]:
    """What a player is told when he clicks."""
    own = sorted(on_map(game, player))
    enemies = [game.board.hex(s.hex) for s in TABLETOP.stacks(game, player) if s.side != player]
    rng.shuffle(own)
    names, hexes = own[:5], [rng.randrange(game.board.n) for _ in range(3)]
    orders = [
        *(TABLETOP.orders(game, player, [name], [h]) for name in names[:3] for h in hexes),
        *(TABLETOP.orders(game, player, [], [h]) for h in enemies[:5]),
        *(TABLETOP.orders(game, player, [name], []) for name in names),
    ]
    actions = [one.action for found in orders for one in found if one.action is not None]
    labels = [game.board.label(h) for h in enemies[:6]]
    tries = [{"do": "attack", "units": group, "targets": [label]}
             for label in labels for group in ([], names[:1], names[:3])]  # fmt: skip
    return {
        "reach": [TABLETOP.ways(game, player, [name]) for name in names],
        "orders": orders,
        "weighing": [
            weighing.weigh(game, TABLETOP, player, action) for action in (*actions[:12], *tries)
        ],
        "choices": choosing.choices(game, TABLETOP, player, limit=30)[0],
        "composed": composed.clicked(game, TABLETOP, player, rng),
        "asked": [
            choosing.asked(game, TABLETOP, d, "1.0") for d in game.decisions if d.player == player
        ],
    }


ONE_IN = 15
"""A player's screen is looked at once in so many steps, in every game at other ones."""


@pytest.mark.parametrize("seed", range(12))
def test_no_byte_on_a_screen_tells_a_secret(seed: int) -> None:
    game, rng = positions.game(seed), random.Random(seed)
    compared = 0
    for step in range(45):
        if game.over:
            break
        for player in (*game.scenario.sides, PUBLIC):
            twin = veil.hidden_twin(game, player, rng) if (step + seed) % ONE_IN == 0 else None
            if twin is not None:
                mark = rng.random()
                mine = shown(game, player, random.Random(mark))
                theirs = shown(twin, player, random.Random(mark))
                assert mine == theirs
                compared += 1
        game.play(*laws.random_action(game, rng))
    assert compared or game.over


def test_the_shipped_game_tells_no_secret_either() -> None:
    game, rng = grognard.new("wb95/typhoon", seed=3), random.Random(3)
    for _ in range(60):
        game.play(*laws.random_action(game, rng))
    for player in (*game.scenario.sides, PUBLIC):
        twin = veil.hidden_twin(game, player, rng)
        if twin is not None:
            one, two = (shown(each, player, random.Random(5)) for each in (game, twin))
            assert one == two
    cards = TABLETOP.counters(game, "german")
    hidden = set(on_map(game, "soviet")) - {card.id for card in cards}
    assert len(hidden) > 10
    written = "".join(shown(game, "german", random.Random(5)).values())
    assert not [name for name in hidden if f'"{name}"' in written]


# ---- counters and stacks


def test_a_counter_shows_its_values_its_symbol_and_its_markers() -> None:
    game = field()
    cards = {card.id: card for card in TABLETOP.counters(game, "german")}
    tank = cards["g2"]
    assert [value.text for value in tank.values] == ["9", "9", "7"]
    assert (tank.step, tank.steps, tank.hex, tank.movable, tank.done) == (2, 2, "0302", True, False)
    assert tank.symbol[10:16] == "120500"  # armour
    assert all(len(card.symbol) == 20 and card.symbol.isdigit() for card in cards.values())
    assert "attack 9" in tank.title
    assert not cards["s1"].movable
    played(game, "german", "move", units=["g2"], path=["0303"])
    moved = {card.id: card for card in TABLETOP.counters(game, "german")}["g2"]
    assert moved.done
    assert moved.hex == "0303"


def test_every_arm_and_size_has_a_symbol() -> None:
    counters = grognard.new("wb95/typhoon", seed=1).scenario.counters.values()
    assert all(len(table_counters.symbol(c)) == 20 for c in counters)
    staff = [table_counters.symbol(c) for c in counters if c.hq]
    assert {code[7] for code in staff} == {"2"}
    assert {code[8:10] for code in staff} <= {"22", "23"}


@pytest.mark.rule("wb95", "16.1.1")
def test_a_closed_stack_shows_its_top_and_no_number() -> None:
    game = field(masking="on")
    stacks = {stack.hex: stack for stack in TABLETOP.stacks(game, "soviet")}
    assert stacks["0301"].closed
    assert (stacks["0301"].count, len(stacks["0301"].counters)) == ("", 1)
    own = {stack.hex: stack for stack in TABLETOP.stacks(game, "german")}
    assert (own["0301"].count, own["0301"].closed) == ("2", False)
    assert own["0301"].counters[0] == "ga"  # the top first


def test_counters_off_the_map_are_in_lists_that_name_them() -> None:
    game = grognard.new("wb95/typhoon", seed=1)
    cards = {card.id: card for card in TABLETOP.counters(game, "german")}
    for off in TABLETOP.off_map(game, "german"):
        assert off.counters
        assert {cards[name].box for name in off.counters} == {off.id}


# ---- what is owed


@pytest.mark.rule("wb95", "5.1.3")
def test_an_obligatory_attack_is_owed_and_says_where() -> None:
    game = into_battle(field())
    owed = TABLETOP.owed(game, "german")
    assert [(one.rule, one.must) for one in owed] == [("5.1.4", True), ("5.1.3", True)]
    assert owed[0].hexes == ("0304",)
    assert owed[1].pieces == ("g2",)
    assert not TABLETOP.owed(game, "soviet")


# ---- reach and orders


def test_reach_gives_costs_and_the_way_back_to_the_start() -> None:
    game = field()
    reach = TABLETOP.ways(game, "german", ["g2"])
    cells = {cell.hex: cell for cell in reach.cells}
    assert cells["0303"].cost == str(TABLETOP.reach(game, "german", "g2")[game.board.hex("0303")])
    for label in cells:
        way = [label]
        while way[-1] != "0302":
            before = cells[way[-1]].before
            assert before is not None
            way.append(before)
        assert all(
            game.board.adjacent(game.board.hex(a), game.board.hex(b)) for a, b in pairwise(way)
        )
    assert "0303" in reach.zones
    assert ("0303", "4.2.1") in [(stop.hex, stop.rule) for stop in reach.stops]
    assert ("0304", "3.1.8") in [(stop.hex, stop.rule) for stop in reach.stops]


def test_several_counters_reach_what_all_reach_at_the_price_of_the_dearest() -> None:
    game = field()
    both = TABLETOP.ways(game, "german", ["g1", "ga"])
    assert not both.cells
    assert [refusal.rule for refusal in both.refusals] == ["6.2.3"]
    played(game, "german", "setup", units=["ga"])
    one, two = (TABLETOP.reach(game, "german", name) for name in ("g1", "ga"))
    both = TABLETOP.ways(game, "german", ["g1", "ga"])
    common = {game.board.label(h) for h in one if h in two}
    assert {cell.hex for cell in both.cells} == common
    for cell in both.cells:
        h = game.board.hex(cell.hex)
        assert Fraction(cell.cost) == max(Fraction(one[h]), Fraction(two[h]))


def test_orders_give_the_march_with_its_path_and_cost_or_the_rule_against_it() -> None:
    game = field()
    (march, *_) = TABLETOP.orders(game, "german", ["g2"], [game.board.hex("0303")])
    assert march.action == {"do": "move", "units": ["g2"], "path": ["0303"]}
    assert march.path == ("0302", "0303")
    assert march.sums
    far = TABLETOP.orders(game, "german", ["g1"], [game.board.hex("0107")])
    assert far[0].action is None
    assert far[0].refusals[0].rule == "3.1.5"
    enemy = TABLETOP.orders(game, "german", ["g2"], [game.board.hex("0304")])
    assert all(one.action is None and one.refusals for one in enemy)
    assert {one.do for one in enemy} == {"attack", "move"}


def test_what_is_out_of_reach_is_said_in_words_for_every_screen() -> None:
    game = field()
    (refused, *_) = TABLETOP.orders(game, "german", ["g1"], [game.board.hex("0107")])
    text = refused.refusals[0].text
    assert text == "0107 is out of reach of G1 INF, which has 4 MP left"
    nobody = TABLETOP.orders(into_battle(field()), "german", [], [game.board.hex("0507")])
    assert nobody[0].refusals[0].text == "no German unit that can attack is next to 0507"


def test_a_unit_out_of_supply_is_offered_its_full_movement_for_a_level() -> None:
    game = field()
    game.put(UNITS, "g1", replace(game.state[UNITS]["g1"], oos=1))
    near, far = routes(game, "g1").costs, routes(game, "g1", full=True).costs
    h = min(set(far) - set(near))
    (paid, refused, *_) = TABLETOP.orders(game, "german", ["g1"], [h])
    assert paid.action is not None
    assert paid.action["full"] is True
    assert paid.title.endswith("at full movement, for a level of supply")
    assert not game.why("german", paid.action)
    assert refused.refusals[0].rule == "10.2.3"
    assert "full=yes" not in refused.refusals[0].text


def test_orders_against_an_enemy_hex_are_the_chosen_attack_and_the_best() -> None:
    game = into_battle(field())
    h = game.board.hex("0304")
    (chosen, *_) = TABLETOP.orders(game, "german", ["g2"], [h])
    assert chosen.action == {"do": "attack", "units": ["g2"], "targets": ["0304"]}
    assert chosen.weighed
    (best, *_) = TABLETOP.orders(game, "german", [], [h])
    assert best.action is not None
    assert best.action["targets"] == ["0304"]
    wrong = TABLETOP.orders(game, "german", ["g3"], [h])
    refused = [one for one in wrong if one.action is None]
    assert refused[0].refusals


def test_a_unit_alone_is_offered_what_it_can_do_where_it_stands() -> None:
    game = field()
    menu = {one.do: one for one in TABLETOP.orders(game, "german", ["ga"], [])}
    assert menu["setup"].action == {"do": "setup", "units": ["ga"]}
    assert menu["dig"].action is None
    assert menu["dig"].refusals


# ---- weighing


def test_an_attack_is_weighed_with_every_outcome_and_every_reason() -> None:
    game = into_battle(field())
    action = {"do": "attack", "units": ["g2"], "targets": ["0304"]}
    weighed = weighing.weigh(game, TABLETOP, "german", action)
    assert not weighed.refusals
    assert weighed.column == game.odds(action, "german").reckoning["column"]
    assert sum(one.probability for one in weighed.outcomes) == 1
    rolls = [roll for one in weighed.outcomes for roll in one.rolls]
    assert sorted(rolls) == list(range(2, 13))  # every roll, once
    titles = [one["title"] for one in plain(weighed)["sums"]]
    assert "attack" in titles
    assert all(part["rule"] for one in plain(weighed)["sums"] for part in one["parts"])
    (leave,) = [e for e in weighed.extras if e.id == "g2"]
    assert leave.chosen
    assert leave.action["units"] == []


@pytest.mark.rule("wb95", "9.1.6")
def test_a_bonus_is_added_by_number() -> None:
    game = into_battle(field())
    h, serial = game.board.hex("0304"), game.serial
    status = replace(game.state[SIDES]["german"], bonuses=(Bonus(h, 2, serial, serial),))
    game.put(SIDES, "german", status)
    action = {"do": "attack", "units": ["g2"], "targets": ["0304"]}
    columns = []
    for count in (0, 1, 2):
        weighed = weighing.weigh(game, TABLETOP, "german", action)
        columns.append(COLUMNS.index(weighed.column))
        steps = {e.chosen: e.action["bonus"] for e in weighed.extras if e.part == "bonus"}
        assert steps == {0: {False: 1}, 1: {True: 0, False: 2}, 2: {True: 1}}[count]
        action = {**action, "bonus": count + 1}
    assert columns == [columns[0], columns[0] + 1, columns[0] + 2]


@pytest.mark.rule("wb95", "16.1.1")
def test_an_attack_into_the_unknown_gives_what_is_known() -> None:
    game = into_battle(field(masking="on"))
    played_hex = game.board.hex("0304")
    twin_view = TABLETOP.stacks(game, "german")
    (stack,) = [s for s in twin_view if s.hex == game.board.label(played_hex)]
    weighed = weighing.weigh(
        game, TABLETOP, "german", {"do": "attack", "units": ["g2"], "targets": ["0304"]}
    )
    if stack.closed:
        assert weighed.unknown
        assert not weighed.outcomes
    else:
        assert weighed.outcomes


def test_an_attack_without_attackers_says_who_could_make_it() -> None:
    game = into_battle(field())
    empty = {"do": "attack", "units": [], "targets": ["0304"]}
    weighed = weighing.weigh(game, TABLETOP, "german", empty)
    assert weighed.refusals
    (add,) = [extra for extra in weighed.extras if extra.part == "units"]
    assert (add.id, add.chosen) == ("g2", False)
    assert not weighing.weigh(game, TABLETOP, "german", add.action).refusals


def test_nonsense_is_refused_and_not_weighed() -> None:
    game = into_battle(field())
    for action in ({"do": "attack"}, {"do": "attack", "units": 3}, {"do": "fly", "units": ["g2"]}):
        weighed = weighing.weigh(game, TABLETOP, "german", action)
        assert weighed.refusals
        assert not weighed.outcomes


# ---- overlays


def overlay(game: Game[Any], player: str | None, name: str) -> Any:
    """An overlay, with what the player was told."""
    events = [(clock.turn, e) for clock, e in zip(game.dated, game.events, strict=True)]
    return TABLETOP.overlay(game, player, name, events)


@pytest.mark.rule("wb95", "10.1.1")
def test_lines_of_supply_run_from_a_base_to_each_stack() -> None:
    game = field()
    found = overlay(game, "german", "supply")
    ends = {thread.hexes[-1]: thread.hexes[0] for thread in found.threads}
    assert set(ends) == {"0301", "0302", "0402"}
    west = {game.board.label(h) for h in game.board.edges["west"]}
    assert set(ends.values()) <= west
    assert found.notes == ("every unit has a line of supply [10.1.1]",)


@pytest.mark.rule("wb95", "10.1.10")
@pytest.mark.parametrize(
    ("enemy", "bases", "why"),
    [
        ("0501", "not-enemy-controlled", "the enemy holds every base [10.1.4]"),
        ("0402", "not-enemy-held", "an enemy zone of control lies on 0401 [10.1.10]"),
    ],
)
def test_who_is_cut_off_is_told_what_cuts_him_off(enemy: str, bases: str, why: str) -> None:
    spec = {**SPEC, "supply": {"german": [{"hex": "0501"}]}}
    spec["setup"] = [
        {"hex": "0101", "units": ["g1"]},
        {"hex": enemy, "units": ["s1"]},
    ]
    game = Game(WB95, WB95.position(BOARD, spec, {"masking": "off", "supply-bases": bases}), seed=1)
    found = overlay(game, "german", "supply")
    (paint,) = [paint for paint in found.paints if paint.tone == "bad"]
    assert paint.hex == "0101"
    assert why in paint.title
    assert not found.threads


def test_every_overlay_draws_for_everybody() -> None:
    game = into_battle(field())
    for player in ("german", "soviet", PUBLIC, None):
        for card in TABLETOP.overlays(game, player):
            made = overlay(game, player, card.id)
            assert made.id == card.id
            assert made.paints or made.threads or made.notes or card.id == "objectives"
    keys = [card.key for card in TABLETOP.overlays(game, "german")]
    assert len(set(keys)) == len(keys)
    assert overlay(game, "german", "no such overlay") is None


def test_the_odds_overlay_shows_the_column_of_every_attack() -> None:
    game = into_battle(field())
    found = overlay(game, "german", "odds")
    (paint,) = found.paints
    action = {"do": "attack", "units": ["g2"], "targets": ["0304"]}
    assert paint.hex == "0304"
    assert paint.text == game.odds(action, "german").reckoning["column"]
    assert "only units that stand next to the hex now are counted" in found.notes[0]


def test_the_moves_of_the_turn_are_threads_with_arrows() -> None:
    game = field()
    played(game, "german", "move", units=["g2"], path=["0303"])
    (thread,) = overlay(game, "soviet", "moves").threads
    assert thread.hexes == ("0302", "0303")
    assert (thread.side, thread.arrow) == ("german", True)


# ---- panels


def test_the_order_of_battle_counts_what_is_lost() -> None:
    game = grognard.new("wb95/klin", seed=2)
    forces = TABLETOP.forces(game, None)
    assert {force.side for force in forces} == set(game.scenario.sides)
    assert sum(len(force.lines) for force in forces) == len(game.scenario.counters)
    assert all(force.lost.startswith("0 of ") for force in forces)


def test_the_calendar_has_every_reinforcement() -> None:
    game = grognard.new("wb95/typhoon", seed=2)
    arrivals = TABLETOP.arrivals(game, "german")
    assert [one.turn for one in arrivals] == sorted(one.turn for one in arrivals)
    named = [name for one in arrivals for name in one.pieces]
    waiting = [n for n, u in game.scenario.units.items() if u.place == "expected"]
    assert sorted(named) == sorted(waiting)
    assert all(one.due and one.date for one in arrivals)


def test_dates_and_phases_are_said_as_players_say_them() -> None:
    game = grognard.new("wb95/typhoon", seed=2)
    headline = TABLETOP.standing(game)
    assert headline.date == "15 November 1941"
    assert [band.title for band in headline.bands[:6]] == [
        "Air", "Barrage", "Movement", "Attack", "Strategic", "Supply",
    ]  # fmt: skip
    assert [band.state for band in headline.bands].count("now") == 1


def test_each_side_sees_what_the_other_has_lost_where_nothing_is_hidden() -> None:
    """A level lost on the map is in everybody's chart, not only in its owner's. [1.2c]"""
    game = grognard.new("wb95/klin", seed=1)
    name = "de-7-pz"
    game.put(UNITS, name, replace(game.state[UNITS][name], cel=game.state[UNITS][name].cel - 1))
    for player in ("german", "soviet"):
        lost = {s.side: s.value for s in TABLETOP.samples(game, player) if s.chart == "losses"}
        assert lost == {"german": 1, "soviet": 0}


def test_a_hex_one_stands_in_says_whose_it_is_and_until_when() -> None:
    """Control changes when the Supply Phase ends, and until then the panel says so. [4.3.2]"""
    game = grognard.new("wb95/klin", seed=1)
    goal = game.board.hex("2719")
    for name, unit in game.state[UNITS].items():
        if unit.hex == goal:
            game.put(UNITS, name, replace(unit, hex=game.board.hex("2716")))
    game.put(UNITS, "de-7-pz", replace(game.state[UNITS]["de-7-pz"], hex=goal))
    note = TABLETOP.notes(game, "german", goal)[0]
    assert note == "held by German units; it counts as Soviet until their Supply Phase ends [4.3.2]"
