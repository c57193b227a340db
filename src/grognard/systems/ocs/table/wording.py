"""Reckonings and results of OCS in words, as its players say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.systems.ocs.results import Part, parsed
from grognard.systems.ocs.scenario import Ocs
from grognard.systems.ocs.table import telling
from grognard.systems.ocs.table.vocabulary import SUPPOSED
from grognard.table.cards import Tone

# ---- reckonings and results


def supposed(note: Mapping[str, Any]) -> str:
    """What odds suppose of a question, or of what does not show. [4.9a]"""
    question = str(note["question"])
    return SUPPOSED.get(question, question).format(side=note["player"])


def results(game: Ocs, facts: Sequence[Mapping[str, Any]]) -> str:
    """What a combat comes to, in few words; empty where the events say it all. [9.10]"""
    fought = [fact for fact in facts if set(fact) == {"target", "result"}]
    if not fought:
        return ""
    result = parsed(fought[0]["result"])
    sides = (("defender", result.defender), ("attacker", result.attacker))
    said = [f"{who}: {', '.join(_effects(part))}" for who, part in sides if not part.empty]
    return "; ".join(said) or "nothing happens"


def _effects(part: Part) -> list[str]:
    """One side's part of a combat result: steps, options, exploitation, DG. [9.10]"""
    found = [telling.steps(part.losses)] if part.losses else []
    found += [f"{part.options} option{'s' * (part.options != 1)}"] if part.options else []
    found += [f"exploits with AR {part.exploit}+"] if part.exploit else []
    return [*found, "DG"] if part.dg else found


def tone(game: Ocs, facts: Sequence[Mapping[str, Any]]) -> Tone:
    """Whether an outcome is good for whoever acts. [9.10]"""
    hurt = any(fact.get("hit") for fact in facts)  # by flak or in the air
    for fact in facts:
        if set(fact) == {"target", "result"}:
            return _toned(*_harm(fact["result"]))
        if "result" in fact and "aim" in fact:
            return _toned(hurt, fact["result"] not in ("", "no effect"))
        if "landed" in fact:
            return "good" if fact["landed"] else "bad"
    return "bad" if hurt else "plain"


def _toned(hurt: bool, won: bool) -> Tone:
    return "warn" if hurt and won else "bad" if hurt else "good" if won else "plain"


def _harm(result: str) -> tuple[bool, bool]:
    """Whether a combat result costs the attacker anything, and the defender. [9.10]"""
    read = parsed(result)
    own = read.attacker
    return bool(own.losses or own.options or own.dg), not read.defender.empty
