"""Settings: how one server is run, from the environment or from a file.

Every setting has a default that suits one table at home. `GROGNARD_DATABASE` in the environment is
`database` in the file; where both say something, the environment counts.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)

from grognard.engine.located import nearest

PREFIX = "GROGNARD_"
ELSEWHERE = ("CONFIG", "TRACEBACK")
"""Names in the environment that begin like settings and are none."""
DATABASES = ("sqlite", "postgresql", "postgresql+psycopg")
MIB = 1 << 20


class SettingsError(ValueError):
    """A setting that cannot be; says which, where, and what would be right."""


class Settings(BaseModel):
    """How one server is run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # where
    database: str = "sqlite:///grognard.db"
    """Where the games are kept: a file of SQLite, or a PostgreSQL database."""
    host: str = "127.0.0.1"
    """The address to listen at; 127.0.0.1 is this machine alone, 0.0.0.0 everybody."""
    port: int = Field(default=8095, ge=0, le=65535)
    """The port to listen at; 0 takes any that is free."""
    public_address: str = ""
    """What people type to come here, as https://war.example.org; links in mail begin with it."""
    workers: int = Field(default=1, ge=1, le=64)
    """How many processes serve; more than one needs PostgreSQL."""
    proxies: str = "127.0.0.1"
    """Whose word is taken for where a request comes from, and whether it came by https."""

    # notices
    smtp_host: str = ""
    """Where mail is handed in; without it no mail is sent."""
    smtp_port: int = Field(default=587, ge=1, le=65535)
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    mail_from: str = ""
    """Whom mail comes from."""
    webhooks: Literal["public", "any", "off"] = "public"
    """Where webhooks may go: to public addresses over https, anywhere, or nowhere."""
    notice_after: int = Field(default=60, ge=0)
    """Seconds that a decision must have waited before its player is told."""
    notice_every: int = Field(default=900, ge=0)
    """Seconds between two notices to one person about one game, at the least."""

    # programs
    ai_processes: int = Field(default=1, ge=0, le=64)
    """How many programs think at a time in each worker; 0 leaves it to other workers."""
    ai_processes_most: int = Field(default=8, ge=1, le=64)
    """How many may, where long thoughts keep other games waiting."""
    ai_seconds: int = Field(default=90, ge=1)
    """How long a program may think about one answer."""

    # limits
    games_in_memory: int = Field(default=200, ge=1)
    """How many games are kept ready in each worker; the others are replayed when they are asked."""
    memory_bytes: int = Field(default=1024 * MIB, ge=MIB)
    """About how many bytes they may take there, all together."""
    games_per_person: int = Field(default=200, ge=1)
    """How many games one person may have begun that are not over."""
    upload_bytes: int = Field(default=8 * MIB, ge=1024)
    """The largest save that may be brought in."""
    scenario_bytes: int = Field(default=512 * 1024, ge=1024)
    """The largest scenario that may be brought in, all its files together."""
    scenario_hexes: int = Field(default=10_000, ge=1)
    """How many hexes the map of such a scenario may have."""
    scenario_units: int = Field(default=1_500, ge=1)
    """How many counters it may have."""
    scenario_stack: int = Field(default=30, ge=1)
    """How many of them may begin in one hex."""
    scenarios_per_person: int = Field(default=50, ge=0)
    """How many scenarios one person may have brought; 0 lets nobody bring any."""
    storage_per_person: int = Field(default=256 * MIB, ge=MIB)
    """How many bytes one person may keep here before he begins nothing new."""
    storage_per_guest: int = Field(default=32 * MIB, ge=MIB)
    """How many a guest may."""
    storage_of_guests: int = Field(default=2048 * MIB, ge=MIB)
    """How many all guests may, together."""
    storage_per_hour: int = Field(default=64 * MIB, ge=MIB)
    """How many may come to be kept in an hour by the wish of one address."""
    guest_days: int = Field(default=60, ge=0)
    """After how many days without an action a game of guests is marked; 0 keeps all of them."""
    guest_grace_days: int = Field(default=14, ge=1)
    """After how many days more it is removed."""
    request_bytes: int = Field(default=256 * 1024, ge=1024)
    """The largest request otherwise."""
    frame_bytes: int = Field(default=64 * 1024, ge=1024)
    """The largest frame a client may send over its socket."""
    json_depth: int = Field(default=32, ge=4, le=200)
    """How deeply what is sent may be nested."""
    queue_frames: int = Field(default=256, ge=8)
    """How many frames may wait for a slow client before it is dropped."""
    sockets_per_person: int = Field(default=16, ge=1)
    connections_per_address: int = Field(default=256, ge=1)
    """How many connections one address may hold, or requests under way by way of a proxy."""
    header_seconds: int = Field(default=10, ge=1)
    """How long the head of a request may take to come."""
    body_seconds: int = Field(default=20, ge=1)
    """How long the rest may take, and a second more for each 16 KiB of it."""
    idle_seconds: int = Field(default=75, ge=1)
    """How long a connection stays open without a request: longer than proxies keep theirs."""
    requests_per_minute: int = Field(default=600, ge=1)
    """How much one person, or one address without one, may ask."""
    cpu_seconds_per_minute: int = Field(default=40, ge=1)
    """How many seconds of the processor's time a minute one person may use; an address twice."""
    sign_ins_per_minute: int = Field(default=10, ge=1)
    """How often one address may try a passphrase or come in as a guest."""
    engine_processes: int = Field(default=2, ge=0, le=64)
    """How many processes answer costly questions in each worker; 0 has all answered in threads."""
    question_seconds: int = Field(default=10, ge=1, le=600)
    """How many seconds of the processor's time such an answer may take there."""
    import_seconds: int = Field(default=60, ge=1, le=3600)
    """How many seconds of the processor's time a save that is brought may take to play again."""
    token_days: int = Field(default=180, ge=1)
    """How long a person stays signed in without coming by."""

    # operations
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["json", "text"] = "json"
    security_contact: str = ""
    """Where faults are reported in private, as mailto:… or https://…; /.well-known/security.txt."""
    metrics_token: SecretStr = SecretStr("")
    """What a reader of the metrics must show; without it they are for this machine alone."""

    @field_validator("database")
    @classmethod
    def _known_database(cls, url: str) -> str:
        scheme = url.partition("://")[0]
        if scheme not in DATABASES:
            raise ValueError(
                "should be as sqlite:///grognard.db or postgresql://user@host/grognard"
            )
        return url.replace("postgresql://", "postgresql+psycopg://", 1)

    @field_validator("public_address")
    @classmethod
    def _whole_address(cls, address: str) -> str:
        parts = urlsplit(address)
        if address and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query):
            raise ValueError("should be a whole address, as https://war.example.org")
        return address.rstrip("/")

    @field_validator("security_contact")
    @classmethod
    def _a_contact(cls, contact: str) -> str:
        where = contact.removeprefix("mailto:").removeprefix("https://")
        if contact and (where == contact or not where or not contact.isprintable()):
            raise ValueError("should be as mailto:… with an address, or https://…")
        return contact

    @model_validator(mode="after")
    def _fitting_together(self) -> Settings:
        if self.workers > 1 and self.embedded:
            raise ValueError(
                f"workers = {self.workers} needs PostgreSQL: SQLite serves one process; "
                "set database to postgresql://user@host/grognard, or workers to 1"
            )
        if self.smtp_host and not self.mail_from:
            raise ValueError("smtp_host needs mail_from: whom the mail comes from")
        return self

    @property
    def embedded(self) -> bool:
        """Whether the database is a file of our own."""
        return self.database.startswith("sqlite")

    @property
    def address(self) -> str:
        """What people type to come here."""
        if self.public_address:
            return self.public_address
        host = "localhost" if self.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @property
    def secure(self) -> bool:
        """Whether people come by https, so that cookies may insist on it."""
        return self.address.startswith("https://")

    def to_environment(self) -> dict[str, str]:
        """The settings as another process of this server reads them."""
        return {PREFIX + name.upper(): _plain(value) for name, value in self if value is not None}


def _plain(value: Any) -> str:
    return value.get_secret_value() if isinstance(value, SecretStr) else str(value)


def read_settings(
    file: Path | None = None, environment: Mapping[str, str] | None = None, **given: Any
) -> Settings:
    """The settings of a file, under those of the environment, under those given outright.

    Without a file `GROGNARD_CONFIG` may name one.
    """
    environment = os.environ if environment is None else environment
    if file is None and environment.get(f"{PREFIX}CONFIG"):
        file = Path(environment[f"{PREFIX}CONFIG"])
    found, origin = _from_file(file) if file is not None else ({}, {})
    for name, value in sorted(environment.items()):
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in ELSEWHERE:
            setting = _known(name.removeprefix(PREFIX).lower(), name, PREFIX)
            found[setting], origin[setting] = value, name
    found |= {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**found)
    except ValidationError as error:
        raise SettingsError(_sentence(error, origin)) from None


def _from_file(file: Path) -> tuple[dict[str, Any], dict[str, str]]:
    try:
        text = file.read_text(encoding="utf-8")
        read = tomllib.loads(text)
    except OSError as error:
        raise SettingsError(f"{file.name}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file.name}: {error}") from None
    origin = {}
    for name in read:
        where = f"{file.name}:{_line_of(name, text)}"
        _known(name, f"{where}: {name}")
        origin[name] = f"{where}: {name}"
    return read, origin


def _line_of(name: str, text: str) -> int:
    """The line where a setting stands in its file."""
    starts = (
        n for n, line in enumerate(text.splitlines(), 1) if line.lstrip(' "[').startswith(name)
    )
    return next(starts, 1)


def _known(name: str, written: str, prefix: str = "") -> str:
    """Refuse what is no setting, and name the nearest that is one."""
    if name not in Settings.model_fields:
        written_as = {
            prefix + known.upper() if prefix else known for known in Settings.model_fields
        }
        closest = nearest(prefix + name.upper() if prefix else name, sorted(written_as))
        raise SettingsError(f"{written} is no setting; {closest}")
    return name


def _sentence(error: ValidationError, origin: Mapping[str, str]) -> str:
    """What is wrong with the first wrong setting, and where it was set."""
    first = error.errors(include_url=False, include_input=False)[0]
    text = first["msg"].removeprefix("Value error, ")
    if not first["loc"]:
        return text
    name = str(first["loc"][0])
    return f"{origin.get(name, name)}: {text[0].lower()}{text[1:]}"
