"""What may be wrong with a wish: each error is a sentence, and says what would be right."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.refusal import Refusal


class Denied(Exception):
    """A wish that is not granted; nothing has changed."""

    def __init__(self, text: str, would_be_right: str = "") -> None:
        super().__init__(text)
        self.text, self.would_be_right = text, would_be_right


class NotFound(Denied):
    """There is no such thing, or none that this person may know of."""


class Forbidden(Denied):
    """The thing is there, and this is not for this person or seat to do."""


class Conflict(Denied):
    """The position has changed, or the thing has been done already."""


class Invalid(Denied):
    """The rules, or the form, are against it; `refusals` holds every reason."""

    def __init__(
        self, text: str, would_be_right: str = "", refusals: tuple[Refusal, ...] = ()
    ) -> None:
        super().__init__(text, would_be_right)
        self.refusals = refusals

    @classmethod
    def because(cls, refusals: Sequence[Refusal]) -> Invalid:
        """The refusals of an action, as one error."""
        return cls("; ".join(str(refusal) for refusal in refusals), "", tuple(refusals))


class TooLarge(Denied):
    """More than this server takes."""


class Unproven(Denied):
    """It is his to do, once he has shown again who he is."""


class PasskeyNeeded(Denied):
    """The passphrase is right, and a passkey or a recovery code is wanted beside it."""


class TooMany(Denied):
    """He has tried too often, and waits so many seconds."""

    def __init__(self, text: str, would_be_right: str = "", wait: int = 1) -> None:
        super().__init__(text, would_be_right)
        self.wait = wait
