"""Write the manual's page on balance from what `grognard simulate --json` found.

    grognard simulate wb95/typhoon --games 100 --players staff,staff --seed balance --json > t.json
    grognard simulate wb95/typhoon --games 100 --players staff,random --seed a --json > t-r.json
    python tools/report_balance.py t.json t-r.json ...

Files of staff against staff make the tables of balance, the others those of the staff's skill. What
the numbers mean is written by hand in tools/balance-remarks.md, a section for each scenario.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from grognard import library
from grognard.lab.simulate import wilson

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "wb95" / "balance.md"
REMARKS = ROOT / "tools" / "balance-remarks.md"

HEAD = """# Balance

How the scenarios go when the [staff](../players.md) plays both sides, and how the staff fares
against the random player. Every number here was played, with the command `grognard simulate`; the
intervals are 95 % Wilson intervals, which say how far chance alone could carry a share in so many
games. The same seed plays the same games again:

```sh
grognard simulate wb95/typhoon --games 100 --players staff,staff --seed balance
```

"""


def share(count: int, total: int) -> str:
    """A share in percent, with its interval."""
    low, high = wilson(count, total)
    return f"{100 * count / total:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def points(results: list[dict[str, Any]]) -> list[int]:
    """The victory points of the games that were decided by them."""
    found = (re.search(r"\((-?\d+) VP\)", result["result"]) for result in results)
    return [int(match[1]) for match in found if match]


def balance(data: dict[str, Any]) -> str:
    """One scenario, staff against staff."""
    results, total = data["results"], data["games"]
    won = Counter(result["winner"] or "nobody" for result in results)
    rows = [f"| {side} wins | {won[side]} | {share(won[side], total)} |" for side in sorted(won)]
    levels = data["victories"].items()
    rows += [f"| *{level}* | {n} | {share(n, total)} |" for level, n in levels]
    scored = points(results)
    text = (
        "| Staff against staff | Games | Share (95 %) |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    if len(scored) > 1:
        error = 1.96 * stdev(scored) / len(scored) ** 0.5
        text += f"\nVictory points: {mean(scored):.1f} ± {error:.1f} on average, "
        text += f"{min(scored)} to {max(scored)}, over {len(scored)} games.\n"
    return text


def skill(files: list[dict[str, Any]]) -> str:
    """How often the staff beats the random player from either side."""
    rows = []
    for data in files:
        sides = data["results"][0]["players"]
        side = next(s for s, player in sides.items() if player == "staff")
        wins = data["wins"]["staff"]
        rows.append(f"| {side} | {wins} of {data['games']} | {share(wins, data['games'])} |")
    head = "| The staff plays | beats random | Share (95 %) |\n|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def remarks() -> dict[str, str]:
    """What is written by hand, by the id of the scenario."""
    parts = re.split(r"^## (.+)$", REMARKS.read_text(encoding="utf-8"), flags=re.M)
    return {name.strip(): text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def main(paths: list[str]) -> None:
    """Write the page."""
    files = [json.loads(Path(path).read_text(encoding="utf-8")) for path in paths]
    said = remarks()
    page = HEAD
    for name in library.scenario_ids():
        own = [data for data in files if data["scenario"] == name]
        even = [d for d in own if set(d["results"][0]["players"].values()) == {"staff"}]
        odd = [d for d in own if d not in even]
        title = library.find_scenario(name)[1].title
        page += f"## {title}\n\n" + "\n".join(map(balance, even)) + "\n"
        page += skill(odd) + "\n" if odd else ""
        page += said.get(name, "") + "\n\n" if said.get(name) else ""
    PAGE.write_text(page.rstrip() + "\n", encoding="utf-8")
    print(f"{PAGE.name}: {sum(data['games'] for data in files)} games")


if __name__ == "__main__":
    main(sys.argv[1:])
