"""The bill of materials names every locked package, with its hashes, as its standard wants it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tools import bom

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def written() -> str:
    """The bill of this folder."""
    return bom.bill()


@pytest.fixture(scope="module")
def parts(written: str) -> dict[str, Any]:
    """Its packages, by their addresses."""
    return {part["purl"]: part for part in json.loads(written)["components"]}


def test_the_bill_is_what_its_standard_wants(written: str) -> None:
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(written) is None
    assert written == bom.bill()  # the same locks, the same bill


def test_every_locked_package_is_in_the_bill(parts: dict[str, Any]) -> None:
    lock = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    for line in lock.splitlines():
        if found := re.match(r"([\w.-]+)==(\S+)", line):
            assert f"pkg:pypi/{found[1]}@{found[2]}" in parts
    npm = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for path, package in npm.items():
        name = path.rpartition("node_modules/")[2].replace("@", "%40")
        assert not path or f"pkg:npm/{name}@{package['version']}" in parts
    assert all(part["hashes"] for part in parts.values())


def test_the_bill_knows_what_a_server_needs_and_its_licence(parts: dict[str, Any]) -> None:
    of = {part["name"]: part for part in parts.values() if "group" not in part}
    assert of["uvicorn"]["scope"] == of["svelte"]["scope"] == "required"
    assert of["pytest"]["scope"] == of["vite"]["scope"] == "excluded"
    assert of["fastapi"]["licenses"] == [{"license": {"id": "MIT"}}]
    assert of["milsymbol"]["licenses"] == [{"license": {"id": "MIT"}}]


def test_another_hash_makes_another_bill(written: str, tmp_path: Path) -> None:
    for name in ("requirements/play.txt", "requirements/dev.txt", "web/package-lock.json",
                 "src/grognard/__init__.py"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    assert bom.bill(tmp_path) == written
    lock = tmp_path / "requirements" / "dev.txt"
    first = bom.HASH.search(lock.read_text("utf-8"))
    assert first is not None
    lock.write_text(lock.read_text("utf-8").replace(first[1], "0" * 64), "utf-8")
    assert json.loads(bom.bill(tmp_path))["serialNumber"] != json.loads(written)["serialNumber"]
