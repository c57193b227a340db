"""Running a server: serving, and keeping what it knows in a file."""

from __future__ import annotations

import json
import os
import socket
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grognard.cli.application import Mistake, app, console, needing

if TYPE_CHECKING:
    from grognard.server.settings import Settings

Config = Annotated[Path | None, typer.Option(help="a file of settings (TOML)")]
DatabaseUrl = Annotated[
    str | None, typer.Option(help="as sqlite:///grognard.db or postgresql://user@host/grognard")
]


QUIET = {"GROGNARD_LOG_FORMAT": "text", "GROGNARD_LOG_LEVEL": "error"}
"""How a server talks to somebody who only wants to play."""


def settings_of(
    config: Path | None, environment: Mapping[str, str] | None = None, **given: Any
) -> Settings:
    """The settings, or what is wrong with them."""
    with needing("server"):
        from grognard.server.settings import SettingsError, read_settings
    try:
        return read_settings(config, environment, **given)
    except SettingsError as error:
        raise Mistake(str(error)) from None


@app.command()
def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="where to listen; 0.0.0.0 is all")] = None,
    port: Annotated[int | None, typer.Option(help="where to listen; 0 is any free one")] = None,
    database: DatabaseUrl = None,
    workers: Annotated[int | None, typer.Option(help="how many processes serve")] = None,
    home: Annotated[
        bool, typer.Option("--home", help="keep the games in your own folder, and be quiet")
    ] = False,
    open_: Annotated[
        bool, typer.Option("--open", help="open the table in the browser, if there is a screen")
    ] = False,
) -> None:
    """Serve games to people, here and elsewhere, until Ctrl-C."""
    environment = _at_home() if home else None
    settings = settings_of(
        config, environment, host=host, port=port, database=database, workers=workers
    )
    with needing("server"):
        from grognard.server.serving import serve as serve_until_interrupted
        from grognard.server.settings import SettingsError

    def ready(settings: Settings) -> None:
        console.print(f"Grognard is at {settings.address} (Ctrl-C ends it)", highlight=False)
        if settings.host == "0.0.0.0" and not settings.public_address and (own := _own_address()):
            console.print(f"for your network: http://{own}:{settings.port}", highlight=False)
        if open_ and _has_screen(sys.platform, os.environ):
            webbrowser.open(settings.address)

    try:
        serve_until_interrupted(settings, ready)
    except SettingsError as error:
        raise Mistake(str(error)) from None
    except KeyboardInterrupt:
        raise typer.Exit from None


def _at_home() -> dict[str, str]:
    """The environment of somebody who plays at home; what it says already counts."""
    folder = _own_folder(sys.platform, os.environ, Path.home())
    folder.mkdir(parents=True, exist_ok=True)
    kept = {"GROGNARD_DATABASE": f"sqlite:///{folder / 'grognard.db'}"}
    return {**QUIET, **kept, **os.environ}


def _own_folder(platform: str, environment: Mapping[str, str], home: Path) -> Path:
    """Where a person's programs keep what they know, as his machine has it."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Grognard"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Grognard"
    data = environment.get("XDG_DATA_HOME", "")
    return (Path(data) if data.startswith("/") else home / ".local" / "share") / "grognard"


def _own_address() -> str:
    """The address of this machine on its network, if it is on one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # sends nothing; tells which way it would go
        except OSError:
            return ""
        return str(asking.getsockname()[0])


def _has_screen(platform: str, environment: Mapping[str, str]) -> bool:
    """Whether a browser would have a screen to open on, and not this very terminal."""
    if platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


@app.command()
def openapi(
    path: Annotated[Path | None, typer.Argument(help="a file; without it, the screen")] = None,
) -> None:
    """Describe everything a server can be asked, as OpenAPI, for programs that make clients."""
    with needing("server"):
        from grognard.server.http.app import create_app
        from grognard.server.settings import Settings
    described = json.dumps(create_app(Settings()).openapi(), indent=1, sort_keys=True) + "\n"
    if path is None:
        typer.echo(described, nl=False)
    elif not path.exists() or path.read_text(encoding="utf-8") != described:
        path.write_text(described, encoding="utf-8")


@app.command()
def backup(
    path: Annotated[Path, typer.Argument(help="a file that is not there yet")],
    config: Config = None,
    database: DatabaseUrl = None,
) -> None:
    """Keep everything a server knows in one file, while it goes on."""
    _archive("backup", path, settings_of(config, database=database))


@app.command()
def restore(
    path: Annotated[Path, typer.Argument(help="a backup")],
    config: Config = None,
    database: DatabaseUrl = None,
) -> None:
    """Fill an empty database from a backup, whole or not at all."""
    _archive("restore", path, settings_of(config, database=database))


@app.command()
def heads(
    path: Annotated[Path, typer.Argument(help="a file that is not there yet")],
    config: Config = None,
    database: DatabaseUrl = None,
) -> None:
    """A list to publish: one sealed hash a game, which shows later that it stood so today."""
    settings = settings_of(config, database=database)
    with needing("server"):
        from sqlalchemy.exc import SQLAlchemyError

        from grognard.engine.receipts import published
        from grognard.server.receipts import seals
        from grognard.server.store.database import Database
    kept = Database(settings.database)
    try:
        found = list(seals(kept))
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        raise Mistake(f"the database cannot be read: {reason}") from None
    finally:
        kept.close()
    try:
        with path.open("x", encoding="ascii", newline="\n") as out:
            out.write(published(found))
    except FileExistsError:
        raise Mistake(f"{path.name} is there already; name another file") from None
    console.print(f"{len(found)} games in {path.name}", highlight=False)


def _archive(which: str, path: Path, settings: Settings) -> None:
    with needing("server"):
        from sqlalchemy.exc import OperationalError

        from grognard.server import archive
        from grognard.server.store.database import Database
    kept = Database(settings.database)
    try:
        counts = (archive.backup if which == "backup" else archive.restore)(kept, path)
    except archive.BackupError as error:
        raise Mistake(str(error)) from None
    except OperationalError as error:
        reason = str(error.orig).splitlines()[0]
        raise Mistake(f"the database cannot be reached: {reason}") from None
    finally:
        kept.close()
    done = "kept in" if which == "backup" else "restored from"
    console.print(
        f"{counts['games']} games with {counts['lines']} lines, and {counts['people']} people, "
        f"{done} {path.name}",
        highlight=False,
        soft_wrap=True,
    )
