#!/usr/bin/env python3
"""A bot that learns Chromino by playing against itself: NumPy alone, one core, some minutes.

It needs the extra: pip install 'tessella-games[research]'.

python3 examples/learn.py train --seconds 240 --out learned.npz
python3 examples/learn.py match --policy learned.npz --bot casual --games 4000

The arena seats it, too, from the folder of learned.npz: tessella arena --bots examples.learn:Learned casual
docs/learning.md explains how it learns, step by step.

A small network scores each legal action by some of its features; the higher the score, the likelier the action. After
each round of games, what the winners did becomes likelier (REINFORCE, with a baseline). The same seed and the same
number of rounds learn the same policy.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tessella.research.extra import needed

try:
    with needed():
        import numpy as np
        from numpy.typing import NDArray

        from tessella.research.batch import Batch
        from tessella.research.table import Encoder
except ImportError as error:
    sys.exit(str(error))

from tessella.arena.figures import Estimate, mean_of
from tessella.arena.play import play_game
from tessella.bots import Bot, bot_named
from tessella.core import Action, Generator, OptionError, View
from tessella.games import chromino, game_named
from tessella.games.chromino.rules import Options
from tessella.games.chromino.tiles import TILES, WILD
from tessella.learning.codes import LAY

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

GAME, EDITION, PLAYERS = "chromino", "classic", 2
OPTIONS = chromino.options(EDITION, PLAYERS)
ENCODER = Encoder(game_named(GAME), OPTIONS)
KINDS = [0 if WILD in tile else len(set(tile)) for tile in TILES]
"""For each tile: 0 wild, else the number of its colours."""
INPUTS, HIDDEN, JUDGED = 20, 24, 6


# ---- what the policy looks at ----


def features(observations: NDArray[np.int16], rows: NDArray[np.int16], actions: Ints) -> Floats:
    """The inputs of the network: a row for each action, given its observation and its features."""
    layout, fields = ENCODER.layout, ENCODER.row_fields
    assert fields is not None
    legal = layout.part(observations, "legal")[np.arange(len(actions)), actions]
    seats = layout.part(observations, "seats")
    own, other = seats[:, 0, 0].astype(np.float32), seats[:, 1, 0].astype(np.float32)
    lays = (legal[:, 0] == LAY).astype(np.float32)
    left = np.maximum(own - 1, 0.5)
    kind = np.asarray(KINDS)[np.maximum(legal[:, 1] - 1, 0)]
    shown, may, may_fit = fields.part(rows, "others_fit")[:, 0].T.astype(np.float32)
    shown_count = seats[:, 1, 7:].sum(axis=1)
    hidden = np.maximum(other - shown_count, 0)
    chance = may_fit / np.maximum(may, 1)
    blocked = lays * np.where(shown > 0, 0, (1 - chance) ** hidden)

    def number(name: str) -> Floats:
        return fields.part(rows, name)[:, 0].astype(np.float32)

    own_fit = number("own_fit") / left
    columns = [
        np.ones(len(actions), np.float32),
        lays,
        number("contacts") / 8,
        lays / np.maximum(number("places"), 1),
        np.minimum(number("places"), 10) / 10,
        own_fit,
        number("own_spare") / left,
        lays * (number("own_fit") > 0),
        number("unseen_fit") / 40,
        lays * chance,
        blocked,
        blocked / np.maximum(other, 1),
        *[lays * (kind == each) for each in range(4)],
        lays * own / 8,
        lays * other / 8,
        lays * own_fit * (own <= 3),
        lays * chance * (other <= 3),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def judged(observations: NDArray[np.int16]) -> Floats:
    """What the baseline judges a position by: the tiles of both, and how close the end is."""
    seats = ENCODER.layout.part(observations, "seats")
    own, other = seats[:, 0, 0] / 8, seats[:, 1, 0] / 8
    ends = np.minimum(own, other)
    first = np.where(ENCODER.layout.part(observations, "first")[:, 0] == 1, 1.0, -1.0)
    columns = [np.ones(len(own)), other - own, (other - own) / (ends + 0.2), first, first / (ends + 0.2), own * other]
    return np.stack(columns, axis=1).astype(np.float32)


# ---- the policy ----


class Policy:
    """A network with one hidden layer, besides which each input counts directly."""

    NAMES = ("straight", "inward", "outward")

    def __init__(self, weights: Sequence[Floats]) -> None:
        self.weights = list(weights)

    @classmethod
    def new(cls, seed: int) -> "Policy":
        """A network that chooses at random."""
        luck = np.random.default_rng(seed)
        inward = luck.normal(0, INPUTS**-0.5, (INPUTS, HIDDEN)).astype(np.float32)
        return cls([np.zeros(INPUTS, np.float32), inward, np.zeros(HIDDEN, np.float32)])

    def scores(self, inputs: Floats) -> tuple[Floats, Floats]:
        """The score of each action, and what the hidden layer made of it."""
        straight, inward, outward = self.weights
        inner = np.tanh(inputs @ inward)
        return inputs @ straight + inner @ outward, inner

    def slopes(self, inputs: Floats, inner: Floats, wanted: Floats) -> list[Floats]:
        """How each weight changes the sum of the scores, each times how much it is wanted."""
        outward = self.weights[2]
        through = (wanted[:, None] * outward) * (1 - inner**2)
        return [inputs.T @ wanted, inputs.T @ through, inner.T @ wanted]

    def save(self, path: Path) -> None:
        """Write the weights into a file."""
        np.savez(path, allow_pickle=False, **dict(zip(self.NAMES, self.weights, strict=True)))

    @classmethod
    def load(cls, path: Path) -> "Policy":
        """Read a file of weights."""
        with np.load(path, allow_pickle=False) as stored:
            return cls([stored[name] for name in cls.NAMES])


class Adam:
    """Steps whose length hardly depends on the scale of a slope."""

    def __init__(self, weights: Sequence[Floats], rate: float) -> None:
        self.rate, self.steps = rate, 0
        self.mean = [np.zeros_like(each) for each in weights]
        self.square = [np.zeros_like(each) for each in weights]

    def climb(self, weights: Sequence[Floats], slopes: Sequence[Floats]) -> None:
        """Change the weights in the direction of the slopes."""
        self.steps += 1
        for weight, slope, mean, square in zip(weights, slopes, self.mean, self.square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            length = mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
            weight += self.rate * length


def chances(scores: Floats, starts: Ints, sizes: Ints) -> Floats:
    """How likely each action is, among those of its decision."""
    top = np.maximum.reduceat(scores, starts)
    power = np.exp(scores - np.repeat(top, sizes))
    likely: Floats = power / np.repeat(np.add.reduceat(power, starts), sizes)
    return likely


# ---- learning ----


@dataclass
class Round:
    """The decisions of a round of games: their actions one after the other, and what each game was worth."""

    inputs: Floats
    sizes: Ints
    """The number of actions of each decision."""
    chosen: Ints
    """The action that was chosen, as an index of the inputs."""
    positions: Floats
    returns: Floats
    games: int


def play_round(batch: Batch, policy: Policy, steps: int, luck: np.random.Generator) -> Round:
    """Play on, both seats by the policy; keep the real choices of the games that end meanwhile."""
    assert batch.rows is not None
    kept, ends = [], []
    for _ in range(steps):
        actions = np.ones(len(batch), np.int64)
        deciding = np.flatnonzero(batch.counts > 1)
        sizes = batch.counts[deciding]
        games = np.repeat(deciding, sizes)
        starts = np.cumsum(sizes) - sizes
        numbers = 1 + np.arange(len(games)) - np.repeat(starts, sizes)
        inputs = features(batch.observations[games], batch.rows[games, numbers], numbers)
        likely = chances(policy.scores(inputs)[0], starts, sizes)
        # The first action at which the sum of the chances passes a random number is chosen.
        sums = np.cumsum(likely)
        wanted = (sums[starts] - likely[starts]) + luck.random(len(deciding)) * 0.999999
        chosen = np.clip(np.searchsorted(sums, wanted), starts, starts + sizes - 1)
        actions[deciding] = numbers[chosen]
        kept.append((deciding, batch.seats[deciding].copy(), inputs, sizes, chosen - starts))
        positions = judged(batch.observations[deciding])
        ends.append((positions, *batch.step(actions)))
    worth = np.zeros((len(batch), PLAYERS), np.float32)
    ended = np.zeros(len(batch), bool)
    parts, finished = [], 0
    for (deciding, seats, inputs, sizes, chosen), (positions, rewards, over) in zip(
        kept[::-1], ends[::-1], strict=True
    ):
        worth[over] = rewards[over]
        ended |= over
        finished += int(over.sum())
        use = ended[deciding]
        parts.append(
            (inputs[np.repeat(use, sizes)], sizes[use], chosen[use], positions[use], worth[deciding, seats][use])
        )
    inputs, sizes, chosen, positions, returns = (np.concatenate(each) for each in zip(*parts, strict=True))
    return Round(inputs, sizes, np.cumsum(sizes) - sizes + chosen, positions, returns, finished)


def learn_from(policy: Policy, adam: Adam, baseline: Floats, played: Round, bonus: float) -> None:
    """Make what was worth more than the baseline expects likelier, and keep some variety."""
    expected = played.positions @ baseline
    gain = played.returns - expected
    gain /= gain.std() + 1e-6
    starts = np.cumsum(played.sizes) - played.sizes
    scores, inner = policy.scores(played.inputs)
    likely = chances(scores, starts, played.sizes)
    wanted = -likely * np.repeat(gain, played.sizes)
    wanted[played.chosen] += gain
    logs = np.log(likely + 1e-9)
    entropy = -np.add.reduceat(likely * logs, starts)
    wanted -= bonus * likely * (logs + np.repeat(entropy, played.sizes))
    adam.climb(policy.weights, policy.slopes(played.inputs, inner, (wanted / len(gain)).astype(np.float32)))


def train(seed: int, seconds: float, rounds: int, games: int, steps: int, report: bool = True) -> Policy:
    """Learn until the time is over, or for so many rounds."""
    policy = Policy.new(seed)
    adam = Adam(policy.weights, 0.01)
    baseline = np.zeros(JUDGED, np.float32)
    batch = Batch(GAME, EDITION, PLAYERS, games=games, seed=f"learn {seed}", rows=True)
    luck = np.random.default_rng(seed)
    began, played_games, number = time.monotonic(), 0, 0
    while number < rounds and time.monotonic() - began < seconds:
        played = play_round(batch, policy, steps, luck)
        # The best linear baseline of this round counts a tenth.
        best = np.linalg.lstsq(played.positions, played.returns, rcond=None)[0]
        learn_from(policy, adam, baseline if number else best, played, bonus=0.003)
        baseline = best if number == 0 else 0.9 * baseline + 0.1 * best
        number += 1
        played_games += played.games
        if report and (number & (number - 1) == 0 or number % 100 == 0):
            print(f"round {number}: {played_games:,} games, {time.monotonic() - began:.0f} s", flush=True)
    return policy


# ---- the bot ----


class LearnedBot(Bot):
    """Takes the action with the highest score."""

    def __init__(self, policy: Policy, name: str = "learned") -> None:
        self.policy = policy
        self.name = name

    def choose(self, view: View, rng: Generator) -> Action | None:
        """One of `view.legal`."""
        options = view.options
        if not isinstance(options, Options) or options.players != PLAYERS or options.junior != OPTIONS.junior:
            raise OptionError(f"{self.name} has learned {GAME} with {PLAYERS} players, not {options.to_text()}")
        if len(view.legal) < 2:
            return view.legal[0] if view.legal else None
        numbers = np.arange(1, 1 + len(view.legal))
        observations = np.repeat(ENCODER.observe(view)[None], len(numbers), axis=0)
        scores, _ = self.policy.scores(features(observations, ENCODER.rows(view)[numbers], numbers))
        return view.legal[int(scores.argmax())]


class Learned(LearnedBot):
    """The bot of the file `learned.npz` in this folder: `learn:Learned` in the arena."""

    def __init__(self) -> None:
        path = Path("learned.npz")
        if not path.exists():
            raise OptionError(f"there is no {path} in this folder: python3 examples/learn.py train writes it")
        super().__init__(Policy.load(path))


def match(policy: Policy, bot: str, deals: int) -> Estimate:
    """Play against a bot, each deal once in either seat; the share of the wins, with its 95 % interval."""
    game = game_named(GAME)
    pair = [LearnedBot(policy), bot_named(game, bot)]
    shares = []
    for deal in range(deals):
        share = 0.0
        for seat in range(PLAYERS):
            lucks = [Generator(4 * deal + 2 * seat + each) for each in range(PLAYERS)]
            result = play_game(game, OPTIONS, f"match {deal}", pair if seat == 0 else pair[::-1], lucks)
            share += (seat in result.winners) / len(result.winners) / PLAYERS
        shares.append(share)
    return mean_of(shares)


def main() -> None:
    """Train a policy, or let one play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train", help="learn, and write the policy into a file")
    training.add_argument("--seconds", type=float, default=240, help="the time to learn (default: 240)")
    training.add_argument("--rounds", type=int, default=10**9, help="stop after so many rounds")
    training.add_argument("--games", type=int, default=512, help="games at once (default: 512)")
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--out", type=Path, default=Path("learned.npz"))
    playing = commands.add_parser("match", help="play against one of our bots")
    playing.add_argument("--policy", type=Path, default=Path("learned.npz"))
    playing.add_argument("--bot", default="casual")
    playing.add_argument("--games", type=int, default=4000)
    args = parser.parse_args()
    if args.command == "train":
        train(args.seed, args.seconds, args.rounds, args.games, steps=64).save(args.out)
        print(f"written: {args.out}")
    else:
        deals = -(-args.games // PLAYERS)
        print(f"{PLAYERS * deals:,} games against {args.bot}: {match(Policy.load(args.policy), args.bot, deals)}")


if __name__ == "__main__":
    main()
