"""Unsaid: the refusals, cautions and reasons of a package that no other language has a row for.

`python -m grognard.lab.unsaid ocs` reads the code of a system (or of a package that all share, as
`engine`), finds every sentence with which it refuses, warns or gives a reason for a number, as
English with gaps, and prints those that `tongues.csv` cannot say yet, with where each is said:

    {name} is towed and cannot attack in direct combat    systems/wb95/combat/declaring.py:64

Reasons are those of tallies, and those for which a system leaves a choice: its options.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from grognard import library
from grognard.engine.rulebook import PACKAGE, folder_of
from grognard.lab.following import GAP, Module, Reader, last_word, module_at
from grognard.table.tongues import COMMON, FEWEST, LANGUAGES, Tongue, saying, tongue

SHARED = ("board", "engine", "kit", "table", "server")
"""The packages whose sentences every table may say; their rows are in the common table."""
FILLED = ("X1", "3")
"""What stands in the gaps of a sentence when a row is looked for: a name, or a number."""
MIXED = 5
"""In how many gaps of a sentence names and numbers are tried in turn."""
DENIALS = frozenset(
    (
        "Denied", "NotFound", "Forbidden", "Conflict", "Invalid", "TooLarge", "Unproven",
        "PasskeyNeeded", "TooMany",
    )
)  # fmt: skip
"""What a server does not grant: a sentence, and what would be right."""
CAUTIONS = frozenset(("warnings", "doubts", "stake", "worth"))
"""The functions that list what to beware of, and what is at stake in an answer."""
LISTS = frozenset(("Sequence[str]", "list[str]", "tuple[str, ...]", "Iterator[str]"))
TELLING = frozenset(("grognard.engine.tally", "grognard.engine.refusal"))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with gaps, and where it is said."""

    text: str
    place: str


# ---- what is said


@cache
def sentences(name: str) -> tuple[Sentence, ...]:
    """Every refusal, caution and reason of a system or of a shared package, each once."""
    folder = PACKAGE / name if name in SHARED else folder_of(name)
    own = sorted(folder.rglob("*.py"))
    below = (path for part in SHARED[:-1] for path in (PACKAGE / part).rglob("*.py"))
    reader = Reader(map(module_at, dict.fromkeys((*own, *below))))
    found: dict[str, Sentence] = {}
    for path in own:
        module = module_at(path)
        if module.name in TELLING:
            continue
        for node, there in _speaking(module, reader):
            place = f"{there.path.relative_to(PACKAGE).as_posix()}:{node.lineno}"
            for text in reader.said(node, there, {}):
                if saying(_once(text), "").letters >= FEWEST:
                    found.setdefault(_once(text), Sentence(_once(text), place))
    return tuple(found.values())


def _speaking(module: Module, reader: Reader) -> Iterator[tuple[ast.expr, Module]]:
    """The expressions of a file that are refusals, reasons and cautions; the latter may be left to
    a helper in another."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            yield from ((said, module) for said in _uttered(node, module))
        elif isinstance(node, ast.FunctionDef) and node.name in CAUTIONS:
            yield from _cautions(node, module, reader, {node.name})


def _uttered(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    name, words = last_word(node.func), {one.arg: one.value for one in node.keywords}
    whence = module.imports.get(name, (module.name, ""))[0]
    if name == "Refusal":
        yield from [*node.args[1:2], *([words["text"]] if "text" in words else [])]
    elif name in ("Part", "Reason") and whence in TELLING:
        yield from [*node.args[:1], *([words["label"]] if "label" in words else [])]
    elif name == "add" and isinstance(node.func, ast.Attribute) and len(node.args) >= 3:
        yield node.args[0]
    elif name in DENIALS:
        yield from node.args[:2]
    elif name == "Trouble":
        yield from node.args[1:3]
    elif name == "HexError":
        yield from node.args[:1]
    elif name == "Option" and whence == "grognard.engine.system":
        yield from [*node.args[4:5], *([words["reason"]] if "reason" in words else [])]


def _cautions(
    function: ast.FunctionDef, module: Module, reader: Reader, seen: set[str]
) -> Iterator[tuple[ast.expr, Module]]:
    """What a function that lists sentences lists, and the helpers to which it leaves that."""
    for node in ast.walk(function):
        if isinstance(node, ast.Yield) and node.value is not None:
            yield node.value, module
        elif isinstance(node, ast.Return) and node.value is not None:
            for one in _listed(node.value):
                helpers = reader.meant(one, module) if isinstance(one, ast.Call) else []
                for helper, there in helpers:
                    if _lists(helper) and helper.name not in seen:
                        seen.add(helper.name)
                        yield from _cautions(helper, there, reader, seen)
                if not any(_lists(helper) for helper, _ in helpers):
                    yield one, module


def _lists(function: ast.FunctionDef) -> bool:
    """Whether a function lists sentences."""
    return function.returns is not None and ast.unparse(function.returns) in LISTS


def _listed(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, (ast.List, ast.Tuple)):
        for one in node.elts:
            yield from _listed(one.value) if isinstance(one, ast.Starred) else (one,)
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        yield node.elt
    elif isinstance(node, ast.IfExp):
        yield from (*_listed(node.body), *_listed(node.orelse))
    elif isinstance(node, ast.BinOp):
        yield from (*_listed(node.left), *_listed(node.right))
    elif isinstance(node, ast.Call) and last_word(node.func) in ("tuple", "list") and node.args:
        yield from _listed(node.args[0])
    elif isinstance(node, ast.Call):
        yield node


def _once(text: str) -> str:
    """A sentence in which each gap has a name of its own, and no gap stands beside a gap."""
    count: dict[str, int] = defaultdict(int)

    def name(found: re.Match[str]) -> str:
        count[found[1]] += 1
        n = count[found[1]]
        return found[0] if n == 1 else f"{{{found[1]}{n}}}"

    return GAP.sub(name, text)


# ---- what is missing


def _tongue(name: str, language: str) -> Tongue:
    if name in SHARED:
        return Tongue(language, COMMON)
    found = tongue(library.BOOKS[name].opened().phrases, language)
    assert found is not None
    return found


def known(spoken: Tongue, text: str) -> bool:
    """Whether a sentence with gaps can be said, whatever stands in them."""
    if text in spoken.rows:
        return True
    gaps = GAP.findall(text)
    ways = product(FILLED, repeat=min(len(gaps), MIXED))
    return any(spoken.knows(_filled(text, way)) for way in ways)


def _filled(text: str, way: tuple[str, ...]) -> str:
    """A sentence with its gaps filled, the last of many as those before them."""
    held = iter((*way, *way[-1:] * len(text)))
    return GAP.sub(lambda _: next(held), text).replace("{{", "{").replace("}}", "}")


def unsaid(name: str) -> dict[str, list[Sentence]]:
    """The sentences of a package that a language has no row for, by language."""
    found = sentences(name)
    return {
        language: [one for one in found if not known(_tongue(name, language), one.text)]
        for language in LANGUAGES[1:]
    }


def main(names: Sequence[str]) -> int:
    """Print what is missing of each package; how many packages lack something."""
    lacking = 0
    for name in names or [*SHARED, *sorted(library.BOOKS)]:
        missing = unsaid(name)
        texts = {one.text: one for several in missing.values() for one in several}
        for text, one in texts.items():
            tongues = ",".join(lang for lang, several in missing.items() if one in several)
            print(f"{text}\t{tongues}\t{one.place}")
        print(f"# {name}: {len(texts)} of {len(sentences(name))} sentences unsaid")
        lacking += bool(texts)
    return lacking


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
