"""How a batch of Chromino is made and dealt."""

from tessella.core import Stream
from tessella.games.chromino.deal import deal
from tessella.games.chromino.learning.batch import BatchGame, Games
from tessella.games.chromino.rules import Options
from tessella.games.chromino.state import winners
from tessella.learning import GameBatch
from tessella.learning.layout import Layout

FIELDS = ("hand", "grid", "board", "legal", "seats")


class ChrominoBatch(GameBatch):
    """Many games of Chromino that are stepped together."""

    def __init__(self, options: Options, layout: Layout, number: int) -> None:
        starts = [layout.start[name] for name in FIELDS]
        config, open_hands = options.kernel_config(), options.hands == "open"
        self.options = options
        self.games = [BatchGame(config, open_hands, layout.actions, starts) for _ in range(number)]
        self.kernel = Games(self.games)

    def deal(self, number: int, seed: str) -> None:
        """Deal one of the games as a game with this seed is dealt."""
        self.games[number].kernel.deal(*deal(self.options, Stream(seed)))

    def winners(self, number: int) -> tuple[int, ...]:
        """The seats that have won one of the games, which is over."""
        return winners(self.games[number].kernel)
