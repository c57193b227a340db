"""Attacking the other patrol, and what becomes of one that is hit. [O4] [O5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grognard.engine.decision import Ask, Choice, Procedure
from grognard.engine.event import Event
from grognard.engine.refusal import Refusal
from grognard.engine.tally import Tally
from grognard.kit.deeds import Verb
from grognard.kit.orders import Nothing
from outpost.patrols import PATROLS, Post, open_hexes, other


def needed(game: Post, side: str) -> Tally:
    """The roll needed to hit a patrol: 7, and 2 more in a forest. [O4]"""
    tally = Tally().add("to hit", 7, "O4")
    if game.board.terrain[game.state[PATROLS][side].hex] == "forest":
        tally = tally.add("forest", 2, "O4")
    return tally


class Attack(Verb[Post, Nothing]):
    """Attack the other patrol from the next hex. [O4]"""

    do, rule, order = "attack", "O4", Nothing
    title, phrase, stakes = "Attack", "Attack the other patrol", "dice"

    def actors(self, game: Post, player: str) -> Sequence[str]:
        """The player's patrol."""
        return (player,)

    def ways(self, game: Post, player: str, actor: str) -> Iterator[Nothing]:
        """The one enemy."""
        yield Nothing()

    def against(self, game: Post, player: str, order: Nothing) -> list[Refusal]:
        """He must be in the next hex. [O4]"""
        mine, his = (game.state[PATROLS][s].hex for s in (player, other(game, player)))
        if game.board.adjacent(mine, his):
            return []
        return [Refusal("O4", "the other patrol is not in the next hex")]

    def towards(self, game: Post, player: str, hand: Sequence[str], h: int) -> Iterator[Nothing]:
        """Who points at the other patrol means to attack it."""
        if game.state[PATROLS][other(game, player)].hex == h:
            yield Nothing()

    def likely(self, game: Post, player: str, hand: Sequence[str], hexes: Sequence[int]) -> bool:
        """Then it says why he cannot."""
        return game.state[PATROLS][other(game, player)].hex in hexes

    def carry_out(self, game: Post, player: str, order: Nothing) -> Procedure:
        """Roll two dice against the number needed. [O4]"""
        enemy = other(game, player)
        tally = needed(game, enemy)
        game.emit(Event("reckoning", "O4", {"needed": tally.to_json()}))
        faces = game.roll(2, key=lambda f: sum(f) >= tally.total)
        hit = sum(faces) >= tally.total
        facts = {"hit": hit, "side": player}
        game.emit(Event("attack", "O4", facts, faces, outcome=True))
        if hit:
            yield from fall_back(game, enemy)


def fall_back(game: Post, side: str) -> Procedure:
    """A patrol that is hit goes back a hex, or gives up. [O5]"""
    ways = [{"do": "back", "to": game.board.label(h)} for h in open_hexes(game, side)]
    give_up = {"do": "surrender"}
    offers = [Choice("surrender", "O5", [give_up])]
    if ways:
        offers.insert(0, Choice("back", "O5", ways))
    answer = yield Ask(
        side,
        "hit",
        "fall back or give up",
        "O5",
        tuple(offers),
        default=ways[0] if ways else give_up,
        policies={"fall back": lambda: ways[0] if ways else None, "give up": lambda: give_up},
    )
    if answer["do"] == "surrender":
        game.finish(f"{other(game, side)} wins")
        return
    goal = game.board.hex(answer["to"])
    game.put(PATROLS, side, replace(game.state[PATROLS][side], hex=goal))
    facts = {"to": answer["to"], "side": side}
    game.emit(Event("back", "O5", facts))
