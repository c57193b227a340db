"""Building gliders with equipment, as aircraft are rebuilt. [14.10e(A)]"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engine.refusal import Refusal
from grognard.kit.forms import Hex, Piece
from grognard.systems.ocs.air import gliders
from grognard.systems.ocs.arrivals import replacements
from grognard.systems.ocs.pieces.groups import grouped
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import OcsVerb
from grognard.systems.ocs.works import air_bases
from grognard.table.worded import Hand

ONE_EQ = (0, 1)
"""What it costs: no men, one equipment. [14.10e(A)]"""


@dataclass(frozen=True, slots=True)
class Crafting:
    """A replacement to be spent, and the base where the gliders are built."""

    repl: Piece
    hex: Hex


class BuildGliders(OcsVerb[Crafting]):
    """Spend an Eq replacement on two Glider Points at a friendly base. [14.10e(A)]"""

    do, rule, order = "build-gliders", "14.10e(A)", Crafting
    title, phrase = "Build gliders", "Build gliders in {hex} with {repl}"
    rare = True

    def ways(self, game: Ocs, player: str, actor: str) -> Iterator[Crafting]:
        """The first equipment of each depot, at every base."""
        if gliders.why_not_built(game, player) is not None:
            return
        for depot in replacements.depots(game, player):
            for repl in replacements.repls_in(game, player, depot, "eq")[:1]:
                yield from (Crafting(repl, h) for h in air_bases.bases(game, player))

    def against(self, game: Ocs, player: str, order: Crafting) -> list[Refusal]:
        """A game with gliders, one equipment where rebuilding is done, and a base. [13.5f]"""
        refusal = gliders.why_not_built(game, player)
        if refusal is not None:
            return [refusal]
        if air_bases.owner(game, order.hex) != player:
            label = game.board.label(order.hex)
            return [Refusal("14.10e(A)", f"{label} is no Air Base of {player}")]
        _, refusals = replacements.gather(game, player, [order.repl])
        if not refusals and replacements.counted(game, [order.repl]) != ONE_EQ:
            refusals = [Refusal("14.10e(A)", "gliders are built with one Eq replacement")]
        return refusals

    def carry_out(self, game: Ocs, player: str, order: Crafting) -> None:
        """The equipment is spent, the gliders stand there. [14.10e(A)]"""
        replacements.use_up(game, player, [order.repl])
        gliders.build(game, player, order.hex)

    def here(self, game: Ocs, player: str, hand: Hand) -> Iterator[Crafting]:
        """With the equipment in hand, if it lies at a base."""
        group = grouped(game, player, hand)
        if len(group.names) == 1 and group.hex >= 0:
            yield Crafting(group.names[0], group.hex)
