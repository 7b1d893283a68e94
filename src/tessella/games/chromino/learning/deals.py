"""How a batch of Chromino is made and dealt."""

from tessella.core import Stream
from tessella.games.chromino.deal import deal
from tessella.games.chromino.learning.batch import BatchGame, Games
from tessella.games.chromino.rules import Options
from tessella.games.chromino.state import winners
from tessella.learning.layout import Layout

__all__ = ["deal_to", "games", "winners"]

FIELDS = ("hand", "grid", "board", "legal", "seats")


def games(options: Options, layout: Layout, number: int) -> Games:
    """So many games, not yet dealt."""
    starts = [layout.start[name] for name in FIELDS]
    made = [BatchGame(options.kernel_config(), options.hands == "open", layout.actions, starts) for _ in range(number)]
    return Games(made)


def deal_to(game: BatchGame, options: Options, seed: str) -> None:
    """The same deal as that of a game with this seed."""
    game.deal(*deal(options, Stream(seed)))
