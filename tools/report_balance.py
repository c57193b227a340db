"""Write what `grognard simulate --json` found of the balance of scenarios into the manual.

    grognard simulate wb95/typhoon --games 100 --players staff,staff --seed balance --json > t.json
    grognard simulate wb95/typhoon --games 100 --players staff,random --seed a --json > t-r.json
    python tools/report_balance.py t.json t-r.json ...

Files of staff against staff make the tables of balance, the others those of the staff's skill. What
the numbers mean is written by hand in tools/balance-remarks.md, a section for each scenario.

The scenarios of WB-95 have a page of their own, written anew as soon as one of them is among the
files. Any other is written into the page that has `<!-- balance: system/name -->` and
`<!-- end of balance -->`, between the two.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from datetime import date
from pathlib import Path
from statistics import mean, median_low, stdev
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grognard import library  # noqa: E402
from grognard.engine.calendar import written  # noqa: E402
from grognard.lab.course import first_in  # noqa: E402
from grognard.lab.simulate import wilson  # noqa: E402
from tools.manual import insert  # noqa: E402

DOCS = ROOT / "docs"
PAGE = DOCS / "wb95" / "balance.md"
OWN_PAGE = "wb95"
"""The system whose scenarios have a page to themselves."""
WHAT = "balance"
END = f"<!-- end of {WHAT} -->"
REMARKS = ROOT / "tools" / "balance-remarks.md"

COUNTED = (("lost", "steps lost"), ("saved", "steps saved"), ("gone", "units lost"))
"""What systems count of a finished game, and what it is called."""

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
    accounts = [result.get("account", {}) for result in results]
    counted = [account.get("lead", account.get("points")) for account in accounts]
    if any(points is not None for points in counted):
        return [points for points in counted if points is not None]
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
    head = f"| Staff against staff{chosen(data)} | Games | Share (95 %) |\n|---|---|---|\n"
    text = head + "\n".join(rows) + "\n"
    if len(scored) > 1:
        text += f"\nVictory points: {about(scored)} on average, "
        text += f"{min(scored)} to {max(scored)}, over {len(scored)} games.\n"
    accounts = [result["account"] for result in results if result.get("account")]
    text += reached(data) if any(result.get("course") for result in results) else ""
    return text + (course(data["scenario"], accounts) if accounts else "")


def reached(data: dict[str, Any]) -> str:
    """When the sides were first in the places that were watched, those where they did not begin."""
    scenario: Any = library.find_scenario(data["scenario"])[1]
    courses = [result["course"] for result in data["results"] if result.get("course")]
    watched = courses[0][0]["near"]
    sides = [side for side in scenario.sides if any(side in near for near in watched.values())]
    rows = []
    for place in watched:
        for side in sides:
            turns = sorted(t for one in courses if (t := first_in(one, place, side)))
            if turns and turns[-1] == 1 and len(turns) == len(courses):
                continue
            when = "– | –"
            if turns:
                named = [called(scenario, turn) for turn in turns]
                when = f"{named[len(named) // 2]} | {named[0]} to {named[-1]}"
            rows.append(f"| {place}, {side} | {share(len(turns), len(courses))} | {when} |")
    head = "| Was in | in games (95 %) | mostly first at | from–to |\n|---|---|---|---|\n"
    return f"\n{head}" + "\n".join(rows) + "\n"


def called(scenario: Any, turn: int) -> str:
    """A turn as the calendar of its scenario has it."""
    boxes = getattr(scenario, "calendar", ())
    if turn > len(boxes) or not hasattr(boxes[turn - 1], "period"):
        return f"turn {turn}"
    return f"{int(boxes[turn - 1].date[-2:])} {boxes[turn - 1].period}"


def chosen(data: dict[str, Any]) -> str:
    """The options that were chosen, where any were."""
    options = data.get("options", {})
    return f" ({', '.join(f'{name}: {options[name]}' for name in sorted(options))})" * bool(options)


def about(counted: list[int]) -> str:
    """An average, with its interval of 95 %."""
    if len(counted) < 2:
        return f"{mean(counted):.1f}"
    return f"{mean(counted):.1f} ± {1.96 * stdev(counted) / len(counted) ** 0.5:.1f}"


def course(name: str, accounts: list[dict[str, Any]]) -> str:
    """When cities fell, and what it cost: the course of the games."""
    scenario: Any = library.find_scenario(name)[1]

    def day(turn: int) -> str:
        if not scenario.date(turn):
            return f"turn {turn}"
        first = date.fromisoformat(scenario.date(turn))
        return f"turn {turn}, from {written(first).removesuffix(f' {first.year}')}"

    text = ""
    cities = [o.label for o in scenario.victory.objectives] if "fell" in accounts[0] else []
    rows = []
    for city in dict.fromkeys(cities):
        turns = sorted(a["fell"][city] for a in accounts if city in a["fell"])
        if turns != [0] * len(accounts):
            when = f"{day(median_low(turns))} | {turns[0]}–{turns[-1]}" if turns else "– | –"
            rows.append(f"| {city} | {share(len(turns), len(accounts))} | {when} |")
    if rows:
        head = "| Fell | in games (95 %) | usually in | turns |\n|---|---|---|---|\n"
        text += f"\n{head}" + "\n".join(rows) + "\n"
    counts = [
        (f"{what}, {word}", [account[key].get(what, 0) for account in accounts])
        for key, word in COUNTED
        for what in accounts[0].get(key, ())
    ]
    rows = [f"| {what} | {about(n)} | {min(n)}–{max(n)} |" for what, n in counts]
    head = "| Cost | average (95 %) | from–to |\n|---|---|---|\n"
    return text + f"\n{head}" + "\n".join(rows) + "\n"


def skill(files: list[dict[str, Any]]) -> str:
    """How often the staff beats the random player from either side."""
    rows = []
    for data in files:
        sides = data["results"][0]["players"]
        side = next(s for s, player in sides.items() if player == "staff")
        wins = data["wins"]["staff"]
        named = f"{side}{chosen(data)}"
        rows.append(f"| {named} | {wins} of {data['games']} | {share(wins, data['games'])} |")
    head = "| The staff plays | beats random | Share (95 %) |\n|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def remarks() -> dict[str, str]:
    """What is written by hand, by the id of the scenario."""
    parts = re.split(r"^## (.+)$", REMARKS.read_text(encoding="utf-8"), flags=re.M)
    return {name.strip(): text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def main(paths: list[str]) -> None:
    """Write all that the files tell of."""
    files = [json.loads(Path(path).read_text(encoding="utf-8")) for path in paths]
    played = {data["scenario"] for data in files}
    if any(name.startswith(f"{OWN_PAGE}/") for name in played):
        page = HEAD
        for name in library.scenario_ids():
            if name.startswith(f"{OWN_PAGE}/"):
                page += f"## {library.find_scenario(name)[1].title}\n\n{section(name, files)}\n\n"
        PAGE.write_text(page.rstrip() + "\n", encoding="utf-8")
    for name in sorted(played):
        if not name.startswith(f"{OWN_PAGE}/"):
            insert(DOCS, WHAT, name, section(name, files))
    print(f"{', '.join(sorted(played))}: {sum(data['games'] for data in files)} games")


def section(name: str, files: list[dict[str, Any]]) -> str:
    """All there is to say of one scenario."""
    own = [data for data in files if data["scenario"] == name]
    even = [d for d in own if set(d["results"][0]["players"].values()) == {"staff"}]
    odd = [d for d in own if d not in even]
    parts = [*map(balance, even), *([skill(odd)] if odd else []), remarks().get(name, "")]
    return "\n".join(part for part in parts if part).rstrip()


if __name__ == "__main__":
    main(sys.argv[1:])
