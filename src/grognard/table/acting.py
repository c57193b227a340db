"""Acting: how a table speaks of what players do, each kind of action asked for its own words.

A system says nothing here. Where an offer has no words of its own, its plain writing serves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from grognard.engine.consent import Consent
from grognard.engine.decision import Action, Decision, Offer, check_form
from grognard.engine.refusal import Refusal, Refused
from grognard.table import proposing
from grognard.table.cards import Extra, OrderCard, Reach, ReachCell, Reckoned, Sum
from grognard.table.sentences import sentence
from grognard.table.worded import Role, Worded
from grognard.table.words import AnyGame, Player

UNCLEAR = Refusal("form", "write the action with its details; legal lists examples")


class Acting:
    """What a table says of actions, out of the verbs that are offered."""

    names_of_parts: ClassVar[Mapping[str, str]] = {}
    """What the lists of those who take part in an action are called."""
    listed: ClassVar[int] = 12
    """How many orders of a kind are proposed at most."""
    reticent: ClassVar[bool] = False
    """Whether proposals are only what verbs take pointing to mean, and say only where nothing else
    is open to counters in hand why it cannot be."""

    def names(self, game: AnyGame) -> Mapping[str, str]:
        """The id of every counter that there is, with what it is called."""
        return {}

    # ---- finding the verb

    def offer(self, game: AnyGame, do: str, player: Player = None) -> Offer[Any] | None:
        """The kind of action of a name that is offered now, to one player or to anybody."""
        for ask in game.open_asks(player):
            found = ask.offer(do)
            if found is not None:
                return found
        sides = (player,) if player is not None else game.scenario.sides
        return next((deed for side in sides for deed in game.asides(side) if deed.do == do), None)

    def verbs(self, game: AnyGame) -> Sequence[Worded[Any, Any]]:
        """The kinds of action of the whole sequence of play that have words of their own."""
        deeds = (deed for segment in game.segments for deed in segment.deeds)
        found = {deed.do: deed for deed in deeds if isinstance(deed, Worded)}
        return tuple(found.values())

    def read(
        self, game: AnyGame, player: Player, action: Action
    ) -> tuple[Worded[Any, Any], Any] | None:
        """A well-formed action with its verb, read into an order; None if it cannot be."""
        offer = self.offer(game, str(action.get("do")), player)
        if not isinstance(offer, Worded) or check_form(offer.form, action):
            return None
        try:
            return offer, offer.order_of(game, action)
        except Refused:
            return None

    # ---- words

    def deed(self, game: AnyGame, do: str) -> str:
        """What a kind of action is called."""
        known = (self.offer(game, do), *(verb for verb in self.verbs(game) if verb.do == do))
        titles = (getattr(offer, "title", "") for offer in known)
        return next(filter(None, titles), "") or do.replace("_", " ").replace("-", " ").capitalize()

    def sentence(self, game: AnyGame, player: Player, action: Action) -> str:
        """An action as a sentence; empty where its verb has no words for it."""
        found = self.read(game, player, action)
        if found is None:
            return _consent(action)
        return sentence(game, found[0], action, self.names(game), found[0].phrase)

    def button(self, game: AnyGame, player: Player, action: Action) -> str:
        """An action where its counters are in hand and need not be named; empty if it is told as
        ever."""
        found = self.read(game, player, action)
        if found is None:
            return ""
        return sentence(game, found[0], action, self.names(game), found[0].button)

    def part(self, key: str) -> str:
        """What a list of those who take part in an action is called."""
        return self.names_of_parts.get(key) or key.replace("_", " ")

    def ends(self, offer: Offer[Any]) -> bool:
        """Whether a kind of action ends a phase."""
        return bool(getattr(offer, "ends", offer.do == "end"))

    def shorthand(self, game: AnyGame, decision: Decision, words: Sequence[str]) -> Action | None:
        """An answer in few words; None if these are none, Refused if they are wrong."""
        do, *rest = words
        if any("=" in word for word in rest):
            return None
        for offer in decision.ask.offers:
            if isinstance(offer, Worded) and do in (offer.do, *offer.aliases):
                order = offer.typed(game, decision.player, rest)
                return None if order is None else offer.written(game, order)
        return None

    def hint(self, game: AnyGame, decision: Decision) -> str:
        """How an answer to a question may be typed besides choosing a number."""
        hints = [offer.hint for offer in decision.ask.offers if isinstance(offer, Worded)]
        return next((hint for hint in hints if hint), "")

    # ---- what an action is worth

    def reckoned(self, game: AnyGame, player: str, action: Action) -> bool:
        """Whether the dice decide what comes of an action, so that its odds are worth knowing."""
        found = self.read(game, player, action)
        if found is None:
            offer = self.offer(game, str(action.get("do")), player)
            return offer is None or not self.ends(offer)
        return found[0].risk(game, player, found[1]) == "dice"

    def dear(self, game: AnyGame, action: Action) -> bool:
        """Whether an action should be weighed before it is done, wherever it is chosen."""
        found = self.read(game, None, action)
        return found is not None and found[0].stakes != "none"

    def cost(self, game: AnyGame, player: str, action: Action) -> Sequence[Reckoned]:
        """What an action costs, with its reasons."""
        found = self.read(game, player, action)
        return found[0].cost(game, player, found[1]) if found else ()

    def warnings(self, game: AnyGame, player: str, action: Action) -> Sequence[str]:
        """What a player should know before he does something, though he may do it."""
        found = self.read(game, player, action)
        return found[0].warnings(game, player, found[1]) if found else ()

    def extras(self, game: AnyGame, player: str, action: Action) -> Mapping[str, Sequence[str]]:
        """What could be added to an action, by the key that takes it."""
        found = self.read(game, player, action)
        return found[0].spare(game, player, found[1]) if found else {}

    def amounts(self, game: AnyGame, player: str, action: Action) -> Mapping[str, int]:
        """What can be added to an action by number, by the key that takes it, and how much."""
        found = self.read(game, player, action)
        return found[0].amounts(game, player, found[1]) if found else {}

    def changes(self, game: AnyGame, player: str, action: Action) -> Sequence[Extra]:
        """What could be otherwise in an action that is not a matter of who takes part."""
        found = self.read(game, player, action)
        return found[0].changes(game, player, found[1]) if found else ()

    def mendable(self, game: AnyGame, player: str, action: Action) -> bool:
        """Whether a refused action is whole enough to say what could be added to it."""
        found = self.read(game, player, action)
        return found is not None and found[0].mendable(game, player, found[1])

    def estimate(self, game: AnyGame, player: str, action: Action) -> Sequence[Sum]:
        """What a player knows of an action whose odds hang on what he may not know."""
        found = self.read(game, player, action)
        return found[0].estimate(game, player, found[1]) if found else ()

    def meant(self, game: AnyGame, action: Action) -> Sequence[str]:
        """The counters that an action is about without naming them, as those of a formation."""
        found = self.read(game, None, action)
        return found[0].implied(game, found[1]) if found else ()

    # ---- pointing

    def general(self, game: AnyGame, player: str) -> Iterator[Action]:
        """What a player could do in a phase that is about no counter and no hex."""
        for ask in game.open_asks(player):
            for offer in ask.offers:
                if isinstance(offer, Worded) and not offer.ends:
                    yield from offer.meant(game, player, (), ())

    def orders(
        self, game: AnyGame, player: str, pieces: Sequence[str], hexes: Sequence[int]
    ) -> Sequence[OrderCard]:
        """What counters could be told to do to hexes, the likeliest first."""
        return proposing.proposals(game, self, player, pieces, hexes)

    def own_ways(
        self, game: AnyGame, player: str, offer: Offer[Any], piece: str | None, at: int | None
    ) -> Iterator[Action]:
        """What a counter could do by itself, or what could be done about a hex, of one kind.

        These come first when somebody asks about the counter or the hex; the rules judge each.
        """
        if not isinstance(offer, Worded):
            return
        try:
            if piece is None:
                yield from () if at is None else offer.about(game, player, at)
            elif at is None:
                yield from offer.own(game, player, piece)
            else:
                yield from offer.meant(game, player, (piece,), (at,))
        except Refused:
            return

    def ways(self, game: AnyGame, player: str, pieces: Sequence[str]) -> Reach:
        """Where counters can go together, or whom they can hit, by the kinds of action that show
        it; where a system names none, what they can do something to."""
        known, asks = self.verbs(game), game.open_asks(player)
        shown = any(verb.shows_reach for verb in known)
        offers = sorted((offer for ask in asks for offer in ask.offers), key=proposing.rank)
        verbs = [o for o in offers if isinstance(o, Worded) and (o.shows_reach or not shown)]
        found = [verb.reached(game, player, pieces) for verb in verbs]
        fitting = [reach for reach in found if reach is not None]
        if shown and not fitting:
            marches = [verb for verb in known if verb.role == "march"]
            return Reach(refusals=self._untimely(game, player, marches))
        return _together(fitting)

    def reach(self, game: AnyGame, player: str, piece: str) -> Mapping[int, str]:
        """Every hex that a counter can reach now, with what that costs."""
        cells = self.ways(game, player, [piece]).cells
        return {game.board.hex(cell.hex): cell.cost for cell in cells}

    def march(self, game: AnyGame, player: str, pieces: Sequence[str], to: int) -> Action:
        """The action that takes counters to a hex by the cheapest way; Refused if there is none."""
        return self._purposeful(game, player, "march", pieces, [to])

    def assault(self, game: AnyGame, player: str, hexes: Sequence[int]) -> Action:
        """The strongest attack on hexes that can be made now; Refused if there is none."""
        return self._purposeful(game, player, "assault", (), hexes)

    def _purposeful(
        self, game: AnyGame, player: str, role: Role, hand: Sequence[str], hexes: Sequence[int]
    ) -> Action:
        """What somebody means who points so for a purpose, by the kind of action that serves it;
        where the system names none, the first that is open."""
        verbs = self._serving(game, player, role)
        if not verbs:
            return self._likeliest(game, player, hand, hexes, dice=role == "assault")
        wrong = list(self._untimely(game, player, verbs))
        for verb in (v for v in verbs if self.offer(game, v.do, player) is not None):
            why = verb.refused(game, player, hand, hexes)
            for action in () if why else verb.meant(game, player, hand, hexes):
                why = game.why(player, action)
                if not why:
                    return action
            wrong = wrong or list(why)
        raise Refused(wrong or [UNCLEAR])

    def _serving(self, game: AnyGame, player: str, role: Role) -> list[Worded[Any, Any]]:
        """The kinds of action for a purpose that the system knows, the likeliest first."""
        asked = (offer for ask in game.open_asks(player) for offer in ask.offers)
        known = {v.do: v for v in (*self.verbs(game), *asked) if isinstance(v, Worded)}
        return sorted((verb for verb in known.values() if verb.role == role), key=proposing.rank)

    def _untimely(
        self, game: AnyGame, player: str, verbs: Sequence[Worded[Any, Any]]
    ) -> tuple[Refusal, ...]:
        """That it is not the time for some kinds of action."""
        decision = game.decision(player)
        if decision is None:
            return tuple(game.why(player, {"do": verbs[0].do}))
        late = [verb for verb in verbs if decision.offer(verb.do) is None and verb.plural]
        return tuple(proposing.untimely(game, decision, verb) for verb in late)

    def _likeliest(
        self, game: AnyGame, player: str, hand: Sequence[str], hexes: Sequence[int], dice: bool
    ) -> Action:
        """The first action that may be meant and is open, of those that the dice decide or not."""
        wrong: list[Refusal] = []
        for found in proposing.proposals(game, self, player, hand, hexes):
            if found.action is None:
                wrong += found.refusals
            elif self.reckoned(game, player, found.action) == dice:
                return found.action
        raise Refused(wrong[:3] or [UNCLEAR])


def _together(found: Sequence[Reach]) -> Reach:
    """What several kinds of action reach; of a hex that more than one reaches, the first counts."""
    cells: dict[str, ReachCell] = {}
    for cell in (cell for reach in found for cell in reach.cells):
        cells.setdefault(cell.hex, cell)
    return Reach(
        tuple(cells.values()),
        tuple(dict.fromkeys(label for reach in found for label in reach.zones)),
        tuple(stop for reach in found for stop in reach.stops),
        tuple(dict.fromkeys(refusal for reach in found for refusal in reach.refusals)),
    )


def _consent(action: Action) -> str:
    """The answer to a proposed edit, which is no system's verb; empty for any other action."""
    if action.get("do") != Consent.do or set(action) != {"do", *Consent.form}:
        return ""
    return f"{'Agree to' if action['agree'] else 'Decline'} what {action['to']} proposes"
