"""Keep the texts of a scenario before it is mended: python tools/keep_edition.py wb95/typhoon ...

Saves of the first format hold no texts. They are read with the scenario as the shelf has it, or as
it was kept by this. Run it before the files are changed; what is kept already is left alone.
"""

from __future__ import annotations

import sys

from grognard import library
from grognard.engine.editions import fold


def keep(name: str) -> None:
    """Write down the texts of a scenario, unless they are there."""
    scenario = library.find_scenario(name)[1]
    library.EARLIER.mkdir(exist_ok=True)
    path = library.EARLIER / f"{name.replace('/', '-')}.{scenario.fingerprint[:12]}.texts"
    if not path.exists():
        path.write_text(fold(scenario.texts) + "\n", encoding="ascii")
    print(path.name)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        keep(each)
