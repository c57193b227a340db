"""Rule cards, the book they stand in, and briefings, as any client asks for them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from grognard import box, library
from grognard.engine.rulebook import parts_of, read_rules
from grognard.server.briefings import Briefing, Stakes, on_shelf
from grognard.server.club import Club
from grognard.table.rule_cards import CITED, RuleBook, RuleCard
from grognard.table.writing import plain
from tests.server.wire import Client, app_on, serving


def told(form: type[Any], answer: Any) -> Any:
    """An answer, which must have its form to the letter: nothing else, and nothing left out."""
    assert plain(TypeAdapter(form).validate_json(json.dumps(answer))) == answer
    return answer


def test_a_rule_card_has_its_neighbours_options_and_rulings(club: Club) -> None:
    with serving(app_on(club)) as app:
        client = Client(app)
        card = told(RuleCard, client.get("/systems/wb95/rules/5.1.4"))
        assert card["chapter"] == {"id": "5", "title": "Combat"}
        assert (card["before"]["id"], card["after"]["id"]) == ("5.1.3", "5.1.5")
        assert [one["id"] for one in card["options"]] == ["attacks-owed"]
        assert card["rulings"][0]["title"] == "Obligatory attacks"
        assert {tag["id"] for tag in card["related"]} >= {"5.1.3"}
        assert card["read"] == "twice"
        assert card["cases"] > 0
        assert client.get("/systems/ocs/rules/18.0")["read"] in ("once", "twice")
        assert client.get("/systems/ocs/rules/MK")["chapter"]["title"] == "Standard markers"
        assert client.fails("/systems/wb95/rules/99.9", method="GET")[0] == 404


def test_the_head_of_several_rules_leads_to_them(club: Club) -> None:
    with serving(app_on(club)) as app:
        client = Client(app)
        for head, first in (("12.8e", "12.8e(A)"), ("12", "12.1a")):
            card = told(RuleCard, client.get(f"/systems/ocs/rules/{head}"))
            assert card["kind"] == "heading"
            assert first in {tag["id"] for tag in card["related"]}
        printed = told(RuleCard, client.get("/systems/nextwar/rules/27.9.3"))
        assert (printed["kind"], printed["read"]) == ("heading", "unknown")
        under = [tag["id"] for tag in printed["related"]]
        assert under
        assert all(id.startswith(("27.9.3.", "27.9.3-")) for id in under)
    assert parts_of("5.1", ["5.1.1", "5.10.1", "5.1.10"]) == ["5.1.1", "5.1.10"]


@pytest.mark.parametrize("system", ["ocs", "wb95"])
def test_the_book_holds_every_rule_in_its_order(club: Club, system: str) -> None:
    with serving(app_on(club)) as app:
        book = told(RuleBook, Client(app).get(f"/systems/{system}/rules"))
    listed = [rule["id"] for chapter in book["chapters"] for rule in chapter["rules"]]
    assert sorted(listed) == sorted(rule.id for rule in read_rules(system))
    assert all(chapter["title"] for chapter in book["chapters"])
    assert any(rule["rulings"] for chapter in book["chapters"] for rule in chapter["rules"])


@pytest.mark.parametrize("name", library.scenario_ids())
def test_every_scenario_that_ships_has_a_briefing(name: str) -> None:
    brief, (system, scenario) = box.brief(name), library.find_scenario(name)
    assert brief is not None
    assert set(brief.forces) == set(brief.steps) == set(scenario.sides)
    assert all(len(steps) >= 3 for steps in brief.steps.values())
    known = [rule.id for rule in read_rules(system.name)]
    steps = [step for steps in brief.steps.values() for step in steps]
    words = " ".join([brief.victory, *brief.forces.values(), *steps, *brief.rules])
    assert all(parts_of(rule, known) for rule in CITED.findall(words))
    assert on_shelf(name)["situation"] == brief.situation


def test_a_briefing_tells_the_scale_and_what_each_place_is_worth(club: Club) -> None:
    with serving(app_on(club)) as app:
        client = Client(app)
        told_ = told(Briefing, client.get("/scenarios/wb95/klin/briefing"))
        assert [side["label"] for side in told_["sides"]] == ["German", "Soviet"]
        assert {one["switch"]["id"] for one in told_["changed"]} >= {"masking", "bridges"}
        terms = told_["terms"]
        assert [row["least"] for row in terms["degrees"]] == [None, 2, 3, 4, 9]
        assert [row["here"] for row in terms["degrees"]] == [True] + [False] * 4
        klin = next(prize for prize in terms["prizes"] if prize["title"] == "Klin")
        assert (klin["worth"], klin["each"], klin["held"], klin["of"]) == (3, "hex", 0, 2)
        assert client.fails("/scenarios/wb95/nix/briefing", method="GET")[0] == 404


def test_what_only_the_end_tells_is_not_told_before() -> None:
    """Losses count in The Landing, and how many there are is told when all is over."""
    terms = on_shelf("ocs/husky-landing")["terms"]
    counted = [prize for prize in terms["prizes"] if prize["stand"] == "end"]
    assert not terms["complete"]
    assert {prize["title"] for prize in counted} == {"Germans lost", "Allied losses"}
    assert all(prize["held"] == prize["of"] == 0 for prize in counted)


def test_a_scenario_of_which_nobody_has_written_is_briefed_from_itself() -> None:
    game = library.new("wb95/klin", seed=1)
    words = library.tabletop(game)
    assert box.brief("nobody/nothing") is None
    assert Stakes(words.terms(game)).terms is not None
