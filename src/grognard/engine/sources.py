"""Sources: the texts that a scenario is made of, by the names of their files.

A folder on the disk, a row in a database and what somebody has sent are read through the same door,
so that a scenario comes out the same wherever its texts lay. Names are bare: `ford.yaml` is the
scenario, `ford.map` and `ford.overlay` its map, a sheet of counters ends in `.csv`, and a part that
several scenarios share in `.part`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path

from grognard.engine.located import ScenarioError

SCENARIO, MAP, OVERLAY = ".yaml", ".map", ".overlay"
PART, SHEET = ".part", ".csv"
CHARTS = "tables/"
"""Where the charts stand that a scenario was played with, among the texts that were kept of it."""
PACKS = "packs/"
"""Where the packs stand that it was played with."""


def bare(name: str) -> str:
    """The name of a file, which leads neither into a folder nor out of one."""
    if name in ("", "..") or Path(name).name != name:
        raise ScenarioError(name, 0, "a file has a bare name here, such as ford.map")
    return name


class Sources(ABC):
    """Where the texts of one scenario are found; `main` is the name of the scenario's own file."""

    main: str

    @abstractmethod
    def find(self, name: str) -> str | None:
        """The text of a file; None if there is none of that name."""

    def text(self, name: str) -> str:
        """The text of a file that must be there."""
        found = self.find(name)
        if found is None:
            raise ScenarioError(name, 0, "cannot be read: there is no such file")
        return found

    def charts(self) -> Mapping[str, str]:
        """The charts that were kept with the scenario; none where those of the rulebook count."""
        return {}


class Folder(Sources):
    """A scenario's file on the disk, its counters beside it and its map in the folder of maps."""

    def __init__(self, path: Path) -> None:
        self.main, self._folder = path.name, path.parent

    def find(self, name: str) -> str | None:
        """The text of a file of this folder, or of the folder of maps."""
        path = self._folder / bare(name)
        if path.suffix in (MAP, OVERLAY):
            path = self._folder.parent / "maps" / path.stem / name
        try:
            with path.open(encoding="utf-8", newline="") as source:
                return source.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ScenarioError(name, 0, f"cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise ScenarioError(name, 0, f"this is no text in UTF-8: {error.reason}") from None


class Texts(Sources):
    """The texts themselves, charts included."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        scenarios = [name for name in sorted(texts) if name.endswith(SCENARIO)]
        if len(scenarios) != 1:
            found = ", ".join(scenarios) or "none"
            raise ScenarioError("scenario", 0, f"there should be one file {SCENARIO}, not {found}")
        self.main = scenarios[0]

    def find(self, name: str) -> str | None:
        """One of the texts."""
        return self._texts.get(name)

    def charts(self) -> Mapping[str, str]:
        """The charts among the texts, by name."""
        kept = sorted(name for name in self._texts if name.startswith(CHARTS))
        return {name.removeprefix(CHARTS): self._texts[name] for name in kept}

    def packs(self) -> dict[str, dict[str, str]]:
        """The packs among the texts: the files of each, by their names within it."""
        found: dict[str, dict[str, str]] = {}
        for name, text in sorted(self._texts.items()):
            if name.startswith(PACKS):
                pack, _, file = name.removeprefix(PACKS).partition("/")
                found.setdefault(pack, {})[file] = text
        return found


class Witness(Sources):
    """Looks on while a scenario is read, and keeps every text that it was read from."""

    def __init__(self, sources: Sources) -> None:
        self._sources, self.main = sources, sources.main
        self.seen: dict[str, str] = {}

    def find(self, name: str) -> str | None:
        """The text of a file, which is remembered."""
        found = self._sources.find(name)
        if found is not None:
            self.seen[name] = found
        return found

    def charts(self) -> Mapping[str, str]:
        """The charts that were kept, which are remembered."""
        charts = self._sources.charts()
        self.seen |= {f"{CHARTS}{name}": text for name, text in charts.items()}
        return charts


def pack_texts(packs: Sequence[Path]) -> dict[str, str]:
    """The texts of a player's packs, under the names by which they are kept."""
    return {
        f"{PACKS}{number:02}/{path.relative_to(pack).as_posix()}": path.read_text(encoding="utf-8")
        for number, pack in enumerate(packs)
        for path in sorted((*pack.glob(f"*{SHEET}"), *pack.glob(f"counters/*{SHEET}")))
    }
