"""The terminal, by way of rich."""

import rich.console


class Console(rich.console.Console):
    """A console that adds no colours of its own and leaves a closed pipe to `main`."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(highlight=False, stderr=stderr)

    def on_broken_pipe(self) -> None:
        """Whoever reads has seen enough."""
        raise BrokenPipeError
