"""Legal actions of small positions, counted by hand from the rules before the code was asked.

A move is counted once for each hex a unit can reach. In the rows of a sketched board the even rows
are shifted to the right: 0202 adjoins 0102, 0103, 0201, 0203, 0302 and 0303. A board of one row is
a corridor. Every unit that may dig in and every phase that may end count one more. Infantry has
4 MP, motorised and armoured units 7; unless said otherwise units have two levels.
"""

from __future__ import annotations

import pytest

from grognard.board.sketch import sketch
from grognard.systems.wb95.scenario import Wb
from tests.conformance.wb95.perft import actions, ends, kinds, perft, position
from tests.conformance.wb95.stage import END, GERMAN, SOVIET, fought, proceed_to, question, result
from tests.systems.wb95.air.sky import wings
from tests.systems.wb95.combat.afterwards import back
from tests.systems.wb95.combat.battles import attack
from tests.systems.wb95.field import AIR_A, ATTACK_A, STRATEGIC_A, unit

CORRIDOR = sketch(1, 6)


# --- Movement -------------------------------------------------------------------------------


@pytest.mark.parametrize(("mp", "reached"), [(1, 2), (2, 6), (3, 8), (4, 8)])
def test_infantry_in_the_corner_of_a_small_board(mp: int, reached: int) -> None:
    """From 0101 of nine clear hexes: 1 away 0102 and 0201; 2 away 0103, 0202, 0301 and 0302;
    3 away 0203 and 0303. With it one dig and one end.
    """
    game = position(unit("g1", "0101", mp=mp), board=sketch(3, 3))
    assert kinds(game) == {"move": reached, "dig": 1, "end": 1}


def test_infantry_in_the_open() -> None:
    """Within 4 hexes of 0505: 8 in its own row, and 8, 7, 6, 5 in the rows above, as many below:
    8 + 2 x 26 = 60 moves.
    """
    game = position(unit("g1", "0505"))
    assert kinds(game) == {"move": 60, "dig": 1, "end": 1}


@pytest.mark.parametrize(
    ("kind", "road", "hexes"),
    [
        ("INF", "main", 8),  # 4 MP at 1/2
        ("MOT", "main", 21),  # 7 MP at 1/3
        ("ARM", "main", 14),  # 7 MP at 1/2
        ("INF", "secondary", 5),  # 4 MP at 1, and one hex more
        ("MOT", "secondary", 14),  # 7 MP at 1/2, and no hex more
        ("ARM", "secondary", 8),  # 7 MP at 1, and one hex more
    ],
)
def test_along_a_road(kind: str, road: str, hexes: int) -> None:
    """One row of 26 hexes with a road all along it, from its first hex."""
    way = "-".join(f"01{col:02}" for col in range(1, 27))
    game = position(unit("g1", "0101", kind), board=sketch(1, 26, links=[f"{way} {road}"]))
    assert kinds(game) == {"move": hexes, "dig": 1, "end": 1}


def test_off_a_road() -> None:
    """A main road along the middle of three rows of 12, infantry in 0201.

    Along it k hexes cost k/2: 8 of them. A hex of the outer rows adjoins the road hexes of its own
    and the column before, and costs 1 from there: column j costs 1 + (j - 2)/2, so columns 1 to 8
    of both rows: 8 + 8 + 8 = 24.
    """
    way = "-".join(f"02{col:02}" for col in range(1, 13))
    game = position(unit("g1", "0201"), board=sketch(3, 12, links=[f"{way} main"]))
    assert kinds(game) == {"move": 24, "dig": 1, "end": 1}


@pytest.mark.parametrize(
    ("start", "mp", "hexes"),
    [
        ("0101", 4, "0102 0103 0104"),  # into the zone of 0105, and no further
        ("0104", 4, "0101 0102 0103"),  # out of it for a point more: 2, 3, 4
        ("0104", 3, "0102 0103"),
        ("0104", 1, "0103"),  # 2 points, of which no more than 1 is asked
    ],
)
def test_into_and_out_of_a_zone_of_control(start: str, mp: int, hexes: str) -> None:
    """A corridor with an enemy in 0105, whose zone is 0104 and 0106."""
    game = position(unit("g1", start, mp=mp), unit("s1", "0105"), board=CORRIDOR)
    assert ends(game, "g1") == set(hexes.split())
    assert kinds(game) == {"move": len(hexes.split()), "dig": 1, "end": 1}


def test_from_one_zone_of_control_into_another() -> None:
    """Infantry in 0203, in the zone of 0103 (0102 0104 0202 0203); 0305 has 0204 0205 0304 0306.

    Straight to 0204 or 0304, of the other enemy only; to 0104 and 0202 not. By 0303, for 2 points,
    again into the first zone at 0202 (3), or on to 0302 (3), 0201 and 0301 (4). 0204, 0304, 0303,
    0202, 0302, 0201, 0301 are seven.
    """
    enemies = unit("s1", "0103"), unit("s2", "0305")
    game = position(unit("g1", "0203"), *enemies, board=sketch(3, 6))
    assert ends(game, "g1") == {"0204", "0304", "0303", "0202", "0302", "0201", "0301"}
    assert kinds(game) == {"move": 7, "dig": 1, "end": 1}


@pytest.mark.parametrize(
    ("kind", "mp", "hexes"),
    [
        ("INF", 4, 3),  # 1, forest 2, 1: 4 in all; the river would be 2 more
        ("INF", 6, 4),
        ("ARM", 7, 3),  # 1, forest 3, 1: 5 in all; the river would be 3 more
        ("ARM", 8, 4),
        ("MOT", 7, 2),  # 2, forest 4: 6 in all; the next would be 2 more
    ],
)
def test_forest_and_river(kind: str, mp: int, hexes: int) -> None:
    """A corridor with forest in 0103 and a river between 0104 and 0105."""
    board = sketch(1, 5, terrain={"0103": "forest"}, sides=["0104-0105 river"])
    game = position(unit("g1", "0101", kind, mp=mp), board=board)
    assert kinds(game) == {"move": hexes, "dig": 1, "end": 1}


@pytest.mark.parametrize(
    ("kind", "start", "counted"),
    [
        ("INF", "0101", {"move": 3, "dig": 1, "end": 1}),  # 1, swamp 2, 1
        ("MOT", "0101", {"move": 1, "dig": 1, "end": 1}),  # as far as the swamp
        ("ARM", "0101", {"move": 1, "dig": 1, "end": 1}),
        ("HQ", "0101", {"move": 3, "end": 1}),  # 2, swamp 5, 2: 9 of 10; it never digs in
        ("INF", "0103", {"move": 4, "end": 1}),  # nobody digs in in a swamp
    ],
)
def test_swamp(kind: str, start: str, counted: dict[str, int]) -> None:
    """A corridor of five with swamp in 0103."""
    board = sketch(1, 5, terrain={"0103": "swamp"})
    assert kinds(position(unit("g1", start, kind), board=board)) == counted


def test_out_of_supply() -> None:
    """Half of 4 points reach 2 hexes; paid for with a level, the other 2 as well."""
    game = position(unit("g1", "0101", at={"oos": 1}), board=CORRIDOR)
    assert kinds(game) == {"move": 4, "dig": 1, "end": 1}
    assert sum("full" in action for action in actions(game)) == 2


def test_over_lone_guns() -> None:
    """Guns in 0103 have no zone: 0102 for 1, 0103 for 1 and 1, 0104 for 1: 4 points, 3 hexes."""
    game = position(unit("g1", "0101"), unit("sgun", "0103", "ART", "5,3"), board=CORRIDOR)
    assert kinds(game) == {"move": 3, "dig": 1, "end": 1}


@pytest.mark.parametrize(
    ("transport", "counted"),
    [
        (False, {"setup": 1, "end": 1}),  # they do not move, nor dig in
        (True, {"move": 3, "setup": 1, "end": 1}),  # 7 MP at 2 a hex
    ],
)
def test_towed_guns(transport: bool, counted: dict[str, int]) -> None:
    """Guns in a corridor, unlimbered and limbered."""
    gun = unit("ggun", "0101", "ART", "5,3", at={"transport": transport})
    assert kinds(position(gun, board=CORRIDOR)) == counted


def test_a_masked_stack() -> None:
    """Two units in one hex: 4 moves and a dig each; the stack masked or turned over."""
    units = unit("g1", "0101"), unit("g2", "0101")
    game = position(*units, board=CORRIDOR, on="masking")
    assert kinds(game) == {"move": 8, "dig": 2, "mask": 1, "arrange": 1, "end": 1}


# --- Entering, bridges, strategic movement --------------------------------------------------


def coming(zones: dict[str, str], *names: str) -> Wb:
    """Units due at A, with the hex of each entry zone, on nine clear hexes."""
    return position(
        *(unit(name, None) for name in names), board=sketch(3, 3),
        entry_zones={"german": [{"id": zone, "hexes": [h]} for zone, h in zones.items()]},
        reinforcements=[{"turn": 1, "zone": "A", "units": list(names)}],
    )  # fmt: skip


def test_reinforcements() -> None:
    """Two units through one zone: either or both, and the end.

    With a second zone: either or both there as well, or either or both wait and shift to it.
    """
    assert kinds(coming({"A": "0101"}, "g1", "g2")) == {"enter": 3, "end": 1}
    both = coming({"A": "0101", "B": "0301"}, "g1", "g2")
    assert kinds(both) == {"enter": 3 + 3, "shift": 3, "end": 1}


def at_a_bridge() -> Wb:
    """Infantry at a bridge over a river in a corridor of four, 0102-0103."""
    board = sketch(1, 4, sides=["0102-0103 river bridge"])
    return position(unit("g1", "0102"), board=board, on="bridges")


def test_blowing_a_bridge() -> None:
    """Moves to 0101, 0103 and 0104; one bridge to blow."""
    game = at_a_bridge()
    assert kinds(game) == {"move": 3, "dig": 1, "blow": 1, "end": 1}
    game.play(GERMAN, {"do": "blow", "unit": "g1", "bridge": "0102-0103"})
    # 3 points left: 0101 for 1, 0103 for 2, 0104 for 3; active, it does not dig in
    assert kinds(game) == {"move": 3, "end": 1}


@pytest.mark.parametrize(
    ("kind", "enemy", "hexes"),
    [
        ("INF", None, 2),  # 4 - 2
        ("MOT", None, 2),  # 7 - 2 at 2 a hex
        ("ARM", None, 5),  # 7 - 2
        ("ARM", "0105", 2),  # the zone in 0104 is closed
    ],
)
def test_strategic_movement(kind: str, enemy: str | None, hexes: int) -> None:
    """A unit in a corridor is marked, which leaves it nothing else; then it moves with 2 less."""
    others = [unit("s1", enemy)] if enemy else []
    game = position(unit("g1", "0101", kind), *others, board=CORRIDOR, on="strategic-movement")
    assert kinds(game)["mark"] == 1
    game.play(GERMAN, {"do": "mark", "units": ["g1"]})
    assert kinds(game) == {"end": 1}
    proceed_to(game, STRATEGIC_A)
    assert kinds(game) == {"move": hexes, "end": 1}


# --- Attacks --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "enemies", "dug_in", "counted"),
    [
        # one against one: it must
        (("0403",), ("0404",), (), {"attack": 1}),
        # dug in it may, or end
        (("0403",), ("0404",), ("0403",), {"attack": 1, "end": 1}),
        # two of one hex against one: both, for who stayed out could attack nobody
        (("0403", "0403"), ("0404",), (), {"attack": 1}),
        # dug in: either or both, or none
        (("0403", "0403"), ("0404",), ("0403",), {"attack": 3, "end": 1}),
        # two of two hexes against one: both
        (("0403", "0405"), ("0404",), (), {"attack": 1}),
        # the first dug in: the second, or both
        (("0403", "0405"), ("0404",), ("0403",), {"attack": 2}),
        # one against two hexes: both at once, for nobody else is there
        (("0403",), ("0404", "0303"), (), {"attack": 1}),
        # dug in: either or both, or none
        (("0403",), ("0404", "0303"), ("0403",), {"attack": 3, "end": 1}),
        # two of one hex against two: both against both, or one of two against one of two
        (("0403", "0403"), ("0404", "0303"), (), {"attack": 1 + 4}),
    ],
)
def test_attacks_and_obligations(
    own: tuple[str, ...], enemies: tuple[str, ...], dug_in: tuple[str, ...], counted: dict[str, int]
) -> None:
    """Units side by side, without anything to support them."""
    units = [unit(f"g{i}", h) for i, h in enumerate(own)]
    foes = [unit(f"s{i}", h) for i, h in enumerate(enemies)]
    game = position(*units, *foes, fortified=list(dug_in), phase=ATTACK_A)
    assert kinds(game) == counted


def test_an_attack_with_support_to_choose() -> None:
    """With or without the guns, with or without the star: 2 x 2; and what must be attacked is not
    fired at from a distance.
    """
    star, gun = unit("g1", "0403", stars="blue:1"), unit("ggun", "0402", "ART", "5,3")
    game = position(star, gun, unit("s1", "0404"), phase=ATTACK_A, on="special-units")
    assert kinds(game) == {"attack": 4}


def test_a_defence_with_support_to_choose() -> None:
    """Guns behind, a star and a fortification unit in the fortified hex: 2 x 2 x 2."""
    game = position(
        unit("g1", "0403"), unit("s1", "0404", stars="blue:1"), unit("sfu", "0404", "FU"),
        unit("sgun", "0406", "ART", "5,3"),
        fortified=["0404"], phase=ATTACK_A, on="special-units",
    )  # fmt: skip
    game.play(GERMAN, attack("g1", "0404"))
    assert kinds(game) == {"defend": 8}


def test_ranged_attacks() -> None:
    """Guns in 0401, enemies 2 and 3 hexes away: each gun, or both, at either; and the end."""
    enemies = unit("s1", "0403"), unit("s2", "0404")
    one, two = unit("ggun1", "0401", "ART", "5,3"), unit("ggun2", "0401", "ART", "5,3")
    assert kinds(position(one, *enemies, phase=ATTACK_A)) == {"bombard": 2, "end": 1}
    assert kinds(position(one, two, *enemies, phase=ATTACK_A)) == {"bombard": 6, "end": 1}


# --- After the battle -----------------------------------------------------------------------


def beaten(roll: tuple[int, int], expected: str, soviets: int = 1, cel: int = 2, **spec: int) -> Wb:
    """An attack from 0505 on 0504 with a result; each side has 4 points for every unit."""
    mine = [unit(f"g{i}", "0505") for i in range(spec.get("germans", 1))]
    theirs = [unit(f"s{i}", "0504", cel=cel) for i in range(soviets)]
    game = position(*mine, *theirs, phase=ATTACK_A)
    fought(game, " ".join(item["row"]["id"] for item in mine), "0504", roll)
    assert result(game) == expected
    return game


def test_a_retreat_of_one_hex() -> None:
    """The zone of 0505 closes 0404 and 0604, so 0403, 0503 or 0603; or stay and lose a level."""
    game = beaten((3, 3), "- / D1")
    assert question(game) == "retreat"
    assert kinds(game) == {"retreat": 3 + 1}


def test_a_retreat_of_one_hex_by_two_units() -> None:
    """Both go: 3 x 3. One goes, the other pays: 2 x 3. Both stay, either pays: 2."""
    game = beaten((3, 3), "- / D1", soviets=2, germans=2)
    assert kinds(game) == {"retreat": 9 + 6 + 2}


def test_a_retreat_of_two_hexes() -> None:
    """Two hexes: from each of 0403, 0503 and 0603 three hexes lie 2 away: 9 ways. One hex and a
    level: 3. Two levels: 1.
    """
    game = position(unit("g1", "0505", sp=12), unit("s1", "0504"), phase=ATTACK_A)
    fought(game, "g1", "0504", (3, 3))
    assert result(game) == "- / D2"
    assert kinds(game) == {"retreat": 9 + 3 + 1}


def test_a_retreat_of_two_hexes_by_two_units() -> None:
    """By the hexes that the two go; what is owed is the greater shortfall, once.

    2 and 2: 9 x 9, nothing. 2 and 1, either way: 2 x 9 x 3, by the one. 2 and 0: 2 x 9, by the one.
    1 and 1: 3 x 3, a level of either: 2. 1 and 0: 2 x 3, two levels of both or either: 3. 0 and 0:
    the same 3. 81 + 54 + 18 + 18 + 18 + 3 = 192.
    """
    foes = unit("s1", "0504"), unit("s2", "0504")
    game = position(unit("g1", "0505", sp=24), *foes, phase=ATTACK_A)
    fought(game, "g1", "0504", (3, 3))
    assert result(game) == "- / D2"
    assert kinds(game) == {"retreat": 192}


@pytest.mark.parametrize(("stars", "ways"), [([], 6), (["g0"], 3)])
def test_two_levels_among_three_units(stars: list[str], ways: int) -> None:
    """Both from one: 3; from two: 3. If one has used its star: both from it, or one from it and one
    from either of the others.
    """
    units = [unit(f"g{i}", "0505", sp=1, stars="blue:1" if i == 0 else "") for i in range(3)]
    strong = unit("s1", "0504", sp=24)
    game = position(*units, strong, phase=ATTACK_A, on="special-units")
    fought(game, "g0 g1 g2", "0504", (4, 6), **({"stars": stars} if stars else {}))
    assert result(game) == "A2 -2 / -"
    assert kinds(game) == {"losses": ways}


@pytest.mark.parametrize(("germans", "answers"), [(1, 2), (2, 4)])
def test_pursuit_by_one_hex(germans: int, answers: int) -> None:
    """Each unit stays or enters the hex that was left."""
    game = beaten((3, 3), "- / D1", soviets=germans, germans=germans)
    game.play(SOVIET, back(**{f"s{i}": "0503" for i in range(germans)}))
    assert kinds(game) == {"pursue": answers}


def test_pursuit_by_two_hexes() -> None:
    """Decline; 0504; from there any hex around it, all on or next to the path: 8."""
    game = position(unit("g1", "0505", sp=12), unit("s1", "0504"), phase=ATTACK_A)
    fought(game, "g1", "0504", (3, 3))
    game.play(SOVIET, back(s1="0503 0502"))
    assert kinds(game) == {"pursue": 8}


def test_advance_where_the_enemy_died() -> None:
    """Decline; 0504; from there any hex around it, the one it came from included: 8."""
    game = beaten((3, 3), "- / D1", cel=1)
    game.play(SOVIET, back({"s0": 1}))
    assert kinds(game) == {"pursue": 8}


# --- Air missions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "strengths", "plans"),
    [
        (GERMAN, (5,), 1 + 3),  # none; support of an attack, of the defence, attack
        (GERMAN, (7,), 1 + 3 + 9),  # or disrupt any of the nine hexes
        (SOVIET, (4,), 1 + 2),  # no defence, and only Soviet movement is disrupted
        # Two alike: none; the three kinds with one or both; both disrupt one of nine; one each on
        # two of the three kinds, or both apart on the same: 1 + 6 + 9 + 3 + 3.
        (GERMAN, (5, 5), 22),
    ],
)
def test_air_missions(side: str, strengths: tuple[int, ...], plans: int) -> None:
    """One unit of each side on nine hexes, and some air units of one side."""
    units = unit("g1", "0101"), unit("s1", "0303")
    game = position(*units, board=sketch(3, 3), air=wings(side, *strengths), phase=AIR_A)
    assert game.to_act == side
    assert kinds(game) == {"assign": plans}


# --- Two and three deep ---------------------------------------------------------------------


def test_perft_of_infantry_in_a_corridor() -> None:
    """Infantry of 2 MP in 0101: to 0102, to 0103, dig in, end: 4.

    From 0102 it may go to 0101 or 0103, or end: 3. After the others only the phase can end: 1 each.
    3 + 1 + 1 + 1 = 6. A third action: from 0102 by 0101 or 0103 the end, by the end the next
    phase's end: 3; after the others 1 each: 3 + 1 + 1 + 1 = 6.
    """
    game = position(unit("g1", "0101", mp=2), board=sketch(1, 5))
    assert [perft(game, depth) for depth in (1, 2, 3)] == [4, 6, 6]


def test_perft_of_guns() -> None:
    """Limber up or end: 2. Limbered they have 6 points for 3 hexes, may unlimber, or end: 5; and
    the next phase can end: 1.
    """
    game = position(unit("ggun", "0101", "ART", "5,3"), board=CORRIDOR)
    assert [perft(game, depth) for depth in (1, 2)] == [2, 6]


def test_perft_at_a_bridge() -> None:
    """Six actions. After moving to 0101: 0102, 0103, 0104, end: 4. To 0103: 0102, 0101, 0104, blow,
    end: 5. To 0104: 0103, 0102, end: 3. After digging in: end. After blowing: 0101, 0103, 0104 and
    end: 4. After the end: the next end. 4 + 5 + 3 + 1 + 4 + 1 = 18.
    """
    assert [perft(at_a_bridge(), depth) for depth in (1, 2)] == [6, 18]


def test_perft_of_a_reinforcement() -> None:
    """Enter or end: 2. After entering 3 points are left, enough for each of the 8 hexes, or it
    leaves again, or the phase ends: 10; and after the end the next end: 11.
    """
    assert [perft(coming({"A": "0101"}, "g1"), depth) for depth in (1, 2)] == [2, 11]


def test_perft_of_a_retreat() -> None:
    """Three hexes to go to, each with a pursuit or none; or stay, and the end: 3 x 2 + 1."""
    assert perft(beaten((3, 3), "- / D1"), 2) == 7


def test_perft_of_two_infantry_units() -> None:
    """Two units of 1 MP in the first and last hex of a corridor of four.

    Two moves, two digs, the end: 5. After 0101 to 0102: the other moves or digs in, or the end: 3;
    so for the other move; after a dig the same 3; after the end 1: 4 x 3 + 1 = 13.
    """
    game = position(unit("g1", "0101", mp=1), unit("g2", "0104", mp=1), board=sketch(1, 4))
    assert kinds(game) == {"move": 2, "dig": 2, "end": 1}
    assert perft(game, 2) == 13


def test_the_count_ends_with_the_phase() -> None:
    """Nobody can attack in an empty Combat Phase: only the end is counted."""
    game = position(unit("g1", "0101"), board=CORRIDOR)
    game.play(GERMAN, END)
    assert kinds(game) == {"end": 1}
