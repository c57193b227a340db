"""The typefaces that come with Grognard, so that a picture looks the same on every screen."""

from __future__ import annotations

import base64
from collections.abc import Collection
from pathlib import Path

FONTS = Path(__file__).parent.parent.parent / "fonts"
FACES = {
    "AlegreyaSans-Regular": ("Alegreya Sans", 400, "normal"),
    "AlegreyaSans-Italic": ("Alegreya Sans", 400, "italic"),
    "AlegreyaSans-Bold": ("Alegreya Sans", 700, "normal"),
    "Alegreya-Regular": ("Alegreya", 400, "normal"),
    "Alegreya-Italic": ("Alegreya", 400, "italic"),
    "Alegreya-Bold": ("Alegreya", 700, "normal"),
}


def font_faces(names: Collection[str] = tuple(FACES)) -> str:
    """Typefaces as a style sheet that has them in it."""
    return "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{slant};"
        f"src:url(data:font/ttf;base64,{_encoded(name)})}}"
        for name, (family, weight, slant) in FACES.items()
        if name in names
    )


def _encoded(name: str) -> str:
    return base64.b64encode((FONTS / f"{name}.ttf").read_bytes()).decode()
