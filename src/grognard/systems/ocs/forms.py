"""How details of OCS are told: supply in points, modes and aims by their names, crowds in short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from grognard.engine.refusal import Refusal, Refused
from grognard.kit.forms import (
    AnyGame,
    CountField,
    CountsField,
    Piece,
    PiecesField,
    WordField,
    WordsField,
)
from grognard.systems.ocs.status import amount

MANY = 6
"""How many counters are named one by one."""
MODES = {"dg": "DG", "exploit": "Exploitation"}
AIMS = {"units": "the units", "base": "the Air Base", "port": "the port", "ships": "the ships",
        "trains": "the railways"}  # fmt: skip
Names = Mapping[str, str]


def listed(names: Names, ids: Sequence[str]) -> str:
    """Several counters by their names; many of them in few words."""
    named = [names.get(name, name) for name in ids]
    if len(named) <= MANY:
        return ", ".join(named)
    return f"{', '.join(named[:3])} and {len(named) - 3} more"


class CrowdField(PiecesField):
    """Counters, of which many are told in few words."""

    def said(self, game: AnyGame, value: Any, names: Names) -> str:
        """By their names."""
        return listed(names, value)


class PartyField(CrowdField):
    """Counters that do something together: at least one is named, and none twice."""

    def read(self, game: AnyGame, value: Any) -> tuple[str, ...]:
        """As a tuple."""
        if not value or len(set(value)) != len(value):
            raise Refused([Refusal("form", "name at least one counter, and none twice")])
        return tuple(value)


class StocksField(WordsField):
    """Units that use their own stocks, each named once: they take part already."""

    def read(self, game: AnyGame, value: Any) -> tuple[str, ...]:
        """As a tuple."""
        if len(set(value)) != len(value):
            raise Refused([Refusal("form", "each unit is named once")])
        return tuple(value)

    def pieces(self, value: Any) -> Iterable[str]:
        """The units."""
        return tuple(value)

    def said(self, game: AnyGame, value: Any, names: Names) -> str:
        """By their names."""
        return listed(names, value)


class TokensField(CountField):
    """Supply, in tokens. [12.1a]"""

    def said(self, game: AnyGame, value: Any, names: Names) -> str:
        """In Supply Points and tokens."""
        return amount(value) if value else ""


class SharesField(CountsField):
    """Supply by where it is taken from, in tokens."""

    def said(self, game: AnyGame, value: Any, names: Names) -> str:
        """All of it."""
        total = sum(value.values())
        return amount(total) if total else ""


class PaymentField(CountsField):
    """Who pays how many tokens. [12.3a]"""

    def said(self, game: AnyGame, value: Any, names: Names) -> str:
        """Each with what it gives."""
        return ", ".join(f"{amount(n)} from {names.get(key, key)}" for key, n in value.items() if n)


class PointsField(CountField):
    """Points of transport or of landing craft."""

    def said(self, game: AnyGame, value: Any, names: Names) -> str:
        """So many of them."""
        return f"{value} point{'' if value == 1 else 's'}" if value else ""


class ModeField(WordField):
    """A mode. [5.3]"""

    def said(self, game: AnyGame, value: Any, names: Names) -> str:
        """By its name."""
        return MODES.get(value, str(value).capitalize())


class AimField(WordField):
    """What is aimed at in a hex. [10.0f]"""

    def said(self, game: AnyGame, value: Any, names: Names) -> str:
        """What it is."""
        return AIMS.get(value, str(value))


Stocks = Annotated[tuple[str, ...], StocksField()]
Crowd = Annotated[tuple[str, ...], CrowdField()]
Party = Annotated[tuple[str, ...], PartyField()]
Tokens = Annotated[int, TokensField()]
Shares = Annotated[Mapping[str, int], SharesField()]
Payment = Annotated[Mapping[str, int], PaymentField()]
Points = Annotated[int, PointsField()]
Mode = Annotated[str, ModeField()]
Aim = Annotated[str, AimField()]


@dataclass(frozen=True, slots=True)
class OfTransport:
    """An order to one counter of transport."""

    transport: Piece


@dataclass(frozen=True, slots=True)
class Loading:
    """An order to one counter of transport about so much supply."""

    transport: Piece
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Company:
    """An order to counters together, many of them told in few words."""

    units: Crowd


@dataclass(frozen=True, slots=True)
class OfPlane:
    """One aircraft picked."""

    plane: Piece
