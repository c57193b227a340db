"""Building gliders with equipment, as aircraft are rebuilt. [14.10e(A)]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.decision import Action, Procedure
from grognard.engine.refusal import Refusal
from grognard.systems.ocs.air import gliders
from grognard.systems.ocs.air.missions import read_hex
from grognard.systems.ocs.arrivals import replacements
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.turn.phases import REINFORCEMENT, OcsDeed, deed
from grognard.systems.ocs.works import air_bases

ONE_EQ = (0, 1)
"""What it costs: no men, one equipment. [14.10e(A)]"""


@deed(REINFORCEMENT)
class BuildGliders(OcsDeed):
    """Spend an Eq replacement on two Glider Points at a friendly base. [14.10e(A)]"""

    do = "build-gliders"
    rule = "14.10e(A)"
    form = {"repl": "text", "hex": "text"}

    def check(self, game: Ocs, player: str, action: Action) -> list[Refusal]:
        """A game with gliders, one equipment where rebuilding is done, and a base. [13.5f]"""
        refusal = gliders.why_not_built(game, player)
        if refusal is not None:
            return [refusal]
        h = read_hex(game, action["hex"])
        if isinstance(h, Refusal):
            return [h]
        if air_bases.owner(game, h) != player:
            return [Refusal("14.10e(A)", f"{action['hex']} is no Air Base of {player}")]
        _, refusals = replacements.gather(game, player, [action["repl"]])
        if not refusals and replacements.counted(game, [action["repl"]]) != ONE_EQ:
            refusals = [Refusal("14.10e(A)", "gliders are built with one Eq replacement")]
        return refusals

    def legal(self, game: Ocs, player: str) -> Iterator[Action]:
        """The first equipment of each depot, at every base."""
        if gliders.why_not_built(game, player) is not None:
            return
        for depot in replacements.depots(game, player):
            for repl in replacements.repls_in(game, player, depot, "eq")[:1]:
                for h in air_bases.bases(game, player):
                    action = {"do": self.do, "repl": repl, "hex": game.board.label(h)}
                    if not self.check(game, player, action):
                        yield action

    def possible(self, game: Ocs, player: str) -> bool:
        """Whether there is anything to build them with."""
        return next(self.legal(game, player), None) is not None

    def perform(self, game: Ocs, player: str, action: Action) -> Procedure:
        """The equipment is spent, the gliders stand there. [14.10e(A)]"""
        replacements.use_up(game, player, [action["repl"]])
        gliders.build(game, player, game.board.hex(action["hex"]))
        yield from ()
