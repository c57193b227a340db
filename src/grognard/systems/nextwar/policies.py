"""Standing answers: for each question that may interrupt the enemy's turn, what may be left."""

from __future__ import annotations

STANDING_POLICIES: dict[str, tuple[str, ...]] = {
    "weather": ("clear",),
    "defenders": ("strongest",),
    "lead": ("most efficient",),
    "support": ("nothing", "everything"),
    "losses": ("cheapest",),
    "stand": ("stand",),
    "bleed": ("retreat",),
    "retreat": ("towards home",),
    "take-ship": ("aboard",),
    "fly-out": ("no", "yes"),
    "take-hit": ("strongest",),
    "ground": ("roughest",),
    "advance": ("all that may",),
    "clearing": ("most efficient",),
    "flee": ("fly out", "nearest"),
    "give-sea": ("nearest",),
    "lose-at-sea": ("strongest",),
    "beachhead": ("set up",),
    "falter": ("strongest",),
    "ground aircraft": ("weakest", "strongest"),
    "air superiority": ("fighters", "everybody"),
    "engagement": ("strong against weak", "strong against strong", "weak against strong"),
    "surplus": ("avoid combat", "gang up"),
    "awacs changes": ("none",),
    "break off": ("fight on", "spare the reduced", "all"),
    "air target": ("weakest", "strongest"),
    "intercept": ("two best", "the best", "nobody"),
    "interception": ("weakest", "strongest"),
    "free fighter": ("strongest",),
    "evade": ("turn back", "fly on"),
    "jettison": ("nobody", "all"),
    "under fire": ("turn back", "press on"),
    "set aside": ("weakest", "its own"),
    "lose-aboard": ("least",),
    "fall-back": ("nearest",),
    "lose-wing": ("weakest", "strongest"),
    "deliberate-damage": ("spare everything",),
    "electronic-detection": ("headquarters first",),
    "surface-combat": ("fire",),
    "lost-waters": ("stay",),
    "press-on": ("turn back",),
    "veto": ("let it pass", "veto"),
    "ceasefire": ("obey", "refuse"),
}
IN_OWN_TIME = frozenset(
    {
        "weather", "advance", "clearing", "lose-at-sea", "beachhead", "falter", "take-hit",
        "ground aircraft", "air superiority", "engagement", "surplus", "awacs changes",
        "deliberate-damage", "electronic-detection", "press-on", "veto", "ceasefire",
    }
)  # fmt: skip
"""The questions among them that one is asked in one's own turn."""
