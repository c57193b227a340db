"""What is no scenario, too large or takes too long is not taken."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import pytest
from sqlalchemy import select

from grognard.server import people, upload_trial, uploads
from grognard.server.club import Club, Limits
from grognard.server.errors import Conflict, Denied, Forbidden, Invalid, TooLarge
from grognard.server.store import schema
from grognard.server.store.database import Database
from grognard.server.store.records import Person
from tests.server import ford
from tests.server.brought import HERE
from tests.server.ford import FILES, changed, on_moscow
from tests.server.table import solo


def stored(club: Club) -> int:
    with club.database.reading() as connection:
        return len(connection.execute(select(schema.uploads.c.id)).all())


BAD: dict[str, tuple[dict[str, str], str]] = {
    "not YAML": (changed("map: ford", "map: [ford"), r"ford\.yaml:5: this is not YAML"),
    "control characters": ({"ford.yaml": "id: \x07"}, r"ford\.yaml:1: this is not YAML"),
    "no map of keys": ({"ford.yaml": "hello"}, r"ford\.yaml:1: .*map of keys"),
    "not a scenario": ({"ford.yaml": "hello: world"}, r"ford\.yaml:1: there is no system None"),
    "another system": (
        changed("system: wb95", "system: chess"),
        r"ford\.yaml:2: there is no system 'chess'; known: goss, nextwar, ocs, wb95",
    ),
    "an unknown key": (changed("turns:", "tunrs:"), r"ford\.yaml:7: .*did you mean 'turns'"),
    "an unknown hex": (changed('"0302"', '"0399"'), r"ford\.yaml:17: hex 0399 is not on the map"),
    "an unknown map": (on_moscow("berlin-1945"), r"ford\.yaml:4: there is no map 'berlin-1945'"),
    "a bad map": (
        changed("0103/0203", "0103/0403", "ford.map"),
        r"ford\.map:\d+: hexes 0103 and 0403 do not adjoin",
    ),
    "unknown ground": (
        changed("f forest", "f jungle", "ford.map"),
        r"ford\.yaml:4: the map has 'jungle', which is no terrain of WB-95",
    ),
    "bad counters": (
        changed("INF,R", "ELF,R", "ford-counters.csv"),
        r"ford-counters\.csv:2: counter 'g1': type 'ELF' is unknown",
    ),
    "too deep": ({"ford.yaml": "id: " + "[" * 50_000}, r"ford\.yaml:1: .*nested too deeply"),
    "a billion laughs": ({"ford.yaml": ford.LAUGHS}, r"ford\.yaml:\d+: .*once it is written out"),
    "a snake": ({"ford.yaml": "a: &a [*a]"}, r"ford\.yaml:1: \*a stands for nothing"),
    "a tag": (
        changed("turns: 3", "turns: !!python/object/apply:os.getcwd []"),
        r"ford\.yaml:7: a scenario has no tags",
    ),
    "an endless number": (
        changed("turns: 3", "turns: 1" + ":59" * 20_000),
        r"ford\.yaml:7: a number has 40 digits at most",
    ),
    "a path upward": (
        changed("map: ford", "map: ../moscow-1941/moscow-1941"),
        r"ford\.yaml:4: 'map' should be the name of a file",
    ),
    "a path from the root": (
        changed("counters: ford-counters.csv", "counters: /etc/passwd"),
        r"ford\.yaml:5: 'counters' should be the name of a file",
    ),
    "counters that ship": (
        changed("counters: ford-counters.csv", "counters: moscow-1941-counters.csv"),
        r"ford\.yaml:16: there is no counter 'g1'",
    ),
    "a part that is not there": (
        changed("turns: 3", "turns: 3\ninclude: rest.part"),
        r"ford\.yaml:8: there is no part 'rest\.part'",
    ),
    "a part elsewhere": (
        changed("turns: 3", "turns: 3\ninclude: ../ocs/husky.part"),
        r"ford\.yaml:8: 'include' should be the name of a file \.part",
    ),
    "an overlay elsewhere": (
        changed("turns: 3", "turns: 3\noverlays: [../husky-insets/husky-insets]"),
        r"ford\.yaml:8: 'overlays' should be the name of a file",
    ),
    "a file too many": ({**FILES, "more.csv": "x"}, r"more\.csv: the scenario does not use"),
    "a side that is none": (
        {name: text.replace("german", "umpire") for name, text in FILES.items()},
        r"ford\.yaml:8: no side is called 'umpire'",
    ),
    "a long title": (changed("The ford", "x" * 101), "a title has 100 letters at most"),
    "a title over two lines": (changed("The ford", '"a\\nb"'), "cannot be shown on one line"),
    "too many counters": (
        {**FILES, "ford.yaml": ford.SCENARIO + "air: [{side: german, counters: 50000}]\n"},
        "there are too many air: 50000",
    ),
}  # fmt: skip


@pytest.mark.usefixtures("tried_here")
@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_scenario_is_refused_with_file_and_line(
    club: Club, anna: Person, kind: str
) -> None:
    files, says = BAD[kind]
    with pytest.raises(Invalid, match=says) as refused:
        uploads.upload(club, anna, files)
    assert HERE not in f"{refused.value.text} {refused.value.would_be_right}"
    assert stored(club) == 0


NAMES = [
    "../ford.yaml", "/etc/ford.yaml", "maps/ford.map", "ford", ".yaml", "ford.py", "f\u00f6rd.yaml",
    "tables/combat.csv", "ford.yaml\n", "C:\\ford.yaml", "..yaml", "x" * 61 + ".yaml",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_file_has_a_bare_name(club: Club, anna: Person, name: str) -> None:
    with pytest.raises(Invalid, match=r"cannot be the name of a file|one file \.yaml"):
        uploads.upload(club, anna, {**FILES, name: "x"})
    assert stored(club) == 0


def test_what_cannot_be_a_scenario_is_not_even_tried(
    club: Club, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "PROVE", ("nothing",))
    tight = Club(club.database, Limits(scenario_bytes=2000))
    wrong: list[tuple[Club, dict[str, str], type[Denied]]] = [
        (club, {}, Invalid),
        (club, {f"a{n}.csv": "" for n in range(17)}, Invalid),
        (club, {"a.csv": ""}, Invalid),
        (club, {"a.yaml": "", "b.yaml": ""}, Invalid),
        (club, {"a.yaml": "\0"}, Invalid),
        (club, {"a.yaml": "\ud800"}, Invalid),
        (tight, {**FILES, "more.csv": "\u0416" * 600}, TooLarge),
    ]
    for asked, files, kind in wrong:
        with pytest.raises(kind):
            uploads.upload(asked, anna, files)
    assert stored(club) == 0


def test_large_scenarios_are_refused(club: Club, anna: Person) -> None:
    for limits, says in (
        (Limits(scenario_hexes=19), "the map has 20 hexes; 19 at most"),
        (Limits(scenario_units=3), "there are 4 units; 3 at most"),
        (Limits(scenario_stack=0), "1 counters begin in 0[23]0[24]; 0 at most"),
    ):
        with pytest.raises(Invalid, match=says):
            uploads.upload(Club(club.database, limits), anna, FILES)
    assert uploads.upload(
        Club(club.database, Limits(scenario_hexes=20, scenario_units=4)), anna, FILES
    )


@pytest.mark.usefixtures("tried_here")
def test_nobody_has_more_than_his_share(club: Club, anna: Person) -> None:
    few = Club(club.database, Limits(scenarios_per_person=2))
    first = uploads.upload(few, anna, FILES)
    uploads.upload(few, anna, changed("turns: 3", "turns: 4"))
    with pytest.raises(Conflict, match="you have brought 2 scenarios"):
        uploads.upload(few, anna, changed("turns: 3", "turns: 5"))
    assert uploads.upload(few, anna, FILES) == first
    uploads.take_back(few, anna, first["id"])
    uploads.upload(few, anna, changed("turns: 3", "turns: 5"))
    with pytest.raises(Forbidden, match="nobody brings scenarios"):
        uploads.upload(
            Club(club.database, Limits(scenarios_per_person=0)), people.guest(club)[0], FILES
        )


def test_a_scenario_that_takes_for_ever_slows_nobody(
    club: Club, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred million aircraft: the process is killed, and games go on meanwhile."""
    hasty = "from grognard.server import upload_trial as trial; trial.SECONDS = 1; trial.main()"
    monkeypatch.setattr(uploads, "PROVE", (sys.executable, "-c", hasty))
    table = solo(club)
    heard: list[BaseException] = []
    files = {**FILES, "ford.yaml": ford.SCENARIO + "air: [{side: german, counters: 100000000}]\n"}

    def hostile() -> None:
        try:
            uploads.upload(club, anna, files)
        except BaseException as error:
            heard.append(error)

    thread = threading.Thread(target=hostile)
    thread.start()
    played, slowest = 0, 0.0
    while thread.is_alive():
        began = time.monotonic()
        played += table.play(1, seed=played)
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.05)
    assert isinstance(heard[0], Invalid)
    assert "too long" in heard[0].text
    assert played > 5
    assert slowest < 5
    assert stored(club) == 0


def test_a_process_that_hangs_or_breaks_is_not_waited_for(
    club: Club, anna: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "PATIENCE", 0.5)
    sleep, die, fail = (
        (sys.executable, "-c", code)
        for code in (
            "import time; time.sleep(60)",
            f"import os; os.kill(os.getpid(), {int(signal.SIGXCPU)})",
            "raise ImportError",
        )
    )
    for command_ in (sleep, die):
        monkeypatch.setattr(uploads, "PROVE", command_)
        with pytest.raises(Invalid, match="too long"):
            uploads.upload(club, anna, FILES)
    monkeypatch.setattr(uploads, "PATIENCE", 30)
    monkeypatch.setattr(uploads, "PROVE", fail)
    with pytest.raises(RuntimeError, match="ImportError"):  # ours, not the scenario's fault
        uploads.upload(club, anna, FILES)
    assert stored(club) == 0


def test_a_process_that_tries_a_scenario_out_has_so_much_time_and_memory() -> None:
    """The system ends it, should nobody wait for it any more."""
    limits = "import resource as r; print(*r.getrlimit(r.RLIMIT_AS), *r.getrlimit(r.RLIMIT_CPU))"
    bound = "from grognard.server.upload_trial import bound; bound(); "
    told = subprocess.run(
        [sys.executable, "-c", bound + limits], capture_output=True, text=True, check=True
    )
    soft, hard, seconds, most = map(int, told.stdout.split())
    assert soft == hard == upload_trial.MEMORY
    assert upload_trial.SECONDS < seconds == most < 60, "so much beside what it took to start"


def test_the_texts_that_a_save_brings_are_no_larger_than_they_may_be(database: Database) -> None:
    """Nobody tries out what is too large."""
    club = Club(database, Limits(scenario_bytes=100))
    with pytest.raises(TooLarge, match="400 bytes at most, these have 402"):
        uploads.brought(club, {}, {"ford.yaml": 200 * "é", "ford.map": "xx"})
