"""The terminal, through rich."""

import rich.console


class Console(rich.console.Console):
    """A console that adds no colours of its own and leaves a closed pipe to `main`."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(highlight=False, stderr=stderr)

    def on_broken_pipe(self) -> None:
        """Raise the error instead of ending the program."""
        raise BrokenPipeError
