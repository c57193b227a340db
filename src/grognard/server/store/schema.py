"""The tables of the store.

`lines` is the record: append-only, one row an action, chained as in a save. `matters` is what
happens at the table beside the game (offers, talk, who comes and goes), append-only as well.
`scenarios` is what games are played on, as it was when they began; `uploads` is what people have
brought to begin games on. `notes` is what somebody writes down for himself, seat by seat, and
`intents` what programs say they are about, line by line; neither is part of a game. `thoughts` is
how far the program has come that thinks in a game now, and whether it is to move now.
Of accounts, `names` holds what a name looks like, so that nobody can borrow it; `codes` is what is
good once (a challenge, a reset, a recovery code), `haunts` whence somebody has come in before, and
`tries` how often somebody was wrong: of all three only hashes are kept.
Everything else says who may do what, or can be worked out again.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ID = String(32)
HASH = String(64)
WORD = String(200)


def _game() -> Column[str]:
    return Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


people = Table(
    "people",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", WORD),  # null: a guest
    Column("name_key", WORD, unique=True),  # the name without its capitals
    Column("passphrase", Text),  # argon2
    Column("needs", WORD, nullable=False, server_default="passphrase"),  # by what one comes in
    Column("settings", JSON, nullable=False, default=dict),
    Column("created", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column(
        "person_id", ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("created", BigInteger, nullable=False),
    Column("last_used", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("kind", WORD, nullable=False, server_default="browser"),  # browser, program
    Column("name", WORD),  # what its owner calls it
    Column("device", WORD),  # roughly, as Firefox on Linux
    Column("address", WORD),  # roughly whence
    Column("proved", BigInteger),  # when passphrase or passkey were shown last; null: never
)

names = Table(
    "names",
    metadata,
    Column("shape", WORD, primary_key=True),
    Column("person_id", ID, ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("until", BigInteger),  # null: as long as somebody has it
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", ID, primary_key=True),
    Column(
        "person_id", ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("credential", String(1400), nullable=False, unique=True),
    Column("public_key", Text, nullable=False),
    Column("uses", BigInteger, nullable=False),  # as the authenticator counts them
    Column("name", WORD, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("last_used", BigInteger),
)

codes = Table(
    "codes",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column("kind", WORD, nullable=False),
    Column("person_id", ID, ForeignKey("people.id", ondelete="CASCADE"), index=True),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger),  # null: until it is used
)

haunts = Table(
    "haunts",
    metadata,
    Column("person_id", ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", HASH, primary_key=True),  # of a device's secret, or of an address
    Column("last_used", BigInteger, nullable=False),
)

tries = Table(
    "tries",
    metadata,
    Column("hash", HASH, primary_key=True),  # of an address, an account, or both
    Column("wrong", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", ID, primary_key=True),
    Column("owner", ID, ForeignKey("people.id"), index=True),
    Column("title", WORD, nullable=False),
    Column("head", JSON, nullable=False),  # the first line of a save, without the seed
    Column("seed", HASH, nullable=False),  # never leaves the server before the end
    Column(
        "inherited", Integer, nullable=False, default=0
    ),  # lines a branch or an import began with
    Column("commitment", HASH, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("listed", Boolean, nullable=False, default=False),
    Column("parent", ID),
    Column("created", BigInteger, nullable=False),
    Column("length", Integer, nullable=False),  # how many lines
    Column("matters", Integer, nullable=False, default=0),  # how many matters
    Column("link", HASH, nullable=False),  # the chain hash of the last line
    Column("waiting", JSON, nullable=False),  # the sides that are asked something
    Column("waiting_since", BigInteger, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("over", Boolean, nullable=False, default=False, index=True),
    Column("result", Text),
    Column("winner", WORD),
    Column("told", JSON),  # how much each audience has been told
    Column("bytes", BigInteger, nullable=False, server_default="0"),  # what it takes, about
    Column("leaves", BigInteger),  # when it is removed, if nobody plays on
)

lines = Table(
    "lines",
    metadata,
    _game(),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("by", WORD, nullable=False),
    Column("action", JSON, nullable=False),
    Column("auto", Boolean, nullable=False),
    Column("chance", JSON, nullable=False),
    Column("chain", HASH, nullable=False),
    Column("seat_id", ID),
    Column("at", BigInteger, nullable=False),
    Column("wake", JSON(none_as_null=True)),  # what came of it; null: written before that was kept
    Column("pact", JSON(none_as_null=True)),  # what was pledged for its dice, and shown of it
)

matters = Table(
    "matters",
    metadata,
    _game(),
    Column("k", Integer, primary_key=True, autoincrement=False),
    Column("n", Integer, nullable=False),  # how many lines there were
    Column("kind", WORD, nullable=False),
    Column("seat_id", ID),
    Column("side", WORD),
    Column("audience", WORD),  # null: everybody at the table
    Column("data", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("id", ID, primary_key=True),
    Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", WORD, nullable=False),  # player, spectator, umpire
    Column("side", WORD),
    Column("kind", WORD, nullable=False),  # person, ai
    Column("player", WORD),  # which program
    Column("person_id", ID, ForeignKey("people.id"), index=True),
    Column("name", WORD, nullable=False),
    Column(
        "guest", Boolean, nullable=False, server_default=false()
    ),  # whether who sits there has no name
    Column("delay_lines", Integer, nullable=False, default=0),
    Column("delay_turns", Integer, nullable=False, default=0),
    Column("seen", Integer, nullable=False, default=0),
    Column("created", BigInteger, nullable=False),
)

invites = Table(
    "invites",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat_id", ID, ForeignKey("seats.id", ondelete="CASCADE")),  # null: a new seat
    Column("plan", JSON, nullable=False),
    Column("by", ID),
    Column("created", BigInteger, nullable=False),
)

commands = Table(
    "commands",
    metadata,
    _game(),
    Column("seat_id", ID, primary_key=True),
    Column("key", String(100), primary_key=True),
    Column("wish", HASH, nullable=False),
    Column("answer", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", WORD, primary_key=True),
    Column("secret", HASH, nullable=False),  # never leaves the server
    Column("created", BigInteger, nullable=False),
)

imports = Table(
    "imports",
    metadata,
    Column("person_id", ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("id", ID, nullable=False),
    Column("line", Integer, nullable=False),  # how far it has been played
    Column("lines", Integer, nullable=False),
    Column("game_id", ID),  # what has come of it
    Column("problem", Text),  # or why nothing has
    Column("at", BigInteger, nullable=False),  # when somebody worked on it last
)

replays = Table(
    "replays",
    metadata,
    Column("hash", HASH, primary_key=True),
    Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("audience", WORD),  # null: everything, of a game that is over
    Column("upto", Integer, nullable=False),  # lines
    Column("created", BigInteger, nullable=False),
    Column("by", ID),  # null: shared before this was noted
)

claims = Table(
    "claims",
    metadata,
    Column("what", WORD, primary_key=True),
    Column("worker", WORD, nullable=False),
    Column("until", BigInteger, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("seat_id", ID, ForeignKey("seats.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

intents = Table(
    "intents",
    metadata,
    _game(),
    Column("n", Integer, primary_key=True, autoincrement=False),  # the line that it is about
    Column("side", WORD, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("step", Integer, nullable=False),  # of the sequence of play
    Column("page", JSON, nullable=False),
    Column("seen", JSON(none_as_null=True)),  # by audience; null: others read it only at the end
    Column("seat_id", ID),  # of the person whose deputy it was; he alone reads it
)

thoughts = Table(
    "thoughts",
    metadata,
    _game(),
    Column("seat_id", ID, nullable=False),  # for which seat it thinks
    Column("at", WORD, nullable=False),  # about which question, as the seat knows it
    Column("deputy", Boolean, nullable=False),  # whether it thinks for a person
    Column("begun", BigInteger, nullable=False),
    Column("told", BigInteger, nullable=False),  # when it told last how far it is
    Column("rehearsals", Integer, nullable=False),
    Column("percent", Integer, nullable=False),
    Column("leading", JSON(none_as_null=True)),  # a page with what looks best so far
    Column("hurried", Boolean, nullable=False, server_default=false()),  # whether to move now
)

scenarios = Table(
    "scenarios",
    metadata,
    Column("hash", HASH, primary_key=True),  # the fingerprint: of data, map, options and charts
    Column("id", WORD, primary_key=True),
    Column("system", WORD, nullable=False),
    Column("title", WORD, nullable=False),
    Column("sources", JSON, nullable=False),  # every text it is made of, by the name of its file
    Column("created", BigInteger, nullable=False),
)

uploads = Table(
    "uploads",
    metadata,
    Column("id", WORD, primary_key=True),
    Column("owner", ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("system", WORD, nullable=False),
    Column("title", WORD, nullable=False),
    Column("card", JSON, nullable=False),  # what one must know to sit down to it
    Column("files", JSON, nullable=False),  # the texts that were sent, and no others
    Column("created", BigInteger, nullable=False),
    Column("bytes", BigInteger, nullable=False, server_default="0"),
)

Index("ix_games_listed", games.c.listed, games.c.over)
