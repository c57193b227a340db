"""Answers: how what a client is told is written.

The answers are written by the server's modules and by the engine; these are their forms, for
whoever reads them. That they are true is tested, not enforced again on every answer.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from grognard.engine.refusal import Refusal
from grognard.server.keeping_up import Fresh
from grognard.server.overtures import OpenOverture


class Told(BaseModel):
    """What a client is told."""

    model_config = ConfigDict(extra="forbid")


Plain = dict[str, Any]

# ---- people


class Contacts(Told):
    """Where a person is told that it is his decision."""

    class Mail(Told):
        """A mail address, and whether its owner has confirmed it."""

        address: str
        confirmed: bool

    class Hook(Told):
        """An address that is called."""

        url: str

    mail: Mail | None
    webhook: Hook | None


class Me(Told):
    """The person who asks."""

    id: str
    name: str | None = Field(description="None for a guest.")
    guest: bool
    notices: Contacts


class SignedIn(Told):
    """A person who has just come in; a browser has got its cookie."""

    person: Me
    token: str | None = Field(description="The token, if it was asked for.")


class SessionCard(Told):
    """A session: a browser or a program that is in as this person."""

    id: str
    kind: Literal["browser", "program"]
    name: str = Field(description="What its owner calls it; empty for browsers.")
    device: str = Field(description="Roughly which program, as `Firefox, Linux`.")
    network: str = Field(description="Roughly whence: `here`, `home`, or a provider's network.")
    created: int
    last_used: int
    mine: bool = Field(description="Whether it is the one that asks.")


class PasskeyCard(Told):
    """A passkey, as its owner sees it in a list."""

    id: str
    name: str
    created: int
    last_used: int | None


class Account(Told):
    """By what a person comes in, and where he is in."""

    needs: Literal["passphrase", "both", "passkey"] = Field(
        description="By what one comes in: a passphrase or a passkey, both, or a passkey alone."
    )
    passphrase: bool = Field(description="Whether there is a passphrase.")
    proven: bool = Field(description="Whether who asks has shown who he is a little while ago.")
    passkeys: list[PasskeyCard]
    recovery_codes: int = Field(description="How many recovery codes are left.")
    sessions: list[SessionCard]
    passkeys_possible: bool = Field(description="Whether passkeys can be made for this server.")
    mail_possible: bool = Field(description="Whether this server sends mail.")


class RecoveryCodes(Told):
    """Recovery codes, which are told once."""

    codes: list[str]


class ProgramToken(Told):
    """A token for a program, which is told once."""

    token: str


class Forgot(Told):
    """How somebody gets another passphrase: by mail, or from whoever runs the server."""

    by: Literal["mail", "operator"]


class Challenge(BaseModel):
    """What a device is asked, as browsers read it."""

    model_config = ConfigDict(extra="allow")

    challenge: str


class HookSecret(Told):
    """The secret by which a webhook can tell our calls; it is told once."""

    secret: str
    person: Me


# ---- tables


class SeatCard(Told):
    """A seat as everybody at the table may know it."""

    id: str
    role: Literal["player", "spectator", "umpire"]
    side: str | None
    kind: Literal["person", "ai"]
    player: str | None
    name: str
    guest: bool = Field(description="Whether who sits there has not registered what he is called.")
    delay_lines: int
    delay_turns: int
    taken: bool
    mine: bool


class Origin(Told):
    """Where a game that goes on from something earlier comes from."""

    title: str = Field(description="What the other game is called; empty for a save.")
    turn: int = Field(description="The turn from which it goes on.")
    seat: str | None = Field(description="One's own seat at the other game, where that is told.")


class GameCard(Told):
    """A game as everybody at the table may know it."""

    id: str
    title: str
    system: str
    scenario: str
    options: dict[str, str]
    commitment: str = Field(description="The hash of the seed of the dice.")
    seed: str | None = Field(description="The seed itself, once the game is over.")
    dice: Literal["server", "all"] = Field(
        description="Whose secrets the dice come from: the server's alone, or all that pledged."
    )
    settings: Plain
    listed: bool
    parent: str | None = Field(description="The game that this one branched off.")
    origin: Origin | None = Field(description="What this one goes on from, if anything.")
    created: int
    leaves: int | None = Field(
        description="When this game of guests is removed, if nobody plays on or takes a name."
    )
    turn: int
    waiting_for: list[str]
    over: bool
    result: str | None
    winner: str | None
    mine: bool
    unseen: int | None = Field(
        description="How much one has been told here and not looked at yet, where that is known."
    )
    seats: list[SeatCard]


class Import(Told):
    """How far a save has come that is played again."""

    line: int
    lines: int
    game: str | None = Field(description="The game that has come of it.")
    problem: str | None = Field(description="Why none has.")


class Games(Told):
    """Several games."""

    games: list[GameCard]


class Decision(Told):
    """A game that waits for the asker, and from which of his seats it is answered."""

    game: str
    seat: str
    title: str
    since: int


class Decisions(Told):
    """The games that wait for the asker."""

    games: list[Decision]


class Invitation(Told):
    """What lets somebody take a seat: whoever has it may come."""

    invitation: str


class LinkCard(Told):
    """A link that was given out, as far as it can still be told: what it is for, and since when."""

    id: str
    kind: Literal["invitation", "replay"]
    role: str | None = Field(description="What it lets somebody be; of a replay nothing.")
    side: str | None = Field(description="Whose side it shows, or lets somebody play.")
    mine: bool = Field(description="Whether the asker gave it out himself.")
    created: int


class Links(Told):
    """The links to a game that the asker may take back, the newest first."""

    links: list[LinkCard]


class InvitationCard(Told):
    """What an invitation is for."""

    title: str
    system: str
    scenario: str
    role: str
    side: str | None
    by: str | None = Field(description="Who invites; nothing if he has no name.")
    guest: bool = Field(description="Whether who invites has not registered what he is called.")
    turn: int
    over: bool


class WatchLink(Told):
    """The invitation by which anybody may watch a game, and how many turns later he sees it."""

    invitation: str
    delay_turns: int


class Watched(Told):
    """Whether others may watch a game by a link."""

    watch: WatchLink | None


class Joined(Told):
    """The seat one has taken, and at which table."""

    game: str
    seat: SeatCard


class Shared(Told):
    """What lets anybody look at a game: the token of its replay."""

    replay: str


# ---- playing


class Question(Told):
    """A decision that is open for the asker."""

    id: str
    player: str
    name: str
    prompt: str
    rule: str
    offers: list[str]
    default: Plain | None
    policies: list[str]
    context: Plain
    sealed: bool


class Picture(BaseModel):
    """The position as a seat may see it; what the system adds is described in its chapter."""

    model_config = ConfigDict(extra="allow")

    scenario: str
    player: str | None
    turn: int
    phase: str
    over: bool
    result: str | None
    waiting_for: list[str]
    decisions: list[Question]
    standing: dict[str, dict[str, str]]
    proposals: list[Plain]


class Position(Told):
    """How a game stands, from one seat."""

    moment: int
    seq: int
    seen: int
    over: bool
    result: str | None
    winner: str | None
    waiting_for: list[str]
    offers: list[OpenOverture]
    view: Picture


class Happening(Told):
    """Something that happened in the game."""

    kind: str
    text: str
    rule: str
    facts: Plain
    dice: list[int]


class EventNews(Told):
    """An event."""

    type: Literal["event"]
    seq: int
    event: Happening


class TakenBackNews(Told):
    """What came after seq `to` no longer counts."""

    type: Literal["taken-back"]
    seq: int
    to: int


class Matter(BaseModel):
    """What happens at the table beside the game."""

    model_config = ConfigDict(extra="allow")

    kind: str
    seat: str | None
    side: str | None
    private: bool
    at: int


class MatterNews(Told):
    """A matter of the table."""

    type: Literal["matter"]
    seq: int
    matter: Matter


News = Annotated[EventNews | TakenBackNews | MatterNews, Field(discriminator="type")]


class Played(Told):
    """What a command did."""

    since: int
    seq: int
    moment: int
    events: list[News]


class Proof(Told):
    """What a step of one's own was made of, so that one can work its dice out oneself."""

    pledge: int
    step: int = Field(description="The number of the link that was shown for it.")
    promise: str = Field(description="The hash of what the server adds to the next step.")
    frame: str = Field(description="The hash of what the others had shown by then, veiled.")
    server: str | None = Field(
        description="What the server added; told at the end where dice may fall in secret."
    )
    dice: list[int]
    sides: list[int]


class Done(Played):
    """What a command did, and what its dice came from, for whoever has shown a link for them."""

    proof: Proof | None


class CarriedOut(Done):
    """What a command did, and what is new for whoever said what he has."""

    fresh: Fresh | None


class Stretch(Played):
    """What a seat was told after `since`."""

    more: bool = Field(description="Whether there is more after `seq`.")


class Reasons(Told):
    """Every reason against an action; none means that it is legal."""

    refusals: list[Refusal]


class Mend(Told):
    """What was mended in a game's scenario since the game took it up."""

    to: str = Field(description="The edition in which it was mended.")
    told: list[str] = Field(description="What was mended, a sentence each.")
    refused: list[Refusal] = Field(description="Why it cannot be taken over now.")
    alone: bool = Field(description="Whether nobody else must agree.")


class Mendable(Told):
    """What there is to take over, if there is anything."""

    mend: Mend | None


class Actions(Told):
    """Legal actions."""

    actions: list[Plain]
    more: bool


class Outcome(Told):
    """One result with its exact probability."""

    probability: str
    facts: list[Plain]
    text: str


class Odds(Told):
    """Every result of an action, as far as the asker may know."""

    outcomes: list[Outcome]
    supposed: list[Plain]
    unknown: list[Refusal]
    reckoning: Plain


class Ended(Told):
    """How a game ended."""

    over: bool
    winner: str | None
    result: str


class Said(Told):
    """Where in the stream it was said."""

    seq: int


# ---- replays


class Replay(Told):
    """A shared game: what happened, and how many moments there are to look at."""

    title: str
    system: str
    scenario: str
    options: dict[str, str]
    over: bool
    result: str | None
    winner: str | None
    audience: str | None
    moments: int
    events: list[News]


class Moment(Told):
    """How a shared game stood at a moment."""

    moment: int
    seq: int
    view: Picture
