"""How a batch of Chromino is made and dealt."""

from tessella.core import Stream
from tessella.games.chromino.deal import deal
from tessella.games.chromino.learning.batch import BatchGame, Games
from tessella.games.chromino.rules import Options
from tessella.games.chromino.state import winners as winners_of
from tessella.learning.layout import Layout

FIELDS = ("hand", "grid", "board", "legal", "seats")


def games(options: Options, layout: Layout, number: int) -> Games:
    """So many games, not yet dealt."""
    starts = [layout.start[name] for name in FIELDS]
    made = [BatchGame(options.kernel_config(), options.hands == "open", layout.actions, starts) for _ in range(number)]
    return Games(made)


def deal_to(game: BatchGame, options: Options, seed: str) -> None:
    """The same deal as that of a game with this seed."""
    game.kernel.deal(*deal(options, Stream(seed)))


def winners(game: BatchGame) -> tuple[int, ...]:
    """The seats that have won a game that is over."""
    return winners_of(game.kernel)
