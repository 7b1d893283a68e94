"""What can go wrong, in words that a person can act on."""


class TessellaError(Exception):
    """The root of every error that tessella raises on purpose; its text is fit to be shown to a person."""


class IllegalAction(TessellaError):  # noqa: N818 - a move that the rules forbid is not a fault of the program
    """An action that the rules forbid now. It changed nothing."""

    clause: str
    """The rule that forbids it, by its number in `docs/rules` ("C5")."""
    reason: str
    """What is wrong, and what would be right."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"{reason} ({clause})")
        self.clause = clause
        self.reason = reason

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.clause, self.reason)  # so that it can come from another process


class NotationError(TessellaError, ValueError):
    """A text that is no action, no tile or no board at all. A readable but forbidden action is an `IllegalAction`."""


class LineError(TessellaError, ValueError):
    """A text that cannot be right: its first wrong line, and why."""

    line: int
    reason: str

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[type, tuple[int, str]]:
        return type(self), (self.line, self.reason)  # so that it can come from another process


class OptionError(TessellaError, ValueError):
    """A choice of options that cannot be played; the text says which ones can."""
