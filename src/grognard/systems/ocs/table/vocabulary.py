"""The vocabulary of OCS at a screen: what parts of actions and of reckonings are called."""

from __future__ import annotations

PARTS = {
    "units": "units", "guns": "guns", "planes": "aircraft", "by": "ships",
    "internals": "internal stocks used by", "transport": "transport", "repls": "replacements",
    "aircraft": "aircraft", "ships": "ships", "stay": "stay there", "lead": "led by",
    "tokens": "tokens", "points": "points", "amount": "tokens", "load": "tokens aboard",
}  # fmt: skip
"""What the lists of those who take part are called."""
TITLES = {
    "attack": "attack", "defence": "defence", "rating": "Action Ratings",
    "surprise": "on the surprise roll", "roll": "on the combat roll", "odds": "odds",
    "terrain": "ground", "column": "column", "strength": "barrage points", "shifts": "shifts",
    "initial": "column before shifts", "modifier": "on the dice", "need": "needed",
    "category": "ground", "aim": "aims at", "table": "table", "by": "fired by", "hex": "hex",
}  # fmt: skip
"""What the parts of a reckoning are called."""
SUPPOSED = {
    "defence supply": "{side} pays for the defence if it can",
    "attack rating": "the best Action Rating of {side} leads",
    "defence rating": "the best Action Rating of {side} leads",
    "terrain": "{side} chooses its best ground",
    "defence terrain": "{side} chooses its best ground",
    "beach assault": "{side} has the assault fought out",
    "intercept": "{side} sends no interceptor",
    "flak loss": "of equals {side} has the one hit that can spare it best",
    "abort": "{side} aborts nobody",
}
"""What odds suppose of the answers to a question."""
PURPOSES = {
    "combat": "combat",
    "surprise": "surprise",
    "barrage": "barrage",
    "flak": "flak",
    "air-round": "air combat",
    "naval-barrage": "naval fire",
    "drop": "air drops",
    "breakout": "breakouts",
    "arrivals": "arrivals",
}
"""What dice are rolled for of which much is good for a side, by the kind of event."""
