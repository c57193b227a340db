"""A toy system that uses every part of the engine and nothing of any rulebook.

Two players hold hidden cards (whole numbers) and counters. In turn a player may `bump` a counter,
`gamble` (a die decides, then the other is asked whether to `double`), or `duel` (both choose a
number in secret, the higher wins; ties roll). After five turns it is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grognard.board.sketch import sketch
from grognard.engine.decision import Action, Ask, Choice, Deed, Procedure, nothing
from grognard.engine.event import Event
from grognard.engine.game import Game
from grognard.engine.record import RecordError, Register, digest
from grognard.engine.refusal import Refusal
from grognard.engine.sequence import Segment, proceed
from grognard.engine.sources import Sources
from grognard.engine.state import Index, State
from grognard.engine.system import Option, Scenario, System, settle


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's open score and secret card."""

    score: int
    card: int


HANDS: Register[str, Hand] = Register("hands", str, Hand)
Toy = Game[Scenario]


class Total:
    """An index: the sum of all scores."""

    def __init__(self) -> None:
        self.sum = 0

    def rebuild(self, state: State) -> None:
        """Add all scores up."""
        self.sum = sum(hand.score for hand in state[HANDS].values())

    def change(self, name: str, key: Any, old: Any, new: Any) -> None:
        """Follow one hand."""
        if name == HANDS.name:
            self.sum += (new.score if new else 0) - (old.score if old else 0)

    def content(self) -> int:
        """The sum."""
        return self.sum


def add(game: Toy, player: str, points: int) -> None:
    """Give a player points."""
    hand = game.state[HANDS][player]
    game.put(HANDS, player, replace(hand, score=hand.score + points))


def other(player: str) -> str:
    """The opponent."""
    return "south" if player == "north" else "north"


class Bump(Deed[Toy]):
    """Add one to three points."""

    do, rule, form = "bump", "T1", {"by": "count"}

    def check(self, game: Toy, player: str, action: Action) -> list[Refusal]:
        """One to three, and no more than the secret card allows the owner."""
        if not 1 <= action["by"] <= 3:
            return [Refusal("T1", f"1 to 3 points, not {action['by']}")]
        return []

    def legal(self, game: Toy, player: str) -> Iterator[Action]:
        """Three ways."""
        for by in (1, 2, 3):
            yield {"do": "bump", "by": by}

    def perform(self, game: Toy, player: str, action: Action) -> Procedure:
        """Score the points."""
        add(game, player, action["by"])
        game.emit(Event("bump", "T1", {"by": action["by"]}))
        return nothing()


class Look(Deed[Toy]):
    """Look at the other's card: it cannot be taken back."""

    do, rule = "look", "T2"

    def check(self, game: Toy, player: str, action: Action) -> list[Refusal]:
        """Always allowed."""
        return []

    def legal(self, game: Toy, player: str) -> Iterator[Action]:
        """One way."""
        yield {"do": "look"}

    def perform(self, game: Toy, player: str, action: Action) -> Procedure:
        """Tell the looker, and the other only that he looked."""
        card = game.state[HANDS][other(player)].card
        game.reveal(player)
        game.emit(
            Event("look", "T2", {"card": card}, seen_by=(player,),
                  others=Event("look", "T2"))
        )  # fmt: skip
        return nothing()


class Gamble(Deed[Toy]):
    """Roll two dice; seven or more wins, and the other may double."""

    do, rule = "gamble", "T3"

    def check(self, game: Toy, player: str, action: Action) -> list[Refusal]:
        """Always allowed."""
        return []

    def legal(self, game: Toy, player: str) -> Iterator[Action]:
        """One way."""
        yield {"do": "gamble"}

    def perform(self, game: Toy, player: str, action: Action) -> Procedure:
        """Roll, ask, score."""
        faces = game.roll(2, key=lambda f: sum(f) >= 7)
        won = sum(faces) >= 7
        game.emit(Event("roll", "T3", {"won": won}, faces, outcome=True))
        answer = yield Ask(
            other(player),
            "double",
            "double it?",
            "T4",
            (Choice("double", "T4", [{"do": "double", "yes": yes} for yes in (True, False)]),),
            default={"do": "double", "yes": False},
            policies={
                "never": lambda: {"do": "double", "yes": False},
                "if he lost": lambda: None if won else {"do": "double", "yes": True},
            },
        )
        stake = 2 if answer["yes"] else 1
        add(game, player, stake if won else -stake)
        if answer["yes"]:
            bonus = game.roll(1)
            game.emit(Event("bonus", "T4", {"bonus": bonus[0]}, bonus, outcome=True))
            add(game, other(player), bonus[0])


class Duel(Deed[Toy]):
    """Both name a number in secret."""

    do, rule = "duel", "T5"

    def check(self, game: Toy, player: str, action: Action) -> list[Refusal]:
        """Always allowed."""
        return []

    def legal(self, game: Toy, player: str) -> Iterator[Action]:
        """One way."""
        yield {"do": "duel"}

    def perform(self, game: Toy, player: str, action: Action) -> Procedure:
        """Ask both at once; the higher number scores."""
        offer = Choice("name", "T5", [{"do": "name", "number": n} for n in range(4)])
        answers = yield tuple(
            Ask(side, "name", "name a number", "T5", (offer,), sealed=True)
            for side in game.scenario.sides
        )
        numbers = {side: answers[side]["number"] for side in game.scenario.sides}
        game.emit(Event("duel", "T5", dict(numbers)))
        best = max(numbers, key=lambda side: (numbers[side], side))
        add(game, best, 5)
        yield from ()


class End(Deed[Toy]):
    """End the turn."""

    do, rule = "end", "T6"

    def check(self, game: Toy, player: str, action: Action) -> list[Refusal]:
        """Always allowed."""
        return []

    def legal(self, game: Toy, player: str) -> Iterator[Action]:
        """One way."""
        yield {"do": "end"}

    def perform(self, game: Toy, player: str, action: Action) -> Procedure:
        """Go on."""
        yield from proceed(game)


DEEDS = (Bump(), Look(), Gamble(), Duel(), End())


class Seat(Segment[Toy]):
    """One player's turn."""

    rule = "T0"

    def __init__(self, number: int, side: str) -> None:
        self.number, self.side, self.name = number, side, f"turn of {side}"

    def asks(self, game: Toy) -> Sequence[Ask]:
        """The player whose turn it is."""
        return (Ask(self.side, "turn", "your turn", "T0", DEEDS),)


class Accounts(Segment[Toy]):
    """A segment in which nobody is asked anything."""

    name, number, rule = "accounts", 3, "T7"

    def enter(self, game: Toy) -> Procedure:
        """Every third turn a die decides who gets a point."""
        if game.turn % 3 == 0:
            lucky = game.scenario.sides[game.roll(1, sides=2)[0] - 1]
            add(game, lucky, 1)
        yield from ()


class ToySystem(System[Scenario]):
    """The toy."""

    name, title = "toy", "A toy"
    registers = (HANDS,)
    options = (Option("length", "5", ("2", "5"), "T8", "how many turns"),)
    standing_policies = {"double": ("never", "if he lost")}

    def scenario(self, cards: tuple[int, int] = (3, 4), **options: Any) -> Scenario:
        """A game with these secret cards."""
        settled = settle(self.options, options)
        return Scenario(
            "toy/game", "Toy", "toy", sketch(2, 2), ("north", "south"), settled,
            digest([list(cards), settled]),
        )  # fmt: skip

    def read(
        self, sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
    ) -> Scenario:
        """There are no files."""
        raise NotImplementedError

    def initial(self, scenario: Scenario) -> State:
        """No points yet; the cards are the same in every game."""
        return State({HANDS.name: {"north": Hand(0, 3), "south": Hand(0, 4)}})

    def segments(self, scenario: Scenario) -> Sequence[Segment[Any]]:
        """North, south, accounts."""
        return (Seat(1, "north"), Seat(2, "south"), Accounts())

    def indexes(self, scenario: Scenario) -> Mapping[str, Index]:
        """The sum of the scores."""
        return {"total": Total()}

    def view(self, game: Toy, player: str | None) -> dict[str, Any]:
        """Scores are open, cards are not."""
        return {
            side: {"score": hand.score, **({"card": hand.card} if player in (None, side) else {})}
            for side, hand in sorted(game.state[HANDS].items())
        }

    def picture(self, game: Toy, player: str | None) -> str:
        """The scores."""
        return ", ".join(f"{side} {hand.score}" for side, hand in game.state[HANDS].items())

    def end_turn(self, game: Toy) -> Procedure:
        """The last turn ends it."""
        if game.turn >= int(game.options["length"]):
            game.finish("over")
        return nothing()

    def check_proposal(self, game: Toy, changes: list[Action]) -> list[Refusal]:
        """A change names a side and a score."""
        return [
            Refusal("form", "no such score") for one in changes if set(one) != {"side", "score"}
        ]

    def check_edit(self, game: Toy, changes: list[Action]) -> list[Refusal]:
        """Only scores of players can be edited."""
        try:
            for change in changes:
                if change["side"] not in game.state[HANDS] or type(change["score"]) is not int:
                    raise RecordError("no such score")
        except (KeyError, RecordError) as error:
            return [Refusal("form", str(error))]
        return []

    def apply_edit(self, game: Toy, changes: list[Action]) -> None:
        """Set the scores."""
        for change in changes:
            hand = game.state[HANDS][change["side"]]
            game.put(HANDS, change["side"], replace(hand, score=change["score"]))


TOY = ToySystem()


def toy(seed: int = 1, **options: Any) -> Toy:
    """A new toy game."""
    return Game(TOY, TOY.scenario(**options), seed=seed)
