"""The players of Florentine Dominoes, from the plainest to the strongest."""

from abc import abstractmethod
from collections.abc import Mapping

from tessella.bots import advice, contract
from tessella.bots.budget import Budget
from tessella.bots.contract import Bot, BotFactory
from tessella.core import Action, Generator, View
from tessella.core.clock import cpu_seconds
from tessella.games.florentine.bots.moves import moves_of
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
        self.search = Search(*view.options.kernel_config())
        self.search.consider(moves_of(self.state, view.legal))

    def think(self, rollouts: int, luck: int) -> list[tuple[int, float]]:
        """For each move how often it was tried, and what it came to; the better ones are tried more often."""
        return self.search.think(self.state.kernel, self.seat, rollouts, luck)

    def compare(self, moves: list[int], rollouts: int, luck: int) -> list[list[float]]:
        """Some moves in the same worlds: how often each won, in each of many batches."""
        rounds = max(1, rollouts // (len(moves) * advice.BATCHES))
        return self.search.compare(self.state.kernel, self.seat, moves, advice.BATCHES, rounds, luck)

    def prove(self, nodes: int, only: int | None = None) -> tuple[list[float], bool] | None:
        """For each move the share of the win that is sure with it, and whether that is exactly what it is worth: it is
        between two, if all was looked at. All moves are looked at, whichever are asked for. None where what is hidden
        matters."""
        if not is_open(self.state.kernel):
            return None
        proof = Proof(*self.view.options.kernel_config())
        proof.consider(moves_of(self.state, self.view.legal))
        shares, complete = proof.prove(self.state.kernel, self.seat, NODES * nodes)
        return shares, complete and self.view.options.players == 2


class Thinker(Bot):
    """A bot that weighs every action and takes the best; which of equal ones is left to chance."""

    def choose(self, view: View, rng: Generator) -> Action | None:
        """The action with the highest weight."""
        if len(view.legal) < 2:
            return view.legal[0] if view.legal else None
        weights = self.weigh(Analysis(view, rng), rng)
        best = max(weights)
        return view.legal[rng.choice([i for i, weight in enumerate(weights) if weight == best])]

    @abstractmethod
    def weigh(self, thoughts: Analysis, rng: Generator) -> list[float]:
        """A weight for each legal action."""


class Hasty(Bot):
    """Lays any card in any way, and declines only if it must."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, rng: Generator) -> Action | None:
        """Anything but putting a card aside, if there is anything else."""
        laying = [action for action in view.legal if not isinstance(action, Aside | Pass)]
        return rng.choice(laying or view.legal) if view.legal else None


class Gatherer(Thinker):
    """Takes the most gems now, and never declines if it can lay."""

    def __init__(self, name: str) -> None:
        self.name = name

    def weigh(self, thoughts: Analysis, rng: Generator) -> list[float]:
        """The gems that it counts afterwards."""
        gains = thoughts.search.gains(thoughts.state.kernel, thoughts.seat)
        return [gain - 100.0 * isinstance(action, Aside) for gain, action in zip(gains, thoughts.moves, strict=True)]


class Builder(Thinker):
    """Values the spaces as they would be, its own and the others'."""

    DECLINE = -0.10

    def __init__(self, name: str) -> None:
        self.name = name

    def weigh(self, thoughts: Analysis, rng: Generator) -> list[float]:
        """How much better the spaces get; a card aside is worth what it is worth to be rid of it."""
        values = thoughts.search.values(thoughts.state.kernel, thoughts.seat)
        best: dict[str, float] = {}
        for value, action in zip(values, thoughts.moves, strict=True):
            card = getattr(action, "card", "")
            if not isinstance(action, Aside):
                best[card] = max(best.get(card, -100.0), value)
        # Declining has a fixed price. The card to be put aside is the one that could do least.
        return [
            self.DECLINE - 0.0001 * best.get(action.card, -100.0) if isinstance(action, Aside) else value
            for value, action in zip(values, thoughts.moves, strict=True)
        ]


class Player(Thinker):
    """Plays every action out many times, in worlds that could be this one; first it may look for a proof."""

    def __init__(self, name: str, budget: Budget, proves: bool = False) -> None:
        self.name = name
        self.budget = budget
        self.proves = proves

    def weigh(self, thoughts: Analysis, rng: Generator) -> list[float]:
        """What was proved to be best, then what stayed longest in the race, then how often it wins.

        With more than two players a proof lets all the others play against this one. They seldom do: what it comes to
        then says little, unless it is a win.
        """
        began = cpu_seconds()
        shares, exact = (self.proves and thoughts.prove(self.budget.positions)) or ([0.0] * len(thoughts.moves), False)
        if max(shares) == 1:
            return shares
        found = self.budget.spend(lambda rollouts: thoughts.think(rollouts, rng.word()), began)
        return [1e9 * exact * share + tries + 0.5 * mean for share, (tries, mean) in zip(shares, found, strict=True)]


FACTORIES: Mapping[str, BotFactory] = {
    "beginner": lambda name, budget: Hasty(name),
    "casual": lambda name, budget: Gatherer(name),
    "steady": lambda name, budget: Builder(name),
    "sharp": lambda name, budget: Player(name, budget or Budget(450)),
    "master": lambda name, budget: Player(name, budget or Budget(4000), proves=True),
}
"""The bots of Florentine Dominoes by their names."""
