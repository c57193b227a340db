"""The description of the server is true: whatever it says is asked, and every answer fits it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import httpx2
import pytest
import requests
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import load_all_checks
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import ignored_auth

from grognard.server.club import Club
from grognard.server.http.app import ROUTES, create_app
from grognard.server.http.guard import UPLOAD
from grognard.server.store.database import Database
from tests.server.wire import Table, app_on, live, settings_for

few = settings(
    max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
"""So many by chance, besides every value at the edge of what is described, each alone."""
fewer = settings(few, max_examples=3, phases=[Phase.generate, Phase.shrink])
"""By chance alone, for whoever guesses the id of a table: it is not there, whatever else he writes.
What is at the edges is asked at a table of one's own."""


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on an embedded database."""
    folder: Path = tmp_path_factory.mktemp("openapi")
    database = Database(f"sqlite:///{folder / 'grognard.db'}")
    database.migrate()
    with live(app_on(Club(database), games_per_person=10_000)) as where:
        yield where
    database.close()


@pytest.fixture(scope="module")
def table(where: str) -> Table:
    return Table(where)


LEAVING = ("/sign-out", "/leave", "/kick", "/program")
PARTING = ("/sign-out", "/sign-out-everywhere", "DELETE /api/v1/people/me")
"""What would make a stranger of who asks."""
"""What would end the tests: it is asked of things that are not there."""
OPERATIONS = sorted(
    f"{method} {route.path}"
    for part in ROUTES
    for route in part.router.routes
    if isinstance(route, APIRoute) and route.include_in_schema
    for method in route.methods
)
OF_A_TABLE = [
    one for one in OPERATIONS if re.search("{(seat|game)_id}", one) and not one.endswith(LEAVING)
]


@cache
def described() -> BaseSchema:
    """The description, ready to be asked about; it takes too long to be made where nobody asks."""
    schema = schemathesis.openapi.from_dict(create_app(settings_for()).openapi())
    schema.config.generation.update(allow_x00=False)  # as the description says
    load_all_checks()
    return schema


@cache
def line() -> requests.Session:
    """A line that is kept open from one question to the next, and brings nothing along."""
    session = requests.Session()
    session.trust_env = False
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return session


def asked(operation: str, where: str, table: Table, ids: Mapping[str, str]) -> None:
    """Ask something in all the ways that its description allows, and some that it does not.

    pytest and schemathesis would call the tests of all operations by one name, by which workers
    hand them out: so each has its own here.
    """

    def ask(case: Case) -> None:
        spoilt = case.meta is not None and case.meta.is_negative_at(ParameterLocation.PATH)
        if not spoilt:
            for name in ids.keys() & case.path_parameters.keys():
                case.path_parameters[name] = ids[name]
        case.call_and_validate(
            f"http://{where}",
            session=line(),
            headers=known(case, table),
            excluded_checks=[ignored_auth],
        )

    method, path = operation.split()
    schema = described()
    build_operation_test(
        config=schema.config,
        operation=schema[path][method],
        test_func=(few if ids or operation not in OF_A_TABLE else fewer)(ask),
        given_kwargs={},
        feedback=FeedbackSources(),
    )()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_strangers_are_answered_as_described(operation: str, where: str, table: Table) -> None:
    """Ids out of the blue, from somebody who is known."""
    asked(operation, where, table, {})


@pytest.mark.parametrize("operation", OF_A_TABLE)
def test_players_are_answered_as_described(operation: str, where: str, table: Table) -> None:
    """The same, at a table of one's own."""
    asked(operation, where, table, {"seat_id": table.mine, "game_id": table.game})


def known(case: Case, table: Table) -> dict[str, str]:
    parting = f"{case.method} {case.path}".endswith(PARTING)
    return {} if parting else {"authorization": f"Bearer {table.anna.token}"}


ACTION = '{"action": {"do": "end"}}'
BODIES = {
    "act": '{"action": {"do": "end"}, "key": "k"}', "why": ACTION, "odds": ACTION,
    "instruct": '{"rules": {}, "key": "k"}', "undo": '{"key": "k"}', "seen": '{"seq": 1}',
    "{number}": '{"agree": true}', "say": '{"text": "hello"}', "adjudicate": '{"reason": "so"}',
    "register": '{"name": "Nobody", "passphrase": "correct horse"}', "code": '{"code": "1"}',
    "proof": "{}", "passphrase": '{"passphrase": "correct horse"}', "name": '{"name": "Nobody"}',
    "needs": '{"needs": "passphrase"}', "passkeys": '{"name": "key", "passkey": {}}',
    "tokens": '{"name": "staff"}', "{passkey}": '{"name": "key"}',
    "mail": '{"address": "a@b.example"}', "webhook": '{"url": "https://b.example"}',
    "games": '{"scenario": "wb95/klin"}', "join": '{"invitation": "x"}',
    "program": '{"player": "random"}', "deputy": '{"player": "staff"}', "branch": '{"moment": 1}',
    "scenarios": '{"files": {"a.yaml": ""}}',
    "reach": '{"pieces": ["x"]}', "company": '{"pieces": ["x"]}',
    "weigh": ACTION, "compose": '{"at": "1.0"}',
    "begin-again": '{"moment": 1, "key": "k"}',
    "notes": '{"text": "mine"}', "mend": '{"to": "' + 64 * "0" + '", "key": "k"}',
    "pact": '{"live": "' + 64 * "a" + '", "escrow": "' + 64 * "b" + '"}',
}  # fmt: skip


def test_nobody_who_is_unknown_is_told_anything(where: str, table: Table) -> None:
    """Instead of schemathesis's own check, which cannot tell whose token it leaves out."""
    asked = 0
    with httpx2.Client(base_url=f"http://{where}") as nobody:
        for path, methods in described().raw_schema["paths"].items():
            for method, operation in methods.items():
                if "security" not in operation:
                    continue
                url = path.format(
                    seat_id=table.mine, game_id=table.game, replay="0", number=0, system="wb95",
                    name=f"~{0:020}", hex="0101", piece="x", overlay="supply", rule="1.1",
                    link=32 * "0", passkey=32 * "0", session=32 * "0",
                )  # fmt: skip
                kind = {"content-type": UPLOAD if path.endswith("/saves") else "application/json"}
                body = BODIES.get(path.rpartition("/")[2], "{}")
                for headers in ({}, {"authorization": "Bearer 0"}, {"cookie": "grognard=0"}):
                    answer = nobody.request(method, url, content=body, headers={**kind, **headers})
                    assert answer.status_code == 401, f"{method} {path}: {answer.text}"
                    assert not nobody.cookies
                    asked += 1
    assert asked > 90


def test_everything_that_can_be_asked_is_described(table: Table) -> None:
    told = table.anna.get("/openapi.json")
    assert told == described().raw_schema
    assert told["info"]["title"] == "Grognard"
    operations = {f"{m.upper()} {path}" for path, methods in told["paths"].items() for m in methods}
    assert operations == set(OPERATIONS)
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            name = f"{method} {path}"
            assert operation.get("description"), f"{name} is not described"
            assert {"400", "403", "413", "415", "429", "500"} <= set(operation["responses"]), name
            known = "security" in operation
            assert known is ("401" in operation["responses"]), name
    frames = told["components"]["schemas"]
    for name in ("SentFrame", "ToldFrame"):
        for one in frames[name]["oneOf"]:
            assert one["$ref"].rpartition("/")[2] in frames


def test_every_field_is_described_by_the_sentence_below_it() -> None:
    forms = described().raw_schema["components"]["schemas"]
    for form in ("OpenOverture", "AnsweredOverture"):  # the second has its fields from the first
        turn = forms[form]["properties"]["turn"]
        assert turn["description"] == "The turn from which another game would begin."
