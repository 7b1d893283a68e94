"""The players of Florentine Dominoes, from the plainest to the strongest."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from tessella.bots import advice
from tessella.bots.contract import Bot
from tessella.bots.florentine_moves import moves_of
from tessella.bots.florentine_search import Search
from tessella.bots.levels import Maker
from tessella.core import Action, Generator, Options, View
from tessella.florentine import sample
from tessella.florentine.notation import Aside, Pass
from tessella.florentine.state import State
from tessella.florentine.view import View as FlorentineView


class Thoughts(advice.Thoughts):
    """A seat's thoughts about its turn."""

    def __init__(self, view: View, rng: Generator) -> None:
        assert isinstance(view, FlorentineView)
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.moves = view.legal
        self.state = sample(view, rng)
        self.search = Search(*view.options.switches())
        self.search.consider(moves_of(self.state, view.legal))

    def think(self, rollouts: int, luck: int) -> list[tuple[int, float]]:
        """For each move how often it was tried, and what it came to; the better ones are tried more often."""
        return self.search.think(self.state.kernel, self.seat, rollouts, luck)

    def compare(self, moves: list[int], rollouts: int, luck: int) -> list[list[float]]:
        """Some moves in the same worlds: how often each won, in each of many batches."""
        rounds = max(1, rollouts // (len(moves) * advice.BATCHES))
        return self.search.compare(self.state.kernel, self.seat, moves, advice.BATCHES, rounds, luck)

    def prove(self, nodes: int, only: int | None = None) -> tuple[list[float], bool] | None:
        """For each move the share of the win that is sure with it, and whether that is exactly what it is worth."""
        return None


class Thinker(Bot):
    """A bot that weighs every action and takes the best; which of equal ones is left to chance."""

    def choose(self, view: View, rng: Generator) -> Action | None:
        """The action with the highest weight."""
        assert isinstance(view, FlorentineView)
        assert view.seat is not None
        if not view.legal:
            return None
        if len(view.legal) == 1:
            return view.legal[0]
        state = sample(view, rng)
        search = Search(*view.options.switches())
        search.consider(moves_of(state, view.legal))
        weights = self.weigh(view, view.seat, state, search, rng)
        best = max(weights)
        return view.legal[rng.choice([i for i, weight in enumerate(weights) if weight == best])]

    @abstractmethod
    def weigh(self, view: FlorentineView, seat: int, state: State, search: Search, rng: Generator) -> list[float]:
        """A weight for each legal action. The state is one that the view could be of."""


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

    def weigh(self, view: FlorentineView, seat: int, state: State, search: Search, rng: Generator) -> list[float]:
        """The gems that it counts afterwards."""
        gains = search.gains(state.kernel, seat)
        return [gain - 100.0 * isinstance(action, Aside) for gain, action in zip(gains, view.legal, strict=True)]


class Builder(Thinker):
    """Values the spaces as they would be, its own and the others'."""

    DECLINE = -0.10

    def __init__(self, name: str) -> None:
        self.name = name

    def weigh(self, view: FlorentineView, seat: int, state: State, search: Search, rng: Generator) -> list[float]:
        """How much better the spaces get; a card aside is worth what it is worth to be rid of it."""
        values = search.values(state.kernel, seat)
        best: dict[str, float] = {}
        for value, action in zip(values, view.legal, strict=True):
            card = getattr(action, "card", "")
            if not isinstance(action, Aside):
                best[card] = max(best.get(card, -100.0), value)
        # Declining has a fixed price. The card to be put aside is the one that could do least.
        return [
            self.DECLINE - 0.0001 * best.get(action.card, -100.0) if isinstance(action, Aside) else value
            for value, action in zip(values, view.legal, strict=True)
        ]


class Player(Thinker):
    """Plays every action out many times, in worlds that could be this one."""

    DECLINE = 0.02
    """By how much declining must be better than laying: what looks better by less is chance."""

    def __init__(self, name: str, rollouts: int) -> None:
        self.name = name
        self.rollouts = rollouts

    def weigh(self, view: FlorentineView, seat: int, state: State, search: Search, rng: Generator) -> list[float]:
        """How often it wins; actions that left the race early can no more be chosen."""
        found = search.think(state.kernel, seat, self.rollouts, rng.word())
        most = max(tries for tries, _ in found)
        return [
            mean - self.DECLINE * isinstance(action, Aside) - 10.0 * (tries < most)
            for (tries, mean), action in zip(found, view.legal, strict=True)
        ]


def contest(options: Options, bots: Sequence[Bot]) -> None:
    """There is no faster way to play these bots against each other."""


MAKERS: Mapping[str, Maker] = {
    "beginner": lambda name, budget: Hasty(name),
    "casual": lambda name, budget: Gatherer(name),
    "steady": lambda name, budget: Builder(name),
    "sharp": lambda name, budget: Player(name, budget or 300),
    "master": lambda name, budget: Player(name, budget or 4000),
}
"""The bots of Florentine Dominoes by their names."""
