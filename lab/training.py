"""Computes the weights with which Chromino's bots judge positions, by self-play: `python -m lab train`.

The same seed gives the same weights. Two sets are computed, one after the other:

* *prospects*, for positions in which all hands are imagined: a logistic model of who wins, fitted to games between bots
  of the level `steady`;
* *static*, for what can be seen without playouts: tuned by small steps against the bot `contacts`, in scored games
  against `points`. A step is kept if it wins more often on the same deals, twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp

from tessella.core import Generator
from tessella.games.chromino import rules
from tessella.games.chromino.bots.policies import Policies
from tessella.games.chromino.bots.weights import (
    CONTACTS,
    PATTERNS,
    POINTS,
    PROSPECTS,
    STATIC,
    STATIC_WEIGHTS,
    pack,
    pattern_of,
)
from tessella.games.chromino.config import START
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.state import State, winners
from tessella.games.chromino.tiles import TILES

Progress = Callable[[str, int, int], None]
"""Called with the activity, how much of it is done, and how much there is."""
Position = tuple[list[list[float]], list[float]]
"""For each seat its features, and its share of the win in the end."""


def features(kernel: Kernel, seat: int) -> list[float]:
    """The features of a seat, in the order of PROSPECTS."""
    hand = kernel.hand_of(seat)
    size = len(hand)
    able = sum(kernel.number_of_places(tile) > 0 for tile in hand)
    wait = (seat - kernel.turn) % kernel.players
    patterns = [0.0] * len(PATTERNS)
    for tile in hand:
        patterns[pattern_of(TILES[tile])] -= 1.0
    if size == 0:
        return [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, *patterns]
    return [able - size, -able, float(able > 0), able / (size + 0.5), -wait / kernel.players, 0.0, *patterns]


def positions(games: int, weights: dict[str, list[float]], rng: Generator) -> Iterator[Position]:
    """About a third of all positions of games between bots that see one tile ahead."""
    for _ in range(games):
        players = rng.choice((2, 2, 3, 4))
        options = rules.options("classic", players)
        kernel = State.new(options, rng.word()).kernel
        policies = Policies(options.kernel_config(), pack(weights))
        seen = []
        while not kernel.over:
            if kernel.stage == START and rng.below(3) == 0:
                seen.append([features(kernel, seat) for seat in range(players)])
            policies.step(kernel, STATIC, rng.word())
        left = [kernel.hand_size[seat] for seat in range(players)]
        shares = [(size == min(left)) / left.count(min(left)) for size in left]
        yield from ((each, shares) for each in seen)


def fit(samples: list[Position], weights: list[float], epochs: int, rng: Generator) -> list[float]:
    """Weights that make the actual winners most likely: logistic regression by plain gradient steps."""
    weights = list(weights)
    for epoch in range(epochs):
        rng.shuffle(samples)
        rate = 0.05 / (1 + epoch)
        for seats, shares in samples:
            strengths = [exp(sum(w * x for w, x in zip(weights, seat, strict=True))) for seat in seats]
            total = sum(strengths)
            for seat, share, strength in zip(seats, shares, strengths, strict=True):
                error = rate * (share - strength / total)
                for i, x in enumerate(seat):
                    weights[i] += error * x
    return weights


@dataclass(frozen=True)
class Lesson:
    """Some of the static weights, and the games in which they matter."""

    names: tuple[str, ...]
    settings: tuple[rules.Options, ...]
    against: int
    """The policy of all other seats."""
    part: int = 1
    """A lesson about few weights plays only one of so many parts of the rounds."""


def lessons() -> tuple[Lesson, ...]:
    """The lessons, in order. A weight that does not matter in a game would only drift in it."""
    scored = {"standing beside points": "expert", "standing beside points by contact": "contacts"}
    plain = tuple(name for name in STATIC_WEIGHTS if name not in scored)
    classic, expert, contacts = (
        tuple(rules.options(edition, players, scoring=scoring) for players in seats)
        for edition, scoring, seats in (
            ("classic", "none", (2,)),
            ("classic", "expert", (2, 4)),
            ("meccano", "contacts", (2, 4)),
        )
    )
    return (
        Lesson(plain, classic, CONTACTS),
        Lesson(("standing beside points",), expert, POINTS, part=10),
        Lesson(("standing beside points by contact",), contacts, POINTS, part=10),
    )


def share(weights: dict[str, list[float]], lesson: Lesson, deals: int, seed: int) -> float:
    """How often the static bot wins, from all seats in turn, on so many deals; 0.5 is as often as the others."""
    shares = []
    for options in lesson.settings:
        players = options.players
        policies = Policies(options.kernel_config(), pack(weights))
        won = 0.0
        for deal in range(deals):
            dealt = State.new(options, f"{seed} {deal}").kernel
            for seat in range(players):
                kernel = dealt.copy()
                played = [STATIC if each == seat else lesson.against for each in range(players)]
                policies.contest(kernel, played, [players * (players * deal + each) + seat for each in range(players)])
                first = winners(kernel)
                won += (seat in first) / len(first)
        shares.append(won / deals / 2)
    return sum(shares) / len(shares)


def normal(rng: Generator) -> float:
    """A nearly normal number, of mean 0 and deviation 1."""
    return sum(rng.below(10**6) / 10**6 for _ in range(12)) - 6.0


def climb(
    weights: dict[str, list[float]], lesson: Lesson, rounds: int, deals: int, rng: Generator, progress: Progress
) -> list[float]:
    """Improve the static weights by trying small steps."""
    best = list(weights["static"])
    places = [list(STATIC_WEIGHTS).index(name) for name in lesson.names]
    for number in range(rounds):
        candidate = list(best)
        for i in rng.choice(((1,), (1, 1), (1, 1, 1))):
            at = rng.choice(places)
            candidate[at] += i * normal(rng) * max(0.2, abs(candidate[at]) / 4)
        for size, seed in ((deals, rng.below(10**6)), (2 * deals, rng.below(10**6))):
            old, new = (share({**weights, "static": each}, lesson, size, seed) for each in (best, candidate))
            if new <= old:
                break
        else:
            best = candidate
        progress(f"Tuning the static weights ({len(places)} of {len(best)})", number + 1, rounds)
    return best


def train(seed: int, games: int, rounds: int, deals: int, progress: Progress) -> dict[str, dict[str, float]]:
    """Compute all weights, by their names."""
    rng = Generator(seed)
    weights = {"prospects": list(PROSPECTS.values()), "static": list(STATIC_WEIGHTS.values())}
    for lesson in lessons():
        weights["static"] = climb(weights, lesson, max(1, rounds // lesson.part), deals, rng, progress)
    samples: list[Position] = []
    for number in range(games):
        samples += positions(1, weights, rng)
        progress("Playing games to learn from", number + 1, games)
    weights["prospects"] = fit(samples, weights["prospects"], 12, rng)
    return {
        "static": dict(zip(STATIC_WEIGHTS, (round(w, 4) for w in weights["static"]), strict=True)),
        "prospects": dict(zip(PROSPECTS, (round(w, 4) for w in weights["prospects"]), strict=True)),
    }


def share_of(named: dict[str, dict[str, float]], deals: int, seed: int) -> float:
    """How often the static bot wins against `contacts` with these weights."""
    return share({name: list(each.values()) for name, each in named.items()}, lessons()[0], deals, seed)
