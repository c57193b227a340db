"""What an operator copies fits the server as it is: files, commands, settings, routes, metrics.

There is no container engine, proxy or Prometheus where the tests run; each file is read, and
whatever it names must be there.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram
from typer.main import get_command

from grognard import __version__
from grognard.cli import app
from grognard.server import metrics, operations
from grognard.server.http.app import create_app
from grognard.server.settings import PREFIX, Settings, read_settings

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
COMMANDS = set(get_command(app).commands)  # type: ignore[attr-defined]
PORT = str(Settings().port)
OPERATORS = (ROOT / "docs" / "operators.md").read_text("utf-8")


def instructions() -> list[tuple[str, list[str]]]:
    """The instructions of the image: each with its words."""
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split()[0], shlex.split(line)[1:]) for line in lines]


def test_the_image_copies_what_there_is() -> None:
    for what, words in instructions():
        if what == "COPY" and not words[0].startswith("--from"):
            for source in words[:-1]:
                assert (ROOT / source).exists(), source
    stages = [words[2] for what, words in instructions() if what == "FROM" and len(words) > 1]
    taken = [w[0].removeprefix("--from=") for d, w in instructions() if w[0].startswith("--from")]
    assert set(taken) == set(stages)


def ignored(path: str) -> bool:
    """Whether a file or folder stays here when the image is built."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    left = [line for line in lines if line and not line.startswith("#")]
    parts = path.split("/")
    heads = ["/".join(parts[: n + 1]) for n in range(len(parts))]
    free = [one.removeprefix("**/") for one in left if one.startswith("**/")]
    return any(fnmatch(head, one) for head in heads for one in left) or any(
        fnmatch(part, one) for part in parts for one in free
    )


def test_what_was_built_here_or_is_secret_is_not_sent_along() -> None:
    built = (
        "src/grognard/server/web/index.html",
        "src/grognard/server/maps/a",
        "web/node_modules/x",
    )
    for path in (".git/config", ".venv/bin/python", "deploy/.env", "a.grog", "grognard.db", *built):
        assert ignored(path), path
    copied = [w for what, words in instructions() if what == "COPY" for w in words[:-1]]
    for source in copied:
        assert source.startswith(("--from", "/")) or not ignored(source), source
    assert not ignored("src/grognard/server/http/app.py")
    assert not ignored("web/src/main.ts")


def stage(name: str) -> list[tuple[str, list[str]]]:
    """The instructions of one stage of the image."""
    found = instructions()
    starts = [n for n, (what, _) in enumerate(found) if what == "FROM"]
    ends = [*starts[1:], len(found)]
    return next(
        found[start + 1 : end]
        for start, end in zip(starts, ends, strict=True)
        if found[start][1][-1] == name
    )


def sent_along(source: str, folder: Path) -> None:
    """Copy into a folder what the image is sent of a file or folder of ours."""
    into = folder / source

    def stay(where: str, names: list[str]) -> list[str]:
        at = Path(where).relative_to(ROOT)
        return [name for name in names if ignored((at / name).as_posix())]

    into.parent.mkdir(parents=True, exist_ok=True)
    if (ROOT / source).is_dir():
        shutil.copytree(ROOT / source, into, ignore=stay)
    else:
        shutil.copy(ROOT / source, into)


SERVES = """
from starlette.testclient import TestClient
from grognard.server.http.app import create_app
from grognard.server.settings import Settings

with TestClient(create_app(Settings(), background=False), base_url="http://localhost") as client:
    print(client.get("/").text.strip())
    token = client.post("/api/v1/people/guest", json={"bearer": True}).json()["token"]
    who = {"Authorization": f"Bearer {token}"}
    for name in ("wb95/klin", "ocs/catania-plain", "nextwar/chorwon", "goss/skyline-drive"):
        print(client.post("/api/v1/games", json={"scenario": name}, headers=who).status_code)
"""


def test_the_steps_of_the_image_make_a_server_that_begins_games(tmp_path: Path) -> None:
    """In a folder that has only what the image is sent, with the packages that are here, for
    nothing is fetched; the page, which Node builds, is a word, and no map is drawn beside it."""
    made, there = tmp_path / "made", tmp_path / "there"
    made.mkdir()
    for what, words in stage("made"):
        if what == "COPY" and words[0].startswith("--from=page"):
            (made / words[-1]).mkdir()
            (made / words[-1] / "index.html").write_text("the page")
        elif what == "COPY":
            for source in words[:-1]:
                sent_along(source, made)
    [install] = [w for what, w in stage("made") if what == "RUN" and w[-1] == "."]
    command = [sys.executable, *install[1:-1], "--quiet", "--target", str(there), "."]
    subprocess.run(command, cwd=made, check=True, timeout=300)
    environment = {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(there), "HOME": str(tmp_path),
        f"{PREFIX}DATABASE": f"sqlite:///{tmp_path / 'club.db'}",
    }  # fmt: skip
    kept: dict[str, Any] = {"cwd": tmp_path, "env": environment, "timeout": 300}
    kept |= {"check": True, "capture_output": True, "text": True}
    told = subprocess.run([sys.executable, "-c", SERVES], **kept).stdout
    assert told.split("\n") == ["the page", *4 * ["201"], ""]
    told = subprocess.run([sys.executable, str(there / "bin" / "grognard"), "--version"], **kept)
    assert told.stdout == f"grognard {__version__}\n"


def test_what_builds_the_package_is_pinned_with_what_it_needs() -> None:
    """Nothing is fetched for the last step of the image, which builds the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    pinned = (ROOT / "requirements" / "play.txt").read_text("utf-8")
    for wanted in project["build-system"]["requires"]:
        name = re.match(r"[\w-]+", wanted)
        assert name is not None
        assert re.search(rf"^{name[0]}==", pinned, re.M), wanted


def test_the_image_installs_only_what_is_pinned() -> None:
    runs = [words for what, words in instructions() if what == "RUN"]
    installs = [words for words in runs if "install" in words]
    assert len(installs) == 2
    assert all({"--require-hashes", "--no-deps"} & set(words) for words in installs)
    assert ["npm", "ci"] in runs
    page = (ROOT / "web" / "vite.config.ts").read_text("utf-8")
    assert "outDir: '../src/grognard/server/web'" in page


def test_the_image_serves_as_nobody_at_its_own_port() -> None:
    said = dict(instructions())
    assert said["EXPOSE"] == [PORT]
    assert said["USER"] != ["root"]
    assert "GROGNARD_HOST=0.0.0.0" in said["ENV"]
    assert said["ENTRYPOINT"][-1].strip("[],") == "grognard"
    assert said["CMD"][0].strip("[],") in COMMANDS
    healthy = " ".join(said["HEALTHCHECK"])
    assert f"http://127.0.0.1:{PORT}/health" in healthy


def composed() -> dict[str, Any]:
    """The services, as an operator with a name and a password has them."""
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    text = re.sub(r"\$\{(\w+)[^}]*\}", lambda found: f"x{found[1].lower()}", text)
    read: dict[str, Any] = yaml.safe_load(text)
    return read


def test_the_services_fit_one_another() -> None:
    read = composed()
    server, database, proxy = (read["services"][name] for name in ("server", "database", "proxy"))
    build = server["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).is_file()
    given = server["environment"]
    settings = read_settings(environment=given)
    role = database["environment"]
    assert settings.database == (
        f"postgresql+psycopg://{role['POSTGRES_USER']}:{role['POSTGRES_PASSWORD']}@database/"
        f"{role['POSTGRES_DB']}"
    )
    assert settings.secure
    assert proxy["environment"]["SERVERS"] == f"server:{PORT}"
    assert settings.proxies == "*"
    assert "ports" not in server  # or the proxy's word would be anybody's
    assert "ports" not in database
    for service in read["services"].values():
        assert set(service["networks"]) <= set(read["networks"])
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in read["volumes"] or (DEPLOY / source).exists()


def test_the_service_and_its_settings_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DEPLOY / "grognard.service")
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    assert program.endswith("/bin/grognard")
    assert words[0] in COMMANDS
    assert unit["Service"]["Environment"].startswith(f"{PREFIX}CONFIG=")
    assert read_settings(DEPLOY / "club.toml", {}).workers == 2
    secrets = re.findall(rf"{PREFIX}(\w+)=…", (DEPLOY / "club.toml").read_text("utf-8"))
    assert len(secrets) == 2
    assert {name.lower() for name in secrets} <= set(Settings.model_fields)
    tomllib.loads((DEPLOY / "club.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_a_proxy_passes_on_what_the_server_relies_on(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    assert text.count("{") == text.count("}")
    assert "/metrics" in text
    if name == "nginx.conf":
        assert f"127.0.0.1:{PORT}" in text
        for header in ("Host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto", "Upgrade"):
            assert f"proxy_set_header {header}" in text
        [largest] = re.findall(r"client_max_body_size (\d+)m", text)
        assert int(largest) << 20 > Settings().upload_bytes
    for asked in re.findall(r"health_uri (\S+)", text):
        assert asked in paths()


def paths() -> set[str]:
    """The routes for whoever runs the server."""
    return {getattr(route, "path", "") for route in operations.router.routes}


ENDINGS = {Counter: ("_total",), Gauge: ("",), Histogram: ("_bucket", "_count", "_sum")}


def counted() -> dict[str, set[str]]:
    """Every series that the server can show, with its labels."""
    return {
        f"{metric._name}{ending}": {*metric._labelnames, "le"}
        for metric in vars(metrics).values()
        if isinstance(metric, Counter | Gauge | Histogram)
        for ending in ENDINGS[type(metric)]
    }


def test_alerts_are_about_what_is_counted() -> None:
    series = counted()
    [group] = yaml.safe_load((DEPLOY / "alerts.yaml").read_text("utf-8"))["groups"]
    named = set()
    for rule in group["rules"]:
        for name, chosen in re.findall(
            r"(grognard_\w+)(?:\{((?:[^{}]|\{\w+\})*)\})?", rule["expr"]
        ):
            named.add(name)
            assert name in series, rule["alert"]
            for label, value in re.findall(r'(\w+)[=~!]+"([^"]*)"', chosen):
                assert label in series[name], (rule["alert"], label)
                assert label != "route" or value in described(), value
        about = re.findall(r'"([^"]+)"', rule["annotations"]["summary"])
        for incident in about:
            assert f"| **{incident}** |" in OPERATORS, incident
    assert len(named) > 4


def described() -> set[str]:
    """The routes of the API."""
    return set(create_app(Settings()).openapi()["paths"])


def test_every_metric_is_in_the_manual() -> None:
    told = set(re.findall(r"^\| `(grognard_\w+)`", OPERATORS, re.M))
    series = {name for name in counted() if not name.endswith(("_count", "_sum"))}
    assert told == {name.removesuffix("_bucket") for name in series}


def test_the_manual_shows_the_files_that_are_tested() -> None:
    shown = set(re.findall(r'--8<-- "deploy/(\S+)"', OPERATORS))
    assert shown == {path.name for path in DEPLOY.iterdir()}
