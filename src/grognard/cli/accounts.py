"""Looking after the people of a server: a way back in for whoever has forgotten his passphrase."""

from __future__ import annotations

from typing import Annotated

import typer

from grognard.cli.application import Mistake, app, console, needing
from grognard.cli.serving import Config, DatabaseUrl, settings_of

people = typer.Typer(no_args_is_help=True, help="Look after the people of a server.")
app.add_typer(people, name="people")


@people.callback()
def _people() -> None:
    """Look after the people of a server."""


@people.command()
def reset(
    name: Annotated[str, typer.Argument(help="the name of whoever has forgotten his passphrase")],
    config: Config = None,
    database: DatabaseUrl = None,
) -> None:
    """Print a link to a new passphrase, good once and for a day, to be handed to its owner.

    Whoever opens it begins anew: passkeys and recovery codes are gone, every session ends.
    """
    settings = settings_of(config, database=database)
    with needing("server"):
        from sqlalchemy.exc import SQLAlchemyError

        from grognard.server.club import Club
        from grognard.server.errors import NotFound
        from grognard.server.passphrases import give_reset
        from grognard.server.store.database import Database, OtherVersion
    kept = Database(settings.database)
    try:
        kept.migrate()
        link = give_reset(Club(kept), settings, name)
    except NotFound as error:
        raise Mistake(f"{error.text}; {error.would_be_right} would be right") from None
    except (SQLAlchemyError, OtherVersion) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise Mistake(f"the database cannot be used: {reason}") from None
    finally:
        kept.close()
    console.print(link, highlight=False, soft_wrap=True, markup=False)
