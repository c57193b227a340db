"""Orders that many rulebooks know: of nobody, of one counter, of several, with a path or a hex."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.kit.forms import Hex, Path, Piece, Pieces


@dataclass(frozen=True, slots=True)
class Nothing:
    """An order without details."""


@dataclass(frozen=True, slots=True)
class OfOne:
    """An order to one counter."""

    unit: Piece


@dataclass(frozen=True, slots=True)
class OfMany:
    """An order to counters together."""

    units: Pieces


@dataclass(frozen=True, slots=True)
class OneAt:
    """An order to one counter about a hex."""

    unit: Piece
    hex: Hex


@dataclass(frozen=True, slots=True)
class ManyAt:
    """An order to counters about a hex."""

    units: Pieces
    hex: Hex


@dataclass(frozen=True, slots=True)
class At:
    """An order about a hex."""

    hex: Hex


@dataclass(frozen=True, slots=True)
class Along:
    """An order to counters to go along a path."""

    units: Pieces
    path: Path
