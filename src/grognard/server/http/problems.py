"""Problems: every error a client gets, in one shape, with a sentence that says what would be right.

A problem never says more than its asker may know: what is not his and what does not exist are told
in the same words. It is told in the language in which he asks; the refusals of a game come in it
already, for its system has words of its own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import Match

from grognard.engine.refusal import Refusal
from grognard.server.errors import (
    Conflict,
    Denied,
    Forbidden,
    Invalid,
    NotFound,
    PasskeyNeeded,
    TooLarge,
    TooMany,
    Unproven,
)
from grognard.server.store.database import away
from grognard.table.tongues import said


class Problem(BaseModel):
    """What went wrong, and what would be right."""

    model_config = ConfigDict(extra="forbid")

    error: str = Field(description="The kind of problem, in one word, for programs.")
    detail: str = Field(description="A sentence for people.")
    rule: str | None = Field(default=None, description="The rule behind it, if there is one.")
    would_be_right: str | None = Field(default=None, description="What would be accepted.")
    refusals: list[Refusal] = Field(
        default_factory=list, description="Every reason against a refused action."
    )


KINDS: dict[str, int] = {
    "malformed": 400,
    "too-deep": 400,
    "unknown-person": 401,
    "forbidden": 403,
    "passkey-needed": 403,
    "unproven": 403,
    "wrong-origin": 403,
    "not-found": 404,
    "no-such-method": 405,
    "too-slow": 408,
    "refused": 409,
    "stale": 409,
    "conflict": 409,
    "impossible": 409,
    "too-large": 413,
    "wrong-type": 415,
    "wrong-host": 421,
    "invalid": 422,
    "too-costly": 422,
    "too-many": 429,
    "failed": 500,
    "busy": 503,
    "unavailable": 503,
}
"""The kinds of problems, with the status that carries each."""

_BY_STATUS = {
    400: "malformed",
    401: "unknown-person",
    403: "forbidden",
    404: "not-found",
    405: "no-such-method",
    413: "too-large",
    415: "wrong-type",
}


_BY_ERROR: tuple[tuple[type[Denied], str], ...] = (
    (NotFound, "not-found"),
    (Forbidden, "forbidden"),
    (Conflict, "conflict"),
    (PasskeyNeeded, "passkey-needed"),
    (Unproven, "unproven"),
    (TooMany, "too-many"),
    (TooLarge, "too-large"),
    (Denied, "impossible"),
)


class Trouble(Exception):
    """A problem on its way to the client."""

    def __init__(
        self,
        error: str,
        detail: str,
        would_be_right: str | None = None,
        *,
        rule: str | None = None,
        refusals: Sequence[Refusal] = (),
        wait: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = KINDS[error]
        self.wait = wait
        self.problem = Problem(
            error=error,
            detail=detail if refusals else said(detail),
            would_be_right=None if would_be_right is None else said(would_be_right),
            rule=rule,
            refusals=list(refusals),
        )

    def body(self) -> bytes:
        """The problem as the client reads it."""
        return self.problem.model_dump_json().encode()

    def headers(self) -> dict[str, str]:
        """What the status obliges us to say beside it."""
        headers = {} if self.wait is None else {"Retry-After": str(self.wait)}
        if self.status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        if self.status == 408:  # who was too slow would keep the door open with what is left
            headers["Connection"] = "close"
        return headers


def trouble_of(error: Denied) -> Trouble:
    """The problem behind a wish that was not granted."""
    right = error.would_be_right or None
    if isinstance(error, Invalid) and error.refusals:
        rules = [refusal.rule for refusal in error.refusals]
        kind = "stale" if "stale" in rules else "refused"
        return Trouble(kind, error.text, right, rule=rules[0], refusals=error.refusals)
    kind = next(kind for known, kind in _BY_ERROR if isinstance(error, known))
    wait = error.wait if isinstance(error, TooMany) else None
    return Trouble(kind, error.text, right, wait=wait)


def answer(trouble: Trouble) -> JSONResponse:
    """A problem as an answer to a request."""
    content = trouble.problem.model_dump(mode="json")
    return JSONResponse(content, trouble.status, headers=trouble.headers())


async def on_trouble(request: Request, error: Exception) -> JSONResponse:
    """Answer a request that met a problem."""
    assert isinstance(error, Trouble)
    return answer(error)


async def on_denied(request: Request, error: Exception) -> JSONResponse:
    """Answer a request for something that was not granted."""
    assert isinstance(error, Denied)
    return answer(trouble_of(error))


async def on_http_error(request: Request, error: Exception) -> JSONResponse:
    """Answer a request for something that is not there, or by a method that it does not have."""
    assert isinstance(error, HTTPException)
    path, headers = request.url.path, dict(error.headers or {})
    kind = _BY_STATUS.get(error.status_code, "failed")
    detail, right = str(error.detail), None
    if error.status_code == 404:
        detail, right = f"there is nothing at {path!r}", "an address from /api/v1/openapi.json"
    if error.status_code == 405:
        headers["Allow"] = right = ", ".join(_methods(request))
        detail = f"{request.method} does nothing at {path!r}"
    response = answer(Trouble(kind, detail, right))
    response.headers.update(headers)
    response.status_code = error.status_code
    return response


def _methods(request: Request) -> list[str]:
    """Every method by which something can be asked at an address."""
    there = [r for r in request.app.routes if r.matches(request.scope)[0] is not Match.NONE]
    return sorted({method for route in there for method in getattr(route, "methods", None) or ()})


async def on_invalid(request: Request, error: Exception) -> JSONResponse:
    """Answer a request that is not written as its form says."""
    assert isinstance(error, RequestValidationError)
    return answer(invalid(error.errors()))


def invalid(errors: Sequence[Any]) -> Trouble:
    """The problem of a request that is not written as its form says."""
    first = errors[0]
    place = ".".join(str(step) for step in first["loc"]) or "body"
    message = str(first["msg"]).removeprefix("Value error, ")
    message = message[:1].lower() + message[1:]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    expected = first.get("ctx", {})
    right = json.dumps(expected, default=str, sort_keys=True) if expected else None
    return Trouble("invalid", f"{place}: {message}{more}", right)


AWAY_SECONDS = 3
"""How soon it is worth asking again when the database cannot be worked with."""


def failure(error: BaseException | None = None) -> Trouble:
    """The problem of a request on which the server itself failed, without a word of why: that the
    database is away, or its disk full, passes."""
    again = "the same request once more, with the same key"
    reason = None if error is None else away(error)
    if reason is None:
        text = "the server failed on this request; nothing that was acknowledged is lost"
        return Trouble("failed", text, again)
    return Trouble("unavailable", reason, again, wait=AWAY_SECONDS)


_FORM: dict[str, Any] = {
    "application/json": {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}
}


def problems(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """The problems that a route may answer with, for its description.

    All have one form, which one of them brings along and the others point to: FastAPI would take it
    apart for each status of each route anew, a thousand times at every start.
    """
    always = (
        "malformed", "too-deep", "forbidden", "wrong-origin", "too-slow", "too-large",
        "wrong-type", "wrong-host", "too-many", "too-costly", "failed", "busy", "unavailable",
    )  # fmt: skip
    grouped: dict[int, list[str]] = {}
    for kind in (*always, *kinds):
        grouped.setdefault(KINDS[kind], []).append(kind)
    return {
        status: {"description": f"A problem: {', '.join(names)}."}
        | ({"model": Problem} if status == 500 else {"content": _FORM})
        for status, names in sorted(grouped.items())
    }
