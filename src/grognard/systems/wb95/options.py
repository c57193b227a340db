"""The switches of WB-95: the complementary chapters, and the rulings where the text is silent.

Every option says which rule it belongs to and why its default is what it is. The manual lists them.
"""

from __future__ import annotations

from grognard.engine.system import Option

ON_OFF = ("on", "off")

OPTIONS: tuple[Option, ...] = (
    Option("strategic-movement", "on", ON_OFF, "12.1.1", "chapter 12, complementary"),
    Option("tactical-concentration", "on", ON_OFF, "13.1.1", "chapter 13, complementary"),
    Option("bridges", "on", ON_OFF, "14.1.1", "chapter 14, complementary"),
    Option("special-units", "on", ON_OFF, "15.1.1", "chapter 15, complementary"),
    Option("masking", "on", ON_OFF, "16.1.1", "chapter 16, complementary"),
    Option(
        "tables", "repaired", ("repaired", "as-printed"), "T.combat",
        "the print has lost or garbled some cells; the repaired ones follow the tables' own order",
    ),
    Option(
        "big-rivers", "on", ("on", "as-rivers"), "T.terrain",
        "the table of Moscow 1941 has no big rivers, so its scenarios read them as rivers",
    ),
    Option(
        "supply-decay", "off", ON_OFF, "10.2.1",
        "no automatic rise of the level is written; on: +1 for each failed Supply Phase",
    ),
    Option(
        "recovery", "own-combat-phase", ("own-combat-phase", "full-turn"), "5.6.5",
        "the rule asks for a full turn, its example for the unit's own next Combat Phase",
    ),
    Option(
        "weak-field-fortifications", "off", ON_OFF, "S2.2",
        "Red Snow: outside towns a field fortification gives 1 modifier, and only to 5 SP or more",
    ),
    Option(
        "frozen-waters", "off", ON_OFF, "S2.0",
        "Red Snow tells of frozen swamps and lakes but gives no rule; on: both are clear ground",
    ),
)  # fmt: skip
