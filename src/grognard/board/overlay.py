"""The overlay: corrections by hand on top of a map file, each with its reason.

    grognard overlay 1
    0203: terrain forest  # why
    0203-0204: +bridge / -river  # why
    0203-0204-0205: +main Volokolamsk Highway  # why
    0139: +exit main  # why
    0203: +town Klin  # a place on one hex or, written 0203-0204, on several; -place Klin undoes it
    0203: +town Klin | 28,000 people  # a place with a note

Lines are applied in order; a line without a reason is refused.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from grognard.board.board import Board, BoardError
from grognard.board.draft import Draft
from grognard.board.text import MapError, without_remark

FIRST_LINE = "grognard overlay 1"


@lru_cache(maxsize=16)
def apply_overlay(board: Board, text: str, source: str = "overlay") -> Board:
    """The board with all corrections of an overlay made; `source` is what errors call the file.

    The same corrections on the same map, which its file gives to every game, are made once.
    """
    draft = Draft.of(board)
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise MapError(source, 1, f"an overlay begins with {FIRST_LINE!r}")
    for number, raw in enumerate(lines[1:], start=2):
        correction = without_remark(raw).strip()
        if not correction:
            continue
        try:
            if not raw.partition("#")[2].strip():
                raise BoardError("a correction needs its reason: '… # why'")
            _correct(draft, correction)
        except ValueError as error:
            raise MapError(source, number, str(error)) from error
    return draft.finish()


def _correct(draft: Draft, correction: str) -> None:
    where, colon, what = correction.partition(":")
    hexes = where.strip().split("-")
    if not colon or not what.strip():
        raise BoardError(f"{correction!r} is not understood: write it like '0203: terrain forest'")
    for change in what.split(" / "):
        verb, _, rest = change.strip().partition(" ")
        if verb == "terrain":
            _change_terrain(draft, hexes, rest.strip())
        elif verb in ("+exit", "-exit"):
            _change_exit(draft, hexes, verb, rest.strip())
        elif verb == "-place":
            _remove_place(draft, rest.strip())
        elif verb[:1] in ("+", "-"):
            _change_between(draft, hexes, verb, rest.strip())
        else:
            raise BoardError(f"{change.strip()!r} is neither terrain nor + nor - something")


def _change_terrain(draft: Draft, hexes: list[str], ground: str) -> None:
    known = sorted(set(draft.terrain.values()))
    if ground not in known:
        raise BoardError(f"{ground!r} is no terrain of this map: {', '.join(known)}")
    for h in draft.hexes(hexes):
        if draft.terrain[h] == ground:
            raise BoardError(f"hex {draft.grid.label(h)} is {ground} already")
        draft.terrain[h] = ground


def _change_exit(draft: Draft, hexes: list[str], verb: str, kind: str) -> None:
    for label in hexes:
        if verb == "+exit":
            draft.add_exit(label, kind)
        elif kind in draft.exits.get(draft.hex(label), ()):
            draft.exits[draft.hex(label)].discard(kind)
        else:
            raise BoardError(f"hex {label} has no exit for {kind} to take away")


def _remove_place(draft: Draft, name: str) -> None:
    if name not in draft.places:
        raise BoardError(f"there is no place called {name!r} to take away")
    del draft.places[name]


def _change_between(draft: Draft, hexes: list[str], verb: str, name: str) -> None:
    """Add or take a hexside or link along a chain of hexes, or add a place on them."""
    sign, kind = verb[0], verb[1:]
    if kind not in draft.hexside_kinds and kind not in draft.link_kinds:
        places = sorted({place.kind for place in draft.places.values()})
        if sign == "+" and name and kind in places:
            title, _, note = name.partition("|")
            draft.add_place(kind, title.strip(), hexes, note.strip())
            return
        known = ", ".join((*draft.hexside_kinds, *draft.link_kinds, *places))
        raise BoardError(f"{kind!r} is no kind of this map: {known}")
    if len(hexes) < 2:
        raise BoardError(f"{verb} needs two adjoining hexes, like 0203-0204")
    for a, b in pairwise(hexes):
        if sign == "+":
            draft.add(a, b, kind, name)
        else:
            draft.remove(a, b, kind)
