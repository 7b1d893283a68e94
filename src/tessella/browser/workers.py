"""Long computations in the browser: in the worker itself, one after the other."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from tessella.hosting.queues import Owner
from tessella.hosting.workers import Kind, Workers

T = TypeVar("T")


class InlineWorkers(Workers):
    """Runs functions here; messages that wait are sent first."""

    def __init__(self, watch: Callable[[int, int], Any] | None = None) -> None:
        self.watch = watch
        """Hears how far a review is: so many actions of so many."""

    async def run_bot(self, owner: Owner, work: Callable[..., T], *arguments: Any) -> T:
        """Let a bot think."""
        await asyncio.sleep(0)
        return work(*arguments)

    async def run_for(self, kind: Kind, owner: Owner, work: Callable[..., T], *arguments: Any) -> T:
        """Run a long function."""
        await asyncio.sleep(0)
        # No process is in between: the page can be told how far it is.
        return work(*arguments, self.watch) if kind == "reviews" else work(*arguments)
