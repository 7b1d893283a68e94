"""The calibration of reviews: how often moves won, by the probability that the review gave them.

Games of a level against itself are reviewed, and the probability of every decision is compared with the result.
"""

import argparse
from collections import defaultdict
from statistics import fmean

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tessella import bots
from tessella.core import Game, Generator
from tessella.games import GAMES
from tessella.record import Record
from tessella.review import review

BINS = 5


def played(game: Game, players: int, level: str, seed: int) -> Record:
    """A game of a level against itself. Seats that may act out of turn choose first."""
    state = game.new(game.read_options({"players": str(players)}), seed)
    bot, rng = bots.bot_named(game, level), Generator(seed)
    while state.turn is not None:
        for seat in reversed(state.actors()):
            action = bot.choose(state.view(seat), rng)
            if action is not None:
                state.apply(seat, action)
                break
    return Record.of(game, state)


def main() -> None:
    """Play, review and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), default="chromino")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--level", default="sharp")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rollouts", type=int, default=2000, help="for each decision (default: 2000)")
    args = parser.parse_args()
    console = Console()
    by_bin: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for seed in track(range(args.games), "Reviewing games", console=Console(stderr=True), transient=True):
        reviewed = review(played(GAMES[args.game], args.players, args.level, seed), rollouts=args.rollouts)
        for decision in reviewed.decisions:
            probability, result = decision.advice.made.share, reviewed.seats[decision.seat].result
            assert result is not None
            by_bin[min(BINS - 1, int(probability * BINS))].append((probability, result))
    table = Table("said to win", "won", "decisions")
    for _, each in sorted(by_bin.items()):
        table.add_row(
            f"{fmean(probability for probability, _ in each):.0%}",
            f"{fmean(won for _, won in each):.0%}",
            f"{len(each):,}",
        )
    console.print(f"{args.game}, {args.players} players, {args.games} games of {args.level}, {args.rollouts} rollouts")
    console.print(table)


if __name__ == "__main__":
    main()
