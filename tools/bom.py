"""The bill of materials: every package that a server or its page is made of, as CycloneDX JSON.

It is read from the lock files, with the hashes that an installation insists on; what licence a
package of Python is under is told by the package itself, where it is installed. Nothing is asked
of the network, and the same locks give the same bill, byte for byte.

python tools/bom.py [file]
"""

from __future__ import annotations

import base64
import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parent.parent
SERVED = "play.txt"
"""What a server runs on; the other lock file of Python has that and what tests, builds and measures
it."""
BUILT_IN = ("svelte",)
"""Packages that only the build names, and that leave a part of themselves in the page."""
LICENCES = LicenseFactory()
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def locked(text: str) -> dict[tuple[str, str], list[str]]:
    """The packages of a lock file of Python, by name and version, and the hashes of each."""
    found: dict[tuple[str, str], list[str]] = {}
    hashes: list[str] = []
    for line in text.splitlines():
        if package := LOCKED.match(line):
            hashes = found.setdefault((package[1].lower(), package[2]), [])
        hashes += HASH.findall(line)
    return found


def of_python(folder: Path) -> Iterator[Component]:
    """The packages of Python; those that no server needs are marked so."""
    served = locked((folder / SERVED).read_text("utf-8"))
    every = served | locked((folder / "dev.txt").read_text("utf-8"))
    for (name, version), hashes in sorted(every.items()):
        yield _component(
            PackageURL("pypi", name=name, version=version),
            [HashType(alg=HashAlgorithm.SHA_256, content=one) for one in sorted(set(hashes))],
            licence_of(name, version),
            needed=(name, version) in served,
        )


def licence_of(name: str, version: str) -> str | None:
    """What an installed package says of its licence; nothing where another version is."""
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return None
    if told["Version"] != version:
        return None
    kinds = told.get_all("Classifier") or []
    said = [
        *(told.get_all("License-Expression") or ()),
        *(told.get_all("License") or ()),
        *(one.rpartition(" :: ")[2] for one in kinds if one.startswith("License :: ")),
    ]
    return next((one for one in said if one not in ("", "UNKNOWN") and "\n" not in one), None)


def of_the_page(lock: Path) -> Iterator[Component]:
    """The packages of npm; those that leave nothing in the page are marked so."""
    for path, package in sorted(json.loads(lock.read_text("utf-8"))["packages"].items()):
        if not path:
            continue  # the page itself
        name = path.rpartition("node_modules/")[2]
        algorithm, _, digest = package["integrity"].partition("-")
        assert algorithm == "sha512", path
        space, _, bare = name.rpartition("/")
        yield _component(
            PackageURL("npm", space or None, bare, package["version"]),
            [HashType(alg=HashAlgorithm.SHA_512, content=base64.b64decode(digest).hex())],
            package.get("license"),
            needed=not package.get("dev") or name in BUILT_IN,
        )


def _component(
    url: PackageURL, hashes: list[HashType], licence: str | None, needed: bool
) -> Component:
    return Component(
        name=url.name,
        group=url.namespace,
        version=url.version,
        type=ComponentType.LIBRARY,
        purl=url,
        bom_ref=url.to_string(),
        hashes=hashes,
        licenses=[LICENCES.make_from_string(licence)] if licence else [],
        scope=ComponentScope.REQUIRED if needed else ComponentScope.EXCLUDED,
    )


def bill(root: Path = ROOT) -> str:
    """The bill of materials of a folder of the project, as text."""
    bom = Bom()
    version = re.search(r'__version__ = "(.+)"', (root / "src/grognard/__init__.py").read_text())
    assert version is not None
    bom.metadata.component = Component(
        name="grognard", version=version[1], type=ComponentType.APPLICATION, bom_ref="grognard",
        licenses=[LICENCES.make_from_string("MIT")],
    )  # fmt: skip
    parts = {c.bom_ref.value: c for c in of_python(root / "requirements")}
    parts |= {c.bom_ref.value: c for c in of_the_page(root / "web" / "package-lock.json")}
    bom.components.update(parts.values())
    needed = [c for c in parts.values() if c.scope == ComponentScope.REQUIRED]
    bom.register_dependency(bom.metadata.component, needed)
    return _by_content(json.loads(JsonV1Dot6(bom).output_as_string()))


def _by_content(written: dict[str, Any]) -> str:
    """The bill without the hour at which it was drawn up, and numbered by what is in it."""
    written["metadata"].pop("timestamp", None)
    written.pop("serialNumber", None)
    content = json.dumps(written, sort_keys=True)
    written["serialNumber"] = uuid5(NAMESPACE_URL, content).urn
    return json.dumps(written, indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Write the bill of this folder."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / "bom.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(bill(), "utf-8")
    print(f"{len(json.loads(path.read_text('utf-8'))['components'])} packages in {path.name}")


if __name__ == "__main__":
    main()
