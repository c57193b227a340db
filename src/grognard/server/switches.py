"""Switches: the options of a system as a person reads them, in his language.

A table of sentences has a row for each option by its id, `option second-attack`, one for each of
its values, `option second-attack: whole-hex`, and one for the reason why there is a choice. Where
there is none, the id itself is read as words.
"""

from __future__ import annotations

from grognard.engine.system import Option
from grognard.table.rule_cards import RuleSwitch
from grognard.table.tongues import SPOKEN, said, tongue


def switch(option: Option, phrases: object) -> RuleSwitch:
    """An option with its words."""
    return RuleSwitch(
        id=option.id,
        default=option.default,
        values=option.values,
        rule=option.rule,
        reason=said(option.reason, phrases),
        label=_words(f"option {option.id}", option.id, phrases),
        labels={v: _words(f"option {option.id}: {v}", v, phrases) for v in option.values},
    )


def _words(row: str, name: str, phrases: object) -> str:
    spoken = tongue(phrases, SPOKEN.get())
    return (spoken.rows.get(row) if spoken is not None else None) or name.replace("-", " ")
