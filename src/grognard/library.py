"""The library of scenarios and systems: finding them by name, beginning and loading games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from grognard import systems
from grognard.engine import saves
from grognard.engine.editions import kept_by, read_again, read_edition, reissued, unchanged, unfold
from grognard.engine.game import Game
from grognard.engine.located import ScenarioError, line_of, nearest, read_yaml
from grognard.engine.rulebook import stands_in, systems_with_rules
from grognard.engine.sources import MAP, OVERLAY, PART, SCENARIO, SHEET, Folder, Sources, bare
from grognard.engine.system import Scenario, System
from grognard.engine.thawing import SHELF, resolved
from grognard.engine.thawing import thaw as thawed
from grognard.kit.book import Book
from grognard.table.tabletop import Tabletop

MAPS = Path(__file__).parent / "scenarios" / "maps"
"""The maps that ship."""
EARLIER = Path(__file__).parent / "scenarios" / "earlier"
"""Scenarios as they were before they were mended."""


def _found() -> list[Book]:
    """Every rulebook of ours, and those that other packages bring.

    One that is still in the making has no book, and stands on no shelf.
    """
    ours = (
        import_module(f"{systems.__name__}.{module.name}")
        for module in iter_modules(systems.__path__)
        if module.ispkg
    )
    books: list[Book] = [package.BOOK for package in ours if hasattr(package, "BOOK")]
    books += [entry.load() for entry in entry_points(group="grognard.systems")]
    return sorted(books, key=lambda book: book.name)


BOOKS: dict[str, Book] = {}
"""Every rulebook, with scenarios or without."""


class Opened(Mapping[str, System[Any]]):
    """Systems by their names, each read in when somebody asks for it: whoever plays one game does
    not wait for the rules of the others."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> System[Any]:
        if name not in self.names:
            raise KeyError(name)
        return BOOKS[name].opened()

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.names))

    def __len__(self) -> int:
        return len(self.names)


SYSTEMS = Opened()
"""The systems for which there are scenarios, less those that are still being built."""


def whole() -> list[str]:
    """The rulebooks of ours that stand whole: of one in the making chapters are only promised."""
    return [name for name in systems_with_rules() if name in BOOKS and not BOOKS[name].promised]


def shelve(book: Book) -> None:
    """Put a rulebook on the shelf; those that packages announce stand there already."""
    BOOKS[book.name] = book
    stands_in(book.name, book.folder)
    if any(book.shelf.glob(f"*{SCENARIO}")) and not book.building:
        SYSTEMS.names.add(book.name)


for _book in _found():
    shelve(_book)


class UnknownName(LookupError):
    """No scenario or system has that name."""


def scenario_ids() -> list[str]:
    """Every scenario that can be played, as `system/name`."""
    return sorted(
        name for book in BOOKS.values() if not book.building for name in scenarios_of(book)
    )


def scenarios_of(book: Book) -> list[str]:
    """The scenarios of one rulebook."""
    return sorted(f"{book.name}/{path.stem}" for path in book.shelf.glob(f"*{SCENARIO}"))


PLAIN = Tabletop()
"""The table's own words, for systems that are in no book."""


def find_system(name: str) -> System[Any]:
    """A system by its name."""
    if name not in BOOKS:
        raise UnknownName(f"there is no system {name!r}; {nearest(name, BOOKS)}")
    return BOOKS[name].opened()


def tabletop(game: Game[Any]) -> Tabletop:
    """A system's words for a screen, or the engine's own."""
    book = BOOKS.get(game.system.name)
    return book.tabletop() if book is not None else PLAIN


def find_scenario(
    name: str | Path, options: Mapping[str, Any] | None = None, packs: Sequence[str | Path] = ()
) -> tuple[System[Any], Scenario]:
    """A scenario by its name, or from a file of one's own, with packs of one's own values."""
    folders = tuple(Path(pack) for pack in packs)
    for folder in folders:
        if not folder.is_dir():
            raise UnknownName(f"there is no pack {folder.name!r}: a pack is a folder of CSV files")
    if isinstance(name, Path) or str(name).endswith(SCENARIO):
        return read_scenario(Own(Folder(Path(name))), options, folders)
    sources = on_shelf(name)
    system = find_system(name.partition("/")[0])
    if folders:
        return system, read_edition(system, sources, options or {}, folders)
    return system, _read_once(system, name, sources, options or {})


READ_LAST = 16
"""How many scenarios of the shelf are kept at hand for games to come."""
_READ: OrderedDict[tuple[str, str], Scenario] = OrderedDict()


def _read_once(
    system: System[Any], name: str, sources: Sources, options: Mapping[str, Any]
) -> Scenario:
    """A scenario of the shelf; the one that was read before, if its texts are the same.

    Games share it, and so what the ground of its map has been found to cost.
    """
    key = name, repr(dict(options))
    found = _READ.pop(key, None)
    if found is None or not unchanged(system, sources, found):
        found = read_edition(system, sources, options)
    _READ[key] = found
    while len(_READ) > READ_LAST:
        _READ.popitem(last=False)
    return found


def on_shelf(name: str) -> Sources:
    """The texts of a scenario that ships."""
    system, _, scenario = name.partition("/")
    if name not in (scenarios_of(BOOKS[system]) if system in BOOKS else ()):
        raise UnknownName(f"there is no scenario {name!r}; {nearest(name, scenario_ids())}")
    return Folder(BOOKS[system].shelf / f"{scenario}{SCENARIO}")


def read_scenario(
    sources: Sources, options: Mapping[str, Any] | None = None, packs: Sequence[Path] = ()
) -> tuple[System[Any], Scenario]:
    """A scenario from its texts, which say by which system it is played."""
    where = sources.main
    spec = read_yaml(sources.text(where), where)
    name = spec.get("system")
    if not isinstance(name, str) or name not in BOOKS:
        wrong = f"there is no system {name!r}; {nearest(str(name), SYSTEMS)}"
        raise ScenarioError(where, line_of(spec, "system"), wrong)
    system = BOOKS[name].opened()
    return system, read_edition(system, sources, options or {}, packs)


def map_names() -> list[str]:
    """The maps that ship, which a scenario of one's own may be played on."""
    return sorted(path.stem for path in MAPS.glob(f"*/*{MAP}"))


class Own(Sources):
    """A scenario of one's own: its files, and behind them the parts, sheets and maps that ship."""

    def __init__(self, own: Sources) -> None:
        self._own, self.main = own, own.main

    def find(self, name: str) -> str | None:
        """One of its own files, or one that ships where it has none of that name."""
        found = self._own.find(bare(name))
        stem, _, kind = name.rpartition(".")
        if f".{kind}" == OVERLAY and stem in map_names():
            if self._own.find(f"{stem}{MAP}") is not None:
                return found
            if found is not None:
                wrong = "a map that ships is corrected under 'overlays', in a file of another name"
                raise ScenarioError(name, 0, wrong)
        return _shipped(name) if found is None else found

    def charts(self) -> Mapping[str, str]:
        """The charts that were kept with it."""
        return self._own.charts()


def _shipped(name: str) -> str | None:
    """The text of a file that ships with a scenario of ours and may serve others."""
    kind = Path(name).suffix
    if kind in (MAP, OVERLAY):
        return Folder(MAPS / name).find(name)
    shelves = [book.shelf / name for book in BOOKS.values() if kind in (PART, SHEET)]
    return next((Folder(path).find(name) for path in shelves if path.is_file()), None)


def new(
    scenario: str | Path,
    seed: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    packs: Sequence[str | Path] = (),
) -> Game[Any]:
    """Begin a game. The same seed gives the same dice; without one they are secret and fair.

    A pack is a folder of tables and counter sheets by which a player replaces ours.
    """
    system, found = find_scenario(scenario, options, packs)
    return Game(system, found, seed)


def load(
    path: str | Path,
    scenario: Scenario | None = None,
    packs: Sequence[str | Path] = (),
    salvage: bool = False,
) -> Game[Any]:
    """Read a saved game and play it again up to where it was saved.

    `scenario` is needed for games on positions that are in no file, `packs` for games that were
    played with them. `salvage` drops a last line that a crash has left half written.
    """
    game = saves.load(Path(path), _resolver(scenario, packs), salvage)
    if scenario is None:
        game.mends.newer = newer_than(game.system, game.scenario)
    return game


def thaw(frozen: bytes, scenario: Scenario | None = None) -> Game[Any]:
    """A frozen game (`Game.freeze`) goes on; `scenario` is needed for one that is in no file."""
    if scenario is None:
        return thawed(frozen, resolved)
    return thawed(frozen, lambda head: (find_system(head["system"]), scenario))


def newer_than(system: System[Any], kept: Scenario) -> Scenario | None:
    """What the shelf has today of a scenario that was mended since it was read; None if nothing."""
    if kept.id not in scenarios_of(BOOKS[system.name]) or not kept.texts:
        return None
    try:
        return reissued(system, on_shelf(kept.id), kept)
    except ValueError:  # an option or a pack of that game does not go with it any more
        return None


def verify(
    path: str | Path, scenario: Scenario | None = None, packs: Sequence[str | Path] = (),
    earlier: str | Path | None = None,
) -> list[str]:  # fmt: skip
    """Check a saved game from end to end; say what was checked, and what was mended since.

    `earlier` is the save of the game that it grew out of: then what it inherited is checked, too.
    """
    game, checked = verified(path, scenario, packs, earlier)
    return checked + mended_since(game)


def verified(
    path: str | Path, scenario: Scenario | None = None, packs: Sequence[str | Path] = (),
    earlier: str | Path | None = None,
) -> tuple[Game[Any], list[str]]:  # fmt: skip
    """A saved game that was checked from end to end, and what was checked."""
    before = None if earlier is None else Path(earlier)
    game, checked = saves.verified(Path(path), _resolver(scenario, packs), before)
    if scenario is None:
        game.mends.newer = newer_than(game.system, game.scenario)
    return game, checked


def mended_since(game: Game[Any]) -> list[str]:
    """That the scenario of a game was mended, and how that is taken over; nothing if it was not."""
    offered = game.mends.offered(game)
    if offered is None:
        return []
    changes = f"{len(offered.told)} change{'s' * (len(offered.told) != 1)}"
    return [
        f"the scenario was mended since this game took it up: {changes}, which `grognard mend` "
        "tells, and takes over with --take"
    ]


def _resolver(scenario: Scenario | None, packs: Sequence[str | Path]) -> saves.Resolve:
    """How a save's header leads to its system and scenario."""

    def resolve(head: dict[str, Any]) -> tuple[System[Any], Scenario]:
        system = find_system(head["system"])
        if scenario is not None:
            return system, scenario
        return system, edition_of(head, packs)

    return resolve


def edition_of(head: Mapping[str, Any], packs: Sequence[str | Path] = ()) -> Scenario:
    """The scenario of a save, as it was when the game began.

    From the shelf if it is there as it was; or else from the texts in the save; and for saves that
    have none, from those of earlier releases.
    """
    name, options, wanted = head["scenario"], head["options"], head["scenario_hash"]
    why: Exception | None = None
    try:
        of, found = find_scenario(name, options, packs)
    except (UnknownName, ValueError) as error:
        why = error
    else:
        if of.name != head["system"]:
            text = f"the save says that it is of {head['system']}, and {name} is of {of.name}"
            raise UnknownName(text)
        if found.fingerprint == wanted:
            return found
    system = find_system(head["system"])
    if "texts" in head:
        return kept_by(system, head, unfold(head["texts"]))
    kept = earlier_edition(head)
    if kept is not None:
        return kept
    if why is not None:
        raise why
    return found


def earlier_edition(head: Mapping[str, Any]) -> Scenario | None:
    """The scenario of a save that holds no texts itself, as an earlier release had it."""
    name, wanted = head["scenario"], head["scenario_hash"]
    for path in sorted(EARLIER.glob(f"{name.replace('/', '-')}.*.texts")):
        texts = unfold(path.read_text(encoding="ascii").strip())
        kept = replace(read_again(find_system(head["system"]), texts, head["options"]), id=name)
        if kept.fingerprint == wanted:
            return kept
    return None


def _stands(scenario: Scenario) -> bool:
    """Whether a scenario is on the shelf as it is."""
    book = BOOKS.get(scenario.system)
    if book is None or scenario.id not in scenarios_of(book):
        return False
    found = find_scenario(scenario.id, scenario.options)[1]
    return found is scenario or found.fingerprint == scenario.fingerprint


SHELF.find = lambda head: (find_system(head["system"]), edition_of(head))
SHELF.has, SHELF.system = _stands, find_system
