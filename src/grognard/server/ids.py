"""Ids and tokens: names that nobody can guess."""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_id() -> str:
    """128 bits that nobody can guess."""
    return secrets.token_hex(16)


def hashed(token: str) -> str:
    """What is kept of a token, whatever somebody offers as one."""
    return sha256(token.encode(errors="surrogatepass")).hexdigest()


def an_id(text: str) -> bool:
    """Whether it is written as an id; what is not need not be looked for."""
    return len(text) == 32 and text.isascii() and text.isalnum()
