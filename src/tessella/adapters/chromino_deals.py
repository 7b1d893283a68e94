"""How a batch of Chromino is made and dealt."""

from tessella.adapters.chromino_batch import BatchGame, Games
from tessella.adapters.layout import Layout
from tessella.chromino.deal import deal
from tessella.chromino.rules import Options
from tessella.chromino.state import winners
from tessella.core import Stream

__all__ = ["deal_to", "games", "winners"]

FIELDS = ("hand", "grid", "board", "legal", "seats")


def games(options: Options, layout: Layout, number: int) -> Games:
    """So many games, not yet dealt."""
    starts = [layout.start[name] for name in FIELDS]
    made = [BatchGame(options.switches(), options.hands == "open", layout.actions, starts) for _ in range(number)]
    return Games(made)


def deal_to(game: BatchGame, options: Options, seed: str) -> None:
    """The same deal as that of a game with this seed."""
    game.deal(*deal(options, Stream(seed)))
