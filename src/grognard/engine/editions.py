"""Editions: a scenario with every text that it was read from, so that it can be read again so.

Scenarios, maps, counters and charts are mended from release to release. A game that has begun does
not change with them: its texts are kept with it, in a save and on a server.
"""

from __future__ import annotations

import base64
import binascii
import json
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.engine import release
from grognard.engine.record import canonical
from grognard.engine.sources import CHARTS, PACKS, Sources, Texts, Witness, pack_texts
from grognard.engine.system import Scenario, System

if TYPE_CHECKING:
    from grognard.engine.game import Game

MOST_TEXT = 32 << 20
"""How much the texts of a scenario may come to when they are unpacked."""


def read_edition(
    system: System[Any], sources: Sources, options: Mapping[str, Any], packs: Sequence[Path] = ()
) -> Scenario:
    """A scenario from its texts, which it keeps."""
    witness = Witness(sources)
    found = system.read(witness, options, packs)
    charts = {} if witness.charts() else system.charts()
    kept = {f"{CHARTS}{chart}": text for chart, text in charts.items()}
    scenario: Scenario = replace(found, texts={**witness.seen, **kept, **pack_texts(packs)})
    return scenario


def read_again(
    system: System[Any], texts: Mapping[str, str], options: Mapping[str, Any], rules: str = ""
) -> Scenario:
    """A scenario as it was when a game began.

    Under other `rules` than those of today options may have gone since, and are left out.
    """
    sources, chosen = Texts(texts), options
    if rules != release.rules_of(system.name):
        known = {option.id: option.values for option in system.options}
        chosen = {name: value for name, value in options.items() if value in known.get(name, ())}
    with tempfile.TemporaryDirectory() as folder:
        packs = _unfold(sources, Path(folder))
        scenario: Scenario = replace(system.read(sources, chosen, packs), texts=dict(texts))
    return scenario


def _unfold(sources: Texts, folder: Path) -> list[Path]:
    """The packs of an edition as the folders that they were."""
    for pack, files in sources.packs().items():
        for name, text in files.items():
            path = folder / pack / name
            if folder not in path.resolve().parents:
                raise ValueError(f"a pack has no file {name!r}")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return sorted(folder.iterdir(), key=lambda path: path.name)


def kept_by(system: System[Any], head: Mapping[str, Any], texts: Mapping[str, str]) -> Scenario:
    """The scenario that the first line of a save describes, from the texts that it has kept.

    If the save was written under the rules of today, its texts must give the hash that it has.
    """
    rules, wanted = head.get("rules", ""), head["scenario_hash"]
    found = read_again(system, texts, head["options"], rules)
    if found.fingerprint != wanted and rules == release.rules_of(system.name):
        raise ValueError("its texts are not those that this game was played with (other hash)")
    kept: Scenario = replace(found, id=head["scenario"], fingerprint=wanted)
    return kept


def another(game: Game[Any], fingerprint: str, texts: Mapping[str, str]) -> Scenario:
    """A mended edition of a game's scenario, as a record has kept it."""
    first = game.mends.first
    head = {"scenario": first.id, "scenario_hash": fingerprint, "options": first.options}
    return kept_by(game.system, {**head, "rules": game.rules}, texts)


def unchanged(system: System[Any], sources: Sources, kept: Scenario) -> bool:
    """Whether every text that a scenario was read from still says what it said."""
    same = all(
        sources.find(name) == text
        for name, text in kept.texts.items()
        if not name.startswith((CHARTS, PACKS))
    )
    return same and Texts(kept.texts).charts() == system.charts()


def reissued(system: System[Any], sources: Sources, kept: Scenario) -> Scenario | None:
    """A scenario as its sources have it today, with the options and packs of a game.

    None if it is what it was; that is found out without reading it, where no text has changed.
    """
    own = Texts(kept.texts)
    if unchanged(system, sources, kept):
        return None
    known = {option.id: option.values for option in system.options}
    chosen = {name: value for name, value in kept.options.items() if value in known.get(name, ())}
    with tempfile.TemporaryDirectory() as folder:
        found = read_edition(system, sources, chosen, _unfold(own, Path(folder)))
    return None if found.fingerprint == kept.fingerprint else replace(found, id=kept.id)


def fold(texts: Mapping[str, str]) -> str:
    """Texts as one word, for the first line of a save."""
    return base64.b64encode(zlib.compress(canonical(dict(texts)).encode("ascii"), 9)).decode()


def unfold(word: str) -> dict[str, str]:
    """The texts that were made one word."""
    try:
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(base64.b64decode(word, validate=True), MOST_TEXT)
        if not unpacker.eof:
            raise ValueError("its texts are cut off, or longer than those of any scenario")
        texts = json.loads(plain)
    except (binascii.Error, zlib.error, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError(f"its texts cannot be unpacked: {error}") from None
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise ValueError("its texts should be a map of texts")
    return texts
