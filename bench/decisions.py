"""CPU time of a level's decisions, by options: the mean and the longest.

The strongest level should decide within a tenth of a second. Its budget is playouts, not time, so that the same seed
gives the same choice; the time depends on the machine, and is measured here.
"""

import argparse

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tessella import bots
from tessella.core import Generator
from tessella.core.clock import cpu_seconds
from tessella.games import GAMES

SETTINGS = [
    ("chromino", {"edition": "classic", "players": "2"}),
    ("chromino", {"edition": "classic", "players": "4"}),
    ("chromino", {"edition": "joker", "players": "8"}),
    ("chromino", {"edition": "classic", "players": "1"}),
    ("chromino", {"edition": "classic", "players": "2", "hands": "open"}),
    ("chromino", {"edition": "classic", "players": "2", "scoring": "expert"}),
    ("chromino", {"edition": "classic", "players": "8", "scoring": "expert"}),
    ("chromino", {"edition": "classic", "players": "1", "scoring": "expert"}),
    ("chromino", {"edition": "classic", "players": "2", "junior": "ends"}),
    ("chromino", {"edition": "joker", "players": "8", "junior": "squares"}),
    ("chromino", {"edition": "joker", "players": "8", "junior": "squares", "scoring": "expert"}),
    ("chromino", {"edition": "meccano", "players": "5"}),
    ("chromino", {"edition": "meccano", "players": "5", "scoring": "contacts"}),
    ("florentine", {"players": "2"}),
    ("florentine", {"players": "4"}),
]


def times(game_name: str, options: dict[str, str], level: str, games: int) -> list[float]:
    """The milliseconds of each choice in games of a level against itself. A forced move is not a choice."""
    game = GAMES[game_name]
    bot, rng, choices = bots.bot_named(game, level), Generator(1), []
    for seed in range(games):
        state = game.new(game.read_options(options), seed)
        while state.turn is not None:
            for seat in reversed(state.actors()):
                view = state.view(seat)
                began = cpu_seconds()
                action = bot.choose(view, rng)
                if len(view.legal) > 1 and seat == state.turn:
                    choices.append(1000 * (cpu_seconds() - began))
                if action is not None:
                    state.apply(seat, action)
                    break
    return choices


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="master")
    parser.add_argument("--games", type=int, default=3, help="for each setting (default: 3)")
    args = parser.parse_args()
    table = Table("rules", "decisions", "mean ms", "95 % below", "most")
    for game, options in track(SETTINGS, "Playing", console=Console(stderr=True), transient=True):
        milliseconds = sorted(times(game, options, args.level, args.games))
        rules = ", ".join([game, *(f"{name} {text}" for name, text in options.items())])
        late = milliseconds[int(0.95 * len(milliseconds))]
        mean = sum(milliseconds) / len(milliseconds)
        table.add_row(rules, str(len(milliseconds)), f"{mean:.1f}", f"{late:.1f}", f"{milliseconds[-1]:.1f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
