"""The client goes out as it was built: the page anew each time, its parts once and for ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard.server.http import pages
from grognard.server.http.app import create_app
from grognard.server.settings import Settings

PAGE = "<!doctype html><title>Grognard</title>"


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client that was built, with something beside it that is nobody's business."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "fonts").mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets" / "index-1a2b.js").write_text("export {};")
    (folder / "assets" / "index-1a2b.css").write_text("a {}")
    (folder / "fonts" / "Alegreya-Regular.woff2").write_bytes(b"wOF2")
    (tmp_path / "secret.txt").write_text("the seed is 42")
    monkeypatch.setattr(pages, "BUILT", folder)
    return folder


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Somebody with a browser."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'grognard.db'}")
    app = create_app(settings, background=False)
    with TestClient(app, base_url="http://localhost") as client:
        yield client


@pytest.mark.parametrize(
    "place", ["/", "/game/a1/b2", "/join/token", "/replay/token", "/learn/wb95/klin"]
)
def test_every_place_of_the_client_is_the_one_page(
    built: Path, client: TestClient, place: str
) -> None:
    answer = client.get(place)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


def test_a_page_that_has_not_changed_is_not_sent_again(built: Path, client: TestClient) -> None:
    first = client.get("/")
    again = client.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_new_build_is_seen_at_once(built: Path, client: TestClient) -> None:
    client.get("/")
    (built / "index.html").write_text("newer")
    assert client.get("/").text == "newer"


@pytest.mark.parametrize(
    ("name", "kind"),
    [("index-1a2b.js", "text/javascript"), ("index-1a2b.css", "text/css")],
)
def test_parts_named_after_their_content_are_kept_for_ever(
    built: Path, client: TestClient, name: str, kind: str
) -> None:
    answer = client.get(f"/assets/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_typefaces_and_the_sign_are_there(built: Path, client: TestClient) -> None:
    assert client.get("/fonts/Alegreya-Regular.woff2").headers["content-type"] == "font/woff2"
    assert client.get("/favicon.svg").headers["content-type"].startswith("image/svg+xml")


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/fonts/%2e%2e/%2e%2e/secret.txt",
        "/assets//etc/hostname.txt",
        "/assets/nothing.js",
        "/assets/",
        "/assets/a%00b.js",
    ],
)
def test_nothing_beside_the_client_goes_out(built: Path, client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"] == "not-found"


def test_a_file_of_an_unknown_kind_stays_here(built: Path, client: TestClient) -> None:
    (built / "assets" / "notes.py").write_text("")
    assert client.get("/assets/notes.py").status_code == 404


def test_the_page_runs_only_our_own_scripts(built: Path, client: TestClient) -> None:
    policy = client.get("/").headers["content-security-policy"]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["script-src"] == "'self'"
    assert rules["worker-src"] == "'self' blob:"
    assert rules["img-src"] == "'self' data: blob:"
    assert rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"


def test_without_a_client_one_is_told_how_to_build_it(
    tmp_path: Path, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "BUILT", tmp_path / "nowhere")
    answer = client.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


def test_pages_are_no_part_of_the_interface_for_programs(client: TestClient) -> None:
    described = client.get("/api/v1/openapi.json").json()
    assert all(path.startswith("/api/") for path in described["paths"] if "health" not in path)
