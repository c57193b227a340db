"""Forms: how requests are written, and the words that many of them share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from grognard.server.manning import Manning, Opponent

# No control signs, and no halves of characters or characters that are none.
_LINE = r"^[^\x00-\x1f\x7f-\x9f]*$"
Id = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,64}$")]
Token = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,128}$")]
Word = Annotated[str, Field(max_length=80, pattern=_LINE)]
Name = Annotated[str, Field(max_length=40, pattern=_LINE)]
Title = Annotated[str, Field(max_length=100, pattern=_LINE)]
Text = Annotated[str, Field(max_length=2000)]
Key = Annotated[
    str,
    Field(
        pattern="^[A-Za-z0-9_.:-]{1,64}$",
        description="The client's own name for this wish: sent again, it is carried out once.",
    ),
]
Edition = Annotated[
    str,
    Field(pattern="^[0-9a-f]{64}$", description="The fingerprint of an edition of a scenario."),
]
Link = Annotated[str, Field(pattern="^[0-9a-f]{64}$", description="32 bytes, in hex.")]
Shown = Annotated[
    str | None,
    Field(
        pattern="^[0-9a-f]{64}$",
        description="The next link of what one has pledged for the dice; without it, by proxy.",
    ),
]
At = Annotated[
    str,
    Field(
        pattern="^[0-9.]{1,40}$",
        description="The id of the decision that is answered: what answers another is refused.",
    ),
]


def _whole(number: Any) -> Any:
    """JSON knows one kind of number: 3.0 is 3."""
    return int(number) if type(number) is float and number.is_integer() else number


WHOLE = BeforeValidator(_whole)
MOST = 2_000_000_000
Number = Annotated[int, Path(ge=0, le=MOST)]
Count = Annotated[int, Field(ge=0, le=MOST), WHOLE]


class Form(BaseModel):
    """What a client sends: nothing but what is named, and nothing taken for something else."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Action(BaseModel):
    """What to do, and its details, as the rules of the game have it."""

    model_config = ConfigDict(extra="allow", strict=True)

    do: Annotated[str, Field(min_length=1, max_length=80)]

    def plain(self) -> dict[str, Any]:
        """The action as the engine reads it."""
        return self.model_dump()


# ---- people


Passphrase = Annotated[str, Field(max_length=200)]
Passkey = Annotated[
    dict[str, Any],
    Field(max_length=20, description="What a device has answered, as browsers write it."),
]
Recovery = Annotated[str, Field(max_length=60, description="A recovery code.")]
Called = Annotated[str, Field(min_length=1, max_length=40, pattern=_LINE)]
"""What somebody calls a thing of his own."""


class SignIn(Form):
    """A name and its passphrase, and whatever is needed beside it."""

    name: Annotated[str, Field(min_length=1, max_length=80)]
    passphrase: Passphrase = ""
    passkey: Passkey | None = None
    recovery: Recovery = ""
    bearer: Annotated[bool, Field(description="Whether the token is told, for programs.")] = False


class ByPasskey(Form):
    """A passkey alone."""

    passkey: Passkey
    bearer: Annotated[bool, Field(description="Whether the token is told, for programs.")] = False


class Identity(Form):
    """What one shows once more, to change something about one's account."""

    passphrase: Passphrase = ""
    passkey: Passkey | None = None
    recovery: Recovery = ""


class Guest(Form):
    """Somebody who plays at once."""

    bearer: Annotated[bool, Field(description="Whether the token is told, for programs.")] = False


class Naming(Form):
    """A name and a passphrase for a guest."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    passphrase: Annotated[str, Field(min_length=8, max_length=200)]


class NewPassphrase(Form):
    """Another passphrase, and whether all other sessions end."""

    passphrase: Annotated[str, Field(min_length=8, max_length=200)]
    others: bool = Field(default=True, description="Whether all other sessions end.")


class Forgotten(Form):
    """The name of somebody who has forgotten his passphrase."""

    name: Annotated[str, Field(min_length=1, max_length=80)]


class Reset(Form):
    """The code of a link, and another passphrase."""

    code: Token
    passphrase: Annotated[str, Field(min_length=8, max_length=200)]


class Needs(Form):
    """By what one comes in."""

    needs: Literal["passphrase", "both", "passkey"]


class NewName(Form):
    """Another name."""

    name: Annotated[str, Field(min_length=1, max_length=40)]


class NewPasskey(Form):
    """A passkey that a device has made, and what it is to be called."""

    name: Called
    passkey: Passkey


class Calling(Form):
    """What something of one's own is to be called."""

    name: Called


class MailAddress(Form):
    """Where mail is to go."""

    address: Annotated[str, Field(min_length=3, max_length=254)]


class Code(Form):
    """The code that came by mail."""

    code: Annotated[str, Field(min_length=1, max_length=40)]


class Webhook(Form):
    """Which address is to be called."""

    url: Annotated[str, Field(min_length=8, max_length=2000)]


# ---- tables


class Plan(Form):
    """A seat as it is wished for."""

    role: Literal["player", "spectator", "umpire"] = "player"
    side: Word | None = Field(
        default=None,
        description="A side of the scenario; a spectator without one sees what all may know.",
    )
    kind: Literal["person", "ai"] = "person"
    player: Word | None = Field(default=None, description="Which program, for a seat of one.")
    name: Name = ""
    mine: bool = Field(default=False, description="Whether the asker takes it himself.")
    delay_lines: Annotated[int, Field(ge=0, le=10_000), WHOLE] = 0
    delay_turns: Annotated[int, Field(ge=0, le=10_000), WHOLE] = 0


class TimeSettings(Form):
    """How a game is timed."""

    per: Literal["answer", "game"]
    seconds: Annotated[int, Field(ge=1, le=366 * 24 * 3600), WHOLE]
    increment: Annotated[int, Field(ge=0, le=366 * 24 * 3600), WHOLE] = 0
    flag: Literal["loss", "shown"] = "loss"


class TableSettings(Form):
    """How people play at a table, beside the rules of the game."""

    take_back: Literal["fair", "free", "consent", "never"] = Field(
        default="fair",
        description="Whether one takes back what taught one nothing, against programs anything, "
        "asks first, or never does. Dice that fell stay fallen.",
    )
    clock: TimeSettings | None = None
    absence: Annotated[int, Field(ge=1, le=366), WHOLE] | None = Field(
        default=None,
        description="After how many days of waiting a player may be replaced; without it 14.",
    )
    lesson: bool | None = Field(
        default=None,
        description="Whether the scenario's lesson is taken, alone, with dice that fit its text.",
    )
    explains: bool | None = Field(
        default=None,
        description="Whether programs tell their plans as they play, to who plays alone.",
    )
    deputies: bool | None = Field(
        default=None,
        description="Whether people may let their staff propose orders; they may unless forbidden.",
    )


class NewGame(Form):
    """A game as it is wished for; without seats there is one for each side."""

    scenario: Word
    title: Title = ""
    options: Annotated[dict[str, str | bool], Field(max_length=200)] = {}
    seats: Annotated[list[Plan], Field(max_length=32)] = []
    settings: TableSettings = TableSettings()
    listed: bool = Field(default=False, description="Whether everybody can find and join it.")


class Deputy(Form):
    """Who is to give orders for a while."""

    player: Word


class Branch(Form):
    """From which moment another game begins; without one, from now."""

    moment: Count | None = None


class Manned(Form):
    """Who is to play a game that goes on: as it was, or one's own side against whom."""

    opponent: Opponent = Field(
        default="kept",
        description="As it was (programs keep their sides), a program, oneself, or a guest.",
    )
    side: Word | None = Field(default=None, description="One's own side, against others.")
    player: Word | None = Field(default=None, description="Which program.")

    def manning(self) -> Manning:
        """The wish as the server reads it."""
        return Manning(self.opponent, self.side, self.player)


class WhatIf(Manned):
    """From which moment another game begins, and who plays it; without a moment, from now."""

    moment: Count | None = None


class BranchReplay(Manned):
    """From which moment of a shared game another begins, and who plays it."""

    moment: Count


class Joining(Form):
    """An invitation, and the name to be shown at the table."""

    invitation: Token
    name: Name = ""


class Sitting(Form):
    """The name to be shown at the table."""

    name: Name = ""


class Program(Form):
    """The program that is to take a seat."""

    player: Word


# ---- playing


class Held(Form):
    """What a page has: its table, how much of the story it was told, whom it has in hand."""

    mark: Annotated[str, Field(pattern="^([0-9a-f]{16})?$")] = ""
    """The mark of its table; without one it has none."""
    told: Count = 0
    chosen: Annotated[list[Word], Field(max_length=60)] = []


class Play(Form):
    """An action, the decision it answers, and the client's key for it."""

    action: Action
    at: At | None = None
    key: Key
    link: Shown = None
    has: Held | None = None
    """Whoever says what he has is answered with what is new."""


class Instruct(Form):
    """Standing answers: for each question by its name a policy, or `ask me`."""

    rules: Annotated[dict[str, str], Field(max_length=200)]
    key: Key
    link: Shown = None
    has: Held | None = None


class Undo(Form):
    """A wish to take back one's last action."""

    key: Key
    link: Shown = None
    has: Held | None = None


class BeginAgain(Form):
    """A wish to begin a step of a lesson again, as the table was at a moment."""

    moment: Count
    key: Key


class Mending(Form):
    """A wish to take over an edition of the scenario in which something was mended."""

    to: Edition
    key: Key


class Ask(Form):
    """An action that is asked about."""

    action: Action
    at: At | None = None


class Seen(Form):
    """How much one has looked at."""

    seq: Count


class TakeBack(Form):
    """A wish to take something back that needs the others' leave."""

    reason: Text = ""


class Rematch(Form):
    """A wish for another game."""

    swap: bool = Field(default=False, description="Whether the sides change places.")


class Watching(Form):
    """A wish to let others watch: by how many turns later than it happens."""

    delay_turns: Annotated[int, Field(ge=0, le=100), WHOLE] = 0


class Agreeing(Form):
    """An answer to an offer."""

    agree: bool


class Verdict(Form):
    """An umpire's decision of a game."""

    winner: Word | None = None
    reason: Annotated[str, Field(min_length=1, max_length=2000)]


class Saying(Form):
    """Something said at the table."""

    text: Annotated[str, Field(min_length=1, max_length=2000)]
    to_side: bool = Field(default=False, description="Whether it is for one's own side alone.")
