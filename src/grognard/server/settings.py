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
    ai_seconds: int = Field(default=60, ge=1)
    """How long a program may think about one answer."""

    # limits
    games_in_memory: int = Field(default=200, ge=1)
    """How many games are kept ready in each worker; the others are replayed when they are asked."""
    games_per_person: int = Field(default=200, ge=1)
    """How many games one person may have begun that are not over."""
    upload_bytes: int = Field(default=8 * MIB, ge=1024)
    """The largest save that may be brought in."""
    scenario_bytes: int = Field(default=512 * 1024, ge=1024)
    """The largest scenario that may be brought in, all its files together."""
    scenarios_per_person: int = Field(default=50, ge=0)
    """How many scenarios one person may have brought; 0 lets nobody bring any."""
    request_bytes: int = Field(default=256 * 1024, ge=1024)
    """The largest request otherwise."""
    frame_bytes: int = Field(default=64 * 1024, ge=1024)
    """The largest frame a client may send over its socket."""
    json_depth: int = Field(default=32, ge=4, le=200)
    """How deeply what is sent may be nested."""
    queue_frames: int = Field(default=256, ge=8)
    """How many frames may wait for a slow client before it is dropped."""
    sockets_per_person: int = Field(default=16, ge=1)
    requests_per_minute: int = Field(default=600, ge=1)
    """How much one person, or one address without one, may ask."""
    sign_ins_per_minute: int = Field(default=10, ge=1)
    """How often one address may try a passphrase or come in as a guest."""
    token_days: int = Field(default=180, ge=1)
    """How long a person stays signed in without coming by."""

    # operations
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["json", "text"] = "json"
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
