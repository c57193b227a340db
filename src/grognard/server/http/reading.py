"""Reading what clients send: JSON, strictly, of bounded size and depth.

What passes here can be written to any database and sent to any client: no halves of characters, no
zero characters, no numbers that JSON does not know, no map that says a thing twice.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from math import inf
from typing import Any, NoReturn

from grognard.server.http.problems import Trouble

_OPEN = b"[{"
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[{]}")
# A text runs to its closing quote or to the end: one pass, whatever a hostile client sends.
_TEXTS = re.compile(rb'"(?:[^"\\]++|\\.?)*+(?:"|\Z)', re.DOTALL)
DIGITS = 300
"""The longest number that is read; nothing in any game is counted so far."""


def depth(raw: bytes) -> int:
    """How deeply a JSON text is nested, without parsing it."""
    deepest = level = 0
    for mark in _TEXTS.sub(b"", raw).translate(None, _NO_BRACKETS):
        if mark in _OPEN:
            level += 1
            deepest = max(deepest, level)
        else:
            level -= 1
    return deepest


def check_depth(raw: bytes, most: int) -> None:
    """Refuse a text that is nested too deeply to be looked at."""
    if raw.count(b"[") + raw.count(b"{") <= most:
        return
    found = depth(raw)
    if found > most:
        raise Trouble("too-deep", f"this is nested {found} deep", f"{most} levels at most")


def read_json(raw: bytes, most: int) -> Any:
    """A JSON text, or the problem with it."""
    check_depth(raw, most)
    try:
        found = json.loads(
            raw.decode("utf-8"),
            parse_constant=_no_constant,
            parse_int=_whole,
            parse_float=_finite,
            object_pairs_hook=_once,
        )
    except UnicodeDecodeError as error:
        raise Trouble("malformed", f"byte {error.start} is not UTF-8", "JSON in UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Trouble("malformed", f"this is not JSON: {error.msg} at {where}", "JSON") from None
    _check_words(found)
    return found


def _no_constant(word: str) -> NoReturn:
    raise Trouble("malformed", f"{word} is not a number in JSON", "a number")


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise _too_long(digits)
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits) if len(digits) <= DIGITS else inf
    if number in (inf, -inf):
        raise _too_long(digits)
    return number


def _too_long(digits: str) -> Trouble:
    text = f"a number that begins {digits[:12]} is too large"
    return Trouble("malformed", text, f"{DIGITS} digits at most")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, times in Counter(n for n, _ in pairs).items() if times > 1)
        raise Trouble("malformed", f"{twice[:40]!a} is said twice", "every name once")
    return found


def _check_words(found: Any) -> None:
    """Refuse words that cannot be written down everywhere."""
    if isinstance(found, str):
        _check_word(found)
    elif isinstance(found, list):
        for item in found:
            _check_words(item)
    elif isinstance(found, dict):
        for name, item in found.items():
            _check_word(name)
            _check_words(item)


def _check_word(word: str) -> None:
    if not word.isascii() and any("\ud800" <= char <= "\udfff" for char in word):
        raise Trouble("malformed", "a text holds half a character", "whole characters")
    if "\0" in word:
        raise Trouble("malformed", "a text holds a zero character", "text without \\u0000")
