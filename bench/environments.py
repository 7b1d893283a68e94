"""Steps per second of the environments: one game through PettingZoo's interface, and a batch of games at once.

A step is a random action of the mask, with its observation and mask. Rates depend on the machine and its load; the
ratio is measured in one run and can be compared.
"""

import argparse
import time

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tessella.games import GAMES
from tessella.research.batch import Batch
from tessella.research.pettingzoo import raw_env

PLAYERS = (2, 4)
WANTED = 20
"""The batch should be so many times as fast."""


def one_by_one(game: str, players: int, seconds: float) -> float:
    """Steps per second of one environment."""
    environment = raw_env(game=game, players=players)
    environment.reset(seed=1)
    rng = np.random.default_rng(1)
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        observation, _, terminated, _, _ = environment.last()
        if terminated:
            environment.reset()
            continue
        environment.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        steps += 1
    return steps / (time.process_time() - start)


def at_once(game: str, players: int, games: int, seconds: float) -> float:
    """Steps per second of a batch, all its games counted."""
    batch = Batch(game=game, players=players, games=games)
    rng = np.random.default_rng(1)
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        batch.step(1 + (rng.random(games) * batch.counts).astype(np.int64))
        steps += games
    return steps / (time.process_time() - start)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (default: 2)")
    parser.add_argument("--game", choices=GAMES, help="only this game")
    parser.add_argument("--games", type=int, default=256, help="the games of a batch (default: 256)")
    args = parser.parse_args()
    console = Console()
    heads = ("game", "steps/s, one by one", f"steps/s, {args.games} games at once", "ratio", f"{WANTED} times?")
    table = Table(*heads, title="Environments")
    settings = [(game, players) for game in GAMES if args.game in (None, game) for players in PLAYERS]
    for game, players in track(settings, "Measuring", console=console, transient=True, refresh_per_second=1):
        one = one_by_one(game, players, args.seconds)
        many = at_once(game, players, args.games, args.seconds)
        reached = "yes" if many >= WANTED * one else "no"
        table.add_row(f"{game}, {players} players", f"{one:,.0f}", f"{many:,.0f}", f"{many / one:.1f}", reached)
    console.print(table)


if __name__ == "__main__":
    main()
