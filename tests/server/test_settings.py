"""The settings of a server: from the environment, from a file, and refused with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.server.settings import Settings, SettingsError, read_settings


def file(folder: Path, text: str) -> Path:
    path = folder / "club.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_any_setting_it_is_one_table_at_home() -> None:
    settings = read_settings(environment={})
    assert settings == Settings()
    assert settings.host == "127.0.0.1"
    assert settings.embedded
    assert settings.address == "http://localhost:8095"
    assert not settings.secure


def test_the_environment_counts_before_the_file_and_what_is_given_before_both(
    tmp_path: Path,
) -> None:
    path = file(tmp_path, 'port = 1000\nai_seconds = 9\nmail_from = "war@example.org"\n')
    environment = {"GROGNARD_PORT": "2000", "GROGNARD_AI_SECONDS": "8", "PATH": "x"}
    settings = read_settings(path, environment, port=3000, host=None)
    assert (settings.port, settings.ai_seconds) == (3000, 8)
    assert settings.mail_from == "war@example.org"
    assert settings.host == "127.0.0.1"


def test_the_environment_may_name_the_file(tmp_path: Path) -> None:
    path = file(tmp_path, "port = 1000\n")
    assert read_settings(environment={"GROGNARD_CONFIG": str(path)}).port == 1000


def test_a_public_address_makes_links_and_secure_cookies() -> None:
    settings = Settings(public_address="https://war.example.org/", host="0.0.0.0")
    assert settings.address == "https://war.example.org"
    assert settings.secure
    assert Settings(host="::", port=80).address == "http://localhost:80"
    assert Settings(host="fe80::1", port=80).address == "http://[fe80::1]:80"


def test_postgresql_is_reached_by_its_third_driver() -> None:
    settings = Settings(database="postgresql://club@db/grognard")
    assert settings.database == "postgresql+psycopg://club@db/grognard"
    assert not settings.embedded


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"GROGNARD_PRT": "1"}, "GROGNARD_PRT is no setting; did you mean 'GROGNARD_PORT'?"),
        ({"GROGNARD_PORT": "seven"}, "GROGNARD_PORT: input should be a valid integer"),
        ({"GROGNARD_PORT": "70000"}, "GROGNARD_PORT: input should be less than or equal to 65535"),
        ({"GROGNARD_DATABASE": "mysql://db"}, "GROGNARD_DATABASE: should be as sqlite:///"),
        ({"GROGNARD_WORKERS": "4"}, "workers = 4 needs PostgreSQL"),
        ({"GROGNARD_SMTP_HOST": "mail"}, "smtp_host needs mail_from"),
        ({"GROGNARD_PUBLIC_ADDRESS": "war.example.org"}, "GROGNARD_PUBLIC_ADDRESS: should be a"),
    ],
)
def test_what_is_wrong_in_the_environment_is_said(environment: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsError) as error:
        read_settings(environment=environment)
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\nprt = 1\n", "club.toml:2: prt is no setting; did you mean 'port'?"),
        ('host = "a"\nport = "seven"\n', "club.toml:2: port: input should be a valid integer"),
        ("port = \n", "club.toml: Invalid value (at line 1, column 8)"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(SettingsError) as error:
        read_settings(file(tmp_path, text), {})
    assert str(error.value).startswith(said)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml: cannot be read: No such file"):
        read_settings(tmp_path / "none.toml", {})


def test_a_secret_does_not_show() -> None:
    settings = Settings(smtp_password="hush", metrics_token="quiet")  # type: ignore[arg-type]
    assert "hush" not in repr(settings)
    assert "quiet" not in repr(settings)


def test_a_worker_process_reads_the_same_settings() -> None:
    settings = Settings(smtp_password="hush", port=7, database="postgresql://a@b/c")  # type: ignore[arg-type]
    assert read_settings(environment=settings.to_environment()) == settings
