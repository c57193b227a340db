"""Names that tell counters apart: no two are called the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def told_apart(names: Mapping[str, str], traits: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Names of which no two are the same: those who share one are called by the first trait in
    which all of them differ as well, and by a number where there is none."""
    sharing: dict[str, list[str]] = {}
    for key, name in names.items():
        sharing.setdefault(name, []).append(key)
    return {
        key: f"{name} ({more})" if more else name
        for name, keys in sharing.items()
        for key, more in zip(keys, _differing([traits[key] for key in keys]), strict=True)
    }


def _differing(found: Sequence[Sequence[str]]) -> list[str]:
    """What tells several apart; nothing for one alone."""
    if len(found) == 1:
        return [""]
    for words in zip(*found, strict=True):
        if all(words) and len(set(words)) == len(words):
            return list(words)
    return [str(n + 1) for n in range(len(found))]
