"""How a batch of Chromino is made and dealt."""

from typing import Any

from tessella.core import Generator, Stream
from tessella.core import State as CoreState
from tessella.games.chromino.bots.players import PolicyBot, policies_for
from tessella.games.chromino.deal import deal
from tessella.games.chromino.learning.batch import BatchGame, Games
from tessella.games.chromino.rules import Options
from tessella.games.chromino.sampling import NO_SEED
from tessella.games.chromino.state import State, winners
from tessella.learning import BatchPlayer, GameBatch
from tessella.learning.codes import WAIT
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

    def state(self, number: int) -> State:
        """A copy of one of the games, without its seed and its history."""
        game = self.games[number]
        return State(self.options, NO_SEED, game.kernel.copy(), game.laid_by(), [])

    def set_state(self, number: int, state: CoreState, waiting: list[int]) -> None:
        """Go on from this state in one of the games."""
        assert isinstance(state, State)
        self.games[number].kernel.resume(state.kernel)
        self.games[number].resume(list(state.laid_by), waiting)

    def deciding(self, number: int) -> int:
        """The seat that decides in one of the games."""
        return self.games[number].deciding

    def waiting(self, number: int) -> list[int]:
        """The seats that have chosen to wait since the last action in one of the games."""
        return self.games[number].waiting()

    def player(self, bot: Any) -> BatchPlayer | None:
        """The policy of a bot that follows one: it needs no views, as policies use only what their seat knows."""
        if type(bot) is not PolicyBot:
            return None
        policy, policies = bot.policy_for(self.options), policies_for(self.options)

        def choose(number: int, rng: Generator) -> int:
            game = self.games[number]
            reaction = game.reaction()
            if reaction != WAIT:
                return reaction
            if game.deciding != game.kernel.turn:
                return WAIT
            if game.actions == 1:
                return 1
            luck, _ = rng.word(), rng.word()  # two words for each choice, as `PolicyBot` takes them
            return min(1 + policies.choose(game.kernel, policy, luck), game.actions)

        return choose
