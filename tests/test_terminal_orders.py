"""The opponent's orders of the day in the terminal: after his turn if wished, and at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import grognard
from grognard.cli import app
from grognard.library import tabletop
from grognard.players.explaining import page_of
from grognard.players.registry import player
from grognard.players.seat import Seat
from grognard.server.ai_process import Hasty
from grognard.table.intent import Page, PageError
from grognard.table.order_book import line_of, read_lines
from grognard.terminal import Terminal, order_log
from grognard.terminal.order_log import OrderLog


def played(folder: Path, explain: bool, turns: int = 9) -> tuple[Terminal, str]:
    """A game of Klin against the staff, by somebody who does as little as he may."""
    game = grognard.new("wb95/klin", seed=7)
    console = Console(record=True, width=100, force_terminal=False)
    staff = {"soviet": player("staff", 0, "wb95")}
    desk = Terminal(game, "german", staff, console, folder=folder, explain=explain)
    hasty = Hasty(1)
    while game.turn <= turns and desk.others_play():
        desk.orders.tell(console)
        desk.play("german", hasty.choose(Seat(game, "german")))
    if game.over:
        desk.orders.tell_all(console)
    desk.keeper.end()
    return desk, console.export_text()


def test_the_orders_are_told_when_the_game_is_over_and_kept_beside_it(tmp_path: Path) -> None:
    desk, screen = played(tmp_path, explain=False)
    assert desk.game.over
    assert "Orders of the day: Soviet, turn 1" in screen
    assert "objectives:" in screen
    assert "main effort:" in screen
    save = tmp_path / "klin.grog"
    assert order_log.beside(save).name == "klin.orders.jsonl"
    leaves = order_log.read(save)
    assert leaves == desk.orders.leaves
    told = CliRunner().invoke(app, ["replay", str(save)]).output
    assert "Orders of the day: Soviet, turn 1" in told


def test_who_wishes_it_is_told_after_each_turn(tmp_path: Path) -> None:
    for explain in (False, True):
        _, screen = played(tmp_path, explain, turns=1)
        assert ("Orders of the day: Soviet, turn 1" in screen) == explain


def test_orders_that_were_taken_back_are_not_told() -> None:
    game = grognard.new("wb95/klin", seed=7)
    staff, log = player("staff", 0, "wb95"), OrderLog(game, tabletop(game), "soviet", False)
    while not any(leaf.page.plan for leaf in log.leaves):
        side = game.to_act or ""
        action, page = staff.choose(Seat(game, side)), page_of(staff)
        found = None if page is None else order_log.leaf(game, side, page)
        game.play(side, action)
        if found is not None:
            log.keep(found, None)
    game.undo(None)
    console = Console(record=True, width=100)
    log.tell_all(console)
    assert console.export_text() == ""


def test_a_file_that_is_none_of_ours_is_left_alone(tmp_path: Path) -> None:
    save = tmp_path / "klin.grog"
    assert order_log.read(save) == []
    other = order_log.beside(save)
    other.write_text("{}\n", encoding="ascii")
    assert order_log.read(save) is None
    game = grognard.new("wb95/klin", seed=7)
    log = OrderLog(game, tabletop(game), "german", False)
    log.begin(save)
    log.keep(order_log.leaf(game, "soviet", Page()), save)
    assert other.read_text(encoding="ascii") == "{}\n"
    with pytest.raises(PageError, match="line 1"):
        read_lines("{}")
    desk, _ = played(tmp_path, explain=False, turns=1)  # a new game has a new book
    assert order_log.read(save) == desk.orders.leaves
    book = "".join(line_of(leaf) for leaf in desk.orders.leaves)
    assert read_lines(book) == desk.orders.leaves
