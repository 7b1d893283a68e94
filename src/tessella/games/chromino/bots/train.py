"""Finds the weights that Chromino's bots judge positions with, by self-play: `tessella train`.

The same seed finds the same weights. Two sets are found, one after the other:

* *prospects*, for positions in which all hands are imagined: a logistic model of who wins, fitted to games between bots
  of the level `steady`;
* *static*, for what one can see at a glance: tuned by small steps against the bot `contacts`, in scored games against
  `points`, a step being kept if it wins more often on the same deals, twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp

from tessella.core import Generator
from tessella.games import chromino
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
from tessella.games.chromino.state import winners
from tessella.games.chromino.tiles import TILES

Tell = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and how much there is."""
Position = tuple[list[list[float]], list[float]]
"""For each seat how it stands, and its share of the win in the end."""


def features(kernel: Kernel, seat: int) -> list[float]:
    """How a seat stands, in the order of PROSPECTS."""
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
    """Positions of games between bots that see one tile ahead, about a third of all."""
    for _ in range(games):
        players = rng.choice((2, 2, 3, 4))
        options = chromino.options("classic", players)
        kernel = chromino.State.new(options, rng.word()).kernel
        policies = Policies(options.kernel_config(), pack(weights))
        seen = []
        while not kernel.over:
            if kernel.stage == START and rng.below(3) == 0:
                seen.append([features(kernel, seat) for seat in range(players)])
            policies.step(kernel, STATIC, rng.word())
        left = [kernel.hand_size[seat] for seat in range(players)]
        shares = [(size == min(left)) / left.count(min(left)) for size in left]
        yield from ((each, shares) for each in seen)


def fit(found: list[Position], weights: list[float], epochs: int, rng: Generator) -> list[float]:
    """Weights under which those who won were the likeliest to: logistic regression by plain gradient steps."""
    weights = list(weights)
    for epoch in range(epochs):
        rng.shuffle(found)
        rate = 0.05 / (1 + epoch)
        for seats, shares in found:
            strengths = [exp(sum(w * x for w, x in zip(weights, seat, strict=True))) for seat in seats]
            total = sum(strengths)
            for seat, share, strength in zip(seats, shares, strengths, strict=True):
                error = rate * (share - strength / total)
                for i, x in enumerate(seat):
                    weights[i] += error * x
    return weights


@dataclass(frozen=True)
class Lesson:
    """Some of the static weights, and the games in which they are felt."""

    names: tuple[str, ...]
    settings: tuple[chromino.Options, ...]
    against: int
    """The policy of everybody else."""
    part: int = 1
    """A lesson about few weights needs only this part of the rounds."""


def lessons() -> tuple[Lesson, ...]:
    """What there is to learn, in this order: a weight that a game does not feel would only drift in it."""
    scored = {"standing beside points": "expert", "standing beside points by contact": "contacts"}
    plain = tuple(name for name in STATIC_WEIGHTS if name not in scored)
    classic, expert, contacts = (
        tuple(chromino.options(edition, players, scoring=scoring) for players in seats)
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
    """How often the static bot wins, from all seats in turn, on so many deals; 0.5 would be as often as the others."""
    found = []
    for options in lesson.settings:
        players = options.players
        policies = Policies(options.kernel_config(), pack(weights))
        won = 0.0
        for deal in range(deals):
            dealt = chromino.State.new(options, f"{seed} {deal}").kernel
            for seat in range(players):
                kernel = dealt.copy()
                played = [STATIC if each == seat else lesson.against for each in range(players)]
                policies.contest(kernel, played, [players * (players * deal + each) + seat for each in range(players)])
                first = winners(kernel)
                won += (seat in first) / len(first)
        found.append(won / deals / 2)
    return sum(found) / len(found)


def normal(rng: Generator) -> float:
    """A number with a mean of 0 and a deviation of 1, nearly normal."""
    return sum(rng.below(10**6) / 10**6 for _ in range(12)) - 6.0


def climb(
    weights: dict[str, list[float]], lesson: Lesson, rounds: int, deals: int, rng: Generator, tell: Tell
) -> list[float]:
    """Static weights that win more often, found by trying small steps."""
    best = list(weights["static"])
    places = [list(STATIC_WEIGHTS).index(name) for name in lesson.names]
    for number in range(rounds):
        tried = list(best)
        for i in rng.choice(((1,), (1, 1), (1, 1, 1))):
            at = rng.choice(places)
            tried[at] += i * normal(rng) * max(0.2, abs(tried[at]) / 4)
        for size, seed in ((deals, rng.below(10**6)), (2 * deals, rng.below(10**6))):
            old, new = (share({**weights, "static": each}, lesson, size, seed) for each in (best, tried))
            if new <= old:
                break
        else:
            best = tried
        tell(f"Tuning what one sees at a glance ({len(places)} of {len(best)})", number + 1, rounds)
    return best


def train(seed: int, games: int, rounds: int, deals: int, tell: Tell) -> dict[str, dict[str, float]]:
    """Weights by their names; `tell` hears of the progress."""
    rng = Generator(seed)
    weights = {"prospects": list(PROSPECTS.values()), "static": list(STATIC_WEIGHTS.values())}
    for lesson in lessons():
        weights["static"] = climb(weights, lesson, max(1, rounds // lesson.part), deals, rng, tell)
    found: list[Position] = []
    for number in range(games):
        found += positions(1, weights, rng)
        tell("Playing games to learn from", number + 1, games)
    weights["prospects"] = fit(found, weights["prospects"], 12, rng)
    return {
        "static": dict(zip(STATIC_WEIGHTS, (round(w, 4) for w in weights["static"]), strict=True)),
        "prospects": dict(zip(PROSPECTS, (round(w, 4) for w in weights["prospects"]), strict=True)),
    }


def share_of(named: dict[str, dict[str, float]], deals: int, seed: int) -> float:
    """How often the static bot wins against `contacts` with such weights."""
    return share({name: list(each.values()) for name, each in named.items()}, lessons()[0], deals, seed)
