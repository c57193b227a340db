"""Running a server: serving, and keeping what it knows in a file."""

from __future__ import annotations

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


def _settings(config: Path | None, **given: Any) -> Settings:
    """The settings, or what is wrong with them."""
    with needing("server"):
        from grognard.server.settings import SettingsError, read_settings
    try:
        return read_settings(config, **given)
    except SettingsError as error:
        raise Mistake(str(error)) from None


@app.command()
def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="where to listen; 0.0.0.0 is all")] = None,
    port: Annotated[int | None, typer.Option(help="where to listen; 0 is any free one")] = None,
    database: DatabaseUrl = None,
    workers: Annotated[int | None, typer.Option(help="how many processes serve")] = None,
) -> None:
    """Serve games to people, here and elsewhere, until Ctrl-C."""
    settings = _settings(config, host=host, port=port, database=database, workers=workers)
    with needing("server"):
        from grognard.server.serving import serve as serve_until_interrupted
        from grognard.server.settings import SettingsError
    try:
        serve_until_interrupted(settings, _announce)
    except SettingsError as error:
        raise Mistake(str(error)) from None
    except KeyboardInterrupt:
        raise typer.Exit from None


def _announce(settings: Settings) -> None:
    console.print(f"Grognard is at {settings.address} (Ctrl-C ends it)", highlight=False)


@app.command()
def backup(
    path: Annotated[Path, typer.Argument(help="a file that is not there yet")],
    config: Config = None,
    database: DatabaseUrl = None,
) -> None:
    """Keep everything a server knows in one file, while it goes on."""
    _archive("backup", path, _settings(config, database=database))


@app.command()
def restore(
    path: Annotated[Path, typer.Argument(help="a backup")],
    config: Config = None,
    database: DatabaseUrl = None,
) -> None:
    """Fill an empty database from a backup, whole or not at all."""
    _archive("restore", path, _settings(config, database=database))


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
