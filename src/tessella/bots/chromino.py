"""The players of Chromino, from the plainest to the strongest."""

from collections.abc import Mapping, Sequence

from tessella.bots.chromino_search import Search
from tessella.bots.chromino_weights import CONTACTS, HARDEST, POINTS, RANDOM, STATIC, WEIGHTS
from tessella.bots.contract import Bot
from tessella.bots.levels import Maker
from tessella.chromino.kernel import Kernel
from tessella.chromino.notation import Call, Claim, Spot
from tessella.chromino.rules import Options
from tessella.chromino.sampling import sample
from tessella.chromino.state import State
from tessella.chromino.view import View as ChrominoView
from tessella.core import Action, Generator, Outcome, View
from tessella.core import Options as CoreOptions


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
        luck, world = rng.word(), Generator(rng.word())  # two words for each choice: see `Search.contest`
        return view.legal[search_for(view).choose(sample(view, world).kernel, self.policy, luck)]


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


class Contest:
    """Games between bots that follow plain policies, played inside the kernel: the same games, only faster."""

    def __init__(self, options: Options, policies: Sequence[int]) -> None:
        self.options = options
        self.policies = policies
        self.search = Search(*options.switches())
        self.search.weigh_with(list(WEIGHTS), options.hands == "open")
        self.seed: str | None = None
        self.dealt = Kernel(*options.switches())
        self.kernel = Kernel(*options.switches())

    def play(self, seed: str, seating: Sequence[int], lucks: Sequence[Generator]) -> tuple[int, Outcome, list[int]]:
        """Who begins, the outcome, and how often each seat was asked; the bots are seated by their numbers."""
        if seed != self.seed:  # each deal is played several times
            self.seed, self.dealt = seed, State.new(self.options, seed).kernel
        self.kernel.resume(self.dealt)
        policies = [self.policies[number] for number in seating]
        asked = self.search.contest(self.kernel, policies, [luck.state for luck in lucks])
        outcome = State(self.options, seed, self.kernel, [], []).outcome
        assert outcome is not None
        return self.dealt.first, outcome, asked


def contest(options: CoreOptions, bots: Sequence[Bot]) -> Contest | None:
    """A faster way to play these bots against each other, if there is one: where nobody speaks out of turn (C22)."""
    assert isinstance(options, Options)
    policies = [bot.policy for bot in bots if isinstance(bot, Plain)]
    if len(policies) < len(bots) or options.call or options.claim:
        return None
    return Contest(options, policies)


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
