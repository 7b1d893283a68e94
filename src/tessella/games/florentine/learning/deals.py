"""How a batch of Florentine Dominoes is made and dealt."""

from tessella.core import State as CoreState
from tessella.core import Stream
from tessella.games.florentine.config import NOT_YET, Progress
from tessella.games.florentine.deal import deal
from tessella.games.florentine.learning.batch import BatchGame, Games
from tessella.games.florentine.rules import Options
from tessella.games.florentine.sampling import NO_SEED
from tessella.games.florentine.state import State
from tessella.learning import GameBatch
from tessella.learning.layout import Layout

FIELDS = ("hand", "pool", "grid", "board", "legal", "seats")


class FlorentineBatch(GameBatch):
    """Many games of Florentine Dominoes that are stepped together."""

    def __init__(self, options: Options, layout: Layout, number: int) -> None:
        starts = [layout.start[name] for name in FIELDS]
        config = options.kernel_config()
        self.options = options
        self.games = [BatchGame(config, layout.actions, starts) for _ in range(number)]
        self.kernel = Games(self.games)

    def deal(self, number: int, seed: str) -> None:
        """Deal one of the games as a game with this seed is dealt."""
        dealt = deal(self.options, Stream(seed))
        black = [NOT_YET] * self.options.players
        progress = Progress(dealt.first, dealt.first)
        self.games[number].kernel.arrange([], dealt.hands, dealt.stack, dealt.aside, dealt.colours, black, progress)

    def winners(self, number: int) -> tuple[int, ...]:
        """The seats that have won one of the games, which is over (F16)."""
        kernel = self.games[number].kernel
        gems = [kernel.gems_of(seat) for seat in range(kernel.players)]
        return tuple(seat for seat, own in enumerate(gems) if own == max(gems))

    def state(self, number: int) -> State:
        """A copy of one of the games, without its seed and its history."""
        game = self.games[number]
        return State(self.options, NO_SEED, game.kernel.copy(), game.laid_by(), [])

    def set_state(self, number: int, state: CoreState, waiting: list[int]) -> None:
        """Go on from this state in one of the games. Nobody acts out of turn here, and so nobody waits."""
        assert isinstance(state, State)
        self.games[number].kernel.resume(state.kernel)
        self.games[number].resume(list(state.laid_by))

    def deciding(self, number: int) -> int:
        """The seat that decides in one of the games."""
        return self.games[number].deciding
