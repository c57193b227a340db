"""Write what `grognard ladder --json` found into the manual.

    grognard ladder wb95/klin --players staff,random --games 100 --seed ladder --json > ladder.json
    python tools/report_ladder.py ladder.json ...

Each goes into the page that has `<!-- ladder: system/name -->` and `<!-- end of ladder -->`,
between the two.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grognard.lab.ladder import Ladder  # noqa: E402
from grognard.lab.ladder_table import markdown  # noqa: E402
from tools.manual import insert  # noqa: E402

DOCS = ROOT / "docs"


def main(paths: list[str]) -> None:
    """Write every ladder that the files tell of."""
    for path in paths:
        made = Ladder.of(json.loads(Path(path).read_text(encoding="utf-8")))
        insert(DOCS, "ladder", made.scenario, markdown(made).rstrip())
        print(f"{made.scenario}: {sum(one.games for one in made.pairings)} games")


if __name__ == "__main__":
    main(sys.argv[1:])
