"""Pacts: dice that come from secrets of all who play, and what can be proven of them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from grognard.engine import pact, saves
from grognard.engine.dice import seed_from
from grognard.engine.freezing import freeze
from grognard.engine.pact import Pact, Unpledged
from grognard.engine.refusal import Refused
from grognard.engine.saves import SaveError
from grognard.engine.thawing import thaw
from tests.engine.test_saves import resolve, rewritten
from tests.engine.toy import Toy, toy

SIDES = ("north", "south")


def secret(word: str) -> str:
    return seed_from(word)


class Server:
    """Who runs a game, and the players' own machines beside it."""

    def __init__(self, game: Toy, luck: str = "") -> None:
        self.game, self.luck = game, luck
        self.held: dict[int, str] = {}
        self.news: list[dict[str, Any]] = []
        self.pledges: dict[str, int] = {}

    def pledge(self, side: str, word: str = "") -> None:
        """A player sits down, or comes back with another machine."""
        game, live = self.game, secret(f"live {side} {word}{self.luck}")
        n = len(game.pact.pledges) + len(self.news)
        old = self.pledges.get(side)
        self.held[n] = secret(f"escrow {side} {word}")
        heads = pact.head(live), pact.head(self.held[n], pact.ESCROW)
        self.news.append(pact.pledged(self._now(), self.seed, side, *heads, old))
        self.pledges[side] = n
        setattr(self, f"live_{n}", live)

    @property
    def seed(self) -> str:
        assert self.game.dice.seed is not None
        return self.game.dice.seed

    def _said(self) -> dict[str, Any]:
        """What the next line says of the pledges that were made since the last."""
        said = {"pledged": self.news} if self.news else {}
        first = self.news and not self.game.pact.begun
        return {**said, "promise": pact.beginning(self.seed)} if first else said

    def _now(self) -> Pact:
        said = self._said()
        return self.game.pact.after(said, self.game.commitment) if said else self.game.pact

    def _line(self, side: str, shown: bool) -> dict[str, Any]:
        data, now = self._said(), self._now()
        n = self.pledges.get(side, -1)
        if shown:
            link = pact.link(getattr(self, f"live_{n}"), now.pledges[n].shown + 1)
            return {**data, "step": pact.own_step(now, self.seed, n, link)}
        return {**data, "step": pact.proxy_step(now, self.seed, self.held)}

    def play(self, side: str, action: dict[str, Any], shown: bool = True) -> None:
        with pact.step(self.game, self._line(side, shown)):
            self.game.play(side, action)
        self.news = []

    def undo(self, side: str | None = None) -> None:
        with pact.step(self.game, self._line(side or "north", False)):
            self.game.undo(side)
        self.news = []


def between_people(seed: int | None = 1, luck: str = "", **options: Any) -> Server:
    server = Server(toy(seed, **options), luck)
    for side in SIDES:
        server.pledge(side)
    return server


def gamble(server: Server, times: int = 1, shown: bool = True) -> list[int]:
    """North gambles; the dice that fell."""
    since = len(server.game.history)
    for _ in range(times):
        server.play("north", {"do": "gamble"}, shown)
        server.play("south", {"do": "double", "yes": False}, shown)
    return [face for line in server.game.history[since:] for face in line.chance]


def saved(server: Server, path: Path, secret: bool = False) -> Path:
    server.game.save(path, secret)
    return path


# ---- chains


def test_each_link_gives_the_one_before_when_it_is_hashed() -> None:
    end = secret("a chain")
    assert pact.link(end, pact.LENGTH) == end
    for n in (1, 2, 127, 128, 129, pact.LENGTH):
        assert pact.hashed(pact.link(end, n)) == pact.link(end, n - 1)
    with pytest.raises(Unpledged, match="no link"):
        pact.link(end, pact.LENGTH + 1)


# ---- what can be proven


def test_every_die_is_recomputed_in_the_middle_of_a_game_and_at_its_end(tmp_path: Path) -> None:
    server = between_people()
    gamble(server, 3)
    gamble(server, 1, shown=False)
    server.undo()
    told = saves.verify(saved(server, tmp_path / "open.grog"), resolve)
    assert told[1:5] == [
        "8 dice recomputed from the secrets of all who pledged theirs",
        "north: 3 steps with a secret of that player's own, which nobody else knew before; "
        "1 by proxy",
        "south: 3 steps with a secret of that player's own, which nobody else knew before; "
        "1 by proxy",
        "1 more steps by proxy, of others: programs, an umpire, or all",
    ]
    assert "not revealed" in told[5]
    told = saves.verify(saved(server, tmp_path / "whole.grog", secret=True), resolve)
    assert told[1].startswith("8 dice recomputed")
    assert not any("seed" in line for line in told)


def test_dice_before_the_first_pledge_are_said_to_be_of_the_seed_alone(tmp_path: Path) -> None:
    server = Server(toy())
    server.game.play("north", {"do": "gamble"})
    server.game.play("south", {"do": "double", "yes": False})
    for side in SIDES:
        server.pledge(side)
    gamble(server)
    told = saves.verify(saved(server, tmp_path / "late.grog", secret=True), resolve)
    assert told[1].startswith("2 dice recomputed from the secrets of all")
    assert "2 dice recomputed from the revealed seed, the secret of whoever ran" in told[4]


def test_a_game_with_a_pact_comes_back_and_goes_on_as_it_was(tmp_path: Path) -> None:
    server = between_people()
    rng = random.Random(4)
    for n in range(60):
        player = server.game.to_act
        assert player is not None
        action = server.game.sample(player, rng)
        assert action is not None
        server.play(player, action, shown=n % 3 > 0)
        if n % 7 == 3:
            server.undo()
    again = saves.load(saved(server, tmp_path / "toy.grog", secret=True), resolve)
    assert (again.state, again.pact, again.history) == (
        server.game.state, server.game.pact, server.game.history,
    )  # fmt: skip


def test_after_a_take_back_the_next_faces_are_fresh() -> None:
    server = between_people()
    server.play("north", {"do": "gamble"})
    first = server.game.history[-1].chance
    server.undo()
    other = between_people()
    other.play("north", {"do": "bump", "by": 1})
    server.play("north", {"do": "gamble"})
    step = server.game.history[-1].pact["step"]  # type: ignore[index]
    assert step["live"] != server.game.history[1].pact["step"]["live"]  # type: ignore[index]
    assert server.game.history[-1].chance != first


# ---- attacks


def test_the_seed_alone_decides_nothing() -> None:
    """Whoever runs the server draws seeds until six sixes fall: with the players' links they do
    not, for these he does not know."""

    def faces(seed: int, luck: str) -> list[int]:
        return gamble(between_people(seed, luck), 1)

    lucky = next(n for n in range(1000) if faces(n, "as he hopes") == [6, 6])
    fell = {tuple(faces(lucky, f"{n}")) for n in range(8)}
    assert len(fell) > 4
    # without a pact the seed is all there is, and he need only look
    assert len({tuple(toy(lucky).roll(2)) for _ in range(8)}) == 1


def test_whoever_runs_the_server_cannot_foresee_a_step_of_a_players_own() -> None:
    """All that lies with him, and not the link: it gives neither the key nor the faces."""
    server = between_people()
    gamble(server, 2)
    before, seed = server.game.pact, server.seed
    known = {seed, *server.held.values(), *(p.live for p in before.pledges)}
    known |= {pact.secret_of_seed(seed, n, i) for n in (0, 1, pact.PROXY) for i in range(9)}
    known |= {pact.link(one, i, pact.ESCROW) for one in server.held.values() for i in range(9)}
    for guess in known:
        with pytest.raises(Unpledged, match="not link 3"):
            pact.own_step(before, seed, 0, guess)
    gamble(server)
    assert server.game.pact.pledges[0].live not in known


def test_what_others_do_in_between_changes_nothing_for_a_step_of_ones_own() -> None:
    """Who has seen a link before it counts gains nothing by doing harmless things first."""
    plain, meddled = between_people(), between_people()
    gamble(plain)
    gamble(meddled)
    for _ in range(3):
        meddled.play("south", {"do": "instruct", "rules": {}})
        meddled.play("south", {"do": "instruct", "rules": {}}, shown=False)
    assert gamble(plain)[:2] == gamble(meddled)[:2]


def test_what_the_others_do_next_goes_into_ones_own_dice_to_come() -> None:
    """Who plays and runs the server as well knows his own dice no further than that."""
    server = between_people()
    gamble(server)
    before = server.game.pact
    server.play("north", {"do": "gamble"})
    after = server.game.pact
    assert pact.frame(before, server.seed, 1, 9) != pact.frame(after, server.seed, 1, 9)
    step = pact.own_step(after, server.seed, 1, pact.link(server.live_1, 2))  # type: ignore[attr-defined]
    other = after.pledges[0].live.replace("a", "b")
    spoilt = {**step, "frame": other}
    told = after.after({"step": step}, server.game.commitment)
    lied = after.after({"step": spoilt}, server.game.commitment)
    assert told.key == lied.key, "a frame is for the step after, and known before its link is"
    assert told.pledges[1].frame != lied.pledges[1].frame
    assert not pact.from_seed(after, {"step": spoilt}, server.seed, server.game.commitment)


def test_a_link_that_was_shown_another_and_one_of_another_game_are_refused() -> None:
    server = between_people()
    gamble(server)
    now, seed = server.game.pact, server.seed
    mine = server.live_0  # type: ignore[attr-defined]
    right = pact.link(mine, 2)
    for wrong in (now.pledges[0].live, pact.link(mine, 3), secret("nobody's"), mine):
        with pytest.raises(Unpledged, match="this is not link 2 of the chain of pledge 0"):
            pact.own_step(now, seed, 0, wrong)
    step = pact.own_step(now, seed, 0, right)
    for name, value in (("server", right), ("live", now.pledges[0].live), ("pledge", 7)):
        with pytest.raises(Unpledged):
            now.after({"step": {**step, name: value}}, server.game.commitment)
    for spoilt in ({}, {"step": {}}, {"step": {**step, "more": 1}}, {"pledged": [{}]}, {"x": 1}):
        with pytest.raises(Unpledged):
            now.after(spoilt, server.game.commitment)
    # the same secrets in another game, which has another commitment, give other dice
    here = now.after({"step": step}, server.game.commitment).key
    assert here != now.after({"step": step}, "00" * 32).key


def test_a_lie_about_a_pact_is_found_at_its_line(tmp_path: Path) -> None:
    server = between_people()
    gamble(server, 2)
    gamble(server, 1, shown=False)
    path, lie = tmp_path / "true.grog", tmp_path / "lie.grog"
    saved(server, path, secret=True)

    def dice(data: dict[str, Any]) -> None:
        data["chance"] = [face % 6 + 1 for face in data["chance"]]

    def without(data: dict[str, Any]) -> None:
        del data["pact"]

    def other_live(data: dict[str, Any]) -> None:
        data["pact"]["step"]["live"] = secret("another")

    def other_secret(data: dict[str, Any]) -> None:
        data["pact"]["step"]["server"] = secret("another")

    def other_promise(data: dict[str, Any]) -> None:
        data["pact"]["step"]["next"] = secret("another")

    def other_escrow(data: dict[str, Any]) -> None:
        data["pact"]["step"]["escrow"]["1"] = secret("another")

    for change, line, text in (
        (dice, 3, "the secrets give another face"),
        (without, 8, "nobody has shown a secret"),
        (other_live, 3, "not link 1 of the chain of pledge 0"),
        (other_secret, 5, "not what it had promised"),
        (other_promise, 5, "not from its seed"),
        (other_escrow, 7, "not link 1 of the chain in escrow of pledge 1"),
    ):

        def spoil(n: int, data: dict[str, Any], at: int = line, do: Any = change) -> None:
            data.pop("state", None)
            if n == at:
                do(data)

        lie.write_bytes(rewritten(path, spoil))
        with pytest.raises(SaveError, match=text) as error:
            saves.verify(lie, resolve)
        assert error.value.line == line, text


def test_what_the_server_adds_must_be_from_its_seed(tmp_path: Path) -> None:
    """Who waits for a player's link and then makes up what fits it is found out at the end."""
    server = between_people()
    gamble(server)
    path = saved(server, tmp_path / "toy.grog", secret=True)

    class Liar(Server):
        @property
        def seed(self) -> str:
            return secret("a second seed")

    liar = Liar(toy(1))
    for side in SIDES:
        liar.pledge(side)
    gamble(liar)
    liar.game.save(path)
    with pytest.raises(SaveError, match="not from its seed") as error:
        saves.verify(path, resolve)
    assert error.value.line == 3


# ---- pledging anew


def test_a_player_on_another_machine_pledges_anew(tmp_path: Path) -> None:
    server = between_people()
    gamble(server)
    server.pledge("north", "another machine")
    gamble(server)
    assert server.game.pact.in_force == [1, 2]
    told = saves.verify(saved(server, tmp_path / "anew.grog", secret=True), resolve)
    assert told[1].startswith("4 dice recomputed")
    with pytest.raises(Unpledged, match="no pledge 0 in force"):
        pact.Pact.after(
            server.game.pact,
            {
                "step": {
                    "pledge": 0,
                    "live": "00" * 32,
                    "server": "00" * 32,
                    "next": "00" * 32,
                    "frame": "00" * 32,
                }
            },
            server.game.commitment,
        )


def test_nobody_rolls_where_no_step_is_open() -> None:
    server = between_people()
    gamble(server)
    with pytest.raises(Refused, match="secret of the dice"):
        server.game.play("north", {"do": "gamble"})
    assert gamble(server)


def test_a_refused_action_shows_nothing_and_its_link_is_still_good() -> None:
    server, same = between_people(), between_people()
    with pytest.raises(Refused):
        server.play("north", {"do": "bump", "by": 77})
    assert gamble(server) == gamble(same)


def test_a_frozen_copy_rolls_no_dice_that_nobody_has_pledged() -> None:
    server = between_people()
    gamble(server)
    copy = thaw(freeze(server.game), resolve)
    assert copy.state == server.game.state
    with pytest.raises(Refused, match="secret of the dice"):
        copy.play("north", {"do": "gamble"})
