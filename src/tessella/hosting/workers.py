"""Where the long computations of a node run: bots, reviews and conundrums. Bots are given views, never states."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Literal, TypeVar

from tessella import record, review
from tessella.bots import level_bot
from tessella.bots.budget import usual
from tessella.bots.hints import Hint, hint
from tessella.core import Action, Generator, Json, View
from tessella.games import game_named
from tessella.hosting.queues import Owner
from tessella.tables.refusal import Refusal

log = logging.getLogger(__name__)

T = TypeVar("T")
Kind = Literal["reviews", "conundrums"]
REVIEW_ROLLOUTS = usual(4_000)
"""For each decision: enough to tell a mistake from a good move, in at most some seconds for a game."""


class Workers(ABC):
    """Run functions elsewhere than in the tables' own loop. Functions and arguments can be pickled."""

    def start(self) -> None:  # noqa: B027 - nothing to do for some
        """Prepare to run functions, without waiting."""

    def stop(self) -> None:  # noqa: B027 - nothing to do for some
        """Stop whatever runs."""

    @abstractmethod
    async def run_bot(self, owner: Owner, work: Callable[..., T], *arguments: Any) -> T:
        """Run a bot for those at a table; `TimeoutError` if it takes too long."""

    @abstractmethod
    async def run_for(self, kind: Kind, owner: Owner, work: Callable[..., T], *arguments: Any) -> T:
        """Run a long function for a person; `Refusal` if too many requests wait, or if it takes too long."""

    async def choose(self, owner: Owner, game: str, level: str, view: View, seed: int) -> Action | None:
        """A bot's action; None if it does nothing. If it takes too long or fails, a random legal action is chosen."""
        try:
            return await self.run_bot(owner, choose_action, game, level, view, seed)
        except TimeoutError:
            log.warning("a bot took too long", extra={"bot": level})
        except Exception:
            log.exception("a bot failed", extra={"bot": level})
        return Generator(seed).choice(view.legal) if view.turn == view.seat else None

    async def hint(self, owner: Owner, game: str, view: View, seed: int) -> Hint:
        """What the strongest bot would do with this view, and why; `Refusal` if it takes too long or fails."""
        try:
            return await self.run_bot(owner, hint_for, game, view, seed)
        except TimeoutError:
            log.warning("a hint took too long")
        except Exception:
            log.exception("a hint failed")
        raise Refusal("full", "the bots cannot give a hint right now: try again in a moment")


def choose_action(game: str, level: str, view: View, seed: int) -> Action | None:
    """The action of a bot of this level."""
    return level_bot(game_named(game), level).choose(view, Generator(seed))


def hint_for(game: str, view: View, seed: int) -> Hint:
    """The hint of the strongest bot."""
    return hint(game_named(game), view, Generator(seed))


def review_of(text: str, watch: Callable[[int, int], Any] | None = None) -> Json:
    """The review of a recorded game. `watch` is called with the numbers of reviewed actions and of all."""
    game = record.parse(text)
    report = None if watch is None else lambda done: watch(done, len(game.actions))
    return review.review(game, REVIEW_ROLLOUTS, watch=report).to_json()
