"""The players of Chromino, from the plainest to the strongest."""

from collections.abc import Mapping

from tessella.bots.chromino_search import Search
from tessella.bots.chromino_weights import CONTACTS, HARDEST, POINTS, RANDOM, STATIC, WEIGHTS
from tessella.bots.contract import Bot
from tessella.bots.levels import Maker
from tessella.chromino.notation import Call, Claim, Spot
from tessella.chromino.sampling import sample
from tessella.chromino.view import View as ChrominoView
from tessella.core import Action, Generator, View


def search_for(view: ChrominoView) -> Search:
    """A search for games by a view's options."""
    search = Search(*view.options.switches())
    search.weigh_with(list(WEIGHTS), view.options.hands == "open")
    return search


class Attentive(Bot):
    """Never forgets to say "Chromino", spots who did, and claims what was missed (C22, C23)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, rng: Generator) -> Action | None:
        """What is said comes first; then, on turn, what is laid."""
        assert isinstance(view, ChrominoView)
        for action in view.legal:
            if isinstance(action, Call | Spot | Claim):
                return action
        if view.turn != view.seat or not view.legal:
            return None
        return view.legal[0] if len(view.legal) == 1 else self.lay(view, rng)

    def lay(self, view: ChrominoView, rng: Generator) -> Action:
        """What to do with one's turn."""
        raise NotImplementedError


class Plain(Attentive):
    """Follows a policy that looks no further than one tile."""

    def __init__(self, name: str, policy: int) -> None:
        super().__init__(name)
        self.policy = policy

    def lay(self, view: ChrominoView, rng: Generator) -> Action:
        """The move that the policy likes best."""
        search = search_for(view)
        return view.legal[search.choose(sample(view, rng).kernel, self.policy, rng.word())]


class Foresight(Attentive):
    """Plays every move out many times, in worlds that could be this one."""

    def __init__(self, name: str, rollouts: int, turns: int) -> None:
        super().__init__(name)
        self.rollouts = rollouts
        self.turns = turns

    def lay(self, view: ChrominoView, rng: Generator) -> Action:
        """The move that came to most."""
        assert view.seat is not None
        kernel = sample(view, rng).kernel
        search = search_for(view)
        search.list_moves(kernel)
        search.look(kernel, view.seat)
        # Points, and how few tiles one draws alone, are only counted at the end.
        cut = view.options.scoring == "none" and view.options.players > 1
        turns = self.turns if cut else 0
        found = search.think(kernel, view.seat, self.rollouts, turns, rng.word())
        most = max(tries for tries, _ in found)
        best = max(range(len(found)), key=lambda move: (found[move][0] == most, found[move][1]))
        return view.legal[best]


MAKERS: Mapping[str, Maker] = {
    "beginner": lambda name, budget: Plain(name, RANDOM),
    "casual": lambda name, budget: Plain(name, HARDEST),
    "steady": lambda name, budget: Plain(name, STATIC),
    "sharp": lambda name, budget: Foresight(name, budget or 300, 3),
    "master": lambda name, budget: Foresight(name, budget or 3000, 5),
    "contacts": lambda name, budget: Plain(name, CONTACTS),
    "points": lambda name, budget: Plain(name, POINTS),
}
"""The bots of Chromino by their names."""
