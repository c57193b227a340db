"""The vocabulary of OCS at a screen: what parts of actions and of reckonings are called."""

from __future__ import annotations

from grognard.table.casts import Cast

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
CASTS = {
    "combat": Cast("Combat", "combat", over="odds", over_row="terrain", after=("odds",)),
    "surprise": Cast("Surprise"),
    "barrage": Cast("Barrage", dice=2),
    "barrage on facility": Cast("Barrage", dice=1),
    "air-round": Cast("Air combat", "air-combat", column="aborts"),
    "flak": Cast("Flak"),
    "naval-barrage": Cast("Naval fire"),
    "landing": Cast("Landing"),
    "drop": Cast("Drop from the air"),
    "attrition": Cast("Attrition", "attrition", column="rating"),
    "breakout": Cast("Breakout", "breakout", column="result"),
    "dump-captured": Cast("Capture of a dump", "capture", column="dump"),
    "transport-captured": Cast("Capture of transport"),
    "blow": Cast("Blowing up a dump", "dump-blowing", column="percent"),
}
"""How the dice are read, by the kind of event."""
