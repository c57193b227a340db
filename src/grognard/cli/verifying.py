"""Verifying a saved game: its actions, its rolls, and whether it is the one that was played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from grognard import library
from grognard.cli.application import Json, Mistake, Packs, SaveFile, app, console, needing
from grognard.engine.game import Game

KEY = re.compile("[0-9a-f]{64}")


@app.command()
def verify(
    path: SaveFile,
    earlier: Annotated[
        Path | None,
        typer.Option("--earlier", help="the save of the game that this one grew out of"),
    ] = None,
    receipt: Annotated[
        list[Path] | None,
        typer.Option("--receipt", help="a file of receipts that the server gave"),
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", help="the public key of that server, or a file of it")
    ] = None,
    published: Annotated[
        Path | None,
        typer.Option("--published", help="a list of heads that was published (`grognard heads`)"),
    ] = None,
    trust_inherited: Annotated[
        bool,
        typer.Option("--trust-inherited", help="take the dice of an earlier game as recorded"),
    ] = False,
    pack: Packs = None,
    as_json: Json = False,
) -> None:
    """Check a saved game from end to end: every action, every roll."""
    game, checked = library.verified(path, packs=pack or (), earlier=earlier)
    checked += library.mended_since(game)
    checked += _beside(game, path, receipt or [], key, published)
    taken = _taken_on_trust(game) if earlier is None else 0
    ok = trust_inherited or not taken
    if as_json:
        typer.echo(json.dumps({"file": str(path), "ok": ok, "checked": checked}))
    else:
        for line in checked:
            console.print(line, highlight=False, soft_wrap=True)
    if not ok and as_json:
        raise typer.Exit(1)
    if not ok:
        raise Mistake(
            f"{path.name}: {taken} dice of the lines it inherited are proven by nothing here; give "
            "the earlier game with --earlier, or take them on trust with --trust-inherited"
        )


def _taken_on_trust(game: Game[Any]) -> int:
    """How many dice are as an earlier game is said to have had them."""
    return sum(len(line.chance) for line in game.history[: game.inherited])


def _beside(
    game: Game[Any], path: Path, given: list[Path], key: str | None, published: Path | None
) -> list[str]:
    """What receipts and a published list prove of a game."""
    if not given and published is None:
        if key is not None:
            raise Mistake("a key goes with a receipt; give one with --receipt")
        return []
    with needing("server"):
        from grognard.engine import receipts
    signer, where, told = None if key is None else _key(key), path, list[str]()
    try:
        for where in given:
            for one in receipts.read_receipts(_text(where)):
                told.append(receipts.check(game, one, signer))
        if published is not None:
            where = published
            told.append(receipts.check_published(game, _text(published)))
    except receipts.Unproven as error:
        raise Mistake(f"{where.name}: {error}") from None
    return told


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise Mistake(f"{path.name} cannot be read: {reason}") from None


def _key(given: str) -> str:
    """A public key, as it is or in a file."""
    found = given if KEY.fullmatch(given) else _text(Path(given)).strip()
    if not KEY.fullmatch(found):
        raise Mistake("a key is 64 digits and letters from a to f, as /api/v1/receipt-key tells it")
    return found
