"""Outpost as the engine sees it."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.board.sketch import sketch
from grognard.engine.decision import Action, Procedure, nothing
from grognard.engine.hunch import NO_HUNCH, Hunch
from grognard.engine.located import read_yaml
from grognard.engine.record import Register, digest, replace
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import Segment
from grognard.engine.sources import Sources
from grognard.engine.state import Index, State
from grognard.engine.system import Option, System, settle
from grognard.kit.indexes import kept
from grognard.kit.turn import Part, Turn
from grognard.table.telling import Phrases
from outpost.fighting import Attack
from outpost.patrols import PATROLS, Patrol, Post, Standing, Watch, other
from outpost.walking import Lay, Step

VERBS = (Step, Lay, Attack)
TURN: Turn[Post] = Turn(
    parts=[
        Part("watch", "First watch", "O1", "walk, lay, attack", "first", verbs=VERBS),
        Part("watch", "Second watch", "O1", "walk, lay, attack", "second", verbs=VERBS),
    ],
    roles=lambda game, role: game.scenario.sides[0 if role == "first" else 1],
)
"""One side's watch, then the other's. [O1]"""


class Outpost(System[Watch]):
    """Two patrols."""

    name, title = "outpost", "Outpost"
    registers: tuple[Register[Any, Any], ...] = (PATROLS,)
    phrases = Phrases(Path(__file__).with_name("phrases.csv"))
    options = (Option("mines", "on", ("on", "off"), "O3", "a first game is easier without"),)
    standing_policies: Mapping[str, tuple[str, ...]] = {"hit": ("fall back", "give up")}

    def read(
        self, sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
    ) -> Watch:
        """A small map with its forests, and where the patrols begin."""
        text = sources.text(sources.main)
        spec = read_yaml(text, sources.main)
        board = sketch(spec["columns"], spec["rows"], terrain=spec["terrain"])
        settled = settle(self.options, options)
        return Watch(
            id=f"outpost/{sources.main.removesuffix('.yaml')}",
            title=spec["title"],
            system=self.name,
            board=board,
            sides=tuple(spec["start"]),
            options=settled,
            fingerprint=digest([text, settled]),
            start=spec["start"],
            turns=spec["turns"],
        )

    def initial(self, scenario: Watch) -> State:
        """The patrols at their posts."""
        start = scenario.start.items()
        return State({PATROLS.name: {side: Patrol(scenario.board.hex(h)) for side, h in start}})

    def segments(self, scenario: Watch) -> Sequence[Segment[Any]]:
        """Two watches a turn. [O1]"""
        return TURN.segments(scenario.sides)

    def indexes(self, scenario: Watch) -> Mapping[str, Index]:
        """Who stands where."""
        return kept(Standing())

    def view(self, game: Post, player: str | None) -> dict[str, Any]:
        """Everybody sees the patrols; a mine is seen by whoever has laid it. [O3]"""
        label = game.board.label
        return {
            "patrols": {
                side: {
                    "hex": label(patrol.hex),
                    **({"mine": patrol.mine} if player in (None, side) else {}),
                }
                for side, patrol in sorted(game.state[PATROLS].items())
            }
        }

    def picture(self, game: Post, player: str | None) -> str:
        """Who is where, in a line."""
        patrols = game.state[PATROLS].items()
        return ", ".join(f"{side} in {game.board.label(p.hex)}" for side, p in patrols)

    def end_turn(self, game: Post) -> Procedure:
        """After the last turn nobody has won."""
        if game.turn == game.scenario.turns:
            game.finish("nobody wins")
        return nothing()

    def unknowns(self, game: Post, player: str, action: Action) -> list[Refusal]:
        """Where a mine may lie, the odds of a step are not for its player to know. [O2]"""
        if action["do"] == "step" and game.options["mines"] == "on":
            return [Refusal("O2", "there may be a mine")]
        return []

    def redraw(
        self,
        game: Post,
        player: str,
        rng: random.Random,
        known: Collection[str],
        hunch: Hunch = NO_HUNCH,
    ) -> None:
        """In what a player imagines, the enemy has laid his mine anywhere, if he may. [O3]"""
        enemy = other(game, player)
        patrol = game.state[PATROLS][enemy]
        if game.options["mines"] == "on":
            mine = rng.randrange(-1, game.board.n)
            game.put(PATROLS, enemy, replace(patrol, mine=mine))

    def check_edit(self, game: Post, changes: list[Action]) -> list[Refusal]:
        """An edit puts patrols into hexes."""
        fine = all(
            set(change) == {"side", "hex"}
            and change["side"] in game.scenario.sides
            and change["hex"] in game.board.index
            for change in changes
        )
        return [] if fine else [Refusal("form", "a change is a side and a hex")]

    def apply_edit(self, game: Post, changes: list[Action]) -> None:
        """Put them there."""
        for change in changes:
            patrol = game.state[PATROLS][change["side"]]
            game.put(PATROLS, change["side"], replace(patrol, hex=game.board.hex(change["hex"])))


OUTPOST = Outpost()
