"""Verbs: what may be done follows from their ways and rules, and so does the meaning of a click."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from grognard.engine.refusal import Refusal, Refused
from grognard.kit.deeds import Answer, Verb
from grognard.kit.forms import Pieces
from grognard.kit.orders import ManyAt, Nothing, OfOne, OneAt
from grognard.table import choosing, weighing
from grognard.table.cards import Reach
from grognard.table.tabletop import Tabletop
from tests.kit.walkers import MEN, Hit, Rest, Stop, Walk, at_night, walkers

TABLE = Tabletop()


# ---- what follows from ways and rules


def test_legal_is_every_way_that_the_rules_have_nothing_against() -> None:
    game = walkers()
    around = {game.board.label(h) for h in game.board.around(game.board.hex("0101"))}
    found = list(Walk().legal(game, "north"))
    assert found == [
        {"do": "walk", "unit": name, "hex": label}
        for name in ("ann", "bob")
        for label in (game.board.label(h) for h in game.board.around(game.board.hex("0101")))
    ]
    game.put(MEN, "cid", replace(game.state[MEN]["cid"], hex=game.board.hex("0102")))
    left = {action["hex"] for action in Walk().legal(game, "north")}
    assert left == around - {"0102"}


def test_what_puts_no_question_is_carried_out_without_being_a_procedure() -> None:
    game = walkers()
    game.play("north", {"do": "rest", "units": ["ann"]})
    game.play("north", {"do": "walk", "unit": "bob", "hex": "0102"})
    assert game.state[MEN]["ann"].asleep
    assert game.board.label(game.state[MEN]["bob"].hex) == "0102"
    game.undo("north")
    game.undo("north")
    assert not game.state[MEN]["ann"].asleep


def test_a_verb_that_says_no_ways_is_done_by_its_actor_alone() -> None:
    class Salute(Verb[Any, OfOne]):
        do, rule, order = "salute", "1", OfOne

        def actors(self, game: Any, player: str) -> Sequence[str]:
            return ["ann", "bob"]

        def against(self, game: Any, player: str, order: OfOne) -> list[Refusal]:
            return [Refusal("1", "not bob")] if order.unit == "bob" else []

        def carry_out(self, game: Any, player: str, order: OfOne) -> None:
            raise NotImplementedError

    class Sing(Salute):
        do, order = "sing", Nothing  # type: ignore[assignment]

        def against(self, game: Any, player: str, order: Any) -> list[Refusal]:
            return []

    assert list(Salute().legal(walkers(), "north")) == [{"do": "salute", "unit": "ann"}]
    assert list(Sing().ways(walkers(), "north", "")) == [Nothing()]


def test_sure_ways_are_not_judged_again() -> None:
    class Certain(Walk):
        sure = True

        def against(self, game: Any, player: str, order: OneAt) -> list[Refusal]:
            raise AssertionError("judged")

    assert len(list(Certain().legal(walkers(), "north"))) == len(
        list(Walk().legal(walkers(), "north"))
    )


def test_a_sample_is_legal_and_of_everybody_who_can() -> None:
    game, rng, who = walkers(), random.Random(1), set()
    for _ in range(40):
        action = Walk().sample(game, "north", rng)
        assert action is not None
        assert Walk().why(game, "north", action) == []
        who.add(action["unit"])
    assert who == {"ann", "bob"}


def test_there_is_no_sample_where_nothing_is_legal() -> None:
    game = walkers()
    for name in ("ann", "bob"):
        game.put(MEN, name, replace(game.state[MEN][name], asleep=True))
    assert Walk().sample(game, "north", random.Random(1)) is None


def test_a_verb_is_possible_where_it_has_actors() -> None:
    assert Walk().possible(walkers(), "north")
    assert not Walk().possible(walkers(), "nobody")
    assert Stop().possible(walkers(), "nobody")  # a verb of nobody


def test_what_cannot_be_read_is_refused_before_the_rules_are_asked() -> None:
    (refusal,) = Walk().why(walkers(), "north", {"do": "walk", "unit": "ann", "hex": "9999"})
    assert refusal.rule == "form"
    (refusal,) = Walk().why(walkers(), "north", {"do": "walk", "unit": "ann", "hex": "0303"})
    assert refusal.rule == "W1"
    (refusal,) = Walk().why(walkers(), "north", {"do": "walk", "unit": "ann"})
    assert refusal.rule == "form"


def test_a_verb_is_carried_out_with_the_order_that_the_action_means() -> None:
    game = walkers()
    game.play("north", {"do": "walk", "unit": "ann", "hex": "0102"})
    assert game.state[MEN]["ann"].hex == game.board.hex("0102")


def test_the_form_follows_from_the_order_and_parts_unless_the_verb_says_them() -> None:
    class Quiet(Rest):
        order = Rest.order
        parts = ()

    assert (Walk.form, Walk.parts) == ({"unit": "text", "hex": "text"}, ())
    assert (Rest.form, Rest.parts) == ({"units": "texts"}, ("units",))
    assert Quiet.parts == ()


# ---- what a click means


def meant(verb: Verb[Any, Any], hand: Sequence[str], *labels: str) -> list[dict[str, Any]]:
    """What somebody may mean who points so."""
    game = walkers()
    return list(verb.meant(game, "north", hand, [game.board.hex(label) for label in labels]))


def test_counters_in_hand_and_a_hex_fill_an_order_that_has_room_for_them() -> None:
    assert meant(Walk(), ["ann"], "0303") == [{"do": "walk", "unit": "ann", "hex": "0303"}]
    assert [one["unit"] for one in meant(Walk(), ["ann", "bob"], "0102")] == ["ann", "bob"]
    assert meant(Hit(), ["ann", "bob"], "0102") == [
        {"do": "hit", "units": ["ann", "bob"], "hex": "0102"}
    ]
    assert meant(Walk(), ["ann"], "0102", "0201") == []  # several hexes mean nothing to it


def test_counters_in_hand_fill_an_order_without_a_hex_together() -> None:
    assert meant(Rest(), ["ann", "bob"]) == [{"do": "rest", "units": ["ann", "bob"]}]
    assert meant(Rest(), ["ann"], "0102") == []
    assert meant(Walk(), ["ann"]) == []


@dataclass(frozen=True, slots=True)
class Mood:
    """Men, and what they are about."""

    units: Pieces
    mood: str


class _Feel(Rest):
    """Men put themselves in a mood, each in any that he knows."""

    do, order = "feel", Mood
    known: Mapping[str, Sequence[str]] = {"ann": ("gay", "grim"), "bob": ("grim", "calm")}

    def ways(self, game: Any, player: str, actor: str) -> Iterator[Any]:
        yield from (Mood((actor,), mood) for mood in self.known[actor])


def test_what_each_of_those_in_hand_could_do_alike_is_meant_for_all_of_them_at_once() -> None:
    assert [one["mood"] for one in meant(_Feel(), ["ann"])] == ["gay", "grim"]
    together = {"do": "feel", "units": ["ann", "bob"], "mood": "grim"}
    assert meant(_Feel(), ["ann", "bob"]) == [together]
    assert meant(_Feel(), ["ann", "cid"]) == []  # he is not of theirs


def test_a_hex_alone_means_the_ways_of_everybody_about_it() -> None:
    assert [one["unit"] for one in meant(Walk(), [], "0102")] == ["ann", "bob"]
    assert meant(Walk(), [], "0303") == []


def test_what_is_about_nobody_is_found_by_itself() -> None:
    assert meant(Stop(), []) == [{"do": "stop"}]
    assert meant(Walk(), []) == []


class _Party(Answer[Any, ManyAt]):
    """Men somewhere, whoever is listed."""

    do, rule, order = "party", "1", ManyAt
    listed: Sequence[tuple[tuple[str, ...], str]] = (
        (("ann",), "0102"),
        (("ann", "bob"), "0201"),
        (("bob",), "0201"),
    )

    def against(self, game: Any, player: str, order: ManyAt) -> list[Refusal]:
        return []

    def ways(self, game: Any, player: str, actor: str) -> Iterator[ManyAt]:
        for units, label in self.listed:
            yield ManyAt(units, game.board.hex(label))


class _FewParties(_Party):
    few = True


def test_a_counter_s_own_ways_are_those_that_name_it() -> None:
    game = walkers()
    assert [one["hex"] for one in _Party().own(game, "north", "ann")] == ["0102", "0201"]
    assert list(_Party().own(game, "north", "cid")) == []


def test_few_ways_are_listed_when_a_counter_is_taken_in_hand() -> None:
    game = walkers()
    assert list(_Party().meant(game, "north", ["ann"], ())) == []
    assert [one["hex"] for one in _FewParties().meant(game, "north", ["ann"], ())] == [
        "0102",
        "0201",
    ]


def test_a_verb_that_names_counters_is_never_about_nobody_and_its_ways_are_not_looked_at() -> None:
    class Endless(_Party):
        def ways(self, game: Any, player: str, actor: str) -> Iterator[ManyAt]:
            raise AssertionError("looked at")

    assert list(Endless().meant(walkers(), "north", (), ())) == []


def test_reach_is_the_ends_of_the_ways_of_the_counters_in_hand() -> None:
    game = walkers()
    found = Walk().reach(game, "north", ["ann"])
    assert set(found) == set(game.board.around(game.board.hex("0101")))


# ---- a table that asks verbs


def proposals(game: Any, hand: Sequence[str], *labels: str) -> list[tuple[str, bool, list[str]]]:
    """What is proposed: its title, whether it is open, and the rules against it."""
    hexes = [game.board.hex(label) for label in labels]
    return [
        (one.title, one.action is not None, [refusal.rule for refusal in one.refusals])
        for one in TABLE.orders(game, "north", hand, hexes)
    ]


def test_what_is_open_is_proposed_by_its_button_and_what_is_likely_says_why_not() -> None:
    game = walkers()
    assert proposals(game, ["ann"], "0102") == [("Walk to 0102", True, [])]
    assert proposals(game, ["ann"], "0303") == [("Walk to 0303", False, ["W1"])]
    assert proposals(game, ["ann"]) == [("Ann rest", True, [])]


def test_a_verb_out_of_season_says_so_and_only_where_it_is_meant() -> None:
    game = at_night(walkers())
    (late,) = TABLE.orders(game, "north", ["ann"], [game.board.hex("0102")])[-1:]
    assert (late.title, late.action) == ("Walk to 0102", None)
    text = "no walks now, in the Night Phase; they come in the Day Phase"
    assert late.refusals[0].text == text
    assert proposals(game, [], "0303") == []  # nobody is sent anywhere


def test_a_verb_without_a_plural_says_nothing_out_of_season() -> None:
    class Unsaid(Walk):
        plural = ""

    game = at_night(walkers(Unsaid()))
    assert "Walk to 0102" not in [title for title, _, _ in proposals(game, ["ann"], "0102")]


def test_a_verb_may_say_itself_why_not_beside_what_is_open_instead() -> None:
    class Choosy(Walk):
        def refused(
            self, game: Any, player: str, hand: Sequence[str], hexes: Sequence[int]
        ) -> Sequence[Refusal]:
            return [Refusal("W9", "not so")]

    found = proposals(walkers(Choosy()), ["ann"], "0102")
    assert found == [("Walk to 0102", True, []), ("Walk to 0102", False, ["W9"])]


class _Nearer(Walk):
    """Who cannot go to a hex at once is offered a step towards it."""

    aside = ", towards {hex}"

    def instead(
        self, game: Any, player: str, hand: Sequence[str], hexes: Sequence[int]
    ) -> Iterator[OneAt]:
        for name in hand:
            yield OneAt(name, game.board.hex("0102"))


def test_where_nothing_is_open_a_verb_offers_what_would_help() -> None:
    game = walkers(_Nearer())
    (helped, _) = TABLE.orders(game, "north", ["ann"], [game.board.hex("0303")])
    assert (helped.title, helped.weighed) == ("Ann walks to 0102, towards 0303", True)
    assert proposals(game, ["ann"], "0102") == [("Walk to 0102", True, [])]  # it is open
    assert proposals(game, ["ann"], "0303", "0302") == []


def test_a_reticent_table_says_why_not_only_where_nothing_is_open() -> None:
    class Reticent(Tabletop):
        reticent = True

    def heard(game: Any, *labels: str) -> list[tuple[str, bool]]:
        hexes = [game.board.hex(label) for label in labels]
        found = Reticent().orders(game, "north", ["ann"], hexes)
        return [(one.title, one.action is not None) for one in found]

    class Choosy(Walk):
        def refused(
            self, game: Any, player: str, hand: Sequence[str], hexes: Sequence[int]
        ) -> Sequence[Refusal]:
            return [Refusal("W9", "not so")]

    assert heard(walkers(Choosy()), "0102") == [("Walk to 0102", True)]
    assert heard(walkers(), "0303") == [("Walk to 0303", False)]
    assert heard(walkers(_Nearer()), "0303")[0] == ("Ann walks to 0102, towards 0303", True)
    night = at_night(walkers())
    assert heard(night, "0102") == [("Walk to 0102", False)]  # as nothing else is to be said
    night.put(MEN, "cid", replace(night.state[MEN]["cid"], hex=night.board.hex("0102")))
    assert heard(night, "0102") == [("Ann hit 0102", True)]


def test_counters_that_no_verb_of_the_moment_is_for_hear_that_it_is_not_the_time() -> None:
    class Picky(Walk):
        def reached(self, game: Any, player: str, hand: Sequence[str]) -> Reach | None:
            return super().reached(game, player, hand) if "ann" in hand else None

    day = walkers(Picky())
    assert TABLE.ways(day, "north", ["ann"]).cells
    assert TABLE.ways(day, "north", ["bob"]) == Reach()  # walks there are, but none of his
    night = at_night(walkers(Picky()))
    assert TABLE.ways(night, "north", ["ann"]).refusals[0].text.startswith("no walks now")


def test_a_march_and_an_assault_are_found_by_their_role_and_refused_out_of_season() -> None:
    day, night = walkers(), at_night(walkers())
    to = day.board.hex("0102")
    assert TABLE.march(day, "north", ["ann"], to) == {"do": "walk", "unit": "ann", "hex": "0102"}
    with pytest.raises(Refused, match="W1"):
        TABLE.march(day, "north", ["ann"], day.board.hex("0303"))
    with pytest.raises(
        Refused, match="no blows now, in the Day Phase; they come in the Night Phase"
    ):
        TABLE.assault(day, "north", [to])
    with pytest.raises(Refused, match="no walks now"):
        TABLE.march(night, "north", ["ann"], to)
    with pytest.raises(Refused, match="south is not asked anything"):
        TABLE.march(day, "south", ["cid"], to)
    night.put(MEN, "cid", replace(night.state[MEN]["cid"], hex=to))
    assert TABLE.assault(night, "north", [to]) == {
        "do": "hit",
        "units": ["ann", "bob"],
        "hex": "0102",
    }


def test_where_counters_can_go_says_the_verb_that_takes_them_there() -> None:
    day, night = walkers(), at_night(walkers())
    cells = {cell.hex for cell in TABLE.ways(day, "north", ["ann"]).cells}
    assert cells == {day.board.label(h) for h in day.board.around(day.board.hex("0101"))}
    reach = TABLE.ways(night, "north", ["ann"])
    assert not reach.cells
    assert reach.refusals[0].text.startswith("no walks now, in the Night Phase")


def test_verbs_of_other_segments_are_called_by_their_titles() -> None:
    assert TABLE.deed(walkers(), "hit") == "Hit"
    assert {verb.do for verb in TABLE.verbs(walkers())} == {"walk", "rest", "hit", "stop"}


def test_those_who_take_part_are_called_as_the_verb_has_it() -> None:
    game = at_night(walkers())
    game.put(MEN, "cid", replace(game.state[MEN]["cid"], hex=game.board.hex("0102")))
    hit = {"do": "hit", "units": ["ann", "bob"], "hex": "0102"}
    weighed = weighing.weigh(game, TABLE, "north", hit)
    assert {extra.part_title for extra in weighed.extras} == {"those who hit"}
    assert [one.probability for one in weighed.outcomes] == [1 / 2, 1 / 2]


def test_own_ways_come_first_when_a_counter_or_a_hex_is_asked_about() -> None:
    game = walkers()
    found, _ = choosing.choices(game, TABLE, "north", piece="ann")
    assert all("ann" in choice.pieces for choice in found)
    assert {choice.action["do"] for choice in found} == {"walk", "rest"}
    found, _ = choosing.choices(game, TABLE, "north", at="0102")
    assert [choice.action["unit"] for choice in found] == ["ann", "bob"]


class _Sum(Answer[Any, Nothing]):
    """An answer that is typed under another word."""

    do, rule, order, aliases = "add", "1", Nothing, ("plus",)

    def against(self, game: Any, player: str, order: Nothing) -> list[Refusal]:
        return []

    def ways(self, game: Any, player: str, actor: str) -> Iterator[Nothing]:
        yield Nothing()

    def typed(self, game: Any, player: str, words: Sequence[str]) -> Nothing | None:
        return Nothing() if words == ["now"] else None


def test_few_words_begin_with_a_verb_s_name_or_another_of_its_words() -> None:
    game = walkers(_Sum())
    decision = game.decision("north")
    assert decision is not None
    for first in ("add", "plus"):
        assert TABLE.shorthand(game, decision, [first, "now"]) == {"do": "add"}
        assert TABLE.shorthand(game, decision, [first, "later"]) is None
    assert TABLE.shorthand(game, decision, ["minus", "now"]) is None
