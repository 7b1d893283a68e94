"""The players of Chromino, from the plainest to the strongest."""

from collections.abc import Callable, Mapping, Sequence

from tessella.bots import advice, contract
from tessella.bots.budget import Budget, usual
from tessella.bots.contract import Bot, BotFactory, ContestResult
from tessella.core import Action, Generator, Stream, View
from tessella.core import Options as CoreOptions
from tessella.core.clock import cpu_seconds
from tessella.games.chromino.bots.policies import Policies
from tessella.games.chromino.bots.proof import Proof
from tessella.games.chromino.bots.search import Search
from tessella.games.chromino.bots.weights import CONTACTS, HARDEST, POINTS, RANDOM, STATIC, WEIGHTS
from tessella.games.chromino.deal import deal
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.notation import Call, Claim, Spot
from tessella.games.chromino.rules import Options
from tessella.games.chromino.sampling import sample
from tessella.games.chromino.state import winners
from tessella.games.chromino.view import View as ChrominoView

FEW_TILES = 12
"""With so many tiles left, in all hands and the bag, one may look for the best line to the very end;"""
FEW_OF_ONE = 2
"""and with so many in one's own hand, for a win that nobody can prevent."""


def policies_for(options: Options) -> Policies:
    """The policies for games by these options."""
    return Policies(options.kernel_config(), WEIGHTS, options.hands == "open")


class Analysis(contract.Analysis):
    """A seat's thoughts about its turn."""

    TURNS = 14
    """How many turns a rollout goes on before the position is judged."""

    def __init__(self, view: View, rng: Generator, turns: int = TURNS) -> None:
        assert isinstance(view, ChrominoView)
        assert view.seat is not None
        assert view.seat == view.turn
        self.view = view
        self.seat = view.seat
        self.moves = [action for action in view.legal if not isinstance(action, Call | Spot | Claim)]
        # Points, and how few tiles one draws alone, are only counted at the end.
        cut = view.options.scoring == "none" and view.options.players > 1
        self.turns = turns if cut else 0
        self.kernel = sample(view, rng).kernel
        self.search = Search(view.options.kernel_config(), WEIGHTS, view.options.hands == "open")
        self.search.consider(self.kernel, self.seat, self.turns)

    def think(self, rollouts: int, luck: int) -> list[tuple[int, float]]:
        """For each move how often it was tried, and what it came to; the better ones are tried more often."""
        return self.search.evaluate(rollouts, luck)

    def compare(self, moves: list[int], rollouts: int, luck: int) -> list[list[float]]:
        """Some moves in the same worlds: what each came to, in each of many batches."""
        rounds = max(1, rollouts // (len(moves) * advice.BATCHES))
        return self.search.compare(moves, advice.BATCHES, rounds, luck)

    def prove(self, nodes: int, only: int | None = None) -> tuple[list[float], bool] | None:
        """For each move (or one only) the share of the win that is sure with it, and whether that is exactly what it is
        worth. None where it is too early to ask."""
        few = sum(seat.count for seat in self.view.seats) + self.view.bag <= FEW_TILES
        if self.view.options.players == 1 or not (few or len(self.view.hand) <= FEW_OF_ONE):
            return None
        proof = Proof(self.view.options.kernel_config(), self.view.options.hands == "open")
        return proof.prove(self.kernel, self.seat, nodes, -1 if only is None else only)


def most_rollouts(thoughts: Analysis) -> int:
    """What the master takes for a choice: as many rollouts as stay well below a tenth of a second.

    Whole games take longer than some turns, the more so the more play; with junior rules there are more places to
    choose from.
    """
    options = thoughts.view.options
    if thoughts.turns:
        rollouts = 15_000 if options.players == 2 else 10_000
    else:
        rollouts = 2_000 if options.players == 1 else 12_000 // options.players
    return rollouts // 2 if options.junior != "no" else rollouts


def part_of_it(thoughts: Analysis) -> int:
    """What the level below the master takes: never as many rollouts as the master, whatever is played."""
    return min(1500, most_rollouts(thoughts) * 3 // 4)


class ReactiveBot(Bot):
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


class PolicyBot(ReactiveBot):
    """Follows a policy that looks no further than one tile; where points decide who wins, perhaps another one."""

    def __init__(self, name: str, policy: int, scored: int | None = None) -> None:
        super().__init__(name)
        self.policy = policy
        self.scored = policy if scored is None else scored

    def policy_for(self, options: Options) -> int:
        """The policy for games by these options."""
        # Who plays alone wins by laying every tile, and a game that is lost for some points is lost (C28).
        return self.policy if options.scoring == "none" or options.players == 1 else self.scored

    def lay(self, view: ChrominoView, rng: Generator) -> Action:
        """The move that the policy likes best."""
        luck, world = rng.word(), Generator(rng.word())  # two words for each choice: see `Policies.contest`
        policy = self.policy_for(view.options)
        return view.legal[policies_for(view.options).choose(sample(view, world).kernel, policy, luck)]


class SearchBot(ReactiveBot):
    """Plays every move out many times, in worlds that could be this one; near the end it looks for proofs first."""

    def __init__(
        self,
        name: str,
        budget: Budget | None,
        turns: int,
        rollouts: Callable[[Analysis], int] = most_rollouts,
        proves: bool = False,
    ) -> None:
        """Without a budget it takes what is usual."""
        super().__init__(name)
        self.budget = budget
        self.rollouts = rollouts
        self.turns = turns
        self.proves = proves

    def lay(self, view: ChrominoView, rng: Generator) -> Action:
        """The move with the best share, if that is proved exactly; else the one tried most often, or of the highest
        value."""
        began = cpu_seconds()
        thoughts = Analysis(view, rng, self.turns)
        budget = self.budget or Budget(usual(self.rollouts(thoughts)))
        shares, exact = (self.proves and thoughts.prove(budget.positions)) or ([0.0] * len(thoughts.moves), False)
        if max(shares) == 1:
            return thoughts.moves[shares.index(1)]
        results = budget.spend(lambda rollouts: thoughts.think(rollouts, rng.word()), began)
        return thoughts.moves[max(range(len(results)), key=lambda move: (exact and shares[move], *results[move]))]


class Contest:
    """Games between bots that follow plain policies, played inside the kernel: the same games, only faster."""

    def __init__(self, options: Options, policies: Sequence[int]) -> None:
        self.options = options
        self.policies = policies
        self.played_by = policies_for(options)
        self.seed: str | None = None
        self.dealt = Kernel(*options.kernel_config())
        self.kernel = Kernel(*options.kernel_config())

    def play(self, seed: str, seating: Sequence[int], lucks: Sequence[Generator]) -> ContestResult:
        """A game of the bots, seated by their numbers."""
        if seed != self.seed:  # each deal is played several times
            self.dealt.deal(*deal(self.options, Stream(seed)))
            self.seed = seed
        self.kernel.resume(self.dealt)
        policies = [self.policies[number] for number in seating]
        decisions = self.played_by.contest(self.kernel, policies, [luck.state for luck in lucks])
        return ContestResult(self.dealt.first, winners(self.kernel), decisions)


def contest(options: CoreOptions, bots: Sequence[Bot]) -> Contest | None:
    """A faster way to play these bots against each other, if there is one: where nobody speaks out of turn (C22)."""
    assert isinstance(options, Options)
    policies = [bot.policy_for(options) for bot in bots if isinstance(bot, PolicyBot)]
    if len(policies) < len(bots) or options.call or options.claim:
        return None
    return Contest(options, policies)


FACTORIES: Mapping[str, BotFactory] = {
    "beginner": lambda name, budget: PolicyBot(name, RANDOM),
    "casual": lambda name, budget: PolicyBot(name, HARDEST, POINTS),
    "steady": lambda name, budget: PolicyBot(name, STATIC),
    "sharp": lambda name, budget: SearchBot(name, budget, 7, part_of_it),
    "master": lambda name, budget: SearchBot(name, budget, Analysis.TURNS, proves=True),
    "contacts": lambda name, budget: PolicyBot(name, CONTACTS),
    "points": lambda name, budget: PolicyBot(name, POINTS),
}
"""The bots of Chromino by their names."""
