"""Why something was refused."""

from tessella.core import TessellaError


class Refusal(TessellaError):  # noqa: N818 - no fault of the program
    """Something that cannot be done as asked; nothing has changed."""

    def __init__(self, code: str, reason: str, clause: str | None = None) -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason)
        self.code = code
        self.reason = reason
        self.clause = clause


class Conflict(Exception):  # noqa: N818 - no fault of anybody
    """Another node has written this entry before: look again, then try again."""


class StoreUnavailable(Exception):  # noqa: N818 - it will be back
    """The store cannot be reached. Nothing was confirmed; whether something was stored is known when it is back."""
