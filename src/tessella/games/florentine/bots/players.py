"""The players of Florentine Dominoes, from the plainest to the strongest."""

from abc import abstractmethod
from collections.abc import Mapping

from tessella.bots import advice, contract
from tessella.bots.budget import Budget, usual
from tessella.bots.contract import Bot, BotFactory
from tessella.core import Action, Generator, View
from tessella.core.clock import cpu_seconds
from tessella.games.florentine.bots.moves import moves_of
from tessella.games.florentine.bots.policies import Policies
from tessella.games.florentine.bots.proof import Proof, is_open
from tessella.games.florentine.bots.search import Search
from tessella.games.florentine.notation import Aside, Pass
from tessella.games.florentine.sampling import sample
from tessella.games.florentine.view import View as FlorentineView

NODES = 7
"""How many positions a proof may look at for each rollout of the budget: a master's takes 40 ms at most."""


class Analysis(contract.Analysis):
    """A seat's thoughts about its turn."""

    def __init__(self, view: View, rng: Generator) -> None:
        assert isinstance(view, FlorentineView)
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.moves = view.legal
        self.state = sample(view, rng)
        self.codes = moves_of(self.state, view.legal)

    def think(self, rollouts: int, luck: int) -> list[tuple[int, float]]:
        """For each move how often it was tried, and what it came to; the better ones are tried more often."""
        return self._search().evaluate(rollouts, luck)

    def compare(self, moves: list[int], rollouts: int, luck: int) -> list[list[float]]:
        """Some moves in the same worlds: how often each won, in each of many batches."""
        rounds = max(1, rollouts // (len(moves) * advice.BATCHES))
        return self._search().compare(moves, advice.BATCHES, rounds, luck)

    def _search(self) -> Search:
        search = Search(self.view.options.kernel_config())
        search.consider(self.state.kernel, self.seat, self.codes)
        return search

    def prove(self, nodes: int, only: int | None = None) -> tuple[list[float], bool] | None:
        """For each move the share of the win that is sure with it, and whether that is exactly what it is worth: it is
        between two, if all was looked at. All moves are looked at, whichever are asked for. None where what is hidden
        matters."""
        if not is_open(self.state.kernel):
            return None
        proof = Proof(self.view.options.kernel_config())
        shares, complete = proof.prove(self.state.kernel, self.seat, self.codes, NODES * nodes)
        return shares, complete and self.view.options.players == 2


class ValueBot(Bot):
    """Values every action and takes the best; of equal ones any."""

    def choose(self, view: View, rng: Generator) -> Action | None:
        """The action with the highest value."""
        if len(view.legal) < 2:
            return view.legal[0] if view.legal else None
        values = self.values(Analysis(view, rng), rng)
        best = max(values)
        return view.legal[rng.choice([i for i, value in enumerate(values) if value == best])]

    @abstractmethod
    def values(self, thoughts: Analysis, rng: Generator) -> list[float]:
        """A value for each legal action."""


class RandomBot(Bot):
    """Lays any card in any way, and puts one aside only if it cannot lay."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, rng: Generator) -> Action | None:
        """Anything but putting a card aside, if there is anything else."""
        laying = [action for action in view.legal if not isinstance(action, Aside | Pass)]
        return rng.choice(laying or view.legal) if view.legal else None


class GemBot(ValueBot):
    """Takes the most gems now, and puts a card aside only if it cannot lay."""

    def __init__(self, name: str) -> None:
        self.name = name

    def values(self, thoughts: Analysis, rng: Generator) -> list[float]:
        """The gems that it counts afterwards."""
        policies = Policies(thoughts.view.options.kernel_config())
        gains = policies.gains(thoughts.state.kernel, thoughts.seat, thoughts.codes)
        return [gain - 100.0 * isinstance(action, Aside) for gain, action in zip(gains, thoughts.moves, strict=True)]


class SpaceBot(ValueBot):
    """Values the spaces as they would be, its own and the others'."""

    DECLINE = -0.10

    def __init__(self, name: str) -> None:
        self.name = name

    def values(self, thoughts: Analysis, rng: Generator) -> list[float]:
        """How much better the spaces get; putting a card aside has a fixed value."""
        policies = Policies(thoughts.view.options.kernel_config())
        values = policies.values(thoughts.state.kernel, thoughts.seat, thoughts.codes)
        best: dict[str, float] = {}
        for value, action in zip(values, thoughts.moves, strict=True):
            card = getattr(action, "card", "")
            if not isinstance(action, Aside):
                best[card] = max(best.get(card, -100.0), value)
        # Of the cards to put aside, the one that could do least is the best.
        return [
            self.DECLINE - 0.0001 * best.get(action.card, -100.0) if isinstance(action, Aside) else value
            for value, action in zip(values, thoughts.moves, strict=True)
        ]


class SearchBot(ValueBot):
    """Plays every action out many times, in worlds that could be this one; first it may look for a proof."""

    def __init__(self, name: str, budget: Budget, proves: bool = False) -> None:
        self.name = name
        self.budget = budget
        self.proves = proves

    def values(self, thoughts: Analysis, rng: Generator) -> list[float]:
        """The share that was proved, if it is exact, then how often a move was tried, then its mean value.

        With more than two players a proof lets all the others play against this one. They seldom do: what it proves
        says little then, unless it is a win.
        """
        began = cpu_seconds()
        shares, exact = (self.proves and thoughts.prove(self.budget.positions)) or ([0.0] * len(thoughts.moves), False)
        if max(shares) == 1:
            return shares
        results = self.budget.spend(lambda rollouts: thoughts.think(rollouts, rng.word()), began)
        return [1e9 * exact * share + tries + 0.5 * mean for share, (tries, mean) in zip(shares, results, strict=True)]


FACTORIES: Mapping[str, BotFactory] = {
    "beginner": lambda name, budget: RandomBot(name),
    "casual": lambda name, budget: GemBot(name),
    "steady": lambda name, budget: SpaceBot(name),
    "sharp": lambda name, budget: SearchBot(name, budget or Budget(usual(450))),
    "master": lambda name, budget: SearchBot(name, budget or Budget(usual(4000)), proves=True),
}
"""The bots of Florentine Dominoes by their names."""
