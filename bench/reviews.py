"""CPU time of the review of a whole game, by the game and the number of players.

The review of a game for four should take less than twenty seconds on one core.
"""

import argparse
from time import process_time

from rich.console import Console
from rich.progress import track
from rich.table import Table

from calibration import played
from tessella.games import GAMES
from tessella.review import review

SETTINGS = (("chromino", 2), ("chromino", 4), ("chromino", 8), ("florentine", 2), ("florentine", 4))


def main() -> None:
    """Play, review and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="steady")
    parser.add_argument("--games", type=int, default=3, help="for each setting (default: 3)")
    args = parser.parse_args()
    table = Table("game", "players", "games", "decisions", "mean s", "most s")
    for game, players in track(SETTINGS, "Reviewing", console=Console(stderr=True), transient=True):
        seconds, decisions = [], 0
        for seed in range(args.games):
            record = played(GAMES[game], players, args.level, seed)
            began = process_time()
            decisions += len(review(record).decisions)
            seconds.append(process_time() - began)
        mean = sum(seconds) / len(seconds)
        table.add_row(game, str(players), str(args.games), str(decisions), f"{mean:.1f}", f"{max(seconds):.1f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
