"""Refusals: what a person asks for that cannot be done."""

from tessella.core import TessellaError


class Refusal(TessellaError):  # noqa: N818 - an answer, not a fault of the program
    """A request that cannot be done; nothing has changed."""

    def __init__(self, code: str, reason: str, clause: str | None = None) -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason)
        self.code = code
        self.reason = reason
        self.clause = clause
