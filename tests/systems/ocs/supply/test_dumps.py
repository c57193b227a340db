"""Supply dumps: tokens and points, whose they are, and blowing them up. [12.1] [12.11]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.systems.ocs.pieces.stacks import dump_at
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.status import DUMPS, SIDES, TRANSPORT, Dump, dump_key
from grognard.systems.ocs.supply import dumps
from grognard.systems.ocs.turn.phases import EXPLOITATION, MOVEMENT, REACTION, REINFORCEMENT, SUPPLY
from tests.systems.ocs.field import end, field, play, rig, rules, serial, told, unit

rule = pytest.mark.rule


def depot(**more: Any) -> Ocs:
    """Five SP on the ground and four on trucks, beside the units of an enemy far away."""
    spec: dict[str, Any] = {
        "dumps": [{"side": "axis", "hex": "0303", "sp": 5}],
        "transport": [
            {"id": "trucks", "side": "axis", "hex": "0303", "kind": "truck", "points": 4,
             "loaded": True},
        ],
        **more,
    }  # fmt: skip
    return field(unit("a1", "0301"), unit("s1", "0808"), **spec)


def blow(where: str = "0303", **tokens: int) -> dict[str, Any]:
    action: dict[str, Any] = {"do": "blow", "hex": where}
    return {**action, "tokens": tokens} if tokens else action


def at(game: Ocs, label: str, side: str = "axis") -> int:
    return dump_at(game, game.board.hex(label), side)


@rule("ocs", "12.1a")
@rule("ocs", "3.3(A)")
def test_four_tokens_are_a_supply_point() -> None:
    game = depot()
    h = game.board.hex("0303")
    assert at(game, "0303") == 20
    dumps.take(game, "axis", h, 2)
    assert dumps.amount(at(game, "0303")) == "4 SP 2T"
    assert [dumps.amount(n) for n in (0, 3, 4, 7)] == ["0T", "3T", "1 SP", "1 SP 3T"]


@rule("ocs", "12.1b")
def test_a_dump_is_all_supply_in_a_hex_loaded_or_not() -> None:
    game = depot()
    assert dumps.parts(game, game.board.hex("0303"), "axis") == {"ground": 20, "trucks": 16}
    assert dumps.dump_hexes(game, "axis") == [game.board.hex("0303")]
    assert dumps.stock(game, "axis") == 36


@rule("ocs", "12.1d")
def test_a_dump_has_an_owner_and_nobody_else_uses_it() -> None:
    game = depot()
    assert at(game, "0303", "allied") == 0
    with pytest.raises(ValueError, match="0 tokens of allied"):
        dumps.take(game, "allied", game.board.hex("0303"), 1)
    with pytest.raises(ValueError, match="20 tokens of axis, not 21"):
        dumps.take(game, "axis", game.board.hex("0303"), 21)


@rule("ocs", "12.1d")
def test_the_accounts_come_out_even() -> None:
    game = depot()
    dumps.book(game, "axis", "delivered", 8)
    dumps.add(game, "axis", game.board.hex("0505"), 8)
    dumps.take(game, "axis", game.board.hex("0303"), 3)
    dumps.book(game, "axis", "spent", 3)
    status = game.state[SIDES]["axis"]
    assert (status.delivered, status.spent, dumps.stock(game, "axis")) == (44, 3, 41)


@rule("ocs", "12.1d")
@pytest.mark.parametrize("account", dumps.ACCOUNTS)
def test_each_account_is_kept_for_itself(account: dumps.Account) -> None:
    game = depot()
    before = {name: getattr(game.state[SIDES]["axis"], name) for name in dumps.ACCOUNTS}
    dumps.book(game, "axis", account, 5)
    after = {name: getattr(game.state[SIDES]["axis"], name) for name in dumps.ACCOUNTS}
    assert after == {**before, account: before[account] + 5}


def test_nothing_makes_no_dump_and_less_than_nothing_is_an_error() -> None:
    game = depot()
    h = game.board.hex("0505")
    dumps.add(game, "axis", h, 0)
    assert h not in dumps.dump_hexes(game, "axis")
    with pytest.raises(ValueError, match="-1 tokens"):
        dumps.add(game, "axis", h, -1)


@rule("ocs", "13.3c(1)")
def test_what_has_just_arrived_is_the_last_to_go() -> None:
    game = depot(transport=[])
    h = game.board.hex("0303")
    arrived = Dump("axis", h, 24, fresh=4, unloaded=serial(REINFORCEMENT))
    game.put(DUMPS, dump_key("axis", h), arrived)
    assert (dumps.newly_arrived(game, h, "axis"), dumps.loadable(game, h, "axis")) == (4, 24)
    dumps.take(game, "axis", h, 19, loading=True)
    assert dumps.newly_arrived(game, h, "axis") == 4
    dumps.take(game, "axis", h, 2)
    assert dumps.newly_arrived(game, h, "axis") == 3


def test_an_empty_dump_is_gone() -> None:
    game = depot(transport=[])
    dumps.take(game, "axis", game.board.hex("0303"), 20)
    assert dumps.dump_hexes(game, "axis") == []
    assert "axis@" not in str(list(game.state.maps["dumps"]))


@rule("ocs", "12.2a")
@rule("ocs", "12.2b")
def test_what_was_unloaded_is_used_first_and_not_loaded_in_the_phase() -> None:
    game = depot(transport=[])
    h = game.board.hex("0303")
    dumps.add(game, "axis", h, 6, fresh=True)
    assert (at(game, "0303"), dumps.loadable(game, h, "axis")) == (26, 20)
    dumps.take(game, "axis", h, 4)
    assert (at(game, "0303"), dumps.loadable(game, h, "axis")) == (22, 20)
    dumps.take(game, "axis", h, 5, loading=True)
    assert (at(game, "0303"), dumps.loadable(game, h, "axis")) == (17, 15)
    with pytest.raises(ValueError, match="15 tokens"):
        dumps.take(game, "axis", h, 16, loading=True)
    end(game, "axis", until=SUPPLY)
    assert dumps.loadable(game, h, "axis") == 17


@rule("ocs", "12.11a")
@rule("ocs", "CT-dumpblow")
@pytest.mark.parametrize(
    ("roll", "left"), [(1, 15), (2, 10), (3, 10), (4, 5), (5, 5), (6, 0)], ids=str
)
def test_a_die_says_how_much_goes_up(roll: int, left: int) -> None:
    game = depot(transport=[])
    rig(game, roll)
    play(game, "axis", blow())
    assert at(game, "0303") == left
    assert game.state[SIDES]["axis"].blown == 20 - left


@rule("ocs", "12.11a")
def test_losses_go_to_the_nearest_token() -> None:
    game = depot(transport=[])
    rig(game, 1)  # a quarter of 3 is nearer to 1 than to 0
    play(game, "axis", blow(ground=3))
    assert at(game, "0303") == 19
    game = depot(transport=[])
    rig(game, 1)  # a quarter of 1 is nearer to 0
    play(game, "axis", blow(ground=1))
    assert at(game, "0303") == 20


@rule("ocs", "12.11a")
def test_loads_go_up_but_transport_does_not() -> None:
    game = depot()
    rig(game, 4)  # 75 per cent of 36 are 27: all that lies on the ground, and 7 of the load
    play(game, "axis", blow())
    trucks = game.state[TRANSPORT]["trucks"]
    assert (at(game, "0303"), trucks.load, trucks.size) == (0, 9, 16)
    game = depot()
    rig(game, 6)
    play(game, "axis", blow(trucks=16))
    assert (at(game, "0303"), game.state[TRANSPORT]["trucks"].load) == (20, 0)


@rule("ocs", "12.11a")
def test_a_dump_is_blown_once_a_phase() -> None:
    game = depot()
    rig(game, 1)
    play(game, "axis", blow(ground=4))
    assert rules(game, "axis", blow()) == ["12.11a"]
    assert not [a for a in game.legal("axis") if a["do"] == "blow"]
    game = depot(segment=EXPLOITATION)
    assert rules(game, "axis", blow()) == []


@rule("ocs", "12.11a")
@pytest.mark.parametrize(
    ("segment", "player", "actor"),
    [(MOVEMENT, "axis", "axis"), (REACTION, "allied", "axis"), (EXPLOITATION, "axis", "axis")],
)
def test_dumps_are_blown_in_ones_own_movement_segments(
    segment: str, player: str, actor: str
) -> None:
    game = depot(segment=segment, player=player, first=player)
    assert game.to_act == actor
    assert rules(game, "axis", blow()) == []
    assert rules(game, "allied", blow()) == ["turn"]


@rule("ocs", "12.11a")
def test_what_may_be_blown_and_what_not() -> None:
    game = depot()
    assert rules(game, "axis", blow("0505")) == ["12.11a"]
    assert game.why("axis", blow("0505"))[0].text.startswith("axis has no supply in 0505")
    assert rules(game, "axis", blow("9999")) == ["form"]
    assert rules(game, "axis", blow(ground=21)) == ["12.11a"]
    assert rules(game, "axis", blow(ground=0)) == ["12.11a"]
    assert rules(game, "axis", blow(wagons=1)) == ["12.11a"]
    assert rules(game, "axis", {**blow(), "tokens": {}}) == ["12.11a"]
    assert rules(game, "axis", blow(ground=20, trucks=16)) == []


def test_the_enemy_sees_the_smoke_but_not_the_amount() -> None:
    game = depot()
    rig(game, 4)
    play(game, "axis", blow(ground=8))
    assert told(game, "blow") == [{"hex": "0303", "tried": 8, "lost": 6}]
    event = next(e for e in game.events if e.kind == "blow")
    assert event.seen_by == ("axis",)
    assert event.others is not None
    assert dict(event.others.facts) == {"hex": "0303"}


@rule("ocs", "12.11a")
def test_the_odds_of_blowing_are_exact() -> None:
    game = depot(transport=[])
    odds = game.odds(blow(ground=8), "axis")
    chances = {outcome.facts[0]["lost"]: outcome.probability for outcome in odds.outcomes}
    sixth = Fraction(1, 6)
    assert chances == {2: sixth, 4: 2 * sixth, 6: 2 * sixth, 8: sixth}


def test_each_dump_is_offered_whole_and_by_its_parts() -> None:
    game = depot()
    offered = [a for a in game.legal("axis") if a["do"] == "blow"]
    assert offered == [blow(), blow(ground=20), blow(trucks=16)]
