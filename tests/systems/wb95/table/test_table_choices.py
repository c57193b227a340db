"""Choices about one counter: its own ways come first, and none is missing."""

from __future__ import annotations

import random
from typing import Any

import grognard
from grognard.engine.game import Game
from grognard.engine.record import canonical
from grognard.systems.wb95.combat.pursuit import Pursuit
from grognard.systems.wb95.combat.retreat import Retreat
from grognard.systems.wb95.fighting.losses import Losses
from grognard.systems.wb95.movement.reach import routes
from grognard.systems.wb95.pieces.stacks import on_map
from grognard.systems.wb95.table.tabletop import TABLETOP
from grognard.table import choosing
from tests.systems.wb95.table.test_tabletop import until
from tests.terminal_field import field, into_battle


def listed(game: Game[Any], player: str, **about: Any) -> list[dict[str, Any]]:
    """The actions that a screen is shown, in order, all of them legal."""
    found, _ = choosing.choices(game, TABLETOP, player, **about)
    actions = [dict(choice.action) for choice in found]
    assert len({canonical(action) for action in actions}) == len(actions)
    for action in actions:
        assert not game.why(player, action), action
    return actions


def offered(game: Game[Any], player: str, kind: type) -> Any:
    """The offer of a kind that is open."""
    decision = game.decision(player)
    assert decision is not None
    return next(offer for offer in decision.ask.offers if isinstance(offer, kind))


def test_every_hex_that_a_unit_reaches_is_listed_however_many_units_there_are() -> None:
    game = grognard.new("wb95/typhoon", seed=1)
    while not str(game.phase).startswith("Movement"):
        side = str(game.to_act)
        decision = game.decision(side)
        assert decision is not None
        game.play(side, decision.ask.default or {"do": "end"})
    side = str(game.to_act)
    movers = [name for name in on_map(game, side) if routes(game, name).costs]
    for name in (movers[0], movers[-1]):
        reached = {game.board.label(h) for h in routes(game, name).costs}
        moves = [a for a in listed(game, side, piece=name, limit=10_000) if a["do"] == "move"]
        alone = {a["path"][-1] for a in moves if a["units"] == [name]}
        assert alone == reached
    first = listed(game, side, piece=movers[-1])[0]
    assert first.get("units", [first.get("unit")]) == [movers[-1]]


def test_one_s_own_attack_comes_before_those_with_others() -> None:
    game = into_battle(field())
    attacks = [a for a in listed(game, "german", piece="g2") if a["do"] == "attack"]
    assert attacks[0] == {"do": "attack", "units": ["g2"], "targets": ["0304"]}
    assert any(a.get("guns") for a in attacks)
    about = [a for a in listed(game, "german", at="0304") if a["do"] == "attack"]
    assert all(a["targets"] == ["0304"] for a in about)
    assert about[0] == TABLETOP.assault(game, "german", [game.board.hex("0304")])


def test_every_hex_a_unit_can_retreat_to_is_among_the_first() -> None:
    game = until("retreat", "soviet")
    offer = offered(game, "soviet", Retreat)
    for name in offer.units:
        ends = {path[-1] for path in offer.routes.every(name, offer.setback.hexes)}
        shown = listed(game, "soviet", piece=name, limit=max(1, len(ends)))
        goals = {a["paths"][name][-1] for a in shown if a["paths"].get(name)}
        possible = {
            a["paths"][name][-1] for a in offer.legal(game, "soviet") if a["paths"].get(name)
        }
        assert goals == possible


def test_every_path_of_a_pursuer_is_listed() -> None:
    game = until("pursue", "german")
    offer = offered(game, "german", Pursuit)
    for name in offer.units:
        ways = [[game.board.label(h) for h in path] for path in offer.paths_of(game, name)]
        shown = listed(game, "german", piece=name)
        lone = [a["paths"][name] for a in shown if list(a["paths"]) == [name]]
        assert sorted(lone) == sorted(ways)


def asked_for_losses() -> Game[Any]:
    """A game by chance in which somebody is asked who bears his losses."""
    for seed in range(20):
        game, rng = grognard.new("wb95/klin", seed=seed), random.Random(seed)
        while not game.over:
            asked = str(game.to_act)
            if any(isinstance(o, Losses) for d in game.decisions for o in d.ask.offers):
                return game
            game.play(asked, game.sample(asked, rng) or {"do": "end"})
    raise AssertionError("nobody was asked")


def test_every_loss_that_a_unit_can_bear_is_listed() -> None:
    game = asked_for_losses()
    side = str(game.to_act)
    offer = offered(game, side, Losses)
    assert len(offer.burden.steps) > 1
    for name, levels in offer.burden.steps.items():
        shown = listed(game, side, piece=name, limit=levels)
        borne = {a["take"][name] for a in shown}
        possible = {a["take"][name] for a in offer.legal(game, side) if name in a["take"]}
        assert borne == possible
