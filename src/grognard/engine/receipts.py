"""Receipts: what a server signs of a game that goes on, so that nothing of it can be lost later.

The *head* of a record is a hash that covers who did what and how the dice fell, from the first line
to one of its last. What is signed is not the head itself: by guessing what was done in secret, and
hashing it, anybody could find out from it what he may not know yet. It is *sealed* with a key that
the seed of the dice gives, and the seed is revealed when the game is over. Then everybody can see
that the record has the line at which the receipt was given, and all before it just so.

A receipt says neither how many lines there were nor which it was: that would tell how much the
other side had done.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from grognard.engine.entries import Line
from grognard.engine.record import canonical, digest

if TYPE_CHECKING:
    from grognard.engine.game import Game

FORMAT, VERSION = "grognard-receipt", 1
SAID: Mapping[str, type] = {
    "format": str, "version": int, "game": str, "system": str, "scenario": str, "commitment": str,
    "turn": int, "at": int, "seal": str, "key": str, "signature": str,
}  # fmt: skip
HEADS = "grognard-heads"


class Unproven(ValueError):
    """A game of which a receipt or a list does not prove what it should; says why."""


# ---- heads and seals


def first_head(system: str, scenario: str, scenario_hash: str, commitment: str) -> str:
    """The head of a record before its first line."""
    return digest([FORMAT, system, scenario, scenario_hash, commitment])


def next_head(head: str, n: int, line: Line) -> str:
    """The head after one more line."""
    said = [n, line.by, line.action, line.auto, list(line.chance), line.pact]
    return digest([head, said])


def heads(first: str, lines: Iterable[Line]) -> Iterator[str]:
    """The head after each line."""
    for n, line in enumerate(lines):
        first = next_head(first, n, line)
        yield first


def heads_of(game: Game[Any]) -> Iterator[str]:
    """The head of a game after each of its lines."""
    begun = game.mends.first
    first = first_head(game.system.name, begun.id, begun.fingerprint, game.commitment)
    return heads(first, game.history)


def seal(seed: str, n: int, head: str) -> str:
    """The head after so many lines, as it is told while the game goes on."""
    key = hmac.new(bytes.fromhex(seed), f"receipt {n}".encode(), sha256).digest()
    return hmac.new(key, bytes.fromhex(head), sha256).hexdigest()


def sealed_at(game: Game[Any], seals: Iterable[str]) -> tuple[int, str] | None:
    """The last line after which one of these seals was the game's, counted from 1, and the seal."""
    seed, wanted = game.dice.seed, set(seals)
    if seed is None:
        raise Unproven(
            "the seed of this game is not in the save: before it is revealed nobody can compare "
            "them; download the game again when it is over"
        )
    found = None
    for n, head in enumerate(heads_of(game), 1):
        here = seal(seed, n, head)
        if here in wanted:
            found = n, here
    return found


# ---- receipts


def public_key(secret: str) -> str:
    """The key by which everybody can check what was signed with a secret one."""
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)).public_key()
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def signed(secret: str, **said: Any) -> dict[str, Any]:
    """A receipt, signed."""
    data = {"format": FORMAT, "version": VERSION, "key": public_key(secret), **said}
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    return {**data, "signature": key.sign(canonical(data).encode("ascii")).hex()}


def read_receipts(text: str) -> list[dict[str, Any]]:
    """The receipts of a file: one, or a list of them."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise Unproven(f"this is no receipt: {error}") from None
    if isinstance(found, dict) and isinstance(found.get("receipts"), list):
        found = found["receipts"]
    found = found if isinstance(found, list) else [found]
    if not found:
        raise Unproven("there is no receipt in this file")
    for one in found:
        whole = isinstance(one, dict) and set(one) == set(SAID)
        if not whole or not all(type(one[name]) is kind for name, kind in SAID.items()):
            raise Unproven(f"a receipt says {', '.join(SAID)}, and nothing else")
        if (one["format"], one["version"]) != (FORMAT, VERSION):
            raise Unproven(f"this is no {FORMAT} of version {VERSION}")
    return found


def check(game: Game[Any], receipt: Mapping[str, Any], key: str | None = None) -> str:
    """What a receipt proves of a game, in a sentence; refused if it proves the contrary.

    `key` is the public key of the server, as one knows it from elsewhere than the receipt.
    """
    which = f"the receipt of turn {receipt['turn']}"
    if key is not None and receipt["key"] != key:
        raise Unproven(f"{which} was signed with another key: {receipt['key']}")
    said = {name: value for name, value in receipt.items() if name != "signature"}
    try:
        signer = Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt["key"]))
        signer.verify(bytes.fromhex(receipt["signature"]), canonical(said).encode("ascii"))
    except (InvalidSignature, ValueError):
        raise Unproven(f"{which} is forged: its signature is not that of its key") from None
    mine = {"system": game.system.name, "commitment": game.commitment}
    for name, value in mine.items():
        if receipt[name] != value:
            raise Unproven(f"{which} is of another game: its {name} is {receipt[name]}")
    found = sealed_at(game, [receipt["seal"]])
    if found is None:
        raise Unproven(
            f"{which} is not of this record: lines are missing from it, or others than were "
            "played and rolled"
        )
    ended = f"the first {found[0]} lines are what the server signed in turn {receipt['turn']}"
    return ended if key is not None else f"{ended}, by its own word with key {receipt['key']}"


# ---- lists to publish


def published(seals: Iterable[str]) -> str:
    """A list of seals to publish anywhere: it shows that each game was there by then."""
    return "\n".join([f"# {HEADS} 1: one seal a game", *sorted(seals), ""])


def read_published(text: str) -> list[str]:
    """The seals of a list."""
    lines = text.split("\n")
    if not lines[0].startswith(f"# {HEADS} 1"):
        raise Unproven(f"a list of seals begins with '# {HEADS} 1'")
    return [line.strip() for line in lines[1:] if line.strip() and not line.startswith("#")]


def check_published(game: Game[Any], text: str) -> str:
    """What a published list proves of a game; refused if the game is not on it."""
    found = sealed_at(game, read_published(text))
    if found is None:
        raise Unproven("no seal on the published list is of this game as it stands in this save")
    return f"the first {found[0]} lines stood when the list was published, sealed as {found[1]}"
