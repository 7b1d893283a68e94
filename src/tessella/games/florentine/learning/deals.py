"""How a batch of Florentine Dominoes is made and dealt."""

from tessella.core import Stream
from tessella.games.florentine.config import NOT_YET, Progress
from tessella.games.florentine.deal import deal
from tessella.games.florentine.learning.batch import BatchGame, Games
from tessella.games.florentine.rules import Options
from tessella.learning.layout import Layout

FIELDS = ("hand", "pool", "grid", "board", "legal", "seats")


def games(options: Options, layout: Layout, number: int) -> Games:
    """So many games, not yet dealt."""
    starts = [layout.start[name] for name in FIELDS]
    return Games([BatchGame(options.kernel_config(), layout.actions, starts) for _ in range(number)])


def deal_to(game: BatchGame, options: Options, seed: str) -> None:
    """The same deal as that of a game with this seed."""
    dealt = deal(options, Stream(seed))
    black = [NOT_YET] * options.players
    progress = Progress(dealt.first, dealt.first)
    game.kernel.arrange([], dealt.hands, dealt.stack, dealt.aside, dealt.colours, black, progress)


def winners(game: BatchGame) -> tuple[int, ...]:
    """The seats that have won a game that is over (F16)."""
    gems = [game.kernel.gems_of(seat) for seat in range(game.kernel.players)]
    return tuple(seat for seat, own in enumerate(gems) if own == max(gems))
