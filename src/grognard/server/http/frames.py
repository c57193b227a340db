"""Frames: what goes over a socket, both ways, each a line of JSON with its `type`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from grognard.server.http.answers import News, Picture, Proof, Told
from grognard.server.http.forms import Count, Form, Instruct, Key, Play, Undo
from grognard.server.http.problems import Problem, Trouble, invalid
from grognard.server.http.reading import read_json
from grognard.server.overtures import OpenOverture
from grognard.server.thoughts import Thought

# ---- what clients send


class ActFrame(Play):
    """Play an action."""

    type: Literal["act"]


class InstructFrame(Instruct):
    """Leave standing answers."""

    type: Literal["instruct"]


class UndoFrame(Undo):
    """Take back one's last action."""

    type: Literal["undo"]


class SeenFrame(Form):
    """Note how much one has looked at."""

    type: Literal["seen"]
    seq: Count


class MoveNowFrame(Form):
    """Have the program that thinks now move with the best that it has found."""

    type: Literal["move-now"]


class PingFrame(Form):
    """Ask whether anybody is there."""

    type: Literal["ping"]


Wish = Annotated[
    ActFrame | InstructFrame | UndoFrame | SeenFrame | MoveNowFrame | PingFrame,
    Field(discriminator="type"),
]
_WISH: TypeAdapter[Wish] = TypeAdapter(Wish)

# ---- what clients are told


class NewsFrame(Told):
    """What the seat was told after `since`. Events come only so, each once and in order."""

    type: Literal["news"]
    since: int
    seq: int
    moment: int
    more: bool
    events: list[News]


class PositionFrame(Told):
    """How the game stands, whenever that has changed; the first frame of all."""

    type: Literal["position"]
    moment: int
    seq: int
    over: bool
    result: str | None
    winner: str | None
    waiting_for: list[str]
    offers: list[OpenOverture]
    view: Picture | None


class ThoughtFrame(Told):
    """How far the program has come that thinks now, whenever that has changed; None: none does."""

    type: Literal["thought"]
    thought: Thought | None


class AnswerFrame(Told):
    """A wish was carried out and written down; its events, up to `seq`, come as news."""

    type: Literal["answer"]
    key: Key
    since: int
    seq: int
    moment: int
    proof: Proof | None


class ProblemFrame(Problem):
    """A wish was not granted; nothing has changed."""

    type: Literal["problem"]
    key: str | None


class PongFrame(Told):
    """Somebody is there."""

    type: Literal["pong"]


Frame = Annotated[
    NewsFrame | PositionFrame | ThoughtFrame | AnswerFrame | ProblemFrame | PongFrame,
    Field(discriminator="type"),
]

SENT: TypeAdapter[Any] = _WISH
TOLD: TypeAdapter[Frame] = TypeAdapter(Frame)


def read_wish(text: str, most: int) -> tuple[Wish | None, Trouble | None, str | None]:
    """What a client wants, or the problem with it; and the key of the wish, if it can be read."""
    key = None
    try:
        data = read_json(text.encode("utf-8", "surrogatepass"), most)
        named = data.get("key") if isinstance(data, dict) else None
        key = named if isinstance(named, str) and len(named) <= 64 else None
        return _WISH.validate_python(data), None, key
    except Trouble as trouble:
        return None, trouble, key
    except ValidationError as error:
        return None, invalid(error.errors(include_url=False, include_input=False)), key


def problem_frame(trouble: Trouble, key: str | None) -> dict[str, Any]:
    """A problem, as it goes over a socket."""
    return {**trouble.problem.model_dump(mode="json"), "type": "problem", "key": key}
