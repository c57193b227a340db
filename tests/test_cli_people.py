"""`grognard people`: whoever runs a server hands a link to whoever has forgotten his passphrase."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli import app
from grognard.cli.application import Mistake
from grognard.server import merge_guest, passphrases, people
from grognard.server.club import Club
from grognard.server.store.database import Database


def test_the_operator_prints_a_link_that_is_good_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'grognard.db'}"
    database = Database(url)
    database.migrate()
    club = Club(database)
    people.register(club, people.guest(club)[0], "Zhukov", "sunflower tank")
    done = CliRunner().invoke(app, ["people", "reset", "zhukov", "--database", url])
    assert done.exit_code == 0
    link, _, code = done.output.strip().partition("#")
    assert link == "http://localhost:8095/reset"
    passphrases.reset(club, code, "birch forest")
    assert merge_guest.sign_in(club, "Zhukov", "birch forest")[0].name == "Zhukov"
    database.close()


def test_who_is_not_there_is_said_so(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'grognard.db'}"
    failed = CliRunner().invoke(app, ["people", "reset", "Nemo", "--database", url])
    assert isinstance(failed.exception, Mistake)
    with pytest.raises(Mistake, match="nobody here has the name 'Nemo'"):
        raise failed.exception
